//! Does an early lead decide? Curves by turn.

use super::front::early_turn;
use crate::analysis::Estimate;
use crate::analysis::answers::Answers;
use crate::analysis::snowball::TurnLead;
use crate::analysis::words::{share, value};
use crate::charts::{Bin, Histogram, Lines, Look, Series, Shape, Unit, histogram, lines};
use crate::report::document::{Cell, Section, Table};
use crate::report::names::faction_words;

pub fn snowball(answers: &Answers) -> Section {
    let mut section = Section::new("Snowball");
    let report = &answers.snowball;
    if report.turns.is_empty() {
        section.paragraph("Too few campaigns were decided to say what an early lead is worth.");
        return section;
    }
    let mut words = "A lead is counted in Fleet Points of fleet and purse together, after each turn of the campaigns that go on. A curve that stands high early means that the first turns \
                     decide; one that creeps up means that the campaign stays open."
        .to_string();
    if let [first, second, _, ..] = &report.factions[..] {
        words.push_str(&format!(
            " The leader is who has more than all others. The ROC area and the odds are of the lead of {} over {}, in the campaigns that one \
             of the two won.",
            faction_words(first),
            faction_words(second)
        ));
    }
    section.paragraph(words);
    let series = |label: &str, i: usize, of: fn(&TurnLead) -> Estimate| Series {
        label: label.into(),
        look: Look::series(i),
        points: report.turns.iter().map(|turn| (f64::from(turn.turn), of(turn))).collect(),
        shape: Shape::Curve,
    };
    let chart = lines(&Lines {
        name: "snowball".into(),
        title: "How much the lead after each turn says of the end".into(),
        subtitle: "Share of campaigns that the leader goes on to win, and area under the ROC curve of the size of the lead".into(),
        x_axis: "campaign turn".into(),
        y_axis: "100 %: decides".into(),
        x_unit: Unit::Of(""),
        unit: Unit::Percent,
        series: vec![
            series("Leader wins", 0, |turn| turn.leader_wins),
            series("ROC area", 1, |turn| turn.area),
        ],
        reference: Some((answers.parity.parity.fair, "says nothing".into())),
        answer: None,
        from_zero: false,
    });
    let sentence = early_turn(answers).map_or(String::new(), |early| {
        format!(
            "After turn {} the leader goes on to win {}; {} of the winners were behind at half-time.",
            early.turn,
            share(&early.leader_wins),
            share(&report.comebacks)
        )
    });
    section.figure(chart, sentence);
    let chart = lines(&Lines {
        name: "winners-lead".into(),
        title: "How far ahead the later winner is".into(),
        subtitle: "Mean lead of the later winner after each turn, over the campaigns that go on".into(),
        x_axis: "campaign turn".into(),
        y_axis: "Fleet Points".into(),
        x_unit: Unit::Of(""),
        unit: Unit::Of(""),
        series: vec![series("Winner's lead", 0, |turn| turn.mean_lead)],
        reference: None,
        answer: None,
        from_zero: true,
    });
    let ends = answers.snowball.turns.first().zip(answers.snowball.turns.last());
    let sentence =
        ends.filter(|(first, last)| first.turn < last.turn).map_or_else(String::new, |(first, last)| {
            format!(
                "From {} Fleet Points after turn {} to {} after turn {}, of the campaigns that go on.",
                value(&first.mean_lead),
                first.turn,
                value(&last.mean_lead),
                last.turn
            )
        });
    section.figure(chart, sentence);
    lead_changes(answers, &mut section);
    section.table(slopes(answers));
    section
}

fn lead_changes(answers: &Answers, section: &mut Section) {
    let bins: Vec<Bin> = answers
        .snowball
        .lead_changes
        .iter()
        .map(|(changes, share)| Bin {
            from: f64::from(*changes) - 0.5,
            to: f64::from(*changes) + 0.5,
            label: changes.to_string(),
            share: *share,
        })
        .collect();
    let never = bins.first().map_or(String::new(), |bin| share(&bin.share));
    let chart = histogram(&Histogram {
        name: "lead-changes".into(),
        title: "How often the lead changes hands".into(),
        subtitle: "Share of campaigns by number of lead changes in fleet and purse".into(),
        axis: "lead changes".into(),
        look: Look::series(2),
        bins,
        marks: Vec::new(),
    });
    section.figure(chart, format!("In {never} of the campaigns the first to lead stayed ahead to the end."));
}

fn slopes(answers: &Answers) -> Table {
    let mut table = Table::new([
        "turn",
        "#campaigns",
        "#leader wins",
        "#ROC area",
        "#odds per 100 points",
        "#winner's lead",
    ]);
    table.sentence =
        "What 100 Fleet Points of lead go with: the factor on the odds of winning; and the curves above in numbers."
            .into();
    for turn in &answers.snowball.turns {
        let odds = turn.slope.is_known().then(|| Estimate {
            value: turn.slope.value.exp(),
            low: turn.slope.low.exp(),
            high: turn.slope.high.exp(),
            ..turn.slope
        });
        table.row([
            Cell::number(turn.turn.to_string(), f64::from(turn.turn)),
            Cell::number(crate::analysis::words::thousands(turn.area.n), turn.area.n as f64),
            super::parity::percent(&turn.leader_wins),
            super::parity::percent(&turn.area),
            odds.map_or_else(
                || Cell::text("no estimate"),
                |odds| Cell::number(format!("× {}", odds.brief()), odds.value),
            ),
            super::parity::brief(&turn.mean_lead),
        ]);
    }
    table
}
