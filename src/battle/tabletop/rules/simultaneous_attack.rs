//! Rule: Simultaneous attack. (Rules Reference, "Simultaneous attack rule")
//!
//! A ship destroyed by an attacker of its own pilot skill, before its own chance to attack, keeps that chance and is
//! removed right after it. Without this the first seat wins two mirror matches of three.

use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::event::Phase;
use crate::chance::Chance;
use crate::events::Sink;

use super::super::battle::{Battle, View};
use super::super::few::bits;
use super::damage::destroy;
use super::skill::combat_skill;

/// True where a destroyed ship still has its chance to attack in this step.
pub fn stays_for_its_shot(view: View<'_>, ship: usize) -> bool {
    let state = view.ship(ship);
    view.state.phase == Phase::Combat
        && !state.inert
        && !state.marks.had_combat
        && combat_skill(view, ship) == view.state.combat_skill
}

/// Removes a doomed ship after its chance, or all that are left at the end of the phase.
pub fn remove_doomed<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, only: Option<usize>) {
    let doomed = battle.state.mask(|ship| ship.is_on_board() && ship.marks.doomed);
    for ship in bits(doomed) {
        if only.is_none_or(|only| only == ship) {
            destroy(battle, ship);
        }
    }
}
