//! `canto sweep FILE.toml`: many points of the space of knobs, with curves.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::compare::{number, progress_bar};
use super::page::{refuse_run_folder, write_page};
use super::{Answer, Common, Format, Output, Table};
use crate::error::Result;
use crate::experiments::Question;
use crate::experiments::question::text_of;
use crate::experiments::sweep::{SweepPoint, design, sweep, write_sweep};
use crate::experiments::sweep_page::sweep_page;
use crate::report::Paper;

/// Play a grid or a Latin hypercube over any keys, on the same luck; curves with bands
///
/// FILE names the set-up (or a battle), the knobs with their values or ranges, and the metrics; scenarios/README.md explains every
/// key. Finished points are kept in --out and not played again: the same command goes on after an interruption, to the same bytes.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct SweepArgs {
    /// The question: a TOML file, such as scenarios/sweeps/lost-target.toml
    file: PathBuf,

    /// Campaigns or battles at each point, in place of the file's `replications`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    replications: Option<u64>,

    /// Folder for frames, charts and report [default: reports/sweep-<file>-<seed>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  canto sweep scenarios/sweeps/lost-target.toml
  canto sweep scenarios/sweeps/ambush-sizes.toml --replications 1000 --out reports/ambush";

pub fn run(args: &SweepArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    let mut question = Question::read(&args.file)?;
    question.file.replications = args.replications.unwrap_or(question.file.replications);
    if question.measures.is_empty() {
        return Err(question.complaint("metrics", "must name at least one metric"));
    }
    let points = design(&question, common.seed)?;
    let folder = args.out.clone().unwrap_or_else(|| default_folder("sweep", &args.file, common.seed));
    refuse_run_folder(&folder)?;
    let bar = progress_bar(common, points.len() as u64 * question.file.replications, "played");
    let mut resumed = 0;
    let swept = sweep(&question, &points, common.seed, Some(&folder), &|done| bar.inc(done), &mut resumed);
    bar.finish_and_clear();
    let swept = swept?;
    write_sweep(&folder, &question, &swept)?;
    let files = write_page(&folder, &sweep_page(&question, &swept, common.seed), Paper::A4)?;
    print(&question, &swept, output)?;
    if output.format == Format::Table {
        if 0 < resumed {
            output.line(&format!("\n{resumed} points were finished already."))?;
        }
        output.line(&format!(
            "\nwrote {} files and frames/sweep.parquet into {}",
            files.len(),
            folder.display()
        ))?;
    }
    Ok(Answer::Done)
}

/// `reports/sweep-lost-target-1`.
pub fn default_folder(command: &str, file: &std::path::Path, seed: u64) -> PathBuf {
    let stem = file.file_stem().map_or("question".into(), |stem| stem.to_string_lossy());
    PathBuf::from("reports").join(format!("{command}-{stem}-{seed}"))
}

fn print(question: &Question, swept: &[SweepPoint], output: &mut Output) -> Result<()> {
    if output.format == Format::Json {
        let points: Vec<serde_json::Value> = swept
            .iter()
            .map(|point| {
                let knobs = question.file.knobs.iter().zip(&point.values);
                let knobs: serde_json::Map<String, serde_json::Value> =
                    knobs.map(|(knob, value)| (knob.key.clone(), json!(value))).collect();
                let found = question.measures.iter().zip(&point.estimates);
                let metrics: serde_json::Map<String, serde_json::Value> =
                    found.map(|(measure, estimate)| (measure.to_string(), json!(estimate))).collect();
                json!({ "knobs": knobs, "metrics": metrics })
            })
            .collect();
        return output.json(&json!({ "title": question.file.title, "points": points }));
    }
    let mut columns: Vec<String> = question.file.knobs.iter().map(|knob| knob.key.clone()).collect();
    columns.extend(["metric", "value", "low", "high", "n"].map(String::from));
    let mut table = Table::new(columns);
    for point in swept {
        for (measure, estimate) in question.measures.iter().zip(&point.estimates) {
            let mut cells: Vec<String> = point.values.iter().map(text_of).collect();
            cells.extend([
                measure.to_string(),
                number(estimate.value),
                number(estimate.low),
                number(estimate.high),
                estimate.n.to_string(),
            ]);
            table.row(cells);
        }
    }
    output.table(&table)
}
