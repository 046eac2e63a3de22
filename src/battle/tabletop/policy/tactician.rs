//! Pilots who think: each enemy at the three moves that a cheap score ranks first, exact expected damage both ways,
//! one turn of looking ahead for a way out, formation, and the mission's errands as terms of the same score.

use crate::battle::attack::{AttackDice, DefenseDice};
use crate::catalog::Difficulty;
use crate::chance::Seeded;
use crate::config::mission::SquadRole;
use crate::geometry::{Hand, Pose, Template};
use crate::ids::Side;

use super::super::battle::View;
use super::super::effects::Word;
use super::super::few::bits;
use super::super::missions::Request;
use super::super::rules::actions::{ActionChoice, Options};
use super::super::rules::combat::Shots;
use super::super::rules::firing_arc::Shot;
use super::super::rules::maneuver;
use super::super::rules::skill::activation_skill;
use super::super::state::{MAX_SHIPS, NONE, Ship, State};
use super::expect::{EVADE, FOCUS, LOCK, expected_damage};
use super::foresight::{Foe, Foes, foresee};
use super::greedy::{Greedy, exit_value, prepared};
use super::sight::{damage, hit_points, look};
use super::style::Style;
use super::{Policy, Question, SpendAttack, SpendDefense, errands};

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

/// Plans for one side.
#[derive(Debug, Clone)]
pub struct Tactician {
    style: Style,
    /// 0: always the best score; else the softness of the choice among dial entries.
    temperature: f64,
    luck: Seeded,
    /// What a plain pilot would decide where thinking does not help.
    plain: Greedy,
    /// The round and phase for which `foes` holds, and the ships that had moved by then.
    known: (u16, u32),
    foes: Foes,
    /// Where friends will be: planned this round.
    planned: [Option<Pose>; MAX_SHIPS],
    /// How much hitting each ship is about winning, for its foe.
    marked: [f32; MAX_SHIPS],
}

impl Tactician {
    pub fn new(style: Style, temperature: f64, luck: Seeded) -> Tactician {
        let plain = Greedy::new(luck.clone());
        let foes = Foes::new_with(Foe {
            ship: 0,
            poses: [Pose::ORIGIN; super::foresight::GUESSES],
            weights: [0.0; super::foresight::GUESSES],
            n: 0,
        });
        Tactician {
            style,
            temperature,
            luck,
            plain,
            known: (0, 0),
            foes,
            planned: [None; MAX_SHIPS],
            marked: [0.0; MAX_SHIPS],
        }
    }

    /// Brings the guesses up to date: anew in each round, and whenever another ship has moved.
    fn learn(&mut self, view: View<'_>, side: Side) {
        let moved = view.state.mask(|ship| ship.marks.activated || !ship.is_on_board());
        if self.known == (view.state.round, moved) {
            return;
        }
        if self.known.0 != view.state.round {
            self.planned = [None; MAX_SHIPS];
        }
        self.known = (view.state.round, moved);
        self.foes = foresee(view, side);
        for (number, ship) in view.state.ships().iter().enumerate().filter(|(_, ship)| ship.is_on_board()) {
            self.marked[number] = errands::marked(view, ship.side.foe(), number);
        }
    }

    /// The table as it will be when `ship` moves: those who move earlier stand where they are expected.
    fn imagine(&self, view: View<'_>, ship: usize, into: &mut State) {
        let own = activation_skill(view, ship);
        for foe in self.foes.iter() {
            let other = usize::from(foe.ship);
            if !view.ship(other).inert && activation_skill(view, other) < own {
                into.ships[other].pose = foe.likeliest();
            }
        }
        for (other, planned) in self.planned.iter().enumerate() {
            if let Some(pose) = planned.filter(|_| other != ship && activation_skill(view, other) <= own) {
                into.ships[other].pose = pose;
            }
        }
    }

    /// Worth of the best shot from a pose: share of the target's hit points, a kill, the mission.
    fn given(&self, view: View<'_>, ship: usize, pose: Pose, tokens: usize) -> f32 {
        let (loadout, arc) = (view.loadout(ship), view.ship(ship).arc);
        let mut best = 0.0_f32;
        for foe in self.foes.iter() {
            let target = usize::from(foe.ship);
            let base = view.ship(target).base;
            let mut hits = 0.0;
            for (at, weight) in foe.guesses() {
                let sight = look(loadout, arc, pose, base, at);
                if 0 < sight.band {
                    hits += weight * damage(view, ship, target, sight, (tokens, FOCUS));
                }
            }
            if 0.0 < hits {
                best = best.max(self.worth_of(view, target, hits));
            }
        }
        best
    }

