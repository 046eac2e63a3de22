//! Cards: which to buy, which to take for nothing, what goes where.

use std::sync::LazyLock;

use crate::campaign::market::Market;
use crate::campaign::offers::FreeChoice;
use crate::campaign::rules::time_intensive_upgrades::Workshop;
use crate::campaign::state::Qualifications;
use crate::campaign::view::View;
use crate::catalog::{Slot, Upgrade, catalog};
use crate::ids::{Faction, HullId, ShipClassId, UpgradeId};

use super::planner::Planner;
use super::stock::{N_SLOTS, Slots};
use super::worth::{bar_index, worth};

/// Purchases after which a player stops in any case.
const MOST_PURCHASES: usize = 12;
/// Cards that the catalog may have.
const MOST_CARDS: usize = 512;
/// A card must be worth this many thousandths of an X-wing a Fleet Point.
const LEAST_RATE: i32 = 12;

impl Planner {
    /// Cards that are worth most a point for the ships that are there.
    pub(super) fn buy_gear(&mut self, market: &mut Market<'_, '_>, budget: i32) {
        let mut budget = budget.min(market.view().balance());
        self.list_offers(&market.view());
        for _ in 0..MOST_PURCHASES {
            let open = open_slots(&market.view());
            let mut best: Option<(i32, UpgradeId, i32)> = None;
            for offer in self.offers.iter().filter(|offer| offer.points <= budget) {
                let used = i32::from(offer.copies.min(open[offer.slot.index()]));
                let rate = offer.gain * used / offer.points;
                let better = best.is_none_or(|(most, _, _)| most < rate);
                if LEAST_RATE <= rate && better && market.upgrade_price(offer.card).is_ok() {
                    best = Some((rate, offer.card, offer.points));
                }
            }
            let Some((_, card, points)) = best else { return };
            let crew = market.view().book.catalog.upgrade(card).slot == Slot::Crew;
            let bought = if crew { market.buy_crew(card).is_ok() } else { market.buy_upgrade(card).is_ok() };
            if !bought {
                return;
            }
            budget -= points;
        }
    }

    /// Cards that some ship of the Squadron has a use for; ships do not change while cards are bought.
    fn list_offers(&mut self, view: &View<'_>) {
        let mut gains = [0; MOST_CARDS];
        for class in classes(view).iter() {
            for &(card, gain) in &quick_gains()[bar_index(class, view.book.bar_of(class, view.cards()))] {
                gains[card.index()] = gain.max(gains[card.index()]);
            }
        }
        self.offers.clear();
        for card in quick_cards().filter(|card| 0 < gains[card.id.index()]) {
            let terms = view.book.upgrade(card.id);
            let Some(points) = terms.fleet_points.filter(|points| 0 < *points) else { continue };
            let percent = if terms.expendable { self.weights.ordnance } else { self.weights.gadgets };
            let gain = gains[card.id.index()] * percent / 100;
            let (card, slot, copies) = (card.id, card.slot, terms.copies);
            self.offers.push(Offer { card, slot, gain, points: i32::from(points), copies });
        }
    }

    /// The card of a free choice that is worth most for the Squadron; something for nothing is always taken, unless there
    /// is no seat for one more crew member.
    pub(super) fn free_upgrade(&self, view: &View<'_>, choice: &FreeChoice<'_>) -> Option<UpgradeId> {
        let (open, classes) = (open_slots(view), classes(view));
        let value = |card: &Upgrade| {
            let used = i32::from(open[card.slot.index()].min(view.book.upgrade(card.id).copies));
            let later = if is_quick(card) { 100 } else { 60 };
            gain_for(view, classes, card) * (1 + used) * later / 100
        };
        let mut best: Option<(i32, UpgradeId)> = None;
        for option in choice.options {
            let card = view.book.catalog.upgrade(option.upgrade);
            if card.slot == Slot::Crew && open[Slot::Crew.index()] == 0 {
                continue;
            }
            let points = i32::from(option.points.max(1));
            // Points on top are real Fleet Points.
            let price = points + 3 * i32::from(option.extra);
            let rate = value(card) * 10 / price;
            let worth_paying = option.extra == 0 || LEAST_RATE <= value(card) / i32::from(option.extra);
            if worth_paying && best.is_none_or(|(most, _)| most < rate) {
                best = Some((rate, option.upgrade));
            }
        }
        best.map(|(_, card)| card)
    }

