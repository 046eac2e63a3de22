//! Rule: Supply Raid, containers. (Campaign, "Supply Raid", special rules; "Piracy")
//!
//! The defender fills each container with unassigned equipment worth some Fleet Points; what he cannot fill is
//! filled with Fleet Points, of next turn if need be. Stolen containers that come home change hands; those whose carrier
//! is destroyed are lost.

use crate::campaign::context::{Context, Decision};
use crate::campaign::doctrine::Doctrine;
use crate::campaign::plan::Container;
use crate::campaign::rulebook::Rulebook;
use crate::catalog::Slot;
use crate::events::CampaignEvent;
use crate::events::words::{PointSource, PointUse, UpgradeOrigin};
use crate::ids::{BattleId, PlayerId, UpgradeId};

/// Values are counted in parts of a Fleet Point, since a copy of ordnance costs a part of its pack.
pub const PARTS: u32 = 60;

/// What one copy of a card is worth, in parts of a Fleet Point.
pub fn worth(book: &Rulebook, upgrade: UpgradeId) -> u32 {
    let terms = book.upgrade(upgrade);
    u32::from(terms.fleet_points.unwrap_or(0)) * PARTS / u32::from(terms.copies.max(1))
}

/// The defender fills the containers; the cards in them are out of reach for this turn's battles.
pub fn fill(
    context: &mut Context<'_>,
    doctrine: &mut dyn Doctrine,
    player: PlayerId,
    battle: BattleId,
    count: usize,
) -> Vec<Container> {
    let mut containers = vec![Container::default(); count];
    let mut chance = context.decision(player, Decision::FillContainers, u64::from(battle.0));
    doctrine.fill_containers(&context.view(player), &mut containers, &mut chance);
    let value = u32::from(context.book.rules.rewards.container_value) * PARTS;
    let wishes = std::mem::replace(&mut containers, vec![Container::default(); count]);
    for (place, wish) in wishes.iter().enumerate() {
        for upgrade in wish.upgrades.iter() {
            if allowed(context.book, upgrade, &containers)
                && context.state.player_mut(player).store.commit(upgrade, 1)
            {
                let added = containers[place].upgrades.push(upgrade);
                debug_assert!(added, "a wish is no longer than a container");
            }
        }
        let filled: u32 = containers[place].upgrades.iter().map(|id| worth(context.book, id)).sum();
        if context.book.rules.rewards.containers_filled_with_points {
            containers[place].points = value.saturating_sub(filled).div_ceil(PARTS) as u16;
        }
    }
    containers
}

/// No card but ordnance twice, and nothing that is a person or bound to a ship.
fn allowed(book: &Rulebook, upgrade: UpgradeId, containers: &[Container]) -> bool {
    let card = book.catalog.upgrade(upgrade);
    let there = containers.iter().any(|container| container.upgrades.contains(upgrade));
    let twice = there && book.rules.rewards.containers_differ && !book.upgrade(upgrade).expendable;
    !twice && !matches!(card.slot, Slot::Title | Slot::Crew | Slot::Elite)
}

/// The value of a container in whole Fleet Points, for the battle.
pub fn value(book: &Rulebook, container: &Container) -> u16 {
    let cards: u32 = container.upgrades.iter().map(|id| worth(book, id)).sum();
    (cards / PARTS) as u16 + container.points
}

/// Containers that came home with the thief; the answer is their value.
pub fn hand_over(
    context: &mut Context<'_>,
    battle: BattleId,
    containers: &[Container],
    stolen: impl Iterator<Item = usize>,
    from: PlayerId,
    to: PlayerId,
) -> u16 {
    let (mut count, mut loot) = (0, 0);
    for container in stolen.filter_map(|place| containers.get(place)) {
        count += 1;
        loot += value(context.book, container);
        for upgrade in container.upgrades.iter() {
            context.state.player_mut(from).store.lose_committed(upgrade, 1);
            context.emit(CampaignEvent::UpgradeLost { player: from, upgrade, copies: 1 });
            context.gain_upgrade(to, upgrade, 1, UpgradeOrigin::Containers, 0);
        }
        give_up_points(context, container, from);
        context.earn(to, PointSource::Containers, i32::from(container.points));
    }
    if 0 < count {
        context.emit(CampaignEvent::ContainersStolen { battle, by: to, containers: count });
    }
    loot
}

/// Containers whose carrier was destroyed: the cargo is gone, for both sides.
pub fn lose(
    context: &mut Context<'_>,
    containers: &[Container],
    lost: impl Iterator<Item = usize>,
    from: PlayerId,
) {
    for container in lost.filter_map(|place| containers.get(place)) {
        for upgrade in container.upgrades.iter() {
            context.state.player_mut(from).store.lose_committed(upgrade, 1);
            context.forget_upgrade(from, upgrade, 1);
        }
        give_up_points(context, container, from);
    }
}

/// The Fleet Points of a container, of next turn's earnings if need be.
fn give_up_points(context: &mut Context<'_>, container: &Container, from: PlayerId) {
    let points = i32::from(container.points);
    let at_hand = points.min(context.state.player(from).free_points().max(0));
    context.charge(from, PointUse::Containers, at_hand);
    context.state.player_mut(from).owed_containers += points - at_hand;
}
