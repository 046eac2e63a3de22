//! `canto battle`: many trials of one battle, with intervals.

use clap::Args;

use super::{Answer, Common, Output};
use crate::error::{Error, Result};

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
    if args.mission == STATIC {
        return standing::run(args, common, output);
    }
    Err(Error::usage(format!("mission `{}`: not known; allowed: {STATIC}", args.mission)))
}
