//! `canto compare A B …`: variants on the same luck, paired, metric by metric.

use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::battle::ModelName;
use super::page::{refuse_run_folder, write_page};
use super::{Answer, Common, Format, Output, Table};
use crate::analysis::metrics::{Metric, Observations, observe, standard_metrics};
use crate::analysis::words::p_value;
use crate::config::DEFAULT_SET_UP;
use crate::error::{Error, Result};
use crate::experiments::compare_page::comparison_page;
use crate::experiments::{Comparison, Variant, compare, play_campaigns};
use crate::ids::Faction;
use crate::report::Paper;

/// Compare set-ups, house rules or finished runs on the same luck, metric by metric
///
/// Each argument is a set-up, house rules upon the base set-up, a stack of them joined by `+`, in which `key=value` changes one
/// key, or the folder of a finished run with the same seed. The first is what the others are compared with.
///
/// The first part of a stack is a set-up where one has that name (or a file that has factions), otherwise it is laid upon
/// --setup. Later parts win over earlier ones.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct CompareArgs {
    /// Two or more: SET-UP, HOUSE-RULES, SET-UP+HOUSE-RULES+key=value, or the folder of a run
    #[arg(required = true, num_args = 2.., value_name = "VARIANT")]
    variants: Vec<String>,

    /// Campaigns of each variant [default: 500, or as many as a run folder has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    campaigns: Option<u64>,

    /// The set-up below a stack that names none
    #[arg(long = "setup", value_name = "SET-UP", default_value = DEFAULT_SET_UP)]
    set_up: String,

    /// What to compare, such as `win-rate:rebel` or `attacker-wins:ambush`; may be repeated [default: all that is usual]
    #[arg(long = "metric", value_name = "METRIC")]
    metrics: Vec<String>,

    /// A difference of so much of 1 is not worth a rule: of a share, or of a number's own size
    #[arg(long, default_value_t = 0.05, value_name = "SHARE")]
    margin: f64,

    /// Battle model instead of the set-ups' own
    #[arg(long, value_enum, value_name = "MODEL")]
    battle_model: Option<ModelName>,

    /// Write report.pdf, report.html and charts into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Paper of the PDF
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
}

const EXAMPLES: &str = "\
Examples:
  canto compare galactic-civil-war gentle-snowball
  canto compare galactic-civil-war income.lost_target=-15 income.lost_target=0 --campaigns 2000 --out reports/lost-target
  canto compare three-factions three-factions+ordinary-scum --metric win-rate:scum --metric turns
  canto compare reports/galactic-civil-war-1 reports/gentle";

/// Campaigns of a comparison that names no number.
const DEFAULT_CAMPAIGNS: u64 = 500;

pub fn run(args: &CompareArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    if !(0.0 < args.margin && args.margin < 0.5) {
        return Err(Error::usage(format!("--margin {}: must lie between 0 and 0.5", args.margin)));
    }
    args.out.as_deref().map_or(Ok(()), refuse_run_folder)?;
    let model = args.battle_model.map(Into::into);
    let variants: Vec<Variant> =
        args.variants.iter().map(|text| Variant::read(text, &args.set_up, model)).collect::<Result<_>>()?;
    let mut remarks = Vec::new();
    let (seed, campaigns) = luck(args, common, &variants, &mut remarks)?;
    let metrics = metrics(args, &variants)?;
    let observed = observe_all(&variants, &metrics, seed, campaigns, common)?;
    let names: Vec<String> = variants.iter().map(|variant| variant.name().to_string()).collect();
    let mut comparison = compare(&names, &observed, &metrics, seed, args.margin);
    doubts(&variants, &observed, &mut remarks);
    comparison.remarks = remarks;
    let mut files = Vec::new();
    if let Some(folder) = &args.out {
        files = write_page(folder, &comparison_page(&comparison), args.paper)?;
    }
    print(&comparison, &files, output)?;
    Ok(Answer::Done)
}

/// Seed and number of campaigns: those of the run folders where there are any.
fn luck(
    args: &CompareArgs,
    common: &Common,
    variants: &[Variant],
    remarks: &mut Vec<String>,
) -> Result<(u64, u64)> {
    let runs = variants.iter().filter_map(|variant| match variant {
        Variant::Finished { name, run } => {
            Some((name, run.seed(), run.number("campaigns").unwrap_or(0.0) as u64))
        }
        Variant::Play { .. } => None,
    });
    let runs: Vec<(&String, u64, u64)> = runs.collect();
    let Some(&(first, seed, _)) = runs.first() else {
        return Ok((common.seed, args.campaigns.unwrap_or(DEFAULT_CAMPAIGNS)));
    };
    if let Some((other, other_seed, _)) = runs.iter().find(|(_, other, _)| *other != seed) {
        return Err(Error::usage(format!(
            "{first} was run with seed {seed} and {other} with seed {other_seed}: campaigns pair only on the same luck; \
             run one again with --seed of the other"
        )));
    }
    let fewest = runs.iter().map(|(_, _, campaigns)| *campaigns).min().unwrap_or(0);
    if runs.iter().any(|(_, _, campaigns)| *campaigns != fewest) {
        remarks.push(format!(
            "The runs differ in length; the first {fewest} campaigns, which all have, are paired."
        ));
    }
    if runs.len() < variants.len() {
        remarks.push(format!(
            "Variants that are no run folders are played on the luck of {first}: seed {seed}."
        ));
    }
    Ok((seed, args.campaigns.map_or(fewest, |wanted| wanted.min(fewest))))
}

