//! Cards: every ship, pilot, upgrade, dial and random table that the campaign rulebook names.

mod cards;

pub use cards::*;
