//! Kaplan–Meier curves: how long pilots live, though many are still alive when the campaign ends.

use super::estimate::{Estimate, Method, z_two_sided};

/// Deaths and leavers by time; times are whole turns, so counts are enough and memory stays flat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lifetimes {
    /// By time: died, and left alive (censored).
    counts: Vec<(u64, u64)>,
}

impl Lifetimes {
    pub fn add(&mut self, time: usize, died: bool) {
        self.add_many(time, died, 1);
    }

    pub fn add_many(&mut self, time: usize, died: bool, persons: u64) {
        if self.counts.len() <= time {
            self.counts.resize(time + 1, (0, 0));
        }
        if died {
            self.counts[time].0 += persons;
        } else {
            self.counts[time].1 += persons;
        }
    }

    pub fn persons(&self) -> u64 {
        self.counts.iter().map(|(died, left)| died + left).sum()
    }

    pub fn deaths(&self) -> u64 {
        self.counts.iter().map(|(died, _)| died).sum()
    }

    /// The share alive after each time at which someone died, from 1 at the start; with pointwise bands.
    ///
    /// Source: Kaplan & Meier (1958), J. Am. Stat. Assoc. 53, 457–481; bands from Greenwood's variance on the log-minus-log
    /// scale, Kalbfleisch & Prentice (1980), which keeps them within 0..1. Assumes independent persons whose leaving says
    /// nothing of their risk. Those who leave at a time of deaths were still at risk then.
    pub fn curve(&self, confidence: f64) -> Vec<(usize, Estimate)> {
        let n = self.persons();
        let z = z_two_sided(confidence);
        let mut at_risk = n;
        let (mut alive, mut greenwood) = (1.0_f64, 0.0_f64);
        let start = Estimate { value: 1.0, low: 1.0, high: 1.0, n, method: Method::Greenwood, confidence };
        let mut curve = vec![(0, start)];
        for (time, &(died, left)) in self.counts.iter().enumerate() {
            if 0 < died {
                let (deaths, risk) = (died as f64, at_risk as f64);
                alive *= 1.0 - deaths / risk;
                greenwood += deaths / (risk * (risk - deaths));
                let estimate = if 0.0 < alive {
                    let half = z * greenwood.sqrt() / alive.ln().abs();
                    let (low, high) = (alive.powf(half.exp()), alive.powf((-half).exp()));
                    Estimate { value: alive, low, high, n: at_risk, ..start }
                } else {
                    // Nobody is left: no variance, and nothing beyond the last interval is known.
                    let high = curve.last().map_or(1.0, |(_, last): &(usize, Estimate)| last.high);
                    Estimate { value: 0.0, low: 0.0, high, n: at_risk, ..start }
                };
                curve.push((time, estimate));
            }
            at_risk -= died + left;
        }
        curve
    }

    /// The first time after which at most half are alive; `None` where more than half outlive the data.
    pub fn median(&self) -> Option<usize> {
        self.curve(super::CONFIDENCE).iter().find(|(_, alive)| alive.value <= 0.5).map(|(time, _)| *time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose};

    /// Weeks in remission under 6-MP (Freireich et al. 1963; Gehan 1965, Biometrika 52, 203–223), + for censored:
    /// 6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+. The curve and Greenwood's errors are in every textbook.
    #[test]
    fn remissions_have_the_published_curve() {
        let mut lifetimes = Lifetimes::default();
        for time in [6, 6, 6, 7, 10, 13, 16, 22, 23] {
            lifetimes.add(time, true);
        }
        for time in [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35] {
            lifetimes.add(time, false);
        }
        assert_eq!((lifetimes.persons(), lifetimes.deaths()), (21, 9));
        let curve = lifetimes.curve(0.95);
        let published = [
            (6, 0.857, 0.0764),
            (7, 0.807, 0.0869),
            (10, 0.753, 0.0963),
            (13, 0.690, 0.1068),
            (16, 0.627, 0.1141),
            (22, 0.538, 0.1282),
            (23, 0.448, 0.1346),
        ];
        assert_eq!(curve.len(), 1 + published.len());
        for (&(time, alive), (week, share, error)) in curve[1..].iter().zip(published) {
            assert_eq!(time, week);
            assert!((alive.value - share).abs() < 6e-4, "{time}: {}", alive.value);
            // Back from the log-minus-log band to Greenwood's error: half = z σ / (S |ln S|).
            let half = (alive.low.ln() / alive.value.ln()).ln() / 1.959_964;
            assert!((half * alive.value * alive.value.ln().abs() - error).abs() < 6e-4, "{time}");
        }
        assert_eq!(lifetimes.median(), Some(23));
    }

    #[test]
    fn a_curve_that_reaches_zero_stays_within_its_bounds() {
        let mut lifetimes = Lifetimes::default();
        lifetimes.add(1, true);
        lifetimes.add(2, true);
        let curve = lifetimes.curve(0.95);
        let (_, last) = curve[2];
        assert_eq!((last.value, last.low), (0.0, 0.0));
        assert!(last.high <= 1.0);
        assert_eq!(Lifetimes::default().curve(0.95).len(), 1);
    }

    /// 800 samples of 60 persons who die with 10 % each turn and leave with 5 %: after turn 5, 0.9⁵ = 0.59049 are alive.
    #[test]
    fn bands_cover_as_often_as_they_say() {
        let mut covered = 0;
        for sample in 0..800 {
            let mut stream = Luck::new(37, sample).stream(Purpose::Soak, 9);
            let mut lifetimes = Lifetimes::default();
            for _ in 0..60 {
                let (mut time, mut died) = (1, false);
                while time < 12 {
                    died = stream.unit() < 0.1;
                    if died || stream.unit() < 0.05 {
                        break;
                    }
                    time += 1;
                }
                lifetimes.add(time, died);
            }
            let curve = lifetimes.curve(0.95);
            let at_five = curve.iter().rev().find(|(time, _)| *time <= 5).unwrap().1;
            covered += u32::from(at_five.contains(0.9_f64.powi(5)));
        }
        // 760 with a standard error of 6.2.
        assert!((735..=785).contains(&covered), "{covered}");
    }
}
