//! Rule: Deal damage, and what weapons and cards do after an attack. (Rules Reference, "Attack", step 7)

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::events::Sink;

use super::super::battle::Battle;
use super::super::effects::Word;
use super::super::few::bits;
use super::super::loadout::ANY_WEAPON;
use super::super::state::NONE;
use super::damage::{Source, deal_past_shields, suffer};
use super::firing_arc::Shot;
use super::modifying_dice::attacker_meets;
use super::range::{at_range, ships_at_range};
use super::{actions, target_lock, tractor_beam};

/// How an attack ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Result {
    pub hit: bool,
}

/// The amount of a word on the weapon's own card; `None` where it does not say it.
fn weapon_says<C: Chance, S: Sink<BattleEvent>>(
    battle: &Battle<'_, C, S>,
    attacker: usize,
    shot: Shot,
    word: Word,
) -> Option<u8> {
    if !battle.loadout(attacker).weapons()[usize::from(shot.weapon)].words.has(word) {
        return None;
    }
    let mut effects = battle.loadout(attacker).effects().iter();
    effects
        .find(|carried| carried.weapon == shot.weapon && carried.effect.word == word)
        .map(|found| found.effect.amount)
}

/// Step 7 with what the weapon's card makes of a hit.
pub fn deal_damage<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    attacker: usize,
    shot: Shot,
    (hits, crits): (u8, u8),
) -> Result {
    let target = usize::from(shot.target);
    if hits + crits == 0 {
        return Result { hit: false };
    }
    if battle.loadout(target).words.has(Word::AgilityUntilHit) {
        battle.ship_mut(target).use_up(Word::AgilityUntilHit);
    }
    let ion = weapon_says(battle, attacker, shot, Word::IonToken);
    let source = Source { by: Some(attacker as u8), ion: ion.is_some() };
    // Who stands near must be known before the target may be gone.
    let near = ships_at_range(battle.view(), target, battle.state.on_board(), 1);
    let unstressed = battle.ship(target).stress == 0;
    if let Some(damage) = weapon_says(battle, attacker, shot, Word::DamageInstead) {
        suffer(battle, target, damage, 0, source);
    } else if let Some(cards) = weapon_says(battle, attacker, shot, Word::FaceUpCardInstead) {
        deal_past_shields(battle, target, cards, source);
    } else {
        suffer(battle, target, hits, crits, source);
        if weapon_says(battle, attacker, shot, Word::StripShield).is_some() && 0 < battle.ship(target).shields
        {
            battle.ship_mut(target).shields -= 1;
            let shields = battle.ship(target).shields;
            battle.emit(BattleEvent::Shields { ship: target as u8, shields });
        }
    }
    if let Some(tokens) = ion {
        give_ion(battle, target, tokens);
    }
    if weapon_says(battle, attacker, shot, Word::StressIfUnstressed).is_some() && unstressed {
        battle.give_stress(target, 1);
    }
    if let Some(damage) = weapon_says(battle, attacker, shot, Word::SplashDamage) {
        for other in bits(near) {
            suffer(battle, other, damage, 0, Source::ship(attacker));
        }
    }
    if let Some(tokens) = weapon_says(battle, attacker, shot, Word::SplashIonToken) {
        for other in bits(near) {
            give_ion(battle, other, tokens);
        }
    }
    if weapon_says(battle, attacker, shot, Word::FriendsLockTarget).is_some() {
        let side = battle.ship(attacker).side;
        for friend in bits(battle.state.fleet(side)) {
            let close = friend == attacker || at_range(battle.view(), attacker, friend, 2);
            if close && target_lock::may_lock(battle.view(), friend, target) {
                let choice = battle.ask(side, |policy, view| policy.free_lock(view, friend, 1 << target));
                if choice == Some(target) {
                    battle.lock(friend, target);
                }
            }
        }
    }
    if let Some(tokens) = weapon_says(battle, attacker, shot, Word::TractorToken) {
        tractor_beam::assign(battle, attacker, target, tokens);
    }
    if battle.has(attacker, Word::DamageNeighbor) {
        damage_neighbor(battle, attacker, target, near);
    }
    Result { hit: true }
}

/// Ion tokens on a ship that is still there.
pub fn give_ion<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, tokens: u8) {
    if battle.ship(ship).is_on_board() && !battle.ship(ship).inert {
        battle.ship_mut(ship).ion += tokens;
        battle.show_tokens(ship);
    }
}

/// Another ship within range 1 of the target suffers: an enemy where there is one, else it must be a friend.
fn damage_neighbor<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    attacker: usize,
    target: usize,
    near: u32,
) {
    let near = near & battle.state.on_board() & !(1 << attacker) & !(1 << target);
    let foes = near & battle.state.mask(|ship| ship.side != battle.ship(attacker).side);
    let choice = if foes != 0 { foes } else { near };
    // The one with the least left.
    let weakest = bits(choice).min_by_key(|ship| {
        let state = battle.ship(*ship);
        (state.shields + battle.loadout(*ship).hull.saturating_sub(state.damage), *ship)
    });
    if let Some(ship) = weakest {
        suffer(battle, ship, 1, 0, Source::ship(attacker));
    }
}

/// Words that act after an attack, hit or not.
pub fn after_attack<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    attacker: usize,
    shot: Shot,
    _end: Result,
) {
    let target = usize::from(shot.target);
    let target_stands = battle.ship(target).is_on_board() && !battle.ship(target).marks.doomed;
    if let Some(hull) = weapon_says(battle, attacker, shot, Word::StressLowHull)
        && target_stands
        && battle.loadout(target).hull <= hull
    {
        battle.give_stress(target, 1);
    }
    let rows = battle.loadout(attacker).effects();
    for carried in rows {
        if carried.weapon != ANY_WEAPON || !battle.has(attacker, carried.effect.word) {
            continue;
        }
        match carried.effect.word {
            Word::StressTarget
                if target_stands && attacker_meets(battle.view(), attacker, shot, carried.effect.when) =>
            {
                battle.give_stress(target, carried.effect.amount);
            }
            Word::LockAfterAttack
                if target_stands && target_lock::may_lock(battle.view(), attacker, target) =>
            {
                battle.lock(attacker, target);
            }
            Word::SacrificeForCrit if target_stands => sacrifice(battle, attacker, target),
            Word::CloakAfterAttack
                if battle.ship(attacker).is_on_board()
                    && actions::may_cloak_freely(battle.view(), attacker)
                    && battle.wants(attacker, Word::CloakAfterAttack) =>
            {
                actions::cloak(battle, attacker);
            }
            _ => {}
        }
    }
    if battle.ship(attacker).lock != NONE
        && !target_stands
        && usize::from(battle.ship(attacker).lock) == target
    {
        battle.lose_lock(attacker);
    }
}

/// Two damage to oneself for one critical damage on the target.
fn sacrifice<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, attacker: usize, target: usize) {
    if battle.ship(attacker).is_on_board() && battle.wants(attacker, Word::SacrificeForCrit) {
        suffer(battle, attacker, 2, 0, Source::NOBODY);
        suffer(battle, target, 0, 1, Source::ship(attacker));
    }
}
