//! One attack from declaration to damage: who adds which dice, which cards change them, what a hit does.

use super::combat::{AttackChoice, WeaponChoice, caps_damage, extra_dice};
use super::damage::Blow;
use super::gear::{Gear, WeaponCard, WeaponText, card_effect};
use super::state::{Battle, Unit, UnitRef, members};
use crate::battle::attack::{ALL_DICE, Attack, AttackModifiers, AttackResult, DefenseModifiers, attack};
use crate::catalog::Requirement;
use crate::chance::Chance;

/// Pilot skill up to which Predator and Flight Instructor do more.
const LOW_SKILL: u8 = 2;

/// Hull up to which Flechette Torpedoes stress.
const FLECHETTE_HULL: u8 = 4;

impl<C: Chance> Battle<'_, C> {
    /// Rolls a chosen attack and deals its damage; true where something hit.
    pub fn make_attack(&mut self, at: UnitRef, choice: AttackChoice) -> bool {
        let card = match choice.weapon {
            WeaponChoice::Primary => None,
            WeaponChoice::Mount(slot) => card_effect(self.unit(at).mounts[usize::from(slot)].card).weapon,
        };
        self.pay(at, choice, card.as_ref());
        self.attacks_made += 1;
        let attacks = card.map_or(1, |card| card.attacks);
        let mut any_hit = false;
        for _ in 0..attacks {
            let target = self.unit(choice.target);
            if !target.is_on_board() || target.toughness.is_destroyed() {
                break;
            }
            any_hit |= self.roll_attack(at, choice.target, card.as_ref());
        }
        self.after_weapon(at, choice, card.as_ref(), any_hit);
        any_hit
    }

    /// Lock or focus that the weapon costs.
    fn pay(&mut self, at: UnitRef, choice: AttackChoice, card: Option<&WeaponCard>) {
        let Some(card) = card.filter(|card| card.spends) else { return };
        let unit = self.unit_mut(at);
        match card.requires {
            Requirement::TargetLock if unit.lock == Some(choice.target.index) => unit.lock = None,
            // Deadeye pays with a focus token.
            Requirement::TargetLock | Requirement::Focus => unit.focus = unit.focus.saturating_sub(1),
            Requirement::Nothing | Requirement::Energy => {}
        }
    }

    /// One roll, with its damage.
    pub fn roll_attack(&mut self, at: UnitRef, target: UnitRef, card: Option<&WeaponCard>) -> bool {
        let unit = *self.unit(at);
        let foe = *self.unit(target);
        let in_arc = unit.in_arc >> target.index & 1 == 1;
        let is_flanked = self.melee.flank.happens(&mut self.luck.board);
        let is_obstructed = self.obstacles.obstructed.happens(&mut self.luck.board);
        let mut what = Attack {
            attack_dice: self.attack_dice(&unit, &foe, card, in_arc, is_obstructed),
            defense_dice: self.defense_dice(&unit, &foe, card, in_arc && is_flanked, is_obstructed),
            attacker: attack_modifiers(&unit, &foe, target.index, card),
            defender: self.defense_modifiers(&unit, &foe, card, in_arc, is_flanked),
        };
        if unit.is_blinded() {
            what.attack_dice = 0;
            self.see_again(at);
        }
        let result = attack(&mut self.luck.dice, &what);
        self.spend_tokens(at, target, &what, &result);
        self.deal_damage(at, target, card, &result);
        self.after_roll(at, target, &unit, in_arc, &result);
        result.is_hit()
    }

    fn attack_dice(
        &self,
        unit: &Unit,
        foe: &Unit,
        card: Option<&WeaponCard>,
        in_arc: bool,
        obstructed: bool,
    ) -> u8 {
        let trick_shot = u8::from(obstructed && unit.gear.has(Gear::TrickShot));
        let opportunist = u8::from(is_opportunity(unit, foe));
        let dice = match card {
            None => {
                let front = u8::from(in_arc && unit.gear.has(Gear::FrontDie));
                unit.dice_after_damage(unit.attack, true) + self.range_dice(unit).0 + front
            }
            Some(card) => unit.dice_after_damage(card.dice + extra_dice(unit, card), false),
        };
        dice + trick_shot + opportunist
    }

    fn defense_dice(
        &self,
        unit: &Unit,
        foe: &Unit,
        card: Option<&WeaponCard>,
        outflanked: bool,
        obstructed: bool,
    ) -> u8 {
        let mut agility = foe.agility_after_damage();
        if outflanked && unit.gear.has(Gear::Outmaneuver) {
            agility = agility.saturating_sub(1);
        }
        let range = if card.is_none() { self.range_dice(unit).1 } else { 0 };
        let doubled = card.is_some_and(|card| card.text == WeaponText::Turbolaser);
        let agility = if doubled { 2 * agility } else { agility };
        agility + range + u8::from(obstructed)
    }

    fn defense_modifiers(
        &self,
        unit: &Unit,
        foe: &Unit,
        card: Option<&WeaponCard>,
        in_arc: bool,
        is_flanked: bool,
    ) -> DefenseModifiers {
        let text = card.map(|card| card.text);
        let judgment = self.engagement.switches.judgment;
        let low_skill = unit.skill_now <= LOW_SKILL;
        let instructor = foe.gear.has(Gear::FlightInstructor);
        let thrusters = foe.gear.has(Gear::Autothrusters) && (3 <= unit.range || !in_arc);
        let head_on = foe.gear.has(Gear::ConcordDawnProtector) && unit.range == 1 && in_arc && !is_flanked;
        DefenseModifiers {
            focus_token: 0 < foe.focus,
            evade_token: 0 < foe.evade && text != Some(WeaponText::NoEvadeTokens),
            evades_to_focus: u8::from(unit.gear.has(Gear::Juke) && 0 < unit.evade),
            blank_rerolls: u8::from(foe.gear.has(Gear::LoneWolf) && foe.is_alone),
            rerolls: u8::from(instructor && low_skill),
            focus_rerolls: u8::from(instructor && !low_skill),
            blanks_to_evades: u8::from(thrusters),
            focus_to_evades: if foe.is_focused { ALL_DICE } else { 0 },
            added_evades: u8::from(foe.reinforced) + u8::from(head_on),
            // The likeliest number of evades: none on one die or no die, else one.
            guessed_evades: (foe.gear.has(Gear::C3po) && !foe.c3po_used).then_some(u8::from(1 < foe.agility)),
            evades_canceled: u8::from(in_arc && unit.gear.has(Gear::CrackShot)),
            crits_first: false,
            hits_pass_dice: text == Some(WeaponText::HitsPassDice),
            judgment_at: if judgment.xp <= foe.xp_left { foe.toughness.hit_points_left() } else { 0 },
            judgment_dice: judgment.dice,
        }
    }

    fn spend_tokens(&mut self, at: UnitRef, target: UnitRef, what: &Attack, result: &AttackResult) {
        let unit = self.unit_mut(at);
        unit.focus -= u8::from(result.attacker_focus_spent && 0 < unit.focus);
        if result.lock_spent {
            unit.lock = None;
        }
        if 0 < what.defender.evades_canceled {
            unit.gear.remove(Gear::CrackShot);
        }
        unit.guidance_used |= 0 < what.attacker.guidance;
        let price = self.engagement.switches.judgment.xp;
        let foe = self.unit_mut(target);
        foe.focus -= u8::from(result.defender_focus_spent && 0 < foe.focus);
        foe.evade -= u8::from(result.evade_spent && 0 < foe.evade);
        foe.c3po_used |= what.defender.guessed_evades.is_some();
        if result.judgment_spent {
            foe.xp_left -= price;
            foe.xp_spent += price;
        }
    }

    fn deal_damage(
        &mut self,
        at: UnitRef,
        target: UnitRef,
        card: Option<&WeaponCard>,
        result: &AttackResult,
    ) {
        let text = card.map(|card| card.text);
        let is_ion = matches!(text, Some(WeaponText::Ion(_) | WeaponText::IonBlast | WeaponText::IonBattery));
        let blow = Some(Blow { by: at, is_ion });
        if text == Some(WeaponText::FlechetteTorpedo) && self.unit(target).toughness.hull <= FLECHETTE_HULL {
            self.unit_mut(target).stress += 1;
        }
        if !result.is_hit() {
            return;
        }
        let (mut hits, mut crits) = (result.hits, result.crits);
        if self.unit(at).hits_are_crits {
            (hits, crits) = (0, hits + crits);
        }
        match text {
            Some(text) if caps_damage(text) => {
                let foe = self.unit_mut(target);
                match text {
                    WeaponText::Ion(tokens) => foe.ion += tokens,
                    WeaponText::Flechette if foe.stress == 0 => foe.stress = 1,
                    _ => {}
                }
                self.suffer(target, 1, 0, blow);
            }
            Some(WeaponText::Tractor) => self.unit_mut(target).tractor += 1,
            Some(WeaponText::Tracer) => self.give_locks(at, target),
            Some(WeaponText::FaceUpCard) => self.suffer_face_up(target, 1, blow),
            Some(WeaponText::IonBattery) => {
                self.unit_mut(target).ion += 1;
                self.suffer(target, 0, 1, blow);
            }
            Some(WeaponText::IonBlast) => {
                self.unit_mut(target).ion += 1;
                self.suffer(target, hits, crits, blow);
            }
            Some(WeaponText::StripShield) => {
                self.suffer(target, hits, crits, blow);
                let foe = self.unit_mut(target);
                foe.toughness.shields = foe.toughness.shields.saturating_sub(1);
            }
            Some(WeaponText::Blast) => {
                self.suffer(target, hits, crits, blow);
                self.blast_near(target, 1, 0, blow);
            }
            _ => self.suffer(target, hits, crits, blow),
        }
        let foe = self.unit_mut(target);
        if foe.gear.has(Gear::StealthDevice) {
            foe.gear.remove(Gear::StealthDevice);
            foe.agility = foe.agility.saturating_sub(1);
        }
        if self.unit(at).gear.has(Gear::Ruthlessness) {
            self.ruthless(at, target);
        }
    }

    /// Another ship near the target takes 1 damage; a foe, if one is there.
    fn ruthless(&mut self, at: UnitRef, target: UnitRef) {
        let others = self.set_of(target.side, |foe| foe.is_on_board() && foe.is_ship() && !foe.is_huge())
            & !(1 << target.index);
        if let Some(index) = members(others).next()
            && self.melee.near.happens(&mut self.luck.board)
        {
            let blow = Some(Blow { by: at, is_ion: false });
            self.suffer(UnitRef { side: target.side, index }, 1, 0, blow);
        }
    }

    /// Friends near the shooter lock the target.
    fn give_locks(&mut self, at: UnitRef, target: UnitRef) {
        for friend in self.refs(at.side) {
            let unit = self.unit(friend);
            let may = unit.is_on_board() && unit.is_ship() && unit.lock.is_none();
            if may && (friend == at || self.melee.near.happens(&mut self.luck.board)) {
                self.unit_mut(friend).lock = Some(target.index);
            }
        }
    }

    /// What cards do after a roll.
    fn after_roll(
        &mut self,
        at: UnitRef,
        target: UnitRef,
        before: &Unit,
        in_arc: bool,
        result: &AttackResult,
    ) {
        let gear = before.gear;
        if is_opportunity(before, self.unit(target)) && gear.has(Gear::Opportunist) {
            self.unit_mut(at).stress += 1;
        }
        if self.unit(target).is_on_board() {
            let locks = gear.has(Gear::FireControlSystem)
                || (gear.has(Gear::R4Agromech) && result.attacker_focus_spent);
            if locks && self.unit(at).lock.is_none() {
                self.unit_mut(at).lock = Some(target.index);
            }
            if gear.has(Gear::Tactician) && in_arc && before.range == 2 {
                self.unit_mut(target).stress += 1;
            }
        }
        let foe = self.unit_mut(target);
        if foe.gear.has(Gear::RebelCaptive) && !foe.captive_used {
            foe.captive_used = true;
            self.unit_mut(at).stress += 1;
        }
    }

    /// One-shot weapons are gone, unless they missed and a failsafe keeps them.
    fn after_weapon(&mut self, at: UnitRef, choice: AttackChoice, card: Option<&WeaponCard>, hit: bool) {
        let WeaponChoice::Mount(slot) = choice.weapon else { return };
        let unit = self.unit_mut(at);
        let kept = !hit && unit.gear.has(Gear::MunitionsFailsafe);
        if card.is_some_and(|card| card.one_shot) && !kept {
            let mount = &mut unit.mounts[usize::from(slot)];
            mount.left = mount.left.saturating_sub(1);
            mount.spent += 1;
        }
    }
}

