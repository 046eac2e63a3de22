//! Every built-in mission loads, and its numbers are the rulebook's.

use super::*;

#[test]
fn every_built_in_mission_loads() {
    for (key, text) in library::BUILT_IN {
        let mission = read_mission(&format!("scenarios/missions/{key}.toml"), text);
        let mission = mission.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(mission.key, *key);
    }
    assert_eq!(missions().len(), library::BUILT_IN.len());
}
