//! The doctrine of one who wants few, excellent pilots: skill, elite cards, abilities, fitted ships.

use super::style::{Style, XpWish};
use super::weights::Weights;
use super::wish_list::Wish;

pub struct AceBuilder;

const WEIGHTS: Weights = Weights {
    skill: 7,
    unique: 16,
    gadgets: 150,
    ordnance: 70,
    reserve: 2,
    elite_slot: 150,
    stock_fighters: 2,
    variety: 3,
    commander: 16,
    gear: 10,
    keep_xp: 1,
    most_skill: 9,
    retreat_strength: 0.4,
    retreat_hull: 0.34,
    judgment: 0,
    ..Weights::BALANCED
};

impl Style for AceBuilder {
    fn name(&self) -> &'static str {
        "ace-builder"
    }

    fn weights(&self) -> &'static Weights {
        &WEIGHTS
    }

    /// Ships that deserve an ace: not the cheapest ones.
    fn likes(&self, wish: &Wish) -> i32 {
        match wish.ship_price {
            0..14 => 75,
            14..19 => 95,
            _ => 110,
        }
    }

    fn xp_wishes(&self) -> &'static [XpWish] {
        &[XpWish::SkillJump, XpWish::SkillTo(4), XpWish::EliteSlot, XpWish::Ability, XpWish::SkillTo(9)]
    }
}
