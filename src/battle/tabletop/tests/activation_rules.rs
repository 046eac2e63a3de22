//! Rules of the Planning and Activation phases on a staged board.

use super::stage::*;
use crate::battle::engagement::Terrain;
use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::rules::actions::{ActionChoice, Kinds, options};
use crate::battle::tabletop::rules::bombs::place_obstacle;
use crate::battle::tabletop::rules::{activation, end_phase, fleeing, planning, tractor_beam};
use crate::battle::tabletop::state::{Leaving, NONE, ObstacleKind, Status};
use crate::catalog::{Bearing, Difficulty};
use crate::chance::AttackFace::{Blank, Crit, Focus, Hit};
use crate::chance::Scripted;
use crate::geometry::{Hand, Pose, TokenShape, turn};
use crate::ids::Side;

fn fly(wishes: &[(usize, Bearing, u8)]) -> Puppet {
    Puppet { fly: wishes.to_vec(), holds_fire: true, ..Puppet::default() }
}

/// One Planning and Activation phase.
fn move_all(battle: &mut Staged<'_>) {
    planning::planning(battle);
    activation::activation(battle);
}

fn x(battle: &Staged<'_>, ship: usize) -> f64 {
    battle.ship(ship).pose.position.x
}

#[test]
fn ships_move_in_skill_order_and_initiative_breaks_ties() {
    // Skills: Academy 1, Rookie 2, Bandit 2 (defender). With the attacker's initiative: 1, then the attacker's 2.
    for (initiative, order) in [(Side::Attacker, [2, 0, 1]), (Side::Defender, [2, 1, 0])] {
        set("Rookie Pilot", "Bandit Squadron Pilot, Bandit Squadron Pilot").play(|battle| {
            battle.state.initiative = initiative;
            put(battle, 0, 100.0, 100.0, EAST);
            put(battle, 1, 100.0, 300.0, EAST);
            put(battle, 2, 100.0, 500.0, EAST);
            // The second Z-95 is an Academy-like skill 0 by a damaged cockpit.
            battle.ship_mut(2).cards.add_face_up(crate::battle::attack::DamageCard::DamagedCockpit);
            move_all(battle);
            let moved: Vec<u8> = battle
                .sink
                .iter()
                .filter_map(|event| match event {
                    BattleEvent::Moved { ship, .. } => Some(*ship),
                    _ => None,
                })
                .collect();
            assert_eq!(moved, order);
        });
    }
}

#[test]
fn dials_stay_hidden_until_they_are_revealed() {
    set("Rookie Pilot", "Academy Pilot").play(|battle| {
        put(battle, 0, 100.0, 100.0, EAST);
        put(battle, 1, 100.0, 300.0, EAST);
        planning::planning(battle);
        assert_eq!(battle.view().ship(0).revealed, NONE, "what a policy sees holds no dial");
        activation::activation(battle);
        assert_ne!(battle.view().ship(0).revealed, NONE);
    });
}

#[test]
fn red_stresses_green_heals_and_a_stressed_red_becomes_a_white_straight_two() {
    use Bearing::{Koiogran, Straight};
    // X-wing: 4 Koiogran is red, 1 straight is green.
    set("Rookie Pilot", "Academy Pilot").puppets(fly(&[(0, Koiogran, 4)]), fly(&[])).play(|battle| {
        put(battle, 0, 100.0, 100.0, EAST);
        move_all(battle);
        assert_eq!(battle.ship(0).stress, 1);
        assert_eq!(
            (x(battle, 0), battle.ship(0).pose.heading.x),
            (300.0, -1.0),
            "160 + 40 ahead, turned around"
        );
        // Planning a red maneuver under stress is not legal; the puppet's wish is replaced by the first legal entry.
        let legal = planning::legal_dials(battle.view(), 0);
        let dial = battle.loadout(0).dial();
        assert!(dial.iter().enumerate().all(|(i, e)| e.difficulty != Difficulty::Red || legal >> i & 1 == 0));
    });
    set("Rookie Pilot", "Academy Pilot").puppets(fly(&[(0, Koiogran, 4)]), fly(&[])).play(|battle| {
        put(battle, 0, 100.0, 100.0, EAST);
        planning::planning(battle);
        // Stress that comes between planning and revealing.
        battle.ship_mut(0).stress = 1;
        activation::activation(battle);
        assert_eq!((x(battle, 0), battle.ship(0).pose.heading.x), (220.0, 1.0), "straight 2: 80 + 40");
        assert_eq!(battle.ship(0).stress, 1, "white neither gives nor takes");
    });
    set("Rookie Pilot", "Academy Pilot").puppets(fly(&[(0, Straight, 1)]), fly(&[])).play(|battle| {
        put(battle, 0, 100.0, 100.0, EAST);
        battle.ship_mut(0).stress = 2;
        move_all(battle);
        assert_eq!(battle.ship(0).stress, 1);
    });
}

