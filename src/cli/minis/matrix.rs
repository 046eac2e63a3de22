//! `canto minis matrix`: every ability and pair of abilities against every other.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::folder::{Out, assumed, manifest, titles, write_folder, write_one};
use super::{CardArgs, check_ending, policy};
use crate::analysis::Estimate;
use crate::analysis::estimate::wilson;
use crate::analysis::initiative::{InitiativeMatrix, Pairing, Worth};
use crate::charts::{Chart, DenseMap, dense_map};
use crate::cli::{Answer, CONFIDENCE, Common, Format, Output, Table};
use crate::error::{Error, Result};
use crate::frames::columns::{INITIATIVES, OUTCOMES};
use crate::frames::{Cell, Frame};
use crate::miniatures::abilities::Does;
use crate::miniatures::cards::Cards;
use crate::miniatures::checks::{first_check, first_die};
use crate::miniatures::contest::Contest;
use crate::miniatures::matrix::{Matrix, SINGLES, ability_sets, matrix};
use crate::miniatures::players::{Player, seat};
use crate::miniatures::policy::Policy;
use crate::report::Paper;
use crate::report::miniatures::{MATRIX, policy_words};

/// What abilities are worth: the chance to win initiative for every single ability and pair against every other
///
/// A point of initiative is +1 on every roll of the die that nothing cancels; an ability is worth as many points as would win as
/// often against a player without abilities. Prints the single abilities; --out writes all of them, as a frame or as a folder
/// with a report, and --chart draws them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  canto minis matrix
  canto minis matrix --out reports/initiative --policy when-losing,optimal --trials 20000
  canto minis matrix --policy optimal --out initiatives.parquet --chart initiatives.png
  canto minis matrix --ability recon --ability tactician:6 --ability sense --trials 100000")]
pub struct MatrixArgs {
    /// An ability of the matrix, instead of the usual ten; may be repeated
    #[arg(long = "ability", value_name = "WORD")]
    words: Vec<String>,

    /// Single abilities only, no pairs
    #[arg(long)]
    singles: bool,

    /// never, when-losing or optimal, for both players; several are computed one after the other
    #[arg(long = "policy", value_name = "POLICY", default_value = "when-losing", value_delimiter = ',', value_parser = policy)]
    policies: Vec<Policy>,

    #[command(flatten)]
    cards: CardArgs,

    /// Rounds to simulate for each pairing; 0 computes only
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1_000_000_000))]
    trials: u64,

    /// Write the frame `initiatives` (FILE.parquet or FILE.csv), or a folder with frames, charts, report.pdf and report.html
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,

    /// Draw a heat map: FILE.png or FILE.svg
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,

    /// Paper of the PDF
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
}

/// A computed matrix and the policy behind it.
type Computed = (Policy, Matrix);

pub fn run(args: &MatrixArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    let out = args.out.as_deref().map(Out::read).transpose()?;
    check_ending("--chart", args.chart.as_deref(), ["png", "svg"])?;
    let mut cards = args.cards.cards()?;
    args.cards.apply_switches(&mut cards)?;
    let singles = singles(args)?;
    let sets = ability_sets(&singles, !args.singles);
    let mut policies = args.policies.clone();
    policies.dedup();
    let computed: Vec<Computed> = policies
        .into_iter()
        .map(|policy| {
            let matrix = matrix(&sets, policy, &cards, common.seed, args.trials)
                .map_err(|error| Error::usage(format!("--ability: {error}")))?;
            Ok((policy, matrix))
        })
        .collect::<Result<_>>()?;
    let mut files = Vec::new();
    match &out {
        Some(Out::Frame(path)) => write_one(path, &frame(&computed))?,
        Some(Out::Folder(folder)) => {
            let frames = [frame(&computed), checks(&singles, &cards)?];
            files = write_folder(folder, describe(args, &computed, &cards, common), &frames, args.paper)?;
        }
        None => {}
    }
    if let Some(path) = &args.chart {
        chart(&computed[0], &cards).write(path)?;
    }
    print(&computed, args, common, &cards, singles.len(), output)?;
    if output.format == Format::Table && !files.is_empty() {
        output.line("")?;
        crate::cli::report::say_files(output, &files)?;
    }
    Ok(Answer::Done)
}

/// The abilities of the matrix, each once.
fn singles(args: &MatrixArgs) -> Result<Vec<String>> {
    if args.words.is_empty() {
        return Ok(SINGLES.map(String::from).to_vec());
    }
    let mut singles: Vec<String> = Vec::new();
    for word in args.words.iter().map(|word| word.trim().to_string()) {
        if word == "plain" || word.contains(',') {
            let problem = "one ability at a time; pairs are made of them, and plain is always there";
            return Err(Error::usage(format!("--ability {word}: {problem}")));
        }
        if singles.contains(&word) {
            return Err(Error::usage(format!("--ability {word}: it is there twice")));
        }
        singles.push(word);
    }
    Ok(singles)
}

