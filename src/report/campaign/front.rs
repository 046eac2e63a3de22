//! The first page: verdicts in plain words, key figures, the three findings that matter, the win rates.

use super::findings::findings;
use super::why::why;
use crate::analysis::answers::Answers;
use crate::analysis::parity::FactionResult;
use crate::analysis::warnings::FEW;
use crate::analysis::words::{count, list, number, share, thousands, value};
use crate::analysis::{Estimate, Verdict};
use crate::charts::{Forest, ForestRow, Look, Unit, forest};
use crate::report::document::{Block, KeyFigure, Section, Tone};
use crate::report::names::{faction_look, faction_words, mission_name};

pub fn front(answers: &Answers) -> Section {
    let mut section = Section::new("");
    section.blocks.push(verdict(answers));
    section.blocks.push(Block::KeyFigures(key_figures(answers)));
    let found = findings(answers);
    if !found.is_empty() {
        section.blocks.push(Block::Findings(found));
    }
    if let Some(leader) = leader(answers).filter(|leader| leader.won_of_decided.is_known()) {
        let reasons = why(answers, &leader.faction);
        if !reasons.is_empty() {
            section.blocks.push(Block::Heading(format!(
                "What goes with the wins of {}",
                faction_words(&leader.faction)
            )));
            section.blocks.push(Block::List(reasons.iter().map(|reason| grammar(reason)).collect()));
        }
    }
    if answers.parity.campaigns < 2 {
        section.paragraph(
            "One campaign is a story, not a rate: without a second one nothing tells how much they differ, so there are no charts. The command \
             canto campaign tells it turn by turn.",
        );
    }
    let parity = &answers.parity;
    let mut rows: Vec<ForestRow> = parity
        .factions
        .iter()
        .map(|faction| ForestRow {
            label: faction.faction.clone(),
            estimate: faction.won_of_decided,
            look: faction_look(&faction.faction),
            note: faction.verdict.map_or("cannot win", Verdict::name).to_string(),
        })
        .collect();
    rows.sort_by(|a, b| b.estimate.value.total_cmp(&a.estimate.value));
    let points = 100.0 * parity.parity.margin;
    let chart = forest(&Forest {
        name: "win-rates".into(),
        title: "Who wins".into(),
        subtitle: format!(
            "Share of the decided campaigns; the band is the margin of ±{points} points within which we call it balanced"
        ),
        axis: "share of decided campaigns won".into(),
        unit: Unit::Percent,
        rows,
        reference: Some((parity.parity.fair, "fair".into())),
        margin: Some(parity.parity.margin),
    });
    if leader(answers).is_some_and(|leader| leader.won_of_decided.is_known()) {
        section.figure(chart, win_sentence(answers));
    }
    if !answers.warnings.is_empty() {
        section.blocks.push(Block::Heading("Read with care".into()));
        let doubts = answers.warnings.iter().map(|warning| warning.words(mission_name).0);
        section.blocks.push(Block::List(doubts.take(MOST_DOUBTS).collect()));
    }
    section
}

/// Doubts on the first page; the last section has them all, with remedies.
const MOST_DOUBTS: usize = 4;

/// The contender that wins most often.
fn leader(answers: &Answers) -> Option<&FactionResult> {
    let contenders = answers.parity.factions.iter().filter(|faction| faction.verdict.is_some());
    contenders.max_by(|a, b| a.won_of_decided.value.total_cmp(&b.won_of_decided.value))
}

