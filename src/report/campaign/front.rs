//! The first page: verdicts in plain words, key figures, the three findings that matter, the win rates.

use super::findings::findings;
use super::why::why;
use crate::analysis::answers::Answers;
use crate::analysis::parity::FactionResult;
use crate::analysis::words::{list, share, thousands};
use crate::analysis::{Estimate, Verdict};
use crate::charts::{Forest, ForestRow, Look, Unit, forest};
use crate::report::document::{Block, KeyFigure, Section, Tone};
use crate::report::names::{faction_look, faction_words, mission_name};

pub fn front(answers: &Answers) -> Section {
    let mut section = Section::new("");
    section.blocks.push(verdict(answers));
    section.blocks.push(Block::KeyFigures(key_figures(answers)));
    section.blocks.push(Block::Findings(findings(answers)));
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
    section.figure(chart, win_sentence(answers));
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
    let n = thousands(parity.campaigns);
    let further = contenders.iter().filter_map(|faction| match faction.verdict {
        Some(Verdict::Undecided { further }) => further,
        _ => None,
    });
    let further = further.max();
    let biased = contenders.iter().any(|f| matches!(f.verdict, Some(Verdict::Biased { .. })));
    let points = 100.0 * parity.parity.margin;
    let (tone, headline, text) = if biased {
        let lean = (leader.won_of_decided.value - parity.parity.fair) * 100.0;
        (
            Tone::Bad,
            format!("Not fair: {who} are favoured"),
            format!(
                "In {n} campaigns **{who} won {won}** of those decided, {lean:.1} points more than a fair share."
            ),
        )
    } else if let Some(further) = further {
        (
            Tone::Open,
            "Undecided".into(),
            format!(
                "{who} won {won} of the decided campaigns, but the interval neither excludes a fair share nor lies within \
                 ±{points} points of it. About **{} more campaigns** would probably decide.",
                thousands(further)
            ),
        )
    } else {
        let text = format!(
            "In {n} campaigns {who} won **{won}** of those decided: every faction lies within ±{points} points of its fair share."
        );
        (Tone::Good, "Balanced".into(), text)
    };
    Block::Verdict { tone, headline: grammar(&headline), text: grammar(&text) }
}

/// "the Empire are" is not English; sentences begin with a capital.
fn grammar(text: &str) -> String {
    let text = text
        .replace("the Empire are", "the Empire is")
        .replace("Scum are", "Scum is")
        .replace("Empire win ", "Empire wins ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn key_figures(answers: &Answers) -> Vec<KeyFigure> {
    let figure = |value: String, label: String, estimate: &Estimate, unit: Unit| KeyFigure {
        value,
        label,
        detail: interval(estimate, unit),
    };
    let parity = &answers.parity;
    let mut figures = Vec::new();
    if let Some(leader) = leader(answers) {
        let label = format!("won by {}", faction_words(&leader.faction));
        let won = &leader.won_of_decided;
        figures.push(figure(Unit::Percent.value(won), label, won, Unit::Percent));
    }
    let median = &parity.length.median;
    figures.push(figure(format!("{}", median.value), "turns, in the median".into(), median, Unit::Of("")));
    if let Some(early) = early_turn(answers) {
        let label = format!("won by the leader after turn {}", early.turn);
        let wins = &early.leader_wins;
        figures.push(figure(Unit::Percent.value(wins), label, wins, Unit::Percent));
    }
    let battles = &parity.battles;
    figures.push(figure(Unit::Of("").value(battles), "battles in a campaign".into(), battles, Unit::Of("")));
    figures
}

fn interval(estimate: &Estimate, unit: Unit) -> String {
    let statement = unit.statement(estimate);
    let inner = statement.split_once('(').and_then(|(_, rest)| rest.split_once(", n"));
    inner.map_or(String::new(), |(interval, _)| interval.trim_start_matches("95 %: ").to_string())
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
