//! Backward induction over the steps: the value of each state is the chance of the first player to win.

use std::collections::BTreeMap;

use super::{Optimal, TABLES, Value, is_optimal, stage, table};
use crate::chance::enumerate;
use crate::events::Null;
use crate::miniatures::configurations::probabilities;
use crate::miniatures::contest::{Contest, ForcePower, Power, seats_of};
use crate::miniatures::matrix_game::{CHOICES, MatrixGame, Solution, pure};
use crate::miniatures::policy::{ByRule, DECLARE_LUCK, DECLARE_NOTHING, DECLARE_WAGER, Decide};
use crate::miniatures::preround::Settled;
use crate::miniatures::round::{Checks, Round};
use crate::miniatures::steps::anticipation::anticipating;
use crate::miniatures::steps::initiative_dice::{finish_roll, foresee_the_future, reroll_throw, throw};
use crate::miniatures::steps::luck::{best_contender, can_declare, doellins_luck_and_wager};
use crate::miniatures::steps::sense_the_future::sensible;
use crate::miniatures::steps::tactics_broker::{can_broker, tactics_broker};
use crate::miniatures::steps::{Standing, initiative_checks, is_tied_for_high, standing};
use crate::miniatures::switches::Window;

/// Fixed choices before the dice, to walk what follows from them.
struct Chosen([usize; 2]);

impl Decide for Chosen {
    fn luck(&self, _: &Contest, _: &Round, seat: usize) -> [f64; 3] {
        pure(self.0[seat])
    }
    fn broker(&self, _: &Contest, _: &Round, seat: usize) -> f64 {
        self.0[seat] as f64
    }
    fn foresee(&self, _: &Contest, _: &Round, seat: usize) -> f64 {
        self.0[seat] as f64
    }
    fn sense(&self, _: &Contest, _: &Round, _: &Checks, _: usize) -> f64 {
        unreachable!("asked only before the dice")
    }
    fn partner(&self, _: &Contest, _: &Round, _: &Checks, _: usize) -> Option<u8> {
        unreachable!("asked only before the dice")
    }
    fn anticipate(&self, _: &Contest, _: &Round, _: usize, _: u8) -> f64 {
        unreachable!("asked only before the dice")
    }
}

pub(super) struct Solver<'c> {
    contest: &'c Contest,
    solution: Optimal,
    /// Values of dice on the table, about to enter step 4.
    held: BTreeMap<Round, Vec<Value>>,
    /// Values of rolls of both players.
    rolls: BTreeMap<Round, Value>,
    /// Values of rerolls, with the dice of those who reroll written as 0.
    rerolled: BTreeMap<Round, Value>,
}

