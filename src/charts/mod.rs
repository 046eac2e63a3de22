//! Drawings: estimates in, SVG and PNG out. Charts never compute; one file per kind of chart.

pub mod axes;
pub mod forest;
pub mod outcomes;
mod png;
pub mod sheet;
pub mod theme;

pub use axes::Unit;
pub use forest::{Forest, ForestRow, forest};
pub use outcomes::{OutcomeBar, outcome_chart};
pub use png::write_aside;
pub use sheet::Chart;
pub use theme::Look;
