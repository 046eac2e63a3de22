//! What places on the map are worth, and what is found on unexplored worlds.

use super::parity::{brief, percent};
use crate::analysis::answers::Answers;
use crate::analysis::strata::FEWEST;
use crate::analysis::targets::{NOTHING, TypeWorth};
use crate::analysis::words::{list, p_value, share};
use crate::charts::{Forest, ForestRow, Look, Unit, forest};
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::names::{discovery_name, target_name};

/// Turns held without which a type's row is only noise.
const FEWEST_TURNS: u64 = 50;

/// Part of the section on the economy.
pub fn targets(answers: &Answers, section: &mut Section) {
    let report = &answers.targets;
    if report.types.is_empty() {
        return;
    }
    section.blocks.push(Block::Heading("What places are worth".into()));
    section.table(types(answers));
    let mut held: Vec<&TypeWorth> = report
        .types
        .iter()
        .filter(|of| FEWEST_TURNS <= of.winner_held.n && of.winner_held.is_known())
        .collect();
    held.sort_by(|a, b| {
        b.winner_held.value.total_cmp(&a.winner_held.value).then_with(|| a.type_.cmp(&b.type_))
    });
    if !held.is_empty() {
        let rows = held.iter().map(|of| ForestRow {
            label: target_name(&of.type_),
            estimate: of.winner_held,
            look: Look::series(2),
            note: format!("{} points a turn", Unit::Of("").value(&of.value)),
        });
        let chart = forest(&Forest {
            name: "targets-of-winners".into(),
            title: "Places that winners hold".into(),
            subtitle: "The later winner's share of the turns in which anybody held a place of the type"
                .into(),
            axis: "share of the turns held".into(),
            unit: Unit::Percent,
            rows: rows.collect(),
            // Where places have nothing to do with winning, the winner's share of a type is what its holders win anyway, and that is another for each
            // type: factions do not hold them equally often. No one line is right.
            reference: None,
            margin: None,
        });
        section.figure(chart, sentence(&held));
    }
    section.table(discoveries(answers));
}

/// `held` begins with what winners hold most.
fn sentence(held: &[&TypeWorth]) -> String {
    let most: Vec<String> = held
        .iter()
        .take(3)
        .map(|of| format!("{} ({})", target_name(&of.type_), share(&of.winner_held)))
        .collect();
    format!(
        "Winners hold most of all {}; a connection at best, not yet a cause: a type that mostly one faction holds shows how often that \
         faction wins.",
        list(&most)
    )
}

fn types(answers: &Answers) -> Table {
    let mut table = Table::new([
        "strategic target",
        "#in a campaign",
        "#points a turn",
        "#times taken",
        "#held by anybody",
        "#held by the winner",
    ]);
    table.sentence = "Every type of place: how many there are, their Fleet Points a turn when the map is laid, how often one changes hands, the share of its \
                      turns in which it belongs to somebody, and of those the later winner's."
        .into();
    table.rows_on_paper = 27;
    for of in &answers.targets.types {
        table.row([
            Cell::text(target_name(&of.type_)),
            brief(&of.places),
            brief(&of.value),
            brief(&of.taken),
            percent(&of.held),
            percent(&of.winner_held),
        ]);
    }
    table
}

fn discoveries(answers: &Answers) -> Table {
    let mut table = Table::new([
        "found on an unexplored world",
        "#in a campaign",
        "#Fleet Points",
        "#finder wins",
        "#against finding nothing",
        "#q",
    ]);
    table.sentence = format!(
        "What the table of unexplored worlds brings; pirates take their points from all players. What stands against finding nothing is a difference \
         among finds by the same faction in the same turn, where the die alone decides who finds what: in points of a hundred of the finder's \
         chance to win the campaign. With a q (the p-value of that comparison after the control of false discoveries) of 0.05 or less it is \
         hardly luck. Too few: fewer than {FEWEST} of the find or of nothing to compare, or hardly any of them won, or lost."
    );
    for of in &answers.targets.discoveries {
        let against = match &of.against_nothing {
            Some(against) => brief(&against.scaled(100.0, 0.0)),
            None if of.discovery == NOTHING => Cell::text("–"),
            None => Cell::text("too few"),
        };
        table.row([
            Cell::text(discovery_name(&of.discovery)),
            brief(&of.found),
            brief(&of.value),
            percent(&of.finder_won),
            against,
            Cell::number(p_value(of.q_value), of.q_value),
        ]);
    }
    table
}
