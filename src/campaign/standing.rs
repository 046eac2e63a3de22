//! How a faction stands: what the turn's last event tells.

use crate::events::Post;
use crate::events::campaign::{HullRecord, PersonRecord, Standing};
use crate::events::words::SitsOut;
use crate::ids::{Faction, HullId, PersonId};

use super::rulebook::Rulebook;
use super::state::{Hull, Person, PersonFate, State};

/// Counts everything that belongs to a faction.
pub fn standing(state: &State, book: &Rulebook, faction: Faction) -> Standing {
    let team = state.team(faction);
    let next = state.turn + 1;
    let mut standing = Standing {
        targets: state.targets_of(faction).count() as u16,
        target_value: state.targets_of(faction).map(|target| i32::from(target.value)).sum(),
        huge_ships: state.huge_ships_of(faction).count() as u16,
        prisoners: state.prisoners_of(faction).count() as u16,
        ..Standing::default()
    };
    for player in team.players {
        standing.balance += state.player(player).balance;
        for hull in state.hulls_of(player) {
            standing.hulls += 1;
            standing.hulls_ready += u16::from(hull.ready_turn <= next);
            standing.fleet_value += hull_value(book, team.cards(), hull);
        }
        for person in state.persons_of(player) {
            standing.fleet_value += person_value(book, person);
            count_person(&mut standing, person, next);
        }
        let stored = state.player(player).store.held().map(|(upgrade, copies)| {
            let terms = book.upgrade(upgrade);
            i32::from(terms.fleet_points.unwrap_or(0)) * i32::from(copies) / i32::from(terms.copies.max(1))
        });
        standing.fleet_value += stored.sum::<i32>();
    }
    standing
}

fn count_person(standing: &mut Standing, person: &Person, next: u16) {
    let captive = person.captive_of().is_some();
    standing.captives += u16::from(captive);
    if !person.is_pilot() {
        return;
    }
    standing.pilots += 1;
    standing.skill += u32::from(person.skill);
    standing.xp += u32::from(person.xp());
    if captive {
        return;
    }
    match person.sits_out {
        _ if person.ready_turn <= next => standing.pilots_fit += 1,
        SitsOut::Wounded => standing.pilots_wounded += 1,
        _ => standing.pilots_training += 1,
    }
}

/// Fleet Points that the hull and what is fixed to it would cost.
fn hull_value(book: &Rulebook, cards: Faction, hull: &Hull) -> i32 {
    i32::from(book.hull_points(hull.class, cards)) + i32::from(upgrades_value(book, hull))
}

fn upgrades_value(book: &Rulebook, hull: &Hull) -> u16 {
    hull.installed.iter().map(|upgrade| book.upgrade(upgrade).fleet_points.unwrap_or(0)).sum()
}

/// Fleet Points that a new person of the same card would cost.
fn person_value(book: &Rulebook, person: &Person) -> i32 {
    let price = match person.post {
        Post::Pilot(card) => book.pilot_points(card),
        Post::Crew(card) => book.upgrade(card).fleet_points.unwrap_or(0),
    };
    i32::from(price)
}

/// The life of a person, for the end of the campaign.
pub fn person_record(state: &State, id: PersonId) -> PersonRecord {
    let person = state.person(id);
    let on_roster = person.fate == PersonFate::OnRoster;
    PersonRecord {
        person: id,
        player: person.owner,
        faction: state.faction_of_person(id),
        post: person.post,
        origin: person.origin,
        unique: person.unique,
        commander: person.commander,
        flipped: person.flipped,
        first_skill: person.first_skill,
        last_skill: person.skill,
        xp_earned: person.xp_earned,
        xp_spent: person.xp_spent,
        programme: person.programme,
        battles: person.battles,
        battles_won: person.battles_won,
        kills: person.kills,
        wounds: person.wounds,
        ejections: person.ejections,
        captures: person.captures,
        escapes: person.escapes,
        end: person.fate.end(),
        joined_turn: person.joined_turn,
        end_turn: if on_roster { state.turn } else { person.fate_turn },
    }
}

/// The life of a hull, for the end of the campaign.
pub fn hull_record(state: &State, book: &Rulebook, id: HullId) -> HullRecord {
    let hull = state.hull(id);
    HullRecord {
        hull: id,
        player: hull.owner,
        faction: state.faction_of_hull(id),
        class: hull.class,
        origin: hull.origin,
        battles: hull.battles,
        kills: hull.kills,
        times_damaged: hull.times_damaged,
        turns_idle: hull.turns_idle,
        upgrades_value: upgrades_value(book, hull),
        captured: hull.captured,
        end: hull.fate,
        acquired_turn: hull.acquired_turn,
        end_turn: if hull.in_service() { state.turn } else { hull.lost_turn },
    }
}
