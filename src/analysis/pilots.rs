//! Pilots: what they earn, spend and become, and how long they live.

use std::collections::BTreeMap;

use serde::Serialize;

use super::estimate::CONFIDENCE;
use super::group::{counts, texts};
use super::logistic::{Design, fit};
use super::run::{Flow, Run};
use super::survival::{Lifetimes, Median};
use super::{ClusterSums, Estimate};
use crate::error::Result;
use crate::frames::columns::PILOTS;

/// Column of the pilots frame and how reports call it.
pub const XP_USES: [(&str, &str); 7] = [
    ("xp_skill", "Pilot skill"),
    ("xp_slot", "Elite slot"),
    ("xp_ability", "Pilot ability"),
    ("xp_class", "Ship qualification"),
    ("xp_rerolls", "Rerolls (tactical judgment)"),
    ("xp_escapes", "Escape attempts"),
    ("xp_held", "Unspent"),
];

const COLUMNS: [&str; 22] = [
    "replication",
    "faction",
    "origin",
    "role",
    "unique",
    "class",
    "hired_turn",
    "skill_start",
    "skill_end",
    "xp_earned",
    "xp_skill",
    "xp_slot",
    "xp_ability",
    "xp_class",
    "xp_rerolls",
    "xp_escapes",
    "xp_held",
    "battles",
    "battles_won",
    "kills",
    "fate",
    "fate_turn",
];

/// Rows per piece that is read at once, and rows that the regression looks at in all.
const PIECE: usize = 200_000;
const REGRESSION_ROWS: usize = 200_000;
/// Turns since hiring of which reports speak: most of a campaign.
pub const SOME_TURNS: usize = 6;
/// A group with fewer persons is not shown.
const ENOUGH: u64 = 50;

#[derive(Debug, Clone, Serialize)]
pub struct PilotReport {
    pub persons: u64,
    pub factions: Vec<FactionPilots>,
    pub survival_by_skill: Vec<SurvivalCurve>,
    pub survival_by_class: Vec<SurvivalCurve>,
    pub survival_by_role: Vec<SurvivalCurve>,
    /// Pilot cards with enough persons, the most frequent first.
    pub survival_by_origin: Vec<SurvivalCurve>,
    /// What one XP spent goes with, by kind.
    pub xp_worth: Vec<XpWorth>,
}

/// The pilots and crew of one faction.
#[derive(Debug, Clone, Serialize)]
pub struct FactionPilots {
    pub faction: String,
    /// Fates with their shares, in the order of [`FATES`].
    pub fates: Vec<Estimate>,
    pub xp_earned: Estimate,
    /// Mean XP by use, in the order of [`XP_USES`].
    pub xp_uses: Vec<Estimate>,
    /// Points of skill gained in service.
    pub skill_gained: Estimate,
    pub kills_per_battle: Estimate,
    pub wounds_per_battle: Estimate,
    pub shot_down_per_battle: Estimate,
    /// Captured for each time shot down.
    pub captures: Estimate,
    /// Escaped for each time captured.
    pub escapes: Estimate,
    pub deaths_per_battle: Estimate,
}

pub const FATES: [&str; 5] = ["active", "killed", "captive", "detained", "flipped"];

#[derive(Debug, Clone, Serialize)]
pub struct SurvivalCurve {
    pub label: String,
    pub persons: u64,
    /// Turns since hiring and the share not killed by then.
    pub curve: Vec<(usize, Estimate)>,
    /// Alive [`SOME_TURNS`] after hiring; `None` where nobody was watched for so long.
    pub alive: Option<Estimate>,
    pub median: Option<Median>,
}

/// Change of log odds that goes with one XP spent; an association, since survivors have more time to spend.
#[derive(Debug, Clone, Serialize)]
pub struct XpWorth {
    pub kind: String,
    /// Of surviving a battle.
    pub survival: Option<Estimate>,
    /// Of being on the winning side of a battle.
    pub victory: Option<Estimate>,
}

