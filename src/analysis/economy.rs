//! Fleet Points: where they come from, where they go, and what decides the difference between winner and loser.

use std::collections::BTreeMap;

use polars::prelude::{Expr, col, lit};
use serde::Serialize;

use super::estimate::{CONFIDENCE, mean, t_two_sided};
use super::group::{by_campaign, counts, integers, lazy, texts};
use super::run::Run;
use super::{Estimate, Method, Moments};
use crate::error::Result;
use crate::frames::columns::{CAMPAIGNS, TURNS};

/// Column of the turns frame and how reports call it.
pub const SOURCES: [(&str, &str); 9] = [
    ("income_base", "Automatic points"),
    ("income_targets", "Targets held"),
    ("income_won", "Battles won"),
    ("income_captured", "Capturing a target"),
    ("income_stations", "Trade Stations"),
    ("income_route", "Trade Route"),
    ("income_other", "Exploration, loot and the rest"),
    ("income_defeats", "Battles lost"),
    ("income_lost", "A lost target"),
];

pub const USES: [(&str, &str); 5] = [
    ("spent_ships", "Ships"),
    ("spent_pilots", "Pilots"),
    ("spent_upgrades", "Upgrades, crew and titles"),
    ("spent_huge", "Huge ships"),
    ("spent_other", "Outposts, ransoms, contracts"),
];

/// What a curve over turns shows.
pub const CURVES: [(&str, &str); 4] = [
    ("paid", "Income"),
    ("fleet_value", "Fleet value"),
    ("targets_held", "Targets held"),
    ("skill_mean", "Pilot skill"),
];

#[derive(Debug, Clone, Serialize)]
pub struct EconomyReport {
    pub factions: Vec<String>,
    /// By source, one mean per turn for each faction.
    pub sources: Vec<(String, Vec<Estimate>)>,
    pub uses: Vec<(String, Vec<Estimate>)>,
    /// By curve of [`CURVES`]: faction, then (turn, mean over the campaigns that reached it).
    pub curves: Vec<Vec<Vec<(u32, Estimate)>>>,
    /// By source: what the winner had more of than the losers, over the whole campaign.
    pub differences: Vec<Difference>,
    /// By source over time: (turn, mean for a faction in it).
    pub source_curves: Vec<(String, Vec<(u32, Estimate)>)>,
    pub use_curves: Vec<(String, Vec<(u32, Estimate)>)>,
    /// For each of `factions`, by source and then in all: its score less the mean of the others', by campaign.
    pub advantages: Vec<Vec<(String, Estimate)>>,
}

/// The name of the last row of [`EconomyReport::advantages`].
pub const ALL_SOURCES: &str = "All sources";

/// How far one source sets winner and loser apart.
#[derive(Debug, Clone, Serialize)]
pub struct Difference {
    pub source: String,
    /// Winner's sum less the mean of the others', in Fleet Points per campaign.
    pub ahead: Estimate,
    /// Covariance with the whole difference over its variance: the shares add up to 1.
    pub share: Estimate,
}

impl Difference {
    /// A share that is sure to lie between nothing and everything. With few campaigns, or sources that work against each other, it need not.
    pub fn is_share_of_the_spread(&self) -> bool {
        self.share.is_known() && 0.0 <= self.share.low && self.share.high <= 1.0
    }
}

/// Turns that fewer campaigns reach than this share are not drawn: their means are of odd campaigns.
const REACHED_SHARE: f64 = 0.05;

pub fn economy(run: &Run) -> Result<EconomyReport> {
    let mut columns = vec!["replication", "turn", "faction"];
    columns.extend(SOURCES.iter().chain(&USES).map(|(column, _)| *column));
    columns.extend(["paid", "fleet_value", "targets_held"]);
    let turns = run.frame(&TURNS, &columns)?;
    let metrics: Vec<Expr> = SOURCES.iter().chain(&USES).map(|(column, _)| col(*column)).collect();
    let rows = by_campaign(lazy(&turns), &["faction"], lit(1), &metrics)?;
    let factions: Vec<String> = rows.iter().map(|row| row.keys[0].clone()).collect();
    let means = |first: usize, names: &[(&str, &str)]| -> Vec<(String, Vec<Estimate>)> {
        let of = |i: usize| rows.iter().map(|row| row.metrics[first + i].mean(CONFIDENCE)).collect();
        names.iter().enumerate().map(|(i, (_, name))| ((*name).to_string(), of(i))).collect()
    };
    let sources = means(0, &SOURCES);
    let mut uses = means(SOURCES.len(), &USES);
    for one in uses.iter_mut().flat_map(|(_, means)| means) {
        *one = one.at_least(0.0);
    }
    let differences = differences(run, &turns)?;
    let source_curves = pooled_curves(&turns, &SOURCES)?;
    let mut use_curves = pooled_curves(&turns, &USES)?;
    for (_, mean) in use_curves.iter_mut().flat_map(|(_, points)| points) {
        *mean = mean.at_least(0.0);
    }
    let advantages = advantages(&turns, &factions)?;
    let mut curves: Vec<_> =
        CURVES[..3].iter().map(|(column, _)| curve(&turns, &factions, column)).collect::<Result<_>>()?;
    drop(turns);
    curves.push(skill_curve(run, &factions)?);
    Ok(EconomyReport { factions, sources, uses, curves, differences, source_curves, use_curves, advantages })
}

