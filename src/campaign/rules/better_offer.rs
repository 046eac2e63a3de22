//! Rule: Better Offer. (Campaign, "Better Offer")
//!
//! A captured pilot who has a Scum card is turned for a price. He keeps his improvements.

use crate::campaign::context::Context;
use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{PersonFate, Standpoint};
use crate::events::words::PointUse;
use crate::events::{CampaignEvent, Post};
use crate::ids::{Faction, PersonId, PilotCardId, PlayerId};

/// A Scum player takes a prisoner of his faction onto his own roster.
pub fn flip(context: &mut Context<'_>, player: PlayerId, prisoner: PersonId) -> Result<(), Refusal> {
    let rules = &context.book.rules.scum.black_market;
    let faction = context.state.player(player).faction;
    if !rules.better_offer_allowed || context.state.team(faction).standpoint != Standpoint::Fringe {
        return Err(Refusal::NotAllowed);
    }
    let who = *context.state.person(prisoner);
    if who.captive_of() != Some(faction) {
        return Err(Refusal::NoPrisoner);
    }
    let old = who.card().ok_or(Refusal::NoPrisoner)?;
    let new = scum_version(context.book, old).ok_or(Refusal::NotAllowed)?;
    if !context.pay(player, PointUse::BetterOffer, i32::from(rules.better_offer_price)) {
        return Err(Refusal::NotEnoughPoints);
    }
    context.state.strike_from_roster(prisoner);
    context.state.player_mut(player).persons.push(prisoner);
    let (book, turn) = (context.book, context.state.turn);
    let person = context.state.person_mut(prisoner);
    person.fate = PersonFate::OnRoster;
    person.owner = player;
    person.post = Post::Pilot(new);
    person.flipped = true;
    person.commander = true;
    person.fate_turn = turn;
    // Improvements are kept on top of the new card.
    let gained = person.skill.saturating_sub(book.pilot_skill(old));
    person.skill = (book.pilot_skill(new) + gained).min(book.rules.improvements.skill.maximum);
    person.points += book.pilot_points(new) as i16 - book.pilot_points(old) as i16;
    for &class in &book.catalog.pilot(new).ships {
        person.qualifications.add(class);
    }
    context.emit(CampaignEvent::PilotFlipped { person: prisoner, to: player });
    Ok(())
}

/// The Scum pilot card of the same character.
pub fn scum_version(book: &Rulebook, card: PilotCardId) -> Option<PilotCardId> {
    let pilot = book.catalog.pilot(card);
    let same = |other: &&crate::catalog::PilotCard| {
        other.faction == Faction::Scum && other.character == pilot.character && book.in_era(other.in_era)
    };
    let found = book.catalog.pilots.iter().find(same).map(|other| other.id);
    found.filter(|_| pilot.unique && pilot.faction != Faction::Scum)
}
