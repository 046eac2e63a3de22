//! Rule: Special actions of missions. (campaign rulebook, each scenario's Special Rules)

use crate::battle::tabletop::event::ActionTaken;
use crate::battle::tabletop::event::BattleEvent;
use crate::chance::{AttackFace, Chance, DefenseFace};
use crate::config::mission::{ActedOn, ActionRule, Effect, Moment, Reach, Success};
use crate::events::Sink;
use crate::geometry::{Convex, RANGE_BAND, Vec2, distance_base_polygon, overlap_base_polygon};
use crate::ids::Side;

use super::super::battle::{Battle, View};
use super::super::few::bits;
use super::super::policy::Question;
use super::super::rules::actions::{ActionChoice, ActionOption, Options};
use super::super::rules::range::at_range;
use super::super::state::NONE;
use super::tokens::{kind_of, remove_token, take_token, token_outline};

/// Adds the mission's actions that a ship may take now.
pub fn action_options(view: View<'_>, ship: usize, stressed: bool, options: &mut Options) {
    for (number, rule) in view.table.mission.actions.iter().enumerate() {
        if !rule.when.contains(&Moment::Action) || (stressed && !rule.while_stressed) {
            continue;
        }
        for on in bits(targets(view, ship, number, rule)) {
            options.push(ActionOption {
                choice: ActionChoice::Mission { rule: number as u8, on: on as u8 },
                end: view.ship(ship).pose,
            });
        }
    }
}

/// The tokens (or ships) that a rule lets this ship act on, by number.
pub fn targets(view: View<'_>, ship: usize, number: usize, rule: &ActionRule) -> u32 {
    let state = view.ship(ship);
    let right_ship = rule.by.includes(state.side)
        && rule.role.is_none_or(|role| state.has_role(role.index() as u8))
        && rule.size.is_none_or(|size| view.loadout(ship).size == size);
    let done = state.marks.mission_done >> (number % 8) & 1 == 1;
    if !right_ship || (done && !rule.repeatable) {
        return 0;
    }
    match rule.on {
        ActedOn::Token => tokens_in_reach(view, ship, rule),
        ActedOn::Itself => 1 << ship,
        ActedOn::FoeShip => {
            let bands = rule.range.unwrap_or(3);
            let fleet = view.state.fleet(state.side.foe());
            bits(fleet).filter(|other| at_range(view, ship, *other, bands)).fold(0, |mask, i| mask | 1 << i)
        }
    }
}

fn tokens_in_reach(view: View<'_>, ship: usize, rule: &ActionRule) -> u32 {
    let state = view.ship(ship);
    let mut mask = 0;
    for (i, token) in view.state.tokens().iter().enumerate() {
        if !token.is_there || rule.token.is_some_and(|kind| kind != kind_of(token)) {
            continue;
        }
        if rule.effect == Effect::TakeCargo && token.cargo == 0 {
            continue;
        }
        if rule.once_per_target && 0 < token.tracking {
            continue;
        }
        let outline = token_outline(token);
        let overlaps =
            |ship: usize| overlap_base_polygon(view.ship(ship).base, view.ship(ship).pose, &outline);
        let reached = match rule.reach {
            Reach::Range => {
                distance_base_polygon(state.base, state.pose, &outline)
                    <= f64::from(rule.range.unwrap_or(1)) * RANGE_BAND
            }
            Reach::Overlapping => overlaps(ship),
            Reach::OverlappingOrTouching => {
                let foes = state.touching & view.state.mask(|other| other.side != state.side);
                overlaps(ship) || bits(foes).any(overlaps)
            }
            Reach::Anywhere => true,
            Reach::BetweenTwoShips | Reach::RangeInArc | Reach::Touching | Reach::Docked => false,
        };
        if reached {
            mask |= 1 << i;
        }
    }
    mask
}

/// Takes a mission's action.
pub fn take_action<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    rule: u8,
    on: u8,
) {
    let number = usize::from(rule);
    let mission = battle.table.mission;
    let Some(action) = mission.actions.get(number) else { return };
    battle.ship_mut(ship).marks.mission_done |= 1 << (number % 8);
    let success = roll(battle, ship, action);
    if success {
        apply(battle, ship, action, usize::from(on));
    } else if 0 < action.tracking_on_failure {
        battle.ship_mut(ship).tracking += action.tracking_on_failure;
        battle.show_tokens(ship);
    }
    battle.emit(BattleEvent::Action { ship: ship as u8, action: ActionTaken::Mission { rule, on, success } });
}

/// The dice of an action; without dice it succeeds.
fn roll<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    rule: &ActionRule,
) -> bool {
    let Some(dice) = rule.roll else { return true };
    let (mut hits, mut crits, mut evades) = (0_u8, 0_u8, 0_u8);
    for _ in 0..dice.attack_dice {
        match battle.attack_die(ship) {
            AttackFace::Hit => hits += 1,
            AttackFace::Crit => crits += 1,
            AttackFace::Focus | AttackFace::Blank => {}
        }
    }
    for _ in 0..dice.defense_dice {
        evades += u8::from(battle.fortune.dice.defense_die() == DefenseFace::Evade);
    }
    crits += dice.crits_per_tracking * battle.ship(ship).tracking;
    match dice.success {
        Success::MoreCritsThanEvades => evades < crits,
        Success::AnyHitOrCrit | Success::EachHitOrCrit | Success::Damage => 0 < hits + crits,
    }
}

