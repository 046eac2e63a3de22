//! Luck: every random draw of the program goes through [`Chance`].
//!
//! Rules never see a generator. [`Seeded`] plays for real, [`Scripted`] is the tests' double that must be
//! used up, [`enumerate`] walks every branch for exact oracles, [`planes`] rolls 64 dice at once.

mod draws;
mod exact;
pub mod planes;
mod scripted;
mod seeded;

pub use draws::{AttackFace, Chance, DefenseFace};
pub use exact::{Distribution, enumerate};
pub use scripted::Scripted;
pub use seeded::{Luck, Purpose, Seeded};
