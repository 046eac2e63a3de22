//! What the board would decide: typed and checked from `parameters.toml`, the one file that says it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::catalog::catalog;
use crate::chance::Chance;
use crate::config::mission::TokenKind;
use crate::ids::Terrain;

/// A chance or a share, in thousandths: whole numbers, so that every machine draws the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thousandths(pub u16);

impl Thousandths {
    pub const ONE: Thousandths = Thousandths(1000);

    /// Draws. Sure things and impossible ones are not drawn.
    #[inline]
    pub fn happens<C: Chance>(self, chance: &mut C) -> bool {
        match self.0 {
            0 => false,
            1000.. => true,
            share => chance.number(1000) <= u32::from(share),
        }
    }

    /// A share of a share.
    pub const fn of(self, other: Thousandths) -> Thousandths {
        Thousandths((self.0 as u32 * other.0 as u32 / 1000) as u16)
    }
}

impl<'de> Deserialize<'de> for Thousandths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Thousandths, D::Error> {
        let share = f64::deserialize(deserializer)?;
        if !(0.0..=2.0).contains(&share) {
            return Err(serde::de::Error::custom("must be in 0..=2"));
        }
        Ok(Thousandths((share * 1000.0).round() as u16))
    }
}

impl Serialize for Thousandths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 1000.0)
    }
}

/// Rounds since a ship came to the board that are told apart; the last stands for all later ones.
pub const ROUNDS: usize = 6;
/// Numbers of enemies on the board that are told apart; the last stands for all larger ones.
pub const FOES: usize = 8;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Measured on the tabletop model, or only reasoned.
    pub calibrated: bool,
    pub melee: Melee,
    pub flight: Flight,
    pub ion: Drift,
    pub class: BTreeMap<String, ClassParameters>,
    pub action: AddedActions,
    pub terrain: BTreeMap<Terrain, TerrainParameters>,
    pub feature: FeatureParameters,
    pub objective: Objective,
    pub token: BTreeMap<TokenKind, TokenPath>,
    pub huge: HugeParameters,
    #[serde(default)]
    pub mission: BTreeMap<String, MissionParameters>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    pub approach: [Thousandths; ROUNDS],
    pub foes: [Thousandths; FOES],
    pub ranges: [[Thousandths; 3]; ROUNDS],
    pub any_direction: [Thousandths; ROUNDS],
    pub any_foes: [Thousandths; FOES],
    pub choice: Thousandths,
    pub any_choice: Thousandths,
    pub flank: Thousandths,
    pub lock_reach: Thousandths,
    pub near: Thousandths,
    pub alone: Thousandths,
    pub bomb: Thousandths,
    pub fast: Thousandths,
    pub skill_edge: Thousandths,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flight {
    pub shots: Thousandths,
    pub exposure: Thousandths,
    pub stay_ratio: Thousandths,
}

/// Shares of the usual shots and exposure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drift {
    pub shots: Thousandths,
    pub exposure: Thousandths,
}

/// What the board makes of a ship class.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassParameters {
    pub shots: Thousandths,
    pub exposure: Thousandths,
    pub red: Thousandths,
    pub green: Thousandths,
    pub bump: Thousandths,
    pub flee: Thousandths,
}

