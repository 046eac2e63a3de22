//! Initiative in Star Wars Miniatures: what abilities are worth, from the frames of `canto minis`.
//!
//! The unit is the *point of initiative*: +1 on every roll of the die, which nothing cancels. An ability is worth as
//! many points as would win initiative as often against a plain player.

use serde::Serialize;

use super::estimate::{CONFIDENCE, wilson};
use super::group::{counts, integers, numbers, texts};
use super::run::Run;
use super::{Estimate, Method};
use crate::error::{Error, Result};
use crate::frames::columns::{INITIATIVES, OUTCOMES};

/// Sides of the die that both roll.
const SIDES: u32 = 20;

/// The name of the set without any ability, against which worth is measured.
pub const PLAIN: &str = "plain";

/// The chance of a player with so many whole points against a player without.
///
/// Of s² pairs of dice the other is higher by more than b in (s − 1 − b)(s − b) / 2 and by just b in s − b; ties are rolled
/// again, so the chance is won / (won + lost).
fn chance_of_whole(points: u32) -> f64 {
    let left = f64::from(SIDES - points.min(SIDES - 1));
    let lost = (left - 1.0) * left / 2.0;
    let won = f64::from(SIDES * SIDES) - left - lost;
    won / (won + lost)
}

/// The chance of a player with so many points; between whole ones on a straight line.
pub fn chance_of_points(points: f64) -> f64 {
    if points < 0.0 {
        return 1.0 - chance_of_points(-points);
    }
    let most = f64::from(SIDES - 1);
    if most <= points {
        return 1.0;
    }
    let below = points.floor();
    let (low, high) = (chance_of_whole(below as u32), chance_of_whole(below as u32 + 1));
    low + (high - low) * (points - below)
}

/// How many points of initiative a chance is worth; 19, which never lose, for a certain win.
pub fn points_of_chance(chance: f64) -> f64 {
    if chance < 0.5 {
        return -points_of_chance(1.0 - chance);
    }
    for below in 0..SIDES - 1 {
        let (low, high) = (chance_of_whole(below), chance_of_whole(below + 1));
        if chance < high {
            return f64::from(below) + (chance - low).max(0.0) / (high - low);
        }
    }
    f64::from(SIDES - 1)
}

/// One pairing of a matrix, seen by its first player.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Pairing {
    pub exact: f64,
    pub simulated: Option<Estimate>,
    pub rerolls: f64,
}

/// Every set of abilities against every other, under one policy.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InitiativeMatrix {
    pub policy: String,
    /// As words, in the order of the frame.
    pub sets: Vec<String>,
    /// Row by row.
    pub cells: Vec<Pairing>,
}

/// What a set of abilities is worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Worth {
    pub set: String,
    /// Chance against a plain player; nothing where the matrix has none.
    pub against_plain: Option<f64>,
    /// The same in points of initiative.
    pub points: Option<f64>,
    /// Mean chance against every other set of the matrix.
    pub against_others: f64,
    /// What a pair of abilities is worth beyond the better one of the two, in points.
    pub beyond_the_better: Option<f64>,
}

impl InitiativeMatrix {
    pub fn at(&self, first: usize, second: usize) -> &Pairing {
        &self.cells[first * self.sets.len() + second]
    }

    pub fn position(&self, set: &str) -> Option<usize> {
        self.sets.iter().position(|known| known == set)
    }

    /// The worth of every set but the plain one, in the order of the matrix.
    pub fn worth(&self) -> Vec<Worth> {
        let plain = self.position(PLAIN);
        let points = |set: usize| plain.map(|plain| points_of_chance(self.at(set, plain).exact));
        let others = (self.sets.len() - 1).max(1) as f64;
        let row = |set: usize| {
            let parts: Vec<&str> = self.sets[set].split(',').collect();
            let singles: Vec<f64> = parts.iter().filter_map(|part| points(self.position(part)?)).collect();
            let better = singles.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let is_pair = 1 < parts.len() && singles.len() == parts.len();
            Worth {
                set: self.sets[set].clone(),
                against_plain: plain.map(|plain| self.at(set, plain).exact),
                points: points(set),
                against_others: (0..self.sets.len())
                    .filter(|other| *other != set)
                    .map(|other| self.at(set, other).exact)
                    .sum::<f64>()
                    / others,
                beyond_the_better: points(set).filter(|_| is_pair).map(|points| points - better),
            }
        };
        (0..self.sets.len()).filter(|set| Some(*set) != plain).map(row).collect()
    }

