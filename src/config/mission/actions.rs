//! Special actions: who may do what to which token, with which dice.

use serde::{Deserialize, Serialize};

use super::tokens::Face;
use super::words::{Moment, SquadRole, TokenKind, Who, words};
use crate::catalog::BaseSize;

words!(
    /// The name under which an action is known; what it does is its effect.
    ActionName("action") {
        Recover = "recover" / "RECOVER",
        Steal = "steal" / "STEAL",
        Scan = "scan" / "SCAN",
        Sabotage = "sabotage" / "SABOTAGE",
        Protect = "protect" / "PROTECT",
        Pickup = "pickup" / "PICKUP",
        Sync = "sync" / "SYNC",
        Deploy = "deploy" / "DEPLOY",
        /// Two ships that draw a line through a token.
        Tow = "tow" / "tow",
        Detonate = "detonate" / "detonate",
        Dock = "dock" / "dock",
        Extract = "extract" / "extract",
        Exchange = "exchange" / "exchange",
        Jump = "jump" / "jump",
    }
);

words!(
    /// What an action does when it succeeds.
    Effect("effect") {
        /// One unit of cargo moves from the token to the ship.
        TakeCargo = "take-cargo" / "moves one unit of cargo to the ship",
        /// The token moves to the ship's card.
        TakeToken = "take-token" / "takes the token aboard",
        /// The token is turned up; an intact one moves to the ship's card.
        RevealAndTake = "reveal-and-take" / "reveals the token and takes it if it is worth it",
        RevealToken = "reveal-token" / "turns a token up",
        RemoveToken = "remove-token" / "removes the token",
        /// A tracking token on the token and on the ship.
        MarkBoth = "mark-both" / "places a tracking token on it and on the ship",
        /// Tracking tokens on the token.
        Track = "track" / "places tracking tokens on it",
        /// A token from the ship's card onto the board below the ship.
        PlaceToken = "place-token" / "places a carried token below the ship",
        GiveEvade = "give-evade" / "gives it an evade token",
        /// The token is turned up and its function works from then on.
        Activate = "activate" / "turns its function on",
        /// A person goes aboard; at the start of the End phase the token is looked at and destroyed or left.
        Board = "board" / "puts an operative aboard",
        /// All ships near the token suffer the damage rolled.
        Explode = "explode" / "damages every ship near it",
        /// The two ships lie together until one leaves.
        DockShips = "dock-ships" / "docks the two ships",
        ExtractPrisoners = "extract-prisoners" / "extracts prisoners",
        /// Docked a whole round long, prisoners change ships.
        ExchangePrisoners = "exchange-prisoners" / "exchanges the prisoners",
        /// The ship loses all its tokens and is placed anew near a mission token, which is then removed.
        JumpToToken = "jump-to-token" / "places the ship anew near a token and removes that token",
    }
);

words!(
    /// What an action is done to, besides tokens.
    ActedOn("acted-on") {
        Token = "token" / "a token",
        FoeShip = "foe-ship" / "an enemy ship",
        /// The ship itself.
        Itself = "itself" / "the ship itself",
    }
);

words!(
    /// Where the target must be.
    Reach("reach") {
        /// At that range or nearer.
        Range = "range" / "within range",
        RangeInArc = "range-in-arc" / "within range and in arc",
        Overlapping = "overlapping" / "overlapping it",
        /// Or touching an enemy ship that overlaps it.
        OverlappingOrTouching = "overlapping-or-touching" / "overlapping it, or touching an enemy ship that does",
        /// On a line between two friendly ships that are within the range of each other.
        BetweenTwoShips = "between-two-ships" / "on a line between two friendly ships within range of each other",
        Touching = "touching" / "touching it",
        Docked = "docked" / "docked with it",
        Anywhere = "anywhere" / "anywhere",
    }
);

words!(
    /// When a roll succeeds.
    Success("success") {
        MoreCritsThanEvades = "more-crits-than-evades" / "more criticals than evades",
        AnyHitOrCrit = "any-hit-or-crit" / "any hit or critical",
        /// Each hit takes one at random, each critical one of the roller's choice.
        EachHitOrCrit = "each-hit-or-crit" / "one for each hit (at random) and each critical (of choice)",
        /// Hits and criticals are damage.
        Damage = "damage" / "hits and criticals are damage",
    }
);

words!(
    /// What adds dice to a roll.
    DiePer("die-per") {
        TractorToken = "tractor-token" / "tractor token on the target",
        CrewIcon = "crew-icon" / "crew icon of the ship",
    }
);

/// One special action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionRule {
    pub action: ActionName,
    pub by: Who,
    /// Only ships of this role.
    pub role: Option<SquadRole>,
    /// Only ships of this size.
    pub size: Option<BaseSize>,
    /// Any of them.
    pub when: Vec<Moment>,
    pub on: ActedOn,
    /// The kind of token meant, or carried by the ship meant.
    pub token: Option<TokenKind>,
    /// Only tokens that lie face up with this face, or turn out to have it.
    pub face: Option<Face>,
    pub reach: Reach,
    /// In range bands, where the reach has a range.
    pub range: Option<u8>,
    pub effect: Effect,
    /// Range of the effect: of the blast, or of the place where a jump ends.
    pub effect_range: Option<u8>,
    /// How many tokens, cargo units or damage cards the effect counts.
    #[serde(default = "one")]
    pub amount: u8,
    pub roll: Option<Roll>,
    /// The same ship may do it more than once in a round.
    #[serde(default)]
    pub repeatable: bool,
    /// Stressed ships may do it.
    #[serde(default)]
    pub while_stressed: bool,
    /// The same target cannot be done twice.
    #[serde(default)]
    pub once_per_target: bool,
    /// Tracking tokens that the ship gains when the roll fails.
    #[serde(default)]
    pub tracking_on_failure: u8,
    /// Face-up damage cards dealt to the target ship on success.
    #[serde(default)]
    pub damage_to_target: u8,
    /// While it is being done the ship's agility is this.
    pub agility_meanwhile: Option<u8>,
    /// An obstacle below the ship does not keep it from the action.
    #[serde(default)]
    pub despite_obstacle: bool,
    /// Ships that may do it do not suffer from the obstacle below the token.
    #[serde(default)]
    pub ignores_obstacle: bool,
    /// Beyond that range of every edge.
    pub beyond_edges: Option<u8>,
}

const fn one() -> u8 {
    1
}

/// The dice of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    #[serde(default)]
    pub attack_dice: u8,
    #[serde(default)]
    pub defense_dice: u8,
    pub success: Success,
    /// More attack dice for each of something.
    pub per: Option<DicePer>,
    /// Criticals added for each tracking token of the ship.
    #[serde(default)]
    pub crits_per_tracking: u8,
}

/// So many dice for each of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DicePer {
    pub each: DiePer,
    pub dice: u8,
}
