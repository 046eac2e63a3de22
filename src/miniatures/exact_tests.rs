//! The exact engine against known answers, against enumeration of every die, and against simulation.

use std::collections::BTreeMap;

use super::configurations::all_configurations;
use super::contest::{Contest, Entrant, Power, Powers, Price};
use super::exact::{Exact, exact};
use super::optimal::Optimal;
use super::policy::{ByRule, Decide, Policy};
use super::preround::{Settled, open, settle};
use super::round::Round;
use super::simulate::{Decider, play_rounds};
use super::steps::anticipation::reroll;
use super::steps::initiative_dice::roll;
use super::switches::{SWITCHES, Switches};
use crate::chance::{Luck, Purpose, enumerate};
use crate::events::Null;

fn base() -> Entrant {
    Entrant { save: 11, force_cost: [1, 2, 1], doellins_price: Price::Defeat, ..Entrant::PLAIN }
}

/// The abilities one by one; the bonus and the save fit a small die as well.
fn single(index: usize) -> fn(Entrant, u8) -> Entrant {
    [
        |e: Entrant, _: u8| Entrant { extra_dice: 1, ..e },
        |e: Entrant, s: u8| Entrant { tactician: (s / 5).max(1) as i8, ..e },
        |e: Entrant, s: u8| Entrant { other_bonus: (s / 8).max(1) as i8, ..e },
        |e: Entrant, s: u8| Entrant { powers: e.powers.with(Power::DoellinsLuck), save: s / 2 + 1, ..e },
        |e: Entrant, _: u8| Entrant { powers: e.powers.with(Power::Wager), ..e },
        |e: Entrant, _: u8| Entrant { powers: e.powers.with(Power::TacticsBroker), ..e },
        |e: Entrant, _: u8| Entrant { powers: e.powers.with(Power::Foresee), ..e },
        |e: Entrant, _: u8| Entrant { powers: e.powers.with(Power::Sense), ..e },
        |e: Entrant, _: u8| Entrant { powers: e.powers.with(Power::Master), ..e },
        |e: Entrant, _: u8| Entrant { powers: e.powers.with(Power::Anticipation), ..e },
    ][index]
}

const SINGLES: usize = 10;

/// Plain, every single ability, every pair.
fn ability_sets(sides: u8) -> Vec<Entrant> {
    let mut sets = vec![base()];
    for first in 0..SINGLES {
        let one = single(first)(base(), sides);
        sets.push(one);
        sets.extend((first + 1..SINGLES).map(|second| single(second)(one, sides)));
    }
    sets
}

/// Independent of the engine: every die of every pass is walked as it is rolled, and ties are played on until
/// less than 1e-15 is left.
fn walked(contest: &Contest, decide: &impl Decide) -> Vec<f64> {
    let pass = |from: &Round| {
        enumerate(|chance| {
            let mut round = *from;
            roll(chance, &mut Null, contest, &mut round);
            loop {
                match settle(chance, decide, &mut Null, contest, &mut round) {
                    Settled::Reroll(users) => reroll(chance, &mut Null, contest, &mut round, users),
                    Settled::Won(seat) => return (Some(seat), Round::START),
                    Settled::Tie => {
                        round.tie_for_high();
                        return (None, round);
                    }
                }
            }
        })
    };
    let mut passes = BTreeMap::new();
    let mut mass = enumerate(|chance| {
        let mut round = Round::START;
        open(chance, decide, &mut Null, contest, &mut round);
        round
    });
    let mut wins = vec![0.0; usize::from(contest.n)];
    while 1e-15 < mass.values().sum::<f64>() {
        let mut next = BTreeMap::new();
        for (round, p) in mass {
            for ((winner, after), q) in passes.entry(round).or_insert_with(|| pass(&round)).iter() {
                match winner {
                    Some(seat) => wins[usize::from(*seat)] += p * q,
                    None => *next.entry(*after).or_insert(0.0) += p * q,
                }
            }
        }
        mass = next;
    }
    wins
}

fn rule(contest: &Contest) -> Exact {
    exact(contest, &ByRule).unwrap()
}

#[track_caller]
fn assert_near(left: f64, right: f64, what: &str) {
    assert!((left - right).abs() < 1e-12, "{what}: {left} and {right}");
}

