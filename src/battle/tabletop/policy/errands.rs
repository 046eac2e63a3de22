//! What the mission asks of a ship: when to go home, whom to hunt, where to be. Terms of the same score by which
//! pilots weigh shots, so that an errand is flown where it pays and dropped where it would cost the ship.

use crate::config::mission::{ActionRule, Effect, Reach, TokenKind, Win};
use crate::geometry::{Pose, RANGE_BAND, distance_base_polygon, overlap_base_polygon};
use crate::ids::Side;

use super::super::battle::View;
use super::super::few::bits;
use super::super::missions::tokens::{kind_of, token_outline};
use super::super::missions::victory::{is_decided, surviving_tracking};
use super::super::rules::retreat;
use super::super::state::{NONE, Status, Token};

/// Being on the spot; each range band away from it is worth a ninth of this less.
const ON_THE_WAY: f32 = 1.5;
/// The action could be taken from there.
const IN_REACH: f32 = 0.9;
/// The same for hunting what the battle is about.
const HUNT: f32 = 0.6;
/// Guarding tokens that fly faster with company.
const GUARD: f32 = 0.8;
/// Cargo that a ship fills up with before it runs for the edge.
const CARGO_LOAD: u8 = 2;
/// A die of eight shows at least this three times out of four.
const LIKELY_ROLL: u8 = 3;
/// A ship with fewer hull points than this share takes what it has home.
const HURT: f64 = 0.5;

/// True where leaving serves the ship's side better than staying.
pub fn leaves(view: View<'_>, ship: usize) -> bool {
    let state = view.ship(ship);
    if view.state.breaking_off[state.side.index()] || goes_home(view, ship) {
        return true;
    }
    retreat::should_leave(view, ship) && !is_lost_by_leaving(view, ship)
}

/// The foe wins when this ship flees.
fn is_lost_by_leaving(view: View<'_>, ship: usize) -> bool {
    let state = view.ship(ship);
    !is_decided(view)
        && view.table.mission.wins(state.side.foe()).iter().any(|win| match win {
            Win::FoeRoleFled(role) | Win::FoeRoleFledFirst(role) => state.has_role(role.index() as u8),
            _ => false,
        })
}

/// A ship that wins or earns something by leaving.
pub fn goes_home(view: View<'_>, ship: usize) -> bool {
    let (state, round) = (view.ship(ship), view.state.round);
    if is_decided(view) {
        return false;
    }
    let there = |kind: TokenKind| view.state.tokens().iter().any(|t| t.is_there && kind_of(t) == kind);
    view.table.mission.wins(state.side).iter().any(|win| match win {
        Win::FledWith(rule) => {
            let aboard = bits(u32::from(state.carries))
                .filter(|token| kind_of(&view.state.tokens[*token]) == rule.token)
                .count();
            usize::from(rule.count.max(1)) <= aboard
                && (!rule.after_all_taken || !there(rule.token))
                && rule.role.is_none_or(|role| state.has_role(role.index() as u8))
        }
        // A round early: who crosses the edge too soon may stay outside and is away in time.
        Win::OwnRoleFled(rule) => {
            state.has_role(rule.role.index() as u8) && u16::from(rule.from_round) <= round + 1
        }
        Win::MostCargoSecured => {
            let left = view.state.tokens().iter().any(|token| token.is_there && 0 < token.cargo);
            0 < state.cargo && (CARGO_LOAD <= state.cargo || !left || is_hurt(view, ship))
        }
        Win::TrackingRoll(rule) => {
            let open = view.state.tokens().iter().any(|token| token.is_there && token.tracking == 0);
            let total = surviving_tracking(view, state.side);
            let enough = rule.reach <= total.saturating_add(LIKELY_ROLL);
            0 < state.tracking && (enough || !open || is_hurt(view, ship))
        }
        Win::Otherwise => has_done_enough(view, state.side),
        // The foe's commander is lost: the own one cannot be lost any more once he is away.
        Win::FoeRoleDestroyed(role) => {
            let role = role.index() as u8;
            let theirs = view.state.mask(|foe| foe.side != state.side && foe.has_role(role));
            state.has_role(role)
                && theirs != 0
                && bits(theirs).all(|foe| view.ship(foe).status == Status::Destroyed)
        }
        _ => false,
    })
}

fn is_hurt(view: View<'_>, ship: usize) -> bool {
    let hull = f64::from(view.loadout(ship).hull);
    hull - f64::from(view.ship(ship).damage) < HURT * hull
}

/// Where the foe must destroy more points to win: something is destroyed, no more is lost, and the foe is stronger.
fn has_done_enough(view: View<'_>, side: Side) -> bool {
    let lost = view.state.points_lost;
    view.table.mission.wins(side.foe()).contains(&Win::MostPointsDestroyed)
        && 0 < lost[side.foe().index()]
        && lost[side.index()] <= lost[side.foe().index()]
        && retreat::strength(view, side) < retreat::strength(view, side.foe())
}