/// Means by turn over all factions, a curve for each column.
fn pooled_curves(
    turns: &polars::prelude::DataFrame,
    names: &[(&str, &str)],
) -> Result<Vec<(String, Vec<(u32, Estimate)>)>> {
    names
        .iter()
        .map(|(column, name)| {
            // One at a time: each needs a wide column while it is summed.
            let rows = by_campaign(lazy(turns), &["turn"], lit(1), &[col(*column)])?;
            let most = rows.iter().map(|row| row.metrics[0].clusters).max().unwrap_or(0);
            let enough = (REACHED_SHARE * most as f64).max(2.0);
            let points = rows
                .iter()
                .filter(|row| enough <= row.metrics[0].clusters as f64)
                .map(|row| (row.keys[0].parse().unwrap_or(0), row.metrics[0].mean(CONFIDENCE)))
                .collect();
            Ok(((*name).to_string(), points))
        })
        .collect()
}

/// Each faction's sums by source less the mean of the others', campaign by campaign.
fn advantages(
    turns: &polars::prelude::DataFrame,
    factions: &[String],
) -> Result<Vec<Vec<(String, Estimate)>>> {
    let replications = counts(turns, "replication")?;
    let names = texts(turns, "faction")?;
    let values: Vec<Vec<i64>> =
        SOURCES.iter().map(|(column, _)| integers(turns, column)).collect::<Result<_>>()?;
    let mut moments = vec![[Moments::default(); SOURCES.len() + 1]; factions.len()];
    let mut sums = vec![[0_i64; SOURCES.len()]; factions.len()];
    // The rows of a campaign stand together in the frame.
    for (row, name) in names.iter().enumerate() {
        if let Some(place) = factions.iter().position(|faction| Some(faction.as_str()) == name) {
            for (total, column) in sums[place].iter_mut().zip(&values) {
                *total += column[row];
            }
        }
        let last = replications.get(row + 1) != Some(&replications[row]);
        if last {
            add_advantages(&sums, &mut moments);
            sums.iter_mut().for_each(|sums| *sums = [0; SOURCES.len()]);
        }
    }
    let named = |moments: &[Moments; SOURCES.len() + 1]| {
        let names = SOURCES.iter().map(|(_, name)| *name).chain([ALL_SOURCES]);
        names.zip(moments).map(|(name, moments)| (name.to_string(), mean(moments, CONFIDENCE))).collect()
    };
    Ok(moments.iter().map(named).collect())
}

fn add_advantages(sums: &[[i64; SOURCES.len()]], moments: &mut [[Moments; SOURCES.len() + 1]]) {
    let others = sums.len() as f64 - 1.0;
    if others < 1.0 {
        return;
    }
    for (mine, moments) in sums.iter().zip(moments) {
        let mut all = 0.0;
        for i in 0..SOURCES.len() {
            let total: i64 = sums.iter().map(|sums| sums[i]).sum();
            let ahead = mine[i] as f64 - (total - mine[i]) as f64 / others;
            moments[i].add(ahead);
            all += ahead;
        }
        moments[SOURCES.len()].add(all);
    }
}

/// Means by faction and turn, of what is never negative.
fn curve(
    turns: &polars::prelude::DataFrame,
    factions: &[String],
    column: &str,
) -> Result<Vec<Vec<(u32, Estimate)>>> {
    let rows = by_campaign(lazy(turns), &["faction", "turn"], lit(1), &[col(column)])?;
    let most = rows.iter().map(|row| row.metrics[0].clusters).max().unwrap_or(0);
    let enough = (REACHED_SHARE * most as f64).max(2.0);
    let of = |faction: &String| {
        rows.iter()
            .filter(|row| row.keys[0] == *faction && enough <= row.metrics[0].clusters as f64)
            .map(|row| (row.keys[1].parse().unwrap_or(0), row.metrics[0].mean(CONFIDENCE).at_least(0.0)))
            .collect()
    };
    Ok(factions.iter().map(of).collect())
}

