//! A squad for a battle: what the mission asks for on top of points, and the plan that comes out of the search.

use crate::campaign::plan::{PlannedShip, SquadPlan};
use crate::campaign::rules::construct_squads::is_reinforcement;
use crate::campaign::view::View;
use crate::catalog::{BaseSize, Slot};
use crate::config::mission::{Chosen, Divided, Eligible, Groups, Mission, RoleRule};
use crate::ids::{HullId, PersonId, Side};

use super::limits::Limits;
use super::squad_search::{Effort, Forced, Found, MOST_NEEDS, Need, SquadSearch, Want};
use super::stock::{Held, Source, Stock};
use super::weights::Weights;

/// What a squad is for.
#[derive(Debug, Clone, Copy)]
pub struct Errand {
    pub mission: &'static Mission,
    pub side: Side,
    /// Squad points for ships that are neither huge nor called in.
    pub size: u16,
}

/// A squad whose points are this near to its size counts as full.
const FULL_WITHIN: u16 = 4;
/// By how much smaller the groups of a divided squad are tried each time.
const SMALLER_GROUPS: u16 = 4;

/// Builds squads; keeps its memory from one to the next.
#[derive(Debug, Default)]
pub struct SquadBuilder {
    pub stock: Stock,
    pub search: SquadSearch,
    fit_for: Vec<u8>,
    best: Found,
    /// Hulls and pilots of a kind that the plan has taken already.
    hulls_used: Vec<u8>,
    pilots_used: Vec<u8>,
    gear_used: Vec<u8>,
    reserves: Vec<(HullId, PersonId)>,
    own_held: Held,
}

/// Puts a fighter that is not needed aboard the Hound's Tooth, if that flies and there is one with a pilot.
pub fn dock_fighter(view: &View<'_>, held: &Held, plan: &mut SquadPlan) {
    let titled = |hull: HullId| view.hull(hull).installed.contains(view.book.special.hounds_tooth);
    let Some(carrier) = plan.ships.iter().map(|ship| ship.hull).find(|hull| titled(*hull)) else { return };
    let class = view.book.rules.upgrades.titles.hounds_tooth_ship;
    let taken = |person: PersonId| {
        let aboard = |ship: &PlannedShip| ship.pilot == person || ship.crew.contains(person);
        held.persons.contains(&person)
            || plan.ships.iter().any(aboard)
            || plan.reinforcements.iter().any(|(_, pilot)| *pilot == person)
    };
    let free = |hull: HullId| {
        !held.hulls.contains(&hull)
            && plan.ships.iter().all(|ship| ship.hull != hull)
            && plan.reinforcements.iter().all(|(reserve, _)| *reserve != hull)
    };
    let fighter = view.hulls_at_hand().find(|hull| hull.class == class && free(hull.id));
    let mut pilots = view.pilots_at_hand().filter(|who| who.qualifications.has(class) && !taken(who.id));
    if let (Some(fighter), Some(pilot)) = (fighter, pilots.next()) {
        plan.docked = Some((carrier, PlannedShip::bare(fighter.id, pilot.id)));
    }
}

