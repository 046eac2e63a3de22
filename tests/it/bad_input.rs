//! Bad input of every kind, for every command: one paragraph, exit code 2, no panic, nothing left behind.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::{complains, stdout};

/// Files that no command can use, and a word of the complaint.
const BAD_FILES: &[(&str, &[u8], &str)] = &[
    ("malformed.toml", b"[income\n", "malformed.toml:1"),
    ("unknown.toml", b"[incom]\nlost_target = 1\n", "unknown.toml:1"),
    ("wrong-type.toml", b"title = 3\nincome = 3\n", "wrong-type.toml:"),
    ("not-a-number.toml", b"x = nan\n[income]\nlost_target = nan\n", "not-a-number.toml:"),
    ("infinite.toml", b"x = inf\n", "infinite.toml:1"),
    ("too-large.toml", b"x = 99999999999999999999999\n", "too-large.toml:1"),
    ("twice.toml", b"x = 1\nx = 2\n", "twice.toml:2"),
    ("not-text.toml", b"\xff\xfe[income]\n", "not-text.toml"),
    ("zeros.toml", b"\0\0\0", "zeros.toml"),
];

/// Every command that reads a file, with `FILE` for the file.
const READERS: &[&[&str]] = &[
    &["rules", "show", "FILE"],
    &["rules", "diff", "gcw-6.2.4", "FILE"],
    &["catalog", "tables", "--house-rules", "FILE"],
    &["run", "FILE"],
    &["run", "--house-rules", "FILE"],
    &["campaign", "FILE"],
    &["map", "--house-rules", "FILE"],
    &["fleet", "check", "FILE"],
    &["missions", "check", "FILE"],
    &["missions", "show", "FILE"],
    &["battle", "FILE", "--attacker", "Rookie Pilot", "--defender", "Academy Pilot"],
    &["battle", "space-superiority", "--attacker", "FILE", "--defender", "Academy Pilot"],
    &["compare", "galactic-civil-war", "FILE"],
    &["sweep", "FILE"],
    &["solve", "FILE"],
    &["sensitivity", "FILE"],
    &["minis", "squad", "FILE"],
    &["minis", "pregame", "FILE"],
];

fn with_file<'a>(command: &[&'a str], file: &'a str) -> Vec<&'a str> {
    command.iter().map(|word| if *word == "FILE" { file } else { word }).collect()
}

/// A folder with the bad files, a folder among them.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (name, text, _) in BAD_FILES {
        fs::write(folder.path().join(name), text).expect("written");
    }
    fs::create_dir(folder.path().join("folder.toml")).expect("made");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("readable")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn every_kind_of_bad_file_is_complained_about() {
    let folder = folder();
    for (name, _, word) in BAD_FILES {
        let path = folder.path().join(name).display().to_string();
        for command in [READERS[0], READERS[3], READERS[7]] {
            complains(&with_file(command, &path), &[word]);
        }
    }
}

#[test]
fn every_command_complains_about_files_it_cannot_use() {
    let folder = folder();
    let before = names(folder.path());
    for command in READERS {
        for name in ["malformed.toml", "not-text.toml", "folder.toml", "nowhere.toml"] {
            let path = folder.path().join(name).display().to_string();
            complains(&with_file(command, &path), &[name]);
        }
    }
    assert_eq!(names(folder.path()), before, "nothing is left behind");
}

