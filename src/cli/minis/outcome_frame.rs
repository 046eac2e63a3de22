//! Everything that is computed for one table, as the frame `outcomes`.

use super::initiative::Answers;
use super::initiative_report::{SkirmishReport, reroll_rows, reserve_rows, resource_rows};
use crate::analysis::Estimate;
use crate::cli::OutcomeRow;
use crate::frames::columns::OUTCOMES;
use crate::frames::{Cell, Frame};
use crate::miniatures::checks::first_check;

/// All outcomes, topic by topic.
pub fn outcome_frame(answers: &Answers<'_>, wins: &[OutcomeRow], skirmish: Option<&SkirmishReport>) -> Frame {
    let mut rows =
        Rows { frame: Frame::new(&OUTCOMES), trials: answers.tally.as_ref().map_or(0, |t| t.rounds) };
    for row in wins {
        rows.push("wins", Some(&row.outcome), row, None);
    }
    for (count, row) in reroll_rows(answers).iter().enumerate() {
        rows.push("rerolls", None, row, Some(count as i32));
    }
    let mean = answers.exact.as_ref().map(|exact| exact.mean_rerolls);
    rows.value("mean rerolls", None, "mean", None, mean, None);
    for spent in resource_rows(answers) {
        rows.push(spent.resource, Some(&spent.player), &spent.row, spent.row.outcome.parse().ok());
    }
    for row in reserve_rows(answers) {
        rows.push("reserves", Some(&row.outcome), &row, None);
    }
    for seat in answers.contest.seats() {
        let player = format!("player{}", seat + 1);
        for (check, p) in first_check(answers.contest, seat) {
            rows.value("check", Some(&player), &check.to_string(), Some(i32::from(check)), Some(p), None);
        }
    }
    if let Some(report) = skirmish {
        add_skirmish(&mut rows, answers, report);
    }
    rows.frame
}

fn add_skirmish(rows: &mut Rows, answers: &Answers<'_>, report: &SkirmishReport) {
    rows.trials = report.skirmishes();
    let rounds = report.terms.rounds as usize;
    for player in answers.contest.seats() {
        let name = format!("player{}", player + 1);
        let (exact, estimate) = report.share(player);
        rows.value("share", Some(&name), &name, None, exact, estimate);
    }
    for round in 0..rounds {
        let number = (round + 1).to_string();
        let exact = report.exact.as_ref().map(|exact| exact.played[round]);
        let count = report.tally.as_ref().map(|tally| tally.played[round]);
        let row = OutcomeRow::new(number.clone(), exact, count, rows.trials);
        rows.push("round played", None, &row, Some(round as i32 + 1));
        for player in answers.contest.seats() {
            let (exact, counted) = report.won(round, player);
            let (won, played) = counted.unzip();
            let row = OutcomeRow::new(number.clone(), exact, won, played.unwrap_or(0));
            let all = std::mem::replace(&mut rows.trials, played.unwrap_or(0));
            rows.push("round won", Some(&format!("player{}", player + 1)), &row, Some(round as i32 + 1));
            rows.trials = all;
        }
    }
}

struct Rows {
    frame: Frame,
    trials: u64,
}

impl Rows {
    fn push(&mut self, topic: &'static str, player: Option<&str>, row: &OutcomeRow, number: Option<i32>) {
        self.frame.push([
            topic.into(),
            player.map_or(Cell::Null, |player| Cell::Text(player.into())),
            Cell::Text(row.outcome.as_str().into()),
            number.into(),
            row.exact.into(),
            row.simulated.into(),
            row.low.into(),
            row.high.into(),
            row.count.map(|count| count as f64).into(),
            (self.trials as f64).into(),
        ]);
    }

    /// A value that was not counted.
    fn value(
        &mut self,
        topic: &'static str,
        player: Option<&str>,
        outcome: &str,
        number: Option<i32>,
        exact: Option<f64>,
        estimate: Option<Estimate>,
    ) {
        let row = OutcomeRow {
            outcome: outcome.to_string(),
            exact,
            simulated: estimate.map(|estimate| estimate.value),
            low: estimate.map(|estimate| estimate.low),
            high: estimate.map(|estimate| estimate.high),
            count: None,
        };
        self.push(topic, player, &row, number);
    }
}
