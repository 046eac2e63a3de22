//! Factors from counts: a chance is the product of one factor for each circumstance, and every factor makes the expected counts
//! of its circumstance equal to the observed ones.
//!
//! Iterative proportional fitting, which for products of factors is the maximum of the Poisson likelihood: Deming & Stephan (1940),
//! Annals of Mathematical Statistics 11, 427–444. Chances are cut at one while expecting.

/// Counts under the same circumstances: one level for each factor.
#[derive(Debug, Clone, Copy)]
pub struct Row<const K: usize> {
    pub levels: [u16; K],
    /// A factor that is known already.
    pub offset: f64,
    pub seen: f64,
    pub of: f64,
}

/// Sweeps over all factors. Circumstances that are well mixed settle within a few; three digits are used.
const SWEEPS: usize = 60;

/// The factors by level. Levels that never occur keep the factor 1.
pub fn rake<const K: usize>(rows: &[Row<K>], levels: [usize; K]) -> [Vec<f64>; K] {
    let mut factors = levels.map(|levels| vec![1.0; levels]);
    for _ in 0..SWEEPS {
        for k in 0..K {
            let mut sums = vec![(0.0, 0.0); levels[k]];
            for row in rows {
                let sum = &mut sums[usize::from(row.levels[k])];
                sum.0 += row.seen;
                sum.1 += row.of * expected(row, &factors);
            }
            for (factor, (seen, expected)) in factors[k].iter_mut().zip(sums) {
                if 0.0 < expected {
                    *factor = (*factor * seen / expected).clamp(1e-6, 1e6);
                }
            }
        }
    }
    factors
}

/// The chance that the factors give.
pub fn expected<const K: usize>(row: &Row<K>, factors: &[Vec<f64>; K]) -> f64 {
    let mut chance = row.offset;
    for (factor, level) in factors.iter().zip(row.levels) {
        chance *= factor[usize::from(level)];
    }
    chance.min(1.0)
}

/// Divides a factor by the value of one of its levels, and hands that value to another factor.
pub fn normalise(factor: &mut [f64], by: usize, other: &mut [f64]) {
    let unit = factor[by];
    factor.iter_mut().for_each(|value| *value /= unit);
    other.iter_mut().for_each(|value| *value *= unit);
}

/// The chance c with which each further enemy can be chosen, from how many could be: with n enemies of which at least one can be
/// chosen, n c + (1 − c)ⁿ are expected.
pub fn choice(counts: &[(u32, u32)]) -> Option<f64> {
    let told: Vec<&(u32, u32)> = counts.iter().filter(|(_, n)| 2 <= *n).collect();
    if told.is_empty() {
        return None;
    }
    let seen: f64 = told.iter().map(|(k, _)| f64::from(*k)).sum();
    let expected =
        |c: f64| -> f64 { told.iter().map(|(_, n)| f64::from(*n) * c + (1.0 - c).powi(*n as i32)).sum() };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if expected(middle) < seen {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose};

    /// Counts that are exactly products: 0.6 and 0.3 by the first factor, 1 and 0.5 by the second, unevenly often seen.
    #[test]
    fn products_are_found_exactly() {
        let row =
            |a: u16, b: u16, chance: f64, of: f64| Row { levels: [a, b], offset: 1.0, seen: chance * of, of };
        let rows =
            [row(0, 0, 0.6, 100.0), row(0, 1, 0.3, 300.0), row(1, 0, 0.3, 200.0), row(1, 1, 0.15, 400.0)];
        let [mut first, mut second] = rake(&rows, [2, 3]);
        normalise(&mut second, 0, &mut first);
        assert!((first[0] - 0.6).abs() < 1e-9 && (first[1] - 0.3).abs() < 1e-9, "{first:?}");
        assert!((second[1] - 0.5).abs() < 1e-9, "{second:?}");
        // Known offsets are not found again.
        let halved: Vec<Row<2>> = rows.iter().map(|row| Row { offset: 0.5, ..*row }).collect();
        let [mut twice, mut same] = rake(&halved, [2, 3]);
        normalise(&mut same, 0, &mut twice);
        assert!((twice[0] - 1.2).abs() < 1e-9, "{twice:?}");
    }

    /// The skirmish model's own draw: each of n by c, and one at least.
    #[test]
    fn the_choice_that_made_the_counts_is_found() {
        let mut stream = Luck::new(5, 0).stream(Purpose::Soak, 1);
        let mut counts = Vec::new();
        for i in 0..20_000_u32 {
            let n = 1 + i % 6;
            let k = (0..n).filter(|_| stream.unit() < 0.35).count() as u32;
            counts.push((k.max(1), n));
        }
        let found = choice(&counts).unwrap();
        assert!((found - 0.35).abs() < 0.01, "{found}");
        assert_eq!(choice(&[(1, 1)]), None);
    }
}
