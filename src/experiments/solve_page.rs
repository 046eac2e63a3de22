//! A search on paper: the looks with their intervals, the target, the answer with its own.

use super::question::Question;
use super::solve::{Solution, Solved};
use crate::analysis::words::{capitalized, in_sentence, number, thousands};
use crate::charts::theme::{GREY, Marker};
use crate::charts::{Chart, Lines, Look, Series, Shape, Unit, lines};
use crate::report::{Block, Cell, Document, Section, Table, Tone};

/// The document of `canto solve`.
pub fn solve_page(solved: &Solved, question: &Question) -> Document {
    let mut section = Section::new("");
    let (tone, headline) = match &solved.solution {
        Solution::Found { knob } => (Tone::Good, format!("{}: {}", capitalized(&solved.label), knob.brief())),
        Solution::NoSlope => (Tone::Open, "The knob does not measurably move it".to_string()),
        Solution::NoCrossing { .. } => (Tone::Bad, "No value of the range does it".to_string()),
    };
    section.blocks.push(Block::Verdict { tone, headline, text: solved.sentence() });
    if !question.file.about.is_empty() {
        section.paragraph(question.file.about.clone());
    }
    if let Some((text, remedy)) = question.doubt() {
        section.warning(text, remedy);
    }
    section.figure(
        search_chart(solved),
        "Every value that was tried, with its interval; those in blue carry the answer.",
    );
    section.paragraph(format!(
        "Every value was played {} times on the same luck. The answer is where a straight line through the values near the crossing \
         meets the target; its interval comes from resampling the replications, the same ones at every value.",
        thousands(solved.replications)
    ));
    let mut table = Table::new(
        [format!("#{}", solved.label), format!("#{}", solved.metric_name)].iter().map(String::as_str),
    );
    table.sentence = "The values that were tried.".into();
    for trial in &solved.trials {
        let text = if solved.is_share { trial.metric.percent() } else { trial.metric.brief() };
        let digits = if solved.whole { 0 } else { 3 };
        table.row([
            Cell::number(number(trial.knob, digits), trial.knob),
            Cell::number(text, trial.metric.value),
        ]);
    }
    section.table(table);
    Document {
        title: solved.title.clone(),
        subtitle: format!(
            "{} by {}: where does it meet its target?",
            solved.metric_name,
            in_sentence(&solved.label)
        ),
        footer: format!("canto solve · seed {}", solved.seed),
        sections: vec![section],
    }
}

fn search_chart(solved: &Solved) -> Chart {
    let unit = if solved.is_share { Unit::Percent } else { Unit::Of("") };
    let series = |near: bool, look: Look| Series {
        label: String::new(),
        look,
        points: solved
            .trials
            .iter()
            .filter(|trial| trial.near == near)
            .map(|trial| (trial.knob, trial.metric))
            .collect(),
        shape: Shape::Points,
    };
    let grey = Look { color: GREY, marker: Marker::Circle };
    let all = [series(false, grey), series(true, Look::PLAIN)];
    let answer = match &solved.solution {
        Solution::Found { knob } => {
            // What lies beyond the range is not drawn.
            let mut shown = *knob;
            shown.low = shown.low.clamp(solved.low, solved.high);
            shown.high = shown.high.clamp(solved.low, solved.high);
            shown.value = shown.value.clamp(solved.low, solved.high);
            Some((shown, knob.brief()))
        }
        _ => None,
    };
    lines(&Lines {
        name: "search".into(),
        title: format!("{} by {}", solved.metric_name, solved.label),
        subtitle:
            "The search; 95 % intervals, all values on the same luck; the band is the interval of the answer"
                .into(),
        x_axis: solved.label.clone(),
        y_axis: solved.metric_name.clone(),
        x_unit: Unit::Of(""),
        unit,
        series: all.into_iter().filter(|series| !series.points.is_empty()).collect(),
        reference: Some((solved.target, "target".into())),
        answer,
        from_zero: false,
    })
}
