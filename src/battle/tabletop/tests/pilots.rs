//! Better pilots win more: equal squads, seats swapped, intervals at fixed seeds.

use rayon::prelude::*;

use super::*;
use crate::battle::tabletop::policy::by_name;
use crate::battle::tabletop::rules::actions::{ActionChoice, Kinds, options};
use crate::battle::tabletop::rules::combat::{Allowed, shots};
use crate::battle::tabletop::rules::planning;
use crate::catalog::Bearing;

/// Wins of the first pilot and decided battles, each seed fought from both seats.
fn duel(squad: &str, first: &str, second: &str, seeds: u64) -> (u64, u64) {
    let engagement = engagement("space-superiority", squad, squad);
    let fights = (0..2 * seeds).into_par_iter().map(|i| {
        let (seed, swapped) = (i / 2, i % 2 == 1);
        let luck = Luck::new(77, seed);
        let names = if swapped { [second, first] } else { [first, second] };
        let pilot = |side: Side| by_name(names[side.index()], luck, 0, side).expect("a pilot");
        let (mut attacker, mut defender) = (pilot(Side::Attacker), pilot(Side::Defender));
        let outcome =
            fight(&engagement, luck, 0, [&mut *attacker, &mut *defender], &mut Null).expect("playable");
        let mine = if swapped { Side::Defender } else { Side::Attacker };
        outcome.winner.map_or((0, 0), |winner| (u64::from(winner == mine), 1))
    });
    fights.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
}

/// More wins than an even match would give: the 95 % interval (normal) must lie above one half.
#[track_caller]
fn beats(squad: &str, better: &str, worse: &str, seeds: u64) {
    let (wins, decided) = duel(squad, better, worse, seeds);
    let (n, excess) = (decided as f64, wins as f64 - decided as f64 / 2.0);
    assert!(seeds <= decided, "{better} v {worse}: only {decided} of {} decided", 2 * seeds);
    assert!(1.96 * n.sqrt() / 2.0 < excess, "{better} v {worse} with {squad}: {wins} of {decided}");
}

#[test]
fn greedy_beats_random() {
    beats("3 Rookie Pilot", "greedy", "random", 20);
}

#[test]
fn tactician_beats_greedy() {
    beats("3 Rookie Pilot", "tactician", "greedy", 60);
    beats("4 Academy Pilot", "tactician", "greedy", 60);
}

/// What a tactician does with the first ship's action.
fn tacticians_action(battle: &stage::Staged<'_>) -> Option<ActionChoice> {
    let options = options(battle.view(), 0, Kinds::FULL, false);
    let mut pilot = by_name("tactician", Luck::new(1, 0), 0, Side::Attacker).expect("a pilot");
    pilot.action(battle.view(), 0, &options).map(|index| options[index].choice)
}

#[test]
fn tactician_turns_a_mobile_arc_to_the_only_enemy_beside_it() {
    // The TIE sits a hand's breadth to the left (quadrant 1 of the craft, which faces east) and stays in reach.
    stage::set("Shadowport Hunter", "Academy Pilot").play(|battle| {
        stage::put(battle, 0, 400.0, 400.0, stage::EAST);
        stage::put(battle, 1, 400.0, 560.0, stage::EAST);
        battle.ship_mut(1).marks.activated = true;
        assert_eq!(tacticians_action(battle), Some(ActionChoice::RotateArc(1)));
        // With the arc on him, dice are bettered: by a token or by a lock.
        battle.ship_mut(0).arc = 1;
        let taken = tacticians_action(battle);
        assert!(matches!(taken, Some(ActionChoice::Focus | ActionChoice::TargetLock(1))), "{taken:?}");
    });
}

#[test]
fn tactician_cloaks_under_fire_that_cannot_be_returned() {
    // Two TIE Fighters that have moved sit behind the Phantom: it has no shot to give up.
    stage::set("Sigma Squadron Pilot", "2 Academy Pilot").play(|battle| {
        stage::put(battle, 0, 450.0, 450.0, stage::EAST);
        stage::put(battle, 1, 300.0, 420.0, stage::EAST);
        stage::put(battle, 2, 300.0, 480.0, stage::EAST);
        for foe in [1, 2] {
            battle.ship_mut(foe).marks.activated = true;
            battle.ship_mut(foe).focus = 1;
        }
        assert_eq!(tacticians_action(battle), Some(ActionChoice::Cloak));
        // Turned around it has the better gun, and fires.
        stage::put(battle, 0, 450.0, 450.0, stage::WEST);
        assert_ne!(tacticians_action(battle), Some(ActionChoice::Cloak));
    });
}

