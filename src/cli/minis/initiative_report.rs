//! What stands beside the winners: rerolls, resources, Reserves, skirmishes, checks.

use serde::Serialize;
use serde_json::{Value, json};

use super::initiative::{Answers, people_name};
use crate::analysis::Estimate;
use crate::analysis::paired::PairMoments;
use crate::analysis::ratio::ratio_of_means;
use crate::analysis::words::thousands;
use crate::chance::Luck;
use crate::charts::Chart;
use crate::cli::{CONFIDENCE, OutcomeRow, Output, Table};
use crate::error::Result;
use crate::miniatures::checks::first_check;
use crate::miniatures::exact::REROLLS_SHOWN;
use crate::miniatures::players::Player;
use crate::miniatures::round::Spent;
use crate::miniatures::skirmish::{
    ExactShares, ShareSums, SkirmishTally, Terms, exact_shares, simulate_skirmishes,
};
use crate::miniatures::switches::Switches;
use crate::report::miniatures::{Distribution, check_chart};

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
                // An amount that cannot be spent is no row.
                if p == Some(0.0) && count.unwrap_or(0) == 0 {
                    continue;
                }
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

/// The player whom rows call `player1`, as people call him.
fn called(players: &[Player], key: &str) -> String {
    let of = |(seat, player): (usize, &Player)| {
        (format!("player{}", seat + 1) == key).then(|| people_name(&player.name, seat))
    };
    players.iter().enumerate().find_map(of).unwrap_or_else(|| key.to_string())
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
            let player = called(answers.players, &player);
            table.row([player, resource.to_string(), row.outcome.clone()].into_iter().chain(cells(&row)));
        }
        output.line("")?;
        output.text(&table.to_text())?;
    }
    let reserves = reserve_rows(answers);
    if !reserves.is_empty() {
        let mut table = Table::new(["gains Reserves", "exact", "simulated", "low", "high", "count"]);
        for row in reserves {
            table.row(std::iter::once(called(answers.players, &row.outcome)).chain(cells(&row)));
        }
        output.line("")?;
        output.text(&table.to_text())?;
    }
    Ok(())
}

/// A skirmish, exact where it can be and simulated where it was asked for.
pub struct SkirmishReport {
    pub terms: Terms,
    pub exact: Option<ExactShares>,
    pub tally: Option<SkirmishTally>,
    n: usize,
}

impl SkirmishReport {
    /// Plays it; 0 skirmishes: exact only.
    pub fn new(
        players: &[Player],
        switches: &Switches,
        terms: Terms,
        luck: Luck,
        skirmishes: u64,
    ) -> SkirmishReport {
        let exact = exact_shares(players, switches, terms);
        let tally = if skirmishes == 0 {
            None
        } else {
            simulate_skirmishes(players, switches, terms, luck, skirmishes)
        };
        SkirmishReport { terms, exact, tally, n: players.len() }
    }

    pub fn skirmishes(&self) -> u64 {
        self.tally.as_ref().map_or(0, |tally| tally.skirmishes)
    }

    /// The share of all wins over all rounds of one player.
    pub fn share(&self, player: usize) -> (Option<f64>, Option<Estimate>) {
        let exact = self.exact.as_ref().map(|exact| exact.share[player]);
        (exact, self.tally.as_ref().map(|tally| share(&tally.sums(player))))
    }

    /// One player's chance to win a round that is played.
    pub fn won(&self, round: usize, player: usize) -> (Option<f64>, Option<(u64, u64)>) {
        let exact = self.exact.as_ref().map(|exact| exact.won[round][player] / exact.played[round]);
        let counted = self.tally.as_ref().map(|tally| (tally.won[round][player], tally.played[round]));
        (exact.filter(|p| p.is_finite()), counted.filter(|(_, played)| 0 < *played))
    }

    pub fn json(&self) -> Value {
        let share = |player: usize| {
            let (exact, estimate) = self.share(player);
            json!({
                "outcome": format!("player{}", player + 1),
                "exact": exact,
                "simulated": estimate.map(|estimate| estimate.value),
                "low": estimate.map(|estimate| estimate.low),
                "high": estimate.map(|estimate| estimate.high),
            })
        };
        let round = |round: usize| {
            let (exact, tally) = (self.exact.as_ref(), self.tally.as_ref());
            json!({
                "round": round + 1,
                "played_exact": exact.map(|exact| exact.played[round]),
                "played": tally.map(|tally| tally.played[round]),
                "won_exact": exact.map(|exact| exact.won[round][..self.n].to_vec()),
                "won": tally.map(|tally| tally.won[round][..self.n].to_vec()),
            })
        };
        json!({
            "rounds": self.terms.rounds,
            "death": self.terms.death,
            "skirmishes": self.skirmishes(),
            "shares": (0..self.n).map(share).collect::<Vec<Value>>(),
            "by_round": (0..self.terms.rounds as usize).map(round).collect::<Vec<Value>>(),
        })
    }

    pub fn print(&self, players: &[Player], output: &mut Output) -> Result<()> {
        let mut table =
            Table::new(["player", "exact", "simulated", "low", "high", "first round", "last round"]);
        let show = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.6}"));
        for (player, who) in players.iter().enumerate() {
            let (exact, estimate) = self.share(player);
            let of_round = |round: usize| match self.won(round, player) {
                (Some(exact), _) => Some(exact),
                (None, counted) => counted.map(|(won, played)| won as f64 / played as f64),
            };
            table.row([
                people_name(&who.name, player),
                show(exact),
                show(estimate.map(|estimate| estimate.value)),
                show(estimate.map(|estimate| estimate.low)),
                show(estimate.map(|estimate| estimate.high)),
                show(of_round(0)),
                show(of_round(self.terms.rounds as usize - 1)),
            ]);
        }
        let simulated = match self.skirmishes() {
            0 => "exact values only".to_string(),
            n => format!("{} skirmishes, 95 % intervals of a ratio", thousands(n)),
        };
        output.line(&format!(
            "\nshare of initiatives won in a skirmish of {} rounds, each character dying with {} a round: {simulated}\n",
            self.terms.rounds, self.terms.death
        ))?;
        output.text(&table.to_text())?;
        if self.exact.is_none() {
            output.line("\nNo exact share: the skirmish can go in too many ways.")?;
        }
        Ok(())
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

/// How likely each player is to reach a check in the first roll, before anybody decides anything.
pub fn dice_chart(answers: &Answers<'_>) -> Chart {
    let distribution = |seat: usize| Distribution {
        label: format!(
            "{}: {}",
            people_name(&answers.players[seat].name, seat),
            answers.abilities.title(&answers.players[seat].words)
        ),
        checks: first_check(answers.contest, seat).into_iter().map(|(k, p)| (i64::from(k), p)).collect(),
    };
    check_chart(&answers.contest.seats().map(distribution).collect::<Vec<_>>())
}
