//! Zero-sum games of two players with at most three choices each, solved exactly.
//!
//! Every matrix game has a solution that is either a saddle point or the equalizing mixture of a square
//! submatrix (Shapley & Snow 1950), so trying all of them is a complete method for games this small.

/// Choices a player has at most in one decision.
pub const CHOICES: usize = 3;

/// Payoffs to the row player, who maximizes; `rows` and `columns` say how many are real.
#[derive(Debug, Clone, Copy)]
pub struct MatrixGame {
    pub payoff: [[f64; CHOICES]; CHOICES],
    pub rows: usize,
    pub columns: usize,
}

/// Optimal strategies and the value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solution {
    pub row: [f64; CHOICES],
    pub column: [f64; CHOICES],
    pub value: f64,
}

/// Payoffs closer than this are the same: sums of some hundred probabilities are not more exact.
const SAME: f64 = 1e-12;

impl MatrixGame {
    /// Of several solutions the first saddle point, low choices first: choice 0 is "decline", so nobody spends
    /// anything that gains nothing.
    pub fn solve(&self) -> Solution {
        // Nearly equal payoffs can hide the solution behind rounding; a wider eye then finds it.
        let eyes = [SAME, 1e-9, 1e-6];
        let solution = eyes.into_iter().find_map(|same| self.saddle(same).or_else(|| self.mixed(same)));
        solution.unwrap_or_else(|| unreachable!("a finite zero-sum game has a solution: {self:?}"))
    }

    fn mixed(&self, same: f64) -> Option<Solution> {
        (2..=self.rows.min(self.columns)).find_map(|size| {
            subsets(self.rows, size).into_iter().find_map(|rows| {
                subsets(self.columns, size)
                    .into_iter()
                    .find_map(|columns| self.equalize(&rows, &columns, same))
            })
        })
    }

    /// The best answer to a known strategy of the other player.
    pub fn answer_to_column(&self, column: &[f64; CHOICES]) -> Solution {
        let payoff = |row: usize| (0..self.columns).map(|c| self.payoff[row][c] * column[c]).sum::<f64>();
        let mut best = 0;
        for row in 1..self.rows {
            if payoff(best) + SAME < payoff(row) {
                best = row;
            }
        }
        Solution { row: pure(best), column: *column, value: payoff(best) }
    }

    pub fn answer_to_row(&self, row: &[f64; CHOICES]) -> Solution {
        let Solution { row: answer, value, .. } = self.turned().answer_to_column(row);
        Solution { row: *row, column: answer, value: -value }
    }

    /// What two known strategies come to.
    pub fn expected(&self, row: &[f64; CHOICES], column: &[f64; CHOICES]) -> f64 {
        (0..self.rows)
            .map(|r| (0..self.columns).map(|c| row[r] * column[c] * self.payoff[r][c]).sum::<f64>())
            .sum()
    }

    /// The same game seen by the column player.
    fn turned(&self) -> MatrixGame {
        let mut payoff = [[0.0; CHOICES]; CHOICES];
        for (row, line) in self.payoff.iter().enumerate() {
            for (column, value) in line.iter().enumerate() {
                payoff[column][row] = -value;
            }
        }
        MatrixGame { payoff, rows: self.columns, columns: self.rows }
    }

    fn saddle(&self, same: f64) -> Option<Solution> {
        let mut cells: Vec<(usize, usize)> =
            (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column))).collect();
        cells.sort_by_key(|(row, column)| (row + column, *row));
        cells.into_iter().find_map(|(row, column)| {
            let value = self.payoff[row][column];
            let best_row = (0..self.rows).all(|other| self.payoff[other][column] <= value + same);
            let best_column = (0..self.columns).all(|other| value <= self.payoff[row][other] + same);
            (best_row && best_column).then(|| Solution { row: pure(row), column: pure(column), value })
        })
    }

    /// Mixes the given rows so that all the given columns pay the same, and the other way round; a solution
    /// only if no other choice does better.
    fn equalize(&self, rows: &[usize], columns: &[usize], same: f64) -> Option<Solution> {
        let (row, value) = self.mixture(rows, columns)?;
        let (column, minus_value) = self.turned().mixture(columns, rows)?;
        if same < (value + minus_value).abs() {
            return None;
        }
        let column_pays = |c: usize| (0..self.rows).map(|r| row[r] * self.payoff[r][c]).sum::<f64>();
        let row_pays = |r: usize| (0..self.columns).map(|c| column[c] * self.payoff[r][c]).sum::<f64>();
        let holds = (0..self.columns).all(|c| value <= column_pays(c) + same)
            && (0..self.rows).all(|r| row_pays(r) <= value + same);
        holds.then_some(Solution { row, column, value })
    }

    /// Probabilities of the rows under which each column pays the same v: the equations sum of p = 1 and
    /// sum of p · payoff − v = 0, by elimination with pivoting.
    fn mixture(&self, rows: &[usize], columns: &[usize]) -> Option<([f64; CHOICES], f64)> {
        let n = rows.len() + 1;
        let mut system = [[0.0; CHOICES + 2]; CHOICES + 1];
        for (equation, column) in columns.iter().enumerate() {
            for (unknown, row) in rows.iter().enumerate() {
                system[equation][unknown] = self.payoff[*row][*column];
            }
            system[equation][n - 1] = -1.0;
        }
        system[n - 1][..n - 1].fill(1.0);
        system[n - 1][n] = 1.0;
        for pivot in 0..n {
            let best =
                (pivot..n).max_by(|a, b| system[*a][pivot].abs().total_cmp(&system[*b][pivot].abs()))?;
            system.swap(pivot, best);
            if system[pivot][pivot].abs() < SAME {
                return None;
            }
            let pivot_line = system[pivot];
            for (other, line) in system.iter_mut().enumerate().take(n) {
                let factor = line[pivot] / pivot_line[pivot];
                if other != pivot && factor != 0.0 {
                    line.iter_mut().zip(pivot_line).for_each(|(cell, above)| *cell -= factor * above);
                }
            }
        }
        let mut strategy = [0.0; CHOICES];
        for (unknown, row) in rows.iter().enumerate() {
            let p = system[unknown][n] / system[unknown][unknown];
            if p < -SAME {
                return None;
            }
            strategy[*row] = p.clamp(0.0, 1.0);
        }
        Some((strategy, system[n - 1][n] / system[n - 1][n - 1]))
    }
}

