//! Finding a card by what people call it: key, name, alias, the name on the card, or the XWS id of squad files.
//!
//! Case, spaces and punctuation do not count, which is also how XWS ids are made of names, so `TIE/fo Fighter`,
//! `tie-fo-fighter` and `tiefofighter` are the same word.

use std::fmt;

use super::{Catalog, PilotCard, ShipClass, Slot, Upgrade};
use crate::error::nearest_name;
use crate::ids::{Faction, PilotCardId, ShipClassId, UpgradeId};

/// Why a name did not lead to one card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameError {
    /// No card is called so; the nearest known name, if any is near.
    Unknown(Option<&'static str>),
    /// Several cards are called so: `Boba Fett (Imperial, Firespray-31)` and so on.
    Ambiguous(Vec<String>),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Unknown(None) => f.write_str("not known"),
            NameError::Unknown(Some(nearest)) => write!(f, "not known; did you mean `{nearest}`?"),
            NameError::Ambiguous(candidates) => {
                write!(f, "could be any of: {}", candidates.join("; "))
            }
        }
    }
}

impl NameError {
    /// The name to suggest, where there is one.
    pub fn nearest(&self) -> Option<&'static str> {
        match self {
            NameError::Unknown(nearest) => *nearest,
            NameError::Ambiguous(_) => None,
        }
    }
}

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What a card is called, best names first.
trait Named {
    fn key(&self) -> &'static str;
    fn name(&self) -> &'static str;
    fn aliases(&self) -> &[&'static str];
}

macro_rules! named {
    ($($card:ty),+) => {
        $(impl Named for $card {
            fn key(&self) -> &'static str {
                self.key
            }
            fn name(&self) -> &'static str {
                self.name
            }
            fn aliases(&self) -> &[&'static str] {
                &self.aliases
            }
        })+
    };
}

named!(ShipClass, PilotCard, Upgrade);

impl Catalog {
    /// A ship class. `YT-1300` alone is ambiguous, because the campaign has two classes of that name.
    pub fn find_ship(&self, name: &str) -> Result<ShipClassId, NameError> {
        find(&self.ships, name)
            .map_err(|error| error.describe(|ship| ship.name.to_string()))
            .map(|ship| ship.id)
    }

    /// A pilot card, of one faction where that is known.
    pub fn find_pilot(&self, name: &str, faction: Option<Faction>) -> Result<PilotCardId, NameError> {
        let cards = self.pilots.iter().filter(|pilot| faction.is_none_or(|faction| pilot.faction == faction));
        let describe = |pilot: &PilotCard| {
            let ship = self.ship(pilot.ships[0]).name;
            format!("{} ({}, {ship}, skill {}: {})", pilot.name, pilot.faction.name(), pilot.skill, pilot.key)
        };
        find(cards, name).map_err(|error| error.describe(describe)).map(|pilot| pilot.id)
    }

    /// An upgrade card, of one slot where that is known.
    pub fn find_upgrade(&self, name: &str, slot: Option<Slot>) -> Result<UpgradeId, NameError> {
        let cards = self.upgrades.iter().filter(|upgrade| slot.is_none_or(|slot| upgrade.slot == slot));
        let describe =
            |upgrade: &Upgrade| format!("{} ({}: {})", upgrade.name, upgrade.slot.label(), upgrade.key);
        find(cards, name).map_err(|error| error.describe(describe)).map(|upgrade| upgrade.id)
    }
}

/// What `find` could not settle.
enum Unsettled<'a, T> {
    Unknown(Option<&'static str>),
    Ambiguous(Vec<&'a T>),
}

impl<T> Unsettled<'_, T> {
    fn describe(self, describe: impl Fn(&T) -> String) -> NameError {
        match self {
            Unsettled::Unknown(nearest) => NameError::Unknown(nearest),
            Unsettled::Ambiguous(cards) => NameError::Ambiguous(cards.into_iter().map(describe).collect()),
        }
    }
}

