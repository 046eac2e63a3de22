//! Ship classes: `ships.csv`, their dials from `dials.csv`, the cards of huge ships from `huge_sections.csv`.

use super::cards::*;
use super::csv::{Row, Sheet};
use crate::ids::{Faction, ShipClassId};

/// Every ship class in the order of the file.
pub fn load() -> Vec<ShipClass> {
    let mut ships: Vec<ShipClass> =
        Sheet::parse("ships.csv", include_str!("ships.csv")).rows().enumerate().map(ship).collect();
    load_dials(&mut ships);
    load_huge_sections(&mut ships);
    ships
}

/// The class with that key.
pub fn by_key(ships: &[ShipClass], key: &str) -> Option<ShipClassId> {
    ships.iter().find(|ship| ship.key == key).map(|ship| ship.id)
}

fn ship((i, row): (usize, Row<'_>)) -> ShipClass {
    let mut factions = [false; 3];
    for faction in row.words("factions", Faction::from_key) {
        factions[faction.index()] = true;
    }
    ShipClass {
        id: ShipClassId(i as u8),
        key: row.text("key"),
        name: row.text("name"),
        aliases: row.names("aliases"),
        size: row.word("size", BaseSize::from_key),
        factions,
        attack: row.number_or_zero("attack"),
        agility: row.number_or_zero("agility"),
        hull: row.number_or_zero("hull"),
        shields: row.number_or_zero("shields"),
        arcs: row.bits("arcs", |key| Arc::from_key(key).map(Arc::index)),
        actions: row.bits("actions", |key| Action::from_key(key).map(Action::index)),
        base_cost: Faction::ALL.map(|faction| row.maybe(&format!("{}_cost", faction.key()))),
        slots: Faction::ALL.map(|faction| row.words(&format!("{}_slots", faction.key()), Slot::from_key)),
        dial: Vec::new(),
        huge: None,
    }
}

/// One row per ship and speed, one column per bearing. A cell is `g`, `w` or `r`; for a huge ship, whose
/// maneuvers have no colour, it is the energy that the maneuver gains.
fn load_dials(ships: &mut [ShipClass]) {
    let sheet = Sheet::parse("dials.csv", include_str!("dials.csv"));
    for row in sheet.rows() {
        let id = row.word("ship", |key| by_key(ships, key));
        let huge = ships[id.index()].size == BaseSize::Huge;
        for &column in sheet.columns().iter().skip(2) {
            let cell = row.text(column);
            if cell.is_empty() {
                continue;
            }
            let Some(bearing) = Bearing::from_key(column) else { row.stop(column, "not a bearing") };
            let (difficulty, energy) = match cell {
                "g" => (Difficulty::Green, 0),
                "w" => (Difficulty::White, 0),
                "r" => (Difficulty::Red, 0),
                _ if huge => (Difficulty::White, row.number(column)),
                _ => row.stop(column, "must be g, w or r"),
            };
            ships[id.index()].dial.push(Maneuver { speed: row.number("speed"), bearing, difficulty, energy });
        }
    }
}

fn load_huge_sections(ships: &mut [ShipClass]) {
    for row in Sheet::parse("huge_sections.csv", include_str!("huge_sections.csv")).rows() {
        let id = row.word("ship", |key| by_key(ships, key));
        let section = huge_section(&row);
        let huge = ships[id.index()].huge.get_or_insert_with(|| HugeShip {
            capital: row.text("role") == "capital",
            length_mm: row.number("length_mm"),
            width_mm: row.number("width_mm"),
            sections: Vec::new(),
        });
        huge.sections.push(section);
    }
}

fn huge_section(row: &Row<'_>) -> HugeSection {
    let arc = (!row.text("arc").is_empty()).then(|| SectionArc {
        kind: row.word("arc", SectionArcKind::from_key),
        from_deg: row.number("arc_from_deg"),
        to_deg: row.number("arc_to_deg"),
    });
    // A crippled section can no longer be shot at: its hull value counts in repairs only, its shields are gone.
    let crippled = row.yes("can_be_crippled").then(|| CrippledSection {
        attack: row.number_or_zero("crippled_attack"),
        agility: row.number("agility"),
        hull: row.number("hull"),
        shields: 0,
        energy: row.number_or_zero("crippled_energy"),
    });
    HugeSection {
        section: row.text("section"),
        pilot_skill: row.number("skill"),
        printed_cost: row.number("printed_cost"),
        attack: row.number_or_zero("attack"),
        attack_range: row.range("attack_range"),
        agility: row.number("agility"),
        hull: row.number("hull"),
        shields: row.number("shields"),
        energy: row.number_or_zero("energy"),
        actions: row.bits("actions", |key| Action::from_key(key).map(Action::index)),
        slots: row.words("slots", Slot::from_key),
        crippled,
        arc,
        primary_is_turret: row.yes("turret"),
        effect: row.text("effect"),
    }
}
