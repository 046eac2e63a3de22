//! A sweep as charts: curves with bands over a knob, points of a hypercube, rows of named values.

use super::measures::Measure;
use super::question::{Design, Question, number_of, text_of};
use super::sweep::SweepPoint;
use crate::analysis::Estimate;
use crate::analysis::words::{number, share, thousands, value};
use crate::charts::{Chart, Forest, ForestRow, Lines, Look, Series, Shape, Unit, forest, lines};
use crate::report::{Cell, Document, Section, Table};

/// Series that one chart can bear.
const MOST_SERIES: usize = 9;

/// The document of `canto sweep`.
pub fn sweep_page(question: &Question, swept: &[SweepPoint], seed: u64) -> Document {
    let mut section = Section::new("");
    let file = &question.file;
    let what = if file.battle.is_some() { "battles" } else { "campaigns" };
    if !file.about.is_empty() {
        section.paragraph(file.about.clone());
    }
    section.paragraph(format!(
        "{} points, each of {} {what} on the same luck; every value with its 95 % interval.",
        swept.len(),
        thousands(file.replications)
    ));
    if let Some((text, remedy)) = question.doubt() {
        section.warning(text, remedy);
    }
    for (index, measure) in question.measures.iter().enumerate() {
        for (chart, sentence) in charts(question, swept, index, measure) {
            section.figure(chart, sentence);
        }
    }
    section.table(table(question, swept));
    Document {
        title: file.title.clone(),
        subtitle: "A sweep on common luck".into(),
        footer: format!("canto sweep · seed {seed}"),
        sections: vec![section],
    }
}

fn unit(measure: &Measure) -> Unit {
    if measure.is_share() { Unit::Percent } else { Unit::Of("") }
}

/// Places of the knobs whose values are numbers and differ.
fn numeric(question: &Question, swept: &[SweepPoint]) -> Vec<usize> {
    let varies = |place: &usize| {
        let all = || swept.iter().map(|point| number_of(&point.values[*place]));
        all().all(|value| value.is_some()) && all().any(|value| value != number_of(&swept[0].values[*place]))
    };
    (0..question.file.knobs.len()).filter(varies).collect()
}

fn charts(
    question: &Question,
    swept: &[SweepPoint],
    index: usize,
    measure: &Measure,
) -> Vec<(Chart, String)> {
    let knobs = &question.file.knobs;
    let numeric = numeric(question, swept);
    let is_grid = question.file.sweep.as_ref().is_none_or(|table| table.design == Design::Grid);
    if numeric.is_empty() {
        return vec![rows(question, swept, index, measure)];
    }
    let over: &[usize] = if is_grid { &numeric[..1] } else { &numeric };
    over.iter()
        .map(|&knob| {
            let series =
                if is_grid { curves(question, swept, index, knob) } else { cloud(swept, index, knob) };
            let shown = series.len().min(MOST_SERIES);
            let left_out = series.len() - shown;
            let name = knobs[knob].name();
            let mut sentence = match is_grid {
                true => ends(&series, name, measure),
                false => format!("{} over {name}; the other knobs vary from point to point.", measure.name()),
            };
            let chart = lines(&Lines {
                name: format!("sweep-{}-{}", measure.file_name(), knobs[knob].key.replace('.', "-")),
                title: format!("{} by {name}", measure.name()),
                subtitle: format!("{}; 95 % intervals, all points on the same luck", question.file.title),
                x_axis: name.to_string(),
                y_axis: measure.name(),
                x_unit: Unit::Of(""),
                unit: unit(measure),
                series: series.into_iter().take(MOST_SERIES).collect(),
                reference: None,
                answer: None,
                from_zero: false,
            });
            if 0 < left_out {
                sentence.push_str(&format!(" {left_out} further curves stand in the table only."));
            }
            (chart, sentence)
        })
        .collect()
}

/// Where each curve begins and ends, and whether its ends can be told apart.
fn ends(series: &[Series], name: &str, measure: &Measure) -> String {
    let write = |estimate: &Estimate| if measure.is_share() { share(estimate) } else { value(estimate) };
    let parts: Vec<String> = series
        .iter()
        .take(3)
        .filter_map(|series| {
            let ((from, first), (to, last)) = (series.points.first()?, series.points.last()?);
            let apart =
                if first.high < last.low || last.high < first.low { "" } else { "; the intervals overlap" };
            let label = if series.label.is_empty() { String::new() } else { format!("{}: ", series.label) };
            Some(format!(
                "{label}{} at {name} {}, {} at {}{apart}",
                write(first),
                number(*from, digits(*from)),
                write(last),
                number(*to, digits(*to))
            ))
        })
        .collect();
    format!("{}, from end to end: {}.", measure.name(), parts.join("; "))
}

