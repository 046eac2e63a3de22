//! Best expected exchange next round: every dial entry is tried against the enemies flying on straight, shots given
//! and taken are weighed by exact expected damage, and the action follows what the end pose offers.

use crate::chance::Seeded;
use crate::config::mission::SquadRole;
use crate::geometry::{
    Arc, Base, Board, Edge, PATH_END, Pose, Template, Vec2, distance_base_base, distance_in_arc,
    overlap_base_polygon, range_band, strip_overlaps_polygon,
};
use crate::ids::Side;

use super::super::battle::View;
use super::super::few::{Few, bits};
use super::super::loadout::{DialEntry, Loadout};
use super::super::missions::{Placed, Request};
use super::super::rules::actions::{ActionChoice, Options};
use super::super::rules::agility::agility;
use super::super::rules::combat::Shots;
use super::super::rules::firing_arc::Shot;
use super::super::rules::maneuver;
use super::super::rules::modifying_dice::prepare;
use super::super::state::{MAX_SHIPS, NONE};
use super::expect::{EVADE, FOCUS, LOCK, expected_damage};
use super::{Policy, Question, answers, errands};

/// What each thing is worth, in expected damage points.
const WORTH_TAKEN: f32 = 0.9;
const KILL_BONUS: f32 = 0.6;
const OFF_BOARD: f32 = 12.0;
const NO_WAY_OUT: f32 = 6.0;
const OBSTACLE: f32 = 1.5;
const BUMP: f32 = 0.8;
const RED: f32 = 0.35;
const PER_BAND_AWAY: f32 = 0.25;
const ASTERN: f32 = 0.35;

#[derive(Debug, Clone)]
pub struct Greedy {
    luck: Seeded,
}

/// An enemy where it is expected next.
#[derive(Debug, Clone, Copy)]
struct Foe {
    ship: u8,
    pose: Pose,
}

type Foes = Few<Foe, MAX_SHIPS>;

impl Greedy {
    pub fn new(luck: Seeded) -> Greedy {
        Greedy { luck }
    }
}

/// Hit points left.
fn hit_points(view: View<'_>, ship: usize) -> u8 {
    let state = view.ship(ship);
    state.shields + view.loadout(ship).hull.saturating_sub(state.damage)
}

/// Enemies two straight ahead of where they are, those that do not move where they stand.
fn predicted(view: View<'_>, side: Side) -> Foes {
    let filler = Foe { ship: 0, pose: Pose::ORIGIN };
    let mut foes = Foes::new_with(filler);
    let targets = view.state.mask(|ship| ship.side != side && ship.is_on_board() && ship.targetable);
    for ship in bits(targets) {
        let state = view.ship(ship);
        let moved = if state.inert || state.marks.activated {
            state.pose
        } else {
            state.pose.then(Template::straight(2).end(state.base))
        };
        foes.push(Foe { ship: ship as u8, pose: moved });
    }
    foes
}

/// Expected damage of the primary weapon from one pose at another; 0 where it does not reach.
fn primary(
    view: View<'_>,
    attacker: usize,
    pose: Pose,
    target: usize,
    at: Pose,
    tokens: (usize, usize),
) -> f32 {
    let loadout: &Loadout = view.loadout(attacker);
    if loadout.attack == 0 {
        return 0.0;
    }
    let (base, foe) = (loadout.base, view.ship(target).base);
    let reach = 300.0 + base.radius() + foe.radius();
    if reach * reach < (at.position - pose.position).length_squared() {
        return 0.0;
    }
    let distance = if loadout.weapons()[0].any_direction {
        Some(distance_base_base(base, foe, pose.relative(at)))
    } else {
        distance_in_arc(base, pose, Arc::front(base), foe, at).map(|lines| lines.distance)
    };
    let Some(band) = distance.map(range_band).filter(|band| *band <= 3) else { return 0.0 };
    let attack = loadout.attack + u8::from(band == 1);
    let defense = agility(view, target) as u8 + u8::from(band == 3);
    expected_damage(attack, tokens.0, defense, tokens.1)
}

