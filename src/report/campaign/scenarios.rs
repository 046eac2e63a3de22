//! Missions: fairness with false-discovery control, price, hollow victories, weight in the campaign.

use std::collections::BTreeSet;

use super::parity::{brief, percent};
use crate::analysis::answers::Answers;
use crate::analysis::discovery::FALSE_DISCOVERY_RATE;
use crate::analysis::scenarios::{Mission, Target};
use crate::analysis::words::{list, p_value, share, thousands};
use crate::analysis::{Estimate, Verdict};
use crate::charts::theme::{BLUE, Marker, SLATE, VERMILLION};
use crate::charts::{Forest, ForestRow, HeatMap, Look, Unit, forest, heat_map};
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::names::{mission_name, target_name};

pub fn scenarios(answers: &Answers) -> Section {
    let mut section = Section::new("Missions");
    let report = &answers.scenarios;
    if report.missions.is_empty() {
        section.paragraph("No battle was fought.");
        return section;
    }
    section.paragraph(format!(
        "{} battles were fought; {} of all attacks were ceded without one. A verdict here asks whether attacker and defender win equally \
         often with the squads that the rules and the players gave them, not whether the sizes are equal.",
        thousands(report.fought),
        share(&report.ceded)
    ));
    forest_of_missions(answers, &mut section);
    by_faction(answers, &mut section);
    section.table(courses(&report.missions));
    section.table(prices(&report.missions));
    weights(answers, &mut section);
    section.table(sizes(answers));
    section.table(targets(answers));
    section
}

fn mission_look(verdict: Verdict) -> Look {
    match verdict {
        Verdict::Balanced => Look { color: BLUE, marker: Marker::Circle },
        Verdict::Biased { .. } => Look { color: VERMILLION, marker: Marker::Diamond },
        Verdict::Undecided { .. } => Look { color: SLATE, marker: Marker::Square },
    }
}

fn forest_of_missions(answers: &Answers, section: &mut Section) {
    let decided = |mission: &&Mission| FEWEST_WEIGHED <= mission.attacker_wins.n;
    let mut missions: Vec<&Mission> = answers.scenarios.missions.iter().filter(decided).collect();
    let left_out = answers.scenarios.missions.len() - missions.len();
    if missions.is_empty() {
        section.paragraph(format!(
            "No mission was decided {FEWEST_WEIGHED} times, so nothing can be said of any."
        ));
        return;
    }
    missions.sort_by(|a, b| {
        b.attacker_wins.value.total_cmp(&a.attacker_wins.value).then_with(|| a.mission.cmp(&b.mission))
    });
    let note = |mission: &Mission| match mission.verdict {
        Verdict::Biased { upwards } if mission.q_value <= FALSE_DISCOVERY_RATE => {
            if upwards { "favours attacker" } else { "favours defender" }.to_string()
        }
        Verdict::Biased { .. } => "not sure in the family".into(),
        verdict => verdict.name().to_string(),
    };
    let rows = missions
        .iter()
        .map(|mission| ForestRow {
            label: mission_name(&mission.mission),
            estimate: mission.attacker_wins,
            look: mission_look(mission.verdict),
            note: note(mission),
        })
        .collect();
    let chart = forest(&Forest {
        name: "mission-forest".into(),
        title: "Attacker's win rate by mission".into(),
        subtitle: "Share of the decided battles; \"favours\" only where it survives a false-discovery control at 5 % over all missions"
            .into(),
        axis: "share won by the attacker".into(),
        unit: Unit::Percent,
        rows,
        reference: Some((0.5, "even".into())),
        margin: Some(answers.parity.parity.margin),
    });
    let biased = missions
        .iter()
        .filter(|m| matches!(m.verdict, Verdict::Biased { .. }) && m.q_value <= FALSE_DISCOVERY_RATE)
        .count();
    let balanced = missions.iter().filter(|m| m.verdict == Verdict::Balanced).count();
    let balanced = match balanced {
        0 => "none is".to_string(),
        1 => "one is".to_string(),
        many => format!("{many} are"),
    };
    let mut sentence =
        format!("Of {} missions {balanced} balanced and {biased} clearly favour one side.", missions.len());
    if 0 < left_out {
        let them = if left_out == 1 { "One more was".to_string() } else { format!("{left_out} more were") };
        sentence.push_str(&format!(" {them} decided fewer than {FEWEST_WEIGHED} times and left out."));
    }
    section.figure(chart, sentence);
}

