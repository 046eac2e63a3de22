//! Rule: Modifying dice. (Rules Reference, "Modifying dice", "Roll attack dice", "Roll defense dice")
//!
//! Gathers the numbers of dice and all that may change them: cards by their words, tokens by the leave of the pilots.
//! The order of changes itself is shared with the other battle model, in `battle::attack`.

use crate::battle::attack::{ALL_DICE, Attack, DamageCard, RangeBand, WeaponKind, range_combat_bonus};

use super::super::battle::View;
use super::super::effects::{ALL, When, Word};
use super::super::few::bits;
use super::super::loadout::{ANY_WEAPON, WeaponClass};
use super::super::state::{NONE, Ship};
use super::agility::agility;
use super::firing_arc::{Shot, Through, in_firing_arc};
use super::range::at_range;
use super::skill::pilot_skill;

/// The attack as both pilots face it, before the dice are rolled. Tokens are all allowed; the attack rule asks the
/// policies and takes back what they keep.
pub fn prepare(view: View<'_>, attacker: usize, shot: Shot) -> Attack {
    let target = usize::from(shot.target);
    let (from, to) = (view.ship(attacker), view.ship(target));
    let card = view.loadout(attacker).weapons()[usize::from(shot.weapon)];
    let primary = card.class == WeaponClass::Primary;
    let kind = if primary { WeaponKind::Primary } else { WeaponKind::Secondary };
    let band = RangeBand::from_number(shot.range).unwrap_or(RangeBand::Five);
    let bonus = range_combat_bonus(kind, band);

    let mut attack = Attack::default();
    let mut attack_dice = i16::from(card.attack) + i16::from(bonus.attack_dice);
    let mut foe_agility = agility(view, target);
    if primary {
        attack_dice +=
            i16::from(from.marks.exposed) - i16::from(from.cards.face_up(DamageCard::WeaponMalfunction));
    }
    attack_dice -= i16::from(from.cards.face_up(DamageCard::WeaponsFailure));

    // Cards of the attacker.
    for carried in view.effects(attacker) {
        let effect = carried.effect;
        if carried.weapon != ANY_WEAPON && carried.weapon != shot.weapon {
            continue;
        }
        if !attacker_meets(view, attacker, shot, effect.when) {
            continue;
        }
        let n = if effect.amount == ALL { ALL_DICE } else { effect.amount };
        let (may, foe) = (&mut attack.attacker, &mut attack.defender);
        match effect.word {
            Word::Reroll => may.rerolls += n,
            Word::RerollBlank => may.blank_rerolls = may.blank_rerolls.saturating_add(n),
            Word::BlankToFocus => may.blanks_to_focus += n,
            Word::BlankToHit => may.blanks_to_hits += n,
            Word::BlankToHitWithFocus => may.blanks_to_hits_with_focus += n,
            Word::FocusToCrit => may.focus_to_crits = may.focus_to_crits.saturating_add(n),
            Word::FocusToHit => may.focus_to_hits = may.focus_to_hits.saturating_add(n),
            Word::HitToCrit => may.hits_to_crits += n,
            Word::Guidance => may.guidance = if 3 <= view.loadout(attacker).attack { 2 } else { 1 },
            Word::CritForKeptLock => may.crit_for_kept_lock = usize::from(from.lock) == target,
            Word::TwoHitsInstead => may.two_hits_instead = true,
            Word::RolledCritsAreHits => may.rolled_crits_are_hits = true,
            Word::AttackDie => attack_dice += i16::from(n),
            Word::AttackDiceByAgility => attack_dice += i16::from(agility(view, attacker)).min(i16::from(n)),
            Word::FoeAgility => foe_agility -= n as i8,
            Word::FoeEvadeToFocus => foe.evades_to_focus += n,
            Word::FoeEvadeCanceled => foe.evades_canceled += n,
            Word::HitsPassDice => foe.hits_pass_dice = true,
            _ => {}
        }
    }
    // Cards of the defender.
    for carried in view.effects(target) {
        let effect = carried.effect;
        if carried.weapon != ANY_WEAPON || !defender_meets(view, attacker, shot, effect.when) {
            continue;
        }
        let n = effect.amount;
        match effect.word {
            Word::FoeHitToFocus => attack.attacker.hits_to_focus += n,
            Word::DefenseRerollBlank => attack.defender.blank_rerolls += n,
            Word::DefenseRerollFocus => attack.defender.focus_rerolls += n,
            Word::DefenseReroll => attack.defender.rerolls += n,
            Word::BlankToEvade => attack.defender.blanks_to_evades += n,
            Word::AddEvade => attack.defender.added_evades += n,
            Word::FocusToEvade => attack.defender.focus_to_evades += n,
            Word::CritsCanceledFirst => attack.defender.crits_first = true,
            _ => {}
        }
    }
    if from.marks.focus_counts {
        attack.attacker.focus_to_hits = ALL_DICE;
    }
    if to.marks.focus_counts {
        attack.defender.focus_to_evades = ALL_DICE;
    }

    attack.attack_dice = attack_dice.clamp(0, i16::from(u8::MAX)) as u8;
    if 0 < from.cards.face_up(DamageCard::BlindedPilot) {
        attack.attack_dice = 0;
    }
    attack.defense_dice = foe_agility.max(0) as u8 + bonus.defense_dice + u8::from(shot.obstructed);
    attack.attacker.focus_token = 0 < from.focus;
    attack.attacker.target_lock = from.lock != NONE && usize::from(from.lock) == target;
    if view.has(target, Word::FoeKeepsFocusAndDice) {
        let may = &mut attack.attacker;
        (may.focus_token, may.target_lock, may.rerolls, may.blank_rerolls) = (false, false, 0, 0);
    }
    attack.defender.focus_token = 0 < to.focus;
    attack.defender.evade_token = 0 < to.evade && !card.words.has(Word::FoeKeepsEvadeTokens);
    attack
}

