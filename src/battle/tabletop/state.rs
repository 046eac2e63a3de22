//! The state of a battle: flat, `Copy`, everything that lies open on the table. Dials that are not yet revealed are
//! no part of it, so a policy that sees the state cannot peek.

use crate::battle::attack::{DamageCards, DamageDeck};
use crate::battle::tabletop::event::{Phase, TokenCounts};
use crate::geometry::{Base, Convex, Pose, TokenShape, Vec2};
use crate::ids::Side;

use super::effects::Word;
use super::few::bits;
use super::loadout::{MAX_BOMBS, MAX_WEAPONS};

/// Ships of both sides with their reinforcements and the mission's ship-like tokens. A bit mask of ships is a `u32`.
/// More squad ships than this is `CannotPlay::TooManyShips`; reinforcements are cut to what fits.
pub const MAX_SHIPS: usize = 32;
/// Asteroids, debris clouds, derelicts, mines and dropped bombs. A bomb that finds no room cannot be dropped.
pub const MAX_OBSTACLES: usize = 32;
pub const MAX_TOKENS: usize = 16;

/// No ship, no dial entry, no token.
pub const NONE: u8 = u8::MAX;

/// No round: a ship that does not come onto the board at all.
pub const NEVER: u16 = u16::MAX;

#[derive(Debug, Clone, Copy)]
pub struct State {
    pub round: u16,
    pub phase: Phase,
    pub initiative: Side,
    pub n_ships: u8,
    pub n_obstacles: u8,
    pub n_tokens: u8,
    pub ships: [Ship; MAX_SHIPS],
    pub obstacles: [Obstacle; MAX_OBSTACLES],
    pub tokens: [Token; MAX_TOKENS],
    pub decks: [DamageDeck; 2],
    /// The planetary ring, where there is one.
    pub ring: Option<[Vec2; 4]>,
    /// The flare edge, where there is one (bit `Edge::index()`).
    pub flare_edge: Option<u8>,
    /// The side has decided to leave.
    pub breaking_off: [bool; 2],
    /// Attack skill step in the Combat phase, for simultaneous fire.
    pub combat_skill: u8,
    /// The first condition of victory that was met, by side.
    pub objective_met: [Option<u16>; 2],
    /// What was rolled after the last round, by side, where the mission asks for it.
    pub last_roll: [u8; 2],
    /// The side that has had the board to itself: it controls the map.
    pub control: Option<Side>,
    /// Containers, satellites and so on that the side has brought in.
    pub score: [u8; 2],
    /// Squad points of destroyed ships, by the side that lost them.
    pub points_lost: [u16; 2],
    /// Ships destroyed this round that reinforcements may replace.
    pub losses_this_round: [u8; 2],
    /// Microjump tokens used, orders given and the like: the mission's own counters.
    pub counters: [u8; 4],
}

/// Where a ship is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Not yet on the board.
    Reserve,
    OnBoard,
    Fled,
    Destroyed,
}

/// Whether a ship over the edge leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    No,
    /// Outside at the end of its activation: must be inside at the end of the next one.
    MustReturn,
    /// Attempting to flee: no actions, no attacks, gone at the end of the End phase.
    Fleeing,
}

/// What happened to a ship in this round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RoundMarks {
    pub activated: bool,
    pub had_combat: bool,
    /// No Perform Action step.
    pub skips_action: bool,
    pub bumped: bool,
    /// The action of each name may be taken once: bit `Action::index()`, cards from bit 16.
    pub actions_taken: u32,
    /// Once-a-round words that were used.
    pub marked: bool,
    pub exposed: bool,
    pub guidance_used: bool,
    pub extra_action_used: bool,
    pub tractored: bool,
    /// All own focus results count.
    pub focus_counts: bool,
    /// May not attack any more this round.
    pub attacks_over: bool,
    /// Destroyed, but still to have its Combat activation.
    pub doomed: bool,
    pub was_targeted: bool,
    /// Speed of the maneuver just flown.
    pub speed_flown: u8,
    pub maneuver_was_red: bool,
    /// Orders and the like.
    pub agility_bonus: i8,
    pub combat_skill: Option<u8>,
    pub all_green: bool,
    pub mission_done: u8,
}

#[derive(Debug, Clone, Copy)]
pub struct Ship {
    pub pose: Pose,
    pub base: Base,
    pub side: Side,
    pub status: Status,
    pub leaving: Leaving,
    pub shields: u8,
    pub cards: DamageCards,
    /// What the cards count, kept in step with `cards`.
    pub damage: u8,
    pub focus: u8,
    pub evade: u8,
    pub stress: u8,
    pub ion: u8,
    pub tractor: u8,
    pub cloaked: bool,
    pub weapons_disabled: bool,
    /// The ship it has locked, or `NONE`.
    pub lock: u8,
    /// Quadrant of a mobile arc: 0 front, 1 left, 2 rear, 3 right.
    pub arc: u8,
    /// Ships it touches, by number.
    pub touching: u32,
    /// Obstacles its base overlaps.
    pub on_obstacles: u32,
    /// Uses left of each weapon and bomb.
    pub charges: [u8; MAX_WEAPONS],
    pub bombs: [u8; MAX_BOMBS],
    /// One-time words that are used up.
    pub used_up: u32,
    pub marks: RoundMarks,
    /// The dial entry last revealed, or `NONE`.
    pub revealed: u8,
    /// Turned down cards that act from the next round on.
    pub cockpit_round: u16,
    pub breach_round: u16,
    /// No straight maneuver may be dialled next.
    pub no_straight: bool,
    /// The mission's roles, bit `SquadRole::index()`.
    pub roles: u16,
    pub tracking: u8,
    pub cargo: u8,
    /// Mission tokens aboard, by number.
    pub carries: u16,
    /// No dial, no actions, no attacks: a mission's token that counts as a ship.
    pub inert: bool,
    /// Enemies may attack and lock it.
    pub targetable: bool,
    /// Criticals against it count as hits, and its damage is counted without cards.
    pub counts_damage: bool,
    /// A mission's ship-like token that it stands for, or `NONE`.
    pub token: u8,
    /// Which group of its squad it belongs to, from 0.
    pub group: u8,
    /// The round in which it came onto the board; `NEVER` for one that found no room and does not come.
    pub entered: u16,
    pub fate: Fate,
}

