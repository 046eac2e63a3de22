//! `canto fleet` as a person meets it.

use std::path::Path;

use crate::command::{canto, complains, json, stdout};

fn write(folder: &Path, text: &str) -> String {
    let path = folder.join("fleet.toml");
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// What `build` writes, `check` accepts; a test beside the code goes through every doctrine and faction.
#[test]
fn a_built_fleet_is_legal() {
    let folder = tempfile::tempdir().unwrap();
    for (doctrine, faction) in [("balanced", "rebel"), ("random-legal", "imperial"), ("ace-builder", "scum")]
    {
        let text = stdout(&["fleet", "build", "--faction", faction, "--doctrine", doctrine, "--seed", "7"]);
        let checked = json(&["fleet", "check", &write(folder.path(), &text)]);
        assert_eq!(checked["legal"], true, "{text}\n{checked}");
        assert!(checked["total"].as_u64() <= Some(300) && checked["lines"].as_array().is_some());
    }
    let out = folder.path().join("built.toml").display().to_string();
    let built = stdout(&["fleet", "build", "--seed", "7", "--out", &out, "--quiet"]);
    assert!(built.is_empty(), "the list is in the file: {built}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), stdout(&["fleet", "build", "--seed", "7"]));
}

#[test]
fn the_shipped_fleets_are_legal_and_their_costs_are_explained() {
    for file in ["rogue-squadron.toml", "black-squadron.toml"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/fleets").join(file);
        let text = stdout(&["fleet", "check", &path.display().to_string()]);
        assert!(text.contains("legal: no rule is broken"), "{text}");
        assert!(text.contains(" = "), "a cost is derived: {text}");
    }
}

/// Each fault is told with the heading of its rule, one does not hide another, and the answer is no.
#[test]
fn every_broken_rule_is_listed_with_its_heading() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(
        folder.path(),
        r#"
faction = "rebel"
commanders = ["Wedge Antilles", "Luke Skywalker"]

[[ships]]
ship = "X-wing"
count = 12
[[ships]]
ship = "TIE Interceptor"
[[ships]]
ship = "YT-1300 (ORS stats)"
count = 3
[[pilots]]
pilot = "Academy Pilot"
[[pilots]]
pilot = "Red Squadron Pilot"
count = 9
[[cards]]
card = "Push the Limit"
"#,
    );
    let arguments = ["fleet", "check", file.as_str()];
    let output = canto(&arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    let expected = [
        ("Luke Skywalker", "Unique Pilots"),
        ("TIE Interceptor", "Assembling Your Squadron"),
        ("YT-1300 (ORS stats)", "Ship Restrictions"),
        ("Academy Pilot", "Assembling Your Squadron"),
        ("Push the Limit", "Elite Upgrades"),
        ("the whole list", "Squads, Squadrons and Fleet Points"),
    ];
    for (what, heading) in expected {
        assert!(text.contains(&format!("  {what} (\"{heading}\"): ")), "{what}, {heading}:\n{text}");
    }
    let found: serde_json::Value =
        serde_json::from_slice(&canto(&["fleet", "check", &file, "--format", "json"]).stdout).unwrap();
    assert_eq!(found["legal"], false);
    assert_eq!(found["broken"].as_array().unwrap().len(), expected.len(), "{found}");
}

#[test]
fn a_malformed_list_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let bad = |text: &str, words: &[&str]| {
        let file = write(folder.path(), text);
        let mut all = vec!["fleet.toml:"];
        all.extend(words);
        complains(&["fleet", "check", &file], &all);
    };
    bad("faction = \"rebel\"\n[[ships]]\nship = \"X-wnig\"\n", &[":3:", "ships[0].ship", "X-wing"]);
    bad("faction = \"rebel\"\nplayers = 0\n", &[":2:", "players = 0", "1..=12"]);
    bad(
        "faction = \"rebel\"\n[[pilots]]\npilot = \"Rookie Pilot\"\ncount = 0\n",
        &[":4:", "pilots[0].count"],
    );
    bad("faction = \"rebell\"\n", &[":1:", "rebel"]);
    bad("faction = \"rebel\"\nshps = []\n", &[":2:", "shps"]);
    bad("faction = rebel\n", &[":1:"]);
    complains(&["fleet", "check", "no-such-file.toml"], &["no-such-file.toml", "cannot read"]);
    complains(&["fleet", "build", "--doctrine", "balancd"], &["balancd", "did you mean `balanced`"]);
    complains(&["fleet", "build", "--player", "2"], &["--player 2", "--players"]);
}
