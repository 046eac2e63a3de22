//! `canto minis initiative`: who wins initiative, exact beside simulated.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value, json};

use super::folder::{self, Out, manifest, titles, write_folder};
use super::initiative_report::{
    SkirmishReport, dice_chart, print_tables, reroll_rows, reserve_rows, resource_rows,
};
use super::outcome_frame::outcome_frame;
use super::{CardArgs, check_ending, policy};
use crate::analysis::initiative::points_of_chance;
use crate::analysis::words::number;
use crate::chance::{Luck, Purpose};
use crate::cli::{Answer, Common, Format, OutcomeRow, Outcomes, Output, People, Table};
use crate::error::{Error, Result};
use crate::miniatures::abilities::Abilities;
use crate::miniatures::contest::Contest;
use crate::miniatures::exact::Exact;
use crate::miniatures::players::{Player, seat};
use crate::miniatures::policy::Policy;
use crate::miniatures::setup::{BUILT_IN_NAME, InitiativeSetup, MOST_ROUNDS};
use crate::miniatures::simulate::{Decider, Tally, simulate};
use crate::miniatures::skirmish::Terms;
use crate::miniatures::switches::Switches;
use crate::miniatures::tell::tell;
use crate::report::Paper;
use crate::report::miniatures::TABLE;

/// Who wins initiative: exact probability beside the simulated one, rerolls and resources
///
/// A player is a list of words joined by commas: plain, recon, foresee[:TARGET], tactician:N, watch-circle:N,
/// sense, master-tactician, anticipation, doellins-luck[:SAVE], wager, tactics-broker[:TARGET] (and every other
/// pre-round ability of `canto minis abilities`), besides force:N, renewal:N and characters:N for what the player
/// can spend. TARGET is a player's number; left out, it is the strongest other player.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  canto minis initiative --player recon --player tactician:4,anticipation
  canto minis initiative --player sense --player master-tactician --policy optimal --format json
  canto minis initiative --player tactics-broker:3 --player plain --player recon --switch broker-mode=sticky
  canto minis initiative --player sense,force:4,renewal:1 --player plain --rounds 8 --death 0.1
  canto minis initiative --player recon --player tactician:4,anticipation --out reports/initiative-duel
  canto minis initiative miniatures-initiative --tell

Over a skirmish (--rounds, or `rounds` in a set-up) Force points are spent and come back, characters are given up and die, and
their abilities go with them; `scenarios/README.md` explains the set-up file.")]
pub struct InitiativeArgs {
    /// Set-up: a name or a TOML file [default without --player: miniatures-initiative]
    #[arg(value_name = "SETUP")]
    setup: Option<String>,

    /// A player's abilities; once for each of two to eight players, clockwise
    #[arg(long = "player", value_name = "WORDS", conflicts_with = "setup")]
    players: Vec<String>,

    /// never, when-losing or optimal (two players); one for all, or one for each player [default: when-losing]
    #[arg(long = "policy", value_name = "POLICY", value_delimiter = ',', value_parser = policy)]
    policies: Vec<Policy>,

    #[command(flatten)]
    cards: CardArgs,

    /// Rounds to simulate
    #[arg(long, default_value_t = 1_000_000, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    trials: u64,

    /// Compute only, do not simulate
    #[arg(long)]
    exact_only: bool,

    /// Also a skirmish of K rounds: the share of initiatives won
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_ROUNDS)))]
    rounds: Option<u32>,

    /// Probability with which each character dies in a round of the skirmish
    #[arg(long, value_name = "P")]
    death: Option<f64>,

    /// Tell the first simulated round step by step, and nothing else
    #[arg(long, conflicts_with_all = ["out", "chart", "dice_chart"])]
    tell: bool,

    /// Write the winners as a frame (FILE.parquet or FILE.csv), or a folder with frames, charts, report.pdf and report.html
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,

    /// Paper of the PDF
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,

    /// Draw the outcomes: FILE.png or FILE.svg
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,

    /// Draw each player's checks of the first roll: FILE.png or FILE.svg
    #[arg(long, value_name = "FILE")]
    dice_chart: Option<PathBuf>,
}

/// Everything that is computed for one table.
pub(super) struct Answers<'a> {
    pub players: &'a [Player],
    pub abilities: &'a Abilities,
    pub contest: &'a Contest,
    pub exact: Option<Exact>,
    /// `None` where nothing was simulated.
    pub tally: Option<Tally>,
}

