//! The dice numbers that the rule set and the missions state, for `canto roll`.

use crate::config::mission::{self, ActionName, Roll};
use crate::config::{RuleSet, rulebook};
use crate::error::{Error, Result};
use crate::procedures::ejection::EjectionFaces;
use crate::procedures::escape::EscapeDice;
use crate::procedures::initiative::RerollScope;
use crate::procedures::steal::StealDice;

/// The rulebook as written.
pub struct DiceRules {
    rules: RuleSet,
}

impl DiceRules {
    pub fn load() -> Result<DiceRules> {
        Ok(DiceRules { rules: rulebook()? })
    }

    pub fn ejection_faces(&self) -> EjectionFaces {
        EjectionFaces { killed: self.rules.ejection.killed, wounded: self.rules.ejection.wounded }
    }

    pub fn escape(&self, unique: bool) -> EscapeDice {
        let escape = &self.rules.escape;
        let prisoner = if unique { escape.dice_unique } else { escape.dice_generic };
        EscapeDice { prisoner, guards: escape.guard_dice }
    }

    pub fn reroll_scope(&self) -> RerollScope {
        self.rules.rulings.initiative_reroll
    }

    /// Dice for initiative, as the mission with the attacker's reroll states them.
    pub fn initiative_dice(&self) -> Result<u8> {
        let mission = mission::find("assassination")?;
        mission.initiative.dice.ok_or_else(|| missing("assassination", "initiative.dice"))
    }

    pub fn steal(&self) -> Result<StealDice> {
        let roll = action("supply-raid", ActionName::Steal)?;
        Ok(StealDice { attack: roll.attack_dice, defense: roll.defense_dice })
    }

    pub fn extraction_dice_per_crew_icon(&self) -> Result<u8> {
        let roll = action("prisoner-rescue", ActionName::Extract)?;
        roll.per.map(|per| per.dice).ok_or_else(|| missing("prisoner-rescue", "roll.per"))
    }

    pub fn slicer_dice(&self) -> Result<u8> {
        Ok(action("data-theft", ActionName::Steal)?.attack_dice)
    }

    pub fn mine_dice(&self) -> Result<u8> {
        Ok(action("defensive-minefield", ActionName::Detonate)?.attack_dice)
    }
}

/// The dice of a mission's special action.
fn action(mission: &str, name: ActionName) -> Result<Roll> {
    let rule = mission::find(mission)?.actions.iter().find(|rule| rule.action == name);
    rule.and_then(|rule| rule.roll).ok_or_else(|| missing(mission, name.key()))
}

fn missing(mission: &str, what: &str) -> Error {
    Error::usage(format!("the mission `{mission}` states no dice for `{what}`"))
}
