//! Choosing targets and determining scenarios.

use Faction::{Imperial, Rebel, Scum};

use crate::campaign::Market;
use crate::campaign::doctrine::Doctrine;
use crate::campaign::obedient::Obedient;
use crate::campaign::plan::{Attack, Declared};
use crate::campaign::rules::choose_strategic_targets_phase::{declare_attacks, options};
use crate::campaign::rules::determine_scenarios_phase::{Scenarios, determine_scenarios};
use crate::campaign::rules::generating_the_campaign_map::trade_route;
use crate::campaign::state::{Standpoint, Target};
use crate::campaign::testing::{Laid, pilot, place};
use crate::config::{EvenOut, TargetType, ThreeAtUncontrolled, TwoAtOwner};
use crate::events::words::AttackKind;
use crate::ids::{Faction, PlayerId, Side, TargetId};

/// Five targets: nobody's, Rebel, Imperial, Scum, and the Trade Route.
fn laid(seats: &[Faction]) -> Laid {
    let mut laid = Laid::new(seats);
    laid.state.turn = 2;
    let owned = |id, owner| Target { owner, ..place(TargetId(id), TargetType::LeisureWorld) };
    laid.state.targets = vec![
        owned(0, None),
        owned(1, Some(Rebel)),
        owned(2, Some(Imperial)),
        owned(3, seats.contains(&Scum).then_some(Scum)),
        trade_route(TargetId(4)),
    ];
    laid
}

fn attack(faction: Faction, player: u8, target: u8) -> Declared {
    Declared { faction, player: PlayerId(player), attack: Attack::Target(TargetId(target)) }
}

fn determined(laid: &mut Laid, declared: &[Declared]) -> Scenarios {
    let mut scenarios = Scenarios::default();
    determine_scenarios(&mut laid.context(), declared, &mut scenarios);
    scenarios
}

#[test]
fn who_comes_alone_to_nobodys_target_takes_it_without_a_battle() {
    let mut laid = laid(&[Rebel, Imperial]);
    let scenarios = determined(&mut laid, &[attack(Rebel, 0, 0), attack(Imperial, 1, 4)]);
    assert!(scenarios.battles.is_empty());
    assert_eq!(scenarios.free_captures.len(), 2);
}

#[test]
fn the_owner_defends_and_two_at_nobodys_target_draw_roles() {
    let mut laid = laid(&[Rebel, Imperial]);
    let scenarios = determined(&mut laid, &[attack(Imperial, 1, 1)]);
    let battle = scenarios.battles[0];
    assert_eq!(battle.card.factions, [Imperial, Rebel]);
    assert_eq!((battle.players, battle.owner), ([Some(PlayerId(1)), None], Some(Rebel)));
    // Over many turns both are attackers.
    let mut attackers = [0; 3];
    for turn in 1..60 {
        laid.state.turn = turn;
        let scenarios = determined(&mut laid, &[attack(Rebel, 0, 0), attack(Imperial, 1, 0)]);
        let battle = scenarios.battles[0];
        assert!(battle.players.iter().all(Option::is_some));
        attackers[battle.faction(Side::Attacker).index()] += 1;
    }
    assert!(attackers[..2].iter().all(|&count| 15 < count), "{attackers:?}");
}

#[test]
fn three_ordinary_factions_at_one_target_follow_the_ruling() {
    let declared = [attack(Rebel, 0, 0), attack(Imperial, 1, 0), attack(Scum, 2, 0)];
    let mut laid = laid(&[Rebel, Imperial, Scum]);
    let scenarios = determined(&mut laid, &declared);
    assert_eq!((scenarios.battles.len(), scenarios.free_captures.len()), (1, 0));
    laid.book.rules.rulings.three_at_uncontrolled = ThreeAtUncontrolled::Nobody;
    let scenarios = determined(&mut laid, &declared);
    assert_eq!((scenarios.battles.len(), scenarios.free_captures.len()), (0, 0));
}

#[test]
fn two_ordinary_factions_at_the_thirds_target_follow_the_ruling() {
    let declared = [attack(Imperial, 1, 1), attack(Scum, 2, 1)];
    let mut laid = laid(&[Rebel, Imperial, Scum]);
    let battle = determined(&mut laid, &declared).battles[0];
    assert_eq!(battle.faction(Side::Defender), Rebel);
    laid.book.rules.rulings.two_at_owner = TwoAtOwner::OwnerWithdraws;
    let battle = determined(&mut laid, &declared).battles[0];
    let mut fighters = battle.card.factions;
    fighters.sort();
    assert_eq!((fighters, battle.owner), ([Imperial, Scum], Some(Rebel)));
}

