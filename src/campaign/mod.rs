//! The Galactic Civil War campaign: whole campaigns played by simulated players.

pub mod state;

pub use state::State;
