//! Mission tokens on the board: shapes, moves, being carried.

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::config::mission::{CarrierDestroyed, CountsAs, Moment, MoveShape, Place, TokenKind, TokenRule};
use crate::events::Sink;
use crate::geometry::{
    Base, Convex, Edge, Hand, Pose, RANGE_BAND, Template, TokenShape, distance_base_polygon, slide_back,
    token_shape,
};
use crate::ids::Side;

use super::super::battle::{Battle, View};
use super::super::few::{Few, bits};
use super::super::policy::Question;
use super::super::rules::{obstacles, touching};
use super::super::state::{Leaving, MAX_TOKENS, NONE, Status, Token};

/// The shape of a token's cardboard.
pub fn token_shape_of(kind: TokenKind) -> TokenShape {
    match kind {
        TokenKind::Mine => TokenShape::ProximityMine,
        _ => TokenShape::Objective,
    }
}

/// The base of a token for moves and collisions: a shuttle has that of a large ship.
pub fn token_base(kind: TokenKind) -> Base {
    match kind {
        TokenKind::Shuttle
        | TokenKind::DisabledShip
        | TokenKind::PrisonerTransport
        | TokenKind::GhostBase => Base::LARGE,
        _ => Base::SMALL,
    }
}

pub fn kind_of(token: &Token) -> TokenKind {
    TokenKind::ALL[usize::from(token.kind)]
}

/// Where a token lies on the board.
pub fn token_outline(token: &Token) -> Convex {
    let kind = kind_of(token);
    if token_base(kind) == Base::LARGE {
        return Base::LARGE.outline(token.pose);
    }
    token_shape(token_shape_of(kind)).placed(token.pose)
}

/// What a place near a token is measured to: the obstacle that it marks, else its own cardboard.
pub fn place_outline(view: View<'_>, token: &Token) -> Convex {
    match view.state.obstacles().get(usize::from(token.obstacle)) {
        Some(obstacle) => obstacle.outline,
        None => token_outline(token),
    }
}

/// Adds a token to the board's list; `None` where the list is full.
pub fn add_token<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    kind: TokenKind,
    owner: Side,
    pose: Pose,
) -> Option<usize> {
    let number = usize::from(battle.state.n_tokens);
    if MAX_TOKENS <= number {
        return None;
    }
    let cargo = battle.table.mission.token(kind).map_or(0, |rule| rule.cargo);
    battle.state.tokens[number] = Token {
        kind: kind.index() as u8,
        owner,
        pose,
        is_there: true,
        carrier: NONE,
        obstacle: NONE,
        ship: NONE,
        cargo,
        tracking: 0,
        fled: false,
        gone_round: 0,
        order: number as u8,
    };
    battle.state.n_tokens += 1;
    battle.emit(BattleEvent::TokenPlaced { token: number as u8, kind: kind.index() as u8, pose });
    Some(number)
}

pub fn remove_token<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, token: usize) {
    battle.state.tokens[token].is_there = false;
    battle.state.tokens[token].gone_round = battle.state.round;
    let ship = battle.state.tokens[token].ship;
    if ship != NONE && battle.ship(usize::from(ship)).is_on_board() {
        battle.ship_mut(usize::from(ship)).status = Status::Fled;
        battle.state.forget(usize::from(ship));
    }
    battle.emit(BattleEvent::TokenRemoved { token: token as u8 });
}

/// Takes a token aboard.
pub fn take_token<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, token: usize, ship: usize) {
    battle.state.tokens[token].is_there = false;
    battle.state.tokens[token].gone_round = battle.state.round;
    battle.state.tokens[token].carrier = ship as u8;
    battle.ship_mut(ship).carries |= 1 << token;
    battle.emit(BattleEvent::TokenTaken { token: token as u8, ship: ship as u8 });
}

/// Tokens aboard a destroyed ship are lost with it, unless the mission counts them all the same.
pub fn carrier_destroyed<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    for token in bits(u32::from(battle.ship(ship).carries)) {
        let kind = kind_of(&battle.state.tokens[token]);
        let rule = battle.table.mission.token(kind);
        if rule.is_none_or(|rule| rule.carrier_destroyed == CarrierDestroyed::Lost) {
            battle.state.tokens[token].carrier = NONE;
        }
    }
    battle.ship_mut(ship).cargo = 0;
}

