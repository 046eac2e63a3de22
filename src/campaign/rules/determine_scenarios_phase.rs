//! Rule: Determine Scenarios Phase. (Campaign, "Determine Scenarios Phase"; "Generating Scenarios"; "Generating Huge
//! Ship Scenarios"; Scum: "Strategic Targets", "Trade Route and Smuggling", "Piracy")
//!
//! A battle happens where a faction attacks another's target, or two attack the same uncontrolled one. Who comes
//! alone to an uncontrolled target takes it without a battle.

use crate::campaign::context::Context;
use crate::campaign::plan::{Attack, Battle, Declared};
use crate::campaign::state::{ShortList, Standpoint};
use crate::chance::{Chance, Purpose, Seeded};
use crate::config::mission::{Feature, Mission};
use crate::config::{SpecialTerrain, ThreeAtUncontrolled, TwoAtOwner};
use crate::events::CampaignEvent;
use crate::events::campaign::BattleCard;
use crate::events::words::AttackKind;
use crate::ids::{Faction, HugeShipId, PlayerId, TargetId, Terrain};

/// What the declared attacks come to.
#[derive(Debug, Default)]
pub struct Scenarios {
    pub battles: Vec<Battle>,
    /// Targets that one faction takes alone.
    pub free_captures: Vec<Declared>,
}

/// Rolls scenarios and sizes for every battle, in map order, then the special ones in order of declaration.
pub fn determine_scenarios(context: &mut Context<'_>, declared: &[Declared], scenarios: &mut Scenarios) {
    scenarios.battles.clear();
    scenarios.free_captures.clear();
    for place in 0..context.state.targets.len() {
        let target = TargetId(place as u8);
        let mut attackers: ShortList<Declared, 3> =
            declared.iter().filter(|other| other.attack.target() == Some(target)).copied().collect();
        settle_target(context, target, &mut attackers, scenarios);
    }
    for (place, attack) in declared.iter().enumerate() {
        if let Attack::HugeShip(ship) = attack.attack
            && !is_first_at(context, declared, place, ship)
        {
            let (faction, kind) = (attack.faction, attack.attack.kind());
            context.emit(CampaignEvent::AttackCancelled { faction, kind, target: None });
            continue;
        }
        special_scenario(context, *attack, place, scenarios);
    }
}

/// Each huge ship is attacked a limited number of times a turn: where several factions come, lots are drawn.
fn is_first_at(context: &Context<'_>, declared: &[Declared], place: usize, ship: HugeShipId) -> bool {
    let mut rivals: Vec<usize> =
        (0..declared.len()).filter(|&other| declared[other].attack == Attack::HugeShip(ship)).collect();
    context.stream(Purpose::Targets, 1 << 17 | u64::from(ship.0)).shuffle(&mut rivals);
    rivals.truncate(usize::from(context.book.rules.huge_ships.locating.attacks_per_ship_and_turn));
    rivals.contains(&place)
}

/// One strategic target with those who attack it.
fn settle_target(
    context: &mut Context<'_>,
    target: TargetId,
    attackers: &mut ShortList<Declared, 3>,
    scenarios: &mut Scenarios,
) {
    let owner = context.state.target(target).owner;
    let mut coin = context.stream(Purpose::Targets, u64::from(target.0));
    scum_give_way(context, owner, attackers);
    match (owner, attackers.len()) {
        (_, 0) => {}
        (None, 1) => scenarios.free_captures.extend(attackers.iter()),
        (None, 2) => meet(context, &mut coin, target, attackers, scenarios),
        (None, _) => match context.book.rules.rulings.three_at_uncontrolled {
            ThreeAtUncontrolled::RandomPair => {
                let home = coin.pick(attackers.len());
                cancel(context, attackers, home);
                meet(context, &mut coin, target, attackers, scenarios);
            }
            ThreeAtUncontrolled::Nobody => {
                while !attackers.is_empty() {
                    cancel(context, attackers, 0);
                }
            }
        },
        (Some(owner), 1) => {
            let attacker = attackers.get(0).expect("there is one attacker");
            let battle = target_battle(context, target, attacker, owner, None);
            scenarios.battles.push(battle);
        }
        (Some(owner), _) => two_at_owner(context, &mut coin, target, owner, attackers, scenarios),
    }
}