fn frame(computed: &[Computed]) -> Frame {
    let mut frame = Frame::new(&INITIATIVES);
    for (policy, matrix) in computed {
        for cell in &matrix.cells {
            let estimate = simulated(matrix, cell.count);
            frame.push([
                Cell::Text(matrix.sets[cell.first].as_str().into()),
                Cell::Text(matrix.sets[cell.second].as_str().into()),
                policy.word().into(),
                cell.exact.into(),
                estimate.map(|estimate| estimate.value).into(),
                estimate.map(|estimate| estimate.low).into(),
                estimate.map(|estimate| estimate.high).into(),
                cell.count.map(|count| count as u32).into(),
                (matrix.trials as u32).into(),
                cell.mean_rerolls.into(),
            ]);
        }
    }
    frame
}

fn simulated(matrix: &Matrix, count: Option<u64>) -> Option<Estimate> {
    count.map(|count| wilson(count, matrix.trials, CONFIDENCE))
}

/// The dice and the checks of the plain player, of each ability that changes them, and the dice of those whose future is foreseen.
fn checks(singles: &[String], cards: &Cards) -> Result<Frame> {
    let mut frame = Frame::new(&OUTCOMES);
    let contest = |words: &str| -> Result<Contest> {
        let player = |words: &str| Player::from_words(words, words, Policy::Never, &cards.abilities);
        let pair = player(words).and_then(|first| Ok([first, player("plain")?]));
        pair.and_then(|pair| seat(&pair, &cards.switches)).map_err(|error| Error::usage(error.to_string()))
    };
    let mut push = |topic: &'static str, name: &str, distribution: BTreeMap<i16, f64>| {
        for (number, p) in distribution {
            frame.push([
                topic.into(),
                Cell::Text(name.into()),
                Cell::Text(number.to_string().into()),
                i32::from(number).into(),
                p.into(),
                Cell::Null,
                Cell::Null,
                Cell::Null,
                Cell::Null,
                Cell::Null,
            ]);
        }
    };
    let does = |word: &str| cards.abilities.find(word.split(':').next().unwrap_or(word)).map(|a| a.does);
    let foresees = singles.iter().any(|word| does(word) == Some(Does::Foresee));
    let plain = contest("plain")?;
    let usual = first_die(&plain, 0, 0);
    push("die", "plain", usual.clone());
    push("check", "plain", first_check(&plain, 0));
    if foresees {
        push("die", &foreseen("plain"), first_die(&plain, 0, 1));
    }
    for word in singles {
        let own = contest(word)?;
        if first_die(&own, 0, 0) != usual {
            push("die", word, first_die(&own, 0, 0));
            if foresees {
                push("die", &foreseen(word), first_die(&own, 0, 1));
            }
        }
        if first_check(&own, 0) != usual {
            push("check", word, first_check(&own, 0));
        }
    }
    Ok(frame)
}

/// A player whose future is foreseen, in the frame of dice.
fn foreseen(word: &str) -> String {
    format!("{word} foreseen")
}

fn describe(
    args: &MatrixArgs,
    computed: &[Computed],
    cards: &Cards,
    common: &Common,
) -> serde_json::Map<String, Value> {
    let sets = &computed[0].1.sets;
    let mut manifest = manifest(MATRIX, common.seed, args.trials, &cards.switches);
    let policies: Vec<&str> = computed.iter().map(|(policy, _)| policy.word()).collect();
    let mut names = titles(sets.iter().map(String::as_str), &cards.abilities);
    for set in sets.iter().filter(|set| !set.contains(',')) {
        names[foreseen(set)] = format!("{}, foreseen", cards.abilities.title(set)).into();
    }
    let mut found: Vec<String> = Vec::new();
    for set in sets {
        if let Ok(player) = Player::from_words(set, set, Policy::Never, &cards.abilities) {
            found.extend(player.assumptions(&cards.abilities));
        }
    }
    found.sort();
    found.dedup();
    manifest.insert("policies".into(), policies.into());
    manifest.insert("sets".into(), sets.clone().into());
    manifest.insert("titles".into(), names);
    manifest.insert("assumed".into(), assumed(&found, &cards.abilities));
    manifest
}

fn chart((policy, matrix): &Computed, cards: &Cards) -> Chart {
    let n = matrix.sets.len();
    let names: Vec<String> = matrix.sets.iter().map(|set| cards.abilities.title(set)).collect();
    let rows = (0..n).map(|first| {
        let cells = (0..n).map(|second| Some(Estimate::exact(matrix.at(first, second).exact)));
        (names[first].clone(), cells.collect())
    });
    dense_map(&DenseMap {
        name: "initiatives".into(),
        title: "Who wins initiative".into(),
        subtitle: format!(
            "Exact chance of the row's player against the column's, {n} sets of abilities; {}",
            policy_words(policy.word())
        ),
        columns: names.clone(),
        rows: rows.collect(),
        centre: 0.5,
        span: 0.5,
        poles: ("the row loses".into(), "the row wins".into()),
    })
}

