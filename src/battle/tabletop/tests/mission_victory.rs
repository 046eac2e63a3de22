//! Who wins the missions and when they end; waves and reinforcements; on a staged board.

use super::stage::*;
use super::*;
use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::rules::{bombs, end_phase, retreat};
use crate::battle::tabletop::state::{Leaving, NEVER, NONE, ObstacleKind, Status};
use crate::config::mission::{SquadRole, TokenKind};
use crate::geometry::{
    Edge, Pose, TokenShape, Vec2, distance_polygon_polygon, reach_polygon_polygon, token_shape,
};

const ATTACKER: Option<Side> = Some(Side::Attacker);
const DEFENDER: Option<Side> = Some(Side::Defender);

fn at(x: f64, y: f64, heading: Vec2) -> Pose {
    Pose::new(x, y, heading)
}

/// Everybody stands somewhere apart.
fn put_all(battle: &mut Staged<'_>) {
    for ship in 0..battle.state.ships().len() {
        if matches!(battle.table.origins[ship], Origin::Squad(_)) {
            put(battle, ship, 100.0 + 90.0 * ship as f64, 450.0, EAST);
        }
    }
}

fn is_over(battle: &mut Staged<'_>) -> bool {
    missions::is_over(battle)
}

/// The next round, in which nothing happens.
fn next_round(battle: &mut Staged<'_>) {
    battle.state.round += 1;
}

#[test]
fn last_on_board_wins_whoever_fled_or_fell() {
    for mission in ["space-superiority", "what-price-victory", "micro-jumps", "divide-and-conquer"] {
        set_in(mission, "2 Rookie Pilot", "2 Academy Pilot").play(|battle| {
            put_all(battle);
            kill(battle, 2);
            assert!(!is_over(battle));
            flee(battle, 3);
            assert!(is_over(battle));
            let verdict = missions::verdict(battle.view(), false);
            assert_eq!((verdict.winner, verdict.map_control), (ATTACKER, ATTACKER), "{mission}");
        });
        // All gone in the same round: a draw, and nobody controls the map.
        set_in(mission, "Rookie Pilot", "Academy Pilot").play(|battle| {
            put_all(battle);
            kill(battle, 0);
            flee(battle, 1);
            assert!(is_over(battle));
            let verdict = missions::verdict(battle.view(), false);
            assert_eq!((verdict.winner, verdict.map_control), (None, None), "{mission}");
        });
    }
}

#[test]
fn assassination_is_about_the_bounty_and_goes_on_after_it() {
    for fled in [false, true] {
        set_in("assassination", "2 Rookie Pilot", "2 Rookie Pilot").play(|battle| {
            put_all(battle);
            give_role(battle, 2, SquadRole::Bounty);
            if fled {
                flee(battle, 2)
            } else {
                kill(battle, 2)
            }
            assert_eq!(winner(battle), ATTACKER);
            // The assassins still have to get away or hold the field.
            assert!(!is_over(battle));
            next_round(battle);
            kill(battle, 0);
            kill(battle, 1);
            assert!(is_over(battle));
            let verdict = missions::verdict(battle.view(), false);
            assert_eq!((verdict.winner, verdict.map_control), (ATTACKER, DEFENDER));
        });
    }
    set_in("assassination", "Rookie Pilot", "2 Rookie Pilot").play(|battle| {
        put_all(battle);
        give_role(battle, 1, SquadRole::Bounty);
        kill(battle, 2);
        kill(battle, 0);
        assert!(is_over(battle));
        assert_eq!(winner(battle), DEFENDER);
    });
}

#[test]
fn stolen_containers_count_even_if_the_thief_is_lost_but_only_live_ones_bring_them_home() {
    set_in("supply-raid", "2 Rookie Pilot", "Academy Pilot").play(|battle| {
        put_all(battle);
        for x in [100.0, 400.0, 700.0] {
            lay(battle, TokenKind::Container, Side::Defender, at(x, 800.0, SOUTH));
        }
        missions::tokens::take_token(battle, 0, 0);
        kill(battle, 0);
        assert_eq!(winner(battle), None);
        missions::tokens::take_token(battle, 2, 1);
        missions::victory::look(battle);
        assert_eq!(winner(battle), ATTACKER);
        kill(battle, 2);
        let engagement = engagement("supply-raid", "2 Rookie Pilot", "Academy Pilot");
        let outcome = tell::outcome(&engagement, battle, false);
        assert_eq!((outcome.containers_stolen, outcome.containers_fled), (vec![2], 0));
    });
}

