//! Which ships, pilots and cards make the best squad of a size: branch and bound over pairs of ship and pilot,
//! with the outfit of every promising set.
//!
//! The bound is a fractional knapsack over the pairs and cards not yet settled, tabulated once a search by place
//! and points. A search stops after a number of steps that does not depend on the machine; small problems are
//! solved exactly, which the tests compare with brute force.

use crate::catalog::{BaseSize, Slot};
use crate::ids::ShipClassId;

use super::limits::Limits;
use super::outfit::{Berth, Outfit};
use super::stock::{Source, Stock};

/// Roles that need ships of some kind.
pub const MOST_NEEDS: usize = 4;

/// So many ships must be fit for a role.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Need {
    pub ships: u8,
    /// One crew slot of each stays empty.
    pub empty_crew_slot: bool,
}

/// A ship that must be in the squad on terms of its own (the BOUNTY).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forced {
    pub pair: u16,
    /// Squad points with what is installed.
    pub points: u16,
    /// Upgrade points that are free on it.
    pub credit: i16,
    /// Elite slots in place of the pilot's own.
    pub elite_slots: u8,
    /// Worth on top of the pair's own.
    pub extra_worth: i32,
}

/// What is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Want<'a> {
    pub size: u16,
    pub limits: Limits,
    pub needs: [Need; MOST_NEEDS],
    /// By pair: bit of each need that it is fit for. Empty: no needs.
    pub fit_for: &'a [u8],
    pub forced: Option<Forced>,
    /// Nobody of higher skill flies.
    pub most_skill: u8,
    /// Squads that are worth no more are of no interest.
    pub floor: i32,
    pub effort: Effort,
}

/// Steps after which a search stops: it does not depend on the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Ships tried.
    pub steps: u32,
    /// Sets of ships that are fitted out.
    pub outfits: u32,
    /// Cards tried for each of them.
    pub outfit_steps: u32,
    /// Cards tried for the best of them, once more.
    pub polish_steps: u32,
}

impl Effort {
    pub const ORDINARY: Effort = Effort { steps: 600, outfits: 12, outfit_steps: 24, polish_steps: 300 };
    /// For one of several searches for the same squad.
    pub const SMALL: Effort = Effort { steps: 150, outfits: 4, outfit_steps: 24, polish_steps: 0 };
}

impl<'a> Want<'a> {
    /// A squad of a size, nothing else asked.
    pub fn of_size(size: u16) -> Want<'a> {
        Want {
            size,
            limits: Limits::default(),
            needs: [Need::default(); MOST_NEEDS],
            fit_for: &[],
            forced: None,
            most_skill: u8::MAX,
            floor: 0,
            effort: Effort::ORDINARY,
        }
    }
}

/// A squad out of a stock.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Found {
    pub berths: Vec<Berth>,
    pub worth: i32,
    pub points: u16,
    /// For each need the berths that are kept fit for it, as bits.
    pub kept: [u32; MOST_NEEDS],
}

/// A pair with everything that the search asks of it in one place.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    pair: u16,
    points: u16,
    worth: i32,
    hull: u8,
    pilot: u8,
    size: BaseSize,
    class: ShipClassId,
}

impl Candidate {
    fn new(stock: &Stock, place: u16) -> Candidate {
        let pair = &stock.pairs[usize::from(place)];
        let kind = stock.hull_of(usize::from(place));
        Candidate {
            pair: place,
            points: pair.points,
            worth: pair.worth,
            hull: pair.hull,
            pilot: pair.pilot,
            size: kind.size,
            class: kind.class,
        }
    }
}

/// The search and its memory.
#[derive(Debug, Clone, Default)]
pub struct SquadSearch {
    order: Vec<u16>,
    /// The pairs of `order`.
    candidates: Vec<Candidate>,
    by_rate: Vec<u16>,
    /// Rank of each pair in `order`.
    rank: Vec<u16>,
    /// By place in the order, then points: the most worth that may still come.
    bound: Vec<i32>,
    /// Rows of the bound that are filled.
    is_bounded: Vec<bool>,
    width: usize,
    hulls_left: Vec<u8>,
    pilots_left: Vec<u8>,
    /// By ship class: how many are chosen.
    of_class: Vec<u8>,
    chosen: Vec<u16>,
    gear_rates: Vec<(i32, i16, u16)>,
    berths: Vec<Berth>,
    outfit: Outfit,
    pub found: Found,
    best_worth: i32,
    /// The best squad was fitted out without running out of steps.
    is_polished: bool,
    steps_left: u32,
    outfits_left: u32,
    n_small: u8,
    n_large: u8,
    cheapest: u16,
}

