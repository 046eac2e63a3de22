//! Assembling a Squadron: a commander, ships with pilots, spare pilots, fighters for reinforcements, some cards.

use crate::campaign::market::Market;
use crate::chance::{Chance, Seeded};
use crate::ids::{PilotCardId, ShipClassId};

use super::planner::Planner;
use super::wish_list::Wish;
use super::worth::worth;

/// By how many percent up or down a doctrine's taste for a class differs from one campaign to the next.
const TASTE: u32 = 8;
/// Purchases of one kind after which a player stops in any case.
const MOST_PURCHASES: usize = 80;

impl Planner {
    /// Spends the starting points.
    pub(super) fn assemble(&mut self, market: &mut Market<'_, '_>, chance: &mut Seeded) {
        let view = market.view();
        let starting = view.balance();
        self.learn_cards(&view);
        self.draw_taste(chance);
        let for_gear = starting * self.weights.gear / 100;
        self.hire_commander(market, chance, self.weights.commander);
        self.buy_large_ships(market, for_gear);
        self.buy_stock_fighters(market, for_gear);
        self.buy_fighters(market, for_gear);
        self.buy_spare_pilots(market);
        self.buy_gear(market, market.view().balance());
        // Where no card was worth its points, another ship may be.
        self.buy_fighters(market, 0);
        self.buy_spare_pilots(market);
    }

    /// No two players like the same ships best.
    pub(super) fn draw_taste(&mut self, chance: &mut Seeded) {
        for taste in &mut self.taste {
            *taste = (100 - TASTE + chance.number(2 * TASTE + 1) - 1) as i32;
        }
    }

    /// The commander that is worth most for his price and has something to fly.
    pub(super) fn hire_commander(
        &mut self,
        market: &mut Market<'_, '_>,
        chance: &mut Seeded,
        most: u16,
    ) -> bool {
        let view = market.view();
        let (book, cards, balance) = (view.book, view.cards(), view.balance());
        let mut best: Option<(i32, PilotCardId, ShipClassId)> = None;
        for pilot in book.catalog.uniques(cards) {
            let class = pilot.ships[0];
            let taste = self.taste[class.index()] + chance.number(5 * TASTE) as i32;
            let Ok(price) = market.commander_price(pilot.id) else { continue };
            let owned = market.view().hulls().any(|hull| hull.class == class);
            let Ok(ship_price) = market.ship_price(class) else { continue };
            let ship_price = if owned { 0 } else { ship_price };
            if most < price || balance < i32::from(price + ship_price) {
                continue;
            }
            let percent =
                100 + self.weights.unique + self.weights.skill * i32::from(book.pilot_skill(pilot.id));
            let elite = if pilot.elite_slot { self.weights.elite_slot } else { 0 };
            let value = (worth().ship(class) * percent / 100 + elite) * taste;
            let rate = value / i32::from(price + book.ship_price(class, cards).unwrap_or(ship_price));
            if best.is_none_or(|(most, _, _)| most < rate) {
                best = Some((rate, pilot.id, class));
            }
        }
        let Some((_, card, class)) = best else { return false };
        let hired = market.buy_commander(card).is_ok();
        if hired && !market.view().hulls().any(|hull| hull.class == class) {
            // Refused only where the large-ship limit was just reached; then he waits for a ship.
            let _ = market.buy_ship(class, &[]);
        }
        hired
    }

    /// Some missions want a large ship, some a free crew seat: the large ships of a Squadron see to both.
    pub(super) fn buy_large_ships(&mut self, market: &mut Market<'_, '_>, keep: i32) {
        for _ in 0..self.weights.large_ships {
            let view = market.view();
            let is_large =
                |class: ShipClassId| self.wishes.wishes.iter().any(|wish| wish.class == class && wish.large);
            let owned = view.hulls().filter(|hull| is_large(hull.class)).count();
            if usize::from(self.weights.large_ships) <= owned {
                return;
            }
            let wish = self.best_wish(market, keep, |wish| wish.large && wish.crew_slot);
            let wish = wish.or_else(|| self.best_wish(market, keep, |wish| wish.large));
            let Some(wish) = wish else { return };
            if !buy_wish(market, &wish) {
                return;
            }
        }
    }

