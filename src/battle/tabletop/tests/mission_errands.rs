//! Special rules of the missions on a staged board: orders, debris, jumps, the tow, cargo, satellites.

use super::mission_rules::*;
use super::stage::*;
use super::*;
use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::rules::actions::action_step;
use crate::battle::tabletop::rules::combat::{self, Allowed, shots};
use crate::battle::tabletop::rules::{activation, bombs, end_phase, planning, skill};
use crate::battle::tabletop::state::{NONE, ObstacleKind, Status};
use crate::catalog::Bearing;
use crate::chance::Scripted;
use crate::config::mission::{SquadRole, TokenKind};
use crate::geometry::{TokenShape, Vec2};

// Wing Commander.

#[test]
fn orders_lie_face_down_until_activation_and_last_one_round() {
    // Order 0 is agility, on the commander himself; then order 1, skill 12, on a friend.
    let orders = answers(&[0, 32 + 1]);
    set_in("wing-commander", "2 Rookie Pilot", "Rookie Pilot").puppets(orders, answers(&[])).play(|battle| {
        put(battle, 0, 100.0, 100.0, NORTH);
        put(battle, 1, 300.0, 100.0, NORTH);
        put(battle, 2, 800.0, 800.0, SOUTH);
        give_role(battle, 0, SquadRole::WingCommander);
        give_role(battle, 2, SquadRole::WingCommander);
        missions::start_of_round(battle);
        assert_eq!(battle.ship(0).marks.agility_bonus, 0, "nobody sees it yet");
        missions::start_of_activation(battle);
        assert_eq!(battle.ship(0).marks.agility_bonus, 1);
        end_phase::end_phase(battle);
        assert_eq!(battle.ship(0).marks.agility_bonus, 0);
        missions::start_of_round(battle);
        missions::start_of_activation(battle);
        assert_eq!(skill::combat_skill(battle.view(), 1), 12);
        assert_eq!(skill::activation_skill(battle.view(), 1), 2);
    });
}

#[test]
fn each_order_is_given_once_and_within_range_three() {
    // The same order twice; then one for a ship too far away.
    set_in("wing-commander", "2 Rookie Pilot", "Rookie Pilot")
        .puppets(answers(&[0, 0, 32 + 1]), answers(&[]))
        .play(|battle| {
            put(battle, 0, 100.0, 100.0, NORTH);
            put(battle, 1, 500.0, 100.0, NORTH);
            put(battle, 2, 800.0, 800.0, SOUTH);
            give_role(battle, 0, SquadRole::WingCommander);
            give_role(battle, 2, SquadRole::WingCommander);
            for _ in 0..3 {
                end_phase::end_phase(battle);
                missions::start_of_round(battle);
                missions::start_of_activation(battle);
            }
            let revealed = battle.sink.iter().filter(|e| matches!(e, BattleEvent::OrderRevealed { .. }));
            assert_eq!(revealed.count(), 1);
        });
}

#[test]
fn green_orders_let_a_stressed_ship_fly_red_and_heal() {
    let mut puppet = answers(&[2 * 32]);
    puppet.fly = vec![(0, Bearing::Koiogran, 4)];
    set_in("wing-commander", "Rookie Pilot", "Rookie Pilot").puppets(puppet, answers(&[])).play(|battle| {
        put(battle, 0, 300.0, 300.0, EAST);
        put(battle, 1, 800.0, 800.0, SOUTH);
        give_role(battle, 0, SquadRole::WingCommander);
        give_role(battle, 1, SquadRole::WingCommander);
        battle.ship_mut(0).stress = 1;
        missions::start_of_round(battle);
        planning::planning(battle);
        assert!(!battle.ship(0).marks.all_green, "the order lies face down");
        activation::activation(battle);
        assert_eq!(battle.ship(0).stress, 0);
        assert!(battle.ship(0).pose.heading.x < -0.999, "it flew the Koiogran turn");
    });
}

// Divide and Conquer.

