//! Every mission's set-up as the rulebook words it, measured on the board that thinking and random pilots lay out.

use super::*;
use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::state::{NONE, Ship, State, Status, Token};
use crate::config::mission::{SquadRole, TokenKind};
use crate::geometry::{Board, Convex, Edge, Vec2, distance_polygon_polygon, reach_polygon_polygon};

const BOARD: Board = Board::STANDARD;

/// What lies on the table when the first round begins.
struct Laid {
    state: State,
    origins: Vec<Origin>,
    points: Vec<u16>,
    entered: Vec<usize>,
    left_out: usize,
    terrain: Terrain,
}

impl Laid {
    fn squad(&self, side: Side) -> Vec<Ship> {
        self.numbers(side).into_iter().map(|i| self.state.ships[i]).collect()
    }

    fn numbers(&self, side: Side) -> Vec<usize> {
        let is_squad = |i: &usize| matches!(self.origins[*i], Origin::Squad(_));
        (0..self.state.ships().len()).filter(is_squad).filter(|i| self.state.ships[*i].side == side).collect()
    }

    fn tokens(&self, kind: TokenKind) -> Vec<Token> {
        let tokens = self.state.tokens().iter();
        tokens.filter(|token| usize::from(token.kind) == kind.index()).copied().collect()
    }

    fn obstacles(&self) -> Vec<Convex> {
        self.state.obstacles().iter().map(|obstacle| obstacle.outline).collect()
    }
}

/// Sets the mission up on several lots, by thinking and by random pilots.
fn each(mission: &str, attacker: &str, defender: &str, terrain: Terrain, check: impl Fn(&Laid)) {
    for seed in 0..6 {
        for random in [false, true] {
            let mut engagement = engagement(mission, attacker, defender);
            engagement.terrain = terrain;
            let mission = crate::config::mission::find(mission).expect("a mission");
            let table = deal::deal(&engagement, mission).expect("playable");
            let luck = Luck::new(31, seed);
            let pilot = |side| -> Box<dyn Policy> {
                let stream = policy_stream(luck, 0, side);
                if random { Box::new(Random::new(stream)) } else { Box::new(Greedy::new(stream)) }
            };
            let (mut a, mut b) = (pilot(Side::Attacker), pilot(Side::Defender));
            let mut events: Vec<BattleEvent> = Vec::new();
            let policies: [&mut dyn Policy; 2] = [a.as_mut(), b.as_mut()];
            let mut battle = deal::begin(&engagement, &table, Fortune::new(luck, 0), policies, &mut events);
            missions::setup::set_up(&mut battle).expect("room");
            let state = battle.state;
            let entered = events.iter().filter_map(|event| match event {
                BattleEvent::ShipEntered { ship, .. } => Some(usize::from(*ship)),
                _ => None,
            });
            check(&Laid {
                state,
                origins: table.origins.clone(),
                points: table.loadouts.iter().map(|loadout| loadout.points).collect(),
                entered: entered.collect(),
                left_out: events.iter().filter(|e| matches!(e, BattleEvent::NoRoomFor { .. })).count(),
                terrain: table.terrain,
            });
        }
    }
}

fn outline(ship: &Ship) -> Convex {
    ship.base.outline(ship.pose)
}

fn shape(token: &Token) -> Convex {
    missions::tokens::token_outline(token)
}

/// Nearest and farthest point from an edge.
fn from_edge(outline: &Convex, edge: Edge) -> (f64, f64) {
    let depths: Vec<f64> = outline.corners().iter().map(|corner| BOARD.depth(edge, *corner)).collect();
    (depths.iter().copied().fold(f64::INFINITY, f64::min), depths.iter().copied().fold(0.0, f64::max))
}

#[track_caller]
fn within(outline: &Convex, edge: Edge, band: u8) {
    let far = from_edge(outline, edge).1;
    assert!(far <= 100.0 * f64::from(band) + 1e-6, "{far} mm from {edge:?}");
}

#[track_caller]
fn beyond(outline: &Convex, edges: &[Edge], band: u8) {
    for edge in edges {
        let near = from_edge(outline, *edge).0;
        assert!(100.0 * f64::from(band) < near, "{near} mm from {edge:?}");
    }
}

