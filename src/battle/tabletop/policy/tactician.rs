//! Pilots who think: each enemy at the three moves that a cheap score ranks first, exact expected damage both ways,
//! one turn of looking ahead for a way out, formation, and the mission's errands as terms of the same score.

use crate::battle::attack::{AttackDice, DefenseDice};
use crate::catalog::Difficulty;
use crate::chance::Seeded;
use crate::config::mission::SquadRole;
use crate::geometry::{Base, Pose};
use crate::ids::Side;

use super::super::battle::View;
use super::super::effects::Word;
use super::super::few::bits;
use super::super::missions::Request;
use super::super::rules::actions::{ActionChoice, Options};
use super::super::rules::combat::Shots;
use super::super::rules::firing_arc::Shot;
use super::super::rules::maneuver::{self, Others};
use super::super::rules::skill::activation_skill;
use super::super::state::{MAX_SHIPS, NONE};
use super::expect::FOCUS;
use super::foresight::{Foe, Foes, foresee};
use super::greedy::{Greedy, exit_value, prepared};
use super::odds::{Odds, blow};
use super::style::Style;
use super::worth::on_obstacle;
use super::{Policy, Question, SpendAttack, SpendDefense, errands};

/// From this round on a pilot gets bolder, down to this share of his caution, and restless.
const LONG_BATTLE: u16 = 14;
const LEAST_CAUTION: f32 = 0.2;
const RESTLESS: f32 = 0.1;

/// How far behind the base a bomb lies, and how far it reaches, by the middle of its token.
const BOMB_BEHIND: f64 = 61.0;
const BOMB_REACH: f64 = 117.0;

