//! Monte Carlo: many pre-round procedures, counted in whole numbers, in chunks of fixed size with a stream of
//! luck each, so that the tally is the same on any number of threads.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::contest::{Contest, MAX_PLAYERS};
use super::events::RoundEvent;
use super::exact::{Exact, REROLLS_SHOWN, exact};
use super::optimal::Optimal;
use super::policy::{ByRule, Decide, Policy};
use super::preround::{Outcome, preround};
use super::round::{Spent, Used};
use crate::chance::{Chance, Luck, Purpose, Seeded};
use crate::events::{Null, Sink};

/// Rounds that share one stream of luck.
pub const CHUNK: u64 = 1 << 16;

/// Ways in which a player can have spent something, one bit per ability.
const WAYS: usize = 64;

/// Who decides at a table.
#[derive(Debug, Clone)]
pub enum Decider {
    Rule,
    Optimal(Box<Optimal>),
}

impl Decider {
    /// Solves the round where somebody plays `optimal`; `None` where that is not for two players.
    pub fn of(contest: &Contest) -> Option<Decider> {
        match (Decider::is_needed(contest), contest.n) {
            (false, _) => Some(Decider::Rule),
            (true, 2) => Some(Decider::Optimal(Box::new(Optimal::solve(contest)))),
            (true, _) => None,
        }
    }

    /// Somebody plays `optimal`.
    pub fn is_needed(contest: &Contest) -> bool {
        contest.seats().any(|seat| contest.entrants[seat].policy == Policy::Optimal)
    }

    /// The exact answer with these decisions; `None` where the table is too wide.
    pub fn exact(&self, contest: &Contest) -> Option<Exact> {
        match self {
            Decider::Rule => exact(contest, &ByRule),
            Decider::Optimal(optimal) => exact(contest, optimal.as_ref()),
        }
    }

    /// One round with these decisions.
    pub fn preround<C: Chance, S: Sink<RoundEvent>>(
        &self,
        chance: &mut C,
        sink: &mut S,
        contest: &Contest,
    ) -> Outcome {
        match self {
            Decider::Rule => preround(chance, &ByRule, sink, contest),
            Decider::Optimal(optimal) => preround(chance, optimal.as_ref(), sink, contest),
        }
    }
}

/// What came up how often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    pub rounds: u64,
    pub wins: [u64; MAX_PLAYERS],
    /// Rounds with 0, 1, 2, … rerolls of all players; the last is "or more".
    pub rerolls: [u64; REROLLS_SHOWN + 1],
    /// All rerolls together.
    pub reroll_sum: u64,
    pub reserves: [u64; MAX_PLAYERS],
    /// By seat and by abilities used.
    used: [[u64; WAYS]; MAX_PLAYERS],
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            rounds: 0,
            wins: [0; MAX_PLAYERS],
            rerolls: [0; REROLLS_SHOWN + 1],
            reroll_sum: 0,
            reserves: [0; MAX_PLAYERS],
            used: [[0; WAYS]; MAX_PLAYERS],
        }
    }
}

impl Tally {
    #[inline]
    fn count(&mut self, contest: &Contest, outcome: &Outcome) {
        self.count_roll(outcome.winner, outcome.rerolls);
        if outcome.used != Used::default() {
            for seat in contest.seats() {
                self.used[seat][way(&outcome.used, seat)] += 1;
            }
        } else {
            for seat in contest.seats() {
                self.used[seat][0] += 1;
            }
        }
        if outcome.reserves != 0 {
            for seat in contest.seats() {
                self.reserves[seat] += u64::from(outcome.reserves >> seat & 1);
            }
        }
    }

    #[inline]
    fn count_roll(&mut self, winner: u8, rerolls: u32) {
        self.rounds += 1;
        self.wins[usize::from(winner)] += 1;
        self.rerolls[(rerolls as usize).min(REROLLS_SHOWN)] += 1;
        self.reroll_sum += u64::from(rerolls);
    }

    #[must_use]
    fn plus(mut self, other: &Tally) -> Tally {
        let add = |mine: &mut [u64], theirs: &[u64]| mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        self.rounds += other.rounds;
        self.reroll_sum += other.reroll_sum;
        add(&mut self.wins, &other.wins);
        add(&mut self.rerolls, &other.rerolls);
        add(&mut self.reserves, &other.reserves);
        self.used.iter_mut().zip(&other.used).for_each(|(mine, theirs)| add(mine, theirs));
        self
    }

    /// What a seat spent, with counts.
    pub fn spent(&self, contest: &Contest, seat: usize) -> BTreeMap<Spent, u64> {
        let mut spent = BTreeMap::new();
        for (way, count) in self.used[seat].iter().enumerate().filter(|(_, count)| 0 < **count) {
            *spent.entry(of_way(way, seat).spent(contest, seat)).or_insert(0) += count;
        }
        spent
    }
}

