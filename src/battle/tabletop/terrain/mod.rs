//! Rule: Unusual features. (campaign rulebook, "Unusual Feature")
//!
//! Twelve kinds of space terrain: what is placed, by whom, and what it does in the End phase. The nebula acts on
//! ranges (`rules::firing_arc`), the ring on lines (`rules::firing_arc`, `rules::target_lock`).

use crate::battle::engagement::Terrain;
use crate::battle::tabletop::event::BattleEvent;
use crate::chance::{AttackFace, Chance, DefenseFace};
use crate::config::TerrainRules;
use crate::config::mission::{Limit, Place, Placer, SetupStep, TerrainStep, Zone};
use crate::events::Sink;
use crate::geometry::{ASTEROIDS, Arc, DEBRIS_CLOUDS, Edge, TokenShape, Vec2};
use crate::ids::Side;

use super::battle::{Battle, Table};
use super::effects::Word;
use super::few::{Few, bits};
use super::missions::setup::put_obstacle;
use super::policy::Question;
use super::rules::after_attack::give_ion;
use super::rules::firing_arc::ring_between;
use super::rules::range::at_range;
use super::state::{NONE, ObstacleKind};

mod ring;

pub use ring::is_near_ring;

/// Dice of a mine that belongs to nobody, as its card says.
const PROXIMITY_DICE: u8 = 3;
const CLUSTER_DICE: u8 = 2;

/// Shapes drawn without repeating one.
#[derive(Debug, Clone, Copy)]
pub struct Bag {
    left: u32,
    all: u32,
    unique: bool,
}

impl Bag {
    pub fn new(shapes: usize, unique: bool) -> Bag {
        let all = (1 << shapes) - 1;
        Bag { left: all, all, unique }
    }

    pub fn draw<C: Chance>(&mut self, chance: &mut C) -> u8 {
        // More things than shapes: the box is opened again.
        if self.left == 0 {
            self.left = self.all;
        }
        let place = chance.pick(self.left.count_ones() as usize);
        let shape = bits(self.left).nth(place).unwrap_or(0);
        if self.unique {
            self.left &= !(1 << shape);
        }
        shape as u8
    }
}

/// The dice of a terrain mine.
pub fn mine_amount(kind: ObstacleKind) -> u8 {
    match kind {
        ObstacleKind::Mine(Word::MineDice) => PROXIMITY_DICE,
        ObstacleKind::Mine(Word::MineCluster) => CLUSTER_DICE,
        _ => 0,
    }
}

/// Effects without obstacles and mines.
pub fn effects_only<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    match battle.table.terrain {
        Terrain::FlareActivity => choose_flare_edge(battle),
        Terrain::PlanetaryRing => ring::lay_out(battle),
        _ => {}
    }
}

/// Places the feature of the place.
pub fn place<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, step: &TerrainStep) {
    let terrain = battle.table.terrain;
    let rules = battle.table.switches.terrain;
    let factor = if step.doubled { 2 } else { 1 };
    let asteroids = rules.asteroids(terrain) * factor;
    let debris_clouds = rules.debris_clouds(terrain) * factor;
    let zone = effective_zone(step, &rules);
    match terrain {
        Terrain::NoAsteroids => {}
        Terrain::PlanetaryRing => {
            ring::lay_out(battle);
            // Within range 1 of the ring and beyond range 1 of each other; edges do not matter.
            ring::asteroids(battle, step, asteroids);
        }
        Terrain::Comet => comet(battle, step, &zone, asteroids),
        Terrain::Minefield => mines(battle, step, &zone, factor),
        Terrain::DebrisClouds => debris(battle, step, &zone, debris_clouds),
        Terrain::Derelict => derelict(battle, step, &zone, rules.derelict_hulks * factor, debris_clouds),
        Terrain::LightAsteroids
        | Terrain::RegularAsteroids
        | Terrain::DenseAsteroids
        | Terrain::Nebula
        | Terrain::FlareActivity
        | Terrain::IonizedDustCloud => {
            if terrain == Terrain::FlareActivity {
                choose_flare_edge(battle);
            }
            scatter(battle, step, &zone, asteroids);
        }
    }
}

