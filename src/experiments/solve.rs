//! The value of one knob at which a metric meets a target: a search on common luck, with an interval for the answer.

use serde::Serialize;

use super::compare::estimate_of;
use super::measures::Measure;
use super::question::{Question, number_of};
use crate::analysis::bootstrap::{Resampling, bootstrap};
use crate::analysis::estimate::{Estimate, z_two_sided};
use crate::analysis::root::{Answer, Look, Search};
use crate::analysis::{CONFIDENCE, words};
use crate::error::Result;

/// One value of the knob that was tried.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Trial {
    pub knob: f64,
    pub metric: Estimate,
    /// It lies near the crossing and the answer's line goes through it.
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
    /// The line crosses the target, but its slope cannot be told from none: the answer may lie anywhere.
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
    let (trials, solution) = search(question, measure.is_share(), seed, &mut play)?;
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

fn search(
    question: &Question,
    is_share: bool,
    seed: u64,
    play: &mut Play<'_>,
) -> Result<(Vec<Trial>, Solution)> {
    let table = question.table(&question.file.solve, "solve")?;
    let knob = &question.file.knobs[0];
    let range = (knob.low.unwrap_or(0.0), knob.high.unwrap_or(1.0));
    let aim = Aim { range, target: table.target, looks: table.looks, whole: knob.is_whole(), is_share };
    find(&aim, seed, play)
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
pub fn find(aim: &Aim, seed: u64, play: &mut Play<'_>) -> Result<(Vec<Trial>, Solution)> {
    let mut search = Search::new(aim.range.0, aim.range.1, aim.target);
    let mut trials: Vec<Trial> = Vec::new();
    let z = z_two_sided(CONFIDENCE);
    while search.looks.len() < aim.looks {
        let Some(wanted) = search.next_look() else { break };
        let wanted = if aim.whole { wanted.round() } else { wanted };
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
    let solution = answer(&search, &mut trials, seed);
    trials.sort_by(|a, b| a.knob.total_cmp(&b.knob));
    Ok((trials, solution))
}

fn answer(search: &Search, trials: &mut [Trial], seed: u64) -> Solution {
    let end = |trials: &[Trial], knob: f64| {
        let nearest = trials.iter().min_by(|a, b| (a.knob - knob).abs().total_cmp(&(b.knob - knob).abs()));
        nearest.map_or(
            Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, crate::analysis::Method::StudentT),
            |trial| trial.metric,
        )
    };
    let centre = match search.answer() {
        Answer::NoCrossing { .. } => {
            let within = trials.iter().any(|trial| trial.metric.contains(search.target));
            return Solution::NoCrossing {
                at_low: end(trials, search.low),
                at_high: end(trials, search.high),
                target_within_an_interval: within,
            };
        }
        Answer::NoSlope => return Solution::NoSlope,
        Answer::Found { knob } => knob.value.clamp(search.low, search.high),
    };
    // The line goes through what lies within a span of the crossing, three values at least.
    let mut order: Vec<usize> = (0..trials.len()).collect();
    order.sort_by(|&a, &b| (trials[a].knob - centre).abs().total_cmp(&(trials[b].knob - centre).abs()));
    let within = order.iter().filter(|&&i| (trials[i].knob - centre).abs() <= 1.01 * search.span).count();
    order.truncate(within.max(3).min(trials.len()));
    for &i in &order {
        trials[i].near = true;
    }
    let near: Vec<(f64, &[(f64, f64)])> =
        order.iter().map(|&i| (trials[i].knob, trials[i].values.as_slice())).collect();
    let replications = near.iter().map(|(_, values)| values.len()).min().unwrap_or(0);
    // Looks share their luck and so their error: replications are resampled, the same ones at every look.
    let resampling = Resampling::new(seed);
    let slope = |weights: &[u32]| line(&near, weights).map_or(f64::NAN, |(_, _, slope)| slope);
    let slopes = bootstrap("slope of the search", replications, resampling, slope);
    if !slopes.is_known() || slopes.contains(0.0) {
        return Solution::NoSlope;
    }
    let root = |weights: &[u32]| {
        line(&near, weights).map_or(f64::NAN, |(x, y, slope)| x + (search.target - y) / slope)
    };
    let knob = bootstrap("root of the search", replications, resampling, root);
    if knob.is_known() { Solution::Found { knob } } else { Solution::NoSlope }
}

/// Mean knob, mean metric and slope of the least-squares line through weighted looks.
fn line(near: &[(f64, &[(f64, f64)])], weights: &[u32]) -> Option<(f64, f64, f64)> {
    let mut points = Vec::with_capacity(near.len());
    for (knob, values) in near {
        let (mut y, mut n) = (0.0, 0.0);
        for (&(total, count), &weight) in values.iter().zip(weights) {
            y += f64::from(weight) * total;
            n += f64::from(weight) * count;
        }
        if n <= 0.0 {
            return None;
        }
        points.push((*knob, y / n));
    }
    let count = points.len() as f64;
    let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
    let sxx: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let sxy: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    (0.0 < sxx).then(|| (mean_x, mean_y, sxy / sxx))
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
                let beyond = knob.low < self.low || self.high < knob.high;
                let remark =
                    if beyond { "; the interval reaches beyond the range that was searched" } else { "" };
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

    /// Trials of a game that is won with probability 0.2 + 0.05 x, on common luck.
    fn game(seed: u64, n: u64) -> impl FnMut(f64) -> Result<(f64, Vec<(f64, f64)>)> {
        move |x| {
            let win = |i| Luck::new(seed, i).stream(Purpose::Soak, 21).unit() < 0.2 + 0.05 * x;
            Ok((x, (0..n).map(|i| (f64::from(u8::from(win(i))), 1.0)).collect()))
        }
    }

    /// Even at x = 6. All looks share their luck, so the error of the level does not average out over them.
    #[test]
    fn roots_on_common_luck_are_covered_as_often_as_they_say() {
        let mut covered = 0;
        for seed in 0..200 {
            let (_, solution) = find(&AIM, seed, &mut game(seed, 200)).unwrap();
            if let Solution::Found { knob } = solution {
                covered += u32::from(knob.contains(6.0));
            }
        }
        // 190 of 200 with a standard error of 3.1; a bootstrap of 200 covers a little less.
        assert!(178 <= covered, "{covered}");
    }

    #[test]
    fn what_cannot_be_met_is_said() {
        let (trials, solution) =
            find(&Aim { range: (0.0, 4.0), target: 0.9, ..AIM }, 1, &mut game(1, 300)).unwrap();
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
        let (_, solution) = find(&AIM, 1, &mut idle).unwrap();
        assert!(!matches!(solution, Solution::Found { .. }), "{solution:?}");
    }
}