/// True where some ordinary move from here stays on the board.
fn has_way_out(board: Board, base: Base, pose: Pose) -> bool {
    use crate::geometry::Hand::{Left, Right};
    [
        Template::straight(2),
        Template::turn(Left, 2),
        Template::turn(Right, 2),
        Template::bank(Left, 2),
        Template::bank(Right, 2),
    ]
    .into_iter()
    .any(|template| board.holds(base, pose.then(template.end(base))))
}

/// How near the nearest edge is, as seen by someone who wants to leave: nearer and facing out is better.
pub(super) fn exit_value(board: Board, base: Base, pose: Pose) -> f32 {
    let mut best = f64::NEG_INFINITY;
    for edge in Edge::ALL {
        let (near, _) = board.span(edge, base, pose);
        let outward = -pose.heading.dot(edge.inward());
        best = best.max(-near / 40.0 + 3.0 * outward + if near < 0.0 && 0.0 < outward { 20.0 } else { 0.0 });
    }
    best as f32
}

impl Greedy {
    /// The value of standing at a pose with these enemies.
    fn value(&self, view: View<'_>, ship: usize, pose: Pose, foes: &Foes, bumped: bool) -> f32 {
        let state = view.ship(ship);
        let board = view.table.board;
        let mut value = 0.0;
        let mut best_given = 0.0_f32;
        let mut nearest = f64::INFINITY;
        let mut faces = 0.0;
        let own_tokens = if bumped { 0 } else { FOCUS };
        for foe in foes.iter() {
            let target = usize::from(foe.ship);
            let given = primary(view, ship, pose, target, foe.pose, (own_tokens, 0));
            let left = f32::from(hit_points(view, target).max(1));
            let share = (given / left).min(1.0);
            best_given =
                best_given.max(given + KILL_BONUS * share * 2.0 + self.objective_value(view, ship, target));
            if !view.ship(target).inert {
                value -= WORTH_TAKEN * primary(view, target, foe.pose, ship, pose, (FOCUS, own_tokens));
            }
            let away = (foe.pose.position - pose.position).length();
            if away < nearest {
                nearest = away;
                faces = pose.heading.dot((foe.pose.position - pose.position).normalized());
            }
        }
        value += best_given;
        if nearest.is_finite() {
            value -= PER_BAND_AWAY * ((nearest - 150.0).max(0.0) / 100.0) as f32;
            value += ASTERN * faces as f32;
        }
        if !board.holds(state.base, pose) {
            value -= OFF_BOARD;
        } else if !has_way_out(board, state.base, pose) {
            value -= NO_WAY_OUT;
        }
        value
    }

    /// What the mission makes of shooting a target.
    fn objective_value(&self, view: View<'_>, ship: usize, target: usize) -> f32 {
        0.8 * errands::marked(view, view.ship(ship).side, target)
    }

    /// How many obstacles a move would meet, with its template or at its end.
    pub(super) fn obstacles_met(&self, view: View<'_>, ship: usize, entry: &DialEntry, end: Pose) -> f32 {
        let state = view.ship(ship);
        let strip_center = state.pose.point(entry.strip.0);
        let radius = state.base.radius();
        let mut met = 0.0;
        for obstacle in view.state.obstacles().iter().filter(|obstacle| obstacle.is_there) {
            let near = |center: Vec2, radius: f64| {
                let reach = radius + obstacle.radius;
                (obstacle.pose.position - center).length_squared() < reach * reach
            };
            let hit = near(end.position, radius) && overlap_base_polygon(state.base, end, &obstacle.outline)
                || near(strip_center, entry.strip.1)
                    && strip_overlaps_polygon(
                        entry.template,
                        state.base,
                        state.pose,
                        PATH_END,
                        &obstacle.outline,
                    );
            if hit {
                met += 1.0;
            }
        }
        met
    }
}

