//! `canto compare`, `canto sweep` and their kin as a person meets them.

use std::path::Path;

use crate::campaign::set_up_of_turns;
use crate::command::{canto, complains, json, stdout};

#[test]
fn compare_pairs_set_ups_stacks_and_run_folders() {
    let folder = tempfile::tempdir().unwrap();
    let small = set_up_of_turns(folder.path(), 3);
    let other = format!("{small}+setup.turn_cap=2");
    let compared =
        json(&["compare", &small, &other, "--campaigns", "12", "--metric", "turns", "--threads", "1"]);
    let row = &compared["contrasts"][0]["rows"][0];
    // Nobody is beaten in three turns: every campaign lasts to its cap, one turn less.
    assert_eq!(row["paired"]["difference"]["value"], -1.0);
    assert_eq!((&row["first"]["value"], &row["other"]["value"]), (&3.0.into(), &2.0.into()));
    assert_eq!(row["finding"], "changed");
    let two = json(&["compare", &small, &other, "--campaigns", "12", "--metric", "turns", "--threads", "2"]);
    assert_eq!(compared, two, "the threads do not matter");

    // A run of eight pairs with the first eight that are played.
    let run = folder.path().join("run").display().to_string();
    let played = ["run", &small, "--campaigns", "8", "--out", &run, "--no-report", "--quiet"];
    stdout(&played);
    let mixed = json(&["compare", &run, &small]);
    assert_eq!(mixed["contrasts"][0]["pairs"], 8);
    for row in mixed["contrasts"][0]["rows"].as_array().unwrap() {
        let paired = &row["paired"];
        assert!(paired["mean_a"] == paired["mean_b"], "the same rules on the same luck: {row}");
    }
    assert!(mixed["remarks"][1].as_str().unwrap().contains("same rules"));

    // Another seed does not pair.
    let stranger = folder.path().join("stranger").display().to_string();
    stdout(&["run", &small, "--campaigns", "4", "--seed", "9", "--out", &stranger, "--no-report", "--quiet"]);
    complains(&["compare", &run, &stranger], &["seed 1", "seed 9", "same luck"]);
}

#[test]
fn compare_writes_one_page_and_refuses_nonsense() {
    let folder = tempfile::tempdir().unwrap();
    let small = set_up_of_turns(folder.path(), 3);
    let other = format!("{small}+gentle-snowball");
    let out = folder.path().join("page").display().to_string();
    let text = stdout(&["compare", &small, &other, "--campaigns", "6", "--out", &out, "--quiet"]);
    assert!(text.contains("Rebel win rate") && text.contains("variance saved"), "{text}");
    let page = std::fs::read_to_string(folder.path().join("page/report.html")).unwrap();
    assert!(page.contains("Gentle Snowball") && page.contains("pairs of campaigns"));
    assert!(folder.path().join("page/charts/compare-shares.svg").is_file());

    // A run keeps its report.
    let run = folder.path().join("run").display().to_string();
    stdout(&["run", &small, "--campaigns", "2", "--out", &run, "--no-report", "--quiet"]);
    complains(&["compare", &small, &other, "--out", &run], &["holds a run", "choose another"]);

    complains(&["compare", &small, "gentle-snowbal"], &["gentle-snowbal", "did you mean `gentle-snowball`?"]);
    complains(&["compare", &small, "income.lost_targt=1"], &["did you mean `income.lost_target`?"]);
    complains(&["compare", &small, &small, "--metric", "turn"], &["did you mean `turns`?"]);
    complains(&["compare", &small, &small, "--margin", "2"], &["--margin 2"]);
    assert_eq!(canto(&["compare", &small]).status.code(), Some(2));
}

/// A question over the turn cap of a small set-up.
fn question(folder: &Path, tail: &str) -> String {
    let set_up = set_up_of_turns(folder, 3);
    let path = folder.join("question.toml");
    let text = format!(
        "title = \"Test\"\nsetup = \"{set_up}\"\nreplications = 6\nmetrics = [\"turns\", \"win-rate:rebel\"]\n{tail}"
    );
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// Every file of a folder with its bytes.
fn bytes(folder: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut found = std::collections::BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(
                    path.strip_prefix(folder).unwrap().display().to_string(),
                    std::fs::read(&path).unwrap(),
                );
            }
        }
    }
    found
}

