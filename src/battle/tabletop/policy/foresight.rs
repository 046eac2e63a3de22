//! Where the enemies will be: each enemy's dial ranked by a cheap weighted score, the best three kept.
//!
//! The enemy is taken to aim at where our ships come out if they fly on two straight. His hidden dial is not looked
//! at; only his dial's entries, which lie open, are.

use crate::catalog::Difficulty;
use crate::geometry::{Pose, Template};
use crate::ids::Side;

use super::super::battle::View;
use super::super::few::{Few, bits};
use super::super::rules::{maneuver, planning};
use super::super::state::MAX_SHIPS;
use super::sight::{Sight, look};

/// Poses kept for each enemy, with their weights.
pub const GUESSES: usize = 3;
const WEIGHTS: [f32; GUESSES] = [3.0 / 6.0, 2.0 / 6.0, 1.0 / 6.0];

/// One enemy where he may be in the Combat phase.
#[derive(Debug, Clone, Copy)]
pub struct Foe {
    pub ship: u8,
    pub poses: [Pose; GUESSES],
    pub weights: [f32; GUESSES],
    pub n: u8,
}

impl Foe {
    fn standing(ship: usize, pose: Pose) -> Foe {
        Foe { ship: ship as u8, poses: [pose; GUESSES], weights: [1.0, 0.0, 0.0], n: 1 }
    }

    /// Poses with their weights.
    #[inline]
    pub fn guesses(&self) -> impl Iterator<Item = (Pose, f32)> + '_ {
        self.poses.iter().copied().zip(self.weights).take(usize::from(self.n))
    }

    pub fn likeliest(&self) -> Pose {
        self.poses[0]
    }
}

pub type Foes = Few<Foe, MAX_SHIPS>;

/// All enemies that can be shot at, where they are expected.
pub fn foresee(view: View<'_>, side: Side) -> Foes {
    let mut foes = Foes::new_with(Foe::standing(0, Pose::ORIGIN));
    let targets = view.state.mask(|ship| ship.side != side && ship.is_on_board() && ship.targetable);
    let prey = flown_on(view, side);
    for ship in bits(targets) {
        let state = view.ship(ship);
        foes.push(if state.inert || state.marks.activated {
            Foe::standing(ship, state.pose)
        } else {
            best_guesses(view, ship, &prey)
        });
    }
    foes
}

/// Our ships two straight ahead of where they are.
fn flown_on(view: View<'_>, side: Side) -> Few<(u8, Pose), MAX_SHIPS> {
    let mut prey = Few::new_with((0, Pose::ORIGIN));
    for ship in bits(view.state.fleet(side)) {
        let state = view.ship(ship);
        let pose = if state.marks.activated {
            state.pose
        } else {
            state.pose.then(Template::straight(2).end(state.base))
        };
        prey.push((ship as u8, pose));
    }
    prey
}

/// Ranks the dial of one enemy and keeps the best entries.
fn best_guesses(view: View<'_>, ship: usize, prey: &[(u8, Pose)]) -> Foe {
    let state = view.ship(ship);
    let mut best = [(f32::NEG_INFINITY, state.pose); GUESSES];
    let legal = planning::legal_dials(view, ship);
    for index in bits(legal) {
        let entry = &view.loadout(ship).dial()[index];
        let end = state.pose.then(entry.end);
        let mut score = weighted(view, ship, end, prey);
        if maneuver::difficulty(view, ship, entry) == Difficulty::Red {
            score -= 3.0;
        }
        if best[GUESSES - 1].0 < score {
            let place = best.iter().position(|(other, _)| *other < score).unwrap_or(GUESSES - 1);
            best[place..].rotate_right(1);
            best[place] = (score, end);
        }
    }
    let n = best.iter().filter(|(score, _)| score.is_finite()).count();
    if n == 0 {
        return Foe::standing(ship, state.pose);
    }
    let total: f32 = WEIGHTS[..n].iter().sum();
    let mut weights = [0.0; GUESSES];
    weights.iter_mut().zip(WEIGHTS).take(n).for_each(|(weight, share)| *weight = share / total);
    Foe { ship: ship as u8, poses: best.map(|(_, pose)| pose), weights, n: n as u8 }
}

/// The cheap score: shots in arc first, off the board worst, then distance and facing.
fn weighted(view: View<'_>, ship: usize, end: Pose, prey: &[(u8, Pose)]) -> f32 {
    let (state, loadout) = (view.ship(ship), view.loadout(ship));
    let mut score = 0.0;
    if !view.table.board.holds(state.base, end) {
        score -= 40.0;
    }
    let mut nearest = (f64::INFINITY, 0.0);
    let mut shots = 0;
    for (target, pose) in prey {
        let base = view.ship(usize::from(*target)).base;
        let Sight { band, in_arc } = look(loadout, state.arc, end, base, *pose);
        if 0 < band && in_arc {
            shots += 1;
            score += if band == 1 { 3.0 } else { 1.0 };
        }
        let away = pose.position - end.position;
        let distance = away.length();
        if distance < nearest.0 {
            nearest = (distance, end.heading.dot(away.normalized()));
        }
    }
    if 0 < shots {
        score += 10.0;
    }
    if nearest.0.is_finite() {
        score += 3.0 * nearest.1 as f32 - (nearest.0 / 100.0) as f32;
    }
    score
}
