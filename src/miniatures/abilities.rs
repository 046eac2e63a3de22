//! Abilities as data: what the procedures ask about, with the numbers, and which of those are assumed.

use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;

use super::contest::Price;
use crate::config::toml_error::{Document, read, read_text};
use crate::error::{Error, Result, nearest_name};

const BUILT_IN: &str = include_str!("abilities.toml");

/// What the procedures do with an ability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Does {
    // Round, step 0.
    Suppress,
    /// Suppresses on a map only; a table without one ignores it.
    SuppressWhenNear,
    // Round, steps 1 to 8.
    DoellinsLuck,
    Wager,
    TacticsBroker,
    ExtraDie,
    Foresee,
    /// A bonus that every tie for high cancels.
    Tactician,
    /// A bonus that a tie cancels under `tie-cancels = family`.
    Bonus,
    Sense,
    Master,
    Anticipation,
    // Round, steps 9 to 13.
    Reserves,
    AfterInitiative,
    BeforeFirstActivation,
    // Pre-game.
    AddCharacters,
    Bribe,
    AfterReveal,
    DuringSetup,
    AfterSetup,
    AfterSetupMove,
    Replace,
    // During the skirmish.
    Benefit,
    ChangeSides,
    DefeatAndAdd,
}

impl Does {
    /// Affects who wins initiative, so that luck cancels it.
    pub const fn affects_initiative(self) -> bool {
        use Does::*;
        matches!(
            self,
            DoellinsLuck
                | Wager
                | TacticsBroker
                | ExtraDie
                | Foresee
                | Tactician
                | Bonus
                | Sense
                | Master
                | Anticipation
        )
    }

    /// Has a place in the pre-round procedure.
    pub const fn is_pre_round(self) -> bool {
        use Does::*;
        self.affects_initiative()
            || matches!(
                self,
                Suppress | SuppressWhenNear | Reserves | AfterInitiative | BeforeFirstActivation
            )
    }
}

/// What suppressing abilities look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    SpecialAbility,
    ForcePower,
    CommanderEffect,
}

/// Where the bearer must be for a benefit to work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BearerMustBe {
    #[default]
    OnBoard,
    /// Defeated members are in the squad too.
    InSquad,
    /// Nowhere any more: it lasts to the end of the skirmish.
    Lasts,
}

/// What the condition of a benefit looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reads {
    #[default]
    Nothing,
    /// Every member, defeated ones included.
    Squad,
    /// Only characters on the board.
    Allies,
}

/// One ability.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ability {
    pub key: String,
    pub name: String,
    pub step: String,
    pub class: Class,
    pub does: Does,
    #[serde(default)]
    pub number: Option<i8>,
    #[serde(default)]
    pub save: Option<u8>,
    #[serde(default)]
    pub force: u8,
    #[serde(default)]
    pub price: Price,
    #[serde(default)]
    pub suppresses: Vec<Class>,
    #[serde(default)]
    pub bearer: BearerMustBe,
    #[serde(default)]
    pub reads: Reads,
    #[serde(default)]
    pub deferred: bool,
    #[serde(default)]
    pub first_round_only: bool,
    #[serde(default)]
    pub assumed: Vec<String>,
    #[serde(default)]
    pub note: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    ability: Vec<Ability>,
}

/// The list of abilities in force.
#[derive(Debug, Clone)]
pub struct Abilities {
    rows: Vec<Ability>,
}

static BUILT_IN_ABILITIES: LazyLock<Abilities> = LazyLock::new(|| {
    let mut abilities = Abilities { rows: Vec::new() };
    abilities.extend("abilities.toml", BUILT_IN).expect("the built-in abilities are checked by a test");
    abilities
});

