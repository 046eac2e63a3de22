//! Assets come and go here and nowhere else: hulls, persons, upgrades, and the unique names that go with them.

use crate::chance::{Chance, Purpose};
use crate::events::words::{
    DeathCause, Homecoming, HullFate, HullOrigin, PersonOrigin, Programme, SitsOut, UpgradeOrigin, XpSource,
    XpUse,
};
use crate::events::{CampaignEvent, Post};
use crate::ids::{BattleId, Faction, HullId, PersonId, PilotCardId, PlayerId, ShipClassId, UpgradeId};

use super::context::Context;
use super::rules::upgrades::copies_owned;
use super::state::{Hull, Installed, Person, PersonFate, Qualifications, UniqueId};

impl Context<'_> {
    /// The first turn in which something bought or finished now can be used: this one, or the first at the start.
    pub fn now(&self) -> u16 {
        self.state.turn.max(1)
    }

    // ---- hulls ----

    pub fn add_hull(
        &mut self,
        player: PlayerId,
        class: ShipClassId,
        origin: HullOrigin,
        installed: Installed,
        cost: u16,
    ) -> HullId {
        let id = HullId(self.state.hulls.len() as u16);
        self.state.hulls.push(Hull {
            id,
            class,
            owner: player,
            origin,
            fate: HullFate::InService,
            damaged: false,
            ready_turn: 0,
            fitting_until: 0,
            used_turn: 0,
            acquired_turn: self.state.turn,
            lost_turn: 0,
            installed,
            battles: 0,
            kills: 0,
            times_damaged: 0,
            turns_idle: 0,
            captured: false,
        });
        self.state.player_mut(player).hulls.push(id);
        self.emit(CampaignEvent::HullJoined { hull: id, player, class, origin, cost });
        id
    }

    /// A ship is destroyed, and so are all of its upgrades.
    pub fn destroy_hull(&mut self, id: HullId, battle: BattleId) {
        let turn = self.state.turn;
        self.state.strike_from_squadron(id);
        let hull = self.state.hull_mut(id);
        debug_assert!(hull.in_service(), "a ship is destroyed once");
        hull.fate = HullFate::Destroyed;
        hull.lost_turn = turn;
        let (owner, installed) = (hull.owner, hull.installed);
        self.emit(CampaignEvent::HullDestroyed { hull: id, battle });
        for upgrade in installed.iter() {
            self.forget_upgrade(owner, upgrade, 1);
        }
    }

    pub fn hand_over_hull(&mut self, id: HullId, to: PlayerId) {
        let from = self.state.hull(id).owner;
        self.state.strike_from_squadron(id);
        self.state.hull_mut(id).owner = to;
        self.state.player_mut(to).hulls.push(id);
        self.emit(CampaignEvent::HullHandedOver { hull: id, from, to });
    }

    // ---- persons ----

    /// A pilot joins; the card decides skill, points, slots and qualifications.
    pub fn add_pilot(
        &mut self,
        player: PlayerId,
        card: PilotCardId,
        origin: PersonOrigin,
        commander: bool,
        cost: u16,
    ) -> PersonId {
        let pilot = self.book.catalog.pilot(card);
        let mut qualifications = Qualifications::default();
        for &class in &pilot.ships {
            qualifications.add(class);
        }
        let skill = self.book.pilot_skill(card);
        let person = Person {
            skill,
            first_skill: skill,
            points: self.book.pilot_points(card) as i16,
            elite_slots: u8::from(pilot.elite_slot),
            unique: pilot.unique,
            droid: pilot.droid,
            commander,
            qualifications,
            ..self.recruit(player, Post::Pilot(card), origin)
        };
        self.join(person, cost)
    }

    /// A crew member joins.
    pub fn add_crew(
        &mut self,
        player: PlayerId,
        card: UpgradeId,
        origin: PersonOrigin,
        cost: u16,
    ) -> PersonId {
        let upgrade = self.book.catalog.upgrade(card);
        let person = Person {
            points: self.book.upgrade(card).squad_points,
            unique: upgrade.unique,
            droid: upgrade.droid,
            ..self.recruit(player, Post::Crew(card), origin)
        };
        self.join(person, cost)
    }

    /// A person with nothing to his name.
    fn recruit(&self, player: PlayerId, post: Post, origin: PersonOrigin) -> Person {
        Person {
            id: PersonId(self.state.persons.len() as u16),
            post,
            owner: player,
            origin,
            fate: PersonFate::OnRoster,
            sits_out: SitsOut::Not,
            ready_turn: 0,
            used_turn: 0,
            joined_turn: self.state.turn,
            fate_turn: 0,
            escape_turn: 0,
            escapes_this_turn: 0,
            unique: false,
            droid: false,
            commander: false,
            flipped: false,
            skill: 0,
            first_skill: 0,
            points: 0,
            elite_slots: 0,
            skill_improved: false,
            ability: None,
            title: None,
            qualifications: Qualifications::default(),
            xp_earned: 0,
            xp_spent: [0; XpUse::ALL.len()],
            programme: None,
            battles: 0,
            battles_won: 0,
            kills: 0,
            wounds: 0,
            ejections: 0,
            captures: 0,
            escapes: 0,
        }
    }

    fn join(&mut self, mut person: Person, cost: u16) -> PersonId {
        let Person { id, owner, post, origin, commander, .. } = person;
        if person.is_pilot() && self.state.player(owner).trains_by_lot {
            let lot = self.luck.stream(Purpose::Training, u64::from(id.0)).pick(Programme::ALL.len());
            person.programme = Some(Programme::ALL[lot]);
        }
        self.state.persons.push(person);
        self.state.player_mut(owner).persons.push(id);
        self.emit(CampaignEvent::PersonJoined { person: id, player: owner, post, origin, cost, commander });
        id
    }

    /// XP that a unique pilot starts with.
    pub fn grant_starting_xp(&mut self, person: PersonId) {
        let xp = u16::from(self.book.rules.experience.unique_pilot_start);
        self.earn_xp(person, XpSource::Starting, xp);
    }

    /// A person dies. Droids with a backup free their name, all others take it along.
    pub fn kill(&mut self, id: PersonId, cause: DeathCause) {
        self.remove_person(id, PersonFate::Dead);
        self.emit(CampaignEvent::PersonKilled { person: id, cause });
    }

    /// A captured commander who was replaced: alive, but out of the campaign.
    pub fn ship_off(&mut self, id: PersonId) {
        self.remove_person(id, PersonFate::ShippedOff);
        self.emit(CampaignEvent::CommanderShippedOff { person: id });
    }

    fn remove_person(&mut self, id: PersonId, fate: PersonFate) {
        let turn = self.state.turn;
        self.state.strike_from_roster(id);
        let person = self.state.person_mut(id);
        debug_assert!(
            matches!(person.fate, PersonFate::OnRoster | PersonFate::Captive(_)),
            "only the living can be lost"
        );
        person.fate = fate;
        person.fate_turn = turn;
        let (post, owner, droid, title) = (person.post, person.owner, person.droid, person.title);
        let backed_up = droid && self.book.rules.fleet.droids_can_be_bought_again;
        if let Some(name) = self.book.unique_name(post) {
            if backed_up && fate == PersonFate::Dead {
                self.state.registry.release(name);
            } else {
                self.state.registry.retire(name);
            }
        }
        if let Some(title) = title {
            self.forget_upgrade(owner, title, 1);
        }
    }

    /// A person falls into the hands of a faction; his player keeps him on the list.
    pub fn capture(&mut self, id: PersonId, by: Faction) {
        let turn = self.state.turn;
        let person = self.state.person_mut(id);
        debug_assert_eq!(person.fate, PersonFate::OnRoster, "only the free can be captured");
        person.fate = PersonFate::Captive(by);
        person.fate_turn = turn;
        person.captures = person.captures.saturating_add(1);
        self.emit(CampaignEvent::PersonCaptured { person: id, by });
    }

    /// A captive comes home.
    pub fn bring_home(&mut self, id: PersonId, how: Homecoming) {
        let person = self.state.person_mut(id);
        debug_assert!(person.captive_of().is_some(), "only captives come home");
        person.fate = PersonFate::OnRoster;
        if how == Homecoming::Escape {
            person.escapes = person.escapes.saturating_add(1);
        }
        self.emit(CampaignEvent::PersonHome { person: id, how });
    }

    pub fn hand_over_person(&mut self, id: PersonId, to: PlayerId) {
        let from = self.state.person(id).owner;
        self.state.strike_from_roster(id);
        self.state.person_mut(id).owner = to;
        self.state.player_mut(to).persons.push(id);
        self.emit(CampaignEvent::PersonHandedOver { person: id, from, to });
    }

    // ---- upgrades ----

    /// Whether a player may have one more copy of a card: Experimental Interface is one to a player.
    pub fn has_room_for(&self, player: PlayerId, upgrade: UpgradeId) -> bool {
        let most = usize::from(self.book.rules.upgrades.experimental_interface_per_player);
        upgrade != self.book.special.experimental_interface
            || copies_owned(self.state, player, upgrade) < most
    }

    /// Copies of a card for the store of a player; one too many of a limited card comes to nothing.
    pub fn gain_upgrade(
        &mut self,
        player: PlayerId,
        upgrade: UpgradeId,
        copies: u8,
        origin: UpgradeOrigin,
        cost: u16,
    ) {
        if !self.has_room_for(player, upgrade) {
            return;
        }
        self.state.player_mut(player).store.add(upgrade, copies);
        self.emit(CampaignEvent::UpgradeGained { player, upgrade, copies, origin, cost });
    }

    /// Copies that exist no longer; a unique one may be bought again where the rules say so.
    pub fn forget_upgrade(&mut self, player: PlayerId, upgrade: UpgradeId, copies: u8) {
        self.emit(CampaignEvent::UpgradeLost { player, upgrade, copies });
        if let Some(name) = self.book.unique_upgrade(upgrade) {
            let card = self.book.catalog.upgrade(upgrade);
            let is_title = card.slot == crate::catalog::Slot::Title;
            if is_title && !self.book.rules.upgrades.titles.unique_may_be_bought_again {
                self.state.registry.retire(name);
            } else {
                self.state.registry.release(name);
            }
        }
    }

    /// Claims the unique name of a card, where it has one; false where it is taken or gone.
    #[must_use]
    pub fn claim(&mut self, name: Option<UniqueId>) -> bool {
        name.is_none_or(|name| self.state.registry.claim(name))
    }
}
