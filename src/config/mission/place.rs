//! Where things may stand: bands from edges, corners, tokens and ships.
//!
//! The board is seen with the defender's edge on top and the attacker's at the bottom.

use serde::{Deserialize, Serialize};

use super::words::{TokenKind, words};

words!(
    /// Which way a thing must face when it is placed.
    Facing("facing") {
        Free = "free" / "any way",
        AwayFromAttackerEdge = "away-from-attacker-edge" / "directly away from the attacker's edge",
        AwayFromDefenderEdge = "away-from-defender-edge" / "directly away from the defender's edge",
        FoeEdge = "foe-edge" / "directly toward the enemy's edge",
        /// All ships of the side face one edge of their owner's choice.
        SameEdge = "same-edge" / "directly toward one and the same edge",
    }
);

/// What a distance is measured from. Where it names several things, `within`, `at` and `touching` mean one of
/// them, `beyond` means all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename = "place", rename_all = "kebab-case")]
pub enum Place {
    /// The starting edge of whoever places.
    OwnEdge,
    AttackerEdge,
    DefenderEdge,
    LeftEdge,
    RightEdge,
    /// Left and right edge.
    SideEdges,
    /// Attacker's and defender's edge.
    StartingEdges,
    /// All four.
    Edges,
    /// The two opposite corners that the side owns; who has initiative chooses which. The range is a box: that
    /// far from both edges of the corner.
    OwnCorners,
    /// The one corner that the side owns, opposite to the foe's; who has initiative chooses first.
    OwnCorner,
    /// The two edges that meet in the own corner.
    OwnCornerEdges,
    /// All four corners, with boxes as above.
    Corners,
    /// The middle of the board.
    Center,
    /// The middle between the side edges.
    MiddleLine,
    Obstacles,
    AttackerShips,
    DefenderShips,
    FoeShips,
    /// Enemy ships that came with the same wave.
    FoeWave,
    /// Tokens of that kind on the board, whoever placed them.
    Token(TokenKind),
    /// Tokens of that kind that the side itself placed.
    OwnToken(TokenKind),
    /// The first token of that kind placed (by the side itself, where both place some).
    FirstToken(TokenKind),
}

/// A distance from a place, in range bands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    pub of: Place,
    pub range: u8,
}

/// A span of range bands from a place; the closest point counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    pub of: Place,
    pub from: u8,
    pub to: u8,
}

/// A part of the board: everything that keeps all of its limits. Without limits it is the whole board.
///
/// A limit to things of which none lies there yet is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Zone {
    /// Wholly inside that range.
    pub within: Vec<Limit>,
    /// The closest point inside those bands.
    pub at: Vec<Band>,
    /// No part inside that range.
    pub beyond: Vec<Limit>,
    /// The nearest sides lie exactly at the end of that range.
    pub exactly: Vec<Limit>,
    /// Not overlapping it.
    pub clear_of: Vec<Place>,
    /// In contact with, or flush along it.
    pub touching: Vec<Place>,
    /// Exactly there.
    pub on: Vec<Place>,
    /// Kept if the board has room for it, else ignored.
    pub if_possible_beyond: Vec<Limit>,
}