fn is_within(outline: &Convex, edge: Edge, band: u8) -> bool {
    from_edge(outline, edge).1 <= 100.0 * f64::from(band) + 1e-6
}

/// Every pair is farther apart than so many bands.
#[track_caller]
fn apart(outlines: &[Convex], band: u8) {
    for (i, a) in outlines.iter().enumerate() {
        for b in &outlines[..i] {
            let gap = distance_polygon_polygon(a, b);
            assert!(100.0 * f64::from(band) < gap, "{gap} mm apart");
        }
    }
}

const NORTH: Edge = Edge::North;
const SOUTH: Edge = Edge::South;
const SIDES: [Edge; 2] = [Edge::West, Edge::East];

/// Obstacles beyond range 2 of all edges and beyond range 1 of each other, unless there was no room for one.
#[track_caller]
fn ordinary_obstacles(laid: &Laid, count: usize) {
    let obstacles = laid.obstacles();
    assert_eq!(obstacles.len() + laid.left_out, count);
    obstacles.iter().for_each(|obstacle| beyond(obstacle, &Edge::ALL, 2));
    apart(&obstacles, 1);
}

/// Lowest skill first, of equals the side with initiative.
#[track_caller]
fn deployed_by_skill(laid: &Laid) {
    let order: Vec<(bool, usize)> =
        laid.entered.iter().map(|i| (laid.state.ships[*i].side != laid.state.initiative, *i)).collect();
    // The squads below have attackers of skill 2 and 4 and defenders of skill 2.
    let skill = |i: usize| if laid.state.ships[i].side == Side::Attacker && i == 0 { 4 } else { 2 };
    let keys: Vec<(u8, bool)> = order.iter().map(|(late, i)| (skill(*i), *late)).collect();
    assert!(keys.is_sorted(), "{keys:?}");
}

const RED: &str = "Red Squadron Pilot, 2 Rookie Pilot";
const ROOKIES: &str = "3 Rookie Pilot";

#[test]
fn plain_fights_start_within_range_one_of_the_own_edges_in_order_of_skill() {
    for mission in ["space-superiority", "wing-commander", "what-price-victory"] {
        each(mission, RED, ROOKIES, Terrain::RegularAsteroids, |laid| {
            ordinary_obstacles(laid, 6);
            deployed_by_skill(laid);
            laid.squad(Side::Attacker).iter().for_each(|ship| within(&outline(ship), SOUTH, 1));
            laid.squad(Side::Defender).iter().for_each(|ship| within(&outline(ship), NORTH, 1));
        });
    }
}

#[test]
fn supply_raid_is_laid_out_as_written() {
    each("supply-raid", "4 Rookie Pilot", "6 Academy Pilot", Terrain::RegularAsteroids, |laid| {
        ordinary_obstacles(laid, 6);
        for ship in laid.squad(Side::Defender) {
            within(&outline(&ship), NORTH, 3);
            beyond(&outline(&ship), &SIDES, 1);
        }
        let containers = laid.tokens(TokenKind::Container);
        assert_eq!(containers.len(), 3);
        let shapes: Vec<Convex> = containers.iter().map(shape).collect();
        apart(&shapes, 2);
        for (token, shape) in containers.iter().zip(&shapes) {
            within(shape, NORTH, 3);
            beyond(shape, &SIDES, 1);
            assert_eq!(token.pose.heading, Vec2::new(0.0, -1.0));
        }
        for ship in laid.squad(Side::Attacker) {
            let ship = outline(&ship);
            assert!([SOUTH, Edge::West, Edge::East].iter().any(|edge| is_within(&ship, *edge, 1)));
            assert!(shapes.iter().all(|container| 200.0 < distance_polygon_polygon(&ship, container)));
        }
        let of = |side, role: SquadRole| {
            laid.squad(side).iter().filter(|ship| ship.has_role(role.index() as u8)).count()
        };
        assert_eq!((of(Side::Defender, SquadRole::Escort), of(Side::Attacker, SquadRole::Smuggler)), (2, 1));
    });
}

