//! Rule: Construct Squads and Conduct Battle Phase, third part. (Campaign, "Construct Squads and Conduct Battle Phase",
//! last paragraphs; the rewards of each scenario)
//!
//! What a battle leaves behind: losses, wounds, prisoners, XP, spent ordnance, loot, control of the target.

use crate::battle::outcome::{Outcome, ShipEnd, ShipFate};
use crate::campaign::context::Context;
use crate::campaign::doctrine::Doctrine;
use crate::campaign::plan::PlannedShip;
use crate::campaign::rules::conduct_battle::{Fight, FightResult};
use crate::campaign::rules::pilot_recovery_wounding_and_death::{self as recovery, Recovery};
use crate::campaign::rules::{
    capturing_enemy_ships, control, finding_and_attacking_huge_ships, ordnance_upgrades, pilot_experience,
    rewards, ship_damage_and_repair, space_installations,
};
use crate::campaign::state::PersonFate;
use crate::chance::Purpose;
use crate::config::ContractTarget;
use crate::events::CampaignEvent;
use crate::events::campaign::BattleResult;
use crate::events::words::{AttackKind, Homecoming, NotFought, TakenBy, XpUse};
use crate::ids::{Faction, PersonId, PlayerId, Side};

/// What a battle cost in people and brought in goods.
#[derive(Debug, Clone, Copy, Default)]
struct Toll {
    killed: [u8; 2],
    captured: [u8; 2],
    loot: u16,
}

/// Carries the consequences of one battle into the campaign.
pub fn settle(context: &mut Context<'_>, doctrines: &mut [Box<dyn Doctrine>], fight: &Fight) {
    match &fight.result {
        FightResult::Pending => debug_assert!(false, "every battle has been conducted"),
        FightResult::NotFought { reason, winner } => not_fought(context, doctrines, fight, *reason, *winner),
        FightResult::Fought(outcome) => fought(context, doctrines, fight, outcome),
    }
    // Whether it was fought or not, the attack on a huge ship used up the knowledge of its place.
    if let Some(ship) = fight.battle.card.huge_ship {
        finding_and_attacking_huge_ships::use_location(context, fight.battle.faction(Side::Attacker), ship);
    }
}

fn fought(context: &mut Context<'_>, doctrines: &mut [Box<dyn Doctrine>], fight: &Fight, outcome: &Outcome) {
    let battle = &fight.battle;
    report(context, fight, outcome);
    let mut toll = Toll::default();
    for side in Side::BOTH {
        settle_side(context, doctrines, fight, outcome, side, &mut toll);
    }
    for side in Side::BOTH {
        award_xp(context, fight, outcome, side);
        let fates = fight.plans[side.index()].huge_ships.iter().zip(&outcome.huge_ships[side.index()]);
        for (ship, fate) in fates {
            finding_and_attacking_huge_ships::settle(context, ship, fate, battle.card.battle);
        }
    }
    bring_prisoners_home(context, doctrines, fight, outcome, &mut toll);
    toll.loot += rewards::pay(context, doctrines, fight, outcome);
    count_battle(context, fight, outcome.winner, outcome.both);
    let Toll { killed, captured, loot } = toll;
    context.emit(CampaignEvent::BattleClosed { battle: battle.card.battle, killed, captured, loot });
    control_target(context, doctrines, fight, outcome.winner, TakenBy::Battle);
    if outcome.winner == Some(Side::Attacker) && battle.card.kind == AttackKind::Locate {
        let [by, of] = battle.card.factions;
        finding_and_attacking_huge_ships::locate(context, doctrines, by, of);
    }
}

fn report(context: &mut Context<'_>, fight: &Fight, outcome: &Outcome) {
    let count = |side: Side, test: fn(&ShipEnd) -> bool| {
        let ships = outcome.ships[side.index()].iter().chain(&outcome.reinforcements[side.index()]);
        let ships = ships.chain(&outcome.docked[side.index()]);
        ships.filter(|fate| test(&fate.end)).count() as u8
    };
    let result = BattleResult {
        winner: outcome.winner,
        both: outcome.both,
        map_control: outcome.map_control,
        terrain: fight.battle.card.terrain,
        rounds: outcome.rounds,
        capped: outcome.capped,
        points_lost: outcome.points_lost,
        ships_lost: Side::BOTH.map(|side| count(side, |end| matches!(end, ShipEnd::Destroyed { .. }))),
        fled: Side::BOTH.map(|side| count(side, |end| *end == ShipEnd::Fled)),
        model: outcome.model,
    };
    context.emit(CampaignEvent::BattleFought { battle: fight.battle.card.battle, result });
}

