//! The skirmish battle model: the same dice, tokens and damage cards as on the table, without the table.

pub mod standing_fight;
