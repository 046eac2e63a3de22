//! The report of a matrix: what each ability is worth in points of initiative, and who beats whom.

use std::collections::BTreeMap;

use super::checks::{Distribution, Drawn, chart};
use super::methods::methods;
use super::pairs::pairs;
use super::{footer, percent, points, policy_words, title};
use crate::analysis::Estimate;
use crate::analysis::initiative::{InitiativeMatrix, PLAIN, Worth, initiative_matrices, outcome_lines};
use crate::analysis::run::Run;
use crate::analysis::words::{list, thousands};
use crate::charts::{Forest, ForestRow, HeatMap, Look, Unit, forest, heat_map};
use crate::error::Result;
use crate::report::document::{Block, Cell, Document, KeyFigure, Section, Table};

/// A difference in chance that is worth a sentence.
const NOTEWORTHY: f64 = 0.005;

pub fn matrix_report(run: &Run) -> Result<Document> {
    let matrices = initiative_matrices(run)?;
    let main = &matrices[0];
    let worth = main.worth();
    let singles: Vec<&Worth> = worth.iter().filter(|worth| !worth.set.contains(',')).collect();
    let mut sections = vec![front(run, main, &worth, &singles), each(run, main, &singles)];
    if worth.iter().any(|worth| worth.set.contains(',')) {
        sections.push(pairs(run, main, &worth));
    }
    if run.has(&crate::frames::columns::OUTCOMES) {
        sections.extend(dice(run)?);
    }
    sections.extend(decisions(run, &matrices));
    sections.push(methods(run));
    Ok(Document {
        title: "Initiative: what is an ability worth?".into(),
        subtitle: format!(
            "Star Wars Miniatures · {} sets of abilities, each against each other · exact · {}",
            main.sets.len(),
            policy_words(&main.policy)
        ),
        footer: footer(run, "initiative abilities"),
        sections,
    })
}

fn front(run: &Run, matrix: &InitiativeMatrix, worth: &[Worth], singles: &[&Worth]) -> Section {
    let mut section = Section::new("");
    section.paragraph(
        "A **point of initiative** is +1 on every roll of the die that nothing cancels. An ability is worth as many points as would win \
         initiative as often against a player without abilities: 0 points win half of the rounds, 19 win all of them.",
    );
    let mut ranked: Vec<&&Worth> = singles.iter().filter(|worth| worth.points.is_some()).collect();
    ranked.sort_by(|a, b| b.points.unwrap_or(0.0).total_cmp(&a.points.unwrap_or(0.0)));
    // The four that are worth most; the drawing below has all of them.
    let shown = ranked.iter().take(4).copied();
    let figure = |worth: &&Worth| KeyFigure {
        value: points(worth.points.unwrap_or(0.0)),
        label: title(run, &worth.set),
        detail: format!("{} against no ability", percent(worth.against_plain.unwrap_or(0.5))),
    };
    section.blocks.push(Block::KeyFigures(shown.map(figure).collect()));
    section.blocks.push(Block::Findings(findings(run, matrix, worth, &ranked)));
    let rows = ranked.iter().map(|worth| ForestRow {
        label: title(run, &worth.set),
        estimate: Estimate::exact(worth.points.unwrap_or(0.0)),
        look: Look::PLAIN,
        note: format!("wins {}", percent(worth.against_plain.unwrap_or(0.5))),
    });
    let drawing = forest(&Forest {
        name: "worth".into(),
        title: "What an ability is worth".into(),
        subtitle: "Points of initiative against a player without abilities, exact".into(),
        axis: "points of initiative".into(),
        unit: Unit::Of(""),
        rows: rows.collect(),
        reference: Some((0.0, "no ability".into())),
        margin: None,
    });
    section.figure(drawing, "Each ability alone, from the most to the least worth, with how often it wins.");
    section
}