/// Sums by faction, by campaign.
#[derive(Default)]
struct Tally {
    fates: [ClusterSums; FATES.len()],
    earned: ClusterSums,
    uses: [ClusterSums; XP_USES.len()],
    gained: ClusterSums,
    kills: ClusterSums,
    wounds: ClusterSums,
    shot_down: ClusterSums,
    captures: ClusterSums,
    escapes: ClusterSums,
    deaths: ClusterSums,
}

/// One campaign's counts of one faction, before they join the tally.
#[derive(Default, Clone)]
struct Campaign {
    persons: f64,
    fates: [f64; FATES.len()],
    earned: f64,
    uses: [f64; XP_USES.len()],
    gained: f64,
    battles: f64,
    kills: f64,
    wounds: f64,
    ejections: f64,
    captures: f64,
    escapes: f64,
}

impl Tally {
    fn add(&mut self, one: &Campaign) {
        let persons = one.persons;
        for (sums, &count) in self.fates.iter_mut().zip(&one.fates) {
            sums.add(count, persons);
        }
        for (sums, &xp) in self.uses.iter_mut().zip(&one.uses) {
            sums.add(xp, persons);
        }
        self.earned.add(one.earned, persons);
        self.gained.add(one.gained, persons);
        self.kills.add(one.kills, one.battles);
        self.wounds.add(one.wounds, one.battles);
        self.shot_down.add(one.ejections, one.battles);
        self.captures.add(one.captures, one.ejections);
        self.escapes.add(one.escapes, one.captures);
        self.deaths.add(one.fates[1], one.battles);
    }

    fn report(&self, faction: String) -> FactionPilots {
        FactionPilots {
            faction,
            fates: self.fates.iter().map(|sums| sums.proportion(CONFIDENCE)).collect(),
            xp_earned: self.earned.mean(CONFIDENCE).at_least(0.0),
            xp_uses: self.uses.iter().map(|sums| sums.mean(CONFIDENCE).at_least(0.0)).collect(),
            skill_gained: self.gained.mean(CONFIDENCE),
            kills_per_battle: self.kills.mean(CONFIDENCE).at_least(0.0),
            wounds_per_battle: self.wounds.mean(CONFIDENCE).at_least(0.0),
            shot_down_per_battle: self.shot_down.mean(CONFIDENCE).at_least(0.0),
            captures: self.captures.mean(CONFIDENCE).at_least(0.0),
            escapes: self.escapes.mean(CONFIDENCE).at_least(0.0),
            deaths_per_battle: self.deaths.mean(CONFIDENCE).at_least(0.0),
        }
    }
}

#[derive(Default)]
struct Gathered {
    persons: u64,
    open: Option<(u32, BTreeMap<String, Campaign>)>,
    tallies: BTreeMap<String, Tally>,
    by_skill: BTreeMap<String, Lifetimes>,
    by_class: BTreeMap<String, Lifetimes>,
    by_role: BTreeMap<String, Lifetimes>,
    by_origin: BTreeMap<String, Lifetimes>,
    survival: Design,
    victory: Design,
    /// Campaign of the last row of the regressions.
    regressed: Option<u32>,
}

pub fn pilots(run: &Run) -> Result<PilotReport> {
    let mut gathered = Gathered { survival: Design::new(), victory: Design::new(), ..Gathered::default() };
    let mut columns = COLUMNS.to_vec();
    columns.extend(["wounds", "ejections", "captures", "escapes"]);
    run.pieces(&PILOTS, &columns, PIECE, |piece| {
        gathered.piece(&piece)?;
        Ok(Flow::GoOn)
    })?;
    gathered.close();
    Ok(PilotReport {
        persons: gathered.persons,
        factions: gathered.tallies.iter().map(|(name, tally)| tally.report(name.clone())).collect(),
        survival_by_skill: curves(&gathered.by_skill, false),
        survival_by_class: curves(&gathered.by_class, true),
        survival_by_role: curves(&gathered.by_role, false),
        survival_by_origin: curves(&gathered.by_origin, true),
        xp_worth: xp_worth(&gathered.survival, &gathered.victory),
    })
}

