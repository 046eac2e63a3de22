//! What is measured of whole battles: static mode against the exact chain, fairness, the same log everywhere, the cap.

use rayon::prelude::*;

use super::*;
use crate::battle::attack::RangeBand;
use crate::battle::skirmish::standing_fight::exact::exact;
use crate::battle::skirmish::standing_fight::{DamageText, StandingFight, StandingShip};
use crate::battle::tabletop::policy::{by_name, thinking};
use crate::battle::tabletop::rules::combat;
use crate::battle::tabletop::state::{RoundMarks, Status};
use crate::events::Sink;
use crate::geometry::{Pose, turn};

use super::stage::Puppet;

/// Wins of the attacker, of the defender, draws, and all rounds, of fights in which nobody moves: all ships of a side
/// stand on one spot, `apart` millimetres from the others, and shoot at the first foe left. A crit is one damage.
fn stand(engagement: &Engagement, apart: f64, focus: [bool; 2], trials: u64) -> ([u64; 3], u64) {
    let mission = crate::config::mission::find(&engagement.mission).expect("a mission");
    let table = deal::deal(engagement, mission).expect("playable");
    let (mut ends, mut rounds) = ([0; 3], 0);
    for trial in 0..trials {
        let [mut a, mut b] = [Puppet::default(), Puppet::default()];
        let fortune = Fortune::new(Luck::new(5, trial), 0);
        let mut nobody = Null;
        let mut battle = deal::begin(engagement, &table, fortune, [&mut a, &mut b], &mut nobody);
        battle.state.initiative = Side::BOTH[trial as usize % 2];
        for ship in 0..battle.state.ships().len() {
            let state = battle.ship_mut(ship);
            state.pose = match state.side {
                Side::Attacker => Pose::new(400.0, 400.0, turn::NONE),
                Side::Defender => Pose::new(440.0 + apart, 400.0, turn::AROUND),
            };
            (state.status, state.counts_damage) = (Status::OnBoard, true);
        }
        let left = loop {
            battle.state.round += 1;
            rounds += 1;
            for ship in 0..battle.state.ships().len() {
                let state = battle.ship_mut(ship);
                (state.marks, state.focus) = (RoundMarks::default(), u8::from(focus[state.side.index()]));
            }
            combat::combat(&mut battle);
            let left = Side::BOTH.map(|side| battle.state.fleet(side) != 0);
            if left != [true, true] {
                break left;
            }
        };
        ends[match left {
            [true, _] => 0,
            [_, true] => 1,
            _ => 2,
        }] += 1;
    }
    (ends, rounds)
}

#[test]
fn static_mode_on_the_board_equals_the_exact_chain() {
    const X_WING: StandingShip = StandingShip { skill: 2, attack: 3, agility: 2, hull: 3, shields: 2 };
    const TIE: StandingShip = StandingShip { skill: 1, attack: 2, agility: 3, hull: 3, shields: 0 };
    let fights = [
        (2, 4, RangeBand::One, 60.0, [false, false]),
        (4, 8, RangeBand::Two, 160.0, [false, false]),
        (2, 4, RangeBand::Three, 260.0, [false, false]),
        (2, 4, RangeBand::Two, 160.0, [true, true]),
    ];
    const TRIALS: u64 = 1_500;
    for (x_wings, ties, range, apart, focus) in fights {
        let engagement = engagement(
            "space-superiority",
            &format!("{x_wings} Rookie Pilot"),
            &format!("{ties} Academy Pilot"),
        );
        let squads = [vec![X_WING; x_wings], vec![TIE; ties]];
        let chain = exact(&StandingFight { squads, range, focus, damage: DamageText::Plain }).expect("small");
        let (ends, rounds) = stand(&engagement, apart, focus, TRIALS);
        for (count, p) in ends.into_iter().zip([chain.attacker, chain.defender, chain.draw]) {
            let (share, limit) = (count as f64 / TRIALS as f64, 4.0 * (p * (1.0 - p) / TRIALS as f64).sqrt());
            assert!((share - p).abs() <= limit + 1e-12, "{x_wings} v {ties} at {range:?}: {share} and {p}");
        }
        let mean = rounds as f64 / TRIALS as f64;
        assert!((mean / chain.rounds - 1.0).abs() < 0.05, "{range:?}: {mean} rounds and {}", chain.rounds);
    }
}

