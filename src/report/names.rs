//! Names for people: no raw identifier reaches a page.

use crate::catalog::catalog;
use crate::charts::Look;
use crate::config::{Discovery, TargetType, mission};
use crate::ids::{Faction, Terrain};

/// A mission by its key.
pub fn mission_name(key: &str) -> String {
    mission::missions().find(key).map_or_else(|| humane(key), |mission| mission.title.clone())
}

pub fn class_name(key: &str) -> String {
    let ship = catalog().ships.iter().find(|ship| ship.key == key || ship.name == key);
    ship.map_or_else(|| humane(key), |ship| ship.name.to_string())
}

pub fn pilot_name(key: &str) -> String {
    let pilot = catalog().pilots.iter().find(|pilot| pilot.key == key || pilot.name == key);
    pilot.map_or_else(|| humane(key), |pilot| pilot.name.to_string())
}

pub fn upgrade_name(key: &str) -> String {
    let upgrade = catalog().upgrades.iter().find(|upgrade| upgrade.key == key || upgrade.name == key);
    upgrade.map_or_else(|| humane(key), |upgrade| upgrade.name.to_string())
}

pub fn terrain_name(key: &str) -> String {
    Terrain::from_key(key).map_or_else(|| humane(key), |terrain| terrain.name().to_string())
}

/// The strategic targets are called by their type; battles without one by what they are about.
pub fn target_name(key: &str) -> String {
    match key {
        "huge-ship" => "An enemy huge ship".into(),
        "" | "none" => "No target".into(),
        other => TargetType::from_key(other).map_or_else(|| humane(other), |type_| type_.label().to_string()),
    }
}

pub fn discovery_name(key: &str) -> String {
    Discovery::from_key(key).map_or_else(|| humane(key), |discovery| discovery.label().to_string())
}

pub fn end_reason(key: &str) -> String {
    match key {
        "huge-ships" => "All huge ships of a side destroyed".into(),
        "elimination" => "A faction eliminated".into(),
        "turn-cap" => "The turn cap".into(),
        "draw" => "A draw".into(),
        other => humane(other),
    }
}

/// `mining-colony` reads "Mining Colony"; what already has capitals or blanks stays as it is.
pub fn humane(key: &str) -> String {
    if key.contains(' ') || key.chars().any(char::is_uppercase) {
        return key.to_string();
    }
    let words = key.split(['-', '_']).map(|word| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    });
    words.collect::<Vec<String>>().join(" ")
}

/// A dotted key in words: `income.lost_target` reads "income, lost target".
pub fn key_words(key: &str) -> String {
    let parts: Vec<String> = key.split('.').map(|part| part.replace(['_', '-'], " ")).collect();
    parts.join(", ")
}

pub fn faction_look(name: &str) -> Look {
    Faction::from_key(name).map_or(Look::PLAIN, Look::faction)
}

/// "the Empire" in a sentence.
pub fn faction_words(name: &str) -> &str {
    match name {
        "Rebel" => "the Rebels",
        "Imperial" => "the Empire",
        "Scum" => "Scum",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_read_as_names() {
        assert_eq!(mission_name("vip-escort"), "VIP Escort");
        assert_eq!(class_name("x-wing"), "X-wing");
        assert_eq!(pilot_name("rookie-pilot"), "Rookie Pilot");
        assert_eq!(humane("mining-colony"), "Mining Colony");
        assert_eq!(humane("Mining Colony"), "Mining Colony");
        assert_eq!(key_words("income.lost_target"), "income, lost target");
        assert_eq!(end_reason("turn-cap"), "The turn cap");
        assert_eq!(target_name("low-yield-gas-giant"), "Low-Yield Gas Giant");
        assert_eq!(
            (target_name("hidden-outpost"), discovery_name("pirates")),
            ("Hidden Outpost".into(), "Pirates!".into())
        );
    }
}
