//! What XP buy. (Pilot Improvements)

use serde::{Deserialize, Serialize};

use super::names;
use super::roll_table::Named;
use crate::ids::{PilotCardId, ShipClassId};

/// Improvements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Improvements {
    /// Gain a ship qualification.
    pub qualification: Qualification,
    /// Improve pilot skill by one.
    pub skill: SkillImprovement,
    /// Add an elite upgrade slot.
    pub elite_slot: EliteSlot,
    /// An elite card as pilot ability; costs as much XP as the card costs SP.
    pub elite_ability: Ability,
    /// A generic crew card as pilot ability; costs as much XP as the card costs SP.
    pub crew_ability: Ability,
    pub special: SpecialExceptions,
    /// Steps in skill that are larger or dearer than usual: by origin card or origin class, from and to
    /// skill, SP, whether only the first improvement may take it, and whether the pilot must take it
    /// instead of the usual step.
    pub skill_jumps: Named<String, SkillJump>,
}

/// Gain a ship qualification.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Qualification {
    /// XP for a small class.
    pub small_ship_xp: u8,
    /// XP for a large class.
    pub large_ship_xp: u8,
    /// Pilot skill needed.
    pub minimum_skill: u8,
    /// Campaign turns the pilot sits out.
    pub training_turns: u8,
    /// SP that the pilot then costs more.
    pub points: u8,
}

/// Improve pilot skill by one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillImprovement {
    /// XP for one step.
    pub xp: u8,
    /// Skill gained by one step.
    pub step: u8,
    /// Skill at which it ends.
    pub maximum: u8,
    /// SP that the pilot then costs more.
    pub points: u8,
}

/// Add an elite upgrade slot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EliteSlot {
    /// XP.
    pub xp: u8,
    /// Pilot skill needed.
    pub minimum_skill: u8,
    /// SP that the pilot then costs more.
    pub points: u8,
    /// Elite slots a pilot may have (without the Test Pilot title).
    pub maximum_slots: u8,
}

/// SpecialExceptions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecialExceptions {
    /// Abilities a pilot may have, of either kind; a unique pilot has his own already.
    pub abilities_per_pilot: u8,
    /// A pilot with a crew ability may be carried as that crew card, for the card's SP.
    pub crew_ability_flies_as_crew: bool,
    /// The card's faction restriction holds for an ability.
    pub abilities_are_faction_bound: bool,
    /// Elite slots of an A-wing pilot with the Test Pilot title.
    pub test_pilot_elite_slots: u8,
    /// Generic whose class is half another one.
    #[serde(with = "names::one")]
    pub smuggler: PilotCardId,
    /// The class he must qualify on as if it were a different one.
    #[serde(with = "names::one")]
    pub smuggler_ship: ShipClassId,
    /// XP that costs him.
    pub smuggler_xp: u8,
    /// Campaign turns he sits out for it.
    pub smuggler_training_turns: u8,
}

/// A card as pilot ability: what it costs beside the card's own squad points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// Pilot skill needed.
    pub minimum_skill: u8,
    /// XP on top of the card's SP.
    pub xp_over_card: u8,
    /// The pilot's SP rise by the card's SP less this.
    pub points_below_card: u8,
    /// Never less XP than this.
    pub minimum_xp: u8,
    /// The rise in SP is never below this.
    pub minimum_points: u8,
}

impl Ability {
    /// XP for a card of so many squad points.
    pub fn xp(&self, card_points: i8) -> u8 {
        let xp = i16::from(card_points) + i16::from(self.xp_over_card);
        xp.max(i16::from(self.minimum_xp)) as u8
    }

    /// Squad points that the pilot then costs more.
    pub fn points(&self, card_points: i8) -> u8 {
        let points = i16::from(card_points) - i16::from(self.points_below_card);
        points.max(i16::from(self.minimum_points)) as u8
    }
}

/// A step in skill that is larger or dearer than the usual one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillJump {
    /// The card with which the pilot began.
    #[serde(default, with = "names::optional", skip_serializing_if = "Option::is_none")]
    pub pilot: Option<PilotCardId>,
    /// Or the class of the card with which he began.
    #[serde(default, with = "names::optional", skip_serializing_if = "Option::is_none")]
    pub ship: Option<ShipClassId>,
    pub from: u8,
    pub to: u8,
    pub xp: u8,
    pub points: u8,
    /// Only as the first improvement of skill.
    pub first_only: bool,
    /// In place of the usual step, not beside it.
    pub compulsory: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABILITY: Ability =
        Ability { minimum_skill: 4, xp_over_card: 0, points_below_card: 1, minimum_xp: 1, minimum_points: 0 };

    #[test]
    fn ability_costs_xp_as_printed_and_one_squad_point_less() {
        // Push the Limit, 3 points: 3 XP and 2 SP; Intelligence Agent, 1 point: 1 XP and nothing.
        assert_eq!((ABILITY.xp(3), ABILITY.points(3)), (3, 2));
        assert_eq!((ABILITY.xp(1), ABILITY.points(1)), (1, 0));
    }

    #[test]
    fn ability_of_a_card_for_nothing_still_costs_one_xp() {
        assert_eq!((ABILITY.xp(0), ABILITY.points(0)), (1, 0));
    }
}
