//! The value of one knob at which a metric meets a target: a search on common luck, with an interval for the answer.

use serde::Serialize;

use super::compare::estimate_of;
use super::measures::Measure;
use super::question::{Question, number_of};
use crate::analysis::crossing::Curve;
use crate::analysis::estimate::{Estimate, z_two_sided};
use crate::analysis::linear::Symmetric;
use crate::analysis::root::{Look, Search};
use crate::analysis::{CONFIDENCE, words};
use crate::error::Result;

/// One value of the knob that was tried.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Trial {
    pub knob: f64,
    pub metric: Estimate,
    /// It lies near the crossing and the answer goes by it.
    pub near: bool,
    #[serde(skip)]
    values: Vec<(f64, f64)>,
}

/// What a search came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Solution {
    /// The metric meets its target here.
    Found { knob: Estimate },
    /// The metric crosses the target, but its slope cannot be told from none: the answer may lie anywhere.
    NoSlope,
    /// The metric lies on one side of the target at both ends of the range.
    NoCrossing { at_low: Estimate, at_high: Estimate, target_within_an_interval: bool },
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Solved {
    pub title: String,
    pub knob: String,
    pub label: String,
    pub metric: String,
    pub metric_name: String,
    pub is_share: bool,
    pub target: f64,
    pub low: f64,
    pub high: f64,
    pub whole: bool,
    pub replications: u64,
    pub seed: u64,
    pub trials: Vec<Trial>,
    pub solution: Solution,
}

/// The least looks: both ends, and three that find.
const FEWEST_LOOKS: usize = 6;

/// Checks the table `[solve]` and gives the measure.
pub fn measure_of(question: &Question) -> Result<Measure> {
    let table = question.table(&question.file.solve, "solve")?;
    if question.file.knobs.len() != 1 {
        return Err(question.complaint("knobs", "`canto solve` turns one knob"));
    }
    let knob = &question.file.knobs[0];
    if knob.low.is_none() {
        return Err(question.complaint("knobs.0", "`canto solve` needs a range: `low` and `high`"));
    }
    if !(FEWEST_LOOKS..=200).contains(&table.looks) {
        return Err(question.complaint("solve.looks", format!("must be {FEWEST_LOOKS} to 200")));
    }
    let measure = Measure::parse(&table.metric, question.file.battle.is_some())
        .map_err(|error| question.complaint("solve.metric", error.to_string()))?;
    if measure.is_share() && !(0.0..=1.0).contains(&table.target) {
        return Err(question.complaint("solve.target", "must be 0 to 1 for a share"));
    }
    Ok(measure)
}

/// Searches. All looks meet the same luck, so that the curve is smooth where the rules are.
pub fn solve(question: &Question, seed: u64, progress: &(dyn Fn(u64) + Sync)) -> Result<Solved> {
    let measure = measure_of(question)?;
    let measures = [measure.clone()];
    let n = question.file.replications;
    let mut play = |value: f64| -> Result<(f64, Vec<(f64, f64)>)> {
        let value = question.file.knobs[0].number(value);
        let at = number_of(&value).unwrap_or(f64::NAN);
        let prepared = question.prepare(std::slice::from_ref(&value))?;
        let mut observed = prepared.play(&measures, seed, n, progress)?;
        Ok((at, observed.values.remove(0)))
    };
    let (trials, solution) = search(question, measure.is_share(), &mut play)?;
    let (file, knob) = (&question.file, &question.file.knobs[0]);
    let table = question.table(&file.solve, "solve")?;
    Ok(Solved {
        title: file.title.clone(),
        knob: knob.key.clone(),
        label: knob.name().to_string(),
        metric: measure.to_string(),
        metric_name: measure.name(),
        is_share: measure.is_share(),
        target: table.target,
        low: knob.low.unwrap_or(f64::NAN),
        high: knob.high.unwrap_or(f64::NAN),
        whole: knob.is_whole(),
        replications: n,
        seed,
        trials,
        solution,
    })
}

