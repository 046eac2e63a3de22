//! Shares that add up to everything: fates of pilots, end reasons, XP by kind.

use plotters::style::RGBColor;

use super::axes::{Unit, widest};
use super::sheet::{Align, Chart, Sheet, Type, chart, shorten, text_width};
use super::theme::{GREY, INK, LABEL, LIGHT, Look, MARGIN, PAPER, SMALL, WIDTH, blend, ink_on, lightness};
use crate::analysis::Estimate;

#[derive(Debug, Clone)]
pub struct StackedRow {
    pub label: String,
    /// One share for each part, in order.
    pub shares: Vec<Estimate>,
}

#[derive(Debug, Clone)]
pub struct Stacked {
    pub name: String,
    pub title: String,
    pub subtitle: String,
    pub axis: String,
    pub parts: Vec<(String, Look)>,
    pub rows: Vec<StackedRow>,
}

const ROW: i32 = 62;

pub fn stacked(spec: &Stacked) -> Chart {
    let legend = legend_lines(spec) * 36;
    let body = 24 + legend + ROW * spec.rows.len().max(1) as i32 + 90;
    chart(&spec.name, &spec.title, &spec.subtitle, body, |sheet, top| draw(sheet, top, spec, legend))
}

fn legend_places(spec: &Stacked) -> Vec<(i32, i32)> {
    let (mut x, mut line) = (MARGIN, 0);
    spec.parts
        .iter()
        .map(|(name, _)| {
            let width = 34 + text_width(name, Type::new(SMALL)) + 36;
            if WIDTH - MARGIN < x + width - 36 {
                (x, line) = (MARGIN, line + 1);
            }
            let place = (x, line);
            x += width;
            place
        })
        .collect()
}

fn legend_lines(spec: &Stacked) -> i32 {
    legend_places(spec).last().map_or(0, |(_, line)| line + 1)
}

fn draw(sheet: &mut Sheet<'_>, top: i32, spec: &Stacked, legend: i32) {
    let fills = fills(spec);
    for ((x, line), ((name, _), fill)) in legend_places(spec).into_iter().zip(spec.parts.iter().zip(&fills)) {
        let baseline = top + 26 + 36 * line;
        sheet.rect((x, baseline - 19), (x + 24, baseline + 3), *fill, 1.0);
        sheet.text((x + 34, baseline), name, Type::new(SMALL));
    }
    let label_width = widest(spec.rows.iter().map(|row| row.label.as_str())).min(480);
    let (left, right) = (MARGIN + label_width + 24, WIDTH - MARGIN);
    let upper = top + 24 + legend;
    let lower = upper + ROW * spec.rows.len() as i32;
    let at = |share: f64| left + (share.clamp(0.0, 1.0) * f64::from(right - left)).round() as i32;
    for tick in 0..=4 {
        let share = f64::from(tick) / 4.0;
        sheet.line((at(share), upper), (at(share), lower), LIGHT, 1);
        let look = Type::new(SMALL).color(GREY).align(Align::Centre);
        // The last label would stand beyond the margin if it were centred.
        let look = if tick == 4 { look.align(Align::Right) } else { look };
        sheet.text((at(share), lower + 30), &format!("{} %", 25 * tick), look);
    }
    sheet.text(((left + right) / 2, lower + 66), &spec.axis, Type::new(SMALL).align(Align::Centre));
    for (i, row) in spec.rows.iter().enumerate() {
        let y = upper + ROW * i as i32;
        let label = shorten(&row.label, Type::new(LABEL), label_width);
        sheet.text((MARGIN, y + ROW / 2 + 9), &label, Type::new(LABEL));
        draw_row(sheet, spec, &fills, row, y, &at);
    }
}

/// The colours of the parts, made as little paler or darker as it takes for each to differ in grey print from the one
/// before it, and from all others too: between two parts there may be one too small to be seen.
fn fills(spec: &Stacked) -> Vec<RGBColor> {
    let mut fills: Vec<RGBColor> = Vec::new();
    for (_, look) in &spec.parts {
        let changed = (1..=STEPS).flat_map(|step| {
            let share = MOST_CHANGED * f64::from(step) / f64::from(STEPS);
            [PAPER, INK].map(|other| blend(look.color, other, share))
        });
        let apart = |color: &RGBColor| {
            let distances = fills.iter().rev().enumerate().map(|(back, other)| {
                let distance = (lightness(*color) - lightness(*other)).abs();
                if back == 0 { distance } else { 2.0 * distance }
            });
            // Far enough is far enough: the colour itself comes first.
            distances.fold(ENOUGH, f64::min)
        };
        let mut best = look.color;
        for color in changed {
            if apart(&best) < apart(&color) {
                best = color;
            }
        }
        fills.push(best);
    }
    fills
}

/// A difference in lightness, of 255, that is seen in grey print.
const ENOUGH: f64 = 70.0;
/// How far a colour may be blended with paper or ink before it is no longer that colour, and in how many steps.
const MOST_CHANGED: f64 = 0.75;
const STEPS: u32 = 15;

fn draw_row(
    sheet: &mut Sheet<'_>,
    spec: &Stacked,
    fills: &[RGBColor],
    row: &StackedRow,
    y: i32,
    at: &impl Fn(f64) -> i32,
) {
    let mut before = 0.0;
    for ((share, (name, _)), &color) in row.shares.iter().zip(&spec.parts).zip(fills) {
        if !share.value.is_finite() {
            continue;
        }
        let (x0, x1) = (at(before), at(before + share.value));
        sheet.rect((x0, y + 8), (x1, y + ROW - 8), color, 1.0);
        // A white seam keeps neighbours apart in grey print.
        sheet.line((x1, y + 8), (x1, y + ROW - 8), PAPER, 2);
        let value = Unit::Percent.value(share);
        let type_look = Type::new(SMALL).align(Align::Centre).color(ink_on(color));
        // The name stands in the part where there is room, so that no legend need be searched.
        let texts = [format!("{name} {value}"), value];
        if let Some(text) = texts.iter().find(|text| text_width(text, type_look) + 10 < x1 - x0) {
            sheet.text(((x0 + x1) / 2, y + ROW / 2 + 4), text, type_look);
        }
        let words = format!("{}, {name}: {}", row.label, Unit::Percent.statement(share));
        sheet.hover((x0, y + 8), (x1, y + ROW - 8), &words);
        before += share.value;
    }
    // The interval of each part around its end, over the next part.
    let mut before = 0.0;
    for share in row.shares.iter().filter(|share| share.is_known() && 0.0 < share.value) {
        let (low, high) = (at(before + share.low), at(before + share.high));
        sheet.line((low, y + ROW - 13), (high, y + ROW - 13), PAPER, 6);
        sheet.line((low, y + ROW - 13), (high, y + ROW - 13), INK, 3);
        before += share.value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_parts_differ_in_grey_and_the_legend_names_each() {
        let parts: Vec<(String, Look)> = (0..6).map(|i| (format!("part {i}"), Look::series(i))).collect();
        let spec = Stacked {
            name: "x".into(),
            title: "x".into(),
            subtitle: String::new(),
            axis: "share".into(),
            parts,
            rows: vec![StackedRow { label: "all".into(), shares: vec![Estimate::exact(1.0 / 6.0); 6] }],
        };
        let grey: Vec<f64> = fills(&spec).into_iter().map(lightness).collect();
        assert!(grey.windows(2).all(|pair| 50.0 < (pair[0] - pair[1]).abs()), "{grey:?}");
        let svg = stacked(&spec).svg;
        assert!((0..6).all(|i| svg.contains(&format!("part {i}</text>"))), "{svg}");
    }
}
