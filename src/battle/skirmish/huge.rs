//! Rule: Huge ships. (Facts on huge ships; campaign, "Huge Ships")
//!
//! Sections are units of their own with one pool of energy. Deviations, all of them: a maneuver always brings the same energy;
//! energy goes to hardpoints first and what is left to shields (recover); a ship that does not recover reinforces the
//! section hurt most; of the damage cards only Direct Hit! does something, drawn by its share of the section's deck;
//! nothing is rammed; a huge ship leaves only when its side breaks off, and then as a whole.

use super::combat::{AttackChoice, WeaponChoice};
use super::gear::{WeaponText, card_effect};
use super::state::{Battle, Origin, Place, Unit, UnitRef, members};
use crate::battle::attack::DamageCard;
use crate::catalog::catalog;
use crate::chance::Chance;
use crate::ids::Side;

/// Direct Hit! cards among the ten of a section's deck, by ship, fore (or whole) and aft.
#[rustfmt::skip]
const DIRECT_HITS: [(&str, [u32; 2]); 4] = [
    // A one-card ship draws from both of its decks; four of twenty are Direct Hit!.
    ("gr-75",   [2, 0]),
    ("gozanti", [0, 0]),
    ("cr-90",   [2, 0]),
    ("raider",  [2, 0]),
];
const SECTION_DECK: u32 = 10;