/// The strategy that always takes one choice.
pub const fn pure(choice: usize) -> [f64; CHOICES] {
    let mut strategy = [0.0; CHOICES];
    strategy[choice] = 1.0;
    strategy
}

/// All subsets of `size` of the numbers below `n`.
fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
    (0..1_usize << n)
        .filter(|mask| mask.count_ones() as usize == size)
        .map(|mask| (0..n).filter(|bit| mask >> bit & 1 == 1).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game<const R: usize, const C: usize>(payoff: [[f64; C]; R]) -> MatrixGame {
        let mut padded = [[0.0; CHOICES]; CHOICES];
        for (row, line) in payoff.iter().enumerate() {
            padded[row][..C].copy_from_slice(line);
        }
        MatrixGame { payoff: padded, rows: R, columns: C }
    }

    #[test]
    fn matching_pennies_is_mixed_evenly() {
        let solution = game([[1.0, -1.0], [-1.0, 1.0]]).solve();
        assert_eq!(solution.row[..2], [0.5, 0.5]);
        assert_eq!(solution.column[..2], [0.5, 0.5]);
        assert!(solution.value.abs() < 1e-15);
    }

    #[test]
    fn a_skewed_game_has_its_textbook_mixture() {
        // [[3, −1], [−2, 4]]: p = 6/10 on the first row, q = 5/10, value 1.
        let solution = game([[3.0, -1.0], [-2.0, 4.0]]).solve();
        assert!((solution.row[0] - 0.6).abs() < 1e-12 && (solution.column[0] - 0.5).abs() < 1e-12);
        assert!((solution.value - 1.0).abs() < 1e-12);
    }

    #[test]
    fn rock_paper_scissors_needs_all_three() {
        let solution = game([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]).solve();
        assert!(solution.row.iter().chain(&solution.column).all(|p| (p - 1.0 / 3.0).abs() < 1e-12));
    }

    #[test]
    fn equal_payoffs_decline() {
        let solution = game([[0.5, 0.5], [0.5, 0.5]]).solve();
        assert_eq!((solution.row[0], solution.column[0]), (1.0, 1.0));
        // The row player must use choice 1 to hold the value, the column player need not.
        let solution = game([[1.0, 0.0], [1.0, 1.0]]).solve();
        assert_eq!((solution.row[1], solution.column[0], solution.value), (1.0, 1.0, 1.0));
    }

    #[test]
    fn answers_to_known_strategies_are_best() {
        let skewed = game([[3.0, -1.0], [-2.0, 4.0]]);
        assert_eq!(skewed.answer_to_column(&[1.0, 0.0, 0.0]).value, 3.0);
        assert_eq!(skewed.answer_to_row(&[1.0, 0.0, 0.0]).value, -1.0);
        assert!((skewed.expected(&[0.5, 0.5, 0.0], &[0.5, 0.5, 0.0]) - 1.0).abs() < 1e-15);
    }

    /// No strategy of either player does better against the solution, for a thousand random games.
    #[test]
    fn random_games_are_solved() {
        use crate::chance::{Luck, Purpose};
        let mut stream = Luck::new(3, 0).stream(Purpose::Design, 0);
        for _ in 0..1000 {
            let payoff =
                std::array::from_fn(|_| std::array::from_fn(|_| (stream.unit() * 8.0).floor() / 8.0));
            let game = MatrixGame { payoff, rows: 3, columns: 3 };
            let solution = game.solve();
            assert!(game.answer_to_column(&solution.column).value <= solution.value + 1e-9, "{game:?}");
            assert!(solution.value <= game.answer_to_row(&solution.row).value + 1e-9, "{game:?}");
        }
    }
}