pub fn run(args: &InitiativeArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    let out = args.out.as_deref().map(Out::read).transpose()?;
    check_ending("--chart", args.chart.as_deref(), ["png", "svg"])?;
    check_ending("--dice-chart", args.dice_chart.as_deref(), ["png", "svg"])?;
    let setup = load(args)?;
    let switches = setup.cards.switches;
    let contest = seat(&setup.players, &switches).map_err(|error| Error::usage(error.to_string()))?;
    let Some(decider) = Decider::of(&contest) else {
        let problem = format!("policy optimal is computed for two players, and {} sit here", contest.n);
        return Err(Error::usage(format!("{problem}; use never or when-losing")));
    };
    if args.tell {
        return tell_one(&contest, &setup, &decider, common, output);
    }
    let exact = decider.exact(&contest);
    let luck = Luck::new(common.seed, 0);
    let tally = (!args.exact_only).then(|| simulate(&contest, &decider, luck, args.trials));
    let answers = Answers {
        players: &setup.players,
        abilities: &setup.cards.abilities,
        contest: &contest,
        exact,
        tally,
    };
    let mut outcomes = win_outcomes(&answers, &switches, common.seed);
    let skirmish = (0 < setup.terms.rounds).then(|| {
        let skirmishes =
            if args.exact_only { 0 } else { args.trials.div_ceil(u64::from(setup.terms.rounds)) };
        SkirmishReport::new(&setup.players, &switches, setup.terms, luck, skirmishes)
    });
    let assumed: Vec<String> = assumptions(&setup);
    let mut files = Vec::new();
    match &out {
        Some(Out::Frame(path)) => outcomes.write(path)?,
        Some(Out::Folder(_)) if answers.exact.is_none() && answers.tally.is_none() => {
            let problem = "this table is too wide for exact values, so there is nothing to report";
            return Err(Error::usage(format!("--out with --exact-only: {problem}; leave --exact-only out")));
        }
        Some(Out::Folder(folder)) => {
            let frame = outcome_frame(&answers, &outcomes.outcomes, skirmish.as_ref());
            let manifest = describe(&setup, &outcomes, &assumed);
            files = write_folder(folder, manifest, &[frame], args.paper)?;
        }
        None => {}
    }
    if let Some(path) = &args.chart {
        outcomes.chart().write(path)?;
    }
    if let Some(path) = &args.dice_chart {
        dice_chart(&answers).write(path)?;
    }
    match output.format {
        Format::Json => {
            outcomes.parameters = json_parameters(&setup.players, &switches);
            outcomes.beside = beside(&answers);
            if let Some(report) = &skirmish {
                outcomes.beside.insert("skirmish".into(), report.json());
            }
            outcomes.beside.insert("assumed".into(), assumed.into());
            outcomes.print(output)?;
        }
        Format::Csv => outcomes.print(output)?,
        Format::Table => {
            outcomes.print(output)?;
            if let Some(points) = points_ahead(&answers) {
                output.line(&format!("\n{}", ahead_words(&setup.players, points)))?;
            }
            print_tables(&answers, output)?;
            if let Some(report) = &skirmish {
                report.print(&setup.players, output)?;
            }
            if !assumed.is_empty() {
                let said = folder::assumed_words(&assumed, &setup.cards.abilities);
                output.line(&format!("\nassumed, since no source gives it: {}", said.join("; ")))?;
            }
            if !files.is_empty() {
                output.line("")?;
                crate::cli::report::say_files(output, &files)?;
            }
        }
    }
    Ok(Answer::Done)
}

/// How far the first of two players is ahead, in points of initiative.
fn points_ahead(answers: &Answers<'_>) -> Option<f64> {
    let exact = answers.exact.as_ref().filter(|_| answers.contest.n == 2)?;
    Some(points_of_chance(exact.wins[0]))
}

/// Who is ahead, by how much.
fn ahead_words(players: &[Player], points: f64) -> String {
    let written = number(points.abs(), 2);
    if written == "0.00" {
        return "neither player is ahead in points of initiative".into();
    }
    let leader = if points < 0.0 { 1 } else { 0 };
    let name = people_name(&players[leader].name, leader);
    format!("{name} is {written} points of initiative ahead (one is +1 on every roll)")
}

