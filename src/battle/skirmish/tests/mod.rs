//! Rules of the skirmish model, one by one and as a whole.

mod missions;
mod soak;

use crate::battle::engagement::{
    BattleSwitches, Engagement, HugeShipInBattle, PrisonerInBattle, RetreatRule, Squad, SquadPilot, SquadShip,
};
use crate::catalog::{Bearer, Slot, catalog};
use crate::chance::{Chance, Luck, Purpose, Seeded};
use crate::ids::{Faction, Terrain, UpgradeId};

/// A ship with its pilot by name and upgrades by name.
pub fn ship(pilot: &str, upgrades: &[&str]) -> SquadShip {
    let text = std::iter::once(pilot).chain(upgrades.iter().copied()).collect::<Vec<&str>>().join(" + ");
    let squad = crate::battle::squad_text::parse_inline(&text).expect("a squad of the tests is legal");
    squad.ships.into_iter().next().expect("one ship")
}

/// A squad that never runs.
pub fn squad(faction: Faction, ships: Vec<SquadShip>) -> Squad {
    Squad {
        faction,
        ships,
        reinforcements: Vec::new(),
        docked: Vec::new(),
        huge_ships: Vec::new(),
        prisoners: Vec::new(),
        containers: Vec::new(),
        retreat: RetreatRule { strength_ratio: 0.0, hull_share: 0.0 },
    }
}

pub fn engagement(mission: &str, attacker: Squad, defender: Squad) -> Engagement {
    Engagement {
        mission: mission.into(),
        terrain: Terrain::NoAsteroids,
        squads: [attacker, defender],
        sizes: [100, 100],
        initiative_rerolls: [0; 2],
        switches: BattleSwitches::default(),
    }
}

/// Stock ships that a faction may call in.
pub fn stock(faction: Faction, n: usize) -> Vec<SquadShip> {
    let pilot = match faction {
        Faction::Rebel => "Bandit Squadron Pilot",
        Faction::Imperial => "Academy Pilot",
        Faction::Scum => "Binayre Pirate",
    };
    vec![ship(pilot, &[]); n]
}

/// A random squad of about so many points, with random upgrades that fit.
pub fn random_squad(luck: &mut Seeded, faction: Faction, points: u16) -> Squad {
    let cards = catalog();
    let pilots: Vec<_> = cards
        .pilots
        .iter()
        .filter(|pilot| pilot.faction == faction && pilot.in_era && pilot.for_sale)
        .filter(|pilot| cards.ship(pilot.ships[0]).base_cost[faction.index()].is_some())
        .collect();
    let mut ships = Vec::new();
    let mut total = 0;
    while ships.len() < 16 {
        let pilot = pilots[luck.pick(pilots.len())];
        let class = pilot.ships[luck.pick(pilot.ships.len())];
        let Some(base) = cards.ship(class).base_cost[faction.index()] else { continue };
        let bearer = Bearer { class, faction, skill: pilot.skill, elite_slots: u8::from(pilot.elite_slot) };
        let mut upgrades: Vec<UpgradeId> = Vec::new();
        for _ in 0..luck.pick(6) {
            let card = &cards.upgrades[luck.pick(cards.upgrades.len())];
            upgrades.push(card.id);
            if card.slot == Slot::Title || cards.first_misfit(bearer, &upgrades).is_some() {
                upgrades.pop();
            }
        }
        let cards_points: i16 = upgrades.iter().map(|id| i16::from(cards.upgrade(*id).points)).sum();
        let cost = (i16::from(base) + i16::from(pilot.cost) + cards_points).max(1) as u16;
        if points + 5 < total + cost {
            break;
        }
        total += cost;
        ships.push(SquadShip {
            class,
            pilot: SquadPilot {
                card: pilot.id,
                skill: pilot.skill,
                unique: pilot.unique,
                abilities: Vec::new(),
                xp_to_spend: luck.pick(3) as u8,
            },
            munitions_tokens: upgrades
                .iter()
                .copied()
                .filter(|id| cards.upgrade(*id).expendable)
                .take(1)
                .collect(),
            upgrades,
            points: cost,
            group: 0,
            role: None,
        });
    }
    let mut squad = squad(faction, ships);
    squad.reinforcements = stock(faction, luck.pick(4));
    squad.retreat =
        RetreatRule { strength_ratio: [0.0, 0.3, 0.6][luck.pick(3)], hull_share: [0.0, 0.4][luck.pick(2)] };
    squad
}

/// A huge ship with hardpoints, fresh or hurt.
pub fn huge_ship(luck: &mut Seeded, key: &str) -> HugeShipInBattle {
    let cards = catalog();
    let class = cards.ships.iter().find(|ship| ship.key == key).expect("a huge ship").id;
    let guns: Vec<UpgradeId> = cards
        .upgrades
        .iter()
        .filter(|card| card.slot == Slot::Hardpoint && card.in_era)
        .map(|card| card.id)
        .collect();
    HugeShipInBattle {
        class,
        upgrades: (0..2).map(|_| guns[luck.pick(guns.len())]).collect(),
        face_down: [luck.pick(3) as u8, 0],
        face_up: [0, luck.pick(2) as u8],
        crippled: [false; 2],
    }
}

pub fn prisoners(n: u32) -> Vec<PrisonerInBattle> {
    (0..n).map(|person| PrisonerInBattle { person: 100 + person, skill: 2, unique: person == 0 }).collect()
}

pub fn stream(replication: u64) -> Seeded {
    Luck::new(77, replication).stream(Purpose::Soak, 0)
}
