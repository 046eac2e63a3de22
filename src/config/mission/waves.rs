//! Ships that come later: waves of the squad itself, and reinforcements from stock.

use serde::{Deserialize, Serialize};

use super::place::Zone;
use super::words::{Moment, SquadRole, TokenKind, Who, words};

words!(
    /// Which ships a wave brings.
    Forces("forces") {
        /// The remaining group with the fewest squad points; the owner chooses among equals.
        CheapestGroup = "cheapest-group" / "the cheapest group left",
        /// All that has not yet come.
        Remaining = "remaining" / "all ships left",
        /// The ship with the wave's role.
        Role = "role" / "the ship with the role",
    }
);

words!(
    /// Who places first when both sides have a wave.
    First("first") {
        Initiative = "initiative" / "initiative first",
        Attacker = "attacker" / "the attacker first",
        Defender = "defender" / "the defender first",
    }
);

/// Ships of the squad that enter later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wave {
    pub who: Who,
    pub forces: Forces,
    pub role: Option<SquadRole>,
    /// The round in which it comes.
    pub round: u8,
    pub when: Moment,
    #[serde(default = "initiative")]
    pub first: First,
    pub zones: Vec<Zone>,
    /// Each zone gets at least so many ships, if there are enough.
    #[serde(default)]
    pub ships_per_zone: u8,
    /// The token used is removed afterwards.
    pub removes_token: Option<TokenKind>,
    /// All tokens of that kind are removed afterwards.
    #[serde(default)]
    pub removes_all: bool,
}

const fn initiative() -> First {
    First::Initiative
}

words!(
    /// For which losses a side may call a reinforcement.
    LossCounted("loss") {
        /// Ships destroyed in this round.
        Destroyed = "destroyed" / "each ship destroyed in the round",
        /// Ships destroyed or fled for good in this round.
        DestroyedOrFled = "destroyed-or-fled" / "each ship destroyed or fled for good",
    }
);

words!(
    /// Where reinforcements enter.
    Entry("entry") {
        /// At the edge farthest from enemy ships.
        FarthestEdge = "farthest-edge" / "at the edge farthest from enemy ships",
        /// In the zone given.
        Zone = "zone" / "in the zone",
        /// In the zone given, at the place of the enemy's choice.
        ZoneOfFoesChoice = "zone-of-foes-choice" / "in the zone, where the enemy chooses",
    }
);

/// Stock ships called in for losses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reinforcements {
    pub who: Who,
    pub per: LossCounted,
    /// How many for each.
    #[serde(default = "one")]
    pub ships: u8,
    /// Only losses of at least this pilot skill count.
    #[serde(default)]
    pub min_skill: u8,
    pub when: Moment,
    #[serde(default = "farthest_edge")]
    pub entry: Entry,
    #[serde(default)]
    pub zone: Zone,
}

const fn one() -> u8 {
    1
}

const fn farthest_edge() -> Entry {
    Entry::FarthestEdge
}
