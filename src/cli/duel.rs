//! `canto duel SHIP SHIP…`: ship classes against each other at equal points.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::battle::{check_policy, share, terrain_named};
use super::compare::progress_bar;
use super::page::{refuse_run_folder, write_page};
use super::{Answer, Common, Format, Output, Table};
use crate::analysis::Estimate;
use crate::error::Result;
use crate::experiments::duel::{Duel, Terms, duel};
use crate::experiments::duel_page::duel_page;
use crate::experiments::entrant::entrants;
use crate::frames::columns::DUELS;
use crate::frames::{Cell, Frame, write_frame};
use crate::report::Paper;

/// Fight ship classes against each other at equal points: who beats whom, and what each is worth
///
/// Squads of one class with its cheapest generic pilot, no upgrades, fight round robin on the board in Space Superiority. Points
/// rarely buy whole numbers of ships, so each pair fights at the numbers around them, every battle twice on the same luck with the
/// seats swapped, and the odds at exactly equal points are read from a curve. The efficiency of a class is its fair cost over its
/// printed cost: the fair cost is the one at which it would win half of its fights at equal points against the others named.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct DuelArgs {
    /// Ship classes, such as X-wing, or generic pilots, such as "Red Squadron Pilot"; two or more
    #[arg(required = true, num_args = 2..=24, value_name = "SHIP")]
    ships: Vec<String>,

    /// Squad points of each side, as nearly as whole ships allow
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(10..=400))]
    points: u16,

    /// Battles of each pair, both seats counted
    #[arg(long, value_name = "N", default_value_t = 1200, value_parser = clap::value_parser!(u64).range(24..=10_000_000))]
    trials: u64,

    /// Who flies both sides: `random`, `greedy`, `tactician`, `jouster`, `arc-dodger`, `escort`, `survivor`
    #[arg(long, value_name = "NAME", default_value = "tactician")]
    policy: String,

    /// The unusual feature of the place: `none`, `regular-asteroids`, `nebula`, …
    #[arg(long, value_name = "NAME", default_value = "none")]
    terrain: String,

    /// A side breaks off when its strength falls below this share of the enemy's; 0: it never does
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = share)]
    retreat: f64,

    /// Folder for every battle as a row, charts and report
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  canto duel X-wing B-wing \"TIE Fighter\" \"TIE Interceptor\"
  canto duel \"Rookie Pilot\" \"Red Squadron Pilot\" --trials 5000
  canto duel A-wing TIE/fo Z-95 --points 60 --terrain regular-asteroids --out reports/duel
  canto duel Firespray-31 YT-2400 Decimator --format json";

pub fn run(args: &DuelArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    check_policy(&args.policy)?;
    args.out.as_deref().map_or(Ok(()), refuse_run_folder)?;
    let terms = Terms {
        points: args.points,
        trials: args.trials,
        terrain: terrain_named(&args.terrain)?,
        policy: args.policy.clone(),
        retreat: args.retreat,
        seed: common.seed,
    };
    let entrants = entrants(&args.ships)?;
    let pairs = entrants.len() as u64 * (entrants.len() as u64 - 1) / 2;
    let bar = progress_bar(common, pairs * 2 * args.trials.div_ceil(2), "battles");
    let fought = duel(entrants, terms, &|done| bar.inc(done));
    bar.finish_and_clear();
    let fought = fought?;
    if let Some(folder) = &args.out {
        write_bouts(&folder.join("frames").join("duels.parquet"), &fought)?;
        write_page(folder, &duel_page(&fought), Paper::A4)?;
    }
    match output.format {
        Format::Json => output.json(&document(&fought))?,
        Format::Csv => output.text(&values(&fought).to_csv())?,
        Format::Table => print(&fought, output)?,
    }
    if output.format == Format::Table
        && let Some(folder) = &args.out
    {
        output.line(&format!("\nwrote frames, charts and report into {}", folder.display()))?;
    }
    Ok(Answer::Done)
}

fn print(duel: &Duel, output: &mut Output) -> Result<()> {
    let terms = &duel.terms;
    output.line(&format!(
        "ship classes at {} points: {} battles a pair, seed {}, 95 % intervals by resampling\n",
        terms.points, terms.trials, terms.seed
    ))?;
    let mut costs = Table::new(["ship", "pilot", "printed cost", "fair cost", "efficiency"]);
    for (entrant, efficiency) in duel.entrants.iter().zip(&duel.found.efficiency) {
        costs.row([
            entrant.name.clone(),
            entrant.pilot().name.into(),
            entrant.cost.to_string(),
            efficiency.scaled(f64::from(entrant.cost), 0.0).brief(),
            efficiency.brief(),
        ]);
    }
    output.text(&costs.to_text())?;
    output.line("\nwin rate of the row against the column at equal points, in percent:\n")?;
    let names = duel.entrants.iter().map(|entrant| entrant.name.clone());
    let mut matrix = Table::new(std::iter::once(String::new()).chain(names));
    for (class, row) in duel.found.win_rates.iter().enumerate() {
        let cell = |(foe, estimate): (usize, &Estimate)| match foe == class {
            true => "–".to_string(),
            false => estimate.percent().replace(" %", ""),
        };
        let cells = row.iter().enumerate().map(cell);
        matrix.row(std::iter::once(duel.entrants[class].name.clone()).chain(cells));
    }
    output.text(&matrix.to_text())?;
    for remark in duel.remarks() {
        output.line(&format!("\n{remark}"))?;
    }
    Ok(())
}

