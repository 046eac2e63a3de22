//! Miniatures: pre-round procedures a second on one thread, beside the raw generator.
//!
//! Wanted: at least 5 million plain two-player rounds a second, and 1 million with any two abilities a side. On a busy
//! machine read the ratio to the raw words: a plain round takes 2.1 of them by its dice alone.

use std::hint::black_box;
use std::time::Instant;

use canto::chance::{Luck, Purpose};
use canto::miniatures::cards::Cards;
use canto::miniatures::contest::Contest;
use canto::miniatures::matrix::{SINGLES, ability_sets};
use canto::miniatures::players::{Player, seat};
use canto::miniatures::policy::Policy;
use canto::miniatures::simulate::{Decider, play_rounds, simulate};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const ROUNDS: u64 = 1 << 14;

fn contest(words: &[&str], policy: Policy) -> Contest {
    let cards = Cards::built_in();
    let player =
        |words: &&str| Player::from_words("one", words, policy, &cards.abilities).expect("known words");
    let players: Vec<Player> = words.iter().map(player).collect();
    seat(&players, &cards.switches).expect("a table")
}

fn rounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("miniatures");
    group.throughput(Throughput::Elements(ROUNDS));
    let mut raw = Luck::new(1, 0).stream(Purpose::Roll, 0);
    group.bench_function("raw generator words", |bencher| {
        bencher.iter(|| (0..ROUNDS).fold(0_u64, |sum, _| sum ^ raw.word()));
    });
    let tables: [(&str, &[&str], Policy); 7] = [
        ("plain, two players", &["plain", "plain"], Policy::WhenLosing),
        ("plain, eight players", &["plain"; 8], Policy::WhenLosing),
        ("recon and tactician", &["recon,tactician:4", "recon,tactician:4"], Policy::WhenLosing),
        ("sense and anticipation", &["sense,anticipation", "sense,anticipation"], Policy::WhenLosing),
        ("sense and anticipation, optimal", &["sense,anticipation", "sense,anticipation"], Policy::Optimal),
        ("luck and broker", &["doellins-luck,tactics-broker", "foresee,tactics-broker"], Policy::WhenLosing),
        (
            "sense, four players",
            &["sense,recon", "sense", "anticipation", "master-tactician"],
            Policy::WhenLosing,
        ),
    ];
    for (name, words, policy) in tables {
        let contest = contest(words, policy);
        let decider = Decider::of(&contest).expect("optimal only for two");
        let mut stream = Luck::new(1, 0).stream(Purpose::MiniaturesInitiative, 0);
        group.bench_function(name, |bencher| {
            bencher.iter(|| play_rounds(&mut stream, &contest, &decider, black_box(ROUNDS)));
        });
    }
    group.finish();
}

/// All pairs of abilities against each other: the mean, and by division the slowest.
fn pairs(criterion: &mut Criterion) {
    let singles = SINGLES.map(String::from);
    let sets: Vec<String> =
        ability_sets(&singles, true).into_iter().filter(|set| set.contains(',')).collect();
    let tables: Vec<Contest> = sets.iter().map(|set| contest(&[set, set], Policy::WhenLosing)).collect();
    const EACH: u64 = 512;
    let mut group = criterion.benchmark_group("miniatures");
    group.throughput(Throughput::Elements(EACH * tables.len() as u64));
    let mut stream = Luck::new(1, 0).stream(Purpose::MiniaturesInitiative, 0);
    group.bench_function("every pair of abilities against itself", |bencher| {
        bencher.iter(|| {
            tables
                .iter()
                .fold(0, |sum, contest| sum + play_rounds(&mut stream, contest, &Decider::Rule, EACH).wins[0])
        });
    });
    group.bench_function("exact, anticipation against recon and tactician", |bencher| {
        let contest = contest(&["anticipation", "recon,tactician:4"], Policy::WhenLosing);
        bencher.iter(|| Decider::Rule.exact(&contest).map(|exact| exact.wins[0]));
    });
    group.finish();
    // The same rounds give the same tally, so a faster wrong answer is seen.
    let fixed = simulate(
        &contest(&["sense,recon", "anticipation,tactician:4"], Policy::WhenLosing),
        &Decider::Rule,
        Luck::new(1, 0),
        1 << 17,
    );
    anstream::println!("signature: {:?}", &fixed.wins[..2]);
}

/// Every pair of abilities against every other, each timed alone: what counts is the slowest. The best of three takes is
/// the one that other work on the machine disturbed least.
fn slowest(_criterion: &mut Criterion) {
    const EACH: u64 = 1 << 13;
    const TAKES: usize = 3;
    let singles = SINGLES.map(String::from);
    let sets: Vec<String> =
        ability_sets(&singles, true).into_iter().filter(|set| set.contains(',')).collect();
    for policy in [Policy::WhenLosing, Policy::Optimal] {
        let mut slowest = (f64::INFINITY, String::new());
        for (at, first) in sets.iter().enumerate() {
            for second in &sets[at..] {
                let contest = contest(&[first, second], policy);
                let decider = Decider::of(&contest).expect("two players");
                let mut stream = Luck::new(1, 0).stream(Purpose::MiniaturesInitiative, 0);
                let take = |_| {
                    let start = Instant::now();
                    black_box(play_rounds(&mut stream, &contest, &decider, black_box(EACH)));
                    start.elapsed().as_secs_f64()
                };
                let rate = EACH as f64 / (0..TAKES).map(take).fold(f64::INFINITY, f64::min);
                if rate < slowest.0 {
                    slowest = (rate, format!("{first} against {second}"));
                }
            }
        }
        let (rate, pairing) = slowest;
        anstream::println!(
            "slowest pairing, {}: {:.2} million rounds a second, {pairing}",
            policy.word(),
            rate / 1e6
        );
    }
}

criterion_group!(benches, rounds, pairs, slowest);
criterion_main!(benches);