impl Abilities {
    /// Those that come with the program.
    pub fn built_in() -> &'static Abilities {
        &BUILT_IN_ABILITIES
    }

    /// Adds the abilities of a player's file; equal keys replace.
    pub fn extend_from(&mut self, path: &Path) -> Result<()> {
        let text = read_text(path)?;
        self.extend(&path.display().to_string(), &text)
    }

    pub fn extend(&mut self, file: &str, text: &str) -> Result<()> {
        let rows = read::<File>(file, text)?.ability;
        self.add(rows).map_err(|(index, key, problem)| complain(file, text, index, key, problem))
    }

    /// Adds rows that were read elsewhere; an error is the row's number, its key and what is wrong.
    pub fn add(&mut self, rows: Vec<Ability>) -> Result<(), (usize, &'static str, String)> {
        for (index, row) in rows.into_iter().enumerate() {
            check(&row).map_err(|(key, problem)| (index, key, problem))?;
            match self.rows.iter_mut().find(|known| known.key == row.key) {
                Some(known) => *known = row,
                None => self.rows.push(row),
            }
        }
        Ok(())
    }

    pub fn rows(&self) -> &[Ability] {
        &self.rows
    }

    /// A player's words as people read them: `recon,tactician:4` is "Recon, Tactician +4".
    pub fn title(&self, words: &str) -> String {
        let title = |word: &str| {
            let (key, argument) = word.split_once(':').map_or((word, None), |(key, n)| (key, Some(n)));
            let Some(ability) = self.find(key.trim()) else {
                return match (key.trim(), argument) {
                    ("plain", _) => "No ability".to_string(),
                    ("force", Some(points)) => format!("{points} Force points"),
                    ("renewal", Some(points)) => format!("{points} renewed"),
                    ("characters", Some(number)) => format!("{number} characters"),
                    _ => word.to_string(),
                };
            };
            match (ability.does, argument) {
                (Does::Tactician | Does::Bonus, _) => {
                    let number = argument.map(str::to_string).or(ability.number.map(|n| n.to_string()));
                    let number = number.unwrap_or_default();
                    let sign = if number.starts_with(['+', '-']) { "" } else { "+" };
                    format!("{} {sign}{number}", ability.name)
                }
                (Does::DoellinsLuck, Some(save)) => format!("{} (save {save})", ability.name),
                (Does::Foresee | Does::TacticsBroker, Some(target)) => {
                    format!("{} (player {})", ability.name, target.trim_start_matches("player"))
                }
                (_, Some(number)) => format!("{} {number}", ability.name),
                (_, None) => ability.name.clone(),
            }
        };
        words.split(',').map(|word| title(word.trim())).collect::<Vec<_>>().join(", ")
    }

    /// By key or printed name, in any case.
    pub fn find(&self, word: &str) -> Option<&Ability> {
        let wanted = word.trim();
        let same = |text: &str| text.eq_ignore_ascii_case(wanted);
        self.rows.iter().find(|row| same(&row.key) || same(&row.name))
    }

    /// The nearest key to an unknown word.
    pub fn nearest(&self, word: &str) -> Option<String> {
        nearest_name(word, self.rows.iter().map(|row| row.key.as_str())).map(str::to_string)
    }
}

/// Numbers that the procedures could not work with.
fn check(row: &Ability) -> Result<(), (&'static str, String)> {
    let number = row.number.unwrap_or(0);
    let word = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    if !word(&row.key) {
        return Err(("key", "must be made of a to z, 0 to 9 and hyphens".into()));
    }
    if row.save.is_some_and(|save| !(1..=20).contains(&save)) {
        return Err(("save", "must be in 1..=20".into()));
    }
    if 20 < row.force {
        return Err(("force", "must be in 0..=20".into()));
    }
    let (low, high) = number_range(row.does);
    if !(low..=high).contains(&number) && row.number.is_some() {
        return Err(("number", format!("must be in {low}..={high}")));
    }
    if let Some(unknown) = row.assumed.iter().find(|key| !ASSUMABLE.contains(&key.as_str())) {
        return Err((
            "assumed",
            format!("`{unknown}` is no key that can be assumed; there are {}", ASSUMABLE.join(", ")),
        ));
    }
    Ok(())
}

