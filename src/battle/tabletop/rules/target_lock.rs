//! Rule: Target lock. (Rules Reference, "Target lock"; campaign rulebook, Planetary Ring)

use super::super::battle::View;
use super::firing_arc::ring_between;
use super::range::at_range;

/// The ruler's reach for a lock.
const LOCK_RANGE: u8 = 3;

/// True where a ship may lock that enemy now: range 1 to 3, no planetary ring in between.
pub fn may_lock(view: View<'_>, ship: usize, target: usize) -> bool {
    let other = view.ship(target);
    other.is_on_board()
        && other.targetable
        && other.side != view.ship(ship).side
        && at_range(view, ship, target, LOCK_RANGE)
        && !ring_between(view, ship, target)
}
