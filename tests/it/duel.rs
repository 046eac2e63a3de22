//! `canto duel` as a person meets it.

use crate::command::{complains, json, stdout};

const QUICK: [&str; 8] = ["--points", "40", "--trials", "24", "--policy", "greedy", "--seed", "3"];

fn duel<'a>(ships: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [&["duel"], ships, &QUICK, more].concat()
}

#[test]
fn duel_says_who_beats_whom_and_what_each_is_worth() {
    let found = json(&duel(&["X-wing", "TIE Fighter", "Z-95"], &["--threads", "1"]));
    let ships = found["ships"].as_array().unwrap();
    let names: Vec<&str> = ships.iter().map(|ship| ship["ship"].as_str().unwrap()).collect();
    assert_eq!(names, ["X-wing", "TIE Fighter", "Z-95 Headhunter"]);
    assert_eq!((&ships[0]["printed_cost"], &ships[0]["pilot"]), (&21.into(), &"Rookie Pilot".into()));
    for ship in ships {
        let number = |key: &str| ship[key].as_f64().unwrap();
        assert!(number("low") <= number("efficiency") && number("efficiency") <= number("high"), "{ship}");
        let fair = ship["fair_cost"]["value"].as_f64().unwrap();
        assert!((fair / number("printed_cost") - number("efficiency")).abs() < 1e-9);
    }
    let rate = |row: usize, column: usize| found["matrix"][row][column]["value"].as_f64().unwrap();
    for (row, column) in [(0, 1), (0, 2), (1, 2), (1, 1)] {
        assert!((rate(row, column) + rate(column, row) - 1.0).abs() < 1e-9);
    }
    let fights: u64 = found["fought"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| ["wins", "draws", "losses"].map(|key| row[key].as_u64().unwrap()))
        .sum();
    assert_eq!(fights, 3 * 24);
    let again = json(&duel(&["X-wing", "TIE Fighter", "Z-95"], &["--threads", "2"]));
    assert_eq!(found, again, "the threads do not matter");
}

#[test]
fn duel_writes_frames_charts_and_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("duel").display().to_string();
    let text = stdout(&duel(&["X-wing", "Academy Pilot"], &["--out", &out, "--quiet"]));
    for words in ["fair cost", "X-wing", "TIE Fighter", "equal points"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    for file in ["frames/duels.parquet", "charts/matrix.png", "charts/fair-costs.png", "report.html"] {
        assert!(folder.path().join("duel").join(file).is_file(), "{file}");
    }
    let csv = stdout(&duel(&["X-wing", "TIE Fighter"], &["--format", "csv"]));
    assert!(csv.starts_with("ship,pilot,printed_cost,fair_cost,efficiency,low,high,n,"), "{csv}");
}

#[test]
fn duel_explains_what_it_cannot_fight() {
    complains(&["duel", "X-wing", "TIE Figter"], &["TIE Figter", "did you mean `TIE Fighter`?"]);
    complains(&["duel", "X-wing", "ARC-170"], &["ARC-170", "no generic pilot"]);
    complains(&["duel", "X-wing", "CR90"], &["huge ships"]);
    complains(&["duel", "X-wing", "Luke Skywalker"], &["unique"]);
    complains(&["duel", "X-wing"], &["2"]);
    complains(&["duel", "X-wing", "Z-95", "--policy", "tactican"], &["did you mean `tactician`?"]);
    complains(&["duel", "X-wing", "Z-95", "--terrain", "nebla"], &["did you mean `nebula`?"]);
    complains(&["duel", "TIE Fighter", "Z-95", "--points", "400"], &["32 ships"]);
}
