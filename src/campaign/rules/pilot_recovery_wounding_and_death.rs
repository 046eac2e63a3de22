//! Rule: Pilot Recovery, Wounding and Death. (Campaign, "Pilot Recovery, Wounding and Death"; "Pilot Tactical
//! Judgment")
//!
//! Everybody aboard a destroyed ship rolls one die. Whoever gets out is recovered by the side that controls the
//! map, as a friend or as a prisoner; by nobody, where nobody does.

use crate::campaign::context::Context;
use crate::campaign::doctrine::Doctrine;
use crate::chance::Chance;
use crate::events::CampaignEvent;
use crate::events::words::{DeathCause, SitsOut, XpUse};
use crate::ids::{Faction, PersonId};
use crate::procedures::ejection::Ejection;

/// What became of somebody whose ship was destroyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recovery {
    Killed,
    /// Back on the roster.
    Friendly,
    Captured,
}

/// The ejection roll of one person, and who fishes him out.
pub fn eject(
    context: &mut Context<'_>,
    doctrine: &mut dyn Doctrine,
    chance: &mut impl Chance,
    person: PersonId,
    map_control: Option<Faction>,
) -> Recovery {
    let who = context.state.person_mut(person);
    who.ejections = who.ejections.saturating_add(1);
    match roll(context, doctrine, chance, person) {
        Ejection::Killed => {
            context.kill(person, DeathCause::Ejection);
            return Recovery::Killed;
        }
        Ejection::Wounded => wound(context, person),
        Ejection::Safe => {}
    }
    recover(context, person, map_control)
}

/// One attack die; a pilot with XP may roll it again.
fn roll(
    context: &mut Context<'_>,
    doctrine: &mut dyn Doctrine,
    chance: &mut impl Chance,
    person: PersonId,
) -> Ejection {
    let rules = &context.book.rules;
    let faces = rules.ejection.faces();
    let rolled = faces.read(chance.attack_die());
    let who = *context.state.person(person);
    let price = u16::from(rules.judgment.xp);
    let may =
        rules.judgment.allowed && rules.judgment.ejection_included && who.is_pilot() && price <= who.xp();
    if may && doctrine.reroll_ejection(&context.view(who.owner), person, rolled) {
        let spent = context.spend_xp(person, XpUse::Ejection, price);
        debug_assert!(spent, "the pilot has the XP");
        return faces.read(chance.attack_die());
    }
    rolled
}

/// A wounded person sits out the next campaign turn; wounds do not add up.
pub fn wound(context: &mut Context<'_>, person: PersonId) {
    let rules = &context.book.rules.wounds;
    let turns = u16::from(rules.recovery_turns);
    let next = context.state.turn + 1;
    let crew_sit_out = context.book.rules.rulings.wounded_crew_sit_out;
    let cumulative = rules.cumulative;
    let who = context.state.person_mut(person);
    who.wounds = who.wounds.saturating_add(1);
    if who.is_pilot() || crew_sit_out {
        let already = cumulative && who.sits_out == SitsOut::Wounded && next < who.ready_turn;
        let from = if already { who.ready_turn } else { next };
        who.ready_turn = who.ready_turn.max(from + turns);
        who.sits_out = SitsOut::Wounded;
    }
    let ready_turn = who.ready_turn;
    context.emit(CampaignEvent::PersonWounded { person, ready_turn });
}

/// Ejected persons belong to whoever controls the map.
pub fn recover(context: &mut Context<'_>, person: PersonId, map_control: Option<Faction>) -> Recovery {
    let own = context.state.faction_of_person(person);
    match map_control {
        Some(faction) if faction == own => Recovery::Friendly,
        Some(faction) => {
            context.capture(person, faction);
            Recovery::Captured
        }
        None if context.book.rules.ejection.lost_without_map_control => {
            context.kill(person, DeathCause::Vacuum);
            Recovery::Killed
        }
        None => Recovery::Friendly,
    }
}
