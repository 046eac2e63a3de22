//! From frames to verdicts. Nothing here draws, simulates or knows a rule.
//!
//! Every number that leaves this module is an [`Estimate`]: value, interval, number of observations, method.

pub mod bootstrap;
pub mod discovery;
pub mod estimate;
pub mod moments;
pub mod paired;
pub mod quantile;
pub mod ratio;
pub mod until;
pub mod verdict;

pub use estimate::{CONFIDENCE, Estimate, Method, clopper_pearson, mean, wilson};
pub use moments::Moments;
pub use verdict::{Parity, Verdict};
