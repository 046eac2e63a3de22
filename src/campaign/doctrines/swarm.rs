//! The doctrine of one who counts heads: many cheap ships, plain pilots, hardly a card.

use super::style::{Style, XpWish};
use super::weights::Weights;
use super::wish_list::Wish;

pub struct Swarm;

const WEIGHTS: Weights = Weights {
    skill: 3,
    numbers: 150,
    gadgets: 60,
    ordnance: 50,
    reserve: 5,
    elite_slot: 5,
    stock_fighters: 5,
    variety: 1,
    pilots_per_ten_ships: 13,
    commander: 9,
    gear: 2,
    most_skill: 4,
    caution: 14,
    cede_below: 35,
    retreat_strength: 0.3,
    ..Weights::BALANCED
};

impl Style for Swarm {
    fn name(&self) -> &'static str {
        "swarm"
    }

    fn weights(&self) -> &'static Weights {
        &WEIGHTS
    }

    /// The cheaper, the better.
    fn likes(&self, wish: &Wish) -> i32 {
        match wish.price() {
            0..14 => 125,
            14..18 => 115,
            18..24 => 95,
            _ => 80,
        }
    }

    fn xp_wishes(&self) -> &'static [XpWish] {
        &[XpWish::SkillJump, XpWish::SkillTo(4)]
    }
}
