//! Rule: Stress. (Rules Reference, "Stress", "Check pilot stress")

use crate::battle::attack::DamageCard;
use crate::battle::tabletop::event::BattleEvent;
use crate::catalog::Difficulty;
use crate::chance::{AttackFace, Chance};
use crate::events::Sink;

use super::super::battle::Battle;
use super::super::loadout::DialEntry;
use super::damage::{Source, suffer};
use super::maneuver;

/// The speed of the white straight that a stressed ship flies when its dial shows red.
pub const STRESSED_RED_SPEED: u8 = 2;

/// A stressed ship that reveals a red maneuver flies a white straight 2 instead.
pub fn replaced_if_red(
    entry: DialEntry,
    color: Difficulty,
    stress: u8,
    base: crate::geometry::Base,
) -> Option<DialEntry> {
    debug_assert!(entry.speed <= 5, "no dial goes beyond 5");
    (0 < stress && color == Difficulty::Red).then(|| maneuver::forced_straight(base, STRESSED_RED_SPEED))
}

/// Red gives a token, green takes one away; damage cards that look at the colour act here.
pub fn check_pilot_stress<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    color: Difficulty,
) {
    match color {
        Difficulty::Red => battle.give_stress(ship, 1),
        Difficulty::Green if 0 < battle.ship(ship).stress => {
            battle.ship_mut(ship).stress -= 1;
            battle.show_tokens(ship);
        }
        Difficulty::White if 0 < battle.ship(ship).cards.face_up(DamageCard::LooseStabilizer) => {
            battle.give_stress(ship, 1);
        }
        Difficulty::Green | Difficulty::White => {}
    }
    battle.ship_mut(ship).marks.maneuver_was_red = color == Difficulty::Red;
    if color == Difficulty::Red {
        for _ in 0..battle.ship(ship).cards.face_up(DamageCard::MinorHullBreach) {
            if battle.ship(ship).is_on_board() && battle.attack_die(ship) == AttackFace::Hit {
                suffer(battle, ship, 1, 0, Source::NOBODY);
            }
        }
    }
}
