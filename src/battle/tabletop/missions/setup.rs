//! Rule: Set-up. (campaign rulebook, each scenario's Setup)
//!
//! The mission's steps in their order: terrain, obstacles, tokens, ships.

use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::event::Phase;
use crate::chance::Chance;
use crate::config::mission::{
    Chosen, CountsAs, DamageRule, Divided, Eligible, Facing, Feature, ObstacleKind as MissionObstacle,
    ObstaclesStep, On, Order, Placer, RoleRule, SetupStep, ShipsStep, TerrainStep, TokenKind, TokensStep,
    Zone,
};
use crate::events::Sink;
use crate::geometry::{ASTEROIDS, Base, DEBRIS_CLOUDS, Edge, Pose, TokenShape, token_shape};
use crate::ids::Side;

use super::super::battle::{Battle, Origin, View};
use super::super::few::{Few, bits};
use super::super::policy::Question;
use super::super::rules::bombs::place_obstacle;
use super::super::rules::{initiative, skill};
use super::super::state::{MAX_SHIPS, NONE, ObstacleKind, Status};
use super::super::terrain;
use super::placing::{self, Placed, Request};
use super::tokens::{add_token, token_base, token_shape_of};
use super::zone::kind_outline;

/// What could not be placed: the board has no legal room for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRoom {
    Ship,
    Token,
}

/// Puts everything on the board.
pub fn set_up<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) -> Result<(), NoRoom> {
    battle.state.phase = Phase::SetUp;
    battle.emit(BattleEvent::BattleBegan { board: battle.table.board });
    initiative::decide(battle);
    choose_corners(battle);
    assign_roles(battle);
    let mission = battle.table.mission;
    divide_squads(battle);
    let mut done = 0;
    for (number, step) in mission.setup.iter().enumerate() {
        if number < done {
            continue;
        }
        match step {
            SetupStep::Terrain(step) => place_terrain(battle, step),
            SetupStep::Obstacles(step) => place_obstacles(battle, step),
            SetupStep::Tokens(step) => place_tokens(battle, step)?,
            SetupStep::Ships(_) => done = number + place_ships(battle, &mission.setup[number..])?,
            // Words that are not among those this model can play; the caller has turned such missions away.
            SetupStep::MoveObstacles(_) | SetupStep::HugeShips(_) => {}
        }
    }
    Ok(())
}

/// Who has initiative chooses a pair of opposite corners, where corners are owned.
fn choose_corners<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let side = battle.state.initiative;
    let choice = battle.ask(side, |policy, view| policy.choose(view, side, Question::Corners));
    battle.state.counters[0] = u8::from(choice != 0);
}

/// Roles that were not given with the squad are given now.
fn assign_roles<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let mission = battle.table.mission;
    for side in Side::BOTH {
        for rule in mission.roles(side) {
            let role = rule.role.index() as u8;
            let mut eligible = eligible(battle.view(), side, rule);
            let has = battle.state.mask(|ship| ship.side == side && ship.has_role(role)).count_ones() as u8;
            let wanted = if rule.chosen == Chosen::AllEligible { u8::MAX } else { rule.max };
            eligible &= !battle.state.mask(|ship| ship.has_role(role));
            for _ in has..wanted {
                if eligible == 0 {
                    break;
                }
                let choice = battle.ask(side, |policy, view| policy.role(view, side, rule.role, eligible));
                let ship =
                    if eligible >> choice & 1 == 1 { choice } else { eligible.trailing_zeros() as usize };
                eligible &= !(1 << ship);
                battle.ship_mut(ship).roles |= 1 << role;
            }
        }
    }
}

/// Squad ships that may have a role.
pub fn eligible(view: View<'_>, side: Side, rule: &RoleRule) -> u32 {
    let squad = |ship: usize| {
        view.ship(ship).side == side
            && matches!(view.table.origins[ship], Origin::Squad(_))
            && matches!(view.ship(ship).status, Status::Reserve | Status::OnBoard)
    };
    let ships = (0..view.state.ships().len()).filter(|ship| squad(*ship));
    let highest = ships.clone().map(|ship| view.loadout(ship).skill).max().unwrap_or(0);
    let fits = |ship: usize| {
        let loadout = view.loadout(ship);
        !rule.barred.contains(&loadout.class)
            && rule.eligible.iter().all(|need| match need {
                Eligible::HighestSkill => loadout.skill == highest,
                Eligible::Small => !loadout.is_large(),
                Eligible::Large => loadout.is_large(),
                Eligible::GenericPilot => !loadout.unique_pilot,
                // Turned away by the list of words.
                Eligible::CrewIcon | Eligible::EmptyCrewSlot => true,
            })
    };
    ships.filter(|ship| fits(*ship)).fold(0, |mask, ship| mask | 1 << ship)
}

