//! The sources keep their own conventions.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// All Rust sources below a folder, in order.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(ROOT).join(folder), &mut found);
    found.sort();
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("readable text"))).collect()
}

fn name(path: &Path) -> String {
    path.strip_prefix(ROOT).expect("below the root").display().to_string()
}

/// The order of `src/lib.rs`: a module uses only those above it. The two orders of value flow and imports differ
/// on purpose; this is the one for imports.
#[test]
fn imports_go_one_way() {
    let lib = fs::read_to_string(Path::new(ROOT).join("src/lib.rs")).unwrap();
    let order: Vec<&str> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(5 < order.len(), "src/lib.rs lists the modules");
    let mut wrong = Vec::new();
    for (path, text) in sources("src") {
        let relative = path.strip_prefix(Path::new(ROOT).join("src")).unwrap();
        let module = relative.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_string();
        let Some(own) = order.iter().position(|known| *known == module) else { continue };
        // Tests may use anything.
        let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
        for (number, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap();
            for part in line.split("crate::").skip(1) {
                let used: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if order.iter().position(|known| *known == used).is_some_and(|other| own < other) {
                    wrong.push(format!(
                        "{}:{}: {module} uses {used}, which is below it",
                        name(&path),
                        number + 1
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports against the order of src/lib.rs:\n{}", wrong.join("\n"));
}

#[test]
fn every_module_says_what_it_is_and_stays_short() {
    let mut wrong = Vec::new();
    for (path, text) in ["src", "tests", "benches"].into_iter().flat_map(sources) {
        if !text.starts_with("//!") {
            wrong.push(format!("{}: does not open with //!", name(&path)));
        }
        let lines = text.lines().count();
        if 600 < lines {
            wrong.push(format!("{}: {lines} lines; a reader loses his way after 600", name(&path)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_work_is_left_behind_in_the_sources() {
    // Written in two halves, so that this file does not find itself.
    let words = [["to", "do!("], ["unimple", "mented!("], ["FIX", "ME"], ["#[ig", "nore"], ["db", "g!("]]
        .map(|w| w.concat());
    let mut wrong = Vec::new();
    for (path, text) in ["src", "tests", "benches"].into_iter().flat_map(sources) {
        for (number, line) in text.lines().enumerate() {
            for word in &words {
                if line.contains(word.as_str()) {
                    wrong.push(format!("{}:{}: {word}", name(&path), number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
