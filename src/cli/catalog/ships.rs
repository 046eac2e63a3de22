//! `canto catalog ships`.

use serde_json::{Value, json};

use super::{Filter, Listing, Record, words};
use crate::catalog::*;
use crate::ids::Faction;

/// One row per class and faction; a huge ship has one per section.
pub fn list(filter: &Filter) -> Listing {
    let mut listing = Listing::new([
        "ship", "faction", "cost", "size", "attack", "agility", "hull", "shields", "arcs", "actions",
        "upgrades",
    ]);
    for faction in
        Faction::ALL.into_iter().filter(|faction| filter.faction.is_none_or(|only| only == *faction))
    {
        for ship in catalog().ships.iter().filter(|ship| ship.factions[faction.index()]) {
            if !filter.matches(ship.key, ship.name, &ship.aliases) {
                continue;
            }
            match &ship.huge {
                None => small_or_large_ship(&mut listing, ship, faction),
                Some(huge) => {
                    for section in &huge.sections {
                        huge_section(&mut listing, ship, section, faction);
                    }
                }
            }
        }
    }
    listing
}

fn small_or_large_ship(listing: &mut Listing, ship: &ShipClass, faction: Faction) {
    let arcs: Vec<Arc> = Arc::ALL.iter().copied().filter(|arc| ship.has_arc(*arc)).collect();
    let actions: Vec<Action> =
        Action::ALL.iter().copied().filter(|action| ship.has_action(*action)).collect();
    let slots = &ship.slots[faction.index()];
    let cost = ship.base_cost[faction.index()];
    listing.push(
        [
            ship.name.to_string(),
            faction.name().to_string(),
            cost.map(|cost| cost.to_string()).unwrap_or_default(),
            ship.size.label().to_string(),
            ship.attack.to_string(),
            ship.agility.to_string(),
            ship.hull.to_string(),
            ship.shields.to_string(),
            words(arcs.iter().map(|arc| arc.label())),
            words(actions.iter().map(|action| action.label())),
            slot_words(slots),
        ],
        Record(vec![
            ("key", json!(ship.key)),
            ("name", json!(ship.name)),
            ("aliases", json!(ship.aliases)),
            ("faction", json!(faction)),
            ("cost", json!(cost)),
            ("size", json!(ship.size)),
            ("section", json!(null)),
            ("attack", json!(ship.attack)),
            ("agility", json!(ship.agility)),
            ("hull", json!(ship.hull)),
            ("shields", json!(ship.shields)),
            ("energy", json!(null)),
            ("arcs", json!(arcs)),
            ("actions", json!(actions)),
            ("slots", json!(slots)),
            ("dial", json!(dial(ship))),
        ]),
    );
}

fn huge_section(listing: &mut Listing, ship: &ShipClass, section: &HugeSection, faction: Faction) {
    let actions: Vec<Action> =
        Action::ALL.iter().copied().filter(|action| section.actions >> action.index() & 1 == 1).collect();
    let name = match section.section {
        "whole" => ship.name.to_string(),
        part => format!("{} ({part})", ship.name),
    };
    let arc = match (section.primary_is_turret, section.arc) {
        (true, _) => "turret",
        (false, Some(arc)) => arc.kind.label(),
        (false, None) => "none",
    };
    listing.push(
        [
            name,
            faction.name().to_string(),
            String::new(),
            ship.size.label().to_string(),
            section.attack.to_string(),
            section.agility.to_string(),
            section.hull.to_string(),
            section.shields.to_string(),
            arc.to_string(),
            words(actions.iter().map(|action| action.label())),
            slot_words(&section.slots),
        ],
        Record(vec![
            ("key", json!(ship.key)),
            ("name", json!(ship.name)),
            ("aliases", json!(ship.aliases)),
            ("faction", json!(faction)),
            ("cost", json!(null)),
            ("size", json!(ship.size)),
            ("section", json!(section.section)),
            ("attack", json!(section.attack)),
            ("agility", json!(section.agility)),
            ("hull", json!(section.hull)),
            ("shields", json!(section.shields)),
            ("energy", json!(section.energy)),
            ("arcs", json!([arc])),
            ("actions", json!(actions)),
            ("slots", json!(section.slots)),
            ("dial", json!(dial(ship))),
        ]),
    );
}

fn dial(ship: &ShipClass) -> Vec<Value> {
    let entry = |maneuver: &Maneuver| match ship.size {
        BaseSize::Huge => {
            json!({ "speed": maneuver.speed, "bearing": maneuver.bearing, "energy": maneuver.energy })
        }
        _ => {
            json!({ "speed": maneuver.speed, "bearing": maneuver.bearing, "difficulty": maneuver.difficulty })
        }
    };
    ship.dial.iter().map(entry).collect()
}

/// `crew ×2, torpedo`: the bar in its order, repeated slots counted.
fn slot_words(slots: &[Slot]) -> String {
    let mut counted: Vec<(Slot, usize)> = Vec::new();
    for slot in slots {
        match counted.iter_mut().find(|(known, _)| known == slot) {
            Some((_, count)) => *count += 1,
            None => counted.push((*slot, 1)),
        }
    }
    let word = |(slot, count): &(Slot, usize)| match count {
        1 => slot.label().to_string(),
        count => format!("{} ×{count}", slot.label()),
    };
    counted.iter().map(word).collect::<Vec<_>>().join(", ")
}
