//! Where things may stand: a mission's zones measured on the board.

use crate::config::mission::{Place, TokenKind, Zone};
use crate::geometry::{
    Board, Convex, Edge, RANGE_BAND, distance_polygon_polygon, reach_polygon_polygon, token_shape,
};
use crate::ids::Side;

use super::super::battle::View;
use super::super::state::{Status, Token};
use super::tokens::{place_outline, token_shape_of};

/// Contact within this counts as touching an edge or a token.
const CONTACT: f64 = 1.0;

/// Nearest and farthest distance from one thing that a place names.
type Measure = (f64, f64);

/// Calls `each` for every thing that a place names until one answers true; says whether one did.
fn any_of(
    view: View<'_>,
    side: Side,
    place: Place,
    outline: &Convex,
    mut each: impl FnMut(Measure) -> bool,
) -> bool {
    let board = view.table.board;
    let edge_of = |side: Side| view.table.edges[side.index()];
    let to_edge = |edge: Edge| edge_measure(board, edge, outline);
    let mut edges = |list: &[Edge]| list.iter().any(|edge| each(to_edge(*edge)));
    match place {
        Place::OwnEdge => edges(&[edge_of(side)]),
        Place::AttackerEdge => edges(&[edge_of(Side::Attacker)]),
        Place::DefenderEdge => edges(&[edge_of(Side::Defender)]),
        // Seen with the defender's edge on top.
        Place::LeftEdge => edges(&[Edge::West]),
        Place::RightEdge => edges(&[Edge::East]),
        Place::SideEdges => edges(&[Edge::West, Edge::East]),
        Place::StartingEdges => edges(&[edge_of(Side::Attacker), edge_of(Side::Defender)]),
        Place::Edges => edges(&Edge::ALL),
        Place::OwnCorners => {
            own_corners(view, side).iter().any(|corner| each(corner_measure(board, *corner, outline)))
        }
        Place::OwnCorner => each(corner_measure(board, own_corner(view, side), outline)),
        Place::OwnCornerEdges => {
            let (a, b) = own_corner(view, side);
            edges(&[a, b])
        }
        Place::Corners => CORNERS.iter().any(|corner| each(corner_measure(board, *corner, outline))),
        Place::Center => each(point_measure(board.center(), outline)),
        Place::MiddleLine => {
            let middle = 0.5 * board.width;
            let off = outline.corners().iter().map(|corner| (corner.x - middle).abs());
            let far = off.clone().fold(0.0, f64::max);
            each((off.fold(f64::INFINITY, f64::min), far))
        }
        Place::Obstacles => view
            .state
            .obstacles()
            .iter()
            .filter(|obstacle| obstacle.is_there)
            .any(|obstacle| each(between(outline, &obstacle.outline))),
        Place::AttackerShips => ships(view, outline, each, |ship| ship == Side::Attacker),
        Place::DefenderShips => ships(view, outline, each, |ship| ship == Side::Defender),
        Place::FoeShips => ships(view, outline, each, |ship| ship != side),
        Place::FoeWave => wave(view, side, outline, each),
        Place::Token(kind) => tokens(view, kind, outline, each, |_| true),
        Place::OwnToken(kind) => tokens(view, kind, outline, each, |token| token.owner == side),
        Place::FirstToken(kind) => {
            let first =
                view.state.tokens().iter().filter(|token| token.kind == kind.index() as u8 && token.is_there);
            let own = first.clone().any(|token| token.owner == side);
            let both = first.clone().any(|token| token.owner != side);
            let first =
                first.filter(|token| !(own && both) || token.owner == side).min_by_key(|token| token.order);
            first.is_some_and(|token| each(between(outline, &place_outline(view, token))))
        }
    }
}

/// The corners as the two edges that meet there.
pub const CORNERS: [(Edge, Edge); 4] = [
    (Edge::South, Edge::West),
    (Edge::South, Edge::East),
    (Edge::North, Edge::East),
    (Edge::North, Edge::West),
];

/// The two opposite corners of a side: who has initiative chose the first pair or the second (`state.counters[0]`).
pub fn own_corners(view: View<'_>, side: Side) -> [(Edge, Edge); 2] {
    let first_pair = (side == view.state.initiative) == (view.state.counters[0] == 0);
    if first_pair { [CORNERS[0], CORNERS[2]] } else { [CORNERS[1], CORNERS[3]] }
}

/// The one corner of a side, opposite to the foe's.
pub fn own_corner(view: View<'_>, side: Side) -> (Edge, Edge) {
    let first = usize::from(view.state.counters[0] & 1);
    if side == view.state.initiative { CORNERS[first] } else { CORNERS[first + 2] }
}

fn edge_measure(board: Board, edge: Edge, outline: &Convex) -> Measure {
    let depths = outline.corners().iter().map(|corner| board.depth(edge, *corner));
    (depths.clone().fold(f64::INFINITY, f64::min), depths.fold(-f64::INFINITY, f64::max))
}

