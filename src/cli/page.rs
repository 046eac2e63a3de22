//! Folders of one page with its charts, as every experiment leaves them.

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::report::{Document, Paper, Wanted, write_document};

/// A run keeps its own report: asked for before anything is played.
pub fn refuse_run_folder(folder: &Path) -> Result<()> {
    let holds_a_run = folder.join("manifest.json").exists() || folder.join("parts").is_dir();
    match holds_a_run {
        true => Err(Error::usage(format!(
            "{}: holds a run, whose report would be lost; choose another --out",
            folder.display()
        ))),
        false => Ok(()),
    }
}

/// PDF, HTML, and every chart as PNG and SVG.
pub fn write_page(folder: &Path, document: &Document, paper: Paper) -> Result<Vec<PathBuf>> {
    write_document(folder, document, Wanted { svg: true, ..Wanted::everything(paper) })
}
