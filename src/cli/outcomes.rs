//! The result of a procedure: exact probability beside the simulated one with its interval, in every format.

use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Format, Output, Table};
use crate::analysis::estimate::{digits_for, wilson};
use crate::analysis::words::{count, number};
use crate::analysis::{Moments, mean};
use crate::charts::{Chart, OutcomeBar, outcome_chart};
use crate::error::{Error, Result};
use crate::frames::columns::ROLLS;
use crate::frames::{Cell, Frame, write_csv, write_data_frame};

/// Confidence of every interval that is printed.
pub const CONFIDENCE: f64 = 0.95;

/// What `canto roll` and its like print.
#[derive(Debug, Clone, Serialize)]
pub struct Outcomes {
    pub kind: String,
    pub parameters: Map<String, Value>,
    pub seed: u64,
    /// 0 where nothing was simulated.
    pub trials: u64,
    pub outcomes: Vec<OutcomeRow>,
    /// What stands beside the outcomes, such as the mean.
    #[serde(flatten)]
    pub beside: Map<String, Value>,
    /// Remarks for people, in the table only.
    #[serde(skip)]
    pub remarks: Vec<String>,
    /// The words for people, in tables and charts; programs get the kind, the parameters and the outcomes' own.
    #[serde(skip)]
    pub people: People,
}

/// What was rolled or fought in a sentence, and the names of its outcomes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct People {
    /// Empty where kind and parameters tell it.
    pub title: String,
    /// One for each outcome, or none where their own words do.
    pub labels: Vec<String>,
}

/// One outcome.
#[derive(Debug, Clone, Serialize)]
pub struct OutcomeRow {
    pub outcome: String,
    /// Null where no exact value can be computed.
    pub exact: Option<f64>,
    pub simulated: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub count: Option<u64>,
}

impl OutcomeRow {
    /// A row with its Wilson interval; `count` is `None` where nothing was simulated.
    pub fn new(
        outcome: impl Into<String>,
        exact: Option<f64>,
        count: Option<u64>,
        trials: u64,
    ) -> OutcomeRow {
        let estimate = count.map(|count| wilson(count, trials, CONFIDENCE));
        OutcomeRow {
            outcome: outcome.into(),
            exact,
            simulated: estimate.map(|estimate| estimate.value),
            low: estimate.map(|estimate| estimate.low),
            high: estimate.map(|estimate| estimate.high),
            count,
        }
    }
}

impl Outcomes {
    pub fn print(&self, output: &mut Output) -> Result<()> {
        match output.format {
            Format::Json => output.json(self),
            // Six places are for reading; whoever computes further gets every digit.
            Format::Csv => output.text(&self.table(&[], |value| value.to_string()).to_csv()),
            Format::Table => {
                output.line(&self.heading())?;
                output.line("")?;
                output.text(&self.table_for_people().to_text())?;
                self.print_beside(output)?;
                for remark in &self.remarks {
                    output.line(&format!("\n{remark}"))?;
                }
                Ok(())
            }
        }
    }

    /// Estimates as a table of their own, single values as lines.
    fn print_beside(&self, output: &mut Output) -> Result<()> {
        let mut estimates = Table::new(["measure", "value", "low", "high"]);
        for (name, value) in &self.beside {
            match as_estimate(value) {
                Some(numbers) => {
                    let [value, low, high] = numbers.map(|number| format!("{number:.4}"));
                    estimates.row([measure(name), value, low, high]);
                }
                None => output.line(&format!("{}: {}", measure(name), in_words(value)))?,
            }
        }
        if self.beside.values().any(|value| as_estimate(value).is_some()) {
            output.line("")?;
            output.text(&estimates.to_text())?;
        }
        Ok(())
    }

    fn heading(&self) -> String {
        let (what, how) = self.titles();
        format!("{what}: {how}")
    }

    /// What was rolled, and how.
    fn titles(&self) -> (String, String) {
        let simulated = match self.trials {
            0 => "exact values only".to_string(),
            trials => format!("{}, seed {}, 95 % Wilson intervals", count(trials, "trial"), self.seed),
        };
        if !self.people.title.is_empty() {
            return (self.people.title.clone(), simulated);
        }
        let mut words = vec![self.kind.clone()];
        for (name, value) in &self.parameters {
            match value {
                Value::Bool(false) | Value::Null => {}
                Value::Bool(true) => words.push(name.replace('_', " ")),
                _ => words.push(format!("{} {}", name.replace('_', " "), in_words(value))),
            }
        }
        (words.join(", "), simulated)
    }

