//! Rule: Critical damage. (both damage decks; which cards exist is in `battle/attack/damage_deck.csv`)
//!
//! What a face-up card does at once. Cards that act later are looked up by the rule they change: agility, skill,
//! firing, maneuvers, actions, planning, the start of Combat.

use crate::battle::attack::{DamageCard, DamageCards};
use crate::battle::engagement::DamageDeckKind;
use crate::battle::tabletop::event::BattleEvent;
use crate::chance::{AttackFace, Chance};
use crate::events::Sink;

use super::super::battle::{Battle, View};
use super::super::loadout::WeaponClass;
use super::super::state::Ship;
use super::damage::{Source, suffer};

/// What the action of a face-up card needs to turn it down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// The action is enough.
    Sure,
    Hit,
    HitOrCrit,
}

/// Cards with an action, by deck: original, later.
#[rustfmt::skip]
const REPAIRS: [(DamageCard, [Option<Repair>; 2]); 7] = [
    (DamageCard::ConsoleFire,        [Some(Repair::Sure),      Some(Repair::Sure)]),
    (DamageCard::DamagedSensorArray, [Some(Repair::Hit),       Some(Repair::HitOrCrit)]),
    (DamageCard::StructuralDamage,   [Some(Repair::Hit),       Some(Repair::HitOrCrit)]),
    (DamageCard::WeaponMalfunction,  [Some(Repair::HitOrCrit), None]),
    (DamageCard::WeaponsFailure,     [None,                    Some(Repair::HitOrCrit)]),
    (DamageCard::LooseStabilizer,    [None,                    Some(Repair::Sure)]),
    (DamageCard::MajorHullBreach,    [None,                    Some(Repair::Sure)]),
];

/// The face-up cards of a ship that have an action.
pub fn repairs(deck: DamageDeckKind, cards: &DamageCards) -> impl Iterator<Item = (DamageCard, Repair)> + '_ {
    REPAIRS.iter().filter_map(move |(card, by_deck)| {
        let repair = by_deck[deck as usize]?;
        (0 < cards.face_up(*card)).then_some((*card, repair))
    })
}

/// Takes the action of a face-up card; says whether it was turned down.
pub fn repair<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    card: DamageCard,
) -> bool {
    let deck = battle.table.switches.damage_deck;
    let needs =
        repairs(deck, &battle.ship(ship).cards).find(|(title, _)| *title == card).map(|(_, needs)| needs);
    let repaired = match needs {
        None => false,
        Some(Repair::Sure) => true,
        Some(Repair::Hit) => battle.attack_die(ship) == AttackFace::Hit,
        Some(Repair::HitOrCrit) => matches!(battle.attack_die(ship), AttackFace::Hit | AttackFace::Crit),
    };
    if repaired {
        flip_down(battle, ship, card);
    }
    repaired
}

pub fn flip_down<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    card: DamageCard,
) {
    if battle.ship_mut(ship).cards.flip_down(card) {
        battle.ship_mut(ship).damage = battle.ship(ship).cards.damage();
        battle.emit(BattleEvent::CardFlipped { ship: ship as u8, card, face_up: false });
    }
}

/// A card that comes face up acts.
pub fn resolve<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    card: DamageCard,
    source: Source,
) {
    match card {
        DamageCard::DamagedCockpit => battle.ship_mut(ship).cockpit_round = battle.state.round + 1,
        DamageCard::MajorHullBreach => battle.ship_mut(ship).breach_round = battle.state.round + 1,
        DamageCard::ShakenPilot => battle.ship_mut(ship).no_straight = true,
        DamageCard::ThrustControlFire => {
            battle.give_stress(ship, 1);
            flip_down(battle, ship, card);
        }
        DamageCard::MinorExplosion => {
            let face = battle.attack_die(ship);
            flip_down(battle, ship, card);
            if face == AttackFace::Hit {
                suffer(battle, ship, 1, 0, source);
            }
        }
        DamageCard::MajorExplosion => {
            let face = battle.attack_die(ship);
            flip_down(battle, ship, card);
            if face == AttackFace::Hit {
                suffer(battle, ship, 0, 1, source);
            }
        }
        DamageCard::MunitionsFailure => {
            lose_secondary_weapon(battle, ship);
            flip_down(battle, ship, card);
        }
        // These act while they lie face up.
        DamageCard::DirectHit
        | DamageCard::BlindedPilot
        | DamageCard::InjuredPilot
        | DamageCard::StunnedPilot
        | DamageCard::ConsoleFire
        | DamageCard::DamagedEngine
        | DamageCard::DamagedSensorArray
        | DamageCard::MinorHullBreach
        | DamageCard::LooseStabilizer
        | DamageCard::StructuralDamage
        | DamageCard::WeaponMalfunction
        | DamageCard::WeaponsFailure => {}
    }
}

/// The owner gives up the secondary weapon that costs least.
fn lose_secondary_weapon<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let charges = battle.ship(ship).charges;
    let weapons = battle.loadout(ship).weapons().iter().enumerate();
    let cheapest = weapons
        .filter(|(weapon, card)| card.class != WeaponClass::Primary && 0 < charges[*weapon])
        .min_by_key(|(_, card)| card.points);
    if let Some((weapon, _)) = cheapest {
        battle.ship_mut(ship).charges[weapon] = 0;
    }
}

/// Blinded Pilot of the later deck: no attacks at all while it lies face up.
pub fn forbids_attack(view: View<'_>, ship: &Ship) -> bool {
    view.table.switches.damage_deck == DamageDeckKind::ForceAwakens
        && 0 < ship.cards.face_up(DamageCard::BlindedPilot)
}

/// Blinded Pilot of the later deck turns down after the next chance to attack.
pub fn after_chance_to_attack<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    if battle.ship(ship).is_on_board() && forbids_attack(battle.view(), battle.ship(ship)) {
        flip_down(battle, ship, DamageCard::BlindedPilot);
    }
}

/// Blinded Pilot of the original deck turns down after the attack that rolled no dice.
pub fn after_attack<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    if battle.table.switches.damage_deck == DamageDeckKind::Original {
        flip_down(battle, ship, DamageCard::BlindedPilot);
    }
}