impl SquadSearch {
    /// The best squad is in `found` afterwards; false where there is none that fits.
    pub fn run(&mut self, stock: &Stock, want: &Want<'_>) -> bool {
        self.prepare(stock, want);
        let first = want.forced.map_or((0, 0), |forced| (forced.points, forced.extra_worth));
        if want.size < first.0 || !self.forced_fits(stock, want) {
            return false;
        }
        // Points are short in one squad, ships in another: the order by rate serves the one, by worth the other.
        // Where the first order went through to the end, the second could find nothing better.
        for by_worth in [false, true] {
            self.sort_pairs(stock, want, by_worth);
            self.forget_bound(want);
            self.steps_left = want.effort.steps;
            self.outfits_left = want.effort.outfits;
            self.reset_counts(stock);
            let worth = first.1 + self.take_forced(stock, want);
            self.descend(stock, want, 0, want.size - first.0, worth);
            if 0 < self.steps_left && 0 < self.outfits_left {
                break;
            }
        }
        if !self.is_polished && 0 < want.effort.polish_steps && !self.found.berths.is_empty() {
            self.polish(stock, want);
        }
        !self.found.berths.is_empty()
    }

    /// Fits the best ships out once more, with more patience.
    fn polish(&mut self, stock: &Stock, want: &Want<'_>) {
        self.reset_counts(stock);
        let (mut points, mut worth) = (0, want.forced.map_or(0, |forced| forced.extra_worth));
        for place in 0..self.found.berths.len() {
            let pair = usize::from(self.found.berths[place].pair);
            self.count(Candidate::new(stock, pair as u16));
            points +=
                want.forced.filter(|_| place == 0).map_or(stock.pairs[pair].points, |forced| forced.points);
            worth += stock.pairs[pair].worth;
        }
        self.outfits_left = 1;
        self.try_set(stock, want, want.size - points, worth, want.effort.polish_steps);
    }

    fn prepare(&mut self, stock: &Stock, want: &Want<'_>) {
        self.found.berths.clear();
        self.found.worth = 0;
        self.found.points = 0;
        self.best_worth = want.floor;
        self.is_polished = false;
        self.outfit.prepare(stock);
        self.cheapest = stock.pairs.iter().map(|pair| pair.points).min().unwrap_or(0);
        // What the cards could add at best, whatever ship they are put on.
        self.gear_rates.clear();
        let elite_slots: u16 =
            stock.pilot_kinds.iter().map(|kind| u16::from(kind.elite_slots * kind.count)).sum();
        let forced_slots = want.forced.map_or(0, |forced| u16::from(forced.elite_slots));
        for (g, gear) in stock.gear.iter().enumerate() {
            let fits = (0..stock.hull_kinds.len()).map(|hull| stock.fit(hull as u8, g));
            let mut best: Option<(i32, i16)> = None;
            for fit in fits.filter(|fit| 0 < fit.gain) {
                let (gain, points) = best.unwrap_or((fit.gain, fit.points));
                best = Some((gain.max(fit.gain), points.min(fit.points)));
            }
            let Some((gain, points)) = best else { continue };
            let copies = match gear.source {
                Source::Elite => (elite_slots + forced_slots).min(u16::from(gear.copies)),
                _ => u16::from(gear.copies),
            };
            self.gear_rates.push((gain, points.max(0), copies));
        }
        self.gear_rates.sort_unstable_by(|a, b| {
            let free = (0 < a.1).cmp(&(0 < b.1));
            free.then((i64::from(b.0) * i64::from(a.1)).cmp(&(i64::from(a.0) * i64::from(b.1))))
        });
    }