fn thoughtful<S: Sink<BattleEvent>>(engagement: &Engagement, seed: u64, index: u64, sink: &mut S) -> Outcome {
    let luck = Luck::new(seed, index);
    let [mut a, mut b] = Side::BOTH.map(|side| thinking(policy_stream(luck, 0, side)));
    fight(engagement, luck, 0, [&mut a, &mut b], sink).expect("playable")
}

#[test]
fn the_event_log_is_the_same_on_any_number_of_threads_and_in_every_build() {
    let mut engagement =
        engagement("space-superiority", "2 Rookie Pilot, Outer Rim Smuggler", "4 Academy Pilot");
    engagement.terrain = Terrain::RegularAsteroids;
    let logs = |threads: usize| -> Vec<u64> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            (0..6_u64)
                .into_par_iter()
                .map(|index| {
                    let mut signature = Signature::default();
                    thoughtful(&engagement, 42, index, &mut signature);
                    signature.0
                })
                .collect()
        })
    };
    let one = logs(1);
    assert_eq!(one, logs(2));
    assert_eq!(one, logs(7));
    let all = one.iter().fold(0_u64, |sum, log| sum.rotate_left(7) ^ log);
    // The signature of these six battles. It changes with every change of a result, and only then; debug and release
    // builds run this same test.
    assert_eq!(format!("{all:016x}"), GOLDEN);
}

const GOLDEN: &str = "b1265443330e2353";

#[test]
fn mirror_battles_are_fair_and_end_before_the_cap() {
    let engagement = engagement("space-superiority", "3 Academy Pilot", "3 Academy Pilot");
    const BATTLES: u64 = 160;
    let (wins, decided, capped) = (0..BATTLES)
        .into_par_iter()
        .map(|index| {
            let outcome = thoughtful(&engagement, 8, index, &mut Null);
            let won = u64::from(outcome.winner == Some(Side::Attacker));
            (won, u64::from(outcome.winner.is_some()), u64::from(outcome.capped))
        })
        .reduce(|| (0, 0, 0), |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2));
    // Four standard errors; twenty thousand battles are run by hand.
    let excess = (wins as f64 - decided as f64 / 2.0).abs();
    assert!(excess <= 2.0 * (decided as f64).sqrt(), "{wins} of {decided}");
    assert!(capped * 100 < BATTLES, "{capped} capped");
}

/// Two squads with torpedoes, turrets, bombs and a droid: every part of a round is used.
fn equipped() -> Engagement {
    let mut engagement = engagement(
        "space-superiority",
        "2 Rookie Pilot + Proton Torpedoes + R2 Astromech, Gold Squadron Pilot + Twin Laser Turret",
        "3 Academy Pilot, 2 Gamma Squadron Pilot + Seismic Charges + Concussion Missiles",
    );
    engagement.terrain = Terrain::RegularAsteroids;
    engagement
}

#[test]
fn nothing_is_allocated_in_a_round() {
    let engagement = equipped();
    let mission = crate::config::mission::find(&engagement.mission).expect("a mission");
    let table = deal::deal(&engagement, mission).expect("playable");
    // The first battle fills tables that are computed once.
    for battle_index in 0..4 {
        let luck = Luck::new(12, battle_index);
        let [mut a, mut b] = Side::BOTH.map(|side| thinking(policy_stream(luck, 0, side)));
        let mut nobody = Null;
        let mut battle =
            deal::begin(&engagement, &table, Fortune::new(luck, 0), [&mut a, &mut b], &mut nobody);
        missions::setup::set_up(&mut battle).expect("room for all");
        let mut rounds = 0;
        while !missions::is_over(&mut battle) && battle.state.round < engagement.switches.round_cap {
            let counted = allocation_counter::measure(|| round::round(&mut battle));
            rounds += 1;
            assert!(battle_index == 0 || counted.count_total == 0, "round {rounds}: {counted:?}");
        }
        assert!(0 < rounds);
    }
}

#[test]
fn a_softer_pilot_is_told_by_his_temperature() {
    let pilot = |name: &str| by_name(name, Luck::new(1, 0), 0, Side::Attacker).map(|pilot| pilot.name());
    assert_eq!(pilot("jouster:0.5"), Some("jouster"));
    for wrong in ["jouster:", "jouster:-1", "jouster:9", "greedy:0.5", "ace"] {
        assert_eq!(pilot(wrong), None, "{wrong}");
    }
}
