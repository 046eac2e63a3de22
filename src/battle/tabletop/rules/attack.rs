//! Rule: Attack. (Rules Reference, "Attack", "Secondary weapon")
//!
//! The seven steps, with the dice shown as they fall. Dice and their changes are shared with the other battle model.

use crate::battle::attack::{
    Attack, AttackDice, AttackResult, DefenseDice, cancel, modify_attack_dice, modify_defense_dice,
};
use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::event::DiceStage;
use crate::catalog::Requirement;
use crate::chance::{AttackFace, Chance, DefenseFace};
use crate::events::Sink;

use super::super::battle::Battle;
use super::super::effects::Word;
use super::super::loadout::{NO_LIMIT, WeaponClass};
use super::after_attack::{self, Result as AttackEnd};
use super::combat::{Allowed, may_attack, shots};
use super::critical_damage;
use super::firing_arc::{Shot, Through};
use super::modifying_dice::{attacker_meets, prepare};

/// What a follow-up attack or its price changes.
#[derive(Debug, Clone, Copy)]
struct Extra {
    /// Focus results turned to hits.
    free_focus: u8,
    fewer_dice: u8,
}

impl Extra {
    const NONE: Extra = Extra { free_focus: 0, fewer_dice: 0 };
}

/// An attack with all that may follow it.
pub fn attack<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, attacker: usize, shot: Shot) {
    let weapon = battle.loadout(attacker).weapons()[usize::from(shot.weapon)];
    let primary = weapon.class == WeaponClass::Primary;
    // The extra die in front is given up for an attack astern, where both are on offer.
    let astern = Allowed { auxiliary_only: true, ..Allowed::PRIMARY };
    let gives_up_die = primary
        && shot.through == Through::Front
        && battle.has(attacker, Word::RearAttackToo)
        && !shots(battle.view(), attacker, astern).is_empty()
        && battle.wants(attacker, Word::RearAttackToo);
    let end = perform(battle, attacker, shot, Extra { fewer_dice: u8::from(gives_up_die), ..Extra::NONE });
    // A second attack that cards allow; each once a round.
    if primary && battle.has(attacker, Word::TurretAfterPrimary) {
        let turrets = Allowed { primary: false, turrets_only: true, ..Allowed::ANY };
        follow(battle, attacker, turrets, Extra::NONE);
    }
    let cheap_cannon = weapon.class == WeaponClass::Cannon
        && battle.has(attacker, Word::PrimaryAfterCannon)
        && weapon.points <= battle.loadout(attacker).amount(Word::PrimaryAfterCannon) as i8;
    if cheap_cannon {
        follow(battle, attacker, Allowed::PRIMARY, Extra::NONE);
    }
    if gives_up_die {
        follow(battle, attacker, astern, Extra::NONE);
    }
    if !end.hit {
        let with_focus = battle.has(attacker, Word::AttackAgainWithFocus);
        if with_focus || battle.has(attacker, Word::AttackAgainAfterMiss) {
            follow(
                battle,
                attacker,
                Allowed::PRIMARY,
                Extra { free_focus: u8::from(with_focus), ..Extra::NONE },
            );
            battle.ship_mut(attacker).marks.attacks_over = true;
        }
    }
}

/// Asks for one more attack among those allowed.
fn follow<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    attacker: usize,
    allowed: Allowed,
    extra: Extra,
) {
    if !may_attack(battle.view(), attacker) {
        return;
    }
    let options = shots(battle.view(), attacker, allowed);
    if options.is_empty() {
        return;
    }
    let side = battle.ship(attacker).side;
    let choice = battle.ask(side, |policy, view| policy.attack(view, attacker, &options));
    if let Some(choice) = choice.filter(|choice| *choice < options.len()) {
        perform(battle, attacker, options[choice], extra);
    }
}

/// One use of one weapon, which may be two attacks.
fn perform<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    attacker: usize,
    shot: Shot,
    extra: Extra,
) -> AttackEnd {
    let target = usize::from(shot.target);
    let card = battle.loadout(attacker).weapons()[usize::from(shot.weapon)];
    pay(battle, attacker, shot);
    let mut end = AttackEnd::default();
    for _ in 0..card.attacks {
        let gone = !battle.ship(target).is_on_board() || battle.ship(target).marks.doomed;
        if gone || !battle.ship(attacker).is_on_board() {
            break;
        }
        let one = seven_steps(battle, attacker, shot, extra);
        end.hit |= one.hit;
        critical_damage::after_attack(battle, attacker);
    }
    if !end.hit && card.charges != NO_LIMIT && battle.has(attacker, Word::KeptOnMiss) {
        battle.ship_mut(attacker).charges[usize::from(shot.weapon)] += 1;
    }
    after_attack::after_attack(battle, attacker, shot, end);
    end
}

/// Declaring an attack costs what the weapon says.
fn pay<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, attacker: usize, shot: Shot) {
    let card = battle.loadout(attacker).weapons()[usize::from(shot.weapon)];
    if card.charges != NO_LIMIT {
        battle.ship_mut(attacker).charges[usize::from(shot.weapon)] -= 1;
    }
    if card.spends_requirement {
        match card.requires {
            Requirement::TargetLock => battle.lose_lock(attacker),
            Requirement::Focus => {
                battle.ship_mut(attacker).focus -= 1;
                battle.show_tokens(attacker);
            }
            Requirement::Nothing | Requirement::Energy => {}
        }
    }
}

