//! Reinforcements: losses replaced, ships and pilots in balance, the rest for what helps most.

use crate::campaign::market::Market;
use crate::campaign::state::Hull;
use crate::chance::Seeded;
use crate::ids::{HullId, ShipClassId};

use super::fleet::{buy_wish, pilots_per_ship};
use super::planner::Planner;
use super::strength::ready_points;
use super::wish_list::Wish;
use super::worth::worth;

/// Purchases of one kind after which a player stops in any case.
const MOST_PURCHASES: usize = 40;
/// Squad points at hand below which nobody waits for something better.
const ENOUGH_TO_WAIT: i32 = 120;
/// How much better in percent something must be to wait for it.
const WORTH_WAITING_FOR: i32 = 120;
/// Fleet Points beyond which a player helps a team mate who has much less to fight with.
const PLENTY: i32 = 60;

impl Planner {
    /// The whole Purchase Reinforcements phase.
    pub(super) fn reinforce(&mut self, market: &mut Market<'_, '_>, chance: &mut Seeded) {
        self.spend_xp(market);
        hasten_repairs(market);
        // Nobody waits long without a commander, but the Squadron comes first.
        self.hire_commander(market, chance, self.weights.commander);
        self.man_ships(market);
        self.deal(market, chance);
        let savings = self.weights.savings;
        let for_huge_ships = (market.view().balance() - savings).max(0) * self.weights.huge_ships / 100;
        let for_huge_ships = self.upgrade_huge_ships(market, for_huge_ships);
        debug_assert!(0 <= for_huge_ships, "nothing is spent beyond the budget");
        self.buy_large_ships(market, savings);
        self.buy_stock_fighters(market, savings);
        self.buy_ships_for_pilots(market, savings);
        self.buy_more_fighters(market, savings);
        self.buy_spare_pilots(market);
        self.install_stored(market);
        let for_gear = (market.view().balance() - savings).max(0) / 2;
        self.buy_gear(market, for_gear);
        self.share(market);
    }

    /// A ship without pilot is worth nothing: pilots first.
    fn man_ships(&mut self, market: &mut Market<'_, '_>) {
        for _ in 0..MOST_PURCHASES {
            let view = market.view();
            let lacks = |hull: &&Hull| pilots_per_ship(market, hull.class) < 100;
            let card = view.hulls().filter(lacks).find_map(|hull| {
                self.wishes.pilot_for(hull.class).filter(|card| market.pilot_price(*card).is_ok())
            });
            let Some(card) = card else { return };
            if market.buy_pilot(card).is_err() {
                return;
            }
        }
    }

    /// Pilots without ship, beyond those who are meant to be spare.
    fn buy_ships_for_pilots(&mut self, market: &mut Market<'_, '_>, keep: i32) {
        for _ in 0..MOST_PURCHASES {
            let view = market.view();
            let spare = usize::from(self.weights.pilots_per_ten_ships) * 10 + 50;
            let mut best: Option<(i32, ShipClassId)> = None;
            for wish in &self.wishes.wishes {
                let points = i32::from(wish.ship_price);
                let idle = spare < pilots_per_ship_or_none(market, wish.class);
                if !idle || view.balance() - keep < points || market.ship_price(wish.class).is_err() {
                    continue;
                }
                let rate = worth().ship(wish.class) * 10 / points.max(1);
                if best.is_none_or(|(most, _)| most < rate) {
                    best = Some((rate, wish.class));
                }
            }
            let Some((_, class)) = best else { return };
            let wish = self.wishes.wishes.iter().find(|wish| wish.class == class).copied();
            let fitted: Vec<_> = wish.map(|wish| wish.fitted.iter().collect()).unwrap_or_default();
            if market.buy_ship(class, &fitted).is_err() {
                return;
            }
        }
    }

    /// Ships with pilots, unless something much better is nearly affordable.
    fn buy_more_fighters(&mut self, market: &mut Market<'_, '_>, keep: i32) {
        for _ in 0..MOST_PURCHASES {
            let view = market.view();
            let may_be_large = self.large_ships_owned(market) < usize::from(self.weights.large_ships);
            let wanted = |wish: &Wish| !wish.large || may_be_large;
            let Some(wish) = self.best_wish(market, keep, wanted) else { return };
            let (state, book) = (view.state, view.book);
            let can_wait = ENOUGH_TO_WAIT <= ready_points(state, book, view.player);
            let next_income = i32::from(book.rules.income.automatic);
            let dearer = self.best_wish(market, keep - next_income, wanted);
            let better = dearer.is_some_and(|dearer| {
                wish.rate() * WORTH_WAITING_FOR / 100 < dearer.rate() && wish.class != dearer.class
            });
            if can_wait && better {
                return;
            }
            if !buy_wish(market, &wish) {
                return;
            }
        }
    }

    pub(super) fn large_ships_owned(&self, market: &Market<'_, '_>) -> usize {
        let view = market.view();
        let large = |hull: &&Hull| view.book.catalog.ship(hull.class).size == crate::catalog::BaseSize::Large;
        view.hulls().filter(large).count()
    }

    /// What is too much for one goes to the team mate who has least.
    fn share(&mut self, market: &mut Market<'_, '_>) {
        let view = market.view();
        let (state, book, own) = (view.state, view.book, view.player);
        let strength = |player| ready_points(state, book, player) + state.player(player).free_points();
        let mates = view.team().players.iter().filter(|mate| *mate != own);
        let poorest = mates.min_by_key(|mate| (strength(*mate), *mate));
        let Some(mate) = poorest.filter(|mate| 2 * strength(*mate) < strength(own)) else { return };
        let surplus = view.balance() - PLENTY;
        if 0 < surplus {
            // Refused where the rule set knows no transfers.
            let _ = market.give_points(mate, (surplus / 2).min(i32::from(u16::MAX)) as u16);
        }
    }
}

/// Damaged ships that a Repair Depot can bring back this turn, the most valuable first.
fn hasten_repairs(market: &mut Market<'_, '_>) {
    loop {
        let view = market.view();
        let turn = view.turn();
        let damaged = view.hulls().filter(|hull| hull.damaged && turn < hull.ready_turn);
        let best: Option<HullId> = damaged
            .max_by_key(|hull| (worth().ship(hull.class), std::cmp::Reverse(hull.id)))
            .map(|hull| hull.id);
        let Some(hull) = best else { return };
        if market.hasten_repair(hull).is_err() || turn < market.view().hull(hull).ready_turn {
            return;
        }
    }
}

/// Qualified pilots for every hundred ships of a class; a class without ships counts as one ship.
fn pilots_per_ship_or_none(market: &Market<'_, '_>, class: ShipClassId) -> usize {
    let view = market.view();
    // Only pilots of the class itself: others have a ship of their own.
    let own = view.persons().filter(|who| {
        let class_of_card = who.card().map(|card| view.book.catalog.pilot(card).ships[0]);
        who.captive_of().is_none() && class_of_card == Some(class)
    });
    let pilots = own.count();
    let ships = view.hulls().filter(|hull| hull.class == class).count();
    (pilots * 100).checked_div(ships).unwrap_or(pilots * 200)
}
