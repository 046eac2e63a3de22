//! From counts on the board to the skirmish model's parameters: every number here is a measured frequency or keeps its old value.

use std::collections::{BTreeMap, BTreeSet};

use super::rake::{Row, choice, expected, normalise, rake};
use super::tallies::{ObjectiveRecord, Share, Tallies};
use crate::battle::skirmish::parameters::{
    ClassParameters, FOES, MissionParameters, Parameters, ROUNDS, Thousandths,
};
use crate::battle::tabletop::rules::retreat::STAY_RATIO;
use crate::catalog::{BaseSize, catalog};
use crate::config::mission::{Effect, Reach, missions};

/// Fewer observations than this are no measurement: the class, mission or terrain keeps what was assumed.
const ENOUGH: u64 = 60;
/// The level at which a factor is 1: four enemies, and the last round that is told apart.
const FOUR_FOES: usize = 3;

/// The parameters with what was measured about them.
#[derive(Debug, Clone)]
pub struct Measured {
    pub parameters: Parameters,
    /// Ship-rounds behind the class's shots, by class.
    pub classes: BTreeMap<String, u64>,
    pub terrains: BTreeSet<crate::ids::Terrain>,
    /// Ship-rounds by mission.
    pub missions: BTreeMap<String, u64>,
    /// Missions whose objective was measured.
    pub objectives: BTreeSet<String>,
}

fn thousandths(value: f64, most: f64) -> Thousandths {
    Thousandths((value.clamp(0.0, most) * 1000.0).round() as u16)
}

/// Replaces a share where there is enough of it.
fn set(to: &mut Thousandths, share: Share) {
    if ENOUGH <= share.of
        && let Some(value) = share.value()
    {
        *to = thousandths(value, 1.0);
    }
}

/// Measures what the counts tell and keeps the rest of `assumed`; the reference mission gives [melee] itself.
pub fn measure(tallies: &Tallies, assumed: &Parameters, reference: &str) -> Measured {
    let mut measured = Measured {
        parameters: assumed.clone(),
        classes: BTreeMap::new(),
        terrains: BTreeSet::new(),
        missions: BTreeMap::new(),
        objectives: BTreeSet::new(),
    };
    measured.parameters.calibrated = true;
    // Not measured but the same rule.
    measured.parameters.flight.stay_ratio = thousandths(STAY_RATIO, 1.0);
    measure_flying(tallies, &mut measured);
    measure_shots(tallies, &mut measured, reference);
    measure_ranges(tallies, &mut measured.parameters);
    measure_terrain(tallies, &mut measured);
    measure_objectives(tallies, &mut measured);
    measured
}

/// Red and green maneuvers, collisions, ways to the edge.
fn measure_flying(tallies: &Tallies, measured: &mut Measured) {
    let parameters = &mut measured.parameters;
    set(&mut parameters.melee.flank, tallies.flank);
    set(&mut parameters.melee.near, tallies.near);
    set(&mut parameters.melee.alone, tallies.alone);
    set(&mut parameters.melee.fast, tallies.fast);
    set(&mut parameters.melee.lock_reach, tallies.lock_reach);
    // A class that was rarely seen has the share of all ships of its size.
    let mut by_size: BTreeMap<bool, [Share; 4]> = BTreeMap::new();
    let shares = |tally: &super::tallies::ClassTally| {
        [
            Share { yes: tally.bumps, of: tally.maneuvers },
            tally.red,
            tally.green,
            Share { yes: tally.away, of: tally.running },
        ]
    };
    for ship in catalog().ships.iter().filter(|ship| ship.size != BaseSize::Huge) {
        if let Some(tally) = tallies.classes.get(&(ship.id.index() as u8)) {
            let sums = by_size.entry(ship.size == BaseSize::Large).or_default();
            for (sum, share) in sums.iter_mut().zip(shares(tally)) {
                *sum = Share { yes: sum.yes + share.yes, of: sum.of + share.of };
            }
        }
    }
    for ship in catalog().ships.iter().filter(|ship| ship.size != BaseSize::Huge) {
        let Some(row) = parameters.class.get_mut(ship.key) else { continue };
        let Some(tally) = tallies.classes.get(&(ship.id.index() as u8)) else { continue };
        let pooled = by_size.get(&(ship.size == BaseSize::Large)).copied().unwrap_or_default();
        let targets = [&mut row.bump, &mut row.red, &mut row.green, &mut row.flee];
        for ((to, own), all) in targets.into_iter().zip(shares(tally)).zip(pooled) {
            set(to, if ENOUGH <= own.of { own } else { all });
        }
    }
}

