//! What a class should cost: from fights at whole numbers of ships to win rates at equal points and to fair costs.
//!
//! A hundred points rarely buy a whole number of ships, so squads are unequal by a known amount and the amount is modelled. For the
//! pair p of classes the log odds that the first wins are θₚ + βₚ x, with x the logarithm of the ratio of squad points. Every pair
//! has its own θₚ (no order of strength is assumed: paper may beat stone). Slopes βₚ = β + δₚ share what the data do not
//! tell apart: δ is a family with a normal prior whose variance comes from the data. A draw is half a win.
//!
//! Were class i to cost f instead of c, its points would buy c/f as many ships. Its fair cost is the f at which its mean win
//! probability over its opponents is one half; the efficiency is f/c. Intervals are by resampling fights, widened where the
//! curves miss the fights by more than luck explains: by √(χ²/degrees of freedom), McCullagh & Nelder (1989), Generalized Linear
//! Models, §4.5.

use super::bootstrap::{Resampling, bootstrap_all};
use super::estimate::Estimate;
use super::logistic::{Design, fit, fit_family_penalty};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Quarters of a win that one unit, a fight in both seats, is worth.
pub const QUARTERS: u8 = 4;

/// θ is shrunk as by a normal prior with this variance: a pair that never lost has finite odds.
const WIDEST: f64 = 25.0;

/// Efficiencies are sought within these factors.
const LEAST: f64 = 0.05;
const MOST: f64 = 20.0;

/// Two classes at one number of ships each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contest {
    /// First and second class, the first before the second.
    pub pair: (usize, usize),
    /// Logarithm of the first squad's points over the second's.
    pub log_ratio: f64,
}

/// One fight in both seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    pub contest: u32,
    /// Score of the first class: 2 for each win, 1 for each draw.
    pub quarters: u8,
}

/// All fights of a round robin.
#[derive(Debug, Clone, Default)]
pub struct Fights {
    pub classes: usize,
    pub contests: Vec<Contest>,
    pub units: Vec<Unit>,
}

/// The curve of every pair, in the order of [`pairs`].
#[derive(Debug, Clone, PartialEq)]
pub struct Curves {
    classes: usize,
    offsets: Vec<f64>,
    slopes: Vec<f64>,
}

/// What the fights say.
#[derive(Debug, Clone)]
pub struct FairCosts {
    /// Fair cost over printed cost, by class.
    pub efficiency: Vec<Estimate>,
    /// Win rate of the row against the column at equal points; one half on the diagonal.
    pub win_rates: Vec<Vec<Estimate>>,
    /// Log odds per unit of log points, by pair.
    pub slopes: Vec<Estimate>,
    pub fit: GoodnessOfFit,
    /// By class: opponents against whom its fair cost lies outside of the ratios that were fought.
    pub extrapolated: Vec<Vec<usize>>,
}

/// How well the curves meet the fights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GoodnessOfFit {
    pub chi_squared: f64,
    pub degrees_of_freedom: f64,
    /// Probability of so bad a fit by luck alone.
    pub p_value: f64,
    /// Intervals were made so many times as wide.
    pub widened: f64,
    /// The contest that is met worst, with its observed and its fitted win rate.
    pub worst: Option<(usize, f64, f64)>,
}

/// All pairs of so many classes, in order.
pub fn pairs(classes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..classes).flat_map(move |first| (first + 1..classes).map(move |second| (first, second)))
}

fn pair_index(classes: usize, (first, second): (usize, usize)) -> usize {
    first * classes - first * (first + 1) / 2 + second - first - 1
}

impl Curves {
    /// Log odds of `class` against `foe` at that logarithm of the ratio of points.
    fn log_odds(&self, class: usize, foe: usize, log_ratio: f64) -> f64 {
        match class < foe {
            true => {
                let pair = pair_index(self.classes, (class, foe));
                self.offsets[pair] + self.slopes[pair] * log_ratio
            }
            false => -self.log_odds(foe, class, -log_ratio),
        }
    }

    /// Logarithm of the ratio of points at which the pair is even, cut to ±`most`.
    pub fn even(&self, pair: (usize, usize), most: f64) -> f64 {
        let pair = pair_index(self.classes, pair);
        let even = -self.offsets[pair] / self.slopes[pair];
        if 0.0 < self.slopes[pair] && even.is_finite() {
            even.clamp(-most, most)
        } else {
            most.copysign(-self.offsets[pair])
        }
    }

    /// Fair cost over printed cost; not a number where no cost would be fair.
    pub fn efficiency(&self, class: usize) -> f64 {
        let surplus = |log_cost: f64| {
            let foes = (0..self.classes).filter(|foe| *foe != class);
            let mean: f64 = foes.map(|foe| chance(self.log_odds(class, foe, -log_cost))).sum();
            mean / (self.classes - 1) as f64 - 0.5
        };
        let (mut low, mut high) = (LEAST.ln(), MOST.ln());
        if surplus(low) < 0.0 || 0.0 < surplus(high) {
            return f64::NAN;
        }
        // A dearer ship wins less often: halve the interval until the digits are used up.
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if 0.0 < surplus(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high).exp()
    }
}

fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

impl Fights {
    /// Quarters won and fights of each contest, every unit counted as often as its weight says.
    fn scores(&self, weights: Option<&[u32]>) -> Vec<(f64, f64)> {
        let mut scores = vec![(0_u64, 0_u64); self.contests.len()];
        for (i, unit) in self.units.iter().enumerate() {
            let weight = weights.map_or(1, |weights| u64::from(weights[i]));
            let score = &mut scores[unit.contest as usize];
            score.0 += weight * u64::from(unit.quarters);
            score.1 += weight;
        }
        scores.into_iter().map(|(quarters, units)| (quarters as f64 / 2.0, 2.0 * units as f64)).collect()
    }

    /// Columns: θ of each pair, β, δ of each pair.
    fn design(&self, weights: Option<&[u32]>) -> Design {
        let n_pairs = pairs(self.classes).count();
        let mut design = Design::new();
        for (contest, (wins, fights)) in self.contests.iter().zip(self.scores(weights)) {
            if 0.0 < fights {
                let pair = pair_index(self.classes, contest.pair);
                let x = contest.log_ratio;
                let features = [(pair, 1.0), (n_pairs, x), (n_pairs + 1 + pair, x)];
                design.push_score(features.into_iter().take(if n_pairs == 1 { 2 } else { 3 }), wins, fights);
            }
        }
        design
    }

    fn free_penalties(&self) -> Vec<f64> {
        let n_pairs = pairs(self.classes).count();
        let mut free = vec![1.0 / WIDEST; n_pairs];
        // Nothing is known of the slope beforehand but that it is not in the hundreds.
        free.push(1e-4);
        free
    }

    fn family(&self) -> usize {
        match pairs(self.classes).count() {
            1 => 0,
            n_pairs => n_pairs,
        }
    }

    fn curves_of(&self, coefficients: &[f64]) -> Curves {
        let n_pairs = pairs(self.classes).count();
        let slope = |pair: usize| {
            coefficients[n_pairs] + coefficients.get(n_pairs + 1 + pair).copied().unwrap_or_default()
        };
        Curves {
            classes: self.classes,
            offsets: coefficients[..n_pairs].to_vec(),
            slopes: (0..n_pairs).map(slope).collect(),
        }
    }

    /// The curves that fit best; `None` where the fights do not determine them.
    pub fn curves(&self) -> Option<Curves> {
        let (fitted, _) = fit_family_penalty(&self.design(None), &self.free_penalties(), self.family())?;
        Some(self.curves_of(&fitted.coefficients))
    }

    /// Everything with intervals; `None` where the fights do not determine the curves.
    pub fn fair_costs(&self, resampling: Resampling) -> Option<FairCosts> {
        let free = self.free_penalties();
        let family = self.family();
        let (fitted, penalty) = fit_family_penalty(&self.design(None), &free, family)?;
        let curves = self.curves_of(&fitted.coefficients);
        // Parameters that the data decide: all free ones, and of the family what its prior leaves open.
        let decided: f64 = (free.len()..free.len() + family)
            .map(|i| (1.0 - penalty * fitted.covariance.get(i, i)).clamp(0.0, 1.0))
            .sum();
        let fit_of_curves = self.goodness_of_fit(&curves, free.len() as f64 + decided);
        let penalties: Vec<f64> = free.into_iter().chain(std::iter::repeat_n(penalty, family)).collect();

        let n_pairs = pairs(self.classes).count();
        let numbers = |curves: &Curves| -> Vec<f64> {
            let efficiencies = (0..self.classes).map(|class| curves.efficiency(class).ln());
            efficiencies.chain(curves.offsets.iter().copied()).chain(curves.slopes.iter().copied()).collect()
        };
        let estimates = bootstrap_all("fair-cost", self.units.len(), resampling, |weights| {
            match fit(&self.design(Some(weights)), &penalties) {
                Some(fitted) => numbers(&self.curves_of(&fitted.coefficients)),
                None => vec![f64::NAN; self.classes + 2 * n_pairs],
            }
        });
        let wide = |estimate: &Estimate| {
            let away = |end: f64| estimate.value + fit_of_curves.widened * (end - estimate.value);
            Estimate { low: away(estimate.low), high: away(estimate.high), ..*estimate }
        };
        let fights_of = |class: Option<usize>, foe: Option<usize>| {
            let takes_part = |unit: &&Unit| {
                let (a, b) = self.contests[unit.contest as usize].pair;
                [class, foe].into_iter().flatten().all(|one| one == a || one == b)
            };
            2 * self.units.iter().filter(takes_part).count() as u64
        };
        let efficiency = (0..self.classes).map(|class| {
            let log = wide(&estimates[class]);
            let n = fights_of(Some(class), None);
            Estimate { value: log.value.exp(), low: log.low.exp(), high: log.high.exp(), n, ..log }
        });
        let win_rate = |class: usize, foe: usize| match class.cmp(&foe) {
            std::cmp::Ordering::Equal => Estimate::exact(0.5),
            order => {
                let pair = pair_index(self.classes, (class.min(foe), class.max(foe)));
                let odds = wide(&estimates[self.classes + pair]);
                let odds = if order.is_lt() { odds } else { odds.scaled(-1.0, 0.0) };
                let n = fights_of(Some(class), Some(foe));
                Estimate {
                    value: chance(odds.value),
                    low: chance(odds.low),
                    high: chance(odds.high),
                    n,
                    ..odds
                }
            }
        };
        let win_rates = (0..self.classes)
            .map(|class| (0..self.classes).map(|foe| win_rate(class, foe)).collect())
            .collect();
        Some(FairCosts {
            efficiency: efficiency.collect(),
            win_rates,
            slopes: estimates[self.classes + n_pairs..].iter().map(wide).collect(),
            fit: fit_of_curves,
            extrapolated: (0..self.classes).map(|class| self.out_of_range(&curves, class)).collect(),
        })
    }

