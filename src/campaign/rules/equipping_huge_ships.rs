//! Rule: Equipping Huge Ships. (Campaign, "Equipping Huge Ships"; "Huge Ship Titles")
//!
//! Each faction starts with a capital ship and some support ships. Each may carry upgrades worth some points for
//! nothing; what is not used is lost. Titles belong to the starting equipment.

use crate::campaign::context::{Context, Decision};
use crate::campaign::doctrine::Doctrine;
use crate::campaign::market::HugeShipOutfit;
use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{HugeShip, HugeShipUpgrades, Presence, State};
use crate::campaign::turn::faction_order;
use crate::catalog::{Bearer, Slot};
use crate::events::CampaignEvent;
use crate::ids::{Faction, HugeShipId, ShipClassId, UpgradeId};

/// Sets up the huge ships of all factions, one ship each in turn, so that titles are picked alternately and Scum
/// picks after the others. Leaders choose support classes and equipment.
pub fn equip_all(context: &mut Context<'_>, doctrines: &mut [Box<dyn Doctrine>], order: &[Faction]) {
    if !context.book.rules.huge_ships.in_play {
        return;
    }
    let most = order.iter().map(|&faction| n_huge_ships(context, faction).0).max().unwrap_or(0);
    for place in 0..most {
        for &faction in order {
            let leader = context.leader(faction);
            equip_one(context, doctrines[leader.index()].as_mut(), faction, place);
        }
    }
}

/// Rebels and Imperials in the turn's order, then Scum: of classes that they share, the others pick titles first.
pub fn order(context: &Context<'_>) -> Vec<Faction> {
    let mut order: Vec<Faction> = faction_order(context).iter().collect();
    order.sort_by_key(|&faction| context.state.team(faction).cards() == Faction::Scum);
    order
}

/// Huge ships of a faction, and how many of them are support ships.
fn n_huge_ships(context: &Context<'_>, faction: Faction) -> (u8, u8) {
    let rules = &context.book.rules.huge_ships;
    let beyond = context.book.rules.rulings.support_ships_beyond_table;
    let n_players = context.state.team(faction).n_players() as u8;
    let support = rules.support_ships.of(n_players, beyond);
    (support + rules.capital_ships, support)
}

fn equip_one(context: &mut Context<'_>, doctrine: &mut dyn Doctrine, faction: Faction, place: u8) {
    let (ships, support_ships) = n_huge_ships(context, faction);
    if ships <= place {
        return;
    }
    let capital = support_ships <= place;
    let classes = context.book.rules.huge_ships.classes.of(context.state.team(faction).cards());
    let leader = context.leader(faction);
    let mut chance = context.decision(leader, Decision::EquipHugeShip, u64::from(place));
    let class = match classes.support[..] {
        _ if capital => classes.capital,
        [only] => only,
        _ => doctrine.choose_support_ship(&context.view(leader), &classes.support, &mut chance),
    };
    let id = add(context, faction, class, capital);
    doctrine.equip_huge_ship(&mut HugeShipOutfit::new(context, leader, id), &mut chance);
}

pub(crate) fn add(
    context: &mut Context<'_>,
    faction: Faction,
    class: ShipClassId,
    capital: bool,
) -> HugeShipId {
    let id = HugeShipId(context.state.huge_ships.len() as u8);
    context.state.huge_ships.push(HugeShip {
        id,
        faction,
        class,
        capital,
        upgrades: HugeShipUpgrades::default(),
        revealed: 0,
        found_by: 0,
        face_down: [0; 2],
        face_up: [0; 2],
        crippled: [false; 2],
        destroyed_turn: 0,
        attacked_turn: 0,
        upgraded_turn: 0,
        upgrades_this_turn: 0,
        used_turn: 0,
        battles: 0,
    });
    context.emit(CampaignEvent::HugeShipReadied { ship: id, faction, class });
    id
}