#[test]
fn a_kill_of_the_large_ship_leaves_a_debris_cloud_in_the_play_area() {
    // Killer, whether it is the large one, and where the victim goes down.
    for (by, clouds, x) in [(0, 1, 500.0), (1, 0, 500.0), (0, 1, 900.0)] {
        let mut set = set_in("divide-and-conquer", "Outer Rim Smuggler, Rookie Pilot", "2 Academy Pilot");
        set.placement = Scripted::numbers(vec![1; clouds]);
        set.play(|battle| {
            put(battle, 0, 200.0, 200.0, EAST);
            put(battle, 1, 300.0, 200.0, EAST);
            put(battle, 2, x, 500.0, EAST);
            put(battle, 3, 500.0, 800.0, EAST);
            battle.ship_mut(2).fate.by = Some(by);
            let base = battle.ship(2).base.outline(battle.ship(2).pose);
            kill(battle, 2);
            assert_eq!(battle.state.obstacles().len(), clouds);
            for cloud in battle.state.obstacles() {
                assert_eq!(cloud.kind, ObstacleKind::Debris);
                assert!(crate::geometry::distance_polygon_polygon(&cloud.outline, &base) <= 0.0);
                assert!(cloud.outline.corners().iter().all(|corner| corner.x <= 914.4 + 1e-6));
            }
        });
    }
}

// Micro-Jumps.

#[test]
fn a_microjump_sheds_tokens_and_uses_its_token_up() {
    let mut jumper = answers(&[1]);
    jumper.places = [at(700.0, 300.0, NORTH)].into();
    set_in("micro-jumps", "Outer Rim Smuggler", "Rookie Pilot").puppets(jumper, answers(&[])).play(
        |battle| {
            put(battle, 0, 200.0, 200.0, EAST);
            put(battle, 1, 200.0, 500.0, SOUTH);
            for (x, y) in [(200.0, 300.0), (700.0, 400.0), (200.0, 800.0)] {
                lay(battle, TokenKind::Microjump, Side::Attacker, at(x, y, NORTH));
            }
            let ship = battle.ship_mut(0);
            (ship.stress, ship.ion, ship.focus, ship.lock) = (2, 1, 1, 1);
            battle.ship_mut(1).lock = 0;
            missions::end_of_round(battle);
            let ship = battle.ship(0);
            assert_eq!(ship.pose.position, Vec2::new(700.0, 300.0));
            assert_eq!((ship.stress, ship.ion, ship.focus, ship.lock), (0, 0, 0, NONE));
            assert_eq!(battle.ship(1).lock, NONE);
            let there: Vec<bool> = battle.state.tokens().iter().map(|token| token.is_there).collect();
            assert_eq!(there, [true, false, true]);
            // He may also stay: the next answer declines.
            missions::end_of_round(battle);
            assert_eq!(battle.ship(0).pose.position, Vec2::new(700.0, 300.0));
        },
    );
}

// HVT Recovery.

#[test]
fn two_ships_with_the_pod_between_them_tow_it_once_a_round() {
    // Second ship, and whether a line of base to base at range 1 to 2 passes through the pod.
    for (x, y, tows) in
        [(560.0, 700.0, true), (300.0, 700.0, false), (390.0, 850.0, false), (601.0, 700.0, false)]
    {
        set_in("hvt-recovery", "3 Rookie Pilot", "Academy Pilot")
            .puppets(answers(&[0, 0]), answers(&[]))
            .play(|battle| {
                let pod = lay(battle, TokenKind::EscapePod, Side::Attacker, at(457.2, 700.0, SOUTH));
                put(battle, 0, 360.0, 700.0, NORTH);
                put(battle, 1, x, y, NORTH);
                put(battle, 2, 100.0, 100.0, NORTH);
                put(battle, 3, 800.0, 200.0, SOUTH);
                missions::end_of_activation(battle);
                let tracking = battle.state.tokens[pod].tracking;
                assert_eq!(tracking, if tows { 2 } else { 0 }, "{x} {y}");
            });
    }
}

#[test]
fn any_line_between_two_bases_counts_for_the_tow() {
    // The pod lies between two large ships, off every line from corner to corner but inside the hull of both.
    set_in("hvt-recovery", "2 Outer Rim Smuggler", "Academy Pilot")
        .puppets(answers(&[0]), answers(&[]))
        .play(|battle| {
            put(battle, 0, 300.0, 700.0, NORTH);
            put(battle, 1, 540.0, 700.0, NORTH);
            put(battle, 2, 800.0, 200.0, SOUTH);
            let pod = lay(battle, TokenKind::EscapePod, Side::Attacker, at(420.0, 718.0, SOUTH));
            missions::end_of_activation(battle);
            assert_eq!(battle.state.tokens[pod].tracking, 2);
        });
}

