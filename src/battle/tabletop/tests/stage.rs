//! A board set by hand, puppets for pilots and scripted dice: the stage of the rule tests.

use super::*;
use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::missions::Request;
use crate::battle::tabletop::policy::Question;
use crate::battle::tabletop::rules::actions::{ActionChoice, Options};
use crate::battle::tabletop::rules::combat::Shots;
use crate::battle::tabletop::state::Status;
use crate::catalog::Bearing;
use crate::chance::Scripted;
use crate::config::mission::{Mission, SquadRole, TokenKind};
use crate::geometry::{Pose, Vec2, turn};

pub type Staged<'a> = Battle<'a, Scripted, Vec<BattleEvent>>;

/// Does what the test wrote down, and nothing where it wrote nothing.
#[derive(Debug, Clone)]
pub struct Puppet {
    /// Ship, bearing, speed.
    pub fly: Vec<(usize, Bearing, u8)>,
    /// Actions in the order in which they are to be taken; a choice that is not on offer is passed over for now.
    pub act: Vec<ActionChoice>,
    /// The ship to shoot at; otherwise the first shot.
    pub target: Option<usize>,
    pub holds_fire: bool,
    pub flees: bool,
    pub uses_cards: bool,
    /// Where to shift a tractored ship.
    pub tractor: Option<usize>,
    pub decloak: Option<usize>,
    pub bombs: bool,
    /// Answers to questions in their order, then always `answer`.
    pub answers: std::collections::VecDeque<usize>,
    pub answer: usize,
    /// Where things are put, in order, then wherever the lot falls.
    pub places: std::collections::VecDeque<Pose>,
}

impl Default for Puppet {
    fn default() -> Puppet {
        Puppet {
            fly: Vec::new(),
            act: Vec::new(),
            target: None,
            holds_fire: false,
            flees: false,
            uses_cards: true,
            tractor: None,
            decloak: None,
            bombs: false,
            answers: Default::default(),
            answer: 0,
            places: Default::default(),
        }
    }
}

impl Policy for Puppet {
    fn name(&self) -> &'static str {
        "puppet"
    }

    fn place(&mut self, view: View<'_>, request: &Request<'_>) -> Pose {
        self.places.pop_front().unwrap_or_else(|| request.sample(view, [0.5; 4]))
    }

    fn dial(&mut self, view: View<'_>, ship: usize, legal: u32) -> usize {
        let wish = self.fly.iter().find(|wish| wish.0 == ship);
        let entry = wish.and_then(|(_, bearing, speed)| {
            let dial = view.loadout(ship).dial();
            dial.iter().position(|entry| entry.bearing == *bearing && entry.speed == *speed)
        });
        entry.unwrap_or(legal.trailing_zeros() as usize)
    }

    fn drops_bomb(&mut self, _view: View<'_>, _ship: usize, _dial: usize, can: u32) -> Option<usize> {
        self.bombs.then_some(can.trailing_zeros() as usize)
    }

    fn decloak(&mut self, _view: View<'_>, _ship: usize, _ends: &[Pose]) -> Option<usize> {
        self.decloak
    }

    fn action(&mut self, _view: View<'_>, _ship: usize, options: &Options) -> Option<usize> {
        for wish in 0..self.act.len() {
            if let Some(found) = options.iter().position(|option| option.choice == self.act[wish]) {
                self.act.remove(wish);
                return Some(found);
            }
        }
        None
    }

    fn attack(&mut self, _view: View<'_>, _ship: usize, shots: &Shots) -> Option<usize> {
        if self.holds_fire {
            return None;
        }
        match self.target {
            Some(target) => shots.iter().position(|shot| usize::from(shot.target) == target),
            None => Some(0),
        }
    }

    fn tractor(&mut self, _view: View<'_>, _ship: usize, _ends: &[Pose]) -> Option<usize> {
        self.tractor
    }

    fn uses(&mut self, _view: View<'_>, _ship: usize, _word: effects::Word) -> bool {
        self.uses_cards
    }

    fn flees(&mut self, _view: View<'_>, _ship: usize) -> bool {
        self.flees
    }

    fn choose(&mut self, _view: View<'_>, _side: Side, _question: Question<'_>) -> usize {
        self.answers.pop_front().unwrap_or(self.answer)
    }
}

/// What a test sets before the curtain rises.
pub struct Set {
    pub engagement: Engagement,
    pub puppets: [Puppet; 2],
    pub dice: Scripted,
    pub decks: [Scripted; 2],
    pub placement: Scripted,
}

