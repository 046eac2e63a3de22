//! Better pilots win more: equal squads, seats swapped, intervals at fixed seeds.

use rayon::prelude::*;

use super::*;
use crate::battle::tabletop::policy::by_name;

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
