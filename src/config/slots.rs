//! A set of upgrade kinds, as one number.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::catalog::Slot;

/// Bit `Slot::index()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Slots(u32);

impl Slots {
    pub fn contains(self, slot: Slot) -> bool {
        self.0 >> slot.index() & 1 == 1
    }

    pub fn iter(self) -> impl Iterator<Item = Slot> {
        Slot::ALL.iter().copied().filter(move |slot| self.contains(*slot))
    }
}

impl FromIterator<Slot> for Slots {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Slots {
        Slots(slots.into_iter().fold(0, |bits, slot| bits | 1 << slot.index()))
    }
}

impl<'de> Deserialize<'de> for Slots {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Slots, D::Error> {
        Ok(Vec::<Slot>::deserialize(reader)?.into_iter().collect())
    }
}

impl Serialize for Slots {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_seq(self.iter())
    }
}
