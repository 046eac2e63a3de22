//! Many points of the space of knobs on the same luck. A finished point is kept and not played again.

use std::io::Write;
use std::path::{Path, PathBuf};

use polars::prelude::{Column, DataFrame, NamedFrom, Series};
use serde::{Deserialize, Serialize};

use super::compare::estimate_of;
use super::question::{Design, Question, number_of, text_of};
use crate::analysis::designs::{grid, latin_hypercube};
use crate::analysis::estimate::{Estimate, Method};
use crate::analysis::{CONFIDENCE, group};
use crate::error::{Error, Result};
use crate::frames::{write_aside, write_data_frame};

/// The most points of a sweep.
pub const MOST_POINTS: usize = 10_000;

/// The values of all knobs at each point, in the order in which they are played.
pub fn design(question: &Question, seed: u64) -> Result<Vec<Vec<toml::Value>>> {
    let table = question.table(&question.file.sweep, "sweep")?;
    let knobs = &question.file.knobs;
    let points = match table.design {
        Design::Grid => {
            if table.points.is_some() {
                return Err(
                    question.complaint("sweep.points", "a grid has as many points as its knobs' values make")
                );
            }
            let values: Vec<Vec<toml::Value>> = knobs.iter().map(|knob| knob.grid()).collect();
            let levels: Vec<usize> = values.iter().map(Vec::len).collect();
            let total = levels.iter().try_fold(1_usize, |total, &of| total.checked_mul(of));
            if total.is_none_or(|total| MOST_POINTS < total) {
                return Err(question.complaint("knobs", format!("make more than {MOST_POINTS} points")));
            }
            let pick =
                |place: Vec<usize>| place.iter().zip(&values).map(|(&i, values)| values[i].clone()).collect();
            grid(&levels).into_iter().map(pick).collect()
        }
        Design::LatinHypercube => {
            let points = table.points.unwrap_or(20);
            if !(2..=MOST_POINTS).contains(&points) {
                return Err(question.complaint("sweep.points", format!("must be 2 to {MOST_POINTS}")));
            }
            let pick = |point: Vec<f64>| {
                point.iter().zip(knobs).map(|(&share, knob)| knob.value_at(share)).collect()
            };
            latin_hypercube(knobs.len(), points, seed).into_iter().map(pick).collect()
        }
    };
    Ok(points)
}

/// One point with what was found there.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepPoint {
    pub values: Vec<toml::Value>,
    /// By measure.
    pub estimates: Vec<Estimate>,
}

/// A point on disk. Numbers are kept bit by bit, so that a resumed sweep writes the same bytes.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    /// What decides the result: game, seed, replications, measures.
    identity: String,
    /// Value, low and high as bits, and n.
    measures: Vec<[u64; 4]>,
}

/// Plays all points, or reads those that `folder` holds already. `progress` hears of replications.
pub fn sweep(
    question: &Question,
    points: &[Vec<toml::Value>],
    seed: u64,
    folder: Option<&Path>,
    progress: &(dyn Fn(u64) + Sync),
    resumed: &mut usize,
) -> Result<Vec<SweepPoint>> {
    let n = question.file.replications;
    let measures: Vec<String> = question.measures.iter().map(ToString::to_string).collect();
    let mut swept = Vec::with_capacity(points.len());
    // Every point is checked before the first is played.
    let prepared = points.iter().map(|values| question.prepare(values)).collect::<Result<Vec<_>>>()?;
    for (i, (values, prepared)) in points.iter().zip(prepared).enumerate() {
        let identity = format!(
            "{} {} {seed} {n} {}",
            env!("CARGO_PKG_VERSION"),
            prepared.fingerprint(),
            measures.join(" ")
        );
        let path = folder.map(|folder| folder.join("points").join(format!("{i:05}.json")));
        let kept = path.as_deref().and_then(|path| read_kept(path, &identity));
        let kept = match kept {
            Some(kept) => {
                *resumed += 1;
                progress(n);
                kept
            }
            None => {
                let observed = prepared.play(&question.measures, seed, n, progress)?;
                let bits = |(values, measure): (&Vec<(f64, f64)>, &super::Measure)| {
                    let found = estimate_of(values, measure.is_share());
                    [found.value.to_bits(), found.low.to_bits(), found.high.to_bits(), found.n]
                };
                let kept = Kept {
                    identity,
                    measures: observed.values.iter().zip(&question.measures).map(bits).collect(),
                };
                if let Some(path) = &path {
                    write_kept(path, &kept)?;
                }
                kept
            }
        };
        let estimates = kept.measures.iter().zip(&question.measures).map(|(bits, measure)| Estimate {
            value: f64::from_bits(bits[0]),
            low: f64::from_bits(bits[1]),
            high: f64::from_bits(bits[2]),
            n: bits[3],
            method: if measure.is_share() { Method::ClusteredWilson } else { Method::ClusteredT },
            confidence: CONFIDENCE,
        });
        swept.push(SweepPoint { values: values.clone(), estimates: estimates.collect() });
    }
    Ok(swept)
}

