//! Drawings: estimates in, SVG and PNG out. Charts never compute; one file per kind of chart.

pub mod axes;
pub mod dense_map;
pub mod forest;
pub mod grouped;
pub mod heat_map;
pub mod histogram;
pub mod ladder;
mod line_labels;
pub mod lines;
pub mod outcomes;
mod png;
pub mod sheet;
pub mod stacked;
pub mod theme;

pub use axes::Unit;
pub use dense_map::{DenseMap, dense_map};
pub use forest::{Forest, ForestRow, forest};
pub use grouped::{Group, Grouped, grouped};
pub use heat_map::{HeatMap, heat_map};
pub use histogram::{Bin, Histogram, histogram};
pub use ladder::{Ladder, Rung, ladder};
pub use lines::{Lines, Series, Shape, lines};
pub use outcomes::{OutcomeBar, outcome_chart};
pub use sheet::Chart;
pub use stacked::{Stacked, StackedRow, stacked};
pub use theme::Look;
