//! Rule: Waves and reinforcements. (campaign rulebook, "Battle Reinforcements" and scenarios)

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::config::mission::{
    Entry, Facing, First, Forces, LossCounted, Moment, Place, Reinforcements, Wave, Zone,
};
use crate::events::Sink;
use crate::geometry::{Edge, Pose, Vec2};
use crate::ids::Side;

use super::super::battle::{Battle, Origin, View};
use super::super::few::bits;
use super::super::policy::Question;
use super::super::state::Status;
use super::placing::{Placed, Request, find_place, place};
use super::setup::{MAX_ZONES, Zones, enter, put_ship, zones_of};
use super::tokens::{kind_of, remove_token, token_outline};

/// True where a side has squad ships still to come.
pub fn has_more_to_come(view: View<'_>, side: Side) -> bool {
    view.state.ships().iter().enumerate().any(|(i, ship)| {
        ship.side == side
            && ship.status == Status::Reserve
            && matches!(view.table.origins[i], Origin::Squad(_))
    })
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
    let mut zones = zones_of(&wave.zones);
    // Where the wave uses up a token, all its ships come in near one and the same.
    let token = wave.removes_token.and_then(|kind| choose_token(battle, side, kind.index() as u8));
    let mut used = [0_u8; MAX_ZONES];
    for ship in bits(coming) {
        if 0 < wave.ships_per_zone && !zones.is_empty() {
            let index = usize::from(used.iter().sum::<u8>()) % zones.len();
            let mut one = Zones::new_with(zones[index]);
            one.push(zones[index]);
            used[index] += 1;
            let _ = enter_near(battle, ship, &one, token);
            continue;
        }
        if zones.is_empty() {
            zones = zones_of(&wave.zones);
        }
        // A ship that finds no room waits off the board for good: it counts as never having entered.
        let _ = enter_near(battle, ship, &zones, token);
    }
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

/// Which ships a wave brings.
fn forces(view: View<'_>, side: Side, wave: &Wave) -> u32 {
    let waiting = |ship: usize| {
        view.ship(ship).side == side
            && view.ship(ship).status == Status::Reserve
            && matches!(view.table.origins[ship], Origin::Squad(_))
    };
    let all = (0..view.state.ships().len()).filter(|ship| waiting(*ship));
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

/// Brings a ship in; near the chosen token where there is one.
fn enter_near<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    zones: &Zones<'_>,
    token: Option<usize>,
) -> bool {
    let Some(token) = token else {
        let edge = battle.table.edges[battle.ship(ship).side.foe().index()];
        return enter(battle, ship, zones, Facing::Free, edge).is_ok();
    };
    // The other own tokens are out of the way while this wave is placed, so "near an own token" means this one.
    let kind = battle.state.tokens[token].kind;
    let hidden: u32 = (0..usize::from(battle.state.n_tokens))
        .filter(|i| *i != token && battle.state.tokens[*i].is_there && battle.state.tokens[*i].kind == kind)
        .fold(0, |mask, i| mask | 1 << i);
    bits(hidden).for_each(|i| battle.state.tokens[i].is_there = false);
    let edge = battle.table.edges[battle.ship(ship).side.foe().index()];
    let entered = enter(battle, ship, zones, Facing::Free, edge).is_ok();
    bits(hidden).for_each(|i| battle.state.tokens[i].is_there = true);
    entered
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
    let by = if rule.entry == Entry::ZoneOfFoesChoice { side.foe() } else { side };
    let edge = farthest_edge(battle.view(), side);
    let at_edge = edge_zone(edge);
    let (zone, heading): (&Zone, Option<Vec2>) = match rule.entry {
        Entry::FarthestEdge => (&at_edge, Some(edge.inward())),
        Entry::Zone | Entry::ZoneOfFoesChoice => (&rule.zone, None),
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
    let pose = if by == side {
        place(battle, request)
    } else {
        let proposed = battle.ask(by, |policy, view| policy.place(view, &request));
        if request.is_legal(battle.view(), proposed) { Some(proposed) } else { find_place(battle, request) }
    };
    let Some(pose) = pose else { return false };
    put_ship(battle, ship, pose);
    true
}

/// Touching one edge. The west and east edges have words of their own; the starting edges are told by their owners.
fn edge_zone(edge: Edge) -> Zone {
    let place = match edge {
        Edge::West => Place::LeftEdge,
        Edge::East => Place::RightEdge,
        Edge::South => Place::AttackerEdge,
        Edge::North => Place::DefenderEdge,
    };
    Zone { within: vec![crate::config::mission::Limit { of: place, range: 1 }], ..Zone::default() }
}

/// The edge whose nearest enemy is farthest.
pub fn farthest_edge(view: View<'_>, side: Side) -> Edge {
    let mut best = (f64::NEG_INFINITY, Edge::South);
    for edge in Edge::ALL {
        let foes = bits(view.state.fleet(side.foe()));
        let nearest = foes
            .map(|foe| view.table.board.depth(edge, view.ship(foe).pose.position))
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

/// The outline of a token by number, for policies.
pub fn outline_of(view: View<'_>, token: usize) -> crate::geometry::Convex {
    token_outline(&view.state.tokens[token])
}