#[test]
fn an_overlap_sets_the_ship_back_without_action_or_flip() {
    let mut puppet = fly(&[(0, Bearing::Koiogran, 4)]);
    puppet.act = vec![ActionChoice::Focus];
    set("Rookie Pilot", "Academy Pilot").puppets(puppet, fly(&[])).play(|battle| {
        put(battle, 0, 100.0, 100.0, EAST);
        // The TIE moves first (skill 1, its first dial entry); it is set aside and put in the way afterwards.
        put(battle, 1, 320.0, 100.0, NORTH);
        planning::planning(battle);
        battle.ship_mut(1).marks.activated = true;
        activation::activation(battle);
        // Its base begins at 300: the X-wing's centre stops 20 before that.
        assert!((x(battle, 0) - 280.0).abs() < 1e-4, "{}", x(battle, 0));
        assert_eq!(battle.ship(0).pose.heading.x, 1.0, "no flip");
        assert_eq!(battle.ship(0).focus, 0, "no action");
        assert_eq!((battle.ship(0).touching, battle.ship(1).touching), (0b10, 0b01));
        assert_eq!(battle.ship(0).stress, 1, "the red maneuver was flown all the same");
    });
}

#[test]
fn touching_ends_when_either_moves_away() {
    let away = fly(&[(1, Bearing::Straight, 5)]);
    set("Rookie Pilot", "Academy Pilot").puppets(fly(&[]), away).play(|battle| {
        put(battle, 0, 100.0, 100.0, EAST);
        put(battle, 1, 140.0, 100.0, EAST);
        crate::battle::tabletop::rules::touching::touches(battle, 0, 1 << 1);
        move_all(battle);
        assert_eq!((battle.ship(0).touching, battle.ship(1).touching), (0, 0));
    });
}

fn with_obstacle(
    kind: ObstacleKind,
    at: f64,
    dice: Scripted,
    deck: &[u32],
    check: impl FnOnce(&mut Staged<'_>),
) {
    let mut puppet = fly(&[(0, Bearing::Straight, 2)]);
    puppet.act = vec![ActionChoice::Focus];
    set("Academy Pilot", "Rookie Pilot").dice(dice).decks(deck, &[]).puppets(puppet, fly(&[])).play(
        |battle| {
            put(battle, 0, 100.0, 100.0, EAST);
            let shape =
                if kind == ObstacleKind::Debris { TokenShape::Debris(0) } else { TokenShape::Asteroid(0) };
            place_obstacle(battle, kind, shape, Pose::new(at, 100.0, turn::NONE), NONE, 0);
            move_all(battle);
            check(battle);
        },
    );
}

#[test]
fn an_asteroid_costs_the_action_and_a_die_of_damage() {
    // Straight 2 ends at 220; the strip covers 120 to 200. A rock at 160 lies under the strip only.
    with_obstacle(ObstacleKind::Asteroid, 160.0, Scripted::attack([Hit]), &[30], |battle| {
        assert_eq!((battle.ship(0).damage, battle.ship(0).focus), (1, 0));
        assert_eq!(battle.ship(0).on_obstacles, 0, "flown through, not on it");
    });
    with_obstacle(ObstacleKind::Asteroid, 225.0, Scripted::attack([Focus]), &[], |battle| {
        assert_eq!((battle.ship(0).damage, battle.ship(0).focus), (0, 0));
        assert_eq!(battle.ship(0).on_obstacles, 1);
    });
    with_obstacle(ObstacleKind::Asteroid, 290.0, Scripted::default(), &[], |battle| {
        assert_eq!(battle.ship(0).focus, 1, "nothing met, action taken");
    });
}

#[test]
fn debris_stresses_and_hurts_with_crits_only() {
    // Stress comes before the action, so there is none.
    with_obstacle(ObstacleKind::Debris, 160.0, Scripted::attack([Hit]), &[], |battle| {
        assert_eq!((battle.ship(0).damage, battle.ship(0).stress, battle.ship(0).focus), (0, 1, 0));
    });
    // A crit deals a face-up card: Thrust Control Fire stresses once more and turns down.
    let card = nth(
        crate::battle::attack::DamageCard::ThrustControlFire,
        crate::battle::engagement::DamageDeckKind::Original,
    );
    with_obstacle(ObstacleKind::Debris, 160.0, Scripted::attack([Crit]), &[card], |battle| {
        assert_eq!((battle.ship(0).damage, battle.ship(0).stress), (1, 2));
        assert_eq!(battle.ship(0).cards.n_face_up(), 0);
    });
}

#[test]
fn an_ionized_ship_has_no_dial_and_drifts_straight_one() {
    set("Rookie Pilot, Outer Rim Smuggler", "Academy Pilot")
        .puppets(fly(&[(1, Bearing::Straight, 1)]), fly(&[]))
        .play(|battle| {
            put(battle, 0, 100.0, 100.0, EAST);
            put(battle, 1, 100.0, 400.0, EAST);
            battle.ship_mut(0).ion = 1;
            battle.ship_mut(1).ion = 1;
            planning::planning(battle);
            assert_eq!(battle.dials[0], NONE);
            assert_ne!(battle.dials[1], NONE, "a large ship needs two tokens");
            activation::activation(battle);
            assert_eq!((x(battle, 0), battle.ship(0).ion), (180.0, 0), "40 + 40, tokens gone");
            assert_eq!(battle.ship(1).ion, 1);
        });
}

#[test]
fn a_stressed_ship_has_no_action_and_each_action_is_taken_once() {
    set("Alpha Squadron Pilot", "Rookie Pilot").play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 700.0, 400.0, WEST);
        let choices = |battle: &Staged<'_>| {
            options(battle.view(), 0, Kinds::FULL, false)
                .iter()
                .map(|option| option.choice)
                .collect::<Vec<_>>()
        };
        // Interceptor: focus, evade, three boosts, six rolls.
        assert_eq!(choices(battle).len(), 2 + 3 + 6);
        battle.ship_mut(0).marks.actions_taken = 1 << crate::catalog::Action::Focus.index();
        assert!(!choices(battle).contains(&ActionChoice::Focus));
        battle.ship_mut(0).stress = 1;
        assert!(choices(battle).is_empty());
    });
}

