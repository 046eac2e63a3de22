//! `--until`: stop when the win rates are known well enough, and still tell the truth about how well.
//!
//! Looking at an interval again and again and stopping at a pleasant moment breaks an ordinary interval. Here the looks
//! are fixed beforehand and share the error probability α: at look k the exact interval (Clopper & Pearson 1934) has
//! error αₖ, and Σ αₖ = α. By Bonferroni's inequality *all* of them hold at once with probability at least 1 − α,
//! whatever rule chooses the look at which to stop: a confidence sequence on the looks (Lai 1984, Comm. Stat. A 13,
//! 2355–2368, calls for the same property at all times and pays more for it). The only assumption is that replications
//! are independent with one probability; no limit theorem is used.
//!
//! A win rate near one half needs the whole planned number, so the last look gets most of α, and the price
//! of peeking is small: at α = 0.05 the half-width is 2.11 instead of 1.96 standard errors. A lopsided rate stops early.

use super::estimate::{Estimate, Method, clopper_pearson, z_two_sided};

/// Share of α spent on the last look.
const LAST_SHARE: f64 = 0.7;
/// Looks before the last, at equal steps.
const EARLIER_LOOKS: u64 = 9;
/// Nothing is decided on fewer replications than this.
const FIRST_LOOK_AT_LEAST: u64 = 100;

/// When to look, and what may be said then.
#[derive(Debug, Clone, PartialEq)]
pub struct Until {
    half_width: f64,
    alpha: f64,
    /// Numbers of replications, increasing; the last one always suffices.
    looks: Vec<u64>,
}

impl Until {
    /// A plan for proportions with this half-width. Looks fall on multiples of `batch`, the engine's unit of work.
    pub fn new(half_width: f64, confidence: f64, batch: u64) -> Until {
        debug_assert!(0.0 < half_width && half_width < 0.5, "a half-width of a proportion");
        let alpha = 1.0 - confidence;
        let z = z_two_sided(1.0 - LAST_SHARE * alpha);
        // Normal width at one half, then upwards until the exact interval is narrow enough there, where it is widest.
        let batch = batch.max(1);
        let mut last = (0.25 * (z / half_width).powi(2)).ceil().max(FIRST_LOOK_AT_LEAST as f64) as u64;
        last = last.div_ceil(batch) * batch;
        while half_width < clopper_pearson(last / 2, last, 1.0 - LAST_SHARE * alpha).half_width() {
            last += batch;
        }
        let mut looks: Vec<u64> = (1..=EARLIER_LOOKS)
            .map(|k| (last * k / (EARLIER_LOOKS + 1)).div_ceil(batch) * batch)
            .filter(|&n| FIRST_LOOK_AT_LEAST <= n && n < last)
            .collect();
        looks.dedup();
        looks.push(last);
        Until { half_width, alpha, looks }
    }

    /// The same looks, with intervals of another confidence.
    pub fn at_confidence(&self, confidence: f64) -> Until {
        Until { alpha: 1.0 - confidence, ..self.clone() }
    }

    /// Numbers of replications after which to look, the last one included.
    pub fn looks(&self) -> &[u64] {
        &self.looks
    }

    /// The interval that holds at look `k` together with those of all other looks.
    pub fn interval(&self, k: usize, successes: u64) -> Estimate {
        self.exact(k, successes, self.looks[k])
    }

    /// The same for a run that ended after `campaigns`, of `n` that count (of which some may be drawn). A run that was cut short of the plan
    /// ended where it was told to before it began, so it has the share of the last look.
    pub fn at_end(&self, campaigns: u64, successes: u64, n: u64) -> Estimate {
        let last = self.looks.len() - 1;
        let k = self.looks.iter().position(|&look| look == campaigns).unwrap_or(last);
        self.exact(k, successes, n)
    }

    fn exact(&self, k: usize, successes: u64, n: u64) -> Estimate {
        let last = self.looks.len() - 1;
        let alpha = match (k == last, last) {
            (true, 0) => self.alpha,
            (true, _) => LAST_SHARE * self.alpha,
            (false, _) => (1.0 - LAST_SHARE) * self.alpha / last as f64,
        };
        let exact = clopper_pearson(successes, n, 1.0 - alpha);
        Estimate { method: Method::Sequence, confidence: 1.0 - self.alpha, ..exact }
    }

