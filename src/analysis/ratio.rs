//! A ratio of two means, such as points destroyed per point lost.

use super::estimate::{Estimate, Method, t_two_sided};
use super::paired::PairMoments;

/// mean a / mean b over paired observations, with the delta-method interval.
///
/// Source: Cochran (1977), Sampling Techniques, 3rd ed., §6.4. Assumes a mean of b well away from zero; where
/// b's own interval reaches zero the ratio has no interval, and this says so.
pub fn ratio_of_means(moments: &PairMoments, confidence: f64) -> Estimate {
    let unknown = Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::Delta);
    if moments.n < 2 {
        return unknown;
    }
    let n = moments.n as f64;
    let t = t_two_sided(confidence, n - 1.0);
    if moments.mean_b.abs() <= t * (moments.variance_b() / n).sqrt() {
        return unknown;
    }
    let value = moments.mean_a / moments.mean_b;
    let variance =
        moments.variance_a() + value * value * moments.variance_b() - 2.0 * value * moments.covariance();
    let half = t * (variance.max(0.0) / n).sqrt() / moments.mean_b.abs();
    let (low, high) = (value - half, value + half);
    Estimate { value, low, high, n: moments.n, method: Method::Delta, confidence }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Efron & Tibshirani (1993), An Introduction to the Bootstrap, Table 10.1, the patch data.
    pub(crate) const OLD_MINUS_PLACEBO: [f64; 8] =
        [8406.0, 2342.0, 8187.0, 8459.0, 4795.0, 3516.0, 4796.0, 10238.0];
    pub(crate) const NEW_MINUS_OLD: [f64; 8] =
        [-1200.0, 2601.0, -2705.0, 1982.0, -1290.0, 351.0, -638.0, -2719.0];

    /// The book's ratio is −0.0713, its bootstrap standard error about 0.10 (§10.3: 0.105 with 400 resamples).
    #[test]
    fn patch_data_have_the_published_ratio() {
        let moments = PairMoments::of(&NEW_MINUS_OLD, &OLD_MINUS_PLACEBO);
        let ratio = ratio_of_means(&moments, 0.95);
        assert!((ratio.value + 0.0713).abs() < 5e-5, "{}", ratio.value);
        // t for 7 degrees of freedom is 2.3646.
        let error = ratio.half_width() / 2.3646;
        assert!((0.09..=0.115).contains(&error), "{error}");
    }

    #[test]
    fn a_divisor_that_may_be_zero_gives_no_interval() {
        let moments = PairMoments::of(&[1.0, 2.0, 3.0], &[-1.0, 0.5, 1.0]);
        assert!(!ratio_of_means(&moments, 0.95).is_known());
    }
}
