//! Does the strip of a template lie over a token?

use super::template::{HALF_STRIP, half_angle};
use super::{Base, Convex, Curve, Pose, Template, Vec2, overlap_base_polygon, turn};

/// True where the travelled part of the template, 20 mm wide, overlaps a polygon of the board. `parameter` is how
/// far the base came (see [`Template::at`]): the rest of the template was not travelled.
pub fn strip_overlaps_polygon(
    template: Template,
    base: Base,
    start: Pose,
    parameter: f64,
    polygon: &Convex,
) -> bool {
    let share = (parameter - 1.0).clamp(0.0, 1.0);
    if template.speed == 0 || share <= 0.0 || polygon.is_empty() {
        return false;
    }
    match template.curve {
        Curve::Straight => {
            let half_length = 0.5 * share * template.measure();
            let strip = Base { half_length, half_width: HALF_STRIP };
            let ahead = if template.reverse { -1.0 } else { 1.0 };
            let middle = Pose::new(ahead * (base.half_length + half_length), 0.0, turn::NONE);
            overlap_base_polygon(strip, start.then(middle), polygon)
        }
        Curve::Bank | Curve::Turn => {
            let radius = template.measure();
            let heading = half_angle(share * template.half_tangent());
            let center = Vec2::new(base.half_length, radius);
            let local = local_to(template, start, polygon);
            // The curve runs from straight below its centre counter-clockwise: clip to that wedge, then ask for the
            // distances from the centre that the rest of the polygon covers. It is connected, so they are an
            // interval.
            let last = Vec2::new(heading.y, -heading.x);
            let wedge = local.clipped(center, Vec2::new(0.0, -1.0)).clipped(center, -last);
            if wedge.is_empty() {
                return false;
            }
            let nearest = wedge.distance_squared_point(center).sqrt();
            nearest < radius + HALF_STRIP && radius - HALF_STRIP < wedge.radius_around(center)
        }
    }
}

/// The polygon in the frame of a forward left template.
fn local_to(template: Template, start: Pose, polygon: &Convex) -> Convex {
    let ahead = if template.reverse { -1.0 } else { 1.0 };
    let side = template.hand.sign();
    let mut corners = [Vec2::ZERO; 16];
    let count = polygon.corners().len();
    for (i, corner) in polygon.corners().iter().enumerate() {
        let local = start.local(*corner);
        corners[i] = Vec2::new(ahead * local.x, side * local.y);
    }
    if ahead * side < 0.0 {
        // One mirror turns the order of the corners around.
        corners[..count].reverse();
    }
    Convex::from_slice(&corners[..count])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Hand, PATH_END};

    fn rock(x: f64, y: f64) -> Convex {
        Base { half_length: 5.0, half_width: 5.0 }.outline(Pose::new(x, y, turn::NONE))
    }

    #[test]
    fn the_strip_is_twenty_wide_and_as_long_as_the_template() {
        let hits = |x, y| {
            strip_overlaps_polygon(Template::straight(2), Base::SMALL, Pose::ORIGIN, PATH_END, &rock(x, y))
        };
        // The strip covers x 20..100, y -10..10; the rock reaches 5 each way.
        assert!(hits(60.0, 14.9) && !hits(60.0, 15.1));
        assert!(hits(104.9, 0.0) && !hits(105.1, 0.0));
        assert!(hits(15.1, 0.0) && !hits(14.9, 0.0));
    }

    #[test]
    fn a_turn_passes_by_what_lies_inside_its_curve() {
        for hand in Hand::BOTH {
            let s = hand.sign();
            let hits = |x: f64, y: f64| {
                strip_overlaps_polygon(
                    Template::turn(hand, 3),
                    Base::SMALL,
                    Pose::ORIGIN,
                    PATH_END,
                    &rock(x, s * y),
                )
            };
            // Centre of the curve (20, 90), radius 90: the diagonal point is (20 + 63.6, 90 - 63.6).
            assert!(hits(83.6, 26.4));
            assert!(!hits(20.0, 90.0), "the centre of the curve is free");
            assert!(!hits(60.0, 50.0), "distance 56.6 from the centre, the strip begins at 80");
            assert!(hits(110.0, 88.0) && !hits(110.0, 96.0), "the template ends at y = 90");
            assert!(!hits(-20.0, 0.0), "nothing behind");
        }
    }

    #[test]
    fn only_the_travelled_part_counts() {
        let far = rock(110.0, 80.0);
        let hits = |parameter| {
            strip_overlaps_polygon(Template::turn(Hand::Left, 3), Base::SMALL, Pose::ORIGIN, parameter, &far)
        };
        assert!(hits(PATH_END) && hits(2.0));
        assert!(!hits(1.5) && !hits(0.5));
    }

    #[test]
    fn reverse_lies_behind_the_ship() {
        let reverse = Template { reverse: true, ..Template::bank(Hand::Left, 1) };
        // Mirror image of the forward bank: the middle of the strip at 22.5 degrees is
        // (20 + 80 sin, 80 (1 - cos)) = (50.6, 6.1).
        assert!(strip_overlaps_polygon(reverse, Base::SMALL, Pose::ORIGIN, PATH_END, &rock(-50.6, 6.1)));
        assert!(!strip_overlaps_polygon(reverse, Base::SMALL, Pose::ORIGIN, PATH_END, &rock(50.6, 6.1)));
    }
}
