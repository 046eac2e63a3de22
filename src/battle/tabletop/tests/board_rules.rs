//! Bearings, coordinate, tokens of the round and the layout of every unusual feature.

use super::cards::armed;
use super::stage::*;
use super::*;
use crate::battle::tabletop::event::{BattleEvent, MoveKind};
use crate::battle::tabletop::loadout::DialEntry;
use crate::battle::tabletop::rules::actions::{ActionChoice, action_step};
use crate::battle::tabletop::rules::firing_arc::shot;
use crate::battle::tabletop::rules::{end_phase, maneuver, target_lock};
use crate::battle::tabletop::state::{NONE, ObstacleKind};
use crate::catalog::{Bearing, Difficulty};
use crate::geometry::{RANGE_BAND, Vec2, distance_polygon_polygon};

#[test]
fn every_bearing_ends_where_its_template_says() {
    use Bearing::*;
    const HALF: f64 = std::f64::consts::FRAC_1_SQRT_2;
    // Shift of the centre ahead and to the left, and the heading, of a small base; see the table of displacements.
    #[rustfmt::skip]
    const ENDS: [(Bearing, u8, [f64; 2], [f64; 2]); 14] = [
        (Straight,         2, [120.0, 0.0],    [1.0, 0.0]),
        (BankLeft,         2, [126.07, 52.22], [HALF, HALF]),
        (BankRight,        2, [126.07, -52.22], [HALF, -HALF]),
        (TurnLeft,         2, [82.5, 82.5],    [0.0, 1.0]),
        (TurnRight,        2, [82.5, -82.5],   [0.0, -1.0]),
        (Koiogran,         3, [160.0, 0.0],    [-1.0, 0.0]),
        (SegnorsLoopLeft,  2, [126.07, 52.22], [-HALF, -HALF]),
        (SegnorsLoopRight, 2, [126.07, -52.22], [-HALF, HALF]),
        (TallonRollLeft,   2, [82.5, 82.5],    [-1.0, 0.0]),
        (TallonRollRight,  2, [82.5, -82.5],   [-1.0, 0.0]),
        (Stationary,       0, [0.0, 0.0],      [1.0, 0.0]),
        (ReverseStraight,  1, [-80.0, 0.0],    [1.0, 0.0]),
        (ReverseBankLeft,  1, [-90.71, 37.57], [HALF, -HALF]),
        (ReverseBankRight, 1, [-90.71, -37.57], [HALF, HALF]),
    ];
    for (bearing, speed, shift, heading) in ENDS {
        set("Academy Pilot", "Academy Pilot").play(|battle| {
            put(battle, 0, 400.0, 400.0, EAST);
            let entry = DialEntry::new(speed, bearing, Difficulty::White, battle.ship(0).base);
            maneuver::execute(battle, 0, &entry, MoveKind::Maneuver);
            let pose = battle.ship(0).pose;
            let end = Vec2::new(400.0 + shift[0], 400.0 + shift[1]);
            assert!((pose.position - end).length() < 0.02, "{bearing:?}: {:?}", pose.position);
            assert!((pose.heading - Vec2::new(heading[0], heading[1])).length() < 1e-9, "{bearing:?}");
        });
    }
}

#[test]
fn a_tallon_roll_takes_a_free_spot_or_does_not_turn() {
    let fly = |x: f64, check: &dyn Fn(&Staged<'_>)| {
        set("Academy Pilot", "Academy Pilot").play(|battle| {
            put(battle, 0, 300.0, 400.0, EAST);
            put(battle, 1, x, 482.5, WEST);
            let entry = DialEntry::new(2, Bearing::TallonRollLeft, Difficulty::White, battle.ship(0).base);
            maneuver::execute(battle, 0, &entry, MoveKind::Maneuver);
            check(battle);
        });
    };
    // The end is (382.5, 482.5) facing west. A ship 35 to the east of it overlaps, 10 forward (west) is free.
    fly(417.5, &|battle| {
        let pose = battle.ship(0).pose;
        assert!((pose.position - Vec2::new(372.5, 482.5)).length() < 1e-6 && pose.heading.x < -0.999);
        assert_eq!(battle.ship(0).touching, 0);
    });
    // A ship on the very spot: set back along the turn, without the further quarter.
    fly(382.5, &|battle| {
        assert_eq!(battle.ship(0).touching, 0b10);
        assert!(0.0 <= battle.ship(0).pose.heading.x);
    });
}

#[test]
fn coordinate_gives_a_friend_within_range_two_a_free_action() {
    let act = vec![ActionChoice::Coordinate(1), ActionChoice::Evade];
    let puppet = Puppet { act, ..Puppet::default() };
    set("Starkiller Base Pilot, 2 Academy Pilot", "Rookie Pilot").puppets(puppet, Puppet::default()).play(
        |battle| {
            put(battle, 0, 300.0, 300.0, EAST);
            put(battle, 1, 300.0, 450.0, EAST);
            put(battle, 2, 300.0, 800.0, EAST);
            action_step(battle, 0);
            assert_eq!((battle.ship(1).evade, battle.ship(2).evade), (1, 0));
        },
    );
}

#[test]
fn tokens_of_the_round_go_and_lasting_ones_stay() {
    set("Academy Pilot", "Rookie Pilot").play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 500.0, 400.0, WEST);
        let ship = battle.ship_mut(0);
        (ship.focus, ship.evade, ship.tractor, ship.weapons_disabled) = (1, 1, 1, true);
        (ship.stress, ship.ion, ship.cloaked, ship.lock) = (1, 1, true, 1);
        end_phase::end_phase(battle);
        let ship = battle.ship(0);
        assert_eq!((ship.focus, ship.evade, ship.tractor, ship.weapons_disabled), (0, 0, 0, false));
        assert_eq!((ship.stress, ship.ion, ship.cloaked, ship.lock), (1, 1, true, 1));
    });
}

