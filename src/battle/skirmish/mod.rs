//! The skirmish battle model: the same dice, tokens and damage cards as on the table, without the table.

mod expected_damage;
mod gear;
pub mod parameters;
pub mod standing_fight;
