//! Rule: Tactics Broker. (Pre-round, step 2)

use super::decided;
use crate::chance::Chance;
use crate::events::Sink;
use crate::miniatures::contest::{Contest, MAX_PLAYERS, Power, seats_of};
use crate::miniatures::events::RoundEvent;
use crate::miniatures::policy::Decide;
use crate::miniatures::round::Round;
use crate::miniatures::switches::SharedTarget;

/// The player has a Broker, and a character to give up.
pub fn can_broker(contest: &Contest, round: &Round, seat: usize) -> bool {
    round.has(contest, seat, Power::TacticsBroker) && 1 <= round.spare_characters(contest, seat)
}

/// Resolves the step for all players at once.
pub fn tactics_broker<C: Chance, D: Decide, S: Sink<RoundEvent>>(
    chance: &mut C,
    decide: &D,
    sink: &mut S,
    contest: &Contest,
    round: &mut Round,
) {
    // Where luck already decides, nobody gives up a character for nothing.
    if round.contenders != 0 {
        return;
    }
    // Each Broker selects, and all reveal simultaneously, a character to be defeated and an opponent.
    let before = *round;
    let mut targets = [0_u8; MAX_PLAYERS];
    for seat in contest.seats() {
        if can_broker(contest, &before, seat) && decided(chance, decide.broker(contest, &before, seat)) {
            targets[seat] = decide.broker_target(contest, seat);
            round.used.broker |= 1 << seat;
            round.forced |= 1 << targets[seat];
            sink.event(&RoundEvent::Brokered { seat: seat as u8, target: targets[seat] });
        }
    }
    // The characters are defeated in a randomly determined order.
    let mut order = [0_usize; MAX_PLAYERS];
    let mut brokers = 0;
    for seat in seats_of(round.used.broker) {
        order[brokers] = seat;
        brokers += 1;
    }
    if 1 < brokers {
        chance.shuffle(&mut order[..brokers]);
    }
    let mut paid_for = 0_u8;
    for &seat in &order[..brokers] {
        // Ruling A06: effects do not add up; whether a second Broker pays for the same target is a switch.
        let spared = contest.switches.broker_shared_target == SharedTarget::FirstPays
            && paid_for >> targets[seat] & 1 == 1;
        if spared {
            sink.event(&RoundEvent::BrokerSpared { seat: seat as u8 });
        } else {
            paid_for |= 1 << targets[seat];
            round.used.broker_paid |= 1 << seat;
            sink.event(&RoundEvent::CharacterDefeated { seat: seat as u8 });
        }
    }
}
