//! A heat map of many rows and columns: colour only, names at the rim, values on hovering.

use super::axes::{Unit, widest};
use super::sheet::{Align, Chart, Sheet, Type, chart, shorten, text_width};
use super::theme::{BLUE, FAINT, GREY, MARGIN, PAPER, SMALL, VERMILLION, WIDTH, blend};
use crate::analysis::Estimate;

#[derive(Debug, Clone)]
pub struct DenseMap {
    pub name: String,
    pub title: String,
    pub subtitle: String,
    pub columns: Vec<String>,
    pub rows: Vec<(String, Vec<Option<Estimate>>)>,
    /// White; below it blue, above it vermillion.
    pub centre: f64,
    /// The distance from the centre at which the colour is full.
    pub span: f64,
    /// What blue and vermillion mean.
    pub poles: (String, String),
}

/// The least size of the names at the rim.
const LEAST_NAME: i32 = 15;
const LEAST_CELL: i32 = 18;
const MOST_CELL: i32 = 64;

pub fn dense_map(spec: &DenseMap) -> Chart {
    let body = 60 + rim(spec) + cell(spec) * spec.rows.len().max(1) as i32 + 40;
    chart(&spec.name, &spec.title, &spec.subtitle, body, |sheet, top| draw(sheet, top, spec))
}

/// Size of the names at the rim: as other small text where a row has room for it.
fn name_size(spec: &DenseMap) -> i32 {
    (LEAST_NAME..=SMALL).rev().find(|size| size + 3 <= cell_for(spec, *size)).unwrap_or(LEAST_NAME)
}

/// Room for names of this size, beside and above.
fn rim_for(spec: &DenseMap, size: i32) -> i32 {
    let names = spec.rows.iter().map(|(name, _)| name).chain(&spec.columns);
    names.map(|name| text_width(name, Type::new(size))).max().unwrap_or(0).min(420) + 16
}

fn cell_for(spec: &DenseMap, size: i32) -> i32 {
    let room = WIDTH - 2 * MARGIN - rim_for(spec, size);
    (room / spec.columns.len().max(1) as i32).clamp(LEAST_CELL, MOST_CELL)
}

fn rim(spec: &DenseMap) -> i32 {
    rim_for(spec, name_size(spec))
}

fn cell(spec: &DenseMap) -> i32 {
    cell_for(spec, name_size(spec))
}

fn draw(sheet: &mut Sheet<'_>, top: i32, spec: &DenseMap) {
    let (rim, cell, size) = (rim(spec), cell(spec), name_size(spec));
    let look = Type::new(size);
    let (left, upper) = (MARGIN + rim, top + 60 + rim);
    draw_poles(sheet, spec, MARGIN, top + 22);
    for (i, name) in spec.columns.iter().enumerate() {
        let x = left + cell * i as i32 + cell / 2 + size / 3;
        let shown = shorten(name, look, rim - 12);
        sheet.text_upwards((x, upper - 8), &shown, look.color(GREY));
    }
    for (i, (name, cells)) in spec.rows.iter().enumerate() {
        let y = upper + cell * i as i32;
        let shown = shorten(name, look, rim - 12);
        sheet.text((left - 8, y + cell / 2 + size / 3), &shown, look.align(Align::Right));
        for (k, estimate) in cells.iter().enumerate() {
            let x = left + cell * k as i32;
            let color = match estimate {
                Some(estimate) if estimate.value.is_finite() => {
                    let share = (estimate.value - spec.centre) / spec.span;
                    blend(PAPER, if share < 0.0 { BLUE } else { VERMILLION }, share.abs())
                }
                _ => FAINT,
            };
            sheet.rect((x, y), (x + cell - 1, y + cell - 1), color, 1.0);
            if let Some(estimate) = estimate {
                let words =
                    format!("{name} against {}: {}", spec.columns[k], Unit::Percent.statement(estimate));
                sheet.hover((x, y), (x + cell, y + cell), &words);
            }
        }
    }
}

fn draw_poles(sheet: &mut Sheet<'_>, spec: &DenseMap, left: i32, baseline: i32) {
    let mut x = left;
    for (words, color) in [(&spec.poles.0, BLUE), (&spec.poles.1, VERMILLION)] {
        for step in 0..4 {
            let shade = blend(PAPER, color, f64::from(step + 1) / 4.0);
            sheet.rect((x + 14 * step, baseline - 18), (x + 14 * (step + 1), baseline + 2), shade, 1.0);
        }
        sheet.text((x + 68, baseline), words, Type::new(SMALL));
        x += 68 + widest([words.as_str()]) + 40;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_says_its_value_and_missing_ones_stay_blank() {
        let spec = DenseMap {
            name: "x".into(),
            title: "X".into(),
            subtitle: String::new(),
            columns: vec!["a".into(), "b".into()],
            rows: vec![("a".into(), vec![Some(Estimate::exact(0.25)), None])],
            centre: 0.5,
            span: 0.5,
            poles: ("lo".into(), "hi".into()),
        };
        let svg = dense_map(&spec).svg;
        assert!(svg.contains("a against a: 25"), "{svg}");
        assert!(!svg.contains("a against b"));
    }
}
