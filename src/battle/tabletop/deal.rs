//! From an engagement to the table: ship numbers, loadouts, the first state.

use crate::battle::attack::{DamageCards, DamageDeck};
use crate::battle::engagement::Engagement;
use crate::battle::groups::even_groups;
use crate::battle::tabletop::event::Phase;
use crate::catalog::{Difficulty, catalog};
use crate::config::mission::{Area, CountsAs, Divided, Feature, Mission, SetupStep};
use crate::geometry::{Board, Convex, Edge, Pose, TokenShape};
use crate::ids::{ShipClassId, Side, Terrain};

use super::CannotPlay;
use super::battle::{Battle, Fortune, Origin, Table};
use super::loadout::{Loadout, MAX_BOMBS, MAX_WEAPONS};
use super::missions::{tokens::token_base, unplayable};
use super::policy::Policy;
use super::state::{
    Fate, Leaving, MAX_OBSTACLES, MAX_SHIPS, MAX_TOKENS, NONE, Obstacle, ObstacleKind, RoundMarks, Ship,
    State, Status, Token,
};

/// What does not change during the battle.
pub fn deal<'a>(engagement: &Engagement, mission: &'a Mission) -> Result<Table<'a>, CannotPlay> {
    if let Some(word) = unplayable(mission) {
        return Err(CannotPlay::Word(word));
    }
    if engagement.squads.iter().any(|squad| !squad.huge_ships.is_empty()) {
        return Err(CannotPlay::HugeShips);
    }
    let tokens = ship_tokens(mission);
    let squad_ships: usize = engagement.squads.iter().map(|squad| squad.ships.len()).sum();
    if MAX_SHIPS < squad_ships + tokens.len() {
        return Err(CannotPlay::TooManyShips(squad_ships + tokens.len()));
    }
    let mut table = Table {
        board: match mission.area {
            Area::ThreeByThree => Board::STANDARD,
            Area::SixByThree => Board::HUGE,
        },
        loadouts: Vec::with_capacity(MAX_SHIPS),
        origins: Vec::with_capacity(MAX_SHIPS),
        // A mission that ignores the feature of the place ignores what it does as well.
        terrain: match mission.feature() {
            Feature::Ignored => Terrain::NoAsteroids,
            Feature::Used | Feature::Rolled | Feature::EffectsOnly => engagement.terrain,
        },
        switches: engagement.switches,
        retreat: [engagement.squads[0].retreat, engagement.squads[1].retreat],
        // Seen with the defender's edge on top.
        edges: [Edge::South, Edge::North],
        mission,
        squad_points: [0, 0],
        initiative_rerolls: engagement.initiative_rerolls,
    };
    for side in Side::BOTH {
        let squad = engagement.squad(side);
        for (i, ship) in squad.ships.iter().enumerate() {
            table.loadouts.push(Loadout::new(ship));
            table.origins.push(Origin::Squad(i as u16));
            table.squad_points[side.index()] += ship.points;
        }
    }
    // Reinforcements get the slots that are left, in turns, so that neither side crowds the other out.
    let room = MAX_SHIPS - squad_ships - tokens.len();
    let wanted = Side::BOTH.map(|side| engagement.squad(side).reinforcements.len());
    let most = wanted.iter().copied().max().unwrap_or(0);
    let order = (0..most)
        .flat_map(|i| Side::BOTH.map(|side| (side, i)))
        .filter(|(side, i)| *i < wanted[side.index()]);
    for (side, i) in order.take(room) {
        table.loadouts.push(Loadout::new(&engagement.squad(side).reinforcements[i]));
        table.origins.push(Origin::Reinforcement(i as u16));
    }
    for (kind, class) in tokens {
        let mut loadout = Loadout::bare(class);
        let target = mission.token(kind).and_then(|rule| rule.target);
        loadout.base = token_base(kind);
        loadout.hull = target.and_then(|target| target.hull).unwrap_or(u8::MAX);
        loadout.agility = target.map_or(0, |target| target.agility);
        loadout.shields = target.map_or(0, |target| target.shields);
        loadout.attack = 0;
        loadout.actions = 0;
        table.loadouts.push(loadout);
        table.origins.push(Origin::Token);
    }
    Ok(table)
}

/// The mission's tokens that count as ships, each with a class that gives it a silhouette.
fn ship_tokens(mission: &Mission) -> Vec<(crate::config::mission::TokenKind, ShipClassId)> {
    let shuttle = catalog().ships.iter().find(|ship| ship.key == "lambda-class-shuttle").map(|ship| ship.id);
    let class = shuttle.unwrap_or(ShipClassId(0));
    let mut tokens = Vec::new();
    for step in &mission.setup {
        if let SetupStep::Tokens(step) = step
            && mission.token(step.token).is_some_and(|rule| rule.counts_as == CountsAs::Ship)
        {
            tokens.extend((0..step.count).map(|_| (step.token, class)));
        }
    }
    tokens
}

