//! Penalised logistic regression on sparse rows: what moves the odds, and how sure we are.
//!
//! Source: le Cessie & van Houwelingen (1992), Applied Statistics 41, 191–201: Newton steps on the log-likelihood less
//! ½ Σ λⱼ βⱼ²; the covariance is the inverse of the penalised information, i.e. the posterior's under a normal prior with variance
//! 1/λⱼ. Assumes effects that add up on the scale of log odds, and rows that are independent given their features. Where rows come in
//! clusters (battles of one campaign), [`Fit::clustered`] replaces the part of the covariance that rests on independence by the spread
//! of the clusters' scores: H⁻¹ (f Σ s sᵀ + Λ) H⁻¹ in place of H⁻¹ (I + Λ) H⁻¹ (Liang & Zeger 1986, Biometrika 73, 13–22). The factor f
//! is for few clusters and many columns (CR1S in Cameron & Miller 2015, J. Human Resources 50, 317–372), and intervals go by Student's t
//! with one degree of freedom less than there are clusters.

use rayon::prelude::*;

use super::estimate::{Estimate, Method, t_two_sided};
use super::linear::Symmetric;

/// Rows are summed in this many pieces, in order: floating sums do not depend on the number of threads.
const PIECES: usize = 32;
const STEPS: usize = 60;
/// Rows from which on the pieces are summed in parallel.
const WORTH_THREADS: usize = 2048;

/// Rows of (column, value) pairs, each with a number of trials and how many of them succeeded.
#[derive(Debug, Clone, Default)]
pub struct Design {
    starts: Vec<u32>,
    columns: Vec<u16>,
    values: Vec<f32>,
    /// Successes and trials.
    answers: Vec<(f32, f32)>,
    /// The row at which each cluster begins.
    clusters: Vec<u32>,
}

impl Design {
    pub fn new() -> Design {
        Design { starts: vec![0], ..Design::default() }
    }

    /// The rows from here on are of another cluster than those before.
    pub fn begin_cluster(&mut self) {
        if self.clusters.last() != Some(&(self.answers.len() as u32)) {
            self.clusters.push(self.answers.len() as u32);
        }
    }

    /// Adds a row with a yes-or-no answer. A column may not stand twice in it.
    pub fn push(&mut self, features: impl IntoIterator<Item = (usize, f64)>, answer: bool) {
        self.push_trials(features, u32::from(answer), 1);
    }

    /// Adds a row of several trials under the same features.
    pub fn push_trials(
        &mut self,
        features: impl IntoIterator<Item = (usize, f64)>,
        successes: u32,
        trials: u32,
    ) {
        self.push_score(features, f64::from(successes), f64::from(trials));
    }

    /// Adds a row of several trials of which some may have ended halfway: a draw is half a success.
    pub fn push_score(
        &mut self,
        features: impl IntoIterator<Item = (usize, f64)>,
        successes: f64,
        trials: f64,
    ) {
        for (column, value) in features {
            if value != 0.0 {
                self.columns.push(column as u16);
                self.values.push(value as f32);
            }
        }
        self.starts.push(self.columns.len() as u32);
        self.answers.push((successes as f32, trials as f32));
    }

    pub fn rows(&self) -> usize {
        self.answers.len()
    }

    fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + Clone {
        let place = self.starts[i] as usize..self.starts[i + 1] as usize;
        self.columns[place.clone()]
            .iter()
            .zip(&self.values[place])
            .map(|(&column, &value)| (usize::from(column), f64::from(value)))
    }
}

/// A fitted model.
#[derive(Debug, Clone)]
pub struct Fit {
    pub coefficients: Vec<f64>,
    pub covariance: Symmetric,
    pub rows: u64,
    /// Degrees of freedom of Student's t: clusters less one, infinitely many where rows are independent.
    pub freedom: f64,
}

impl Fit {
    /// A coefficient with its interval.
    pub fn coefficient(&self, i: usize, confidence: f64) -> Estimate {
        self.estimate(self.coefficients[i], self.covariance.get(i, i), confidence)
    }

