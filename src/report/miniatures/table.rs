//! The report of one table of players: who wins initiative, by what dice, at what price, and over a skirmish.

use std::collections::BTreeMap;

use super::checks::{Distribution, check_chart};
use super::methods::{methods, texts};
use super::{footer, percent, points, policy_words, title};
use crate::analysis::initiative::{OutcomeLine, outcome_lines, points_of_chance};
use crate::analysis::run::Run;
use crate::analysis::words::{list, thousands};
use crate::analysis::{Estimate, Parity, Verdict};
use crate::charts::{Chart, Lines, Look, OutcomeBar, Series, Shape, Unit, lines, outcome_chart};
use crate::error::Result;
use crate::report::document::{Block, Cell, Document, KeyFigure, Section, Table, Tone};

/// A player as the report calls him.
struct Sitter {
    /// As the frame calls him.
    key: String,
    name: String,
    has_name: bool,
    abilities: String,
}

impl Sitter {
    fn label(&self) -> String {
        format!("{}: {}", self.name, self.abilities)
    }

    /// A name that was given, or else what the player has: "Player 1" says nothing.
    fn in_title(&self) -> String {
        if self.has_name {
            return self.name.clone();
        }
        list(&self.abilities.split(", ").map(str::to_string).collect::<Vec<_>>())
    }
}

pub fn table_report(run: &Run) -> Result<Document> {
    let all = outcome_lines(run)?;
    let words = texts(run.value("players"));
    let names = texts(run.value("names"));
    let sitters: Vec<Sitter> = words
        .iter()
        .enumerate()
        .map(|(i, words)| {
            let key = format!("player{}", i + 1);
            let name = names.get(i).filter(|name| **name != key);
            let has_name = name.is_some();
            let name = name.cloned().unwrap_or_else(|| format!("Player {}", i + 1));
            Sitter { key, name, has_name, abilities: title(run, words) }
        })
        .collect();
    let mut sections = vec![front(run, &all, &sitters), dice(&all, &sitters)];
    if all.iter().any(|line| line.topic == "share") {
        sections.push(skirmish(run, &all, &sitters));
    }
    sections.push(methods(run));
    let against: Vec<String> = sitters.iter().map(Sitter::in_title).collect();
    Ok(Document {
        title: format!("Initiative: {}", against.join(" against ")),
        subtitle: format!("Star Wars Miniatures · {} · {}", simulated(run), policies(run)),
        footer: footer(run, "who wins initiative"),
        sections,
    })
}

fn simulated(run: &Run) -> String {
    match run.number("trials").unwrap_or(0.0) as u64 {
        0 => "exact".into(),
        trials => format!("exact, and {} simulated rounds", thousands(trials)),
    }
}

fn policies(run: &Run) -> String {
    let mut policies = texts(run.value("policies"));
    policies.dedup();
    match policies.as_slice() {
        [one] => policy_words(one)
            .replace("both use their", "players use their")
            .replace("both decide", "players decide"),
        several => {
            format!("policies {}", list(&several.iter().map(|p| p.replace('-', " ")).collect::<Vec<_>>()))
        }
    }
}

/// The exact value, or else the simulated one.
fn best(line: &OutcomeLine) -> Estimate {
    let unknown = || Estimate::unknown(0.0, 1.0, crate::analysis::Method::Wilson);
    line.exact.map(Estimate::exact).or(line.simulated).unwrap_or_else(unknown)
}

fn of<'l>(all: &'l [OutcomeLine], topic: &'l str) -> impl Iterator<Item = &'l OutcomeLine> {
    all.iter().filter(move |line| line.topic == topic)
}

fn front(run: &Run, all: &[OutcomeLine], sitters: &[Sitter]) -> Section {
    let mut section = Section::new("");
    let chances: Vec<Estimate> = of(all, "wins").map(best).collect();
    let parity = Parity::among(sitters.len());
    let leader =
        (0..chances.len()).max_by(|a, b| chances[*a].value.total_cmp(&chances[*b].value)).unwrap_or(0);
    let verdicts: Vec<Verdict> = chances.iter().map(|chance| parity.verdict(chance)).collect();
    let said: Vec<String> = sitters
        .iter()
        .zip(&chances)
        .map(|(sitter, chance)| format!("{} wins {}", sitter.name, percent(chance.value)))
        .collect();
    let text = format!("Of all rounds {}.", list(&said));
    let (tone, headline) = if verdicts.iter().any(|verdict| matches!(verdict, Verdict::Biased { .. })) {
        (Tone::Bad, format!("{} is favoured", sitters[leader].name))
    } else if verdicts.iter().all(|verdict| *verdict == Verdict::Balanced) {
        (Tone::Good, "Even, within five points of a hundred".to_string())
    } else {
        (Tone::Open, "Undecided: simulate more rounds".to_string())
    };
    section.blocks.push(Block::Verdict { tone, headline, text });
    let mut figures = vec![KeyFigure {
        value: percent(chances[leader].value),
        label: format!("of the rounds for {}", sitters[leader].name),
        detail: if of(all, "wins").all(|line| line.exact.is_some()) {
            "exact".into()
        } else {
            "simulated".into()
        },
    }];
    if sitters.len() == 2 {
        figures.push(KeyFigure {
            value: points(points_of_chance(chances[leader].value)),
            label: "points of initiative ahead".into(),
            detail: "+1 on every roll is one point".into(),
        });
    }
    if let Some(again) = of(all, "mean rerolls").next().and_then(|line| line.exact) {
        figures.push(KeyFigure {
            value: format!("{again:.3}"),
            label: "times all roll again, on average".into(),
            detail: "exact".into(),
        });
    }
    if let Some(share) = of(all, "share").nth(leader) {
        figures.push(KeyFigure {
            value: percent(best(share).value),
            label: format!("of the initiatives of a skirmish for {}", sitters[leader].name),
            detail: format!("{} rounds", run.text("rounds")),
        });
    }
    section.blocks.push(Block::KeyFigures(figures));
    let bars: Vec<OutcomeBar> = of(all, "wins")
        .zip(sitters)
        .map(|(line, sitter)| OutcomeBar {
            label: sitter.name.clone(),
            exact: best(line).value,
            simulated: line.simulated,
        })
        .collect();
    let drawing = outcome_chart("wins", "Who wins initiative", "Chance of each player in a round", &bars);
    section.figure(drawing, "Bars are exact, dots simulated with their 95 % intervals.");
    let players = sitters.iter().map(|sitter| (sitter.name.clone(), sitter.abilities.clone()));
    section.blocks.push(Block::Heading("Who sits here".into()));
    section.blocks.push(Block::Facts(players.collect()));
    section
}

