//! `src/RULES.md` tells the truth: code, tests, switches, deviations and draws that it names exist, and none is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use canto::battle::tabletop::effects::is_in_effect;
use canto::catalog::catalog;
use canto::config::{builtin, keys};
use canto::miniatures::switches::SWITCHES;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn document() -> String {
    fs::read_to_string(Path::new(ROOT).join("src/RULES.md")).expect("src/RULES.md is there")
}

fn sources(folder: &str) -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            match path.is_dir() {
                true => walk(&path, found),
                false if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
                false => {}
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(ROOT).join(folder), &mut found);
    found.sort();
    let name = |path: &Path| path.strip_prefix(ROOT).expect("below the root").display().to_string();
    found.iter().map(|path| (name(path), fs::read_to_string(path).expect("readable"))).collect()
}

/// The rows of the tables in a `## ` section, without heads.
fn rows<'a>(document: &'a str, section: &str) -> Vec<Vec<&'a str>> {
    let Some((_, rest)) = document.split_once(&format!("\n## {section}\n")) else {
        panic!("no section `{section}`")
    };
    let body = rest.split("\n## ").next().unwrap_or(rest);
    let lines: Vec<&str> = body.lines().filter(|line| line.starts_with('|')).collect();
    let is_rule = |line: &str| line.chars().all(|c| "|- ".contains(c));
    let mut found = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let is_head = lines.get(i + 1).is_some_and(|next| is_rule(next));
        if !is_head && !is_rule(line) {
            found.push(line.trim_matches('|').split(" | ").map(str::trim).collect());
        }
    }
    found
}

const RULE_SECTIONS: &[&str] =
    &["Dice procedures", "Rule set", "Campaign", "Missions", "Tabletop", "Skirmish", "Miniatures"];

/// Rule, source, code, test, status.
fn rule_rows(document: &str) -> Vec<Vec<&str>> {
    let rows: Vec<Vec<&str>> = RULE_SECTIONS.iter().flat_map(|section| rows(document, section)).collect();
    for row in &rows {
        assert_eq!(row.len(), 5, "five cells: {row:?}");
    }
    rows
}

/// The file of a path such as `campaign::rules::income` or `config::set_up::SetUp`, or of a mission.
fn file_of(code: &str) -> Option<String> {
    if code.starts_with("scenarios/") {
        return Path::new(ROOT).join(code).is_file().then(|| code.to_string());
    }
    let parts: Vec<&str> = code.split("::").collect();
    // The last part may be an item of the module before it.
    for n in [parts.len(), parts.len() - 1] {
        let path = parts[..n].join("/");
        for file in [format!("src/{path}.rs"), format!("src/{path}/mod.rs")] {
            let Ok(text) = fs::read_to_string(Path::new(ROOT).join(&file)) else { continue };
            let item = parts.get(n);
            let declared = |item: &str| {
                ["fn ", "struct ", "enum ", "const ", "trait ", "type ", "mod "]
                    .iter()
                    .any(|kind| text.contains(&format!("{kind}{item}")))
            };
            if item.is_none_or(|item| declared(item)) {
                return Some(file);
            }
        }
    }
    None
}

#[test]
fn rules_name_code_that_exists() {
    let document = document();
    for row in rule_rows(&document) {
        for code in row[2].split(", ") {
            assert!(file_of(code).is_some(), "{}: no code `{code}`", row[0]);
        }
    }
    for row in rows(&document, "Random draws") {
        let folder = Path::new(ROOT).join("src").join(row[2].replace("::", "/"));
        assert!(file_of(row[2]).is_some() || folder.is_dir(), "{}: no code `{}`", row[0], row[2]);
    }
}

#[test]
fn rules_name_tests_that_exist() {
    let tests: BTreeSet<String> = ["src", "tests"]
        .into_iter()
        .flat_map(sources)
        .flat_map(|(_, text)| {
            let names = text.split("fn ").skip(1).map(|rest| {
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
            });
            names.collect::<Vec<_>>()
        })
        .collect();
    for row in rule_rows(&document()) {
        match row[4] {
            "left out" => assert_eq!(row[3], "–", "{}: what is left out has no test", row[0]),
            "implemented" | "simplified" => {
                for test in row[3].split(", ") {
                    assert!(tests.contains(test), "{}: no test `{test}`", row[0]);
                }
            }
            other => panic!("{}: status `{other}` is not known", row[0]),
        }
    }
}

#[test]
fn every_rule_file_has_a_row() {
    let document = document();
    let with_rows: BTreeSet<String> = rule_rows(&document)
        .into_iter()
        .flat_map(|row| row[2].split(", ").filter_map(file_of).collect::<Vec<_>>())
        .collect();
    let missing: Vec<String> = sources("src")
        .into_iter()
        .filter(|(_, text)| text.starts_with("//! Rule:"))
        .map(|(file, _)| file)
        .filter(|file| !with_rows.contains(file))
        .collect();
    assert!(missing.is_empty(), "no row in src/RULES.md for:\n{}", missing.join("\n"));
}

