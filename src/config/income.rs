//! Income, attacks, and teams of unequal size. (Purchase Reinforcements Phase to Number of Players)

use serde::{Deserialize, Serialize};

use crate::catalog::vocabulary;

vocabulary!(
    /// How teams of unequal size are evened out.
    EvenOut { Up = "up" / "to the large team's", Down = "down" / "to the short team's", None = "none" / "not at all" }
);

vocabulary!(
    /// For how long a player who does not come is away.
    Absence { Battle = "battle" / "from a battle", Turn = "turn" / "for a turn" }
);

/// Each player of a faction gets the faction's score of the previous turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Income {
    /// FP every turn.
    pub automatic: i16,
    /// FP for having captured a strategic target.
    pub captured_target: i16,
    /// However many were captured.
    pub captured_once_per_turn: bool,
    /// FP for having lost a strategic target.
    pub lost_target: i16,
    /// However many were lost.
    pub lost_once_per_turn: bool,
    /// FP for each battle won.
    pub battle_won: i16,
    /// FP for each battle lost.
    pub battle_lost: i16,
    /// The score is never less.
    pub minimum: i16,
}

/// Choose Strategic Targets Phase; Determine Scenarios Phase; Construct Squads and Conduct Battle Phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attacks {
    /// Attacks a faction may declare for each of its players.
    pub per_player: u8,
    /// Players of one faction who may attack the same target in a turn.
    pub per_target_and_faction: u8,
    /// An owner may give up a target without battle.
    pub may_cede: bool,
    /// A player who does not come loses, and nobody earns XP.
    pub absent_player_loses: bool,
}

/// Number of Players. How teams of unequal size are evened out: "up" lets the short faction share a phantom player's part, "down" holds the large one to the short one's, "none" leaves it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnequalPlayers {
    /// The faction's total of starting FP.
    pub starting_points: EvenOut,
    /// Attacks a turn.
    pub attacks: EvenOut,
    /// How often a faction gets its score.
    pub income: EvenOut,
    /// The short faction may have as many unique pilots as the large one.
    pub extra_unique_pilots: bool,
    /// What a seat's attendance is about: "battle", he stays away from single battles and loses them; "turn", he
    /// misses whole turns, in which his faction is short of a player and evened out.
    pub absences: Absence,
}
