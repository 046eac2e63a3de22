//! Roles: ships that a mission marks, what they cost and what they must do.

use serde::{Deserialize, Serialize};

use super::words::{SquadRole, Who, words};
use crate::config::names;
use crate::ids::ShipClassId;

words!(
    /// What a ship needs to be given a role.
    Eligible("eligible") {
        /// None of the squad's ships has a higher pilot skill.
        HighestSkill = "highest-skill" / "one of the highest pilot skill",
        Small = "small" / "a small ship",
        Large = "large" / "a large ship",
        GenericPilot = "generic-pilot" / "flown by a pilot who is not unique",
        /// An upgrade bar with a crew icon, used or not.
        CrewIcon = "crew-icon" / "with a crew icon",
        EmptyCrewSlot = "empty-crew-slot" / "with an empty crew slot",
    }
);

words!(
    /// When the owner decides which ship has the role.
    Chosen("chosen") {
        /// With the squad, since its cost or its slots depend on it.
        SquadBuilding = "squad-building" / "when the squad is built",
        SetUp = "set-up" / "during set-up",
        /// Every ship that is eligible has the role.
        AllEligible = "all-eligible" / "all that qualify",
    }
);

words!(
    /// What becomes of the role during the battle.
    PassesOn("passes-on") {
        Never = "never" / "stays where it is",
        WhenDestroyed = "when-destroyed" / "may move to another ship when its ship is destroyed",
        /// And the ship's tracking tokens are lost.
        EachPlanning = "each-planning" / "may move to another ship in each Planning phase, losing its tracking tokens",
    }
);

/// One role of a mission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoleRule {
    pub role: SquadRole,
    pub who: Who,
    /// The squad must have at least so many.
    #[serde(default = "one")]
    pub min: u8,
    #[serde(default = "one")]
    pub max: u8,
    pub chosen: Chosen,
    /// All of them must hold.
    #[serde(default)]
    pub eligible: Vec<Eligible>,
    /// Ship classes that cannot have the role.
    #[serde(default, with = "names::list")]
    pub barred: Vec<ShipClassId>,
    #[serde(default = "never")]
    pub passes_on: PassesOn,
    /// Tokens that the ship carries for the role.
    #[serde(default)]
    pub tokens: u8,
    pub cost: Option<RoleCost>,
    pub handicap: Option<Handicap>,
}

const fn one() -> u8 {
    1
}

const fn never() -> PassesOn {
    PassesOn::Never
}

/// How a role changes the squad points of its ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoleCost {
    /// Ship and pilot together cost so many times their points.
    pub base_factor: u8,
    /// The ship has so many elite slots, whatever its cards say.
    pub elite_slots: u8,
    /// All upgrades together cost so much less, but never less than nothing.
    pub upgrade_reduction: u16,
}

impl RoleCost {
    /// Squad points of a ship whose ship and pilot cost `base` and whose upgrades cost `upgrades` together.
    pub fn points(&self, base: u16, upgrades: i16) -> u16 {
        let reduced = i32::from(upgrades) - i32::from(self.upgrade_reduction);
        let total = u32::from(base) * u32::from(self.base_factor) + reduced.max(0).unsigned_abs();
        u16::try_from(total).unwrap_or(u16::MAX)
    }
}

/// What a role forbids its ship until it is lifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handicap {
    /// No maneuver slower than this.
    #[serde(default)]
    pub min_speed: u8,
    /// No maneuver faster than this.
    pub max_speed: u8,
    pub may_flee: bool,
    /// Lifted at the start of this round.
    pub until_round: u8,
}
