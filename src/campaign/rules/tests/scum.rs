//! Scum and Villainy as a third faction.

use Faction::{Imperial, Rebel, Scum};

use crate::campaign::doctrine::Doctrine;
use crate::campaign::obedient::Obedient;
use crate::campaign::offers::Asset;
use crate::campaign::plan::{Attack, SquadPlan};
use crate::campaign::refusal::Refusal;
use crate::campaign::rules::aftermath::settle;
use crate::campaign::rules::choose_strategic_targets_phase::{declare_attacks, options};
use crate::campaign::rules::conduct_battle::{Fight, FightResult};
use crate::campaign::rules::generating_the_campaign_map::trade_route;
use crate::campaign::rules::{black_market, control, mercenaries};
use crate::campaign::state::{PersonFate, Standpoint, Target};
use crate::campaign::testing::{Laid, at, battle, pilot, place, ship, upgrade};
use crate::config::{ContractTarget, TargetType};
use crate::events::words::{NotFought, TakenBy};
use crate::ids::{Faction, PlayerId, Side, TargetId};

/// Rebel, Imperial and a Scum player beside the conflict; an Imperial target, nobody's target and the Trade Route.
fn laid() -> Laid {
    let mut laid = Laid::new(&[Rebel, Imperial, Scum]);
    laid.state.team_mut(Scum).standpoint = Standpoint::Fringe;
    (0..3).for_each(|seat| laid.fund(seat, 100));
    laid.state.turn = 2;
    laid.state.targets = vec![
        Target { owner: Some(Imperial), ..place(TargetId(0), TargetType::LeisureWorld) },
        place(TargetId(1), TargetType::LeisureWorld),
        trade_route(TargetId(2)),
    ];
    laid
}

fn players(change: impl Fn(u8, &mut Obedient)) -> Vec<Box<dyn Doctrine>> {
    let make = |seat| -> Box<dyn Doctrine> {
        let mut doctrine = Obedient::default();
        change(seat, &mut doctrine);
        Box::new(doctrine)
    };
    (0..3).map(make).collect()
}

#[test]
fn scum_attack_nobodys_targets_shipping_and_contracts_only() {
    let mut laid = laid();
    let open = options(&laid.context(), Scum, &[]);
    let expected = [
        Attack::Target(TargetId(1)),
        Attack::Target(TargetId(2)),
        Attack::Piracy(Rebel),
        Attack::Piracy(Imperial),
    ];
    assert_eq!(open, expected);
    at(&mut laid, 0, |market| market.place_contract(TargetId(0), 12, None)).unwrap();
    let contract = Attack::Contract { contract: 0, target: TargetId(0) };
    assert!(options(&laid.context(), Scum, &[]).contains(&contract));
    // The employer keeps away from it, the pay is set aside.
    assert!(!options(&laid.context(), Rebel, &[]).contains(&Attack::Target(TargetId(0))));
    assert_eq!(laid.state.players[0].free_points(), 88);
}

#[test]
fn an_accepted_contract_is_paid_and_an_open_one_lapses() {
    let mut laid = laid();
    at(&mut laid, 0, |market| market.place_contract(TargetId(0), 12, None)).unwrap();
    let contract = Attack::Contract { contract: 0, target: TargetId(0) };
    let mut doctrines = players(|seat, doctrine| {
        if seat == 2 {
            doctrine.attacks.push_back(contract);
        }
    });
    let mut declared = Vec::new();
    declare_attacks(&mut laid.context(), &mut doctrines, &mut declared);
    assert_eq!(declared.len(), 1);
    assert_eq!([0, 2].map(|seat: usize| laid.state.players[seat].balance), [88, 112]);
    mercenaries::lapse(&mut laid.context());
    assert!(laid.state.contracts.is_empty());
    // Nobody accepts: the points are free again.
    at(&mut laid, 0, |market| market.place_contract(TargetId(0), 30, None)).unwrap();
    mercenaries::lapse(&mut laid.context());
    assert_eq!(laid.state.players[0].free_points(), 88);
    let own = at(&mut laid, 1, |market| market.place_contract(TargetId(0), 1, None));
    assert_eq!(own, Err(Refusal::NotControlled), "not on the own target");
    let scum = at(&mut laid, 2, |market| market.place_contract(TargetId(0), 1, None));
    assert_eq!(scum, Err(Refusal::WrongFaction));
}

