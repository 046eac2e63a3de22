//! The distance between two bases, edge to edge, and the closest lines between them.

use super::convex::nearest_on_segment;
use super::{Base, Convex, Pose, Vec2, overlap_base_base};

/// Lines this much longer than the shortest count as closest too: parallel sides have many.
const TIE: f64 = 1e-7;

/// The closest lines between two bases. Parallel sides have a whole band of them, given by its two ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClosestLines {
    pub distance: f64,
    /// From the first base to the second.
    pub lines: [(Vec2, Vec2); 2],
}

/// Distance between two bases; 0 where they touch or overlap. `relative` is `b` in the frame of `a`.
pub fn distance_base_base(a: Base, b: Base, relative: Pose) -> f64 {
    if overlap_base_base(a, b, relative) {
        return 0.0;
    }
    // Two convex shapes apart are nearest at a corner of one of them.
    let mut nearest = f64::INFINITY;
    for corner in b.corners(relative) {
        nearest = nearest.min(outside(a, corner));
    }
    let back = Pose::ORIGIN.relative_of(relative);
    for corner in a.corners(back) {
        nearest = nearest.min(outside(b, corner));
    }
    nearest.sqrt()
}

impl Pose {
    /// The origin seen from `other`: the inverse of a relative pose.
    #[inline]
    fn relative_of(self, other: Pose) -> Pose {
        other.relative(self)
    }
}

/// Squared distance of a point of the base's frame from the base.
#[inline]
fn outside(base: Base, local: Vec2) -> f64 {
    let x = (local.x.abs() - base.half_length).max(0.0);
    let y = (local.y.abs() - base.half_width).max(0.0);
    x * x + y * y
}

/// Distance from a base to a point of the board; 0 under the base.
#[inline]
pub fn distance_base_point(base: Base, pose: Pose, point: Vec2) -> f64 {
    outside(base, pose.local(point)).sqrt()
}

/// Distance from a base to a polygon of the board; 0 where they overlap.
pub fn distance_base_polygon(base: Base, pose: Pose, polygon: &Convex) -> f64 {
    if super::overlap_base_polygon(base, pose, polygon) {
        return 0.0;
    }
    closest_lines_polygon(base, pose, polygon).distance
}

/// Distance between two polygons of the board; 0 where they touch or overlap.
pub fn distance_polygon_polygon(a: &Convex, b: &Convex) -> f64 {
    let parted = |first: &Convex, second: &Convex| {
        first
            .sides()
            .any(|(from, to)| second.corners().iter().all(|corner| (to - from).cross(*corner - from) <= 0.0))
    };
    if !parted(a, b) && !parted(b, a) {
        return 0.0;
    }
    let from_corners = |first: &Convex, second: &Convex| {
        let nearest = first.corners().iter().map(|corner| second.distance_squared_point(*corner));
        nearest.fold(f64::INFINITY, f64::min)
    };
    from_corners(a, b).min(from_corners(b, a)).sqrt()
}

/// The farthest that a point of `a` lies from the polygon `b`: within a range where that is within it.
pub fn reach_polygon_polygon(a: &Convex, b: &Convex) -> f64 {
    // The distance to a convex shape is convex, so its greatest value is at a corner.
    a.corners().iter().map(|corner| b.distance_squared_point(*corner)).fold(0.0, f64::max).sqrt()
}

/// The closest lines between two bases of the board that do not overlap.
pub fn closest_lines(a: Base, a_pose: Pose, b: Base, b_pose: Pose) -> ClosestLines {
    closest_lines_polygon(a, a_pose, &b.outline(b_pose))
}

/// The closest lines from a base to a polygon of the board (an arc-clipped base, a token).
pub fn closest_lines_polygon(base: Base, pose: Pose, polygon: &Convex) -> ClosestLines {
    let mut found = Nearest::NOTHING;
    for corner in polygon.corners() {
        let local = pose.local(*corner);
        let on_base = Vec2::new(
            local.x.clamp(-base.half_length, base.half_length),
            local.y.clamp(-base.half_width, base.half_width),
        );
        found.offer(pose.point(on_base), *corner);
    }
    for corner in base.corners(pose) {
        for (from, to) in polygon.sides() {
            found.offer(corner, nearest_on_segment(from, to, corner));
        }
    }
    found.lines()
}

