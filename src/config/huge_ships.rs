//! Huge ships. (Huge Ships)

use serde::{Deserialize, Serialize};

use super::by_faction::ByFaction;
use super::names;
use super::roll_table::{Bare, Named, On, RollTable};
use super::rulings::BeyondTable;
use crate::ids::{ShipClassId, UpgradeId};

/// Huge Ships.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HugeShipRules {
    /// Factions have huge ships (Huge Ships).
    pub in_play: bool,
    /// Capital ships of each faction (Equipping Huge Ships).
    pub capital_ships: u8,
    /// Support ships by the number of players in the faction (Equipping Huge Ships).
    pub support_ships: SupportShips,
    /// Which class each faction uses (Huge Ships).
    pub classes: ByFaction<HugeShipClasses>,
    /// SP of upgrades that a huge ship starts with (Equipping Huge Ships).
    pub equipment: Named<String, StartingEquipment>,
    /// Huge Ship Titles; Upgrading Huge Ships.
    pub upgrades: HugeShipsUpgrades,
    /// Huge Ship Scenarios.
    pub battle: HugeShipsBattle,
    /// Finding and Attacking Huge Ships.
    pub locating: HugeShipsLocating,
    /// Huge Ship Damage and Repairs.
    pub repair: HugeShipsRepair,
    /// The scenario of a battle about a support ship (Generating Huge Ship Scenarios).
    pub support_scenarios: RollTable<String, Bare>,
    /// The scenario of a battle about a capital ship (Generating Huge Ship Scenarios).
    pub capital_scenarios: RollTable<String, Bare>,
}

/// Huge Ship Titles; Upgrading Huge Ships.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HugeShipsUpgrades {
    /// Cards that may be bought for each huge ship in a turn.
    pub per_ship_and_turn: u8,
    /// Titles that may exceed the starting points.
    #[serde(with = "names::list")]
    pub title_exceptions: Vec<UpgradeId>,
}

/// Huge Ship Scenarios.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HugeShipsBattle {
    /// SP of a support ship in a squad, whatever it carries.
    pub support_points: u16,
    /// SP of a capital ship in a squad, whatever it carries.
    pub capital_points: u16,
}

/// Finding and Attacking Huge Ships.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HugeShipsLocating {
    /// Missions of which one is drawn at random.
    pub missions: Vec<String>,
    /// Huge ships that one success allows to attack, on a later turn.
    pub located_per_success: u8,
    /// Attacks on one huge ship in a turn.
    pub attacks_per_ship_and_turn: u8,
    /// The capital ship only after all support ships are destroyed.
    pub capital_after_support: bool,
    /// A huge ship that survives must be located again.
    pub relocates_after_attack: bool,
    /// Cards of the enemy capital ship that one success reveals.
    pub revealed_upgrades: u8,
}

/// Huge Ship Damage and Repairs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HugeShipsRepair {
    /// Step 3: face-down cards are divided by this; how to round: rulings.huge_ship_repair.
    pub divisor: u8,
    /// Step 5: face-down cards turned face-up in a section that was crippled.
    pub crippled_flips: u8,
}

/// The classes of a faction's huge ships.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HugeShipClasses {
    #[serde(with = "names::list")]
    pub support: Vec<ShipClassId>,
    #[serde(with = "names::one")]
    pub capital: ShipClassId,
}

/// What a huge ship starts with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartingEquipment {
    #[serde(with = "names::one")]
    pub ship: ShipClassId,
    /// SP of upgrades, which cost no FP.
    pub starting_points: u16,
}

/// Support ships by the number of players.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupportShips {
    pub rows: Named<String, SupportShipRow>,
}

/// `on` counts the faction's players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupportShipRow {
    pub on: On,
    pub ships: u8,
}

impl SupportShips {
    /// Support ships of a faction with so many players.
    pub fn of(&self, players: u8, beyond: BeyondTable) -> u8 {
        let row = self.rows.values().find(|row| row.on.contains(u32::from(players)));
        if let Some(row) = row {
            return row.ships;
        }
        // Past the table, each further row would have as many players and one ship more than the last.
        let spans = self.rows.values().filter_map(|row| row.on.span.map(|span| (span, row.ships)));
        let Some(((first, last), ships)) = spans.max_by_key(|((_, last), _)| *last) else { return 0 };
        match beyond {
            BeyondTable::LastRow => ships,
            BeyondTable::Continue => {
                let further = u16::from(players).saturating_sub(last).div_ceil(last - first + 1);
                ships.saturating_add(further as u8)
            }
        }
    }
}

impl HugeShipRules {
    pub fn equipment_of(&self, class: ShipClassId) -> Option<&StartingEquipment> {
        self.equipment.values().find(|equipment| equipment.ship == class)
    }
}
