//! Rule: transfers between team mates. (Campaign, "Purchase Reinforcements Phase")
//!
//! Players of one faction may hand Fleet Points and assets to each other.

use crate::campaign::context::Context;
use crate::campaign::offers::Asset;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::PersonFate;
use crate::events::words::{PointSource, PointUse, UpgradeOrigin};
use crate::ids::PlayerId;

use super::old_restrictions;

/// Fleet Points for a team mate.
pub fn give_points(
    context: &mut Context<'_>,
    from: PlayerId,
    to: PlayerId,
    amount: u16,
) -> Result<(), Refusal> {
    check(context, from, to)?;
    if !context.pay(from, PointUse::Transfer, i32::from(amount)) {
        return Err(Refusal::NotEnoughPoints);
    }
    context.earn(to, PointSource::Transfer, i32::from(amount));
    Ok(())
}

/// An asset for a team mate. A commander stays with his Squadron.
pub fn give_asset(
    context: &mut Context<'_>,
    from: PlayerId,
    to: PlayerId,
    asset: Asset,
) -> Result<(), Refusal> {
    check(context, from, to)?;
    hand_over(context, from, to, asset, UpgradeOrigin::Transfer)
}

fn check(context: &Context<'_>, from: PlayerId, to: PlayerId) -> Result<(), Refusal> {
    let mates = context.state.player(from).faction == context.state.player(to).faction && from != to;
    if mates && context.book.rules.fleet.transfers_allowed { Ok(()) } else { Err(Refusal::NotAllowed) }
}

/// Moves an asset from one Squadron to another, whatever was agreed for it.
pub fn hand_over(
    context: &mut Context<'_>,
    from: PlayerId,
    to: PlayerId,
    asset: Asset,
    origin: UpgradeOrigin,
) -> Result<(), Refusal> {
    match asset {
        Asset::Hull(hull) => {
            let ship = context.state.hull(hull);
            if ship.owner != from || !ship.in_service() {
                return Err(Refusal::NotOwned);
            }
            let interface = context.book.special.experimental_interface;
            if ship.installed.contains(interface) && !context.has_room_for(to, interface) {
                return Err(Refusal::OnePerPlayer);
            }
            context.hand_over_hull(hull, to);
        }
        Asset::Person(person) => {
            let who = context.state.person(person);
            if who.owner != from || who.fate != PersonFate::OnRoster || who.commander {
                return Err(Refusal::NotOwned);
            }
            if let Some(card) = who.card() {
                old_restrictions::may_add_pilot(context.state, context.book, to, card)?;
            }
            context.hand_over_person(person, to);
        }
        Asset::Upgrade(upgrade) => {
            if !context.has_room_for(to, upgrade) {
                return Err(Refusal::OnePerPlayer);
            }
            if !context.state.player_mut(from).store.remove(upgrade, 1) {
                return Err(Refusal::NotOwned);
            }
            context.emit(crate::events::CampaignEvent::UpgradeLost { player: from, upgrade, copies: 1 });
            context.gain_upgrade(to, upgrade, 1, origin, 0);
        }
    }
    Ok(())
}
