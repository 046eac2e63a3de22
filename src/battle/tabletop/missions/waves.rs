//! Rule: Waves and reinforcements. (campaign rulebook, "Battle Reinforcements" and scenarios)

use std::sync::OnceLock;

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::config::mission::{
    Entry, Facing, First, Forces, Limit, LossCounted, Moment, Place, Reinforcements, Wave, Zone,
};
use crate::events::Sink;
use crate::geometry::{Edge, Pose, Vec2};
use crate::ids::Side;

use super::super::battle::{Battle, Origin, View};
use super::super::few::{Few, bits};
use super::super::policy::Question;
use super::super::state::{MAX_SHIPS, NEVER, Status};
use super::placing::{Placed, Request, place};
use super::setup::{Zones, enter, put_ship, zones_of};
use super::tokens::{kind_of, remove_token};
use super::zone::CORNERS;

/// True where a side has squad ships still to come.
pub fn has_more_to_come(view: View<'_>, side: Side) -> bool {
    (0..view.state.ships().len()).any(|ship| is_waiting(view, side, ship))
}

/// A ship of the squad that has not come yet, and was not left out for want of room.
fn is_waiting(view: View<'_>, side: Side, ship: usize) -> bool {
    let state = view.ship(ship);
    state.side == side
        && state.status == Status::Reserve
        && state.entered != NEVER
        && matches!(view.table.origins[ship], Origin::Squad(_))
}

/// The waves of this round that come at a moment.
pub fn waves<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, moment: Moment) {
    let mission = battle.table.mission;
    for wave in &mission.waves {
        if wave.when != moment || u16::from(wave.round) != battle.state.round {
            continue;
        }
        let first = match wave.first {
            First::Initiative => battle.state.initiative,
            First::Attacker => Side::Attacker,
            First::Defender => Side::Defender,
        };
        for side in [first, first.foe()] {
            if wave.who.includes(side) {
                bring(battle, side, wave);
            }
        }
    }
}

fn bring<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, side: Side, wave: &Wave) {
    let coming = forces(battle.view(), side, wave);
    let token = match wave.removes_token {
        Some(kind) => enter_by_token(battle, side, coming, wave, kind.index() as u8),
        None => {
            for (number, ship) in bits(coming).enumerate() {
                let zones = zones_for(wave, number);
                let edge = battle.table.edges[side.foe().index()];
                if enter(battle, ship, &zones, Facing::Free, edge).is_err() {
                    leave_out(battle, ship);
                }
            }
            None
        }
    };
    if let Some(token) = token {
        remove_token(battle, token);
    }
    if wave.removes_all
        && let Some(kind) = wave.removes_token
    {
        for token in 0..usize::from(battle.state.n_tokens) {
            let state = battle.state.tokens[token];
            if state.is_there && kind_of(&state) == kind && state.owner == side {
                remove_token(battle, token);
            }
        }
    }
}

/// The zones for the n-th ship: in turns, where each zone must get its share.
fn zones_for(wave: &Wave, number: usize) -> Zones<'_> {
    let zones = zones_of(&wave.zones);
    if wave.ships_per_zone == 0 || zones.is_empty() {
        return zones;
    }
    let mut one = Zones::new_with(zones[number % zones.len()]);
    one.push(zones[number % zones.len()]);
    one
}

/// A ship that finds no room does not come; it counts as never having entered.
fn leave_out<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    battle.ship_mut(ship).entered = NEVER;
    battle.emit(BattleEvent::NoRoomForShip { ship: ship as u8 });
}

/// A wave comes in by one of the side's tokens: the one of its choice, or where that has no room for all ships, the one
/// with room for most of them. Says by which.
fn enter_by_token<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    side: Side,
    coming: u32,
    wave: &Wave,
    kind: u8,
) -> Option<usize> {
    let chosen = choose_token(battle, side, kind)?;
    let own = |battle: &Battle<'_, C, S>, i: usize| {
        let token = &battle.state.tokens[i];
        token.is_there && token.kind == kind && token.owner == side
    };
    let mut best: (usize, Places) = (chosen, Places::new_with((0, Pose::ORIGIN)));
    for index in 0..=usize::from(battle.state.n_tokens) {
        // The chosen one first.
        let token = if index == 0 { chosen } else { index - 1 };
        if (0 < index && token == chosen) || !own(battle, token) {
            continue;
        }
        let places = places_near(battle, side, coming, wave, token);
        if index == 0 || best.1.len() < places.len() {
            best = (token, places);
        }
        if best.1.len() == coming.count_ones() as usize {
            break;
        }
    }
    for (ship, pose) in best.1.iter() {
        put_ship(battle, usize::from(*ship), *pose);
    }
    for ship in bits(coming) {
        if battle.ship(ship).status == Status::Reserve {
            leave_out(battle, ship);
        }
    }
    Some(best.0)
}

