//! What a mission pays, besides the place it was fought for, and its remarks on experience.
//!
//! A mission says what is paid to whom and for what; how much is the campaign's affair and stands in the rule set
//! (`[rewards]`, `[huge_ships.locating]`), where house rules reach it.

use serde::{Deserialize, Serialize};

use super::words::{Who, words};

words!(
    /// On what a reward depends.
    Earned("earned") {
        /// Whatever the outcome, if the side fought in good faith.
        GoodFaith = "good-faith" / "for a fight in good faith, won or lost",
        Won = "won" / "for winning",
        /// For what was brought home, won or lost.
        BroughtHome = "brought-home" / "for what was brought home, won or lost",
    }
);

words!(
    /// Something that a side gets after the battle.
    RewardKind("reward") {
        /// Fleet Points as a share of the starting squad size.
        SizeShare = "size-share" / "Fleet Points as a share of the squad size",
        /// Secured cargo is turned into upgrades or Fleet Points by the tables; all of it must be spent.
        RedeemCargo = "redeem-cargo" / "upgrades or Fleet Points for secured cargo, by the cargo tables",
        /// Stolen containers bring their contents, which the foe chose and loses, if the carrying ship survives.
        Containers = "containers" / "the contents of stolen containers whose ship survives",
        /// Prisoners brought home rejoin their Squadron; those in a ship that is destroyed get an ejection roll.
        Prisoners = "prisoners" / "its prisoners back",
        /// The foe shows the Squadron roster of one of his players.
        RevealRoster = "reveal-roster" / "a look at one enemy player's roster",
        /// Huge ships of the foe are found, and upgrades of his capital ship told.
        LocateHugeShip = "locate-huge-ship" / "the location of an enemy huge ship",
    }
);

/// What is paid to whom and for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reward {
    pub reward: RewardKind,
    pub who: Who,
    pub earned: Earned,
}

/// Where a mission differs from the ordinary rule on experience.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Experience {
    /// Taking part earns XP even if no attack was made.
    pub without_attacks: bool,
    /// Prisoners carried earn none.
    pub prisoners_earn_none: bool,
}
