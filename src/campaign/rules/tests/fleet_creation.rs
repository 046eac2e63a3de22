//! Assembling a Squadron: limits, commanders, upgrades, titles, crew.

use Faction::{Imperial, Rebel, Scum};

use crate::campaign::refusal::Refusal;
use crate::campaign::rules::time_intensive_upgrades::Workshop;
use crate::campaign::rules::unique_pilots::count_phase_without_commander;
use crate::campaign::testing::{Laid, at, pilot, rules, ship, upgrade};
use crate::config::LargeShipsAtStart;
use crate::events::words::DeathCause;
use crate::ids::{Faction, PilotCardId, PlayerId};

/// A table of two Rebels and two Imperials with plenty of Fleet Points.
fn laid() -> Laid {
    let mut laid = Laid::new(&[Rebel, Rebel, Imperial, Imperial]);
    (0..4).for_each(|seat| laid.fund(seat, 1000));
    laid
}

fn scum_card(name: &str) -> PilotCardId {
    crate::catalog::catalog().find_pilot(name, Some(Scum)).unwrap()
}

#[test]
fn ships_and_pilots_are_bought_separately_at_the_tables_prices() {
    let mut laid = laid();
    at(&mut laid, 0, |market| {
        // X-wing 19, Rookie Pilot 2, Red Squadron Pilot 4.
        assert!(market.buy_ship(ship("X-wing"), &[]).is_ok());
        assert!(market.buy_pilot(pilot("Rookie Pilot")).is_ok());
        assert!(market.buy_pilot(pilot("Red Squadron Pilot")).is_ok());
        assert_eq!(market.view().balance(), 1000 - 19 - 2 - 4);
        assert_eq!(market.buy_ship(ship("TIE Fighter"), &[]), Err(Refusal::WrongFaction));
        assert_eq!(market.buy_pilot(pilot("Academy Pilot")), Err(Refusal::WrongFaction));
        assert_eq!(market.buy_pilot(pilot("Luke Skywalker")), Err(Refusal::CommanderNeeded));
    });
    laid.state.players[0].balance = 18;
    assert_eq!(
        at(&mut laid, 0, |market| market.buy_ship(ship("X-wing"), &[])),
        Err(Refusal::NotEnoughPoints)
    );
}

#[test]
fn large_ships_are_bought_while_the_faction_has_fewer_than_twice_its_players() {
    let mut laid = laid();
    at(&mut laid, 0, |market| {
        // Two players: four large ships, in any split.
        for _ in 0..3 {
            market.buy_ship(ship("YT-2400"), &[]).unwrap();
        }
    });
    at(&mut laid, 1, |market| {
        market.buy_ship(ship("VCX-100"), &[]).unwrap();
        assert_eq!(market.buy_ship(ship("VCX-100"), &[]), Err(Refusal::LargeShipLimit));
        assert!(market.buy_ship(ship("X-wing"), &[]).is_ok(), "small ships are not limited");
    });
    // The enemy's limit is his own.
    assert!(at(&mut laid, 2, |market| market.buy_ship(ship("Firespray-31"), &[])).is_ok());
}

#[test]
fn club_rule_allows_one_large_ship_each_at_the_start() {
    let mut rules = rules();
    rules.rulings.large_ships_at_start = LargeShipsAtStart::OneEach;
    let mut laid = Laid::with(rules, &[Rebel, Rebel, Imperial]);
    laid.fund(0, 500);
    at(&mut laid, 0, |market| {
        market.buy_ship(ship("YT-2400"), &[]).unwrap();
        assert_eq!(market.buy_ship(ship("YT-2400"), &[]), Err(Refusal::LargeShipsAtStart));
    });
    laid.state.turn = 2;
    assert!(at(&mut laid, 0, |market| market.buy_ship(ship("YT-2400"), &[])).is_ok());
}

