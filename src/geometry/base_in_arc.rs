//! Which part of a base lies in a firing arc, and how far away that part is.

use super::{Base, ClosestLines, Convex, Pose, Vec2, closest_lines_polygon};

/// A wedge in the frame of the ship that fires: counter-clockwise from one border to the other, at most 180 degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arc {
    /// The apex lies this far ahead of the base's centre (sections of huge ships; else 0).
    pub apex: f64,
    /// Right border and left border, unit vectors.
    pub right: Vec2,
    pub left: Vec2,
}

/// Half of the printed front arc, as the unit vector of its left border: 40.62 degrees on a small base, 41.76 on a
/// large one.
const SMALL_BORDER: Vec2 = Vec2::new(0.759_044_098_026_473_7, 0.651_039_213_297_614_7);
const LARGE_BORDER: Vec2 = Vec2::new(0.745_941_145_424_182_2, 0.666_011_867_434_251_6);

/// What was measured in an arc.
pub type ArcMeasure = ClosestLines;

impl Arc {
    #[inline]
    const fn border(base: Base) -> Vec2 {
        if base.half_width <= Base::SMALL.half_width { SMALL_BORDER } else { LARGE_BORDER }
    }

    const fn wedge(right: Vec2, left: Vec2) -> Arc {
        Arc { apex: 0.0, right, left }
    }

    pub const fn front(base: Base) -> Arc {
        let border = Arc::border(base);
        Arc::wedge(Vec2::new(border.x, -border.y), border)
    }

    pub const fn rear(base: Base) -> Arc {
        let border = Arc::border(base);
        Arc::wedge(Vec2::new(-border.x, border.y), Vec2::new(-border.x, -border.y))
    }

    /// What lies between front and rear arc on the left.
    pub const fn left_quadrant(base: Base) -> Arc {
        let border = Arc::border(base);
        Arc::wedge(border, Vec2::new(-border.x, border.y))
    }

    pub const fn right_quadrant(base: Base) -> Arc {
        let border = Arc::border(base);
        Arc::wedge(Vec2::new(-border.x, -border.y), Vec2::new(border.x, -border.y))
    }

    /// The forward half plane through the base's centre.
    pub const FORWARD_HALF: Arc = Arc::wedge(Vec2::new(0.0, -1.0), Vec2::new(0.0, 1.0));

    /// True where a point of the ship's frame lies in the arc or on its border.
    #[inline]
    pub fn holds(self, local: Vec2) -> bool {
        let from_apex = Vec2::new(local.x - self.apex, local.y);
        0.0 <= self.right.cross(from_apex) && self.left.cross(from_apex) <= 0.0
    }

    /// The part of a polygon of the board that lies in the arc of a ship at `pose`.
    pub fn clip(self, pose: Pose, polygon: &Convex) -> Convex {
        let apex = pose.point(Vec2::new(self.apex, 0.0));
        polygon.clipped(apex, self.right.turned(pose.heading)).clipped(apex, -self.left.turned(pose.heading))
    }
}

/// True where any part of the target's base lies in the arc.
pub fn base_in_arc(arc: Arc, pose: Pose, target: Base, target_pose: Pose) -> bool {
    let corners = target.corners(target_pose);
    // Most bases are in or out with a corner or altogether; the rest needs clipping.
    if corners.iter().any(|corner| arc.holds(pose.local(*corner))) {
        return true;
    }
    let apex = pose.point(Vec2::new(arc.apex, 0.0));
    let (right, left) = (arc.right.turned(pose.heading), arc.left.turned(pose.heading));
    let all_right = corners.iter().all(|corner| right.cross(*corner - apex) < 0.0);
    let all_left = corners.iter().all(|corner| 0.0 < left.cross(*corner - apex));
    if all_right || all_left {
        return false;
    }
    !arc.clip(pose, &Convex::from_slice(&corners)).is_empty()
}

