//! What happens in a campaign, in the order in which it happens.
//!
//! The story and the frames are both made from this list and from nothing else.

use crate::config::{Discovery, TargetCategory, TargetType};
use crate::ids::{
    BattleId, Faction, HugeShipId, HullId, Model, PersonId, PilotCardId, PlayerId, ShipClassId, Side,
    TargetId, Terrain, UpgradeId,
};

use super::words::*;

/// Raised whenever a variant or a field changes its meaning.
pub const SCHEMA_VERSION: u32 = 2;

/// What a person does. A commander with both cards is a pilot who may also sit in a crew seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Post {
    Pilot(PilotCardId),
    Crew(UpgradeId),
}

/// A faction's score of one turn, factor by factor; see `campaign::rules::income`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    pub automatic: i32,
    pub captured_target: i32,
    pub lost_target: i32,
    pub battles_won: i32,
    pub battles_lost: i32,
    pub targets: i32,
    pub trade_station: i32,
    pub trade_route: i32,
    /// Taken by the enemy who controls the Trade Route.
    pub enemy_trade_route: i32,
    pub resource_cache: i32,
}

impl Score {
    /// The plus factors alone.
    pub fn gross(&self) -> i32 {
        self.factors().into_iter().filter(|points| 0 < *points).sum()
    }

    /// All factors, before the minimum.
    pub fn sum(&self) -> i32 {
        self.factors().into_iter().sum()
    }

    fn factors(&self) -> [i32; 10] {
        [
            self.automatic,
            self.captured_target,
            self.lost_target,
            self.battles_won,
            self.battles_lost,
            self.targets,
            self.trade_station,
            self.trade_route,
            self.enemy_trade_route,
            self.resource_cache,
        ]
    }
}

/// How a faction stands at the end of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Fleet Points in hand, all players together.
    pub balance: i32,
    /// Fleet Points that the hulls, pilots, crew and upgrades of its Squadrons would cost.
    pub fleet_value: i32,
    pub targets: u16,
    pub target_value: i32,
    pub hulls: u16,
    pub hulls_ready: u16,
    pub pilots_fit: u16,
    pub pilots_wounded: u16,
    /// Qualifying or in military training.
    pub pilots_training: u16,
    /// Own pilots and crew in enemy hands.
    pub captives: u16,
    /// Enemy pilots and crew held.
    pub prisoners: u16,
    pub huge_ships: u16,
    /// Pilots alive, captives included, and the sum of their skills.
    pub pilots: u16,
    pub skill: u32,
    /// Unspent XP of all pilots on the roster.
    pub xp: u32,
}

/// The life of one person, told once when the campaign is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PersonRecord {
    pub person: PersonId,
    pub player: PlayerId,
    pub faction: Faction,
    pub post: Post,
    pub origin: PersonOrigin,
    pub unique: bool,
    pub first_skill: u8,
    pub last_skill: u8,
    pub commander: bool,
    pub flipped: bool,
    pub xp_earned: u16,
    /// By [`XpUse`].
    pub xp_spent: [u16; 8],
    /// What he had to spend XP on; `None` where his player decided.
    pub programme: Option<Programme>,
    pub battles: u16,
    pub battles_won: u16,
    pub kills: u16,
    pub wounds: u8,
    pub ejections: u8,
    pub captures: u8,
    pub escapes: u8,
    pub end: PersonEnd,
    pub joined_turn: u16,
    /// Turn of the end; the last turn of the campaign for those on the roster.
    pub end_turn: u16,
}

/// The life of one hull, told once when the campaign is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HullRecord {
    pub hull: HullId,
    pub player: PlayerId,
    pub faction: Faction,
    pub class: ShipClassId,
    pub origin: HullOrigin,
    pub battles: u16,
    pub kills: u16,
    pub times_damaged: u8,
    pub turns_idle: u16,
    pub upgrades_value: u16,
    /// In other hands than those that acquired it first, by capture.
    pub captured: bool,
    pub end: HullFate,
    pub acquired_turn: u16,
    pub end_turn: u16,
}

