//! What is printed against what would be fair, ranked: ships, pilots, upgrades.

use super::axes::{Scale, Unit, widest};
use super::forest::whisker;
use super::sheet::{Align, Chart, Sheet, Type, chart, shorten};
use super::theme::{BLUE, GREY, INK, LABEL, LIGHT, Look, MARGIN, Marker, SMALL, VERMILLION, WIDTH};
use crate::analysis::Estimate;
use crate::analysis::words::number;

#[derive(Debug, Clone)]
pub struct Rung {
    pub label: String,
    pub printed: f64,
    pub fair: Estimate,
    /// Thin data and the like.
    pub note: String,
}

#[derive(Debug, Clone)]
pub struct Ladder {
    pub name: String,
    pub title: String,
    pub subtitle: String,
    pub axis: String,
    pub rungs: Vec<Rung>,
}

const ROW: i32 = 48;

pub fn ladder(spec: &Ladder) -> Chart {
    let body = 56 + ROW * spec.rungs.len().max(1) as i32 + 90;
    chart(&spec.name, &spec.title, &spec.subtitle, body, |sheet, top| draw(sheet, top, spec))
}

fn draw(sheet: &mut Sheet<'_>, top: i32, spec: &Ladder) {
    let label_width = widest(spec.rungs.iter().map(|rung| rung.label.as_str())).min(480);
    let values: Vec<String> = spec
        .rungs
        .iter()
        .map(|rung| format!("{} → {}", printed_cost(rung), Unit::Of("").value(&rung.fair)))
        .collect();
    let value_width = widest(values.iter().map(String::as_str));
    let note_width = widest(spec.rungs.iter().map(|rung| rung.note.as_str())).min(240);
    let left = MARGIN + label_width + 24;
    let right = WIDTH - MARGIN - value_width - 24 - if 0 < note_width { note_width + 20 } else { 0 };
    let upper = top + 56;
    let lower = upper + ROW * spec.rungs.len() as i32;
    let printed: Vec<f64> = spec.rungs.iter().map(|rung| rung.printed).collect();
    let scale = Scale::over(spec.rungs.iter().map(|rung| &rung.fair), &printed, Unit::Of(""), (left, right));
    scale.draw_below(sheet, upper, lower, Unit::Of(""), &spec.axis);
    draw_legend(sheet, left, top + 30);
    for (i, (rung, value)) in spec.rungs.iter().zip(&values).enumerate() {
        let y = upper + ROW * i as i32 + ROW / 2;
        sheet.line((left, y), (right, y), LIGHT, 1);
        let label = shorten(&rung.label, Type::new(LABEL), label_width);
        sheet.text((MARGIN, y + 9), &label, Type::new(LABEL));
        if rung.fair.value.is_finite() {
            // Worth more than it costs, or less.
            let worth_more = rung.printed <= rung.fair.value;
            let look = if worth_more { GOOD } else { POOR };
            whisker(sheet, &scale, y, &rung.fair, look);
        }
        let x = scale.at(rung.printed);
        sheet.hollow((x, y), Marker::Circle, 10, INK);
        let value_at = right + 24 + value_width;
        sheet.text((value_at, y + 9), value, Type::new(LABEL).align(Align::Right));
        let note = shorten(&rung.note, Type::new(SMALL), note_width);
        sheet.text((value_at + 20, y + 9), &note, Type::new(SMALL).color(GREY));
        let words = format!(
            "{}: printed {}, fair {}",
            rung.label,
            printed_cost(rung),
            Unit::Of("points").statement(&rung.fair)
        );
        sheet.hover((MARGIN, y - ROW / 2), (WIDTH - MARGIN, y + ROW / 2), &words);
    }
}

/// Whole points without a fraction.
fn printed_cost(rung: &Rung) -> String {
    number(rung.printed, if rung.printed.fract() == 0.0 { 0 } else { 1 })
}

const GOOD: Look = Look { color: BLUE, marker: Marker::Square };
const POOR: Look = Look { color: VERMILLION, marker: Marker::Diamond };

fn draw_legend(sheet: &mut Sheet<'_>, left: i32, baseline: i32) {
    let y = baseline - 8;
    sheet.hollow((left + 10, y), Marker::Circle, 10, INK);
    sheet.text((left + 30, baseline), "printed cost", Type::new(SMALL));
    sheet.marker((left + 220, y), GOOD.marker, 10, GOOD.color);
    sheet.text((left + 240, baseline), "fair cost, above the printed", Type::new(SMALL));
    sheet.marker((left + 590, y), POOR.marker, 10, POOR.color);
    sheet.text((left + 612, baseline), "fair cost, below it", Type::new(SMALL));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_and_fair_costs_have_the_same_minus() {
        let rung = |printed: f64| Rung {
            label: "Chardaan Refit".into(),
            printed,
            fair: Estimate::exact(-2.5),
            note: String::new(),
        };
        let spec = Ladder {
            name: "x".into(),
            title: "x".into(),
            subtitle: String::new(),
            axis: "points".into(),
            rungs: vec![rung(-2.0), rung(1.5)],
        };
        let svg = ladder(&spec).svg;
        assert!(svg.contains("−2 → −2.5") && svg.contains("1.5 → −2.5"), "{svg}");
        assert!(svg.contains("printed −2, fair"));
    }
}
