//! A doctrine for tests: does what the test wrote down, and nothing else.

use std::collections::VecDeque;

use crate::chance::Seeded;
use crate::ids::{Faction, HugeShipId, PersonId, PlayerId, ShipClassId, Side, TargetId, UpgradeId};
use crate::procedures::ejection::Ejection;

use super::doctrine::Doctrine;
use super::market::{HugeShipOutfit, Market};
use super::offers::{Asset, FreeChoice};
use super::plan::{Attack, Battle, Container, Declared, SquadPlan};
use super::view::View;

#[derive(Debug, Default)]
pub struct Obedient {
    pub free: VecDeque<UpgradeId>,
    /// What was on offer at the last free choice.
    pub offered: Vec<UpgradeId>,
    pub attacks: VecDeque<Attack>,
    /// What could be attacked at the last choice.
    pub options: Vec<Attack>,
    pub exchange: Option<Faction>,
    pub agrees: bool,
    pub defends: bool,
    pub squads: VecDeque<SquadPlan>,
    pub containers: Vec<Container>,
    pub rerolls: bool,
    pub pays: bool,
    pub ransom: Option<u16>,
    pub cargo: VecDeque<u8>,
    pub base: Option<TargetId>,
    pub crashed_ship_for: Option<PlayerId>,
}

impl Doctrine for Obedient {
    fn name(&self) -> &'static str {
        "obedient"
    }

    fn assemble_squadron(&mut self, _market: &mut Market<'_, '_>, _chance: &mut Seeded) {}

    fn choose_support_ship(
        &mut self,
        _view: &View<'_>,
        classes: &[ShipClassId],
        _chance: &mut Seeded,
    ) -> ShipClassId {
        classes[0]
    }

    fn equip_huge_ship(&mut self, _outfit: &mut HugeShipOutfit<'_, '_>, _chance: &mut Seeded) {}

    fn choose_base(
        &mut self,
        _view: &View<'_>,
        _options: &[TargetId],
        _chance: &mut Seeded,
    ) -> Option<TargetId> {
        self.base
    }

    fn purchase_reinforcements(&mut self, _market: &mut Market<'_, '_>, _chance: &mut Seeded) {}

    fn choose_free_upgrade(
        &mut self,
        _view: &View<'_>,
        choice: &FreeChoice<'_>,
        _chance: &mut Seeded,
    ) -> Option<UpgradeId> {
        self.offered = choice.options.iter().map(|option| option.upgrade).collect();
        let wish = self.free.pop_front();
        wish.filter(|wish| self.offered.contains(wish))
    }

    fn ask_ransom(&mut self, _view: &View<'_>, _prisoner: PersonId, _chance: &mut Seeded) -> Option<u16> {
        self.ransom
    }

    fn pay_ransom(
        &mut self,
        _view: &View<'_>,
        _prisoner: PersonId,
        _price: u16,
        _chance: &mut Seeded,
    ) -> bool {
        self.pays
    }

    fn buy_on_black_market(
        &mut self,
        _view: &View<'_>,
        _seller: PlayerId,
        _asset: Asset,
        _price: u16,
        _chance: &mut Seeded,
    ) -> bool {
        self.pays
    }

    fn propose_exchange(
        &mut self,
        _view: &View<'_>,
        _options: &[Faction],
        _chance: &mut Seeded,
    ) -> Option<Faction> {
        self.exchange
    }

    fn choose_attack(
        &mut self,
        _view: &View<'_>,
        options: &[Attack],
        _declared: &[Declared],
        _chance: &mut Seeded,
    ) -> Option<Attack> {
        self.options = options.to_vec();
        self.attacks.pop_front()
    }

    fn agree_to_exchange(&mut self, _view: &View<'_>, _with: Faction, _chance: &mut Seeded) -> bool {
        self.agrees
    }

    fn assign_defenders(
        &mut self,
        view: &View<'_>,
        battles: &[Battle],
        assigned: &mut [Option<PlayerId>],
        _chance: &mut Seeded,
    ) {
        for (battle, assigned) in battles.iter().zip(assigned) {
            let own = battle.faction(Side::Defender) == view.faction();
            *assigned = (own && self.defends).then_some(view.player);
        }
    }

    fn build_squad(
        &mut self,
        _view: &View<'_>,
        _battles: &[Battle],
        _place: usize,
        _side: Side,
        plan: &mut SquadPlan,
        _chance: &mut Seeded,
    ) {
        if let Some(squad) = self.squads.pop_front() {
            *plan = squad;
        }
    }

    fn fill_containers(&mut self, _view: &View<'_>, containers: &mut [Container], _chance: &mut Seeded) {
        for (container, wish) in containers.iter_mut().zip(&self.containers) {
            *container = *wish;
        }
    }

    fn reroll_ejection(&mut self, _view: &View<'_>, _person: PersonId, _rolled: Ejection) -> bool {
        self.rerolls
    }

    fn pay_for_hidden_outpost(&mut self, _view: &View<'_>, _target: TargetId, _chance: &mut Seeded) -> bool {
        self.pays
    }

    fn redeem_cargo(&mut self, _view: &View<'_>, _units: u8, _chance: &mut Seeded) -> u8 {
        self.cargo.pop_front().unwrap_or(1)
    }

    fn assign_crashed_ship(
        &mut self,
        view: &View<'_>,
        _class: ShipClassId,
        _chance: &mut Seeded,
    ) -> PlayerId {
        self.crashed_ship_for.unwrap_or(view.player)
    }

    fn reveal_card(
        &mut self,
        _view: &View<'_>,
        _ship: HugeShipId,
        places: &[usize],
        _chance: &mut Seeded,
    ) -> usize {
        places[0]
    }
}
