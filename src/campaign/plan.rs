//! What players plan: attacks, battles to come and the squads they send there.

use crate::battle::engagement::{RetreatRule, SquadRole};
use crate::config::mission::Mission;
use crate::events::campaign::BattleCard;
use crate::events::words::AttackKind;
use crate::ids::{Faction, HugeShipId, HullId, PersonId, PlayerId, Side, TargetId, UpgradeId};

use super::state::ShortList;

/// One way to use an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attack {
    /// A strategic target, the Trade Route included.
    Target(TargetId),
    /// A strategic target on which somebody placed a contract; the place in `State::contracts`.
    Contract { contract: u8, target: TargetId },
    /// Prisoner Rescue from this faction.
    PrisonerRescue(Faction),
    /// Prisoner Exchange with this faction, which both leaders have agreed on.
    PrisonerExchange(Faction),
    /// Intelligence Gathering or Electronic Warfare against this faction.
    Locate(Faction),
    /// A located huge ship.
    HugeShip(HugeShipId),
    /// Supply Raid on the shipping of this faction.
    Piracy(Faction),
}

impl Attack {
    pub fn kind(self) -> AttackKind {
        match self {
            Attack::Target(_) => AttackKind::Target,
            Attack::Contract { .. } => AttackKind::Contract,
            Attack::PrisonerRescue(_) => AttackKind::PrisonerRescue,
            Attack::PrisonerExchange(_) => AttackKind::PrisonerExchange,
            Attack::Locate(_) => AttackKind::Locate,
            Attack::HugeShip(_) => AttackKind::HugeShip,
            Attack::Piracy(_) => AttackKind::Piracy,
        }
    }

    pub fn target(self) -> Option<TargetId> {
        match self {
            Attack::Target(target) | Attack::Contract { target, .. } => Some(target),
            _ => None,
        }
    }
}

/// An attack that a player has declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declared {
    pub faction: Faction,
    pub player: PlayerId,
    pub attack: Attack,
}

/// A battle that has been arranged, with the players who fight it.
#[derive(Debug, Clone, Copy)]
pub struct Battle {
    pub card: BattleCard,
    pub mission: &'static Mission,
    /// Where its luck comes from; the same for the same target of the same turn.
    pub key: u64,
    /// Attacker, defender; `None`: nobody (ceded, or not assigned yet).
    pub players: [Option<PlayerId>; 2],
    /// Terrain is rolled after the squads are chosen (Trade Route).
    pub terrain_unknown: bool,
    /// The faction that controlled the target when the battle was arranged.
    pub owner: Option<Faction>,
    /// The employer, where Scum attack on a contract.
    pub employer: Option<Faction>,
}

impl Battle {
    pub fn faction(&self, side: Side) -> Faction {
        self.card.factions[side.index()]
    }

    pub fn size(&self, side: Side) -> u16 {
        self.card.sizes[side.index()]
    }

    pub fn player(&self, side: Side) -> Option<PlayerId> {
        self.players[side.index()]
    }

    pub fn side_of(&self, faction: Faction) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.faction(*side) == faction)
    }
}

/// A ship that a player wants to send, with pilot and everything that is mounted for this battle.
///
/// What is installed on the hull goes along by itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlannedShip {
    pub hull: HullId,
    pub pilot: PersonId,
    /// Quickly mounted hardware and ordnance out of the store; Extra Munitions and Rebel Captive too.
    pub equipment: ShortList<UpgradeId, 12>,
    /// Crew members, and pilots who fly as crew.
    pub crew: ShortList<PersonId, 4>,
    /// Elite upgrades, which are paid in squad points only.
    pub elites: ShortList<UpgradeId, 2>,
    /// Spare copies of ordnance for the tokens of Extra Munitions.
    pub munitions: ShortList<UpgradeId, 8>,
    /// XP that tactical judgment may spend in the battle.
    pub xp_to_spend: u8,
    pub group: u8,
    pub role: Option<SquadRole>,
}

impl PlannedShip {
    pub fn bare(hull: HullId, pilot: PersonId) -> PlannedShip {
        PlannedShip {
            hull,
            pilot,
            equipment: ShortList::default(),
            crew: ShortList::default(),
            elites: ShortList::default(),
            munitions: ShortList::default(),
            xp_to_spend: 0,
            group: 0,
            role: None,
        }
    }
}

/// The squad that a player wants to send. Empty: he does not fight.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SquadPlan {
    pub ships: Vec<PlannedShip>,
    /// Stock ships with their pilots that may be called in where the mission allows it.
    pub reinforcements: Vec<(HullId, PersonId)>,
    pub huge_ships: ShortList<HugeShipId, 4>,
    /// The carrier with the Hound's Tooth title, and the fighter that leaves it when it is destroyed.
    pub docked: Option<(HullId, PlannedShip)>,
    pub retreat: RetreatRule,
}

impl SquadPlan {
    pub fn clear(&mut self) {
        self.ships.clear();
        self.reinforcements.clear();
        self.huge_ships.clear();
        self.docked = None;
        self.retreat = RetreatRule::default();
    }

    /// Every ship that is neither huge nor called in, the docked one last.
    pub fn all_ships(&self) -> impl Iterator<Item = &PlannedShip> {
        self.ships.iter().chain(self.docked.iter().map(|(_, fighter)| fighter))
    }

    pub fn is_empty(&self) -> bool {
        self.ships.is_empty() && self.huge_ships.is_empty()
    }
}

/// What a defender puts into one container of a Supply Raid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Container {
    /// Cards out of the store, one entry per copy.
    pub upgrades: ShortList<UpgradeId, 4>,
    /// Fleet Points that make up the rest.
    pub points: u16,
}