impl<C: Chance> Battle<'_, C> {
    /// A damage card of a section.
    pub fn deal_huge_card(&mut self, unit: &mut Unit, section: u8, face_up: bool) {
        // A card without text stands for all that have none here.
        let mut card = DamageCard::DamagedEngine;
        if face_up {
            let key = catalog().ship(unit.class).key;
            let row = DIRECT_HITS.iter().find(|(ship, _)| *ship == key);
            let direct = row.map_or(0, |(_, sections)| sections[usize::from(section.min(1))]);
            if self.luck.dice.number(SECTION_DECK) <= direct {
                card = DamageCard::DirectHit;
            }
            unit.cards.add_face_up(card);
        } else {
            unit.cards.add_face_down(card);
        }
        unit.toughness.damage = unit.cards.damage();
    }

    /// A section at its hull is crippled; the last one takes the ship with it.
    pub fn cripple_or_destroy(&mut self, at: UnitRef, ship: u8) {
        let unit = *self.unit(at);
        let state = self.huge[at.side.index()][usize::from(ship)];
        let sections = state.sections;
        let is_split = sections[1].is_some();
        let killer = unit.killed.and_then(|killed| killed.by);
        if is_split {
            self.unit_mut(at).place = Place::Crippled;
            if let Some(killer) = killer {
                self.unit_mut(killer).sections_crippled += 1;
            }
        }
        let others_stand = sections.into_iter().flatten().any(|index| {
            let other = UnitRef { side: at.side, index };
            other != at && self.unit(other).is_on_board()
        });
        if others_stand {
            return;
        }
        for index in sections.into_iter().flatten() {
            self.unit_mut(UnitRef { side: at.side, index }).place = Place::Destroyed;
        }
        if let Some(killer) = killer {
            self.unit_mut(killer).huge_kills += 1;
        }
        self.sides[at.side.index()].points_lost += state.points;
    }

    /// Energy, and the action: recover where shields are missing, else reinforce. Done once, by the first section that stands.
    pub fn activate_huge(&mut self, at: UnitRef) {
        let Origin::Huge { ship, .. } = self.unit(at).origin else { return };
        let gain = self.parameters.huge.energy_gain;
        let state = &mut self.huge[at.side.index()][usize::from(ship)];
        let sections = state.sections;
        let first = sections
            .into_iter()
            .flatten()
            .find(|index| self.units[at.side.index()][usize::from(*index)].is_on_board());
        if first != Some(at.index) {
            return;
        }
        let ionised: u8 = sections
            .into_iter()
            .flatten()
            .map(|index| std::mem::take(&mut self.units[at.side.index()][usize::from(index)].ion))
            .sum();
        let state = &mut self.huge[at.side.index()][usize::from(ship)];
        state.energy = (state.energy + gain.saturating_sub(ionised)).min(state.max_energy);
        let needed = self.energy_for_guns(at.side, sections);
        let spare = self.huge[at.side.index()][usize::from(ship)].energy.saturating_sub(needed);
        let standing =
            |battle: &Self, index: u8| battle.units[at.side.index()][usize::from(index)].is_on_board();
        let mut recovered = 0;
        for index in sections.into_iter().flatten() {
            if !standing(self, index) {
                continue;
            }
            let unit = &mut self.units[at.side.index()][usize::from(index)];
            let missing = unit.max_shields.saturating_sub(unit.toughness.shields).min(spare - recovered);
            unit.toughness.shields += missing;
            recovered += missing;
        }
        if 0 < recovered {
            // Recovering takes all energy that was not set aside.
            self.huge[at.side.index()][usize::from(ship)].energy -= spare;
            return;
        }
        let hurt =
            sections.into_iter().flatten().filter(|index| standing(self, *index)).min_by_key(|index| {
                self.units[at.side.index()][usize::from(*index)].toughness.hit_points_left()
            });
        if let Some(index) = hurt {
            self.units[at.side.index()][usize::from(index)].reinforced = true;
        }
        if self.sides[at.side.index()].is_retreating
            && !self.network_holds()
            && self.unit(at).odds.flee.happens(&mut self.luck.board)
        {
            for index in sections.into_iter().flatten() {
                if standing(self, index) {
                    self.units[at.side.index()][usize::from(index)].place = Place::AtEdge;
                }
            }
        }
    }

    fn energy_for_guns(&self, side: Side, sections: [Option<u8>; 2]) -> u8 {
        let units = sections.into_iter().flatten().map(|index| &self.units[side.index()][usize::from(index)]);
        let mounts = units.filter(|unit| unit.is_on_board()).flat_map(|unit| unit.mounts());
        mounts.filter_map(|mount| card_effect(mount.card).weapon).map(|weapon| weapon.energy).sum()
    }

    /// A section fires its primary weapon and each hardpoint that the energy pays for.
    pub fn fire_huge(&mut self, at: UnitRef) {
        let Origin::Huge { ship, .. } = self.unit(at).origin else { return };
        if let Some(choice) = self.choose_attack(at, Some(super::combat::Only::Primary)) {
            self.make_attack(at, choice);
        }
        for slot in 0..self.unit(at).n_mounts {
            let unit = *self.unit(at);
            let Some(weapon) = card_effect(unit.mounts[usize::from(slot)].card).weapon else { continue };
            let energy = self.huge[at.side.index()][usize::from(ship)].energy;
            let in_range = weapon.range_min <= unit.range && unit.range <= weapon.range_max;
            let Some(target) = self.huge_target(at, &unit) else { return };
            if energy < weapon.energy || !in_range {
                continue;
            }
            self.huge[at.side.index()][usize::from(ship)].energy -= weapon.energy;
            let choice = AttackChoice::new(target, WeaponChoice::Mount(slot));
            let hit = self.make_attack(at, choice);
            let left = self.huge[at.side.index()][usize::from(ship)].energy;
            if !hit && weapon.text == WeaponText::RepeatOnMiss && 0 < left && self.is_target(target) {
                self.huge[at.side.index()][usize::from(ship)].energy -= 1;
                self.make_attack(at, choice);
            }
        }
    }

    /// Guns fire at what the mission is about, else at the ship with the fewest hit points left.
    fn huge_target(&self, at: UnitRef, unit: &Unit) -> Option<UnitRef> {
        let side = at.side.foe();
        let targets = members(unit.in_range)
            .map(|index| UnitRef { side, index })
            .filter(|target| self.is_target(*target));
        targets.min_by_key(|target| {
            (!self.is_wanted(*target), self.unit(*target).toughness.hit_points_left(), target.index)
        })
    }
}
