//! A faction at the table: its players, what it scored this turn, what it knows of the enemy's huge ships.

use crate::campaign::offers::Asset;
use crate::ids::{Faction, PlayerId, TargetId};

use super::short_list::ShortList;

/// Players of one faction, in set-up order. Each faction has at most twelve.
pub type Roster = ShortList<PlayerId, 12>;

/// Scum may stand beside the conflict instead of in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Standpoint {
    /// A side of the war: can win, is scored in full.
    #[default]
    Power,
    /// Scum and Villainy as a third faction: income from targets only, cannot win.
    Fringe,
}

/// What the coming income is counted from; cleared when it has been.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// New targets taken, the Trade Route included as the rule set says.
    pub captured: u16,
    pub lost: u16,
    pub battles_won: u16,
    pub battles_lost: u16,
    pub trade_route: bool,
    /// Fleet Points less because an enemy controls the Trade Route.
    pub enemy_trade_route_loss: i32,
    pub resource_cache: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Team {
    /// Whether the faction plays at all.
    pub playing: bool,
    /// Whose cards it uses: its own, but in mirror mode the first faction's.
    pub catalog: Option<Faction>,
    pub standpoint: Standpoint,
    pub players: Roster,
    pub tally: Tally,
    /// Successful searches that were not used up by an attack yet, by the faction searched.
    pub located: [u8; 3],
    /// Searches that succeeded this turn; they count from the next turn on.
    pub located_this_turn: [u8; 3],
    /// Sum of the scores before any normalisation: the "unmodified" Fleet Points.
    pub unmodified_points: i64,
    /// Battles won in the turn before the last, for the ruling that lets wins count later.
    pub battles_won_before: u16,
    /// All huge ships destroyed.
    pub eliminated_turn: u16,
}

impl Team {
    /// Whose ships, pilots and tables the faction uses.
    pub fn cards(&self) -> Faction {
        self.catalog.expect("a faction that plays has a catalog")
    }

    pub fn n_players(&self) -> usize {
        self.players.len()
    }
}

/// Work for Scum: an attack on an enemy target against pay. Lasts one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contract {
    pub employer: PlayerId,
    pub target: TargetId,
    /// Fleet Points set aside by the employer until the contract is accepted or lapses.
    pub points: i32,
    /// What the employer gives besides.
    pub goods: Option<Asset>,
    /// The last turn in which it stands.
    pub last_turn: u16,
    pub accepted_by: Option<PlayerId>,
}

impl Contract {
    /// Accepted and paid.
    pub fn is_over(&self) -> bool {
        self.accepted_by.is_some()
    }
}
