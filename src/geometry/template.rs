//! Maneuver templates: where a base ends, and every pose on the way.
//!
//! A base leaves from the middle of its front edge and arrives with the middle of its rear edge at the template's
//! end, so its centre runs half a base straight, then the template, then half a base straight. The path parameter
//! runs from 0 to 3, one unit for each of those three parts. On a curve it is proportional to the tangent of half
//! the angle, which makes sine and cosine rational: no trigonometry, the same bits everywhere.

use super::{Base, Pose, Vec2, turn};

/// The centre lines of the templates. Index is speed - 1.
const STRAIGHT_PER_SPEED: f64 = 40.0;
const BANK_RADIUS: [f64; 3] = [80.0, 130.0, 180.0];
const TURN_RADIUS: [f64; 3] = [35.0, 62.5, 90.0];
/// Tangent of half of 45 and of half of 90 degrees.
const BANK_TANGENT: f64 = std::f64::consts::SQRT_2 - 1.0;
const TURN_TANGENT: f64 = 1.0;

/// Half the width of every template.
pub(super) const HALF_STRIP: f64 = 10.0;

/// The path parameter of the full move.
pub const PATH_END: f64 = 3.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Curve {
    Straight,
    Bank,
    Turn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Hand {
    Left,
    Right,
}

impl Hand {
    pub const BOTH: [Hand; 2] = [Hand::Left, Hand::Right];

    /// +1 to the left, -1 to the right.
    #[inline]
    pub const fn sign(self) -> f64 {
        match self {
            Hand::Left => 1.0,
            Hand::Right => -1.0,
        }
    }
}

/// One template, laid at the front edge or, in reverse, at the rear edge. Speed 0 is a stationary maneuver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Template {
    pub curve: Curve,
    /// Means nothing on a straight.
    pub hand: Hand,
    pub speed: u8,
    pub reverse: bool,
}

impl Template {
    pub const STATIONARY: Template = Template::straight(0);

    pub const fn straight(speed: u8) -> Template {
        Template { curve: Curve::Straight, hand: Hand::Left, speed, reverse: false }
    }

    pub const fn bank(hand: Hand, speed: u8) -> Template {
        Template { curve: Curve::Bank, hand, speed, reverse: false }
    }

    pub const fn turn(hand: Hand, speed: u8) -> Template {
        Template { curve: Curve::Turn, hand, speed, reverse: false }
    }

    /// The centre line: its length on a straight, its radius on a curve.
    #[inline]
    pub(super) fn measure(self) -> f64 {
        match self.curve {
            Curve::Straight => STRAIGHT_PER_SPEED * f64::from(self.speed),
            Curve::Bank => BANK_RADIUS[curve_index(self.speed)],
            Curve::Turn => TURN_RADIUS[curve_index(self.speed)],
        }
    }

    /// Tangent of half the angle of the curve; 0 on a straight.
    #[inline]
    pub(super) fn half_tangent(self) -> f64 {
        match self.curve {
            Curve::Straight => 0.0,
            Curve::Bank => BANK_TANGENT,
            Curve::Turn => TURN_TANGENT,
        }
    }

    /// The full end pose in the frame of the start.
    #[inline]
    pub fn end(self, base: Base) -> Pose {
        self.at(base, PATH_END)
    }

    /// The pose at a path parameter in 0..=3, in the frame of the start.
    pub fn at(self, base: Base, parameter: f64) -> Pose {
        if self.speed == 0 {
            return Pose::ORIGIN;
        }
        let half = base.half_length;
        let before = parameter.min(1.0) * half;
        let along = (parameter - 1.0).clamp(0.0, 1.0);
        let after = (parameter - 2.0).max(0.0) * half;
        let (position, heading) = match self.curve {
            Curve::Straight => (Vec2::new(before + along * self.measure() + after, 0.0), turn::NONE),
            Curve::Bank | Curve::Turn => {
                let radius = self.measure();
                let heading =
                    if 1.0 <= along { self.full_turn() } else { half_angle(along * self.half_tangent()) };
                let curve = Vec2::new(radius * heading.y, radius * (1.0 - heading.x));
                (Vec2::new(before, 0.0) + curve + heading * after, heading)
            }
        };
        self.oriented(Pose { position, heading })
    }

