//! Rule: Tractor beam. (Rules Reference, "Tractor beam")
//!
//! Each token takes one agility. The first one in a round lets the foe shift a small ship: a straight-1 boost or a
//! barrel roll, over obstacles if he likes, but not onto ships and (ruling) not off the board.

use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::event::MoveKind;
use crate::chance::Chance;
use crate::events::Sink;
use crate::geometry::{Hand, Pose, Template, roll_offset};

use super::super::battle::Battle;
use super::super::few::Few;
use super::reposition::{ROLL_LENGTH, ROLL_SHARES, stands_free};
use super::{obstacles, touching};

pub fn assign<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    attacker: usize,
    target: usize,
    tokens: u8,
) {
    if !battle.ship(target).is_on_board() || battle.ship(target).inert {
        return;
    }
    battle.ship_mut(target).tractor += tokens;
    battle.show_tokens(target);
    if battle.ship(target).marks.tractored || battle.loadout(target).is_large() {
        return;
    }
    battle.ship_mut(target).marks.tractored = true;
    let ship = battle.ship(target);
    let (start, base) = (ship.pose, ship.base);
    let mut ends: Few<Pose, 8> = Few::new_with(start);
    let boost = start.then(Template::straight(1).end(base));
    if stands_free(battle.view(), target, boost) {
        ends.push(boost);
    }
    for hand in Hand::BOTH {
        for share in ROLL_SHARES {
            let end = start.then(roll_offset(base, ROLL_LENGTH, hand, share));
            if stands_free(battle.view(), target, end) {
                ends.push(end);
            }
        }
    }
    if ends.is_empty() {
        return;
    }
    let side = battle.ship(attacker).side;
    let choice = battle.ask(side, |policy, view| policy.tractor(view, target, &ends));
    if let Some(end) = choice.and_then(|choice| ends.get(choice).copied()) {
        battle.ship_mut(target).pose = end;
        battle.emit(BattleEvent::Moved {
            ship: target as u8,
            kind: MoveKind::Tractor,
            template: None,
            start,
            parameter: 0.0,
            end,
        });
        touching::moved_away(battle, target);
        obstacles::overlapped_without_maneuver(battle, target, 0);
    }
}
