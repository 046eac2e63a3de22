//! A Squadron as a player hands it in: what it costs, line by line, and which rules it breaks.
//!
//! The file format is explained in `scenarios/fleets/README.md`.

mod build;
mod check;
mod costs;
mod file;

use crate::ids::{Faction, PilotCardId, ShipClassId, UpgradeId};

pub use build::{Order, build};
pub use check::{Broken, Checked, check};
pub use costs::CostLine;
pub use file::read;

/// What a list asks for, in the order in which it is bought.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetList {
    pub title: String,
    pub faction: Faction,
    /// Players of the faction, which decide the limits that they share.
    pub players: u8,
    /// Fleet Points to spend, where they are not the rule set's.
    pub points: Option<u16>,
    pub entries: Vec<Entry>,
}

/// Something that is bought a number of times.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub count: u16,
    pub item: Item,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    Commander(PilotCardId),
    /// A ship with titles and time-intensive cards that are bought along with it.
    Ship {
        class: ShipClassId,
        fitted: Vec<UpgradeId>,
    },
    /// A generic pilot, with a title of his own where he has one.
    Pilot {
        card: PilotCardId,
        titles: Vec<UpgradeId>,
    },
    /// Equipment, ordnance or crew; ordnance comes by threes.
    Card(UpgradeId),
    /// A huge ship with its starting equipment, which costs no Fleet Points.
    HugeShip {
        class: ShipClassId,
        upgrades: Vec<UpgradeId>,
    },
}
