//! Outposts and space installations.

use Faction::{Imperial, Rebel};

use crate::campaign::obedient::Obedient;
use crate::campaign::refusal::Refusal;
use crate::campaign::rules::free_upgrades::visit_outposts;
use crate::campaign::rules::pilot_improvements::Improvement;
use crate::campaign::rules::space_installations::scrap;
use crate::campaign::rules::time_intensive_upgrades::Workshop;
use crate::campaign::state::Target;
use crate::campaign::testing::{Laid, at, pilot, place, ship, upgrade};
use crate::config::TargetType;
use crate::ids::{Faction, PlayerId, TargetId};

fn laid(types: &[TargetType]) -> Laid {
    let mut laid = Laid::new(&[Rebel, Rebel, Imperial]);
    (0..3).for_each(|seat| laid.fund(seat, 100));
    laid.state.turn = 3;
    laid.state.targets = types
        .iter()
        .enumerate()
        .map(|(i, &type_)| Target { owner: Some(Rebel), ..place(TargetId(i as u8), type_) })
        .collect();
    laid
}

fn visit(laid: &mut Laid, seat: u8, wishes: &[&str]) -> Obedient {
    let mut doctrine =
        Obedient { free: wishes.iter().map(|name| upgrade(name)).collect(), ..Obedient::default() };
    visit_outposts(&mut laid.context(), &mut doctrine, PlayerId(seat));
    doctrine
}

/// The rulebook's examples: two Fleet Points for a Gunner, one for a Sensor Jammer, four for a Heavy Laser Cannon.
#[test]
fn outposts_give_three_points_or_a_dearer_card_for_the_difference() {
    let mut laid = laid(&[TargetType::CommerceHub]);
    visit(&mut laid, 0, &["Gunner"]);
    assert_eq!(laid.state.players[0].balance, 98);
    assert_eq!(laid.state.persons_of(PlayerId(0)).count(), 1);
    let mut laid = self::laid(&[TargetType::ChopShop]);
    visit(&mut laid, 0, &["Sensor Jammer"]);
    assert_eq!(laid.state.players[0].balance, 99);
    let mut laid = self::laid(&[TargetType::MunitionsDepot]);
    visit(&mut laid, 0, &["Heavy Laser Cannon"]);
    assert_eq!(laid.state.players[0].balance, 96);
    assert_eq!(laid.state.players[0].store.copies(upgrade("Heavy Laser Cannon")), 1);
}

#[test]
fn outposts_give_several_cheap_cards_and_no_unique_ones() {
    let mut laid = laid(&[TargetType::CommerceHub]);
    // 1 + 2 points; after that nothing of cost is left to choose.
    let doctrine = visit(&mut laid, 0, &["Intelligence Agent", "Mercenary Copilot", "Gunner"]);
    assert_eq!(laid.state.persons_of(PlayerId(0)).count(), 2);
    assert_eq!(laid.state.players[0].balance, 100);
    assert!(!doctrine.offered.contains(&upgrade("Gunner")));
    assert!(!doctrine.offered.contains(&upgrade("Nien Nunb")));
    // Each player of the faction chooses for himself; the enemy gets nothing.
    visit(&mut laid, 1, &["Intelligence Agent"]);
    assert_eq!(laid.state.persons_of(PlayerId(1)).count(), 1);
    let enemy = visit(&mut laid, 2, &["Intelligence Agent"]);
    assert!(enemy.offered.is_empty());
}

#[test]
fn a_second_hub_does_not_double_the_points_unless_ruled_so() {
    let gains = |add_up: bool| {
        let mut rules = crate::campaign::testing::rules();
        rules.rulings.special_places_add_up = add_up;
        let mut laid = Laid::with(rules, &[Rebel, Imperial]);
        laid.state.turn = 2;
        laid.state.targets = (0..2)
            .map(|i| Target { owner: Some(Rebel), ..place(TargetId(i), TargetType::MunitionsDepot) })
            .collect();
        visit(&mut laid, 0, &["Flechette Torpedoes", "Flechette Torpedoes", "Flechette Torpedoes"]);
        laid.state.players[0].store.copies(upgrade("Flechette Torpedoes"))
    };
    // Two points a pack of three: one pack for 3 points, three packs for 6.
    assert_eq!((gains(false), gains(true)), (3, 9));
}

