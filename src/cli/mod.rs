//! The command line: one file per command, each with its `Args` and its `run`.
//!
//! Results go to standard output through [`Output`], progress and errors to standard error.
//! Exit code 0: done; 1: the answer is no (an illegal fleet); 2: bad input.

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};

use crate::error::Result;

mod battle;
mod calibrate;
mod campaign;
mod catalog;
mod compare;
mod dice_rules;
mod duel;
mod fleet;
mod map;
mod minis;
mod missions;
mod outcomes;
mod output;
mod page;
mod report;
mod roll;
mod roll_words;
mod rules;
mod run;
mod sensitivity;
mod solve;
mod sweep;

pub use outcomes::{CONFIDENCE, OutcomeRow, Outcomes, People};
pub use output::{Format, Output, Table};
pub use roll::simulate;

/// The help of `canto` itself: commands by what one wants to do. A test keeps it complete.
const HELP: &str = "\
{about}

{usage-heading} {usage}

Play
  run        Play a set-up many times in parallel; frames, charts and a report
  campaign   Play one campaign and tell it turn by turn
  battle     Fight one battle many times, or replay it
  duel       Fight ship classes against each other at equal points: who wins, what each is worth
  roll       Roll a dice procedure: exact probability beside the simulated one
  minis      Star Wars Miniatures: initiative, pre-game, squads

Understand
  compare    Compare set-ups, house rules or runs on the same luck, metric by metric
  sweep      Play a grid or hypercube over any keys: curves with bands
  solve      Find the value of a knob at which a metric meets its target
  sensitivity  Find which knob moves which metric
  calibrate  Measure the skirmish model on the board, and compare both models
  report     Write the report of a run again from its frames

Look at and check one thing
  map        Make a campaign map, or many
  fleet      Check a fleet list, or build a legal one
  missions   List, show and check missions
  rules      Show and compare rule sets and house rules
  catalog    Ships, pilots, upgrades and random tables

Options
{options}

`canto COMMAND --help` explains each command with examples.
Exit code 0: done; 1: the answer is no; 2: bad input.
";

/// A Monte Carlo laboratory for Star Wars tabletop play.
#[derive(Debug, Parser)]
#[command(name = "canto", version, max_term_width = 110, propagate_version = true, help_template = HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    common: Common,
}

/// Options that every command takes.
#[derive(Debug, Clone, Args)]
pub struct Common {
    /// Luck: the same seed gives the same result, on any number of threads
    #[arg(long, global = true, default_value_t = 1, value_name = "N")]
    pub seed: u64,

    /// Threads to use [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// How results are printed
    #[arg(long, global = true, value_enum, default_value_t = Format::Table)]
    pub format: Format,

    /// No progress bars and no remarks on standard error
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::RunArgs),
    Campaign(campaign::CampaignArgs),
    Map(map::MapArgs),
    Fleet(fleet::FleetArgs),
    Missions(missions::MissionsArgs),
    Roll(roll::RollArgs),
    Rules(rules::RulesArgs),
    Catalog(catalog::CatalogArgs),
    Minis(minis::MinisArgs),
    Battle(battle::BattleArgs),
    Duel(duel::DuelArgs),
    Calibrate(calibrate::CalibrateArgs),
    Report(report::ReportArgs),
    Compare(compare::CompareArgs),
    Sweep(sweep::SweepArgs),
    Solve(solve::SolveArgs),
    Sensitivity(sensitivity::SensitivityArgs),
}

/// What a command answers besides its output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Done,
    /// The question was answered with no, such as an illegal fleet.
    No,
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if is_help(&error) => {
            // A closed pipe while printing help is not a failure.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
        Err(error) => {
            anstream::eprintln!("{}", one_paragraph(&error.render().to_string()));
            return ExitCode::from(2);
        }
    };
    #[cfg(unix)]
    if let Some(threads) = cli.common.threads {
        bound_polars(threads);
    }
    let mut output = Output::stdout(cli.common.format);
    let result = in_pool(cli.common.threads, || run(cli.command, &cli.common, &mut output));
    match result.and_then(|answer| output.finish().map(|()| answer)) {
        Ok(Answer::Done) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Polars has a pool of its own and takes its size from the environment only, which a running program may not change: so
/// the program begins once more, in the same process, with the number there. Where that fails, the pool is as large as the
/// machine, and results are the same.
#[cfg(unix)]
fn bound_polars(threads: u16) {
    use std::os::unix::process::CommandExt;
    const MAX_THREADS: &str = "POLARS_MAX_THREADS";
    let cores = std::thread::available_parallelism().map_or(usize::MAX, usize::from);
    let mut arguments = std::env::args_os();
    let (Ok(program), Some(name)) = (std::env::current_exe(), arguments.next()) else { return };
    if usize::from(threads) < cores && std::env::var_os(MAX_THREADS).is_none() {
        let mut command = std::process::Command::new(program);
        command.arg0(name).args(arguments).env(MAX_THREADS, threads.to_string());
        // It returns only where it fails.
        let _ = command.exec();
    }
}

/// True where the parser has something to tell rather than to complain of.
fn is_help(error: &clap::Error) -> bool {
    !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}

/// The parser's complaint without its usage lines: what is wrong, the tip, and where to read on.
fn one_paragraph(complaint: &str) -> String {
    let before_usage = complaint.split("\nUsage: ").next().unwrap_or(complaint);
    let said = before_usage
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    format!("{} (`--help` behind the command explains)", said.collect::<Vec<_>>().join(" "))
}

/// Runs `work` on a pool of that many threads, or on the global pool.
fn in_pool<T: Send>(threads: Option<u16>, work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    match threads {
        None => work(),
        Some(threads) => rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(threads))
            .build()
            .map_err(|error| crate::error::Error::usage(format!("--threads {threads}: {error}")))?
            .install(work),
    }
}