/// Curves of groups with enough persons; by name, or the most frequent first.
fn curves(groups: &BTreeMap<String, Lifetimes>, by_size: bool) -> Vec<SurvivalCurve> {
    let mut curves: Vec<SurvivalCurve> = groups
        .iter()
        .filter(|(label, lifetimes)| !label.is_empty() && ENOUGH <= lifetimes.persons())
        .map(|(label, lifetimes)| {
            let curve = lifetimes.curve(CONFIDENCE);
            let median = lifetimes.median(&curve);
            let alive = lifetimes.alive_after(SOME_TURNS, &curve);
            SurvivalCurve { label: label.clone(), persons: lifetimes.persons(), curve, alive, median }
        })
        .collect();
    if by_size {
        curves.sort_by(|a, b| b.persons.cmp(&a.persons).then_with(|| a.label.cmp(&b.label)));
    }
    curves
}

fn skill_band(skill: u32) -> &'static str {
    match skill {
        0..=2 => "Skill 1–2",
        3..=4 => "Skill 3–4",
        5..=6 => "Skill 5–6",
        _ => "Skill 7 and more",
    }
}

impl Gathered {
    fn piece(&mut self, piece: &polars::prelude::DataFrame) -> Result<()> {
        let count = |column: &str| counts(piece, column);
        let replications = count("replication")?;
        let (factions, origins) = (texts(piece, "faction")?, texts(piece, "origin")?);
        let (classes, roles, fates) = (texts(piece, "class")?, texts(piece, "role")?, texts(piece, "fate")?);
        let [hired, fate_turn, skill_start, skill_end] =
            [count("hired_turn")?, count("fate_turn")?, count("skill_start")?, count("skill_end")?];
        let [earned, battles, won] = [count("xp_earned")?, count("battles")?, count("battles_won")?];
        let [kills, wounds, ejections] = [count("kills")?, count("wounds")?, count("ejections")?];
        let [captures, escapes] = [count("captures")?, count("escapes")?];
        let uses: Vec<Vec<u32>> = XP_USES.iter().map(|(column, _)| count(column)).collect::<Result<_>>()?;
        for row in 0..piece.height() {
            self.persons += 1;
            let fate = fates.get(row).unwrap_or("");
            let killed = fate == "killed";
            let role = roles.get(row).unwrap_or("");
            let campaign = self.campaign(replications[row], factions.get(row).unwrap_or(""));
            campaign.persons += 1.0;
            if let Some(place) = FATES.iter().position(|known| *known == fate) {
                campaign.fates[place] += 1.0;
            }
            for (sum, xp) in campaign.uses.iter_mut().zip(&uses) {
                *sum += f64::from(xp[row]);
            }
            campaign.earned += f64::from(earned[row]);
            campaign.gained += f64::from(skill_end[row]) - f64::from(skill_start[row]);
            campaign.battles += f64::from(battles[row]);
            campaign.kills += f64::from(kills[row]);
            campaign.wounds += f64::from(wounds[row]);
            campaign.ejections += f64::from(ejections[row]);
            campaign.captures += f64::from(captures[row]);
            campaign.escapes += f64::from(escapes[row]);
            let time = fate_turn[row].saturating_sub(hired[row]) as usize;
            let replication = replications[row];
            let live = |groups: &mut BTreeMap<String, Lifetimes>, label: &str| match groups.get_mut(label) {
                Some(lifetimes) => lifetimes.add(replication, time, killed),
                None => groups.entry(label.to_string()).or_default().add(replication, time, killed),
            };
            live(&mut self.by_role, role);
            if role == "crew" {
                continue;
            }
            live(&mut self.by_skill, skill_band(skill_start[row]));
            live(&mut self.by_class, classes.get(row).unwrap_or(""));
            live(&mut self.by_origin, origins.get(row).unwrap_or(""));
            if 0 < battles[row] && self.survival.rows() < REGRESSION_ROWS {
                // Column 0 is the intercept, 1 the skill when hired, 2 on the XP by use, without what was never spent.
                let features = || {
                    let spent = (0..XP_USES.len() - 1).map(|i| (2 + i, f64::from(uses[i][row])));
                    [(0, 1.0), (1, f64::from(skill_start[row]) - 4.0)].into_iter().chain(spent)
                };
                if self.regressed != Some(replication) {
                    self.regressed = Some(replication);
                    self.survival.begin_cluster();
                    self.victory.begin_cluster();
                }
                let flown = battles[row];
                self.survival.push_trials(features(), flown - u32::from(killed).min(flown), flown);
                self.victory.push_trials(features(), won[row].min(flown), flown);
            }
        }
        Ok(())
    }