/// Where the ships of a wave would stand.
type Places = Few<(u8, Pose), MAX_SHIPS>;

/// Legal places near one token for as many of the ships as find room; nothing is put down yet.
fn places_near<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    side: Side,
    coming: u32,
    wave: &Wave,
    token: usize,
) -> Places {
    let before = battle.state;
    // The other tokens are out of the way meanwhile, so "near an own token" means this one.
    let kind = battle.state.tokens[token].kind;
    for other in (0..usize::from(battle.state.n_tokens)).filter(|other| *other != token) {
        if battle.state.tokens[other].kind == kind {
            battle.state.tokens[other].is_there = false;
        }
    }
    let mut places = Places::new_with((0, Pose::ORIGIN));
    for (number, ship) in bits(coming).enumerate() {
        let base = battle.ship(ship).base;
        let outline = base.outline(Pose::ORIGIN);
        let zones = zones_for(wave, number);
        let request = Request {
            what: Placed::Ship(ship as u8),
            side,
            outline: &outline,
            base,
            zones: &zones,
            heading: None,
            over_obstacles: false,
            strict: true,
            touching_obstacle: false,
            near_ring: false,
        };
        if let Some(pose) = place(battle, request) {
            places.push((ship as u8, pose));
            // It stands in the way of the next one.
            battle.ship_mut(ship).pose = pose;
            battle.ship_mut(ship).status = Status::OnBoard;
        }
    }
    battle.state = before;
    places
}

/// Which ships a wave brings.
fn forces(view: View<'_>, side: Side, wave: &Wave) -> u32 {
    let all = (0..view.state.ships().len()).filter(|ship| is_waiting(view, side, *ship));
    match wave.forces {
        Forces::Remaining => all.fold(0, |mask, i| mask | 1 << i),
        Forces::Role => {
            let role = wave.role.map_or(0, |role| role.index() as u8);
            all.filter(|ship| view.ship(*ship).has_role(role)).fold(0, |mask, i| mask | 1 << i)
        }
        Forces::CheapestGroup => {
            let points = |group: u8| -> u32 {
                all.clone()
                    .filter(|ship| view.ship(*ship).group == group)
                    .map(|ship| u32::from(view.loadout(ship).points))
                    .sum()
            };
            let cheapest =
                all.clone().map(|ship| view.ship(ship).group).min_by_key(|group| (points(*group), *group));
            let in_group = all.filter(|ship| Some(view.ship(*ship).group) == cheapest);
            in_group.fold(0, |mask, i| mask | 1 << i)
        }
    }
}

/// The token that a wave enters by: its owner chooses.
fn choose_token<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    side: Side,
    kind: u8,
) -> Option<usize> {
    let mut own = 0_u32;
    for (i, token) in battle.state.tokens().iter().enumerate() {
        if token.is_there && token.kind == kind && token.owner == side {
            own |= 1 << i;
        }
    }
    if own == 0 {
        return None;
    }
    let choice =
        battle.ask(side, |policy, view| policy.choose(view, side, Question::EntryToken { tokens: own }));
    Some(if choice < 32 && own >> choice & 1 == 1 { choice } else { own.trailing_zeros() as usize })
}

/// Reinforcements for the losses of this round, at a moment.
pub fn reinforcements<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, moment: Moment) {
    let mission = battle.table.mission;
    for rule in mission.reinforcements.iter().filter(|rule| rule.when == moment) {
        for side in Side::BOTH.into_iter().filter(|side| rule.who.includes(*side)) {
            let calls = losses(battle.view(), side, rule) * rule.ships;
            for _ in 0..calls {
                let next = next_reinforcement(battle.view(), side);
                let Some(ship) = next else { break };
                let wants =
                    battle.ask(side, |policy, view| policy.choose(view, side, Question::Reinforce { ship }));
                if wants != 0 || !bring_reinforcement(battle, side, ship, rule) {
                    break;
                }
            }
        }
    }
}

