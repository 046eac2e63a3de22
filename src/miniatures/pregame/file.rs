//! Files of `canto minis pregame`: squads, and what each player decides, in order of preference.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::config::toml_error::{Document, read, read_text};
use crate::error::{Complaint, Result};
use crate::miniatures::abilities::{Ability, Does};
use crate::miniatures::cards::{Cards, OwnCards};
use crate::miniatures::characters::{Character, Faction};
use crate::miniatures::contest::MAX_PLAYERS;
use crate::miniatures::squad::{Brief, Format, check_squad};
use crate::miniatures::squad_file::brief;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    #[serde(default)]
    format: Format,
    build_total: Option<u16>,
    #[serde(default, rename = "tournament-2023")]
    tournament_2023: bool,
    player: Vec<PlayerTable>,
    #[serde(default)]
    ability: Vec<Ability>,
    #[serde(default)]
    character: Vec<Character>,
    #[serde(default)]
    switches: BTreeMap<String, toml::Value>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct PlayerTable {
    name: String,
    faction: Option<Faction>,
    squad: Vec<String>,
    map: Option<String>,
    #[serde(default)]
    setup: SetupWish,
    position: Option<u8>,
    area: Option<String>,
    #[serde(default, rename = "use")]
    uses: Vec<UseTable>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct UseTable {
    ability: String,
    bearer: Option<String>,
    #[serde(default)]
    choices: Vec<ChoiceTable>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ChoiceTable {
    #[serde(default)]
    bring: Vec<String>,
    take: Option<String>,
    replace: Option<String>,
    with: Option<String>,
    keeps: Option<String>,
    says: Option<String>,
}

/// The position in the setup order that a player would like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetupWish {
    /// As the switch `setup-choice` says
    #[default]
    AsUsual,
    First,
    Last,
    /// From 1; what is free after it where it is taken, else the earliest
    #[serde(skip)]
    Position(u8),
}

/// What a player would do with an ability; names are rows of the list of characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    Bring(Vec<usize>),
    Take(usize),
    Replace {
        old: Option<usize>,
        with: usize,
        /// An ability of the old character that the new one keeps.
        keeps: Option<String>,
    },
    /// Something that only the players themselves can carry out.
    Says(String),
}

/// An ability that a player means to use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// Key of the ability.
    pub ability: String,
    /// Who has it; left out: the first member that does.
    pub bearer: Option<usize>,
    /// In order of preference.
    pub choices: Vec<Choice>,
}

/// One player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sitter {
    pub name: String,
    pub squad: Vec<usize>,
    pub map: String,
    pub area: String,
    pub wish: SetupWish,
    pub uses: Vec<Use>,
}

/// A whole pre-game, read and checked.
#[derive(Debug, Clone)]
pub struct PregameSetup {
    pub cards: Cards,
    pub briefs: Vec<Brief>,
    pub players: Vec<Sitter>,
}

impl PregameSetup {
    pub fn read(path: &Path, cards: Cards) -> Result<PregameSetup> {
        let text = read_text(path)?;
        PregameSetup::parse(&path.display().to_string(), &text, cards)
    }

