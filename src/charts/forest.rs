//! Rows of estimates with their intervals: win rates, missions, differences. The workhorse.

use super::axes::{Scale, Unit, widest};
use super::sheet::{Align, Chart, Sheet, Type, chart, shorten};
use super::theme::{FAINT, GREY, INK, LABEL, Look, MARGIN, SMALL, WIDTH};
use crate::analysis::Estimate;

#[derive(Debug, Clone)]
pub struct ForestRow {
    pub label: String,
    pub estimate: Estimate,
    pub look: Look,
    /// A few words at the right end, such as a verdict.
    pub note: String,
}

#[derive(Debug, Clone)]
pub struct Forest {
    pub name: String,
    pub title: String,
    pub subtitle: String,
    pub axis: String,
    pub unit: Unit,
    pub rows: Vec<ForestRow>,
    /// The fair value, with its name.
    pub reference: Option<(f64, String)>,
    /// A lean within this distance of the reference is not worth a rule; drawn as a band.
    pub margin: Option<f64>,
}

const ROW: i32 = 52;

pub fn forest(spec: &Forest) -> Chart {
    let rows = spec.rows.len().max(1) as i32;
    let body = 34 + ROW * rows + 90;
    chart(&spec.name, &spec.title, &spec.subtitle, body, |sheet, top| draw(sheet, top, spec))
}

fn draw(sheet: &mut Sheet<'_>, top: i32, spec: &Forest) {
    let label_width = widest(spec.rows.iter().map(|row| row.label.as_str())).min(520);
    let estimates: Vec<Estimate> = spec.rows.iter().map(|row| row.estimate).collect();
    let values = spec.unit.column(&estimates);
    let value_width = widest(values.iter().map(String::as_str));
    let note_width = widest(spec.rows.iter().map(|row| row.note.as_str())).min(380);
    let left = MARGIN + label_width + 24;
    let right = WIDTH - MARGIN - value_width - 24 - if 0 < note_width { note_width + 22 } else { 0 };
    let upper = top + 34;
    let lower = upper + ROW * spec.rows.len() as i32;

    let mut extra = Vec::new();
    if let Some((fair, _)) = spec.reference {
        extra.push(fair);
        if let Some(margin) = spec.margin {
            extra.extend([fair - margin, fair + margin]);
        }
    }
    let scale = Scale::over(spec.rows.iter().map(|row| &row.estimate), &extra, spec.unit, (left, right));
    if let (Some((fair, _)), Some(margin)) = (&spec.reference, spec.margin) {
        sheet.rect((scale.at(fair - margin), upper), (scale.at(fair + margin), lower), FAINT, 1.0);
    }
    scale.draw_below(sheet, upper, lower, spec.unit, &spec.axis);
    if let Some((fair, words)) = &spec.reference {
        let x = scale.at(*fair);
        sheet.dashed((x, upper), (x, lower), GREY, 2);
        sheet.text((x, upper - 12), words, Type::new(SMALL).color(GREY).align(Align::Centre));
    }
    for (i, (row, value)) in spec.rows.iter().zip(&values).enumerate() {
        let y = upper + ROW * i as i32 + ROW / 2;
        let label = shorten(&row.label, Type::new(LABEL), label_width);
        sheet.text((MARGIN, y + 9), &label, Type::new(LABEL));
        if row.estimate.value.is_finite() {
            whisker(sheet, &scale, y, &row.estimate, row.look);
        }
        let ink = if row.estimate.is_known() { INK } else { GREY };
        let value_at = (right + 24 + value_width, y + 9);
        sheet.text(value_at, value, Type::new(LABEL).bold().color(ink).align(Align::Right));
        let note = shorten(&row.note, Type::new(LABEL), note_width);
        sheet.text((value_at.0 + 22, y + 9), &note, Type::new(LABEL).color(GREY));
        let words = format!("{}: {}", row.label, spec.unit.statement(&row.estimate));
        sheet.hover((MARGIN, y - ROW / 2), (WIDTH - MARGIN, y + ROW / 2), &words);
    }
}

/// An interval with its value, lying. An end that the scale cuts off is an arrow.
pub(super) fn whisker(sheet: &mut Sheet<'_>, scale: &Scale, y: i32, estimate: &Estimate, look: Look) {
    if estimate.is_known() {
        let (low, high) = (scale.at(estimate.low), scale.at(estimate.high));
        sheet.line((low, y), (high, y), look.color, 4);
        let ends = [(low, estimate.low < scale.low, 14), (high, scale.high < estimate.high, -14)];
        for (x, is_cut, inwards) in ends {
            let back = if is_cut { x + inwards } else { x };
            sheet.line((back, y - 9), (x, if is_cut { y } else { y + 9 }), look.color, 3);
            if is_cut {
                sheet.line((back, y + 9), (x, y), look.color, 3);
            }
        }
    }
    sheet.marker((scale.at(estimate.value), y), look.marker, 10, look.color);
}
