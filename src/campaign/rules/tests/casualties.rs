//! What battles do to ships and people, and what scenarios pay.

use AttackFace::{Blank, Crit, Focus, Hit};
use Faction::{Imperial, Rebel};

use crate::battle::outcome::{Model, Outcome, ShipEnd, ShipFate};
use crate::campaign::doctrine::Doctrine;
use crate::campaign::obedient::Obedient;
use crate::campaign::plan::{Container, PlannedShip, SquadPlan};
use crate::campaign::rules::aftermath::settle;
use crate::campaign::rules::asset_recovery::redeem;
use crate::campaign::rules::conduct_battle::{Fight, FightResult};
use crate::campaign::rules::pilot_experience::award;
use crate::campaign::rules::pilot_recovery_wounding_and_death::{Recovery, eject};
use crate::campaign::rules::supply_raid;
use crate::campaign::state::{PersonFate, Target};
use crate::campaign::testing::{FATE, Laid, battle, place, ship, upgrade, wing};
use crate::chance::{AttackFace, Scripted};
use crate::config::TargetType;
use crate::ids::{BattleId, Faction, HullId, PersonId, PlayerId, Side, TargetId};

fn laid() -> Laid {
    let mut laid = Laid::new(&[Rebel, Imperial]);
    laid.fund(0, 500);
    laid.fund(1, 500);
    laid
}

fn nobody() -> Vec<Box<dyn Doctrine>> {
    vec![Box::new(Obedient::default()), Box::new(Obedient::default())]
}

#[test]
fn ejection_kills_wounds_or_spares_and_the_map_decides_who_recovers() {
    let ejected = |faces: Vec<AttackFace>, control: Option<Faction>, xp: u16| {
        let mut laid = laid();
        let (_, rookie) = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
        laid.state.turn = 2;
        laid.state.person_mut(rookie).xp_earned = xp;
        let mut chance = Scripted::attack(faces);
        let mut doctrine = Obedient { rerolls: true, ..Obedient::default() };
        let result = eject(&mut laid.context(), &mut doctrine, &mut chance, rookie, control);
        chance.assert_exhausted();
        (result, *laid.state.person(rookie))
    };
    let (result, who) = ejected(vec![Crit], Some(Rebel), 0);
    assert_eq!((result, who.fate), (Recovery::Killed, PersonFate::Dead));
    // Wounded in turn 2: sits out turn 3.
    let (result, who) = ejected(vec![Hit], Some(Rebel), 0);
    assert_eq!((result, who.ready_turn), (Recovery::Friendly, 4));
    let (result, who) = ejected(vec![Blank], Some(Imperial), 0);
    assert_eq!((result, who.fate), (Recovery::Captured, PersonFate::Captive(Imperial)));
    let (result, who) = ejected(vec![Focus], None, 0);
    assert_eq!((result, who.fate), (Recovery::Killed, PersonFate::Dead), "cold and alone");
    // Tactical judgment: one XP, one die, once.
    let (result, who) = ejected(vec![Crit, Blank], Some(Rebel), 1);
    assert_eq!((result, who.xp()), (Recovery::Friendly, 0));
    let (result, _) = ejected(vec![Crit, Crit], Some(Rebel), 2);
    assert_eq!(result, Recovery::Killed);
}

#[test]
fn wounds_do_not_add_up() {
    use crate::campaign::rules::pilot_recovery_wounding_and_death::wound;
    let mut laid = laid();
    let (_, rookie) = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
    laid.state.turn = 2;
    wound(&mut laid.context(), rookie);
    wound(&mut laid.context(), rookie);
    assert_eq!((laid.state.person(rookie).ready_turn, laid.state.person(rookie).wounds), (4, 2));
    laid.book.rules.wounds.cumulative = true;
    wound(&mut laid.context(), rookie);
    assert_eq!(laid.state.person(rookie).ready_turn, 5);
}

#[test]
fn xp_comes_from_battles_and_from_every_kind_of_kill() {
    let mut laid = laid();
    let (_, rookie) = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
    let fate = ShipFate { small_kills: 2, large_kills: 1, sections_crippled: 1, huge_kills: 1, ..FATE };
    award(&mut laid.context(), rookie, &fate);
    // 1 + 2 x 1 + 2 + 2 + 2.
    assert_eq!(laid.state.person(rookie).xp(), 9);
    award(&mut laid.context(), rookie, &ShipFate { end: ShipEnd::InReserve, ..FATE });
    assert_eq!(laid.state.person(rookie).xp(), 9, "who never entered earns nothing");
}