    fn worth_of(&self, view: View<'_>, target: usize, hits: f32) -> f32 {
        let share = (hits / hit_points(view, target)).min(1.0);
        let marked = self.marked[target] * (MARKED * share + MARKED_RAW * hits);
        self.style.given * (share + KILL * share * share) + self.style.raw * hits + marked
    }

    /// Share of the own hit points that is expected to go at a pose.
    fn taken(&self, view: View<'_>, ship: usize, pose: Pose, tokens: usize) -> f32 {
        let base = view.ship(ship).base;
        let friends = view.state.fleet(view.ship(ship).side).count_ones().max(1) as f32;
        let attention = SHARED_FIRE + (1.0 - SHARED_FIRE) / friends;
        let mut hits = 0.0;
        for foe in self.foes.iter() {
            let attacker = usize::from(foe.ship);
            if view.ship(attacker).inert {
                continue;
            }
            for (from, weight) in foe.guesses() {
                let sight = look(view.loadout(attacker), view.ship(attacker).arc, from, base, pose);
                if 0 < sight.band {
                    hits += weight * attention * damage(view, attacker, ship, sight, (FOCUS, tokens));
                }
            }
        }
        (hits / hit_points(view, ship)).min(1.5)
    }

    /// What a pose is worth before its maneuver's own price.
    fn value(&self, view: View<'_>, ship: usize, pose: Pose, tokens: usize) -> f32 {
        let state = view.ship(ship);
        // A ship whose loss loses the battle takes fewer risks.
        let care = self.style.taken * (1.0 + PRECIOUS * self.marked[ship]);
        let mut value = self.given(view, ship, pose, tokens) - care * self.taken(view, ship, pose, tokens);
        let mut nearest = (f64::INFINITY, 0.0);
        for foe in self.foes.iter() {
            let away = foe.likeliest().position - pose.position;
            let distance = away.length();
            if distance < nearest.0 {
                nearest = (distance, pose.heading.dot(away.normalized()));
            }
        }
        if nearest.0.is_finite() {
            value += self.style.facing * nearest.1 as f32;
            value -= self.style.distance * ((nearest.0 - 120.0).max(0.0) / 100.0) as f32;
        }
        if 0.0 < self.style.formation {
            let mut near = f64::INFINITY;
            for friend in bits(view.state.fleet(state.side) & !(1 << ship)) {
                let there = self.planned[friend].unwrap_or(view.ship(friend).pose);
                near = near.min((there.position - pose.position).length());
            }
            if near.is_finite() {
                value -= self.style.formation * ((near - 120.0).max(0.0) / 100.0).min(4.0) as f32;
            }
        }
        if !view.table.board.holds(state.base, pose) {
            value -= OFF_BOARD;
        } else if !has_way_out(view, ship, pose) {
            value -= NO_WAY_OUT;
        }
        value
    }

    /// Takes the best of scores, or by softmax the nearly best.
    fn pick(&mut self, scores: &[(f32, usize)]) -> usize {
        let best = scores.iter().copied().fold((f32::NEG_INFINITY, 0), |a, b| if a.0 < b.0 { b } else { a });
        if self.temperature <= 0.0 {
            return best.1;
        }
        let weight = |score: f32| libm::exp(f64::from(score - best.0) / self.temperature);
        let total: f64 = scores.iter().map(|(score, _)| weight(*score)).sum();
        let mut left = self.luck.unit() * total;
        for (score, index) in scores {
            left -= weight(*score);
            if left <= 0.0 {
                return *index;
            }
        }
        best.1
    }
}

/// True where some ordinary move from here stays on the board and clear of obstacles.
fn has_way_out(view: View<'_>, ship: usize, pose: Pose) -> bool {
    let base = view.ship(ship).base;
    let board = view.table.board;
    [
        Template::straight(2),
        Template::bank(Hand::Left, 2),
        Template::bank(Hand::Right, 2),
        Template::turn(Hand::Left, 2),
        Template::turn(Hand::Right, 2),
    ]
    .into_iter()
    .any(|template| {
        let end = pose.then(template.end(base));
        board.holds(base, end)
            && !view.state.obstacles().iter().any(|obstacle| {
                let reach = obstacle.radius + base.inner_radius();
                obstacle.is_there && (obstacle.pose.position - end.position).length_squared() < reach * reach
            })
    })
}

