//! Rule: When a side breaks off. (campaign rulebook, "Retreating From Battle"; doctrine's retreat rule)
//!
//! The rulebook lets ships leave and leaves the decision to the player: the engagement brings it as two numbers.

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::events::Sink;
use crate::ids::Side;

use super::super::battle::{Battle, View};
use super::super::missions::victory::is_decided;
use super::super::state::Status;

/// Once the mission is decided, a side that leaves at all stays to hold the field only above this share of the enemy's
/// strength; the skirmish model has the same number among its parameters.
pub const STAY_RATIO: f64 = 0.7;

/// Points of what is left of a side, each ship by the share of its hit points, reserves included.
pub fn strength(view: View<'_>, side: Side) -> f64 {
    let mut sum = 0.0;
    for (i, ship) in view.state.ships().iter().enumerate() {
        let counts =
            ship.side == side && !ship.inert && matches!(ship.status, Status::OnBoard | Status::Reserve);
        if counts
            && !matches!(view.table.origins[i], super::super::battle::Origin::Reinforcement(_) if ship.status == Status::Reserve)
        {
            let loadout = &view.table.loadouts[i];
            let whole = f64::from(loadout.hull + loadout.shields);
            let left = f64::from(ship.shields + loadout.hull.saturating_sub(ship.damage));
            sum += f64::from(loadout.points) * left / whole.max(1.0);
        }
    }
    sum
}

/// At the start of a round each side looks at the balance of forces.
pub fn consider<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let view = battle.view();
    let strengths = Side::BOTH.map(|side| strength(view, side));
    let decided = is_decided(view);
    for side in Side::BOTH {
        let mut ratio = battle.table.retreat[side.index()].strength_ratio;
        if 0.0 < ratio && decided {
            ratio = ratio.max(STAY_RATIO);
        }
        let foe = strengths[side.foe().index()];
        let lost = 0.0 < ratio && strengths[side.index()] < ratio * foe;
        // A side that found the balance restored fights on.
        battle.state.breaking_off[side.index()] = lost;
    }
}

/// True where this ship should leave: its side breaks off, or it is too badly hurt.
pub fn should_leave(view: View<'_>, ship: usize) -> bool {
    let state = view.ship(ship);
    if view.state.breaking_off[state.side.index()] {
        return true;
    }
    let share = view.table.retreat[state.side.index()].hull_share;
    let hull = f64::from(view.loadout(ship).hull);
    let left = hull - f64::from(state.damage);
    0.0 < share && left < share * hull
}
