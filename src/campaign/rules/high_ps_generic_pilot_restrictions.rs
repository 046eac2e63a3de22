//! Rule: High-PS Generic Pilot Restrictions. (Campaign, "High-PS Generic Pilot Restrictions")
//!
//! A faction may have as many generic pilots of high skill as it has players, and of five of them only one.

use crate::ids::{Faction, PilotCardId};

use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{Person, State};

/// Whether the faction may have one more pilot of this card.
pub fn may_buy(state: &State, book: &Rulebook, faction: Faction, card: PilotCardId) -> Result<(), Refusal> {
    let limits = &book.rules.fleet.high_skill_generics;
    if book.catalog.pilot(card).unique || book.pilot_skill(card) < limits.minimum_skill {
        return Ok(());
    }
    let n_players = state.team(faction).n_players();
    if usize::from(limits.faction_limit_per_player) * n_players <= high_skill_generics(state, book, faction) {
        return Err(Refusal::HighSkillLimit);
    }
    if limits.restricted.contains(&card) {
        let restricted = pilots(state, faction)
            .filter(|person| person.card().is_some_and(|card| limits.restricted.contains(&card)))
            .count();
        if usize::from(limits.restricted_limit) <= restricted {
            return Err(Refusal::OneOfFive);
        }
    }
    Ok(())
}

/// High-skill generics of a faction. Who trained up to that skill counts only by a ruling.
pub fn high_skill_generics(state: &State, book: &Rulebook, faction: Faction) -> usize {
    let minimum = book.rules.fleet.high_skill_generics.minimum_skill;
    let trained = book.rules.rulings.trained_pilots_are_high_skill;
    let counts = |person: &Person| {
        let skill = if trained { person.skill } else { person.first_skill };
        !person.unique && minimum <= skill
    };
    pilots(state, faction).filter(|person| counts(person)).count()
}

/// Pilots of a faction, those in captivity included: they are still on its list.
fn pilots(state: &State, faction: Faction) -> impl Iterator<Item = &Person> {
    let players = state.team(faction).players;
    (0..players.len())
        .filter_map(move |seat| players.get(seat))
        .flat_map(|player| state.persons_of(player))
        .filter(|person| person.is_pilot())
}
