//! Ships with any card by its key, whether or not their slots would allow it: cards are tested one by one.

use super::stage::*;
use crate::battle::engagement::{SquadPilot, SquadShip};
use crate::battle::tabletop::effects::effects_of_pilot;
use crate::catalog::catalog;
use crate::ids::UpgradeId;

fn card(key: &str) -> UpgradeId {
    catalog().upgrades.iter().find(|card| card.key == key).unwrap_or_else(|| panic!("no card {key}")).id
}

/// Two squads; the first ship of each gets the cards.
pub fn armed(attacker: &str, own: &[&str], defender: &str, foe: &[&str]) -> Set {
    let mut stage = set(attacker, defender);
    for (side, keys) in [own, foe].into_iter().enumerate() {
        stage.engagement.squads[side].ships[0].upgrades.extend(keys.iter().map(|key| card(key)));
    }
    stage
}

/// One ship of a pilot's first class, flown by him.
pub fn ace(key: &str) -> SquadShip {
    let pilot = catalog().pilots.iter().find(|pilot| pilot.key == key);
    let pilot = pilot.unwrap_or_else(|| panic!("no pilot {key}"));
    SquadShip {
        class: pilot.ships[0],
        pilot: SquadPilot {
            card: pilot.id,
            skill: pilot.skill,
            unique: pilot.unique,
            abilities: Vec::new(),
            xp_to_spend: 0,
        },
        upgrades: Vec::new(),
        munitions_tokens: Vec::new(),
        points: 20,
        group: 0,
        role: None,
    }
}

/// A pilot alone against a squad.
pub fn ace_against(key: &str, foe: &str) -> Set {
    let mut stage = set("Academy Pilot", foe);
    stage.engagement.squads[0].ships = vec![ace(key)];
    stage
}

/// A squad against a pilot alone.
pub fn against_ace(own: &str, key: &str) -> Set {
    let mut stage = set(own, "Academy Pilot");
    stage.engagement.squads[1].ships = vec![ace(key)];
    stage
}

/// Every pilot whose ability is in effect is named by a scripted test.
#[test]
fn every_ability_in_effect_has_a_scripted_test() {
    let tests = include_str!("pilot_abilities.rs");
    let in_effect = catalog().pilots.iter().filter(|pilot| !effects_of_pilot(pilot.id).is_empty());
    let missing: Vec<&str> =
        in_effect.map(|pilot| pilot.key).filter(|key| !tests.contains(&format!("\"{key}\""))).collect();
    assert!(missing.is_empty(), "no test names {missing:?}");
}

/// Every card in effect is named by a scripted test of this folder.
#[test]
fn every_card_in_effect_has_a_scripted_test() {
    let tests = [
        include_str!("weapon_cards.rs"),
        include_str!("upgrade_cards.rs"),
        include_str!("upgrade_effects.rs"),
    ]
    .concat();
    let missing: Vec<&str> = catalog()
        .upgrades
        .iter()
        .filter(|card| crate::battle::tabletop::effects::is_in_effect(card))
        .map(|card| card.key)
        .filter(|key| !tests.contains(&format!("\"{key}\"")))
        .collect();
    assert!(missing.is_empty(), "no test names {missing:?}");
}