type Play<'p> = dyn FnMut(f64) -> Result<(f64, Vec<(f64, f64)>)> + 'p;

fn search(question: &Question, is_share: bool, play: &mut Play<'_>) -> Result<(Vec<Trial>, Solution)> {
    let table = question.table(&question.file.solve, "solve")?;
    let knob = &question.file.knobs[0];
    let range = (knob.low.unwrap_or(0.0), knob.high.unwrap_or(1.0));
    let aim = Aim { range, target: table.target, looks: table.looks, whole: knob.is_whole(), is_share };
    find(&aim, play)
}

/// What a search is after.
#[derive(Debug, Clone, Copy)]
pub struct Aim {
    pub range: (f64, f64),
    pub target: f64,
    pub looks: usize,
    /// The knob takes whole numbers only.
    pub whole: bool,
    pub is_share: bool,
}

/// The search itself, on any function that gives the knob's true value and the totals and counts by replication.
pub fn find(aim: &Aim, play: &mut Play<'_>) -> Result<(Vec<Trial>, Solution)> {
    let mut search = Search::new(aim.range.0, aim.range.1, aim.target, aim.whole);
    let mut trials: Vec<Trial> = Vec::new();
    let z = z_two_sided(CONFIDENCE);
    while search.looks.len() < aim.looks {
        let Some(wanted) = search.next_look() else { break };
        // A value that was tried before would meet the same luck and give the same answer.
        let known = trials.iter().find(|trial| trial.knob == wanted).cloned();
        let trial = match known {
            Some(trial) => trial,
            None => {
                let (knob, values) = play(wanted)?;
                let metric = estimate_of(&values, aim.is_share);
                let trial = Trial { knob, metric, near: false, values };
                trials.push(trial.clone());
                trial
            }
        };
        if !trial.metric.is_known() {
            break;
        }
        let error = trial.metric.half_width() / z;
        search.looks.push(Look { knob: trial.knob, value: trial.metric.value, error });
    }
    trials.sort_by(|a, b| a.knob.total_cmp(&b.knob));
    let solution = answer(&search, &mut trials, aim.is_share);
    Ok((trials, solution))
}

fn answer(search: &Search, trials: &mut [Trial], is_share: bool) -> Solution {
    let mut known: Vec<usize> = (0..trials.len()).filter(|&i| trials[i].metric.is_known()).collect();
    known.dedup_by(|a, b| trials[*a].knob == trials[*b].knob);
    let curve = curve_of(&known.iter().map(|&i| &trials[i]).collect::<Vec<&Trial>>(), is_share);
    let replications = known.iter().map(|&i| trials[i].values.len()).min().unwrap_or(0);
    let crossing =
        search.window().and_then(|window| curve.crossing(window, search.target, replications as u64));
    let Some(crossing) = crossing else {
        let unknown = Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, crate::analysis::Method::StudentT);
        return Solution::NoCrossing {
            at_low: trials.first().map_or(unknown, |trial| trial.metric),
            at_high: trials.last().map_or(unknown, |trial| trial.metric),
            target_within_an_interval: trials.iter().any(|trial| trial.metric.contains(search.target)),
        };
    };
    for i in crossing.near {
        trials[known[i]].near = true;
    }
    crossing.knob.map_or(Solution::NoSlope, |knob| Solution::Found { knob })
}

