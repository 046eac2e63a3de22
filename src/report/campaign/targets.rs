//! What places on the map are worth, and what is found on unexplored worlds.

use super::parity::{brief, percent};
use crate::analysis::answers::Answers;
use crate::analysis::targets::TypeWorth;
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
            reference: Some((answers.parity.parity.fair, "no connection".into())),
            margin: None,
        });
        section.figure(chart, sentence(&held, answers.parity.parity.fair));
    }
    section.table(discoveries(answers));
}

/// `fair`: the winner's share if places had nothing to do with winning.
fn sentence(held: &[&TypeWorth], fair: f64) -> String {
    let sure: Vec<String> = held
        .iter()
        .filter(|of| fair < of.winner_held.low)
        .take(3)
        .map(|of| format!("{} ({})", target_name(&of.type_), share(&of.winner_held)))
        .collect();
    if sure.is_empty() {
        return "No type of place is held by winners more often than by losers beyond doubt.".into();
    }
    format!("Winners hold most of all {}; a connection, not yet a cause.", list(&sure))
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
    table.sentence = "What the table of unexplored worlds brings; pirates take their points from all players. The die decides what an explorer finds, so what stands \
                      against finding nothing tells what the find does, in points of a hundred of the finder's chance to win the campaign, but for luck: \
                      only with a q (the p-value after the control of false discoveries) of 0.05 or less is it beyond doubt."
        .into();
    for of in &answers.targets.discoveries {
        let against = of.against_nothing.map(|against| against.scaled(100.0, 0.0));
        table.row([
            Cell::text(discovery_name(&of.discovery)),
            brief(&of.found),
            brief(&of.value),
            percent(&of.finder_won),
            against.map_or_else(|| Cell::text("–"), |against| brief(&against)),
            Cell::number(p_value(of.q_value), of.q_value),
        ]);
    }
    table
}
