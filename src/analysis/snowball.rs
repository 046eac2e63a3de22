//! Does the first lead decide? How well the lead after each turn foretells the winner.

use serde::Serialize;

use super::auc::area_under_curve;
use super::estimate::{CONFIDENCE, wilson};
use super::group::{counts, integers, texts};
use super::logistic::{Design, fit};
use super::parity::tally;
use super::run::Run;
use super::{Estimate, Method};
use crate::error::Result;
use crate::frames::columns::{CAMPAIGNS, TURNS};

/// Turns that fewer campaigns reach than this say nothing.
const ENOUGH: usize = 30;

#[derive(Debug, Clone, Serialize)]
pub struct SnowballReport {
    /// All factions, those that won most often first. ROC area and slope are of the first two, in the campaigns that one of them won.
    pub factions: Vec<String>,
    pub turns: Vec<TurnLead>,
    /// Share of winners who were behind at half-time.
    pub comebacks: Estimate,
    /// Share of campaigns by number of lead changes.
    pub lead_changes: Vec<(u32, Estimate)>,
}

/// What the lead after one turn foretells, in the campaigns that go on after it.
#[derive(Debug, Clone, Serialize)]
pub struct TurnLead {
    pub turn: u32,
    /// Area under the ROC curve: 0.5 says nothing, 1 decides.
    pub area: Estimate,
    /// Share of campaigns that the leader goes on to win; of those who share the lead each counts for his part.
    pub leader_wins: Estimate,
    /// Change of the log odds of winning by 100 Fleet Points of lead.
    pub slope: Estimate,
    /// Mean lead of the later winner over the best of the others, in Fleet Points.
    pub mean_lead: Estimate,
}

/// A lead is counted in Fleet Points of fleet and purse together.
pub fn snowball(run: &Run) -> Result<SnowballReport> {
    let campaigns = run.frame(&CAMPAIGNS, &["replication", "winner", "lead_changes"])?;
    let turns = run.frame(&TURNS, &["replication", "turn", "faction", "fleet_value", "balance"])?;
    let winners = texts(&campaigns, "winner")?;
    let wins = tally(winners.iter());
    let won = |name: &str| wins.iter().find(|(winner, _)| winner == name).map_or(0, |(_, count)| *count);
    let mut factions: Vec<String> =
        tally(texts(&turns, "faction")?.iter()).into_iter().map(|(name, _)| name).collect();
    factions.sort_by(|a, b| won(b).cmp(&won(a)).then_with(|| a.cmp(b)));
    let replications = counts(&campaigns, "replication")?;
    let place = |name: &str| factions.iter().position(|faction| faction == name);
    // Sorted by replication, as runs are written; joined runs may hold more than one block.
    let mut outcome: Vec<(u32, Option<usize>)> =
        replications.iter().zip(winners.iter()).map(|(&i, winner)| (i, winner.and_then(place))).collect();
    outcome.sort_unstable_by_key(|(replication, _)| *replication);
    let races = races(&turns, &factions, &outcome)?;
    let last = races.iter().map(|race| race.standings.len()).max().unwrap_or(0);
    let by_turn = (0..last).filter_map(|turn| turn_lead(&races, turn)).collect();
    let changes = counts(&campaigns, "lead_changes")?;
    let most = changes.iter().max().map_or(0, |&most| most as usize + 1);
    let mut histogram = vec![0_u64; most];
    for &change in &changes {
        histogram[change as usize] += 1;
    }
    let share = |count: u64| wilson(count, changes.len() as u64, CONFIDENCE);
    Ok(SnowballReport {
        factions,
        turns: by_turn,
        comebacks: comebacks(&races),
        lead_changes: histogram.iter().enumerate().map(|(i, &count)| (i as u32, share(count))).collect(),
    })
}

/// One decided campaign: who won it, and what every faction had after each turn.
struct Race {
    winner: usize,
    standings: Vec<Vec<i64>>,
}

impl Race {
    /// What a faction has more than the best of the others, after a turn.
    fn lead(&self, faction: usize, turn: usize) -> i64 {
        let standing = &self.standings[turn];
        let others = standing.iter().enumerate().filter(|(other, _)| *other != faction);
        standing[faction] - others.map(|(_, &points)| points).max().unwrap_or(0)
    }

    /// The winner's part in the lead after a turn: all of it, none, or his share where some are level.
    fn right(&self, turn: usize) -> f64 {
        match self.lead(self.winner, turn) {
            ahead if 0 < ahead => 1.0,
            0 => {
                let standing = &self.standings[turn];
                let level = standing.iter().filter(|&&points| points == standing[self.winner]).count();
                1.0 / level as f64
            }
            _ => 0.0,
        }
    }
}

