//! Which knob matters: Morris's elementary effects and Sobol's indices, with intervals and without what luck adds to them.
//!
//! The points of one walk, or of one row of Saltelli's matrices, meet the same luck; every walk and every row has its own. So
//! walks and rows are independent of each other, and their spread holds the luck too.

use serde::Serialize;

use super::bootstrap::{Resampling, bootstrap_all};
use super::designs::Trajectory;
use super::estimate::{CONFIDENCE, Estimate, Method, mean};
use super::moments::Moments;

/// What was found at one point: a ratio of totals over its replications, and how luck moves it.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub value: f64,
    /// How far each replication lies from the value; points on common luck have the same replications in the same order.
    residuals: Vec<f64>,
}

impl Answer {
    /// From the total and the count of each replication.
    ///
    /// Source: Cochran (1977), Sampling Techniques, 3rd ed., §6.4: a ratio errs as the mean of its linearised residuals does.
    pub fn of(values: &[(f64, f64)]) -> Answer {
        let (total, count) = values.iter().fold((0.0, 0.0), |(y, n), value| (y + value.0, n + value.1));
        let value = total / count;
        let scale = values.len() as f64 / count;
        Answer { value, residuals: values.iter().map(|&(y, n)| (y - value * n) * scale).collect() }
    }

    /// The variance that luck gives the difference of two answers on common luck, from their pairs of replications.
    fn luck_between(&self, other: &Answer) -> f64 {
        debug_assert_eq!(self.residuals.len(), other.residuals.len(), "common luck has common replications");
        let m = self.residuals.len() as f64;
        let squares: f64 = self.residuals.iter().zip(&other.residuals).map(|(a, b)| (a - b).powi(2)).sum();
        squares / (m * (m - 1.0))
    }
}

/// What one step of a walk says of the knob that it moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Change of the answer, were the knob moved from one end to the other.
    pub effect: f64,
    /// The variance that luck gives the effect.
    pub luck: f64,
}

/// The steps of one walk, by knob, from the answers at its points.
pub fn steps(walk: &Trajectory, answers: &[&Answer]) -> Vec<Step> {
    let mut steps = vec![Step { effect: f64::NAN, luck: f64::NAN }; walk.moved.len()];
    for (i, &knob) in walk.moved.iter().enumerate() {
        let moved = walk.points[i + 1][knob] - walk.points[i][knob];
        let (from, to) = (answers[i], answers[i + 1]);
        steps[knob] =
            Step { effect: (to.value - from.value) / moved, luck: to.luck_between(from) / (moved * moved) };
    }
    steps
}

/// What Morris's screening says of one knob.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Elementary {
    /// Root mean square of the effect of going from one end to the other, without luck: how much it matters.
    pub strength: Estimate,
    /// Mean effect, with its sign: in which direction.
    pub effect: Estimate,
    /// Standard deviation of the effect, without luck: how much it depends on the others, or bends.
    pub spread: f64,
}

/// Elementary effects of every knob, from the steps of each walk.
///
/// Source: Morris (1991), Technometrics 33, 161–174. Intervals by Student's t over the walks, which are independent.
///
/// Where Campolongo, Cariboni & Saltelli (2007), Environ. Modell. Softw. 22, 1509–1518, take the mean absolute effect as the
/// strength, here it is the root mean square. Effects that go up and down cancel in neither. But an idle knob has, by luck alone, a mean
/// absolute effect of √(2/π) of luck's deviation, and how much of that is left where there is a true effect depends on the effect. From the mean
/// square it is taken off whole: E (effect + error)² = effect² + Var error, whatever luck is like.
pub fn elementary_effects(walks: &[Vec<Step>]) -> Vec<Elementary> {
    let knobs = walks.first().map_or(0, Vec::len);
    let of_knob = |knob: usize| {
        let known = walks.iter().map(|steps| steps[knob]).filter(|step| step.effect.is_finite());
        elementary(&known.collect::<Vec<Step>>())
    };
    (0..knobs).map(of_knob).collect()
}

