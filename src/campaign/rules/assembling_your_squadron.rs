//! Rule: Assembling Your Squadron. (Campaign, "Assembling Your Squadron")
//!
//! Ships and pilots are bought separately, each of the own faction; the exception is the captured TIE Fighter.

use crate::campaign::context::Context;
use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{Installed, State};
use crate::events::CampaignEvent;
use crate::events::words::{HullOrigin, PersonOrigin, PointUse};
use crate::ids::{HullId, PersonId, PilotCardId, PlayerId, ShipClassId, UpgradeId};

use super::{
    high_ps_generic_pilot_restrictions, old_restrictions, ship_restrictions, time_intensive_upgrades,
    unique_pilots, upgrades,
};

/// Buys a hull, with time-intensive upgrades and titles that are bought along with it.
pub fn buy_ship(
    context: &mut Context<'_>,
    player: PlayerId,
    class: ShipClassId,
    fitted: &[UpgradeId],
) -> Result<HullId, Refusal> {
    let (state, book) = (&*context.state, context.book);
    let price = ship_price(state, book, player, class)?;
    let cards = state.team(state.player(player).faction).cards();
    let mut fitted_price = 0;
    for &upgrade in fitted {
        fitted_price += upgrades::price(state, book, player, upgrade)?;
        time_intensive_upgrades::may_come_fitted(book, upgrade)?;
    }
    let mut installed = Installed::default();
    for &upgrade in fitted {
        if !installed.push(upgrade) {
            return Err(Refusal::DoesNotFit);
        }
    }
    upgrades::fits(book, class, cards, installed.iter())?;
    upgrades::names_differ(book, fitted)?;
    if context.state.player(player).free_points() < i32::from(price + fitted_price) {
        return Err(Refusal::NotEnoughPoints);
    }
    let paid = context.pay(player, PointUse::Ship, i32::from(price));
    debug_assert!(paid, "the balance was checked");
    for &upgrade in fitted {
        upgrades::pay_and_claim(context, player, upgrade);
        let cost = context.book.upgrade(upgrade).fleet_points.unwrap_or(0);
        context.emit(CampaignEvent::UpgradeFitted { player, upgrade, cost });
    }
    let origin = if context.state.turn == 0 { HullOrigin::Starting } else { HullOrigin::Reinforcement };
    Ok(context.add_hull(player, class, origin, installed, price))
}

/// Fleet Points of a hull, if the player may buy it at all.
pub fn ship_price(
    state: &State,
    book: &Rulebook,
    player: PlayerId,
    class: ShipClassId,
) -> Result<u16, Refusal> {
    let cards = state.team(state.player(player).faction).cards();
    let price = book.ship_price(class, cards).ok_or(Refusal::WrongFaction)?;
    ship_restrictions::may_buy(state, book, player, class)?;
    captured_tie(state, book, player, class)?;
    Ok(price)
}

/// Only the Squadron of a commander who flies the captured TIE Fighter buys that ship: some at the start, later
/// only while it has fewer.
fn captured_tie(state: &State, book: &Rulebook, player: PlayerId, class: ShipClassId) -> Result<(), Refusal> {
    let rule = &book.rules.fleet.captured_tie;
    if class != rule.ship {
        return Ok(());
    }
    let flies_it = |card: PilotCardId| book.catalog.pilot(card).ships.contains(&class);
    let has_commander = state.persons_of(player).any(|who| who.commander && who.card().is_some_and(flies_it));
    if !has_commander {
        return Err(Refusal::CapturedTieCommander);
    }
    unique_pilots::captured_tie_commander(state, book, player)?;
    let owned = state.hulls_of(player).filter(|hull| hull.class == class).count();
    let limit = if state.turn == 0 { rule.start_limit } else { rule.reinforcement_below };
    if usize::from(limit) <= owned { Err(Refusal::CapturedTieLimit) } else { Ok(()) }
}

/// Buys a generic pilot.
pub fn buy_pilot(
    context: &mut Context<'_>,
    player: PlayerId,
    card: PilotCardId,
) -> Result<PersonId, Refusal> {
    let price = pilot_price(context.state, context.book, player, card)?;
    if !context.pay(player, PointUse::Pilot, i32::from(price)) {
        return Err(Refusal::NotEnoughPoints);
    }
    let start = context.state.turn == 0;
    let origin = if start { PersonOrigin::Starting } else { PersonOrigin::Reinforcement };
    Ok(context.add_pilot(player, card, origin, false, price))
}

/// Fleet Points of a generic pilot, if the player may buy one at all.
pub fn pilot_price(
    state: &State,
    book: &Rulebook,
    player: PlayerId,
    card: PilotCardId,
) -> Result<u16, Refusal> {
    let faction = state.player(player).faction;
    let pilot = book.catalog.pilot(card);
    if pilot.unique {
        return Err(Refusal::CommanderNeeded);
    }
    if pilot.faction != state.team(faction).cards() {
        return Err(Refusal::WrongFaction);
    }
    book.pilot_on_sale(card)?;
    high_ps_generic_pilot_restrictions::may_buy(state, book, faction, card)?;
    old_restrictions::may_add_pilot(state, book, player, card)?;
    old_restrictions::may_buy_royal_guard(state, book, faction, card)?;
    Ok(book.pilot_points(card))
}