#[test]
fn construction_yards_install_at_once_one_ship_a_yard() {
    let mut laid = laid(&[TargetType::ConstructionYard]);
    let engine = upgrade("Engine Upgrade");
    at(&mut laid, 0, |market| {
        let first = market.buy_ship(ship("X-wing"), &[]).unwrap();
        let second = market.buy_ship(ship("X-wing"), &[]).unwrap();
        market.buy_upgrade(engine).unwrap();
        market.buy_upgrade(engine).unwrap();
        market.install(first, engine, Workshop::ConstructionYard).unwrap();
        assert!(market.view().hull(first).is_available(3));
        let refused = market.install(second, engine, Workshop::ConstructionYard);
        assert_eq!(refused, Err(Refusal::AllowanceUsed));
    });
    at(&mut laid, 2, |market| {
        let hull = market.buy_ship(ship("TIE Interceptor"), &[]).unwrap();
        market.buy_upgrade(upgrade("Stealth Device")).unwrap();
        let refused = market.install(hull, upgrade("Stealth Device"), Workshop::ConstructionYard);
        assert_eq!(refused, Err(Refusal::NotControlled));
    });
}

#[test]
fn military_training_improves_skill_for_an_idle_turn() {
    let mut laid = laid(&[TargetType::MilitaryTrainingInstallation]);
    at(&mut laid, 0, |market| {
        let bandit = market.buy_pilot(pilot("Bandit Squadron Pilot")).unwrap();
        market.train(bandit).unwrap();
        // As if he had spent 1 XP: the jump from 2 to 4 is open to him.
        let who = *market.view().person(bandit);
        assert_eq!((who.skill, who.points, who.xp()), (4, 3, 0));
        assert!(!who.is_fit(3) && who.is_fit(4));
        let other = market.buy_pilot(pilot("Rookie Pilot")).unwrap();
        assert_eq!(market.train(other), Err(Refusal::AllowanceUsed));
        assert_eq!(market.improve(bandit, Improvement::Skill), Err(Refusal::NotEnoughXp));
    });
}

#[test]
fn repair_depots_save_a_turn_but_not_a_fitting() {
    let mut laid = laid(&[TargetType::RepairDepot]);
    let (damaged, fitting) = at(&mut laid, 0, |market| {
        (market.buy_ship(ship("X-wing"), &[]).unwrap(), market.buy_ship(ship("X-wing"), &[]).unwrap())
    });
    for hull in [damaged, fitting] {
        laid.state.hull_mut(hull).damaged = true;
        laid.state.hull_mut(hull).ready_turn = 4;
    }
    at(&mut laid, 0, |market| {
        market.hasten_repair(damaged).unwrap();
        assert!(market.view().hull(damaged).is_available(3));
        assert_eq!(market.hasten_repair(fitting), Err(Refusal::AllowanceUsed));
    });
    laid.state.players[0].allowances = Default::default();
    laid.state.hull_mut(fitting).fitting_until = 4;
    at(&mut laid, 0, |market| market.hasten_repair(fitting)).unwrap();
    assert_eq!(laid.state.hull(fitting).ready_turn, 4);
}

#[test]
fn scrapyards_pay_two_points_for_each_own_wreck_on_a_held_field() {
    let mut laid = laid(&[TargetType::Scrapyard]);
    scrap(&mut laid.context(), PlayerId(0), 1, 3);
    scrap(&mut laid.context(), PlayerId(2), 0, 3);
    assert_eq!([0, 2].map(|seat: usize| laid.state.players[seat].balance), [106, 100]);
    // A second yard adds nothing, unless a ruling says so.
    scrap(&mut laid.context(), PlayerId(0), 2, 3);
    laid.book.rules.rulings.special_places_add_up = true;
    scrap(&mut laid.context(), PlayerId(0), 2, 3);
    assert_eq!(laid.state.players[0].balance, 106 + 6 + 12);
}
