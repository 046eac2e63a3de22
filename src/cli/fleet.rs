//! `canto fleet`: checks a Squadron against the rules of fleet creation, or has a doctrine assemble one.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;

use super::catalog::faction;
use super::{Answer, Common, Format, Output, Table};
use crate::campaign::Rulebook;
use crate::campaign::fleet_list::{self, Checked, CostLine, FleetList, Order};
use crate::chance::Luck;
use crate::config::toml_error::read_text;
use crate::config::{DEFAULT_RULE_SET, DoctrineName, MOST_PLAYERS, load_rule_set};
use crate::error::{Error, Result, nearest_name};
use crate::frames::write_aside;
use crate::ids::{Faction, PlayerId};

/// Check a fleet list, or build a legal one
#[derive(Debug, Args)]
pub struct FleetArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Every cost of a fleet list explained and every rule that it breaks; exit code 1 if it breaks any
    ///
    /// The file format is explained in scenarios/fleets/README.md; `canto fleet build` writes an example.
    #[command(after_help = "\
Examples:
  canto fleet check my-squadron.toml
  canto fleet check my-squadron.toml --house-rules my-rules.toml --format json")]
    Check(CheckArgs),
    /// A legal fleet that a doctrine would buy, in the format that `canto fleet check` reads
    #[command(after_help = "\
Examples:
  canto fleet build
  canto fleet build --faction imperial --doctrine swarm --seed 7 --out swarm.toml
  canto fleet build --faction scum --players 2 --player 2 --points 450")]
    Build(BuildArgs),
}

/// Which rules hold.
#[derive(Debug, Args)]
struct Rules {
    /// Rule set by name or path
    #[arg(long, value_name = "RULES", default_value = DEFAULT_RULE_SET)]
    rules: String,

    /// House rules upon it, by name or path; may be repeated
    #[arg(long = "house-rules", value_name = "FILE")]
    house_rules: Vec<String>,
}

impl Rules {
    fn book(&self) -> Result<Rulebook> {
        Rulebook::new(load_rule_set(&self.rules, &self.house_rules)?)
    }
}

#[derive(Debug, Args)]
struct CheckArgs {
    /// The fleet list
    file: PathBuf,

    #[command(flatten)]
    rules: Rules,
}

#[derive(Debug, Args)]
struct BuildArgs {
    /// rebel, imperial or scum
    #[arg(long, default_value = "rebel", value_name = "FACTION", value_parser = faction)]
    faction: Faction,

    /// Who buys: balanced, aggressive, economist, ace-builder, swarm or random-legal
    #[arg(long, default_value = "balanced", value_name = "DOCTRINE", value_parser = doctrine)]
    doctrine: DoctrineName,

    /// Players of the faction, who share its limits
    #[arg(long, default_value_t = 1, value_name = "N",
        value_parser = clap::value_parser!(u8).range(1..=MOST_PLAYERS as i64))]
    players: u8,

    /// Whose fleet it is; the first player also equips the huge ships
    #[arg(long, default_value_t = 1, value_name = "I",
        value_parser = clap::value_parser!(u8).range(1..=MOST_PLAYERS as i64))]
    player: u8,

    /// Fleet Points to spend [default: the rule set's]
    #[arg(long, value_name = "FP", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    points: Option<u16>,

    /// Write the list into this file instead of printing it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    rules: Rules,
}

fn doctrine(word: &str) -> Result<DoctrineName, String> {
    DoctrineName::from_key(word).ok_or_else(|| {
        let known = || DoctrineName::ALL.iter().map(|name| name.key());
        let nearest =
            nearest_name(word, known()).map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        format!("must be one of {}{nearest}", known().collect::<Vec<_>>().join(", "))
    })
}

pub fn run(args: &FleetArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    match &args.what {
        What::Check(args) => check(args, output),
        What::Build(args) => build(args, common, output),
    }
}

fn check(args: &CheckArgs, output: &mut Output) -> Result<Answer> {
    let list = fleet_list::read(&args.file.display().to_string(), &read_text(&args.file)?)?;
    let checked = fleet_list::check(&args.rules.book()?, &list);
    match output.format {
        Format::Table => output.text(&in_words(&list, &checked))?,
        Format::Csv => output.table(&rows(&checked))?,
        Format::Json => output.json(&as_json(&list, &checked))?,
    }
    Ok(if checked.is_legal() { Answer::Done } else { Answer::No })
}