#[test]
fn tactician_slams_out_of_an_arc_when_it_has_no_shot() {
    // A TIE Fighter behind at close range; the K-wing (turret holds 2 dice) is faced by nothing it must stay for.
    stage::set("Warden Squadron Pilot", "6 Academy Pilot").play(|battle| {
        stage::put(battle, 0, 450.0, 450.0, stage::EAST);
        for foe in 1..7 {
            stage::put(battle, foe, 150.0, 225.0 + 75.0 * foe as f64, stage::EAST);
            battle.ship_mut(foe).marks.activated = true;
            battle.ship_mut(foe).focus = 1;
        }
        battle.ship_mut(0).marks.speed_flown = 2;
        let taken = tacticians_action(battle);
        assert!(matches!(taken, Some(ActionChoice::Slam(_))), "{taken:?}");
    });
}

#[test]
fn tactician_locks_the_ship_that_it_will_shoot() {
    // Two Y-wings with torpedoes' worth of targets: one dead ahead at range 2, one astern at range 2.
    for (ahead, astern) in [(1, 2), (2, 1)] {
        stage::set("Gold Squadron Pilot + Proton Torpedoes", "2 Rookie Pilot").play(|battle| {
            stage::put(battle, 0, 450.0, 450.0, stage::EAST);
            stage::put(battle, ahead, 650.0, 450.0, stage::EAST);
            stage::put(battle, astern, 270.0, 450.0, stage::WEST);
            for foe in [1, 2] {
                battle.ship_mut(foe).marks.activated = true;
            }
            assert_eq!(tacticians_action(battle), Some(ActionChoice::TargetLock(ahead as u8)));
            let mut pilot = by_name("tactician", Luck::new(1, 0), 0, Side::Attacker).expect("a pilot");
            assert_eq!(pilot.free_lock(battle.view(), 0, 0b110), Some(ahead));
        });
    }
}

#[test]
fn tactician_fires_the_torpedo_once_it_has_the_lock() {
    stage::set("Gold Squadron Pilot + Proton Torpedoes", "Rookie Pilot").play(|battle| {
        stage::put(battle, 0, 450.0, 450.0, stage::EAST);
        stage::put(battle, 1, 650.0, 450.0, stage::WEST);
        battle.ship_mut(0).lock = 1;
        let found = shots(battle.view(), 0, Allowed::ANY);
        let mut pilot = by_name("tactician", Luck::new(1, 0), 0, Side::Attacker).expect("a pilot");
        let choice = pilot.attack(battle.view(), 0, &found).map(|choice| found[choice].weapon);
        assert_eq!(choice, Some(1), "four dice beat two");
    });
}

#[test]
fn tactician_drops_a_bomb_only_where_enemies_will_be() {
    for (foe_x, dropped) in [(390.0, true), (700.0, false)] {
        stage::set("Scimitar Squadron Pilot + Seismic Charges", "Rookie Pilot").play(|battle| {
            stage::put(battle, 0, 500.0, 450.0, stage::EAST);
            stage::put(battle, 1, foe_x, 450.0, stage::EAST);
            battle.ship_mut(1).marks.activated = true;
            let fast =
                battle.loadout(0).dial().iter().position(|entry| entry.speed == 3 && entry.is_straight());
            let mut pilot = by_name("tactician", Luck::new(1, 0), 0, Side::Attacker).expect("a pilot");
            let choice = pilot.drops_bomb(battle.view(), 0, fast.expect("straight 3"), 1);
            assert_eq!(choice.is_some(), dropped, "{foe_x}");
        });
    }
}

#[test]
fn tactician_does_not_fly_where_only_the_edge_is_left() {
    // Heading out, 130 mm from the edge: every straight and bank leaves the board at once or in the next turn; only
    // hard turns keep a way in. Engines that look at the present position see no danger here.
    stage::set("Rookie Pilot", "Academy Pilot").play(|battle| {
        stage::put(battle, 0, 784.0, 450.0, stage::EAST);
        stage::put(battle, 1, 100.0, 100.0, stage::EAST);
        let mut pilot = by_name("tactician", Luck::new(1, 0), 0, Side::Attacker).expect("a pilot");
        let legal = planning::legal_dials(battle.view(), 0);
        let choice = pilot.dial(battle.view(), 0, legal);
        let entry = battle.loadout(0).dial()[choice];
        assert!(entry.is_turn() || entry.bearing == Bearing::Koiogran, "{entry:?}");
        let end = battle.ship(0).pose.then(entry.end);
        assert!(battle.table.board.holds(battle.ship(0).base, end));
    });
}
