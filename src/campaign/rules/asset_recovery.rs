//! Rule: Asset Recovery, redemption of cargo. (Campaign, "Asset Recovery", special rules)
//!
//! Secured cargo is redeemed on four tables, for one to four units a roll, in any combination.

use crate::campaign::context::{Context, Decision};
use crate::campaign::doctrine::Doctrine;
use crate::campaign::rules::{crew_upgrades, supply_raid};
use crate::catalog::Slot;
use crate::chance::Chance;
use crate::config::ChardaanRefitReward;
use crate::events::CampaignEvent;
use crate::events::words::{PersonOrigin, PointSource, UpgradeOrigin};
use crate::ids::{BattleId, PlayerId, UpgradeId};

/// A player redeems the cargo that his ships secured; the answer is its value in Fleet Points.
pub fn redeem(
    context: &mut Context<'_>,
    doctrine: &mut dyn Doctrine,
    chance: &mut impl Chance,
    player: PlayerId,
    battle: BattleId,
    units: u8,
) -> u16 {
    let mut left = units;
    // Copies of ordnance are worth a part of their pack.
    let (mut value, mut parts) = (0, 0);
    let mut decision = context.decision(player, Decision::RedeemCargo, u64::from(battle.0));
    while 0 < left {
        let tables = context.book.rules.rewards.cargo_tables();
        let wish = doctrine.redeem_cargo(&context.view(player), left, &mut decision);
        let stake = wish.clamp(1, left.min(tables.len() as u8));
        left -= stake;
        let reward = tables[usize::from(stake) - 1].draw(chance).1;
        context.earn(player, PointSource::Cargo, i32::from(reward.fleet_points));
        value += reward.fleet_points;
        if let Some(upgrade) = reward.upgrade {
            parts += supply_raid::worth(context.book, upgrade) * u32::from(reward.copies);
            for _ in 0..reward.copies {
                receive(context, player, upgrade);
            }
        }
    }
    if 0 < units {
        context.emit(CampaignEvent::CargoRedeemed { player, units });
    }
    value + (parts / supply_raid::PARTS) as u16
}

/// One copy of a card; crew join as persons. A card that the faction cannot use is kept all the same.
fn receive(context: &mut Context<'_>, player: PlayerId, upgrade: UpgradeId) {
    let card = context.book.catalog.upgrade(upgrade);
    match card.slot {
        Slot::Crew => {
            crew_upgrades::enlist(context, player, upgrade, PersonOrigin::Cargo, 0);
        }
        // Chardaan Refit is a title in the campaign, and titles are bound when they are bought.
        Slot::Title if context.book.rules.rulings.chardaan_refit_reward == ChardaanRefitReward::Worthless => {
        }
        _ => context.gain_upgrade(player, upgrade, 1, UpgradeOrigin::Cargo, 0),
    }
}