/// The sides in the order in which they place `count` things.
fn placers(battle_initiative: Side, by: Placer, count: u8, index: u8) -> Side {
    debug_assert!(index < count, "one placer for each thing");
    let first = match by {
        Placer::Attacker => return Side::Attacker,
        Placer::Defender => return Side::Defender,
        Placer::AlternatingAttacker => Side::Attacker,
        Placer::AlternatingDefender => Side::Defender,
        Placer::AlternatingInitiative | Placer::Feature | Placer::Nobody | Placer::Random => {
            battle_initiative
        }
    };
    if index.is_multiple_of(2) { first } else { first.foe() }
}

fn place_terrain<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, step: &TerrainStep) {
    match step.feature {
        Feature::Ignored => {}
        Feature::EffectsOnly => terrain::effects_only(battle),
        Feature::Used | Feature::Rolled => terrain::place(battle, step),
    }
}

/// The mission's own obstacles.
fn place_obstacles<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, step: &ObstaclesStep) {
    let mut asteroids = terrain::Bag::new(ASTEROIDS.len(), step.unique);
    let mut clouds = terrain::Bag::new(DEBRIS_CLOUDS.len(), step.unique);
    for index in 0..step.count {
        let side = placers(battle.state.initiative, step.by, step.count, index);
        let debris = match step.kind {
            MissionObstacle::Asteroid => false,
            MissionObstacle::DebrisCloud => true,
            MissionObstacle::AsteroidOrDebris => battle.fortune.placement.pick(2) == 1,
        };
        let (kind, shape) = if debris {
            (ObstacleKind::Debris, TokenShape::Debris(clouds.draw(&mut battle.fortune.placement)))
        } else {
            (ObstacleKind::Asteroid, TokenShape::Asteroid(asteroids.draw(&mut battle.fortune.placement)))
        };
        put_obstacle(battle, side, kind, shape, &[&step.zone], false);
    }
}

/// One obstacle where its placer wants it, else where the rules allow it.
pub fn put_obstacle<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    side: Side,
    kind: ObstacleKind,
    shape: TokenShape,
    zones: &[&Zone],
    touching_obstacle: bool,
) {
    let outline = token_shape(shape);
    let request = Request {
        what: Placed::Obstacle,
        side,
        outline: &outline,
        base: Base::SMALL,
        zones,
        heading: None,
        over_obstacles: false,
        strict: true,
        touching_obstacle,
        near_ring: false,
    };
    let amount = terrain::mine_amount(kind);
    put_down(battle, request, kind, shape, amount);
}

/// Sets an obstacle down where there is room for it, or tells that there is none.
pub fn put_down<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    request: Request<'_>,
    kind: ObstacleKind,
    shape: TokenShape,
    amount: u8,
) {
    let placed = placing::place(battle, request)
        .and_then(|pose| place_obstacle(battle, kind, shape, pose, NONE, amount));
    if placed.is_none() {
        battle.emit(BattleEvent::NoRoomFor { shape });
    }
}

fn place_tokens<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    step: &TokensStep,
) -> Result<(), NoRoom> {
    for index in 0..step.count {
        let side = placers(battle.state.initiative, step.by, step.count, index);
        let token = match step.on {
            On::Board => put_token(battle, side, step)?,
            On::Obstacles => token_on_obstacle(battle, side, step.token),
            On::Ships | On::ShipsFreely => None,
        };
        if let Some(token) = token {
            stand_in(battle, token, step.token);
            stand_as_obstacle(battle, token, step.token);
        }
    }
    Ok(())
}