#[test]
fn sweep_resumes_to_the_same_bytes_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let tail = "[[knobs]]\nkey = \"setup.turn_cap\"\nvalues = [1, 2, 3]\n[sweep]\ndesign = \"grid\"\n";
    let file = question(folder.path(), tail);
    let out = |name: &str| folder.path().join(name).display().to_string();
    let swept = json(&["sweep", &file, "--threads", "1", "--out", &out("one")]);
    let turns = |point: usize| swept["points"][point]["metrics"]["turns"]["value"].as_f64().unwrap();
    // Nobody is beaten so early: every campaign lasts to its cap.
    assert_eq!([turns(0), turns(1), turns(2)], [1.0, 2.0, 3.0]);
    stdout(&["sweep", &file, "--threads", "2", "--out", &out("two"), "--quiet"]);
    let whole = bytes(&folder.path().join("one"));
    assert!(whole == bytes(&folder.path().join("two")), "the threads do not matter");
    // An interruption lost the second point and everything that comes after the points.
    let two = folder.path().join("two");
    std::fs::remove_file(two.join("points/00001.json")).unwrap();
    std::fs::remove_dir_all(two.join("frames")).unwrap();
    let said = stdout(&["sweep", &file, "--out", &out("two"), "--quiet"]);
    assert!(said.contains("2 points were finished already"), "{said}");
    assert!(whole == bytes(&two), "a resumed sweep writes the same bytes");
    // Another seed plays everything again.
    let said = stdout(&["sweep", &file, "--out", &out("two"), "--seed", "5", "--quiet"]);
    assert!(!said.contains("finished already"), "{said}");
}

#[test]
fn sweep_fights_battles_between_squads_that_doctrines_build() {
    let folder = tempfile::tempdir().unwrap();
    let set_up = set_up_of_turns(folder.path(), 3);
    let path = folder.path().join("battle.toml");
    let text = format!(
        "title = \"Sizes\"\nsetup = \"{set_up}\"\nreplications = 8\nmetrics = [\"squad-points:attacker\", \"rounds\"]\n\
         [battle]\nmission = \"ambush\"\nattacker = \"rebel\"\ndefender = \"imperial\"\nswap_seats = true\n\
         [[knobs]]\nkey = \"battle.attacker_size\"\nvalues = [40, 100]\n\
         [[knobs]]\nkey = \"mission.size.defender\"\nlow = 50\nhigh = 80\nsteps = 2\n[sweep]\ndesign = \"grid\"\n"
    );
    std::fs::write(&path, text).unwrap();
    let (file, out) = (path.display().to_string(), folder.path().join("out").display().to_string());
    let swept = json(&["sweep", &file, "--out", &out]);
    let points = |at: usize| {
        let found = &swept["points"][at]["metrics"]["squad-points:attacker"];
        // Two seats of eight battles.
        assert_eq!(found["n"], 16);
        found["value"].as_f64().unwrap()
    };
    assert!(points(0) <= 40.0 && 40.0 < points(2) && points(2) <= 100.0, "{} {}", points(0), points(2));
}

#[test]
fn bad_questions_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |tail: &str, words: &[&str]| {
        let file = question(folder.path(), tail);
        complains(&["sweep", &file], words);
    };
    let knob =
        |key: &str, rest: &str| format!("[[knobs]]\nkey = \"{key}\"\n{rest}\n[sweep]\ndesign = \"grid\"\n");
    refused(
        &knob("income.lost_targt", "values = [1]"),
        &["question.toml:6", "did you mean `income.lost_target`?"],
    );
    refused(&knob("income.lost_target", "values = [9999]"), &["income.lost_target = 9999", "-500"]);
    refused(&knob("income.lost_target", "low = 1"), &["either `values` or both"]);
    refused(&knob("income.lost_target", "low = 3\nhigh = 1"), &["must lie above `low`"]);
    refused(&knob("battle.attacker_size", "values = [1]"), &["needs a table [battle]"]);
    refused(&knob("setup.turn_cap", "value = [1]"), &["unknown key", "did you mean `values`?"]);
    refused("[[knobs]]\nkey = \"setup.turn_cap\"\nvalues = [2]\n", &["needs a table [sweep]"]);
    refused("knobs = []\n", &["at least one knob"]);
    complains(&["sweep", "no/such.toml"], &["no/such.toml: cannot read"]);
}

