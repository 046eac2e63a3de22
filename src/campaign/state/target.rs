//! A strategic target.

use crate::config::{TargetCategory, TargetType};
use crate::ids::{Faction, TargetId, Terrain};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    pub id: TargetId,
    pub category: TargetCategory,
    pub type_: TargetType,
    /// An outpost that hides in a gas giant: whoever captures it must pay.
    pub hidden: bool,
    pub value: i16,
    /// Unusual feature; the Trade Route rolls anew for every battle.
    pub terrain: Terrain,
    /// Nobody has taken control of it yet, so that the first one explores it.
    pub unexplored: bool,
    /// The Trade Route has no owner between turns.
    pub owner: Option<Faction>,
}

impl Target {
    pub fn is_trade_route(&self) -> bool {
        self.type_ == TargetType::TradeRoute
    }
}
