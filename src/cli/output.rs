//! Standard output: tables for people, JSON and CSV for programs. A closed pipe is not a failure.

use std::io::{BufWriter, Write};
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use crate::error::{Error, Result};

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Aligned columns for people
    Table,
    /// One JSON document
    Json,
    /// Comma-separated values with a header line
    Csv,
}

/// Where results go.
pub struct Output {
    pub format: Format,
    writer: Box<dyn Write + Send>,
}

impl Output {
    pub fn stdout(format: Format) -> Output {
        Output { format, writer: Box::new(BufWriter::new(std::io::stdout())) }
    }

    pub fn text(&mut self, text: &str) -> Result<()> {
        self.writer.write_all(text.as_bytes()).map_err(complain)
    }

    pub fn line(&mut self, text: &str) -> Result<()> {
        self.text(text)?;
        self.text("\n")
    }

    /// One JSON document, with a line break at the end.
    pub fn json(&mut self, value: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string_pretty(value)
            .map_err(|error| Error::usage(format!("cannot write JSON: {error}")))?;
        self.line(&text)
    }

    /// The table in the chosen format; JSON is a list of objects.
    pub fn table(&mut self, table: &Table) -> Result<()> {
        match self.format {
            Format::Table => self.text(&table.to_text()),
            Format::Csv => self.text(&table.to_csv()),
            Format::Json => self.json(&table.to_json()),
        }
    }

    pub fn finish(&mut self) -> Result<()> {
        self.writer.flush().map_err(complain)
    }
}

fn complain(source: std::io::Error) -> Error {
    Error::file(Path::new("standard output"), "write", source)
}

/// A table of text: numbers are written by the caller, who knows how many digits mean something.
#[derive(Debug, Clone, Default)]
pub struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new<S: Into<String>>(columns: impl IntoIterator<Item = S>) -> Table {
        Table { columns: columns.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        debug_assert_eq!(cells.len(), self.columns.len(), "a row has one cell per column");
        self.rows.push(cells);
    }

    /// Aligned columns: numbers to the right, words to the left.
    pub fn to_text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([self.columns[column].chars().count()]).max().unwrap_or(0)
        };
        let numeric = |column: usize| {
            !self.rows.is_empty()
                && self.rows.iter().all(|row| {
                    row[column].starts_with(|c: char| c.is_ascii_digit() || "-+−.±".contains(c))
                        || row[column].is_empty()
                })
        };
        let shape: Vec<(usize, bool)> = (0..self.columns.len()).map(|i| (width(i), numeric(i))).collect();
        let mut text = String::new();
        let mut push = |cells: &[String]| {
            let mut line = String::new();
            for (i, (cell, &(width, right))) in cells.iter().zip(&shape).enumerate() {
                if 0 < i {
                    line.push_str("  ");
                }
                let padding = " ".repeat(width - cell.chars().count());
                if right {
                    line.push_str(&padding);
                    line.push_str(cell);
                } else {
                    line.push_str(cell);
                    line.push_str(&padding);
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        };
        push(&self.columns);
        let rule: Vec<String> = shape.iter().map(|(width, _)| "─".repeat(*width)).collect();
        push(&rule);
        for row in &self.rows {
            push(row);
        }
        text
    }

    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            let cells: Vec<String> = row.iter().map(|cell| quote(cell)).collect();
            text.push_str(&cells.join(","));
            text.push('\n');
        }
        text
    }

    /// A list of objects; a cell that reads as a number becomes one.
    pub fn to_json(&self) -> serde_json::Value {
        let object = |row: &Vec<String>| {
            let cells = self.columns.iter().zip(row).map(|(column, cell)| {
                let value = match cell.parse::<i64>() {
                    Ok(number) => number.into(),
                    Err(_) => match cell.parse::<f64>() {
                        Ok(number) if number.is_finite() => number.into(),
                        _ => serde_json::Value::String(cell.clone()),
                    },
                };
                (column.clone(), value)
            });
            serde_json::Value::Object(cells.collect())
        };
        serde_json::Value::Array(self.rows.iter().map(object).collect())
    }
}

fn quote(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Table {
        let mut table = Table::new(["outcome", "exact"]);
        table.row(["killed", "0.125"]);
        table.row(["safe, sound", "0.5"]);
        table
    }

    #[test]
    fn text_aligns_numbers_to_the_right() {
        let text = example().to_text();
        assert_eq!(text.lines().nth(2), Some("killed       0.125"));
        assert_eq!(text.lines().nth(3), Some("safe, sound    0.5"));
    }

    #[test]
    fn csv_quotes_commas_and_json_keeps_numbers() {
        assert_eq!(example().to_csv().lines().nth(2), Some("\"safe, sound\",0.5"));
        assert_eq!(example().to_json()[0]["exact"], 0.125);
    }
}
