//! One round, in the order of the round summary.

use super::gear::Gear;
use super::state::{Battle, Place, Task, UnitRef};
use crate::battle::attack::{CardType, DamageCard};
use crate::catalog::BaseSize;
use crate::chance::{AttackFace, Chance};
use crate::config::mission::Moment;
use crate::ids::Side;

impl<C: Chance> Battle<'_, C> {
    pub fn play_round(&mut self) {
        self.round += 1;
        // Planning: who breaks off, who goes for what.
        self.start_of_round();
        self.decide_retreats();
        self.special_start_of_round();
        self.find_wanted();
        for side in Side::BOTH {
            self.assign_tasks(side);
        }
        // Activation.
        self.reveal_tokens();
        self.move_tokens(Moment::StartOfActivation);
        self.draw_positions();
        self.activation_phase();
        self.actions_at(Moment::OnCollision);
        self.actions_at(Moment::OnOverlap);
        self.actions_at(Moment::EndOfActivation);
        // Combat.
        self.special_start_of_combat();
        self.combat_phase();
        self.actions_at(Moment::EndOfCombat);
        // End.
        self.move_tokens(Moment::StartOfEndPhase);
        self.actions_at(Moment::EndPhase);
        self.end_phase();
        self.leave();
        self.reinforcements_at(Moment::EndPhase);
        self.actions_at(Moment::EndOfRound);
        self.reinforcements_at(Moment::EndOfRound);
        for moment in [Moment::EndOfCombat, Moment::EndPhase, Moment::EndOfRound] {
            self.waves_at(moment);
        }
        self.note_victories();
        for side in &mut self.sides {
            (side.destroyed_now, side.fled_now) = ([0; 13], 0);
        }
    }

    /// Sets every unit's round anew.
    fn start_of_round(&mut self) {
        let docking = self.docking().copied();
        for side in Side::BOTH {
            let friends = self.ships_on_board(side);
            for at in self.refs(side) {
                let mut unit = *self.unit(at);
                if !unit.is_on_board() {
                    continue;
                }
                (unit.skill_now, unit.agility_now) = (unit.skill, 0);
                (unit.has_fired, unit.may_attack, unit.may_act) = (false, true, false);
                (unit.is_focused, unit.marksman, unit.guidance_used) = (false, false, false);
                (unit.c3po_used, unit.captive_used, unit.reinforced) = (false, false, false);
                unit.all_green = unit.keeps_green;
                // Decloaking is always worth it.
                unit.is_cloaked = false;
                let ion_limit = if unit.size == BaseSize::Large { 2 } else { 1 };
                unit.is_drifting = unit.size != BaseSize::Huge && ion_limit <= unit.ion;
                if unit.is_drifting {
                    unit.ion = 0;
                }
                unit.is_alone = unit.gear.has(Gear::LoneWolf)
                    && (friends < 2 || self.melee.alone.happens(&mut self.luck.board));
                self.cards_at_start_of_round(&mut unit);
                if let Some(docking) = docking.filter(|_| unit.task == Task::Docked) {
                    unit.may_attack = docking.may_attack;
                    if let Some(agility) = docking.agility {
                        unit.agility_now = agility as i8 - unit.agility as i8;
                    }
                }
                *self.unit_mut(at) = unit;
            }
        }
        // A lock on somebody who is gone is gone.
        for side in Side::BOTH {
            let foes = self.set_of(side.foe(), |unit| unit.is_on_board());
            for unit in &mut self.units[side.index()] {
                unit.lock = unit.lock.filter(|index| foes >> index & 1 == 1);
            }
        }
    }

    /// Tokens go; cards that work at the end of the round; terrain.
    fn end_phase(&mut self) {
        for at in self.all_ships_on_board() {
            self.end_of_ship(at);
        }
        self.special_end_phase();
        self.terrain_end_phase();
    }

    fn end_of_ship(&mut self, at: UnitRef) {
        let mut unit = *self.unit(at);
        if unit.gear.has(Gear::R5P9) && 0 < unit.focus && unit.toughness.shields < unit.max_shields {
            unit.focus -= 1;
            unit.toughness.shields += 1;
        }
        if unit.gear.has(Gear::R5Astromech)
            && let Some(card) = DamageCard::ALL
                .into_iter()
                .find(|card| card.card_type() == CardType::Ship && 0 < unit.cards.face_up(*card))
        {
            unit.cards.flip_down(card);
            unit.toughness.damage = unit.cards.damage();
        }
        if unit.gear.has(Gear::R2D2Crew) && unit.toughness.shields == 0 && 0 < unit.max_shields {
            unit.toughness.shields = 1;
            if self.luck.dice.attack_die() == AttackFace::Hit {
                unit.cards.flip_up(&mut self.luck.decks[at.side.index()]);
                unit.toughness.damage = unit.cards.damage();
            }
        }
        if !unit.gear.has(Gear::MoldyCrow) {
            unit.focus = 0;
        }
        unit.evade = if unit.gear.has(Gear::CommRelay) { unit.evade.min(1) } else { 0 };
        unit.tractor = 0;
        let is_dead = unit.toughness.is_destroyed();
        *self.unit_mut(at) = unit;
        if is_dead {
            self.suffer_nothing_more(at);
        }
    }

    /// A card turned up at the end of the round can be the last.
    fn suffer_nothing_more(&mut self, at: UnitRef) {
        let round = self.round;
        let unit = self.unit_mut(at);
        if unit.killed.is_none() {
            unit.killed = Some(super::state::Killed { by: None, round, ion: false });
        }
        self.remove_if_done(at);
        debug_assert!(self.unit(at).place != Place::Board, "a destroyed ship is off the board");
    }
}