fn put_token<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    side: Side,
    step: &TokensStep,
) -> Result<Option<usize>, NoRoom> {
    let counts = battle.table.mission.token(step.token).map_or(CountsAs::Nothing, |rule| rule.counts_as);
    let base = token_base(step.token);
    let outline = if base == Base::LARGE { base.outline(Pose::ORIGIN) } else { kind_outline(step.token) };
    let same_edge = battle.table.edges[side.foe().index()];
    let request = Request {
        what: Placed::Token(step.token.index() as u8),
        side,
        outline: &outline,
        base,
        zones: &[&step.zone],
        heading: placing::facing(battle.view(), side, step.facing, same_edge),
        over_obstacles: counts == CountsAs::Nothing,
        strict: true,
        touching_obstacle: false,
        near_ring: false,
    };
    let pose = placing::place(battle, request).ok_or(NoRoom::Token)?;
    Ok(add_token(battle, step.token, side, pose))
}

/// A token on an obstacle that has none yet.
fn token_on_obstacle<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    side: Side,
    kind: TokenKind,
) -> Option<usize> {
    let mut free = 0_u32;
    for (i, obstacle) in battle.state.obstacles().iter().enumerate() {
        let taken = battle.state.tokens().iter().any(|token| usize::from(token.obstacle) == i);
        if obstacle.is_there && obstacle.kind.obstructs() && !taken {
            free |= 1 << i;
        }
    }
    if free == 0 {
        return None;
    }
    let choice = battle.ask(side, |policy, view| policy.choose(view, side, Question::Obstacle { free }));
    let obstacle =
        if choice < 32 && free >> choice & 1 == 1 { choice } else { free.trailing_zeros() as usize };
    let pose = battle.state.obstacles[obstacle].pose;
    let token = add_token(battle, kind, side, pose)?;
    battle.state.tokens[token].obstacle = obstacle as u8;
    Some(token)
}

/// A token that counts as a ship gets a place among the ships.
pub fn stand_in<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    token: usize,
    kind: TokenKind,
) {
    let Some(rule) = battle.table.mission.token(kind) else { return };
    if rule.counts_as != CountsAs::Ship {
        return;
    }
    // The table keeps a bare loadout for each such token, behind all other ships.
    let slot = (0..battle.table.origins.len()).find(|ship| {
        battle.table.origins[*ship] == Origin::Token && battle.ship(*ship).status == Status::Reserve
    });
    let Some(ship) = slot else { return };
    let (pose, owner) = (battle.state.tokens[token].pose, battle.state.tokens[token].owner);
    let base = token_base(kind);
    battle.state.tokens[token].ship = ship as u8;
    let side = rule.target.map_or(owner, |target| target.owner);
    let shields = rule.target.map_or(0, |target| target.shields);
    let state = battle.ship_mut(ship);
    state.side = side;
    state.pose = pose;
    state.base = base;
    state.status = Status::OnBoard;
    state.inert = true;
    state.targetable = rule.target.is_some();
    state.counts_damage = rule.target.is_none_or(|target| target.damage != DamageRule::CritsOnly);
    state.shields = shields;
    state.token = token as u8;
    let loadout = battle.loadout(ship);
    let (class, hull, skill) = (loadout.class, loadout.hull, loadout.skill);
    battle.emit(BattleEvent::ShipEntered { ship: ship as u8, side, class, base, pose, skill, hull, shields });
}

/// A token that counts as an obstacle lies among the obstacles.
pub fn stand_as_obstacle<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    token: usize,
    kind: TokenKind,
) {
    let counts = battle.table.mission.token(kind).map(|rule| rule.counts_as);
    if counts != Some(CountsAs::Obstacle) || battle.state.tokens[token].obstacle != NONE {
        return;
    }
    let pose = battle.state.tokens[token].pose;
    let shape = token_shape_of(kind);
    if let Some(obstacle) = place_obstacle(battle, ObstacleKind::Token, shape, pose, NONE, 0) {
        battle.state.tokens[token].obstacle = obstacle as u8;
    }
}

