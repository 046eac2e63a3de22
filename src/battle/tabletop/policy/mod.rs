//! Who flies: every decision of a battle that the rules leave to a player.
//!
//! A policy sees what lies open on the table (`View`) and nothing else; dials are shown when they are revealed. It
//! has its own stream of luck (`Purpose::Policy`), so that a cleverer pilot does not shift the dice. An answer that
//! is not among the legal ones is replaced by the first legal one.

use crate::battle::attack::{AttackDice, DefenseDice};
use crate::chance::{Luck, Purpose, Seeded};
use crate::config::mission::SquadRole;
use crate::geometry::Pose;
use crate::ids::Side;

use super::battle::View;
use super::effects::Word;
use super::missions::Request;
use super::rules::actions::Options;
use super::rules::combat::Shots;
use super::rules::firing_arc::Shot;

mod answers;
mod errands;
pub mod expect;
mod foresight;
mod greedy;
mod odds;
mod random;
mod sight;
mod style;
mod tactician;
mod worth;

pub use greedy::Greedy;
pub use random::Random;
pub use style::{STYLE_VERSION, STYLES, Style, style};
pub use tactician::Tactician;

/// Tokens that a pilot is ready to spend on an attack; what is not useful is kept anyway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpendAttack {
    pub focus: bool,
    pub target_lock: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpendDefense {
    pub focus: bool,
    pub evade: bool,
}

/// Choices that missions and terrain ask for. Answers are numbers: an index into the list, or for masks the number
/// of a bit; anything else declines where declining is allowed.
#[derive(Debug, Clone, Copy)]
pub enum Question<'a> {
    /// Which pair of opposite corners: 0 or 1.
    Corners,
    /// The corner in which the foe's reinforcement comes, by number in `missions::zone::CORNERS`.
    FoeCorner,
    /// The edge that all own ships face, `Edge::index()`.
    FacingEdge,
    /// An obstacle for a token.
    Obstacle { free: u32 },
    /// One of the foe's ships for his first group.
    FirstGroup { ships: u32 },
    /// Where a token goes.
    TokenMove { token: usize, ends: &'a [Pose] },
    /// The token at which a wave enters.
    EntryToken { tokens: u32 },
    /// 0 calls the reinforcement.
    Reinforce { ship: usize },
    /// 0 brings the ship back.
    Return { ship: usize },
    /// A microjump token, or none.
    Jump { ship: usize, tokens: u32 },
    /// Order times 32 plus ship, or anything else to wait.
    Order { open: u32, friends: u32 },
    /// The ship that gets the role, or anything else to leave it.
    PassRole { holder: usize, free: u32 },
    /// A token or ship to act on instead of attacking, or anything else to attack.
    InsteadOfAttack { ship: usize, rule: usize, can: u32 },
    /// 0 tows the token that lies between two own ships.
    Tow { token: usize },
    /// 0 takes the hulk, 1 the debris clouds.
    Derelict,
    /// The edge of the planetary ring, `Edge::index()`.
    RingEdge,
    /// The place on that edge in tenths.
    RingPlace,
}

/// Decides for one side.
pub trait Policy {
    fn name(&self) -> &'static str;

    /// May choose to have initiative.
    fn takes_initiative(&mut self, _view: View<'_>, _side: Side) -> bool {
        true
    }

    /// Where to put a ship, an obstacle or a token.
    fn place(&mut self, view: View<'_>, request: &Request<'_>) -> Pose;

    /// Which of the eligible ships gets a role.
    fn role(&mut self, _view: View<'_>, _side: Side, _role: SquadRole, eligible: u32) -> usize {
        eligible.trailing_zeros() as usize
    }

    /// Which of several ships of equal skill goes first.
    fn next_ship(&mut self, _view: View<'_>, choice: u32) -> usize {
        choice.trailing_zeros() as usize
    }

