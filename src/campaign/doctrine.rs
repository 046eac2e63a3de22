//! Who commands: every decision that a player makes.
//!
//! A doctrine sees a read-only [`View`] and answers; what it does in the market goes through [`Market`], which
//! checks every wish against the rules. It has its own stream of luck for every decision, so that a cleverer
//! doctrine does not shift the dice of the campaign. One doctrine object serves one seat through many campaigns.

use crate::chance::Seeded;
use crate::ids::{Faction, HugeShipId, PersonId, PlayerId, ShipClassId, Side, TargetId, UpgradeId};
use crate::procedures::ejection::Ejection;

use super::market::{HugeShipOutfit, Market};
use super::offers::{Asset, FreeChoice};
use super::plan::{Attack, Battle, Container, Declared, SquadPlan};
use super::view::View;

/// All decisions of one player. The faction's leader is its first player.
pub trait Doctrine: Send {
    /// The name that set-ups use.
    fn name(&self) -> &'static str;

    /// A new campaign begins: forget the last one.
    fn begin(&mut self) {}

    // ---- before the first turn ----

    /// Assembling Your Squadron: spend the starting Fleet Points.
    fn assemble_squadron(&mut self, market: &mut Market<'_, '_>, chance: &mut Seeded);

    /// Huge Ships: which class the leader takes as a support ship, where he may choose.
    fn choose_support_ship(
        &mut self,
        view: &View<'_>,
        classes: &[ShipClassId],
        chance: &mut Seeded,
    ) -> ShipClassId;

    /// Equipping Huge Ships: the leader equips one huge ship with its starting points.
    fn equip_huge_ship(&mut self, outfit: &mut HugeShipOutfit<'_, '_>, chance: &mut Seeded);

    /// Base of Operations: which uncontrolled target a Scum player starts with.
    fn choose_base(&mut self, view: &View<'_>, options: &[TargetId], chance: &mut Seeded)
    -> Option<TargetId>;

    // ---- Purchase Reinforcements ----

    /// Escape attempts, XP, purchases, depots, installations, transfers, contracts, the black market.
    fn purchase_reinforcements(&mut self, market: &mut Market<'_, '_>, chance: &mut Seeded);

    /// Upgrades worth some points for nothing, out of a list: outposts and unexplored worlds.
    ///
    /// Called again with the points left until it answers `None`.
    fn choose_free_upgrade(
        &mut self,
        view: &View<'_>,
        choice: &FreeChoice<'_>,
        chance: &mut Seeded,
    ) -> Option<UpgradeId>;

    /// Ransom: what the leader of the holders asks for a prisoner; `None`: not for sale.
    fn ask_ransom(&mut self, view: &View<'_>, prisoner: PersonId, chance: &mut Seeded) -> Option<u16>;

    /// Ransom: whether the prisoner's player pays that much.
    fn pay_ransom(&mut self, view: &View<'_>, prisoner: PersonId, price: u16, chance: &mut Seeded) -> bool;

    /// Black Market: whether the player buys what a seller of another faction offers.
    fn buy_on_black_market(
        &mut self,
        view: &View<'_>,
        seller: PlayerId,
        asset: Asset,
        price: u16,
        chance: &mut Seeded,
    ) -> bool;

    // ---- Choose Strategic Targets ----

    /// Prisoner Exchange: with which faction the leader would like one, in place of an attack.
    fn propose_exchange(
        &mut self,
        view: &View<'_>,
        options: &[Faction],
        chance: &mut Seeded,
    ) -> Option<Faction>;

    /// The next attack of the faction, to be made by this player; `None`: none. `declared` are those of his own
    /// faction; the others' are secret.
    fn choose_attack(
        &mut self,
        view: &View<'_>,
        options: &[Attack],
        declared: &[Declared],
        chance: &mut Seeded,
    ) -> Option<Attack>;

    /// Prisoner Exchange: whether the leader agrees.
    fn agree_to_exchange(&mut self, view: &View<'_>, with: Faction, chance: &mut Seeded) -> bool;

    // ---- Construct Squads and Conduct Battle ----

    /// The leader assigns his faction's players to its defensive battles; `None` cedes the target.
    ///
    /// `assigned` has one place for each battle of `battles`; only those in which the faction defends count.
    fn assign_defenders(
        &mut self,
        view: &View<'_>,
        battles: &[Battle],
        assigned: &mut [Option<PlayerId>],
        chance: &mut Seeded,
    );

    /// The squad for the battle at `place` of `battles` out of what is still at hand; those before it have their
    /// squads already. An empty plan means no-show or ceding.
    fn build_squad(
        &mut self,
        view: &View<'_>,
        battles: &[Battle],
        place: usize,
        side: Side,
        plan: &mut SquadPlan,
        chance: &mut Seeded,
    );

    /// Supply Raid: what the defender puts into the containers. What he leaves short is filled with Fleet Points.
    fn fill_containers(&mut self, view: &View<'_>, containers: &mut [Container], chance: &mut Seeded);

    // ---- aftermath ----

    /// Tactical judgment on the ejection die: whether to spend 1 XP to roll again.
    fn reroll_ejection(&mut self, view: &View<'_>, person: PersonId, rolled: Ejection) -> bool;

    /// Hidden Outpost: whether the capturing player pays.
    fn pay_for_hidden_outpost(&mut self, view: &View<'_>, target: TargetId, chance: &mut Seeded) -> bool;

    /// Asset Recovery: how much of the cargo left to put into the next roll; at most the largest table.
    fn redeem_cargo(&mut self, view: &View<'_>, units: u8, chance: &mut Seeded) -> u8;

    /// Crashed Ship: which player of the faction gets it (the leader decides).
    fn assign_crashed_ship(&mut self, view: &View<'_>, class: ShipClassId, chance: &mut Seeded) -> PlayerId;

    /// A successful search: which card of the capital ship the leader tells the enemy of, out of those not yet told.
    fn reveal_card(
        &mut self,
        view: &View<'_>,
        ship: HugeShipId,
        places: &[usize],
        chance: &mut Seeded,
    ) -> usize;
}
