//! Rule: Damage deck. (Rules Reference, "Damage cards"; campaign rulebook, "Pilot Recovery, Wounding and Death")
//!
//! Thirty-three cards for each player. Which cards exist, how many and of which type is in `damage_deck.csv`; what a
//! face-up card does depends on the battle model and stands there.

use std::sync::LazyLock;

use crate::battle::engagement::DamageDeckKind;
use crate::chance::Chance;

/// A damage card by its title, in the order of `damage_deck.csv`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum DamageCard {
    DirectHit,
    BlindedPilot,
    DamagedCockpit,
    InjuredPilot,
    StunnedPilot,
    ShakenPilot,
    ConsoleFire,
    DamagedEngine,
    DamagedSensorArray,
    MinorExplosion,
    MajorExplosion,
    MinorHullBreach,
    MajorHullBreach,
    MunitionsFailure,
    LooseStabilizer,
    StructuralDamage,
    ThrustControlFire,
    WeaponMalfunction,
    WeaponsFailure,
}

/// A face-up Pilot card wounds the pilot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardType {
    Ship,
    Pilot,
}

impl DamageCard {
    pub const COUNT: usize = 19;

    pub const ALL: [DamageCard; DamageCard::COUNT] = {
        use DamageCard::*;
        [
            DirectHit,
            BlindedPilot,
            DamagedCockpit,
            InjuredPilot,
            StunnedPilot,
            ShakenPilot,
            ConsoleFire,
            DamagedEngine,
            DamagedSensorArray,
            MinorExplosion,
            MajorExplosion,
            MinorHullBreach,
            MajorHullBreach,
            MunitionsFailure,
            LooseStabilizer,
            StructuralDamage,
            ThrustControlFire,
            WeaponMalfunction,
            WeaponsFailure,
        ]
    };

    pub const fn index(self) -> usize {
        self as usize
    }

    pub fn title(self) -> &'static str {
        TABLE.titles[self.index()]
    }

    pub fn card_type(self) -> CardType {
        TABLE.types[self.index()]
    }

    /// What the card counts towards destruction while it lies face up.
    pub const fn counts(self) -> u8 {
        match self {
            DamageCard::DirectHit => 2,
            _ => 1,
        }
    }
}

/// `damage_deck.csv`, column by column.
struct DeckTable {
    titles: [&'static str; DamageCard::COUNT],
    types: [CardType; DamageCard::COUNT],
    /// Cards of each title, by deck.
    counts: [[u8; DamageCard::COUNT]; 2],
}

static TABLE: LazyLock<DeckTable> = LazyLock::new(|| {
    let mut table = DeckTable {
        titles: [""; DamageCard::COUNT],
        types: [CardType::Ship; DamageCard::COUNT],
        counts: [[0; DamageCard::COUNT]; 2],
    };
    let rows = include_str!("damage_deck.csv").lines().skip(1);
    for (index, row) in rows.enumerate() {
        let cells: Vec<&'static str> = row.split(',').collect();
        table.titles[index] = cells[0];
        table.types[index] = if cells[1] == "Pilot" { CardType::Pilot } else { CardType::Ship };
        for (deck, cell) in cells[2..].iter().enumerate() {
            table.counts[deck][index] = cell.parse().expect("damage_deck.csv counts cards in digits");
        }
    }
    table
});

/// One player's deck, as counts: a shuffled deck and a draw by lot are the same thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DamageDeck {
    kind: DamageDeckKind,
    left: [u8; DamageCard::COUNT],
    discarded: [u8; DamageCard::COUNT],
    n_left: u8,
}

impl DamageDeck {
    pub fn new(kind: DamageDeckKind) -> DamageDeck {
        let left = TABLE.counts[kind as usize];
        DamageDeck { kind, left, discarded: [0; DamageCard::COUNT], n_left: left.iter().sum() }
    }

    /// The top card. An empty deck is made anew from the discards.
    ///
    /// Ruling: with every card on the table and none discarded, a fresh deck is opened.
    pub fn draw<C: Chance>(&mut self, chance: &mut C) -> DamageCard {
        if self.n_left == 0 {
            self.left = std::mem::take(&mut self.discarded);
            self.n_left = self.left.iter().sum();
            if self.n_left == 0 {
                *self = DamageDeck::new(self.kind);
            }
        }
        let mut place = chance.number(u32::from(self.n_left)) as u8;
        let mut index = 0;
        while self.left[index] < place {
            place -= self.left[index];
            index += 1;
        }
        self.left[index] -= 1;
        self.n_left -= 1;
        DamageCard::ALL[index]
    }

    /// The cards of a destroyed ship, or one that a card took away.
    pub fn discard(&mut self, cards: &DamageCards) {
        for index in 0..DamageCard::COUNT {
            self.discarded[index] += cards.face_up[index] + cards.face_down[index];
        }
    }

    pub fn discard_card(&mut self, card: DamageCard) {
        self.discarded[card.index()] += 1;
    }

    pub fn cards_left(&self) -> u8 {
        self.n_left
    }

    /// Cards that lie on no ship: the deck and its discards.
    pub fn cards_in_the_box(&self) -> u32 {
        let discarded: u32 = self.discarded.iter().map(|count| u32::from(*count)).sum();
        u32::from(self.n_left) + discarded
    }
}

