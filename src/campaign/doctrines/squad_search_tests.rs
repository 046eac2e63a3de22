//! The squad search against brute force on small stocks.

use super::*;
use crate::campaign::doctrines::stock::{Fit, Gear, HullKind, N_SLOTS, Pair, PilotKind};
use crate::campaign::state::{Installed, Qualifications};
use crate::chance::{Chance, Luck, Purpose, Seeded};
use crate::config::mission::{Count, Restrictions};
use crate::ids::{ShipClassId, UpgradeId};

/// Patience enough for everything that is tried here.
const THOROUGH: Effort =
    Effort { steps: 1_000_000, outfits: 1_000_000, outfit_steps: 1_000_000, polish_steps: 0 };

const SLOTS: [Slot; 4] = [Slot::Torpedo, Slot::Missile, Slot::Crew, Slot::Elite];

/// A made-up stock: two or three kinds of ships, up to three kinds of pilots, up to three kinds of cards.
fn random_stock(chance: &mut Seeded) -> Stock {
    let mut stock = Stock::default();
    let n_hulls = 2 + chance.pick(2);
    for hull in 0..n_hulls {
        let mut slots = [0; N_SLOTS];
        for slot in SLOTS.iter().take(3) {
            slots[slot.index()] = chance.pick(3) as u8;
        }
        stock.hull_kinds.push(HullKind {
            class: ShipClassId(hull as u8),
            size: if chance.pick(3) == 0 { BaseSize::Large } else { BaseSize::Small },
            installed: Installed::default(),
            base_points: 8 + chance.pick(20) as u16,
            installed_points: 0,
            worth: 300 + chance.pick(900) as i32,
            slots,
            choice: if chance.pick(4) == 0 {
                1 << Slot::Torpedo.index() | 1 << Slot::Missile.index()
            } else {
                0
            },
            crew_icons: slots[Slot::Crew.index()],
            min_skill: 0,
            count: 1 + chance.pick(2) as u8,
            first: 0,
        });
    }
    for _ in 0..1 + chance.pick(3) {
        stock.pilot_kinds.push(PilotKind {
            skill: 1 + chance.pick(6) as u8,
            points: chance.pick(6) as i16,
            qualifications: Qualifications(1 + chance.pick((1 << n_hulls) - 1) as u64),
            elite_slots: chance.pick(2) as u8,
            unique: false,
            ability: None,
            crew_card: None,
            count: 1 + chance.pick(2) as u8,
            first: 0,
        });
    }
    for (h, hull) in stock.hull_kinds.iter().enumerate() {
        for (p, pilot) in stock.pilot_kinds.iter().enumerate() {
            if pilot.qualifications.has(hull.class) {
                let points = hull.base_points + pilot.points as u16;
                let worth = hull.worth * (100 + 4 * i32::from(pilot.skill)) / 100;
                stock.pairs.push(Pair { hull: h as u8, pilot: p as u8, points, worth });
            }
        }
    }
    random_gear(chance, &mut stock);
    stock
}

fn random_gear(chance: &mut Seeded, stock: &mut Stock) {
    for card in 0..1 + chance.pick(3) {
        let slot = SLOTS[chance.pick(4)];
        let ordnance = matches!(slot, Slot::Torpedo | Slot::Missile);
        let gear = Gear {
            card: UpgradeId(card as u16),
            source: if slot == Slot::Elite { Source::Elite } else { Source::Store },
            slot,
            fills: 1,
            copies: 1 + chance.pick(3) as u8,
            once_a_ship: !ordnance,
            min_skill: chance.pick(3) as u8,
        };
        stock.gear.push(gear);
        if ordnance && 2 <= gear.copies {
            stock.gear.push(Gear {
                source: Source::StoreTwice,
                copies: gear.copies / 2,
                once_a_ship: true,
                ..gear
            });
        }
    }
    for _ in 0..stock.hull_kinds.len() * stock.gear.len() {
        let gain = if chance.pick(4) == 0 { 0 } else { 1 + chance.pick(120) as i32 };
        stock.fits.push(Fit { gain, points: chance.pick(6) as i16 });
    }
}

fn random_limits(chance: &mut Seeded) -> Limits {
    let count = |min: u8, max: u8| Some(Count { min: Some(min), max: Some(max), ..Count::default() });
    Limits::new(&match chance.pick(5) {
        0 => Restrictions { ships: count(2, 9), ..Restrictions::default() },
        1 => {
            Restrictions { large_ships: count(0, 0), small_ship_points: Some(25), ..Restrictions::default() }
        }
        2 => Restrictions { ships: count(1, 2), ..Restrictions::default() },
        3 => Restrictions { small_ships_of_one_class: Some(1), ..Restrictions::default() },
        _ => Restrictions::default(),
    })
}

/// The best worth by trying every set of pairs and every way to put cards on it.
struct Brute<'a> {
    stock: &'a Stock,
    want: &'a Want<'a>,
    chosen: Vec<usize>,
    best: i32,
}

