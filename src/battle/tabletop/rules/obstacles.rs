//! Rule: Obstacles. (Rules Reference, "Obstacles", "Asteroids", "Debris clouds", "Mines")

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::{AttackFace, Chance};
use crate::events::Sink;
use crate::geometry::{Convex, Pose, Template, overlap_base_polygon, strip_overlaps_polygon};

use super::super::battle::{Battle, View};
use super::super::few::{Few, bits};
use super::super::state::{MAX_OBSTACLES, ObstacleKind};
use super::bombs;
use super::damage::{Source, suffer};

/// What a move ran into, by obstacle number, nearest to the start first.
pub type Met = Few<u8, MAX_OBSTACLES>;

/// A ship whose base lies on an asteroid cannot attack.
pub fn blocks_attack(view: View<'_>, ship: usize) -> bool {
    bits(view.ship(ship).on_obstacles).any(|obstacle| {
        let obstacle = &view.state.obstacles[obstacle];
        obstacle.is_there && matches!(obstacle.kind, ObstacleKind::Asteroid | ObstacleKind::Derelict)
    })
}

/// True where a base lies on an asteroid, a debris cloud, a derelict or a token that counts as one; mines do not.
pub fn stands_on_one(view: View<'_>, ship: usize) -> bool {
    bits(view.ship(ship).on_obstacles).any(|obstacle| {
        let obstacle = &view.state.obstacles[obstacle];
        obstacle.is_there && obstacle.kind.obstructs()
    })
}

/// Which obstacles a base lies on.
pub fn under_base<C: Chance, S: Sink<BattleEvent>>(battle: &Battle<'_, C, S>, ship: usize) -> u32 {
    let state = battle.ship(ship);
    let mut under = 0;
    for (i, obstacle) in battle.state.obstacles().iter().enumerate() {
        let reach = state.base.radius() + obstacle.radius;
        if obstacle.is_there
            && (obstacle.pose.position - state.pose.position).length_squared() < reach * reach
            && overlap_base_polygon(state.base, state.pose, &obstacle.outline)
        {
            under |= 1 << i;
        }
    }
    under
}

/// The obstacles that the travelled strip or the final base of a maneuver touches, nearest to the start first.
pub fn met_on_the_way<C: Chance, S: Sink<BattleEvent>>(
    battle: &Battle<'_, C, S>,
    ship: usize,
    template: Template,
    start: Pose,
    parameter: f64,
) -> Met {
    let base = battle.ship(ship).base;
    let under = under_base(battle, ship);
    let mut met: Few<(f64, u8), MAX_OBSTACLES> = Few::default();
    for (i, obstacle) in battle.state.obstacles().iter().enumerate() {
        if !obstacle.is_there {
            continue;
        }
        // The strip reaches no farther than the longest template and its width.
        let away = (obstacle.pose.position - start.position).length();
        let near_strip = away < base.half_length + 215.0 + obstacle.radius;
        let touched = under >> i & 1 == 1
            || (near_strip && strip_overlaps_polygon(template, base, start, parameter, &obstacle.outline));
        if touched {
            met.push((away, i as u8));
        }
    }
    met.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut order = Met::default();
    met.iter().for_each(|(_, obstacle)| {
        order.push(*obstacle);
    });
    order
}

/// What a maneuver through obstacles does before the action: no action after an asteroid, stress from debris.
pub fn before_action<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, met: &Met) {
    for obstacle in met.iter() {
        match battle.state.obstacles[usize::from(*obstacle)].kind {
            ObstacleKind::Asteroid | ObstacleKind::Derelict => {
                battle.ship_mut(ship).marks.skips_action = true
            }
            ObstacleKind::Debris => battle.give_stress(ship, 1),
            ObstacleKind::Mine(_) | ObstacleKind::Token => {}
        }
    }
}

/// Mines go off when the maneuver is done.
pub fn trigger_mines<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, met: &Met) {
    for obstacle in met.iter() {
        let number = usize::from(*obstacle);
        if battle.state.obstacles[number].is_there
            && matches!(battle.state.obstacles[number].kind, ObstacleKind::Mine(_))
        {
            bombs::mine_goes_off(battle, number, ship);
        }
    }
}

/// The damage dice of a maneuver: asteroids and derelicts hurt with hit and crit, debris with crit only.
pub fn damage_dice<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    met: &Met,
    debris: bool,
) {
    for obstacle in met.iter() {
        if !battle.ship(ship).is_on_board() {
            return;
        }
        match battle.state.obstacles[usize::from(*obstacle)].kind {
            ObstacleKind::Asteroid | ObstacleKind::Derelict if !debris => asteroid_die(battle, ship),
            ObstacleKind::Debris if debris => debris_die(battle, ship),
            _ => {}
        }
    }
}

fn asteroid_die<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    match battle.attack_die(ship) {
        AttackFace::Hit => suffer(battle, ship, 1, 0, Source::NOBODY),
        AttackFace::Crit => suffer(battle, ship, 0, 1, Source::NOBODY),
        AttackFace::Focus | AttackFace::Blank => {}
    }
}

fn debris_die<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    if battle.attack_die(ship) == AttackFace::Crit {
        suffer(battle, ship, 0, 1, Source::NOBODY);
    }
}

/// Mines that the template of a boost, roll or decloak lies over, as a mask.
pub fn mines_crossed<C: Chance, S: Sink<BattleEvent>>(
    battle: &Battle<'_, C, S>,
    crosses: impl Fn(&Convex) -> bool,
) -> u32 {
    let mines = battle.state.obstacles().iter().enumerate().filter(|(_, obstacle)| {
        obstacle.is_there && matches!(obstacle.kind, ObstacleKind::Mine(_)) && crosses(&obstacle.outline)
    });
    mines.fold(0, |mask, (i, _)| mask | 1 << i)
}

/// A ship set down on obstacles without a maneuver: the same dice, no lost action; debris stresses first. `crossed`
/// are mines that lay under the template.
pub fn overlapped_without_maneuver<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    crossed: u32,
) {
    let under = under_base(battle, ship);
    let new = (under & !battle.ship(ship).on_obstacles) | crossed;
    battle.ship_mut(ship).on_obstacles = under;
    for obstacle in bits(new) {
        if !battle.ship(ship).is_on_board() {
            return;
        }
        match battle.state.obstacles[obstacle].kind {
            ObstacleKind::Asteroid | ObstacleKind::Derelict => asteroid_die(battle, ship),
            ObstacleKind::Debris => {
                battle.give_stress(ship, 1);
                debris_die(battle, ship);
            }
            ObstacleKind::Mine(_) => bombs::mine_goes_off(battle, obstacle, ship),
            ObstacleKind::Token => {}
        }
    }
}
