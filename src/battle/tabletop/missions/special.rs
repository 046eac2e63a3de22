//! Rule: Special rules of missions. (campaign rulebook, each scenario's Special Rules)

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::config::mission::{Effect, Moment, OrderKind, PassesOn, Special};
use crate::events::Sink;
use crate::geometry::{Board, DEBRIS_CLOUDS, Edge, Pose, TokenShape, token_shape};
use crate::ids::Side;

use super::super::battle::{Battle, View};
use super::super::few::{Few, bits};
use super::super::policy::Question;
use super::super::rules::bombs::place_obstacle;
use super::super::rules::range::ships_at_range;
use super::super::state::{Leaving, NONE, ObstacleKind, RoundMarks, Status};
use super::setup::eligible;
use super::tokens::kind_of;
use super::waves::come_back;

/// Whether a ship may flee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MayFlee {
    Yes,
    No,
    /// Forced to, it is destroyed.
    DestroyedIfForced,
}

/// A handicap of the ship's roles that still holds.
fn handicap(view: View<'_>, ship: usize) -> Option<crate::config::mission::Handicap> {
    let state = view.ship(ship);
    let roles = view.table.mission.roles(state.side);
    let mut held =
        roles.filter(|rule| state.has_role(rule.role.index() as u8)).filter_map(|rule| rule.handicap);
    held.find(|handicap| view.state.round < u16::from(handicap.until_round))
}

pub fn may_flee(view: View<'_>, ship: usize) -> MayFlee {
    if handicap(view, ship).is_some_and(|handicap| !handicap.may_flee) {
        return MayFlee::No;
    }
    for special in &view.table.mission.special {
        if let Special::NoFleeing(rule) = special {
            let active =
                view.state.tokens().iter().any(|token| token.is_there && kind_of(token) == rule.token);
            if active && view.state.counters[3] == u8::from(!rule.active) {
                return MayFlee::DestroyedIfForced;
            }
        }
    }
    MayFlee::Yes
}

/// The slowest and the fastest maneuver that a ship may dial.
pub fn speeds(view: View<'_>, ship: usize) -> (u8, u8) {
    handicap(view, ship).map_or((0, u8::MAX), |handicap| (handicap.min_speed, handicap.max_speed))
}

/// Free actions that the mission gives in the action step.
pub fn free_actions(view: View<'_>, ship: usize) -> u8 {
    let mut actions = 0;
    for special in &view.table.mission.special {
        if let Special::FreeActions(rule) = special
            && rule.who.includes(view.ship(ship).side)
            && rule.size == view.loadout(ship).size
        {
            actions += rule.actions;
        }
    }
    actions
}

/// Order tokens: each side's commander may give one a round, face down, each order once in the battle.
pub fn give_orders<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let mission = battle.table.mission;
    for special in &mission.special {
        let Special::Orders(orders) = special else { continue };
        let role = orders.role.index() as u8;
        for side in Side::BOTH {
            let commander =
                battle.state.mask(|ship| ship.side == side && ship.is_active() && ship.has_role(role));
            if commander == 0 {
                continue;
            }
            let commander = commander.trailing_zeros() as usize;
            let near = ships_at_range(battle.view(), commander, battle.state.fleet(side), orders.range);
            let friends = near | 1 << commander;
            let used = battle.state.counters[1 + side.index()];
            let open: u32 = (0..orders.orders.len())
                .filter(|order| used >> order & 1 == 0)
                .fold(0, |mask, i| mask | 1 << i);
            if open == 0 {
                continue;
            }
            // Answer: order times 32 plus ship; anything else keeps the tokens.
            let question = Question::Order { open, friends };
            let choice = battle.ask(side, |policy, view| policy.choose(view, side, question));
            let (order, ship) = (choice / 32, choice % 32);
            if order < 8 && open >> order & 1 == 1 && friends >> ship & 1 == 1 {
                battle.state.counters[1 + side.index()] |= 1 << order;
                battle.orders[side.index()] = Some((orders.orders[order], ship as u8));
            }
        }
    }
}

/// The owner knows that a ship of his will treat every maneuver as green.
pub fn has_green_order<C, S>(battle: &Battle<'_, C, S>, ship: usize) -> bool {
    battle.orders.contains(&Some((OrderKind::GreenManeuvers, ship as u8)))
}