fn elementary(steps: &[Step]) -> Elementary {
    let moments = |term: fn(&Step) -> f64| Moments::of(&steps.iter().map(term).collect::<Vec<f64>>());
    let effects = moments(|step: &Step| step.effect);
    let effect = mean(&effects, CONFIDENCE);
    let square = mean(&moments(|step: &Step| step.effect * step.effect - step.luck), CONFIDENCE);
    let root = |square: f64| not_negative(square).sqrt();
    // Where luck happens to look larger than the effects, no square is left, but that is not known to be 0: a root mean square is
    // never below the size of the mean, so what the mean may be, the strength may be too.
    let high = if square.high <= 0.0 { effect.low.abs().max(effect.high.abs()) } else { root(square.high) };
    Elementary {
        strength: Estimate { value: root(square.value), low: root(square.low), high, ..square },
        effect,
        spread: root(effects.variance() - moments(|step: &Step| step.luck).mean),
    }
}

/// At least 0; what is not a number stays so, which `max` would turn into 0.
fn not_negative(value: f64) -> f64 {
    if value < 0.0 { 0.0 } else { value }
}

/// Shares of the variance of a metric that one knob is answerable for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Indices {
    /// By itself.
    pub first: Estimate,
    /// Together with all that it does with others.
    pub total: Estimate,
}

/// Half the squared difference of two answers on common luck, and the part of it that luck adds on average.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Apart {
    half_square: f64,
    luck: f64,
}

impl Apart {
    fn between(one: &Answer, other: &Answer) -> Apart {
        let half_square = 0.5 * (one.value - other.value).powi(2);
        Apart { half_square, luck: 0.5 * one.luck_between(other) }
    }

    fn without_luck(&self) -> f64 {
        self.half_square - self.luck
    }
}

/// What one row of Saltelli's matrices adds to the indices.
#[derive(Debug, Clone, PartialEq)]
pub struct SobolRow {
    /// A and B differ in all knobs.
    whole: Apart,
    /// By knob: A and its cross differ in this knob only.
    by_itself: Vec<Apart>,
    /// By knob: B and its cross differ in all the others.
    by_others: Vec<Apart>,
}

impl SobolRow {
    /// From the answers at the points of the row, which are all on the same luck; `crosses` by knob.
    pub fn of(a: &Answer, b: &Answer, crosses: &[&Answer]) -> SobolRow {
        SobolRow {
            whole: Apart::between(a, b),
            by_itself: crosses.iter().map(|cross| Apart::between(a, cross)).collect(),
            by_others: crosses.iter().map(|cross| Apart::between(b, cross)).collect(),
        }
    }
}

/// The most of the variance between points that may be luck.
pub const MOST_LUCK: f64 = 0.8;