/// Hired by the Rebels, Scum attack an Imperial target, which is ceded.
#[test]
fn a_target_taken_on_a_contract_goes_to_scum_to_the_employer_or_to_nobody() {
    let owner = |ruling: ContractTarget| {
        let mut laid = laid();
        laid.book.rules.rulings.contract_target_goes_to = ruling;
        let mut battle = battle("space-superiority", [100; 2], [Some(2), Some(1)]);
        battle.card.factions = [Scum, Imperial];
        battle.card.target = Some(TargetId(0));
        battle.employer = Some(Rebel);
        let fight = Fight {
            battle,
            plans: [SquadPlan::default(), SquadPlan::default()],
            points: [0; 2],
            containers: Vec::new(),
            prisoners: [Vec::new(), Vec::new()],
            captives: Vec::new(),
            scrapyards: [0; 2],
            result: FightResult::NotFought { reason: NotFought::Ceded, winner: Some(Side::Attacker) },
        };
        settle(&mut laid.context(), &mut players(|_, _| {}), &fight);
        laid.state.targets[0].owner
    };
    let rulings = [ContractTarget::Scum, ContractTarget::Employer, ContractTarget::Uncontrolled];
    assert_eq!(rulings.map(owner), [Some(Scum), Some(Rebel), None]);
}

#[test]
fn unopposed_smuggling_pays_each_scum_player_thirty() {
    let mut laid = laid();
    let mut doctrines = players(|_, _| {});
    control::take(&mut laid.context(), &mut doctrines, TargetId(2), Scum, PlayerId(2), TakenBy::FreeCapture);
    assert_eq!(laid.state.players[2].balance, 130);
    assert_eq!(laid.state.team(Rebel).tally.enemy_trade_route_loss, 4);
    assert_eq!(laid.state.team(Imperial).tally.enemy_trade_route_loss, 4);
}

#[test]
fn goods_change_hands_on_the_black_market_when_both_agree() {
    let mut laid = laid();
    // A TIE Fighter that Scum took from the Empire is sold back to it, and to nobody else.
    let hull = at(&mut laid, 1, |market| market.buy_ship(ship("TIE Fighter"), &[])).unwrap();
    laid.context().hand_over_hull(hull, PlayerId(2));
    let foreign = at(&mut laid, 2, |market| market.offer_for_sale(PlayerId(0), Asset::Hull(hull), 8));
    assert_eq!(foreign, Err(Refusal::WrongFaction), "a Rebel buys ships of his own faction");
    let torpedo = upgrade("Proton Torpedoes");
    at(&mut laid, 2, |market| market.buy_upgrade(torpedo)).unwrap();
    at(&mut laid, 2, |market| {
        market.offer_for_sale(PlayerId(1), Asset::Hull(hull), 8).unwrap();
        market.offer_for_sale(PlayerId(0), Asset::Upgrade(torpedo), 2).unwrap();
    });
    let between_powers = at(&mut laid, 0, |market| market.offer_for_sale(PlayerId(1), Asset::Hull(hull), 1));
    assert_eq!(between_powers, Err(Refusal::NotAllowed));
    let mut doctrines = players(|seat, doctrine| doctrine.pays = seat == 1);
    black_market::settle_offers(&mut laid.context(), &mut doctrines);
    assert_eq!(laid.state.hull(hull).owner, PlayerId(1));
    // The Empire paid 11 for it new and 8 again; Scum 4 for torpedoes that the Rebel declined.
    assert_eq!([0, 1, 2].map(|seat: usize| laid.state.players[seat].balance), [100, 81, 104]);
    assert_eq!(laid.state.players[0].store.copies(torpedo), 0);
    assert!(laid.state.offers.is_empty());
}

#[test]
fn prisoners_of_scum_are_ransomed_when_their_player_pays() {
    let mut laid = laid();
    let rookie = at(&mut laid, 0, |market| market.buy_pilot(pilot("Rookie Pilot"))).unwrap();
    laid.context().capture(rookie, Scum);
    let deal = |laid: &mut Laid, pays: bool| {
        let mut doctrines = players(|seat, doctrine| {
            doctrine.ransom = (seat == 2).then_some(6);
            doctrine.pays = pays;
        });
        black_market::ransom_prisoners(&mut laid.context(), &mut doctrines);
    };
    deal(&mut laid, false);
    assert_eq!(laid.state.person(rookie).fate, PersonFate::Captive(Scum));
    deal(&mut laid, true);
    assert_eq!(laid.state.person(rookie).fate, PersonFate::OnRoster);
    assert_eq!([0, 2].map(|seat: usize| laid.state.players[seat].balance), [92, 106]);
}