/// Who has a shot: by class, round, number of enemies, flight; how exposed classes are; what skill is worth.
fn measure_shots(tallies: &Tallies, measured: &mut Measured, reference: &str) {
    let n_classes = catalog().ships.len();
    let n_missions = missions().iter().count();
    let Some(home) = missions().iter().find(|mission| mission.key == reference) else { return };
    let at_home = home.id.index();
    let when = |mission: u8, since: u8| u16::from(mission) * ROUNDS as u16 + u16::from(since);
    let foes = |n: u8| usize::from(n).clamp(1, FOES) as u16 - 1;

    // Pairs: how often a given enemy is in arc, by the class of that enemy and whether it runs.
    let mut pairs: BTreeMap<[u16; 6], (u64, u64)> = BTreeMap::new();
    for at in &tallies.positions {
        for bit in 0..at.told() {
            let runs = u16::from(at.foes_run >> bit & 1);
            let key = [
                u16::from(at.class),
                when(at.mission, at.since),
                foes(at.n_foes),
                u16::from(at.runs),
                u16::from(at.foes[bit]),
                runs,
            ];
            let count = pairs.entry(key).or_default();
            count.0 += u64::from(at.in_arc >> bit & 1);
            count.1 += 1;
        }
    }
    let rows: Vec<Row<6>> = pairs
        .iter()
        .map(|(levels, (seen, of))| Row { levels: *levels, offset: 1.0, seen: *seen as f64, of: *of as f64 })
        .collect();
    let levels = [n_classes, n_missions * ROUNDS, FOES, 2, n_classes, 2];
    let [_, _, _, _, mut exposure, mut running] = rake(&rows, levels);
    // The mean exposure of a pair is one.
    let total: f64 = rows.iter().map(|row| row.of).sum();
    let sum: f64 = rows.iter().map(|row| row.of * exposure[usize::from(row.levels[4])]).sum();
    exposure.iter_mut().for_each(|value| *value *= total / sum);
    normalise(&mut running, 0, &mut []);

    // Shots: some enemy is in arc, with the mean exposure of those there as a known factor.
    let row_of = |at: &super::tallies::Positions| {
        let told = at.told();
        let mean = (0..told)
            .map(|bit| exposure[usize::from(at.foes[bit])] * running[usize::from(at.foes_run >> bit & 1)])
            .sum::<f64>()
            / told as f64;
        Row {
            levels: [u16::from(at.class), when(at.mission, at.since), foes(at.n_foes), u16::from(at.runs)],
            offset: mean,
            seen: f64::from(u8::from(at.has_arc)),
            of: 1.0,
        }
    };
    let rows: Vec<Row<4>> = tallies.positions.iter().map(row_of).collect();
    let [mut class, mut approach, mut by_foes, mut flight] =
        rake(&rows, [n_classes, n_missions * ROUNDS, FOES, 2]);
    normalise(&mut flight, 0, &mut class);
    normalise(&mut by_foes, FOUR_FOES, &mut class);
    normalise(&mut approach, at_home * ROUNDS + ROUNDS - 1, &mut class);

    // What a point of skill adds, by least squares on what the factors leave.
    let factors = [class, approach, by_foes, flight];
    let (mut product, mut square) = (0.0, 0.0);
    for (at, row) in tallies.positions.iter().zip(&rows) {
        let (chance, edge) = (expected(row, &factors), f64::from(at.skill_edge));
        product += (row.seen - chance) * edge;
        square += chance * edge * edge;
    }
    let [class, approach, by_foes, flight] = factors;

    let parameters = &mut measured.parameters;
    if 0.0 < square {
        parameters.melee.skill_edge = thousandths(product / square, 0.2);
    }
    for (to, value) in parameters.melee.foes.iter_mut().zip(&by_foes) {
        *to = thousandths(*value, 2.0);
    }
    let mut seen_of_class = vec![0_u64; n_classes];
    let mut seen_when = vec![0_u64; n_missions * ROUNDS];
    let mut runners = 0;
    for at in &tallies.positions {
        seen_of_class[usize::from(at.class)] += 1;
        seen_when[usize::from(when(at.mission, at.since))] += 1;
        runners += u64::from(at.runs);
    }
    if ENOUGH <= runners {
        parameters.flight.shots = thousandths(flight[1], 2.0);
        parameters.flight.exposure = thousandths(running[1], 2.0);
    }
    for ship in catalog().ships.iter().filter(|ship| ship.size != BaseSize::Huge) {
        let seen = seen_of_class[ship.id.index()];
        if let Some(row) = parameters.class.get_mut(ship.key).filter(|_| ENOUGH <= seen) {
            let shots = thousandths(class[ship.id.index()], 1.0);
            let exposure = thousandths(exposure[ship.id.index()], 2.0);
            *row = ClassParameters { shots, exposure, ..*row };
            measured.classes.insert(ship.key.into(), seen);
        }
    }

    // In any direction, where none is in arc.
    let rows: Vec<Row<2>> = tallies
        .positions
        .iter()
        .filter(|at| !at.has_arc)
        .map(|at| Row {
            levels: [when(at.mission, at.since), foes(at.n_foes)],
            offset: 1.0,
            seen: f64::from(u8::from(at.has_range)),
            of: 1.0,
        })
        .collect();
    let [mut any, mut any_foes] = rake(&rows, [n_missions * ROUNDS, FOES]);
    normalise(&mut any_foes, FOUR_FOES, &mut any);
    let mut seen_any = vec![0_u64; n_missions * ROUNDS];
    for row in &rows {
        seen_any[usize::from(row.levels[0])] += 1;
    }
    for (to, value) in parameters.melee.any_foes.iter_mut().zip(&any_foes) {
        *to = thousandths(*value, 2.0);
    }

    // By round: the reference for all, and each mission where it was seen.
    let by_round =
        |mission: usize, factor: &[f64], seen: &[u64], general: [Thousandths; ROUNDS], most: f64| {
            let mut shares = general;
            for (since, share) in shares.iter_mut().enumerate() {
                if ENOUGH <= seen[mission * ROUNDS + since] {
                    *share = thousandths(factor[mission * ROUNDS + since], most);
                }
            }
            shares
        };
    let melee = &mut parameters.melee;
    melee.approach = by_round(at_home, &approach, &seen_when, melee.approach, 2.0);
    melee.any_direction = by_round(at_home, &any, &seen_any, melee.any_direction, 1.0);
    for mission in missions().iter() {
        let at = mission.id.index();
        let seen: u64 = seen_when[at * ROUNDS..(at + 1) * ROUNDS].iter().sum();
        if seen < ENOUGH {
            continue;
        }
        measured.missions.insert(mission.key.clone(), seen);
        if at != at_home {
            let own = parameters.mission.entry(mission.key.clone()).or_default();
            own.approach = Some(by_round(at, &approach, &seen_when, parameters.melee.approach, 2.0));
            own.any_direction = Some(by_round(at, &any, &seen_any, parameters.melee.any_direction, 1.0));
        }
    }

    // How many can be chosen from.
    let counts = |in_arc: bool| -> Vec<(u32, u32)> {
        let counted = tallies.positions.iter().filter(|at| usize::from(at.n_foes) == at.told());
        match in_arc {
            true => counted
                .filter(|at| at.has_arc)
                .map(|at| (at.in_arc.count_ones(), u32::from(at.n_foes)))
                .collect(),
            false => counted
                .filter(|at| !at.has_arc && at.has_range)
                .map(|at| (at.in_range.count_ones(), u32::from(at.n_foes)))
                .collect(),
        }
    };
    if let Some(found) = choice(&counts(true)) {
        parameters.melee.choice = thousandths(found, 1.0);
    }
    if let Some(found) = choice(&counts(false)) {
        parameters.melee.any_choice = thousandths(found, 1.0);
    }
}

