//! Rule: Start and end of the Combat phase. (cards and damage cards that act there)

use crate::battle::attack::DamageCard;
use crate::battle::tabletop::event::BattleEvent;
use crate::chance::{AttackFace, Chance};
use crate::events::Sink;

use super::super::battle::Battle;
use super::super::effects::Word;
use super::super::few::bits;
use super::damage::{Source, suffer};
use super::range::ships_at_range;
use super::skill::combat_skill;

pub fn start_of_combat<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    for ship in bits(battle.state.mask(|ship| ship.is_active())) {
        for _ in 0..battle.ship(ship).cards.face_up(DamageCard::ConsoleFire) {
            if battle.ship(ship).is_on_board() && battle.attack_die(ship) == AttackFace::Hit {
                suffer(battle, ship, 1, 0, Source::NOBODY);
            }
        }
        if battle.ship(ship).is_on_board() {
            focus_counts(battle, ship);
            lend_skill(battle, ship);
        }
    }
}

/// Once: stress, then all own focus results count this round.
fn focus_counts<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let word = Word::FocusCountsOnce;
    if battle.ship(ship).has_once(word) && battle.wants(ship, word) {
        battle.ship_mut(ship).use_up(word);
        battle.ship_mut(ship).marks.focus_counts = true;
        battle.give_stress(ship, 1);
    }
}

/// A friend at range 1 of lower skill fights at this ship's skill.
fn lend_skill<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    if !battle.has(ship, Word::LendSkill) {
        return;
    }
    let view = battle.view();
    let own = combat_skill(view, ship);
    let friends = ships_at_range(view, ship, view.state.fleet(view.ship(ship).side), 1);
    let lowest = bits(friends)
        .filter(|friend| combat_skill(view, *friend) < own)
        .min_by_key(|friend| (combat_skill(view, *friend), *friend));
    if let Some(friend) = lowest
        && battle.wants(ship, Word::LendSkill)
    {
        battle.ship_mut(friend).marks.combat_skill = Some(own);
    }
}

/// Words that act at the end of Combat.
pub fn end_of_combat<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    for ship in bits(battle.state.mask(|ship| ship.is_active())) {
        let can = 0 < battle.ship(ship).focus && battle.ship(ship).shields < battle.loadout(ship).shields;
        if can && battle.wants(ship, Word::ShieldForFocus) {
            battle.ship_mut(ship).focus -= 1;
            battle.show_tokens(ship);
            battle.regain_shield(ship);
        }
    }
}
