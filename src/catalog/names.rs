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
        the_one(self.ships_named(name)?, |_| true, |id| self.ship(id).name.to_string())
    }

    /// A pilot card, of one faction where that is known. Of namesakes, the one that the rulebook's date knows.
    pub fn find_pilot(&self, name: &str, faction: Option<Faction>) -> Result<PilotCardId, NameError> {
        let found = self.pilots_named(name, faction)?;
        the_one(found, |id| self.pilot(id).in_era, |id| self.describe_pilot(id))
    }

    /// An upgrade card, of one slot where that is known. Of namesakes, the one that the rulebook's date knows.
    pub fn find_upgrade(&self, name: &str, slot: Option<Slot>) -> Result<UpgradeId, NameError> {
        let found = self.upgrades_named(name, slot)?;
        the_one(found, |id| self.upgrade(id).in_era, |id| self.describe_upgrade(id))
    }

    /// All ship classes that a name can mean; never empty.
    pub fn ships_named(&self, name: &str) -> Result<Vec<ShipClassId>, NameError> {
        Ok(find(&self.ships, name)?.into_iter().map(|ship| ship.id).collect())
    }

    /// All pilot cards that a name can mean; never empty.
    pub fn pilots_named(&self, name: &str, faction: Option<Faction>) -> Result<Vec<PilotCardId>, NameError> {
        let cards = self.pilots.iter().filter(|pilot| faction.is_none_or(|faction| pilot.faction == faction));
        Ok(find(cards, name)?.into_iter().map(|pilot| pilot.id).collect())
    }

    /// All upgrade cards that a name can mean; never empty.
    pub fn upgrades_named(&self, name: &str, slot: Option<Slot>) -> Result<Vec<UpgradeId>, NameError> {
        let cards = self.upgrades.iter().filter(|upgrade| slot.is_none_or(|slot| upgrade.slot == slot));
        Ok(find(cards, name)?.into_iter().map(|upgrade| upgrade.id).collect())
    }

    /// True where the class goes by that name or alias.
    pub fn is_called(&self, ship: ShipClassId, name: &str) -> bool {
        let word = plain(name);
        let ship = self.ship(ship);
        [ship.key, ship.name].iter().chain(&ship.aliases).any(|known| plain(known) == word)
    }

    /// What tells a pilot card from others of its name, with the key that settles it.
    pub fn describe_pilot(&self, id: PilotCardId) -> String {
        let pilot = self.pilot(id);
        let ship = self.ship(pilot.ships[0]).name;
        format!("{} ({}, {ship}, skill {}: {})", pilot.name, pilot.faction.name(), pilot.skill, pilot.key)
    }

    /// What tells an upgrade card from others of its name, with the key that settles it.
    pub fn describe_upgrade(&self, id: UpgradeId) -> String {
        let upgrade = self.upgrade(id);
        format!("{} ({}: {})", upgrade.name, upgrade.slot.label(), upgrade.key)
    }
}

fn the_one<Id: Copy>(
    found: Vec<Id>,
    in_era: impl Fn(Id) -> bool,
    describe: impl Fn(Id) -> String,
) -> Result<Id, NameError> {
    let current: Vec<Id> = found.iter().copied().filter(|id| in_era(*id)).collect();
    match (&found[..], &current[..]) {
        ([id], _) | (_, [id]) => Ok(*id),
        _ => Err(NameError::Ambiguous(found.into_iter().map(describe).collect())),
    }
}

/// The cards of that name. A key or name goes before an alias: `TIE Fighter` is the Imperial class, though the
/// captured one has the same words on its card.
fn find<'a, T: Named>(
    cards: impl IntoIterator<Item = &'a T> + Clone,
    name: &str,
) -> Result<Vec<&'a T>, NameError> {
    let word = plain(name);
    // Keys are unique, so a key settles the matter even where the name would not.
    if let Some(card) = cards.clone().into_iter().find(|card| card.key() == name.trim()) {
        return Ok(vec![card]);
    }
    let is_named = |card: &&'a T| plain(card.name()) == word || plain(card.key()) == word;
    let is_alias = |card: &&'a T| card.aliases().iter().any(|alias| plain(alias) == word);
    let named: Vec<&T> = cards.clone().into_iter().filter(is_named).collect();
    let found = if named.is_empty() { cards.clone().into_iter().filter(is_alias).collect() } else { named };
    if found.is_empty() {
        let known =
            cards.into_iter().flat_map(|card| [card.name()].into_iter().chain(card.aliases().to_vec()));
        return Err(NameError::Unknown(nearest_name(name.trim(), known)));
    }
    Ok(found)
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
        // The second Ghost card came out after the rulebook.
        let ghost = catalog().find_upgrade("Ghost", None).expect("one card of the time");
        assert_eq!(catalog().upgrade(ghost).key, "ghost-title-1");
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
