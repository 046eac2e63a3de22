//! Complaints about TOML files: file, line, column, dotted key, value, what is allowed, the nearest word.
//!
//! [`read`] turns a text into a value or into a [`Complaint`]; [`Document`] finds the place of a key for checks
//! that come after reading, such as limits.

use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{Complaint, Error, Result, nearest_name};

/// How much of a value is shown in a complaint.
const SHOWN_VALUE_CHARS: usize = 48;

/// Reads `text`, which `file` names in complaints, as a `T`.
pub fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T> {
    toml::from_str(text).map_err(|error| complaint(file, text, &error).into())
}

/// The text of a file, with an error that names it.
pub fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|source| Error::file(path, "read", source))
}

/// What the TOML reader said, in our words.
pub fn complaint(file: &str, text: &str, error: &toml::de::Error) -> Complaint {
    let span = error.span();
    let message = error.message();
    let mut complaint = Complaint { file: file.to_string(), ..Complaint::default() };
    let places = DeTable::parse(text).map(|root| places(root.get_ref())).unwrap_or_default();
    if let Some(span) = &span {
        set_place(&mut complaint, text, span.start);
        if let Some(place) = innermost(&places, span) {
            complaint.key = place.path.clone();
            if place.value == *span {
                complaint.value = shown(text, span);
            }
        }
    }
    complaint.problem = match unknown_word(message) {
        Some((what, word, allowed)) => {
            complaint.nearest = nearest_name(word, allowed.iter().copied()).map(str::to_string);
            if what == "variant" && complaint.value.is_empty() {
                complaint.value = word.to_string();
            }
            let what = if what == "variant" { "unknown word" } else { "unknown key" };
            match allowed.is_empty() {
                true => format!("{what} `{word}`; none is allowed here"),
                false => format!("{what} `{word}`; allowed: {}", allowed.join(", ")),
            }
        }
        None => message.trim_end().replace('\n', " "),
    };
    complaint
}

/// A parsed TOML text that knows where each key stands.
pub struct Document<'a> {
    file: &'a str,
    text: &'a str,
    places: Vec<Place>,
}

impl<'a> Document<'a> {
    pub fn parse(file: &'a str, text: &'a str) -> Result<Document<'a>> {
        match DeTable::parse(text) {
            Ok(root) => Ok(Document { file, text, places: places(root.get_ref()) }),
            Err(error) => Err(complaint(file, text, &error).into()),
        }
    }

    /// A complaint about the value at a dotted path such as `waves[1].after_round`; where the path is not
    /// written in the file, about its nearest written parent.
    pub fn complaint(&self, path: &str, problem: impl Into<String>) -> Complaint {
        let mut complaint = Complaint {
            file: self.file.to_string(),
            key: path.to_string(),
            problem: problem.into(),
            ..Complaint::default()
        };
        let mut written = path;
        loop {
            if let Some(place) = self.places.iter().find(|place| place.path == written) {
                set_place(&mut complaint, self.text, place.key.start);
                if written == path && !place.is_table {
                    complaint.value = shown(self.text, &place.value);
                }
                return complaint;
            }
            match written.rfind(['.', '[']) {
                Some(end) => written = &written[..end],
                None => return complaint,
            }
        }
    }
}

/// Where one key and its value stand in the text.
#[derive(Debug)]
struct Place {
    path: String,
    key: Range<usize>,
    value: Range<usize>,
    is_table: bool,
}

/// Every key of the document, in the order of the tree.
fn places(root: &DeTable<'_>) -> Vec<Place> {
    let mut found = Vec::new();
    walk_table("", root, &mut found);
    found
}

fn walk_table(prefix: &str, table: &DeTable<'_>, found: &mut Vec<Place>) {
    for (key, value) in table.iter() {
        let path = match prefix.is_empty() {
            true => key.get_ref().to_string(),
            false => format!("{prefix}.{}", key.get_ref()),
        };
        walk_value(path, key.span(), value, found);
    }
}

fn walk_value(path: String, key: Range<usize>, value: &Spanned<DeValue<'_>>, found: &mut Vec<Place>) {
    let is_table = matches!(value.get_ref(), DeValue::Table(_));
    found.push(Place { path: path.clone(), key, value: value.span(), is_table });
    match value.get_ref() {
        DeValue::Table(table) => walk_table(&path, table, found),
        DeValue::Array(array) => {
            for (i, element) in array.iter().enumerate() {
                walk_value(format!("{path}[{i}]"), element.span(), element, found);
            }
        }
        _ => {}
    }
}

