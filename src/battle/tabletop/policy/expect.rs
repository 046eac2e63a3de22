//! Expected damage of an attack from exact distributions, computed once: no dice in planning.

use std::sync::LazyLock;

use crate::battle::attack::AttackRoll;
use crate::procedures::Procedure;

/// Dice numbers beyond this are looked up at this.
pub const MOST_DICE: usize = 8;

/// Tokens of a side, as bits: 1 focus, 2 target lock (attack) or evade (defense).
pub const FOCUS: usize = 1;
pub const LOCK: usize = 2;
pub const EVADE: usize = 2;

/// [attack dice][attack tokens][defense dice][defense tokens].
type ByRoll = [[[[f32; 4]; MOST_DICE + 1]; 4]; MOST_DICE + 1];

/// Expected uncanceled results, and the chance that there is one.
struct Table {
    damage: ByRoll,
    hit: ByRoll,
}

static TABLE: LazyLock<Box<Table>> = LazyLock::new(|| {
    let empty = [[[[0.0; 4]; MOST_DICE + 1]; 4]; MOST_DICE + 1];
    let mut table = Box::new(Table { damage: empty, hit: empty });
    for attack_dice in 0..=MOST_DICE {
        for attack_tokens in 0..4 {
            for defense_dice in 0..=MOST_DICE {
                for defense_tokens in 0..4 {
                    let roll = AttackRoll {
                        attack_dice: attack_dice as u8,
                        defense_dice: defense_dice as u8,
                        attacker_focus: attack_tokens & FOCUS != 0,
                        attacker_lock: attack_tokens & LOCK != 0,
                        defender_focus: defense_tokens & FOCUS != 0,
                        defender_evade: defense_tokens & EVADE != 0,
                    };
                    let exact = roll.exact();
                    let mean = exact.iter().enumerate().map(|(damage, p)| damage as f64 * p).sum::<f64>();
                    let none = exact.first().copied().unwrap_or(1.0);
                    table.damage[attack_dice][attack_tokens][defense_dice][defense_tokens] = mean as f32;
                    table.hit[attack_dice][attack_tokens][defense_dice][defense_tokens] = (1.0 - none) as f32;
                }
            }
        }
    }
    table
});

fn look_up(table: &ByRoll, attack: (u8, usize), defense: (u8, usize)) -> f32 {
    let attack_dice = usize::from(attack.0).min(MOST_DICE);
    let defense_dice = usize::from(defense.0).min(MOST_DICE);
    table[attack_dice][attack.1 & 3][defense_dice][defense.1 & 3]
}

/// Expected damage of an attack with plain tokens.
#[inline]
pub fn expected_damage(
    attack_dice: u8,
    attack_tokens: usize,
    defense_dice: u8,
    defense_tokens: usize,
) -> f32 {
    look_up(&TABLE.damage, (attack_dice, attack_tokens), (defense_dice, defense_tokens))
}

/// The chance that such an attack hits at all.
#[inline]
pub fn hit_chance(attack_dice: u8, attack_tokens: usize, defense_dice: u8, defense_tokens: usize) -> f32 {
    look_up(&TABLE.hit, (attack_dice, attack_tokens), (defense_dice, defense_tokens))
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
        // Two dice without defense hit unless both miss.
        assert!((hit_chance(2, 0, 0, 0) - 0.75).abs() < 1e-6);
        assert!((hit_chance(2, FOCUS, 0, 0) - (1.0 - 0.0625)).abs() < 1e-6);
    }
}