/// The battle before set-up: everybody in reserve.
pub fn begin<'a, C, S>(
    engagement: &Engagement,
    table: &'a Table<'a>,
    fortune: Fortune<C>,
    policies: [&'a mut dyn Policy; 2],
    sink: &'a mut S,
) -> Battle<'a, C, S> {
    let deck = DamageDeck::new(table.switches.damage_deck);
    let empty_obstacle = Obstacle {
        kind: ObstacleKind::Asteroid,
        shape: TokenShape::Asteroid(0),
        pose: Pose::ORIGIN,
        outline: Convex::EMPTY,
        radius: 0.0,
        is_there: false,
        owner: NONE,
        amount: 0,
    };
    let empty_token = Token {
        kind: 0,
        owner: Side::Attacker,
        pose: Pose::ORIGIN,
        is_there: false,
        carrier: NONE,
        obstacle: NONE,
        ship: NONE,
        cargo: 0,
        tracking: 0,
        fled: false,
        gone_round: 0,
        order: 0,
    };
    let mut state = State {
        round: 0,
        phase: Phase::SetUp,
        initiative: Side::Attacker,
        n_ships: table.loadouts.len() as u8,
        n_obstacles: 0,
        n_tokens: 0,
        ships: [empty_ship(); MAX_SHIPS],
        obstacles: [empty_obstacle; MAX_OBSTACLES],
        tokens: [empty_token; MAX_TOKENS],
        decks: [deck; 2],
        ring: None,
        flare_edge: None,
        breaking_off: [false; 2],
        combat_skill: 0,
        objective_met: [None; 2],
        last_roll: [0; 2],
        control: None,
        score: [0; 2],
        points_lost: [0; 2],
        losses_this_round: [0; 2],
        counters: [0; 4],
    };
    let groups = Side::BOTH.map(|side| groups(engagement, table.mission, side));
    let mut sides = engagement_sides(engagement, table);
    for (i, loadout) in table.loadouts.iter().enumerate() {
        let ship = &mut state.ships[i];
        ship.side = sides.next().unwrap_or(Side::Defender);
        ship.base = loadout.base;
        ship.shields = loadout.shields;
        for (weapon, card) in loadout.weapons().iter().enumerate() {
            ship.charges[weapon] = card.charges;
        }
        for (bomb, card) in loadout.bombs().iter().enumerate() {
            ship.bombs[bomb] = card.charges;
        }
        if let Origin::Squad(index) = table.origins[i] {
            let squad_ship = &engagement.squad(ship.side).ships[usize::from(index)];
            ship.group = groups[ship.side.index()][usize::from(index)];
            if let Some(role) = squad_ship.role {
                ship.roles |= 1 << role.index();
            }
        }
        debug_assert!(
            loadout.dial().iter().all(|entry| entry.difficulty != Difficulty::Red || entry.speed <= 5)
        );
    }
    Battle { table, state, fortune, sink, policies, dials: [NONE; MAX_SHIPS], orders: [None; 2] }
}

/// The groups of a squad as its owner made them; where the mission wants some and he made none, even ones.
fn groups(engagement: &Engagement, mission: &Mission, side: Side) -> Vec<u8> {
    let ships = &engagement.squad(side).ships;
    let wanted = mission.restrictions(side).groups.as_ref();
    match wanted.filter(|wanted| wanted.divided == Divided::Owner) {
        Some(wanted) if ships.iter().all(|ship| ship.group == 0) => {
            let points: Vec<u16> = ships.iter().map(|ship| ship.points).collect();
            even_groups(&points, wanted.count)
        }
        _ => ships.iter().map(|ship| ship.group).collect(),
    }
}

/// The side of each ship number, in the order in which `deal` numbered them.
fn engagement_sides<'e>(engagement: &'e Engagement, table: &'e Table<'_>) -> impl Iterator<Item = Side> + 'e {
    let counts = Side::BOTH.map(|side| engagement.squad(side).ships.len());
    let wanted = Side::BOTH.map(|side| engagement.squad(side).reinforcements.len());
    let most = wanted.iter().copied().max().unwrap_or(0);
    let squads = Side::BOTH.into_iter().flat_map(move |side| std::iter::repeat_n(side, counts[side.index()]));
    let rest = (0..most)
        .flat_map(|i| Side::BOTH.map(|side| (side, i)))
        .filter(move |(side, i)| *i < wanted[side.index()])
        .map(|(side, _)| side);
    let reinforcements =
        table.origins.iter().filter(|origin| matches!(origin, Origin::Reinforcement(_))).count();
    squads.chain(rest.take(reinforcements))
}

fn empty_ship() -> Ship {
    Ship {
        pose: Pose::ORIGIN,
        base: crate::geometry::Base::SMALL,
        side: Side::Attacker,
        status: Status::Reserve,
        leaving: Leaving::No,
        shields: 0,
        cards: DamageCards::default(),
        damage: 0,
        focus: 0,
        evade: 0,
        stress: 0,
        ion: 0,
        tractor: 0,
        cloaked: false,
        weapons_disabled: false,
        lock: NONE,
        arc: 0,
        touching: 0,
        on_obstacles: 0,
        charges: [0; MAX_WEAPONS],
        bombs: [0; MAX_BOMBS],
        used_up: 0,
        marks: RoundMarks::default(),
        revealed: NONE,
        cockpit_round: 0,
        breach_round: 0,
        no_straight: false,
        roles: 0,
        tracking: 0,
        cargo: 0,
        carries: 0,
        inert: false,
        targetable: true,
        counts_damage: false,
        token: NONE,
        group: 0,
        entered: 0,
        fate: Fate::default(),
    }
}
