//! Rule: Title Upgrades. (Campaign, "Title Upgrades")
//!
//! A title is bound to a ship or a pilot when it is bought, and shares its fate.

use crate::campaign::context::Context;
use crate::campaign::refusal::Refusal;
use crate::catalog::Slot;
use crate::config::TitlesBoundAt;
use crate::events::CampaignEvent;
use crate::ids::{HullId, PersonId, PlayerId, UpgradeId};

use super::upgrades;

/// Buys a title for a ship of the Squadron.
pub fn buy_title(
    context: &mut Context<'_>,
    player: PlayerId,
    hull: HullId,
    title: UpgradeId,
) -> Result<(), Refusal> {
    if context.book.rules.rulings.titles_bound_at == TitlesBoundAt::ShipPurchase {
        return Err(Refusal::TitleAtPurchase);
    }
    let price = check_title(context, player, title)?;
    let ship = *context.state.hull(hull);
    if ship.owner != player || !ship.in_service() {
        return Err(Refusal::NotOwned);
    }
    if context.book.catalog.upgrade(title).pilot_title {
        return Err(Refusal::DoesNotFit);
    }
    let cards = context.state.team(context.state.player(player).faction).cards();
    upgrades::fits(context.book, ship.class, cards, ship.installed.iter().chain([title]))?;
    if ship.installed.is_full() {
        return Err(Refusal::DoesNotFit);
    }
    if context.state.player(player).free_points() < i32::from(price) {
        return Err(Refusal::NotEnoughPoints);
    }
    upgrades::pay_and_claim(context, player, title);
    let added = context.state.hull_mut(hull).installed.push(title);
    debug_assert!(added, "there is room for the title");
    let ready_turn = context.state.hull(hull).ready_turn;
    context.emit(CampaignEvent::UpgradeFitted { player, upgrade: title, cost: price });
    context.emit(CampaignEvent::UpgradeInstalled { hull, upgrade: title, ready_turn });
    Ok(())
}

/// Buys a title for a pilot of the Squadron (A-wing Test Pilot).
pub fn buy_pilot_title(
    context: &mut Context<'_>,
    player: PlayerId,
    pilot: PersonId,
    title: UpgradeId,
) -> Result<(), Refusal> {
    let price = check_title(context, player, title)?;
    let card = context.book.catalog.upgrade(title);
    let who = *context.state.person(pilot);
    if who.owner != player || who.captive_of().is_some() {
        return Err(Refusal::NotOwned);
    }
    // "Original A-wing pilots only": the class on the card he came with counts.
    let origin = who.card().map(|card| context.book.catalog.pilot(card).ships[0]);
    let right_class =
        card.ships.as_ref().is_none_or(|ships| origin.is_some_and(|class| ships.contains(&class)));
    if !card.pilot_title || who.title.is_some() || !right_class {
        return Err(Refusal::DoesNotFit);
    }
    if who.skill < context.book.upgrade(title).minimum_skill {
        return Err(Refusal::SkillTooLow);
    }
    if context.state.player(player).free_points() < i32::from(price) {
        return Err(Refusal::NotEnoughPoints);
    }
    upgrades::pay_and_claim(context, player, title);
    context.state.person_mut(pilot).title = Some(title);
    context.emit(CampaignEvent::UpgradeFitted { player, upgrade: title, cost: price });
    Ok(())
}

/// Binds a title that lies in the store: Chardaan Refit won as cargo.
pub fn bind_title(
    context: &mut Context<'_>,
    player: PlayerId,
    hull: HullId,
    title: UpgradeId,
) -> Result<(), Refusal> {
    let ship = *context.state.hull(hull);
    let is_title = context.book.catalog.upgrade(title).slot == Slot::Title;
    if ship.owner != player || !ship.in_service() || context.state.player(player).store.free(title) == 0 {
        return Err(Refusal::NotOwned);
    }
    let cards = context.state.team(context.state.player(player).faction).cards();
    upgrades::fits(context.book, ship.class, cards, ship.installed.iter().chain([title]))?;
    if !is_title || ship.installed.is_full() {
        return Err(Refusal::DoesNotFit);
    }
    let taken = context.state.player_mut(player).store.remove(title, 1);
    let added = context.state.hull_mut(hull).installed.push(title);
    debug_assert!(taken && added, "both were checked");
    let ready_turn = ship.ready_turn;
    context.emit(CampaignEvent::UpgradeInstalled { hull, upgrade: title, ready_turn });
    Ok(())
}

fn check_title(context: &Context<'_>, player: PlayerId, title: UpgradeId) -> Result<u16, Refusal> {
    if context.book.catalog.upgrade(title).slot != Slot::Title {
        return Err(Refusal::DoesNotFit);
    }
    upgrades::price(context.state, context.book, player, title)
}
