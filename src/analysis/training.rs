//! What an XP is worth, from campaigns in which the lot decided what each pilot spends XP on.
//!
//! Who chooses to buy skill may be the pilot who lives longer anyway; who was drawn to buy it is not. Pilots of two programmes differ
//! by nothing but chance and by what their XP did, so a difference between them is an effect. All pilots of a programme count,
//! whether they ever had XP to spend or not (intention to treat: Fisher (1935), The Design of Experiments, ch. 2; Hollis & Campbell
//! (1999), BMJ 319, 670–674). What one XP does is the difference over the XP spent (Wald's estimator: Angrist, Imbens & Rubin (1996), J.
//! Am. Stat. Assoc. 91, 444–455). Variances are linearised and go by campaign, whose pilots share its luck.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::discovery::{benjamini_hochberg, t_two_sided_p};
use super::estimate::{CONFIDENCE, Method, t_two_sided};
use super::group::{counts, texts};
use super::run::{Flow, Run};
use super::{ClusterSums, Estimate};
use crate::config::{DoctrineName, TrainingName};
use crate::error::Result;
use crate::events::words::Programme;
use crate::frames::columns::PILOTS;

const PIECE: usize = 200_000;

/// What is compared, pilot by pilot. Not battle by battle: how often a pilot flies comes after the draw, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Dead by the end of the campaign.
    Killed,
    /// Battles won.
    Won,
    Kills,
}

impl Outcome {
    pub const ALL: [Outcome; 3] = [Outcome::Killed, Outcome::Won, Outcome::Kills];
}

/// One programme beside the others.
#[derive(Debug, Clone, Serialize)]
pub struct Arm {
    pub programme: String,
    pub persons: u64,
    /// Battles flown by a person: what XP buys may also change how often he flies.
    pub battles: Estimate,
    /// XP spent by a person in all.
    pub xp_spent: Estimate,
    /// Per pilot, in the order of [`Outcome::ALL`].
    pub rates: Vec<Estimate>,
    /// Share won of the battles flown; of those who fly, so no comparison by lot.
    pub won_of_flown: Estimate,
    /// Against those who spend nothing; empty for those themselves.
    pub effects: Vec<Effect>,
}

/// A programme's mean per pilot less that of those who spend nothing.
#[derive(Debug, Clone, Serialize)]
pub struct Effect {
    pub outcome: Outcome,
    pub difference: Estimate,
    /// The difference for each XP spent; unknown where hardly any was.
    pub by_xp: Estimate,
    /// Adjusted for all effects of the trial.
    pub q_value: f64,
}

/// The arms of the trial; none where players decided for themselves.
pub fn training(run: &Run) -> Result<Vec<Arm>> {
    let players = |side: &Value| side["players"].as_array().cloned().unwrap_or_default();
    let factions = run.value("factions").and_then(Value::as_array);
    let by_lot = factions.into_iter().flatten().flat_map(players).any(|player| {
        player["training"] == TrainingName::ByLot.key()
            && player["doctrine"] != DoctrineName::RandomLegal.key()
    });
    if by_lot { trial(run) } else { Ok(Vec::new()) }
}

/// What the pilots of one programme did in one campaign.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    persons: f64,
    battles: f64,
    xp: f64,
    /// In the order of [`Outcome::ALL`].
    outcomes: [f64; Outcome::ALL.len()],
}

type Row = [Counts; Programme::ALL.len()];

fn trial(run: &Run) -> Result<Vec<Arm>> {
    let mut campaigns: BTreeMap<u32, Row> = BTreeMap::new();
    let spending = ["xp_skill", "xp_slot", "xp_ability", "xp_class", "xp_rerolls", "xp_escapes"];
    let mut columns = vec!["replication", "programme", "battles", "battles_won", "kills", "fate"];
    columns.extend(spending);
    run.pieces(&PILOTS, &columns, PIECE, |piece| {
        let replications = counts(&piece, "replication")?;
        let (programmes, fates) = (texts(&piece, "programme")?, texts(&piece, "fate")?);
        let [battles, won, kills] =
            [counts(&piece, "battles")?, counts(&piece, "battles_won")?, counts(&piece, "kills")?];
        let spent: Vec<Vec<u32>> = spending.iter().map(|name| counts(&piece, name)).collect::<Result<_>>()?;
        for row in 0..piece.height() {
            let drawn =
                programmes.get(row).and_then(|key| Programme::ALL.iter().position(|p| p.key() == key));
            let Some(arm) = drawn else { continue };
            let at = &mut campaigns.entry(replications[row]).or_default()[arm];
            at.persons += 1.0;
            at.battles += f64::from(battles[row]);
            at.xp += spent.iter().map(|column| f64::from(column[row])).sum::<f64>();
            let killed = f64::from(u8::from(fates.get(row) == Some("killed")));
            let outcomes = [killed, f64::from(won[row]), f64::from(kills[row])];
            for (sum, one) in at.outcomes.iter_mut().zip(outcomes) {
                *sum += one;
            }
        }
        Ok(Flow::GoOn)
    })?;
    let rows: Vec<Row> = campaigns.into_values().collect();
    Ok(arms(&rows))
}

