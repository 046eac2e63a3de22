//! What a side that has the board to itself can still do: it has time, so the battle goes on until it is done.

use crate::config::mission::{TokenCount, TokensFled, Win};
use crate::ids::Side;

use super::super::battle::View;
use super::super::few::bits;
use super::super::state::{NONE, Status};
use super::tokens::{kind_of, tokens_taken};
use super::victory::{has_fled_tracked, is_decided};

/// True where a side alone on the board could still meet a condition, or bring home what it is paid for.
pub fn has_work_left(view: View<'_>, side: Side) -> bool {
    if is_decided(view) {
        return false;
    }
    let state = view.state;
    let has_role = |role: u8| state.fleet(side) & state.mask(|ship| ship.has_role(role)) != 0;
    let there = |kind| state.tokens().iter().filter(|token| kind_of(token) == kind && token.is_there).count();
    view.table.mission.wins(side).iter().any(|win| match win {
        Win::FledWith(rule) => {
            let aboard = bits(state.fleet(side)).map(|ship| {
                let carried = bits(u32::from(view.ship(ship).carries));
                carried.filter(|token| kind_of(&state.tokens[*token]) == rule.token).count()
            });
            let open = there(rule.token) + aboard.max().unwrap_or(0);
            rule.role.is_none_or(|role| has_role(role.index() as u8))
                && usize::from(rule.count.max(1)) <= open
        }
        Win::TokensTaken(rule) => can_still_take(view, side, *rule),
        Win::TokensRemoved(kind) => 0 < there(*kind) && can_act_on(view, side, kind.index() as u8),
        Win::TokenDestroyed(kind) => state.tokens().iter().any(|token| {
            kind_of(token) == *kind
                && token.ship != NONE
                && view.ship(usize::from(token.ship)).status == Status::OnBoard
        }),
        Win::TokensFled(rule) => can_still_flee(view, side, *rule),
        Win::OwnRoleFled(rule) => has_role(rule.role.index() as u8),
        // More cargo is more to redeem, whoever is ahead.
        Win::MostCargoSecured => {
            let to_take = state.tokens().iter().any(|token| token.is_there && 0 < token.cargo);
            to_take || state.mask(|ship| ship.side == side && ship.is_active() && 0 < ship.cargo) != 0
        }
        // One more reading to take, or one to bring home.
        Win::TrackingRoll(_) => {
            let open = state.tokens().iter().any(|token| token.is_there && token.tracking == 0);
            let aboard = state.mask(|ship| ship.side == side && ship.is_active() && 0 < ship.tracking) != 0;
            !has_fled_tracked(view, side) && (open || aboard)
        }
        _ => false,
    })
}

fn can_still_take(view: View<'_>, side: Side, rule: TokenCount) -> bool {
    let there =
        view.state.tokens().iter().filter(|token| kind_of(token) == rule.token && token.is_there).count();
    usize::from(rule.count) <= there + usize::from(tokens_taken(view, rule.token))
        && can_act_on(view, side, rule.token.index() as u8)
}

/// Some ship of the side may take an action on tokens of that kind.
fn can_act_on(view: View<'_>, side: Side, kind: u8) -> bool {
    view.table.mission.actions.iter().any(|rule| {
        rule.by.includes(side)
            && rule.token.is_some_and(|token| token.index() as u8 == kind)
            && bits(view.state.fleet(side)).any(|ship| {
                rule.size.is_none_or(|size| view.loadout(ship).size == size)
                    // A role that moves each round finds a ship again.
                    && rule.role.is_none_or(|role| {
                        view.ship(ship).has_role(role.index() as u8) || moves_each_round(view, side, role)
                    })
            })
    })
}

fn moves_each_round(view: View<'_>, side: Side, role: crate::config::mission::SquadRole) -> bool {
    use crate::config::mission::PassesOn;
    view.table.mission.roles(side).any(|rule| rule.role == role && rule.passes_on == PassesOn::EachPlanning)
}

/// Tokens that fly by themselves, or that two ships can tow.
fn can_still_flee(view: View<'_>, side: Side, rule: TokensFled) -> bool {
    let Some(moves) = view.table.mission.token(rule.token).and_then(|token| token.moves.as_ref()) else {
        return false;
    };
    let left = view
        .state
        .tokens()
        .iter()
        .filter(|token| kind_of(token) == rule.token && (token.is_there || token.fled))
        .count();
    moves.by == side
        && usize::from(rule.count) <= left
        && (!moves.costs_tracking_token || 2 <= view.state.fleet(side).count_ones())
}
