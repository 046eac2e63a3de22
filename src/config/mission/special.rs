//! Special rules that no other section has words for.

use serde::{Deserialize, Serialize};

use super::words::{Moment, SquadRole, TokenKind, Who, words};
use crate::catalog::BaseSize;
use crate::ids::Side;

/// A special rule of the battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "special", rename_all = "kebab-case")]
pub enum Special {
    /// Ships of that size have free actions in their action step.
    FreeActions(FreeActions),
    /// A kill leaves a debris cloud over the destroyed ship.
    DebrisOnKill(DebrisOnKill),
    /// Ships near a token are stressed.
    Jamming(Jamming),
    /// No ship may flee while such tokens are on and active; forced to, it is destroyed.
    NoFleeing(NoFleeing),
    /// When one token is taken, ships near certain others suffer.
    Explosives(Explosives),
    /// Face-up function tokens serve the ship of a role.
    Functions(Functions),
    /// Each commander has order tokens, one use each.
    Orders(Orders),
    /// Ships that flee with cargo secure it and may come back.
    SecureAndReturn(SecureAndReturn),
    /// Tokens aboard a fleeing ship go to the ship of a role.
    DumpOnFlight(DumpOnFlight),
    /// Docked ships lie still.
    Docking(Docking),
    /// Placed tokens become active after some End phases.
    Arming(Arming),
    /// An attack, in the widest sense, before the objective is met loses the mission for both.
    Truce(Truce),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeActions {
    pub who: Who,
    pub size: BaseSize,
    pub actions: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DebrisOnKill {
    pub who: Who,
    /// The size of the ship that kills.
    pub size: BaseSize,
    pub clouds: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jamming {
    pub who: Who,
    pub token: TokenKind,
    pub range: u8,
    pub stress: u8,
    pub when: Moment,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoFleeing {
    pub token: TokenKind,
    /// Who may switch the tokens on and off, as long as he has a ship on the board.
    pub switched_by: Option<Side>,
    /// On at the start.
    pub active: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explosives {
    pub token: TokenKind,
    /// The tokens that blow up; taking one of the others sets them off.
    pub face: super::tokens::Face,
    pub range: u8,
    pub damage: u8,
    pub stress: u8,
    /// The obstacles below the tokens are removed.
    pub removes_obstacles: bool,
}

words!(
    /// What a function token gives.
    Function("function") {
        HitsToCrits = "hits-to-crits" / "hits may be changed to criticals",
        ExtraAttack = "extra-attack" / "one more attack in the Combat phase",
        StrongerWeapon = "stronger-weapon" / "a stronger primary weapon and more agility",
        MoreHull = "more-hull" / "more hull",
        NoSecondaryWeapons = "no-secondary-weapons" / "immunity against secondary weapons",
        GreenManeuvers = "green-maneuvers" / "all maneuvers may be treated as green",
    }
);

/// The function tokens, one each, and their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Functions {
    pub token: TokenKind,
    pub role: SquadRole,
    pub functions: Vec<Function>,
    pub extra_attacks: u8,
    pub weapon: u8,
    pub agility: u8,
    pub hull: u8,
}

words!(
    /// What an order token does for one round.
    OrderKind("order-kind") {
        Agility = "agility" / "more agility",
        Skill = "skill" / "another pilot skill in the Combat phase",
        GreenManeuvers = "green-maneuvers" / "all maneuvers are green",
    }
);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    pub role: SquadRole,
    pub range: u8,
    /// Each once in the battle.
    pub orders: Vec<OrderKind>,
    /// How much agility the one order adds.
    pub agility: u8,
    /// The pilot skill that the other order gives.
    pub skill: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecureAndReturn {
    pub who: Who,
    /// Where and when a ship may come back in the same round.
    pub when: Moment,
    pub zone: super::place::Zone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DumpOnFlight {
    pub token: TokenKind,
    pub to_role: SquadRole,
}

/// How docked ships behave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Docking {
    pub may_attack: bool,
    pub may_act: bool,
    /// Their agility while docked; without it their own.
    pub agility: Option<u8>,
    /// Whole rounds that they must stay together.
    pub rounds: u8,
    /// The other side must agree.
    pub by_consent: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arming {
    pub token: TokenKind,
    /// Tracking tokens it starts with; one goes in each End phase, and when none is left to take it is active.
    pub tracking: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Truce {
    /// The action that ends it.
    pub until: super::actions::ActionName,
}