fn arms(rows: &[Row]) -> Vec<Arm> {
    let sums = |arm: usize, y: fn(&Counts) -> f64, n: fn(&Counts) -> f64| {
        let mut sums = ClusterSums::default();
        rows.iter().for_each(|row| sums.add(y(&row[arm]), n(&row[arm])));
        sums
    };
    let per_pilot = |arm: usize, outcome: usize| match outcome {
        0 => sums(arm, |c| c.outcomes[0], |c| c.persons),
        1 => sums(arm, |c| c.outcomes[1], |c| c.persons),
        _ => sums(arm, |c| c.outcomes[2], |c| c.persons),
    };
    let control = Programme::Nothing.index();
    let mut arms: Vec<Arm> = Vec::new();
    for (place, programme) in Programme::ALL.iter().enumerate() {
        let xp = sums(place, |c| c.xp, |c| c.persons);
        let battles = sums(place, |c| c.battles, |c| c.persons).mean(CONFIDENCE).at_least(0.0);
        let rates: Vec<Estimate> = (0..Outcome::ALL.len())
            .map(|outcome| match Outcome::ALL[outcome] {
                Outcome::Killed => per_pilot(place, outcome).proportion(CONFIDENCE),
                Outcome::Won | Outcome::Kills => per_pilot(place, outcome).mean(CONFIDENCE).at_least(0.0),
            })
            .collect();
        let effects = match place == control {
            true => Vec::new(),
            false => (0..Outcome::ALL.len()).map(|outcome| effect(rows, place, outcome)).collect(),
        };
        let persons = rows.iter().map(|row| row[place].persons as u64).sum();
        let xp_spent = xp.mean(CONFIDENCE).at_least(0.0);
        let won_of_flown = sums(place, |c| c.outcomes[1], |c| c.battles).proportion(CONFIDENCE);
        arms.push(Arm {
            programme: programme.label().into(),
            persons,
            battles,
            xp_spent,
            rates,
            won_of_flown,
            effects,
        });
    }
    let p_values: Vec<f64> =
        arms.iter().flat_map(|arm| &arm.effects).map(|effect| p_value(&effect.difference)).collect();
    let adjusted = benjamini_hochberg(&p_values);
    for (effect, q) in arms.iter_mut().flat_map(|arm| &mut arm.effects).zip(adjusted) {
        effect.q_value = q;
    }
    arms
}

/// Of "no difference", by the t interval that the estimate carries.
fn p_value(difference: &Estimate) -> f64 {
    if !difference.is_known() {
        return f64::NAN;
    }
    // What never varies and does not differ says nothing against "no difference".
    if difference.half_width() <= 0.0 {
        return if difference.value == 0.0 { 1.0 } else { 0.0 };
    }
    let freedom = difference.n as f64 - 1.0;
    t_two_sided_p(difference.value / difference.half_width() * t_two_sided(CONFIDENCE, freedom), freedom)
}

