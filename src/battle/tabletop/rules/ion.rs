//! Rule: Ion. (Rules Reference, "Ion")

use super::super::battle::View;

/// Tokens that ionize a ship: one for a small base, two for a large one.
const IONIZED: [u8; 2] = [1, 2];

/// The speed of the white straight that an ionized ship flies.
pub const ION_SPEED: u8 = 1;

pub fn is_ionized(view: View<'_>, ship: usize) -> bool {
    IONIZED[usize::from(view.loadout(ship).is_large())] <= view.ship(ship).ion
}