/// A player as people call him: `player1` is "Player 1", a name that was given stays.
pub(super) fn people_name(name: &str, seat: usize) -> String {
    if name == format!("player{}", seat + 1) { format!("Player {}", seat + 1) } else { name.to_string() }
}

/// The manifest of a folder.
fn describe(setup: &InitiativeSetup, outcomes: &Outcomes, assumed: &[String]) -> Map<String, Value> {
    let words = || setup.players.iter().map(|player| player.words.as_str());
    let names: Vec<&str> = setup.players.iter().map(|player| player.name.as_str()).collect();
    let policies: Vec<&str> = setup.players.iter().map(|player| player.policy.word()).collect();
    let mut manifest = manifest(TABLE, outcomes.seed, outcomes.trials, &setup.cards.switches);
    manifest.insert("players".into(), words().collect::<Vec<_>>().into());
    manifest.insert("names".into(), names.into());
    manifest.insert("policies".into(), policies.into());
    manifest.insert("titles".into(), titles(words(), &setup.cards.abilities));
    manifest.insert("rounds".into(), setup.terms.rounds.into());
    manifest.insert("death".into(), setup.terms.death.into());
    manifest.insert("assumed".into(), folder::assumed(assumed, &setup.cards.abilities));
    manifest
}

fn load(args: &InitiativeArgs) -> Result<InitiativeSetup> {
    let mut cards = args.cards.cards()?;
    let mut setup = if args.players.is_empty() {
        InitiativeSetup::load(args.setup.as_deref().unwrap_or(BUILT_IN_NAME), cards)?
    } else {
        args.cards.apply_switches(&mut cards)?;
        let mut players = Vec::new();
        for (index, words) in args.players.iter().enumerate() {
            let name = format!("player{}", index + 1);
            let player = Player::from_words(&name, words, Policy::WhenLosing, &cards.abilities)
                .map_err(|error| Error::usage(format!("--player {words}: {error}")))?;
            players.push(player);
        }
        InitiativeSetup { cards, players, terms: Terms { rounds: 0, death: 0.0 } }
    };
    args.cards.apply_switches(&mut setup.cards)?;
    match args.policies.as_slice() {
        [] => {}
        [policy] => setup.players.iter_mut().for_each(|player| player.policy = *policy),
        policies if policies.len() == setup.players.len() => {
            setup.players.iter_mut().zip(policies).for_each(|(player, policy)| player.policy = *policy);
        }
        policies => {
            let problem = format!("{} policies for {} players", policies.len(), setup.players.len());
            return Err(Error::usage(format!("--policy: {problem}; give one for all, or one for each")));
        }
    }
    setup.terms.rounds = args.rounds.unwrap_or(setup.terms.rounds);
    setup.terms.death = args.death.unwrap_or(setup.terms.death);
    if !(0.0..=1.0).contains(&setup.terms.death) {
        return Err(Error::usage(format!("--death {}: must be in 0..=1", setup.terms.death)));
    }
    if args.death.is_some() && setup.terms.rounds == 0 {
        return Err(Error::usage("--death needs --rounds, the length of the skirmish"));
    }
    Ok(setup)
}

fn assumptions(setup: &InitiativeSetup) -> Vec<String> {
    let mut assumed: Vec<String> = Vec::new();
    for said in setup.players.iter().flat_map(|player| player.assumptions(&setup.cards.abilities)) {
        if !assumed.contains(&said) {
            assumed.push(said);
        }
    }
    assumed
}

/// One row for each player.
fn win_outcomes(answers: &Answers<'_>, switches: &Switches, seed: u64) -> Outcomes {
    let trials = answers.tally.as_ref().map_or(0, |tally| tally.rounds);
    let rows = answers.contest.seats().map(|seat| {
        let exact = answers.exact.as_ref().map(|exact| exact.wins[seat]);
        let count = answers.tally.as_ref().map(|tally| tally.wins[seat]);
        OutcomeRow::new(format!("player{}", seat + 1), exact, count, trials)
    });
    let mut remarks = Vec::new();
    if answers.exact.is_none() {
        remarks.push(
            "No exact value: too many different players with abilities that act after the dice.".into(),
        );
    }
    let against: Vec<&str> = answers.players.iter().map(|player| player.words.as_str()).collect();
    let mut policies: Vec<&str> = answers.players.iter().map(|player| player.policy.word()).collect();
    policies.dedup();
    let mut parameters = Map::new();
    parameters.insert("players".into(), against.join(" against ").into());
    parameters.insert("policy".into(), policies.join(", ").into());
    parameters.extend(changed(switches).into_iter().map(|(name, word)| (name.to_string(), word.into())));
    Outcomes {
        kind: "minis-initiative".into(),
        parameters,
        seed,
        trials,
        outcomes: rows.collect(),
        beside: Map::new(),
        remarks,
        people: people(answers, switches, &policies),
    }
}

