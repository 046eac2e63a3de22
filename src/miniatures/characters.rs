//! Characters as data: cost, faction, who they are, what they may not stand beside.

use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;

use super::abilities::Abilities;
use super::selector::{Condition, Selector};
use crate::config::toml_error::{Document, read, read_text};
use crate::error::{Complaint, Error, Result, nearest_name};

const BUILT_IN: &str = include_str!("characters.toml");

/// The ten factions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Faction {
    Rebel,
    Imperial,
    Republic,
    Separatist,
    NewRepublic,
    YuuzhanVong,
    OldRepublic,
    Sith,
    Mandalorian,
    /// May be in any squad.
    Fringe,
}

impl Faction {
    #[rustfmt::skip]
    pub const ALL: [(Faction, &'static str); 10] = [
        (Faction::Rebel,       "rebel"),
        (Faction::Imperial,    "imperial"),
        (Faction::Republic,    "republic"),
        (Faction::Separatist,  "separatist"),
        (Faction::NewRepublic, "new-republic"),
        (Faction::YuuzhanVong, "yuuzhan-vong"),
        (Faction::OldRepublic, "old-republic"),
        (Faction::Sith,        "sith"),
        (Faction::Mandalorian, "mandalorian"),
        (Faction::Fringe,      "fringe"),
    ];

    pub fn from_word(word: &str) -> Option<Faction> {
        Faction::ALL.into_iter().find(|(_, own)| *own == word).map(|(faction, _)| faction)
    }

    pub fn word(self) -> &'static str {
        Faction::ALL[self as usize].1
    }

    pub fn words() -> Vec<&'static str> {
        Faction::ALL.iter().map(|(_, word)| *word).collect()
    }
}

/// A discount: for others in a squad with the bearer, or for the bearer in a squad with others.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rapport {
    #[serde(default)]
    pub who: Option<Selector>,
    #[serde(default)]
    pub with: Option<Selector>,
    pub discount: u16,
}

/// A continuous benefit.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Benefit {
    /// Key of the ability.
    pub ability: String,
    #[serde(default)]
    pub when: Condition,
    /// Who gets it besides or instead of the bearer; left out: the bearer.
    #[serde(default)]
    pub grants_to: Option<Selector>,
    /// An ability that the beneficiaries gain, by key.
    #[serde(default)]
    pub grants: Option<String>,
}

/// One character card.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Character {
    pub name: String,
    #[serde(default)]
    pub faction: Option<Faction>,
    /// Printed cost.
    #[serde(default)]
    pub cost: Option<u16>,
    #[serde(default)]
    pub unique: bool,
    #[serde(default)]
    pub commander: bool,
    #[serde(default)]
    pub counts_as: Vec<String>,
    #[serde(default)]
    pub traits: Vec<String>,
    #[serde(default)]
    pub force: u8,
    #[serde(default)]
    pub renewal: u8,
    #[serde(default)]
    pub abilities: Vec<String>,
    #[serde(default)]
    pub benefits: Vec<Benefit>,
    #[serde(default)]
    pub rapport: Vec<Rapport>,
    #[serde(default)]
    pub rival: Vec<Selector>,
    #[serde(default)]
    pub affinity: Vec<Faction>,
    #[serde(default)]
    pub affinity_for: Vec<Selector>,
    #[serde(default)]
    pub squad_size: Option<usize>,
    #[serde(default)]
    pub assumed: Vec<String>,
}

impl Character {
    /// The name and every name it counts as.
    pub fn identities(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.counts_as.iter().map(String::as_str))
    }

    /// The two count as the same person.
    pub fn is_same_person(&self, other: &Character) -> bool {
        self.identities().any(|own| other.identities().any(|name| name.eq_ignore_ascii_case(own)))
    }

    /// Keys of the abilities, without their numbers, benefits included.
    pub fn ability_keys(&self) -> impl Iterator<Item = &str> {
        let plain = self.abilities.iter().map(|word| word.split(':').next().unwrap_or(word).trim());
        plain.chain(self.benefits.iter().map(|benefit| benefit.ability.as_str()))
    }

    /// The number behind an ability's colon.
    pub fn ability_number(&self, key: &str) -> Option<i8> {
        self.abilities.iter().find_map(|word| {
            let (own, number) = word.split_once(':')?;
            if own.trim() == key { number.trim().parse().ok() } else { None }
        })
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    character: Vec<Character>,
}

/// The list of characters in force.
#[derive(Debug, Clone)]
pub struct Characters {
    rows: Vec<Character>,
}

static BUILT_IN_CHARACTERS: LazyLock<Characters> = LazyLock::new(|| {
    let mut characters = Characters { rows: Vec::new() };
    let abilities = Abilities::built_in();
    characters
        .extend("characters.toml", BUILT_IN, abilities)
        .expect("the built-in characters are checked by a test");
    characters
});

