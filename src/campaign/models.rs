//! The battle models as the campaign calls them.

use crate::battle::{Engagement, Outcome, skirmish, tabletop};
use crate::chance::Luck;
use crate::events::Null;
use crate::ids::{Model, Side};

use super::model::BattleModel;

/// Makes a battle model for each thread.
pub type ModelFactory = Box<dyn Fn() -> Box<dyn BattleModel> + Send + Sync>;

/// The model that a set-up asks for.
pub fn model_for(model: Model) -> ModelFactory {
    match model {
        Model::Skirmish => Box::new(|| Box::new(Skirmish)),
        Model::Tabletop => Box::new(|| Box::new(Tabletop)),
    }
}

/// The fast stand-in.
#[derive(Debug, Clone, Copy, Default)]
pub struct Skirmish;

impl BattleModel for Skirmish {
    fn fight(&mut self, engagement: &Engagement, luck: Luck, key: u64) -> Outcome {
        skirmish::fight(engagement, luck, key)
    }
}

/// The board. What it cannot play yet is fought as a skirmish, and the outcome says so.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tabletop;

impl BattleModel for Tabletop {
    fn fight(&mut self, engagement: &Engagement, luck: Luck, key: u64) -> Outcome {
        let pilot = |side| tabletop::policy::thinking(tabletop::policy_stream(luck, key, side));
        let (mut attacker, mut defender) = (pilot(Side::Attacker), pilot(Side::Defender));
        tabletop::fight(engagement, luck, key, [&mut attacker, &mut defender], &mut Null)
            .unwrap_or_else(|_| skirmish::fight(engagement, luck, key))
    }
}