#[test]
fn containers_fly_on_when_either_side_is_gone() {
    for gone in Side::BOTH {
        set_in("supply-raid", "Rookie Pilot", "Academy Pilot").play(|battle| {
            put_all(battle);
            for x in [100.0, 800.0] {
                lay(battle, TokenKind::Container, Side::Defender, at(x, 100.0, SOUTH));
            }
            kill(battle, gone.index());
            assert!(!is_over(battle), "two containers can still flee");
            missions::start_of_end_phase(battle);
            assert!(is_over(battle));
            let verdict = missions::verdict(battle.view(), false);
            assert_eq!((verdict.winner, verdict.map_control), (DEFENDER, Some(gone.foe())));
        });
    }
}

#[test]
fn a_raid_without_a_winner_is_a_draw() {
    set_in("supply-raid", "Rookie Pilot", "Academy Pilot").play(|battle| {
        put_all(battle);
        give_role(battle, 0, SquadRole::Smuggler);
        lay(battle, TokenKind::Container, Side::Defender, at(100.0, 100.0, SOUTH));
        kill(battle, 0);
        assert!(is_over(battle), "one container is not two");
        assert_eq!(winner(battle), None);
    });
}

#[test]
fn the_shuttle_flies_on_alone_and_the_battle_goes_on_after_it() {
    for gone in [vec![0], vec![0, 1]] {
        set_in("vip-escort", "Rookie Pilot", "Academy Pilot").play(|battle| {
            put_all(battle);
            let token = lay(battle, TokenKind::Shuttle, Side::Defender, at(457.2, 700.0, SOUTH));
            let shuttle = usize::from(battle.state.tokens[token].ship);
            gone.iter().for_each(|ship| kill(battle, *ship));
            assert!(!is_over(battle));
            battle.ship_mut(shuttle).pose = at(457.2, 10.0, SOUTH);
            flee(battle, shuttle);
            assert!(is_over(battle));
            assert_eq!(winner(battle), DEFENDER);
        });
    }
    // Shot down: the assassins still need to leave or win the field.
    set_in("vip-escort", "Rookie Pilot", "Academy Pilot").play(|battle| {
        put_all(battle);
        let token = lay(battle, TokenKind::Shuttle, Side::Defender, at(457.2, 700.0, SOUTH));
        let shuttle = usize::from(battle.state.tokens[token].ship);
        kill(battle, shuttle);
        assert!(!is_over(battle));
        kill(battle, 0);
        assert!(is_over(battle));
        let verdict = missions::verdict(battle.view(), false);
        assert_eq!((verdict.winner, verdict.map_control), (ATTACKER, DEFENDER));
        // Its loss calls no reinforcement and is worth no points.
        assert_eq!(battle.state.points_lost[1], 0);
    });
}

#[test]
fn the_disabled_ship_wins_in_round_five_or_later_only_and_may_wait_for_it_alone() {
    for (round, expected) in [(4, None), (5, DEFENDER)] {
        set_in("no-man-behind", "2 Rookie Pilot", "2 Rookie Pilot").play(|battle| {
            put_all(battle);
            give_role(battle, 2, SquadRole::Disabled);
            battle.state.round = round;
            flee(battle, 2);
            assert_eq!(winner(battle), expected);
        });
    }
    set_in("no-man-behind", "Rookie Pilot", "2 Rookie Pilot").play(|battle| {
        put_all(battle);
        give_role(battle, 1, SquadRole::Disabled);
        kill(battle, 0);
        assert!(!is_over(battle), "it has still to flee");
        battle.state.round = 5;
        flee(battle, 1);
        assert!(is_over(battle));
        let verdict = missions::verdict(battle.view(), false);
        assert_eq!((verdict.winner, verdict.map_control), (DEFENDER, DEFENDER));
    });
}

