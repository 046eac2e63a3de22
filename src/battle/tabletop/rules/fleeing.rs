//! Rule: Retreating from battle. (campaign rulebook, "Retreating From Battle")
//!
//! The edge is soft. A ship with a part outside at the end of its activation may declare that it flees, if it faces
//! away from the play area; else it must be wholly inside at the end of its next activation or is forced to flee. A
//! fleeing ship takes no further actions and makes no attacks; if it lives to the end of the End phase it is away.

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::events::Sink;
use crate::geometry::Edge;

use super::super::battle::{Battle, View};
use super::super::few::bits;
use super::super::missions;
use super::super::state::{Leaving, Status};
use super::damage::{Source, destroy};

/// True where a ship looks outward over an edge that it crosses.
pub fn faces_away(view: View<'_>, ship: usize) -> bool {
    let state = view.ship(ship);
    let out = view.table.board.sticks_out(state.base, state.pose);
    Edge::ALL.iter().any(|edge| out >> edge.index() & 1 == 1 && state.pose.heading.dot(edge.inward()) < 0.0)
}

/// The edge over which a ship is farthest out.
pub fn edge_crossed(view: View<'_>, ship: usize) -> Edge {
    let state = view.ship(ship);
    let mut farthest = Edge::South;
    let mut least = f64::INFINITY;
    for edge in Edge::ALL {
        let (near, _) = view.table.board.span(edge, state.base, state.pose);
        if near < least {
            (farthest, least) = (edge, near);
        }
    }
    farthest
}

/// The end of a ship's activation.
pub fn end_of_activation<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    if !battle.ship(ship).is_active() {
        return;
    }
    let state = battle.ship(ship);
    if battle.table.board.holds(state.base, state.pose) {
        battle.ship_mut(ship).leaving = Leaving::No;
        return;
    }
    let may = missions::may_flee(battle.view(), ship);
    if state.leaving == Leaving::MustReturn {
        if may == missions::MayFlee::DestroyedIfForced {
            battle.ship_mut(ship).fate.round = battle.state.round;
            battle.ship_mut(ship).fate.by = Source::NOBODY.by;
            return destroy(battle, ship);
        }
        // A ship that may not leave stays under the same duty.
        if may == missions::MayFlee::Yes {
            return declare(battle, ship, true);
        }
        return;
    }
    let side = state.side;
    let wants = may == missions::MayFlee::Yes
        && faces_away(battle.view(), ship)
        && battle.ask(side, |policy, view| policy.flees(view, ship));
    if wants {
        declare(battle, ship, false);
    } else {
        battle.ship_mut(ship).leaving = Leaving::MustReturn;
    }
}

fn declare<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, forced: bool) {
    battle.ship_mut(ship).leaving = Leaving::Fleeing;
    battle.emit(BattleEvent::FleeDeclared { ship: ship as u8, forced });
}

/// The end of the End phase: fleeing ships are away.
pub fn remove_fled<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let fleeing = battle.state.mask(|ship| ship.is_on_board() && ship.leaving == Leaving::Fleeing);
    for ship in bits(fleeing) {
        let edge = edge_crossed(battle.view(), ship);
        let round = battle.state.round;
        let state = battle.ship_mut(ship);
        state.status = Status::Fled;
        state.fate.fled_over = edge.index() as u8;
        state.fate.fled_round = round;
        battle.state.forget(ship);
        battle.emit(BattleEvent::Fled { ship: ship as u8 });
        missions::ship_fled(battle, ship, edge);
    }
}
