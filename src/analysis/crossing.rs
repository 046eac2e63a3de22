//! Where a measured curve meets a target, with an interval that also holds where the curve is bent.
//!
//! A value of the knob belongs to the interval if the metric there cannot be told from the target: the set of all x with
//! |f(x) − target| ≤ z × error of f(x). That is Fieller's argument (1954, J. R. Stat. Soc. B 16, 175–185) for any curve
//! that is linear in what was measured, and it needs no slope in a denominator. The errors go by the covariance of the
//! values: those on common luck share most of their error.

use super::estimate::{CONFIDENCE, Estimate, Method, z_two_sided};
use super::linear::Symmetric;
use super::root::{Look, Window, bracket};

/// A parabola is fitted to so many values of a window at least; fewer are joined, not fitted.
const ENOUGH: usize = 5;
/// Steps in which a border is sought before it is bisected.
const STEPS: u32 = 100;
/// Residuals that are as large by luck in one of a hundred windows are not luck.
const MISFIT: f64 = 0.01;

/// A metric measured at several values of a knob.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Rising, all different.
    pub knobs: Vec<f64>,
    pub values: Vec<f64>,
    /// Of the values.
    pub covariance: Symmetric,
    /// The metric is a share, from 0 to 1.
    pub is_share: bool,
}

/// Where it meets the target.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossing {
    /// `None` where the slope cannot be told from none.
    pub knob: Option<Estimate>,
    /// The places of the values that carry the answer.
    pub near: Vec<usize>,
}

impl Curve {
    /// `None` where the values lie on one side of the target.
    pub fn crossing(&self, window: Window, target: f64, n: u64) -> Option<Crossing> {
        let looks = self.knobs.iter().zip(&self.values).enumerate();
        let looks: Vec<Look> = looks
            .map(|(i, (&knob, &value))| Look { knob, value, error: self.covariance.get(i, i).sqrt() })
            .collect();
        let (left, _) = bracket(&looks, target)?;
        let left = self.knobs.iter().position(|knob| *knob == left.knob)?;
        let mut window = window;
        loop {
            let members: Vec<usize> =
                (0..self.knobs.len()).filter(|&i| window.holds(self.knobs[i])).collect();
            let fitted =
                (ENOUGH <= members.len()).then(|| self.fitted(&members, window.centre, target)).flatten();
            let all = members.len() == self.knobs.len();
            let (reach, near) = match fitted {
                Some(reach) => (reach, members),
                None => self.joined(left, target)?,
            };
            if self.slopes(&near) {
                let open = reach.low <= self.knobs[0] && *self.knobs.last()? <= reach.high;
                let knob = Estimate {
                    value: reach.value,
                    low: reach.low,
                    high: reach.high,
                    n,
                    method: Method::Fieller,
                    confidence: CONFIDENCE,
                };
                return Some(Crossing { knob: (!open).then_some(knob), near });
            }
            if all {
                return Some(Crossing { knob: None, near });
            }
            // The window was narrower than the noise allows: luck had made the curve look steep.
            window.span *= 2.0;
        }
    }

    /// A line through these values has a slope that luck does not explain.
    fn slopes(&self, members: &[usize]) -> bool {
        Polynomial::fit(self, members, 1).is_some_and(|line| {
            let error = line.covariance.get(1, 1).max(0.0).sqrt();
            z_two_sided(CONFIDENCE) * error < line.coefficients[1].abs()
        })
    }

    /// By a parabola through the values of the window; `None` where it misses them or the target.
    fn fitted(&self, members: &[usize], centre: f64, target: f64) -> Option<Reach> {
        let parabola = Polynomial::fit(self, members, 2)?;
        if parabola.misses(self, members) {
            return None;
        }
        let (first, last) = (self.knobs[members[0]], self.knobs[*members.last()?]);
        let value = parabola.roots(target, first, last).min_by(|a, b| {
            let apart = |x: &f64| (x - centre).abs();
            apart(a).total_cmp(&apart(b))
        })?;
        // Outside its window a parabola says nothing: there the values themselves are asked.
        let low = parabola.border(target, value, first).unwrap_or_else(|| self.walk(target, first, false));
        let high = parabola.border(target, value, last).unwrap_or_else(|| self.walk(target, last, true));
        Some(Reach { value, low, high })
    }

