//! Rule: Time Intensive Upgrades. (Campaign, "Time Intensive Upgrades"; "Construction Yard")
//!
//! Modifications, systems, tech and illicit upgrades take an idle turn to fit or to remove, which may be the turn
//! of a repair. A Construction Yard does it at once.

use crate::campaign::context::Context;
use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::catalog::Slot;
use crate::config::TargetType;
use crate::events::CampaignEvent;
use crate::ids::{HullId, PlayerId, UpgradeId};

use super::upgrades;

/// Who does the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Workshop {
    /// The Squadron's own techs; the ship sits idle.
    Hangar,
    /// A Construction Yard; at once, for one ship per yard and player a turn.
    ConstructionYard,
}

/// Fits a card out of the store.
pub fn install(
    context: &mut Context<'_>,
    player: PlayerId,
    hull: HullId,
    upgrade: UpgradeId,
    workshop: Workshop,
) -> Result<(), Refusal> {
    let ship = *context.state.hull(hull);
    check(context, player, hull)?;
    if !context.book.upgrade(upgrade).time_intensive {
        return Err(Refusal::DoesNotFit);
    }
    if context.state.player(player).store.free(upgrade) == 0 {
        return Err(Refusal::NotOwned);
    }
    let cards = context.state.team(context.state.player(player).faction).cards();
    upgrades::fits(context.book, ship.class, cards, ship.installed.iter().chain([upgrade]))?;
    if ship.installed.is_full() {
        return Err(Refusal::DoesNotFit);
    }
    work(context, player, hull, workshop)?;
    let taken = context.state.player_mut(player).store.remove(upgrade, 1);
    debug_assert!(taken, "a free copy was there");
    let added = context.state.hull_mut(hull).installed.push(upgrade);
    debug_assert!(added, "there is room for it");
    let ready_turn = context.state.hull(hull).ready_turn;
    context.emit(CampaignEvent::UpgradeInstalled { hull, upgrade, ready_turn });
    Ok(())
}

/// Takes a card off and puts it into the store.
pub fn remove(
    context: &mut Context<'_>,
    player: PlayerId,
    hull: HullId,
    upgrade: UpgradeId,
    workshop: Workshop,
) -> Result<(), Refusal> {
    check(context, player, hull)?;
    let ship = *context.state.hull(hull);
    if !ship.installed.contains(upgrade) {
        return Err(Refusal::NotOwned);
    }
    if context.book.catalog.upgrade(upgrade).slot == Slot::Title {
        return Err(Refusal::TitleAtPurchase);
    }
    // What is left must still fit, since the card may have given slots.
    let mut rest = ship.installed;
    let taken = rest.take(upgrade);
    debug_assert!(taken, "the card is on the ship");
    let cards = context.state.team(context.state.player(player).faction).cards();
    upgrades::fits(context.book, ship.class, cards, rest.iter())?;
    work(context, player, hull, workshop)?;
    context.state.hull_mut(hull).installed = rest;
    context.state.player_mut(player).store.add(upgrade, 1);
    let ready_turn = context.state.hull(hull).ready_turn;
    context.emit(CampaignEvent::UpgradeRemoved { hull, upgrade, ready_turn });
    Ok(())
}

/// Whether a card may be bought together with the ship that carries it.
pub fn may_come_fitted(book: &Rulebook, upgrade: UpgradeId) -> Result<(), Refusal> {
    let card = book.catalog.upgrade(upgrade);
    if card.slot == Slot::Title && !card.pilot_title {
        return Ok(());
    }
    if book.upgrade(upgrade).time_intensive { Ok(()) } else { Err(Refusal::NotInstalledWithShip) }
}

fn check(context: &Context<'_>, player: PlayerId, hull: HullId) -> Result<(), Refusal> {
    let ship = context.state.hull(hull);
    if ship.owner != player || !ship.in_service() { Err(Refusal::NotOwned) } else { Ok(()) }
}

/// The ship sits idle, or a yard is used.
fn work(
    context: &mut Context<'_>,
    player: PlayerId,
    hull: HullId,
    workshop: Workshop,
) -> Result<(), Refusal> {
    match workshop {
        Workshop::ConstructionYard => {
            let faction = context.state.player(player).faction;
            let yards = context.state.count_controlled(faction, TargetType::ConstructionYard);
            if yards == 0 {
                return Err(Refusal::NotControlled);
            }
            let allowed = yards * usize::from(context.book.rules.map.powers.construction_yard_installs);
            let used = &mut context.state.player_mut(player).allowances.construction_yards;
            if allowed <= usize::from(*used) {
                return Err(Refusal::AllowanceUsed);
            }
            *used += 1;
        }
        Workshop::Hangar => {
            let now = context.now();
            let rules = &context.book.rules.upgrades;
            let idle = u16::from(rules.install_turns);
            let ship = context.state.hull_mut(hull);
            // In repair until `ready_turn`: the work is done in the same turn, or begins after it.
            let begins = if rules.install_during_repair { now } else { now.max(ship.ready_turn) };
            ship.fitting_until = ship.fitting_until.max(begins + idle);
            ship.ready_turn = ship.ready_turn.max(ship.fitting_until);
        }
    }
    Ok(())
}
