//! Numbers of a campaign that experiments compare: each campaign gives a total and a count, so that shares of battles and shares of
//! campaigns are treated alike.

use std::fmt;

use polars::prelude::{DataFrame, StringChunked};

use super::estimate::{CONFIDENCE, Estimate, Method, t_two_sided};
use super::group::{counts, integers, texts};
use super::paired::PairedDifference;
use super::run::Run;
use super::{ClusterSums, discovery};
use crate::error::{Error, Result, nearest_name};
use crate::frames::FrameTable;
use crate::frames::columns::{BATTLES, CAMPAIGNS, FACTIONS, TURNS};
use crate::ids::Faction;

/// Where frames come from: a folder, or memory.
pub trait FrameSource {
    fn frame(&self, table: &'static FrameTable, columns: &[&str]) -> Result<DataFrame>;
}

impl FrameSource for Run {
    fn frame(&self, table: &'static FrameTable, columns: &[&str]) -> Result<DataFrame> {
        Run::frame(self, table, columns)
    }
}

/// What an experiment looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Metric {
    /// Share of campaigns won.
    WinRate(Faction),
    Draws,
    /// Share of campaigns that the turn cap ended.
    TurnCap,
    Turns,
    Battles,
    LeadChanges,
    /// Share of decided campaigns won by who led after a third of the turns: the snowball.
    EarlyLeaderWins,
    /// Attacker's share of the decided battles, of all missions or of one.
    AttackerWins(Option<String>),
    /// Share of attacks that were ceded without a battle.
    Ceded,
    /// Fleet Points paid to a faction by turn.
    Income(Faction),
    ShipsLost(Faction),
    PilotsKilled(Faction),
    XpEarned(Faction),
    TargetsHeld(Faction),
}

/// The words before the colon, for complaints and help.
pub const METRIC_WORDS: [(&str, &str); 15] = [
    ("win-rate:FACTION", "share of campaigns won"),
    ("draws", "share of campaigns drawn"),
    ("turn-cap", "share of campaigns that the turn cap ended"),
    ("turns", "campaign turns"),
    ("battles", "battles in a campaign"),
    ("lead-changes", "lead changes in a campaign"),
    ("early-leader-wins", "share of decided campaigns won by the leader after a third of the turns"),
    ("attacker-wins", "attacker's share of the decided battles"),
    ("attacker-wins:MISSION", "the same of one mission"),
    ("ceded", "share of attacks ceded without a battle"),
    ("income:FACTION", "Fleet Points paid by turn"),
    ("ships-lost:FACTION", "ships lost in a campaign"),
    ("pilots-killed:FACTION", "pilots and crew killed in a campaign"),
    ("xp:FACTION", "XP earned in a campaign"),
    ("targets-held:FACTION", "strategic targets held at the end"),
];