/// A fight of one X-wing against one TIE Fighter, with its outcome.
pub(super) struct Duel {
    pub(super) laid: Laid,
    pub(super) fight: Fight,
    rebel: (HullId, PersonId),
    imperial: (HullId, PersonId),
}

pub(super) fn duel(mission: &str, change: impl FnOnce(&mut Outcome)) -> Duel {
    let mut laid = laid();
    let rebel = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
    let imperial = wing(&mut laid, 1, "TIE Fighter", "Academy Pilot");
    laid.state.turn = 2;
    laid.state.targets =
        vec![Target { owner: Some(Imperial), ..place(TargetId(0), TargetType::LeisureWorld) }];
    let plan =
        |(hull, pilot)| SquadPlan { ships: vec![PlannedShip::bare(hull, pilot)], ..SquadPlan::default() };
    let mut outcome = Outcome {
        winner: Some(Side::Attacker),
        both: None,
        map_control: Some(Side::Attacker),
        rounds: 5,
        capped: false,
        ships: [vec![FATE], vec![FATE]],
        reinforcements: [Vec::new(), Vec::new()],
        docked: [Vec::new(), Vec::new()],
        huge_ships: [Vec::new(), Vec::new()],
        cargo_secured: [0, 0],
        containers_stolen: Vec::new(),
        containers_lost: Vec::new(),
        containers_fled: 0,
        prisoners_returned: Vec::new(),
        prisoners_in_lost_ships: Vec::new(),
        points_lost: [0, 0],
        model: Model::Skirmish,
        cards_without_effect: Vec::new(),
        good_faith: true,
    };
    change(&mut outcome);
    let mut arranged = battle(mission, [100, 100], [Some(0), Some(1)]);
    arranged.card.target = Some(TargetId(0));
    let fight = Fight {
        battle: arranged,
        plans: [plan(rebel), plan(imperial)],
        points: [21, 12],
        containers: Vec::new(),
        prisoners: [Vec::new(), Vec::new()],
        captives: Vec::new(),
        scrapyards: [0, 0],
        result: FightResult::Fought(outcome),
    };
    Duel { laid, fight, rebel, imperial }
}

fn shot_down() -> ShipFate {
    ShipFate { end: ShipEnd::Destroyed { by: Some(0), round: 3, ion_kill: false }, ..FATE }
}

#[test]
fn the_victor_takes_the_target_and_both_scores_take_note() {
    let mut duel = duel("space-superiority", |_| {});
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    let state = &duel.laid.state;
    assert_eq!(state.target(TargetId(0)).owner, Some(Rebel));
    let (rebel, imperial) = (state.team(Rebel).tally, state.team(Imperial).tally);
    assert_eq!((rebel.captured, rebel.battles_won, rebel.lost), (1, 1, 0));
    assert_eq!((imperial.lost, imperial.battles_lost, imperial.captured), (1, 1, 0));
    assert_eq!(state.person(duel.rebel.1).xp(), 1);
    // A draw leaves it as it was.
    let mut duel = self::duel("space-superiority", |outcome| outcome.winner = None);
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    assert_eq!(duel.laid.state.target(TargetId(0)).owner, Some(Imperial));
    assert_eq!(duel.laid.state.team(Imperial).tally.lost, 0);
}

#[test]
fn a_destroyed_ship_is_gone_with_all_that_was_on_it() {
    let mut duel = duel("space-superiority", |outcome| outcome.ships[1] = vec![shot_down()]);
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    let state = &duel.laid.state;
    assert!(!state.hull(duel.imperial.0).in_service());
    assert!(state.players[1].hulls.is_empty());
    // The pilot is dead or a prisoner, since the Rebels control the map.
    assert_ne!(state.person(duel.imperial.1).fate, PersonFate::OnRoster);
}

#[test]
fn no_xp_without_a_good_faith_effort() {
    let mut duel = duel("space-superiority", |outcome| outcome.good_faith = false);
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    assert_eq!(duel.laid.state.person(duel.rebel.1).xp(), 0);
}

#[test]
fn damage_sits_out_a_turn_and_spent_ordnance_is_deleted() {
    let torpedo = upgrade("Proton Torpedoes");
    let mut duel = duel("space-superiority", |outcome| {
        outcome.ships[0] = vec![ShipFate { damaged: true, ordnance_spent: vec![torpedo], ..FATE }];
    });
    duel.laid.state.players[0].store.add(torpedo, 3);
    assert!(duel.laid.state.players[0].store.commit(torpedo, 2));
    let ship = &mut duel.fight.plans[0].ships[0];
    assert!(ship.equipment.push(torpedo) && ship.munitions.push(torpedo));
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    let state = &duel.laid.state;
    assert_eq!(state.players[0].store.copies(torpedo), 2, "one of three was fired");
    let hull = state.hull(duel.rebel.0);
    assert!(hull.damaged && !hull.is_available(3) && hull.is_available(4));
}

