//! The table at which a battle is played: what never changes, what lies open, the luck, and who decides.

use crate::battle::attack::DamageCard;
use crate::battle::engagement::{BattleSwitches, RetreatRule, Terrain};
use crate::battle::tabletop::event::BattleEvent;
use crate::chance::{AttackFace, Chance, Luck, Purpose, Seeded};
use crate::config::mission::{Mission, OrderKind};
use crate::events::Sink;
use crate::geometry::{Board, Edge};
use crate::ids::Side;

use super::effects::{Word, WordSet};
use super::few::bits;
use super::loadout::{CarriedEffect, Loadout};
use super::policy::Policy;
use super::state::{MAX_SHIPS, NONE, Ship, State};

/// Where a ship number comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Index into `Squad::ships`.
    Squad(u16),
    /// Index into `Squad::reinforcements`.
    Reinforcement(u16),
    /// A mission's token that counts as a ship.
    Token,
}

/// What does not change during a battle.
#[derive(Debug)]
pub struct Table<'a> {
    pub board: Board,
    /// By ship number.
    pub loadouts: Vec<Loadout>,
    pub origins: Vec<Origin>,
    pub terrain: Terrain,
    pub switches: BattleSwitches,
    pub retreat: [RetreatRule; 2],
    /// The starting edges.
    pub edges: [Edge; 2],
    pub mission: &'a Mission,
    /// Squad points of both sides, reinforcements not counted.
    pub squad_points: [u16; 2],
    /// How often each side may reroll initiative.
    pub initiative_rerolls: [u8; 2],
}

/// What lies open to a policy.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    pub table: &'a Table<'a>,
    pub state: &'a State,
}

impl<'a> View<'a> {
    #[inline]
    pub fn ship(&self, ship: usize) -> &'a Ship {
        &self.state.ships[ship]
    }

    #[inline]
    pub fn loadout(&self, ship: usize) -> &'a Loadout {
        &self.table.loadouts[ship]
    }

    /// What the ship's cards say now: an injured pilot has no elite upgrades.
    #[inline]
    pub fn words(&self, ship: usize) -> WordSet {
        let words = if 0 < self.ship(ship).cards.face_up(DamageCard::InjuredPilot) {
            self.loadout(ship).words_without_elite
        } else {
            self.loadout(ship).words
        };
        if self.has_lost_astromech(ship) { words.without(self.loadout(ship).astromech_words) } else { words }
    }

    /// The astromech was discarded for a damage card.
    #[inline]
    pub fn has_lost_astromech(&self, ship: usize) -> bool {
        !self.ship(ship).has_once(Word::CancelCardOnce)
    }

    #[inline]
    pub fn has(&self, ship: usize, word: Word) -> bool {
        self.words(ship).has(word)
    }

    /// The effects of the ship's cards that count now.
    pub fn effects(&self, ship: usize) -> impl Iterator<Item = &'a CarriedEffect> + use<'a> {
        let injured = 0 < self.ship(ship).cards.face_up(DamageCard::InjuredPilot);
        self.loadout(ship).effects().iter().filter(move |carried| !injured || !carried.elite)
    }

    /// The enemies of a side that are on the board, as a mask; inert tokens are not among them.
    pub fn foes(&self, side: Side) -> u32 {
        self.state.fleet(side.foe())
    }
}

/// The streams of luck of one battle. Each purpose has its own, so that a cleverer pilot does not shift the dice.
#[derive(Debug, Clone)]
pub struct Fortune<C> {
    pub dice: C,
    pub decks: [C; 2],
    pub placement: C,
}

impl Fortune<Seeded> {
    pub fn new(luck: Luck, battle_key: u64) -> Fortune<Seeded> {
        // The two decks of a battle need two keys: the top bit tells them apart.
        let deck = |side: u64| luck.stream(Purpose::DamageDeck, battle_key ^ side << 63);
        Fortune {
            dice: luck.stream(Purpose::Battle, battle_key),
            decks: [deck(0), deck(1)],
            placement: luck.stream(Purpose::Placement, battle_key),
        }
    }
}