/// Mean skill is no whole number: it is gathered row by row, in the order of the file.
fn skill_curve(run: &Run, factions: &[String]) -> Result<Vec<Vec<(u32, Estimate)>>> {
    let turns = run.frame(&TURNS, &["turn", "faction", "skill_mean"])?;
    let numbers = counts(&turns, "turn")?;
    let skills = super::group::numbers(&turns, "skill_mean")?;
    let mut moments: Vec<BTreeMap<u32, Moments>> = vec![BTreeMap::new(); factions.len()];
    for (row, name) in texts(&turns, "faction")?.iter().enumerate() {
        let place = factions.iter().position(|faction| Some(faction.as_str()) == name);
        // A faction without a living pilot has no mean skill.
        if let (Some(place), Some(skill)) = (place, skills[row].filter(|skill| skill.is_finite())) {
            moments[place].entry(numbers[row]).or_default().add(skill);
        }
    }
    let most = moments.iter().flat_map(BTreeMap::values).map(|moments| moments.n).max().unwrap_or(0);
    let enough = (REACHED_SHARE * most as f64).max(2.0);
    let of = |by_turn: &BTreeMap<u32, Moments>| {
        by_turn
            .iter()
            .filter(|(_, moments)| enough <= moments.n as f64)
            .map(|(&turn, moments)| (turn, mean(moments, CONFIDENCE).at_least(0.0)))
            .collect()
    };
    Ok(moments.iter().map(of).collect())
}

/// Winner's sums by source less the mean of the losers', campaign by campaign.
fn differences(run: &Run, turns: &polars::prelude::DataFrame) -> Result<Vec<Difference>> {
    let campaigns = run.frame(&CAMPAIGNS, &["replication", "winner"])?;
    let winners: BTreeMap<u32, &str> = counts(&campaigns, "replication")?
        .into_iter()
        .zip(texts(&campaigns, "winner")?.iter())
        .filter_map(|(replication, winner)| Some((replication, winner?)))
        .collect();
    let replications = counts(turns, "replication")?;
    let names = texts(turns, "faction")?;
    let values: Vec<Vec<i64>> =
        SOURCES.iter().map(|(column, _)| integers(turns, column)).collect::<Result<_>>()?;
    // By campaign: sums of the winner, sums of the others, and who the others are.
    let mut sums: BTreeMap<u32, Sums> = BTreeMap::new();
    for (row, name) in names.iter().enumerate() {
        let (Some(name), Some(winner)) = (name, winners.get(&replications[row])) else { continue };
        let sums = sums.entry(replications[row]).or_default();
        let side = usize::from(name != *winner);
        if side == 1 && !sums.losers.iter().any(|loser| loser == name) {
            sums.losers.push(name.to_string());
        }
        for (total, column) in sums.totals[side].iter_mut().zip(&values) {
            *total += column[row];
        }
    }
    let ahead: Vec<[f64; SOURCES.len()]> = sums
        .values()
        .filter(|sums| !sums.losers.is_empty())
        .map(|sums| {
            let losers = sums.losers.len() as f64;
            std::array::from_fn(|i| sums.totals[0][i] as f64 - sums.totals[1][i] as f64 / losers)
        })
        .collect();
    let whole: Vec<f64> = ahead.iter().map(|ahead| ahead.iter().sum()).collect();
    Ok(SOURCES
        .iter()
        .enumerate()
        .map(|(i, (_, name))| {
            let part: Vec<f64> = ahead.iter().map(|ahead| ahead[i]).collect();
            Difference {
                source: (*name).to_string(),
                ahead: mean(&Moments::of(&part), CONFIDENCE),
                share: share_of(&part, &whole, CONFIDENCE),
            }
        })
        .collect())
}

