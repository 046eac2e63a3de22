//! The missions that a rule set sends players on, looked up once.

use crate::chance::Chance;
use crate::config::mission::{self, Mission};
use crate::config::{Bare, RollTable, RuleSet};
use crate::error::{Error, Result};

/// A random table of missions.
pub type MissionTable = RollTable<&'static Mission, Bare>;

#[derive(Debug)]
pub struct Missions {
    /// Generating Scenarios.
    pub scenarios: MissionTable,
    /// Generating Huge Ship Scenarios.
    pub support_ship: MissionTable,
    pub capital_ship: MissionTable,
    /// Intelligence Gathering and Electronic Warfare.
    pub locating: Vec<&'static Mission>,
    pub prisoner_exchange: &'static Mission,
    pub prisoner_rescue: &'static Mission,
    /// Supply Raid, as interdicted smuggling and as piracy.
    pub smuggling: &'static Mission,
    pub piracy: &'static Mission,
}

impl Missions {
    pub fn new(rules: &RuleSet) -> Result<Missions> {
        Ok(Missions {
            scenarios: table(&rules.scenario_table())?,
            support_ship: table(rules.huge_ship_scenario_table(false))?,
            capital_ship: table(rules.huge_ship_scenario_table(true))?,
            locating: rules
                .huge_ships
                .locating
                .missions
                .iter()
                .map(|key| mission::find(key))
                .collect::<Result<_>>()?,
            prisoner_exchange: mission::find(&rules.prisoners.exchange_mission)?,
            prisoner_rescue: mission::find(&rules.prisoners.rescue_mission)?,
            smuggling: mission::find(&rules.scum.trade_route.interdiction_mission)?,
            piracy: mission::find(&rules.scum.piracy.mission)?,
        })
    }

    /// One of the missions that look for huge ships, each equally likely.
    pub fn draw_locating(&self, chance: &mut impl Chance) -> &'static Mission {
        self.locating[chance.pick(self.locating.len())]
    }
}

fn table(keys: &RollTable<String, Bare>) -> Result<MissionTable> {
    let rows: Result<Vec<_>> =
        keys.rows.iter().map(|(key, row)| mission::find(key).map(|mission| (mission, *row))).collect();
    RollTable::new(keys.dice, rows?).map_err(Error::usage)
}
