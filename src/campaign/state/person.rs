//! A pilot or a crew member.

use crate::events::Post;
use crate::events::words::{PersonEnd, PersonOrigin, Programme, SitsOut, XpUse};
use crate::ids::{Faction, PersonId, PilotCardId, PlayerId, ShipClassId, UpgradeId};

/// Where a person is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PersonFate {
    /// On the roster; may still have to sit out turns.
    OnRoster,
    /// Prisoner of war, held by a faction.
    Captive(Faction),
    Dead,
    /// A captured commander whom his player replaced: out of the campaign, alive.
    ShippedOff,
}

impl PersonFate {
    pub fn end(self) -> PersonEnd {
        match self {
            PersonFate::OnRoster => PersonEnd::OnRoster,
            PersonFate::Captive(_) => PersonEnd::Captive,
            PersonFate::Dead => PersonEnd::Dead,
            PersonFate::ShippedOff => PersonEnd::ShippedOff,
        }
    }
}

/// Classes a pilot may fly; bit `ShipClassId::index()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Qualifications(pub u64);

impl Qualifications {
    pub fn has(self, class: ShipClassId) -> bool {
        self.0 >> class.index() & 1 == 1
    }

    pub fn add(&mut self, class: ShipClassId) {
        debug_assert!(class.index() < 64, "the catalog has fewer than 64 ship classes");
        self.0 |= 1 << class.index();
    }

    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The classes in the order of the catalog.
    pub fn iter(self) -> impl Iterator<Item = ShipClassId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let class = (left != 0).then(|| ShipClassId(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            class
        })
    }
}

/// One person.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Person {
    pub id: PersonId,
    pub post: Post,
    /// Whose roster the person stands on, also while captive.
    pub owner: PlayerId,
    pub origin: PersonOrigin,
    pub fate: PersonFate,
    /// Why he sits out until `ready_turn`.
    pub sits_out: SitsOut,
    /// First turn in which he may fly again.
    pub ready_turn: u16,
    /// Last turn in which he was part of a squad (0: never).
    pub used_turn: u16,
    pub joined_turn: u16,
    /// Turn of death, of the last capture or of being shipped off; 0: none.
    pub fate_turn: u16,
    /// Last turn of an escape attempt (0: never).
    pub escape_turn: u16,
    /// Attempts in that turn.
    pub escapes_this_turn: u8,

    pub unique: bool,
    pub droid: bool,
    /// Represents the Squadron as its commander.
    pub commander: bool,
    /// Went over to Scum for a better offer.
    pub flipped: bool,

    /// Pilot skill now, and when he joined. Crew have 0.
    pub skill: u8,
    pub first_skill: u8,
    /// Squad points of the pilot without ship and upgrades; of the card for crew.
    pub points: i16,
    /// Elite slots, the Test Pilot title's included.
    pub elite_slots: u8,
    /// He has improved his skill before, so that the exceptions for the first time are over.
    pub skill_improved: bool,
    /// Elite or crew card bought as pilot ability.
    pub ability: Option<UpgradeId>,
    /// A title bound to the pilot (A-wing Test Pilot).
    pub title: Option<UpgradeId>,
    pub qualifications: Qualifications,

    pub xp_earned: u16,
    /// By [`XpUse`].
    pub xp_spent: [u16; XpUse::ALL.len()],
    /// What he has to spend XP on; `None` where his player decides.
    pub programme: Option<Programme>,

    pub battles: u16,
    pub battles_won: u16,
    pub kills: u16,
    pub wounds: u8,
    pub ejections: u8,
    pub captures: u8,
    pub escapes: u8,
}

const _: () = assert!(size_of::<Person>() <= 96, "persons are copied a lot");

impl Person {
    /// XP that is left to spend.
    pub fn xp(&self) -> u16 {
        let spent: u16 = self.xp_spent.iter().sum();
        debug_assert!(spent <= self.xp_earned, "nobody spends XP that he does not have");
        self.xp_earned - spent
    }

    /// On the roster and neither wounded nor in training.
    pub fn is_fit(&self, turn: u16) -> bool {
        self.fate == PersonFate::OnRoster && self.ready_turn <= turn
    }

    /// May be put into a squad this turn.
    pub fn is_available(&self, turn: u16) -> bool {
        self.is_fit(turn) && self.used_turn != turn
    }

    pub fn captive_of(&self) -> Option<Faction> {
        match self.fate {
            PersonFate::Captive(faction) => Some(faction),
            _ => None,
        }
    }

    pub fn card(&self) -> Option<PilotCardId> {
        match self.post {
            Post::Pilot(card) => Some(card),
            Post::Crew(_) => None,
        }
    }

    pub fn crew_card(&self) -> Option<UpgradeId> {
        match self.post {
            Post::Pilot(_) => None,
            Post::Crew(card) => Some(card),
        }
    }

    pub fn is_pilot(&self) -> bool {
        self.card().is_some()
    }
}
