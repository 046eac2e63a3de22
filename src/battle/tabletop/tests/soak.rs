//! Random squads over all playable missions and terrains: nothing breaks, every battle ends.

use rayon::prelude::*;

use super::watch::{Watch, check};
use super::*;
use crate::battle::engagement::{DamageDeckKind, Squad, SquadPilot, SquadShip};
use crate::battle::tabletop::policy::{by_name, names};
use crate::catalog::{BaseSize, Bearer, catalog};
use crate::chance::Purpose;
use crate::config::mission::{Mission, missions};
use crate::ids::{Faction, UpgradeId};

/// A legal squad of about that many points, by lot.
fn random_squad(chance: &mut Seeded, faction: Faction, points: u16) -> Squad {
    let cards = catalog();
    let mut ships = Vec::new();
    let mut left = i32::from(points);
    for _ in 0..200 {
        let classes: Vec<_> = cards.ships_of(faction).filter(|class| class.size != BaseSize::Huge).collect();
        let class = classes[chance.pick(classes.len())];
        let pilots: Vec<_> = cards.pilots_for(class.id).filter(|pilot| pilot.faction == faction).collect();
        if pilots.is_empty() {
            continue;
        }
        let pilot = pilots[chance.pick(pilots.len())];
        let base = i32::from(class.base_cost[faction.index()].unwrap_or(0)) + i32::from(pilot.cost);
        if left < base {
            continue;
        }
        let mut upgrades: Vec<UpgradeId> = Vec::new();
        for _ in 0..chance.pick(6) {
            let upgrade = cards.upgrades[chance.pick(cards.upgrades.len())].id;
            let mut with = upgrades.clone();
            with.push(upgrade);
            let bearer = Bearer {
                class: class.id,
                faction,
                elite_slots: u8::from(pilot.elite_slot),
                skill: pilot.skill,
            };
            if cards.first_misfit(bearer, &with).is_none() && base + cards.upgrade_points(&with) <= left {
                upgrades = with;
            }
        }
        let cost = base + cards.upgrade_points(&upgrades);
        left -= cost;
        let munitions_tokens: Vec<UpgradeId> = upgrades
            .iter()
            .copied()
            .filter(|id| cards.upgrade(*id).is_ordnance() && chance.pick(2) == 0)
            .collect();
        ships.push(SquadShip {
            class: class.id,
            pilot: SquadPilot {
                card: pilot.id,
                skill: pilot.skill,
                unique: pilot.unique,
                abilities: Vec::new(),
                xp_to_spend: chance.pick(3) as u8,
            },
            upgrades,
            munitions_tokens,
            points: cost.max(0) as u16,
            group: chance.pick(3) as u8,
            role: None,
        });
        if left < 12 {
            break;
        }
    }
    let mut squad = Squad {
        faction,
        ships,
        reinforcements: Vec::new(),
        huge_ships: Vec::new(),
        prisoners: Vec::new(),
        containers: vec![3; 3],
        retreat: RetreatRule {
            strength_ratio: [0.0, 0.4][chance.pick(2)],
            hull_share: [0.0, 0.5][chance.pick(2)],
        },
    };
    let stock = |text: &str| parse_inline(text).expect("stock ships").ships;
    squad.reinforcements = match faction {
        Faction::Rebel => stock("3 Bandit Squadron Pilot"),
        Faction::Imperial => stock("3 Academy Pilot"),
        Faction::Scum => stock("3 Binayre Pirate"),
    };
    squad
}

