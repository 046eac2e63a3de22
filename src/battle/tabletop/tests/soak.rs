//! Random squads over all playable missions and terrains: nothing breaks, every battle ends.

use super::*;
use crate::battle::engagement::{DamageDeckKind, Squad, SquadPilot, SquadShip};
use crate::battle::tabletop::event::BattleEvent;
use crate::catalog::{BaseSize, Bearer, catalog};
use crate::chance::Purpose;
use crate::config::mission::missions;
use crate::ids::{Faction, UpgradeId};

/// A legal squad of about that many points, by lot.
fn random_squad(chance: &mut Seeded, faction: Faction, points: u16) -> Squad {
    let cards = catalog();
    let mut ships = Vec::new();
    let mut left = i32::from(points);
    for _ in 0..200 {
        let classes: Vec<_> = cards.ships_of(faction).filter(|class| class.size != BaseSize::Huge).collect();
        let class = classes[chance.pick(classes.len())];
        let pilots: Vec<_> =
            cards.pilots_for(class.id).filter(|pilot| pilot.faction == faction && !pilot.unique).collect();
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
        docked: Vec::new(),
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

/// What must hold whenever something is told.
struct Watch {
    events: u64,
}

impl Sink<BattleEvent> for Watch {
    fn event(&mut self, event: &BattleEvent) {
        self.events += 1;
        match event {
            BattleEvent::Moved { start, end, parameter, .. } => {
                assert!(start.is_finite() && end.is_finite() && parameter.is_finite(), "{event:?}");
                assert!((end.heading.length() - 1.0).abs() < 1e-9, "{event:?}");
                assert!(end.position.length() < 3000.0, "a ship flew out of sight: {event:?}");
            }
            BattleEvent::ShipEntered { pose, .. } => assert!(pose.is_finite()),
            _ => {}
        }
    }
}

fn soak(battles: u64, seed: u64) {
    let playable: Vec<_> =
        missions().iter().filter(|mission| missions::unplayable(mission).is_none()).collect();
    assert!(!playable.is_empty());
    let luck = Luck::new(seed, 0);
    let mut events = 0;
    for index in 0..battles {
        let mut chance = luck.stream(Purpose::Soak, index);
        let mission = playable[chance.pick(playable.len())];
        let factions = [Faction::ALL[chance.pick(3)], Faction::ALL[chance.pick(3)]];
        let sizes = mission.size.points(chance.two_d6()).map(|points| points.clamp(30, 150));
        let squads = [0, 1].map(|side| random_squad(&mut chance, factions[side], sizes[side]));
        if squads.iter().any(|squad| squad.ships.is_empty()) {
            continue;
        }
        let mut switches = BattleSwitches::default();
        if chance.pick(2) == 0 {
            switches.damage_deck = DamageDeckKind::ForceAwakens;
        }
        switches.round_cap = 40;
        let engagement = Engagement {
            mission: mission.key.clone(),
            terrain: Terrain::ALL[chance.pick(12)],
            squads,
            sizes,
            initiative_rerolls: [chance.pick(2) as u8, 0],
            switches,
        };
        let battle_luck = Luck::new(seed, index + 1);
        let streams = Side::BOTH.map(|side| policy_stream(battle_luck, 0, side));
        let [one, two] = streams;
        let mut policies: [Box<dyn Policy>; 2] = if chance.pick(2) == 0 {
            [Box::new(Random::new(one)), Box::new(Random::new(two))]
        } else {
            [Box::new(Greedy::new(one)), Box::new(Greedy::new(two))]
        };
        let [a, b] = &mut policies;
        let mut watch = Watch { events: 0 };
        let outcome = fight(&engagement, battle_luck, 0, [a.as_mut(), b.as_mut()], &mut watch);
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(CannotPlay::NoRoom) => continue,
            Err(error) => panic!("{}: {error}", mission.key),
        };
        events += watch.events;
        assert!(outcome.rounds <= switches.round_cap, "{}", mission.key);
        for side in Side::BOTH {
            assert_eq!(outcome.ships[side.index()].len(), engagement.squad(side).ships.len());
        }
    }
    assert!(0 < events);
}

#[test]
fn random_battles_end_and_nothing_breaks() {
    // More by `CANTO_SOAK=10000 cargo test soak`.
    let battles = std::env::var("CANTO_SOAK").ok().and_then(|text| text.parse().ok()).unwrap_or(24);
    soak(battles, 7);
}
