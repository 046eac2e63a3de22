//! A TOML document that remembers where everything stands, so that a complaint can point at it.
//!
//! Files are merged here, before anything is typed: a later file replaces single keys of an earlier one (lists are
//! replaced whole), and every value keeps the file, line and column that said it.

use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::error::{Complaint, Result};

/// A text with the name by which the user knows it.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// A path, or the name of a built-in file.
    pub name: String,
    pub text: String,
}

impl Source {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        Arc::new(Source { name: name.into(), text: text.into() })
    }

    /// Line and column, both from 1; the column counts characters.
    pub fn line_and_column(&self, at: usize) -> (usize, usize) {
        let at = at.min(self.text.len());
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// The whole line that holds this byte.
    pub fn line_at(&self, at: usize) -> &str {
        let at = at.min(self.text.len());
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = self.text[at..].find('\n').map_or(self.text.len(), |newline| at + newline);
        self.text[start..end].trim_end_matches('\r')
    }

    /// The start of a complaint about the text at `span`.
    pub fn complaint(&self, span: Range<usize>) -> Complaint {
        let (line, column) = self.line_and_column(span.start);
        Complaint {
            file: self.name.clone(),
            line,
            column,
            source_line: Some(self.line_at(span.start).to_string()),
            ..Complaint::default()
        }
    }
}

/// Where a value stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    pub source: Arc<Source>,
    /// The key, as bytes of the text; the value itself for list items.
    pub key: Range<usize>,
    pub value: Range<usize>,
}

/// A value with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub shape: Shape,
    /// `None` where a program set the value (a sweep).
    pub place: Option<Place>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Text(String),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    List(Vec<Node>),
    /// In the order of the file.
    Table(Vec<(String, Node)>),
}

impl Node {
    /// Reads one text.
    pub fn parse(source: &Arc<Source>) -> Result<Node> {
        let table = DeTable::parse(&source.text).map_err(|error| {
            let mut complaint = source.complaint(error.span().unwrap_or(0..0));
            complaint.problem = format!("not TOML: {}", error.message().replace('\n', "; "));
            complaint
        })?;
        from_table(source, table.get_ref(), table.span(), 0..0)
    }

    /// The value as a program holds it, without places.
    pub fn from_value(value: &toml::Value) -> Node {
        let shape = match value {
            toml::Value::String(text) => Shape::Text(text.clone()),
            toml::Value::Integer(number) => Shape::Integer(*number),
            toml::Value::Float(number) => Shape::Float(*number),
            toml::Value::Boolean(switch) => Shape::Boolean(*switch),
            toml::Value::Datetime(time) => Shape::Text(time.to_string()),
            toml::Value::Array(items) => Shape::List(items.iter().map(Node::from_value).collect()),
            toml::Value::Table(entries) => Shape::Table(
                entries.iter().map(|(key, value)| (key.clone(), Node::from_value(value))).collect(),
            ),
        };
        Node { shape, place: None }
    }

    pub fn to_value(&self) -> toml::Value {
        match &self.shape {
            Shape::Text(text) => toml::Value::String(text.clone()),
            Shape::Integer(number) => toml::Value::Integer(*number),
            Shape::Float(number) => toml::Value::Float(*number),
            Shape::Boolean(switch) => toml::Value::Boolean(*switch),
            Shape::List(items) => toml::Value::Array(items.iter().map(Node::to_value).collect()),
            Shape::Table(entries) => {
                toml::Value::Table(entries.iter().map(|(key, node)| (key.clone(), node.to_value())).collect())
            }
        }
    }

    /// Lays `over` upon this value: tables key by key, everything else whole.
    pub fn merge(&mut self, over: Node) {
        match (&mut self.shape, over.shape) {
            (Shape::Table(entries), Shape::Table(over_entries)) => {
                for (key, node) in over_entries {
                    match entries.iter_mut().find(|(known, _)| *known == key) {
                        Some((_, below)) => below.merge(node),
                        None => entries.push((key, node)),
                    }
                }
            }
            (shape, over_shape) => {
                *shape = over_shape;
                self.place = over.place;
            }
        }
    }

    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.shape {
            Shape::Table(entries) => entries.iter().find(|(known, _)| known == key).map(|(_, node)| node),
            Shape::List(items) => key.parse::<usize>().ok().and_then(|index| items.get(index)),
            _ => None,
        }
    }

    /// The value at a dotted key, such as `income.lost_target`; list items by number from 0.
    pub fn at(&self, dotted: &str) -> Option<&Node> {
        dotted.split('.').try_fold(self, |node, key| node.get(key))
    }

    /// Calls `visit` with the dotted key of every value that is not a table, in the order of the file.
    /// Lists of tables are walked into; lists of plain values count as one value.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&str, &'a Node)) {
        walk("", self, visit);
    }

    /// The value as TOML writes it, on one line.
    pub fn one_line(&self) -> String {
        match &self.shape {
            Shape::Table(entries) => {
                let entries: Vec<String> =
                    entries.iter().map(|(key, node)| format!("{key} = {}", node.one_line())).collect();
                format!("{{ {} }}", entries.join(", "))
            }
            Shape::List(items) => {
                let items: Vec<String> = items.iter().map(Node::one_line).collect();
                format!("[{}]", items.join(", "))
            }
            _ => self.to_value().to_string(),
        }
    }

    /// What the shape is called in a complaint.
    pub fn kind(&self) -> &'static str {
        match self.shape {
            Shape::Text(_) => "a text",
            Shape::Integer(_) => "a whole number",
            Shape::Float(_) => "a number with a fraction",
            Shape::Boolean(_) => "true or false",
            Shape::List(_) => "a list",
            Shape::Table(_) => "a table",
        }
    }

    /// A complaint about this value.
    pub fn complaint(&self, key: &str, problem: impl Into<String>) -> Complaint {
        let mut complaint = match &self.place {
            Some(place) => place.source.complaint(place.value.clone()),
            None => Complaint { file: "given value".into(), ..Complaint::default() },
        };
        complaint.key = key.to_string();
        complaint.value = match self.shape {
            Shape::Table(_) => String::new(),
            _ => shorten(&self.one_line()),
        };
        complaint.problem = problem.into();
        complaint
    }

    /// A complaint about the key of this value.
    pub fn key_complaint(&self, key: &str, problem: impl Into<String>) -> Complaint {
        let mut complaint = match &self.place {
            Some(place) => place.source.complaint(place.key.clone()),
            None => Complaint { file: "given value".into(), ..Complaint::default() },
        };
        complaint.key = key.to_string();
        complaint.problem = problem.into();
        complaint
    }
}

