//! Fleet creation. (Assembling Your Squadron, Ship Restrictions, High-PS Generic Pilot Restrictions, Unique Pilots)

use serde::{Deserialize, Serialize};

use super::names;
use crate::catalog::vocabulary;
use crate::ids::{Faction, PilotCardId, ShipClassId};

vocabulary!(
    /// Which cards are in play.
    CardEra { Rulebook = "rulebook" / "up to wave 10", All = "all" / "all cards" }
);

/// Assembling Your Squadron; Ship Restrictions; Unique Pilots.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleet {
    /// FP of each player before the first turn (Assembling Your Squadron).
    pub starting_fleet_points: u16,
    /// Squadron commanders a player may have at a time (Unique Pilots).
    pub unique_pilots_per_player: u8,
    /// A droid character has a backup and may be bought after its loss (Droid Characters).
    pub droids_can_be_bought_again: bool,
    /// Cards in play: "rulebook" = up to wave 10 as the rulebook knows it, "all" = every card of the
    /// catalog.
    pub card_era: CardEra,
    /// The three stand-in Rebel generics, at the organizer's discretion (High-PS Generic Pilot
    /// Restrictions).
    pub optional_rebel_generics: bool,
    /// Players of a faction may hand assets and FP to each other (Purchase Reinforcements Phase).
    pub transfers_allowed: bool,
    /// Ship Restrictions.
    pub large_ships: LargeShips,
    /// High-PS Generic Pilot Restrictions.
    pub high_skill_generics: HighSkillGenerics,
    /// Unique Pilots.
    pub commander_pair: CommanderPair,
    /// Assembling Your Squadron.
    pub captured_tie: CapturedTie,
}

/// Ship Restrictions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LargeShips {
    /// A large ship may be bought while the faction owns fewer than this times its players.
    pub faction_limit_per_player: u8,
    /// Large ships a player may buy at the start; in force only under rulings.large_ships_at_start = "one-
    /// each".
    pub start_limit_per_player: u8,
}

/// High-PS Generic Pilot Restrictions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HighSkillGenerics {
    /// A generic pilot of this skill or more counts.
    pub minimum_skill: u8,
    /// A faction may have this times its players of them.
    pub faction_limit_per_player: u8,
    /// Of the restricted ones below a faction may have this many.
    pub restricted_limit: u8,
    /// The one-of-five list.
    #[serde(with = "names::list")]
    pub restricted: Vec<PilotCardId>,
}

/// Unique Pilots.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommanderPair {
    /// One player may start with two commanders who fly together.
    pub allowed: bool,
    /// Whose player.
    pub faction: Faction,
    /// One unique pilot of each of these classes.
    #[serde(with = "names::pair")]
    pub ships: [ShipClassId; 2],
    /// Players who may do so.
    pub pairs_per_campaign: u8,
    /// No new commander while one of the two is left.
    pub replaced_only_when_both_lost: bool,
}

/// Assembling Your Squadron.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapturedTie {
    /// A Rebel player may take a unique pilot of the captured TIE Fighter as commander.
    pub allowed: bool,
    /// The class.
    #[serde(with = "names::one")]
    pub ship: ShipClassId,
    /// Players who may do so.
    pub players_per_campaign: u8,
    /// Captured TIE Fighters such a player may buy at the start.
    pub start_limit: u8,
    /// Later he may buy one only while he owns fewer than this.
    pub reinforcement_below: u8,
}