/// The one card of that name. A key or name goes before an alias: `TIE Fighter` is the Imperial class, though
/// the captured one has the same words on its card.
fn find<'a, T: Named>(
    cards: impl IntoIterator<Item = &'a T> + Clone,
    name: &str,
) -> Result<&'a T, Unsettled<'a, T>> {
    let word = plain(name);
    // Keys are unique, so a key settles the matter even where the name would not.
    if let Some(card) = cards.clone().into_iter().find(|card| card.key() == name.trim()) {
        return Ok(card);
    }
    let is_named = |card: &&'a T| plain(card.name()) == word || plain(card.key()) == word;
    let is_alias = |card: &&'a T| card.aliases().iter().any(|alias| plain(alias) == word);
    let named: Vec<&T> = cards.clone().into_iter().filter(is_named).collect();
    let found = if named.is_empty() { cards.clone().into_iter().filter(is_alias).collect() } else { named };
    match found[..] {
        [card] => Ok(card),
        [] => {
            let known =
                cards.into_iter().flat_map(|card| [card.name()].into_iter().chain(card.aliases().to_vec()));
            Err(Unsettled::Unknown(nearest_name(name.trim(), known)))
        }
        _ => Err(Unsettled::Ambiguous(found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::catalog;

    fn ship(name: &str) -> &'static str {
        catalog().find_ship(name).map(|id| catalog().ship(id).name).unwrap_or("?")
    }

    #[test]
    fn case_and_punctuation_do_not_count() {
        for name in ["TIE/fo Fighter", "tie-fo-fighter", "tiefofighter", " Tie fo fighter "] {
            assert_eq!(ship(name), "TIE/fo Fighter");
        }
    }

    #[test]
    fn aliases_lead_to_the_ship() {
        assert_eq!(ship("Scyk Interceptor"), "M3-A Interceptor");
        assert_eq!(ship("Lancer-class Craft"), "Lancer-class Pursuit Craft");
        assert_eq!(ship("Assault Shuttle"), "Attack Shuttle");
        assert_eq!(ship("T-65"), "X-wing");
        assert_eq!(ship("TIE Punisher"), "Scimitar Assault Bomber");
        assert_eq!(ship("t70xwing"), "T-70");
        assert_eq!(ship("CR90"), "CR-90");
        assert_eq!(ship("Sabine's TIE Fighter"), "Captured TIE Fighter");
    }

    #[test]
    fn a_name_goes_before_an_alias() {
        assert_eq!(ship("TIE Fighter"), "TIE Fighter");
        assert_eq!(ship("tiefighter"), "TIE Fighter");
    }

    #[test]
    fn two_cards_of_one_name_are_listed() {
        let Err(NameError::Ambiguous(ships)) = catalog().find_ship("YT-1300") else { panic!("two classes") };
        assert_eq!(ships, ["YT-1300 (ORS stats)", "YT-1300 (MF stats)"]);

        let Err(NameError::Ambiguous(fetts)) = catalog().find_pilot("Boba Fett", None) else {
            panic!("two cards")
        };
        assert_eq!(fetts.len(), 2);
        assert!(fetts[0].starts_with("Boba Fett (Imperial, Firespray-31, skill 8"));
        let scum = catalog().find_pilot("Boba Fett", Some(Faction::Scum)).expect("one Scum card");
        assert_eq!(catalog().pilot(scum).key, "boba-fett-firespray-31-scum");
        assert!(catalog().find_upgrade("Boba Fett", None).is_ok());

        let Err(NameError::Ambiguous(droids)) = catalog().find_upgrade("R2-D2", None) else {
            panic!("two cards")
        };
        assert_eq!(droids, ["R2-D2 (astromech: r2-d2-astromech)", "R2-D2 (crew: r2-d2-crew)"]);
        assert!(catalog().find_upgrade("r2d2", Some(Slot::Crew)).is_ok());
        assert!(catalog().find_upgrade("r2-d2-crew", None).is_ok());
    }

    #[test]
    fn an_unknown_name_brings_the_nearest() {
        assert_eq!(catalog().find_ship("X-wang"), Err(NameError::Unknown(Some("X-wing"))));
        assert_eq!(catalog().find_pilot("Rooky Pilot", None), Err(NameError::Unknown(Some("Rookie Pilot"))));
        // The nearest name is sought in the faction that was asked for.
        let error = catalog().find_pilot("Rookie Pilot", Some(Faction::Scum)).expect_err("a Rebel card");
        assert_ne!(error.nearest(), Some("Rookie Pilot"));
        assert_eq!(catalog().find_upgrade("qqqqq", None), Err(NameError::Unknown(None)));
        assert_eq!(NameError::Unknown(Some("X-wing")).to_string(), "not known; did you mean `X-wing`?");
    }
}
