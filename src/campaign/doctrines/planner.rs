//! The common mind of all doctrines that plan: weights and habits differ, the reasoning is the same.

use crate::campaign::doctrine::Doctrine;
use crate::campaign::market::{HugeShipOutfit, Market};
use crate::campaign::offers::{Asset, FreeChoice};
use crate::campaign::plan::{Attack, Battle, Container, Declared, SquadPlan};
use crate::campaign::state::Person;
use crate::campaign::view::View;
use crate::catalog::catalog;
use crate::chance::Seeded;
use crate::events::words::Programme;
use crate::ids::{Faction, HugeShipId, PersonId, PlayerId, ShipClassId, Side, TargetId, UpgradeId};
use crate::procedures::ejection::Ejection;

use super::gear::Offer;
use super::squad_builder::SquadBuilder;
use super::stock::Held;
use super::style::Style;
use super::weights::Weights;
use super::wish_list::WishList;

/// A player who plans.
pub struct Planner {
    pub(super) style: &'static dyn Style,
    pub(super) weights: Weights,
    /// Percent by which this player likes each class in this campaign.
    pub(super) taste: Vec<i32>,
    pub(super) wishes: WishList,
    pub(super) offers: Vec<Offer>,
    pub(super) builder: SquadBuilder,
    pub(super) held: Held,
    /// The squad that a more important battle will need.
    pub(super) other_plan: SquadPlan,
}

impl Planner {
    pub fn new(style: &'static dyn Style) -> Planner {
        Planner {
            style,
            weights: *style.weights(),
            taste: vec![100; catalog().ships.len()],
            wishes: WishList::default(),
            offers: Vec::new(),
            builder: SquadBuilder::default(),
            held: Held::default(),
            other_plan: SquadPlan::default(),
        }
    }

    /// Looks through the cards that the faction can buy, once a campaign.
    pub(super) fn learn_cards(&mut self, view: &View<'_>) {
        self.wishes.fill(view.book, view.cards(), self.style);
    }
}

/// A pilot may spend XP on rerolls, unless a programme has him spend it on something else.
pub(super) fn rerolls(pilot: &Person) -> bool {
    pilot.programme.is_none_or(|programme| programme == Programme::Rerolls)
}

impl Doctrine for Planner {
    fn name(&self) -> &'static str {
        self.style.name()
    }

    fn begin(&mut self) {
        self.taste.fill(100);
    }

    fn assemble_squadron(&mut self, market: &mut Market<'_, '_>, chance: &mut Seeded) {
        self.assemble(market, chance);
    }

    fn choose_support_ship(
        &mut self,
        _view: &View<'_>,
        classes: &[ShipClassId],
        _chance: &mut Seeded,
    ) -> ShipClassId {
        // The one with most hull and shields, the first among equals.
        let strength = |class: &ShipClassId| {
            let huge = catalog().ship(*class).huge.as_ref();
            let sections = huge.map_or(&[][..], |huge| &huge.sections);
            sections.iter().map(|section| u16::from(section.hull) + u16::from(section.shields)).sum::<u16>()
        };
        let best = classes.iter().max_by_key(|class| (strength(class), std::cmp::Reverse(**class)));
        best.copied().unwrap_or(classes[0])
    }

    fn equip_huge_ship(&mut self, outfit: &mut HugeShipOutfit<'_, '_>, _chance: &mut Seeded) {
        self.equip_huge(outfit);
    }

    fn choose_base(
        &mut self,
        view: &View<'_>,
        options: &[TargetId],
        _chance: &mut Seeded,
    ) -> Option<TargetId> {
        self.base(view, options)
    }

    fn purchase_reinforcements(&mut self, market: &mut Market<'_, '_>, chance: &mut Seeded) {
        self.reinforce(market, chance);
    }

    fn choose_free_upgrade(
        &mut self,
        view: &View<'_>,
        choice: &FreeChoice<'_>,
        _chance: &mut Seeded,
    ) -> Option<UpgradeId> {
        self.free_upgrade(view, choice)
    }

    fn ask_ransom(&mut self, view: &View<'_>, prisoner: PersonId, _chance: &mut Seeded) -> Option<u16> {
        self.ransom(view, prisoner)
    }

    fn pay_ransom(&mut self, view: &View<'_>, prisoner: PersonId, price: u16, _chance: &mut Seeded) -> bool {
        self.pays_ransom(view, prisoner, price)
    }

    fn buy_on_black_market(
        &mut self,
        view: &View<'_>,
        _seller: PlayerId,
        asset: Asset,
        price: u16,
        _chance: &mut Seeded,
    ) -> bool {
        self.buys(view, asset, price)
    }

    fn propose_exchange(
        &mut self,
        view: &View<'_>,
        options: &[Faction],
        _chance: &mut Seeded,
    ) -> Option<Faction> {
        options.iter().copied().find(|with| self.likes_exchange(view, *with))
    }

    fn choose_attack(
        &mut self,
        view: &View<'_>,
        options: &[Attack],
        declared: &[Declared],
        chance: &mut Seeded,
    ) -> Option<Attack> {
        self.best_attack(view, options, declared, chance)
    }

    fn agree_to_exchange(&mut self, view: &View<'_>, with: Faction, _chance: &mut Seeded) -> bool {
        self.likes_exchange(view, with)
    }

    fn assign_defenders(
        &mut self,
        view: &View<'_>,
        battles: &[Battle],
        assigned: &mut [Option<PlayerId>],
        _chance: &mut Seeded,
    ) {
        self.assign(view, battles, assigned);
    }

    fn build_squad(
        &mut self,
        view: &View<'_>,
        battles: &[Battle],
        place: usize,
        side: Side,
        plan: &mut SquadPlan,
        _chance: &mut Seeded,
    ) {
        self.squad(view, battles, place, side, plan);
    }

    fn fill_containers(&mut self, view: &View<'_>, containers: &mut [Container], _chance: &mut Seeded) {
        self.containers(view, containers);
    }

    fn reroll_ejection(&mut self, view: &View<'_>, person: PersonId, rolled: Ejection) -> bool {
        rolled == Ejection::Killed && rerolls(view.person(person))
    }

    fn pay_for_hidden_outpost(&mut self, view: &View<'_>, target: TargetId, _chance: &mut Seeded) -> bool {
        self.pays_for(view, target)
    }

    fn redeem_cargo(&mut self, _view: &View<'_>, units: u8, _chance: &mut Seeded) -> u8 {
        // The larger the stake, the better the table.
        units
    }

    fn assign_crashed_ship(&mut self, view: &View<'_>, class: ShipClassId, _chance: &mut Seeded) -> PlayerId {
        self.crashed_ship_for(view, class)
    }

    fn reveal_card(
        &mut self,
        view: &View<'_>,
        ship: HugeShipId,
        places: &[usize],
        _chance: &mut Seeded,
    ) -> usize {
        self.card_to_reveal(view, ship, places)
    }
}
