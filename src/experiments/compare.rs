//! Variants against the first of them, metric by metric, on the same luck.

use serde::Serialize;

use crate::analysis::discovery::{FALSE_DISCOVERY_RATE, benjamini_hochberg};
use crate::analysis::metrics::{Metric, Observations};
use crate::analysis::paired::{PairCounts, PairedDifference, paired_proportions};
use crate::analysis::{CONFIDENCE, ClusterSums, Estimate, Parity, Verdict};

/// What is said of one metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "finding", rename_all = "kebab-case")]
pub enum Finding {
    /// Other than no difference, after the control of false discoveries.
    Changed,
    /// The same, but by less than the margin.
    ChangedWithinMargin,
    /// The whole interval lies within the margin and nothing was found.
    Same,
    /// Neither; so many more campaigns would probably decide it.
    Undecided { further: Option<u64> },
}

impl Finding {
    /// In words; `thing` is what would be played more of, such as `campaign`.
    pub fn words(self, thing: &str) -> String {
        match self {
            Finding::Changed => "changed".into(),
            Finding::ChangedWithinMargin => "changed, within margin".into(),
            Finding::Same => "same within margin".into(),
            Finding::Undecided { further: Some(further) } => {
                let things = if further == 1 { thing.to_string() } else { format!("{thing}s") };
                format!("undecided; {} more {things}", crate::analysis::words::thousands(further))
            }
            Finding::Undecided { further: None } => "no data".into(),
        }
    }

    pub fn is_change(self) -> bool {
        matches!(self, Finding::Changed | Finding::ChangedWithinMargin)
    }
}

/// The interval excludes no difference, but such a one comes up by luck among so many tests.
pub fn is_lost_among_many(difference: &Estimate, finding: Finding) -> bool {
    matches!(finding, Finding::Undecided { .. }) && difference.is_known() && !difference.contains(0.0)
}

/// One metric of two variants.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    pub metric: String,
    pub name: String,
    pub is_share: bool,
    pub first: Estimate,
    pub other: Estimate,
    /// Other less first.
    pub paired: PairedDifference,
    /// Adjusted p-value: at most this share of such a list of findings is false.
    pub q_value: f64,
    /// A difference up to this is not worth a rule.
    pub margin: f64,
    #[serde(flatten)]
    pub finding: Finding,
}

/// One variant against the first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contrast {
    pub first: String,
    pub other: String,
    /// Campaigns that both have.
    pub pairs: u64,
    pub rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    pub seed: u64,
    pub margin: f64,
    pub contrasts: Vec<Contrast>,
    /// What was said about the input.
    pub remarks: Vec<String>,
}

/// Compares every variant with the first. `margin` is in shares; of other numbers it is that share of the first's value.
///
/// The family of tests is everything in the answer: all metrics of all contrasts.
pub fn compare(
    names: &[String],
    observed: &[Observations],
    metrics: &[Metric],
    seed: u64,
    margin: f64,
) -> Comparison {
    let mut contrasts: Vec<Contrast> = (1..observed.len())
        .map(|other| Contrast {
            first: names[0].clone(),
            other: names[other].clone(),
            pairs: common(&observed[0], &observed[other]),
            rows: (0..metrics.len())
                .map(|index| row(&observed[0], &observed[other], index, &metrics[index], margin))
                .collect(),
        })
        .collect();
    let rows = || contrasts.iter().flat_map(|contrast| &contrast.rows);
    // A metric that no campaign moved at all was not tested.
    let p_values: Vec<f64> = rows().map(|row| row.paired.p_value).collect();
    let q_values = benjamini_hochberg(&p_values);
    for (row, q_value) in contrasts.iter_mut().flat_map(|contrast| &mut contrast.rows).zip(q_values) {
        row.q_value = q_value;
        row.finding = finding(&row.paired.difference, q_value, row.margin);
    }
    Comparison { seed, margin, contrasts, remarks: Vec::new() }
}

/// How many campaigns both have.
fn common(a: &Observations, b: &Observations) -> u64 {
    a.replications.iter().filter(|replication| b.replications.binary_search(replication).is_ok()).count()
        as u64
}

fn row(first: &Observations, other: &Observations, index: usize, metric: &Metric, margin: f64) -> Row {
    let is_share = metric.is_share();
    let estimate = first.estimate(index, metric);
    let margin = if is_share { margin } else { margin * estimate.value.abs() };
    Row {
        metric: metric.to_string(),
        name: metric.name(),
        is_share,
        first: estimate,
        other: other.estimate(index, metric),
        paired: difference(other, first, index, is_share),
        q_value: f64::NAN,
        margin,
        finding: Finding::Undecided { further: None },
    }
}

/// `a − b` on common luck. Shares of campaigns have an interval that does not collapse where no pair differs.
pub fn difference(a: &Observations, b: &Observations, index: usize, is_share: bool) -> PairedDifference {
    let once = |observed: &Observations| observed.values[index].iter().all(|&(_, n)| n == 1.0);
    if !is_share || !once(a) || !once(b) {
        return a.difference(b, index);
    }
    let mut counts = PairCounts::default();
    for (i, replication) in a.replications.iter().enumerate() {
        if let Ok(j) = b.replications.binary_search(replication) {
            counts.add(0.5 < a.values[index][i].0, 0.5 < b.values[index][j].0);
        }
    }
    paired_proportions(&counts, CONFIDENCE)
}