#[test]
fn assassination_is_laid_out_as_written() {
    each("assassination", ROOKIES, RED, Terrain::RegularAsteroids, |laid| {
        ordinary_obstacles(laid, 6);
        for ship in laid.squad(Side::Defender) {
            beyond(&outline(&ship), &[SOUTH, NORTH], 3);
            // Directly away from the attacker's edge.
            assert_eq!((ship.pose.heading, ship.stress), (Vec2::new(0.0, 1.0), 1));
        }
        for ship in laid.squad(Side::Attacker) {
            within(&outline(&ship), SOUTH, 3);
            assert_eq!(ship.stress, 0);
        }
        let bounty: Vec<usize> = laid
            .numbers(Side::Defender)
            .into_iter()
            .filter(|i| laid.state.ships[*i].has_role(SquadRole::Bounty.index() as u8))
            .collect();
        // The one of highest skill.
        assert_eq!(bounty, [3]);
    });
}

#[test]
fn vip_escort_is_laid_out_as_written() {
    each("vip-escort", "4 Rookie Pilot", "6 Academy Pilot", Terrain::RegularAsteroids, |laid| {
        ordinary_obstacles(laid, 6);
        let tokens = laid.tokens(TokenKind::Shuttle);
        assert_eq!(tokens.len(), 1);
        let shuttle = laid.state.ships[usize::from(tokens[0].ship)];
        assert_eq!((shuttle.side, shuttle.shields, shuttle.pose), (Side::Defender, 6, tokens[0].pose));
        within(&outline(&shuttle), NORTH, 1);
        assert!((shuttle.pose.position.x - 457.2).abs() < 1e-6);
        assert_eq!(shuttle.pose.heading, Vec2::new(0.0, -1.0));
        laid.squad(Side::Defender).iter().for_each(|ship| within(&outline(ship), NORTH, 2));
        laid.squad(Side::Attacker).iter().for_each(|ship| within(&outline(ship), SOUTH, 2));
    });
}

#[test]
fn no_man_behind_is_laid_out_as_written() {
    each("no-man-behind", ROOKIES, "4 Academy Pilot", Terrain::RegularAsteroids, |laid| {
        ordinary_obstacles(laid, 6);
        for ship in laid.squad(Side::Attacker) {
            assert!([SOUTH, NORTH].iter().any(|edge| is_within(&outline(&ship), *edge, 1)));
        }
        for ship in laid.squad(Side::Defender) {
            beyond(&outline(&ship), &[SOUTH, NORTH], 3);
            let near = |rock: &Convex| distance_polygon_polygon(rock, &outline(&ship)) <= 100.0;
            assert!(!laid.obstacles().iter().any(near));
        }
        let disabled = laid.squad(Side::Defender);
        let disabled = disabled.iter().filter(|ship| ship.has_role(SquadRole::Disabled.index() as u8));
        assert_eq!(disabled.count(), 1);
    });
}

#[test]
fn escalation_is_laid_out_as_written() {
    each("escalation", "6 Rookie Pilot", "9 Academy Pilot", Terrain::LightAsteroids, |laid| {
        ordinary_obstacles(laid, 4);
        let scopes = laid.tokens(TokenKind::Scope);
        assert_eq!(scopes.len(), 6);
        apart(&scopes.iter().map(shape).collect::<Vec<Convex>>(), 3);
        let flush = |token: &Token| -> Vec<Edge> {
            Edge::ALL.into_iter().filter(|edge| from_edge(&shape(token), *edge).0 <= 1.0).collect()
        };
        for side in Side::BOTH {
            let own: Vec<Token> = scopes.iter().filter(|token| token.owner == side).copied().collect();
            assert_eq!(own.len(), 3);
            let corner = flush(&own[0]);
            assert_eq!(corner.len(), 2, "the first lies in a corner");
            for token in &own[1..] {
                assert!(flush(token).iter().any(|edge| corner.contains(edge)));
            }
            let squad = laid.squad(side);
            let (first, later): (Vec<Ship>, Vec<Ship>) = squad.iter().partition(|ship| ship.group == 0);
            assert!(later.iter().all(|ship| ship.status == Status::Reserve));
            for ship in &first {
                assert!(reach_polygon_polygon(&outline(ship), &shape(&own[0])) <= 200.0 + 1e-6);
            }
            // Three even groups, since the squads came undivided; the first has no more than 50 points.
            let points: Vec<u16> = (0..3)
                .map(|group| {
                    let of = laid.numbers(side).into_iter().filter(|i| laid.state.ships[*i].group == group);
                    of.map(|i| laid.points[i]).sum()
                })
                .collect();
            assert!(points[0] <= 50 && points.iter().all(|sum| points[0] <= *sum), "{points:?}");
        }
        let [a, d] = Side::BOTH.map(|side| {
            let own = scopes.iter().find(|token| token.owner == side).expect("a scope");
            flush(own)
        });
        // Opposite corners share no edge.
        assert!(a.iter().all(|edge| !d.contains(edge)));
    });
}