#[test]
fn scum_on_the_fringe_give_way_to_two_powers() {
    let mut laid = laid(&[Rebel, Imperial, Scum]);
    laid.state.team_mut(Scum).standpoint = Standpoint::Fringe;
    // At nobody's target their attack is cancelled, at their own they withdraw.
    let declared = [attack(Rebel, 0, 0), attack(Imperial, 1, 0), attack(Scum, 2, 0)];
    let battle = determined(&mut laid, &declared).battles[0];
    assert!(battle.side_of(Scum).is_none());
    let battle = determined(&mut laid, &[attack(Rebel, 0, 3), attack(Imperial, 1, 3)]).battles[0];
    assert!(battle.side_of(Scum).is_none());
    assert_eq!(battle.owner, Some(Scum));
    // Against one power they defend.
    let battle = determined(&mut laid, &[attack(Rebel, 0, 3)]).battles[0];
    assert_eq!(battle.faction(Side::Defender), Scum);
}

#[test]
fn smuggling_that_is_interdicted_is_a_supply_raid_with_scum_defending() {
    let mut laid = laid(&[Rebel, Imperial, Scum]);
    laid.state.team_mut(Scum).standpoint = Standpoint::Fringe;
    for turn in 1..9 {
        laid.state.turn = turn;
        let battle = determined(&mut laid, &[attack(Rebel, 0, 4), attack(Scum, 2, 4)]).battles[0];
        assert_eq!((battle.mission.key.as_str(), battle.faction(Side::Defender)), ("supply-raid", Scum));
    }
}

#[test]
fn a_turn_and_a_target_have_their_scenario_whatever_else_is_attacked() {
    let mut laid = laid(&[Rebel, Imperial]);
    let alone = determined(&mut laid, &[attack(Imperial, 1, 1)]).battles[0];
    let among = determined(&mut laid, &[attack(Imperial, 1, 1), attack(Rebel, 0, 2)]);
    assert_eq!(
        (alone.mission.key.as_str(), alone.card.sizes),
        (among.battles[0].mission.key.as_str(), among.battles[0].card.sizes)
    );
}

#[test]
fn special_scenarios_take_the_place_of_an_attack() {
    let mut laid = laid(&[Rebel, Imperial]);
    laid.fund(0, 100);
    let luke = {
        laid.state.turn = 0;
        let mut context = laid.context();
        Market::new(&mut context, PlayerId(0)).buy_commander(pilot("Luke Skywalker")).unwrap()
    };
    laid.state.turn = 2;
    let rescue = Attack::PrisonerRescue(Imperial);
    assert!(!options(&laid.context(), Rebel, &[]).contains(&rescue));
    laid.context().capture(luke, Imperial);
    assert!(options(&laid.context(), Rebel, &[]).contains(&rescue));
    let declared = [Declared { faction: Rebel, player: PlayerId(0), attack: rescue }];
    let battle = determined(&mut laid, &declared).battles[0];
    assert_eq!(
        (battle.mission.key.as_str(), battle.card.kind),
        ("prisoner-rescue", AttackKind::PrisonerRescue)
    );
    assert_eq!(battle.card.target, None);
}

#[test]
fn a_faction_attacks_once_for_each_player_and_each_target_once() {
    let mut laid = laid(&[Rebel, Rebel, Imperial]);
    let make = |attacks: Vec<Attack>| -> Box<dyn Doctrine> {
        Box::new(Obedient { attacks: attacks.into(), ..Obedient::default() })
    };
    let target = |id| Attack::Target(TargetId(id));
    let mut doctrines = vec![make(vec![target(0)]), make(vec![target(2)]), make(vec![target(0), target(1)])];
    let mut declared = Vec::new();
    declare_attacks(&mut laid.context(), &mut doctrines, &mut declared);
    // Evened out upwards: the single Imperial has two attacks as well.
    let of = |faction| declared.iter().filter(|attack| attack.faction == faction).count();
    assert_eq!((of(Rebel), of(Imperial)), (2, 2));
    // What is declared is no option for the same faction any more.
    let again = options(&laid.context(), Rebel, &declared[..1]);
    assert!(!again.contains(&target(0)) && !again.contains(&target(1)), "nor is the own target");
    laid.book.rules.players.attacks = EvenOut::Down;
    let mut doctrines = vec![make(vec![target(0)]), make(vec![target(2)]), make(vec![target(1), target(0)])];
    declare_attacks(&mut laid.context(), &mut doctrines, &mut declared);
    assert_eq!(declared.len(), 2, "one attack each");
}