/// Scum leave an uncontrolled target to two powers.
fn scum_give_way(context: &mut Context<'_>, owner: Option<Faction>, attackers: &mut ShortList<Declared, 3>) {
    let is_fringe =
        |context: &Context<'_>, faction| context.state.team(faction).standpoint == Standpoint::Fringe;
    let fringe = attackers.iter().position(|attack| is_fringe(context, attack.faction));
    let cancelled = context.book.rules.scum.targets.attack_cancelled_by_two_powers;
    if let Some(place) = fringe
        && owner.is_none()
        && cancelled
        && 3 <= attackers.len()
    {
        cancel(context, attackers, place);
    }
}

fn cancel(context: &mut Context<'_>, attackers: &mut ShortList<Declared, 3>, place: usize) {
    if let Some(Declared { faction, attack, .. }) = attackers.remove(place) {
        let (kind, target) = (attack.kind(), attack.target());
        context.emit(CampaignEvent::AttackCancelled { faction, kind, target });
    }
}

/// Two factions at an uncontrolled target: chance says who attacks. Smuggling Scum always defend.
fn meet(
    context: &mut Context<'_>,
    coin: &mut Seeded,
    target: TargetId,
    attackers: &ShortList<Declared, 3>,
    scenarios: &mut Scenarios,
) {
    let (Some(first), Some(second)) = (attackers.get(0), attackers.get(1)) else { return };
    let is_fringe = |attack: Declared| context.state.team(attack.faction).standpoint == Standpoint::Fringe;
    let heads = coin.pick(2) == 0;
    let trade_route = context.state.target(target).is_trade_route();
    let (attacker, defender) = match (trade_route && is_fringe(first), trade_route && is_fringe(second)) {
        (true, _) => (second, first),
        (_, true) => (first, second),
        _ if heads => (first, second),
        _ => (second, first),
    };
    let mut battle = target_battle(context, target, attacker, defender.faction, Some(defender.player));
    battle.owner = None;
    scenarios.battles.push(battle);
}

/// Two factions at a third one's target.
fn two_at_owner(
    context: &mut Context<'_>,
    coin: &mut Seeded,
    target: TargetId,
    owner: Faction,
    attackers: &mut ShortList<Declared, 3>,
    scenarios: &mut Scenarios,
) {
    let fringe_owner = context.state.team(owner).standpoint == Standpoint::Fringe
        && context.book.rules.scum.targets.withdraws_before_two_powers;
    let withdraws = fringe_owner || context.book.rules.rulings.two_at_owner == TwoAtOwner::OwnerWithdraws;
    let heads = coin.pick(2);
    if withdraws {
        let (Some(first), Some(second)) = (attackers.get(heads), attackers.get(1 - heads)) else { return };
        let mut battle = target_battle(context, target, first, second.faction, Some(second.player));
        battle.owner = Some(owner);
        scenarios.battles.push(battle);
    } else {
        cancel(context, attackers, heads);
        let Some(attacker) = attackers.get(0) else { return };
        let battle = target_battle(context, target, attacker, owner, None);
        scenarios.battles.push(battle);
    }
}

/// A battle for a strategic target, with scenario and size from the table.
fn target_battle(
    context: &mut Context<'_>,
    target: TargetId,
    attacker: Declared,
    defender: Faction,
    defending_player: Option<PlayerId>,
) -> Battle {
    let place = *context.state.target(target);
    let key = u64::from(target.0);
    let mut chance = context.stream(Purpose::Scenario, key);
    let smuggling = place.is_trade_route()
        && [attacker.faction, defender]
            .into_iter()
            .any(|faction| context.state.team(faction).standpoint == Standpoint::Fringe);
    let drawn = context.book.missions.scenarios.draw(&mut chance).0;
    let mission = if smuggling { context.book.missions.smuggling } else { drawn };
    let sizes = roll_size(&mut chance, mission);
    let employer = match attacker.attack {
        Attack::Contract { contract, .. } => {
            let employer = context.state.contracts[usize::from(contract)].employer;
            Some(context.state.player(employer).faction)
        }
        _ => None,
    };
    let order = Order {
        mission,
        sizes,
        kind: attacker.attack.kind(),
        target: Some(target),
        huge_ship: None,
        terrain: place.terrain,
        terrain_unknown: place.is_trade_route(),
        factions: [attacker.faction, defender],
        players: [Some(attacker.player), defending_player],
        owner: place.owner,
        employer,
        key,
    };
    arrange(context, order)
}

