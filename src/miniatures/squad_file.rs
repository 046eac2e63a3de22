//! Squad files of `canto minis squad check`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::abilities::Ability;
use super::cards::{Cards, OwnCards};
use super::characters::{Character, Faction};
use super::squad::{Brief, Format, Violation, build_cost, check_squad, others, rapport};
use crate::config::toml_error::{Document, read, read_text};
use crate::error::Result;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    #[serde(default)]
    format: Format,
    build_total: Option<u16>,
    faction: Option<Faction>,
    #[serde(default, rename = "tournament-2023")]
    tournament_2023: bool,
    members: Vec<String>,
    #[serde(default)]
    ability: Vec<Ability>,
    #[serde(default)]
    character: Vec<Character>,
    #[serde(default)]
    switches: BTreeMap<String, toml::Value>,
}

/// A squad as written, with the lists it refers to.
#[derive(Debug, Clone)]
pub struct SquadSheet {
    pub brief: Brief,
    /// Rows of the list of characters.
    pub members: Vec<usize>,
    pub cards: Cards,
}

/// One line of a checked squad.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetLine {
    pub name: String,
    pub printed: u16,
    pub adjusted: u16,
    /// Who gives which discount.
    pub rapport: Vec<(String, u16)>,
}

impl SquadSheet {
    pub fn read(path: &Path, cards: Cards) -> Result<SquadSheet> {
        let text = read_text(path)?;
        SquadSheet::parse(&path.display().to_string(), &text, cards)
    }

    pub fn parse(name: &str, text: &str, mut cards: Cards) -> Result<SquadSheet> {
        let file: File = read(name, text)?;
        let document = Document::parse(name, text)?;
        let own = OwnCards { ability: file.ability, character: file.character, switches: file.switches };
        cards.extend(own, &document)?;
        let brief = brief(file.format, file.build_total, file.faction, file.tournament_2023, "", &document)?;
        if file.members.is_empty() {
            return Err(document.complaint("members", "a squad has at least one character").into());
        }
        let members = cards.rows(&file.members, "members", &document)?;
        Ok(SquadSheet { brief, members, cards })
    }

    fn characters(&self) -> Vec<&Character> {
        self.members.iter().map(|row| self.cards.characters.get(*row)).collect()
    }

    pub fn violations(&self) -> Vec<Violation> {
        check_squad(&self.characters(), &self.brief)
    }

    pub fn lines(&self) -> Vec<SheetLine> {
        let members = self.characters();
        let line = |index: usize| {
            let (member, others) = (members[index], others(&members, index));
            let given = rapport(member, &others);
            SheetLine {
                name: member.name.clone(),
                printed: member.cost.unwrap_or(0),
                adjusted: build_cost(member, &others),
                rapport: given.into_iter().map(|(name, discount)| (name.to_string(), discount)).collect(),
            }
        };
        (0..members.len()).map(line).collect()
    }
}

/// What a squad is built to, where Out of the Box needs neither total nor faction. `prefix` leads to the keys.
pub fn brief(
    format: Format,
    build_total: Option<u16>,
    faction: Option<Faction>,
    tournament_2023: bool,
    prefix: &str,
    document: &Document<'_>,
) -> Result<Brief> {
    let needs = format != Format::OutOfTheBox;
    let missing = |key: &str| {
        let problem = format!("is missing; only the format out-of-the-box does without it ({key})");
        document.complaint(&format!("{prefix}{key}"), problem)
    };
    let build_total = match build_total {
        Some(0) => {
            return Err(document.complaint(&format!("{prefix}build-total"), "must be in 1..=65535").into());
        }
        None if needs => return Err(missing("build-total").into()),
        total => total.unwrap_or(0),
    };
    let faction = match faction {
        None if needs => return Err(missing("faction").into()),
        faction => faction.unwrap_or(Faction::Fringe),
    };
    Ok(Brief { format, build_total, faction, tournament_2023 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEGAL: &str = r#"
format = "standard"
build-total = 100
faction = "imperial"
members = ["Grand Admiral Thrawn", "General Hux", "8x Stormtrooper"]

[[character]]
name = "Stormtrooper"
faction = "imperial"
cost = 5
"#;

    fn sheet(text: &str) -> Result<SquadSheet> {
        SquadSheet::parse("squad.toml", text, Cards::built_in())
    }

    fn problem(text: &str) -> String {
        sheet(text).unwrap_err().to_string()
    }

    #[test]
    fn a_legal_squad_has_no_violation_and_shows_its_costs() {
        // 37 + 23 + 8 × 5 = 100.
        let sheet = sheet(LEGAL).unwrap();
        assert!(sheet.violations().is_empty(), "{:?}", sheet.violations());
        assert_eq!(sheet.lines().iter().map(|line| u32::from(line.adjusted)).sum::<u32>(), 100);
        assert_eq!(sheet.members.len(), 10);
    }

    #[test]
    fn a_bad_squad_names_each_rule() {
        let text = LEGAL.replace("8x Stormtrooper", "9x Stormtrooper\", \"General Hux\", \"BB-8");
        let rules: Vec<&str> =
            sheet(&text).unwrap().violations().iter().map(|violation| violation.rule).collect();
        assert_eq!(rules, ["Build total", "Unique", "Faction"]);
    }

    #[test]
    fn unknown_names_and_missing_numbers_are_complaints_with_their_place() {
        let said = problem(&LEGAL.replace("General Hux", "General Hucks"));
        assert!(
            said.starts_with("squad.toml:5:36: members[1] = \"General Hucks\": unknown character"),
            "{said}"
        );
        assert!(said.contains("did you mean `General Hux`?"), "{said}");
        assert!(
            problem(&LEGAL.replace("General Hux", "Lobot")).contains("no source gives the cost of `Lobot`")
        );
        assert!(
            problem(&LEGAL.replace("General Hux", "Dooku"))
                .contains("no source gives the faction of `Dooku`")
        );
        assert!(problem(&LEGAL.replace("build-total = 100\n", "")).contains("build-total: is missing"));
        assert!(problem(&LEGAL.replace("8x ", "0x ")).contains("must be in 1..=100"));
        assert!(
            problem(&LEGAL.replace("faction = \"imperial\"\nmembers", "members"))
                .contains("faction: is missing")
        );
        assert!(problem(&LEGAL.replace("format", "fromat")).contains("did you mean `format`?"));
        let switched = format!("{LEGAL}[switches]\nrapport-freze = true\n");
        assert!(problem(&switched).contains("did you mean `rapport-freeze`?"));
    }

    #[test]
    fn out_of_the_box_needs_neither_total_nor_faction() {
        let text = "format = \"out-of-the-box\"\nmembers = [\"General Hux\", \"General Hux\", \"BB-8\"]\n";
        assert!(sheet(text).unwrap().violations().is_empty());
    }
}
