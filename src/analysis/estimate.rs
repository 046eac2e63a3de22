//! No bare means: a value with its interval, the number of observations and the method.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use statrs::function::beta::beta_reg;

use super::Moments;
use super::words::number;

/// Confidence of every interval unless a function is told otherwise.
pub const CONFIDENCE: f64 = 0.95;

/// A number that knows how sure it is.
///
/// A value of which nothing is known (`n` is 0) is not a number, and its interval is everything possible.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// Independent observations behind it.
    pub n: u64,
    pub method: Method,
    /// Probability with which intervals made in this way hold the true value.
    pub confidence: f64,
}

/// How an interval was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Computed, not estimated: the interval is the value.
    Exact,
    Wilson,
    /// Wilson with the effective sample size of clusters.
    ClusteredWilson,
    ClopperPearson,
    StudentT,
    /// Student's t over clusters.
    ClusteredT,
    PairedT,
    PairedProportions,
    Delta,
    Bootstrap,
    OrderStatistics,
    DeLong,
    Greenwood,
    Newcombe,
    Fieller,
    Logistic,
    /// Holds at every look of a stopping rule.
    Sequence,
}

impl Method {
    /// The words that reports print.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Exact => "exact",
            Method::Wilson => "Wilson",
            Method::ClusteredWilson => "Wilson by campaign",
            Method::ClusteredT => "Student's t by campaign",
            Method::ClopperPearson => "Clopper–Pearson",
            Method::StudentT => "Student's t",
            Method::PairedT => "paired t",
            Method::PairedProportions => "paired proportions (Bonett–Price)",
            Method::Delta => "delta method",
            Method::Bootstrap => "bootstrap",
            Method::OrderStatistics => "order statistics",
            Method::DeLong => "DeLong",
            Method::Greenwood => "Greenwood, log-log",
            Method::Newcombe => "Newcombe",
            Method::Fieller => "Fieller",
            Method::Logistic => "penalised logistic regression",
            Method::Sequence => "confidence sequence",
        }
    }
}

impl Estimate {
    /// A computed value: no error.
    pub const fn exact(value: f64) -> Estimate {
        Estimate { value, low: value, high: value, n: 0, method: Method::Exact, confidence: 1.0 }
    }

    /// Nothing is known but the range.
    pub const fn unknown(low: f64, high: f64, method: Method) -> Estimate {
        Estimate { value: f64::NAN, low, high, n: 0, method, confidence: CONFIDENCE }
    }

    pub fn is_known(&self) -> bool {
        self.value.is_finite() && self.low.is_finite() && self.high.is_finite()
    }

    /// Half the width of the interval.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The same statement about `value × factor + shift`.
    pub fn scaled(&self, factor: f64, shift: f64) -> Estimate {
        let (a, b) = (self.low * factor + shift, self.high * factor + shift);
        Estimate { value: self.value * factor + shift, low: a.min(b), high: a.max(b), ..*self }
    }

    /// The same of a quantity that is never less than this: an interval that is cut there holds the truth as often as before.
    pub fn at_least(&self, least: f64) -> Estimate {
        Estimate { low: self.low.max(least), ..*self }
    }

    /// `53.2 % [51.0, 55.4]`, with as many digits as the interval deserves.
    pub fn percent(&self) -> String {
        if !self.is_known() {
            return "no data".into();
        }
        let digits = digits_for(100.0 * self.half_width());
        let write = |value: f64| number(100.0 * value, digits);
        format!("{} % [{}, {}]", write(self.value), write(self.low), write(self.high))
    }

    /// `12.3 ± 0.5` for tables of many columns: half the interval's width, wherever its middle lies.
    pub fn plus_minus(&self) -> String {
        if !self.is_known() {
            return "no data".into();
        }
        if self.low == self.high {
            return without_error(self.value);
        }
        let digits = digits_for(self.half_width());
        format!("{} ± {}", number(self.value, digits), number(self.half_width(), digits))
    }

    /// `12.31 [11.80, 12.82]`, with as many digits as the interval deserves.
    pub fn brief(&self) -> String {
        if !self.is_known() {
            return "no data".into();
        }
        if self.low == self.high {
            return without_error(self.value);
        }
        let digits = digits_for(self.half_width());
        let write = |value: f64| number(value, digits);
        format!("{} [{}, {}]", write(self.value), write(self.low), write(self.high))
    }
}