    /// Between too few values for a fit nobody knows how the curve runs. Two readings are taken in: the line that joins
    /// neighbours (for whole numbers nothing else is meant) and the smooth curve through the four values around the
    /// crossing. The answer is that of the line.
    fn joined(&self, left: usize, target: f64) -> Option<(Reach, Vec<usize>)> {
        let line = Polynomial::fit(self, &[left, left + 1], 1)?;
        let (from, to) = (self.knobs[left], self.knobs[left + 1]);
        let rise = self.values[left + 1] - self.values[left];
        let share = if rise == 0.0 { 0.5 } else { (target - self.values[left]) / rise };
        let value = from + share.clamp(0.0, 1.0) * (to - from);
        let low = line.border(target, value, from).unwrap_or_else(|| self.walk(target, from, false));
        let high = line.border(target, value, to).unwrap_or_else(|| self.walk(target, to, true));
        let mut reach = Reach { value, low, high };
        let mut near: Vec<usize> = (0..self.knobs.len()).collect();
        near.sort_by(|&a, &b| {
            let apart = |i: usize| (self.knobs[i] - value).abs();
            // The ends of the bracket themselves always belong.
            let outside = |i: usize| i != left && i != left + 1;
            outside(a).cmp(&outside(b)).then(apart(a).total_cmp(&apart(b)))
        });
        near.truncate(4);
        near.sort_unstable();
        if let Some(smooth) = Polynomial::fit(self, &near, near.len() - 1) {
            let (first, last) = (self.knobs[near[0]], self.knobs[*near.last()?]);
            for root in smooth.roots(target, from, to) {
                reach.low = reach.low.min(smooth.border(target, root, first).unwrap_or(first));
                reach.high = reach.high.max(smooth.border(target, root, last).unwrap_or(last));
            }
        }
        Some((reach, near))
    }

    /// From a value of the knob outwards along the lines that join neighbours, until the metric differs from the
    /// target; at most to the end of what was tried.
    fn walk(&self, target: f64, start: f64, upwards: bool) -> f64 {
        let pairs = self.knobs.len() - 1;
        let order = |step: usize| if upwards { step } else { pairs - 1 - step };
        for pair in (0..pairs).map(order) {
            let (from, to) = (self.knobs[pair], self.knobs[pair + 1]);
            let end = if upwards { to } else { from };
            let ahead = if upwards { start < end } else { end < start };
            if !ahead {
                continue;
            }
            let Some(line) = Polynomial::fit(self, &[pair, pair + 1], 1) else { continue };
            if let Some(border) = line.border(target, start.clamp(from, to), end) {
                return border;
            }
        }
        if upwards { self.knobs[pairs] } else { self.knobs[0] }
    }
}

struct Reach {
    value: f64,
    low: f64,
    high: f64,
}

/// A polynomial by least squares, with the covariance of its coefficients.
struct Polynomial {
    middle: f64,
    scale: f64,
    coefficients: Vec<f64>,
    covariance: Symmetric,
    /// What each value adds to each coefficient.
    gains: Vec<Vec<f64>>,
    is_share: bool,
}

