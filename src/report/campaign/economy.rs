//! Fleet Points: income over time, sources, uses, and what sets winner and loser apart.

use crate::analysis::Estimate;
use crate::analysis::answers::Answers;
use crate::analysis::words::{list, number, share, value};
use crate::charts::{
    Chart, Forest, ForestRow, Group, Grouped, Lines, Look, Series, Shape, Unit, forest, grouped, lines,
};
use crate::report::document::Section;
use crate::report::names::{faction_look, faction_words};

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
        "Mean per turn and faction, before floors and multipliers",
    );
    section.figure(chart, largest(answers, &report.sources, "source"));
    advantage(answers, &mut section);
    let chart = over_time(&report.source_curves, "sources-by-turn", "Sources of the score over time");
    section.figure(chart, growth(&report.source_curves, "source"));
    let chart = bars(
        answers,
        &report.uses,
        "spending",
        "Where Fleet Points go",
        "Mean spending per turn and faction",
    );
    section.figure(chart, largest(answers, &report.uses, "use"));
    let chart = over_time(&report.use_curves, "spending-by-turn", "Uses of Fleet Points over time");
    section.figure(chart, growth(&report.use_curves, "use"));
    differences(answers, &mut section);
    let chart =
        curve(answers, 1, "fleet-value", "Fleet value by turn", "Fleet Points of hulls, pilots and upgrades");
    section.figure(chart, last_against_first(answers, 1, "fleet"));
    let chart =
        curve(answers, 2, "targets-held", "Strategic targets held", "Mean number at the end of the turn");
    section.figure(chart, last_against_first(answers, 2, "number of targets"));
    super::targets::targets(answers, &mut section);
    section
}

/// Kinds of income or spending over turns, those that never matter left out.
fn over_time(curves: &[(String, Vec<(u32, Estimate)>)], name: &str, title: &str) -> Chart {
    let series = curves
        .iter()
        .filter(|(_, points)| LEAST_DRAWN <= peak(points))
        .enumerate()
        .map(|(i, (label, points))| Series {
            label: label.clone(),
            look: Look::series(i),
            points: points.iter().map(|(turn, value)| (f64::from(*turn), *value)).collect(),
            shape: Shape::Curve,
        })
        .collect();
    lines(&Lines {
        name: name.into(),
        title: title.into(),
        subtitle: "Mean of a faction in the turn over the campaigns that reached it, with its band".into(),
        x_axis: "campaign turn".into(),
        y_axis: "Fleet Points".into(),
        x_unit: Unit::Of(""),
        unit: Unit::Of(""),
        series,
        reference: None,
        answer: None,
        from_zero: true,
    })
}

/// Fleet Points a turn below which a kind is a line along the axis.
const LEAST_DRAWN: f64 = 1.0;

fn peak(points: &[(u32, Estimate)]) -> f64 {
    points.iter().map(|(_, value)| value.value.abs()).fold(0.0, f64::max)
}

/// What grew most between the second turn, the first that is paid, and the last.
fn growth(curves: &[(String, Vec<(u32, Estimate)>)], what: &str) -> String {
    let change = |points: &[(u32, Estimate)]| {
        let (first, last) = (points.iter().find(|(turn, _)| 2 <= *turn)?, points.last()?);
        (first.0 < last.0).then_some((*first, *last, (last.1.value - first.1.value).abs()))
    };
    let most = curves.iter().filter_map(|(label, points)| Some((label, change(points)?)));
    let most = most.max_by(|a, b| a.1.2.total_cmp(&b.1.2));
    most.map_or_else(String::new, |(label, ((first, from), (last, to), _))| {
        format!(
            "The {what} that changes most is: {}, from {} in turn {first} to {} in turn {last}.",
            label.to_lowercase(),
            value(&from),
            value(&to)
        )
    })
}

