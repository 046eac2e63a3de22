//! Rule: Black Market. (Campaign, "Black Market")
//!
//! Scum trade ships, equipment and crew with the powers, and sell prisoners back to their owners.

use crate::campaign::context::{Context, Decision};
use crate::campaign::doctrine::Doctrine;
use crate::campaign::offers::{Asset, Offer};
use crate::campaign::refusal::Refusal;
use crate::campaign::rules::transfers;
use crate::campaign::state::Standpoint;
use crate::events::words::{Homecoming, PointSource, PointUse, UpgradeOrigin};
use crate::ids::{PersonId, PlayerId};

/// Puts something up for sale to a player of another faction; one of the two must be Scum.
pub fn offer(
    context: &mut Context<'_>,
    seller: PlayerId,
    buyer: PlayerId,
    asset: Asset,
    price: u16,
) -> Result<(), Refusal> {
    let standpoint = |player: PlayerId| context.state.team(context.state.player(player).faction).standpoint;
    let one_is_scum = (standpoint(seller) == Standpoint::Fringe) != (standpoint(buyer) == Standpoint::Fringe);
    if !context.book.rules.scum.black_market.trade_allowed || !one_is_scum {
        return Err(Refusal::NotAllowed);
    }
    match asset {
        // Powers buy ships of their own faction only; Scum learn to fly the others'.
        Asset::Hull(hull) => {
            let cards = context.state.team(context.state.player(buyer).faction).cards();
            let class = context.state.hull(hull).class;
            let own_class = context.book.catalog.ship(class).factions[cards.index()];
            if standpoint(buyer) == Standpoint::Power && !own_class {
                return Err(Refusal::WrongFaction);
            }
        }
        // Crew are traded, pilots are not; prisoners are ransomed.
        Asset::Person(person) if context.state.person(person).is_pilot() => return Err(Refusal::NotOwned),
        Asset::Prisoner(_) => return Err(Refusal::NotAllowed),
        Asset::Person(_) | Asset::Upgrade(_) => {}
    }
    if !transfers::owns(context, seller, asset) {
        return Err(Refusal::NotOwned);
    }
    context.state.offers.push(Offer { seller, buyer, asset, price });
    Ok(())
}

/// All have bought: the buyers answer to the offers, in the order in which they were made.
pub fn settle_offers(context: &mut Context<'_>, doctrines: &mut [Box<dyn Doctrine>]) {
    let offers = std::mem::take(&mut context.state.offers);
    for (place, offer) in offers.iter().enumerate() {
        let Offer { seller, buyer, asset, price } = *offer;
        if context.state.player(buyer).free_points() < i32::from(price) {
            continue;
        }
        let mut chance = context.decision(buyer, Decision::BlackMarket, place as u64);
        let view = context.view(buyer);
        if !doctrines[buyer.index()].buy_on_black_market(&view, seller, asset, price, &mut chance) {
            continue;
        }
        if transfers::hand_over(context, seller, buyer, asset, UpgradeOrigin::BlackMarket).is_ok() {
            let paid = context.pay(buyer, PointUse::BlackMarket, i32::from(price));
            debug_assert!(paid, "the buyer could afford it");
            context.earn(seller, PointSource::BlackMarket, i32::from(price));
        }
    }
    context.state.offers = offers;
    context.state.offers.clear();
}

/// Scum's leader names a price for each prisoner; the prisoner's player pays or does not.
pub fn ransom_prisoners(context: &mut Context<'_>, doctrines: &mut [Box<dyn Doctrine>]) {
    if !context.book.rules.scum.black_market.ransom_allowed {
        return;
    }
    let fringe = |context: &Context<'_>| {
        let mut factions = context.state.factions.iter();
        factions.find(|&faction| context.state.team(faction).standpoint == Standpoint::Fringe)
    };
    let Some(holder) = fringe(context) else { return };
    let prisoners: Vec<PersonId> = context.state.prisoners_of(holder).map(|who| who.id).collect();
    let leader = context.leader(holder);
    for prisoner in prisoners {
        let owner = context.state.person(prisoner).owner;
        let place = u64::from(prisoner.0);
        let mut chance = context.decision(leader, Decision::AskRansom, place);
        let price = doctrines[leader.index()].ask_ransom(&context.view(leader), prisoner, &mut chance);
        let Some(price) = price else { continue };
        if context.state.player(owner).free_points() < i32::from(price) {
            continue;
        }
        let mut chance = context.decision(owner, Decision::PayRansom, place);
        if doctrines[owner.index()].pay_ransom(&context.view(owner), prisoner, price, &mut chance) {
            let paid = context.pay(owner, PointUse::Ransom, i32::from(price));
            debug_assert!(paid, "the owner could afford it");
            context.earn(leader, PointSource::Ransom, i32::from(price));
            context.bring_home(prisoner, Homecoming::Ransom);
        }
    }
}
