//! Who wins, from which seat, how it ends and how long it takes.

use super::front::plain_row;
use crate::analysis::answers::Answers;
use crate::analysis::estimate::{CONFIDENCE, percent_label};
use crate::analysis::warnings::FEW;
use crate::analysis::words::{number, share, value};
use crate::analysis::{Estimate, Verdict};
use crate::charts::{Bin, Forest, Histogram, Look, Stacked, StackedRow, Unit, forest, histogram, stacked};
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::names::{end_reason, faction_look};

pub fn parity(answers: &Answers) -> Section {
    let mut section = Section::new("Who wins, and how it ends");
    section.table(table(answers));
    seats(answers, &mut section);
    endings(answers, &mut section);
    lengths(answers, &mut section);
    let parity = &answers.parity;
    section.paragraph(format!(
        "The lead changed hands {} times in a campaign. The Gini coefficient of income between the factions is {}: 0 would be equal \
         pay, {} everything for one.",
        value(&parity.lead_changes),
        value(&parity.gini),
        number(1.0 - parity.parity.fair, 2)
    ));
    section
}

fn table(answers: &Answers) -> Table {
    let parity = &answers.parity;
    let mut table = Table::new(["faction", "#won of all", "#won of decided", "verdict"]);
    table.sentence = format!(
        "Fair would be {:.1} % each. Balanced: the whole interval lies within ±{} points of that. Biased: it excludes it.",
        100.0 * parity.parity.fair,
        100.0 * parity.parity.margin
    );
    let contenders = parity.factions.iter().filter(|faction| faction.verdict.is_some()).count();
    if 2 < contenders {
        table.sentence.push_str(&format!(
            " Where {contenders} are judged at once, one of them would often seem biased by luck: so the fair share must lie outside of the wider \
             interval of {} % confidence.",
            percent_label(1.0 - (1.0 - CONFIDENCE) / contenders as f64)
        ));
    }
    for faction in &parity.factions {
        let verdict = match faction.verdict {
            None => "cannot win".to_string(),
            Some(Verdict::Biased { upwards: true }) => "biased: favoured".into(),
            Some(Verdict::Biased { upwards: false }) => "biased: disfavoured".into(),
            Some(Verdict::Undecided { further: Some(further) }) if FEW <= parity.campaigns => {
                format!("undecided: about {} more campaigns", crate::analysis::words::thousands(further))
            }
            Some(verdict) => verdict.name().to_string(),
        };
        table.row([
            Cell::text(&faction.faction),
            percent(&faction.won),
            percent(&faction.won_of_decided),
            Cell::text(verdict),
        ]);
    }
    table.row([Cell::text("nobody"), percent(&parity.draws), Cell::text(""), Cell::text("")]);
    table
}

/// A share with its interval that sorts by its value.
pub(super) fn percent(estimate: &Estimate) -> Cell {
    Cell::number(estimate.percent(), estimate.value)
}

/// A number with its interval that sorts by its value.
pub(super) fn brief(estimate: &Estimate) -> Cell {
    Cell::number(estimate.brief(), estimate.value)
}

fn seats(answers: &Answers, section: &mut Section) {
    let parity = &answers.parity;
    let mut rows: Vec<_> = parity
        .by_seat
        .iter()
        .map(|(seat, won)| {
            let number = seat.parse::<u32>().map_or_else(|_| seat.clone(), |seat| (seat + 1).to_string());
            plain_row(format!("Seat {number}"), *won, Look::PLAIN)
        })
        .collect();
    let sizes: std::collections::BTreeSet<&str> =
        parity.by_players.iter().filter_map(|(key, _)| key.split_once(", ").map(|(_, n)| n)).collect();
    // By number of players only where the numbers differ.
    if 1 < sizes.len() {
        for (key, won) in &parity.by_players {
            if let Some((faction, players)) = key.split_once(", ") {
                rows.push(plain_row(format!("{faction}, {players} players"), *won, faction_look(faction)));
            }
        }
    }
    let chart = forest(&Forest {
        name: "win-rates-by-seat".into(),
        title: "Does the seat matter?".into(),
        subtitle:
            "Share of all campaigns won, by order in the set-up and, where they differ, by number of players"
                .into(),
        axis: "share of campaigns won".into(),
        unit: Unit::Percent,
        rows,
        reference: None,
        margin: None,
    });
    let sentence = "In most set-ups a seat belongs to one faction, so this is the same question as above; swap the seats in the set-up to tell them \
                    apart.";
    section.figure(chart, sentence);
}

const END_REASONS: [&str; 4] = ["huge-ships", "elimination", "turn-cap", "draw"];

fn endings(answers: &Answers, section: &mut Section) {
    let reasons = &answers.parity.end_reasons;
    // A way to end has its colour whether or not the others occur.
    let look = |key: &str| {
        Look::series(END_REASONS.iter().position(|known| *known == key).unwrap_or(END_REASONS.len()))
    };
    let parts = reasons.iter().map(|(key, _)| (end_reason(key), look(key))).collect();
    let row = StackedRow {
        label: "All campaigns".into(),
        shares: reasons.iter().map(|(_, share)| *share).collect(),
    };
    let chart = stacked(&Stacked {
        name: "endings".into(),
        title: "How campaigns end".into(),
        subtitle: "Share of campaigns by what ended them".into(),
        axis: "share of campaigns".into(),
        parts,
        rows: vec![row],
    });
    let most = reasons.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let sentence = most.map_or(String::new(), |(key, part)| {
        format!("Most often a campaign ends with: {} ({}).", end_reason(key).to_lowercase(), share(part))
    });
    section.figure(chart, sentence);
}

fn lengths(answers: &Answers, section: &mut Section) {
    let length = &answers.parity.length;
    let bins = length
        .histogram
        .iter()
        .map(|(turns, share)| Bin {
            from: f64::from(*turns) - 0.5,
            to: f64::from(*turns) + 0.5,
            label: turns.to_string(),
            share: *share,
        })
        .collect();
    let marks = vec![
        (length.median.value, format!("median {}", length.median.value)),
        (length.ninth_decile.value, format!("nine in ten end by turn {}", length.ninth_decile.value)),
    ];
    let chart = histogram(&Histogram {
        name: "length".into(),
        title: "How long campaigns last".into(),
        subtitle: "Share of campaigns by number of turns played".into(),
        axis: "campaign turns".into(),
        look: Look::PLAIN,
        bins,
        marks,
    });
    let sentence = format!(
        "Half of the campaigns end by turn {}, nine in ten by turn {}; the mean is {}.",
        length.median.value,
        length.ninth_decile.value,
        value(&length.mean)
    );
    section.blocks.push(Block::Figure { chart, sentence });
}
