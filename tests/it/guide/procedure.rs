//! The chances to win initiative where everybody plays `when-losing`, dice by dice.

use std::collections::HashMap;

use super::{Declared, Dice, MOST, Opened, State, Table, bits, kept, mask};

type Chances = [f64; MOST];

struct Walk<'t> {
    table: &'t Table,
    rolls: HashMap<State, Chances>,
    kept: HashMap<(usize, bool), Vec<f64>>,
}

/// Where one roll of all players leads.
#[derive(Default)]
struct Reached {
    won: [Sum; MOST],
    ties: HashMap<State, Sum>,
}

/// A sum of millions of small numbers that keeps what rounding loses (Kahan 1965).
#[derive(Default, Clone, Copy)]
struct Sum {
    value: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, more: f64) {
        let more = more - self.lost;
        let value = self.value + more;
        self.lost = (value - self.value) - more;
        self.value = value;
    }
}

/// The chance of each player.
pub fn chances(table: &Table) -> Chances {
    let mut walk = Walk { table, rolls: HashMap::new(), kept: HashMap::new() };
    let n = table.n();
    let start = table.start();
    // Step 1: who can, declares, and Wager rather than Doellin's Luck.
    let declared: Vec<Declared> = (0..n)
        .map(|i| {
            let seat = &table.seats[i];
            if start.characters[i] == 0 {
                Declared::Nothing
            } else if seat.wager {
                Declared::Wager
            } else if seat.save.is_some() {
                Declared::Luck
            } else {
                Declared::Nothing
            }
        })
        .collect();
    let mut chances = [0.0; MOST];
    for (opened, p) in table.luck(&declared) {
        match opened {
            Opened::Won(mask) => {
                let share = p / f64::from(mask.count_ones());
                bits(mask).into_iter().for_each(|i| chances[i] += share);
            }
            Opened::Going(state) => {
                let brokers = mask((0..n).filter(|i| table.can_broker(&state, *i)));
                let state = table.brokered(&state, brokers);
                let seers = mask((0..n).filter(|i| table.can_foresee(&state, *i)));
                let state = table.foresaw(&state, seers);
                let after = walk.roll(&state);
                (0..n).for_each(|i| chances[i] += p * after[i]);
            }
        }
    }
    chances
}

