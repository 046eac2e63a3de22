//! One player's dice: how many are rolled, which one is kept, and the exact distribution of that.

use crate::chance::Chance;

/// Most sides a die has here, and the length of tables indexed by its number.
pub const MAX_SIDES: usize = 20;

/// Probability of each number of the kept die; index 0 is never used.
pub type Kept = [f64; MAX_SIDES + 1];

/// Which of several dice is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    Highest,
    Lowest,
    /// The die that shows this number if there is one, else the highest.
    Number(u8),
}

/// Rolls `dice` dice and keeps one.
#[inline]
pub fn roll_and_keep(chance: &mut impl Chance, sides: u8, dice: u8, keep: Keep) -> u8 {
    let mut kept = chance.number(u32::from(sides)) as u8;
    for _ in 1..dice {
        let die = chance.number(u32::from(sides)) as u8;
        kept = match keep {
            Keep::Highest => kept.max(die),
            Keep::Lowest => kept.min(die),
            Keep::Number(wanted) if kept == wanted || die == wanted => wanted,
            Keep::Number(_) => kept.max(die),
        };
    }
    kept
}

/// The exact distribution of [`roll_and_keep`].
pub fn kept_probabilities(sides: u8, dice: u8, keep: Keep) -> Kept {
    let mut kept = [0.0; MAX_SIDES + 1];
    let s = f64::from(sides);
    let below = |v: f64| (v / s).powi(i32::from(dice));
    for number in 1..=sides {
        let v = f64::from(number);
        kept[usize::from(number)] = match keep {
            Keep::Lowest => below(s - v + 1.0) - below(s - v),
            _ => below(v) - below(v - 1.0),
        };
    }
    if let Keep::Number(wanted) = keep
        && (1..=sides).contains(&wanted)
    {
        // Whenever the number turns up it is kept, so the others need that none of the dice shows it.
        let missing =
            |v: f64| ((v - if f64::from(wanted) <= v { 1.0 } else { 0.0 }) / s).powi(i32::from(dice));
        for number in 1..=sides {
            let v = f64::from(number);
            kept[usize::from(number)] =
                if number == wanted { 1.0 - below(s - 1.0) } else { missing(v) - missing(v - 1.0) };
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::enumerate;

    #[test]
    fn kept_probabilities_equal_enumeration() {
        for sides in [2, 6, 20] {
            for dice in 1..=3 {
                for keep in [Keep::Highest, Keep::Lowest, Keep::Number(2), Keep::Number(0)] {
                    let walked = enumerate(|chance| roll_and_keep(chance, sides, dice, keep));
                    let exact = kept_probabilities(sides, dice, keep);
                    for number in 1..=sides {
                        let p = walked.get(&number).copied().unwrap_or(0.0);
                        let q = exact[usize::from(number)];
                        assert!(
                            (p - q).abs() < 1e-12,
                            "{sides} sides, {dice} dice, {keep:?}, {number}: {p} {q}"
                        );
                    }
                }
            }
        }
    }
}