impl<'c> Solver<'c> {
    pub fn new(contest: &'c Contest, solution: Optimal) -> Solver<'c> {
        Solver { contest, solution, held: BTreeMap::new(), rolls: BTreeMap::new(), rerolled: BTreeMap::new() }
    }

    pub fn solve(mut self) -> Optimal {
        let value = self.luck();
        Optimal { value, ..self.solution }
    }

    /// Step 1.
    fn luck(&mut self) -> Value {
        let contest = self.contest;
        let start = Round::START;
        let may = |seat: usize| {
            let mut options = vec![DECLARE_NOTHING];
            options.extend(can_declare(contest, &start, seat, Power::DoellinsLuck).then_some(DECLARE_LUCK));
            options.extend(can_declare(contest, &start, seat, Power::Wager).then_some(DECLARE_WAGER));
            options
        };
        let options = [may(0), may(1)];
        let mut game = MatrixGame {
            payoff: [[0.0; CHOICES]; CHOICES],
            rows: options[0].len(),
            columns: options[1].len(),
        };
        for row in 0..game.rows {
            for column in 0..game.columns {
                let chosen = Chosen([options[0][row], options[1][column]]);
                let after = enumerate(|chance| {
                    let mut round = start;
                    doellins_luck_and_wager(chance, &chosen, &mut Null, contest, &mut round);
                    round
                });
                game.payoff[row][column] = after.iter().map(|(round, p)| p * self.broker(round)).sum();
            }
        }
        let rule = |seat: usize| {
            let choice = ByRule.luck(contest, &start, seat);
            let mut strategy = [0.0; CHOICES];
            options[seat].iter().enumerate().for_each(|(at, option)| strategy[at] = choice[*option]);
            strategy
        };
        let solution = self.play(&game, [1 < game.rows, 1 < game.columns], rule);
        for (seat, strategy) in [solution.row, solution.column].into_iter().enumerate() {
            self.solution.luck[seat] = [0.0; CHOICES];
            for (at, option) in options[seat].iter().enumerate() {
                self.solution.luck[seat][*option] = strategy[at];
            }
        }
        solution.value
    }

    /// Step 2.
    fn broker(&mut self, round: &Round) -> Value {
        let contest = self.contest;
        let may = [0, 1].map(|seat| round.contenders == 0 && can_broker(contest, round, seat));
        let solution = self.yes_or_no(
            may,
            |solver, chosen| {
                let after = enumerate(|chance| {
                    let mut round = *round;
                    tactics_broker(chance, &Chosen(chosen), &mut Null, contest, &mut round);
                    round
                });
                after.iter().map(|(round, p)| p * solver.foresee(round)).sum()
            },
            |seat| ByRule.broker(contest, round, seat),
        );
        self.solution.broker.insert(*round, [solution.row[1], solution.column[1]]);
        solution.value
    }

    /// Step 3, before the dice.
    fn foresee(&mut self, round: &Round) -> Value {
        let contest = self.contest;
        let may =
            [0, 1].map(|seat| round.contenders == 0 && round.can_use(contest, seat, ForcePower::Foresee));
        let solution = self.yes_or_no(
            may,
            |solver, chosen| {
                let after = enumerate(|chance| {
                    let mut round = *round;
                    foresee_the_future(chance, &Chosen(chosen), &mut Null, contest, &mut round);
                    round
                });
                after.iter().map(|(round, p)| p * solver.roll(round)).sum()
            },
            |seat| ByRule.foresee(contest, round, seat),
        );
        self.solution.foresee.insert(*round, [solution.row[1], solution.column[1]]);
        solution.value
    }

    /// Step 3, the dice. Ties t lead back here: v = (sum over the untied) / (1 − t) where the tie changes nothing.
    fn roll(&mut self, round: &Round) -> Value {
        let round = &Round { used: stage(round).used, first_number: 0, ..*round };
        if let Some(value) = self.rolls.get(round) {
            return *value;
        }
        let contest = self.contest;
        let kept = [0, 1].map(|seat| probabilities(contest, throw(contest, round, seat)));
        let (mut untied, mut tie) = (0.0, 0.0);
        let mut tied = None;
        for (first, p) in kept[0].iter().enumerate().filter(|(_, p)| 0.0 < **p) {
            for (second, q) in kept[1].iter().enumerate().filter(|(_, q)| 0.0 < **q) {
                let mut after = *round;
                after.dice[..2].copy_from_slice(&[first as u8, second as u8]);
                finish_roll(contest, &mut after);
                match self.tied(&after) {
                    true => {
                        tie += p * q;
                        after.tie_for_high();
                        tied = Some(after);
                    }
                    false => untied += p * q * self.held(&after),
                }
            }
        }
        let value = match tied {
            Some(tied) if tied == *round => untied / (1.0 - tie),
            Some(tied) => untied + tie * self.roll(&tied),
            None => untied,
        };
        self.rolls.insert(*round, value);
        value
    }

    fn tied(&self, round: &Round) -> bool {
        if round.contenders != 0 {
            return best_contender(&mut Null, self.contest, round) == Settled::Tie;
        }
        is_tied_for_high(self.contest, round, &initiative_checks(self.contest, round))
    }

    /// Steps 4 and 5.
    fn held(&mut self, round: &Round) -> Value {
        let key = stage(round);
        let at = table(round);
        if let Some(value) = self.held.get(&key).map(|values| values[at]).filter(|value| !value.is_nan()) {
            return value;
        }
        let contest = self.contest;
        let value = if round.contenders != 0 {
            match best_contender(&mut Null, contest, round) {
                Settled::Won(winner) => wins(winner),
                _ => self.tie(round),
            }
        } else {
            let checks = initiative_checks(contest, round);
            if is_tied_for_high(contest, round, &checks) {
                self.tie(round)
            } else {
                self.sense(round, &checks)
            }
        };
        self.held.entry(key).or_insert_with(|| vec![f64::NAN; TABLES])[at] = value;
        value
    }

    fn tie(&mut self, round: &Round) -> Value {
        let mut after = *round;
        after.tie_for_high();
        self.roll(&after)
    }

    /// Step 6.
    fn sense(&mut self, round: &Round, checks: &Checks) -> Value {
        let contest = self.contest;
        let able = sensible(contest, round);
        let mut open = *round;
        if contest.switches.sense_window == Window::Once {
            open.sense_open = false;
        }
        let may = [0, 1].map(|seat| able >> seat & 1 == 1);
        let mut exchanges = [false; 2];
        let solution = self.yes_or_no(
            may,
            |solver, chosen| {
                let users = chosen[0] as u8 | (chosen[1] as u8) << 1;
                let mut after = open;
                after.used.sense |= users;
                if users == 0 || users == contest.everyone() {
                    return solver.determine(&after, checks);
                }
                // A lone user exchanges or not, whichever is better for him, and step 4 follows.
                let seat = usize::from(users >> 1);
                let mut swapped = after;
                swapped.dice.swap(0, 1);
                let (stay, swap) = (solver.held(&after), solver.held(&swapped));
                exchanges[seat] = if is_optimal(contest, seat) {
                    if seat == 0 { stay + 1e-12 < swap } else { swap + 1e-12 < stay }
                } else {
                    ByRule.partner(contest, &after, checks, seat).is_some()
                };
                if exchanges[seat] { swap } else { stay }
            },
            |seat| ByRule.sense(contest, round, checks, seat),
        );
        if able != 0 {
            // Asked with the window already closed, see `sense_the_future`.
            let stage = self.solution.stages.entry(stage(&open)).or_default();
            stage.sense[table(round)] = [solution.row[1], solution.column[1]];
            stage.exchange[table(round)] = exchanges;
        }
        solution.value
    }

    /// Step 7.
    fn determine(&mut self, round: &Round, checks: &Checks) -> Value {
        match standing(self.contest, round, checks) {
            Standing::Sole(winner) => self.anticipate(round, winner),
            Standing::RollOff(tied) => {
                let values: Vec<Value> =
                    seats_of(tied).map(|seat| self.anticipate(round, seat as u8)).collect();
                values.iter().sum::<f64>() / values.len() as f64
            }
        }
    }

    /// Step 8.
    fn anticipate(&mut self, round: &Round, winner: u8) -> Value {
        let contest = self.contest;
        let able = anticipating(contest, round);
        let mut open = *round;
        if contest.switches.antic_window == Window::Once {
            open.anticipation_open = false;
        }
        let may = [0, 1].map(|seat| able >> seat & 1 == 1);
        let solution = self.yes_or_no(
            may,
            |solver, chosen| {
                let users = chosen[0] as u8 | (chosen[1] as u8) << 1;
                if users == 0 {
                    return wins(winner);
                }
                let mut after = open;
                after.used.anticipation |= users;
                seats_of(users).for_each(|seat| after.dice[seat] = 0);
                solver.reroll(&after, users)
            },
            |seat| ByRule.anticipate(contest, round, seat, winner),
        );
        if able != 0 {
            let stage = self.solution.stages.entry(stage(&open)).or_default();
            stage.anticipate[table(round)][usize::from(winner)] = [solution.row[1], solution.column[1]];
        }
        solution.value
    }

    /// Step 8, the dice: the mean over what the users may roll.
    fn reroll(&mut self, round: &Round, users: u8) -> Value {
        let key = Round { dice: round.dice, ..stage(round) };
        if let Some(value) = self.rerolled.get(&key) {
            return *value;
        }
        let mut tables = vec![(*round, 1.0)];
        for seat in seats_of(users) {
            let kept = probabilities(self.contest, reroll_throw(self.contest, round, seat));
            tables = tables
                .iter()
                .flat_map(|(table, p)| {
                    kept.iter().enumerate().filter(|(_, q)| 0.0 < **q).map(move |(number, q)| {
                        let mut table = *table;
                        table.dice[seat] = number as u8;
                        (table, p * q)
                    })
                })
                .collect();
        }
        let value = tables.iter().map(|(table, p)| p * self.held(table)).sum();
        self.rerolled.insert(key, value);
        value
    }

    /// A simultaneous decision to use something or not; choice 0 declines.
    fn yes_or_no(
        &mut self,
        may: [bool; 2],
        mut follow: impl FnMut(&mut Self, [usize; 2]) -> Value,
        rule: impl Fn(usize) -> f64,
    ) -> Solution {
        let choices = may.map(|may| 1 + usize::from(may));
        let mut game =
            MatrixGame { payoff: [[0.0; CHOICES]; CHOICES], rows: choices[0], columns: choices[1] };
        for row in 0..game.rows {
            for column in 0..game.columns {
                game.payoff[row][column] = follow(self, [row, column]);
            }
        }
        self.play(&game, may, |seat| {
            let p = rule(seat);
            [1.0 - p, p, 0.0]
        })
    }

    /// Solves a game for the players who play `optimal`, with the others' rules given.
    fn play(&self, game: &MatrixGame, may: [bool; 2], rule: impl Fn(usize) -> [f64; CHOICES]) -> Solution {
        let fixed = |seat: usize| {
            if !may[seat] {
                Some(pure(0))
            } else if is_optimal(self.contest, seat) {
                None
            } else {
                Some(rule(seat))
            }
        };
        match (fixed(0), fixed(1)) {
            (None, None) => game.solve(),
            (None, Some(column)) => game.answer_to_column(&column),
            (Some(row), None) => game.answer_to_row(&row),
            (Some(row), Some(column)) => Solution { row, column, value: game.expected(&row, &column) },
        }
    }
}

fn wins(winner: u8) -> Value {
    if winner == 0 { 1.0 } else { 0.0 }
}