/// What an action adds to a class that a card gives it to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Added {
    pub shots: f64,
    pub exposure: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AddedActions {
    pub boost: Added,
    pub barrel_roll: Added,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainParameters {
    pub obstructed: Thousandths,
    pub asteroid: Thousandths,
    pub debris: Thousandths,
    pub mine: Thousandths,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureParameters {
    pub flare_in_arc: Thousandths,
    pub lock_out_of_range: Thousandths,
    pub lock_across_ring: Thousandths,
    pub own_obstructed: Thousandths,
    pub own_hit: Thousandths,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    pub from_round: u16,
    pub range: [Thousandths; 3],
    pub range_in_arc: [Thousandths; 3],
    pub overlapping: Thousandths,
    pub overlapping_or_touching: Thousandths,
    pub between_two_ships: Thousandths,
    pub touching: Thousandths,
    pub share: Thousandths,
    pub shots: Thousandths,
    pub token_near: Thousandths,
    pub guard_near: Thousandths,
    pub cargo_load: u8,
    pub token_hits_obstacle: Thousandths,
}

/// How far a token has to go.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenPath {
    pub path_mm: u16,
    pub base_mm: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HugeParameters {
    pub energy_gain: u8,
    pub ranges: [Thousandths; 5],
}

/// Where one mission differs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MissionParameters {
    pub approach: Option<[Thousandths; ROUNDS]>,
    pub any_direction: Option<[Thousandths; ROUNDS]>,
    pub choice: Option<Thousandths>,
    pub objective: MissionObjective,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MissionObjective {
    pub from_round: Option<u16>,
    pub range: Option<[Thousandths; 3]>,
    pub range_in_arc: Option<[Thousandths; 3]>,
    pub overlapping: Option<Thousandths>,
    pub overlapping_or_touching: Option<Thousandths>,
    pub between_two_ships: Option<Thousandths>,
    pub touching: Option<Thousandths>,
    pub share: Option<Thousandths>,
}

/// A way that is not listed: as long as the board, for a small token.
const UNLISTED_PATH: TokenPath = TokenPath { path_mm: 800, base_mm: 40 };

/// The built-in file as it stands.
pub const BUILT_IN: &str = include_str!("parameters.toml");

/// The built-in file, read once.
pub fn parameters() -> &'static Parameters {
    static PARAMETERS: OnceLock<Parameters> = OnceLock::new();
    PARAMETERS.get_or_init(|| {
        // A test reads the same file, so a released program never stops here.
        toml::from_str(BUILT_IN).expect("parameters.toml is well formed")
    })
}

impl Parameters {
    /// By row number of the catalog's ships.
    pub fn classes(&self) -> Vec<ClassParameters> {
        let row = |key: &str| self.class.get(key).copied();
        // A test sees to it that every class has its row.
        catalog().ships.iter().map(|ship| row(ship.key).expect("every class has a row")).collect()
    }

    pub fn terrain(&self, terrain: Terrain) -> TerrainParameters {
        self.terrain[&terrain]
    }

    pub fn token_path(&self, token: TokenKind) -> TokenPath {
        self.token.get(&token).copied().unwrap_or(UNLISTED_PATH)
    }

    /// Melee and objective as they are in one mission.
    pub fn for_mission(&self, key: &str) -> (Melee, Objective) {
        let (mut melee, mut objective) = (self.melee, self.objective);
        let Some(own) = self.mission.get(key) else { return (melee, objective) };
        let set = |to: &mut Thousandths, own: Option<Thousandths>| *to = own.unwrap_or(*to);
        melee.approach = own.approach.unwrap_or(melee.approach);
        melee.any_direction = own.any_direction.unwrap_or(melee.any_direction);
        set(&mut melee.choice, own.choice);
        let own = own.objective;
        objective.from_round = own.from_round.unwrap_or(objective.from_round);
        objective.range = own.range.unwrap_or(objective.range);
        objective.range_in_arc = own.range_in_arc.unwrap_or(objective.range_in_arc);
        set(&mut objective.overlapping, own.overlapping);
        set(&mut objective.overlapping_or_touching, own.overlapping_or_touching);
        set(&mut objective.between_two_ships, own.between_two_ships);
        set(&mut objective.touching, own.touching);
        set(&mut objective.share, own.share);
        (melee, objective)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose, Scripted};
    use crate::config::mission::missions;

    #[test]
    fn parameters_name_every_class_terrain_and_only_known_missions() {
        let all = parameters();
        assert_eq!(all.class.len(), catalog().ships.len());
        assert_eq!(all.classes().len(), all.class.len());
        assert!(Terrain::ALL.into_iter().all(|terrain| all.terrain.contains_key(&terrain)));
        assert!(all.mission.keys().all(|key| missions().iter().any(|mission| mission.key == *key)));
        for mission in missions().iter() {
            for rule in mission.tokens.iter().filter(|rule| rule.moves.is_some()) {
                assert!(all.token.contains_key(&rule.token), "{:?} moves and has no path", rule.token);
            }
        }
    }

    /// Whoever reads the file can make it again, and sees what was not measured.
    #[test]
    fn the_file_says_how_it_was_made() {
        assert!(parameters().calibrated);
        let command =
            BUILT_IN.lines().find_map(|line| line.strip_prefix("# Written by: ")).expect("a command");
        let words: Vec<&str> = command.split_whitespace().collect();
        assert_eq!(words[..3], ["canto", "calibrate", "--seed"]);
        for key in ["--trials", "--class-trials"] {
            let at = words.iter().position(|word| *word == key).expect("how much was fought");
            assert!(words[at + 1].parse::<u64>().is_ok_and(|trials| 100 <= trials), "{command}");
        }
        // Huge ships do not fly on the board yet; ordinary ones were seen, each with its number.
        for ship in &catalog().ships {
            let line =
                BUILT_IN.lines().find(|line| line.starts_with(&format!("{} ", ship.key))).expect("a row");
            let source = line.rsplit("# ").next().unwrap_or("");
            match ship.huge.is_some() {
                true => assert_eq!(source, "assumed", "{line}"),
                false => assert!(source.parse::<u64>().is_ok_and(|seen| 60 <= seen), "{line}"),
            }
        }
    }

    #[test]
    fn range_shares_add_up() {
        let sum = |shares: &[Thousandths]| shares.iter().map(|share| share.0).sum::<u16>();
        let all = parameters();
        assert!(all.melee.ranges.iter().all(|shares| sum(shares) == 1000));
        assert_eq!(sum(&all.huge.ranges), 1000);
    }

    #[test]
    fn a_mission_replaces_only_what_it_says() {
        let (melee, objective) = parameters().for_mission("combat-trial");
        assert_eq!(objective.range[0], Thousandths(550));
        assert_eq!(objective.touching, parameters().objective.touching);
        assert_ne!(melee.approach, parameters().melee.approach);
        assert_eq!(parameters().for_mission("none"), (parameters().melee, parameters().objective));
    }

    #[test]
    fn chances_are_drawn_in_thousandths() {
        let mut chance = Scripted::numbers([250, 251]);
        assert!(Thousandths(250).happens(&mut chance));
        assert!(!Thousandths(250).happens(&mut chance));
        assert!(Thousandths::ONE.happens(&mut chance) && !Thousandths(0).happens(&mut chance));
        chance.assert_exhausted();
        let mut stream = Luck::new(3, 0).stream(Purpose::Placement, 0);
        let n = (0..10_000).filter(|_| Thousandths(300).happens(&mut stream)).count();
        // Binomial(10000, 0.3): standard error 45.8.
        assert!((2800..3200).contains(&n), "{n}");
    }
}