/// Two squads in Space Superiority without terrain.
pub fn set(attacker: &str, defender: &str) -> Set {
    set_in("space-superiority", attacker, defender)
}

/// Two squads in a mission without terrain.
pub fn set_in(mission: &str, attacker: &str, defender: &str) -> Set {
    Set {
        engagement: engagement(mission, attacker, defender),
        puppets: [Puppet::default(), Puppet::default()],
        dice: Scripted::default(),
        decks: [Scripted::default(), Scripted::default()],
        placement: Scripted::default(),
    }
}

impl Set {
    pub fn dice(mut self, dice: Scripted) -> Set {
        self.dice = dice;
        self
    }

    /// Draws of the defender's and the attacker's damage deck are numbers: see `nth`.
    pub fn decks(mut self, attacker: &[u32], defender: &[u32]) -> Set {
        self.decks = [Scripted::numbers(attacker.to_vec()), Scripted::numbers(defender.to_vec())];
        self
    }

    pub fn puppets(mut self, attacker: Puppet, defender: Puppet) -> Set {
        self.puppets = [attacker, defender];
        self
    }

    /// Stock ships that a side may call in.
    pub fn stock(mut self, side: Side, ships: &str) -> Set {
        self.engagement.squads[side.index()].reinforcements = parse_inline(ships).expect("stock ships").ships;
        self
    }

    pub fn terrain(mut self, terrain: Terrain) -> Set {
        self.engagement.terrain = terrain;
        self
    }

    /// Plays: the board is empty and round 1 has begun. All scripts must be used up at the end.
    pub fn play<T>(mut self, play: impl FnOnce(&mut Staged<'_>) -> T) -> T {
        let mission: &Mission = crate::config::mission::find(&self.engagement.mission).expect("a mission");
        let table = deal::deal(&self.engagement, mission).expect("playable");
        let fortune = Fortune { dice: self.dice, decks: self.decks, placement: self.placement };
        let mut events = Vec::new();
        let [a, b] = &mut self.puppets;
        let mut battle = deal::begin(&self.engagement, &table, fortune, [a, b], &mut events);
        battle.state.round = 1;
        let result = play(&mut battle);
        battle.fortune.dice.assert_exhausted();
        battle.fortune.decks.iter().for_each(Scripted::assert_exhausted);
        result
    }
}

pub const EAST: Vec2 = turn::NONE;
pub const NORTH: Vec2 = turn::LEFT_90;
pub const WEST: Vec2 = turn::AROUND;

/// Sets a ship down.
pub fn put(battle: &mut Staged<'_>, ship: usize, x: f64, y: f64, heading: Vec2) {
    let state = battle.ship_mut(ship);
    state.pose = Pose::new(x, y, heading);
    state.status = Status::OnBoard;
}

pub const SOUTH: Vec2 = turn::RIGHT_90;

/// Lays a mission token down; one that counts as a ship stands among the ships.
pub fn lay(battle: &mut Staged<'_>, kind: TokenKind, owner: Side, pose: Pose) -> usize {
    let token = missions::tokens::add_token(battle, kind, owner, pose).expect("room for a token");
    missions::setup::stand_in(battle, token, kind);
    token
}

pub fn give_role(battle: &mut Staged<'_>, ship: usize, role: SquadRole) {
    battle.ship_mut(ship).roles |= 1 << role.index();
}

/// A ship that goes down to nobody's fire.
pub fn kill(battle: &mut Staged<'_>, ship: usize) {
    battle.ship_mut(ship).fate.round = battle.state.round;
    rules::damage::destroy(battle, ship);
}

/// Everybody who is over the edge and facing out leaves at the end of the round.
pub fn flee(battle: &mut Staged<'_>, ship: usize) {
    battle.ship_mut(ship).leaving = state::Leaving::Fleeing;
    rules::fleeing::remove_fled(battle);
}

/// Who wins now.
pub fn winner(battle: &Staged<'_>) -> Option<Side> {
    missions::verdict(battle.view(), false).winner
}

/// The number to draw for a card from a full original deck: cards lie in the order of `damage_deck.csv`.
pub fn nth(card: crate::battle::attack::DamageCard, kind: crate::battle::engagement::DamageDeckKind) -> u32 {
    use crate::battle::attack::{DamageCard, DamageDeck};
    // Draw number n from a fresh deck until the card appears.
    (1..=33)
        .find(|n| {
            let mut deck = DamageDeck::new(kind);
            let drawn: DamageCard = deck.draw(&mut Scripted::numbers([*n]));
            drawn == card
        })
        .expect("the deck has that card")
}
