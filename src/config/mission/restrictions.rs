//! What a squad may consist of.

use serde::{Deserialize, Serialize};

use super::words::words;

/// The restrictions of both sides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SquadRestrictions {
    pub attacker: Restrictions,
    pub defender: Restrictions,
}

/// What the squad of one side may consist of; what is not written is free.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Restrictions {
    /// Small and large ships together.
    pub ships: Option<Count>,
    pub small_ships: Option<Count>,
    pub large_ships: Option<Count>,
    /// No small ship costs more, pilot and upgrades included.
    pub small_ship_points: Option<u16>,
    /// No large ship costs more, pilot and upgrades included.
    pub large_ship_points: Option<u16>,
    /// No more small ships of one class.
    pub small_ships_of_one_class: Option<u8>,
    /// No more large ships of one class.
    pub large_ships_of_one_class: Option<u8>,
    pub groups: Option<Groups>,
    /// What a huge ship costs stands in the rule set (`huge_ships.battle`).
    pub support_ship: Option<Presence>,
    pub capital_ship: Option<Presence>,
    /// Support and capital ships together; a kind that is not named may not take part.
    pub huge_ships: Option<Count>,
}

/// How many: from `min` to `max`, or one of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Count {
    pub min: Option<u8>,
    pub max: Option<u8>,
    pub among: Vec<u8>,
}

impl Count {
    pub fn allows(&self, n: usize) -> bool {
        self.min.is_none_or(|min| usize::from(min) <= n)
            && self.max.is_none_or(|max| n <= usize::from(max))
            && (self.among.is_empty() || self.among.iter().any(|&one| usize::from(one) == n))
    }
}

words!(
    /// Who divides a squad into groups.
    Divided("divided") {
        Owner = "owner" / "its owner",
        /// The foe picks half of the ships as the first group, at set-up; of an odd number he picks the smaller half.
        FoePicksHalf = "foe-picks-half" / "the enemy, who picks half of the ships as the first group",
    }
);

/// A squad that arrives in parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Groups {
    pub count: u8,
    pub divided: Divided,
    /// No group costs more.
    pub points: Option<u16>,
    /// The first group does not cost more.
    pub first_points: Option<u16>,
    /// The costliest and the cheapest group differ by no more.
    pub even_within: Option<u16>,
}

words!(
    /// Whether a huge ship takes part.
    Presence("presence") {
        Must = "must" / "must take part",
        May = "may" / "may take part",
    }
);