/// The mission's limits; the feature's own distance to the edges goes where the mission frees it.
fn effective_zone(step: &TerrainStep, rules: &TerrainRules) -> Zone {
    let mut zone = step.zone.clone();
    let says = |zone: &Zone, place: Place| zone.beyond.iter().any(|limit| limit.of == place);
    if step.edges_free {
        zone.beyond.retain(|limit| limit.of != Place::Edges);
    } else if !says(&zone, Place::Edges) {
        zone.beyond.push(Limit { of: Place::Edges, range: rules.beyond_edges });
    }
    if !says(&zone, Place::Obstacles) {
        zone.beyond.push(Limit { of: Place::Obstacles, range: rules.beyond_obstacles });
    }
    zone
}

/// Who places the n-th obstacle: in turns, initiative first, unless the mission gives all to one side.
fn placer<C, S>(battle: &Battle<'_, C, S>, step: &TerrainStep, index: u8) -> Side {
    let first = match step.by {
        Placer::Attacker => return Side::Attacker,
        Placer::Defender => return Side::Defender,
        Placer::AlternatingAttacker => Side::Attacker,
        Placer::AlternatingDefender => Side::Defender,
        Placer::AlternatingInitiative | Placer::Feature | Placer::Nobody | Placer::Random => {
            battle.state.initiative
        }
    };
    if index.is_multiple_of(2) { first } else { first.foe() }
}

/// Unique asteroids, one by one.
fn scatter<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    step: &TerrainStep,
    zone: &Zone,
    count: u8,
) {
    let mut bag = Bag::new(ASTEROIDS.len(), true);
    for index in 0..count {
        let side = placer(battle, step, index);
        let shape = TokenShape::Asteroid(bag.draw(&mut battle.fortune.placement));
        put_obstacle(battle, side, ObstacleKind::Asteroid, shape, &[zone], false);
    }
}

/// Each asteroid but the first touches another.
fn comet<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    step: &TerrainStep,
    zone: &Zone,
    count: u8,
) {
    let mut bag = Bag::new(ASTEROIDS.len(), true);
    let mut zone = zone.clone();
    zone.beyond.retain(|limit| limit.of != Place::Obstacles);
    for index in 0..count {
        let side = placer(battle, step, index);
        let shape = TokenShape::Asteroid(bag.draw(&mut battle.fortune.placement));
        put_obstacle(battle, side, ObstacleKind::Asteroid, shape, &[&zone], true);
    }
}

fn mines<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    step: &TerrainStep,
    zone: &Zone,
    factor: u8,
) {
    let rules = battle.table.switches.terrain;
    let (proximity, cluster) = (rules.proximity_mines * factor, rules.cluster_mines * factor);
    for index in 0..proximity + cluster {
        let side = placer(battle, step, index);
        let (word, shape) = if index < proximity {
            (Word::MineDice, TokenShape::ProximityMine)
        } else {
            (Word::MineCluster, TokenShape::ClusterMine)
        };
        put_obstacle(battle, side, ObstacleKind::Mine(word), shape, &[zone], false);
    }
}

fn debris<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    step: &TerrainStep,
    zone: &Zone,
    count: u8,
) {
    let mut bag = Bag::new(DEBRIS_CLOUDS.len(), true);
    for index in 0..count {
        let side = placer(battle, step, index);
        let shape = TokenShape::Debris(bag.draw(&mut battle.fortune.placement));
        put_obstacle(battle, side, ObstacleKind::Debris, shape, &[zone], false);
    }
}

/// One side places the hulk, the other the debris clouds; initiative chooses which and goes first.
fn derelict<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    step: &TerrainStep,
    zone: &Zone,
    hulks: u8,
    clouds: u8,
) {
    let first = battle.state.initiative;
    let one_side = match step.by {
        Placer::Attacker => Some(Side::Attacker),
        Placer::Defender => Some(Side::Defender),
        _ => None,
    };
    let takes_hulk = battle.ask(first, |policy, view| policy.choose(view, first, Question::Derelict)) == 0;
    let hulk_side = one_side.unwrap_or(if takes_hulk { first } else { first.foe() });
    let cloud_side = one_side.unwrap_or(hulk_side.foe());
    let mut bag = Bag::new(DEBRIS_CLOUDS.len(), true);
    for hulk in [takes_hulk, !takes_hulk] {
        if hulk {
            for _ in 0..hulks {
                put_obstacle(battle, hulk_side, ObstacleKind::Derelict, TokenShape::Derelict, &[zone], false);
            }
        } else {
            for _ in 0..clouds {
                let shape = TokenShape::Debris(bag.draw(&mut battle.fortune.placement));
                put_obstacle(battle, cloud_side, ObstacleKind::Debris, shape, &[zone], false);
            }
        }
    }
}