impl Metric {
    /// Reads `win-rate:rebel` and the like.
    pub fn parse(text: &str) -> Result<Metric> {
        let (word, of) = text.split_once(':').map_or((text, None), |(word, of)| (word, Some(of)));
        let faction = || -> Result<Faction> {
            let known = Faction::ALL.map(Faction::key);
            of.and_then(Faction::from_key).ok_or_else(|| {
                let hint = of.and_then(|of| nearest_name(of, known));
                let hint = hint.map_or(String::new(), |name| format!("; did you mean `{word}:{name}`?"));
                Error::usage(format!("metric `{text}`: needs a faction, as in `{word}:rebel`{hint}"))
            })
        };
        let metric = match word {
            "win-rate" => Metric::WinRate(faction()?),
            "draws" => Metric::Draws,
            "turn-cap" => Metric::TurnCap,
            "turns" => Metric::Turns,
            "battles" => Metric::Battles,
            "lead-changes" => Metric::LeadChanges,
            "early-leader-wins" => Metric::EarlyLeaderWins,
            "attacker-wins" => {
                let mission = of.map(crate::config::mission::find).transpose()?;
                Metric::AttackerWins(mission.map(|mission| mission.key.clone()))
            }
            "ceded" => Metric::Ceded,
            "income" => Metric::Income(faction()?),
            "ships-lost" => Metric::ShipsLost(faction()?),
            "pilots-killed" => Metric::PilotsKilled(faction()?),
            "xp" => Metric::XpEarned(faction()?),
            "targets-held" => Metric::TargetsHeld(faction()?),
            _ => {
                let known: Vec<&str> =
                    METRIC_WORDS.iter().map(|(word, _)| word.split(':').next().unwrap_or(word)).collect();
                let hint = nearest_name(word, known);
                let hint = hint.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
                let all: Vec<&str> = METRIC_WORDS.iter().map(|(word, _)| *word).collect();
                let all = all.join(", ");
                return Err(Error::usage(format!("unknown metric `{text}`{hint} (known: {all})")));
            }
        };
        if of.is_some() && metric.to_string() != text && !matches!(metric, Metric::AttackerWins(Some(_))) {
            // `turns:rebel` has nothing to say about a faction; a faction may be written as its name.
            let takes_faction = metric.to_string().contains(':');
            if !takes_faction {
                return Err(Error::usage(format!("metric `{text}`: `{word}` stands alone")));
            }
        }
        Ok(metric)
    }

    /// Does it lie between 0 and 1?
    pub fn is_share(&self) -> bool {
        matches!(
            self,
            Metric::WinRate(_)
                | Metric::Draws
                | Metric::TurnCap
                | Metric::EarlyLeaderWins
                | Metric::AttackerWins(_)
                | Metric::Ceded
        )
    }

    /// The words that reports print.
    pub fn name(&self) -> String {
        match self {
            Metric::WinRate(faction) => format!("{} win rate", faction.name()),
            Metric::Draws => "Draws".into(),
            Metric::TurnCap => "Ended by the turn cap".into(),
            Metric::Turns => "Turns".into(),
            Metric::Battles => "Battles".into(),
            Metric::LeadChanges => "Lead changes".into(),
            Metric::EarlyLeaderWins => "Early leader wins".into(),
            Metric::AttackerWins(None) => "Attacker's win rate".into(),
            Metric::AttackerWins(Some(mission)) => {
                let found = crate::config::mission::missions().find(mission);
                let title = found.map_or(mission.as_str(), |mission| mission.title.as_str());
                format!("Attacker's win rate in {title}")
            }
            Metric::Ceded => "Attacks ceded".into(),
            Metric::Income(faction) => format!("{} income by turn", faction.name()),
            Metric::ShipsLost(faction) => format!("{} ships lost", faction.name()),
            Metric::PilotsKilled(faction) => format!("{} people killed", faction.name()),
            Metric::XpEarned(faction) => format!("{} XP earned", faction.name()),
            Metric::TargetsHeld(faction) => format!("{} targets held at the end", faction.name()),
        }
    }
}

/// As input files write it.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Metric::WinRate(faction) => write!(f, "win-rate:{}", faction.key()),
            Metric::Draws => f.write_str("draws"),
            Metric::TurnCap => f.write_str("turn-cap"),
            Metric::Turns => f.write_str("turns"),
            Metric::Battles => f.write_str("battles"),
            Metric::LeadChanges => f.write_str("lead-changes"),
            Metric::EarlyLeaderWins => f.write_str("early-leader-wins"),
            Metric::AttackerWins(None) => f.write_str("attacker-wins"),
            Metric::AttackerWins(Some(mission)) => write!(f, "attacker-wins:{mission}"),
            Metric::Ceded => f.write_str("ceded"),
            Metric::Income(faction) => write!(f, "income:{}", faction.key()),
            Metric::ShipsLost(faction) => write!(f, "ships-lost:{}", faction.key()),
            Metric::PilotsKilled(faction) => write!(f, "pilots-killed:{}", faction.key()),
            Metric::XpEarned(faction) => write!(f, "xp:{}", faction.key()),
            Metric::TargetsHeld(faction) => write!(f, "targets-held:{}", faction.key()),
        }
    }
}