/// What the faction with the higher score owes it to.
fn advantage(answers: &Answers, section: &mut Section) {
    let report = &answers.economy;
    let all = |rows: &Vec<(String, Estimate)>| rows.last().map_or(0.0, |(_, ahead)| ahead.value);
    let best = report.factions.iter().zip(&report.advantages).max_by(|a, b| all(a.1).total_cmp(&all(b.1)));
    let Some((faction, rows)) = best.filter(|(_, rows)| rows.last().is_some_and(|(_, all)| all.is_known()))
    else {
        return;
    };
    let forest_rows = rows
        .iter()
        .filter(|(_, ahead)| ahead.value != 0.0)
        .map(|(source, ahead)| ForestRow {
            label: source.clone(),
            estimate: *ahead,
            look: faction_look(faction),
            note: String::new(),
        })
        .collect();
    let who = faction_words(faction);
    let chart = forest(&Forest {
        name: "score-advantage".into(),
        title: format!("Where {who} earn more or less than the others")
            .replace("Empire earn", "Empire earns"),
        subtitle: "Score over the whole campaign less the mean of the other factions', by source".into(),
        axis: "Fleet Points per campaign".into(),
        unit: Unit::Change(""),
        rows: forest_rows,
        reference: Some((0.0, "equal".into())),
        margin: None,
    });
    let sentence = rows.last().map_or(String::new(), |(_, all)| {
        format!("In all that is {} Fleet Points in a campaign.", value(all))
    });
    section.figure(chart, sentence);
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
            // Nobody is paid before the second turn.
            let paid = points.iter().find(|(_, value)| value.value != 0.0);
            let ((from, first), (turn, last)) = (paid?, points.last()?);
            if from == turn {
                return Some(format!("{faction} {} in turn {turn}", value(last)));
            }
            Some(format!("{faction} from {} in turn {from} to {} in turn {turn}", value(first), value(last)))
        })
        .collect();
    if parts.is_empty() { String::new() } else { format!("Mean {what}: {}.", list(&parts)) }
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
        axis: "Fleet Points per turn".into(),
        unit: Unit::Of(""),
        series: factions.iter().map(|faction| (faction.clone(), faction_look(faction))).collect(),
        groups,
    })
}

fn largest(answers: &Answers, rows: &[(String, Vec<Estimate>)], what: &str) -> String {
    let mean = |values: &[Estimate]| values.iter().map(|v| v.value).sum::<f64>() / values.len().max(1) as f64;
    let most = rows.iter().max_by(|a, b| mean(&a.1).total_cmp(&mean(&b.1)));
    most.filter(|(_, values)| 0.0 < mean(values)).map_or_else(String::new, |(label, values)| {
        let factions = answers.economy.factions.iter().zip(values);
        let parts: Vec<String> =
            factions.map(|(faction, points)| format!("{faction} {}", value(points))).collect();
        format!("The largest {what} is {}: {} Fleet Points per turn.", label.to_lowercase(), list(&parts))
    })
}

/// A share without its interval, for a label.
fn percent_of(share: &Estimate) -> String {
    format!("{} %", number(100.0 * share.value, 0))
}

fn differences(answers: &Answers, section: &mut Section) {
    // Without a winner there is nothing to tell apart.
    if !answers.economy.differences.iter().any(|difference| difference.ahead.is_known()) {
        return;
    }
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
            note: match difference.is_share_of_the_spread() {
                true => format!("{} of the spread", percent_of(&difference.share)),
                false => String::new(),
            },
        })
        .collect();
    let chart = forest(&Forest {
        name: "winner-against-loser".into(),
        title: "What the winner had more of".into(),
        subtitle: "Winner's score less the loser's over the whole campaign, by source, and its part in the spread between campaigns".into(),
        axis: "Fleet Points per campaign".into(),
        unit: Unit::Change(""),
        rows,
        reference: Some((0.0, "no difference".into())),
        margin: None,
    });
    let lost = answers.economy.differences.iter().find(|difference| difference.source == "A lost target");
    let sentence = lost.map_or(String::new(), |lost| match lost.is_share_of_the_spread() {
        true => format!(
            "The penalty for a lost target makes up {} of the spread between winner and loser. What a house rule on it would take away is another \
             question, since players then decide differently: canto compare answers it.",
            share(&lost.share)
        ),
        false => "Which part of the spread between winner and loser the penalty for a lost target makes up cannot be told from these campaigns."
            .into(),
    });
    section.figure(chart, sentence);
}