#[test]
fn exchange_needs_prisoners_on_both_sides_and_both_leaders() {
    let exchanged = |agrees: bool, both_hold: bool| {
        let mut laid = laid(&[Rebel, Imperial]);
        laid.fund(0, 50);
        laid.fund(1, 50);
        let rookie = {
            let mut context = laid.context();
            Market::new(&mut context, PlayerId(0)).buy_pilot(pilot("Rookie Pilot")).unwrap()
        };
        let academy = {
            let mut context = laid.context();
            Market::new(&mut context, PlayerId(1)).buy_pilot(pilot("Academy Pilot")).unwrap()
        };
        laid.context().capture(rookie, Imperial);
        if both_hold {
            laid.context().capture(academy, Rebel);
        }
        let mut doctrines: Vec<Box<dyn Doctrine>> = vec![
            Box::new(Obedient { exchange: Some(Imperial), ..Obedient::default() }),
            Box::new(Obedient {
                agrees,
                attacks: [Attack::Target(TargetId(1))].into(),
                ..Obedient::default()
            }),
        ];
        let mut declared = Vec::new();
        declare_attacks(&mut laid.context(), &mut doctrines, &mut declared);
        declared.iter().map(|attack| attack.attack).collect::<Vec<_>>()
    };
    // It takes the place of an attack of both.
    assert_eq!(exchanged(true, true), [Attack::PrisonerExchange(Imperial)]);
    assert_eq!(exchanged(false, true), [Attack::Target(TargetId(1))]);
    assert_eq!(exchanged(true, false), [Attack::Target(TargetId(1))]);
}

/// Two Rebels of whom one is away for the turn, three Imperials: both sides get the same number of attacks and awards.
#[test]
fn a_player_who_misses_a_turn_is_evened_out() {
    use crate::campaign::rules::purchase_reinforcements_phase::collect_income;
    let played = |even_out: EvenOut| {
        let mut laid = laid(&[Rebel, Rebel, Imperial, Imperial, Imperial]);
        let owned = (5..12).map(|id| place(TargetId(id), TargetType::LeisureWorld));
        laid.state.targets.extend(owned);
        laid.book.rules.players.attacks = even_out;
        laid.book.rules.players.income = even_out;
        laid.state.players[0].absent = true;
        collect_income(&mut laid.context());
        // Nobody wants what his team mates want.
        let wish = |seat: u8| -> Box<dyn Doctrine> {
            let first = if seat < 2 { 5 } else { 6 + seat };
            let attacks = (first..12).map(|id| Attack::Target(TargetId(id))).collect();
            Box::new(Obedient { attacks, ..Obedient::default() })
        };
        let mut doctrines: Vec<Box<dyn Doctrine>> = (0..5).map(wish).collect();
        let mut declared = Vec::new();
        declare_attacks(&mut laid.context(), &mut doctrines, &mut declared);
        assert!(declared.iter().all(|attack| attack.player != PlayerId(0)), "who is away does not attack");
        let attacks = [Rebel, Imperial]
            .map(|faction| declared.iter().filter(|attack| attack.faction == faction).count());
        (attacks, laid.state.players.iter().map(|player| player.balance).collect::<Vec<_>>())
    };
    // Both scores are 20. Up: three times each, the Rebels share 60; the one who is there attacks thrice.
    assert_eq!(played(EvenOut::Up), ([3, 3], vec![30, 30, 20, 20, 20]));
    // Down: once each, so 10 and 10 against 7, 7 and 6.
    let (attacks, points) = played(EvenOut::Down);
    assert_eq!(attacks, [1, 1]);
    assert_eq!((points[0] + points[1], points[2] + points[3] + points[4]), (20, 20));
    // Not at all: his attack is lost, his points he gets.
    assert_eq!(played(EvenOut::None), ([1, 3], vec![20; 5]));
}

/// Where attacks are fewer than players, another one stays at home each turn.
#[test]
fn attacks_go_round_where_there_are_fewer_than_players() {
    let mut seen = [0; 3];
    for turn in 2..8 {
        let mut laid = laid(&[Rebel, Rebel, Imperial, Imperial, Imperial]);
        laid.state.turn = turn;
        laid.book.rules.players.attacks = EvenOut::Down;
        let wish = |seat: u8| -> Box<dyn Doctrine> {
            let attacks = if seat < 2 { Vec::new() } else { vec![Attack::Locate(Rebel); 2] };
            Box::new(Obedient { attacks: attacks.into(), ..Obedient::default() })
        };
        let mut doctrines: Vec<Box<dyn Doctrine>> = (0..5).map(wish).collect();
        crate::campaign::rules::equipping_huge_ships::equip_all(
            &mut laid.context(),
            &mut doctrines,
            &[Rebel, Imperial],
        );
        let mut declared = Vec::new();
        declare_attacks(&mut laid.context(), &mut doctrines, &mut declared);
        for attack in declared.iter().filter(|attack| attack.faction == Imperial) {
            seen[attack.player.index() - 2] += 1;
        }
    }
    assert_eq!(seen, [4, 4, 4], "two attacks in six turns, shared by three");
}
