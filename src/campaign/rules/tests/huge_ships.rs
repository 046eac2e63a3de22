//! Huge ships: equipment, upgrades, searches, repairs, victory.

use Faction::{Imperial, Rebel, Scum};

use crate::battle::outcome::HugeShipFate;
use crate::campaign::Market;
use crate::campaign::doctrine::Doctrine;
use crate::campaign::obedient::Obedient;
use crate::campaign::plan::Attack;
use crate::campaign::refusal::Refusal;
use crate::campaign::rules::choose_strategic_targets_phase::options;
use crate::campaign::rules::equipping_huge_ships::{equip, equip_all, points_left};
use crate::campaign::rules::finding_and_attacking_huge_ships::{
    locate, pass_on_locations, settle, use_location,
};
use crate::campaign::rules::victory::{self, End};
use crate::campaign::testing::{Laid, rules, upgrade};
use crate::config::{Elimination, HugeShipRepair, VictoryCondition};
use crate::events::words::EndReason;
use crate::ids::{BattleId, Faction, HugeShipId, PlayerId};

fn players(n: usize) -> Vec<Box<dyn Doctrine>> {
    (0..n).map(|_| -> Box<dyn Doctrine> { Box::new(Obedient::default()) }).collect()
}

/// Two Rebels and two Imperials: a support ship and a capital ship each, Rebels first (ids 0 and 2).
fn laid() -> Laid {
    let mut laid = Laid::new(&[Rebel, Rebel, Imperial, Imperial]);
    equip_all(&mut laid.context(), &mut players(4), &[Rebel, Imperial]);
    (0..4).for_each(|seat| laid.fund(seat, 100));
    laid.state.turn = 2;
    laid
}

const GR_75: HugeShipId = HugeShipId(0);
const GOZANTI: HugeShipId = HugeShipId(1);
const CR_90: HugeShipId = HugeShipId(2);
const RAIDER: HugeShipId = HugeShipId(3);

#[test]
fn factions_start_with_a_capital_ship_and_support_ships_by_players() {
    let laid = laid();
    let names: Vec<&str> =
        laid.state.huge_ships.iter().map(|ship| laid.book.catalog.ship(ship.class).name).collect();
    assert_eq!(names, ["GR-75", "Gozanti", "CR-90", "Raider"]);
    let count = |seats: &[Faction]| {
        let mut laid = Laid::new(seats);
        equip_all(&mut laid.context(), &mut players(seats.len()), &[Rebel, Imperial]);
        laid.state.huge_ships_of(Rebel).filter(|ship| !ship.capital).count()
    };
    assert_eq!(count(&[Rebel, Imperial]), 1);
    assert_eq!(count(&[Rebel, Rebel, Rebel, Imperial]), 2);
    assert_eq!(count(&[Rebel, Rebel, Rebel, Rebel, Rebel, Imperial]), 3);
}

#[test]
fn starting_equipment_is_free_within_its_points_and_suppressor_is_excepted() {
    let mut laid = laid();
    let left = |laid: &Laid, ship| points_left(&laid.state, &laid.book, ship);
    assert_eq!([GR_75, GOZANTI, CR_90, RAIDER].map(|ship| left(&laid, ship)), [15, 5, 30, 20]);
    // Suppressor costs 6, more than the Gozanti's 5.
    equip(&mut laid.context(), GOZANTI, upgrade("Suppressor")).unwrap();
    assert_eq!(left(&laid, GOZANTI), 5);
    equip(&mut laid.context(), GR_75, upgrade("Bright Hope")).unwrap();
    assert_eq!(left(&laid, GR_75), 10);
    let second = equip(&mut laid.context(), GR_75, upgrade("Quantum Storm"));
    assert_eq!(second, Err(Refusal::DoesNotFit), "one title a ship");
    let wrong = equip(&mut laid.context(), CR_90, upgrade("Bright Hope"));
    assert!(wrong.is_err());
    assert_eq!(laid.state.players[0].balance, 100, "it costs no Fleet Points");
}

#[test]
fn one_upgrade_a_ship_and_turn_is_bought_and_a_replaced_one_is_lost() {
    let mut laid = laid();
    let (gunner, specialist) = (upgrade("Gunner"), upgrade("Recon Specialist"));
    let buy = |laid: &mut Laid, ship, card, replaced| {
        let mut context = laid.context();
        Market::new(&mut context, PlayerId(0)).upgrade_huge_ship(ship, card, replaced)
    };
    buy(&mut laid, CR_90, gunner, None).unwrap();
    assert_eq!(laid.state.players[0].balance, 95);
    assert_eq!(buy(&mut laid, CR_90, specialist, None), Err(Refusal::HugeShipTurn));
    buy(&mut laid, GR_75, specialist, None).unwrap();
    assert_eq!(buy(&mut laid, GR_75, upgrade("Dutyfree"), None), Err(Refusal::HugeShipTitle));
    assert_eq!(buy(&mut laid, RAIDER, gunner, None), Err(Refusal::NotOwned));
    laid.state.turn = 3;
    buy(&mut laid, CR_90, specialist, Some(gunner)).unwrap();
    let cards: Vec<_> = laid.state.huge_ship(CR_90).upgrades.iter().collect();
    assert_eq!(cards, [specialist]);
    assert_eq!(laid.state.players[0].balance, 95 - 3 - 3, "nothing is refunded");
}

