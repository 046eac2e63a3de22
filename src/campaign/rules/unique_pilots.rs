//! Rule: Unique Pilots. (Campaign, "Unique Pilots"; "Pilot Prisoners of War", second paragraph)
//!
//! Each Squadron has one unique pilot as its commander, each unique pilot exists once. A lost commander is
//! replaced after a battle phase without one; a captured commander who is replaced is gone.

use crate::campaign::context::Context;
use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{Person, PersonFate, Player, Presence, Standpoint, State, Team};
use crate::events::CampaignEvent;
use crate::events::words::{PersonOrigin, PointUse};
use crate::ids::{PersonId, PilotCardId, PlayerId, ShipClassId};

use super::old_restrictions;

/// Buys a Squadron commander, first or replacement.
pub fn buy_commander(
    context: &mut Context<'_>,
    player: PlayerId,
    card: PilotCardId,
) -> Result<PersonId, Refusal> {
    let price = commander_price(context.state, context.book, player, card)?;
    let name = context.book.unique_pilot(card);
    if !context.pay(player, PointUse::Pilot, i32::from(price)) {
        return Err(Refusal::NotEnoughPoints);
    }
    // A captured commander is shipped off to a detention facility when he is replaced.
    let captive = |state: &State| {
        let mut captives = commanders(state, player).filter(|who| who.captive_of().is_some());
        captives.next().map(|who| who.id)
    };
    while let Some(captive) = captive(context.state) {
        context.ship_off(captive);
    }
    if makes_pair(context.state, context.book, player, card) {
        context.state.player_mut(player).commander_pair = true;
    }
    let claimed = context.claim(name);
    debug_assert!(claimed, "the name was free");
    let start = context.state.turn == 0;
    let origin = if start { PersonOrigin::Starting } else { PersonOrigin::Reinforcement };
    let person = context.add_pilot(player, card, origin, true, price);
    if start || context.book.rules.rulings.replacement_commander_start_xp {
        context.grant_starting_xp(person);
    }
    if !start {
        context.emit(CampaignEvent::CommanderReplaced { player, person });
    }
    Ok(person)
}

/// Fleet Points of a unique pilot, if the player may buy him now.
pub fn commander_price(
    state: &State,
    book: &Rulebook,
    player: PlayerId,
    card: PilotCardId,
) -> Result<u16, Refusal> {
    let faction = state.player(player).faction;
    let pilot = book.catalog.pilot(card);
    if !pilot.unique {
        return Err(Refusal::NotForSale);
    }
    if pilot.faction != state.team(faction).cards() {
        return Err(Refusal::WrongFaction);
    }
    book.pilot_on_sale(card)?;
    if let Some(name) = book.unique_pilot(card) {
        match state.registry.presence(name) {
            Presence::Free => {}
            Presence::Present => return Err(Refusal::UniqueClaimed),
            Presence::Gone => return Err(Refusal::UniqueGone),
        }
    }
    if book.has_dearer_version(card) {
        return Err(Refusal::DearestVersion);
    }
    if book.catalog.pilot(card).ships[0] == book.rules.fleet.captured_tie.ship {
        captured_tie_commander(state, book, player)?;
    }
    old_restrictions::may_add_pilot(state, book, player, card)?;
    if state.turn == 0 {
        first_commander(state, book, player, card)?;
    } else {
        replacement(state, book, player)?;
    }
    Ok(book.commander_price(card))
}

/// Commanders of a player, captives included.
pub fn commanders(state: &State, player: PlayerId) -> impl Iterator<Item = &Person> {
    state.persons_of(player).filter(|who| who.commander)
}

/// The first commander, a second one who flies with him, or the extra one of a faction that is short of players.
fn first_commander(
    state: &State,
    book: &Rulebook,
    player: PlayerId,
    card: PilotCardId,
) -> Result<(), Refusal> {
    let own = commanders(state, player).count();
    if own < usize::from(book.rules.fleet.unique_pilots_per_player) {
        return Ok(());
    }
    if makes_pair(state, book, player, card) || has_extra_commander(state, book, player) {
        return Ok(());
    }
    Err(Refusal::CommanderPresent)
}

