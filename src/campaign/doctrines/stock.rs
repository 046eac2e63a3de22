//! What is at hand for a squad, sorted into kinds: ships alike, pilots alike, cards alike.
//!
//! The searches work on these kinds only. Two ships of one class with the same fittings are one kind with a count
//! of two, so that a search does not try both in turn.

use crate::campaign::rules::crew_upgrades::crew_card_of;
use crate::campaign::rules::pilot_improvements::elite_slots;
use crate::campaign::state::{Hull, Installed, Person, Qualifications};
use crate::campaign::view::View;
use crate::catalog::{BaseSize, Bits, Slot};
use crate::ids::{Faction, HullId, PersonId, ShipClassId, UpgradeId};

use super::weights::Weights;
use super::worth::{REFERENCE_SKILL, worth};

pub const N_SLOTS: usize = Slot::ALL.len();

/// Slots by kind.
pub type Slots = [u8; N_SLOTS];

/// Ships of one class with the same fittings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HullKind {
    pub class: ShipClassId,
    pub size: BaseSize,
    pub installed: Installed,
    /// Squad points of the bare ship.
    pub base_points: u16,
    /// Squad points of what is installed; some is negative.
    pub installed_points: i16,
    pub worth: i32,
    /// Slots that what is installed leaves free.
    pub slots: Slots,
    /// Bits of slots of which one more may be used; 0: none.
    pub choice: Bits,
    pub crew_icons: u8,
    /// The lowest skill that may fly it with what is installed.
    pub min_skill: u8,
    pub count: u8,
    /// Place of the first of them in [`Stock::hulls`].
    pub first: u16,
}

/// Pilots who are alike in everything that a squad asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PilotKind {
    pub skill: u8,
    pub points: i16,
    pub qualifications: Qualifications,
    pub elite_slots: u8,
    pub unique: bool,
    pub ability: Option<UpgradeId>,
    /// The crew card that they can be carried as.
    pub crew_card: Option<UpgradeId>,
    pub count: u8,
    /// Place of the first of them in [`Stock::pilots`].
    pub first: u16,
}

/// A ship with a pilot who may fly it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    pub hull: u8,
    pub pilot: u8,
    /// Squad points with what is installed.
    pub points: u16,
    pub worth: i32,
}

/// Where a card comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Out of the store.
    Store,
    /// A piece of ordnance out of the store with Extra Munitions and a second piece for the token.
    StoreTwice,
    /// A crew member; the place of the first in [`Stock::crew`].
    Crew(u16),
    /// A pilot of this kind who is not flying himself.
    PilotAsCrew(u8),
    /// Elite cards are not bought.
    Elite,
    /// A prisoner.
    Captive,
}

/// A card that may be put on ships of the squad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gear {
    pub card: UpgradeId,
    pub source: Source,
    pub slot: Slot,
    /// Slots of that kind that it fills; Extra Munitions fills a torpedo slot besides.
    pub fills: u8,
    /// How many of it there are.
    pub copies: u8,
    /// A ship carries it once.
    pub once_a_ship: bool,
    pub min_skill: u8,
}

/// A kind of gear on a kind of ship.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fit {
    /// 0 or less: cannot be carried, or is of no use.
    pub gain: i32,
    pub points: i16,
}

/// Assets that are held for something else.
#[derive(Debug, Clone, Default)]
pub struct Held {
    pub hulls: Vec<HullId>,
    pub persons: Vec<PersonId>,
    /// One entry a copy.
    pub cards: Vec<UpgradeId>,
    /// Rebel Captives that other squads of the faction may have.
    pub captives: usize,
}

impl Held {
    pub fn clear(&mut self) {
        self.hulls.clear();
        self.persons.clear();
        self.cards.clear();
        self.captives = 0;
    }
}

/// All that is at hand.
#[derive(Debug, Clone, Default)]
pub struct Stock {
    pub hull_kinds: Vec<HullKind>,
    pub pilot_kinds: Vec<PilotKind>,
    pub pairs: Vec<Pair>,
    pub gear: Vec<Gear>,
    /// By hull kind, then gear.
    pub fits: Vec<Fit>,
    /// Hulls, kind by kind.
    pub hulls: Vec<HullId>,
    /// Pilots, kind by kind; of one kind those with most XP first.
    pub pilots: Vec<PersonId>,
    /// Crew members, card by card.
    pub crew: Vec<PersonId>,
    scratch: Scratch,
}

#[derive(Debug, Clone, Default)]
struct Scratch {
    hulls: Vec<HullId>,
    persons: Vec<PersonId>,
}

