//! Rule: Outpost Type. (Campaign, "Outpost Type": Commerce Hub, Chop Shop, Munitions Depot; "Unexplored Worlds":
//! Volunteers, Weapons Stash, Salvage)
//!
//! Each player of a faction chooses generic upgrades of certain kinds up to some points; at an outpost he may
//! instead take a single dearer one and pay the difference.

use crate::campaign::context::{Context, Decision};
use crate::campaign::doctrine::Doctrine;
use crate::campaign::offers::{FreeChoice, FreeOption};
use crate::campaign::rules::{crew_upgrades, upgrades};
use crate::catalog::Slot;
use crate::config::{Slots, TargetType};
use crate::events::words::{PersonOrigin, PointUse, UpgradeOrigin};
use crate::ids::{PlayerId, UpgradeId};

/// Points to be spent on cards of some kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    pub origin: UpgradeOrigin,
    pub slots: Slots,
    pub points: u16,
    /// A single dearer card may be taken by paying the difference.
    pub dearer_by_paying: bool,
}

/// What a player chooses at the outposts of his faction this turn.
pub fn visit_outposts(context: &mut Context<'_>, doctrine: &mut dyn Doctrine, player: PlayerId) {
    let powers = &context.book.rules.map.powers;
    let places = [
        (
            TargetType::CommerceHub,
            UpgradeOrigin::CommerceHub,
            powers.commerce_hub_slots,
            powers.commerce_hub_points,
        ),
        (TargetType::ChopShop, UpgradeOrigin::ChopShop, powers.chop_shop_slots, powers.chop_shop_points),
        (
            TargetType::MunitionsDepot,
            UpgradeOrigin::MunitionsDepot,
            powers.munitions_depot_slots,
            powers.munitions_depot_points,
        ),
    ];
    let dearer_by_paying = powers.dearer_card_by_paying;
    for (type_, origin, slots, points) in places {
        let faction = context.state.player(player).faction;
        let places = context.state.count_controlled(faction, type_);
        let times = if context.book.rules.rulings.special_places_add_up { places } else { places.min(1) };
        if 0 < times {
            let points = u16::from(points) * times as u16;
            choose(context, doctrine, player, Allowance { origin, slots, points, dearer_by_paying });
        }
    }
}

/// The doctrine chooses one card after the other until it has had enough; unspent points are lost.
pub fn choose(
    context: &mut Context<'_>,
    doctrine: &mut dyn Doctrine,
    player: PlayerId,
    allowance: Allowance,
) {
    let mut chance = context.decision(player, Decision::ChooseFreeUpgrade, allowance.origin.index() as u64);
    let mut points_left = allowance.points;
    let mut chosen: Vec<UpgradeId> = Vec::new();
    loop {
        let dearer = allowance.dearer_by_paying && chosen.is_empty();
        let options = options(context, player, &allowance, points_left, dearer, &chosen);
        if options.is_empty() {
            return;
        }
        let choice = FreeChoice { origin: allowance.origin, points_left, options: &options };
        let view = context.view(player);
        let Some(upgrade) = doctrine.choose_free_upgrade(&view, &choice, &mut chance) else { return };
        let Some(option) = options.iter().find(|option| option.upgrade == upgrade).copied() else {
            debug_assert!(false, "a doctrine chooses among the options");
            return;
        };
        take(context, player, &allowance, option);
        chosen.push(upgrade);
        if 0 < option.extra {
            return;
        }
        points_left -= option.points;
    }
}

/// Generic cards of the right kinds that the player may have and can afford now.
fn options(
    context: &Context<'_>,
    player: PlayerId,
    allowance: &Allowance,
    points_left: u16,
    dearer: bool,
    chosen: &[UpgradeId],
) -> Vec<FreeOption> {
    let (state, book) = (&*context.state, context.book);
    let balance = u16::try_from(state.player(player).free_points()).unwrap_or(0);
    let option = |card: &crate::catalog::Upgrade| {
        if card.unique || !allowance.slots.contains(card.slot) {
            return None;
        }
        let price = match card.slot {
            Slot::Crew => crew_upgrades::crew_price(state, book, player, card.id),
            _ => upgrades::price(state, book, player, card.id),
        };
        let points = price.ok()?;
        // A card of no cost uses up nothing, so it is chosen once.
        if points == 0 && chosen.contains(&card.id) {
            return None;
        }
        let extra = points.saturating_sub(points_left);
        let affordable = extra == 0 || dearer && extra <= balance;
        affordable.then_some(FreeOption { upgrade: card.id, points, extra })
    };
    book.catalog.upgrades.iter().filter_map(option).collect()
}

fn take(context: &mut Context<'_>, player: PlayerId, allowance: &Allowance, option: FreeOption) {
    let FreeOption { upgrade, extra, .. } = option;
    let card = context.book.catalog.upgrade(upgrade);
    if card.slot == Slot::Crew {
        let paid = context.pay(player, PointUse::Crew, i32::from(extra));
        debug_assert!(paid, "the option was affordable");
        let origin = match allowance.origin {
            UpgradeOrigin::Volunteers => PersonOrigin::Volunteers,
            _ => PersonOrigin::CommerceHub,
        };
        crew_upgrades::enlist(context, player, upgrade, origin, extra);
        return;
    }
    let terms = *context.book.upgrade(upgrade);
    let use_ = if terms.expendable { PointUse::Ordnance } else { PointUse::Equipment };
    let paid = context.pay(player, use_, i32::from(extra));
    debug_assert!(paid, "the option was affordable");
    let packs = context.book.rules.rulings.free_points_buy_packs;
    let copies = if packs { terms.copies } else { 1 };
    context.gain_upgrade(player, upgrade, copies, allowance.origin, extra);
}
