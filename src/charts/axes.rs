//! Scales, ticks and the words of numbers.

use plotters::coord::ranged1d::{BoldPoints, Ranged};
use plotters::coord::types::RangedCoordf64;

use super::sheet::{Align, Sheet, Type, text_width};
use super::theme::{GREY, LABEL, LIGHT, SMALL};
use crate::analysis::Estimate;
use crate::analysis::estimate::{digits_for, percent_label};
use crate::analysis::words::{number, thousands};

/// What a number counts, and so how it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unit {
    /// A share from 0 to 1, written in hundredths.
    Percent,
    /// A difference of shares, written in points of a hundred with its sign.
    PercentPoints,
    /// A number of things, with their name (empty where the axis says it).
    Of(&'static str),
    /// A difference of things, with its sign.
    Change(&'static str),
}

impl Unit {
    fn factor(self) -> f64 {
        match self {
            Unit::Percent | Unit::PercentPoints => 100.0,
            Unit::Of(_) | Unit::Change(_) => 1.0,
        }
    }

    fn suffix(self) -> String {
        match self {
            Unit::Percent => " %".into(),
            Unit::PercentPoints => " points".into(),
            Unit::Of("") | Unit::Change("") => String::new(),
            Unit::Of(name) | Unit::Change(name) => format!(" {name}"),
        }
    }

    fn signed(self) -> bool {
        matches!(self, Unit::PercentPoints | Unit::Change(_))
    }

    /// A number as on an axis with steps of this size.
    pub fn tick(self, value: f64, step: f64) -> String {
        let digits = (-(step * self.factor()).log10().floor()).clamp(0.0, 6.0) as usize;
        self.written(value, digits)
    }

    /// A number with the sign and the suffix that the unit asks for. What is rounded to zero has no sign.
    fn written(self, value: f64, digits: usize) -> String {
        let text = number(value * self.factor(), digits);
        let is_zero = text.bytes().all(|byte| byte == b'0' || byte == b'.');
        let sign = if self.signed() && 0.0 < value && !is_zero { "+" } else { "" };
        let percent = if self == Unit::Percent { " %" } else { "" };
        format!("{sign}{text}{percent}")
    }

    /// A value with as many digits as its interval deserves: `53.2 %`.
    pub fn value(self, estimate: &Estimate) -> String {
        match estimate.value.is_finite() {
            true => self.written(estimate.value, self.digits(estimate)),
            false => "no data".into(),
        }
    }

    /// Values that stand below each other, with as many digits in every row: those that the widest interval deserves, or one more
    /// where others deserve many more.
    pub fn column(self, estimates: &[Estimate]) -> Vec<String> {
        let known = || estimates.iter().filter(|estimate| estimate.value.is_finite());
        // A number without an error, such as none at all, goes along with the others.
        let deserved = known().filter(|estimate| estimate.low < estimate.high).map(|e| self.digits(e));
        let ends = deserved.fold(None, |ends: Option<(usize, usize)>, digits| match ends {
            Some((fewest, most)) => Some((fewest.min(digits), most.max(digits))),
            None => Some((digits, digits)),
        });
        let digits = match ends {
            Some((fewest, most)) => fewest.max(most.saturating_sub(1)),
            None => known().map(|estimate| self.digits(estimate)).max().unwrap_or(0),
        };
        let write = |estimate: &Estimate| match estimate.value.is_finite() {
            true => self.written(estimate.value, digits),
            false => "no data".into(),
        };
        estimates.iter().map(write).collect()
    }

    fn digits(self, estimate: &Estimate) -> usize {
        // A label is read at a glance: three digits are enough however narrow the interval.
        let value = (estimate.value * self.factor()).abs();
        let enough = if value < 0.1 { 3.0 } else { (2.0 - value.log10().floor()).max(0.0) };
        let whole = estimate.low == estimate.high && (value.fract() == 0.0);
        if whole { 0 } else { digits_for(estimate.half_width() * self.factor()).min(enough as usize) }
    }

    /// The whole statement, for a hover: `53.2 % (95 %: 51.0 to 55.4, n = 2,000)`.
    pub fn statement(self, estimate: &Estimate) -> String {
        if !estimate.is_known() {
            return "no data".into();
        }
        if estimate.low == estimate.high {
            return format!("{}{} (exact)", number(estimate.value * self.factor(), 3), self.suffix());
        }
        let digits = digits_for(estimate.half_width() * self.factor());
        let write = |value: f64| number(value * self.factor(), digits);
        format!(
            "{}{} ({} %: {} to {}, n = {})",
            write(estimate.value),
            self.suffix(),
            percent_label(estimate.confidence),
            write(estimate.low),
            write(estimate.high),
            thousands(estimate.n)
        )
    }
}

/// Values to pixels along one axis.
#[derive(Debug, Clone)]
pub struct Scale {
    pub low: f64,
    pub high: f64,
    pixels: (i32, i32),
}

impl Scale {
    /// From `low` to `high`, widened a little and to a sensible width where both are the same.
    pub fn new(low: f64, high: f64, pixels: (i32, i32)) -> Scale {
        let (low, high) =
            if low.is_finite() && high.is_finite() && low <= high { (low, high) } else { (0.0, 1.0) };
        let (low, high) = if high - low < 1e-12 * high.abs().max(1.0) {
            (low - 0.5 * low.abs().max(1.0), high + 0.5 * high.abs().max(1.0))
        } else {
            (low, high)
        };
        Scale { low, high, pixels }
    }

    /// Over all of these estimates with their intervals, and over the extra values.
    pub fn over<'e>(
        estimates: impl IntoIterator<Item = &'e Estimate>,
        extra: &[f64],
        unit: Unit,
        pixels: (i32, i32),
    ) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let known =
            estimates.into_iter().filter(|e| e.value.is_finite()).flat_map(|e| [e.low, e.value, e.high]);
        for value in known.chain(extra.iter().copied()).filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        if high < low {
            return Scale::new(0.0, 1.0, pixels);
        }
        let air = 0.06 * (high - low);
        // An axis that begins at zero says so; no air beyond it.
        let mut low = if low == 0.0 { 0.0 } else { low - air };
        let mut high = if high == 0.0 { 0.0 } else { high + air };
        if unit == Unit::Percent {
            (low, high) = (low.max(0.0), high.min(1.0));
        }
        Scale::new(low, high, pixels)
    }

    pub fn at(&self, value: f64) -> i32 {
        RangedCoordf64::from(self.low..self.high).map(&value.clamp(self.low, self.high), self.pixels)
    }

    /// Round numbers within the scale, and their distance.
    pub fn ticks(&self, at_most: usize) -> (Vec<f64>, f64) {
        let ticks = RangedCoordf64::from(self.low..self.high).key_points(BoldPoints(at_most));
        let step = ticks.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        (ticks, if step.is_finite() { step } else { self.high - self.low })
    }

    /// Vertical grid lines with their numbers below, and the name of the axis under them. Returns the height used.
    pub fn draw_below(&self, sheet: &mut Sheet<'_>, top: i32, bottom: i32, unit: Unit, name: &str) -> i32 {
        let (ticks, step) = self.ticks(8);
        let look = Type::new(SMALL).color(GREY).align(Align::Centre);
        for &tick in &ticks {
            let x = self.at(tick);
            sheet.line((x, top), (x, bottom), LIGHT, 1);
            sheet.text((x, bottom + 30), &unit.tick(tick, step), look);
        }
        let middle = (self.pixels.0 + self.pixels.1) / 2;
        sheet.text((middle, bottom + 66), name, Type::new(SMALL).align(Align::Centre));
        80
    }

    /// Horizontal grid lines with their numbers on the left.
    pub fn draw_left(&self, sheet: &mut Sheet<'_>, left: i32, right: i32, unit: Unit) {
        let (ticks, step) = self.ticks(7);
        for &tick in &ticks {
            let y = self.at(tick);
            sheet.line((left, y), (right, y), LIGHT, 1);
            let look = Type::new(SMALL).color(GREY).align(Align::Right);
            sheet.text((left - 14, y + 8), &unit.tick(tick, step), look);
        }
    }

    /// Room that the numbers of `draw_left` need.
    pub fn left_width(&self, unit: Unit) -> i32 {
        let (ticks, step) = self.ticks(7);
        let widest = ticks.iter().map(|&tick| text_width(&unit.tick(tick, step), Type::new(SMALL))).max();
        widest.unwrap_or(0) + 20
    }
}

