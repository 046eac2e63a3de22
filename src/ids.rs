//! Small `Copy` ids, usable as array indices. Nothing here knows a rule.

use serde::{Deserialize, Serialize};

/// Who a player fights for. Rebel includes the Resistance, Imperial the First Order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Faction {
    Rebel,
    Imperial,
    Scum,
}

impl Faction {
    pub const ALL: [Faction; 3] = [Faction::Rebel, Faction::Imperial, Faction::Scum];

    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name that reports print.
    pub const fn name(self) -> &'static str {
        match self {
            Faction::Rebel => "Rebel",
            Faction::Imperial => "Imperial",
            Faction::Scum => "Scum",
        }
    }

    /// The name that input files use.
    pub const fn key(self) -> &'static str {
        match self {
            Faction::Rebel => "rebel",
            Faction::Imperial => "imperial",
            Faction::Scum => "scum",
        }
    }

    pub fn from_key(key: &str) -> Option<Faction> {
        Faction::ALL.into_iter().find(|faction| faction.key() == key || faction.name() == key)
    }
}

/// The two roles of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    Attacker,
    Defender,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Attacker, Side::Defender];

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn foe(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Side::Attacker => "attacker",
            Side::Defender => "defender",
        }
    }
}

/// Declares a row number into one of the catalog's tables.
macro_rules! row_id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub $inner);

        impl $name {
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

row_id!(
    /// A ship class, the row number in `catalog/ships.csv`.
    ShipClassId(u8)
);
row_id!(
    /// A pilot card, generic or unique, the row number in `catalog/pilots.csv`.
    PilotCardId(u16)
);
row_id!(
    /// An upgrade card, the row number in `catalog/upgrades.csv`.
    UpgradeId(u16)
);
row_id!(
    /// A seat at the campaign's table, in set-up order.
    PlayerId(u8)
);
row_id!(
    /// A ship of a Squadron, numbered in the order of acquisition; never reused.
    HullId(u16)
);
row_id!(
    /// A pilot or a crew member, numbered in the order of joining; never reused.
    PersonId(u16)
);
row_id!(
    /// A strategic target, in map order.
    TargetId(u8)
);
row_id!(
    /// A huge ship, in the order in which the factions were set up.
    HugeShipId(u8)
);
row_id!(
    /// A battle, numbered in the order of arrangement through the whole campaign.
    BattleId(u16)
);
row_id!(
    /// A mission, the row number in `config::mission::missions()`.
    MissionId(u8)
);

impl Default for MissionId {
    /// No mission yet: the loader gives the number.
    fn default() -> MissionId {
        MissionId(u8::MAX)
    }
}

/// The unusual feature of a strategic target, aka space terrain; in the order of the rulebook's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    NoAsteroids,
    LightAsteroids,
    RegularAsteroids,
    DenseAsteroids,
    PlanetaryRing,
    Nebula,
    Minefield,
    DebrisClouds,
    FlareActivity,
    Comet,
    IonizedDustCloud,
    Derelict,
}

impl Terrain {
    pub const ALL: [Terrain; 12] = [
        Terrain::NoAsteroids,
        Terrain::LightAsteroids,
        Terrain::RegularAsteroids,
        Terrain::DenseAsteroids,
        Terrain::PlanetaryRing,
        Terrain::Nebula,
        Terrain::Minefield,
        Terrain::DebrisClouds,
        Terrain::FlareActivity,
        Terrain::Comet,
        Terrain::IonizedDustCloud,
        Terrain::Derelict,
    ];

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn name(self) -> &'static str {
        match self {
            Terrain::NoAsteroids => "No Asteroids",
            Terrain::LightAsteroids => "Light Asteroids",
            Terrain::RegularAsteroids => "Regular Asteroids",
            Terrain::DenseAsteroids => "Dense Asteroids",
            Terrain::PlanetaryRing => "Planetary Ring",
            Terrain::Nebula => "Nebula",
            Terrain::Minefield => "Minefield",
            Terrain::DebrisClouds => "Debris Clouds",
            Terrain::FlareActivity => "Flare Activity",
            Terrain::Comet => "Comet",
            Terrain::IonizedDustCloud => "Ionized Dust Cloud",
            Terrain::Derelict => "Derelict",
        }
    }

    pub const fn key(self) -> &'static str {
        match self {
            Terrain::NoAsteroids => "no-asteroids",
            Terrain::LightAsteroids => "light-asteroids",
            Terrain::RegularAsteroids => "regular-asteroids",
            Terrain::DenseAsteroids => "dense-asteroids",
            Terrain::PlanetaryRing => "planetary-ring",
            Terrain::Nebula => "nebula",
            Terrain::Minefield => "minefield",
            Terrain::DebrisClouds => "debris-clouds",
            Terrain::FlareActivity => "flare-activity",
            Terrain::Comet => "comet",
            Terrain::IonizedDustCloud => "ionized-dust-cloud",
            Terrain::Derelict => "derelict",
        }
    }

    pub fn from_key(key: &str) -> Option<Terrain> {
        Terrain::ALL.into_iter().find(|terrain| terrain.key() == key || terrain.name() == key)
    }
}

/// Which damage deck is played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DamageDeckKind {
    Original,
    ForceAwakens,
}

/// Which battle model made a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    Tabletop,
    Skirmish,
}

impl Model {
    pub const fn name(self) -> &'static str {
        match self {
            Model::Tabletop => "tabletop",
            Model::Skirmish => "skirmish",
        }
    }
}
