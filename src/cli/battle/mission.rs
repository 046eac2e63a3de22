//! `canto battle MISSION`: two squads in a mission, fought many times.

use std::io::Write;
use std::path::Path;

use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::BattleArgs;
use crate::analysis::words::number;
use crate::analysis::{Estimate, Moments, mean, wilson};
use crate::battle::engagement::{BattleSwitches, Engagement, RetreatRule, Squad};
use crate::battle::outcome::{Outcome, ShipEnd};
use crate::battle::squad_text::read_squad;
use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::policy::{self, Policy};
use crate::battle::tabletop::{CannotPlay, fight};
use crate::chance::Luck;
use crate::cli::outcomes::ending;
use crate::cli::{Answer, CONFIDENCE, Common, OutcomeRow, Outcomes, Output, People};
use crate::config::mission;
use crate::error::{Error, Result};
use crate::events::Null;
use crate::frames::columns::FIGHTS;
use crate::frames::{Cell, Frame, write_aside, write_csv, write_frame};
use crate::ids::{Side, Terrain};
use crate::replay::{page, picture, script};

/// What one trial came to, seats already turned back where they were swapped.
#[derive(Debug, Clone, Copy)]
struct Trial {
    swapped: bool,
    /// Attacker, defender, draw, both, neither: as the seats were in this fight.
    end: usize,
    map_control: Option<Side>,
    rounds: u16,
    capped: bool,
    points_lost: [u16; 2],
    ships_lost: [u16; 2],
    fled: [u16; 2],
    ships: [u16; 2],
}

const ENDS: [&str; 5] = ["attacker", "defender", "draw", "both", "neither"];

pub fn run(args: &BattleArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    let set_up = SetUp::read(args)?;
    if let Some(path) = &args.replay {
        set_up.write_replay(args, common, path)?;
    }
    if let Some(path) = &args.picture {
        set_up.write_picture(args, common, path)?;
    }
    let trials = set_up.fight_all(common.seed, args.trials, args.swap_seats)?;
    if let Some(path) = &args.out {
        write_trials(path, &trials, set_up.model.name())?;
    }
    set_up.answer(args, common, &trials).print(output)?;
    Ok(Answer::Done)
}

/// Everything that the arguments name, checked.
struct SetUp {
    engagement: Engagement,
    policies: [String; 2],
    model: super::ModelName,
}

impl SetUp {
    fn read(args: &BattleArgs) -> Result<SetUp> {
        let mission = mission::resolve(&args.mission)?;
        let terrain = super::terrain_named(&args.terrain)?;
        let retreat = RetreatRule { strength_ratio: args.retreat, hull_share: 0.0 };
        let squads = [squad(&args.attacker, retreat)?, squad(&args.defender, retreat)?];
        let sizes = squads.each_ref().map(|squad| squad.ships.iter().map(|ship| ship.points).sum());
        let mut names = args.policy.iter().cloned();
        let first = names.next().unwrap_or_else(|| "tactician".into());
        let second = names.next().unwrap_or_else(|| first.clone());
        for name in [&first, &second] {
            super::check_policy(name)?;
        }
        let engagement = Engagement {
            mission: mission.key.clone(),
            terrain,
            squads,
            sizes,
            initiative_rerolls: [0; 2],
            switches: BattleSwitches::default(),
        };
        Ok(SetUp { engagement, policies: [first, second], model: args.model })
    }

    /// One fight of trial `index`; the events go to the sink.
    fn fight(
        &self,
        engagement: &Engagement,
        swapped: bool,
        luck: Luck,
        sink: &mut impl crate::events::Sink<BattleEvent>,
    ) -> Result<Outcome> {
        let names = if swapped {
            [&self.policies[1], &self.policies[0]]
        } else {
            [&self.policies[0], &self.policies[1]]
        };
        let pilot = |side: Side| {
            policy::by_name(names[side.index()], luck, 0, side).ok_or_else(|| Error::usage("no such policy"))
        };
        match self.model {
            super::ModelName::Skirmish => Ok(crate::battle::skirmish::fight(engagement, luck, 0)),
            super::ModelName::Tabletop => {
                let (mut attacker, mut defender): (Box<dyn Policy>, Box<dyn Policy>) =
                    (pilot(Side::Attacker)?, pilot(Side::Defender)?);
                fight(engagement, luck, 0, [&mut *attacker, &mut *defender], sink).map_err(cannot)
            }
        }
    }