#[test]
fn every_command_complains_about_arguments_it_cannot_use() {
    for (arguments, words) in [
        (&["rol"][..], &["rol", "roll"][..]),
        (&["roll", "ejection", "--trials", "0"], &["--trials", "0"]),
        (&["roll", "ejection", "--trials", "1000000000001"], &["--trials"]),
        (&["roll", "ejection", "--trials", "99999999999999999999999"], &["--trials"]),
        (&["roll", "ejection", "--seed=-1"], &["--seed"]),
        (&["roll", "steal", "--tokens=-1"], &["--tokens", "-1"]),
        (&["roll", "steal", "--tokens", "NaN"], &["--tokens", "NaN"]),
        (&["roll", "attack", "--attack", "300", "--agility", "1"], &["--attack", "300"]),
        (&["roll", "initiative", "--single", "--reroll-scope", "both"], &["--single", "--reroll-scope"]),
        (&["roll", "escape", "--attempts", "0"], &["--attempts"]),
        (&["roll", "die", "number", "--sides", "0"], &["--sides"]),
        (&["catalog", "pilots", "--name", "Lucke Skywalker"], &["did you mean"]),
        (&["rules", "show", "--key", "zzz"], &["no key begins so"]),
        (&["rules", "diff", "gcw-6.2.4"], &["required"]),
        (&["run", "--campaigns", "0"], &["--campaigns"]),
        (&["run", "--until", "nan"], &["--until"]),
        (&["run", "--until", "0"], &["--until"]),
        (&["campaign", "--index=-1"], &["--index"]),
        (&["map", "--players", "1000"], &["--players"]),
        (&["fleet", "build", "--faction", "hutts"], &["--faction"]),
        (&["battle", "space-superiority", "--attacker", "Rookie Pilot"], &["--defender"]),
        (&["battle", "space-superiority", "--attacker", "", "--defender", "Academy Pilot"], &["no ship"]),
        (&["battle", "static", "--attacker", "999999999 Rookie Pilot", "--defender", "Academy Pilot"], &[]),
        (
            &[
                "battle",
                "static",
                "--attacker",
                "Rookie Pilot",
                "--defender",
                "Academy Pilot",
                "--replay",
                "x.html",
            ],
            &["--replay", "static"],
        ),
        (
            &[
                "battle",
                "ambush",
                "--attacker",
                "Rookie Pilot",
                "--defender",
                "Academy Pilot",
                "--plain-damage",
            ],
            &["--plain-damage", "static"],
        ),
        (&["minis", "initiative", "--player", "recon", "--player", "clairvoyance"], &["clairvoyance"]),
        (&["compare", "galactic-civil-war"], &[]),
        (&["compare", "galactic-civil-war", "income.lost_targt=-5"], &["income.lost_target"]),
        (&["compare", "galactic-civil-war", "income.lost_target=many"], &["income.lost_target"]),
        (&["report", "nowhere"], &["nowhere"]),
    ] {
        complains(arguments, words);
    }
}

/// Where the file cannot be written there is a complaint and no half of it, also where a folder has its name.
#[test]
fn what_cannot_be_written_is_complained_about_and_leaves_no_half_file() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let at = |name: &str| folder.path().join(name).display().to_string();
    for name in ["a.csv", "a.parquet", "a.png", "a.svg", "a.html", "a.toml"] {
        fs::create_dir(at(name)).expect("made");
    }
    fs::write(at("file"), "in the way").expect("written");
    let before = names(folder.path());
    let roll = ["roll", "ejection", "--trials", "10"];
    let fight =
        ["battle", "ambush", "--attacker", "Rookie Pilot", "--defender", "Academy Pilot", "--trials", "1"];
    for (command, option, names) in [
        (&roll[..], "--out", &["a.csv", "a.parquet", "file/b.csv", "b.xlsx", "b"][..]),
        (&roll, "--chart", &["a.png", "a.svg", "file/b.png", "b.jpg"]),
        (&["fleet", "build", "--faction", "rebel"], "--out", &["a.toml", "file/b.toml"]),
        (&fight, "--replay", &["file/b.html", "a.html"]),
        (&["run", "--campaigns", "1"], "--out", &["file", "file/b"]),
    ] {
        for name in names {
            complains(&[command, &[option, &at(name)]].concat(), &[]);
        }
    }
    assert_eq!(names(folder.path()), before, "nothing is left behind");
    assert_eq!(fs::read_to_string(at("file")).expect("still there"), "in the way");
}

/// `canto catalog upgrades | head -1`: the reader goes away, and that is no failure.
#[test]
fn a_closed_pipe_is_no_failure() {
    for arguments in [
        &["catalog", "upgrades"][..],
        &["catalog", "pilots", "--format", "json"],
        &["rules", "show"],
        &["roll", "die", "number", "--sides", "100000", "--exact-only"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_canto"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut first = [0; 16];
        let mut output = child.stdout.take().expect("a pipe");
        output.read_exact(&mut first).expect("it prints");
        drop(output);
        let rest = child.wait_with_output().expect("it ends");
        let message = String::from_utf8_lossy(&rest.stderr).into_owned();
        assert!(rest.status.success() && message.is_empty(), "{arguments:?}: {:?} {message}", rest.status);
    }
    assert!(16 < stdout(&["catalog", "ships"]).len());
}