/// The rulebook's example: four Imperials may have one Glaive and three Gamma Veterans, but not two Veterans, one
/// Glaive and one Shadow.
#[test]
fn high_skill_generics_are_limited_by_players_and_one_of_five() {
    let mut laid = Laid::new(&[Imperial, Imperial, Imperial, Imperial, Rebel]);
    laid.fund(0, 100);
    at(&mut laid, 0, |market| {
        market.buy_pilot(pilot("Glaive Squadron Pilot")).unwrap();
        assert_eq!(market.buy_pilot(pilot("Shadow Squadron Pilot")), Err(Refusal::OneOfFive));
        for _ in 0..3 {
            market.buy_pilot(pilot("Gamma Squadron Veteran")).unwrap();
        }
        assert_eq!(market.buy_pilot(pilot("Gamma Squadron Veteran")), Err(Refusal::HighSkillLimit));
        assert!(market.buy_pilot(pilot("Saber Squadron Pilot")).is_ok(), "skill 4 is not high");
    });
}

#[test]
fn stand_in_rebel_generics_need_the_organizers_leave() {
    let mut laid = laid();
    let nova = pilot("Nova Squadron Pilot");
    assert_eq!(at(&mut laid, 0, |market| market.buy_pilot(nova)), Err(Refusal::OptionalGeneric));
    let mut rules = rules();
    rules.fleet.optional_rebel_generics = true;
    let mut laid = Laid::with(rules, &[Rebel, Imperial]);
    laid.fund(0, 50);
    at(&mut laid, 0, |market| {
        market.buy_pilot(nova).unwrap();
        assert_eq!(market.view().balance(), 45);
    });
}

#[test]
fn each_squadron_has_one_commander_and_each_character_exists_once() {
    let mut laid = Laid::new(&[Rebel, Imperial, Scum]);
    (0..3).for_each(|seat| laid.fund(seat, 300));
    at(&mut laid, 0, |market| {
        let luke = market.buy_commander(pilot("Luke Skywalker")).unwrap();
        assert_eq!(market.view().person(luke).xp(), 1, "unique pilots start with 1 XP");
        assert_eq!(market.buy_commander(pilot("Wedge Antilles")), Err(Refusal::CommanderPresent));
    });
    // Boba Fett cannot be both Imperial and Scum.
    let imperial = crate::catalog::catalog().find_pilot("Boba Fett", Some(Imperial)).unwrap();
    at(&mut laid, 1, |market| market.buy_commander(imperial)).unwrap();
    let scum = scum_card("Boba Fett");
    assert_eq!(at(&mut laid, 2, |market| market.buy_commander(scum)), Err(Refusal::UniqueClaimed));
}

/// Hera Syndulla has a card of both classes and is bought as the dearer one; she may be the second of the two.
#[test]
fn who_has_cards_of_both_classes_may_be_either_of_a_pair() {
    let mut laid = laid();
    at(&mut laid, 0, |market| {
        market.buy_commander(pilot("Kanan Jarrus")).unwrap();
        let hera = market.buy_commander(pilot("hera-syndulla-vcx-100")).unwrap();
        let qualified = market.view().person(hera).qualifications;
        assert!(qualified.has(ship("VCX-100")) && qualified.has(ship("Attack Shuttle")));
    });
    assert!(laid.state.players[0].commander_pair);
    // Two who fly only the same class are no pair.
    let mut laid = self::laid();
    at(&mut laid, 0, |market| {
        market.buy_commander(pilot("Kanan Jarrus")).unwrap();
        assert_eq!(market.buy_commander(pilot("Chopper")), Err(Refusal::CommanderPresent));
    });
}

#[test]
fn a_pair_of_commanders_flies_vcx_and_attack_shuttle() {
    let mut laid = laid();
    at(&mut laid, 0, |market| {
        market.buy_commander(pilot("Kanan Jarrus")).unwrap();
        assert_eq!(market.buy_commander(pilot("Luke Skywalker")), Err(Refusal::CommanderPresent));
        market.buy_commander(pilot("Ezra Bridger")).unwrap();
    });
    // Only one player of the campaign may do so.
    at(&mut laid, 1, |market| {
        market.buy_commander(pilot("Chopper")).unwrap();
        assert_eq!(market.buy_commander(pilot("sabine-wren-attack-shuttle")), Err(Refusal::CommanderPresent));
    });
}

