//! Rule: Planning phase. (Rules Reference, "Planning phase")
//!
//! Every ship gets a dial, face down; an ionized ship gets none.

use crate::battle::attack::DamageCard;
use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::event::Phase;
use crate::catalog::Difficulty;
use crate::chance::Chance;
use crate::events::Sink;

use super::super::battle::{Battle, View};
use super::super::few::bits;
use super::super::missions;
use super::super::state::NONE;
use super::{critical_damage, ion, maneuver};

pub fn planning<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    battle.state.phase = Phase::Planning;
    battle.emit(BattleEvent::PhaseBegan { phase: Phase::Planning });
    battle.dials = [NONE; super::super::state::MAX_SHIPS];
    let ships = battle.state.mask(|ship| ship.is_active());
    for ship in bits(ships) {
        if ion::is_ionized(battle.view(), ship) {
            continue;
        }
        // Only the owner knows of an order that lies face down.
        let ordered = missions::has_green_order(battle, ship);
        battle.ship_mut(ship).marks.all_green |= ordered;
        let legal = legal_dials(battle.view(), ship);
        let side = battle.ship(ship).side;
        let choice = battle.ask(side, |policy, view| policy.dial(view, ship, legal));
        battle.ship_mut(ship).marks.all_green &= !ordered;
        let choice = if legal >> choice & 1 == 1 { choice } else { legal.trailing_zeros() as usize };
        battle.dials[ship] = choice as u8;
        // Shaken Pilot holds for one dial.
        if battle.ship(ship).no_straight {
            battle.ship_mut(ship).no_straight = false;
            critical_damage::flip_down(battle, ship, DamageCard::ShakenPilot);
        }
    }
    missions::end_of_planning(battle);
}

/// The entries of the dial that may be chosen, bit by place on the dial. Never empty.
pub fn legal_dials(view: View<'_>, ship: usize) -> u32 {
    let (state, loadout) = (view.ship(ship), view.loadout(ship));
    let (slowest, fastest) = missions::speeds(view, ship);
    let mut legal = 0;
    let mut fallback = 0;
    for (i, entry) in loadout.dial().iter().enumerate() {
        let red = maneuver::difficulty(view, ship, entry) == Difficulty::Red;
        if 0 < state.stress && red {
            continue;
        }
        fallback |= 1 << i;
        let wrong_speed = entry.speed < slowest || fastest < entry.speed;
        if (state.no_straight && entry.is_straight()) || wrong_speed {
            continue;
        }
        legal |= 1 << i;
    }
    match (legal, fallback) {
        (0, 0) => (1 << loadout.dial().len().max(1)) - 1,
        (0, fallback) => fallback,
        (legal, _) => legal,
    }
}
