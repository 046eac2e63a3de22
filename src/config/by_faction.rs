//! One value for each faction.

use serde::{Deserialize, Serialize};

use crate::ids::Faction;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByFaction<T> {
    pub rebel: T,
    pub imperial: T,
    pub scum: T,
}

impl<T> ByFaction<T> {
    pub fn of(&self, faction: Faction) -> &T {
        match faction {
            Faction::Rebel => &self.rebel,
            Faction::Imperial => &self.imperial,
            Faction::Scum => &self.scum,
        }
    }
}
