//! Rule: Initiative is determined, Master Tactician. (Pre-round, step 7)

use crate::chance::Chance;
use crate::events::Sink;
use crate::miniatures::contest::{Contest, Power, seats_of};
use crate::miniatures::events::{Reason, RoundEvent};
use crate::miniatures::round::{Checks, Round};
use crate::miniatures::switches::MasterCompare;

/// Who wins as things stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Sole(u8),
    /// These Master Tacticians roll off; a mask.
    RollOff(u8),
}

/// Players who are able to use Master Tactician or its like.
///
/// Ruling A19: not cancelled, and the die held is not a 1.
#[inline]
pub fn able_masters(contest: &Contest, round: &Round) -> u8 {
    let mut able = 0;
    for seat in contest.seats() {
        if round.has(contest, seat, Power::Master) {
            let held = round.held(contest, seat);
            let fails = held == 1 && contest.switches.master_fails_on_one;
            able |= u8::from(held != 0 && !fails) << seat;
        }
    }
    able
}

/// The high roll wins unless a player is able to use Master Tactician; of several the highest roll.
#[inline]
pub fn standing(contest: &Contest, round: &Round, checks: &Checks) -> Standing {
    let able = able_masters(contest, round);
    if able == 0 {
        // Unique after step 5; where a policy asks about a tied table, the first seat stands for the tie.
        let mut best = 0;
        for seat in contest.seats() {
            if checks[best] < checks[seat] {
                best = seat;
            }
        }
        return Standing::Sole(best as u8);
    }
    // Ruling A20: checks are compared, or dice.
    let value = |seat: usize| match contest.switches.master_compare {
        MasterCompare::Check => checks[seat],
        MasterCompare::Die => i16::from(round.held(contest, seat)),
    };
    let best = seats_of(able).map(value).max().unwrap_or(0);
    let tied = seats_of(able).filter(|seat| value(*seat) == best).fold(0_u8, |mask, seat| mask | 1 << seat);
    if tied.count_ones() == 1 { Standing::Sole(tied.trailing_zeros() as u8) } else { Standing::RollOff(tied) }
}

/// Initiative is determined.
#[inline]
pub fn determine<C: Chance, S: Sink<RoundEvent>>(
    chance: &mut C,
    sink: &mut S,
    contest: &Contest,
    round: &Round,
    checks: &Checks,
) -> u8 {
    let (seat, by) = match standing(contest, round, checks) {
        Standing::Sole(seat) if able_masters(contest, round) != 0 => (seat, Reason::MasterTactician),
        Standing::Sole(seat) => (seat, Reason::HighRoll),
        Standing::RollOff(tied) => (roll_off(chance, sink, tied), Reason::RollOff),
    };
    sink.event(&RoundEvent::Won { seat, by });
    seat
}

/// The tied roll again until a winner is determined. The rolls are plain and do not change anyone's check, so
/// each of k players wins with probability 1/k, and one draw among them stands for all the dice.
fn roll_off<C: Chance, S: Sink<RoundEvent>>(chance: &mut C, sink: &mut S, tied: u8) -> u8 {
    let index = chance.pick(tied.count_ones() as usize);
    let seat = seats_of(tied).nth(index).expect("the draw is below the number of tied players") as u8;
    sink.event(&RoundEvent::RolledOff { tied, seat });
    seat
}
