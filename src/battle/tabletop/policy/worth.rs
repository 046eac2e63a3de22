//! What a pose, a token or a lock is worth to a thinking pilot: one score, in shares of a ship.

use crate::catalog::{Difficulty, Requirement};
use crate::geometry::{Pose, Vec2, overlap_base_polygon};

use super::super::battle::View;
use super::super::few::bits;
use super::super::state::Ship;
use super::expect::{EVADE, FOCUS, LOCK};
use super::foresight::Foe;
use super::odds::{Exchange, attack_tokens};
use super::sight::{Sight, hit_points, look};
use super::tactician::Tactician;

/// A pose off the board costs more than any exchange brings.
const OFF_BOARD: f32 = 6.0;
/// No move from there stays on the board, or all meet an obstacle.
const NO_WAY_OUT: f32 = 3.0;
/// A kill is worth this share of a ship more.
const KILL: f32 = 0.3;
/// A marked ship is what the battle is about: its share of hit points and each point count so much more.
const MARKED: f32 = 1.0;
const MARKED_RAW: f32 = 0.25;
/// The own one is spared: what it would lose counts so much more.
const PRECIOUS: f32 = 0.8;
/// An enemy shoots one of us: his fire is shared out among those he sees, at least so much on each.
const SHARED_FIRE: f32 = 0.6;
/// Somebody behind within this distance follows.
const FOLLOWED: f64 = 300.0;

impl Tactician {
    /// Expected damage to one enemy from a pose.
    fn hits_on(&self, view: View<'_>, ship: usize, pose: Pose, foe: &Foe, exchange: &Exchange) -> f32 {
        let (loadout, arc) = (view.loadout(ship), view.ship(ship).arc);
        let base = view.ship(usize::from(foe.ship)).base;
        let mut hits = 0.0;
        for (at, weight) in foe.guesses() {
            hits += weight * exchange.at(look(loadout, arc, pose, base, at));
        }
        hits
    }

    /// Worth of the best shot from a pose: share of the target's hit points, a kill, the mission.
    pub(super) fn given(&self, view: View<'_>, ship: usize, pose: Pose, tokens: usize) -> f32 {
        let mut best = 0.0_f32;
        for (foe, odds) in self.foes.iter().zip(&self.odds) {
            let hits = self.hits_on(view, ship, pose, foe, &odds.given[tokens & FOCUS]);
            if 0.0 < hits {
                best = best.max(self.worth_of(view, usize::from(foe.ship), hits));
            }
        }
        best
    }

    pub(super) fn worth_of(&self, view: View<'_>, target: usize, hits: f32) -> f32 {
        let share = (hits / hit_points(view, target)).min(1.0);
        let marked = self.marked[target] * (MARKED * share + MARKED_RAW * hits);
        self.style.given * (share + KILL * share * share) + self.style.raw * hits + marked
    }

    /// Share of the own hit points that is expected to go at a pose.
    pub(super) fn taken(&self, view: View<'_>, ship: usize, pose: Pose, tokens: usize) -> f32 {
        let base = view.ship(ship).base;
        let friends = view.state.fleet(view.ship(ship).side).count_ones().max(1) as f32;
        let attention = SHARED_FIRE + (1.0 - SHARED_FIRE) / friends;
        let mut hits = 0.0;
        for (foe, odds) in self.foes.iter().zip(&self.odds) {
            let attacker = usize::from(foe.ship);
            if view.ship(attacker).inert {
                continue;
            }
            for (from, weight) in foe.guesses() {
                let sight = look(view.loadout(attacker), view.ship(attacker).arc, from, base, pose);
                hits += weight * attention * odds.taken[tokens & FOCUS].at(sight);
            }
        }
        (hits / hit_points(view, ship)).min(1.5)
    }

    /// What a pose is worth before its maneuver's own price.
    pub(super) fn value(&self, view: View<'_>, ship: usize, pose: Pose, tokens: usize) -> f32 {
        let state = view.ship(ship);
        // A ship whose loss loses the battle takes fewer risks.
        let care = self.caution * (1.0 + PRECIOUS * self.marked[ship]);
        let mut value = self.given(view, ship, pose, tokens) - care * self.taken(view, ship, pose, tokens);
        let mut nearest = (f64::INFINITY, Vec2::ZERO);
        for foe in self.foes.iter() {
            let away = foe.likeliest().position - pose.position;
            let squared = away.length_squared();
            if squared < nearest.0 {
                nearest = (squared, away);
            }
        }
        if nearest.0.is_finite() {
            let distance = nearest.0.sqrt();
            value += self.style.facing * pose.heading.dot(nearest.1.normalized()) as f32;
            value -= self.style.distance * ((distance - 120.0).max(0.0) / 100.0) as f32;
        }
        if 0.0 < self.style.formation {
            let mut near = f64::INFINITY;
            for friend in bits(view.state.fleet(state.side) & !(1 << ship)) {
                let there = self.planned[friend].unwrap_or(view.ship(friend).pose);
                near = near.min((there.position - pose.position).length_squared());
            }
            if near.is_finite() {
                value -= self.style.formation * ((near.sqrt() - 120.0).max(0.0) / 100.0).min(4.0) as f32;
            }
        }
        if !view.table.board.holds(state.base, pose) {
            value -= OFF_BOARD;
        } else if !has_way_out(view, ship, pose) {
            value -= NO_WAY_OUT;
        }
        value
    }