const ASSUMABLE: [&str; 7] = ["number", "save", "force", "price", "suppresses", "step", "bearer"];

/// What N can be behind the colon of an ability.
pub const fn number_range(does: Does) -> (i8, i8) {
    match does {
        Does::ExtraDie => (1, 4),
        Does::Tactician | Does::Bonus => (-20, 40),
        Does::Reserves => (1, 20),
        _ => (0, 127),
    }
}

fn complain(file: &str, text: &str, index: usize, key: &str, problem: String) -> Error {
    match Document::parse(file, text) {
        Ok(document) => document.complaint(&format!("ability[{index}].{key}"), problem).into(),
        Err(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_as_titles() {
        let title = |words: &str| Abilities::built_in().title(words);
        assert_eq!(title("plain"), "No ability");
        assert_eq!(title("recon,tactician:4"), "Recon, Tactician +4");
        assert_eq!(title("tactician,watch-circle:-2"), "Tactician +4, Covenant Watch Circle -2");
        assert_eq!(
            title("foresee:2, doellins-luck:8"),
            "Foresee the Future (player 2), Doellin's Luck (save 8)"
        );
        assert_eq!(title("sense,force:2"), "Sense the Future, 2 Force points");
    }

    #[test]
    fn built_in_abilities_are_read_and_have_unique_keys_and_names() {
        let rows = Abilities::built_in().rows();
        assert!(55 <= rows.len(), "{} abilities", rows.len());
        for (index, row) in rows.iter().enumerate() {
            let again = rows[index + 1..].iter().find(|other| other.key == row.key || other.name == row.name);
            assert!(again.is_none(), "{} twice", row.key);
            assert!(!row.note.is_empty(), "{} has no note", row.key);
        }
    }

    #[test]
    fn numbers_that_no_source_gives_are_marked_as_assumed() {
        for (key, assumed) in [
            ("doellins-luck", "save"),
            ("doellins-luck", "price"),
            ("foresee", "force"),
            ("watch-circle", "number"),
            ("reserves", "number"),
            ("bribery", "number"),
        ] {
            let ability = Abilities::built_in().find(key).unwrap();
            assert!(ability.assumed.iter().any(|word| word == assumed), "{key}: {assumed}");
        }
        // Printed or stated ones are not.
        assert!(Abilities::built_in().find("Sense the Future").unwrap().assumed.is_empty());
        assert!(Abilities::built_in().find("anticipation").unwrap().assumed.is_empty());
    }

    #[test]
    fn a_players_file_adds_and_replaces_without_rust() {
        let mut abilities = Abilities::built_in().clone();
        let before = abilities.rows().len();
        abilities
            .extend(
                "mine.toml",
                r#"
                [[ability]]
                key = "tactician"
                name = "Tactician"
                step = "round 4"
                class = "special-ability"
                does = "tactician"
                number = 8
                [[ability]]
                key = "my-luck"
                name = "My Luck"
                step = "round 3"
                class = "special-ability"
                does = "extra-die"
                number = 2
                "#,
            )
            .unwrap();
        assert_eq!(abilities.rows().len(), before + 1);
        assert_eq!(abilities.find("tactician").unwrap().number, Some(8));
        assert_eq!(abilities.find("My Luck").unwrap().does, Does::ExtraDie);
    }

    #[test]
    fn a_bad_file_is_refused_with_its_place() {
        let mut abilities = Abilities::built_in().clone();
        let bad = "[[ability]]\nkey = \"x\"\nname = \"X\"\nstep = \"round 3\"\nclass = \"special-ability\"\ndoes = \"extra-die\"\nnumber = 9\n";
        let error = abilities.extend("mine.toml", bad).unwrap_err().to_string();
        assert!(error.starts_with("mine.toml:7:1: ability[0].number = 9: must be in 1..=4"), "{error}");
        let error =
            abilities.extend("mine.toml", &bad.replace("extra-die", "extra-dice")).unwrap_err().to_string();
        assert!(error.contains("did you mean `extra-die`?"), "{error}");
    }
}