/// Dice and tokens of a shot that could be taken now: attack dice and tokens, defense dice and tokens.
pub(super) fn prepared(view: View<'_>, ship: usize, shot: Shot) -> (u8, usize, u8, usize) {
    let what = prepare(view, ship, shot);
    let attack_tokens =
        if what.attacker.focus_token { FOCUS } else { 0 } | if what.attacker.target_lock { LOCK } else { 0 };
    let defense_tokens =
        if what.defender.focus_token { FOCUS } else { 0 } | if what.defender.evade_token { EVADE } else { 0 };
    (what.attack_dice, attack_tokens, what.defense_dice, defense_tokens)
}

impl Policy for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn place(&mut self, view: View<'_>, request: &Request<'_>) -> Pose {
        // Ships look for a place near their friends and their errand, tokens for one that serves the side.
        let mut best: Option<(f64, Pose)> = None;
        for _ in 0..60 {
            let unit = [self.luck.unit(), self.luck.unit(), self.luck.unit(), self.luck.unit()];
            let pose = request.sample(view, unit);
            if !request.is_legal(view, pose) {
                continue;
            }
            if request.what == Placed::Obstacle {
                return pose;
            }
            let cost = answers::cost_of_place(view, request, pose);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, pose));
            }
        }
        best.map_or_else(|| request.sample(view, [0.5; 4]), |(_, pose)| pose)
    }

    fn role(&mut self, view: View<'_>, _side: Side, role: SquadRole, eligible: u32) -> usize {
        // The toughest ship bears what the enemy hunts and what must come through.
        let toughest = bits(eligible).max_by_key(|ship| (hit_points(view, *ship), usize::MAX - *ship));
        debug_assert!(role.index() < 16, "roles are bits of a u16");
        toughest.unwrap_or(0)
    }

    fn dial(&mut self, view: View<'_>, ship: usize, legal: u32) -> usize {
        let state = view.ship(ship);
        let leaving = errands::leaves(view, ship);
        let foes = predicted(view, state.side);
        let mut best = (f32::NEG_INFINITY, legal.trailing_zeros() as usize);
        for index in bits(legal) {
            let entry = &view.loadout(ship).dial()[index];
            let (end, bumped) = maneuver::foresee(view, ship, entry);
            let mut value = if leaving {
                exit_value(view.table.board, state.base, end)
            } else {
                self.value(view, ship, end, &foes, bumped) + errands::errand(view, ship, end)
            };
            if bumped {
                value -= BUMP;
            }
            if maneuver::difficulty(view, ship, entry) == crate::catalog::Difficulty::Red {
                value -= RED;
            }
            value -= OBSTACLE * self.obstacles_met(view, ship, entry, end);
            // A hair of luck settles equals and keeps the enemy guessing.
            value += 0.05 * self.luck.unit() as f32;
            if best.0 < value {
                best = (value, index);
            }
        }
        best.1
    }

    fn drops_bomb(&mut self, view: View<'_>, ship: usize, _dial: usize, can: u32) -> Option<usize> {
        // Where an enemy is close behind and no friend is.
        let state = view.ship(ship);
        let behind = state.pose.position - state.pose.heading * (state.base.half_length + 55.0);
        let near = |other: usize| (view.ship(other).pose.position - behind).length() < 120.0;
        let foes = bits(view.foes(state.side)).filter(|foe| near(*foe)).count();
        let friends =
            bits(view.state.fleet(state.side) & !(1 << ship)).filter(|friend| near(*friend)).count();
        (friends < foes).then(|| can.trailing_zeros() as usize)
    }

    fn decloak(&mut self, view: View<'_>, ship: usize, ends: &[Pose]) -> Option<usize> {
        let foes = predicted(view, view.ship(ship).side);
        let score = |end: &Pose| self.value(view, ship, *end, &foes, false);
        (0..ends.len()).max_by(|a, b| score(&ends[*a]).total_cmp(&score(&ends[*b])))
    }

    fn action(&mut self, view: View<'_>, ship: usize, options: &Options) -> Option<usize> {
        let state = view.ship(ship);
        let find =
            |wanted: &dyn Fn(&ActionChoice) -> bool| options.iter().position(|option| wanted(&option.choice));
        // Mission errands come first: they are what the battle is about.
        if let Some(errand) = find(&|choice| matches!(choice, ActionChoice::Mission { .. })) {
            return Some(errand);
        }
        let foes = predicted(view, state.side);
        let given = |pose: Pose| {
            let shots =
                foes.iter().map(|foe| primary(view, ship, pose, usize::from(foe.ship), foe.pose, (FOCUS, 0)));
            shots.fold(0.0, f32::max)
        };
        let taken = |pose: Pose| -> f32 {
            let shots = foes.iter().filter(|foe| !view.ship(usize::from(foe.ship)).inert);
            shots.map(|foe| primary(view, usize::from(foe.ship), foe.pose, ship, pose, (FOCUS, 0))).sum()
        };
        let (shot, threat) = (given(state.pose), taken(state.pose));
        // A shot available: focus. Threatened without a shot: evade. Neither: target lock.
        let here = if 0.0 < shot {
            find(&|choice| matches!(choice, ActionChoice::Focus))
        } else if 0.0 < threat {
            find(&|choice| matches!(choice, ActionChoice::Evade))
                .or_else(|| find(&|choice| matches!(choice, ActionChoice::Focus)))
        } else {
            find(&|choice| matches!(choice, ActionChoice::TargetLock(_)))
                .or_else(|| find(&|choice| matches!(choice, ActionChoice::Focus)))
        };
        // Moves compete under the same value; staying has the token's worth added.
        let stay = self.value(view, ship, state.pose, &foes, false) + 0.35;
        let mut best = (stay, here);
        for (index, option) in options.iter().enumerate() {
            if matches!(option.choice, ActionChoice::BarrelRoll(..) | ActionChoice::Boost(_)) {
                let value = self.value(view, ship, option.end, &foes, true);
                if best.0 < value {
                    best = (value, Some(index));
                }
            }
        }
        best.1.or_else(|| {
            find(&|choice| {
                matches!(
                    choice,
                    ActionChoice::Focus
                        | ActionChoice::Evade
                        | ActionChoice::Repair(_)
                        | ActionChoice::TargetLock(_)
                )
            })
        })
    }

    fn attack(&mut self, view: View<'_>, ship: usize, shots: &Shots) -> Option<usize> {
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, shot) in shots.iter().enumerate() {
            let target = usize::from(shot.target);
            let what = prepared(view, ship, *shot);
            let damage = expected_damage(what.0, what.1, what.2, what.3);
            let left = f32::from(hit_points(view, target).max(1));
            let share = (damage / left).min(1.0);
            let locked =
                if view.ship(ship).lock != NONE && view.ship(ship).lock == shot.target { 0.05 } else { 0.0 };
            let value = damage + 2.0 * KILL_BONUS * share + self.objective_value(view, ship, target) + locked;
            if best.0 < value {
                best = (value, index);
            }
        }
        Some(best.1)
    }

    fn tractor(&mut self, view: View<'_>, ship: usize, ends: &[Pose]) -> Option<usize> {
        // Onto an obstacle where one can be reached.
        let base = view.ship(ship).base;
        let rocky = |end: &Pose| {
            view.state.obstacles().iter().any(|obstacle| {
                obstacle.is_there && crate::geometry::overlap_base_polygon(base, *end, &obstacle.outline)
            })
        };
        ends.iter().position(rocky)
    }

    fn choose(&mut self, view: View<'_>, side: Side, question: Question<'_>) -> usize {
        answers::answer(view, side, question)
    }
}
