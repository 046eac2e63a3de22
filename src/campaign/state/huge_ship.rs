//! A huge ship of a faction: cannot be separated from its crew, earns no XP, keeps its damage.

use crate::ids::{Faction, HugeShipId, ShipClassId, UpgradeId};

use super::short_list::ShortList;

/// Upgrades on a huge ship; both sections of a corvette together have fewer slots than this.
pub type HugeShipUpgrades = ShortList<UpgradeId, 16>;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HugeShip {
    pub id: HugeShipId,
    pub faction: Faction,
    pub class: ShipClassId,
    pub capital: bool,
    pub upgrades: HugeShipUpgrades,
    /// Copies of each place of `upgrades` that the enemy has been told of; bit = place in the list.
    pub revealed: u16,
    /// Factions that chose this ship when a search succeeded; bit `Faction::index()`.
    pub found_by: u8,
    /// Damage cards carried over, by section in the catalog's order.
    pub face_down: [u8; 2],
    pub face_up: [u8; 2],
    pub crippled: [bool; 2],
    pub destroyed_turn: u16,
    /// Last turn in which it was attacked, since each is attacked once a turn.
    pub attacked_turn: u16,
    /// Last turn in which an upgrade was bought for it.
    pub upgraded_turn: u16,
    /// Upgrades bought in that turn.
    pub upgrades_this_turn: u8,
    /// Last turn in which it took part in a battle.
    pub used_turn: u16,
    pub battles: u16,
}

impl HugeShip {
    pub fn is_destroyed(&self) -> bool {
        self.destroyed_turn != 0
    }

    /// Takes the first such card off, with the mark that the enemy knows of it.
    pub fn lose_upgrade(&mut self, upgrade: UpgradeId) {
        let Some(place) = self.upgrades.iter().position(|other| other == upgrade) else { return };
        self.upgrades.remove(place);
        let below = self.revealed & ((1 << place) - 1);
        self.revealed = below | (self.revealed >> (place + 1)) << place;
    }
}
