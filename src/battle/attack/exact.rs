//! The exact distribution of an attack with the standard tokens, by convolution instead of enumeration.

use super::{Attack, attack};
use crate::chance::{AttackFace, Chance, DefenseFace};
use crate::procedures::{Procedure, binomial};

/// An attack of `canto roll attack`: dice and tokens, nothing else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AttackRoll {
    pub attack_dice: u8,
    pub defense_dice: u8,
    pub attacker_focus: bool,
    pub attacker_lock: bool,
    pub defender_focus: bool,
    pub defender_evade: bool,
}

impl AttackRoll {
    fn attack(&self) -> Attack {
        let mut attack =
            Attack { attack_dice: self.attack_dice, defense_dice: self.defense_dice, ..Attack::default() };
        attack.attacker.focus_token = self.attacker_focus;
        attack.attacker.target_lock = self.attacker_lock;
        attack.defender.focus_token = self.defender_focus;
        attack.defender.evade_token = self.defender_evade;
        attack
    }
}

impl Procedure for AttackRoll {
    /// Damage of both kinds together.
    fn outcomes(&self) -> Vec<String> {
        (0..=self.attack_dice).map(|damage| damage.to_string()).collect()
    }

    /// Dice are independent: with a lock a die that fails is rolled once more, so it fails with the square.
    fn exact(&self) -> Vec<f64> {
        let focus_counts = f64::from(u8::from(self.attacker_focus));
        let success = AttackFace::Hit.probability()
            + AttackFace::Crit.probability()
            + focus_counts * AttackFace::Focus.probability();
        let failure = if self.attacker_lock { (1.0 - success).powi(2) } else { 1.0 - success };
        let hits = binomial(usize::from(self.attack_dice), 1.0 - failure);

        let focus_counts = f64::from(u8::from(self.defender_focus));
        let evade = DefenseFace::Evade.probability() + focus_counts * DefenseFace::Focus.probability();
        let evades = binomial(usize::from(self.defense_dice), evade);
        let token = usize::from(self.defender_evade);

        let mut damage = vec![0.0; hits.len()];
        for (hit, p) in hits.iter().enumerate() {
            for (evade, q) in evades.iter().enumerate() {
                damage[hit.saturating_sub(evade + token)] += p * q;
            }
        }
        damage
    }

    fn trial(&self, chance: &mut impl Chance) -> usize {
        let result = attack(chance, &self.attack());
        usize::from(result.hits + result.crits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::procedures::tests::check;

    #[test]
    fn attack_probabilities_equal_enumeration() {
        for bits in 0..16_u8 {
            let on = |bit: u8| bits >> bit & 1 == 1;
            check(&AttackRoll {
                attack_dice: 3,
                defense_dice: 2,
                attacker_focus: on(0),
                attacker_lock: on(1),
                defender_focus: on(2),
                defender_evade: on(3),
            });
        }
        check(&AttackRoll { attack_dice: 4, defense_dice: 4, defender_focus: true, ..AttackRoll::default() });
        check(&AttackRoll { attack_dice: 0, defense_dice: 3, ..AttackRoll::default() });
        check(&AttackRoll { attack_dice: 5, defense_dice: 0, attacker_lock: true, ..AttackRoll::default() });
    }
}
