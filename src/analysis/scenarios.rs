//! Missions: who wins them, at what price, and what they do to the campaign.

use polars::prelude::{DataFrame, Expr, JoinArgs, JoinType, LazyFrame, col, lit, when};
use serde::Serialize;

use super::Estimate;
use super::discovery::benjamini_hochberg;
use super::estimate::CONFIDENCE;
use super::group::{GroupRow, by_campaign, lazy};
use super::run::Run;
use super::{ClusterSums, Parity, Verdict};
use crate::error::Result;
use crate::frames::columns::{BATTLES, CAMPAIGNS};

#[derive(Debug, Clone, Serialize)]
pub struct ScenarioReport {
    pub missions: Vec<Mission>,
    /// Attacker's win rate by mission and allowed sizes, a family of its own.
    pub by_size: Vec<OfSize>,
    /// Attacker's win rate by mission and attacking faction.
    pub by_faction: Vec<(String, String, Estimate)>,
    /// What battles are fought over.
    pub by_target: Vec<Target>,
    /// Attacker's win rate by attacking faction.
    pub by_attacker: Vec<(String, Estimate)>,
    pub fought: u64,
    /// Targets given up without a battle, of all.
    pub ceded: Estimate,
    /// Battles that the round cap ended, of those fought.
    pub capped: Estimate,
    /// Battles by the model that played them, of those fought.
    pub models: Vec<(String, Estimate)>,
}

/// One mission over all its battles.
#[derive(Debug, Clone, Serialize)]
pub struct Mission {
    pub mission: String,
    pub battles: u64,
    /// Attacker's share of the decided battles.
    pub attacker_wins: Estimate,
    pub draws: Estimate,
    pub verdict: Verdict,
    /// Adjusted p-value of "fair" among all missions.
    pub q_value: f64,
    /// Mean points of ships destroyed, by side that lost them.
    pub points_lost: [Estimate; 2],
    pub killed: [Estimate; 2],
    pub captured: [Estimate; 2],
    pub loot: Estimate,
    pub rounds: Estimate,
    /// Won, but the loser controls the map: the rescued are the enemy's.
    pub hollow_victories: Estimate,
    /// How often the winner of this battle went on to win the campaign.
    pub decides: Estimate,
}

/// One mission at one pair of squad sizes.
#[derive(Debug, Clone, Serialize)]
pub struct OfSize {
    pub mission: String,
    /// Squad points allowed to attacker and defender.
    pub sizes: [u32; 2],
    /// Attacker's share of the decided battles.
    pub attacker_wins: Estimate,
    pub verdict: Verdict,
    /// Adjusted p-value of "fair" among all missions and sizes.
    pub q_value: f64,
}

/// One kind of strategic target, unexplored world or installation over all battles for it.
#[derive(Debug, Clone, Serialize)]
pub struct Target {
    pub target: String,
    /// Attacker's share of the decided battles.
    pub attacker_wins: Estimate,
    /// Squad points that both sides together lose over it.
    pub points_lost: Estimate,
    pub loot: Estimate,
    /// How often the winner of the battle went on to win the campaign.
    pub decides: Estimate,
}

const COLUMNS: [&str; 22] = [
    "replication",
    "mission",
    "target",
    "attacker",
    "defender",
    "attacker_size",
    "defender_size",
    "winner",
    "map_control",
    "rounds",
    "fought",
    "capped",
    "attacker_points_lost",
    "defender_points_lost",
    "attacker_killed",
    "defender_killed",
    "attacker_captured",
    "defender_captured",
    "loot_value",
    "model",
    "turn",
    "battle",
];