impl SquadBuilder {
    /// Plans the squad, with fighters in reserve where the mission lets them be called in; false: none is legal.
    pub fn build(
        &mut self,
        view: &View<'_>,
        weights: &Weights,
        errand: &Errand,
        held: &Held,
        plan: &mut SquadPlan,
    ) -> bool {
        let reserve = match errand.mission.reinforcements(errand.side) {
            Some(_) => usize::from(weights.reserve),
            None => 0,
        };
        self.pick_reserves(view, held, reserve);
        let mut own_held = std::mem::take(&mut self.own_held);
        own_held.clone_from(held);
        let before = plan.ships.len();
        let mut built = false;
        if !self.reserves.is_empty() {
            own_held.hulls.extend(self.reserves.iter().map(|reserve| reserve.0));
            own_held.persons.extend(self.reserves.iter().map(|reserve| reserve.1));
            built = self.plan(view, weights, errand, &own_held, plan);
            // Fighters in reserve cost no squad points, but a squad that is not full is worse than no reserve.
            if built && self.best.points + FULL_WITHIN < errand.size {
                plan.ships.truncate(before);
                built = false;
            }
        }
        if !built {
            self.reserves.clear();
            built = self.plan(view, weights, errand, held, plan);
            if built && 0 < reserve {
                own_held.clone_from(held);
                own_held.hulls.extend(plan.ships.iter().map(|ship| ship.hull));
                let aboard = plan.ships.iter().flat_map(|ship| ship.crew.into_iter().chain([ship.pilot]));
                own_held.persons.extend(aboard);
                self.pick_reserves(view, &own_held, reserve);
            }
        }
        if built {
            plan.reinforcements.extend_from_slice(&self.reserves);
            dock_fighter(view, held, plan);
        }
        self.own_held = own_held;
        built
    }

    /// Squad points of the ships of the last squad.
    pub fn points(&self) -> u16 {
        self.best.points
    }

    /// Stock fighters with their pilots, at most so many.
    fn pick_reserves(&mut self, view: &View<'_>, held: &Held, most: usize) {
        self.reserves.clear();
        for hull in view.hulls_at_hand().filter(|hull| !held.hulls.contains(&hull.id)) {
            if most <= self.reserves.len() {
                return;
            }
            let pilot = view.pilots_at_hand().find(|pilot| {
                !held.persons.contains(&pilot.id)
                    && self.reserves.iter().all(|reserve| reserve.1 != pilot.id)
                    && is_reinforcement(view.book, view.cards(), hull, pilot)
            });
            if let Some(pilot) = pilot {
                self.reserves.push((hull.id, pilot.id));
            }
        }
    }

    /// The squad without reserves.
    fn plan(
        &mut self,
        view: &View<'_>,
        weights: &Weights,
        errand: &Errand,
        held: &Held,
        plan: &mut SquadPlan,
    ) -> bool {
        self.stock.fill(view, weights, held);
        self.forget_used();
        let restrictions = errand.mission.restrictions(errand.side);
        let groups = restrictions.groups.as_ref().filter(|groups| groups.divided == Divided::Owner);
        if let Some(groups) = groups {
            return self.plan_groups(view, errand, groups, plan);
        }
        let found = match errand.mission.roles(errand.side).find(|rule| rule.cost.is_some()) {
            Some(rule) => self.search_with_role(errand, rule),
            None => self.search(errand, errand.size),
        };
        if !found {
            return false;
        }
        self.write(view, errand, plan, 0);
        true
    }

    fn forget_used(&mut self) {
        self.hulls_used.clear();
        self.hulls_used.resize(self.stock.hull_kinds.len(), 0);
        self.pilots_used.clear();
        self.pilots_used.resize(self.stock.pilot_kinds.len(), 0);
        self.gear_used.clear();
        self.gear_used.resize(self.stock.gear.len(), 0);
    }

    /// The best squad for the errand. A role that is not compulsory is left aside where it cannot be filled.
    fn search(&mut self, errand: &Errand, size: u16) -> bool {
        let mut want =
            Want { limits: Limits::new(errand.mission.restrictions(errand.side)), ..Want::of_size(size) };
        for with_wishes in [true, false] {
            let wishes = self.set_needs(errand, &mut want, with_wishes);
            let found = self.search_around_needs(&want);
            if found || !wishes {
                return found;
            }
        }
        false
    }

