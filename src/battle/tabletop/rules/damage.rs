//! Rule: Damage. (Rules Reference, "Damage", "Destroying ships")

use crate::battle::attack::{CardType, DamageCard, Toughness};
use crate::battle::tabletop::event::BattleEvent;
use crate::catalog::BaseSize;
use crate::chance::Chance;
use crate::events::Sink;

use super::super::battle::Battle;
use super::super::effects::Word;
use super::super::few::bits;
use super::super::missions;
use super::super::state::Status;
use super::range::ships_at_range;
use super::{critical_damage, simultaneous_attack};

/// Who did it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Source {
    /// The ship that gets the credit; `None` for obstacles, mines and one's own doing.
    pub by: Option<u8>,
    /// A weapon or effect that deals ion tokens.
    pub ion: bool,
}

impl Source {
    pub const NOBODY: Source = Source { by: None, ion: false };

    pub const fn ship(ship: usize) -> Source {
        Source { by: Some(ship as u8), ion: false }
    }
}

/// Hits first, then crits; each takes a shield, else deals a card. Then the ship may be destroyed.
pub fn suffer<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    hits: u8,
    crits: u8,
    source: Source,
) {
    if !battle.ship(ship).is_on_board() || hits + crits == 0 {
        return;
    }
    if battle.ship(ship).counts_damage {
        return suffer_tokens(battle, ship, hits + crits, source);
    }
    let mut toughness = Toughness {
        shields: battle.ship(ship).shields,
        hull: battle.loadout(ship).hull,
        damage: battle.ship(ship).damage,
    };
    let dealt = toughness.suffer(hits, crits);
    if 0 < dealt.shields {
        battle.ship_mut(ship).shields = toughness.shields;
        battle.emit(BattleEvent::Shields { ship: ship as u8, shields: toughness.shields });
    }
    for _ in 0..dealt.face_down {
        deal_card(battle, ship, false, source);
    }
    for _ in 0..dealt.face_up {
        deal_card(battle, ship, true, source);
    }
    check_destroyed(battle, ship, source);
}

/// Cards dealt by an effect ignore shields.
pub fn deal_past_shields<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    face_up: u8,
    source: Source,
) {
    if !battle.ship(ship).is_on_board() {
        return;
    }
    for _ in 0..face_up {
        deal_card(battle, ship, true, source);
    }
    check_destroyed(battle, ship, source);
}

/// One card from the owner's deck.
fn deal_card<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    face_up: bool,
    source: Source,
) {
    // An explosion aboard may have ended it before the last card is dealt.
    if !battle.ship(ship).is_on_board() {
        return;
    }
    if battle.ship(ship).counts_damage {
        battle.ship_mut(ship).damage += 1;
        return;
    }
    let side = battle.ship(ship).side.index();
    // Major Hull Breach: from the next round on every card comes face up.
    let breached = 0 < battle.ship(ship).cards.face_up(DamageCard::MajorHullBreach)
        && battle.ship(ship).breach_round <= battle.state.round;
    let face_up = face_up || breached;
    if battle.has(ship, Word::CancelCardOnce) && battle.ship(ship).has_once(Word::CancelCardOnce) {
        // An astromech catches the card that would be the last, or any face-up one.
        let last = battle.loadout(ship).hull <= battle.ship(ship).damage + 1;
        if (last || face_up) && battle.wants(ship, Word::CancelCardOnce) {
            battle.ship_mut(ship).use_up(Word::CancelCardOnce);
            let card = battle.state.decks[side].draw(&mut battle.fortune.decks[side]);
            battle.state.decks[side].discard_card(card);
            return;
        }
    }
    let card = battle.state.decks[side].draw(&mut battle.fortune.decks[side]);
    let counts = if face_up && card == DamageCard::DirectHit { 2 } else { 1 };
    if rescued_by_crew(battle, ship, counts) {
        battle.state.decks[side].discard_card(card);
        return;
    }
    battle.ship_mut(ship).fate.took_card = true;
    if !face_up {
        battle.ship_mut(ship).cards.add_face_down(card);
        battle.ship_mut(ship).damage = battle.ship(ship).cards.damage();
        battle.emit(BattleEvent::DamageDealt { ship: ship as u8, card, face_up: false });
        return;
    }
    let pilot_card = card.card_type() == CardType::Pilot;
    let canceled = if pilot_card {
        battle.has(ship, Word::DiscardPilotCards)
    } else {
        battle.has(ship, Word::CancelShipCardOnce)
            && battle.ship(ship).has_once(Word::CancelShipCardOnce)
            && battle.wants(ship, Word::CancelShipCardOnce)
    };
    if canceled {
        if !pilot_card {
            battle.ship_mut(ship).use_up(Word::CancelShipCardOnce);
        }
        battle.state.decks[side].discard_card(card);
        return;
    }
    battle.ship_mut(ship).cards.add_face_up(card);
    battle.ship_mut(ship).damage = battle.ship(ship).cards.damage();
    battle.emit(BattleEvent::DamageDealt { ship: ship as u8, card, face_up: true });
    if pilot_card {
        battle.ship_mut(ship).fate.wounded = true;
    }
    critical_damage::resolve(battle, ship, card, source);
}

