//! Squads in a TOML file.
//!
//! ```toml
//! name = "Gold Squadron"             # optional, for reports
//! faction = "rebel"                  # optional where the pilots leave no doubt: rebel, imperial or scum
//!
//! [[ships]]
//! pilot = "Gold Squadron Pilot"      # name, alias or key of the card
//! ship = "Y-wing"                    # optional: a class other than the one on the card
//! count = 2                          # optional, 1 where it is not written
//! upgrades = ["Ion Cannon Turret", "R2 Astromech"]   # optional
//! ```

use serde::Deserialize;

use super::{MAX_SHIPS, Part, SquadText, WrittenShip, WrittenUpgrade, build};
use crate::config::toml_error::{Document, read};
use crate::error::Result;
use crate::ids::Faction;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SquadFile {
    #[serde(default)]
    name: String,
    faction: Option<Faction>,
    ships: Vec<ShipEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipEntry {
    pilot: String,
    ship: Option<String>,
    #[serde(default = "one")]
    count: usize,
    #[serde(default)]
    upgrades: Vec<String>,
}

fn one() -> usize {
    1
}

/// Reads the text of a squad file, which `file` names in complaints.
pub fn parse_toml(file: &str, text: &str) -> Result<SquadText> {
    let squad: SquadFile = read(file, text)?;
    let document = Document::parse(file, text)?;
    for (i, ship) in squad.ships.iter().enumerate() {
        if ship.count == 0 || MAX_SHIPS < ship.count {
            let problem = format!("must be in 1..={MAX_SHIPS}");
            return Err(document.complaint(&format!("ships[{i}].count"), problem).into());
        }
    }
    let written: Vec<WrittenShip> = squad.ships.into_iter().map(written).collect();
    build(squad.name, squad.faction, &written).map_err(|fault| {
        let path = match fault.part {
            Part::Squad => "ships".to_string(),
            Part::Pilot(i) => format!("ships[{i}].pilot"),
            Part::Ship(i) => format!("ships[{i}].ship"),
            Part::Upgrade(i, j) => format!("ships[{i}].upgrades[{j}]"),
        };
        document.complaint(&path, fault.problem).into()
    })
}

fn written(entry: ShipEntry) -> WrittenShip {
    let upgrades = entry.upgrades.into_iter().map(|name| WrittenUpgrade { name, slot: None }).collect();
    WrittenShip { pilot: entry.pilot, ship: entry.ship, upgrades, count: entry.count }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOLD: &str = r#"
name = "Gold Squadron"
faction = "rebel"

[[ships]]
pilot = "Gold Squadron Pilot"
count = 2
upgrades = ["Ion Cannon Turret", "R2 Astromech"]

[[ships]]
pilot = "Horton Salm"
"#;

    fn fault(from: &str, to: &str) -> String {
        parse_toml("gold.toml", &GOLD.replace(from, to)).expect_err(to).to_string()
    }

    #[test]
    fn a_file_gives_the_same_squad_as_one_line() {
        let squad = parse_toml("gold.toml", GOLD).expect("a squad");
        assert_eq!(squad.name, "Gold Squadron");
        let points: Vec<u16> = squad.ships.iter().map(|ship| ship.points).collect();
        // As derived in `inline`: 16 + 2 + 5 + 1, twice, and a 25-point card.
        assert_eq!(points, [24, 24, 25]);
    }

    #[test]
    fn complaints_name_line_and_key() {
        let text = fault("Gold Squadron Pilot", "Gold Sqadron Pilot");
        assert!(
            text.starts_with("gold.toml:6:1: ships[0].pilot = \"Gold Sqadron Pilot\": pilot not known"),
            "{text}"
        );
        assert!(text.contains("did you mean `Gold Squadron Pilot`?"), "{text}");
        let text = fault("R2 Astromech", "Gunner");
        assert!(
            text.starts_with("gold.toml:8:34: ships[0].upgrades[1] = \"Gunner\": Gunner on Y-wing"),
            "{text}"
        );
        assert!(fault("count = 2", "count = 0").contains("ships[0].count = 0: must be in 1..=64"));
        assert!(fault("count = 2", "cuont = 2").contains("did you mean `count`?"));
        assert!(fault("\"rebel\"", "\"rebels\"").contains("did you mean `rebel`?"));
        assert!(fault("\"rebel\"", "\"scum\"").contains("pilot not known"));
        assert!(fault("[[ships]]", "[ships]").contains("gold.toml"));
    }
}
