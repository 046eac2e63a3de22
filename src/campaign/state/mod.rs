//! The state of one campaign: flat lists of assets with small ids that are never reused.
//!
//! One `State` serves many campaigns: [`State::reset`] keeps its memory.

mod huge_ship;
mod hull;
mod person;
mod player;
mod registry;
mod short_list;
mod target;
mod team;

pub use huge_ship::{HugeShip, HugeShipUpgrades};
pub use hull::{Hull, Installed};
pub use person::{Person, PersonFate, Qualifications};
pub use player::{Allowances, Player, Store};
pub use registry::{Presence, Registry, UniqueId};
pub use short_list::ShortList;
pub use target::Target;
pub use team::{Contract, Roster, Standpoint, Tally, Team};

use crate::campaign::offers::Offer;
use crate::config::TargetType;
use crate::events::words::PersonEnd;
use crate::ids::{BattleId, Faction, HugeShipId, HullId, PersonId, PlayerId, TargetId};

/// Everything there is in a campaign.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// 0 while the table is laid, then counted from 1.
    pub turn: u16,
    /// The factions that play, in set-up order.
    pub factions: ShortList<Faction, 3>,
    /// By `Faction::index()`.
    pub teams: [Team; 3],
    pub players: Vec<Player>,
    pub hulls: Vec<Hull>,
    pub persons: Vec<Person>,
    pub targets: Vec<Target>,
    pub huge_ships: Vec<HugeShip>,
    pub registry: Registry,
    pub contracts: Vec<Contract>,
    /// Offers on the black market of this turn.
    pub offers: Vec<Offer>,
    /// Battles arranged so far.
    pub n_battles: u16,
}

impl State {
    /// Clears everything for another campaign of the same players, keeping the memory.
    pub fn reset(&mut self, seats: &[Faction], n_upgrades: usize, n_unique_names: usize) {
        self.turn = 0;
        self.factions.clear();
        self.teams = [Team::default(); 3];
        self.players.truncate(seats.len());
        for (seat, &faction) in seats.iter().enumerate() {
            let id = PlayerId(seat as u8);
            if self.players.len() <= seat {
                self.players.push(Player::new(id, faction));
            }
            self.players[seat].reset(faction, n_upgrades);
        }
        self.hulls.clear();
        self.persons.clear();
        self.targets.clear();
        self.huge_ships.clear();
        self.registry.reset(n_unique_names);
        self.contracts.clear();
        self.offers.clear();
        self.n_battles = 0;
    }

    pub fn team(&self, faction: Faction) -> &Team {
        &self.teams[faction.index()]
    }

    pub fn team_mut(&mut self, faction: Faction) -> &mut Team {
        &mut self.teams[faction.index()]
    }

    pub fn player(&self, id: PlayerId) -> &Player {
        &self.players[id.index()]
    }

    pub fn player_mut(&mut self, id: PlayerId) -> &mut Player {
        &mut self.players[id.index()]
    }

    pub fn hull(&self, id: HullId) -> &Hull {
        &self.hulls[id.index()]
    }

    pub fn hull_mut(&mut self, id: HullId) -> &mut Hull {
        &mut self.hulls[id.index()]
    }

    pub fn person(&self, id: PersonId) -> &Person {
        &self.persons[id.index()]
    }

    pub fn person_mut(&mut self, id: PersonId) -> &mut Person {
        &mut self.persons[id.index()]
    }

    pub fn target(&self, id: TargetId) -> &Target {
        &self.targets[id.index()]
    }

    pub fn target_mut(&mut self, id: TargetId) -> &mut Target {
        &mut self.targets[id.index()]
    }

    pub fn huge_ship(&self, id: HugeShipId) -> &HugeShip {
        &self.huge_ships[id.index()]
    }

    pub fn huge_ship_mut(&mut self, id: HugeShipId) -> &mut HugeShip {
        &mut self.huge_ships[id.index()]
    }

    /// The faction that a person fights for.
    pub fn faction_of_person(&self, id: PersonId) -> Faction {
        self.player(self.person(id).owner).faction
    }

    /// The faction that a hull flies for.
    pub fn faction_of_hull(&self, id: HullId) -> Faction {
        self.player(self.hull(id).owner).faction
    }

    /// Hulls in service of one player.
    pub fn hulls_of(&self, player: PlayerId) -> impl Iterator<Item = &Hull> {
        self.player(player).hulls.iter().map(|&id| self.hull(id))
    }

    /// Persons on the roster of one player and those in captivity.
    pub fn persons_of(&self, player: PlayerId) -> impl Iterator<Item = &Person> {
        self.player(player).persons.iter().map(|&id| self.person(id))
    }

    /// Everybody whom a faction holds, in the order of joining.
    pub fn prisoners_of(&self, holder: Faction) -> impl Iterator<Item = &Person> {
        self.persons.iter().filter(move |person| person.fate == PersonFate::Captive(holder))
    }

    /// Huge ships that a faction still has.
    pub fn huge_ships_of(&self, faction: Faction) -> impl Iterator<Item = &HugeShip> {
        self.huge_ships.iter().filter(move |ship| ship.faction == faction && !ship.is_destroyed())
    }

    /// Targets that a faction controls.
    pub fn targets_of(&self, faction: Faction) -> impl Iterator<Item = &Target> {
        self.targets.iter().filter(move |target| target.owner == Some(faction))
    }

    /// How many targets of one type a faction controls.
    pub fn count_controlled(&self, faction: Faction, type_: TargetType) -> usize {
        self.targets_of(faction).filter(|target| target.type_ == type_).count()
    }

    /// The factions that play besides this one, in set-up order.
    pub fn foes_of(&self, faction: Faction) -> impl Iterator<Item = Faction> + '_ {
        self.factions.iter().filter(move |&other| other != faction)
    }

    /// Takes a person who is dead, shipped off or handed over from the roster of his owner.
    pub(crate) fn strike_from_roster(&mut self, id: PersonId) {
        let owner = self.person(id).owner;
        self.player_mut(owner).persons.retain(|&other| other != id);
    }

    /// Takes a hull that is destroyed or handed over from the Squadron of its owner.
    pub(crate) fn strike_from_squadron(&mut self, id: HullId) {
        let owner = self.hull(id).owner;
        self.player_mut(owner).hulls.retain(|&other| other != id);
    }

    pub(crate) fn next_battle(&mut self) -> BattleId {
        self.n_battles += 1;
        BattleId(self.n_battles - 1)
    }

    /// The person's end as the record tells it.
    pub fn end_of(&self, id: PersonId) -> PersonEnd {
        self.person(id).fate.end()
    }
}