/// How many tokens of a kind have been taken aboard, as the mission counts it.
pub fn tokens_taken(view: View<'_>, kind: TokenKind) -> u8 {
    view.state.tokens().iter().filter(|token| kind_of(token) == kind && token.carrier != NONE).count() as u8
}

/// The moves that the mission's tokens make by themselves at a moment.
pub fn move_tokens<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, moment: Moment) {
    let mission = battle.table.mission;
    for rule in
        mission.tokens.iter().filter(|rule| rule.moves.as_ref().is_some_and(|moves| moves.when == moment))
    {
        for token in 0..usize::from(battle.state.n_tokens) {
            let there = &battle.state.tokens[token];
            if there.is_there && kind_of(there) == rule.token {
                move_token(battle, token, rule);
            }
        }
    }
}

/// The most ways that a token may go.
const MAX_WAYS: usize = 8;

fn move_token<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    token: usize,
    rule: &TokenRule,
) {
    let Some(moves) = &rule.moves else { return };
    if moves.costs_tracking_token {
        if battle.state.tokens[token].tracking == 0 {
            return;
        }
        battle.state.tokens[token].tracking -= 1;
    }
    let base = token_base(rule.token);
    let start = battle.state.tokens[token].pose;
    let faster = moves.faster.map_or(0, |faster| {
        let role = faster.role.index() as u8;
        let outline = token_outline(&battle.state.tokens[token]);
        let reach = f64::from(faster.range) * RANGE_BAND;
        let near = battle.state.ships().iter().filter(|ship| {
            ship.is_on_board()
                && ship.has_role(role)
                && ship.side == moves.by
                && distance_base_polygon(ship.base, ship.pose, &outline) <= reach
        });
        (near.count() as u8).min(faster.max_ships)
    });
    let mut ways: Few<(Template, Pose), MAX_WAYS> = Few::new_with((Template::STATIONARY, start));
    for maneuver in &moves.maneuvers {
        match maneuver.shape {
            MoveShape::Straight => {
                let template = Template::straight((maneuver.speed + faster).min(5));
                ways.push((template, start.then(template.end(base))));
            }
            MoveShape::Bank => {
                for hand in Hand::BOTH {
                    let template = Template::bank(hand, (maneuver.speed + faster).clamp(1, 3));
                    ways.push((template, start.then(template.end(base))));
                }
            }
        }
    }
    if moves.may_stay {
        ways.push((Template::STATIONARY, start));
    }
    let ends: Few<Pose, MAX_WAYS> = {
        let mut ends = Few::new_with(start);
        ways.iter().for_each(|(_, end)| {
            ends.push(*end);
        });
        ends
    };
    let choice = if ways.len() == 1 {
        0
    } else {
        battle.ask(moves.by, |policy, view| {
            policy.choose(view, moves.by, Question::TokenMove { token, ends: &ends })
        })
    };
    let Some((template, end)) = ways.get(choice).copied().or(ways.first().copied()) else { return };
    if rule.counts_as == CountsAs::Ship {
        return fly_as_ship(battle, token, template, moves.flees_over);
    }
    set_token(battle, token, end);
    battle.emit(BattleEvent::TokenMoved { token: token as u8, template, start, end });
    check_token_fled(battle, token, moves.flees_over);
}

