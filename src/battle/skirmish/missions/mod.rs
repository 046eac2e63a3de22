//! Missions without a board: the same vocabulary as on the table, with places and times drawn from the parameters.
//!
//! - [`tasks`]: which ship goes for what in this round,
//! - [`special_actions`]: what the mission's actions do, with their real dice,
//! - [`tokens`]: tokens that move, are carried and are lost,
//! - [`waves`]: ships that come later, and reinforcements,
//! - [`special`]: orders, jamming, explosives, functions, mines and the rest,
//! - [`victory`]: who has won, and when the battle is over.

mod special;
mod special_actions;
mod tasks;
mod tokens;
mod victory;
mod waves;

pub use victory::Verdict;
