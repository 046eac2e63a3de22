//! Each restriction, with a squad on either side of its limit.

use super::*;
use crate::catalog::BaseSize;
use crate::ids::ShipClassId;

/// A small ship of 20 points, base 18 and upgrades 2.
const SMALL: ShipSummary = ShipSummary {
    class: ShipClassId(0),
    size: BaseSize::Small,
    base_points: 18,
    upgrade_points: 2,
    skill: 4,
    unique_pilot: false,
    group: 0,
    role: None,
    crew_icons: 0,
    empty_crew_slots: 0,
};
const LARGE: ShipSummary =
    ShipSummary { class: ShipClassId(1), size: BaseSize::Large, base_points: 40, upgrade_points: 0, ..SMALL };

fn faults(key: &str, side: Side, size: u16, ships: &[ShipSummary]) -> Vec<Violation> {
    mission(key).check_squad(side, size, &SquadSummary { ships, ..SquadSummary::default() })
}

#[test]
fn points_up_to_the_size_are_allowed() {
    let squad = [SMALL; 5];
    assert_eq!(faults("space-superiority", Side::Attacker, 100, &squad), []);
    let dear = Violation::TooManyPoints { points: 100, allowed: 99 };
    assert_eq!(faults("space-superiority", Side::Attacker, 99, &squad), [dear]);
}

#[test]
fn bounty_doubles_the_base_and_takes_ten_off_the_upgrades() {
    let mission = mission("assassination");
    let points = |base_points, upgrade_points| {
        let ship = ShipSummary { base_points, upgrade_points, role: Some(SquadRole::Bounty), ..SMALL };
        mission.ship_points(Side::Defender, &ship)
    };
    assert_eq!(points(30, 14), 64, "2 x 30 + (14 - 10)");
    assert_eq!(points(30, 10), 60, "2 x 30 + 0");
    assert_eq!(points(30, 4), 60, "never below nothing");
    assert_eq!(points(30, -2), 60, "nor for a card of negative cost");
    assert_eq!(mission.ship_points(Side::Defender, &SMALL), 20, "others pay as printed");
    let refit = ShipSummary { upgrade_points: -2, ..SMALL };
    assert_eq!(mission.ship_points(Side::Defender, &refit), 16);
    assert_eq!(mission.elite_slots(Side::Defender, Some(SquadRole::Bounty), 0), 2);
    assert_eq!(mission.elite_slots(Side::Defender, None, 1), 1);
}

#[test]
fn bounty_is_one_ship_of_the_highest_skill() {
    let bounty = ShipSummary { role: Some(SquadRole::Bounty), ..SMALL };
    let ace = ShipSummary { skill: 7, ..SMALL };
    let check = |ships: &[ShipSummary]| faults("assassination", Side::Defender, 150, ships);
    assert_eq!(check(&[bounty, SMALL]), []);
    assert_eq!(check(&[SMALL, SMALL]), [Violation::RoleMissing { role: SquadRole::Bounty, needed: 1 }]);
    let low = Violation::NotEligible { ship: 0, role: SquadRole::Bounty, lacks: Eligible::HighestSkill };
    assert_eq!(check(&[bounty, ace]), [low]);
    assert_eq!(check(&[bounty, bounty]), [Violation::RoleTooOften { role: SquadRole::Bounty, allowed: 1 }]);
    // The attacker has no such role.
    let unknown = Violation::RoleUnknown { ship: 0, role: SquadRole::Bounty };
    assert_eq!(faults("assassination", Side::Attacker, 90, &[bounty]), [unknown]);
}

#[test]
fn one_large_ship_against_three_small_ones() {
    let attacker = |ships: &[ShipSummary]| faults("smash-and-grab", Side::Attacker, 60, ships);
    assert_eq!(attacker(&[LARGE]), []);
    assert_eq!(attacker(&[LARGE, SMALL]), [Violation::SmallShips { found: 1 }]);
    assert_eq!(attacker(&[SMALL]), [Violation::SmallShips { found: 1 }, Violation::LargeShips { found: 0 }]);
    let defender = |ships: &[ShipSummary]| faults("smash-and-grab", Side::Defender, 75, ships);
    assert_eq!(defender(&[SMALL; 3]), []);
    let four = [ShipSummary { base_points: 12, ..SMALL }; 4];
    assert_eq!(defender(&four), [Violation::Ships { found: 4 }]);
    assert_eq!(defender(&[LARGE]), [Violation::LargeShips { found: 1 }]);
}