    /// Fits stored modifications, systems, tech and illicit cards: on ships that are in repair anyway, or by a
    /// Construction Yard.
    pub(super) fn install_stored(&mut self, market: &mut Market<'_, '_>) {
        let view = market.view();
        let stored = view.me().store.held_free().map(|(card, _)| card);
        let slow: Vec<UpgradeId> = stored.filter(|card| view.book.upgrade(*card).time_intensive).collect();
        for card in slow {
            let turn = market.view().turn();
            let hulls: Vec<(i32, bool, HullId)> = {
                let view = market.view();
                let fits = |hull: &&crate::campaign::state::Hull| {
                    worth().permits(hull.class, view.book.bar_of(hull.class, view.cards()), card)
                        && view.book.catalog.upgrade(card).min_skill == 0
                };
                let rank = |hull: &crate::campaign::state::Hull| {
                    (worth().gain(hull.class, card), turn < hull.ready_turn, hull.id)
                };
                view.hulls().filter(fits).map(rank).collect()
            };
            let mut hulls = hulls;
            hulls.sort_by_key(|(gain, _, id)| (-gain, *id));
            for (gain, idle, hull) in hulls {
                if gain <= 0 {
                    break;
                }
                let workshop = if idle { Workshop::Hangar } else { Workshop::ConstructionYard };
                if market.install(hull, card, workshop).is_ok() {
                    break;
                }
            }
        }
    }
}

/// A card that is on sale.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    card: UpgradeId,
    slot: Slot,
    /// The most that it does for any ship of the Squadron, as the doctrine weighs it.
    gain: i32,
    points: i32,
    /// Copies that one purchase brings.
    copies: u8,
}

/// The classes of a Squadron's ships.
fn classes(view: &View<'_>) -> Qualifications {
    let mut classes = Qualifications::default();
    view.hulls().for_each(|hull| classes.add(hull.class));
    classes
}

/// The most that a card does for any ship of these classes.
fn gain_for(view: &View<'_>, classes: Qualifications, card: &Upgrade) -> i32 {
    let fitting =
        classes.iter().filter(|class| carries(*class, view.book.bar_of(*class, view.cards()), card));
    fitting.map(|class| worth().gain(class, card.id)).max().unwrap_or(0)
}

/// Whether ships of a class can carry a card at all.
fn carries(class: ShipClassId, bar: Faction, card: &Upgrade) -> bool {
    worth().permits(class, bar, card.id)
        && (catalog().ship(class).slots[bar.index()].contains(&card.slot)
            || matches!(card.slot, Slot::Modification | Slot::System | Slot::Tech))
}

/// By class and faction of the bar: quick cards that it carries and gains by, with the gain.
fn quick_gains() -> &'static [Vec<(UpgradeId, i32)>] {
    static GAINS: LazyLock<Vec<Vec<(UpgradeId, i32)>>> = LazyLock::new(|| {
        assert!(catalog().upgrades.len() <= MOST_CARDS, "gains are kept on the stack");
        let of = |class: ShipClassId, bar: Faction| {
            let cards = quick_cards().filter(|card| carries(class, bar, card));
            let gains = cards.map(|card| (card.id, worth().gain(class, card.id)));
            gains.filter(|(_, gain)| 0 < *gain).collect()
        };
        let classes = catalog().ships.iter();
        classes.flat_map(|class| Faction::ALL.map(|bar| of(class.id, bar))).collect()
    });
    &GAINS
}

/// All cards that [`is_quick`] holds for, in the order of the catalog.
fn quick_cards() -> impl Iterator<Item = &'static Upgrade> {
    static CARDS: LazyLock<Vec<&'static Upgrade>> =
        LazyLock::new(|| catalog().upgrades.iter().filter(|card| is_quick(card)).collect());
    CARDS.iter().copied()
}

/// Cards that need no idle turn: ordnance, cannons, turrets, astromechs, crew.
fn is_quick(card: &Upgrade) -> bool {
    matches!(
        card.slot,
        Slot::Astromech
            | Slot::SalvagedAstromech
            | Slot::Torpedo
            | Slot::Missile
            | Slot::Bomb
            | Slot::Cannon
            | Slot::Turret
            | Slot::Crew
    ) && card.grants_slots.is_empty()
        && card.removes_slots.is_empty()
}

/// Slots on the ships of a Squadron for which there is no card in the store.
fn open_slots(view: &View<'_>) -> Slots {
    let mut open: Slots = [0; N_SLOTS];
    for hull in view.hulls() {
        let bar = view.book.bar_of(hull.class, view.cards());
        let removed = |slot: &Slot| {
            hull.installed.iter().any(|card| view.book.catalog.upgrade(card).removes_slots.contains(slot))
        };
        for slot in view.book.catalog.ship(hull.class).slots[bar.index()].iter().filter(|slot| !removed(slot))
        {
            let free = &mut open[slot.index()];
            *free = free.saturating_add(1);
        }
    }
    for (card, copies) in view.me().store.held() {
        let free = &mut open[view.book.catalog.upgrade(card).slot.index()];
        *free = free.saturating_sub(copies);
    }
    let crew = view.persons().filter(|who| !who.is_pilot()).count() as u8;
    let free = &mut open[Slot::Crew.index()];
    *free = free.saturating_sub(crew);
    open
}