    /// Opponents of a class against whom its fair cost lies outside of the ratios that were fought.
    fn out_of_range(&self, curves: &Curves, class: usize) -> Vec<usize> {
        // A dearer class brings fewer points than its foe, counted at printed costs.
        let wanted = -curves.efficiency(class).ln();
        let is_outside = |foe: &usize| {
            let ratios = self.contests.iter().filter_map(|contest| match contest.pair {
                (a, b) if (a, b) == (class, *foe) => Some(contest.log_ratio),
                (a, b) if (b, a) == (class, *foe) => Some(-contest.log_ratio),
                _ => None,
            });
            let (low, high) =
                ratios.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
            !(low <= wanted && wanted <= high)
        };
        (0..self.classes).filter(|foe| *foe != class).filter(is_outside).collect()
    }

    /// χ² of the contests' mean scores. The variance of a unit is φ p (1 − p) with φ from the spread within contests: seats that
    /// are swapped on the same luck make it smaller than that of a single fight.
    fn goodness_of_fit(&self, curves: &Curves, parameters: f64) -> GoodnessOfFit {
        let mut sums = vec![(0_u64, 0_u64, 0_u64); self.contests.len()];
        for unit in &self.units {
            let sum = &mut sums[unit.contest as usize];
            let quarters = u64::from(unit.quarters);
            *sum = (sum.0 + 1, sum.1 + quarters, sum.2 + quarters * quarters);
        }
        let fought = || sums.iter().enumerate().filter(|(_, sum)| 1 < sum.0);
        let fitted = |i: usize| {
            let contest = &self.contests[i];
            chance(curves.log_odds(contest.pair.0, contest.pair.1, contest.log_ratio))
        };
        let whole = f64::from(QUARTERS);
        let (mut spread, mut expected) = (0.0, 0.0);
        for (i, &(n, sum, squares)) in fought() {
            let (n, sum, squares) = (n as f64, sum as f64 / whole, squares as f64 / (whole * whole));
            spread += squares - sum * sum / n;
            expected += (n - 1.0) * fitted(i) * (1.0 - fitted(i));
        }
        let phi = spread / expected;
        let mut chi_squared = 0.0;
        let mut worst: Option<(f64, usize, f64, f64)> = None;
        for (i, &(n, sum, _)) in fought() {
            let (observed, p) = (sum as f64 / (n as f64 * whole), fitted(i));
            let excess = n as f64 * (observed - p).powi(2) / (phi * p * (1.0 - p));
            // Without any spread, as between a class and itself, there is nothing to misfit.
            if excess.is_finite() {
                chi_squared += excess;
                if worst.is_none_or(|(most, ..)| most < excess) {
                    worst = Some((excess, i, observed, p));
                }
            }
        }
        let degrees_of_freedom = (fought().count() as f64 - parameters).max(0.0);
        let p_value = match ChiSquared::new(degrees_of_freedom) {
            Ok(distribution) if 0.0 < degrees_of_freedom => 1.0 - distribution.cdf(chi_squared),
            _ => 1.0,
        };
        let widened = if 1.0 <= degrees_of_freedom { (chi_squared / degrees_of_freedom).sqrt() } else { 1.0 };
        GoodnessOfFit {
            chi_squared,
            degrees_of_freedom,
            p_value,
            widened: widened.max(1.0),
            worst: worst.map(|(_, i, observed, fitted)| (i, observed, fitted)),
        }
    }
}

#[cfg(test)]
#[path = "fair_cost_tests.rs"]
mod tests;
