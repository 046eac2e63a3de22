//! The one error type of the program: where, what, and what is allowed.
//!
//! Errors are made at the edges only (input files, arguments, output files). Rules do not fail.

use std::fmt;
use std::path::{Path, PathBuf};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, in words for the person who typed the command.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An input file says something that cannot be.
    #[error("{0}")]
    Input(Box<Complaint>),
    /// An argument of the command line cannot be used.
    #[error("{0}")]
    Usage(String),
    /// The file system said no.
    #[error("{}: cannot {action}: {source}", path.display())]
    File { path: PathBuf, action: &'static str, source: std::io::Error },
    /// A file that should hold a frame does not.
    #[error("{}: {problem}", path.display())]
    Frame { path: PathBuf, problem: String },
    /// A chart or a page could not be drawn.
    #[error("{}: cannot draw: {problem}", path.display())]
    Drawing { path: PathBuf, problem: String },
}

impl Error {
    pub fn usage(message: impl Into<String>) -> Error {
        Error::Usage(message.into())
    }

    pub fn file(path: &Path, action: &'static str, source: std::io::Error) -> Error {
        Error::File { path: path.to_path_buf(), action, source }
    }

    pub fn frame(path: &Path, problem: impl fmt::Display) -> Error {
        Error::Frame { path: path.to_path_buf(), problem: problem.to_string() }
    }

    pub fn drawing(path: &Path, problem: impl fmt::Display) -> Error {
        Error::Drawing { path: path.to_path_buf(), problem: problem.to_string() }
    }

    /// True where the reader of our output went away (`canto … | head`), which is not a failure.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Error::File { source, .. } if source.kind() == std::io::ErrorKind::BrokenPipe)
    }
}

impl From<Complaint> for Error {
    fn from(complaint: Complaint) -> Error {
        Error::Input(Box::new(complaint))
    }
}

impl From<Box<Complaint>> for Error {
    fn from(complaint: Box<Complaint>) -> Error {
        Error::Input(complaint)
    }
}

/// A complaint about one place of an input file.
///
/// Reads as `scenarios/x.toml:12:9: campaign.turns = 0: must be in 1..=100`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Complaint {
    /// The file as the user named it.
    pub file: String,
    /// First line is 1; 0 where the place is not known.
    pub line: usize,
    pub column: usize,
    /// The dotted key, such as `campaign.turns`.
    pub key: String,
    /// The value as written; empty where there is none.
    pub value: String,
    /// What is wrong and what is allowed.
    pub problem: String,
    /// The nearest known name, where a name was not known.
    pub nearest: Option<String>,
    /// The line of the file, for the caret below it.
    pub source_line: Option<String>,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if 0 < self.line {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        f.write_str(": ")?;
        match (self.key.is_empty(), self.value.is_empty()) {
            (false, false) => write!(f, "{} = {}: ", self.key, self.value)?,
            (false, true) => write!(f, "{}: ", self.key)?,
            _ => {}
        }
        f.write_str(&self.problem)?;
        if let Some(nearest) = &self.nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        if let Some(line) = &self.source_line {
            let caret_at = self.column.saturating_sub(1);
            write!(f, "\n  | {line}\n  | {:caret_at$}^", "")?;
        }
        Ok(())
    }
}

/// The known name most like `word`, if any is like it at all.
pub fn nearest_name<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&word, &name.to_lowercase()), name))
        .filter(|(likeness, _)| 0.75 <= *likeness)
        // Equal likeness is settled by the name, so that the message never changes between runs.
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaint_names_place_key_value_and_remedy() {
        let complaint = Complaint {
            file: "x.toml".into(),
            line: 12,
            column: 9,
            key: "campaign.turns".into(),
            value: "0".into(),
            problem: "must be in 1..=100".into(),
            nearest: None,
            source_line: Some("turns = 0".into()),
        };
        let text = complaint.to_string();
        assert!(text.starts_with("x.toml:12:9: campaign.turns = 0: must be in 1..=100\n"));
        assert!(text.ends_with("  | turns = 0\n  |         ^"));
    }

    #[test]
    fn nearest_name_finds_a_typo_and_refuses_nonsense() {
        let known = ["ejection", "escape", "initiative"];
        assert_eq!(nearest_name("ejectoin", known), Some("ejection"));
        assert_eq!(nearest_name("zzz", known), None);
    }
}
