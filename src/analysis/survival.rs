//! Kaplan–Meier curves: how long pilots live, though many are still alive when the campaign ends.

use serde::Serialize;

use super::estimate::{Estimate, Method, t_two_sided, wilson, z_two_sided};

/// Campaigns are put into so many groups, turn by turn like cards dealt; the spread between groups makes the bands.
const GROUPS: usize = 64;

/// Deaths and leavers by time; times are whole turns, so counts are enough and memory stays flat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lifetimes {
    /// By time: died, and left alive (censored).
    counts: Vec<Leavers>,
    /// The same by group of campaigns.
    groups: Vec<Vec<Leavers>>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Leavers {
    died: u64,
    left: u64,
}

impl Leavers {
    fn add(counts: &mut Vec<Leavers>, time: usize, died: bool) {
        if counts.len() <= time {
            counts.resize(time + 1, Leavers::default());
        }
        if died {
            counts[time].died += 1;
        } else {
            counts[time].left += 1;
        }
    }

    fn persons(counts: &[Leavers]) -> u64 {
        counts.iter().map(|at| at.died + at.left).sum()
    }
}

impl Lifetimes {
    /// One person of a campaign: after so many turns he died, or was last seen alive.
    pub fn add(&mut self, campaign: u32, time: usize, died: bool) {
        Leavers::add(&mut self.counts, time, died);
        self.groups.resize(GROUPS, Vec::new());
        Leavers::add(&mut self.groups[campaign as usize % GROUPS], time, died);
    }

    pub fn persons(&self) -> u64 {
        Leavers::persons(&self.counts)
    }

    pub fn deaths(&self) -> u64 {
        self.counts.iter().map(|at| at.died).sum()
    }

    /// The share alive after each time at which someone died, from 1 at the start; with pointwise bands.
    ///
    /// Source: Kaplan & Meier (1958), J. Am. Stat. Assoc. 53, 457–481; bands on the log-minus-log scale, Kalbfleisch & Prentice (1980),
    /// which keeps them within 0..1. Persons of one campaign share its fortunes, so the variance is the linearised one between
    /// groups of campaigns (Williams 1995, Biometrics 51, 1302–1309), with Student's t for the groups; it is Greenwood's where each person is a
    /// group of his own, and is never taken smaller than his. Assumes that leaving says nothing of the risk. Those who leave at a time of
    /// deaths were still at risk then.
    pub fn curve(&self, confidence: f64) -> Vec<(usize, Estimate)> {
        let n = self.persons();
        let mut groups: Vec<Group<'_>> = self.groups.iter().filter_map(|counts| Group::new(counts)).collect();
        let (factor, quantile) = match groups.len() as f64 {
            few if few < 2.0 => (0.0, z_two_sided(confidence)),
            many => (many / (many - 1.0), t_two_sided(confidence, many - 1.0)),
        };
        let mut at_risk = n;
        let (mut alive, mut greenwood) = (1.0_f64, 0.0_f64);
        let start = Estimate { value: 1.0, low: 1.0, high: 1.0, n, method: Method::Greenwood, confidence };
        let mut curve = vec![(0, start)];
        for (time, at) in self.counts.iter().enumerate() {
            if 0 < at.died {
                let (deaths, risk) = (at.died as f64, at_risk as f64);
                let hazard = deaths / risk;
                alive *= 1.0 - hazard;
                let estimate = if 0.0 < alive {
                    greenwood += deaths / (risk * (risk - deaths));
                    for group in &mut groups {
                        group.deviate(time, hazard, risk - deaths);
                    }
                    let between = factor * groups.iter().map(|group| group.deviation.powi(2)).sum::<f64>();
                    let half = quantile * greenwood.max(between).sqrt() / alive.ln().abs();
                    let (low, high) = (alive.powf(half.exp()), alive.powf((-half).exp()));
                    Estimate { value: alive, low, high, n: at_risk, ..start }
                } else {
                    // Nobody is left: no variance, and nothing beyond the last interval is known.
                    let high = curve.last().map_or(1.0, |(_, last): &(usize, Estimate)| last.high);
                    Estimate { value: 0.0, low: 0.0, high, n: at_risk, ..start }
                };
                curve.push((time, estimate));
            }
            at_risk -= at.died + at.left;
            for group in &mut groups {
                group.leave(time);
            }
        }
        curve
    }

    /// The share alive after a time; `None` where nobody was watched for so long. As long as nobody has died the curve has no spread of its
    /// own: then Wilson's interval of the groups of campaigns in which anybody was watched that long, as many campaigns as can be told apart.
    pub fn alive_after(&self, time: usize, curve: &[(usize, Estimate)]) -> Option<Estimate> {
        let anybody = |counts: &&Vec<Leavers>| counts.iter().skip(time).any(|at| 0 < at.died + at.left);
        let watched = self.groups.iter().filter(anybody).count() as u64;
        let (_, alive) = curve.iter().rev().find(|(at, _)| *at <= time)?;
        match watched {
            0 => None,
            watched if alive.value == 1.0 => Some(wilson(watched, watched, alive.confidence)),
            _ => Some(*alive),
        }
    }

