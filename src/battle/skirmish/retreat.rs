//! Rule: Retreating From Battle. (Campaign, "Retreating From Battle")
//!
//! A side breaks off when its remaining strength (squad points times the share of hit points left, ships to come
//! included) falls below its rule's share of the foe's. Once the mission is decided, a side that is not clearly
//! stronger leaves as well. A running ship reaches the edge with its class's chance, gives up action and attack in that
//! round, and is away at its end if it lives.

use super::state::{Battle, Place, Unit, UnitRef};
use crate::chance::Chance;
use crate::ids::Side;

impl<C: Chance> Battle<'_, C> {
    /// Start of the round: who breaks off.
    pub fn decide_retreats(&mut self) {
        let strength = Side::BOTH.map(|side| self.strength(side));
        for side in Side::BOTH {
            let (own, foe) = (strength[side.index()], strength[side.foe().index()]);
            if foe == 0 || self.round < 2 {
                continue;
            }
            let mut ratio = self.engagement.squads[side.index()].retreat.strength_ratio;
            if self.is_decided() && 0.0 < ratio {
                ratio = ratio.max(f64::from(self.parameters.flight.stay_ratio.0) / 1000.0);
            }
            // A side that found the balance restored fights on.
            self.sides[side.index()].is_retreating = (own as f64) < ratio * foe as f64;
        }
    }

    /// Hundredths of squad points that a side has left.
    pub fn strength(&self, side: Side) -> u32 {
        let to_come = self.has_ships_to_come(side);
        let full = &self.full[side.index()];
        let counts = |unit: &Unit| {
            let waits = unit.place == Place::Reserve
                && to_come
                && matches!(unit.origin, super::state::Origin::Squad(_));
            unit.is_ship() && (unit.is_on_board() || waits)
        };
        let units = self.units[side.index()].iter().zip(full).filter(|(unit, _)| counts(unit));
        units.map(|(unit, full)| unit.strength(u32::from(*full))).sum()
    }

    /// Weaker than the other side.
    pub fn is_outgunned(&self, side: Side) -> bool {
        self.strength(side) < self.strength(side.foe())
    }

    /// A running ship's maneuver: does it reach the edge?
    pub fn reach_for_edge(&mut self, at: UnitRef) {
        let odds = self.unit(at).odds.flee;
        if odds.happens(&mut self.luck.board) {
            let unit = self.unit_mut(at);
            unit.place = Place::AtEdge;
            (unit.may_act, unit.may_attack) = (false, false);
        }
    }

    /// End of the round: ships on the edge are away.
    pub fn leave(&mut self) {
        for at in self.all_ships_on_board() {
            if self.unit(at).place == Place::AtEdge {
                self.leave_board(at);
            }
        }
        self.tokens_leave();
    }
}
