//! Single dice and the rulebook's random numbers, as procedures of `canto roll die`.

use super::{Procedure, convolve};
use crate::chance::{AttackFace, Chance, DefenseFace};

/// A die, or two of them added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Die {
    Attack,
    Defense,
    D6,
    TwoD6,
    D20,
    /// A random number from 1 to n.
    Number(u32),
}

impl Die {
    fn numbers(self) -> (u32, u32) {
        match self {
            Die::Attack | Die::Defense => (0, 0),
            Die::D6 => (1, 6),
            Die::TwoD6 => (2, 12),
            Die::D20 => (1, 20),
            Die::Number(n) => (1, n),
        }
    }
}

impl Procedure for Die {
    fn outcomes(&self) -> Vec<String> {
        match self {
            Die::Attack => ["hit", "crit", "focus", "blank"].map(String::from).to_vec(),
            Die::Defense => ["evade", "focus", "blank"].map(String::from).to_vec(),
            _ => {
                let (first, last) = self.numbers();
                (first..=last).map(|number| number.to_string()).collect()
            }
        }
    }

    fn exact(&self) -> Vec<f64> {
        match self {
            Die::Attack => AttackFace::ALL.map(AttackFace::probability).to_vec(),
            Die::Defense => DefenseFace::ALL.map(DefenseFace::probability).to_vec(),
            Die::TwoD6 => convolve(&[1.0 / 6.0; 6], &[1.0 / 6.0; 6]),
            _ => {
                let n = self.numbers().1;
                vec![1.0 / f64::from(n); n as usize]
            }
        }
    }

    fn trial(&self, chance: &mut impl Chance) -> usize {
        match self {
            Die::Attack => chance.attack_die() as usize,
            Die::Defense => chance.defense_die() as usize,
            Die::D6 => usize::from(chance.d6()) - 1,
            Die::TwoD6 => usize::from(chance.two_d6()) - 2,
            Die::D20 => usize::from(chance.d20()) - 1,
            Die::Number(n) => chance.number(*n) as usize - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::procedures::tests::check;

    #[test]
    fn die_probabilities_equal_enumeration() {
        for die in [Die::Attack, Die::Defense, Die::D6, Die::TwoD6, Die::D20, Die::Number(34), Die::Number(1)]
        {
            check(&die);
        }
        // A straight mean: 2D6 has 7.
        assert!((Die::TwoD6.mean().unwrap() - 7.0).abs() < 1e-12);
        assert_eq!(Die::Attack.mean(), None);
    }
}
