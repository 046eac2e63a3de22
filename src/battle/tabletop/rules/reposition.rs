//! Rule: Barrel roll, boost, decloak: where a base may be set down. (Rules Reference, "Barrel roll", "Boost", "Cloak")

use crate::geometry::{
    Base, Convex, Hand, Pose, Template, Vec2, overlap_base_base, overlap_base_polygon, roll_offset,
    strip_overlaps_polygon,
};

use super::super::battle::View;
use super::super::few::bits;

/// A barrel roll uses the straight 1.
pub const ROLL_LENGTH: f64 = 40.0;
/// A decloak uses the straight 2.
pub const DECLOAK_LENGTH: f64 = 80.0;
/// How far back, level or forward a roll is placed, as a share of what the template allows.
pub const ROLL_SHARES: [f64; 3] = [-1.0, 0.0, 1.0];

/// True where a ship set down at `pose` overlaps no other ship and stands on the board.
pub fn stands_free(view: View<'_>, ship: usize, pose: Pose) -> bool {
    let base = view.ship(ship).base;
    if !view.table.board.holds(base, pose) {
        return false;
    }
    !bits(view.state.on_board() & !(1 << ship)).any(|other| {
        let there = view.ship(other);
        overlap_base_base(base, there.base, pose.relative(there.pose))
    })
}

/// True where the base at `pose` lies on no obstacle. Mines are no obstacles.
fn free_of_obstacles(view: View<'_>, base: Base, pose: Pose) -> bool {
    !view.state.obstacles().iter().any(|obstacle| {
        let reach = base.radius() + obstacle.radius;
        obstacle.is_there
            && obstacle.kind.obstructs()
            && (obstacle.pose.position - pose.position).length_squared() < reach * reach
            && overlap_base_polygon(base, pose, &obstacle.outline)
    })
}

/// The end of a boost or a forward decloak, where it is legal.
pub fn forward(view: View<'_>, ship: usize, template: Template) -> Option<Pose> {
    let (base, start) = (view.ship(ship).base, view.ship(ship).pose);
    let end = start.then(template.end(base));
    let strip_free = !view.state.obstacles().iter().any(|obstacle| {
        obstacle.is_there
            && obstacle.kind.obstructs()
            && strip_overlaps_polygon(template, base, start, crate::geometry::PATH_END, &obstacle.outline)
    });
    (strip_free && stands_free(view, ship, end) && free_of_obstacles(view, base, end)).then_some(end)
}

/// The end of a barrel roll or a sideways decloak, where it is legal.
pub fn sideways(view: View<'_>, ship: usize, length: f64, hand: Hand, share: f64) -> Option<Pose> {
    let (base, start) = (view.ship(ship).base, view.ship(ship).pose);
    let end = start.then(roll_offset(base, length, hand, share));
    if !stands_free(view, ship, end) || !free_of_obstacles(view, base, end) {
        return None;
    }
    let template = roll_strip(base, length, start, end);
    let strip_free = !view.state.obstacles().iter().any(|obstacle| {
        obstacle.is_there && obstacle.kind.obstructs() && polygons_overlap(&template, &obstacle.outline)
    });
    strip_free.then_some(end)
}

/// The template between two bases of a roll or a sideways decloak: half the shift lies on either side.
pub fn roll_strip(base: Base, length: f64, start: Pose, end: Pose) -> Convex {
    let offset = start.relative(end);
    let sign = if offset.position.y < 0.0 { -1.0 } else { 1.0 };
    let gap = offset.position.y.abs() - 2.0 * base.half_width;
    let half_length = if base.half_width <= Base::SMALL.half_width { 10.0 } else { 0.5 * length };
    let center = Vec2::new(0.5 * offset.position.x, sign * (base.half_width + 0.5 * gap));
    let strip = Pose::new(center.x, center.y, crate::geometry::turn::NONE);
    Base { half_length, half_width: 0.5 * gap }.outline(start.then(strip))
}

/// Two convex polygons overlap where no side of either parts them.
pub fn polygons_overlap(a: &Convex, b: &Convex) -> bool {
    let parts = |first: &Convex, second: &Convex| {
        first
            .sides()
            .any(|(from, to)| second.corners().iter().all(|corner| (to - from).cross(*corner - from) <= 0.0))
    };
    !parts(a, b) && !parts(b, a)
}
