//! Battles of one mission between squads that doctrines build to a size, to their metrics.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::measures::{BattleMetric, Measure};
use crate::analysis::metrics::Observations;
use crate::battle::{Engagement, Outcome, skirmish, tabletop};
use crate::campaign::{BattleModel, BattleOrder, Campaign, SingleBattle, model_for};
use crate::chance::{Chance, Luck, Purpose};
use crate::config::mission::{Mission, TWO_DICE};
use crate::error::nearest_name;
use crate::events::Null;
use crate::ids::{Faction, Model, Side, Terrain};

/// The table `[battle]` of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleQuestion {
    /// Key of a mission.
    pub mission: String,
    pub attacker: Faction,
    pub defender: Faction,
    /// Every battle twice on the same luck, the second time with the factions in each other's seats.
    #[serde(default)]
    pub swap_seats: bool,
    /// In place of the mission's own size.
    #[serde(default)]
    pub attacker_size: Option<u16>,
    #[serde(default)]
    pub defender_size: Option<u16>,
    /// On top of the size.
    #[serde(default)]
    pub attacker_bonus: i16,
    #[serde(default)]
    pub defender_bonus: i16,
    #[serde(default = "no_asteroids")]
    pub terrain: Terrain,
    #[serde(default = "skirmish_model")]
    pub model: Model,
}

/// The keys of `[battle]` that a knob may turn.
pub const BATTLE_KEYS: [&str; 10] = [
    "mission",
    "attacker",
    "defender",
    "swap_seats",
    "attacker_size",
    "defender_size",
    "attacker_bonus",
    "defender_bonus",
    "terrain",
    "model",
];

fn no_asteroids() -> Terrain {
    Terrain::NoAsteroids
}

fn skirmish_model() -> Model {
    Model::Skirmish
}

/// The most squad points that a side can be given.
const MOST_POINTS: u16 = 1000;

/// What must hold between the keys; the answer names the key at fault.
pub fn check_battle(battle: &BattleQuestion, factions: &[Faction]) -> Result<(), (&'static str, String)> {
    for (key, faction) in [("attacker", battle.attacker), ("defender", battle.defender)] {
        if !factions.contains(&faction) {
            return Err((key, "the set-up does not have this faction".into()));
        }
    }
    if battle.attacker == battle.defender {
        return Err(("defender", "must be another faction than the attacker".into()));
    }
    for (key, size) in [("attacker_size", battle.attacker_size), ("defender_size", battle.defender_size)] {
        if size.is_some_and(|size| size == 0 || MOST_POINTS < size) {
            return Err((key, format!("must be 1 to {MOST_POINTS}")));
        }
    }
    let mission =
        crate::config::mission::find(&battle.mission).map_err(|error| ("mission", error.to_string()))?;
    if NEEDS_MORE.contains(&mission.key.as_str()) || mission.source.starts_with("Huge") {
        let near = nearest_name(&battle.mission, ["space-superiority"]).unwrap_or("space-superiority");
        return Err((
            "mission",
            format!(
                "needs prisoners or huge ships, which the first turn of a campaign does not have; such as `{near}` can be asked about"
            ),
        ));
    }
    Ok(())
}

/// Missions about what a campaign's first turn does not have.
const NEEDS_MORE: [&str; 8] = [
    "prisoner-rescue",
    "prisoner-exchange",
    "parallel",
    "commerce-raiding",
    "joint-strike",
    "strike-force",
    "isolated",
    "capital-clash",
];

/// A battle that is ready to be fought.
pub struct PreparedBattle {
    pub campaign: Campaign,
    pub battle: BattleQuestion,
    pub mission: &'static Mission,
}

/// Fights the mission at hand, which a knob may have changed, in place of the one of that name.
struct OfMission {
    mission: &'static Mission,
    model: Model,
}

impl BattleModel for OfMission {
    fn fight(&mut self, engagement: &Engagement, luck: Luck, key: u64) -> Outcome {
        if self.model == Model::Tabletop {
            let pilot = |side| tabletop::policy::thinking(tabletop::policy_stream(luck, key, side));
            let (mut attacker, mut defender) = (pilot(Side::Attacker), pilot(Side::Defender));
            let fortune = tabletop::Fortune::new(luck, key);
            let policies: [&mut dyn tabletop::Policy; 2] = [&mut attacker, &mut defender];
            let fought = tabletop::fight_mission(engagement, self.mission, fortune, policies, &mut Null);
            // What the board cannot play is fought as a skirmish; the outcome says so and `fallbacks` counts it.
            if let Ok(outcome) = fought {
                return outcome;
            }
        }
        skirmish::fight_mission(self.mission, engagement, luck, key)
    }
}

