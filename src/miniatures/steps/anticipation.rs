//! Rule: Anticipation. (Pre-round, step 8)

use super::decided;
use super::initiative_dice::{Throw, reroll_throw};
use crate::chance::Chance;
use crate::events::Sink;
use crate::miniatures::contest::{Contest, ForcePower, seats_of};
use crate::miniatures::dice::roll_and_keep;
use crate::miniatures::events::RoundEvent;
use crate::miniatures::policy::Decide;
use crate::miniatures::round::Round;
use crate::miniatures::switches::Window;

/// Players who may decide now.
pub fn anticipating(contest: &Contest, round: &Round) -> u8 {
    if !round.anticipation_open {
        return 0;
    }
    let may = |seat: &usize| round.can_use(contest, *seat, ForcePower::Anticipation);
    contest.seats().filter(may).fold(0, |mask, seat| mask | 1 << seat)
}

/// Who rerolls; decisions are revealed simultaneously.
pub fn anticipation<C: Chance, D: Decide, S: Sink<RoundEvent>>(
    chance: &mut C,
    decide: &D,
    sink: &mut S,
    contest: &Contest,
    round: &mut Round,
    winner: u8,
) -> u8 {
    let able = anticipating(contest, round);
    // Ruling A21: one decision of all players in a round, unless the switch says otherwise.
    if contest.switches.antic_window == Window::Once {
        round.anticipation_open = false;
    }
    let before = *round;
    let mut users = 0_u8;
    for seat in seats_of(able) {
        if decided(chance, decide.anticipate(contest, &before, seat, winner)) {
            users |= 1 << seat;
            sink.event(&RoundEvent::Anticipated { seat: seat as u8 });
        }
    }
    round.used.anticipation |= users;
    users
}

/// The users roll again, with Recon and without Foresee the Future, and must keep the result.
pub fn reroll<C: Chance, S: Sink<RoundEvent>>(
    chance: &mut C,
    sink: &mut S,
    contest: &Contest,
    round: &mut Round,
    users: u8,
) {
    for seat in seats_of(users) {
        if let Throw::Dice { dice, keep } = reroll_throw(contest, round, seat) {
            let kept = roll_and_keep(chance, contest.sides, dice, keep);
            round.dice[seat] = kept;
            sink.event(&RoundEvent::Rolled { seat: seat as u8, dice, kept });
        }
    }
}