/// Where the foe divides a squad, he picks half of its ships as the first group.
fn divide_squads<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    for side in Side::BOTH {
        let groups = battle.table.mission.restrictions(side).groups.as_ref();
        if groups.is_none_or(|groups| groups.divided != Divided::FoePicksHalf) {
            continue;
        }
        let mut squad = 0_u32;
        for ship in 0..battle.state.ships().len() {
            if battle.ship(ship).side == side && matches!(battle.table.origins[ship], Origin::Squad(_)) {
                battle.ship_mut(ship).group = 1;
                squad |= 1 << ship;
            }
        }
        for _ in 0..squad.count_ones() / 2 {
            let foe = side.foe();
            let question = Question::FirstGroup { ships: squad };
            let choice = battle.ask(foe, |policy, view| policy.choose(view, foe, question));
            let ship = if choice < 32 && squad >> choice & 1 == 1 {
                choice
            } else {
                squad.trailing_zeros() as usize
            };
            squad &= !(1 << ship);
            battle.ship_mut(ship).group = 0;
        }
    }
}

/// Ships of the squads that the first steps name, in their order; says how many steps that were. Neighbouring steps
/// of the same order are one, unless ships are placed all at once.
fn place_ships<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    steps: &[SetupStep],
) -> Result<usize, NoRoom> {
    let first = match steps.first() {
        Some(SetupStep::Ships(step)) => step,
        _ => return Ok(1),
    };
    let together = |step: &&SetupStep| matches!(step, SetupStep::Ships(step) if step.order == first.order);
    let count = if first.order == Order::AtOnce { 1 } else { steps.iter().take_while(together).count() };
    let step_of = |view: View<'_>, ship: usize| {
        steps[..count].iter().enumerate().find_map(|(number, step)| match step {
            SetupStep::Ships(step) if is_meant(view, ship, step) => Some((number, step)),
            _ => None,
        })
    };
    let mut waiting = 0_u32;
    for ship in 0..battle.state.ships().len() {
        if step_of(battle.view(), ship).is_some() {
            waiting |= 1 << ship;
        }
    }
    let same_edge = same_edges(battle, first.facing);
    let mut tally = [[ZoneTally::default(); MAX_ZONES]; 2];
    let mut turn = Side::Attacker;
    while waiting != 0 {
        let ship = next_to_place(battle, first.order, waiting, &mut turn);
        waiting &= !(1 << ship);
        let Some((_, step)) = step_of(battle.view(), ship) else { continue };
        let zones = zones_of(&step.zones);
        let side = battle.ship(ship).side;
        let left = waiting & battle.state.mask(|other| other.side == side);
        let allowed = zones_now(battle.view(), step, &zones, &tally[side.index()], ship, left);
        let zone = enter(battle, ship, &allowed, step.facing, same_edge[side.index()])?;
        if let Some(zone) = zone {
            let index = zones.iter().position(|all| std::ptr::eq(*all, zone)).unwrap_or(0);
            tally[side.index()][index].ships += 1;
            tally[side.index()][index].points += battle.loadout(ship).points;
        }
        if 0 < step.stress {
            battle.give_stress(ship, step.stress);
        }
    }
    Ok(count)
}

/// True where a step places this ship.
fn is_meant(view: View<'_>, ship: usize, step: &ShipsStep) -> bool {
    let state = view.ship(ship);
    matches!(view.table.origins[ship], Origin::Squad(_))
        && state.status == Status::Reserve
        && step.who.includes(state.side)
        && step.group.is_none_or(|group| state.group + 1 == group)
        && !step.without_role.is_some_and(|role| state.has_role(role.index() as u8))
}

/// What stands in a zone.
#[derive(Debug, Clone, Copy, Default)]
struct ZoneTally {
    ships: u8,
    points: u16,
}

/// The most zones that a step has.
pub const MAX_ZONES: usize = 8;
pub type Zones<'a> = Few<&'a Zone, MAX_ZONES>;

/// A filler for empty lists.
static ANYWHERE: Zone = Zone {
    within: Vec::new(),
    at: Vec::new(),
    beyond: Vec::new(),
    exactly: Vec::new(),
    clear_of: Vec::new(),
    touching: Vec::new(),
    on: Vec::new(),
    if_possible_beyond: Vec::new(),
};

pub fn zones_of(zones: &[Zone]) -> Zones<'_> {
    let mut list = Zones::new_with(&ANYWHERE);
    zones.iter().for_each(|zone| {
        list.push(zone);
    });
    list
}

