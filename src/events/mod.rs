//! Events: the only way out of the engines. Small plain enums, one `Sink` argument.

pub mod campaign;
mod sink;
pub mod words;

pub use campaign::{CampaignEvent, Post, SCHEMA_VERSION};
pub use sink::{Both, Null, Sink};
