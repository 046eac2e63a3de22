//! Restrictions of earlier versions, as switches. (Old Restrictions)

use serde::{Deserialize, Serialize};

/// Dropped by the current version, kept as switches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OldRestrictions {
    /// TIE Phantoms fall under the limit of large ships.
    pub phantoms_count_as_large: bool,
    /// A player has no more TIE Phantom pilots than TIE Phantoms.
    pub phantom_pilots_need_phantoms: bool,
    /// A player has no more Shadow than Sigma Squadron Pilots.
    pub shadow_pilots_need_sigma_pilots: bool,
    /// Imperial Royal Guard Pilots are limited to the number of Imperial players.
    pub royal_guard_limit: bool,
}
