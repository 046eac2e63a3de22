//! Rule: Upgrading Huge Ships. (Campaign, "Upgrading Huge Ships")
//!
//! Each turn one card may be bought for each huge ship, into an empty slot or in place of another of its kind,
//! which is lost. Titles are never bought.

use crate::campaign::context::Context;
use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::State;
use crate::catalog::Slot;
use crate::events::CampaignEvent;
use crate::events::words::PointUse;
use crate::ids::{HugeShipId, PlayerId, UpgradeId};

use super::equipping_huge_ships;

/// Buys a card for a huge ship of the player's faction.
pub fn upgrade(
    context: &mut Context<'_>,
    player: PlayerId,
    ship: HugeShipId,
    upgrade: UpgradeId,
    replaced: Option<UpgradeId>,
) -> Result<(), Refusal> {
    let price = price(context.state, context.book, player, ship, upgrade, replaced)?;
    if !context.pay(player, PointUse::HugeShip, i32::from(price)) {
        return Err(Refusal::NotEnoughPoints);
    }
    let turn = context.state.turn;
    let claimed = context.claim(context.book.unique_upgrade(upgrade));
    debug_assert!(claimed, "the name was free");
    let huge_ship = context.state.huge_ship_mut(ship);
    if huge_ship.upgraded_turn != turn {
        huge_ship.upgrades_this_turn = 0;
    }
    huge_ship.upgraded_turn = turn;
    huge_ship.upgrades_this_turn += 1;
    if let Some(replaced) = replaced {
        huge_ship.lose_upgrade(replaced);
    }
    let huge_ship = context.state.huge_ship_mut(ship);
    let added = huge_ship.upgrades.push(upgrade);
    debug_assert!(added, "there is room for it");
    if let Some(replaced) = replaced {
        context.forget_upgrade(player, replaced, 1);
    }
    context.emit(CampaignEvent::HugeShipEquipped { ship, upgrade, cost: price });
    Ok(())
}

/// Fleet Points of a card for a huge ship, if it may be bought now.
pub fn price(
    state: &State,
    book: &Rulebook,
    player: PlayerId,
    ship: HugeShipId,
    upgrade: UpgradeId,
    replaced: Option<UpgradeId>,
) -> Result<u16, Refusal> {
    let huge_ship = state.huge_ship(ship);
    let faction = state.player(player).faction;
    if huge_ship.faction != faction || huge_ship.is_destroyed() {
        return Err(Refusal::NotOwned);
    }
    let card = book.catalog.upgrade(upgrade);
    if card.slot == Slot::Title || replaced.is_some_and(|old| book.catalog.upgrade(old).slot == Slot::Title) {
        return Err(Refusal::HugeShipTitle);
    }
    let used = if huge_ship.upgraded_turn == state.turn { huge_ship.upgrades_this_turn } else { 0 };
    if book.rules.huge_ships.upgrades.per_ship_and_turn <= used {
        return Err(Refusal::HugeShipTurn);
    }
    let mut upgrades = huge_ship.upgrades;
    if let Some(old) = replaced {
        if book.catalog.upgrade(old).slot != card.slot {
            return Err(Refusal::DoesNotFit);
        }
        if !upgrades.take(old) {
            return Err(Refusal::NotOwned);
        }
    }
    if upgrades.is_full() {
        return Err(Refusal::DoesNotFit);
    }
    let cards = state.team(faction).cards();
    equipping_huge_ships::fits(book, huge_ship.class, cards, upgrades.iter().chain([upgrade]))?;
    equipping_huge_ships::may_have(state, book, faction, upgrade)?;
    Ok(book.huge_ship_price(upgrade))
}
