//! Calibration on paper: where both models agree and where they do not.

use super::Calibration;
use super::side_by_side::{Group, MARGIN};
use crate::analysis::words::{number, thousands};
use crate::charts::theme::{GREY, Marker, VERMILLION};
use crate::charts::{Chart, Forest, ForestRow, Look, Unit, forest};
use crate::report::{Block, Cell, Document, Section, Table, Tone};

/// The document of `canto calibrate`.
pub fn calibrate_page(found: &Calibration) -> Document {
    let mut front = Section::new("");
    let (all_missions, all_classes) = (&found.groups[0], &found.groups[1]);
    let missions: Vec<&Group> = found.groups[2..].iter().filter(|group| !group.is_class).collect();
    let classes: Vec<&Group> = found.groups[2..].iter().filter(|group| group.is_class).collect();
    let count = |groups: &[&Group], word: &str| groups.iter().filter(|group| group.verdict() == word).count();
    front.blocks.push(Block::Verdict {
        tone: if count(&missions, "differ") == 0 { Tone::Good } else { Tone::Open },
        headline: format!(
            "{} of {} missions and {} of {} ship classes differ between the models",
            count(&missions, "differ"),
            missions.len(),
            count(&classes, "differ"),
            classes.len()
        ),
        text: format!(
            "Over all missions the attacker wins {} on the board and {} in the skirmish model; with the parameters built in before it was \
             {}. Agreement means that the whole interval of the paired difference lies within ±{:.0} points.",
            all_missions.win_rate().tabletop.percent(),
            all_missions.win_rate().skirmish.percent(),
            all_missions.win_rate().built_in.percent(),
            100.0 * MARGIN
        ),
    });
    front.paragraph(format!(
        "The skirmish model has no board: who has a shot, at which range and how long an objective takes are chances, measured here on \
         {} battles on the board ({} ships seen at the start of a Combat phase). Nothing was chosen so that win rates agree; what remains \
         different is what such chances cannot say: formations that hold together, ships that stay behind an enemy for several rounds, pilots \
         who hunt the one ship that a mission is about, squads that choose where to fight.",
        thousands(found.made.battles),
        thousands(found.made.ship_rounds)
    ));
    let apart: Vec<String> = missions
        .iter()
        .filter(|group| group.verdict() == "differ")
        .map(|group| {
            let difference = 100.0 * group.win_rate().difference.value;
            let sign = if 0.0 < difference { "+" } else { "" };
            format!("{} ({sign}{})", group.name, number(difference, 0))
        })
        .collect();
    if !apart.is_empty() {
        front.warning(
            format!(
                "In points of the attacker's win rate the skirmish model is off in {}.",
                apart.join(", ")
            ),
            "Fight on the board where these missions matter: --battle-model tabletop.",
        );
    }
    front.figure(
        differences(&missions, "missions", "Attacker's win rate by mission"),
        "Skirmish less tabletop on the same engagements and luck, 95 % intervals of the paired difference.",
    );
    let mut by_mission = Section::new("Missions");
    by_mission.table(wins(all_missions, &missions, "mission", "attacker"));
    by_mission.table(costs(all_missions, &missions, "mission"));
    let mut by_class = Section::new("Ship classes");
    by_class
        .paragraph("Squads of one class, 100 points, against classes drawn by lot, in Space Superiority.");
    by_class.table(wins(all_classes, &classes, "class", "class"));
    by_class.table(costs(all_classes, &classes, "class"));
    by_class.figure(
        differences(&classes, "classes", "Win rate by ship class"),
        "Skirmish less tabletop: a class to the right is worth more in the skirmish model than on the board.",
    );
    Document {
        title: "Two battle models side by side".into(),
        subtitle: "The skirmish model as calibrated, against the board".into(),
        footer: found.made.command.clone(),
        sections: vec![front, by_mission, by_class],
    }
}

/// Who wins, by both models.
fn wins(all: &Group, groups: &[&Group], what: &str, side: &str) -> Table {
    let board = format!("#{side} wins, board");
    let mut table = Table::new([what, "#battles", board.as_str(), "#skirmish", "#difference", "verdict"]);
    table.rows_on_paper = 60;
    table.sentence =
        "Win rates in percent, 95 % intervals as half-widths; differences are paired on the same luck."
            .into();
    for group in std::iter::once(all).chain(groups.iter().copied()) {
        let score = group.win_rate();
        let percent = |estimate: &crate::analysis::Estimate| {
            Cell::number(estimate.scaled(100.0, 0.0).plus_minus(), estimate.value)
        };
        table.row([
            Cell::text(&group.name),
            Cell::number(thousands(group.battles), group.battles as f64),
            percent(&score.tabletop),
            percent(&score.skirmish),
            percent(&score.difference),
            Cell::text(group.verdict()),
        ]);
    }
    table
}

/// How long it lasts and what it costs, by both models.
fn costs(all: &Group, groups: &[&Group], what: &str) -> Table {
    let mut table = Table::new([
        what,
        "#rounds, board",
        "#difference",
        "#points lost, board",
        "#difference",
        "#foe's lost, board",
        "#difference",
    ]);
    table.rows_on_paper = 60;
    table.sentence = "Rounds and squad points destroyed; differences are skirmish less board.".into();
    for group in std::iter::once(all).chain(groups.iter().copied()) {
        let numbers = group.measures[1..].iter().flat_map(|of| {
            [of.tabletop, of.difference].map(|estimate| Cell::number(estimate.plus_minus(), estimate.value))
        });
        table.row(std::iter::once(Cell::text(&group.name)).chain(numbers));
    }
    table
}

fn differences(groups: &[&Group], name: &str, title: &str) -> Chart {
    let row = |group: &&Group| ForestRow {
        label: group.name.clone(),
        estimate: group.win_rate().difference,
        look: match group.verdict() {
            "differ" => Look { color: VERMILLION, marker: Marker::Diamond },
            "agree" => Look::PLAIN,
            _ => Look { color: GREY, marker: Marker::Circle },
        },
        note: group.verdict().into(),
    };
    forest(&Forest {
        name: format!("models-{name}"),
        title: title.into(),
        subtitle: "Skirmish less tabletop, same engagements and luck".into(),
        axis: "difference in win rate, percentage points".into(),
        unit: Unit::PercentPoints,
        rows: groups.iter().map(row).collect(),
        reference: Some((0.0, "the same".into())),
        margin: Some(MARGIN),
    })
}
