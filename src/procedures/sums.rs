//! Sums of independent dice.

/// Distribution of the number of successes among `n` trials of probability `p`.
pub fn binomial(n: usize, p: f64) -> Vec<f64> {
    (0..n).fold(vec![1.0], |sum, _| convolve(&sum, &[1.0 - p, p]))
}

/// Distribution of the sum of two independent counts.
pub fn convolve(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            sum[i + j] += x * y;
        }
    }
    sum
}

/// Mean of a count's distribution.
pub fn expectation(distribution: &[f64]) -> f64 {
    distribution.iter().enumerate().map(|(value, p)| value as f64 * p).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_of_three_quarters() {
        // (1/4)^3, 3 * 3/4 * (1/4)^2, 3 * (3/4)^2 * 1/4, (3/4)^3
        let expected = [1.0, 9.0, 27.0, 27.0].map(|n| n / 64.0);
        for (p, q) in binomial(3, 0.75).iter().zip(expected) {
            assert!((p - q).abs() < 1e-15);
        }
        assert!((expectation(&binomial(3, 0.75)) - 2.25).abs() < 1e-15);
    }
}
