//! Who wins, when the battle ends, and who holds the field.

use serde::{Deserialize, Serialize};

use super::place::Place;
use super::words::{SquadRole, TokenKind, words};

/// The victory conditions of a mission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryRules {
    /// Any of them wins.
    pub attacker: Vec<Win>,
    pub defender: Vec<Win>,
    pub decided: Decided,
    #[serde(default = "draw")]
    pub both: BothMet,
    #[serde(default = "until_one_side_left")]
    pub ends: Ends,
    #[serde(default = "last_on_board")]
    pub map_control: MapControl,
}

const fn draw() -> BothMet {
    BothMet::Draw
}

const fn until_one_side_left() -> Ends {
    Ends::OneSideLeft
}

const fn last_on_board() -> MapControl {
    MapControl::LastOnBoard
}

words!(
    /// Which condition counts when both sides meet one in the course of a battle.
    Decided("decided") {
        /// The first that is met.
        First = "first" / "the first condition met decides",
        /// All are looked at when the battle has ended.
        AtEnd = "at-end" / "what holds at the end decides",
    }
);

words!(
    /// What it means that both sides meet a condition.
    BothMet("both") {
        Draw = "draw" / "a draw",
        /// Each side wins or loses by itself.
        EachForItself = "each-for-itself" / "each side wins or loses by itself",
        Attacker = "attacker" / "the attacker wins",
        Defender = "defender" / "the defender wins",
    }
);

words!(
    /// When the battle ends.
    Ends("ends") {
        /// Only one side has ships on the board and the other cannot win any more.
        OneSideLeft = "one-side-left" / "when only one side has ships left and the other cannot win any more",
        /// As soon as a side has won.
        AtOnce = "at-once" / "as soon as a side has won",
    }
);

words!(
    /// Who controls the map and recovers ejected personnel.
    MapControl("map-control") {
        LastOnBoard = "last-on-board" / "the side with ships left on the board",
        Winner = "winner" / "the winner",
        Nobody = "nobody" / "nobody",
    }
);

/// A condition that wins the battle for the side in whose list it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename = "victory", rename_all = "kebab-case")]
pub enum Win {
    /// The only side with a ship on the board, all waves having come.
    LastOnBoard,
    /// The other side does not win.
    Otherwise,
    /// No ship of the other side is on the board, all its waves having come.
    FoesGone,
    /// All ships of the other side are destroyed, none fled.
    FoesDestroyed,
    /// The ships that got away, or hold the board at the end, are worth more squad points than the foe destroyed.
    FledWorthMoreThanLost,
    /// More squad points destroyed than the foe.
    MostPointsDestroyed,
    /// More cargo secured than the foe.
    MostCargoSecured,
    /// The foe's ship of that role is destroyed.
    FoeRoleDestroyed(SquadRole),
    /// The foe's ship of that role flees.
    FoeRoleFled(SquadRole),
    /// The foe's ship of that role flees while the own one is on the board.
    FoeRoleFledFirst(SquadRole),
    /// The own ship of that role flees, in this round or later, over that edge.
    OwnRoleFled(OwnRoleFled),
    /// A token is destroyed.
    TokenDestroyed(TokenKind),
    /// So many tokens flee over that edge.
    TokensFled(TokensFled),
    /// So many tokens have been taken aboard.
    TokensTaken(TokenCount),
    /// No token of that kind is left on the board.
    TokensRemoved(TokenKind),
    /// One ship flees with so many tokens, or so great a value, aboard.
    FledWith(FledWith),
    /// So many tokens have become active.
    TokensActive(TokenCount),
    /// Each token of the one kind has one of the other below or over it.
    TokensCovered(TokensCovered),
    /// Nobody has taken the token by the end of that round.
    NotTakenBy(NotTakenBy),
    /// A die plus the tracking tokens of surviving ships reaches the number, one having fled with a token.
    TrackingRoll(TrackingRoll),
    /// So many prisoners came home.
    PrisonersReturned(u8),
    /// The exchange was made and the own ship of that role fled over its own edge.
    ExchangedAndFled(SquadRole),
    /// The foe's support ship is destroyed.
    FoeSupportShipDestroyed,
    /// The foe's support ship flees.
    FoeSupportShipFled,
    FoeCapitalShipDestroyed,
    FoeCapitalShipFled,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnRoleFled {
    pub role: SquadRole,
    pub from_round: u8,
    pub over: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokensFled {
    pub token: TokenKind,
    pub count: u8,
    pub over: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenCount {
    pub token: TokenKind,
    pub count: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FledWith {
    pub token: TokenKind,
    /// At least so many of them on the fleeing ship.
    #[serde(default)]
    pub count: u8,
    /// Their values together on the fleeing ship.
    #[serde(default)]
    pub value: u8,
    /// All tokens of the kind must have been taken before.
    #[serde(default)]
    pub after_all_taken: bool,
    pub role: Option<SquadRole>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokensCovered {
    pub bases: TokenKind,
    pub by: TokenKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotTakenBy {
    pub token: TokenKind,
    pub round: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrackingRoll {
    pub sides: u8,
    pub reach: u8,
}