/// What each set is worth, as the analysis of the frame says it.
fn worth((policy, matrix): &Computed) -> Vec<Worth> {
    let cell = |cell: &crate::miniatures::matrix::Pairing| Pairing {
        exact: cell.exact,
        simulated: simulated(matrix, cell.count),
        rerolls: cell.mean_rerolls,
    };
    let cells = matrix.cells.iter().map(cell).collect();
    InitiativeMatrix { policy: policy.word().into(), sets: matrix.sets.clone(), cells }.worth()
}

fn print(
    computed: &[Computed],
    args: &MatrixArgs,
    common: &Common,
    cards: &Cards,
    n_singles: usize,
    output: &mut Output,
) -> Result<()> {
    match output.format {
        Format::Json => {
            let rows: Vec<Value> = computed.iter().flat_map(json_rows).collect();
            let worth: Vec<Value> = computed.iter().flat_map(json_worth).collect();
            let policies: Vec<&str> = computed.iter().map(|(policy, _)| policy.word()).collect();
            output.json(&json!({
                "kind": MATRIX,
                "parameters": {"policy": policies.join(","), "sets": computed[0].1.sets},
                "seed": common.seed,
                "trials": args.trials,
                "rows": rows,
                "worth": worth,
            }))
        }
        Format::Csv => {
            let mut table = Table::new(["first", "second", "policy", "exact", "count", "trials", "rerolls"]);
            for (policy, matrix) in computed {
                for cell in &matrix.cells {
                    table.row([
                        matrix.sets[cell.first].clone(),
                        matrix.sets[cell.second].clone(),
                        policy.word().to_string(),
                        cell.exact.to_string(),
                        cell.count.map_or(String::new(), |count| count.to_string()),
                        matrix.trials.to_string(),
                        cell.mean_rerolls.to_string(),
                    ]);
                }
            }
            output.text(&table.to_csv())
        }
        Format::Table => {
            for (index, one) in computed.iter().enumerate() {
                if 0 < index {
                    output.line("")?;
                }
                print_one(one, cards, n_singles, output)?;
            }
            Ok(())
        }
    }
}

fn json_rows((policy, matrix): &Computed) -> Vec<Value> {
    let row = |cell: &crate::miniatures::matrix::Pairing| {
        let estimate = simulated(matrix, cell.count);
        json!({
            "first": matrix.sets[cell.first],
            "second": matrix.sets[cell.second],
            "policy": policy.word(),
            "exact": cell.exact,
            "simulated": estimate.map(|estimate| estimate.value),
            "low": estimate.map(|estimate| estimate.low),
            "high": estimate.map(|estimate| estimate.high),
            "count": cell.count,
            "rerolls": cell.mean_rerolls,
        })
    };
    matrix.cells.iter().map(row).collect()
}

fn json_worth(one: &Computed) -> Vec<Value> {
    let row = |worth: Worth| {
        json!({
            "set": worth.set,
            "policy": one.0.word(),
            "against_plain": worth.against_plain,
            "points": worth.points,
            "against_others": worth.against_others,
            "beyond_the_better": worth.beyond_the_better,
        })
    };
    worth(one).into_iter().map(row).collect()
}

fn print_one(one: &Computed, cards: &Cards, n_singles: usize, output: &mut Output) -> Result<()> {
    let (policy, matrix) = one;
    output.line(&format!(
        "exact chance of the row's player to win initiative against the column's; {}\n",
        policy_words(policy.word())
    ))?;
    let shown: Vec<usize> = (0..=n_singles).collect();
    let name = |set: &str| cards.abilities.title(set);
    // Columns by number, since names of this length would not fit a screen.
    let heads = shown.iter().map(|set| (set + 1).to_string());
    let mut table = Table::new(std::iter::once(String::new()).chain(heads));
    for &first in &shown {
        let cells = shown.iter().map(|second| format!("{:.4}", matrix.at(first, *second).exact));
        table.row(std::iter::once(format!("({}) {}", first + 1, name(&matrix.sets[first]))).chain(cells));
    }
    output.text(&table.to_text())?;
    output.line("\nwhat each is worth: points of initiative against no ability, and the mean chance against every other set\n")?;
    let mut table = Table::new(["ability", "against no ability", "points", "against the others"]);
    let show = |value: Option<f64>, digits: usize| value.map_or(String::new(), |v| format!("{v:.digits$}"));
    for worth in worth(one).iter().filter(|worth| !worth.set.contains(',')) {
        table.row([
            name(&worth.set),
            show(worth.against_plain, 4),
            show(worth.points, 2),
            show(Some(worth.against_others), 4),
        ]);
    }
    output.text(&table.to_text())?;
    let hidden = matrix.sets.len() - shown.len();
    if 0 < hidden {
        output
            .line(&format!("\n{hidden} pairs of abilities are in --out, --chart and --format json or csv"))?;
    }
    Ok(())
}