    fn sort_pairs(&mut self, stock: &Stock, want: &Want<'_>, by_worth: bool) {
        let usable = |pair: &u16| {
            let place = usize::from(*pair);
            let (hull, pilot) = (stock.hull_of(place), stock.pilot_of(place));
            let points = stock.pairs[place].points;
            pilot.skill <= want.most_skill
                && points <= want.limits.most_points(hull.size)
                && want.limits.may_have(hull.size)
                && points <= want.size
        };
        let rate = |a: &u16, b: &u16| {
            let (a, b) = (&stock.pairs[usize::from(*a)], &stock.pairs[usize::from(*b)]);
            (i64::from(b.worth) * i64::from(a.points)).cmp(&(i64::from(a.worth) * i64::from(b.points)))
        };
        // The second order is made of the same pairs.
        if !by_worth {
            self.by_rate.clear();
            self.by_rate.extend((0..stock.pairs.len() as u16).filter(usable));
            self.by_rate.sort_unstable_by(|a, b| rate(a, b).then(a.cmp(b)));
        }
        self.order.clear();
        self.order.extend_from_slice(&self.by_rate);
        if by_worth {
            let worth = |pair: &u16| stock.pairs[usize::from(*pair)].worth;
            self.order.sort_unstable_by(|a, b| worth(b).cmp(&worth(a)).then(a.cmp(b)));
        }
        self.candidates.clear();
        self.candidates.extend(self.order.iter().map(|&pair| Candidate::new(stock, pair)));
        self.rank.clear();
        self.rank.resize(stock.pairs.len(), u16::MAX);
        for (rank, pair) in self.order.iter().enumerate() {
            self.rank[usize::from(*pair)] = rank as u16;
        }
    }

    /// Rows of the bound are filled when they are first asked for: most searches end near the top of the order.
    fn forget_bound(&mut self, want: &Want<'_>) {
        let credit = want.forced.map_or(0, |forced| forced.credit.max(0) as usize);
        self.width = usize::from(want.size) + credit + 1;
        let places = self.order.len() + 1;
        self.is_bounded.clear();
        self.is_bounded.resize(places, false);
        // What stands there from another search is written over before it is read.
        if self.bound.len() < places * self.width {
            self.bound.resize(places * self.width, 0);
        }
    }

    /// The most worth that may still come from one place of the order on, for so many points.
    fn reach(&mut self, stock: &Stock, place: usize, points: usize) -> i32 {
        if !self.is_bounded[place] {
            self.is_bounded[place] = true;
            self.tabulate_bound(stock, place);
        }
        self.bound[place * self.width + points]
    }

    /// For every number of points: a fractional knapsack over what may still come from one place on.
    fn tabulate_bound(&mut self, stock: &Stock, place: usize) {
        let row = &mut self.bound[place * self.width..(place + 1) * self.width];
        let mut filler = Filler { row, filled: 0, sum: 0 };
        let mut gear = self.gear_rates.iter().peekable();
        while let Some((gain, _, copies)) = gear.next_if(|(_, points, _)| *points == 0) {
            filler.sum += i64::from(*gain) * i64::from(*copies);
        }
        filler.row[0] = filler.sum as i32;
        let open = |pair: &&u16| usize::from(self.rank[usize::from(**pair)]) >= place;
        for pair in self.by_rate.iter().filter(open) {
            if filler.is_full() {
                return;
            }
            let place = usize::from(*pair);
            let (worth, points) = (stock.pairs[place].worth, stock.pairs[place].points.max(1));
            let better = |one: &&(i32, i16, u16)| {
                i64::from(worth) * i64::from(one.1) < i64::from(one.0) * i64::from(points)
            };
            while let Some((gain, points, copies)) = gear.next_if(better) {
                filler.add(*gain, *points as u16, *copies);
            }
            let times = stock.hull_of(place).count.min(stock.pilot_of(place).count);
            filler.add(worth, points, u16::from(times));
        }
        for (gain, points, copies) in gear {
            if filler.is_full() {
                return;
            }
            filler.add(*gain, *points as u16, *copies);
        }
        filler.finish();
    }

    fn reset_counts(&mut self, stock: &Stock) {
        self.hulls_left.clear();
        self.hulls_left.extend(stock.hull_kinds.iter().map(|kind| kind.count));
        self.pilots_left.clear();
        self.pilots_left.extend(stock.pilot_kinds.iter().map(|kind| kind.count));
        let classes = stock.hull_kinds.iter().map(|kind| kind.class.index() + 1).max().unwrap_or(0);
        self.of_class.clear();
        self.of_class.resize(classes, 0);
        self.chosen.clear();
        self.n_small = 0;
        self.n_large = 0;
    }

    /// Whether the ship that must be there may be there at all.
    fn forced_fits(&self, stock: &Stock, want: &Want<'_>) -> bool {
        want.forced.is_none_or(|forced| {
            let hull = stock.hull_of(usize::from(forced.pair));
            let (small, large) = if hull.size == BaseSize::Large { (0, 1) } else { (1, 0) };
            0 < hull.count
                && 0 < stock.pilot_of(usize::from(forced.pair)).count
                && forced.points <= want.limits.most_points(hull.size)
                && want.limits.may_grow_to(small, large)
        })
    }

