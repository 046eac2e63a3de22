//! Rule: Tactician and Covenant Watch Circle. (Pre-round, step 4)

use crate::miniatures::contest::{Contest, MAX_PLAYERS};
use crate::miniatures::round::{Checks, NO_CHECK, Round};

/// Everybody's initiative check: players add to their die rolls if applicable.
#[inline]
pub fn initiative_checks(contest: &Contest, round: &Round) -> Checks {
    let mut checks = [NO_CHECK; MAX_PLAYERS];
    for seat in contest.seats() {
        checks[seat] = round.check(contest, seat);
    }
    checks
}