#[test]
fn divide_and_conquer_counts_and_prices_its_small_ships() {
    let attacker = |ships: &[ShipSummary]| faults("divide-and-conquer", Side::Attacker, 84, ships);
    assert_eq!(attacker(&[LARGE, SMALL, SMALL]), []);
    let dear = ShipSummary { upgrade_points: 3, ..SMALL };
    let too_dear = Violation::ShipTooDear { ship: 2, points: 21, allowed: 20 };
    assert_eq!(attacker(&[LARGE, SMALL, dear]), [too_dear]);
    for (n, legal) in [(1, false), (2, true), (3, false), (4, true), (5, false), (6, true)] {
        let cheap = [ShipSummary { base_points: 10, ..SMALL }; 6];
        let found = faults("divide-and-conquer", Side::Defender, 100, &cheap[..n]);
        assert_eq!(found.is_empty(), legal, "{n} small ships: {found:?}");
    }
}

#[test]
fn at_least_four_ships_and_no_large_ones() {
    assert_eq!(faults("data-theft", Side::Defender, 100, &[SMALL; 4]), []);
    assert_eq!(faults("data-theft", Side::Defender, 100, &[SMALL; 3]), [Violation::Ships { found: 3 }]);
    assert_eq!(faults("micro-jumps", Side::Defender, 100, &[SMALL; 3]), [Violation::Ships { found: 3 }]);
    assert_eq!(faults("hvt-recovery", Side::Defender, 75, &[LARGE]), [Violation::LargeShips { found: 1 }]);
    assert_eq!(faults("hvt-recovery", Side::Attacker, 100, &[LARGE]), []);
}

#[test]
fn escalation_wants_three_even_groups_the_first_of_fifty() {
    let ship = |group, base_points| ShipSummary { group, base_points, upgrade_points: 0, ..SMALL };
    let check = |ships: &[ShipSummary]| faults("escalation", Side::Attacker, 150, ships);
    assert_eq!(check(&[ship(0, 50), ship(1, 50), ship(2, 50)]), []);
    assert_eq!(check(&[ship(0, 45), ship(1, 50), ship(2, 55)]), [], "ten points apart");
    let uneven = Violation::GroupsUneven { difference: 11, allowed: 10 };
    assert_eq!(check(&[ship(0, 44), ship(1, 50), ship(2, 55)]), [uneven]);
    let dear = Violation::GroupTooDear { group: 0, points: 51, allowed: 50 };
    assert_eq!(check(&[ship(0, 51), ship(1, 49), ship(2, 50)]), [dear]);
    let found = check(&[ship(0, 40), ship(1, 40)]);
    assert!(found.contains(&Violation::GroupEmpty { group: 2 }), "{found:?}");
    let found = check(&[ship(0, 40), ship(1, 40), ship(3, 40)]);
    assert!(found.contains(&Violation::NoSuchGroup { ship: 2, groups: 3 }), "{found:?}");
}

#[test]
fn interdiction_limits_each_group_and_not_their_difference() {
    let ship = |group, base_points| ShipSummary { group, base_points, upgrade_points: 0, ..SMALL };
    let check = |ships: &[ShipSummary]| faults("interdiction", Side::Defender, 150, ships);
    assert_eq!(check(&[ship(0, 75), ship(1, 20)]), []);
    let dear = Violation::GroupTooDear { group: 1, points: 76, allowed: 75 };
    assert_eq!(check(&[ship(0, 20), ship(1, 76)]), [dear]);
}

#[test]
fn prototype_is_a_small_ship_with_a_generic_pilot() {
    let check = |ship: ShipSummary| {
        faults(
            "combat-trial",
            Side::Defender,
            100,
            &[ShipSummary { role: Some(SquadRole::Prototype), ..ship }],
        )
    };
    assert_eq!(check(SMALL), []);
    let lacks = |lacks| Violation::NotEligible { ship: 0, role: SquadRole::Prototype, lacks };
    assert_eq!(check(LARGE), [lacks(Eligible::Small)]);
    assert_eq!(check(ShipSummary { unique_pilot: true, ..SMALL }), [lacks(Eligible::GenericPilot)]);
}

#[test]
fn exfil_needs_an_empty_crew_slot_and_the_exchange_a_docking_collar() {
    let roomy = ShipSummary { crew_icons: 1, empty_crew_slots: 1, ..SMALL };
    let full = ShipSummary { crew_icons: 1, ..SMALL };
    let exfil = |ship| faults("exfil", Side::Attacker, 80, &[SMALL, ship]);
    assert_eq!(exfil(roomy), []);
    assert_eq!(exfil(full), [Violation::RoleMissing { role: SquadRole::Recovery, needed: 1 }]);
    let role = SquadRole::PrisonerTransport;
    let exchange =
        |ship| faults("prisoner-exchange", Side::Defender, 75, &[ShipSummary { role: Some(role), ..ship }]);
    let cards = crate::catalog::catalog();
    let of_class = |name: &str| ShipSummary { class: cards.find_ship(name).expect("a ship"), ..roomy };
    assert_eq!(exchange(of_class("HWK-290")), []);
    assert_eq!(exchange(of_class("B-wing")), [Violation::ClassBarred { ship: 0, role }]);
    assert_eq!(exchange(of_class("TIE Phantom")), [Violation::ClassBarred { ship: 0, role }]);
    let lacks = Violation::NotEligible { ship: 0, role, lacks: Eligible::EmptyCrewSlot };
    assert_eq!(exchange(full), [lacks]);
}

