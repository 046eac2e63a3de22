//! Which cards go on which ships of a squad: branch and bound over (ship, card) moves.
//!
//! The sum of gains is maximised within the points left, the slots of each ship and the copies at hand. Every
//! search stops after a number of moves, so that the time is bounded; small problems are solved exactly.

use crate::campaign::state::ShortList;
use crate::catalog::{Bits, Slot};

use super::stock::{N_SLOTS, Slots, Source, Stock};

/// Most cards that a squad builder puts on one ship.
pub const MOST_GEAR: usize = 12;

/// Places of [`Stock::gear`].
pub type GearList = ShortList<u16, MOST_GEAR>;

/// One ship of a squad while cards are put on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Berth {
    /// Place in [`Stock::pairs`].
    pub pair: u16,
    pub hull_kind: u8,
    pub skill: u8,
    pub slots: Slots,
    /// Bits of slots of which one more may be used.
    pub choice: Bits,
    /// Squad points so far.
    pub points: u16,
    /// The ship may not cost more.
    pub most_points: u16,
    /// Upgrade points that are free on this ship.
    pub credit: i16,
    pub gear: GearList,
}

impl Berth {
    /// A pair of the stock with nothing more than what is installed.
    pub fn new(stock: &Stock, pair: usize) -> Berth {
        let (hull, pilot) = (stock.hull_of(pair), stock.pilot_of(pair));
        let mut slots = hull.slots;
        slots[Slot::Elite.index()] += pilot.elite_slots;
        Berth {
            pair: pair as u16,
            hull_kind: stock.pairs[pair].hull,
            skill: pilot.skill,
            slots,
            choice: hull.choice,
            points: stock.pairs[pair].points,
            most_points: u16::MAX,
            credit: 0,
            gear: GearList::default(),
        }
    }

    /// Whether a card of this kind finds any slot at all.
    fn has_room(&self, slot: Slot) -> bool {
        0 < self.slots[slot.index()] || self.choice >> slot.index() & 1 == 1
    }

    /// Takes the slots that a card fills; false where there are not as many.
    fn fill(&mut self, slot: Slot, fills: u8) -> bool {
        for _ in 0..fills {
            let free = &mut self.slots[slot.index()];
            if 0 < *free {
                *free -= 1;
            } else if self.choice >> slot.index() & 1 == 1 {
                self.choice = 0;
            } else {
                return false;
            }
        }
        true
    }
}

/// A kind of gear for one ship, with everything that the search asks of it in one place.
#[derive(Debug, Clone, Copy)]
struct Move {
    berth: u8,
    slot: Slot,
    fills: u8,
    /// Copies that it uses up, and of which gear.
    wanted: u8,
    source: u16,
    gear: u16,
    gain: i32,
    points: i16,
    once_a_ship: bool,
}

impl Move {
    /// A piece of ordnance with Extra Munitions and a second piece.
    fn is_double(&self) -> bool {
        self.wanted == 2
    }
}

/// A kind of gear for a kind of ship.
#[derive(Debug, Clone, Copy)]
struct Entry {
    hull_kind: u8,
    slot: Slot,
    min_skill: u8,
    gear: u16,
    gain: i32,
    points: i16,
}

/// The search and its memory.
#[derive(Debug, Clone, Default)]
pub struct Outfit {
    /// What may go where, most gain a point first.
    entries: Vec<Entry>,
    /// By kind of ship: the most that cards could add in all slots but the elite ones, and in one of those.
    most: Vec<(i32, i32)>,
    moves: Vec<Move>,
    /// Gains of all moves from one place on, each as often as it could be made.
    rest: Vec<i64>,
    copies: Vec<u8>,
    /// By kind of ship: bits of the berths that are of it.
    of_kind: Vec<u32>,
    /// Free upgrade points of all ships together.
    credit_left: i32,
    best: Vec<GearList>,
    best_gain: i32,
    steps_left: u32,
}