#[track_caller]
fn check_walked(contest: &Contest, decide: &impl Decide) {
    let answer = exact(contest, decide).unwrap();
    let players = &contest.entrants[..usize::from(contest.n)];
    for (seat, p) in walked(contest, decide).iter().enumerate() {
        assert_near(answer.wins[seat], *p, &format!("seat {seat} of {players:?}"));
    }
    assert_near(answer.wins.iter().sum(), 1.0, "all wins");
    assert_near(answer.rerolls.iter().sum(), 1.0, "all reroll counts");
}

fn two(first: Entrant, second: Entrant) -> f64 {
    rule(&Contest::new(&[first, second], Switches::default())).wins[0]
}

fn power(power: Power) -> Entrant {
    Entrant { powers: Powers::default().with(power), ..base() }
}

#[test]
fn known_answers_on_the_twenty_sided_die() {
    let plain = base();
    assert_near(two(plain, plain), 0.5, "plain");
    // Of 8000: 5130 wins, 400 ties (see `contest`).
    assert_near(two(Entrant { extra_dice: 1, ..plain }, plain), 5130.0 / 7600.0, "recon");
    // +4, not on a 1: for a die v of 2 to 20 the other is below v + 4 in min(v + 3, 20) cases: 5 + … + 20 = 200
    // (16 of them), then 20 three times = 60: 260; ties at v + 4 of at most 20: 15; a die of 1: no win, 1 tie.
    assert_near(
        two(Entrant { tactician: 4, ..plain }, plain),
        260.0 / 400.0 + 16.0 / 400.0 * 0.5,
        "tactician",
    );
    assert_near(two(power(Power::Master), plain), 0.95, "master tactician");
    // Whoever is behind after the roll exchanges and is ahead.
    assert_near(two(power(Power::Sense), plain), 1.0, "sense");
    // Save of 11: half succeed; the rest is even.
    assert_near(two(power(Power::DoellinsLuck), plain), 0.75, "doellin's luck");
    assert_near(two(power(Power::Wager), plain), 1.0, "wager");
    // 19 of 20 beat the forced 1; the tie is even.
    assert_near(two(power(Power::TacticsBroker), plain), 0.95 + 0.05 * 0.5, "tactics broker");
    // The mirror image of Recon on the first roll: 5130 / 8000, and half of the 400 ties.
    assert_near(two(power(Power::Foresee), plain), 5330.0 / 8000.0, "foresee");
    // Ahead in 190 of 400. Behind against w in w − 1 of 400 cases: the reroll beats it with 20 − w of 20 and
    // ties with 1: 1140 / 8000 wins and 190 / 8000 ties, which are even. The 20 ties of the first roll start
    // anew with the window open, so v = (190/400 + 1235/8000) / (1 − 20/400).
    let pass = 190.0 / 400.0 + (1140.0 + 0.5 * 190.0) / 8000.0;
    assert_near(two(power(Power::Anticipation), plain), pass / 0.95, "anticipation");
}

#[test]
fn rerolls_and_resources_have_their_exact_distributions() {
    let contest = Contest::new(&[power(Power::Anticipation), base()], Switches::default());
    let answer = rule(&contest);
    // One Force point in the rounds in which the first untied roll is lost: half.
    let spent = answer.spent(&contest, 0);
    let paid: f64 = spent.iter().filter(|(spent, _)| spent.force == 1).map(|(_, p)| p).sum();
    assert_near(paid, 0.5, "points spent");
    let plain = rule(&Contest::new(&[base(), base()], Switches::default()));
    // Geometric: 19/20 · (1/20)^k, mean 1/19.
    assert_near(plain.rerolls[2], 0.95 * 0.05_f64.powi(2), "two rerolls");
    assert_near(plain.rerolls[6], 0.05_f64.powi(6), "six or more");
    assert_near(plain.mean_rerolls, 1.0 / 19.0, "mean rerolls");
}

#[test]
fn reserves_come_as_often_as_their_number() {
    let contest = Contest::new(&[Entrant { reserves: 7, ..base() }, base()], Switches::default());
    // The number 7 held at the end of an untied roll: 1/20 of all, since ties are as likely at 7.
    assert_near(rule(&contest).reserves(0), 0.05, "reserves");
}

#[test]
fn all_pairs_of_ability_sets_equal_enumeration_for_two_players() {
    for (sides, step) in [(3, 1), (5, 9)] {
        let sets = ability_sets(sides);
        for (index, first) in sets.iter().enumerate() {
            for second in sets.iter().skip(index % step).step_by(step) {
                check_walked(&Contest::with_die(&[*first, *second], Switches::default(), sides), &ByRule);
            }
        }
    }
}