pub fn scenarios(run: &Run, margin: f64) -> Result<ScenarioReport> {
    let battles = run.frame(&BATTLES, &COLUMNS)?;
    let campaigns = run.frame(&CAMPAIGNS, &["replication", "winner"])?;
    let is = |column: &str, value: &str| col(column).eq(lit(value));
    let fought = || lazy(&battles).filter(col("fought"));
    let decided = || is("winner", "attacker").or(is("winner", "defender"));
    let attacker_won = is("winner", "attacker");

    // Few metrics at a time: each needs a wide column while it is summed.
    let wins =
        by_campaign(fought().filter(decided()), &["mission"], lit(1), std::slice::from_ref(&attacker_won))?;
    let draws = by_campaign(fought(), &["mission"], lit(1), &[decided().not()])?;
    let losses = means(
        fought(),
        &["attacker_points_lost", "defender_points_lost", "attacker_killed", "defender_killed"],
    )?;
    let rest = means(fought(), &["attacker_captured", "defender_captured", "loot_value", "rounds"])?;
    let hollow = is("winner", "attacker")
        .and(is("map_control", "defender"))
        .or(is("winner", "defender").and(is("map_control", "attacker")));
    let hollow = by_campaign(fought().filter(decided()), &["mission"], lit(1), &[hollow])?;
    let decides = campaign_decided(fought().filter(decided()), &campaigns, "mission")?;
    let missions = assemble(&wins, &draws, &losses, &rest, &hollow, &decides, margin);

    let shares = |frame: LazyFrame, keys: &[&str], metric: Expr| -> Result<Vec<GroupRow>> {
        by_campaign(frame, keys, lit(1), &[metric])
    };
    let by_size = shares(
        fought().filter(decided()),
        &["mission", "attacker_size", "defender_size"],
        attacker_won.clone(),
    )?;
    let by_faction = shares(fought().filter(decided()), &["mission", "attacker"], attacker_won.clone())?;
    let by_attacker = shares(fought().filter(decided()), &["attacker"], attacker_won.clone())?;
    let by_target = targets(fought().filter(decided()), &campaigns, attacker_won)?;
    let single = |rows: Vec<GroupRow>| {
        rows.first().map_or_else(ClusterSums::default, |row| row.metrics[0]).proportion(CONFIDENCE)
    };
    let models = models(&battles, fought())?;
    Ok(ScenarioReport {
        missions,
        by_size: sizes(&by_size, margin),
        by_faction: by_faction
            .iter()
            .map(|row| (row.keys[0].clone(), row.keys[1].clone(), row.metrics[0].proportion(CONFIDENCE)))
            .collect(),
        by_target,
        by_attacker: by_attacker
            .iter()
            .map(|row| (row.keys[0].clone(), row.metrics[0].proportion(CONFIDENCE)))
            .collect(),
        fought: draws.iter().map(|row| row.metrics[0].n as u64).sum(),
        ceded: single(shares(lazy(&battles), &[], col("fought").not())?),
        capped: single(shares(fought(), &[], col("capped"))?),
        models,
    })
}

fn sizes(rows: &[GroupRow], margin: f64) -> Vec<OfSize> {
    let parity = Parity { margin, ..Parity::among(2) };
    let p_values: Vec<f64> = rows.iter().map(|row| row.metrics[0].proportion_p(parity.fair)).collect();
    let of = |(row, q_value): (&GroupRow, f64)| {
        let attacker_wins = row.metrics[0].proportion(CONFIDENCE);
        OfSize {
            mission: row.keys[0].clone(),
            sizes: [1, 2].map(|key| row.keys[key].parse().unwrap_or(0)),
            attacker_wins,
            verdict: parity.verdict(&attacker_wins),
            q_value,
        }
    };
    rows.iter().zip(benjamini_hochberg(&p_values)).map(of).collect()
}

fn targets(decided: LazyFrame, campaigns: &DataFrame, attacker_won: Expr) -> Result<Vec<Target>> {
    let lost = col("attacker_points_lost") + col("defender_points_lost");
    let rows = by_campaign(decided.clone(), &["target"], lit(1), &[attacker_won, lost, col("loot_value")])?;
    let decides = campaign_decided(decided, campaigns, "target")?;
    let decides = |target: &str| {
        let row = decides.iter().find(|row| row.keys[0] == target);
        row.map_or_else(ClusterSums::default, |row| row.metrics[0]).proportion(CONFIDENCE)
    };
    let target = |row: &GroupRow| Target {
        target: row.keys[0].clone(),
        attacker_wins: row.metrics[0].proportion(CONFIDENCE),
        points_lost: row.metrics[1].mean(CONFIDENCE).at_least(0.0),
        loot: row.metrics[2].mean(CONFIDENCE).at_least(0.0),
        decides: decides(&row.keys[0]),
    };
    Ok(rows.iter().map(target).collect())
}

fn means(frame: LazyFrame, columns: &[&str]) -> Result<Vec<GroupRow>> {
    let metrics: Vec<Expr> = columns.iter().map(|column| col(*column)).collect();
    by_campaign(frame, &["mission"], lit(1), &metrics)
}

/// Share of battles of each model.
fn models(battles: &DataFrame, fought: LazyFrame) -> Result<Vec<(String, Estimate)>> {
    let names = super::parity::tally(super::group::texts(battles, "model")?.iter());
    names
        .into_iter()
        .filter(|(name, _)| !name.is_empty() && name != "none")
        .map(|(name, _)| {
            let is_it = col("model").eq(lit(name.clone()));
            let rows = by_campaign(fought.clone(), &[], lit(1), &[is_it])?;
            let sums = rows.first().map_or_else(ClusterSums::default, |row| row.metrics[0]);
            Ok((name, sums.proportion(CONFIDENCE)))
        })
        .collect()
}

