//! Who commands: one small file for each doctrine.

mod random_legal;

use crate::config::DoctrineName;

use super::doctrine::Doctrine;

pub use random_legal::RandomLegal;

/// The doctrine that a set-up names.
pub fn by_name(name: DoctrineName) -> Box<dyn Doctrine> {
    match name {
        DoctrineName::RandomLegal
        | DoctrineName::Balanced
        | DoctrineName::Aggressive
        | DoctrineName::Economist
        | DoctrineName::AceBuilder
        | DoctrineName::Swarm => Box::new(RandomLegal::default()),
    }
}
