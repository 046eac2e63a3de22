//! Static mode against an independent computation, and its rules one by one.

mod card_oracle;

use super::exact::{ExactEnd, exact};
use super::*;
use crate::chance::{AttackFace, DefenseFace, Luck, Purpose, Scripted};

const X_WING: StandingShip = StandingShip { skill: 2, attack: 3, agility: 2, hull: 3, shields: 2 };
const TIE: StandingShip = StandingShip { skill: 1, attack: 2, agility: 3, hull: 3, shields: 0 };

fn ships(n: usize, ship: StandingShip) -> Vec<StandingShip> {
    vec![ship; n]
}

fn plain(attackers: Vec<StandingShip>, defenders: Vec<StandingShip>) -> StandingFight {
    StandingFight {
        squads: [attackers, defenders],
        range: RangeBand::Two,
        focus: [false; 2],
        damage: DamageText::Plain,
    }
}

/// An oracle that shares no code with the model: the number of results by multinomial counts, states as plain lists
/// of hit points, rounds played forward until no more than 1e-13 of the probability is undecided.
mod oracle {
    use std::collections::BTreeMap;

    /// Skill, attack dice, defense dice, hit points; range dice are in the numbers.
    pub type Ship = (u8, u8, u8, i32);
    /// Hit points of both sides; who has fired is known from the step.
    type State = (Vec<i32>, Vec<i32>);

