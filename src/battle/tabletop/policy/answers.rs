//! Plain answers to the questions of missions and terrain, and plain wishes for where things stand.

use crate::config::mission::{OrderKind, Place, Special, TokenKind, Win};
use crate::geometry::{Edge, Pose, Vec2, overlap_base_polygon};
use crate::ids::Side;

use super::super::battle::View;
use super::super::few::bits;
use super::super::missions::tokens::{kind_of, token_base};
use super::super::missions::zone::CORNERS;
use super::super::missions::{Placed, Request};
use super::super::state::NONE;
use super::Question;
use super::errands::{is_for, is_open};

/// Enemies that are near enough for orders and jumps to matter.
const CLOSE: f64 = 350.0;
/// Declines.
const NO: usize = usize::MAX;

pub fn answer(view: View<'_>, side: Side, question: Question<'_>) -> usize {
    let breaking_off = view.state.breaking_off[side.index()];
    match question {
        Question::TokenMove { token, ends } => best_move(view, token, ends),
        Question::FacingEdge => view.table.edges[side.foe().index()].index(),
        // The cheaper half is beaten before the other comes.
        Question::FirstGroup { ships } => {
            bits(ships).min_by_key(|ship| (view.loadout(*ship).points, *ship)).unwrap_or(0)
        }
        Question::Obstacle { free } => nearest_obstacle(view, side, free),
        Question::EntryToken { tokens } => entry_token(view, side, tokens),
        Question::Order { open, friends } => order(view, side, open, friends),
        Question::InsteadOfAttack { can, .. } => can.trailing_zeros() as usize,
        Question::Jump { ship, tokens } => jump(view, ship, tokens),
        Question::PassRole { holder, free } => pass_role(view, holder, free),
        Question::FoeCorner => far_corner(view, side),
        // Nobody is called or comes back into a fight that is given up.
        Question::Reinforce { .. } => usize::from(breaking_off),
        Question::Return { .. } => {
            let left = view.state.tokens().iter().any(|token| token.is_there && 0 < token.cargo);
            usize::from(breaking_off || !left)
        }
        Question::RingPlace => 5,
        Question::Corners | Question::Tow { .. } | Question::Derelict | Question::RingEdge => 0,
    }
}

/// The edge over which a token may flee, where it moves.
fn goal(view: View<'_>, kind: TokenKind) -> Option<(Side, Edge)> {
    let moves = view.table.mission.token(kind).and_then(|rule| rule.moves.as_ref())?;
    let edge = match moves.flees_over {
        Some(Place::DefenderEdge) => view.table.edges[1],
        _ => view.table.edges[0],
    };
    Some((moves.by, edge))
}

/// Towards the edge over which it may flee, around obstacles where it has a base that meets them.
fn best_move(view: View<'_>, token: usize, ends: &[Pose]) -> usize {
    let state = &view.state.tokens[token];
    let kind = kind_of(state);
    let Some((_, edge)) = goal(view, kind) else { return 0 };
    let cost = |end: &Pose| {
        let way = view.table.board.depth(edge, end.position) + 30.0 * end.heading.dot(edge.inward());
        let rocks = if state.ship == NONE { 0 } else { obstacles_at(view, state.pose, *end, kind) };
        way + 90.0 * rocks as f64
    };
    (0..ends.len()).min_by(|a, b| cost(&ends[*a]).total_cmp(&cost(&ends[*b]))).unwrap_or(0)
}

/// Obstacles below a base on its way: at its end and halfway.
fn obstacles_at(view: View<'_>, start: Pose, end: Pose, kind: TokenKind) -> usize {
    let base = token_base(kind);
    let half = Pose { position: (start.position + end.position) * 0.5, ..end };
    let there = view.state.obstacles().iter().filter(|obstacle| obstacle.is_there);
    there
        .filter(|obstacle| {
            [half, end].iter().any(|pose| overlap_base_polygon(base, *pose, &obstacle.outline))
        })
        .count()
}

