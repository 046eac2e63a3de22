//! Set-ups of `canto minis initiative`: players with abilities or characters, policies, switches, skirmish terms.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::abilities::Ability;
use super::cards::{Cards, OwnCards};
use super::characters::Character;
use super::contest::{MAX_PLAYERS, UNLIMITED};
use super::players::{Player, Purse, WordError};
use super::policy::Policy;
use super::skirmish::Terms;
use crate::config::toml_error::{Document, read, read_text};
use crate::error::{Complaint, Error, Result};

/// The set-up that comes with the program.
pub const BUILT_IN_NAME: &str = "miniatures-initiative";
const BUILT_IN: &str = include_str!("../../scenarios/miniatures-initiative.toml");

/// Longest skirmish.
pub const MOST_ROUNDS: u32 = 100;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    #[serde(default = "when_losing")]
    policy: Policy,
    #[serde(default)]
    rounds: u32,
    #[serde(default)]
    death: f64,
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
    name: Option<String>,
    policy: Option<Policy>,
    /// Words, each with a bearer of its own.
    #[serde(default)]
    abilities: Vec<String>,
    force: Option<u8>,
    #[serde(default)]
    renewal: u8,
    characters: Option<u8>,
    #[serde(default)]
    character: Vec<BearerTable>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct BearerTable {
    name: String,
    abilities: Option<Vec<String>>,
    force: Option<u8>,
    renewal: Option<u8>,
}

fn when_losing() -> Policy {
    Policy::WhenLosing
}

/// A table to play at.
#[derive(Debug, Clone)]
pub struct InitiativeSetup {
    pub cards: Cards,
    pub players: Vec<Player>,
    /// No rounds: single rounds only.
    pub terms: Terms,
}

impl InitiativeSetup {
    /// A built-in set-up by name, or a file.
    pub fn load(name: &str, cards: Cards) -> Result<InitiativeSetup> {
        if name == BUILT_IN_NAME {
            return InitiativeSetup::parse(&format!("{BUILT_IN_NAME}.toml"), BUILT_IN, cards);
        }
        let path = Path::new(name);
        if !path.exists() && path.extension().is_none() {
            let problem = format!("unknown set-up `{name}`: there is `{BUILT_IN_NAME}`, or name a TOML file");
            return Err(Error::usage(problem));
        }
        InitiativeSetup::parse(name, &read_text(path)?, cards)
    }

    pub fn parse(name: &str, text: &str, mut cards: Cards) -> Result<InitiativeSetup> {
        let file: File = read(name, text)?;
        let document = Document::parse(name, text)?;
        let own = OwnCards { ability: file.ability, character: file.character, switches: file.switches };
        cards.extend(own, &document)?;
        if !(2..=MAX_PLAYERS).contains(&file.player.len()) {
            let problem = format!("two to {MAX_PLAYERS} players sit at a table, not {}", file.player.len());
            return Err(document.complaint("player", problem).into());
        }
        if MOST_ROUNDS < file.rounds {
            return Err(document.complaint("rounds", format!("must be in 0..={MOST_ROUNDS}")).into());
        }
        if !(0.0..=1.0).contains(&file.death) {
            return Err(document.complaint("death", "must be in 0..=1").into());
        }
        let mut players = Vec::new();
        for (index, table) in file.player.iter().enumerate() {
            let default_name = format!("player{}", index + 1);
            let name = table.name.as_deref().unwrap_or(&default_name);
            let policy = table.policy.unwrap_or(file.policy);
            players.push(read_player(table, name, policy, index, &cards, &document)?);
        }
        let terms = Terms { rounds: file.rounds, death: file.death };
        Ok(InitiativeSetup { cards, players, terms })
    }
}

