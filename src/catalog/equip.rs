//! What may be put on what: slots, restrictions and points of upgrades on a ship.

use super::{BaseSize, Catalog, Slot, Upgrade};
use crate::ids::{Faction, ShipClassId, UpgradeId};

impl Upgrade {
    /// Torpedo, missile or bomb that is used up in battle; Glitterstim is bought and used up in the same way.
    pub fn is_ordnance(&self) -> bool {
        self.expendable
    }

    /// Unique cards of persons, droids and ships may be in the campaign once; generic ones any number of times.
    pub fn is_generic(&self) -> bool {
        !self.unique
    }

    /// A title that costs nothing and is not unique: the rulebook's reason for its 1 Fleet Point covers all of
    /// them, its list of errata only some (see `fleet_cost`).
    pub fn is_zero_cost_generic_title(&self) -> bool {
        self.slot == Slot::Title && self.points == 0 && !self.unique
    }

    /// True where neither faction, class nor base size forbids the card. Says nothing about free slots.
    fn is_permitted(&self, class: ShipClassId, size: BaseSize, faction: Faction) -> bool {
        let right_size = match self.sizes {
            0 => {
                (size == BaseSize::Huge) == self.huge_ship_only
                    || self.names_class(class)
                    || self.fits_any_size()
            }
            sizes => sizes >> size.index() & 1 == 1,
        };
        let right_class = self.ships.as_ref().is_none_or(|ships| ships.contains(&class));
        let right_faction = self.faction.is_none_or(|owner| owner == faction);
        right_size && right_class && right_faction
    }

    fn names_class(&self, class: ShipClassId) -> bool {
        self.ships.as_ref().is_some_and(|ships| ships.contains(&class))
    }

    /// Crew, cargo, teams and hardpoints go wherever there is a slot, unless they are for huge ships only.
    fn fits_any_size(&self) -> bool {
        !self.huge_ship_only && matches!(self.slot, Slot::Crew | Slot::Cargo | Slot::Team | Slot::Hardpoint)
    }
}

impl Catalog {
    /// The printed upgrade bar of a class for a faction, with one modification and one title. Elite slots belong
    /// to pilots. A huge ship has the slots of all its sections.
    pub fn slots(&self, class: ShipClassId, faction: Faction) -> Vec<Slot> {
        let ship = self.ship(class);
        let mut slots = ship.slots[faction.index()].clone();
        for section in ship.huge.iter().flat_map(|huge| &huge.sections) {
            slots.extend(&section.slots);
        }
        slots.extend([Slot::Modification, Slot::Title]);
        slots
    }

    /// True where the class may carry the card in its printed bar: right faction, class and size, and a slot of
    /// that kind. An elite card depends on the pilot, so any class may carry it.
    pub fn can_carry(&self, upgrade: UpgradeId, class: ShipClassId, faction: Faction) -> bool {
        let card = self.upgrade(upgrade);
        let room = self.slots(class, faction).iter().filter(|slot| **slot == card.slot).count();
        card.is_permitted(class, self.ship(class).size, faction)
            && (card.slot == Slot::Elite || usize::from(card.slots_filled) <= room)
    }