    /// The counts of a faction in the campaign at hand; a new campaign closes the one before.
    fn campaign(&mut self, replication: u32, faction: &str) -> &mut Campaign {
        if self.open.as_ref().is_none_or(|(open, _)| *open != replication) {
            self.close();
            self.open = Some((replication, BTreeMap::new()));
        }
        let (_, factions) = self.open.get_or_insert_with(|| (replication, BTreeMap::new()));
        factions.entry(faction.to_string()).or_default()
    }

    fn close(&mut self) {
        for (faction, campaign) in self.open.take().into_iter().flat_map(|(_, factions)| factions) {
            self.tallies.entry(faction).or_default().add(&campaign);
        }
    }
}

fn xp_worth(survival: &Design, victory: &Design) -> Vec<XpWorth> {
    let kinds = &XP_USES[..XP_USES.len() - 1];
    // A weak penalty keeps a kind that was never bought from having any effect it likes.
    let penalties: Vec<f64> = [0.0, 0.01].into_iter().chain(kinds.iter().map(|_| 1.0)).collect();
    let fit = |design: &Design| Some(fit(design, &penalties)?.clustered(design, &penalties));
    let (survival, victory) = (fit(survival), fit(victory));
    let worth = |fitted: &Option<super::logistic::Fit>, i: usize| {
        fitted.as_ref().map(|fitted| fitted.coefficient(2 + i, CONFIDENCE))
    };
    kinds
        .iter()
        .enumerate()
        .map(|(i, (_, kind))| XpWorth {
            kind: (*kind).to_string(),
            survival: worth(&survival, i),
            victory: worth(&victory, i),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::synthetic::write_run;

    #[test]
    fn pilots_live_as_long_as_planted() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 300, 9);
        let report = pilots(&Run::open(folder.path()).unwrap()).unwrap();
        assert_eq!(report.persons, 300 * 12);
        let curve = |label: &str| report.survival_by_skill.iter().find(|c| c.label == label).unwrap();
        let at = |label: &str, turn: usize| {
            curve(label).curve.iter().rev().find(|(time, _)| *time <= turn).unwrap().1
        };
        // Novices die with 10 % a turn, veterans with 4 %.
        for (label, alive) in [("Skill 1–2", 0.9_f64), ("Skill 5–6", 0.96)] {
            let found = at(label, 5);
            // Within four standard errors: twice the half-width.
            assert!((found.value - alive.powi(5)).abs() <= 2.0 * found.half_width(), "{label}: {found}");
        }
        assert_eq!(curve("Skill 1–2").median.map(|median| median.time), Some(7));
        let rebel = report.factions.iter().find(|f| f.faction == "Rebel").unwrap();
        let fates: f64 = rebel.fates.iter().map(|share| share.value).sum();
        assert!((fates - 1.0).abs() < 1e-12);
        assert_eq!((rebel.xp_earned.value, rebel.skill_gained.value), (8.0, 1.0));
        assert_eq!((report.survival_by_class.len(), report.survival_by_role.len()), (2, 1));
        assert!(report.xp_worth.iter().all(|worth| worth.survival.is_some()));
    }
}