#[test]
fn rebels_capture_tie_fighters_killed_by_ions_on_a_field_they_hold() {
    let ion = ShipFate { end: ShipEnd::Destroyed { by: Some(0), round: 3, ion_kill: true }, ..FATE };
    let mut duel = duel("space-superiority", |outcome| outcome.ships[1] = vec![ion.clone()]);
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    let state = &duel.laid.state;
    let hull = state.hull(duel.imperial.0);
    assert_eq!((hull.owner, hull.class), (PlayerId(0), ship("Captured TIE Fighter")));
    assert!(hull.damaged);
    assert_eq!(state.person(duel.imperial.1).fate, PersonFate::Captive(Rebel));
    // Without control of the map it is an ordinary kill.
    let mut duel = self::duel("space-superiority", |outcome| {
        outcome.ships[1] = vec![ion];
        outcome.map_control = Some(Side::Defender);
    });
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    assert!(!duel.laid.state.hull(duel.imperial.0).in_service());
}

#[test]
fn vip_escort_pays_the_attacker_a_fifth_of_his_size_won_or_lost() {
    let mut duel = duel("vip-escort", |outcome| outcome.winner = Some(Side::Defender));
    let before = duel.laid.state.players[0].balance;
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    assert_eq!(duel.laid.state.players[0].balance, before + 20);
    let mut duel = self::duel("vip-escort", |outcome| outcome.good_faith = false);
    let before = duel.laid.state.players[0].balance;
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    assert_eq!(duel.laid.state.players[0].balance, before, "no points for running away");
}

#[test]
fn cargo_is_redeemed_on_the_table_of_its_units() {
    let mut laid = laid();
    laid.state.turn = 2;
    let before = laid.state.players[0].balance;
    let mut doctrine = Obedient { cargo: [4, 2, 1].into(), ..Obedient::default() };
    // Four units, 2 of 14: a Gunner. Two units, 23 of 24: 2 Fleet Points. One unit, 5 of 20: two Flechette Torpedoes.
    let mut chance = Scripted::numbers([2, 23, 5]);
    redeem(&mut laid.context(), &mut doctrine, &mut chance, PlayerId(0), BattleId(0), 7);
    chance.assert_exhausted();
    let state = &laid.state;
    assert_eq!(state.persons_of(PlayerId(0)).count(), 1);
    assert_eq!(state.players[0].balance, before + 2);
    assert_eq!(state.players[0].store.copies(upgrade("Flechette Torpedoes")), 2);
}

#[test]
fn containers_hold_three_points_and_change_hands_when_stolen() {
    let mut laid = laid();
    laid.state.turn = 2;
    let engine = upgrade("Engine Upgrade");
    laid.state.players[1].store.add(engine, 2);
    let mut wish = Container::default();
    assert!(wish.upgrades.push(engine));
    let mut doctrine = Obedient { containers: vec![wish, wish], ..Obedient::default() };
    let containers = supply_raid::fill(&mut laid.context(), &mut doctrine, PlayerId(1), BattleId(0), 3);
    // The same card only once; the second and third hold 3 Fleet Points each.
    let points: Vec<u16> = containers.iter().map(|container| container.points).collect();
    assert_eq!(points, [0, 3, 3]);
    assert_eq!(laid.state.players[1].store.free(engine), 1, "what is in a container is out of reach");
    laid.state.players[1].balance = 2;
    let before = laid.state.players[0].balance;
    supply_raid::hand_over(
        &mut laid.context(),
        BattleId(0),
        &containers,
        [0, 1].into_iter(),
        PlayerId(1),
        PlayerId(0),
    );
    let state = &laid.state;
    assert_eq!(state.players[0].store.copies(engine), 1);
    assert_eq!(state.players[0].balance, before + 3);
    // Two points at hand, one is owed from next turn's earnings.
    assert_eq!((state.players[1].balance, state.players[1].owed_containers), (0, 1));
}