fn dice(all: &[OutcomeLine], sitters: &[Sitter]) -> Section {
    let mut section = Section::new("Dice, rerolls and what is spent");
    let distributions: Vec<Distribution> = sitters
        .iter()
        .map(|sitter| Distribution {
            label: sitter.name.clone(),
            checks: of(all, "check")
                .filter(|line| line.player == sitter.key)
                .filter_map(|line| Some((line.number, line.exact?)))
                .collect::<BTreeMap<i64, f64>>(),
        })
        .collect();
    section.figure(
        check_chart(&distributions),
        "How likely each player is to reach at least a check in the first roll, before anybody decides anything.",
    );
    let mut table = Table::new(["what", "who", "#how much", "#exact", "#simulated"]);
    table.sentence =
        "How often all players roll again for a tie, and what each player spends in a round.".into();
    table.rows_on_paper = 40;
    let spent = ["rerolls", "force points", "characters activated", "characters defeated", "reserves"];
    for line in all.iter().filter(|line| spent.contains(&line.topic.as_str())) {
        let who = sitters.iter().find(|sitter| sitter.key == line.player);
        let share = |value: Option<f64>| {
            value.map_or_else(|| Cell::text("none"), |value| Cell::number(percent(value), value))
        };
        let simulated = match &line.simulated {
            Some(estimate) => Cell::number(Unit::Percent.value(estimate), estimate.value),
            None => Cell::text("none"),
        };
        let what = match line.topic.as_str() {
            "rerolls" => "Rolls again".to_string(),
            "reserves" => "Gains Reserves".to_string(),
            other => crate::report::names::humane(&other.replace(' ', "-")),
        };
        table.row([
            Cell::text(what),
            Cell::text(who.map_or("all", |sitter| sitter.name.as_str())),
            Cell::number(line.outcome.clone(), line.number as f64),
            share(line.exact),
            simulated,
        ]);
    }
    section.table(table);
    section
}

fn skirmish(run: &Run, all: &[OutcomeLine], sitters: &[Sitter]) -> Section {
    let rounds = run.text("rounds");
    let mut section = Section::new("Over a skirmish");
    let death = run.number("death").unwrap_or(0.0);
    section.paragraph(format!(
        "A skirmish of at most {rounds} rounds: Force points are spent and come back, characters are given up, and each character dies in \
         a round with probability {death}. With a character go its abilities; a player without characters is out."
    ));
    let simulated = of(all, "round won").any(|line| line.simulated.is_some());
    let how = if simulated { "simulated, with 95 % intervals" } else { "exact" };
    section.figure(
        by_round(all, sitters),
        format!("The chance to win initiative in each round that is played, {how}."),
    );
    let mut table = Table::new(["player", "#share, exact", "#share, simulated"]);
    table.sentence = "All initiatives won over all rounds played.".into();
    for (line, sitter) in of(all, "share").zip(sitters) {
        let exact = line.exact.map_or_else(|| Cell::text("not computed"), |p| Cell::number(percent(p), p));
        let simulated = line.simulated.as_ref().map_or_else(
            || Cell::text("none"),
            |estimate| Cell::number(crate::analysis::words::share(estimate), estimate.value),
        );
        table.row([Cell::text(sitter.label()), exact, simulated]);
    }
    section.table(table);
    section
}

fn by_round(all: &[OutcomeLine], sitters: &[Sitter]) -> Chart {
    let series = sitters.iter().enumerate().map(|(i, sitter)| Series {
        label: sitter.name.clone(),
        look: Look::series(i),
        points: of(all, "round won")
            .filter(|line| line.player == sitter.key)
            .map(|line| (line.number as f64, line.simulated.unwrap_or_else(|| best(line))))
            .collect(),
        shape: Shape::Points,
    });
    lines(&Lines {
        name: "by-round".into(),
        title: "Initiative round by round".into(),
        subtitle: "Chance of each player to win the rounds that are played".into(),
        x_axis: "round".into(),
        y_axis: "won".into(),
        x_unit: Unit::Of(""),
        unit: Unit::Percent,
        series: series.collect(),
        reference: Some((1.0 / sitters.len() as f64, "even".into())),
        answer: None,
        from_zero: true,
    })
}