/// Whole numbers are written whole.
fn digits(value: f64) -> usize {
    if value.fract() == 0.0 { 0 } else { 2 }
}

/// One curve for each combination of the other knobs' values.
fn curves(question: &Question, swept: &[SweepPoint], index: usize, knob: usize) -> Vec<Series> {
    let mut found: Vec<Series> = Vec::new();
    for point in swept {
        let others = (0..question.file.knobs.len()).filter(|other| *other != knob);
        let label: Vec<String> = others
            .map(|other| match number_of(&point.values[other]) {
                Some(_) => format!("{} {}", question.file.knobs[other].name(), shown(&point.values[other])),
                None => shown(&point.values[other]),
            })
            .collect();
        let label = label.join(", ");
        let at = (number_of(&point.values[knob]).unwrap_or(f64::NAN), point.estimates[index]);
        match found.iter_mut().find(|series| series.label == label) {
            Some(series) => series.points.push(at),
            None => found.push(Series {
                label,
                look: Look::series(found.len()),
                points: vec![at],
                shape: Shape::Curve,
            }),
        }
    }
    for series in &mut found {
        series.points.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    found
}

fn cloud(swept: &[SweepPoint], index: usize, knob: usize) -> Vec<Series> {
    let at =
        |point: &SweepPoint| (number_of(&point.values[knob]).unwrap_or(f64::NAN), point.estimates[index]);
    let mut points: Vec<_> = swept.iter().map(at).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    vec![Series { label: String::new(), look: Look::PLAIN, points, shape: Shape::Points }]
}

fn rows(question: &Question, swept: &[SweepPoint], index: usize, measure: &Measure) -> (Chart, String) {
    let row = |point: &SweepPoint| {
        let label: Vec<String> = point.values.iter().map(shown).collect();
        ForestRow {
            label: label.join(", "),
            estimate: point.estimates[index],
            look: Look::PLAIN,
            note: String::new(),
        }
    };
    let names: Vec<&str> = question.file.knobs.iter().map(|knob| knob.name()).collect();
    let chart = forest(&Forest {
        name: format!("sweep-{}", measure.file_name()),
        title: format!("{} by {}", measure.name(), names.join(" and ")),
        subtitle: format!("{}; 95 % intervals, all points on the same luck", question.file.title),
        axis: measure.name(),
        unit: unit(measure),
        rows: swept.iter().take(40).map(row).collect(),
        reference: None,
        margin: None,
    });
    let best = |sign: f64| {
        let known = swept.iter().filter(|point| point.estimates[index].is_known());
        let at = |point: &SweepPoint| sign * point.estimates[index].value;
        known.max_by(|a, b| at(a).total_cmp(&at(b))).map(|point| {
            let estimate = &point.estimates[index];
            let text = if measure.is_share() { share(estimate) } else { value(estimate) };
            format!("{} ({text})", row(point).label)
        })
    };
    let sentence = match (best(1.0), best(-1.0)) {
        (Some(most), Some(least)) => format!("{}: most at {most}, least at {least}.", measure.name()),
        _ => format!("{}: no data.", measure.name()),
    };
    (chart, sentence)
}

/// A value for people: missions by their titles, numbers with a real minus, other words as they are.
fn shown(value: &toml::Value) -> String {
    let text = text_of(value);
    if number_of(value).is_some() {
        return text.replacen('-', "−", 1);
    }
    let mission = crate::config::mission::missions().find(&text);
    mission.map_or(text, |mission| mission.title.clone())
}

fn table(question: &Question, swept: &[SweepPoint]) -> Table {
    let mut names: Vec<String> = question.file.knobs.iter().map(|knob| format!("#{}", knob.name())).collect();
    names.extend(question.measures.iter().map(|measure| format!("#{}", measure.name())));
    let mut table = Table::new(names.iter().map(String::as_str));
    table.sentence = "Every point with its intervals.".into();
    for point in swept {
        let knobs = point.values.iter().map(|value| match number_of(value) {
            Some(number) => Cell::number(shown(value), number),
            None => Cell::text(shown(value)),
        });
        let found = point.estimates.iter().zip(&question.measures).map(|(estimate, measure)| {
            let text = if measure.is_share() { estimate.percent() } else { estimate.brief() };
            Cell::number(text, estimate.value)
        });
        table.row(knobs.chain(found).collect::<Vec<_>>());
    }
    table
}
