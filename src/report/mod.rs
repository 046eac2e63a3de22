//! Reports: one document model, written as PDF and as one self-contained HTML file.

pub mod document;
pub mod html;
#[cfg(feature = "pdf")]
pub mod pdf;
pub mod typst_source;

pub use document::{Block, Cell, Document, KeyFigure, Section, Table, Tone};
pub use html::to_html;
#[cfg(feature = "pdf")]
pub use pdf::to_pdf;
pub use typst_source::Paper;