/// The closest lines from the firing base to the part of the target in the arc; `None` where no part is.
pub fn distance_in_arc(
    base: Base,
    pose: Pose,
    arc: Arc,
    target: Base,
    target_pose: Pose,
) -> Option<ArcMeasure> {
    let outline = target.outline(target_pose);
    let in_arc = outline.corners().iter().filter(|corner| arc.holds(pose.local(**corner))).count();
    if in_arc == 4 {
        return Some(closest_lines_polygon(base, pose, &outline));
    }
    let part = arc.clip(pose, &outline);
    (!part.is_empty()).then(|| closest_lines_polygon(base, pose, &part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::turn;

    #[test]
    fn the_arc_lines_cross_the_front_edge_where_measured() {
        // Measured at 17.2 and 35.7 mm from the middle, to a tenth.
        assert!((20.0 * SMALL_BORDER.y / SMALL_BORDER.x - 17.2).abs() < 0.1);
        assert!((40.0 * LARGE_BORDER.y / LARGE_BORDER.x - 35.7).abs() < 0.1);
        assert!((SMALL_BORDER.length() - 1.0).abs() < 1e-15 && (LARGE_BORDER.length() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn ahead_is_front_and_astern_is_rear() {
        let small = Base::SMALL;
        let ahead = Pose::new(150.0, 0.0, turn::AROUND);
        let astern = Pose::new(-150.0, 10.0, turn::NONE);
        let abeam = Pose::new(0.0, 150.0, turn::NONE);
        let inside = |arc, target| base_in_arc(arc, Pose::ORIGIN, small, target);
        assert!(inside(Arc::front(small), ahead) && !inside(Arc::rear(small), ahead));
        assert!(inside(Arc::rear(small), astern) && !inside(Arc::front(small), astern));
        assert!(inside(Arc::left_quadrant(small), abeam) && !inside(Arc::right_quadrant(small), abeam));
        assert!(inside(Arc::FORWARD_HALF, abeam), "half of the base lies ahead of the centre line");
        assert!(!inside(Arc::FORWARD_HALF, astern));
    }

    #[test]
    fn a_base_wider_than_the_arc_is_in_it_without_a_corner() {
        // A large base right before the nose: its corners lie 40 to the sides at 22 ahead, outside the arc (19 and
        // 53 mm), but its middle is inside.
        let near = Pose::new(62.0, 0.0, turn::NONE);
        let front = Arc::front(Base::SMALL);
        assert!(base_in_arc(front, Pose::ORIGIN, Base::LARGE, near));
        let corners = Base::LARGE.corners(near);
        assert_eq!(corners.iter().filter(|corner| front.holds(**corner)).count(), 2, "the far corners");
        let measure = distance_in_arc(Base::SMALL, Pose::ORIGIN, front, Base::LARGE, near).expect("in arc");
        assert!((measure.distance - 2.0).abs() < 1e-9);
    }

    #[test]
    fn range_is_measured_to_the_part_in_arc() {
        // A base abeam of the nose: its nearest point is out of arc, so the range grows.
        let target = Pose::new(60.0, 100.0, turn::NONE);
        let front = Arc::front(Base::SMALL);
        let plain = super::super::distance_base_base(Base::SMALL, Base::SMALL, target);
        let in_arc = distance_in_arc(Base::SMALL, Pose::ORIGIN, front, Base::SMALL, target);
        // In arc is the corner beyond the line y = 0.8577 x: at x = 80 it starts at y 68.6, but the base begins at
        // y 80; at y = 80 the line stands at x = 93.3, beyond the base's 80. So no part is in arc.
        assert_eq!(in_arc, None);
        assert!((plain - (20.0_f64.powi(2) + 60.0_f64.powi(2)).sqrt()).abs() < 1e-9);
        // 20 mm farther ahead the corner (100, 80) is inside: nearest point in arc on the side y = 80 at x = 93.3.
        let target = Pose::new(80.0, 100.0, turn::NONE);
        let in_arc = distance_in_arc(Base::SMALL, Pose::ORIGIN, front, Base::SMALL, target).expect("in arc");
        let x = 80.0 * SMALL_BORDER.x / SMALL_BORDER.y;
        assert!((in_arc.distance - ((x - 20.0).powi(2) + 60.0_f64.powi(2)).sqrt()).abs() < 1e-9);
    }
}
