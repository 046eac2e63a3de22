//! Set-up: the board, and the rulebook's numbered steps in their order.

use serde::{Deserialize, Serialize};

use super::place::{Facing, Zone};
use super::words::{SquadRole, TokenKind, Who, words};
use crate::ids::Side;

words!(
    /// The play area, in feet.
    Area("area") {
        ThreeByThree = "3x3" / "3'×3'",
        /// The long edges are the starting edges.
        SixByThree = "6x3" / "6'×3'",
    }
);

words!(
    /// Who has initiative.
    InitiativeRule("initiative") {
        /// The side with fewer squad points chooses; a tie is broken by attack dice, most focus results chooses.
        SmallerSquadChooses = "smaller-squad-chooses" / "the smaller squad chooses",
        /// The same, by the first groups.
        SmallerFirstGroupChooses = "smaller-first-group-chooses" / "the smaller first group chooses",
        /// Attack dice; most focus results has initiative.
        Dice = "dice" / "dice decide",
        AttackerChooses = "attacker-chooses" / "the attacker chooses",
        DefenderChooses = "defender-chooses" / "the defender chooses",
    }
);

/// Who has initiative, and the dice that decide it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Initiative {
    pub rule: InitiativeRule,
    /// Attack dice that each side rolls where dice decide.
    pub dice: Option<u8>,
    /// Who may have the dice rolled once more.
    pub reroll: Option<Side>,
}

/// One step of set-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "setup", rename_all = "kebab-case")]
pub enum SetupStep {
    /// The place's unusual feature.
    Terrain(TerrainStep),
    /// Obstacles of the mission itself.
    Obstacles(ObstaclesStep),
    /// One side shifts obstacles that lie already.
    MoveObstacles(MoveObstaclesStep),
    Tokens(TokensStep),
    Ships(ShipsStep),
    /// The huge ships of a side.
    HugeShips(HugeShipsStep),
}

words!(
    /// What the mission does with the unusual feature of the place.
    Feature("feature") {
        Used = "used" / "as the place has it",
        Ignored = "ignored" / "ignored",
        /// The battle is fought away from any place: rolled before squads are chosen.
        Rolled = "rolled" / "rolled for this battle",
        /// Without its obstacles and mines, with its other effects.
        EffectsOnly = "effects-only" / "without its obstacles and mines",
    }
);

words!(
    /// Who puts things on the board.
    Placer("placer") {
        Attacker = "attacker" / "the attacker",
        Defender = "defender" / "the defender",
        /// In turns, who has initiative first.
        AlternatingInitiative = "alternating-initiative" / "both in turns, initiative first",
        AlternatingAttacker = "alternating-attacker" / "both in turns, the attacker first",
        AlternatingDefender = "alternating-defender" / "both in turns, the defender first",
        /// As the unusual feature says.
        Feature = "feature" / "as the feature says",
        /// The place leaves no choice.
        Nobody = "nobody" / "nobody: the place is fixed",
        /// Shuffled face down, then dealt out.
        Random = "random" / "chance",
    }
);

/// The unusual feature and its limits on placing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainStep {
    pub feature: Feature,
    #[serde(default = "as_the_feature_says")]
    pub by: Placer,
    /// Where the feature's obstacles may lie, besides the feature's own rules.
    #[serde(default)]
    pub zone: Zone,
    /// The feature's own limit to the edges does not hold.
    #[serde(default)]
    pub edges_free: bool,
    /// Asteroids, mines, debris clouds and derelicts come in twice the number.
    #[serde(default)]
    pub doubled: bool,
}

const fn as_the_feature_says() -> Placer {
    Placer::Feature
}

words!(
    /// Kinds of obstacles.
    ObstacleKind("obstacle") {
        Asteroid = "asteroid" / "asteroid",
        DebrisCloud = "debris-cloud" / "debris cloud",
        /// The placer chooses for each.
        AsteroidOrDebris = "asteroid-or-debris" / "asteroid or debris cloud",
    }
);

/// Obstacles that the mission itself brings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObstaclesStep {
    pub kind: ObstacleKind,
    pub count: u8,
    pub by: Placer,
    /// No shape twice.
    #[serde(default)]
    pub unique: bool,
    #[serde(default)]
    pub zone: Zone,
}

/// One side shifts some obstacles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveObstaclesStep {
    pub by: Side,
    pub up_to: u8,
    /// No farther than this range from where it lay.
    pub range: u8,
    /// Then the same side chooses its starting edge; the foe has the opposite one.
    #[serde(default)]
    pub then_chooses_edge: bool,
}

words!(
    /// What tokens are put on.
    On("on") {
        Board = "board" / "the board",
        /// One each at most.
        Obstacles = "obstacles" / "obstacles, one each at most",
        /// The placer's own ships, one each at most.
        Ships = "ships" / "ships, one each at most",
        /// The placer's own ships, any number each.
        ShipsFreely = "ships-freely" / "ships, any number each",
    }
);

/// Tokens put on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokensStep {
    pub token: TokenKind,
    pub count: u8,
    pub by: Placer,
    #[serde(default = "on_board")]
    pub on: On,
    #[serde(default)]
    pub zone: Zone,
    /// Each of the places that the zone names gets one.
    #[serde(default)]
    pub one_each: bool,
    #[serde(default = "free")]
    pub facing: Facing,
    /// Face down: the foe does not see which is which.
    #[serde(default)]
    pub hidden: bool,
}

const fn on_board() -> On {
    On::Board
}

const fn free() -> Facing {
    Facing::Free
}

words!(
    /// The order in which ships are placed. Neighbouring steps of the same order other than `at-once` are one step.
    Order("order") {
        /// All ships of the side, then the next step; where both sides place, initiative first.
        AtOnce = "at-once" / "all at once",
        /// Lowest pilot skill first, ties by initiative.
        BySkill = "by-skill" / "by pilot skill, lowest first",
        AlternatingAttacker = "alternating-attacker" / "one by one in turns, the attacker first",
    }
);

/// Ships of the squads put on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipsStep {
    pub who: Who,
    #[serde(default = "at_once")]
    pub order: Order,
    /// Each ship stands in one of them; none means anywhere.
    #[serde(default)]
    pub zones: Vec<Zone>,
    #[serde(default = "free")]
    pub facing: Facing,
    /// Stress tokens that each ship starts with.
    #[serde(default)]
    pub stress: u8,
    /// Only this group of the squad, counted from 1.
    pub group: Option<u8>,
    /// Ships of this role stay away.
    pub without_role: Option<SquadRole>,
    /// Each zone gets at least so many ships, if there are enough.
    #[serde(default)]
    pub ships_per_zone: u8,
    /// Each zone gets at least so many squad points.
    #[serde(default)]
    pub points_per_zone: u16,
    /// The zones are used in turns.
    #[serde(default)]
    pub alternate_zones: bool,
}

const fn at_once() -> Order {
    Order::AtOnce
}

/// Huge ships put on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HugeShipsStep {
    pub who: Who,
    #[serde(default)]
    pub zone: Zone,
    #[serde(default = "free")]
    pub facing: Facing,
}