/// A crew member who discards a card as it is dealt and gives a shield back: kept for the one that would be the last.
fn rescued_by_crew<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    counts: u8,
) -> bool {
    let word = Word::CancelCardAndShieldOnce;
    let last = battle.loadout(ship).hull <= battle.ship(ship).damage + counts;
    let rescued =
        last && battle.has(ship, word) && battle.ship(ship).has_once(word) && battle.wants(ship, word);
    if rescued {
        battle.ship_mut(ship).use_up(word);
        battle.regain_shield(ship);
    }
    rescued
}

/// A mission's token counts its damage without cards.
fn suffer_tokens<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    damage: u8,
    source: Source,
) {
    let on_shields = battle.ship(ship).shields.min(damage);
    battle.ship_mut(ship).shields -= on_shields;
    battle.ship_mut(ship).damage += damage - on_shields;
    let shields = battle.ship(ship).shields;
    battle.emit(BattleEvent::Shields { ship: ship as u8, shields });
    check_destroyed(battle, ship, source);
}

/// Cards at least as many as the hull destroy a ship; in a simultaneous attack it stays for its own shot.
pub fn check_destroyed<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    source: Source,
) {
    let state = battle.ship(ship);
    if !state.is_on_board() || state.marks.doomed || state.damage < battle.loadout(ship).hull {
        return;
    }
    let round = battle.state.round;
    let fate = &mut battle.ship_mut(ship).fate;
    fate.by = source.by;
    fate.ion_kill = source.ion;
    fate.round = round;
    if simultaneous_attack::stays_for_its_shot(battle.view(), ship) {
        battle.ship_mut(ship).marks.doomed = true;
    } else {
        destroy(battle, ship);
    }
}

/// Takes a destroyed ship off the board.
pub fn destroy<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let side = battle.ship(ship).side;
    let fate = battle.ship(ship).fate;
    let near = ships_at_range(battle.view(), ship, battle.state.on_board(), 1);
    let cards = battle.ship(ship).cards;
    battle.state.decks[side.index()].discard(&cards);
    let state = battle.ship_mut(ship);
    state.status = Status::Destroyed;
    state.marks.doomed = false;
    battle.state.forget(ship);
    battle.emit(BattleEvent::Destroyed { ship: ship as u8, by: fate.by, ion_kill: fate.ion_kill });
    if !battle.ship(ship).inert {
        battle.state.points_lost[side.index()] += battle.loadout(ship).points;
    }
    if let Some(by) = fate.by
        && battle.ship(usize::from(by)).side != side
        && !battle.ship(ship).inert
    {
        let size = battle.loadout(ship).size;
        let credit = &mut battle.ship_mut(usize::from(by)).fate;
        match size {
            BaseSize::Small => credit.small_kills += 1,
            BaseSize::Large => credit.large_kills += 1,
            BaseSize::Huge => credit.huge_kills += 1,
        }
    }
    missions::ship_destroyed(battle, ship);
    if battle.loadout(ship).words.has(Word::ExplodeOnDestruction) {
        for other in bits(near) {
            suffer(battle, other, 1, 0, Source::ship(ship));
        }
    }
}
