//! What huge ships carry: guns first, then those who serve them, then what keeps the ship alive.

use std::sync::LazyLock;

use crate::campaign::market::{HugeShipOutfit, Market};
use crate::campaign::view::View;
use crate::catalog::{Slot, Upgrade, catalog};
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
                // The price is the same for every ship, so what is too dear need not be asked for.
                let price = i32::from(market.view().book.huge_ship_price(card));
                if price <= budget && market.upgrade_huge_ship(ship, card, None).is_ok() {
                    budget -= price;
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
    static CARDS: LazyLock<Vec<UpgradeId>> = LazyLock::new(|| {
        let find = |key: &&str| {
            let card = catalog().upgrades.iter().find(|card| card.key == *key);
            debug_assert!(card.is_some(), "the catalog has a card `{key}`");
            card.map(|card| card.id)
        };
        WISHES.iter().filter_map(find).collect()
    });
    CARDS.iter().copied()
}

/// The dearest card that can still be equipped; titles only by wish, since they are unique.
fn dearest(outfit: &HugeShipOutfit<'_, '_>) -> Option<UpgradeId> {
    /// The dearest first, of one price in the order of the catalog.
    static CARDS: LazyLock<Vec<UpgradeId>> = LazyLock::new(|| {
        let wanted = |card: &&Upgrade| card.slot != Slot::Title && 0 < card.points && !card.unique;
        let mut cards: Vec<&Upgrade> = catalog().upgrades.iter().filter(wanted).collect();
        cards.sort_by_key(|card| (std::cmp::Reverse(card.points), card.id));
        cards.iter().map(|card| card.id).collect()
    });
    let (left, book) = (outfit.points_left(), outfit.view().book);
    let affordable = |card: &UpgradeId| book.upgrade(*card).squad_points.max(0) as u16 <= left;
    CARDS.iter().copied().filter(affordable).find(|card| outfit.may_equip(*card).is_ok())
}
