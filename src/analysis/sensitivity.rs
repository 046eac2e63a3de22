//! Which knob matters: Morris's elementary effects and Sobol's indices, with intervals.

use serde::Serialize;

use super::bootstrap::{Resampling, bootstrap};
use super::designs::Trajectory;
use super::estimate::{CONFIDENCE, Estimate, Method, mean};
use super::moments::Moments;

/// What Morris's screening says of one knob.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Elementary {
    /// Mean absolute effect of going from one end to the other: how much it matters.
    pub strength: Estimate,
    /// Mean effect, with its sign: in which direction.
    pub effect: Estimate,
    /// Standard deviation of the effect: how much it depends on the others, or bends.
    pub spread: f64,
}

/// Elementary effects from the answers at the points of the walks, in their order.
///
/// Source: Morris (1991), Technometrics 33, 161–174; the absolute mean after Campolongo, Cariboni & Saltelli (2007), Environ. Modell.
/// Softw. 22, 1509–1518. Intervals by Student's t over the walks.
pub fn elementary_effects(walks: &[Trajectory], answers: &[Vec<f64>], knobs: usize) -> Vec<Elementary> {
    let mut effects = vec![Vec::new(); knobs];
    for (walk, answers) in walks.iter().zip(answers) {
        for (i, &knob) in walk.moved.iter().enumerate() {
            let step = walk.points[i + 1][knob] - walk.points[i][knob];
            let effect = (answers[i + 1] - answers[i]) / step;
            if effect.is_finite() {
                effects[knob].push(effect);
            }
        }
    }
    effects
        .iter()
        .map(|effects| {
            let sizes: Vec<f64> = effects.iter().map(|effect| effect.abs()).collect();
            let moments = Moments::of(effects);
            Elementary {
                strength: mean(&Moments::of(&sizes), CONFIDENCE),
                effect: mean(&moments, CONFIDENCE),
                spread: moments.deviation(),
            }
        })
        .collect()
}

/// Shares of the variance of a metric that one knob is answerable for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Indices {
    /// By itself.
    pub first: Estimate,
    /// Together with all that it does with others.
    pub total: Estimate,
}

/// The most of the variance between points that may be luck.
pub const MOST_LUCK: f64 = 0.8;

