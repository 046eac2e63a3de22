//! Watches battles on the board: who had whom in arc, at which range, what was flown, met, fled from and done.
//!
//! A sink of battle events; it sees what a spectator sees. Counts only, so that battles can be watched in any order.

use std::collections::BTreeMap;

use super::tallies::{Positions, Share, Tallies};
use crate::battle::engagement::Engagement;
use crate::battle::skirmish::parameters::ROUNDS;
use crate::battle::tabletop::event::{ActionTaken, BattleEvent, MoveKind, Phase};
use crate::battle::tabletop::rules::retreat::STAY_RATIO;
use crate::catalog::{Arc as PrintedArc, Difficulty, catalog};
use crate::config::mission::{Decided, Mission};
use crate::events::Sink;
use crate::geometry::{
    Arc, Base, Convex, Pose, TokenShape, closest_lines, distance_in_arc, overlap_base_polygon,
    strip_overlaps_polygon, token_shape,
};
use crate::ids::{ShipClassId, Side, Terrain};

/// The farthest that ordinary weapons reach, in millimetres.
const FARTHEST: f64 = 300.0;
/// Bases this near each other touch, if one ran into the other.
const TOUCHING: f64 = 2.0;
/// Speed from which on a maneuver is fast.
const FAST: u8 = 3;

#[derive(Debug, Clone, Copy)]
struct Seen {
    side: Side,
    class: ShipClassId,
    base: Base,
    pose: Pose,
    skill: u8,
    entered: u16,
    whole: u8,
    hull: u8,
    shields: u8,
    damage: u8,
    points: u16,
    stress: u8,
    /// Quadrant of a mobile arc.
    arc: u8,
    touching: u32,
    is_there: bool,
    is_leaving: bool,
    /// Some foe was in range when it had moved.
    met_foe: bool,
    acted: bool,
}

/// Watches one battle after the other.
pub struct Observer<'a> {
    engagement: &'a Engagement,
    mission: &'a Mission,
    tallies: &'a mut Tallies,
    ships: BTreeMap<u8, Seen>,
    obstacles: BTreeMap<u8, (TokenShape, Convex)>,
    round: u16,
    runs: [bool; 2],
    /// The mission is decided, so that the weaker side leaves sooner.
    is_decided: bool,
    /// By action of the mission: the round in which it was first done.
    first_done: BTreeMap<u8, u16>,
    /// Sum over rounds of ships that could do it, by action, until it was first done: see [`Observer::note_objectives`].
    able: BTreeMap<u8, Vec<u16>>,
}

