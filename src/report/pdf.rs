//! The printed report: Typst typesets the document, charts stay vectors, fonts are embedded, no clock.

use std::path::Path;

use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, pdf};

use super::document::Document;
use super::typst_source::{Paper, chart_path, typst_source};
use crate::charts::sheet::{FONT_BOLD, FONT_REGULAR};
use crate::error::{Error, Result};

/// The report as PDF. The same document gives the same bytes.
pub fn to_pdf(document: &Document, paper: Paper) -> Result<Vec<u8>> {
    let world = Desk::new(document, paper);
    let complain = |errors: &[SourceDiagnostic]| {
        let words: Vec<String> = errors.iter().map(|error| error.message.to_string()).collect();
        Error::drawing(Path::new("report.pdf"), words.join("; "))
    };
    let typeset: PagedDocument = typst::compile(&world).output.map_err(|errors| complain(&errors))?;
    let options = PdfOptions {
        ident: Smart::Custom(format!("canto {}", document.title)),
        creator: Smart::Custom(Some("Canto".into())),
        timestamp: None,
        ..PdfOptions::default()
    };
    pdf(&typeset, &options).map_err(|errors| complain(&errors))
}

/// All that Typst may see: our source, our template, our charts, our two fonts.
struct Desk {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    main: FileId,
    sources: Vec<(FileId, Source)>,
    charts: Vec<(FileId, Bytes)>,
}

impl Desk {
    fn new(document: &Document, paper: Paper) -> Desk {
        let fonts: Vec<Font> =
            [FONT_REGULAR, FONT_BOLD].into_iter().filter_map(|data| Font::new(Bytes::new(data), 0)).collect();
        debug_assert_eq!(fonts.len(), 2, "the embedded fonts are fonts");
        let main = file_id("/main.typ");
        let template = file_id("/template.typ");
        let sources = vec![
            (main, Source::new(main, typst_source(document, paper))),
            (template, Source::new(template, include_str!("template.typ").into())),
        ];
        let charts = document
            .charts()
            .enumerate()
            .map(|(i, chart)| (file_id(&chart_path(i)), Bytes::from_string(chart.svg.clone())))
            .collect();
        Desk {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            main,
            sources,
            charts,
        }
    }
}

fn file_id(path: &str) -> FileId {
    let path = VirtualPath::new(path).expect("the paths of the virtual desk are plain");
    FileId::new(RootedPath::new(VirtualRoot::Project, path))
}

impl World for Desk {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        let found = self.sources.iter().find(|(known, _)| *known == id);
        found.map(|(_, source)| source.clone()).ok_or_else(|| FileError::NotFound("report".into()))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let found = self.charts.iter().find(|(known, _)| *known == id);
        found.map(|(_, bytes)| bytes.clone()).ok_or_else(|| FileError::NotFound("chart".into()))
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    /// No clock: the same frames give the same bytes on any day.
    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::{OutcomeBar, outcome_chart};
    use crate::report::{Block, Cell, KeyFigure, Section, Table, Tone};

    fn everything() -> Document {
        let mut section = Section::new("Every kind of block, with \"quotes\", #hash and $dollar");
        let bars = [OutcomeBar { label: "killed".into(), exact: 0.125, simulated: None }];
        section.blocks.push(Block::Verdict {
            tone: Tone::Open,
            headline: "Undecided".into(),
            text: "**so** far".into(),
        });
        let figure = KeyFigure { value: "1".into(), label: "one".into(), detail: String::new() };
        section.blocks.push(Block::KeyFigures(vec![figure]));
        section.blocks.push(Block::Findings(vec!["first".into()]));
        section.blocks.push(Block::Heading("Below".into()));
        section.blocks.push(Block::List(vec!["item".into()]));
        section.blocks.push(Block::Facts(vec![("seed".into(), "42".into())]));
        section.paragraph("a paragraph");
        section.figure(outcome_chart("ejection", "Ejection", "", &bars), "One in eight.");
        section.warning("thin", "run more");
        let mut table = Table::new(["mission", "#battles"]);
        table.row([Cell::text("Ambush"), Cell::number("12", 12.0)]);
        section.table(table);
        Document { title: "Test".into(), sections: vec![section], ..Document::default() }
    }

    #[test]
    fn pdf_is_typeset_on_both_papers_and_the_same_twice() {
        let document = everything();
        let a4 = to_pdf(&document, Paper::A4).expect("every block can be typeset");
        assert!(a4.starts_with(b"%PDF"));
        assert_eq!(a4, to_pdf(&document, Paper::A4).expect("every block can be typeset"));
        let letter = to_pdf(&document, Paper::Letter).expect("every block can be typeset");
        // Widths of 595.28 and 612 points stand in the page's media box.
        let holds = |pdf: &[u8], words: &[u8]| pdf.windows(words.len()).any(|window| window == words);
        assert!(holds(&a4, b"595.") && holds(&letter, b"612"));
    }
}