#[test]
fn the_ring_obstructs_and_forbids_locks() {
    set("Rookie Pilot", "Academy Pilot").terrain(Terrain::PlanetaryRing).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        battle.ship_mut(0).lock = 1;
        assert!(target_lock::may_lock(battle.view(), 0, 1));
        let corners = [(470.0, 0.0), (530.0, 0.0), (530.0, 914.4), (470.0, 914.4)];
        battle.state.ring = Some(corners.map(|(x, y)| Vec2::new(x, y)));
        assert!(shot(battle.view(), 0, 1, 0).expect("in range").obstructed);
        assert!(!target_lock::may_lock(battle.view(), 0, 1));
        end_phase::end_phase(battle);
        assert_eq!(battle.ship(0).lock, NONE);
    });
}

/// Asteroids, debris clouds, derelicts, proximity mines, cluster mines.
fn wanted(terrain: Terrain) -> [usize; 5] {
    match terrain {
        Terrain::NoAsteroids => [0, 0, 0, 0, 0],
        Terrain::LightAsteroids | Terrain::PlanetaryRing => [4, 0, 0, 0, 0],
        Terrain::RegularAsteroids
        | Terrain::Nebula
        | Terrain::FlareActivity
        | Terrain::Comet
        | Terrain::IonizedDustCloud => [6, 0, 0, 0, 0],
        Terrain::DenseAsteroids => [8, 0, 0, 0, 0],
        Terrain::Minefield => [0, 0, 0, 4, 4],
        Terrain::DebrisClouds => [0, 6, 0, 0, 0],
        Terrain::Derelict => [0, 3, 1, 0, 0],
    }
}

#[test]
fn every_feature_lays_out_what_the_rulebook_says() {
    for terrain in Terrain::ALL {
        for seed in 0..4 {
            let mut engagement = engagement("space-superiority", "Rookie Pilot", "Academy Pilot");
            engagement.terrain = terrain;
            let mission = crate::config::mission::find("space-superiority").expect("a mission");
            let table = deal::deal(&engagement, mission).expect("playable");
            let luck = Luck::new(12, seed);
            let mut a = Greedy::new(policy_stream(luck, 0, Side::Attacker));
            let mut b = Greedy::new(policy_stream(luck, 0, Side::Defender));
            let mut events: Vec<BattleEvent> = Vec::new();
            let mut battle =
                deal::begin(&engagement, &table, Fortune::new(luck, 0), [&mut a, &mut b], &mut events);
            missions::setup::set_up(&mut battle).expect("room for ships");
            let obstacles = battle.state.obstacles().to_vec();
            let ring = battle.state.ring;
            let edge = battle.state.flare_edge;
            let left_out =
                events.iter().filter(|event| matches!(event, BattleEvent::NoRoomFor { .. })).count();
            let count =
                |kind: &dyn Fn(ObstacleKind) -> bool| obstacles.iter().filter(|o| kind(o.kind)).count();
            let found = [
                count(&|kind| kind == ObstacleKind::Asteroid),
                count(&|kind| kind == ObstacleKind::Debris),
                count(&|kind| kind == ObstacleKind::Derelict),
                count(&|kind| kind == ObstacleKind::Mine(effects::Word::MineDice)),
                count(&|kind| kind == ObstacleKind::Mine(effects::Word::MineCluster)),
            ];
            let missing: usize = wanted(terrain).iter().sum::<usize>() - found.iter().sum::<usize>();
            assert_eq!(missing, left_out, "{terrain:?}: {found:?}: what is not placed is told");
            assert!(missing == 0 || terrain == Terrain::DenseAsteroids, "{terrain:?}: {found:?}");
            assert_eq!(ring.is_some(), terrain == Terrain::PlanetaryRing);
            assert_eq!(edge.is_some(), terrain == Terrain::FlareActivity);
            for (i, obstacle) in obstacles.iter().enumerate() {
                for corner in obstacle.outline.corners() {
                    let inner = 2.0 * RANGE_BAND..=914.4 - 2.0 * RANGE_BAND;
                    let free = terrain == Terrain::PlanetaryRing;
                    assert!(free || (inner.contains(&corner.x) && inner.contains(&corner.y)), "{terrain:?}");
                }
                let gaps: Vec<f64> = (0..obstacles.len())
                    .filter(|other| *other != i)
                    .map(|other| distance_polygon_polygon(&obstacle.outline, &obstacles[other].outline))
                    .collect();
                match terrain {
                    Terrain::Comet => assert!(gaps.iter().any(|gap| *gap <= 1.0), "one large obstacle"),
                    _ => assert!(gaps.iter().all(|gap| RANGE_BAND < *gap), "{terrain:?}: {gaps:?}"),
                }
            }
        }
    }
}

#[test]
fn an_outcome_names_the_cards_that_had_no_effect() {
    let stage = armed("Rookie Pilot", &["seismic-torpedo", "proton-torpedoes"], "Academy Pilot", &[]);
    let outcome = greedy_fight(&stage.engagement, 1, 1);
    let names: Vec<&str> =
        outcome.cards_without_effect.iter().map(|id| crate::catalog::catalog().upgrade(*id).key).collect();
    assert_eq!(names, ["seismic-torpedo"]);
}
