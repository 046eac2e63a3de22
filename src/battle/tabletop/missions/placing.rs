//! Putting ships, obstacles and tokens on the board: the policy proposes, the rule disposes.
//!
//! A proposal that breaks a limit is replaced by lot, and where the lot finds nothing the whole board is searched on
//! a grid: a thing is placed legally or shown to have no place, never skipped in silence.

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::config::mission::{Facing, Place, Zone};
use crate::events::Sink;
use crate::geometry::{Base, Convex, Edge, Pose, RANGE_BAND, Vec2, distance_polygon_polygon, turn};
use crate::ids::Side;

use super::super::battle::{Battle, View};
use super::super::terrain;
use super::zone::{self, own_corner, own_corners};

/// What is to be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placed {
    Ship(u8),
    Obstacle,
    /// `TokenKind::index()`.
    Token(u8),
}

/// A demand to place something.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub what: Placed,
    pub side: Side,
    /// The outline around its own centre.
    pub outline: &'a Convex,
    pub base: Base,
    /// One of them must hold; none means anywhere.
    pub zones: &'a [&'a Zone],
    pub heading: Option<Vec2>,
    /// Overlapping obstacles is no hindrance (tokens put on them).
    pub over_obstacles: bool,
    /// Limits that hold only if possible hold too.
    pub strict: bool,
    /// Each asteroid of a comet but the first must touch another.
    pub touching_obstacle: bool,
    /// No part farther than range 1 from the planetary ring.
    pub near_ring: bool,
}

impl Request<'_> {
    /// True where the thing may stand there.
    pub fn is_legal(&self, view: View<'_>, pose: Pose) -> bool {
        if let Some(heading) = self.heading
            && 1e-9 < (heading - pose.heading).length_squared()
        {
            return false;
        }
        let outline = self.outline.placed(pose);
        if !inside(view, &outline) || !self.is_free(view, pose, &outline) {
            return false;
        }
        if self.near_ring && !terrain::is_near_ring(view, &outline) {
            return false;
        }
        self.zones.is_empty()
            || self.zones.iter().any(|zone| zone::holds(view, self.side, zone, &outline, self.strict))
    }

    /// Ships do not overlap ships and obstacles, obstacles do not overlap each other.
    fn is_free(&self, view: View<'_>, pose: Pose, outline: &Convex) -> bool {
        let ships_count = matches!(self.what, Placed::Ship(_)) || self.base_counts();
        if ships_count {
            let on_ship = view.state.ships().iter().any(|ship| {
                ship.is_on_board()
                    && crate::geometry::overlap_base_base(self.base, ship.base, pose.relative(ship.pose))
            });
            if on_ship {
                return false;
            }
        }
        // An obstacle is not laid on a ship.
        if self.what == Placed::Obstacle {
            let on_ship = view.state.ships().iter().any(|ship| {
                ship.is_on_board() && crate::geometry::overlap_base_polygon(ship.base, ship.pose, outline)
            });
            if on_ship {
                return false;
            }
        }
        if self.over_obstacles {
            return true;
        }
        let mut gaps = view.state.obstacles().iter().filter(|obstacle| obstacle.is_there).map(|obstacle| {
            let reach = obstacle.radius + outline.radius_around(pose.position);
            let apart = (obstacle.pose.position - pose.position).length();
            if reach < apart { apart - reach } else { distance_polygon_polygon(outline, &obstacle.outline) }
        });
        if self.touching_obstacle {
            // Contact, as cardboard lies edge to edge; a hair of overlap is allowed for.
            let there = view.state.obstacles().iter().any(|obstacle| obstacle.is_there);
            return !there || gaps.any(|gap| gap <= 1.0);
        }
        gaps.all(|gap| 0.0 < gap)
    }

    /// A token that counts as a ship.
    fn base_counts(&self) -> bool {
        matches!(self.what, Placed::Token(_)) && !self.over_obstacles
    }

    /// A pose drawn where one of the zones might be: `unit` are four numbers in 0..1. It may be illegal.
    pub fn sample(&self, view: View<'_>, unit: [f64; 4]) -> Pose {
        let which = ((unit[3] * self.zones.len() as f64) as usize).min(self.zones.len().saturating_sub(1));
        let zone = self.zones.get(which).copied();
        let area = area_of(view, self.side, zone, unit[3], self.base.inner_radius());
        let position =
            Vec2::new(area.0.x + unit[0] * (area.1.x - area.0.x), area.0.y + unit[1] * (area.1.y - area.0.y));
        Pose { position, heading: self.heading.unwrap_or_else(|| self.free_heading(view, unit[2], position)) }
    }

    /// Ships look into the board, other things any way.
    fn free_heading(&self, view: View<'_>, unit: f64, position: Vec2) -> Vec2 {
        match self.what {
            Placed::Ship(_) => nearest_edge(view, position).inward(),
            // Tokens lie square to the board.
            Placed::Token(_) => Edge::ALL[((unit * 4.0) as usize).min(3)].inward(),
            Placed::Obstacle => {
                // A turn from the tangent of a quarter of the circle: every direction, no trigonometry.
                let tangent = 2.0 * (unit - 0.5);
                let square = tangent * tangent;
                let half = Vec2::new((1.0 - square) / (1.0 + square), 2.0 * tangent / (1.0 + square));
                half.turned(half).normalized()
            }
        }
    }
}