    fn fight_all(&self, seed: u64, trials: u64, swap: bool) -> Result<Vec<Trial>> {
        let swapped_engagement = {
            let mut other = self.engagement.clone();
            other.squads.swap(0, 1);
            other.sizes.swap(0, 1);
            other
        };
        let seats = if swap { 2 } else { 1 };
        (0..trials * seats)
            .into_par_iter()
            .map(|i| {
                let swapped = i % seats == 1;
                let engagement = if swapped { &swapped_engagement } else { &self.engagement };
                let outcome = self.fight(engagement, swapped, Luck::new(seed, i / seats), &mut Null)?;
                Ok(trial(&outcome, swapped))
            })
            .collect()
    }

    /// The events of one trial as a page.
    fn write_replay(&self, args: &BattleArgs, common: &Common, path: &Path) -> Result<()> {
        let told = self.told(args, common)?;
        write_aside(path, |file| {
            file.write_all(page(&told).as_bytes()).map_err(|error| Error::file(path, "write", error))
        })
    }

    fn write_picture(&self, args: &BattleArgs, common: &Common, path: &Path) -> Result<()> {
        picture(&self.told(args, common)?, args.round).write(path)
    }

    fn told(&self, args: &BattleArgs, common: &Common) -> Result<crate::replay::Script> {
        if self.model == super::ModelName::Skirmish {
            return Err(Error::usage("--replay and --picture show the board: they need --model tabletop"));
        }
        let mut events: Vec<BattleEvent> = Vec::new();
        self.fight(&self.engagement, false, Luck::new(common.seed, args.index), &mut events)?;
        let remark = format!(
            "{} v {}; pilots: {} v {}; seed {}, battle {}",
            args.attacker, args.defender, self.policies[0], self.policies[1], common.seed, args.index
        );
        Ok(script(&self.engagement, &events, &remark))
    }

    fn answer(&self, args: &BattleArgs, common: &Common, trials: &[Trial]) -> Outcomes {
        let n = trials.len() as u64;
        // By squad, not by seat: a swapped win of the seat "defender" is the first squad's.
        let end = |trial: &Trial| match (trial.end, trial.swapped) {
            (0 | 1, true) => 1 - trial.end,
            (end, _) => end,
        };
        let count = |which: usize| trials.iter().filter(|trial| end(trial) == which).count() as u64;
        let rows = ENDS.into_iter().enumerate().filter_map(|(which, name)| {
            let counted = count(which);
            (which < 3 || 0 < counted).then(|| OutcomeRow::new(name, None, Some(counted), n))
        });
        let share = |holds: &dyn Fn(&Trial) -> bool| {
            wilson(trials.iter().filter(|trial| holds(trial)).count() as u64, n, CONFIDENCE)
        };
        let average = |value: &dyn Fn(&Trial) -> u64| {
            let (mut sum, mut squares) = (0_u64, 0_u64);
            for trial in trials {
                sum += value(trial);
                squares += value(trial).pow(2);
            }
            mean(&Moments::from_sums(n, sum as f64, squares as f64), CONFIDENCE).at_least(0.0)
        };
        let loser = |trial: &Trial| (trial.end < 2).then(|| 1 - trial.end);
        let shutout = |trial: &Trial| loser(trial).is_some_and(|loser| trial.ships_lost[1 - loser] == 0);
        let wipeout =
            |trial: &Trial| loser(trial).is_some_and(|loser| trial.ships_lost[loser] == trial.ships[loser]);
        let lost = |first: bool| {
            move |trial: &Trial| u64::from(trial.points_lost[usize::from(trial.swapped == first)])
        };
        let mut beside = Map::new();
        beside.insert("rounds".into(), words(average(&|trial| u64::from(trial.rounds))));
        beside.insert("shutouts".into(), words(share(&shutout)));
        beside.insert("wipeouts".into(), words(share(&wipeout)));
        beside.insert("capped".into(), words(share(&|trial| trial.capped)));
        beside.insert("attacker_points_lost".into(), words(average(&lost(true))));
        beside.insert("defender_points_lost".into(), words(average(&lost(false))));
        let mut remarks = Vec::new();
        if self.model == super::ModelName::Tabletop {
            let flown = self.who_flies();
            remarks.push(format!("The result holds where {flown}; another policy may change it."));
        }
        if args.swap_seats {
            remarks.push("Seats were swapped: \"attacker\" is the first squad in either seat.".into());
        }
        if self.model == super::ModelName::Skirmish {
            remarks.push("The skirmish model has no board: what the board decides is a parameter.".into());
        }
        let parameters = json!({
            "mission": self.engagement.mission,
            "attacker": args.attacker,
            "defender": args.defender,
            "model": self.model.name(),
            "policy": self.policies,
            "terrain": self.engagement.terrain.key(),
            "retreat": args.retreat,
            "swap_seats": args.swap_seats,
        });
        Outcomes {
            kind: "battle".into(),
            parameters: parameters.as_object().cloned().unwrap_or_default(),
            seed: common.seed,
            trials: n,
            outcomes: rows.collect(),
            beside,
            remarks,
            people: People { title: self.title(args), labels: Vec::new() },
        }
    }