/// Every ship of a side that took part, reinforcements that came and a docked fighter included, with what became of it.
fn fates<'a>(fight: &Fight, outcome: &'a Outcome, side: Side) -> Vec<(PlannedShip, &'a ShipFate)> {
    let plan = &fight.plans[side.index()];
    let (ships, called) = (&outcome.ships[side.index()], &outcome.reinforcements[side.index()]);
    debug_assert_eq!(ships.len(), plan.ships.len(), "a battle tells the fate of every ship");
    debug_assert!(called.len() <= plan.reinforcements.len(), "only those at hand can be called");
    let stock = plan.reinforcements.iter().map(|&(hull, pilot)| PlannedShip::bare(hull, pilot));
    let docked = plan.docked.iter().map(|(_, fighter)| *fighter).zip(&outcome.docked[side.index()]);
    plan.ships.iter().copied().zip(ships).chain(stock.zip(called)).chain(docked).collect()
}

/// Ships and people of one side.
fn settle_side(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    fight: &Fight,
    outcome: &Outcome,
    side: Side,
    toll: &mut Toll,
) {
    let Some(player) = fight.battle.player(side) else { return };
    let mut destroyed = 0;
    for (place, (ship, fate)) in fates(fight, outcome, side).iter().enumerate() {
        if fate.end == ShipEnd::InReserve {
            continue;
        }
        take_part(context, ship, fate, outcome.winner == Some(side));
        spend_judgment(context, ship.pilot, fate);
        if matches!(fate.end, ShipEnd::Destroyed { .. }) {
            destroyed += 1;
            if fate.pilot_wounded {
                recovery::wound(context, ship.pilot);
            }
            lose_ship(context, doctrines, fight, outcome, side, ship, fate, toll);
            free_captives(context, doctrines, fight, outcome, side, place, ship, toll);
        } else {
            ordnance_upgrades::expend(context, player, ship, &fate.ordnance_spent);
            if fate.damaged {
                ship_damage_and_repair::damage(context, ship.hull);
            }
            if fate.pilot_wounded {
                recovery::wound(context, ship.pilot);
            }
        }
    }
    if outcome.map_control == Some(side) {
        space_installations::scrap(context, player, fight.scrapyards[side.index()], destroyed);
    }
}

/// Battles and kills in the records of hull and pilot.
fn take_part(context: &mut Context<'_>, ship: &PlannedShip, fate: &ShipFate, won: bool) {
    let kills = u16::from(fate.small_kills) + u16::from(fate.large_kills) + u16::from(fate.huge_kills);
    let hull = context.state.hull_mut(ship.hull);
    hull.battles += 1;
    hull.kills += kills;
    let pilot = context.state.person_mut(ship.pilot);
    pilot.kills += kills;
    for person in ship.crew.into_iter().chain([ship.pilot]) {
        let person = context.state.person_mut(person);
        person.battles += 1;
        person.battles_won += u16::from(won);
    }
}

/// XP that tactical judgment used up in the battle.
fn spend_judgment(context: &mut Context<'_>, pilot: PersonId, fate: &ShipFate) {
    if 0 < fate.xp_spent {
        let spent = context.spend_xp(pilot, XpUse::TacticalJudgment, u16::from(fate.xp_spent));
        debug_assert!(spent, "a battle spends no more XP than it was given");
    }
}

