//! Card effects as data: `cards.csv` says which upgrade does what, `pilots.csv` what pilots' own abilities do, in words
//! that rules look up.
//!
//! A card that stands neither here nor is a weapon with nothing but its numbers has no effect yet; the outcome of a
//! battle names it, and `RULES.md` lists all of them.

use std::sync::OnceLock;

use crate::catalog::{Upgrade, catalog};
use crate::ids::{PilotCardId, UpgradeId};

mod words;

pub use words::{When, Word, WordSet};

/// "All" in the `amount` column.
pub const ALL: u8 = 99;

/// One row of `cards.csv` or `pilots.csv`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    pub word: Word,
    pub when: When,
    pub amount: u8,
}

/// The effects of every upgrade and of every pilot, by id.
struct Tables {
    upgrades: Vec<Vec<Effect>>,
    pilots: Vec<Vec<Effect>>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let (upgrades, pilots) = (&catalog().upgrades, &catalog().pilots);
        let find_upgrade = |key: &str| upgrades.iter().position(|card| card.key == key);
        let find_pilot = |key: &str| pilots.iter().position(|card| card.key == key);
        Tables {
            upgrades: read("cards.csv", include_str!("cards.csv"), upgrades.len(), &find_upgrade),
            pilots: read("pilots.csv", include_str!("pilots.csv"), pilots.len(), &find_pilot),
        }
    })
}

fn read(file: &str, text: &str, cards: usize, find: &dyn Fn(&str) -> Option<usize>) -> Vec<Vec<Effect>> {
    let mut table = vec![Vec::new(); cards];
    for row in text.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let card = find(cells[0]).unwrap_or_else(|| panic!("{file}: no card {}", cells[0]));
        let word = Word::from_key(cells[1]).unwrap_or_else(|| panic!("{file}: no word {}", cells[1]));
        let when = When::from_key(cells[2]).unwrap_or_else(|| panic!("{file}: no condition {}", cells[2]));
        let amount = cells[3].parse().unwrap_or_else(|_| panic!("{file}: amount {}", cells[3]));
        table[card].push(Effect { word, when, amount });
    }
    table
}

/// What a card does.
pub fn effects_of(card: UpgradeId) -> &'static [Effect] {
    &tables().upgrades[card.index()]
}

/// What a pilot's own ability does; nothing for pilots without one and for those whose ability is not in effect.
pub fn effects_of_pilot(pilot: PilotCardId) -> &'static [Effect] {
    &tables().pilots[pilot.index()]
}

/// Weapons with nothing but their numbers: what the weapon block says is all.
const PLAIN_WEAPONS: [&str; 3] = ["blaster-turret", "cluster-missiles", "hot-shot-blaster"];

/// True where the tabletop plays all that the card says.
pub fn is_in_effect(card: &Upgrade) -> bool {
    !effects_of(card.id).is_empty() || PLAIN_WEAPONS.contains(&card.key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Slot;

    #[test]
    fn every_small_ship_weapon_of_the_era_is_in_effect() {
        let slots = [Slot::Torpedo, Slot::Missile, Slot::Cannon, Slot::Turret, Slot::Bomb];
        let missing: Vec<&str> = catalog()
            .upgrades
            .iter()
            .filter(|card| slots.contains(&card.slot) && card.in_era && !is_in_effect(card))
            .map(|card| card.key)
            .collect();
        assert_eq!(missing, ["seismic-torpedo"], "removes an obstacle as an action: the one left out");
    }

    #[test]
    fn every_word_is_used_by_a_card() {
        for word in Word::ALL {
            let mut effects = tables().upgrades.iter().chain(&tables().pilots).flatten();
            assert!(effects.any(|effect| effect.word == *word), "{}", word.key());
        }
    }

    #[test]
    fn cards_with_catalog_numbers_have_some() {
        for card in &catalog().upgrades {
            if effects_of(card.id).iter().any(|effect| effect.word == Word::CatalogNumbers) {
                let nothing = crate::catalog::StatBonus::default();
                let slots = !card.grants_slots.is_empty()
                    || !card.grants_one_of.is_empty()
                    || !card.removes_slots.is_empty();
                let numbers =
                    card.bonus != nothing || card.grants_actions != 0 || slots || card.discount.is_some();
                assert!(numbers || card.key == "extra-munitions", "{}", card.key);
            }
        }
    }
}
