//! The baseline: everything is drawn by lot among what the rules allow.

use crate::battle::engagement::RetreatRule;
use crate::catalog::Slot;
use crate::chance::{Chance, Seeded};
use crate::config::mission::Chosen;
use crate::events::words::{AttackKind, UpgradeOrigin};
use crate::ids::{
    Faction, HugeShipId, PersonId, PilotCardId, PlayerId, ShipClassId, Side, TargetId, UpgradeId,
};
use crate::procedures::ejection::Ejection;

use crate::campaign::doctrine::Doctrine;
use crate::campaign::market::{HugeShipOutfit, Market};
use crate::campaign::offers::{Asset, FreeChoice};
use crate::campaign::plan::{Attack, Battle, Container, Declared, PlannedShip, SquadPlan};
use crate::campaign::rules::construct_squads::{SquadRules, is_reinforcement};
use crate::campaign::rules::pilot_improvements::Improvement;
use crate::campaign::rules::supply_raid;
use crate::campaign::rules::time_intensive_upgrades::Workshop;
use crate::campaign::view::View;

use super::squad_builder::dock_fighter;
use super::stock::Held;

/// How often a random player tries to buy something before he stops.
const PURCHASES: usize = 60;
/// How many random squads are tried before a battle is given up.
const SQUADS: usize = 24;

#[derive(Debug, Default)]
pub struct RandomLegal {
    /// Scratch lists, kept for their memory.
    hulls: Vec<crate::ids::HullId>,
    pilots: Vec<PersonId>,
}

/// One of a list, if there is any.
fn one_of<T: Copy>(chance: &mut Seeded, list: &[T]) -> Option<T> {
    if list.is_empty() { None } else { Some(list[chance.pick(list.len())]) }
}

fn heads(chance: &mut Seeded) -> bool {
    chance.pick(2) == 0
}

impl RandomLegal {
    /// Ships and pilots for them by lot, until the points or the patience are gone.
    fn shop(&self, market: &mut Market<'_, '_>, chance: &mut Seeded) {
        let (cards, catalog) = (market.view().cards(), market.view().book.catalog);
        let classes: Vec<ShipClassId> = catalog.ships_of(cards).map(|ship| ship.id).collect();
        let generics: Vec<PilotCardId> = catalog.generics(cards).map(|pilot| pilot.id).collect();
        for _ in 0..PURCHASES {
            let view = market.view();
            let hulls = view.hulls().count();
            let pilots = view.persons().filter(|who| who.is_pilot() && who.captive_of().is_none()).count();
            // A refused wish is simply dropped; the next draw is another one.
            match chance.number(6) {
                1 => {
                    let upgrade = UpgradeId(chance.pick(catalog.upgrades.len()) as u16);
                    let _ = market.buy_upgrade(upgrade).or_else(|_| market.buy_crew(upgrade).map(|_| ()));
                }
                _ if hulls <= pilots => {
                    let _ = one_of(chance, &classes).map(|class| market.buy_ship(class, &[]));
                }
                _ => {
                    // Somebody for a hull that has no pilot yet.
                    let class = view.hulls().nth(chance.pick(hulls)).map(|hull| hull.class);
                    let fit: Vec<PilotCardId> = generics
                        .iter()
                        .copied()
                        .filter(|&card| class.is_some_and(|class| catalog.pilot(card).ships.contains(&class)))
                        .collect();
                    let card = one_of(chance, &fit).or_else(|| one_of(chance, &generics));
                    let _ = card.map(|card| market.buy_pilot(card));
                }
            }
        }
    }

    fn hire_commander(&self, market: &mut Market<'_, '_>, chance: &mut Seeded) {
        let view = market.view();
        let uniques: Vec<PilotCardId> =
            view.book.catalog.uniques(view.cards()).map(|pilot| pilot.id).collect();
        for _ in 0..8 {
            let bought = one_of(chance, &uniques).map(|card| market.buy_commander(card));
            if let Some(Ok(person)) = bought {
                // He should have something to fly.
                let card = market.view().person(person).card();
                let class = card.map(|card| market.view().book.catalog.pilot(card).ships[0]);
                let _ = class.map(|class| market.buy_ship(class, &[]));
                return;
            }
        }
    }

