//! Random tables as the rulebook prints them: dice, and rows with the numbers on which they come up.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::chance::Chance;

/// What is rolled: `"2d6"`, or `"1-14"` for a random number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dice {
    /// So many six-sided dice added up.
    SixSided(u8),
    /// A random number from 1 to this.
    Number(u16),
}

impl Dice {
    pub fn lowest(self) -> u32 {
        match self {
            Dice::SixSided(dice) => u32::from(dice),
            Dice::Number(_) => 1,
        }
    }

    pub fn highest(self) -> u32 {
        match self {
            Dice::SixSided(dice) => 6 * u32::from(dice),
            Dice::Number(highest) => u32::from(highest),
        }
    }

    pub fn roll(self, chance: &mut impl Chance) -> u32 {
        match self {
            Dice::SixSided(dice) => (0..dice).map(|_| u32::from(chance.d6())).sum(),
            Dice::Number(highest) => chance.number(u32::from(highest)),
        }
    }

    /// The probability of exactly this number.
    pub fn probability(self, number: u32) -> f64 {
        match self {
            Dice::Number(highest) => {
                f64::from(u8::from((1..=u32::from(highest)).contains(&number))) / f64::from(highest)
            }
            Dice::SixSided(dice) => {
                // Ways to reach each total, die by die; exact in doubles for the few dice a table has.
                let mut ways = vec![1.0];
                for _ in 0..dice {
                    let mut next = vec![0.0; ways.len() + 6];
                    for (total, count) in ways.iter().enumerate() {
                        for pips in 1..=6 {
                            next[total + pips] += count;
                        }
                    }
                    ways = next;
                }
                ways.get(number as usize).copied().unwrap_or(0.0) / 6_f64.powi(i32::from(dice))
            }
        }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dice::SixSided(dice) => write!(f, "{dice}d6"),
            Dice::Number(highest) => write!(f, "1-{highest}"),
        }
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Dice, D::Error> {
        let text = String::deserialize(reader)?;
        let six_sided = text.strip_suffix("d6").and_then(|dice| dice.parse().ok());
        let number = text.strip_prefix("1-").and_then(|highest| highest.parse().ok());
        match (six_sided, number) {
            (Some(dice @ 1..=10), _) => Ok(Dice::SixSided(dice)),
            (_, Some(highest @ 1..=1000)) => Ok(Dice::Number(highest)),
            _ => Err(D::Error::custom(
                "must be six-sided dice such as \"2d6\" (1 to 10 of them) or a random number such as \"1-14\" (to 1000)",
            )),
        }
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_str(self)
    }
}

/// The numbers of a row: `"7"`, `"2-4"`, or `"never"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct On {
    /// First and last number; `None`: the row never comes up.
    pub span: Option<(u16, u16)>,
}

impl On {
    pub fn contains(self, number: u32) -> bool {
        self.span.is_some_and(|(first, last)| (u32::from(first)..=u32::from(last)).contains(&number))
    }
}

impl fmt::Display for On {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.span {
            None => f.write_str("never"),
            Some((first, last)) if first == last => write!(f, "{first}"),
            Some((first, last)) => write!(f, "{first}-{last}"),
        }
    }
}

impl<'de> Deserialize<'de> for On {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<On, D::Error> {
        let text = String::deserialize(reader)?;
        if text == "never" {
            return Ok(On { span: None });
        }
        let (first, last) = text.split_once('-').unwrap_or((&text, &text));
        match (first.trim().parse(), last.trim().parse()) {
            (Ok(first), Ok(last)) if first <= last => Ok(On { span: Some((first, last)) }),
            _ => {
                Err(D::Error::custom("must be a number such as \"7\", a span such as \"2-4\", or \"never\""))
            }
        }
    }
}

impl Serialize for On {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_str(self)
    }
}

/// A row that comes up on certain numbers.
pub trait Row {
    fn on(&self) -> On;
}

/// A row that is only its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bare {
    /// Numbers on which the row comes up: "7", "2-4" or "never".
    pub on: On,
}

impl Row for Bare {
    fn on(&self) -> On {
        self.on
    }
}

/// Named entries in the order of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Named<K, R>(pub Vec<(K, R)>);

impl<K, R> Named<K, R> {
    pub fn iter(&self) -> impl Iterator<Item = &(K, R)> {
        self.0.iter()
    }

    pub fn values(&self) -> impl Iterator<Item = &R> {
        self.0.iter().map(|(_, row)| row)
    }
}

impl<'de, K: Deserialize<'de>, R: Deserialize<'de>> Deserialize<'de> for Named<K, R> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Named<K, R>, D::Error> {
        struct Entries<K, R>(PhantomData<(K, R)>);

        impl<'de, K: Deserialize<'de>, R: Deserialize<'de>> Visitor<'de> for Entries<K, R> {
            type Value = Named<K, R>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of named entries")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Named<K, R>, A::Error> {
                let mut rows = Vec::new();
                while let Some(entry) = entries.next_entry()? {
                    rows.push(entry);
                }
                Ok(Named(rows))
            }
        }

        reader.deserialize_map(Entries(PhantomData))
    }
}

impl<K: Serialize, R: Serialize> Serialize for Named<K, R> {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        let mut map = writer.serialize_map(Some(self.0.len()))?;
        for (key, row) in &self.0 {
            map.serialize_entry(key, row)?;
        }
        map.end()
    }
}

