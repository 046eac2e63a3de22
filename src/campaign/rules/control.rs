//! Rule: control of strategic targets. (Campaign, "Construct Squads and Conduct Battle Phase"; "Hidden Outpost";
//! "Trade Route"; Scum: "Trade Route and Smuggling")
//!
//! The victor gains or keeps the target; a draw changes nothing. A hidden outpost must be paid for. The Trade
//! Route is nobody's between turns and only counts for the coming income.

use crate::campaign::context::{Context, Decision};
use crate::campaign::doctrine::Doctrine;
use crate::campaign::rules::unexplored_worlds;
use crate::campaign::state::Standpoint;
use crate::chance::Purpose;
use crate::events::CampaignEvent;
use crate::events::words::{PointSource, PointUse, TakenBy};
use crate::ids::{Faction, PlayerId, TargetId};

/// A faction takes a target; `player` is the one who captured it.
pub fn take(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    target: TargetId,
    by: Faction,
    player: PlayerId,
    how: TakenBy,
) {
    let place = *context.state.target(target);
    if place.is_trade_route() {
        return win_trade_route(context, by, how);
    }
    if place.owner == Some(by) {
        return;
    }
    if place.hidden && !pay_for_hidden_outpost(context, doctrines, target, player) {
        context.emit(CampaignEvent::TargetRefused { target, by });
        return;
    }
    change_owner(context, target, by, how);
    if place.unexplored {
        let mut chance = context.stream(Purpose::Exploration, u64::from(target.0));
        unexplored_worlds::explore(context, doctrines, &mut chance, target, by);
    }
}

/// The owner changes, and the score of both sides takes note.
pub fn change_owner(context: &mut Context<'_>, target: TargetId, by: Faction, how: TakenBy) {
    let from = context.state.target(target).owner;
    context.state.target_mut(target).owner = Some(by);
    if let Some(from) = from {
        context.state.team_mut(from).tally.lost += 1;
    }
    if counts_as_capture(context, how) {
        context.state.team_mut(by).tally.captured += 1;
    }
    context.emit(CampaignEvent::TargetTaken { target, by, from, how });
}

/// Whether the score pays for it.
fn counts_as_capture(context: &Context<'_>, how: TakenBy) -> bool {
    match how {
        // Scum's from the start, not captured in a turn.
        TakenBy::BaseOfOperations => false,
        TakenBy::FreeCapture => context.book.rules.rulings.uncontested_capture_bonus,
        TakenBy::Battle | TakenBy::Ceded | TakenBy::NoShow | TakenBy::LostOutpost => true,
    }
}

/// Nobody controls the target any more.
pub fn give_up(context: &mut Context<'_>, target: TargetId) {
    if let Some(from) = context.state.target_mut(target).owner.take() {
        context.state.team_mut(from).tally.lost += 1;
        context.emit(CampaignEvent::TargetGivenUp { target, from });
    }
}

/// Hidden Outpost: the capturing player pays, or the target stays as it was.
fn pay_for_hidden_outpost(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    target: TargetId,
    player: PlayerId,
) -> bool {
    let price = i32::from(context.book.rules.map.powers.hidden_outpost_price);
    if context.state.player(player).free_points() < price {
        return false;
    }
    let mut chance = context.decision(player, Decision::HiddenOutpost, u64::from(target.0));
    let pays = doctrines[player.index()].pay_for_hidden_outpost(&context.view(player), target, &mut chance);
    pays && context.pay(player, PointUse::HiddenOutpost, price)
}

/// The Trade Route: income for the winner, less income for his enemies. Scum who come alone smuggle.
fn win_trade_route(context: &mut Context<'_>, by: Faction, how: TakenBy) {
    let rules = &context.book.rules;
    let fringe = context.state.team(by).standpoint == Standpoint::Fringe;
    let loss = if fringe { rules.scum.trade_route.enemy_loss } else { rules.map.trade_route.enemy_loss };
    for foe in context.state.factions.into_iter().filter(|&foe| foe != by) {
        context.state.team_mut(foe).tally.enemy_trade_route_loss += i32::from(loss);
    }
    let captured = rules.rulings.trade_route_capture_bonus && counts_as_capture(context, how);
    let tally = &mut context.state.team_mut(by).tally;
    tally.trade_route = true;
    tally.captured += u16::from(captured);
    context.emit(CampaignEvent::TradeRouteWon { by });
    if fringe && how == TakenBy::FreeCapture {
        let points = i32::from(rules.scum.trade_route.smuggling_income);
        for player in context.players_of(by) {
            context.earn(player, PointSource::Smuggling, points);
        }
    }
}