/// One of the edges that nobody starts from, by lot.
fn choose_flare_edge<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let mut free: Few<Edge, 4> = Few::new_with(Edge::East);
    let starting = starting_edges(battle.table);
    for edge in Edge::ALL.into_iter().filter(|edge| starting >> edge.index() & 1 == 0) {
        free.push(edge);
    }
    let pick = battle.fortune.placement.pick(free.len().max(1));
    battle.state.flare_edge = Some(free.get(pick).copied().unwrap_or(Edge::East).index() as u8);
}

/// The edges that the sides start from, bit `Edge::index()`: their own, unless the set-up knows only side edges.
fn starting_edges(table: &Table<'_>) -> u8 {
    let only_sides = |side: Side| {
        let mut zones = table.mission.setup.iter().flat_map(|step| match step {
            SetupStep::Ships(step) if step.who.includes(side) => step.zones.as_slice(),
            _ => &[],
        });
        let is_side = |zone: &Zone| zone.within.iter().any(|limit| limit.of == Place::SideEdges);
        zones.clone().next().is_some() && zones.all(is_side)
    };
    Side::BOTH.into_iter().fold(0, |edges, side| {
        let own = if only_sides(side) {
            1 << Edge::West.index() | 1 << Edge::East.index()
        } else {
            1 << table.edges[side.index()].index()
        };
        edges | own
    })
}

/// What terrain does in the End phase.
pub fn end_phase<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    match battle.table.terrain {
        Terrain::FlareActivity => flare(battle),
        Terrain::IonizedDustCloud => ionized_dust(battle),
        Terrain::PlanetaryRing => ring_breaks_locks(battle),
        _ => {}
    }
}

/// On an evade every ship that has the flare edge in its front arc gets stress.
fn flare<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let Some(edge) = battle.state.flare_edge else { return };
    if battle.fortune.dice.defense_die() != DefenseFace::Evade {
        return;
    }
    let edge = Edge::ALL[usize::from(edge) % 4];
    let stress = battle.table.switches.terrain.flare_stress;
    for ship in bits(battle.state.mask(|ship| ship.is_active())) {
        let state = battle.ship(ship);
        if sees_edge(battle.table.board, edge, state.pose, Arc::front(state.base)) {
            battle.give_stress(ship, stress);
        }
    }
}

/// True where a ray of the arc meets the edge's segment: an end of it lies in the arc, or a border crosses it.
fn sees_edge(board: crate::geometry::Board, edge: Edge, pose: crate::geometry::Pose, arc: Arc) -> bool {
    let (from, to) = match edge {
        Edge::South => (Vec2::ZERO, Vec2::new(board.width, 0.0)),
        Edge::North => (Vec2::new(0.0, board.height), Vec2::new(board.width, board.height)),
        Edge::West => (Vec2::ZERO, Vec2::new(0.0, board.height)),
        Edge::East => (Vec2::new(board.width, 0.0), Vec2::new(board.width, board.height)),
    };
    let segment = crate::geometry::Convex::from_slice(&[from, to]);
    !arc.clip(pose, &segment).is_empty()
}

/// Each ship rolls: on a crit its own lock goes and, without shields, it is ionized. Far locks break.
fn ionized_dust<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let rules = battle.table.switches.terrain;
    for ship in bits(battle.state.mask(|ship| ship.is_active())) {
        let lock = battle.ship(ship).lock;
        if lock != NONE && !at_range(battle.view(), ship, usize::from(lock), rules.ionized_dust_lock_range) {
            battle.lose_lock(ship);
        }
        if battle.attack_die(ship) == AttackFace::Crit {
            battle.lose_lock(ship);
            if battle.ship(ship).shields == 0 {
                give_ion(battle, ship, rules.ionized_dust_ions);
            }
        }
    }
}

/// Locks through the ring are lost.
fn ring_breaks_locks<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    for ship in bits(battle.state.mask(|ship| ship.is_active() && ship.lock != NONE)) {
        let target = usize::from(battle.ship(ship).lock);
        if ring_between(battle.view(), ship, target) {
            battle.lose_lock(ship);
        }
    }
}