#[test]
fn a_lost_commander_is_replaced_after_a_battle_phase_without_one() {
    let mut laid = laid();
    let luke = at(&mut laid, 0, |market| market.buy_commander(pilot("Luke Skywalker"))).unwrap();
    // Killed in the battles of turn 1: not in the purchases of turn 2, but in those of turn 3.
    laid.state.turn = 1;
    count_phase_without_commander(&mut laid.state, &laid.book);
    laid.context().kill(luke, DeathCause::Ejection);
    laid.state.turn = 2;
    let wedge = pilot("Wedge Antilles");
    assert_eq!(at(&mut laid, 0, |market| market.buy_commander(wedge)), Err(Refusal::CommanderTooEarly));
    count_phase_without_commander(&mut laid.state, &laid.book);
    laid.state.turn = 3;
    let luke_again = at(&mut laid, 0, |market| market.buy_commander(pilot("Luke Skywalker")));
    assert_eq!(luke_again, Err(Refusal::UniqueGone));
    assert!(at(&mut laid, 0, |market| market.buy_commander(wedge)).is_ok());
}

#[test]
fn a_captured_commander_who_is_replaced_is_shipped_off() {
    let mut laid = laid();
    let luke = at(&mut laid, 0, |market| market.buy_commander(pilot("Luke Skywalker"))).unwrap();
    laid.state.turn = 1;
    count_phase_without_commander(&mut laid.state, &laid.book);
    laid.context().capture(luke, Imperial);
    laid.state.turn = 2;
    count_phase_without_commander(&mut laid.state, &laid.book);
    laid.state.turn = 3;
    at(&mut laid, 0, |market| market.buy_commander(pilot("Wedge Antilles"))).unwrap();
    assert_eq!(laid.state.prisoners_of(Imperial).count(), 0);
    assert_eq!(laid.state.person(luke).fate, crate::campaign::state::PersonFate::ShippedOff);
    assert!(!laid.state.players[0].persons.contains(&luke));
}

#[test]
fn a_droid_has_a_backup_and_may_be_bought_again() {
    let mut laid = Laid::new(&[Scum, Rebel]);
    laid.fund(0, 300);
    let droid = at(&mut laid, 0, |market| market.buy_commander(pilot("IG-88B"))).unwrap();
    laid.context().kill(droid, DeathCause::Ejection);
    laid.state.turn = 1;
    count_phase_without_commander(&mut laid.state, &laid.book);
    laid.state.turn = 2;
    assert!(at(&mut laid, 0, |market| market.buy_commander(pilot("IG-88B"))).is_ok());
}

#[test]
fn a_character_is_bought_in_the_dearest_version_but_poe_as_one_likes() {
    let mut laid = laid();
    at(&mut laid, 0, |market| {
        // Hera: 8 in the VCX-100, 7 in the Attack Shuttle.
        assert_eq!(
            market.commander_price(pilot("hera-syndulla-attack-shuttle")),
            Err(Refusal::DearestVersion)
        );
        assert_eq!(market.commander_price(pilot("hera-syndulla-vcx-100")), Ok(8));
        assert_eq!(market.commander_price(pilot("poe-dameron-t-70-ps8")), Ok(9));
        assert_eq!(market.commander_price(pilot("poe-dameron-t-70-ps9")), Ok(11));
    });
}

#[test]
fn the_short_faction_may_have_an_extra_unique_pilot() {
    let mut laid = Laid::new(&[Rebel, Imperial, Imperial]);
    laid.fund(0, 300);
    at(&mut laid, 0, |market| {
        market.buy_commander(pilot("Luke Skywalker")).unwrap();
        market.buy_commander(pilot("Wedge Antilles")).unwrap();
        assert_eq!(market.buy_commander(pilot("Biggs Darklighter")), Err(Refusal::CommanderPresent));
    });
    // Scum beside the conflict are meant to be fewer; their number does not count for the powers either.
    let mut laid = Laid::new(&[Rebel, Rebel, Imperial, Imperial, Scum]);
    laid.state.team_mut(Scum).standpoint = crate::campaign::state::Standpoint::Fringe;
    laid.fund(4, 300);
    at(&mut laid, 4, |market| {
        market.buy_commander(scum_card("Boba Fett")).unwrap();
        assert_eq!(market.buy_commander(scum_card("Kath Scarlet")), Err(Refusal::CommanderPresent));
    });
}

