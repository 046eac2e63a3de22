//! Skirmishes whose shares are known, and simulated ones against exact ones.

use super::abilities::Abilities;
use super::players::Player;
use super::policy::Policy;
use super::skirmish::{ExactShares, Terms, exact_shares, simulate_skirmishes};
use super::switches::Switches;
use crate::chance::Luck;

fn players(words: &[&str], policy: Policy) -> Vec<Player> {
    let player = |words: &&str| Player::from_words("one", words, policy, Abilities::built_in()).unwrap();
    words.iter().map(player).collect()
}

fn shares(words: &[&str], terms: Terms) -> ExactShares {
    exact_shares(&players(words, Policy::WhenLosing), &Switches::default(), terms).unwrap()
}

const FOREVER: Terms = Terms { rounds: 4, death: 0.0 };

#[test]
fn without_costs_and_deaths_the_share_is_that_of_one_round() {
    let answer = shares(&["recon", "plain"], FOREVER);
    assert!((answer.share[0] - 5130.0 / 7600.0).abs() < 1e-12);
    assert_eq!(answer.played, [1.0; 4]);
}

#[test]
fn two_force_points_are_one_exchange() {
    // Sense costs 2 and wins every round in which it is used. In a round it is asked for with probability 1/2,
    // and then wins. So the point is gone before round r with probability 1 − 2^−(r−1), and round r is won with
    // 1/2 + 2^−r: 1, 3/4, 5/8, 9/16.
    let answer = shares(&["sense,force:2", "plain"], FOREVER);
    for (won, expected) in answer.won.iter().zip([1.0, 0.75, 0.625, 0.5625]) {
        assert!((won[0] - expected).abs() < 1e-12, "{won:?}");
    }
    // With two points renewed each round it never runs out.
    let answer = shares(&["sense,force:2,renewal:2", "plain"], FOREVER);
    assert!((answer.share[0] - 1.0).abs() < 1e-12);
}

#[test]
fn characters_are_given_up_until_none_is_left() {
    // Two characters besides the Broker: two rounds with 0.975, then plain ones.
    let answer = shares(&["tactics-broker,characters:2", "plain"], FOREVER);
    for (won, expected) in answer.won.iter().zip([0.975, 0.975, 0.5, 0.5]) {
        assert!((won[0] - expected).abs() < 1e-12, "{won:?}");
    }
}

#[test]
fn a_bearer_who_dies_takes_the_ability_along() {
    // The Master dies with 1/2 a round: 0.95 in round 1, then 0.5 + 0.45 / 2^(r−1). Nobody else can die.
    let terms = Terms { rounds: 3, death: 0.5 };
    let answer = shares(&["master-tactician", "plain"], terms);
    for (won, expected) in answer.won.iter().zip([0.95, 0.725, 0.6125]) {
        assert!((won[0] - expected).abs() < 1e-12, "{won:?}");
    }
    // A player whose only character dies is out, and the skirmish ends: played 1, 1/2, 1/4.
    let answer = shares(&["master-tactician,characters:0", "plain"], terms);
    let expected = [1.0, 0.5, 0.25];
    assert!(answer.played.iter().zip(expected).all(|(p, q)| (p - q).abs() < 1e-12), "{:?}", answer.played);
    assert!((answer.share[0] - 0.95).abs() < 1e-12);
}

#[test]
fn simulated_shares_agree_with_exact_ones_on_any_number_of_threads() {
    let terms = Terms { rounds: 5, death: 0.2 };
    for (words, policy) in [
        (
            ["sense,recon,force:3,renewal:1,characters:2", "anticipation,tactician:4,force:2,characters:1"],
            Policy::WhenLosing,
        ),
        (["wager,characters:2", "doellins-luck,anticipation,force:1,characters:3"], Policy::Optimal),
    ] {
        let players = players(&words, policy);
        let switches = Switches::default();
        let answer = exact_shares(&players, &switches, terms).unwrap();
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| simulate_skirmishes(&players, &switches, terms, Luck::new(3, 0), 6000)).unwrap()
        };
        let tally = run(1);
        assert_eq!(tally, run(3));
        for (round, won) in answer.won.iter().enumerate() {
            let p = won[0];
            let gap = (tally.won[round][0] as f64 / 6000.0 - p).abs();
            assert!(gap <= 5.0 * (p * (1.0 - p) / 6000.0).sqrt(), "round {round}: {gap} off {p}");
        }
        let sums = tally.sums(0);
        assert!((sums.wins as f64 / sums.rounds as f64 - answer.share[0]).abs() < 0.02);
    }
}

#[test]
fn a_table_of_three_goes_on_with_two() {
    let players =
        players(&["plain,characters:1", "recon,characters:1", "plain,characters:1"], Policy::WhenLosing);
    let terms = Terms { rounds: 6, death: 0.3 };
    let answer = exact_shares(&players, &Switches::default(), terms).unwrap();
    let tally = simulate_skirmishes(&players, &Switches::default(), terms, Luck::new(4, 0), 4000).unwrap();
    for round in 0..6 {
        let p = answer.played[round];
        let gap = (tally.played[round] as f64 / 4000.0 - p).abs();
        assert!(gap <= 5.0 * (p * (1.0 - p) / 4000.0).sqrt() + 1e-12, "round {round}: {gap} off {p}");
    }
}