#[test]
fn a_search_allows_one_attack_later_support_ships_first() {
    let mut laid = laid();
    equip(&mut laid.context(), RAIDER, upgrade("Instigator")).unwrap();
    let open = |laid: &mut Laid| {
        let found = options(&laid.context(), Rebel, &[]);
        found.into_iter().filter(|attack| matches!(attack, Attack::HugeShip(_))).collect::<Vec<_>>()
    };
    assert!(options(&laid.context(), Rebel, &[]).contains(&Attack::Locate(Imperial)));
    locate(&mut laid.context(), &mut players(4), Rebel, Imperial);
    assert_eq!(open(&mut laid), [], "only on a later turn");
    // The enemy tells of a card on his capital ship.
    assert_eq!(laid.state.huge_ship(RAIDER).revealed, 1);
    laid.state.turn = 3;
    pass_on_locations(&mut laid.context());
    assert_eq!(open(&mut laid), [Attack::HugeShip(GOZANTI)]);
    // It survives: it must be found again.
    use_location(&mut laid.context(), Rebel, GOZANTI);
    assert_eq!(open(&mut laid), []);
    // It is destroyed: the capital ship can be attacked after the next search.
    laid.state.huge_ship_mut(GOZANTI).destroyed_turn = 3;
    locate(&mut laid.context(), &mut players(4), Rebel, Imperial);
    pass_on_locations(&mut laid.context());
    assert_eq!(open(&mut laid), [Attack::HugeShip(RAIDER)]);
}

#[test]
fn a_card_that_was_told_of_keeps_its_mark_when_another_goes() {
    let mut laid = laid();
    for card in ["Gunner", "Recon Specialist"] {
        equip(&mut laid.context(), RAIDER, upgrade(card)).unwrap();
    }
    laid.state.huge_ship_mut(RAIDER).revealed = 0b10;
    laid.state.huge_ship_mut(RAIDER).lose_upgrade(upgrade("Gunner"));
    let ship = laid.state.huge_ship(RAIDER);
    assert_eq!((ship.upgrades.get(0), ship.revealed), (Some(upgrade("Recon Specialist")), 0b1));
}

#[test]
fn a_surviving_huge_ship_keeps_its_repaired_damage() {
    let mut laid = laid();
    let fate = HugeShipFate {
        destroyed: false,
        fled: false,
        face_down: [5, 0],
        face_up: [1, 0],
        crippled: [false, false],
    };
    settle(&mut laid.context(), GR_75, &fate, BattleId(0));
    let ship = laid.state.huge_ship(GR_75);
    // 5 - 2 = 3 face down, and the face-up one turned down.
    assert_eq!((ship.face_down, ship.face_up), ([4, 0], [0, 0]));
    // By another reading half of the five is left, rounded down.
    laid.book.rules.rulings.huge_ship_repair = HugeShipRepair::RemainderDown;
    settle(&mut laid.context(), GR_75, &fate, BattleId(0));
    assert_eq!(laid.state.huge_ship(GR_75).face_down, [3, 0]);
    settle(&mut laid.context(), GR_75, &HugeShipFate { destroyed: true, ..fate }, BattleId(1));
    assert!(laid.state.huge_ship(GR_75).is_destroyed());
}

#[test]
fn a_faction_wins_when_all_enemy_huge_ships_are_destroyed() {
    let mut laid = laid();
    assert_eq!(victory::check(&laid.state, &laid.book), None);
    laid.state.huge_ship_mut(GOZANTI).destroyed_turn = 2;
    assert_eq!(victory::check(&laid.state, &laid.book), None);
    laid.state.huge_ship_mut(RAIDER).destroyed_turn = 2;
    let won = Some(End { winner: Some(Rebel), reason: EndReason::HugeShips });
    assert_eq!(victory::check(&laid.state, &laid.book), won);
    // Both in the same turn: nobody.
    laid.state.huge_ship_mut(GR_75).destroyed_turn = 2;
    laid.state.huge_ship_mut(CR_90).destroyed_turn = 2;
    let drawn = Some(End { winner: None, reason: EndReason::HugeShips });
    assert_eq!(victory::check(&laid.state, &laid.book), drawn);
}

#[test]
fn club_variant_ends_with_an_elimination_and_the_most_points_win() {
    let mut rules = rules();
    rules.victory.condition = VictoryCondition::Elimination;
    let mut laid = Laid::with(rules, &[Rebel, Imperial, Scum]);
    equip_all(&mut laid.context(), &mut players(3), &[Rebel, Imperial, Scum]);
    assert_eq!(victory::check(&laid.state, &laid.book), None);
    for ship in laid.state.huge_ships.iter_mut().filter(|ship| ship.faction == Scum) {
        ship.destroyed_turn = 4;
    }
    for (faction, points) in [(Rebel, 100), (Imperial, 140), (Scum, 120)] {
        laid.state.team_mut(faction).unmodified_points = points;
    }
    laid.state.team_mut(Scum).standpoint = crate::campaign::state::Standpoint::Power;
    let end = Some(End { winner: Some(Imperial), reason: EndReason::Elimination });
    assert_eq!(victory::check(&laid.state, &laid.book), end);
    // By the other reading a faction without a pilot in a ship is eliminated.
    laid.book.rules.rulings.elimination = Elimination::NoSquad;
    assert!(victory::check(&laid.state, &laid.book).is_some());
}

#[test]
fn scum_on_the_fringe_cannot_win() {
    let mut laid = Laid::new(&[Rebel, Imperial, Scum]);
    laid.state.team_mut(Scum).standpoint = crate::campaign::state::Standpoint::Fringe;
    equip_all(&mut laid.context(), &mut players(3), &[Rebel, Imperial, Scum]);
    for ship in laid.state.huge_ships.iter_mut().filter(|ship| ship.faction == Imperial) {
        ship.destroyed_turn = 4;
    }
    let end = Some(End { winner: Some(Rebel), reason: EndReason::HugeShips });
    assert_eq!(victory::check(&laid.state, &laid.book), end);
}
