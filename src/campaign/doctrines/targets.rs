//! What to attack: every option in Fleet Points, as far as a player can tell.

use crate::campaign::plan::{Attack, Declared};
use crate::campaign::state::{Standpoint, Target};
use crate::campaign::view::View;
use crate::chance::{Chance, Seeded};
use crate::config::TargetType;
use crate::ids::{Faction, HugeShipId, TargetId};

use super::dealings::asset_value;
use super::planner::Planner;
use super::strength::{ratio, ready_points};

/// Squad points at hand with which a player goes into battle of his own will.
const ENOUGH_TO_ATTACK: i32 = 60;
/// Squad points at hand with which a player looks for huge ships or attacks one.
const ENOUGH_TO_HUNT: i32 = 90;
/// Fleet Points a turn that the special places are worth: three points of cards, a ship repaired in time, ...
const SPECIAL_PLACE: i32 = 3;
/// What finding out about an unexplored world is worth on the whole.
const CURIOSITY: i32 = 4;
/// Percent by which an uncontrolled target is worth less because somebody else may come.
const ALONE: i32 = 75;
/// A located huge ship is worth this many Fleet Points, the last one more.
const HUGE_SHIP: i32 = 60;
/// Turns after which the hunt for huge ships begins a little earlier each turn.
const HUNT_TURN: i32 = 8;

impl Planner {
    /// The attack that is worth most, if any is worth anything.
    pub(super) fn best_attack(
        &mut self,
        view: &View<'_>,
        options: &[Attack],
        declared: &[Declared],
        chance: &mut Seeded,
    ) -> Option<Attack> {
        let ratio = ratio(view.state, view.book, view.faction());
        let ready = ready_points(view.state, view.book, view.player);
        let mut best: Option<(i32, Attack)> = None;
        for &attack in options {
            let value = self.attack_value(view, attack, declared, ratio, ready)
                + self.style.attack_bonus(view, attack)
                // Equals are told apart by whim, so that the enemy cannot count on it.
                + chance.number(4) as i32;
            if 0 < value && best.is_none_or(|(most, _)| most < value) {
                best = Some((value, attack));
            }
        }
        best.map(|(_, attack)| attack)
    }

    fn attack_value(
        &self,
        view: &View<'_>,
        attack: Attack,
        declared: &[Declared],
        ratio: i32,
        ready: i32,
    ) -> i32 {
        let caution = self.weights.caution;
        // Percent of battles won: evenly matched sides win as often, a side twice as strong two of three.
        let win = ratio * 100 / (100 + ratio);
        let fights = |value: i32| if ready < ENOUGH_TO_ATTACK { -1 } else { value * win / 100 - caution };
        match attack {
            Attack::Target(target) => {
                self.target_value(view, view.state.target(target), declared, win, ready)
            }
            Attack::Contract { contract, .. } => {
                let contract = &view.state.contracts[usize::from(contract)];
                let pay = contract.points + contract.goods.map_or(0, |goods| asset_value(view, goods));
                if ready < ENOUGH_TO_ATTACK { -1 } else { pay - caution / 2 }
            }
            Attack::PrisonerRescue(foe) => fights(prisoners_worth(view, foe) + win_bonus(view)),
            Attack::PrisonerExchange(_) => 0,
            Attack::Locate(foe) => self.locate_value(view, foe, declared, ratio, ready),
            Attack::HugeShip(ship) => self.huge_ship_value(view, ship, ratio, ready),
            Attack::Piracy(_) => {
                let loot = 2 * i32::from(view.book.rules.rewards.container_value);
                if ready < ENOUGH_TO_ATTACK { -1 } else { loot - caution / 4 }
            }
        }
    }

    /// A strategic target: the bonus for a capture, its income over some turns, the enemy's loss.
    fn target_value(
        &self,
        view: &View<'_>,
        target: &Target,
        declared: &[Declared],
        win: i32,
        ready: i32,
    ) -> i32 {
        let income = &view.book.rules.income;
        let fringe = view.team().standpoint == Standpoint::Fringe;
        if target.is_trade_route() {
            return self.trade_route_value(view, fringe);
        }
        // Only the first capture of a turn is paid for.
        let others = declared.iter().filter(|other| other.attack.target().is_some()).count() as i32;
        let bonus = if fringe { 0 } else { i32::from(income.captured_target) / (1 + others) };
        let worth = self.held_value(view, target);
        let explore = if target.unexplored { CURIOSITY } else { 0 };
        let price =
            if target.hidden { i32::from(view.book.rules.map.powers.hidden_outpost_price) } else { 0 };
        match target.owner {
            None => (bonus + worth + explore - price) * ALONE / 100,
            Some(_) if ready < ENOUGH_TO_ATTACK => -1,
            Some(owner) => {
                let hurts = i32::from(view.state.team(owner).standpoint == Standpoint::Power);
                let loss = hurts * (i32::from(-income.lost_target).abs() + worth) / 2;
                let won = bonus + worth + explore - price + loss + win_bonus(view);
                won * win / 100
                    - i32::from(income.battle_lost).abs() * (100 - win) / 100
                    - self.weights.caution
            }
        }
    }

