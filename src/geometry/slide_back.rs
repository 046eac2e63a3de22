//! A base that cannot stand at the end of its template slides back along it until it just no longer overlaps.

use super::{Base, OVERLAP_TOLERANCE, PATH_END, Pose, Template, penetration_base_base};

/// Gaps shorter than this, in millimetres of travel, may be missed on the way back.
const LEAST_STEP: f64 = 0.5;

/// The last overlapping and the first free place are brought together to this, in millimetres of travel.
pub const SLIDE_PRECISION: f64 = 1e-7;

/// Where a move ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slide {
    /// 3 for the full move, 0 for none of it.
    pub parameter: f64,
    pub pose: Pose,
    /// Bit `i`: the base stands against `others[i]`, the last it overlapped.
    pub touched: u32,
}

/// Moves a base from `start` along `template` and back as far as `others` demand. At most 32 others.
pub fn slide_back(template: Template, base: Base, start: Pose, others: &[(Base, Pose)]) -> Slide {
    slide_back_within(template, base, start, others, SLIDE_PRECISION)
}

/// The same, with the last free place found to within `precision` millimetres: enough for a guess.
pub fn slide_back_within(
    template: Template,
    base: Base,
    start: Pose,
    others: &[(Base, Pose)],
    precision: f64,
) -> Slide {
    let full = start.then(template.end(base));
    let (mut overlapped, mut depth) = overlaps(base, full, others);
    if overlapped == 0 || template.speed == 0 {
        return Slide { parameter: PATH_END, pose: full, touched: 0 };
    }
    let rate = template.top_rate(base);
    let least_step = LEAST_STEP.max(2.0 * precision);
    let mut high = PATH_END;
    let mut low;
    // No point of the base moves more than the step times the rate, so a step of depth over rate skips no gap.
    loop {
        low = high - depth.max(least_step) / rate;
        if low <= 0.0 {
            low = 0.0;
            break;
        }
        let (still, deeper) = overlaps(base, start.then(template.at(base, low)), others);
        if still == 0 {
            break;
        }
        (high, overlapped, depth) = (low, still, deeper);
    }
    // Low is free (the start always is), high overlaps.
    while precision < (high - low) * rate {
        let middle = 0.5 * (low + high);
        let (still, _) = overlaps(base, start.then(template.at(base, middle)), others);
        if still == 0 {
            low = middle;
        } else {
            (high, overlapped) = (middle, still);
        }
    }
    let pose = if low == 0.0 { start } else { start.then(template.at(base, low)) };
    Slide { parameter: low, pose, touched: overlapped }
}

/// Which of the others the base overlaps, and by how much at most.
fn overlaps(base: Base, pose: Pose, others: &[(Base, Pose)]) -> (u32, f64) {
    let mut overlapped = 0;
    let mut depth = 0.0_f64;
    for (i, (other, other_pose)) in others.iter().enumerate() {
        // No less than the square of both radii together, and no square root.
        if 2.0 * (base.radius_squared() + other.radius_squared())
            <= (other_pose.position - pose.position).length_squared()
        {
            continue;
        }
        let penetration = penetration_base_base(base, *other, pose.relative(*other_pose));
        if OVERLAP_TOLERANCE < penetration {
            overlapped |= 1 << i;
            depth = depth.max(penetration);
        }
    }
    (overlapped, depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Hand, overlap_base_base, turn};

    #[test]
    fn a_straight_move_stops_at_the_ship_in_the_way() {
        // Straight 3 would end at 160; a small base at 180 begins at 160, so the centre stops at 140.
        let wall = (Base::SMALL, Pose::new(180.0, 5.0, turn::LEFT_90));
        let slide = slide_back(Template::straight(3), Base::SMALL, Pose::ORIGIN, &[wall]);
        assert!((slide.pose.position.x - 140.0).abs() < 1e-5, "{slide:?}");
        assert_eq!(slide.touched, 1);
    }

    #[test]
    fn a_ship_jumps_over_another_if_its_end_is_free() {
        let midway = (Base::SMALL, Pose::new(100.0, 0.0, turn::NONE));
        let slide = slide_back(Template::straight(5), Base::SMALL, Pose::ORIGIN, &[midway]);
        assert_eq!(slide.pose.position.x, 240.0);
        assert_eq!(slide.touched, 0);
    }

    #[test]
    fn two_ships_in_a_row_send_it_back_behind_both() {
        let others = [
            (Base::SMALL, Pose::new(160.0, 0.0, turn::NONE)),
            (Base::SMALL, Pose::new(120.0, 0.0, turn::NONE)),
        ];
        let slide = slide_back(Template::straight(3), Base::SMALL, Pose::ORIGIN, &others);
        assert!((slide.pose.position.x - 80.0).abs() < 1e-5, "{slide:?}");
        assert_eq!(slide.touched, 0b10, "only the last one overlapped is touched");
    }

    #[test]
    fn hemmed_in_a_ship_stays_where_it_was() {
        let wall = (Base::LARGE, Pose::new(60.0, 0.0, turn::NONE));
        let slide = slide_back(Template::turn(Hand::Left, 1), Base::SMALL, Pose::ORIGIN, &[wall]);
        assert!(slide.pose.position.length() < 1e-5, "{slide:?}");
        assert_eq!(slide.touched, 1);
        assert!(!overlap_base_base(Base::SMALL, Base::LARGE, slide.pose.relative(wall.1)));
    }
}