/// Battles that a thread fights at a time.
const CHUNK: u64 = 4;

impl PreparedBattle {
    /// Fights the replications `0..n`, each in one or two seats.
    pub fn play(
        &self,
        measures: &[Measure],
        seed: u64,
        n: u64,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Observations {
        let make_model = model_for(Model::Skirmish);
        let rows: Vec<Vec<Vec<(f64, f64)>>> = (0..n.div_ceil(CHUNK))
            .into_par_iter()
            .map_init(
                || {
                    (
                        self.campaign.workspace(make_model()),
                        OfMission { mission: self.mission, model: self.battle.model },
                    )
                },
                |(workspace, model), chunk| {
                    let end = n.min((chunk + 1) * CHUNK);
                    let rows = (chunk * CHUNK..end)
                        .map(|replication| {
                            let luck = Luck::new(seed, replication);
                            let mut row = vec![(0.0, 0.0); measures.len()];
                            for swapped in [false, true] {
                                if swapped && !self.battle.swap_seats {
                                    continue;
                                }
                                let order = self.order(luck, swapped);
                                let played = self.campaign.play_battle(workspace, luck, &order, model);
                                for (cell, measure) in row.iter_mut().zip(measures) {
                                    let (y, n) = observed(measure, &order, &played, self.battle.model);
                                    *cell = (cell.0 + y, cell.1 + n);
                                }
                            }
                            row
                        })
                        .collect();
                    progress(end - chunk * CHUNK);
                    rows
                },
            )
            .collect();
        let rows: Vec<Vec<(f64, f64)>> = rows.into_iter().flatten().collect();
        let values = (0..measures.len()).map(|i| rows.iter().map(|row| row[i]).collect()).collect();
        Observations { replications: (0..n as u32).collect(), values }
    }

    pub(super) fn order(&self, luck: Luck, swapped: bool) -> BattleOrder {
        let battle = &self.battle;
        let own = match self.mission.size.fixed() {
            Some(sizes) => sizes,
            // The campaign rolls for the size; the stream is the battle's own.
            None => {
                let mut dice = luck.stream(Purpose::Scenario, 1 << 40);
                let roll = dice.two_d6();
                debug_assert!((TWO_DICE.0..=TWO_DICE.1).contains(&roll), "two dice show 2 to 12");
                self.mission.size.points(roll)
            }
        };
        let size = |given: Option<u16>, own: u16, bonus: i16| {
            given.unwrap_or(own).saturating_add_signed(bonus).clamp(1, MOST_POINTS)
        };
        let sizes = [
            size(battle.attacker_size, own[0], battle.attacker_bonus),
            size(battle.defender_size, own[1], battle.defender_bonus),
        ];
        let mut factions = [battle.attacker, battle.defender];
        if swapped {
            factions.swap(0, 1);
        }
        BattleOrder { mission: self.mission, factions, sizes, terrain: battle.terrain }
    }
}

/// What one battle adds to a measure: a total and a count.
fn observed(measure: &Measure, order: &BattleOrder, played: &SingleBattle, asked: Model) -> (f64, f64) {
    let Measure::Battle(metric) = measure else { return (0.0, 0.0) };
    let flag = |holds: bool| (f64::from(u8::from(holds)), 1.0);
    match (metric, &played.outcome) {
        (BattleMetric::NotFought, outcome) => flag(outcome.is_none()),
        (BattleMetric::SquadPoints(side), _) => (f64::from(played.points[side.index()]), 1.0),
        (_, None) => (0.0, 0.0),
        (BattleMetric::AttackerWins, Some(outcome)) => match outcome.winner {
            Some(side) => flag(side == Side::Attacker),
            None => (0.0, 0.0),
        },
        (BattleMetric::WinRate(faction), Some(outcome)) => match outcome.winner {
            Some(side) => flag(order.factions[side.index()] == *faction),
            None => (0.0, 0.0),
        },
        (BattleMetric::Draws, Some(outcome)) => flag(outcome.winner.is_none()),
        (BattleMetric::Rounds, Some(outcome)) => (f64::from(outcome.rounds), 1.0),
        (BattleMetric::PointsLost(side), Some(outcome)) => {
            (f64::from(outcome.points_lost[side.index()]), 1.0)
        }
        (BattleMetric::Fallbacks, Some(outcome)) => flag(outcome.model != asked),
    }
}
