//! The Combat phase: descending pilot skill, simultaneous fire among equals, target and weapon by expected damage.

use super::expected_damage::{Held, expected_damage};
use super::gear::{Gear, WeaponCard, WeaponText, card_effect};
use super::state::{Battle, Place, Unit, UnitRef, UnitSet, members};
use crate::battle::attack::DamageCard;
use crate::battle::engagement::DamageDeckKind;
use crate::catalog::Requirement;
use crate::chance::Chance;
use crate::config::mission::Moment;
use crate::ids::Side;

/// The weapon of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeaponChoice {
    Primary,
    /// Place among the unit's mounts.
    Mount(u8),
}

/// An attack that a unit could make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttackChoice {
    pub target: UnitRef,
    pub weapon: WeaponChoice,
    score: f64,
}

impl AttackChoice {
    /// A choice made elsewhere.
    pub fn new(target: UnitRef, weapon: WeaponChoice) -> AttackChoice {
        AttackChoice { target, weapon, score: 0.0 }
    }
}

/// What a wanted target is worth beyond the share of its hit points, as pilots on the board see it.
const WANTED_SHARE: f64 = 1.0;
const WANTED_POINT: f64 = 0.25;
/// A one-shot weapon is kept for a target with at least so many hit points.
const WORTH_ORDNANCE: u8 = 2;