fn apply<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    rule: &ActionRule,
    on: usize,
) {
    match rule.effect {
        Effect::TakeCargo => {
            let amount = rule.amount.min(battle.state.tokens[on].cargo);
            battle.state.tokens[on].cargo -= amount;
            battle.ship_mut(ship).cargo += amount;
            battle.show_tokens(ship);
        }
        Effect::TakeToken => take_token(battle, on, ship),
        Effect::RemoveToken => {
            battle.state.tokens[on].carrier = NONE;
            remove_token(battle, on);
        }
        Effect::MarkBoth => {
            battle.state.tokens[on].tracking += 1;
            battle.ship_mut(ship).tracking += 1;
            battle.show_tokens(ship);
        }
        Effect::Track => battle.state.tokens[on].tracking += rule.amount,
        Effect::GiveEvade => {
            let stands_in = battle.state.tokens[on].ship;
            if stands_in != NONE {
                battle.give_evade(usize::from(stands_in), rule.amount);
            }
        }
        // Words of missions that this model turns away.
        Effect::RevealAndTake
        | Effect::RevealToken
        | Effect::PlaceToken
        | Effect::Activate
        | Effect::Board
        | Effect::Explode
        | Effect::DockShips
        | Effect::ExtractPrisoners
        | Effect::ExchangePrisoners
        | Effect::JumpToToken => {}
    }
}

/// Gives up an attack for a mission's action; true where the ship did.
pub fn instead_of_attack<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
) -> bool {
    let mission = battle.table.mission;
    for (number, rule) in mission.actions.iter().enumerate() {
        if !rule.when.contains(&Moment::InsteadOfAttack) {
            continue;
        }
        let can = targets(battle.view(), ship, number, rule);
        if can == 0 {
            continue;
        }
        let side = battle.ship(ship).side;
        let question = Question::InsteadOfAttack { ship, rule: number, can };
        let choice = battle.ask(side, |policy, view| policy.choose(view, side, question));
        if choice < 32 && can >> choice & 1 == 1 {
            take_action(battle, ship, number as u8, choice as u8);
            return true;
        }
    }
    false
}

/// Rules that act on a token between two ships of a side, at a moment: each once a round.
pub fn between_ships<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, moment: Moment) {
    let mission = battle.table.mission;
    for rule in mission
        .actions
        .iter()
        .filter(|rule| rule.when.contains(&moment) && rule.reach == Reach::BetweenTwoShips)
    {
        for token in 0..usize::from(battle.state.n_tokens) {
            let state = battle.state.tokens[token];
            if !state.is_there || rule.token.is_some_and(|kind| kind != kind_of(&state)) {
                continue;
            }
            for side in Side::BOTH.into_iter().filter(|side| rule.by.includes(*side)) {
                if is_between(battle.view(), side, token, rule.range.unwrap_or(2)) {
                    let question = Question::Tow { token };
                    if battle.ask(side, |policy, view| policy.choose(view, side, question)) == 0 {
                        battle.state.tokens[token].tracking += rule.amount;
                    }
                }
            }
        }
    }
}

/// True where a line can be drawn between two ships of a side, no farther apart than that, which passes through the
/// token: any line from base to base will do.
pub fn is_between(view: View<'_>, side: Side, token: usize, bands: u8) -> bool {
    let outline = token_outline(&view.state.tokens[token]);
    let fleet = view.state.fleet(side);
    bits(fleet).any(|a| {
        bits(fleet)
            .filter(|b| a < *b)
            .any(|b| at_range(view, a, b, bands) && a_line_passes(view, a, b, &outline))
    })
}

/// All lines from one base to another fill the hull of both. It misses the token where some direction tells them
/// apart; the directions that can are those across a side of the token or of the hull, and the hull's sides run from
/// corner to corner.
fn a_line_passes(view: View<'_>, a: usize, b: usize, token: &Convex) -> bool {
    let corners = |ship: usize| view.ship(ship).base.corners(view.ship(ship).pose);
    let mut hull = [Vec2::ZERO; 8];
    hull[..4].copy_from_slice(&corners(a));
    hull[4..].copy_from_slice(&corners(b));
    let parts = |across: Vec2| {
        let span = |points: &[Vec2]| {
            points
                .iter()
                .map(|point| point.dot(across))
                .fold((f64::INFINITY, f64::NEG_INFINITY), |span, x| (span.0.min(x), span.1.max(x)))
        };
        let (hull, token) = (span(&hull), span(token.corners()));
        hull.1 < token.0 || token.1 < hull.0
    };
    let of_token = token.sides().map(|(from, to)| to - from);
    let of_hull = (0..8).flat_map(|from| (0..from).map(move |to| (from, to)));
    !of_token.chain(of_hull.map(|(from, to)| hull[to] - hull[from])).any(|along| parts(along.left()))
}
