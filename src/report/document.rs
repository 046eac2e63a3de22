//! The document model: what a report says, whatever it is written to.
//!
//! Texts are plain, but for `**bold**`. Renderers know nothing of campaigns, and this knows nothing of renderers.

use crate::charts::Chart;

#[derive(Debug, Clone, Default)]
pub struct Document {
    pub title: String,
    pub subtitle: String,
    /// What stands small at the foot of every page.
    pub footer: String,
    pub sections: Vec<Section>,
}

#[derive(Debug, Clone, Default)]
pub struct Section {
    pub title: String,
    pub blocks: Vec<Block>,
}

#[derive(Debug, Clone)]
pub enum Block {
    /// The answer to a question, in a box.
    Verdict {
        tone: Tone,
        headline: String,
        text: String,
    },
    /// Numbered sentences that matter most.
    Findings(Vec<String>),
    KeyFigures(Vec<KeyFigure>),
    Heading(String),
    Paragraph(String),
    List(Vec<String>),
    Table(Table),
    /// A drawing with one sentence that says what it shows.
    Figure {
        chart: Chart,
        sentence: String,
    },
    /// A doubt, and what would remove it.
    Warning {
        text: String,
        remedy: String,
    },
    /// Names and values, such as a manifest.
    Facts(Vec<(String, String)>),
}

/// Colours a verdict; its words say the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    Good,
    Bad,
    Open,
}

impl Tone {
    pub const fn key(self) -> &'static str {
        match self {
            Tone::Good => "good",
            Tone::Bad => "bad",
            Tone::Open => "open",
        }
    }
}

/// A number worth a large type.
#[derive(Debug, Clone)]
pub struct KeyFigure {
    pub value: String,
    pub label: String,
    /// Its interval, in small type.
    pub detail: String,
}

#[derive(Debug, Clone, Default)]
pub struct Table {
    pub columns: Vec<TableColumn>,
    pub rows: Vec<Vec<Cell>>,
    /// The page shows this many rows; the HTML all of them.
    pub rows_on_paper: usize,
    /// What the table shows.
    pub sentence: String,
}

#[derive(Debug, Clone)]
pub struct TableColumn {
    pub name: String,
    pub numeric: bool,
}

/// A cell with what it sorts by, where that is not its text.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    pub text: String,
    pub sort: Option<f64>,
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), sort: None }
    }

    pub fn number(text: impl Into<String>, sort: f64) -> Cell {
        Cell { text: text.into(), sort: Some(sort) }
    }
}

impl Table {
    /// Columns by name; a name that begins with `#` is a column of numbers.
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Table {
        let columns = names
            .into_iter()
            .map(|name| match name.strip_prefix('#') {
                Some(name) => TableColumn { name: name.into(), numeric: true },
                None => TableColumn { name: name.into(), numeric: false },
            })
            .collect();
        Table { columns, rows: Vec::new(), rows_on_paper: 24, sentence: String::new() }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let cells: Vec<Cell> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.columns.len(), "a row has one cell per column");
        self.rows.push(cells);
    }
}

impl Section {
    pub fn new(title: &str) -> Section {
        Section { title: title.into(), blocks: Vec::new() }
    }

    pub fn paragraph(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Paragraph(text.into()));
    }

    pub fn figure(&mut self, chart: Chart, sentence: impl Into<String>) {
        self.blocks.push(Block::Figure { chart, sentence: sentence.into() });
    }

    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.blocks.push(Block::Table(table));
        }
    }

    pub fn warning(&mut self, text: impl Into<String>, remedy: impl Into<String>) {
        self.blocks.push(Block::Warning { text: text.into(), remedy: remedy.into() });
    }
}

impl Document {
    /// Every drawing, in order.
    pub fn charts(&self) -> impl Iterator<Item = &Chart> {
        self.sections.iter().flat_map(|section| &section.blocks).filter_map(|block| match block {
            Block::Figure { chart, .. } => Some(chart),
            _ => None,
        })
    }
}

/// A text cut into plain and bold pieces.
pub fn pieces(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.split("**").enumerate().map(|(i, piece)| (i % 2 == 1, piece)).filter(|(_, piece)| !piece.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bold_pieces_stand_between_double_stars() {
        let found: Vec<_> = pieces("the **Rebels** win").collect();
        assert_eq!(found, [(false, "the "), (true, "Rebels"), (false, " win")]);
        assert_eq!(pieces("**all**").collect::<Vec<_>>(), [(true, "all")]);
    }

    #[test]
    fn columns_of_numbers_are_marked() {
        let table = Table::new(["mission", "#battles"]);
        assert_eq!(table.columns[1].name, "battles");
        assert!(table.columns[1].numeric && !table.columns[0].numeric);
    }
}
