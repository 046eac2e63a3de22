//! What a doctrine sees: the whole table, read-only, from one player's seat.
//!
//! Squadrons are open to everybody here. The rulebook keeps rosters secret; a doctrine that plays by the book
//! looks at its own side and at what is public (targets, battles, huge ships revealed).

use crate::ids::{Faction, HullId, PersonId, PlayerId, ShipClassId};

use super::rulebook::Rulebook;
use super::state::{Hull, Person, Player, State, Team};

#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    pub state: &'a State,
    pub book: &'a Rulebook,
    pub player: PlayerId,
}

impl<'a> View<'a> {
    pub fn me(&self) -> &'a Player {
        self.state.player(self.player)
    }

    pub fn faction(&self) -> Faction {
        self.me().faction
    }

    pub fn team(&self) -> &'a Team {
        self.state.team(self.faction())
    }

    /// Whose ships, pilots and tables the player uses; differs from the faction in mirror mode.
    pub fn cards(&self) -> Faction {
        self.team().cards()
    }

    /// Fleet Points that can be spent.
    pub fn balance(&self) -> i32 {
        self.me().free_points()
    }

    pub fn turn(&self) -> u16 {
        self.state.turn
    }

    pub fn hulls(&self) -> impl Iterator<Item = &'a Hull> + 'a {
        self.state.hulls_of(self.player)
    }

    pub fn persons(&self) -> impl Iterator<Item = &'a Person> + 'a {
        self.state.persons_of(self.player)
    }

    /// Ships that may still be put into a squad this turn.
    pub fn hulls_at_hand(&self) -> impl Iterator<Item = &'a Hull> + 'a {
        let turn = self.turn();
        self.hulls().filter(move |hull| hull.is_available(turn))
    }

    /// Pilots who may still be put into a squad this turn.
    pub fn pilots_at_hand(&self) -> impl Iterator<Item = &'a Person> + 'a {
        let turn = self.turn();
        self.persons().filter(move |person| person.is_pilot() && person.is_available(turn))
    }

    /// Crew who may still be put into a squad this turn.
    pub fn crew_at_hand(&self) -> impl Iterator<Item = &'a Person> + 'a {
        let turn = self.turn();
        self.persons().filter(move |person| !person.is_pilot() && person.is_available(turn))
    }

    pub fn hull(&self, id: HullId) -> &'a Hull {
        self.state.hull(id)
    }

    pub fn person(&self, id: PersonId) -> &'a Person {
        self.state.person(id)
    }

    /// Squad points of a hull without pilot and upgrades, in this player's hands.
    pub fn hull_points(&self, class: ShipClassId) -> u16 {
        self.book.hull_points(class, self.cards())
    }
}
