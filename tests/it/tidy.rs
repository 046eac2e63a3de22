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

/// Every Markdown document of the project, in order; what cargo and runs leave behind is not ours.
fn documents() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            let plain = path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'));
            if path.is_dir()
                && plain
                && !path.join("CACHEDIR.TAG").exists()
                && !path.join("manifest.json").exists()
            {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(Path::new(ROOT), &mut found);
    found.sort();
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("readable text"))).collect()
}

/// The targets of `[text](target)` and `![text](target)` in a line, code spans left out.
fn link_targets(line: &str) -> Vec<&str> {
    let mut targets = Vec::new();
    for part in line.split("](").skip(1) {
        if let Some((target, _)) = part.split_once(')') {
            targets.push(target.split_whitespace().next().unwrap_or(""));
        }
    }
    targets
}

/// The anchor that a heading gets: small letters, spaces to hyphens, punctuation dropped.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_relative_link_of_the_documents_resolves() {
    let mut wrong = Vec::new();
    let mut links = 0;
    for (path, text) in documents() {
        let mut in_code = false;
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                in_code = !in_code;
            }
            for target in link_targets(line).into_iter().filter(|_| !in_code) {
                if target.contains("://") || target.starts_with("mailto:") {
                    continue;
                }
                links += 1;
                let (file, fragment) = target.split_once('#').unwrap_or((target, ""));
                let linked = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
                let heading_found = fragment.is_empty()
                    || fs::read_to_string(&linked).is_ok_and(|linked| {
                        linked
                            .lines()
                            .filter(|line| line.starts_with('#'))
                            .any(|line| anchor(line.trim_start_matches('#')) == fragment)
                    });
                if !linked.exists() || !heading_found {
                    wrong.push(format!("{}:{}: {target}", name(&path), number + 1));
                }
            }
        }
    }
    assert!(8 < links, "the documents link to each other");
    assert!(wrong.is_empty(), "links to nothing:\n{}", wrong.join("\n"));
}

#[test]
fn code_map_lists_the_modules_in_their_order_and_files_that_exist() {
    let read = |file: &str| fs::read_to_string(Path::new(ROOT).join("src").join(file)).unwrap();
    let lib = read("lib.rs");
    let modules: Vec<&str> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let readme = read("README.md");
    let (_, map) = readme.split_once("## Code map").expect("a heading of that name");
    let rows: Vec<Vec<&str>> = map
        .lines()
        .take_while(|line| !line.starts_with("## "))
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect())
        .collect();
    let listed: Vec<&str> = rows.iter().map(|row| row[1]).collect();
    assert_eq!(listed, modules);
    for row in rows {
        assert!(Path::new(ROOT).join("src").join(row[3]).is_file(), "src/README.md: no file {}", row[3]);
    }
}
