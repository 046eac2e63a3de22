//! How strong somebody is: what is said of a faction, and what a player could send this turn.

use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{PersonFate, State};
use crate::events::Post;
use crate::events::words::HullFate;
use crate::ids::{Faction, PlayerId};

/// Fleet Points that a faction can still have, from what everybody at the table knows: what it began with and
/// has been paid, less the ships that were shot down and the persons who are dead or in captivity.
pub fn reputed(state: &State, book: &Rulebook, faction: Faction) -> i32 {
    let team = state.team(faction);
    let n_players = team.n_players() as i64;
    let paid = n_players * (i64::from(book.rules.fleet.starting_fleet_points) + team.unmodified_points);
    let cards = team.cards();
    let ships = state.hulls.iter().filter(|hull| hull.fate == HullFate::Destroyed);
    let ships = ships.filter(|hull| state.player(hull.owner).faction == faction);
    let lost_ships: i64 = ships.map(|hull| i64::from(book.hull_points(hull.class, cards))).sum();
    let gone = state.persons.iter().filter(|who| who.fate != PersonFate::OnRoster);
    let gone = gone.filter(|who| state.player(who.owner).faction == faction);
    let lost_persons: i64 = gone
        .map(|who| match who.post {
            Post::Pilot(card) => i64::from(book.pilot_points(card)),
            Post::Crew(card) => i64::from(book.upgrade(card).fleet_points.unwrap_or(0)),
        })
        .sum();
    (paid - lost_ships - lost_persons).clamp(1, i64::from(i32::MAX)) as i32
}

/// Own strength in percent of the strongest enemy's.
pub fn ratio(state: &State, book: &Rulebook, faction: Faction) -> i32 {
    let own = i64::from(reputed(state, book, faction)) * 100;
    let enemies = state.foes_of(faction).map(|foe| i64::from(reputed(state, book, foe)));
    (own / enemies.max().unwrap_or(1).max(1)).min(1000) as i32
}

/// Squad points of the ships that a player could still man this turn, without cards.
pub fn ready_points(state: &State, book: &Rulebook, player: PlayerId) -> i32 {
    let turn = state.turn.max(1);
    let cards = state.team(state.player(player).faction).cards();
    let mut manned = 0_u128;
    let pilots = &state.player(player).persons;
    let mut points = 0;
    for hull in state.hulls_of(player).filter(|hull| hull.is_available(turn)) {
        let free = pilots.iter().enumerate().take(128).find(|(place, id)| {
            let who = state.person(**id);
            let fit = who.is_pilot() && who.is_available(turn) && who.qualifications.has(hull.class);
            fit && manned >> place & 1 == 0
        });
        if let Some((place, id)) = free {
            manned |= 1 << place;
            points += i32::from(book.hull_points(hull.class, cards)) + i32::from(state.person(*id).points);
        }
    }
    points
}
