//! Battles on the board by thinking pilots: milliseconds a battle on one thread, battles a second on one and two.
//!
//! Wanted: four X-wings against eight TIE Fighters in at most 2 ms, two large ships against two in at most 2.5 ms, four
//! TIE Fighters against two X-wings without obstacles at least 700 a second, two threads at least 1.8 times as many as
//! one. The signature beside the times says whether the battles are the same as before.

#![allow(clippy::print_stderr)]

use std::time::Duration;

use canto::battle::engagement::{BattleSwitches, Engagement, RetreatRule, Terrain};
use canto::battle::squad_text::parse_inline;
use canto::battle::tabletop::event::BattleEvent;
use canto::battle::tabletop::policy::thinking;
use canto::battle::tabletop::{Policy, Signature, fight, policy_stream};
use canto::chance::Luck;
use canto::events::{Null, Sink};
use canto::ids::Side;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;

const MATCHES: [(&str, &str, &str, Terrain); 3] = [
    ("4 X-wings v 8 TIE Fighters", "4 Rookie Pilot", "8 Academy Pilot", Terrain::RegularAsteroids),
    ("2 large v 2 large", "2 Patrol Leader", "2 Wild Space Fringer", Terrain::RegularAsteroids),
    ("4 TIE Fighters v 2 X-wings, empty", "4 Academy Pilot", "2 Rookie Pilot", Terrain::NoAsteroids),
];

fn engagement(attacker: &str, defender: &str, terrain: Terrain) -> Engagement {
    let never = RetreatRule { strength_ratio: 0.0, hull_share: 0.0 };
    let squads = [attacker, defender].map(|text| parse_inline(text).expect("a squad").into_squad(never));
    let sizes = [0, 1].map(|i: usize| squads[i].ships.iter().map(|ship| ship.points).sum());
    let mission = "space-superiority".into();
    Engagement {
        mission,
        terrain,
        squads,
        sizes,
        initiative_rerolls: [0; 2],
        switches: BattleSwitches::default(),
    }
}

fn one<S: Sink<BattleEvent>>(engagement: &Engagement, index: u64, sink: &mut S) -> u16 {
    let luck = Luck::new(4, index);
    let [mut a, mut b] = Side::BOTH.map(|side| thinking(policy_stream(luck, 0, side)));
    let policies: [&mut dyn Policy; 2] = [&mut a, &mut b];
    fight(engagement, luck, 0, policies, sink).expect("playable").rounds
}

fn battles(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("battle");
    group.measurement_time(Duration::from_secs(8)).sample_size(20);
    for (name, attacker, defender, terrain) in MATCHES {
        let engagement = engagement(attacker, defender, terrain);
        let mut signature = Signature::default();
        let rounds: u32 = (0..50).map(|index| u32::from(one(&engagement, index, &mut signature))).sum();
        eprintln!("{name}: {} rounds in 50 battles, signature {:016x}", rounds, signature.0);
        // The same hundred battles over and over: the time is that of the same work.
        let mut index = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                index = (index + 1) % 100;
                one(&engagement, index, &mut Null)
            });
        });
    }
    group.finish();
}

fn threads(criterion: &mut Criterion) {
    const BATTLES: u64 = 400;
    let mut group = criterion.benchmark_group("battle threads");
    group.throughput(Throughput::Elements(BATTLES)).measurement_time(Duration::from_secs(10)).sample_size(10);
    let (_, attacker, defender, terrain) = MATCHES[0];
    let engagement = engagement(attacker, defender, terrain);
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        group.bench_function(format!("{threads}"), |bencher| {
            bencher.iter(|| {
                pool.install(|| {
                    (0..BATTLES)
                        .into_par_iter()
                        .map(|index| u64::from(one(&engagement, index, &mut Null)))
                        .sum::<u64>()
                })
            });
        });
    }
    group.finish();
}

criterion_group!(benches, battles, threads);
criterion_main!(benches);
