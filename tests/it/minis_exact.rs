//! The exact initiative engine against a second one written from the guide alone (`guide`), and properties that must hold
//! for any table.

use canto::chance::Luck;
use canto::miniatures::cards::Cards;
use canto::miniatures::contest::Contest;
use canto::miniatures::exact::Exact;
use canto::miniatures::players::{Player, seat};
use canto::miniatures::policy::Policy;
use canto::miniatures::simulate::{Decider, simulate};
use proptest::prelude::*;

use crate::guide::Table;
use crate::guide::game::equilibrium;
use crate::guide::procedure::chances;

/// The abilities of the pre-round procedure, one by one.
const SINGLES: [&str; 10] = [
    "recon",
    "foresee",
    "tactician:4",
    "watch-circle:2",
    "sense",
    "master-tactician",
    "anticipation",
    "doellins-luck",
    "wager",
    "tactics-broker",
];

/// The switches that can change who wins initiative, each away from its default.
const READINGS: [&str; 15] = [
    "luck-effect=check-20",
    "luck-effect=cancel-only",
    "luck-clash=all-players",
    "luck-cancel-scope=opponents",
    "broker-mode=sticky",
    "foresee-stack=true",
    "recon-choice=lowest",
    "nat1-blocks-bonus=false",
    "tie-cancels=tactician-only",
    "tie-before-master=false",
    "sense-window=per-player",
    "sense-equal-order=seat",
    "master-fails-on-one=false",
    "master-compare=die",
    "antic-window=per-player",
];

/// Closer than this is the same: the engine sums up to some hundred thousand products.
const SAME: f64 = 1e-12;

fn table(players: &[&str], switches: &[&str], policy: Policy) -> (Contest, Decider) {
    let mut cards = Cards::built_in();
    for switch in switches {
        let (name, value) = switch.split_once('=').unwrap();
        cards.switches.set(name, value).unwrap();
    }
    let player = |words: &&str| Player::from_words("one", words, policy, &cards.abilities).unwrap();
    let players: Vec<Player> = players.iter().map(player).collect();
    let contest = seat(&players, &cards.switches).unwrap();
    let decider = Decider::of(&contest).expect("optimal only for two");
    (contest, decider)
}

fn exact(players: &[&str], switches: &[&str], policy: Policy) -> Exact {
    let (contest, decider) = table(players, switches, policy);
    decider.exact(&contest).expect("small tables are enumerated")
}

/// Both engines, player by player.
#[track_caller]
fn same(players: &[&str], switches: &[&str]) {
    let engine = exact(players, switches, Policy::WhenLosing);
    let guide = chances(&Table::new(players, switches));
    for (i, words) in players.iter().enumerate() {
        let (one, other) = (engine.wins[i], guide[i]);
        assert!((one - other).abs() < SAME, "{words} of {players:?} {switches:?}: {one} and {other}");
    }
}

fn pairs() -> Vec<String> {
    let pair = |i: usize| SINGLES[i + 1..].iter().map(move |second| format!("{},{second}", SINGLES[i]));
    (0..SINGLES.len()).flat_map(pair).collect()
}

#[test]
fn two_players_with_singles_and_pairs_win_as_often_as_the_guide_says() {
    let mut sets: Vec<String> = vec!["plain".into()];
    sets.extend(SINGLES.map(String::from));
    sets.extend(pairs());
    for (at, first) in sets.iter().enumerate() {
        for second in sets[at..].iter().step_by(if at <= SINGLES.len() { 1 } else { 4 }) {
            same(&[first, second], &[]);
        }
    }
}

#[test]
fn three_and_four_players_win_as_often_as_the_guide_says() {
    for (at, first) in SINGLES.iter().enumerate() {
        for second in &SINGLES[at..] {
            same(&[first, second, "plain"], &[]);
        }
        same(&[first, "recon", "tactician:4"], &[]);
        same(&["sense", first, "anticipation"], &[]);
    }
    for (at, pair) in pairs().iter().enumerate() {
        same(&[pair, SINGLES[at % 10], "plain"], &[]);
    }
    for (at, first) in SINGLES.iter().enumerate() {
        same(&[first, "plain", SINGLES[(at * 3 + 1) % 10], "tactician:2"], &[]);
    }
    same(&["sense", "sense", "sense,tactician:3", "plain"], &[]);
    same(&["master-tactician", "plain", "master-tactician,watch-circle:3", "sense"], &[]);
}