fn findings(run: &Run, matrix: &InitiativeMatrix, worth: &[Worth], ranked: &[&&Worth]) -> Vec<String> {
    let mut found = Vec::new();
    let certain: Vec<String> = ranked
        .iter()
        .filter(|worth| worth.against_plain.is_some_and(|p| 1.0 - 1e-9 <= p))
        .map(|worth| format!("**{}**", title(run, &worth.set)))
        .collect();
    if !certain.is_empty() {
        let verb = if certain.len() == 1 { "wins" } else { "win" };
        found.push(format!("{} {verb} every round against a player without abilities.", list(&certain)));
    }
    // Of equals the first, which has fewer abilities.
    let better = |best: &&Worth, other: &Worth| best.against_others + 1e-9 < other.against_others;
    let best = worth.iter().fold(None, |best, other| match best {
        Some(best) if !better(&best, other) => Some(best),
        _ => Some(other),
    });
    if let Some(best) = best {
        found.push(format!(
            "Against the whole field of {} sets the best is **{}**: it wins {} of its rounds on average.",
            matrix.sets.len() - 1,
            title(run, &best.set),
            percent(best.against_others)
        ));
    }
    let by_gain = |worth: &&Worth| worth.beyond_the_better.is_some();
    let gain = |worth: &Worth| worth.beyond_the_better.unwrap_or(0.0);
    let most = worth.iter().filter(by_gain).max_by(|a, b| gain(a).total_cmp(&gain(b)));
    if let Some(most) = most.filter(|most| 0.05 < gain(most)) {
        found.push(format!(
            "Of two abilities together **{}** gain most: {} points beyond the better one of the two.",
            title(run, &most.set),
            points(gain(most))
        ));
    }
    let losing: Vec<&Worth> = worth.iter().filter(|worth| gain(worth) < -0.05).collect();
    if let Some(worst) = losing.iter().min_by(|a, b| gain(a).total_cmp(&gain(b))) {
        found.push(format!(
            "{} pairs are worth less than their better half, because one ability cancels the other: most of all **{}** ({} points).",
            losing.len(),
            title(run, &worst.set),
            points(gain(worst))
        ));
    }
    let (simulated, held) = matrix.agreement();
    if 0 < simulated {
        found.push(format!(
            "{} pairings were also simulated, {} rounds each: {} of their 95 % intervals hold the exact value.",
            thousands(simulated),
            thousands(run.number("trials").unwrap_or(0.0) as u64),
            percent(held as f64 / simulated as f64)
        ));
    }
    found
}

/// The single abilities: table and heat map.
fn each(run: &Run, matrix: &InitiativeMatrix, singles: &[&Worth]) -> Section {
    let mut section = Section::new("Ability against ability");
    let mut shown: Vec<usize> = matrix.position(PLAIN).into_iter().collect();
    shown.extend(singles.iter().filter_map(|worth| matrix.position(&worth.set)));
    let row = |first: &usize| {
        let cells = shown.iter().map(|second| Some(Estimate::exact(matrix.at(*first, *second).exact)));
        (title(run, &matrix.sets[*first]), cells.collect())
    };
    let drawing = heat_map(&HeatMap {
        name: "ability-against-ability".into(),
        title: "Who wins initiative".into(),
        subtitle: format!(
            "Exact chance of the row's player against the column's; {}",
            policy_words(&matrix.policy)
        ),
        unit: Unit::Percent,
        columns: shown.iter().map(|set| title(run, &matrix.sets[*set])).collect(),
        rows: shown.iter().map(row).collect(),
        centre: 0.5,
        span: 0.5,
        poles: ("the row loses".into(), "the row wins".into()),
    });
    section.figure(drawing, "Read along a row: how often its player wins against the player of each column.");
    let mut table = Table::new(["ability", "#against no ability", "#points", "#against the field"]);
    table.sentence = field_words(&matrix.sets).into();
    for worth in singles {
        let chance = worth.against_plain.unwrap_or(f64::NAN);
        let worth_points = worth.points.unwrap_or(f64::NAN);
        table.row([
            Cell::text(title(run, &worth.set)),
            Cell::number(percent(chance), chance),
            Cell::number(points(worth_points), worth_points),
            Cell::number(percent(worth.against_others), worth.against_others),
        ]);
    }
    section.table(table);
    section
}

