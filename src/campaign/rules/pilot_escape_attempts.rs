//! Rule: Pilot Escape Attempts. (Campaign, "Pilot Escape Attempts")
//!
//! The dice are in `procedures::escape`; here stand who may try, what it costs and what becomes of him.

use crate::campaign::context::Context;
use crate::campaign::refusal::Refusal;
use crate::chance::Chance;
use crate::events::CampaignEvent;
use crate::events::words::{DeathCause, Homecoming, XpUse};
use crate::ids::{PersonId, PlayerId};
use crate::procedures::escape::{Escape, escape_attempt};

/// A prisoner tries to escape.
pub fn attempt_escape(
    context: &mut Context<'_>,
    chance: &mut impl Chance,
    player: PlayerId,
    prisoner: PersonId,
) -> Result<Escape, Refusal> {
    let rules = &context.book.rules.escape;
    let who = *context.state.person(prisoner);
    if who.owner != player || who.captive_of().is_none() {
        return Err(Refusal::NoPrisoner);
    }
    if !who.is_pilot() && !context.book.rules.rulings.crew_prisoners_escape {
        return Err(Refusal::NoPrisoner);
    }
    if who.escape_turn == context.state.turn && rules.attempts_per_turn <= who.escapes_this_turn {
        return Err(Refusal::TriedThisTurn);
    }
    // Crew have no XP; where a ruling lets them try, it is for nothing.
    let price = if who.is_pilot() { u16::from(rules.xp) } else { 0 };
    if !context.spend_xp(prisoner, XpUse::Escape, price) {
        return Err(Refusal::NotEnoughXp);
    }
    let turn = context.state.turn;
    let person = context.state.person_mut(prisoner);
    person.escapes_this_turn = if person.escape_turn == turn { person.escapes_this_turn + 1 } else { 1 };
    person.escape_turn = turn;
    context.emit(CampaignEvent::EscapeAttempted { person: prisoner });
    let result = escape_attempt(chance, rules.dice(who.unique));
    match result {
        Escape::Escaped => context.bring_home(prisoner, Homecoming::Escape),
        Escape::Killed => context.kill(prisoner, DeathCause::Guards),
        Escape::Held => {}
    }
    Ok(result)
}

/// The place of a prisoner's luck within a turn; ejections of the same turn have another.
pub fn key(prisoner: PersonId) -> u64 {
    1 << 24 | u64::from(prisoner.0)
}
