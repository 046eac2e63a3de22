//! Result frames: columns filled row by row, written as Parquet, read back for the analysis.
//!
//! The column list of each frame is one const table in [`columns`]; `README.md` beside it documents them and is
//! checked by a test.

pub mod columns;
mod frame;
mod parquet;

pub use columns::{Column, FrameTable, Kind};
pub use frame::{Cell, Frame};
pub use parquet::{
    Stamp, merge_parts, part_path, read_frame, read_frame_rows, stamp, write_aside, write_csv,
    write_data_frame, write_frame,
};