/// The orders of both sides are shown at the start of the Activation phase and count to the end of the round.
pub fn reveal_orders<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let mission = battle.table.mission;
    for special in &mission.special {
        let Special::Orders(orders) = special else { continue };
        for side in Side::BOTH {
            let Some((order, ship)) = battle.orders[side.index()].take() else { continue };
            let marks = &mut battle.ship_mut(usize::from(ship)).marks;
            match order {
                OrderKind::Agility => marks.agility_bonus += orders.agility as i8,
                OrderKind::Skill => marks.combat_skill = Some(orders.skill),
                OrderKind::GreenManeuvers => marks.all_green = true,
            }
            battle.emit(BattleEvent::OrderRevealed { ship, order });
        }
    }
}

/// A kill leaves a debris cloud over the place where the destroyed ship stood.
pub fn debris_on_kill<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let mission = battle.table.mission;
    for special in &mission.special {
        let Special::DebrisOnKill(rule) = special else { continue };
        let Some(by) = battle.ship(ship).fate.by.map(usize::from) else { continue };
        if !rule.who.includes(battle.ship(by).side) || battle.loadout(by).size != rule.size {
            continue;
        }
        for _ in 0..rule.clouds {
            let shape = TokenShape::Debris(battle.fortune.placement.pick(DEBRIS_CLOUDS.len()) as u8);
            let pose = into_play_area(battle.table.board, shape, battle.ship(ship).pose);
            place_obstacle(battle, ObstacleKind::Debris, shape, pose, NONE, 0);
        }
    }
}

/// The same pose, shifted so that the whole cloud lies in the play area: a ship may go down over the edge.
fn into_play_area(board: Board, shape: TokenShape, pose: Pose) -> Pose {
    let outline = token_shape(shape).placed(pose);
    let mut position = pose.position;
    for edge in Edge::ALL {
        let depths = outline.corners().iter().map(|corner| board.depth(edge, *corner));
        let out = depths.fold(f64::INFINITY, f64::min).min(0.0);
        position = position - edge.inward() * out;
    }
    Pose { position, ..pose }
}

/// Ships that fled with cargo secure it and may come back.
pub fn secure_cargo<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let mission = battle.table.mission;
    let secures = mission.special.iter().any(|special| {
        matches!(special, Special::SecureAndReturn(rule) if rule.who.includes(battle.ship(ship).side))
    });
    if secures && 0 < battle.ship(ship).cargo {
        let side = battle.ship(ship).side;
        battle.state.score[side.index()] += battle.ship(ship).cargo;
        battle.ship_mut(ship).cargo = 0;
        battle.ship_mut(ship).marks.mission_done = SECURED;
    }
}

/// A mark on a ship that left with cargo in this round and may come back.
const SECURED: u8 = u8::MAX;

/// Ships that secured cargo come back, where their owner wants it.
pub fn returns<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, moment: Moment) {
    let mission = battle.table.mission;
    for special in &mission.special {
        let Special::SecureAndReturn(rule) = special else { continue };
        if rule.when != moment {
            continue;
        }
        let round = battle.state.round;
        let away = battle.state.mask(|ship| {
            ship.status == Status::Fled
                && ship.fate.fled_round == round
                && ship.marks.mission_done == SECURED
                && rule.who.includes(ship.side)
        });
        for ship in bits(away) {
            battle.ship_mut(ship).marks = RoundMarks::default();
            let side = battle.ship(ship).side;
            let question = Question::Return { ship };
            if battle.ask(side, |policy, view| policy.choose(view, side, question)) == 0
                && come_back(battle, ship, &rule.zone)
            {
                battle.ship_mut(ship).leaving = Leaving::No;
                battle.ship_mut(ship).fate.fled_round = 0;
            }
        }
    }
}

/// Jumps: a ship is set down near a token, which is then removed; its own tokens go.
pub fn jumps<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, moment: Moment) {
    let mission = battle.table.mission;
    for rule in mission
        .actions
        .iter()
        .filter(|rule| rule.effect == Effect::JumpToToken && rule.when.contains(&moment))
    {
        let Some(kind) = rule.token else { continue };
        let ships = battle
            .state
            .mask(|ship| ship.is_active() && rule.by.includes(ship.side) && ship.leaving != Leaving::Fleeing);
        for ship in bits(ships) {
            let mut there = 0_u32;
            for (i, token) in battle.state.tokens().iter().enumerate() {
                if token.is_there && kind_of(token) == kind {
                    there |= 1 << i;
                }
            }
            if there == 0 {
                return;
            }
            let side = battle.ship(ship).side;
            let question = Question::Jump { ship, tokens: there };
            let choice = battle.ask(side, |policy, view| policy.choose(view, side, question));
            if 32 <= choice || there >> choice & 1 == 0 {
                continue;
            }
            jump(battle, ship, choice, rule.effect_range.unwrap_or(1));
        }
    }
}

