//! Input files, checked before anything runs: each word known, each number in its limits, each complaint with
//! its place.

pub mod mission;
pub mod toml_error;
