//! Every ability and pair of abilities against every other, between two players.

use rayon::prelude::*;

use super::cards::Cards;
use super::players::{Player, WordError, seat};
use super::policy::Policy;
use super::simulate::{Decider, simulate};
use crate::chance::Luck;

/// The abilities that affect initiative, as words.
pub const SINGLES: [&str; 10] = [
    "recon",
    "foresee",
    "tactician:4",
    "watch-circle:2",
    "sense",
    "master-tactician",
    "anticipation",
    "doellins-luck",
    "wager",
    "tactics-broker",
];

/// One pairing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pairing {
    pub first: usize,
    pub second: usize,
    /// Exact probability that the first wins.
    pub exact: f64,
    pub mean_rerolls: f64,
    /// Simulated wins of the first; nothing where nothing was simulated.
    pub count: Option<u64>,
}

/// All pairings, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    pub sets: Vec<String>,
    pub cells: Vec<Pairing>,
    pub trials: u64,
}

impl Matrix {
    pub fn at(&self, first: usize, second: usize) -> &Pairing {
        &self.cells[first * self.sets.len() + second]
    }
}

/// Plain, every single ability, and every pair of different ones.
pub fn ability_sets(singles: &[String], pairs: bool) -> Vec<String> {
    let mut sets = vec!["plain".to_string()];
    sets.extend(singles.iter().cloned());
    if pairs {
        for (index, first) in singles.iter().enumerate() {
            sets.extend(singles[index + 1..].iter().map(|second| format!("{first},{second}")));
        }
    }
    sets
}

/// Computes, and with trials simulates, each pairing once; its mirror image follows.
pub fn matrix(
    sets: &[String],
    policy: Policy,
    cards: &Cards,
    seed: u64,
    trials: u64,
) -> Result<Matrix, WordError> {
    let players: Vec<Player> = sets
        .iter()
        .map(|words| Player::from_words(words, words, policy, &cards.abilities))
        .collect::<Result<_, _>>()?;
    let n = sets.len();
    let wanted: Vec<(usize, usize)> =
        (0..n).flat_map(|first| (first..n).map(move |second| (first, second))).collect();
    let computed: Vec<Pairing> = wanted
        .par_iter()
        .map(|&(first, second)| {
            let contest = seat(&[players[first].clone(), players[second].clone()], &cards.switches)?;
            let decider = Decider::of(&contest).expect("a pairing has two players");
            let answer = decider.exact(&contest).expect("two players are never too wide");
            let luck = Luck::new(seed, (first * n + second) as u64);
            let count = (0 < trials).then(|| simulate(&contest, &decider, luck, trials).wins[0]);
            Ok(Pairing { first, second, exact: answer.wins[0], mean_rerolls: answer.mean_rerolls, count })
        })
        .collect::<Result<_, WordError>>()?;
    let mut cells = vec![None; n * n];
    for cell in computed {
        let mirrored = Pairing {
            first: cell.second,
            second: cell.first,
            exact: 1.0 - cell.exact,
            count: cell.count.map(|count| trials - count),
            ..cell
        };
        cells[cell.second * n + cell.first] = Some(mirrored);
        cells[cell.first * n + cell.second] = Some(cell);
    }
    let cells = cells.into_iter().map(|cell| cell.expect("every pairing or its mirror image was computed"));
    Ok(Matrix { sets: sets.to_vec(), cells: cells.collect(), trials })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_holds_known_chances_and_is_its_own_mirror() {
        let words = ["recon", "wager"].map(String::from);
        let sets = ability_sets(&words, true);
        assert_eq!(sets, ["plain", "recon", "wager", "recon,wager"]);
        let matrix = matrix(&sets, Policy::WhenLosing, &Cards::built_in(), 1, 2000).unwrap();
        assert!((matrix.at(1, 0).exact - 5130.0 / 7600.0).abs() < 1e-12);
        // Wager wins alone; against another wager all is plain.
        assert_eq!(matrix.at(2, 0).exact, 1.0);
        assert!((matrix.at(3, 2).exact - 0.5).abs() < 1e-12);
        for first in 0..4 {
            for second in 0..4 {
                let (one, other) = (matrix.at(first, second), matrix.at(second, first));
                assert!((one.exact + other.exact - 1.0).abs() < 1e-12);
                if first != second {
                    assert_eq!(one.count.unwrap() + other.count.unwrap(), 2000);
                }
            }
        }
    }

    #[test]
    fn an_unknown_ability_is_refused() {
        let sets = ability_sets(&["reckon".to_string()], false);
        assert!(matrix(&sets, Policy::Never, &Cards::built_in(), 1, 0).is_err());
    }
}
