//! Rule: End phase. (Rules Reference, "End phase"; campaign rulebook, unusual features)

use crate::battle::attack::{CardType, DamageCard};
use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::event::Phase;
use crate::chance::{AttackFace, Chance};
use crate::events::Sink;

use super::super::battle::Battle;
use super::super::effects::Word;
use super::super::few::bits;
use super::super::state::RoundMarks;
use super::super::{missions, terrain};
use super::{critical_damage, fleeing};

pub fn end_phase<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    battle.state.phase = Phase::End;
    battle.emit(BattleEvent::PhaseBegan { phase: Phase::End });
    missions::start_of_end_phase(battle);
    for ship in bits(battle.state.on_board()) {
        remove_tokens(battle, ship);
        repair_by_cards(battle, ship);
    }
    terrain::end_phase(battle);
    missions::end_phase(battle);
    fleeing::remove_fled(battle);
    for ship in bits(battle.state.on_board()) {
        battle.ship_mut(ship).marks = RoundMarks::default();
    }
}

/// Focus, evade, tractor and weapons-disabled tokens go; stress, ion, cloak and locks stay.
fn remove_tokens<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let keeps_focus = battle.has(ship, Word::KeepFocus);
    let keeps_evade = battle.has(ship, Word::KeepEvade);
    let state = battle.ship_mut(ship);
    let before = state.token_counts();
    if !keeps_focus {
        state.focus = 0;
    }
    if !keeps_evade {
        state.evade = 0;
    }
    state.tractor = 0;
    state.weapons_disabled = false;
    if state.token_counts() != before {
        battle.show_tokens(ship);
    }
}

/// An astromech turns a Ship card down; a droid restores a shield where none is left.
fn repair_by_cards<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    if battle.has(ship, Word::FlipShipCardDown) {
        let cards = battle.ship(ship).cards;
        let ship_card = |card: &DamageCard| card.card_type() == CardType::Ship && 0 < cards.face_up(*card);
        // Direct Hit! first: turned down it counts one less.
        if let Some(card) = DamageCard::ALL.into_iter().find(ship_card) {
            critical_damage::flip_down(battle, ship, card);
        }
    }
    if battle.has(ship, Word::ShieldWhenNone)
        && battle.ship(ship).shields == 0
        && 0 < battle.loadout(ship).shields
    {
        battle.regain_shield(ship);
        if battle.attack_die(ship) == AttackFace::Hit {
            turn_card_up(battle, ship);
        }
    }
}

/// Turns a face-down card, chosen by lot, up and resolves it.
pub fn turn_card_up<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let side = battle.ship(ship).side.index();
    let deck = &mut battle.fortune.decks[side];
    let Some(card) = battle.state.ships[ship].cards.flip_up(deck) else { return };
    battle.ship_mut(ship).damage = battle.ship(ship).cards.damage();
    battle.emit(BattleEvent::CardFlipped { ship: ship as u8, card, face_up: true });
    if card.card_type() == CardType::Pilot {
        battle.ship_mut(ship).fate.wounded = true;
    }
    critical_damage::resolve(battle, ship, card, super::damage::Source::NOBODY);
    super::damage::check_destroyed(battle, ship, super::damage::Source::NOBODY);
}