#[test]
fn captured_tie_fighters_come_with_their_commander() {
    let mut laid = laid();
    let tie = ship("Captured TIE Fighter");
    at(&mut laid, 0, |market| {
        assert_eq!(market.buy_ship(tie, &[]), Err(Refusal::CapturedTieCommander));
        market.buy_commander(pilot("Ahsoka Tano")).unwrap();
        // At most two at the start, for 11 each.
        market.buy_ship(tie, &[]).unwrap();
        market.buy_ship(tie, &[]).unwrap();
        assert_eq!(market.buy_ship(tie, &[]), Err(Refusal::CapturedTieLimit));
        assert_eq!(market.view().balance(), 1000 - 6 - 22);
    });
    // Only one player of the campaign leads from such a ship.
    let second = at(&mut laid, 1, |market| market.buy_commander(pilot("Captain Rex")));
    assert_eq!(second, Err(Refusal::CapturedTieCommander));
    // Sabine Wren is bought as the dearer Attack Shuttle pilot, but has a card of that fighter too.
    at(&mut laid, 1, |market| {
        market.buy_commander(pilot("sabine-wren-attack-shuttle")).unwrap();
        assert_eq!(market.buy_ship(tie, &[]), Err(Refusal::CapturedTieCommander));
    });
    // Later he replaces what he lost, while he has fewer than two.
    laid.state.turn = 3;
    assert_eq!(at(&mut laid, 0, |market| market.buy_ship(tie, &[])), Err(Refusal::CapturedTieLimit));
    let lost = laid.state.players[0].hulls[0];
    laid.context().destroy_hull(lost, crate::ids::BattleId(0));
    assert!(at(&mut laid, 0, |market| market.buy_ship(tie, &[])).is_ok());
}

#[test]
fn ordnance_comes_by_threes_and_elite_upgrades_are_not_bought() {
    let mut laid = laid();
    at(&mut laid, 0, |market| {
        market.buy_upgrade(upgrade("Proton Torpedoes")).unwrap();
        assert_eq!(market.view().balance(), 996);
        assert_eq!(market.view().me().store.copies(upgrade("Proton Torpedoes")), 3);
        market.buy_upgrade(upgrade("R2 Astromech")).unwrap();
        assert_eq!(market.view().me().store.copies(upgrade("R2 Astromech")), 1);
        assert_eq!(market.buy_upgrade(upgrade("Push the Limit")), Err(Refusal::EliteNotBought));
        assert_eq!(market.buy_upgrade(upgrade("Extra Munitions")), Err(Refusal::NotBought));
    });
    let mut laid = Laid::new(&[Scum, Rebel]);
    laid.fund(0, 10);
    at(&mut laid, 0, |market| market.buy_upgrade(upgrade("Glitterstim"))).unwrap();
    assert_eq!(laid.state.players[0].store.copies(upgrade("Glitterstim")), 3);
}

#[test]
fn unique_upgrades_exist_once_and_experimental_interface_once_a_player() {
    let mut laid = laid();
    let interface = upgrade("Experimental Interface");
    at(&mut laid, 0, |market| {
        market.buy_upgrade(upgrade("r2-d2-astromech")).unwrap();
        market.buy_upgrade(interface).unwrap();
        assert_eq!(market.buy_upgrade(interface), Err(Refusal::OnePerPlayer));
    });
    at(&mut laid, 1, |market| {
        assert_eq!(market.buy_upgrade(upgrade("r2-d2-astromech")), Err(Refusal::UniqueClaimed));
        // The crew card is the same droid.
        assert_eq!(market.buy_crew(upgrade("r2-d2-crew")), Err(Refusal::UniqueClaimed));
        market.buy_upgrade(interface).unwrap();
    });
}