/// The abilities a seat used and paid for, as bits.
fn way(used: &Used, seat: usize) -> usize {
    let masks =
        [used.doellins_paid, used.wager, used.broker_paid, used.foresee, used.sense, used.anticipation];
    masks.iter().enumerate().map(|(bit, mask)| usize::from(mask >> seat & 1) << bit).sum()
}

fn of_way(way: usize, seat: usize) -> Used {
    let bit = |index: usize| ((way >> index & 1) as u8) << seat;
    Used {
        doellins_paid: bit(0),
        wager: bit(1),
        broker_paid: bit(2),
        foresee: bit(3),
        sense: bit(4),
        anticipation: bit(5),
        ..Used::default()
    }
}

/// Plays `rounds` rounds.
pub fn simulate(contest: &Contest, decider: &Decider, luck: Luck, rounds: u64) -> Tally {
    let chunks = rounds.div_ceil(CHUNK);
    (0..chunks)
        .into_par_iter()
        .map(|chunk| {
            let mut stream = luck.stream(Purpose::MiniaturesInitiative, chunk);
            let rounds = CHUNK.min(rounds - chunk * CHUNK);
            play_rounds(&mut stream, contest, decider, rounds)
        })
        .reduce(Tally::default, |sum, tally| sum.plus(&tally))
}

/// One chunk on one stream.
pub fn play_rounds(stream: &mut Seeded, contest: &Contest, decider: &Decider, rounds: u64) -> Tally {
    if contest.seats().all(|seat| contest.entrants[seat].is_plain()) {
        return plain_rounds(stream, contest, rounds);
    }
    match decider {
        Decider::Rule => any_rounds(stream, contest, &ByRule, rounds),
        Decider::Optimal(optimal) => any_rounds(stream, contest, optimal.as_ref(), rounds),
    }
}

fn any_rounds(stream: &mut Seeded, contest: &Contest, decide: &impl Decide, rounds: u64) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..rounds {
        let outcome = preround(stream, decide, &mut Null, contest);
        tally.count(contest, &outcome);
    }
    tally
}

/// Where nobody has any ability, the procedure is a roll and its ties; the draws are those of [`preround`].
fn plain_rounds(stream: &mut Seeded, contest: &Contest, rounds: u64) -> Tally {
    let mut tally = match contest.n {
        2 => plain::<2>(stream, contest.sides, rounds),
        3 => plain::<3>(stream, contest.sides, rounds),
        4 => plain::<4>(stream, contest.sides, rounds),
        5 => plain::<5>(stream, contest.sides, rounds),
        6 => plain::<6>(stream, contest.sides, rounds),
        7 => plain::<7>(stream, contest.sides, rounds),
        _ => plain::<8>(stream, contest.sides, rounds),
    };
    for seat in contest.seats() {
        tally.used[seat][0] = rounds;
    }
    tally
}

fn plain<const N: usize>(stream: &mut Seeded, sides: u8, rounds: u64) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..rounds {
        let mut rerolls = 0;
        let winner = loop {
            let dice: [u32; N] = std::array::from_fn(|_| stream.number(u32::from(sides)));
            let (mut best, mut tied) = (0, false);
            for seat in 1..N {
                tied = (tied && dice[seat] <= dice[best]) || dice[seat] == dice[best];
                best = if dice[best] < dice[seat] { seat } else { best };
            }
            if !tied {
                break best as u8;
            }
            rerolls += 1;
        };
        tally.count_roll(winner, rerolls);
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::super::contest::{Entrant, Power, Powers};
    use super::super::switches::Switches;
    use super::*;

    #[test]
    fn the_fast_path_plays_the_same_rounds_as_the_procedure() {
        for n in 2..=8 {
            let contest = Contest::new(&vec![Entrant::PLAIN; n], Switches::default());
            let stream = || Luck::new(9, 0).stream(Purpose::MiniaturesInitiative, 0);
            let fast = plain_rounds(&mut stream(), &contest, 3000);
            let slow = any_rounds(&mut stream(), &contest, &ByRule, 3000);
            assert_eq!(fast, slow, "{n} players");
        }
    }

    #[test]
    fn the_tally_is_the_same_on_any_number_of_threads() {
        let anticipation = Entrant {
            powers: Powers::default().with(Power::Anticipation),
            force_cost: [1, 2, 1],
            ..Entrant::PLAIN
        };
        let contest = Contest::new(&[anticipation, Entrant::PLAIN], Switches::default());
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| simulate(&contest, &Decider::Rule, Luck::new(1, 0), 2 * CHUNK + 7))
        };
        let one = run(1);
        assert_eq!(one.rounds, 2 * CHUNK + 7);
        assert_eq!(one, run(2));
        assert_eq!(one, run(7));
        // Spending is counted with what it costs: one Force point in the rounds that were being lost.
        let spent = one.spent(&contest, 0);
        assert_eq!(spent.values().sum::<u64>(), one.rounds);
        assert_eq!(spent.keys().map(|spent| spent.force).collect::<Vec<_>>(), [0, 1]);
    }
}