/// A value as complaints show it: on one line and not too long.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_string();
    }
    let start: String = text.chars().take(LONGEST - 1).collect();
    format!("{start}…")
}

fn walk<'a>(path: &str, node: &'a Node, visit: &mut dyn FnMut(&str, &'a Node)) {
    let below = |key: &str| if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
    match &node.shape {
        Shape::Table(entries) => {
            for (key, node) in entries {
                walk(&below(key), node, visit);
            }
        }
        Shape::List(items) if items.iter().any(|item| matches!(item.shape, Shape::Table(_))) => {
            for (index, item) in items.iter().enumerate() {
                walk(&below(&index.to_string()), item, visit);
            }
        }
        _ => visit(path, node),
    }
}

fn from_table(
    source: &Arc<Source>,
    table: &DeTable<'_>,
    span: Range<usize>,
    key: Range<usize>,
) -> Result<Node> {
    let mut entries = Vec::with_capacity(table.len());
    for (key, value) in table.iter() {
        let node = from_de_value(source, value.get_ref(), value.span(), key.span())?;
        entries.push((key.get_ref().to_string(), node));
    }
    // The parser sorts by name; the file's order is the reader's order.
    entries.sort_by_key(|(_, node)| node.place.as_ref().map_or(0, |place| place.key.start));
    let place = Place { source: Arc::clone(source), key, value: span };
    Ok(Node { shape: Shape::Table(entries), place: Some(place) })
}

fn from_de_value(
    source: &Arc<Source>,
    value: &DeValue<'_>,
    span: Range<usize>,
    key: Range<usize>,
) -> Result<Node> {
    let complain = |problem: &str| {
        let mut complaint = source.complaint(span.clone());
        complaint.value = shorten(source.text.get(span.clone()).unwrap_or_default());
        complaint.problem = problem.to_string();
        complaint
    };
    let shape = match value {
        DeValue::String(text) => Shape::Text(text.to_string()),
        DeValue::Integer(number) => Shape::Integer(
            i64::from_str_radix(number.as_str(), number.radix())
                .map_err(|_| complain("not a whole number that fits into 64 bits"))?,
        ),
        DeValue::Float(number) => {
            let number = number.as_str().parse::<f64>().ok().filter(|number| number.is_finite());
            Shape::Float(number.ok_or_else(|| complain("not a finite number"))?)
        }
        DeValue::Boolean(switch) => Shape::Boolean(*switch),
        DeValue::Datetime(_) => return Err(complain("a date has no meaning here").into()),
        DeValue::Array(items) => {
            let items =
                items.iter().map(|item| from_de_value(source, item.get_ref(), item.span(), item.span()));
            Shape::List(items.collect::<Result<_>>()?)
        }
        DeValue::Table(table) => return from_table(source, table, span, key),
    };
    Ok(Node { shape, place: Some(Place { source: Arc::clone(source), key, value: span }) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(name: &str, text: &str) -> Node {
        Node::parse(&Source::new(name, text)).expect("valid TOML")
    }

    #[test]
    fn merging_replaces_single_keys_and_keeps_the_place_that_said_it() {
        let mut rules = parse("base", "[income]\nautomatic = 20\nfloor = 0\nlist = [1, 2]\n");
        rules.merge(parse("house", "income.floor = 5\nincome.list = [3]\n"));
        assert_eq!(rules.at("income.automatic").unwrap().shape, Shape::Integer(20));
        let floor = rules.at("income.floor").unwrap();
        assert_eq!(floor.shape, Shape::Integer(5));
        let place = floor.place.as_ref().unwrap();
        assert_eq!(place.source.name, "house");
        assert_eq!(place.source.line_and_column(place.value.start), (1, 16));
        assert_eq!(rules.at("income.list").unwrap().one_line(), "[3]");
    }

    #[test]
    fn malformed_toml_is_complained_about_with_line_and_column() {
        let error = Node::parse(&Source::new("x.toml", "a = 1\nb = = 2\n")).unwrap_err().to_string();
        assert!(error.starts_with("x.toml:2:5: not TOML"), "{error}");
        assert!(error.contains("  | b = = 2\n  |     ^"), "{error}");
    }

    #[test]
    fn dates_and_infinite_numbers_are_refused() {
        for text in ["a = 2016-12-20", "a = inf", "a = nan", "a = 99999999999999999999"] {
            assert!(Node::parse(&Source::new("x.toml", text)).is_err(), "{text}");
        }
    }

    #[test]
    fn walk_visits_leaves_in_file_order_and_enters_lists_of_tables() {
        let rules = parse("x", "b = 1\na = [{ n = 2 }, { n = 3 }]\nc = [4, 5]\n");
        let mut keys = Vec::new();
        rules.walk(&mut |key, _| keys.push(key.to_string()));
        assert_eq!(keys, ["b", "a.0.n", "a.1.n", "c"]);
    }
}
