//! The planetary ring: a straight zone between two places on opposite edges, as wide as the largest asteroid.

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::config::mission::{Limit, Place, TerrainStep, Zone};
use crate::events::Sink;
use crate::geometry::{ASTEROIDS, Base, Convex, Edge, RANGE_BAND, TokenShape, Vec2, token_shape};

use super::super::battle::{Battle, View};
use super::super::missions::placing::{Placed, Request};
use super::super::missions::setup::put_down;
use super::super::policy::Question;
use super::super::state::ObstacleKind;

/// The largest asteroid fits between the two lines, whichever way it lies.
fn half_width() -> f64 {
    ASTEROIDS.iter().map(|outline| 0.5 * outline.length).fold(0.0, f64::max)
}

/// The asteroids of the ring are the four smallest.
fn smallest() -> [u8; 12] {
    let mut order = [0_u8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    order.sort_by(|a, b| {
        ASTEROIDS[usize::from(*a)].disc.total_cmp(&ASTEROIDS[usize::from(*b)].disc).then(a.cmp(b))
    });
    order
}

/// Initiative chooses an edge and a place on it, the other side a place on the opposite edge.
pub fn lay_out<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let first = battle.state.initiative;
    let choice = battle.ask(first, |policy, view| policy.choose(view, first, Question::RingEdge));
    let edge = Edge::ALL[choice % 4];
    // The place along the edge in tenths, from the middle of the first tenth to that of the last.
    let mut along = [0.5; 2];
    for (end, side) in along.iter_mut().zip([first, first.foe()]) {
        let tenth = battle.ask(side, |policy, view| policy.choose(view, side, Question::RingPlace)) % 10;
        *end = 0.05 + 0.1 * tenth as f64;
    }
    let board = battle.table.board;
    let point = |edge: Edge, share: f64| match edge {
        Edge::South => Vec2::new(share * board.width, 0.0),
        Edge::North => Vec2::new(share * board.width, board.height),
        Edge::West => Vec2::new(0.0, share * board.height),
        Edge::East => Vec2::new(board.width, share * board.height),
    };
    let (from, to) = (point(edge, along[0]), point(edge.opposite(), along[1]));
    let side = (to - from).normalized().left() * half_width();
    // The zone runs on a little beyond the edges, so that ships over the edge count too.
    let beyond = (to - from).normalized() * RANGE_BAND;
    let corners = [from - beyond - side, to + beyond - side, to + beyond + side, from - beyond + side];
    battle.state.ring = Some(corners);
    battle.emit(BattleEvent::ZonePlaced { corners });
}

/// The smallest asteroids, within range 1 of the ring and beyond range 1 of each other.
pub fn asteroids<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    step: &TerrainStep,
    count: u8,
) {
    let mut zone = step.zone.clone();
    zone.beyond.retain(|limit| limit.of != Place::Edges);
    if !zone.beyond.iter().any(|limit| limit.of == Place::Obstacles) {
        zone.beyond
            .push(Limit { of: Place::Obstacles, range: battle.table.switches.terrain.beyond_obstacles });
    }
    let order = smallest();
    for index in 0..count {
        let side = super::placer(battle, step, index);
        put_near_ring(battle, side, TokenShape::Asteroid(order[usize::from(index) % 12]), &zone);
    }
}

/// One asteroid near the ring; the ring is no place of the vocabulary.
fn put_near_ring<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    side: crate::ids::Side,
    shape: TokenShape,
    zone: &Zone,
) {
    let outline = token_shape(shape);
    let request = Request {
        what: Placed::Obstacle,
        side,
        outline: &outline,
        base: Base::SMALL,
        zones: &[zone],
        heading: None,
        over_obstacles: false,
        strict: true,
        touching_obstacle: false,
        near_ring: true,
    };
    put_down(battle, request, ObstacleKind::Asteroid, shape, 0);
}

/// "Within range 1" of the ring: the whole asteroid.
pub fn is_near_ring(view: View<'_>, outline: &Convex) -> bool {
    let Some(corners) = view.state.ring else { return false };
    let ring = Convex::from_slice(&corners);
    outline.corners().iter().all(|corner| ring.distance_squared_point(*corner) <= RANGE_BAND * RANGE_BAND)
}
