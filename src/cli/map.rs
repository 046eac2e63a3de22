//! `canto map`: one campaign map, or the distribution of many.

use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::{Answer, Common, Format, Output, Table};
use crate::analysis::{CONFIDENCE, Estimate, Moments, mean, wilson};
use crate::campaign::rules::generating_the_campaign_map::{generate_map, total_value};
use crate::campaign::state::Target;
use crate::chance::Luck;
use crate::config::{DEFAULT_RULE_SET, RuleSet, TargetCategory, TargetType, load_rule_set};
use crate::error::Result;

/// Roll a campaign map, or with --trials show what maps are like
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  canto map --players 4 --seed 3
  canto map --players 6 --format json")]
pub struct MapArgs {
    /// Players in the campaign, all factions together
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=24))]
    players: u8,

    /// Number of the campaign whose map is shown
    #[arg(long, default_value_t = 0, value_name = "I")]
    index: u64,

    /// Roll that many maps and show how often each thing comes up
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    trials: Option<u64>,

    /// Rule set by name or path
    #[arg(long, value_name = "RULES", default_value = DEFAULT_RULE_SET)]
    rules: String,

    /// House rules upon it, by name or path; may be repeated
    #[arg(long = "house-rules", value_name = "FILE")]
    house_rules: Vec<String>,
}

pub fn run(args: &MapArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    let rules = load_rule_set(&args.rules, &args.house_rules)?;
    match args.trials {
        None => one_map(args, common, output, &rules)?,
        Some(trials) => many_maps(args, common, output, &rules, trials)?,
    }
    Ok(Answer::Done)
}

fn one_map(args: &MapArgs, common: &Common, output: &mut Output, rules: &RuleSet) -> Result<()> {
    let mut targets = Vec::new();
    generate_map(Luck::new(common.seed, args.index), rules, usize::from(args.players), &mut targets);
    output.table(&map_table(&targets))
}

/// One row a target; `canto campaign` prints the same.
pub fn map_table(targets: &[Target]) -> Table {
    let mut table = Table::new(["target", "category", "type", "value", "feature", "remarks"]);
    for target in targets {
        let mut remarks = Vec::new();
        if target.hidden {
            remarks.push("hidden outpost");
        }
        if target.unexplored {
            remarks.push("unexplored");
        }
        let feature = if target.is_trade_route() { "rolled each battle" } else { target.terrain.name() };
        table.row([
            (target.id.index() + 1).to_string(),
            target.category.label().to_string(),
            target.type_.label().to_string(),
            target.value.to_string(),
            feature.to_string(),
            remarks.join(", "),
        ]);
    }
    table
}

/// Counts over many maps. Integers only, so that any number of threads gives the same.
#[derive(Debug, Clone, Default)]
struct Tally {
    maps: u64,
    targets: u64,
    hidden: u64,
    /// By number of targets, the Trade Route included.
    counts: Vec<u64>,
    categories: Vec<u64>,
    types: Vec<u64>,
    /// By total value.
    values: Vec<u64>,
}

impl Tally {
    fn add(&mut self, targets: &[Target]) {
        self.maps += 1;
        bump(&mut self.counts, targets.len());
        bump(&mut self.values, total_value(targets).max(0) as usize);
        for target in targets.iter().filter(|target| !target.is_trade_route()) {
            self.targets += 1;
            self.hidden += u64::from(target.hidden);
            bump(&mut self.categories, target.category.index());
            bump(&mut self.types, target.type_.index());
        }
    }

