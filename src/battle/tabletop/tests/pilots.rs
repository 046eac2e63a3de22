//! Better pilots win more: equal squads, seats swapped, intervals at fixed seeds.

use rayon::prelude::*;

use super::*;
use crate::battle::tabletop::policy::by_name;
use crate::battle::tabletop::rules::actions::{ActionChoice, Kinds, options};

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
        battle.ship_mut(0).arc = 1;
        assert_eq!(tacticians_action(battle), Some(ActionChoice::Focus));
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
        }
        battle.ship_mut(0).marks.speed_flown = 2;
        let taken = tacticians_action(battle);
        assert!(matches!(taken, Some(ActionChoice::Slam(_))), "{taken:?}");
    });
}
