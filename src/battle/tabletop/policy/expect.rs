//! Expected damage of an attack from exact distributions, computed once: no dice in planning.

use std::sync::OnceLock;

use crate::battle::attack::AttackRoll;
use crate::procedures::Procedure;

/// Dice numbers beyond this are looked up at this.
pub const MOST_DICE: usize = 8;

/// Tokens of a side, as bits: 1 focus, 2 target lock (attack) or evade (defense).
pub const FOCUS: usize = 1;
pub const LOCK: usize = 2;
pub const EVADE: usize = 2;

type Table = [[[[f32; 4]; MOST_DICE + 1]; 4]; MOST_DICE + 1];

/// [attack dice][attack tokens][defense dice][defense tokens] → expected uncanceled results.
fn table() -> &'static Table {
    static TABLE: OnceLock<Box<Table>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Box::new([[[[0.0; 4]; MOST_DICE + 1]; 4]; MOST_DICE + 1]);
        for (attack_dice, by_tokens) in table.iter_mut().enumerate() {
            for (attack_tokens, by_defense) in by_tokens.iter_mut().enumerate() {
                for (defense_dice, by_defense_tokens) in by_defense.iter_mut().enumerate() {
                    for (defense_tokens, expected) in by_defense_tokens.iter_mut().enumerate() {
                        let roll = AttackRoll {
                            attack_dice: attack_dice as u8,
                            defense_dice: defense_dice as u8,
                            attacker_focus: attack_tokens & FOCUS != 0,
                            attacker_lock: attack_tokens & LOCK != 0,
                            defender_focus: defense_tokens & FOCUS != 0,
                            defender_evade: defense_tokens & EVADE != 0,
                        };
                        let mean =
                            roll.exact().iter().enumerate().map(|(damage, p)| damage as f64 * p).sum::<f64>();
                        *expected = mean as f32;
                    }
                }
            }
        }
        table
    })
}

/// Expected damage of an attack with plain tokens.
#[inline]
pub fn expected_damage(
    attack_dice: u8,
    attack_tokens: usize,
    defense_dice: u8,
    defense_tokens: usize,
) -> f32 {
    let attack_dice = usize::from(attack_dice).min(MOST_DICE);
    let defense_dice = usize::from(defense_dice).min(MOST_DICE);
    table()[attack_dice][attack_tokens & 3][defense_dice][defense_tokens & 3]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_damage_is_the_mean_of_the_exact_distribution() {
        // Three dice without defense: 3 * 1/2; with focus 3 * 3/4; with lock 3 * (1 - 1/4).
        assert!((expected_damage(3, 0, 0, 0) - 1.5).abs() < 1e-6);
        assert!((expected_damage(3, FOCUS, 0, 0) - 2.25).abs() < 1e-6);
        assert!((expected_damage(3, LOCK, 0, 0) - 2.25).abs() < 1e-6);
        // One die against one: a hit (1/2) that is not evaded (5/8).
        assert!((expected_damage(1, 0, 1, 0) - 0.5 * 0.625).abs() < 1e-6);
        assert_eq!(expected_damage(1, 0, 0, EVADE), 0.0);
    }
}
