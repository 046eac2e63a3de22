//! Squad sizes: fixed per side, or one roll of two six-sided dice for both.

use serde::{Deserialize, Serialize};

/// Squad points that each side may spend.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Size {
    pub attacker: Option<u16>,
    pub defender: Option<u16>,
    /// Rows of a 2D6 table, in order, without gap.
    pub rolled: Vec<SizeRow>,
    /// The rulebook leaves the size open: the numbers are a proposal, meant to be varied.
    pub open: bool,
}

/// One row of a 2D6 table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeRow {
    pub from: u8,
    pub to: u8,
    pub points: u16,
}

/// The least and the most that two dice show.
pub const TWO_DICE: (u8, u8) = (2, 12);

impl Size {
    /// Attacker's and defender's size, where no dice are needed.
    pub fn fixed(&self) -> Option<[u16; 2]> {
        Some([self.attacker?, self.defender?])
    }

    pub fn is_rolled(&self) -> bool {
        !self.rolled.is_empty()
    }

    /// Attacker's and defender's size when the two dice show `roll`; fixed sizes do not look at it.
    pub fn points(&self, roll: u8) -> [u16; 2] {
        debug_assert!((TWO_DICE.0..=TWO_DICE.1).contains(&roll), "two dice show 2 to 12");
        match self.fixed() {
            Some(points) => points,
            None => {
                let row = self.rolled.iter().find(|row| roll <= row.to).or(self.rolled.last());
                row.map_or([0, 0], |row| [row.points, row.points])
            }
        }
    }

    /// Every size that can come up, with its number of cases of 36 (36 where fixed).
    pub fn cases(&self) -> Vec<([u16; 2], u8)> {
        if let Some(points) = self.fixed() {
            return vec![(points, 36)];
        }
        let ways = |row: &SizeRow| (row.from..=row.to).map(|sum| 6 - sum.abs_diff(7)).sum();
        self.rolled.iter().map(|row| ([row.points, row.points], ways(row))).collect()
    }

    /// The size that comes up most often, the smallest of equals: for a battle without dice for it.
    pub fn usual(&self) -> [u16; 2] {
        let cases = self.cases();
        let most = cases.iter().map(|case| case.1).max();
        cases.iter().find(|case| Some(case.1) == most).map_or([0, 0], |case| case.0)
    }
}
