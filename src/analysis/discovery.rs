//! Families of tests: p-values, and which of many findings are real.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::quantile::{binomial_cdf, binomial_cdf_below};

/// False-discovery rate that reports accept unless told otherwise.
pub const FALSE_DISCOVERY_RATE: f64 = 0.05;

/// Adjusted p-values ("q"): a finding with q ≤ r belongs to a list of which, on average, at most the share r is false.
///
/// Source: Benjamini & Hochberg (1995), J. R. Stat. Soc. B 57, 289–300. Assumes independent or positively dependent
/// tests. A p-value that is not a number (nothing was tested) counts neither as test nor as finding.
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).filter(|&i| !p_values[i].is_nan()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let tests = order.len() as f64;
    let mut adjusted = vec![f64::NAN; p_values.len()];
    let mut least = 1.0_f64;
    for (rank, &i) in order.iter().enumerate().rev() {
        least = least.min(p_values[i] * tests / (rank + 1) as f64);
        adjusted[i] = least;
    }
    adjusted
}

/// Exact two-sided test of a proportion: twice the smaller tail.
pub fn binomial_p(successes: u64, n: u64, fair: f64) -> f64 {
    let below = binomial_cdf(n, fair, successes);
    let above = 1.0 - binomial_cdf_below(n, fair, successes);
    (2.0 * below.min(above)).min(1.0)
}

/// Two-sided p-value of a t statistic.
pub fn t_two_sided_p(t: f64, degrees_of_freedom: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, degrees_of_freedom) {
        // The library refuses to answer for what is not a number.
        _ if t.is_nan() => f64::NAN,
        Ok(student) if degrees_of_freedom <= 1e6 => 2.0 * student.cdf(-t.abs()),
        _ => z_two_sided_p(t),
    }
}

/// Two-sided p-value of a standard normal statistic.
pub fn z_two_sided_p(z: f64) -> f64 {
    2.0 * Normal::standard().cdf(-z.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fifteen p-values of Benjamini & Hochberg (1995), §4.1: at 0.05 their procedure rejects four, Bonferroni three.
    #[test]
    fn benjamini_and_hochbergs_own_example_has_four_findings() {
        let p_values = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
            0.6528, 0.7590, 1.0000,
        ];
        let adjusted = benjamini_hochberg(&p_values);
        assert_eq!(adjusted.iter().filter(|&&q| q <= 0.05).count(), 4);
        // 0.0095 × 15 / 4 = 0.035625; the largest stays as it is.
        assert!((adjusted[3] - 0.035_625).abs() < 1e-12);
        assert_eq!(adjusted[14], 1.0);
        assert!(adjusted.is_sorted());
    }

    #[test]
    fn adjusting_ignores_order_and_untested_members() {
        let adjusted = benjamini_hochberg(&[0.04, f64::NAN, 0.01]);
        assert!((adjusted[0] - 0.04).abs() < 1e-15 && (adjusted[2] - 0.02).abs() < 1e-15);
        assert!(adjusted[1].is_nan());
        assert!(benjamini_hochberg(&[]).is_empty());
    }

    #[test]
    fn p_values_are_those_of_the_tables() {
        // 2 of 10: 2 (1 + 10 + 45) / 1024 = 0.109375.
        assert!((binomial_p(2, 10, 0.5) - 0.109_375).abs() < 1e-12);
        assert_eq!(binomial_p(5, 10, 0.5), 1.0);
        assert_eq!(binomial_p(0, 0, 0.5), 1.0);
        assert!((z_two_sided_p(1.959_963_984_540_054) - 0.05).abs() < 1e-10);
        assert!(t_two_sided_p(f64::NAN, 9.0).is_nan());
        // Student's table: t = 2.262157 for nine degrees of freedom.
        assert!((t_two_sided_p(2.262_157, 9.0) - 0.05).abs() < 1e-7);
    }
}
