//! Rule: Upgrades. (Campaign, "Upgrades"; "Elite Upgrades"; "Unique Upgrades")
//!
//! All upgrades but elite ones are bought with Fleet Points and kept in the Squadron; unique ones exist once.

use crate::campaign::context::Context;
use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{Presence, State};
use crate::catalog::{Bearer, Slot};
use crate::events::words::{PointUse, UpgradeOrigin};
use crate::ids::{Faction, PlayerId, ShipClassId, UpgradeId};

/// Buys a card into the store: equipment or ordnance. Crew and titles have purchases of their own.
pub fn buy_upgrade(context: &mut Context<'_>, player: PlayerId, upgrade: UpgradeId) -> Result<(), Refusal> {
    let price = price(context.state, context.book, player, upgrade)?;
    match context.book.catalog.upgrade(upgrade).slot {
        Slot::Title => return Err(Refusal::TitleAtPurchase),
        Slot::Crew => return Err(Refusal::NotForSale),
        _ => {}
    }
    if context.state.player(player).free_points() < i32::from(price) {
        return Err(Refusal::NotEnoughPoints);
    }
    pay_and_claim(context, player, upgrade);
    let copies = context.book.upgrade(upgrade).copies;
    context.gain_upgrade(player, upgrade, copies, UpgradeOrigin::Purchase, price);
    Ok(())
}

/// Fleet Points of one purchase of a card, if the player may have it at all.
pub fn price(state: &State, book: &Rulebook, player: PlayerId, upgrade: UpgradeId) -> Result<u16, Refusal> {
    may_have(state, book, player, upgrade)?;
    book.upgrade(upgrade).fleet_points.ok_or(Refusal::NotBought)
}

/// Whether a card may come into this Squadron, bought or for nothing.
pub fn may_have(state: &State, book: &Rulebook, player: PlayerId, upgrade: UpgradeId) -> Result<(), Refusal> {
    let card = book.catalog.upgrade(upgrade);
    if card.slot == Slot::Elite {
        return Err(Refusal::EliteNotBought);
    }
    if upgrade == book.special.extra_munitions || upgrade == book.special.rebel_captive {
        return Err(Refusal::NotBought);
    }
    if card.huge_ship_only || matches!(card.slot, Slot::Hardpoint | Slot::Cargo | Slot::Team) {
        return Err(Refusal::NotForSale);
    }
    let cards = state.team(state.player(player).faction).cards();
    if card.faction.is_some_and(|faction| faction != cards) {
        return Err(Refusal::WrongFaction);
    }
    if !book.in_era(card.in_era) {
        return Err(Refusal::NotInEra);
    }
    if upgrade == book.special.experimental_interface
        && usize::from(book.rules.upgrades.experimental_interface_per_player)
            <= copies_owned(state, player, upgrade)
    {
        return Err(Refusal::OnePerPlayer);
    }
    match book.unique_upgrade(upgrade).map(|name| state.registry.presence(name)) {
        Some(Presence::Present) => Err(Refusal::UniqueClaimed),
        Some(Presence::Gone) => Err(Refusal::UniqueGone),
        Some(Presence::Free) | None => Ok(()),
    }
}

/// Copies in the store and on the hulls of a Squadron.
pub fn copies_owned(state: &State, player: PlayerId, upgrade: UpgradeId) -> usize {
    let installed: usize = state.hulls_of(player).map(|hull| hull.installed.count(upgrade)).sum();
    usize::from(state.player(player).store.copies(upgrade)) + installed
}

/// Takes the Fleet Points and the unique name. The caller has checked both.
pub fn pay_and_claim(context: &mut Context<'_>, player: PlayerId, upgrade: UpgradeId) {
    let terms = context.book.upgrade(upgrade);
    let use_ = match context.book.catalog.upgrade(upgrade).slot {
        Slot::Title => PointUse::Title,
        Slot::Crew => PointUse::Crew,
        _ if terms.expendable => PointUse::Ordnance,
        _ => PointUse::Equipment,
    };
    let paid = context.pay(player, use_, i32::from(terms.fleet_points.unwrap_or(0)));
    debug_assert!(paid, "the balance was checked");
    let claimed = context.claim(context.book.unique_upgrade(upgrade));
    debug_assert!(claimed, "the name was free");
}

/// Whether a hull of this class can carry these cards together. Skill is the pilots' matter, so any will do here.
pub fn fits(
    book: &Rulebook,
    class: ShipClassId,
    cards: Faction,
    upgrades: impl Iterator<Item = UpgradeId>,
) -> Result<(), Refusal> {
    let bearer = Bearer { class, faction: book.bar_of(class, cards), skill: u8::MAX, elite_slots: 0 };
    let upgrades: Vec<UpgradeId> = upgrades.collect();
    match book.catalog.first_misfit(bearer, &upgrades) {
        None => Ok(()),
        Some(_) => Err(Refusal::DoesNotFit),
    }
}

/// A list of cards to be bought at once must not have one unique name twice.
pub fn names_differ(book: &Rulebook, upgrades: &[UpgradeId]) -> Result<(), Refusal> {
    for (i, &upgrade) in upgrades.iter().enumerate() {
        let name = book.unique_upgrade(upgrade);
        if name.is_some() && upgrades[..i].iter().any(|&other| book.unique_upgrade(other) == name) {
            return Err(Refusal::UniqueClaimed);
        }
    }
    Ok(())
}
