//! `canto run`: the main job. Plays a set-up many times and writes frames, manifest and a summary.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::battle::ModelName;
use super::{Answer, Common, Format, Output, Table};
use crate::analysis::until::Until;
use crate::analysis::{CONFIDENCE, Estimate, Moments, mean, wilson};
use crate::campaign::Campaign;
use crate::config::{DEFAULT_SET_UP, load_set_up};
use crate::error::{Error, Result};
use crate::ids::Model;
use crate::report::names::end_reason;
use crate::run::{PART, RunPlan, RunReport, write_manifest};

/// Play a set-up many times in parallel; write frames, manifest and summary
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  canto run
  canto run three-factions --campaigns 2000 --seed 42
  canto run --house-rules gentle-snowball --out reports/gentle
  canto run --until 0.01 --battle-model skirmish
  canto run training-by-lot --campaigns 5000")]
pub struct RunArgs {
    /// Set-up by name or path
    #[arg(default_value = DEFAULT_SET_UP)]
    set_up: String,

    /// Campaigns to play; with --until the most of them [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    campaigns: Option<u64>,

    /// Stop when every win rate is known to this half-width, such as 0.01
    #[arg(long, value_name = "HALF-WIDTH")]
    until: Option<f64>,

    /// Folder for the results [default: reports/<setup>-<seed>, with the names of --house-rules]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Go on with an interrupted run of the same set-up, seed and number
    #[arg(long)]
    resume: bool,

    /// House rules upon the set-up's own, by name or path; may be repeated
    #[arg(long = "house-rules", value_name = "FILE")]
    house_rules: Vec<String>,

    /// Battle model instead of the set-up's
    #[arg(long, value_enum, value_name = "MODEL")]
    battle_model: Option<ModelName>,

    /// Stop at frames and summary: no charts, no PDF, no HTML
    #[arg(long)]
    no_report: bool,
}

/// Campaigns of a run that names no number.
const DEFAULT_CAMPAIGNS: u64 = 1000;

pub fn run(args: &RunArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    if let Some(half_width) = args.until
        && !(0.0005..=0.25).contains(&half_width)
    {
        return Err(Error::usage(format!("--until {half_width}: must be in 0.0005 to 0.25")));
    }
    let mut set_up = load_set_up(&args.set_up, &args.house_rules)?;
    if let Some(model) = args.battle_model {
        set_up.file.model = model.into();
    }
    let campaign = Campaign::new(set_up)?;
    remark(common, &campaign);
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&campaign.set_up.name, args, common.seed));
    let default = if args.until.is_some() { u64::MAX } else { DEFAULT_CAMPAIGNS };
    let plan = RunPlan {
        seed: common.seed,
        campaigns: args.campaigns.unwrap_or(default),
        until: args.until,
        folder,
        resume: args.resume,
    };
    let stop = interrupt_flag()?;
    let bar = progress_bar(common, &plan);
    let model = crate::campaign::model_for(campaign.set_up.file.model);
    let started = Instant::now();
    let report = crate::run::run(&campaign, &plan, &*model, &|done| bar.inc(done), &stop);
    bar.finish_and_clear();
    let report = report?;
    if report.interrupted {
        return interrupted(common, args, &plan, &report);
    }
    let threads = rayon::current_num_threads();
    write_manifest(&campaign, &plan, &report, started.elapsed().as_secs_f64(), threads)?;
    summary(&campaign, &plan, &report, output)?;
    if !args.no_report {
        let files = super::report::write_all(&plan.folder)?;
        if output.format == Format::Table {
            output.line(&format!(
                "\nwrote {files} files; begin with {}",
                plan.folder.join("report.pdf").display()
            ))?;
        }
    }
    Ok(Answer::Done)
}

/// `reports/galactic-civil-war-with-gentle-snowball-1`.
fn default_folder(set_up: &str, args: &RunArgs, seed: u64) -> PathBuf {
    let rules = args.house_rules.iter().filter_map(|path| Path::new(path).file_stem());
    let with: Vec<String> = rules.map(|rules| format!("-with-{}", rules.to_string_lossy())).collect();
    PathBuf::from("reports").join(format!("{set_up}{}-{seed}", with.concat()))
}

