//! Names in input files: written as people say them, held as small ids.
//!
//! For `#[serde(with = "names::ship")]` and its kin. A name that the catalog does not know is refused at its place,
//! with the nearest one.

use std::collections::HashMap;
use std::sync::{LazyLock, RwLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::catalog::{NameError, catalog};
use crate::chance::AttackFace;
use crate::ids::{PilotCardId, ShipClassId, UpgradeId};

/// An id that files write as a name.
pub trait Named: Sized + Copy {
    fn read_name<E: serde::de::Error>(name: &str) -> Result<Self, E>;
    fn write_name(self) -> &'static str;
}

fn problem<E: serde::de::Error>(what: &str, error: &NameError) -> E {
    match error {
        NameError::Unknown(_) => E::custom(format!("this {what} is {error}")),
        NameError::Ambiguous(_) => E::custom(format!("this {what} {error}")),
    }
}

/// Names asked for before: a sweep reads the same rules thousands of times, and the catalog compares every name.
struct Asked<T>(LazyLock<RwLock<HashMap<String, T>>>);

impl<T: Copy> Asked<T> {
    const fn new() -> Asked<T> {
        Asked(LazyLock::new(RwLock::default))
    }

    fn or_find(&self, name: &str, find: impl FnOnce() -> Result<T, NameError>) -> Result<T, NameError> {
        if let Some(id) = self.0.read().unwrap_or_else(|poisoned| poisoned.into_inner()).get(name) {
            return Ok(*id);
        }
        let id = find()?;
        self.0.write().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(name.to_string(), id);
        Ok(id)
    }
}

impl Named for ShipClassId {
    fn read_name<E: serde::de::Error>(name: &str) -> Result<ShipClassId, E> {
        static ASKED: Asked<ShipClassId> = Asked::new();
        ASKED.or_find(name, || catalog().find_ship(name)).map_err(|error| problem("ship", &error))
    }

    fn write_name(self) -> &'static str {
        catalog().ship(self).key
    }
}

impl Named for PilotCardId {
    fn read_name<E: serde::de::Error>(name: &str) -> Result<PilotCardId, E> {
        static ASKED: Asked<PilotCardId> = Asked::new();
        ASKED.or_find(name, || catalog().find_pilot(name, None)).map_err(|error| problem("pilot", &error))
    }

    fn write_name(self) -> &'static str {
        catalog().pilot(self).key
    }
}

impl Named for UpgradeId {
    fn read_name<E: serde::de::Error>(name: &str) -> Result<UpgradeId, E> {
        static ASKED: Asked<UpgradeId> = Asked::new();
        ASKED.or_find(name, || catalog().find_upgrade(name, None)).map_err(|error| problem("upgrade", &error))
    }

    fn write_name(self) -> &'static str {
        catalog().upgrade(self).key
    }
}

const FACES: [(&str, AttackFace); 4] = [
    ("hit", AttackFace::Hit),
    ("crit", AttackFace::Crit),
    ("focus", AttackFace::Focus),
    ("blank", AttackFace::Blank),
];

impl Named for AttackFace {
    fn read_name<E: serde::de::Error>(name: &str) -> Result<AttackFace, E> {
        let known = FACES.iter().find(|(word, _)| *word == name);
        known
            .map(|(_, face)| *face)
            .ok_or_else(|| E::unknown_variant(name, &["hit", "crit", "focus", "blank"]))
    }

    fn write_name(self) -> &'static str {
        FACES.iter().find(|(_, face)| *face == self).map_or("blank", |(word, _)| word)
    }
}

/// `#[serde(with = "names::one")]`: one name.
pub mod one {
    use super::*;

    pub fn deserialize<'de, D: Deserializer<'de>, T: Named>(reader: D) -> Result<T, D::Error> {
        T::read_name(&String::deserialize(reader)?)
    }

    pub fn serialize<S: Serializer, T: Named>(id: &T, writer: S) -> Result<S::Ok, S::Error> {
        writer.serialize_str(id.write_name())
    }
}

/// `#[serde(default, with = "names::optional")]`: a name that may be left out.
pub mod optional {
    use super::*;

    pub fn deserialize<'de, D: Deserializer<'de>, T: Named>(reader: D) -> Result<Option<T>, D::Error> {
        one::deserialize(reader).map(Some)
    }

    pub fn serialize<S: Serializer, T: Named>(id: &Option<T>, writer: S) -> Result<S::Ok, S::Error> {
        id.map(T::write_name).serialize(writer)
    }
}

/// `#[serde(with = "names::list")]`: a list of names.
pub mod list {
    use super::*;

    /// One name, so that a complaint points at the item.
    struct Item<T>(T);

    impl<'de, T: Named> Deserialize<'de> for Item<T> {
        fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Item<T>, D::Error> {
            one::deserialize(reader).map(Item)
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>, T: Named>(reader: D) -> Result<Vec<T>, D::Error> {
        Ok(Vec::<Item<T>>::deserialize(reader)?.into_iter().map(|item| item.0).collect())
    }

    pub fn serialize<S: Serializer, T: Named>(ids: &[T], writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_seq(ids.iter().map(|id| id.write_name()))
    }
}

/// `#[serde(with = "names::pair")]`: two names.
pub mod pair {
    use super::*;

    pub fn deserialize<'de, D: Deserializer<'de>, T: Named>(reader: D) -> Result<[T; 2], D::Error> {
        use serde::de::Error;
        let names = list::deserialize::<D, T>(reader)?;
        <[T; 2]>::try_from(names)
            .map_err(|names| D::Error::custom(format!("must be two names, not {}", names.len())))
    }

    pub fn serialize<S: Serializer, T: Named>(ids: &[T; 2], writer: S) -> Result<S::Ok, S::Error> {
        list::serialize(ids, writer)
    }
}

/// `#[serde(with = "names::or_again")]`: a name, or `"roll again"` for none.
pub mod or_again {
    use super::*;

    const AGAIN: &str = "roll again";

    pub fn deserialize<'de, D: Deserializer<'de>, T: Named>(reader: D) -> Result<Option<T>, D::Error> {
        match String::deserialize(reader)?.as_str() {
            AGAIN => Ok(None),
            name => T::read_name(name).map(Some),
        }
    }

    pub fn serialize<S: Serializer, T: Named>(id: &Option<T>, writer: S) -> Result<S::Ok, S::Error> {
        writer.serialize_str(id.map_or(AGAIN, T::write_name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::reader::Trouble;

    #[test]
    fn ambiguous_name_lists_the_candidates() {
        let error = PilotCardId::read_name::<Trouble>("Poe Dameron").unwrap_err().to_string();
        assert!(error.contains("could be any of") && error.contains("poe-dameron-t-70-ps8"), "{error}");
    }
}