#[test]
fn rescued_prisoners_come_home_and_those_in_a_lost_ship_eject() {
    let mut duel = duel("prisoner-rescue", |_| {});
    let (_, captive) = wing(&mut duel.laid, 0, "X-wing", "Red Squadron Pilot");
    duel.laid.context().capture(captive, Imperial);
    duel.fight.prisoners[1] = vec![captive];
    if let FightResult::Fought(outcome) = &mut duel.fight.result {
        outcome.prisoners_returned = vec![u32::from(captive.0)];
    }
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    assert_eq!(duel.laid.state.person(captive).fate, PersonFate::OnRoster);
    // The rescue ship is shot down and the Empire holds the field: he is dead or a prisoner again.
    let mut duel = self::duel("prisoner-rescue", |outcome| outcome.map_control = Some(Side::Defender));
    let (_, captive) = wing(&mut duel.laid, 0, "X-wing", "Red Squadron Pilot");
    duel.laid.context().capture(captive, Imperial);
    if let FightResult::Fought(outcome) = &mut duel.fight.result {
        outcome.prisoners_in_lost_ships = vec![u32::from(captive.0)];
    }
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    let who = duel.laid.state.person(captive);
    assert_eq!(who.ejections, 1);
    assert!(matches!(who.fate, PersonFate::Captive(Imperial) | PersonFate::Dead));
}

/// A captured ship comes with what is left on it: a torpedo that it fired is gone.
#[test]
fn a_captured_ship_brings_only_the_ordnance_that_it_did_not_fire() {
    let (missile, bomb) = (upgrade("Concussion Missiles"), upgrade("Seismic Charges"));
    let ion = ShipEnd::Destroyed { by: Some(0), round: 3, ion_kill: true };
    let mut duel = duel("space-superiority", |outcome| {
        outcome.ships[1] = vec![ShipFate { end: ion, ordnance_spent: vec![missile], ..FATE }];
    });
    let ship = &mut duel.fight.plans[1].ships[0];
    for card in [missile, bomb] {
        duel.laid.state.players[1].store.add(card, 1);
        assert!(duel.laid.state.players[1].store.commit(card, 1) && ship.equipment.push(card));
    }
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    let copies = |seat: usize, card| duel.laid.state.players[seat].store.copies(card);
    assert_eq!((copies(0, missile), copies(0, bomb)), (0, 1));
    assert_eq!((copies(1, missile), copies(1, bomb)), (0, 0));
}

/// Munitions Failure takes any secondary weapon for good; a fitting that a battle discards is there again.
#[test]
fn a_secondary_weapon_lost_to_a_damage_card_is_deleted() {
    let (cannon, droid) = (upgrade("Ion Cannon"), upgrade("R2 Astromech"));
    let mut duel = duel("space-superiority", |outcome| {
        outcome.ships[0] = vec![ShipFate { ordnance_spent: vec![cannon, droid], ..FATE }];
    });
    let ship = &mut duel.fight.plans[0].ships[0];
    for card in [cannon, droid] {
        duel.laid.state.players[0].store.add(card, 1);
        assert!(duel.laid.state.players[0].store.commit(card, 1) && ship.equipment.push(card));
    }
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    let copies = |card| duel.laid.state.players[0].store.copies(card);
    assert_eq!((copies(cannon), copies(droid)), (0, 1));
}

#[test]
fn cargo_is_lost_to_both_sides_with_the_ship_that_carries_it() {
    let mut duel = duel("supply-raid", |outcome| {
        outcome.containers_stolen = vec![1];
        outcome.containers_lost = vec![0, 2];
    });
    let engine = upgrade("Engine Upgrade");
    duel.laid.state.players[1].store.add(engine, 1);
    let mut wish = Container::default();
    assert!(wish.upgrades.push(engine));
    let mut doctrine = Obedient { containers: vec![wish], ..Obedient::default() };
    duel.fight.containers =
        supply_raid::fill(&mut duel.laid.context(), &mut doctrine, PlayerId(1), BattleId(0), 3);
    let before = [0, 1].map(|seat: usize| duel.laid.state.players[seat].balance);
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    let state = &duel.laid.state;
    // The engine and 3 points are gone, 3 points changed hands.
    assert_eq!([0, 1].map(|seat: usize| state.players[seat].store.copies(engine)), [0, 0]);
    assert_eq!([0, 1].map(|seat: usize| state.players[seat].balance), [before[0] + 3, before[1] - 6]);
}

