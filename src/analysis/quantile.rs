//! Quantiles with the interval that order statistics give: no assumption on the distribution.

use statrs::function::beta::beta_reg;

use super::estimate::{Estimate, Method};

/// The `probability` quantile of values that are already sorted.
///
/// Source: Conover (1999), Practical Nonparametric Statistics, 3rd ed., §3.2: between two order statistics whose ranks
/// come from the binomial distribution. Assumes independent observations; conservative where values are tied.
/// Where the sample is too small for the confidence asked, the extremes stand as limits and `confidence` says what
/// they are worth.
pub fn quantile(sorted: &[f64], probability: f64, confidence: f64) -> Estimate {
    debug_assert!(sorted.is_sorted_by(|a, b| a <= b), "quantiles are taken of sorted values");
    let n = sorted.len() as u64;
    if n == 0 {
        return Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::OrderStatistics);
    }
    let tail = 0.5 * (1.0 - confidence);
    // Ranks from 1: below the lower one lie too few values too rarely, above the upper one likewise.
    let lower = first_rank(n, |rank| tail < binomial_cdf(n, probability, rank)).max(1);
    let upper = (first_rank(n, |rank| 1.0 - tail <= binomial_cdf(n, probability, rank)) + 1).min(n);
    let attained = binomial_cdf(n, probability, upper - 1) - binomial_cdf_below(n, probability, lower);
    let rank = ((n as f64 * probability).ceil() as u64).clamp(1, n);
    Estimate {
        value: sorted[rank as usize - 1],
        low: sorted[lower as usize - 1],
        high: sorted[upper as usize - 1],
        n,
        method: Method::OrderStatistics,
        confidence: attained.min(confidence),
    }
}

/// The smallest rank from 0 to n of which `reached` is true, which must be monotone; n where none is.
fn first_rank(n: u64, reached: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, n);
    while low < high {
        let middle = low + (high - low) / 2;
        if reached(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// P(B ≤ k) of a binomial B, by the regularised incomplete beta function.
pub(super) fn binomial_cdf(n: u64, p: f64, k: u64) -> f64 {
    if n <= k || p <= 0.0 {
        return 1.0;
    }
    if 1.0 <= p {
        return 0.0;
    }
    beta_reg((n - k) as f64, k as f64 + 1.0, 1.0 - p)
}

/// P(B < k).
pub(super) fn binomial_cdf_below(n: u64, p: f64, k: u64) -> f64 {
    if k == 0 { 0.0 } else { binomial_cdf(n, p, k - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose};

    fn one_to(n: u32) -> Vec<f64> {
        (1..=n).map(f64::from).collect()
    }

    /// Ranks of the 95 % interval of a median as tabled by Hollander & Wolfe (sign test): n = 10: 2 and 9 (97.85 %),
    /// n = 20: 6 and 15 (95.86 %), n = 25: 8 and 18 (95.67 %).
    #[test]
    fn medians_have_the_tabled_ranks() {
        for (n, low, high) in [(10, 2.0, 9.0), (20, 6.0, 15.0), (25, 8.0, 18.0)] {
            let estimate = quantile(&one_to(n), 0.5, 0.95);
            assert_eq!((estimate.low, estimate.high, estimate.confidence), (low, high, 0.95), "n = {n}");
        }
    }

    /// Five values: the extremes hold the median with 1 − 2/2^5 = 93.75 %, and the estimate says so.
    #[test]
    fn a_small_sample_says_what_its_extremes_are_worth() {
        let estimate = quantile(&one_to(5), 0.5, 0.95);
        assert_eq!((estimate.value, estimate.low, estimate.high), (3.0, 1.0, 5.0));
        assert!((estimate.confidence - 0.9375).abs() < 1e-12);
    }

    #[test]
    fn tail_quantiles_reach_the_extremes_and_nothing_beyond() {
        let estimate = quantile(&one_to(100), 0.95, 0.95);
        // P(B ≤ 89) = 0.0282 and P(B ≤ 90) = 0.0631 hold the lower rank at 90; P(B ≤ 98) = 0.963, P(B ≤ 99) = 0.994.
        assert_eq!((estimate.value, estimate.low, estimate.high), (95.0, 90.0, 100.0));
    }

    /// 2,000 samples of 41 uniform numbers: the 0.25 quantile is 0.25.
    #[test]
    fn order_statistics_cover_at_least_as_often_as_they_say() {
        let mut covered = 0;
        for sample in 0..2000 {
            let mut stream = Luck::new(17, sample).stream(Purpose::Soak, 4);
            let mut values: Vec<f64> = (0..41).map(|_| stream.unit()).collect();
            values.sort_unstable_by(f64::total_cmp);
            covered += u32::from(quantile(&values, 0.25, 0.95).contains(0.25));
        }
        // 95 % of 2,000 less four standard errors of 9.7.
        assert!((1861..=1990).contains(&covered), "{covered}");
    }
}