fn by_faction(answers: &Answers, section: &mut Section) {
    let report = &answers.scenarios;
    let factions: Vec<String> = report
        .by_faction
        .iter()
        .map(|(_, faction, _)| faction.clone())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let missions: Vec<String> = report
        .by_faction
        .iter()
        .map(|(mission, _, _)| mission.clone())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let rows = missions
        .iter()
        .map(|mission| {
            let cell = |faction: &String| {
                let found = report.by_faction.iter().find(|(m, f, _)| m == mission && f == faction);
                found.map(|(_, _, rate)| *rate).filter(|rate| 20 <= rate.n)
            };
            (mission_name(mission), factions.iter().map(cell).collect())
        })
        .collect();
    let chart = heat_map(&HeatMap {
        name: "mission-by-faction".into(),
        title: "Attacker's win rate by mission and faction".into(),
        subtitle: "Decided battles; cells with fewer than 20 are left empty".into(),
        unit: Unit::Percent,
        columns: factions.iter().map(|faction| format!("{faction} attacks")).collect(),
        rows,
        centre: 0.5,
        span: 0.4,
        poles: ("favours the defender".into(), "favours the attacker".into()),
    });
    section.figure(
        chart,
        "A row of two colours is a mission that suits one faction; a row of one colour suits one role.",
    );
}

/// How battles go.
fn courses(missions: &[Mission]) -> Table {
    let mut table =
        Table::new(["mission", "#battles", "#attacker wins", "#draws", "#hollow victories", "#rounds"]);
    table.rows_on_paper = 40;
    table.sentence = "How battles go. A **hollow victory** is won while the loser controls the map and so the rescued: tactical victory, \
                      strategic defeat."
        .into();
    for mission in most_fought(missions) {
        table.row([
            Cell::text(mission_name(&mission.mission)),
            Cell::number(thousands(mission.battles), mission.battles as f64),
            percent(&mission.attacker_wins),
            percent(&mission.draws),
            percent(&mission.hollow_victories),
            brief(&mission.rounds),
        ]);
    }
    table
}

/// What a battle costs each side.
fn prices(missions: &[Mission]) -> Table {
    let mut table = Table::new([
        "mission",
        "#points lost, attacker",
        "#points lost, defender",
        "#killed, attacker",
        "#killed, defender",
        "#captured, attacker",
        "#captured, defender",
        "#loot",
    ]);
    table.rows_on_paper = 40;
    table.sentence = "What a battle costs each side: mean squad points lost, people killed and people captured, and Fleet Points of loot, each \
                      ± half of its interval."
        .into();
    let cell = |estimate: &Estimate| Cell::number(estimate.plus_minus(), estimate.value);
    for mission in most_fought(missions) {
        table.row([
            Cell::text(mission_name(&mission.mission)),
            cell(&mission.points_lost[0]),
            cell(&mission.points_lost[1]),
            cell(&mission.killed[0]),
            cell(&mission.killed[1]),
            cell(&mission.captured[0]),
            cell(&mission.captured[1]),
            cell(&mission.loot),
        ]);
    }
    table
}

fn most_fought(missions: &[Mission]) -> Vec<&Mission> {
    let mut sorted: Vec<&Mission> = missions.iter().collect();
    sorted.sort_by(|a, b| b.battles.cmp(&a.battles).then_with(|| a.mission.cmp(&b.mission)));
    sorted
}

/// Decided battles without which a mission's rates are only noise.
const FEWEST_WEIGHED: u64 = 20;