#[test]
fn the_pod_moves_while_it_has_tracking_tokens_and_must() {
    // Ways: bank left, bank right, straight.
    set_in("hvt-recovery", "2 Rookie Pilot", "Academy Pilot").puppets(answers(&[2, 2]), answers(&[])).play(
        |battle| {
            put(battle, 0, 100.0, 100.0, NORTH);
            put(battle, 1, 200.0, 100.0, NORTH);
            put(battle, 2, 800.0, 200.0, SOUTH);
            let pod = lay(battle, TokenKind::EscapePod, Side::Attacker, at(457.2, 180.0, SOUTH));
            // It passes over obstacles unharmed.
            let rock = at(457.2, 100.0, EAST);
            bombs::place_obstacle(battle, ObstacleKind::Asteroid, TokenShape::Asteroid(0), rock, NONE, 0);
            missions::start_of_activation(battle);
            assert_eq!(battle.state.tokens[pod].pose.position.y, 180.0);
            battle.state.tokens[pod].tracking = 2;
            missions::start_of_activation(battle);
            assert!((battle.state.tokens[pod].pose.position.y - 60.0).abs() < 1e-6);
            assert_eq!((battle.state.tokens[pod].tracking, winner(battle)), (1, None));
            missions::start_of_activation(battle);
            assert!(battle.state.tokens[pod].fled);
            assert_eq!(winner(battle), Some(Side::Attacker));
        },
    );
}

// Asset Recovery.

#[test]
fn recover_moves_one_unit_a_time_and_may_be_repeated_in_a_round() {
    set_in("asset-recovery", "Rookie Pilot", "Academy Pilot")
        .puppets(acts(vec![on(0), on(0)]), Puppet::default())
        .play(|battle| {
            let wreck = lay(battle, TokenKind::DisabledShip, Side::Attacker, at(457.2, 457.2, NORTH));
            put(battle, 0, 457.2, 330.0, NORTH);
            put(battle, 1, 800.0, 800.0, SOUTH);
            action_step(battle, 0);
            assert_eq!((battle.ship(0).cargo, battle.state.tokens[wreck].cargo), (1, 3));
            action_step(battle, 0);
            assert_eq!((battle.ship(0).cargo, battle.state.tokens[wreck].cargo), (2, 2));
            battle.state.tokens[wreck].cargo = 0;
            assert_eq!(mission_actions(battle, 0), 0, "an empty wreck gives nothing");
            battle.state.tokens[wreck].cargo = 1;
            put(battle, 0, 457.2, 270.0, NORTH);
            assert_eq!(mission_actions(battle, 0), 0, "out of range 1");
            kill(battle, 0);
            assert_eq!(battle.ship(0).cargo, 0);
        });
}

#[test]
fn wrecks_are_bumped_into_and_cannot_be_shot_at() {
    let fly = Puppet { fly: vec![(0, Bearing::Straight, 2)], ..Puppet::default() };
    set_in("asset-recovery", "Rookie Pilot", "Academy Pilot").puppets(fly, Puppet::default()).play(
        |battle| {
            let wreck = lay(battle, TokenKind::DisabledShip, Side::Defender, at(457.2, 457.2, NORTH));
            let wreck = usize::from(battle.state.tokens[wreck].ship);
            put(battle, 0, 457.2, 350.0, NORTH);
            put(battle, 1, 800.0, 850.0, WEST);
            assert!(
                shots(battle.view(), 0, Allowed::ANY).iter().all(|shot| usize::from(shot.target) != wreck)
            );
            planning::planning(battle);
            activation::activation(battle);
            assert_eq!(battle.ship(0).touching, 1 << wreck);
            assert!(battle.ship(0).pose.position.y < 457.2 - 60.0 + 1.0);
        },
    );
}

