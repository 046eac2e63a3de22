//! A vector of the plane, which is also a complex number where headings are composed.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

#[derive(Debug, Clone, Copy, PartialEq, Default, serde::Serialize, serde::Deserialize)]
pub struct Vec2 {
    pub x: f64,
    pub y: f64,
}

impl Vec2 {
    pub const ZERO: Vec2 = Vec2 { x: 0.0, y: 0.0 };

    #[inline]
    pub const fn new(x: f64, y: f64) -> Vec2 {
        Vec2 { x, y }
    }

    #[inline]
    pub fn dot(self, other: Vec2) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Positive where `other` lies to the left of `self`.
    #[inline]
    pub fn cross(self, other: Vec2) -> f64 {
        self.x * other.y - self.y * other.x
    }

    #[inline]
    pub fn length_squared(self) -> f64 {
        self.dot(self)
    }

    #[inline]
    pub fn length(self) -> f64 {
        self.length_squared().sqrt()
    }

    /// Turned by the angle of the unit vector `by` (complex product).
    #[inline]
    pub fn turned(self, by: Vec2) -> Vec2 {
        Vec2 { x: self.x * by.x - self.y * by.y, y: self.x * by.y + self.y * by.x }
    }

    /// Turned back by the angle of the unit vector `by`.
    #[inline]
    pub fn turned_back(self, by: Vec2) -> Vec2 {
        Vec2 { x: self.x * by.x + self.y * by.y, y: self.y * by.x - self.x * by.y }
    }

    /// A quarter turn to the left.
    #[inline]
    pub fn left(self) -> Vec2 {
        Vec2 { x: -self.y, y: self.x }
    }

    /// The same direction with length 1; the zero vector points along x.
    #[inline]
    pub fn normalized(self) -> Vec2 {
        let length = self.length();
        if length <= 0.0 { Vec2 { x: 1.0, y: 0.0 } } else { self * (1.0 / length) }
    }

    #[inline]
    pub fn mirrored(self) -> Vec2 {
        Vec2 { x: self.x, y: -self.y }
    }
}

impl Add for Vec2 {
    type Output = Vec2;
    #[inline]
    fn add(self, other: Vec2) -> Vec2 {
        Vec2 { x: self.x + other.x, y: self.y + other.y }
    }
}

impl AddAssign for Vec2 {
    #[inline]
    fn add_assign(&mut self, other: Vec2) {
        *self = *self + other;
    }
}

impl Sub for Vec2 {
    type Output = Vec2;
    #[inline]
    fn sub(self, other: Vec2) -> Vec2 {
        Vec2 { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<f64> for Vec2 {
    type Output = Vec2;
    #[inline]
    fn mul(self, factor: f64) -> Vec2 {
        Vec2 { x: self.x * factor, y: self.y * factor }
    }
}

impl Neg for Vec2 {
    type Output = Vec2;
    #[inline]
    fn neg(self) -> Vec2 {
        Vec2 { x: -self.x, y: -self.y }
    }
}