/// A point of the same question that was finished before.
fn read_kept(path: &Path, identity: &str) -> Option<Kept> {
    let text = std::fs::read_to_string(path).ok()?;
    let kept: Kept = serde_json::from_str(&text).ok()?;
    (kept.identity == identity).then_some(kept)
}

fn write_kept(path: &Path, kept: &Kept) -> Result<()> {
    let text = serde_json::to_string(kept).map_err(|error| Error::frame(path, error))?;
    write_aside(path, |writer| {
        writer.write_all(text.as_bytes()).map_err(|error| Error::file(path, "write", error))
    })
}

/// The frame of a sweep: one row for each point and measure, one column for each knob.
pub fn sweep_frame(question: &Question, swept: &[SweepPoint]) -> Result<DataFrame> {
    let rows: Vec<(usize, &SweepPoint, usize)> = swept
        .iter()
        .enumerate()
        .flat_map(|(i, point)| (0..question.measures.len()).map(move |measure| (i, point, measure)))
        .collect();
    let reals = |name: &str, of: &dyn Fn(&Estimate) -> f64| {
        let values: Vec<f64> =
            rows.iter().map(|(_, point, measure)| of(&point.estimates[*measure])).collect();
        Column::from(Series::new(name.into(), values))
    };
    let numbers: Vec<u32> = rows.iter().map(|(i, _, _)| *i as u32).collect();
    let mut columns = vec![Column::from(Series::new("point".into(), numbers))];
    for (place, knob) in question.file.knobs.iter().enumerate() {
        let series = match swept.iter().all(|point| number_of(&point.values[place]).is_some()) {
            true => {
                let values: Vec<Option<f64>> =
                    rows.iter().map(|(_, point, _)| number_of(&point.values[place])).collect();
                Series::new(knob.key.as_str().into(), values)
            }
            false => {
                let values: Vec<String> =
                    rows.iter().map(|(_, point, _)| text_of(&point.values[place])).collect();
                Series::new(knob.key.as_str().into(), values)
            }
        };
        columns.push(Column::from(series));
    }
    let measures: Vec<String> =
        rows.iter().map(|(_, _, measure)| question.measures[*measure].to_string()).collect();
    columns.push(Column::from(Series::new("metric".into(), measures)));
    columns.push(reals("value", &|estimate| estimate.value));
    columns.push(reals("low", &|estimate| estimate.low));
    columns.push(reals("high", &|estimate| estimate.high));
    let counts: Vec<u64> = rows.iter().map(|(_, point, measure)| point.estimates[*measure].n).collect();
    columns.push(Column::from(Series::new("n".into(), counts)));
    DataFrame::new(rows.len(), columns).map_err(group::engine)
}

/// Writes `frames/sweep.parquet`.
pub fn write_sweep(folder: &Path, question: &Question, swept: &[SweepPoint]) -> Result<PathBuf> {
    let path = folder.join("frames").join("sweep.parquet");
    write_data_frame(&path, &mut sweep_frame(question, swept)?)?;
    Ok(path)
}
