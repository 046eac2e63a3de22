//! The doctrine of one who attacks whatever the enemy holds and looks for his huge ships early.

use crate::campaign::plan::Attack;
use crate::campaign::view::View;

use super::style::{Style, XpWish};
use super::weights::Weights;

pub struct Aggressive;

/// Fleet Points that he adds to an attack on something that an enemy holds.
const ZEAL: i32 = 15;

const WEIGHTS: Weights = Weights {
    ordnance: 120,
    elite_slot: 50,
    gear: 9,
    savings: 0,
    huge_ships: 10,
    horizon: 3,
    caution: 8,
    hunt_from: 95,
    cede_below: 30,
    retreat_strength: 0.2,
    judgment: 2,
    ..Weights::BALANCED
};

impl Style for Aggressive {
    fn name(&self) -> &'static str {
        "aggressive"
    }

    fn weights(&self) -> &'static Weights {
        &WEIGHTS
    }

    fn attack_bonus(&self, view: &View<'_>, attack: Attack) -> i32 {
        match attack {
            Attack::Target(target) if view.state.target(target).owner.is_some() => ZEAL,
            Attack::HugeShip(_) => ZEAL,
            _ => 0,
        }
    }

    fn xp_wishes(&self) -> &'static [XpWish] {
        &[
            XpWish::SkillJump,
            XpWish::SkillTo(3),
            XpWish::EliteSlot,
            XpWish::SkillTo(4),
            XpWish::Ability,
            XpWish::SkillTo(9),
        ]
    }
}