/// Sobol's indices from the answers at Saltelli's points.
///
/// First-order after Saltelli et al. (2010), Comput. Phys. Commun. 181, 259–270, eq. (b) of Table 2; total after Jansen (1999), Comput. Phys.
/// Commun. 117, 35–43. Intervals by the percentile bootstrap over rows. `noise` is the variance that luck adds to one
/// answer; it would pass for interaction in the total and is taken off both the numerator and the whole. Where luck makes up more than
/// [`MOST_LUCK`] of the variance, what is left is too little to be divided, and nothing is said.
pub fn sobol_indices(
    a: &[f64],
    b: &[f64],
    ab: &[Vec<f64>],
    noise: f64,
    metric: &str,
    resampling: Resampling,
) -> Vec<Indices> {
    let rows = a.len();
    let all: Vec<f64> = a.iter().chain(b).copied().collect();
    let spread = Moments::of(&all);
    if spread.variance() * MOST_LUCK < noise {
        let nothing = Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::Bootstrap);
        return vec![Indices { first: nothing, total: nothing }; ab.len()];
    }
    ab.iter()
        .enumerate()
        .map(|(knob, ab)| {
            let variance = |weights: &[u32]| {
                let (mut n, mut sum) = (0.0, 0.0);
                for (i, &weight) in weights.iter().enumerate() {
                    n += 2.0 * f64::from(weight);
                    sum += f64::from(weight) * (a[i] + b[i]);
                }
                let mean = sum / n;
                let squares: f64 = weights
                    .iter()
                    .enumerate()
                    .map(|(i, &weight)| f64::from(weight) * ((a[i] - mean).powi(2) + (b[i] - mean).powi(2)))
                    .sum();
                (squares / n - noise).max(0.0)
            };
            let mean_over = |weights: &[u32], term: &dyn Fn(usize) -> f64| {
                let (n, sum) = weights.iter().enumerate().fold((0.0, 0.0), |(n, sum), (i, &weight)| {
                    (n + f64::from(weight), sum + f64::from(weight) * term(i))
                });
                sum / n
            };
            let first = |weights: &[u32]| mean_over(weights, &|i| b[i] * (ab[i] - a[i])) / variance(weights);
            let total = |weights: &[u32]| {
                let moved = mean_over(weights, &|i| 0.5 * (a[i] - ab[i]).powi(2));
                (moved - noise).max(0.0) / variance(weights)
            };
            // An index without an interval is no index.
            let known = |index: Estimate| match index.is_known() {
                true => index,
                false => Estimate { value: f64::NAN, ..index },
            };
            Indices {
                first: known(bootstrap(&format!("first {knob} {metric}"), rows, resampling, first)),
                total: known(bootstrap(&format!("total {knob} {metric}"), rows, resampling, total)),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::designs::{Point, morris, saltelli};

    /// Ishigami & Homma (1990) with a = 7, b = 0.1; the indices are in Saltelli et al. (2008), Global Sensitivity Analysis, p. 196: S₁ = 0.3139,
    /// S₂ = 0.4424, S₃ = 0; T₁ = 0.5576, T₂ = 0.4424, T₃ = 0.2437.
    fn ishigami(point: &Point) -> f64 {
        let x: Vec<f64> = point.iter().map(|u| std::f64::consts::PI * (2.0 * u - 1.0)).collect();
        x[0].sin() + 7.0 * x[1].sin().powi(2) + 0.1 * x[2].powi(4) * x[0].sin()
    }

    #[test]
    fn ishigamis_function_has_the_published_indices() {
        let design = saltelli(3, 2000, 11);
        let answers = |points: &[Point]| -> Vec<f64> { points.iter().map(ishigami).collect() };
        // Centred answers keep the first-order estimator's variance small, as Saltelli advises.
        let (mut a, mut b) = (answers(&design.a), answers(&design.b));
        let mean = a.iter().chain(&b).sum::<f64>() / 4000.0;
        let mut ab: Vec<Vec<f64>> = design.ab.iter().map(|points| answers(points)).collect();
        for value in a.iter_mut().chain(&mut b).chain(ab.iter_mut().flatten()) {
            *value -= mean;
        }
        let resampling = Resampling { seed: 1, resamples: 200, confidence: 0.95 };
        let indices = sobol_indices(&a, &b, &ab, 0.0, "ishigami", resampling);
        let published = [(0.3139, 0.5576), (0.4424, 0.4424), (0.0, 0.2437)];
        for (found, (first, total)) in indices.iter().zip(published) {
            assert!((found.first.value - first).abs() < 0.06, "{} against {first}", found.first);
            assert!((found.total.value - total).abs() < 0.05, "{} against {total}", found.total);
            assert!(found.first.low <= found.first.high && found.total.low <= found.total.value);
        }
    }

    /// y = 3 x₀ − x₁ + 0 x₂: the effects are 3, −1 and 0 everywhere.
    #[test]
    fn a_straight_plane_has_its_slopes_as_effects() {
        let walks = morris(3, 6, 4, 2);
        let answer = |point: &Point| 3.0 * point[0] - point[1];
        let answers: Vec<Vec<f64>> =
            walks.iter().map(|walk| walk.points.iter().map(answer).collect()).collect();
        let effects = elementary_effects(&walks, &answers, 3);
        for (found, expected) in effects.iter().zip([3.0_f64, -1.0, 0.0]) {
            assert!((found.effect.value - expected).abs() < 1e-9);
            assert!((found.strength.value - expected.abs()).abs() < 1e-9);
            assert!(found.spread < 1e-9);
        }
    }

    /// Luck of variance 1 on every answer of y = 4 x₀: without correction the idle knob would seem to matter.
    #[test]
    fn luck_does_not_pass_for_influence() {
        use crate::chance::{Luck, Purpose};
        let design = saltelli(2, 1500, 5);
        let mut stream = Luck::new(41, 0).stream(Purpose::Soak, 10);
        // Uniform noise of variance 1: width √12.
        let mut answers = |points: &[Point]| -> Vec<f64> {
            points
                .iter()
                .map(|point| 4.0 * (point[0] - 0.5) + 12.0_f64.sqrt() * (stream.unit() - 0.5))
                .collect()
        };
        let (a, b) = (answers(&design.a), answers(&design.b));
        let ab: Vec<Vec<f64>> = design.ab.iter().map(|points| answers(points)).collect();
        let resampling = Resampling { seed: 2, resamples: 100, confidence: 0.95 };
        let raw = sobol_indices(&a, &b, &ab, 0.0, "raw", resampling);
        let corrected = sobol_indices(&a, &b, &ab, 1.0, "corrected", resampling);
        assert!(0.3 < raw[1].total.value);
        assert!(corrected[1].total.value < 0.1, "{}", corrected[1].total);
        assert!((corrected[0].total.value - 1.0).abs() < 0.15, "{}", corrected[0].total);
        // Were nearly all of it luck, there would be nothing to divide. The variance is 16/12 + 1.
        let drowned = sobol_indices(&a, &b, &ab, 2.2, "drowned", resampling);
        assert!(drowned.iter().all(|of| of.total.value.is_nan() && !of.first.is_known()));
    }
}
