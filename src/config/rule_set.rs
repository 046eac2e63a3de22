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
        limits::check(document, limits::RULE_SET)?;
        let rules: RuleSet = reader::read(document)?;
        checks::check(&rules, document)?;
        Ok(rules)
    }

    /// Reads rules that a program has changed.
    pub fn from_value(value: &toml::Value) -> Result<RuleSet> {
        RuleSet::from_document(&Node::from_value(value))
    }

    /// The rulebook as written.
    pub fn rulebook() -> RuleSet {
        RuleSet::from_document(&builtin::rulebook()).expect("a test reads the built-in rules")
    }

    /// The scenario table up to the highest number drawn.
    pub fn scenario_table(&self) -> RollTable<String, Bare> {
        self.scenarios.table(self.rulings.scenario_draw_to).expect("checked when the rules were read")
    }

    /// The table of a battle about a huge ship.
    pub fn huge_ship_scenario_table(&self, capital: bool) -> &RollTable<String, Bare> {
        if capital { &self.huge_ships.capital_scenarios } else { &self.huge_ships.support_scenarios }
    }

    /// Support ships of a faction with so many players.
    pub fn support_ships(&self, players: u8) -> u8 {
        self.huge_ships.support_ships.of(players, self.rulings.support_ships_beyond_table)
    }

    /// Sixteen hexadecimal digits that change when any rule does.
    pub fn fingerprint(&self) -> String {
        fingerprint::fingerprint(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(key: &str, value: impl Into<toml::Value>) -> RuleSet {
        let mut document = builtin::rulebook().to_value();
        keys::set_key(&mut document, key, value.into()).unwrap();
        RuleSet::from_value(&document).unwrap()
    }

    #[test]
    fn scenario_table_is_drawn_to_32_or_to_34() {
        // Supply Raid: 28 to 32 of 32, or 28 to 34 of 34.
        let share = |rules: &RuleSet| {
            let table = rules.scenario_table();
            let row = table.rows.iter().position(|(mission, _)| mission == "supply-raid").unwrap();
            table.probability(row)
        };
        assert!((share(&RuleSet::rulebook()) - 5.0 / 32.0).abs() < 1e-12);
        assert!((share(&changed("rulings.scenario_draw_to", 34)) - 7.0 / 34.0).abs() < 1e-12);
    }

    #[test]
    fn support_ships_follow_the_table_and_go_on_beyond_it() {
        let rules = RuleSet::rulebook();
        assert_eq!([1, 2, 3, 4, 6, 7, 8].map(|players| rules.support_ships(players)), [1, 1, 2, 2, 3, 4, 4]);
        // The last row holds two players, so 9 and 10 have five, 11 and 12 six.
        assert_eq!([9, 10, 11, 12].map(|players| rules.support_ships(players)), [5, 5, 6, 6]);
        let last_row = changed("rulings.support_ships_beyond_table", "last-row");
        assert_eq!(last_row.support_ships(12), 4);
    }

    #[test]
    fn rules_written_out_and_read_again_are_the_same() {
        let rules = RuleSet::rulebook();
        let value = toml::Value::try_from(&rules).unwrap();
        let mut again = RuleSet::from_value(&value).unwrap();
        // Written out, entries stand in the order of their names.
        assert_eq!(again.fingerprint(), rules.fingerprint());
        again.about.name.push('x');
        assert_ne!(again.fingerprint(), rules.fingerprint());
    }

    #[test]
    fn fingerprint_changes_with_a_rule_and_not_with_its_spelling() {
        let rulebook = RuleSet::rulebook().fingerprint();
        assert_eq!(rulebook.len(), 16);
        assert_ne!(changed("income.lost_target", -15).fingerprint(), rulebook);
        assert_eq!(changed("fleet.captured_tie.ship", "captured-tie-fighter").fingerprint(), rulebook);
    }
}
