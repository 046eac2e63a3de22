//! Pilot cards: `pilots.csv`, generics first, in the order of the rulebook's tables.

use super::cards::{PilotCard, ShipClass};
use super::csv::{Row, Sheet};
use super::ships;
use crate::ids::{Faction, PilotCardId};

const FLAGS: [&str; 10] = [
    "unique",
    "elite",
    "droid",
    "crew-card",
    "optional",
    "high-skill",
    "one-of-five",
    "not-in-tables",
    "not-for-sale",
    "later",
];

/// Every pilot card in the order of the file.
pub fn load(classes: &[ShipClass]) -> Vec<PilotCard> {
    let sheet = Sheet::parse("pilots.csv", include_str!("pilots.csv"));
    sheet.rows().enumerate().map(|(i, row)| pilot(i, &row, classes)).collect()
}

fn pilot(i: usize, row: &Row<'_>, classes: &[ShipClass]) -> PilotCard {
    let flags = row.flags(&FLAGS);
    let skill = row.number("skill");
    PilotCard {
        id: PilotCardId(i as u16),
        key: row.text("key"),
        name: row.text("name"),
        aliases: row.names("aliases"),
        faction: row.word("faction", Faction::from_key),
        ships: row.words("ships", |key| ships::by_key(classes, key)),
        skill,
        table_skill: row.maybe("table_skill").unwrap_or(skill),
        cost: row.number("cost"),
        printed_cost: row.maybe("printed_cost"),
        elite_slot: flags.has("elite"),
        unique: flags.has("unique"),
        character: row.text("name"),
        droid: flags.has("droid"),
        has_crew_card: flags.has("crew-card"),
        optional: flags.has("optional"),
        high_skill_generic: flags.has("high-skill"),
        one_of_five: flags.has("one-of-five"),
        in_era: !flags.has("later"),
        in_tables: !flags.has("not-in-tables"),
        for_sale: !flags.has("not-for-sale"),
    }
}
