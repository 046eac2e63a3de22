//! The campaign map: targets, their types and powers, unexplored worlds. (Generating the Campaign Map)

use serde::{Deserialize, Serialize};

use super::names;
use super::roll_table::{Bare, Dice, On, RollTable, Row};
use super::slots::Slots;
use super::target_words::{Discovery, FirstTarget, GasGiantType, TargetCategory, TargetType};
use crate::ids::{Faction, ShipClassId, Terrain};

/// Types of one category with their values.
pub type TypeTable = RollTable<TargetType, TypeRow>;

/// Generating the Campaign Map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapRules {
    /// Players for which the table of numbers is written (Determine Number of Strategic Targets).
    pub base_players: u8,
    /// Targets more for each further player.
    pub targets_per_further_player: u8,
    /// Category of the first target; "rolled" for none fixed.
    pub first_target: FirstTarget,
    /// Trade routes on top of the rolled targets.
    pub trade_routes: u8,
    /// How many strategic targets, by 2D6 (Determine Number of Strategic Targets).
    pub number_of_targets: RollTable<String, TargetCount>,
    /// The category of each target (Determine Strategic Target Category).
    pub category: RollTable<TargetCategory, Bare>,
    /// The space terrain of each target, and of each battle for the trade route (Unusual Feature).
    pub unusual_feature: RollTable<Terrain, Bare>,
    /// Settled World Type: `value` in FP a turn.
    pub settled_world: TypeTable,
    /// Uninhabited World Type: `value` in FP a turn.
    pub uninhabited_world: TypeTable,
    /// Dead World Type: `value` in FP a turn.
    pub dead_world: TypeTable,
    /// Outpost Type: `value` in FP a turn.
    pub outpost: TypeTable,
    /// Gas Giant Type: `value` in FP a turn; of a hidden outpost, what it adds to the outpost rolled for
    /// it.
    pub gas_giant: RollTable<GasGiantType, TypeRow>,
    /// Space Installation Type: `value` in FP a turn.
    pub space_installation: TypeTable,
    /// What special targets do for the faction that controls them.
    pub powers: Powers,
    /// Trade Route.
    pub trade_route: TradeRoute,
}

/// What special targets do for the faction that controls them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Powers {
    /// FP the capturing player must pay, or the target stays with its owner (Hidden Outpost).
    pub hidden_outpost_price: u16,
    /// Rerolls of initiative at the start of a battle, for each post (Observation Post).
    pub observation_post_rerolls: u8,
    /// SP of generic crew that each player may take a turn (Commerce Hub).
    pub commerce_hub_points: u8,
    /// SP of generic droids and fittings that each player may take a turn (Chop Shop).
    pub chop_shop_points: u8,
    /// SP of secondary weapons that each player may take a turn (Munitions Depot).
    pub munitions_depot_points: u8,
    /// One dearer card may be taken by paying the difference in FP.
    pub dearer_card_by_paying: bool,
    /// Kinds that a hub gives.
    pub commerce_hub_slots: Slots,
    /// Kinds that a shop gives.
    pub chop_shop_slots: Slots,
    /// Kinds that a depot gives.
    pub munitions_depot_slots: Slots,
    /// Time-intensive fittings without idle turn, for each player and yard (Construction Yard).
    pub construction_yard_installs: u8,
    /// Pilots a player may train, for each installation (Military Training Installation).
    pub training_installation_pilots: u8,
    /// Campaign turns such a pilot sits idle.
    pub training_installation_turns: u8,
    /// XP the training is worth, as if spent on skill.
    pub training_installation_xp: u8,
    /// FP for each own ship destroyed where the player controls the field at the end (Scrapyard).
    pub scrapyard_per_ship: u16,
    /// Ships each player may have repaired faster, for each depot (Repair Depot).
    pub repair_depot_ships: u8,
    /// Campaign turns saved.
    pub repair_depot_turns: u8,
    /// FP a turn for the controlling faction; on top of its value: rulings.trade_station (Trade Station).
    pub trade_station_extra: i16,
}

/// Trade Route.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TradeRoute {
    /// FP for the faction that wins it this turn.
    pub income: i16,
    /// FP less for each enemy faction; whether winning it also counts as a capture:
    /// rulings.trade_route_capture_bonus.
    pub enemy_loss: i16,
}

/// Unexplored Worlds; Crashed Ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unexplored {
    /// Categories that start unexplored.
    pub categories: Vec<TargetCategory>,
    /// SP of cards for each player by Volunteers, Weapons Stash and Salvage.
    pub points_for_upgrades: u8,
    /// Kinds that Volunteers give.
    pub volunteers_slots: Slots,
    /// Kinds that a Weapons Stash gives: secondary weapons, so no bombs.
    pub weapons_stash_slots: Slots,
    /// Kinds that Salvage gives.
    pub salvage_slots: Slots,
    /// FP added to the faction's score by a Resource Cache.
    pub resource_cache_dice: Dice,
    /// FP a turn by which Surface Resources raise the target's value for good.
    pub surface_resources_value: i16,
    /// FP less for each player in the campaign, next turn.
    pub pirates_dice: Dice,
    /// Campaign turns a crashed ship is in repair.
    pub crashed_ship_repair_turns: u8,
    /// What the first faction to take an unexplored world finds.
    pub discovery: RollTable<Discovery, Bare>,
    /// The ship that a faction finds; "roll again" where there is none.
    pub crashed_ship: RollTable<String, CrashedShip>,
}

/// So many targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetCount {
    pub on: On,
    pub targets: u8,
}

impl Row for TargetCount {
    fn on(&self) -> On {
        self.on
    }
}

/// A type of target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeRow {
    pub on: On,
    /// FP a turn for the faction that controls it.
    pub value: i16,
}

impl Row for TypeRow {
    fn on(&self) -> On {
        self.on
    }
}

/// The ship that each faction finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrashedShip {
    pub on: On,
    /// `None`: roll again.
    #[serde(with = "names::or_again")]
    pub rebel: Option<ShipClassId>,
    #[serde(with = "names::or_again")]
    pub imperial: Option<ShipClassId>,
    #[serde(with = "names::or_again")]
    pub scum: Option<ShipClassId>,
}

impl CrashedShip {
    pub fn of(&self, faction: Faction) -> Option<ShipClassId> {
        match faction {
            Faction::Rebel => self.rebel,
            Faction::Imperial => self.imperial,
            Faction::Scum => self.scum,
        }
    }
}

impl Row for CrashedShip {
    fn on(&self) -> On {
        self.on
    }
}

impl MapRules {
    /// The table of types of a category; gas giants and the trade route have their own.
    pub fn types(&self, category: TargetCategory) -> Option<&TypeTable> {
        match category {
            TargetCategory::SettledWorld => Some(&self.settled_world),
            TargetCategory::UninhabitedWorld => Some(&self.uninhabited_world),
            TargetCategory::DeadWorld => Some(&self.dead_world),
            TargetCategory::Outpost => Some(&self.outpost),
            TargetCategory::SpaceInstallation => Some(&self.space_installation),
            TargetCategory::GasGiant | TargetCategory::TradeRoute => None,
        }
    }
}
