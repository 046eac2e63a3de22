//! A battle to look at: the events of one fight as a page that plays it, or as a picture of one round.
//!
//! [`script`] turns events into steps, [`page`] wraps them with the player into one self-contained file,
//! [`picture`] draws the table as it stood at the end of a round.

mod colours;
mod page;
mod picture;
mod script;
mod signs;
mod words;

pub use page::page;
pub use picture::picture;
pub use script::{Script, script};