    /// The turn of the whole curve, exact.
    #[inline]
    fn full_turn(self) -> Vec2 {
        match self.curve {
            Curve::Straight => turn::NONE,
            Curve::Bank => turn::LEFT_45,
            Curve::Turn => turn::LEFT_90,
        }
    }

    /// From a forward left template to this one's hand and direction.
    #[inline]
    fn oriented(self, pose: Pose) -> Pose {
        let side = if self.curve == Curve::Straight { 1.0 } else { self.hand.sign() };
        let ahead = if self.reverse { -1.0 } else { 1.0 };
        Pose {
            position: Vec2::new(ahead * pose.position.x, side * pose.position.y),
            heading: Vec2::new(pose.heading.x, ahead * side * pose.heading.y),
        }
    }

    /// A circle around the strip: the ends of a curve of at most 90 degrees span a diameter that holds its middle line.
    pub fn strip_circle(self, base: Base) -> (Vec2, f64) {
        let (from, to) = (self.at(base, 1.0).position, self.at(base, 2.0).position);
        ((from + to) * 0.5, 0.5 * (to - from).length() + std::f64::consts::SQRT_2 * HALF_STRIP)
    }

    /// No point of the base moves faster than this, in millimetres per unit of the path parameter.
    pub(super) fn top_rate(self, base: Base) -> f64 {
        let template = match self.curve {
            Curve::Straight => self.measure(),
            // The angle is twice the arc tangent, whose slope is at most 1.
            Curve::Bank | Curve::Turn => (self.measure() + base.radius()) * 2.0 * self.half_tangent(),
        };
        template.max(base.half_length)
    }
}

#[inline]
fn curve_index(speed: u8) -> usize {
    debug_assert!((1..=3).contains(&speed), "banks and turns have speeds 1 to 3");
    usize::from(speed.clamp(1, 3)) - 1
}

/// The unit vector of an angle, from the tangent of its half.
#[inline]
pub(super) fn half_angle(tangent: f64) -> Vec2 {
    let square = tangent * tangent;
    Vec2::new((1.0 - square) / (1.0 + square), 2.0 * tangent / (1.0 + square))
}

/// Where a base ends that rolls sideways over a straight template of `length`, shifted by `share` (-1..=1) of what
/// the template's place on the two sides allows. A small base rolls over the template's ends, a large one over its
/// long sides.
pub fn roll_offset(base: Base, length: f64, hand: Hand, share: f64) -> Pose {
    let (sideways, reach) = if base.half_width <= Base::SMALL.half_width {
        (2.0 * base.half_width + length, 2.0 * (base.half_length - HALF_STRIP))
    } else {
        (2.0 * base.half_width + 2.0 * HALF_STRIP, 2.0 * base.half_length - length)
    };
    Pose::new(share * reach, hand.sign() * sideways, turn::NONE)
}

/// Huge ships bank by 30 degrees on their own template: forward, sideways; index is speed - 1.
#[rustfmt::skip]
const HUGE_BANK: [[Vec2; 2]; 2] = [
    [Vec2::new(66.0, 18.0), Vec2::new(107.0, 23.0)], // short base
    [Vec2::new(69.0, 11.0), Vec2::new(112.0, 18.0)], // long base
];

