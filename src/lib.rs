//! Canto: a Monte Carlo laboratory for Star Wars tabletop play.
//!
//! The module list is the dependency order and the reading order: a module uses only those above it.

pub mod error;
pub mod ids;

pub mod catalog;
pub mod chance;
pub mod frames;
pub mod procedures;

pub mod config;
pub mod events;

pub mod geometry;

pub mod battle;

pub mod campaign;
pub mod miniatures;

pub mod analysis;
pub mod charts;
pub mod replay;
pub mod report;
pub mod run;

pub mod experiments;

pub mod cli;