    /// The first card of a set that cannot be on the ship together with those before it and the slots that the
    /// whole set gives and takes; `None` where all fit.
    pub fn first_misfit(&self, bearer: Bearer, upgrades: &[UpgradeId]) -> Option<(UpgradeId, Misfit)> {
        let cards = || upgrades.iter().map(|id| self.upgrade(*id));
        let ship = self.ship(bearer.class);
        let mut free = self.free_slots(bearer);
        cards().flat_map(|card| &card.removes_slots).for_each(|slot| free[slot.index()] = 0);
        cards().flat_map(|card| &card.grants_slots).for_each(|slot| free[slot.index()] += 1);
        let actions = cards().fold(ship.actions, |bar, card| bar | card.grants_actions);
        let mut limits = [i8::MAX; Slot::ALL.len()];
        for limit in cards().filter_map(|card| card.dearest) {
            if let Some(slot) = limit.slot {
                limits[slot.index()] = limits[slot.index()].min(limit.points as i8);
            }
        }
        // Places of the cards whose choice of a slot is taken; no ship has room for as many cards as there are bits.
        let mut chosen = 0_u64;
        for (i, card) in cards().enumerate() {
            if !card.is_permitted(bearer.class, ship.size, bearer.faction) {
                return Some((card.id, Misfit::Forbidden));
            }
            if bearer.skill < card.min_skill {
                return Some((card.id, Misfit::SkillTooLow));
            }
            if card.needs_action.is_some_and(|action| actions >> action.index() & 1 == 0) {
                return Some((card.id, Misfit::NoAction));
            }
            if limits[card.slot.index()] < card.points {
                return Some((card.id, Misfit::TooDear));
            }
            let mut earlier = cards().take(i);
            // Two modifications or two elite cards on one ship must differ.
            let must_differ = matches!(card.slot, Slot::Modification | Slot::Elite | Slot::Title);
            let at_most_once = card.unique || card.limited;
            if earlier.any(|other| {
                at_most_once && other.name == card.name
                    || must_differ && (other.id == card.id || other.other_side == Some(card.id))
            }) {
                return Some((card.id, Misfit::Twice));
            }
            for _ in 0..card.slots_filled {
                let givers = cards().enumerate().take(u64::BITS as usize);
                let mut choices = givers.filter(|(_, giver)| giver.grants_one_of.contains(&card.slot));
                if 0 < free[card.slot.index()] {
                    free[card.slot.index()] -= 1;
                } else if let Some((giver, _)) = choices.find(|(giver, _)| chosen >> giver & 1 == 0) {
                    chosen |= 1 << giver;
                } else {
                    return Some((card.id, Misfit::NoSlot));
                }
            }
        }
        None
    }

    /// The bar of [`Catalog::slots`] by kind, with the pilot's elite slots.
    fn free_slots(&self, bearer: Bearer) -> [u8; Slot::ALL.len()] {
        let ship = self.ship(bearer.class);
        let sections = ship.huge.iter().flat_map(|huge| &huge.sections);
        let mut free = [0; Slot::ALL.len()];
        let printed =
            ship.slots[bearer.faction.index()].iter().chain(sections.flat_map(|section| &section.slots));
        printed.chain(&[Slot::Modification, Slot::Title]).for_each(|slot| free[slot.index()] += 1);
        free[Slot::Elite.index()] += bearer.elite_slots;
        free
    }

    /// Which section of a huge ship carries each card: of those with a free slot of its kind the one with fewest cards,
    /// the first among equals. `None`: the ship as a whole (titles, modifications).
    pub fn sections_of(&self, class: ShipClassId, upgrades: &[UpgradeId]) -> Vec<Option<usize>> {
        let sections = self.ship(class).huge.as_ref().map_or(&[][..], |huge| &huge.sections[..]);
        let mut bars: Vec<Vec<Slot>> = sections.iter().map(|section| section.slots.clone()).collect();
        let mut carried = vec![0; bars.len()];
        let mut place = |slot: Slot| {
            let free = (0..bars.len()).filter(|section| bars[*section].contains(&slot));
            let section = free.min_by_key(|section| (carried[*section], *section))?;
            let at = bars[section].iter().position(|other| *other == slot)?;
            bars[section].swap_remove(at);
            carried[section] += 1;
            Some(section)
        };
        upgrades.iter().map(|id| place(self.upgrade(*id).slot)).collect()
    }