#[test]
fn patrol_ambush_ignores_the_feature_and_hides_a_ship_of_each_side() {
    each("patrol-ambush", RED, ROOKIES, Terrain::IonizedDustCloud, |laid| {
        assert_eq!(laid.terrain, Terrain::NoAsteroids);
        ordinary_obstacles(laid, 6);
        deployed_by_skill(laid);
        let ids = laid.tokens(TokenKind::Id);
        let owners: Vec<Side> = ids.iter().map(|token| token.owner).collect();
        assert_eq!(owners, [Side::Defender, Side::Attacker]);
        assert!(ids.iter().all(|token| token.obstacle != NONE) && ids[0].obstacle != ids[1].obstacle);
        for side in Side::BOTH {
            let hidden = |ship: &&Ship| ship.has_role(SquadRole::Concealed.index() as u8);
            let squad = laid.squad(side);
            assert_eq!(squad.iter().filter(hidden).count(), 1);
            for ship in &squad {
                assert_eq!(hidden(&ship), ship.status == Status::Reserve);
            }
            let edge = if side == Side::Attacker { SOUTH } else { NORTH };
            let shown = squad.iter().filter(|ship| ship.is_on_board());
            shown.for_each(|ship| within(&outline(ship), edge, 1));
        }
    });
}

#[test]
fn divide_and_conquer_is_laid_out_as_written() {
    let hunter = "Outer Rim Smuggler, 2 Bandit Squadron Pilot";
    each("divide-and-conquer", hunter, "4 Academy Pilot", Terrain::RegularAsteroids, |laid| {
        // No restriction on edges.
        assert_eq!(laid.obstacles().len(), 6);
        apart(&laid.obstacles(), 1);
        let squad = laid.squad(Side::Defender);
        let there: Vec<&Ship> = squad.iter().filter(|ship| ship.is_on_board()).collect();
        assert_eq!((there.len(), squad.len()), (2, 4));
        there.iter().for_each(|ship| within(&outline(ship), NORTH, 1));
        for ship in laid.squad(Side::Attacker) {
            assert!(SIDES.iter().any(|edge| is_within(&outline(&ship), *edge, 1)));
        }
    });
    // Flares come from the one edge that nobody starts from.
    each("divide-and-conquer", hunter, "4 Academy Pilot", Terrain::FlareActivity, |laid| {
        assert_eq!(laid.state.flare_edge, Some(SOUTH.index() as u8));
    });
}

#[test]
fn micro_jumps_is_laid_out_as_written() {
    each("micro-jumps", "Outer Rim Smuggler", "4 Academy Pilot", Terrain::Nebula, |laid| {
        assert_eq!(laid.terrain, Terrain::NoAsteroids);
        ordinary_obstacles(laid, 6);
        let tokens: Vec<Convex> = laid.tokens(TokenKind::Microjump).iter().map(shape).collect();
        assert_eq!(tokens.len(), 3);
        apart(&tokens, 2);
        for ship in laid.squad(Side::Defender) {
            assert!(from_edge(&outline(&ship), NORTH).0 <= 100.0);
        }
        let hunter = outline(&laid.squad(Side::Attacker)[0]);
        assert!(tokens.iter().any(|token| distance_polygon_polygon(&hunter, token) <= 100.0));
    });
}

