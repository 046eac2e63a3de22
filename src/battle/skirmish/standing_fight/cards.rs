//! Face-up damage cards in static mode: those texts that need neither board nor action.
//!
//! | card | effect here |
//! | --- | --- |
//! | Direct Hit! | counts as two |
//! | Blinded Pilot | the next attack rolls no attack dice; then face down |
//! | Damaged Cockpit | pilot skill 0 from the next round on |
//! | Console Fire | a die at the start of each round, in list order, initiative first: a hit is 1 damage; never put out |
//! | Minor Explosion | a die at once: a hit is 1 damage; face down |
//! | Major Explosion | a die at once: a hit is 1 critical damage; face down |
//! | Major Hull Breach | from the next round on every card is dealt face up |
//! | Structural Damage | agility −1 each |
//! | Weapon Malfunction, Weapons Failure | one attack die fewer each |
//!
//! The others do nothing here: they concern maneuvers, actions, stress, secondary weapons and pilot abilities.
//! Damage from a card takes a shield first, as any damage does; by then the shields are down.

use super::{Field, Standing};
use crate::battle::attack::{DamageCard, DamageCards, DamageDeck};
use crate::chance::{AttackFace, Chance};
use crate::ids::Side;

/// Cards on a ship, and what takes effect only next round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CardDamage {
    cards: DamageCards,
    /// A Major Hull Breach of an earlier round.
    breached: bool,
}

impl CardDamage {
    /// Attack dice after malfunctions; a blinded pilot rolls none.
    pub fn attack_dice(&self, dice: u8) -> u8 {
        if 0 < self.cards.face_up(DamageCard::BlindedPilot) {
            return 0;
        }
        let fewer = self.cards.face_up(DamageCard::WeaponMalfunction)
            + self.cards.face_up(DamageCard::WeaponsFailure);
        dice.saturating_sub(fewer)
    }

    pub fn agility(&self, agility: u8) -> u8 {
        agility.saturating_sub(self.cards.face_up(DamageCard::StructuralDamage))
    }

    pub fn on_ship(&self) -> &DamageCards {
        &self.cards
    }

    /// A blinded pilot sees again after an attack.
    pub fn after_attack(&mut self) {
        self.cards.flip_down(DamageCard::BlindedPilot);
    }
}

/// Shields, then cards from the victim's own deck.
pub(super) fn suffer<C: Chance>(
    chance: &mut C,
    deck: &mut DamageDeck,
    victim: &mut Standing,
    hits: u8,
    crits: u8,
) {
    let dealt = victim.toughness.suffer(hits, crits);
    for _ in 0..dealt.face_down {
        let card = deck.draw(chance);
        if victim.cards.breached {
            deal_face_up(chance, deck, victim, card);
        } else {
            victim.cards.cards.add_face_down(card);
        }
    }
    for _ in 0..dealt.face_up {
        let card = deck.draw(chance);
        deal_face_up(chance, deck, victim, card);
    }
    victim.toughness.damage = victim.cards.cards.damage();
}

fn deal_face_up<C: Chance>(chance: &mut C, deck: &mut DamageDeck, victim: &mut Standing, card: DamageCard) {
    victim.cards.cards.add_face_up(card);
    match card {
        DamageCard::MinorExplosion => {
            victim.cards.cards.flip_down(card);
            if chance.attack_die() == AttackFace::Hit {
                suffer(chance, deck, victim, 1, 0);
            }
        }
        DamageCard::MajorExplosion => {
            victim.cards.cards.flip_down(card);
            if chance.attack_die() == AttackFace::Hit {
                suffer(chance, deck, victim, 0, 1);
            }
        }
        _ => {}
    }
}

/// What cards of earlier rounds do at the start of a round: consoles burn, cockpits are dark, breaches gape.
pub(super) fn start_of_combat<C: Chance>(chance: &mut C, field: &mut Field, first: Side) {
    for side in [first, first.foe()] {
        for index in 0..field.ships[side.index()].len() {
            let mut ship = field.ships[side.index()][index];
            if ship.removed {
                continue;
            }
            if 0 < ship.cards.cards.face_up(DamageCard::DamagedCockpit) {
                ship.skill = 0;
            }
            ship.cards.breached = 0 < ship.cards.cards.face_up(DamageCard::MajorHullBreach);
            let deck = &mut field.decks[side.index()];
            for _ in 0..ship.cards.cards.face_up(DamageCard::ConsoleFire) {
                if chance.attack_die() == AttackFace::Hit {
                    suffer(chance, deck, &mut ship, 1, 0);
                }
            }
            if ship.toughness.is_destroyed() {
                ship.removed = true;
                deck.discard(&ship.cards.cards);
            }
            field.ships[side.index()][index] = ship;
        }
    }
}
