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

/// How far below the crate's root the module of a file stands: `chance/draws.rs` two, `chance/mod.rs` and `ids.rs` one.
fn depth(relative: &Path) -> usize {
    relative.iter().count() - usize::from(relative.ends_with("mod.rs"))
}

/// The modules of the crate's root that a line names: behind `crate::`, in its braces, or behind so many `super::` that they
/// lead to the root.
fn top_modules(line: &str, depth: usize) -> Vec<String> {
    let to_root = "super::".repeat(depth);
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut found = Vec::new();
    for root in ["crate::", to_root.as_str()] {
        for part in line.split(root).skip(1) {
            match part.strip_prefix('{') {
                None => found.push(word(part)),
                // Only the parts of the outermost braces are modules of the root.
                Some(group) => {
                    let mut level = 0;
                    let mut start = 0;
                    for (place, letter) in group.char_indices() {
                        match letter {
                            '{' => level += 1,
                            '}' if level == 0 => break,
                            '}' => level -= 1,
                            ',' if level == 0 => {
                                found.push(word(&group[start..place]));
                                start = place + 1;
                            }
                            _ => {}
                        }
                    }
                    found.push(word(&group[start..]));
                }
            }
        }
    }
    found
}

#[test]
fn imports_are_understood_however_they_are_written() {
    assert_eq!(depth(Path::new("ids.rs")), 1);
    assert_eq!(depth(Path::new("chance/mod.rs")), 1);
    assert_eq!(depth(Path::new("chance/draws.rs")), 2);
    assert_eq!(top_modules("use crate::chance::Chance;", 1), ["chance"]);
    assert_eq!(
        top_modules("use crate::{ids::{Side, Model}, battle, cli::run};", 1),
        ["ids", "battle", "cli"]
    );
    assert_eq!(top_modules("use super::super::cli::run;", 2), ["cli"]);
    assert_eq!(top_modules("let x = super::draws::pick();", 2), [""; 0]);
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
            for used in top_modules(line, depth(relative)) {
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

/// Every text file of the project that could hold a word of ours, in order; what cargo and runs leave behind is not ours.
fn texts() -> Vec<(PathBuf, String)> {
    const ENDINGS: [&str; 12] =
        ["rs", "md", "toml", "csv", "sh", "py", "ipynb", "js", "css", "html", "typ", "yml"];
    let mut found = Vec::new();
    walk_ours(Path::new(ROOT), &mut found);
    found.push(Path::new(ROOT).join(".ci/run"));
    found.retain(|path| {
        path.ends_with(".ci/run")
            || path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
    });
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("readable text"))).collect()
}

/// Folders and hosts of one machine work on no other.
#[test]
fn no_text_names_a_place_of_one_machine() {
    // Written in two halves, so that this file does not find itself.
    let words = [
        ["/wo", "rk/"],
        ["/tm", "p/"],
        ["/ro", "ot/"],
        ["/ho", "me/"],
        ["/Use", "rs/"],
        ["C:\\", "Users"],
        ["local", "host"],
        ["127.0", ".0.1"],
        ["192.1", "68."],
    ]
    .map(|halves| halves.concat());
    let mut wrong = Vec::new();
    let texts = texts();
    assert!(300 < texts.len(), "{} texts", texts.len());
    for (path, text) in texts {
        for (number, line) in text.lines().enumerate() {
            if let Some(word) = words.iter().find(|word| line.contains(word.as_str())) {
                wrong.push(format!("{}:{}: {word}", name(&path), number + 1));
            }
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

/// The files below a folder without what cargo and runs leave behind, which is not ours.
fn walk_ours(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        let plain = path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'));
        let not_ours = path.join("CACHEDIR.TAG").exists() || path.join("manifest.json").exists();
        if path.is_dir() && plain && !not_ours {
            walk_ours(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
    found.sort();
}

/// Every Markdown document of the project, in order.
fn documents() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    walk_ours(Path::new(ROOT), &mut found);
    found.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
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
