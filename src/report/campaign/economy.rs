//! Fleet Points: income over time, sources, uses, and what sets winner and loser apart.

use crate::analysis::Estimate;
use crate::analysis::answers::Answers;
use crate::charts::{
    Chart, Forest, ForestRow, Group, Grouped, Lines, Look, Series, Shape, Unit, forest, grouped, lines,
};
use crate::report::document::Section;
use crate::report::names::faction_look;

pub fn economy(answers: &Answers) -> Section {
    let mut section = Section::new("Economy");
    let report = &answers.economy;
    let chart =
        curve(answers, 0, "income-by-turn", "Income by turn", "Fleet Points paid to a faction in the turn");
    section.figure(chart, last_against_first(answers, 0, "income"));
    let chart = bars(
        answers,
        &report.sources,
        "income-by-source",
        "Where the score comes from",
        "Mean by turn and faction, before floors and multipliers",
    );
    section.figure(chart, largest(&report.sources, "source"));
    let chart =
        bars(answers, &report.uses, "spending", "Where Fleet Points go", "Mean spending by turn and faction");
    section.figure(chart, largest(&report.uses, "use"));
    differences(answers, &mut section);
    let chart =
        curve(answers, 1, "fleet-value", "Fleet value by turn", "Fleet Points of hulls, pilots and upgrades");
    section.figure(chart, last_against_first(answers, 1, "fleet"));
    let chart =
        curve(answers, 2, "targets-held", "Strategic targets held", "Mean number at the end of the turn");
    section.figure(chart, last_against_first(answers, 2, "number of targets"));
    section
}

/// One of the curves over turns, a line for each faction.
pub(super) fn curve(answers: &Answers, which: usize, name: &str, title: &str, axis: &str) -> Chart {
    let report = &answers.economy;
    let series = report
        .factions
        .iter()
        .zip(&report.curves[which])
        .map(|(faction, points)| Series {
            label: faction.clone(),
            look: faction_look(faction),
            points: points.iter().map(|(turn, value)| (f64::from(*turn), *value)).collect(),
            shape: Shape::Curve,
        })
        .collect();
    lines(&Lines {
        name: name.into(),
        title: title.into(),
        subtitle: "Mean over the campaigns that reached the turn, with its band; turns that one in twenty reached are the last".into(),
        x_axis: "campaign turn".into(),
        y_axis: axis.into(),
        x_unit: Unit::Of(""),
        unit: Unit::Of(""),
        series,
        reference: None,
        answer: None,
        from_zero: which != 3,
    })
}

/// How a curve ends against how it began, for each faction.
pub(super) fn last_against_first(answers: &Answers, which: usize, what: &str) -> String {
    let report = &answers.economy;
    let parts: Vec<String> = report
        .factions
        .iter()
        .zip(&report.curves[which])
        .filter_map(|(faction, points)| {
            let ((_, first), (turn, last)) = (points.first()?, points.last()?);
            let unit = Unit::Of("");
            Some(format!("{faction} from {} to {} by turn {turn}", unit.value(first), unit.value(last)))
        })
        .collect();
    format!("Mean {what}: {}.", crate::analysis::words::list(&parts))
}

fn bars(
    answers: &Answers,
    rows: &[(String, Vec<Estimate>)],
    name: &str,
    title: &str,
    subtitle: &str,
) -> Chart {
    let factions = &answers.economy.factions;
    // What never happens is not drawn.
    let groups = rows
        .iter()
        .filter(|(_, values)| values.iter().any(|value| value.value != 0.0))
        .map(|(label, values)| Group {
            label: label.clone(),
            bars: values.iter().copied().map(Some).collect(),
        })
        .collect();
    grouped(&Grouped {
        name: name.into(),
        title: title.into(),
        subtitle: subtitle.into(),
        axis: "Fleet Points by turn".into(),
        unit: Unit::Of(""),
        series: factions.iter().map(|faction| (faction.clone(), faction_look(faction))).collect(),
        groups,
    })
}

fn largest(rows: &[(String, Vec<Estimate>)], what: &str) -> String {
    let mean = |values: &[Estimate]| values.iter().map(|v| v.value).sum::<f64>() / values.len().max(1) as f64;
    let most = rows.iter().max_by(|a, b| mean(&a.1).total_cmp(&mean(&b.1)));
    let total: f64 = rows.iter().map(|(_, values)| mean(values).max(0.0)).sum();
    most.filter(|_| 0.0 < total).map_or_else(String::new, |(label, values)| {
        format!(
            "The largest {what} is: {} ({:.0} % of all that is not negative).",
            label.to_lowercase(),
            100.0 * mean(values) / total
        )
    })
}

fn differences(answers: &Answers, section: &mut Section) {
    let rows = answers
        .economy
        .differences
        .iter()
        .filter(|difference| difference.ahead.value != 0.0)
        .enumerate()
        .map(|(i, difference)| ForestRow {
            label: difference.source.clone(),
            estimate: difference.ahead,
            look: Look::series(i),
            note: format!("{:.0} % of the difference", 100.0 * difference.share),
        })
        .collect();
    let chart = forest(&Forest {
        name: "winner-against-loser".into(),
        title: "What the winner had more of".into(),
        subtitle: "Winner's score less the loser's over the whole campaign, by source; share of the difference's variance".into(),
        axis: "Fleet Points by campaign".into(),
        unit: Unit::Change(""),
        rows,
        reference: Some((0.0, "no difference".into())),
        margin: None,
    });
    let lost = answers.economy.differences.iter().find(|difference| difference.source == "A lost target");
    let sentence = lost.map_or(String::new(), |lost| {
        format!(
            "The penalty for a lost target accounts for {:.0} % of what sets winner and loser apart; this is what a house rule on it could \
             at most take away directly.",
            100.0 * lost.share
        )
    });
    section.figure(chart, sentence);
}
