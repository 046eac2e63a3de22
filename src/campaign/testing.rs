//! Helpers of the campaign's tests: the rulebook as written and a small table of players.

use crate::chance::Luck;
use crate::config::RuleSet;
use crate::events::CampaignEvent;
use crate::ids::{Faction, PilotCardId, PlayerId, ShipClassId, UpgradeId};

use super::context::Context;
use super::rulebook::Rulebook;
use super::state::{Roster, Standpoint, State};

/// The rulebook as written.
pub fn rules() -> RuleSet {
    RuleSet::rulebook()
}

/// A table with its own state, so that a test can lay out a situation.
pub struct Laid {
    pub state: State,
    pub book: Rulebook,
    pub events: Vec<CampaignEvent>,
}

impl Laid {
    /// Players at the table by faction, in the given order, with the rulebook as written.
    pub fn new(seats: &[Faction]) -> Laid {
        Laid::with(rules(), seats)
    }

    pub fn with(rules: RuleSet, seats: &[Faction]) -> Laid {
        let book = Rulebook::new(rules).expect("the rule set is sound");
        let mut state = State::default();
        state.reset(seats, book.catalog.upgrades.len(), book.uniques.n_names());
        for faction in Faction::ALL {
            let players: Roster = (0..seats.len())
                .filter(|&seat| seats[seat] == faction)
                .map(|seat| PlayerId(seat as u8))
                .collect();
            if !players.is_empty() {
                let added = state.factions.push(faction);
                assert!(added, "three factions at most");
                let team = state.team_mut(faction);
                team.playing = true;
                team.catalog = Some(faction);
                team.players = players;
                team.standpoint = Standpoint::Power;
            }
        }
        Laid { state, book, events: Vec::new() }
    }

    pub fn context(&mut self) -> Context<'_> {
        Context { state: &mut self.state, book: &self.book, luck: Luck::new(1, 0), sink: &mut self.events }
    }

    /// Gives a player Fleet Points.
    pub fn fund(&mut self, player: u8, points: i32) {
        self.state.player_mut(PlayerId(player)).balance += points;
    }
}

pub fn ship(name: &str) -> ShipClassId {
    crate::catalog::catalog().find_ship(name).expect(name)
}

pub fn pilot(name: &str) -> PilotCardId {
    crate::catalog::catalog().find_pilot(name, None).expect(name)
}

pub fn upgrade(name: &str) -> UpgradeId {
    crate::catalog::catalog().find_upgrade(name, None).expect(name)
}