/// A battle as it was arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BattleCard {
    pub battle: BattleId,
    /// Key of the mission.
    pub mission: &'static str,
    /// `None` away from strategic targets (prisoners, satellites, huge ships, piracy).
    pub target: Option<TargetId>,
    pub terrain: Terrain,
    pub kind: AttackKind,
    /// Attacker, defender.
    pub factions: [Faction; 2],
    pub sizes: [u16; 2],
    pub huge_ship: Option<HugeShipId>,
}

/// A battle as it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BattleResult {
    pub winner: Option<Side>,
    /// Prisoner Exchange: both won or both lost.
    pub both: Option<bool>,
    pub map_control: Option<Side>,
    /// The Trade Route's feature is known only now.
    pub terrain: Terrain,
    pub rounds: u16,
    pub capped: bool,
    pub points_lost: [u16; 2],
    pub ships_lost: [u8; 2],
    pub fled: [u8; 2],
    pub model: Model,
}

/// One thing that happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CampaignEvent {
    // ---- the table is laid ----
    PlayerSeated {
        player: PlayerId,
        faction: Faction,
    },
    TargetPlaced {
        target: TargetId,
        category: TargetCategory,
        type_: TargetType,
        hidden: bool,
        value: i16,
        terrain: Terrain,
    },
    HugeShipReadied {
        ship: HugeShipId,
        faction: Faction,
        class: ShipClassId,
    },
    HugeShipEquipped {
        ship: HugeShipId,
        upgrade: UpgradeId,
        cost: u16,
    },

    // ---- Purchase Reinforcements ----
    TurnBegan {
        turn: u16,
    },
    ScoreCounted {
        faction: Faction,
        score: Score,
        total: i32,
    },
    PointsEarned {
        player: PlayerId,
        source: PointSource,
        amount: i32,
    },
    PointsUsed {
        player: PlayerId,
        use_: PointUse,
        amount: i32,
    },
    HullJoined {
        hull: HullId,
        player: PlayerId,
        class: ShipClassId,
        origin: HullOrigin,
        cost: u16,
    },
    PersonJoined {
        person: PersonId,
        player: PlayerId,
        post: Post,
        origin: PersonOrigin,
        cost: u16,
        commander: bool,
    },
    UpgradeGained {
        player: PlayerId,
        upgrade: UpgradeId,
        copies: u8,
        origin: UpgradeOrigin,
        cost: u16,
    },
    /// Ordnance expended, equipment lost with its ship or in a container, a replaced huge-ship card.
    UpgradeLost {
        player: PlayerId,
        upgrade: UpgradeId,
        copies: u8,
    },
    /// A title, or a time-intensive upgrade bought together with its ship.
    UpgradeFitted {
        player: PlayerId,
        upgrade: UpgradeId,
        cost: u16,
    },
    UpgradeInstalled {
        hull: HullId,
        upgrade: UpgradeId,
        ready_turn: u16,
    },
    UpgradeRemoved {
        hull: HullId,
        upgrade: UpgradeId,
        ready_turn: u16,
    },
    RepairHastened {
        hull: HullId,
    },
    HullHandedOver {
        hull: HullId,
        from: PlayerId,
        to: PlayerId,
    },
    PersonHandedOver {
        person: PersonId,
        from: PlayerId,
        to: PlayerId,
    },
    XpEarned {
        person: PersonId,
        source: XpSource,
        amount: u16,
    },
    XpSpent {
        person: PersonId,
        use_: XpUse,
        amount: u16,
    },
    SkillImproved {
        person: PersonId,
        from: u8,
        to: u8,
    },
    Qualified {
        person: PersonId,
        class: ShipClassId,
        ready_turn: u16,
    },
    EliteSlotGained {
        person: PersonId,
    },
    AbilityGained {
        person: PersonId,
        upgrade: UpgradeId,
    },
    TrainingBegan {
        person: PersonId,
        ready_turn: u16,
    },
    EscapeAttempted {
        person: PersonId,
    },
    CommanderReplaced {
        player: PlayerId,
        person: PersonId,
    },
    CommanderShippedOff {
        person: PersonId,
    },
    ContractPlaced {
        by: Faction,
        target: TargetId,
        points: i32,
    },
    ContractAccepted {
        by: PlayerId,
        employer: Faction,
        target: TargetId,
    },
    PilotFlipped {
        person: PersonId,
        to: PlayerId,
    },

    // ---- Choose Strategic Targets, Determine Scenarios ----
    AttackDeclared {
        faction: Faction,
        player: PlayerId,
        kind: AttackKind,
        target: Option<TargetId>,
    },
    /// Scum give way to two powers, or a declared exchange found no partner.
    AttackCancelled {
        faction: Faction,
        kind: AttackKind,
        target: Option<TargetId>,
    },
    BattleArranged(BattleCard),

    // ---- Construct Squads and Conduct Battle ----
    SquadBuilt {
        battle: BattleId,
        side: Side,
        player: PlayerId,
        points: u16,
        ships: u8,
    },
    ShipSent {
        battle: BattleId,
        side: Side,
        hull: HullId,
        class: ShipClassId,
        pilot: PersonId,
        card: PilotCardId,
        skill: u8,
        points: u16,
    },
    /// A card aboard a ship that was sent, right after it.
    UpgradeSent {
        battle: BattleId,
        side: Side,
        upgrade: UpgradeId,
    },
    BattleNotFought {
        battle: BattleId,
        reason: NotFought,
        winner: Option<Side>,
    },
    BattleFought {
        battle: BattleId,
        result: BattleResult,
    },
    /// Casualties and loot of a battle, when all is settled.
    BattleClosed {
        battle: BattleId,
        killed: [u8; 2],
        captured: [u8; 2],
        loot: u16,
    },

    // ---- aftermath ----
    HullDamaged {
        hull: HullId,
        ready_turn: u16,
    },
    HullDestroyed {
        hull: HullId,
        battle: BattleId,
    },
    HullCaptured {
        hull: HullId,
        from: PlayerId,
        to: PlayerId,
    },
    PersonWounded {
        person: PersonId,
        ready_turn: u16,
    },
    PersonKilled {
        person: PersonId,
        cause: DeathCause,
    },
    PersonCaptured {
        person: PersonId,
        by: Faction,
    },
    PersonHome {
        person: PersonId,
        how: Homecoming,
    },
    TargetTaken {
        target: TargetId,
        by: Faction,
        from: Option<Faction>,
        how: TakenBy,
    },
    /// A hidden outpost was not paid for.
    TargetRefused {
        target: TargetId,
        by: Faction,
    },
    /// Nobody's any more.
    TargetGivenUp {
        target: TargetId,
        from: Faction,
    },
    /// The Trade Route belongs to a faction for the coming income only.
    TradeRouteWon {
        by: Faction,
    },
    WorldExplored {
        target: TargetId,
        by: Faction,
        discovery: Discovery,
        amount: i32,
    },
    ContainersStolen {
        battle: BattleId,
        by: PlayerId,
        containers: u8,
    },
    CargoRedeemed {
        player: PlayerId,
        units: u8,
    },
    /// Data Theft: the winner has seen the whole Squadron.
    SquadronRevealed {
        player: PlayerId,
    },
    HugeShipLocated {
        by: Faction,
        of: Faction,
    },
    HugeShipCardRevealed {
        ship: HugeShipId,
        upgrade: UpgradeId,
    },
    HugeShipDamaged {
        ship: HugeShipId,
        damage: u8,
        crippled: u8,
    },
    HugeShipDestroyed {
        ship: HugeShipId,
        battle: BattleId,
    },

    // ---- the end of a turn and of the campaign ----
    TurnEnded {
        turn: u16,
        faction: Faction,
        standing: Standing,
    },
    PersonEnded(PersonRecord),
    HullEnded(HullRecord),
    CampaignEnded {
        winner: Option<Faction>,
        reason: EndReason,
        turns: u16,
    },
}

const _: () =
    assert!(size_of::<CampaignEvent>() <= 64, "events are handed on by reference, but tests keep them");
