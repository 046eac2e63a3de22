//! Scripted tests of the campaign's rules, by chapter. Expected numbers are derived from the rulebook in comments.

mod casualties;
mod exploration;
mod fleet_creation;
mod huge_ships;
mod improvements;
mod installations;
mod rulings;
mod scenarios;
mod scum;
mod squads;