    /// The dial entry; `legal` is a mask of the ship's dial.
    fn dial(&mut self, view: View<'_>, ship: usize, legal: u32) -> usize;

    /// A bomb to drop as the dial is revealed; `can` is a mask of the ship's bombs.
    fn drops_bomb(&mut self, _view: View<'_>, _ship: usize, _dial: usize, _can: u32) -> Option<usize> {
        None
    }

    fn decloak(&mut self, _view: View<'_>, _ship: usize, _ends: &[Pose]) -> Option<usize> {
        Some(0)
    }

    fn action(&mut self, view: View<'_>, ship: usize, options: &Options) -> Option<usize>;

    /// A lock for nothing; `can` is a mask of ships.
    fn free_lock(&mut self, _view: View<'_>, _ship: usize, can: u32) -> Option<usize> {
        Some(can.trailing_zeros() as usize)
    }

    /// Which shot to take, or none.
    fn attack(&mut self, view: View<'_>, ship: usize, shots: &Shots) -> Option<usize>;

    fn spend_attack(
        &mut self,
        _view: View<'_>,
        _ship: usize,
        _shot: Shot,
        _dice: &AttackDice,
    ) -> SpendAttack {
        SpendAttack { focus: true, target_lock: true }
    }

    /// `incoming` are hits and crits.
    fn spend_defense(
        &mut self,
        _view: View<'_>,
        _ship: usize,
        _attacker: usize,
        _incoming: (u8, u8),
        _dice: &DefenseDice,
    ) -> SpendDefense {
        SpendDefense { focus: true, evade: true }
    }

    /// Where to shift a tractored enemy.
    fn tractor(&mut self, _view: View<'_>, _ship: usize, _ends: &[Pose]) -> Option<usize> {
        None
    }

    /// Whether to use an optional effect.
    fn uses(&mut self, view: View<'_>, ship: usize, word: Word) -> bool {
        match word {
            // Two damage to oneself is rarely worth a critical one.
            Word::SacrificeForCrit | Word::StopOnce => false,
            // A second stress token is a price too high.
            Word::FocusCountsOnce => view.ship(ship).stress == 0,
            _ => true,
        }
    }

    /// Whether a ship over the edge, facing out, leaves.
    fn flees(&mut self, view: View<'_>, ship: usize) -> bool {
        errands::leaves(view, ship)
    }

    fn choose(&mut self, view: View<'_>, side: Side, question: Question<'_>) -> usize;
}

/// The stream of luck of the policy that flies a side.
pub fn policy_stream(luck: Luck, battle_key: u64, side: Side) -> Seeded {
    luck.stream(Purpose::Policy, battle_key ^ (side.index() as u64) << 63)
}

/// The names of all pilots: the two plain ones, then the styles of the thinking one.
pub fn names() -> impl Iterator<Item = &'static str> {
    ["random", "greedy"].into_iter().chain(STYLES.iter().map(|style| style.name))
}

/// The softest choice that can be asked for.
const MOST_TEMPERATURE: f64 = 2.0;

/// A pilot by name, with his own stream of luck. `jouster:0.1` is a jouster who errs: the number is the temperature of
/// his choice among maneuvers, from 0 (always the best) to 2 (hardly a preference).
pub fn by_name(name: &str, luck: Luck, battle_key: u64, side: Side) -> Option<Box<dyn Policy>> {
    let stream = policy_stream(luck, battle_key, side);
    match name {
        "random" => Some(Box::new(Random::new(stream))),
        "greedy" => Some(Box::new(Greedy::new(stream))),
        name => {
            let (name, temperature) = match name.split_once(':') {
                Some((name, text)) => (name, text.parse().ok()?),
                None => (name, 0.0),
            };
            let style = style(name).filter(|_| (0.0..=MOST_TEMPERATURE).contains(&temperature))?;
            Some(Box::new(Tactician::new(style, temperature, stream)))
        }
    }
}

/// The pilot of published figures.
pub fn thinking(stream: Seeded) -> Tactician {
    Tactician::new(STYLES[0], 0.0, stream)
}
