//! Special rules of the missions on a staged board: containers, the shuttle, the disabled ship.

use super::stage::*;
use super::*;
use crate::battle::tabletop::rules::actions::{ActionChoice, Kinds, action_step, options};
use crate::battle::tabletop::rules::combat::{self, Allowed, shots};
use crate::battle::tabletop::rules::{bombs, damage, end_phase, fleeing, planning};
use crate::battle::tabletop::state::{Leaving, NONE, ObstacleKind, Status};
use crate::chance::AttackFace::{Blank, Crit, Focus, Hit};
use crate::chance::DefenseFace::{self, Evade};
use crate::chance::Scripted;
use crate::config::mission::{SquadRole, TokenKind};
use crate::geometry::{Pose, TokenShape, Vec2};

pub(super) fn at(x: f64, y: f64, heading: Vec2) -> Pose {
    Pose::new(x, y, heading)
}

pub(super) fn has_role(battle: &Staged<'_>, ship: usize, role: SquadRole) -> bool {
    battle.ship(ship).has_role(role.index() as u8)
}

/// The mission's own actions that a ship could take now.
pub(super) fn mission_actions(battle: &Staged<'_>, ship: usize) -> usize {
    let all = options(battle.view(), ship, Kinds::FULL, false);
    all.iter().filter(|option| matches!(option.choice, ActionChoice::Mission { .. })).count()
}

pub(super) fn acts(act: Vec<ActionChoice>) -> Puppet {
    Puppet { act, ..Puppet::default() }
}

pub(super) fn answers(list: &[usize]) -> Puppet {
    Puppet { answers: list.iter().copied().collect(), answer: usize::MAX, ..Puppet::default() }
}

pub(super) fn on(token: usize) -> ActionChoice {
    ActionChoice::Mission { rule: 0, on: token as u8 }
}

// Supply Raid.

#[test]
fn containers_fly_two_straight_and_one_faster_for_each_escort_near() {
    // A template of speed 2 is 80 long, and a container's base 40.
    for (escorts, way) in [(0, 120.0), (1, 160.0), (2, 200.0)] {
        set_in("supply-raid", "Rookie Pilot", "3 Academy Pilot").play(|battle| {
            put(battle, 0, 800.0, 100.0, NORTH);
            for (ship, x) in [(1, 357.0), (2, 557.0), (3, 457.0)] {
                put(battle, ship, x, if ship == 3 { 800.0 } else { 700.0 }, SOUTH);
            }
            (1..=escorts).for_each(|ship| give_role(battle, ship, SquadRole::Escort));
            let token = lay(battle, TokenKind::Container, Side::Defender, at(457.2, 700.0, SOUTH));
            missions::start_of_end_phase(battle);
            let moved = 700.0 - battle.state.tokens[token].pose.position.y;
            assert!((moved - way).abs() < 1e-6, "{escorts} escorts: {moved}");
        });
    }
}

#[test]
fn a_container_that_crosses_the_attackers_edge_has_fled() {
    set_in("supply-raid", "Rookie Pilot", "Academy Pilot").play(|battle| {
        put(battle, 0, 100.0, 100.0, NORTH);
        put(battle, 1, 800.0, 800.0, SOUTH);
        let near = lay(battle, TokenKind::Container, Side::Defender, at(457.2, 130.0, SOUTH));
        let far = lay(battle, TokenKind::Container, Side::Defender, at(200.0, 200.0, SOUTH));
        missions::start_of_end_phase(battle);
        let state = |token: usize| (battle.state.tokens[token].is_there, battle.state.tokens[token].fled);
        assert_eq!((state(near), state(far)), ((false, true), (true, false)));
    });
}

#[test]
fn containers_are_no_ships_and_no_obstacles() {
    set_in("supply-raid", "Rookie Pilot", "Academy Pilot").play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        put(battle, 1, 550.0, 400.0, WEST);
        lay(battle, TokenKind::Container, Side::Defender, at(430.0, 400.0, SOUTH));
        let found = shots(battle.view(), 0, Allowed::ANY);
        assert_eq!(found.len(), 1, "the container is no target");
        assert!(!found[0].obstructed && battle.state.obstacles().is_empty());
    });
}

