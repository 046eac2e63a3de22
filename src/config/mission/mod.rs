//! Missions as data: one TOML file each under `scenarios/missions/`, in a closed vocabulary.
//!
//! Both battle models read the same file. A model lists the words it can play ([`Word`]); [`Mission::unsupported`]
//! says which words of a mission it cannot. Every number of a mission stands in its file and nowhere else.
//! `scenarios/missions/README.md` explains each key and word.

mod actions;
mod describe;
mod legality;
mod library;
mod place;
mod restrictions;
mod rewards;
mod roles;
mod setup;
mod size;
mod special;
mod tokens;
mod validate;
mod victory;
mod vocabulary;
mod waves;
mod words;

use serde::{Deserialize, Serialize};

use crate::ids::{MissionId, Side};

pub use actions::*;
pub use describe::Section;
pub use legality::{ShipSummary, SquadSummary, Violation};
pub use library::{Missions, adopt, check_mission, find, load_mission, missions, read_mission, resolve};
pub use place::*;
pub use restrictions::*;
pub use rewards::*;
pub use roles::*;
pub use setup::*;
pub use size::*;
pub use special::*;
pub use tokens::*;
pub use victory::*;
pub use vocabulary::{Word, all_words};
pub use waves::*;
pub use words::*;

/// One mission: a scenario of the rulebook, or a designer's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mission {
    /// Row number in [`missions`]; a designer's own missions come after those.
    #[serde(skip)]
    pub id: MissionId,
    /// The file name without its ending.
    #[serde(skip)]
    pub key: String,
    pub title: String,
    /// Other spellings.
    #[serde(default)]
    pub aliases: Vec<String>,
    pub list: List,
    /// The heading of the rulebook.
    pub source: String,
    /// One sentence for a player.
    pub description: String,
    /// How unclear wording is read.
    #[serde(default)]
    pub rulings: Vec<String>,
    pub size: Size,
    #[serde(default)]
    pub restrictions: SquadRestrictions,
    #[serde(default)]
    pub roles: Vec<RoleRule>,
    pub area: Area,
    pub initiative: Initiative,
    pub setup: Vec<SetupStep>,
    #[serde(default)]
    pub tokens: Vec<TokenRule>,
    #[serde(default)]
    pub actions: Vec<ActionRule>,
    #[serde(default)]
    pub waves: Vec<Wave>,
    #[serde(default)]
    pub reinforcements: Vec<Reinforcements>,
    #[serde(default)]
    pub special: Vec<Special>,
    pub victory: VictoryRules,
    #[serde(default)]
    pub rewards: Vec<Reward>,
    #[serde(default)]
    pub experience: Experience,
}

impl Mission {
    /// What the mission does with the unusual feature of the place.
    pub fn feature(&self) -> Feature {
        let mut steps = self.setup.iter().filter_map(|step| match step {
            SetupStep::Terrain(terrain) => Some(terrain.feature),
            _ => None,
        });
        // The loader sees to it that there is one such step.
        steps.next().unwrap_or(Feature::Ignored)
    }

    pub fn restrictions(&self, side: Side) -> &Restrictions {
        match side {
            Side::Attacker => &self.restrictions.attacker,
            Side::Defender => &self.restrictions.defender,
        }
    }

    pub fn role(&self, side: Side, role: SquadRole) -> Option<&RoleRule> {
        self.roles.iter().find(|rule| rule.role == role && rule.who.includes(side))
    }

    pub fn roles(&self, side: Side) -> impl Iterator<Item = &RoleRule> {
        self.roles.iter().filter(move |rule| rule.who.includes(side))
    }

    pub fn token(&self, token: TokenKind) -> Option<&TokenRule> {
        self.tokens.iter().find(|rule| rule.token == token)
    }

    /// How many tokens of the kind are placed at set-up.
    pub fn token_count(&self, token: TokenKind) -> u8 {
        self.setup.iter().fold(0, |placed, step| match step {
            SetupStep::Tokens(step) if step.token == token => placed.saturating_add(step.count),
            _ => placed,
        })
    }

    pub fn wins(&self, side: Side) -> &[Win] {
        match side {
            Side::Attacker => &self.victory.attacker,
            Side::Defender => &self.victory.defender,
        }
    }

    /// Reinforcements that the side may call.
    pub fn reinforcements(&self, side: Side) -> Option<&Reinforcements> {
        self.reinforcements.iter().find(|rule| rule.who.includes(side))
    }

    /// The words of this mission that are not among those a battle model can play; none means it is playable.
    pub fn unsupported(&self, can_play: &[Word]) -> Vec<Word> {
        self.words().into_iter().filter(|word| !can_play.contains(word)).collect()
    }

    pub fn is_playable_with(&self, can_play: &[Word]) -> bool {
        self.words().iter().all(|word| can_play.contains(word))
    }
}

#[cfg(test)]
mod tests;
