//! Intervals by resampling, for statistics without a formula.

use rayon::prelude::*;

use super::estimate::{Estimate, Method};
use crate::chance::{Chance, Luck, Purpose};

/// Where the resampling gets its luck: its own streams, so that it disturbs no other draw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resampling {
    pub seed: u64,
    pub resamples: u32,
    pub confidence: f64,
}

impl Resampling {
    pub const fn new(seed: u64) -> Resampling {
        Resampling { seed, resamples: 1000, confidence: super::CONFIDENCE }
    }
}

/// Percentile bootstrap of any statistic of `n` observations.
///
/// Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, §13.3. Assumes independent observations and
/// a statistic that is smooth in their weights. `statistic` is told how often each observation was drawn.
/// Resamples that have no value (0/0) are left out; if more than one in ten has none, there is no interval.
pub fn bootstrap(
    metric: &str,
    n: usize,
    resampling: Resampling,
    statistic: impl Fn(&[u32]) -> f64 + Sync,
) -> Estimate {
    let value = statistic(&vec![1; n]);
    if n == 0 || !value.is_finite() {
        return Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::Bootstrap);
    }
    percentiles(value, n, resampling, resampled(metric, n, resampling, statistic))
}

/// The same of several statistics at once, on the same resamples; as many answers as the statistic has on the data.
pub fn bootstrap_all(
    metric: &str,
    n: usize,
    resampling: Resampling,
    statistics: impl Fn(&[u32]) -> Vec<f64> + Sync,
) -> Vec<Estimate> {
    let values = statistics(&vec![1; n]);
    let resamples = if n == 0 { Vec::new() } else { resampled(metric, n, resampling, statistics) };
    let estimate = |(i, value): (usize, f64)| {
        if n == 0 || !value.is_finite() {
            return Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::Bootstrap);
        }
        let column = resamples.iter().map(|row: &Vec<f64>| row.get(i).copied().unwrap_or(f64::NAN));
        percentiles(value, n, resampling, column.collect())
    };
    values.into_iter().enumerate().map(estimate).collect()
}

/// What a statistic says of every resample. One stream each: the result does not depend on which thread draws which.
fn resampled<T: Send>(
    metric: &str,
    n: usize,
    resampling: Resampling,
    statistic: impl Fn(&[u32]) -> T + Sync,
) -> Vec<T> {
    let key = key_of(metric);
    (0..u64::from(resampling.resamples))
        .into_par_iter()
        .map_init(
            || vec![0_u32; n],
            |weights, resample| {
                weights.fill(0);
                let mut stream = Luck::new(resampling.seed, resample).stream(Purpose::Bootstrap, key);
                for _ in 0..n {
                    weights[stream.pick(n)] += 1;
                }
                statistic(weights)
            },
        )
        .collect()
}

fn percentiles(value: f64, n: usize, resampling: Resampling, mut values: Vec<f64>) -> Estimate {
    values.retain(|value| value.is_finite());
    if values.len() < 2 || (10 * values.len()) < 9 * resampling.resamples as usize {
        let unknown = Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::Bootstrap);
        return Estimate { value, n: n as u64, ..unknown };
    }
    values.sort_unstable_by(f64::total_cmp);
    let tail = 0.5 * (1.0 - resampling.confidence);
    // The k-th smallest of B with k = (B + 1) p, the book's convention.
    let place = |p: f64| {
        let rank = ((values.len() + 1) as f64 * p).round() as usize;
        values[rank.clamp(1, values.len()) - 1]
    };
    Estimate {
        value,
        low: place(tail),
        high: place(1.0 - tail),
        n: n as u64,
        method: Method::Bootstrap,
        confidence: resampling.confidence,
    }
}

