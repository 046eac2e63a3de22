//! A comparison on paper: one page for each pair.

use super::compare::{Comparison, Contrast, Finding, Row, is_lost_among_many};
use super::question::text_of;
use super::variant::value_of;
use crate::analysis::discovery::FALSE_DISCOVERY_RATE;
use crate::analysis::estimate::percent_label;
use crate::analysis::words::{capitalized, in_sentence, list, p_equals, thousands};
use crate::analysis::{CONFIDENCE, Estimate};
use crate::charts::theme::{GREY, Marker};
use crate::charts::{Chart, Forest, ForestRow, Look, Unit, forest};
use crate::config::{builtin, reference};
use crate::report::names::{humane, key_words};
use crate::report::{Block, Cell, Document, Section, Table, Tone};

/// A variant as pages call it: names without dashes, files without their folder, single keys in words.
fn titled(variant: &str) -> String {
    let part = |part: &str| match part.split_once('=') {
        Some((key, value)) => {
            let value = with_real_minus(text_of(&value_of(value.trim())));
            format!("{}: {value}", capitalized(&key_words(key.trim())))
        }
        None => {
            let name = part.trim_end_matches('/').rsplit('/').next().unwrap_or(part);
            humane(name.trim_end_matches(".toml"))
        }
    };
    variant.split('+').map(|text| part(text.trim())).collect::<Vec<_>>().join(" + ")
}

fn with_real_minus(text: String) -> String {
    text.strip_prefix('-').map_or_else(|| text.clone(), |digits| format!("−{digits}"))
}

/// What the single keys of a variant mean, as the rulebook's file and the reference of set-ups say it.
fn meanings(variant: &str) -> Vec<String> {
    let rulebook = builtin::rulebook();
    let keys = variant.split('+').filter_map(|part| part.split_once('=')).map(|(key, _)| key.trim());
    keys.filter_map(|key| {
        let words = capitalized(&key_words(key));
        if let Some(of_set_up) = key.strip_prefix("setup.") {
            let doc = reference::set_up_keys().into_iter().find(|doc| doc.key == of_set_up)?;
            return Some(format!("**{words}**: {}.", doc.meaning));
        }
        let own = with_real_minus(rulebook.at(key)?.one_line());
        let meaning = reference::meaning_of(&rulebook, key);
        (!meaning.is_empty()).then(|| format!("**{words}**: {meaning}; {own} in the rulebook."))
    })
    .collect()
}

/// The document of `canto compare`.
pub fn comparison_page(comparison: &Comparison) -> Document {
    let mut titles = comparison.clone();
    let mut keys: Vec<String> = Vec::new();
    for contrast in &comparison.contrasts {
        for meaning in meanings(&contrast.first).into_iter().chain(meanings(&contrast.other)) {
            if !keys.contains(&meaning) {
                keys.push(meaning);
            }
        }
    }
    titles.remarks.splice(0..0, keys);
    for contrast in &mut titles.contrasts {
        contrast.first = titled(&contrast.first);
        contrast.other = titled(&contrast.other);
    }
    page(&titles)
}

fn page(comparison: &Comparison) -> Document {
    let names: Vec<String> = comparison.contrasts.iter().map(|contrast| contrast.other.clone()).collect();
    let first = comparison.contrasts.first().map_or(String::new(), |contrast| contrast.first.clone());
    let many = 1 < comparison.contrasts.len();
    let sections = comparison
        .contrasts
        .iter()
        .enumerate()
        .map(|(i, contrast)| section(comparison, contrast, if many { Some(i + 1) } else { None }))
        .collect();
    Document {
        title: format!("What changes: {} against {first}", list(&names)),
        subtitle: "Campaigns on the same luck, paired one by one".into(),
        footer: format!("canto compare · seed {}", comparison.seed),
        sections,
    }
}

fn section(comparison: &Comparison, contrast: &Contrast, number: Option<usize>) -> Section {
    let title = number.map_or(String::new(), |_| format!("{} against {}", contrast.other, contrast.first));
    let mut section = Section::new(&title);
    section.blocks.push(verdict(contrast));
    let suffix = number.map_or(String::new(), |number| format!("-{number}"));
    if let Some(chart) = shares(comparison, contrast, &suffix) {
        section.figure(chart, "Differences of shares, in points of a hundred; grey: nothing found.");
    }
    section.table(table(contrast, comparison.margin));
    for remark in &comparison.remarks {
        section.paragraph(remark.clone());
    }
    section
}

fn verdict(contrast: &Contrast) -> Block {
    let named = |pick: &dyn Fn(&Row) -> bool| -> Vec<String> {
        contrast.rows.iter().filter(|row| pick(row)).map(|row| in_sentence(&row.name)).collect()
    };
    let changed = named(&|row| row.finding == Finding::Changed);
    let slightly = named(&|row| row.finding == Finding::ChangedWithinMargin);
    let same = named(&|row| row.finding == Finding::Same);
    let open = named(&|row| matches!(row.finding, Finding::Undecided { .. }));
    let (tone, headline) = match (changed.len() + slightly.len(), open.len()) {
        (0, 0) => (Tone::Good, "Nothing changed by more than the margin".to_string()),
        (0, _) => (Tone::Open, "No change found, and not everything is settled".to_string()),
        (1, _) => (Tone::Bad, "One measure changed".to_string()),
        (n, _) => (Tone::Bad, format!("{n} measures changed")),
    };
    let mut text = format!("{} pairs of campaigns. ", thousands(contrast.pairs));
    for (words, names) in [
        ("**Changed**: ", &changed),
        ("**Changed, but within the margin**: ", &slightly),
        ("**The same within the margin**: ", &same),
        ("**Undecided**: ", &open),
    ] {
        if !names.is_empty() {
            text.push_str(&format!("{words}{}. ", list(names)));
        }
    }
    Block::Verdict { tone, headline, text: text.trim_end().to_string() }
}

