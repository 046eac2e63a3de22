//! The exact oracle: walks every branch of a procedure and adds up the probabilities.
//!
//! The procedure is run once per branch with a [`Chance`] that replays a path of choices, so any rule written
//! against `Chance` can be enumerated as it stands. Loops that may never end (ties rerolled) cannot; enumerate
//! one pass and close the loop by hand.

use std::collections::BTreeMap;

use super::{AttackFace, Chance, DefenseFace};

/// Outcome → probability.
pub type Distribution<T> = BTreeMap<T, f64>;

/// The exact distribution of what `procedure` returns.
pub fn enumerate<T: Ord>(mut procedure: impl FnMut(&mut Enumerated) -> T) -> Distribution<T> {
    let mut distribution = Distribution::new();
    let mut walker = Enumerated { path: Vec::new(), depth: 0, probability: 1.0 };
    loop {
        walker.depth = 0;
        walker.probability = 1.0;
        let outcome = procedure(&mut walker);
        debug_assert_eq!(walker.depth, walker.path.len(), "a procedure must draw the same on the same path");
        *distribution.entry(outcome).or_insert(0.0) += walker.probability;
        if !walker.next_branch() {
            return distribution;
        }
    }
}

/// A [`Chance`] that replays one path through the tree of draws.
#[derive(Debug)]
pub struct Enumerated {
    /// For each draw so far: the branch taken and the number of branches.
    path: Vec<(u32, u32)>,
    depth: usize,
    probability: f64,
}

impl Enumerated {
    fn branch(&mut self, branches: u32) -> u32 {
        if self.depth == self.path.len() {
            self.path.push((0, branches));
        }
        let (taken, of) = self.path[self.depth];
        assert_eq!(of, branches, "a procedure must draw the same on the same path");
        self.depth += 1;
        taken
    }

    /// Moves to the next path in order; false after the last one.
    fn next_branch(&mut self) -> bool {
        while let Some((taken, of)) = self.path.pop() {
            if taken + 1 < of {
                self.path.push((taken + 1, of));
                return true;
            }
        }
        false
    }
}

impl Chance for Enumerated {
    fn attack_die(&mut self) -> AttackFace {
        let face = AttackFace::ALL[self.branch(AttackFace::ALL.len() as u32) as usize];
        self.probability *= face.probability();
        face
    }

    fn defense_die(&mut self) -> DefenseFace {
        let face = DefenseFace::ALL[self.branch(DefenseFace::ALL.len() as u32) as usize];
        self.probability *= face.probability();
        face
    }

    fn number(&mut self, n: u32) -> u32 {
        let taken = self.branch(n);
        self.probability /= f64::from(n);
        taken + 1
    }

    fn likely(&mut self, probability: f64) -> bool {
        let yes = self.branch(2) == 0;
        self.probability *= if yes { probability } else { 1.0 - probability };
        yes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_add_up_to_seven_in_six_of_thirty_six() {
        let sums = enumerate(|chance| chance.two_d6());
        assert_eq!(sums.len(), 11);
        assert!((sums[&7] - 6.0 / 36.0).abs() < 1e-15);
        assert!((sums.values().sum::<f64>() - 1.0).abs() < 1e-14);
    }

    #[test]
    fn a_mixed_strategy_has_two_branches() {
        let mixed = enumerate(|chance| chance.likely(0.3) && chance.likely(0.5));
        assert!((mixed[&true] - 0.15).abs() < 1e-15);
        assert!((mixed[&false] - 0.85).abs() < 1e-15);
    }

    #[test]
    fn a_draw_that_depends_on_a_draw_is_walked_too() {
        // A second die only after a crit: killed twice has 1/8 * 1/8.
        let crits = enumerate(|chance| match chance.attack_die() {
            AttackFace::Crit => 1 + u8::from(chance.attack_die() == AttackFace::Crit),
            _ => 0,
        });
        assert!((crits[&2] - 1.0 / 64.0).abs() < 1e-15);
        assert!((crits[&1] - 7.0 / 64.0).abs() < 1e-15);
    }
}