/// A shuttle with Rebel Captive is shot down: the prisoner aboard gets out, or is free where the Rebels hold the field.
#[test]
fn the_prisoner_of_a_rebel_captive_shares_the_fate_of_his_ship() {
    let fate_of = |aboard: bool, control: Option<Side>| {
        let mut duel = duel("space-superiority", |outcome| {
            outcome.ships[1] = vec![shot_down()];
            outcome.map_control = control;
        });
        let (_, red) = wing(&mut duel.laid, 0, "X-wing", "Red Squadron Pilot");
        duel.laid.context().capture(red, Imperial);
        duel.laid.book.rules.rulings.rebel_captive_is_aboard = aboard;
        duel.fight.captives = vec![(Side::Defender, 0, red)];
        settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
        (duel.laid.state.person(red).fate, duel.laid.state.person(red).ejections)
    };
    assert_eq!(fate_of(false, Some(Side::Attacker)), (PersonFate::Captive(Imperial), 0));
    let (fate, ejections) = fate_of(true, Some(Side::Attacker));
    assert!(ejections == 1 && matches!(fate, PersonFate::OnRoster | PersonFate::Dead), "{fate:?}");
    let (fate, ejections) = fate_of(true, Some(Side::Defender));
    assert!(ejections == 1 && matches!(fate, PersonFate::Captive(Imperial) | PersonFate::Dead), "{fate:?}");
    assert_eq!(fate_of(true, None), (PersonFate::Dead, 1));
}

#[test]
fn exchanged_prisoners_come_home_and_both_sides_may_win() {
    use crate::events::CampaignEvent;
    use crate::events::words::{AttackKind, Homecoming};
    let mut duel = duel("prisoner-exchange", |outcome| {
        outcome.winner = None;
        outcome.both = Some(true);
        outcome.good_faith = false;
    });
    let (_, red) = wing(&mut duel.laid, 0, "X-wing", "Red Squadron Pilot");
    let (_, obsidian) = wing(&mut duel.laid, 1, "TIE Fighter", "Obsidian Squadron Pilot");
    duel.laid.context().capture(red, Imperial);
    duel.laid.context().capture(obsidian, Rebel);
    duel.fight.battle.card.kind = AttackKind::PrisonerExchange;
    duel.fight.battle.card.target = None;
    if let FightResult::Fought(outcome) = &mut duel.fight.result {
        outcome.prisoners_returned = vec![u32::from(red.0), u32::from(obsidian.0)];
    }
    settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
    for person in [red, obsidian] {
        let home = CampaignEvent::PersonHome { person, how: Homecoming::Exchange };
        assert!(duel.laid.events.contains(&home), "{person:?}");
        assert_eq!(duel.laid.state.person(person).xp(), 0, "prisoners earn nothing");
    }
    let tally = |faction| duel.laid.state.team(faction).tally;
    assert_eq!((tally(Rebel).battles_won, tally(Imperial).battles_won), (1, 1));
    // XP is earned although no shot was fired.
    assert_eq!(duel.laid.state.person(duel.rebel.1).xp(), 1);
}

#[test]
fn a_docked_fighter_stays_out_of_the_books_until_it_is_deployed() {
    let settled = |fate: ShipFate| {
        let mut duel = duel("space-superiority", |_| {});
        let (hull, pilot) = wing(&mut duel.laid, 0, "Z-95 Headhunter", "Bandit Squadron Pilot");
        duel.fight.plans[0].docked = Some((duel.rebel.0, PlannedShip::bare(hull, pilot)));
        if let FightResult::Fought(outcome) = &mut duel.fight.result {
            outcome.docked[0] = vec![fate];
        }
        settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
        (duel.laid.state.person(pilot).xp(), duel.laid.state.hull(hull).in_service())
    };
    assert_eq!(settled(ShipFate::IN_RESERVE), (0, true));
    assert_eq!(settled(FATE), (1, true));
    assert!(!settled(shot_down()).1);
}

/// Two battles of a turn: the scrapyard that the first one wins does not pay for wrecks of the second.
#[test]
fn scrap_is_paid_for_yards_held_when_the_battles_began() {
    let wreck = |yards: usize| {
        let mut duel = duel("space-superiority", |outcome| outcome.ships[0] = vec![shot_down()]);
        duel.laid
            .state
            .targets
            .push(Target { owner: Some(Rebel), ..place(TargetId(1), TargetType::Scrapyard) });
        duel.fight.scrapyards = [yards, 0];
        let before = duel.laid.state.players[0].balance;
        settle(&mut duel.laid.context(), &mut nobody(), &duel.fight);
        duel.laid.state.players[0].balance - before
    };
    assert_eq!((wreck(0), wreck(1)), (0, 2));
}
