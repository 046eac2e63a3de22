//! The value of a round between two players who both play as well as can be: every simultaneous decision is a matrix
//! game, and the rest is brute force.

use std::collections::HashMap;

use super::{Declared, Dice, MOST, Opened, State, Table, bits, kept, mask};

/// The value of a matrix game to the row player. The lowest of the columns is a concave function of the row player's
/// mixture, made of flat pieces, so it is highest at a corner of the pieces; all of them are tried. The column player's
/// side is computed the same way, and must agree: that proves both.
pub fn value(game: &[Vec<f64>]) -> f64 {
    let columns = game[0].len();
    let turned: Vec<Vec<f64>> = (0..columns).map(|c| game.iter().map(|row| -row[c]).collect()).collect();
    let (high, low) = (best_guarantee(game), -best_guarantee(&turned));
    assert!((high - low).abs() < 1e-9, "{game:?}: {high} and {low}");
    high
}

/// The most that a mixture of rows guarantees against every column.
fn best_guarantee(game: &[Vec<f64>]) -> f64 {
    let rows = game.len();
    let guarantee = |mixture: &[f64]| {
        (0..game[0].len())
            .map(|c| mixture.iter().zip(game).map(|(p, row)| p * row[c]).sum::<f64>())
            .fold(f64::INFINITY, f64::min)
    };
    let mut best = f64::NEG_INFINITY;
    let mut candidate = |mixture: &[f64]| {
        if mixture.iter().all(|p| -1e-12 <= *p) {
            best = best.max(guarantee(mixture));
        }
    };
    for row in 0..rows {
        candidate(&(0..rows).map(|r| f64::from(u8::from(r == row))).collect::<Vec<_>>());
    }
    let columns = game[0].len();
    let gap = |row: usize, c: usize, d: usize| game[row][c] - game[row][d];
    let pairs: Vec<(usize, usize)> =
        (0..columns).flat_map(|c| (c + 1..columns).map(move |d| (c, d))).collect();
    // Two rows mixed so that two columns pay the same.
    for r in 0..rows {
        for s in r + 1..rows {
            for &(c, d) in &pairs {
                let (one, other) = (gap(r, c, d), gap(s, c, d));
                if 1e-15 < (one - other).abs() {
                    let p = other / (other - one);
                    let mut mixture = vec![0.0; rows];
                    (mixture[r], mixture[s]) = (p, 1.0 - p);
                    candidate(&mixture);
                }
            }
        }
    }
    // Three rows mixed so that all three columns pay the same, by Cramer's rule.
    if rows == 3 && columns == 3 {
        let m = |r: usize| [gap(r, 0, 1), gap(r, 0, 2)];
        let [a, b, c] = [m(0), m(1), m(2)];
        let (u, v) = ([a[0] - c[0], a[1] - c[1]], [b[0] - c[0], b[1] - c[1]]);
        let determinant = u[0] * v[1] - u[1] * v[0];
        if 1e-15 < determinant.abs() {
            let p = (-c[0] * v[1] + c[1] * v[0]) / determinant;
            let q = (-u[0] * c[1] + u[1] * c[0]) / determinant;
            candidate(&[p, q, 1.0 - p - q]);
        }
    }
    best
}

struct Game<'t> {
    table: &'t Table,
    rolls: HashMap<State, f64>,
    tables: HashMap<(State, Dice), f64>,
    kept: HashMap<(usize, bool), Vec<f64>>,
}

/// The chance of the first player where both play as well as can be.
pub fn equilibrium(table: &Table) -> f64 {
    assert_eq!(table.n(), 2, "an equilibrium of two");
    let mut game = Game { table, rolls: HashMap::new(), tables: HashMap::new(), kept: HashMap::new() };
    game.step_1()
}

