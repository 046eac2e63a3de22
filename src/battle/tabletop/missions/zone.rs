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

/// Boxes that are apart by more than a limit and this settle that their shapes are, whatever the last bit says.
const SLACK: f64 = 1e-3;

/// Nearest and farthest distance from one thing that a place names; between two shapes they are found when asked for.
enum Measure<'a> {
    Known(f64, f64),
    Between(&'a Convex, &'a Convex),
}

impl Measure<'_> {
    fn near(&self) -> f64 {
        match self {
            Measure::Known(near, _) => *near,
            Measure::Between(a, b) => distance_polygon_polygon(a, b),
        }
    }

    fn far(&self) -> f64 {
        match self {
            Measure::Known(_, far) => *far,
            Measure::Between(a, b) => reach_polygon_polygon(a, b),
        }
    }

    /// Whether it is as near as that. A board is searched for places, and most things are far from most places.
    fn is_within(&self, limit: f64) -> bool {
        match self {
            Measure::Between(a, b) if limit + SLACK < a.distance_of_boxes(b) => false,
            _ => self.near() <= limit,
        }
    }

    /// Whether no part of the outline is farther than that.
    fn is_all_within(&self, limit: f64) -> bool {
        match self {
            Measure::Between(a, b) if limit + SLACK < a.distance_of_boxes(b) => false,
            _ => self.far() <= limit,
        }
    }
}

/// Calls `each` for every thing that a place names until one answers true; says whether one did.
fn any_of(
    view: View<'_>,
    side: Side,
    place: Place,
    outline: &Convex,
    mut each: impl FnMut(Measure<'_>) -> bool,
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
            each(Measure::Known(off.fold(f64::INFINITY, f64::min), far))
        }
        Place::Obstacles => view
            .state
            .obstacles()
            .iter()
            .filter(|obstacle| obstacle.is_there)
            .any(|obstacle| each(Measure::Between(outline, &obstacle.outline))),
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
            first.is_some_and(|token| each(Measure::Between(outline, &place_outline(view, token))))
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

fn edge_depths(board: Board, edge: Edge, outline: &Convex) -> (f64, f64) {
    let depths = outline.corners().iter().map(|corner| board.depth(edge, *corner));
    (depths.clone().fold(f64::INFINITY, f64::min), depths.fold(-f64::INFINITY, f64::max))
}

fn edge_measure(board: Board, edge: Edge, outline: &Convex) -> Measure<'static> {
    let (near, far) = edge_depths(board, edge, outline);
    Measure::Known(near, far)
}

/// A box: as far from the corner as from the farther of its two edges.
fn corner_measure(board: Board, (a, b): (Edge, Edge), outline: &Convex) -> Measure<'static> {
    let (a, b) = (edge_depths(board, a, outline), edge_depths(board, b, outline));
    Measure::Known(a.0.max(b.0), a.1.max(b.1))
}

fn point_measure(point: crate::geometry::Vec2, outline: &Convex) -> Measure<'static> {
    Measure::Known(outline.distance_squared_point(point).sqrt(), outline.radius_around(point))
}

fn ships(
    view: View<'_>,
    outline: &Convex,
    mut each: impl FnMut(Measure<'_>) -> bool,
    of: impl Fn(Side) -> bool,
) -> bool {
    view.state
        .ships()
        .iter()
        .filter(|ship| ship.is_on_board() && !ship.inert && of(ship.side))
        .any(|ship| each(Measure::Between(outline, &ship.base.outline(ship.pose))))
}

/// Enemies that came with the present wave: those that entered in this round.
fn wave(view: View<'_>, side: Side, outline: &Convex, mut each: impl FnMut(Measure<'_>) -> bool) -> bool {
    view.state
        .ships()
        .iter()
        .filter(|ship| {
            ship.status == Status::OnBoard && ship.side != side && ship.entered == view.state.round
        })
        .any(|ship| each(Measure::Between(outline, &ship.base.outline(ship.pose))))
}

fn tokens(
    view: View<'_>,
    kind: TokenKind,
    outline: &Convex,
    mut each: impl FnMut(Measure<'_>) -> bool,
    keep: impl Fn(&Token) -> bool,
) -> bool {
    view.state
        .tokens()
        .iter()
        .filter(|token| token.is_there && token.kind == kind.index() as u8 && keep(token))
        .any(|token| each(Measure::Between(outline, &place_outline(view, token))))
}

/// True where one of the things that a place names satisfies the test, or where there is none yet.
fn one_of(
    view: View<'_>,
    side: Side,
    place: Place,
    outline: &Convex,
    test: impl Fn(Measure<'_>) -> bool,
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
        !any_of(view, side, limit.of, outline, |thing| thing.is_within(reach(limit.range)))
    };
    let one = |place: Place, test: &dyn Fn(Measure<'_>) -> bool| one_of(view, side, place, outline, test);
    zone.within.iter().all(|limit| one(limit.of, &|thing| thing.is_all_within(reach(limit.range) + 1e-6)))
        && zone.at.iter().all(|band| {
            let from = if band.from <= 1 { -1.0 } else { reach(band.from - 1) };
            one(band.of, &|thing| thing.is_within(reach(band.to)) && from < thing.near())
        })
        && zone.beyond.iter().all(clear)
        && zone.exactly.iter().all(|limit| {
            let exact = reach(limit.range);
            one(limit.of, &|thing| {
                thing.is_within(exact + 2.0 * CONTACT) && (thing.near() - exact).abs() <= CONTACT
            })
        })
        && zone
            .clear_of
            .iter()
            .all(|place| !any_of(view, side, *place, outline, |thing| thing.is_within(0.0)))
        && zone.touching.iter().all(|place| one(*place, &|thing| thing.is_within(CONTACT)))
        && zone.on.iter().all(|place| one(*place, &|thing| is_on(*place, thing.near(), thing.far(), outline)))
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
