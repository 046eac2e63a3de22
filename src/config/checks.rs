//! What must hold between several keys of a rule set. Single keys are checked by their types and by `limits.rs`.

use super::document::Node;
use super::map_rules::TypeTable;
use super::mission;
use super::rule_set::RuleSet;
use super::target_words::TargetCategory;
use crate::catalog::catalog;
use crate::error::{Complaint, nearest_name};
use crate::ids::Faction;

/// A broken condition: the key to point at, and what is wrong.
type Problem = (String, String);

/// The first condition that does not hold, as a complaint about its key.
pub fn check(rules: &RuleSet, document: &Node) -> Result<(), Box<Complaint>> {
    if let Some(complaint) = missions(rules, document) {
        return Err(Box::new(complaint));
    }
    let problems = [tables, improvements, rewards, reinforcements, huge_ships, ejection];
    let Some((key, problem)) = problems.iter().find_map(|condition| condition(rules)) else { return Ok(()) };
    let complaint = match document.at(&key) {
        Some(node) => node.complaint(&key, problem),
        None => Complaint { key, problem, ..document.complaint("", "") },
    };
    Err(Box::new(complaint))
}

fn problem(key: impl Into<String>, problem: impl Into<String>) -> Option<Problem> {
    Some((key.into(), problem.into()))
}

/// A mission that the rules name and nobody knows.
fn missions(rules: &RuleSet, document: &Node) -> Option<Complaint> {
    let huge_ships = &rules.huge_ships;
    let row = |table: &str, mission: &String| (format!("{table}.rows.{mission}"), mission.clone(), true);
    let rolled = rules.scenarios.rows.iter().map(|(mission, _)| row("scenarios", mission));
    let support =
        huge_ships.support_scenarios.rows.iter().map(|(m, _)| row("huge_ships.support_scenarios", m));
    let capital =
        huge_ships.capital_scenarios.rows.iter().map(|(m, _)| row("huge_ships.capital_scenarios", m));
    let locating = huge_ships.locating.missions.iter().enumerate();
    let locating =
        locating.map(|(i, mission)| (format!("huge_ships.locating.missions.{i}"), mission.clone(), false));
    let single = [
        ("prisoners.exchange_mission", &rules.prisoners.exchange_mission),
        ("prisoners.rescue_mission", &rules.prisoners.rescue_mission),
        ("scum.trade_route.interdiction_mission", &rules.scum.trade_route.interdiction_mission),
        ("scum.piracy.mission", &rules.scum.piracy.mission),
    ];
    let single = single.into_iter().map(|(key, mission)| (key.to_string(), mission.clone(), false));
    let named = rolled.chain(support).chain(capital).chain(locating).chain(single);
    let (key, mission, is_key) = named.into_iter().find(|(_, name, _)| mission::find(name).is_err())?;
    let problem = "no such mission; `canto missions list` shows all";
    let node = document.at(&key).unwrap_or(document);
    let mut complaint =
        if is_key { node.key_complaint(&key, problem) } else { node.complaint(&key, problem) };
    complaint.nearest = nearest_name(&mission, mission::missions().iter().map(|known| known.key.as_str()))
        .map(str::to_string);
    Some(complaint)
}

fn tables(rules: &RuleSet) -> Option<Problem> {
    if let Err(gap) = rules.scenarios.table(rules.rulings.scenario_draw_to) {
        return problem("scenarios.rows", gap);
    }
    let map = &rules.map;
    let tables: [(&str, &TypeTable, TargetCategory); 5] = [
        ("settled_world", &map.settled_world, TargetCategory::SettledWorld),
        ("uninhabited_world", &map.uninhabited_world, TargetCategory::UninhabitedWorld),
        ("dead_world", &map.dead_world, TargetCategory::DeadWorld),
        ("outpost", &map.outpost, TargetCategory::Outpost),
        ("space_installation", &map.space_installation, TargetCategory::SpaceInstallation),
    ];
    for (name, table, category) in tables {
        for (target, _) in &table.rows {
            if target.category() != category {
                let label = target.category().label();
                return problem(format!("map.{name}.rows.{}", target.key()), format!("is a type of {label}"));
            }
        }
    }
    if map.category.rows.iter().any(|(category, _)| *category == TargetCategory::TradeRoute) {
        return problem("map.category.rows.trade-route", "is not rolled: see map.trade_routes");
    }
    for faction in Faction::ALL {
        let found = rules
            .unexplored
            .crashed_ship
            .rows
            .iter()
            .any(|(_, row)| row.on.span.is_some() && row.of(faction).is_some());
        if !found {
            return problem("unexplored.crashed_ship.rows", format!("has no ship for {}", faction.name()));
        }
    }
    None
}

fn improvements(rules: &RuleSet) -> Option<Problem> {
    for (name, jump) in rules.improvements.skill_jumps.iter() {
        let key = format!("improvements.skill_jumps.{name}");
        if jump.pilot.is_some() == jump.ship.is_some() {
            return problem(key, "must have either `pilot` or `ship`");
        }
        if jump.to <= jump.from {
            return problem(format!("{key}.to"), "must be above `from`");
        }
    }
    None
}

