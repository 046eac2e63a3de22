//! Which knob moves what: Morris's screening of all, then Sobol's indices of those that matter.
//!
//! Only points that are compared with each other meet the same luck: those of one walk, or of one row. Every walk and every row has luck of
//! its own, so that their spread holds the luck and the intervals over them do too.

use std::cmp::Ordering;

use serde::Serialize;

use super::question::Question;
use crate::analysis::bootstrap::Resampling;
use crate::analysis::designs::{Point, morris, saltelli};
use crate::analysis::metrics::Observations;
use crate::analysis::sensitivity::{
    Answer, Elementary, Indices, SobolRow, Step, elementary_effects, sobol_indices, steps,
};
use crate::chance::{Luck, Purpose};
use crate::error::Result;

/// What is known of one knob and one measure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Influence {
    pub knob: String,
    pub label: String,
    #[serde(flatten)]
    pub elementary: Elementary,
    /// `None`: the screening left it out, or there was only a screening.
    pub indices: Option<Indices>,
}

/// All knobs of one measure, the strongest first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OfMeasure {
    pub metric: String,
    pub name: String,
    pub is_share: bool,
    pub knobs: Vec<Influence>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sensitivity {
    pub title: String,
    pub seed: u64,
    pub replications: u64,
    pub walks: usize,
    pub samples: usize,
    /// Points that were played.
    pub points: usize,
    pub measures: Vec<OfMeasure>,
}

/// Checks the table `[sensitivity]`; the answer is how many points will be played.
pub fn points_of(question: &Question) -> Result<usize> {
    let table = question.table(&question.file.sensitivity, "sensitivity")?;
    let knobs = question.file.knobs.len();
    if question.measures.is_empty() {
        return Err(question.complaint("metrics", "must name at least one metric"));
    }
    if knobs < 2 {
        return Err(question.complaint("knobs", "must be two or more to be compared"));
    }
    if !(2..=1000).contains(&table.walks) {
        return Err(question.complaint("sensitivity.walks", "must be 2 to 1000"));
    }
    if !(2..=20).contains(&table.levels) || table.levels % 2 == 1 {
        return Err(question.complaint("sensitivity.levels", "must be an even number from 2 to 20"));
    }
    if table.samples != 0 && !(8..=100_000).contains(&table.samples) {
        return Err(question.complaint("sensitivity.samples", "must be 0 (screening only) or 8 to 100000"));
    }
    if table.keep == 0 {
        return Err(question.complaint("sensitivity.keep", "must be at least 1"));
    }
    Ok(table.walks * (knobs + 1) + table.samples * (table.keep.min(knobs) + 2))
}

/// Plays the design.
pub fn sensitivity(question: &Question, seed: u64, progress: &(dyn Fn(u64) + Sync)) -> Result<Sensitivity> {
    let points = points_of(question)?;
    let n = question.file.replications;
    let mut play = |point: &Point, luck: u64| -> Result<Observations> {
        let values: Vec<toml::Value> =
            point.iter().zip(&question.file.knobs).map(|(&share, knob)| knob.value_at(share)).collect();
        question.prepare(&values)?.play(&question.measures, luck, n, progress)
    };
    let table = question.table(&question.file.sensitivity, "sensitivity")?;
    let plan = Plan {
        knobs: question.file.knobs.len(),
        walks: table.walks,
        levels: table.levels,
        samples: table.samples,
        keep: table.keep,
    };
    let found = analyse(&plan, question.measures.len(), seed, &mut play)?;
    let measures = question
        .measures
        .iter()
        .zip(found)
        .map(|(measure, found)| {
            let mut knobs: Vec<Influence> = question
                .file
                .knobs
                .iter()
                .zip(found)
                .map(|(knob, (elementary, indices))| Influence {
                    knob: knob.key.clone(),
                    label: knob.name().to_string(),
                    elementary,
                    indices,
                })
                .collect();
            knobs.sort_by(|a, b| strongest_first(&a.elementary, &b.elementary));
            OfMeasure {
                metric: measure.to_string(),
                name: measure.name(),
                is_share: measure.is_share(),
                knobs,
            }
        })
        .collect();
    Ok(Sensitivity {
        title: question.file.title.clone(),
        seed,
        replications: n,
        walks: table.walks,
        samples: table.samples,
        points,
        measures,
    })
}

/// How much is played.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub knobs: usize,
    pub walks: usize,
    pub levels: usize,
    pub samples: usize,
    pub keep: usize,
}

/// Plays a point on the luck of a seed.
type Play<'p> = dyn FnMut(&Point, u64) -> Result<Observations> + 'p;

/// What has luck of its own; the number is the block of the stream of designs, which uses 1 and 2 itself.
#[derive(Debug, Clone, Copy)]
#[repr(u64)]
enum Own {
    Walk = 3,
    Row = 4,
}

/// The seed of the luck of one walk or row.
fn own_luck(seed: u64, own: Own, number: usize) -> u64 {
    Luck::new(seed, number as u64).stream(Purpose::Design, own as u64).word()
}

