//! The skirmish battle model: the same dice, tokens and damage cards as on the table, without the table.

mod deployment;
mod expected_damage;
mod gear;
mod muster;
pub mod parameters;
pub mod standing_fight;
mod state;