    /// βᵢ / βⱼ by the delta method, such as the worth of a ship in squad points.
    pub fn ratio(&self, i: usize, j: usize, confidence: f64) -> Estimate {
        let (a, b) = (self.coefficients[i], self.coefficients[j]);
        let value = a / b;
        let c = &self.covariance;
        let variance = (c.get(i, i) - 2.0 * value * c.get(i, j) + value * value * c.get(j, j)) / (b * b);
        // A divisor that may be zero gives no ratio.
        if b.abs() <= t_two_sided(confidence, self.freedom) * c.get(j, j).sqrt() {
            return Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::Logistic);
        }
        self.estimate(value, variance, confidence)
    }

    /// The same fit with a covariance that holds where rows of one cluster share their luck. `penalties` are those of the fit.
    pub fn clustered(self, design: &Design, penalties: &[f64]) -> Fit {
        let clusters = design.clusters.len();
        let width = self.coefficients.len();
        let model = derivatives(design, &self.coefficients, penalties).1.cholesky();
        let (Some(model), 2..) = (model, clusters) else { return self };
        let mut meat = Symmetric::zero(width);
        let mut score = vec![0.0; width];
        let mut touched: Vec<usize> = Vec::new();
        for (place, &first) in design.clusters.iter().enumerate() {
            let end = design.clusters.get(place + 1).map_or(design.rows(), |&next| next as usize);
            for row in first as usize..end {
                let p = 1.0 / (1.0 + (-linear(design, &self.coefficients, row)).exp());
                let (successes, trials) = answer(design, row);
                for (column, x) in design.row(row) {
                    if score[column] == 0.0 {
                        touched.push(column);
                    }
                    score[column] += (successes - trials * p) * x;
                }
            }
            touched.sort_unstable();
            touched.dedup();
            for (k, &i) in touched.iter().enumerate() {
                for &j in &touched[..=k] {
                    meat.add(i, j, score[i] * score[j]);
                }
            }
            for column in touched.drain(..) {
                score[column] = 0.0;
            }
        }
        let inverse = model.inverse();
        // A few clusters know less of their spread than many, and residuals are smaller than errors by what the columns took up: all that
        // the data decide, and of those that a penalty holds what it leaves open.
        let held: f64 = penalties.iter().enumerate().map(|(i, lambda)| lambda * inverse.get(i, i)).sum();
        let (clusters, rows) = (clusters as f64, design.rows() as f64);
        let left = (rows - (width as f64 - held)).max(1.0);
        meat.scale(clusters / (clusters - 1.0) * (rows - 1.0) / left);
        for (i, lambda) in penalties.iter().enumerate() {
            meat.add(i, i, *lambda);
        }
        meat.mirror();
        Fit { covariance: inverse.around(&meat), freedom: clusters - 1.0, ..self }
    }

    /// Something made of the coefficients, whose variance comes from theirs.
    pub fn estimate(&self, value: f64, variance: f64, confidence: f64) -> Estimate {
        let half = t_two_sided(confidence, self.freedom) * variance.max(0.0).sqrt();
        let (low, high) = (value - half, value + half);
        Estimate { value, low, high, n: self.rows, method: Method::Logistic, confidence }
    }
}

/// Fits `width` columns with the penalties λ. `None` where the data do not determine the model: nothing to fit, or a
/// column without penalty that separates yes from no.
pub fn fit(design: &Design, penalties: &[f64]) -> Option<Fit> {
    fit_from(design, penalties, vec![0.0; penalties.len()])
}

/// As [`fit`], with the coefficients to begin at: the nearer, the fewer steps.
fn fit_from(design: &Design, penalties: &[f64], mut beta: Vec<f64>) -> Option<Fit> {
    if design.rows() == 0 {
        return None;
    }
    let mut value = objective(design, &beta, penalties);
    for _ in 0..STEPS {
        let (gradient, information) = derivatives(design, &beta, penalties);
        let step = information.cholesky()?.solve(&gradient);
        // Halve the step until it improves, which it does for a small one, since the objective is concave.
        let mut scale = 1.0;
        let (next, next_value) = loop {
            let trial: Vec<f64> = beta.iter().zip(&step).map(|(b, s)| b + scale * s).collect();
            let trial_value = objective(design, &trial, penalties);
            if value <= trial_value || scale < 1e-6 {
                break (trial, trial_value);
            }
            scale *= 0.5;
        };
        let moved = step.iter().map(|s| (scale * s).abs()).fold(0.0, f64::max);
        (beta, value) = (next, next_value);
        if 50.0 < beta.iter().fold(0.0, |most: f64, b| most.max(b.abs())) {
            return None;
        }
        if moved < 1e-8 {
            let (_, information) = derivatives(design, &beta, penalties);
            let covariance = information.cholesky()?.inverse();
            let rows = design.rows() as u64;
            return Some(Fit { coefficients: beta, covariance, rows, freedom: f64::INFINITY });
        }
    }
    None
}