    fn take_forced(&mut self, stock: &Stock, want: &Want<'_>) -> i32 {
        let Some(forced) = want.forced else { return 0 };
        self.count(Candidate::new(stock, forced.pair));
        stock.pairs[usize::from(forced.pair)].worth
    }

    fn count(&mut self, one: Candidate) {
        self.hulls_left[usize::from(one.hull)] -= 1;
        self.pilots_left[usize::from(one.pilot)] -= 1;
        self.of_class[one.class.index()] += 1;
        *self.of_size(one.size) += 1;
        self.chosen.push(one.pair);
    }

    fn discount(&mut self, one: Candidate) {
        self.hulls_left[usize::from(one.hull)] += 1;
        self.pilots_left[usize::from(one.pilot)] += 1;
        self.of_class[one.class.index()] -= 1;
        *self.of_size(one.size) -= 1;
        self.chosen.pop();
    }

    fn of_size(&mut self, size: BaseSize) -> &mut u8 {
        if size == BaseSize::Large { &mut self.n_large } else { &mut self.n_small }
    }

    /// Nothing better can be found any more: without outfits no set is tried, so that further steps are in vain.
    fn is_over(&self) -> bool {
        self.steps_left == 0 || self.outfits_left == 0
    }

    /// Tries every way to add ships from one place of the order on, then the set as it is.
    fn descend(&mut self, stock: &Stock, want: &Want<'_>, from: usize, points_left: u16, worth: i32) {
        let credit = self.width - 1 - usize::from(want.size);
        for place in from..self.order.len() {
            let points = usize::from(points_left) + credit;
            if self.is_over() || worth.saturating_add(self.reach(stock, place, points)) <= self.best_worth {
                break;
            }
            let one = self.candidates[place];
            let Some(rest) = self.may_take(want, one, points_left) else { continue };
            self.steps_left -= 1;
            self.count(one);
            self.descend(stock, want, place, rest, worth.saturating_add(one.worth));
            self.discount(one);
        }
        if self.outfits_left == 0 {
            return;
        }
        let reach = self.reach(stock, self.order.len(), usize::from(points_left) + credit);
        if self.best_worth < worth.saturating_add(reach) {
            self.try_set(stock, want, points_left, worth, want.effort.outfit_steps);
        }
    }

    /// Points left after one more ship of this kind, where it may be taken at all.
    fn may_take(&self, want: &Want<'_>, one: Candidate, points_left: u16) -> Option<u16> {
        if points_left < one.points
            || self.hulls_left[usize::from(one.hull)] == 0
            || self.pilots_left[usize::from(one.pilot)] == 0
        {
            return None;
        }
        let (small, large) = match one.size {
            BaseSize::Large => (self.n_small, self.n_large + 1),
            _ => (self.n_small + 1, self.n_large),
        };
        if !want.limits.may_grow_to(small, large)
            || want.limits.of_one_class(one.size) <= self.of_class[one.class.index()]
        {
            return None;
        }
        // The ships that must still come need room as well.
        let rest = points_left - one.points;
        let missing = want.limits.fewest_more(small, large);
        if u32::from(rest) < u32::from(missing) * u32::from(self.cheapest) { None } else { Some(rest) }
    }

    /// The most that cards could add to the chosen ships.
    fn most_gain(&self, stock: &Stock, want: &Want<'_>) -> i32 {
        let of = |(place, &pair): (usize, &u16)| {
            let forced = want.forced.filter(|_| place == 0).map(|forced| forced.elite_slots);
            let elite_slots = forced.unwrap_or(stock.pilot_of(usize::from(pair)).elite_slots);
            self.outfit.most_gain(stock.pairs[usize::from(pair)].hull, elite_slots)
        };
        self.chosen.iter().enumerate().map(of).sum()
    }