/// Keeps the shortest line and, among equally short ones, the pair farthest apart.
struct Nearest {
    squared: f64,
    first: (Vec2, Vec2),
    second: (Vec2, Vec2),
}

impl Nearest {
    const NOTHING: Nearest =
        Nearest { squared: f64::INFINITY, first: (Vec2::ZERO, Vec2::ZERO), second: (Vec2::ZERO, Vec2::ZERO) };

    fn offer(&mut self, from: Vec2, to: Vec2) {
        let squared = (to - from).length_squared();
        let line = (from, to);
        if squared < self.squared - TIE * (1.0 + self.squared) || self.squared == f64::INFINITY {
            *self = Nearest { squared, first: line, second: line };
        } else if squared <= self.squared + TIE * (1.0 + self.squared) {
            let spread = (self.second.0 - self.first.0).length_squared();
            if spread < (line.0 - self.first.0).length_squared() {
                self.second = line;
            }
        }
    }

    fn lines(self) -> ClosestLines {
        ClosestLines { distance: self.squared.sqrt(), lines: [self.first, self.second] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::turn;

    #[test]
    fn range_is_measured_between_edges_not_corners() {
        // A large base 130 ahead and 50 to the side, turned by 45 degrees: its nearest corner lies at
        // 130 - 56.57 = 73.43 before the centre line of the small base, 50 to the side; the small base's side
        // ends at 20. Corner to corner would be another line: sqrt(53.43^2 + 30^2) = 61.28.
        let d = distance_base_base(Base::SMALL, Base::LARGE, Pose::new(130.0, 50.0, turn::LEFT_45));
        assert!((d - 61.277).abs() < 1e-3, "{d}");
        // Two small bases facing each other with a sideways shift of 25: 60 between the sides, although every
        // corner-to-corner line is longer (sqrt(60^2 + 15^2) = 61.8).
        let d = distance_base_base(Base::SMALL, Base::SMALL, Pose::new(100.0, 25.0, turn::AROUND));
        assert!((d - 60.0).abs() < 1e-12);
    }

    #[test]
    fn polygons_are_as_far_apart_as_the_bases_they_outline() {
        for step in 0..60 {
            let pose = Pose::new(90.0 + f64::from(step), 3.0 * f64::from(step), turn::LEFT_30);
            let exact = distance_base_base(Base::SMALL, Base::LARGE, pose);
            let (a, b) = (Base::SMALL.outline(Pose::ORIGIN), Base::LARGE.outline(pose));
            assert!((distance_polygon_polygon(&a, &b) - exact).abs() < 1e-9);
            assert!(exact <= reach_polygon_polygon(&a, &b));
        }
        // A small base 60 ahead: its far side is 80 - 20 = 60 from the near base.
        let (a, b) =
            (Base::SMALL.outline(Pose::new(60.0, 0.0, turn::NONE)), Base::SMALL.outline(Pose::ORIGIN));
        assert!((reach_polygon_polygon(&a, &b) - 60.0).abs() < 1e-9);
    }

    #[test]
    fn parallel_sides_have_a_band_of_closest_lines() {
        let found = closest_lines(Base::SMALL, Pose::ORIGIN, Base::SMALL, Pose::new(100.0, 10.0, turn::NONE));
        assert!((found.distance - 60.0).abs() < 1e-9);
        let mut heights = found.lines.map(|line| line.0.y);
        heights.sort_by(f64::total_cmp);
        // The sides overlap sideways from -10 to 20.
        assert!((heights[0] + 10.0).abs() < 1e-9 && (heights[1] - 20.0).abs() < 1e-9, "{heights:?}");
    }
}
