//! Contracts, the black market, ransoms and exchanges.

use crate::campaign::market::Market;
use crate::campaign::offers::Asset;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{Hull, Person, Standpoint};
use crate::campaign::view::View;
use crate::catalog::Slot;
use crate::chance::Seeded;
use crate::events::Post;
use crate::ids::{Faction, HullId, PersonId, PlayerId, ShipClassId};

use super::planner::Planner;
use super::strength::ready_points;
use super::worth::worth;

/// Fleet Points beyond which a power hires others to fight for it.
const RICH: i32 = 45;
/// What a commander is worth to his Squadron besides his points.
const COMMANDER: i32 = 12;
/// Percent of the price that Scum ask for what they cannot use.
const SALE: i32 = 70;
/// Percent of the price at which a power buys.
const BARGAIN: i32 = 80;

impl Planner {
    /// What is offered and asked beside the market.
    pub(super) fn deal(&mut self, market: &mut Market<'_, '_>, _chance: &mut Seeded) {
        match market.view().team().standpoint {
            Standpoint::Fringe => self.trade_as_scum(market),
            Standpoint::Power => self.hire_scum(market),
        }
    }

    /// Prisoners who would change sides, and ships that nobody here can fly.
    fn trade_as_scum(&mut self, market: &mut Market<'_, '_>) {
        let view = market.view();
        let prisoners: Vec<PersonId> = view.state.prisoners_of(view.faction()).map(|who| who.id).collect();
        for prisoner in prisoners {
            // Refused where he has no Scum card; there is no other way to know.
            let _ = market.better_offer(prisoner);
        }
        let view = market.view();
        let unflown = |class| !view.persons().any(|who| who.is_pilot() && who.qualifications.has(class));
        let captured: Vec<(HullId, PlayerId, u16)> = view
            .hulls()
            .filter(|hull| hull.captured && unflown(hull.class))
            .filter_map(|hull| {
                let factions = view.book.catalog.ship(hull.class).factions;
                let buyer = view.state.players.iter().find(|other| {
                    let team = view.state.team(other.faction);
                    team.standpoint == Standpoint::Power && factions[team.cards().index()]
                })?;
                let price = i32::from(view.book.hull_points(hull.class, view.cards())) * SALE / 100;
                Some((hull.id, buyer.id, price as u16))
            })
            .collect();
        for (hull, buyer, price) in captured {
            // Refused where the rule set knows no black market.
            let _ = market.offer_for_sale(buyer, Asset::Hull(hull), price);
        }
    }

    /// A contract on the enemy's best target, when there are points for it.
    fn hire_scum(&mut self, market: &mut Market<'_, '_>) {
        let view = market.view();
        let fringe =
            view.state.factions.iter().any(|other| view.state.team(other).standpoint == Standpoint::Fringe);
        if !fringe || view.balance() < RICH {
            return;
        }
        let enemy = |owner: Option<Faction>| {
            owner.is_some_and(|owner| {
                owner != view.faction() && view.state.team(owner).standpoint == Standpoint::Power
            })
        };
        let targets = view.state.targets.iter().filter(|target| enemy(target.owner));
        let best = targets.max_by_key(|target| (target.value, std::cmp::Reverse(target.id)));
        let Some(target) = best.map(|target| target.id) else { return };
        // A prisoner whom Scum want back saves points. The offer is to be better than an unopposed smuggling run, if half
        // of what there is pays for it.
        let held = view.state.prisoners_of(view.faction());
        let of_scum = held.filter(|who| {
            view.state.team(view.state.faction_of_person(who.id)).standpoint == Standpoint::Fringe
        });
        let goods = of_scum.max_by_key(|who| (person_value(view.book, who), who.id));
        let goods = goods.map(|who| Asset::Prisoner(who.id));
        let smuggling = i32::from(view.book.rules.scum.trade_route.smuggling_income);
        let asked = smuggling + self.weights.caution / 2 - goods.map_or(0, |goods| asset_value(&view, goods));
        let pay = asked.clamp(1, (view.balance() / 2).max(RICH / 2)) as u16;
        // Refused where somebody has placed one on it.
        let _ = market.place_contract(target, pay, goods);
    }

    /// What a prisoner is worth to those who hold him.
    pub(super) fn ransom(&self, view: &View<'_>, prisoner: PersonId) -> Option<u16> {
        let who = view.person(prisoner);
        Some((person_value(view.book, who) + 2).max(1) as u16)
    }

