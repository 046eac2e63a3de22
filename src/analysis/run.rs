//! A finished run on disk: its manifest and its frames.

use std::cmp::Ordering;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use polars::prelude::DataFrame;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::events::SCHEMA_VERSION;
use crate::frames::columns::CAMPAIGN_FRAMES;
use crate::frames::{FrameTable, Stamp, read_frame, read_frame_rows, stamp};

/// For a manifest that does not even say what it is of.
const AGAIN: &str = "make the folder again with the command that wrote it";

/// A folder that `canto run` wrote, or `canto minis`.
#[derive(Debug, Clone)]
pub struct Run {
    pub folder: PathBuf,
    /// What was run: set-up, seed, counts, versions.
    pub manifest: Value,
}

/// Whether to read on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    GoOn,
    Stop,
}

impl Run {
    /// Opens a run folder and checks that manifest and frames are whole and belong together.
    pub fn open(folder: &Path) -> Result<Run> {
        let path = folder.join("manifest.json");
        let text = std::fs::read_to_string(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound if !folder.exists() => {
                Error::usage(format!("{}: there is no such folder; `canto run` makes one", folder.display()))
            }
            ErrorKind::NotFound => {
                let hint = match folder.join("parts").is_dir() {
                    true => "the run is not finished; go on with `canto run … --resume`",
                    false => "not a run folder: it has no manifest.json; `canto run` makes one",
                };
                Error::usage(format!("{}: {hint}", folder.display()))
            }
            ErrorKind::InvalidData => Error::frame(&path, format!("damaged: {error}; {AGAIN}")),
            _ => Error::file(&path, "read", error),
        })?;
        let manifest: Value = serde_json::from_str(&text)
            .map_err(|error| Error::frame(&path, format!("not JSON: {error}; {AGAIN}")))?;
        let run = Run { folder: folder.to_path_buf(), manifest };
        run.check_manifest()
            .map_err(|problem| Error::frame(&path, format!("{problem}; {}", run.remedy())))?;
        run.check_frames()?;
        Ok(run)
    }

    /// The command that makes such a folder again.
    fn remedy(&self) -> String {
        match self.text("kind") {
            kind if kind.is_empty() => "make the run again with `canto run`".into(),
            // The kind `minis-matrix` is made by `canto minis matrix`.
            kind => format!("make the folder again with `canto {}`", kind.replacen('-', " ", 1)),
        }
    }

    /// Says what all else is taken from; what it does not say would be missing in an answer without a word.
    fn check_manifest(&self) -> Result<(), String> {
        let manifest = &self.manifest;
        if !manifest.is_object() || !manifest["seed"].is_u64() {
            return Err("not the manifest of a run: `seed` is missing or no whole number".into());
        }
        if manifest["schema"].as_u64() != Some(u64::from(SCHEMA_VERSION)) {
            let made_by = manifest["canto"].as_str().unwrap_or("an unknown version");
            return Err(format!("of another version (canto {made_by})"));
        }
        let frames = manifest["frames"].as_object().filter(|frames| !frames.is_empty());
        let frames = frames.ok_or("`frames` is missing, which tells the frames from others")?;
        if manifest.get("kind").is_some() {
            return Ok(());
        }
        if let Some(table) = CAMPAIGN_FRAMES.iter().find(|table| !frames.contains_key(table.name)) {
            return Err(format!("`frames.{}` is missing, which tells the frame from others", table.name));
        }
        let named = |side: &Value| side["faction"].is_string() && side["players"].is_array();
        let factions = manifest["factions"].as_array();
        if !factions.is_some_and(|factions| !factions.is_empty() && factions.iter().all(named)) {
            return Err("`factions` does not name who played".into());
        }
        match manifest["campaigns"].is_u64() {
            true => Ok(()),
            false => Err("`campaigns` is missing or no whole number".into()),
        }
    }

    /// Every frame is there and is the one that the run wrote.
    fn check_frames(&self) -> Result<()> {
        let Some(Value::Object(frames)) = self.value("frames") else { return Ok(()) };
        for (name, written) in frames {
            let path = self.folder.join("frames").join(format!("{name}.parquet"));
            let manifest = self.folder.join("manifest.json");
            let written: Stamp = serde_json::from_value(written.clone()).map_err(|error| {
                Error::frame(&manifest, format!("frames.{name}: {error}; {}", self.remedy()))
            })?;
            let problem = if path.is_file() {
                let found = stamp(&path)?;
                match found.bytes.cmp(&written.bytes) {
                    _ if found == written => continue,
                    Ordering::Less if found.bytes == 0 => "is empty".to_string(),
                    Ordering::Less => format!(
                        "is cut short or of another run: {} bytes, where this run wrote {}",
                        found.bytes, written.bytes
                    ),
                    _ => "is not the file that this run wrote: it belongs to another run or was changed"
                        .to_string(),
                }
            } else {
                "is missing".to_string()
            };
            let remedy = self.remedy();
            return Err(Error::frame(&path, format!("{problem}; put the right file back or {remedy}")));
        }
        Ok(())
    }

    pub fn path(&self, table: &FrameTable) -> PathBuf {
        self.folder.join("frames").join(format!("{}.parquet", table.name))
    }

    pub fn has(&self, table: &FrameTable) -> bool {
        self.path(table).is_file()
    }

    /// The named columns of a frame, and no others: a run is never loaded whole.
    pub fn frame(&self, table: &FrameTable, columns: &[&str]) -> Result<DataFrame> {
        read_frame(&self.path(table), table, Some(columns))
    }

    /// The named columns of a frame, piece by piece, so that memory holds one piece.
    pub fn pieces(
        &self,
        table: &FrameTable,
        columns: &[&str],
        rows: usize,
        mut each: impl FnMut(DataFrame) -> Result<Flow>,
    ) -> Result<()> {
        let mut first = 0;
        loop {
            let piece = read_frame_rows(&self.path(table), table, Some(columns), Some((first, rows)))?;
            let found = piece.height();
            first += found;
            if found == 0 || each(piece)? == Flow::Stop || found < rows {
                return Ok(());
            }
        }
    }

    /// A text of the manifest, by its dotted path; empty where there is none.
    pub fn text(&self, path: &str) -> String {
        match self.value(path) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Null) | None => String::new(),
            Some(other) => other.to_string(),
        }
    }

    pub fn number(&self, path: &str) -> Option<f64> {
        self.value(path)?.as_f64()
    }

    pub fn value(&self, path: &str) -> Option<&Value> {
        path.split('.').try_fold(&self.manifest, |value, key| value.get(key))
    }

    /// The seed of the run, which also seeds the resampling of its analysis.
    pub fn seed(&self) -> u64 {
        self.value("seed").and_then(Value::as_u64).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::synthetic;

    /// A finished run of one campaign with made-up frames.
    fn whole(folder: &Path) -> Value {
        synthetic::write_run(folder, 1, 42);
        serde_json::from_str(&std::fs::read_to_string(folder.join("manifest.json")).unwrap()).unwrap()
    }

    fn message(folder: &Path) -> String {
        Run::open(folder).unwrap_err().to_string()
    }

    #[test]
    fn folders_that_are_no_runs_are_named() {
        let folder = tempfile::tempdir().unwrap();
        assert!(message(&folder.path().join("none")).contains("no such folder"));
        assert!(message(folder.path()).contains("not a run folder"));
        let manifest = folder.path().join("manifest.json");
        for (bytes, words) in
            [(&b"{"[..], "manifest.json: not JSON"), (b"[]", "not the manifest"), (b"\xff", "damaged")]
        {
            std::fs::write(&manifest, bytes).unwrap();
            let error = message(folder.path());
            assert!(error.contains(words) && error.contains("make the"), "{error}");
        }
    }

    /// What a manifest does not say can be checked against nothing: not even a frame of another run would be seen.
    #[test]
    fn manifests_that_keep_quiet_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let said = whole(folder.path());
        assert_eq!(Run::open(folder.path()).unwrap().seed(), 42);
        let refused = |change: &dyn Fn(&mut Value), words: &str| {
            let mut manifest = said.clone();
            change(&mut manifest);
            std::fs::write(folder.path().join("manifest.json"), manifest.to_string()).unwrap();
            let error = message(folder.path());
            assert!(error.contains("manifest.json") && error.contains(words), "{error}");
            assert!(error.contains("make the run again with `canto run`"), "{error}");
        };
        refused(&|manifest| manifest["seed"] = "x".into(), "`seed`");
        refused(&|manifest| manifest["schema"] = Value::Null, "another version");
        refused(&|manifest| manifest["schema"] = 0.into(), "another version");
        refused(&|manifest| manifest["frames"] = serde_json::json!([]), "`frames`");
        refused(
            &|manifest| drop(manifest["frames"].as_object_mut().unwrap().remove("pilots")),
            "`frames.pilots`",
        );
        refused(&|manifest| manifest["frames"]["pilots"] = serde_json::json!({"bytes": 1}), "frames.pilots");
        refused(&|manifest| manifest["factions"] = "x".into(), "`factions`");
        refused(&|manifest| manifest["campaigns"] = Value::Null, "`campaigns`");
    }

    #[test]
    fn frames_that_are_gone_cut_or_of_another_run_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let mut manifest = whole(folder.path());
        let turns = folder.path().join("frames/turns.parquet");
        std::fs::write(&turns, b"one two three").unwrap();
        manifest["frames"]["turns"] = serde_json::to_value(stamp(&turns).unwrap()).unwrap();
        std::fs::write(folder.path().join("manifest.json"), manifest.to_string()).unwrap();
        let run = Run::open(folder.path()).unwrap();
        for (bytes, words) in
            [("", "is empty"), ("one two", "is cut short"), ("one two THREE", "another run")]
        {
            std::fs::write(&turns, bytes).unwrap();
            let error = message(folder.path());
            assert!(error.contains("turns.parquet") && error.contains(words), "{error}");
        }
        std::fs::remove_file(&turns).unwrap();
        assert!(message(folder.path()).contains("turns.parquet: is missing"));
        let error = run.frame(&crate::frames::columns::TURNS, &["turn"]).unwrap_err().to_string();
        assert!(error.contains("turns.parquet") && error.contains("cannot read"));
        assert_eq!(run.text("none.such"), "");
    }
}
