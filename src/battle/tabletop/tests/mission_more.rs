//! Electronic Warfare and Cargo Scan on a staged board.

use super::mission_rules::*;
use super::stage::*;
use super::*;
use crate::battle::tabletop::rules::actions::{ActionChoice, action_step};
use crate::battle::tabletop::rules::combat::{self, Allowed, shots};
use crate::battle::tabletop::rules::{activation, planning};
use crate::battle::tabletop::state::ObstacleKind;
use crate::catalog::Bearing;
use crate::chance::AttackFace;
use crate::chance::Scripted;
use crate::config::mission::TokenKind;

#[test]
fn satellites_jam_attackers_at_range_one_at_the_start_of_combat() {
    let quiet = || Puppet { holds_fire: true, ..answers(&[]) };
    set_in("electronic-warfare", "2 Rookie Pilot", "Academy Pilot").puppets(quiet(), quiet()).play(
        |battle| {
            lay(battle, TokenKind::Satellite, Side::Defender, at(457.0, 457.0, NORTH));
            put(battle, 0, 457.0, 340.0, NORTH);
            put(battle, 1, 457.0, 100.0, NORTH);
            put(battle, 2, 560.0, 457.0, NORTH);
            combat::combat(battle);
            assert_eq!([0, 1, 2].map(|ship| battle.ship(ship).stress), [1, 0, 0]);
        },
    );
}

#[test]
fn satellites_are_sabotaged_from_above_and_the_last_one_wins() {
    set_in("electronic-warfare", "2 Rookie Pilot", "Academy Pilot")
        .puppets(
            Puppet { act: vec![on(0)], answer: 1, ..Puppet::default() },
            Puppet { holds_fire: true, ..answers(&[]) },
        )
        .play(|battle| {
            for x in [300.0, 600.0] {
                lay(battle, TokenKind::Satellite, Side::Defender, at(x, 457.0, NORTH));
            }
            put(battle, 0, 300.0, 450.0, NORTH);
            put(battle, 1, 600.0, 450.0, NORTH);
            put(battle, 2, 100.0, 800.0, SOUTH);
            action_step(battle, 0);
            assert!(!battle.state.tokens[0].is_there);
            assert_eq!(winner(battle), Some(Side::Defender));
            // The other one instead of an attack; jamming is no hindrance to that.
            combat::combat(battle);
            assert!(!battle.state.tokens[1].is_there);
            assert_eq!(winner(battle), Some(Side::Attacker));
            assert!(!missions::is_over(battle));
        });
}

#[test]
fn containers_of_a_cargo_scan_are_obstacles() {
    // The X-wing flies over a container: no action, and a die of damage.
    let fly =
        Puppet { fly: vec![(0, Bearing::Straight, 2)], act: vec![ActionChoice::Focus], ..Puppet::default() };
    set_in("cargo-scan", "Rookie Pilot", "Academy Pilot")
        .dice(Scripted::attack([AttackFace::Hit]))
        .puppets(fly, Puppet::default())
        .play(|battle| {
            let token = lay(battle, TokenKind::Container, Side::Defender, at(400.0, 325.0, NORTH));
            missions::setup::stand_as_obstacle(battle, token, TokenKind::Container);
            assert_eq!(battle.state.obstacles[0].kind, ObstacleKind::Token);
            put(battle, 0, 300.0, 300.0, EAST);
            put(battle, 1, 500.0, 360.0, WEST);
            // It obstructs the one line from corner to corner, and nobody shoots at it.
            let found = shots(battle.view(), 0, Allowed::ANY);
            assert_eq!(found.iter().map(|shot| shot.obstructed).collect::<Vec<bool>>(), [true]);
            put(battle, 1, 800.0, 800.0, WEST);
            planning::planning(battle);
            activation::activation(battle);
            assert_eq!((battle.ship(0).shields, battle.ship(0).focus), (1, 0));
        });
}

#[test]
fn each_container_is_scanned_once_and_each_ship_scans_once_a_round() {
    set_in("cargo-scan", "2 Rookie Pilot", "Academy Pilot")
        .puppets(Puppet { act: vec![on(0), on(1)], answer: usize::MAX, ..Puppet::default() }, answers(&[]))
        .play(|battle| {
            for y in [300.0, 460.0] {
                lay(battle, TokenKind::Container, Side::Defender, at(400.0, y, NORTH));
            }
            put(battle, 0, 300.0, 380.0, NORTH);
            put(battle, 1, 500.0, 300.0, NORTH);
            put(battle, 2, 800.0, 800.0, WEST);
            assert_eq!([0, 1].map(|ship| mission_actions(battle, ship)), [2, 1]);
            action_step(battle, 0);
            assert_eq!((battle.ship(0).tracking, battle.state.tokens[0].tracking), (1, 1));
            // One a round for the ship, once for the container.
            assert_eq!([0, 1].map(|ship| mission_actions(battle, ship)), [0, 0]);
            battle.ship_mut(0).marks = Default::default();
            action_step(battle, 0);
            assert_eq!(battle.ship(0).tracking, 2);
        });
}

#[test]
fn a_die_of_eight_and_the_readings_of_survivors_decide_a_cargo_scan() {
    // Readings of the ship that fled, of one on the board, of one destroyed; the die; who wins.
    let cases = [
        ([2, 3, 4], Some(4), Some(Side::Attacker)),
        ([2, 3, 4], Some(3), Some(Side::Defender)),
        // Nobody left with a reading: no roll.
        ([0, 8, 0], None, Some(Side::Defender)),
    ];
    for (readings, die, expected) in cases {
        set_in("cargo-scan", "3 Rookie Pilot", "Academy Pilot").dice(Scripted::numbers(die)).play(|battle| {
            (0..4).for_each(|ship| put(battle, ship, 100.0 + 150.0 * ship as f64, 450.0, EAST));
            for (ship, tracking) in readings.into_iter().enumerate() {
                battle.ship_mut(ship).tracking = tracking;
            }
            flee(battle, 0);
            kill(battle, 2);
            missions::roll_at_end(battle);
            assert_eq!(winner(battle), expected, "{readings:?} {die:?}");
        });
    }
}

#[test]
fn readings_are_still_brought_home_from_an_empty_board() {
    set_in("cargo-scan", "2 Rookie Pilot", "Academy Pilot").play(|battle| {
        (0..3).for_each(|ship| put(battle, ship, 100.0 + 150.0 * ship as f64, 450.0, EAST));
        lay(battle, TokenKind::Container, Side::Defender, at(400.0, 300.0, NORTH));
        kill(battle, 2);
        assert!(!missions::is_over(battle), "there is a container to scan");
        battle.state.tokens[0].tracking = 1;
        battle.ship_mut(0).tracking = 1;
        assert!(!missions::is_over(battle), "and a reading to bring home");
        flee(battle, 0);
        assert!(missions::is_over(battle));
    });
}
