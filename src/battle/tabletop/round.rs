//! One round, and rounds until the battle is over.

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::events::Sink;

use super::battle::Battle;
use super::missions;
use super::rules::{activation, combat, end_phase, planning, retreat};

/// Rounds until the mission says that the battle is over, or the cap.
pub fn rounds<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) -> Capped {
    while !missions::is_over(battle) {
        if battle.table.switches.round_cap <= battle.state.round {
            return Capped(true);
        }
        round(battle);
    }
    Capped(false)
}

/// Whether the cap ended the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capped(pub bool);

pub fn round<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    battle.state.round += 1;
    battle.emit(BattleEvent::RoundBegan { round: battle.state.round });
    battle.state.losses_this_round = [0; 2];
    retreat::consider(battle);
    missions::start_of_round(battle);
    // 1. Planning Phase.
    planning::planning(battle);
    // 2. Activation Phase.
    activation::activation(battle);
    // 3. Combat Phase.
    combat::combat(battle);
    // 4. End Phase.
    end_phase::end_phase(battle);
    missions::end_of_round(battle);
}