fn in_words(list: &FleetList, checked: &Checked) -> String {
    let mut text = format!("{} ({})\n\n", list.title, list.faction.name());
    text.push_str(&costs(checked).to_text());
    text.push_str(&format!(
        "\n{} of {} Fleet Points; {} ships, {} pilots\n",
        checked.total, checked.points, checked.ships, checked.pilots
    ));
    if checked.is_legal() {
        text.push_str("legal: no rule is broken\n");
        return text;
    }
    text.push_str(&format!("not legal, {} broken:\n", counted(checked.broken.len())));
    for broken in &checked.broken {
        text.push_str(&format!("  {} (\"{}\"): {}\n", broken.what, broken.heading, broken.reason));
    }
    text
}

fn counted(rules: usize) -> String {
    if rules == 1 { "1 rule is".to_string() } else { format!("{rules} rules are") }
}

const COLUMNS: [&str; 6] = ["what", "count", "each FP", "FP", "squad points each", "why"];

fn cells(line: &CostLine) -> [String; 6] {
    let each = line.fleet_points.map_or("–".to_string(), |points| points.to_string());
    [
        line.what.clone(),
        line.count.to_string(),
        each,
        line.total().to_string(),
        line.squad_points.map_or("–".to_string(), |points| points.to_string()),
        line.why.clone(),
    ]
}

fn costs(checked: &Checked) -> Table {
    let mut table = Table::new(COLUMNS);
    checked.lines.iter().for_each(|line| table.row(cells(line)));
    table
}

/// Costs and broken rules in one table; the latter have a heading and no cost.
fn rows(checked: &Checked) -> Table {
    let mut table = Table::new(COLUMNS.iter().copied().chain(["broken rule"]));
    for line in &checked.lines {
        table.row(cells(line).into_iter().chain([String::new()]));
    }
    for broken in &checked.broken {
        let empty = std::iter::repeat_n("", 4);
        let cells = [broken.what.as_str()].into_iter().chain(empty);
        table.row(cells.chain([broken.reason.as_str(), broken.heading]));
    }
    table
}

fn as_json(list: &FleetList, checked: &Checked) -> serde_json::Value {
    let lines: Vec<serde_json::Value> = checked
        .lines
        .iter()
        .map(|line| {
            json!({
                "what": line.what.trim_start(),
                "count": line.count,
                "fleet_points_each": line.fleet_points,
                "fleet_points": line.total(),
                "squad_points_each": line.squad_points,
                "why": line.why,
            })
        })
        .collect();
    let broken: Vec<serde_json::Value> = checked
        .broken
        .iter()
        .map(|broken| json!({ "what": broken.what, "heading": broken.heading, "reason": broken.reason }))
        .collect();
    json!({
        "title": list.title,
        "faction": list.faction.key(),
        "legal": checked.is_legal(),
        "total": checked.total,
        "points": checked.points,
        "ships": checked.ships,
        "pilots": checked.pilots,
        "lines": lines,
        "broken": broken,
    })
}

fn build(args: &BuildArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    if args.players < args.player {
        return Err(Error::usage(format!(
            "--player {}: the faction has {} players (--players)",
            args.player, args.players
        )));
    }
    let book = args.rules.book()?;
    let order = Order {
        faction: args.faction,
        doctrine: args.doctrine,
        players: args.players,
        seat: PlayerId(args.player - 1),
        points: args.points,
    };
    let (list, left) = fleet_list::build(&book, order, Luck::new(common.seed, 0));
    let text = list.to_toml();
    match &args.out {
        Some(path) => {
            write(path, &text)?;
            if !common.quiet {
                anstream::eprintln!("{}: {left} Fleet Points left", path.display());
            }
        }
        None if output.format == Format::Table => output.text(&text)?,
        None => {
            let checked = fleet_list::check(&book, &list);
            match output.format {
                Format::Csv => output.table(&rows(&checked))?,
                _ => output.json(&as_json(&list, &checked))?,
            }
        }
    }
    Ok(Answer::Done)
}

fn write(path: &Path, text: &str) -> Result<()> {
    write_aside(path, |writer| {
        writer.write_all(text.as_bytes()).map_err(|error| Error::file(path, "write", error))
    })
}