#[test]
fn roles_given_at_set_up_need_only_a_ship_that_could_take_them() {
    assert_eq!(faults("wing-commander", Side::Attacker, 100, &[SMALL]), []);
    let none = Violation::RoleMissing { role: SquadRole::WingCommander, needed: 1 };
    assert_eq!(faults("wing-commander", Side::Attacker, 100, &[]), [none]);
}

#[test]
fn huge_ships_are_where_the_mission_wants_them_and_cost_points() {
    let ships = [SMALL, SMALL];
    let check = |key: &str, side, size, support_ships, capital_ships, huge_ship_points| {
        let squad = SquadSummary { ships: &ships, support_ships, capital_ships, huge_ship_points };
        mission(key).check_squad(side, size, &squad)
    };
    use Side::{Attacker, Defender};
    assert_eq!(check("shipping-strike", Defender, 100, 1, 0, 45), []);
    assert_eq!(check("shipping-strike", Defender, 100, 0, 0, 0), [Violation::SupportShipMissing]);
    assert_eq!(check("shipping-strike", Attacker, 100, 1, 0, 45), [Violation::SupportShipForbidden]);
    let dear = Violation::TooManyPoints { points: 130, allowed: 100 };
    assert_eq!(check("shipping-strike", Defender, 100, 2, 0, 90), [dear, Violation::HugeShips { found: 2 }]);
    assert_eq!(check("strike-force", Defender, 200, 0, 0, 0), [Violation::CapitalShipMissing]);
    assert_eq!(check("strike-force", Attacker, 200, 0, 1, 120), [Violation::CapitalShipForbidden]);
    assert_eq!(check("capital-clash", Attacker, 250, 0, 1, 120), []);
    assert_eq!(check("joint-strike", Attacker, 200, 1, 1, 160), [Violation::HugeShips { found: 2 }]);
    // 2 x 20 + 120 exceeds 120: in Isolated the capital ship is alone.
    let alone = Violation::TooManyPoints { points: 160, allowed: 120 };
    assert_eq!(check("isolated", Defender, 120, 0, 1, 120), [alone]);
}

#[test]
fn no_more_than_twelve_small_and_six_large_ships_of_one_class() {
    let cheap = ShipSummary { base_points: 10, upgrade_points: 0, ..SMALL };
    let liner = ShipSummary { base_points: 20, upgrade_points: 0, ..LARGE };
    let check = |ships: &[ShipSummary]| faults("strike-force", Side::Attacker, 200, ships);
    assert_eq!(check(&[cheap; 12]), []);
    assert_eq!(check(&[cheap; 13]), [Violation::TooManyOfOneClass { ship: 0, found: 13, allowed: 12 }]);
    assert_eq!(check(&[liner; 6]), []);
    assert_eq!(check(&[liner; 7]), [Violation::TooManyOfOneClass { ship: 0, found: 7, allowed: 6 }]);
}

#[test]
fn violations_read_well() {
    let words = |violation: Violation, key: &str, side| violation.in_words(mission(key), side);
    assert_eq!(
        words(Violation::Ships { found: 3 }, "data-theft", Side::Defender),
        "3 ships; the mission wants at least 4 ships"
    );
    assert_eq!(
        words(Violation::SmallShips { found: 3 }, "divide-and-conquer", Side::Defender),
        "3 small ships; the mission wants 2, 4 or 6 small ships"
    );
}

/// The check is asked for every candidate of a squad search; it must answer without a list.
#[test]
fn allows_squad_agrees_with_check_squad() {
    for mission in missions().iter() {
        for side in Side::BOTH {
            for ships in [&[][..], &[SMALL; 4], &[LARGE], &[LARGE, SMALL, SMALL], &[SMALL; 14]] {
                let squad = SquadSummary { ships, ..SquadSummary::default() };
                let listed = mission.check_squad(side, 100, &squad).is_empty();
                assert_eq!(mission.allows_squad(side, 100, &squad), listed, "{}", mission.key);
            }
        }
    }
}