    /// May one stop at look `k`, with these numbers of wins by faction?
    pub fn reached(&self, k: usize, wins: &[u64]) -> bool {
        wins.iter().all(|&successes| self.interval(k, successes).half_width() <= self.half_width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose};

    #[test]
    fn the_plan_ends_where_the_widest_interval_is_narrow_enough() {
        let until = Until::new(0.01, 0.95, 64);
        let last = *until.looks().last().unwrap();
        // 0.25 (2.1084 / 0.01)² = 11,113, and a little for the exact interval.
        assert!((11_113..=11_500).contains(&last), "{last}");
        assert!(until.looks().iter().all(|n| n % 64 == 0) && until.looks().is_sorted());
        let k = until.looks().len() - 1;
        assert!((0..=last).step_by(997).all(|wins| until.reached(k, &[wins])));
        // One batch fewer would not do at one half.
        let shorter = clopper_pearson((last - 64) / 2, last - 64, 0.965);
        assert!(0.01 < shorter.half_width());
    }

    #[test]
    fn a_lopsided_win_rate_stops_early() {
        let until = Until::new(0.02, 0.95, 10);
        let stop = |p: f64| {
            (0..until.looks().len()).find(|&k| {
                let wins = (p * until.looks()[k] as f64) as u64;
                until.reached(k, &[wins, until.looks()[k] - wins])
            })
        };
        assert_eq!(stop(0.5), Some(until.looks().len() - 1));
        assert!(stop(0.05) < Some(6));
    }

    #[test]
    fn coarse_batches_leave_one_look_with_the_whole_error() {
        let until = Until::new(0.1, 0.95, 5000);
        assert_eq!(until.looks(), [5000]);
        let exact = clopper_pearson(2500, 5000, 0.95);
        assert_eq!(until.interval(0, 2500).low, exact.low);
    }

    #[test]
    fn a_run_is_told_with_the_interval_of_the_look_at_which_it_ended() {
        let until = Until::new(0.05, 0.95, 8);
        let (k, n) = (2, until.looks()[2]);
        assert_eq!(until.at_end(n, 40, n), until.interval(k, 40));
        // Cut short between two looks: the error of the last one.
        let cut = until.at_end(n + 1, 40, n + 1);
        assert_eq!(cut.low, clopper_pearson(40, n + 1, 1.0 - 0.7 * 0.05).low);
        assert_eq!((cut.method, cut.confidence), (Method::Sequence, 0.95));
    }

    /// The numbers of wins at which an interval does not exclude `p`: one run of them, so both ends are enough.
    fn accepted(n: u64, p: f64, interval: impl Fn(u64) -> Estimate) -> std::ops::RangeInclusive<u64> {
        let middle = (n as f64 * p) as u64;
        let low = (0..=middle).rev().find(|&wins| interval(wins).high < p).map_or(0, |wins| wins + 1);
        let high = (middle..=n).find(|&wins| p < interval(wins).low).map_or(n, |wins| wins - 1);
        low..=high
    }

    /// The worst peeker stops at the first look whose interval excludes the truth. Even so the truth is excluded at some
    /// look in at most 5 % of 4,000 runs, while ordinary intervals at the same looks fail far more often.
    #[test]
    fn coverage_survives_the_worst_peeker() {
        let until = Until::new(0.05, 0.95, 8);
        for (key, p) in [(0, 0.5), (1, 0.3)] {
            let regions: Vec<_> = until
                .looks()
                .iter()
                .enumerate()
                .map(|(k, &n)| {
                    let naive = accepted(n, p, |wins| clopper_pearson(wins, n, 0.95));
                    (n, accepted(n, p, |wins| until.interval(k, wins)), naive)
                })
                .collect();
            let (mut sequence_fails, mut naive_fails) = (0, 0);
            for run in 0..4000 {
                let mut stream = Luck::new(19, run).stream(Purpose::Soak, Luck::key(5, key));
                let (mut n, mut wins) = (0, 0);
                let (mut failed, mut failed_naively) = (false, false);
                for (look, sequence, naive) in &regions {
                    while n < *look {
                        wins += u64::from(stream.unit() < p);
                        n += 1;
                    }
                    failed |= !sequence.contains(&wins);
                    failed_naively |= !naive.contains(&wins);
                }
                sequence_fails += u32::from(failed);
                naive_fails += u32::from(failed_naively);
            }
            // 5 % of 4,000 is 200.
            assert!(sequence_fails <= 200, "{sequence_fails} at {p}");
            assert!(400 < naive_fails, "{naive_fails} at {p}");
        }
    }
}
