//! `canto catalog pilots`.

use serde_json::json;

use super::{Filter, Listing, Record, words};
use crate::catalog::{PilotCard, catalog};

/// One row per card.
pub fn list(filter: &Filter) -> Listing {
    let mut listing =
        Listing::new(["pilot", "faction", "ship", "skill", "cost", "with ship", "elite", "kind", "remarks"]);
    for pilot in &catalog().pilots {
        if filter.faction.is_some_and(|faction| faction != pilot.faction)
            || !filter.matches(pilot.key, pilot.name, &pilot.aliases)
        {
            continue;
        }
        let ship = catalog().ship(pilot.ships[0]);
        let with_ship = ship.base_cost[pilot.faction.index()].map(|base| base + pilot.cost);
        let kind = match (pilot.unique, pilot.optional) {
            (true, _) => "unique",
            (false, true) => "optional",
            (false, false) => "generic",
        };
        let flown: Vec<&str> = pilot.ships.iter().map(|id| catalog().ship(*id).name).collect();
        listing.push(
            [
                pilot.name.to_string(),
                pilot.faction.name().to_string(),
                flown.join(", "),
                pilot.skill.to_string(),
                pilot.cost.to_string(),
                with_ship.map(|points| points.to_string()).unwrap_or_default(),
                if pilot.elite_slot { "yes" } else { "" }.to_string(),
                kind.to_string(),
                pilot_remarks(pilot),
            ],
            Record(vec![
                ("key", json!(pilot.key)),
                ("name", json!(pilot.name)),
                ("aliases", json!(pilot.aliases)),
                ("faction", json!(pilot.faction)),
                ("ships", json!(pilot.ships.iter().map(|id| catalog().ship(*id).key).collect::<Vec<_>>())),
                ("skill", json!(pilot.skill)),
                ("table_skill", json!(pilot.table_skill)),
                ("cost", json!(pilot.cost)),
                ("with_ship", json!(with_ship)),
                ("printed_cost", json!(pilot.printed_cost)),
                ("elite_slot", json!(pilot.elite_slot)),
                ("kind", json!(kind)),
                ("droid", json!(pilot.droid)),
                ("has_crew_card", json!(pilot.has_crew_card)),
                ("high_skill_generic", json!(pilot.high_skill_generic)),
                ("one_of_five", json!(pilot.one_of_five)),
                ("in_tables", json!(pilot.in_tables)),
                ("in_era", json!(pilot.in_era)),
                ("for_sale", json!(pilot.for_sale)),
            ]),
        );
    }
    listing
}

fn pilot_remarks(pilot: &PilotCard) -> String {
    let remarks = [
        (pilot.one_of_five, "one of five such a faction"),
        (pilot.high_skill_generic && !pilot.one_of_five, "limited by players"),
        (pilot.droid, "droid"),
        (pilot.has_crew_card, "also a crew card"),
        (!pilot.in_tables, "not in the rulebook's tables"),
        (!pilot.for_sale, "not for sale"),
        (!pilot.in_era, "later card"),
    ];
    words(remarks.iter().filter(|(holds, _)| *holds).map(|(_, remark)| *remark))
}