#[test]
fn commanders_decide_and_two_lost_ones_make_a_draw() {
    // What happens to the attacker's commander (ship 0) and the defender's (ship 2), in which round; who wins.
    let cases: [(&[(usize, bool, u16)], Option<Side>); 6] = [
        (&[(0, false, 3)], DEFENDER),
        (&[(2, true, 3)], ATTACKER),
        (&[(0, false, 3), (2, false, 5)], None),
        // Fled while the other was there, who left later.
        (&[(2, true, 3), (0, true, 5)], ATTACKER),
        // Both in the same round.
        (&[(2, true, 3), (0, true, 3)], None),
        // Shot down in the round in which the other fled: he was not there any more.
        (&[(0, false, 3), (2, true, 3)], DEFENDER),
    ];
    for (fates, expected) in cases {
        set_in("wing-commander", "2 Rookie Pilot", "2 Rookie Pilot").play(|battle| {
            put_all(battle);
            give_role(battle, 0, SquadRole::WingCommander);
            give_role(battle, 2, SquadRole::WingCommander);
            for (ship, fled, round) in fates {
                battle.state.round = *round;
                if *fled { flee(battle, *ship) } else { kill(battle, *ship) }
            }
            assert!(!is_over(battle), "the wingmen fight on");
            kill(battle, 1);
            kill(battle, 3);
            assert!(is_over(battle) || fates.len() < 2);
            assert_eq!(winner(battle), expected, "{fates:?}");
        });
    }
}

#[test]
fn escalation_brings_the_cheaper_group_after_round_three_and_the_rest_after_six() {
    for seed in 0..8 {
        let mut engagement =
            engagement("escalation", "2 Rookie Pilot, 2 Rookie Pilot, Red Squadron Pilot", "9 Academy Pilot");
        // The attacker's groups: 42, 23 and 42 points; the third is the cheapest.
        for (ship, group) in engagement.squads[0].ships.iter_mut().zip([0, 0, 1, 1, 2]) {
            ship.group = group;
        }
        let mission = crate::config::mission::find("escalation").expect("a mission");
        let table = deal::deal(&engagement, mission).expect("playable");
        let luck = Luck::new(5, seed);
        let mut a = Greedy::new(policy_stream(luck, 0, Side::Attacker));
        let mut b = Greedy::new(policy_stream(luck, 0, Side::Defender));
        let mut events: Vec<BattleEvent> = Vec::new();
        let mut battle =
            deal::begin(&engagement, &table, Fortune::new(luck, 0), [&mut a, &mut b], &mut events);
        missions::setup::set_up(&mut battle).expect("room");
        let mut brought = Vec::new();
        for round in [3, 6] {
            let scopes: Vec<_> = battle.state.tokens().iter().filter(|t| t.is_there).copied().collect();
            let before = battle.state.on_board();
            battle.state.round = round;
            missions::end_of_round(&mut battle);
            let new = battle.state.on_board() & !before;
            let ships = |side: Side| -> Vec<usize> {
                few::bits(new).filter(|ship| battle.ship(*ship).side == side).collect()
            };
            brought.push(ships(Side::Attacker));
            assert_eq!(ships(Side::Defender).len(), 3);
            let outline = |ship: usize| battle.ship(ship).base.outline(battle.ship(ship).pose);
            for side in Side::BOTH {
                // All by one and the same token.
                let by = scopes.iter().filter(|token| token.owner == side).any(|token| {
                    let shape = missions::tokens::token_outline(token);
                    ships(side)
                        .iter()
                        .all(|ship| reach_polygon_polygon(&outline(*ship), &shape) <= 100.0 + 1e-6)
                });
                assert!(by, "within range 1 of one scope token");
            }
            for a in ships(Side::Attacker) {
                for d in ships(Side::Defender) {
                    assert!(300.0 < distance_polygon_polygon(&outline(a), &outline(d)));
                }
            }
            let left = battle.state.tokens().iter().filter(|token| token.is_there).count();
            assert_eq!(left, if round == 3 { 4 } else { 0 });
        }
        assert_eq!(brought, [vec![4], vec![2, 3]]);
    }
}

#[test]
fn nobody_has_won_while_groups_are_still_to_come() {
    set_in("escalation", "3 Rookie Pilot", "3 Rookie Pilot").play(|battle| {
        put(battle, 0, 100.0, 100.0, EAST);
        put(battle, 3, 800.0, 800.0, WEST);
        kill(battle, 3);
        assert!(!is_over(battle));
        assert_eq!(winner(battle), None);
        // A ship for which there was no room does not keep the battle open.
        for ship in [1, 2, 4, 5] {
            battle.ship_mut(ship).entered = NEVER;
        }
        assert!(is_over(battle));
        assert_eq!(winner(battle), ATTACKER);
    });
}

