//! Where to look for the value of a knob at which a noisy metric meets its target.

use serde::Serialize;

/// One look of the search: where, what was found, and its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Look {
    pub knob: f64,
    pub value: f64,
    pub error: f64,
}

/// The neighbourhood of the crossing, in which it is measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    pub centre: f64,
    pub span: f64,
}

impl Window {
    pub fn holds(&self, knob: f64) -> bool {
        (knob - self.centre).abs() <= 1.000_001 * self.span
    }
}

/// Standard errors of one look by which the metric moves from the centre of the window to its border.
///
/// The interval of the crossing ends where the metric is about two of them away from the target, and the centre is
/// missed by about one. The window shrinks with the noise, so that a bent curve, whose bend shrinks with the square of
/// the window, is straight enough in it at any number of replications.
const ERRORS: f64 = 4.0;
/// Widest window and narrowest, as shares of the range.
const WIDEST: f64 = 0.25;
const NARROWEST: f64 = 1e-3;

/// A search for the knob between `low` and `high` at which the metric meets `target`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Search {
    pub low: f64,
    pub high: f64,
    pub target: f64,
    /// The knob takes whole numbers only.
    pub whole: bool,
    pub looks: Vec<Look>,
}

impl Search {
    pub fn new(low: f64, high: f64, target: f64, whole: bool) -> Search {
        Search { low, high, target, whole, looks: Vec::new() }
    }

    /// Where to look next; `None` where nothing crosses the target or nothing is left to try.
    ///
    /// Both ends first. Then the bracket of the crossing is narrowed until it is as narrow as the window: where a line
    /// through its ends meets the target, kept a tenth away from them, or in its middle if the last look did not halve
    /// it (after Brent 1973, ch. 4). Looks that crowd at the root would measure its slope badly, so the later ones are
    /// spread over the window.
    pub fn next_look(&self) -> Option<f64> {
        match self.looks.len() {
            0 => return Some(self.low),
            1 => return Some(self.high),
            _ => {}
        }
        let wanted = match self.found() {
            Some((made, window)) => {
                // The neighbours of a crossing between whole numbers tell how the curve bends there.
                let span = if self.whole { window.span.max(2.0) } else { window.span };
                window.centre + place(self.looks.len() - made) * span
            }
            None => self.narrowing()?,
        };
        let wanted = wanted.clamp(self.low, self.high);
        if self.whole { self.untried(wanted) } else { Some(wanted) }
    }

    /// The window around the crossing; before the bracket is narrow enough, the window of what is known so far.
    pub fn window(&self) -> Option<Window> {
        match self.found() {
            Some((_, window)) => Some(window),
            None => self.window_of(&self.looks).map(|(_, window)| window),
        }
    }

    /// After how many looks the bracket was narrow enough, and the window then. It is fixed from there on, so that
    /// the looks that measure do not chase noise.
    fn found(&self) -> Option<(usize, Window)> {
        (2..=self.looks.len()).find_map(|made| {
            let (width, window) = self.window_of(&self.looks[..made])?;
            let least = if self.whole { 1.0 } else { 0.0 };
            (width <= (2.0 * window.span).max(least)).then_some((made, window))
        })
    }

    /// Width of the bracket, and the window around where a line through its ends meets the target.
    fn window_of(&self, looks: &[Look]) -> Option<(f64, Window)> {
        let (left, right) = bracket(looks, self.target)?;
        let width = right.knob - left.knob;
        let range = self.high - self.low;
        // A metric that does not move has no slope to go by: the widest window.
        let (run, rise, error) = stretch(looks, left, right);
        let span = if 0.0 < rise { ERRORS * error * run / rise } else { f64::INFINITY };
        let span = span.clamp(NARROWEST * range, WIDEST * range);
        let centre = left.knob + self.share(left, right) * width;
        Some((width, Window { centre: centre.clamp(self.low + span, self.high - span), span }))
    }

    /// Where between two looks a line through them meets the target, 0 to 1.
    fn share(&self, left: Look, right: Look) -> f64 {
        let share = (self.target - left.value) / (right.value - left.value);
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 }
    }

    fn narrowing(&self) -> Option<f64> {
        let (left, right) = bracket(&self.looks, self.target)?;
        let width = right.knob - left.knob;
        let before = bracket(&self.looks[..self.looks.len() - 1], self.target);
        let slow = before.is_some_and(|(a, b)| 0.5 * (b.knob - a.knob) < width);
        let share = if slow { 0.5 } else { self.share(left, right).clamp(0.1, 0.9) };
        let wanted = left.knob + share * width;
        Some(if self.whole && 2.0 <= width {
            wanted.clamp(left.knob + 1.0, right.knob - 1.0)
        } else {
            wanted
        })
    }

    /// The nearest whole number that was not tried; one that was would meet the same luck and say the same.
    fn untried(&self, wanted: f64) -> Option<f64> {
        let wanted = wanted.round();
        let free = |knob: &f64| {
            self.low <= *knob && *knob <= self.high && self.looks.iter().all(|look| look.knob != *knob)
        };
        // As many steps as there are looks suffice: one of so many numbers and one more is free, or none.
        (0..=self.looks.len() as i64).flat_map(|step| [wanted - step as f64, wanted + step as f64]).find(free)
    }
}