impl Polynomial {
    /// All values weigh the same: their errors are much alike, and hardly averaged where they share their luck.
    fn fit(curve: &Curve, members: &[usize], degree: usize) -> Option<Polynomial> {
        let (first, last) = (curve.knobs[*members.first()?], curve.knobs[*members.last()?]);
        let (middle, scale) = (0.5 * (first + last), 0.5 * (last - first));
        let size = degree + 1;
        let rows: Vec<Vec<f64>> =
            members.iter().map(|&i| powers((curve.knobs[i] - middle) / scale, size)).collect();
        let mut normal = Symmetric::zero(size);
        for row in &rows {
            for i in 0..size {
                for j in 0..=i {
                    normal.add(i, j, row[i] * row[j]);
                }
            }
        }
        normal.mirror();
        let factored = normal.cholesky()?;
        let gains: Vec<Vec<f64>> = rows.iter().map(|row| factored.solve(row)).collect();
        let mut coefficients = vec![0.0; size];
        let mut covariance = Symmetric::zero(size);
        for (a, gain_a) in members.iter().zip(&gains) {
            for (coefficient, gain) in coefficients.iter_mut().zip(gain_a) {
                *coefficient += gain * curve.values[*a];
            }
            for (b, gain_b) in members.iter().zip(&gains) {
                let shared = curve.covariance.get(*a, *b);
                for (i, of_a) in gain_a.iter().enumerate() {
                    for (j, of_b) in gain_b.iter().enumerate().take(i + 1) {
                        covariance.add(i, j, of_a * shared * of_b);
                    }
                }
            }
        }
        covariance.mirror();
        Some(Polynomial { middle, scale, coefficients, covariance, gains, is_share: curve.is_share })
    }

    fn row(&self, x: f64) -> Vec<f64> {
        powers((x - self.middle) / self.scale, self.coefficients.len())
    }

    /// Value and standard error.
    fn at(&self, x: f64) -> (f64, f64) {
        let row = self.row(x);
        let value = row.iter().zip(&self.coefficients).map(|(a, b)| a * b).sum();
        let mut variance = 0.0;
        for i in 0..row.len() {
            for j in 0..row.len() {
                variance += row[i] * self.covariance.get(i, j) * row[j];
            }
        }
        (value, variance.max(0.0).sqrt())
    }

    /// The metric differs from the target here, more than by luck.
    ///
    /// The error of a share is taken as it would be at the target, as in Wilson's interval (1927, J. Am. Stat. Assoc. 22,
    /// 209–212): by its own a share near 0 or 1 would be too sure.
    fn differs(&self, x: f64, target: f64) -> bool {
        let (value, mut error) = self.at(x);
        let spread = |share: f64| share * (1.0 - share);
        if self.is_share && 0.0 < spread(value) && 0.0 < spread(target) {
            error *= (spread(target) / spread(value)).sqrt();
        }
        z_two_sided(CONFIDENCE) * error < (value - target).abs()
    }

    /// Between a root and an end: where the metric begins to differ from the target; `None` if nowhere.
    fn border(&self, target: f64, root: f64, end: f64) -> Option<f64> {
        let place = |step: u32| root + (end - root) * f64::from(step) / f64::from(STEPS);
        let step = (1..=STEPS).find(|&step| self.differs(place(step), target))?;
        let (mut inside, mut outside) = (place(step - 1), place(step));
        for _ in 0..60 {
            let middle = 0.5 * (inside + outside);
            if self.differs(middle, target) { outside = middle } else { inside = middle }
        }
        Some(outside)
    }

    /// Where it meets the target between two values of the knob.
    fn roots(&self, target: f64, from: f64, to: f64) -> impl Iterator<Item = f64> {
        let place = move |step: u32| from + (to - from) * f64::from(step) / f64::from(STEPS);
        let above = move |x: f64| target <= self.at(x).0;
        (0..STEPS).filter(move |&step| above(place(step)) != above(place(step + 1))).map(move |step| {
            let (mut left, mut right) = (place(step), place(step + 1));
            for _ in 0..60 {
                let middle = 0.5 * (left + right);
                if above(middle) == above(left) { left = middle } else { right = middle }
            }
            0.5 * (left + right)
        })
    }

