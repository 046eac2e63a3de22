//! Unique names: which cards stand for the same person, droid, ship or thing.
//!
//! Pilots, crew, astromechs, titles and other upgrades share one list, because a character with a pilot card
//! and a crew card is one character. Elite upgrades are not in it: those are unique within a squad only.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::catalog::{Slot, Upgrade, catalog};
use crate::ids::{PilotCardId, UpgradeId};

use super::state::UniqueId;

/// Keys of cards that the rulebook's list of unique upgrades treats in a way of their own.
const EXPERIMENTAL_INTERFACE: &str = "experimental-interface";
const REBEL_CAPTIVE: &str = "rebel-captive";

/// The unique name of every card that has one.
#[derive(Debug)]
pub struct Uniques {
    pilots: Vec<Option<UniqueId>>,
    upgrades: Vec<Option<UniqueId>>,
    n_names: usize,
    /// Each player may have one copy.
    pub experimental_interface: UpgradeId,
    /// Not bought; needs a prisoner.
    pub rebel_captive: UpgradeId,
}

/// The list for the built-in catalog.
pub fn uniques() -> &'static Uniques {
    static UNIQUES: OnceLock<Uniques> = OnceLock::new();
    UNIQUES.get_or_init(build)
}

impl Uniques {
    pub fn of_pilot(&self, card: PilotCardId) -> Option<UniqueId> {
        self.pilots[card.index()]
    }

    pub fn of_upgrade(&self, upgrade: UpgradeId) -> Option<UniqueId> {
        self.upgrades[upgrade.index()]
    }

    pub fn n_names(&self) -> usize {
        self.n_names
    }
}

fn build() -> Uniques {
    let catalog = catalog();
    let mut names: BTreeMap<&str, UniqueId> = BTreeMap::new();
    let mut name = |text: &'static str| {
        let next = UniqueId(names.len() as u16);
        *names.entry(text).or_insert(next)
    };
    let pilots = catalog.pilots.iter().map(|card| card.unique.then(|| name(card.character))).collect();
    let counts = |card: &Upgrade| {
        card.unique
            && card.slot != Slot::Elite
            && card.key != EXPERIMENTAL_INTERFACE
            && card.key != REBEL_CAPTIVE
    };
    let upgrades = catalog.upgrades.iter().map(|card| counts(card).then(|| name(card.name))).collect();
    let by_key = |key: &str| {
        let card = catalog.upgrades.iter().find(|card| card.key == key);
        card.map(|card| card.id).unwrap_or_else(|| panic!("the catalog has a card `{key}`"))
    };
    Uniques {
        pilots,
        upgrades,
        n_names: names.len(),
        experimental_interface: by_key(EXPERIMENTAL_INTERFACE),
        rebel_captive: by_key(REBEL_CAPTIVE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Faction;

    #[test]
    fn cards_of_one_character_share_a_name_across_factions_and_kinds() {
        let (catalog, uniques) = (catalog(), uniques());
        let pilot = |faction| uniques.of_pilot(catalog.find_pilot("Boba Fett", Some(faction)).unwrap());
        let crew = uniques.of_upgrade(catalog.find_upgrade("Boba Fett", Some(Slot::Crew)).unwrap());
        assert!(crew.is_some());
        assert_eq!(pilot(Faction::Imperial), pilot(Faction::Scum));
        assert_eq!(pilot(Faction::Scum), crew);
        let r2 = |slot| uniques.of_upgrade(catalog.find_upgrade("R2-D2", Some(slot)).unwrap());
        assert_eq!(r2(Slot::Astromech), r2(Slot::Crew));
        assert!(r2(Slot::Crew).is_some());
    }

    #[test]
    fn generic_elite_and_specially_treated_cards_have_no_name() {
        let (catalog, uniques) = (catalog(), uniques());
        let of = |key| uniques.of_upgrade(catalog.find_upgrade(key, None).unwrap());
        assert_eq!(of("gunner"), None);
        assert_eq!(of("lone-wolf"), None);
        assert_eq!(of("experimental-interface"), None);
        assert_eq!(of("rebel-captive"), None);
        assert!(of("millennium-falcon-title-1").is_some());
    }
}
