//! The limits of every number, in one table.
//!
//! A row names a dotted key; `*` stands for one part of it. The first row that fits counts. Limits are wide enough for
//! any house rule that means something, and narrow enough that no sum can overflow.

use super::document::{Node, Shape};
use crate::error::Complaint;

/// Lowest and highest value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limit {
    pub key: &'static str,
    pub lowest: f64,
    pub highest: f64,
}

impl Limit {
    /// As documents and complaints print it.
    pub fn span(&self) -> String {
        format!("{} to {}", self.lowest, self.highest)
    }

    fn fits(&self, key: &str) -> bool {
        let mut pattern = self.key.split('.');
        let mut parts = key.split('.');
        loop {
            match (pattern.next(), parts.next()) {
                (None, None) => return true,
                (Some("*"), Some(_)) => {}
                (Some(known), Some(part)) if known == part => {}
                _ => return false,
            }
        }
    }
}

macro_rules! limits {
    ($($key:literal: $lowest:literal..=$highest:literal),+ $(,)?) => {
        &[$(Limit { key: $key, lowest: $lowest as f64, highest: $highest as f64 }),+]
    };
}

/// Numbers of a rule set.
#[rustfmt::skip]
pub const RULE_SET: &[Limit] = limits![
    "fleet.starting_fleet_points":                        0..=5000,
    "fleet.unique_pilots_per_player":                     0..=10,
    "fleet.large_ships.*":                                0..=50,
    "fleet.high_skill_generics.minimum_skill":            0..=12,
    "fleet.high_skill_generics.*":                        0..=50,
    "fleet.commander_pair.pairs_per_campaign":            0..=20,
    "fleet.captured_tie.*":                               0..=50,
    "ships.repair_turns":                                 0..=10,
    "experience.*":                                       0..=20,
    "improvements.*.minimum_skill":                       0..=12,
    "improvements.*.training_turns":                      0..=10,
    "improvements.*.points":                              0..=20,
    "improvements.skill.step":                            1..=9,
    "improvements.skill.maximum":                         0..=12,
    "improvements.elite_slot.maximum_slots":              0..=4,
    "improvements.qualification.*":                       0..=20,
    "improvements.skill.xp":                              0..=20,
    "improvements.elite_slot.xp":                         0..=20,
    "improvements.elite_ability.*":                       0..=20,
    "improvements.crew_ability.*":                        0..=20,
    "improvements.special.abilities_per_pilot":           0..=4,
    "improvements.special.test_pilot_elite_slots":        0..=4,
    "improvements.special.smuggler_xp":                   0..=20,
    "improvements.special.smuggler_training_turns":       0..=10,
    "improvements.skill_jumps.*.from":                    0..=12,
    "improvements.skill_jumps.*.to":                      0..=12,
    "improvements.skill_jumps.*.*":                       0..=20,
    "judgment.xp":                                        1..=20,
    "judgment.dice":                                      0..=6,
    "escape.attempts_per_turn":                           0..=10,
    "escape.xp":                                          0..=20,
    "escape.*":                                           0..=6,
    "wounds.recovery_turns":                              0..=10,
    "commanders.replacement_wait_battles":                0..=10,
    "upgrades.install_turns":                             0..=10,
    "upgrades.ordnance_copies":                           1..=10,
    "upgrades.experimental_interface_per_player":         0..=10,
    "upgrades.crew.rebel_captive_minimum_skill":          0..=12,
    "upgrades.titles.*":                                  0..=20,
    "upgrades.errata.*.squad_points":                    -20..=20,
    "upgrades.errata.*.minimum_skill":                    0..=12,
    "upgrades.errata.*.fleet_points":                     0..=50,
    "upgrades.effects.*":                                 0..=20,
    "costs.ships.*.cost":                                 0..=200,
    "costs.pilots.*.cost":                                0..=100,
    "costs.upgrades.*.fleet_points":                      0..=100,
    "costs.upgrades.*.squad_points":                     -20..=100,
    "battle.round_cap":                                   1..=1000,
    "battle.terrain.beyond_edges":                        0..=3,
    "battle.terrain.beyond_obstacles":                    0..=3,
    "battle.terrain.flare_stress":                        0..=4,
    "battle.terrain.ionized_dust_ions":                   0..=4,
    "battle.terrain.ionized_dust_lock_range":             0..=5,
    "battle.terrain.nebula_bands":                        0..=2,
    "battle.terrain.*":                                   0..=16,
    "map.base_players":                                   0..=12,
    "map.targets_per_further_player":                     0..=10,
    "map.trade_routes":                                   0..=1,
    "map.number_of_targets.rows.*.targets":               1..=60,
    "map.*.rows.*.value":                                -50..=200,
    "map.powers.training_installation_turns":             0..=10,
    "map.powers.repair_depot_turns":                      0..=10,
    "map.powers.training_installation_xp":                0..=20,
    "map.powers.hidden_outpost_price":                    0..=500,
    "map.powers.scrapyard_per_ship":                      0..=200,
    "map.powers.trade_station_extra":                    -50..=200,
    "map.powers.*":                                       0..=100,
    "map.trade_route.*":                                 -50..=200,
    "unexplored.points_for_upgrades":                     0..=100,
    "unexplored.surface_resources_value":                -50..=200,
    "unexplored.crashed_ship_repair_turns":               0..=10,
    "income.*":                                         -500..=500,
    "attacks.*":                                          0..=10,
    "scum.players_share":                                 0..=10,
    "scum.targets.bases_per_player":                      0..=10,
    "scum.contracts.turns":                               1..=10,
    "scum.trade_route.*":                                 0..=500,
    "scum.piracy.undefended_containers":                  0..=3,
    "scum.black_market.better_offer_price":               0..=500,
    "huge_ships.capital_ships":                           0..=4,
    "huge_ships.support_ships.rows.*.ships":              0..=12,
    "huge_ships.equipment.*.*":                           0..=500,
    "huge_ships.upgrades.per_ship_and_turn":              0..=10,
    "huge_ships.battle.*":                                0..=500,
    "huge_ships.locating.*":                              0..=10,
    "huge_ships.repair.divisor":                          1..=10,
    "huge_ships.repair.crippled_flips":                   0..=10,
    "rewards.vip_escort_percent":                         0..=200,
    "rewards.container_value":                            0..=100,
    "rewards.*.rows.*.copies":                            1..=10,
    "rewards.*.rows.*.fleet_points":                      1..=100,
    "rulings.scenario_draw_to":                           1..=34,
    "rulings.lothal_rebel_skill":                         3..=4,
    "rulings.zeta_specialist_skill":                      2..=3,
    "rulings.baron_of_the_empire_cost":                   4..=5,
    "rulings.captured_tie_cost":                         10..=11,
    "rulings.rogue_squadron_cost":                        5..=6,
];