/// The values with the covariance that they have because replications meet the same luck at every value.
///
/// Source: the linearised ratio of sums (Cochran 1977, Sampling Techniques, §2.11), replication by replication.
fn curve_of(trials: &[&Trial], is_share: bool) -> Curve {
    let n = trials.iter().map(|trial| trial.values.len()).min().unwrap_or(0);
    let pulls: Vec<Vec<f64>> = trials
        .iter()
        .map(|trial| {
            let counts: f64 = trial.values[..n].iter().map(|(_, count)| count).sum();
            let ratio = trial.metric.value;
            trial.values[..n].iter().map(|(total, count)| (total - ratio * count) / counts).collect()
        })
        .collect();
    let z = z_two_sided(CONFIDENCE);
    let correction = n as f64 / (n as f64 - 1.0).max(1.0);
    let mut covariance = Symmetric::zero(trials.len());
    for (i, trial) in trials.iter().enumerate() {
        for j in 0..=i {
            let shared = correction * pulls[i].iter().zip(&pulls[j]).map(|(a, b)| a * b).sum::<f64>();
            covariance.add(i, j, shared);
        }
        // Where all replications agree they show no spread, but the value's own interval knows better.
        let own = (trial.metric.half_width() / z).powi(2);
        let more = (own - covariance.get(i, i)).max(0.0);
        covariance.add(i, i, more);
    }
    covariance.mirror();
    Curve {
        is_share,
        knobs: trials.iter().map(|trial| trial.knob).collect(),
        values: trials.iter().map(|trial| trial.metric.value).collect(),
        covariance,
    }
}

