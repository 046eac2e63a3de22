//! Rule: Unexplored Worlds. (Campaign, "Unexplored Worlds"; "Crashed Ship")
//!
//! The first faction to take control of an unexplored world rolls on the table.

use crate::campaign::context::{Context, Decision};
use crate::campaign::doctrine::Doctrine;
use crate::campaign::rules::free_upgrades::{self, Allowance};
use crate::campaign::rules::generating_the_campaign_map::random_outpost;
use crate::campaign::state::Installed;
use crate::chance::Chance;
use crate::config::{Discovery, Slots, TargetCategory};
use crate::events::CampaignEvent;
use crate::events::words::{HullOrigin, UpgradeOrigin};
use crate::ids::{Faction, PlayerId, TargetId};

/// Rolls for a world that a faction has just taken, if nobody had it before.
pub fn explore(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    chance: &mut impl Chance,
    target: TargetId,
    by: Faction,
) {
    if !std::mem::take(&mut context.state.target_mut(target).unexplored) {
        return;
    }
    let discovery = context.book.rules.unexplored.discovery.draw(chance).0;
    let rules = &context.book.rules.unexplored;
    let amount = match discovery {
        Discovery::CrashedShip => crashed_ship(context, doctrines, chance, by),
        Discovery::Volunteers => {
            gifts(context, doctrines, by, UpgradeOrigin::Volunteers, rules.volunteers_slots)
        }
        Discovery::WeaponsStash => {
            gifts(context, doctrines, by, UpgradeOrigin::WeaponsStash, rules.weapons_stash_slots)
        }
        Discovery::Salvage => gifts(context, doctrines, by, UpgradeOrigin::Salvage, rules.salvage_slots),
        Discovery::ResourceCache => {
            let points = rules.resource_cache_dice.roll(chance) as i32;
            context.state.team_mut(by).tally.resource_cache += points;
            points
        }
        Discovery::Nothing => 0,
        Discovery::SurfaceResources => {
            context.state.target_mut(target).value += rules.surface_resources_value;
            i32::from(rules.surface_resources_value)
        }
        Discovery::Pirates => pirates(context, chance),
        Discovery::LostOutpost => lost_outpost(context, chance, target),
    };
    context.emit(CampaignEvent::WorldExplored { target, by, discovery, amount });
}

/// A ship of the faction's column joins a Squadron of the leader's choice, and is repaired first.
fn crashed_ship(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    chance: &mut impl Chance,
    by: Faction,
) -> i32 {
    let rules = &context.book.rules.unexplored;
    let cards = context.state.team(by).cards();
    // "Roll again" where the faction has no ship in the row.
    let class = loop {
        if let Some(class) = rules.crashed_ship.draw(chance).1.of(cards) {
            break class;
        }
    };
    let leader = context.leader(by);
    let mut decision = context.decision(leader, Decision::CrashedShip, 0);
    let chosen = doctrines[leader.index()].assign_crashed_ship(&context.view(leader), class, &mut decision);
    let owner = if context.state.player(chosen).faction == by { chosen } else { leader };
    let hull = context.add_hull(owner, class, HullOrigin::Crashed, Installed::default(), 0);
    let ready_turn = context.state.turn + 1 + u16::from(rules.crashed_ship_repair_turns);
    let ship = context.state.hull_mut(hull);
    ship.damaged = true;
    ship.ready_turn = ready_turn;
    context.emit(CampaignEvent::HullDamaged { hull, ready_turn });
    i32::from(context.book.hull_points(class, cards))
}

/// Each player of the faction chooses upgrades of some kinds; unspent points are lost.
fn gifts(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    by: Faction,
    origin: UpgradeOrigin,
    slots: Slots,
) -> i32 {
    let points = u16::from(context.book.rules.unexplored.points_for_upgrades);
    for player in context.players_of(by) {
        let allowance = Allowance { origin, slots, points, dearer_by_paying: false };
        free_upgrades::choose(context, doctrines[player.index()].as_mut(), player, allowance);
    }
    i32::from(points)
}

/// Each player of the campaign rolls and collects that much less next turn.
fn pirates(context: &mut Context<'_>, chance: &mut impl Chance) -> i32 {
    let dice = context.book.rules.unexplored.pirates_dice;
    let mut all = 0;
    for seat in 0..context.state.players.len() {
        let loss = dice.roll(chance) as i32;
        context.state.player_mut(PlayerId(seat as u8)).owed_pirates += loss;
        all += loss;
    }
    all
}

/// The world turns out to be an outpost.
fn lost_outpost(context: &mut Context<'_>, chance: &mut impl Chance, target: TargetId) -> i32 {
    let map = &context.book.rules.map;
    let (type_, value) = random_outpost(chance, map);
    let keeps_feature = context.book.rules.rulings.lost_outpost_keeps_feature;
    let feature = if keeps_feature { None } else { Some(map.unusual_feature.draw(chance).0) };
    let place = context.state.target_mut(target);
    place.category = TargetCategory::Outpost;
    place.type_ = type_;
    place.value = value;
    place.terrain = feature.unwrap_or(place.terrain);
    i32::from(value)
}