impl Outfit {
    /// Looks through a stock once; [`Outfit::equip`] may then be called for any of its ships.
    pub fn prepare(&mut self, stock: &Stock) {
        self.entries.clear();
        self.most.clear();
        for (h, hull) in stock.hull_kinds.iter().enumerate() {
            let mut best: [i32; N_SLOTS] = [0; N_SLOTS];
            for (g, gear) in stock.gear.iter().enumerate() {
                let fit = stock.fit(h as u8, g);
                // Elite slots are the pilots'.
                let room = 0 < hull.slots[gear.slot.index()]
                    || hull.choice >> gear.slot.index() & 1 == 1
                    || gear.slot == Slot::Elite;
                if 0 < fit.gain && room {
                    debug_assert!(0 < gear.fills, "the bound of a slot counts on cards that fill it");
                    best[gear.slot.index()] = best[gear.slot.index()].max(fit.gain);
                    self.entries.push(Entry {
                        hull_kind: h as u8,
                        slot: gear.slot,
                        min_skill: gear.min_skill,
                        gear: g as u16,
                        gain: fit.gain,
                        points: fit.points,
                    });
                }
            }
            let elite = Slot::Elite.index();
            let slots = (0..N_SLOTS).map(|slot| i32::from(hull.slots[slot]) * best[slot]);
            let choice =
                (0..N_SLOTS).filter(|slot| hull.choice >> slot & 1 == 1).map(|slot| best[slot]).max();
            self.most.push((slots.sum::<i32>() + choice.unwrap_or(0), best[elite]));
        }
        // Gain a point as a fraction: a/b before c/d where a*d > c*b. What costs nothing comes first.
        self.entries.sort_unstable_by(|a, b| {
            let (left, right) =
                (i64::from(b.gain) * i64::from(a.points), i64::from(a.gain) * i64::from(b.points));
            let free = (0 < a.points).cmp(&(0 < b.points));
            free.then(left.cmp(&right)).then_with(|| (a.hull_kind, a.gear).cmp(&(b.hull_kind, b.gear)))
        });
    }

    /// The most that cards could add to a ship of a kind whose pilot has so many elite slots, whatever they cost and
    /// however few there are.
    pub fn most_gain(&self, hull_kind: u8, elite_slots: u8) -> i32 {
        let (others, elite) = self.most[usize::from(hull_kind)];
        others.saturating_add(elite.saturating_mul(i32::from(elite_slots)))
    }

    /// Puts the best cards on the ships and returns their gain. `pilots_left` are pilots who do not fly; the search
    /// stops after so many steps, and is not begun where it could not find more than `floor`.
    pub fn equip(
        &mut self,
        stock: &Stock,
        berths: &mut [Berth],
        pilots_left: &[u8],
        points_left: u16,
        steps: u32,
        floor: i32,
    ) -> i32 {
        self.list_moves(stock, berths, pilots_left);
        self.credit_left = berths.iter().map(|berth| i32::from(berth.credit)).sum();
        if self.upper_bound(i64::from(points_left)) <= i64::from(floor) {
            return 0;
        }
        self.best.clear();
        self.best.resize(berths.len(), GearList::default());
        self.best_gain = 0;
        self.steps_left = steps;
        self.descend(stock, berths, 0, i32::from(points_left), 0);
        for (berth, gear) in berths.iter_mut().zip(&self.best) {
            berth.gear = *gear;
        }
        self.best_gain
    }

    /// A fractional knapsack over the moves, slots aside. Moves that cost nothing come first, and some give points back.
    fn upper_bound(&self, points_left: i64) -> i64 {
        let mut points_left = points_left + i64::from(self.credit_left);
        let mut sum = 0;
        for one in &self.moves {
            let times = self.times(one);
            let (points, gain) = (i64::from(one.points) * times, i64::from(one.gain) * times);
            if points_left < points {
                return sum + (gain * points_left.max(0) + points - 1) / points;
            }
            points_left -= points;
            sum += gain;
        }
        sum
    }

    /// How often a move could be made at most.
    fn times(&self, one: &Move) -> i64 {
        if one.once_a_ship { 1 } else { i64::from(self.copies[usize::from(one.gear)]) }
    }

    /// Whether the last search went to its end.
    pub fn is_exact(&self) -> bool {
        0 < self.steps_left
    }

    /// All moves, those with most gain a point first.
    fn list_moves(&mut self, stock: &Stock, berths: &[Berth], pilots_left: &[u8]) {
        self.copies.clear();
        self.copies.extend(stock.gear.iter().map(|gear| match gear.source {
            Source::PilotAsCrew(kind) => pilots_left[usize::from(kind)],
            _ => gear.copies,
        }));
        debug_assert!(berths.len() <= 32, "berths are bits");
        self.of_kind.clear();
        self.of_kind.resize(stock.hull_kinds.len(), 0);
        for (b, berth) in berths.iter().enumerate() {
            self.of_kind[usize::from(berth.hull_kind)] |= 1 << b;
        }
        self.moves.clear();
        for entry in &self.entries {
            let mut left = self.of_kind[usize::from(entry.hull_kind)];
            if left == 0 || self.copies[usize::from(entry.gear)] == 0 {
                continue;
            }
            let gear = &stock.gear[usize::from(entry.gear)];
            let wanted = if gear.source == Source::StoreTwice { 2 } else { 1 };
            while left != 0 {
                let b = left.trailing_zeros();
                left &= left - 1;
                let berth = &berths[b as usize];
                if berth.has_room(entry.slot) && entry.min_skill <= berth.skill {
                    self.moves.push(Move {
                        berth: b as u8,
                        slot: entry.slot,
                        fills: gear.fills,
                        wanted,
                        source: supply(stock, usize::from(entry.gear)) as u16,
                        gear: entry.gear,
                        gain: entry.gain,
                        points: entry.points,
                        once_a_ship: gear.once_a_ship,
                    });
                }
            }
        }
        self.rest.clear();
        self.rest.resize(self.moves.len() + 1, 0);
        for place in (0..self.moves.len()).rev() {
            let one = &self.moves[place];
            self.rest[place] = self.rest[place + 1] + self.times(one) * i64::from(one.gain);
        }
    }

