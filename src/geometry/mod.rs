//! Geometry of the board: pure, no rules. Lengths in millimetres; a ship's frame is x forward, y to its left.
//!
//! Angles never appear as numbers: a heading is a unit vector and turns are complex products, so results are the
//! same on every platform (only `+ - * /` and the square root, which IEEE 754 rounds exactly, are used).
//! "Touching" in the rules depends on history, so it is a rule and not found here.

mod base;
mod base_in_arc;
mod board;
mod convex;
mod distance_base_base;
mod line_obstacle;
mod obstacle_shape;
mod overlap_base_base;
mod path_obstacle;
mod pose;
mod slide_back;
mod template;
mod vector;

pub use base::Base;
pub use base_in_arc::{Arc, ArcMeasure, base_in_arc, distance_in_arc};
pub use board::{Board, Edge};
pub use convex::Convex;
pub use distance_base_base::{
    ClosestLines, closest_lines, closest_lines_polygon, distance_base_base, distance_base_point,
    distance_base_polygon, distance_polygon_polygon, reach_polygon_polygon,
};
pub use line_obstacle::segment_crosses;
pub use obstacle_shape::{ASTEROIDS, DEBRIS_CLOUDS, Outline, TokenShape, token_shape};
pub use overlap_base_base::{
    OVERLAP_TOLERANCE, overlap_base_base, overlap_base_polygon, penetration_base_base,
};
pub use path_obstacle::strip_overlaps_polygon;
pub use pose::{Pose, turn};
pub use slide_back::{SLIDE_PRECISION, Slide, slide_back, slide_back_within};
pub use template::{Curve, Hand, PATH_END, Template, huge_bank, roll_offset};
pub use vector::Vec2;

/// One range band of the ruler.
pub const RANGE_BAND: f64 = 100.0;

/// The range band of a distance: 1 for 0–100 mm (a touching ship is at range 1), 2 for more than 100 to 200 …
#[inline]
pub fn range_band(distance: f64) -> u8 {
    if distance <= RANGE_BAND {
        1
    } else if distance <= 2.0 * RANGE_BAND {
        2
    } else if distance <= 3.0 * RANGE_BAND {
        3
    } else if distance <= 4.0 * RANGE_BAND {
        4
    } else if distance <= 5.0 * RANGE_BAND {
        5
    } else {
        6
    }
}

#[cfg(test)]
mod properties;