#[test]
fn singles_equal_enumeration_on_larger_dice() {
    for first in 0..SINGLES {
        for second in first..SINGLES {
            let players = [first, second].map(|index| single(index)(base(), 6));
            check_walked(&Contest::with_die(&players, Switches::default(), 6), &ByRule);
        }
    }
    let anticipation = power(Power::Anticipation);
    check_walked(
        &Contest::new(&[Entrant { tactician: 4, ..base() }, anticipation], Switches::default()),
        &ByRule,
    );
    check_walked(
        &Contest::new(&[Entrant { extra_dice: 1, ..base() }, power(Power::Foresee)], Switches::default()),
        &ByRule,
    );
}

#[test]
fn all_sets_equal_enumeration_for_three_and_four_players() {
    for set in ability_sets(3) {
        let recon = Entrant { extra_dice: 1, ..base() };
        let later = Entrant { policy: Policy::Never, ..set };
        check_walked(&Contest::with_die(&[base(), set, recon], Switches::default(), 4), &ByRule);
        check_walked(&Contest::with_die(&[set, later, set], Switches::default(), 3), &ByRule);
        check_walked(&Contest::with_die(&[set, base(), base(), set], Switches::default(), 3), &ByRule);
    }
}

#[test]
fn every_switch_value_equals_enumeration() {
    let full = Entrant { extra_dice: 1, tactician: 1, other_bonus: 1, reserves: 2, ..power(Power::Master) };
    let tricky = Entrant { save: 2, ..power(Power::DoellinsLuck) };
    let tables = [
        vec![power(Power::Sense), power(Power::Anticipation), full],
        vec![power(Power::TacticsBroker), power(Power::Sense), power(Power::Foresee)],
        vec![tricky, power(Power::Wager), full],
        vec![power(Power::Foresee), power(Power::Foresee), power(Power::Anticipation)],
        vec![power(Power::Sense), power(Power::Sense), base()],
        vec![power(Power::Anticipation), power(Power::Anticipation), base()],
        vec![power(Power::Master), full, base()],
    ];
    for switch in SWITCHES {
        for word in switch.allowed.iter().filter(|word| !word.contains(' ')) {
            let mut switches = Switches::default();
            switches.set(switch.name, word).unwrap();
            for players in &tables {
                check_walked(&Contest::with_die(players, switches, 3), &ByRule);
            }
        }
    }
}

#[test]
fn lumping_the_crowd_changes_nothing() {
    let bonus = |n| Entrant { tactician: n, ..base() };
    let tables = [
        vec![power(Power::Sense), base(), base(), base(), bonus(1)],
        vec![power(Power::Sense), power(Power::Sense), base(), bonus(2), bonus(1)],
        vec![
            power(Power::Anticipation),
            base(),
            power(Power::Sense),
            Entrant { extra_dice: 1, ..base() },
            base(),
        ],
        vec![base(), bonus(1), power(Power::Master), bonus(2), power(Power::TacticsBroker)],
        vec![base(), bonus(-1), power(Power::Sense), Entrant { other_bonus: -1, ..base() }, base()],
    ];
    for players in &tables {
        check_walked(&Contest::with_die(players, Switches::default(), 3), &ByRule);
    }
    // And it is a lumping: of 6^5 tables few are left.
    let contest = Contest::with_die(&tables[0], Switches::default(), 6);
    let all = all_configurations(&contest, &Round::START).unwrap().len();
    let lumped = super::configurations::configurations(&contest, &Round::START).unwrap().len();
    assert_eq!(all, 6 * 6 * 6 * 6 * 6);
    assert!(lumped * 2 < all, "{lumped} of {all}");
}

#[test]
fn eight_players_are_exact_too() {
    let answer = rule(&Contest::new(&[base(); 8], Switches::default()));
    (0..8).for_each(|seat| assert_near(answer.wins[seat], 0.125, "eight plain players"));
    let mut players = [base(); 8];
    players[3] = power(Power::Sense);
    players[5] = Entrant { tactician: 4, ..base() };
    let contest = Contest::with_die(&players, Switches::default(), 6);
    let answer = rule(&contest);
    assert_near(answer.wins.iter().sum(), 1.0, "all wins");
    let tally = play_rounds(&mut Luck::new(6, 0).stream(Purpose::Roll, 0), &contest, &Decider::Rule, 20_000);
    for seat in contest.seats() {
        let p = answer.wins[seat];
        let gap = (tally.wins[seat] as f64 / 20_000.0 - p).abs();
        assert!(gap <= 5.0 * (p * (1.0 - p) / 20_000.0).sqrt(), "seat {seat}: {gap} off {p}");
    }
}

