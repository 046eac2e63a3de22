//! Rule: Maneuver. (Rules Reference, "Maneuver", "Overlapping ships", "Koiogran turn", "Segnor's Loop", "Tallon Roll")

use crate::battle::attack::DamageCard;
use crate::battle::engagement::DamageDeckKind;
use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::event::MoveKind;
use crate::catalog::{Bearing, Difficulty};
use crate::chance::{AttackFace, Chance};
use crate::events::Sink;
use crate::geometry::{
    Base, Hand, Pose, SLIDE_PRECISION, Slide, Vec2, overlap_base_base, slide_back_within, turn,
};

use super::super::battle::{Battle, View};
use super::super::effects::Word;
use super::super::few::{Few, bits};
use super::super::loadout::{DialEntry, Flip};
use super::super::state::MAX_SHIPS;
use super::damage::{Source, suffer};
use super::obstacles::{self, Met};
use super::touching;

/// A Tallon Roll may be set down this far forward or back of the template's end.
const TALLON_SHIFT: f64 = 10.0;

/// The colour of a maneuver for this ship now.
pub fn difficulty(view: View<'_>, ship: usize, entry: &DialEntry) -> Difficulty {
    let state = view.ship(ship);
    if state.marks.all_green {
        return Difficulty::Green;
    }
    if entry.is_turn() && 0 < state.cards.face_up(DamageCard::DamagedEngine) {
        return Difficulty::Red;
    }
    if view.has_lost_astromech(ship) { entry.printed } else { entry.difficulty }
}

/// How exactly a pilot foresees where a bump would leave him, in millimetres.
const GUESS: f64 = 2.0;

/// Other ships where they are or are expected.
pub type Others = Few<(u8, Base, Pose), MAX_SHIPS>;

/// Flies a maneuver: template, overlap, obstacles. The stress check and the action are the activation's.
pub fn execute<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    entry: &DialEntry,
    kind: MoveKind,
) -> Met {
    let start = battle.ship(ship).pose;
    let base = battle.ship(ship).base;
    let others = in_reach(base, start, entry, &others(battle.view(), ship));
    let (end, slide, touched) = destination(base, start, entry, &others, SLIDE_PRECISION);
    let moved = end != start;
    battle.ship_mut(ship).pose = end;
    battle.emit(BattleEvent::Moved {
        ship: ship as u8,
        kind,
        template: Some(entry.template),
        start,
        parameter: slide.parameter,
        end,
    });
    if moved {
        touching::moved_away(battle, ship);
    }
    if touched != 0 {
        touching::touches(battle, ship, touched);
        battle.ship_mut(ship).marks.bumped = true;
        battle.ship_mut(ship).marks.skips_action = true;
        battle.emit(BattleEvent::Bumped { ship: ship as u8, into: touched });
    }
    battle.ship_mut(ship).marks.speed_flown = entry.speed;
    // Which obstacles the move met: strip and final base.
    let met = obstacles::met_on_the_way(battle, ship, entry.template, start, slide.parameter);
    battle.ship_mut(ship).on_obstacles = obstacles::under_base(battle, ship);
    obstacles::trigger_mines(battle, ship, &met);
    after_overlap(battle, ship, touched);
    met
}

/// Everybody else on the board.
pub fn others(view: View<'_>, ship: usize) -> Others {
    let own = view.ship(ship);
    let mut others = Others::new_with((0, own.base, own.pose));
    for other in bits(view.state.on_board() & !(1 << ship)) {
        others.push((other as u8, view.ship(other).base, view.ship(other).pose));
    }
    others
}

/// Those whom the move could touch, by its longest reach.
fn in_reach(base: Base, start: Pose, entry: &DialEntry, others: &Others) -> Others {
    let travel = entry.end.position.length() + 2.0 * base.radius() + TALLON_SHIFT;
    let mut near = Others::new_with((0, base, start));
    for (other, other_base, pose) in others.iter() {
        let reach = travel + other_base.radius();
        if (pose.position - start.position).length_squared() < reach * reach {
            near.push((*other, *other_base, *pose));
        }
    }
    near
}