#[test]
fn steal_compares_crits_with_evades_and_a_failure_helps_the_next_attempt() {
    use DefenseFace::Blank as None_;
    let dice = Scripted::attack([Crit, Hit, Focus]).and_defense([Evade, None_, None_]);
    // Second attempt: no crit, but the tracking token is one; no evade.
    let dice = dice.and_attack([Blank, Hit, Focus]).and_defense([None_, None_, None_]);
    set_in("supply-raid", "2 Rookie Pilot", "Academy Pilot")
        .dice(dice)
        .puppets(acts(vec![on(0), on(0)]), Puppet::default())
        .play(|battle| {
            put(battle, 0, 400.0, 400.0, EAST);
            put(battle, 1, 400.0, 470.0, EAST);
            put(battle, 2, 800.0, 800.0, SOUTH);
            lay(battle, TokenKind::Container, Side::Defender, at(500.0, 400.0, SOUTH));
            give_role(battle, 0, SquadRole::Smuggler);
            assert_eq!((mission_actions(battle, 0), mission_actions(battle, 1)), (1, 0));
            // Even while stressed.
            battle.ship_mut(0).stress = 1;
            action_step(battle, 0);
            assert_eq!((battle.ship(0).tracking, battle.state.tokens[0].is_there), (1, true));
            // Once a round.
            assert_eq!(mission_actions(battle, 0), 0);
            battle.ship_mut(0).marks = Default::default();
            action_step(battle, 0);
            assert_eq!((battle.state.tokens[0].carrier, battle.state.tokens[0].is_there), (0, false));
            assert_eq!(battle.ship(0).tracking, 1);
        });
}

#[test]
fn steal_reaches_range_one() {
    set_in("supply-raid", "Rookie Pilot", "Academy Pilot").play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 800.0, 800.0, SOUTH);
        give_role(battle, 0, SquadRole::Smuggler);
        let token = lay(battle, TokenKind::Container, Side::Defender, at(700.0, 400.0, SOUTH));
        let edge = missions::tokens::token_outline(&battle.state.tokens[token]);
        let half = edge.corners().iter().map(|corner| 700.0 - corner.x).fold(0.0, f64::max);
        put(battle, 0, 700.0 - half - 100.0 - 20.0 + 0.5, 400.0, EAST);
        assert_eq!(mission_actions(battle, 0), 1);
        put(battle, 0, 700.0 - half - 100.0 - 20.0 - 0.5, 400.0, EAST);
        assert_eq!(mission_actions(battle, 0), 0);
    });
}

#[test]
fn an_escort_token_moves_on_when_its_ship_is_destroyed_and_leaves_with_one_that_flees() {
    set_in("supply-raid", "Rookie Pilot", "4 Academy Pilot").play(|battle| {
        put(battle, 0, 100.0, 100.0, NORTH);
        (1..5).for_each(|ship| put(battle, ship, 150.0 * ship as f64, 800.0, SOUTH));
        give_role(battle, 1, SquadRole::Escort);
        give_role(battle, 2, SquadRole::Escort);
        flee(battle, 2);
        kill(battle, 1);
        // One token moves: the other is with the ship that left.
        let escorts: Vec<bool> = (3..5).map(|ship| has_role(battle, ship, SquadRole::Escort)).collect();
        assert_eq!(escorts, [true, false]);
    });
}

#[test]
fn the_smuggler_token_moves_at_the_end_of_planning_without_its_tracking_tokens() {
    set_in("supply-raid", "2 Rookie Pilot", "Academy Pilot").puppets(answers(&[1]), Puppet::default()).play(
        |battle| {
            put(battle, 0, 100.0, 100.0, NORTH);
            put(battle, 1, 300.0, 100.0, NORTH);
            put(battle, 2, 800.0, 800.0, SOUTH);
            give_role(battle, 0, SquadRole::Smuggler);
            battle.ship_mut(0).tracking = 2;
            missions::end_of_planning(battle);
            let smuggler = [0, 1].map(|ship| has_role(battle, ship, SquadRole::Smuggler));
            assert_eq!((smuggler, battle.ship(0).tracking), ([false, true], 0));
            // Nobody is asked to, and it stays.
            missions::end_of_planning(battle);
            assert!(has_role(battle, 1, SquadRole::Smuggler));
        },
    );
}

// VIP Escort.

