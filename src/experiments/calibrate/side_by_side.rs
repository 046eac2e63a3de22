//! Both models on the same engagements and the same luck: what each says, and the paired difference.

use rayon::prelude::*;
use serde::Serialize;

use super::fights::Watched;
use crate::analysis::paired::{PairMoments, paired_difference};
use crate::analysis::{CONFIDENCE, Estimate, Moments, mean};
use crate::battle::outcome::Outcome;
use crate::battle::skirmish::{BoardOdds, fight_with};
use crate::chance::Luck;
use crate::ids::Side;

/// A battle in four numbers: what a side scored (a draw is a half), rounds, points lost by that side and by its foe.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    pub score: f64,
    pub rounds: f64,
    pub lost: f64,
    pub foe_lost: f64,
}

impl Summary {
    pub fn of(outcome: &Outcome, side: Side) -> Summary {
        let score = match (outcome.both, outcome.winner) {
            (Some(both), _) => f64::from(u8::from(both)),
            (None, Some(winner)) => f64::from(u8::from(winner == side)),
            (None, None) => 0.5,
        };
        Summary {
            score,
            rounds: f64::from(outcome.rounds),
            lost: f64::from(outcome.points_lost[side.index()]),
            foe_lost: f64::from(outcome.points_lost[side.foe().index()]),
        }
    }

    fn numbers(&self) -> [f64; 4] {
        [self.score, self.rounds, self.lost, self.foe_lost]
    }
}

/// What is compared, in the order of [`Summary`].
pub const MEASURES: [&str; 4] = ["win rate", "rounds", "points lost", "foe's points lost"];

/// Differences in win rate below this are called agreement, if the whole interval is.
pub const MARGIN: f64 = 0.05;

/// One number by both models.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Compared {
    pub tabletop: Estimate,
    pub skirmish: Estimate,
    /// By the parameters that are built in, where they are others.
    pub built_in: Estimate,
    /// Skirmish less tabletop.
    pub difference: Estimate,
}

/// A mission or a class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    pub name: String,
    pub is_class: bool,
    pub battles: u64,
    /// As [`MEASURES`].
    pub measures: Vec<Compared>,
}

impl Group {
    pub fn win_rate(&self) -> &Compared {
        &self.measures[0]
    }

    /// What the difference in win rate comes to.
    pub fn verdict(&self) -> &'static str {
        let difference = &self.win_rate().difference;
        if -MARGIN <= difference.low && difference.high <= MARGIN {
            "agree"
        } else if difference.contains(0.0) {
            "undecided"
        } else {
            "differ"
        }
    }
}

/// Fights everything again by the skirmish model, with the new parameters and with the built-in ones. Groups in the order in which
/// they were watched, all missions and all classes first.
pub fn group(watched: &[Watched], odds: &BoardOdds, seed: u64) -> Vec<Group> {
    let again: Vec<(Summary, Summary)> = watched
        .par_iter()
        .map(|battle| {
            let by = |odds: &BoardOdds| {
                let luck = Luck::new(seed, battle.luck);
                let outcome = fight_with(odds, battle.mission, &battle.engagement, luck, battle.key);
                Summary::of(&outcome, battle.side)
            };
            (by(odds), by(BoardOdds::built_in()))
        })
        .collect();
    let mut names: Vec<(bool, &str)> = Vec::new();
    for battle in watched {
        if !names.contains(&(battle.is_class, battle.group.as_str())) {
            names.push((battle.is_class, &battle.group));
        }
    }
    let of = |name: String, is_class: bool, belongs: &dyn Fn(&Watched) -> bool| {
        let rows: Vec<[[f64; 4]; 3]> = watched
            .iter()
            .zip(&again)
            .filter(|(battle, _)| belongs(battle))
            .map(|(battle, (new, old))| [battle.tabletop.numbers(), new.numbers(), old.numbers()])
            .collect();
        let measures = (0..MEASURES.len()).map(|i| {
            let column = |model: usize| -> Vec<f64> { rows.iter().map(|row| row[model][i]).collect() };
            let (board, new, old) = (column(0), column(1), column(2));
            let estimate = |values: &[f64]| mean(&Moments::of(values), CONFIDENCE);
            Compared {
                tabletop: estimate(&board),
                skirmish: estimate(&new),
                built_in: estimate(&old),
                difference: paired_difference(&PairMoments::of(&new, &board), CONFIDENCE).difference,
            }
        });
        Group { name, is_class, battles: rows.len() as u64, measures: measures.collect() }
    };
    let mut groups = vec![
        of("All missions".into(), false, &|battle| !battle.is_class),
        of("All ship classes".into(), true, &|battle| battle.is_class),
    ];
    for (is_class, name) in names {
        groups.push(of(name.into(), is_class, &|battle| battle.is_class == is_class && battle.group == name));
    }
    groups
}
