//! The exact equilibrium of a round between two players, by backward induction.
//!
//! Decisions are simultaneous, so each is a zero-sum game on the chance to win initiative, solved exactly; its
//! solution may be mixed. Spending has no price here: of equally good choices the cheaper one is taken. A
//! player with another policy plays that policy, and an optimal opponent answers it best.

mod solver;

use std::collections::BTreeMap;

use super::contest::{Contest, MAX_PLAYERS};
use super::dice::MAX_SIDES;
use super::matrix_game::{CHOICES, pure};
use super::policy::{ByRule, Decide, Policy};
use super::round::{Checks, Round, Used};
use solver::Solver;

const TABLES: usize = (MAX_SIDES + 1) * (MAX_SIDES + 1);

/// Probability that the first player wins.
type Value = f64;

/// What to do with each pair of dice at one stage of a round.
#[derive(Debug, Clone)]
struct Stage {
    /// Probability of Sense the Future by seat.
    sense: Vec<[f64; 2]>,
    /// Whether a lone user exchanges.
    exchange: Vec<[bool; 2]>,
    /// Probability of Anticipation, by who has won so far and seat.
    anticipate: Vec<[[f64; 2]; 2]>,
}

impl Default for Stage {
    fn default() -> Stage {
        Stage {
            sense: vec![[0.0; 2]; TABLES],
            exchange: vec![[false; 2]; TABLES],
            anticipate: vec![[[0.0; 2]; 2]; TABLES],
        }
    }
}

/// The solved round: answers for seats that play `optimal`, rules for the others.
#[derive(Debug, Clone)]
pub struct Optimal {
    /// Probability that the first player wins.
    pub value: Value,
    luck: [[f64; CHOICES]; 2],
    broker: BTreeMap<Round, [f64; 2]>,
    foresee: BTreeMap<Round, [f64; 2]>,
    stages: BTreeMap<Round, Stage>,
}

impl Optimal {
    /// Solves a contest of two players.
    pub fn solve(contest: &Contest) -> Optimal {
        assert_eq!(contest.n, 2, "the equilibrium is computed for two players");
        let solution = Optimal {
            value: 0.0,
            luck: [pure(0); 2],
            broker: BTreeMap::new(),
            foresee: BTreeMap::new(),
            stages: BTreeMap::new(),
        };
        Solver::new(contest, solution).solve()
    }

    fn stage(&self, round: &Round) -> &Stage {
        self.stages.get(&stage(round)).expect("every stage that can be reached was solved")
    }
}

fn table(round: &Round) -> usize {
    usize::from(round.dice[0]) * (MAX_SIDES + 1) + usize::from(round.dice[1])
}

/// The round without its dice and without what no longer matters after the first roll.
fn stage(round: &Round) -> Round {
    let used = Used {
        foresee: round.used.foresee,
        sense: round.used.sense,
        anticipation: round.used.anticipation,
        ..Used::default()
    };
    Round {
        dice: [0; MAX_PLAYERS],
        used,
        lucky: 0,
        first_number: 0,
        foreseen: 0,
        first_roll: false,
        ..*round
    }
}

impl Decide for Optimal {
    fn luck(&self, contest: &Contest, round: &Round, seat: usize) -> [f64; 3] {
        if is_optimal(contest, seat) { self.luck[seat] } else { ByRule.luck(contest, round, seat) }
    }

    fn broker(&self, contest: &Contest, round: &Round, seat: usize) -> f64 {
        if is_optimal(contest, seat) { self.broker[round][seat] } else { ByRule.broker(contest, round, seat) }
    }

    fn foresee(&self, contest: &Contest, round: &Round, seat: usize) -> f64 {
        if is_optimal(contest, seat) {
            self.foresee[round][seat]
        } else {
            ByRule.foresee(contest, round, seat)
        }
    }

    fn sense(&self, contest: &Contest, round: &Round, checks: &Checks, seat: usize) -> f64 {
        if is_optimal(contest, seat) {
            self.stage(round).sense[table(round)][seat]
        } else {
            ByRule.sense(contest, round, checks, seat)
        }
    }

    fn partner(&self, contest: &Contest, round: &Round, checks: &Checks, seat: usize) -> Option<u8> {
        if is_optimal(contest, seat) {
            // Asked after the users are known: the stage is the one before they spent.
            let mut before = *round;
            before.used.sense &= !(1 << seat);
            self.stage(&before).exchange[table(round)][seat].then_some(1 - seat as u8)
        } else {
            ByRule.partner(contest, round, checks, seat)
        }
    }

    fn anticipate(&self, contest: &Contest, round: &Round, seat: usize, winner: u8) -> f64 {
        if is_optimal(contest, seat) {
            self.stage(round).anticipate[table(round)][usize::from(winner)][seat]
        } else {
            ByRule.anticipate(contest, round, seat, winner)
        }
    }
}

fn is_optimal(contest: &Contest, seat: usize) -> bool {
    contest.entrants[seat].policy == Policy::Optimal
}