/// The zones that a ship may stand in, so that the rest of the squad can still give every zone its due.
fn zones_now<'a>(
    view: View<'_>,
    step: &ShipsStep,
    zones: &Zones<'a>,
    tally: &[ZoneTally; MAX_ZONES],
    ship: usize,
    left: u32,
) -> Zones<'a> {
    let mut allowed = Zones::new_with(&ANYWHERE);
    if step.alternate_zones && !zones.is_empty() {
        let placed: u8 = tally.iter().map(|zone| zone.ships).sum();
        allowed.push(zones[usize::from(placed) % zones.len()]);
        return allowed;
    }
    let ships_left = left.count_ones() as u16;
    let points_left: u16 = bits(left).map(|other| view.loadout(other).points).sum();
    for (index, zone) in zones.iter().enumerate() {
        let mut with = *tally;
        with[index].ships += 1;
        with[index].points += view.loadout(ship).points;
        let due = &with[..zones.len()];
        let ships_due: u16 =
            due.iter().map(|zone| u16::from(step.ships_per_zone.saturating_sub(zone.ships))).sum();
        let points_due: u16 = due.iter().map(|zone| step.points_per_zone.saturating_sub(zone.points)).sum();
        if ships_due <= ships_left && points_due <= points_left {
            allowed.push(*zone);
        }
    }
    // A squad too small for its due stands where it likes.
    if allowed.is_empty() { *zones } else { allowed }
}

/// Where all ships of a side face one edge, its owner chooses which.
fn same_edges<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, facing: Facing) -> [Edge; 2] {
    let mut edges = [Edge::North, Edge::South];
    if facing == Facing::SameEdge {
        for side in Side::BOTH {
            let choice = battle.ask(side, |policy, view| policy.choose(view, side, Question::FacingEdge));
            edges[side.index()] = Edge::ALL[choice.min(3)];
        }
    }
    edges
}

fn next_to_place<C: Chance, S: Sink<BattleEvent>>(
    battle: &Battle<'_, C, S>,
    order: Order,
    waiting: u32,
    turn: &mut Side,
) -> usize {
    let view = battle.view();
    let initiative = view.state.initiative;
    let lowest = |mask: u32| {
        bits(mask)
            .min_by_key(|ship| (skill::pilot_skill(view, *ship), view.ship(*ship).side != initiative, *ship))
    };
    let pick = match order {
        Order::BySkill => lowest(waiting),
        // Where both sides place, initiative first.
        Order::AtOnce => {
            let own = waiting & view.state.mask(|ship| ship.side == initiative);
            bits(if own != 0 { own } else { waiting }).next()
        }
        Order::AlternatingAttacker => {
            let own = waiting & view.state.mask(|ship| ship.side == *turn);
            let from = if own != 0 { own } else { waiting };
            *turn = turn.foe();
            lowest(from)
        }
    };
    pick.unwrap_or(waiting.trailing_zeros() as usize % MAX_SHIPS)
}

/// Puts one ship on the board; says in which of the zones it stands.
pub fn enter<'z, C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    zones: &Zones<'z>,
    facing: Facing,
    same_edge: Edge,
) -> Result<Option<&'z Zone>, NoRoom> {
    let side = battle.ship(ship).side;
    let base = battle.ship(ship).base;
    let outline = base.outline(Pose::ORIGIN);
    let request = Request {
        what: Placed::Ship(ship as u8),
        side,
        outline: &outline,
        base,
        zones,
        heading: placing::facing(battle.view(), side, facing, same_edge),
        over_obstacles: false,
        strict: true,
        touching_obstacle: false,
        near_ring: false,
    };
    let pose = placing::place(battle, request).ok_or(NoRoom::Ship)?;
    put_ship(battle, ship, pose);
    let placed = outline.placed(pose);
    let zone = zones.iter().find(|zone| super::zone::holds(battle.view(), side, zone, &placed, false));
    Ok(zone.copied())
}

/// A ship stands on the board from now on.
pub fn put_ship<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, pose: Pose) {
    let round = battle.state.round;
    let state = battle.ship_mut(ship);
    state.pose = pose;
    state.status = Status::OnBoard;
    state.entered = round;
    let (side, base, shields) = (state.side, state.base, state.shields);
    let loadout = battle.loadout(ship);
    let (class, hull, skill) = (loadout.class, loadout.hull, loadout.skill);
    battle.emit(BattleEvent::ShipEntered { ship: ship as u8, side, class, base, pose, skill, hull, shields });
}