/// Special scenarios in place of an attack. Their luck has its own places behind those of the targets.
fn special_scenario(context: &mut Context<'_>, declared: Declared, place: usize, scenarios: &mut Scenarios) {
    let special = |kind: AttackKind, number: u64| 1 << 16 | (kind.index() as u64) << 8 | number;
    let key = match declared.attack {
        Attack::Target(_) | Attack::Contract { .. } => return,
        Attack::HugeShip(ship) => special(AttackKind::HugeShip, u64::from(ship.0)),
        other => special(other.kind(), place as u64),
    };
    let mut chance = context.stream(Purpose::Scenario, key);
    let missions = &context.book.missions;
    let (mission, foe, huge_ship): (&'static Mission, Faction, Option<HugeShipId>) = match declared.attack {
        Attack::Target(_) | Attack::Contract { .. } => return,
        Attack::PrisonerRescue(foe) => (missions.prisoner_rescue, foe, None),
        Attack::PrisonerExchange(foe) => (missions.prisoner_exchange, foe, None),
        Attack::Locate(foe) => (missions.draw_locating(&mut chance), foe, None),
        Attack::Piracy(foe) => (missions.piracy, foe, None),
        Attack::HugeShip(ship) => {
            let turn = context.state.turn;
            context.state.huge_ship_mut(ship).attacked_turn = turn;
            let huge_ship = context.state.huge_ship(ship);
            let table = if huge_ship.capital { &missions.capital_ship } else { &missions.support_ship };
            (table.draw(&mut chance).0, huge_ship.faction, Some(ship))
        }
    };
    let sizes = roll_size(&mut chance, mission);
    let terrain = match context.book.rules.rulings.special_terrain {
        SpecialTerrain::Rolled => context.book.rules.map.unusual_feature.draw(&mut chance).0,
        SpecialTerrain::None => Terrain::NoAsteroids,
    };
    let order = Order {
        mission,
        sizes,
        kind: declared.attack.kind(),
        target: None,
        huge_ship,
        terrain,
        terrain_unknown: false,
        factions: [declared.faction, foe],
        players: [Some(declared.player), None],
        owner: None,
        employer: None,
        key,
    };
    let battle = arrange(context, order);
    scenarios.battles.push(battle);
}

/// Fixed sizes, or one roll for both sides.
fn roll_size(chance: &mut impl Chance, mission: &Mission) -> [u16; 2] {
    match mission.size.fixed() {
        Some(sizes) => sizes,
        None => mission.size.points(chance.two_d6()),
    }
}

/// Everything that a battle is arranged from.
struct Order {
    mission: &'static Mission,
    sizes: [u16; 2],
    kind: AttackKind,
    target: Option<TargetId>,
    huge_ship: Option<HugeShipId>,
    terrain: Terrain,
    terrain_unknown: bool,
    factions: [Faction; 2],
    players: [Option<PlayerId>; 2],
    owner: Option<Faction>,
    employer: Option<Faction>,
    key: u64,
}

fn arrange(context: &mut Context<'_>, order: Order) -> Battle {
    // A mission that brings its own terrain has no use for the place's.
    let ignored = order.mission.feature() == Feature::Ignored;
    let card = BattleCard {
        battle: context.state.next_battle(),
        mission: &order.mission.key,
        target: order.target,
        terrain: if ignored { Terrain::NoAsteroids } else { order.terrain },
        kind: order.kind,
        factions: order.factions,
        sizes: order.sizes,
        huge_ship: order.huge_ship,
    };
    context.emit(CampaignEvent::BattleArranged(card));
    Battle {
        card,
        mission: order.mission,
        key: order.key,
        players: order.players,
        terrain_unknown: order.terrain_unknown && !ignored,
        owner: order.owner,
        employer: order.employer,
    }
}