/// The damage cards on one ship.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DamageCards {
    face_up: [u8; DamageCard::COUNT],
    face_down: [u8; DamageCard::COUNT],
}

impl DamageCards {
    pub fn add_face_up(&mut self, card: DamageCard) {
        self.face_up[card.index()] += 1;
    }

    pub fn add_face_down(&mut self, card: DamageCard) {
        self.face_down[card.index()] += 1;
    }

    /// How many of this card lie face up.
    pub fn face_up(&self, card: DamageCard) -> u8 {
        self.face_up[card.index()]
    }

    /// Turns one face-up card face down; false where there is none.
    pub fn flip_down(&mut self, card: DamageCard) -> bool {
        let is_there = 0 < self.face_up[card.index()];
        if is_there {
            self.face_up[card.index()] -= 1;
            self.face_down[card.index()] += 1;
        }
        is_there
    }

    /// Turns a face-down card, chosen by lot, face up; `None` where there is none.
    pub fn flip_up<C: Chance>(&mut self, chance: &mut C) -> Option<DamageCard> {
        let n = self.n_face_down();
        if n == 0 {
            return None;
        }
        let mut place = chance.number(u32::from(n)) as u8;
        let mut index = 0;
        while self.face_down[index] < place {
            place -= self.face_down[index];
            index += 1;
        }
        self.face_down[index] -= 1;
        self.face_up[index] += 1;
        Some(DamageCard::ALL[index])
    }

    pub fn n_face_up(&self) -> u8 {
        self.face_up.iter().sum()
    }

    pub fn n_face_down(&self) -> u8 {
        self.face_down.iter().sum()
    }

    /// What the cards count towards destruction.
    pub fn damage(&self) -> u8 {
        let extra = self.face_up(DamageCard::DirectHit) * (DamageCard::DirectHit.counts() - 1);
        self.n_face_up() + self.n_face_down() + extra
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose, Scripted};

    #[test]
    fn damage_deck_rows_match_the_titles_and_both_decks_have_33_cards_with_8_pilots() {
        let first_words = |text: &str| text.replace(['!', ' '], "");
        for card in DamageCard::ALL {
            assert_eq!(first_words(card.title()), format!("{card:?}"));
            assert_eq!(DamageCard::ALL[card.index()], card);
        }
        for deck in 0..2 {
            let counts = TABLE.counts[deck];
            assert_eq!(counts.iter().sum::<u8>(), 33);
            let pilots = DamageCard::ALL.iter().filter(|card| card.card_type() == CardType::Pilot);
            assert_eq!(pilots.map(|card| counts[card.index()]).sum::<u8>(), 8);
            assert_eq!(counts[DamageCard::DirectHit.index()], 7);
        }
    }

    #[test]
    fn damage_deck_draws_by_lot_without_putting_back() {
        // Original deck: 7 Direct Hit!, 2 Blinded Pilot, 2 Damaged Cockpit, …
        let mut chance = Scripted::numbers([7, 7, 7, 30]);
        let mut deck = DamageDeck::new(DamageDeckKind::Original);
        assert_eq!(deck.draw(&mut chance), DamageCard::DirectHit);
        // Six Direct Hits are left, so the seventh place is a Blinded Pilot, twice.
        assert_eq!(deck.draw(&mut chance), DamageCard::BlindedPilot);
        assert_eq!(deck.draw(&mut chance), DamageCard::BlindedPilot);
        assert_eq!(deck.draw(&mut chance), DamageCard::WeaponMalfunction);
        assert_eq!(deck.cards_left(), 29);
        chance.assert_exhausted();
    }

    #[test]
    fn damage_deck_is_made_anew_from_the_discards_when_empty() {
        let mut chance = Luck::new(1, 0).stream(Purpose::DamageDeck, 0);
        let mut deck = DamageDeck::new(DamageDeckKind::ForceAwakens);
        let mut cards = DamageCards::default();
        for _ in 0..33 {
            cards.add_face_down(deck.draw(&mut chance));
        }
        assert_eq!(deck.cards_left(), 0);
        let mut wreck = DamageCards::default();
        wreck.add_face_up(DamageCard::ShakenPilot);
        deck.discard(&wreck);
        assert_eq!(deck.draw(&mut chance), DamageCard::ShakenPilot);
        // Nothing is left and nothing discarded: a fresh deck.
        deck.draw(&mut chance);
        assert_eq!(deck.cards_left(), 32);
    }

    #[test]
    fn direct_hit_counts_two_only_while_face_up() {
        let mut cards = DamageCards::default();
        cards.add_face_up(DamageCard::DirectHit);
        cards.add_face_down(DamageCard::DirectHit);
        assert_eq!(cards.damage(), 3);
        assert!(cards.flip_down(DamageCard::DirectHit));
        assert!(!cards.flip_down(DamageCard::DirectHit));
        assert_eq!(cards.damage(), 2);
        let mut chance = Scripted::numbers([2]);
        assert_eq!(cards.flip_up(&mut chance), Some(DamageCard::DirectHit));
        assert_eq!(cards.damage(), 3);
    }
}
