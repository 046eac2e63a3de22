//! Curves with bands: income over turns, snowball, survival, sweeps, the search of `canto solve`.

use super::axes::{Scale, Unit};
use super::line_labels::{Named, Room, draw_labels, label_width};
use super::sheet::{Align, Chart, Sheet, Type, chart};
use super::theme::{FAINT, GREY, Look, MARGIN, SMALL, WIDTH};
use crate::analysis::Estimate;

#[derive(Debug, Clone)]
pub struct Series {
    pub label: String,
    pub look: Look,
    /// In order of x.
    pub points: Vec<(f64, Estimate)>,
    pub shape: Shape,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Straight lines with a band.
    Curve,
    /// A value that holds until the next x, with a band.
    Steps,
    /// Single observations with their whiskers.
    Points,
}

#[derive(Debug, Clone)]
pub struct Lines {
    pub name: String,
    pub title: String,
    pub subtitle: String,
    pub x_axis: String,
    pub y_axis: String,
    pub x_unit: Unit,
    pub unit: Unit,
    pub series: Vec<Series>,
    /// A value worth comparing with, and its name.
    pub reference: Option<(f64, String)>,
    /// An answer on the x axis, with its interval, and its name.
    pub answer: Option<(Estimate, String)>,
    /// The y axis must show zero.
    pub from_zero: bool,
}

const BODY: i32 = 470;

pub fn lines(spec: &Lines) -> Chart {
    chart(&spec.name, &spec.title, &spec.subtitle, BODY + 120, |sheet, top| draw(sheet, top, spec))
}

fn draw(sheet: &mut Sheet<'_>, top: i32, spec: &Lines) {
    let (upper, lower) = (top + 46, top + 20 + BODY);
    let mut extra: Vec<f64> = spec.reference.iter().map(|(value, _)| *value).collect();
    if spec.from_zero {
        extra.push(0.0);
    }
    let estimates = spec.series.iter().flat_map(|series| series.points.iter().map(|(_, y)| y));
    let y_scale = Scale::over(estimates, &extra, spec.unit, (lower, upper));
    let label_width = label_width(spec.series.iter().map(|series| series.label.as_str()));
    let left = MARGIN + y_scale.left_width(spec.unit);
    let right = WIDTH - MARGIN - label_width - 24;
    let xs = || spec.series.iter().flat_map(|series| series.points.iter().map(|(x, _)| *x));
    let ends = xs().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let air =
        if spec.series.iter().any(|s| s.shape == Shape::Points) { 0.03 * (ends.1 - ends.0) } else { 0.0 };
    let x_scale = Scale::new(ends.0 - air, ends.1 + air, (left, right));

    if let Some((answer, words)) = &spec.answer {
        draw_answer(sheet, &x_scale, (upper, lower), answer, words);
    }
    y_scale.draw_left(sheet, left, right, spec.unit);
    x_scale.draw_below(sheet, lower, lower, spec.x_unit, &spec.x_axis);
    sheet.text((MARGIN, top + 18), &spec.y_axis, Type::new(SMALL));
    if let Some((value, words)) = &spec.reference {
        let y = y_scale.at(*value);
        sheet.dashed((left, y), (right, y), GREY, 2);
        sheet.text((left + 8, y - 9), words, Type::new(SMALL).color(GREY));
    }
    for series in &spec.series {
        draw_band(sheet, &x_scale, &y_scale, series);
    }
    for (number, series) in spec.series.iter().enumerate() {
        draw_series(sheet, &x_scale, &y_scale, series, number);
    }
    let named: Vec<Named<'_>> = spec
        .series
        .iter()
        .filter(|series| !series.label.is_empty())
        .map(|series| Named {
            label: &series.label,
            look: series.look,
            corners: corners(&x_scale, &y_scale, series, |estimate| estimate.value),
        })
        .collect();
    draw_labels(sheet, &named, Room { right, upper, lower });
    draw_hovers(sheet, spec, &x_scale, &y_scale);
}

fn draw_answer(
    sheet: &mut Sheet<'_>,
    scale: &Scale,
    (upper, lower): (i32, i32),
    answer: &Estimate,
    words: &str,
) {
    sheet.rect((scale.at(answer.low), upper), (scale.at(answer.high), lower), FAINT, 1.0);
    let x = scale.at(answer.value);
    sheet.dashed((x, upper), (x, lower), GREY, 2);
    sheet.text((x, upper - 10), words, Type::new(SMALL).color(GREY).align(Align::Centre));
}

/// The corners of a curve or of steps, of the values that `of` picks.
fn corners(x: &Scale, y: &Scale, series: &Series, of: impl Fn(&Estimate) -> f64) -> Vec<(i32, i32)> {
    let mut corners: Vec<(i32, i32)> = Vec::new();
    for (at, estimate) in series.points.iter().filter(|(_, estimate)| estimate.value.is_finite()) {
        let point = (x.at(*at), y.at(of(estimate)));
        if let (Shape::Steps, Some(&(_, height))) = (series.shape, corners.last()) {
            corners.push((point.0, height));
        }
        corners.push(point);
    }
    corners
}

fn draw_band(sheet: &mut Sheet<'_>, x: &Scale, y: &Scale, series: &Series) {
    if series.shape == Shape::Points {
        return;
    }
    let mut outline = corners(x, y, series, |estimate| estimate.high);
    outline.extend(corners(x, y, series, |estimate| estimate.low).into_iter().rev());
    if 3 < outline.len() {
        sheet.polygon(outline, series.look.color, 0.18);
    }
}