impl Brute<'_> {
    fn sets(&mut self, from: usize) {
        self.try_set();
        for pair in from..self.stock.pairs.len() {
            self.chosen.push(pair);
            let uses = |hull: bool, kind: u8| {
                let of = |p: &&usize| {
                    let pair = &self.stock.pairs[**p];
                    (if hull { pair.hull } else { pair.pilot }) == kind
                };
                self.chosen.iter().filter(of).count()
            };
            let Pair { hull, pilot, .. } = self.stock.pairs[pair];
            let fits = uses(true, hull) <= usize::from(self.stock.hull_kinds[usize::from(hull)].count)
                && uses(false, pilot) <= usize::from(self.stock.pilot_kinds[usize::from(pilot)].count);
            if fits {
                self.sets(pair);
            }
            self.chosen.pop();
        }
    }

    fn points(&self) -> u16 {
        let forced = self
            .want
            .forced
            .map_or(0, |forced| forced.points - self.stock.pairs[usize::from(forced.pair)].points);
        self.chosen.iter().map(|pair| self.stock.pairs[*pair].points).sum::<u16>() + forced
    }

    fn try_set(&mut self) {
        let of =
            |size| self.chosen.iter().filter(|pair| self.stock.hull_of(**pair).size == size).count() as u8;
        let (small, large) = (of(BaseSize::Small), of(BaseSize::Large));
        let of_class = |pair: &usize| {
            let class = self.stock.hull_of(*pair).class;
            self.chosen.iter().filter(|other| self.stock.hull_of(**other).class == class).count() as u8
        };
        let legal = !self.chosen.is_empty()
            && self.points() <= self.want.size
            && self.want.limits.allows(small, large)
            && self.chosen.iter().all(|pair| {
                let hull = self.stock.hull_of(*pair);
                of_class(pair) <= self.want.limits.of_one_class(hull.size)
                    && self.stock.pairs[*pair].points <= self.want.limits.most_points(hull.size)
            });
        if !legal {
            return;
        }
        let worth: i32 = self.chosen.iter().map(|pair| self.stock.pairs[*pair].worth).sum();
        let mut berths: Vec<Berth> = self.chosen.iter().map(|pair| Berth::new(self.stock, *pair)).collect();
        for berth in &mut berths {
            berth.most_points =
                self.want.limits.most_points(self.stock.hull_of(usize::from(berth.pair)).size);
        }
        let mut copies: Vec<u8> = self.stock.gear.iter().map(|gear| gear.copies).collect();
        let left = i32::from(self.want.size) - i32::from(self.points());
        self.cards(&mut berths, &mut copies, 0, left, worth);
    }

    fn cards(&mut self, berths: &mut [Berth], copies: &mut [u8], from: usize, left: i32, worth: i32) {
        self.best = self.best.max(worth);
        let n_gear = self.stock.gear.len();
        for place in from..berths.len() * n_gear {
            let (b, g) = (place / n_gear, place % n_gear);
            let (gear, fit) = (self.stock.gear[g], self.stock.fit(berths[b].hull_kind, g));
            let twice = gear.source == Source::StoreTwice;
            let (from_gear, wanted) = if twice { (g - 1, 2) } else { (g, 1) };
            let before = berths[b];
            let clashes = before.gear.iter().any(|other| {
                let other = &self.stock.gear[usize::from(other)];
                let doubled = other.source == Source::StoreTwice;
                other.card == gear.card && (gear.once_a_ship || doubled) || twice && doubled
            });
            let cost = i32::from(fit.points);
            if fit.gain <= 0
                || copies[from_gear] < wanted
                || left < cost
                || i32::from(before.most_points) < i32::from(before.points) + cost
                || before.skill < gear.min_skill
                || clashes
            {
                continue;
            }
            let mut wanted_slots = vec![gear.slot];
            wanted_slots.extend(twice.then_some(Slot::Torpedo));
            let mut after = before;
            let filled = wanted_slots.iter().all(|slot| {
                if 0 < after.slots[slot.index()] {
                    after.slots[slot.index()] -= 1;
                    true
                } else if after.choice >> slot.index() & 1 == 1 {
                    after.choice = 0;
                    true
                } else {
                    false
                }
            });
            if !filled || !after.gear.push(g as u16) {
                continue;
            }
            after.points += fit.points as u16;
            berths[b] = after;
            copies[from_gear] -= wanted;
            self.cards(berths, copies, place, left - cost, worth + fit.gain);
            copies[from_gear] += wanted;
            berths[b] = before;
        }
    }
}

#[test]
fn squad_search_equals_brute_force_on_small_stocks() {
    let luck = Luck::new(20, 0);
    let mut search = SquadSearch::default();
    let (mut found_any, mut with_cards) = (0, 0);
    for case in 0..400 {
        let mut chance = luck.stream(Purpose::Doctrine, case);
        let stock = random_stock(&mut chance);
        let size = 25 + chance.pick(60) as u16;
        let want = Want { limits: random_limits(&mut chance), effort: THOROUGH, ..Want::of_size(size) };
        let mut brute = Brute { stock: &stock, want: &want, chosen: Vec::new(), best: 0 };
        brute.sets(0);
        let found = search.run(&stock, &want);
        assert_eq!(found, 0 < brute.best, "case {case}");
        if found {
            assert_eq!(search.found.worth, brute.best, "case {case}");
            assert!(search.found.points <= size, "case {case}");
            found_any += 1;
            with_cards += usize::from(search.found.berths.iter().any(|berth| !berth.gear.is_empty()));
        }
    }
    assert!(200 < found_any && 100 < with_cards, "{found_any} squads, {with_cards} with cards");
}