#[test]
fn hvt_recovery_is_laid_out_as_written() {
    each("hvt-recovery", "4 Rookie Pilot", "6 Academy Pilot", Terrain::DebrisClouds, |laid| {
        assert_eq!(laid.terrain, Terrain::NoAsteroids);
        let rocks = laid.obstacles();
        assert_eq!(rocks.len() + laid.left_out, 6);
        apart(&rocks, 1);
        for rock in &rocks {
            beyond(rock, &[NORTH, Edge::West, Edge::East], 3);
            beyond(rock, &[SOUTH], 1);
        }
        let pod = laid.tokens(TokenKind::EscapePod)[0];
        within(&shape(&pod), NORTH, 2);
        assert!((pod.pose.position.x - 457.2).abs() < 1e-6);
        // Zones as the rulebook draws them, the defender's edge on top.
        let zone = |ship: &Ship, near: Edge, side: Edge, wide: u8| {
            is_within(&outline(ship), near, 2) && is_within(&outline(ship), side, wide)
        };
        for (side, top, bottom) in
            [(Side::Attacker, Edge::East, Edge::West), (Side::Defender, Edge::West, Edge::East)]
        {
            let mut points = [0; 2];
            for i in laid.numbers(side) {
                let ship = &laid.state.ships[i];
                let zones = [zone(ship, NORTH, top, 1), zone(ship, SOUTH, bottom, 2)];
                let zone = zones.iter().position(|holds| *holds).expect("in one of the zones");
                points[zone] += laid.points[i];
            }
            assert!(points.iter().all(|sum| 25 <= *sum), "{points:?}");
        }
        // In turns, the attacker first; who has more ships places the rest.
        let sides: Vec<Side> = laid.entered.iter().map(|i| laid.state.ships[*i].side).collect();
        let in_turns: Vec<Side> = Side::BOTH.into_iter().cycle().take(8).collect();
        assert_eq!(sides[..8], in_turns[..]);
    });
}

#[test]
fn asset_recovery_is_laid_out_as_written() {
    each("asset-recovery", "4 Rookie Pilot", "6 Academy Pilot", Terrain::RegularAsteroids, |laid| {
        ordinary_obstacles(laid, 6);
        let wrecks = laid.tokens(TokenKind::DisabledShip);
        let shapes: Vec<Convex> = wrecks.iter().map(shape).collect();
        assert_eq!(wrecks.len(), 3);
        assert!((wrecks[0].pose.position - BOARD.center()).length() < 1e-6);
        assert!(wrecks.iter().all(|wreck| wreck.cargo == 4));
        for wreck in &shapes[1..] {
            let gap = distance_polygon_polygon(wreck, &shapes[0]);
            assert!(200.0 < gap && gap <= 300.0, "range 3 of the first: {gap}");
        }
        assert!(100.0 < distance_polygon_polygon(&shapes[1], &shapes[2]));
        let near = |rock: &Convex| shapes.iter().any(|wreck| distance_polygon_polygon(rock, wreck) <= 100.0);
        assert!(!laid.obstacles().iter().any(near));
        // Each side has two opposite corners, boxes of range 2.
        let pairs = [[(SOUTH, Edge::West), (NORTH, Edge::East)], [(SOUTH, Edge::East), (NORTH, Edge::West)]];
        let holds = |ship: &Ship, corner: (Edge, Edge)| {
            is_within(&outline(ship), corner.0, 2) && is_within(&outline(ship), corner.1, 2)
        };
        let pair = |side| {
            let all = |pair: &[(Edge, Edge); 2]| {
                laid.squad(side).iter().all(|ship| pair.iter().any(|corner| holds(ship, *corner)))
            };
            pairs.iter().position(all)
        };
        let (a, d) = (pair(Side::Attacker), pair(Side::Defender));
        assert!(a.is_some() && d.is_some() && a != d, "{a:?} {d:?}");
    });
}

