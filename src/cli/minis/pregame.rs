//! `canto minis pregame`: the eleven steps before the first round, told one by one.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::CardArgs;
use crate::chance::{Luck, Purpose};
use crate::cli::{Answer, Common, Format, Output, Table};
use crate::error::Result;
use crate::miniatures::membership::Origin;
use crate::miniatures::pregame::{PregameSetup, pregame};

/// Play the pre-game procedure: what happened in which step, and why
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  canto minis pregame table.toml
  canto minis pregame scenarios/miniatures/bribes.toml --seed 7 --format json

A table of two players, one of whom reinforces and bribes:
  build-total = 100
  [[player]]
  name = \"Red\"
  faction = \"imperial\"
  squad = [\"General Hux\", \"Schemer\"]
  map = \"the Docks\"            # chosen if Red rolls highest
  setup = \"last\"               # or first, or position = 2; left out, as the switch setup-choice says
  [[player.use]]               # choices in order of preference
  ability = \"bribery\"
  choices = [{ take = \"BB-8\" }]
  [[player]]
  name = \"Blue\"
  faction = \"new-republic\"
  squad = [\"BB-8\", \"Queen Allana Solo\"]
  [[character]]
  name = \"Schemer\"
  faction = \"imperial\"
  cost = 30
  abilities = [\"bribery:20\"]")]
pub struct PregameArgs {
    /// Squads and decisions, a TOML file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    cards: CardArgs,
}

pub fn run(args: &PregameArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    let mut setup = PregameSetup::read(&args.file, args.cards.cards()?)?;
    args.cards.apply_switches(&mut setup.cards)?;
    let mut stream = Luck::new(common.seed, 0).stream(Purpose::MiniaturesPregame, 0);
    let game = pregame(&mut stream, &setup);
    let order: Vec<&str> = game.order.iter().map(|player| game.player_name(*player)).collect();
    match output.format {
        Format::Json => {
            let squads: Vec<_> = (0..game.n_players())
                .map(|player| {
                    let members: Vec<_> = game
                        .roster(player)
                        .into_iter()
                        .map(|(name, origin)| json!({"name": name, "origin": origin_word(origin)}))
                        .collect();
                    json!({"player": game.player_name(player), "members": members})
                })
                .collect();
            output.json(&json!({
                "kind": "minis-pregame",
                "seed": common.seed,
                "map": game.map,
                "setup_order": order,
                "events": game.log,
                "squads": squads,
            }))?;
        }
        Format::Csv | Format::Table => {
            let mut table = Table::new(["step", "player", "what", "why"]);
            for entry in &game.log {
                let player = entry.player.clone().unwrap_or_default();
                table.row([entry.step.clone(), player, entry.what.clone(), entry.why.clone()]);
            }
            output.table(&table)?;
            if output.format == Format::Table {
                output.line(&format!("\nmap: {}; setup order: {}", game.map, order.join(", ")))?;
                for player in 0..game.n_players() {
                    let names: Vec<String> = game.roster(player).into_iter().map(|(name, _)| name).collect();
                    output.line(&format!("{}: {}", game.player_name(player), names.join(", ")))?;
                }
            }
        }
    }
    Ok(Answer::Done)
}

const fn origin_word(origin: Origin) -> &'static str {
    match origin {
        Origin::Built => "built",
        Origin::Reinforcements => "reinforcements",
        Origin::Reserves => "reserves",
        Origin::Bribery => "bribery",
        Origin::Replacement => "replacement",
        Origin::DefeatAndAdd => "defeat-and-add",
    }
}
