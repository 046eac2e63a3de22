//! The closed vocabulary, taken from the types themselves so that no second list can drift.
//!
//! A [`Word`] is a section and a word, such as `victory.last-on-board`. [`Mission::words`] lists those that one
//! mission uses: a serializer that forgets everything but the enum variants it is shown. [`all_words`] lists all
//! that exist: a deserializer that asks each enum which variants it knows.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeOwned, Visitor};
use serde::ser::{self, Serialize};

use super::*;

/// A word of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Word {
    pub section: &'static str,
    pub word: &'static str,
}

impl Word {
    pub const fn new(section: &'static str, word: &'static str) -> Word {
        Word { section, word }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.section, self.word)
    }
}

impl Mission {
    /// Every vocabulary word that the mission uses, defaults included, in order.
    pub fn words(&self) -> Vec<Word> {
        let mut found = Collector(BTreeSet::new());
        // The collector never fails.
        let _ = self.serialize(&mut found);
        found
            .0
            .into_iter()
            .filter(|word| SECTIONS.iter().any(|(section, _)| *section == word.section))
            .collect()
    }
}

/// Every word that exists, by section.
pub fn all_words() -> Vec<Word> {
    let mut words = Vec::new();
    for (_, list) in SECTIONS {
        let (section, variants) = list();
        words.extend(variants.iter().map(|word| Word { section, word }));
    }
    words
}

type SectionWords = (&'static str, &'static [&'static str]);
type AskSection = fn() -> SectionWords;

/// All sections; each function asks the enum itself.
const SECTIONS: &[(&str, AskSection)] = &[
    ("list", words_of::<List>),
    ("who", words_of::<Who>),
    ("role", words_of::<SquadRole>),
    ("token", words_of::<TokenKind>),
    ("moment", words_of::<Moment>),
    ("facing", words_of::<Facing>),
    ("place", words_of::<Place>),
    ("eligible", words_of::<Eligible>),
    ("chosen", words_of::<Chosen>),
    ("passes-on", words_of::<PassesOn>),
    ("divided", words_of::<Divided>),
    ("presence", words_of::<Presence>),
    ("area", words_of::<Area>),
    ("initiative", words_of::<InitiativeRule>),
    ("setup", words_of::<SetupStep>),
    ("feature", words_of::<Feature>),
    ("placer", words_of::<Placer>),
    ("obstacle", words_of::<ObstacleKind>),
    ("on", words_of::<On>),
    ("order", words_of::<Order>),
    ("counts-as", words_of::<CountsAs>),
    ("damage", words_of::<DamageRule>),
    ("face", words_of::<Face>),
    ("carrier-destroyed", words_of::<CarrierDestroyed>),
    ("move-shape", words_of::<MoveShape>),
    ("action", words_of::<ActionName>),
    ("effect", words_of::<Effect>),
    ("acted-on", words_of::<ActedOn>),
    ("reach", words_of::<Reach>),
    ("success", words_of::<Success>),
    ("die-per", words_of::<DiePer>),
    ("forces", words_of::<Forces>),
    ("first", words_of::<First>),
    ("loss", words_of::<LossCounted>),
    ("entry", words_of::<Entry>),
    ("special", words_of::<Special>),
    ("function", words_of::<Function>),
    ("order-kind", words_of::<OrderKind>),
    ("victory", words_of::<Win>),
    ("decided", words_of::<Decided>),
    ("both", words_of::<BothMet>),
    ("ends", words_of::<Ends>),
    ("map-control", words_of::<MapControl>),
    ("reward", words_of::<RewardKind>),
    ("earned", words_of::<Earned>),
];

/// Asks an enum for its section and its variants.
fn words_of<T: DeserializeOwned>() -> SectionWords {
    match T::deserialize(Asker) {
        Err(Answer::Words(section, words)) => (section, words),
        _ => ("", &[]),
    }
}

/// Asks a struct for its keys.
#[cfg(test)]
pub(super) fn keys_of<T: DeserializeOwned>() -> &'static [&'static str] {
    words_of::<T>().1
}

/// A deserializer that answers every enum and every struct with what it asked for.
struct Asker;

#[derive(Debug)]
enum Answer {
    Words(&'static str, &'static [&'static str]),
    Other,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("only the list of words was wanted")
    }
}

impl std::error::Error for Answer {}

impl serde::de::Error for Answer {
    fn custom<T: fmt::Display>(_: T) -> Answer {
        Answer::Other
    }
}

impl<'de> serde::Deserializer<'de> for Asker {
    type Error = Answer;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Answer> {
        Err(Answer::Other)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Answer> {
        Err(Answer::Words(name, variants))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        keys: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Answer> {
        Err(Answer::Words(name, keys))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// A serializer that keeps the enum variants and forgets the rest.
struct Collector(BTreeSet<Word>);

type Nothing = Result<(), fmt::Error>;

/// Methods for plain values, which hold no words.
macro_rules! plain {
    ($($method:ident($kind:ty)),+ $(,)?) => { $(fn $method(self, _: $kind) -> Nothing { Ok(()) })+ };
}

impl ser::Serializer for &mut Collector {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    plain!(
        serialize_bool(bool),
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_f32(f32),
        serialize_f64(f64),
        serialize_char(char),
        serialize_str(&str),
        serialize_bytes(&[u8]),
        serialize_unit_struct(&'static str),
    );

    fn serialize_none(self) -> Nothing {
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Nothing {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Nothing {
        Ok(())
    }

    fn serialize_unit_variant(self, section: &'static str, _: u32, word: &'static str) -> Nothing {
        self.0.insert(Word { section, word });
        Ok(())
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Nothing {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        section: &'static str,
        _: u32,
        word: &'static str,
        value: &T,
    ) -> Nothing {
        self.0.insert(Word { section, word });
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        section: &'static str,
        _: u32,
        word: &'static str,
        _: usize,
    ) -> Result<Self, fmt::Error> {
        self.0.insert(Word { section, word });
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        section: &'static str,
        _: u32,
        word: &'static str,
        _: usize,
    ) -> Result<Self, fmt::Error> {
        self.0.insert(Word { section, word });
        Ok(self)
    }
}

/// The compound kinds differ only in the name of their one method.
macro_rules! compound {
    ($($trait:ident :: $method:ident ($($key:ty),*)),+ $(,)?) => {
        $(impl ser::$trait for &mut Collector {
            type Ok = ();
            type Error = fmt::Error;

            fn $method<T: ?Sized + Serialize>(&mut self, $(_: $key,)* value: &T) -> Nothing {
                value.serialize(&mut **self)
            }

            fn end(self) -> Nothing {
                Ok(())
            }
        })+
    };
}

compound!(
    SerializeSeq::serialize_element(),
    SerializeTuple::serialize_element(),
    SerializeTupleStruct::serialize_field(),
    SerializeTupleVariant::serialize_field(),
    SerializeStruct::serialize_field(&'static str),
    SerializeStructVariant::serialize_field(&'static str),
);

impl ser::SerializeMap for &mut Collector {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Nothing {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Nothing {
        value.serialize(&mut **self)
    }

    fn end(self) -> Nothing {
        Ok(())
    }
}
