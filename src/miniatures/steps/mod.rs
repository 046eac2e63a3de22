//! The steps of "Beginning of round", one file each, in the words of the guide.

pub mod after_initiative;
pub mod anticipation;
pub mod initiative_dice;
pub mod luck;
pub mod sense_the_future;
pub mod tactician;
pub mod tactics_broker;
pub mod tie_for_high;
pub mod winner;

pub use tactician::initiative_checks;
pub use tie_for_high::is_tied_for_high;
pub use winner::{Standing, standing};

use crate::chance::Chance;

/// Draws a yes with the probability that a policy gave; a certain answer draws nothing.
#[inline]
pub(super) fn decided(chance: &mut impl Chance, probability: f64) -> bool {
    if probability <= 0.0 {
        false
    } else if 1.0 <= probability {
        true
    } else {
        chance.likely(probability)
    }
}