impl<'a> Observer<'a> {
    pub fn new(engagement: &'a Engagement, mission: &'a Mission, tallies: &'a mut Tallies) -> Observer<'a> {
        Observer {
            engagement,
            mission,
            tallies,
            ships: BTreeMap::new(),
            obstacles: BTreeMap::new(),
            round: 0,
            runs: [false; 2],
            is_decided: false,
            first_done: BTreeMap::new(),
            able: BTreeMap::new(),
        }
    }

    /// Squad points by the number of the ship: both squads, then reinforcements in turns; a mission's tokens have none.
    fn points(&self, ship: u8) -> Option<u16> {
        let squads = &self.engagement.squads;
        let mut number = usize::from(ship);
        for squad in squads {
            if let Some(found) = squad.ships.get(number) {
                return Some(found.points);
            }
            number -= squad.ships.len();
        }
        let most = squads.iter().map(|squad| squad.reinforcements.len()).max().unwrap_or(0);
        let in_turns =
            (0..most).flat_map(|i| squads.iter().filter_map(move |squad| squad.reinforcements.get(i)));
        in_turns.map(|found| found.points).nth(number)
    }

    fn is_feature_free(&self) -> bool {
        self.engagement.terrain != Terrain::Nebula
    }

    /// Who breaks off by the rule of the engagement, judged by hit points.
    fn judge_balance(&mut self) {
        let mut strength = [0.0; 2];
        let squads = self.engagement.squads[0].ships.len() + self.engagement.squads[1].ships.len();
        for number in 0..squads {
            let side = usize::from(self.engagement.squads[0].ships.len() <= number);
            match self.ships.get(&(number as u8)) {
                // Not on the board yet: it counts in full.
                None => strength[side] += f64::from(self.points(number as u8).unwrap_or(0)),
                Some(ship) if ship.is_there => {
                    let left = f64::from(ship.shields + ship.hull.saturating_sub(ship.damage));
                    strength[side] += f64::from(ship.points) * left / f64::from(ship.whole.max(1));
                }
                Some(_) => {}
            }
        }
        for side in Side::BOTH {
            let mut ratio = self.engagement.squads[side.index()].retreat.strength_ratio;
            if 0.0 < ratio && self.is_decided {
                ratio = ratio.max(STAY_RATIO);
            }
            self.runs[side.index()] =
                0.0 < ratio && strength[side.index()] < ratio * strength[side.foe().index()];
        }
    }

    fn begin_round(&mut self, round: u16) {
        self.round = round;
        self.judge_balance();
        for ship in self.ships.values_mut() {
            (ship.met_foe, ship.acted) = (false, false);
        }
    }

    fn flew(&mut self, number: u8, start: Pose, template: Option<crate::geometry::Template>, parameter: f64) {
        let Some(ship) = self.ships.get(&number).copied() else { return };
        let foes = self.ships.values().filter(|foe| foe.is_there && foe.side != ship.side);
        let met_foe = foes
            .into_iter()
            .any(|foe| closest_lines(ship.base, ship.pose, foe.base, foe.pose).distance <= FARTHEST);
        let met = |shape: fn(TokenShape) -> bool| {
            self.obstacles.values().any(|(kind, outline)| {
                shape(*kind)
                    && (overlap_base_polygon(ship.base, ship.pose, outline)
                        || template.is_some_and(|template| {
                            strip_overlaps_polygon(template, ship.base, start, parameter, outline)
                        }))
            })
        };
        let asteroid = met(|shape| matches!(shape, TokenShape::Asteroid(_) | TokenShape::Derelict));
        let debris = met(|shape| matches!(shape, TokenShape::Debris(_)));
        let mine = met(|shape| matches!(shape, TokenShape::ProximityMine | TokenShape::ClusterMine));
        let terrain = self.tallies.terrain.entry(self.engagement.terrain).or_default();
        terrain.asteroid.add(asteroid);
        terrain.debris.add(debris);
        terrain.mine.add(mine);
        self.tallies.class(ship.class).maneuvers += 1;
        if self.runs[ship.side.index()] {
            self.tallies.class(ship.class).running += 1;
        }
        if let Some(ship) = self.ships.get_mut(&number) {
            ship.met_foe = met_foe;
        }
    }

    /// Foes in the firing arcs of a ship and within range in any direction, as bits of the list.
    fn reach(&self, number: u8, ship: &Seen, foes: &[(u8, Seen)]) -> (u8, u8) {
        let class = catalog().ship(ship.class);
        let mut arcs = vec![Arc::front(ship.base)];
        if class.has_arc(PrintedArc::RearAuxiliary) {
            arcs.push(Arc::rear(ship.base));
        }
        if class.has_arc(PrintedArc::Front180Auxiliary) {
            arcs.push(Arc::FORWARD_HALF);
        }
        if class.has_arc(PrintedArc::MobileQuadrant) {
            arcs.push(match ship.arc {
                1 => Arc::left_quadrant(ship.base),
                2 => Arc::rear(ship.base),
                3 => Arc::right_quadrant(ship.base),
                _ => Arc::front(ship.base),
            });
        }
        let (mut in_arc, mut in_range) = (0, 0);
        for (bit, (foe_number, foe)) in foes.iter().enumerate() {
            let distance = closest_lines(ship.base, ship.pose, foe.base, foe.pose).distance;
            let touches = (ship.touching >> foe_number & 1 == 1 || foe.touching >> number & 1 == 1)
                && distance < TOUCHING;
            if FARTHEST < distance || touches {
                continue;
            }
            in_range |= 1 << bit;
            let reached = |arc: &Arc| {
                distance_in_arc(ship.base, ship.pose, *arc, foe.base, foe.pose)
                    .is_some_and(|lines| lines.distance <= FARTHEST)
            };
            if arcs.iter().any(reached) {
                in_arc |= 1 << bit;
            }
        }
        (in_arc, in_range)
    }

    /// The board as the Combat phase finds it.
    fn look(&mut self) {
        let there: Vec<(u8, Seen)> =
            self.ships.iter().filter(|(_, ship)| ship.is_there).map(|(at, ship)| (*at, *ship)).collect();
        for (number, ship) in &there {
            let foes: Vec<(u8, Seen)> =
                there.iter().filter(|(_, foe)| foe.side != ship.side).copied().collect();
            let friends = there.iter().filter(|(at, friend)| friend.side == ship.side && at != number);
            let near = |other: &Seen, range: f64| {
                closest_lines(ship.base, ship.pose, other.base, other.pose).distance <= range
            };
            for (_, other) in there.iter().filter(|(at, _)| at != number) {
                self.tallies.near.add(near(other, 100.0));
            }
            let distances: Vec<bool> = friends.map(|(_, friend)| near(friend, 200.0)).collect();
            if !distances.is_empty() {
                self.tallies.alone.add(!distances.contains(&true));
            }
            if foes.is_empty() || ship.is_leaving {
                continue;
            }
            let n = foes.len();
            // Eight are told apart; of more, the first eight stand for all.
            let seen = &foes[..n.min(8)];
            let (in_arc, in_range) = self.reach(*number, ship, seen);
            let rest = if 8 < n { self.reach(*number, ship, &foes[8..n.min(16)]) } else { (0, 0) };
            let mean_skill: i32 = foes.iter().map(|(_, foe)| i32::from(foe.skill)).sum::<i32>() / n as i32;
            let mut classes = [0; 8];
            let mut running = 0;
            for (bit, (_, foe)) in seen.iter().enumerate() {
                classes[bit] = foe.class.index() as u8;
                running |= u8::from(self.runs[foe.side.index()]) << bit;
            }
            let has_range = in_range != 0 || rest.1 != 0;
            if !has_range {
                self.tallies.lock_reach.add(ship.met_foe);
            }
            self.tallies.positions.push(Positions {
                mission: self.mission.id.index() as u8,
                class: ship.class.index() as u8,
                since: self.since(ship) as u8,
                n_foes: n as u8,
                runs: self.runs[ship.side.index()],
                skill_edge: (i32::from(ship.skill) - mean_skill) as i8,
                in_arc,
                in_range,
                has_arc: in_arc != 0 || rest.0 != 0,
                has_range,
                foes: classes,
                foes_run: running,
            });
            self.tallies.acted.add(ship.acted);
        }
        self.note_objectives(&there);
    }

    fn since(&self, ship: &Seen) -> usize {
        usize::from(self.round.saturating_sub(ship.entered.max(1))).min(ROUNDS - 1)
    }

    /// How many ships could go for each action of the mission in this round.
    fn note_objectives(&mut self, there: &[(u8, Seen)]) {
        for (number, rule) in self.mission.actions.iter().enumerate() {
            let able = there.iter().filter(|(_, ship)| {
                rule.by.includes(ship.side)
                    && rule.size.is_none_or(|size| catalog().ship(ship.class).size == size)
            });
            let able = if rule.role.is_some() { 1 } else { able.count() as u16 };
            self.able.entry(number as u8).or_default().push(able);
        }
    }

    fn attacked(&mut self, attacker: u8, target: u8, range: u8, obstructed: bool) {
        let (Some(from), Some(to)) = (self.ships.get(&attacker), self.ships.get(&target)) else { return };
        let since = self.since(from);
        let flanked = distance_in_arc(to.base, to.pose, Arc::front(to.base), from.base, from.pose).is_none();
        if self.is_feature_free() {
            self.tallies.ranges[since][usize::from(range.clamp(1, 3)) - 1] += 1;
        }
        self.tallies.flank.add(flanked);
        let terrain = self.tallies.terrain.entry(self.engagement.terrain).or_default();
        terrain.obstructed.add(obstructed);
    }

    fn revealed(&mut self, number: u8, speed: u8, difficulty: Difficulty) {
        let Some(ship) = self.ships.get(&number) else { return };
        let (class, stressed) = (ship.class, 0 < ship.stress);
        let tally = self.tallies.class(class);
        match stressed {
            true => tally.green.add(difficulty == Difficulty::Green),
            false => tally.red.add(difficulty == Difficulty::Red),
        }
        self.tallies.fast.add(FAST <= speed);
    }

    fn change(&mut self, ship: u8, change: impl FnOnce(&mut Seen)) {
        if let Some(ship) = self.ships.get_mut(&ship) {
            change(ship);
        }
    }

    /// The battle is over: what the mission's actions took.
    fn conclude(&mut self) {
        for (rule, able) in &self.able {
            let tally = self.tallies.objectives.entry((self.mission.id.index() as u8, *rule)).or_default();
            tally.push((self.first_done.get(rule).copied(), able.clone()));
        }
    }
}

impl Sink<BattleEvent> for Observer<'_> {
    fn event(&mut self, event: &BattleEvent) {
        match *event {
            BattleEvent::ObstaclePlaced { obstacle, shape, pose } => {
                self.obstacles.insert(obstacle, (shape, token_shape(shape).placed(pose)));
            }
            BattleEvent::ObstacleRemoved { obstacle } => {
                self.obstacles.remove(&obstacle);
            }
            BattleEvent::ShipEntered { ship, side, class, base, pose, skill, hull, shields } => {
                // Tokens that count as ships neither shoot nor fly.
                if let Some(points) = self.points(ship) {
                    let whole = hull.saturating_add(shields);
                    let seen = Seen {
                        side,
                        class,
                        base,
                        pose,
                        skill,
                        entered: self.round,
                        whole,
                        hull,
                        shields,
                        damage: 0,
                        points,
                        stress: 0,
                        arc: 0,
                        touching: 0,
                        is_there: true,
                        is_leaving: false,
                        met_foe: false,
                        acted: false,
                    };
                    self.ships.insert(ship, seen);
                }
            }
            BattleEvent::RoundBegan { round } => self.begin_round(round),
            BattleEvent::PhaseBegan { phase: Phase::Combat } => self.look(),
            BattleEvent::DialRevealed { ship, speed, difficulty, .. } => {
                self.revealed(ship, speed, difficulty)
            }
            BattleEvent::Moved { ship, kind, template, start, parameter, end } => {
                self.change(ship, |ship| (ship.pose, ship.touching) = (end, 0));
                if kind == MoveKind::Maneuver {
                    self.flew(ship, start, template, parameter);
                }
            }
            BattleEvent::Replaced { ship, pose } => self.change(ship, |ship| ship.pose = pose),
            BattleEvent::Bumped { ship, into } => {
                self.change(ship, |ship| ship.touching = into);
                if let Some(seen) = self.ships.get(&ship) {
                    let class = seen.class;
                    self.tallies.class(class).bumps += 1;
                }
            }
            BattleEvent::Action { ship, action } => {
                self.change(ship, |ship| {
                    ship.acted = true;
                    if let ActionTaken::RotateArc { quadrant } = action {
                        ship.arc = quadrant;
                    }
                });
                if let ActionTaken::Mission { rule, .. } = action {
                    self.first_done.entry(rule).or_insert(self.round);
                }
            }
            BattleEvent::Tokens { ship, tokens } => self.change(ship, |ship| ship.stress = tokens.stress),
            BattleEvent::Shields { ship, shields } => self.change(ship, |ship| ship.shields = shields),
            BattleEvent::DamageDealt { ship, .. } => self.change(ship, |ship| ship.damage += 1),
            BattleEvent::AttackDeclared { attacker, target, range, obstructed, .. } => {
                self.attacked(attacker, target, range, obstructed);
            }
            BattleEvent::FleeDeclared { ship, .. } => {
                self.change(ship, |ship| ship.is_leaving = true);
                if let Some(seen) = self.ships.get(&ship) {
                    let class = seen.class;
                    if self.runs[seen.side.index()] {
                        self.tallies.class(class).away += 1;
                    }
                }
            }
            BattleEvent::Fled { ship } | BattleEvent::Destroyed { ship, .. } => {
                self.change(ship, |ship| ship.is_there = false);
            }
            BattleEvent::ObjectiveMet { .. } => {
                self.is_decided |= self.mission.victory.decided == Decided::First;
            }
            BattleEvent::BattleEnded { .. } => self.conclude(),
            _ => {}
        }
    }
}