/// Losses of this round that call for a reinforcement.
fn losses(view: View<'_>, side: Side, rule: &Reinforcements) -> u8 {
    let round = view.state.round;
    let counted = view.state.ships().iter().enumerate().filter(|(i, ship)| {
        let lost = match ship.status {
            Status::Destroyed => ship.fate.round == round,
            Status::Fled => rule.per == LossCounted::DestroyedOrFled && ship.fate.fled_round == round,
            Status::Reserve | Status::OnBoard => false,
        };
        lost && ship.side == side && !ship.inert && rule.min_skill <= view.table.loadouts[*i].skill
    });
    counted.count() as u8
}

fn next_reinforcement(view: View<'_>, side: Side) -> Option<usize> {
    view.state.ships().iter().enumerate().position(|(i, ship)| {
        ship.side == side
            && ship.status == Status::Reserve
            && matches!(view.table.origins[i], Origin::Reinforcement(_))
    })
}

/// Beside the edge that lies farthest from enemy ships, unless the mission says where.
fn bring_reinforcement<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    side: Side,
    ship: usize,
    rule: &Reinforcements,
) -> bool {
    let base = battle.ship(ship).base;
    let outline = base.outline(Pose::ORIGIN);
    let (zone, heading): (&Zone, Option<Vec2>) = match rule.entry {
        Entry::FarthestEdge => {
            let edge = farthest_edge(battle.view(), side);
            (&entry_zones().edges[edge.index()], Some(edge.inward()))
        }
        Entry::Zone => (&rule.zone, None),
        Entry::ZoneOfFoesChoice => (foes_choice(battle, side, &rule.zone), None),
    };
    let request = Request {
        what: Placed::Ship(ship as u8),
        side,
        outline: &outline,
        base,
        zones: &[zone],
        heading,
        over_obstacles: false,
        strict: true,
        touching_obstacle: false,
        near_ring: false,
    };
    let Some(pose) = place(battle, request) else { return false };
    put_ship(battle, ship, pose);
    true
}

/// The zone with the corner that the foe chooses, where it is about corners.
fn foes_choice<'z, C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    side: Side,
    zone: &'z Zone,
) -> &'z Zone {
    let Some(limit) = zone.within.iter().find(|limit| limit.of == Place::Corners) else { return zone };
    let foe = side.foe();
    let corner = battle.ask(foe, |policy, view| policy.choose(view, foe, Question::FoeCorner)) % 4;
    &entry_zones().corners[corner][usize::from(limit.range.clamp(1, 3)) - 1]
}

/// Zones at one edge or in one corner.
struct EntryZones {
    /// In contact with the edge, by `Edge::index()`.
    edges: [Zone; 4],
    /// By number in `CORNERS` and range band less one.
    corners: [[Zone; 3]; 4],
}

/// The west and east edges have words of their own; the starting edges are told by their owners.
fn entry_zones() -> &'static EntryZones {
    static ZONES: OnceLock<EntryZones> = OnceLock::new();
    let place = |edge: Edge| match edge {
        Edge::West => Place::LeftEdge,
        Edge::East => Place::RightEdge,
        Edge::South => Place::AttackerEdge,
        Edge::North => Place::DefenderEdge,
    };
    ZONES.get_or_init(|| EntryZones {
        edges: Edge::ALL.map(|edge| Zone { touching: vec![place(edge)], ..Zone::default() }),
        corners: CORNERS.map(|(a, b)| {
            [1, 2, 3].map(|range| Zone {
                within: [a, b].map(|edge| Limit { of: place(edge), range }).to_vec(),
                ..Zone::default()
            })
        }),
    })
}

/// The edge whose nearest enemy is farthest; without enemies the own one. A shuttle is a ship as well.
pub fn farthest_edge(view: View<'_>, side: Side) -> Edge {
    let foes = view.state.mask(|ship| ship.side != side && ship.is_on_board() && ship.targetable);
    if foes == 0 {
        return view.table.edges[side.index()];
    }
    let mut best = (f64::NEG_INFINITY, Edge::South);
    for edge in Edge::ALL {
        let nearest = bits(foes)
            .map(|foe| view.table.board.span(edge, view.ship(foe).base, view.ship(foe).pose).0)
            .fold(f64::INFINITY, f64::min);
        if best.0 < nearest {
            best = (nearest, edge);
        }
    }
    best.1
}

/// A ship away from the board comes back into a zone (after securing cargo, or by a jump).
pub fn come_back<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    zone: &Zone,
) -> bool {
    let mut zones = Zones::new_with(zone);
    zones.push(zone);
    let edge = battle.table.edges[battle.ship(ship).side.foe().index()];
    enter(battle, ship, &zones, Facing::Free, edge).is_ok()
}