/// The edge nearest to a point.
pub fn nearest_edge(view: View<'_>, position: Vec2) -> Edge {
    let board = view.table.board;
    Edge::ALL
        .into_iter()
        .min_by(|a, b| board.depth(*a, position).total_cmp(&board.depth(*b, position)))
        .unwrap_or(Edge::South)
}

fn inside(view: View<'_>, outline: &Convex) -> bool {
    let board = view.table.board;
    let ok = |corner: &Vec2| {
        -1e-6 <= corner.x
            && -1e-6 <= corner.y
            && corner.x <= board.width + 1e-6
            && corner.y <= board.height + 1e-6
    };
    outline.corners().iter().all(ok)
}

/// A rectangle that holds every legal centre of a zone, or more: the edges that it names cut it.
fn area_of(view: View<'_>, side: Side, zone: Option<&Zone>, unit: f64, half: f64) -> (Vec2, Vec2) {
    let board = view.table.board;
    let (mut low, mut high) = (Vec2::ZERO, Vec2::new(board.width, board.height));
    let Some(zone) = zone else { return (low, high) };
    let mut keep_near = |edge: Edge, far: f64| match edge {
        Edge::South => high.y = high.y.min(far),
        Edge::North => low.y = low.y.max(board.height - far),
        Edge::West => high.x = high.x.min(far),
        Edge::East => low.x = low.x.max(board.width - far),
    };
    for limit in &zone.within {
        let far = f64::from(limit.range) * RANGE_BAND;
        // The fraction after the choice of zone is fresh enough to choose among edges and corners.
        let pick = |n: usize| ((unit * 7919.0).fract() * n as f64) as usize;
        match limit.of {
            Place::OwnEdge => keep_near(view.table.edges[side.index()], far),
            Place::AttackerEdge => keep_near(view.table.edges[0], far),
            Place::DefenderEdge => keep_near(view.table.edges[1], far),
            Place::LeftEdge => keep_near(Edge::West, far),
            Place::RightEdge => keep_near(Edge::East, far),
            Place::SideEdges => keep_near([Edge::West, Edge::East][pick(2).min(1)], far),
            Place::Edges => keep_near(Edge::ALL[pick(4).min(3)], far),
            Place::OwnCorners => {
                let corner = own_corners(view, side)[pick(2).min(1)];
                keep_near(corner.0, far);
                keep_near(corner.1, far);
            }
            Place::OwnCorner => {
                let corner = own_corner(view, side);
                keep_near(corner.0, far);
                keep_near(corner.1, far);
            }
            Place::StartingEdges => keep_near(view.table.edges[pick(2).min(1)], far),
            Place::Corners => {
                let corner = zone::CORNERS[pick(4).min(3)];
                keep_near(corner.0, far);
                keep_near(corner.1, far);
            }
            _ => {}
        }
    }
    for limit in &zone.beyond {
        let near = f64::from(limit.range) * RANGE_BAND;
        let mut keep_off = |edge: Edge| match edge {
            Edge::South => low.y = low.y.max(near),
            Edge::North => high.y = high.y.min(board.height - near),
            Edge::West => low.x = low.x.max(near),
            Edge::East => high.x = high.x.min(board.width - near),
        };
        match limit.of {
            Place::Edges => Edge::ALL.into_iter().for_each(keep_off),
            Place::SideEdges => [Edge::West, Edge::East].into_iter().for_each(keep_off),
            Place::StartingEdges => view.table.edges.into_iter().for_each(keep_off),
            Place::AttackerEdge => keep_off(view.table.edges[0]),
            Place::DefenderEdge => keep_off(view.table.edges[1]),
            Place::OwnEdge => keep_off(view.table.edges[side.index()]),
            _ => {}
        }
    }
    // Things near a token or a ship: around one of them.
    let around = zone
        .within
        .iter()
        .map(|limit| (limit.of, limit.range))
        .chain(zone.at.iter().map(|band| (band.of, band.to)));
    for (place, range) in around {
        if let Some(center) = some_center(view, side, place, unit) {
            let far = f64::from(range) * RANGE_BAND + 60.0;
            low = Vec2::new(low.x.max(center.x - far), low.y.max(center.y - far));
            high = Vec2::new(high.x.min(center.x + far), high.y.min(center.y + far));
        }
    }
    // In contact with an edge: pressed against one that the rest of the zone reaches.
    let by_lot = ((unit * 104_729.0).fract() * 4.0) as usize;
    let pressed = zone.touching.iter().find_map(|place| match place {
        Place::Edges => Some(Edge::ALL[by_lot.min(3)]),
        Place::OwnCornerEdges => {
            let (a, b) = own_corner(view, side);
            Some(if by_lot < 2 { a } else { b })
        }
        Place::OwnEdge => Some(view.table.edges[side.index()]),
        Place::AttackerEdge => Some(view.table.edges[0]),
        Place::DefenderEdge => Some(view.table.edges[1]),
        Place::LeftEdge => Some(Edge::West),
        Place::RightEdge => Some(Edge::East),
        _ => None,
    });
    let mut press = |edge: Edge| match edge {
        Edge::South if low.y <= half => (low.y, high.y) = (half, half),
        Edge::North if board.height - half <= high.y => {
            (low.y, high.y) = (board.height - half, board.height - half)
        }
        Edge::West if low.x <= half => (low.x, high.x) = (half, half),
        Edge::East if board.width - half <= high.x => {
            (low.x, high.x) = (board.width - half, board.width - half)
        }
        _ => {}
    };
    if let Some(edge) = pressed {
        press(edge);
    }
    if zone.on.contains(&Place::OwnCorner) {
        let (a, b) = own_corner(view, side);
        press(a);
        press(b);
    }
    if zone.on.contains(&Place::MiddleLine) || zone.on.contains(&Place::Center) {
        (low.x, high.x) = (0.5 * board.width, 0.5 * board.width);
    }
    if zone.on.contains(&Place::Center) {
        (low.y, high.y) = (0.5 * board.height, 0.5 * board.height);
    }
    (low, Vec2::new(high.x.max(low.x), high.y.max(low.y)))
}

