//! A point of the space of knobs: the game with those values, ready to be played.

use super::battles::{BATTLE_KEYS, BattleQuestion, PreparedBattle, check_battle};
use super::measures::Measure;
use super::memory::play_campaigns;
use super::question::Question;
use crate::analysis::metrics::{Metric, Observations};
use crate::campaign::Campaign;
use crate::config::document::Node;
use crate::config::mission::{self, Mission};
use crate::config::{keys, reader};
use crate::error::{Error, Result, nearest_name};

/// A game with the values of all knobs.
pub enum Prepared {
    Campaigns(Box<Campaign>),
    Battles(Box<PreparedBattle>),
}

impl Question {
    /// The game at a point: one value for each knob, in their order.
    pub fn prepare(&self, values: &[toml::Value]) -> Result<Prepared> {
        let changes: Vec<(&str, toml::Value)> =
            self.file.knobs.iter().map(|knob| knob.key.as_str()).zip(values.iter().cloned()).collect();
        self.prepare_knobs(&changes)
    }

    /// The game with some keys changed.
    pub(super) fn prepare_knobs(&self, changes: &[(&str, toml::Value)]) -> Result<Prepared> {
        let mut documents = self.documents.clone();
        let mut battle = self.file.battle.as_ref().map(to_value).transpose()?;
        let mut of_mission: Vec<(&str, &toml::Value)> = Vec::new();
        for (key, value) in changes {
            if let Some(inner) = key.strip_prefix("battle.") {
                let table = battle.as_mut().and_then(|value| value.as_table_mut());
                let table = table.ok_or_else(|| Error::usage(format!("`{key}` needs a table [battle]")))?;
                if !BATTLE_KEYS.contains(&inner) {
                    let near = nearest_name(inner, BATTLE_KEYS);
                    let near = near.map_or(String::new(), |near| format!("; did you mean `battle.{near}`?"));
                    return Err(Error::usage(format!(
                        "unknown key `{key}`{near} (known: {})",
                        BATTLE_KEYS.join(", ")
                    )));
                }
                table.insert(inner.to_string(), value.clone());
            } else if let Some(inner) = key.strip_prefix("mission.") {
                if battle.is_none() {
                    return Err(Error::usage(format!(
                        "`{key}` needs a table [battle], whose mission it changes"
                    )));
                }
                of_mission.push((inner, value));
            } else {
                documents.set_key(key, value.clone())?;
            }
        }
        let campaign = Campaign::new(documents.read()?)?;
        let Some(battle) = battle else { return Ok(Prepared::Campaigns(Box::new(campaign))) };
        let battle: BattleQuestion = reader::read(&Node::from_value(&battle))?;
        let factions: Vec<_> = campaign.set_up.factions().collect();
        check_battle(&battle, &factions)
            .map_err(|(key, problem)| Error::usage(format!("battle.{key}: {problem}")))?;
        let mission = changed_mission(mission::find(&battle.mission)?, &of_mission)?;
        Ok(Prepared::Battles(Box::new(PreparedBattle { campaign, battle, mission })))
    }
}

fn to_value(battle: &BattleQuestion) -> Result<toml::Value> {
    toml::Value::try_from(battle).map_err(|error| Error::usage(format!("[battle]: {error}")))
}

/// The mission with some of its keys changed; checked like a file of the user's own.
fn changed_mission(mission: &'static Mission, changes: &[(&str, &toml::Value)]) -> Result<&'static Mission> {
    if changes.is_empty() {
        return Ok(mission);
    }
    let broken = |error: &dyn std::fmt::Display| Error::usage(format!("mission {}: {error}", mission.key));
    let mut document = toml::Value::try_from(mission).map_err(|error| broken(&error))?;
    for (key, value) in changes {
        keys::set_key(&mut document, key, (*value).clone())
            .map_err(|error| broken(&error.to_string().replace(" (`canto rules show` lists all)", "")))?;
    }
    let text = toml::to_string(&document).map_err(|error| broken(&error))?;
    let mut changed = mission::read_mission(&format!("{}.toml", mission.key), &text)?;
    changed.id = mission.id;
    // A few missions for each question live as long as the program, as those that a file brings do.
    Ok(Box::leak(Box::new(changed)))
}

impl Prepared {
    /// Plays `n` replications on the luck of the seed.
    pub fn play(
        &self,
        measures: &[Measure],
        seed: u64,
        n: u64,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Observations> {
        match self {
            Prepared::Campaigns(campaign) => {
                let metrics: Vec<Metric> = measures
                    .iter()
                    .filter_map(|measure| match measure {
                        Measure::Campaign(metric) => Some(metric.clone()),
                        Measure::Battle(_) => None,
                    })
                    .collect();
                play_campaigns(campaign, &metrics, seed, n, progress)
            }
            Prepared::Battles(battle) => Ok(battle.play(measures, seed, n, progress)),
        }
    }

    /// What decides the results of a point.
    pub fn fingerprint(&self) -> String {
        match self {
            Prepared::Campaigns(campaign) => campaign.set_up.fingerprint(),
            Prepared::Battles(battle) => {
                let text = format!("{:?} {:?}", battle.battle, battle.mission);
                let own = crate::config::fingerprint::fnv1a(text.as_bytes());
                format!("{}-{own:016x}", battle.campaign.set_up.fingerprint())
            }
        }
    }
}