impl Game<'_> {
    fn step_1(&mut self) -> f64 {
        let start = self.table.start();
        let options: Vec<Vec<Declared>> = (0..2)
            .map(|i| {
                let seat = &self.table.seats[i];
                let mut options = vec![Declared::Nothing];
                if start.characters[i] != 0 {
                    options.extend(seat.save.map(|_| Declared::Luck));
                    options.extend(seat.wager.then_some(Declared::Wager));
                }
                options
            })
            .collect();
        let mut game = Vec::new();
        for row in &options[0] {
            let mut line = Vec::new();
            for column in &options[1] {
                let mut sum = 0.0;
                for (opened, p) in self.table.luck(&[*row, *column]) {
                    sum += p * match opened {
                        Opened::Won(mask) => f64::from(u8::from(mask == 1)),
                        Opened::Going(state) => self.step_2(&state),
                    };
                }
                line.push(sum);
            }
            game.push(line);
        }
        value(&game)
    }

    /// Every combination of yes and no of those who may.
    fn decide(&mut self, may: u8, mut follow: impl FnMut(&mut Self, u8) -> f64) -> f64 {
        let choices = |i: u8| if may >> i & 1 == 1 { vec![0, 1] } else { vec![0] };
        let mut game = Vec::new();
        for row in choices(0) {
            game.push(choices(1).into_iter().map(|column| follow(self, row | column << 1)).collect());
        }
        value(&game)
    }

    fn step_2(&mut self, state: &State) -> f64 {
        let may = mask((0..2).filter(|i| self.table.can_broker(state, *i)));
        let from = *state;
        self.decide(may, |game, users| game.step_3(&game.table.brokered(&from, users)))
    }

    fn step_3(&mut self, state: &State) -> f64 {
        let may = mask((0..2).filter(|i| self.table.can_foresee(state, *i)));
        let from = *state;
        self.decide(may, |game, users| game.roll(&game.table.foresaw(&from, users)))
    }

    fn roll(&mut self, state: &State) -> f64 {
        if let Some(known) = self.rolls.get(state) {
            return *known;
        }
        let table = self.table;
        let dice: Vec<Vec<f64>> = (0..2).map(|i| table.rolled(state, i, &mut self.kept)).collect();
        let after = table.after_roll(state);
        let (mut sum, mut tie) = (0.0, 0.0);
        for (first, p) in dice[0].iter().enumerate().filter(|(_, p)| 0.0 < **p) {
            for (second, q) in dice[1].iter().enumerate().filter(|(_, q)| 0.0 < **q) {
                let held = two(first, second);
                if table.is_tied(&after, &held) {
                    tie += p * q;
                } else {
                    sum += p * q * self.step_4(&after, &held);
                }
            }
        }
        let tied = table.after_tie(&after);
        let result = if tied == *state {
            sum / (1.0 - tie)
        } else if 0.0 < tie {
            sum + tie * self.roll(&tied)
        } else {
            sum
        };
        self.rolls.insert(*state, result);
        result
    }

    fn step_4(&mut self, state: &State, dice: &Dice) -> f64 {
        if let Some(known) = self.tables.get(&(*state, *dice)) {
            return *known;
        }
        let table = self.table;
        let result = if table.is_tied(state, dice) {
            self.roll(&table.after_tie(state))
        } else {
            self.step_6(state, dice)
        };
        self.tables.insert((*state, *dice), result);
        result
    }

    fn step_6(&mut self, state: &State, dice: &Dice) -> f64 {
        let table = self.table;
        let may = mask((0..2).filter(|i| table.can_sense(state, *i)));
        self.decide(may, |game, users| {
            let after = table.sensed(state, users);
            match users {
                0 | 3 => game.step_7(&after, dice),
                lone => {
                    let swapped = two(usize::from(dice[1]), usize::from(dice[0]));
                    let (stay, swap) = (game.step_4(&after, dice), game.step_4(&after, &swapped));
                    if lone == 1 { stay.max(swap) } else { stay.min(swap) }
                }
            }
        })
    }

    fn step_7(&mut self, state: &State, dice: &Dice) -> f64 {
        let leaders = self.table.leaders(state, dice);
        let sum: f64 = leaders.iter().map(|winner| self.step_8(state, dice, *winner)).sum();
        sum / leaders.len() as f64
    }

    fn step_8(&mut self, state: &State, dice: &Dice, winner: usize) -> f64 {
        let table = self.table;
        let may = mask((0..2).filter(|i| table.can_anticipate(state, *i)));
        self.decide(may, |game, users| {
            if users == 0 {
                return f64::from(u8::from(winner == 0));
            }
            let after = table.anticipated(state, users);
            let mut tables = vec![(*dice, 1.0)];
            for i in bits(users) {
                let key = (table.dice(&after, i), table.readings.recon_lowest);
                let numbers = game.kept.entry(key).or_insert_with(|| kept(key.0, key.1)).clone();
                let mut more = Vec::new();
                for (held, p) in tables {
                    for (number, q) in numbers.iter().enumerate().filter(|(_, q)| 0.0 < **q) {
                        let mut held: Dice = held;
                        held[i] = number as u8;
                        more.push((held, p * q));
                    }
                }
                tables = more;
            }
            tables.iter().map(|(held, p)| p * game.step_4(&after, held)).sum()
        })
    }
}

fn two(first: usize, second: usize) -> Dice {
    let mut dice = [0; MOST];
    (dice[0], dice[1]) = (first as u8, second as u8);
    dice
}