#[test]
fn unique_crew_with_a_pilot_card_belong_to_their_commander() {
    let mut laid = laid();
    at(&mut laid, 0, |market| {
        assert_eq!(market.buy_crew(upgrade("Luke Skywalker")), Err(Refusal::CrewHasPilotCard));
        let luke = market.buy_commander(pilot("Luke Skywalker")).unwrap();
        let view = market.view();
        let card = crate::campaign::rules::crew_upgrades::crew_card_of(view.book, view.person(luke));
        assert_eq!(card, Some(upgrade("Luke Skywalker")), "he may sit in a crew seat himself");
        market.buy_crew(upgrade("Recon Specialist")).unwrap();
        assert_eq!(market.buy_crew(upgrade("Rebel Captive")), Err(Refusal::NotBought));
    });
}

#[test]
fn titles_are_bound_when_bought_and_share_the_fate_of_their_ship() {
    let mut laid = laid();
    let falcon = upgrade("millennium-falcon-title-1");
    let hull = at(&mut laid, 0, |market| {
        assert_eq!(market.buy_upgrade(falcon), Err(Refusal::TitleAtPurchase));
        let hull = market.buy_ship(ship("YT-1300 (MF stats)"), &[]).unwrap();
        market.buy_title(hull, falcon).unwrap();
        assert_eq!(market.remove(hull, falcon, Workshop::Hangar), Err(Refusal::TitleAtPurchase));
        hull
    });
    // The other Millennium Falcon title is the same name.
    let other = at(&mut laid, 1, |market| {
        let hull = market.buy_ship(ship("YT-1300 (MF stats)"), &[]).unwrap();
        assert_eq!(market.buy_title(hull, upgrade("millennium-falcon-title-2")), Err(Refusal::UniqueClaimed));
        hull
    });
    laid.context().destroy_hull(hull, crate::ids::BattleId(0));
    // A destroyed unique title may be bought again.
    at(&mut laid, 1, |market| market.buy_title(other, falcon)).unwrap();
}

#[test]
fn campaign_errata_change_what_titles_cost() {
    let laid = laid();
    let fleet = |name: &str| laid.book.upgrade(upgrade(name)).fleet_points;
    let squad = |name: &str| laid.book.upgrade(upgrade(name)).squad_points;
    assert_eq!((fleet("Chardaan Refit"), squad("Chardaan Refit")), (Some(0), -2));
    assert_eq!((fleet("TIE/x7"), squad("TIE/x7")), (Some(0), -2));
    for name in ["IG-2000", "TIE/x1", "TIE/D", "TIE Shuttle", "Alliance Overhaul", "Special Ops Training"] {
        assert_eq!((fleet(name), squad(name)), (Some(1), 0), "{name}");
    }
    // The stated reason covers all generic titles of no cost.
    assert_eq!(fleet("Royal Guard TIE"), Some(1));
    // A TIE/x1 makes a system 4 cheaper, to no less than 0.
    let points = |names: [&str; 2]| laid.book.upgrade_points(&names.map(upgrade));
    assert_eq!(points(["TIE/x1", "Advanced Targeting Computer"]), 1);
    assert_eq!(points(["TIE/x1", "Fire-Control System"]), 0);
}

#[test]
fn time_intensive_upgrades_take_an_idle_turn_that_may_be_a_repair() {
    let mut laid = laid();
    let engine = upgrade("Engine Upgrade");
    let (fitted, plain) = at(&mut laid, 0, |market| {
        // Bought together: at once.
        let fitted = market.buy_ship(ship("X-wing"), &[engine]).unwrap();
        let plain = market.buy_ship(ship("X-wing"), &[]).unwrap();
        market.buy_upgrade(engine).unwrap();
        assert_eq!(
            market.buy_ship(ship("X-wing"), &[upgrade("R2 Astromech")]),
            Err(Refusal::NotInstalledWithShip)
        );
        (fitted, plain)
    });
    assert!(laid.state.hull(fitted).is_available(1));
    laid.state.turn = 2;
    at(&mut laid, 0, |market| market.install(plain, engine, Workshop::Hangar)).unwrap();
    assert!(!laid.state.hull(plain).is_available(2) && laid.state.hull(plain).is_available(3));
    // In repair until turn 4: removing the engine costs no further turn.
    laid.state.turn = 3;
    laid.state.hull_mut(plain).damaged = true;
    laid.state.hull_mut(plain).ready_turn = 4;
    at(&mut laid, 0, |market| market.remove(plain, engine, Workshop::Hangar)).unwrap();
    assert_eq!(laid.state.hull(plain).ready_turn, 4);
    assert_eq!(laid.state.players[0].store.copies(engine), 1);
}

