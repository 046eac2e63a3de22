//! Squads in XWS, the JSON format that squad builders of the community exchange.
//!
//! ```json
//! {"faction": "rebel", "pilots": [{"id": "rookiepilot", "ship": "xwing", "upgrades": {"amd": ["r2astromech"]}}]}
//! ```
//!
//! An id is the card's name in small letters and digits. Where two cards share a name, the later one has the
//! number of its expansion behind it (`hansolo-swx57`). Older files write `name` instead of `id`. Points, obstacles,
//! vendor entries and other keys are ignored: the points of this game are the campaign's.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Part, SquadText, WrittenShip, WrittenUpgrade, build};
use crate::catalog::{Catalog, Slot, catalog};
use crate::error::{Complaint, Result, nearest_name};
use crate::ids::{Faction, PilotCardId, UpgradeId};

#[derive(Debug, Deserialize)]
struct XwsSquad {
    name: Option<String>,
    faction: String,
    pilots: Vec<XwsPilot>,
}

#[derive(Debug, Deserialize)]
struct XwsPilot {
    id: Option<String>,
    /// The id in files of the first version; a name for people in later ones.
    name: Option<String>,
    ship: Option<String>,
    /// By slot. Ordered, so that the squad does not depend on the file's order of keys.
    #[serde(default)]
    upgrades: BTreeMap<String, Vec<String>>,
}

/// The words for factions, with those of older and of later files.
const FACTIONS: [(&str, Faction); 12] = [
    ("rebel", Faction::Rebel),
    ("imperial", Faction::Imperial),
    ("scum", Faction::Scum),
    ("rebels", Faction::Rebel),
    ("empire", Faction::Imperial),
    ("rebelalliance", Faction::Rebel),
    ("galacticempire", Faction::Imperial),
    ("scumandvillainy", Faction::Scum),
    ("resistance", Faction::Rebel),
    ("firstorder", Faction::Imperial),
    ("Rebel Alliance", Faction::Rebel),
    ("Galactic Empire", Faction::Imperial),
];

/// The words for slots that differ from ours.
const SLOTS: [(&str, Slot); 5] = [
    ("amd", Slot::Astromech),
    ("ept", Slot::Elite),
    ("mod", Slot::Modification),
    ("samd", Slot::SalvagedAstromech),
    ("sensor", Slot::System),
];

/// Reads the text of an XWS file, which `file` names in complaints.
pub fn parse_xws(file: &str, text: &str) -> Result<SquadText> {
    let complain = |key: String, value: &str, problem: String| Complaint {
        file: file.to_string(),
        key,
        value: value.to_string(),
        problem,
        ..Complaint::default()
    };
    let squad: XwsSquad = serde_json::from_str(text).map_err(|error| syntax(file, text, &error))?;
    let Some(faction) = FACTIONS.iter().find(|(word, _)| *word == squad.faction).map(|(_, faction)| *faction)
    else {
        let problem = "not a faction; allowed: rebel, imperial, scum".to_string();
        let mut complaint = complain("faction".into(), &squad.faction, problem);
        complaint.nearest = nearest_name(&squad.faction, FACTIONS.map(|(word, _)| word)).map(str::to_string);
        return Err(complaint.into());
    };
    let mut ships = Vec::with_capacity(squad.pilots.len());
    // Where each upgrade stands in the file, for complaints.
    let mut places = Vec::with_capacity(squad.pilots.len());
    for (i, pilot) in squad.pilots.iter().enumerate() {
        let Some(id) = pilot.id.as_ref().or(pilot.name.as_ref()) else {
            return Err(complain(format!("pilots[{i}]"), "", "an `id` is missing".into()).into());
        };
        let mut upgrades = Vec::new();
        let mut keys = Vec::new();
        for (word, names) in &pilot.upgrades {
            let Some(slot) = slot(word) else {
                let problem = "not a slot such as amd, ept, mod, torpedo or crew".to_string();
                return Err(complain(format!("pilots[{i}].upgrades.{word}"), "", problem).into());
            };
            for (j, name) in names.iter().enumerate() {
                upgrades.push(WrittenUpgrade { name: upgrade_key(catalog(), name, slot), slot: Some(slot) });
                keys.push((format!("pilots[{i}].upgrades.{word}[{j}]"), name.clone()));
            }
        }
        let pilot_name = pilot_key(catalog(), id, faction, pilot.ship.as_deref());
        ships.push(WrittenShip { pilot: pilot_name, ship: pilot.ship.clone(), upgrades, count: 1 });
        places.push((id.clone(), keys));
    }
    build(squad.name.unwrap_or_default(), Some(faction), &ships).map_err(|fault| {
        let (key, value) = match fault.part {
            Part::Squad => ("pilots".to_string(), String::new()),
            Part::Pilot(i) => (format!("pilots[{i}].id"), places[i].0.clone()),
            Part::Ship(i) => (format!("pilots[{i}].ship"), ships[i].ship.clone().unwrap_or_default()),
            Part::Upgrade(i, j) => places[i].1[j].clone(),
        };
        complain(key, &value, fault.problem).into()
    })
}