fn center_of(view: View<'_>, mask: u32) -> Option<Vec2> {
    let sum = bits(mask).fold(Vec2::ZERO, |sum, ship| sum + view.ship(ship).pose.position);
    (mask != 0).then(|| sum * (1.0 / f64::from(mask.count_ones())))
}

/// The obstacle nearest to the own edge.
fn nearest_obstacle(view: View<'_>, side: Side, free: u32) -> usize {
    let edge = view.table.edges[side.index()];
    let depth = |i: usize| view.table.board.depth(edge, view.state.obstacles[i].pose.position);
    bits(free).min_by(|a, b| depth(*a).total_cmp(&depth(*b))).unwrap_or(0)
}

/// The token nearest to the own ships, to join them; without any the first.
fn entry_token(view: View<'_>, side: Side, tokens: u32) -> usize {
    let Some(center) = center_of(view, view.state.fleet(side)) else {
        return tokens.trailing_zeros() as usize;
    };
    let away = |i: usize| (view.state.tokens[i].pose.position - center).length();
    bits(tokens).min_by(|a, b| away(*a).total_cmp(&away(*b))).unwrap_or(0)
}

/// Green maneuvers for a stressed friend, agility for a commander under fire, the first shot for the best gun.
fn order(view: View<'_>, side: Side, open: u32, friends: u32) -> usize {
    let rule = view.table.mission.special.iter().find_map(|special| match special {
        Special::Orders(orders) => Some(orders),
        _ => None,
    });
    let Some(rule) = rule else { return NO };
    let close = |ship: usize| {
        bits(view.foes(side))
            .filter(|foe| (view.ship(*foe).pose.position - view.ship(ship).pose.position).length() < CLOSE)
            .count()
    };
    for (number, kind) in rule.orders.iter().enumerate().filter(|(number, _)| open >> number & 1 == 1) {
        let ship = match kind {
            OrderKind::GreenManeuvers => bits(friends).find(|ship| 0 < view.ship(*ship).stress),
            OrderKind::Agility => bits(friends)
                .find(|ship| view.ship(*ship).has_role(rule.role.index() as u8) && 0 < close(*ship)),
            OrderKind::Skill => bits(friends)
                .filter(|ship| 0 < close(*ship))
                .max_by_key(|ship| (view.loadout(*ship).attack, usize::MAX - *ship)),
        };
        if let Some(ship) = ship {
            return 32 * number + ship;
        }
    }
    NO
}

/// Away from where at least two enemies aim, to where fewer do.
fn jump(view: View<'_>, ship: usize, tokens: u32) -> usize {
    let state = view.ship(ship);
    let aimed = |at: Vec2| {
        bits(view.foes(state.side))
            .filter(|foe| {
                let foe = view.ship(*foe);
                let away = at - foe.pose.position;
                // In front of it: within the quarter that its arc roughly covers.
                away.length() < CLOSE && 0.7 * away.length() < foe.pose.heading.dot(away)
            })
            .count()
    };
    let here = aimed(state.pose.position);
    let best = bits(tokens).map(|token| (aimed(view.state.tokens[token].pose.position), token)).min();
    match best {
        Some((there, token)) if 2 <= here && there + 1 < here => token,
        _ => NO,
    }
}

/// To a ship that is clearly nearer to what the role acts on; tracking tokens would be lost.
fn pass_role(view: View<'_>, holder: usize, free: u32) -> usize {
    let mission = view.table.mission;
    let way = |ship: usize| {
        let rules = mission.actions.iter().filter(|rule| is_for(view, holder, rule));
        let tokens = rules.flat_map(|rule| view.state.tokens().iter().filter(move |t| is_open(t, rule)));
        tokens
            .map(|token| (token.pose.position - view.ship(ship).pose.position).length())
            .fold(f64::INFINITY, f64::min)
    };
    let best = bits(free).min_by(|a, b| way(*a).total_cmp(&way(*b)));
    let gain = 150.0 + 150.0 * f64::from(view.ship(holder).tracking);
    match best {
        Some(best) if way(best) + gain < way(holder) => best,
        _ => NO,
    }
}