#[test]
fn old_restrictions_are_switches() {
    let mut rules = rules();
    rules.old_restrictions.phantoms_count_as_large = true;
    rules.old_restrictions.phantom_pilots_need_phantoms = true;
    rules.old_restrictions.shadow_pilots_need_sigma_pilots = true;
    rules.old_restrictions.royal_guard_limit = true;
    rules.fleet.high_skill_generics.faction_limit_per_player = 9;
    rules.fleet.high_skill_generics.restricted_limit = 9;
    let mut laid = Laid::with(rules, &[Imperial, Rebel]);
    laid.fund(0, 500);
    at(&mut laid, 0, |market| {
        let sigma = pilot("Sigma Squadron Pilot");
        assert_eq!(market.buy_pilot(sigma), Err(Refusal::PhantomPilots));
        market.buy_ship(ship("TIE Phantom"), &[]).unwrap();
        market.buy_ship(ship("TIE Phantom"), &[]).unwrap();
        assert_eq!(market.buy_ship(ship("TIE Phantom"), &[]), Err(Refusal::LargeShipLimit));
        assert_eq!(market.buy_pilot(pilot("Shadow Squadron Pilot")), Err(Refusal::ShadowPilots));
        market.buy_pilot(sigma).unwrap();
        market.buy_pilot(pilot("Shadow Squadron Pilot")).unwrap();
        assert_eq!(market.buy_pilot(sigma), Err(Refusal::PhantomPilots));
        assert_eq!(market.buy_commander(pilot("Whisper")), Err(Refusal::PhantomPilots), "unique ones too");
        market.buy_pilot(pilot("Royal Guard Pilot")).unwrap();
        assert_eq!(market.buy_pilot(pilot("Royal Guard Pilot")), Err(Refusal::RoyalGuards));
    });
}

#[test]
fn old_restrictions_hold_for_pilots_who_are_handed_over() {
    use crate::campaign::offers::Asset;
    let mut rules = rules();
    rules.old_restrictions.phantom_pilots_need_phantoms = true;
    let mut laid = Laid::with(rules, &[Imperial, Imperial, Rebel]);
    laid.fund(0, 100);
    at(&mut laid, 0, |market| {
        let hull = market.buy_ship(ship("TIE Phantom"), &[]).unwrap();
        let sigma = market.buy_pilot(pilot("Sigma Squadron Pilot")).unwrap();
        assert_eq!(market.give(PlayerId(1), Asset::Person(sigma)), Err(Refusal::PhantomPilots));
        market.give(PlayerId(1), Asset::Hull(hull)).unwrap();
        market.give(PlayerId(1), Asset::Person(sigma)).unwrap();
    });
}

#[test]
fn team_mates_hand_points_and_assets_to_each_other() {
    use crate::campaign::offers::Asset;
    let mut laid = laid();
    let (hull, commander) = at(&mut laid, 0, |market| {
        let hull = market.buy_ship(ship("X-wing"), &[]).unwrap();
        let commander = market.buy_commander(pilot("Luke Skywalker")).unwrap();
        market.give_points(PlayerId(1), 50).unwrap();
        assert_eq!(market.give_points(PlayerId(2), 1), Err(Refusal::NotAllowed), "not to the enemy");
        market.give(PlayerId(1), Asset::Hull(hull)).unwrap();
        assert_eq!(market.give(PlayerId(1), Asset::Person(commander)), Err(Refusal::NotOwned));
        (hull, commander)
    });
    assert_eq!(laid.state.hull(hull).owner, PlayerId(1));
    assert_eq!(laid.state.person(commander).owner, PlayerId(0));
    // 1000 - 19 - 9 - 50, and 1000 + 50.
    assert_eq!([0, 1].map(|seat: usize| laid.state.players[seat].balance), [922, 1050]);
}
