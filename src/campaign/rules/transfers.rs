//! Rule: transfers between team mates. (Campaign, "Purchase Reinforcements Phase")
//!
//! Players of one faction may hand Fleet Points and assets to each other.

use crate::campaign::context::Context;
use crate::campaign::offers::Asset;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::PersonFate;
use crate::events::CampaignEvent;
use crate::events::words::{Homecoming, PointSource, PointUse, UpgradeOrigin};
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

/// Whether a player has an asset that he could hand over now.
pub fn owns(context: &Context<'_>, player: PlayerId, asset: Asset) -> bool {
    let state = &*context.state;
    match asset {
        Asset::Hull(hull) => state.hull(hull).owner == player && state.hull(hull).in_service(),
        Asset::Person(person) => {
            let who = state.person(person);
            who.owner == player && who.fate == PersonFate::OnRoster && !who.commander
        }
        Asset::Upgrade(upgrade) => 0 < state.player(player).store.free(upgrade),
        Asset::Prisoner(person) => state.person(person).captive_of() == Some(state.player(player).faction),
    }
}

/// Moves an asset from one Squadron to another, whatever was agreed for it.
pub fn hand_over(
    context: &mut Context<'_>,
    from: PlayerId,
    to: PlayerId,
    asset: Asset,
    origin: UpgradeOrigin,
) -> Result<(), Refusal> {
    if !owns(context, from, asset) {
        return Err(Refusal::NotOwned);
    }
    match asset {
        Asset::Hull(hull) => {
            let interface = context.book.special.experimental_interface;
            let fitted = context.state.hull(hull).installed.contains(interface);
            if fitted && !context.has_room_for(to, interface) {
                return Err(Refusal::OnePerPlayer);
            }
            context.hand_over_hull(hull, to);
        }
        Asset::Person(person) => {
            if let Some(card) = context.state.person(person).card() {
                old_restrictions::may_add_pilot(context.state, context.book, to, card)?;
            }
            context.hand_over_person(person, to);
        }
        Asset::Upgrade(upgrade) => {
            if !context.has_room_for(to, upgrade) {
                return Err(Refusal::OnePerPlayer);
            }
            let taken = context.state.player_mut(from).store.remove(upgrade, 1);
            debug_assert!(taken, "a free copy was there");
            context.emit(CampaignEvent::UpgradeLost { player: from, upgrade, copies: 1 });
            context.gain_upgrade(to, upgrade, 1, origin, 0);
        }
        Asset::Prisoner(person) => {
            let holder = context.state.player(to).faction;
            if holder == context.state.player(from).faction {
                return Err(Refusal::NotAllowed);
            }
            if holder == context.state.faction_of_person(person) {
                context.bring_home(person, Homecoming::Ransom);
            } else {
                context.state.person_mut(person).fate = PersonFate::Captive(holder);
                context.emit(CampaignEvent::PersonCaptured { person, by: holder });
            }
        }
    }
    Ok(())
}
