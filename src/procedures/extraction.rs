//! Rule: Extraction. (Campaign, "Prisoner Rescue", special rules)

use super::{Procedure, binomial};
use crate::chance::{AttackFace, Chance};

/// What a docked rescue ship's dice brought aboard in one End Phase.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Extraction {
    /// Hits: prisoners drawn at random.
    pub random: u8,
    /// Crits: prisoners of the attacker's choice.
    pub chosen: u8,
}

/// Rolls the docked ship's dice. The caller takes at most as many prisoners as the transport holds, the
/// chosen ones first.
pub fn extraction(chance: &mut impl Chance, dice_per_crew_icon: u8, crew_icons: u8) -> Extraction {
    let mut extraction = Extraction::default();
    for _ in 0..dice_per_crew_icon * crew_icons {
        match chance.attack_die() {
            AttackFace::Hit => extraction.random += 1,
            AttackFace::Crit => extraction.chosen += 1,
            AttackFace::Focus | AttackFace::Blank => {}
        }
    }
    extraction
}

/// How many prisoners one End Phase brings aboard.
#[derive(Debug, Clone, Copy)]
pub struct ExtractionRoll {
    pub dice_per_crew_icon: u8,
    pub crew_icons: u8,
    pub prisoners: u8,
}

impl ExtractionRoll {
    fn dice(&self) -> usize {
        usize::from(self.dice_per_crew_icon) * usize::from(self.crew_icons)
    }
}

impl Procedure for ExtractionRoll {
    fn outcomes(&self) -> Vec<String> {
        (0..=self.dice().min(usize::from(self.prisoners))).map(|n| n.to_string()).collect()
    }

    fn exact(&self) -> Vec<f64> {
        let success = AttackFace::Hit.probability() + AttackFace::Crit.probability();
        let all = binomial(self.dice(), success);
        let last = self.dice().min(usize::from(self.prisoners));
        let mut capped = all[..=last].to_vec();
        capped[last] += all[last + 1..].iter().sum::<f64>();
        capped
    }

    fn trial(&self, chance: &mut impl Chance) -> usize {
        let Extraction { random, chosen } = extraction(chance, self.dice_per_crew_icon, self.crew_icons);
        usize::from(random + chosen).min(usize::from(self.prisoners))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Scripted;
    use crate::procedures::tests::check;

    #[test]
    fn extraction_takes_random_prisoners_on_hits_and_chosen_ones_on_crits() {
        let faces = [AttackFace::Hit, AttackFace::Crit, AttackFace::Blank, AttackFace::Hit];
        let mut chance = Scripted::attack(faces);
        assert_eq!(extraction(&mut chance, 2, 2), Extraction { random: 2, chosen: 1 });
        chance.assert_exhausted();
    }

    #[test]
    fn extraction_probabilities_equal_enumeration() {
        check(&ExtractionRoll { dice_per_crew_icon: 2, crew_icons: 1, prisoners: 5 });
        check(&ExtractionRoll { dice_per_crew_icon: 2, crew_icons: 2, prisoners: 3 });
        check(&ExtractionRoll { dice_per_crew_icon: 2, crew_icons: 3, prisoners: 1 });
    }
}
