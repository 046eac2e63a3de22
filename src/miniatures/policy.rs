//! Decisions: when a player uses an ability that asks for one, and against whom.
//!
//! A policy is a pure function from what everybody can see to the probability of each choice. The simulation
//! draws from it, the exact engine weighs its branches, so both play the same game.

use super::contest::{Contest, Power, STRONGEST};
use super::round::{Checks, Round};
use super::steps::luck::can_declare;
use super::steps::{Standing, initiative_checks, is_tied_for_high, standing};
use super::switches::FirstChoice;

/// How a player decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// Uses no ability that asks for a decision
    Never,
    /// Uses what must be declared before the dice, and after the dice whatever may turn a loss
    WhenLosing,
    /// The exact equilibrium (two players)
    Optimal,
}

impl Policy {
    pub const ALL: [Policy; 3] = [Policy::Never, Policy::WhenLosing, Policy::Optimal];

    pub const fn word(self) -> &'static str {
        match self {
            Policy::Never => "never",
            Policy::WhenLosing => "when-losing",
            Policy::Optimal => "optimal",
        }
    }

    pub fn from_word(word: &str) -> Option<Policy> {
        Policy::ALL.into_iter().find(|policy| policy.word() == word)
    }
}

/// Index of the choices of step 1.
pub const DECLARE_NOTHING: usize = 0;
pub const DECLARE_LUCK: usize = 1;
pub const DECLARE_WAGER: usize = 2;

/// Answers the questions that the procedure asks. It is asked only for what the player may and can do.
pub trait Decide {
    /// Step 1: probabilities of declaring nothing, Doellin's Luck, Wager.
    fn luck(&self, contest: &Contest, round: &Round, seat: usize) -> [f64; 3];
    /// Step 2: probability of using Tactics Broker.
    fn broker(&self, contest: &Contest, round: &Round, seat: usize) -> f64;
    /// Step 2: against whom.
    fn broker_target(&self, contest: &Contest, seat: usize) -> u8 {
        target(contest.entrants[seat].broker_target, contest, seat)
    }
    /// Step 3: probability of using Foresee the Future.
    fn foresee(&self, contest: &Contest, round: &Round, seat: usize) -> f64;
    /// Step 3: against whom.
    fn foresee_target(&self, contest: &Contest, seat: usize) -> u8 {
        target(contest.entrants[seat].foresee_target, contest, seat)
    }
    /// Step 6: probability of using Sense the Future.
    fn sense(&self, contest: &Contest, round: &Round, checks: &Checks, seat: usize) -> f64;
    /// Step 6 b: with whom to exchange, once it is known who uses it.
    fn partner(&self, contest: &Contest, round: &Round, checks: &Checks, seat: usize) -> Option<u8>;
    /// Step 8: probability of using Anticipation.
    fn anticipate(&self, contest: &Contest, round: &Round, seat: usize, winner: u8) -> f64;
    /// Step 10: whom the winner lets go first.
    fn first_player(&self, contest: &Contest, winner: u8) -> u8 {
        match contest.switches.first_choice {
            FirstChoice::Winner => winner,
            FirstChoice::Next => (winner + 1) % contest.n,
        }
    }
}

fn target(named: u8, contest: &Contest, seat: usize) -> u8 {
    if named == STRONGEST { contest.strongest_other(seat) } else { named }
}

/// Each seat plays by its [`Policy`]: `never` and `when-losing` by rule.
#[derive(Debug, Clone, Copy, Default)]
pub struct ByRule;

impl ByRule {
    fn willing(contest: &Contest, seat: usize) -> bool {
        match contest.entrants[seat].policy {
            Policy::Never => false,
            Policy::WhenLosing => true,
            Policy::Optimal => unreachable!("the optimal policy is asked through its tables"),
        }
    }
}

impl Decide for ByRule {
    /// Before the dice nobody is winning yet, so whoever has an ability to declare uses it; Wager first, since
    /// it needs no save.
    fn luck(&self, contest: &Contest, round: &Round, seat: usize) -> [f64; 3] {
        let mut choice = [0.0; 3];
        if !Self::willing(contest, seat) {
            choice[DECLARE_NOTHING] = 1.0;
        } else if can_declare(contest, round, seat, Power::Wager) {
            choice[DECLARE_WAGER] = 1.0;
        } else {
            choice[DECLARE_LUCK] = 1.0;
        }
        choice
    }

    fn broker(&self, contest: &Contest, _round: &Round, seat: usize) -> f64 {
        f64::from(u8::from(Self::willing(contest, seat)))
    }

    fn foresee(&self, contest: &Contest, _round: &Round, seat: usize) -> f64 {
        f64::from(u8::from(Self::willing(contest, seat)))
    }

    /// Used by a player who would lose and whom an exchange, taken alone, would make the winner.
    fn sense(&self, contest: &Contest, round: &Round, checks: &Checks, seat: usize) -> f64 {
        let use_it = Self::willing(contest, seat) && self.partner(contest, round, checks, seat).is_some();
        f64::from(u8::from(use_it))
    }

    /// Of the partners that would make the player win, the one with the highest die; of equals the first seat.
    fn partner(&self, contest: &Contest, round: &Round, checks: &Checks, seat: usize) -> Option<u8> {
        if standing(contest, round, checks) == Standing::Sole(seat as u8) {
            return None;
        }
        let mut best: Option<usize> = None;
        for partner in contest.seats().filter(|partner| *partner != seat) {
            if best.is_some_and(|best| round.dice[partner] <= round.dice[best]) {
                continue;
            }
            let mut after = *round;
            after.dice.swap(seat, partner);
            let checks = initiative_checks(contest, &after);
            if !is_tied_for_high(contest, &after, &checks)
                && standing(contest, &after, &checks) == Standing::Sole(seat as u8)
            {
                best = Some(partner);
            }
        }
        best.map(|partner| partner as u8)
    }

    fn anticipate(&self, contest: &Contest, _round: &Round, seat: usize, winner: u8) -> f64 {
        f64::from(u8::from(Self::willing(contest, seat) && usize::from(winner) != seat))
    }
}
