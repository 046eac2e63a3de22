//! The campaign's rules, one file per heading of the rulebook.

pub mod assembling_your_squadron;
pub mod better_offer;
pub mod black_market;
pub mod crew_upgrades;
pub mod equipping_huge_ships;
pub mod free_upgrades;
pub mod generating_the_campaign_map;
pub mod high_ps_generic_pilot_restrictions;
pub mod mercenaries;
pub mod old_restrictions;
pub mod pilot_escape_attempts;
pub mod pilot_improvements;
pub mod purchase_reinforcements_phase;
pub mod ship_restrictions;
pub mod space_installations;
pub mod time_intensive_upgrades;
pub mod title_upgrades;
pub mod transfers;
pub mod unexplored_worlds;
pub mod unique_pilots;
pub mod upgrades;
pub mod upgrading_huge_ships;
