//! The outlines of cardboard tokens: own convex octagons with the measured length, width and area.

use super::{Base, Convex, Vec2};

/// Longest extent, narrowest extent and diameter of the disc of equal area, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outline {
    pub name: &'static str,
    pub length: f64,
    pub width: f64,
    pub disc: f64,
}

const fn outline(name: &'static str, length: f64, width: f64, disc: f64) -> Outline {
    Outline { name, length, width, disc }
}

/// The twelve unique asteroids: six of the core set, six of the later one.
#[rustfmt::skip]
pub const ASTEROIDS: [Outline; 12] = [
    outline("asteroid 1",  43.0, 31.0, 37.0),
    outline("asteroid 2",  51.0, 35.0, 40.0),
    outline("asteroid 3",  54.0, 35.0, 40.0),
    outline("asteroid 4",  71.0, 56.0, 59.0),
    outline("asteroid 5",  41.0, 30.0, 34.0),
    outline("asteroid 6",  51.0, 34.0, 37.0),
    outline("asteroid 7",  67.0, 45.0, 52.0),
    outline("asteroid 8",  61.0, 32.0, 38.0),
    outline("asteroid 9",  77.0, 63.0, 65.0), // the largest
    outline("asteroid 10", 39.0, 29.0, 31.0),
    outline("asteroid 11", 55.0, 37.0, 40.0),
    outline("asteroid 12", 43.0, 19.0, 25.0), // the smallest
];

/// The six unique debris clouds. Only ranges were measured for each set of three; these are spread over them.
#[rustfmt::skip]
pub const DEBRIS_CLOUDS: [Outline; 6] = [
    outline("debris 1", 60.0, 36.0, 41.0),
    outline("debris 2", 64.0, 42.0, 43.0),
    outline("debris 3", 69.0, 48.0, 45.0),
    outline("debris 4", 74.0, 51.0, 50.0),
    outline("debris 5", 80.0, 53.0, 54.0),
    outline("debris 6", 85.0, 55.0, 58.0),
];

/// What lies on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum TokenShape {
    /// Index into [`ASTEROIDS`].
    Asteroid(u8),
    /// Index into [`DEBRIS_CLOUDS`].
    Debris(u8),
    ProximityMine,
    ConnerNet,
    ClusterMine,
    /// Seismic, proton, ion and thermal bombs.
    RoundBomb,
    /// An abandoned huge ship on the short base.
    Derelict,
    /// A container, a satellite, an escape pod: the size of a small base.
    Objective,
}

const PROXIMITY_MINE: Outline = outline("proximity mine", 72.0, 68.0, 68.0);
const CONNER_NET: Outline = outline("conner net", 89.0, 44.0, 60.0);
const CLUSTER_MINE: Outline = outline("cluster mine", 43.0, 40.0, 41.0);
const ROUND_BOMB: Outline = outline("bomb", 42.0, 30.0, 35.0);

/// The outline of a token around its own centre.
pub fn token_shape(shape: TokenShape) -> Convex {
    match shape {
        TokenShape::Asteroid(index) => octagon(ASTEROIDS[usize::from(index) % ASTEROIDS.len()], index),
        TokenShape::Debris(index) => octagon(DEBRIS_CLOUDS[usize::from(index) % DEBRIS_CLOUDS.len()], index),
        TokenShape::ProximityMine => octagon(PROXIMITY_MINE, 0),
        TokenShape::ConnerNet => octagon(CONNER_NET, 0),
        TokenShape::ClusterMine => octagon(CLUSTER_MINE, 0),
        TokenShape::RoundBomb => octagon(ROUND_BOMB, 0),
        TokenShape::Derelict => Base::HUGE_SHORT.outline(super::Pose::ORIGIN),
        TokenShape::Objective => Base::SMALL.outline(super::Pose::ORIGIN),
    }
}

/// Four corners at the ends of the axes and one between each two of them. How far out the four in between lie is
/// given by the area: with half axes a and b and in-between corners at (k a, k b) it is 4 k a b.
fn octagon(outline: Outline, index: u8) -> Convex {
    let (a, b) = (0.5 * outline.length, 0.5 * outline.width);
    let area = 0.25 * std::f64::consts::PI * outline.disc * outline.disc;
    let mean = (area / (4.0 * a * b)).clamp(0.56, 0.94);
    // Cardboard is irregular: two corners a little farther out, two a little farther in, in turn.
    let off = if index.is_multiple_of(2) { 0.05 } else { -0.05 };
    let [k0, k1, k2, k3] = [mean + off, mean - off, mean + off, mean - off];
    Convex::from_slice(&[
        Vec2::new(a, 0.0),
        Vec2::new(k0 * a, k0 * b),
        Vec2::new(0.0, b),
        Vec2::new(-k1 * a, k1 * b),
        Vec2::new(-a, 0.0),
        Vec2::new(-k2 * a, -k2 * b),
        Vec2::new(0.0, -b),
        Vec2::new(k3 * a, -k3 * b),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_have_the_measured_size_and_are_convex() {
        for (i, row) in ASTEROIDS.iter().enumerate() {
            check(*row, token_shape(TokenShape::Asteroid(i as u8)));
        }
        for (i, row) in DEBRIS_CLOUDS.iter().enumerate() {
            check(*row, token_shape(TokenShape::Debris(i as u8)));
        }
        check(PROXIMITY_MINE, token_shape(TokenShape::ProximityMine));
        check(CONNER_NET, token_shape(TokenShape::ConnerNet));
        check(CLUSTER_MINE, token_shape(TokenShape::ClusterMine));
        check(ROUND_BOMB, token_shape(TokenShape::RoundBomb));
    }

    fn check(row: Outline, shape: Convex) {
        let area = 0.25 * std::f64::consts::PI * row.disc * row.disc;
        // Debris clouds are notched: no convex outline of their length and width has so small an area.
        let excess = shape.area() / area - 1.0;
        let most = if row.name.starts_with("debris") { 0.25 } else { 0.03 };
        assert!(-0.03 < excess && excess < most, "{}: {} is not {area}", row.name, shape.area());
        for (from, to) in shape.sides() {
            assert!(
                shape.corners().iter().all(|corner| -1e-9 <= (to - from).cross(*corner - from)),
                "{}",
                row.name
            );
        }
        let reach = shape.corners().iter().map(|corner| corner.x).fold(0.0, f64::max);
        assert!((2.0 * reach - row.length).abs() < 1e-9, "{}", row.name);
    }
}
