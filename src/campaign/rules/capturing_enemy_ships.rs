//! Rule: Capturing Enemy Ships. (Campaign, "Capturing Enemy Ships")
//!
//! Ships killed by ion weapons are captured by Scum who control the map at the end; Rebels capture TIE Fighters
//! in the same way. Pilots and crew become prisoners, ship and upgrades join the captor's Squadron.

use crate::campaign::context::Context;
use crate::campaign::plan::PlannedShip;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::rules::{ordnance_upgrades, ship_damage_and_repair, upgrades};
use crate::campaign::state::{Standpoint, State};
use crate::events::CampaignEvent;
use crate::events::words::UpgradeOrigin;
use crate::ids::{Faction, PlayerId, ShipClassId, UpgradeId};

/// Whether a faction captures ion kills at all, and whether only TIE Fighters.
pub fn rights(state: &State, book: &Rulebook, faction: Faction) -> (bool, bool) {
    let (team, rules) = (state.team(faction), &book.rules.scum.capture);
    let scum = team.standpoint == Standpoint::Fringe && rules.scum_captures;
    let rebels = team.cards() == Faction::Rebel && rules.rebels_capture_ties;
    (scum || rebels, rebels && !scum)
}

/// Whether a faction captures a ship of this class.
pub fn captures(state: &State, book: &Rulebook, faction: Faction, class: ShipClassId) -> bool {
    let (any, ties_only) = rights(state, book, faction);
    any && (!ties_only || class == book.rules.scum.capture.rebel_capture_ship)
}

/// A ship changes hands, with what is left on it: ordnance that it has `spent` is gone.
pub fn capture_ship(
    context: &mut Context<'_>,
    ship: &PlannedShip,
    spent: &[UpgradeId],
    from: PlayerId,
    to: PlayerId,
) {
    let rules = &context.book.rules.scum.capture;
    let captor = context.state.player(to).faction;
    let hull = *context.state.hull(ship.hull);
    context.emit(CampaignEvent::HullCaptured { hull: ship.hull, from, to });
    let interface = context.book.special.experimental_interface;
    if hull.installed.contains(interface) && !context.has_room_for(to, interface) {
        // The captor has his one copy already.
        context.state.hull_mut(ship.hull).installed.take(interface);
        context.forget_upgrade(from, interface, 1);
    }
    context.hand_over_hull(ship.hull, to);
    let cards = context.state.team(captor).cards();
    let taken = context.state.hull_mut(ship.hull);
    taken.captured = true;
    if cards == Faction::Rebel && hull.class == rules.rebel_capture_ship {
        taken.class = rules.rebel_captured_as;
    }
    if rules.captured_are_damaged {
        ship_damage_and_repair::damage(context, ship.hull);
    }
    // Fittings that the ship cannot carry in its new class stay behind in the store.
    let class = context.state.hull(ship.hull).class;
    while upgrades::fits(context.book, class, cards, context.state.hull(ship.hull).installed.iter()).is_err()
    {
        let last = context.state.hull(ship.hull).installed.len() - 1;
        if let Some(upgrade) = context.state.hull_mut(ship.hull).installed.remove(last) {
            context.gain_upgrade(to, upgrade, 1, UpgradeOrigin::Captured, 0);
        }
    }
    for upgrade in ordnance_upgrades::expend(context, from, ship, spent) {
        context.state.player_mut(from).store.lose_committed(upgrade, 1);
        context.emit(CampaignEvent::UpgradeLost { player: from, upgrade, copies: 1 });
        context.gain_upgrade(to, upgrade, 1, UpgradeOrigin::Captured, 0);
    }
}
