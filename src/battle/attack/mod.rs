//! Dice and damage: what both battle models share, without a board and without a turn order.
//!
//! An attack is a pool of red dice against a pool of green dice. Rules are generic over
//! [`Chance`](crate::chance::Chance), allocate nothing and know ships only by the few numbers handed to them:
//! 1. [`AttackDice`] and [`DefenseDice`] roll and count faces, and remember which dice were rerolled,
//! 2. [`AttackModifiers`] and [`DefenseModifiers`] say what may change them, [`attack`] runs the whole sequence,
//! 3. [`Toughness::suffer`] takes shields, then deals cards; [`DamageDeck`] says which.

mod damage;
mod damage_deck;
mod dice;
mod exact;
mod modifying_dice;
mod range_combat_bonus;
mod sequence;

pub use damage::{Dealt, Toughness};
pub use damage_deck::{CardType, DamageCard, DamageCards, DamageDeck};
pub use dice::{AttackDice, DefenseDice};
pub use exact::AttackRoll;
pub use modifying_dice::{
    ALL_DICE, AttackModifiers, DefenseModifiers, modify_attack_dice, modify_defense_dice,
};
pub use range_combat_bonus::{Bonus, RangeBand, WeaponKind, range_combat_bonus};
pub use sequence::{Attack, AttackResult, attack, cancel};
