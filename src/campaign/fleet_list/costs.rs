//! What the lines of a fleet list cost, in Fleet Points once and in squad points in every battle, and why.

use super::file::is_crew;
use super::{Entry, Item};
use crate::campaign::rulebook::Rulebook;
use crate::catalog::{Slot, catalog};
use crate::ids::{Faction, PilotCardId, ShipClassId, UpgradeId};

/// One line with its costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostLine {
    pub what: String,
    pub count: u16,
    /// Fleet Points of one; `None`: not bought with Fleet Points.
    pub fleet_points: Option<u16>,
    /// Squad points of one when it is used; `None`: costs a fixed number as part of something else.
    pub squad_points: Option<i16>,
    /// Where the numbers come from.
    pub why: String,
}

impl CostLine {
    pub fn total(&self) -> u32 {
        u32::from(self.count) * u32::from(self.fleet_points.unwrap_or(0))
    }
}

/// The lines of one entry: the thing itself, then what comes with it.
pub(super) fn lines(book: &Rulebook, faction: Faction, entry: &Entry) -> Vec<CostLine> {
    let count = entry.count;
    match &entry.item {
        Item::Commander(card) => vec![commander(book, *card)],
        Item::Ship { class, fitted } => {
            let mut lines = vec![ship(book, faction, *class, count)];
            lines.extend(fitted.iter().map(|card| fitted_card(book, *card, count)));
            lines
        }
        Item::Pilot { card, titles } => {
            let mut lines = vec![pilot(book, *card, count)];
            lines.extend(titles.iter().map(|title| fitted_card(book, *title, count)));
            lines
        }
        Item::Card(card) => vec![stored_card(book, *card, count)],
        Item::HugeShip { class, upgrades } => {
            let mut lines = vec![huge_ship(book, *class)];
            lines.extend(upgrades.iter().map(|card| starting_equipment(book, *card)));
            lines
        }
    }
}

fn ship(book: &Rulebook, faction: Faction, class: ShipClassId, count: u16) -> CostLine {
    let price = book.ship_price(class, faction);
    let why = match price {
        None => format!("{} players cannot buy this ship", faction.name()),
        Some(price) => match cheapest_card(faction, class) {
            // The rule of thumb of the rulebook; some prices in its tables are set otherwise.
            Some((name, printed, skill)) if printed.checked_sub(skill) == Some(price) => {
                format!("cheapest card {name} {printed} - lowest skill {skill} = {price}")
            }
            _ => "as in the table of base costs".to_string(),
        },
    };
    CostLine {
        what: catalog().ship(class).name.to_string(),
        count,
        fleet_points: price,
        squad_points: price.map(|price| price as i16),
        why,
    }
}

/// The card of least printed cost of a class: name, cost, and the lowest skill of all its cards.
fn cheapest_card(faction: Faction, class: ShipClassId) -> Option<(&'static str, u16, u16)> {
    let cards = || {
        let of_class = catalog().pilots.iter().filter(|pilot| pilot.ships[0] == class && pilot.in_era);
        of_class.filter(|pilot| pilot.faction == faction && !pilot.optional)
    };
    let printed = cards().filter_map(|pilot| pilot.printed_cost.map(|cost| (cost, pilot.name)));
    let (cost, name) = printed.min()?;
    let skill = cards().map(|pilot| pilot.skill).min()?;
    Some((name, u16::from(cost), u16::from(skill)))
}

fn pilot(book: &Rulebook, card: PilotCardId, count: u16) -> CostLine {
    let pilot = catalog().pilot(card);
    let points = book.pilot_points(card);
    CostLine {
        what: format!("{} (skill {})", pilot.name, book.pilot_skill(card)),
        count,
        fleet_points: Some(points),
        squad_points: Some(points as i16),
        why: format!("{}; squad points grow with skill, Fleet Points do not", pilot_formula(book, card)),
    }
}