/// What comparisons look at unless told otherwise: parity, length, snowball, and what a player feels.
pub fn standard_metrics(factions: &[Faction]) -> Vec<Metric> {
    let mut metrics: Vec<Metric> = factions.iter().map(|&faction| Metric::WinRate(faction)).collect();
    metrics.extend([
        Metric::Draws,
        Metric::TurnCap,
        Metric::Turns,
        Metric::Battles,
        Metric::EarlyLeaderWins,
        Metric::LeadChanges,
        Metric::AttackerWins(None),
        Metric::Ceded,
    ]);
    for &faction in factions {
        metrics.extend([Metric::Income(faction), Metric::ShipsLost(faction), Metric::PilotsKilled(faction)]);
    }
    metrics
}

/// Totals and counts by campaign, for each metric.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Observations {
    /// Numbers of the campaigns, increasing.
    pub replications: Vec<u32>,
    /// By metric, then by campaign.
    pub values: Vec<Vec<(f64, f64)>>,
}

/// Gathers metrics from frames.
pub fn observe(source: &dyn FrameSource, metrics: &[Metric]) -> Result<Observations> {
    let campaigns = source
        .frame(&CAMPAIGNS, &["replication", "winner", "end_reason", "turns", "battles", "lead_changes"])?;
    let mut order: Vec<(u32, usize)> = counts(&campaigns, "replication")?
        .into_iter()
        .enumerate()
        .map(|(row, replication)| (replication, row))
        .collect();
    order.sort_unstable();
    let replications: Vec<u32> = order.iter().map(|(replication, _)| *replication).collect();
    let by_campaign = |values: Vec<(f64, f64)>| order.iter().map(|&(_, row)| values[row]).collect::<Vec<_>>();
    let winners = texts(&campaigns, "winner")?;
    let once = |values: Vec<f64>| by_campaign(values.into_iter().map(|value| (value, 1.0)).collect());
    let is = |column: &StringChunked, name: &str| -> Vec<f64> {
        column.iter().map(|value| f64::from(u8::from(value == Some(name)))).collect()
    };
    let number = |column: &str| -> Result<Vec<f64>> {
        Ok(counts(&campaigns, column)?.into_iter().map(f64::from).collect())
    };
    let mut values = Vec::new();
    for metric in metrics {
        values.push(match metric {
            Metric::WinRate(faction) => once(is(winners, faction.name())),
            Metric::Draws => {
                once(winners.iter().map(|winner| f64::from(u8::from(winner.is_none()))).collect())
            }
            Metric::TurnCap => once(is(texts(&campaigns, "end_reason")?, "turn-cap")),
            Metric::Turns => once(number("turns")?),
            Metric::Battles => once(number("battles")?),
            Metric::LeadChanges => once(number("lead_changes")?),
            Metric::EarlyLeaderWins => {
                early_leaders(source, &replications, &by_campaign_winner(&order, winners))?
            }
            Metric::AttackerWins(mission) => attacker_wins(source, &replications, mission.as_deref())?,
            Metric::Ceded => ceded(source, &replications)?,
            Metric::Income(faction) => {
                let turns: Vec<u32> = counts(&campaigns, "turns")?;
                let turns: Vec<f64> = order.iter().map(|&(_, row)| f64::from(turns[row].max(1))).collect();
                let paid = of_faction(source, &replications, *faction, "income_total")?;
                paid.into_iter().zip(turns).map(|((paid, n), turns)| (paid, n * turns)).collect()
            }
            Metric::ShipsLost(faction) => of_faction(source, &replications, *faction, "ships_lost")?,
            Metric::PilotsKilled(faction) => of_faction(source, &replications, *faction, "pilots_killed")?,
            Metric::XpEarned(faction) => of_faction(source, &replications, *faction, "xp_earned")?,
            Metric::TargetsHeld(faction) => of_faction(source, &replications, *faction, "targets_held")?,
        });
    }
    Ok(Observations { replications, values })
}