/// One player may start with a unique pilot of each of two classes that are meant to fly together. Who has a card of
/// both classes, such as Hera Syndulla, may be either of the two.
fn makes_pair(state: &State, book: &Rulebook, player: PlayerId, card: PilotCardId) -> bool {
    let rule = &book.rules.fleet.commander_pair;
    let flies = |card: PilotCardId, class: ShipClassId| book.catalog.pilot(card).ships.contains(&class);
    let mut own = commanders(state, player).filter_map(Person::card);
    let (Some(first), None) = (own.next(), own.next()) else { return false };
    let together =
        |one: ShipClassId, other: ShipClassId| one != other && flies(first, one) && flies(card, other);
    let other_pairs = state.players.iter().filter(|other| other.id != player && other.commander_pair);
    rule.allowed
        && rule.faction == book.catalog.pilot(card).faction
        && rule.ships.iter().any(|&one| rule.ships.iter().any(|&other| together(one, other)))
        && other_pairs.count() < usize::from(rule.pairs_per_campaign)
}

/// The short faction may have as many unique pilots as the largest one has players. Scum beside the conflict are
/// meant to be fewer.
fn has_extra_commander(state: &State, book: &Rulebook, player: PlayerId) -> bool {
    let team = state.team(state.player(player).faction);
    if !book.rules.players.extra_unique_pilots || team.standpoint == Standpoint::Fringe {
        return false;
    }
    let teams = state.factions.iter().map(|faction| state.team(faction));
    let powers = teams.filter(|team| team.standpoint == Standpoint::Power);
    let most = powers.map(Team::n_players).max().unwrap_or(0);
    let present: usize = team.players.iter().map(|mate| commanders(state, mate).count()).sum();
    // Every player keeps the right to one of his own.
    let without = team.players.iter().filter(|&mate| commanders(state, mate).next().is_none()).count();
    present + without < most
}

/// A new commander needs a battle phase without one, and nobody at hand.
fn replacement(state: &State, book: &Rulebook, player: PlayerId) -> Result<(), Refusal> {
    let rules = &book.rules.commanders;
    if !lacks_commander(state, book, player) {
        return Err(Refusal::CommanderPresent);
    }
    if !rules.captive_may_be_written_off && commanders(state, player).next().is_some() {
        return Err(Refusal::CommanderPresent);
    }
    if state.player(player).phases_without_commander < u16::from(rules.replacement_wait_battles) {
        return Err(Refusal::CommanderTooEarly);
    }
    Ok(())
}

/// Only so many players of the campaign lead from a captured TIE Fighter.
pub(super) fn captured_tie_commander(
    state: &State,
    book: &Rulebook,
    player: PlayerId,
) -> Result<(), Refusal> {
    let rule = &book.rules.fleet.captured_tie;
    let leads_from_it = |who: &Person| {
        who.commander && who.card().is_some_and(|card| book.catalog.pilot(card).ships[0] == rule.ship)
    };
    // Who has cards of several classes leads from it when he buys one. A ship captured in battle is no purchase.
    let uses_it = |other: &&Player| {
        other.id != player
            && (state.persons_of(other.id).any(leads_from_it)
                || state.hulls_of(other.id).any(|hull| hull.class == rule.ship && !hull.captured))
    };
    let others = state.players.iter().filter(uses_it).count();
    if rule.allowed && others < usize::from(rule.players_per_campaign) {
        Ok(())
    } else {
        Err(Refusal::CapturedTieCommander)
    }
}

/// Nobody leads the Squadron: all commanders dead or in captivity. Of a pair one is enough, unless the rule set
/// lets each of the two be replaced.
fn lacks_commander(state: &State, book: &Rulebook, player: PlayerId) -> bool {
    let at_hand = commanders(state, player).filter(|who| who.fate == PersonFate::OnRoster).count();
    let pair =
        state.player(player).commander_pair && !book.rules.fleet.commander_pair.replaced_only_when_both_lost;
    at_hand < if pair { 2 } else { 1 }
}

/// A battle phase begins: players without a commander at hand come nearer to a replacement.
pub fn count_phase_without_commander(state: &mut State, book: &Rulebook) {
    for seat in 0..state.players.len() {
        let player = PlayerId(seat as u8);
        let lacks = lacks_commander(state, book, player);
        let phases = &mut state.player_mut(player).phases_without_commander;
        *phases = if lacks { *phases + 1 } else { 0 };
    }
}
