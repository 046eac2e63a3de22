//! Rule: Huge Ships, victory; Round Table Games, item 5. (Campaign, "Huge Ships"; "Intro")
//!
//! A faction wins when it has destroyed all enemy huge ships. By the club's variant the campaign ends when the
//! first faction is eliminated, and the most unmodified Fleet Points win. A campaign that reaches the turn cap is
//! decided by the set-up's tie-break, or is a draw.

use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{Standpoint, State};
use crate::config::{Elimination, VictoryCondition};
use crate::events::words::EndReason;
use crate::ids::Faction;

/// How a campaign ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// `None`: a draw.
    pub winner: Option<Faction>,
    pub reason: EndReason,
}

/// Whether the campaign is over at the end of a turn.
pub fn check(state: &State, book: &Rulebook) -> Option<End> {
    match book.rules.victory.condition {
        VictoryCondition::HugeShips => {
            if !book.rules.huge_ships.in_play {
                return None;
            }
            let mut left =
                contenders(state, book).filter(|&faction| state.huge_ships_of(faction).next().is_some());
            match (left.next(), left.next()) {
                (Some(_), Some(_)) => None,
                // Both lost their last huge ship in the same turn: nobody has won.
                (winner, _) => Some(End { winner, reason: EndReason::HugeShips }),
            }
        }
        VictoryCondition::Elimination => {
            let eliminated = contenders(state, book).any(|faction| is_eliminated(state, book, faction));
            eliminated.then(|| End {
                winner: leader(state, book, |faction| state.team(faction).unmodified_points),
                reason: EndReason::Elimination,
            })
        }
    }
}

/// The factions that can win. Scum beside the conflict cannot, unless the rule set lets them.
pub fn contenders<'a>(state: &'a State, book: &'a Rulebook) -> impl Iterator<Item = Faction> + 'a {
    state
        .factions
        .iter()
        .filter(|&faction| state.team(faction).standpoint == Standpoint::Power || book.rules.scum.can_win)
}

fn is_eliminated(state: &State, book: &Rulebook, faction: Faction) -> bool {
    match book.rules.rulings.elimination {
        Elimination::HugeShips => {
            book.rules.huge_ships.in_play && state.huge_ships_of(faction).next().is_none()
        }
        Elimination::NoSquad => {
            let can_fly = |player| {
                let pilots =
                    || state.persons_of(player).filter(|who| who.is_pilot() && who.captive_of().is_none());
                state.hulls_of(player).any(|hull| pilots().any(|who| who.qualifications.has(hull.class)))
            };
            !state.team(faction).players.iter().any(can_fly)
        }
    }
}

/// The one contender with the most of something; `None` where two have the most.
pub fn leader<T: Ord>(state: &State, book: &Rulebook, measure: impl Fn(Faction) -> T) -> Option<Faction> {
    let best = contenders(state, book).map(&measure).max()?;
    let mut with_best = contenders(state, book).filter(|&faction| measure(faction) == best);
    match (with_best.next(), with_best.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}
