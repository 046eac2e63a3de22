//! Checks the catalog against the rulebook.