impl Stock {
    pub fn fit(&self, hull_kind: u8, gear: usize) -> Fit {
        self.fits[usize::from(hull_kind) * self.gear.len() + gear]
    }

    pub fn hull_of(&self, pair: usize) -> &HullKind {
        &self.hull_kinds[usize::from(self.pairs[pair].hull)]
    }

    pub fn pilot_of(&self, pair: usize) -> &PilotKind {
        &self.pilot_kinds[usize::from(self.pairs[pair].pilot)]
    }

    /// Sorts out what the player may still send this turn, less what is held for something else.
    pub fn fill(&mut self, view: &View<'_>, weights: &Weights, held: &Held) {
        self.sort_hulls(view, weights, held);
        self.sort_pilots(view, held);
        self.make_pairs(view, weights);
        self.sort_gear(view, held);
        self.make_fits(view, weights);
    }

    fn sort_hulls(&mut self, view: &View<'_>, weights: &Weights, held: &Held) {
        self.hull_kinds.clear();
        self.hulls.clear();
        let at_hand = &mut self.scratch.hulls;
        at_hand.clear();
        at_hand.extend(view.hulls_at_hand().map(|hull| hull.id).filter(|id| !held.hulls.contains(id)));
        while let Some(&first) = at_hand.first() {
            let model = view.hull(first);
            let mut kind = hull_kind(view, weights, model);
            kind.first = self.hulls.len() as u16;
            let alike = |hull: &Hull| hull.class == model.class && hull.installed == model.installed;
            self.hulls.extend(at_hand.iter().filter(|id| alike(view.hull(**id))));
            at_hand.retain(|id| !alike(view.hull(*id)));
            kind.count = u8::try_from(self.hulls.len() - usize::from(kind.first)).unwrap_or(u8::MAX);
            self.hull_kinds.push(kind);
        }
    }

    fn sort_pilots(&mut self, view: &View<'_>, held: &Held) {
        self.pilot_kinds.clear();
        self.pilots.clear();
        let at_hand = &mut self.scratch.persons;
        at_hand.clear();
        at_hand.extend(view.pilots_at_hand().map(|who| who.id).filter(|id| !held.persons.contains(id)));
        while let Some(&first) = at_hand.first() {
            let model = pilot_kind(view, view.person(first));
            let start = self.pilots.len();
            let alike = |id: &PersonId| pilot_kind(view, view.person(*id)) == model;
            self.pilots.extend(at_hand.iter().filter(|id| alike(id)));
            at_hand.retain(|id| !alike(id));
            self.pilots[start..].sort_by_key(|id| (u16::MAX - view.person(*id).xp(), *id));
            let count = u8::try_from(self.pilots.len() - start).unwrap_or(u8::MAX);
            self.pilot_kinds.push(PilotKind { count, first: start as u16, ..model });
        }
    }

    fn make_pairs(&mut self, view: &View<'_>, weights: &Weights) {
        self.pairs.clear();
        for (h, hull) in self.hull_kinds.iter().enumerate() {
            for (p, pilot) in self.pilot_kinds.iter().enumerate() {
                if pilot.qualifications.has(hull.class) && hull.min_skill <= pilot.skill {
                    let points = i32::from(hull.base_points)
                        + i32::from(hull.installed_points)
                        + i32::from(pilot.points);
                    self.pairs.push(Pair {
                        hull: h as u8,
                        pilot: p as u8,
                        points: points.max(0) as u16,
                        worth: pair_worth(view, weights, hull, pilot),
                    });
                }
            }
        }
    }

    fn sort_gear(&mut self, view: &View<'_>, held: &Held) {
        self.gear.clear();
        self.crew.clear();
        self.sort_store(view, held);
        self.sort_crew(view, held);
        self.sort_elites(view);
    }

    fn sort_store(&mut self, view: &View<'_>, held: &Held) {
        let book = view.book;
        for (card, free) in view.me().store.held_free() {
            let kept = held.cards.iter().filter(|other| **other == card).count();
            let copies = free.saturating_sub(kept as u8);
            let (upgrade, terms) = (book.catalog.upgrade(card), book.upgrade(card));
            let mounted = !terms.time_intensive
                && !matches!(upgrade.slot, Slot::Title | Slot::Crew | Slot::Elite)
                && upgrade.grants_slots.is_empty()
                && upgrade.removes_slots.is_empty();
            if copies == 0 || !mounted {
                continue;
            }
            let gear = Gear {
                card,
                source: Source::Store,
                slot: upgrade.slot,
                fills: upgrade.slots_filled,
                copies,
                once_a_ship: upgrade.limited || upgrade.unique,
                min_skill: terms.minimum_skill.max(upgrade.min_skill),
            };
            self.gear.push(gear);
            if terms.expendable && 2 <= copies {
                let twice =
                    Gear { source: Source::StoreTwice, copies: copies / 2, once_a_ship: true, ..gear };
                self.gear.push(twice);
            }
        }
    }