/// Starting points not yet used.
pub fn points_left(state: &State, book: &Rulebook, ship: HugeShipId) -> u16 {
    let huge_ship = state.huge_ship(ship);
    let Some(equipment) = book.rules.huge_ships.equipment_of(huge_ship.class) else { return 0 };
    let excepted = &book.rules.huge_ships.upgrades.title_exceptions;
    let counted: Vec<UpgradeId> = huge_ship.upgrades.iter().filter(|id| !excepted.contains(id)).collect();
    let used = book.upgrade_points(&counted).max(0) as u16;
    equipment.starting_points.saturating_sub(used)
}

/// Squad points of a card, if it can still be part of the starting equipment.
pub fn may_equip(
    state: &State,
    book: &Rulebook,
    ship: HugeShipId,
    upgrade: UpgradeId,
) -> Result<u16, Refusal> {
    let huge_ship = state.huge_ship(ship);
    let card = book.catalog.upgrade(upgrade);
    let cards = state.team(huge_ship.faction).cards();
    fits(book, huge_ship.class, cards, huge_ship.upgrades.iter().chain([upgrade]))?;
    may_have(state, book, huge_ship.faction, upgrade)?;
    if huge_ship.upgrades.is_full() {
        return Err(Refusal::DoesNotFit);
    }
    let points = book.upgrade(upgrade).squad_points.max(0) as u16;
    // One title is dearer than its ship's starting points and may be taken all the same.
    let excepted =
        card.slot == Slot::Title && book.rules.huge_ships.upgrades.title_exceptions.contains(&upgrade);
    if !excepted && points_left(state, book, ship) < points {
        return Err(Refusal::HugeShipPoints);
    }
    Ok(points)
}

/// Adds a card to the starting equipment.
pub fn equip(context: &mut Context<'_>, ship: HugeShipId, upgrade: UpgradeId) -> Result<(), Refusal> {
    may_equip(context.state, context.book, ship, upgrade)?;
    let claimed = context.claim(context.book.unique_upgrade(upgrade));
    debug_assert!(claimed, "the name was free");
    let added = context.state.huge_ship_mut(ship).upgrades.push(upgrade);
    debug_assert!(added, "there is room for it");
    context.emit(CampaignEvent::HugeShipEquipped { ship, upgrade, cost: 0 });
    Ok(())
}

/// Whether the huge ship can carry these cards together.
pub(super) fn fits(
    book: &Rulebook,
    class: ShipClassId,
    cards: Faction,
    upgrades: impl Iterator<Item = UpgradeId>,
) -> Result<(), Refusal> {
    let upgrades: Vec<UpgradeId> = upgrades.collect();
    let bearer = Bearer { class, faction: cards, skill: u8::MAX, elite_slots: 0 };
    if book.catalog.first_misfit(bearer, &upgrades).is_some() { Err(Refusal::DoesNotFit) } else { Ok(()) }
}

/// Faction, era and unique names. Unique crew with a pilot card stay with their commanders.
pub(super) fn may_have(
    state: &State,
    book: &Rulebook,
    faction: Faction,
    upgrade: UpgradeId,
) -> Result<(), Refusal> {
    let card = book.catalog.upgrade(upgrade);
    if card.faction.is_some_and(|owner| owner != state.team(faction).cards()) {
        return Err(Refusal::WrongFaction);
    }
    if !book.in_era(card.in_era) {
        return Err(Refusal::NotInEra);
    }
    if card.slot == Slot::Crew && card.unique && card.character_has_pilot_card {
        return Err(Refusal::CrewHasPilotCard);
    }
    if upgrade == book.special.rebel_captive || upgrade == book.special.experimental_interface {
        return Err(Refusal::NotForSale);
    }
    match book.unique_upgrade(upgrade).map(|name| state.registry.presence(name)) {
        Some(Presence::Present) => Err(Refusal::UniqueClaimed),
        Some(Presence::Gone) => Err(Refusal::UniqueGone),
        Some(Presence::Free) | None => Ok(()),
    }
}