/// A token that counts as a ship flies like one: it is set back from others and touches them, obstacles hurt it, and
/// over the edge it attempts to flee, so that it can still be shot at in this round.
fn fly_as_ship<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    token: usize,
    template: Template,
    over: Option<Place>,
) {
    let ship = battle.state.tokens[token].ship;
    if ship == NONE {
        return;
    }
    let ship = usize::from(ship);
    let (base, start) = (battle.ship(ship).base, battle.ship(ship).pose);
    let mut others: Few<(Base, Pose), 32> = Few::new_with((base, start));
    let mut numbers: Few<u8, 32> = Few::new();
    for other in bits(battle.state.on_board() & !(1 << ship)) {
        others.push((battle.ship(other).base, battle.ship(other).pose));
        numbers.push(other as u8);
    }
    if 0 < template.speed {
        let slide = slide_back(template, base, start, &others);
        set_token(battle, token, slide.pose);
        battle.emit(BattleEvent::TokenMoved { token: token as u8, template, start, end: slide.pose });
        let touched = bits(slide.touched).fold(0_u32, |mask, i| mask | 1 << numbers[i]);
        touching::touches(battle, ship, touched);
        let met = obstacles::met_on_the_way(battle, ship, template, start, slide.parameter);
        battle.ship_mut(ship).on_obstacles = obstacles::under_base(battle, ship);
        obstacles::trigger_mines(battle, ship, &met);
        obstacles::damage_dice(battle, ship, &met, false);
        obstacles::damage_dice(battle, ship, &met, true);
    }
    if battle.ship(ship).is_on_board() {
        look_at_edge(battle, ship, over);
    }
}

/// Retreating, for a token that counts as a ship: it flees over its edge, and over another only if it is forced to.
fn look_at_edge<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    over: Option<Place>,
) {
    let state = battle.ship(ship);
    if battle.table.board.holds(state.base, state.pose) {
        battle.ship_mut(ship).leaving = Leaving::No;
        return;
    }
    let out = battle.table.board.sticks_out(state.base, state.pose);
    let heading = state.pose.heading;
    let leaves = Edge::ALL.into_iter().any(|edge| {
        out >> edge.index() & 1 == 1
            && heading.dot(edge.inward()) < 0.0
            && lets_go(battle.table.edges, over, edge)
    });
    let forced = state.leaving == Leaving::MustReturn;
    if leaves || forced {
        battle.ship_mut(ship).leaving = Leaving::Fleeing;
        battle.emit(BattleEvent::FleeDeclared { ship: ship as u8, forced: !leaves });
    } else {
        battle.ship_mut(ship).leaving = Leaving::MustReturn;
    }
}

/// True where the rule lets a token flee over that edge.
fn lets_go(edges: [Edge; 2], over: Option<Place>, edge: Edge) -> bool {
    match over {
        Some(Place::AttackerEdge) => edge == edges[0],
        Some(Place::DefenderEdge) => edge == edges[1],
        _ => true,
    }
}

/// A token that counts as a ship has left the board: over the right edge it has fled, else it is only gone.
pub fn ship_token_fled<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    edge: Edge,
) {
    let token = battle.ship(ship).token;
    if token == NONE {
        return;
    }
    let rule = battle.table.mission.token(kind_of(&battle.state.tokens[usize::from(token)]));
    let over = rule.and_then(|rule| rule.moves.as_ref()).and_then(|moves| moves.flees_over);
    if lets_go(battle.table.edges, over, edge) {
        battle.state.tokens[usize::from(token)].fled = true;
        battle.emit(BattleEvent::TokenFled { token });
    }
    remove_token(battle, usize::from(token));
}

/// Moves a token and the ship that stands for it.
pub fn set_token<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, token: usize, pose: Pose) {
    battle.state.tokens[token].pose = pose;
    let ship = battle.state.tokens[token].ship;
    if ship != NONE {
        let ship = usize::from(ship);
        battle.ship_mut(ship).pose = pose;
        touching::moved_away(battle, ship);
    }
}

/// A token flees where its base crosses the edge that lets it go.
fn check_token_fled<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    token: usize,
    over: Option<Place>,
) {
    let state = battle.state.tokens[token];
    let base = token_base(kind_of(&state));
    let out = battle.table.board.sticks_out(base, state.pose);
    if out == 0 {
        return;
    }
    let leaves = Edge::ALL
        .into_iter()
        .any(|edge| out >> edge.index() & 1 == 1 && lets_go(battle.table.edges, over, edge));
    if leaves {
        battle.state.tokens[token].fled = true;
        battle.emit(BattleEvent::TokenFled { token: token as u8 });
        remove_token(battle, token);
    }
}
