//! Rule: Touching. (Rules Reference, "Touching", "Overlapping ships")
//!
//! Ships touch where a maneuver ended in an overlap and the ship was set back against the other. It ends when either
//! moves away; mere contact is not touching.

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::events::Sink;

use super::super::battle::Battle;
use super::super::few::bits;

/// After a ship moved, what it touched before is over.
pub fn moved_away<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let old = battle.ship(ship).touching;
    for other in bits(old) {
        battle.ship_mut(other).touching &= !(1 << ship);
    }
    battle.ship_mut(ship).touching = 0;
}

/// The ship was set back against others.
pub fn touches<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, others: u32) {
    for other in bits(others) {
        battle.ship_mut(other).touching |= 1 << ship;
    }
    battle.ship_mut(ship).touching |= others;
}
