//! Rule: STEAL. (Campaign, "Supply Raid", special rules)
//!
//! The smuggler's red dice, helped by his tracking tokens, against the container's green dice.

use super::{Procedure, binomial};
use crate::chance::{AttackFace, Chance, DefenseFace};

/// Dice of a STEAL action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StealDice {
    pub attack: u8,
    pub defense: u8,
}

/// One STEAL action: more crits than evades, where each tracking token counts as a crit.
pub fn steal(chance: &mut impl Chance, dice: StealDice, tokens: u8) -> bool {
    let crits = (0..dice.attack).filter(|_| chance.attack_die() == AttackFace::Crit).count();
    let evades = (0..dice.defense).filter(|_| chance.defense_die() == DefenseFace::Evade).count();
    evades < crits + usize::from(tokens)
}

/// The exact probability that one STEAL action succeeds.
pub fn steal_probability(dice: StealDice, tokens: u8) -> f64 {
    let crits = binomial(usize::from(dice.attack), AttackFace::Crit.probability());
    let evades = binomial(usize::from(dice.defense), DefenseFace::Evade.probability());
    let mut probability = 0.0;
    for (crit, p) in crits.iter().enumerate() {
        probability += p * evades.iter().take(crit + usize::from(tokens)).sum::<f64>();
    }
    probability
}

/// One try with a number of tokens.
#[derive(Debug, Clone, Copy)]
pub struct StealRoll {
    pub dice: StealDice,
    pub tokens: u8,
}

impl Procedure for StealRoll {
    fn outcomes(&self) -> Vec<String> {
        ["stolen", "failed"].map(String::from).to_vec()
    }

    fn exact(&self) -> Vec<f64> {
        let stolen = steal_probability(self.dice, self.tokens);
        vec![stolen, 1.0 - stolen]
    }

    fn trial(&self, chance: &mut impl Chance) -> usize {
        usize::from(!steal(chance, self.dice, self.tokens))
    }
}

/// Tries until success, each failure adding a tracking token. With more tokens than green dice success is
/// certain, so there is a last try.
#[derive(Debug, Clone, Copy)]
pub struct StealTries {
    pub dice: StealDice,
    pub tokens: u8,
}

impl StealTries {
    fn most(&self) -> usize {
        usize::from((self.dice.defense + 1).saturating_sub(self.tokens)) + 1
    }
}

impl Procedure for StealTries {
    fn outcomes(&self) -> Vec<String> {
        (1..=self.most()).map(|tries| tries.to_string()).collect()
    }

    fn exact(&self) -> Vec<f64> {
        let mut failed = 1.0;
        (0..self.most())
            .map(|failures| {
                let success = steal_probability(self.dice, self.tokens + failures as u8);
                let now = failed * success;
                failed *= 1.0 - success;
                now
            })
            .collect()
    }

    fn trial(&self, chance: &mut impl Chance) -> usize {
        (0..).find(|failures| steal(chance, self.dice, self.tokens + failures)).map_or(0, usize::from)
    }
}

/// Kept beside the rule so that a wrong convolution shows up here first.
#[cfg(test)]
fn margin(dice: StealDice, tokens: u8) -> Vec<f64> {
    // Crits + tokens - evades, shifted by the number of green dice.
    let crits = binomial(usize::from(dice.attack), AttackFace::Crit.probability());
    let misses = binomial(usize::from(dice.defense), 1.0 - DefenseFace::Evade.probability());
    let mut shifted = vec![0.0; usize::from(tokens)];
    shifted.extend(crate::procedures::convolve(&crits, &misses));
    shifted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Scripted;
    use crate::procedures::tests::check;
    use AttackFace::{Crit, Hit};
    use DefenseFace::{Blank, Evade};

    const DICE: StealDice = StealDice { attack: 3, defense: 3 };

    #[test]
    fn steal_needs_more_crits_than_evades_and_tokens_count_as_crits() {
        let try_it = |tokens, red: [AttackFace; 3], green: [DefenseFace; 3]| {
            let mut chance = Scripted::attack(red).and_defense(green);
            let stolen = steal(&mut chance, DICE, tokens);
            chance.assert_exhausted();
            stolen
        };
        assert!(try_it(0, [Crit, Hit, Hit], [Blank, Blank, Blank]));
        assert!(!try_it(0, [Crit, Hit, Hit], [Evade, Blank, Blank]));
        assert!(try_it(1, [Crit, Hit, Hit], [Evade, Blank, Blank]));
        assert!(!try_it(0, [Hit, Hit, Hit], [Blank, Blank, Blank]));
    }

    #[test]
    fn steal_probabilities_equal_enumeration() {
        for tokens in 0..=4 {
            check(&StealRoll { dice: DICE, tokens });
            // A margin above the three green dice is a success: the same by another way.
            let by_margin: f64 = margin(DICE, tokens).iter().skip(4).sum();
            assert!((by_margin - steal_probability(DICE, tokens)).abs() < 1e-15);
        }
        assert!((steal_probability(DICE, 4) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn steal_tries_end_when_tokens_outnumber_the_green_dice() {
        let tries = StealTries { dice: DICE, tokens: 2 };
        // 2 tokens, then 3, then 4, which three green dice cannot equal.
        assert_eq!(tries.outcomes(), ["1", "2", "3"]);
        check(&tries);
        crate::procedures::tests::check_simulation(&StealTries { dice: DICE, tokens: 0 });
    }
}
