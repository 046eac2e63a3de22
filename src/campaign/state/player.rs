//! A player: a seat at the table, a Squadron, a pool of Fleet Points.

use crate::ids::{Faction, HullId, PersonId, PlayerId, UpgradeId};

/// Spare upgrades of one Squadron: copies by card. What is installed on a hull is not in here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Store {
    copies: Vec<u8>,
    /// Copies that stand in a squad of this turn, since equipment is used once a turn.
    committed: Vec<u8>,
}

impl Store {
    /// Empties it for a catalog of that many upgrade cards, keeping its memory.
    pub fn reset(&mut self, n_upgrades: usize) {
        for list in [&mut self.copies, &mut self.committed] {
            list.clear();
            list.resize(n_upgrades, 0);
        }
    }

    pub fn copies(&self, upgrade: UpgradeId) -> u8 {
        self.copies[upgrade.index()]
    }

    /// Copies that are not yet in a squad of this turn.
    pub fn free(&self, upgrade: UpgradeId) -> u8 {
        self.copies[upgrade.index()] - self.committed[upgrade.index()]
    }

    pub fn add(&mut self, upgrade: UpgradeId, copies: u8) {
        let held = &mut self.copies[upgrade.index()];
        *held = held.saturating_add(copies);
    }

    /// Takes copies out for good; false where there are not as many free.
    #[must_use]
    pub fn remove(&mut self, upgrade: UpgradeId, copies: u8) -> bool {
        if self.free(upgrade) < copies {
            return false;
        }
        self.copies[upgrade.index()] -= copies;
        true
    }

    /// Puts copies into a squad; false where there are not as many free.
    #[must_use]
    pub fn commit(&mut self, upgrade: UpgradeId, copies: u8) -> bool {
        if self.free(upgrade) < copies {
            return false;
        }
        self.committed[upgrade.index()] += copies;
        true
    }

    /// Copies sent into battle that did not come back.
    pub fn lose_committed(&mut self, upgrade: UpgradeId, copies: u8) {
        let index = upgrade.index();
        debug_assert!(copies <= self.committed[index], "only what was sent can be lost");
        self.committed[index] -= copies;
        self.copies[index] -= copies;
    }

    /// A new turn: everything left may be used again.
    pub fn release_all(&mut self) {
        self.committed.fill(0);
    }

    /// Cards of which there is at least one copy, in catalog order.
    pub fn held(&self) -> impl Iterator<Item = (UpgradeId, u8)> + '_ {
        let copies = self.copies.iter().enumerate();
        copies.filter(|(_, copies)| 0 < **copies).map(|(row, copies)| (UpgradeId(row as u16), *copies))
    }

    /// Cards of which there is at least one copy free, in catalog order.
    pub fn held_free(&self) -> impl Iterator<Item = (UpgradeId, u8)> + '_ {
        self.held().map(|(upgrade, _)| (upgrade, self.free(upgrade))).filter(|(_, free)| 0 < *free)
    }
}

/// What a player has used of the turn's allowances; cleared at every Purchase Reinforcements phase.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Allowances {
    /// Installs and removals that Construction Yards made without an idle turn.
    pub construction_yards: u8,
    /// Pilots in Military Training Installations.
    pub training: u8,
    /// Ships that Repair Depots repaired faster.
    pub repair_depots: u8,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    pub id: PlayerId,
    pub faction: Faction,
    /// Fleet Points in hand.
    pub balance: i32,
    /// Of these set aside for contracts.
    pub reserved: i32,
    /// Fleet Points that are taken off the next income (pirates, containers that could not be filled).
    pub owed_pirates: i32,
    pub owed_containers: i32,
    /// Hulls in service, in order of acquisition.
    pub hulls: Vec<HullId>,
    /// Persons on the roster and in captivity, in order of joining.
    pub persons: Vec<PersonId>,
    pub store: Store,
    pub allowances: Allowances,
    /// What his pilots spend XP on is drawn for each of them when he joins.
    pub trains_by_lot: bool,
    /// Battle phases in a row that began without a commander at hand.
    pub phases_without_commander: u16,
    /// Started with two commanders who fly together.
    pub commander_pair: bool,
    /// Is away for this turn: neither attacks nor defends.
    pub absent: bool,
    /// Battles of this turn.
    pub battles_this_turn: u8,
}

impl Player {
    pub fn new(id: PlayerId, faction: Faction) -> Player {
        Player {
            id,
            faction,
            balance: 0,
            reserved: 0,
            owed_pirates: 0,
            owed_containers: 0,
            hulls: Vec::new(),
            persons: Vec::new(),
            store: Store::default(),
            allowances: Allowances::default(),
            trains_by_lot: false,
            phases_without_commander: 0,
            commander_pair: false,
            absent: false,
            battles_this_turn: 0,
        }
    }

    /// Fleet Points that can be spent.
    pub fn free_points(&self) -> i32 {
        self.balance - self.reserved
    }

    /// Ready for another campaign, keeping its memory.
    pub fn reset(&mut self, faction: Faction, n_upgrades: usize) {
        self.faction = faction;
        self.balance = 0;
        self.reserved = 0;
        self.owed_pirates = 0;
        self.owed_containers = 0;
        self.hulls.clear();
        self.persons.clear();
        self.store.reset(n_upgrades);
        self.allowances = Allowances::default();
        self.phases_without_commander = 0;
        self.commander_pair = false;
        self.absent = false;
        self.battles_this_turn = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equipment_is_committed_once_a_turn_and_lost_only_from_squads() {
        let (torpedo, turret) = (UpgradeId(3), UpgradeId(5));
        let mut store = Store::default();
        store.reset(8);
        store.add(torpedo, 3);
        store.add(turret, 1);
        assert!(store.commit(torpedo, 2));
        assert!(!store.commit(torpedo, 2), "only one torpedo is left to send");
        assert!(!store.remove(torpedo, 2), "what is in a squad cannot be sold");
        store.lose_committed(torpedo, 1);
        store.release_all();
        assert_eq!(store.held().collect::<Vec<_>>(), [(torpedo, 2), (turret, 1)]);
        assert_eq!(store.free(torpedo), 2);
    }
}
