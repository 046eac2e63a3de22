//! `canto catalog` from outside.

use crate::command::{complains, json, stdout};

#[test]
fn catalog_lists_every_card_once_in_json() {
    let rows = |what: &str| json(&["catalog", what]).as_array().expect("a list").len();
    // 46 rows of the ship tables and ten sections of huge ships, by faction.
    assert_eq!((rows("ships"), rows("pilots"), rows("upgrades")), (56, 256, 367));
}

#[test]
fn catalog_filters_by_faction_and_name() {
    let ships = json(&["catalog", "ships", "--faction", "scum", "--name", "Scyk"]);
    assert_eq!(ships.as_array().expect("a list").len(), 1);
    assert_eq!(ships[0]["name"], "M3-A Interceptor");
    assert_eq!(ships[0]["cost"], 12);
    assert_eq!(ships[0]["dial"].as_array().expect("a dial").len(), 15);
    let table = stdout(&["catalog", "pilots", "--name", "grey squadron"]);
    assert!(table.contains("Gray Squadron Pilot  Rebel    Y-wing"), "{table}");
    let csv = stdout(&["catalog", "upgrades", "--name", "proton torpedoes", "--format", "csv"]);
    assert!(csv.starts_with("key,name,"), "{csv}");
    assert!(csv.lines().any(|line| line.starts_with("proton-torpedoes,Proton Torpedoes,")), "{csv}");
}

#[test]
fn catalog_complains_about_what_it_does_not_know() {
    complains(&["catalog", "ships", "--name", "X-wong"], &["no ship", "did you mean `X-wing`?"]);
    complains(&["catalog", "pilots", "--faction", "rebals"], &["allowed: rebel, imperial, scum", "`rebel`"]);
    complains(&["catalog", "shps"], &["ships"]);
}