#[test]
fn boosts_and_rolls_end_where_the_templates_say_and_not_on_rocks_or_ships() {
    set("Alpha Squadron Pilot", "Rookie Pilot").play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        let end = |battle: &Staged<'_>, wanted: ActionChoice| {
            options(battle.view(), 0, Kinds::FULL, false)
                .iter()
                .find(|option| option.choice == wanted)
                .map(|option| (option.end.position.x, option.end.position.y))
        };
        let left = ActionChoice::BarrelRoll(Hand::Left, 1);
        assert_eq!(end(battle, ActionChoice::Boost(0)), Some((480.0, 400.0)));
        assert_eq!(end(battle, left), Some((420.0, 480.0)));
        put(battle, 1, 425.0, 485.0, WEST);
        assert_eq!(end(battle, left), None, "a ship stands there");
        put(battle, 1, 800.0, 800.0, WEST);
        place_obstacle(
            battle,
            ObstacleKind::Asteroid,
            TokenShape::Asteroid(11),
            Pose::new(445.0, 400.0, turn::NONE),
            NONE,
            0,
        );
        assert_eq!(end(battle, ActionChoice::Boost(0)), None, "the strip lies on a rock");
    });
}

#[test]
fn push_the_limit_gives_a_second_action_and_stress() {
    let mut puppet = fly(&[(0, Bearing::Straight, 2)]);
    puppet.act = vec![ActionChoice::Focus, ActionChoice::Evade];
    set("Royal Guard Pilot + Push the Limit", "Rookie Pilot").puppets(puppet, fly(&[])).play(|battle| {
        put(battle, 0, 100.0, 100.0, EAST);
        put(battle, 1, 800.0, 800.0, EAST);
        move_all(battle);
        assert_eq!((battle.ship(0).focus, battle.ship(0).evade, battle.ship(0).stress), (1, 1, 1));
    });
}

#[test]
fn advanced_sensors_act_before_the_maneuver_and_not_after() {
    let mut puppet = fly(&[(0, Bearing::Straight, 2)]);
    puppet.act = vec![ActionChoice::Focus, ActionChoice::BarrelRoll(Hand::Left, 0)];
    set("Blue Squadron Pilot + Advanced Sensors", "Rookie Pilot").puppets(puppet, fly(&[])).play(|battle| {
        put(battle, 0, 100.0, 100.0, EAST);
        put(battle, 1, 800.0, 800.0, EAST);
        move_all(battle);
        assert_eq!(battle.ship(0).focus, 1);
        assert_eq!(battle.ship(0).pose.position.y, 100.0, "no roll after it");
    });
}

