//! Lying bars in groups, with intervals: income by source and faction, tornado of knobs.

use super::axes::{Scale, Unit, widest};
use super::sheet::{Align, Chart, Sheet, Type, chart, shorten};
use super::theme::{GREY, INK, LABEL, Look, MARGIN, SMALL, WIDTH};
use crate::analysis::Estimate;

#[derive(Debug, Clone)]
pub struct Group {
    pub label: String,
    /// One bar for each of the series; absent where there is none.
    pub bars: Vec<Option<Estimate>>,
}

#[derive(Debug, Clone)]
pub struct Grouped {
    pub name: String,
    pub title: String,
    pub subtitle: String,
    pub axis: String,
    pub unit: Unit,
    /// Name and look of the bars of a group, from above.
    pub series: Vec<(String, Look)>,
    pub groups: Vec<Group>,
}

const BAR: i32 = 30;
const GAP: i32 = 22;

pub fn grouped(spec: &Grouped) -> Chart {
    let body = 56 + spec.groups.len().max(1) as i32 * group_height(spec) + 90;
    chart(&spec.name, &spec.title, &spec.subtitle, body, |sheet, top| draw(sheet, top, spec))
}

fn group_height(spec: &Grouped) -> i32 {
    BAR * spec.series.len().max(1) as i32 + GAP
}

fn draw(sheet: &mut Sheet<'_>, top: i32, spec: &Grouped) {
    let label_width = widest(spec.groups.iter().map(|group| group.label.as_str())).min(480);
    let bars = || spec.groups.iter().flat_map(|group| group.bars.iter().flatten());
    let values: Vec<String> = bars().map(|bar| spec.unit.value(bar)).collect();
    let value_width = widest(values.iter().map(String::as_str)).max(60);
    let left = MARGIN + label_width + 24;
    let right = WIDTH - MARGIN - value_width - 24;
    let upper = top + 56;
    let lower = upper + spec.groups.len() as i32 * group_height(spec);
    let scale = Scale::over(bars(), &[0.0], spec.unit, (left, right));
    scale.draw_below(sheet, upper, lower, spec.unit, &spec.axis);
    if 1 < spec.series.len() {
        draw_legend(sheet, left, top + 30, &spec.series);
    }
    for (i, group) in spec.groups.iter().enumerate() {
        let group_top = upper + i as i32 * group_height(spec) + GAP / 2;
        let middle = group_top + BAR * spec.series.len() as i32 / 2;
        let label = shorten(&group.label, Type::new(LABEL), label_width);
        sheet.text((MARGIN, middle + 9), &label, Type::new(LABEL));
        for (k, (bar, (name, look))) in group.bars.iter().zip(&spec.series).enumerate() {
            let Some(bar) = bar else { continue };
            let y = group_top + BAR * k as i32;
            let value_look = Type::new(SMALL).align(Align::Right);
            sheet.text((WIDTH - MARGIN, y + BAR / 2 + 8), &spec.unit.value(bar), value_look);
            let words = format!("{}, {name}: {}", group.label, spec.unit.statement(bar));
            sheet.hover((MARGIN, y), (WIDTH - MARGIN, y + BAR), &words);
            // No data is no bar: at the edge of the scale it would look like the largest of all.
            if !bar.value.is_finite() {
                continue;
            }
            let (zero, end) = (scale.at(0.0), scale.at(bar.value));
            sheet.rect((zero.min(end), y + 2), (zero.max(end), y + BAR - 2), look.color, 0.6);
            if bar.is_known() {
                let (low, high) = (scale.at(bar.low), scale.at(bar.high));
                sheet.line((low, y + BAR / 2), (high, y + BAR / 2), INK, 2);
                for x in [low, high] {
                    sheet.line((x, y + 8), (x, y + BAR - 8), INK, 2);
                }
            }
        }
    }
    let zero = scale.at(0.0);
    sheet.line((zero, upper), (zero, lower), GREY, 2);
}

/// Coloured squares with names, in one row.
pub(super) fn draw_legend(sheet: &mut Sheet<'_>, left: i32, baseline: i32, series: &[(String, Look)]) {
    let mut x = left;
    for (name, look) in series {
        sheet.rect((x, baseline - 19), (x + 24, baseline + 3), look.color, 0.75);
        sheet.text((x + 34, baseline), name, Type::new(SMALL));
        x += 34 + super::sheet::text_width(name, Type::new(SMALL)) + 36;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Method, wilson};

    #[test]
    fn a_bar_without_data_is_not_drawn_but_said() {
        let spec = |bars: Vec<Option<Estimate>>| Grouped {
            name: "x".into(),
            title: "x".into(),
            subtitle: String::new(),
            axis: "share".into(),
            unit: Unit::Percent,
            series: vec![("Rebel".into(), Look::PLAIN)],
            groups: bars.into_iter().map(|bar| Group { label: "A".into(), bars: vec![bar] }).collect(),
        };
        let unknown = Estimate { value: f64::NAN, ..Estimate::unknown(0.0, 1.0, Method::Wilson) };
        let known = wilson(40, 100, 0.95);
        let drawn = |bar: Option<Estimate>| grouped(&spec(vec![Some(known), bar])).svg;
        let bars = |svg: &str| svg.matches("opacity=\"0.6\"").count();
        assert_eq!(bars(&drawn(Some(unknown))), bars(&drawn(None)));
        assert!(drawn(Some(unknown)).contains("no data"));
    }
}
