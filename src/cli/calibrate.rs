//! `canto calibrate`: the skirmish model's parameters from battles on the board, and both models side by side.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::compare::progress_bar;
use super::page::{refuse_run_folder, write_page};
use super::{Answer, Common, Format, Output, Table};
use crate::error::{Error, Result};
use crate::experiments::calibrate::page::calibrate_page;
use crate::experiments::calibrate::side_by_side::{Group, MEASURES};
use crate::experiments::calibrate::{Calibration, Terms, battles, calibrate};
use crate::frames::write_aside;
use crate::report::Paper;

/// Measure the skirmish model's parameters on the board, and compare both models on the same battles
///
/// Watches battles of every mission that the board can play, of every ship class and of every unusual feature, and counts who has a
/// shot, at which range, how ships are flown, what they run into, how long objectives and flights take. --parameters writes the
/// file that the skirmish model is built with (src/battle/skirmish/parameters.toml). Then the same battles are fought again by the
/// skirmish model with the new parameters, and both models stand side by side.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct CalibrateArgs {
    /// Battles of each mission
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    trials: u64,

    /// Battles of each ship class, and of each unusual feature
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    class_trials: u64,

    /// Write the parameter file
    #[arg(long, value_name = "FILE")]
    parameters: Option<PathBuf>,

    /// Folder for the report on both models
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  canto calibrate --trials 100 --class-trials 50
  canto calibrate --out reports/models
  canto calibrate --seed 1 --parameters src/battle/skirmish/parameters.toml

The built-in parameters are part of the program: after the last example build it again.";

pub fn run(args: &CalibrateArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    let terms = Terms { trials: args.trials, class_trials: args.class_trials, seed: common.seed };
    args.out.as_deref().map_or(Ok(()), refuse_run_folder)?;
    let command = format!(
        "canto calibrate --seed {} --trials {} --class-trials {}",
        terms.seed, terms.trials, terms.class_trials
    );
    let bar = progress_bar(common, battles(&terms), "battles");
    let found = calibrate(terms, command, &|done| bar.inc(done));
    bar.finish_and_clear();
    let found = found?;
    if let Some(path) = &args.parameters {
        write_aside(path, |file| {
            file.write_all(found.text.as_bytes()).map_err(|error| Error::file(path, "write", error))
        })?;
    }
    if let Some(folder) = &args.out {
        write_page(folder, &calibrate_page(&found), Paper::A4)?;
    }
    if output.format == Format::Json {
        output.json(&document(&found))?;
        return Ok(Answer::Done);
    }
    if output.format == Format::Table {
        output.line(&format!(
            "{}: {} battles on the board, fought again by the skirmish model as calibrated\n",
            found.made.command, found.made.battles
        ))?;
    }
    output.table(&table(&found, output.format))?;
    if output.format == Format::Table {
        output.line(
            "\nWin rates in percent, of the attacker in missions and of the class in its rows; a draw is half a win. Differences are skirmish \
             less tabletop, paired on the same luck. agree: the whole 95 % interval lies within ±5 points; differ: it excludes zero.",
        )?;
        if let Some(path) = &args.parameters {
            output.line(&format!("wrote {}", path.display()))?;
        }
        if let Some(folder) = &args.out {
            output.line(&format!("wrote charts and report into {}", folder.display()))?;
        }
    }
    Ok(Answer::Done)
}

fn table(found: &Calibration, format: Format) -> Table {
    if format == Format::Csv {
        let mut table = Table::new([
            "group",
            "kind",
            "measure",
            "battles",
            "tabletop",
            "skirmish",
            "built_in",
            "difference",
            "low",
            "high",
        ]);
        for group in &found.groups {
            for (name, compared) in MEASURES.iter().zip(&group.measures) {
                let numbers = [
                    compared.tabletop.value,
                    compared.skirmish.value,
                    compared.built_in.value,
                    compared.difference.value,
                    compared.difference.low,
                    compared.difference.high,
                ];
                let mut cells =
                    vec![group.name.clone(), kind(group).into(), (*name).into(), group.battles.to_string()];
                cells.extend(numbers.map(|value| value.to_string()));
                table.row(cells);
            }
        }
        return table;
    }
    let mut table = Table::new([
        "mission or class",
        "battles",
        "tabletop",
        "skirmish",
        "before",
        "difference",
        "rounds",
        "difference",
        "own points lost",
        "difference",
        "foe's points lost",
        "difference",
        "verdict",
    ]);
    for group in &found.groups {
        let [score, rounds, lost, foe_lost] = &group.measures[..] else { continue };
        let percent = |estimate: &crate::analysis::Estimate| estimate.scaled(100.0, 0.0).plus_minus();
        table.row([
            group.name.clone(),
            group.battles.to_string(),
            percent(&score.tabletop),
            percent(&score.skirmish),
            percent(&score.built_in),
            percent(&score.difference),
            rounds.tabletop.plus_minus(),
            rounds.difference.plus_minus(),
            lost.tabletop.plus_minus(),
            lost.difference.plus_minus(),
            foe_lost.tabletop.plus_minus(),
            foe_lost.difference.plus_minus(),
            group.verdict().into(),
        ]);
    }
    table
}

fn kind(group: &Group) -> &'static str {
    if group.is_class { "class" } else { "mission" }
}

fn document(found: &Calibration) -> serde_json::Value {
    let groups: Vec<serde_json::Value> = found
        .groups
        .iter()
        .map(|group| {
            let measures: serde_json::Map<String, serde_json::Value> = MEASURES
                .iter()
                .zip(&group.measures)
                .map(|(name, compared)| (name.replace([' ', '\''], "_"), json!(compared)))
                .collect();
            json!({
                "group": group.name,
                "kind": kind(group),
                "battles": group.battles,
                "verdict": group.verdict(),
                "measures": measures,
            })
        })
        .collect();
    json!({
        "command": found.made.command,
        "seed": found.terms.seed,
        "trials": found.terms.trials,
        "class_trials": found.terms.class_trials,
        "battles": found.made.battles,
        "groups": groups,
        "parameters": found.measured.parameters,
    })
}
