//! `canto minis matrix`: every ability and pair of abilities against every other.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::{CardArgs, check_ending, policy};
use crate::analysis::Estimate;
use crate::analysis::estimate::wilson;
use crate::charts::{DenseMap, dense_map};
use crate::cli::{Answer, CONFIDENCE, Common, Format, Output, Table};
use crate::error::{Error, Result};
use crate::frames::columns::INITIATIVES;
use crate::frames::{Cell, Frame, write_csv, write_data_frame};
use crate::miniatures::matrix::{Matrix, SINGLES, ability_sets, matrix};
use crate::miniatures::policy::Policy;

/// The chance to win initiative for every single ability and pair against every other
///
/// Prints the single abilities; --out writes all of them, --chart draws them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  canto minis matrix
  canto minis matrix --policy optimal --out initiatives.parquet --chart initiatives.png
  canto minis matrix --ability recon --ability tactician:6 --ability sense --trials 100000")]
pub struct MatrixArgs {
    /// An ability of the matrix, instead of the usual ten; give at least one
    #[arg(long = "ability", value_name = "WORD")]
    words: Vec<String>,

    /// Single abilities only, no pairs
    #[arg(long)]
    singles: bool,

    /// never, when-losing or optimal, for both players
    #[arg(long, value_name = "POLICY", default_value = "when-losing", value_parser = policy)]
    policy: Policy,

    #[command(flatten)]
    cards: CardArgs,

    /// Rounds to simulate for each pairing; 0 computes only
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1_000_000_000))]
    trials: u64,

    /// Write the frame `initiatives`: FILE.parquet or FILE.csv
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Draw a heat map: FILE.png or FILE.svg
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
}

pub fn run(args: &MatrixArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    check_ending("--out", args.out.as_deref(), ["parquet", "csv"])?;
    check_ending("--chart", args.chart.as_deref(), ["png", "svg"])?;
    let mut cards = args.cards.cards()?;
    args.cards.apply_switches(&mut cards)?;
    let singles: Vec<String> = match args.words.is_empty() {
        true => SINGLES.map(String::from).to_vec(),
        false => args.words.clone(),
    };
    let sets = ability_sets(&singles, !args.singles);
    let matrix = matrix(&sets, args.policy, &cards, common.seed, args.trials)
        .map_err(|error| Error::usage(format!("--ability: {error}")))?;
    if let Some(path) = &args.out {
        let mut data = frame(&matrix, args.policy).to_data_frame();
        match crate::cli::outcomes::ending(path).as_deref() {
            Some("csv") => write_csv(path, &mut data)?,
            _ => write_data_frame(path, &mut data)?,
        }
    }
    if let Some(path) = &args.chart {
        chart(&matrix, args.policy).write(path)?;
    }
    print(&matrix, args, common, singles.len(), output)?;
    Ok(Answer::Done)
}

fn frame(matrix: &Matrix, policy: Policy) -> Frame {
    let mut frame = Frame::new(&INITIATIVES);
    for cell in &matrix.cells {
        let estimate = cell.count.map(|count| wilson(count, matrix.trials, CONFIDENCE));
        frame.push([
            Cell::Text(matrix.sets[cell.first].as_str().into()),
            Cell::Text(matrix.sets[cell.second].as_str().into()),
            policy.word().into(),
            cell.exact.into(),
            estimate.map(|estimate| estimate.value).into(),
            estimate.map(|estimate| estimate.low).into(),
            estimate.map(|estimate| estimate.high).into(),
            cell.count.map(|count| count as u32).into(),
            (matrix.trials as u32).into(),
            cell.mean_rerolls.into(),
        ]);
    }
    frame
}

fn chart(matrix: &Matrix, policy: Policy) -> crate::charts::Chart {
    let n = matrix.sets.len();
    let rows = (0..n).map(|first| {
        let cells = (0..n).map(|second| Some(Estimate::exact(matrix.at(first, second).exact)));
        (matrix.sets[first].clone(), cells.collect())
    });
    dense_map(&DenseMap {
        name: "initiatives".into(),
        title: "Who wins initiative".into(),
        subtitle: format!(
            "exact chance of the row's player against the column's, {n} sets of abilities, both play {}",
            policy.word()
        ),
        columns: matrix.sets.clone(),
        rows: rows.collect(),
        centre: 0.5,
        span: 0.5,
        poles: ("the row loses".into(), "the row wins".into()),
    })
}

fn print(
    matrix: &Matrix,
    args: &MatrixArgs,
    common: &Common,
    n_singles: usize,
    output: &mut Output,
) -> Result<()> {
    match output.format {
        Format::Json => {
            let rows: Vec<Value> = matrix
                .cells
                .iter()
                .map(|cell| {
                    let estimate = cell.count.map(|count| wilson(count, matrix.trials, CONFIDENCE));
                    json!({
                        "first": matrix.sets[cell.first],
                        "second": matrix.sets[cell.second],
                        "exact": cell.exact,
                        "simulated": estimate.map(|estimate| estimate.value),
                        "low": estimate.map(|estimate| estimate.low),
                        "high": estimate.map(|estimate| estimate.high),
                        "count": cell.count,
                        "rerolls": cell.mean_rerolls,
                    })
                })
                .collect();
            output.json(&json!({
                "kind": "minis-matrix",
                "parameters": {"policy": args.policy.word(), "sets": matrix.sets},
                "seed": common.seed,
                "trials": matrix.trials,
                "rows": rows,
            }))
        }
        Format::Csv => {
            let mut table = Table::new(["first", "second", "exact", "count", "trials", "rerolls"]);
            for cell in &matrix.cells {
                table.row([
                    matrix.sets[cell.first].clone(),
                    matrix.sets[cell.second].clone(),
                    cell.exact.to_string(),
                    cell.count.map_or(String::new(), |count| count.to_string()),
                    matrix.trials.to_string(),
                    cell.mean_rerolls.to_string(),
                ]);
            }
            output.text(&table.to_csv())
        }
        Format::Table => {
            output.line(&format!(
                "exact chance of the row's player to win initiative against the column's, both play {}\n",
                args.policy.word()
            ))?;
            let shown: Vec<usize> = (0..=n_singles).collect();
            let heads = shown.iter().map(|set| matrix.sets[*set].clone());
            let mut table = Table::new(std::iter::once(String::new()).chain(heads));
            for &first in &shown {
                let cells = shown.iter().map(|second| format!("{:.4}", matrix.at(first, *second).exact));
                table.row(std::iter::once(matrix.sets[first].clone()).chain(cells));
            }
            output.text(&table.to_text())?;
            let hidden = matrix.sets.len() - shown.len();
            if 0 < hidden {
                output.line(&format!(
                    "\n{hidden} pairs of abilities are in --out, --chart and --format json or csv"
                ))?;
            }
            Ok(())
        }
    }
}
