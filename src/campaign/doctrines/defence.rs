//! Which battles matter, who defends, and the squads that go there.

use crate::battle::engagement::RetreatRule;
use crate::campaign::plan::{Battle, Container, SquadPlan};
use crate::campaign::rules::supply_raid;
use crate::campaign::state::ShortList;
use crate::campaign::view::View;
use crate::config::mission::Presence;
use crate::events::words::AttackKind;
use crate::ids::{HugeShipId, PlayerId, Side, UpgradeId};

use super::planner::{Planner, rerolls};
use super::squad_builder::Errand;
use super::strength::ready_points;
use super::worth::worth;

/// Squads below this share of the size, in percent, are not worth sending anywhere.
const HOPELESS: u32 = 20;
/// Ready points in percent of the size below which a huge ship is taken along though it need not be.
const SHORT_OF_SHIPS: i32 = 70;

impl Planner {
    /// How much depends on a battle, in Fleet Points.
    fn importance(&self, view: &View<'_>, battle: &Battle, side: Side) -> i32 {
        let income = &view.book.rules.income;
        match battle.card.kind {
            AttackKind::HugeShip => 150,
            AttackKind::Locate => 45,
            AttackKind::PrisonerRescue => 25,
            // Both leaders have given their word, and without a transport nobody comes home.
            AttackKind::PrisonerExchange => 60,
            AttackKind::Piracy => 8,
            AttackKind::Target | AttackKind::Contract => {
                let held = battle.card.target.map_or(0, |id| self.held_value(view, view.state.target(id)));
                let at_once = match side {
                    Side::Attacker => i32::from(income.captured_target),
                    Side::Defender => i32::from(income.lost_target).abs(),
                };
                held + at_once
            }
        }
    }

    /// The leader gives the most important battles to those who have most to send.
    pub(super) fn assign(&mut self, view: &View<'_>, battles: &[Battle], assigned: &mut [Option<PlayerId>]) {
        let faction = view.faction();
        let mut left: ShortList<(PlayerId, i32), 12> = ShortList::default();
        for player in view.team().players {
            let bound = battles.iter().flat_map(|battle| Side::BOTH.map(|side| (battle, side)));
            let bound = bound.filter(|(battle, side)| battle.player(*side) == Some(player));
            let bound: i32 = bound.map(|(battle, side)| i32::from(battle.size(side))).sum();
            let ready = ready_points(view.state, view.book, player);
            let absent = view.state.player(player).absent;
            let added = left.push((player, if absent { 0 } else { ready - bound }));
            debug_assert!(added, "a faction has at most twelve players");
        }
        let mut order: Vec<(i32, usize)> = battles
            .iter()
            .enumerate()
            .filter(|(_, battle)| battle.faction(Side::Defender) == faction)
            .filter(|(_, battle)| battle.player(Side::Defender).is_none())
            .map(|(place, battle)| (-self.importance(view, battle, Side::Defender), place))
            .collect();
        order.sort_unstable();
        for (_, place) in order {
            let size = i32::from(battles[place].size(Side::Defender));
            let Some((best, (player, ready))) =
                left.iter().enumerate().max_by_key(|(seat, (_, ready))| (*ready, usize::MAX - seat))
            else {
                return;
            };
            let needed = self.weights.cede_below * size / 100;
            let must =
                matches!(battles[place].card.kind, AttackKind::HugeShip | AttackKind::PrisonerExchange);
            if ready < needed && !must {
                continue;
            }
            assigned[place] = Some(player);
            left.remove(best);
            let added = left.push((player, ready - size));
            debug_assert!(added, "one was taken out");
        }
    }

    /// The squad for one battle. What a more important battle of this turn needs is held back for it.
    pub(super) fn squad(
        &mut self,
        view: &View<'_>,
        battles: &[Battle],
        place: usize,
        side: Side,
        plan: &mut SquadPlan,
    ) {
        let mut held = std::mem::take(&mut self.held);
        held.clear();
        held.captives = battles.len();
        let own = self.importance(view, &battles[place], side);
        let later = battles.iter().enumerate().skip(place).flat_map(|(other, battle)| {
            Side::BOTH
                .into_iter()
                .filter(move |s| battle.player(*s) == Some(view.player))
                .map(move |s| (other, s))
        });
        let mut first: Vec<(i32, usize, Side)> = later
            .filter(|(other, _)| *other != place)
            .map(|(other, s)| (self.importance(view, &battles[other], s), other, s))
            .filter(|(importance, _, _)| own < *importance)
            .collect();
        first.sort_by_key(|(importance, other, _)| (-importance, *other));
        for (_, other, s) in first {
            let mut virtual_plan = std::mem::take(&mut self.other_plan);
            virtual_plan.clear();
            self.build(view, &battles[other], s, &held, &mut virtual_plan);
            held.hulls.extend(virtual_plan.ships.iter().map(|ship| ship.hull));
            held.hulls.extend(virtual_plan.reinforcements.iter().map(|reserve| reserve.0));
            held.hulls.extend(virtual_plan.docked.iter().map(|(_, fighter)| fighter.hull));
            held.persons.extend(virtual_plan.ships.iter().map(|ship| ship.pilot));
            held.persons.extend(virtual_plan.docked.iter().map(|(_, fighter)| fighter.pilot));
            held.persons.extend(virtual_plan.ships.iter().flat_map(|ship| ship.crew.into_iter()));
            held.persons.extend(virtual_plan.reinforcements.iter().map(|reserve| reserve.1));
            for ship in &virtual_plan.ships {
                let extra = view.book.special.extra_munitions;
                let cards = ship.equipment.iter().chain(ship.munitions.iter()).filter(|card| *card != extra);
                held.cards.extend(cards);
            }
            self.other_plan = virtual_plan;
        }
        held.captives = place;
        self.build(view, &battles[place], side, &held, plan);
        self.held = held;
    }