/// What the outcome says of a ship.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fate {
    pub by: Option<u8>,
    pub round: u16,
    pub ion_kill: bool,
    pub took_card: bool,
    pub wounded: bool,
    pub xp_spent: u8,
    pub small_kills: u8,
    pub large_kills: u8,
    pub huge_kills: u8,
    pub sections_crippled: u8,
    pub fled_over: u8,
    pub fled_round: u16,
}

const _: () = assert!(size_of::<Ship>() <= 248, "a ship stays within four cache lines");

impl Ship {
    #[inline]
    pub fn is_on_board(&self) -> bool {
        self.status == Status::OnBoard
    }

    /// Destroyed or away.
    #[inline]
    pub fn is_gone(&self) -> bool {
        matches!(self.status, Status::Fled | Status::Destroyed)
    }

    /// On the board and able to act: not fleeing, not an inert token.
    #[inline]
    pub fn is_active(&self) -> bool {
        self.status == Status::OnBoard && !self.inert
    }

    pub fn token_counts(&self) -> TokenCounts {
        TokenCounts {
            focus: self.focus,
            evade: self.evade,
            stress: self.stress,
            ion: self.ion,
            tractor: self.tractor,
            tracking: self.tracking,
            cargo: self.cargo,
            cloaked: self.cloaked,
            weapons_disabled: self.weapons_disabled,
        }
    }

    /// True where a one-time word is still there.
    pub fn has_once(&self, word: Word) -> bool {
        self.used_up >> once_bit(word) & 1 == 0
    }

    pub fn use_up(&mut self, word: Word) {
        self.used_up |= 1 << once_bit(word);
    }

    pub fn has_role(&self, role: u8) -> bool {
        self.roles >> role & 1 == 1
    }
}

/// The words that are used up, each with its bit.
fn once_bit(word: Word) -> u32 {
    match word {
        Word::CancelCardOnce => 0,
        Word::CancelShipCardOnce => 1,
        Word::CancelCardAndShieldOnce => 2,
        Word::StopOnce => 3,
        Word::FocusCountsOnce => 4,
        Word::FoeEvadeCanceled => 5,
        Word::AgilityUntilHit => 6,
        _ => 31,
    }
}

/// What lies on the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Obstacle {
    pub kind: ObstacleKind,
    pub shape: TokenShape,
    pub pose: Pose,
    pub outline: Convex,
    pub radius: f64,
    pub is_there: bool,
    /// The ship that dropped it, or `NONE`.
    pub owner: u8,
    pub amount: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObstacleKind {
    Asteroid,
    Debris,
    /// An abandoned huge ship: treated as an asteroid.
    Derelict,
    /// A mine or bomb with what its card says.
    Mine(Word),
    /// A mission token that counts as an obstacle: treated as an asteroid.
    Token,
}

impl ObstacleKind {
    /// Treated as an asteroid.
    pub fn is_solid(self) -> bool {
        matches!(self, ObstacleKind::Asteroid | ObstacleKind::Derelict | ObstacleKind::Token)
    }

    /// Asteroids, debris clouds and derelicts obstruct attacks; mines and bombs do not.
    pub fn obstructs(self) -> bool {
        !matches!(self, ObstacleKind::Mine(_))
    }
}

/// A mission token on the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Token {
    /// `TokenKind::index()`.
    pub kind: u8,
    pub owner: Side,
    pub pose: Pose,
    pub is_there: bool,
    /// The ship that carries it, or `NONE`.
    pub carrier: u8,
    /// The obstacle it lies on, or `NONE`.
    pub obstacle: u8,
    /// The ship slot that stands for it in collisions and attacks, or `NONE`.
    pub ship: u8,
    pub cargo: u8,
    pub tracking: u8,
    pub fled: bool,
    /// The round in which it left the board: taken, removed, destroyed or fled.
    pub gone_round: u16,
    pub order: u8,
}

impl State {
    #[inline]
    pub fn ships(&self) -> &[Ship] {
        &self.ships[..usize::from(self.n_ships)]
    }

    #[inline]
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.obstacles[..usize::from(self.n_obstacles)]
    }

    #[inline]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens[..usize::from(self.n_tokens)]
    }

    /// Ships on the board, as a mask.
    pub fn on_board(&self) -> u32 {
        self.mask(|ship| ship.status == Status::OnBoard)
    }

    /// Ships of a side on the board that act, as a mask.
    pub fn fleet(&self, side: Side) -> u32 {
        self.mask(|ship| ship.side == side && ship.is_active())
    }

    pub fn mask(&self, keep: impl Fn(&Ship) -> bool) -> u32 {
        self.ships().iter().enumerate().filter(|(_, ship)| keep(ship)).fold(0, |mask, (i, _)| mask | 1 << i)
    }

    /// Takes a ship out of everybody's locks and touches.
    pub fn forget(&mut self, gone: usize) {
        for i in bits(self.on_board()) {
            self.ships[i].touching &= !(1 << gone);
            if usize::from(self.ships[i].lock) == gone {
                self.ships[i].lock = NONE;
            }
        }
        self.ships[gone].lock = NONE;
        self.ships[gone].touching = 0;
    }
}