fn verdict(answers: &Answers) -> Block {
    let parity = &answers.parity;
    let contenders: Vec<&FactionResult> = parity.factions.iter().filter(|f| f.verdict.is_some()).collect();
    let Some(leader) = leader(answers).filter(|leader| leader.won_of_decided.is_known()) else {
        let text = "No campaign was decided, so nothing can be said of who is favoured.".into();
        return Block::Verdict { tone: Tone::Open, headline: "No verdict".into(), text };
    };
    let who = faction_words(&leader.faction);
    let won = share(&leader.won_of_decided);
    let n = count(parity.campaigns, "campaign");
    let further = contenders.iter().filter_map(|faction| match faction.verdict {
        Some(Verdict::Undecided { further }) => further,
        _ => None,
    });
    let further = further.max();
    let leaning = |upwards: bool| -> Vec<&FactionResult> {
        let leans = |f: &&&FactionResult| f.verdict == Some(Verdict::Biased { upwards });
        contenders.iter().filter(leans).copied().collect()
    };
    let (favoured, disfavoured) = (leaning(true), leaning(false));
    let points = 100.0 * parity.parity.margin;
    let (tone, headline, text) = if let Some(one) = favoured.first().or(disfavoured.first()) {
        let names = |of: &[&FactionResult]| -> String {
            list(&of.iter().map(|faction| faction_words(&faction.faction).to_string()).collect::<Vec<_>>())
        };
        let headline = match favoured.is_empty() {
            false => format!("Not fair: {} are favoured", names(&favoured)),
            true => format!("Not fair: {} are at a disadvantage", names(&disfavoured)),
        };
        let lean = 100.0 * (one.won_of_decided.value - parity.parity.fair);
        let text = format!(
            "In {n} **{} won {}** of those decided, {} points {} than a fair share.",
            faction_words(&one.faction),
            share(&one.won_of_decided),
            number(lean.abs(), 1),
            if 0.0 < lean { "more" } else { "less" }
        );
        (Tone::Bad, headline, text)
    } else if let Some(further) = further {
        (
            Tone::Open,
            "Undecided".into(),
            format!(
                "{who} won {won} of the decided campaigns, but the interval neither excludes a fair share nor lies within \
                 ±{points} points of it. {}",
                match parity.campaigns < FEW {
                    true =>
                        "So few say little, not even how many more it takes: run **a thousand**.".to_string(),
                    false =>
                        format!("About **{} more campaigns** would probably decide.", thousands(further)),
                }
            ),
        )
    } else {
        let text = format!(
            "In {n} {who} won **{won}** of those decided: every faction lies within ±{points} points of its fair share."
        );
        (Tone::Good, "Balanced".into(), text)
    };
    Block::Verdict { tone, headline: grammar(&headline), text: grammar(&text) }
}

/// "the Empire are" is not English; sentences begin with a capital.
fn grammar(text: &str) -> String {
    let text = text
        .replace(": the Empire are", ": the Empire is")
        .replace(": Scum are", ": Scum is")
        .replace("Scum win ", "Scum wins ")
        .replace("Empire win ", "Empire wins ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn key_figures(answers: &Answers) -> Vec<KeyFigure> {
    // "50 % (47 to 53)" is cut into the figure and what stands small below it.
    let figure = |statement: String, label: String| {
        let (value, interval) = statement.split_once(" (").unwrap_or((&statement, ""));
        KeyFigure { value: value.to_string(), label, detail: interval.trim_end_matches(')').to_string() }
    };
    let parity = &answers.parity;
    let mut figures = Vec::new();
    if let Some(leader) = leader(answers).filter(|leader| leader.won_of_decided.is_known()) {
        let label = format!("won by {}", faction_words(&leader.faction));
        figures.push(figure(share(&leader.won_of_decided), label));
    }
    if parity.campaigns < 2 {
        return figures;
    }
    let median = &parity.length.median;
    let whole = [median.value, median.low, median.high].map(|turns| number(turns, 0));
    figures
        .push(figure(format!("{} ({} to {})", whole[0], whole[1], whole[2]), "turns, in the median".into()));
    if let Some(early) = early_turn(answers) {
        // A number does not stand alone in a line.
        let label = format!("won by the leader after turn\u{a0}{}", early.turn);
        figures.push(figure(share(&early.leader_wins), label));
    }
    figures.push(figure(value(&parity.battles), "battles in a campaign".into()));
    figures
}

/// The turn after a third of a typical campaign: early enough to hurt, late enough to mean something.
pub(super) fn early_turn(answers: &Answers) -> Option<&crate::analysis::snowball::TurnLead> {
    let third = (answers.parity.length.median.value / 3.0).round().max(1.0);
    answers.snowball.turns.iter().min_by_key(|turn| (f64::from(turn.turn) - third).abs() as u32)
}

fn win_sentence(answers: &Answers) -> String {
    let parity = &answers.parity;
    let shares: Vec<String> = parity
        .factions
        .iter()
        .filter(|faction| faction.verdict.is_some())
        .map(|faction| {
            format!(
                "{} won {}",
                faction_words(&faction.faction),
                Unit::Percent.value(&faction.won_of_decided)
            )
        })
        .collect();
    let mut sentence = grammar(&format!("{} of the decided campaigns", list(&shares)));
    if 0.0 < parity.draws.value {
        sentence.push_str(&format!("; {} of all were drawn", Unit::Percent.value(&parity.draws)));
    }
    sentence.push('.');
    sentence
}

/// A row without a verdict.
pub(super) fn plain_row(label: String, estimate: Estimate, look: Look) -> ForestRow {
    ForestRow { label, estimate, look, note: String::new() }
}