    fn build(
        &mut self,
        view: &View<'_>,
        battle: &Battle,
        side: Side,
        held: &super::stock::Held,
        plan: &mut SquadPlan,
    ) {
        self.bring_huge_ship(view, battle, side, plan);
        let size = battle.size(side).saturating_sub(huge_ship_points(view, plan));
        let errand = Errand { mission: battle.mission, side, size };
        if !self.builder.build(view, &self.weights, &errand, held, plan) {
            plan.ships.clear();
            plan.reinforcements.clear();
        } else if plan.huge_ships.is_empty()
            && u32::from(self.builder.points()) * 100 < u32::from(size) * HOPELESS
            && battle.card.kind == AttackKind::Target
        {
            // Hardly anything is left: the target is given up.
            plan.clear();
            return;
        }
        for ship in &mut plan.ships {
            let pilot = view.person(ship.pilot);
            if !rerolls(pilot) {
                continue;
            }
            let xp = pilot.xp().saturating_sub(self.weights.keep_xp);
            ship.xp_to_spend = xp.min(u16::from(self.weights.judgment)) as u8;
        }
        let huge = battle.card.kind == AttackKind::HugeShip;
        plan.retreat = RetreatRule {
            // A huge ship is not left to itself as long as there is any hope.
            strength_ratio: self.weights.retreat_strength * if huge { 0.5 } else { 1.0 },
            hull_share: self.weights.retreat_hull,
        };
    }

    /// A huge ship that may come along does so where fighters are short and another one is left behind.
    fn bring_huge_ship(&self, view: &View<'_>, battle: &Battle, side: Side, plan: &mut SquadPlan) {
        let rule = battle.mission.restrictions(side);
        if !plan.huge_ships.is_empty() {
            return;
        }
        let own = || view.state.huge_ships_of(view.faction());
        let free = |capital: bool| -> Option<HugeShipId> {
            let mut ships = own().filter(|ship| ship.capital == capital && ship.used_turn != view.turn());
            ships.next().map(|ship| ship.id)
        };
        let short = ready_points(view.state, view.book, view.player) * 100
            < i32::from(battle.size(side)) * SHORT_OF_SHIPS;
        for (presence, capital) in [(rule.support_ship, false), (rule.capital_ship, true)] {
            let wanted = match presence {
                Some(Presence::Must) => true,
                Some(Presence::May) => short && 2 <= own().count(),
                None => false,
            };
            let fits = plan.huge_ships.is_empty()
                && (u32::from(points_of(view, capital)) <= u32::from(battle.size(side)));
            if let Some(ship) = free(capital).filter(|_| wanted && fits) {
                let added = plan.huge_ships.push(ship);
                debug_assert!(added, "one ship fits");
            }
        }
    }

    /// What is least useful goes into the containers, each filled to its value and no further.
    pub(super) fn containers(&mut self, view: &View<'_>, containers: &mut [Container]) {
        let value = u32::from(view.book.rules.rewards.container_value);
        let mut spare: Vec<(i32, UpgradeId, u8)> = view
            .me()
            .store
            .held_free()
            .filter(|(card, _)| 0 < supply_raid::worth(view.book, *card))
            .map(|(card, copies)| {
                let use_here = view.hulls().map(|hull| worth().gain(hull.class, card)).max().unwrap_or(0);
                (use_here, card, copies)
            })
            .collect();
        spare.sort_unstable();
        let full = |container: &Container| {
            let filled: u32 = container.upgrades.iter().map(|card| supply_raid::worth(view.book, card)).sum();
            value * supply_raid::PARTS <= filled
        };
        for container in containers {
            for (_, card, copies) in &mut spare {
                // A card that is no ordnance stands in one container only.
                let times = if view.book.upgrade(*card).expendable { *copies } else { (*copies).min(1) };
                for _ in 0..times {
                    if full(container) || !container.upgrades.push(*card) {
                        break;
                    }
                    *copies = if view.book.upgrade(*card).expendable { *copies - 1 } else { 0 };
                }
            }
        }
    }
}

fn points_of(view: &View<'_>, capital: bool) -> u16 {
    let battle = &view.book.rules.huge_ships.battle;
    if capital { battle.capital_points } else { battle.support_points }
}

/// Squad points of the huge ships of a plan.
fn huge_ship_points(view: &View<'_>, plan: &SquadPlan) -> u16 {
    plan.huge_ships.iter().map(|ship| points_of(view, view.state.huge_ship(ship).capital)).sum()
}
