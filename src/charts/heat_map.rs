//! A table of estimates with colours: mission by faction, initiative of one ability against another.

use super::axes::{Unit, widest};
use super::sheet::{Align, Chart, Sheet, Type, chart, shorten, text_width, wrap};
use super::theme::{BLUE, FAINT, GREY, LABEL, MARGIN, PAPER, SMALL, VERMILLION, WIDTH, blend, ink_on};
use crate::analysis::Estimate;
use crate::analysis::estimate::digits_for;
use crate::analysis::words::number;

#[derive(Debug, Clone)]
pub struct HeatMap {
    pub name: String,
    pub title: String,
    pub subtitle: String,
    pub unit: Unit,
    pub columns: Vec<String>,
    pub rows: Vec<(String, Vec<Option<Estimate>>)>,
    /// White; below it blue, above it vermillion.
    pub centre: f64,
    /// The distance from the centre at which the colour is full.
    pub span: f64,
    /// What blue and vermillion mean.
    pub poles: (String, String),
}

const ROW: i32 = 66;

pub fn heat_map(spec: &HeatMap) -> Chart {
    let heads = head_lines(spec);
    let lines = heads.iter().map(Vec::len).max().unwrap_or(1) as i32;
    let body = 60 + 32 * lines + ROW * spec.rows.len().max(1) as i32 + 20;
    chart(&spec.name, &spec.title, &spec.subtitle, body, |sheet, top| draw(sheet, top, spec, &heads, lines))
}

fn label_width(spec: &HeatMap) -> i32 {
    widest(spec.rows.iter().map(|(label, _)| label.as_str())).min(460)
}

fn column_width(spec: &HeatMap) -> i32 {
    let room = WIDTH - 2 * MARGIN - label_width(spec) - 24;
    (room / spec.columns.len().max(1) as i32).min(300)
}

/// The type of the heads: smaller where the longest word would not fit its column.
fn head_type(spec: &HeatMap) -> Type {
    let width = column_width(spec) - 8;
    let words = || spec.columns.iter().flat_map(|column| column.split_whitespace());
    let fits = |size: &i32| words().all(|word| text_width(word, Type::new(*size)) <= width);
    Type::new([SMALL, SMALL - 3, SMALL - 6].into_iter().find(fits).unwrap_or(SMALL - 6))
}

fn head_lines(spec: &HeatMap) -> Vec<Vec<String>> {
    let width = column_width(spec) - 8;
    let size = head_type(spec);
    spec.columns
        .iter()
        .map(|column| wrap(column, size, width).iter().map(|line| shorten(line, size, width)).collect())
        .collect()
}

fn draw(sheet: &mut Sheet<'_>, top: i32, spec: &HeatMap, heads: &[Vec<String>], lines: i32) {
    let left = MARGIN + label_width(spec) + 24;
    let column = column_width(spec);
    draw_poles(sheet, spec, left, top + 22);
    let upper = top + 56 + 32 * lines;
    for (i, head) in heads.iter().enumerate() {
        for (k, line) in head.iter().enumerate() {
            let baseline = upper - 12 - 32 * (head.len() - 1 - k) as i32;
            let x = left + column * i as i32 + column / 2;
            sheet.text((x, baseline), line, head_type(spec).color(GREY).align(Align::Centre));
        }
    }
    for (i, (label, cells)) in spec.rows.iter().enumerate() {
        let y = upper + ROW * i as i32;
        let shown = shorten(label, Type::new(LABEL), label_width(spec));
        sheet.text((MARGIN, y + ROW / 2 + 9), &shown, Type::new(LABEL));
        for (k, cell) in cells.iter().enumerate() {
            let x = left + column * k as i32;
            match cell {
                Some(estimate) if estimate.is_known() => {
                    let name = format!("{label}, {}", spec.columns[k]);
                    draw_cell(sheet, spec, (x, y), column, estimate, &name);
                }
                _ => {
                    sheet.rect((x + 2, y + 2), (x + column - 2, y + ROW - 2), FAINT, 1.0);
                    let look = Type::new(SMALL).color(GREY).align(Align::Centre);
                    sheet.text((x + column / 2, y + ROW / 2 + 8), "–", look);
                }
            }
        }
    }
}

fn draw_cell(
    sheet: &mut Sheet<'_>,
    spec: &HeatMap,
    (x, y): (i32, i32),
    width: i32,
    estimate: &Estimate,
    name: &str,
) {
    let share = (estimate.value - spec.centre) / spec.span;
    let color = blend(PAPER, if share < 0.0 { BLUE } else { VERMILLION }, share.abs());
    let ink = ink_on(color);
    sheet.rect((x + 2, y + 2), (x + width - 2, y + ROW - 2), color, 1.0);
    // Bold where the interval excludes the centre, so that colour is not the only sign.
    let type_look = Type::new(LABEL).color(ink).align(Align::Centre);
    let type_look = if estimate.contains(spec.centre) { type_look } else { type_look.bold() };
    let factor = if matches!(spec.unit, Unit::Percent | Unit::PercentPoints) { 100.0 } else { 1.0 };
    let half = factor * estimate.half_width();
    // An exact value fills the cell alone; its further digits are in the hover.
    let (value, baseline) = if is_exact(estimate) {
        (number(factor * estimate.value, 1), y + ROW / 2 + 9)
    } else {
        (spec.unit.value(estimate), y + 30)
    };
    sheet.text((x + width / 2, baseline), &value, type_look);
    if 0.0 < half {
        let small = Type::new(SMALL - 3).color(ink).align(Align::Centre);
        sheet.text((x + width / 2, y + 54), &format!("±{}", number(half, digits_for(half))), small);
    }
    let words = format!("{name}: {}", spec.unit.statement(estimate));
    sheet.hover((x, y), (x + width, y + ROW), &words);
}

fn draw_poles(sheet: &mut Sheet<'_>, spec: &HeatMap, left: i32, baseline: i32) {
    let mut x = left;
    for (words, color) in [(&spec.poles.0, BLUE), (&spec.poles.1, VERMILLION)] {
        for step in 0..4 {
            let shade = blend(PAPER, color, f64::from(step + 1) / 4.0);
            sheet.rect((x + 14 * step, baseline - 18), (x + 14 * (step + 1), baseline + 2), shade, 1.0);
        }
        sheet.text((x + 68, baseline), words, Type::new(SMALL));
        x += 68 + text_width(words, Type::new(SMALL)) + 40;
    }
    let mut cells = spec.rows.iter().flat_map(|(_, cells)| cells.iter().flatten());
    let note =
        if cells.all(is_exact) { exact_note(spec.unit) } else { "bold: the interval excludes the middle" };
    sheet.text((x, baseline), note, Type::new(SMALL).color(GREY));
}

fn is_exact(estimate: &Estimate) -> bool {
    estimate.low == estimate.high
}

const fn exact_note(unit: Unit) -> &'static str {
    match unit {
        Unit::Percent | Unit::PercentPoints => "in hundredths, exact",
        Unit::Of(_) | Unit::Change(_) => "exact",
    }
}
