//! Rule: Ordnance Upgrades. (Campaign, "Ordnance Upgrades"; "Extra Munitions"; "Upgrades")
//!
//! What was expended in battle is deleted from the Squadron, and so is a secondary weapon that was lost to a damage
//! card. A destroyed ship takes everything aboard with it.

use crate::campaign::context::Context;
use crate::campaign::plan::PlannedShip;
use crate::catalog::Slot;
use crate::ids::{PlayerId, UpgradeId};

/// A ship came back, or was captured: expended ordnance and lost secondary weapons are deleted. The answer is what
/// is left aboard.
pub fn expend(
    context: &mut Context<'_>,
    player: PlayerId,
    ship: &PlannedShip,
    spent: &[UpgradeId],
) -> Vec<UpgradeId> {
    let mut left: Vec<UpgradeId> = mounted(context, ship).collect();
    for &upgrade in spent {
        // Only what was aboard can be used up; fittings that a battle discards are there again after it.
        let Some(place) = left.iter().position(|&other| other == upgrade) else { continue };
        let is_weapon = matches!(context.book.catalog.upgrade(upgrade).slot, Slot::Cannon | Slot::Turret);
        if is_weapon || context.book.upgrade(upgrade).expendable {
            left.remove(place);
            lose(context, player, upgrade);
        }
    }
    left
}

/// A ship was destroyed: all mounted hardware is lost.
pub fn lose_all(context: &mut Context<'_>, player: PlayerId, ship: &PlannedShip) {
    let aboard: Vec<UpgradeId> = mounted(context, ship).collect();
    for upgrade in aboard {
        lose(context, player, upgrade);
    }
}

/// Cards out of the store that are aboard, spare munitions included. The others never were in the store.
pub fn mounted(context: &Context<'_>, ship: &PlannedShip) -> impl Iterator<Item = UpgradeId> + use<> {
    let special = context.book.special;
    let stored = move |id: &UpgradeId| *id != special.extra_munitions && *id != special.rebel_captive;
    ship.equipment.into_iter().chain(ship.munitions).filter(stored)
}

fn lose(context: &mut Context<'_>, player: PlayerId, upgrade: UpgradeId) {
    context.state.player_mut(player).store.lose_committed(upgrade, 1);
    context.forget_upgrade(player, upgrade, 1);
}