/// A battle in progress.
pub struct Battle<'a, C, S> {
    pub table: &'a Table<'a>,
    pub state: State,
    pub fortune: Fortune<C>,
    pub sink: &'a mut S,
    pub policies: [&'a mut dyn Policy; 2],
    /// Dials set and not yet revealed; nobody sees the foe's.
    pub dials: [u8; MAX_SHIPS],
    /// Order tokens that lie face down, by side: which order, on which ship.
    pub orders: [Option<(OrderKind, u8)>; 2],
}

impl<'a, C: Chance, S: Sink<BattleEvent>> Battle<'a, C, S> {
    #[inline]
    pub fn emit(&mut self, event: BattleEvent) {
        self.sink.event(&event);
    }

    #[inline]
    pub fn view(&self) -> View<'_> {
        View { table: self.table, state: &self.state }
    }

    #[inline]
    pub fn loadout(&self, ship: usize) -> &'a Loadout {
        &self.table.loadouts[ship]
    }

    #[inline]
    pub fn ship(&self, ship: usize) -> &Ship {
        &self.state.ships[ship]
    }

    #[inline]
    pub fn ship_mut(&mut self, ship: usize) -> &mut Ship {
        &mut self.state.ships[ship]
    }

    #[inline]
    pub fn has(&self, ship: usize, word: Word) -> bool {
        self.view().has(ship, word)
    }

    /// Asks whether a ship's owner wants to use an optional effect.
    pub fn wants(&mut self, ship: usize, word: Word) -> bool {
        let side = self.ship(ship).side;
        self.has(ship, word) && self.ask(side, |policy, view| policy.uses(view, ship, word))
    }

    /// Asks the policy that flies `side` something; it sees what lies open.
    #[inline]
    pub fn ask<T>(&mut self, side: Side, question: impl FnOnce(&mut dyn Policy, View<'_>) -> T) -> T {
        let view = View { table: self.table, state: &self.state };
        question(&mut *self.policies[side.index()], view)
    }

    /// Rolls one attack die that concerns a ship.
    pub fn attack_die(&mut self, ship: usize) -> AttackFace {
        let face = self.fortune.dice.attack_die();
        self.emit(BattleEvent::DieRolled { ship: ship as u8, face: face as u8 });
        face
    }

    /// Shows the tokens beside a ship.
    pub fn show_tokens(&mut self, ship: usize) {
        let tokens = self.state.ships[ship].token_counts();
        self.emit(BattleEvent::Tokens { ship: ship as u8, tokens });
    }

    pub fn give_stress(&mut self, ship: usize, stress: u8) {
        if 0 < stress && !self.ship(ship).inert && !self.ship(ship).is_gone() {
            self.ship_mut(ship).stress = self.ship(ship).stress.saturating_add(stress);
            let focus = u8::from(self.has(ship, Word::FocusOnStress));
            self.ship_mut(ship).focus += focus;
            self.show_tokens(ship);
        }
    }

    pub fn give_focus(&mut self, ship: usize, focus: u8) {
        self.ship_mut(ship).focus += focus;
        self.show_tokens(ship);
    }

    pub fn give_evade(&mut self, ship: usize, evade: u8) {
        let most = if self.has(ship, Word::KeepEvade) { 1 } else { u8::MAX };
        self.ship_mut(ship).evade = (self.ship(ship).evade + evade).min(most);
        self.show_tokens(ship);
    }

    pub fn regain_shield(&mut self, ship: usize) {
        let most = self.loadout(ship).shields;
        if self.ship(ship).shields < most {
            self.ship_mut(ship).shields += 1;
            let shields = self.ship(ship).shields;
            self.emit(BattleEvent::Shields { ship: ship as u8, shields });
        }
    }

    /// Acquires a target lock; an old one goes.
    pub fn lock(&mut self, ship: usize, target: usize) {
        self.ship_mut(ship).lock = target as u8;
        self.emit(BattleEvent::LockAcquired { ship: ship as u8, target: target as u8 });
    }

    pub fn lose_lock(&mut self, ship: usize) {
        if self.ship(ship).lock != NONE {
            self.ship_mut(ship).lock = NONE;
            self.emit(BattleEvent::LockLost { ship: ship as u8 });
        }
    }

    /// Every ship on the board, lowest number first.
    pub fn each_on_board(&self) -> impl Iterator<Item = usize> + use<C, S> {
        bits(self.state.on_board())
    }
}
