//! Which knob moves what: Morris's screening of all, then Sobol's indices of those that matter.

use serde::Serialize;

use super::compare::difference;
use super::question::Question;
use crate::analysis::CONFIDENCE;
use crate::analysis::bootstrap::Resampling;
use crate::analysis::designs::{Point, morris, saltelli};
use crate::analysis::estimate::{Estimate, z_two_sided};
use crate::analysis::metrics::Observations;
use crate::analysis::sensitivity::{Elementary, Indices, elementary_effects, sobol_indices};
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

/// Plays the design. All points meet the same luck.
pub fn sensitivity(question: &Question, seed: u64, progress: &(dyn Fn(u64) + Sync)) -> Result<Sensitivity> {
    let points = points_of(question)?;
    let n = question.file.replications;
    let mut play = |point: &Point| -> Result<Observations> {
        let values: Vec<toml::Value> =
            point.iter().zip(&question.file.knobs).map(|(&share, knob)| knob.value_at(share)).collect();
        question.prepare(&values)?.play(&question.measures, seed, n, progress)
    };
    let table = question.table(&question.file.sensitivity, "sensitivity")?;
    let shares: Vec<bool> = question.measures.iter().map(|measure| measure.is_share()).collect();
    let plan = Plan {
        knobs: question.file.knobs.len(),
        walks: table.walks,
        levels: table.levels,
        samples: table.samples,
        keep: table.keep,
    };
    let found = analyse(&plan, &shares, seed, &mut play)?;
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
            knobs.sort_by(|a, b| b.elementary.strength.value.total_cmp(&a.elementary.strength.value));
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

type Play<'p> = dyn FnMut(&Point) -> Result<Observations> + 'p;

/// By measure, then by knob.
pub fn analyse(
    plan: &Plan,
    shares: &[bool],
    seed: u64,
    play: &mut Play<'_>,
) -> Result<Vec<Vec<(Elementary, Option<Indices>)>>> {
    let walks = morris(plan.knobs, plan.walks, plan.levels, seed);
    let mut answers: Vec<Vec<Vec<f64>>> = vec![Vec::new(); shares.len()];
    for walk in &walks {
        let mut of_walk = vec![Vec::new(); shares.len()];
        for point in &walk.points {
            let observed = play(point)?;
            for (values, answer) in of_walk.iter_mut().zip(ratios(&observed)) {
                values.push(answer);
            }
        }
        for (all, of_walk) in answers.iter_mut().zip(of_walk) {
            all.push(of_walk);
        }
    }
    let screened: Vec<Vec<Elementary>> =
        answers.iter().map(|answers| elementary_effects(&walks, answers, plan.knobs)).collect();
    let kept = strongest(&screened, plan.keep.min(plan.knobs));
    let mut indices: Vec<Vec<Option<Indices>>> = vec![vec![None; plan.knobs]; shares.len()];
    if 0 < plan.samples {
        for (measure, found) in sobol(plan, &kept, shares, seed, play)?.into_iter().enumerate() {
            for (&knob, found) in kept.iter().zip(found) {
                indices[measure][knob] = Some(found);
            }
        }
    }
    Ok(screened.into_iter().zip(indices).map(|(s, i)| s.into_iter().zip(i).collect()).collect())
}

/// Totals by counts, for each measure.
fn ratios(observed: &Observations) -> Vec<f64> {
    let ratio = |values: &Vec<(f64, f64)>| {
        let (y, n) = values.iter().fold((0.0, 0.0), |(y, n), value| (y + value.0, n + value.1));
        y / n
    };
    observed.values.iter().map(ratio).collect()
}

/// The knobs that move any measure most, each measure scaled by its strongest; in the order of the file.
fn strongest(screened: &[Vec<Elementary>], keep: usize) -> Vec<usize> {
    let knobs = screened.first().map_or(0, Vec::len);
    let weight = |knob: usize| {
        let scaled = screened.iter().map(|effects| {
            let most = effects.iter().map(|effect| effect.strength.value).fold(0.0, f64::max);
            if 0.0 < most { effects[knob].strength.value / most } else { 0.0 }
        });
        scaled.fold(0.0, f64::max)
    };
    let mut order: Vec<usize> = (0..knobs).collect();
    order.sort_by(|&a, &b| weight(b).total_cmp(&weight(a)).then(a.cmp(&b)));
    order.truncate(keep);
    order.sort_unstable();
    order
}

/// Indices of the kept knobs, the others in the middle of their ranges.
fn sobol(
    plan: &Plan,
    kept: &[usize],
    shares: &[bool],
    seed: u64,
    play: &mut Play<'_>,
) -> Result<Vec<Vec<Indices>>> {
    let design = saltelli(kept.len(), plan.samples, seed);
    let mut at = |point: &Point| {
        let mut whole = vec![0.5; plan.knobs];
        for (&knob, &share) in kept.iter().zip(point) {
            whole[knob] = share;
        }
        play(&whole)
    };
    let measures = shares.len();
    let (mut a, mut b) = (vec![Vec::new(); measures], vec![Vec::new(); measures]);
    let mut ab = vec![vec![Vec::new(); kept.len()]; measures];
    // The variance that luck adds to half the squared difference of two answers on common luck.
    let mut noise = vec![(0.0, 0.0); measures];
    let z = z_two_sided(CONFIDENCE);
    for row in 0..plan.samples {
        let first = at(&design.a[row])?;
        let second = at(&design.b[row])?;
        for (measure, (x, y)) in ratios(&first).into_iter().zip(ratios(&second)).enumerate() {
            a[measure].push(x);
            b[measure].push(y);
        }
        for (knob, cross) in design.ab.iter().enumerate() {
            let crossed = at(&cross[row])?;
            for (measure, answer) in ratios(&crossed).into_iter().enumerate() {
                ab[measure][knob].push(answer);
                let apart: Estimate = difference(&crossed, &first, measure, shares[measure]).difference;
                // Points whose campaigns are all the same add nothing, and say so exactly.
                let same = crossed.values[measure] == first.values[measure];
                if apart.is_known() {
                    let error = if same { 0.0 } else { apart.half_width() / z };
                    noise[measure].0 += 0.5 * error * error;
                    noise[measure].1 += 1.0;
                }
            }
        }
    }
    let resampling = Resampling::new(seed);
    let indices = (0..measures).map(|measure| {
        let (a, b, ab) = (&mut a[measure], &mut b[measure], &mut ab[measure]);
        // Centred answers keep the first-order estimator's variance small, as Saltelli advises.
        let mean = a.iter().chain(b.iter()).sum::<f64>() / (2 * plan.samples) as f64;
        for value in a.iter_mut().chain(b.iter_mut()).chain(ab.iter_mut().flatten()) {
            *value -= mean;
        }
        let (sum, count) = noise[measure];
        let noise = if 0.0 < count { sum / count } else { 0.0 };
        sobol_indices(a, b, ab, noise, &format!("measure {measure}"), resampling)
    });
    Ok(indices.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// y = 4 x₀ + 2 x₁ + 0 x₂ + 0 x₃ in every replication alike: first-order shares 16 : 4, that is 0.8 and 0.2.
    #[test]
    fn a_plane_without_luck_has_its_known_shares() {
        let mut play = |point: &Point| {
            let y = 4.0 * point[0] + 2.0 * point[1];
            Ok(Observations { replications: (0..4).collect(), values: vec![vec![(y, 1.0); 4]] })
        };
        let plan = Plan { knobs: 4, walks: 6, levels: 4, samples: 2000, keep: 3 };
        let found = analyse(&plan, &[false], 3, &mut play).unwrap().remove(0);
        for (knob, effect) in [4.0, 2.0, 0.0, 0.0].into_iter().enumerate() {
            assert!((found[knob].0.effect.value - effect).abs() < 1e-9, "knob {knob}");
        }
        let shares =
            |knob: usize| found[knob].1.as_ref().map(|indices| (indices.first.value, indices.total.value));
        for (knob, share) in [(0, 0.8), (1, 0.2), (2, 0.0)] {
            let (first, total) = shares(knob).unwrap();
            assert!(
                (first - share).abs() < 0.08 && (total - share).abs() < 0.08,
                "knob {knob}: {first} {total}"
            );
        }
        assert_eq!(shares(3), None, "the screening left it out");
    }
}
