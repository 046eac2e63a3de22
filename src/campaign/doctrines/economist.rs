//! The doctrine of one who counts: income first, battles only where they pay, ships and pilots brought home.

use crate::campaign::plan::Attack;
use crate::campaign::view::View;

use super::style::{Style, XpWish};
use super::weights::Weights;

pub struct Economist;

/// Fleet Points that he adds to a target that nobody holds, which may cost nothing.
const THRIFT: i32 = 12;

const WEIGHTS: Weights = Weights {
    gadgets: 80,
    ordnance: 60,
    elite_slot: 15,
    commander: 8,
    gear: 3,
    savings: 15,
    huge_ships: 15,
    keep_xp: 2,
    horizon: 8,
    caution: 28,
    hunt_from: 125,
    cede_below: 55,
    retreat_strength: 0.55,
    retreat_hull: 0.34,
    ..Weights::BALANCED
};

impl Style for Economist {
    fn name(&self) -> &'static str {
        "economist"
    }

    fn weights(&self) -> &'static Weights {
        &WEIGHTS
    }

    fn attack_bonus(&self, view: &View<'_>, attack: Attack) -> i32 {
        match attack {
            Attack::Target(target) if view.state.target(target).owner.is_none() => THRIFT,
            _ => 0,
        }
    }

    fn xp_wishes(&self) -> &'static [XpWish] {
        &[XpWish::SkillJump, XpWish::SkillTo(6), XpWish::EliteSlot, XpWish::SkillTo(9)]
    }
}