#[test]
fn targets_and_purses_count_as_the_guide_says() {
    // Aimed at a seat, at the strongest, and several at one.
    same(&["tactics-broker:3", "foresee:1", "recon"], &[]);
    same(&["tactics-broker", "tactician:6", "foresee"], &[]);
    same(&["foresee:2", "recon", "foresee:2"], &["foresee-stack=true"]);
    same(&["tactics-broker:2", "sense", "tactics-broker:2"], &["broker-mode=sticky"]);
    // A purse that pays for one of two powers, or for none.
    for force in 0..=4 {
        same(&[&format!("sense,anticipation,force:{force}"), "recon"], &[]);
        same(&[&format!("foresee,anticipation,force:{force}"), "tactician:4,anticipation,force:1"], &[]);
        same(&[&format!("foresee,sense,force:{force}"), "sense,force:2", "plain"], &[]);
    }
    for characters in 0..=2 {
        same(&[&format!("doellins-luck:8,tactics-broker,characters:{characters}"), "anticipation"], &[]);
        same(&[&format!("wager,characters:{characters}"), "doellins-luck:15"], &[]);
    }
    for save in [1, 2, 10, 19, 20] {
        same(&[&format!("doellins-luck:{save},recon"), "doellins-luck,tactician:4"], &[]);
    }
}

#[test]
fn every_reading_changes_chances_as_the_guide_read_that_way_says() {
    let luck: [&[&str]; 2] = [
        &["doellins-luck,tactician:4", "recon,sense"],
        &["doellins-luck:6,recon", "wager,anticipation", "doellins-luck"],
    ];
    let broker: [&[&str]; 2] = [
        &["tactics-broker,tactician:4", "sense,anticipation"],
        &["tactics-broker:2", "master-tactician,anticipation", "sense"],
    ];
    let dice: [&[&str]; 2] = [
        &["foresee:2,recon", "recon,tactician:4", "foresee:2"],
        &["anticipation,recon", "anticipation,tactician:4"],
    ];
    // In the second the Foresee looks for the strongest, which depends on what a tie leaves of bonuses.
    let bonuses: [&[&str]; 2] = [
        &["tactician:4,watch-circle:3", "watch-circle:2,sense"],
        &["foresee", "watch-circle:3", "tactician:3"],
    ];
    let masters: [&[&str]; 2] = [
        &["master-tactician,tactician:4", "master-tactician,watch-circle:2", "recon"],
        &["master-tactician", "sense,tactician:2"],
    ];
    let senses: [&[&str]; 2] =
        [&["sense", "anticipation", "anticipation,sense"], &["sense", "sense", "sense,tactician:1", "plain"]];
    for reading in READINGS {
        let (tables, besides): (_, &[&str]) = match reading.split('=').next().unwrap() {
            // Whose abilities are cancelled does not matter to a player who wins outright.
            "luck-cancel-scope" => (luck, &["luck-effect=check-20"]),
            "luck-effect" | "luck-clash" => (luck, &[]),
            "broker-mode" => (broker, &[]),
            "foresee-stack" | "recon-choice" | "antic-window" => (dice, &[]),
            "nat1-blocks-bonus" | "tie-cancels" => (bonuses, &[]),
            "tie-before-master" | "master-fails-on-one" | "master-compare" => (masters, &[]),
            _ => (senses, &[]),
        };
        let switches: Vec<&str> = std::iter::once(reading).chain(besides.iter().copied()).collect();
        let mut moved = false;
        for players in tables {
            same(players, &switches);
            let usual = exact(players, besides, Policy::WhenLosing).wins;
            let read = exact(players, &switches, Policy::WhenLosing).wins;
            moved |= usual.iter().zip(read).any(|(a, b)| SAME < (a - b).abs());
        }
        assert!(moved, "{reading} changes nothing at any of its tables, so it is not tested");
    }
}

