//! The Purchase Reinforcements phase in the hands of a player: every wish is checked against the rules.
//!
//! A wish that breaks a rule is answered with the [`Refusal`] and changes nothing.

use crate::catalog::Slot;
use crate::chance::Purpose;
use crate::ids::{HugeShipId, HullId, PersonId, PilotCardId, PlayerId, ShipClassId, TargetId, UpgradeId};
use crate::procedures::escape::Escape;

use super::context::Context;
use super::offers::Asset;
use super::refusal::Refusal;
use super::rules::pilot_improvements::{self, Improvement, Terms};
use super::rules::time_intensive_upgrades::{self, Workshop};
use super::rules::{
    assembling_your_squadron, better_offer, crew_upgrades, equipping_huge_ships, mercenaries,
    pilot_escape_attempts, space_installations, title_upgrades, transfers, unique_pilots, upgrades,
    upgrading_huge_ships,
};
use super::view::View;

/// One player at the counter.
pub struct Market<'a, 'c> {
    context: &'a mut Context<'c>,
    player: PlayerId,
}

impl<'a, 'c> Market<'a, 'c> {
    pub fn new(context: &'a mut Context<'c>, player: PlayerId) -> Market<'a, 'c> {
        Market { context, player }
    }

    /// What the player sees at this moment, purchases so far included.
    pub fn view(&self) -> View<'_> {
        self.context.view(self.player)
    }

    // ---- prices: what a purchase would cost now, or why it is refused ----

    pub fn ship_price(&self, class: ShipClassId) -> Result<u16, Refusal> {
        assembling_your_squadron::ship_price(self.context.state, self.context.book, self.player, class)
    }

    pub fn pilot_price(&self, card: PilotCardId) -> Result<u16, Refusal> {
        assembling_your_squadron::pilot_price(self.context.state, self.context.book, self.player, card)
    }

    pub fn commander_price(&self, card: PilotCardId) -> Result<u16, Refusal> {
        unique_pilots::commander_price(self.context.state, self.context.book, self.player, card)
    }

    /// Of one purchase; ordnance comes by threes.
    pub fn upgrade_price(&self, upgrade: UpgradeId) -> Result<u16, Refusal> {
        let (state, book) = (&*self.context.state, self.context.book);
        match book.catalog.upgrade(upgrade).slot {
            Slot::Crew => crew_upgrades::crew_price(state, book, self.player, upgrade),
            _ => upgrades::price(state, book, self.player, upgrade),
        }
    }

    // ---- purchases ----

    /// A hull with the time-intensive upgrades and titles that are bought along with it.
    pub fn buy_ship(&mut self, class: ShipClassId, fitted: &[UpgradeId]) -> Result<HullId, Refusal> {
        assembling_your_squadron::buy_ship(self.context, self.player, class, fitted)
    }

    /// A generic pilot.
    pub fn buy_pilot(&mut self, card: PilotCardId) -> Result<PersonId, Refusal> {
        assembling_your_squadron::buy_pilot(self.context, self.player, card)
    }

    /// The Squadron commander, or a replacement; a captured predecessor is then out of the campaign.
    pub fn buy_commander(&mut self, card: PilotCardId) -> Result<PersonId, Refusal> {
        unique_pilots::buy_commander(self.context, self.player, card)
    }

    pub fn buy_crew(&mut self, card: UpgradeId) -> Result<PersonId, Refusal> {
        crew_upgrades::buy_crew(self.context, self.player, card)
    }

    /// Equipment or ordnance into the store.
    pub fn buy_upgrade(&mut self, upgrade: UpgradeId) -> Result<(), Refusal> {
        upgrades::buy_upgrade(self.context, self.player, upgrade)
    }

    /// A title for a ship of the Squadron.
    pub fn buy_title(&mut self, hull: HullId, title: UpgradeId) -> Result<(), Refusal> {
        title_upgrades::buy_title(self.context, self.player, hull, title)
    }

    /// Binds a title that lies in the store (Chardaan Refit won as cargo).
    pub fn bind_title(&mut self, hull: HullId, title: UpgradeId) -> Result<(), Refusal> {
        title_upgrades::bind_title(self.context, self.player, hull, title)
    }

    /// A title for a pilot of the Squadron.
    pub fn buy_pilot_title(&mut self, pilot: PersonId, title: UpgradeId) -> Result<(), Refusal> {
        title_upgrades::buy_pilot_title(self.context, self.player, pilot, title)
    }

    // ---- ships ----

    /// Fits a time-intensive upgrade out of the store.
    pub fn install(&mut self, hull: HullId, upgrade: UpgradeId, workshop: Workshop) -> Result<(), Refusal> {
        time_intensive_upgrades::install(self.context, self.player, hull, upgrade, workshop)
    }

    /// Takes a time-intensive upgrade off into the store.
    pub fn remove(&mut self, hull: HullId, upgrade: UpgradeId, workshop: Workshop) -> Result<(), Refusal> {
        time_intensive_upgrades::remove(self.context, self.player, hull, upgrade, workshop)
    }

    /// Has a Repair Depot repair a ship one turn faster.
    pub fn hasten_repair(&mut self, hull: HullId) -> Result<(), Refusal> {
        space_installations::hasten_repair(self.context, self.player, hull)
    }

    // ---- pilots ----

    /// What an improvement would cost a pilot, if it is open to him and he has the XP.
    pub fn improvement_terms(&self, pilot: PersonId, improvement: Improvement) -> Result<Terms, Refusal> {
        let who = self.context.state.person(pilot);
        pilot_improvements::terms(self.context, self.player, who, improvement)
    }

    pub fn improve(&mut self, pilot: PersonId, improvement: Improvement) -> Result<(), Refusal> {
        pilot_improvements::improve(self.context, self.player, pilot, improvement)
    }

    /// Sends a pilot into a Military Training Installation.
    pub fn train(&mut self, pilot: PersonId) -> Result<(), Refusal> {
        space_installations::train(self.context, self.player, pilot)
    }

    pub fn attempt_escape(&mut self, prisoner: PersonId) -> Result<Escape, Refusal> {
        let mut chance = self.context.stream(Purpose::Casualty, pilot_escape_attempts::key(prisoner));
        pilot_escape_attempts::attempt_escape(self.context, &mut chance, self.player, prisoner)
    }

    // ---- team mates ----

    pub fn give_points(&mut self, to: PlayerId, amount: u16) -> Result<(), Refusal> {
        transfers::give_points(self.context, self.player, to, amount)
    }

    pub fn give(&mut self, to: PlayerId, asset: Asset) -> Result<(), Refusal> {
        transfers::give_asset(self.context, self.player, to, asset)
    }

    // ---- huge ships ----

    /// Buys a card for a huge ship of the faction; `replaced` makes room for it and is lost.
    pub fn upgrade_huge_ship(
        &mut self,
        ship: HugeShipId,
        upgrade: UpgradeId,
        replaced: Option<UpgradeId>,
    ) -> Result<(), Refusal> {
        upgrading_huge_ships::upgrade(self.context, self.player, ship, upgrade, replaced)
    }

    pub fn huge_ship_upgrade_price(
        &self,
        ship: HugeShipId,
        upgrade: UpgradeId,
        replaced: Option<UpgradeId>,
    ) -> Result<u16, Refusal> {
        upgrading_huge_ships::price(
            self.context.state,
            self.context.book,
            self.player,
            ship,
            upgrade,
            replaced,
        )
    }

    // ---- Scum as a third faction ----

    /// Places a contract on an enemy target; the Fleet Points are set aside until the turn's attacks are declared.
    pub fn place_contract(
        &mut self,
        target: TargetId,
        points: u16,
        goods: Option<Asset>,
    ) -> Result<(), Refusal> {
        mercenaries::place_contract(self.context, self.player, target, points, goods)
    }

    /// Turns a captured pilot who has a Scum card.
    pub fn better_offer(&mut self, prisoner: PersonId) -> Result<(), Refusal> {
        better_offer::flip(self.context, self.player, prisoner)
    }

    /// Puts something up for sale on the black market; the other side answers when all have bought.
    pub fn offer_for_sale(&mut self, to: PlayerId, asset: Asset, price: u16) -> Result<(), Refusal> {
        super::rules::black_market::offer(self.context, self.player, to, asset, price)
    }
}

/// A huge ship whose starting equipment is being chosen.
pub struct HugeShipOutfit<'a, 'c> {
    context: &'a mut Context<'c>,
    leader: PlayerId,
    ship: HugeShipId,
}

impl<'a, 'c> HugeShipOutfit<'a, 'c> {
    pub fn new(context: &'a mut Context<'c>, leader: PlayerId, ship: HugeShipId) -> HugeShipOutfit<'a, 'c> {
        HugeShipOutfit { context, leader, ship }
    }

    pub fn view(&self) -> View<'_> {
        self.context.view(self.leader)
    }

    pub fn ship(&self) -> HugeShipId {
        self.ship
    }

    /// Starting points not yet used.
    pub fn points_left(&self) -> u16 {
        equipping_huge_ships::points_left(self.context.state, self.context.book, self.ship)
    }

    /// Whether the card can be added now.
    pub fn may_equip(&self, upgrade: UpgradeId) -> Result<u16, Refusal> {
        equipping_huge_ships::may_equip(self.context.state, self.context.book, self.ship, upgrade)
    }

    pub fn equip(&mut self, upgrade: UpgradeId) -> Result<(), Refusal> {
        equipping_huge_ships::equip(self.context, self.ship, upgrade)
    }
}