fn rewards(rules: &RuleSet) -> Option<Problem> {
    let names = ["one_cargo", "two_cargo", "three_cargo", "four_cargo"];
    for (name, table) in names.iter().zip(rules.rewards.cargo_tables()) {
        for (row, reward) in &table.rows {
            if reward.upgrade.is_some() == (0 < reward.fleet_points) {
                return problem(
                    format!("rewards.{name}.rows.{row}"),
                    "must have either `upgrade` or `fleet_points` above 0",
                );
            }
        }
    }
    None
}

fn reinforcements(rules: &RuleSet) -> Option<Problem> {
    for faction in Faction::ALL {
        let reinforcement = rules.battle.reinforcements.of(faction);
        let pilot = catalog().pilot(reinforcement.pilot);
        let key = format!("battle.reinforcements.{}.pilot", faction.key());
        if pilot.faction != faction {
            return problem(key, format!("flies for {}", pilot.faction.name()));
        }
        if pilot.unique {
            return problem(key, "is unique; reinforcements are generic pilots");
        }
        if !pilot.ships.contains(&reinforcement.ship) {
            return problem(key, format!("does not fly the {}", catalog().ship(reinforcement.ship).name));
        }
    }
    None
}

fn huge_ships(rules: &RuleSet) -> Option<Problem> {
    for faction in Faction::ALL {
        let classes = rules.huge_ships.classes.of(faction);
        let key = format!("huge_ships.classes.{}", faction.key());
        if classes.support.is_empty() {
            return problem(format!("{key}.support"), "must name at least one class");
        }
        for (class, capital) in
            classes.support.iter().map(|class| (*class, false)).chain([(classes.capital, true)])
        {
            let ship = catalog().ship(class);
            let word = if capital { "capital" } else { "support" };
            match &ship.huge {
                Some(huge) if huge.capital == capital => {}
                _ => return problem(format!("{key}.{word}"), format!("the {} is no {word} ship", ship.name)),
            }
            if rules.huge_ships.equipment_of(class).is_none() {
                return problem("huge_ships.equipment", format!("has no entry for the {}", ship.name));
            }
        }
    }
    if rules.huge_ships.locating.missions.is_empty() {
        return problem("huge_ships.locating.missions", "must name at least one mission");
    }
    None
}

fn ejection(rules: &RuleSet) -> Option<Problem> {
    (rules.ejection.killed == rules.ejection.wounded)
        .then(|| ("ejection.wounded".into(), "must be another face than `killed`".into()))
}

#[cfg(test)]
mod tests {
    use super::super::document::Source;
    use super::super::{builtin, load_document};
    use super::*;

    fn refused(house_rule: &str) -> String {
        let mut document = load_document::<&str>("gcw-6.2.4", &[], None).unwrap();
        document.merge(Node::parse(&Source::new("house.toml", house_rule)).unwrap());
        RuleSet::from_document(&document).unwrap_err().to_string()
    }

    #[test]
    fn rulebook_as_written_passes() {
        RuleSet::from_document(&builtin::rulebook()).unwrap_or_else(|error| panic!("{error}"));
    }

    #[test]
    fn each_condition_is_checked_and_points_at_its_key() {
        for (house_rule, expected) in [
            (
                "scenarios.rows.esclation = { on = \"never\" }",
                "house.toml:1:16: scenarios.rows.esclation: no such mission; `canto missions list` shows all; did you mean `escalation`?",
            ),
            ("prisoners.rescue_mission = \"prisoner-rescu\"", "did you mean `prisoner-rescue`?"),
            (
                "huge_ships.locating.missions = [\"electronic-warfare\", \"x\"]",
                "huge_ships.locating.missions.1 = \"x\": no such mission",
            ),
            ("scenarios.rows.escalation.on = \"never\"", "scenarios.rows: no row comes up on 9"),
            (
                "[map.outpost.rows]\nmining-outpost.on = \"never\"\nice-world = { on = \"1-2\", value = 3 }",
                "house.toml:3:13: map.outpost.rows.ice-world: is a type of Dead World",
            ),
            (
                "improvements.skill_jumps.academy-pilot.ship = \"TIE Fighter\"",
                "improvements.skill_jumps.academy-pilot: must have either",
            ),
            (
                "improvements.skill_jumps.academy-pilot.to = 1",
                "house.toml:1:45: improvements.skill_jumps.academy-pilot.to = 1",
            ),
            ("rewards.one_cargo.rows.01.fleet_points = 2", "rewards.one_cargo.rows.01: must have either"),
            ("battle.reinforcements.rebel.pilot = \"Academy Pilot\"", "flies for Imperial"),
            ("battle.reinforcements.imperial.pilot = \"Howlrunner\"", "is unique"),
            ("battle.reinforcements.imperial.ship = \"TIE Bomber\"", "does not fly the TIE Bomber"),
            ("huge_ships.classes.rebel.support = []", "must name at least one class"),
            ("huge_ships.classes.rebel.capital = \"GR-75\"", "the GR-75 is no capital ship"),
            ("huge_ships.classes.rebel.support = [\"X-wing\"]", "the X-wing is no support ship"),
            ("huge_ships.locating.missions = []", "must name at least one mission"),
            ("ejection.wounded = \"crit\"", "must be another face"),
            ("map.category.rows.trade-route = { on = \"never\" }", "is not rolled"),
        ] {
            let error = refused(house_rule);
            assert!(error.contains(expected), "{house_rule}\n{error}");
            assert!(error.contains(".toml:"), "{error}");
        }
    }
}
