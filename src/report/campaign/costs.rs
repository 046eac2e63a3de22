//! Fair costs: ships, pilots and upgrades beside what they cost.

use std::cmp::Ordering;

use super::parity::brief;
use crate::analysis::Estimate;
use crate::analysis::answers::Answers;
use crate::analysis::costs::{CostReport, Item, Kind};
use crate::analysis::words::{number, thousands, value};
use crate::charts::{Ladder, Rung, ladder};
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::names::{class_name, pilot_name, upgrade_name};

/// Rungs of a ladder at either end.
const RUNGS: usize = 12;

pub fn costs(answers: &Answers) -> Section {
    let mut section = Section::new("What things are worth");
    section.paragraph(
        "A logistic regression predicts who won a battle from the mission, the difference in squad points, and the difference in copies of \
         each item. The **fair cost** is the one at which an item would be no better and no worse than the rest. Ships and pilots are \
         priced against each other, so that what was flown costs in all what it did; upgrades against squad points. It holds for squads and \
         players like these.",
    );
    for report in &answers.costs {
        one_kind(report, &mut section);
    }
    section
}

fn words(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Class => ("Ship classes", "fair-cost-classes"),
        Kind::Pilot => ("Pilots", "fair-cost-pilots"),
        Kind::Upgrade => ("Upgrades", "fair-cost-upgrades"),
    }
}

fn name(kind: Kind, key: &str) -> String {
    match kind {
        Kind::Class => class_name(key),
        Kind::Pilot => pilot_name(key),
        Kind::Upgrade => upgrade_name(key),
    }
}

/// An item with its printed cost and its fair one.
struct Priced<'a> {
    item: &'a Item,
    label: String,
    printed: f64,
    fair: Estimate,
}

fn one_kind(report: &CostReport, section: &mut Section) {
    let (title, chart_name) = words(report.kind);
    let priced: Vec<Priced<'_>> = report
        .items
        .iter()
        .filter_map(|item| {
            Some(Priced {
                item,
                label: name(report.kind, &item.key),
                printed: item.printed?,
                fair: item.fair?,
            })
        })
        .collect();
    if priced.is_empty() {
        if !report.items.is_empty() {
            section.blocks.push(Block::Heading(title.into()));
            section.paragraph("No fair cost can be told from these battles: too few of them, or squad points that do not differ.");
            section.table(table(report, &priced));
        }
        return;
    }
    section.blocks.push(Block::Heading(title.into()));
    let sure: Vec<&Priced<'_>> = priced.iter().filter(|priced| !priced.item.thin).collect();
    let shown: Vec<&Priced<'_>> = if sure.len() <= 2 * RUNGS {
        sure.clone()
    } else {
        sure[..RUNGS].iter().chain(&sure[sure.len() - RUNGS..]).copied().collect()
    };
    if !shown.is_empty() {
        let rungs = shown
            .iter()
            .map(|priced| Rung {
                label: priced.label.clone(),
                printed: priced.printed,
                fair: priced.fair,
                note: String::new(),
            })
            .collect();
        let chart = ladder(&Ladder {
            name: chart_name.into(),
            title: format!("{title}: printed cost and fair cost"),
            subtitle: format!(
                "{} battles; those worth most beyond their cost first, those worth least last; thin data left out",
                thousands(report.battles)
            ),
            axis: "squad points".into(),
            rungs,
        });
        section.figure(chart, sentence(&sure));
    }
    section.table(table(report, &priced));
}

/// The best bargain and the worst, of those that are told from luck; `sure` is all that is not thin, the best first.
fn sentence(sure: &[&Priced<'_>]) -> String {
    let of = |verdict: Ordering| sure.iter().filter(move |p| p.item.mispriced() == Some(verdict));
    let surplus = |priced: &Priced<'_>| priced.fair.scaled(1.0, -priced.printed);
    let mut sentence = format!(
        "Of the {} with data enough, {} are worth more than they cost and {} less, beyond doubt.",
        sure.len(),
        of(Ordering::Greater).count(),
        of(Ordering::Less).count()
    );
    if let Some(best) = of(Ordering::Greater).next() {
        let more = value(&surplus(best));
        sentence.push_str(&format!(" The best bargain is {}, worth {more} points more.", best.label));
    }
    if let Some(worst) = of(Ordering::Less).next_back() {
        let less = value(&surplus(worst).scaled(-1.0, 0.0));
        sentence.push_str(&format!(" The worst is {}, worth {less} points less.", worst.label));
    }
    if sure.iter().any(|priced| priced.item.mispriced().is_some()) {
        sentence.push_str(" An extreme that is picked out of many had luck as well: its fair cost likely lies nearer to the printed one.");
    }
    sentence
}

fn table(report: &CostReport, priced: &[Priced<'_>]) -> Table {
    let mut table = Table::new([
        match report.kind {
            Kind::Class => "ship class",
            Kind::Pilot => "pilot",
            Kind::Upgrade => "upgrade",
        },
        "#battles",
        "#destroyed per point lost",
        "#printed",
        "#fair",
        "note",
    ]);
    table.sentence = "Points destroyed for each point lost count the squads that had the item, by its share of the squad. Over- and underpriced is \
                      only what survives a control of false discoveries over all rows that are not thin."
        .into();
    table.rows_on_paper = 20;
    // What is sure first, what is thin or rare last.
    let mut items: Vec<&Item> = report.items.iter().collect();
    items.sort_by_key(|item| (item.fair.is_none(), item.thin));
    for item in items {
        let found = priced.iter().find(|priced| priced.item.key == item.key);
        let note = match found {
            None => "too rare",
            Some(_) if item.thin => "thin data",
            Some(_) => match item.mispriced() {
                Some(Ordering::Greater) => "underpriced",
                Some(Ordering::Less) => "overpriced",
                _ => "",
            },
        };
        table.row([
            Cell::text(name(report.kind, &item.key)),
            Cell::number(thousands(item.battles), item.battles as f64),
            brief(&item.exchange),
            found
                .map_or_else(Cell::default, |priced| Cell::number(number(priced.printed, 0), priced.printed)),
            found.map_or_else(Cell::default, |priced| brief(&priced.fair)),
            Cell::text(note),
        ]);
    }
    table
}
