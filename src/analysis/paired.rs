//! Two rule sets on the same luck: the difference replication by replication, and what the pairing saved.

use serde::Serialize;

use super::estimate::{Estimate, Method, t_two_sided, z_two_sided};

/// Count, means, squared deviations and their product of pairs, gathered in one pass.
///
/// Source: Welford (1962), extended to products as in Chan, Golub & LeVeque (1983).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PairMoments {
    pub n: u64,
    pub mean_a: f64,
    pub mean_b: f64,
    pub squares_a: f64,
    pub squares_b: f64,
    /// Σ (a − mean a)(b − mean b).
    pub products: f64,
}

impl PairMoments {
    pub fn of(a: &[f64], b: &[f64]) -> PairMoments {
        debug_assert_eq!(a.len(), b.len(), "pairs have two ends");
        let mut moments = PairMoments::default();
        for (&a, &b) in a.iter().zip(b) {
            moments.add(a, b);
        }
        moments
    }

    pub fn add(&mut self, a: f64, b: f64) {
        self.n += 1;
        let n = self.n as f64;
        let (step_a, step_b) = (a - self.mean_a, b - self.mean_b);
        self.mean_a += step_a / n;
        self.mean_b += step_b / n;
        self.squares_a += step_a * (a - self.mean_a);
        self.squares_b += step_b * (b - self.mean_b);
        self.products += step_a * (b - self.mean_b);
    }

    fn divisor(&self) -> f64 {
        (self.n.max(2) - 1) as f64
    }

    pub fn variance_a(&self) -> f64 {
        self.squares_a / self.divisor()
    }

    pub fn variance_b(&self) -> f64 {
        self.squares_b / self.divisor()
    }

    pub fn covariance(&self) -> f64 {
        self.products / self.divisor()
    }

    /// Variance of a − b.
    pub fn variance_of_difference(&self) -> f64 {
        (self.variance_a() + self.variance_b() - 2.0 * self.covariance()).max(0.0)
    }

    /// Pearson's correlation; 0 where one side never varies, since then pairing saves nothing.
    pub fn correlation(&self) -> f64 {
        let scale = (self.squares_a * self.squares_b).sqrt();
        if 0.0 < scale { (self.products / scale).clamp(-1.0, 1.0) } else { 0.0 }
    }
}

/// A difference `a − b` on common luck.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PairedDifference {
    pub difference: Estimate,
    pub mean_a: f64,
    pub mean_b: f64,
    pub correlation: f64,
    /// Share of the variance of the difference that common luck removed, against independent luck.
    /// Negative where the luck works against the comparison.
    pub variance_saved: f64,
    /// Two-sided p-value of "no difference".
    pub p_value: f64,
}

/// Mean difference with its paired t interval.
///
/// Assumes independent replications, and a mean difference that is nearly normal.
pub fn paired_difference(moments: &PairMoments, confidence: f64) -> PairedDifference {
    let value = moments.mean_a - moments.mean_b;
    let variance = moments.variance_of_difference();
    let error = (variance / moments.n.max(1) as f64).sqrt();
    let freedom = moments.divisor();
    let difference = if moments.n < 2 {
        Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::PairedT)
    } else {
        let half = t_two_sided(confidence, freedom) * error;
        let (low, high) = (value - half, value + half);
        Estimate { value, low, high, n: moments.n, method: Method::PairedT, confidence }
    };
    let p_value = if 0.0 < error {
        super::discovery::t_two_sided_p(value / error, freedom)
    } else {
        f64::from(u8::from(value == 0.0))
    };
    PairedDifference { difference, p_value, ..summary(moments, variance) }
}

/// Difference of two win rates on common luck, from the counts of the four kinds of pairs.
///
/// Source: Bonett & Price (2012), J. Educ. Behav. Stat. 37, 479–488: Wald with one pair of each discordant kind
/// added. Unlike the t interval it does not collapse where no pair differs. The p-value is McNemar's, exact.
pub fn paired_proportions(counts: &PairCounts, confidence: f64) -> PairedDifference {
    let n = counts.both + counts.only_a + counts.only_b + counts.neither;
    let mut moments = PairMoments::default();
    if n == 0 {
        let difference = Estimate::unknown(-1.0, 1.0, Method::PairedProportions);
        return PairedDifference { difference, p_value: 1.0, ..summary(&moments, 0.0) };
    }
    let pairs = n as f64;
    moments.n = n;
    moments.mean_a = (counts.both + counts.only_a) as f64 / pairs;
    moments.mean_b = (counts.both + counts.only_b) as f64 / pairs;
    moments.squares_a = pairs * moments.mean_a * (1.0 - moments.mean_a);
    moments.squares_b = pairs * moments.mean_b * (1.0 - moments.mean_b);
    moments.products = counts.both as f64 - pairs * moments.mean_a * moments.mean_b;

    let (p_a, p_b) = ((counts.only_a + 1) as f64 / (pairs + 2.0), (counts.only_b + 1) as f64 / (pairs + 2.0));
    let half = z_two_sided(confidence) * ((p_a + p_b - (p_a - p_b).powi(2)) / (pairs + 2.0)).sqrt();
    let difference = Estimate {
        value: moments.mean_a - moments.mean_b,
        low: (p_a - p_b - half).max(-1.0),
        high: (p_a - p_b + half).min(1.0),
        n,
        method: Method::PairedProportions,
        confidence,
    };
    let p_value = super::discovery::binomial_p(counts.only_a, counts.only_a + counts.only_b, 0.5);
    let variance = moments.variance_of_difference();
    PairedDifference { difference, p_value, ..summary(&moments, variance) }
}

