//! Rule: Reserves, initiative order, abilities after initiative, the first activation. (Pre-round, steps 9 to 14)

use crate::events::Sink;
use crate::miniatures::contest::{Contest, MAX_PLAYERS, seats_of};
use crate::miniatures::events::RoundEvent;
use crate::miniatures::policy::Decide;
use crate::miniatures::round::{Checks, Round};
use crate::miniatures::switches::{OrderAfterFirst, ReservesNumber};

/// Activations in the first phase of a round, and in each later one.
pub const FIRST_PHASE_ACTIVATIONS: u8 = 1;
pub const LATER_PHASE_ACTIVATIONS: u8 = 2;

/// Step 9: players who gain Reserves reveal simultaneously what they bring; nothing is placed yet. A mask.
///
/// Ruling A23: which number triggers them.
pub fn reserves<S: Sink<RoundEvent>>(sink: &mut S, contest: &Contest, round: &Round, checks: &Checks) -> u8 {
    let mut gained = 0;
    for seat in contest.seats() {
        let wanted = contest.entrants[seat].reserves;
        if wanted == 0 {
            continue;
        }
        let triggered = match contest.switches.reserves_number_source {
            ReservesNumber::FinalDie => round.dice[seat] == wanted,
            ReservesNumber::FirstDie => round.first_number >> seat & 1 == 1,
            ReservesNumber::Check => checks[seat] == i16::from(wanted),
        };
        if triggered {
            gained |= 1 << seat;
            sink.event(&RoundEvent::GainedReserves { seat: seat as u8 });
        }
    }
    gained
}

/// Step 10: the winner decides who goes first; initiative order proceeds clockwise from there.
///
/// Ruling A24: seats are numbered clockwise.
pub fn initiative_order<D: Decide, S: Sink<RoundEvent>>(
    decide: &D,
    sink: &mut S,
    contest: &Contest,
    checks: &Checks,
    winner: u8,
) -> [u8; MAX_PLAYERS] {
    let first = decide.first_player(contest, winner);
    sink.event(&RoundEvent::GoesFirst { seat: first });
    let mut order = [0; MAX_PLAYERS];
    for (place, seat) in order.iter_mut().enumerate().take(usize::from(contest.n)) {
        *seat = (first + place as u8) % contest.n;
    }
    if contest.switches.order_after_first == OrderAfterFirst::ByCheck {
        order[1..usize::from(contest.n)].sort_by_key(|seat| -checks[usize::from(*seat)]);
    }
    order
}

/// Steps 11 and 12: player by player in initiative order, all own abilities that trigger after initiative.
pub fn abilities_after_initiative<S: Sink<RoundEvent>>(
    sink: &mut S,
    contest: &Contest,
    order: &[u8; MAX_PLAYERS],
) {
    for &seat in &order[..usize::from(contest.n)] {
        for ability in seats_of(contest.entrants[usize::from(seat)].after_initiative) {
            sink.event(&RoundEvent::AfterInitiative { seat, ability: ability as u8 });
        }
    }
}

/// Step 13: what triggers immediately before the first activation; the first player orders it. For the first
/// player this includes placing Reserves; the others place theirs before their own first activation.
pub fn before_first_activation<S: Sink<RoundEvent>>(
    sink: &mut S,
    contest: &Contest,
    order: &[u8; MAX_PLAYERS],
    reserves: u8,
) {
    let first = order[0];
    for &seat in &order[..usize::from(contest.n)] {
        for ability in seats_of(contest.entrants[usize::from(seat)].before_first_activation) {
            sink.event(&RoundEvent::BeforeFirstActivation { seat, ability: ability as u8 });
        }
    }
    if reserves >> first & 1 == 1 {
        sink.event(&RoundEvent::PlacesReserves { seat: first });
    }
}

/// Step 14: the first phase begins, with a single activation.
pub fn first_phase<S: Sink<RoundEvent>>(sink: &mut S) {
    sink.event(&RoundEvent::PhaseBegins { activations: FIRST_PHASE_ACTIVATIONS });
}
