//! Where to look in a space of knobs: grids, Latin hypercubes, Morris trajectories, Saltelli's matrices. Points lie in the unit cube.

use crate::chance::{Chance, Luck, Purpose, Seeded};

/// A point of the unit cube: one number from 0 to 1 for each knob.
pub type Point = Vec<f64>;

/// A stream for sampling designs.
fn stream(seed: u64, block: u64) -> Seeded {
    Luck::new(seed, 0).stream(Purpose::Design, block)
}

/// `points` points of which every knob takes each of `points` equal slices once, in random order.
///
/// Source: McKay, Beckman & Conover (1979), Technometrics 21, 239–245.
pub fn latin_hypercube(knobs: usize, points: usize, seed: u64) -> Vec<Point> {
    let mut stream = stream(seed, 1);
    let mut design = vec![vec![0.0; knobs]; points];
    for knob in 0..knobs {
        let mut slices: Vec<usize> = (0..points).collect();
        stream.shuffle(&mut slices);
        for (point, slice) in design.iter_mut().zip(slices) {
            point[knob] = (slice as f64 + stream.unit()) / points as f64;
        }
    }
    design
}

/// Every combination of the levels of all knobs, the last knob changing fastest; levels by number from 0.
pub fn grid(levels: &[usize]) -> Vec<Vec<usize>> {
    let total: usize = levels.iter().product();
    (0..total)
        .map(|number| {
            let mut rest = number;
            let mut point: Vec<usize> = levels
                .iter()
                .rev()
                .map(|&of| {
                    let level = rest % of;
                    rest /= of;
                    level
                })
                .collect();
            point.reverse();
            point
        })
        .collect()
}

/// One walk of Morris: knobs + 1 points, each differs from the one before in one knob by the same step.
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory {
    pub points: Vec<Point>,
    /// Which knob moved before each point but the first.
    pub moved: Vec<usize>,
}

/// Random walks on a grid of `levels` (even), with a step of half the grid and a bit: levels / (2 (levels − 1)).
///
/// Source: Morris (1991), Technometrics 33, 161–174.
pub fn morris(knobs: usize, trajectories: usize, levels: usize, seed: u64) -> Vec<Trajectory> {
    debug_assert!(levels.is_multiple_of(2), "Morris's grid has an even number of levels");
    let mut stream = stream(seed, 2);
    let step = levels as f64 / (2.0 * (levels - 1) as f64);
    (0..trajectories)
        .map(|_| {
            // A start from which a step up or down stays inside: the lower half steps up, the upper half down.
            let mut point: Point =
                (0..knobs).map(|_| stream.pick(levels) as f64 / (levels - 1) as f64).collect();
            let mut order: Vec<usize> = (0..knobs).collect();
            stream.shuffle(&mut order);
            let mut points = vec![point.clone()];
            for &knob in &order {
                point[knob] += if point[knob] < 0.5 { step } else { -step };
                points.push(point.clone());
            }
            Trajectory { points, moved: order }
        })
        .collect()
}

/// Saltelli's matrices: A, B, and for each knob A with that knob's column from B.
#[derive(Debug, Clone, PartialEq)]
pub struct Saltelli {
    pub a: Vec<Point>,
    pub b: Vec<Point>,
    /// By knob.
    pub ab: Vec<Vec<Point>>,
}

/// Two independent Latin hypercubes and their crosses: samples × (knobs + 2) points.
///
/// Source: Saltelli et al. (2010), Comput. Phys. Commun. 181, 259–270, with Latin hypercubes for the two base samples.
pub fn saltelli(knobs: usize, samples: usize, seed: u64) -> Saltelli {
    let both = latin_hypercube(2 * knobs, samples, seed ^ 0x5A17_E111);
    let a: Vec<Point> = both.iter().map(|point| point[..knobs].to_vec()).collect();
    let b: Vec<Point> = both.iter().map(|point| point[knobs..].to_vec()).collect();
    let cross = |knob: usize| {
        let swap = |(a, b): (&Point, &Point)| {
            let mut point = a.clone();
            point[knob] = b[knob];
            point
        };
        a.iter().zip(&b).map(swap).collect()
    };
    let ab = (0..knobs).map(cross).collect();
    Saltelli { a, b, ab }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latin_hypercube_has_one_point_in_each_slice() {
        let design = latin_hypercube(3, 20, 7);
        for knob in 0..3 {
            let mut slices: Vec<usize> = design.iter().map(|point| (20.0 * point[knob]) as usize).collect();
            slices.sort_unstable();
            assert_eq!(slices, (0..20).collect::<Vec<_>>());
        }
        assert_eq!(design, latin_hypercube(3, 20, 7));
        assert_ne!(design, latin_hypercube(3, 20, 8));
    }

    #[test]
    fn a_grid_holds_every_combination_once() {
        assert_eq!(grid(&[2, 3]), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(grid(&[]), [Vec::<usize>::new()]);
    }

    #[test]
    fn walks_move_every_knob_once_by_the_step_and_stay_inside() {
        // Six levels: step 6 / 10.
        for walk in morris(4, 10, 6, 3) {
            assert_eq!(walk.points.len(), 5);
            let mut moved = walk.moved.clone();
            moved.sort_unstable();
            assert_eq!(moved, [0, 1, 2, 3]);
            for (pair, &knob) in walk.points.windows(2).zip(&walk.moved) {
                for (i, (from, to)) in pair[0].iter().zip(&pair[1]).enumerate() {
                    let apart = (to - from).abs();
                    assert!((apart - if i == knob { 0.6 } else { 0.0 }).abs() < 1e-12);
                    assert!((-1e-12..=1.0 + 1e-12).contains(to));
                }
            }
        }
    }

    #[test]
    fn crosses_take_one_column_from_the_other_sample() {
        let design = saltelli(3, 8, 1);
        for (knob, cross) in design.ab.iter().enumerate() {
            for (row, point) in cross.iter().enumerate() {
                for i in 0..3 {
                    let from = if i == knob { &design.b } else { &design.a };
                    assert_eq!(point[i], from[row][i]);
                }
            }
        }
    }
}
