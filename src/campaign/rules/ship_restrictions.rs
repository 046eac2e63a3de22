//! Rule: Ship Restrictions. (Campaign, "Ship Restrictions")
//!
//! A large ship may be bought only while the faction owns fewer than a number per player. Captured and
//! recovered ships may take a faction beyond it.

use crate::catalog::BaseSize;
use crate::config::LargeShipsAtStart;
use crate::ids::{Faction, PlayerId, ShipClassId};

use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::State;

/// Whether the limit on large ships lets this player buy one more of this class.
pub fn may_buy(state: &State, book: &Rulebook, player: PlayerId, class: ShipClassId) -> Result<(), Refusal> {
    if !is_restricted(book, class) {
        return Ok(());
    }
    let faction = state.player(player).faction;
    let limits = &book.rules.fleet.large_ships;
    let limit = usize::from(limits.faction_limit_per_player) * state.team(faction).n_players();
    if limit <= large_ships(state, book, faction) {
        return Err(Refusal::LargeShipLimit);
    }
    let at_start = state.turn == 0 && book.rules.rulings.large_ships_at_start == LargeShipsAtStart::OneEach;
    let own = state.hulls_of(player).filter(|hull| is_restricted(book, hull.class)).count();
    if at_start && usize::from(limits.start_limit_per_player) <= own {
        return Err(Refusal::LargeShipsAtStart);
    }
    Ok(())
}

/// Large ships of a faction, all players together.
pub fn large_ships(state: &State, book: &Rulebook, faction: Faction) -> usize {
    let players = state.team(faction).players;
    let of_player = |player| state.hulls_of(player).filter(|hull| is_restricted(book, hull.class)).count();
    players.iter().map(of_player).sum()
}

/// Large bases, and TIE Phantoms where the old restriction is in force.
fn is_restricted(book: &Rulebook, class: ShipClassId) -> bool {
    book.catalog.ship(class).size == BaseSize::Large
        || book.rules.old_restrictions.phantoms_count_as_large && class == book.special.tie_phantom
}