    fn who_flies(&self) -> String {
        let [first, second] = &self.policies;
        if first == second {
            return format!("both fly as {first}");
        }
        format!("the attacker flies as {first} and the defender as {second}")
    }

    /// The battle in a sentence.
    fn title(&self, args: &BattleArgs) -> String {
        let mission = mission::find(&self.engagement.mission);
        let mission =
            mission.map_or_else(|_| self.engagement.mission.clone(), |mission| mission.title.clone());
        let model = match self.model {
            super::ModelName::Tabletop => format!("on the board, {}", self.who_flies()),
            super::ModelName::Skirmish => "by the skirmish model".into(),
        };
        let place = match self.engagement.terrain {
            Terrain::NoAsteroids => "in open space".to_string(),
            terrain => format!("unusual feature {}", terrain.name()),
        };
        let retreat = if 0.0 < args.retreat {
            let percent =
                number(100.0 * args.retreat, if (100.0 * args.retreat).fract() < 1e-9 { 0 } else { 1 });
            format!("a side breaks off below {percent} % of the enemy's strength")
        } else {
            "nobody breaks off".into()
        };
        let seats = if args.swap_seats { ", in both seats" } else { "" };
        format!("{mission}, {} against {}{seats}, {place}, {model}; {retreat}", args.attacker, args.defender)
    }
}

fn squad(text: &str, retreat: RetreatRule) -> Result<Squad> {
    Ok(read_squad(text)?.into_squad(retreat))
}

fn cannot(reason: CannotPlay) -> Error {
    Error::usage(format!("{reason}; try --model skirmish"))
}

fn words(estimate: Estimate) -> Value {
    json!({"value": estimate.value, "low": estimate.low, "high": estimate.high})
}

fn trial(outcome: &Outcome, swapped: bool) -> Trial {
    let end = match (outcome.both, outcome.winner) {
        (Some(true), _) => 3,
        (Some(false), _) => 4,
        (None, Some(side)) => side.index(),
        (None, None) => 2,
    };
    let count = |side: Side, which: &dyn Fn(&ShipEnd) -> bool| {
        let fates = outcome.ships[side.index()].iter().chain(&outcome.reinforcements[side.index()]);
        fates.filter(|fate| which(&fate.end)).count() as u16
    };
    Trial {
        swapped,
        end,
        map_control: outcome.map_control,
        rounds: outcome.rounds,
        capped: outcome.capped,
        points_lost: outcome.points_lost,
        ships_lost: Side::BOTH.map(|side| count(side, &|end| matches!(end, ShipEnd::Destroyed { .. }))),
        fled: Side::BOTH.map(|side| count(side, &|end| matches!(end, ShipEnd::Fled))),
        ships: Side::BOTH.map(|side| count(side, &|_| true)),
    }
}

fn write_trials(path: &Path, trials: &[Trial], model: &'static str) -> Result<()> {
    let mut frame = Frame::new(&FIGHTS);
    for (i, trial) in trials.iter().enumerate() {
        frame.push([
            Cell::Count(i as u32),
            trial.swapped.into(),
            ENDS[trial.end].into(),
            trial.map_control.map_or("none", Side::name).into(),
            trial.rounds.into(),
            trial.capped.into(),
            trial.points_lost[0].into(),
            trial.points_lost[1].into(),
            trial.ships_lost[0].into(),
            trial.ships_lost[1].into(),
            trial.fled[0].into(),
            trial.fled[1].into(),
            model.into(),
        ]);
    }
    match ending(path).as_deref() {
        Some("parquet") => write_frame(path, &frame),
        Some("csv") => write_csv(path, &mut frame.to_data_frame()),
        _ => Err(Error::usage(format!("--out {}: the file must end in .parquet or .csv", path.display()))),
    }
}
