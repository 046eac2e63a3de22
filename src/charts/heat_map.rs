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
    let heads = Heads::of(spec);
    let body = 60 + heads.height() + ROW * spec.rows.len().max(1) as i32 + 20;
    chart(&spec.name, &spec.title, &spec.subtitle, body, |sheet, top| draw(sheet, top, spec, &heads))
}

fn label_width(spec: &HeatMap) -> i32 {
    widest(spec.rows.iter().map(|(label, _)| label.as_str())).min(460)
}

fn column_width(spec: &HeatMap) -> i32 {
    let room = WIDTH - 2 * MARGIN - label_width(spec) - 24;
    (room / spec.columns.len().max(1) as i32).min(300)
}

/// Names above the columns, all in the same size as other small text. Where a word is wider than its column they read
/// upwards: turned they can be read, made smaller they cannot.
enum Heads {
    Level(Vec<Vec<String>>),
    Upwards(Vec<Vec<String>>),
}

const LINE: i32 = 32;
/// Distance of lines that read upwards, and the longest of them.
const TURNED_LINE: i32 = 28;
const LONGEST_TURNED: i32 = 300;

impl Heads {
    fn of(spec: &HeatMap) -> Heads {
        let (column, look) = (column_width(spec) - 8, Type::new(SMALL));
        let mut words = spec.columns.iter().flat_map(|name| name.split_whitespace());
        if words.all(|word| text_width(word, look) <= column) {
            return Heads::Level(spec.columns.iter().map(|name| wrap(name, look, column)).collect());
        }
        let most = (column / TURNED_LINE).max(1) as usize;
        let turned = |name: &String| {
            let mut lines = wrap(name, look, LONGEST_TURNED);
            if most < lines.len() {
                let rest = lines.split_off(most - 1).join(" ");
                lines.push(rest);
            }
            lines.iter().map(|line| shorten(line, look, LONGEST_TURNED)).collect()
        };
        Heads::Upwards(spec.columns.iter().map(turned).collect())
    }

    fn height(&self) -> i32 {
        match self {
            Heads::Level(heads) => LINE * heads.iter().map(Vec::len).max().unwrap_or(1) as i32,
            Heads::Upwards(heads) => {
                let lines = heads.iter().flatten();
                lines.map(|line| text_width(line, Type::new(SMALL))).max().unwrap_or(0) + 14
            }
        }
    }

    fn draw(&self, sheet: &mut Sheet<'_>, left: i32, column: i32, upper: i32) {
        let look = Type::new(SMALL).color(GREY);
        let (Heads::Level(heads) | Heads::Upwards(heads)) = self;
        for (i, head) in heads.iter().enumerate() {
            let x = left + column * i as i32 + column / 2;
            for (k, line) in head.iter().enumerate() {
                let (k, after) = (k as i32, (head.len() - 1 - k) as i32);
                match self {
                    Heads::Level(_) => {
                        sheet.text((x, upper - 12 - LINE * after), line, look.align(Align::Centre));
                    }
                    Heads::Upwards(_) => {
                        let across = x + SMALL / 3 + (k - after) * TURNED_LINE / 2;
                        sheet.text_upwards((across, upper - 10), line, look);
                    }
                }
            }
        }
    }
}

fn draw(sheet: &mut Sheet<'_>, top: i32, spec: &HeatMap, heads: &Heads) {
    let left = MARGIN + label_width(spec) + 24;
    let column = column_width(spec);
    draw_poles(sheet, spec, left, top + 22);
    let upper = top + 56 + heads.height();
    heads.draw(sheet, left, column, upper);
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
    sheet.text((x, baseline), note(spec), Type::new(SMALL).color(GREY));
}

/// What the figures in the cells are; a map without figures says that instead.
fn note(spec: &HeatMap) -> &'static str {
    let cells = || spec.rows.iter().flat_map(|(_, cells)| cells.iter().flatten());
    let known = || cells().filter(|estimate| estimate.is_known());
    if known().next().is_none() {
        "no data"
    } else if known().all(is_exact) {
        exact_note(spec.unit)
    } else {
        "bold: the interval excludes the middle"
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::wilson;

    fn spec(columns: usize, cell: Option<Estimate>) -> HeatMap {
        HeatMap {
            name: "x".into(),
            title: "x".into(),
            subtitle: String::new(),
            unit: Unit::Percent,
            columns: vec!["Covenant Watch Circle +2".into(); columns],
            rows: vec![("row".into(), vec![cell; columns])],
            centre: 0.5,
            span: 0.5,
            poles: ("low".into(), "high".into()),
        }
    }

    #[test]
    fn a_map_says_what_its_figures_are_and_an_empty_one_that_it_has_none() {
        assert_eq!(note(&spec(2, None)), "no data");
        assert_eq!(note(&spec(2, Some(Estimate::exact(0.25)))), "in hundredths, exact");
        assert!(note(&spec(2, Some(wilson(3, 10, 0.95)))).starts_with("bold"));
    }

    #[test]
    fn heads_that_do_not_fit_are_turned_and_keep_their_size() {
        assert!(matches!(Heads::of(&spec(3, None)), Heads::Level(_)));
        let Heads::Upwards(heads) = Heads::of(&spec(20, None)) else { panic!("20 columns are narrow") };
        assert_eq!(heads[0], ["Covenant Watch Circle +2"]);
        let svg = heat_map(&spec(20, None)).svg;
        assert!(svg.contains("Covenant Watch Circle +2") && svg.contains("rotate(270"), "{svg}");
    }
}