    /// One search, or where ships of some kind must be there, one around each that could be the first of them: a
    /// search that runs out of steps might never come to it.
    fn search_around_needs(&mut self, want: &Want<'_>) -> bool {
        let needs_role = 0 < want.needs[0].ships;
        let needs_large = 0 < want.limits.fewest_large();
        if !needs_role && !needs_large {
            let found = self.search.run(&self.stock, &Want { fit_for: &self.fit_for, ..*want });
            self.best.clone_from(&self.search.found);
            return found;
        }
        let fit = |pair: &usize| match needs_role {
            true => self.fit_for[*pair] & 1 == 1,
            false => self.stock.hull_of(*pair).size == BaseSize::Large,
        };
        let fit: Vec<usize> = (0..self.stock.pairs.len()).filter(fit).collect();
        let effort = if fit.len() < 2 { want.effort } else { Effort::SMALL };
        let mut best_worth = 0;
        for pair in fit {
            let forced = Forced {
                pair: pair as u16,
                points: self.stock.pairs[pair].points,
                credit: 0,
                elite_slots: self.stock.pilot_of(pair).elite_slots,
                extra_worth: 0,
            };
            let floor = best_worth;
            let around = Want { fit_for: &self.fit_for, forced: Some(forced), floor, effort, ..*want };
            if self.search.run(&self.stock, &around) && best_worth < self.search.found.worth {
                best_worth = self.search.found.worth;
                self.best.clone_from(&self.search.found);
            }
        }
        0 < best_worth
    }

    /// Notes which pairs are fit for the roles; the answer is whether some role was only wished for.
    fn set_needs(&mut self, errand: &Errand, want: &mut Want<'_>, with_wishes: bool) -> bool {
        self.fit_for.clear();
        self.fit_for.resize(self.stock.pairs.len(), 0);
        want.needs = [Need::default(); MOST_NEEDS];
        let mut wished = false;
        let rules = errand.mission.roles(errand.side).filter(|rule| asks_for_ships(rule));
        for (n, rule) in rules.take(MOST_NEEDS).enumerate() {
            wished |= rule.min == 0;
            if rule.min == 0 && !with_wishes {
                continue;
            }
            want.needs[n] = Need {
                ships: rule.min.max(1),
                empty_crew_slot: rule.eligible.contains(&Eligible::EmptyCrewSlot),
            };
            for pair in 0..self.stock.pairs.len() {
                if is_fit(&self.stock, rule, pair) {
                    self.fit_for[pair] |= 1 << n;
                }
            }
        }
        wished && with_wishes
    }

    /// A ship that has terms of its own: every pair is tried in that place.
    fn search_with_role(&mut self, errand: &Errand, rule: &RoleRule) -> bool {
        let Some(cost) = rule.cost else { return false };
        let limits = Limits::new(errand.mission.restrictions(errand.side));
        let mut best_worth = 0;
        for pair in 0..self.stock.pairs.len() {
            let (hull, pilot) = (self.stock.hull_of(pair), self.stock.pilot_of(pair));
            let base = i32::from(hull.base_points) + i32::from(pilot.points);
            let highest = rule.eligible.contains(&Eligible::HighestSkill);
            if !is_fit(&self.stock, rule, pair) {
                continue;
            }
            let reduction = i16::try_from(cost.upgrade_reduction).unwrap_or(i16::MAX);
            let forced = Forced {
                pair: pair as u16,
                points: cost.points(base.max(0) as u16, hull.installed_points),
                credit: (reduction - hull.installed_points).max(0),
                elite_slots: cost.elite_slots,
                // The battle turns on this ship, so it counts for as much as it costs.
                extra_worth: self.stock.pairs[pair].worth * (i32::from(cost.base_factor) - 1),
            };
            let want = Want {
                limits,
                forced: Some(forced),
                most_skill: if highest { pilot.skill } else { u8::MAX },
                floor: best_worth,
                effort: Effort::SMALL,
                ..Want::of_size(errand.size)
            };
            if self.search.run(&self.stock, &want) && best_worth < self.search.found.worth {
                best_worth = self.search.found.worth;
                self.best.clone_from(&self.search.found);
            }
        }
        0 < best_worth
    }

