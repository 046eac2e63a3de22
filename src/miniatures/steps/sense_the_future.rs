//! Rule: Sense the Future. (Pre-round, step 6)

use super::decided;
use crate::chance::Chance;
use crate::events::Sink;
use crate::miniatures::contest::{Contest, ForcePower, MAX_PLAYERS, seats_of};
use crate::miniatures::events::RoundEvent;
use crate::miniatures::policy::Decide;
use crate::miniatures::round::{Checks, Round};
use crate::miniatures::switches::{EqualOrder, Window};

/// Nobody exchanges with anybody.
const NOBODY: u8 = u8::MAX;

/// Players who may decide now.
pub fn sensible(contest: &Contest, round: &Round) -> u8 {
    if !round.sense_open {
        return 0;
    }
    contest
        .seats()
        .filter(|seat| round.can_use(contest, *seat, ForcePower::Sense))
        .fold(0, |m, seat| m | 1 << seat)
}

/// True where the procedure returns to step 4.
pub fn sense_the_future<C: Chance, D: Decide, S: Sink<RoundEvent>>(
    chance: &mut C,
    decide: &D,
    sink: &mut S,
    contest: &Contest,
    round: &mut Round,
    checks: &Checks,
) -> bool {
    let able = sensible(contest, round);
    // Ruling A15: one decision of all players in a round, unless the switch says otherwise.
    if contest.switches.sense_window == Window::Once {
        round.sense_open = false;
    }
    if able == 0 {
        return false;
    }
    let before = *round;
    let mut users = 0_u8;
    for seat in seats_of(able) {
        if decided(chance, decide.sense(contest, &before, checks, seat)) {
            users |= 1 << seat;
            sink.event(&RoundEvent::Sensed { seat: seat as u8 });
        }
    }
    // Players using it spend their Force points.
    round.used.sense |= users;
    if users == 0 {
        return false;
    }
    // a. If all players use it, initiative remains the same (ruling A16: the points are spent).
    if users == contest.everyone() {
        sink.event(&RoundEvent::SensedByAll);
        return false;
    }
    // b. Otherwise the users simultaneously reveal with whom to exchange, if anyone.
    let mut partners = [NOBODY; MAX_PLAYERS];
    for seat in seats_of(users) {
        partners[seat] = decide.partner(contest, round, checks, seat).unwrap_or(NOBODY);
    }
    // c. In initiative order as determined in step 4 they exchange dice.
    exchange(chance, sink, contest, round, checks, users, &partners);
    // d. Return to step 4.
    true
}

/// Ruling A17: descending checks as they stood before any exchange, equal ones in random order; each exchange
/// is of the dice then held.
fn exchange<C: Chance, S: Sink<RoundEvent>>(
    chance: &mut C,
    sink: &mut S,
    contest: &Contest,
    round: &mut Round,
    checks: &Checks,
    users: u8,
    partners: &[u8; MAX_PLAYERS],
) {
    let mut order = [0_usize; MAX_PLAYERS];
    let mut n = 0;
    for seat in seats_of(users) {
        order[n] = seat;
        n += 1;
    }
    order[..n].sort_by_key(|seat| (-checks[*seat], *seat));
    if contest.switches.sense_equal_order == EqualOrder::Random {
        let mut first = 0;
        while first < n {
            let equal =
                order[first..n].iter().take_while(|seat| checks[**seat] == checks[order[first]]).count();
            if 1 < equal {
                chance.shuffle(&mut order[first..first + equal]);
            }
            first += equal;
        }
    }
    for &seat in &order[..n] {
        match partners[seat] {
            NOBODY => sink.event(&RoundEvent::ExchangedWithNobody { seat: seat as u8 }),
            partner => {
                round.dice.swap(seat, usize::from(partner));
                sink.event(&RoundEvent::Exchanged { seat: seat as u8, partner });
            }
        }
    }
}
