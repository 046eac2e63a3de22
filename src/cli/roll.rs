//! `canto roll`: a dice procedure, its exact probabilities beside the simulated ones.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::dice_rules::DiceRules;
use super::outcomes::{OutcomeRow, Outcomes, ending};
use super::roll_words::people;
use super::{Answer, Common, Output};
use crate::battle::attack::{AttackRoll, RangeBand, WeaponKind, range_combat_bonus};
use crate::chance::{Luck, Purpose};
use crate::error::{Error, Result};
use crate::procedures::Procedure;
use crate::procedures::die::Die;
use crate::procedures::ejection::{EjectionFaces, EjectionReroll, EjectionRoll};
use crate::procedures::escape::EscapeRoll;
use crate::procedures::extraction::ExtractionRoll;
use crate::procedures::initiative::{Contest, InitiativeSingle, RerollScope};
use crate::procedures::mine_detonation::MineDetonationRoll;
use crate::procedures::slicer_theft::SlicerTheftRoll;
use crate::procedures::steal::{StealRoll, StealTries};

/// Trials that one stream of luck plays. Fixed, so that results do not depend on the number of threads.
const CHUNK: u64 = 1 << 16;

/// Roll a dice procedure: exact probability beside the simulated one with its interval
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  canto roll ejection --reroll
  canto roll escape --unique --attempts 3 --format json
  canto roll attack --attack 3 --agility 2 --attacker-focus --chart attack.png
  canto roll steal --tokens 1 --until-success --out steal.parquet")]
pub struct RollArgs {
    #[command(subcommand)]
    kind: Kind,

    /// Trials to simulate
    #[arg(long, global = true, default_value_t = 1_000_000, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    trials: u64,

    /// Compute only, do not simulate
    #[arg(long, global = true)]
    exact_only: bool,

