//! `canto minis switches|abilities|characters`: what the procedures know.

use std::path::PathBuf;

use clap::Args;

use crate::cli::{Answer, Output, Table};
use crate::error::Result;
use crate::miniatures::cards::Cards;
use crate::miniatures::characters::Faction;
use crate::miniatures::switches::{SWITCHES, Switches};

/// List the readings of unclear texts, with their defaults
#[derive(Debug, Args)]
pub struct SwitchesArgs {}

/// List the abilities, with their numbers and which of those are assumed
#[derive(Debug, Args)]
pub struct AbilitiesArgs {
    /// Abilities of your own, added to the list or replacing rows of it
    #[arg(long, value_name = "FILE.toml")]
    abilities: Vec<PathBuf>,
}

/// List the characters, with costs as far as any source gives them
#[derive(Debug, Args)]
pub struct CharactersArgs {
    /// Characters of your own, added to the list or replacing rows of it
    #[arg(long, value_name = "FILE.toml")]
    characters: Vec<PathBuf>,
}

pub fn switches(_args: &SwitchesArgs, output: &mut Output) -> Result<Answer> {
    let mut table = Table::new(["ruling", "switch", "default", "allowed", "question"]);
    for (switch, (_, default)) in SWITCHES.iter().zip(Switches::default().words()) {
        table.row([switch.id, switch.name, &default, &switch.allowed.join(", "), switch.question]);
    }
    output.table(&table)?;
    Ok(Answer::Done)
}

pub fn abilities(args: &AbilitiesArgs, output: &mut Output) -> Result<Answer> {
    let mut cards = Cards::built_in();
    for path in &args.abilities {
        cards.abilities.extend_from(path)?;
    }
    let mut table =
        Table::new(["word", "name", "step", "number", "save", "force", "assumed", "what it does"]);
    let shown = |number: Option<i64>| number.map_or(String::new(), |number| number.to_string());
    for row in cards.abilities.rows() {
        table.row([
            row.key.clone(),
            row.name.clone(),
            row.step.clone(),
            shown(row.number.map(i64::from)),
            shown(row.save.map(i64::from)),
            shown(Some(i64::from(row.force)).filter(|force| 0 < *force)),
            row.assumed.join(", "),
            row.note.clone(),
        ]);
    }
    output.table(&table)?;
    Ok(Answer::Done)
}

pub fn characters(args: &CharactersArgs, output: &mut Output) -> Result<Answer> {
    let mut cards = Cards::built_in();
    for path in &args.characters {
        cards.characters.extend_from(path, &cards.abilities)?;
    }
    let mut table = Table::new(["name", "faction", "cost", "unique", "force", "abilities", "assumed"]);
    for row in cards.characters.rows() {
        let abilities: Vec<&str> = row.ability_keys().collect();
        table.row([
            row.name.clone(),
            row.faction.map_or("unknown", Faction::word).to_string(),
            row.cost.map_or("unknown".to_string(), |cost| cost.to_string()),
            if row.unique { "yes" } else { "no" }.to_string(),
            row.force.to_string(),
            abilities.join(", "),
            row.assumed.join(", "),
        ]);
    }
    output.table(&table)?;
    Ok(Answer::Done)
}
