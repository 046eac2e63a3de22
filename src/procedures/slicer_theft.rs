//! Rule: SLICER theft. (Campaign, "Data Theft", special rules)

use super::Procedure;
use crate::chance::{AttackFace, Chance};

/// One attempt to take an intel token: any hit or crit among the dice, one more die per tractor beam token.
pub fn slicer_theft(chance: &mut impl Chance, dice: u8, tractor_tokens: u8) -> bool {
    let mut stolen = false;
    for _ in 0..dice + tractor_tokens {
        stolen |= matches!(chance.attack_die(), AttackFace::Hit | AttackFace::Crit);
    }
    stolen
}

#[derive(Debug, Clone, Copy)]
pub struct SlicerTheftRoll {
    pub dice: u8,
    pub tractor_tokens: u8,
}

impl Procedure for SlicerTheftRoll {
    fn outcomes(&self) -> Vec<String> {
        ["stolen", "failed"].map(String::from).to_vec()
    }

    fn exact(&self) -> Vec<f64> {
        let miss = AttackFace::Focus.probability() + AttackFace::Blank.probability();
        let failed = miss.powi(i32::from(self.dice + self.tractor_tokens));
        vec![1.0 - failed, failed]
    }

    fn trial(&self, chance: &mut impl Chance) -> usize {
        usize::from(!slicer_theft(chance, self.dice, self.tractor_tokens))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Scripted;
    use crate::procedures::tests::check;

    #[test]
    fn slicer_theft_takes_a_hit_or_a_crit() {
        for (face, stolen) in [
            (AttackFace::Hit, true),
            (AttackFace::Crit, true),
            (AttackFace::Focus, false),
            (AttackFace::Blank, false),
        ] {
            let mut chance = Scripted::attack([face]);
            assert_eq!(slicer_theft(&mut chance, 1, 0), stolen);
            chance.assert_exhausted();
        }
        let mut chance = Scripted::attack([AttackFace::Blank, AttackFace::Hit]);
        assert!(slicer_theft(&mut chance, 1, 1));
        chance.assert_exhausted();
    }

    #[test]
    fn slicer_theft_probabilities_equal_enumeration() {
        for tractor_tokens in 0..=3 {
            check(&SlicerTheftRoll { dice: 1, tractor_tokens });
        }
    }
}
