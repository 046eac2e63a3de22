//! Battles of one campaign share its luck, so they are not independent: intervals go by campaign.
//!
//! Source: ratio estimation from clusters, Cochran (1977), Sampling Techniques, 3rd ed., §9A.1 and §3.12. For proportions the
//! design effect turns into an effective sample size for Wilson's interval, which few campaigns make smaller still, after Korn &
//! Graubard (1998), Survey Methodology 24, 193–201. Assumes independent campaigns.

use super::discovery::z_two_sided_p;
use super::estimate::{Estimate, Method, t_two_sided, wilson_limits, z_two_sided};

/// Sums over campaigns of a total `y` and a count `n`. Sums of whole numbers are exact in any order, so the result does
/// not depend on threads.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ClusterSums {
    /// Campaigns with at least one observation.
    pub clusters: u64,
    pub y: f64,
    pub n: f64,
    pub yy: f64,
    pub nn: f64,
    pub yn: f64,
}

impl ClusterSums {
    /// One campaign's total and count. A campaign with a total but no count (points destroyed, none lost) belongs to a ratio too.
    pub fn add(&mut self, y: f64, n: f64) {
        if 0.0 < n || y != 0.0 {
            self.clusters += 1;
            self.y += y;
            self.n += n;
            self.yy += y * y;
            self.nn += n * n;
            self.yn += y * n;
        }
    }

    pub fn merge(&mut self, other: &ClusterSums) {
        self.clusters += other.clusters;
        self.y += other.y;
        self.n += other.n;
        self.yy += other.yy;
        self.nn += other.nn;
        self.yn += other.yn;
    }

    /// y / n.
    pub fn ratio(&self) -> f64 {
        self.y / self.n
    }

    /// Variance of the ratio: m/(m−1) Σ (yᵢ − r nᵢ)² / (Σ nᵢ)².
    pub fn variance(&self) -> f64 {
        if self.clusters < 2 {
            return f64::INFINITY;
        }
        let (m, r) = (self.clusters as f64, self.ratio());
        let residuals = (self.yy - 2.0 * r * self.yn + r * r * self.nn).max(0.0);
        m / (m - 1.0) * residuals / (self.n * self.n)
    }

    /// A share of yes-or-no observations, `y` of `n`.
    pub fn proportion(&self, confidence: f64) -> Estimate {
        if self.n <= 0.0 {
            return Estimate::unknown(0.0, 1.0, Method::Wilson);
        }
        let p = self.ratio();
        let (low, high) = wilson_limits(p, self.effective(confidence), confidence);
        Estimate { value: p, low, high, n: self.n as u64, method: Method::ClusteredWilson, confidence }
    }

    /// Independent yes-or-no observations that would tell as much.
    fn effective(&self, confidence: f64) -> f64 {
        let p = self.ratio();
        let size = p * (1.0 - p) / self.variance();
        // Where all agree the spread says nothing: then each campaign counts once.
        if !size.is_finite() || size <= 0.0 {
            return self.clusters as f64;
        }
        // The spread is itself estimated, from so many campaigns: t in place of z. Never more than all observations.
        let few = (z_two_sided(confidence) / t_two_sided(confidence, self.clusters as f64 - 1.0)).powi(2);
        (size * few).min(self.n)
    }

    /// Two-sided p-value of "the share is `fair`", by the score test that belongs to [`ClusterSums::proportion`]: below
    /// 5 % exactly where the 95 % interval excludes `fair`. Not a number where nothing was observed.
    pub fn proportion_p(&self, fair: f64) -> f64 {
        if self.n <= 0.0 {
            return f64::NAN;
        }
        let error = (fair * (1.0 - fair) / self.effective(super::CONFIDENCE)).sqrt();
        z_two_sided_p((self.ratio() - fair) / error)
    }

    /// A mean per observation, with the t interval of clusters.
    pub fn mean(&self, confidence: f64) -> Estimate {
        if self.n <= 0.0 || self.clusters < 2 {
            return Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::ClusteredT);
        }
        let half = t_two_sided(confidence, self.clusters as f64 - 1.0) * self.variance().sqrt();
        let value = self.ratio();
        let (low, high) = (value - half, value + half);
        Estimate { value, low, high, n: self.n as u64, method: Method::ClusteredT, confidence }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::wilson;
    use crate::chance::{Luck, Purpose};