#[test]
fn intelligence_gathering_is_laid_out_as_written() {
    each("intelligence-gathering", "4 Rookie Pilot", "6 Academy Pilot", Terrain::RegularAsteroids, |laid| {
        ordinary_obstacles(laid, 6);
        let satellites: Vec<Convex> = laid.tokens(TokenKind::Satellite).iter().map(shape).collect();
        assert_eq!(satellites.len(), 4);
        satellites[..2].iter().for_each(|token| within(token, NORTH, 2));
        for (i, token) in satellites.iter().enumerate() {
            within(token, NORTH, 3);
            beyond(token, &SIDES, 1);
            let gap = |j: usize| distance_polygon_polygon(token, &satellites[j]);
            assert!((0..4).any(|j| j != i && 100.0 < gap(j) && gap(j) <= 300.0), "range 2 to 3 of another");
        }
        let near = |rock: &Convex| satellites.iter().any(|s| distance_polygon_polygon(rock, s) <= 100.0);
        assert!(!laid.obstacles().iter().any(near));
        laid.squad(Side::Attacker).iter().for_each(|ship| within(&outline(ship), SOUTH, 1));
        laid.squad(Side::Defender).iter().for_each(|ship| within(&outline(ship), NORTH, 1));
    });
}

#[test]
fn ambush_is_laid_out_as_written() {
    each("ambush", ROOKIES, "6 Academy Pilot", Terrain::RegularAsteroids, |laid| {
        ordinary_obstacles(laid, 6);
        let squad = laid.squad(Side::Defender);
        for ship in &squad {
            beyond(&outline(ship), &Edge::ALL, 3);
            assert_eq!((ship.stress, ship.pose.heading), (1, squad[0].pose.heading));
        }
        assert!(Edge::ALL.iter().any(|edge| (squad[0].pose.heading + edge.inward()).length() < 1e-9));
        for ship in laid.squad(Side::Attacker) {
            assert!(Edge::ALL.iter().any(|edge| is_within(&outline(&ship), *edge, 3)));
        }
    });
}

#[test]
fn obstacles_are_not_laid_on_ships() {
    // No Man Behind places ships first, and asteroids of the ring know no distance to edges.
    each("no-man-behind", "6 Academy Pilot", "4 Academy Pilot", Terrain::PlanetaryRing, |laid| {
        for rock in laid.obstacles() {
            for ship in laid.state.ships().iter().filter(|ship| ship.is_on_board()) {
                assert!(0.0 < distance_polygon_polygon(&rock, &outline(ship)));
            }
        }
    });
}

#[test]
fn electronic_warfare_is_laid_out_as_written() {
    each("electronic-warfare", "4 Rookie Pilot", "6 Academy Pilot", Terrain::LightAsteroids, |laid| {
        let satellites: Vec<Convex> = laid.tokens(TokenKind::Satellite).iter().map(shape).collect();
        assert_eq!(satellites.len(), 5);
        apart(&satellites, 1);
        satellites.iter().for_each(|token| beyond(token, &[SOUTH, NORTH], 3));
        let near = |rock: &Convex| satellites.iter().any(|s| distance_polygon_polygon(rock, s) <= 100.0);
        assert!(!laid.obstacles().iter().any(near));
        laid.squad(Side::Defender).iter().for_each(|ship| beyond(&outline(ship), &[SOUTH, NORTH], 3));
        // In turns at either edge: two and two.
        let south =
            laid.squad(Side::Attacker).iter().filter(|ship| is_within(&outline(ship), SOUTH, 1)).count();
        let north =
            laid.squad(Side::Attacker).iter().filter(|ship| is_within(&outline(ship), NORTH, 1)).count();
        assert_eq!((south, north), (2, 2));
    });
}

#[test]
fn cargo_scan_is_laid_out_as_written() {
    each("cargo-scan", "3 Rookie Pilot", "6 Academy Pilot", Terrain::PlanetaryRing, |laid| {
        // No obstacles of the feature, but its effects; eight containers that are obstacles themselves.
        assert!(laid.state.ring.is_some());
        let containers: Vec<Convex> = laid.tokens(TokenKind::Container).iter().map(shape).collect();
        assert_eq!((containers.len(), laid.obstacles().len()), (8, 8));
        apart(&containers, 1);
        for ship in laid.squad(Side::Attacker) {
            assert!(Edge::ALL.iter().any(|edge| is_within(&outline(&ship), *edge, 1)));
        }
        assert!(laid.squad(Side::Defender).iter().all(Ship::is_on_board));
    });
}