#[test]
fn every_ruling_has_a_switch_and_every_switch_is_argued() {
    let document = document();
    let rulings = rows(&document, "Rulings");
    let rules = builtin::rulebook().to_value();
    let mut argued = BTreeSet::new();
    for row in &rulings {
        assert_eq!(row.len(), 4, "four cells: {row:?}");
        match row[3].strip_prefix("none (") {
            Some(reason) => assert!(8 < reason.len(), "{row:?}: say why there is no switch"),
            None => {
                let key = row[3].trim_matches('`');
                let known = match key.strip_prefix("minis.") {
                    // Miniatures have switches of their own, each ruled on under its id.
                    Some(name) => {
                        SWITCHES.iter().any(|switch| switch.name == name && row[0].starts_with(switch.id))
                    }
                    None => keys::get_key(&rules, key).is_ok(),
                };
                assert!(known, "`{key}` is no key of the rule set: {row:?}");
                argued.insert(key.to_string());
            }
        }
    }
    for key in keys::all_keys(&rules).iter().filter(|key| key.starts_with("rulings.")) {
        assert!(argued.contains(key), "{key} is not argued in src/RULES.md");
    }
    for switch in SWITCHES {
        assert!(argued.contains(&format!("minis.{}", switch.name)), "{} is not argued", switch.name);
    }
    assert!(50 <= rulings.len());
}

#[test]
fn every_simplification_and_omission_is_explained() {
    let document = document();
    let (_, deviations) = document.split_once("\n## Deviations\n").expect("a section on deviations");
    let deviations = deviations.split("\n## ").next().unwrap_or(deviations);
    for row in rule_rows(&document) {
        let entry = deviations.contains(&format!("- **{}**: ", row[0]));
        assert_eq!(entry, row[4] != "implemented", "{}: status {} and its deviation", row[0], row[4]);
    }
}

/// Slot by slot, the cards that the board does not play.
#[test]
fn cards_not_in_effect_are_listed() {
    let mut by_slot: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for card in catalog().upgrades.iter().filter(|card| !is_in_effect(card)) {
        by_slot.entry(card.slot.key()).or_default().push(card.key);
    }
    let line = |(slot, mut cards): (&str, Vec<&str>)| {
        cards.sort_unstable();
        format!("- **{slot}**: {}\n", cards.join(", "))
    };
    let list: String = by_slot.into_iter().map(line).collect();
    let document = document();
    let (before, rest) = document.split_once("\n## Cards not yet in effect\n").expect("the section");
    let (section, after) = rest.split_once("\n\n## ").expect("a section after it");
    let (head, listed) = section.split_once("\n\n- ").expect("the list");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let text =
            format!("{before}\n## Cards not yet in effect\n{head}\n\n{}\n\n## {after}", list.trim_end());
        fs::write(Path::new(ROOT).join("src/RULES.md"), text).expect("writable");
        return;
    }
    assert_eq!(format!("- {listed}\n"), list, "UPDATE_EXPECT=1 writes the list anew");
}

#[test]
fn every_purpose_of_luck_is_listed() {
    let document = document();
    let listed: BTreeSet<&str> = rows(&document, "Random draws").into_iter().map(|row| row[0]).collect();
    let text = fs::read_to_string(Path::new(ROOT).join("src/chance/seeded.rs")).expect("readable");
    let (_, list) = text.split_once("pub enum Purpose {").expect("the list of purposes");
    let list = list.split("\n}").next().expect("its end");
    let purposes: BTreeSet<&str> = list
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("//") && line.contains(" = "))
        .filter_map(|line| line.split(" = ").next())
        .collect();
    assert_eq!(listed, purposes);
}

/// Keys that the engine does not read yet. A key that no rule reads would be a promise without effect.
const NOT_READ_YET: &[&str] = &[];

#[test]
fn every_key_of_the_rule_set_is_read_by_some_code() {
    let code: String = sources("src")
        .into_iter()
        .flat_map(|(_, text)| {
            let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default().to_string();
            let lines: Vec<String> = code
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .map(str::to_string)
                .collect();
            lines
        })
        .collect::<Vec<_>>()
        .join("\n");
    let words: BTreeSet<&str> = code
        .split('.')
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default())
        .collect();
    let rules = builtin::rulebook().to_value();
    for key in keys::all_keys(&rules) {
        // Names of rows and entries are data.
        let field = key.rsplit('.').next().unwrap_or_default();
        let read = words.contains(field);
        let exempt = NOT_READ_YET.contains(&key.as_str());
        assert_ne!(read, exempt, "{key}: read {read}, listed as not read yet {exempt}");
    }
}
