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
    /// The two factions compared: those that won most often.
    pub factions: [String; 2],
    pub turns: Vec<TurnLead>,
    /// Share of winners who were behind at half-time.
    pub comebacks: Estimate,
    /// Share of campaigns by number of lead changes.
    pub lead_changes: Vec<(u32, Estimate)>,
}

/// What the lead after one turn foretells.
#[derive(Debug, Clone, Serialize)]
pub struct TurnLead {
    pub turn: u32,
    /// Area under the ROC curve: 0.5 says nothing, 1 decides.
    pub area: Estimate,
    /// Share of campaigns that the leader goes on to win; a tie counts half.
    pub leader_wins: Estimate,
    /// Change of the log odds of winning by 100 Fleet Points of lead.
    pub slope: Estimate,
    /// Mean lead of the later winner, in Fleet Points.
    pub mean_lead: Estimate,
}

/// A lead is counted in Fleet Points of fleet and purse together.
pub fn snowball(run: &Run) -> Result<SnowballReport> {
    let campaigns = run.frame(&CAMPAIGNS, &["replication", "winner", "lead_changes"])?;
    let turns = run.frame(&TURNS, &["replication", "turn", "faction", "fleet_value", "balance"])?;
    let winners = texts(&campaigns, "winner")?;
    let mut wins = tally(winners.iter());
    wins.retain(|(name, _)| !name.is_empty());
    wins.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let name = |i: usize| wins.get(i).map_or(String::new(), |(name, _)| name.clone());
    let factions = [name(0), name(1)];
    let replications = counts(&campaigns, "replication")?;
    // Sorted by replication, as runs are written; joined runs may hold more than one block.
    let mut outcome: Vec<(u32, Option<bool>)> = replications
        .iter()
        .zip(winners.iter())
        .map(|(&replication, winner)| (replication, winner.and_then(|winner| won_by(&factions, winner))))
        .collect();
    outcome.sort_unstable_by_key(|(replication, _)| *replication);
    let leads = leads(&turns, &factions, &outcome)?;
    let last = leads.iter().map(|lead| lead.values.len()).max().unwrap_or(0);
    let by_turn = (0..last).filter_map(|turn| turn_lead(&leads, turn)).collect();
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
        comebacks: comebacks(&leads),
        lead_changes: histogram.iter().enumerate().map(|(i, &count)| (i as u32, share(count))).collect(),
    })
}

/// True where the first faction won, false where the second did.
fn won_by(factions: &[String; 2], winner: &str) -> Option<bool> {
    if winner == factions[0] {
        Some(true)
    } else if winner == factions[1] {
        Some(false)
    } else {
        None
    }
}

/// The lead of the first faction after each turn of one decided campaign.
struct Lead {
    first_won: bool,
    values: Vec<i64>,
}

fn leads(
    turns: &polars::prelude::DataFrame,
    factions: &[String; 2],
    outcome: &[(u32, Option<bool>)],
) -> Result<Vec<Lead>> {
    let replications = counts(turns, "replication")?;
    let numbers = counts(turns, "turn")?;
    let names = texts(turns, "faction")?;
    let (fleet, purse) = (integers(turns, "fleet_value")?, integers(turns, "balance")?);
    let mut leads: Vec<Option<Lead>> =
        outcome.iter().map(|(_, won)| won.map(|first_won| Lead { first_won, values: Vec::new() })).collect();
    for (row, name) in names.iter().enumerate() {
        let sign = match name.and_then(|name| won_by(factions, name)) {
            Some(true) => 1,
            Some(false) => -1,
            None => continue,
        };
        let Ok(place) = outcome.binary_search_by_key(&replications[row], |(replication, _)| *replication)
        else {
            continue;
        };
        if let Some(lead) = &mut leads[place] {
            let turn = (numbers[row] as usize).max(1);
            if lead.values.len() < turn {
                lead.values.resize(turn, 0);
            }
            lead.values[turn - 1] += sign * (fleet[row] + purse[row]);
        }
    }
    Ok(leads.into_iter().flatten().collect())
}

fn turn_lead(leads: &[Lead], turn: usize) -> Option<TurnLead> {
    let reached: Vec<&Lead> = leads.iter().filter(|lead| turn < lead.values.len()).collect();
    if reached.len() < ENOUGH {
        return None;
    }
    let scores: Vec<f64> = reached.iter().map(|lead| lead.values[turn] as f64).collect();
    let won: Vec<bool> = reached.iter().map(|lead| lead.first_won).collect();
    // Ties count half, so twice the count is whole.
    let mut twice_right = 0;
    let mut of_winner = super::Moments::default();
    for lead in &reached {
        let winners_lead = if lead.first_won { lead.values[turn] } else { -lead.values[turn] };
        twice_right += 1 + winners_lead.signum();
        of_winner.add(winners_lead as f64);
    }
    let share = twice_right as f64 / (2 * reached.len()) as f64;
    let (low, high) = super::estimate::wilson_limits(share, reached.len() as f64, CONFIDENCE);
    let n = reached.len() as u64;
    let leader_wins = Estimate { value: share, low, high, n, method: Method::Wilson, confidence: CONFIDENCE };
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
fn comebacks(leads: &[Lead]) -> Estimate {
    let behind = |lead: &&Lead| {
        let half = lead.values.len().div_ceil(2);
        half.checked_sub(1).is_some_and(|turn| {
            let lead_then = lead.values[turn];
            if lead.first_won { lead_then < 0 } else { 0 < lead_then }
        })
    };
    wilson(leads.iter().filter(behind).count() as u64, leads.len() as u64, CONFIDENCE)
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
        let lead = |first_won, values: &[i64]| Lead { first_won, values: values.to_vec() };
        // Half of three turns is two: behind at −5, ahead at 5; the third wins as second faction while behind at 5.
        let leads = [lead(true, &[9, -5, 9]), lead(true, &[-9, 5, 9]), lead(false, &[1, 5, -2])];
        assert_eq!(comebacks(&leads).value, 2.0 / 3.0);
    }
}