/// `0.8945 ± 0.0039 (95 %, n = 200000)`, or with both ends where the interval is lopsided.
impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.is_known() {
            return write!(f, "no data (n = {})", self.n);
        }
        if self.method == Method::Exact {
            return write!(f, "{} (exact)", self.value);
        }
        let half = self.half_width();
        let lean = (self.high + self.low) / 2.0 - self.value;
        if lean.abs() <= 0.05 * half {
            let digits = digits_for(half);
            write!(f, "{} ± {half:.digits$}", number(self.value, digits))?;
        } else {
            f.write_str(&self.brief())?;
        }
        write!(f, " ({} %, n = {})", percent_label(self.confidence), self.n)
    }
}

/// A number that never varied: up to three digits after the point, without trailing zeros.
fn without_error(value: f64) -> String {
    let text = number(value, 3);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Digits after the point that leave two significant ones in an error of this size.
pub fn digits_for(error: f64) -> usize {
    if !error.is_finite() {
        return 3;
    }
    if error <= 0.0 {
        return 3;
    }
    (1.0 - error.log10().floor()).clamp(0.0, 6.0) as usize
}

/// A confidence of 0.95 reads `95`, of 0.999 `99.9`.
pub fn percent_label(confidence: f64) -> String {
    let text = format!("{:.2}", 100.0 * confidence);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Two-sided standard normal quantile: 1.96 for 0.95.
pub fn z_two_sided(confidence: f64) -> f64 {
    debug_assert!(0.0 < confidence && confidence < 1.0, "a confidence lies between 0 and 1");
    // The upper tail is asked for directly, which keeps its digits where confidence is near 1.
    Normal::standard().inverse_cdf(0.5 * (1.0 - confidence)).abs()
}

/// Two-sided quantile of Student's t.
pub fn t_two_sided(confidence: f64, degrees_of_freedom: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, degrees_of_freedom) {
        Ok(t) if degrees_of_freedom <= 200.0 => t.inverse_cdf(0.5 * (1.0 - confidence)).abs(),
        // The library loses digits for many degrees of freedom, where Fisher's expansion (Abramowitz & Stegun 26.7.5)
        // has them all.
        _ => {
            let z = z_two_sided(confidence);
            let (z2, freedom) = (z * z, degrees_of_freedom);
            let first = (z2 + 1.0) * z / 4.0;
            let second = ((5.0 * z2 + 16.0) * z2 + 3.0) * z / 96.0;
            let third = (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) * z / 384.0;
            z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
        }
    }
}

/// A proportion with its score interval.
///
/// Source: Wilson (1927), J. Am. Stat. Assoc. 22, 209–212. Assumes independent trials with one probability.
/// Never leaves 0..1 and does not collapse at 0 or n successes.
pub fn wilson(successes: u64, n: u64, confidence: f64) -> Estimate {
    debug_assert!(successes <= n, "more successes than trials");
    if n == 0 {
        return Estimate::unknown(0.0, 1.0, Method::Wilson);
    }
    let p = successes as f64 / n as f64;
    let (low, high) = wilson_limits(p, n as f64, confidence);
    Estimate { value: p, low, high, n, method: Method::Wilson, confidence }
}

/// Wilson's limits for a share `p` of `n` trials; `n` may be an effective size that is no whole number.
pub(super) fn wilson_limits(p: f64, n: f64, confidence: f64) -> (f64, f64) {
    let z = z_two_sided(confidence);
    let centre = (n * p + 0.5 * z * z) / (n + z * z);
    let half = z / (n + z * z) * (n * p * (1.0 - p) + 0.25 * z * z).sqrt();
    // At the borders the formula gives exactly 0 or 1 but for rounding.
    let low = if p <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if 1.0 <= p { 1.0 } else { (centre + half).min(1.0) };
    (low, high)
}

/// A proportion with the exact interval: coverage is never below the nominal one, for any n.
///
/// Source: Clopper & Pearson (1934), Biometrika 26, 404–413.
pub fn clopper_pearson(successes: u64, n: u64, confidence: f64) -> Estimate {
    debug_assert!(successes <= n, "more successes than trials");
    if n == 0 {
        return Estimate::unknown(0.0, 1.0, Method::ClopperPearson);
    }
    let (x, trials) = (successes as f64, n as f64);
    let tail = 0.5 * (1.0 - confidence);
    let low = if successes == 0 { 0.0 } else { beta_quantile(x, trials - x + 1.0, tail) };
    let high = if successes == n { 1.0 } else { beta_quantile(x + 1.0, trials - x, 1.0 - tail) };
    Estimate { value: x / trials, low, high, n, method: Method::ClopperPearson, confidence }
}

/// Quantile of the beta distribution by bisection on its distribution function: sixty halvings are exact to
/// the last digit, where the library's Newton steps may stop early for large shapes.
fn beta_quantile(a: f64, b: f64, probability: f64) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if beta_reg(a, b, middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// A mean with Student's interval.
///
/// Assumes independent observations, and that their mean is nearly normal (many of them, or nearly normal
/// themselves).
pub fn mean(moments: &Moments, confidence: f64) -> Estimate {
    if moments.n == 0 {
        return Estimate::unknown(f64::NEG_INFINITY, f64::INFINITY, Method::StudentT);
    }
    let (value, half) = if moments.n == 1 {
        (moments.mean, f64::INFINITY)
    } else {
        let t = t_two_sided(confidence, moments.n as f64 - 1.0);
        (moments.mean, t * moments.standard_error())
    };
    Estimate {
        value,
        low: value - half,
        high: value + half,
        n: moments.n,
        method: Method::StudentT,
        confidence,
    }
}

/// Difference of two independent proportions, `a − b`, by the square-and-add rule.
///
/// Source: Newcombe (1998), Statistics in Medicine 17, 873–890, method 10.
pub fn difference_of_proportions(a: (u64, u64), b: (u64, u64), confidence: f64) -> Estimate {
    let (first, second) = (wilson(a.0, a.1, confidence), wilson(b.0, b.1, confidence));
    if a.1 == 0 || b.1 == 0 {
        return Estimate::unknown(-1.0, 1.0, Method::Newcombe);
    }
    let value = first.value - second.value;
    let down = (first.value - first.low).hypot(second.high - second.value);
    let up = (first.high - first.value).hypot(second.value - second.low);
    let n = a.1 + b.1;
    Estimate { value, low: value - down, high: value + up, n, method: Method::Newcombe, confidence }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose};

    #[track_caller]
    fn close(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        close(z_two_sided(0.95), 1.959_963_984_540_054, 1e-12);
        close(z_two_sided(0.99), 2.575_829_303_548_901, 1e-12);
        // Student's table: 9 and 30 degrees of freedom.
        close(t_two_sided(0.95, 9.0), 2.262_157, 1e-6);
        close(t_two_sided(0.99, 30.0), 2.749_996, 1e-6);
        // The seam to the expansion, and R's qt(0.975, 1000).
        close(t_two_sided(0.95, 200.0), t_two_sided(0.95, 200.000_001), 1e-8);
        close(t_two_sided(0.95, 1000.0), 1.962_339, 5e-7);
    }

    /// Newcombe (1998), Statistics in Medicine 17, 857–872, Table I, methods 3 (score) and 5 (Clopper–Pearson).
    #[test]
    fn proportions_have_newcombes_published_limits() {
        for (x, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let estimate = wilson(x, n, 0.95);
            close(estimate.low, low, 5.1e-5);
            close(estimate.high, high, 5.1e-5);
        }
        for (x, n, low, high) in [
            (81, 263, 0.2527, 0.3676),
            (15, 148, 0.0578, 0.1617),
            (0, 20, 0.0000, 0.1684),
            (1, 29, 0.0009, 0.1776),
        ] {
            let estimate = clopper_pearson(x, n, 0.95);
            close(estimate.low, low, 5.1e-5);
            close(estimate.high, high, 5.1e-5);
        }
    }

    /// Newcombe (1998), Statistics in Medicine 17, 873–890, Table II, method 10: 56/70 − 48/80 and 9/10 − 3/10.
    #[test]
    fn differences_have_newcombes_published_limits() {
        let wide = difference_of_proportions((56, 70), (48, 80), 0.95);
        close(wide.value, 0.2, 1e-12);
        close(wide.low, 0.0524, 5.1e-5);
        close(wide.high, 0.3339, 5.1e-5);
        let narrow = difference_of_proportions((9, 10), (3, 10), 0.95);
        close(narrow.low, 0.1705, 5.1e-5);
        close(narrow.high, 0.8090, 5.1e-5);
    }

    #[test]
    fn wilson_is_symmetric_and_ends_at_the_borders() {
        let (few, many) = (wilson(3, 50, 0.9), wilson(47, 50, 0.9));
        close(few.low, 1.0 - many.high, 1e-15);
        close(few.high, 1.0 - many.low, 1e-15);
        assert_eq!(wilson(0, 7, 0.95).low, 0.0);
        assert_eq!(wilson(7, 7, 0.95).high, 1.0);
        assert!(!wilson(0, 0, 0.95).is_known());
    }

    /// Gosset's sleep data (Student 1908), as R's `t.test` prints them: mean 1.58, 0.7001142 to 2.4598858.
    #[test]
    fn mean_of_students_sleep_data_has_the_published_interval() {
        let estimate = mean(&Moments::of(&[1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]), 0.95);
        close(estimate.value, 1.58, 1e-12);
        close(estimate.low, 0.700_114_2, 1e-7);
        close(estimate.high, 2.459_885_8, 1e-7);
    }

    #[test]
    fn one_observation_says_nothing_of_its_error() {
        let estimate = mean(&Moments::of(&[3.0]), 0.95);
        assert_eq!((estimate.value, estimate.is_known()), (3.0, false));
    }

    #[test]
    fn estimates_print_the_digits_that_their_error_deserves() {
        let estimate = Estimate {
            value: 0.894_512,
            low: 0.890_6,
            high: 0.898_4,
            n: 200_000,
            method: Method::StudentT,
            confidence: 0.95,
        };
        assert_eq!(estimate.to_string(), "0.8945 ± 0.0039 (95 %, n = 200000)");
        assert_eq!(wilson(532, 1000, 0.95).percent(), "53.2 % [50.1, 56.3]");
        assert_eq!(wilson(0, 20, 0.95).to_string(), "0.000 [0.000, 0.161] (95 %, n = 20)");
        assert_eq!(wilson(532, 1000, 0.95).plus_minus(), "0.532 ± 0.031");
        assert_eq!(Estimate::exact(0.125).to_string(), "0.125 (exact)");
        assert_eq!(percent_label(0.999), "99.9");
        let never = Estimate { value: 0.0, low: 0.0, high: 0.0, ..estimate };
        assert_eq!((never.plus_minus(), never.brief()), ("0".into(), "0".into()));
        // What never varied but is no whole number keeps its digits.
        assert_eq!(Estimate { value: 17.25, low: 17.25, high: 17.25, ..estimate }.brief(), "17.25");
    }

    /// 4,000 samples of 60 at p = 0.3: the exact coverage of Wilson's interval there, summed over the binomial,
    /// must agree with the counted one within four standard errors, and lie near 95 % (it swings with n and p).
    #[test]
    fn wilson_covers_as_often_as_it_says() {
        const SAMPLES: u64 = 4000;
        const N: u64 = 60;
        const P: f64 = 0.3;
        let mut covered = 0;
        for sample in 0..SAMPLES {
            let mut stream = Luck::new(7, sample).stream(Purpose::Soak, 1);
            let successes = (0..N).filter(|_| stream.unit() < P).count() as u64;
            covered += u64::from(wilson(successes, N, 0.95).contains(P));
        }
        let mut exact = 0.0;
        let mut mass = (1.0 - P).powi(N as i32);
        for x in 0..=N {
            if wilson(x, N, 0.95).contains(P) {
                exact += mass;
            }
            mass *= (N - x) as f64 / (x + 1) as f64 * P / (1.0 - P);
        }
        assert!((0.93..=0.97).contains(&exact), "{exact}");
        let error = (exact * (1.0 - exact) / SAMPLES as f64).sqrt();
        close(covered as f64 / SAMPLES as f64, exact, 4.0 * error);
    }
}
