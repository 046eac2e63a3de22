//! Reports: one document model, written as PDF and as one self-contained HTML file.

pub mod campaign;
pub mod document;
pub mod html;
pub mod miniatures;
pub mod names;
#[cfg(feature = "pdf")]
pub mod pdf;
pub mod typst_source;
pub mod write;

pub use campaign::campaign_report;
pub use document::{Block, Cell, Document, KeyFigure, Section, Table, Tone};
pub use html::to_html;
pub use miniatures::miniatures_report;
#[cfg(feature = "pdf")]
pub use pdf::to_pdf;
pub use typst_source::Paper;
pub use write::{Wanted, write_document, write_report};