    fn sort_crew(&mut self, view: &View<'_>, held: &Held) {
        let book = view.book;
        let at_hand = &mut self.scratch.persons;
        at_hand.clear();
        at_hand.extend(view.crew_at_hand().map(|who| who.id).filter(|id| !held.persons.contains(id)));
        let crew_gear = |card: UpgradeId, source: Source, copies: u8| {
            let upgrade = book.catalog.upgrade(card);
            Gear {
                card,
                source,
                slot: Slot::Crew,
                fills: upgrade.slots_filled,
                copies,
                once_a_ship: upgrade.limited || upgrade.unique,
                min_skill: upgrade.min_skill,
            }
        };
        while let Some(&first) = at_hand.first() {
            let model = view.person(first).post;
            let start = self.crew.len();
            self.crew.extend(at_hand.iter().filter(|id| view.person(**id).post == model));
            at_hand.retain(|id| view.person(*id).post != model);
            let copies = (self.crew.len() - start) as u8;
            if let Some(card) = crew_card_of(book, view.person(first)) {
                self.gear.push(crew_gear(card, Source::Crew(start as u16), copies));
            }
        }
        for (p, kind) in self.pilot_kinds.iter().enumerate() {
            if let Some(card) = kind.crew_card {
                self.gear.push(crew_gear(card, Source::PilotAsCrew(p as u8), kind.count));
            }
        }
        let prisoners =
            crate::campaign::rules::crew_upgrades::rebel_captives(view.state, book, view.faction());
        if held.captives < prisoners.count() {
            self.gear.push(crew_gear(book.special.rebel_captive, Source::Captive, 1));
        }
    }

    /// Elite cards that some pilot could use on some ship.
    fn sort_elites(&mut self, view: &View<'_>) {
        let book = view.book;
        let first = self.gear.len();
        if self.pilot_kinds.iter().all(|pilot| pilot.elite_slots == 0) {
            return;
        }
        for hull in &self.hull_kinds {
            let bar = book.bar_of(hull.class, view.cards());
            for &card in worth().elites(hull.class, bar) {
                if self.gear[first..].iter().any(|other| other.card == card) {
                    continue;
                }
                let upgrade = book.catalog.upgrade(card);
                self.gear.push(Gear {
                    card,
                    source: Source::Elite,
                    slot: Slot::Elite,
                    fills: upgrade.slots_filled,
                    copies: if upgrade.unique { 1 } else { u8::MAX },
                    once_a_ship: true,
                    min_skill: upgrade.min_skill,
                });
            }
        }
    }

    fn make_fits(&mut self, view: &View<'_>, weights: &Weights) {
        self.fits.clear();
        for hull in &self.hull_kinds {
            let bar = view.book.bar_of(hull.class, view.cards());
            for gear in &self.gear {
                self.fits.push(fit(view, weights, hull, bar, gear));
            }
        }
    }
}

/// A ship without count and place.
fn hull_kind(view: &View<'_>, weights: &Weights, hull: &Hull) -> HullKind {
    let (book, table) = (view.book, worth());
    let class = book.catalog.ship(hull.class);
    let bar = book.bar_of(hull.class, view.cards());
    let mut slots: Slots = [0; N_SLOTS];
    for slot in &class.slots[bar.index()] {
        slots[slot.index()] += 1;
    }
    slots[Slot::Modification.index()] += 1;
    slots[Slot::Title.index()] += 1;
    let (mut choice, mut min_skill, mut gains): (Bits, u8, i32) = (0, 0, 0);
    for id in hull.installed.iter() {
        let card = book.catalog.upgrade(id);
        for slot in &card.removes_slots {
            slots[slot.index()] = 0;
        }
        min_skill = min_skill.max(card.min_skill).max(book.upgrade(id).minimum_skill);
        gains += table.gain(hull.class, id);
    }
    for id in hull.installed.iter() {
        let card = book.catalog.upgrade(id);
        for slot in &card.grants_slots {
            slots[slot.index()] += 1;
        }
        for slot in &card.grants_one_of {
            choice |= 1 << slot.index();
        }
    }
    let crew_icons = slots[Slot::Crew.index()];
    let mut cards = [UpgradeId(0); 8];
    let mut n_cards = 0;
    for id in hull.installed.iter() {
        let card = book.catalog.upgrade(id);
        let free = &mut slots[card.slot.index()];
        *free = free.saturating_sub(card.slots_filled);
        cards[n_cards] = id;
        n_cards += 1;
    }
    HullKind {
        class: hull.class,
        size: class.size,
        installed: hull.installed,
        base_points: view.hull_points(hull.class),
        installed_points: book.upgrade_points(&cards[..n_cards]) as i16,
        worth: table.ship(hull.class) + gains * weights.gadgets / 100,
        slots,
        choice,
        crew_icons,
        min_skill,
        count: 0,
        first: 0,
    }
}