    /// Worth of the best shot and share of hit points lost, where the ship stands, if it were otherwise set.
    pub(super) fn changed(&self, view: View<'_>, ship: usize, change: impl FnOnce(&mut Ship)) -> (f32, f32) {
        let mut table = *view.state;
        change(&mut table.ships[ship]);
        let mut then = self.clone();
        let view = View { table: view.table, state: &table };
        then.study(view, ship);
        let here = table.ships[ship].pose;
        (then.given(view, ship, here, 0), then.taken(view, ship, here, 0))
    }

    /// What an evade token saves: one result of the attack against which it helps most.
    pub(super) fn evade_worth(&self, view: View<'_>, ship: usize, pose: Pose) -> f32 {
        let base = view.ship(ship).base;
        let mut most = 0.0_f32;
        for (foe, odds) in self.foes.iter().zip(&self.odds) {
            let attacker = usize::from(foe.ship);
            if view.ship(attacker).inert {
                continue;
            }
            let mut evaded: Option<Exchange> = None;
            let mut saved = 0.0;
            for (from, weight) in foe.guesses() {
                let sight = look(view.loadout(attacker), view.ship(attacker).arc, from, base, pose);
                if 0 < sight.band {
                    let attack = attack_tokens(view, attacker);
                    let evaded =
                        evaded.get_or_insert_with(|| Exchange::new(view, attacker, ship, (attack, EVADE)));
                    saved += weight * (odds.taken[0].at(sight) - evaded.at(sight));
                }
            }
            most = most.max(saved);
        }
        most / hit_points(view, ship)
    }

    /// Worth of the best shot from here if the lock were on that enemy and on nobody else.
    pub(super) fn with_lock(&self, view: View<'_>, ship: usize, target: usize) -> f32 {
        let here = view.ship(ship).pose;
        let mut best = 0.0_f32;
        for (foe, odds) in self.foes.iter().zip(&self.odds) {
            let number = usize::from(foe.ship);
            let tokens = if number == target { LOCK } else { 0 };
            let hits = if odds.lock == tokens {
                self.hits_on(view, ship, here, foe, &odds.given[0])
            } else {
                let exchange = Exchange::new(view, ship, number, (tokens, odds.foe_defense));
                self.hits_on(view, ship, here, foe, &exchange)
            };
            if 0.0 < hits {
                best = best.max(self.worth_of(view, number, hits));
            }
        }
        best
    }

    /// Which enemy a lock belongs on: the shot at him, now or later.
    pub(super) fn lock_value(&self, view: View<'_>, ship: usize, target: usize) -> f32 {
        let Some(foe) = self.foes.iter().find(|foe| usize::from(foe.ship) == target) else { return 0.0 };
        let here = view.ship(ship).pose;
        let away = foe.likeliest().position - here.position;
        let ahead = here.heading.dot(away.normalized()) as f32;
        let hits = Exchange::new(view, ship, target, (LOCK, FOCUS)).at(Sight { band: 2, in_arc: true });
        let now = self.hits_on(view, ship, here, foe, &Exchange::new(view, ship, target, (LOCK, FOCUS)));
        self.worth_of(view, target, hits) + 2.0 * self.worth_of(view, target, now) + 0.3 * ahead
            - (away.length() / 1000.0) as f32
    }

    /// A lock for later is worth more to a ship that carries weapons which need one.
    pub(super) fn lock_worth(&self, view: View<'_>, ship: usize) -> f32 {
        let needs = view
            .loadout(ship)
            .weapons()
            .iter()
            .zip(view.ship(ship).charges)
            .any(|(weapon, charges)| weapon.requires == Requirement::TargetLock && 0 < charges);
        if needs { 0.15 } else { 0.03 }
    }

    /// A mine is worth dropping in front of somebody who follows.
    pub(super) fn mine_worth(&self, view: View<'_>, ship: usize) -> f32 {
        let here = view.ship(ship).pose;
        let follows = self.foes.iter().any(|foe| {
            let away = foe.likeliest().position - here.position;
            let behind = here.heading.dot(away) < 0.0 && away.length_squared() < FOLLOWED * FOLLOWED;
            behind && foe.likeliest().heading.dot(away) < 0.0 && !view.ship(usize::from(foe.ship)).inert
        });
        if follows { 0.2 } else { -0.01 }
    }
}

/// True where some move of the dial that is not red ends on the board and clear of obstacles.
fn has_way_out(view: View<'_>, ship: usize, pose: Pose) -> bool {
    let base = view.ship(ship).base;
    let board = view.table.board;
    view.loadout(ship).dial().iter().any(|entry| {
        let end = pose.then(entry.end);
        entry.difficulty != Difficulty::Red
            && board.holds(base, end)
            && !view.state.obstacles().iter().any(|obstacle| {
                let reach = obstacle.radius + base.inner_radius();
                obstacle.is_there && (obstacle.pose.position - end.position).length_squared() < reach * reach
            })
    })
}

/// 1 where a base at that pose lies on an obstacle.
pub(super) fn on_obstacle(view: View<'_>, ship: usize, pose: Pose) -> f32 {
    let base = view.ship(ship).base;
    let hit = view.state.obstacles().iter().any(|obstacle| {
        let reach = obstacle.radius + base.radius();
        obstacle.is_there
            && (obstacle.pose.position - pose.position).length_squared() < reach * reach
            && overlap_base_polygon(base, pose, &obstacle.outline)
    });
    f32::from(u8::from(hit))
}
