//! The Galactic Civil War campaign: whole campaigns played by simulated players.

pub mod context;
pub mod doctrine;
pub mod market;
mod missions;
pub mod model;
mod muster;
pub mod offers;
pub mod plan;
pub mod refusal;
pub mod rulebook;
pub mod rules;
pub mod state;
#[cfg(test)]
pub mod testing;
pub mod uniques;
pub mod view;

pub use context::Context;
pub use doctrine::Doctrine;
pub use market::{HugeShipOutfit, Market};
pub use refusal::Refusal;
pub use rulebook::Rulebook;
pub use state::State;
pub use view::View;
