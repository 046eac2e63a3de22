//! Star Wars Miniatures: squads, the pre-game and the pre-round procedure.

pub mod abilities;
pub mod cards;
pub mod characters;
pub mod checks;
pub mod configurations;
pub mod contest;
pub mod dice;
pub mod events;
pub mod exact;
pub mod matrix;
pub mod matrix_game;
pub mod membership;
pub mod optimal;
pub mod players;
pub mod policy;
pub mod pregame;
pub mod preround;
pub mod round;
pub mod selector;
pub mod setup;
pub mod simulate;
pub mod skirmish;
pub mod squad;
pub mod squad_file;
pub mod steps;
pub mod switches;
pub mod tell;

#[cfg(test)]
mod exact_tests;
#[cfg(test)]
mod membership_tests;
#[cfg(test)]
mod players_tests;
#[cfg(test)]
mod preround_tests;
#[cfg(test)]
mod skirmish_tests;
