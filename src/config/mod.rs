//! Input files, checked before anything runs: each word known, each number in its limits, each complaint with
//! its place.

mod battle_rules;
mod by_faction;
pub mod document;
mod fleet;
mod huge_ships;
mod improvements;
mod income;
mod map_rules;
pub mod mission;
mod names;
mod old_restrictions;
mod pilots;
pub mod reader;
mod rewards;
mod roll_table;
mod rule_set;
mod rulebook;
mod rulings;
mod scenarios;
mod scum;
mod slots;
mod target_words;
pub mod toml_error;
mod upgrades;
mod victory;

pub use battle_rules::*;
pub use by_faction::ByFaction;
pub use fleet::*;
pub use huge_ships::*;
pub use improvements::*;
pub use income::*;
pub use map_rules::*;
pub use old_restrictions::*;
pub use pilots::*;
pub use rewards::*;
pub use roll_table::{Bare, Dice, Named, On, RollTable, Row};
pub use rule_set::*;
pub use rulebook::rulebook;
pub use rulings::*;
pub use scenarios::*;
pub use scum::*;
pub use slots::Slots;
pub use target_words::*;
pub use upgrades::*;
pub use victory::*;
