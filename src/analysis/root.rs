//! At which value of a knob does a noisy metric meet its target? A search on common luck, and an interval for the answer.

use serde::Serialize;

use super::estimate::{CONFIDENCE, Estimate, Method, t_two_sided};

/// One look of the search: where, what was found, and its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Look {
    pub knob: f64,
    pub value: f64,
    pub error: f64,
}

/// Why a search ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Answer {
    /// The metric meets its target here, with the interval of the knob.
    Found { knob: Estimate },
    /// It lies on one side of the target over the whole range.
    NoCrossing { at_low: f64, at_high: f64 },
    /// The knob does not measurably move the metric.
    NoSlope,
}

/// Looks that find the neighbourhood; those after them measure it.
const FINDING: usize = 5;
/// Places of the measuring looks around the crossing, in spans; taken in turn.
const PLACES: [f64; 4] = [-1.0, 1.0, -0.5, 0.5];

/// A search for the knob between `low` and `high` at which the metric meets `target`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Search {
    pub low: f64,
    pub high: f64,
    pub target: f64,
    /// The metric is taken as straight within this distance of the crossing.
    pub span: f64,
    pub looks: Vec<Look>,
}

impl Search {
    pub fn new(low: f64, high: f64, target: f64) -> Search {
        Search { low, high, target, span: (high - low) / 6.0, looks: Vec::new() }
    }

    /// Where to look next; `None` where nothing crosses the target.
    ///
    /// Both ends first, then where a line through the neighbours of the crossing meets the target (regula falsi,
    /// kept a tenth of the bracket away from its ends: Brent 1973, ch. 4). Looks that crowd at the root would
    /// measure its slope badly, so the later ones are spread around it, which is the good design for a line.
    pub fn next_look(&self) -> Option<f64> {
        match self.looks.len() {
            0 => return Some(self.low),
            1 => return Some(self.high),
            _ => {}
        }
        let (below, above) = bracket(&self.looks, self.target)?;
        let made = self.looks.len();
        if made < FINDING {
            let share = (self.target - below.value) / (above.value - below.value);
            return Some(below.knob + share.clamp(0.1, 0.9) * (above.knob - below.knob));
        }
        let place = PLACES[(made - FINDING) % PLACES.len()];
        Some((self.centre(below, above) + place * self.span).clamp(self.low, self.high))
    }

    /// Where the finding looks saw the crossing; fixed once they are made, so that the measuring looks do not chase
    /// noise.
    fn centre(&self, below: Look, above: Look) -> f64 {
        let finding = &self.looks[..self.looks.len().min(FINDING)];
        let (below, above) = bracket(finding, self.target).unwrap_or((below, above));
        let share = (self.target - below.value) / (above.value - below.value).max(f64::MIN_POSITIVE);
        below.knob + share.clamp(0.0, 1.0) * (above.knob - below.knob)
    }

    /// The answer of all looks: a straight line fitted around the crossing by weighted least squares, solved for the
    /// target, with Fieller's interval.
    ///
    /// Source: Fieller (1954), J. R. Stat. Soc. B 16, 175–185, for the ratio of intercept and slope. Where the spread
    /// around the line exceeds the looks' own errors, it widens the interval.
    pub fn answer(&self) -> Answer {
        let Some((below, above)) = bracket(&self.looks, self.target) else {
            let end = |knob: f64| {
                let apart = |look: &Look| (look.knob - knob).abs();
                let nearest = self.looks.iter().min_by(|a, b| apart(a).total_cmp(&apart(b)));
                nearest.map_or(f64::NAN, |look| look.value)
            };
            return Answer::NoCrossing { at_low: end(self.low), at_high: end(self.high) };
        };
        let centre = self.centre(below, above);
        let mut near: Vec<Look> = if self.looks.len() < FINDING + 3 {
            self.looks.clone()
        } else {
            // The looks that were placed by what others found would bias the line a little.
            self.looks[FINDING..].to_vec()
        };
        near.sort_by(|a, b| (a.knob - centre).abs().total_cmp(&(b.knob - centre).abs()));
        let within = near.iter().filter(|look| (look.knob - centre).abs() <= 1.01 * self.span).count();
        near.truncate(within.max(3).min(near.len()));
        fit_line(&near, self.target, centre)
    }
}

/// The narrowest pair of neighbours on either side of the target.
fn bracket(looks: &[Look], target: f64) -> Option<(Look, Look)> {
    let mut sorted = looks.to_vec();
    sorted.sort_by(|a, b| a.knob.total_cmp(&b.knob));
    let crossings =
        sorted.windows(2).filter(|pair| (pair[0].value - target) * (pair[1].value - target) <= 0.0);
    let narrowest = crossings.min_by(|a, b| (a[1].knob - a[0].knob).total_cmp(&(b[1].knob - b[0].knob)))?;
    let (first, second) = (narrowest[0], narrowest[1]);
    Some(if first.value <= second.value { (first, second) } else { (second, first) })
}