fn by_campaign_winner(order: &[(u32, usize)], winners: &StringChunked) -> Vec<Option<String>> {
    order.iter().map(|&(_, row)| winners.get(row).map(str::to_string)).collect()
}

fn place(replications: &[u32], replication: u32) -> Option<usize> {
    replications.binary_search(&replication).ok()
}

/// A column of the factions frame; campaigns without the faction count nothing.
fn of_faction(
    source: &dyn FrameSource,
    replications: &[u32],
    faction: Faction,
    column: &'static str,
) -> Result<Vec<(f64, f64)>> {
    let frame = source.frame(&FACTIONS, &["replication", "faction", column])?;
    let (rows, totals) = (counts(&frame, "replication")?, integers(&frame, column)?);
    let mut values = vec![(0.0, 0.0); replications.len()];
    for (row, name) in texts(&frame, "faction")?.iter().enumerate() {
        if name == Some(faction.name())
            && let Some(place) = place(replications, rows[row])
        {
            values[place].0 += totals[row] as f64;
            values[place].1 += 1.0;
        }
    }
    Ok(values)
}

fn attacker_wins(
    source: &dyn FrameSource,
    replications: &[u32],
    mission: Option<&str>,
) -> Result<Vec<(f64, f64)>> {
    let battles = source.frame(&BATTLES, &["replication", "mission", "winner", "fought"])?;
    let rows = counts(&battles, "replication")?;
    let (missions, winners) = (texts(&battles, "mission")?, texts(&battles, "winner")?);
    let fought =
        battles.column("fought").and_then(|column| column.bool().cloned()).map_err(super::group::engine)?;
    let mut values = vec![(0.0, 0.0); replications.len()];
    for (row, &replication) in rows.iter().enumerate() {
        let wanted = mission.is_none_or(|mission| missions.get(row) == Some(mission));
        if !wanted || fought.get(row) != Some(true) {
            continue;
        }
        let won = match winners.get(row) {
            Some("attacker") => 1.0,
            Some("defender") => 0.0,
            _ => continue,
        };
        if let Some(place) = place(replications, replication) {
            values[place].0 += won;
            values[place].1 += 1.0;
        }
    }
    Ok(values)
}

fn ceded(source: &dyn FrameSource, replications: &[u32]) -> Result<Vec<(f64, f64)>> {
    let battles = source.frame(&BATTLES, &["replication", "fought"])?;
    let fought =
        battles.column("fought").and_then(|column| column.bool().cloned()).map_err(super::group::engine)?;
    let mut values = vec![(0.0, 0.0); replications.len()];
    for (row, replication) in counts(&battles, "replication")?.into_iter().enumerate() {
        if let Some(place) = place(replications, replication) {
            values[place].0 += f64::from(u8::from(fought.get(row) == Some(false)));
            values[place].1 += 1.0;
        }
    }
    Ok(values)
}

