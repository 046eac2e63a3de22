//! `canto report` as a person meets it: the wanted files, the same bytes, and complaints that name the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::campaign::small_set_up;
use crate::command::{complains, stdout};

/// A small run without its report.
fn small_run(folder: &Path) -> String {
    let set_up = small_set_up(folder);
    let out = folder.join("run").display().to_string();
    stdout(&["run", &set_up, "--campaigns", "12", "--seed", "7", "--out", &out, "--no-report", "--quiet"]);
    out
}

/// Every file but the frames, by its path within the run.
fn report_files(run: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for folder in [Path::new(run).to_path_buf(), Path::new(run).join("charts")] {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(run).unwrap().to_path_buf();
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn report_writes_what_is_wanted_and_the_same_bytes_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let run = small_run(folder.path());
    stdout(&["report", &run, "--html", "--threads", "1"]);
    let only_html = report_files(&run);
    assert!(
        only_html.contains_key(Path::new("report.html")) && !only_html.contains_key(Path::new("report.pdf"))
    );
    assert!(!Path::new(&run).join("charts").exists(), "no charts were asked for");
    // Bitmaps once: they are made from the drawings, and slowly where nothing is optimised.
    let all = ["report", &run, "--pdf", "--html", "--svg", "--paper", "letter", "--threads"];
    stdout(&[&all[..], &["1", "--png"]].concat());
    let first = report_files(&run);
    stdout(&[&all[..], &["2"]].concat());
    assert!(first == report_files(&run), "the same frames give the same bytes");
    assert_eq!(first[Path::new("report.html")], only_html[Path::new("report.html")]);
    let count =
        |ending: &str| first.keys().filter(|path| path.extension().is_some_and(|e| e == ending)).count();
    assert!(10 < count("png"), "{} charts", count("png"));
    assert_eq!(count("png"), count("svg"));
    // Letter is 612 points wide, A4 595.
    let pdf = &first[Path::new("report.pdf")];
    assert!(
        pdf.windows(3).any(|window| window == b"612") && !pdf.windows(6).any(|window| window == b"595.27")
    );
}

#[test]
fn report_names_the_frame_that_is_missing_truncated_or_foreign() {
    let folder = tempfile::tempdir().unwrap();
    let run = small_run(folder.path());
    let frame = |name: &str| Path::new(&run).join("frames").join(format!("{name}.parquet"));
    for name in ["campaigns", "factions", "turns", "battles", "pilots", "ships", "purchases", "targets"] {
        let file = format!("{name}.parquet");
        let bytes = std::fs::read(frame(name)).unwrap();
        std::fs::remove_file(frame(name)).unwrap();
        complains(&["report", &run], &[&file, "is missing", "make the run again"]);
        std::fs::write(frame(name), &bytes[..bytes.len() / 2]).unwrap();
        complains(&["report", &run], &[&file, "is cut short"]);
        std::fs::write(frame(name), "").unwrap();
        complains(&["report", &run], &[&file, "is empty"]);
        // As long as the right one, but not its end.
        let mut other = bytes.clone();
        let last = other.len() - 20;
        other[last] ^= 1;
        std::fs::write(frame(name), other).unwrap();
        complains(&["report", &run], &[&file, "another run"]);
        std::fs::write(frame(name), bytes).unwrap();
    }
    assert!(!Path::new(&run).join("report.pdf").exists(), "nothing is written beside a complaint");
    let manifest = Path::new(&run).join("manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("\"campaigns\": 12", "\"campaigns\": 13")).unwrap();
    complains(&["report", &run], &["campaigns.parquet", "holds 12 campaigns", "says 13"]);
    complains(&["report", &folder.path().display().to_string()], &["not a run folder"]);
}