    fn spend_xp(&self, market: &mut Market<'_, '_>, chance: &mut Seeded) {
        let view = market.view();
        let pilots: Vec<PersonId> = view.persons().filter(|who| 0 < who.xp()).map(|who| who.id).collect();
        let (n_classes, n_upgrades) = (view.book.catalog.ships.len(), view.book.catalog.upgrades.len());
        for pilot in pilots {
            if market.view().person(pilot).captive_of().is_some() {
                if heads(chance) {
                    let _ = market.attempt_escape(pilot);
                }
                continue;
            }
            let card = UpgradeId(chance.pick(n_upgrades) as u16);
            let improvement = match chance.number(8) {
                1..=3 => Improvement::Skill,
                4 => Improvement::SkillByOne,
                5 => Improvement::EliteSlot,
                6 => Improvement::EliteAbility(card),
                7 => Improvement::CrewAbility(card),
                _ => Improvement::Qualification(ShipClassId(chance.pick(n_classes) as u8)),
            };
            let _ = market.improve(pilot, improvement);
        }
    }

    /// Installations, training, repairs, huge ships and gifts, each tried once in a while.
    fn odd_jobs(&self, market: &mut Market<'_, '_>, chance: &mut Seeded) {
        let view = market.view();
        let hulls: Vec<_> = view.hulls().map(|hull| hull.id).collect();
        let stored: Vec<UpgradeId> = view.me().store.held_free().map(|(upgrade, _)| upgrade).collect();
        let pilots: Vec<PersonId> = view.persons().filter(|who| who.is_pilot()).map(|who| who.id).collect();
        let huge: Vec<HugeShipId> = view.state.huge_ships_of(view.faction()).map(|ship| ship.id).collect();
        let mates: Vec<PlayerId> = view.team().players.iter().filter(|&mate| mate != view.player).collect();
        let n_upgrades = view.book.catalog.upgrades.len();
        let workshop = if heads(chance) { Workshop::Hangar } else { Workshop::ConstructionYard };
        if let (Some(hull), Some(upgrade)) = (one_of(chance, &hulls), one_of(chance, &stored)) {
            let _ = market.install(hull, upgrade, workshop);
        }
        if let Some(hull) = one_of(chance, &hulls) {
            let installed = market.view().hull(hull).installed.get(0);
            if let Some(upgrade) = installed.filter(|_| chance.number(8) == 1) {
                let _ = market.remove(hull, upgrade, workshop);
            }
            let _ = market.hasten_repair(hull);
            let card = UpgradeId(chance.pick(n_upgrades) as u16);
            let _ = market.buy_title(hull, card);
        }
        if let Some(pilot) = one_of(chance, &pilots) {
            let _ = market.train(pilot);
        }
        if let Some(ship) = one_of(chance, &huge) {
            let _ = market.upgrade_huge_ship(ship, UpgradeId(chance.pick(n_upgrades) as u16), None);
        }
        if let Some(mate) = one_of(chance, &mates).filter(|_| chance.number(4) == 1) {
            let _ = market.give_points(mate, chance.number(10) as u16);
            if let Some(hull) = one_of(chance, &hulls) {
                let _ = market.give(mate, Asset::Hull(hull));
            }
        }
        self.dealings(market, chance);
    }

    /// Contracts, better offers and the black market, where Scum stand beside the conflict.
    fn dealings(&self, market: &mut Market<'_, '_>, chance: &mut Seeded) {
        let view = market.view();
        let targets: Vec<TargetId> = view.state.targets.iter().map(|target| target.id).collect();
        let prisoners: Vec<PersonId> = view.state.prisoners_of(view.faction()).map(|who| who.id).collect();
        let others: Vec<PlayerId> = view
            .state
            .players
            .iter()
            .filter(|other| other.faction != view.faction())
            .map(|other| other.id)
            .collect();
        let stored: Vec<UpgradeId> = view.me().store.held_free().map(|(upgrade, _)| upgrade).collect();
        if let Some(target) = one_of(chance, &targets) {
            let spare = market.view().me().store.held_free().next().map(|(card, _)| Asset::Upgrade(card));
            let faction = market.view().faction();
            let held = market.view().state.prisoners_of(faction).next().map(|who| Asset::Prisoner(who.id));
            let goods = one_of(chance, &[None, spare, held]).flatten();
            let _ = market.place_contract(target, chance.number(15) as u16, goods);
        }
        if let Some(prisoner) = one_of(chance, &prisoners) {
            let _ = market.better_offer(prisoner);
        }
        if let (Some(buyer), Some(upgrade)) = (one_of(chance, &others), one_of(chance, &stored)) {
            let _ = market.offer_for_sale(buyer, Asset::Upgrade(upgrade), chance.number(4) as u16);
        }
    }