/// Numbers of a set-up.
#[rustfmt::skip]
pub const SET_UP: &[Limit] = limits![
    "turn_cap":                                           1..=1000,
    "factions.*.players.*.attendance":                    0..=1,
    "map.fixed.targets.*.value":                        -50..=200,
];

/// The limits of a key, if it is one of a number.
pub fn limit_of<'a>(limits: &'a [Limit], key: &str) -> Option<&'a Limit> {
    limits.iter().find(|limit| limit.fits(key))
}

/// The first number of the document that is out of its limits.
pub fn check(document: &Node, limits: &[Limit]) -> Result<(), Box<Complaint>> {
    let mut complaint = None;
    document.walk(&mut |key, node| {
        let number = match node.shape {
            Shape::Integer(number) => number as f64,
            Shape::Float(number) => number,
            _ => return,
        };
        if let Some(limit) = limit_of(limits, key)
            && !(limit.lowest <= number && number <= limit.highest)
        {
            complaint.get_or_insert_with(|| node.complaint(key, format!("must be in {}", limit.span())));
        }
    });
    match complaint {
        Some(complaint) => Err(Box::new(complaint)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RuleSet, builtin, keys};
    use super::*;

    fn numbers(document: &Node) -> Vec<(String, bool)> {
        let mut numbers = Vec::new();
        document.walk(&mut |key, node| match node.shape {
            Shape::Integer(_) => numbers.push((key.to_string(), true)),
            Shape::Float(_) => numbers.push((key.to_string(), false)),
            _ => {}
        });
        numbers
    }

    #[test]
    fn every_number_of_the_rulebook_has_limits_and_no_row_is_idle() {
        let document = builtin::rulebook();
        let numbers = numbers(&document);
        for (key, _) in &numbers {
            assert!(limit_of(RULE_SET, key).is_some(), "{key} has no limits");
        }
        for limit in RULE_SET.iter().filter(|limit| !limit.key.starts_with("costs.")) {
            let used = numbers.iter().any(|(key, _)| limit_of(RULE_SET, key) == Some(limit));
            assert!(used, "no key falls under `{}`", limit.key);
        }
    }

    #[test]
    fn every_number_within_its_limits_fits_its_type() {
        let document = builtin::rulebook();
        let base = document.to_value();
        for (key, whole) in numbers(&document) {
            let limit = limit_of(RULE_SET, &key).expect("tested above");
            for number in [limit.lowest, limit.highest] {
                // These two must stay below and above their neighbour, whatever the limits.
                if key.ends_with(".from") || key.ends_with(".to") {
                    continue;
                }
                let mut value = base.clone();
                let number = if whole { (number as i64).into() } else { number.into() };
                keys::set_key(&mut value, &key, number).unwrap_or_else(|error| panic!("{key}: {error}"));
                RuleSet::from_value(&value).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }

    #[test]
    fn number_out_of_its_limits_is_refused() {
        let mut value = builtin::rulebook().to_value();
        keys::set_key(&mut value, "ships.repair_turns", 11.into()).unwrap();
        let error = RuleSet::from_value(&value).unwrap_err().to_string();
        assert_eq!(error, "given value: ships.repair_turns = 11: must be in 0 to 10");
    }
}