#[test]
fn the_equilibrium_of_two_players_is_that_of_the_guide_solved_by_brute_force() {
    let mut sets: Vec<String> = vec!["plain".into()];
    sets.extend(SINGLES.map(String::from));
    let mut duels: Vec<(String, String)> = Vec::new();
    for (at, first) in sets.iter().enumerate() {
        duels.extend(sets[at..].iter().map(|second| (first.clone(), second.clone())));
    }
    let pairs = pairs();
    for (at, pair) in pairs.iter().enumerate() {
        duels.push((pair.clone(), sets[at % sets.len()].clone()));
        duels.push((pair.clone(), pairs[(at * 7 + 3) % pairs.len()].clone()));
    }
    for words in ["sense,anticipation,force:2", "doellins-luck:6,wager,characters:1", "foresee,sense,force:2"]
    {
        duels.extend(
            ["anticipation,recon", "sense,force:2", "doellins-luck:6,wager"]
                .map(|other| (words.into(), other.into())),
        );
    }
    for (first, second) in &duels {
        equal_value(first, second, &[]);
    }
    for reading in READINGS.iter().filter(|reading| !reading.starts_with("sense-equal")) {
        equal_value("sense,anticipation", "sense,tactician:4", &[reading]);
        equal_value("doellins-luck,tactics-broker", "wager,sense", &[reading]);
        equal_value("foresee,master-tactician", "recon,anticipation", &[reading]);
    }
}

#[track_caller]
fn equal_value(first: &str, second: &str, switches: &[&str]) {
    let players = [first, second];
    let engine = exact(&players, switches, Policy::Optimal).wins[0];
    let guide = equilibrium(&Table::new(&players, switches));
    // Strategies that are best up to 1e-12 in each of many decisions.
    assert!((engine - guide).abs() < 1e-9, "{players:?} {switches:?}: {engine} and {guide}");
}

/// Whoever may decline an ability is never worse off for having it, where both play as well as can be.
#[test]
fn an_ability_that_may_be_declined_never_lowers_the_value_of_the_game() {
    let optional = ["foresee", "sense", "anticipation", "doellins-luck", "wager", "tactics-broker"];
    let sets: Vec<&str> =
        std::iter::once("plain").chain(SINGLES).chain(["sense,anticipation", "recon,tactician:4"]).collect();
    for more in optional {
        for own in sets.iter().filter(|own| !own.contains(more)) {
            for other in &sets {
                let with = if *own == "plain" { more.to_string() } else { format!("{own},{more}") };
                let less = exact(&[own, other], &[], Policy::Optimal).wins[0];
                let chance = exact(&[&with, other], &[], Policy::Optimal).wins[0];
                assert!(less <= chance + 1e-9, "{more} lowers {own} against {other}: {less} to {chance}");
            }
        }
    }
}

/// A set of up to three abilities with numbers of their own.
fn words(n: usize) -> impl Strategy<Value = String> {
    let aim = move |key: &'static str| (1..=n).prop_map(move |target| format!("{key}:{target}"));
    let one = prop_oneof![
        Just("plain".to_string()),
        Just("recon".to_string()),
        (1..=8).prop_map(|bonus| format!("tactician:{bonus}")),
        (1..=4).prop_map(|bonus| format!("watch-circle:{bonus}")),
        Just("sense".to_string()),
        Just("master-tactician".to_string()),
        Just("anticipation".to_string()),
        (2..=20).prop_map(|save| format!("doellins-luck:{save}")),
        Just("wager".to_string()),
        aim("tactics-broker"),
        aim("foresee"),
        (0..=3).prop_map(|points| format!("force:{points}")),
    ];
    prop::collection::vec(one, 1..=3).prop_map(|words| words.join(","))
}

fn tables() -> impl Strategy<Value = Vec<String>> {
    (2_usize..=4).prop_flat_map(|n| prop::collection::vec(words(n), n)).prop_filter(
        "aimed at others",
        |players| {
            let own = |i: usize, words: &str| {
                words.split(',').any(|word| {
                    word == format!("foresee:{}", i + 1) || word == format!("tactics-broker:{}", i + 1)
                })
            };
            !players.iter().enumerate().any(|(i, words)| own(i, words))
        },
    )
}