fn jump<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    token: usize,
    range: u8,
) {
    use crate::config::mission::{Band, Place, Zone};
    let kind = kind_of(&battle.state.tokens[token]);
    // Only this token counts as near while the ship is placed.
    let others: u32 = (0..usize::from(battle.state.n_tokens))
        .filter(|i| {
            *i != token && battle.state.tokens[*i].is_there && kind_of(&battle.state.tokens[*i]) == kind
        })
        .fold(0, |mask, i| mask | 1 << i);
    bits(others).for_each(|i| battle.state.tokens[i].is_there = false);
    let zone = Zone { at: vec![Band { of: Place::Token(kind), from: 1, to: range }], ..Zone::default() };
    // Off the board while a place is sought.
    let (old, status) = (battle.ship(ship).pose, battle.ship(ship).status);
    battle.ship_mut(ship).status = Status::Reserve;
    let jumped = come_back(battle, ship, &zone);
    bits(others).for_each(|i| battle.state.tokens[i].is_there = true);
    if !jumped {
        battle.ship_mut(ship).status = status;
        battle.ship_mut(ship).pose = old;
        return;
    }
    battle.state.forget(ship);
    let state = battle.ship_mut(ship);
    (state.focus, state.evade, state.stress, state.ion, state.tractor) = (0, 0, 0, 0, 0);
    state.cloaked = false;
    state.on_obstacles = 0;
    state.leaving = Leaving::No;
    let pose = state.pose;
    battle.emit(BattleEvent::Replaced { ship: ship as u8, pose });
    battle.show_tokens(ship);
    super::tokens::remove_token(battle, token);
}

/// Roles that move on to other ships.
pub fn pass_roles<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, each_planning: bool) {
    let mission = battle.table.mission;
    for side in Side::BOTH {
        for rule in mission.roles(side) {
            let wanted = if each_planning { PassesOn::EachPlanning } else { PassesOn::WhenDestroyed };
            if rule.passes_on != wanted {
                continue;
            }
            let role = rule.role.index() as u8;
            let on_board = battle.state.mask(|ship| ship.side == side && ship.is_active());
            let mut holders = battle.state.mask(|ship| ship.side == side && ship.has_role(role));
            holders &= if each_planning {
                on_board
            } else {
                // A ship that fled took its token along.
                battle.state.mask(|ship| ship.status != Status::Destroyed)
            };
            let mut free = eligible(battle.view(), side, rule) & on_board & !holders;
            // Roles of destroyed ships find new ones; a planning phase may also move one that is held.
            for _ in holders.count_ones()..u32::from(rule.max) {
                if free == 0 {
                    break;
                }
                let choice = battle.ask(side, |policy, view| policy.role(view, side, rule.role, free));
                let ship = if choice < 32 && free >> choice & 1 == 1 {
                    choice
                } else {
                    free.trailing_zeros() as usize
                };
                free &= !(1 << ship);
                battle.ship_mut(ship).roles |= 1 << role;
            }
            if each_planning && holders.count_ones() == 1 && free != 0 {
                let holder = holders.trailing_zeros() as usize;
                let question = Question::PassRole { holder, free };
                let choice = battle.ask(side, |policy, view| policy.choose(view, side, question));
                if choice < 32 && free >> choice & 1 == 1 {
                    battle.ship_mut(holder).roles &= !(1 << role);
                    battle.ship_mut(holder).tracking = 0;
                    battle.ship_mut(choice).roles |= 1 << role;
                }
            }
        }
    }
}

/// Jamming: ships near a token are stressed.
pub fn jamming<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, moment: Moment) {
    let mission = battle.table.mission;
    for special in &mission.special {
        let Special::Jamming(rule) = special else { continue };
        if rule.when != moment {
            continue;
        }
        let mut jammed: Few<u8, 32> = Few::new();
        for ship in bits(battle.state.mask(|ship| ship.is_active() && rule.who.includes(ship.side))) {
            let state = battle.ship(ship);
            let reach = f64::from(rule.range) * crate::geometry::RANGE_BAND;
            let near = battle.state.tokens().iter().any(|token| {
                token.is_there
                    && kind_of(token) == rule.token
                    && crate::geometry::distance_base_polygon(
                        state.base,
                        state.pose,
                        &super::tokens::token_outline(token),
                    ) <= reach
            });
            if near {
                jammed.push(ship as u8);
            }
        }
        for ship in jammed.iter() {
            battle.give_stress(usize::from(*ship), rule.stress);
        }
    }
}
