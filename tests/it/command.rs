//! Running the program.

use std::process::Output;

use assert_cmd::Command;

/// Runs `canto` with these arguments, as one would type them.
pub fn canto(arguments: &[&str]) -> Output {
    Command::cargo_bin("canto").expect("the binary is built").args(arguments).output().expect("it runs")
}

/// Standard output of a run that must succeed.
#[track_caller]
pub fn stdout(arguments: &[&str]) -> String {
    let output = canto(arguments);
    assert!(
        output.status.success(),
        "canto {}: {:?}\n{}",
        arguments.join(" "),
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The JSON document of a run that must succeed.
#[track_caller]
pub fn json(arguments: &[&str]) -> serde_json::Value {
    let mut all = arguments.to_vec();
    all.extend(["--format", "json"]);
    serde_json::from_str(&stdout(&all)).expect("one JSON document")
}

/// A run that must stop on bad input: exit code 2, nothing on standard output, one paragraph, no panic, and the words
/// in it.
#[track_caller]
pub fn complains(arguments: &[&str], words: &[&str]) {
    let output = canto(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "canto {}: {message}", arguments.join(" "));
    assert!(output.stdout.is_empty(), "nothing is printed beside the complaint");
    assert!(!message.contains("panicked"), "{message}");
    assert!(message.starts_with("error: ") && message.ends_with('\n'), "{message}");
    assert!(!message.trim_end().contains("\n\n"), "more than a paragraph: {message}");
    for word in words {
        assert!(message.contains(word), "`{word}` is missing in: {message}");
    }
}
