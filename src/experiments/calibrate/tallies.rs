//! What was counted on the board: whole numbers that add up in any order.

use std::collections::BTreeMap;

use crate::battle::skirmish::parameters::ROUNDS;
use crate::ids::{ShipClassId, Terrain};

/// How often something held.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    pub yes: u64,
    pub of: u64,
}

impl Share {
    pub fn value(self) -> Option<f64> {
        (0 < self.of).then(|| self.yes as f64 / self.of as f64)
    }

    fn join(&mut self, other: Share) {
        self.yes += other.yes;
        self.of += other.of;
    }
}

/// One ship at the start of one Combat phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Positions {
    pub mission: u8,
    pub class: u8,
    /// Rounds since it came to the board.
    pub since: u8,
    pub n_foes: u8,
    /// Its side has broken off.
    pub runs: bool,
    /// Its skill over the mean of the foes'.
    pub skill_edge: i8,
    /// Of the first eight foes: in a firing arc and in range; in range in any direction.
    pub in_arc: u8,
    pub in_range: u8,
    pub has_arc: bool,
    pub has_range: bool,
    pub foes: [u8; 8],
    /// Of the first eight foes: running.
    pub foes_run: u8,
}

impl Positions {
    /// Foes that are told apart.
    pub fn told(&self) -> usize {
        usize::from(self.n_foes).min(8)
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClassTally {
    pub maneuvers: u64,
    pub bumps: u64,
    /// Maneuvers of ships that are not stressed: red. Of stressed ones: green.
    pub red: Share,
    pub green: Share,
    /// Maneuvers while the side runs, and how many of them ended at the edge.
    pub running: u64,
    pub away: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TerrainTally {
    pub obstructed: Share,
    pub asteroid: Share,
    pub debris: Share,
    pub mine: Share,
}

/// A mission's action in one battle: the round in which it was first done, and how many ships could have in each round.
pub type ObjectiveRecord = (Option<u16>, Vec<u16>);

/// Everything that was counted.
#[derive(Debug, Clone, Default)]
pub struct Tallies {
    pub battles: u64,
    pub positions: Vec<Positions>,
    pub ranges: [[u64; 3]; ROUNDS],
    pub classes: BTreeMap<u8, ClassTally>,
    pub terrain: BTreeMap<Terrain, TerrainTally>,
    pub flank: Share,
    pub near: Share,
    pub alone: Share,
    pub fast: Share,
    pub lock_reach: Share,
    /// A ship took an action in a round.
    pub acted: Share,
    /// By mission and number of its action.
    pub objectives: BTreeMap<(u8, u8), Vec<ObjectiveRecord>>,
}

impl Tallies {
    pub fn class(&mut self, class: ShipClassId) -> &mut ClassTally {
        self.classes.entry(class.index() as u8).or_default()
    }

    /// Adds what another watcher counted, after one's own.
    pub fn join(&mut self, other: Tallies) {
        self.battles += other.battles;
        self.positions.extend(other.positions);
        for (mine, theirs) in self.ranges.iter_mut().flatten().zip(other.ranges.iter().flatten()) {
            *mine += theirs;
        }
        for (class, theirs) in other.classes {
            let mine = self.classes.entry(class).or_default();
            mine.maneuvers += theirs.maneuvers;
            mine.bumps += theirs.bumps;
            mine.running += theirs.running;
            mine.away += theirs.away;
            mine.red.join(theirs.red);
            mine.green.join(theirs.green);
        }
        for (terrain, theirs) in other.terrain {
            let mine = self.terrain.entry(terrain).or_default();
            mine.obstructed.join(theirs.obstructed);
            mine.asteroid.join(theirs.asteroid);
            mine.debris.join(theirs.debris);
            mine.mine.join(theirs.mine);
        }
        for (key, theirs) in other.objectives {
            self.objectives.entry(key).or_default().extend(theirs);
        }
        self.flank.join(other.flank);
        self.near.join(other.near);
        self.alone.join(other.alone);
        self.fast.join(other.fast);
        self.lock_reach.join(other.lock_reach);
        self.acted.join(other.acted);
    }
}
