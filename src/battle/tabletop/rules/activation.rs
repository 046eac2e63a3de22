//! Rule: Activation phase. (Rules Reference, "Activation phase")
//!
//! Lowest pilot skill first; of equals, the side with initiative, in an order of its choice.

use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::event::{MoveKind, Phase};
use crate::catalog::Difficulty;
use crate::chance::Chance;
use crate::events::Sink;

use super::super::battle::Battle;
use super::super::effects::Word;
use super::super::few::bits;
use super::super::loadout::DialEntry;
use super::super::missions;
use super::super::state::{Leaving, NONE};
use super::actions::{self, Kinds};
use super::{bombs, cloak, fleeing, initiative, ion, maneuver, obstacles, skill, stress, target_lock};

pub fn activation<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    battle.state.phase = Phase::Activation;
    battle.emit(BattleEvent::PhaseBegan { phase: Phase::Activation });
    missions::start_of_activation(battle);
    cloak::decloaking(battle);
    loop {
        let waiting = battle.state.mask(|ship| ship.is_active() && !ship.marks.activated);
        let view = battle.view();
        let Some(step) = bits(waiting).map(|ship| skill::activation_skill(view, ship)).min() else { break };
        let equals = bits(waiting)
            .filter(|ship| skill::activation_skill(view, *ship) == step)
            .fold(0, |mask, i| mask | 1 << i);
        let ship = initiative::next_of_equals(battle, equals);
        battle.ship_mut(ship).marks.activated = true;
        activate(battle, ship);
    }
    bombs::bombs_go_off(battle);
    missions::end_of_activation(battle);
}

/// Reveal dial, execute maneuver, check stress, perform action, look at the edge.
fn activate<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    // Before revealing.
    let mut acted_early = false;
    if battle.has(ship, Word::ActionBeforeReveal) && battle.dials[ship] != NONE {
        acted_early = actions::free_action(battle, ship, Kinds::FULL);
    }
    if battle.has(ship, Word::MoveBeforeReveal) && battle.dials[ship] != NONE {
        actions::free_action(battle, ship, Kinds::ROLL_OR_BOOST);
    }
    if !battle.ship(ship).is_on_board() {
        return;
    }
    // Reveal Dial.
    let Some((entry, color, kind)) = reveal(battle, ship) else { return };
    // A roll or boost before the maneuver may have met a mine.
    if !battle.ship(ship).is_on_board() {
        return;
    }
    // Execute Maneuver.
    let met = maneuver::execute(battle, ship, &entry, kind);
    if !battle.ship(ship).is_on_board() {
        return;
    }
    // Check Pilot Stress.
    stress::check_pilot_stress(battle, ship, color);
    obstacles::before_action(battle, ship, &met);
    if !battle.ship(ship).is_on_board() {
        return;
    }
    // Clean Up and what follows a maneuver.
    after_maneuver(battle, ship, &entry, color);
    obstacles::damage_dice(battle, ship, &met, false);
    // Perform Action.
    let may_act = battle.ship(ship).is_active()
        && !battle.ship(ship).marks.skips_action
        && !acted_early
        && battle.ship(ship).leaving != Leaving::Fleeing;
    if may_act {
        actions::action_step(battle, ship);
    }
    obstacles::damage_dice(battle, ship, &met, true);
    fleeing::end_of_activation(battle, ship);
}

/// The maneuver that will be flown, its colour, and why.
fn reveal<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
) -> Option<(DialEntry, Difficulty, MoveKind)> {
    let base = battle.ship(ship).base;
    let dial = battle.dials[ship];
    // Tokens that came after the dial was set act in the next round.
    if dial == NONE && ion::is_ionized(battle.view(), ship) {
        battle.ship_mut(ship).ion = 0;
        battle.show_tokens(ship);
        let entry = maneuver::forced_straight(base, ion::ION_SPEED);
        return Some((entry, Difficulty::White, MoveKind::Ion));
    }
    if dial == NONE {
        return None;
    }
    let mut entry = battle.loadout(ship).dial()[usize::from(dial)];
    let mut color = maneuver::difficulty(battle.view(), ship, &entry);
    battle.ship_mut(ship).revealed = dial;
    battle.emit(BattleEvent::DialRevealed {
        ship: ship as u8,
        bearing: entry.bearing,
        speed: entry.speed,
        difficulty: color,
    });
    drop_on_reveal(battle, ship);
    if battle.ship(ship).has_once(Word::StopOnce) && battle.wants(ship, Word::StopOnce) {
        battle.ship_mut(ship).use_up(Word::StopOnce);
        battle.give_stress(ship, 1);
        entry = DialEntry::new(0, crate::catalog::Bearing::Stationary, Difficulty::White, base);
        return Some((entry, Difficulty::White, MoveKind::Maneuver));
    }
    if let Some(instead) = stress::replaced_if_red(entry, color, battle.ship(ship).stress, base) {
        (entry, color) = (instead, Difficulty::White);
    }
    if color == Difficulty::Green && battle.has(ship, Word::RollOnGreenReveal) {
        actions::free_action(battle, ship, Kinds::ROLL_ONLY);
    }
    Some((entry, color, MoveKind::Maneuver))
}

/// Bombs, not mines, are dropped when the dial is revealed.
fn drop_on_reveal<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let mut can = 0_u32;
    for (i, bomb) in battle.loadout(ship).bombs().iter().enumerate() {
        if !bomb.is_mine() && 0 < battle.ship(ship).bombs[i] {
            can |= 1 << i;
        }
    }
    if can == 0 {
        return;
    }
    let (side, dial) = (battle.ship(ship).side, usize::from(battle.dials[ship]));
    let choice = battle.ask(side, |policy, view| policy.drops_bomb(view, ship, dial, can));
    if let Some(bomb) = choice.filter(|bomb| can >> bomb & 1 == 1) {
        bombs::drop_bomb(battle, ship, bomb);
    }
}

/// Words that follow a maneuver.
fn after_maneuver<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    entry: &DialEntry,
    color: Difficulty,
) {
    let fast = battle.loadout(ship).amount(Word::EvadeAfterSpeed);
    if battle.has(ship, Word::EvadeAfterSpeed) && fast <= entry.speed {
        battle.give_evade(ship, 1);
    }
    if color == Difficulty::Green {
        if battle.has(ship, Word::ShieldAfterGreen) {
            battle.regain_shield(ship);
        }
        if battle.has(ship, Word::FocusAfterGreen) && battle.ship(ship).is_active() {
            actions::free_focus(battle, ship);
        }
        if battle.has(ship, Word::LockAfterGreen) {
            lock_somebody(battle, ship);
        }
    }
    if color == Difficulty::Red && battle.has(ship, Word::FocusAfterRed) {
        battle.give_focus(ship, 1);
    }
}

/// A lock that costs no action.
fn lock_somebody<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let view = battle.view();
    let side = view.ship(ship).side;
    let foes = view.state.mask(|other| other.side != side && other.is_on_board() && other.targetable);
    let can =
        bits(foes).filter(|foe| target_lock::may_lock(view, ship, *foe)).fold(0_u32, |mask, i| mask | 1 << i);
    if can != 0 {
        let choice = battle.ask(side, |policy, view| policy.free_lock(view, ship, can));
        if let Some(target) = choice.filter(|target| can >> target & 1 == 1) {
            battle.lock(ship, target);
        }
    }
}