/// Opportunist: the target has neither focus nor evade, and the attacker is not stressed.
fn is_opportunity(unit: &Unit, foe: &Unit) -> bool {
    unit.gear.has(Gear::Opportunist) && foe.focus == 0 && foe.evade == 0 && unit.stress == 0
}

fn attack_modifiers(unit: &Unit, foe: &Unit, target: u8, card: Option<&WeaponCard>) -> AttackModifiers {
    let gear = unit.gear;
    let text = card.map(|card| card.text);
    let all_focus = (gear.has(Gear::Expertise) && unit.stress == 0) || unit.is_focused || unit.marksman;
    let is_ordnance = card.is_some_and(|card| card.is_ordnance);
    let locked = unit.lock == Some(target);
    let predator = if foe.skill_now <= LOW_SKILL { 2 } else { 1 };
    AttackModifiers {
        focus_token: 0 < unit.focus,
        target_lock: locked,
        rerolls: if gear.has(Gear::Predator) { predator } else { 0 },
        blank_rerolls: u8::from(gear.has(Gear::LoneWolf) && unit.is_alone),
        rolled_crits_are_hits: text == Some(WeaponText::NoRolledCrits),
        hits_to_focus: u8::from(foe.gear.has(Gear::SensorJammer)),
        blanks_to_focus: if text == Some(WeaponText::BlanksToFocus) { 3 } else { 0 },
        blanks_to_hits: u8::from(text == Some(WeaponText::BlankToHit)),
        blanks_to_hits_with_focus: u8::from(gear.has(Gear::WeaponsGuidance)),
        focus_to_crits: u8::from(text == Some(WeaponText::FocusToCrit)) + u8::from(unit.marksman),
        focus_to_hits: match all_focus {
            true => ALL_DICE,
            false => u8::from(text == Some(WeaponText::Turbolaser)),
        },
        hits_to_crits: u8::from(text == Some(WeaponText::HitToCrit))
            + u8::from(gear.has(Gear::MercenaryCopilot) && unit.range == 3),
        guidance: match is_ordnance && gear.has(Gear::GuidanceChips) && !unit.guidance_used {
            true => 1 + u8::from(3 <= unit.attack),
            false => 0,
        },
        crit_for_kept_lock: card.is_none() && locked && gear.has(Gear::AdvancedTargetingComputer),
        two_hits_instead: gear.has(Gear::AccuracyCorrector),
    }
}
