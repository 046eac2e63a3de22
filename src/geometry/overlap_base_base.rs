//! Do two bases overlap? Separating axes of oriented rectangles and of polygons.

use super::{Base, Convex, Pose, Vec2};

/// Less than this overlap, in millimetres, is none: bases that just touch do not overlap.
pub const OVERLAP_TOLERANCE: f64 = 1e-6;

/// How deep two rectangles overlap: the least shift that parts them. Positive means overlap, negative apart
/// (then a bound below the true gap).
#[inline]
pub fn penetration_base_base(a: Base, b: Base, relative: Pose) -> f64 {
    let Pose { position, heading } = relative;
    let (cos, sin) = (heading.x.abs(), heading.y.abs());
    // Axes of a.
    let along_a = a.half_length + b.half_length * cos + b.half_width * sin - position.x.abs();
    let across_a = a.half_width + b.half_length * sin + b.half_width * cos - position.y.abs();
    // Axes of b.
    let in_b = position.turned_back(heading);
    let along_b = b.half_length + a.half_length * cos + a.half_width * sin - in_b.x.abs();
    let across_b = b.half_width + a.half_length * sin + a.half_width * cos - in_b.y.abs();
    along_a.min(across_a).min(along_b).min(across_b)
}

/// True where base `b` at `relative` (in the frame of `a`) overlaps base `a` by more than a touch.
#[inline]
pub fn overlap_base_base(a: Base, b: Base, relative: Pose) -> bool {
    let reach = a.radius() + b.radius();
    if reach * reach <= relative.position.length_squared() {
        return false;
    }
    OVERLAP_TOLERANCE < penetration_base_base(a, b, relative)
}

/// True where a base overlaps a polygon of the board by more than a touch.
pub fn overlap_base_polygon(base: Base, pose: Pose, polygon: &Convex) -> bool {
    if polygon.is_empty() {
        return false;
    }
    // Axes of the base: the polygon in the base's frame.
    let (mut low, mut high) =
        (Vec2::new(f64::INFINITY, f64::INFINITY), Vec2::new(-f64::INFINITY, -f64::INFINITY));
    for corner in polygon.corners() {
        let local = pose.local(*corner);
        low = Vec2::new(low.x.min(local.x), low.y.min(local.y));
        high = Vec2::new(high.x.max(local.x), high.y.max(local.y));
    }
    if base.half_length - low.x <= OVERLAP_TOLERANCE
        || high.x + base.half_length <= OVERLAP_TOLERANCE
        || base.half_width - low.y <= OVERLAP_TOLERANCE
        || high.y + base.half_width <= OVERLAP_TOLERANCE
    {
        return false;
    }
    // Axes of the polygon's sides: a side with all corners of the base on its right parts them.
    let corners = base.corners(pose);
    !polygon.sides().any(|(from, to)| {
        let along = to - from;
        let tolerance = OVERLAP_TOLERANCE * along.length();
        corners.iter().all(|corner| along.cross(*corner - from) <= tolerance)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::turn;

    #[test]
    fn bases_side_by_side_touch_without_overlap() {
        assert!(!overlap_base_base(Base::SMALL, Base::SMALL, Pose::new(40.0, 0.0, turn::NONE)));
        assert!(overlap_base_base(Base::SMALL, Base::SMALL, Pose::new(39.9, 39.9, turn::NONE)));
        assert!(!overlap_base_base(Base::SMALL, Base::LARGE, Pose::new(60.0, 10.0, turn::LEFT_90)));
    }

    #[test]
    fn a_corner_turned_by_45_degrees_reaches_farther() {
        // Half diagonal of a small base 28.28: together with 20 it reaches 48.28.
        assert!(overlap_base_base(Base::SMALL, Base::SMALL, Pose::new(48.2, 0.0, turn::LEFT_45)));
        assert!(!overlap_base_base(Base::SMALL, Base::SMALL, Pose::new(48.3, 0.0, turn::LEFT_45)));
    }

    #[test]
    fn polygon_and_base_agree_for_a_rectangle() {
        for step in 0..200 {
            let x = f64::from(step) * 0.7;
            let pose = Pose::new(x, 31.0, turn::LEFT_30);
            let outline = Base::LARGE.outline(pose);
            assert_eq!(
                overlap_base_base(Base::SMALL, Base::LARGE, pose),
                overlap_base_polygon(Base::SMALL, Pose::ORIGIN, &outline),
                "{x}"
            );
        }
    }
}
