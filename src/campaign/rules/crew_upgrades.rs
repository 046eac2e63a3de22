//! Rule: Crew Upgrades. (Campaign, "Crew Upgrades"; "Droid Characters")
//!
//! Crew are persons: they eject, are captured and die. Unique crew with a pilot card belong to the Squadron of
//! that commander only, who may then sit in a crew seat himself.

use crate::campaign::context::Context;
use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{Person, State};
use crate::catalog::Slot;
use crate::config::CrewWithPilotCard;
use crate::events::Post;
use crate::events::words::{PersonOrigin, PointUse};
use crate::ids::{Faction, PersonId, PlayerId, UpgradeId};

use super::upgrades;

/// Buys a crew member.
pub fn buy_crew(context: &mut Context<'_>, player: PlayerId, card: UpgradeId) -> Result<PersonId, Refusal> {
    let price = crew_price(context.state, context.book, player, card)?;
    if !context.pay(player, PointUse::Crew, i32::from(price)) {
        return Err(Refusal::NotEnoughPoints);
    }
    let origin = if context.state.turn == 0 { PersonOrigin::Starting } else { PersonOrigin::Reinforcement };
    Ok(enlist(context, player, card, origin, price))
}

/// A crew member joins, bought or for nothing. The caller has checked that he may.
pub fn enlist(
    context: &mut Context<'_>,
    player: PlayerId,
    card: UpgradeId,
    origin: PersonOrigin,
    price: u16,
) -> PersonId {
    let claimed = context.claim(context.book.unique_upgrade(card));
    debug_assert!(claimed, "the name was free");
    context.add_crew(player, card, origin, price)
}

/// Fleet Points of a crew member, if the player may have him at all.
pub fn crew_price(state: &State, book: &Rulebook, player: PlayerId, card: UpgradeId) -> Result<u16, Refusal> {
    may_have_crew(state, book, player, card)?;
    upgrades::price(state, book, player, card)
}

/// Whether a crew member may join this Squadron, bought or for nothing.
pub fn may_have_crew(
    state: &State,
    book: &Rulebook,
    player: PlayerId,
    card: UpgradeId,
) -> Result<(), Refusal> {
    let upgrade = book.catalog.upgrade(card);
    if upgrade.slot != Slot::Crew {
        return Err(Refusal::NotForSale);
    }
    let commander_only =
        book.rules.upgrades.crew.characters_with_pilot_card == CrewWithPilotCard::CommanderOnly;
    if upgrade.unique && upgrade.character_has_pilot_card && commander_only {
        return Err(Refusal::CrewHasPilotCard);
    }
    upgrades::may_have(state, book, player, card)
}

/// The crew card as which a person may be carried: his own, that of a commander with both cards, or the one that
/// a pilot has as his ability.
pub fn crew_card_of(book: &Rulebook, person: &Person) -> Option<UpgradeId> {
    match person.post {
        Post::Crew(card) => Some(card),
        Post::Pilot(card) => {
            let own = if person.commander { book.crew_card_of(card) } else { None };
            let is_crew = |ability: &UpgradeId| book.catalog.upgrade(*ability).slot == Slot::Crew;
            let flies_as_crew = book.rules.improvements.special.crew_ability_flies_as_crew;
            own.or_else(|| person.ability.filter(|ability| flies_as_crew && is_crew(ability)))
        }
    }
}

/// The prisoners that a faction may use as Rebel Captives, one for each use: Rebels of sufficient skill.
pub fn rebel_captives<'a>(
    state: &'a State,
    book: &'a Rulebook,
    faction: Faction,
) -> impl Iterator<Item = &'a Person> {
    let minimum = book.rules.upgrades.crew.rebel_captive_minimum_skill;
    state.prisoners_of(faction).filter(move |person| {
        person.is_pilot()
            && minimum <= person.skill
            && state.team(state.faction_of_person(person.id)).cards() == Faction::Rebel
    })
}
