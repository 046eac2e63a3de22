//! Ships with any card by its key, whether or not their slots would allow it: cards are tested one by one.

use super::stage::*;
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