/// A shuttle, an X-wing of the attacker and two TIE Fighters of the defender.
fn escort(dice: Scripted, attacker: Puppet, defender: Puppet, play: impl FnOnce(&mut Staged<'_>, usize)) {
    set_in("vip-escort", "Rookie Pilot", "2 Academy Pilot").dice(dice).puppets(attacker, defender).play(
        |battle| {
            put(battle, 0, 100.0, 300.0, EAST);
            put(battle, 1, 800.0, 800.0, SOUTH);
            put(battle, 2, 700.0, 800.0, SOUTH);
            let token = lay(battle, TokenKind::Shuttle, Side::Defender, at(457.2, 500.0, SOUTH));
            let shuttle = usize::from(battle.state.tokens[token].ship);
            play(battle, shuttle);
        },
    );
}

#[test]
fn the_shuttle_moves_two_straight_or_banks_one_or_stays() {
    // 2 straight for a large base: 80 and 80 more.
    for (answer, shift) in [(0, Some((0.0, 160.0))), (3, Some((0.0, 0.0))), (1, None), (2, None)] {
        escort(Scripted::default(), Puppet::default(), answers(&[answer]), |battle, shuttle| {
            missions::start_of_activation(battle);
            let moved = Vec2::new(457.2, 500.0) - battle.ship(shuttle).pose.position;
            match shift {
                Some((x, y)) => assert!((moved - Vec2::new(x, y)).length() < 1e-6, "{moved:?}"),
                None => {
                    let turned = battle.ship(shuttle).pose.heading.dot(SOUTH);
                    assert!((turned - std::f64::consts::FRAC_1_SQRT_2).abs() < 1e-9);
                }
            }
        });
    }
}

#[test]
fn crits_against_the_shuttle_are_hits_and_twelve_destroy_it() {
    escort(Scripted::default(), Puppet::default(), Puppet::default(), |battle, shuttle| {
        assert_eq!((battle.loadout(shuttle).agility, battle.ship(shuttle).shields), (2, 6));
        damage::suffer(battle, shuttle, 3, 3, damage::Source::ship(0));
        assert_eq!((battle.ship(shuttle).shields, battle.ship(shuttle).damage), (0, 0));
        // No damage card is drawn: the deck's script is empty.
        damage::suffer(battle, shuttle, 0, 5, damage::Source::ship(0));
        assert_eq!(battle.ship(shuttle).damage, 5);
        assert!(battle.ship(shuttle).is_on_board());
        damage::suffer(battle, shuttle, 0, 1, damage::Source::ship(0));
        assert_eq!(battle.ship(shuttle).status, Status::Destroyed);
        assert_eq!(winner(battle), Some(Side::Attacker));
    });
}

#[test]
fn protect_stacks_evade_tokens_of_which_one_is_spent_for_each_attack() {
    let dice = Scripted::attack([Hit, Hit, Hit]).and_defense([DefenseFace::Blank; 2]);
    escort(dice, Puppet::default(), acts(vec![on(0), on(0)]), |battle, shuttle| {
        put(battle, 1, 457.2, 600.0, SOUTH);
        put(battle, 2, 560.0, 500.0, SOUTH);
        action_step(battle, 1);
        action_step(battle, 2);
        assert_eq!(battle.ship(shuttle).evade, 2);
        // The X-wing at range 2: three hits, two blanks, one evade token.
        put(battle, 0, 457.2, 280.0, NORTH);
        let shot = shots(battle.view(), 0, Allowed { target: Some(shuttle), ..Allowed::ANY })[0];
        assert_eq!(shot.range, 2);
        crate::battle::tabletop::rules::attack::attack(battle, 0, shot);
        assert_eq!((battle.ship(shuttle).evade, battle.ship(shuttle).shields), (1, 4));
    });
}

#[test]
fn the_shuttle_neither_acts_nor_attacks_nor_plans() {
    escort(
        Scripted::default(),
        Puppet::default(),
        Puppet { holds_fire: true, ..answers(&[3]) },
        |battle, s| {
            planning::planning(battle);
            assert_eq!(battle.dials[s], NONE);
            assert!(options(battle.view(), s, Kinds::FULL, false).is_empty());
            assert!(!combat::may_attack(battle.view(), s));
        },
    );
}

#[test]
fn a_shuttle_over_the_attackers_edge_flees_at_the_end_of_the_round_if_it_lives() {
    for shot_down in [false, true] {
        escort(Scripted::default(), Puppet::default(), answers(&[0]), |battle, shuttle| {
            let token = usize::from(battle.ship(shuttle).token);
            missions::tokens::set_token(battle, token, at(457.2, 150.0, SOUTH));
            missions::start_of_activation(battle);
            assert_eq!(battle.ship(shuttle).leaving, Leaving::Fleeing);
            assert!(battle.ship(shuttle).is_on_board(), "it can still be shot at");
            if shot_down {
                damage::suffer(battle, shuttle, 12, 0, damage::Source::ship(0));
            }
            end_phase::end_phase(battle);
            let expected = if shot_down { Side::Attacker } else { Side::Defender };
            assert_eq!((winner(battle), battle.state.tokens[token].fled), (Some(expected), !shot_down));
        });
    }
}

#[test]
fn a_shuttle_over_another_edge_has_not_won() {
    escort(Scripted::default(), Puppet::default(), answers(&[0, 0]), |battle, shuttle| {
        let token = usize::from(battle.ship(shuttle).token);
        missions::tokens::set_token(battle, token, at(100.0, 500.0, WEST));
        missions::start_of_activation(battle);
        assert_eq!(battle.ship(shuttle).leaving, Leaving::MustReturn);
        missions::start_of_activation(battle);
        assert_eq!(battle.ship(shuttle).leaving, Leaving::Fleeing, "it did not come back");
        fleeing::remove_fled(battle);
        assert_eq!((battle.state.tokens[token].fled, winner(battle)), (false, None));
    });
}

#[test]
fn obstacles_hurt_the_shuttle_and_ships_in_its_way_touch_it() {
    escort(Scripted::attack([Crit]), Puppet::default(), answers(&[0, 0]), |battle, shuttle| {
        let rock = at(457.2, 380.0, EAST);
        bombs::place_obstacle(battle, ObstacleKind::Asteroid, TokenShape::Asteroid(0), rock, NONE, 0);
        missions::start_of_activation(battle);
        assert_eq!(battle.ship(shuttle).shields, 5);
        battle.state.obstacles[0].is_there = false;
        let y = battle.ship(shuttle).pose.position.y;
        put(battle, 0, 457.2, y - 120.0, NORTH);
        missions::start_of_activation(battle);
        assert_eq!(battle.ship(shuttle).touching, 1);
        assert_eq!(battle.ship(0).touching, 1 << shuttle);
    });
}

// No Man Behind.

#[test]
fn the_disabled_ship_flies_speed_one_or_two_and_cannot_flee_before_round_five() {
    set_in("no-man-behind", "Rookie Pilot", "Omicron Group Pilot, Academy Pilot")
        .puppets(Puppet::default(), Puppet { flees: true, ..Puppet::default() })
        .play(|battle| {
            put(battle, 0, 100.0, 100.0, NORTH);
            put(battle, 1, 457.0, 457.0, EAST);
            put(battle, 2, 457.0, 600.0, EAST);
            give_role(battle, 1, SquadRole::Disabled);
            let speeds = |battle: &Staged<'_>, ship: usize| -> Vec<u8> {
                let legal = planning::legal_dials(battle.view(), ship);
                let dial = battle.loadout(ship).dial();
                let mut speeds: Vec<u8> =
                    (0..dial.len()).filter(|i| legal >> i & 1 == 1).map(|i| dial[i].speed).collect();
                speeds.sort_unstable();
                speeds.dedup();
                speeds
            };
            battle.state.round = 4;
            // A Lambda-class Shuttle could also stand still or fly 3.
            assert_eq!(speeds(battle, 1), [1, 2]);
            assert!(speeds(battle, 2).contains(&4), "the others are free");
            put(battle, 1, 900.0, 457.0, EAST);
            fleeing::end_of_activation(battle, 1);
            assert_eq!(battle.ship(1).leaving, Leaving::MustReturn);
            battle.state.round = 5;
            assert_eq!(speeds(battle, 1), [0, 1, 2, 3]);
            battle.ship_mut(1).leaving = Leaving::No;
            fleeing::end_of_activation(battle, 1);
            assert_eq!(battle.ship(1).leaving, Leaving::Fleeing);
            fleeing::remove_fled(battle);
            assert_eq!(winner(battle), Some(Side::Defender));
        });
}

#[test]
fn the_disabled_ship_destroyed_is_the_attackers_victory() {
    set_in("no-man-behind", "Rookie Pilot", "2 Rookie Pilot").play(|battle| {
        (0..3).for_each(|ship| put(battle, ship, 200.0 + 200.0 * ship as f64, 450.0, EAST));
        give_role(battle, 1, SquadRole::Disabled);
        kill(battle, 2);
        assert_eq!(winner(battle), None);
        kill(battle, 1);
        assert_eq!(winner(battle), Some(Side::Attacker));
    });
}
