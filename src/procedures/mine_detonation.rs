//! Rule: Mine detonation. (Campaign, "Defensive Minefield", special rules)

use super::{Procedure, binomial};
use crate::chance::{AttackFace, Chance};

/// What a detonated mine does to each ship near it: one roll for all of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Blast {
    pub damage: u8,
    pub critical_damage: u8,
}

pub fn mine_detonation(chance: &mut impl Chance, dice: u8) -> Blast {
    let mut blast = Blast::default();
    for _ in 0..dice {
        match chance.attack_die() {
            AttackFace::Hit => blast.damage += 1,
            AttackFace::Crit => blast.critical_damage += 1,
            AttackFace::Focus | AttackFace::Blank => {}
        }
    }
    blast
}

/// Damage of both kinds together.
#[derive(Debug, Clone, Copy)]
pub struct MineDetonationRoll {
    pub dice: u8,
}

impl Procedure for MineDetonationRoll {
    fn outcomes(&self) -> Vec<String> {
        (0..=self.dice).map(|n| n.to_string()).collect()
    }

    fn exact(&self) -> Vec<f64> {
        binomial(usize::from(self.dice), AttackFace::Hit.probability() + AttackFace::Crit.probability())
    }

    fn trial(&self, chance: &mut impl Chance) -> usize {
        let Blast { damage, critical_damage } = mine_detonation(chance, self.dice);
        usize::from(damage + critical_damage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Scripted;
    use crate::procedures::tests::check;

    #[test]
    fn mine_detonation_deals_hits_and_crits() {
        let mut chance = Scripted::attack([AttackFace::Crit, AttackFace::Focus, AttackFace::Hit]);
        assert_eq!(mine_detonation(&mut chance, 3), Blast { damage: 1, critical_damage: 1 });
        chance.assert_exhausted();
    }

    #[test]
    fn mine_detonation_probabilities_equal_enumeration() {
        check(&MineDetonationRoll { dice: 3 });
        check(&MineDetonationRoll { dice: 0 });
    }
}