/// The smallest place that holds the span.
fn innermost<'p>(places: &'p [Place], span: &Range<usize>) -> Option<&'p Place> {
    let holds = |range: &Range<usize>| range.start <= span.start && span.end <= range.end;
    places
        .iter()
        .filter_map(|place| {
            let by_key = holds(&place.key).then(|| place.key.len());
            let by_value = holds(&place.value).then(|| place.value.len());
            by_key.into_iter().chain(by_value).min().map(|length| (length, place))
        })
        // Of equal spans the last is the deepest.
        .min_by_key(|(length, place)| (*length, std::cmp::Reverse(place.path.len())))
        .map(|(_, place)| place)
}

fn set_place(complaint: &mut Complaint, text: &str, at: usize) {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    complaint.line = before.matches('\n').count() + 1;
    complaint.column = before[line_start..].chars().count() + 1;
    let line = text[line_start..].lines().next().unwrap_or("");
    complaint.source_line = Some(line.trim_end().to_string());
}

/// The value as written, on one line and not too long.
fn shown(text: &str, span: &Range<usize>) -> String {
    let value = text.get(span.clone()).unwrap_or("").lines().next().unwrap_or("").trim();
    match value.char_indices().nth(SHOWN_VALUE_CHARS) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_string(),
    }
}

/// Takes apart "unknown variant `x`, expected one of `a`, `b`" and its kin.
fn unknown_word(message: &str) -> Option<(&str, &str, Vec<&str>)> {
    let rest = message.strip_prefix("unknown ")?;
    let (what, rest) = rest.split_once(' ')?;
    if what != "variant" && what != "field" {
        return None;
    }
    let mut quoted = rest.split('`').skip(1).step_by(2);
    let word = quoted.next()?;
    Some((what, word, quoted.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Outer {
        turns: u8,
        #[serde(default)]
        inner: Vec<Inner>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    #[allow(dead_code)]
    enum Inner {
        Plain,
        WithNumber { count: u8 },
    }

    fn fault(text: &str) -> Complaint {
        match read::<Outer>("x.toml", text) {
            Err(Error::Input(complaint)) => *complaint,
            other => panic!("expected a complaint, got {other:?}"),
        }
    }

    #[test]
    fn an_unknown_key_names_its_line_and_the_nearest() {
        let complaint = fault("turns = 3\ninnner = []\n");
        assert_eq!((complaint.line, complaint.column), (2, 1));
        assert_eq!(complaint.nearest.as_deref(), Some("inner"));
        assert_eq!(complaint.problem, "unknown key `innner`; allowed: turns, inner");
    }

    #[test]
    fn an_unknown_word_in_a_list_names_its_index() {
        let complaint = fault("turns = 3\ninner = [\"plain\", \"plan\"]\n");
        assert_eq!(complaint.key, "inner[1]");
        assert_eq!(complaint.value, "\"plan\"");
        assert_eq!((complaint.line, complaint.column), (2, 19));
        assert_eq!(complaint.nearest.as_deref(), Some("plain"));
    }

    #[test]
    fn a_wrong_type_shows_the_value() {
        let complaint = fault("turns = \"many\"\n");
        assert_eq!(complaint.key, "turns");
        assert_eq!(complaint.value, "\"many\"");
        assert!(complaint.problem.contains("expected u8"), "{}", complaint.problem);
    }

    #[test]
    fn a_number_too_large_a_missing_key_and_broken_syntax_are_complaints() {
        assert!(fault("turns = 300\n").problem.contains("300"));
        assert!(fault("inner = []\n").problem.contains("missing field `turns`"));
        assert_eq!(fault("turns = 3\nx = = 4\n").line, 2);
        assert_eq!(fault("turns = 3\n[[inner]]\nwith-number = { cuont = 1 }\n").line, 3);
    }

    #[test]
    fn a_document_finds_a_path_or_its_parent() {
        let text = "turns = 3\n[[inner]]\nwith-number = { count = 1 }\n";
        let document = Document::parse("x.toml", text).expect("parses");
        let complaint = document.complaint("inner[0].with-number.count", "must be in 2..=9");
        assert_eq!((complaint.line, complaint.column, complaint.value.as_str()), (3, 17, "1"));
        let complaint = document.complaint("turns.never", "must be there");
        assert_eq!((complaint.line, complaint.column), (1, 1));
        assert_eq!(complaint.key, "turns.never");
    }
}