fn slot(word: &str) -> Option<Slot> {
    SLOTS.iter().find(|(key, _)| *key == word).map(|(_, slot)| *slot).or_else(|| Slot::from_key(word))
}

/// The id without the number of an expansion.
fn base(id: &str) -> &str {
    id.split_once("-swx").map_or(id, |(base, _)| base)
}

/// The key of the card that a pilot's id means; the id itself where it means none or several, so that the
/// complaint comes from the common check.
fn pilot_key(cards: &Catalog, id: &str, faction: Faction, ship: Option<&str>) -> String {
    let named = |id: &str| cards.pilots_named(id, Some(faction)).ok();
    let Some(mut found) = named(id).or_else(|| named(base(id))) else { return id.to_string() };
    if let Some(ship) = ship {
        let fits = |id: &PilotCardId| cards.is_called(cards.pilot(*id).ships[0], ship);
        if found.iter().any(fits) {
            found.retain(fits);
        }
    }
    let numbered = |id: &PilotCardId| cards.pilot(*id).aliases.iter().any(|alias| alias.contains("-swx"));
    the_unnumbered(found, numbered).map_or_else(|| id.to_string(), |id| cards.pilot(id).key.to_string())
}

fn upgrade_key(cards: &Catalog, id: &str, slot: Slot) -> String {
    let named = |id: &str, slot| cards.upgrades_named(id, slot).ok();
    let found =
        named(id, Some(slot)).or_else(|| named(base(id), Some(slot))).or_else(|| named(base(id), None));
    let Some(found) = found else { return id.to_string() };
    let numbered = |id: &UpgradeId| cards.upgrade(*id).aliases.iter().any(|alias| alias.contains("-swx"));
    the_unnumbered(found, numbered).map_or_else(|| id.to_string(), |id| cards.upgrade(id).key.to_string())
}

/// Of several cards, the one without an expansion's number in its id.
fn the_unnumbered<Id: Copy>(mut found: Vec<Id>, numbered: impl Fn(&Id) -> bool) -> Option<Id> {
    if 1 < found.len() {
        found.retain(|id| !numbered(id));
    }
    match found[..] {
        [id] => Some(id),
        _ => None,
    }
}