    /// Of the pairings that were simulated, how many there are and how many intervals hold the exact value. The mirror
    /// image of a pairing is the same rounds, so each counts once.
    pub fn agreement(&self) -> (u64, u64) {
        let mut seen = (0, 0);
        for first in 0..self.sets.len() {
            for second in first..self.sets.len() {
                let cell = self.at(first, second);
                if let Some(estimate) = &cell.simulated {
                    seen.0 += 1;
                    seen.1 += u64::from((estimate.low..=estimate.high).contains(&cell.exact));
                }
            }
        }
        seen
    }
}

/// The matrices of a run, one for each policy, in the order of the frame.
pub fn initiative_matrices(run: &Run) -> Result<Vec<InitiativeMatrix>> {
    let data =
        run.frame(&INITIATIVES, &["first", "second", "policy", "exact", "count", "trials", "rerolls"])?;
    let [first, second, policy] = ["first", "second", "policy"].map(|column| texts(&data, column));
    let (first, second, policy) = (first?, second?, policy?);
    let [exact, count, rerolls] = ["exact", "count", "rerolls"].map(|column| numbers(&data, column));
    let (exact, count, rerolls) = (exact?, count?, rerolls?);
    let trials = counts(&data, "trials")?;
    let mut matrices: Vec<InitiativeMatrix> = Vec::new();
    // Pass one: the sets, pass two: the pairings, wherever they stand.
    let mut found: Vec<Vec<((String, String), Pairing)>> = Vec::new();
    for row in 0..data.height() {
        let text = |column: &polars::prelude::StringChunked| column.get(row).unwrap_or_default().to_string();
        let (first, second, policy) = (text(first), text(second), text(policy));
        let at = matrices.iter().position(|matrix| matrix.policy == policy).unwrap_or_else(|| {
            matrices.push(InitiativeMatrix { policy, sets: Vec::new(), cells: Vec::new() });
            found.push(Vec::new());
            matrices.len() - 1
        });
        if !matrices[at].sets.contains(&first) {
            matrices[at].sets.push(first.clone());
        }
        let trials = u64::from(trials[row]);
        let simulated =
            count[row].filter(|_| 0 < trials).map(|count| wilson(count as u64, trials, CONFIDENCE));
        let pairing = Pairing {
            exact: exact[row].unwrap_or(f64::NAN),
            simulated,
            rerolls: rerolls[row].unwrap_or(f64::NAN),
        };
        found[at].push(((first, second), pairing));
    }
    for (matrix, found) in matrices.iter_mut().zip(found) {
        let mut found: std::collections::BTreeMap<(String, String), Pairing> = found.into_iter().collect();
        for first in &matrix.sets {
            for second in &matrix.sets {
                let Some(pairing) = found.remove(&(first.clone(), second.clone())) else {
                    let problem = format!("the pairing of {first} and {second} is missing");
                    return Err(Error::frame(&run.path(&INITIATIVES), problem));
                };
                matrix.cells.push(pairing);
            }
        }
    }
    if matrices.is_empty() {
        return Err(Error::frame(&run.path(&INITIATIVES), "it holds no pairing"));
    }
    Ok(matrices)
}

/// One outcome of a table of players.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OutcomeLine {
    /// wins, rerolls, force points, check …
    pub topic: String,
    /// Nothing where it concerns all.
    pub player: String,
    pub outcome: String,
    /// The outcome as a number, where it is one.
    pub number: i64,
    pub exact: Option<f64>,
    pub simulated: Option<Estimate>,
}

