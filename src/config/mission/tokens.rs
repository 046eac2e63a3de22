//! Tokens: what they are, whether they can be shot at, and how they move.

use serde::{Deserialize, Serialize};

use super::place::Place;
use super::words::{Moment, SquadRole, TokenKind, words};
use crate::ids::Side;

words!(
    /// What a token is for collisions and obstruction.
    CountsAs("counts-as") {
        Nothing = "nothing" / "neither ship nor obstacle",
        Ship = "ship" / "a ship",
        Obstacle = "obstacle" / "an obstacle",
    }
);

words!(
    /// How a token takes damage.
    DamageRule("damage") {
        /// Each damage or critical damage is one damage token.
        Tokens = "tokens" / "each damage is one token",
        /// Criticals are changed to hits.
        CritsAreHits = "crits-are-hits" / "criticals count as hits",
        /// Only critical damage counts.
        CritsOnly = "crits-only" / "only criticals do damage",
    }
);

words!(
    /// What a face-down token may turn out to be.
    Face("face") {
        Intact = "intact" / "intact",
        Raided = "raided" / "raided",
        Operative = "operative" / "operative",
        Explosives = "explosives" / "explosives",
    }
);

words!(
    /// What becomes of a token that a destroyed ship carried.
    CarrierDestroyed("carrier-destroyed") {
        /// It is lost with the ship.
        Lost = "lost" / "lost with its ship",
        /// It counts as taken, whatever becomes of the ship.
        StillTaken = "still-taken" / "counts as taken all the same",
    }
);

words!(
    /// The shape of a token's move; a bank goes either way.
    MoveShape("move-shape") { Straight = "straight" / "straight", Bank = "bank" / "bank" }
);

/// The rule of one kind of token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenRule {
    pub token: TokenKind,
    #[serde(default = "nothing")]
    pub counts_as: CountsAs,
    /// Attacks on it; without this table it cannot be attacked.
    pub target: Option<TokenTarget>,
    /// Units of cargo in each.
    #[serde(default)]
    pub cargo: u8,
    /// Values of the single tokens, face down.
    #[serde(default)]
    pub values: Vec<u8>,
    /// What the face-down tokens are.
    #[serde(default)]
    pub faces: Vec<FaceCount>,
    /// The round at whose start all are turned up.
    pub revealed_in_round: Option<u8>,
    #[serde(default = "lost")]
    pub carrier_destroyed: CarrierDestroyed,
    pub moves: Option<TokenMoves>,
}

const fn nothing() -> CountsAs {
    CountsAs::Nothing
}

const fn lost() -> CarrierDestroyed {
    CarrierDestroyed::Lost
}

/// A token that can be attacked and target-locked like a ship of its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenTarget {
    pub owner: Side,
    pub agility: u8,
    /// Without hull it can be attacked but not damaged.
    pub hull: Option<u8>,
    #[serde(default)]
    pub shields: u8,
    #[serde(default = "tokens")]
    pub damage: DamageRule,
    /// Agility once it lies face up.
    pub face_up_agility: Option<u8>,
    /// Ships overlapping it cannot attack it.
    #[serde(default)]
    pub not_when_overlapping: bool,
}

const fn tokens() -> DamageRule {
    DamageRule::Tokens
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaceCount {
    pub face: Face,
    pub count: u8,
}

/// How a token moves by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenMoves {
    pub by: Side,
    pub when: Moment,
    /// The owner picks one of them.
    pub maneuvers: Vec<TokenManeuver>,
    /// The owner may leave it where it is.
    #[serde(default)]
    pub may_stay: bool,
    /// It moves only by spending a tracking token.
    #[serde(default)]
    pub costs_tracking_token: bool,
    /// Roles near it make it faster.
    pub faster: Option<Faster>,
    /// Running into an obstacle or a mine marks it; a marked token makes this move and loses one mark.
    pub slowed: Option<TokenManeuver>,
    /// The edge over which it may flee; other edges do not let it go.
    pub flees_over: Option<Place>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenManeuver {
    pub shape: MoveShape,
    pub speed: u8,
}

/// For each ship of the role within the range, up to `max_ships`, the speed is one more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faster {
    pub role: SquadRole,
    pub range: u8,
    pub max_ships: u8,
}