/// Plans for one side.
#[derive(Debug, Clone)]
pub struct Tactician {
    pub(super) style: Style,
    /// What a share of the own hit points is worth: the style's, less in a battle that drags on.
    pub(super) caution: f32,
    /// 0: always the best score; else the softness of the choice among dial entries.
    temperature: f64,
    luck: Seeded,
    /// What a plain pilot would decide where thinking does not help.
    plain: Greedy,
    /// The round and phase for which `foes` holds, and the ships that had moved by then.
    known: (u16, u32),
    pub(super) foes: Foes,
    /// Beside each of `foes`: what the ship in question and he would do to each other.
    pub(super) odds: [Odds; MAX_SHIPS],
    /// Where friends will be: planned this round.
    pub(super) planned: [Option<Pose>; MAX_SHIPS],
    /// How much hitting each ship is about winning, for its foe.
    pub(super) marked: [f32; MAX_SHIPS],
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
            caution: style.taken,
            temperature,
            luck,
            plain,
            known: (0, 0),
            foes,
            odds: [Odds::default(); MAX_SHIPS],
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
            let drags = f32::from(view.state.round.saturating_sub(LONG_BATTLE)) / f32::from(LONG_BATTLE);
            self.caution = self.style.taken * (1.0 - drags).max(LEAST_CAUTION);
        }
        self.known = (view.state.round, moved);
        self.foes = foresee(view, side);
        for (number, ship) in view.state.ships().iter().enumerate().filter(|(_, ship)| ship.is_on_board()) {
            self.marked[number] = errands::marked(view, ship.side.foe(), number);
        }
    }

    /// Brings guesses and odds up to date for a decision of one ship.
    pub(super) fn study(&mut self, view: View<'_>, ship: usize) {
        self.learn(view, view.ship(ship).side);
        for (odds, foe) in self.odds.iter_mut().zip(self.foes.iter()) {
            *odds = Odds::new(view, ship, usize::from(foe.ship));
        }
    }

    /// The others as they will stand when `ship` moves: those who move earlier are where they are expected.
    fn imagine(&self, view: View<'_>, ship: usize) -> Others {
        let own = activation_skill(view, ship);
        let mut others = maneuver::others(view, ship);
        for (other, _, pose) in others.iter_mut() {
            let number = usize::from(*other);
            if let Some(planned) = self.planned[number] {
                if activation_skill(view, number) <= own {
                    *pose = planned;
                }
            } else if let Some(foe) = self.foes.iter().find(|foe| foe.ship == *other)
                && !view.ship(number).inert
                && activation_skill(view, number) < own
            {
                *pose = foe.likeliest();
            }
        }
        others
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
        self.study(view, ship);
        let leaving = errands::leaves(view, ship);
        let others = self.imagine(view, ship);
        let mut scores = [(0.0, 0); 32];
        let mut ends = [state.pose; 32];
        let mut n = 0;
        for index in bits(legal) {
            let entry = &view.loadout(ship).dial()[index];
            let (end, bumped) = maneuver::foresee_among(state.base, state.pose, entry, &others);
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
            // Two who circle each other for ever must do something else for once.
            if LONG_BATTLE < view.state.round {
                score += RESTLESS * self.luck.unit() as f32;
            }
            scores[n] = (score, index);
            ends[index] = end;
            n += 1;
        }
        let choice = self.pick(&scores[..n]);
        self.planned[ship] = Some(ends[choice]);
        choice
    }

    /// Where more enemies than friends are expected around the token when it goes off.
    fn drops_bomb(&mut self, view: View<'_>, ship: usize, dial: usize, can: u32) -> Option<usize> {
        let state = view.ship(ship);
        self.learn(view, state.side);
        let drop = state.pose.position - state.pose.heading * (state.base.half_length + BOMB_BEHIND);
        let caught = |base: Base, pose: Pose| {
            let reach = BOMB_REACH + base.inner_radius();
            f32::from(u8::from((pose.position - drop).length_squared() < reach * reach))
        };
        let foes: f32 = self
            .foes
            .iter()
            .flat_map(|foe| foe.guesses().map(|guess| (view.ship(usize::from(foe.ship)).base, guess)))
            .map(|(base, (pose, weight))| weight * caught(base, pose))
            .sum();
        let friends: f32 = bits(view.state.fleet(state.side) & !(1 << ship))
            .map(|friend| {
                caught(view.ship(friend).base, self.planned[friend].unwrap_or(view.ship(friend).pose))
            })
            .sum();
        let entry = view.loadout(ship).dial().get(dial)?;
        let own = caught(state.base, state.pose.then(entry.end));
        (friends + own + 0.4 < foes).then(|| can.trailing_zeros() as usize)
    }

    /// The enemy on whom the lock is worth most.
    fn free_lock(&mut self, view: View<'_>, ship: usize, can: u32) -> Option<usize> {
        self.study(view, ship);
        let best = bits(can).max_by(|a, b| {
            self.lock_value(view, ship, *a).total_cmp(&self.lock_value(view, ship, *b)).then(b.cmp(a))
        });
        // A lock that is held is exchanged only for a better one.
        let held = usize::from(view.ship(ship).lock);
        let keeps = |best: usize| {
            held != usize::from(NONE)
                && self.lock_value(view, ship, best) <= self.lock_value(view, ship, held)
        };
        best.filter(|best| !keeps(*best))
    }

    fn decloak(&mut self, view: View<'_>, ship: usize, ends: &[Pose]) -> Option<usize> {
        self.study(view, ship);
        let score = |end: &Pose| self.value(view, ship, *end, FOCUS);
        (0..ends.len()).max_by(|a, b| score(&ends[*a]).total_cmp(&score(&ends[*b])))
    }

    /// A shot available: focus. Threatened without a shot: evade. Neither: target lock. Boosts and rolls are other
    /// end poses under the same score.
    fn action(&mut self, view: View<'_>, ship: usize, options: &Options) -> Option<usize> {
        let state = view.ship(ship);
        self.study(view, ship);
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
                    let defense = self.caution * (taken - self.taken(view, ship, here, FOCUS));
                    bare + attack.max(defense) + 0.5 * attack.min(defense) + 0.01
                }
                ActionChoice::Evade => bare + self.caution * self.evade_worth(view, ship, here),
                ActionChoice::TargetLock(target) => {
                    let locked = self.with_lock(view, ship, usize::from(target));
                    let later = 0.04 + self.lock_worth(view, ship);
                    let worth = if 0.0 < locked { locked - shot } else { later };
                    // Of several the one that will be shot at.
                    bare + worth + 0.01 * self.lock_value(view, ship, usize::from(target))
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
                    bare - shot + self.caution * (taken - hidden)
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
                // All focus results count, one of them as a crit: a focus token for the attack alone.
                ActionChoice::Mark => bare + self.given(view, ship, here, FOCUS) - shot + 0.01,
                ActionChoice::Expose => bare + 0.15 * shot - 0.15 * self.caution * taken,
                ActionChoice::DropMine(_) => bare + self.mine_worth(view, ship),
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
            let hits = blow(weapon, (what.0, what.2), (what.1, what.3));
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