/// How often the winner of a battle won the campaign; drawn campaigns are left out.
fn campaign_decided(decided: LazyFrame, campaigns: &DataFrame, key: &str) -> Result<Vec<GroupRow>> {
    let outcomes = lazy(campaigns).select([col("replication"), col("winner").alias("campaign_winner")]);
    let joined =
        decided.join(outcomes, [col("replication")], [col("replication")], JoinArgs::new(JoinType::Inner));
    let victor = when(col("winner").eq(lit("attacker"))).then(col("attacker")).otherwise(col("defender"));
    let known = joined.filter(col("campaign_winner").is_not_null());
    by_campaign(known, &[key], lit(1), &[victor.eq(col("campaign_winner"))])
}

fn assemble(
    wins: &[GroupRow],
    draws: &[GroupRow],
    losses: &[GroupRow],
    rest: &[GroupRow],
    hollow: &[GroupRow],
    decides: &[GroupRow],
    margin: f64,
) -> Vec<Mission> {
    let parity = Parity { margin, ..Parity::among(2) };
    let find = |rows: &[GroupRow], mission: &str, metric: usize| -> ClusterSums {
        let row = rows.iter().find(|row| row.keys[0] == mission);
        row.map_or_else(ClusterSums::default, |row| row.metrics[metric])
    };
    let p_values: Vec<f64> =
        draws.iter().map(|row| find(wins, &row.keys[0], 0).proportion_p(parity.fair)).collect();
    let q_values = benjamini_hochberg(&p_values);
    draws
        .iter()
        .zip(q_values)
        .map(|(row, q_value)| {
            let name = row.keys[0].as_str();
            let attacker_wins = find(wins, name, 0).proportion(CONFIDENCE);
            let mean =
                |rows: &[GroupRow], metric: usize| find(rows, name, metric).mean(CONFIDENCE).at_least(0.0);
            Mission {
                mission: name.to_string(),
                battles: row.metrics[0].n as u64,
                attacker_wins,
                draws: row.metrics[0].proportion(CONFIDENCE),
                verdict: parity.verdict(&attacker_wins),
                q_value,
                points_lost: [mean(losses, 0), mean(losses, 1)],
                killed: [mean(losses, 2), mean(losses, 3)],
                captured: [mean(rest, 0), mean(rest, 1)],
                loot: mean(rest, 2),
                rounds: mean(rest, 3),
                hollow_victories: find(hollow, name, 0).proportion(CONFIDENCE),
                decides: find(decides, name, 0).proportion(CONFIDENCE),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::synthetic::write_run;

    #[test]
    fn missions_show_their_planted_odds() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 400, 8);
        let report = scenarios(&Run::open(folder.path()).unwrap(), 0.05).unwrap();
        let find = |name: &str| report.missions.iter().find(|m| m.mission == name).unwrap();
        // Ambush is planted at −0.9 log odds, VIP Escort at 0.4; the squads add noise of their own.
        assert_eq!(find("ambush").verdict, Verdict::Biased { upwards: false });
        assert!(find("ambush").q_value < 1e-6);
        assert!(find("ambush").attacker_wins.value < find("vip-escort").attacker_wins.value);
        // One victory in five is hollow.
        assert!(find("cargo-scan").hollow_victories.contains(0.2));
        assert_eq!(find("ambush").rounds.value, 7.0);
        let total: u64 = report.missions.iter().map(|mission| mission.battles).sum();
        assert_eq!(total, report.fought);
        assert_eq!(report.models.len(), 1);
        assert_eq!(report.models[0].1.value, 1.0);
        assert_eq!((report.by_size.len(), report.by_faction.len(), report.by_target.len()), (4, 8, 1));
        // Loot is planted at 5 in every battle; the rates of the two attackers make up that of the one target.
        let colony = &report.by_target[0];
        assert_eq!((colony.loot.value, colony.attacker_wins.n), (5.0, report.fought));
        let rates: Vec<f64> = report.by_attacker.iter().map(|(_, rate)| rate.value).collect();
        let all = colony.attacker_wins.value;
        assert!(rates.len() == 2 && (rates[0] - all) * (rates[1] - all) <= 0.0);
        assert_eq!(report.by_size[0].sizes, [100, 100]);
        // One size each: the same rates and the same family as by mission.
        let of_size = report.by_size.iter().find(|of| of.mission == "ambush").unwrap();
        assert_eq!((of_size.q_value, of_size.verdict), (find("ambush").q_value, find("ambush").verdict));
        assert_eq!(report.ceded.value, 0.0);
        // Battles do not decide a synthetic campaign; both only lean to the same side a little.
        assert!((0.45..=0.6).contains(&find("space-superiority").decides.value));
    }
}