/// Pairs of yes-or-no results: yes in both, in `a` only, in `b` only, in neither.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairCounts {
    pub both: u64,
    pub only_a: u64,
    pub only_b: u64,
    pub neither: u64,
}

impl PairCounts {
    pub fn add(&mut self, a: bool, b: bool) {
        match (a, b) {
            (true, true) => self.both += 1,
            (true, false) => self.only_a += 1,
            (false, true) => self.only_b += 1,
            (false, false) => self.neither += 1,
        }
    }
}

/// What the two ends have in common; difference and p-value are filled in by the caller.
fn summary(moments: &PairMoments, variance_of_difference: f64) -> PairedDifference {
    let apart = moments.variance_a() + moments.variance_b();
    PairedDifference {
        difference: Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::PairedT),
        mean_a: moments.mean_a,
        mean_b: moments.mean_b,
        correlation: moments.correlation(),
        variance_saved: if 0.0 < apart { 1.0 - variance_of_difference / apart } else { 0.0 },
        p_value: 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose};

    /// Gosset's two soporifics (Student 1908) as R prints them: difference −1.58, −2.4598858 to −0.7001142,
    /// p = 0.002833, correlation 0.7951702.
    #[test]
    fn students_sleep_data_pair_as_published() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let paired = paired_difference(&PairMoments::of(&first, &second), 0.95);
        assert!((paired.difference.value + 1.58).abs() < 1e-12);
        assert!((paired.difference.low + 2.459_885_8).abs() < 1e-7);
        assert!((paired.difference.high + 0.700_114_2).abs() < 1e-7);
        assert!((paired.p_value - 0.002_833).abs() < 5e-7);
        assert!((paired.correlation - 0.795_170_2).abs() < 1e-7);
        // Variances 3.200556 and 4.009 (R), of the difference 1.512889: 1 − 1.512889 / 7.209556 = 0.790155.
        assert!((paired.variance_saved - 0.790_155).abs() < 1e-6);
    }

    /// 1, 7 of 21 pairs differ: (2 − 8)/23 = −0.26087; variance (10/23 − 0.068053)/23 = 0.015945;
    /// half 1.959964 × 0.126274 = 0.247492. McNemar exact: 2 (1 + 8)/2^8 = 0.0703.
    #[test]
    fn paired_proportions_follow_bonett_and_price() {
        let counts = PairCounts { both: 1, only_a: 1, only_b: 7, neither: 12 };
        let paired = paired_proportions(&counts, 0.95);
        assert!((paired.difference.value + 6.0 / 21.0).abs() < 1e-12);
        assert!((paired.difference.low + 0.508_362).abs() < 2e-5);
        assert!((paired.difference.high + 0.013_378).abs() < 2e-5);
        assert!((paired.p_value - 18.0 / 256.0).abs() < 1e-12);
    }

    #[test]
    fn pairs_that_never_differ_leave_a_small_doubt() {
        let counts = PairCounts { both: 480, neither: 520, ..PairCounts::default() };
        let paired = paired_proportions(&counts, 0.95);
        assert_eq!((paired.difference.value, paired.p_value), (0.0, 1.0));
        assert!(paired.difference.low < 0.0 && paired.difference.high < 0.004);
        assert!((paired.correlation - 1.0).abs() < 1e-9 && (paired.variance_saved - 1.0).abs() < 1e-9);
        assert!(!paired_proportions(&PairCounts::default(), 0.95).difference.is_known());
    }

    /// 2,000 samples of 80 pairs, P(only a) = 0.15, P(only b) = 0.05: true difference 0.1.
    #[test]
    fn paired_proportions_cover_as_often_as_they_say() {
        const SAMPLES: u64 = 2000;
        let mut covered = 0;
        for sample in 0..SAMPLES {
            let mut stream = Luck::new(11, sample).stream(Purpose::Soak, 2);
            let mut counts = PairCounts::default();
            for _ in 0..80 {
                let u = stream.unit();
                counts.add(u < 0.45, u < 0.3 || (0.45..0.5).contains(&u));
            }
            covered += u64::from(paired_proportions(&counts, 0.95).difference.contains(0.1));
        }
        // Standard error of the count at 95 %: 9.7; four of them below, and not much above nominal.
        assert!((1861..=1950).contains(&covered), "{covered}");
    }
}