/// Did the one who led after a third of the turns win? Drawn campaigns and tied leads count nothing.
fn early_leaders(
    source: &dyn FrameSource,
    replications: &[u32],
    winners: &[Option<String>],
) -> Result<Vec<(f64, f64)>> {
    let turns = source.frame(&TURNS, &["replication", "turn", "faction", "fleet_value", "balance"])?;
    let (rows, numbers) = (counts(&turns, "replication")?, counts(&turns, "turn")?);
    let (fleet, purse) = (integers(&turns, "fleet_value")?, integers(&turns, "balance")?);
    let mut last = vec![0_u32; replications.len()];
    for (row, &replication) in rows.iter().enumerate() {
        if let Some(place) = place(replications, replication) {
            last[place] = last[place].max(numbers[row]);
        }
    }
    // Best worth of the winner and of all others, after a third of the turns.
    let mut worth = vec![(i64::MIN, i64::MIN); replications.len()];
    for (row, name) in texts(&turns, "faction")?.iter().enumerate() {
        let Some(place) = place(replications, rows[row]) else { continue };
        let (Some(winner), Some(name)) = (&winners[place], name) else { continue };
        if numbers[row] == last[place].div_ceil(3) {
            let value = fleet[row] + purse[row];
            let side = if winner == name { &mut worth[place].0 } else { &mut worth[place].1 };
            *side = (*side).max(value);
        }
    }
    Ok(worth
        .into_iter()
        .map(|(winner, others)| match (winner, others) {
            (i64::MIN, _) | (_, i64::MIN) => (0.0, 0.0),
            (winner, others) if winner == others => (0.0, 0.0),
            (winner, others) => (f64::from(u8::from(others < winner)), 1.0),
        })
        .collect())
}

impl Observations {
    pub fn campaigns(&self) -> usize {
        self.replications.len()
    }

    /// The value of a metric with its interval.
    pub fn estimate(&self, index: usize, metric: &Metric) -> Estimate {
        let mut sums = ClusterSums::default();
        for &(y, n) in &self.values[index] {
            sums.add(y, n);
        }
        if metric.is_share() { sums.proportion(CONFIDENCE) } else { sums.mean(CONFIDENCE) }
    }

    /// Adds the campaigns of another piece, which come after these.
    pub fn append(&mut self, other: Observations) {
        if self.values.is_empty() {
            self.values = vec![Vec::new(); other.values.len()];
        }
        self.replications.extend(other.replications);
        for (mine, theirs) in self.values.iter_mut().zip(other.values) {
            mine.extend(theirs);
        }
    }

