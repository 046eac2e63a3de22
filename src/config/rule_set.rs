//! A rule set: every number and every optional rule of the campaign rulebook as a named key.

use serde::{Deserialize, Serialize};

use super::document::Node;
use super::reader;
use super::*;
use crate::error::Result;

/// The effective rules of a campaign.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    pub about: About,
    pub fleet: Fleet,
    pub ships: ShipRepair,
    pub experience: Experience,
    pub improvements: Improvements,
    pub judgment: Judgment,
    pub escape: EscapeRules,
    pub ejection: EjectionRules,
    pub wounds: Wounds,
    pub commanders: Commanders,
    pub prisoners: Prisoners,
    pub upgrades: UpgradeRules,
    pub costs: Costs,
    pub battle: BattleRules,
    pub map: MapRules,
    pub unexplored: Unexplored,
    pub income: Income,
    pub attacks: Attacks,
    pub players: UnequalPlayers,
    pub scenarios: Scenarios,
    pub scum: ScumRules,
    pub huge_ships: HugeShipRules,
    pub victory: Victory,
    pub rewards: Rewards,
    pub old_restrictions: OldRestrictions,
    pub rulings: Rulings,
}

/// What the rules are called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    pub name: String,
    pub title: String,
}

impl RuleSet {
    /// Reads a merged document.
    pub fn from_document(document: &Node) -> Result<RuleSet> {
        Ok(reader::read::<RuleSet>(document)?)
    }

    /// Reads rules that a program has changed.
    pub fn from_value(value: &toml::Value) -> Result<RuleSet> {
        RuleSet::from_document(&Node::from_value(value))
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::Source;
    use super::*;

    #[test]
    fn rulebook_as_written_is_read() {
        let text = include_str!("../../scenarios/rules/gcw-6.2.4.toml");
        let document = Node::parse(&Source::new("gcw-6.2.4.toml", text)).unwrap();
        let rules = RuleSet::from_document(&document).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(rules.fleet.starting_fleet_points, 300);
    }
}
