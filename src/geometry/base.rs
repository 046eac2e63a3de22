//! The rectangles that ships stand on.

use super::{Convex, Pose, Vec2};

/// Half the length (along the heading) and half the width of a base.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Base {
    pub half_length: f64,
    pub half_width: f64,
}

impl Base {
    pub const SMALL: Base = Base { half_length: 20.0, half_width: 20.0 };
    pub const LARGE: Base = Base { half_length: 40.0, half_width: 40.0 };
    /// GR-75 and Gozanti.
    pub const HUGE_SHORT: Base = Base { half_length: 97.5, half_width: 40.0 };
    /// CR-90 and Raider.
    pub const HUGE_LONG: Base = Base { half_length: 112.0, half_width: 40.0 };

    /// The four corners in the frame of the board, counter-clockwise from the front left.
    #[inline]
    pub fn corners(self, pose: Pose) -> [Vec2; 4] {
        let forward = pose.heading * self.half_length;
        let left = pose.heading.left() * self.half_width;
        let center = pose.position;
        [center + forward + left, center - forward + left, center - forward - left, center + forward - left]
    }

    pub fn outline(self, pose: Pose) -> Convex {
        Convex::from_slice(&self.corners(pose))
    }

    /// Square of the distance from the centre to a corner.
    #[inline]
    pub fn radius_squared(self) -> f64 {
        self.half_length * self.half_length + self.half_width * self.half_width
    }

    /// Distance from the centre to a corner.
    #[inline]
    pub fn radius(self) -> f64 {
        self.radius_squared().sqrt()
    }

    /// Distance from the centre to the nearest side.
    #[inline]
    pub fn inner_radius(self) -> f64 {
        self.half_length.min(self.half_width)
    }
}