/// Difference of two ratios over the same campaigns, and that difference for each XP spent.
fn effect(rows: &[Row], arm: usize, outcome: usize) -> Effect {
    let control = Programme::Nothing.index();
    let total = |part: &dyn Fn(&Row) -> f64| rows.iter().map(part).sum::<f64>();
    // A rate with the total that it is over.
    let rate = |y: &dyn Fn(&Row) -> f64, n: &dyn Fn(&Row) -> f64| {
        let all = total(n);
        (total(y) / all, all)
    };
    let y = |arm: usize| move |row: &Row| row[arm].outcomes[outcome];
    let xp_of = |arm: usize| move |row: &Row| row[arm].xp;
    let n = |arm: usize| move |row: &Row| row[arm].persons;
    let (mine, persons) = rate(&y(arm), &n(arm));
    let (theirs, their_persons) = rate(&y(control), &n(control));
    let (xp, _) = rate(&xp_of(arm), &n(arm));
    let (their_xp, _) = rate(&xp_of(control), &n(control));
    // How far one campaign pulls the difference of rates, and the difference of XP.
    let pull = |row: &Row| {
        let residual =
            |counts: &Counts, rate: f64, all: f64| (counts.outcomes[outcome] - rate * counts.persons) / all;
        residual(&row[arm], mine, persons) - residual(&row[control], theirs, their_persons)
    };
    let pull_xp = |row: &Row| {
        let residual = |counts: &Counts, rate: f64, all: f64| (counts.xp - rate * counts.persons) / all;
        residual(&row[arm], xp, persons) - residual(&row[control], their_xp, their_persons)
    };
    let m = rows.len() as f64;
    let estimate = |value: f64, pull: &dyn Fn(&Row) -> f64, method: Method| {
        let unknown = Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, method);
        if rows.len() < 2 || !value.is_finite() {
            return unknown;
        }
        let variance = m / (m - 1.0) * rows.iter().map(|row| pull(row).powi(2)).sum::<f64>();
        let half = t_two_sided(CONFIDENCE, m - 1.0) * variance.sqrt();
        let (low, high) = (value - half, value + half);
        Estimate { value, low, high, n: rows.len() as u64, method, confidence: CONFIDENCE }
    };
    let difference = estimate(mine - theirs, &pull, Method::ClusteredT);
    let more_xp = estimate(xp - their_xp, &pull_xp, Method::ClusteredT);
    // A divisor that may be nothing gives no interval.
    let by_xp = match more_xp.is_known() && 0.0 < more_xp.low {
        true => {
            let by_one = (mine - theirs) / more_xp.value;
            estimate(by_one, &|row| (pull(row) - by_one * pull_xp(row)) / more_xp.value, Method::Delta)
        }
        false => Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::Delta),
    };
    Effect { outcome: Outcome::ALL[outcome], difference, by_xp, q_value: f64::NAN }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::synthetic::write_run;
    use crate::chance::{Luck, Purpose};

    /// The made-up run has one person of each programme in each faction; in each of its seven to fourteen turns those with a skill of up to 3
    /// (nothing, skill, elite slots) die with one in ten, the others with one in twenty-five.
    #[test]
    fn a_planted_effect_is_found_and_a_missing_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 400, 14);
        let run = Run::open(folder.path()).unwrap();
        let arms = trial(&run).unwrap();
        assert_eq!(arms.len(), Programme::ALL.len());
        assert!(arms[0].effects.is_empty() && arms[0].programme == "Nothing");
        let killed = |arm: usize| &arms[arm].effects[0];
        for arm in [1, 2] {
            assert!(killed(arm).difference.contains(0.0) && 0.05 < killed(arm).q_value, "{:?}", killed(arm));
        }
        let planted = (7..=14).map(|turns| 0.9_f64.powi(turns) - 0.96_f64.powi(turns)).sum::<f64>() / 8.0;
        for arm in [3, 4, 5] {
            assert!(killed(arm).difference.contains(planted), "{planted}: {:?}", killed(arm));
            assert!(killed(arm).difference.high < 0.0 && killed(arm).q_value < 0.001);
        }
        // All spend the same there, so that nothing can be said of one XP.
        assert!(arms.iter().flat_map(|arm| &arm.effects).all(|effect| !effect.by_xp.is_known()));
        // Nobody drew lots as far as the manifest knows.
        assert!(training(&run).unwrap().is_empty());
    }

    /// Two campaigns by hand: (killed, pilots) of the arm (1, 4) and (0, 4), of the others (2, 4) and (2, 4). Rates 1/8 and 1/2;
    /// the arm's residuals are (1 − 0.5)/8 and −0.5/8, the others' none. Variance 2 × 2 × (1/16)² = 1/64. Two XP each: −0.375/2.
    #[test]
    fn differences_by_hand() {
        let row = |killed: f64, others: f64| {
            let mut row = Row::default();
            row[1] = Counts { persons: 4.0, battles: 9.0, xp: 8.0, outcomes: [killed, 0.0, 0.0] };
            row[0] = Counts { persons: 4.0, battles: 7.0, xp: 0.0, outcomes: [others, 0.0, 0.0] };
            row
        };
        let found = effect(&[row(1.0, 2.0), row(0.0, 2.0)], 1, 0);
        assert!((found.difference.value + 0.375).abs() < 1e-15);
        let error = found.difference.half_width() / t_two_sided(CONFIDENCE, 1.0);
        assert!((error - 0.125).abs() < 1e-12, "{error}");
        assert!((found.by_xp.value + 0.1875).abs() < 1e-15);
        assert!((found.by_xp.half_width() - found.difference.half_width() / 2.0).abs() < 1e-12);
    }

    /// Campaigns share their luck: each has its own rate of losses for all of its pilots. XP is worth −0.03 each.
    #[test]
    fn intervals_cover_as_often_as_they_say() {
        let (mut differences, mut by_xp) = (0_u32, 0_u32);
        for sample in 0..1000 {
            let mut stream = Luck::new(41, sample).stream(Purpose::Soak, 31);
            let mut rows = Vec::new();
            for _ in 0..80 {
                let shared = 0.1 + 0.2 * stream.unit();
                let mut row = Row::default();
                for (arm, spends) in [(0, 0.0), (1, 1.0)] {
                    for _ in 0..6 {
                        let xp = spends * f64::from(1 + u8::from(stream.unit() < 0.5));
                        let lost = f64::from(u8::from(stream.unit() < shared - 0.03 * xp));
                        let at: &mut Counts = &mut row[arm];
                        at.persons += 1.0;
                        at.battles += 1.0;
                        at.xp += xp;
                        at.outcomes[0] += lost;
                    }
                }
                rows.push(row);
            }
            let found = effect(&rows, 1, 0);
            differences += u32::from(found.difference.contains(-0.045));
            by_xp += u32::from(found.by_xp.contains(-0.03));
        }
        // 950 with a standard error of 6.9.
        assert!((922..=978).contains(&differences), "{differences}");
        assert!((922..=978).contains(&by_xp), "{by_xp}");
    }
}