impl Characters {
    /// Those that come with the program.
    pub fn built_in() -> &'static Characters {
        &BUILT_IN_CHARACTERS
    }

    /// Adds the characters of a player's file; equal names replace.
    pub fn extend_from(&mut self, path: &Path, abilities: &Abilities) -> Result<()> {
        let text = read_text(path)?;
        self.extend(&path.display().to_string(), &text, abilities)
    }

    pub fn extend(&mut self, file: &str, text: &str, abilities: &Abilities) -> Result<()> {
        let rows = read::<File>(file, text)?.character;
        for (index, row) in rows.iter().enumerate() {
            check(row, abilities).map_err(|(key, problem, nearest)| match Document::parse(file, text) {
                Ok(document) => {
                    let complaint = document.complaint(&format!("character[{index}].{key}"), problem);
                    Error::from(Complaint { nearest, ..complaint })
                }
                Err(error) => error,
            })?;
        }
        self.add(rows);
        Ok(())
    }

    /// Adds characters that were read and checked elsewhere.
    pub fn add(&mut self, rows: Vec<Character>) {
        for row in rows {
            match self.rows.iter_mut().find(|known| known.name == row.name) {
                Some(known) => *known = row,
                None => self.rows.push(row),
            }
        }
    }

    pub fn rows(&self) -> &[Character] {
        &self.rows
    }

    pub fn get(&self, index: usize) -> &Character {
        &self.rows[index]
    }

    pub fn position(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.name.eq_ignore_ascii_case(name.trim()))
    }

    pub fn find(&self, name: &str) -> Option<&Character> {
        self.position(name).map(|index| &self.rows[index])
    }

    pub fn nearest(&self, name: &str) -> Option<String> {
        nearest_name(name, self.rows.iter().map(|row| row.name.as_str())).map(str::to_string)
    }
}

/// A problem of one character: key, what is wrong, nearest word.
pub type Fault = (String, String, Option<String>);

/// Words that must be known before anything is done with the character.
pub fn check(row: &Character, abilities: &Abilities) -> Result<(), Fault> {
    let fault = |key: &str, problem: String| Err((key.to_string(), problem, None));
    if row.name.trim().is_empty() {
        return fault("name", "a character needs a name".into());
    }
    if row.cost.is_some_and(|cost| 1000 < cost) {
        return fault("cost", "must be in 0..=1000".into());
    }
    for (index, word) in row.abilities.iter().enumerate() {
        let key = word.split(':').next().unwrap_or(word).trim();
        if abilities.find(key).is_none() {
            let problem = format!("unknown ability `{key}`");
            return Err((format!("abilities[{index}]"), problem, abilities.nearest(key)));
        }
    }
    for (index, benefit) in row.benefits.iter().enumerate() {
        for (name, word) in [("ability", Some(&benefit.ability)), ("grants", benefit.grants.as_ref())] {
            if let Some(word) = word.filter(|word| abilities.find(word).is_none()) {
                let problem = format!("unknown ability `{word}`");
                return Err((format!("benefits[{index}].{name}"), problem, abilities.nearest(word)));
            }
        }
    }
    for (index, rapport) in row.rapport.iter().enumerate() {
        if rapport.who.is_some() == rapport.with.is_some() {
            return fault(&format!("rapport[{index}]"), "needs either `who` or `with`".into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_characters_are_read_and_known_costs_are_filled_in() {
        let characters = Characters::built_in();
        assert_eq!(characters.rows().len(), 31);
        #[rustfmt::skip]
        let known = [
            ("Grand Admiral Thrawn", 37), ("Darth Sidious, Sith Mastermind", 100), ("Revan, Supreme Commander", 38),
            ("Padawan Sniper", 19), ("General Dodonna", 9), ("San Hill", 10), ("Queen Allana Solo", 27), ("Dooku", 100),
            ("Yoda, Hero of Geonosis", 100), ("Luke Skywalker, Jedi Spirit", 14), ("General Pryde", 40), ("General Hux", 23),
            ("Han Solo with Bowcaster", 33), ("BB-8", 13), ("Kao Cen Darach, Jedi Battlemaster", 44), ("Malak, Jedi General", 26),
            ("Army of Light Training Sergeant", 27), ("Kylo Ren", 26), ("The Father", 99),
            ("Elassar Targon, Wraith Squadron Ace", 20), ("Artoo-Detoo", 18), ("Rakghoul", 0),
        ];
        for (name, cost) in known {
            assert_eq!(characters.find(name).and_then(|row| row.cost), Some(cost), "{name}");
        }
        let with_cost = characters.rows().iter().filter(|row| row.cost.is_some()).count();
        assert_eq!(with_cost, known.len(), "no cost is invented");
    }

    #[test]
    fn a_players_file_adds_and_replaces() {
        let mut characters = Characters::built_in().clone();
        let file = "[[character]]\nname = \"Lobot\"\nfaction = \"fringe\"\ncost = 27\n[[character]]\nname = \"Trooper\"\n";
        characters.extend("mine.toml", file, Abilities::built_in()).unwrap();
        assert_eq!(characters.rows().len(), 32);
        assert_eq!(characters.find("lobot").unwrap().cost, Some(27));
    }

    #[test]
    fn unknown_words_are_refused_with_their_place() {
        let mut characters = Characters::built_in().clone();
        let mut problem =
            |text: &str| characters.extend("mine.toml", text, Abilities::built_in()).unwrap_err().to_string();
        let said = problem("[[character]]\nname = \"X\"\nabilities = [\"recoon\"]\n");
        assert!(said.starts_with("mine.toml:3:14: character[0].abilities[0] = \"recoon\": unknown ability `recoon`; did you mean `recon`?"), "{said}");
        assert!(
            problem("[[character]]\nname = \"X\"\nfaction = \"rebels\"\n").contains("did you mean `rebel`?")
        );
        assert!(
            problem("[[character]]\nname = \"X\"\nrival = [\"cheap\"]\n").contains("no term of a selector")
        );
        assert!(
            problem("[[character]]\nname = \"X\"\nrapport = [{ discount = 5 }]\n")
                .contains("either `who` or `with`")
        );
    }
}