/// The share of a part in the variance of the whole: the slope of the part on the whole.
///
/// The interval allows a spread that changes with the whole (White 1980, Econometrica 48, 817–838). Assumes independent campaigns.
fn share_of(part: &[f64], whole: &[f64], confidence: f64) -> Estimate {
    let (n, mean_part, mean_whole) = (part.len(), Moments::of(part).mean, Moments::of(whole).mean);
    let pairs = || part.iter().zip(whole).map(|(p, w)| (p - mean_part, w - mean_whole));
    let squares: f64 = pairs().map(|(_, w)| w * w).sum();
    if n < 3 || squares <= 0.0 {
        return Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::Delta);
    }
    let value = pairs().map(|(p, w)| p * w).sum::<f64>() / squares;
    let scores: f64 = pairs().map(|(p, w)| (w * (p - value * w)).powi(2)).sum();
    let freedom = n as f64 - 2.0;
    let half = t_two_sided(confidence, freedom) * (scores * n as f64 / freedom).sqrt() / squares;
    let (low, high) = (value - half, value + half);
    Estimate { value, low, high, n: n as u64, method: Method::Delta, confidence }
}

#[derive(Default)]
struct Sums {
    totals: [[i64; SOURCES.len()]; 2],
    losers: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::synthetic::write_run;

    #[test]
    fn sources_and_curves_are_the_planted_ones() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 200, 7);
        let report = economy(&Run::open(folder.path()).unwrap()).unwrap();
        assert_eq!(report.factions, ["Imperial", "Rebel"]);
        let source = |name: &str| &report.sources.iter().find(|(source, _)| source == name).unwrap().1;
        assert_eq!(source("Automatic points")[0].value, 100.0);
        // One turn in four costs 25; captures bring 0, 10 or 20.
        assert!(source("A lost target")[1].contains(-6.25));
        assert!(source("Capturing a target")[0].contains(10.0));
        let skill = &report.curves[3][0];
        assert!((skill[4].1.value - 3.5).abs() < 1e-9 && skill[4].0 == 5);
        let shares: f64 = report.differences.iter().map(|difference| difference.share.value).sum();
        assert!((shares - 1.0).abs() < 1e-9);
        assert_eq!(report.differences[0].ahead.value, 0.0);
        // What one of two factions has more, the other has less; the last row is the sum of the others.
        for ((_, one), (_, other)) in report.advantages[0].iter().zip(&report.advantages[1]) {
            assert!((one.value + other.value).abs() < 1e-9 && one.n == 200);
        }
        let (parts, all) = report.advantages[0].split_at(SOURCES.len());
        let sum: f64 = parts.iter().map(|(_, ahead)| ahead.value).sum();
        assert!((sum - all[0].1.value).abs() < 1e-9 && all[0].0 == ALL_SOURCES);
        let (name, lost) = &report.source_curves[8];
        assert_eq!(name, "A lost target");
        assert!(lost[0].1.contains(-6.25) && lost[0].0 == 1, "{:?}", lost[0]);
        assert_eq!(report.use_curves[0].1[2].1.value, 60.0);
    }

    /// part = 0, 1, 5 on whole = 0, 2, 4: means 2 and 2, slope (−2·−2 + −1·0 + 3·2) / 8 = 1.25. Residuals 0.5, −1, 0.5; scores
    /// (−2 · 0.5)² + 0 + (2 · 0.5)² = 2; variance 2 · 3 / 1 / 64.
    #[test]
    fn a_share_by_hand() {
        let share = share_of(&[0.0, 1.0, 5.0], &[0.0, 2.0, 4.0], 0.95);
        assert!((share.value - 1.25).abs() < 1e-12);
        // t for one degree of freedom is 12.7062.
        assert!((share.half_width() - 12.706_205 * 6.0_f64.sqrt() / 8.0).abs() < 1e-5);
        assert!(!share_of(&[1.0, 2.0, 3.0], &[1.0, 1.0, 1.0], 0.95).is_known());
    }

    /// The whole is the part plus other luck, whose spread grows with the part: the true share is that of the variances.
    #[test]
    fn shares_cover_as_often_as_they_say() {
        use crate::chance::{Luck, Purpose};
        let mut covered = 0;
        for sample in 0..600 {
            let mut stream = Luck::new(45, sample).stream(Purpose::Soak, 29);
            let (mut part, mut whole) = (Vec::new(), Vec::new());
            for _ in 0..200 {
                let p = stream.unit() - 0.5;
                let other = 2.0 * p * (stream.unit() - 0.5);
                part.push(p);
                whole.push(p + other);
            }
            // cov(p, p + o) = 1/12, var(p + o) = 1/12 + E(4 p²)/12 = 1/12 + 1/36: share 3/4.
            covered += u32::from(share_of(&part, &whole, 0.95).contains(0.75));
        }
        // 570 of 600 with a standard error of 5.3.
        assert!((549..=590).contains(&covered), "{covered}");
    }
}
