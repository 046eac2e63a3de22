//! What strategic targets are, in the rulebook's words.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::catalog::vocabulary;

vocabulary!(
    /// The first roll for a strategic target.
    TargetCategory {
        SpaceInstallation = "space-installation" / "Space Installation",
        GasGiant = "gas-giant" / "Gas Giant",
        SettledWorld = "settled-world" / "Settled World",
        DeadWorld = "dead-world" / "Dead World",
        UninhabitedWorld = "uninhabited-world" / "Uninhabited World",
        Outpost = "outpost" / "Outpost",
        TradeRoute = "trade-route" / "Trade Route",
    }
);

vocabulary!(
    /// What a strategic target is.
    TargetType {
        LeisureWorld = "leisure-world" / "Leisure World",
        PrimitiveWorld = "primitive-world" / "Primitive World",
        IndustrialWorld = "industrial-world" / "Industrial World",
        AgrarianWorld = "agrarian-world" / "Agrarian World",
        CommerceWorld = "commerce-world" / "Commerce World",
        TemperatePlanet = "temperate-planet" / "Temperate Planet",
        VerdantPlanet = "verdant-planet" / "Verdant Planet",
        WaterWorld = "water-world" / "Water World",
        BarrenWorld = "barren-world" / "Barren World",
        IceWorld = "ice-world" / "Ice World",
        MoltenWorld = "molten-world" / "Molten World",
        ToxicWorld = "toxic-world" / "Toxic World",
        MiningOutpost = "mining-outpost" / "Mining Outpost",
        CommerceHub = "commerce-hub" / "Commerce Hub",
        ObservationPost = "observation-post" / "Observation Post",
        ChopShop = "chop-shop" / "Chop Shop",
        MunitionsDepot = "munitions-depot" / "Munitions Depot",
        LowYieldGasGiant = "low-yield-gas-giant" / "Low-Yield Gas Giant",
        MediumYieldGasGiant = "medium-yield-gas-giant" / "Medium-Yield Gas Giant",
        HighYieldGasGiant = "high-yield-gas-giant" / "High-Yield Gas Giant",
        ConstructionYard = "construction-yard" / "Construction Yard",
        MilitaryTrainingInstallation = "military-training-installation" / "Military Training Installation",
        Scrapyard = "scrapyard" / "Scrapyard",
        RepairDepot = "repair-depot" / "Repair Depot",
        TradeStation = "trade-station" / "Trade Station",
        TradeRoute = "trade-route" / "Trade Route",
    }
);

impl TargetType {
    /// The category whose table has this type.
    pub const fn category(self) -> TargetCategory {
        use TargetType::*;
        match self {
            LeisureWorld | PrimitiveWorld | IndustrialWorld | AgrarianWorld | CommerceWorld => {
                TargetCategory::SettledWorld
            }
            TemperatePlanet | VerdantPlanet | WaterWorld => TargetCategory::UninhabitedWorld,
            BarrenWorld | IceWorld | MoltenWorld | ToxicWorld => TargetCategory::DeadWorld,
            MiningOutpost | CommerceHub | ObservationPost | ChopShop | MunitionsDepot => {
                TargetCategory::Outpost
            }
            LowYieldGasGiant | MediumYieldGasGiant | HighYieldGasGiant => TargetCategory::GasGiant,
            ConstructionYard | MilitaryTrainingInstallation | Scrapyard | RepairDepot | TradeStation => {
                TargetCategory::SpaceInstallation
            }
            TradeRoute => TargetCategory::TradeRoute,
        }
    }
}

vocabulary!(
    /// A row of the gas giants' table: a type of its own, or an outpost in hiding.
    GasGiantType {
        LowYield = "low-yield-gas-giant" / "Low-Yield Gas Giant",
        MediumYield = "medium-yield-gas-giant" / "Medium-Yield Gas Giant",
        HighYield = "high-yield-gas-giant" / "High-Yield Gas Giant",
        HiddenOutpost = "hidden-outpost" / "Hidden Outpost",
    }
);

impl GasGiantType {
    /// `None` for a hidden outpost, whose type is rolled on the outposts' table.
    pub const fn target_type(self) -> Option<TargetType> {
        match self {
            GasGiantType::LowYield => Some(TargetType::LowYieldGasGiant),
            GasGiantType::MediumYield => Some(TargetType::MediumYieldGasGiant),
            GasGiantType::HighYield => Some(TargetType::HighYieldGasGiant),
            GasGiantType::HiddenOutpost => None,
        }
    }
}

vocabulary!(
    /// What the first to take an unexplored world finds.
    Discovery {
        CrashedShip = "crashed-ship" / "Crashed Ship",
        Volunteers = "volunteers" / "Volunteers",
        WeaponsStash = "weapons-stash" / "Weapons Stash",
        ResourceCache = "resource-cache" / "Resource Cache",
        Nothing = "nothing" / "Nothing",
        SurfaceResources = "surface-resources" / "Surface Resources",
        Salvage = "salvage" / "Salvage",
        Pirates = "pirates" / "Pirates!",
        LostOutpost = "lost-outpost" / "Lost Outpost",
    }
);

/// The category of the first target, or `"rolled"` like the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstTarget(pub Option<TargetCategory>);

impl<'de> Deserialize<'de> for FirstTarget {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<FirstTarget, D::Error> {
        use serde::de::Error;
        const KNOWN: &[&str] = &[
            "rolled",
            "space-installation",
            "gas-giant",
            "settled-world",
            "dead-world",
            "uninhabited-world",
            "outpost",
        ];
        let word = String::deserialize(reader)?;
        match TargetCategory::from_key(&word) {
            _ if word == "rolled" => Ok(FirstTarget(None)),
            Some(category) if category != TargetCategory::TradeRoute => Ok(FirstTarget(Some(category))),
            _ => Err(D::Error::unknown_variant(&word, KNOWN)),
        }
    }
}

impl Serialize for FirstTarget {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.serialize_str(self.0.map_or("rolled", TargetCategory::key))
    }
}