    /// Write the outcomes as a frame: FILE.parquet or FILE.csv
    #[arg(long, global = true, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Draw the outcomes: FILE.png or FILE.svg
    #[arg(long, global = true, value_name = "FILE")]
    chart: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Kind {
    /// A pilot leaves a destroyed ship: killed, wounded or safe
    Ejection {
        /// The pilot has 1 XP and rerolls a death: the best use of it
        #[arg(long)]
        reroll: bool,
        /// He rerolls a wound too, which risks his life
        #[arg(long, requires = "reroll")]
        reroll_wounds: bool,
    },
    /// A prisoner tries to escape: escaped, killed or held
    Escape {
        /// A unique pilot, who rolls more dice
        #[arg(long)]
        unique: bool,
        /// Attempts in a row, one a turn and 1 XP each
        #[arg(long, default_value_t = 1, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1000))]
        attempts: u32,
    },
    /// Three attack dice each for initiative: more focus results win
    Initiative {
        /// The attacker may reroll once, as in Assassination
        #[arg(long)]
        attacker_reroll: bool,
        /// Observation Posts of the attacker, one reroll each
        #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=8))]
        attacker_posts: u8,
        /// Observation Posts of the defender, one reroll each
        #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=8))]
        defender_posts: u8,
        /// What a reroll rolls again [default: as the rule set's ruling says]
        #[arg(long, value_enum)]
        reroll_scope: Option<Scope>,
        /// One roll only: a tie stays a tie
        #[arg(long, conflicts_with_all = ["attacker_reroll", "attacker_posts", "defender_posts", "reroll_scope"])]
        single: bool,
    },
    /// The smuggler's STEAL action in Supply Raid: stolen or failed
    Steal {
        /// Tracking tokens on the smuggler
        #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=20))]
        tokens: u8,
        /// Try until it succeeds, a token more after each failure: number of tries
        #[arg(long)]
        until_success: bool,
    },
    /// A docked rescue ship in Prisoner Rescue: prisoners brought aboard in one round
    Extraction {
        /// Crew icons of the rescue ship
        #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
        crew_icons: u8,
        /// Prisoners aboard the transport
        #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
        prisoners: u8,
    },
    /// The SLICER ship takes an intel token in Data Theft: stolen or failed
    SlicerTheft {
        /// Tractor beam tokens on the target, one more die each
        #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=20))]
        tractor_tokens: u8,
    },
    /// A mine goes off in Defensive Minefield: damage to each ship near it
    MineDetonation,
    /// An attack: damage that gets through
    Attack {
        /// Attack dice of the weapon
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=12))]
        attack: u8,
        /// Agility of the defender
        #[arg(long, value_name = "M", value_parser = clap::value_parser!(u8).range(0..=12))]
        agility: u8,
        /// The attacker spends a focus token
        #[arg(long)]
        attacker_focus: bool,
        /// The attacker spends a target lock
        #[arg(long)]
        attacker_lock: bool,
        /// The defender spends a focus token
        #[arg(long)]
        defender_focus: bool,
        /// The defender spends an evade token
        #[arg(long)]
        defender_evade: bool,
        /// Range: adds the combat bonus of a primary weapon [default: no bonus]
        #[arg(long, value_name = "1-3", value_parser = clap::value_parser!(u8).range(1..=3))]
        range: Option<u8>,
        /// A secondary weapon gets no range bonus, for neither side
        #[arg(long)]
        secondary: bool,
        /// An obstacle lies between: one more defense die
        #[arg(long)]
        obstructed: bool,
    },
    /// A single die or a random number
    Die {
        #[arg(value_enum)]
        die: DieName,
        /// The largest number, for `number` only [default: 34]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
        sides: Option<u32>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Scope {
    /// The reroller's own dice
    Own,
    /// Both players' dice
    Both,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DieName {
    Attack,
    Defense,
    D6,
    #[value(name = "2d6")]
    TwoD6,
    D20,
    Number,
}

pub fn run(args: &RollArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    for (option, path, endings) in
        [("--out", &args.out, ["parquet", "csv"]), ("--chart", &args.chart, ["png", "svg"])]
    {
        if let Some(path) = path
            && !ending(path).is_some_and(|ending| endings.contains(&ending.as_str()))
        {
            let [first, second] = endings;
            let path = path.display();
            return Err(Error::usage(format!("{option} {path}: the file must end in .{first} or .{second}")));
        }
    }
    let outcomes = roll_kind(args, common)?;
    if let Some(path) = &args.out {
        outcomes.write(path)?;
    }
    if let Some(path) = &args.chart {
        outcomes.chart().write(path)?;
    }
    outcomes.print(output)?;
    Ok(Answer::Done)
}

/// Builds the procedure that the arguments name, and rolls it.
fn roll_kind(args: &RollArgs, common: &Common) -> Result<Outcomes> {
    let rules = DiceRules::load()?;
    let roll = |kind, parameters, remarks| Roll { kind, parameters, remarks, args, common };
    Ok(match args.kind {
        Kind::Ejection { reroll, reroll_wounds } => {
            let use_of_it = match (reroll, reroll_wounds) {
                (false, _) => EjectionReroll::Never,
                (true, false) => EjectionReroll::Killed,
                (true, true) => EjectionReroll::KilledOrWounded,
            };
            let mut remarks = Vec::new();
            if reroll {
                remarks.push(reroll_remark(rules.ejection_faces()));
            }
            let parameters = json!({"reroll": reroll, "reroll_wounds": reroll_wounds});
            roll("ejection", parameters, remarks)
                .go(&EjectionRoll { faces: rules.ejection_faces(), reroll: use_of_it })
        }
        Kind::Escape { unique, attempts } => {
            let dice = rules.escape(unique);
            let parameters = json!({"unique": unique, "attempts": attempts});
            roll("escape", parameters, Vec::new()).go(&EscapeRoll { dice, attempts })
        }
        Kind::Initiative { single: true, .. } => {
            let single = InitiativeSingle { dice: rules.initiative_dice()? };
            roll("initiative", json!({"single": true}), Vec::new()).go(&single)
        }
        Kind::Initiative { attacker_reroll, attacker_posts, defender_posts, reroll_scope, .. } => {
            let contest = Contest {
                dice: rules.initiative_dice()?,
                rerolls: [u8::from(attacker_reroll) + attacker_posts, defender_posts],
                scope: match reroll_scope {
                    None => rules.reroll_scope(),
                    Some(Scope::Own) => RerollScope::Own,
                    Some(Scope::Both) => RerollScope::Both,
                },
            };
            let parameters = json!({
                "attacker_reroll": attacker_reroll,
                "attacker_posts": attacker_posts,
                "defender_posts": defender_posts,
                "reroll_scope": contest.scope,
            });
            roll("initiative", parameters, Vec::new()).go(&contest)
        }
        Kind::Steal { tokens, until_success } => {
            let dice = rules.steal()?;
            let parameters = json!({"tokens": tokens, "until_success": until_success});
            let roll = roll("steal", parameters, Vec::new());
            if until_success {
                roll.go(&StealTries { dice, tokens })
            } else {
                roll.go(&StealRoll { dice, tokens })
            }
        }
        Kind::Extraction { crew_icons, prisoners } => {
            let dice_per_crew_icon = rules.extraction_dice_per_crew_icon()?;
            let parameters = json!({"crew_icons": crew_icons, "prisoners": prisoners});
            let extraction = ExtractionRoll { dice_per_crew_icon, crew_icons, prisoners };
            roll("extraction", parameters, Vec::new()).go(&extraction)
        }
        Kind::SlicerTheft { tractor_tokens } => {
            let theft = SlicerTheftRoll { dice: rules.slicer_dice()?, tractor_tokens };
            roll("slicer-theft", json!({"tractor_tokens": tractor_tokens}), Vec::new()).go(&theft)
        }
        Kind::MineDetonation => {
            let mine = MineDetonationRoll { dice: rules.mine_dice()? };
            roll("mine-detonation", json!({}), Vec::new()).go(&mine)
        }
        Kind::Attack {
            attack,
            agility,
            attacker_focus,
            attacker_lock,
            defender_focus,
            defender_evade,
            range,
            secondary,
            obstructed,
        } => {
            let weapon = if secondary { WeaponKind::Secondary } else { WeaponKind::Primary };
            let bonus = range
                .and_then(RangeBand::from_number)
                .map_or_else(Default::default, |band| range_combat_bonus(weapon, band));
            let attack_roll = AttackRoll {
                attack_dice: attack + bonus.attack_dice,
                defense_dice: agility + bonus.defense_dice + u8::from(obstructed),
                attacker_focus,
                attacker_lock,
                defender_focus,
                defender_evade,
            };
            let parameters = json!({
                "attack": attack,
                "agility": agility,
                "attacker_focus": attacker_focus,
                "attacker_lock": attacker_lock,
                "defender_focus": defender_focus,
                "defender_evade": defender_evade,
                "range": range,
                "secondary": secondary,
                "obstructed": obstructed,
            });
            roll("attack", parameters, Vec::new()).go(&attack_roll)
        }
        Kind::Die { die, sides } => {
            if die != DieName::Number && sides.is_some() {
                return Err(Error::usage(
                    "--sides: only `number` has sides to choose; the dice are as they are",
                ));
            }
            let (name, die) = match die {
                DieName::Attack => ("attack", Die::Attack),
                DieName::Defense => ("defense", Die::Defense),
                DieName::D6 => ("d6", Die::D6),
                DieName::TwoD6 => ("2d6", Die::TwoD6),
                DieName::D20 => ("d20", Die::D20),
                DieName::Number => ("number", Die::Number(sides.unwrap_or(34))),
            };
            let mut parameters = json!({"die": name});
            if let Die::Number(sides) = die {
                parameters["sides"] = sides.into();
            }
            roll("die", parameters, Vec::new()).go(&die)
        }
    })
}

/// One procedure about to be rolled.
struct Roll<'a> {
    kind: &'static str,
    parameters: Value,
    remarks: Vec<String>,
    args: &'a RollArgs,
    common: &'a Common,
}

impl Roll<'_> {
    fn go(self, procedure: &impl Procedure) -> Outcomes {
        let names = procedure.outcomes();
        let exact = procedure.exact();
        let people = people(&self.args.kind, &names);
        let (trials, tally) = if self.args.exact_only {
            (0, None)
        } else {
            (self.args.trials, Some(simulate(procedure, self.common.seed, self.args.trials)))
        };
        let rows = names.into_iter().zip(exact).enumerate().map(|(index, (name, exact))| {
            OutcomeRow::new(name, Some(exact), tally.as_ref().map(|tally| tally[index]), trials)
        });
        let mut beside = Map::new();
        if let Some(mean) = procedure.mean() {
            beside.insert("mean".into(), mean.into());
        }
        Outcomes {
            kind: self.kind.into(),
            parameters: self.parameters.as_object().cloned().unwrap_or_default(),
            seed: self.common.seed,
            trials,
            outcomes: rows.collect(),
            beside,
            remarks: self.remarks,
            people,
        }
    }
}

