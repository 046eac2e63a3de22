//! Cards: every ship, pilot, upgrade and dial that the campaign rulebook names.
//!
//! Read once from the CSV files beside this one and indexed by small ids. What the files hold and how to add
//! a card is in `README.md`.

use std::sync::OnceLock;

use crate::ids::{Faction, PilotCardId, ShipClassId, UpgradeId};

mod cards;
mod csv;
mod equip;
mod names;
mod pilots;
mod ships;
mod upgrades;

#[cfg(test)]
mod rulebook_tests;

pub use cards::*;
pub use equip::{Bearer, Misfit};
pub use names::NameError;

/// All cards. Ids are row numbers.
#[derive(Debug)]
pub struct Catalog {
    pub ships: Vec<ShipClass>,
    pub pilots: Vec<PilotCard>,
    pub upgrades: Vec<Upgrade>,
}

/// The cards that are built into the program.
pub fn catalog() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG.get_or_init(|| {
        let ships = ships::load();
        Catalog { pilots: pilots::load(&ships), upgrades: upgrades::load(&ships), ships }
    })
}

impl Catalog {
    pub fn ship(&self, id: ShipClassId) -> &ShipClass {
        &self.ships[id.index()]
    }

    pub fn pilot(&self, id: PilotCardId) -> &PilotCard {
        &self.pilots[id.index()]
    }

    pub fn upgrade(&self, id: UpgradeId) -> &Upgrade {
        &self.upgrades[id.index()]
    }

    /// The classes that a faction can buy, in table order.
    pub fn ships_of(&self, faction: Faction) -> impl Iterator<Item = &ShipClass> {
        self.ships.iter().filter(move |ship| ship.base_cost[faction.index()].is_some())
    }

    /// The generics of the rulebook's table for a faction, without the organizer's optional ones.
    pub fn generics(&self, faction: Faction) -> impl Iterator<Item = &PilotCard> {
        self.pilots.iter().filter(move |pilot| {
            pilot.faction == faction && !pilot.unique && pilot.in_tables && !pilot.optional
        })
    }

    /// The stand-in generics that a faction has only by the organizer's choice.
    pub fn optional_generics(&self, faction: Faction) -> impl Iterator<Item = &PilotCard> {
        self.pilots.iter().filter(move |pilot| pilot.faction == faction && pilot.optional)
    }

    /// The unique pilots that a faction could buy at the rulebook's date.
    pub fn uniques(&self, faction: Faction) -> impl Iterator<Item = &PilotCard> {
        self.pilots
            .iter()
            .filter(move |pilot| pilot.faction == faction && pilot.unique && pilot.for_sale && pilot.in_era)
    }

    /// The cards that qualify for a class from the start, of any faction and time.
    pub fn pilots_for(&self, ship: ShipClassId) -> impl Iterator<Item = &PilotCard> {
        self.pilots.iter().filter(move |pilot| pilot.ships.contains(&ship))
    }

    /// The unique crew card of the person on a pilot card.
    pub fn crew_card_of(&self, pilot: PilotCardId) -> Option<&Upgrade> {
        let character = self.pilot(pilot).character;
        self.upgrades.iter().find(|upgrade| upgrade.slot == Slot::Crew && upgrade.name == character)
    }
}
