//! `canto missions`, as a designer uses it.

use std::fs;

use crate::command::{canto, complains, json, stdout};

#[test]
fn list_has_every_mission_with_its_size() {
    let list = json(&["missions", "list"]);
    let rows = list.as_array().expect("a list");
    assert_eq!(rows.len(), 34);
    let row = rows.iter().find(|row| row["key"] == "smash-and-grab").expect("Smash and Grab");
    assert_eq!(row["size"], "60 / 75");
    assert_eq!(
        row["restrictions"],
        "attacker: 1 large ship, no small ships; defender: at most 3 ships, no large ships"
    );
    let table = json(&["missions", "list", "--list", "table"]);
    assert_eq!(table.as_array().map(Vec::len), Some(19));
}

#[test]
fn show_tells_a_mission_by_any_of_its_names() {
    for name in ["micro-jumps", "Microjumps", "payback"] {
        let text = stdout(&["missions", "show", name]);
        assert!(text.starts_with("Micro-Jumps (micro-jumps)"), "{text}");
        assert!(text.contains("A side wins by being the only side with a ship on the board."), "{text}");
    }
    let told = json(&["missions", "show", "supply raid"]);
    assert_eq!(told["rules"]["actions"][0]["roll"]["attack_dice"], 3);
    assert!(told["told"].as_array().is_some_and(|sections| 5 < sections.len()));
    let csv = stdout(&["missions", "show", "exfil", "--format", "csv"]);
    assert!(csv.starts_with("section,text\n") && csv.contains("\nVictory,"), "{csv}");
    complains(&["missions", "show", "supply rade"], &["unknown mission `supply rade`", "`supply-raid`"]);
}

#[test]
fn check_accepts_a_copy_and_names_every_fault_of_a_bad_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_string()
    };
    let ambush = include_str!("../../scenarios/missions/ambush.toml");
    let good = file("my-ambush.toml", ambush);
    assert!(stdout(&["missions", "check", &good]).contains("Ambush"));
    assert!(stdout(&["missions", "show", &good]).contains("(my-ambush)"));

    let word = file("word.toml", &ambush.replace("same-edge", "same-egde"));
    complains(
        &["missions", "check", &word],
        &["word.toml:", "setup[1].ships.facing", "did you mean `same-edge`?"],
    );
    let numbers = ambush.replace("attacker = 75", "attacker = 0").replace("range = 3", "range = 9");
    let numbers = file("numbers.toml", &numbers);
    complains(
        &["missions", "check", &good, &numbers],
        &["size.attacker = 0: must be in 1..=1000", "range = 9: must be in 1..=5", "3 faults"],
    );
    complains(&["missions", "check", "nowhere.toml"], &["nowhere.toml: cannot read"]);
}

#[test]
fn check_needs_a_file_and_can_be_quiet() {
    assert_eq!(canto(&["missions", "check"]).status.code(), Some(2));
    assert!(stdout(&["missions", "check", "--quiet", "scenarios/missions/ambush.toml"]).is_empty());
}