    /// A squad that its owner divides: one search for each group, all of about the same size.
    fn plan_groups(
        &mut self,
        view: &View<'_>,
        errand: &Errand,
        groups: &Groups,
        plan: &mut SquadPlan,
    ) -> bool {
        let count = u16::from(groups.count.max(1));
        let even = errand.size / count;
        let mut size = [groups.points, groups.first_points].into_iter().flatten().fold(even, u16::min);
        let before = plan.ships.len();
        while 0 < size {
            let (mut least, mut most, mut whole) = (u16::MAX, 0, true);
            let mut total = 0;
            for group in 0..groups.count {
                let found = self.search(errand, size);
                let points = if found { self.best.points } else { 0 };
                least = least.min(points);
                most = most.max(points);
                total += points;
                whole &= found;
                if found {
                    self.write(view, errand, plan, group);
                    self.use_up();
                }
            }
            self.best.points = total;
            let even_enough = groups.even_within.is_none_or(|within| whole && most - least <= within);
            if even_enough {
                return before < plan.ships.len();
            }
            // Smaller groups, so that there is enough for the last one.
            plan.ships.truncate(before);
            self.give_back();
            self.forget_used();
            size = size.saturating_sub(SMALLER_GROUPS);
        }
        false
    }

    /// Takes the ships, pilots and cards of the best squad out of the stock.
    fn use_up(&mut self) {
        for berth in &self.best.berths {
            let pair = self.stock.pairs[usize::from(berth.pair)];
            self.stock.hull_kinds[usize::from(pair.hull)].count -= 1;
            self.stock.pilot_kinds[usize::from(pair.pilot)].count -= 1;
            for place in berth.gear.iter() {
                let place = usize::from(place);
                match self.stock.gear[place].source {
                    Source::PilotAsCrew(kind) => self.stock.pilot_kinds[usize::from(kind)].count -= 1,
                    Source::Store | Source::Crew(_) => self.stock.gear[place].copies -= 1,
                    Source::StoreTwice => {
                        self.stock.gear[place - 1].copies -= 2;
                        self.stock.gear[place].copies -= 1;
                    }
                    // Elite cards come back, unless the card is unique.
                    Source::Elite | Source::Captive => {
                        let copies = &mut self.stock.gear[place].copies;
                        *copies = if *copies == u8::MAX { u8::MAX } else { *copies - 1 };
                    }
                }
            }
        }
        // A double load needs two single ones.
        for place in 1..self.stock.gear.len() {
            if self.stock.gear[place].source == Source::StoreTwice {
                self.stock.gear[place].copies = self.stock.gear[place - 1].copies / 2;
            }
        }
    }

    /// Puts back what [`SquadBuilder::use_up`] took for the groups so far.
    fn give_back(&mut self) {
        for (kind, used) in self.stock.hull_kinds.iter_mut().zip(&self.hulls_used) {
            kind.count += used;
        }
        for (kind, used) in self.stock.pilot_kinds.iter_mut().zip(&self.pilots_used) {
            kind.count += used;
        }
        for place in 0..self.stock.gear.len() {
            let used = self.gear_used[place];
            let gear = &mut self.stock.gear[place];
            match gear.source {
                Source::Store | Source::Crew(_) | Source::Captive => gear.copies += used,
                Source::Elite if gear.copies != u8::MAX => gear.copies += used,
                Source::Elite | Source::PilotAsCrew(_) => {}
                Source::StoreTwice => {
                    self.stock.gear[place - 1].copies += 2 * used;
                    self.stock.gear[place].copies = self.stock.gear[place - 1].copies / 2;
                }
            }
        }
    }

