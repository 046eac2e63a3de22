//! Two abilities together.

use super::{percent, points, policy_words, title};
use crate::analysis::Estimate;
use crate::analysis::initiative::{InitiativeMatrix, Worth};
use crate::analysis::run::Run;
use crate::charts::{DenseMap, dense_map};
use crate::report::document::{Cell, Section, Table};

/// Every set against every other, and the pairs ranked.
pub fn pairs(run: &Run, matrix: &InitiativeMatrix, worth: &[Worth]) -> Section {
    let mut section = Section::new("Two abilities together");
    let titles: Vec<String> = matrix.sets.iter().map(|set| title(run, set)).collect();
    let rows = (0..titles.len()).map(|first| {
        let cells = (0..titles.len()).map(|second| Some(Estimate::exact(matrix.at(first, second).exact)));
        (titles[first].clone(), cells.collect())
    });
    let drawing = dense_map(&DenseMap {
        name: "initiatives".into(),
        title: "Who wins initiative".into(),
        subtitle: format!(
            "Exact chance of the row's player against the column's, {} sets of abilities; {}",
            titles.len(),
            policy_words(&matrix.policy)
        ),
        columns: titles.clone(),
        rows: rows.collect(),
        centre: 0.5,
        span: 0.5,
        poles: ("the row loses".into(), "the row wins".into()),
    });
    section.figure(
        drawing,
        "Every single ability and every pair against every other; each cell says its chance in the HTML.",
    );
    let mut ranked: Vec<&Worth> = worth.iter().filter(|worth| worth.set.contains(',')).collect();
    ranked.sort_by(|a, b| b.against_others.total_cmp(&a.against_others));
    let mut table = Table::new([
        "abilities",
        "#against no ability",
        "#points",
        "#beyond the better one",
        "#against the field",
    ]);
    table.rows_on_paper = 30;
    table.sentence =
        "Pairs from the best against the field down. Beyond the better one: points that the second ability adds."
            .into();
    for worth in ranked {
        let number = |value: Option<f64>| {
            value.map_or_else(|| Cell::text("not computed"), |value| Cell::number(points(value), value))
        };
        let chance = worth.against_plain.unwrap_or(f64::NAN);
        table.row([
            Cell::text(title(run, &worth.set)),
            Cell::number(percent(chance), chance),
            number(worth.points),
            number(worth.beyond_the_better),
            Cell::number(percent(worth.against_others), worth.against_others),
        ]);
    }
    section.table(table);
    section
}
