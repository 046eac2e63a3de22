//! Run folders of `canto minis`: frames, manifest and a report, as `canto run` leaves them for campaigns.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::analysis::run::Run;
use crate::analysis::words::list;
use crate::cli::outcomes::ending;
use crate::error::{Error, Result};
use crate::events::SCHEMA_VERSION;
use crate::frames::{Frame, stamp, write_aside, write_csv, write_data_frame};
use crate::miniatures::abilities::{Abilities, Does};
use crate::miniatures::switches::Switches;
use crate::report::{Paper, Wanted, miniatures_report, write_document};

/// Where results go: a frame in one file, or a folder with everything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Out {
    Frame(PathBuf),
    Folder(PathBuf),
}

impl Out {
    /// A name that ends in .parquet or .csv is a frame, one without an ending a folder.
    pub fn read(path: &Path) -> Result<Out> {
        match ending(path).as_deref() {
            Some("parquet" | "csv") => Ok(Out::Frame(path.to_path_buf())),
            None => Ok(Out::Folder(path.to_path_buf())),
            Some(_) if path.is_dir() => Ok(Out::Folder(path.to_path_buf())),
            Some(_) => Err(Error::usage(format!(
                "--out {}: a frame must end in .parquet or .csv; a folder has no ending",
                path.display()
            ))),
        }
    }
}

/// One frame as Parquet or CSV, by the file's ending.
pub fn write_one(path: &Path, frame: &Frame) -> Result<()> {
    let mut data = frame.to_data_frame();
    match ending(path).as_deref() {
        Some("csv") => write_csv(path, &mut data),
        _ => write_data_frame(path, &mut data),
    }
}

/// What every manifest says.
pub fn manifest(kind: &str, seed: u64, trials: u64, switches: &Switches) -> Map<String, Value> {
    let switches: Map<String, Value> =
        switches.words().into_iter().map(|(name, word)| (name.to_string(), word.into())).collect();
    let manifest = json!({
        "canto": env!("CARGO_PKG_VERSION"),
        "schema": SCHEMA_VERSION,
        "kind": kind,
        "seed": seed,
        "trials": trials,
        "switches": switches,
    });
    manifest.as_object().cloned().unwrap_or_default()
}

/// Sets of abilities as people read them, by their words.
pub fn titles<'w>(words: impl IntoIterator<Item = &'w str>, abilities: &Abilities) -> Value {
    let titles: Map<String, Value> =
        words.into_iter().map(|words| (words.to_string(), abilities.title(words).into())).collect();
    Value::Object(titles)
}

/// Assumptions in plain words, for a manifest.
pub fn assumed(found: &[String], abilities: &Abilities) -> Value {
    assumed_words(found, abilities).into()
}

/// Assumptions as people say them, an ability once: `foresee: force = 1` is "Foresee the Future: it costs 1 Force point".
pub fn assumed_words(found: &[String], abilities: &Abilities) -> Vec<String> {
    let mut by_name: Vec<(String, Vec<String>)> = Vec::new();
    for said in found {
        let (key, rest) = said.split_once(": ").unwrap_or((said, ""));
        let ability = abilities.find(key);
        let name = ability.map_or(key, |ability| ability.name.as_str());
        let words = match rest.split_once(" = ") {
            Some((what, value)) => assumption(what, value, ability.map(|ability| ability.does)),
            None => rest.to_string(),
        };
        match by_name.iter_mut().find(|(other, _)| other == name) {
            Some((_, all)) => all.push(words),
            None => by_name.push((name.to_string(), vec![words])),
        }
    }
    by_name.into_iter().map(|(name, words)| format!("{name}: {}", list(&words))).collect()
}

fn assumption(what: &str, value: &str, does: Option<Does>) -> String {
    match (what, value) {
        ("save", save) => format!("a save of {save}"),
        ("force", "1") => "it costs 1 Force point".into(),
        ("force", points) => format!("it costs {points} Force points"),
        ("price", "none") => "it costs no character".into(),
        ("price", "activate") => "its character is activated for it".into(),
        ("price", "defeat") => "its character is defeated for it".into(),
        ("number", number) if matches!(does, Some(Does::Tactician | Does::Bonus)) => {
            format!("a bonus of {number}")
        }
        ("number", number) => format!("a value of {number}"),
        (what, value) => format!("{what} {value}"),
    }
}

/// Writes frames and manifest, then the report from them.
pub fn write_folder(
    folder: &Path,
    mut manifest: Map<String, Value>,
    frames: &[Frame],
    paper: Paper,
) -> Result<Vec<PathBuf>> {
    refuse_other_folders(folder, manifest["kind"].as_str().unwrap_or_default())?;
    let mut written = Vec::new();
    let mut stamps = Map::new();
    for frame in frames {
        let path = folder.join("frames").join(format!("{}.parquet", frame.table.name));
        write_data_frame(&path, &mut frame.to_data_frame())?;
        stamps.insert(frame.table.name.to_string(), json!(stamp(&path)?));
        written.push(path);
    }
    manifest.insert("frames".into(), stamps.into());
    let path = folder.join("manifest.json");
    let text = serde_json::to_string_pretty(&Value::Object(manifest))
        .map_err(|error| Error::usage(format!("cannot write JSON: {error}")))?;
    write_aside(&path, |writer| {
        std::io::Write::write_all(writer, format!("{text}\n").as_bytes())
            .map_err(|source| Error::file(&path, "write", source))
    })?;
    written.push(path);
    let run = Run::open(folder)?;
    let document = miniatures_report(&run)?.expect("its manifest says that it is one of these");
    written.extend(write_document(folder, &document, Wanted::everything(paper))?);
    Ok(written)
}

/// A folder that holds something else is left alone.
fn refuse_other_folders(folder: &Path, kind: &str) -> Result<()> {
    let occupied = std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if !occupied {
        return Ok(());
    }
    let is_ours = Run::open(folder).is_ok_and(|run| run.text("kind") == kind);
    if is_ours {
        return Ok(());
    }
    Err(Error::usage(format!(
        "--out {}: the folder holds something else than a {kind} run; choose another",
        folder.display()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assumptions_are_told_in_plain_words_once_for_each_ability() {
        let found = [
            "doellins-luck: save = 11",
            "doellins-luck: price = defeat",
            "foresee: force = 1",
            "watch-circle: number = 2",
        ];
        let words = assumed_words(&found.map(String::from), Abilities::built_in());
        assert_eq!(
            words,
            [
                "Doellin's Luck: a save of 11 and its character is defeated for it",
                "Foresee the Future: it costs 1 Force point",
                "Covenant Watch Circle: a bonus of 2"
            ]
        );
    }
}
