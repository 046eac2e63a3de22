//! `canto run`, `canto campaign` and `canto map` as a person meets them.

use std::collections::BTreeMap;
use std::path::Path;

use crate::command::{canto, complains, json, stdout};

/// A set-up that is played quickly: one player a side, few turns, players by lot.
pub fn small_set_up(folder: &Path) -> String {
    set_up_of_turns(folder, 4)
}

/// The same that ends after so many turns.
pub fn set_up_of_turns(folder: &Path, turns: u32) -> String {
    let path = folder.join("small.toml");
    let text = r#"
title = "Small"
about = "For tests"
at_turn_cap = "most-fleet-points"
model = "skirmish"
map = "rolled"

[[factions]]
faction = "rebel"
players = [{ name = "Red Leader", doctrine = "random-legal" }]

[[factions]]
faction = "imperial"
players = [{ name = "Black Leader", doctrine = "random-legal" }]
"#;
    std::fs::write(&path, format!("turn_cap = {turns}\n{text}")).unwrap();
    path.display().to_string()
}

/// The bytes of every frame of a run.
pub fn frames(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder.join("frames")).unwrap();
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap())
    };
    entries.map(read).collect()
}

#[test]
fn run_writes_the_same_bytes_on_one_and_two_threads_and_names_its_rules() {
    let folder = tempfile::tempdir().unwrap();
    let set_up = small_set_up(folder.path());
    let out = |name: &str| folder.path().join(name).display().to_string();
    let (one, two) = (out("one"), out("two"));
    let arguments = |out: &'_ str, threads: &'_ str| -> Vec<String> {
        [
            "run",
            &set_up,
            "--campaigns",
            "24",
            "--seed",
            "42",
            "--threads",
            threads,
            "--out",
            out,
            "--no-report",
        ]
        .map(String::from)
        .to_vec()
    };
    for (out, threads) in [(&one, "1"), (&two, "2")] {
        let arguments = arguments(out, threads);
        let text = stdout(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(text.contains("Rebel wins") && text.contains("turns"), "{text}");
    }
    let (first, second) = (frames(Path::new(&one)), frames(Path::new(&two)));
    assert_eq!(first.keys().count(), canto::frames::columns::CAMPAIGN_FRAMES.len());
    assert!(first == second, "frames depend on the number of threads");
    let read = |out: &str, file: &str| std::fs::read_to_string(Path::new(out).join(file)).unwrap();
    assert_eq!(read(&one, "manifest.json"), read(&two, "manifest.json"));
    let manifest: serde_json::Value = serde_json::from_str(&read(&one, "manifest.json")).unwrap();
    assert_eq!((manifest["seed"].as_u64(), manifest["campaigns"].as_u64()), (Some(42), Some(24)));
    assert_eq!(manifest["fingerprint"].as_str().map(str::len), Some(16));
    assert!(read(&one, "timing.json").contains("elapsed_s"));
}

/// How each faction stood at the end of each turn, in the words of a story, by campaign.
fn standings(turns: &polars::frame::DataFrame) -> BTreeMap<u32, Vec<String>> {
    let number = |name: &str, row: usize| {
        let column = turns.column(name).unwrap().cast(&polars::prelude::DataType::Int64).unwrap();
        column.i64().unwrap().get(row).unwrap()
    };
    let mut standings: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for row in 0..turns.height() {
        let faction = turns.column("faction").unwrap().str().unwrap().get(row).unwrap();
        let line = format!(
            "  {faction}: {} targets worth {}, {} Fleet Points, fleet worth {}, ",
            number("targets_held", row),
            number("targets_value", row),
            number("balance", row),
            number("fleet_value", row)
        );
        standings.entry(number("replication", row) as u32).or_default().push(line);
    }
    standings
}

#[test]
fn campaign_tells_the_story_that_the_run_records() {
    let folder = tempfile::tempdir().unwrap();
    let set_up = small_set_up(folder.path());
    let out = folder.path().join("run").display().to_string();
    let summary = json(&["run", &set_up, "--campaigns", "8", "--seed", "42", "--out", &out, "--no-report"]);
    assert_eq!(summary["campaigns"], 8);
    let read = |file: &str, table| {
        canto::frames::read_frame(&Path::new(&out).join("frames").join(file), table, None).unwrap()
    };
    let data = read("campaigns.parquet", &canto::frames::columns::CAMPAIGNS);
    let words = |name: &str| data.column(name).unwrap().str().unwrap().clone();
    let numbers = |name: &str| data.column(name).unwrap().u32().unwrap().clone();
    let standings = standings(&read("turns.parquet", &canto::frames::columns::TURNS));
    for index in 0..8 {
        let story = json(&["campaign", &set_up, "--seed", "42", "--index", &index.to_string()]);
        let number = |name: &str| numbers(name).get(index).map(u64::from);
        assert_eq!(story["winner"].as_str(), words("winner").get(index), "campaign {index}");
        assert_eq!(story["end_reason"].as_str(), words("end_reason").get(index), "campaign {index}");
        assert_eq!(story["turns"].as_u64(), number("turns"), "campaign {index}");
        // Every battle and, turn by turn, how the factions stand.
        let lines: Vec<&str> =
            story["story"].as_array().unwrap().iter().filter_map(|line| line.as_str()).collect();
        let fought = lines.iter().filter(|line| line.contains(" rounds, ")).count() as u64;
        assert_eq!(Some(fought), number("battles"), "campaign {index}");
        let told: Vec<&str> = lines.iter().copied().filter(|line| line.contains(" fleet worth ")).collect();
        let recorded = &standings[&(index as u32)];
        assert_eq!(told.len(), recorded.len(), "campaign {index}");
        for (told, recorded) in told.iter().zip(recorded) {
            assert!(told.starts_with(recorded.as_str()), "campaign {index}: {told} / {recorded}");
        }
    }
    let text = stdout(&["campaign", &set_up, "--seed", "42", "--index", "7"]);
    assert!(text.contains("Turn 1\n") && text.contains("Red Leader"), "{text}");
}

#[test]
fn map_shows_one_map_and_the_distribution_of_many() {
    let map = json(&["map", "--players", "2", "--seed", "3"]);
    let rows = map.as_array().unwrap();
    assert!((7..=9).contains(&rows.len()));
    assert_eq!(rows[0]["category"], "Settled World");
    assert_eq!(rows[rows.len() - 1]["type"], "Trade Route");
    let many = json(&["map", "--players", "2", "--seed", "3", "--trials", "20000"]);
    // 2D6 from 5 to 8: seven targets and the Trade Route, in 20 of 36 maps.
    let eight = many["targets"].as_array().unwrap().iter().find(|row| row["name"] == "8").unwrap();
    let within = |row: &serde_json::Value, share: f64| {
        let (low, high) = (row["low"].as_f64().unwrap(), row["high"].as_f64().unwrap());
        let slack = high - low;
        low - slack <= share && share <= high + slack
    };
    assert!(within(eight, 20.0 / 36.0), "{eight}");
    assert_eq!(many["trials"], 20000);
    let again = json(&["map", "--players", "2", "--seed", "3", "--trials", "20000", "--threads", "1"]);
    assert_eq!(many, again);
}

#[test]
fn bad_runs_are_refused_in_words() {
    complains(&["run", "no-such-set-up"], &["no-such-set-up"]);
    complains(&["run", "--until", "0.9"], &["--until 0.9", "0.0005 to 0.25"]);
    complains(&["campaign", "galactic-civil-wor"], &["galactic-civil-war"]);
    complains(&["map", "--rules", "nothing"], &["nothing"]);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("letter.txt"), "dear diary").unwrap();
    let out = folder.path().display().to_string();
    complains(&["run", "--campaigns", "1", "--out", &out], &["not empty", "--out"]);
    let output = canto(&["run", "--campaigns", "0"]);
    assert_eq!(output.status.code(), Some(2));
}
