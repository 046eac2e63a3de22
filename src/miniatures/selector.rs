//! Words by which cards point at other characters, and conditions that squads fulfil or not.

use serde::Deserialize;

use super::characters::{Character, Faction};

/// All terms must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(try_from = "String")]
pub struct Selector {
    terms: Vec<Term>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Term {
    Unique,
    Commander,
    Follower,
    Faction(Faction),
    Trait(String),
    /// The name, or a name the character counts as.
    Name(String),
    /// The name contains this.
    Word(String),
}

const TERMS: &str = "unique, commander, follower, faction: X, trait: X, name: X, word: X";

impl TryFrom<String> for Selector {
    type Error = String;

    fn try_from(text: String) -> Result<Selector, String> {
        let terms = text.split(',').map(|term| Term::parse(term.trim())).collect::<Result<_, _>>()?;
        Ok(Selector { terms })
    }
}

impl Term {
    fn parse(text: &str) -> Result<Term, String> {
        let (word, value) =
            text.split_once(':').map_or((text, ""), |(word, value)| (word.trim(), value.trim()));
        match (word, value.is_empty()) {
            ("unique", true) => Ok(Term::Unique),
            ("commander", true) => Ok(Term::Commander),
            ("follower", true) => Ok(Term::Follower),
            ("faction", false) => Faction::from_word(value).map(Term::Faction).ok_or_else(|| {
                format!("unknown faction `{value}`; there are {}", Faction::words().join(", "))
            }),
            ("trait", false) => Ok(Term::Trait(value.to_string())),
            ("name", false) => Ok(Term::Name(value.to_string())),
            ("word", false) => Ok(Term::Word(value.to_string())),
            _ => Err(format!("`{text}` is no term of a selector; there are {TERMS}")),
        }
    }

    fn holds(&self, character: &Character) -> bool {
        let contains = |text: &str, part: &str| text.to_lowercase().contains(&part.to_lowercase());
        match self {
            Term::Unique => character.unique,
            Term::Commander => character.commander,
            Term::Follower => !character.commander,
            Term::Faction(faction) => character.faction == Some(*faction),
            Term::Trait(word) => character.traits.iter().any(|own| own.eq_ignore_ascii_case(word)),
            Term::Name(name) => character.identities().any(|own| own.eq_ignore_ascii_case(name)),
            Term::Word(word) => contains(&character.name, word),
        }
    }
}

impl Selector {
    pub fn matches(&self, character: &Character) -> bool {
        self.terms.iter().all(|term| term.holds(character))
    }
}

/// When a benefit works.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(try_from = "String")]
pub enum Condition {
    #[default]
    Always,
    /// Some other character matches.
    Has(Selector),
    /// No other character matches.
    Lacks(Selector),
    /// No two that match count as the same name.
    Distinct(Selector),
    /// Not more than so many others match.
    AtMost(usize, Selector),
    /// No other character has a higher printed cost.
    Costliest,
}

impl TryFrom<String> for Condition {
    type Error = String;

    fn try_from(text: String) -> Result<Condition, String> {
        let (word, rest) = text.split_once(' ').unwrap_or((text.as_str(), ""));
        let selector = |text: &str| Selector::try_from(text.to_string());
        match word {
            "always" if rest.is_empty() => Ok(Condition::Always),
            "costliest" if rest.is_empty() => Ok(Condition::Costliest),
            "has" => selector(rest).map(Condition::Has),
            "lacks" => selector(rest).map(Condition::Lacks),
            "distinct" => selector(rest).map(Condition::Distinct),
            "at-most" => {
                let (number, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                let number =
                    number.parse().map_err(|_| format!("`at-most` needs a number, not `{number}`"))?;
                selector(rest).map(|selector| Condition::AtMost(number, selector))
            }
            _ => Err(format!(
                "`{text}` is no condition; there are always, has SELECTOR, lacks SELECTOR, distinct SELECTOR, at-most N SELECTOR, costliest"
            )),
        }
    }
}

impl Condition {
    /// Whether the condition of `bearer` holds among the others that it may look at.
    pub fn holds(&self, bearer: &Character, others: &[&Character]) -> bool {
        match self {
            Condition::Always => true,
            Condition::Has(selector) => others.iter().any(|other| selector.matches(other)),
            Condition::Lacks(selector) => !others.iter().any(|other| selector.matches(other)),
            Condition::Distinct(selector) => {
                let matching: Vec<&&Character> =
                    others.iter().filter(|other| selector.matches(other)).collect();
                matching
                    .iter()
                    .enumerate()
                    .all(|(index, one)| matching[index + 1..].iter().all(|other| !one.is_same_person(other)))
            }
            Condition::AtMost(number, selector) => {
                others.iter().filter(|other| selector.matches(other)).count() <= *number
            }
            Condition::Costliest => others.iter().all(|other| other.cost <= bearer.cost),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn character(name: &str, cost: u16) -> Character {
        Character { name: name.into(), cost: Some(cost), ..Character::default() }
    }

    #[test]
    fn selectors_need_all_their_terms() {
        let selector = Selector::try_from("unique, trait: Resistance, word: solo".to_string()).unwrap();
        let mut han = character("Han Solo", 30);
        assert!(!selector.matches(&han));
        han.unique = true;
        han.traits = vec!["Resistance".into()];
        assert!(selector.matches(&han));
        let name = Selector::try_from("name: Ben Solo".to_string()).unwrap();
        let mut kylo = character("Kylo Ren", 26);
        kylo.counts_as = vec!["Ben Solo".into()];
        assert!(name.matches(&kylo) && !name.matches(&han));
    }

    #[test]
    fn conditions_look_at_the_others() {
        let bearer = character("Pryde", 40);
        let [cheap, dear] = [character("Trooper", 5), character("Admiral", 50)];
        let holds = |text: &str, others: &[&Character]| {
            Condition::try_from(text.to_string()).unwrap().holds(&bearer, others)
        };
        assert!(holds("costliest", &[&cheap]) && !holds("costliest", &[&cheap, &dear]));
        assert!(holds("has word: Admiral", &[&dear]) && !holds("has word: Admiral", &[&cheap]));
        assert!(holds("lacks unique", &[&cheap]));
        assert!(holds("distinct word: Trooper", &[&cheap, &dear]));
        assert!(!holds("distinct word: Trooper", &[&cheap, &cheap]));
        assert!(holds("at-most 1 follower", &[&cheap]) && !holds("at-most 1 follower", &[&cheap, &dear]));
    }

    #[test]
    fn nonsense_is_refused_with_what_is_allowed() {
        assert!(Selector::try_from("cheap".to_string()).unwrap_err().contains("there are unique, commander"));
        assert!(Selector::try_from("faction: jedi".to_string()).unwrap_err().contains("old-republic"));
        assert!(Condition::try_from("sometimes".to_string()).unwrap_err().contains("at-most N SELECTOR"));
        assert!(Condition::try_from("at-most many unique".to_string()).is_err());
    }
}