impl Walk<'_> {
    /// Step 3. Ties that lead back here are a geometric series.
    fn roll(&mut self, state: &State) -> Chances {
        if let Some(known) = self.rolls.get(state) {
            return *known;
        }
        let n = self.table.n();
        let dice: Vec<Vec<f64>> = (0..n).map(|i| self.table.rolled(state, i, &mut self.kept)).collect();
        let mut reached = Reached::default();
        let after = self.table.after_roll(state);
        self.fall(&after, &dice, 0, &mut [0; MOST], 1.0, &mut reached);
        let Reached { won, ties } = reached;
        let mut won = won.map(|sum| sum.value);
        let mut back = 0.0;
        // In a fixed order, so that the last digit does not hang on a hash.
        let mut ties: Vec<(State, f64)> = ties.into_iter().map(|(state, sum)| (state, sum.value)).collect();
        ties.sort_by(|a, b| a.1.total_cmp(&b.1));
        for (tied, p) in ties {
            if tied == *state {
                back = p;
            } else {
                let later = self.roll(&tied);
                (0..n).for_each(|i| won[i] += p * later[i]);
            }
        }
        won.iter_mut().for_each(|chance| *chance /= 1.0 - back);
        self.rolls.insert(*state, won);
        won
    }

    fn fall(
        &mut self,
        state: &State,
        dice: &[Vec<f64>],
        i: usize,
        held: &mut Dice,
        p: f64,
        reached: &mut Reached,
    ) {
        if i == dice.len() {
            return self.step_4(state, held, p, reached);
        }
        for (number, q) in dice[i].iter().enumerate().filter(|(_, q)| 0.0 < **q) {
            held[i] = number as u8;
            self.fall(state, dice, i + 1, held, p * q, reached);
        }
    }

    fn step_4(&mut self, state: &State, dice: &Dice, p: f64, reached: &mut Reached) {
        let table = self.table;
        if table.is_tied(state, dice) {
            reached.ties.entry(table.after_tie(state)).or_default().add(p);
            return;
        }
        // Step 6: a player who is not winning, and whom an exchange alone would make the winner.
        let users: Vec<usize> = (0..table.n())
            .filter(|i| table.can_sense(state, *i) && partner(table, state, dice, *i).is_some())
            .collect();
        let users_mask = mask(users.iter().copied());
        let after = table.sensed(state, users_mask);
        if users.is_empty() || users_mask == table.everyone() {
            return self.step_7(&after, dice, p, reached);
        }
        let orders = exchange_orders(table, state, dice, &users);
        let share = p / orders.len() as f64;
        for order in orders {
            let mut swapped = *dice;
            for i in order {
                swapped.swap(i, partner(table, state, dice, i).unwrap());
            }
            self.step_4(&after, &swapped, share, reached);
        }
    }

    fn step_7(&mut self, state: &State, dice: &Dice, p: f64, reached: &mut Reached) {
        let table = self.table;
        let leaders = table.leaders(state, dice);
        let share = p / leaders.len() as f64;
        for &winner in &leaders {
            // Step 8: whoever has not won.
            let may = |i: &usize| *i != winner && table.can_anticipate(state, *i);
            let users: Vec<usize> = (0..table.n()).filter(may).collect();
            if users.is_empty() {
                reached.won[winner].add(share);
                continue;
            }
            let after = table.anticipated(state, mask(users.iter().copied()));
            self.again(&after, &users, &mut { *dice }, share, reached);
        }
    }

    fn again(&mut self, state: &State, users: &[usize], dice: &mut Dice, p: f64, reached: &mut Reached) {
        let Some((&i, rest)) = users.split_first() else {
            return self.step_4(state, dice, p, reached);
        };
        let key = (self.table.dice(state, i), self.table.readings.recon_lowest);
        let numbers = self.kept.entry(key).or_insert_with(|| kept(key.0, key.1)).clone();
        for (number, q) in numbers.iter().enumerate().filter(|(_, q)| 0.0 < **q) {
            dice[i] = number as u8;
            self.again(state, rest, dice, p * q, reached);
        }
    }
}

/// With whom: of those that would make the player win, the one with the highest die, of equals the first.
fn partner(table: &Table, state: &State, dice: &Dice, i: usize) -> Option<usize> {
    if table.leaders(state, dice) == [i] {
        return None;
    }
    let mut best: Option<usize> = None;
    for other in (0..table.n()).filter(|other| *other != i) {
        let mut swapped = *dice;
        swapped.swap(i, other);
        let wins = !table.is_tied(state, &swapped) && table.leaders(state, &swapped) == [i];
        if wins && best.is_none_or(|best| dice[best] < dice[other]) {
            best = Some(other);
        }
    }
    best
}

/// Step 6 c: every order from the highest check down; equal checks in any order, or by seat.
fn exchange_orders(table: &Table, state: &State, dice: &Dice, users: &[usize]) -> Vec<Vec<usize>> {
    let check = |i: usize| table.check(state, dice, i);
    let fits = |order: &Vec<usize>| {
        order.windows(2).all(|pair| {
            let (one, next) = (check(pair[0]), check(pair[1]));
            next < one || one == next && (!table.readings.equal_by_seat || pair[0] < pair[1])
        })
    };
    permutations(users).into_iter().filter(fits).collect()
}

fn permutations(of: &[usize]) -> Vec<Vec<usize>> {
    if of.len() <= 1 {
        return vec![of.to_vec()];
    }
    let mut all = Vec::new();
    for (at, first) in of.iter().enumerate() {
        let mut rest = of.to_vec();
        rest.remove(at);
        for mut order in permutations(&rest) {
            order.insert(0, *first);
            all.push(order);
        }
    }
    all
}
