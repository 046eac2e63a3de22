//! `canto rules` and `canto catalog tables` from outside, with every kind of bad input file.

use std::path::Path;

use crate::command::{canto, complains, json, stdout};

/// A house-rule file with this text; the folder lives as long as the test.
fn house_rule(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("house.toml");
    std::fs::write(&path, text).expect("written");
    let path = path.display().to_string();
    (folder, path)
}

#[test]
fn rules_show_prints_every_key_with_its_place_and_meaning() {
    let text = stdout(&["rules", "show"]);
    let row = text.lines().find(|line| line.starts_with("income.lost_target ")).expect("the key is there");
    assert!(row.contains("-25") && row.contains("scenarios/rules/gcw-6.2.4.toml:"), "{row}");
    assert!(row.contains("FP for having lost a strategic target"), "{row}");
}

#[test]
fn rules_show_lays_house_rules_upon_the_rulebook_and_says_who_said_it() {
    let (_folder, path) = house_rule("[income]\nlost_target = -7\n");
    let text = stdout(&["rules", "show", "gentle-snowball", &path, "--key", "income."]);
    let row =
        |key: &str| text.lines().find(|line| line.starts_with(key)).expect("the key is there").to_string();
    assert!(row("income.lost_target").contains("-7") && row("income.lost_target").contains("house.toml:2"));
    assert!(row("income.captured_target").contains("gentle-snowball.toml"));
    assert!(row("income.automatic").contains("gcw-6.2.4.toml"));
    assert!(!text.contains("rulings."));
}

#[test]
fn rules_show_as_json_is_a_document_with_its_fingerprint() {
    let rulebook = json(&["rules", "show"]);
    assert_eq!(rulebook["rules"]["fleet"]["starting_fleet_points"], 300);
    let gentle = json(&["rules", "show", "gentle-snowball"]);
    assert_ne!(rulebook["fingerprint"], gentle["fingerprint"]);
    let club = json(&["rules", "show", "--set-up", "round-table-games-2017"]);
    assert_eq!(club["rules"]["victory"]["condition"], "elimination");
}

#[test]
fn rules_diff_lists_what_differs_and_answers_no() {
    let output = canto(&["rules", "diff", "gcw-6.2.4", "gentle-snowball", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(rows.as_array().expect("a list").len(), 2);
    assert_eq!(rows[0]["key"], "income.captured_target");
    assert_eq!((&rows[1]["gcw-6.2.4"], &rows[1]["gentle-snowball"]), (&(-25).into(), &(-15).into()));
    assert!(stdout(&["rules", "diff", "gcw-6.2.4", "gcw-6.2.4"]).contains("the same"));
}

#[test]
fn rules_list_names_what_is_built_in() {
    let rows = json(&["rules", "list"]);
    let names: Vec<&str> =
        rows.as_array().expect("a list").iter().filter_map(|row| row["name"].as_str()).collect();
    for name in
        ["gcw-6.2.4", "gentle-snowball", "short-campaign", "galactic-civil-war", "six-a-side", "scum-fringe"]
    {
        assert!(names.contains(&name), "{name}");
    }
}

#[test]
fn catalog_tables_have_rows_that_add_up() {
    let rows = json(&["catalog", "tables"]);
    let rows = rows.as_array().expect("a list");
    let total = |table: &str| -> f64 {
        rows.iter().filter(|row| row["table"] == table).filter_map(|row| row["probability"].as_f64()).sum()
    };
    for table in ["Outpost Type", "Unusual Feature", "Scenario", "Crashed Ship (Scum)", "Redeem 2 Cargo"] {
        assert!((total(table) - 1.0).abs() < 1e-12, "{table}: {}", total(table));
    }
    let industrial = rows.iter().find(|row| row["result"] == "Industrial World").expect("a row");
    // 6, 7 and 8 with two dice: 5 + 6 + 5 of 36.
    assert_eq!(industrial["probability"].as_f64().map(|p| (p * 36.0).round()), Some(16.0));
    assert_eq!(industrial["value"], 20);
    let (_folder, path) = house_rule("[rulings]\nscenario_draw_to = 34\n");
    let other = json(&["catalog", "tables", "--name", "scenario", "--house-rules", &path]);
    let other = other.as_array().expect("a list");
    assert_eq!(other.len(), 19 + 4 + 3);
    let raid = other.iter().find(|row| row["result"] == "supply-raid").expect("a row");
    // 28 to 34 of 34.
    assert_eq!(raid["probability"].as_f64().map(|p| (p * 34.0).round()), Some(7.0));
}

#[test]
fn malformed_file_is_complained_about() {
    let (_folder, path) = house_rule("[income]\nlost_target = = 3\n");
    complains(&["rules", "show", &path], &["house.toml:2:15", "not TOML", "lost_target = = 3"]);
}

#[test]
fn unknown_key_is_complained_about_with_the_nearest() {
    let (_folder, path) = house_rule("[income]\nlost_targt = -15\n");
    complains(
        &["rules", "show", &path],
        &["house.toml:2:1", "income.lost_targt", "unknown key", "did you mean `lost_target`?", "  | ^"],
    );
}

#[test]
fn wrong_type_and_value_out_of_range_are_complained_about() {
    let (_folder, path) = house_rule("income.lost_target = \"a lot\"\n");
    complains(
        &["rules", "show", &path],
        &["house.toml:1:22", "\"a lot\"", "must be a whole number", "not a text"],
    );
    let (_folder, path) = house_rule("[ships]\nrepair_turns = 99\n");
    complains(
        &["rules", "diff", "gcw-6.2.4", &path],
        &["house.toml:2:16", "ships.repair_turns = 99", "0 to 10"],
    );
}

#[test]
fn unknown_ship_is_complained_about_with_the_nearest() {
    let (_folder, path) = house_rule("[battle.reinforcements]\nrebel.ship = \"Z-95 Headhuntr\"\n");
    complains(&["rules", "show", &path], &["house.toml:2:14", "did you mean `Z-95 Headhunter`?"]);
}

#[test]
fn missing_file_and_unknown_name_are_complained_about() {
    complains(&["rules", "show", "nowhere.toml"], &["nowhere.toml", "cannot read"]);
    complains(
        &["rules", "show", "gentle-snobal"],
        &["unknown house rules", "did you mean `gentle-snowball`?"],
    );
    complains(
        &["rules", "show", "--set-up", "galactic-civil-wor"],
        &["unknown set-up", "`galactic-civil-war`"],
    );
    complains(&["rules", "show", "--key", "incom.lost"], &["no key begins so", "did you mean"]);
    complains(&["catalog", "tables", "--name", "outpst"], &["no table"]);
    let folder = tempfile::tempdir().expect("a folder for the test");
    assert!(Path::new(folder.path()).is_dir());
    complains(&["rules", "show", &format!("{}/", folder.path().display())], &["cannot read"]);
}