fn read_player(
    table: &PlayerTable,
    name: &str,
    policy: Policy,
    index: usize,
    cards: &Cards,
    document: &Document<'_>,
) -> Result<Player> {
    let at = format!("player[{index}]");
    let complain = |key: String, error: WordError| {
        let complaint = document.complaint(&format!("{at}.{key}"), error.problem);
        Error::from(Complaint { nearest: error.nearest, ..complaint })
    };
    let limits = [("force", table.force), ("renewal", Some(table.renewal)), ("characters", table.characters)];
    for (key, value) in limits {
        if value.is_some_and(|value| 100 < value) {
            return Err(document.complaint(&format!("{at}.{key}"), "must be in 0..=100").into());
        }
    }
    let mut player = Player::plain(name, policy);
    player.spare_characters = table.characters.unwrap_or(UNLIMITED);
    player.purses.push(Purse { points: table.force.unwrap_or(UNLIMITED), renewal: table.renewal });
    let mut said = table.abilities.clone();
    for (number, word) in table.abilities.iter().enumerate() {
        player
            .add_word(word, &cards.abilities)
            .map_err(|error| complain(format!("abilities[{number}]"), error))?;
    }
    for (number, bearer) in table.character.iter().enumerate() {
        let key = format!("character[{number}]");
        let card = cards.characters.find(&bearer.name);
        if card.is_none() && bearer.abilities.is_none() {
            let problem = format!("unknown character `{}`; give its abilities, or describe it", bearer.name);
            let nearest = cards.characters.nearest(&bearer.name);
            return Err(complain(format!("{key}.name"), WordError { problem, nearest }));
        }
        // Of a known card the abilities that have a place before a round.
        let words = bearer.abilities.clone().unwrap_or_else(|| {
            let words = card.map(|card| card.abilities.clone()).unwrap_or_default();
            let pre_round = |word: &String| {
                let key = word.split(':').next().unwrap_or(word).trim();
                cards.abilities.find(key).is_some_and(|ability| ability.does.is_pre_round())
            };
            words.into_iter().filter(pre_round).collect()
        });
        let purse = Purse {
            points: bearer.force.or(card.map(|card| card.force)).unwrap_or(0),
            renewal: bearer.renewal.or(card.map(|card| card.renewal)).unwrap_or(0),
        };
        if 100 < purse.points || 100 < purse.renewal {
            let problem = "force and renewal must be in 0..=100";
            return Err(document.complaint(&format!("{at}.{key}"), problem).into());
        }
        player
            .add_character(&bearer.name, purse, &words, &cards.abilities)
            .map_err(|error| complain(format!("{key}.abilities"), error))?;
        said.extend(words);
    }
    player.words = if said.is_empty() { "plain".into() } else { said.join(",") };
    player.check().map_err(|error| complain("abilities".into(), error))?;
    Ok(player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::miniatures::players::seat;
    use crate::miniatures::switches::{SWITCHES, Switches};

    fn parse(text: &str) -> Result<InitiativeSetup> {
        InitiativeSetup::parse("x.toml", text, Cards::built_in())
    }

    #[test]
    fn the_built_in_setup_states_every_switch_with_its_default() {
        let setup = InitiativeSetup::load(BUILT_IN_NAME, Cards::built_in()).unwrap();
        assert_eq!(setup.cards.switches, Switches::default());
        for switch in SWITCHES {
            assert!(BUILT_IN.contains(&format!("\n{} = ", switch.name)), "{} is missing", switch.name);
        }
        assert!(seat(&setup.players, &setup.cards.switches).is_ok());
        assert!(0 < setup.terms.rounds);
    }

    #[test]
    fn characters_bring_their_abilities_and_force_points() {
        let setup = parse(
            "[[player]]\n[[player.character]]\nname = \"Grand Admiral Thrawn\"\n[[player.character]]\nname = \"Grandmaster Satele Shan\"\n[[player]]\nabilities = [\"recon\"]\n",
        )
        .unwrap();
        let first = &setup.players[0];
        assert_eq!(first.words, "master-tactician,ysalamiri,sense,intuition");
        assert_eq!((first.bearers.len(), first.purses.last().unwrap().points), (2, 3));
        assert_eq!(setup.players[1].name, "player2");
    }

    #[test]
    fn bad_setups_are_complaints_with_line_and_key() {
        let problem = |text: &str| parse(text).unwrap_err().to_string();
        let two = "[[player]]\nabilities = [\"recon\"]\n[[player]]\n";
        assert!(problem("[[player]]\n").contains("two to 8 players"));
        assert!(problem(&two.replace("recon", "reckon")).starts_with("x.toml:2:14: player[0].abilities[0]"));
        assert!(problem(&format!("death = 1.5\n{two}")).contains("death = 1.5: must be in 0..=1"));
        assert!(problem(&format!("rounds = 1000\n{two}")).contains("must be in 0..=100"));
        assert!(problem(&format!("policy = \"greedy\"\n{two}")).contains("unknown word `greedy`"));
        assert!(
            problem(&format!("{two}[[player.character]]\nname = \"Grand Admiral Thran\"\n"))
                .contains("did you mean `Grand Admiral Thrawn`?")
        );
        assert!(
            InitiativeSetup::load("no-such", Cards::built_in())
                .unwrap_err()
                .to_string()
                .contains("miniatures-initiative")
        );
    }
}