/// At which range attacks are made, by rounds since arrival.
fn measure_ranges(tallies: &Tallies, parameters: &mut Parameters) {
    for (to, counts) in parameters.melee.ranges.iter_mut().zip(&tallies.ranges) {
        let total: u64 = counts.iter().sum();
        if ENOUGH <= total {
            let share = |i: usize| (1000 * counts[i] + total / 2) / total;
            let (one, two) = (share(0), share(1));
            *to = [one, two, 1000 - (one + two).min(1000)].map(|share| Thousandths(share as u16));
        }
    }
}

fn measure_terrain(tallies: &Tallies, measured: &mut Measured) {
    for (terrain, tally) in &tallies.terrain {
        let Some(row) = measured.parameters.terrain.get_mut(terrain) else { continue };
        set(&mut row.obstructed, tally.obstructed);
        set(&mut row.asteroid, tally.asteroid);
        set(&mut row.debris, tally.debris);
        set(&mut row.mine, tally.mine);
        if ENOUGH <= tally.obstructed.of {
            measured.terrains.insert(*terrain);
        }
    }
}

/// How long a mission's actions take: the first time that one is done, against the ships that could have.
fn measure_objectives(tallies: &Tallies, measured: &mut Measured) {
    let acted = tallies.acted.value().unwrap_or(1.0).max(0.1);
    for mission in missions().iter() {
        let flown: Vec<(usize, &Vec<ObjectiveRecord>)> = (0..mission.actions.len())
            .filter(|rule| !happens_by_itself(mission.actions[*rule].effect))
            .filter_map(|rule| Some((rule, tallies.objectives.get(&(mission.id.index() as u8, rule as u8))?)))
            .collect();
        let mut first: Vec<u16> =
            flown.iter().flat_map(|(_, records)| records.iter().filter_map(|record| record.0)).collect();
        if (first.len() as u64) < ENOUGH / 2 {
            continue;
        }
        first.sort_unstable();
        // The round that one in twenty is there at.
        let from_round = first[first.len() / 20];
        let share = measured.parameters.for_mission(&mission.key).1.share;
        // By way of reaching: how often it was done first, over ships that were after it.
        let mut by_reach: BTreeMap<(&'static str, usize), (u64, u64)> = BTreeMap::new();
        for (rule, records) in flown {
            let rule = &mission.actions[rule];
            let Some(key) = reach_key(rule.reach) else { continue };
            let band = usize::from(rule.range.unwrap_or(1).clamp(1, 3)) - 1;
            let tally = by_reach.entry((key, band)).or_default();
            for (done, able) in records {
                let last = done.unwrap_or(able.len() as u16);
                for (at, able) in able.iter().enumerate() {
                    let round = at as u16 + 1;
                    if from_round <= round && round <= last {
                        tally.1 += match rule.role.is_some() || rule.size.is_some() {
                            true => u64::from(*able),
                            false => (u64::from(*able) * u64::from(share.0)).div_ceil(1000).max(1),
                        };
                    }
                }
                tally.0 += u64::from(done.is_some_and(|done| from_round <= done));
            }
        }
        let general = measured.parameters.objective;
        let own: &mut MissionParameters = measured.parameters.mission.entry(mission.key.clone()).or_default();
        own.objective.from_round = Some(from_round);
        for ((key, band), (done, of)) in by_reach {
            if of == 0 || done < 10 {
                continue;
            }
            // Who is in place and may not act does not do it.
            let chance = thousandths(done as f64 / of as f64 / acted, 1.0);
            let own = &mut own.objective;
            match key {
                "range" => own.range.get_or_insert(general.range)[band] = chance,
                "range_in_arc" => own.range_in_arc.get_or_insert(general.range_in_arc)[band] = chance,
                "overlapping" => own.overlapping = Some(chance),
                "overlapping_or_touching" => own.overlapping_or_touching = Some(chance),
                "between_two_ships" => own.between_two_ships = Some(chance),
                _ => own.touching = Some(chance),
            }
            measured.objectives.insert(mission.key.clone());
        }
    }
}

fn reach_key(reach: Reach) -> Option<&'static str> {
    Some(match reach {
        Reach::Range => "range",
        Reach::RangeInArc => "range_in_arc",
        Reach::Overlapping | Reach::Anywhere => "overlapping",
        Reach::OverlappingOrTouching => "overlapping_or_touching",
        Reach::BetweenTwoShips => "between_two_ships",
        Reach::Touching => "touching",
        Reach::Docked => return None,
    })
}

/// Effects that no ship flies for.
fn happens_by_itself(effect: Effect) -> bool {
    matches!(
        effect,
        Effect::Explode | Effect::JumpToToken | Effect::ExtractPrisoners | Effect::ExchangePrisoners
    )
}