/// Moves labels of these heights that stand too close apart, keeping their order and their middles within `low..=high`.
pub fn spread(positions: &mut [i32], sizes: &[i32], low: i32, high: i32) {
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by_key(|&i| (positions[i], i));
    let mut floor = low;
    for (place, &i) in order.iter().enumerate() {
        positions[i] = positions[i].max(floor);
        let next = order.get(place + 1).map_or(0, |next| sizes[*next]);
        floor = positions[i] + (sizes[i] + next) / 2;
    }
    let mut ceiling = high;
    for (place, &i) in order.iter().enumerate().rev() {
        positions[i] = positions[i].min(ceiling);
        let next = if place == 0 { 0 } else { sizes[order[place - 1]] };
        ceiling = positions[i] - (sizes[i] + next) / 2;
    }
}

/// The widest of these labels.
pub fn widest<'t>(labels: impl IntoIterator<Item = &'t str>) -> i32 {
    labels.into_iter().map(|label| text_width(label, Type::new(LABEL))).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::wilson;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(Unit::Percent.tick(0.25, 0.05), "25 %");
        assert_eq!(Unit::Change("").tick(0.5, 0.5), "+0.5");
        assert_eq!(Unit::Percent.value(&wilson(532, 1000, 0.95)), "53.2 %");
        assert_eq!(
            Unit::Percent.statement(&wilson(532, 1000, 0.95)),
            "53.2 % (95 %: 50.1 to 56.3, n = 1,000)"
        );
    }

    #[test]
    fn a_column_has_the_same_digits_in_every_row() {
        let change = |value: f64, half: f64| Estimate {
            value,
            low: value - half,
            high: value + half,
            ..Estimate::exact(0.0)
        };
        // An error of 1.2 deserves one digit, one of 0.3 two; none at all, or next to none, has no sign.
        let rows = [change(1.53, 0.3), change(-2.0, 1.2), change(1e-17, 0.4), Estimate::exact(0.0)];
        assert_eq!(Unit::Change("").column(&rows), ["+1.5", "−2.0", "0.0", "0.0"]);
        assert_eq!(Unit::Change("").column(&rows[3..]), ["0"]);
        assert_eq!(Unit::Change("").tick(1e-17, 0.5), "0.0");
    }

    #[test]
    fn scales_hold_every_interval_and_stay_within_percent() {
        let estimates = [wilson(1, 40, 0.95), wilson(39, 40, 0.95)];
        let scale = Scale::over(&estimates, &[0.5], Unit::Percent, (100, 900));
        assert!(
            0.0 <= scale.low
                && scale.low <= estimates[0].low
                && estimates[1].high <= scale.high
                && scale.high <= 1.0
        );
        assert!(scale.at(0.0) <= scale.at(0.5) && (100..=900).contains(&scale.at(0.5)));
        let empty = Scale::over([].iter(), &[], Unit::Of(""), (0, 10));
        assert_eq!((empty.low, empty.high), (0.0, 1.0));
        let point = Scale::new(3.0, 3.0, (0, 10));
        assert!(point.low < 3.0 && 3.0 < point.high);
    }

    #[test]
    fn close_labels_are_spread_in_order() {
        let mut positions = [100, 101, 99, 400];
        spread(&mut positions, &[30; 4], 0, 410);
        assert_eq!(positions, [129, 159, 99, 400]);
        let mut at_the_end = [395, 400];
        spread(&mut at_the_end, &[30; 2], 0, 400);
        assert_eq!(at_the_end, [370, 400]);
        let mut one_is_tall = [100, 101];
        spread(&mut one_is_tall, &[30, 60], 0, 400);
        assert_eq!(one_is_tall, [100, 145]);
    }
}