fn draw_series(sheet: &mut Sheet<'_>, x: &Scale, y: &Scale, series: &Series, number: usize) {
    if series.shape != Shape::Points {
        sheet.path(corners(x, y, series, |estimate| estimate.value), series.look.color, 4);
    }
    let points = series.points.iter().enumerate();
    for (i, (at, estimate)) in points.filter(|(_, (_, estimate))| estimate.value.is_finite()) {
        if series.shape == Shape::Points {
            standing_whisker(sheet, y, x.at(*at), estimate, series.look);
        } else if is_marked(series, number, i) {
            sheet.marker((x.at(*at), y.at(estimate.value)), series.look.marker, 7, series.look.color);
        }
    }
}

/// Which points of the `number`-th series have a marker: all of a short curve, every few of a long one and of steps, not
/// the same in each series, and always the last.
fn is_marked(series: &Series, number: usize, point: usize) -> bool {
    let n = series.points.len();
    let every = if n <= 30 && series.shape == Shape::Curve { 1 } else { n.div_ceil(8) };
    point + 1 == n || (point + number) % every == every / 2
}

/// One strip for each x, which tells all series there.
fn draw_hovers(sheet: &mut Sheet<'_>, spec: &Lines, x: &Scale, y: &Scale) {
    let mut places: Vec<f64> =
        spec.series.iter().flat_map(|series| series.points.iter().map(|(x, _)| *x)).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let top = y.at(y.high);
    let bottom = y.at(y.low);
    for (i, &place) in places.iter().enumerate() {
        let before = if i == 0 { x.at(place) } else { (x.at(places[i - 1]) + x.at(place)) / 2 };
        let after = places.get(i + 1).map_or(x.at(place), |&next| (x.at(place) + x.at(next)) / 2);
        let mut words = format!("{} {}", spec.x_axis, spec.x_unit.tick(place, tick_step(&places)));
        for series in &spec.series {
            if let Some((_, estimate)) = series.points.iter().find(|(x, _)| *x == place) {
                words.push_str(&format!("\n{}: {}", series.label, spec.unit.statement(estimate)));
            }
        }
        sheet.hover((before.min(after - 2), top), (after.max(before + 2), bottom), &words);
    }
}

fn tick_step(places: &[f64]) -> f64 {
    places.windows(2).map(|pair| pair[1] - pair[0]).fold(1.0, f64::min)
}

/// An interval with its value, standing.
pub(super) fn standing_whisker(
    sheet: &mut Sheet<'_>,
    scale: &Scale,
    x: i32,
    estimate: &Estimate,
    look: Look,
) {
    if estimate.is_known() {
        let (low, high) = (scale.at(estimate.low), scale.at(estimate.high));
        sheet.line((x, low), (x, high), look.color, 3);
        for y in [low, high] {
            sheet.line((x - 8, y), (x + 8, y), look.color, 3);
        }
    }
    sheet.marker((x, scale.at(estimate.value)), look.marker, 8, look.color);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::wilson;

    #[test]
    fn steps_hold_their_value_until_the_next() {
        let series = Series {
            label: "alive".into(),
            look: Look::PLAIN,
            points: vec![(0.0, Estimate::exact(1.0)), (4.0, Estimate::exact(0.5))],
            shape: Shape::Steps,
        };
        let (x, y) = (Scale::new(0.0, 4.0, (0, 400)), Scale::new(0.0, 1.0, (100, 0)));
        assert_eq!(corners(&x, &y, &series, |e| e.value), [(0, 0), (400, 0), (400, 50)]);
    }

    #[test]
    fn short_curves_are_marked_everywhere_and_long_ones_now_and_then_and_at_their_end() {
        let series = |n: u32, shape: Shape| Series {
            label: String::new(),
            look: Look::PLAIN,
            points: (0..n).map(|x| (f64::from(x), Estimate::exact(0.5))).collect(),
            shape,
        };
        let marked = |series: &Series, number: usize| {
            (0..series.points.len()).filter(|point| is_marked(series, number, *point)).count()
        };
        assert_eq!(marked(&series(12, Shape::Curve), 1), 12);
        for shape in [Shape::Curve, Shape::Steps] {
            let long = series(80, shape);
            assert!(is_marked(&long, 0, 79) && is_marked(&long, 3, 79));
            assert!((8..=9).contains(&marked(&long, 0)));
        }
        assert_eq!(marked(&series(1, Shape::Steps), 0), 1);
    }

    #[test]
    fn curves_tell_every_series_under_the_pointer() {
        let series = |label: &str, wins: u64| Series {
            label: label.into(),
            look: Look::PLAIN,
            points: (1..=3).map(|turn| (f64::from(turn), wilson(wins, 100, 0.95))).collect(),
            shape: Shape::Curve,
        };
        let spec = Lines {
            name: "x".into(),
            title: "x".into(),
            subtitle: String::new(),
            x_axis: "turn".into(),
            y_axis: "share".into(),
            x_unit: Unit::Of(""),
            unit: Unit::Percent,
            series: vec![series("Rebel", 40), series("Imperial", 60)],
            reference: None,
            answer: None,
            from_zero: false,
        };
        let drawn = lines(&spec);
        assert!(drawn.svg.contains("turn 2\nRebel: 40.0 % (95 %: 30.9 to 49.8, n = 100)\nImperial: 60.0 %"));
        assert_eq!(drawn, lines(&spec));
    }
}
