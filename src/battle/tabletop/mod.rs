//! The tabletop battle model: the real board, flown by policies.
//!
//! [`fight`] takes an engagement and answers with an outcome. Inside: [`state`] is what lies on the table, [`rules`]
//! are the headings of the Rules Reference, [`effects`] are cards as data, [`terrain`] and [`missions`] come from the
//! campaign rulebook, [`policy`] is who decides. The round loop allocates nothing.

use crate::battle::engagement::Engagement;
use crate::battle::outcome::Outcome;
use crate::battle::tabletop::event::BattleEvent;
use crate::chance::{Chance, Luck, Seeded};
use crate::config::mission::{Mission, Word};
use crate::events::Sink;

pub mod battle;
pub mod effects;
pub mod event;
pub mod few;
pub mod loadout;
pub mod missions;
pub mod policy;
pub mod round;
pub mod rules;
pub mod signature;
pub mod state;
pub mod terrain;

mod deal;
mod tell;

#[cfg(test)]
mod tests;

pub use battle::{Battle, Fortune, Origin, Table, View};
pub use policy::{Greedy, Policy, Random, policy_stream};
pub use signature::Signature;

/// Why this model does not play an engagement; the caller may turn to the other model and mark the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CannotPlay {
    /// The mission uses a word that is not played yet.
    Word(Word),
    /// More squad ships than the table holds.
    TooManyShips(usize),
    /// Huge ships have no rules here yet.
    HugeShips,
    /// The board has no legal room for a ship or a token.
    NoRoom,
    /// No mission of that name.
    UnknownMission(String),
}

impl std::fmt::Display for CannotPlay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CannotPlay::Word(word) => write!(f, "the tabletop cannot play the word {word} yet"),
            CannotPlay::TooManyShips(ships) => write!(f, "{ships} ships are more than the tabletop holds"),
            CannotPlay::HugeShips => write!(f, "the tabletop cannot play huge ships yet"),
            CannotPlay::NoRoom => write!(f, "the board has no legal room for all ships and tokens"),
            CannotPlay::UnknownMission(name) => write!(f, "no mission is called {name}"),
        }
    }
}

/// Fights a battle on the board.
pub fn fight<S: Sink<BattleEvent>>(
    engagement: &Engagement,
    luck: Luck,
    battle_key: u64,
    policies: [&mut dyn Policy; 2],
    sink: &mut S,
) -> Result<Outcome, CannotPlay> {
    let mission = crate::config::mission::find(&engagement.mission)
        .map_err(|_| CannotPlay::UnknownMission(engagement.mission.clone()))?;
    fight_mission(engagement, mission, Fortune::<Seeded>::new(luck, battle_key), policies, sink)
}

/// The same with a mission at hand and any source of luck.
pub fn fight_mission<C: Chance, S: Sink<BattleEvent>>(
    engagement: &Engagement,
    mission: &Mission,
    fortune: Fortune<C>,
    policies: [&mut dyn Policy; 2],
    sink: &mut S,
) -> Result<Outcome, CannotPlay> {
    let table = deal::deal(engagement, mission)?;
    let [attacker, defender] = policies;
    let mut battle = deal::begin(engagement, &table, fortune, [&mut *attacker, &mut *defender], &mut *sink);
    missions::setup::set_up(&mut battle).map_err(|_| CannotPlay::NoRoom)?;
    let capped = round::rounds(&mut battle);
    Ok(tell::outcome(engagement, &mut battle, capped.0))
}
