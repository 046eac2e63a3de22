//! Who wins, how often, how, and after how long.

use polars::prelude::{col, lit};
use serde::Serialize;

use super::estimate::{CONFIDENCE, mean, wilson};
use super::group::{by_campaign, counts, integers, lazy, texts};
use super::quantile::quantile;
use super::run::Run;
use super::until::Until;
use super::{ClusterSums, Estimate, Moments, Parity, Verdict};
use crate::error::{Error, Result};
use crate::frames::columns::{CAMPAIGNS, FACTIONS};

/// The outcome of a run, seen from above.
#[derive(Debug, Clone, Serialize)]
pub struct ParityReport {
    pub campaigns: u64,
    pub factions: Vec<FactionResult>,
    pub draws: Estimate,
    /// Which share of the decided campaigns would be fair, and how much may be missing.
    pub parity: Parity,
    pub by_seat: Vec<(String, Estimate)>,
    pub by_players: Vec<(String, Estimate)>,
    pub end_reasons: Vec<(String, Estimate)>,
    pub length: Length,
    /// Gini coefficient of income between the factions of a campaign, per player.
    pub gini: Estimate,
    pub battles: Estimate,
    pub lead_changes: Estimate,
    /// Battle models asked for, with their shares; more than one only in joined runs.
    pub models: Vec<(String, u64)>,
    /// Battles that the chosen model could not play.
    pub fallbacks: u64,
    pub all_battles: u64,
}