/// One of the tokens or ships that a place names, by lot.
fn some_center(view: View<'_>, side: Side, place: Place, unit: f64) -> Option<Vec2> {
    let pick = |centers: &mut dyn Iterator<Item = Vec2>| {
        let mut found = [Vec2::ZERO; 16];
        let mut count = 0;
        for center in centers.take(16) {
            found[count] = center;
            count += 1;
        }
        (0 < count).then(|| found[(((unit * 15_485.0).fract() * count as f64) as usize).min(count - 1)])
    };
    let tokens = view.state.tokens().iter().filter(|token| token.is_there);
    match place {
        Place::Token(kind) => {
            pick(&mut tokens.filter(|t| t.kind == kind.index() as u8).map(|t| t.pose.position))
        }
        Place::OwnToken(kind) => pick(
            &mut tokens.filter(|t| t.kind == kind.index() as u8 && t.owner == side).map(|t| t.pose.position),
        ),
        Place::FirstToken(kind) => {
            let own = tokens.filter(|t| t.kind == kind.index() as u8);
            let first = own.clone().filter(|t| t.owner == side).min_by_key(|t| t.order);
            first.or_else(|| own.min_by_key(|t| t.order)).map(|t| t.pose.position)
        }
        Place::Obstacles => {
            pick(&mut view.state.obstacles().iter().filter(|o| o.is_there).map(|o| o.pose.position))
        }
        _ => None,
    }
}