    fn merge(mut self, other: Tally) -> Tally {
        self.maps += other.maps;
        self.targets += other.targets;
        self.hidden += other.hidden;
        let lists = [
            (&mut self.counts, other.counts),
            (&mut self.categories, other.categories),
            (&mut self.types, other.types),
            (&mut self.values, other.values),
        ];
        for (mine, theirs) in lists {
            if mine.len() < theirs.len() {
                mine.resize(theirs.len(), 0);
            }
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
        self
    }
}

fn bump(counts: &mut Vec<u64>, place: usize) {
    if counts.len() <= place {
        counts.resize(place + 1, 0);
    }
    counts[place] += 1;
}

/// One line of the distribution.
#[derive(Debug, Serialize)]
struct Share {
    what: &'static str,
    name: String,
    share: f64,
    low: f64,
    high: f64,
    count: u64,
}

#[derive(Debug, Serialize)]
struct Distribution {
    players: u8,
    seed: u64,
    trials: u64,
    rules: String,
    targets: Vec<Share>,
    categories: Vec<Share>,
    types: Vec<Share>,
    hidden_outposts: Share,
    /// Mean Fleet Point value of all targets of a map, and how often each total comes up.
    total_value: Estimate,
    values: Vec<Share>,
}

/// Maps of one chunk of work; fixed, so that the split does not depend on the threads.
const CHUNK: u64 = 4096;

fn many_maps(
    args: &MapArgs,
    common: &Common,
    output: &mut Output,
    rules: &RuleSet,
    trials: u64,
) -> Result<()> {
    let chunk = |chunk: u64| {
        let (mut tally, mut targets) = (Tally::default(), Vec::new());
        for index in chunk * CHUNK..trials.min((chunk + 1) * CHUNK) {
            generate_map(Luck::new(common.seed, index), rules, usize::from(args.players), &mut targets);
            tally.add(&targets);
        }
        tally
    };
    let tally = (0..trials.div_ceil(CHUNK)).into_par_iter().map(chunk).reduce(Tally::default, Tally::merge);
    let distribution = distribution(args, common, &tally);
    match output.format {
        Format::Json => output.json(&distribution),
        _ => output.table(&distribution_table(&distribution)),
    }
}

fn distribution(args: &MapArgs, common: &Common, tally: &Tally) -> Distribution {
    let share = |what, name: String, count, n| {
        let Estimate { value, low, high, .. } = wilson(count, n, CONFIDENCE);
        Share { what, name, share: value, low, high, count }
    };
    let by_place = |what, counts: &[u64], n, name: &dyn Fn(usize) -> String| -> Vec<Share> {
        let present = counts.iter().enumerate().filter(|(_, count)| 0 < **count);
        present.map(|(place, &count)| share(what, name(place), count, n)).collect()
    };
    let mut moments = Moments::default();
    let mean_value = {
        // The totals are counted, so mean and variance come from the counts.
        let n = tally.maps as f64;
        let values = || tally.values.iter().enumerate().map(|(value, &count)| (value as f64, count as f64));
        let average = values().map(|(value, count)| value * count).sum::<f64>() / n;
        let squares = values().map(|(value, count)| count * (value - average).powi(2)).sum::<f64>();
        if 1 < tally.maps {
            moments = Moments::from_summary(tally.maps, average, squares / (n - 1.0));
        } else {
            moments.add(average);
        }
        mean(&moments, CONFIDENCE)
    };
    Distribution {
        players: args.players,
        seed: common.seed,
        trials: tally.maps,
        rules: args.rules.clone(),
        targets: by_place("targets", &tally.counts, tally.maps, &|place| place.to_string()),
        categories: by_place("category", &tally.categories, tally.targets, &|place| {
            TargetCategory::ALL[place].label().to_string()
        }),
        types: by_place("type", &tally.types, tally.targets, &|place| {
            TargetType::ALL[place].label().to_string()
        }),
        hidden_outposts: share("hidden outpost", "hidden outpost".to_string(), tally.hidden, tally.targets),
        total_value: mean_value,
        values: by_place("total value", &tally.values, tally.maps, &|place| place.to_string()),
    }
}

fn distribution_table(distribution: &Distribution) -> Table {
    let mut table = Table::new(["what", "name", "share", "low", "high", "count"]);
    let shares = distribution
        .targets
        .iter()
        .chain(&distribution.categories)
        .chain(&distribution.types)
        .chain([&distribution.hidden_outposts])
        .chain(&distribution.values);
    for share in shares {
        let digits = |value: f64| format!("{value:.4}");
        table.row([
            share.what.to_string(),
            share.name.clone(),
            digits(share.share),
            digits(share.low),
            digits(share.high),
            share.count.to_string(),
        ]);
    }
    let value = &distribution.total_value;
    table.row([
        "total value".to_string(),
        "mean".to_string(),
        format!("{:.3}", value.value),
        format!("{:.3}", value.low),
        format!("{:.3}", value.high),
        value.n.to_string(),
    ]);
    table
}
