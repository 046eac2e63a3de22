//! Rule: Cloak. (Rules Reference, "Cloak", "Decloak")

use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::event::MoveKind;
use crate::chance::Chance;
use crate::events::Sink;
use crate::geometry::{Hand, PATH_END, Pose, Template, strip_overlaps_polygon};

use super::super::battle::{Battle, View};
use super::super::few::{Few, bits};
use super::reposition::{DECLOAK_LENGTH, ROLL_SHARES, forward, polygons_overlap, roll_strip, sideways};
use super::skill::activation_skill;
use super::{obstacles, touching};

/// Where a cloaked ship may decloak to.
pub type Decloaks = Few<Pose, 8>;

pub fn decloaks(view: View<'_>, ship: usize) -> Decloaks {
    let mut ends = Decloaks::new_with(view.ship(ship).pose);
    if let Some(end) = forward(view, ship, Template::straight(2)) {
        ends.push(end);
    }
    for hand in Hand::BOTH {
        for share in ROLL_SHARES {
            if let Some(end) = sideways(view, ship, DECLOAK_LENGTH, hand, share) {
                ends.push(end);
            }
        }
    }
    ends
}

/// The start of the Activation phase: cloaked ships may decloak, lowest skill first.
pub fn decloaking<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let mut waiting = battle.state.mask(|ship| ship.is_active() && ship.cloaked);
    while waiting != 0 {
        let view = battle.view();
        let initiative = view.state.initiative;
        let next = bits(waiting)
            .min_by_key(|ship| (activation_skill(view, *ship), view.ship(*ship).side != initiative, *ship));
        let Some(ship) = next else { return };
        waiting &= !(1 << ship);
        let ends = decloaks(battle.view(), ship);
        if ends.is_empty() {
            continue;
        }
        let side = battle.ship(ship).side;
        let choice = battle.ask(side, |policy, view| policy.decloak(view, ship, &ends));
        if let Some(end) = choice.and_then(|choice| ends.get(choice).copied()) {
            let start = battle.ship(ship).pose;
            battle.ship_mut(ship).cloaked = false;
            battle.ship_mut(ship).pose = end;
            battle.emit(BattleEvent::Moved {
                ship: ship as u8,
                kind: MoveKind::Decloak,
                template: None,
                start,
                parameter: 0.0,
                end,
            });
            touching::moved_away(battle, ship);
            battle.show_tokens(ship);
            let base = battle.ship(ship).base;
            let ahead = start.relative(end).position.y.abs() < base.half_width;
            let crossed = if ahead {
                obstacles::mines_crossed(battle, |mine| {
                    strip_overlaps_polygon(Template::straight(2), base, start, PATH_END, mine)
                })
            } else {
                let strip = roll_strip(base, DECLOAK_LENGTH, start, end);
                obstacles::mines_crossed(battle, |mine| polygons_overlap(&strip, mine))
            };
            obstacles::overlapped_without_maneuver(battle, ship, crossed);
        }
    }
}
