//! Rule: Firing arc. (Rules Reference, "Firing arc", "Auxiliary firing arc", "Primary weapon turret")
//!
//! Which weapon reaches which ship, at which range, and whether something lies in between.

use crate::battle::engagement::Terrain;
use crate::catalog::Arc as PrintedArc;
use crate::geometry::{
    Arc, ClosestLines, Convex, base_in_arc, closest_lines, distance_in_arc, range_band, segment_crosses,
};

use super::super::battle::View;
use super::super::effects::Word;
use super::super::few::bits;
use super::super::loadout::{WeaponCard, WeaponClass};

/// The farthest that a ship without huge weapons can shoot, in millimetres.
const FARTHEST: f64 = 300.0;

/// Where a shot leaves the ship.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Through {
    #[default]
    Front,
    Auxiliary,
    AnyDirection,
}

/// A weapon that reaches a target.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shot {
    pub weapon: u8,
    pub target: u8,
    /// As the rules treat it: the nebula makes it one more for most weapons.
    pub range: u8,
    pub obstructed: bool,
    pub through: Through,
}

/// The quadrant that a mobile arc points at.
fn quadrant(base: crate::geometry::Base, arc: u8) -> Arc {
    match arc {
        1 => Arc::left_quadrant(base),
        2 => Arc::rear(base),
        3 => Arc::right_quadrant(base),
        _ => Arc::front(base),
    }
}

/// True where any part of `target` lies in a firing arc of `ship`, at any range. Auxiliary arcs are firing arcs too;
/// a turret that fires in any direction has no more than the printed front arc.
pub fn in_firing_arc(view: View<'_>, ship: usize, target: usize) -> bool {
    let (from, to) = (view.ship(ship), view.ship(target));
    let inside = |arc| base_in_arc(arc, from.pose, to.base, to.pose);
    inside(Arc::front(from.base)) || auxiliary_arc(view, ship).is_some_and(inside)
}

/// The second arc of a ship, where it has one.
fn auxiliary_arc(view: View<'_>, ship: usize) -> Option<Arc> {
    let (from, loadout) = (view.ship(ship), view.loadout(ship));
    if loadout.has_arc(PrintedArc::RearAuxiliary) {
        Some(Arc::rear(from.base))
    } else if loadout.has_arc(PrintedArc::Front180Auxiliary) {
        Some(Arc::FORWARD_HALF)
    } else if loadout.has_arc(PrintedArc::MobileQuadrant) {
        Some(quadrant(from.base, from.arc))
    } else {
        None
    }
}

/// The shot of one weapon at one target; `None` where it does not reach.
pub fn shot(view: View<'_>, attacker: usize, target: usize, weapon: usize) -> Option<Shot> {
    let card = &view.loadout(attacker).weapons()[weapon];
    let (lines, through) = measure(view, attacker, target, card)?;
    let range = treated_range(view, card, lines.distance)?;
    Some(Shot {
        weapon: weapon as u8,
        target: target as u8,
        range,
        obstructed: is_obstructed(view, attacker, target, &lines),
        through,
    })
}

/// The closest lines that the weapon may use, with the arc that gives the shortest.
fn measure(
    view: View<'_>,
    attacker: usize,
    target: usize,
    card: &WeaponCard,
) -> Option<(ClosestLines, Through)> {
    let (from, to) = (view.ship(attacker), view.ship(target));
    let loadout = view.loadout(attacker);
    let reach = FARTHEST + from.base.radius() + to.base.radius();
    if reach * reach < (to.pose.position - from.pose.position).length_squared() {
        return None;
    }
    // The title that fires the turret after the primary weapon keeps every attack in the front arc.
    let front_only = loadout.words.has(Word::TurretAfterPrimary);
    if card.any_direction && !front_only {
        return Some((closest_lines(from.base, from.pose, to.base, to.pose), Through::AnyDirection));
    }
    let through_arc = |arc| distance_in_arc(from.base, from.pose, arc, to.base, to.pose);
    let front = through_arc(Arc::front(from.base)).map(|lines| (lines, Through::Front));
    let auxiliary = if card.class == WeaponClass::Primary { auxiliary_arc(view, attacker) } else { None };
    let Some(arc) = auxiliary else { return front };
    let auxiliary = through_arc(arc).map(|lines| (lines, Through::Auxiliary));
    match (front, auxiliary) {
        (Some(a), Some(b)) if b.0.distance < a.0.distance => Some(b),
        (None, b) => b,
        (a, _) => a,
    }
}

/// The range as the rules treat it; `None` where the weapon cannot fire at it.
///
/// In a nebula it counts as one band more, but not for torpedoes and missiles; cannons and turrets that fire only at
/// range 1 still do, and no weapon gains a band that it did not have.
fn treated_range(view: View<'_>, card: &WeaponCard, distance: f64) -> Option<u8> {
    let band = range_band(distance);
    if view.table.terrain != Terrain::Nebula || card.class.is_ordnance() {
        return (card.range_min <= band && band <= card.range_max).then_some(band);
    }
    if card.class != WeaponClass::Primary && card.range_max == 1 {
        return (band == 1).then_some(1);
    }
    let treated = band + view.table.switches.terrain.nebula_bands;
    (card.range_min <= band && treated <= card.range_max).then_some(treated)
}

/// An attack is obstructed where the closest line passes over an obstacle; of several closest lines the attacker
/// takes the better one.
pub fn is_obstructed(view: View<'_>, attacker: usize, target: usize, lines: &ClosestLines) -> bool {
    let crossed = |(from, to): (crate::geometry::Vec2, crate::geometry::Vec2)| {
        let middle = (from + to) * 0.5;
        let half = 0.5 * (to - from).length();
        let by_obstacle = view.state.obstacles().iter().any(|obstacle| {
            let reach = half + obstacle.radius;
            obstacle.is_there
                && obstacle.kind.obstructs()
                && (obstacle.pose.position - middle).length_squared() < reach * reach
                && segment_crosses(from, to, &obstacle.outline)
        });
        by_obstacle || crosses_ring(view, from, to) || crosses_jammer(view, attacker, target, from, to)
    };
    crossed(lines.lines[0]) && (lines.lines[0] == lines.lines[1] || crossed(lines.lines[1]))
}

/// True where a line passes through the planetary ring.
pub fn crosses_ring(view: View<'_>, from: crate::geometry::Vec2, to: crate::geometry::Vec2) -> bool {
    view.state.ring.is_some_and(|corners| segment_crosses(from, to, &Convex::from_slice(&corners)))
}

/// Ships whose base obstructs enemy attacks.
fn crosses_jammer(
    view: View<'_>,
    attacker: usize,
    target: usize,
    from: crate::geometry::Vec2,
    to: crate::geometry::Vec2,
) -> bool {
    let side = view.ship(attacker).side;
    bits(view.state.fleet(side.foe())).any(|other| {
        other != target
            && view.has(other, Word::BaseObstructs)
            && segment_crosses(from, to, &view.ship(other).base.outline(view.ship(other).pose))
    })
}

/// True where the closest line between two ships passes through the planetary ring.
pub fn ring_between(view: View<'_>, a: usize, b: usize) -> bool {
    if view.state.ring.is_none() {
        return false;
    }
    let (from, to) = (view.ship(a), view.ship(b));
    let lines = closest_lines(from.base, from.pose, to.base, to.pose).lines;
    lines.iter().all(|(from, to)| crosses_ring(view, *from, *to))
}