#[test]
fn solve_answers_with_an_interval_or_says_that_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |target: &str| {
        let tail = format!(
            "[[knobs]]\nkey = \"setup.turn_cap\"\nlow = 1\nhigh = 5\n[solve]\nmetric = \"turns\"\ntarget = {target}\n"
        );
        question(folder.path(), &tail)
    };
    let out = folder.path().join("out").display().to_string();
    // Every campaign lasts to its cap: 3.5 turns would be played with a cap of 3.5.
    let file = solve("3.5");
    let found = json(&["solve", &file, "--out", &out, "--threads", "1"]);
    assert_eq!(found["solution"]["outcome"], "found");
    let value = found["solution"]["knob"]["value"].as_f64().unwrap();
    assert!((value - 3.5).abs() < 1e-9, "{value}");
    assert_eq!(found, json(&["solve", &file, "--out", &out, "--threads", "2"]), "the threads do not matter");
    assert!(folder.path().join("out/charts/search.png").is_file());
    let none = canto(&["solve", &solve("9"), "--out", &out, "--quiet"]);
    assert_eq!(none.status.code(), Some(1));
    let said = String::from_utf8_lossy(&none.stdout).into_owned();
    assert!(said.contains("No value between 1 and 5 brings Turns to 9"), "{said}");
    complains(
        &["solve", &question(folder.path(), "[[knobs]]\nkey = \"setup.turn_cap\"\nvalues = [2]\n")],
        &["[solve]"],
    );
}

#[test]
fn sensitivity_ranks_the_knobs() {
    let folder = tempfile::tempdir().unwrap();
    let tail = "[[knobs]]\nkey = \"income.automatic\"\nlow = 0\nhigh = 40\n\
                [[knobs]]\nkey = \"setup.turn_cap\"\nlow = 1\nhigh = 4\n\
                [sensitivity]\nwalks = 3\nsamples = 8\nkeep = 1\n";
    let file = question(folder.path(), tail);
    let out = folder.path().join("out").display().to_string();
    let found = json(&["sensitivity", &file, "--replications", "2", "--out", &out]);
    let turns = &found["measures"][0];
    assert_eq!(turns["knobs"][0]["knob"], "setup.turn_cap", "the cap decides the length: {turns}");
    assert_eq!(turns["knobs"][1]["effect"]["value"], 0.0);
    assert!(turns["knobs"][1]["indices"].is_null() && !turns["knobs"][0]["indices"].is_null());
    assert!(folder.path().join("out/charts/tornado-turns.svg").is_file());
}

#[test]
fn example_questions_can_be_read() {
    // A wrong command finds its table missing only after everything else was checked.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/");
    for (name, other) in [
        ("sweeps/lost-target", "solve"),
        ("sweeps/income", "solve"),
        ("sweeps/ambush-sizes", "solve"),
        ("sweeps/fair-ambush", "sweep"),
        ("sweeps/even-vip-escort", "sensitivity"),
        ("sweeps/what-moves-the-war", "solve"),
        ("questions/fair-ambush", "sensitivity"),
        ("questions/even-vip-escort", "sensitivity"),
        ("questions/even-intelligence-gathering", "sensitivity"),
        ("questions/missions-by-model", "solve"),
    ] {
        let words = match other {
            "sweep" => "must name at least one metric".to_string(),
            other => format!("needs a table [{other}]"),
        };
        complains(&[other, &format!("{folder}{name}.toml")], &[&words]);
    }
}
