//! `canto calibrate` as a person meets it.

use crate::command::{canto, json};

#[test]
fn calibrate_writes_a_file_that_says_how_it_was_made_and_compares_both_models() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("parameters.toml");
    let file = path.display().to_string();
    let arguments = ["calibrate", "--trials", "2", "--class-trials", "2", "--seed", "9", "--quiet"];
    let found = json(&[&arguments[..], &["--parameters", &file, "--threads", "1"]].concat());
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("# Written by: canto calibrate --seed 9 --trials 2 --class-trials 2\n"), "{text}");
    assert!(text.contains("calibrated = true") && text.contains("assumed"));
    let groups = found["groups"].as_array().unwrap();
    assert_eq!(groups[0]["group"], "All missions");
    for group in groups {
        let wins = &group["measures"]["win_rate"];
        let number = |key: &str| wins[key]["value"].as_f64().unwrap();
        assert!((number("skirmish") - number("tabletop") - number("difference")).abs() < 1e-9, "{group}");
    }
    let again = json(&[&arguments[..], &["--parameters", &file, "--threads", "2"]].concat());
    assert_eq!(found, again, "the threads do not matter");
    assert_eq!(text, std::fs::read_to_string(&path).unwrap());
    assert_eq!(canto(&["calibrate", "--trials", "0"]).status.code(), Some(2));
}
