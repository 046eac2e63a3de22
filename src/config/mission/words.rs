//! The plain words of missions: closed lists that several sections share.
//!
//! A word's spelling in a file is its `key`; people read its `label`.

use serde::{Deserialize, Serialize};

use crate::ids::Side;

/// Declares a fieldless enum of vocabulary words: section, spelling, words for people.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident($section:literal) { $($(#[$word_doc:meta])* $variant:ident = $key:literal / $label:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename = $section)]
        pub enum $name { $($(#[$word_doc])* #[serde(rename = $key)] $variant),+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word that mission files use.
            pub const fn key(self) -> &'static str {
                match self { $($name::$variant => $key),+ }
            }

            /// The words that people read.
            pub const fn label(self) -> &'static str {
                match self { $($name::$variant => $label),+ }
            }

            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}
pub(super) use words;

words!(
    /// Which list of the rulebook a mission stands in.
    List("list") {
        Table = "table" / "scenario table",
        Special = "special" / "special scenario",
        SupportShip = "support-ship" / "support ship table",
        CapitalShip = "capital-ship" / "capital ship table",
        Potential = "potential" / "potential scenario",
        /// A designer's own mission.
        Own = "own" / "own mission",
    }
);

words!(
    /// The sides that a rule speaks of.
    Who("who") {
        Attacker = "attacker" / "the attacker",
        Defender = "defender" / "the defender",
        Both = "both" / "both sides",
    }
);

impl Who {
    pub const fn includes(self, side: Side) -> bool {
        match self {
            Who::Attacker => matches!(side, Side::Attacker),
            Who::Defender => matches!(side, Side::Defender),
            Who::Both => true,
        }
    }
}

words!(
    /// Roles that one ship of a squad has and the others have not.
    SquadRole("role") {
        Bounty = "bounty" / "BOUNTY",
        Disabled = "disabled" / "DISABLED",
        WingCommander = "wing-commander" / "WING COMMANDER",
        Prototype = "prototype" / "PROTOTYPE",
        Operatives = "operatives" / "OPERATIVES",
        Concealed = "concealed" / "CONCEALED",
        Slicer = "slicer" / "SLICER",
        PrisonerTransport = "prisoner-transport" / "prisoner transport",
        Escort = "escort" / "ESCORT",
        Smuggler = "smuggler" / "SMUGGLER",
        Recovery = "recovery" / "RECOVERY",
    }
);

words!(
    /// Things on the board that are neither squad ships nor terrain. A mission has at most one rule per kind.
    TokenKind("token") {
        Container = "container" / "container",
        Satellite = "satellite" / "satellite",
        DisabledShip = "disabled-ship" / "disabled ship",
        Scope = "scope" / "scope token",
        Microjump = "microjump" / "microjump token",
        Shuttle = "shuttle" / "shuttle",
        EscapePod = "escape-pod" / "escape pod",
        Mine = "mine" / "mine",
        Cache = "cache" / "cache token",
        Id = "id" / "ID token",
        Intel = "intel" / "intel token",
        Sabotage = "sabotage" / "sabotage token",
        Function = "function" / "function token",
        GhostBase = "ghost-base" / "ghosted base",
        PrisonerTransport = "prisoner-transport" / "prisoner transport",
    }
);

words!(
    /// Moments of a round at which mission rules act.
    Moment("moment") {
        /// The ship spends its action.
        Action = "action" / "as an action",
        /// The ship gives up an attack that it could make.
        InsteadOfAttack = "instead-of-attack" / "instead of an attack",
        /// The ship's maneuver ends over the target.
        OnOverlap = "on-overlap" / "when a maneuver overlaps it",
        /// The ship's maneuver ends in a collision with the target.
        OnCollision = "on-collision" / "when a maneuver collides with it",
        StartOfActivation = "start-of-activation" / "at the start of the Activation phase",
        EndOfActivation = "end-of-activation" / "at the end of the Activation phase",
        StartOfCombat = "start-of-combat" / "at the start of the Combat phase",
        EndOfCombat = "end-of-combat" / "at the end of the Combat phase",
        StartOfEndPhase = "start-of-end-phase" / "at the start of the End phase",
        EndPhase = "end-phase" / "during the End phase",
        EndOfRound = "end-of-round" / "at the end of the round",
    }
);