/// A ship is destroyed, or captured with its people.
#[allow(clippy::too_many_arguments)]
fn lose_ship(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    fight: &Fight,
    outcome: &Outcome,
    side: Side,
    ship: &PlannedShip,
    fate: &ShipFate,
    toll: &mut Toll,
) {
    let ion_kill = matches!(fate.end, ShipEnd::Destroyed { ion_kill: true, .. });
    let owner = fight.battle.player(side).expect("a squad has a player");
    let foe = side.foe();
    let captor = fight.battle.faction(foe);
    let class = context.state.hull(ship.hull).class;
    let captured = ion_kill
        && outcome.map_control == Some(foe)
        && capturing_enemy_ships::captures(context.state, context.book, captor, class);
    let people = ship.crew.into_iter().chain([ship.pilot]);
    if let Some(to) = fight.battle.player(foe).filter(|_| captured) {
        for person in people {
            context.capture(person, captor);
            toll.captured[side.index()] += 1;
        }
        toll.loot += context.book.hull_points(class, context.state.team(captor).cards());
        capturing_enemy_ships::capture_ship(context, ship, &fate.ordnance_spent, owner, to);
        return;
    }
    ordnance_upgrades::lose_all(context, owner, ship);
    context.destroy_hull(ship.hull, fight.battle.card.battle);
    let control = outcome.map_control.map(|side| fight.battle.faction(side));
    let crew_roll = context.book.rules.ejection.crew_roll;
    // Crew without a roll of their own share the pilot's fate.
    let with_roll = |person: PersonId| person == ship.pilot || crew_roll;
    let mut pilots_fate = Recovery::Friendly;
    for person in [ship.pilot].into_iter().chain(ship.crew) {
        let fate = if with_roll(person) {
            let mut chance = context.stream(Purpose::Casualty, u64::from(person.0));
            recovery::eject(context, doctrines[owner.index()].as_mut(), &mut chance, person, control)
        } else if pilots_fate == Recovery::Killed {
            context.kill(person, crate::events::words::DeathCause::Ejection);
            Recovery::Killed
        } else {
            recovery::recover(context, person, control)
        };
        if person == ship.pilot {
            pilots_fate = fate;
        }
        toll.killed[side.index()] += u8::from(fate == Recovery::Killed);
        toll.captured[side.index()] += u8::from(fate == Recovery::Captured);
    }
}

/// A prisoner who was aboard as Rebel Captive gets out of the wreck like everybody else, or is taken with the ship.
#[allow(clippy::too_many_arguments)]
fn free_captives(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    fight: &Fight,
    outcome: &Outcome,
    side: Side,
    place: usize,
    ship: &PlannedShip,
    toll: &mut Toll,
) {
    if !context.book.rules.rulings.rebel_captive_is_aboard {
        return;
    }
    let carried_by = fight.battle.faction(side);
    let taken = context.state.hull(ship.hull).in_service();
    for &(_, _, person) in fight.captives.iter().filter(|(by, at, _)| *by == side && *at == place) {
        if context.state.person(person).captive_of() != Some(carried_by) {
            continue;
        }
        if taken {
            change_captor(context, person, fight.battle.faction(side.foe()));
        } else {
            let control = outcome.map_control.map(|side| fight.battle.faction(side));
            eject_prisoner(context, doctrines, fight, person, control, Homecoming::Rescue, toll);
        }
    }
}

/// The ship that carried a prisoner is captured: he is free, or changes hands.
fn change_captor(context: &mut Context<'_>, person: PersonId, captor: Faction) {
    if captor == context.state.faction_of_person(person) {
        context.bring_home(person, Homecoming::Rescue);
    } else {
        context.state.person_mut(person).fate = PersonFate::OnRoster;
        context.capture(person, captor);
    }
}

/// A prisoner in a destroyed ship: the ejection roll, and then whoever controls the map has him.
fn eject_prisoner(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    fight: &Fight,
    person: PersonId,
    control: Option<Faction>,
    how: Homecoming,
    toll: &mut Toll,
) {
    let Some(holder) = context.state.person(person).captive_of() else { return };
    // Out of captivity for a moment.
    context.state.person_mut(person).fate = PersonFate::OnRoster;
    let owner = context.state.person(person).owner;
    let own = context.state.player(owner).faction;
    let mut chance = context.stream(Purpose::Casualty, 2 << 24 | u64::from(person.0));
    let fate = recovery::eject(context, doctrines[owner.index()].as_mut(), &mut chance, person, control);
    match fate {
        // Nobody controls the map and a house rule spares those adrift: his captors look for him first.
        Recovery::Friendly if control != Some(own) => {
            context.state.person_mut(person).fate = PersonFate::Captive(holder);
        }
        Recovery::Friendly => context.emit(CampaignEvent::PersonHome { person, how }),
        Recovery::Killed | Recovery::Captured => {}
    }
    let side = fight.battle.side_of(own).unwrap_or(Side::Attacker);
    toll.killed[side.index()] += u8::from(fate == Recovery::Killed);
}

