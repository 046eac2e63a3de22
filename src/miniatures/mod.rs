//! Star Wars Miniatures: squads, the pre-game and the pre-round procedure.

pub mod contest;
pub mod dice;
pub mod events;
pub mod policy;
pub mod preround;
pub mod round;
pub mod steps;
pub mod switches;

#[cfg(test)]
mod preround_tests;
