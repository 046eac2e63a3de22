//! The Galactic Civil War campaign: whole campaigns played by simulated players.

#[cfg(test)]
mod conservation_tests;
pub mod context;
pub mod doctrine;
pub mod doctrines;
pub mod fleet_list;
mod frames;
#[cfg(test)]
mod key_tests;
pub mod market;
mod missions;
pub mod model;
mod models;
mod muster;
#[cfg(test)]
mod obedient;
pub mod offers;
pub mod plan;
mod play;
pub mod refusal;
pub mod rulebook;
pub mod rules;
mod single_battle;
mod standing;
pub mod state;
mod story;
mod tally;
#[cfg(test)]
pub mod testing;
mod turn;
pub mod uniques;
pub mod view;

pub use context::Context;
pub use doctrine::Doctrine;
pub use frames::CampaignFrames;
pub use market::{HugeShipOutfit, Market};
pub use model::BattleModel;
pub use models::{ModelFactory, model_for};
pub use play::{Campaign, Workspace, fixed_map};
pub use refusal::Refusal;
pub use rulebook::Rulebook;
pub use single_battle::{BattleOrder, SingleBattle};
pub use state::State;
pub use story::Story;
pub use tally::RunTally;
pub use view::View;