    /// Some value lies further from the polynomial than by luck (Bonferroni over the values).
    fn misses(&self, curve: &Curve, members: &[usize]) -> bool {
        let limit = z_two_sided(1.0 - MISFIT / members.len() as f64);
        members.iter().enumerate().any(|(own, &i)| {
            // A residual is a sum over all values: its own, less what each adds to the polynomial here.
            let row = self.row(curve.knobs[i]);
            let weight = |(other, gain): (usize, &Vec<f64>)| {
                let added: f64 = gain.iter().zip(&row).map(|(a, b)| a * b).sum();
                f64::from(u8::from(own == other)) - added
            };
            let weights: Vec<f64> = self.gains.iter().enumerate().map(weight).collect();
            let mut variance = 0.0;
            for (a, weight_a) in members.iter().zip(&weights) {
                for (b, weight_b) in members.iter().zip(&weights) {
                    variance += weight_a * curve.covariance.get(*a, *b) * weight_b;
                }
            }
            let residual = curve.values[i] - self.at(curve.knobs[i]).0;
            let rounding = 1e-9 * curve.values[i].abs().max(1e-9);
            limit * variance.max(0.0).sqrt() + rounding < residual.abs()
        })
    }
}

fn powers(x: f64, size: usize) -> Vec<f64> {
    std::iter::successors(Some(1.0), |power| Some(power * x)).take(size).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values at 0 to 8 whose errors are all of one size, and shared or not.
    fn curve(metric: impl Fn(f64) -> f64, error: f64, shared: bool) -> Curve {
        let knobs: Vec<f64> = (0..9).map(f64::from).collect();
        let mut covariance = Symmetric::zero(9);
        for i in 0..9 {
            for j in 0..=i {
                covariance.add(i, j, if i == j || shared { error * error } else { 0.0 });
            }
        }
        covariance.mirror();
        Curve { values: knobs.iter().map(|x| metric(*x)).collect(), knobs, covariance, is_share: false }
    }

    const WINDOW: Window = Window { centre: 4.0, span: 2.0 };

    /// On common luck a line moves up and down as a whole: z × 0.1 / 0.5 = 0.392 either way of the root, 4.5.
    #[test]
    fn a_shared_error_moves_the_root_by_its_size_over_the_slope() {
        for slope in [0.5, -0.5] {
            let crossing = curve(|x| slope * (x - 4.5), 0.1, true).crossing(WINDOW, 0.0, 100).unwrap();
            let knob = crossing.knob.unwrap();
            assert_eq!(crossing.near, [2, 3, 4, 5, 6]);
            assert!((knob.value - 4.5).abs() < 1e-9, "{knob}");
            assert!((knob.low - 4.108).abs() < 1e-3 && (knob.high - 4.892).abs() < 1e-3, "{knob}");
        }
    }

    /// x² meets 20 at 4.4721, which a line through its values at 2 to 6 would put at 18 / 8 + 2 = 4.25.
    #[test]
    fn a_parabola_is_solved_exactly() {
        let knob = curve(|x| x * x, 0.01, true).crossing(WINDOW, 20.0, 100).unwrap().knob.unwrap();
        assert!((knob.value - 20.0_f64.sqrt()).abs() < 1e-9, "{knob}");
    }

    /// Flat up to 4 and steep from there: no parabola, so neighbours are joined. The root is 4.5.
    #[test]
    fn a_kink_is_not_fitted() {
        let crossing = curve(|x| (x - 4.0).max(0.0), 0.01, false).crossing(WINDOW, 0.5, 100).unwrap();
        assert_eq!(crossing.near.len(), 4);
        let knob = crossing.knob.unwrap();
        assert!((knob.value - 4.5).abs() < 1e-9 && knob.contains(4.5), "{knob}");
    }

    #[test]
    fn a_target_out_of_reach_and_a_dead_knob_are_told() {
        assert_eq!(curve(|x| 0.1 * x, 0.01, true).crossing(WINDOW, 0.9, 100), None);
        let crossing = curve(|x| 0.01 * (x % 2.0 - 0.5), 0.02, false).crossing(WINDOW, 0.0, 100).unwrap();
        assert_eq!(crossing.knob, None);
    }
}