    /// Stock fighters until there are as many as the doctrine wants.
    pub(super) fn buy_stock_fighters(&mut self, market: &mut Market<'_, '_>, keep: i32) {
        for _ in 0..MOST_PURCHASES {
            let view = market.view();
            let stock = view.book.rules.battle.reinforcements.of(view.cards());
            let fit = view.hulls().filter(|hull| hull.class == stock.ship && hull.installed.is_empty());
            if usize::from(self.weights.stock_fighters) <= fit.count() {
                return;
            }
            let Some(wish) = self.best_wish(market, keep, |wish| wish.stock) else { return };
            if !buy_wish(market, &wish) {
                return;
            }
        }
    }

    /// Ships with pilots as long as there are points.
    pub(super) fn buy_fighters(&mut self, market: &mut Market<'_, '_>, keep: i32) {
        for _ in 0..MOST_PURCHASES {
            let large = self.weights.large_ships < 2;
            let Some(wish) = self.best_wish(market, keep, |wish| !(wish.large && large)) else { return };
            if !buy_wish(market, &wish) {
                return;
            }
        }
    }

    /// The wish that is worth most a point, given what is there already, of those that can be bought now.
    pub(super) fn best_wish(
        &self,
        market: &Market<'_, '_>,
        keep: i32,
        filter: impl Fn(&Wish) -> bool,
    ) -> Option<Wish> {
        let view = market.view();
        let points = view.balance() - keep;
        let mut best: Option<(i32, Wish)> = None;
        for wish in self.wishes.wishes.iter().filter(|wish| filter(wish)) {
            if points < i32::from(wish.price()) {
                continue;
            }
            let owned = view.hulls().filter(|hull| hull.class == wish.class).count() as i32;
            let fewer = (100 - self.weights.variety * owned).max(20);
            let value = wish.rate() * self.taste[wish.class.index()] / 100 * fewer / 100;
            if best.is_some_and(|(most, _)| value <= most)
                || market.ship_price(wish.class).is_err()
                || market.pilot_price(wish.pilot).is_err()
            {
                continue;
            }
            best = Some((value, *wish));
        }
        best.map(|(_, wish)| wish)
    }

    /// Pilots beyond one a ship, for those who are wounded, in training or in captivity.
    pub(super) fn buy_spare_pilots(&mut self, market: &mut Market<'_, '_>) {
        for _ in 0..MOST_PURCHASES {
            let view = market.view();
            let ships = view.hulls().count();
            let free = view.persons().filter(|who| who.is_pilot() && who.captive_of().is_none());
            if ships * usize::from(self.weights.pilots_per_ten_ships) / 10 <= free.count() {
                return;
            }
            // For the class with the fewest pilots a ship, the first in the order of purchase.
            let mut scarce: Option<(usize, ShipClassId)> = None;
            for hull in view.hulls() {
                let class = hull.class;
                if self.wishes.pilot_for(class).is_none_or(|card| market.pilot_price(card).is_err()) {
                    continue;
                }
                let per_ship = pilots_per_ship(market, class);
                if scarce.is_none_or(|(least, _)| per_ship < least) {
                    scarce = Some((per_ship, class));
                }
            }
            let Some(card) = scarce.and_then(|(_, class)| self.wishes.pilot_for(class)) else { return };
            if market.buy_pilot(card).is_err() {
                return;
            }
        }
    }
}

/// Qualified pilots at liberty for every hundred ships of a class.
pub(super) fn pilots_per_ship(market: &Market<'_, '_>, class: ShipClassId) -> usize {
    let view = market.view();
    let qualified = view
        .persons()
        .filter(|who| who.is_pilot() && who.captive_of().is_none() && who.qualifications.has(class))
        .count();
    qualified * 100 / view.hulls().filter(|hull| hull.class == class).count().max(1)
}

/// Buys ship and pilot; the prices were asked before.
pub(super) fn buy_wish(market: &mut Market<'_, '_>, wish: &Wish) -> bool {
    let fitted: Vec<_> = wish.fitted.iter().collect();
    market.buy_ship(wish.class, &fitted).is_ok() && market.buy_pilot(wish.pilot).is_ok()
}
