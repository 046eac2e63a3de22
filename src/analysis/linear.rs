//! Symmetric positive definite systems, by Cholesky. Small and dense: a few hundred unknowns.

/// A symmetric matrix, kept whole, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct Symmetric {
    pub size: usize,
    entries: Vec<f64>,
}

impl Symmetric {
    pub fn zero(size: usize) -> Symmetric {
        Symmetric { size, entries: vec![0.0; size * size] }
    }

    pub fn get(&self, i: usize, j: usize) -> f64 {
        self.entries[i * self.size + j]
    }

    /// Adds to the lower half only; [`Symmetric::mirror`] fills the other when all is added.
    pub fn add(&mut self, i: usize, j: usize, value: f64) {
        let (i, j) = if j <= i { (i, j) } else { (j, i) };
        self.entries[i * self.size + j] += value;
    }

    pub fn add_all(&mut self, other: &Symmetric) {
        for (mine, theirs) in self.entries.iter_mut().zip(&other.entries) {
            *mine += theirs;
        }
    }

    pub fn mirror(&mut self) {
        for i in 0..self.size {
            for j in 0..i {
                self.entries[j * self.size + i] = self.entries[i * self.size + j];
            }
        }
    }

    pub fn scale(&mut self, factor: f64) {
        for entry in &mut self.entries {
            *entry *= factor;
        }
    }

    /// self × middle × self.
    pub fn around(&self, middle: &Symmetric) -> Symmetric {
        let half = product(self.size, &self.entries, &middle.entries);
        Symmetric { size: self.size, entries: product(self.size, &half, &self.entries) }
    }

    /// The lower triangle L with L Lᵀ = self; `None` where the matrix is not positive definite.
    pub fn cholesky(&self) -> Option<Cholesky> {
        let n = self.size;
        let mut lower = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..=i {
                let (row_i, row_j) = (&lower[i * n..i * n + j], &lower[j * n..j * n + j]);
                let known: f64 = row_i.iter().zip(row_j).map(|(a, b)| a * b).sum();
                let rest = self.get(i, j) - known;
                lower[i * n + j] = if i == j {
                    if rest <= 0.0 || !rest.is_finite() {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower[j * n + j]
                };
            }
        }
        Some(Cholesky { size: n, lower })
    }
}

/// Rows of the first times columns of the second; the second is symmetric, so its rows are its columns.
fn product(size: usize, first: &[f64], second: &[f64]) -> Vec<f64> {
    let mut entries = Vec::with_capacity(size * size);
    for row in first.chunks_exact(size.max(1)) {
        for column in second.chunks_exact(size.max(1)) {
            entries.push(row.iter().zip(column).map(|(a, b)| a * b).sum());
        }
    }
    entries
}

/// A factored matrix, ready to solve.
#[derive(Debug, Clone)]
pub struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = self.size;
        let mut x = right.to_vec();
        for i in 0..n {
            let known: f64 = (0..i).map(|j| self.lower[i * n + j] * x[j]).sum();
            x[i] = (x[i] - known) / self.lower[i * n + i];
        }
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|j| self.lower[j * n + i] * x[j]).sum();
            x[i] = (x[i] - known) / self.lower[i * n + i];
        }
        x
    }

    pub fn inverse(&self) -> Symmetric {
        let mut inverse = Symmetric::zero(self.size);
        for column in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse.entries[row * self.size + column] = value;
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [[4, 2], [2, 3]] has determinant 8 and inverse [[3, −2], [−2, 4]] / 8; with (2, 1): x = (4, 0) / 8.
    #[test]
    fn a_two_by_two_system_by_hand() {
        let mut matrix = Symmetric::zero(2);
        for (i, j, value) in [(0, 0, 4.0), (0, 1, 2.0), (1, 1, 3.0)] {
            matrix.add(i, j, value);
        }
        matrix.mirror();
        let factored = matrix.cholesky().unwrap();
        let x = factored.solve(&[2.0, 1.0]);
        assert!((x[0] - 0.5).abs() < 1e-15 && x[1].abs() < 1e-15);
        let inverse = factored.inverse();
        assert!((inverse.get(0, 0) - 0.375).abs() < 1e-15 && (inverse.get(1, 0) + 0.25).abs() < 1e-15);
    }

    /// A = [[1, 1], [1, 0]] around B = [[2, 0], [0, 3]]: A B = [[2, 3], [2, 0]], A B A = [[5, 2], [2, 2]].
    #[test]
    fn a_sandwich_by_hand() {
        let matrix = |a: f64, b: f64, c: f64| {
            let mut matrix = Symmetric::zero(2);
            for (i, j, value) in [(0, 0, a), (0, 1, b), (1, 1, c)] {
                matrix.add(i, j, value);
            }
            matrix.mirror();
            matrix
        };
        assert_eq!(matrix(1.0, 1.0, 0.0).around(&matrix(2.0, 0.0, 3.0)), matrix(5.0, 2.0, 2.0));
    }

    #[test]
    fn an_indefinite_matrix_has_no_factor() {
        let mut matrix = Symmetric::zero(1);
        matrix.add(0, 0, -1.0);
        assert!(matrix.cholesky().is_none());
    }
}
