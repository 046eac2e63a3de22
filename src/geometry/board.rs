//! The play area.

use super::{Base, Pose, Vec2};

/// A rectangle from (0, 0); south is y = 0, west is x = 0.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Board {
    pub width: f64,
    pub height: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Edge {
    South,
    East,
    North,
    West,
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::South, Edge::East, Edge::North, Edge::West];

    pub const fn opposite(self) -> Edge {
        match self {
            Edge::South => Edge::North,
            Edge::East => Edge::West,
            Edge::North => Edge::South,
            Edge::West => Edge::East,
        }
    }

    /// The unit vector from the edge into the board.
    pub const fn inward(self) -> Vec2 {
        match self {
            Edge::South => Vec2::new(0.0, 1.0),
            Edge::East => Vec2::new(-1.0, 0.0),
            Edge::North => Vec2::new(0.0, -1.0),
            Edge::West => Vec2::new(1.0, 0.0),
        }
    }

    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Board {
    /// Three feet square.
    pub const STANDARD: Board = Board { width: 914.4, height: 914.4 };
    /// Six by three feet; the long edges are the starting edges.
    pub const HUGE: Board = Board { width: 1828.8, height: 914.4 };

    pub fn center(self) -> Vec2 {
        Vec2::new(0.5 * self.width, 0.5 * self.height)
    }

    /// How far a point lies inside an edge; negative outside.
    #[inline]
    pub fn depth(self, edge: Edge, point: Vec2) -> f64 {
        match edge {
            Edge::South => point.y,
            Edge::East => self.width - point.x,
            Edge::North => self.height - point.y,
            Edge::West => point.x,
        }
    }

    /// Nearest and farthest distance of a base from an edge's line; negative outside.
    pub fn span(self, edge: Edge, base: Base, pose: Pose) -> (f64, f64) {
        let middle = self.depth(edge, pose.position);
        let inward = edge.inward();
        let reach = base.half_length * pose.heading.dot(inward).abs()
            + base.half_width * pose.heading.left().dot(inward).abs();
        (middle - reach, middle + reach)
    }

    /// True where the whole base stands on the board; touching the edge from inside is inside.
    #[inline]
    pub fn holds(self, base: Base, pose: Pose) -> bool {
        let reach = base.radius();
        let p = pose.position;
        if reach <= p.x && reach <= p.y && p.x <= self.width - reach && p.y <= self.height - reach {
            return true;
        }
        const TOLERANCE: f64 = 1e-9;
        base.corners(pose).iter().all(|corner| {
            -TOLERANCE <= corner.x
                && -TOLERANCE <= corner.y
                && corner.x <= self.width + TOLERANCE
                && corner.y <= self.height + TOLERANCE
        })
    }

    /// The edges over which a base sticks out, bit `Edge::index()`.
    pub fn sticks_out(self, base: Base, pose: Pose) -> u8 {
        Edge::ALL
            .iter()
            .filter(|edge| self.span(**edge, base, pose).0 < -1e-9)
            .fold(0, |edges, edge| edges | 1 << edge.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::turn;

    #[test]
    fn a_base_sticks_out_over_the_edge_it_crosses() {
        let board = Board::STANDARD;
        assert!(board.holds(Base::SMALL, Pose::new(20.0, 20.0, turn::NONE)));
        assert_eq!(board.sticks_out(Base::SMALL, Pose::new(20.0, 20.0, turn::NONE)), 0);
        // Turned by 45 degrees a corner reaches 28.28.
        let turned = Pose::new(20.0, 400.0, turn::LEFT_45);
        assert!(!board.holds(Base::SMALL, turned));
        assert_eq!(board.sticks_out(Base::SMALL, turned), 1 << Edge::West.index());
        let corner = Pose::new(910.0, 910.0, turn::NONE);
        assert_eq!(board.sticks_out(Base::SMALL, corner), 1 << Edge::East.index() | 1 << Edge::North.index());
    }

    #[test]
    fn span_is_nearest_and_farthest_point() {
        let (near, far) =
            Board::STANDARD.span(Edge::South, Base::LARGE, Pose::new(300.0, 90.0, turn::LEFT_90));
        assert!((near - 50.0).abs() < 1e-12 && (far - 130.0).abs() < 1e-12);
    }
}
