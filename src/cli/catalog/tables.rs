//! `canto catalog tables`: the random tables of a rule set, each row with its probability.

use serde_json::json;

use super::{Filter, Listing, Record};
use crate::catalog::catalog;
use crate::config::{CargoReward, CrashedShip, RollTable, Row, RuleSet};
use crate::ids::Faction;

/// One row of a table; of Crashed Ship one for each faction.
pub fn list(rules: &RuleSet, filter: &Filter) -> Listing {
    let mut rows =
        Rows { listing: Listing::new(["table", "dice", "on", "result", "value", "probability"]), filter };
    let map = &rules.map;
    rows.table("Number of Strategic Targets", &map.number_of_targets, |_, row| {
        Some((format!("{} targets", row.targets), None))
    });
    rows.table("Strategic Target Category", &map.category, |word, _| Some((word.label().into(), None)));
    rows.table("Unusual Feature", &map.unusual_feature, |word, _| Some((word.name().into(), None)));
    for (name, table) in [
        ("Settled World Type", &map.settled_world),
        ("Uninhabited World Type", &map.uninhabited_world),
        ("Dead World Type", &map.dead_world),
        ("Outpost Type", &map.outpost),
        ("Space Installation Type", &map.space_installation),
    ] {
        rows.table(name, table, |word, row| Some((word.label().into(), Some(row.value))));
    }
    rows.table("Gas Giant Type", &map.gas_giant, |word, row| Some((word.label().into(), Some(row.value))));
    rows.table("Unexplored Worlds", &rules.unexplored.discovery, |word, _| Some((word.label().into(), None)));
    for faction in Faction::ALL {
        if filter.faction.is_none_or(|wanted| wanted == faction) {
            let name = format!("Crashed Ship ({})", faction.name());
            rows.table(&name, &rules.unexplored.crashed_ship, |_, row| {
                Some((crashed_ship(row, faction), None))
            });
        }
    }
    rows.table("Scenario", &rules.scenario_table(), |mission, _| Some((mission.clone(), None)));
    rows.table("Support Ship Scenario", &rules.huge_ships.support_scenarios, |mission, _| {
        Some((mission.clone(), None))
    });
    rows.table("Capital Ship Scenario", &rules.huge_ships.capital_scenarios, |mission, _| {
        Some((mission.clone(), None))
    });
    for (cargo, table) in rules.rewards.cargo_tables().into_iter().enumerate() {
        rows.table(&format!("Redeem {} Cargo", cargo + 1), table, |_, row| Some((reward(row), None)));
    }
    rows.listing
}

struct Rows<'a> {
    listing: Listing,
    filter: &'a Filter,
}

impl Rows<'_> {
    /// All rows of a table; `describe` says what a row is and what it is worth.
    fn table<K, R: Row>(
        &mut self,
        name: &str,
        table: &RollTable<K, R>,
        describe: impl Fn(&K, &R) -> Option<(String, Option<i16>)>,
    ) {
        if !self.filter.matches(name, name, &[]) {
            return;
        }
        for (i, (key, row)) in table.rows.iter().enumerate() {
            let Some((result, value)) = describe(key, row) else { continue };
            let (dice, on, probability) =
                (table.dice.to_string(), row.on().to_string(), table.probability(i));
            self.listing.push(
                [
                    name.to_string(),
                    dice.clone(),
                    on.clone(),
                    result.clone(),
                    value.map(|value| value.to_string()).unwrap_or_default(),
                    format!("{probability:.4}"),
                ],
                Record(vec![
                    ("table", json!(name)),
                    ("dice", json!(dice)),
                    ("on", json!(on)),
                    ("result", json!(result)),
                    ("value", json!(value)),
                    ("probability", json!(probability)),
                ]),
            );
        }
    }
}

fn crashed_ship(row: &CrashedShip, faction: Faction) -> String {
    row.of(faction).map_or("roll again".to_string(), |ship| catalog().ship(ship).name.to_string())
}

fn reward(row: &CargoReward) -> String {
    match row.upgrade {
        Some(upgrade) => format!("{} x {}", row.copies, catalog().upgrade(upgrade).name),
        None => format!("{} Fleet Points", row.fleet_points),
    }
}
