//! Rule: Doellin's Luck and Wager. (Pre-round, step 1)
//!
//! Declared secretly and simultaneously, so every player decides on the same state. Declaring is paying.

use super::decided;
use crate::chance::Chance;
use crate::events::Sink;
use crate::miniatures::contest::{Contest, Power, Price, seats_of};
use crate::miniatures::events::{Reason, RoundEvent};
use crate::miniatures::policy::{DECLARE_LUCK, DECLARE_WAGER, Decide};
use crate::miniatures::preround::Settled;
use crate::miniatures::round::Round;
use crate::miniatures::switches::{CancelScope, LuckClash, LuckEffect};

/// The player has the ability, and a character to pay for it.
pub fn can_declare(contest: &Contest, round: &Round, seat: usize, power: Power) -> bool {
    let needed = match power {
        Power::Wager => 1,
        _ => u8::from(contest.entrants[seat].doellins_price != Price::None),
    };
    round.has(contest, seat, power) && needed <= round.spare_characters(contest, seat)
}

/// Resolves the step for all players at once.
pub fn doellins_luck_and_wager<C: Chance, D: Decide, S: Sink<RoundEvent>>(
    chance: &mut C,
    decide: &D,
    sink: &mut S,
    contest: &Contest,
    round: &mut Round,
) {
    // Decisions are made simultaneously and secretly.
    let before = *round;
    for seat in contest.seats() {
        let may_luck = can_declare(contest, &before, seat, Power::DoellinsLuck);
        let may_wager = can_declare(contest, &before, seat, Power::Wager);
        if !may_luck && !may_wager {
            continue;
        }
        let choice = decide.luck(contest, &before, seat);
        let bit = 1 << seat;
        // One draw decides between something and nothing, a second one between the two abilities.
        let something = choice[DECLARE_LUCK] + choice[DECLARE_WAGER];
        if !decided(chance, something) {
            continue;
        }
        if decided(chance, choice[DECLARE_WAGER] / something) {
            round.used.wager |= bit;
            sink.event(&RoundEvent::WagerDeclared { seat: seat as u8 });
        } else {
            round.used.doellins_luck |= bit;
            sink.event(&RoundEvent::DoellinsLuckDeclared { seat: seat as u8 });
        }
    }
    // Players roll the save for Doellin's Luck; a Wager needs none.
    let mut made = round.used.wager;
    for seat in seats_of(round.used.doellins_luck) {
        let die = chance.number(u32::from(contest.sides)) as u8;
        let success = contest.entrants[seat].save <= die;
        sink.event(&RoundEvent::SaveRolled { seat: seat as u8, die, made: success });
        made |= u8::from(success) << seat;
        // Ruling A04: a failed save has cost what it costs.
        if success || contest.switches.doellin_cost_on_fail {
            round.used.doellins_paid |= 1 << seat;
            if contest.entrants[seat].doellins_price == Price::Defeat {
                sink.event(&RoundEvent::CharacterDefeated { seat: seat as u8 });
            }
        }
    }
    if made != 0 {
        take_effect(sink, contest, round, made);
    }
}

/// What the successes do: cancel other abilities, and, unless they block each other, affect the roll.
fn take_effect<S: Sink<RoundEvent>>(sink: &mut S, contest: &Contest, round: &mut Round, made: u8) {
    // Ruling A03: everybody's abilities are cancelled, or those of the others of each lucky player.
    round.muted = match (contest.switches.luck_cancel_scope, made.count_ones()) {
        (CancelScope::Opponents, 1) => contest.everyone() & !made,
        _ => contest.everyone(),
    };
    sink.event(&RoundEvent::AbilitiesCancelled { seats: round.muted });
    // Ruling A02: among more than two players.
    let blocked = match contest.switches.luck_clash {
        LuckClash::AnyTwo => 2 <= made.count_ones(),
        LuckClash::AllPlayers => made == contest.everyone(),
    };
    if blocked {
        sink.event(&RoundEvent::LuckBlocked);
        return;
    }
    // Ruling A01: what an ability that nobody blocks does.
    match contest.switches.luck_effect {
        LuckEffect::AutoWin => round.contenders = made,
        LuckEffect::Check20 => round.lucky = made,
        LuckEffect::CancelOnly => {}
    }
}

/// Where luck decides, the best roll among the contenders wins, and steps 4 to 8 are not needed.
pub fn best_contender<S: Sink<RoundEvent>>(sink: &mut S, contest: &Contest, round: &Round) -> Settled {
    let best = seats_of(round.contenders).map(|seat| round.held(contest, seat)).max();
    let mut at_best = seats_of(round.contenders).filter(|seat| Some(round.held(contest, *seat)) == best);
    match (at_best.next(), at_best.next()) {
        (Some(seat), None) => {
            sink.event(&RoundEvent::Won { seat: seat as u8, by: Reason::Luck });
            Settled::Won(seat as u8)
        }
        _ => Settled::Tie,
    }
}
