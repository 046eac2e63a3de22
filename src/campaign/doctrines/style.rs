//! What tells one doctrine from another: weights, and a few habits that are not numbers.

use crate::campaign::plan::Attack;
use crate::campaign::view::View;

use super::weights::Weights;
use super::wish_list::Wish;

/// What a pilot would like to spend XP on, in the order of wishing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum XpWish {
    /// A larger step in skill that a special exception opens.
    SkillJump,
    /// One step in skill, up to this.
    SkillTo(u8),
    EliteSlot,
    /// An elite or crew card as pilot ability.
    Ability,
}

/// A way to command.
pub trait Style: Sync {
    /// The name that set-ups use.
    fn name(&self) -> &'static str;

    fn weights(&self) -> &'static Weights;

    /// How much this doctrine likes a ship with its pilot, in percent of what it is worth to everybody.
    fn likes(&self, _wish: &Wish) -> i32 {
        100
    }

    /// Fleet Points that an attack is worth to this doctrine besides what it is worth to everybody.
    fn attack_bonus(&self, _view: &View<'_>, _attack: Attack) -> i32 {
        0
    }

    fn xp_wishes(&self) -> &'static [XpWish] {
        &[
            XpWish::SkillJump,
            XpWish::SkillTo(4),
            XpWish::EliteSlot,
            XpWish::SkillTo(6),
            XpWish::Ability,
            XpWish::SkillTo(9),
        ]
    }
}