#[test]
fn concealed_ships_come_out_at_range_one_of_their_asteroids_after_the_first_combat() {
    let rocks = [at(300.0, 450.0, EAST), at(600.0, 450.0, EAST)];
    // 99 mm from the asteroid, which is more than 100 from the token in its middle.
    let reach = |rock: Pose| {
        let outline = token_shape(TokenShape::Asteroid(0)).placed(rock);
        outline.corners().iter().map(|corner| corner.x).fold(0.0, f64::max)
    };
    let (one, two) = (at(reach(rocks[1]) + 119.0, 450.0, EAST), at(reach(rocks[0]) + 119.0, 450.0, EAST));
    let puppet = |pose| Puppet { places: [pose].into(), ..Puppet::default() };
    let set = set_in("patrol-ambush", "2 Rookie Pilot", "2 Rookie Pilot").puppets(puppet(one), puppet(two));
    set.play(|battle| {
        put(battle, 0, 100.0, 50.0, NORTH);
        put(battle, 2, 100.0, 850.0, SOUTH);
        for (rock, owner, ship) in [(0, Side::Defender, 3), (1, Side::Attacker, 1)] {
            bombs::place_obstacle(
                battle,
                ObstacleKind::Asteroid,
                TokenShape::Asteroid(0),
                rocks[rock],
                NONE,
                0,
            );
            let token = lay(battle, TokenKind::Id, owner, rocks[rock]);
            battle.state.tokens[token].obstacle = rock as u8;
            give_role(battle, ship, SquadRole::Concealed);
        }
        let far = missions::tokens::token_outline(&battle.state.tokens[0]);
        let gap = distance_polygon_polygon(&battle.ship(3).base.outline(two), &far);
        assert!(100.0 < gap, "{gap}");
        missions::end_of_combat(battle);
        let came: Vec<u8> = battle
            .sink
            .iter()
            .filter_map(|event| match event {
                BattleEvent::ShipEntered { ship, .. } => Some(*ship),
                _ => None,
            })
            .collect();
        assert_eq!(came, [3, 1], "the defender first");
        assert_eq!((battle.ship(1).pose, battle.ship(3).pose), (one, two));
    });
}

#[test]
fn half_of_the_defenders_come_after_round_three_at_any_edge() {
    let defender =
        Puppet { places: [at(20.0, 300.0, EAST), at(900.0, 300.0, WEST)].into(), ..Puppet::default() };
    set_in("divide-and-conquer", "Outer Rim Smuggler, 2 Rookie Pilot", "4 Academy Pilot")
        .puppets(Puppet::default(), defender)
        .play(|battle| {
            (0..5).for_each(|ship| put(battle, ship, 200.0 + 100.0 * ship as f64, 500.0, EAST));
            kill(battle, 3);
            kill(battle, 4);
            assert!(!is_over(battle), "the other half is still to come");
            battle.state.round = 3;
            // The second place is refused: it sticks out, so the lot would have to find another.
            battle.fortune.placement = crate::chance::Scripted::numbers([
                1,
                1,
                1,
                1,
                1 << 20,
                1 << 20,
                1,
                1,
                1 << 21,
                1 << 21,
                1,
                1,
                1 << 22,
                1 << 23,
                1,
                1,
            ]);
            missions::end_of_round(battle);
            assert_eq!(battle.ship(5).pose.position, Vec2::new(20.0, 300.0));
            let last = battle.ship(6);
            assert_eq!(last.status, Status::OnBoard);
            let near = Edge::ALL.map(|edge| battle.table.board.span(edge, last.base, last.pose).1);
            assert!(near.iter().any(|far| *far <= 100.0 + 1e-6), "{near:?}");
        });
}

