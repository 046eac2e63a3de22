//! Where a base stands and which way it looks.

use super::Vec2;

/// The centre of a base and its heading, a unit vector.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Pose {
    pub position: Vec2,
    pub heading: Vec2,
}

/// Unit vectors of the fixed turns, to compose with a heading.
pub mod turn {
    use super::Vec2;

    const SQRT_HALF: f64 = std::f64::consts::FRAC_1_SQRT_2;
    /// cos 30°, which is half the square root of 3.
    const COS_30: f64 = 0.866_025_403_784_438_6;

    pub const NONE: Vec2 = Vec2::new(1.0, 0.0);
    pub const LEFT_30: Vec2 = Vec2::new(COS_30, 0.5);
    pub const LEFT_45: Vec2 = Vec2::new(SQRT_HALF, SQRT_HALF);
    pub const LEFT_90: Vec2 = Vec2::new(0.0, 1.0);
    pub const RIGHT_90: Vec2 = Vec2::new(0.0, -1.0);
    pub const AROUND: Vec2 = Vec2::new(-1.0, 0.0);
}

impl Pose {
    pub const ORIGIN: Pose = Pose { position: Vec2::ZERO, heading: turn::NONE };

    #[inline]
    pub const fn new(x: f64, y: f64, heading: Vec2) -> Pose {
        Pose { position: Vec2::new(x, y), heading }
    }

    /// A pose given in this pose's frame, in the frame of the board. The heading is brought back to length 1, so
    /// that rounding does not pile up over a long battle.
    #[inline]
    pub fn then(self, step: Pose) -> Pose {
        Pose {
            position: self.position + step.position.turned(self.heading),
            heading: step.heading.turned(self.heading).normalized(),
        }
    }

    /// A pose of the board in this pose's frame: one relative pose instead of two.
    #[inline]
    pub fn relative(self, other: Pose) -> Pose {
        Pose {
            position: (other.position - self.position).turned_back(self.heading),
            heading: other.heading.turned_back(self.heading),
        }
    }

    /// A point of this pose's frame, in the frame of the board.
    #[inline]
    pub fn point(self, local: Vec2) -> Vec2 {
        self.position + local.turned(self.heading)
    }

    /// A point of the board, in this pose's frame.
    #[inline]
    pub fn local(self, point: Vec2) -> Vec2 {
        (point - self.position).turned_back(self.heading)
    }

    #[inline]
    pub fn turned(self, by: Vec2) -> Pose {
        Pose { position: self.position, heading: self.heading.turned(by).normalized() }
    }

    /// Mirrored at the x axis of the board.
    pub fn mirrored(self) -> Pose {
        Pose { position: self.position.mirrored(), heading: self.heading.mirrored() }
    }

    pub fn is_finite(self) -> bool {
        self.position.x.is_finite()
            && self.position.y.is_finite()
            && self.heading.x.is_finite()
            && self.heading.y.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_undoes_then() {
        let a = Pose::new(10.0, 20.0, Vec2::new(0.6, 0.8));
        let step = Pose::new(5.0, -3.0, turn::LEFT_45);
        let back = a.relative(a.then(step));
        assert!((back.position - step.position).length() < 1e-12);
        assert!((back.heading - step.heading).length() < 1e-12);
    }
}
