//! The campaign's rules, one file per heading of the rulebook.

pub mod aftermath;
pub mod assembling_your_squadron;
pub mod asset_recovery;
pub mod better_offer;
pub mod black_market;
pub mod capturing_enemy_ships;
pub mod choose_strategic_targets_phase;
pub mod conduct_battle;
pub mod construct_squads;
pub mod control;
pub mod crew_upgrades;
pub mod determine_scenarios_phase;
pub mod equipping_huge_ships;
pub mod finding_and_attacking_huge_ships;
pub mod free_upgrades;
pub mod generating_the_campaign_map;
pub mod high_ps_generic_pilot_restrictions;
pub mod huge_ship_damage_and_repairs;
pub mod mercenaries;
pub mod old_restrictions;
pub mod ordnance_upgrades;
pub mod pilot_escape_attempts;
pub mod pilot_experience;
pub mod pilot_improvements;
pub mod pilot_recovery_wounding_and_death;
pub mod purchase_reinforcements_phase;
pub mod rewards;
pub mod ship_damage_and_repair;
pub mod ship_restrictions;
pub mod space_installations;
pub mod supply_raid;
pub mod time_intensive_upgrades;
pub mod title_upgrades;
pub mod transfers;
pub mod unexplored_worlds;
pub mod unique_pilots;
pub mod upgrades;
pub mod upgrading_huge_ships;
pub mod victory;

#[cfg(test)]
mod tests;
