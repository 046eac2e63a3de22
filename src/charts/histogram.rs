//! How often each length came up. Sorted rectangles: plotters' own histogram draws in the order of a hash map.

use super::axes::{Scale, Unit};
use super::sheet::{Align, Chart, Sheet, Type, chart};
use super::theme::{GREY, INK, Look, MARGIN, SMALL, WIDTH};
use crate::analysis::Estimate;

#[derive(Debug, Clone)]
pub struct Bin {
    pub from: f64,
    pub to: f64,
    /// How the bin is called: "6" or "6 to 8".
    pub label: String,
    pub share: Estimate,
}

#[derive(Debug, Clone)]
pub struct Histogram {
    pub name: String,
    pub title: String,
    pub subtitle: String,
    pub axis: String,
    pub look: Look,
    /// In order of `from`, without gaps.
    pub bins: Vec<Bin>,
    /// Values worth a line: a median with its name.
    pub marks: Vec<(f64, String)>,
}

const BODY: i32 = 420;

pub fn histogram(spec: &Histogram) -> Chart {
    chart(&spec.name, &spec.title, &spec.subtitle, BODY + 120, |sheet, top| draw(sheet, top, spec))
}

fn draw(sheet: &mut Sheet<'_>, top: i32, spec: &Histogram) {
    let (upper, lower) = (top + 24 + 32 * spec.marks.len() as i32, top + 20 + BODY);
    let y = Scale::over(spec.bins.iter().map(|bin| &bin.share), &[0.0], Unit::Percent, (lower, upper));
    let left = MARGIN + y.left_width(Unit::Percent);
    let right = WIDTH - MARGIN;
    let from = spec.bins.first().map_or(0.0, |bin| bin.from);
    let to = spec.bins.last().map_or(1.0, |bin| bin.to);
    let x = Scale::new(from, to, (left, right));
    y.draw_left(sheet, left, right, Unit::Percent);
    let wide = spec.bins.len() <= 40;
    // Every label, or every second, third …: as many as fit.
    let room = (right - left) / spec.bins.len().max(1) as i32;
    let widest = spec.bins.iter().map(|bin| super::sheet::text_width(&bin.label, Type::new(SMALL))).max();
    let every = (widest.unwrap_or(0) + 16) / room.max(1) + 1;
    for (i, bin) in spec.bins.iter().enumerate() {
        let (x0, x1) = (x.at(bin.from), x.at(bin.to));
        let gap = if wide { 3 } else { 0 };
        sheet.rect((x0 + gap, y.at(bin.share.value)), (x1 - gap, lower), spec.look.color, 0.6);
        let middle = (x0 + x1) / 2;
        if bin.share.is_known() && 0 < bin.share.n {
            sheet.line((middle, y.at(bin.share.low)), (middle, y.at(bin.share.high)), INK, 2);
            if wide {
                for end in [bin.share.low, bin.share.high] {
                    sheet.line((middle - 6, y.at(end)), (middle + 6, y.at(end)), INK, 2);
                }
            }
        }
        if (i as i32) % every == 0 {
            let look = Type::new(SMALL).color(GREY).align(Align::Centre);
            sheet.text((middle, lower + 30), &bin.label, look);
        }
        let words = format!("{}: {}", bin.label, Unit::Percent.statement(&bin.share));
        sheet.hover((x0, upper), (x1, lower), &words);
    }
    sheet.line((left, lower), (right, lower), GREY, 2);
    sheet.text(((left + right) / 2, lower + 66), &spec.axis, Type::new(SMALL).align(Align::Centre));
    for (i, (value, words)) in spec.marks.iter().enumerate() {
        let at = x.at(*value);
        let baseline = top + 20 + 32 * i as i32;
        sheet.dashed((at, baseline - 20), (at, lower), INK, 2);
        let align = if at < (left + right) / 2 { Align::Left } else { Align::Right };
        let shift = if align == Align::Left { 10 } else { -10 };
        sheet.text((at + shift, baseline), words, Type::new(SMALL).align(align));
    }
}