    /// Writes the best squad into the plan.
    fn write(&mut self, view: &View<'_>, errand: &Errand, plan: &mut SquadPlan, group: u8) {
        let first = plan.ships.len();
        for berth in &self.best.berths {
            let pair = self.stock.pairs[usize::from(berth.pair)];
            let hull = next(&mut self.hulls_used[usize::from(pair.hull)]);
            let pilot = next(&mut self.pilots_used[usize::from(pair.pilot)]);
            let hull_kind = &self.stock.hull_kinds[usize::from(pair.hull)];
            let pilot_kind = &self.stock.pilot_kinds[usize::from(pair.pilot)];
            let mut ship = PlannedShip::bare(
                self.stock.hulls[usize::from(hull_kind.first) + hull],
                self.stock.pilots[usize::from(pilot_kind.first) + pilot],
            );
            ship.group = group;
            plan.ships.push(ship);
        }
        // Crew after all pilots, since a pilot who is not flying may go along.
        for (b, berth) in self.best.berths.iter().enumerate() {
            for place in berth.gear.iter().map(usize::from) {
                let ship = &mut plan.ships[first + b];
                load(&self.stock, view, ship, place, &mut self.pilots_used, &mut self.gear_used[place]);
            }
        }
        self.mark_roles(errand, &mut plan.ships[first..]);
    }

    /// Roles that are chosen with the squad.
    fn mark_roles(&self, errand: &Errand, ships: &mut [PlannedShip]) {
        let rules = || errand.mission.roles(errand.side);
        for (n, rule) in rules().filter(|rule| asks_for_ships(rule)).take(MOST_NEEDS).enumerate() {
            if rule.chosen == Chosen::SquadBuilding && rule.cost.is_none() {
                let kept = (0..ships.len()).filter(|b| self.best.kept[n] >> b & 1 == 1);
                kept.for_each(|b| ships[b].role = Some(rule.role));
            }
        }
        if let (Some(rule), Some(ship)) = (rules().find(|rule| rule.cost.is_some()), ships.first_mut()) {
            ship.role = Some(rule.role);
        }
    }
}

/// Counts one more and returns the count before.
fn next(used: &mut u8) -> usize {
    *used += 1;
    usize::from(*used - 1)
}

/// A role for which not just any ship will do, and on the usual terms.
fn asks_for_ships(rule: &RoleRule) -> bool {
    let at_squad_building = rule.chosen == Chosen::SquadBuilding && 0 < rule.min;
    rule.cost.is_none() && (at_squad_building || !rule.eligible.is_empty() || !rule.barred.is_empty())
}

/// Whether a pair is fit for a role; the highest skill depends on the others and is seen to elsewhere.
fn is_fit(stock: &Stock, rule: &RoleRule, pair: usize) -> bool {
    let (hull, pilot) = (stock.hull_of(pair), stock.pilot_of(pair));
    let holds = |condition: &Eligible| match condition {
        Eligible::HighestSkill => true,
        Eligible::Small => hull.size == BaseSize::Small,
        Eligible::Large => hull.size == BaseSize::Large,
        Eligible::GenericPilot => !pilot.unique,
        Eligible::CrewIcon => 0 < hull.crew_icons,
        Eligible::EmptyCrewSlot => 0 < hull.slots[Slot::Crew.index()],
    };
    !rule.barred.contains(&hull.class) && rule.eligible.iter().all(holds)
}

/// Puts a card on a ship of the plan.
fn load(
    stock: &Stock,
    view: &View<'_>,
    ship: &mut PlannedShip,
    place: usize,
    pilots_used: &mut [u8],
    used: &mut u8,
) {
    let gear = stock.gear[place];
    let special = &view.book.special;
    let count = next(used);
    let added = match gear.source {
        Source::Store | Source::Captive => ship.equipment.push(gear.card),
        Source::StoreTwice => {
            let all = [ship.equipment.push(gear.card), ship.equipment.push(special.extra_munitions)];
            ship.munitions.push(gear.card) && all == [true; 2]
        }
        Source::Crew(first) => ship.crew.push(stock.crew[usize::from(first) + count]),
        Source::PilotAsCrew(kind) => {
            let first = usize::from(stock.pilot_kinds[usize::from(kind)].first);
            let who = next(&mut pilots_used[usize::from(kind)]);
            ship.crew.push(stock.pilots[first + who])
        }
        Source::Elite => ship.elites.push(gear.card),
    };
    debug_assert!(added, "a ship has room for what its slots carry");
}
