//! Rule: Ship Damage and Repair. (Campaign, "Ship Damage and Repair")
//!
//! A ship with a damage card after a battle sits out one campaign turn. Shields recharge by themselves.

use crate::campaign::context::Context;
use crate::campaign::state::State;
use crate::events::CampaignEvent;
use crate::ids::HullId;

/// A ship comes home damaged.
pub fn damage(context: &mut Context<'_>, hull: HullId) {
    let ready_turn = context.state.turn + 1 + u16::from(context.book.rules.ships.repair_turns);
    let ship = context.state.hull_mut(hull);
    ship.damaged = true;
    ship.times_damaged = ship.times_damaged.saturating_add(1);
    ship.ready_turn = ship.ready_turn.max(ready_turn);
    let ready_turn = ship.ready_turn;
    context.emit(CampaignEvent::HullDamaged { hull, ready_turn });
}

/// A turn begins: ships whose repair is over are whole, the others are idle for another turn.
pub fn repair(state: &mut State) {
    let turn = state.turn;
    for hull in state.hulls.iter_mut().filter(|hull| hull.in_service()) {
        if hull.ready_turn <= turn {
            hull.damaged = false;
        }
    }
}

/// The battle phase begins: counts the ships that sit it out.
pub fn count_idle(state: &mut State) {
    let turn = state.turn;
    for hull in state.hulls.iter_mut().filter(|hull| hull.in_service() && turn < hull.ready_turn) {
        hull.turns_idle += 1;
    }
}
