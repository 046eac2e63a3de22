//! The document as Typst source: calls of the template's functions with string literals, so that no text is markup.

use std::fmt::Write;

use super::document::{Block, Cell, Document, Table, pieces};

/// Paper of the printed report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Paper {
    A4,
    /// US Letter
    Letter,
}

impl Paper {
    const fn typst_name(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "us-letter",
        }
    }
}

/// Where the chart of this number lies in the virtual file system.
pub fn chart_path(number: usize) -> String {
    format!("/charts/{number}.svg")
}

pub fn typst_source(document: &Document, paper: Paper) -> String {
    let mut source = String::from("#import \"/template.typ\": *\n");
    let _ = writeln!(
        source,
        "#show: report.with(title: {}, subtitle: {}, footer: {}, paper: {})",
        literal(&document.title),
        literal(&document.subtitle),
        literal(&document.footer),
        literal(paper.typst_name())
    );
    let mut charts = 0;
    for (i, section) in document.sections.iter().enumerate() {
        if !section.title.is_empty() {
            let first = if i == 0 { ", first: true" } else { "" };
            let _ = writeln!(source, "#section({}{first})", literal(&section.title));
        }
        for block in &section.blocks {
            push_block(&mut source, block, &mut charts);
        }
    }
    source
}

fn push_block(source: &mut String, block: &Block, charts: &mut usize) {
    let _ = match block {
        Block::Verdict { tone, headline, text } => {
            writeln!(source, "#verdict({}, {}, {})", literal(tone.key()), literal(headline), rich(text))
        }
        Block::Findings(items) => {
            writeln!(source, "#findings({})", array(items.iter().map(|item| rich(item))))
        }
        Block::KeyFigures(figures) => {
            let items = figures.iter().map(|figure| {
                array([literal(&figure.value), literal(&figure.label), literal(&figure.detail)].into_iter())
            });
            writeln!(source, "#key-figures({})", array(items))
        }
        Block::Heading(text) => writeln!(source, "#subheading({})", literal(text)),
        Block::Paragraph(text) => writeln!(source, "#para({})", rich(text)),
        Block::List(items) => writeln!(source, "#bullets({})", array(items.iter().map(|item| rich(item)))),
        Block::Table(table) => {
            push_table(source, table);
            Ok(())
        }
        Block::Figure { chart, sentence } => {
            let path = chart_path(*charts);
            *charts += 1;
            writeln!(source, "#drawing({}, {}, {})", literal(&path), literal(&chart.title), rich(sentence))
        }
        Block::Warning { text, remedy } => writeln!(source, "#warning({}, {})", rich(text), rich(remedy)),
        Block::Facts(facts) => {
            let items = facts.iter().map(|(name, value)| array([literal(name), literal(value)].into_iter()));
            writeln!(source, "#facts({})", array(items))
        }
    };
}

fn push_table(source: &mut String, table: &Table) {
    // The first column takes the room that is left, so that long names wrap and numbers do not; numbers need no room.
    let names = table.rows.iter().any(|row| row.first().is_some_and(|cell| cell.sort.is_none()));
    let first = if names { "1fr" } else { "auto" };
    let widths =
        table.columns.iter().enumerate().map(|(i, _)| if i == 0 { first } else { "auto" }.to_string());
    let align = table.columns.iter().map(|column| if column.numeric { "right" } else { "left" }.to_string());
    let header = table.columns.iter().map(|column| literal(&column.name));
    let shown = table.rows.len().min(table.rows_on_paper);
    // A number stays in one line with its interval.
    let words = |cell: &Cell| match cell.sort {
        Some(_) => literal(&cell.text.replace(' ', "\u{a0}")),
        None => literal(&cell.text),
    };
    let rows = table.rows[..shown].iter().map(|row| array(row.iter().map(words)));
    let rest = match table.rows.len() - shown {
        0 => String::new(),
        left => format!("and {left} more in report.html"),
    };
    let _ = writeln!(
        source,
        "#data-table({}, {}, {}, {}, {}, {})",
        array(widths),
        array(align),
        array(header),
        array(rows),
        rich(&table.sentence),
        literal(&rest)
    );
}

/// A Typst string.
fn literal(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            other if other.is_control() => {}
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// A Typst array; the comma at the end keeps an array of one an array.
fn array(items: impl Iterator<Item = String>) -> String {
    let mut text = String::from("(");
    for item in items {
        text.push_str(&item);
        text.push_str(", ");
    }
    text.push(')');
    text
}

fn rich(text: &str) -> String {
    array(pieces(text).map(|(bold, piece)| format!("({bold}, {})", literal(piece))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_become_markup() {
        assert_eq!(literal("a \"b\" \\ #c\n"), "\"a \\\"b\\\" \\\\ #c\\n\"");
        assert_eq!(rich("**x** y"), "((true, \"x\"), (false, \" y\"), )");
        assert_eq!(rich(""), "()");
    }
}
