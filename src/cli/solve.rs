//! `canto solve FILE.toml`: the value of a knob at which a metric meets its target.

use std::path::PathBuf;

use clap::Args;

use super::compare::{number, progress_bar};
use super::page::{refuse_run_folder, write_page};
use super::sweep::default_folder;
use super::{Answer, Common, Format, Output, Table};
use crate::error::Result;
use crate::experiments::Question;
use crate::experiments::solve::{Solution, measure_of, solve};
use crate::experiments::solve_page::solve_page;
use crate::report::Paper;

/// Find the value of one knob at which a metric meets its target, with an interval
///
/// FILE names what is played, one knob with its range, and in [solve] the metric and its target; scenarios/README.md explains every
/// key. Exit code 1 where no value of the range does it, or none can be told from luck.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct SolveArgs {
    /// The question: a TOML file, such as scenarios/sweeps/fair-ambush.toml
    file: PathBuf,

    /// Campaigns or battles at each value, in place of the file's `replications`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    replications: Option<u64>,

    /// Folder for chart and report [default: reports/solve-<file>-<seed>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  canto solve scenarios/sweeps/fair-ambush.toml
  canto solve scenarios/sweeps/even-vip-escort.toml --replications 1000 --format json";

pub fn run(args: &SolveArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    let mut question = Question::read(&args.file)?;
    question.file.replications = args.replications.unwrap_or(question.file.replications);
    measure_of(&question)?;
    let folder = args.out.clone().unwrap_or_else(|| default_folder("solve", &args.file, common.seed));
    refuse_run_folder(&folder)?;
    let looks = question.table(&question.file.solve, "solve")?.looks as u64;
    let bar = progress_bar(common, looks * question.file.replications, "played");
    let solved = solve(&question, common.seed, &|done| bar.inc(done));
    bar.finish_and_clear();
    let solved = solved?;
    write_page(&folder, &solve_page(&solved, &question), Paper::A4)?;
    match output.format {
        Format::Json => output.json(&solved)?,
        Format::Csv | Format::Table => {
            let mut table = Table::new([solved.knob.as_str(), solved.metric.as_str(), "low", "high", "n"]);
            for trial in &solved.trials {
                let metric = &trial.metric;
                table.row([
                    if solved.whole { format!("{:.0}", trial.knob) } else { number(trial.knob) },
                    number(metric.value),
                    number(metric.low),
                    number(metric.high),
                    metric.n.to_string(),
                ]);
            }
            output.table(&table)?;
        }
    }
    if output.format == Format::Table {
        output.line(&format!("\n{}", solved.sentence()))?;
        output.line(&format!("wrote chart and report into {}", folder.display()))?;
    }
    Ok(match solved.solution {
        Solution::Found { .. } => Answer::Done,
        _ => Answer::No,
    })
}