/// Whom "the field" is made of.
fn field_words(sets: &[String]) -> &'static str {
    if sets.iter().any(|set| set.contains(',')) {
        "Against the field: the mean over every other set of abilities, pairs included."
    } else {
        "Against the field: the mean over every other single ability and the player without any."
    }
}

/// Dice and checks of the abilities that change them.
fn dice(run: &Run) -> Result<Option<Section>> {
    let all = outcome_lines(run)?;
    let distributions = |topic: &str| {
        let mut found: Vec<Distribution> = Vec::new();
        for line in all.iter().filter(|line| line.topic == topic) {
            let label = title(run, &line.player);
            if found.last().is_none_or(|last| last.label != label) {
                found.push(Distribution { label, checks: BTreeMap::new() });
            }
            if let (Some(last), Some(p)) = (found.last_mut(), line.exact) {
                last.checks.insert(line.number, p);
            }
        }
        found
    };
    let (dice, checks) = (distributions("die"), distributions("check"));
    if dice.is_empty() {
        return Ok(None);
    }
    let mut section = Section::new("The dice");
    section.figure(
        chart("die-kept", &dice, Drawn::Each),
        "One die is flat; two of which the higher is kept lean to high numbers; a foreseen player keeps the lowest.",
    );
    section.figure(
        chart("check-at-least", &checks, Drawn::AtLeast),
        "With the bonus: how likely a player is to reach at least so much. A 1 gets no bonus.",
    );
    Ok(Some(section))
}

/// The same under other policies.
fn decisions(run: &Run, matrices: &[InitiativeMatrix]) -> Option<Section> {
    let [main, others @ ..] = matrices else { return None };
    let first = others.first()?;
    let mut section = Section::new("What decisions change");
    let mut columns = vec!["ability".to_string()];
    columns.extend(matrices.iter().map(|matrix| format!("#{}", matrix.policy.replace('-', " "))));
    let mut table = Table::new(columns.iter().map(String::as_str));
    table.sentence =
        "Mean chance against every other set of abilities, where both play by that policy.".into();
    for worth in main.worth().iter().filter(|worth| !worth.set.contains(',')) {
        let cell = |matrix: &InitiativeMatrix| {
            let found = matrix.worth().into_iter().find(|other| other.set == worth.set);
            let value = found.map(|found| found.against_others);
            value.map_or_else(|| Cell::text("not computed"), |value| Cell::number(percent(value), value))
        };
        table.row(std::iter::once(Cell::text(title(run, &worth.set))).chain(matrices.iter().map(cell)));
    }
    section.table(table);
    // Where it matters most, over all pairings.
    let mut largest: Option<(usize, usize, f64)> = None;
    for one in 0..main.sets.len() {
        for two in 0..main.sets.len() {
            let (Some(a), Some(b)) = (first.position(&main.sets[one]), first.position(&main.sets[two]))
            else {
                continue;
            };
            let gap = first.at(a, b).exact - main.at(one, two).exact;
            if largest.is_none_or(|(_, _, most)| most < gap) {
                largest = Some((one, two, gap));
            }
        }
    }
    if let Some((one, two, gap)) = largest.filter(|(_, _, gap)| NOTEWORTHY < *gap) {
        section.paragraph(format!(
            "It matters most for **{}** against **{}**: {} where {}, {} where {}.",
            title(run, &main.sets[one]),
            title(run, &main.sets[two]),
            percent(main.at(one, two).exact),
            policy_words(&main.policy),
            percent(main.at(one, two).exact + gap),
            policy_words(&first.policy)
        ));
    }
    Some(section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_in_the_field_only_where_they_were_computed() {
        let sets = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        assert!(!field_words(&sets(&["plain", "recon", "sense"])).contains("pairs"));
        assert!(field_words(&sets(&["plain", "recon", "sense", "recon,sense"])).contains("pairs included"));
    }
}