/// How much hitting a ship is about winning: 1 decides the battle, a half takes something from the foe's victory.
pub fn marked(view: View<'_>, side: Side, target: usize) -> f32 {
    if is_decided(view) {
        return 0.0;
    }
    let (state, mission) = (view.ship(target), view.table.mission);
    let stands_for = (state.token != NONE).then(|| kind_of(&view.state.tokens[usize::from(state.token)]));
    let decides = mission.wins(side).iter().any(|win| match win {
        Win::FoeRoleDestroyed(role) => state.has_role(role.index() as u8),
        Win::TokenDestroyed(kind) => stands_for == Some(*kind),
        _ => false,
    });
    if decides {
        return 1.0;
    }
    let hinders = mission.wins(side.foe()).iter().any(|win| match win {
        Win::FledWith(rule) => {
            bits(u32::from(state.carries)).any(|token| kind_of(&view.state.tokens[token]) == rule.token)
        }
        Win::MostCargoSecured => 0 < state.cargo,
        Win::TrackingRoll(_) => 0 < state.tracking,
        Win::OwnRoleFled(rule) => state.has_role(rule.role.index() as u8),
        Win::TokensTaken(rule) => mission.actions.iter().any(|action| {
            action.token == Some(rule.token)
                && action.role.is_some_and(|role| state.has_role(role.index() as u8))
        }),
        _ => false,
    });
    if hinders { 0.5 } else { 0.0 }
}

/// What the mission makes of a pose: tokens to act on, tokens to guard, a ship to hunt.
pub fn errand(view: View<'_>, ship: usize, pose: Pose) -> f32 {
    let (state, mission) = (view.ship(ship), view.table.mission);
    let hunts = mission
        .wins(state.side)
        .iter()
        .any(|win| matches!(win, Win::FoeRoleDestroyed(_) | Win::TokenDestroyed(_)));
    if mission.actions.is_empty() && mission.tokens.is_empty() && !hunts || is_decided(view) {
        return 0.0;
    }
    let mut best = 0.0_f32;
    for rule in mission.actions.iter().filter(|rule| is_for(view, ship, rule)) {
        for token in view.state.tokens().iter().filter(|token| is_open(token, rule)) {
            let nearness = ON_THE_WAY * nearness(token.pose, pose);
            let there = if reaches(view, ship, pose, token, rule) { IN_REACH } else { 0.0 };
            best = best.max(nearness + there);
        }
    }
    best = best.max(guarding(view, ship, pose));
    if hunts {
        for foe in bits(view.state.mask(|foe| foe.side != state.side && foe.is_on_board())) {
            if marked(view, state.side, foe) == 1.0 {
                best = best.max(HUNT * nearness(view.ship(foe).pose, pose));
            }
        }
    }
    best
}

/// 1 on the spot, nothing a board away.
fn nearness(of: Pose, pose: Pose) -> f32 {
    1.0 - ((of.position - pose.position).length() / 900.0) as f32
}

/// Is the action one for this ship?
pub fn is_for(view: View<'_>, ship: usize, rule: &ActionRule) -> bool {
    let state = view.ship(ship);
    rule.by.includes(state.side)
        && rule.role.is_none_or(|role| state.has_role(role.index() as u8))
        && rule.size.is_none_or(|size| view.loadout(ship).size == size)
        && rule.effect != Effect::JumpToToken
}

/// Is there anything to do on the token?
pub fn is_open(token: &Token, rule: &ActionRule) -> bool {
    token.is_there
        && rule.token.is_none_or(|kind| kind == kind_of(token))
        && (rule.effect != Effect::TakeCargo || 0 < token.cargo)
        && (!rule.once_per_target || token.tracking == 0)
}

fn reaches(view: View<'_>, ship: usize, pose: Pose, token: &Token, rule: &ActionRule) -> bool {
    let base = view.ship(ship).base;
    let far = base.radius() + RANGE_BAND * f64::from(rule.range.unwrap_or(1)) + 60.0;
    if far * far < (token.pose.position - pose.position).length_squared() {
        return false;
    }
    let outline = token_outline(token);
    match rule.reach {
        Reach::Range => {
            distance_base_polygon(base, pose, &outline) <= f64::from(rule.range.unwrap_or(1)) * RANGE_BAND
        }
        // Two ships with the token between them: close to it, others will be on its other side.
        Reach::BetweenTwoShips => distance_base_polygon(base, pose, &outline) <= 0.6 * RANGE_BAND,
        Reach::Overlapping | Reach::OverlappingOrTouching => overlap_base_polygon(base, pose, &outline),
        Reach::Anywhere | Reach::RangeInArc | Reach::Touching | Reach::Docked => false,
    }
}

/// Ships whose company makes tokens faster stay within range of one.
fn guarding(view: View<'_>, ship: usize, pose: Pose) -> f32 {
    let state = view.ship(ship);
    let mut best = 0.0_f32;
    for rule in &view.table.mission.tokens {
        let Some(moves) = rule.moves.as_ref().filter(|moves| moves.by == state.side) else { continue };
        let Some(faster) = moves.faster.filter(|f| state.has_role(f.role.index() as u8)) else { continue };
        for token in view.state.tokens().iter().filter(|t| t.is_there && kind_of(t) == rule.token) {
            let outline = token_outline(token);
            let near =
                distance_base_polygon(state.base, pose, &outline) <= f64::from(faster.range) * RANGE_BAND;
            best = best.max(GUARD * nearness(token.pose, pose) + if near { IN_REACH } else { 0.0 });
        }
    }
    best
}
