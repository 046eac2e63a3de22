//! Ships with pilots that a doctrine would like to buy, and what it thinks of them.

use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::ShortList;
use crate::catalog::{BaseSize, Bearer, Slot};
use crate::ids::{Faction, PilotCardId, ShipClassId, UpgradeId};

use super::style::Style;
use super::weights::Weights;
use super::worth::{REFERENCE_SKILL, worth};

/// Cards that come with a new ship.
pub type Fitted = ShortList<UpgradeId, 3>;

/// A ship, a generic pilot for it and the cards that come with it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wish {
    pub class: ShipClassId,
    pub pilot: PilotCardId,
    pub fitted: Fitted,
    /// Fleet Points of the ship with what is fitted.
    pub ship_price: u16,
    pub pilot_price: u16,
    /// To the doctrine, in thousandths of an X-wing.
    pub worth: i32,
    pub skill: u8,
    pub elite_slot: bool,
    pub large: bool,
    pub crew_slot: bool,
    /// What may be called in as a reinforcement.
    pub stock: bool,
}

impl Wish {
    pub fn price(&self) -> u16 {
        self.ship_price + self.pilot_price
    }

    /// Worth a Fleet Point.
    pub fn rate(&self) -> i32 {
        self.worth * 10 / i32::from(self.price().max(1))
    }
}

/// Everything that the Squadron of a faction could wish for, most worth a point first.
#[derive(Debug, Clone, Default)]
pub struct WishList {
    pub wishes: Vec<Wish>,
}

impl WishList {
    /// What the rules let the faction buy, limits that depend on the moment aside.
    pub fn fill(&mut self, book: &Rulebook, cards: Faction, style: &dyn Style) {
        self.wishes.clear();
        for class in book.catalog.ships_of(cards) {
            let Some(price) = book.ship_price(class.id, cards) else { continue };
            let fitted = fittings(book, class.id, cards, style.weights());
            let for_class = |pilot: &&crate::catalog::PilotCard| {
                !pilot.unique && pilot.ships[0] == class.id && book.pilot_on_sale(pilot.id).is_ok()
            };
            let generics = book.catalog.pilots.iter().filter(|pilot| pilot.faction == cards);
            for pilot in generics.filter(for_class) {
                self.wishes.push(make_wish(book, style, class.id, price, pilot.id, cards, fitted));
                // Only the bare fighter can be called in.
                let stock = book.rules.battle.reinforcements.of(cards);
                if stock.ship == class.id && stock.pilot == pilot.id && !fitted.is_empty() {
                    let bare = Fitted::default();
                    self.wishes.push(make_wish(book, style, class.id, price, pilot.id, cards, bare));
                }
            }
        }
        self.wishes.sort_by_key(|wish| (-wish.rate(), wish.class, wish.pilot));
    }

    /// The cheapest pilot for a class.
    pub fn pilot_for(&self, class: ShipClassId) -> Option<PilotCardId> {
        let fit = self.wishes.iter().filter(|wish| wish.class == class);
        fit.min_by_key(|wish| (wish.pilot_price, wish.pilot)).map(|wish| wish.pilot)
    }
}

fn make_wish(
    book: &Rulebook,
    style: &dyn Style,
    class: ShipClassId,
    price: u16,
    pilot: PilotCardId,
    cards: Faction,
    fitted: Fitted,
) -> Wish {
    let (weights, catalog) = (style.weights(), book.catalog);
    let ship = catalog.ship(class);
    let card = catalog.pilot(pilot);
    let skill = book.pilot_skill(pilot);
    let steps = i32::from(skill) - i32::from(REFERENCE_SKILL);
    let gains: i32 = fitted.iter().map(|id| worth().gain(class, id)).sum();
    let base = worth().ship(class) + gains * weights.gadgets / 100;
    let elite = if card.elite_slot { weights.elite_slot } else { 0 };
    let fitted_price: u16 = fitted.iter().filter_map(|id| book.upgrade(id).fleet_points).sum();
    let stock = book.rules.battle.reinforcements.of(cards);
    let mut wish = Wish {
        class,
        pilot,
        fitted,
        ship_price: price + fitted_price,
        pilot_price: book.pilot_points(pilot),
        worth: base * (100 + weights.skill * steps) / 100 + elite + weights.numbers,
        skill,
        elite_slot: card.elite_slot,
        large: ship.size == BaseSize::Large,
        crew_slot: ship.slots[cards.index()].contains(&Slot::Crew),
        stock: stock.ship == class && stock.pilot == pilot && fitted.is_empty(),
    };
    wish.worth = wish.worth * style.likes(&wish) / 100;
    wish
}

/// Cards that a new ship of the class comes with: those that are worth more than the points that they cost would
/// buy in ships.
fn fittings(book: &Rulebook, class: ShipClassId, cards: Faction, weights: &Weights) -> Fitted {
    let catalog = book.catalog;
    let bar = book.bar_of(class, cards);
    let price = i32::from(book.ship_price(class, cards).unwrap_or(1).max(1));
    let bare = worth().ship(class);
    let bearer = Bearer { class, faction: bar, skill: u8::MAX, elite_slots: 0 };
    let mut fitted = Fitted::default();
    for slot in [Slot::Title, Slot::System, Slot::Modification] {
        let mut best: Option<(i32, UpgradeId)> = None;
        for card in catalog.upgrades.iter().filter(|card| card.slot == slot && !card.unique) {
            let terms = book.upgrade(card.id);
            let Some(fleet_points) = terms.fleet_points else { continue };
            let comes_fitted = terms.time_intensive || slot == Slot::Title && !card.pilot_title;
            // A card that some pilots may not carry would bind the ship to the others.
            if !comes_fitted || 0 < terms.minimum_skill || !book.in_era(card.in_era) {
                continue;
            }
            // It costs Fleet Points once and squad points in every battle: half of both.
            let points = i32::from(fleet_points) + i32::from(terms.squad_points);
            let net = worth().gain(class, card.id) * weights.gadgets / 100 - bare * points / price / 2;
            if net <= 0 || best.is_some_and(|(most, _)| net <= most) || !worth().permits(class, bar, card.id)
            {
                continue;
            }
            let with: Vec<UpgradeId> = fitted.iter().chain([card.id]).collect();
            if catalog.first_misfit(bearer, &with).is_none() {
                best = Some((net, card.id));
            }
        }
        if let Some((_, card)) = best {
            let added = fitted.push(card);
            debug_assert!(added, "three slots are looked at");
        }
    }
    fitted
}