/// One battle of the soak: everything by lot. False where the board had no room for it.
fn one_battle(playable: &[&Mission], seed: u64, index: u64, flown: &mut [bool]) -> Option<(u64, bool)> {
    let mut chance = Luck::new(seed, 0).stream(Purpose::Soak, index);
    let mission = playable[chance.pick(playable.len())];
    let factions = [Faction::ALL[chance.pick(3)], Faction::ALL[chance.pick(3)]];
    let sizes = mission.size.points(chance.two_d6()).map(|points| points.clamp(30, 150));
    let squads = [0, 1].map(|side| random_squad(&mut chance, factions[side], sizes[side]));
    if squads.iter().any(|squad| squad.ships.is_empty()) {
        return None;
    }
    let mut switches = BattleSwitches::default();
    if chance.pick(2) == 0 {
        switches.damage_deck = DamageDeckKind::ForceAwakens;
    }
    switches.round_cap = 40;
    let engagement = Engagement {
        mission: mission.key.clone(),
        terrain: Terrain::ALL[chance.pick(Terrain::ALL.len())],
        squads,
        sizes,
        initiative_rerolls: [chance.pick(2) as u8, 0],
        switches,
    };
    let luck = Luck::new(seed, index + 1);
    let names: Vec<&str> = names().collect();
    let mut pilots = Side::BOTH.map(|side| {
        let name = names[chance.pick(names.len())];
        by_name(name, luck, 0, side).expect("a pilot")
    });
    let table = match deal::deal(&engagement, mission) {
        Ok(table) => table,
        Err(CannotPlay::TooManyShips(_)) => return None,
        Err(error) => panic!("{}: {error}", mission.key),
    };
    let mut watch = Watch::new(&table);
    let [a, b] = &mut pilots;
    let fortune = Fortune::<Seeded>::new(luck, 0);
    let mut battle = deal::begin(&engagement, &table, fortune, [a.as_mut(), b.as_mut()], &mut watch);
    if missions::setup::set_up(&mut battle).is_err() {
        return None;
    }
    let mut capped = false;
    while !missions::is_over(&mut battle) {
        capped = switches.round_cap <= battle.state.round;
        if capped {
            break;
        }
        round::round(&mut battle);
        check(&battle);
    }
    let outcome = tell::outcome(&engagement, &mut battle, capped);
    assert!(outcome.rounds <= switches.round_cap, "{}", mission.key);
    for side in Side::BOTH {
        assert_eq!(outcome.ships[side.index()].len(), engagement.squad(side).ships.len());
        engagement.squad(side).ships.iter().for_each(|ship| flown[ship.class.index()] = true);
    }
    Some((watch.events, capped))
}

fn soak(battles: u64, seed: u64) {
    let playable: Vec<_> =
        missions().iter().filter(|mission| missions::unplayable(mission).is_none()).collect();
    assert!(!playable.is_empty());
    let classes = catalog().ships.len();
    let chunk = |index: u64| {
        let mut flown = vec![false; classes];
        // A failure names its battle: the index is enough to fight it again.
        let told = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            one_battle(&playable, seed, index, &mut flown)
        }));
        let told = told.unwrap_or_else(|_| panic!("battle {index} of the soak with seed {seed}"));
        let (events, capped) = told.unwrap_or((0, false));
        (events, u64::from(told.is_some()), u64::from(capped), flown)
    };
    let add = |mut a: (u64, u64, u64, Vec<bool>), b: (u64, u64, u64, Vec<bool>)| {
        a.3.iter_mut().zip(b.3).for_each(|(a, b)| *a |= b);
        (a.0 + b.0, a.1 + b.1, a.2 + b.2, a.3)
    };
    let (events, played, capped, flown) =
        (0..battles).into_par_iter().map(chunk).reduce(|| (0, 0, 0, vec![false; classes]), add);
    // Set-ups without room are rare; nearly every battle is fought.
    assert!(0 < events && 9 * battles <= 10 * played, "{played} of {battles} battles were fought");
    if 1_000 <= battles {
        let missing: Vec<&str> = catalog()
            .ships
            .iter()
            .filter(|class| class.size != BaseSize::Huge && !flown[class.id.index()])
            .map(|class| class.key)
            .collect();
        assert!(missing.is_empty(), "never flown: {missing:?}");
    }
    assert!(capped <= played, "{capped} of {played} ended by the cap, {events} events");
}

#[test]
fn random_battles_end_and_nothing_breaks() {
    // More by `CANTO_SOAK=10000 cargo test --lib soak`.
    let battles = std::env::var("CANTO_SOAK").ok().and_then(|text| text.parse().ok()).unwrap_or(24);
    let seed = std::env::var("CANTO_SOAK_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(7);
    soak(battles, seed);
}