/// A stream key from a metric's name (FNV-1a).
fn key_of(metric: &str) -> u64 {
    metric
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighted_ratio(a: &[f64], b: &[f64], weights: &[u32]) -> f64 {
        let sum = |values: &[f64]| -> f64 {
            values.iter().zip(weights).map(|(value, &weight)| value * f64::from(weight)).sum()
        };
        sum(a) / sum(b)
    }

    /// Efron & Tibshirani (1993), Table 14.1 region: the patch data's ratio is −0.0713 with a bootstrap standard
    /// error of 0.105 (B = 400); the percentile limits of a 90 % interval lie within about ±1.645 of those.
    #[test]
    fn patch_data_resample_as_published() {
        let old = [8406.0, 2342.0, 8187.0, 8459.0, 4795.0, 3516.0, 4796.0, 10238.0];
        let new = [-1200.0, 2601.0, -2705.0, 1982.0, -1290.0, 351.0, -638.0, -2719.0];
        let resampling = Resampling { seed: 3, resamples: 2000, confidence: 0.9 };
        let estimate = bootstrap("patch", 8, resampling, |weights| weighted_ratio(&new, &old, weights));
        assert!((estimate.value + 0.0713).abs() < 5e-5);
        let error = estimate.half_width() / 1.645;
        assert!((0.085..=0.12).contains(&error), "{error}");
        assert!(estimate.low < estimate.value && estimate.value < estimate.high);
    }

    #[test]
    fn the_same_seed_gives_the_same_interval_and_another_metric_another() {
        let data: Vec<f64> = (0..40).map(|i| f64::from(i * i % 17)).collect();
        let ones = vec![1.0; 40];
        let run = |metric| bootstrap(metric, 40, Resampling::new(5), |w| weighted_ratio(&data, &ones, w));
        assert_eq!(run("income"), run("income"));
        assert_ne!(run("income"), run("length"));
    }

    #[test]
    fn several_statistics_at_once_have_the_intervals_of_each_alone() {
        let data: Vec<f64> = (0..30).map(|i| f64::from(i * 7 % 11)).collect();
        let squares: Vec<f64> = data.iter().map(|x| x * x).collect();
        let ones = vec![1.0; 30];
        let alone =
            |values: &[f64]| bootstrap("x", 30, Resampling::new(2), |w| weighted_ratio(values, &ones, w));
        let both = bootstrap_all("x", 30, Resampling::new(2), |w| {
            vec![weighted_ratio(&data, &ones, w), weighted_ratio(&squares, &ones, w), f64::NAN]
        });
        assert_eq!(both[..2], [alone(&data), alone(&squares)]);
        assert!(!both[2].is_known());
    }

    #[test]
    fn a_statistic_that_is_often_undefined_has_no_interval() {
        // 0/0 whenever the only counted observation is not drawn: in (3/4)^4 = 32 % of the resamples.
        let (a, b) = ([1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]);
        let estimate = bootstrap("rare", 4, Resampling::new(1), |w| weighted_ratio(&a, &b, w));
        assert!(!estimate.is_known());
        assert!(!bootstrap("none", 0, Resampling::new(1), |_| 1.0).is_known());
    }

    /// 400 samples of 60 pairs with a true ratio of means of 2: percentile intervals cover a little below nominal.
    #[test]
    fn bootstrap_ratio_covers_nearly_as_often_as_it_says() {
        let mut covered = 0;
        for sample in 0..400 {
            let mut stream = Luck::new(13, sample).stream(Purpose::Soak, 3);
            let (mut a, mut b) = (Vec::new(), Vec::new());
            for _ in 0..60 {
                let size = 1.0 + stream.unit();
                b.push(size);
                a.push(2.0 * size + 2.0 * (stream.unit() - 0.5));
            }
            let resampling = Resampling { seed: sample, resamples: 300, confidence: 0.95 };
            let estimate = bootstrap("ratio", 60, resampling, |w| weighted_ratio(&a, &b, w));
            covered += u32::from(estimate.contains(2.0));
        }
        // 400 × 0.94 = 376 with a standard error of 4.7; four of them either way, cut at 400.
        assert!((357..=396).contains(&covered), "{covered}");
    }
}
