//! The campaign rulebook as written, built into the program.

use std::sync::OnceLock;

use super::RuleSet;
use super::document::{Node, Source};
use crate::error::Result;

const NAME: &str = "scenarios/rules/gcw-6.2.4.toml";
const TEXT: &str = include_str!("../../scenarios/rules/gcw-6.2.4.toml");

/// The rules without any house rule.
pub fn rulebook() -> Result<RuleSet> {
    static READ: OnceLock<RuleSet> = OnceLock::new();
    if let Some(rules) = READ.get() {
        return Ok(rules.clone());
    }
    let rules = RuleSet::from_document(&Node::parse(&Source::new(NAME, TEXT))?)?;
    Ok(READ.get_or_init(|| rules).clone())
}