impl<C: Chance> Battle<'_, C> {
    pub fn combat_phase(&mut self) {
        self.console_fires();
        self.swarm_tactics();
        let highest = |side: Side| {
            self.units[side.index()].iter().filter(|unit| unit.is_on_board()).map(|unit| unit.skill_now).max()
        };
        let top = highest(Side::Attacker).max(highest(Side::Defender)).unwrap_or(0);
        for skill in (0..=top).rev() {
            self.firing_skill = Some(skill);
            for side in [self.initiative, self.initiative.foe()] {
                for at in self.refs(side) {
                    let unit = self.unit(at);
                    if unit.is_on_board() && unit.is_ship() && !unit.has_fired && unit.skill_now == skill {
                        self.fire(at);
                        self.unit_mut(at).has_fired = true;
                        self.remove_if_done(at);
                    }
                }
            }
        }
        self.firing_skill = None;
    }

    /// A friend near the card's owner fires at the owner's skill.
    fn swarm_tactics(&mut self) {
        for side in Side::BOTH {
            for leader in self.refs(side) {
                let skill = self.unit(leader).skill_now;
                if !self.unit(leader).is_on_board() || !self.unit(leader).gear.has(Gear::SwarmTactics) {
                    continue;
                }
                let lower =
                    self.set_of(side, |unit| unit.is_on_board() && unit.is_ship() && unit.skill_now < skill);
                if let Some(index) = members(lower).next()
                    && self.melee.near.happens(&mut self.luck.board)
                {
                    self.unit_mut(UnitRef { side, index }).skill_now = skill;
                }
            }
        }
    }

    /// One unit's turn to attack.
    fn fire(&mut self, at: UnitRef) {
        let unit = *self.unit(at);
        let is_silent = !unit.may_attack
            || unit.place == Place::AtEdge
            || unit.is_cloaked
            || self.sides[at.side.index()].holds_fire;
        if is_silent {
            return;
        }
        if unit.is_huge() {
            self.fire_huge(at);
            return;
        }
        let is_original = self.engagement.switches.damage_deck == DamageDeckKind::Original;
        if unit.is_blinded() && !is_original {
            self.see_again(at);
            return;
        }
        if self.objective_action(at, Moment::InsteadOfAttack) {
            return;
        }
        let Some(choice) = self.choose_attack(at, None) else { return };
        let hit = self.make_attack(at, choice);
        self.attack_again(at, choice, hit);
        for _ in 0..self.unit(at).extra_attacks {
            if let Some(choice) = self.choose_attack(at, None) {
                self.make_attack(at, choice);
            }
        }
        if unit.gear.has(Gear::AdvancedCloakingDevice) {
            self.unit_mut(at).is_cloaked = true;
        }
    }

    /// Second attacks that cards give.
    fn attack_again(&mut self, at: UnitRef, first: AttackChoice, hit: bool) {
        let unit = *self.unit(at);
        let mount = |choice: WeaponChoice| match choice {
            WeaponChoice::Primary => None,
            WeaponChoice::Mount(slot) => card_effect(unit.mounts[usize::from(slot)].card).weapon,
        };
        let first_weapon = mount(first.weapon);
        if !hit && (unit.gear.has(Gear::Gunner) || unit.gear.has(Gear::LukeSkywalker)) {
            if let Some(again) = self.choose_attack(at, Some(Only::Primary)) {
                self.make_attack(at, again);
            }
            return;
        }
        let again = match first_weapon {
            Some(weapon) if weapon.is_cheap_cannon && unit.gear.has(Gear::TieD) => Only::Primary,
            None if unit.gear.has(Gear::BtlA4) => Only::Turret,
            _ => return,
        };
        if let Some(again) = self.choose_attack(at, Some(again)) {
            self.make_attack(at, again);
        }
    }

    pub fn see_again(&mut self, at: UnitRef) {
        let unit = self.unit_mut(at);
        unit.cards.flip_down(DamageCard::BlindedPilot);
    }

    /// The best target and weapon: the expected share of the target's remaining hit points, more for what the mission
    /// is about and for the ship that is locked.
    pub fn choose_attack(&self, at: UnitRef, only: Option<Only>) -> Option<AttackChoice> {
        let unit = self.unit(at);
        let mut best: Option<AttackChoice> = None;
        let mut consider = |weapon: WeaponChoice, card: Option<&WeaponCard>, targets: UnitSet| {
            for index in members(targets) {
                let target = UnitRef { side: at.side.foe(), index };
                if let Some(score) = self.score(at, unit, target, card)
                    && best.is_none_or(|best| best.score < score)
                {
                    best = Some(AttackChoice { target, weapon, score });
                }
            }
        };
        let outrider = unit.gear.has(Gear::Outrider)
            && unit
                .mounts()
                .iter()
                .any(|mount| card_effect(mount.card).weapon.is_some_and(|weapon| weapon.is_cannon));
        let range = self.range_of(unit.range, false);
        let in_reach = unit.attack_range.0 <= range && range <= unit.attack_range.1;
        if only != Some(Only::Turret) && 0 < unit.attack && in_reach && !outrider {
            consider(WeaponChoice::Primary, None, if unit.is_turret { unit.in_range } else { unit.in_arc });
        }
        if only == Some(Only::Primary) {
            return best;
        }
        for (slot, mount) in unit.mounts().iter().enumerate() {
            let Some(weapon) = &card_effect(mount.card).weapon else { continue };
            if mount.left == 0 || (only == Some(Only::Turret) && !weapon.is_turret) {
                continue;
            }
            let any = weapon.any_direction || (outrider && weapon.is_cannon);
            let targets = if any { unit.in_range } else { unit.in_arc };
            consider(WeaponChoice::Mount(slot as u8), Some(weapon), targets);
        }
        best
    }

    /// `None` where the attack is not possible.
    fn score(&self, at: UnitRef, unit: &Unit, target: UnitRef, card: Option<&WeaponCard>) -> Option<f64> {
        let foe = self.unit(target);
        if !self.is_target(target) {
            return None;
        }
        let locked = unit.lock == Some(target.index);
        let mut held = Held {
            focus: 0 < unit.focus || unit.is_focused || unit.marksman,
            lock: locked,
            defender_focus: 0 < foe.focus,
            evade: 0 < foe.evade,
        };
        let hit_points = f64::from(foe.toughness.hit_points_left().max(1));
        let mut damage = match card {
            None => {
                let bonus = self.range_dice(unit);
                let dice = unit.dice_after_damage(unit.attack, true) + bonus.0;
                expected_damage(dice, foe.agility_after_damage() + bonus.1, held)
            }
            Some(card) => {
                if foe.no_secondary_weapons || !self.may_fire(unit, foe, card, locked) {
                    return None;
                }
                held.lock &= !(card.spends && card.requires == Requirement::TargetLock);
                held.focus &= !(card.spends && card.requires == Requirement::Focus);
                held.evade &= card.text != WeaponText::NoEvadeTokens;
                let dice = unit.dice_after_damage(card.dice + extra_dice(unit, card), false);
                let damage = expected_damage(dice, foe.agility_after_damage(), held);
                damage * worth(card.text) * f64::from(card.attacks)
            }
        };
        if card.is_some_and(|card| caps_damage(card.text)) {
            damage = damage.min(f64::from(card.map_or(1, |card| card.attacks)));
        }
        let share = (damage / hit_points).min(1.0);
        // What the battle is about counts by its share and by each point, so that a tough target is not passed over
        // for a weak one.
        let wanted = if self.is_wanted(target) { WANTED_SHARE * share + WANTED_POINT * damage } else { 0.0 };
        debug_assert!(at.side != target.side, "ships shoot at foes");
        Some((share + wanted) * self.carries(target) + if locked { 0.1 } else { 0.0 })
    }

    /// Whether range, tokens and copies allow a secondary weapon; one-shot weapons are kept for worthy targets.
    fn may_fire(&self, unit: &Unit, foe: &Unit, card: &WeaponCard, locked: bool) -> bool {
        let range = unit.range;
        let in_range = card.range_min <= range && range <= card.range_max;
        // In a nebula cannons and turrets do not reach beyond what looks like range 3.
        let in_sight = card.is_ordnance || self.range_of(range, false) <= 3 || card.range_max <= 1;
        let paid = match card.requires {
            Requirement::Nothing => true,
            Requirement::TargetLock => locked || (unit.gear.has(Gear::Deadeye) && 0 < unit.focus),
            Requirement::Focus => 0 < unit.focus,
            // Huge ships pay by themselves.
            Requirement::Energy => false,
        };
        let worthy = !card.one_shot || WORTH_ORDNANCE <= foe.toughness.hit_points_left();
        in_range && in_sight && paid && worthy
    }

    /// Dice that the range adds for a primary weapon: attack, defense.
    pub fn range_dice(&self, unit: &Unit) -> (u8, u8) {
        use crate::battle::attack::{RangeBand, WeaponKind, range_combat_bonus};
        let band = RangeBand::from_number(self.range_of(unit.range, false)).unwrap_or(RangeBand::Five);
        let bonus = range_combat_bonus(WeaponKind::Primary, band);
        (bonus.attack_dice, bonus.defense_dice)
    }
}

/// Restricts a choice to one kind of weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    Primary,
    Turret,
}

/// Dice that a weapon's text adds.
pub fn extra_dice(unit: &Unit, card: &WeaponCard) -> u8 {
    match card.text {
        WeaponText::AgilityDice => unit.agility.min(3),
        WeaponText::DieAtRangeOne => u8::from(unit.range == 1),
        _ => 0,
    }
}

/// A hit is worth exactly one damage.
pub fn caps_damage(text: WeaponText) -> bool {
    use WeaponText::{Flechette, Ion, OneDamage};
    matches!(text, Ion(_) | Flechette | OneDamage)
}

/// A rough factor for what a text adds, for choosing only.
fn worth(text: WeaponText) -> f64 {
    match text {
        WeaponText::BlankToHit | WeaponText::FocusToCrit | WeaponText::BlanksToFocus => 1.3,
        WeaponText::Blast | WeaponText::StripShield | WeaponText::HitsPassDice => 1.2,
        WeaponText::Tractor | WeaponText::Tracer => 0.2,
        WeaponText::FaceUpCard => 0.8,
        _ => 1.0,
    }
}