/// Ctrl-C ends the run after the part in hand; a second one ends it at once.
fn interrupt_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let register = || {
        signal_hook::flag::register_conditional_default(signal_hook::consts::SIGINT, Arc::clone(&stop))?;
        signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&stop))
    };
    register().map_err(|error| Error::usage(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(stop)
}

fn progress_bar(common: &Common, plan: &RunPlan) -> ProgressBar {
    if common.quiet {
        return ProgressBar::hidden();
    }
    let bar = match plan.campaigns {
        u64::MAX => ProgressBar::new_spinner(),
        campaigns => ProgressBar::new(campaigns),
    };
    let template = if plan.campaigns == u64::MAX {
        "{spinner} {pos} campaigns  {per_sec}  {elapsed}"
    } else {
        "{bar:40} {pos}/{len} campaigns  {per_sec}  {eta} left"
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

#[allow(clippy::print_stderr)]
fn remark(common: &Common, campaign: &Campaign) {
    if !common.quiet {
        for remark in campaign.set_up.remarks() {
            anstream::eprintln!("remark: {remark}");
        }
    }
}

/// Says what was saved and how to go on.
#[allow(clippy::print_stderr)]
fn interrupted(common: &Common, args: &RunArgs, plan: &RunPlan, report: &RunReport) -> Result<Answer> {
    let mut command =
        format!("canto run {} --seed {} --out {}", args.set_up, common.seed, plan.folder.display());
    if let Some(campaigns) = args.campaigns {
        command.push_str(&format!(" --campaigns {campaigns}"));
    }
    if let Some(until) = args.until {
        command.push_str(&format!(" --until {until}"));
    }
    for file in &args.house_rules {
        command.push_str(&format!(" --house-rules {file}"));
    }
    if let Some(model) = args.battle_model {
        command.push_str(&format!(" --battle-model {}", Model::from(model).name()));
    }
    if args.no_report {
        command.push_str(" --no-report");
    }
    anstream::eprintln!(
        "interrupted after {} campaigns, which are kept; go on with: {command} --resume",
        report.tally.campaigns
    );
    Ok(Answer::No)
}

/// The terminal summary: win rates and lengths with their intervals.
fn summary(campaign: &Campaign, plan: &RunPlan, report: &RunReport, output: &mut Output) -> Result<()> {
    let tally = &report.tally;
    let n = tally.campaigns;
    let mut rows: Vec<(String, Estimate)> = Vec::new();
    // A run that was peeked at has the intervals that hold all the same.
    let until = plan.until.map(|half_width| Until::new(half_width, CONFIDENCE, PART));
    let share = |count: u64| match &until {
        Some(until) => until.at_end(n, count, n),
        None => wilson(count, n, CONFIDENCE),
    };
    for faction in campaign.set_up.factions() {
        rows.push((format!("{} wins", faction.name()), share(tally.wins[faction.index()])));
    }
    rows.push(("no winner".to_string(), share(tally.draws)));
    for (reason, count) in &tally.ends {
        let words = match output.format {
            Format::Table => format!("end: {}", end_reason(reason)),
            Format::Json | Format::Csv => format!("ends by {reason}"),
        };
        rows.push((words, share(*count)));
    }
    rows.push(("turns".to_string(), mean_of(tally.turns, tally.turns_squared, n)));
    rows.push(("battles".to_string(), mean_of(tally.battles, tally.battles_squared, n)));
    if output.format == Format::Json {
        let estimates: serde_json::Map<String, serde_json::Value> =
            rows.iter().map(|(name, estimate)| (name.clone(), json!(estimate))).collect();
        return output.json(&json!({
            "setup": campaign.set_up.name,
            "seed": plan.seed,
            "campaigns": n,
            "folder": plan.folder,
            "fingerprint": campaign.set_up.fingerprint(),
            "summary": estimates,
        }));
    }
    let mut table = Table::new(["measure", "value", "low", "high", "n"]);
    for (name, estimate) in rows {
        let digits = |value: f64| if value.is_finite() { format!("{value:.4}") } else { "no data".into() };
        table.row([
            name,
            digits(estimate.value),
            digits(estimate.low),
            digits(estimate.high),
            estimate.n.to_string(),
        ]);
    }
    output.table(&table)?;
    if output.format == Format::Table {
        output.line(&format!("\nframes and manifest: {}", plan.folder.display()))?;
    }
    Ok(())
}

/// The mean of counted things from their sum and sum of squares, which are whole numbers.
fn mean_of(sum: u64, squares: u64, n: u64) -> Estimate {
    let count = n as f64;
    let average = sum as f64 / count;
    // n·Σx² − (Σx)² in integers, so that no digit is lost.
    let spread = u128::from(n) * u128::from(squares) - u128::from(sum).pow(2);
    let variance = if 1 < n { spread as f64 / (count * (count - 1.0)) } else { 0.0 };
    mean(&Moments::from_summary(n, average, variance), CONFIDENCE).at_least(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_of_whole_numbers_is_exact() {
        // 1, 2, 3, 4: sum 10, squares 30; mean 2.5, variance 5/3, standard error sqrt(5/12).
        let estimate = mean_of(10, 30, 4);
        assert_eq!(estimate.value, 2.5);
        // t(0.975, 3) = 3.1824
        assert!((estimate.half_width() - 3.182_446_305 * (5.0_f64 / 12.0).sqrt()).abs() < 1e-6);
    }
}