/// The missions whose winners most often win the campaign.
fn weights(answers: &Answers, section: &mut Section) {
    let mut missions: Vec<&Mission> =
        answers.scenarios.missions.iter().filter(|mission| FEWEST_WEIGHED <= mission.decides.n).collect();
    if missions.is_empty() {
        return;
    }
    let (right, all) = missions.iter().fold((0.0, 0.0), |(right, all), mission| {
        let n = mission.decides.n as f64;
        (right + n * mission.decides.value, all + n)
    });
    let over_all = right / all;
    missions
        .sort_by(|a, b| b.decides.value.total_cmp(&a.decides.value).then_with(|| a.mission.cmp(&b.mission)));
    let rows = missions
        .iter()
        .map(|mission| ForestRow {
            label: mission_name(&mission.mission),
            estimate: mission.decides,
            look: Look::series(2),
            note: String::new(),
        })
        .collect();
    let chart = forest(&Forest {
        name: "mission-weight".into(),
        title: "Missions whose winners win campaigns".into(),
        subtitle: "How often the winner of the battle went on to win the campaign; the line is the share over all missions".into(),
        axis: "share of battles whose winner won the campaign".into(),
        unit: Unit::Percent,
        rows,
        reference: Some((over_all, "all battles".into())),
        margin: None,
    });
    let top: Vec<String> = missions.iter().take(3).map(|mission| mission_name(&mission.mission)).collect();
    section.blocks.push(Block::Figure {
        chart,
        sentence: format!(
            "Winning goes most often with winning the campaign in {}. A connection, not a cause: what is fought when one side is far ahead, or ends \
             the campaign itself, stands high without having moved it.",
            list(&top)
        ),
    });
}

fn sizes(answers: &Answers) -> Table {
    let mut table =
        Table::new(["mission", "#attacker", "#defender", "#decided", "#attacker wins", "verdict", "#q"]);
    table.sentence = "Win rates by the squad points that the tables gave to attacker and defender. q is the p-value of \"even\" after the control of \
                      false discoveries over this whole table; a bias counts from q = 0.05 down."
        .into();
    table.rows_on_paper = 30;
    for of in &answers.scenarios.by_size {
        let verdict = match of.verdict {
            Verdict::Biased { .. } if FALSE_DISCOVERY_RATE < of.q_value => "not sure in the family",
            Verdict::Biased { upwards: true } => "favours attacker",
            Verdict::Biased { upwards: false } => "favours defender",
            verdict => verdict.name(),
        };
        let size = |points: u32| Cell::number(points.to_string(), f64::from(points));
        table.row([
            Cell::text(mission_name(&of.mission)),
            size(of.sizes[0]),
            size(of.sizes[1]),
            Cell::number(thousands(of.attacker_wins.n), of.attacker_wins.n as f64),
            percent(&of.attacker_wins),
            Cell::text(verdict),
            Cell::number(p_value(of.q_value), of.q_value),
        ]);
    }
    table
}

/// Strategic targets, unexplored worlds and installations.
fn targets(answers: &Answers) -> Table {
    let mut table = Table::new([
        "fought over",
        "#battles",
        "#attacker wins",
        "#points lost by both",
        "#loot",
        "#winner wins the campaign",
    ]);
    table.sentence = "What battles were fought over: how often the attacker got it, what both sides paid in squad points, Fleet Points of loot, \
                      and how often the winner of the battle went on to win the campaign."
        .into();
    table.rows_on_paper = 14;
    let mut sorted: Vec<&Target> = answers.scenarios.by_target.iter().collect();
    sorted.sort_by(|a, b| b.attacker_wins.n.cmp(&a.attacker_wins.n).then_with(|| a.target.cmp(&b.target)));
    for target in sorted {
        let n = target.attacker_wins.n;
        table.row([
            Cell::text(target_name(&target.target)),
            Cell::number(thousands(n), n as f64),
            percent(&target.attacker_wins),
            brief(&target.points_lost),
            brief(&target.loot),
            percent(&target.decides),
        ]);
    }
    table
}
