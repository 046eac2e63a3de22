//! From a run folder to files: `report.pdf`, `report.html`, `charts/*.png`, `charts/*.svg`, `answers.json`.

use std::io::Write;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::document::Document;
use super::typst_source::Paper;
use crate::analysis::answers::Answers;
use crate::error::{Error, Result};
use crate::frames::write_aside;

/// Which files are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    pub pdf: Option<Paper>,
    pub html: bool,
    pub png: bool,
    pub svg: bool,
}

impl Wanted {
    /// What a run writes by itself; without the feature `pdf` there is no PDF.
    pub const fn everything(paper: Paper) -> Wanted {
        let pdf = if cfg!(feature = "pdf") { Some(paper) } else { None };
        Wanted { pdf, html: true, png: true, svg: false }
    }
}

/// Writes a document and its charts into `folder`; returns what was written.
pub fn write_document(folder: &Path, document: &Document, wanted: Wanted) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    if let Some(paper) = wanted.pdf {
        let path = folder.join("report.pdf");
        write_bytes(&path, &pdf_bytes(document, paper)?)?;
        written.push(path);
    }
    if wanted.html {
        let path = folder.join("report.html");
        write_bytes(&path, super::to_html(document).as_bytes())?;
        written.push(path);
    }
    let charts: Vec<_> = document.charts().collect();
    for (ending, wanted) in [("png", wanted.png), ("svg", wanted.svg)] {
        if wanted {
            let path = |name: &str| folder.join("charts").join(format!("{name}.{ending}"));
            charts.par_iter().try_for_each(|chart| chart.write(&path(&chart.name)))?;
            written.extend(charts.iter().map(|chart| path(&chart.name)));
        }
    }
    Ok(written)
}

/// All estimates as JSON, for notebooks and other programs.
pub fn write_answers(folder: &Path, answers: &Answers) -> Result<PathBuf> {
    let path = folder.join("answers.json");
    let mut text = serde_json::to_string_pretty(answers).map_err(|error| Error::frame(&path, error))?;
    text.push('\n');
    write_bytes(&path, text.as_bytes())?;
    Ok(path)
}

fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    write_aside(path, |writer| writer.write_all(bytes).map_err(|source| Error::file(path, "write", source)))
}

#[cfg(feature = "pdf")]
fn pdf_bytes(document: &Document, paper: Paper) -> Result<Vec<u8>> {
    super::to_pdf(document, paper)
}

#[cfg(not(feature = "pdf"))]
fn pdf_bytes(_document: &Document, _paper: Paper) -> Result<Vec<u8>> {
    Err(Error::usage("this canto was built without PDF; build it with the feature `pdf`"))
}
