//! Count, mean and spread, gathered in one pass.

/// Count, mean and sum of squared deviations of a sample.
///
/// Source: Welford (1962), Technometrics 4, 419–420; merging after Chan, Golub & LeVeque (1983).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Moments {
    pub n: u64,
    pub mean: f64,
    /// Σ (x − mean)².
    pub squares: f64,
}

impl Moments {
    pub fn of(values: &[f64]) -> Moments {
        let mut moments = Moments::default();
        for &value in values {
            moments.add(value);
        }
        moments
    }

    /// From a group-by that already has the mean and the sample variance (divisor n − 1).
    pub fn from_summary(n: u64, mean: f64, variance: f64) -> Moments {
        Moments { n, mean, squares: if n < 2 { 0.0 } else { variance * (n - 1) as f64 } }
    }

    /// From sums of whole numbers, which are exact in any order of addition.
    pub fn from_sums(n: u64, sum: f64, sum_of_squares: f64) -> Moments {
        let mean = if n == 0 { 0.0 } else { sum / n as f64 };
        Moments { n, mean, squares: (sum_of_squares - sum * mean).max(0.0) }
    }

    pub fn add(&mut self, value: f64) {
        self.n += 1;
        let step = value - self.mean;
        self.mean += step / self.n as f64;
        self.squares += step * (value - self.mean);
    }

    pub fn merge(&mut self, other: &Moments) {
        if other.n == 0 {
            return;
        }
        let n = self.n + other.n;
        let step = other.mean - self.mean;
        self.squares += other.squares + step * step * self.n as f64 * other.n as f64 / n as f64;
        self.mean += step * other.n as f64 / n as f64;
        self.n = n;
    }

    /// Sample variance, divisor n − 1; 0 for fewer than two values.
    pub fn variance(&self) -> f64 {
        if self.n < 2 { 0.0 } else { self.squares / (self.n - 1) as f64 }
    }

    pub fn deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    pub fn standard_error(&self) -> f64 {
        if self.n == 0 { f64::NAN } else { (self.variance() / self.n as f64).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squared deviations 9+1+1+1+0+0+4+16 = 32, variance 32/7.
    #[test]
    fn moments_of_eight_numbers_in_one_piece_and_in_two() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        let whole = Moments::of(&values);
        assert_eq!((whole.n, whole.mean), (8, 5.0));
        assert!((whole.variance() - 32.0 / 7.0).abs() < 1e-14);
        let mut parts = Moments::of(&values[..3]);
        parts.merge(&Moments::of(&values[3..]));
        assert!((parts.mean - 5.0).abs() < 1e-14 && (parts.squares - 32.0).abs() < 1e-12);
        parts.merge(&Moments::default());
        assert_eq!(parts.n, 8);
        // Sum 40, sum of squares 4+16+16+16+25+25+49+81 = 232; 232 − 40 × 5 = 32.
        assert_eq!(Moments::from_sums(8, 40.0, 232.0).squares, 32.0);
        let summary = Moments::from_summary(8, 5.0, 32.0 / 7.0);
        assert!((summary.standard_error() - whole.standard_error()).abs() < 1e-15);
    }
}