fn races(
    turns: &polars::prelude::DataFrame,
    factions: &[String],
    outcome: &[(u32, Option<usize>)],
) -> Result<Vec<Race>> {
    let replications = counts(turns, "replication")?;
    let numbers = counts(turns, "turn")?;
    let names = texts(turns, "faction")?;
    let (fleet, purse) = (integers(turns, "fleet_value")?, integers(turns, "balance")?);
    let mut races: Vec<Option<Race>> =
        outcome.iter().map(|(_, won)| won.map(|winner| Race { winner, standings: Vec::new() })).collect();
    for (row, name) in names.iter().enumerate() {
        let Some(faction) = factions.iter().position(|faction| Some(faction.as_str()) == name) else {
            continue;
        };
        let Ok(place) = outcome.binary_search_by_key(&replications[row], |(replication, _)| *replication)
        else {
            continue;
        };
        if let Some(race) = &mut races[place] {
            let turn = (numbers[row] as usize).max(1);
            if race.standings.len() < turn {
                race.standings.resize(turn, vec![0; factions.len()]);
            }
            race.standings[turn - 1][faction] += fleet[row] + purse[row];
        }
    }
    Ok(races.into_iter().flatten().collect())
}

fn turn_lead(races: &[Race], turn: usize) -> Option<TurnLead> {
    // A campaign that ends with this turn has nothing left to foretell.
    let reached: Vec<&Race> = races.iter().filter(|race| turn + 1 < race.standings.len()).collect();
    if reached.len() < ENOUGH {
        return None;
    }
    let mut of_winner = super::Moments::default();
    reached.iter().for_each(|race| of_winner.add(race.lead(race.winner, turn) as f64));
    let share = reached.iter().map(|race| race.right(turn)).sum::<f64>() / reached.len() as f64;
    let (low, high) = super::estimate::wilson_limits(share, reached.len() as f64, CONFIDENCE);
    let n = reached.len() as u64;
    let leader_wins = Estimate { value: share, low, high, n, method: Method::Wilson, confidence: CONFIDENCE };
    // Between the first two: the lead of the one over the other.
    let between: Vec<&&Race> = reached.iter().filter(|race| race.winner < 2).collect();
    let scores: Vec<f64> = between
        .iter()
        .map(|race| (race.standings[turn][0] - race.standings[turn].get(1).copied().unwrap_or(0)) as f64)
        .collect();
    let won: Vec<bool> = between.iter().map(|race| race.winner == 0).collect();
    let mut design = Design::new();
    for (&score, &won) in scores.iter().zip(&won) {
        design.push([(0, 1.0), (1, score / 100.0)], won);
    }
    let slope = fit(&design, &[0.0, 0.0]).map_or_else(
        || Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::Logistic),
        |fitted| fitted.coefficient(1, CONFIDENCE),
    );
    Some(TurnLead {
        turn: turn as u32 + 1,
        area: area_under_curve(&scores, &won, CONFIDENCE),
        leader_wins,
        slope,
        mean_lead: super::mean(&of_winner, CONFIDENCE),
    })
}

/// Winners who were behind after half of the turns, rounded up.
fn comebacks(races: &[Race]) -> Estimate {
    let behind = |race: &&Race| {
        let half = race.standings.len().div_ceil(2);
        half.checked_sub(1).is_some_and(|turn| race.lead(race.winner, turn) < 0)
    };
    wilson(races.iter().filter(behind).count() as u64, races.len() as u64, CONFIDENCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::synthetic::write_run;

    #[test]
    fn leads_foretell_more_the_later_they_are() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 400, 6);
        let report = snowball(&Run::open(folder.path()).unwrap()).unwrap();
        assert_eq!(report.factions, ["Rebel", "Imperial"]);
        let (first, seventh) = (&report.turns[0], &report.turns[6]);
        assert_eq!((first.turn, seventh.turn), (1, 7));
        assert!(first.area.value < seventh.area.value && 0.8 < seventh.area.value);
        assert!(0.0 < first.slope.low && first.leader_wins.value < seventh.leader_wins.value);
        assert!(0.0 < report.comebacks.low && report.comebacks.high < 0.5);
        let shares: f64 = report.lead_changes.iter().map(|(_, share)| share.value).sum();
        assert!((shares - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_comeback_is_a_winner_who_was_behind_at_half_time() {
        let race = |winner, leads: &[i64]| Race {
            winner,
            standings: leads.iter().map(|&lead| vec![100 + lead, 100]).collect(),
        };
        // Half of three turns is two: behind at −5, ahead at 5; the third wins as second faction while behind at 5.
        let races = [race(0, &[9, -5, 9]), race(0, &[-9, 5, 9]), race(1, &[1, 5, -2])];
        assert_eq!(comebacks(&races).value, 2.0 / 3.0);
    }

    /// Of three factions the leader is who has most; two who are level share what there is to foretell.
    #[test]
    fn with_three_factions_the_leader_is_ahead_of_both_others() {
        let race = Race { winner: 2, standings: vec![vec![5, 7, 6], vec![5, 6, 9], vec![9, 2, 9]] };
        assert_eq!([0, 1, 2].map(|turn| race.lead(2, turn)), [-1, 3, 0]);
        assert_eq!([0, 1, 2].map(|turn| race.right(turn)), [0.0, 1.0, 0.5]);
    }
}
