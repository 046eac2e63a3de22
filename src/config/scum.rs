//! Scum as an independent faction. (Scum and Villainy as a Third Faction)

use serde::{Deserialize, Serialize};

use super::names;
use crate::ids::ShipClassId;

/// Scum and Villainy as a Third Faction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScumRules {
    /// With three factions in play Scum lives by the rules below; false: it is an ordinary faction.
    pub independent: bool,
    /// Players it should have, as a share of another faction's; advice, not checked.
    pub players_share: f64,
    /// Scum can win the campaign.
    pub can_win: bool,
    /// Base of Operations; Strategic Targets.
    pub targets: ScumTargets,
    /// Strategic Targets.
    pub income: ScumIncome,
    /// Mercenaries.
    pub contracts: ScumContracts,
    /// Trade Route and Smuggling.
    pub trade_route: ScumTradeRoute,
    /// Piracy.
    pub piracy: ScumPiracy,
    /// Capturing Enemy Ships.
    pub capture: ScumCapture,
    /// Black Market; Better Offer; Mine Now.
    pub black_market: ScumBlackMarket,
}

/// Base of Operations; Strategic Targets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScumTargets {
    /// Targets each Scum player chooses as Scum's before the first turn.
    pub bases_per_player: u8,
    /// An unexplored base is explored at once.
    pub base_rolls_discovery: bool,
    /// Attacked by both others, Scum leaves the field; it keeps the target only after a draw.
    pub withdraws_before_two_powers: bool,
    /// Without a contract Scum may attack uncontrolled targets only.
    pub attacks_uncontrolled_only: bool,
    /// Both others at the same uncontrolled target cancel Scum's attack.
    pub attack_cancelled_by_two_powers: bool,
}

/// Strategic Targets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScumIncome {
    /// The automatic FP.
    pub automatic: bool,
    /// FP for captured and lost targets.
    pub captures_and_losses: bool,
    /// FP for battles won and lost.
    pub battles: bool,
}

/// Mercenaries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScumContracts {
    /// The others may hire Scum against an enemy target.
    pub allowed: bool,
    /// Campaign turns a contract stands.
    pub turns: u8,
    /// The employer may attack the target himself.
    pub employer_may_attack: bool,
}

/// Trade Route and Smuggling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScumTradeRoute {
    /// FP for each Scum player when nobody else goes there.
    pub smuggling_income: u16,
    /// Mission when one other faction does, Scum defending.
    pub interdiction_mission: String,
    /// FP for each Scum player and each container that gets away.
    pub container_income: u16,
    /// FP less for both others when Scum wins control of it.
    pub enemy_loss: i16,
}

/// Piracy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScumPiracy {
    /// Scum attacks may go against shipping.
    pub allowed: bool,
    /// Mission, Scum attacking.
    pub mission: String,
    /// Containers stolen when nobody defends.
    pub undefended_containers: u8,
}

/// Capturing Enemy Ships.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScumCapture {
    /// Scum takes ships killed by ion weapons, if it controls the map.
    pub scum_captures: bool,
    /// Rebels take TIE Fighters in the same way.
    pub rebels_capture_ties: bool,
    /// A captured ship needs repair.
    pub captured_are_damaged: bool,
    /// The class that Rebels may take.
    #[serde(with = "names::one")]
    pub rebel_capture_ship: ShipClassId,
    /// The class it then is.
    #[serde(with = "names::one")]
    pub rebel_captured_as: ShipClassId,
}

/// Black Market; Better Offer; Mine Now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScumBlackMarket {
    /// Ships, equipment and crew may be traded with the other factions.
    pub trade_allowed: bool,
    /// Prisoners may be sold back.
    pub ransom_allowed: bool,
    /// A captured pilot who has a Scum card may be turned.
    pub better_offer_allowed: bool,
    /// FP.
    pub better_offer_price: u16,
    /// Scum pilots may qualify on ships of other factions.
    pub mine_now_allowed: bool,
}
