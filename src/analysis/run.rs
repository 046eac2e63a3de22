//! A finished run on disk: its manifest and its frames.

use std::path::{Path, PathBuf};

use polars::prelude::DataFrame;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::events::SCHEMA_VERSION;
use crate::frames::{FrameTable, Stamp, read_frame, read_frame_rows, stamp};

/// A folder that `canto run` wrote.
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
    /// Opens a run folder. A folder without a readable manifest is not one.
    pub fn open(folder: &Path) -> Result<Run> {
        let path = folder.join("manifest.json");
        let text = std::fs::read_to_string(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                let hint = match folder.join("parts").is_dir() {
                    true => "the run is not finished; go on with `canto run … --resume`",
                    false => "not a run folder: it has no manifest.json",
                };
                Error::usage(format!("{}: {hint}", folder.display()))
            }
            _ => Error::file(&path, "read", error),
        })?;
        let manifest: Value =
            serde_json::from_str(&text).map_err(|error| Error::frame(&path, format!("not JSON: {error}")))?;
        if !manifest.is_object() {
            return Err(Error::frame(&path, "not a manifest: a JSON object was expected"));
        }
        if !manifest["seed"].is_u64() {
            return Err(Error::frame(
                &path,
                "not the manifest of a run: `seed` is missing or no whole number",
            ));
        }
        let schema = manifest.get("schema").and_then(Value::as_u64);
        if schema.is_some_and(|schema| schema != u64::from(SCHEMA_VERSION)) {
            let made_by = manifest["canto"].as_str().unwrap_or("an unknown version");
            let problem =
                format!("made by another version (canto {made_by}); make the run again with `canto run`");
            return Err(Error::frame(&path, problem));
        }
        let run = Run { folder: folder.to_path_buf(), manifest };
        run.check_frames()?;
        Ok(run)
    }

    /// Every frame is there and is the one that the run wrote.
    fn check_frames(&self) -> Result<()> {
        let Some(Value::Object(frames)) = self.value("frames") else { return Ok(()) };
        for (name, written) in frames {
            let path = self.folder.join("frames").join(format!("{name}.parquet"));
            let manifest = self.folder.join("manifest.json");
            let written: Stamp = serde_json::from_value(written.clone())
                .map_err(|error| Error::frame(&manifest, format!("frames.{name}: {error}")))?;
            let found = stamp(&path)?;
            if found == written {
                continue;
            }
            let problem = match found.bytes.cmp(&written.bytes) {
                std::cmp::Ordering::Less if found.bytes == 0 => "is empty".to_string(),
                std::cmp::Ordering::Less => {
                    format!(
                        "is cut short or of another run: {} bytes, where this run wrote {}",
                        found.bytes, written.bytes
                    )
                }
                _ => "is not the file that this run wrote: it belongs to another run or was changed"
                    .to_string(),
            };
            return Err(Error::frame(
                &path,
                format!("{problem}; put the right file back or make the run again with `canto run`"),
            ));
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

    #[test]
    fn folders_that_are_no_runs_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let message = || Run::open(folder.path()).unwrap_err().to_string();
        assert!(message().contains("not a run folder"));
        std::fs::write(folder.path().join("manifest.json"), "{").unwrap();
        assert!(message().contains("manifest.json: not JSON"));
        std::fs::write(folder.path().join("manifest.json"), "[]").unwrap();
        assert!(message().contains("not a manifest"));
        std::fs::write(folder.path().join("manifest.json"), r#"{"seed": 42, "setup": {"name": "x"}}"#)
            .unwrap();
        let run = Run::open(folder.path()).unwrap();
        assert_eq!(
            (run.seed(), run.text("setup.name"), run.text("none.such")),
            (42, "x".into(), String::new())
        );
        // A frame that the manifest knows must be there, whole and the run's own.
        let frames = folder.path().join("frames");
        std::fs::create_dir(&frames).unwrap();
        let turns = frames.join("turns.parquet");
        std::fs::write(&turns, b"one two three").unwrap();
        let stamped = serde_json::to_value(stamp(&turns).unwrap()).unwrap();
        let manifest = serde_json::json!({ "seed": 1, "frames": { "turns": stamped } }).to_string();
        std::fs::write(folder.path().join("manifest.json"), manifest).unwrap();
        assert!(Run::open(folder.path()).is_ok());
        for (bytes, words) in
            [("", "is empty"), ("one two", "is cut short"), ("one two THREE", "another run")]
        {
            std::fs::write(&turns, bytes).unwrap();
            let error = message();
            assert!(error.contains("turns.parquet") && error.contains(words), "{error}");
        }
        std::fs::remove_file(&turns).unwrap();
        assert!(message().contains("turns.parquet"));
        let error = run.frame(&crate::frames::columns::CAMPAIGNS, &["winner"]).unwrap_err().to_string();
        assert!(error.contains("campaigns.parquet") && error.contains("cannot read"));
    }
}
