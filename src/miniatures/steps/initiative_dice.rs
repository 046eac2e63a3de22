//! Rule: Initiative dice, Recon and Foresee the Future. (Pre-round, step 3)

use super::decided;
use crate::chance::Chance;
use crate::events::Sink;
use crate::miniatures::contest::{Contest, ForcePower};
use crate::miniatures::dice::{Keep, roll_and_keep};
use crate::miniatures::events::RoundEvent;
use crate::miniatures::policy::Decide;
use crate::miniatures::round::Round;
use crate::miniatures::switches::BrokerMode;

/// Once per round, immediately before the first roll: who foresees whose future.
pub fn foresee_the_future<C: Chance, D: Decide, S: Sink<RoundEvent>>(
    chance: &mut C,
    decide: &D,
    sink: &mut S,
    contest: &Contest,
    round: &mut Round,
) {
    if round.contenders != 0 {
        return;
    }
    let before = *round;
    for seat in contest.seats() {
        if before.can_use(contest, seat, ForcePower::Foresee)
            && decided(chance, decide.foresee(contest, &before, seat))
        {
            let target = decide.foresee_target(contest, seat);
            round.used.foresee |= 1 << seat;
            // Ruling A08: a second Foresee on one opponent adds no die unless the switch says so.
            if round.times_foreseen(usize::from(target)) == 0 || contest.switches.foresee_stack {
                round.foreseen += 1 << (4 * target);
            }
            sink.event(&RoundEvent::Foresaw { seat: seat as u8, target });
        }
    }
}

/// How a player's number comes about in the roll of step 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Throw {
    /// No die: the number is given.
    Fixed(u8),
    Dice {
        dice: u8,
        keep: Keep,
    },
}

/// What a player rolls in step 3.
#[inline]
pub fn throw(contest: &Contest, round: &Round, seat: usize) -> Throw {
    let entrant = &contest.entrants[seat];
    // Ruling A01, `check-20`: on the first roll only.
    if round.first_roll && round.lucky >> seat & 1 == 1 {
        return Throw::Fixed(contest.sides);
    }
    // Ruling A05: the target of a Broker holds a 1, until a tie cancels that.
    let forced = round.forced >> seat & 1 == 1 && !round.cancelled;
    if forced && contest.switches.broker_mode == BrokerMode::Value {
        return Throw::Fixed(1);
    }
    match round.times_foreseen(seat) {
        0 => reroll_throw(contest, round, seat),
        // The lowest of all, Recon dice included.
        times => {
            let recon = if round.is_muted(seat) { 0 } else { entrant.extra_dice };
            Throw::Dice { dice: 1 + recon + times, keep: Keep::Lowest }
        }
    }
}

/// What a player rolls in step 8: Recon applies, Foresee the Future does not, and the new number replaces
/// whatever was held (ruling A22).
#[inline]
pub fn reroll_throw(contest: &Contest, round: &Round, seat: usize) -> Throw {
    let entrant = &contest.entrants[seat];
    let recon = if round.is_muted(seat) { 0 } else { entrant.extra_dice };
    Throw::Dice { dice: 1 + recon, keep: entrant.keep(&contest.switches) }
}

/// All players roll.
#[inline]
pub fn roll<C: Chance, S: Sink<RoundEvent>>(
    chance: &mut C,
    sink: &mut S,
    contest: &Contest,
    round: &mut Round,
) {
    for seat in contest.seats() {
        match throw(contest, round, seat) {
            Throw::Fixed(number) => {
                round.dice[seat] = number;
                if number == 1 {
                    sink.event(&RoundEvent::HeldAtOne { seat: seat as u8 });
                }
            }
            Throw::Dice { dice, keep } => {
                let kept = roll_and_keep(chance, contest.sides, dice, keep);
                round.dice[seat] = kept;
                sink.event(&RoundEvent::Rolled { seat: seat as u8, dice, kept });
            }
        }
    }
    finish_roll(contest, round);
}

/// After the dice of step 3: Foresee the Future is gone, and the first numbers are noted for Reserves.
#[inline]
pub fn finish_roll(contest: &Contest, round: &mut Round) {
    if round.first_roll {
        for seat in contest.seats() {
            let wanted = contest.entrants[seat].reserves;
            round.first_number |= u8::from(wanted != 0 && round.dice[seat] == wanted) << seat;
        }
        round.first_roll = false;
    }
    round.foreseen = 0;
}
