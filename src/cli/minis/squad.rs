//! `canto minis squad check`: is a squad legal, and if not, which rules does it break?

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::CardArgs;
use crate::cli::{Answer, Format, Output, Table};
use crate::error::Result;
use crate::miniatures::squad::Format as SquadFormat;
use crate::miniatures::squad_file::SquadSheet;

/// Check a squad: build total, Unique, Rival, Rapport-adjusted costs, Affinity, faction, format
///
/// The answer no has exit code 1, with the rule named for each violation.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  canto minis squad check thrawn.toml
  canto minis squad check thrawn.toml --characters my-cards.toml --format json

A squad file:
  format = \"standard\"          # or free, out-of-the-box
  build-total = 100
  faction = \"imperial\"
  members = [\"Grand Admiral Thrawn\", \"General Hux\", \"8x Stormtrooper\"]
  [[character]]                # what the list does not know
  name = \"Stormtrooper\"
  faction = \"imperial\"
  cost = 5")]
pub struct CheckArgs {
    /// The squad, a TOML file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    cards: CardArgs,
}

pub fn run(args: &CheckArgs, output: &mut Output) -> Result<Answer> {
    let mut cards = args.cards.cards()?;
    args.cards.apply_switches(&mut cards)?;
    let sheet = SquadSheet::read(&args.file, cards)?;
    let lines = sheet.lines();
    let total: u32 = lines.iter().map(|line| u32::from(line.adjusted)).sum();
    let violations = sheet.violations();
    match output.format {
        Format::Json => {
            let members: Vec<_> = lines
                .iter()
                .map(|line| {
                    let rapport: Vec<_> =
                        line.rapport.iter().map(|(from, discount)| json!({"from": from, "discount": discount})).collect();
                    json!({"name": line.name, "printed": line.printed, "cost": line.adjusted, "rapport": rapport})
                })
                .collect();
            let broken: Vec<_> = violations
                .iter()
                .map(|violation| json!({"rule": violation.rule, "text": violation.text}))
                .collect();
            output.json(&json!({
                "kind": "minis-squad",
                "legal": violations.is_empty(),
                "format": sheet.brief.format.word(),
                "build_total": sheet.brief.build_total,
                "faction": sheet.brief.faction.word(),
                "total": total,
                "members": members,
                "violations": broken,
            }))?;
        }
        Format::Csv | Format::Table => {
            let mut table = Table::new(["character", "printed", "cost", "rapport"]);
            for line in &lines {
                let rapport: Vec<String> =
                    line.rapport.iter().map(|(from, discount)| format!("−{discount} by {from}")).collect();
                table.row([
                    line.name.clone(),
                    line.printed.to_string(),
                    line.adjusted.to_string(),
                    rapport.join(", "),
                ]);
            }
            output.table(&table)?;
            if output.format == Format::Table {
                print_verdict(&sheet, total, &violations, output)?;
            }
        }
    }
    Ok(if violations.is_empty() { Answer::Done } else { Answer::No })
}

fn print_verdict(
    sheet: &SquadSheet,
    total: u32,
    violations: &[crate::miniatures::squad::Violation],
    output: &mut Output,
) -> Result<()> {
    let of = match sheet.brief.format {
        SquadFormat::OutOfTheBox => String::new(),
        _ => format!(" of {}", sheet.brief.build_total),
    };
    output.line(&format!("\ntotal: {total}{of} points, {} characters", sheet.members.len()))?;
    for violation in violations {
        output.line(&format!("not legal — {violation}"))?;
    }
    if violations.is_empty() {
        let why = match sheet.brief.format {
            SquadFormat::OutOfTheBox => "legal: squadbuilding restrictions are ignored out of the box",
            _ => "legal",
        };
        output.line(why)?;
    }
    Ok(())
}