/// A pilot without count and place.
fn pilot_kind(view: &View<'_>, who: &Person) -> PilotKind {
    PilotKind {
        skill: who.skill,
        points: who.points,
        qualifications: who.qualifications,
        elite_slots: elite_slots(view.book, who),
        unique: who.unique,
        ability: who.ability,
        crew_card: crew_card_of(view.book, who),
        count: 0,
        first: 0,
    }
}

/// Worth of a ship in the hands of a pilot.
fn pair_worth(view: &View<'_>, weights: &Weights, hull: &HullKind, pilot: &PilotKind) -> i32 {
    let steps = i32::from(pilot.skill) - i32::from(REFERENCE_SKILL);
    let own = if pilot.unique { weights.unique } else { 0 };
    let ability = pilot.ability.map_or(0, |card| {
        let elite = view.book.catalog.upgrade(card).slot == Slot::Elite;
        // A crew ability works as on the pilot's own ship.
        let percent = if elite { weights.gadgets } else { weights.gadgets.min(100) };
        worth().gain(hull.class, card) * percent / 100
    });
    hull.worth * (100 + weights.skill * steps + own) / 100 + ability + weights.numbers
}

/// What a card does for a ship, and what it costs there.
fn fit(view: &View<'_>, weights: &Weights, hull: &HullKind, bar: Faction, gear: &Gear) -> Fit {
    let book = view.book;
    let card = book.catalog.upgrade(gear.card);
    let actions = hull.installed.iter().fold(book.catalog.ship(hull.class).actions, |actions, id| {
        actions | book.catalog.upgrade(id).grants_actions
    });
    let lacks_action = card.needs_action.is_some_and(|action| actions >> action.index() & 1 == 0);
    let dear = |id: UpgradeId| {
        let limit = book.catalog.upgrade(id).dearest;
        limit.is_some_and(|limit| limit.slot == Some(card.slot) && (limit.points as i8) < card.points)
    };
    let shuttle_limit = i16::from(book.rules.upgrades.effects.tie_shuttle_crew_limit);
    let too_dear_for_shuttle = gear.slot == Slot::Crew
        && hull.installed.contains(book.special.tie_shuttle)
        && shuttle_limit < book.upgrade(gear.card).squad_points;
    if !worth().permits(hull.class, bar, gear.card)
        || !book.in_era(card.in_era)
        || lacks_action
        || too_dear_for_shuttle
        || hull.installed.iter().any(dear)
        || hull.installed.contains(gear.card)
    {
        return Fit::default();
    }
    let percent = if book.upgrade(gear.card).expendable { weights.ordnance } else { weights.gadgets };
    // A card that does little still fills the squad.
    let gain = (worth().gain(hull.class, gear.card) * percent / 100).max(1);
    let single = points_on(view, hull, gear.card);
    match gear.source {
        Source::StoreTwice => {
            let extra = book.upgrade(book.special.extra_munitions).squad_points;
            Fit { gain: gain * 2 - gain / 4, points: single + extra }
        }
        _ => Fit { gain, points: single },
    }
}

/// Squad points of a card on a ship, where what is installed may make it cheaper.
fn points_on(view: &View<'_>, hull: &HullKind, card: UpgradeId) -> i16 {
    let book = view.book;
    let printed = book.upgrade(card).squad_points;
    if hull.installed.iter().all(|id| book.catalog.upgrade(id).discount.is_none()) {
        return printed;
    }
    let mut cards = [card; 9];
    let mut n_cards = 1;
    for id in hull.installed.iter() {
        cards[n_cards] = id;
        n_cards += 1;
    }
    book.upgrade_points(&cards[..n_cards]) as i16 - hull.installed_points
}