/// The metrics that were asked for, or the usual ones of the factions that all variants have.
fn metrics(args: &CompareArgs, variants: &[Variant]) -> Result<Vec<Metric>> {
    let all: Vec<Vec<Faction>> = variants.iter().map(Variant::factions).collect();
    let factions: Vec<Faction> =
        all[0].iter().copied().filter(|faction| all.iter().all(|side| side.contains(faction))).collect();
    if args.metrics.is_empty() {
        return Ok(standard_metrics(&factions));
    }
    args.metrics.iter().map(|text| Metric::parse(text)).collect()
}

fn observe_all(
    variants: &[Variant],
    metrics: &[Metric],
    seed: u64,
    campaigns: u64,
    common: &Common,
) -> Result<Vec<Observations>> {
    let played = variants.iter().filter(|variant| matches!(variant, Variant::Play { .. })).count() as u64;
    let bar = progress_bar(common, played * campaigns, "campaigns");
    let observed = variants
        .iter()
        .map(|variant| match variant {
            Variant::Finished { run, .. } => {
                let mut observed = observe(run, metrics)?;
                let kept = observed.replications.partition_point(|&number| u64::from(number) < campaigns);
                observed.replications.truncate(kept);
                observed.values.iter_mut().for_each(|values| values.truncate(kept));
                Ok(observed)
            }
            Variant::Play { campaign, .. } => {
                play_campaigns(campaign, metrics, seed, campaigns, &|done| bar.inc(done))
            }
        })
        .collect();
    bar.finish_and_clear();
    observed
}

/// A bar on standard error that counts things.
pub fn progress_bar(common: &Common, total: u64, things: &str) -> ProgressBar {
    if common.quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(total);
    let template = format!("{{bar:40}} {{pos}}/{{len}} {things}  {{per_sec}}  {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// What a reader should know before he believes the differences.
fn doubts(variants: &[Variant], observed: &[Observations], remarks: &mut Vec<String>) {
    for (i, variant) in variants.iter().enumerate().skip(1) {
        if variant.fingerprint() == variants[0].fingerprint() {
            remarks.push(format!("{} plays by the same rules as {}.", variant.name(), variants[0].name()));
        }
        if variant.model() != variants[0].model() {
            remarks.push(format!(
                "{} is fought by the model {}, {} by {}: part of the difference may be the model's.",
                variant.name(),
                variant.model(),
                variants[0].name(),
                variants[0].model()
            ));
        }
        if observed[i].campaigns() == 0 {
            remarks.push(format!("{} holds no campaign.", variant.name()));
        }
    }
    if variants.iter().any(|variant| variant.model() == "skirmish") {
        remarks.push(
            "Battles by the skirmish model, which has no board; canto calibrate shows where the two differ."
                .into(),
        );
    }
}

fn print(comparison: &Comparison, files: &[PathBuf], output: &mut Output) -> Result<()> {
    if output.format == Format::Json {
        return output.json(comparison);
    }
    let mut columns = vec![
        "measure",
        "first",
        "other",
        "difference",
        "low",
        "high",
        "correlation",
        "variance saved",
        "q",
        "finding",
    ];
    let many = 1 < comparison.contrasts.len();
    if output.format == Format::Csv || many {
        columns.insert(0, "variant");
    }
    let mut table = Table::new(columns.iter().copied());
    for contrast in &comparison.contrasts {
        for row in &contrast.rows {
            let name = if output.format == Format::Csv { row.metric.clone() } else { row.name.clone() };
            let difference = &row.paired.difference;
            let mut cells = vec![
                name,
                number(row.first.value),
                number(row.other.value),
                number(difference.value),
                number(difference.low),
                number(difference.high),
                format!("{:.2}", row.paired.correlation),
                format!("{:.2}", row.paired.variance_saved),
                if output.format == Format::Csv { number(row.q_value) } else { p_value(row.q_value) },
                row.finding.words("campaign"),
            ];
            if columns[0] == "variant" {
                cells.insert(0, contrast.other.clone());
            }
            table.row(cells);
        }
    }
    output.table(&table)?;
    if output.format == Format::Table {
        for contrast in &comparison.contrasts {
            output.line(&format!(
                "\n{} less {}: {} campaigns on the same luck, seed {}; 95 % intervals, false discoveries held at 5 %.",
                contrast.other, contrast.first, contrast.pairs, comparison.seed
            ))?;
        }
        for remark in &comparison.remarks {
            output.line(remark)?;
        }
        for file in
            files.iter().filter(|file| !file.parent().is_some_and(|folder| folder.ends_with("charts")))
        {
            output.line(&format!("wrote {}", file.display()))?;
        }
    }
    Ok(())
}

/// A number as machines read it and people can.
pub fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:.4}") } else { String::new() }
}
