//! The doctrine of a sound player: everything in proportion, nothing neglected.

use super::style::Style;
use super::weights::Weights;

pub struct Balanced;

impl Style for Balanced {
    fn name(&self) -> &'static str {
        "balanced"
    }

    fn weights(&self) -> &'static Weights {
        &Weights::BALANCED
    }
}
