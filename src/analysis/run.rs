//! A finished run on disk: its manifest and its frames.

use std::path::{Path, PathBuf};

use polars::prelude::DataFrame;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::frames::{FrameTable, read_frame, read_frame_rows};

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
                Error::usage(format!("{}: not a run folder: it has no manifest.json", folder.display()))
            }
            _ => Error::file(&path, "read", error),
        })?;
        let manifest: Value =
            serde_json::from_str(&text).map_err(|error| Error::frame(&path, format!("not JSON: {error}")))?;
        if !manifest.is_object() {
            return Err(Error::frame(&path, "not a manifest: a JSON object was expected"));
        }
        Ok(Run { folder: folder.to_path_buf(), manifest })
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
        let error = run.frame(&crate::frames::columns::CAMPAIGNS, &["winner"]).unwrap_err().to_string();
        assert!(error.contains("campaigns.parquet") && error.contains("cannot read"));
    }
}