/// By measure, then by knob.
pub fn analyse(
    plan: &Plan,
    measures: usize,
    seed: u64,
    play: &mut Play<'_>,
) -> Result<Vec<Vec<(Elementary, Option<Indices>)>>> {
    let screened = screening(plan, measures, seed, play)?;
    let kept = strongest(&screened, plan.keep.min(plan.knobs));
    let mut indices: Vec<Vec<Option<Indices>>> = vec![vec![None; plan.knobs]; measures];
    if 0 < plan.samples {
        let found = sobol(plan, &kept, measures, seed, Resampling::new(seed), play)?;
        for (indices, found) in indices.iter_mut().zip(found) {
            for (&knob, found) in kept.iter().zip(found) {
                indices[knob] = Some(found);
            }
        }
    }
    Ok(screened.into_iter().zip(indices).map(|(s, i)| s.into_iter().zip(i).collect()).collect())
}

/// Morris's screening of all knobs, by measure.
fn screening(plan: &Plan, measures: usize, seed: u64, play: &mut Play<'_>) -> Result<Vec<Vec<Elementary>>> {
    let mut walked: Vec<Vec<Vec<Step>>> = vec![Vec::new(); measures];
    for (number, walk) in morris(plan.knobs, plan.walks, plan.levels, seed).iter().enumerate() {
        let luck = own_luck(seed, Own::Walk, number);
        let mut by_point: Vec<Vec<Answer>> = Vec::new();
        for point in &walk.points {
            by_point.push(answers(&play(point, luck)?));
        }
        for (measure, walked) in walked.iter_mut().enumerate() {
            let answers: Vec<&Answer> = by_point.iter().map(|answers| &answers[measure]).collect();
            walked.push(steps(walk, &answers));
        }
    }
    Ok(walked.iter().map(|walks| elementary_effects(walks)).collect())
}

/// By measure.
fn answers(observed: &Observations) -> Vec<Answer> {
    observed.values.iter().map(|values| Answer::of(values)).collect()
}

/// The order of two knobs of one measure. Where luck hides both strengths, the mean effects decide; what is unknown comes last.
fn strongest_first(a: &Elementary, b: &Elementary) -> Ordering {
    let weight = |value: f64| if value.is_nan() { -1.0 } else { value };
    let by = |of: fn(&Elementary) -> f64| weight(of(b)).total_cmp(&weight(of(a)));
    by(|knob: &Elementary| knob.strength.value).then_with(|| by(|knob: &Elementary| knob.effect.value.abs()))
}

/// The knobs that move any measure most, each measure scaled by its strongest; in the order of the file.
fn strongest(screened: &[Vec<Elementary>], keep: usize) -> Vec<usize> {
    let knobs = screened.first().map_or(0, Vec::len);
    // Every measure has its strongest knob; among those goes first what is strong beyond doubt.
    let weights = |knob: usize| {
        let mut weights = [0.0_f64; 2];
        for effects in screened {
            let most = effects.iter().map(|effect| effect.strength.value).fold(0.0, f64::max);
            if 0.0 < most {
                let strength = &effects[knob].strength;
                weights = [weights[0].max(strength.value / most), weights[1].max(strength.low / most)];
            }
        }
        weights
    };
    let mut order: Vec<usize> = (0..knobs).collect();
    order.sort_by(|&a, &b| {
        let ([own, sure], [other, other_sure]) = (weights(a), weights(b));
        other.total_cmp(&own).then(other_sure.total_cmp(&sure)).then(a.cmp(&b))
    });
    order.truncate(keep);
    order.sort_unstable();
    order
}

/// Indices of the kept knobs, the others in the middle of their ranges; by measure.
fn sobol(
    plan: &Plan,
    kept: &[usize],
    measures: usize,
    seed: u64,
    resampling: Resampling,
    play: &mut Play<'_>,
) -> Result<Vec<Vec<Indices>>> {
    let design = saltelli(kept.len(), plan.samples, seed);
    let mut at = |point: &Point, luck: u64| -> Result<Vec<Answer>> {
        let mut whole = vec![0.5; plan.knobs];
        for (&knob, &share) in kept.iter().zip(point) {
            whole[knob] = share;
        }
        Ok(answers(&play(&whole, luck)?))
    };
    let mut rows: Vec<Vec<SobolRow>> = vec![Vec::new(); measures];
    for number in 0..plan.samples {
        let luck = own_luck(seed, Own::Row, number);
        let a = at(&design.a[number], luck)?;
        let b = at(&design.b[number], luck)?;
        let mut crosses: Vec<Vec<Answer>> = Vec::new();
        for cross in &design.ab {
            crosses.push(at(&cross[number], luck)?);
        }
        for (measure, rows) in rows.iter_mut().enumerate() {
            let crosses: Vec<&Answer> = crosses.iter().map(|answers| &answers[measure]).collect();
            rows.push(SobolRow::of(&a[measure], &b[measure], &crosses));
        }
    }
    let indices = |(measure, rows): (usize, &Vec<SobolRow>)| {
        sobol_indices(rows, &format!("measure {measure}"), resampling)
    };
    Ok(rows.iter().enumerate().map(indices).collect())
}

#[cfg(test)]
#[path = "sensitivity_tests.rs"]
mod tests;