    /// A squad by lot: ships until the next one would be too much, some equipment, roles by lot.
    fn try_squad(&mut self, rules: &SquadRules<'_>, plan: &mut SquadPlan, chance: &mut Seeded) -> bool {
        let (state, player) = (rules.state, rules.player);
        let view = View { state, book: rules.book, player };
        plan.ships.clear();
        plan.reinforcements.clear();
        self.hulls.clear();
        self.hulls.extend(view.hulls_at_hand().map(|hull| hull.id));
        self.pilots.clear();
        self.pilots.extend(view.pilots_at_hand().map(|pilot| pilot.id));
        chance.shuffle(&mut self.hulls);
        chance.shuffle(&mut self.pilots);
        let size = rules.battle.size(rules.side);
        let groups =
            rules.mission().restrictions(rules.side).groups.as_ref().map_or(1, |groups| groups.count);
        let mut points = rules.points(plan);
        for &hull in &self.hulls {
            let class = state.hull(hull).class;
            let qualified = |id: &PersonId| state.person(*id).qualifications.has(class);
            let Some(place) = self.pilots.iter().position(qualified) else { continue };
            let mut ship = PlannedShip::bare(hull, self.pilots[place]);
            ship.group = chance.pick(usize::from(groups)) as u8;
            ship.xp_to_spend = state.person(ship.pilot).xp().min(1) as u8;
            let cost = rules.ship_points(&ship);
            if size < points + cost {
                continue;
            }
            points += cost;
            self.pilots.swap_remove(place);
            plan.ships.push(ship);
            if chance.number(8) == 1 {
                break;
            }
        }
        for rule in rules.mission().roles(rules.side).filter(|rule| rule.chosen == Chosen::SquadBuilding) {
            for _ in 0..rule.min {
                if let Some(place) = one_of(chance, &(0..plan.ships.len()).collect::<Vec<_>>()) {
                    plan.ships[place].role = Some(rule.role);
                }
            }
        }
        !plan.is_empty() && rules.check(plan).is_ok()
    }

    /// Hangs spare equipment on the ships as long as the squad stays legal.
    fn equip(&self, rules: &SquadRules<'_>, plan: &mut SquadPlan, chance: &mut Seeded) {
        let store = &rules.state.player(rules.player).store;
        let spare: Vec<UpgradeId> = store.held_free().map(|(upgrade, _)| upgrade).collect();
        for place in 0..plan.ships.len() {
            let Some(upgrade) = one_of(chance, &spare) else { return };
            let before = plan.ships[place];
            if !plan.ships[place].equipment.push(upgrade) || rules.check(plan).is_err() {
                plan.ships[place] = before;
            }
        }
    }

    /// Stock fighters that may be called in.
    fn reserves(&self, rules: &SquadRules<'_>, plan: &mut SquadPlan) {
        if rules.mission().reinforcements(rules.side).is_none() {
            return;
        }
        let view = View { state: rules.state, book: rules.book, player: rules.player };
        let flies = |hull| plan.ships.iter().any(|ship| ship.hull == hull);
        let manned = |pilot| plan.ships.iter().any(|ship| ship.pilot == pilot || ship.crew.contains(pilot));
        let mut pilots: Vec<PersonId> =
            view.pilots_at_hand().map(|who| who.id).filter(|&who| !manned(who)).collect();
        let mut reserves = Vec::new();
        for hull in view.hulls_at_hand().filter(|hull| !flies(hull.id)) {
            let stock = |id: &PersonId| is_reinforcement(rules.book, view.cards(), hull, view.person(*id));
            if let Some(place) = pilots.iter().position(stock) {
                reserves.push((hull.id, pilots.swap_remove(place)));
            }
        }
        plan.reinforcements = reserves;
    }
}

