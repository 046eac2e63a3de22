//! `canto sensitivity FILE.toml`: which knob moves what.

use std::path::PathBuf;

use clap::Args;

use super::compare::{number, progress_bar};
use super::page::{refuse_run_folder, write_page};
use super::sweep::default_folder;
use super::{Answer, Common, Format, Output, Table};
use crate::error::Result;
use crate::experiments::Question;
use crate::experiments::sensitivity::{points_of, sensitivity};
use crate::experiments::sensitivity_page::sensitivity_page;
use crate::report::Paper;

/// Find which knob moves which metric: Morris's screening, then Sobol's indices
///
/// FILE names what is played, the knobs with their ranges and the metrics, and in [sensitivity] how much is played;
/// scenarios/README.md explains every key.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct SensitivityArgs {
    /// The question: a TOML file, such as scenarios/sweeps/what-moves-the-war.toml
    file: PathBuf,

    /// Campaigns or battles at each point, in place of the file's `replications`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    replications: Option<u64>,

    /// Folder for charts and report [default: reports/sensitivity-<file>-<seed>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  canto sensitivity scenarios/sweeps/what-moves-the-war.toml
  canto sensitivity scenarios/sweeps/what-moves-the-war.toml --replications 200 --format json";

pub fn run(args: &SensitivityArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    let mut question = Question::read(&args.file)?;
    question.file.replications = args.replications.unwrap_or(question.file.replications);
    let folder = args.out.clone().unwrap_or_else(|| default_folder("sensitivity", &args.file, common.seed));
    refuse_run_folder(&folder)?;
    let bar = progress_bar(common, points_of(&question)? as u64 * question.file.replications, "played");
    let found = sensitivity(&question, common.seed, &|done| bar.inc(done));
    bar.finish_and_clear();
    let found = found?;
    write_page(&folder, &sensitivity_page(&found, &question), Paper::A4)?;
    if output.format == Format::Json {
        output.json(&found)?;
        return Ok(Answer::Done);
    }
    let mut table = Table::new([
        "metric",
        "knob",
        "effect",
        "low",
        "high",
        "strength",
        "total index",
        "total low",
        "total high",
        "alone",
    ]);
    for measure in &found.measures {
        for knob in &measure.knobs {
            let (effect, indices) = (&knob.elementary.effect, &knob.indices);
            let index = |of: &dyn Fn(&crate::analysis::sensitivity::Indices) -> f64| {
                indices.as_ref().map_or(String::new(), |indices| number(of(indices)))
            };
            table.row([
                measure.metric.clone(),
                knob.knob.clone(),
                number(effect.value),
                number(effect.low),
                number(effect.high),
                number(knob.elementary.strength.value),
                index(&|indices| indices.total.value),
                index(&|indices| indices.total.low),
                index(&|indices| indices.total.high),
                index(&|indices| indices.first.value),
            ]);
        }
    }
    output.table(&table)?;
    if output.format == Format::Table {
        output.line(&format!(
            "\nEffect: mean change over the whole range of the knob, with its 95 % interval. Strength: its root mean square, without luck. \
             Index: share of the variance.\nwrote charts and report into {}",
            folder.display()
        ))?;
    }
    Ok(Answer::Done)
}
