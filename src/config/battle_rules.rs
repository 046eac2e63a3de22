//! Battles as the campaign fights them. (Conducting Battle)

use serde::{Deserialize, Serialize};

use super::by_faction::ByFaction;
use super::names;
use crate::ids::{DamageDeckKind, PilotCardId, ShipClassId};

/// Conducting Battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleRules {
    /// "original" or "force-awakens"; the rulebook takes either.
    pub damage_deck: DamageDeckKind,
    /// Rounds after which a battle is called off as a draw; no such rule in the book, only a guard.
    pub round_cap: u16,
    /// Battle Reinforcements: who may be called in, without upgrades, from the player's own squadron.
    pub reinforcements: ByFaction<Reinforcement>,
}

/// Who may be called in during a battle: a stock ship with its pilot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reinforcement {
    #[serde(with = "names::one")]
    pub pilot: PilotCardId,
    #[serde(with = "names::one")]
    pub ship: ShipClassId,
}
