//! `canto battle static`: a standing fight, exact and simulated.

use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::BattleArgs;
use crate::analysis::{CONFIDENCE, Estimate, Moments, mean};
use crate::battle::attack::RangeBand;
use crate::battle::engagement::DamageDeckKind;
use crate::battle::skirmish::standing_fight::{DamageText, Field, StandingFight, StandingShip, exact::exact};
use crate::battle::squad_text::{SquadText, read_squad};
use crate::catalog::{BaseSize, catalog};
use crate::chance::{Luck, Purpose};
use crate::cli::{Answer, Common, OutcomeRow, Outcomes, Output, People};
use crate::error::{Error, Result};
use crate::ids::Side;

/// Trials per piece of work: fixed, so that the number of threads changes nothing.
const CHUNK: u64 = 1024;

/// Whole numbers only, so that they add up the same in any order.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    /// Attacker, defender, draw.
    ends: [u64; 3],
    rounds: u64,
    rounds_squared: u64,
}

impl Tally {
    fn plus(self, other: Tally) -> Tally {
        Tally {
            ends: [0, 1, 2].map(|i: usize| self.ends[i] + other.ends[i]),
            rounds: self.rounds + other.rounds,
            rounds_squared: self.rounds_squared + other.rounds_squared,
        }
    }

    fn rounds(&self) -> Estimate {
        let n: u64 = self.ends.iter().sum();
        let average = self.rounds as f64 / n as f64;
        // n Σx² − (Σx)² in whole numbers: no digits are lost.
        let spread = u128::from(n) * u128::from(self.rounds_squared) - u128::from(self.rounds).pow(2);
        mean(&Moments { n, mean: average, squares: spread as f64 / n as f64 }, CONFIDENCE)
    }
}

pub fn run(args: &BattleArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    let range = args.range.unwrap_or(2);
    let squads = [read_squad(&args.attacker)?, read_squad(&args.defender)?];
    warn_of_idle_cards(&squads, common);
    let fight = StandingFight {
        squads: [ships_of(&squads[0])?, ships_of(&squads[1])?],
        range: RangeBand::from_number(range).unwrap_or(RangeBand::Two),
        focus: [args.attacker_focus, args.defender_focus],
        damage: match args.plain_damage {
            true => DamageText::Plain,
            false => DamageText::Cards(DamageDeckKind::Original),
        },
    };
    let exact = exact(&fight);
    let tally = simulate(&fight, common.seed, args.trials);
    let exact_shares = exact.map(|end| [end.attacker, end.defender, end.draw]);
    let rows = ["attacker", "defender", "draw"].into_iter().enumerate().map(|(index, outcome)| {
        let exact = exact_shares.map(|shares| shares[index]);
        OutcomeRow::new(outcome, exact, Some(tally.ends[index]), args.trials)
    });
    let rounds = tally.rounds();
    let answer = Outcomes {
        kind: "static".into(),
        parameters: object(json!({
            "attacker": args.attacker,
            "defender": args.defender,
            "range": range,
            "attacker_focus": args.attacker_focus,
            "defender_focus": args.defender_focus,
            "plain_damage": args.plain_damage,
        })),
        seed: common.seed,
        trials: args.trials,
        outcomes: rows.collect(),
        beside: object(json!({
            "rounds": rounds.value,
            "rounds_exact": exact.map(|end| end.rounds),
            "rounds_low": rounds.low,
            "rounds_high": rounds.high,
        })),
        remarks: Vec::new(),
        people: People { title: title(args, range), labels: Vec::new() },
    };
    answer.print(output)?;
    Ok(Answer::Done)
}

/// The standing fight in a sentence.
fn title(args: &BattleArgs, range: u8) -> String {
    let focus = match (args.attacker_focus, args.defender_focus) {
        (false, false) => "",
        (true, true) => ", both with focus",
        (true, false) => ", the attacker with focus",
        (false, true) => ", the defender with focus",
    };
    let damage = if args.plain_damage { ", criticals without card text" } else { "" };
    format!("{} against {}, standing at range {range}{focus}{damage}", args.attacker, args.defender)
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

fn simulate(fight: &StandingFight, seed: u64, trials: u64) -> Tally {
    let start = Field::new(fight);
    let chunk_tally = |chunk: u64| {
        let mut field = start.clone();
        let mut tally = Tally::default();
        for trial in chunk * CHUNK..trials.min((chunk + 1) * CHUNK) {
            let mut chance = Luck::new(seed, trial).stream(Purpose::Battle, 0);
            let end = fight.fight(&mut chance, &start, &mut field);
            tally.ends[end.winner.map_or(2, Side::index)] += 1;
            tally.rounds += u64::from(end.rounds);
            tally.rounds_squared += u64::from(end.rounds).pow(2);
        }
        tally
    };
    (0..trials.div_ceil(CHUNK)).into_par_iter().map(chunk_tally).reduce(Tally::default, Tally::plus)
}

/// The ships as they stand: cards count by the numbers that they add.
fn ships_of(squad: &SquadText) -> Result<Vec<StandingShip>> {
    let cards = catalog();
    let stand = |ship: &crate::battle::SquadShip| {
        let class = cards.ship(ship.class);
        if class.size == BaseSize::Huge {
            return Err(Error::usage(format!("{}: huge ships do not fight in static mode", class.name)));
        }
        let bonus = |of: fn(&crate::catalog::StatBonus) -> i8| -> i32 {
            let cards = ship.upgrades.iter().chain(&ship.pilot.abilities).map(|id| cards.upgrade(*id));
            cards.map(|upgrade| i32::from(of(&upgrade.bonus))).sum()
        };
        let plus = |value: u8, of| u8::try_from((i32::from(value) + bonus(of)).clamp(0, 12)).unwrap_or(12);
        Ok(StandingShip {
            skill: plus(ship.pilot.skill, |bonus| bonus.skill),
            attack: plus(class.attack, |bonus| bonus.attack),
            agility: plus(class.agility, |bonus| bonus.agility),
            hull: class.hull.saturating_add_signed(bonus(|bonus| bonus.hull) as i8),
            shields: class.shields.saturating_add_signed(bonus(|bonus| bonus.shields) as i8),
        })
    };
    squad.ships.iter().map(stand).collect()
}

/// Only numbers count in static mode; who brings other cards is told so.
#[allow(clippy::print_stderr)]
fn warn_of_idle_cards(squads: &[SquadText; 2], common: &Common) {
    let cards = catalog();
    let ships = squads.iter().flat_map(|squad| &squad.ships);
    let mut idle: Vec<&str> = ships
        .flat_map(|ship| ship.upgrades.iter().chain(&ship.pilot.abilities))
        .map(|id| cards.upgrade(*id))
        .filter(|upgrade| upgrade.bonus == Default::default())
        .map(|upgrade| upgrade.name)
        .collect();
    idle.sort_unstable();
    idle.dedup();
    if !idle.is_empty() && !common.quiet {
        anstream::eprintln!("note: no effect in static mode: {}", idle.join(", "));
    }
}