#[test]
fn each_loss_of_a_round_calls_one_stock_ship_to_the_edge_farthest_from_the_foe() {
    let sides = [
        ("vip-escort", [true, false]),
        ("no-man-behind", [true, false]),
        ("intelligence-gathering", [false, true]),
        ("what-price-victory", [true, true]),
        ("space-superiority", [false, false]),
    ];
    for (mission, calls) in sides {
        for side in Side::BOTH {
            set_in(mission, "3 Rookie Pilot", "3 Rookie Pilot")
                .stock(Side::Attacker, "2 Bandit Squadron Pilot")
                .stock(Side::Defender, "2 Bandit Squadron Pilot")
                .play(|battle| {
                    let own = 3 * side.index();
                    let foe = 3 - own;
                    // Foes to the west and in the north: the south is farthest, then the east.
                    (0..3).for_each(|i| put(battle, foe + i, 100.0 + 150.0 * i as f64, 850.0, SOUTH));
                    (0..3).for_each(|i| put(battle, own + i, 300.0 + 100.0 * i as f64, 300.0, NORTH));
                    kill(battle, own);
                    end_phase::end_phase(battle);
                    let came: Vec<usize> = (6..10).filter(|ship| battle.ship(*ship).is_on_board()).collect();
                    assert_eq!(came.len(), usize::from(calls[side.index()]), "{mission} {side:?}");
                    for ship in came {
                        let ship = battle.ship(ship);
                        assert_eq!(ship.side, side);
                        assert!((ship.pose.position.y - 20.0).abs() < 1e-6, "beside the edge");
                        assert_eq!(ship.pose.heading, NORTH);
                    }
                    // Another round without losses calls nobody.
                    next_round(battle);
                    let before = battle.state.on_board();
                    end_phase::end_phase(battle);
                    assert_eq!(battle.state.on_board(), before);
                });
        }
    }
}

#[test]
fn only_losses_of_skill_two_call_help_to_the_hvt_in_the_corner_that_the_attacker_picks() {
    // Academy Pilots have skill 1, Obsidian Squadron Pilots 3.
    for (lost, came) in [(1, 0), (2, 1)] {
        let attacker = Puppet { answer: 1, ..Puppet::default() };
        set_in("hvt-recovery", "Rookie Pilot", "Academy Pilot, Obsidian Squadron Pilot, Academy Pilot")
            .stock(Side::Defender, "2 Academy Pilot")
            .puppets(attacker, Puppet::default())
            .play(|battle| {
                put(battle, 0, 100.0, 850.0, SOUTH);
                (1..4).for_each(|ship| put(battle, ship, 200.0 * ship as f64, 500.0, NORTH));
                kill(battle, lost);
                end_phase::end_phase(battle);
                let there: Vec<usize> = (4..6).filter(|ship| battle.ship(*ship).is_on_board()).collect();
                assert_eq!(there.len(), came);
                for ship in there {
                    // Corner 1 is that of south and east; the whole base within range 2 of both.
                    let outline = battle.ship(ship).base.outline(battle.ship(ship).pose);
                    assert!(outline.corners().iter().all(|c| c.y <= 200.0 + 1e-6 && 714.4 - 1e-6 <= c.x));
                }
            });
    }
}

#[test]
fn the_hvt_is_won_by_the_pod_or_by_driving_the_attackers_off() {
    set_in("hvt-recovery", "2 Rookie Pilot", "Academy Pilot").play(|battle| {
        put_all(battle);
        lay(battle, TokenKind::EscapePod, Side::Attacker, at(457.2, 700.0, SOUTH));
        kill(battle, 2);
        assert!(!is_over(battle), "two ships can tow the pod home");
        kill(battle, 0);
        assert!(is_over(battle), "one cannot");
        assert_eq!(winner(battle), None);
    });
    set_in("hvt-recovery", "2 Rookie Pilot", "Academy Pilot").play(|battle| {
        put_all(battle);
        lay(battle, TokenKind::EscapePod, Side::Attacker, at(457.2, 700.0, SOUTH));
        kill(battle, 0);
        flee(battle, 1);
        assert!(is_over(battle));
        assert_eq!(winner(battle), DEFENDER);
    });
}

#[test]
fn most_cargo_secured_wins_and_as_much_is_a_draw() {
    for (score, expected) in [([3, 2], ATTACKER), ([2, 3], DEFENDER), ([2, 2], None), ([0, 0], None)] {
        set_in("asset-recovery", "Rookie Pilot", "Academy Pilot").play(|battle| {
            put_all(battle);
            battle.state.score = score;
            kill(battle, 1);
            // Cargo aboard is not secured, and there is time to take it off.
            battle.ship_mut(0).cargo = 1;
            assert!(!is_over(battle));
            battle.ship_mut(0).cargo = 0;
            assert!(is_over(battle));
            assert_eq!(winner(battle), expected);
        });
    }
}