/// Chooses the penalty of a family of columns from the data: the effects are taken as draws from a normal distribution whose
/// variance is estimated by expectation-maximisation (Laird & Ware 1982, Biometrics 38, 963–974), then fits with it.
/// A family without real effects is shrunk to nothing, one with large effects hardly at all. Returns the penalty, too.
pub fn fit_family_penalty(design: &Design, free: &[f64], family: usize) -> Option<(Fit, f64)> {
    let mut lambda = 10.0;
    let mut fitted: Option<(Fit, f64)> = None;
    // Expectation-maximisation creeps at the end: it is done when a step changes hardly anything.
    for _ in 0..60 {
        let penalties: Vec<f64> = free.iter().copied().chain(std::iter::repeat_n(lambda, family)).collect();
        let start = fitted.map_or_else(|| vec![0.0; penalties.len()], |(fit, _)| fit.coefficients);
        let fit = fit_from(design, &penalties, start)?;
        let spread: f64 = (free.len()..free.len() + family)
            .map(|i| fit.coefficients[i].powi(2) + fit.covariance.get(i, i))
            .sum();
        let next = (family.max(1) as f64 / spread.max(1e-9)).clamp(0.1, 1e5);
        let settled = (next / lambda - 1.0_f64).abs() < 0.01;
        fitted = Some((fit, lambda));
        lambda = next;
        if settled {
            break;
        }
    }
    fitted
}

/// Sums `part` over rows, piece by piece in order.
fn in_pieces<T: Send>(rows: usize, part: impl Fn(std::ops::Range<usize>) -> T + Sync) -> Vec<T> {
    let piece = rows.div_ceil(PIECES).max(1);
    let pieces = 0..rows.div_ceil(piece);
    let part = |i: usize| part(i * piece..((i + 1) * piece).min(rows));
    // The same pieces in the same order; a small design is not worth the threads.
    if rows < WORTH_THREADS { pieces.map(part).collect() } else { pieces.into_par_iter().map(part).collect() }
}

fn linear(design: &Design, beta: &[f64], row: usize) -> f64 {
    design.row(row).map(|(column, value)| beta[column] * value).sum()
}

fn answer(design: &Design, row: usize) -> (f64, f64) {
    let (successes, trials) = design.answers[row];
    (f64::from(successes), f64::from(trials))
}

/// ln(1 + eˣ) without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

fn objective(design: &Design, beta: &[f64], penalties: &[f64]) -> f64 {
    let sums = in_pieces(design.rows(), |rows| {
        rows.map(|row| {
            let x = linear(design, beta, row);
            let (successes, trials) = answer(design, row);
            -successes * softplus(-x) - (trials - successes) * softplus(x)
        })
        .sum::<f64>()
    });
    let penalty: f64 = beta.iter().zip(penalties).map(|(b, lambda)| lambda * b * b).sum();
    sums.iter().sum::<f64>() - 0.5 * penalty
}

fn derivatives(design: &Design, beta: &[f64], penalties: &[f64]) -> (Vec<f64>, Symmetric) {
    let width = beta.len();
    let parts = in_pieces(design.rows(), |rows| {
        let mut gradient = vec![0.0; width];
        let mut information = Symmetric::zero(width);
        for row in rows {
            let p = 1.0 / (1.0 + (-linear(design, beta, row)).exp());
            let (successes, trials) = answer(design, row);
            let residual = successes - trials * p;
            let weight = trials * p * (1.0 - p);
            let features = design.row(row);
            for (k, (i, x)) in features.clone().enumerate() {
                gradient[i] += residual * x;
                for (j, y) in features.clone().take(k + 1) {
                    information.add(i, j, weight * x * y);
                }
            }
        }
        (gradient, information)
    });
    let mut gradient: Vec<f64> = beta.iter().zip(penalties).map(|(b, lambda)| -lambda * b).collect();
    let mut information = Symmetric::zero(width);
    for (i, lambda) in penalties.iter().enumerate() {
        information.add(i, i, *lambda);
    }
    for (part_gradient, part_information) in &parts {
        for (mine, theirs) in gradient.iter_mut().zip(part_gradient) {
            *mine += theirs;
        }
        information.add_all(part_information);
    }
    information.mirror();
    (gradient, information)
}

#[cfg(test)]
#[path = "logistic_tests.rs"]
mod tests;