#[test]
fn invariants_of_the_facts_hold() {
    let plain = base();
    let mut last = 0.0;
    for bonus in 0..=12 {
        let chance = two(Entrant { tactician: bonus, ..plain }, plain);
        assert!(last <= chance, "a larger bonus never hurts against a plain player");
        last = chance;
    }
    for set in ability_sets(20) {
        assert_near(two(set, set), 0.5, "equal sets have equal chances");
        let recon = Entrant { extra_dice: 1, ..set };
        assert!(
            two(set, plain) <= two(recon, plain) + 1e-12,
            "Recon never hurts against a plain player: {set:?}"
        );
    }
}

fn optimal(players: [Entrant; 2], sides: u8) -> (Contest, Optimal) {
    let players = players.map(|entrant| Entrant { policy: Policy::Optimal, ..entrant });
    let contest = Contest::with_die(&players, Switches::default(), sides);
    let optimal = Optimal::solve(&contest);
    (contest, optimal)
}

#[test]
fn the_equilibrium_equals_enumeration_and_its_own_value() {
    let sets = ability_sets(3);
    for (index, first) in sets.iter().enumerate() {
        for second in &sets[index..] {
            let (contest, solved) = optimal([*first, *second], 3);
            check_walked(&contest, &solved);
            assert_near(exact(&contest, &solved).unwrap().wins[0], solved.value, "value of the game");
        }
    }
}

/// Against an equilibrium no other policy does better; and an optimal answer to a rule does at least as well as
/// that rule's own.
#[test]
fn nobody_gains_by_leaving_the_equilibrium() {
    let sets = ability_sets(6);
    for (index, first) in sets.iter().enumerate() {
        let second = sets[(index * 7 + 5) % sets.len()];
        let value = optimal([*first, second], 6).1.value;
        for policy in [Policy::Never, Policy::WhenLosing] {
            let against = |players: [Entrant; 2]| {
                Optimal::solve(&Contest::with_die(&players, Switches::default(), 6)).value
            };
            let best = Entrant { policy: Policy::Optimal, ..*first };
            let leaves =
                against([Entrant { policy, ..*first }, Entrant { policy: Policy::Optimal, ..second }]);
            assert!(leaves <= value + 1e-9, "{policy:?} gains {leaves} over {value}: {first:?} {second:?}");
            let answers = against([best, Entrant { policy, ..second }]);
            assert!(value <= answers + 1e-9, "an answer to {policy:?} brings {answers}, not {value}");
        }
    }
}

#[test]
fn exact_and_simulated_agree_for_all_sets_and_two_to_four_players() {
    const ROUNDS: u64 = 2000;
    let sets = ability_sets(20);
    let mut tables: Vec<(Vec<Entrant>, u8)> = Vec::new();
    for (index, first) in sets.iter().enumerate() {
        tables.extend(sets[index..].iter().step_by(3).map(|second| (vec![*first, *second], 20)));
        tables.push((vec![base(), *first, Entrant { tactician: 4, ..base() }], 20));
        tables.push((vec![*first, sets[(index + 9) % sets.len()], base(), base()], 8));
    }
    let mut stream = Luck::new(5, 0).stream(Purpose::MiniaturesInitiative, 0);
    for (players, sides) in &tables {
        let contest = Contest::with_die(players, Switches::default(), *sides);
        let answer = rule(&contest);
        let tally = play_rounds(&mut stream, &contest, &Decider::Rule, ROUNDS);
        for seat in contest.seats() {
            let p = answer.wins[seat];
            let error = (ROUNDS as f64 * p * (1.0 - p)).sqrt();
            let gap = (tally.wins[seat] as f64 - ROUNDS as f64 * p).abs();
            assert!(
                gap <= 5.0 * error + 1e-9,
                "seat {seat}: {} of {ROUNDS} at {p}: {players:?}",
                tally.wins[seat]
            );
        }
    }
}