#[test]
fn satellites_must_all_be_scanned_before_a_ship_leaves_with_one() {
    // Rounds in which ship 0 takes the first satellite and leaves, and ship 1 the second; who wins then.
    for (left, second, expected) in [(3, 5, DEFENDER), (5, 5, ATTACKER), (6, 5, ATTACKER)] {
        set_in("intelligence-gathering", "2 Rookie Pilot", "2 Academy Pilot").play(|battle| {
            put_all(battle);
            for x in [200.0, 500.0] {
                lay(battle, TokenKind::Satellite, Side::Defender, at(x, 800.0, SOUTH));
            }
            missions::tokens::take_token(battle, 0, 0);
            for round in 2..8 {
                battle.state.round = round;
                if round == second {
                    missions::tokens::take_token(battle, 1, 1);
                }
                if round == left {
                    flee(battle, 0);
                }
            }
            missions::victory::look(battle);
            assert_eq!(winner(battle), expected, "left in {left}");
            assert!(!is_over(battle));
        });
    }
    // A satellite lost with its ship was scanned all the same.
    set_in("intelligence-gathering", "2 Rookie Pilot", "Academy Pilot").play(|battle| {
        put_all(battle);
        for x in [200.0, 500.0] {
            lay(battle, TokenKind::Satellite, Side::Defender, at(x, 800.0, SOUTH));
        }
        missions::tokens::take_token(battle, 0, 0);
        missions::tokens::take_token(battle, 1, 1);
        kill(battle, 1);
        flee(battle, 0);
        assert_eq!(winner(battle), ATTACKER);
    });
    // Alone, the patrol has time to finish; with nothing left to carry home it has not.
    set_in("intelligence-gathering", "2 Rookie Pilot", "Academy Pilot").play(|battle| {
        put_all(battle);
        lay(battle, TokenKind::Satellite, Side::Defender, at(200.0, 800.0, SOUTH));
        kill(battle, 2);
        assert!(!is_over(battle));
        missions::tokens::take_token(battle, 0, 1);
        assert!(!is_over(battle));
        kill(battle, 1);
        assert!(is_over(battle));
        assert_eq!(winner(battle), DEFENDER);
    });
}

#[test]
fn an_ambush_is_won_by_points_destroyed_and_a_tie_is_the_attackers() {
    for (lost, expected) in
        [([0, 0], ATTACKER), ([24, 24], ATTACKER), ([24, 12], DEFENDER), ([12, 24], ATTACKER)]
    {
        for capped in [false, true] {
            set_in("ambush", "Rookie Pilot", "Academy Pilot").play(|battle| {
                put_all(battle);
                battle.state.points_lost = lost;
                let verdict = missions::verdict(battle.view(), capped);
                assert_eq!(verdict.winner, expected);
            });
        }
    }
    // Who only fled is not destroyed.
    set_in("ambush", "Rookie Pilot", "2 Academy Pilot").play(|battle| {
        put_all(battle);
        flee(battle, 0);
        assert_eq!((battle.state.points_lost, winner(battle)), ([0, 0], ATTACKER));
    });
}

#[test]
fn a_decided_battle_is_left_by_the_weaker_side() {
    // Two against three X-wings: 0.67 of the strength.
    for (decided, ratio, leaves) in [(false, 0.4, false), (true, 0.4, true), (true, 0.0, false)] {
        let mut set = set_in("assassination", "2 Rookie Pilot", "4 Rookie Pilot");
        for squad in &mut set.engagement.squads {
            squad.retreat.strength_ratio = ratio;
        }
        set.play(|battle| {
            put_all(battle);
            give_role(battle, 2, SquadRole::Bounty);
            kill(battle, if decided { 2 } else { 5 });
            retreat::consider(battle);
            assert_eq!(battle.state.breaking_off, [leaves, false]);
        });
    }
    let skirmish = crate::battle::skirmish::parameters::parameters().flight.stay_ratio;
    assert_eq!(f64::from(skirmish.0) / 1000.0, retreat::STAY_RATIO);
}

#[test]
fn a_battle_called_off_is_judged_as_it_stands_and_nobody_holds_the_field() {
    set_in("assassination", "Rookie Pilot", "Rookie Pilot").play(|battle| {
        put_all(battle);
        give_role(battle, 1, SquadRole::Bounty);
        let verdict = missions::verdict(battle.view(), true);
        assert_eq!((verdict.winner, verdict.map_control), (DEFENDER, None));
    });
    set_in("space-superiority", "Rookie Pilot", "Rookie Pilot").play(|battle| {
        put_all(battle);
        assert_eq!(missions::verdict(battle.view(), true).winner, None);
        assert_eq!(battle.ship(0).leaving, Leaving::No);
    });
}