/// A random table; every number that can come up has one row.
#[derive(Debug, Clone, PartialEq)]
pub struct RollTable<K, R> {
    pub dice: Dice,
    pub rows: Vec<(K, R)>,
    /// Row of each number, from the lowest; so that a draw costs one look.
    row_of: Vec<u8>,
}

impl<K, R: Row> RollTable<K, R> {
    /// Checks that each number has exactly one row.
    pub fn new(dice: Dice, rows: Vec<(K, R)>) -> Result<RollTable<K, R>, String> {
        let mut row_of = Vec::new();
        for number in dice.lowest()..=dice.highest() {
            let mut found = rows.iter().enumerate().filter(|(_, (_, row))| row.on().contains(number));
            let row = match (found.next(), found.next()) {
                (Some((row, _)), None) => row,
                (None, _) => return Err(format!("no row comes up on {number}; the dice are \"{dice}\"")),
                (Some(_), Some(_)) => return Err(format!("two rows come up on {number}")),
            };
            row_of.push(u8::try_from(row).map_err(|_| "more than 255 rows".to_string())?);
        }
        Ok(RollTable { dice, rows, row_of })
    }

    /// Number of the row that comes up on a roll. Panics for a number that the dice cannot show.
    pub fn row_on(&self, number: u32) -> usize {
        usize::from(self.row_of[(number - self.dice.lowest()) as usize])
    }

    pub fn on(&self, number: u32) -> &(K, R) {
        &self.rows[self.row_on(number)]
    }

    pub fn draw(&self, chance: &mut impl Chance) -> &(K, R) {
        self.on(self.dice.roll(chance))
    }

    /// The probability of a row.
    pub fn probability(&self, row: usize) -> f64 {
        (self.dice.lowest()..=self.dice.highest())
            .filter(|number| self.row_on(*number) == row)
            .map(|number| self.dice.probability(number))
            .sum()
    }
}

/// As files write it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<K, R> {
    dice: Dice,
    #[serde(bound(deserialize = "Named<K, R>: Deserialize<'de>", serialize = "Named<K, R>: Serialize"))]
    rows: Named<K, R>,
}

impl<'de, K: Deserialize<'de>, R: Row + Deserialize<'de>> Deserialize<'de> for RollTable<K, R> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<RollTable<K, R>, D::Error> {
        let written = Written::<K, R>::deserialize(reader)?;
        RollTable::new(written.dice, written.rows.0).map_err(D::Error::custom)
    }
}

impl<K: Serialize + Clone, R: Serialize + Clone> Serialize for RollTable<K, R> {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        Written { dice: self.dice, rows: Named(self.rows.clone()) }.serialize(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::{Node, Source};
    use super::super::reader;
    use super::*;
    use crate::chance::Scripted;

    type Table = RollTable<String, Bare>;

    fn table(text: &str) -> Result<Table, String> {
        let node = Node::parse(&Source::new("x.toml", text)).map_err(|error| error.to_string())?;
        reader::read(&node).map_err(|complaint| complaint.to_string())
    }

    const GOOD: &str = "dice = \"2d6\"\nrows.low = { on = \"2-4\" }\nrows.high = { on = \"5-12\" }\nrows.no = { on = \"never\" }\n";

    #[test]
    fn rows_come_up_on_their_numbers() {
        let table = table(GOOD).unwrap();
        assert_eq!(table.on(4).0, "low");
        assert_eq!(table.on(5).0, "high");
        // 2, 3 and 4 with two dice: 1 + 2 + 3 of 36.
        assert!((table.probability(0) - 6.0 / 36.0).abs() < 1e-12);
        assert_eq!(table.probability(2), 0.0);
    }

    #[test]
    fn draw_uses_the_dice_of_the_table() {
        let table = table(GOOD).unwrap();
        let mut chance = Scripted::numbers([2, 2]);
        assert_eq!(table.draw(&mut chance).0, "low");
        chance.assert_exhausted();
    }

    #[test]
    fn gaps_overlaps_and_bad_spans_are_refused() {
        let gap = table(&GOOD.replace("5-12", "6-12")).unwrap_err();
        assert!(gap.contains("no row comes up on 5"), "{gap}");
        let overlap = table(&GOOD.replace("5-12", "4-12")).unwrap_err();
        assert!(overlap.contains("two rows come up on 4"), "{overlap}");
        let span = table(&GOOD.replace("5-12", "12-5")).unwrap_err();
        assert!(span.starts_with("x.toml:3:20: rows.high.on = \"12-5\": must be a number"), "{span}");
        let dice = table(&GOOD.replace("2d6", "2d8")).unwrap_err();
        assert!(dice.starts_with("x.toml:1:8: dice = \"2d8\": must be six-sided dice"), "{dice}");
    }

    #[test]
    fn probabilities_of_dice_add_up() {
        for dice in [Dice::SixSided(1), Dice::SixSided(2), Dice::SixSided(3), Dice::Number(29)] {
            let total: f64 = (dice.lowest()..=dice.highest()).map(|number| dice.probability(number)).sum();
            assert!((total - 1.0).abs() < 1e-12, "{dice}");
        }
        assert!((Dice::SixSided(2).probability(7) - 6.0 / 36.0).abs() < 1e-12);
    }
}
