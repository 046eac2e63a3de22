//! The Activation phase: maneuvers as far as they matter without a board, then actions.
//!
//! The action rule is the one that was found best for its price: a shot available, focus; threatened without a shot, evade;
//! neither, a target lock. Ordnance that needs a lock asks for it first, and a damaged ship without a shot repairs.

use super::gear::{Gear, card_effect};
use super::state::{Battle, Place, Task, Unit, UnitRef, UnitSet, members};
use super::terrain::Met;
use crate::battle::attack::DamageCard;
use crate::catalog::{Action, BaseSize, Requirement};
use crate::chance::{AttackFace, Chance};
use crate::config::mission::{Moment, Special};
use crate::ids::Side;

/// Damage cards that an action is spent on when there is nothing to shoot at.
const WORTH_REPAIRING: &[DamageCard] = &[
    DamageCard::ConsoleFire,
    DamageCard::WeaponsFailure,
    DamageCard::WeaponMalfunction,
    DamageCard::StructuralDamage,
    DamageCard::MajorHullBreach,
    DamageCard::LooseStabilizer,
];

impl<C: Chance> Battle<'_, C> {
    /// All ships in ascending order of pilot skill, ties by initiative; huge ships after all others.
    pub fn activation_phase(&mut self) {
        let threatened = Side::BOTH.map(|side| self.threatened(side));
        let order = self.take_order();
        for &at in &order {
            if self.unit(at).is_on_board() {
                self.activate(at, threatened[at.side.index()] >> at.index & 1 == 1);
            }
        }
        self.order_scratch = order;
    }

    /// The order of activation, lowest skill first.
    fn take_order(&mut self) -> Vec<UnitRef> {
        let mut order = std::mem::take(&mut self.order_scratch);
        order.clear();
        order.extend(self.all_ships_on_board());
        order.sort_unstable_by_key(|at| {
            let unit = self.unit(*at);
            (unit.is_huge(), unit.skill_now, at.side != self.initiative, at.index)
        });
        order
    }

    /// Units of a side that some foe can shoot at.
    fn threatened(&self, side: Side) -> UnitSet {
        self.units[side.foe().index()].iter().filter(|foe| foe.is_on_board()).fold(0, |set, foe| {
            let turrets =
                foe.is_turret || foe.mounts().iter().any(|mount| is_any_direction(mount.card, mount.left));
            set | foe.in_arc | if turrets { foe.in_range } else { 0 }
        })
    }

    fn activate(&mut self, at: UnitRef, is_threatened: bool) {
        if self.unit(at).is_huge() {
            self.activate_huge(at);
            return;
        }
        if self.unit(at).task == Task::Docked {
            let may_act = self.docking().is_some_and(|docking| docking.may_act);
            self.unit_mut(at).may_act = may_act;
        } else {
            self.maneuver(at);
        }
        if !self.unit(at).is_on_board() || self.unit(at).place == Place::AtEdge {
            return;
        }
        if is_threatened && self.unit(at).gear.has(Gear::Countermeasures) {
            let unit = self.unit_mut(at);
            unit.gear.remove(Gear::Countermeasures);
            unit.agility_now += 1;
        }
        self.drop_bomb(at);
        if self.unit(at).may_act || self.is_done_while_stressed(at) {
            self.perform_action(at, is_threatened);
        }
    }

    /// Stress, collisions, obstacles and the way to the edge.
    fn maneuver(&mut self, at: UnitRef) {
        let mut unit = *self.unit(at);
        let stressed_before = 0 < unit.stress;
        let wants_green = stressed_before
            || (unit.gear.has(Gear::R2D2Astromech) && unit.toughness.shields < unit.max_shields);
        let is_green = !unit.is_drifting
            && (unit.all_green || (wants_green && unit.odds.green.happens(&mut self.luck.board)));
        let is_red =
            !is_green && !stressed_before && !unit.is_drifting && unit.odds.red.happens(&mut self.luck.board);
        if is_green {
            unit.stress = unit.stress.saturating_sub(1);
            if unit.gear.has(Gear::R2D2Astromech) {
                unit.toughness.shields = (unit.toughness.shields + 1).min(unit.max_shields);
            }
            if unit.gear.has(Gear::K4SecurityDroid) && unit.lock.is_none() {
                unit.lock = members(unit.in_range).next();
            }
        } else if 0 < unit.cards.face_up(DamageCard::LooseStabilizer) {
            unit.stress += 1;
        }
        if is_red {
            unit.stress += 1;
            unit.focus += u8::from(unit.gear.has(Gear::OutlawTech));
        }
        if unit.gear.has(Gear::TieX7) && !unit.is_drifting && self.melee.fast.happens(&mut self.luck.board) {
            unit.evade += 1;
        }
        let bumped = unit.odds.bump.happens(&mut self.luck.board);
        let met = if unit.size == BaseSize::Huge { Met::Nothing } else { self.meet_obstacle() };
        // Advanced Sensors act before the maneuver, stress of before permitting.
        unit.may_act = match unit.gear.has(Gear::AdvancedSensors) {
            true => !stressed_before,
            false => unit.stress == 0 && !bumped,
        };
        let acts_first = unit.gear.has(Gear::AdvancedSensors) && unit.may_act;
        *self.unit_mut(at) = unit;

        if is_red
            && 0 < unit.cards.face_up(DamageCard::MinorHullBreach)
            && self.luck.dice.attack_die() == AttackFace::Hit
        {
            self.suffer(at, 1, 0, None);
        }
        if (bumped || met != Met::Nothing) && 0 < unit.cards.face_up(DamageCard::StunnedPilot) {
            self.suffer(at, 1, 0, None);
        }
        self.suffer_obstacle(at, met);
        if acts_first {
            self.unit_mut(at).may_act = true;
        }
        if unit.task == Task::Run && self.unit(at).is_on_board() {
            self.reach_for_edge(at);
        }
    }

    /// A bomb or mine for somebody who chases the ship.
    fn drop_bomb(&mut self, at: UnitRef) {
        let unit = *self.unit(at);
        let mounts = usize::from(unit.n_mounts);
        let armed =
            |slot: usize| 0 < unit.mounts[slot].left && card_effect(unit.mounts[slot].card).bomb.is_some();
        let Some(slot) = (0..mounts).find(|slot| armed(*slot)) else { return };
        if self.sides[at.side.index()].holds_fire {
            return;
        }
        let chasers = self.set_of(at.side.foe(), |foe| {
            foe.is_on_board() && foe.is_ship() && !foe.is_huge() && foe.in_arc >> at.index & 1 == 1
        });
        if chasers == 0 || !self.melee.bomb.happens(&mut self.luck.board) {
            return;
        }
        let Some(bomb) = card_effect(unit.mounts[slot].card).bomb else { return };
        let mount = &mut self.unit_mut(at).mounts[slot];
        mount.left -= 1;
        mount.spent += 1;
        let place = self.luck.board.pick(chasers.count_ones() as usize);
        let Some(index) = members(chasers).nth(place) else { return };
        let victim = UnitRef { side: at.side.foe(), index };
        self.attacks_made += 1;
        let blow = Some(super::damage::Blow { by: at, is_ion: 0 < bomb.ion });
        let foe = self.unit_mut(victim);
        foe.ion += bomb.ion;
        foe.stress += bomb.stress;
        if 0 < bomb.dice {
            let (hits, crits) = self.roll_blast(bomb.dice);
            let (hits, crits) = if bomb.single { (hits + crits, 0) } else { (hits, crits) };
            self.suffer(victim, hits, crits, blow);
        }
        self.suffer(victim, bomb.damage, 0, blow);
        self.suffer_face_up(victim, bomb.face_up, blow);
    }

    /// One action, and what cards and missions add to it.
    fn perform_action(&mut self, at: UnitRef, is_threatened: bool) {
        let free = self.mission.special.iter().filter_map(|special| match special {
            Special::FreeActions(rule) if rule.who.includes(at.side) && rule.size == self.unit(at).size => {
                Some(rule.actions)
            }
            _ => None,
        });
        let actions = 1 + free.sum::<u8>();
        let mut done = 0;
        while done < actions && self.objective_action(at, Moment::Action) {
            done += 1;
        }
        if done < actions && self.unit(at).may_act {
            self.token_action(at, is_threatened);
            done += 1;
        }
        if done < actions && self.unit(at).may_act {
            self.second_action(at, is_threatened);
        }
        let unit = self.unit(at);
        if unit.may_act
            && unit.stress == 0
            && unit.gear.has(Gear::PushTheLimit)
            && (is_threatened || unit.in_arc != 0)
        {
            self.second_action(at, is_threatened);
            self.unit_mut(at).stress += 1;
        }
        self.unit_mut(at).may_act = false;
    }

    fn token_action(&mut self, at: UnitRef, is_threatened: bool) {
        let unit = *self.unit(at);
        if 0 < unit.cards.face_up(DamageCard::DamagedSensorArray) {
            self.repair_action(at, &[DamageCard::DamagedSensorArray]);
            return;
        }
        let has_shot = unit.in_arc != 0 || (unit.is_turret && unit.in_range != 0);
        if unit.gear.has(Gear::Glitterstim) && has_shot && is_threatened {
            let unit = self.unit_mut(at);
            unit.gear.remove(Gear::Glitterstim);
            unit.is_focused = true;
            unit.stress += 1;
        }
        if wants_lock(&unit) && self.acquire_lock(at, unit.in_arc) {
            return;
        }
        if has_shot {
            let unit = self.unit_mut(at);
            match unit.gear.has(Gear::Marksmanship) {
                true => unit.marksman = true,
                false => unit.focus += 1 + u8::from(unit.gear.has(Gear::ReconSpecialist)),
            }
        } else if is_threatened {
            let unit = self.unit_mut(at);
            if unit.has_action(Action::Evade) {
                unit.evade += 1;
            } else if unit.has_action(Action::Cloak) {
                unit.is_cloaked = true;
            } else {
                unit.focus += 1 + u8::from(unit.gear.has(Gear::ReconSpecialist));
            }
        } else if !self.repair_action(at, WORTH_REPAIRING)
            && !self.lead_others(at)
            && !self.acquire_lock(at, 0)
        {
            self.unit_mut(at).focus += 1;
        }
    }

    /// The other of focus and evade, or a lock.
    fn second_action(&mut self, at: UnitRef, is_threatened: bool) {
        let unit = self.unit_mut(at);
        if unit.focus == 0 && !unit.marksman {
            unit.focus += 1;
        } else if is_threatened && unit.evade == 0 && unit.has_action(Action::Evade) {
            unit.evade += 1;
        } else {
            let in_arc = unit.in_arc;
            self.acquire_lock(at, in_arc);
        }
    }

    /// Fleet Officer, Squad Leader and coordinate: tokens for friends. True where somebody got one.
    fn lead_others(&mut self, at: UnitRef) -> bool {
        let unit = *self.unit(at);
        let officer = unit.gear.has(Gear::FleetOfficer);
        let leader = unit.gear.has(Gear::SquadLeader) || unit.has_action(Action::Coordinate);
        if !officer && !leader {
            return false;
        }
        let friends = self.set_of(at.side, |friend| {
            friend.is_on_board() && friend.is_ship() && !friend.is_huge() && friend.focus == 0
        }) & !(1 << at.index);
        let mut given = 0;
        for index in members(friends) {
            if given < if officer { 2 } else { 1 } && self.melee.near.happens(&mut self.luck.board) {
                self.unit_mut(UnitRef { side: at.side, index }).focus += 1;
                given += 1;
            }
        }
        self.unit_mut(at).stress += u8::from(officer && 0 < given);
        0 < given
    }

    /// A target lock on the weakest foe of the set, else on one near enough; false where there is none or it is held.
    fn acquire_lock(&mut self, at: UnitRef, preferred: UnitSet) -> bool {
        let unit = *self.unit(at);
        if !unit.has_action(Action::TargetLock) {
            return false;
        }
        let side = at.side.foe();
        let lockable = self.set_of(side, |foe| foe.is_on_board() && foe.is_ship());
        let is_good = |index: u8| lockable >> index & 1 == 1;
        if unit.lock.is_some_and(is_good) {
            return false;
        }
        let mut among = preferred & lockable;
        if among == 0 {
            among = unit.in_range & lockable;
        }
        if among == 0
            && 0 < self.round.saturating_sub(unit.entered)
            && self.melee.lock_reach.happens(&mut self.luck.board)
        {
            among = lockable;
        }
        let weakest = members(among).min_by_key(|index| {
            let foe = self.unit(UnitRef { side, index: *index });
            (!self.is_wanted(UnitRef { side, index: *index }), foe.toughness.hit_points_left())
        });
        self.unit_mut(at).lock = weakest.or(unit.lock);
        weakest.is_some()
    }
}

fn is_any_direction(card: crate::ids::UpgradeId, left: u8) -> bool {
    0 < left && card_effect(card).weapon.is_some_and(|weapon| weapon.any_direction)
}

/// Ordnance that needs a lock, and none held.
fn wants_lock(unit: &Unit) -> bool {
    let needs = |weapon: super::gear::WeaponCard| weapon.requires == Requirement::TargetLock;
    let armed =
        unit.mounts().iter().any(|mount| 0 < mount.left && card_effect(mount.card).weapon.is_some_and(needs));
    armed && unit.lock.is_none() && !unit.gear.has(Gear::Deadeye)
}