/// Places of the measuring looks in the window, from −1 to 1: its borders, its middle, and then always the middle of
/// a widest gap (van der Corput's sequence), so that no two looks are the same.
fn place(index: usize) -> f64 {
    match index {
        0 => -1.0,
        1 => 1.0,
        _ => {
            let (mut rest, mut digit, mut place) = (index - 1, 1.0, -1.0);
            while 0 < rest {
                place += digit * (rest % 2) as f64;
                digit *= 0.5;
                rest /= 2;
            }
            place
        }
    }
}

/// The narrowest pair of neighbours, left and right, on either side of the target.
pub fn bracket(looks: &[Look], target: f64) -> Option<(Look, Look)> {
    let mut sorted = looks.to_vec();
    sorted.sort_by(|a, b| a.knob.total_cmp(&b.knob));
    sorted.dedup_by(|a, b| a.knob == b.knob);
    let crossings =
        sorted.windows(2).filter(|pair| (pair[0].value - target) * (pair[1].value - target) <= 0.0);
    crossings
        .min_by(|a, b| (a[1].knob - a[0].knob).total_cmp(&(b[1].knob - b[0].knob)))
        .map(|pair| (pair[0], pair[1]))
}

/// The narrowest stretch around a bracket over which the metric moves by more than luck: how far the knob goes in it,
/// how far the metric, and the larger error of its ends. A bracket alone may be narrow and steep by luck.
fn stretch(looks: &[Look], left: Look, right: Look) -> (f64, f64, f64) {
    let (mut from, mut to) = (left, right);
    loop {
        let (rise, error) = ((to.value - from.value).abs(), from.error.max(to.error));
        let below =
            looks.iter().filter(|look| look.knob < from.knob).max_by(|a, b| a.knob.total_cmp(&b.knob));
        let above = looks.iter().filter(|look| to.knob < look.knob).min_by(|a, b| a.knob.total_cmp(&b.knob));
        let moved = ERRORS * error <= rise && 0.0 < rise;
        match (below, above) {
            (Some(below), Some(above)) if !moved => {
                if from.knob - below.knob <= above.knob - to.knob {
                    from = *below
                } else {
                    to = *above
                }
            }
            (Some(below), None) if !moved => from = *below,
            (None, Some(above)) if !moved => to = *above,
            _ => return (to.knob - from.knob, rise, error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A parabola needs so many.
    const ENOUGH_TO_FIT: usize = 5;

    fn search(metric: impl Fn(f64) -> f64, error: f64, mut search: Search, looks: usize) -> Search {
        while search.looks.len() < looks {
            let Some(knob) = search.next_look() else { break };
            search.looks.push(Look { knob, value: metric(knob), error });
        }
        search
    }

    /// 1 − exp(−x) is 0.8 at x = ln 5 with a slope of 0.2: four errors of 0.01 are 0.2 of the knob. The slope is that of
    /// a chord, at most 0.8 / ln 5 = 0.497 (from the low end to the crossing), which makes it 0.08 at least.
    #[test]
    fn looks_gather_around_the_crossing_of_a_bent_curve() {
        let found = search(|x| 1.0 - (-x).exp(), 0.01, Search::new(0.0, 10.0, 0.8, false), 14);
        let window = found.window().unwrap();
        assert!((window.centre - 5.0_f64.ln()).abs() < 0.1, "{window:?}");
        assert!((0.08..=0.35).contains(&window.span), "{window:?}");
        assert!(
            ENOUGH_TO_FIT <= found.looks.iter().filter(|look| window.holds(look.knob)).count(),
            "{found:?}"
        );
    }

    /// The line 0.9 − 0.1 x falls through 0.35 between 5 and 6; all whole numbers of the range are tried once.
    #[test]
    fn whole_numbers_are_tried_once_each() {
        let found = search(|x| 0.9 - 0.1 * x, 0.001, Search::new(0.0, 7.0, 0.35, true), 20);
        let mut knobs: Vec<f64> = found.looks.iter().map(|look| look.knob).collect();
        knobs[2..6].sort_by(f64::total_cmp);
        assert_eq!(knobs[2..6], [3.0, 4.0, 5.0, 6.0], "those near the crossing come first");
        knobs.sort_by(f64::total_cmp);
        assert_eq!(knobs, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    }

    #[test]
    fn a_target_out_of_reach_ends_the_search() {
        assert_eq!(search(|x| 0.6 + 0.01 * x, 1e-3, Search::new(0.0, 10.0, 0.5, false), 9).looks.len(), 2);
    }

    /// The borders, then halves and quarters.
    #[test]
    fn places_fill_the_gaps() {
        let places: Vec<f64> = (0..9).map(place).collect();
        assert_eq!(places, [-1.0, 1.0, 0.0, -0.5, 0.5, -0.75, 0.25, -0.25, 0.75]);
    }
}