/// Every outcome of a run, in the order of the frame.
pub fn outcome_lines(run: &Run) -> Result<Vec<OutcomeLine>> {
    let data = run.frame(
        &OUTCOMES,
        &["topic", "player", "outcome", "number", "exact", "simulated", "low", "high", "trials"],
    )?;
    let (topic, player, outcome) =
        (texts(&data, "topic")?, texts(&data, "player")?, texts(&data, "outcome")?);
    let number = integers(&data, "number")?;
    let (exact, simulated) = (numbers(&data, "exact")?, numbers(&data, "simulated")?);
    let (low, high, trials) = (numbers(&data, "low")?, numbers(&data, "high")?, numbers(&data, "trials")?);
    let line = |row: usize| {
        let text = |column: &polars::prelude::StringChunked| column.get(row).unwrap_or_default().to_string();
        let topic = text(topic);
        let estimate = match (simulated[row], low[row], high[row]) {
            (Some(value), Some(low), Some(high)) => Some(Estimate {
                value,
                low,
                high,
                n: trials[row].unwrap_or(0.0) as u64,
                method: if topic == "share" { Method::Delta } else { Method::Wilson },
                confidence: CONFIDENCE,
            }),
            _ => None,
        };
        OutcomeLine {
            topic,
            player: text(player),
            outcome: text(outcome),
            number: number[row],
            exact: exact[row],
            simulated: estimate,
        }
    };
    Ok((0..data.height()).map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of dice, counted.
    fn counted(points: i32) -> f64 {
        let (mut won, mut lost) = (0, 0);
        for own in 1..=20 {
            for other in 1..=20 {
                match (own + points).cmp(&other) {
                    std::cmp::Ordering::Greater => won += 1,
                    std::cmp::Ordering::Less => lost += 1,
                    std::cmp::Ordering::Equal => {}
                }
            }
        }
        f64::from(won) / f64::from(won + lost)
    }

    #[test]
    fn a_chance_of_whole_points_is_that_of_all_pairs_of_dice() {
        for points in -25..=25 {
            let chance = chance_of_points(f64::from(points));
            assert!((chance - counted(points)).abs() < 1e-15, "{points}: {chance}");
        }
    }

    #[test]
    fn points_and_chances_turn_into_each_other() {
        for tenth in -190..=190 {
            let points = f64::from(tenth) / 10.0;
            assert!((points_of_chance(chance_of_points(points)) - points).abs() < 1e-9, "{points}");
        }
        assert_eq!((points_of_chance(0.5), points_of_chance(1.0), points_of_chance(0.0)), (0.0, 19.0, -19.0));
        // Recon: 0.675 between +3 (247 of 383) and +4 (264 of 384).
        let recon = 3.0 + (0.675 - 247.0 / 383.0) / (264.0 / 384.0 - 247.0 / 383.0);
        assert!((points_of_chance(0.675) - recon).abs() < 1e-12);
    }

    #[test]
    fn worth_is_measured_against_plain_and_pairs_beyond_the_better() {
        let sets = ["plain", "a", "b", "a,b"].map(String::from).to_vec();
        let chances = [0.5, 0.7, 0.6, 0.8];
        let cell = |exact: f64| Pairing { exact, simulated: None, rerolls: 0.0 };
        let cells = (0..4)
            .flat_map(|first| (0..4).map(move |second| cell(0.5 + chances[first] - chances[second])))
            .collect();
        let matrix = InitiativeMatrix { policy: "never".into(), sets, cells };
        let worth = matrix.worth();
        assert_eq!(worth.iter().map(|worth| worth.set.as_str()).collect::<Vec<_>>(), ["a", "b", "a,b"]);
        assert_eq!(worth[0].beyond_the_better, None);
        let beyond = points_of_chance(0.8) - points_of_chance(0.7);
        assert!((worth[2].beyond_the_better.unwrap() - beyond).abs() < 1e-12);
        // a against plain, b and the pair: 0.7, 0.6, 0.4.
        assert!((worth[0].against_others - 1.7 / 3.0).abs() < 1e-12);
    }
}