/// XP for everybody who flew, when all fates are known.
fn award_xp(context: &mut Context<'_>, fight: &Fight, outcome: &Outcome, side: Side) {
    let rules = &context.book.rules.experience;
    let exchange = fight.battle.card.kind == AttackKind::PrisonerExchange && rules.peaceful_exchange_earns;
    if rules.good_faith_required && !outcome.good_faith && !exchange {
        return;
    }
    let as_crew = rules.pilots_as_crew_earn;
    for (ship, fate) in fates(fight, outcome, side) {
        pilot_experience::award(context, ship.pilot, fate);
        for member in ship.crew.into_iter().filter(|_| as_crew) {
            if context.state.person(member).is_pilot() {
                let fate = ShipFate {
                    small_kills: 0,
                    large_kills: 0,
                    sections_crippled: 0,
                    huge_kills: 0,
                    ..fate.clone()
                };
                pilot_experience::award(context, member, &fate);
            }
        }
    }
}

/// Prisoners who were freed, and those whose rescue ship was shot down.
fn bring_prisoners_home(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    fight: &Fight,
    outcome: &Outcome,
    toll: &mut Toll,
) {
    let exchange = fight.battle.card.kind == AttackKind::PrisonerExchange;
    let how = if exchange { Homecoming::Exchange } else { Homecoming::Rescue };
    for &person in &outcome.prisoners_returned {
        let person = PersonId(person as u16);
        if context.state.person(person).captive_of().is_some() {
            context.bring_home(person, how);
        }
    }
    let control = outcome.map_control.map(|side| fight.battle.faction(side));
    for &person in &outcome.prisoners_in_lost_ships {
        eject_prisoner(context, doctrines, fight, PersonId(person as u16), control, how, toll);
    }
}

/// A battle won and lost in both factions' scores.
fn count_battle(context: &mut Context<'_>, fight: &Fight, winner: Option<Side>, both: Option<bool>) {
    let battle = &fight.battle;
    if battle.card.target.is_none() && !context.book.rules.rulings.special_battles_score {
        return;
    }
    for side in Side::BOTH {
        let tally = &mut context.state.team_mut(battle.faction(side)).tally;
        match (both, winner) {
            (Some(true), _) => tally.battles_won += 1,
            (Some(false), _) => tally.battles_lost += 1,
            (None, Some(winner)) if winner == side => tally.battles_won += 1,
            (None, Some(_)) => tally.battles_lost += 1,
            (None, None) => {}
        }
    }
}

/// The victor gains or keeps the target; a draw leaves it as it was.
fn control_target(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    fight: &Fight,
    winner: Option<Side>,
    how: TakenBy,
) {
    let battle = &fight.battle;
    let (Some(target), Some(winner)) = (battle.card.target, winner) else { return };
    let Some(player) = battle.player(winner).or_else(|| Some(context.leader(battle.faction(winner)))) else {
        return;
    };
    let faction = battle.faction(winner);
    let (by, player): (Option<Faction>, PlayerId) = match battle.employer.filter(|_| winner == Side::Attacker)
    {
        None => (Some(faction), player),
        Some(employer) => match context.book.rules.rulings.contract_target_goes_to {
            ContractTarget::Scum => (Some(faction), player),
            ContractTarget::Employer => (Some(employer), context.leader(employer)),
            ContractTarget::Uncontrolled => (None, player),
        },
    };
    match by {
        Some(by) => control::take(context, doctrines, target, by, player, how),
        None => control::give_up(context, target),
    }
}

/// A target ceded, or a player who did not come.
fn not_fought(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    fight: &Fight,
    reason: NotFought,
    winner: Option<Side>,
) {
    let battle = &fight.battle;
    context.emit(CampaignEvent::BattleNotFought { battle: battle.card.battle, reason, winner });
    let rulings = &context.book.rules.rulings;
    let counts = match reason {
        NotFought::Ceded => rulings.ceding_counts_as_battle,
        _ => rulings.no_show_counts_as_battle,
    };
    if counts {
        count_battle(context, fight, winner, None);
    }
    let how = if reason == NotFought::Ceded { TakenBy::Ceded } else { TakenBy::NoShow };
    control_target(context, doctrines, fight, winner, how);
    if winner != Some(Side::Attacker) {
        return;
    }
    match battle.card.kind {
        AttackKind::Locate => {
            let [by, of] = battle.card.factions;
            finding_and_attacking_huge_ships::locate(context, doctrines, by, of);
        }
        // Nobody guards the transport: everybody aboard comes home.
        AttackKind::PrisonerRescue => {
            for &person in &fight.prisoners[Side::Defender.index()] {
                context.bring_home(person, Homecoming::Rescue);
            }
        }
        AttackKind::Piracy => rewards::undefended_piracy(context, fight),
        _ => {}
    }
}