    /// Squad points of all cards on one ship, discounts between them included.
    pub fn upgrade_points(&self, upgrades: &[UpgradeId]) -> i32 {
        let cards = || upgrades.iter().map(|id| self.upgrade(*id));
        cards()
            .enumerate()
            .map(|(i, card)| {
                let discount: i32 = cards()
                    .enumerate()
                    .filter(|(j, _)| *j != i)
                    .filter_map(|(_, other)| other.discount)
                    .filter(|discount| discount.slot.is_none_or(|slot| slot == card.slot))
                    .map(|discount| i32::from(discount.points))
                    .sum();
                let points = i32::from(card.points);
                // A discount stops at 0 and leaves cards of negative cost alone.
                if 0 < points { (points - discount).max(0) } else { points }
            })
            .sum()
    }
}

/// What the cards are to be put on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bearer {
    pub class: ShipClassId,
    pub faction: Faction,
    pub skill: u8,
    pub elite_slots: u8,
}

/// Why a card cannot be carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// Faction, class or base size.
    Forbidden,
    SkillTooLow,
    /// The action bar lacks an icon that the card needs.
    NoAction,
    /// A title forbids cards of that price.
    TooDear,
    /// The same card, or its other side, is there already.
    Twice,
    NoSlot,
}

impl Misfit {
    pub const fn reason(self) -> &'static str {
        match self {
            Misfit::Forbidden => "this ship, base size or faction may not carry it",
            Misfit::SkillTooLow => "the pilot's skill is too low for it",
            Misfit::NoAction => "the ship lacks the action that it needs",
            Misfit::TooDear => "a title of the ship forbids cards of that price",
            Misfit::Twice => "the ship has it already",
            Misfit::NoSlot => "no free slot of its kind is left",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::catalog;

    fn upgrade(key: &str) -> UpgradeId {
        catalog().find_upgrade(key, None).expect(key)
    }

    fn bearer(ship: &str, faction: Faction, skill: u8, elite_slots: u8) -> Bearer {
        Bearer { class: catalog().find_ship(ship).expect(ship), faction, skill, elite_slots }
    }

    fn misfit(bearer: Bearer, keys: &[&str]) -> Option<Misfit> {
        let upgrades: Vec<UpgradeId> = keys.iter().map(|key| upgrade(key)).collect();
        catalog().first_misfit(bearer, &upgrades).map(|(_, misfit)| misfit)
    }

    #[test]
    fn a_slot_depends_on_the_faction() {
        let y_wing = catalog().find_ship("Y-wing").expect("a ship");
        assert!(catalog().can_carry(upgrade("r2-astromech"), y_wing, Faction::Rebel));
        assert!(!catalog().can_carry(upgrade("r2-astromech"), y_wing, Faction::Scum));
        assert!(catalog().can_carry(upgrade("unhinged-astromech"), y_wing, Faction::Scum));
        assert!(!catalog().can_carry(upgrade("gunner"), y_wing, Faction::Rebel));
    }

    #[test]
    fn faction_class_and_size_are_checked() {
        let tie = catalog().find_ship("TIE Fighter").expect("a ship");
        let decimator = catalog().find_ship("VT-49 Decimator").expect("a ship");
        let cr90 = catalog().find_ship("CR-90").expect("a ship");
        assert!(!catalog().can_carry(upgrade("chardaan-refit"), tie, Faction::Imperial));
        assert!(!catalog().can_carry(upgrade("luke-skywalker"), decimator, Faction::Imperial));
        assert!(catalog().can_carry(upgrade("gunner"), decimator, Faction::Imperial));
        assert!(catalog().can_carry(upgrade("gunner"), cr90, Faction::Rebel));
        assert!(catalog().can_carry(upgrade("single-turbolasers"), cr90, Faction::Rebel));
        assert!(!catalog().can_carry(upgrade("single-turbolasers"), decimator, Faction::Imperial));
        assert!(!catalog().can_carry(upgrade("shield-upgrade"), cr90, Faction::Rebel));
        // A double-sized crew card needs two crew slots.
        let phantom = catalog().find_ship("TIE Phantom").expect("a ship");
        assert!(!catalog().can_carry(upgrade("emperor-palpatine"), phantom, Faction::Imperial));
        assert!(catalog().can_carry(upgrade("emperor-palpatine"), decimator, Faction::Imperial));
    }

    #[test]
    fn titles_give_and_take_slots() {
        let defender = bearer("TIE Defender", Faction::Imperial, 3, 0);
        assert_eq!(misfit(defender, &["ion-cannon", "tie-d"]), None);
        assert_eq!(misfit(defender, &["ion-cannon", "tie-x7"]), Some(Misfit::NoSlot));
        let bomber = bearer("TIE Bomber", Faction::Imperial, 2, 0);
        assert_eq!(misfit(bomber, &["tie-shuttle", "navigator", "recon-specialist"]), None);
        assert_eq!(misfit(bomber, &["tie-shuttle", "proton-torpedoes"]), Some(Misfit::NoSlot));
        // Gunner costs 5, and the shuttle's crew may cost 4 at most.
        assert_eq!(misfit(bomber, &["tie-shuttle", "gunner"]), Some(Misfit::TooDear));
        let scyk = bearer("M3-A Interceptor", Faction::Scum, 2, 0);
        assert_eq!(misfit(scyk, &["ion-cannon"]), Some(Misfit::NoSlot));
        assert_eq!(misfit(scyk, &["heavy-scyk-interceptor", "ion-cannon"]), None);
        assert_eq!(
            misfit(scyk, &["heavy-scyk-interceptor", "ion-cannon", "proton-torpedoes"]),
            Some(Misfit::NoSlot)
        );
    }

    #[test]
    fn elite_slots_skill_and_doubles_are_checked() {
        let a_wing = |skill, elite| bearer("A-wing", Faction::Rebel, skill, elite);
        assert_eq!(misfit(a_wing(1, 0), &["push-the-limit"]), Some(Misfit::NoSlot));
        assert_eq!(misfit(a_wing(3, 1), &["push-the-limit"]), None);
        // The campaign's errata ask for pilot skill 3.
        assert_eq!(misfit(a_wing(2, 1), &["a-wing-test-pilot", "juke"]), Some(Misfit::SkillTooLow));
        assert_eq!(misfit(a_wing(3, 1), &["a-wing-test-pilot", "juke", "push-the-limit"]), None);
        assert_eq!(misfit(a_wing(3, 1), &["a-wing-test-pilot", "juke", "juke"]), Some(Misfit::Twice));
        // Chardaan Refit is a title in the campaign, and the missile rack is gone.
        assert_eq!(misfit(a_wing(3, 1), &["chardaan-refit", "proton-rockets"]), Some(Misfit::NoSlot));
        // The pilot's title stands beside the ship's.
        assert_eq!(misfit(a_wing(3, 1), &["chardaan-refit", "a-wing-test-pilot"]), None);
    }

    #[test]
    fn an_icon_may_be_needed() {
        let x_wing = bearer("X-wing", Faction::Rebel, 2, 0);
        assert_eq!(misfit(x_wing, &["autothrusters"]), Some(Misfit::NoAction));
        assert_eq!(misfit(bearer("A-wing", Faction::Rebel, 1, 0), &["autothrusters"]), None);
    }

    #[test]
    fn points_know_discounts_and_negative_costs() {
        let points = |keys: &[&str]| {
            let upgrades: Vec<UpgradeId> = keys.iter().map(|key| upgrade(key)).collect();
            catalog().upgrade_points(&upgrades)
        };
        // TIE/x1 makes a system 4 cheaper, not below 0: 5 - 4 = 1, and 2 - 4 is 0.
        assert_eq!(points(&["tie-x1", "advanced-targeting-computer"]), 1);
        assert_eq!(points(&["tie-x1", "fire-control-system"]), 0);
        assert_eq!(points(&["tie-x1", "cluster-missiles"]), 4);
        assert_eq!(points(&["chardaan-refit"]), -2);
    }
}