impl Policy for Tactician {
    fn name(&self) -> &'static str {
        self.style.name
    }

    fn place(&mut self, view: View<'_>, request: &Request<'_>) -> Pose {
        self.plain.place(view, request)
    }

    fn role(&mut self, view: View<'_>, side: Side, role: SquadRole, eligible: u32) -> usize {
        self.plain.role(view, side, role, eligible)
    }

    fn dial(&mut self, view: View<'_>, ship: usize, legal: u32) -> usize {
        let state = view.ship(ship);
        self.learn(view, state.side);
        let leaving = errands::leaves(view, ship);
        let mut table = *view.state;
        self.imagine(view, ship, &mut table);
        let then = View { table: view.table, state: &table };
        let mut scores = [(0.0, 0); 32];
        let mut ends = [state.pose; 32];
        let mut n = 0;
        for index in bits(legal) {
            let entry = &view.loadout(ship).dial()[index];
            let (end, bumped) = maneuver::foresee(then, ship, entry);
            let red = maneuver::difficulty(view, ship, entry) == Difficulty::Red;
            let mut score = if leaving {
                exit_value(view.table.board, state.base, end)
            } else {
                let acts = !bumped && !red && state.stress <= u8::from(entry.difficulty == Difficulty::Green);
                self.value(view, ship, end, if acts { FOCUS } else { 0 })
                    + self.style.errand * errands::errand(view, ship, end)
            };
            score -= self.style.bump * f32::from(u8::from(bumped));
            score -= self.style.stress * f32::from(u8::from(red));
            if entry.difficulty == Difficulty::Green && 0 < state.stress {
                score += 2.0 * self.style.stress;
            }
            score -= self.style.obstacle * self.plain.obstacles_met(view, ship, entry, end);
            scores[n] = (score, index);
            ends[index] = end;
            n += 1;
        }
        let choice = self.pick(&scores[..n]);
        self.planned[ship] = Some(ends[choice]);
        choice
    }

    fn drops_bomb(&mut self, view: View<'_>, ship: usize, dial: usize, can: u32) -> Option<usize> {
        self.plain.drops_bomb(view, ship, dial, can)
    }

    fn decloak(&mut self, view: View<'_>, ship: usize, ends: &[Pose]) -> Option<usize> {
        self.learn(view, view.ship(ship).side);
        let score = |end: &Pose| self.value(view, ship, *end, FOCUS);
        (0..ends.len()).max_by(|a, b| score(&ends[*a]).total_cmp(&score(&ends[*b])))
    }

    /// A shot available: focus. Threatened without a shot: evade. Neither: target lock. Boosts and rolls are other
    /// end poses under the same score.
    fn action(&mut self, view: View<'_>, ship: usize, options: &Options) -> Option<usize> {
        let state = view.ship(ship);
        self.learn(view, state.side);
        self.planned[ship] = Some(state.pose);
        if let Some(errand) =
            options.iter().position(|option| matches!(option.choice, ActionChoice::Mission { .. }))
        {
            return Some(errand);
        }
        let here = state.pose;
        let bare = self.value(view, ship, here, 0);
        let shot = self.given(view, ship, here, 0);
        let taken = self.taken(view, ship, here, 0);
        let mut best = (bare, None);
        for (index, option) in options.iter().enumerate() {
            let value = match option.choice {
                ActionChoice::Focus => {
                    // One token: on the attack, or on the defense where that brings more.
                    let attack = self.given(view, ship, here, FOCUS) - shot;
                    let defense = self.style.taken * (taken - self.taken(view, ship, here, FOCUS));
                    bare + attack.max(defense) + 0.5 * attack.min(defense) + 0.01
                }
                ActionChoice::Evade => bare + self.style.taken * self.evade_worth(view, ship, here),
                ActionChoice::TargetLock(target) => {
                    let now = self.given(view, ship, here, LOCK) - shot;
                    let worth = if 0.0 < shot { now } else { 0.04 + self.lock_worth(view, ship) };
                    bare + worth - if target == state.lock { 1.0 } else { 0.0 }
                }
                ActionChoice::BarrelRoll(..) | ActionChoice::Boost(_) => {
                    self.value(view, ship, option.end, 0)
                        - self.style.obstacle * on_obstacle(view, ship, option.end)
                }
                ActionChoice::Repair(_) => bare + 0.08,
                ActionChoice::RotateArc(quadrant) => {
                    bare - shot + self.changed(view, ship, |own| own.arc = quadrant).0
                }
                // No attack while cloaked: worth it without a shot, or where more fire comes than goes.
                ActionChoice::Cloak => {
                    let hidden = self.changed(view, ship, |own| own.cloaked = true).1;
                    bare - shot + self.style.taken * (taken - hidden)
                }
                // The same for a second maneuver, which disables the weapons.
                ActionChoice::Slam(dial) => {
                    let entry = &view.loadout(ship).dial()[usize::from(dial)];
                    let (end, bumped) = maneuver::foresee(view, ship, entry);
                    self.value(view, ship, end, 0) - self.given(view, ship, end, 0)
                        + self.style.errand
                            * (errands::errand(view, ship, end) - errands::errand(view, ship, here))
                        - self.style.obstacle * self.plain.obstacles_met(view, ship, entry, end)
                        - self.style.bump * f32::from(u8::from(bumped))
                }
                ActionChoice::ForFriend(_) | ActionChoice::Coordinate(_) | ActionChoice::FocusFriends => {
                    bare + 0.05
                }
                _ => bare + 0.02,
            };
            if best.0 < value {
                best = (value, Some(index));
            }
        }
        best.1.or_else(|| self.plain.action(view, ship, options))
    }

    fn attack(&mut self, view: View<'_>, ship: usize, shots: &Shots) -> Option<usize> {
        let mut best = (f32::NEG_INFINITY, None);
        for (index, shot) in shots.iter().enumerate() {
            let target = usize::from(shot.target);
            let what = prepared(view, ship, *shot);
            let weapon = &view.loadout(ship).weapons()[usize::from(shot.weapon)];
            let hits = expected_damage(what.0, what.1, what.2, what.3) * f32::from(weapon.attacks.max(1));
            let locked = view.ship(ship).lock != NONE && view.ship(ship).lock == shot.target;
            let value = self.worth_of(view, target, hits) + if locked { 0.05 } else { 0.0 };
            if best.0 < value {
                best = (value, Some(index));
            }
        }
        best.1
    }

    fn spend_attack(&mut self, view: View<'_>, ship: usize, shot: Shot, dice: &AttackDice) -> SpendAttack {
        self.plain.spend_attack(view, ship, shot, dice)
    }

    fn spend_defense(
        &mut self,
        view: View<'_>,
        ship: usize,
        attacker: usize,
        incoming: (u8, u8),
        dice: &DefenseDice,
    ) -> SpendDefense {
        self.plain.spend_defense(view, ship, attacker, incoming, dice)
    }

    fn tractor(&mut self, view: View<'_>, ship: usize, ends: &[Pose]) -> Option<usize> {
        self.plain.tractor(view, ship, ends)
    }

    fn uses(&mut self, view: View<'_>, ship: usize, word: Word) -> bool {
        self.plain.uses(view, ship, word)
    }

    fn choose(&mut self, view: View<'_>, side: Side, question: Question<'_>) -> usize {
        self.plain.choose(view, side, question)
    }
}