    /// Six places, and no column of exact values where there is none.
    fn table_for_people(&self) -> Table {
        if self.outcomes.iter().any(|row| row.exact.is_some()) {
            return self.table(&self.people.labels, |value| format!("{value:.6}"));
        }
        let mut table = Table::new(["outcome", "simulated", "low", "high", "count"]);
        let show = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.6}"));
        for (i, row) in self.outcomes.iter().enumerate() {
            table.row([
                named(&self.people.labels, i, row),
                show(row.simulated),
                show(row.low),
                show(row.high),
                row.count.map_or(String::new(), |count| count.to_string()),
            ]);
        }
        table
    }

    fn table(&self, labels: &[String], write: impl Fn(f64) -> String) -> Table {
        let mut table = Table::new(["outcome", "exact", "simulated", "low", "high", "count"]);
        let show = |value: Option<f64>| value.map_or(String::new(), &write);
        for (i, row) in self.outcomes.iter().enumerate() {
            table.row([
                named(labels, i, row),
                show(row.exact),
                show(row.simulated),
                show(row.low),
                show(row.high),
                row.count.map_or(String::new(), |count| count.to_string()),
            ]);
        }
        table
    }

    /// Exact bars with the simulated dots and their intervals.
    pub fn chart(&self) -> Chart {
        let bars: Vec<OutcomeBar> = self
            .outcomes
            .iter()
            .enumerate()
            .map(|(i, row)| OutcomeBar {
                label: named(&self.people.labels, i, row),
                exact: row.exact.unwrap_or(0.0),
                simulated: row.count.map(|count| wilson(count, self.trials, CONFIDENCE)),
            })
            .collect();
        let (title, how) = self.titles();
        let subtitle = self.mean_words().map_or_else(|| how.clone(), |mean| format!("{mean} · {how}"));
        outcome_chart(&self.kind, &title, &subtitle, &bars)
    }

    /// The mean of outcomes that are numbers: exact, and simulated with its interval.
    fn mean_words(&self) -> Option<String> {
        let exact = self.beside.get("mean").and_then(Value::as_f64)?;
        let mut text = format!("Mean {} exactly", number(exact, 4));
        let counted = |row: &OutcomeRow| Some((row.outcome.parse::<u64>().ok()?, row.count?));
        if let Some(counts) = self.outcomes.iter().map(counted).collect::<Option<Vec<(u64, u64)>>>() {
            let (mut sum, mut squares) = (0_u128, 0_u128);
            for (value, count) in counts {
                sum += u128::from(value) * u128::from(count);
                squares += u128::from(value).pow(2) * u128::from(count);
            }
            let estimate = mean(&Moments::from_sums(self.trials, sum as f64, squares as f64), CONFIDENCE);
            let digits = digits_for(estimate.half_width());
            let write = |value: f64| number(value, digits);
            let (value, low, high) = (write(estimate.value), write(estimate.low), write(estimate.high));
            text.push_str(&format!(", simulated {value} ({low} to {high})"));
        }
        Some(text)
    }

    /// The same rows as a frame, Parquet or CSV by the file's ending.
    pub fn write(&self, path: &Path) -> Result<()> {
        let parameters: std::sync::Arc<str> = Value::Object(self.parameters.clone()).to_string().into();
        let mut frame = Frame::new(&ROLLS);
        for row in &self.outcomes {
            frame.push([
                Cell::Text(self.kind.as_str().into()),
                Cell::Text(parameters.clone()),
                Cell::Text(row.outcome.as_str().into()),
                row.exact.into(),
                row.simulated.into(),
                row.low.into(),
                row.high.into(),
                row.count.map(|count| count as f64).into(),
                (self.trials as f64).into(),
            ]);
        }
        let mut data = frame.to_data_frame();
        match ending(path).as_deref() {
            Some("parquet") => write_data_frame(path, &mut data),
            Some("csv") => write_csv(path, &mut data),
            _ => {
                Err(Error::usage(format!("--out {}: the file must end in .parquet or .csv", path.display())))
            }
        }
    }
}

/// The ending of a file name in small letters.
pub fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_lowercase())
}

/// An outcome as people call it.
fn named(labels: &[String], i: usize, row: &OutcomeRow) -> String {
    labels.get(i).unwrap_or(&row.outcome).clone()
}

/// A measure beside the outcomes as people call it.
fn measure(name: &str) -> String {
    match name {
        "capped" => "battles cut off at the last round".into(),
        "shutouts" => "battles in which the winner lost no ship".into(),
        "wipeouts" => "battles in which the loser lost every ship".into(),
        "attacker_points_lost" => "points that the attacker lost".into(),
        "defender_points_lost" => "points that the defender lost".into(),
        "rounds_exact" => "rounds, exact".into(),
        "rounds_low" => "rounds, low end of the interval".into(),
        "rounds_high" => "rounds, high end of the interval".into(),
        other => other.replace('_', " "),
    }
}

/// Value, low and high of an estimate.
fn as_estimate(value: &Value) -> Option<[f64; 3]> {
    let number = |name: &str| value.get(name).and_then(Value::as_f64);
    Some([number("value")?, number("low")?, number("high")?])
}

fn in_words(value: &Value) -> String {
    match value {
        Value::Array(values) => values.iter().map(in_words).collect::<Vec<_>>().join(" against "),
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            Some(real) if number.is_f64() => format!("{real:.6}"),
            _ => number.to_string(),
        },
        Value::Object(map) => {
            let parts: Vec<String> =
                map.iter().map(|(name, value)| format!("{name} {}", in_words(value))).collect();
            parts.join(", ")
        }
        Value::Null => "not computed".into(),
        other => other.to_string(),
    }
}
