//! What scenarios pay into the campaign. (Asset Recovery, VIP Escort, Supply Raid, Data Theft)

use serde::{Deserialize, Serialize};

use super::names;
use super::roll_table::{On, RollTable, Row};
use crate::ids::UpgradeId;

/// A table on which recovered cargo is redeemed.
pub type CargoTable = RollTable<String, CargoReward>;

/// Rewards of scenarios that the campaign pays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rewards {
    /// FP for the attacker of VIP Escort, in per cent of his squad size (VIP Escort).
    pub vip_escort_percent: u8,
    /// FP that the contents of each Supply Raid container are worth at least (Supply Raid).
    pub container_value: u16,
    /// No card but ordnance in two containers, if possible (Supply Raid).
    pub containers_differ: bool,
    /// What equipment cannot fill is filled with FP, of next turn if need be (Supply Raid).
    pub containers_filled_with_points: bool,
    /// The loser of Data Theft shows one player's squadron (Data Theft).
    pub data_theft_reveals_squadron: bool,
    /// Redeem 1 Cargo: copies of a card, or FP (Asset Recovery).
    pub one_cargo: CargoTable,
    /// Redeem 2 Cargo (Asset Recovery).
    pub two_cargo: CargoTable,
    /// Redeem 3 Cargo (Asset Recovery).
    pub three_cargo: CargoTable,
    /// Redeem 4 Cargo (Asset Recovery).
    pub four_cargo: CargoTable,
}

/// Copies of a card, or Fleet Points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CargoReward {
    pub on: On,
    #[serde(default, with = "names::optional", skip_serializing_if = "Option::is_none")]
    pub upgrade: Option<UpgradeId>,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub copies: u8,
    #[serde(default, skip_serializing_if = "is_none")]
    pub fleet_points: u16,
}

fn one() -> u8 {
    1
}

fn is_one(copies: &u8) -> bool {
    *copies == 1
}

fn is_none(fleet_points: &u16) -> bool {
    *fleet_points == 0
}

impl Row for CargoReward {
    fn on(&self) -> On {
        self.on
    }
}

impl Rewards {
    /// The tables in order of the cargo that they take, from 1 unit.
    pub fn cargo_tables(&self) -> [&CargoTable; 4] {
        [&self.one_cargo, &self.two_cargo, &self.three_cargo, &self.four_cargo]
    }
}
