//! Battles as the campaign fights them. (Conducting Battle)

use serde::{Deserialize, Serialize};

use super::by_faction::ByFaction;
use super::names;
use crate::ids::{DamageDeckKind, PilotCardId, ShipClassId, Terrain};

/// Conducting Battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleRules {
    /// "original" or "force-awakens"; the rulebook takes either.
    pub damage_deck: DamageDeckKind,
    /// Rounds after which a battle is called off as a draw; no such rule in the book, only a guard.
    pub round_cap: u16,
    /// Unusual Feature: what lies on the board, how far from what, and what it does.
    pub terrain: TerrainRules,
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

/// Unusual Feature: what lies on the board, how far from what, and what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRules {
    pub light_asteroids: u8,
    pub regular_asteroids: u8,
    pub dense_asteroids: u8,
    pub planetary_ring_asteroids: u8,
    pub nebula_asteroids: u8,
    pub flare_activity_asteroids: u8,
    pub comet_asteroids: u8,
    pub ionized_dust_asteroids: u8,
    pub proximity_mines: u8,
    pub cluster_mines: u8,
    pub debris_clouds: u8,
    pub derelict_hulks: u8,
    pub derelict_debris_clouds: u8,
    /// Range of the board's edges within which nothing is placed, where the mission does not say.
    pub beyond_edges: u8,
    /// Range of other obstacles within which nothing is placed, where the mission does not say.
    pub beyond_obstacles: u8,
    /// Stress tokens for a ship that a flare blinds.
    pub flare_stress: u8,
    /// Ion tokens for a ship without shields in ionized dust.
    pub ionized_dust_ions: u8,
    /// Range beyond which ionized dust breaks a target lock.
    pub ionized_dust_lock_range: u8,
    /// Range bands that a nebula adds.
    pub nebula_bands: u8,
}

impl TerrainRules {
    /// Asteroids that a feature uses.
    pub fn asteroids(&self, terrain: Terrain) -> u8 {
        match terrain {
            Terrain::LightAsteroids => self.light_asteroids,
            Terrain::RegularAsteroids => self.regular_asteroids,
            Terrain::DenseAsteroids => self.dense_asteroids,
            Terrain::PlanetaryRing => self.planetary_ring_asteroids,
            Terrain::Nebula => self.nebula_asteroids,
            Terrain::FlareActivity => self.flare_activity_asteroids,
            Terrain::Comet => self.comet_asteroids,
            Terrain::IonizedDustCloud => self.ionized_dust_asteroids,
            Terrain::NoAsteroids | Terrain::Minefield | Terrain::DebrisClouds | Terrain::Derelict => 0,
        }
    }

    /// Debris clouds that a feature uses.
    pub fn debris_clouds(&self, terrain: Terrain) -> u8 {
        match terrain {
            Terrain::DebrisClouds => self.debris_clouds,
            Terrain::Derelict => self.derelict_debris_clouds,
            _ => 0,
        }
    }
}
