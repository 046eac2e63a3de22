//! Reports of Star Wars Miniatures: what initiative abilities are worth, and who wins initiative at one table.

mod checks;
mod matrix;
mod methods;
mod pairs;
mod table;

use super::document::Document;
use crate::analysis::run::Run;
use crate::error::Result;

pub use checks::{Distribution, check_chart};

/// The `kind` in the manifests of the two sorts of folder.
pub const MATRIX: &str = "minis-matrix";
pub const TABLE: &str = "minis-initiative";

/// The report of a folder that `canto minis` wrote; nothing for any other folder.
pub fn miniatures_report(run: &Run) -> Result<Option<Document>> {
    match run.text("kind").as_str() {
        MATRIX => matrix::matrix_report(run).map(Some),
        TABLE => table::table_report(run).map(Some),
        _ => Ok(None),
    }
}

/// Words as people read them, as the folder's manifest has them.
fn title(run: &Run, words: &str) -> String {
    let known = run.value("titles").and_then(|titles| titles.get(words)).and_then(|title| title.as_str());
    known.unwrap_or(words).to_string()
}

fn footer(run: &Run, what: &str) -> String {
    format!("Canto {} · Star Wars Miniatures · {what} · seed {}", env!("CARGO_PKG_VERSION"), run.seed())
}

/// An exact chance in hundredths.
fn percent(chance: f64) -> String {
    if chance == 0.0 || chance == 1.0 {
        return format!("{:.0} %", 100.0 * chance);
    }
    // Near the ends one place would say "always" or "never".
    let digits = if (0.001..0.999).contains(&chance) { 1 } else { 3 };
    format!("{:.digits$} %", 100.0 * chance)
}

/// Points of initiative, with their sign.
fn points(points: f64) -> String {
    let sign = if 0.0 <= points { "+" } else { "−" };
    format!("{sign}{:.1}", points.abs())
}

/// A policy in a sentence.
pub fn policy_words(policy: &str) -> &str {
    match policy {
        "never" => "neither uses anything that asks for a decision",
        "when-losing" => "both use their abilities when they are losing",
        "optimal" => "both decide as well as can be",
        other => other,
    }
}
