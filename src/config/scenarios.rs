//! Which scenario a battle is. (Generating Scenarios)

use serde::{Deserialize, Serialize};

use super::roll_table::{Bare, Dice, Named, RollTable};

/// The rows as files write them; the highest number drawn is a ruling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenarios {
    /// Mission file and numbers.
    pub rows: Named<String, Bare>,
}

impl Scenarios {
    /// The table for random numbers from 1 to `draw_to`.
    pub fn table(&self, draw_to: u16) -> Result<RollTable<String, Bare>, String> {
        RollTable::new(Dice::Number(draw_to), self.rows.0.clone())
    }
}