/// Sobol's indices from the rows of Saltelli's matrices A, B and the crosses ABₖ (A with knob k from B).
///
/// Source: Jansen (1999), Comput. Phys. Commun. 117, 35–43; Saltelli et al. (2010), Comput. Phys. Commun. 181, 259–270, eqs. (c) and (f)
/// of Table 2. With V the variance of the answers over all ranges, and S and T the first-order and total index of knob k,
///
/// ```text
/// ½ E (a − b)²   = V            nothing in common
/// ½ E (b − abₖ)² = V (1 − S)    only knob k in common
/// ½ E (a − abₖ)² = V T          all but knob k in common
/// ```
///
/// An answer is the truth plus an error e of mean 0 that luck makes, so that ½ E (y − y')² holds ½ Var (e − e') too, and that
/// is taken off each term, from the pairs of replications of these very two points. It is not the same for all: luck that two
/// points share cancels, and a knob that stirs the luck leaves less to share. For the first order this takes
/// Cov (e_b, e_abₖ) − Cov (e_b, e_a) off V S, as it would be off Saltelli's product b (abₖ − a), of which the difference of the
/// first two lines is the part that does not change when all three answers rise together. Hence luck that a whole
/// row has in common disturbs nothing, not even the precision, as it would in products or in the variance of single answers.
///
/// Intervals by the percentile bootstrap over rows. Assumes that each row has luck of its own. Rows of a Latin hypercube are
/// spread more evenly than independent ones, which makes intervals rather too wide. Where luck makes up more than [`MOST_LUCK`] of
/// ½ E (a − b)², what is left is too little to be divided, and nothing is said.
pub fn sobol_indices(rows: &[SobolRow], metric: &str, resampling: Resampling) -> Vec<Indices> {
    let knobs = rows.first().map_or(0, |row| row.by_itself.len());
    let (square, luck) = rows
        .iter()
        .fold((0.0, 0.0), |(square, luck), row| (square + row.whole.half_square, luck + row.whole.luck));
    if square * MOST_LUCK < luck {
        let nothing = Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::Bootstrap);
        return vec![Indices { first: nothing, total: nothing }; knobs];
    }
    // First and total of each knob in turn.
    let shares = |weights: &[u32]| -> Vec<f64> {
        let sum = |term: &dyn Fn(&SobolRow) -> f64| -> f64 {
            rows.iter().zip(weights).map(|(row, &weight)| f64::from(weight) * term(row)).sum()
        };
        let whole = not_negative(sum(&|row| row.whole.without_luck()));
        let of_knob = |knob: usize| {
            let others = sum(&|row| row.by_others[knob].without_luck());
            let itself = sum(&|row| row.by_itself[knob].without_luck());
            [1.0 - others / whole, not_negative(itself) / whole]
        };
        (0..knobs).flat_map(of_knob).collect()
    };
    // An index without an interval is no index.
    let known = |index: &Estimate| match index.is_known() {
        true => *index,
        false => Estimate { value: f64::NAN, ..*index },
    };
    bootstrap_all(metric, rows.len(), resampling, shares)
        .chunks_exact(2)
        .map(|pair| Indices { first: known(&pair[0]), total: known(&pair[1]) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::designs::{Point, morris, saltelli};
    use crate::chance::{Luck, Purpose};

    const RESAMPLING: Resampling = Resampling { seed: 1, resamples: 200, confidence: 0.95 };

    /// An answer without luck: both replications say the same.
    fn certain(value: f64) -> Answer {
        Answer::of(&[(value, 1.0); 2])
    }

    /// The rows of a design, from the answer at a point; the answers of a row are asked for one after the other.
    fn rows(
        knobs: usize,
        samples: usize,
        seed: u64,
        mut answer: impl FnMut(&Point) -> Answer,
    ) -> Vec<SobolRow> {
        let design = saltelli(knobs, samples, seed);
        (0..samples)
            .map(|row| {
                let (a, b) = (answer(&design.a[row]), answer(&design.b[row]));
                let crosses: Vec<Answer> = design.ab.iter().map(|cross| answer(&cross[row])).collect();
                SobolRow::of(&a, &b, &crosses.iter().collect::<Vec<_>>())
            })
            .collect()
    }

    /// Ishigami & Homma (1990) with a = 7, b = 0.1; the indices are in Saltelli et al. (2008), Global Sensitivity Analysis, p. 196: S₁ = 0.3139,
    /// S₂ = 0.4424, S₃ = 0; T₁ = 0.5576, T₂ = 0.4424, T₃ = 0.2437.
    fn ishigami(point: &Point) -> f64 {
        let x: Vec<f64> = point.iter().map(|u| std::f64::consts::PI * (2.0 * u - 1.0)).collect();
        x[0].sin() + 7.0 * x[1].sin().powi(2) + 0.1 * x[2].powi(4) * x[0].sin()
    }

    #[test]
    fn ishigamis_function_has_the_published_indices() {
        let rows = rows(3, 2000, 11, |point| certain(ishigami(point)));
        let indices = sobol_indices(&rows, "ishigami", RESAMPLING);
        let published = [(0.3139, 0.5576), (0.4424, 0.4424), (0.0, 0.2437)];
        for (found, (first, total)) in indices.iter().zip(published) {
            assert!((found.first.value - first).abs() < 0.06, "{} against {first}", found.first);
            assert!((found.total.value - total).abs() < 0.05, "{} against {total}", found.total);
            assert!(found.first.low <= found.first.high && found.total.low <= found.total.value);
        }
    }

    /// y = 3 x₀ − x₁ + 0 x₂: the effects are 3, −1 and 0 everywhere.
    #[test]
    fn a_straight_plane_has_its_slopes_as_effects() {
        let walks: Vec<Vec<Step>> = morris(3, 6, 4, 2)
            .iter()
            .map(|walk| {
                let answers: Vec<Answer> =
                    walk.points.iter().map(|point| certain(3.0 * point[0] - point[1])).collect();
                steps(walk, &answers.iter().collect::<Vec<_>>())
            })
            .collect();
        for (found, expected) in elementary_effects(&walks).iter().zip([3.0_f64, -1.0, 0.0]) {
            assert!((found.effect.value - expected).abs() < 1e-9);
            assert!((found.strength.value - expected.abs()).abs() < 1e-9);
            assert!(found.spread < 1e-9);
        }
    }

    /// Replications 1, 3 and 2, 8 on common luck: differences 1 and 5, their variance 8, that of their mean 4. Counts: totals 2 and 6 of
    /// 1 and 3 observations make the ratio 8/4 twice over, without a residual.
    #[test]
    fn luck_between_two_answers_is_that_of_their_paired_difference() {
        let (one, other) = (Answer::of(&[(1.0, 1.0), (3.0, 1.0)]), Answer::of(&[(2.0, 1.0), (8.0, 1.0)]));
        assert_eq!((one.value, other.value), (2.0, 5.0));
        assert_eq!((one.luck_between(&other), one.luck_between(&one)), (4.0, 0.0));
        let even = Answer::of(&[(2.0, 1.0), (6.0, 3.0)]);
        assert_eq!((even.value, even.luck_between(&certain(5.0))), (2.0, 0.0));
    }

    /// Effects 2 and −2 with luck of variance 1: mean square 4 − 1 = 3; variance of the effects 8 − 1 = 7.
    #[test]
    fn luck_is_taken_off_strength_and_spread_but_not_below_nothing() {
        let of = |effects: [f64; 2], luck: f64| elementary(&effects.map(|effect| Step { effect, luck }));
        let found = of([2.0, -2.0], 1.0);
        assert!((found.strength.value - 3.0_f64.sqrt()).abs() < 1e-12);
        assert!((found.spread - 7.0_f64.sqrt()).abs() < 1e-12 && found.effect.value == 0.0);
        // All of it luck: no strength, but as much as the mean effect may be is not excluded.
        let drowned = of([-0.5, -0.5], 1.0);
        assert_eq!((drowned.strength.value, drowned.strength.low, drowned.spread), (0.0, 0.0, 0.0));
        assert_eq!(drowned.strength.high, 0.5);
        // A knob of which no effect is known has no strength.
        assert!(elementary(&[]).strength.value.is_nan() && !elementary(&[]).strength.is_known());
    }

    /// y = 4 x₀ with luck of its own at every point and of variance 1 in the mean of four replications: without correction the idle
    /// knob would have a total of 1 / (16/12 + 1) = 0.43.
    #[test]
    fn luck_does_not_pass_for_influence() {
        let mut stream = Luck::new(41, 0).stream(Purpose::Soak, 10);
        // Uniform luck of variance 1: width √12; of variance 4 in one replication: twice that.
        let mut answer = |point: &Point, size: f64| {
            let replication = |()| (4.0 * point[0] + size * 12.0_f64.sqrt() * (stream.unit() - 0.5), 1.0);
            Answer::of(&[(); 4].map(replication))
        };
        let found = sobol_indices(&rows(2, 1500, 5, |point| answer(point, 2.0)), "luck", RESAMPLING);
        // Four standard errors, from a simulation: 0.03 and 0.045.
        assert!(found[1].total.value < 0.12, "{}", found[1].total);
        assert!((found[0].total.value - 1.0).abs() < 0.18, "{}", found[0].total);
        // Were nearly all of it luck, there would be nothing to divide: 16/12 of 16/12 + 36.
        let drowned = sobol_indices(&rows(2, 1500, 5, |point| answer(point, 12.0)), "drowned", RESAMPLING);
        assert!(drowned.iter().all(|of| of.total.value.is_nan() && !of.first.is_known()));
    }
}
