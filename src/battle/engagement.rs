//! What a battle model is asked: the border between campaign and battle, with [`super::outcome`].
//!
//! Both models take the same engagement, so they can be compared one to one. Campaign code knows only these
//! two types; a battle model knows nothing of the campaign but what stands here.

/// Roles that an owner assigns when he builds or deploys his squad: a word of the missions' vocabulary.
pub use crate::config::mission::SquadRole;
pub use crate::ids::{DamageDeckKind, Terrain};
use std::sync::LazyLock;

use crate::config::{RuleSet, TerrainRules};
use crate::ids::{Faction, PilotCardId, ShipClassId, Side, UpgradeId};
use crate::procedures::initiative::RerollScope;

/// One battle to be fought.
#[derive(Debug, Clone)]
pub struct Engagement {
    /// Key of the mission, the file name under `scenarios/missions/`.
    pub mission: String,
    /// The unusual feature of the place.
    pub terrain: Terrain,
    /// Attacker, defender.
    pub squads: [Squad; 2],
    /// The squad size in points that each side could spend.
    pub sizes: [u16; 2],
    /// How often each side may reroll initiative (Observation Posts under control).
    pub initiative_rerolls: [u8; 2],
    pub switches: BattleSwitches,
}

impl Engagement {
    pub fn squad(&self, side: Side) -> &Squad {
        &self.squads[side.index()]
    }
}

/// Rules of the battle that the rule set decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BattleSwitches {
    pub damage_deck: DamageDeckKind,
    /// Ion kills are set aside for capture, by the side that fights with that right.
    pub captures_ion_kills: [bool; 2],
    /// What such a side may capture: any ship (Scum) or TIE Fighters only (Rebels).
    pub captures_only_tie_fighters: [bool; 2],
    /// A battle that lasts longer is called off: both sides leave, nobody controls the map.
    pub round_cap: u16,
    pub judgment: TacticalJudgment,
    /// What a reroll of initiative rolls again.
    pub initiative_reroll: RerollScope,
    /// What unusual features put on the board.
    pub terrain: TerrainRules,
}

/// A pilot may pay XP to reroll dice that affect him.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TacticalJudgment {
    /// XP for one use.
    pub xp: u8,
    /// Dice that one use rerolls; none where judgment is not allowed.
    pub dice: u8,
}

impl BattleSwitches {
    /// What a rule set says of battles; nobody captures anything.
    pub fn of(rules: &RuleSet) -> BattleSwitches {
        BattleSwitches {
            damage_deck: rules.battle.damage_deck,
            captures_ion_kills: [false; 2],
            captures_only_tie_fighters: [false; 2],
            round_cap: rules.battle.round_cap,
            judgment: TacticalJudgment {
                xp: rules.judgment.xp,
                dice: if rules.judgment.allowed { rules.judgment.dice } else { 0 },
            },
            initiative_reroll: rules.rulings.initiative_reroll,
            terrain: rules.battle.terrain,
        }
    }
}

/// The rulebook as written.
impl Default for BattleSwitches {
    fn default() -> BattleSwitches {
        static RULEBOOK: LazyLock<BattleSwitches> =
            LazyLock::new(|| BattleSwitches::of(&RuleSet::rulebook()));
        *RULEBOOK
    }
}

/// One side's forces.
#[derive(Debug, Clone)]
pub struct Squad {
    pub faction: Faction,
    pub ships: Vec<SquadShip>,
    /// Stock ships with their pilots that the side may call in where the mission allows it, in order.
    pub reinforcements: Vec<SquadShip>,
    /// Huge ships that take part.
    pub huge_ships: Vec<HugeShipInBattle>,
    /// Captured persons that a prisoner mission carries, by the campaign's person numbers.
    pub prisoners: Vec<PrisonerInBattle>,
    /// Values in Fleet Points of the containers' contents in a Supply Raid.
    pub containers: Vec<u16>,
    /// When this side breaks off.
    pub retreat: RetreatRule,
}

/// A side leaves when it judges the fight lost; without such a rule losses, XP and ejections come out wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RetreatRule {
    /// Break off when own remaining strength falls below this share of the foe's (0: never).
    pub strength_ratio: f64,
    /// A single ship with fewer hull points left than this share of its hull leaves (0: never).
    pub hull_share: f64,
}

impl Default for RetreatRule {
    fn default() -> RetreatRule {
        RetreatRule { strength_ratio: 0.4, hull_share: 0.0 }
    }
}

/// A ship with its pilot and all that it carries.
#[derive(Debug, Clone)]
pub struct SquadShip {
    pub class: ShipClassId,
    pub pilot: SquadPilot,
    /// Everything equipped, crew and elite upgrades included; an upgrade carried twice stands twice.
    pub upgrades: Vec<UpgradeId>,
    /// Spare copies loaded for Extra Munitions tokens, one entry per token.
    pub munitions_tokens: Vec<UpgradeId>,
    /// Squad points of ship, pilot and upgrades.
    pub points: u16,
    /// Which group of the squad (missions that divide it); 0 for the first.
    pub group: u8,
    /// A role that the squad builder gave it, where the mission lets the owner choose.
    pub role: Option<SquadRole>,
}

/// Who flies.
#[derive(Debug, Clone)]
pub struct SquadPilot {
    pub card: PilotCardId,
    /// Present pilot skill, improvements included, upgrades not.
    pub skill: u8,
    pub unique: bool,
    /// Elite or crew cards that the pilot has as pilot ability.
    pub abilities: Vec<UpgradeId>,
    /// XP that tactical judgment may spend in this battle.
    pub xp_to_spend: u8,
}

/// A huge ship as it enters a battle, with what earlier battles left on it.
#[derive(Debug, Clone)]
pub struct HugeShipInBattle {
    pub class: ShipClassId,
    pub upgrades: Vec<UpgradeId>,
    /// By section, in the catalog's order: face-down and face-up damage cards carried over.
    pub face_down: [u8; 2],
    pub face_up: [u8; 2],
    pub crippled: [bool; 2],
}

/// A prisoner carried in a mission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrisonerInBattle {
    /// The campaign's number of the person; the battle hands it back.
    pub person: u32,
    pub skill: u8,
    pub unique: bool,
}
