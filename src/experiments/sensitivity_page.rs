//! A sensitivity analysis on paper: a tornado for each measure, and the shares of its variance.

use super::question::Question;
use super::sensitivity::{OfMeasure, Sensitivity};
use crate::analysis::words::{list, thousands};
use crate::charts::theme::{GREY, Marker};
use crate::charts::{Chart, Forest, ForestRow, Look, Unit, forest};
use crate::report::{Block, Document, Section};

/// The document of `canto sensitivity`.
pub fn sensitivity_page(found: &Sensitivity, question: &Question) -> Document {
    let mut section = Section::new("");
    section.blocks.push(Block::Findings(found.measures.iter().map(finding).collect()));
    if !question.file.about.is_empty() {
        section.paragraph(question.file.about.clone());
    }
    if let Some((text, remedy)) = question.doubt() {
        section.warning(text, remedy);
    }
    for measure in &found.measures {
        section.figure(
            tornado(measure),
            "Mean change when a knob goes from the low to the high end of its range, the others anywhere; grey: it may be none at all.",
        );
        if let Some(chart) = shares(measure) {
            section.figure(
                chart,
                "Share of the variance over all ranges that a knob is answerable for, together with all that it does with others.",
            );
        } else if 0 < found.samples {
            section.paragraph(format!(
                "{}: luck makes up most of the spread between points, so that no shares can be told; play more at each point.",
                measure.name
            ));
        }
    }
    section.paragraph(format!(
        "{} walks of Morris, then {} rows of Saltelli's matrices for the knobs that moved most: {} points, each played {} times. The \
         points of one walk or row meet the same luck, every walk and row another. What luck adds to the shares, and to the strength by \
         which knobs are ordered, is taken off.",
        found.walks,
        found.samples,
        thousands(found.points as u64),
        thousands(found.replications)
    ));
    Document {
        title: found.title.clone(),
        subtitle: "Which knob moves what".into(),
        footer: format!("canto sensitivity · seed {}", found.seed),
        sections: vec![section],
    }
}

fn finding(measure: &OfMeasure) -> String {
    let moving: Vec<String> = measure
        .knobs
        .iter()
        .filter(|knob| knob.elementary.effect.is_known() && !knob.elementary.effect.contains(0.0))
        .map(|knob| {
            let direction = if 0.0 < knob.elementary.effect.value { "up" } else { "down" };
            format!("**{}** ({direction})", knob.label)
        })
        .collect();
    match moving.is_empty() {
        true => format!("{}: no knob moves it one way beyond doubt.", measure.name),
        false => format!("{}: moved by {}.", measure.name, list(&moving)),
    }
}

fn tornado(measure: &OfMeasure) -> Chart {
    let rows = measure.knobs.iter().map(|knob| {
        let effect = knob.elementary.effect;
        let clear = effect.is_known() && !effect.contains(0.0);
        let look = if clear { Look::PLAIN } else { Look { color: GREY, marker: Marker::Circle } };
        ForestRow { label: knob.label.clone(), estimate: effect, look, note: String::new() }
    });
    forest(&Forest {
        name: format!("tornado-{}", measure.metric.replace(':', "-")),
        title: format!("What moves it: {}", measure.name),
        subtitle:
            "Effect of the whole range of each knob, the strongest above; 95 % intervals over Morris's walks"
                .into(),
        axis: if measure.is_share { "change in points of a hundred".into() } else { "change".into() },
        unit: if measure.is_share { Unit::PercentPoints } else { Unit::Change("") },
        rows: rows.collect(),
        reference: Some((0.0, "no effect".into())),
        margin: None,
    })
}

fn shares(measure: &OfMeasure) -> Option<Chart> {
    let mut rows: Vec<ForestRow> = measure
        .knobs
        .iter()
        .filter_map(|knob| {
            let indices = knob.indices.as_ref()?;
            let note = match indices.first.is_known() {
                true => format!("alone {:.0} %", (100.0 * indices.first.value).clamp(0.0, 100.0)),
                false => String::new(),
            };
            Some(ForestRow { label: knob.label.clone(), estimate: indices.total, look: Look::PLAIN, note })
        })
        .collect();
    rows.sort_by(|a, b| b.estimate.value.total_cmp(&a.estimate.value));
    (rows.iter().any(|row| row.estimate.is_known())).then(|| {
        forest(&Forest {
            name: format!("sobol-{}", measure.metric.replace(':', "-")),
            title: format!("Shares of the variance: {}", measure.name),
            subtitle:
                "Sobol's total indices with bootstrap intervals; at the right what the knob does by itself"
                    .into(),
            axis: "share of the variance".into(),
            unit: Unit::Percent,
            rows,
            reference: None,
            margin: None,
        })
    })
}