/// Plays all trials in parallel; chunk `i` has its own stream, and tallies are whole numbers, so that the result
/// does not depend on the number of threads.
pub fn simulate(procedure: &impl Procedure, seed: u64, trials: u64) -> Vec<u64> {
    let n_outcomes = procedure.outcomes().len();
    (0..trials.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let mut tally = vec![0; n_outcomes];
            let mut stream = Luck::new(seed, 0).stream(Purpose::Roll, chunk);
            procedure.trials(&mut stream, CHUNK.min(trials - chunk * CHUNK), &mut tally);
            tally
        })
        .reduce(
            || vec![0; n_outcomes],
            |mut sum, tally| {
                sum.iter_mut().zip(tally).for_each(|(total, count)| *total += count);
                sum
            },
        )
}

/// What a wound must be worth before it should be rerolled, from the faces themselves.
fn reroll_remark(faces: EjectionFaces) -> String {
    let exact = |reroll| EjectionRoll { faces, reroll }.exact();
    let (careful, bold) = (exact(EjectionReroll::Killed), exact(EjectionReroll::KilledOrWounded));
    let price = (careful[1] - bold[1]) / (bold[0] - careful[0]);
    format!(
        "Rerolling a death only is the best use of the XP, unless a death is thought no worse than {price:.1} wounds:\n\
         rerolling wounds as well spares {:.4} wounds and costs {:.4} lives.",
        careful[1] - bold[1],
        bold[0] - careful[0]
    )
}
