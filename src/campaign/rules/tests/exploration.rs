//! Unexplored worlds, hidden outposts and the Trade Route.

use Faction::{Imperial, Rebel, Scum};

use crate::campaign::doctrine::Doctrine;
use crate::campaign::obedient::Obedient;
use crate::campaign::rules::control::take;
use crate::campaign::rules::unexplored_worlds::explore;
use crate::campaign::state::Target;
use crate::campaign::testing::{Laid, place, ship, upgrade};
use crate::chance::Scripted;
use crate::config::{TargetCategory, TargetType};
use crate::events::words::TakenBy;
use crate::ids::{Faction, PlayerId, TargetId};

const WORLD: TargetId = TargetId(0);

/// A Barren World that a faction has just taken, and two players a side.
fn laid() -> Laid {
    let mut laid = Laid::new(&[Rebel, Rebel, Imperial, Scum]);
    laid.state.turn = 3;
    let world = place(WORLD, TargetType::BarrenWorld);
    laid.state.targets = vec![Target { unexplored: true, owner: Some(Rebel), ..world }];
    laid
}

fn doctrines(wishes: &[&str]) -> Vec<Box<dyn Doctrine>> {
    let make = |seat: u8| -> Box<dyn Doctrine> {
        let free =
            if seat < 2 { wishes.iter().map(|name| upgrade(name)).collect() } else { Default::default() };
        Box::new(Obedient { free, crashed_ship_for: Some(PlayerId(1)), ..Obedient::default() })
    };
    (0..4).map(make).collect()
}

fn explored(laid: &mut Laid, dice: &[u32], wishes: &[&str], by: Faction) {
    let mut chance = Scripted::numbers(dice.iter().copied());
    explore(&mut laid.context(), &mut doctrines(wishes), &mut chance, WORLD, by);
    chance.assert_exhausted();
    assert!(!laid.state.target(WORLD).unexplored);
}

#[test]
fn two_or_three_find_a_crashed_ship_that_needs_repair() {
    let mut laid = laid();
    // 2D6 = 3; 10 of 29: an X-wing for Rebels, assigned by the leader.
    explored(&mut laid, &[1, 2, 10], &[], Rebel);
    let hull = *laid.state.hulls_of(PlayerId(1)).next().unwrap();
    assert_eq!(hull.class, ship("X-wing"));
    assert!(!hull.is_available(4) && hull.is_available(5), "found in turn 3, in repair in turn 4");
    // Scum roll again on 29: then 22 is an Aggressor.
    let mut laid = self::laid();
    explored(&mut laid, &[1, 1, 29, 22], &[], Scum);
    assert_eq!(laid.state.hulls[0].class, ship("Aggressor"));
}

#[test]
fn four_five_and_nine_let_each_player_choose_ten_points() {
    // Gunner 5 and Recon Specialist 3 of 10 points; a third card of 3 would be too much.
    let mut laid = laid();
    explored(&mut laid, &[1, 3], &["Gunner", "Recon Specialist"], Rebel);
    for seat in [0, 1] {
        assert_eq!(laid.state.persons_of(PlayerId(seat)).count(), 2, "volunteers for seat {seat}");
    }
    assert_eq!(laid.state.persons_of(PlayerId(2)).count(), 0);
    let mut laid = self::laid();
    explored(&mut laid, &[1, 4], &["Heavy Laser Cannon"], Rebel);
    assert_eq!(laid.state.players[1].store.copies(upgrade("Heavy Laser Cannon")), 1);
    let mut laid = self::laid();
    explored(&mut laid, &[4, 5], &["Engine Upgrade", "Shield Upgrade"], Rebel);
    assert_eq!(laid.state.players[0].store.copies(upgrade("Shield Upgrade")), 1);
}

#[test]
fn six_adds_a_die_to_the_score_and_eight_raises_the_value() {
    let mut laid = laid();
    explored(&mut laid, &[3, 3, 5], &[], Rebel);
    assert_eq!(laid.state.team(Rebel).tally.resource_cache, 5);
    let mut laid = self::laid();
    explored(&mut laid, &[4, 4], &[], Rebel);
    assert_eq!(laid.state.target(WORLD).value, 2);
    let mut laid = self::laid();
    explored(&mut laid, &[3, 4], &[], Rebel);
    assert_eq!((laid.state.target(WORLD).value, laid.state.hulls.len()), (0, 0), "seven is nothing");
}

#[test]
fn ten_stirs_up_pirates_against_everybody() {
    let mut laid = laid();
    // 2D6 for each of the four players: 2, 7, 12, 9.
    explored(&mut laid, &[4, 6, 1, 1, 3, 4, 6, 6, 4, 5], &[], Rebel);
    let owed: Vec<i32> = laid.state.players.iter().map(|player| player.owed_pirates).collect();
    assert_eq!(owed, [2, 7, 12, 9]);
}

#[test]
fn eleven_or_twelve_find_a_lost_outpost() {
    let mut laid = laid();
    let feature = laid.state.target(WORLD).terrain;
    // Outpost 5: a Chop Shop worth 2, in the same space.
    explored(&mut laid, &[5, 6, 5], &[], Rebel);
    let world = laid.state.target(WORLD);
    assert_eq!(
        (world.category, world.type_, world.value),
        (TargetCategory::Outpost, TargetType::ChopShop, 2)
    );
    assert_eq!((world.owner, world.terrain), (Some(Rebel), feature));
}

#[test]
fn a_world_is_explored_once() {
    let mut laid = laid();
    explored(&mut laid, &[4, 4], &[], Rebel);
    let mut chance = Scripted::default();
    explore(&mut laid.context(), &mut doctrines(&[]), &mut chance, WORLD, Imperial);
    assert_eq!(laid.state.target(WORLD).value, 2);
}

#[test]
fn a_hidden_outpost_is_paid_for_or_stays_as_it_was() {
    let taken = |points: i32, pays: bool| {
        let mut laid = laid();
        let outpost = place(WORLD, TargetType::MiningOutpost);
        laid.state.targets = vec![Target { hidden: true, owner: Some(Imperial), ..outpost }];
        laid.fund(0, points);
        let make = |_| -> Box<dyn Doctrine> { Box::new(Obedient { pays, ..Obedient::default() }) };
        let mut doctrines: Vec<Box<dyn Doctrine>> = (0..4).map(make).collect();
        take(&mut laid.context(), &mut doctrines, WORLD, Rebel, PlayerId(0), TakenBy::Battle);
        (laid.state.target(WORLD).owner, laid.state.players[0].balance, laid.state.team(Imperial).tally.lost)
    };
    assert_eq!(taken(12, true), (Some(Rebel), 2, 1));
    assert_eq!(taken(12, false), (Some(Imperial), 12, 0));
    assert_eq!(taken(9, true), (Some(Imperial), 9, 0));
}

#[test]
fn the_trade_route_pays_its_winner_and_costs_his_enemies() {
    use crate::campaign::rules::generating_the_campaign_map::trade_route;
    let mut laid = laid();
    laid.state.targets = vec![trade_route(WORLD)];
    take(&mut laid.context(), &mut doctrines(&[]), WORLD, Rebel, PlayerId(0), TakenBy::Battle);
    let [rebel, imperial, scum] = [Rebel, Imperial, Scum].map(|faction| laid.state.team(faction).tally);
    assert!(rebel.trade_route && rebel.captured == 1);
    assert_eq!((imperial.enemy_trade_route_loss, scum.enemy_trade_route_loss), (4, 4));
    assert_eq!((imperial.lost, laid.state.target(WORLD).owner), (0, None), "nobody holds or loses it");
}
