//! A convex polygon of a few corners, counter-clockwise, without allocation.

use super::{Pose, Vec2};

/// At most as many corners as an octagon clipped by two lines and a rectangle can have.
const MOST_CORNERS: usize = 14;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Convex {
    corners: [Vec2; MOST_CORNERS],
    count: u8,
}

impl Convex {
    pub const EMPTY: Convex = Convex { corners: [Vec2::ZERO; MOST_CORNERS], count: 0 };

    /// The corners in counter-clockwise order.
    pub fn from_slice(corners: &[Vec2]) -> Convex {
        debug_assert!(corners.len() <= MOST_CORNERS, "a polygon of the board has few corners");
        let mut polygon = Convex::EMPTY;
        polygon.corners[..corners.len()].copy_from_slice(corners);
        polygon.count = corners.len() as u8;
        polygon
    }

    #[inline]
    pub fn corners(&self) -> &[Vec2] {
        &self.corners[..usize::from(self.count)]
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Each side as its two ends.
    #[inline]
    pub fn sides(&self) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
        let corners = self.corners();
        (0..corners.len()).map(move |i| (corners[i], corners[if i + 1 < corners.len() { i + 1 } else { 0 }]))
    }

    /// The part on the left of the directed line through `origin`, the line included.
    pub fn clipped(&self, origin: Vec2, direction: Vec2) -> Convex {
        let mut clipped = Convex::EMPTY;
        let mut push = |corner: Vec2| {
            if usize::from(clipped.count) < MOST_CORNERS {
                clipped.corners[usize::from(clipped.count)] = corner;
                clipped.count += 1;
            }
        };
        for (from, to) in self.sides() {
            let from_side = direction.cross(from - origin);
            let to_side = direction.cross(to - origin);
            if 0.0 <= from_side {
                push(from);
            }
            if (from_side < 0.0 && 0.0 < to_side) || (0.0 < from_side && to_side < 0.0) {
                push(from + (to - from) * (from_side / (from_side - to_side)));
            }
        }
        clipped
    }

    /// The same polygon moved from its own frame to where `pose` stands.
    pub fn placed(&self, pose: Pose) -> Convex {
        let mut placed = *self;
        for corner in &mut placed.corners[..usize::from(self.count)] {
            *corner = pose.point(*corner);
        }
        placed
    }

    /// True for a point inside or on the border.
    pub fn contains(&self, point: Vec2) -> bool {
        !self.is_empty() && self.sides().all(|(from, to)| 0.0 <= (to - from).cross(point - from))
    }

    /// Squared distance from a point; 0 inside.
    pub fn distance_squared_point(&self, point: Vec2) -> f64 {
        if self.contains(point) {
            return 0.0;
        }
        self.sides()
            .map(|(from, to)| (nearest_on_segment(from, to, point) - point).length_squared())
            .fold(f64::INFINITY, f64::min)
    }

    /// The distance between boxes around this and another polygon: never more than that between the polygons, and found
    /// much faster.
    pub fn distance_of_boxes(&self, other: &Convex) -> f64 {
        let (low, high) = self.bounds();
        let (other_low, other_high) = other.bounds();
        let x = (other_low.x - high.x).max(low.x - other_high.x).max(0.0);
        let y = (other_low.y - high.y).max(low.y - other_high.y).max(0.0);
        Vec2::new(x, y).length()
    }

    /// The lowest and the highest coordinates of the corners.
    fn bounds(&self) -> (Vec2, Vec2) {
        let (mut low, mut high) =
            (Vec2::new(f64::INFINITY, f64::INFINITY), Vec2::new(-f64::INFINITY, -f64::INFINITY));
        for corner in self.corners() {
            low = Vec2::new(low.x.min(corner.x), low.y.min(corner.y));
            high = Vec2::new(high.x.max(corner.x), high.y.max(corner.y));
        }
        (low, high)
    }

    /// Distance from `center` to the farthest corner.
    pub fn radius_around(&self, center: Vec2) -> f64 {
        self.corners().iter().map(|corner| (*corner - center).length_squared()).fold(0.0, f64::max).sqrt()
    }

    pub fn area(&self) -> f64 {
        self.sides().map(|(from, to)| from.cross(to)).sum::<f64>() / 2.0
    }
}

/// The point of a segment that is nearest to `point`.
#[inline]
pub(super) fn nearest_on_segment(from: Vec2, to: Vec2, point: Vec2) -> Vec2 {
    let along = to - from;
    let length_squared = along.length_squared();
    if length_squared <= 0.0 {
        return from;
    }
    let share = ((point - from).dot(along) / length_squared).clamp(0.0, 1.0);
    from + along * share
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Base, Pose};

    #[test]
    fn half_of_a_square_is_clipped_off() {
        let square = Base::SMALL.outline(Pose::ORIGIN);
        assert_eq!(square.area(), 1600.0);
        // Left of the x axis lies the upper half: 40 by 20.
        let half = square.clipped(Vec2::ZERO, Vec2::new(1.0, 0.0));
        assert_eq!(half.area(), 800.0);
        assert!(half.contains(Vec2::new(0.0, 0.0)) && !half.contains(Vec2::new(0.0, -0.1)));
    }

    #[test]
    fn boxes_are_never_farther_apart_than_what_they_hold() {
        let square = Base::SMALL.outline(Pose::ORIGIN);
        // Side by side the box is the square itself, corner to corner it is larger.
        for (x, y, heading) in [
            (90.0, 0.0, Vec2::new(1.0, 0.0)),
            (70.0, 80.0, Vec2::new(0.6, 0.8)),
            (5.0, 5.0, Vec2::new(0.0, 1.0)),
        ] {
            let other = Base::LARGE.outline(Pose { position: Vec2::new(x, y), heading });
            let apart = crate::geometry::distance_polygon_polygon(&square, &other);
            assert!(square.distance_of_boxes(&other) <= apart + 1e-9);
        }
        // From 20 to 90 - 40.
        let other =
            Base::LARGE.outline(Pose { position: Vec2::new(90.0, 0.0), heading: Vec2::new(1.0, 0.0) });
        assert_eq!(square.distance_of_boxes(&other), 30.0);
    }

    #[test]
    fn distance_to_a_polygon_is_to_its_side_or_corner() {
        let square = Base::SMALL.outline(Pose::ORIGIN);
        assert_eq!(square.distance_squared_point(Vec2::new(50.0, 0.0)), 900.0);
        assert_eq!(square.distance_squared_point(Vec2::new(23.0, 24.0)), 25.0);
        assert_eq!(square.distance_squared_point(Vec2::new(3.0, 4.0)), 0.0);
    }
}
