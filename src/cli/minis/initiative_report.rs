//! What stands beside the winners: rerolls, resources, Reserves, skirmishes, checks.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::initiative::Answers;
use crate::analysis::Estimate;
use crate::analysis::paired::PairMoments;
use crate::analysis::ratio::ratio_of_means;
use crate::chance::Luck;
use crate::charts::{Chart, Lines, Look, Series, Shape, Unit, lines};
use crate::cli::{CONFIDENCE, OutcomeRow, Output, Table};
use crate::error::Result;
use crate::miniatures::configurations::probabilities;
use crate::miniatures::exact::REROLLS_SHOWN;
use crate::miniatures::players::Player;
use crate::miniatures::round::{Round, Spent};
use crate::miniatures::skirmish::{ShareSums, Terms, exact_shares, simulate_skirmishes};
use crate::miniatures::steps::initiative_dice::throw;
use crate::miniatures::switches::Switches;

/// A row about one player.
#[derive(Debug, Clone, Serialize)]
pub struct PlayerRow {
    pub player: String,
    pub resource: &'static str,
    #[serde(flatten)]
    pub row: OutcomeRow,
}

/// How often all players had to roll again.
pub fn reroll_rows(answers: &Answers<'_>) -> Vec<OutcomeRow> {
    let trials = answers.tally.as_ref().map_or(0, |tally| tally.rounds);
    let row = |count: usize| {
        let name = if count == REROLLS_SHOWN { format!("{count} or more") } else { count.to_string() };
        let exact = answers.exact.as_ref().map(|exact| exact.rerolls[count]);
        OutcomeRow::new(name, exact, answers.tally.as_ref().map(|tally| tally.rerolls[count]), trials)
    };
    (0..=REROLLS_SHOWN).map(row).collect()
}

/// How much of one resource.
type Amount = fn(&Spent) -> u8;

/// What players spent: one row for each amount that occurs, of resources of which anything is spent at all.
pub fn resource_rows(answers: &Answers<'_>) -> Vec<PlayerRow> {
    let kinds: [(&'static str, Amount); 3] = [
        ("force points", |spent| spent.force),
        ("characters activated", |spent| spent.activated),
        ("characters defeated", |spent| spent.defeated),
    ];
    let trials = answers.tally.as_ref().map_or(0, |tally| tally.rounds);
    let mut rows = Vec::new();
    for seat in answers.contest.seats() {
        let exact = answers.exact.as_ref().map(|exact| exact.spent(answers.contest, seat));
        let tally = answers.tally.as_ref().map(|tally| tally.spent(answers.contest, seat));
        for (resource, amount) in kinds {
            let most = exact
                .iter()
                .flat_map(|spent| spent.keys())
                .chain(tally.iter().flat_map(|spent| spent.keys()));
            let most = most.map(amount).max().unwrap_or(0);
            if most == 0 {
                continue;
            }
            for wanted in 0..=most {
                let p = exact.as_ref().map(|spent| {
                    let each = spent.iter().filter(|(spent, _)| amount(spent) == wanted).map(|(_, p)| p);
                    each.fold(0.0, |sum, p| sum + p)
                });
                let count = tally.as_ref().map(|spent| {
                    spent.iter().filter(|(spent, _)| amount(spent) == wanted).map(|(_, count)| count).sum()
                });
                let row = OutcomeRow::new(wanted.to_string(), p, count, trials);
                rows.push(PlayerRow { player: format!("player{}", seat + 1), resource, row });
            }
        }
    }
    rows
}

/// How often Reserves come, for players who have them.
pub fn reserve_rows(answers: &Answers<'_>) -> Vec<OutcomeRow> {
    let trials = answers.tally.as_ref().map_or(0, |tally| tally.rounds);
    let has = |seat: &usize| answers.contest.entrants[*seat].reserves != 0;
    let row = |seat: usize| {
        let exact = answers.exact.as_ref().map(|exact| exact.reserves(seat));
        let count = answers.tally.as_ref().map(|tally| tally.reserves[seat]);
        OutcomeRow::new(format!("player{}", seat + 1), exact, count, trials)
    };
    answers.contest.seats().filter(has).map(row).collect()
}

fn cells(row: &OutcomeRow) -> [String; 5] {
    let show = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.6}"));
    let count = row.count.map_or(String::new(), |count| count.to_string());
    [show(row.exact), show(row.simulated), show(row.low), show(row.high), count]
}

/// The tables for people.
pub fn print_tables(answers: &Answers<'_>, output: &mut Output) -> Result<()> {
    let mut table = Table::new(["rerolls of all", "exact", "simulated", "low", "high", "count"]);
    for row in reroll_rows(answers) {
        table.row(std::iter::once(row.outcome.clone()).chain(cells(&row)));
    }
    output.line("")?;
    output.text(&table.to_text())?;
    let resources = resource_rows(answers);
    if !resources.is_empty() {
        let mut table =
            Table::new(["player", "spends", "amount", "exact", "simulated", "low", "high", "count"]);
        for PlayerRow { player, resource, row } in resources {
            table.row([player, resource.to_string(), row.outcome.clone()].into_iter().chain(cells(&row)));
        }
        output.line("")?;
        output.text(&table.to_text())?;
    }
    let reserves = reserve_rows(answers);
    if !reserves.is_empty() {
        let mut table = Table::new(["gains Reserves", "exact", "simulated", "low", "high", "count"]);
        for row in reserves {
            table.row(std::iter::once(row.outcome.clone()).chain(cells(&row)));
        }
        output.line("")?;
        output.text(&table.to_text())?;
    }
    Ok(())
}

