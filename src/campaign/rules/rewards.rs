//! Rule: Scenarios, rewards. (Campaign, "VIP Escort"; "Asset Recovery"; "Supply Raid"; "Data Theft"; "Trade Route and
//! Smuggling"; "Piracy")
//!
//! What scenarios pay besides the target, won or lost: external support, cargo, containers, a look at a roster.

use crate::battle::Outcome;
use crate::campaign::context::Context;
use crate::campaign::doctrine::Doctrine;
use crate::campaign::rules::conduct_battle::Fight;
use crate::campaign::rules::{asset_recovery, supply_raid};
use crate::campaign::state::Standpoint;
use crate::chance::{Chance, Purpose};
use crate::config::VipShareOf;
use crate::config::mission::{Earned, RewardKind};
use crate::events::CampaignEvent;
use crate::events::words::PointSource;
use crate::ids::Side;

/// Pays what the scenario promises besides the target; the answer is the value of the loot.
pub fn pay(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    fight: &Fight,
    outcome: &Outcome,
) -> u16 {
    let mut loot = 0;
    let battle = &fight.battle;
    let number = battle.card.battle;
    for reward in &battle.mission.rewards {
        for side in Side::BOTH.into_iter().filter(|side| reward.who.includes(*side)) {
            let Some(player) = battle.player(side) else { continue };
            let earned = match reward.earned {
                Earned::GoodFaith => outcome.good_faith,
                Earned::Won => outcome.winner == Some(side),
                Earned::BroughtHome => true,
            };
            if !earned {
                continue;
            }
            match reward.reward {
                RewardKind::SizeShare => {
                    let points = external_support(context, fight, side);
                    context.earn(player, PointSource::ExternalSupport, points);
                }
                RewardKind::RedeemCargo => {
                    let units = outcome.cargo_secured[side.index()];
                    let place = battle.key << 1 | side.index() as u64;
                    let mut chance = context.stream(Purpose::Exploration, 1 << 24 | place);
                    let doctrine = doctrines[player.index()].as_mut();
                    loot += asset_recovery::redeem(context, doctrine, &mut chance, player, number, units);
                }
                RewardKind::Containers => {
                    if let Some(from) = battle.player(side.foe()) {
                        let stolen = outcome.containers_stolen.iter().map(|&place| usize::from(place));
                        loot +=
                            supply_raid::hand_over(context, number, &fight.containers, stolen, from, player);
                        let lost = outcome.containers_lost.iter().map(|&place| usize::from(place));
                        supply_raid::lose(context, &fight.containers, lost, from);
                    }
                    smuggled(context, fight, outcome.containers_fled);
                }
                RewardKind::RevealRoster => {
                    let shown = context.book.rules.rewards.data_theft_reveals_squadron;
                    if let Some(player) = battle.player(side.foe()).filter(|_| shown) {
                        context.emit(CampaignEvent::SquadronRevealed { player });
                    }
                }
                // Prisoners and huge ships are settled where they belong.
                RewardKind::Prisoners | RewardKind::LocateHugeShip => {}
            }
        }
    }
    loot
}

/// VIP Escort: a share of the squad size.
fn external_support(context: &Context<'_>, fight: &Fight, side: Side) -> i32 {
    let size = match context.book.rules.rulings.vip_share_of {
        VipShareOf::Size => fight.battle.size(side),
        VipShareOf::Squad => fight.points[side.index()],
    };
    // To the nearest point, halves up.
    (i32::from(size) * i32::from(context.book.rules.rewards.vip_escort_percent) + 50) / 100
}

/// Interdicted smuggling: each Scum player earns for every container that gets away.
fn smuggled(context: &mut Context<'_>, fight: &Fight, fled: u8) {
    let battle = &fight.battle;
    let scum = battle.faction(Side::Defender);
    let on_trade_route =
        battle.card.target.is_some_and(|target| context.state.target(target).is_trade_route());
    if !on_trade_route || context.state.team(scum).standpoint != Standpoint::Fringe {
        return;
    }
    let points = i32::from(fled) * i32::from(context.book.rules.scum.trade_route.container_income);
    for player in context.players_of(scum) {
        context.earn(player, PointSource::Smuggling, points);
    }
}

/// Piracy without a defender: some of the filled containers are stolen at random.
pub fn undefended_piracy(context: &mut Context<'_>, fight: &Fight) {
    let [Some(to), Some(from)] = fight.battle.players else { return };
    let mut chance = context.stream(Purpose::Exploration, 1 << 25 | fight.battle.key);
    let mut places: Vec<usize> = (0..fight.containers.len()).collect();
    chance.shuffle(&mut places);
    places.truncate(usize::from(context.book.rules.scum.piracy.undefended_containers));
    let number = fight.battle.card.battle;
    supply_raid::hand_over(context, number, &fight.containers, places.into_iter(), from, to);
}