/// The corner farthest from the own ships and from what they are about.
fn far_corner(view: View<'_>, side: Side) -> usize {
    let board = view.table.board;
    let corner = |number: usize| {
        let (a, b) = CORNERS[number];
        let x = if a == Edge::West || b == Edge::West { 0.0 } else { board.width };
        let y = if a == Edge::South || b == Edge::South { 0.0 } else { board.height };
        Vec2::new(x, y)
    };
    let near = |number: usize| {
        let ships = bits(view.state.fleet(side)).map(|ship| view.ship(ship).pose.position);
        let tokens = view.state.tokens().iter().filter(|token| token.is_there);
        let all = ships.chain(tokens.map(|token| token.pose.position));
        all.map(|at| (at - corner(number)).length()).fold(f64::INFINITY, f64::min)
    };
    (0..4).max_by(|a, b| near(*a).total_cmp(&near(*b))).unwrap_or(0)
}

/// What a legal place costs, in millimetres of way.
pub fn cost_of_place(view: View<'_>, request: &Request<'_>, pose: Pose) -> f64 {
    match request.what {
        Placed::Ship(ship) => cost_of_ship(view, request.side, usize::from(ship), pose),
        Placed::Token(kind) => cost_of_token(view, request.side, TokenKind::ALL[usize::from(kind)], pose),
        Placed::Obstacle => 0.0,
    }
}

/// Near friends, near the middle, near the errand; a ship that must flee near an edge.
fn cost_of_ship(view: View<'_>, side: Side, ship: usize, pose: Pose) -> f64 {
    let board = view.table.board;
    let mission = view.table.mission;
    let runs = mission.wins(side).iter().any(|win| match win {
        Win::OwnRoleFled(rule) => view.ship(ship).has_role(rule.role.index() as u8),
        _ => false,
    });
    if runs {
        let edge = Edge::ALL.map(|edge| board.depth(edge, pose.position));
        return edge.into_iter().fold(f64::INFINITY, f64::min);
    }
    let near = bits(view.state.fleet(side))
        .map(|friend| (view.ship(friend).pose.position - pose.position).length())
        .fold(f64::INFINITY, f64::min);
    let crowd = if near.is_finite() { (near - 70.0).abs() } else { 0.0 };
    let rules = mission.actions.iter().filter(|rule| is_for(view, ship, rule));
    let way = rules
        .flat_map(|rule| view.state.tokens().iter().filter(move |token| is_open(token, rule)))
        .map(|token| (token.pose.position - pose.position).length())
        .fold(f64::INFINITY, f64::min);
    let way = if way.is_finite() { way } else { (pose.position - board.center()).length() };
    crowd + 0.2 * way
}

/// What flies off should start near its edge and face it; what the own side acts on near the own edge, what the foe acts
/// on far from his.
fn cost_of_token(view: View<'_>, side: Side, kind: TokenKind, pose: Pose) -> f64 {
    let board = view.table.board;
    if let Some((by, edge)) = goal(view, kind) {
        let way = board.depth(edge, pose.position) + 200.0 * pose.heading.dot(edge.inward());
        return if by == side { way } else { -way };
    }
    let acts =
        view.table.mission.actions.iter().any(|rule| rule.token == Some(kind) && rule.by.includes(side));
    let foe_acts = view
        .table
        .mission
        .actions
        .iter()
        .any(|rule| rule.token == Some(kind) && rule.by.includes(side.foe()));
    match (acts, foe_acts) {
        (true, _) => board.depth(view.table.edges[side.index()], pose.position),
        (false, true) => -board.depth(view.table.edges[side.foe().index()], pose.position),
        (false, false) => 0.0,
    }
}