#[test]
fn cargo_is_secured_by_fleeing_and_the_ship_may_come_back_without_being_a_loss() {
    for (comes_back, answer) in [(true, 0), (false, 1)] {
        let mut owner = answers(&[answer]);
        owner.places = [at(20.0, 60.0, EAST), at(20.0, 120.0, EAST)].into();
        set_in("asset-recovery", "2 Academy Pilot", "Rookie Pilot")
            .stock(Side::Attacker, "3 Academy Pilot")
            .puppets(Puppet { answer: 0, ..owner }, answers(&[]))
            .play(|battle| {
                put(battle, 0, 5.0, 457.0, WEST);
                put(battle, 1, 300.0, 300.0, NORTH);
                put(battle, 2, 800.0, 800.0, SOUTH);
                battle.ship_mut(0).cargo = 3;
                flee(battle, 0);
                assert_eq!((battle.state.score, battle.ship(0).cargo), ([3, 0], 0));
                missions::end_of_round(battle);
                let reinforcement = battle.ship(3).status;
                if comes_back {
                    assert_eq!(battle.ship(0).status, Status::OnBoard);
                    assert_eq!(
                        battle.ship(0).pose.position.x,
                        20.0,
                        "touching the edge in a corner of its side"
                    );
                    assert_eq!(reinforcement, Status::Reserve, "nothing was lost");
                } else {
                    assert_eq!((battle.ship(0).status, reinforcement), (Status::Fled, Status::OnBoard));
                }
            });
    }
}

#[test]
fn who_flees_without_cargo_does_not_come_back_and_is_replaced() {
    let owner = Puppet { places: [at(20.0, 60.0, EAST)].into(), ..Puppet::default() };
    set_in("asset-recovery", "2 Academy Pilot", "Rookie Pilot")
        .stock(Side::Attacker, "3 Academy Pilot")
        .puppets(owner, answers(&[]))
        .play(|battle| {
            put(battle, 0, 5.0, 457.0, WEST);
            put(battle, 1, 300.0, 300.0, NORTH);
            put(battle, 2, 800.0, 800.0, SOUTH);
            flee(battle, 0);
            missions::end_of_round(battle);
            assert_eq!(battle.ship(0).status, Status::Fled);
            let came = (3..6).filter(|ship| battle.ship(*ship).is_on_board()).count();
            assert_eq!(came, 1);
        });
}

// Intelligence Gathering.

#[test]
fn satellites_are_scanned_by_action_by_an_attack_given_up_or_over_a_touched_defender() {
    set_in("intelligence-gathering", "2 Rookie Pilot", "Academy Pilot")
        .puppets(
            Puppet { act: vec![on(0)], answer: 1, ..Puppet::default() },
            Puppet { holds_fire: true, ..answers(&[]) },
        )
        .play(|battle| {
            for x in [200.0, 500.0, 800.0] {
                lay(battle, TokenKind::Satellite, Side::Defender, at(x, 700.0, SOUTH));
            }
            put(battle, 0, 200.0, 690.0, NORTH);
            put(battle, 1, 460.0, 690.0, NORTH);
            put(battle, 2, 800.0, 700.0, SOUTH);
            assert_eq!((mission_actions(battle, 0), mission_actions(battle, 1)), (1, 0), "overlapping only");
            action_step(battle, 0);
            assert_eq!(battle.state.tokens[0].carrier, 0);
            // Touching a defender who overlaps a satellite is enough.
            battle.ship_mut(1).touching = 1 << 2;
            assert_eq!(mission_actions(battle, 1), 1);
            battle.ship_mut(1).touching = 0;
            // Instead of an attack, without any target.
            put(battle, 1, 490.0, 690.0, NORTH);
            combat::combat(battle);
            assert_eq!(battle.state.tokens[1].carrier, 1);
            // The defender does not scan.
            assert_eq!(mission_actions(battle, 2), 0);
            // Tokens go down with their ship.
            kill(battle, 1);
            assert_eq!((battle.state.tokens[1].carrier, battle.state.tokens[1].is_there), (NONE, false));
        });
}

#[test]
fn a_ship_that_cannot_attack_does_not_scan_instead() {
    set_in("intelligence-gathering", "Rookie Pilot", "Academy Pilot")
        .puppets(Puppet::default(), answers(&[]))
        .play(|battle| {
            lay(battle, TokenKind::Satellite, Side::Defender, at(200.0, 700.0, SOUTH));
            put(battle, 0, 200.0, 690.0, NORTH);
            put(battle, 1, 800.0, 200.0, SOUTH);
            battle.ship_mut(0).weapons_disabled = true;
            combat::combat(battle);
            assert!(battle.state.tokens[0].is_there);
        });
}