/// Does the attacker's condition hold?
pub fn attacker_meets(view: View<'_>, attacker: usize, shot: Shot, when: When) -> bool {
    let target = usize::from(shot.target);
    let (from, to): (&Ship, &Ship) = (view.ship(attacker), view.ship(target));
    let class = view.loadout(attacker).weapons()[usize::from(shot.weapon)].class;
    match when {
        When::Always => true,
        When::Range1 => shot.range == 1,
        When::Range3 => shot.range == 3,
        When::Range2To3 => 1 < shot.range,
        When::Range2InArc => shot.range == 2 && in_firing_arc(view, attacker, target),
        When::TargetSkillAtMost2 => pilot_skill(view, target) <= 2,
        When::Alone => is_alone(view, attacker),
        When::Unstressed => from.stress == 0,
        When::Stressed => 0 < from.stress,
        When::OutsideFoesArc => !in_firing_arc(view, target, attacker),
        When::TargetDamaged => 0 < to.cards.n_face_up() + to.cards.n_face_down(),
        When::Secondary => class != WeaponClass::Primary,
        When::Obstructed => shot.obstructed,
        When::Primary => class == WeaponClass::Primary,
        When::PrimaryFront => class == WeaponClass::Primary && shot.through == Through::Front,
        When::Auxiliary => shot.through == Through::Auxiliary,
        When::Ordnance => class.is_ordnance() && !from.marks.guidance_used,
        When::HoldsEvade => 0 < from.evade,
        When::InArcOnce => from.has_once(Word::FoeEvadeCanceled) && in_firing_arc(view, attacker, target),
        When::Flanking => in_firing_arc(view, attacker, target) && !in_firing_arc(view, target, attacker),
        When::TargetBare => to.focus == 0 && to.evade == 0 && from.stress == 0,
        When::Marked => from.marks.marked,
        When::AttackerSkillAtMost2 | When::AttackerSkillFrom3 | When::FarOrOutOfArc | When::HeadToHead => {
            false
        }
    }
}

/// Does the defender's condition hold?
pub fn defender_meets(view: View<'_>, attacker: usize, shot: Shot, when: When) -> bool {
    let target = usize::from(shot.target);
    match when {
        When::Always => true,
        When::Alone => is_alone(view, target),
        When::AttackerSkillAtMost2 => pilot_skill(view, attacker) <= 2,
        When::AttackerSkillFrom3 => 2 < pilot_skill(view, attacker),
        When::FarOrOutOfArc => 2 < shot.range || !in_firing_arc(view, attacker, target),
        When::HeadToHead => {
            shot.range == 1 && in_firing_arc(view, attacker, target) && in_firing_arc(view, target, attacker)
        }
        When::Unstressed => view.ship(target).stress == 0,
        When::Stressed => 0 < view.ship(target).stress,
        When::HoldsEvade => 0 < view.ship(target).evade,
        _ => false,
    }
}

/// No other friendly ship at range 1 to 2.
fn is_alone(view: View<'_>, ship: usize) -> bool {
    let friends = view.state.fleet(view.ship(ship).side) & !(1 << ship);
    !bits(friends).any(|friend| at_range(view, ship, friend, 2))
}
