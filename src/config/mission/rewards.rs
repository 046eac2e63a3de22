//! What a mission pays, besides the place it was fought for, and its remarks on experience.

use serde::{Deserialize, Serialize};

use super::words::{Who, words};
use crate::ids::Side;

words!(
    /// On what a reward depends.
    Earned("earned") {
        /// Whatever the outcome, if the side fought in good faith.
        GoodFaith = "good-faith" / "for a fight in good faith, won or lost",
        Won = "won" / "for winning",
        /// For what was brought home, won or lost.
        BroughtHome = "brought-home" / "for what was brought home, won or lost",
    }
);

/// Something that a side gets after the battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "reward", rename_all = "kebab-case")]
pub enum Reward {
    /// Fleet Points as a share of the starting squad size.
    SizeShare(SizeShare),
    /// Secured cargo is turned into upgrades or Fleet Points by tables; all of it must be spent.
    RedeemCargo(RedeemCargo),
    /// Stolen containers bring their contents if the carrying ship survives.
    Containers(Containers),
    /// Prisoners brought home rejoin their Squadron.
    Prisoners(Prisoners),
    /// The losing side shows the roster of one of its players.
    RevealRoster(RevealRoster),
    /// Huge ships of the foe are found, and upgrades of his capital ship told.
    LocateHugeShip(LocateHugeShip),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeShare {
    pub who: Side,
    pub percent: u8,
    pub earned: Earned,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RedeemCargo {
    pub who: Who,
    pub earned: Earned,
    pub tables: Vec<CargoTable>,
}

/// What so much cargo buys: one row, each equally likely.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CargoTable {
    pub cargo: u8,
    pub rows: Vec<CargoRow>,
}

/// One row: copies of an upgrade, or Fleet Points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CargoRow {
    /// How many.
    pub n: u8,
    /// The card; without it the row pays Fleet Points.
    pub upgrade: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Containers {
    /// Who fills them.
    pub filled_by: Side,
    /// Each holds equipment of at least so many Fleet Points.
    pub min_value: u16,
    /// No upgrade but ordnance stands in two of them, if possible.
    pub all_different: bool,
    pub earned: Earned,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prisoners {
    pub who: Who,
    pub earned: Earned,
    /// Those aboard a rescue ship that is destroyed get an ejection roll.
    pub ejection_roll: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevealRoster {
    pub who: Side,
    pub earned: Earned,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocateHugeShip {
    pub who: Side,
    pub earned: Earned,
    pub ships: u8,
    pub upgrades_told: u8,
}

/// Where a mission differs from the ordinary rule on experience.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Experience {
    /// Taking part earns XP even if no attack was made.
    pub without_attacks: bool,
    /// Prisoners carried earn none.
    pub prisoners_earn_none: bool,
}