    pub fn parse(name: &str, text: &str, mut cards: Cards) -> Result<PregameSetup> {
        let file: File = read(name, text)?;
        let document = Document::parse(name, text)?;
        let own = OwnCards { ability: file.ability, character: file.character, switches: file.switches };
        cards.extend(own, &document)?;
        if !(2..=MAX_PLAYERS).contains(&file.player.len()) {
            let problem = format!("two to {MAX_PLAYERS} players sit at a table, not {}", file.player.len());
            return Err(document.complaint("player", problem).into());
        }
        let n_players = file.player.len();
        let mut briefs = Vec::new();
        let mut players: Vec<Sitter> = Vec::new();
        for (index, table) in file.player.into_iter().enumerate() {
            let at = format!("player[{index}]");
            let prefix = format!("{at}.");
            if players.iter().any(|known| known.name == table.name) {
                let problem = "two players have this name";
                return Err(document.complaint(&format!("{prefix}name"), problem).into());
            }
            let build_total = file.build_total;
            let own_brief =
                brief(file.format, build_total, table.faction, file.tournament_2023, &prefix, &document)?;
            let squad = cards.rows(&table.squad, &format!("{prefix}squad"), &document)?;
            // Step 1 shows legal squads only; a rule that is broken is named.
            let members: Vec<&Character> = squad.iter().map(|row| cards.characters.get(*row)).collect();
            if let Some(violation) = check_squad(&members, &own_brief).first() {
                return Err(document.complaint(&format!("{prefix}squad"), violation.to_string()).into());
            }
            let wish = match (table.position, table.setup) {
                (None, wish) => wish,
                (Some(position), SetupWish::AsUsual) if (1..=n_players).contains(&usize::from(position)) => {
                    SetupWish::Position(position)
                }
                (Some(_), SetupWish::AsUsual) => {
                    let problem = format!("must be in 1..={n_players}, a place in the setup order");
                    return Err(document.complaint(&format!("{prefix}position"), problem).into());
                }
                (Some(_), _) => {
                    let problem = "state `position` or `setup`, not both";
                    return Err(document.complaint(&format!("{prefix}position"), problem).into());
                }
            };
            let uses = table.uses.into_iter().enumerate();
            let uses = uses
                .map(|(number, table)| read_use(table, &format!("{prefix}use[{number}]"), &cards, &document));
            players.push(Sitter {
                map: table.map.unwrap_or_else(|| format!("the map of {}", table.name)),
                area: table.area.unwrap_or_else(|| "a side of its choice".into()),
                wish,
                uses: uses.collect::<Result<_>>()?,
                name: table.name,
                squad,
            });
            briefs.push(own_brief);
        }
        Ok(PregameSetup { cards, briefs, players })
    }
}

fn read_use(table: UseTable, at: &str, cards: &Cards, document: &Document<'_>) -> Result<Use> {
    let Some(ability) = cards.abilities.find(&table.ability) else {
        let complaint =
            document.complaint(&format!("{at}.ability"), format!("unknown ability `{}`", table.ability));
        return Err(Complaint { nearest: cards.abilities.nearest(&table.ability), ..complaint }.into());
    };
    if !has_a_pregame_step(ability.does) {
        let problem = format!("`{}` has no place in the pre-game procedure", ability.key);
        return Err(document.complaint(&format!("{at}.ability"), problem).into());
    }
    let bearer = match &table.bearer {
        Some(name) => Some(cards.row(name, &format!("{at}.bearer"), document)?),
        None => None,
    };
    let choices = table.choices.into_iter().enumerate();
    let choices = choices.map(|(number, choice)| {
        read_choice(choice, ability, &format!("{at}.choices[{number}]"), cards, document)
    });
    Ok(Use { ability: ability.key.clone(), bearer, choices: choices.collect::<Result<_>>()? })
}

fn has_a_pregame_step(does: Does) -> bool {
    use Does::*;
    matches!(does, AddCharacters | Bribe | AfterReveal | DuringSetup | AfterSetup | AfterSetupMove | Replace)
}

fn read_choice(
    choice: ChoiceTable,
    ability: &Ability,
    at: &str,
    cards: &Cards,
    document: &Document<'_>,
) -> Result<Choice> {
    let wrong = |allowed: &str| {
        let problem = format!("a choice for `{}` needs {allowed}", ability.key);
        Err(document.complaint(at, problem).into())
    };
    let row = |name: &str, key: &str| cards.row(name, &format!("{at}.{key}"), document);
    match (ability.does, choice) {
        (
            Does::AddCharacters | Does::Bribe,
            ChoiceTable { bring, take: None, replace: None, with: None, .. },
        ) if !bring.is_empty() => Ok(Choice::Bring(cards.rows(&bring, &format!("{at}.bring"), document)?)),
        (Does::Bribe, ChoiceTable { take: Some(take), replace: None, with: None, .. }) => {
            Ok(Choice::Take(row(&take, "take")?))
        }
        (Does::AddCharacters, _) => wrong("`bring`, a list of characters"),
        (Does::Bribe, _) => wrong("`bring`, a list of characters, or `take`, a character"),
        (Does::Replace, ChoiceTable { replace, with: Some(with), keeps, .. }) => {
            let old = replace.map(|name| row(&name, "replace")).transpose()?;
            Ok(Choice::Replace { old, with: row(&with, "with")?, keeps })
        }
        (Does::Replace, _) => wrong("`with`, a character, and where it is not the bearer, `replace`"),
        (_, ChoiceTable { says: Some(says), .. }) => Ok(Choice::Says(says)),
        _ => wrong("`says`, what the player does"),
    }
}
