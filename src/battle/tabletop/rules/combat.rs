//! Rule: Combat phase. (Rules Reference, "Combat phase", "Attack")
//!
//! Highest pilot skill first; of equals, the side with initiative, in an order of its choice.

use crate::battle::attack::DamageCard;
use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::event::Phase;
use crate::catalog::Requirement;
use crate::chance::Chance;
use crate::events::Sink;

use super::super::battle::{Battle, View};
use super::super::few::{Few, bits};
use super::super::loadout::WeaponClass;
use super::super::missions;
use super::super::state::{Leaving, Ship};
use super::attack::attack;
use super::firing_arc::{Shot, Through, shot};
use super::{initiative, obstacles, simultaneous_attack, skill};

/// Weapons times targets; a ship that reaches more takes what comes first.
pub const MAX_SHOTS: usize = 48;
pub type Shots = Few<Shot, MAX_SHOTS>;

/// All attacks of the Combat phase.
pub fn combat<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    battle.state.phase = Phase::Combat;
    // Nobody's step yet: a ship lost to a fire aboard at the start of the phase does not shoot first.
    battle.state.combat_skill = u8::MAX;
    battle.emit(BattleEvent::PhaseBegan { phase: Phase::Combat });
    super::start_of_combat::start_of_combat(battle);
    missions::start_of_combat(battle);
    loop {
        let waiting = battle.state.mask(|ship| ship.is_active() && !ship.marks.had_combat);
        let view = battle.view();
        let Some(step) = bits(waiting).map(|ship| skill::combat_skill(view, ship)).max() else { break };
        battle.state.combat_skill = step;
        let view = battle.view();
        let equals =
            bits(waiting).filter(|ship| skill::combat_skill(view, *ship) == step).fold(0, |m, i| m | 1 << i);
        let ship = initiative::next_of_equals(battle, equals);
        combat_activation(battle, ship);
        battle.ship_mut(ship).marks.had_combat = true;
        simultaneous_attack::remove_doomed(battle, Some(ship));
    }
    simultaneous_attack::remove_doomed(battle, None);
    super::start_of_combat::end_of_combat(battle);
    missions::end_of_combat(battle);
}

/// One ship's chance to attack.
fn combat_activation<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let could_attack = may_attack(battle.view(), ship);
    if could_attack {
        let shots = shots(battle.view(), ship, Allowed::ANY);
        let side = battle.ship(ship).side;
        let instead = missions::instead_of_attack(battle, ship);
        if !instead && !shots.is_empty() {
            let choice = battle.ask(side, |policy, view| policy.attack(view, ship, &shots));
            if let Some(choice) = choice.filter(|choice| *choice < shots.len()) {
                attack(battle, ship, shots[choice]);
            }
        }
    }
    // A blinded pilot of the later deck recovers after a chance to attack.
    super::critical_damage::after_chance_to_attack(battle, ship);
}

/// Which shots are asked for.
#[derive(Debug, Clone, Copy)]
pub struct Allowed {
    pub primary: bool,
    pub secondary: bool,
    /// Only turrets among the secondary weapons.
    pub turrets_only: bool,
    /// Only through the auxiliary arc.
    pub auxiliary_only: bool,
    /// Only this target.
    pub target: Option<usize>,
}

impl Allowed {
    pub const ANY: Allowed =
        Allowed { primary: true, secondary: true, turrets_only: false, auxiliary_only: false, target: None };
    pub const PRIMARY: Allowed = Allowed { secondary: false, ..Allowed::ANY };
}

/// True where nothing about the ship itself forbids an attack.
pub fn may_attack(view: View<'_>, attacker: usize) -> bool {
    let ship = view.ship(attacker);
    ship.is_active()
        && ship.leaving != Leaving::Fleeing
        && !ship.cloaked
        && !ship.weapons_disabled
        && !ship.marks.attacks_over
        && !obstacles::blocks_attack(view, attacker)
        && !super::critical_damage::forbids_attack(view, ship)
}

/// Every legal shot of a ship.
pub fn shots(view: View<'_>, attacker: usize, allowed: Allowed) -> Shots {
    let mut shots = Shots::new();
    let loadout = view.loadout(attacker);
    for target in bits(targets(view, attacker)) {
        if allowed.target.is_some_and(|only| only != target) {
            continue;
        }
        for (weapon, card) in loadout.weapons().iter().enumerate() {
            let primary = card.class == WeaponClass::Primary;
            let right_kind = if primary {
                allowed.primary && 0 < card.attack
            } else {
                allowed.secondary && (!allowed.turrets_only || card.class == WeaponClass::Turret)
            };
            if !right_kind || !is_ready(view, attacker, weapon, target) {
                continue;
            }
            if let Some(shot) = shot(view, attacker, target, weapon)
                && (!allowed.auxiliary_only || shot.through == Through::Auxiliary)
            {
                shots.push(shot);
            }
        }
    }
    shots
}

/// Enemies that may be shot at: on the board, not touched, not already doomed.
pub fn targets(view: View<'_>, attacker: usize) -> u32 {
    let ship: &Ship = view.ship(attacker);
    let foes = view.state.mask(|other| {
        other.side != ship.side && other.is_on_board() && other.targetable && !other.marks.doomed
    });
    foes & !ship.touching
}

/// True where a weapon has a use left and its requirement is met.
pub fn is_ready(view: View<'_>, attacker: usize, weapon: usize, target: usize) -> bool {
    let ship = view.ship(attacker);
    let card = &view.loadout(attacker).weapons()[weapon];
    if ship.charges[weapon] == 0 {
        return false;
    }
    match card.requires {
        Requirement::Nothing => true,
        Requirement::TargetLock => usize::from(ship.lock) == target,
        Requirement::Focus => 0 < ship.focus,
        Requirement::Energy => false,
    }
}

/// True where a face-up card of that title lies on the ship.
#[inline]
pub fn suffers(ship: &Ship, card: DamageCard) -> bool {
    0 < ship.cards.face_up(card)
}
