//! What an XP is worth, where the lot decided what pilots spend XP on.

use crate::analysis::Estimate;
use crate::analysis::answers::Answers;
use crate::analysis::discovery::FALSE_DISCOVERY_RATE;
use crate::analysis::training::{Arm, Effect, Outcome};
use crate::analysis::words::{list, p_value, thousands, value};
use crate::charts::theme::{GREY, Marker};
use crate::charts::{Forest, ForestRow, Look, Unit, forest};
use crate::report::document::{Cell, Section, Table};

/// `None` where players decided for themselves.
pub fn training(answers: &Answers) -> Option<Section> {
    let arms = &answers.training;
    if arms.is_empty() {
        return None;
    }
    let mut section = Section::new("What an XP is worth: a trial by lot");
    section.paragraph(
        "For every pilot the lot drew one thing to spend XP on, and he spent them on nothing else. Nobody chose, so pilots of two rows differ by \
         chance and by what their XP did: **a difference is an effect**, not only a connection. Every pilot counts, whether he ever had XP to \
         spend or not. A pilot who gets better also costs more squad points, so that he flies with fewer others or stays at home: that is part of \
         the effect. Pilots of all rows share squads, so who stays at home makes room for another: what would happen if all spent their XP \
         alike is another question.",
    );
    for outcome in Outcome::ALL {
        effects(arms, outcome, &mut section);
    }
    section.table(rates(arms));
    section.table(by_xp(arms));
    Some(section)
}

/// Name and title of the chart, what more and less of it is called, and its unit.
const fn words(outcome: Outcome) -> (&'static str, &'static str, [&'static str; 2], Unit) {
    match outcome {
        Outcome::Killed => (
            "xp-and-deaths",
            "Killed by the end, against those who spend nothing",
            ["are killed more often", "are killed less often"],
            Unit::PercentPoints,
        ),
        Outcome::Won => (
            "xp-and-victories",
            "Battles won per pilot, against those who spend nothing",
            ["win more battles", "win fewer battles"],
            Unit::Change(""),
        ),
        Outcome::Kills => (
            "xp-and-kills",
            "Kills per pilot, against those who spend nothing",
            ["kill more", "kill less"],
            Unit::Change(""),
        ),
    }
}

fn of(arm: &Arm, outcome: Outcome) -> Option<&Effect> {
    arm.effects.iter().find(|effect| effect.outcome == outcome && effect.difference.is_known())
}

fn is_sure(effect: &Effect) -> bool {
    effect.q_value <= FALSE_DISCOVERY_RATE
}

fn effects(arms: &[Arm], outcome: Outcome, section: &mut Section) {
    let (name, title, verbs, unit) = words(outcome);
    let found: Vec<(&Arm, &Effect)> = arms.iter().filter_map(|arm| Some((arm, of(arm, outcome)?))).collect();
    if found.is_empty() {
        return;
    }
    let rows = found
        .iter()
        .map(|(arm, effect)| ForestRow {
            label: arm.programme.clone(),
            estimate: effect.difference,
            look: if is_sure(effect) { Look::PLAIN } else { Look { color: GREY, marker: Marker::Circle } },
            note: if is_sure(effect) { "an effect" } else { "not sure" }.into(),
        })
        .collect();
    let axis = match unit {
        Unit::PercentPoints => "difference in points of a hundred",
        _ => "difference",
    };
    let chart = forest(&Forest {
        name: name.into(),
        title: title.into(),
        subtitle:
            "\"An effect\" only where it survives a false-discovery control at 5 % over the whole trial"
                .into(),
        axis: axis.into(),
        unit,
        rows,
        reference: Some((0.0, "no difference".into())),
        margin: None,
    });
    let names = |more: bool| -> Vec<String> {
        let sure =
            found.iter().filter(|(_, effect)| is_sure(effect) && (0.0 < effect.difference.value) == more);
        sure.map(|(arm, _)| arm.programme.to_lowercase()).collect()
    };
    let mut sentences: Vec<String> = Vec::new();
    for (names, verb) in [names(true), names(false)].into_iter().zip(verbs) {
        if !names.is_empty() {
            sentences.push(format!("Pilots who spend XP on {} {verb}.", list(&names)));
        }
    }
    if sentences.is_empty() {
        sentences.push("Nothing that XP buys makes a difference here that is beyond doubt.".into());
    }
    section.figure(chart, sentences.join(" "));
}

fn rates(arms: &[Arm]) -> Table {
    let mut table = Table::new([
        "XP spent on",
        "#pilots",
        "#XP spent",
        "#battles flown",
        "#killed, %",
        "#battles won",
        "#won of flown, %",
        "#kills",
    ]);
    table.sentence = "What became of them, per pilot, each ± half of its interval. The share won of the battles flown is of those who fly: it tells what the \
                      lot did to who flies as well."
        .into();
    for arm in arms {
        let cell = |estimate: &Estimate, factor: f64| {
            Cell::number(estimate.scaled(factor, 0.0).plus_minus(), estimate.value)
        };
        table.row([
            Cell::text(&arm.programme),
            Cell::number(thousands(arm.persons), arm.persons as f64),
            cell(&arm.xp_spent, 1.0),
            cell(&arm.battles, 1.0),
            cell(&arm.rates[0], 100.0),
            cell(&arm.rates[1], 1.0),
            cell(&arm.won_of_flown, 100.0),
            cell(&arm.rates[2], 1.0),
        ]);
    }
    table
}

fn by_xp(arms: &[Arm]) -> Table {
    let mut table = Table::new(["one XP spent on", "#deaths", "#q", "#battles won", "#q", "#kills", "#q"]);
    table.sentence = "What one XP does: the difference per pilot to those who spend nothing for each XP that was spent, deaths in points of a hundred; q is the \
                      p-value of \"no difference\" after the control of false discoveries."
        .into();
    for arm in arms.iter().filter(|arm| !arm.effects.is_empty()) {
        let mut cells = vec![Cell::text(&arm.programme)];
        for outcome in Outcome::ALL {
            let factor = if outcome == Outcome::Killed { 100.0 } else { 1.0 };
            let effect = of(arm, outcome);
            cells.push(effect.filter(|effect| effect.by_xp.is_known()).map_or_else(
                || Cell::text("hardly spent"),
                |effect| signed(&effect.by_xp.scaled(factor, 0.0)),
            ));
            cells.push(
                effect.map_or_else(Cell::default, |effect| {
                    Cell::number(p_value(effect.q_value), effect.q_value)
                }),
            );
        }
        table.row(cells);
    }
    table
}

/// `+0.8 (0.2 to 1.4)`.
fn signed(estimate: &Estimate) -> Cell {
    let sign = if 0.0 < estimate.value { "+" } else { "" };
    Cell::number(format!("{sign}{}", value(estimate)), estimate.value)
}