fn run(command: Command, common: &Common, output: &mut Output) -> Result<Answer> {
    match command {
        Command::Run(args) => run::run(&args, common, output),
        Command::Campaign(args) => campaign::run(&args, common, output),
        Command::Map(args) => map::run(&args, common, output),
        Command::Fleet(args) => fleet::run(&args, common, output),
        Command::Missions(args) => missions::run(&args, common, output),
        Command::Roll(args) => roll::run(&args, common, output),
        Command::Rules(args) => rules::run(&args, output),
        Command::Report(args) => report::run(&args, common, output),
        Command::Compare(args) => compare::run(&args, common, output),
        Command::Sweep(args) => sweep::run(&args, common, output),
        Command::Solve(args) => solve::run(&args, common, output),
        Command::Sensitivity(args) => sensitivity::run(&args, common, output),
        Command::Catalog(args) => catalog::run(&args, output),
        Command::Minis(args) => minis::run(&args, common, output),
        Command::Battle(args) => battle::run(&args, common, output),
        Command::Duel(args) => duel::run(&args, common, output),
        Command::Calibrate(args) => calibrate::run(&args, common, output),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// The words of a line as a shell would hand them over: quotes hold words together, what follows ` #` is a remark.
    fn words(line: &str) -> Vec<String> {
        let line = line.split(" #").next().unwrap_or(line);
        let mut words = vec![String::new()];
        let mut quoted = false;
        for letter in line.trim().chars() {
            match letter {
                '"' => quoted = !quoted,
                ' ' if !quoted => words.push(String::new()),
                letter => words.last_mut().expect("there is one").push(letter),
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }

    /// Lines of examples below a command, and below its own commands.
    fn examples(command: &clap::Command, found: &mut Vec<String>) {
        let help = [command.get_after_help(), command.get_after_long_help()];
        for text in help.into_iter().flatten() {
            found.extend(text.to_string().lines().map(str::trim).map(String::from));
        }
        for sub in command.get_subcommands() {
            examples(sub, found);
        }
    }

    #[test]
    fn examples_of_the_help_and_the_readme_can_be_typed() {
        let mut lines = Vec::new();
        examples(&Cli::command(), &mut lines);
        let (readme, scenarios) =
            (include_str!("../../README.md"), include_str!("../../scenarios/README.md"));
        for document in [readme, scenarios] {
            let code = document.split("```").skip(1).step_by(2);
            lines.extend(code.flat_map(str::lines).map(|line| line.trim().to_string()));
        }
        let typed: Vec<&String> = lines.iter().filter(|line| line.starts_with("canto ")).collect();
        assert!(50 < typed.len(), "{} examples", typed.len());
        for line in typed {
            if let Err(error) = Cli::try_parse_from(words(line)) {
                assert!(is_help(&error), "{line}: {error}");
            }
        }
    }

    #[test]
    fn complaints_of_the_parser_are_one_paragraph_with_the_tip() {
        let error = Cli::try_parse_from(["canto", "roll", "ejectoin"]).expect_err("no such kind");
        let said = one_paragraph(&error.render().to_string());
        assert!(said.starts_with("error: ") && said.contains("'ejection'"), "{said}");
        assert!(!said.contains('\n') && !said.contains("Usage"), "{said}");
    }

    #[test]
    fn help_lists_every_command_and_no_other() {
        let listed: Vec<&str> = HELP
            .lines()
            .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
            .filter(|word| !word.starts_with('{'))
            .collect();
        let mut command = Cli::command();
        command.build();
        let known: Vec<String> = command
            .get_subcommands()
            .map(|sub| sub.get_name().to_string())
            .filter(|name| name != "help")
            .collect();
        for name in &known {
            assert!(listed.contains(&name.as_str()), "`{name}` is missing in the help");
        }
        for name in listed {
            assert!(known.iter().any(|known| known == name), "the help lists `{name}`, which is no command");
        }
        command.debug_assert();
    }
}