    /// The numbers of the campaigns that both have, with their places.
    fn common(&self, other: &Observations) -> Vec<(usize, usize)> {
        let (mut i, mut j) = (0, 0);
        let mut pairs = Vec::new();
        while i < self.replications.len() && j < other.replications.len() {
            match self.replications[i].cmp(&other.replications[j]) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => {
                    pairs.push((i, j));
                    (i, j) = (i + 1, j + 1);
                }
            }
        }
        pairs
    }

    /// The difference `self − other` of a metric on common luck.
    ///
    /// Both are ratios of totals to counts; the variance is that of the paired linearised residuals (Cochran 1977, §6.4, for two
    /// correlated ratios). Where every count is one this is the ordinary paired t interval.
    pub fn difference(&self, other: &Observations, index: usize) -> PairedDifference {
        let pairs = self.common(other);
        let m = pairs.len() as f64;
        let (mut a, mut b) = (ClusterSums::default(), ClusterSums::default());
        for &(i, j) in &pairs {
            a.add(self.values[index][i].0, self.values[index][i].1);
            b.add(other.values[index][j].0, other.values[index][j].1);
        }
        let unknown = Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::PairedT);
        let nothing = PairedDifference {
            difference: unknown,
            mean_a: a.ratio(),
            mean_b: b.ratio(),
            correlation: 0.0,
            variance_saved: 0.0,
            p_value: f64::NAN,
        };
        if pairs.len() < 2 || a.n <= 0.0 || b.n <= 0.0 {
            return nothing;
        }
        let mut residuals = super::paired::PairMoments::default();
        for &(i, j) in &pairs {
            let residual = |(y, n): (f64, f64), sums: &ClusterSums| (y - sums.ratio() * n) * m / sums.n;
            residuals.add(residual(self.values[index][i], &a), residual(other.values[index][j], &b));
        }
        let value = a.ratio() - b.ratio();
        let variance = residuals.variance_of_difference();
        let error = (variance / m).sqrt();
        let half = t_two_sided(CONFIDENCE, m - 1.0) * error;
        let difference = Estimate {
            value,
            low: value - half,
            high: value + half,
            n: pairs.len() as u64,
            method: Method::PairedT,
            confidence: CONFIDENCE,
        };
        let apart = residuals.variance_a() + residuals.variance_b();
        let p_value = match (0.0 < error, value == 0.0) {
            (true, _) => discovery::t_two_sided_p(value / error, m - 1.0),
            (false, true) => 1.0,
            (false, false) => 0.0,
        };
        PairedDifference {
            difference,
            mean_a: a.ratio(),
            mean_b: b.ratio(),
            correlation: residuals.correlation(),
            variance_saved: if 0.0 < apart { 1.0 - variance / apart } else { 0.0 },
            p_value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::paired::{PairMoments, paired_difference};
    use crate::analysis::parity::parity;
    use crate::analysis::synthetic::write_run;

    #[test]
    fn metrics_are_read_as_they_are_written() {
        for text in
            ["win-rate:rebel", "draws", "turns", "attacker-wins", "attacker-wins:vip-escort", "xp:scum"]
        {
            assert_eq!(Metric::parse(text).unwrap().to_string(), text);
        }
        let complaint = |text: &str| Metric::parse(text).unwrap_err().to_string();
        assert!(complaint("win-rate").contains("needs a faction"));
        assert!(complaint("win-rate:rebl").contains("did you mean `win-rate:rebel`?"));
        assert!(complaint("turn").contains("did you mean `turns`?"));
        assert!(complaint("turns:rebel").contains("stands alone"));
        assert!(complaint("attacker-wins:ambusch").contains("ambush"));
    }

    #[test]
    fn observations_agree_with_the_report_of_the_run() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 120, 15);
        let run = Run::open(folder.path()).unwrap();
        let report = parity(&run, 0.05).unwrap();
        let metrics = standard_metrics(&[Faction::Rebel, Faction::Imperial]);
        let observations = observe(&run, &metrics).unwrap();
        assert_eq!(observations.campaigns(), 120);
        let value = |metric: &Metric| {
            let index = metrics.iter().position(|known| known == metric).unwrap();
            observations.estimate(index, metric).value
        };
        let rebel = report.factions.iter().find(|faction| faction.faction == "Rebel").unwrap();
        assert_eq!(value(&Metric::WinRate(Faction::Rebel)), rebel.won.value);
        assert!((value(&Metric::Turns) - report.length.mean.value).abs() < 1e-9);
        assert_eq!(value(&Metric::Ceded), 0.0);
        let early = value(&Metric::EarlyLeaderWins);
        assert!((0.4..=1.0).contains(&early), "{early}");
        assert_eq!(value(&Metric::ShipsLost(Faction::Rebel)), 6.0);
    }

    /// With one observation by campaign the difference is the plain paired one.
    #[test]
    fn differences_of_single_values_are_paired_t() {
        let values = |data: &[f64]| Observations {
            replications: (0..data.len() as u32).collect(),
            values: vec![data.iter().map(|&value| (value, 1.0)).collect()],
        };
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let plain = paired_difference(&PairMoments::of(&first, &second), 0.95);
        let found = values(&first).difference(&values(&second), 0);
        assert!((found.difference.value - plain.difference.value).abs() < 1e-12);
        assert!((found.difference.low - plain.difference.low).abs() < 1e-9);
        assert!((found.correlation - plain.correlation).abs() < 1e-9);
        assert!((found.p_value - plain.p_value).abs() < 1e-9);
    }

    #[test]
    fn only_campaigns_that_both_have_are_paired() {
        let observations = |replications: &[u32]| Observations {
            replications: replications.to_vec(),
            values: vec![replications.iter().map(|&r| (f64::from(r * r), 1.0)).collect()],
        };
        let (a, b) = (observations(&[1, 2, 3, 5]), observations(&[2, 3, 4, 5]));
        let found = a.difference(&b, 0);
        assert_eq!((found.difference.n, found.difference.value), (3, 0.0));
        assert!(!a.difference(&observations(&[9]), 0).difference.is_known());
    }
}
