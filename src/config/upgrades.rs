//! Upgrades, their errata, and costs that differ from the cards. (Upgrades, Upgrade Errata)

use serde::{Deserialize, Serialize};

use super::names;
use super::roll_table::Named;
use super::slots::Slots;
use crate::catalog::vocabulary;
use crate::ids::{Faction, PilotCardId, ShipClassId, UpgradeId};

vocabulary!(
    /// Who may have unique crew that also have a pilot card.
    CrewWithPilotCard { CommanderOnly = "commander-only" / "the commander himself", Free = "free" / "anyone" }
);

/// Upgrades.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeRules {
    /// Kinds whose fitting takes time (Time Intensive Upgrades).
    pub time_intensive_slots: Slots,
    /// Cards of those kinds that do not (Glitterstim).
    #[serde(with = "names::list")]
    pub time_intensive_exceptions: Vec<UpgradeId>,
    /// Campaign turns a ship sits idle to fit or remove one.
    pub install_turns: u8,
    /// Fitting and repair may share the turn.
    pub install_during_repair: bool,
    /// Kinds used up in battle (Ordnance Upgrades).
    pub ordnance_slots: Slots,
    /// Cards of other kinds used up like ordnance.
    #[serde(with = "names::list")]
    pub ordnance_also: Vec<UpgradeId>,
    /// Copies for one payment.
    pub ordnance_copies: u8,
    /// Card that is chosen at squad building instead of being bought (Extra Munitions).
    #[serde(with = "names::one")]
    pub extra_munitions: UpgradeId,
    /// Unique card that each player may own (Unique Upgrades).
    #[serde(with = "names::one")]
    pub experimental_interface: UpgradeId,
    /// Copies of it.
    pub experimental_interface_per_player: u8,
    /// Crew Upgrades.
    pub crew: CrewUpgrades,
    /// Title Upgrades; Upgrade Errata.
    pub titles: Titles,
    /// Cards whose costs the campaign changes: FP to buy, SP in a squad, and the lowest pilot skill.
    pub errata: Named<String, Erratum>,
    /// Numbers in the errata's effects.
    pub effects: ErrataEffects,
}

/// Crew Upgrades.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrewUpgrades {
    /// Unique crew who also have a pilot card: "commander-only" or "free".
    pub characters_with_pilot_card: CrewWithPilotCard,
    /// Card that needs a prisoner instead of a purchase.
    #[serde(with = "names::one")]
    pub rebel_captive: UpgradeId,
    /// Skill of the Rebel prisoner it needs; each use needs another one.
    pub rebel_captive_minimum_skill: u8,
}

/// Title Upgrades; Upgrade Errata.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Titles {
    /// A destroyed unique title may be bought again.
    pub unique_may_be_bought_again: bool,
    /// FP of a generic title that costs 0 SP; which ones: rulings.zero_cost_titles.
    pub zero_cost_generic: u8,
    /// Title that deploys a fighter when its ship is lost.
    #[serde(with = "names::one")]
    pub hounds_tooth: UpgradeId,
    /// The fighter its owner must own and bring.
    #[serde(with = "names::one")]
    pub hounds_tooth_ship: ShipClassId,
    /// SP of that fighter in the squad.
    pub hounds_tooth_ship_points: u8,
}

/// Numbers in the errata's effects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrataEffects {
    /// SP off a system upgrade on a TIE/x1, to no less than 0.
    pub tie_x1_system_discount: u8,
    /// SP of the dearest crew a TIE Shuttle carries.
    pub tie_shuttle_crew_limit: u8,
}

/// Costs that differ from the catalog's cards; empty in the rulebook as written, a place for house rules. Each entry has a name of its own, such as `cheap-x-wing = { ship = "X-wing", faction = "rebel", cost = 18 }`; pilots have `pilot` and `cost`, upgrades `upgrade`, `fleet_points` and `squad_points`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    pub ships: Named<String, ShipCost>,
    pub pilots: Named<String, PilotCost>,
    pub upgrades: Named<String, UpgradeCost>,
}

/// A card whose costs the campaign changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    #[serde(with = "names::one")]
    pub upgrade: UpgradeId,
    pub fleet_points: u8,
    pub squad_points: i8,
    /// 0: any skill.
    pub minimum_skill: u8,
}

/// A ship that costs other than in the catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipCost {
    #[serde(with = "names::one")]
    pub ship: ShipClassId,
    pub faction: Faction,
    pub cost: u8,
}

/// A pilot who costs other than in the catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PilotCost {
    #[serde(with = "names::one")]
    pub pilot: PilotCardId,
    pub cost: u8,
}

/// An upgrade that costs other than in the catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeCost {
    #[serde(with = "names::one")]
    pub upgrade: UpgradeId,
    pub fleet_points: u8,
    pub squad_points: i8,
}
