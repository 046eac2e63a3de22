//! Calibration: battles on the board, watched; the skirmish model's parameters from what was seen; and both models side by side on
//! the same engagements.
//!
//! Nothing here looks at who wins in order to choose a parameter. Battles are of three kinds: every mission that the board can play,
//! between squads that doctrines build; every ship class against classes drawn by lot; every unusual feature.

mod fights;
mod file;
mod measure;
mod observer;
pub mod page;
mod rake;
pub mod side_by_side;
mod tallies;

use crate::battle::skirmish::BoardOdds;
use crate::battle::skirmish::parameters::parameters;
use crate::error::Result;

pub use file::Provenance;
pub use measure::Measured;

use fights::{Watched, watch_classes, watch_missions, watch_terrains};
use side_by_side::{Group, group};
use tallies::Tallies;

/// How much is fought.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    /// Battles of each mission.
    pub trials: u64,
    /// Battles of each ship class, and of each unusual feature.
    pub class_trials: u64,
    pub seed: u64,
}

/// The mission whose rounds [melee] describes.
const REFERENCE: &str = "space-superiority";

/// What came of it.
#[derive(Debug, Clone)]
pub struct Calibration {
    pub terms: Terms,
    pub measured: Measured,
    pub made: Provenance,
    /// The whole parameter file.
    pub text: String,
    pub groups: Vec<Group>,
}

/// How many battles will be watched.
pub fn battles(terms: &Terms) -> u64 {
    fights::missions_on_board().count() as u64 * terms.trials
        + (fights::classes().count() + crate::ids::Terrain::ALL.len()) as u64 * terms.class_trials
}

/// Watches, measures and compares.
pub fn calibrate(terms: Terms, command: String, progress: &(dyn Fn(u64) + Sync)) -> Result<Calibration> {
    let mut tallies = Tallies::default();
    let mut watched: Vec<Watched> = Vec::new();
    for (counted, of_missions) in watch_missions(&terms, progress)? {
        tallies.join(counted);
        watched.extend(of_missions);
    }
    for counted in watch_terrains(&terms, progress)? {
        tallies.join(counted);
    }
    for (counted, of_classes) in watch_classes(&terms, progress)? {
        tallies.join(counted);
        watched.extend(of_classes);
    }
    let measured = measure::measure(&tallies, parameters(), REFERENCE);
    let made = Provenance { command, battles: tallies.battles, ship_rounds: tallies.positions.len() as u64 };
    let text = file::render(&measured, &made);
    let odds = BoardOdds::new(measured.parameters.clone());
    let groups = group(&watched, &odds, terms.seed);
    Ok(Calibration { terms, measured, made, text, groups })
}
