//! Tests of the missions: the rulebook's numbers, squad legality, complaints, the vocabulary and its document.

use super::*;

mod complaints;
mod documented;
mod legality;
mod rulebook;

/// A built-in mission by its key.
fn mission(key: &str) -> &'static Mission {
    find(key).unwrap_or_else(|error| panic!("{error}"))
}

/// The text of a built-in mission.
fn text(key: &str) -> &'static str {
    library::BUILT_IN.iter().find(|(known, _)| *known == key).map(|(_, text)| *text).expect("built in")
}
