//! Rule: Unusual Feature. (Campaign, "Unusual Feature"; Rules Reference, "Obstacles")
//!
//! Where a ship meets an obstacle is drawn; what the obstacle then does is the rule.

use super::parameters::{Parameters, TerrainParameters, Thousandths};
use super::state::{Battle, UnitRef};
use crate::battle::engagement::BattleSwitches;
use crate::chance::{AttackFace, Chance, DefenseFace};
use crate::config::TerrainRules;
use crate::config::mission::{Feature, Mission, ObstacleKind, SetupStep};
use crate::ids::{Side, Terrain};

/// Attack dice of a proximity mine; the terrain's cluster mines are single tokens of two dice.
const PROXIMITY_MINE_DICE: u8 = 3;
const CLUSTER_MINE_DICE: u8 = 2;

/// The terrain as the mission lets it be, with the mission's own obstacles.
pub fn terrain_of(
    mission: &Mission,
    place: Terrain,
    rules: &TerrainRules,
    parameters: &Parameters,
) -> (Terrain, TerrainParameters) {
    let none = parameters.terrain(Terrain::NoAsteroids);
    let (terrain, mut odds) = match mission.feature() {
        Feature::Used | Feature::Rolled => (place, crowded(parameters.terrain(place), place, rules)),
        Feature::EffectsOnly => (place, none),
        Feature::Ignored => (Terrain::NoAsteroids, none),
    };
    for step in &mission.setup {
        if let SetupStep::Obstacles(step) = step {
            let more = |share: Thousandths, by: Thousandths| {
                Thousandths((share.0 + by.0 * u16::from(step.count)).min(1000))
            };
            odds.obstructed = more(odds.obstructed, parameters.feature.own_obstructed);
            match step.kind {
                ObstacleKind::DebrisCloud => odds.debris = more(odds.debris, parameters.feature.own_hit),
                ObstacleKind::Asteroid | ObstacleKind::AsteroidOrDebris => {
                    odds.asteroid = more(odds.asteroid, parameters.feature.own_hit);
                }
            }
        }
    }
    (terrain, odds)
}

/// The parameters hold for the rulebook's numbers of obstacles; with twice as many one meets them twice as often.
fn crowded(odds: TerrainParameters, place: Terrain, rules: &TerrainRules) -> TerrainParameters {
    let rulebook = BattleSwitches::default().terrain;
    let mines = |rules: &TerrainRules| rules.proximity_mines + rules.cluster_mines;
    let scaled = |share: Thousandths, now: u8, then: u8| match then {
        0 => share,
        _ => Thousandths((u32::from(share.0) * u32::from(now) / u32::from(then)).min(1000) as u16),
    };
    let (asteroids, clouds) = (rules.asteroids(place), rules.debris_clouds(place));
    let (asteroids_then, clouds_then) = (rulebook.asteroids(place), rulebook.debris_clouds(place));
    TerrainParameters {
        // The ring itself obstructs, whatever lies in it.
        obstructed: match place {
            Terrain::PlanetaryRing => odds.obstructed,
            _ => scaled(odds.obstructed, asteroids + clouds, asteroids_then + clouds_then),
        },
        asteroid: scaled(odds.asteroid, asteroids, asteroids_then),
        debris: scaled(odds.debris, clouds, clouds_then),
        mine: scaled(odds.mine, mines(rules), mines(&rulebook)),
    }
}

/// What a maneuver ran into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Met {
    Nothing,
    Asteroid,
    Debris,
    Mine,
}

impl<C: Chance> Battle<'_, C> {
    /// Draws whether the maneuver runs into something.
    pub fn meet_obstacle(&mut self) -> Met {
        let odds = self.obstacles;
        if odds.asteroid.happens(&mut self.luck.board) {
            Met::Asteroid
        } else if odds.debris.happens(&mut self.luck.board) {
            Met::Debris
        } else if odds.mine.happens(&mut self.luck.board) {
            Met::Mine
        } else {
            Met::Nothing
        }
    }

    /// What the obstacle does: an asteroid costs action and attack and a die of damage, a debris cloud a stress and a die of
    /// which only a crit hurts, a mine its dice.
    pub fn suffer_obstacle(&mut self, at: UnitRef, met: Met) {
        match met {
            Met::Nothing => {}
            Met::Asteroid => {
                let unit = self.unit_mut(at);
                (unit.may_act, unit.may_attack) = (false, false);
                match self.luck.dice.attack_die() {
                    AttackFace::Hit => self.suffer(at, 1, 0, None),
                    AttackFace::Crit => self.suffer(at, 0, 1, None),
                    AttackFace::Focus | AttackFace::Blank => {}
                }
            }
            Met::Debris => {
                self.unit_mut(at).stress += 1;
                if self.luck.dice.attack_die() == AttackFace::Crit {
                    self.suffer(at, 0, 1, None);
                }
            }
            Met::Mine => {
                let rules = self.engagement.switches.terrain;
                let lying = u32::from(rules.proximity_mines + rules.cluster_mines);
                let is_proximity = self.luck.board.number(lying.max(1)) <= u32::from(rules.proximity_mines);
                let dice = if is_proximity { PROXIMITY_MINE_DICE } else { CLUSTER_MINE_DICE };
                let (hits, crits) = self.roll_blast(dice);
                match is_proximity {
                    true => self.suffer(at, hits, crits, None),
                    false => self.suffer(at, hits + crits, 0, None),
                }
            }
        }
    }

    /// Hits and crits of some attack dice.
    pub fn roll_blast(&mut self, dice: u8) -> (u8, u8) {
        let blast = crate::procedures::mine_detonation::mine_detonation(&mut self.luck.dice, dice);
        (blast.damage, blast.critical_damage)
    }

    /// End phase: flares blind, dust ionises, rings and dust break locks.
    pub fn terrain_end_phase(&mut self) {
        let feature = self.parameters.feature;
        let rules = self.engagement.switches.terrain;
        match self.terrain {
            Terrain::FlareActivity => {
                if self.luck.dice.defense_die() == DefenseFace::Evade {
                    for at in self.all_ships_on_board() {
                        if feature.flare_in_arc.happens(&mut self.luck.board) {
                            self.unit_mut(at).stress += rules.flare_stress;
                        }
                    }
                }
            }
            Terrain::IonizedDustCloud => {
                for at in self.all_ships_on_board() {
                    if self.luck.dice.attack_die() == AttackFace::Crit {
                        let unit = self.unit_mut(at);
                        unit.lock = None;
                        unit.ion += if unit.toughness.shields == 0 { rules.ionized_dust_ions } else { 0 };
                    }
                    self.lose_lock(at, feature.lock_out_of_range);
                }
            }
            Terrain::PlanetaryRing => {
                for at in self.all_ships_on_board() {
                    self.lose_lock(at, feature.lock_across_ring);
                }
            }
            _ => {}
        }
    }

    fn lose_lock(&mut self, at: UnitRef, odds: Thousandths) {
        if self.unit(at).lock.is_some() && odds.happens(&mut self.luck.board) {
            self.unit_mut(at).lock = None;
        }
    }

    /// Ships of both sides on the board, the side with initiative first.
    pub fn all_ships_on_board(&self) -> impl Iterator<Item = UnitRef> + use<C> {
        let sides = [self.initiative, self.initiative.foe()];
        let sets = sides.map(|side: Side| self.set_of(side, |unit| unit.is_ship() && unit.is_on_board()));
        sides
            .into_iter()
            .zip(sets)
            .flat_map(|(side, set)| super::state::members(set).map(move |index| UnitRef { side, index }))
    }
}
