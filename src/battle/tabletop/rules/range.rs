//! Rule: Range. (Rules Reference, "Range")
//!
//! From the closest point of one base to the closest point of the other, edge to edge.

use crate::geometry::{distance_base_base, range_band};

use super::super::battle::View;
use super::super::few::bits;

/// Distance in millimetres between two ships.
#[inline]
pub fn distance(view: View<'_>, a: usize, b: usize) -> f64 {
    let (ship, other) = (view.ship(a), view.ship(b));
    distance_base_base(ship.base, other.base, ship.pose.relative(other.pose))
}

/// The range band between two ships; 6 for anything farther than the longest ruler.
#[inline]
pub fn range(view: View<'_>, a: usize, b: usize) -> u8 {
    range_band(distance(view, a, b))
}

/// True where the closest points are no farther apart than `bands`; cheap where they clearly are.
pub fn at_range(view: View<'_>, a: usize, b: usize, bands: u8) -> bool {
    let (ship, other) = (view.ship(a), view.ship(b));
    let limit = f64::from(bands) * crate::geometry::RANGE_BAND;
    let reach = limit + ship.base.radius() + other.base.radius();
    let apart = (other.pose.position - ship.pose.position).length_squared();
    apart <= reach * reach && distance(view, a, b) <= limit
}

/// Ships of the mask at that range or nearer, `of` itself not counted.
pub fn ships_at_range(view: View<'_>, of: usize, among: u32, bands: u8) -> u32 {
    bits(among & !(1 << of))
        .filter(|other| at_range(view, of, *other, bands))
        .fold(0, |mask, i| mask | 1 << i)
}
