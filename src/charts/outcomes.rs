//! Dice tables: the exact probability of each outcome as a bar, the simulated frequency as a dot with its interval.

use super::axes::{Scale, Unit, widest};
use super::forest::whisker;
use super::sheet::{Align, Chart, Sheet, Type, chart, shorten};
use super::theme::{GREY, INK, LABEL, Look, MARGIN, Marker, SKY, SMALL, VERMILLION, WIDTH};
use crate::analysis::Estimate;
use crate::analysis::estimate::digits_for;
use crate::analysis::words::number;

/// One outcome of a dice procedure.
#[derive(Debug, Clone)]
pub struct OutcomeBar {
    pub label: String,
    pub exact: f64,
    /// Absent where only the exact value was asked for.
    pub simulated: Option<Estimate>,
}

const ROW: i32 = 64;

/// A chart of `canto roll`.
pub fn outcome_chart(name: &str, title: &str, subtitle: &str, bars: &[OutcomeBar]) -> Chart {
    let body = 50 + ROW * bars.len().max(1) as i32 + 90;
    chart(name, title, subtitle, body, |sheet, top| draw(sheet, top, bars))
}

fn draw(sheet: &mut Sheet<'_>, top: i32, bars: &[OutcomeBar]) {
    let label_width = widest(bars.iter().map(|bar| bar.label.as_str())).min(520);
    let exact: Vec<String> = bars.iter().map(|bar| format!("{:.3} %", 100.0 * bar.exact)).collect();
    let simulated: Vec<String> =
        bars.iter().map(|bar| bar.simulated.as_ref().map_or(String::new(), simulated_words)).collect();
    let exact_width = widest(exact.iter().map(String::as_str)).max(widest(["exact"]));
    let has_simulated = bars.iter().any(|bar| bar.simulated.is_some());
    let simulated_width = if has_simulated {
        widest(simulated.iter().map(String::as_str)).max(widest(["simulated"])) + 30
    } else {
        0
    };
    let left = MARGIN + label_width + 24;
    let right = WIDTH - MARGIN - exact_width - simulated_width - 24;
    let upper = top + 50;
    let lower = upper + ROW * bars.len() as i32;

    let known: Vec<Estimate> =
        bars.iter().flat_map(|bar| bar.simulated.into_iter().chain([Estimate::exact(bar.exact)])).collect();
    let scale = Scale::over(&known, &[0.0], Unit::Percent, (left, right));
    scale.draw_below(sheet, upper, lower, Unit::Percent, "probability");
    let head = Type::new(SMALL).color(GREY).align(Align::Right);
    sheet.text((right + 24 + exact_width, upper - 14), "exact", head);
    if has_simulated {
        sheet.text((WIDTH - MARGIN, upper - 14), "simulated", head);
        legend(sheet, left, upper - 14);
    }
    for (i, bar) in bars.iter().enumerate() {
        let y = upper + ROW * i as i32 + ROW / 2;
        let label = shorten(&bar.label, Type::new(LABEL), label_width);
        sheet.text((MARGIN, y + 9), &label, Type::new(LABEL));
        sheet.rect((scale.at(0.0), y - 20), (scale.at(bar.exact), y + 20), SKY, 0.55);
        let x = scale.at(bar.exact);
        sheet.line((x, y - 20), (x, y + 20), INK, 3);
        sheet.text((right + 24 + exact_width, y + 9), &exact[i], Type::new(LABEL).bold().align(Align::Right));
        let mut words = format!("{}: exact {}", bar.label, exact[i]);
        if let Some(estimate) = &bar.simulated {
            whisker(sheet, &scale, y, estimate, Look { color: VERMILLION, marker: Marker::Circle });
            sheet.text((WIDTH - MARGIN, y + 9), &simulated[i], Type::new(LABEL).align(Align::Right));
            words.push_str(&format!("; simulated {}", Unit::Percent.statement(estimate)));
        }
        sheet.hover((MARGIN, y - ROW / 2), (WIDTH - MARGIN, y + ROW / 2), &words);
    }
}

/// Value and interval in figures: `12.60 % (12.40 to 12.81)`.
fn simulated_words(estimate: &Estimate) -> String {
    let digits = digits_for(100.0 * estimate.half_width());
    let write = |value: f64| number(100.0 * value, digits);
    format!("{} % ({} to {})", write(estimate.value), write(estimate.low), write(estimate.high))
}

fn legend(sheet: &mut Sheet<'_>, left: i32, baseline: i32) {
    let look = Type::new(SMALL).color(GREY);
    sheet.rect((left, baseline - 18), (left + 34, baseline + 2), SKY, 0.55);
    sheet.line((left + 34, baseline - 18), (left + 34, baseline + 2), INK, 3);
    sheet.text((left + 46, baseline), "exact", look);
    let at = left + 150;
    sheet.line((at, baseline - 8), (at + 48, baseline - 8), VERMILLION, 4);
    sheet.marker((at + 24, baseline - 8), Marker::Circle, 9, VERMILLION);
    sheet.text((at + 60, baseline), "simulated, with its interval", look);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::wilson;

    #[test]
    fn outcome_chart_says_exact_and_simulated_and_is_drawn_the_same_twice() {
        let bars = [
            OutcomeBar {
                label: "killed".into(),
                exact: 0.125,
                simulated: Some(wilson(12_600, 100_000, 0.95)),
            },
            OutcomeBar { label: "safe".into(), exact: 0.875, simulated: Some(wilson(87_400, 100_000, 0.95)) },
        ];
        let drawn = outcome_chart("ejection", "Ejection", "100,000 trials", &bars);
        assert!(
            drawn
                .svg
                .contains("killed: exact 12.500 %; simulated 12.60 % (95 %: 12.40 to 12.81, n = 100,000)")
        );
        assert!(drawn.svg.contains("12.60 % (12.40 to 12.81)"), "{}", drawn.svg);
        assert_eq!(drawn, outcome_chart("ejection", "Ejection", "100,000 trials", &bars));
        let without =
            outcome_chart("x", "x", "", &[OutcomeBar { label: "a".into(), exact: 1.0, simulated: None }]);
        assert!(!without.svg.contains("simulated"));
    }
}
