//! From a merged document to typed values: a serde deserializer whose errors know their place.

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::document::{Node, Shape};
use crate::error::{Complaint, nearest_name};

/// Reads the document as a `T`.
pub fn read<T: DeserializeOwned>(document: &Node) -> Result<T, Box<Complaint>> {
    T::deserialize(Reader(document)).map_err(|trouble| Box::new(trouble.into_complaint(document)))
}

/// What went wrong; place and path are added on the way out.
#[derive(Debug)]
pub struct Trouble {
    problem: String,
    nearest: Option<String>,
    at: Option<Box<At>>,
    /// From the innermost key outwards.
    path: Vec<String>,
}

/// The node a trouble is about, and whether its key or its value is at fault.
#[derive(Debug)]
struct At {
    node: Node,
    key: bool,
}

impl Trouble {
    fn new(problem: impl Into<String>) -> Trouble {
        Trouble { problem: problem.into(), nearest: None, at: None, path: Vec::new() }
    }

    /// Fixes the place, unless a deeper value has fixed it already.
    fn about(mut self, node: &Node, key: bool) -> Trouble {
        if self.at.is_none() {
            self.at = Some(Box::new(At { node: node.clone(), key }));
        }
        self
    }

    fn below(mut self, key: &str) -> Trouble {
        self.path.push(key.to_string());
        self
    }

    fn into_complaint(self, document: &Node) -> Complaint {
        let path: Vec<&str> = self.path.iter().rev().map(String::as_str).collect();
        let path = path.join(".");
        let mut complaint = match &self.at {
            Some(at) if at.key => at.node.key_complaint(&path, self.problem),
            Some(at) => at.node.complaint(&path, self.problem),
            None => document.complaint(&path, self.problem),
        };
        complaint.nearest = self.nearest;
        complaint
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.problem)
    }
}

impl std::error::Error for Trouble {}