/// The heading that a mission demands.
pub fn facing(view: View<'_>, side: Side, facing: Facing, same_edge: Edge) -> Option<Vec2> {
    match facing {
        Facing::Free => None,
        Facing::AwayFromAttackerEdge => Some(view.table.edges[0].inward()),
        Facing::AwayFromDefenderEdge => Some(view.table.edges[1].inward()),
        Facing::FoeEdge => Some(-view.table.edges[side.foe().index()].inward()),
        Facing::SameEdge => Some(-same_edge.inward()),
    }
}

/// Tries by lot before the grid is searched.
const TRIES: u32 = 400;
/// Step of the grid in millimetres, and the directions tried on it.
const GRID: f64 = 10.0;
const DIRECTIONS: [Vec2; 4] = [turn::LEFT_90, turn::RIGHT_90, turn::NONE, turn::AROUND];

/// A legal pose for the request; `None` where the board has none.
pub fn place<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    request: Request<'_>,
) -> Option<Pose> {
    let proposed = battle.ask(request.side, |policy, view| policy.place(view, &request));
    if request.is_legal(battle.view(), proposed) {
        return Some(proposed);
    }
    find_place(battle, request).or_else(|| {
        // Limits that hold only if possible give way.
        let loose = Request { strict: false, ..request };
        if request.strict { find_place(battle, loose) } else { None }
    })
}

/// A legal pose by lot, then by search.
pub fn find_place<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    request: Request<'_>,
) -> Option<Pose> {
    const PARTS: u32 = 1 << 24;
    for _ in 0..TRIES {
        let mut unit = [0.0; 4];
        for part in &mut unit {
            *part = f64::from(battle.fortune.placement.number(PARTS) - 1) / f64::from(PARTS);
        }
        let pose = request.sample(battle.view(), unit);
        if request.is_legal(battle.view(), pose) {
            return Some(pose);
        }
    }
    search(battle.view(), request)
}

/// Looks at the whole board, point by point.
fn search(view: View<'_>, request: Request<'_>) -> Option<Pose> {
    let board = view.table.board;
    let (columns, rows) = ((board.width / GRID) as u32, (board.height / GRID) as u32);
    for row in 0..=rows {
        for column in 0..=columns {
            let position = Vec2::new(f64::from(column) * GRID, f64::from(row) * GRID);
            for direction in DIRECTIONS {
                let heading = request.heading.unwrap_or(direction);
                let pose = Pose { position, heading };
                if request.is_legal(view, pose) {
                    return Some(pose);
                }
                if request.heading.is_some() {
                    break;
                }
            }
        }
    }
    None
}