impl Share {
    pub fn add(&mut self, holds: bool) {
        self.yes += u64::from(holds);
        self.of += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::engagement::{BattleSwitches, RetreatRule};
    use crate::battle::squad_text::parse_inline;
    use crate::config::mission::find;
    use crate::geometry::Vec2;

    fn engagement() -> Engagement {
        let squad = |text: &str| parse_inline(text).unwrap().into_squad(RetreatRule::default());
        Engagement {
            mission: "space-superiority".into(),
            terrain: Terrain::NoAsteroids,
            squads: [squad("1 Rookie Pilot"), squad("2 Academy Pilot")],
            sizes: [21, 24],
            initiative_rerolls: [0; 2],
            switches: BattleSwitches::default(),
        }
    }

    /// The X-wing at the middle, one TIE 200 mm ahead that looks at it, and one 200 mm behind that looks away.
    fn all_enter(engagement: &Engagement) -> [BattleEvent; 3] {
        [
            enters(0, Side::Attacker, 0.0, 1.0, engagement),
            enters(1, Side::Defender, 200.0, -1.0, engagement),
            enters(2, Side::Defender, -200.0, -1.0, engagement),
        ]
    }

    fn enters(ship: u8, side: Side, x: f64, heading: f64, engagement: &Engagement) -> BattleEvent {
        let class = engagement.squads[side.index()].ships[0].class;
        let pose = Pose { position: Vec2::new(x, 0.0), heading: Vec2::new(heading, 0.0) };
        let (skill, hull, shields) = (if side == Side::Attacker { 2 } else { 1 }, 3, 2);
        BattleEvent::ShipEntered { ship, side, class, base: Base::SMALL, pose, skill, hull, shields }
    }

    #[test]
    fn the_look_at_combat_sees_who_is_in_arc_and_who_in_range() {
        let engagement = engagement();
        let mission = find("space-superiority").unwrap();
        let mut tallies = Tallies::default();
        let mut observer = Observer::new(&engagement, mission, &mut tallies);
        for event in all_enter(&engagement).into_iter().chain([
            BattleEvent::RoundBegan { round: 1 },
            BattleEvent::PhaseBegan { phase: Phase::Combat },
            BattleEvent::AttackDeclared { attacker: 0, target: 1, card: None, range: 2, obstructed: false },
            BattleEvent::Destroyed { ship: 1, by: Some(0), ion_kill: false },
            BattleEvent::RoundBegan { round: 2 },
            BattleEvent::PhaseBegan { phase: Phase::Combat },
        ]) {
            observer.event(&event);
        }
        let seen = |at: usize| {
            let at = &tallies.positions[at];
            (at.n_foes, at.in_arc, at.in_range, at.since, at.skill_edge)
        };
        assert_eq!(tallies.positions.len(), 5);
        assert_eq!(seen(0), (2, 0b01, 0b11, 0, 1));
        assert_eq!(seen(1), (1, 0b1, 0b1, 0, -1));
        // It looks away: in range, not in arc.
        assert_eq!(seen(2), (1, 0, 0b1, 0, -1));
        assert_eq!(seen(3), (1, 0, 0b1, 1, 1));
        assert_eq!(tallies.ranges[0], [0, 1, 0]);
        // The TIE had its attacker in arc; nobody flew or fled.
        assert_eq!((tallies.flank.yes, tallies.flank.of), (0, 1));
        assert!(tallies.classes.is_empty());
    }

    /// With one TIE of two lost and the other hurt, the Empire has less than 0.4 of the X-wing's strength.
    #[test]
    fn a_side_runs_by_the_engagements_own_rule() {
        let engagement = engagement();
        let mission = find("space-superiority").unwrap();
        let mut tallies = Tallies::default();
        let mut observer = Observer::new(&engagement, mission, &mut tallies);
        for event in all_enter(&engagement).into_iter().chain([BattleEvent::RoundBegan { round: 1 }]) {
            observer.event(&event);
        }
        assert_eq!(observer.runs, [false, false]);
        observer.event(&BattleEvent::Destroyed { ship: 1, by: None, ion_kill: false });
        observer.event(&BattleEvent::Shields { ship: 2, shields: 0 });
        observer.event(&BattleEvent::RoundBegan { round: 2 });
        // 12 × 3/5 = 7.2 points against 0.4 × 21 = 8.4.
        assert_eq!(observer.runs, [false, true]);
        observer.event(&BattleEvent::FleeDeclared { ship: 2, forced: false });
        let class = engagement.squads[1].ships[0].class;
        assert_eq!(tallies.class(class).away, 1);
    }
}
