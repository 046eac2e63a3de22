//! What squad, pre-game and set-up files share: own characters and abilities, switches, names with a count.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::abilities::{Abilities, Ability};
use super::characters::{Character, Characters, check};
use super::switches::Switches;
use crate::config::toml_error::Document;
use crate::error::{Complaint, Result};

/// The lists in force for one file.
#[derive(Debug, Clone)]
pub struct Cards {
    pub abilities: Abilities,
    pub characters: Characters,
    pub switches: Switches,
}

impl Cards {
    pub fn built_in() -> Cards {
        Cards {
            abilities: Abilities::built_in().clone(),
            characters: Characters::built_in().clone(),
            switches: Switches::default(),
        }
    }

    /// Adds what a file states beside its own matters.
    pub fn extend(&mut self, own: OwnCards, document: &Document<'_>) -> Result<()> {
        self.abilities.add(own.ability).map_err(|(index, key, problem)| {
            document.complaint(&format!("ability[{index}].{key}"), problem)
        })?;
        for (index, character) in own.character.iter().enumerate() {
            check(character, &self.abilities).map_err(|(key, problem, nearest)| {
                let complaint = document.complaint(&format!("character[{index}].{key}"), problem);
                Complaint { nearest, ..complaint }
            })?;
        }
        self.characters.add(own.character);
        for (name, value) in &own.switches {
            let word = match value {
                toml::Value::String(word) => word.clone(),
                other => other.to_string(),
            };
            self.switches.set(name, &word).map_err(|refused| {
                let complaint = document.complaint(&format!("switches.{name}"), refused.problem);
                Complaint { nearest: refused.nearest.map(str::to_string), ..complaint }
            })?;
        }
        Ok(())
    }

    /// The row of a character that a file names, which must have a cost and a faction.
    pub fn row(&self, name: &str, at: &str, document: &Document<'_>) -> Result<usize> {
        let Some(row) = self.characters.position(name) else {
            let problem = format!("unknown character `{name}`; describe it in a [[character]] table");
            let complaint = document.complaint(at, problem);
            return Err(Complaint { nearest: self.characters.nearest(name), ..complaint }.into());
        };
        let character = self.characters.get(row);
        for (key, missing) in [("cost", character.cost.is_none()), ("faction", character.faction.is_none())] {
            if missing {
                let problem = format!(
                    "no source gives the {key} of `{}`; state it in a [[character]] table",
                    character.name
                );
                return Err(document.complaint(at, problem).into());
            }
        }
        Ok(row)
    }

    /// The rows of a list of names, `4x Stormtrooper` being four of them.
    pub fn rows(&self, names: &[String], at: &str, document: &Document<'_>) -> Result<Vec<usize>> {
        let mut rows = Vec::new();
        for (index, text) in names.iter().enumerate() {
            let at = format!("{at}[{index}]");
            let (count, name) = counted(text);
            if !(1..=100).contains(&count) {
                return Err(document.complaint(&at, "the number before the x must be in 1..=100").into());
            }
            let row = self.row(name, &at, document)?;
            rows.extend(std::iter::repeat_n(row, count));
        }
        Ok(rows)
    }
}

/// Takes `4x Stormtrooper` apart.
fn counted(text: &str) -> (usize, &str) {
    let taken =
        text.split_once("x ").and_then(|(count, name)| Some((count.trim().parse().ok()?, name.trim())));
    taken.unwrap_or((1, text.trim()))
}

/// The tables `[[ability]]`, `[[character]]` and `[switches]` of a file.
#[derive(Debug, Default, Deserialize)]
pub struct OwnCards {
    #[serde(default)]
    pub ability: Vec<Ability>,
    #[serde(default)]
    pub character: Vec<Character>,
    #[serde(default)]
    pub switches: BTreeMap<String, toml::Value>,
}
