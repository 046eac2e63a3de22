//! `canto battle`: many trials of one battle, with intervals.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Answer, Common, Output};
use crate::battle::tabletop::policy;
use crate::error::{Error, Result, nearest_name};
use crate::ids::{Model, Terrain};

mod mission;
mod standing;

/// The word in place of a mission that asks for static mode.
const STATIC: &str = "static";

/// Fight one battle many times
///
/// MISSION is the key of a mission, or `static`: every ship always has a shot with its primary weapon, at one range;
/// nobody moves, acts or flees. Pilot skill decides who fires first, equal skill fires simultaneously, and a squad
/// fires at the first ship left of the enemy's list. Squads are files or text: "2 Gold Squadron Pilot + Ion Cannon
/// Turret, Horton Salm".
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  canto battle space-superiority --attacker \"4 Rookie Pilot\" --defender \"8 Academy Pilot\" --trials 1000 --swap-seats
  canto battle vip-escort --attacker \"4 Alpha Squadron Pilot\" --defender \"3 Rookie Pilot\" --trials 200 --replay escort.html
  canto battle static --attacker \"4 Rookie Pilot\" --defender \"8 Academy Pilot\" --range 2 --plain-damage")]
pub struct BattleArgs {
    /// Key of a mission, or `static`
    mission: String,

    /// The attacker's squad: a file, or text such as "4 Rookie Pilot"
    #[arg(long, value_name = "SQUAD")]
    attacker: String,

    /// The defender's squad
    #[arg(long, value_name = "SQUAD")]
    defender: String,

    /// How often the battle is fought
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    trials: u64,

    /// Which model fights the battle
    #[arg(long, value_enum, default_value_t = ModelName::Tabletop)]
    model: ModelName,

    /// Who flies: `random`, `greedy`, `tactician`, `jouster`, `arc-dodger`, `escort`, `survivor`; one name for both
    /// sides or two joined by a comma. `jouster:0.1` errs now and then: a temperature from 0 to 2
    #[arg(long, value_name = "NAME[,NAME]", value_delimiter = ',', num_args = 1..=2)]
    policy: Vec<String>,

    /// The unusual feature of the place: `none`, `regular-asteroids`, `nebula`, …
    #[arg(long, value_name = "NAME", default_value = "none")]
    terrain: String,

    /// A side breaks off when its strength falls below this share of the enemy's; 0: it never does
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = share)]
    retreat: f64,

    /// Fight every battle twice on the same luck, with the squads in each other's seats
    #[arg(long)]
    swap_seats: bool,

    /// Write every battle as a row: FILE.parquet or FILE.csv
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write one battle as a page that plays it: FILE.html
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,

    /// Draw one round of that battle: FILE.png or FILE.svg
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    /// The round to draw
    #[arg(long, value_name = "N", default_value_t = 3)]
    round: u16,

    /// Which battle of the seed is replayed or drawn
    #[arg(long, value_name = "I", default_value_t = 0)]
    index: u64,

    /// Static mode: the range of every shot
    #[arg(long, value_name = "1|2|3", value_parser = clap::value_parser!(u8).range(1..=3))]
    range: Option<u8>,

    /// Static mode: each ship of the attacker's squad gets a focus token each round, spent on the first roll that it
    /// helps (an attack roll with a focus result, or a defense roll whose focus results cancel something more)
    #[arg(long)]
    attacker_focus: bool,

    /// Static mode: the same for the defender's squad
    #[arg(long)]
    defender_focus: bool,

    /// Static mode: a critical is one damage with no card text
    #[arg(long)]
    plain_damage: bool,
}

pub fn run(args: &BattleArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    if let Some(option) = misplaced(args) {
        let there = if args.mission == STATIC { "not for `static`" } else { "for `static` only" };
        return Err(Error::usage(format!("{option}: this option is {there}")));
    }
    if args.mission == STATIC {
        return standing::run(args, common, output);
    }
    mission::run(args, common, output)
}

/// An option that the other mode knows and this one would pass over.
fn misplaced(args: &BattleArgs) -> Option<&'static str> {
    let of_missions = [
        ("--out", args.out.is_some()),
        ("--replay", args.replay.is_some()),
        ("--picture", args.picture.is_some()),
        ("--policy", !args.policy.is_empty()),
        ("--swap-seats", args.swap_seats),
    ];
    let of_static = [
        ("--range", args.range.is_some()),
        ("--attacker-focus", args.attacker_focus),
        ("--defender-focus", args.defender_focus),
        ("--plain-damage", args.plain_damage),
    ];
    let foreign = if args.mission == STATIC { &of_missions[..] } else { &of_static };
    foreign.iter().find(|(_, given)| *given).map(|(option, _)| *option)
}

/// The battle models by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModelName {
    /// Flown on the board, by pilots who think
    Tabletop,
    /// The same dice and cards without a board: fast
    Skirmish,
}

impl ModelName {
    const fn name(self) -> &'static str {
        match self {
            ModelName::Tabletop => "tabletop",
            ModelName::Skirmish => "skirmish",
        }
    }
}

impl From<ModelName> for Model {
    fn from(name: ModelName) -> Model {
        match name {
            ModelName::Tabletop => Model::Tabletop,
            ModelName::Skirmish => Model::Skirmish,
        }
    }
}

/// An unusual feature by its key; `none` is open space.
pub fn terrain_named(name: &str) -> Result<Terrain> {
    if name == "none" {
        return Ok(Terrain::NoAsteroids);
    }
    Terrain::from_key(name).ok_or_else(|| {
        let near = nearest_name(name, Terrain::ALL.iter().map(|terrain| terrain.key()));
        let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        Error::usage(format!("--terrain {name}: no such unusual feature{hint}"))
    })
}

/// Complains about a pilot that nobody knows.
pub fn check_policy(name: &str) -> Result<()> {
    if policy::names().any(|known| known == name) {
        return Ok(());
    }
    let near =
        nearest_name(name, policy::names()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    let known: Vec<&str> = policy::names().collect();
    Err(Error::usage(format!("--policy {name}: not known; allowed: {}{near}", known.join(", "))))
}

/// A share from 0 to 1.
pub fn share(text: &str) -> std::result::Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("must be a number from 0 to 1".into()),
    }
}