    /// What holding a target is worth over the turns that the doctrine looks ahead.
    pub(super) fn held_value(&self, view: &View<'_>, target: &Target) -> i32 {
        self.weights.horizon * (i32::from(target.value) + special_place(target.type_, view))
    }

    fn trade_route_value(&self, view: &View<'_>, fringe: bool) -> i32 {
        let rules = &view.book.rules;
        if fringe {
            return i32::from(rules.scum.trade_route.smuggling_income) * ALONE / 100;
        }
        let route = &rules.map.trade_route;
        (i32::from(route.income) + i32::from(route.enemy_loss).abs()) * ALONE / 100
    }

    /// The war is won by destroying huge ships, and they must be found first.
    fn locate_value(
        &self,
        view: &View<'_>,
        foe: Faction,
        declared: &[Declared],
        ratio: i32,
        ready: i32,
    ) -> i32 {
        let searching = declared.iter().filter(|other| matches!(other.attack, Attack::Locate(_))).count();
        let known = usize::from(view.team().located[foe.index()]) + searching;
        if self.hunts_from(view) <= ratio && ENOUGH_TO_HUNT <= ready && known < 2 {
            HUGE_SHIP / 2 + (ratio - self.hunts_from(view)).min(HUGE_SHIP / 2)
        } else {
            -1
        }
    }

    fn huge_ship_value(&self, view: &View<'_>, ship: HugeShipId, ratio: i32, ready: i32) -> i32 {
        // Once it is found it does not wait.
        if ready < ENOUGH_TO_HUNT || ratio + 20 < self.hunts_from(view) {
            return -1;
        }
        let left = view.state.huge_ships_of(view.state.huge_ship(ship).faction).count() as i32;
        HUGE_SHIP + HUGE_SHIP / left.max(1)
    }

    /// The longer the war lasts, the less of an edge one waits for.
    fn hunts_from(&self, view: &View<'_>) -> i32 {
        self.weights.hunt_from - (i32::from(view.turn()) - HUNT_TURN).max(0)
    }

    /// Whether the capturing player pays for a hidden outpost.
    pub(super) fn pays_for(&self, view: &View<'_>, target: TargetId) -> bool {
        let price = i32::from(view.book.rules.map.powers.hidden_outpost_price);
        price <= self.held_value(view, view.state.target(target))
    }

    /// A base that the powers will not want first.
    pub(super) fn base(&self, view: &View<'_>, options: &[TargetId]) -> Option<TargetId> {
        // An industrial world draws everybody; half of its value does not.
        const TEMPTING: i16 = 10;
        let value = |id: &TargetId| {
            let target = view.state.target(*id);
            (target.value <= TEMPTING, target.value, std::cmp::Reverse(*id))
        };
        options.iter().copied().max_by_key(value)
    }
}

fn win_bonus(view: &View<'_>) -> i32 {
    i32::from(view.book.rules.income.battle_won)
}

/// Fleet Points a turn that a place is worth besides its value.
fn special_place(type_: TargetType, view: &View<'_>) -> i32 {
    let powers = &view.book.rules.map.powers;
    match type_ {
        TargetType::CommerceHub => i32::from(powers.commerce_hub_points),
        TargetType::ChopShop => i32::from(powers.chop_shop_points),
        TargetType::MunitionsDepot => i32::from(powers.munitions_depot_points),
        TargetType::TradeStation => i32::from(powers.trade_station_extra),
        TargetType::RepairDepot
        | TargetType::ConstructionYard
        | TargetType::MilitaryTrainingInstallation
        | TargetType::Scrapyard => SPECIAL_PLACE,
        TargetType::ObservationPost => 1,
        _ => 0,
    }
}

/// What getting the prisoners of a faction back would be worth.
fn prisoners_worth(view: &View<'_>, foe: Faction) -> i32 {
    let own =
        view.state.prisoners_of(foe).filter(|who| view.state.faction_of_person(who.id) == view.faction());
    own.map(|who| i32::from(who.points) + if who.unique { 15 } else { 2 }).sum()
}