impl Doctrine for RandomLegal {
    fn name(&self) -> &'static str {
        "random-legal"
    }

    fn assemble_squadron(&mut self, market: &mut Market<'_, '_>, chance: &mut Seeded) {
        self.hire_commander(market, chance);
        self.shop(market, chance);
    }

    fn choose_support_ship(
        &mut self,
        _view: &View<'_>,
        classes: &[ShipClassId],
        chance: &mut Seeded,
    ) -> ShipClassId {
        classes[chance.pick(classes.len())]
    }

    fn equip_huge_ship(&mut self, outfit: &mut HugeShipOutfit<'_, '_>, chance: &mut Seeded) {
        let n_upgrades = outfit.view().book.catalog.upgrades.len();
        for _ in 0..PURCHASES {
            let _ = outfit.equip(UpgradeId(chance.pick(n_upgrades) as u16));
        }
    }

    fn choose_base(
        &mut self,
        _view: &View<'_>,
        options: &[TargetId],
        chance: &mut Seeded,
    ) -> Option<TargetId> {
        one_of(chance, options)
    }

    fn purchase_reinforcements(&mut self, market: &mut Market<'_, '_>, chance: &mut Seeded) {
        self.spend_xp(market, chance);
        self.hire_commander(market, chance);
        self.shop(market, chance);
        self.odd_jobs(market, chance);
    }

    fn choose_free_upgrade(
        &mut self,
        _view: &View<'_>,
        choice: &FreeChoice<'_>,
        chance: &mut Seeded,
    ) -> Option<UpgradeId> {
        // Volunteers cost nothing to keep, so anything will do.
        debug_assert!(choice.origin != UpgradeOrigin::Purchase, "free choices are not purchases");
        let option = choice.options[chance.pick(choice.options.len())];
        (option.extra == 0 || heads(chance)).then_some(option.upgrade)
    }

    fn ask_ransom(&mut self, _view: &View<'_>, _prisoner: PersonId, chance: &mut Seeded) -> Option<u16> {
        heads(chance).then(|| chance.number(12) as u16)
    }

    fn pay_ransom(
        &mut self,
        _view: &View<'_>,
        _prisoner: PersonId,
        _price: u16,
        chance: &mut Seeded,
    ) -> bool {
        heads(chance)
    }

    fn buy_on_black_market(
        &mut self,
        _view: &View<'_>,
        _seller: PlayerId,
        _asset: Asset,
        _price: u16,
        chance: &mut Seeded,
    ) -> bool {
        heads(chance)
    }

    fn propose_exchange(
        &mut self,
        _view: &View<'_>,
        options: &[Faction],
        chance: &mut Seeded,
    ) -> Option<Faction> {
        one_of(chance, options).filter(|_| heads(chance))
    }

    fn choose_attack(
        &mut self,
        _view: &View<'_>,
        options: &[Attack],
        _declared: &[Declared],
        chance: &mut Seeded,
    ) -> Option<Attack> {
        one_of(chance, options)
    }

    fn agree_to_exchange(&mut self, _view: &View<'_>, _with: Faction, chance: &mut Seeded) -> bool {
        heads(chance)
    }

    fn assign_defenders(
        &mut self,
        view: &View<'_>,
        battles: &[Battle],
        assigned: &mut [Option<PlayerId>],
        chance: &mut Seeded,
    ) {
        let players: Vec<PlayerId> = view.team().players.iter().collect();
        for (battle, assigned) in battles.iter().zip(assigned) {
            let own = battle.faction(Side::Defender) == view.faction();
            // One target in eight is given up, the rest is fought for.
            let cedes = chance.number(8) == 1 && battle.card.kind == AttackKind::Target;
            *assigned = one_of(chance, &players).filter(|_| own && !cedes);
        }
    }

    fn build_squad(
        &mut self,
        view: &View<'_>,
        battles: &[Battle],
        place: usize,
        side: Side,
        plan: &mut SquadPlan,
        chance: &mut Seeded,
    ) {
        let rules = SquadRules {
            state: view.state,
            book: view.book,
            battle: &battles[place],
            side,
            player: view.player,
            captives_used: 0,
        };
        plan.retreat = RetreatRule::default();
        let huge_ships = plan.huge_ships;
        for _ in 0..SQUADS {
            if self.try_squad(&rules, plan, chance) {
                self.equip(&rules, plan, chance);
                self.reserves(&rules, plan);
                if heads(chance) {
                    dock_fighter(view, &Held::default(), plan);
                }
                return;
            }
        }
        plan.clear();
        plan.huge_ships = huge_ships;
    }

    fn fill_containers(&mut self, view: &View<'_>, containers: &mut [Container], chance: &mut Seeded) {
        let spare: Vec<UpgradeId> = view
            .me()
            .store
            .held_free()
            .map(|(upgrade, _)| upgrade)
            .filter(|&upgrade| 0 < supply_raid::worth(view.book, upgrade))
            .filter(|&upgrade| view.book.catalog.upgrade(upgrade).slot != Slot::Title)
            .collect();
        for container in containers {
            if let Some(upgrade) = one_of(chance, &spare) {
                let _ = container.upgrades.push(upgrade);
            }
        }
    }

    fn reroll_ejection(&mut self, _view: &View<'_>, _person: PersonId, rolled: Ejection) -> bool {
        rolled == Ejection::Killed
    }

    fn pay_for_hidden_outpost(&mut self, _view: &View<'_>, _target: TargetId, chance: &mut Seeded) -> bool {
        heads(chance)
    }

    fn redeem_cargo(&mut self, _view: &View<'_>, units: u8, chance: &mut Seeded) -> u8 {
        chance.number(u32::from(units)) as u8
    }

    fn assign_crashed_ship(&mut self, view: &View<'_>, _class: ShipClassId, chance: &mut Seeded) -> PlayerId {
        let players: Vec<PlayerId> = view.team().players.iter().collect();
        players[chance.pick(players.len())]
    }

    fn reveal_card(
        &mut self,
        _view: &View<'_>,
        _ship: HugeShipId,
        places: &[usize],
        chance: &mut Seeded,
    ) -> usize {
        places[chance.pick(places.len())]
    }
}
