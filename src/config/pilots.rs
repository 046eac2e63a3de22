//! Pilots: experience, tactical judgment, escapes, ejection, wounds, commanders, prisoners; and the repair of ships.

use serde::{Deserialize, Serialize};

use super::names;
use crate::chance::AttackFace;
use crate::procedures::ejection::EjectionFaces;
use crate::procedures::escape::EscapeDice;

/// Ship Damage and Repair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipRepair {
    /// Campaign turns a damaged ship sits out (Ship Damage and Repair).
    pub repair_turns: u8,
}

/// Pilot Experience (XP).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experience {
    /// XP of a unique pilot at the start of the campaign.
    pub unique_pilot_start: u8,
    /// XP for taking part in a battle.
    pub battle: u8,
    /// XP for destroying an enemy small ship.
    pub small_ship_destroyed: u8,
    /// XP for destroying an enemy large ship.
    pub large_ship_destroyed: u8,
    /// XP for crippling a section of an enemy huge ship.
    pub huge_section_crippled: u8,
    /// XP for destroying an enemy huge ship.
    pub huge_ship_destroyed: u8,
    /// No XP without an honest effort to fight.
    pub good_faith_required: bool,
    /// A pilot who flies as crew earns XP (Crew Upgrades).
    pub pilots_as_crew_earn: bool,
    /// A droid pilot earns XP from the battle in which it was lost (Droid Characters).
    pub droids_earn_when_killed: bool,
    /// Prisoner Exchange pays XP even when no shot is fired (Prisoner Exchange).
    pub peaceful_exchange_earns: bool,
}

/// Pilot Tactical Judgment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgment {
    /// XP may reroll dice in battle.
    pub allowed: bool,
    /// XP for one reroll.
    pub xp: u8,
    /// Dice that one payment rerolls.
    pub dice: u8,
    /// The ejection die may be rerolled too.
    pub ejection_included: bool,
}

/// Pilot Escape Attempts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EscapeRules {
    /// Tries of a prisoner in one Purchase Reinforcements phase.
    pub attempts_per_turn: u8,
    /// XP for one try.
    pub xp: u8,
    /// Attack dice of a generic pilot; a crit on any frees him.
    pub dice_generic: u8,
    /// Attack dice of a unique pilot.
    pub dice_unique: u8,
    /// Attack dice rolled after a failure; a crit on any kills.
    pub guard_dice: u8,
}

/// Pilot Recovery, Wounding and Death: one attack die when a ship is destroyed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EjectionRules {
    /// The face that kills.
    #[serde(with = "names::one")]
    pub killed: AttackFace,
    /// The face that wounds; the other faces leave a person safe.
    #[serde(with = "names::one")]
    pub wounded: AttackFace,
    /// Each crew member rolls for himself (Crew Upgrades).
    pub crew_roll: bool,
    /// Ejected persons die when nobody controls the map at the end.
    pub lost_without_map_control: bool,
}

/// Pilot Recovery, Wounding and Death.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wounds {
    /// Campaign turns a wounded pilot sits out.
    pub recovery_turns: u8,
    /// Several wounds add up.
    pub cumulative: bool,
}

/// Pilot Recovery, Wounding and Death; Pilot Prisoners of War.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commanders {
    /// Battle phases a player must have been without a commander before he may buy one.
    pub replacement_wait_battles: u8,
    /// A captured commander may be given up for a new one after the same wait.
    pub captive_may_be_written_off: bool,
}

/// Pilot Prisoners of War.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prisoners {
    /// Faction leaders may agree on a Prisoner Exchange in place of an attack of each.
    pub exchange_allowed: bool,
    /// Prisoner Rescue may replace an attack.
    pub rescue_allowed: bool,
    /// Only while the foe holds a unique pilot.
    pub rescue_needs_unique_prisoner: bool,
    /// Mission file.
    pub exchange_mission: String,
    /// Mission file.
    pub rescue_mission: String,
}

impl EscapeRules {
    /// The dice of one attempt.
    pub fn dice(&self, unique: bool) -> EscapeDice {
        let prisoner = if unique { self.dice_unique } else { self.dice_generic };
        EscapeDice { prisoner, guards: self.guard_dice }
    }
}

impl EjectionRules {
    pub fn faces(&self) -> EjectionFaces {
        EjectionFaces { killed: self.killed, wounded: self.wounded }
    }
}