/// A box: as far from the corner as from the farther of its two edges.
fn corner_measure(board: Board, (a, b): (Edge, Edge), outline: &Convex) -> Measure {
    let (a, b) = (edge_measure(board, a, outline), edge_measure(board, b, outline));
    (a.0.max(b.0), a.1.max(b.1))
}

fn point_measure(point: crate::geometry::Vec2, outline: &Convex) -> Measure {
    (outline.distance_squared_point(point).sqrt(), outline.radius_around(point))
}

fn between(a: &Convex, b: &Convex) -> Measure {
    (distance_polygon_polygon(a, b), reach_polygon_polygon(a, b))
}

fn ships(
    view: View<'_>,
    outline: &Convex,
    mut each: impl FnMut(Measure) -> bool,
    of: impl Fn(Side) -> bool,
) -> bool {
    view.state
        .ships()
        .iter()
        .filter(|ship| ship.is_on_board() && !ship.inert && of(ship.side))
        .any(|ship| each(between(outline, &ship.base.outline(ship.pose))))
}

/// Enemies that came with the present wave: those that entered in this round.
fn wave(view: View<'_>, side: Side, outline: &Convex, mut each: impl FnMut(Measure) -> bool) -> bool {
    view.state
        .ships()
        .iter()
        .filter(|ship| {
            ship.status == Status::OnBoard && ship.side != side && ship.entered == view.state.round
        })
        .any(|ship| each(between(outline, &ship.base.outline(ship.pose))))
}

fn tokens(
    view: View<'_>,
    kind: TokenKind,
    outline: &Convex,
    mut each: impl FnMut(Measure) -> bool,
    keep: impl Fn(&Token) -> bool,
) -> bool {
    view.state
        .tokens()
        .iter()
        .filter(|token| token.is_there && token.kind == kind.index() as u8 && keep(token))
        .any(|token| each(between(outline, &place_outline(view, token))))
}

/// True where one of the things that a place names satisfies the test, or where there is none yet.
fn one_of(
    view: View<'_>,
    side: Side,
    place: Place,
    outline: &Convex,
    test: impl Fn(Measure) -> bool,
) -> bool {
    let mut none = true;
    any_of(view, side, place, outline, |measure| {
        none = false;
        test(measure)
    }) || none
}

/// True where an outline keeps every limit of a zone; `strict` includes those that hold only if possible.
pub fn holds(view: View<'_>, side: Side, zone: &Zone, outline: &Convex, strict: bool) -> bool {
    let reach = |bands: u8| f64::from(bands) * RANGE_BAND;
    let clear = |limit: &crate::config::mission::Limit| {
        !any_of(view, side, limit.of, outline, |(near, _)| near <= reach(limit.range))
    };
    let one = |place: Place, test: &dyn Fn(Measure) -> bool| one_of(view, side, place, outline, test);
    zone.within.iter().all(|limit| one(limit.of, &|(_, far)| far <= reach(limit.range) + 1e-6))
        && zone.at.iter().all(|band| {
            let from = if band.from <= 1 { -1.0 } else { reach(band.from - 1) };
            one(band.of, &|(near, _)| from < near && near <= reach(band.to))
        })
        && zone.beyond.iter().all(clear)
        && zone
            .exactly
            .iter()
            .all(|limit| one(limit.of, &|(near, _)| (near - reach(limit.range)).abs() <= CONTACT))
        && zone.clear_of.iter().all(|place| !any_of(view, side, *place, outline, |(near, _)| near <= 0.0))
        && zone.touching.iter().all(|place| one(*place, &|(near, _)| near <= CONTACT))
        && zone.on.iter().all(|place| one(*place, &|(near, far)| is_on(*place, near, far, outline)))
        && (!strict || zone.if_possible_beyond.iter().all(clear))
}

/// Exactly there: the middle of the thing lies on the place.
fn is_on(place: Place, near: f64, far: f64, outline: &Convex) -> bool {
    match place {
        Place::MiddleLine => {
            let xs = outline.corners().iter().map(|corner| corner.x);
            let width = xs.clone().fold(-f64::INFINITY, f64::max) - xs.fold(f64::INFINITY, f64::min);
            (2.0 * far - width).abs() < 1.0
        }
        Place::Center => near <= 0.0 && far <= 0.51 * diameter(outline) + 1.0,
        // Flush with both edges of the corner: the box is no larger than the thing itself.
        Place::OwnCorner => near <= CONTACT,
        _ => near <= 0.0,
    }
}

fn diameter(outline: &Convex) -> f64 {
    let corners = outline.corners();
    corners.iter().flat_map(|a| corners.iter().map(|b| (*a - *b).length())).fold(0.0, f64::max)
}

/// The outline of a token of a kind around the origin.
pub fn kind_outline(kind: TokenKind) -> Convex {
    token_shape(token_shape_of(kind))
}