fn forest_row(row: &Row, estimate: Estimate) -> ForestRow {
    let look =
        if row.finding.is_change() { Look::PLAIN } else { Look { color: GREY, marker: Marker::Circle } };
    let note = match row.finding {
        Finding::Changed => "changed",
        Finding::ChangedWithinMargin => "changed a little",
        Finding::Same => "same",
        Finding::Undecided { .. } => "undecided",
    };
    ForestRow { label: row.name.clone(), estimate, look, note: note.into() }
}

fn shares(comparison: &Comparison, contrast: &Contrast, suffix: &str) -> Option<Chart> {
    let rows = contrast.rows.iter().filter(|row| row.is_share && row.paired.difference.is_known());
    let rows: Vec<ForestRow> = rows.map(|row| forest_row(row, row.paired.difference)).collect();
    (!rows.is_empty()).then(|| {
        forest(&Forest {
            name: format!("compare-shares{suffix}"),
            title: format!("{} less {}: shares", contrast.other, contrast.first),
            subtitle: subtitle(comparison, "points"),
            axis: "difference in points of a hundred".into(),
            unit: Unit::PercentPoints,
            rows,
            reference: Some((0.0, "no difference".into())),
            margin: Some(comparison.margin),
        })
    })
}

fn subtitle(comparison: &Comparison, unit: &str) -> String {
    format!(
        "Paired by campaign, {} % intervals; the band is the margin of ±{} {unit}",
        percent_label(CONFIDENCE),
        percent_label(comparison.margin)
    )
}

fn table(contrast: &Contrast, margin: f64) -> Table {
    let mut table =
        Table::new(["measure", "#first", "#other", "#difference", "#saved by pairing", "finding"]);
    table.rows_on_paper = 40;
    table.sentence = format!(
        "First: {}; other: {}. Differences are paired; beside what common luck took off their variance stands the correlation r. \
         Findings after Benjamini and Hochberg, with the adjusted p-value q; margin {} points of a share, or hundredths of a number.",
        contrast.first,
        contrast.other,
        percent_label(margin)
    );
    let lost = |row: &Row| is_lost_among_many(&row.paired.difference, row.finding);
    if contrast.rows.iter().any(lost) {
        table.sentence.push_str(&format!(
            " A row whose interval leaves out 0 stays undecided while its q is above {}: among so many measures luck alone brings up \
             such a row.",
            FALSE_DISCOVERY_RATE
        ));
    }
    for row in &contrast.rows {
        let write = |estimate: &Estimate| match (estimate.is_known(), row.is_share) {
            (false, _) => "no data".to_string(),
            (true, true) => percent(estimate),
            (true, false) => estimate.plus_minus(),
        };
        let difference = &row.paired.difference;
        let sign = if 0.0 < difference.value { "+" } else { "" };
        table.row([
            Cell::text(row.name.clone()),
            Cell::number(write(&row.first), row.first.value),
            Cell::number(write(&row.other), row.other.value),
            Cell::number(format!("{sign}{}", write(difference)), difference.value),
            Cell::number(
                format!("{:.0} %, r {:.2}", 100.0 * row.paired.variance_saved, row.paired.correlation),
                row.paired.variance_saved,
            ),
            Cell::text(match row.q_value.is_nan() {
                true => row.finding.words("campaign"),
                false => format!("{} ({})", row.finding.words("campaign"), p_equals("q", row.q_value)),
            }),
        ]);
    }
    table
}

fn percent(estimate: &Estimate) -> String {
    format!("{} %", estimate.scaled(100.0, 0.0).plus_minus())
}

#[cfg(test)]
mod tests {
    use super::super::compare::compare;
    use super::*;
    use crate::analysis::metrics::{Metric, Observations};

    #[test]
    fn variants_are_named_for_people() {
        assert_eq!(titled("galactic-civil-war"), "Galactic Civil War");
        assert_eq!(titled("scenarios/questions/lost-target-0.toml"), "Lost Target 0");
        assert_eq!(
            titled("three-factions+income.lost_target=-15"),
            "Three Factions + Income, lost target: −15"
        );
        assert_eq!(titled("setup.model = \"skirmish\""), "Setup, model: skirmish");
        assert_eq!(titled("reports/gentle/"), "Gentle");
    }

    #[test]
    fn single_keys_are_explained_and_every_row_has_its_q() {
        assert_eq!(
            meanings("three-factions+income.lost_target=-15"),
            ["**Income, lost target**: FP for having lost a strategic target; −25 in the rulebook."]
        );
        assert!(meanings("setup.turn_cap=7")[0].starts_with("**Setup, turn cap**: campaign turns after"));
        assert!(meanings("gentle-snowball").is_empty());
        let observed = |step: u32| Observations {
            replications: (0..40).collect(),
            values: vec![(0..40).map(|i: u32| (f64::from(u8::from(i.is_multiple_of(step))), 1.0)).collect()],
        };
        let names = ["a".to_string(), "b".to_string()];
        let metrics = [Metric::WinRate(crate::ids::Faction::Rebel)];
        let compared = compare(&names, &[observed(2), observed(4)], &metrics, 1, 0.05);
        let table = table(&compared.contrasts[0], 0.05);
        let finding = &table.rows[0].last().unwrap().text;
        assert!(finding.contains("(q "), "{finding}");
    }
}