#[derive(Debug, Clone, Serialize)]
pub struct FactionResult {
    pub faction: String,
    /// Share of all campaigns.
    pub won: Estimate,
    /// Share of the decided ones, on which the verdict rests.
    pub won_of_decided: Estimate,
    /// `None` for a faction that cannot win.
    pub verdict: Option<Verdict>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Length {
    /// Share of campaigns by number of turns, without gaps.
    pub histogram: Vec<(u32, Estimate)>,
    pub mean: Estimate,
    pub median: Estimate,
    /// The length that nine in ten do not exceed.
    pub ninth_decile: Estimate,
}

pub fn parity(run: &Run, margin: f64) -> Result<ParityReport> {
    let columns = [
        "replication",
        "winner",
        "end_reason",
        "turns",
        "battles",
        "lead_changes",
        "skirmish_fallbacks",
        "model",
    ];
    let campaigns = run.frame(&CAMPAIGNS, &columns)?;
    let factions =
        run.frame(&FACTIONS, &["replication", "seat", "faction", "players", "won", "income_total"])?;
    let n = campaigns.height() as u64;
    belongs(run, n)?;
    let wins = tally(texts(&campaigns, "winner")?.iter());
    let decided: u64 = wins.iter().filter(|(name, _)| !name.is_empty()).map(|(_, count)| count).sum();
    let names = tally(texts(&factions, "faction")?.iter());
    let won = |name: &str| wins.iter().find(|(winner, _)| winner == name).map_or(0, |(_, count)| *count);
    // A faction that never wins in a run where others do is taken as one that cannot (Scum on the fringe), not as a contender.
    let contenders = names.iter().filter(|(name, _)| 0 < won(name) || name != "Scum").count();
    let parity = Parity { margin, ..Parity::among(contenders.max(2)) };
    let stopped = stopping_rule(run);
    let results = names
        .iter()
        .map(|(name, _)| {
            let contends = 0 < won(name) || name != "Scum";
            let share = |of: u64, confidence: f64| match &stopped {
                // The looks were planned for the usual confidence; a stricter one spends less at the same looks.
                Some(half_width) => Until::new(*half_width, CONFIDENCE, part(run))
                    .at_confidence(confidence)
                    .at_end(n, won(name), of),
                None => wilson(won(name), of, confidence),
            };
            let won_of_decided = share(decided, CONFIDENCE);
            let strict = share(decided, 1.0 - (1.0 - CONFIDENCE) / contenders.max(2) as f64);
            let verdict = contends.then(|| {
                in_campaigns(parity.verdict_among(&won_of_decided, &strict, contenders), n, decided)
            });
            FactionResult { faction: name.clone(), won: share(n, CONFIDENCE), won_of_decided, verdict }
        })
        .collect();
    // All shares of a run that stopped by itself are of its stopping rule, or one number would have two intervals.
    let until = stopped.map(|half_width| Until::new(half_width, CONFIDENCE, part(run)));
    let share_of = |sums: &ClusterSums| match &until {
        Some(until) => until.at_end(n, sums.y as u64, sums.n as u64),
        None => sums.proportion(CONFIDENCE),
    };
    let share_won = |keys: &[&str]| -> Result<Vec<(String, Estimate)>> {
        let rows = by_campaign(lazy(&factions), keys, lit(1), &[col("won")])?;
        Ok(rows.into_iter().map(|row| (row.keys.join(", "), share_of(&row.metrics[0]))).collect())
    };
    let reasons = tally(texts(&campaigns, "end_reason")?.iter());
    let battles = counts(&campaigns, "battles")?;
    let moments_of = |values: &[u32]| {
        let values: Vec<f64> = values.iter().map(|&value| f64::from(value)).collect();
        mean(&Moments::of(&values), CONFIDENCE).at_least(0.0)
    };
    Ok(ParityReport {
        campaigns: n,
        factions: results,
        draws: match &until {
            Some(until) => until.at_end(n, n - decided, n),
            None => wilson(n - decided, n, CONFIDENCE),
        },
        parity,
        by_seat: share_won(&["seat"])?,
        by_players: share_won(&["faction", "players"])?,
        end_reasons: reasons
            .iter()
            .map(|(name, count)| (name.clone(), wilson(*count, n, CONFIDENCE)))
            .collect(),
        length: length(counts(&campaigns, "turns")?),
        gini: gini(&counts(&factions, "replication")?, &incomes(&factions)?),
        battles: moments_of(&battles),
        lead_changes: moments_of(&counts(&campaigns, "lead_changes")?),
        models: tally(texts(&campaigns, "model")?.iter()),
        fallbacks: counts(&campaigns, "skirmish_fallbacks")?.into_iter().map(u64::from).sum(),
        all_battles: battles.into_iter().map(u64::from).sum(),
    })
}

/// The half-width of `--until`, where the run had one: then intervals must hold though it was peeked at.
fn stopping_rule(run: &Run) -> Option<f64> {
    run.number("until").filter(|half_width| (0.0..0.5).contains(half_width) && 0.0 < *half_width)
}

fn part(run: &Run) -> u64 {
    run.value("part").and_then(serde_json::Value::as_u64).unwrap_or(1)
}

/// Verdicts rest on the decided campaigns; whoever runs more of them gets drawn ones too.
fn in_campaigns(verdict: Verdict, campaigns: u64, decided: u64) -> Verdict {
    match verdict {
        Verdict::Undecided { further: Some(further) } if 0 < decided => {
            let all = (further as f64 * campaigns as f64 / decided as f64).ceil();
            Verdict::Undecided { further: Some(all as u64) }
        }
        verdict => verdict,
    }
}

/// A frame of another run has another number of campaigns than the manifest says.
fn belongs(run: &Run, found: u64) -> Result<()> {
    match run.value("campaigns").and_then(serde_json::Value::as_u64) {
        Some(said) if said != found => Err(Error::frame(
            &run.path(&CAMPAIGNS),
            format!("holds {found} campaigns, but manifest.json says {said}: it belongs to another run"),
        )),
        _ => Ok(()),
    }
}

/// How often each name stands there, sorted by name; null is empty.
pub(super) fn tally<'t>(names: impl Iterator<Item = Option<&'t str>>) -> Vec<(String, u64)> {
    let mut counts = std::collections::BTreeMap::new();
    for name in names {
        let name = name.unwrap_or("");
        match counts.get_mut(name) {
            Some(count) => *count += 1,
            None => {
                counts.insert(name.to_string(), 1_u64);
            }
        }
    }
    counts.into_iter().collect()
}

fn length(turns: Vec<u32>) -> Length {
    let n = turns.len() as u64;
    let mut sorted: Vec<f64> = turns.iter().map(|&turns| f64::from(turns)).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let (first, last) = (turns.iter().min().copied(), turns.iter().max().copied());
    let mut counts = vec![0_u64; first.zip(last).map_or(0, |(first, last)| (last - first) as usize + 1)];
    for &turn in &turns {
        counts[(turn - first.unwrap_or(0)) as usize] += 1;
    }
    let histogram = counts
        .iter()
        .enumerate()
        .map(|(i, &count)| (first.unwrap_or(0) + i as u32, wilson(count, n, CONFIDENCE)))
        .collect();
    Length {
        histogram,
        mean: mean(&Moments::of(&sorted), CONFIDENCE).at_least(0.0),
        median: quantile(&sorted, 0.5, CONFIDENCE),
        ninth_decile: quantile(&sorted, 0.9, CONFIDENCE),
    }
}

