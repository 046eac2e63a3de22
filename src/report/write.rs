//! From a run folder to files: `report.pdf`, `report.html`, `charts/*.png`, `charts/*.svg`, `answers.json`.

use std::io::Write;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::document::Document;
use super::typst_source::Paper;
use crate::analysis::answers::Answers;
use crate::charts::Chart;
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
    write_all(folder, document, wanted, None)
}

/// The same with all estimates as JSON beside it, for notebooks and other programs.
pub fn write_report(
    folder: &Path,
    document: &Document,
    wanted: Wanted,
    answers: &Answers,
) -> Result<Vec<PathBuf>> {
    write_all(folder, document, wanted, Some(answers))
}

/// All is made before anything is written, so that a folder never holds half of an old report and half of a new one.
fn write_all(
    folder: &Path,
    document: &Document,
    wanted: Wanted,
    answers: Option<&Answers>,
) -> Result<Vec<PathBuf>> {
    let mut made: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    if let Some(paper) = wanted.pdf {
        made.push((folder.join("report.pdf"), pdf_bytes(document, paper)?));
    }
    if wanted.html {
        made.push((folder.join("report.html"), super::to_html(document).into_bytes()));
    }
    let charts: Vec<&Chart> = document.charts().collect();
    for (ending, wanted) in [("png", wanted.png), ("svg", wanted.svg)] {
        if wanted {
            let drawn = charts.par_iter().map(|chart| {
                let path = folder.join("charts").join(format!("{}.{ending}", chart.name));
                chart.to_bytes(&path).map(|bytes| (path, bytes))
            });
            made.extend(drawn.collect::<Result<Vec<_>>>()?);
        }
    }
    if let Some(answers) = answers {
        let path = folder.join("answers.json");
        let text = serde_json::to_string_pretty(answers).map_err(|error| Error::frame(&path, error))?;
        made.push((path, format!("{text}\n").into_bytes()));
    }
    if let Some((path, _)) = made.iter().find(|(path, _)| path.is_dir()) {
        return Err(Error::usage(format!(
            "{}: is a folder and in the way; move it or choose another folder for the report",
            path.display()
        )));
    }
    for (path, bytes) in &made {
        write_bytes(path, bytes)?;
    }
    let written: Vec<PathBuf> = made.into_iter().map(|(path, _)| path).collect();
    for (ending, wanted) in [("png", wanted.png), ("svg", wanted.svg)] {
        if wanted {
            remove_old_charts(folder, ending, &written)?;
        }
    }
    Ok(written)
}

/// Charts that an earlier report had and this one has not.
fn remove_old_charts(folder: &Path, ending: &str, written: &[PathBuf]) -> Result<()> {
    let Ok(entries) = std::fs::read_dir(folder.join("charts")) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()) {
        let is_chart = path.extension().is_some_and(|found| found == ending) && path.is_file();
        if is_chart && !written.contains(&path) {
            std::fs::remove_file(&path).map_err(|error| Error::file(&path, "remove the old chart", error))?;
        }
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::{OutcomeBar, outcome_chart};
    use crate::report::document::Section;

    fn document(charts: &[&str]) -> Document {
        let mut section = Section::new("x");
        for name in charts {
            let bars = [OutcomeBar { label: "a".into(), exact: 0.5, simulated: None }];
            section.figure(outcome_chart(name, name, "", &bars), "");
        }
        Document { title: "x".into(), subtitle: "".into(), footer: "".into(), sections: vec![section] }
    }

    const WANTED: Wanted = Wanted { pdf: None, html: true, png: true, svg: false };

    #[test]
    fn charts_of_an_earlier_report_go_and_other_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        write_document(folder.path(), &document(&["one", "two"]), WANTED).unwrap();
        std::fs::write(folder.path().join("charts/notes.txt"), "mine").unwrap();
        write_document(folder.path(), &document(&["two", "three"]), WANTED).unwrap();
        let mut names: Vec<_> = std::fs::read_dir(folder.path().join("charts"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["notes.txt", "three.png", "two.png"]);
    }

    #[test]
    fn a_report_that_cannot_be_written_leaves_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        write_document(folder.path(), &document(&["one"]), WANTED).unwrap();
        let before = std::fs::read(folder.path().join("report.html")).unwrap();
        std::fs::create_dir(folder.path().join("charts/two.png")).unwrap();
        let error = write_document(folder.path(), &document(&["two"]), WANTED).unwrap_err().to_string();
        assert!(error.contains("two.png") && error.contains("in the way"), "{error}");
        assert_eq!(std::fs::read(folder.path().join("report.html")).unwrap(), before);
        assert!(folder.path().join("charts/one.png").is_file());
    }
}
