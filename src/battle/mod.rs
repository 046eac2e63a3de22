//! Battles: an [`Engagement`] goes in, an [`Outcome`] comes out.

pub mod attack;
pub mod engagement;
pub mod groups;
pub mod outcome;
pub mod skirmish;
pub mod squad_summary;
pub mod squad_text;
pub mod tabletop;

pub use engagement::{Engagement, Squad, SquadPilot, SquadShip, Terrain};
pub use outcome::{Model, Outcome, ShipEnd, ShipFate};
