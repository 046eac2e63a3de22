//! From frames to verdicts. Nothing here draws, simulates or knows a rule.
//!
//! Every number that leaves this module is an [`Estimate`]: value, interval, number of observations, method.

pub mod answers;
pub mod auc;
pub mod bootstrap;
pub mod clusters;
pub mod costs;
pub mod crossing;
pub mod designs;
pub mod discovery;
pub mod economy;
pub mod estimate;
pub mod fair_cost;
pub mod group;
pub mod initiative;
pub mod linear;
pub mod logistic;
pub mod metrics;
pub mod moments;
pub mod paired;
pub mod parity;
pub mod pilots;
pub mod quantile;
pub mod ratio;
pub mod root;
pub mod run;
pub mod scenarios;
pub mod sensitivity;
pub mod snowball;
pub mod strata;
pub mod survival;
#[cfg(test)]
pub(crate) mod synthetic;
pub mod targets;
pub mod training;
pub mod until;
pub mod verdict;
pub mod warnings;
pub mod words;

pub use clusters::ClusterSums;
pub use estimate::{CONFIDENCE, Estimate, Method, clopper_pearson, mean, wilson};
pub use moments::Moments;
pub use verdict::{Parity, Verdict};
