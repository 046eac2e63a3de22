//! What huge ships carry: guns first, then those who serve them, then what keeps the ship alive.

use crate::campaign::market::{HugeShipOutfit, Market};
use crate::campaign::view::View;
use crate::catalog::{Slot, catalog};
use crate::ids::{HugeShipId, UpgradeId};

use super::planner::Planner;

/// Cards in the order of wishing; what does not fit or cannot be paid is passed over.
#[rustfmt::skip]
const WISHES: [&str; 22] = [
    "suppressor", "quad-laser-cannons", "single-turbolasers", "gunnery-team", "quad-laser-cannons",
    "shield-technician", "engineering-team", "backup-shield-generator", "dual-laser-turret", "sensor-team",
    "wed-15-repair-droid", "engine-booster", "tibanna-gas-supplies", "construction-droid", "gunner",
    "weapons-engineer", "ion-cannon-battery", "em-emitter", "shield-projector", "frequency-jammer",
    "comms-booster", "optimized-generators",
];

impl Planner {
    /// Starting equipment: wishes in order, then whatever uses up what is left.
    pub(super) fn equip_huge(&mut self, outfit: &mut HugeShipOutfit<'_, '_>) {
        for card in wishes() {
            // Refused where it does not fit this ship or is too dear.
            let _ = outfit.equip(card);
        }
        // Points that are not used now are lost: the dearest card that still goes on.
        while let Some(card) = dearest(outfit) {
            if outfit.equip(card).is_err() {
                return;
            }
        }
    }

    /// One card for one huge ship a turn, out of the leader's purse; returns what is left of the budget.
    pub(super) fn upgrade_huge_ships(&mut self, market: &mut Market<'_, '_>, mut budget: i32) -> i32 {
        let view = market.view();
        let leads = view.team().players.get(0) == Some(view.player);
        if !leads || budget <= 0 {
            return budget;
        }
        let ships: Vec<HugeShipId> = view.state.huge_ships_of(view.faction()).map(|ship| ship.id).collect();
        for ship in ships {
            for card in wishes() {
                let Ok(price) = market.huge_ship_upgrade_price(ship, card, None) else { continue };
                if i32::from(price) <= budget && market.upgrade_huge_ship(ship, card, None).is_ok() {
                    budget -= i32::from(price);
                    break;
                }
            }
        }
        budget
    }

    /// The card whose knowledge helps the enemy least: the cheapest.
    pub(super) fn card_to_reveal(&self, view: &View<'_>, ship: HugeShipId, places: &[usize]) -> usize {
        let points = |place: &usize| {
            let card = view.state.huge_ship(ship).upgrades.get(*place);
            (card.map(|card| view.book.upgrade(card).squad_points), *place)
        };
        places.iter().copied().min_by_key(points).unwrap_or(0)
    }
}

fn wishes() -> impl Iterator<Item = UpgradeId> {
    WISHES.iter().filter_map(|key| {
        let card = catalog().upgrades.iter().find(|card| card.key == *key);
        debug_assert!(card.is_some(), "the catalog has a card `{key}`");
        card.map(|card| card.id)
    })
}

/// The dearest card that can still be equipped; titles only by wish, since they are unique.
fn dearest(outfit: &HugeShipOutfit<'_, '_>) -> Option<UpgradeId> {
    let cards =
        catalog().upgrades.iter().filter(|card| card.slot != Slot::Title && 0 < card.points && !card.unique);
    let open = cards.filter(|card| outfit.may_equip(card.id).is_ok());
    open.max_by_key(|card| (card.points, std::cmp::Reverse(card.id))).map(|card| card.id)
}