#[test]
fn a_better_offer_turns_a_prisoner_who_has_a_scum_card() {
    let mut laid = laid();
    laid.state.turn = 0;
    let imperial = crate::catalog::catalog().find_pilot("Boba Fett", Some(Imperial)).unwrap();
    let boba = at(&mut laid, 1, |market| market.buy_commander(imperial)).unwrap();
    let rookie = at(&mut laid, 0, |market| market.buy_pilot(pilot("Rookie Pilot"))).unwrap();
    laid.state.turn = 2;
    laid.state.person_mut(boba).skill = 9;
    laid.context().capture(boba, Scum);
    laid.context().capture(rookie, Scum);
    let balance = laid.state.players[2].balance;
    assert_eq!(at(&mut laid, 2, |market| market.better_offer(rookie)), Err(Refusal::NotAllowed));
    at(&mut laid, 2, |market| market.better_offer(boba)).unwrap();
    let who = laid.state.person(boba);
    assert_eq!((who.owner, who.fate, who.skill), (PlayerId(2), PersonFate::OnRoster, 9));
    let card = laid.book.catalog.pilot(who.card().unwrap());
    assert_eq!(card.faction, Scum);
    assert_eq!(laid.state.players[2].balance, balance - 10);
    assert!(laid.state.players[1].persons.is_empty());
}

#[test]
fn undefended_piracy_steals_two_containers() {
    use crate::campaign::plan::SquadPlan;
    use crate::campaign::plan::{Declared, PlannedShip};
    use crate::campaign::rules::aftermath::settle;
    use crate::campaign::rules::conduct_battle::{conduct, construct_squads};
    use crate::campaign::rules::determine_scenarios_phase::{Scenarios, determine_scenarios};
    use crate::campaign::testing::Lottery;

    let mut laid = laid();
    let pirate = at(&mut laid, 2, |market| {
        let hull = market.buy_ship(ship("Z-95 Headhunter"), &[]).unwrap();
        PlannedShip::bare(hull, market.buy_pilot(pilot("Binayre Pirate")).unwrap())
    });
    let declared = [Declared { faction: Scum, player: PlayerId(2), attack: Attack::Piracy(Imperial) }];
    let mut scenarios = Scenarios::default();
    determine_scenarios(&mut laid.context(), &declared, &mut scenarios);
    assert_eq!(scenarios.battles[0].mission.key, "supply-raid");
    let mut doctrines = players(|seat, doctrine| {
        if seat == 2 {
            doctrine.squads.push_back(SquadPlan { ships: vec![pirate], ..SquadPlan::default() });
        }
    });
    let before = [1, 2].map(|seat: usize| laid.state.players[seat].balance);
    let mut context = laid.context();
    let mut fights = construct_squads(&mut context, &mut doctrines, &mut scenarios.battles, &[1.0; 3]);
    conduct(&mut context, &mut Lottery, &mut fights[0]);
    settle(&mut context, &mut doctrines, &fights[0]);
    // No equipment to put in: two of three containers with 3 Fleet Points each.
    let after = [1, 2].map(|seat: usize| laid.state.players[seat].balance);
    assert_eq!((before[0] - after[0], after[1] - before[1]), (6, 6));
}

#[test]
fn scum_take_goods_of_any_faction() {
    let mut laid = laid();
    let hull = at(&mut laid, 0, |market| market.buy_ship(ship("X-wing"), &[])).unwrap();
    at(&mut laid, 0, |market| market.offer_for_sale(PlayerId(2), Asset::Hull(hull), 10)).unwrap();
    let mut doctrines = players(|_, doctrine| doctrine.pays = true);
    black_market::settle_offers(&mut laid.context(), &mut doctrines);
    assert_eq!(laid.state.hull(hull).owner, PlayerId(2));
}