    /// The first time after which at most half are alive, and the times between which that may be; `None` where half outlive the data.
    ///
    /// Source: Brookmeyer & Crowley (1982), Biometrics 38, 29–41: the times at which the band of the curve holds one half.
    pub fn median(&self, curve: &[(usize, Estimate)]) -> Option<Median> {
        let first = |below: &dyn Fn(&Estimate) -> bool| {
            curve.iter().find(|(_, alive)| below(alive)).map(|(time, _)| *time)
        };
        let time = first(&|alive| alive.value <= 0.5)?;
        let low = first(&|alive| alive.low <= 0.5).unwrap_or(time);
        Some(Median { time, low, high: first(&|alive| alive.high <= 0.5) })
    }
}

/// A time by which half are dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Median {
    pub time: usize,
    pub low: usize,
    /// `None` where the band does not come down to one half as long as anybody is watched.
    pub high: Option<usize>,
}

/// A group of campaigns on its way through the times.
struct Group<'c> {
    counts: &'c [Leavers],
    at_risk: u64,
    /// Σ (deaths − hazard × at risk) / alive: how far the group pulls the logarithm of the curve.
    deviation: f64,
}

impl<'c> Group<'c> {
    fn new(counts: &'c [Leavers]) -> Option<Group<'c>> {
        let at_risk = Leavers::persons(counts);
        (0 < at_risk).then_some(Group { counts, at_risk, deviation: 0.0 })
    }

    fn deviate(&mut self, time: usize, hazard: f64, alive: f64) {
        let died = self.counts.get(time).map_or(0, |at| at.died);
        self.deviation += (died as f64 - hazard * self.at_risk as f64) / alive;
    }

    fn leave(&mut self, time: usize) {
        self.at_risk -= self.counts.get(time).map_or(0, |at| at.died + at.left);
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
        // Every patient is a group of his own, so the variance is Greenwood's but for 21/20.
        for (patient, time) in [6, 6, 6, 7, 10, 13, 16, 22, 23].into_iter().enumerate() {
            lifetimes.add(patient as u32, time, true);
        }
        for (patient, time) in [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].into_iter().enumerate() {
            lifetimes.add(9 + patient as u32, time, false);
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
            // Back from the log-minus-log band to Greenwood's error: half = t σ √(21/20) / (S |ln S|), t of 20 degrees of freedom.
            let half = (alive.low.ln() / alive.value.ln()).ln() / (2.085_963 * 1.05_f64.sqrt());
            assert!((half * alive.value * alive.value.ln().abs() - error).abs() < 6e-4, "{time}");
        }
        // R's survfit says 23 (13 to NA) on this scale with z = 1.96. Its lower limit after week 10 is 0.503; t for 21 groups brings that to
        // 0.753 ^ exp(2.137 × 0.0963 / (0.753 × 0.284)) = 0.475.
        let median = lifetimes.median(&lifetimes.curve(0.95));
        assert_eq!(median, Some(Median { time: 23, low: 10, high: None }));
    }

    #[test]
    fn a_curve_that_reaches_zero_stays_within_its_bounds() {
        let mut lifetimes = Lifetimes::default();
        lifetimes.add(0, 1, true);
        lifetimes.add(1, 2, true);
        let curve = lifetimes.curve(0.95);
        let (_, last) = curve[2];
        assert_eq!((last.value, last.low), (0.0, 0.0));
        assert!(last.high <= 1.0);
        assert_eq!(Lifetimes::default().curve(0.95).len(), 1);
        // Both are dead after two turns; after none, both of two were watched, and nobody for five.
        let alive = |time| lifetimes.alive_after(time, &curve);
        assert_eq!(alive(2).map(|alive| alive.value), Some(0.0));
        assert_eq!(alive(0), Some(wilson(2, 2, 0.95)));
        assert_eq!(alive(5), None);
    }

    /// How many samples have a band after turn 5 that holds the truth. Persons of a campaign share one of two risks of dying each turn, so
    /// that half of (1 − first risk)⁵ + (1 − second risk)⁵ are alive then.
    fn coverage(samples: u64, campaigns: u32, persons: u32, risks: [f64; 2]) -> u32 {
        let truth = 0.5 * risks.map(|risk| (1.0 - risk).powi(5)).iter().sum::<f64>();
        let mut covered = 0;
        for sample in 0..samples {
            let mut stream = Luck::new(37, sample).stream(Purpose::Soak, 9);
            let mut lifetimes = Lifetimes::default();
            for campaign in 0..campaigns {
                let risk = risks[campaign as usize % 2];
                let risk = if stream.unit() < 0.5 { risk } else { risks[0] + risks[1] - risk };
                // A campaign ends after six to nine turns for all of its people.
                let end = 6 + (4.0 * stream.unit()) as usize;
                for _ in 0..persons {
                    let mut time = 1;
                    let mut died = stream.unit() < risk;
                    while !died && time < end {
                        time += 1;
                        died = stream.unit() < risk;
                    }
                    lifetimes.add(campaign, time, died);
                }
            }
            let at_five = lifetimes.curve(0.95).into_iter().rev().find(|(time, _)| *time <= 5).unwrap().1;
            covered += u32::from(at_five.contains(truth));
        }
        covered
    }

    #[test]
    fn bands_cover_as_often_as_they_say() {
        // 760 of 800 with a standard error of 6.2. One person a campaign, all with the same risk: Greenwood's case.
        let alone = coverage(800, 60, 1, [0.1, 0.1]);
        assert!((735..=790).contains(&alone), "{alone}");
        // Twelve persons a campaign who share its risk: bands for independent persons would hold the truth in about half of the samples.
        let together = coverage(800, 100, 12, [0.02, 0.18]);
        assert!((735..=785).contains(&together), "{together}");
    }
}