/// Income of a faction by player.
fn incomes(factions: &polars::prelude::DataFrame) -> Result<Vec<f64>> {
    let (totals, players) = (integers(factions, "income_total")?, counts(factions, "players")?);
    Ok(totals
        .iter()
        .zip(&players)
        .map(|(&total, &players)| total as f64 / f64::from(players.max(1)))
        .collect())
}

/// Mean over campaigns of the Gini coefficient between their factions.
///
/// Source: Gini (1912) in the form Σᵢⱼ |xᵢ − xⱼ| / (2 n Σ x). 0: all the same; for two factions at most ½.
fn gini(replications: &[u32], incomes: &[f64]) -> Estimate {
    let mut moments = Moments::default();
    let mut first = 0;
    for end in 1..=replications.len() {
        if end < replications.len() && replications[end] == replications[first] {
            continue;
        }
        let group = &incomes[first..end];
        let total: f64 = group.iter().sum();
        if 1 < group.len() && 0.0 < total {
            let apart: f64 = group.iter().flat_map(|a| group.iter().map(move |b| (a - b).abs())).sum();
            moments.add(apart / (2.0 * group.len() as f64 * total));
        }
        first = end;
    }
    mean(&moments, CONFIDENCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::synthetic::write_run;

    #[test]
    fn a_run_is_summed_up_as_its_rows_say() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 300, 5);
        let run = Run::open(folder.path()).unwrap();
        let report = parity(&run, 0.05).unwrap();
        assert_eq!(report.campaigns, 300);
        let [imperial, rebel] = &report.factions[..] else { panic!("two factions") };
        assert_eq!((imperial.faction.as_str(), rebel.faction.as_str()), ("Imperial", "Rebel"));
        // All campaigns are won by one of them or drawn.
        let total = imperial.won.value + rebel.won.value + report.draws.value;
        assert!((total - 1.0).abs() < 1e-12);
        // The drift is planted in favour of the Rebels.
        assert_eq!(rebel.verdict, Some(Verdict::Biased { upwards: true }));
        assert_eq!(report.by_seat.len(), 2);
        assert_eq!(report.by_players[0].0, "Imperial, 2");
        assert!((report.by_seat[0].1.value - rebel.won.value).abs() < 1e-12);
        let shares: f64 = report.length.histogram.iter().map(|(_, share)| share.value).sum();
        assert!((shares - 1.0).abs() < 1e-12);
        assert_eq!(report.length.histogram[0].0, 7);
        assert!((7.0..=14.0).contains(&report.length.median.value));
    }

    /// A run that peeked is told with wider intervals, and says by which method.
    #[test]
    fn a_run_with_a_stopping_rule_keeps_its_coverage() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 300, 5);
        let mut run = Run::open(folder.path()).unwrap();
        let plain = parity(&run, 0.05).unwrap();
        run.manifest["until"] = serde_json::json!(0.05);
        run.manifest["part"] = serde_json::json!(10);
        let peeked = parity(&run, 0.05).unwrap();
        for (peeked, plain) in peeked.factions.iter().zip(&plain.factions) {
            assert_eq!(peeked.won.method, crate::analysis::Method::Sequence);
            assert!(peeked.won.low < plain.won.low && plain.won.high < peeked.won.high);
            assert!(plain.won_of_decided.half_width() < peeked.won_of_decided.half_width());
        }
    }

    #[test]
    fn further_campaigns_count_the_drawn_ones_too() {
        let further = |further| Verdict::Undecided { further };
        assert_eq!(in_campaigns(further(Some(100)), 50, 20), further(Some(250)));
        assert_eq!(in_campaigns(further(None), 50, 20), further(None));
        assert_eq!(in_campaigns(Verdict::Balanced, 50, 20), Verdict::Balanced);
    }

    /// Incomes 100 and 300: (200 + 200) / (2 · 2 · 400) = 0.25; equal incomes: 0. Mean of the two campaigns 0.125.
    #[test]
    fn gini_of_two_campaigns_by_hand() {
        let estimate = gini(&[0, 0, 1, 1], &[100.0, 300.0, 50.0, 50.0]);
        assert_eq!((estimate.value, estimate.n), (0.125, 2));
    }
}
