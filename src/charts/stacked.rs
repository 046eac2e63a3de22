//! Shares that add up to everything: fates of pilots, end reasons, XP by kind.

use plotters::style::RGBColor;

use super::axes::{Unit, widest};
use super::sheet::{Align, Chart, Sheet, Type, chart, shorten, text_width};
use super::theme::{GREY, INK, LABEL, LIGHT, Look, MARGIN, PAPER, SMALL, WIDTH, blend, ink_on};
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
    for (part, ((x, line), (name, look))) in legend_places(spec).into_iter().zip(&spec.parts).enumerate() {
        let baseline = top + 26 + 36 * line;
        sheet.rect((x, baseline - 19), (x + 24, baseline + 3), fill(part, look), 1.0);
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
        draw_row(sheet, spec, row, y, &at);
    }
}

/// Every second part is pale, so that neighbours differ in grey print.
fn fill(part: usize, look: &Look) -> RGBColor {
    if part % 2 == 1 { blend(look.color, PAPER, 0.5) } else { look.color }
}

fn draw_row(sheet: &mut Sheet<'_>, spec: &Stacked, row: &StackedRow, y: i32, at: &impl Fn(f64) -> i32) {
    let mut before = 0.0;
    for (part, (share, (name, look))) in row.shares.iter().zip(&spec.parts).enumerate() {
        let color = fill(part, look);
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
