//! Dice procedures of the rulebooks: each in its file, as a rule that rolls and as an exact distribution.
//!
//! [`Procedure`] is what `canto roll` needs of one; the campaign and the battles call the rules themselves.

pub mod die;
pub mod ejection;
pub mod escape;
pub mod extraction;
pub mod initiative;
pub mod mine_detonation;
pub mod slicer_theft;
pub mod steal;
mod sums;

use crate::chance::{Chance, Seeded};

pub use sums::{binomial, convolve, expectation};

/// A procedure with finitely many outcomes, exact and simulated.
pub trait Procedure: Sync {
    /// The outcomes' names in the order in which they are printed.
    fn outcomes(&self) -> Vec<String>;

    /// The exact probability of each outcome.
    fn exact(&self) -> Vec<f64>;

    /// One trial: the index of its outcome.
    fn trial(&self, chance: &mut impl Chance) -> usize
    where
        Self: Sized;

    /// Many trials, added to the tally. Simple procedures count whole words by bit planes instead.
    fn trials(&self, stream: &mut Seeded, trials: u64, tally: &mut [u64])
    where
        Self: Sized,
    {
        for _ in 0..trials {
            tally[self.trial(stream)] += 1;
        }
    }

    /// The mean over outcomes that are numbers.
    fn mean(&self) -> Option<f64> {
        let names = self.outcomes();
        let values: Option<Vec<f64>> = names.iter().map(|name| name.parse().ok()).collect();
        values.map(|values| values.iter().zip(self.exact()).map(|(value, p)| value * p).sum())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose, enumerate};

    /// Holds a procedure to its two promises: the exact values equal independent enumeration of the rule to
    /// 1e-12, and simulation lies within five standard errors of them.
    pub fn check(procedure: &impl Procedure) {
        let exact = procedure.exact();
        let walked = enumerate(|chance| procedure.trial(chance));
        for (index, p) in exact.iter().enumerate() {
            let q = walked.get(&index).copied().unwrap_or(0.0);
            assert!((p - q).abs() < 1e-12, "outcome {index}: exact {p}, enumerated {q}");
        }
        check_simulation(procedure);
    }

    /// The second half of [`check`], for procedures with loops that no enumeration ends.
    pub fn check_simulation(procedure: &impl Procedure) {
        const TRIALS: u64 = 40_000 + 7; // Not a multiple of 64: the last word is cut.
        let exact = procedure.exact();
        assert!((exact.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let mut tally = vec![0; procedure.outcomes().len()];
        procedure.trials(&mut Luck::new(11, 0).stream(Purpose::Roll, 0), TRIALS, &mut tally);
        assert_eq!(tally.iter().sum::<u64>(), TRIALS);
        for (index, (&count, p)) in tally.iter().zip(exact).enumerate() {
            let error = (TRIALS as f64 * p * (1.0 - p)).sqrt();
            let gap = (count as f64 - TRIALS as f64 * p).abs();
            assert!(gap <= 5.0 * error, "outcome {index}: {count} of {TRIALS} at {p}");
        }
    }
}