/// The end pose of a huge ship's bank in the frame of its start. Its straights move 40 per speed, base not added.
pub fn huge_bank(base: Base, hand: Hand, speed: u8) -> Pose {
    let row = usize::from(Base::HUGE_SHORT.half_length < base.half_length);
    let step = HUGE_BANK[row][usize::from(speed.clamp(1, 2)) - 1];
    let heading = Vec2::new(turn::LEFT_30.x, hand.sign() * turn::LEFT_30.y);
    Pose { position: Vec2::new(step.x, hand.sign() * step.y), heading }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(base: Base, template: Template, x: f64, y: f64) {
        let end = template.end(base);
        assert!((end.position - Vec2::new(x, y)).length() < 0.08, "{template:?}: {end:?} is not {x}, {y}");
    }

    /// The table of centre displacements of the facts, to a tenth of a millimetre.
    #[test]
    fn templates_end_where_the_table_says() {
        use Hand::Left;
        for (speed, x) in [(1, 55.0), (2, 82.5), (3, 110.0)] {
            ends(Base::SMALL, Template::turn(Left, speed), x, x);
        }
        for (speed, x, y) in [(1, 90.7, 37.6), (2, 126.1, 52.2), (3, 161.4, 66.9)] {
            ends(Base::SMALL, Template::bank(Left, speed), x, y);
        }
        for (speed, x) in [(1, 75.0), (2, 102.5), (3, 130.0)] {
            ends(Base::LARGE, Template::turn(Left, speed), x, x);
        }
        for (speed, x, y) in [(1, 124.9, 51.7), (2, 160.2, 66.4), (3, 195.6, 81.0)] {
            ends(Base::LARGE, Template::bank(Left, speed), x, y);
        }
        for (speed, x) in [(1, 80.0), (2, 120.0), (3, 160.0), (4, 200.0), (5, 240.0)] {
            ends(Base::SMALL, Template::straight(speed), x, 0.0);
            ends(Base::LARGE, Template::straight(speed), x + 40.0, 0.0);
        }
    }

    #[test]
    fn reverse_left_bank_ends_behind_left_with_the_nose_turned_right() {
        let reverse = Template { reverse: true, ..Template::bank(Hand::Left, 1) };
        let end = reverse.end(Base::SMALL);
        assert!((end.position - Vec2::new(-90.71, 37.57)).length() < 0.02, "{end:?}");
        assert!((end.heading - Vec2::new(turn::LEFT_45.x, -turn::LEFT_45.y)).length() < 1e-15);
    }

    #[test]
    fn path_starts_at_the_start_and_has_no_jumps() {
        for template in [
            Template::straight(5),
            Template::turn(Hand::Right, 1),
            Template::bank(Hand::Left, 3),
            Template::STATIONARY,
        ] {
            for base in [Base::SMALL, Base::LARGE] {
                assert_eq!(template.at(base, 0.0), Pose::ORIGIN);
                let rate = template.top_rate(base);
                let mut last = base.corners(template.at(base, 0.0));
                for step in 1..=3000 {
                    let corners = base.corners(template.at(base, f64::from(step) / 1000.0));
                    for (now, before) in corners.iter().zip(last) {
                        assert!((*now - before).length() <= rate / 1000.0 + 1e-9, "{template:?} at {step}");
                    }
                    last = corners;
                }
            }
        }
    }

    #[test]
    fn rolls_shift_as_far_as_the_template_allows() {
        // Small: 40 + 40 sideways, the 20 wide template may lie 10 off on both sides: 20 in all.
        assert_eq!(roll_offset(Base::SMALL, 40.0, Hand::Left, 1.0), Pose::new(20.0, 80.0, turn::NONE));
        // Decloak: straight 2.
        assert_eq!(roll_offset(Base::SMALL, 80.0, Hand::Right, -1.0), Pose::new(-20.0, -120.0, turn::NONE));
        // Large: 80 + 20 sideways, the 40 long template may lie 20 off on both sides: 40 in all.
        assert_eq!(roll_offset(Base::LARGE, 40.0, Hand::Left, 1.0), Pose::new(40.0, 100.0, turn::NONE));
    }
}