/// The table in a sentence, and its players by name and abilities.
fn people(answers: &Answers<'_>, switches: &Switches, policies: &[&str]) -> People {
    let abilities: Vec<String> =
        answers.players.iter().map(|player| answers.abilities.title(&player.words)).collect();
    let labels = answers.players.iter().enumerate().zip(&abilities);
    let labels =
        labels.map(|((seat, player), abilities)| format!("{}: {abilities}", people_name(&player.name, seat)));
    let policies: Vec<String> = policies.iter().map(|policy| policy.replace('-', " ")).collect();
    let mut title =
        format!("Initiative, {}; abilities used: {}", abilities.join(" against "), policies.join(", "));
    for (name, word) in changed(switches) {
        title.push_str(&format!("; {} {}", name.replace('-', " "), word.replace('-', " ")));
    }
    People { title, labels: labels.collect() }
}

/// Switches that are not at their default.
fn changed(switches: &Switches) -> Vec<(&'static str, String)> {
    let defaults = Switches::default().words();
    switches
        .words()
        .into_iter()
        .zip(defaults)
        .filter(|(own, usual)| own != usual)
        .map(|(own, _)| own)
        .collect()
}

fn json_parameters(players: &[Player], switches: &Switches) -> Map<String, Value> {
    let words: Vec<&str> = players.iter().map(|player| player.words.as_str()).collect();
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    let policies: Vec<&str> = players.iter().map(|player| player.policy.word()).collect();
    let switches: Map<String, Value> =
        switches.words().into_iter().map(|(name, word)| (name.to_string(), word.into())).collect();
    let parameters = json!({"players": words, "names": names, "policies": policies, "switches": switches});
    parameters.as_object().cloned().unwrap_or_default()
}

fn beside(answers: &Answers<'_>) -> Map<String, Value> {
    let mut beside = Map::new();
    beside.insert("rerolls".into(), json!(reroll_rows(answers)));
    let mean = json!({
        "exact": answers.exact.as_ref().map(|exact| exact.mean_rerolls),
        "simulated": answers.tally.as_ref().map(|tally| tally.reroll_sum as f64 / tally.rounds as f64),
    });
    beside.insert("mean_rerolls".into(), mean);
    if let Some(points) = points_ahead(answers) {
        beside.insert("points".into(), points.into());
    }
    beside.insert("resources".into(), json!(resource_rows(answers)));
    beside.insert("reserves".into(), json!(reserve_rows(answers)));
    beside
}

fn tell_one(
    contest: &Contest,
    setup: &InitiativeSetup,
    decider: &Decider,
    common: &Common,
    output: &mut Output,
) -> Result<Answer> {
    let mut stream = Luck::new(common.seed, 0).stream(Purpose::MiniaturesInitiative, 0);
    let mut events = Vec::new();
    decider.preround(&mut stream, &mut events, contest);
    let mut table = Table::new(["step", "player", "what"]);
    let mut players = setup.players.clone();
    if output.format == Format::Table {
        for (seat, player) in players.iter_mut().enumerate() {
            player.name = people_name(&player.name, seat);
        }
    }
    for line in tell(&events, contest, &players) {
        table.row([line.step.to_string(), line.player.unwrap_or_default(), line.what]);
    }
    output.table(&table)?;
    Ok(Answer::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_ahead_is_named_and_never_by_a_negative_number() {
        let player = |name: &str| {
            Player::from_words(name, "plain", Policy::Never, Abilities::built_in()).expect("plain is known")
        };
        let players = [player("player1"), player("Thrawn")];
        let words = |points: f64| ahead_words(&players, points);
        assert_eq!(words(4.586), "Player 1 is 4.59 points of initiative ahead (one is +1 on every roll)");
        assert_eq!(words(-4.586), "Thrawn is 4.59 points of initiative ahead (one is +1 on every roll)");
        assert_eq!(words(-0.001), "neither player is ahead in points of initiative");
    }
}