/// What an interval and its q-value say.
pub fn finding(difference: &Estimate, q_value: f64, margin: f64) -> Finding {
    if !difference.is_known() {
        return Finding::Undecided { further: None };
    }
    let inside = -margin <= difference.low && difference.high <= margin;
    match (q_value <= FALSE_DISCOVERY_RATE, inside) {
        (true, false) => Finding::Changed,
        (true, true) => Finding::ChangedWithinMargin,
        (false, true) => Finding::Same,
        (false, false) => {
            let further = match (Parity { fair: 0.0, margin }).verdict(difference) {
                Verdict::Undecided { further } => further,
                // Other than none by itself, but not among so many tests: about half as many again.
                _ => Some(difference.n / 2 + 1),
            };
            Finding::Undecided { further }
        }
    }
}

/// A value with its interval, of shares or of numbers.
pub fn estimate_of(values: &[(f64, f64)], is_share: bool) -> Estimate {
    let mut sums = ClusterSums::default();
    for &(y, n) in values {
        sums.add(y, n);
    }
    if is_share { sums.proportion(CONFIDENCE) } else { sums.mean(CONFIDENCE) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Faction;

    /// Wins by campaign, and turns.
    fn observed(wins: impl Fn(u32) -> bool, turns: impl Fn(u32) -> f64, n: u32) -> Observations {
        Observations {
            replications: (0..n).collect(),
            values: vec![
                (0..n).map(|i| (f64::from(u8::from(wins(i))), 1.0)).collect(),
                (0..n).map(|i| (turns(i), 1.0)).collect(),
            ],
        }
    }

    fn two(a: Observations, b: Observations) -> Contrast {
        let metrics = [Metric::WinRate(Faction::Rebel), Metric::Turns];
        let names = ["a".to_string(), "b".to_string()];
        compare(&names, &[a, b], &metrics, 1, 0.05).contrasts.remove(0)
    }

    #[test]
    fn a_real_change_is_found_and_the_rest_is_the_same() {
        // Every other campaign is won; the second variant wins one of ten more. Turns 10 to 12, one more in 1 of 50.
        let a = observed(|i| i % 2 == 0, |i| f64::from(10 + i % 3), 1000);
        let b =
            observed(|i| i % 2 == 0 || i % 10 == 1, |i| f64::from(10 + i % 3 + u32::from(i % 50 == 7)), 1000);
        let contrast = two(a, b);
        let wins = &contrast.rows[0];
        assert_eq!(wins.finding, Finding::Changed);
        assert!((wins.paired.difference.value - 0.1).abs() < 1e-12 && wins.paired.difference.contains(0.1));
        // 1 of 50 is found (20 pairs of 1,000, all the same way) but is 0.2 % of the length.
        assert_eq!(contrast.rows[1].finding, Finding::ChangedWithinMargin);
        assert!(0.9 < contrast.rows[1].paired.correlation);
        assert_eq!(contrast.pairs, 1000);
    }

    #[test]
    fn nothing_changed_is_said_with_an_interval_that_is_not_nothing() {
        let make = || observed(|i| i % 2 == 0, |i| f64::from(10 + i % 3), 400);
        let contrast = two(make(), make());
        assert_eq!(contrast.rows[0].finding, Finding::Same);
        assert!(0.0 < contrast.rows[0].paired.difference.half_width());
        assert_eq!(contrast.rows[0].q_value, 1.0);
        // Too few campaigns for the margin: undecided, with what is missing.
        let contrast = two(observed(|i| i % 2 == 0, |_| 1.0, 30), observed(|i| i % 3 == 0, |_| 1.0, 30));
        assert!(
            matches!(contrast.rows[0].finding, Finding::Undecided { further: Some(further) } if 30 < further)
        );
    }

    #[test]
    fn undecided_says_of_what_more_is_needed() {
        let undecided = |further| Finding::Undecided { further: Some(further) };
        assert_eq!(undecided(1101).words("campaign"), "undecided; 1,101 more campaigns");
        assert_eq!(undecided(1).words("battle"), "undecided; 1 more battle");
        // Clear by itself, but one of many tests.
        let difference = Estimate { value: 0.1, low: 0.01, high: 0.19, n: 200, ..Estimate::exact(0.1) };
        let found = finding(&difference, 0.2, 0.05);
        assert_eq!(found, undecided(101));
        assert!(is_lost_among_many(&difference, found));
        assert!(!is_lost_among_many(&difference, finding(&difference, 0.01, 0.05)));
    }

    #[test]
    fn different_counts_pair_on_what_both_have() {
        let contrast = two(observed(|i| i % 2 == 0, |_| 1.0, 50), observed(|i| i % 2 == 0, |_| 1.0, 80));
        assert_eq!((contrast.pairs, contrast.rows[0].paired.difference.n), (50, 50));
    }
}
