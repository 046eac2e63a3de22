//! Questions that take many variants of a game: comparisons, sweeps, searches, sensitivities. Variants that are
//! compared meet the same luck; a sensitivity has luck of its own for every walk and row, within which points are compared.
//!
//! A variant is played in memory to its metrics and to nothing else; the answer does not depend on the threads.

pub mod battles;
pub mod calibrate;
pub mod compare;
pub mod compare_page;
pub mod duel;
pub mod duel_page;
pub mod entrant;
pub mod measures;
pub mod memory;
pub mod points;
pub mod question;
pub mod sensitivity;
pub mod sensitivity_page;
pub mod solve;
pub mod solve_page;
pub mod sweep;
pub mod sweep_page;
pub mod variant;

pub use compare::{Comparison, Contrast, Finding, Row, compare};
pub use measures::{BattleMetric, Measure};
pub use memory::play_campaigns;
pub use points::Prepared;
pub use question::Question;
pub use variant::Variant;
