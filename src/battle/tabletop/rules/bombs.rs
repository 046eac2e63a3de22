//! Rule: Bombs. (Rules Reference, "Bombs"; bomb cards)
//!
//! Bombs are dropped when a dial is revealed and go off at the end of the Activation phase; mines are dropped by an
//! action and go off under the first ship that touches them.

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::{AttackFace, Chance};
use crate::events::Sink;
use crate::geometry::{
    Convex, Pose, RANGE_BAND, TokenShape, Vec2, distance_base_polygon, overlap_base_polygon, token_shape,
};

use super::super::battle::Battle;
use super::super::effects::Word;
use super::super::few::bits;
use super::super::state::{MAX_OBSTACLES, NONE, Obstacle, ObstacleKind};
use super::after_attack::give_ion;
use super::damage::{Source, deal_past_shields, suffer};

/// The straight 1 behind the ship.
const DROP_TEMPLATE: f64 = 40.0;
/// A cluster mine is three tokens side by side.
const CLUSTER_OFFSETS: [Vec2; 3] = [Vec2::ZERO, Vec2::new(0.0, 43.0), Vec2::new(0.0, -43.0)];

/// The token of a bomb word.
fn shape_of(word: Word) -> TokenShape {
    match word {
        Word::MineDice => TokenShape::ProximityMine,
        Word::MineCluster => TokenShape::ClusterMine,
        Word::MineNet => TokenShape::ConnerNet,
        _ => TokenShape::RoundBomb,
    }
}

/// Puts an obstacle, mine or bomb on the board; `None` where there is no room for one more.
pub fn place_obstacle<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    kind: ObstacleKind,
    shape: TokenShape,
    pose: Pose,
    owner: u8,
    amount: u8,
) -> Option<usize> {
    let outline: Convex = token_shape(shape).placed(pose);
    let radius = outline.radius_around(pose.position);
    let obstacle = Obstacle { kind, shape, pose, outline, radius, is_there: true, owner, amount };
    // A slot of a bomb that went off is used again; asteroids never leave theirs.
    let free = battle
        .state
        .obstacles()
        .iter()
        .position(|old| !old.is_there && matches!(old.kind, ObstacleKind::Mine(_)) && owner != NONE);
    let number = match free {
        Some(number) => number,
        None if usize::from(battle.state.n_obstacles) < MAX_OBSTACLES => {
            battle.state.n_obstacles += 1;
            usize::from(battle.state.n_obstacles) - 1
        }
        None => return None,
    };
    battle.state.obstacles[number] = obstacle;
    for ship in bits(battle.state.on_board()) {
        battle.ship_mut(ship).on_obstacles &= !(1 << number);
    }
    battle.emit(BattleEvent::ObstaclePlaced { obstacle: number as u8, shape, pose });
    Some(number)
}

/// Drops a bomb or mine behind the ship.
pub fn drop_bomb<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, bomb: usize) {
    let card = battle.loadout(ship).bombs()[bomb];
    if battle.ship(ship).bombs[bomb] == 0 {
        return;
    }
    let shape = shape_of(card.word);
    let (base, pose) = (battle.ship(ship).base, battle.ship(ship).pose);
    let depth = token_shape(shape).corners().iter().map(|corner| corner.x).fold(0.0, f64::max);
    let behind = -(base.half_length + DROP_TEMPLATE + depth);
    let offsets = if card.word == Word::MineCluster { &CLUSTER_OFFSETS[..] } else { &CLUSTER_OFFSETS[..1] };
    let mut dropped = 0_u32;
    for offset in offsets {
        let at = pose.then(Pose::new(behind + offset.x, offset.y, crate::geometry::turn::NONE));
        if let Some(number) =
            place_obstacle(battle, ObstacleKind::Mine(card.word), shape, at, ship as u8, card.amount)
        {
            dropped |= 1 << number;
            battle.emit(BattleEvent::BombDropped { ship: ship as u8, obstacle: number as u8 });
        }
    }
    if dropped == 0 {
        return;
    }
    battle.ship_mut(ship).bombs[bomb] -= 1;
    if card.is_mine() {
        for number in bits(dropped) {
            // A mine dropped onto a ship goes off at once.
            let victim = bits(battle.state.on_board()).find(|other| {
                let state = battle.ship(*other);
                overlap_base_polygon(state.base, state.pose, &battle.state.obstacles[number].outline)
            });
            if let Some(victim) = victim {
                mine_goes_off(battle, number, victim);
            }
        }
    }
}

fn remove<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, number: usize) {
    battle.state.obstacles[number].is_there = false;
    for ship in bits(battle.state.on_board()) {
        battle.ship_mut(ship).on_obstacles &= !(1 << number);
    }
    battle.emit(BattleEvent::BombWentOff { obstacle: number as u8 });
}

fn credit<C, S>(battle: &Battle<'_, C, S>, number: usize, ion: bool) -> Source {
    let owner = battle.state.obstacles[number].owner;
    Source { by: (owner != NONE).then_some(owner), ion }
}

/// A mine under a ship.
pub fn mine_goes_off<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    number: usize,
    ship: usize,
) {
    let obstacle = battle.state.obstacles[number];
    let ObstacleKind::Mine(word) = obstacle.kind else { return };
    if !matches!(word, Word::MineDice | Word::MineCluster | Word::MineNet) {
        return;
    }
    remove(battle, number);
    match word {
        Word::MineNet => {
            let source = credit(battle, number, true);
            suffer(battle, ship, obstacle.amount, 0, source);
            give_ion(battle, ship, 2);
            battle.ship_mut(ship).marks.skips_action = true;
        }
        _ => {
            let (mut hits, mut crits) = (0, 0);
            for _ in 0..obstacle.amount {
                match battle.attack_die(ship) {
                    AttackFace::Hit => hits += 1,
                    AttackFace::Crit => crits += 1,
                    AttackFace::Focus | AttackFace::Blank => {}
                }
            }
            // A cluster mine knows damage only.
            if word == Word::MineCluster {
                (hits, crits) = (hits + crits, 0);
            }
            let source = credit(battle, number, false);
            suffer(battle, ship, hits, crits, source);
        }
    }
}

/// Bombs go off at the end of the Activation phase: every ship at range 1 of the token.
pub fn bombs_go_off<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    for number in 0..usize::from(battle.state.n_obstacles) {
        let obstacle = battle.state.obstacles[number];
        let ObstacleKind::Mine(word) = obstacle.kind else { continue };
        if !obstacle.is_there || matches!(word, Word::MineDice | Word::MineCluster | Word::MineNet) {
            continue;
        }
        remove(battle, number);
        for ship in bits(battle.state.on_board()) {
            let state = battle.ship(ship);
            if RANGE_BAND < distance_base_polygon(state.base, state.pose, &obstacle.outline) {
                continue;
            }
            let source = credit(battle, number, word == Word::BombIon);
            match word {
                Word::BombDamage => suffer(battle, ship, obstacle.amount, 0, source),
                Word::BombFaceUpCard => deal_past_shields(battle, ship, obstacle.amount, source),
                Word::BombIon => give_ion(battle, ship, obstacle.amount),
                Word::BombDamageAndStress => {
                    suffer(battle, ship, obstacle.amount, 0, source);
                    if battle.ship(ship).is_on_board() {
                        battle.give_stress(ship, 1);
                    }
                }
                _ => {}
            }
        }
    }
}
