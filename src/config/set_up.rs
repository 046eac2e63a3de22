//! A set-up: which rules, which factions and players, which map, until when, by which battle model.

use serde::{Deserialize, Serialize};

use super::fingerprint;
use super::house_rules::DEFAULT_RULE_SET;
use super::rule_set::RuleSet;
use super::target_words::TargetType;
use crate::catalog::vocabulary;
use crate::ids::{Faction, Model, Terrain};

/// The set-up that a command uses when none is named.
pub const DEFAULT_SET_UP: &str = "galactic-civil-war";

/// The most players a faction can have.
pub const MOST_PLAYERS: usize = 12;

vocabulary!(
    /// Who commands a player's squadron.
    DoctrineName {
        Balanced = "balanced" / "balanced",
        Aggressive = "aggressive" / "aggressive",
        Economist = "economist" / "economist",
        AceBuilder = "ace-builder" / "ace builder",
        Swarm = "swarm" / "swarm",
        RandomLegal = "random-legal" / "random but legal",
    }
);

vocabulary!(
    /// Who decides what pilots spend XP on.
    TrainingName {
        Doctrine = "doctrine" / "the doctrine",
        ByLot = "by-lot" / "the lot, for each pilot one thing",
    }
);

vocabulary!(
    /// Who has won when the turn cap ends a campaign.
    CapVerdict {
        Nobody = "nobody" / "nobody",
        MostFleetPoints = "most-fleet-points" / "the faction that generated most unmodified Fleet Points",
    }
);

/// A set-up with its rules.
#[derive(Debug, Clone, PartialEq)]
pub struct SetUp {
    /// File name without ending, as folders of results are called.
    pub name: String,
    pub file: SetUpFile,
    pub rules: RuleSet,
    /// What the set-up's own mission files say, for the fingerprint.
    pub(super) mission_texts: String,
}

/// What the set-up's file itself says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUpFile {
    /// The name that reports print.
    pub title: String,
    /// What it is for, in a sentence.
    pub about: String,
    /// Rule set: name of a built-in one, or path.
    #[serde(default = "default_rule_set")]
    pub rules: String,
    /// House rules upon it, later ones win: names or paths.
    #[serde(default)]
    pub house_rules: Vec<String>,
    /// Files of missions of one's own, which scenario tables may then name.
    #[serde(default)]
    pub missions: Vec<String>,
    /// Campaign turns after which it ends anyway.
    pub turn_cap: u16,
    /// Who has then won.
    pub at_turn_cap: CapVerdict,
    /// How battles are fought.
    pub model: Model,
    /// Both factions play the first one's cards, so that only luck tells them apart.
    #[serde(default)]
    pub mirror: bool,
    /// Two or three, in the order in which ties of order are settled.
    pub factions: Vec<FactionSeats>,
    /// `"rolled"`, or `[map.fixed]`.
    pub map: MapChoice,
}

/// A faction with its players.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactionSeats {
    pub faction: Faction,
    pub players: Vec<Seat>,
}

/// One player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    pub name: String,
    pub doctrine: DoctrineName,
    /// Probability that the player comes to a battle.
    #[serde(default = "always")]
    pub attendance: f64,
    /// By lot: a trial of what XP are worth.
    #[serde(default = "by_doctrine", skip_serializing_if = "is_by_doctrine")]
    pub training: TrainingName,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MapChoice {
    /// By the rulebook's tables, anew for every campaign.
    Rolled,
    Fixed(FixedMap),
}

/// The same targets in every campaign.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedMap {
    /// The trade route is a target beside them.
    pub trade_route: bool,
    pub targets: Vec<FixedTarget>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedTarget {
    pub name: String,
    #[serde(rename = "type")]
    pub type_: TargetType,
    /// Unusual feature.
    pub feature: Terrain,
    /// An outpost that hides in a gas giant.
    #[serde(default)]
    pub hidden: bool,
    /// FP a turn, where it is not the type's own value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i16>,
}

fn default_rule_set() -> String {
    DEFAULT_RULE_SET.to_string()
}

fn always() -> f64 {
    1.0
}

fn by_doctrine() -> TrainingName {
    TrainingName::Doctrine
}

fn is_by_doctrine(training: &TrainingName) -> bool {
    *training == TrainingName::Doctrine
}

impl SetUp {
    /// Players by faction, in set-up order: faction and seat.
    pub fn seats(&self) -> impl Iterator<Item = (Faction, &Seat)> {
        self.file.factions.iter().flat_map(|side| side.players.iter().map(move |seat| (side.faction, seat)))
    }

    pub fn factions(&self) -> impl Iterator<Item = Faction> {
        self.file.factions.iter().map(|side| side.faction)
    }

    pub fn n_players(&self, faction: Faction) -> usize {
        self.file.factions.iter().filter(|side| side.faction == faction).map(|side| side.players.len()).sum()
    }

    /// Scum lives by its own rules only beside two other factions.
    pub fn scum_is_independent(&self) -> bool {
        self.rules.scum.independent && self.file.factions.len() == 3
    }

    /// Changes when the rules or anything that decides a result does; titles and descriptions do not.
    pub fn fingerprint(&self) -> String {
        let mut file = self.file.clone();
        file.title.clear();
        file.about.clear();
        // What files are called does not matter, only what they say.
        file.rules.clear();
        file.house_rules.clear();
        file.missions.clear();
        let text = fingerprint::canonical(&file) + &fingerprint::canonical(&self.rules) + &self.mission_texts;
        format!("{:016x}", fingerprint::fnv1a(text.as_bytes()))
    }

    /// Doubts about the set-up that do not forbid it.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.scum_is_independent() {
            let scum = self.n_players(Faction::Scum) as f64;
            let largest =
                self.factions().filter(|faction| *faction != Faction::Scum).map(|f| self.n_players(f)).max();
            let advised = self.rules.scum.players_share * largest.unwrap_or(0) as f64;
            if advised + 1.0 <= scum {
                remarks.push(format!(
                    "Scum has {scum} players; as an independent faction it should have about {advised}"
                ));
            }
        }
        remarks
    }
}