/// What the JSON reader said, with the line.
fn syntax(file: &str, text: &str, error: &serde_json::Error) -> Complaint {
    let message = error.to_string();
    // The place is in the complaint already.
    let problem = message.split(" at line ").next().unwrap_or("not JSON").to_string();
    let source_line = text.lines().nth(error.line().saturating_sub(1)).map(str::to_string);
    // A caret under a very long line helps nobody: many builders write the whole file in one.
    let source_line = source_line.filter(|line| line.len() <= 120);
    Complaint {
        file: file.to_string(),
        line: error.line(),
        column: error.column().max(1),
        problem,
        source_line,
        ..Complaint::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<&'static str> {
        let squad = parse_xws("x.json", text).expect(text);
        squad.ships.iter().map(|ship| catalog().pilot(ship.pilot.card).key).collect()
    }

    fn fault(text: &str) -> String {
        parse_xws("x.json", text).expect_err(text).to_string()
    }

    #[test]
    fn a_squad_builders_file_is_read() {
        let text = r#"{"faction":"rebel","name":"Reds","points":23,"vendor":{"a":1},"pilots":[
            {"id":"rookiepilot","ship":"xwing","points":22,"upgrades":{"amd":["r2astromech"],"mod":["integratedastromech"]}},
            {"name":"prototypepilot","ship":"awing","upgrades":{"missile":["chardaanrefit"]}}]}"#;
        let squad = parse_xws("x.json", text).expect("a squad");
        assert_eq!(squad.name, "Reds");
        // X-wing 19 + 2 + astromech 1 + modification 0; A-wing 16 + 1 - 2.
        let points: Vec<u16> = squad.ships.iter().map(|ship| ship.points).collect();
        assert_eq!(points, [22, 15]);
    }

    #[test]
    fn ship_faction_and_expansion_tell_namesakes_apart() {
        let one = |faction: &str, id: &str, ship: &str| {
            keys(&format!(r#"{{"faction":"{faction}","pilots":[{{"id":"{id}","ship":"{ship}"}}]}}"#))[0]
        };
        assert_eq!(one("scum", "bobafett", "firespray31"), "boba-fett-firespray-31-scum");
        assert_eq!(one("imperial", "bobafett", "firespray31"), "boba-fett-firespray-31-imperial");
        assert_eq!(one("rebel", "hansolo", "yt1300"), "han-solo-yt-1300-mf");
        assert_eq!(one("rebel", "hansolo-swx57", "yt1300"), "han-solo-yt-1300-mf-resistance");
        assert_eq!(one("rebel", "poedameron", "t70xwing"), "poe-dameron-t-70-ps8");
        assert_eq!(one("rebel", "sabinewren-swx59", "tiefighter"), "sabine-wren-captured-tie-fighter");
        assert_eq!(one("rebel", "sabinewren", "attackshuttle"), "sabine-wren-attack-shuttle");
        assert_eq!(
            one("scum", "sabinewren-swx56", "lancerclasspursuitcraft"),
            "sabine-wren-lancer-class-pursuit-craft"
        );
        assert_eq!(one("imperial", "redline", "tiepunisher"), "redline");
        assert_eq!(one("rebel", "outerrimsmuggler", "yt1300"), "outer-rim-smuggler");
    }

    #[test]
    fn slots_tell_cards_apart() {
        let text = r#"{"faction":"rebel","pilots":[
            {"id":"outerrimsmuggler","ship":"yt1300","upgrades":{"crew":["r2d2-swx22"],"title":["millenniumfalcon"]}}]}"#;
        let squad = parse_xws("x.json", text).expect("a squad");
        let upgrades: Vec<&str> =
            squad.ships[0].upgrades.iter().map(|id| catalog().upgrade(*id).key).collect();
        assert_eq!(upgrades, ["r2-d2-crew", "millennium-falcon-title-1"]);
        let astromech = r#"{"faction":"rebel","pilots":[{"id":"rookiepilot","ship":"xwing","upgrades":{"amd":["r2d2"]}}]}"#;
        let squad = parse_xws("x.json", astromech).expect("a squad");
        assert_eq!(catalog().upgrade(squad.ships[0].upgrades[0]).key, "r2-d2-astromech");
    }

    #[test]
    fn complaints_name_the_place() {
        let text = r#"{"faction":"rebel","pilots":[{"id":"rookipilot","ship":"xwing"}]}"#;
        assert_eq!(
            fault(text),
            "x.json: pilots[0].id = rookipilot: pilot not known; did you mean `Rookie Pilot`?"
        );
        let text =
            r#"{"faction":"rebel","pilots":[{"id":"rookiepilot","upgrades":{"amd":["r2astromeck"]}}]}"#;
        assert!(
            fault(text).starts_with("x.json: pilots[0].upgrades.amd[0] = r2astromeck: upgrade not known")
        );
        let text =
            r#"{"faction":"rebel","pilots":[{"id":"rookiepilot","upgrades":{"amdx":["r2astromech"]}}]}"#;
        assert!(fault(text).contains("pilots[0].upgrades.amdx: not a slot"));
        assert!(fault(r#"{"faction":"hutts","pilots":[]}"#).contains("faction = hutts: not a faction"));
        assert!(fault(r#"{"faction":"rebel","pilots":[]}"#).contains("no ship"));
        assert!(fault(r#"{"faction":"rebel","pilots":[{}]}"#).contains("pilots[0]: an `id` is missing"));
        assert!(fault("{\"faction\":\n oops}").starts_with("x.json:2:"));
        assert!(fault("").starts_with("x.json:1:1: EOF"));
    }
}
