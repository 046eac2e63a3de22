//! What happens on the board, in the order in which it happens: enough to draw every move, die and token.
//!
//! Ships, obstacles and tokens are numbered as in the battle's state; a ship's number never changes.

use crate::battle::attack::DamageCard;
use crate::catalog::{Bearing, Difficulty};
use crate::config::mission::OrderKind;
use crate::geometry::{Base, Board, Pose, Template, TokenShape};
use crate::ids::{ShipClassId, Side, UpgradeId};

/// Raised whenever a variant or a field changes its meaning.
pub const BATTLE_SCHEMA_VERSION: u32 = 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    SetUp,
    Planning,
    Activation,
    Combat,
    End,
}

/// Why a base moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveKind {
    Maneuver,
    /// The forced straight 1 of an ionized ship.
    Ion,
    Boost,
    BarrelRoll,
    Decloak,
    Slam,
    /// Moved by the foe's tractor beam.
    Tractor,
    /// A mission token's own move.
    Token,
}

/// What a ship did as an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionTaken {
    Focus,
    Evade,
    TargetLock {
        target: u8,
    },
    BarrelRoll,
    Boost,
    Cloak,
    Slam,
    Coordinate {
        friend: u8,
    },
    RotateArc {
        quadrant: u8,
    },
    /// An action that a card gives.
    Card {
        card: UpgradeId,
    },
    /// The action of a face-up damage card.
    Repair {
        card: DamageCard,
        repaired: bool,
    },
    /// A mission's action: its place in the mission's list, the token or ship acted on.
    Mission {
        rule: u8,
        on: u8,
        success: bool,
    },
}

/// The tokens beside a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TokenCounts {
    pub focus: u8,
    pub evade: u8,
    pub stress: u8,
    pub ion: u8,
    pub tractor: u8,
    pub tracking: u8,
    pub cargo: u8,
    pub cloaked: bool,
    pub weapons_disabled: bool,
}

/// Which dice are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceStage {
    Rolled,
    Modified,
}

/// One thing that happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BattleEvent {
    BattleBegan {
        board: Board,
    },
    Initiative {
        side: Side,
    },
    ObstaclePlaced {
        obstacle: u8,
        shape: TokenShape,
        pose: Pose,
    },
    ObstacleRemoved {
        obstacle: u8,
    },
    /// No legal place was left for an obstacle, so it stays in the box.
    NoRoomFor {
        shape: TokenShape,
    },
    /// No legal place was left for a ship of a later wave: it does not come.
    NoRoomForShip {
        ship: u8,
    },
    /// A commander's order token is turned up.
    OrderRevealed {
        ship: u8,
        order: OrderKind,
    },
    /// The planetary ring: a straight zone from edge to edge.
    ZonePlaced {
        corners: [crate::geometry::Vec2; 4],
    },
    /// A mission token; `kind` is the place of its kind in the mission vocabulary.
    TokenPlaced {
        token: u8,
        kind: u8,
        pose: Pose,
    },
    TokenRemoved {
        token: u8,
    },
    /// A mission token was taken aboard.
    TokenTaken {
        token: u8,
        ship: u8,
    },
    TokenFled {
        token: u8,
    },
    ShipEntered {
        ship: u8,
        side: Side,
        class: ShipClassId,
        base: Base,
        pose: Pose,
        skill: u8,
        hull: u8,
        shields: u8,
    },
    RoundBegan {
        round: u16,
    },
    PhaseBegan {
        phase: Phase,
    },
    DialRevealed {
        ship: u8,
        bearing: Bearing,
        speed: u8,
        difficulty: Difficulty,
    },
    /// Along `template` from `start` to the path parameter, then set down at `end` (flips turn on the spot; rolls
    /// have no template and go straight to the end).
    Moved {
        ship: u8,
        kind: MoveKind,
        template: Option<Template>,
        start: Pose,
        parameter: f64,
        end: Pose,
    },
    TokenMoved {
        token: u8,
        template: Template,
        start: Pose,
        end: Pose,
    },
    /// Set down elsewhere, such as by a micro-jump.
    Replaced {
        ship: u8,
        pose: Pose,
    },
    /// The maneuver ended in the way of other ships, bit `ship`.
    Bumped {
        ship: u8,
        into: u32,
    },
    Action {
        ship: u8,
        action: ActionTaken,
    },
    Tokens {
        ship: u8,
        tokens: TokenCounts,
    },
    LockAcquired {
        ship: u8,
        target: u8,
    },
    LockLost {
        ship: u8,
    },
    /// A single die: obstacle, mine, repair, terrain. Face 0 hit, 1 crit, 2 focus, 3 blank.
    DieRolled {
        ship: u8,
        face: u8,
    },
    AttackDeclared {
        attacker: u8,
        target: u8,
        card: Option<UpgradeId>,
        range: u8,
        obstructed: bool,
    },
    /// Hits, crits, focus, blanks.
    AttackDice {
        stage: DiceStage,
        faces: [u8; 4],
    },
    /// Evades, focus, blanks; `added` are evades from tokens and cards.
    DefenseDice {
        stage: DiceStage,
        faces: [u8; 3],
        added: u8,
    },
    AttackResolved {
        attacker: u8,
        target: u8,
        hits: u8,
        crits: u8,
    },
    Shields {
        ship: u8,
        shields: u8,
    },
    DamageDealt {
        ship: u8,
        card: DamageCard,
        face_up: bool,
    },
    CardFlipped {
        ship: u8,
        card: DamageCard,
        face_up: bool,
    },
    BombDropped {
        ship: u8,
        obstacle: u8,
    },
    BombWentOff {
        obstacle: u8,
    },
    FleeDeclared {
        ship: u8,
        forced: bool,
    },
    Fled {
        ship: u8,
    },
    Destroyed {
        ship: u8,
        by: Option<u8>,
        ion_kill: bool,
    },
    /// A side meets a condition of victory.
    ObjectiveMet {
        side: Side,
    },
    BattleEnded {
        winner: Option<Side>,
        map_control: Option<Side>,
        rounds: u16,
    },
}
