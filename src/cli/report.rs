//! `canto report DIR`: renders the report of a run again from its frames.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::{Answer, Common, Format, Output, Table};
use crate::analysis::answers::{Answers, MARGIN, answers};
use crate::analysis::run::Run;
use crate::error::{Error, Result};
use crate::report::{Paper, Wanted, campaign_report, miniatures_report, write_document, write_report};

/// Write the report of a run again from its frames
///
/// Without --pdf, --html, --png or --svg: PDF, HTML and PNG.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  canto report reports/galactic-civil-war-1
  canto report reports/galactic-civil-war-1 --pdf --paper letter
  canto report reports/galactic-civil-war-1 --margin 0.03 --format json")]
pub struct ReportArgs {
    /// Folder that `canto run`, `canto minis matrix` or `canto minis initiative` wrote
    dir: PathBuf,

    /// Write report.pdf
    #[arg(long)]
    pdf: bool,

    /// Write report.html, one file with everything in it
    #[arg(long)]
    html: bool,

    /// Write charts/*.png
    #[arg(long)]
    png: bool,

    /// Write charts/*.svg
    #[arg(long)]
    svg: bool,

    /// Paper of the PDF
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,

    /// A lean of so much of 1 is still called balanced
    #[arg(allow_negative_numbers = true, long, default_value_t = MARGIN, value_name = "SHARE")]
    margin: f64,
}

#[derive(Serialize)]
struct ReportJson<'a> {
    files: Vec<String>,
    answers: &'a Answers,
}

pub fn run(args: &ReportArgs, _common: &Common, output: &mut Output) -> Result<Answer> {
    if !(0.0 < args.margin && args.margin < 0.5) {
        return Err(Error::usage(format!("--margin {}: must lie between 0 and 0.5", args.margin)));
    }
    let wanted = if args.pdf || args.html || args.png || args.svg {
        Wanted { pdf: args.pdf.then_some(args.paper), html: args.html, png: args.png, svg: args.svg }
    } else {
        Wanted::everything(args.paper)
    };
    let run = Run::open(&args.dir)?;
    if let Some(document) = miniatures_report(&run)? {
        let files = write_document(&args.dir, &document, wanted)?;
        return print_files(output, &files);
    }
    let answers = answers(&run, args.margin)?;
    let document = campaign_report(&run, &answers);
    let files = write_report(&args.dir, &document, wanted, &answers)?;
    print(output, &answers, &files)
}

/// The whole report of a run: PDF, HTML, charts and answers. Says how many files.
pub fn write_all(folder: &std::path::Path) -> Result<usize> {
    let run = Run::open(folder)?;
    let answers = answers(&run, MARGIN)?;
    let document = campaign_report(&run, &answers);
    Ok(write_report(folder, &document, Wanted::everything(Paper::A4), &answers)?.len())
}

fn print(output: &mut Output, answers: &Answers, files: &[PathBuf]) -> Result<Answer> {
    if output.format == Format::Json {
        let files = files.iter().map(|file| file.display().to_string()).collect();
        output.json(&ReportJson { files, answers })?;
        return Ok(Answer::Done);
    }
    output.table(&summary(answers))?;
    if output.format == Format::Table {
        say_files(output, files)?;
    }
    Ok(Answer::Done)
}

/// What was written, where there is no summary to print.
fn print_files(output: &mut Output, files: &[PathBuf]) -> Result<Answer> {
    if output.format == Format::Json {
        let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        output.json(&serde_json::json!({ "files": files }))?;
    } else {
        say_files(output, files)?;
    }
    Ok(Answer::Done)
}

/// The files line by line, charts by their number.
pub fn say_files(output: &mut Output, files: &[PathBuf]) -> Result<()> {
    let is_chart = |file: &PathBuf| file.parent().is_some_and(|folder| folder.ends_with("charts"));
    for file in files.iter().filter(|file| !is_chart(file)) {
        output.line(&format!("wrote {}", file.display()))?;
    }
    match files.iter().filter(|file| is_chart(file)).count() {
        0 => Ok(()),
        charts => output.line(&format!("wrote {charts} charts")),
    }
}

/// Win rates with verdicts.
pub fn summary(answers: &Answers) -> Table {
    let mut table = Table::new(["faction", "won of decided", "low", "high", "campaigns", "verdict"]);
    for faction in &answers.parity.factions {
        let won = &faction.won_of_decided;
        table.row([
            faction.faction.clone(),
            format!("{:.4}", won.value),
            format!("{:.4}", won.low),
            format!("{:.4}", won.high),
            won.n.to_string(),
            faction.verdict.map_or("cannot win", |verdict| verdict.name()).to_string(),
        ]);
    }
    table
}