#[test]
fn slam_flies_the_same_speed_again_and_disables_weapons() {
    let mut puppet = fly(&[(0, Bearing::Straight, 2)]);
    let slot = |battle: &Staged<'_>| {
        let dial = battle.loadout(0).dial();
        dial.iter()
            .position(|entry| entry.bearing == Bearing::Straight && entry.speed == 2)
            .expect("on the dial")
    };
    puppet.act = (0..18).map(ActionChoice::Slam).collect();
    set("Guardian Squadron Pilot", "Rookie Pilot").puppets(puppet, fly(&[])).play(|battle| {
        put(battle, 0, 100.0, 400.0, EAST);
        put(battle, 1, 800.0, 800.0, EAST);
        assert!(slot(battle) < 18);
        move_all(battle);
        assert!(battle.ship(0).weapons_disabled);
        assert!(!crate::battle::tabletop::rules::combat::may_attack(battle.view(), 0));
        end_phase::end_phase(battle);
        assert!(!battle.ship(0).weapons_disabled);
    });
}

#[test]
fn a_cloaked_ship_is_hard_to_hit_cannot_shoot_and_decloaks_at_activation() {
    let mut puppet = fly(&[(0, Bearing::Straight, 3)]);
    puppet.decloak = Some(0);
    set("Sigma Squadron Pilot", "Rookie Pilot").puppets(puppet, fly(&[])).play(|battle| {
        put(battle, 0, 100.0, 400.0, EAST);
        put(battle, 1, 800.0, 800.0, EAST);
        battle.ship_mut(0).cloaked = true;
        assert_eq!(crate::battle::tabletop::rules::agility::agility(battle.view(), 0), 4);
        assert!(!crate::battle::tabletop::rules::combat::may_attack(battle.view(), 0));
        move_all(battle);
        // Straight 2 to decloak (120), then straight 3 (160).
        assert_eq!((battle.ship(0).cloaked, x(battle, 0)), (false, 380.0));
    });
}

#[test]
fn the_edge_is_soft_and_a_ship_may_come_back_once() {
    use Bearing::Straight;
    let mut stay = fly(&[(0, Straight, 5)]);
    stay.flees = false;
    // TIE Fighter: straight 5 moves 240. From y 300 northward it ends at 540; from 860 the nose sticks out.
    set("Academy Pilot", "Rookie Pilot").puppets(stay, fly(&[])).play(|battle| {
        put(battle, 0, 400.0, 660.0, NORTH);
        put(battle, 1, 100.0, 100.0, EAST);
        move_all(battle);
        // 660 + 240 = 900: 900 + 20 is beyond 914.4.
        assert!(fleeing::faces_away(battle.view(), 0));
        assert_eq!(battle.ship(0).leaving, Leaving::MustReturn);
        // Still outside at the end of the next activation: forced.
        end_phase::end_phase(battle);
        move_all(battle);
        assert_eq!(battle.ship(0).leaving, Leaving::Fleeing);
        assert!(!crate::battle::tabletop::rules::combat::may_attack(battle.view(), 0));
        assert!(options(battle.view(), 0, Kinds::FULL, false).is_empty());
        assert_eq!(battle.ship(0).status, Status::OnBoard, "it can still be shot");
        end_phase::end_phase(battle);
        assert_eq!(battle.ship(0).status, Status::Fled);
    });
}

#[test]
fn a_ship_that_wants_to_flee_must_face_away() {
    let leave = Puppet { flees: true, ..fly(&[(0, Bearing::Straight, 2)]) };
    // Flying along the northern edge with the left side outside: it does not face away.
    set("Academy Pilot", "Rookie Pilot").puppets(leave.clone(), fly(&[])).play(|battle| {
        put(battle, 0, 400.0, 900.0, EAST);
        put(battle, 1, 100.0, 100.0, EAST);
        move_all(battle);
        assert_eq!(battle.ship(0).leaving, Leaving::MustReturn);
    });
    set("Academy Pilot", "Rookie Pilot").puppets(leave, fly(&[])).play(|battle| {
        put(battle, 0, 400.0, 800.0, NORTH);
        put(battle, 1, 100.0, 100.0, EAST);
        move_all(battle);
        assert_eq!(battle.ship(0).leaving, Leaving::Fleeing);
    });
}

