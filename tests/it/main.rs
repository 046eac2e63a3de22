//! Tests of the program as a person meets it: one crate, since each further one links everything again.

mod bad_input;
mod calibrate;
mod campaign;
mod catalog;
mod command;
mod duel;
mod experiments;
mod fleet;
mod guide;
mod minis;
mod minis_exact;
mod missions;
mod report;
mod resume;
mod roll;
mod rules;
mod rules_md;
mod tidy;