/// The same words with their targets renamed, for another seating.
fn reseated(words: &str, to: &[usize]) -> String {
    let word = |word: &str| match word.split_once(':') {
        Some((key @ ("foresee" | "tactics-broker"), target)) => {
            format!("{key}:{}", to[target.parse::<usize>().unwrap() - 1] + 1)
        }
        _ => word.to_string(),
    };
    words.split(',').map(word).collect::<Vec<_>>().join(",")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn chances_of_any_table_sum_to_one_and_simulation_agrees(players in tables(), reading in 0..READINGS.len() + 5, seed in any::<u64>()) {
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        let switches: Vec<&str> = READINGS.get(reading).copied().into_iter().collect();
        let (contest, decider) = table(&players, &switches, Policy::WhenLosing);
        let answer = decider.exact(&contest).expect("small tables are enumerated");
        let close = |sum: f64| (sum - 1.0).abs() < 1e-9;
        prop_assert!(close(answer.wins.iter().sum()), "wins {:?}", answer.wins);
        prop_assert!(close(answer.rerolls.iter().sum()), "rerolls {:?}", answer.rerolls);
        const ROUNDS: u64 = 4000;
        let tally = simulate(&contest, &decider, Luck::new(seed, 0), ROUNDS);
        for seat in contest.seats() {
            prop_assert!(close(answer.spent(&contest, seat).values().sum()));
            let p = answer.wins[seat];
            // Five standard errors and one round: once in some hundred thousand tables by chance.
            let room = 5.0 * (p * (1.0 - p) * ROUNDS as f64).sqrt() + 1.0;
            let gap = (tally.wins[seat] as f64 - p * ROUNDS as f64).abs();
            prop_assert!(gap <= room, "seat {seat} of {players:?} {switches:?}: {} at {p}", tally.wins[seat]);
        }
    }

    /// Nobody has a better seat. Sense the Future among more than two takes, of equally good partners, the first one,
    /// which is a rule of the policy, not of the game; so it stays out here.
    #[test]
    fn chances_go_with_the_players_when_they_change_seats(players in tables(), shift in 1_usize..4, turned in any::<bool>()) {
        let n = players.len();
        prop_assume!(n == 2 || players.iter().all(|words| !words.contains("sense")));
        let to: Vec<usize> = (0..n).map(|i| if turned { (n - 1 - i + shift) % n } else { (i + shift) % n }).collect();
        let mut moved = vec![String::new(); n];
        for (i, words) in players.iter().enumerate() {
            moved[to[i]] = reseated(words, &to);
        }
        let before = exact(&players.iter().map(String::as_str).collect::<Vec<_>>(), &[], Policy::WhenLosing);
        let after = exact(&moved.iter().map(String::as_str).collect::<Vec<_>>(), &[], Policy::WhenLosing);
        for (share, seat) in before.wins.iter().zip(&to) {
            prop_assert!((share - after.wins[*seat]).abs() < 1e-10, "{players:?} and {moved:?}");
        }
    }

    /// Any table of two is what the guide says, whatever the mixture.
    #[test]
    fn any_duel_is_what_the_guide_says(first in words(2), second in words(2), reading in 0..READINGS.len() + 5) {
        let first = first.replace("foresee:1", "foresee").replace("broker:1", "broker");
        let second = second.replace("foresee:2", "foresee").replace("broker:2", "broker");
        let distinct = |words: &str| {
            let mut keys: Vec<&str> = words.split(',').map(|word| word.split(':').next().unwrap()).collect();
            keys.sort_unstable();
            keys.windows(2).all(|pair| pair[0] != pair[1])
        };
        prop_assume!(distinct(&first) && distinct(&second));
        let switches: Vec<&str> = READINGS.get(reading).copied().into_iter().collect();
        same(&[&first, &second], &switches);
    }

    /// A larger bonus and a second die never hurt against a plain opponent, nor does a better save.
    #[test]
    fn more_of_the_same_never_hurts_against_a_plain_player(bonus in 0..12, save in 2..=20, circle in 0..5) {
        let chance = |words: &str| exact(&[words, "plain"], &[], Policy::WhenLosing).wins[0];
        let set = |bonus: i32| format!("tactician:{bonus},watch-circle:{circle}");
        prop_assert!(chance(&set(bonus)) <= chance(&set(bonus + 1)) + SAME);
        let recon = format!("recon,{}", set(bonus));
        prop_assert!(chance(&set(bonus)) <= chance(&recon) + SAME);
        let luck = |save: i32| chance(&format!("doellins-luck:{save}"));
        prop_assert!(luck(save) <= luck(save - 1) + SAME);
    }
}