impl Tactician {
    /// Worth of the best shot and share of hit points lost, where the ship stands, if it were otherwise set.
    fn changed(&self, view: View<'_>, ship: usize, change: impl FnOnce(&mut Ship)) -> (f32, f32) {
        let mut table = *view.state;
        change(&mut table.ships[ship]);
        let then = View { table: view.table, state: &table };
        let here = table.ships[ship].pose;
        (self.given(then, ship, here, 0), self.taken(then, ship, here, 0))
    }

    /// What an evade token saves: one result of the attack against which it helps most.
    fn evade_worth(&self, view: View<'_>, ship: usize, pose: Pose) -> f32 {
        let base = view.ship(ship).base;
        let mut most = 0.0_f32;
        for foe in self.foes.iter() {
            let attacker = usize::from(foe.ship);
            let mut saved = 0.0;
            for (from, weight) in foe.guesses() {
                let sight = look(view.loadout(attacker), view.ship(attacker).arc, from, base, pose);
                if 0 < sight.band && !view.ship(attacker).inert {
                    let bare = damage(view, attacker, ship, sight, (FOCUS, 0));
                    saved += weight * (bare - damage(view, attacker, ship, sight, (FOCUS, EVADE)));
                }
            }
            most = most.max(saved);
        }
        most / hit_points(view, ship)
    }

    /// A lock for later is worth more to a ship that carries weapons which need one.
    fn lock_worth(&self, view: View<'_>, ship: usize) -> f32 {
        let needs =
            view.loadout(ship).weapons().iter().zip(view.ship(ship).charges).any(|(weapon, charges)| {
                weapon.requires == crate::catalog::Requirement::TargetLock && 0 < charges
            });
        if needs { 0.15 } else { 0.03 }
    }
}

/// 1 where a base at that pose lies on an obstacle.
fn on_obstacle(view: View<'_>, ship: usize, pose: Pose) -> f32 {
    let base = view.ship(ship).base;
    let hit = view.state.obstacles().iter().any(|obstacle| {
        let reach = obstacle.radius + base.radius();
        obstacle.is_there
            && (obstacle.pose.position - pose.position).length_squared() < reach * reach
            && crate::geometry::overlap_base_polygon(base, pose, &obstacle.outline)
    });
    f32::from(u8::from(hit))
}
