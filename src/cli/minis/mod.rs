//! `canto minis`: the Star Wars Miniatures procedures.

mod folder;
mod initiative;
mod initiative_report;
mod lists;
mod matrix;
mod outcome_frame;
mod pregame;
mod squad;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::outcomes::ending;
use super::{Answer, Common, Output};
use crate::error::{Error, Result};
use crate::miniatures::cards::Cards;
use crate::miniatures::policy::Policy;

/// Star Wars Miniatures: who wins initiative, the pre-game procedure, squads
#[derive(Debug, Args)]
pub struct MinisArgs {
    #[command(subcommand)]
    command: MinisCommand,
}

#[derive(Debug, Subcommand)]
enum MinisCommand {
    Initiative(initiative::InitiativeArgs),
    Matrix(matrix::MatrixArgs),
    Pregame(pregame::PregameArgs),
    /// Check squads
    #[command(subcommand)]
    Squad(SquadCommand),
    Switches(lists::SwitchesArgs),
    Abilities(lists::AbilitiesArgs),
    Characters(lists::CharactersArgs),
}

#[derive(Debug, Subcommand)]
enum SquadCommand {
    Check(squad::CheckArgs),
}

pub fn run(args: &MinisArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    match &args.command {
        MinisCommand::Initiative(args) => initiative::run(args, common, output),
        MinisCommand::Matrix(args) => matrix::run(args, common, output),
        MinisCommand::Pregame(args) => pregame::run(args, common, output),
        MinisCommand::Squad(SquadCommand::Check(args)) => squad::run(args, output),
        MinisCommand::Switches(args) => lists::switches(args, output),
        MinisCommand::Abilities(args) => lists::abilities(args, output),
        MinisCommand::Characters(args) => lists::characters(args, output),
    }
}

/// Lists of one's own and readings of unclear texts.
#[derive(Debug, Clone, Args)]
pub struct CardArgs {
    /// Abilities of your own, added to the list or replacing rows of it
    #[arg(long, value_name = "FILE.toml")]
    abilities: Vec<PathBuf>,

    /// Characters of your own, added to the list or replacing rows of it
    #[arg(long, value_name = "FILE.toml")]
    characters: Vec<PathBuf>,

    /// How to read an unclear text (`canto minis switches` lists them)
    #[arg(long = "switch", value_name = "NAME=VALUE")]
    switches: Vec<String>,
}

impl CardArgs {
    /// The lists in force, without the switches, which come last.
    fn cards(&self) -> Result<Cards> {
        let mut cards = Cards::built_in();
        for path in &self.abilities {
            cards.abilities.extend_from(path)?;
        }
        for path in &self.characters {
            cards.characters.extend_from(path, &cards.abilities)?;
        }
        Ok(cards)
    }

    /// The command line has the last word on switches.
    fn apply_switches(&self, cards: &mut Cards) -> Result<()> {
        for said in &self.switches {
            let Some((name, value)) = said.split_once('=') else {
                return Err(Error::usage(format!(
                    "--switch {said}: write NAME=VALUE, such as broker-mode=sticky"
                )));
            };
            cards
                .switches
                .set(name, value)
                .map_err(|refused| Error::usage(format!("--switch {said}: {refused}")))?;
        }
        Ok(())
    }
}

/// One of the policies, for clap.
fn policy(word: &str) -> std::result::Result<Policy, String> {
    let words = Policy::ALL.map(Policy::word).join(", ");
    Policy::from_word(word).ok_or_else(|| format!("there are {words}"))
}

/// A file to be written must have an ending that says how.
fn check_ending(option: &str, path: Option<&Path>, endings: [&str; 2]) -> Result<()> {
    match path {
        Some(path) if !ending(path).is_some_and(|ending| endings.contains(&ending.as_str())) => {
            let [first, second] = endings;
            let path = path.display();
            Err(Error::usage(format!("{option} {path}: the file must end in .{first} or .{second}")))
        }
        _ => Ok(()),
    }
}