    fn binomial(n: u8, k: u8, p: f64) -> f64 {
        let choose = (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
        choose * p.powi(i32::from(k)) * (1.0 - p).powi(i32::from(n - k))
    }

    /// Chance of each damage: half the red faces hurt, three of eight green faces stop one.
    pub fn damage(red: u8, green: u8) -> Vec<f64> {
        let mut chances = vec![0.0; usize::from(red) + 1];
        for hurt in 0..=red {
            for stopped in 0..=green {
                let p = binomial(red, hurt, 0.5) * binomial(green, stopped, 0.375);
                chances[usize::from(hurt.saturating_sub(stopped))] += p;
            }
        }
        chances
    }

    /// (attacker wins, defender wins, draw, mean rounds)
    pub fn solve(attackers: &[Ship], defenders: &[Ship]) -> (f64, f64, f64, f64) {
        let points = |ships: &[Ship]| ships.iter().map(|ship| ship.3).collect::<Vec<i32>>();
        let mut open: BTreeMap<State, f64> = BTreeMap::from([((points(attackers), points(defenders)), 1.0)]);
        let (mut wins, mut losses, mut draws, mut rounds) = (0.0, 0.0, 0.0, 0.0);
        while 1e-13 < open.values().sum::<f64>() {
            let mut next: BTreeMap<State, f64> = BTreeMap::new();
            for (state, p) in open {
                rounds += p;
                for (end, q) in round(attackers, defenders, state) {
                    let alive = |side: &[i32]| side.iter().any(|&left| 0 < left);
                    match (alive(&end.0), alive(&end.1)) {
                        (true, true) => *next.entry(end).or_insert(0.0) += p * q,
                        (true, false) => wins += p * q,
                        (false, true) => losses += p * q,
                        (false, false) => draws += p * q,
                    }
                }
            }
            open = next;
        }
        (wins, losses, draws, rounds)
    }

    fn round(attackers: &[Ship], defenders: &[Ship], start: State) -> BTreeMap<State, f64> {
        let mut states = BTreeMap::from([(start, 1.0)]);
        for skill in (0..=12).rev() {
            let mut after: BTreeMap<State, f64> = BTreeMap::new();
            for (state, p) in states {
                // Whoever lives at the start of the step fires in it, both sides at once.
                let fires = |ships: &[Ship], left: &[i32]| -> Vec<u8> {
                    let able = ships.iter().zip(left).filter(|(ship, left)| ship.0 == skill && 0 < **left);
                    able.map(|(ship, _)| ship.1).collect()
                };
                let on_defenders = volley(defenders, &state.1, &fires(attackers, &state.0));
                let on_attackers = volley(attackers, &state.0, &fires(defenders, &state.1));
                for (left_a, q) in &on_attackers {
                    for (left_d, r) in &on_defenders {
                        *after.entry((left_a.clone(), left_d.clone())).or_insert(0.0) += p * q * r;
                    }
                }
            }
            states = after;
        }
        states
    }

    /// Shots one after another, each at the first ship that lives.
    fn volley(targets: &[Ship], left: &[i32], shots: &[u8]) -> BTreeMap<Vec<i32>, f64> {
        let mut states = BTreeMap::from([(left.to_vec(), 1.0)]);
        for &red in shots {
            let mut after = BTreeMap::new();
            for (left, p) in states {
                let Some(first) = left.iter().position(|&left| 0 < left) else {
                    *after.entry(left).or_insert(0.0) += p;
                    continue;
                };
                for (hurt, q) in damage(red, targets[first].2).into_iter().enumerate() {
                    let mut to = left.clone();
                    to[first] = (to[first] - hurt as i32).max(0);
                    *after.entry(to).or_insert(0.0) += p * q;
                }
            }
            states = after;
        }
        states
    }
}

fn oracle_of(fight: &StandingFight) -> (f64, f64, f64, f64) {
    let dice = [(1, 0), (0, 0), (0, 1)][usize::from(fight.range.number()) - 1];
    let rows = |squad: &[StandingShip]| -> Vec<oracle::Ship> {
        let row = |ship: &StandingShip| {
            (ship.skill, ship.attack + dice.0, ship.agility + dice.1, i32::from(ship.hull + ship.shields))
        };
        squad.iter().map(row).collect()
    };
    oracle::solve(&rows(&fight.squads[0]), &rows(&fight.squads[1]))
}

/// Set-ups without tokens: higher skill on either side, equal skill, mixed lists, every range.
fn set_ups() -> Vec<StandingFight> {
    let skilled = |skill, ship: StandingShip| StandingShip { skill, ..ship };
    let mixed = vec![skilled(3, TIE), skilled(2, X_WING), skilled(3, X_WING)];
    let mut all = vec![
        plain(ships(1, X_WING), ships(1, TIE)),
        plain(ships(1, TIE), ships(1, TIE)),
        plain(ships(2, X_WING), ships(4, TIE)),
        plain(ships(2, X_WING), ships(3, skilled(2, TIE))),
        plain(ships(2, skilled(1, X_WING)), ships(3, skilled(4, TIE))),
        plain(mixed.clone(), vec![skilled(2, TIE), skilled(3, X_WING)]),
        plain(vec![skilled(3, X_WING), skilled(1, TIE)], mixed),
    ];
    all[2].range = RangeBand::One;
    all[3].range = RangeBand::Three;
    all
}

#[test]
fn standing_fights_and_the_chain_agree_with_the_independent_oracle() {
    for fight in set_ups() {
        let found = exact(&fight).expect("small");
        let (attacker, defender, draw, rounds) = oracle_of(&fight);
        for (found, expected) in [
            (found.attacker, attacker),
            (found.defender, defender),
            (found.draw, draw),
            (found.rounds, rounds),
        ] {
            assert!((found - expected).abs() < 1e-10, "{fight:?}: {found} {expected}");
        }
        agrees(&fight, ExactEnd { attacker, defender, draw, rounds }, 10_000);
    }
}

/// Win, loss and draw counts and the sums of rounds over many fights.
fn simulate(fight: &StandingFight, trials: u64) -> ([f64; 3], f64, f64) {
    let start = Field::new(fight);
    let mut field = start.clone();
    let (mut counts, mut sum, mut squares) = ([0_u64; 3], 0_u64, 0_u64);
    for trial in 0..trials {
        let mut chance = Luck::new(11, trial).stream(Purpose::Battle, 0);
        let end = fight.fight(&mut chance, &start, &mut field);
        counts[end.winner.map_or(2, Side::index)] += 1;
        sum += u64::from(end.rounds);
        squares += u64::from(end.rounds).pow(2);
    }
    let n = trials as f64;
    let mean = sum as f64 / n;
    let error = ((squares as f64 / n - mean * mean) / n).sqrt();
    (counts.map(|count| count as f64 / n), mean, error)
}

fn agrees(fight: &StandingFight, exact: ExactEnd, trials: u64) {
    let (shares, mean, error) = simulate(fight, trials);
    for (share, p) in shares.into_iter().zip([exact.attacker, exact.defender, exact.draw]) {
        let limit = 4.0 * (p * (1.0 - p) / trials as f64).sqrt() + 1e-12;
        assert!((share - p).abs() <= limit, "{fight:?}: {share} {p}");
    }
    assert!((mean - exact.rounds).abs() <= 4.0 * error, "{fight:?}: {mean} {}", exact.rounds);
}

#[test]
fn standing_fights_with_tokens_agree_with_the_chain() {
    for focus in [[true, false], [false, true], [true, true]] {
        for mut fight in set_ups() {
            fight.focus = focus;
            agrees(&fight, exact(&fight).expect("small"), 2_500);
        }
    }
}

#[test]
fn four_rookies_against_eight_academy_pilots_are_solved_exactly() {
    let fight = plain(ships(4, X_WING), ships(8, TIE));
    let end = exact(&fight).expect("tractable");
    assert!((end.attacker + end.defender + end.draw - 1.0).abs() < 1e-12);
    // The higher skill fires first, so nobody can lose his last ship in the same breath.
    assert_eq!(end.draw, 0.0);
    agrees(&fight, end, 5_000);
}

#[test]
fn equal_squads_of_equal_skill_are_exactly_even() {
    for focus in [[false; 2], [true; 2]] {
        let mut fight = plain(ships(3, TIE), ships(3, TIE));
        fight.focus = focus;
        let end = exact(&fight).expect("small");
        assert!((end.attacker - end.defender).abs() < 1e-12);
        assert!(0.0 < end.draw);
    }
}

#[test]
fn a_ship_destroyed_by_an_equal_skill_foe_still_fires() {
    use AttackFace::{Blank, Hit};
    let glass = StandingShip { skill: 4, attack: 1, agility: 0, hull: 1, shields: 0 };
    let fight = plain(vec![glass], vec![glass]);
    let start = Field::new(&fight);
    // Both hit: a draw in round 1, whoever has initiative.
    for initiative in [1, 2] {
        let mut chance = Scripted::attack([Hit, Hit]).and_numbers([initiative]);
        let end = fight.fight(&mut chance, &start, &mut start.clone());
        assert_eq!(end, StandingEnd { winner: None, rounds: 1 });
        chance.assert_exhausted();
    }
    // One skill more, and the second does not live to fire.
    let better = StandingShip { skill: 5, ..glass };
    let fight = plain(vec![glass], vec![better]);
    let mut chance = Scripted::attack([Blank, Blank, Hit]).and_numbers([1]);
    let end = fight.fight(&mut chance, &Field::new(&fight), &mut Field::new(&fight));
    assert_eq!(end, StandingEnd { winner: Some(Side::Defender), rounds: 2 });
    chance.assert_exhausted();
}

#[test]
fn damage_beyond_the_first_ship_is_lost_and_fire_moves_on() {
    use AttackFace::Hit;
    let strong = StandingShip { skill: 9, attack: 3, agility: 0, hull: 9, shields: 0 };
    let glass = StandingShip { skill: 1, attack: 1, agility: 0, hull: 1, shields: 0 };
    let fight = plain(vec![strong, strong], vec![glass, glass]);
    // Three hits on one hull point do not reach the second ship: it takes the second attack.
    let mut chance = Scripted::attack([Hit; 6]).and_numbers([1]);
    let end = fight.fight(&mut chance, &Field::new(&fight), &mut Field::new(&fight));
    assert_eq!(end, StandingEnd { winner: Some(Side::Attacker), rounds: 1 });
    chance.assert_exhausted();
}

#[test]
fn a_focus_token_spent_in_defense_is_missing_in_attack() {
    use AttackFace::{Focus, Hit};
    let first = StandingShip { skill: 5, attack: 1, agility: 0, hull: 1, shields: 0 };
    let second = StandingShip { skill: 4, attack: 1, agility: 1, hull: 1, shields: 0 };
    let mut fight = plain(vec![first], vec![second]);
    fight.focus = [false, true];
    // Round 1: the second saves himself with his token, so that his own focus result is nothing. Round 2: the first
    // misses (a focus result without a token), the second keeps the token and turns his focus result into a hit.
    let mut chance = Scripted::attack([Hit, Focus, Focus, Focus])
        .and_defense([DefenseFace::Focus, DefenseFace::Focus])
        .and_numbers([1]);
    let end = fight.fight(&mut chance, &Field::new(&fight), &mut Field::new(&fight));
    assert_eq!(end, StandingEnd { winner: Some(Side::Defender), rounds: 2 });
    chance.assert_exhausted();
}
