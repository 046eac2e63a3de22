//! Random squads in every mission and terrain: it ends, nothing panics, and the books balance.

use super::*;
use crate::battle::engagement::DockedFighter;
use crate::battle::outcome::{Outcome, ShipEnd, ShipFate};
use crate::battle::skirmish::fight;
use crate::config::mission::{List, missions};
use crate::ids::Side;

/// A battle of any mission with whatever it needs.
fn random_engagement(number: u64) -> Engagement {
    let mut luck = stream(number);
    let all: Vec<_> = missions().iter().collect();
    let mission = all[number as usize % all.len()];
    let factions = [Faction::ALL[luck.pick(3)], Faction::ALL[luck.pick(3)]];
    let sizes = mission.size.points(luck.two_d6());
    let mut squads = [0, 1].map(|side: usize| random_squad(&mut luck, factions[side], sizes[side]));
    if matches!(mission.list, List::SupportShip | List::CapitalShip) {
        let key = if mission.list == List::CapitalShip { "cr-90" } else { "gr-75" };
        squads[1].huge_ships.push(huge_ship(&mut luck, key));
        if luck.pick(2) == 0 {
            squads[0].huge_ships.push(huge_ship(&mut luck, "raider"));
        }
    }
    // Now and then a fighter waits aboard the first ship.
    for squad in &mut squads {
        if luck.pick(3) == 0 && !squad.ships.is_empty() {
            let fighter = SquadShip { points: 0, ..stock(squad.faction, 1).remove(0) };
            squad.docked.push(DockedFighter { carrier: 0, fighter });
        }
    }
    squads[1].prisoners = prisoners(luck.number(4) - 1);
    squads[1].containers = vec![3, 4, 5];
    let [attacker, defender] = squads;
    let mut engagement = engagement(&mission.key, attacker, defender);
    engagement.sizes = sizes;
    engagement.terrain = Terrain::ALL[luck.pick(Terrain::ALL.len())];
    engagement.switches.captures_ion_kills = [true, luck.pick(2) == 0];
    engagement
}

/// Every ship has one fate, and kills are losses.
fn check_books(engagement: &Engagement, outcome: &Outcome) {
    for side in Side::BOTH {
        let squad = engagement.squad(side);
        let (own, foe) = (side.index(), side.foe().index());
        assert_eq!(outcome.ships[own].len(), squad.ships.len());
        assert!(outcome.reinforcements[own].len() <= squad.reinforcements.len());
        let foes = || outcome.ships[foe].iter().chain(&outcome.reinforcements[foe]);
        let credited = |size: fn(&crate::battle::outcome::ShipFate) -> u8| -> usize {
            foes().map(|fate| usize::from(size(fate))).sum()
        };
        let lost = || {
            let ships = outcome.ships[own].iter().chain(&outcome.reinforcements[own]);
            ships.chain(&outcome.docked[own])
        };
        for (fate, docked) in outcome.docked[own].iter().zip(&squad.docked) {
            let carrier = &outcome.ships[own][usize::from(docked.carrier)];
            let deployed = matches!(carrier.end, ShipEnd::Destroyed { .. });
            assert_eq!(
                fate.end != ShipEnd::InReserve,
                deployed,
                "it leaves a destroyed carrier, and no other"
            );
        }
        assert_eq!(outcome.docked[own].len(), squad.docked.len());
        let by_foe_ship =
            lost().filter(|fate| matches!(fate.end, ShipEnd::Destroyed { by: Some(_), .. })).count();
        // A docked fighter has no number among the killers.
        assert_eq!(credited(|fate| fate.small_kills) + credited(|fate| fate.large_kills), by_foe_ship);
        for fate in lost() {
            if let ShipEnd::Destroyed { by, round, .. } = fate.end {
                assert!(!fate.damaged, "a destroyed ship needs no repair");
                assert!(1 <= round && round <= outcome.rounds);
                let foes = outcome.ships[foe].len() + outcome.reinforcements[foe].len();
                assert!(by.is_none_or(|by| usize::from(by) < foes));
            }
        }
        let points: u16 = outcome.ships[own]
            .iter()
            .zip(&squad.ships)
            .chain(outcome.reinforcements[own].iter().zip(&squad.reinforcements))
            .filter(|(fate, _)| matches!(fate.end, ShipEnd::Destroyed { .. }))
            .map(|(_, ship)| ship.points)
            .sum();
        assert!(points <= outcome.points_lost[own]);
        for (fate, ship) in outcome.ships[own].iter().zip(&squad.ships) {
            assert!(fate.ordnance_spent.len() <= ship.upgrades.len() + ship.munitions_tokens.len());
            assert!(fate.xp_spent <= ship.pilot.xp_to_spend);
        }
    }
    let present = |side: Side| {
        outcome.ships[side.index()]
            .iter()
            .chain(&outcome.reinforcements[side.index()])
            .chain(&outcome.docked[side.index()])
            .any(|fate| fate.end == ShipEnd::Present)
    };
    if let Some(side) = outcome.map_control {
        assert!(!present(side.foe()) && !outcome.capped);
    }
    assert_eq!(outcome.huge_ships[1].len(), engagement.squads[1].huge_ships.len());
    // No container has two fates.
    let mut taken = [&outcome.containers_stolen[..], &outcome.containers_lost[..]].concat();
    let all = taken.len();
    taken.sort_unstable();
    taken.dedup();
    assert_eq!(taken.len(), all);
    assert!(all + usize::from(outcome.containers_fled) <= 8);
}

#[test]
fn random_battles_of_all_missions_end_and_their_books_balance() {
    let (mut capped, mut deployed, mut sunk) = (0, 0, 0);
    const BATTLES: u64 = 1500;
    for number in 0..BATTLES {
        let engagement = random_engagement(number);
        let outcome = fight(&engagement, Luck::new(5, number), 3);
        check_books(&engagement, &outcome);
        capped += u64::from(outcome.capped);
        let left_a_wreck = |fate: &&ShipFate| fate.end != ShipEnd::InReserve;
        deployed += outcome.docked.iter().flatten().filter(left_a_wreck).count();
        sunk += outcome.containers_lost.len();
        assert_eq!(outcome, fight(&engagement, Luck::new(5, number), 3), "the same luck, the same battle");
    }
    assert!(capped < BATTLES / 10, "{capped} of {BATTLES} battles had to be called off");
    assert!(0 < deployed && 0 < sunk, "{deployed} fighters left a wreck, {sunk} containers were lost");
}
