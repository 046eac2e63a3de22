//! A frame in memory: columns of one table, filled row by row.

use std::sync::Arc;

use polars::prelude::{DataFrame, IntoColumn, NamedFrom, Series};

use super::columns::{FrameTable, Kind};

/// One value of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Count(u32),
    Int(i32),
    Real(f64),
    Flag(bool),
    Name(&'static str),
    /// A name made for this row.
    Text(Arc<str>),
    Null,
}

/// Declares which plain types become which cells.
macro_rules! cell_from {
    ($($from:ty => |$value:ident| $cell:expr),+ $(,)?) => {
        $(impl From<$from> for Cell {
            fn from($value: $from) -> Cell {
                $cell
            }
        })+
    };
}

cell_from! {
    u32 => |value| Cell::Count(value),
    u16 => |value| Cell::Count(u32::from(value)),
    u8 => |value| Cell::Count(u32::from(value)),
    i32 => |value| Cell::Int(value),
    f64 => |value| Cell::Real(value),
    bool => |value| Cell::Flag(value),
    &'static str => |value| Cell::Name(value),
    Arc<str> => |value| Cell::Text(value),
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Null, Into::into)
    }
}

/// A name in a column: a constant or shared text, never a fresh copy.
#[derive(Debug, Clone)]
enum Text {
    Constant(&'static str),
    Shared(Arc<str>),
}

impl Text {
    fn as_str(&self) -> &str {
        match self {
            Text::Constant(text) => text,
            Text::Shared(text) => text,
        }
    }
}

#[derive(Debug, Clone)]
enum Values {
    Count(Vec<Option<u32>>),
    Int(Vec<Option<i32>>),
    Real(Vec<Option<f64>>),
    Flag(Vec<Option<bool>>),
    Name(Vec<Option<Text>>),
}

/// Rows of one table, kept by column.
#[derive(Debug, Clone)]
pub struct Frame {
    pub table: &'static FrameTable,
    columns: Vec<Values>,
    rows: usize,
}

impl Frame {
    pub fn new(table: &'static FrameTable) -> Frame {
        let empty = |kind| match kind {
            Kind::Count => Values::Count(Vec::new()),
            Kind::Int => Values::Int(Vec::new()),
            Kind::Real => Values::Real(Vec::new()),
            Kind::Flag => Values::Flag(Vec::new()),
            Kind::Name => Values::Name(Vec::new()),
        };
        Frame { table, columns: table.columns.iter().map(|column| empty(column.kind)).collect(), rows: 0 }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Adds one row; the cells stand in the table's order and are of the columns' kinds.
    pub fn push<const N: usize>(&mut self, cells: [Cell; N]) {
        assert_eq!(N, self.columns.len(), "frame {}: a row has one cell per column", self.table.name);
        for (position, (values, cell)) in self.columns.iter_mut().zip(cells).enumerate() {
            match (values, cell) {
                (Values::Count(values), Cell::Count(value)) => values.push(Some(value)),
                (Values::Int(values), Cell::Int(value)) => values.push(Some(value)),
                (Values::Real(values), Cell::Real(value)) => values.push(Some(value)),
                (Values::Flag(values), Cell::Flag(value)) => values.push(Some(value)),
                (Values::Name(values), Cell::Name(value)) => values.push(Some(Text::Constant(value))),
                (Values::Name(values), Cell::Text(value)) => values.push(Some(Text::Shared(value))),
                (Values::Count(values), Cell::Null) => values.push(None),
                (Values::Int(values), Cell::Null) => values.push(None),
                (Values::Real(values), Cell::Null) => values.push(None),
                (Values::Flag(values), Cell::Null) => values.push(None),
                (Values::Name(values), Cell::Null) => values.push(None),
                (_, cell) => {
                    let column = self.table.columns[position].name;
                    panic!("frame {}: column {column} does not take {cell:?}", self.table.name)
                }
            }
        }
        self.rows += 1;
    }

    /// Adds the rows of another frame of the same table behind this one's.
    pub fn append(&mut self, other: Frame) {
        assert!(std::ptr::eq(self.table, other.table), "only frames of one table can be joined");
        self.rows += other.rows;
        for (mine, theirs) in self.columns.iter_mut().zip(other.columns) {
            match (mine, theirs) {
                (Values::Count(mine), Values::Count(theirs)) => mine.extend(theirs),
                (Values::Int(mine), Values::Int(theirs)) => mine.extend(theirs),
                (Values::Real(mine), Values::Real(theirs)) => mine.extend(theirs),
                (Values::Flag(mine), Values::Flag(theirs)) => mine.extend(theirs),
                (Values::Name(mine), Values::Name(theirs)) => mine.extend(theirs),
                _ => unreachable!("one table has one kind per column"),
            }
        }
    }

    pub fn to_data_frame(&self) -> DataFrame {
        let columns = self.table.columns.iter().zip(&self.columns).map(|(column, values)| {
            let name = column.name.into();
            match values {
                Values::Count(values) => Series::new(name, values),
                Values::Int(values) => Series::new(name, values),
                Values::Real(values) => Series::new(name, values),
                Values::Flag(values) => Series::new(name, values),
                Values::Name(values) => {
                    let texts: Vec<Option<&str>> =
                        values.iter().map(|text| text.as_ref().map(Text::as_str)).collect();
                    Series::new(name, texts)
                }
            }
            .into_column()
        });
        DataFrame::new(self.rows, columns.collect()).expect("columns of one frame have one length")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::columns::PURCHASES;

    fn one_row(cost: i32) -> Frame {
        let mut frame = Frame::new(&PURCHASES);
        frame.push([
            7_u32.into(),
            1_u32.into(),
            "Rebel".into(),
            0_u32.into(),
            "ship".into(),
            Cell::Text("X-wing".into()),
            1_u32.into(),
            cost.into(),
            Cell::Null,
        ]);
        frame
    }

    #[test]
    fn rows_come_out_as_they_went_in() {
        let mut frame = one_row(19);
        frame.append(one_row(-4));
        let data = frame.to_data_frame();
        assert_eq!((data.height(), data.width()), (2, PURCHASES.columns.len()));
        assert_eq!(data.column("cost").unwrap().i32().unwrap().to_vec(), [Some(19), Some(-4)]);
        assert_eq!(data.column("item").unwrap().str().unwrap().get(1), Some("X-wing"));
        assert_eq!(data.column("source").unwrap().null_count(), 2);
    }

    #[test]
    #[should_panic(expected = "column turn does not take")]
    fn a_cell_of_the_wrong_kind_is_a_bug() {
        let mut frame = Frame::new(&PURCHASES);
        let mut cells: [Cell; 9] = std::array::from_fn(|_| Cell::Null);
        cells[1] = Cell::Real(0.5);
        frame.push(cells);
    }
}