    /// Clusters of one observation each are plain trials: variance p(1−p)/(n−1), so Wilson with n − 1 trials, and t of 99 degrees of freedom
    /// in place of z: (1.95996 / 1.98422)² × 99 = 96.6 trials.
    #[test]
    fn clusters_of_one_are_plain_trials() {
        let mut sums = ClusterSums::default();
        for i in 0..100 {
            sums.add(f64::from(u8::from(i % 4 == 0)), 1.0);
        }
        let (clustered, plain) = (sums.proportion(0.95), wilson(25, 100, 0.95));
        assert_eq!(clustered.value, plain.value);
        let (low, high) = wilson_limits(0.25, 96.5946, 0.95);
        assert!((clustered.low - low).abs() < 1e-5 && (clustered.high - high).abs() < 1e-5, "{clustered}");
        assert!((clustered.low - plain.low).abs() < 2e-3 && (clustered.high - plain.high).abs() < 2e-3);
    }

    /// Three campaigns with (y, n) = (1, 2), (3, 4), (0, 2): r = 4/8; residuals 0, 1, −1; variance 3/2 × 2/64 = 3/64.
    #[test]
    fn variance_of_a_ratio_by_hand() {
        let mut sums = ClusterSums::default();
        for (y, n) in [(1.0, 2.0), (3.0, 4.0), (0.0, 2.0), (0.0, 0.0)] {
            sums.add(y, n);
        }
        assert_eq!((sums.clusters, sums.ratio()), (3, 0.5));
        assert!((sums.variance() - 3.0 / 64.0).abs() < 1e-15);
    }

    #[test]
    fn unanimous_clusters_count_once_each() {
        let mut sums = ClusterSums::default();
        for _ in 0..20 {
            sums.add(5.0, 5.0);
        }
        let estimate = sums.proportion(0.95);
        assert_eq!((estimate.value, estimate.high, estimate.n), (1.0, 1.0, 100));
        assert_eq!(estimate.low, wilson(20, 20, 0.95).low);
    }

    /// Two campaigns that agree are no proof: Wilson's interval of 2 of 2 reaches down to 0.342, p = P(|z| > √2) = 0.157.
    #[test]
    fn p_values_go_with_the_interval() {
        let mut sums = ClusterSums::default();
        sums.add(1.0, 1.0);
        sums.add(1.0, 1.0);
        assert!((sums.proportion_p(0.5) - 0.157_299).abs() < 1e-6, "{}", sums.proportion_p(0.5));
        assert!(ClusterSums::default().proportion_p(0.5).is_nan());
        for wins in 0..=40 {
            let mut sums = ClusterSums::default();
            for i in 0..40 {
                sums.add(f64::from(u8::from(i < wins)) * f64::from(1 + i % 3), f64::from(1 + i % 3));
            }
            let excluded = !sums.proportion(0.95).contains(0.5);
            assert_eq!(sums.proportion_p(0.5) < 0.05, excluded, "{wins} of 40");
        }
    }

    /// Eight campaigns of six battles: with the normal quantile the interval would cover about 91 %.
    #[test]
    fn few_campaigns_cover_as_often_as_they_say() {
        let mut covered = 0;
        for sample in 0..2000 {
            let mut stream = Luck::new(27, sample).stream(Purpose::Soak, 26);
            let mut sums = ClusterSums::default();
            for _ in 0..8 {
                let rate = 0.3 + 0.4 * stream.unit();
                sums.add((0..6).filter(|_| stream.unit() < rate).count() as f64, 6.0);
            }
            covered += u32::from(sums.proportion(0.95).contains(0.5));
        }
        // 1,900 with a standard error of 9.7.
        assert!((1861..=1975).contains(&covered), "{covered}");
    }

    /// Destroyed 5 and lost 0, destroyed 1 and lost 2: three destroyed for each point lost, not one half.
    #[test]
    fn a_total_without_a_count_belongs_to_the_ratio() {
        let mut sums = ClusterSums::default();
        sums.add(5.0, 0.0);
        sums.add(1.0, 2.0);
        sums.add(0.0, 0.0);
        assert_eq!((sums.ratio(), sums.clusters), (3.0, 2));
    }

    /// Each campaign has its own win rate (0.3 or 0.7) and ten battles. The plain interval covers the mean 0.5 far too
    /// seldom, the clustered one as often as it says.
    #[test]
    fn clustered_intervals_cover_where_plain_ones_do_not() {
        let (mut clustered, mut plain) = (0, 0);
        for sample in 0..1000 {
            let mut stream = Luck::new(23, sample).stream(Purpose::Soak, 6);
            let mut sums = ClusterSums::default();
            for _ in 0..50 {
                let rate = if stream.unit() < 0.5 { 0.3 } else { 0.7 };
                sums.add((0..10).filter(|_| stream.unit() < rate).count() as f64, 10.0);
            }
            clustered += u32::from(sums.proportion(0.95).contains(0.5));
            plain += u32::from(wilson(sums.y as u64, sums.n as u64, 0.95).contains(0.5));
        }
        // 950 with a standard error of 6.9.
        assert!((922..=978).contains(&clustered), "{clustered}");
        assert!(plain < 900, "{plain}");
    }
}
