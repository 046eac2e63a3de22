//! Runs that are killed or interrupted, and go on to the same bytes.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::campaign::{frames, small_set_up};
use crate::command::{canto, complains, stdout};

/// Parts of 256: killed after the first, some are still to come.
const CAMPAIGNS: &str = "4000";

fn start(set_up: &str, out: &str) -> Child {
    let arguments = ["run", set_up, "--campaigns", CAMPAIGNS, "--seed", "42", "--out", out, "--no-report"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_canto"));
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until the first part is on disk.
fn wait_for_a_part(child: &mut Child, out: &str) {
    let part = Path::new(out).join("parts").join("purchases-000000.parquet");
    let started = Instant::now();
    while !part.exists() {
        assert!(child.try_wait().unwrap().is_none(), "the run was over before it could be interrupted");
        assert!(started.elapsed() < Duration::from_secs(120), "no part after two minutes");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_run_that_is_killed_or_interrupted_resumes_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let set_up = small_set_up(folder.path());
    let out = |name: &str| folder.path().join(name).display().to_string();
    let run = |out: &str, more: &[&str]| {
        let arguments =
            ["run", &set_up, "--campaigns", CAMPAIGNS, "--seed", "42", "--out", out, "--no-report"];
        stdout(&arguments.iter().chain(more).copied().collect::<Vec<_>>())
    };
    let whole = run(&out("whole"), &["--threads", "1"]);
    let expected = frames(&folder.path().join("whole"));

    // Killed: nothing is said, at most a part is lost.
    let killed = out("killed");
    let mut child = start(&set_up, &killed);
    wait_for_a_part(&mut child, &killed);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        Path::new(&killed).join("parts/run.json").exists() && !Path::new(&killed).join("frames").exists()
    );
    // Other arguments are another run, and nothing of this one is touched.
    let other = ["run", &set_up, "--campaigns", CAMPAIGNS, "--seed", "43", "--out", &killed, "--resume"];
    complains(&other, &["another run", "seed 42", "--out"]);
    let other = ["run", &set_up, "--campaigns", "5000", "--seed", "42", "--out", &killed, "--resume"];
    complains(&other, &["another run", "4000 campaigns"]);
    let resumed = run(&killed, &["--resume", "--threads", "2"]);
    assert!(expected == frames(Path::new(&killed)), "bytes depend on where the run was killed");
    let rows = |text: &str| text.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    assert_eq!(rows(&whole), rows(&resumed), "the summary counts the parts that were found");

    // A run that is finished has nothing left to do.
    let again = run(&killed, &["--resume"]);
    assert_eq!(rows(&whole), rows(&again));
    let timing = std::fs::read_to_string(Path::new(&killed).join("timing.json")).unwrap();
    assert!(timing.contains("\"campaigns_played\": 0"), "{timing}");

    // Ctrl-C: the part in hand is finished, and the way to go on is said.
    let interrupted = out("interrupted");
    let mut child = start(&set_up, &interrupted);
    wait_for_a_part(&mut child, &interrupted);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    let (_, command) = said.split_once("go on with: canto ").expect(&said);
    let command = command.lines().next().unwrap();
    assert!(command.ends_with("--resume"), "{command}");
    let output = canto(&command.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{output:?}");
    assert!(expected == frames(Path::new(&interrupted)), "bytes depend on where the run was interrupted");
}