#[test]
fn a_tractored_small_ship_is_shifted_once_a_round_onto_a_rock_if_the_foe_likes() {
    let puppet = Puppet { tractor: Some(0), ..Puppet::default() };
    set("Academy Pilot", "Rookie Pilot").dice(Scripted::attack([Blank])).puppets(puppet, fly(&[])).play(
        |battle| {
            put(battle, 0, 100.0, 100.0, EAST);
            put(battle, 1, 400.0, 400.0, EAST);
            let rock = Pose::new(480.0, 400.0, turn::NONE);
            place_obstacle(battle, ObstacleKind::Asteroid, TokenShape::Asteroid(0), rock, NONE, 0);
            tractor_beam::assign(battle, 0, 1, 1);
            assert_eq!(x(battle, 1), 480.0, "a straight 1 forward");
            assert_eq!(battle.ship(1).on_obstacles, 1);
            // The second token of the round takes agility but shifts nobody: X-wing 2 - 2 = 0.
            tractor_beam::assign(battle, 0, 1, 1);
            assert_eq!(x(battle, 1), 480.0);
            assert_eq!(crate::battle::tabletop::rules::agility::agility(battle.view(), 1), 0);
            end_phase::end_phase(battle);
            assert_eq!(battle.ship(1).tractor, 0);
        },
    );
}

#[test]
fn bombs_go_off_at_the_end_of_activation_and_mines_under_a_ship() {
    // Seismic charges dropped on reveal: every ship at range 1 of the token suffers one damage.
    let puppet = Puppet { bombs: true, ..fly(&[(0, Bearing::Straight, 3)]) };
    set("Scimitar Squadron Pilot + Seismic Charges", "Rookie Pilot")
        .decks(&[], &[])
        .puppets(puppet, fly(&[]))
        .play(|battle| {
            put(battle, 0, 400.0, 400.0, EAST);
            // Behind the bomber: the token lies at 400 - 20 - 40 - 21 = 319.
            put(battle, 1, 250.0, 400.0, NORTH);
            planning::planning(battle);
            battle.ship_mut(1).marks.activated = true;
            activation::activation(battle);
            assert_eq!(battle.ship(1).shields, 1);
            assert_eq!(battle.ship(0).damage, 0, "it flew 160 away: 520 + ... beyond range 1 of 319 + 21");
            assert_eq!(battle.ship(0).bombs[0], 0);
        });
    // A proximity mine: three dice, crits count.
    let dice = Scripted::attack([Hit, Crit, Blank]);
    set("Academy Pilot", "Rookie Pilot")
        .dice(dice)
        .puppets(fly(&[(0, Bearing::Straight, 2)]), fly(&[]))
        .decks(&[30, 32], &[])
        .play(|battle| {
            put(battle, 0, 100.0, 100.0, EAST);
            put(battle, 1, 800.0, 800.0, EAST);
            let mine = ObstacleKind::Mine(crate::battle::tabletop::effects::Word::MineDice);
            place_obstacle(
                battle,
                mine,
                TokenShape::ProximityMine,
                Pose::new(230.0, 100.0, turn::NONE),
                NONE,
                3,
            );
            move_all(battle);
            assert_eq!(battle.ship(0).damage, 2);
            assert!(!battle.state.obstacles[0].is_there);
        });
}

#[test]
fn r2_astromech_paints_slow_maneuvers_green() {
    set("Rookie Pilot + R2 Astromech", "Academy Pilot").play(|battle| {
        for entry in battle.loadout(0).dial() {
            assert_eq!(entry.speed <= 2, entry.difficulty == Difficulty::Green, "{entry:?}");
        }
    });
}

#[test]
fn flares_stress_whoever_sees_the_edge() {
    use crate::chance::DefenseFace::Evade;
    set("Academy Pilot", "Rookie Pilot")
        .terrain(Terrain::FlareActivity)
        .dice(Scripted::defense([Evade]))
        .play(|battle| {
            put(battle, 0, 400.0, 400.0, EAST);
            put(battle, 1, 400.0, 600.0, WEST);
            battle.state.flare_edge = Some(crate::geometry::Edge::East.index() as u8);
            end_phase::end_phase(battle);
            assert_eq!((battle.ship(0).stress, battle.ship(1).stress), (1, 0));
        });
}

#[test]
fn ionized_dust_breaks_locks_and_ionizes_ships_without_shields() {
    // The TIE (no shields) rolls a crit: lock gone, ion. The X-wing rolls a crit: lock gone, shields hold.
    let dice = Scripted::attack([Crit, Crit]);
    set("Academy Pilot", "Rookie Pilot").terrain(Terrain::IonizedDustCloud).dice(dice).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 500.0, 400.0, WEST);
        battle.ship_mut(0).lock = 1;
        battle.ship_mut(1).lock = 0;
        end_phase::end_phase(battle);
        assert_eq!((battle.ship(0).lock, battle.ship(1).lock), (NONE, NONE));
        assert_eq!((battle.ship(0).ion, battle.ship(1).ion), (1, 0));
    });
}