fn commander(book: &Rulebook, card: PilotCardId) -> CostLine {
    let pilot = catalog().pilot(card);
    let (price, points) = (book.commander_price(card), book.pilot_points(card));
    let dearer = if points < price { "; his crew card costs more and sets the price" } else { "" };
    CostLine {
        what: format!("{}, commander (skill {})", pilot.name, book.pilot_skill(card)),
        count: 1,
        fleet_points: Some(price),
        squad_points: Some(points as i16),
        why: format!("{}{dearer}", pilot_formula(book, card)),
    }
}

/// Printed cost less ship, where that is how the cost comes about.
fn pilot_formula(book: &Rulebook, card: PilotCardId) -> String {
    let pilot = catalog().pilot(card);
    let class = pilot.ships[0];
    let points = book.pilot_points(card);
    let ship = book.hull_points(class, pilot.faction);
    match pilot.printed_cost.map(u16::from) {
        Some(printed) if printed.checked_sub(ship) == Some(points) => {
            format!("card {printed} - {} {ship} = {points}", catalog().ship(class).name)
        }
        _ => "as in the table of pilots".to_string(),
    }
}

/// A title or a time-intensive card that comes with a ship or a pilot.
fn fitted_card(book: &Rulebook, card: UpgradeId, count: u16) -> CostLine {
    let (upgrade, terms) = (catalog().upgrade(card), book.upgrade(card));
    let why = match upgrade.slot {
        Slot::Title if terms.fleet_points.map(|points| points as i16) != Some(terms.squad_points) => {
            format!("title; printed {}, changed by the campaign", upgrade.points)
        }
        Slot::Title => "title, bound for good".to_string(),
        _ => format!("{}, installed when bought with the ship", upgrade.slot.label()),
    };
    CostLine {
        what: format!("  + {}", upgrade.name),
        count,
        fleet_points: terms.fleet_points,
        squad_points: Some(terms.squad_points),
        why,
    }
}

/// A card of the store, or a crew member.
fn stored_card(book: &Rulebook, card: UpgradeId, count: u16) -> CostLine {
    let (upgrade, terms) = (catalog().upgrade(card), book.upgrade(card));
    let why = if upgrade.slot == Slot::Elite {
        "elite cards are not bought: squad points only, when a squad is built".to_string()
    } else if card == book.special.extra_munitions || card == book.special.rebel_captive {
        "not bought: squad points only, when a squad is built".to_string()
    } else if terms.expendable {
        format!(
            "{} copies for one price, each {} squad points when carried",
            terms.copies, terms.squad_points
        )
    } else if is_crew(card) {
        "crew: a person, who can eject and be captured".to_string()
    } else if terms.time_intensive {
        format!("{}: a ship sits idle a turn to install it", upgrade.slot.label())
    } else {
        format!("{}: mounted for each battle without delay", upgrade.slot.label())
    };
    CostLine {
        what: upgrade.name.to_string(),
        count,
        fleet_points: terms.fleet_points,
        squad_points: Some(terms.squad_points),
        why,
    }
}

fn huge_ship(book: &Rulebook, class: ShipClassId) -> CostLine {
    let huge = &book.rules.huge_ships;
    let capital = catalog().ship(class).huge.as_ref().is_some_and(|huge| huge.capital);
    let points = if capital { huge.battle.capital_points } else { huge.battle.support_points };
    CostLine {
        what: catalog().ship(class).name.to_string(),
        count: 1,
        fleet_points: None,
        squad_points: Some(points as i16),
        why: "huge ships are given; a fixed number of squad points, whatever they carry".to_string(),
    }
}

fn starting_equipment(book: &Rulebook, card: UpgradeId) -> CostLine {
    let points = book.upgrade(card).squad_points;
    CostLine {
        what: format!("  + {}", catalog().upgrade(card).name),
        count: 1,
        fleet_points: None,
        squad_points: None,
        why: format!("{points} of the ship's starting equipment"),
    }
}
