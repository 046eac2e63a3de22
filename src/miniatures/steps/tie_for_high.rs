//! Rule: Ties for the high roll. (Pre-round, step 5)

use super::winner::able_masters;
use crate::miniatures::contest::{Contest, MAX_PLAYERS};
use crate::miniatures::round::{Checks, Round};

/// The highest check is shared. Ties below it do not matter.
///
/// Ruling A14: a tie is rolled again even where Master Tactician would decide, unless the switch says otherwise.
#[inline]
pub fn is_tied_for_high(contest: &Contest, round: &Round, checks: &Checks) -> bool {
    let high = checks.iter().copied().max().unwrap_or(0);
    let tied = 1 < checks.iter().filter(|check| **check == high).count();
    tied && (contest.switches.tie_before_master || able_masters(contest, round) == 0)
}

impl Round {
    /// Tactics Broker and Tactician are cancelled, Foresee the Future can no longer be used, all roll again.
    /// Nothing that was paid comes back.
    #[inline]
    pub fn tie_for_high(&mut self) {
        self.cancelled = true;
        self.dice = [0; MAX_PLAYERS];
    }
}