fn seven_steps<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    attacker: usize,
    shot: Shot,
    extra: Extra,
) -> AttackEnd {
    let target = usize::from(shot.target);
    // 1. Declare Target.
    let card = battle.loadout(attacker).weapons()[usize::from(shot.weapon)];
    battle.emit(BattleEvent::AttackDeclared {
        attacker: attacker as u8,
        target: shot.target,
        card: card.card,
        range: shot.range,
        obstructed: shot.obstructed,
    });
    if battle.has(target, Word::StressFirstAttacker) && !battle.ship(target).marks.was_targeted {
        battle.give_stress(attacker, 1);
    }
    battle.ship_mut(target).marks.was_targeted = true;
    let mut what = prepare(battle.view(), attacker, shot);
    what.attacker.focus_to_hits = what.attacker.focus_to_hits.saturating_add(extra.free_focus);
    what.attack_dice = what.attack_dice.saturating_sub(extra.fewer_dice);
    buy_attack_die(battle, attacker, shot, &mut what);

    // 2. Roll Attack Dice.
    let mut result = AttackResult::default();
    let mut red = AttackDice::roll(&mut battle.fortune.dice, what.attack_dice);
    show_red(battle, DiceStage::Rolled, &red);

    // 3. Modify Attack Dice: the defender's effects, then the attacker's.
    let side = battle.ship(attacker).side;
    if what.attacker.focus_token || what.attacker.target_lock {
        let spend = battle.ask(side, |policy, view| policy.spend_attack(view, attacker, shot, &red));
        what.attacker.focus_token &= spend.focus;
        what.attacker.target_lock &= spend.target_lock;
    }
    modify_attack_dice(&mut battle.fortune.dice, &mut red, &what.attacker, &mut result);
    show_red(battle, DiceStage::Modified, &red);
    let rolled = (red.count(AttackFace::Hit), red.count(AttackFace::Crit));
    if result.attacker_focus_spent {
        battle.ship_mut(attacker).focus -= 1;
        battle.show_tokens(attacker);
    }
    if result.lock_spent {
        battle.lose_lock(attacker);
    }
    if 0 < what.attacker.guidance {
        battle.ship_mut(attacker).marks.guidance_used = true;
    }

    // 4. Roll Defense Dice.
    let mut green = DefenseDice::roll(&mut battle.fortune.dice, what.defense_dice);
    show_green(battle, DiceStage::Rolled, &green, 0);

    // 5. Modify Defense Dice: the attacker's effects, then the defender's.
    let foe = battle.ship(target).side;
    if what.defender.focus_token || what.defender.evade_token {
        let spend =
            battle.ask(foe, |policy, view| policy.spend_defense(view, target, attacker, rolled, &green));
        what.defender.focus_token &= spend.focus;
        what.defender.evade_token &= spend.evade;
    }
    what.defender.judgment_at = judgment(battle, target);
    what.defender.judgment_dice = battle.table.switches.judgment.dice;
    let evades =
        modify_defense_dice(&mut battle.fortune.dice, &mut green, &what.defender, rolled, &mut result);
    show_green(battle, DiceStage::Modified, &green, evades.1);
    spend_defense(battle, target, &result);

    // 6. Compare Results.
    (result.hits, result.crits) = cancel(rolled, evades, &what.defender);
    if 0 < what.defender.evades_canceled
        && cancel(rolled, evades, &without_cancel(&what)) != (result.hits, result.crits)
    {
        battle.ship_mut(attacker).use_up(Word::FoeEvadeCanceled);
    }
    battle.emit(BattleEvent::AttackResolved {
        attacker: attacker as u8,
        target: shot.target,
        hits: result.hits,
        crits: result.crits,
    });

    // 7. Deal Damage.
    after_attack::deal_damage(battle, attacker, shot, (result.hits, result.crits))
}

/// One more die for a stress token.
fn buy_attack_die<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    attacker: usize,
    shot: Shot,
    what: &mut Attack,
) {
    let word = Word::AttackDieForStress;
    if !battle.has(attacker, word) {
        return;
    }
    let row =
        battle.view().effects(attacker).find(|carried| carried.effect.word == word).map(|found| found.effect);
    if let Some(effect) = row
        && attacker_meets(battle.view(), attacker, shot, effect.when)
        && battle.wants(attacker, word)
    {
        battle.give_stress(attacker, 1);
        what.attack_dice += effect.amount;
    }
}

fn without_cancel(what: &Attack) -> crate::battle::attack::DefenseModifiers {
    crate::battle::attack::DefenseModifiers { evades_canceled: 0, ..what.defender }
}

/// The blow at which a pilot spends XP to reroll a die: the one that would destroy the ship; 0 never.
fn judgment<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, target: usize) -> u8 {
    let (ship, loadout) = (battle.ship(target), battle.loadout(target));
    let left = ship.shields + loadout.hull.saturating_sub(ship.damage);
    let can_pay = ship.fate.xp_spent + battle.table.switches.judgment.xp <= loadout.xp;
    if can_pay && !ship.inert { left } else { 0 }
}

fn spend_defense<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    target: usize,
    result: &AttackResult,
) {
    let price = battle.table.switches.judgment.xp;
    let ship = battle.ship_mut(target);
    ship.focus -= u8::from(result.defender_focus_spent);
    ship.evade -= u8::from(result.evade_spent);
    ship.fate.xp_spent += if result.judgment_spent { price } else { 0 };
    if result.defender_focus_spent || result.evade_spent {
        battle.show_tokens(target);
    }
}

fn show_red<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    stage: DiceStage,
    dice: &AttackDice,
) {
    let faces = AttackFace::ALL.map(|face| dice.count(face));
    battle.emit(BattleEvent::AttackDice { stage, faces });
}

fn show_green<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    stage: DiceStage,
    dice: &DefenseDice,
    added: u8,
) {
    let faces = DefenseFace::ALL.map(|face| dice.count(face));
    battle.emit(BattleEvent::DefenseDice { stage, faces, added });
}
