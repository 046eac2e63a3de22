//! Who fights the battles: the one thing the campaign asks of a battle model.

use crate::battle::{Engagement, Outcome};
use crate::chance::Luck;

/// Turns an engagement into an outcome. The luck of battle `key` is the model's alone.
pub trait BattleModel: Send {
    fn fight(&mut self, engagement: &Engagement, luck: Luck, key: u64) -> Outcome;
}