/// Where a maneuver ends, how far it came, and whom it touches (by ship number).
fn destination(
    base: Base,
    start: Pose,
    entry: &DialEntry,
    others: &Others,
    precision: f64,
) -> (Pose, Slide, u32) {
    let mut plain: Few<(Base, Pose), MAX_SHIPS> = Few::new_with((base, start));
    others.iter().for_each(|(_, other, pose)| {
        plain.push((*other, *pose));
    });
    let slide = slide_back_within(entry.template, base, start, &plain, precision);
    if slide.touched == 0 {
        let end = match entry.flip {
            Flip::No => slide.pose,
            Flip::Around => slide.pose.turned(turn::AROUND),
            Flip::Quarter(hand) => slide.pose.turned(quarter(hand)),
        };
        return (end, slide, 0);
    }
    // A Tallon Roll must take a spot without overlap if there is one.
    if let Flip::Quarter(hand) = entry.flip {
        let full = start.then(entry.template.end(base)).turned(quarter(hand));
        for shift in [TALLON_SHIFT, -TALLON_SHIFT] {
            let end = Pose { position: full.position + full.heading * shift, ..full };
            if !plain.iter().any(|(other, pose)| overlap_base_base(base, *other, end.relative(*pose))) {
                let slide = Slide { parameter: crate::geometry::PATH_END, pose: end, touched: 0 };
                return (end, slide, 0);
            }
        }
    }
    // Set back along the template: no flip.
    let touched = bits(slide.touched).fold(0, |mask, i| mask | 1 << others[i].0);
    (slide.pose, slide, touched)
}

fn quarter(hand: Hand) -> Vec2 {
    match hand {
        Hand::Left => turn::LEFT_90,
        Hand::Right => turn::RIGHT_90,
    }
}

/// Where a dial entry would end for a ship now, for policies: pose, and whether it would bump.
pub fn foresee(view: View<'_>, ship: usize, entry: &DialEntry) -> (Pose, bool) {
    foresee_among(view.ship(ship).base, view.ship(ship).pose, entry, &others(view, ship))
}

/// The same with the others where they are expected.
pub fn foresee_among(base: Base, start: Pose, entry: &DialEntry, others: &Others) -> (Pose, bool) {
    // Most moves end where nobody stands: only the end counts then.
    let end = start.then(entry.end);
    let is_free = !others.iter().any(|(_, other, pose)| {
        let near = 2.0 * (base.radius_squared() + other.radius_squared());
        (pose.position - end.position).length_squared() < near
            && overlap_base_base(base, *other, end.relative(*pose))
    });
    if is_free || entry.speed == 0 {
        return (end, false);
    }
    let (end, _, touched) = destination(base, start, entry, &in_reach(base, start, entry, others), GUESS);
    (end, touched != 0)
}

/// Cards that act on an overlap: a stunned pilot is hurt, pursuit lasers shoot.
fn after_overlap<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, touched: u32) {
    let overlaps = obstacles::stands_on_one(battle.view(), ship)
        || match battle.table.switches.damage_deck {
            DamageDeckKind::Original => touched != 0,
            DamageDeckKind::ForceAwakens => battle.ship(ship).touching != 0,
        };
    if overlaps && 0 < battle.ship(ship).cards.face_up(DamageCard::StunnedPilot) {
        suffer(battle, ship, 1, 0, Source::NOBODY);
    }
    let side = battle.ship(ship).side;
    for other in bits(touched) {
        if battle.ship(other).side != side
            && battle.has(other, Word::BumpDamage)
            && battle.ship(ship).is_on_board()
        {
            let face = battle.attack_die(ship);
            if matches!(face, AttackFace::Hit | AttackFace::Crit) {
                suffer(battle, ship, 1, 0, Source::ship(other));
            }
        }
    }
}

/// The white straight 1 of an ionized ship and the white straight 2 of a stressed one that revealed red.
pub fn forced_straight(base: Base, speed: u8) -> DialEntry {
    DialEntry::new(speed, Bearing::Straight, Difficulty::White, base)
}
