//! Missions on the board: the vocabulary of `config::mission` put into play, hooked into the moments of a round.

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::config::mission::Moment;
use crate::events::Sink;
use crate::geometry::Edge;

use super::battle::Battle;

mod actions;
mod completion;
pub mod placing;
mod playable;
pub mod setup;
mod special;
pub mod tokens;
pub mod victory;
pub mod waves;
pub mod zone;

pub use actions::{action_options, instead_of_attack, is_between, take_action};
pub use placing::{Placed, Request};
pub use playable::{CANNOT_PLAY, unplayable};
pub use special::{MayFlee, free_actions, has_green_order, may_flee, speeds};
pub use victory::{Verdict, is_over, roll_at_end, verdict};

/// What happens at a moment of the round, whatever the mission.
fn moment<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, moment: Moment) {
    tokens::move_tokens(battle, moment);
    actions::between_ships(battle, moment);
    special::jamming(battle, moment);
    special::jumps(battle, moment);
    waves::waves(battle, moment);
    // Who comes back is no loss, so it is known before losses are replaced.
    special::returns(battle, moment);
    waves::reinforcements(battle, moment);
    victory::look(battle);
}

pub fn start_of_round<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    special::give_orders(battle);
}

pub fn end_of_planning<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    special::pass_roles(battle, true);
}

pub fn start_of_activation<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    special::reveal_orders(battle);
    moment(battle, Moment::StartOfActivation);
}

pub fn end_of_activation<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    moment(battle, Moment::EndOfActivation);
}

pub fn start_of_combat<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    moment(battle, Moment::StartOfCombat);
}

pub fn end_of_combat<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    moment(battle, Moment::EndOfCombat);
}

pub fn start_of_end_phase<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    moment(battle, Moment::StartOfEndPhase);
}

pub fn end_phase<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    moment(battle, Moment::EndPhase);
}

pub fn end_of_round<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    moment(battle, Moment::EndOfRound);
}

/// A ship was destroyed.
pub fn ship_destroyed<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let side = battle.ship(ship).side.index();
    let token = battle.ship(ship).token;
    if battle.ship(ship).inert {
        if token != super::state::NONE {
            battle.state.tokens[usize::from(token)].is_there = false;
            battle.state.tokens[usize::from(token)].gone_round = battle.state.round;
            battle.emit(BattleEvent::TokenRemoved { token });
        }
    } else {
        battle.state.losses_this_round[side] += 1;
    }
    tokens::carrier_destroyed(battle, ship);
    special::debris_on_kill(battle, ship);
    special::pass_roles(battle, false);
    victory::look(battle);
}

/// A ship left the board.
pub fn ship_fled<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, edge: Edge) {
    tokens::ship_token_fled(battle, ship, edge);
    special::secure_cargo(battle, ship);
    victory::look(battle);
}
