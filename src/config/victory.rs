//! How a campaign ends. (Huge Ships; Intro, item 5)

use serde::{Deserialize, Serialize};

use crate::catalog::vocabulary;

vocabulary!(
    /// What ends a campaign and who has then won it.
    VictoryCondition {
        HugeShips = "huge-ships" / "all enemy huge ships destroyed",
        Elimination = "elimination" / "first faction eliminated, most unmodified Fleet Points",
    }
);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    pub condition: VictoryCondition,
}