    pub(super) fn pays_ransom(&self, view: &View<'_>, prisoner: PersonId, price: u16) -> bool {
        i32::from(price) <= person_value(view.book, view.person(prisoner)) + 3
            && i32::from(price) <= view.balance()
    }

    /// A ship that can be flown or a card that can be used, below its price.
    pub(super) fn buys(&self, view: &View<'_>, asset: Asset, price: u16) -> bool {
        let price = i32::from(price);
        let cheap = |full: u16| price * 100 <= i32::from(full) * BARGAIN;
        match asset {
            Asset::Hull(hull) => {
                let class = view.hull(hull).class;
                let flown = view.persons().any(|who| who.is_pilot() && who.qualifications.has(class));
                flown && cheap(view.book.hull_points(class, view.cards()))
            }
            Asset::Person(person) => cheap(person_value(view.book, view.person(person)).max(0) as u16),
            Asset::Upgrade(card) => {
                let useful = view.hulls().any(|hull| 0 < worth().gain(hull.class, card));
                useful && view.book.upgrade(card).fleet_points.is_some_and(cheap)
            }
            Asset::Prisoner(person) => price <= person_value(view.book, view.person(person)),
        }
    }

    /// An exchange is proposed and agreed to where own prisoners are worth at least as much as the enemy's.
    pub(super) fn likes_exchange(&self, view: &View<'_>, with: Faction) -> bool {
        let (state, faction) = (view.state, view.faction());
        let value = |holder: Faction, of: Faction| -> i32 {
            let held = state.prisoners_of(holder).filter(|who| state.faction_of_person(who.id) == of);
            held.map(|who| person_value(view.book, who)).sum()
        };
        // It takes the place of an attack, so it must be worth one; and both sides bring a transport.
        let ours = value(with, faction);
        let commander =
            state.prisoners_of(with).any(|who| who.commander && state.faction_of_person(who.id) == faction);
        value(faction, with) <= ours + COMMANDER
            && (commander || 2 * self.weights.caution / 3 <= ours)
            && has_transport(view)
    }

    /// The player who can fly it, else the one with fewest ships.
    pub(super) fn crashed_ship_for(&self, view: &View<'_>, class: ShipClassId) -> PlayerId {
        let pilots = |player: PlayerId| {
            let qualified =
                view.state.persons_of(player).filter(|who| who.is_pilot() && who.qualifications.has(class));
            qualified.count()
        };
        let strength = |player: PlayerId| ready_points(view.state, view.book, player);
        let players = view.team().players.iter();
        let best = players
            .max_by_key(|player| (pilots(*player).min(1), -strength(*player), std::cmp::Reverse(*player)));
        best.unwrap_or(view.player)
    }
}

/// Whether the player has a ship that can dock, and somebody to fly it.
fn has_transport(view: &View<'_>) -> bool {
    let (book, cards) = (view.book, view.cards());
    let docks = |hull: &Hull| {
        let bar = book.catalog.slots(hull.class, book.bar_of(hull.class, cards));
        bar.contains(&Slot::Crew) && hull.class != book.special.tie_phantom
    };
    let flown = |hull: &Hull| view.pilots_at_hand().any(|who| who.qualifications.has(hull.class));
    view.hulls_at_hand().any(|hull| docks(hull) && flown(hull))
}

/// Fleet Points that goods are worth to whoever gets them.
pub(super) fn asset_value(view: &View<'_>, asset: Asset) -> i32 {
    match asset {
        Asset::Hull(hull) => i32::from(view.hull_points(view.hull(hull).class)),
        Asset::Person(person) | Asset::Prisoner(person) => person_value(view.book, view.person(person)),
        Asset::Upgrade(card) => {
            let terms = view.book.upgrade(card);
            i32::from(terms.fleet_points.unwrap_or(0)) / i32::from(terms.copies.max(1))
        }
    }
}

/// Fleet Points that a person is worth to his Squadron.
fn person_value(book: &Rulebook, who: &Person) -> i32 {
    let price = match who.post {
        Post::Pilot(card) => i32::from(book.pilot_points(card)),
        Post::Crew(card) => i32::from(book.upgrade(card).fleet_points.unwrap_or(0)),
    };
    let grown = i32::from(who.skill.saturating_sub(who.first_skill));
    price + grown + if who.commander { COMMANDER } else { 0 }
}