    /// Fits the chosen ships out and keeps them where they are the best so far.
    fn try_set(&mut self, stock: &Stock, want: &Want<'_>, points_left: u16, worth: i32, steps: u32) {
        if self.chosen.is_empty() || !want.limits.allows(self.n_small, self.n_large) || self.outfits_left == 0
        {
            return;
        }
        let no_needs = want.needs.iter().all(|need| need.ships == 0);
        if no_needs && worth.saturating_add(self.most_gain(stock, want)) <= self.best_worth {
            self.outfits_left -= 1;
            return;
        }
        self.berths.clear();
        for (place, &pair) in self.chosen.iter().enumerate() {
            let mut berth = Berth::new(stock, usize::from(pair));
            berth.most_points = want.limits.most_points(stock.hull_of(usize::from(pair)).size);
            if let Some(forced) = want.forced.filter(|_| place == 0) {
                berth.points = forced.points;
                berth.credit = forced.credit;
                let own = stock.pilot_of(usize::from(pair)).elite_slots;
                let slots = &mut berth.slots[Slot::Elite.index()];
                *slots = *slots - own + forced.elite_slots;
            }
            self.berths.push(berth);
        }
        let Some(kept) = keep_fit(stock, want, &mut self.berths) else { return };
        self.outfits_left -= 1;
        let floor = self.best_worth - worth;
        let gain = self.outfit.equip(stock, &mut self.berths, &self.pilots_left, points_left, steps, floor);
        if self.best_worth < worth + gain {
            self.best_worth = worth + gain;
            self.is_polished = self.outfit.is_exact();
            self.found.worth = worth + gain;
            self.found.kept = kept;
            self.found.berths.clear();
            self.found.berths.extend_from_slice(&self.berths);
            for (place, berth) in self.found.berths.iter_mut().enumerate() {
                settle_points(stock, want.forced.filter(|_| place == 0), berth);
            }
            self.found.points = self.found.berths.iter().map(|berth| berth.points).sum();
        }
    }
}

/// A row of the bound while it is filled from the left.
struct Filler<'a> {
    row: &'a mut [i32],
    filled: usize,
    sum: i64,
}

impl Filler<'_> {
    /// Items that cost the same; parts of an item count in proportion.
    fn add(&mut self, gain: i32, points: u16, copies: u16) {
        let end = (self.filled + usize::from(points.max(1)) * usize::from(copies)).min(self.row.len() - 1);
        let (gain, points) = (i64::from(gain), i64::from(points.max(1)));
        // Whole and rest of gain / points, added up point by point.
        let (whole, rest) = (gain.div_euclid(points), gain.rem_euclid(points));
        let (mut part, mut over) = (0, 0);
        for at in &mut self.row[(self.filled + 1).min(end + 1)..=end] {
            part += whole;
            over += rest;
            if points <= over {
                over -= points;
                part += 1;
            }
            // Rounded up, so that the bound stays one.
            *at = (self.sum + part + i64::from(over != 0)).min(i64::from(i32::MAX)) as i32;
        }
        self.sum = i64::from(self.row[end]);
        self.filled = end;
    }

    /// Nothing that is added would still find points.
    fn is_full(&self) -> bool {
        self.filled + 1 == self.row.len()
    }

    fn finish(&mut self) {
        let last = self.row[self.filled];
        self.row[self.filled + 1..].fill(last);
    }
}

/// Ships that are kept fit for each need; `None` where there are not enough.
fn keep_fit(stock: &Stock, want: &Want<'_>, berths: &mut [Berth]) -> Option<[u32; MOST_NEEDS]> {
    let mut kept = [0; MOST_NEEDS];
    for (n, need) in want.needs.iter().enumerate() {
        let mut missing = need.ships;
        // The cheapest ones first: they lose least by an empty seat.
        while 0 < missing {
            let fit = |berth: &Berth| want.fit_for[usize::from(berth.pair)] >> n & 1 == 1;
            let open = berths.iter().enumerate().filter(|(b, berth)| {
                let seat = !need.empty_crew_slot || 0 < berth.slots[Slot::Crew.index()];
                kept[n] >> b & 1 == 0 && fit(berth) && seat
            });
            let (b, _) = open.min_by_key(|(b, berth)| (stock.pairs[usize::from(berth.pair)].points, *b))?;
            kept[n] |= 1 << b;
            if need.empty_crew_slot {
                berths[b].slots[Slot::Crew.index()] -= 1;
            }
            missing -= 1;
        }
    }
    Some(kept)
}

/// Squad points of a ship with the cards that were chosen for it.
fn settle_points(stock: &Stock, forced: Option<Forced>, berth: &mut Berth) {
    let points = |gear: u16| i32::from(stock.fit(berth.hull_kind, usize::from(gear)).points);
    let cards: i32 = berth.gear.iter().map(points).sum();
    let (base, cards) = match forced {
        Some(forced) => (forced.points, (cards - i32::from(forced.credit)).max(0)),
        None => (stock.pairs[usize::from(berth.pair)].points, cards),
    };
    berth.points = (i32::from(base) + cards).max(0) as u16;
}

#[cfg(test)]
#[path = "squad_search_tests.rs"]
mod tests;
