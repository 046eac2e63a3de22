//! Does a measuring line cross a token?

use super::{Convex, Vec2};

/// True where the segment passes through the polygon or ends in it. Grazing a corner or a side is no crossing.
pub fn segment_crosses(from: Vec2, to: Vec2, polygon: &Convex) -> bool {
    // Clip the segment by every side (Cyrus and Beck); something must be left of it.
    let along = to - from;
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (corner, next) in polygon.sides() {
        let side = next - corner;
        let start = side.cross(from - corner);
        let slope = side.cross(along);
        if slope == 0.0 {
            if start <= 0.0 {
                return false;
            }
        } else if 0.0 < slope {
            enter = enter.max(-start / slope);
        } else {
            leave = leave.min(-start / slope);
        }
        if leave <= enter {
            return false;
        }
    }
    !polygon.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Base, Pose};

    #[test]
    fn a_line_through_a_token_crosses_it() {
        let square = Base::SMALL.outline(Pose::ORIGIN);
        let crosses = |x0, y0, x1, y1| segment_crosses(Vec2::new(x0, y0), Vec2::new(x1, y1), &square);
        assert!(crosses(-50.0, 0.0, 50.0, 0.0));
        assert!(crosses(-50.0, -30.0, 50.0, 60.0));
        assert!(!crosses(-50.0, 0.0, -21.0, 0.0), "ends before it");
        assert!(!crosses(-50.0, 21.0, 50.0, 21.0), "passes beside it");
        assert!(!crosses(-50.0, 20.0, 50.0, 20.0), "grazes a side");
        assert!(crosses(0.0, 0.0, 1.0, 1.0), "lies inside");
    }
}