impl serde::de::Error for Trouble {
    fn custom<T: std::fmt::Display>(message: T) -> Trouble {
        Trouble::new(message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Trouble {
        Trouble::new(format!("must be {}, not {}", in_words(&expected.to_string()), found_in_words(found)))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Trouble {
        Trouble::new(format!("must be {}", in_words(&expected.to_string())))
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Trouble {
        Trouble::new(format!("has {length} items; must be {}", in_words(&expected.to_string())))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Trouble {
        Trouble {
            nearest: nearest_name(field, expected.iter().copied()).map(str::to_string),
            ..Trouble::new(format!("unknown key; known here: {}", list(expected)))
        }
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Trouble {
        Trouble {
            nearest: nearest_name(variant, expected.iter().copied()).map(str::to_string),
            ..Trouble::new(format!("not known; allowed: {}", list(expected)))
        }
    }

    fn missing_field(field: &'static str) -> Trouble {
        Trouble::new(format!("the key `{field}` is missing"))
    }
}

/// Names in a row; of a long list only some, since the nearest name is said anyway.
fn list(names: &[&str]) -> String {
    const MOST: usize = 40;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(MOST) {
        0 => shown.join(", "),
        rest => format!("{} and {rest} more", shown.join(", ")),
    }
}

/// Serde speaks of Rust types; people do not.
fn in_words(expected: &str) -> String {
    match expected {
        "u8" => "a whole number from 0 to 255".into(),
        "i8" => "a whole number from -128 to 127".into(),
        "u16" => "a whole number from 0 to 65535".into(),
        "i16" => "a whole number from -32768 to 32767".into(),
        "u32" | "u64" | "usize" => "a whole number, 0 or more".into(),
        "i32" | "i64" => "a whole number".into(),
        "f32" | "f64" => "a number".into(),
        "a boolean" => "true or false".into(),
        "a string" | "string" => "a text in quotes".into(),
        "a sequence" => "a list".into(),
        "a map" => "a table".into(),
        other if other.starts_with("struct ") => "a table".into(),
        other if other.starts_with("enum ") => "one of the known words, in quotes".into(),
        other => other.into(),
    }
}

fn found_in_words(found: Unexpected<'_>) -> &'static str {
    match found {
        Unexpected::Bool(_) => "true or false",
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => "a whole number",
        Unexpected::Float(_) => "a number with a fraction",
        Unexpected::Str(_) | Unexpected::Char(_) => "a text",
        Unexpected::Seq => "a list",
        Unexpected::Map => "a table",
        _ => "something else",
    }
}

struct Reader<'a>(&'a Node);

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Trouble;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
        let node = self.0;
        let result = match &node.shape {
            Shape::Text(text) => visitor.visit_str(text),
            Shape::Integer(number) => visitor.visit_i64(*number),
            Shape::Float(number) => visitor.visit_f64(*number),
            Shape::Boolean(switch) => visitor.visit_bool(*switch),
            Shape::List(items) => {
                let mut access = Items { items, next: 0 };
                visitor.visit_seq(&mut access).and_then(|value| match items.len() - access.next {
                    0 => Ok(value),
                    _ => Err(Trouble::new(format!("has {} items, which are too many", items.len()))),
                })
            }
            Shape::Table(entries) => visitor.visit_map(Entries { entries, next: 0 }),
        };
        result.map_err(|trouble| trouble.about(node, false))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Trouble> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Trouble> {
        let node = self.0;
        visitor.visit_newtype_struct(self).map_err(|trouble| trouble.about(node, false))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Trouble> {
        let node = self.0;
        let result = match &node.shape {
            Shape::Text(text) => visitor.visit_enum(text.as_str().into_deserializer()),
            Shape::Table(entries) if entries.len() == 1 => {
                visitor.visit_enum(Variant { name: &entries[0].0, node: &entries[0].1 })
            }
            _ => Err(Trouble::new(format!("must be one of {}, not {}", list(variants), node.kind()))),
        };
        result.map_err(|trouble| trouble.about(node, false))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Items<'a> {
    items: &'a [Node],
    next: usize,
}

impl<'de> SeqAccess<'de> for &mut Items<'_> {
    type Error = Trouble;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Trouble> {
        let Some(item) = self.items.get(self.next) else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        seed.deserialize(Reader(item))
            .map(Some)
            .map_err(|trouble| trouble.about(item, false).below(&index.to_string()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

struct Entries<'a> {
    entries: &'a [(String, Node)],
    next: usize,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Trouble;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Trouble> {
        let Some((key, node)) = self.entries.get(self.next) else { return Ok(None) };
        let reader: serde::de::value::StrDeserializer<'_, Trouble> = key.as_str().into_deserializer();
        seed.deserialize(reader).map(Some).map_err(|trouble| trouble.about(node, true).below(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Trouble> {
        let (key, node) = &self.entries[self.next];
        self.next += 1;
        seed.deserialize(Reader(node)).map_err(|trouble| trouble.about(node, false).below(key))
    }
}

/// A variant with content: `{ name = … }`.
struct Variant<'a> {
    name: &'a str,
    node: &'a Node,
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Trouble;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Trouble> {
        let reader: serde::de::value::StrDeserializer<'_, Trouble> = self.name.into_deserializer();
        let value =
            seed.deserialize(reader).map_err(|trouble| trouble.about(self.node, true).below(self.name))?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Trouble;

    fn unit_variant(self) -> Result<(), Trouble> {
        Err(Trouble::custom("takes no value: write the word alone, in quotes")
            .about(self.node, false)
            .below(self.name))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Trouble> {
        seed.deserialize(Reader(self.node))
            .map_err(|trouble| trouble.about(self.node, false).below(self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Trouble> {
        Reader(self.node).deserialize_any(visitor).map_err(|trouble| trouble.below(self.name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Trouble> {
        Reader(self.node).deserialize_any(visitor).map_err(|trouble| trouble.below(self.name))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::document::Source;
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Example {
        income: Income,
        #[serde(default)]
        colour: Option<Colour>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Income {
        automatic: u8,
        share: f64,
        pair: [i16; 2],
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Colour {
        Red,
        DarkBlue,
        Mixed(u8),
    }

    fn read_text(text: &str) -> Result<Example, String> {
        let node = Node::parse(&Source::new("x.toml", text)).map_err(|error| error.to_string())?;
        read(&node).map_err(|complaint| complaint.to_string())
    }

    fn refused(text: &str) -> String {
        read_text(text).expect_err("must be refused")
    }

    #[test]
    fn good_input_is_read() {
        let example =
            read_text("colour = \"dark-blue\"\n[income]\nautomatic = 20\nshare = 1\npair = [1, -2]\n")
                .unwrap();
        assert_eq!(example.income, Income { automatic: 20, share: 1.0, pair: [1, -2] });
        assert_eq!(example.colour, Some(Colour::DarkBlue));
        let mixed = read_text("colour = { mixed = 3 }\n[income]\nautomatic = 20\nshare = 1\npair = [1, 2]\n")
            .unwrap();
        assert_eq!(mixed.colour, Some(Colour::Mixed(3)));
    }

    #[test]
    fn unknown_key_points_at_the_key_and_names_the_nearest() {
        let error = refused("[income]\nautomtic = 20\nshare = 1\npair = [1, 2]\n");
        assert!(error.starts_with("x.toml:2:1: income.automtic: unknown key; known here:"), "{error}");
        assert!(error.contains("did you mean `automatic`?"), "{error}");
    }

    #[test]
    fn wrong_type_points_at_the_value() {
        let error = refused("[income]\nautomatic = \"many\"\nshare = 1\npair = [1, 2]\n");
        assert!(
            error.starts_with(
                "x.toml:2:13: income.automatic = \"many\": must be a whole number from 0 to 255, not a text"
            ),
            "{error}"
        );
    }

    #[test]
    fn number_that_does_not_fit_is_refused() {
        let error = refused("[income]\nautomatic = 300\nshare = 1\npair = [1, 2]\n");
        assert!(error.contains("income.automatic = 300: must be a whole number from 0 to 255"), "{error}");
    }

    #[test]
    fn missing_key_points_at_its_table() {
        let error = refused("[income]\nshare = 1\npair = [1, 2]\n");
        assert!(error.starts_with("x.toml:1:1: income: the key `automatic` is missing"), "{error}");
    }

    #[test]
    fn list_of_wrong_length_and_wrong_item_are_refused() {
        let error = refused("[income]\nautomatic = 1\nshare = 1\npair = [1]\n");
        assert!(error.contains("income.pair = [1]: has 1 items"), "{error}");
        let error = refused("[income]\nautomatic = 1\nshare = 1\npair = [1, 2, 3]\n");
        assert!(error.contains("too many"), "{error}");
        let error = refused("[income]\nautomatic = 1\nshare = 1\npair = [1, true]\n");
        assert!(error.starts_with("x.toml:4:12: income.pair.1 = true: must be a whole number"), "{error}");
    }

    #[test]
    fn unknown_word_lists_the_allowed_ones() {
        let error = refused("colour = \"dark-blu\"\n[income]\nautomatic = 1\nshare = 1\npair = [1, 2]\n");
        assert!(
            error.contains("not known; allowed: `red`, `dark-blue`, `mixed`; did you mean `dark-blue`?"),
            "{error}"
        );
        let error = refused("colour = 7\n[income]\nautomatic = 1\nshare = 1\npair = [1, 2]\n");
        assert!(error.contains("must be one of `red`"), "{error}");
        let error = refused("colour = { red = 1 }\n[income]\nautomatic = 1\nshare = 1\npair = [1, 2]\n");
        assert!(error.contains("write the word alone"), "{error}");
    }
}