/// One row a class, every digit.
fn values(duel: &Duel) -> Table {
    let mut columns: Vec<String> =
        ["ship", "pilot", "printed_cost", "fair_cost", "efficiency", "low", "high", "n"]
            .map(String::from)
            .into();
    for entrant in &duel.entrants {
        columns.extend(["win_rate", "win_low", "win_high"].map(|what| format!("{what} v {}", entrant.name)));
    }
    let mut table = Table::new(columns);
    for (class, entrant) in duel.entrants.iter().enumerate() {
        let efficiency = &duel.found.efficiency[class];
        let mut cells = vec![
            entrant.name.clone(),
            entrant.pilot().name.into(),
            entrant.cost.to_string(),
            (efficiency.value * f64::from(entrant.cost)).to_string(),
            efficiency.value.to_string(),
            efficiency.low.to_string(),
            efficiency.high.to_string(),
            efficiency.n.to_string(),
        ];
        for estimate in &duel.found.win_rates[class] {
            cells.extend([estimate.value, estimate.low, estimate.high].map(|value| value.to_string()));
        }
        table.row(cells);
    }
    table
}

fn document(duel: &Duel) -> Value {
    let name = |class: usize| duel.entrants[class].name.as_str();
    let ships: Vec<Value> = duel
        .entrants
        .iter()
        .enumerate()
        .map(|(class, entrant)| {
            let efficiency = &duel.found.efficiency[class];
            let fair = efficiency.scaled(f64::from(entrant.cost), 0.0);
            let beyond: Vec<&str> = duel.found.extrapolated[class].iter().map(|foe| name(*foe)).collect();
            json!({
                "ship": entrant.name,
                "efficiency": efficiency.value,
                "low": efficiency.low,
                "high": efficiency.high,
                "n": efficiency.n,
                "pilot": entrant.pilot().name,
                "faction": entrant.faction().key(),
                "printed_cost": entrant.cost,
                "fair_cost": {"value": fair.value, "low": fair.low, "high": fair.high},
                "extrapolated_against": beyond,
            })
        })
        .collect();
    let matrix: Vec<Vec<Value>> = duel
        .found
        .win_rates
        .iter()
        .map(|row| {
            row.iter()
                .map(|cell| json!({"value": cell.value, "low": cell.low, "high": cell.high, "n": cell.n}))
                .collect()
        })
        .collect();
    let fought: Vec<Value> = duel
        .matches
        .iter()
        .enumerate()
        .map(|(at, known)| {
            let [wins, draws, losses] = duel.tally(at);
            json!({
                "ships": [name(known.pair.0), name(known.pair.1)],
                "numbers": known.ships,
                "points": known.points,
                "wins": wins,
                "draws": draws,
                "losses": losses,
            })
        })
        .collect();
    let fit = &duel.found.fit;
    json!({
        "ships": ships,
        "matrix": matrix,
        "fought": fought,
        "fit": {
            "chi_squared": fit.chi_squared,
            "degrees_of_freedom": fit.degrees_of_freedom,
            "p_value": fit.p_value,
            "intervals_widened": fit.widened,
        },
        "method": "logistic curve in log points for each pair, slopes partly pooled; intervals by bootstrap over battles",
        "confidence": crate::analysis::CONFIDENCE,
        "points": duel.terms.points,
        "trials": duel.terms.trials,
        "policy": duel.terms.policy,
        "terrain": duel.terms.terrain.key(),
        "retreat": duel.terms.retreat,
        "seed": duel.terms.seed,
        "remarks": duel.remarks(),
    })
}

fn write_bouts(path: &Path, duel: &Duel) -> Result<()> {
    let mut frame = Frame::new(&DUELS);
    for bout in &duel.bouts {
        let known = &duel.matches[bout.match_idx as usize];
        let name = |class: usize| Cell::Text(duel.entrants[class].name.as_str().into());
        frame.push([
            name(known.pair.0),
            name(known.pair.1),
            known.ships[0].into(),
            known.ships[1].into(),
            known.points[0].into(),
            known.points[1].into(),
            Cell::Count(bout.luck as u32),
            bout.swapped.into(),
            ["second", "draw", "first"][usize::from(bout.score)].into(),
            bout.rounds.into(),
            bout.capped.into(),
            bout.points_lost[0].into(),
            bout.points_lost[1].into(),
        ]);
    }
    write_frame(path, &frame)
}
