//! Rule: Beginning of round. (Pre-Game and Pre-Round Procedures, "Beginning of round")
//!
//! The fourteen steps in the guide's order. [`preround`] plays them; [`open`] and [`settle`] are the parts
//! between rolls of the dice, which the exact engine walks with all branches at once.

use super::contest::{Contest, MAX_PLAYERS};
use super::events::RoundEvent;
use super::policy::Decide;
use super::round::{Round, Used};
use super::steps::after_initiative::{
    abilities_after_initiative, before_first_activation, first_phase, initiative_order, reserves,
};
use super::steps::anticipation::{anticipation, reroll};
use super::steps::initiative_dice::{foresee_the_future, roll};
use super::steps::luck::{best_contender, doellins_luck_and_wager};
use super::steps::sense_the_future::sense_the_future;
use super::steps::tactics_broker::tactics_broker;
use super::steps::winner::determine;
use super::steps::{initiative_checks, is_tied_for_high};
use crate::chance::Chance;
use crate::events::Sink;

/// How a round begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// Seat that won initiative.
    pub winner: u8,
    /// Seats in initiative order; the first plays first.
    pub order: [u8; MAX_PLAYERS],
    /// Times that all players rolled again for a tie.
    pub rerolls: u32,
    pub used: Used,
    /// Players who gained Reserves; a mask.
    pub reserves: u8,
    /// Numbers held at the end.
    pub dice: [u8; MAX_PLAYERS],
}

/// What steps 4 to 8 come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Settled {
    /// A tie for high: all players return to step 3.
    Tie,
    /// These players reroll (Anticipation); then step 4 again. A mask.
    Reroll(u8),
    Won(u8),
}

/// One round from its beginning to the first activation.
pub fn preround<C: Chance, D: Decide, S: Sink<RoundEvent>>(
    chance: &mut C,
    decide: &D,
    sink: &mut S,
    contest: &Contest,
) -> Outcome {
    let mut round = Round::START;
    let mut rerolls = 0;
    open(chance, decide, sink, contest, &mut round);
    let winner = 'roll: loop {
        // 3. Players roll the dice for initiative.
        roll(chance, sink, contest, &mut round);
        loop {
            match settle(chance, decide, sink, contest, &mut round) {
                Settled::Won(winner) => break 'roll winner,
                Settled::Reroll(users) => reroll(chance, sink, contest, &mut round, users),
                Settled::Tie => {
                    round.tie_for_high();
                    rerolls += 1;
                    continue 'roll;
                }
            }
        }
    };
    let checks = initiative_checks(contest, &round);
    // 9. Players who gain Reserves reveal which pieces they are bringing in.
    let reserves = reserves(sink, contest, &round, &checks);
    // 10. The winner decides who goes first.
    let order = initiative_order(decide, sink, contest, &checks, winner);
    // 11. and 12. Abilities that trigger after initiative, in initiative order.
    abilities_after_initiative(sink, contest, &order);
    // 13. Abilities immediately before the first activation.
    before_first_activation(sink, contest, &order, reserves);
    // 14. The first phase begins.
    first_phase(sink);
    Outcome { winner, order, rerolls, used: round.used, reserves, dice: round.dice }
}

/// Everything before the first roll.
pub fn open<C: Chance, D: Decide, S: Sink<RoundEvent>>(
    chance: &mut C,
    decide: &D,
    sink: &mut S,
    contest: &Contest,
    round: &mut Round,
) {
    // 1. Doellin's Luck and Wager.
    doellins_luck_and_wager(chance, decide, sink, contest, round);
    // 2. Tactics Broker.
    tactics_broker(chance, decide, sink, contest, round);
    // 3. Once per round, immediately before the first time initiative is rolled: Foresee the Future.
    foresee_the_future(chance, decide, sink, contest, round);
}

/// From dice on the table to the next roll, or to a winner.
#[inline]
pub fn settle<C: Chance, D: Decide, S: Sink<RoundEvent>>(
    chance: &mut C,
    decide: &D,
    sink: &mut S,
    contest: &Contest,
    round: &mut Round,
) -> Settled {
    if round.contenders != 0 {
        return best_contender(sink, contest, round);
    }
    loop {
        // 4. Tactician, Covenant Watch Circle.
        let checks = initiative_checks(contest, round);
        for seat in contest.seats() {
            sink.event(&RoundEvent::Checked { seat: seat as u8, check: checks[seat] });
        }
        // 5. A tie for the high roll.
        if is_tied_for_high(contest, round, &checks) {
            let check = checks.iter().copied().max().unwrap_or(0);
            sink.event(&RoundEvent::TiedForHigh { check });
            return Settled::Tie;
        }
        // 6. Sense the Future, and back to step 4.
        if sense_the_future(chance, decide, sink, contest, round, &checks) {
            continue;
        }
        // 7. Initiative is determined.
        let winner = determine(chance, sink, contest, round, &checks);
        // 8. Anticipation, and back to step 4.
        let users = anticipation(chance, decide, sink, contest, round, winner);
        return if users == 0 { Settled::Won(winner) } else { Settled::Reroll(users) };
    }
}