fn fit_line(looks: &[Look], target: f64, centre: f64) -> Answer {
    let floor =
        looks.iter().map(|look| look.error).filter(|error| 0.0 < *error).fold(f64::INFINITY, f64::min);
    let floor = if floor.is_finite() { floor } else { 1e-9 };
    let weight = |look: &Look| look.error.max(floor).powi(-2);
    let total: f64 = looks.iter().map(weight).sum();
    let mean_x = looks.iter().map(|look| weight(look) * (look.knob - centre)).sum::<f64>() / total;
    let mean_y = looks.iter().map(|look| weight(look) * (look.value - target)).sum::<f64>() / total;
    let sxx: f64 = looks.iter().map(|look| weight(look) * (look.knob - centre - mean_x).powi(2)).sum();
    let sxy: f64 = looks
        .iter()
        .map(|look| weight(look) * (look.knob - centre - mean_x) * (look.value - target - mean_y))
        .sum();
    if sxx <= 0.0 {
        return Answer::NoSlope;
    }
    let slope = sxy / sxx;
    let residuals: f64 = looks
        .iter()
        .map(|look| {
            weight(look) * (look.value - target - mean_y - slope * (look.knob - centre - mean_x)).powi(2)
        })
        .sum();
    // With two looks the line goes through both; their own errors are all there is.
    let freedom = looks.len() as f64 - 2.0;
    let excess = if 0.0 < freedom { (residuals / freedom).max(1.0) } else { 1.0 };
    let t = t_two_sided(CONFIDENCE, if 0.0 < freedom && 1.0 < excess { freedom } else { 1e6 });
    let (variance_y, variance_slope) = (excess / total, excess / sxx);
    // Solve mean_y + slope (x − mean_x) = 0 for x; mean and slope are uncorrelated about the weighted mean.
    let g = t * t * variance_slope / (slope * slope);
    if 1.0 <= g {
        return Answer::NoSlope;
    }
    let ratio = -mean_y / slope;
    let middle = ratio / (1.0 - g);
    let root = variance_y * (1.0 - g) + ratio * ratio * variance_slope;
    let half = t / slope.abs() * root.max(0.0).sqrt() / (1.0 - g);
    let value = centre + mean_x + ratio;
    let knob = Estimate {
        value,
        low: (centre + mean_x + middle - half).min(value),
        high: (centre + mean_x + middle + half).max(value),
        n: looks.len() as u64,
        method: Method::Fieller,
        confidence: CONFIDENCE,
    };
    Answer::Found { knob }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose, Seeded};

    /// Sum of twelve uniforms less six: nearly standard normal.
    fn normal(stream: &mut Seeded) -> f64 {
        (0..12).map(|_| stream.unit()).sum::<f64>() - 6.0
    }

    fn search(
        metric: impl Fn(f64) -> f64,
        noise: f64,
        target: f64,
        looks: usize,
        stream: &mut Seeded,
    ) -> Answer {
        let mut search = Search::new(0.0, 10.0, target);
        while search.looks.len() < looks {
            let Some(knob) = search.next_look() else { break };
            search.looks.push(Look { knob, value: metric(knob) + noise * normal(stream), error: noise });
        }
        search.answer()
    }

    #[test]
    fn a_straight_metric_is_solved_exactly_without_noise() {
        let mut stream = Luck::new(1, 0).stream(Purpose::Soak, 11);
        // 0.2 + 0.05 x = 0.5 at x = 6.
        let Answer::Found { knob } = search(|x| 0.2 + 0.05 * x, 1e-9, 0.5, 6, &mut stream) else {
            panic!("found")
        };
        assert!((knob.value - 6.0).abs() < 1e-6, "{knob}");
        // Downwards as well: 0.9 − 0.1 x = 0.5 at x = 4.
        let Answer::Found { knob } = search(|x| 0.9 - 0.1 * x, 1e-9, 0.5, 6, &mut stream) else {
            panic!("found")
        };
        assert!((knob.value - 4.0).abs() < 1e-6, "{knob}");
    }

    #[test]
    fn a_target_out_of_reach_and_a_dead_knob_are_told() {
        let mut stream = Luck::new(2, 0).stream(Purpose::Soak, 12);
        assert!(matches!(search(|x| 0.6 + 0.01 * x, 1e-3, 0.5, 5, &mut stream), Answer::NoCrossing { .. }));
        let looks: Vec<Look> = (0..5)
            .map(|i| Look { knob: f64::from(i), value: if i % 2 == 0 { 0.49 } else { 0.51 }, error: 0.02 })
            .collect();
        assert_eq!(Search { looks, ..Search::new(0.0, 4.0, 0.5) }.answer(), Answer::NoSlope);
    }

    /// A logistic metric with noise of 0.02: the interval holds the root, x = 4, in about 95 % of 400 searches.
    #[test]
    fn intervals_of_the_root_cover_as_often_as_they_say() {
        let metric = |x: f64| 1.0 / (1.0 + (-0.25 * (x - 4.0)).exp());
        let (mut covered, mut found) = (0, 0);
        for sample in 0..400 {
            let mut stream = Luck::new(43, sample).stream(Purpose::Soak, 13);
            if let Answer::Found { knob } = search(metric, 0.02, 0.5, 13, &mut stream) {
                found += 1;
                covered += u32::from(knob.contains(4.0));
            }
        }
        assert!(395 <= found, "{found}");
        // 95 % of 400 is 380 with a standard error of 4.4; the centre of the design depends on luck.
        assert!((358..=398).contains(&covered), "{covered}");
    }
}