/// Between turns the route is nobody's, and a container that gets away pays whoever wins the battle.
#[test]
fn interdicted_smuggling_pays_each_scum_player_for_every_container_that_gets_away() {
    use crate::battle::{Engagement, Outcome};
    use crate::campaign::BattleModel;
    use crate::campaign::plan::{Declared, PlannedShip, SquadPlan};
    use crate::campaign::rules::aftermath::settle;
    use crate::campaign::rules::conduct_battle::{conduct, construct_squads};
    use crate::campaign::rules::determine_scenarios_phase::{Scenarios, determine_scenarios};
    use crate::campaign::testing::Lottery;
    use crate::chance::Luck;
    use crate::ids::Side;

    /// Two containers get away, one is stolen; the Rebels win.
    struct Raid;
    impl BattleModel for Raid {
        fn fight(&mut self, engagement: &Engagement, luck: Luck, key: u64) -> Outcome {
            Outcome {
                winner: Some(Side::Attacker),
                containers_fled: 2,
                containers_stolen: vec![0],
                containers_lost: Vec::new(),
                ..Lottery.fight(engagement, luck, key)
            }
        }
    }

    let mut laid = laid();
    let wing = |laid: &mut Laid, seat, class, card| {
        at(laid, seat, |market| {
            let hull = market.buy_ship(ship(class), &[]).unwrap();
            PlannedShip::bare(hull, market.buy_pilot(pilot(card)).unwrap())
        })
    };
    let raider = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
    let smuggler = wing(&mut laid, 2, "Z-95 Headhunter", "Binayre Pirate");
    let route = Attack::Target(TargetId(2));
    let declared = [
        Declared { faction: Rebel, player: PlayerId(0), attack: route },
        Declared { faction: Scum, player: PlayerId(2), attack: route },
    ];
    let mut scenarios = Scenarios::default();
    determine_scenarios(&mut laid.context(), &declared, &mut scenarios);
    let mut doctrines = players(|seat, doctrine| {
        let ships = vec![if seat == 0 { raider } else { smuggler }];
        doctrine.squads.push_back(SquadPlan { ships, ..SquadPlan::default() });
    });
    let before = [0, 2].map(|seat: usize| laid.state.players[seat].balance);
    let mut context = laid.context();
    let mut fights = construct_squads(&mut context, &mut doctrines, &mut scenarios.battles, &[1.0; 3]);
    conduct(&mut context, &mut Raid, &mut fights[0]);
    settle(&mut context, &mut doctrines, &fights[0]);
    // 2 x 10 for Scum less the 3 points of the stolen container, which the Rebel has; he also wins the route.
    let after = [0, 2].map(|seat: usize| laid.state.players[seat].balance);
    assert_eq!((after[0] - before[0], after[1] - before[1]), (3, 17));
    assert!(laid.state.team(Rebel).tally.trade_route && laid.state.target(TargetId(2)).owner.is_none());
}

#[test]
fn contracts_are_paid_in_goods_and_prisoners_too() {
    let mut laid = laid();
    let hull = at(&mut laid, 0, |market| market.buy_ship(ship("X-wing"), &[])).unwrap();
    let pirate = at(&mut laid, 2, |market| market.buy_pilot(pilot("Binayre Pirate"))).unwrap();
    laid.context().capture(pirate, Rebel);
    let contract = Attack::Contract { contract: 0, target: TargetId(0) };
    let accept = |laid: &mut Laid| {
        let mut doctrines =
            players(|seat, doctrine| doctrine.attacks.extend((seat == 2).then_some(contract)));
        declare_attacks(&mut laid.context(), &mut doctrines, &mut Vec::new());
        mercenaries::lapse(&mut laid.context());
    };
    let foreign =
        at(&mut laid, 1, |market| market.place_contract(TargetId(0), 1, Some(Asset::Prisoner(pirate))));
    assert_eq!(foreign, Err(Refusal::NotControlled), "on the own target");
    at(&mut laid, 0, |market| market.place_contract(TargetId(0), 5, Some(Asset::Hull(hull)))).unwrap();
    accept(&mut laid);
    assert_eq!(laid.state.hull(hull).owner, PlayerId(2));
    let again = at(&mut laid, 0, |market| market.place_contract(TargetId(0), 0, Some(Asset::Hull(hull))));
    assert_eq!(again, Err(Refusal::NotOwned));
    // A prisoner goes home to his own side; what is gone makes the offer void.
    at(&mut laid, 0, |market| market.place_contract(TargetId(0), 0, Some(Asset::Prisoner(pirate)))).unwrap();
    assert!(options(&laid.context(), Scum, &[]).contains(&contract));
    accept(&mut laid);
    assert_eq!(laid.state.person(pirate).fate, PersonFate::OnRoster);
    laid.context().capture(pirate, Rebel);
    at(&mut laid, 0, |market| market.place_contract(TargetId(0), 0, Some(Asset::Prisoner(pirate)))).unwrap();
    laid.context().bring_home(pirate, crate::events::words::Homecoming::Escape);
    assert!(!options(&laid.context(), Scum, &[]).contains(&contract));
}