impl Solved {
    /// The answer in a sentence.
    pub fn sentence(&self) -> String {
        let share = |value: f64| match self.is_share {
            true => format!("{} %", words::number(100.0 * value, 1)),
            false => words::number(value, 2),
        };
        let written =
            |estimate: &Estimate| if self.is_share { words::share(estimate) } else { words::value(estimate) };
        let target = share(self.target);
        match &self.solution {
            Solution::Found { knob } => {
                let at_end = knob.low <= self.low || self.high <= knob.high;
                let remark = if at_end {
                    "; the interval reaches the end of the range that was searched, and may go on"
                } else {
                    ""
                };
                format!(
                    "{} meets {target} at {} = {}{remark}.",
                    self.metric_name,
                    self.label,
                    words::value(knob)
                )
            }
            Solution::NoSlope => format!(
                "No answer: between {} and {} the knob moves {} too little to be told from luck; more replications or a wider range may.",
                self.low, self.high, self.metric_name
            ),
            Solution::NoCrossing { at_low, at_high, target_within_an_interval } => {
                let remark = match target_within_an_interval {
                    true => {
                        " The target lies within an interval, so that more replications may find a crossing."
                    }
                    false => "",
                };
                format!(
                    "No value between {} and {} brings {} to {target}: it is {} at the low end and {} at the high end.{remark}",
                    self.low,
                    self.high,
                    self.metric_name,
                    written(at_low),
                    written(at_high)
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose};

    const AIM: Aim = Aim { range: (0.0, 10.0), target: 0.5, looks: 11, whole: false, is_share: true };

    #[derive(Debug, Clone, Copy)]
    enum Dice {
        /// The same at every value of the knob: all values share their error.
        Common,
        /// Others at every value, as in battles that take another course.
        Other,
    }

    /// Trials of a game that is won with probability `metric`.
    fn game(
        metric: impl Fn(f64) -> f64,
        dice: Dice,
        seed: u64,
        n: u64,
    ) -> impl FnMut(f64) -> Result<(f64, Vec<(f64, f64)>)> {
        move |x| {
            let key = match dice {
                Dice::Common => 21,
                Dice::Other => x.to_bits(),
            };
            let win = |i| Luck::new(seed, i).stream(Purpose::Soak, key).unit() < metric(x);
            Ok((x, (0..n).map(|i| (f64::from(u8::from(win(i))), 1.0)).collect()))
        }
    }

    /// In how many of a hundred searches the interval holds the root; no answer does not.
    fn coverage(
        aim: &Aim,
        metric: impl Fn(f64) -> f64 + Copy,
        dice: Dice,
        (samples, n): (u64, u64),
        root: f64,
    ) -> f64 {
        let holds = |seed: &u64| {
            let (_, solution) = find(aim, &mut game(metric, dice, *seed, n)).unwrap();
            matches!(solution, Solution::Found { knob } if knob.contains(root))
        };
        100.0 * (0..samples).filter(holds).count() as f64 / samples as f64
    }

    /// 95 % of 1,000 searches have a standard error of 0.7 %, of 500 one of 1 %. Between values that cannot be tried the
    /// interval takes in two readings of the curve, so that it may hold a little more than it says.
    fn assert_honest(name: &str, coverage: f64) {
        assert!((92.0..=99.0).contains(&coverage), "{name}: {coverage} %");
    }

    fn linear(x: f64) -> f64 {
        0.2 + 0.05 * x
    }

    /// Even at x = 4.
    fn steep(x: f64) -> f64 {
        1.0 / (1.0 + (-1.2 * (x - 4.0)).exp())
    }

    /// It is 0.8 at x = ln 5, where it already bends away from lines.
    fn saturating(x: f64) -> f64 {
        1.0 - (-x).exp()
    }

    const EIGHTY: Aim = Aim { target: 0.8, ..AIM };

    #[test]
    fn roots_on_common_luck_are_covered_as_often_as_they_say() {
        let root = 5.0_f64.ln();
        let common = Dice::Common;
        assert_honest("linear", coverage(&AIM, linear, common, (1000, 200), 6.0));
        assert_honest("steep", coverage(&AIM, steep, common, (1000, 200), 4.0));
        assert_honest("saturating, 200", coverage(&EIGHTY, saturating, common, (1000, 200), root));
        assert_honest("saturating, 1000", coverage(&EIGHTY, saturating, common, (500, 1000), root));
        let six = Aim { looks: 6, ..EIGHTY };
        assert_honest("saturating, six looks", coverage(&six, saturating, common, (500, 1000), root));
    }

    /// Values that share no luck are averaged, and a bracket may be narrow and steep by luck alone.
    #[test]
    fn roots_on_other_luck_are_covered_as_often_as_they_say() {
        assert_honest("linear", coverage(&AIM, linear, Dice::Other, (1000, 200), 6.0));
        assert_honest("steep", coverage(&AIM, steep, Dice::Other, (1000, 200), 4.0));
    }

    /// Both readings between whole numbers are covered: the smooth curve, 1 − exp(−x / 1.4), is 0.8 at 1.4 ln 5 = 2.253;
    /// the line that joins its values at 2, 0.7603, and 3, 0.8827, at 2.324.
    #[test]
    fn roots_between_whole_numbers_are_covered_as_often_as_they_say() {
        let aim = Aim { range: (0.0, 6.0), whole: true, ..EIGHTY };
        let metric = |x: f64| saturating(x / 1.4);
        for root in [1.4 * 5.0_f64.ln(), 2.0 + (0.8 - metric(2.0)) / (metric(3.0) - metric(2.0))] {
            assert_honest("whole", coverage(&aim, metric, Dice::Common, (1000, 200), root));
        }
    }

    #[test]
    fn what_cannot_be_met_is_said() {
        let (trials, solution) =
            find(&Aim { range: (0.0, 4.0), target: 0.9, ..AIM }, &mut game(linear, Dice::Common, 1, 300))
                .unwrap();
        assert_eq!(trials.len(), 2, "both ends are enough");
        let Solution::NoCrossing { at_low, at_high, target_within_an_interval } = solution else {
            panic!("{solution:?}")
        };
        assert!(at_low.contains(0.2) && at_high.contains(0.4) && !target_within_an_interval);
        // A knob that only stirs the luck has no slope.
        let mut idle = |x: f64| {
            let win = |i| Luck::new(7, i).stream(Purpose::Soak, (1000.0 * x) as u64).unit() < 0.5;
            Ok((x, (0..40).map(|i| (f64::from(u8::from(win(i))), 1.0)).collect()))
        };
        let (_, solution) = find(&AIM, &mut idle).unwrap();
        assert!(!matches!(solution, Solution::Found { .. }), "{solution:?}");
    }
}
