//! Battles of one campaign share its luck, so they are not independent: intervals go by campaign.
//!
//! Source: ratio estimation from clusters, Cochran (1977), Sampling Techniques, 3rd ed., §9A.1 and §3.12. For proportions the
//! design effect turns into an effective sample size for Wilson's interval, after Korn & Graubard (1998), Survey
//! Methodology 24, 193–201. Assumes independent campaigns, and many of them.

use super::estimate::{Estimate, Method, t_two_sided, wilson_limits};

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
    /// One campaign's total and count.
    pub fn add(&mut self, y: f64, n: f64) {
        if 0.0 < n {
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
        let variance = self.variance();
        // Where all agree the spread says nothing: then each campaign counts once. Never more than all observations.
        let effective = match p * (1.0 - p) / variance {
            size if size.is_finite() && 0.0 < size => size.min(self.n),
            _ => self.clusters as f64,
        };
        let (low, high) = wilson_limits(p, effective, confidence);
        Estimate { value: p, low, high, n: self.n as u64, method: Method::ClusteredWilson, confidence }
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

    /// Clusters of one observation each are plain trials: variance p(1−p)/(n−1), so Wilson with n − 1 trials.
    #[test]
    fn clusters_of_one_are_plain_trials() {
        let mut sums = ClusterSums::default();
        for i in 0..100 {
            sums.add(f64::from(u8::from(i % 4 == 0)), 1.0);
        }
        let (clustered, plain) = (sums.proportion(0.95), wilson(25, 100, 0.95));
        assert_eq!(clustered.value, plain.value);
        assert!((clustered.low - plain.low).abs() < 1e-3 && (clustered.high - plain.high).abs() < 1e-3);
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