    /// Tries every way to go on from one move; moves before it are settled.
    fn descend(&mut self, stock: &Stock, berths: &mut [Berth], from: usize, points_left: i32, gain: i32) {
        if self.best_gain < gain {
            self.best_gain = gain;
            for (best, berth) in self.best.iter_mut().zip(berths.iter()) {
                *best = berth.gear;
            }
        }
        for place in from..self.moves.len() {
            let one = self.moves[place];
            if self.steps_left == 0 || !self.may_improve(place, points_left, gain) {
                return;
            }
            let Some(taken) = self.take(stock, berths, one, points_left) else { continue };
            self.steps_left -= 1;
            let next = if one.once_a_ship { place + 1 } else { place };
            self.descend(stock, berths, next, points_left - i32::from(taken.charged), gain + one.gain);
            self.put_back(berths, one, taken);
        }
    }

    /// Whether the moves from here on could beat the best: all of them, or points at the best rate.
    fn may_improve(&self, place: usize, points_left: i32, gain: i32) -> bool {
        let missing = i64::from(self.best_gain - gain);
        if self.rest[place] <= missing {
            return false;
        }
        let one = &self.moves[place];
        if one.points <= 0 {
            return true;
        }
        missing * i64::from(one.points) < i64::from(points_left + self.credit_left) * i64::from(one.gain)
    }

    fn take(&mut self, stock: &Stock, berths: &mut [Berth], one: Move, points_left: i32) -> Option<Taken> {
        let berth = &mut berths[usize::from(one.berth)];
        let source = usize::from(one.source);
        if self.copies[source] < one.wanted || !berth.has_room(one.slot) || berth.gear.is_full() {
            return None;
        }
        let credit = berth.credit.min(one.points.max(0));
        let charged = one.points - credit;
        if points_left < i32::from(charged)
            || i32::from(berth.most_points) < i32::from(berth.points) + i32::from(charged)
        {
            return None;
        }
        // A ship has one Extra Munitions, and a piece of ordnance stands either beside it or under it.
        let extra = one.is_double();
        let card = stock.gear[usize::from(one.gear)].card;
        let clashes = |other: u16| {
            let other = &stock.gear[usize::from(other)];
            let doubled = other.source == Source::StoreTwice;
            other.card == card && (one.once_a_ship || doubled) || extra && doubled
        };
        if berth.gear.iter().any(clashes) {
            return None;
        }
        let (slots, choice) = (berth.slots, berth.choice);
        if !berth.fill(one.slot, one.fills) || extra && !berth.fill(Slot::Torpedo, 1) {
            (berth.slots, berth.choice) = (slots, choice);
            return None;
        }
        if self.copies[source] != u8::MAX {
            self.copies[source] -= one.wanted;
        }
        berth.credit -= credit;
        self.credit_left -= i32::from(credit);
        berth.points = berth.points.saturating_add_signed(charged);
        let added = berth.gear.push(one.gear);
        debug_assert!(added, "there was room for the card");
        Some(Taken { slots, choice, credit, charged })
    }

    fn put_back(&mut self, berths: &mut [Berth], one: Move, taken: Taken) {
        let source = usize::from(one.source);
        if self.copies[source] != u8::MAX {
            self.copies[source] += one.wanted;
        }
        let berth = &mut berths[usize::from(one.berth)];
        (berth.slots, berth.choice) = (taken.slots, taken.choice);
        berth.credit += taken.credit;
        self.credit_left += i32::from(taken.credit);
        berth.points = berth.points.saturating_add_signed(-taken.charged);
        berth.gear.pop();
    }
}

/// What a move has changed.
struct Taken {
    slots: [u8; N_SLOTS],
    choice: Bits,
    credit: i16,
    charged: i16,
}

/// The gear whose copies are used up: a double load comes out of the single ones, which stand just before it.
fn supply(stock: &Stock, gear: usize) -> usize {
    if stock.gear[gear].source == Source::StoreTwice { gear - 1 } else { gear }
}