/// A skirmish, for programs and for people.
pub struct SkirmishReport {
    pub json: Value,
    heading: String,
    table: Table,
}

impl SkirmishReport {
    pub fn print(&self, output: &mut Output) -> Result<()> {
        output.line(&format!("\n{}\n", self.heading))?;
        output.text(&self.table.to_text())
    }
}

/// The share of all wins over all rounds, with the interval of a ratio over skirmishes.
fn share(sums: &ShareSums) -> Estimate {
    let n = sums.skirmishes as f64;
    let (wins, rounds) = (sums.wins as f64, sums.rounds as f64);
    let moments = PairMoments {
        n: sums.skirmishes,
        mean_a: wins / n,
        mean_b: rounds / n,
        squares_a: sums.wins_squared as f64 - wins * wins / n,
        squares_b: sums.rounds_squared as f64 - rounds * rounds / n,
        products: sums.wins_rounds as f64 - wins * rounds / n,
    };
    ratio_of_means(&moments, CONFIDENCE)
}

/// The share of initiatives that each player wins over a skirmish; 0 skirmishes: exact only.
pub fn skirmish_report(
    players: &[Player],
    switches: &Switches,
    terms: Terms,
    luck: Luck,
    skirmishes: u64,
) -> Option<SkirmishReport> {
    let exact = exact_shares(players, switches, terms);
    let tally =
        if skirmishes == 0 { None } else { simulate_skirmishes(players, switches, terms, luck, skirmishes) };
    let mut table = Table::new(["player", "exact", "simulated", "low", "high", "first round", "last round"]);
    let mut shares = Vec::new();
    for player in 0..players.len() {
        let estimate = tally.as_ref().map(|tally| share(&tally.sums(player)));
        let value = exact.as_ref().map(|exact| exact.share[player]);
        let of_round = |round: usize| match (&exact, &tally) {
            (Some(exact), _) => Some(exact.won[round][player] / exact.played[round]),
            (None, Some(tally)) if 0 < tally.played[round] => {
                Some(tally.won[round][player] as f64 / tally.played[round] as f64)
            }
            _ => None,
        };
        let show =
            |value: Option<f64>| value.filter(|v| v.is_finite()).map_or(String::new(), |v| format!("{v:.6}"));
        table.row([
            format!("player{}", player + 1),
            show(value),
            show(estimate.map(|estimate| estimate.value)),
            show(estimate.map(|estimate| estimate.low)),
            show(estimate.map(|estimate| estimate.high)),
            show(of_round(0)),
            show(of_round(terms.rounds as usize - 1)),
        ]);
        shares.push(json!({
            "outcome": format!("player{}", player + 1),
            "exact": value,
            "simulated": estimate.map(|estimate| estimate.value),
            "low": estimate.map(|estimate| estimate.low),
            "high": estimate.map(|estimate| estimate.high),
        }));
    }
    let by_round: Vec<Value> = (0..terms.rounds as usize)
        .map(|round| {
            json!({
                "round": round + 1,
                "played_exact": exact.as_ref().map(|exact| exact.played[round]),
                "played": tally.as_ref().map(|tally| tally.played[round]),
                "won_exact": exact.as_ref().map(|exact| exact.won[round][..players.len()].to_vec()),
                "won": tally.as_ref().map(|tally| tally.won[round][..players.len()].to_vec()),
            })
        })
        .collect();
    let json = json!({
        "rounds": terms.rounds,
        "death": terms.death,
        "skirmishes": skirmishes,
        "shares": shares,
        "by_round": by_round,
    });
    let simulated = match skirmishes {
        0 => "exact values only".to_string(),
        n => format!("{n} skirmishes, 95 % intervals of a ratio"),
    };
    let heading = format!(
        "share of initiatives won in a skirmish of {} rounds, each character dying with {} a round: {simulated}",
        terms.rounds, terms.death
    );
    Some(SkirmishReport { json, heading, table })
}

/// How likely each player is to reach a check in the first roll, before anybody decides anything.
pub fn dice_chart(answers: &Answers<'_>) -> Chart {
    let contest = answers.contest;
    let distributions: Vec<BTreeMap<i16, f64>> = contest
        .seats()
        .map(|seat| {
            let kept = probabilities(contest, throw(contest, &Round::START, seat));
            let mut checks = BTreeMap::new();
            for (die, p) in kept.iter().enumerate().skip(1).filter(|(_, p)| 0.0 < **p) {
                let mut round = Round::START;
                round.dice[seat] = die as u8;
                *checks.entry(round.check(contest, seat)).or_insert(0.0) += p;
            }
            checks
        })
        .collect();
    let all = || distributions.iter().flat_map(|checks| checks.keys().copied());
    let (low, high) = (all().min().unwrap_or(1), all().max().unwrap_or(1));
    let series = contest.seats().zip(&distributions).map(|(seat, checks)| {
        let at_least = |check: i16| checks.range(check..).fold(0.0, |sum, (_, p)| sum + p);
        let points = (low..=high).map(|check| (f64::from(check), Estimate::exact(at_least(check))));
        let label = format!("player{} {}", seat + 1, answers.players[seat].words);
        Series { label, look: Look::series(seat), points: points.collect(), shape: Shape::Points }
    });
    lines(&Lines {
        name: "minis-checks".into(),
        title: "Initiative checks of the first roll".into(),
        subtitle:
            "exact probability of at least this check, before exchanges, rerolls and other players' abilities"
                .into(),
        x_axis: "initiative check of at least".into(),
        y_axis: "probability".into(),
        x_unit: Unit::Of(""),
        unit: Unit::Percent,
        series: series.collect(),
        reference: None,
        answer: None,
        from_zero: true,
    })
}
