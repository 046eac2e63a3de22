//! Rule: Old Restrictions. (Campaign, "Old Restrictions")
//!
//! Dropped by the current version, kept as switches. That TIE Phantoms count as large ships is in
//! `ship_restrictions.rs`.

use crate::ids::{Faction, PilotCardId, PlayerId};

use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::State;

/// Whether the old restrictions, as far as they are in force, let this Squadron have one more pilot of this card,
/// generic or unique, bought or handed over.
pub fn may_add_pilot(
    state: &State,
    book: &Rulebook,
    player: PlayerId,
    card: PilotCardId,
) -> Result<(), Refusal> {
    let (switches, special) = (&book.rules.old_restrictions, &book.special);
    let count =
        |wanted: PilotCardId| state.persons_of(player).filter(|who| who.card() == Some(wanted)).count();
    let flies_phantoms = |card: PilotCardId| book.catalog.pilot(card).ships.contains(&special.tie_phantom);
    if switches.phantom_pilots_need_phantoms && flies_phantoms(card) {
        let pilots = state.persons_of(player).filter(|who| who.card().is_some_and(flies_phantoms)).count();
        let ships = state.hulls_of(player).filter(|hull| hull.class == special.tie_phantom).count();
        if ships <= pilots {
            return Err(Refusal::PhantomPilots);
        }
    }
    if switches.shadow_pilots_need_sigma_pilots
        && card == special.shadow_squadron_pilot
        && count(special.sigma_squadron_pilot) <= count(card)
    {
        return Err(Refusal::ShadowPilots);
    }
    Ok(())
}

/// Whether the faction may have one more Royal Guard Pilot, where they are limited to the number of its players.
pub fn may_buy_royal_guard(
    state: &State,
    book: &Rulebook,
    faction: Faction,
    card: PilotCardId,
) -> Result<(), Refusal> {
    if !book.rules.old_restrictions.royal_guard_limit || card != book.special.royal_guard_pilot {
        return Ok(());
    }
    let team = state.team(faction);
    let guards = |mate| state.persons_of(mate).filter(|who| who.card() == Some(card)).count();
    if team.n_players() <= team.players.iter().map(guards).sum() { Err(Refusal::RoyalGuards) } else { Ok(()) }
}
