//! Expected damage of an attack, looked up: for choosing targets and weapons, never for resolving them.
//!
//! Dice succeed one by one (red 1/2, with focus or lock 3/4, with both 15/16; green 3/8, with focus 5/8), so the
//! number of successes is binomial and the table is exact for those tokens.

use std::sync::LazyLock;

use crate::procedures::binomial;

/// Dice beyond this count as this many.
pub const MOST_DICE: usize = 10;

/// What the attacker has: nothing, focus, lock, both; index of [`RED`].
const RED: [f64; 4] = [0.5, 0.75, 0.75, 0.9375];
const GREEN: [f64; 2] = [0.375, 0.625];

type Table = Vec<f64>;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Vec::with_capacity(2 * 2 * 4 * (MOST_DICE + 1) * (MOST_DICE + 1));
    for red in 0..=MOST_DICE {
        for p_red in RED {
            let hits = binomial(red, p_red);
            for green in 0..=MOST_DICE {
                for p_green in GREEN {
                    let evades = binomial(green, p_green);
                    for token in 0..2 {
                        let mut mean = 0.0;
                        for (hit, p) in hits.iter().enumerate() {
                            for (evade, q) in evades.iter().enumerate() {
                                mean += p * q * hit.saturating_sub(evade + token) as f64;
                            }
                        }
                        table.push(mean);
                    }
                }
            }
        }
    }
    table
});

/// Tokens that the two ships hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held {
    pub focus: bool,
    pub lock: bool,
    pub defender_focus: bool,
    pub evade: bool,
}

pub fn expected_damage(attack_dice: u8, defense_dice: u8, held: Held) -> f64 {
    let red = usize::from(attack_dice).min(MOST_DICE);
    let green = usize::from(defense_dice).min(MOST_DICE);
    let tokens = usize::from(held.focus) + 2 * usize::from(held.lock);
    let index = ((red * 4 + tokens) * (MOST_DICE + 1) + green) * 4
        + usize::from(held.defender_focus) * 2
        + usize::from(held.evade);
    TABLE[index]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::attack::{Attack, attack};
    use crate::chance::enumerate;

    #[test]
    fn expected_damage_equals_enumeration_of_the_attack() {
        for (red, green, held) in [
            (3, 2, Held::default()),
            (3, 3, Held { focus: true, evade: true, ..Held::default() }),
            (2, 3, Held { lock: true, defender_focus: true, ..Held::default() }),
            (3, 1, Held { lock: true, focus: true, ..Held::default() }),
        ] {
            let mut what = Attack { attack_dice: red, defense_dice: green, ..Attack::default() };
            what.attacker.focus_token = held.focus;
            what.attacker.target_lock = held.lock;
            what.defender.focus_token = held.defender_focus;
            what.defender.evade_token = held.evade;
            let damage = enumerate(|chance| {
                let result = attack(chance, &what);
                result.hits + result.crits
            });
            let mean: f64 = damage.iter().map(|(damage, p)| f64::from(*damage) * p).sum();
            assert!((expected_damage(red, green, held) - mean).abs() < 1e-12);
        }
    }
}
