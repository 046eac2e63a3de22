//! Rolled dice as counts of faces. Dice are alike, so counts say everything but one thing: which dice were
//! rerolled already, since a die may be rerolled only once. Those stand apart.

use crate::chance::{AttackFace, Chance, DefenseFace};

/// Red dice on the table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct AttackDice {
    /// May still be rerolled; index is the face.
    fresh: [u8; 4],
    /// Rerolled once, added, or otherwise fixed.
    fixed: [u8; 4],
}

/// Green dice on the table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct DefenseDice {
    fresh: [u8; 3],
    fixed: [u8; 3],
}

/// The same few operations for both colours.
macro_rules! dice {
    ($dice:ident, $face:ident, $die:ident) => {
        impl $dice {
            pub fn roll<C: Chance>(chance: &mut C, n: u8) -> $dice {
                let mut dice = $dice::default();
                for _ in 0..n {
                    dice.fresh[chance.$die() as usize] += 1;
                }
                dice
            }

            /// Dice that show this face.
            pub fn count(&self, face: $face) -> u8 {
                self.fresh[face as usize] + self.fixed[face as usize]
            }

            /// Dice that show this face and may still be rerolled.
            pub fn rerollable(&self, face: $face) -> u8 {
                self.fresh[face as usize]
            }

            /// Rerolls up to `at_most` dice that show this face; says how many.
            pub fn reroll<C: Chance>(&mut self, chance: &mut C, face: $face, at_most: u8) -> u8 {
                let n = self.fresh[face as usize].min(at_most);
                self.fresh[face as usize] -= n;
                for _ in 0..n {
                    self.fixed[chance.$die() as usize] += 1;
                }
                n
            }

            /// Turns up to `at_most` dice from one face to another; says how many. Dice that cannot be rerolled
            /// any more go first, so that the others keep their chance.
            pub fn change(&mut self, from: $face, to: $face, at_most: u8) -> u8 {
                let fixed = self.fixed[from as usize].min(at_most);
                self.fixed[from as usize] -= fixed;
                self.fixed[to as usize] += fixed;
                let fresh = self.fresh[from as usize].min(at_most - fixed);
                self.fresh[from as usize] -= fresh;
                self.fresh[to as usize] += fresh;
                fixed + fresh
            }

            /// As `change`, and the changed dice cannot be rerolled afterwards.
            pub fn change_for_good(&mut self, from: $face, to: $face, at_most: u8) -> u8 {
                let fixed = self.fixed[from as usize].min(at_most);
                self.fixed[from as usize] -= fixed;
                let fresh = self.fresh[from as usize].min(at_most - fixed);
                self.fresh[from as usize] -= fresh;
                self.fixed[to as usize] += fixed + fresh;
                fixed + fresh
            }

            /// Adds results that were not rolled.
            pub fn add(&mut self, face: $face, n: u8) {
                self.fixed[face as usize] += n;
            }
        }
    };
}

dice!(AttackDice, AttackFace, attack_die);
dice!(DefenseDice, DefenseFace, defense_die);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Scripted;

    #[test]
    fn a_die_is_rerolled_only_once() {
        use AttackFace::*;
        let mut chance = Scripted::attack([Blank, Blank, Hit, Blank, Crit]);
        let mut dice = AttackDice::roll(&mut chance, 3);
        assert_eq!(dice.reroll(&mut chance, Blank, 2), 2);
        // One came up blank again: it stays on the table and may not be rolled a third time.
        assert_eq!(dice.count(Blank), 1);
        assert_eq!(dice.rerollable(Blank), 0);
        assert_eq!(dice.reroll(&mut chance, Blank, 2), 0);
        assert_eq!((dice.count(Hit), dice.count(Crit)), (1, 1));
        chance.assert_exhausted();
    }

    #[test]
    fn changing_takes_the_rerolled_die_first() {
        use DefenseFace::*;
        let mut chance = Scripted::defense([Focus, Blank, Focus]);
        let mut dice = DefenseDice::roll(&mut chance, 2);
        assert_eq!(dice.reroll(&mut chance, Blank, 1), 1);
        assert_eq!(dice.change(Focus, Evade, 1), 1);
        assert_eq!(dice.rerollable(Focus), 1, "the die that was never rerolled is left");
        assert_eq!(dice.count(Evade), 1);
        assert_eq!(dice.change_for_good(Focus, Evade, 9), 1);
        assert_eq!(dice.rerollable(Evade), 0);
        chance.assert_exhausted();
    }
}
