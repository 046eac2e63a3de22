//! A quick look from one pose at another: is it in reach, at which range, and in arc?
//!
//! Planning weighs thousands of pairs of poses, so bases are taken as discs here and arcs are widened by the target's
//! size. The rules measure exactly; only guesses of what might come rest on this.

use crate::catalog::Arc;
use crate::geometry::{Base, Pose};

use super::super::battle::View;
use super::super::loadout::Loadout;

/// Ordinary ships shoot no farther.
const FARTHEST: f64 = 300.0;
/// A square seen from the side is a little wider than its half.
const BREADTH: f64 = 1.12;
/// Tangent of half the printed front arc.
const SMALL_ARC: f64 = 0.858;
const LARGE_ARC: f64 = 0.893;

/// What one ship could do to another, of two poses.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sight {
    /// Range band, 0 where out of reach.
    pub band: u8,
    /// In an arc of the primary weapon.
    pub in_arc: bool,
}

/// Whether and how `from` sees `to`.
#[inline]
pub fn look(loadout: &Loadout, quadrant: u8, from: Pose, base: Base, to: Pose) -> Sight {
    let local = from.local(to.position);
    let size = BREADTH * base.half_width;
    let own = loadout.base.half_width;
    let (ahead, aside) = (local.x.abs() - own, local.y.abs() - own);
    let beyond = FARTHEST + size;
    if beyond < ahead || beyond < aside {
        return Sight::default();
    }
    let (ahead, aside) = (ahead.max(0.0), aside.max(0.0));
    let distance = (ahead * ahead + aside * aside).sqrt() - size;
    if FARTHEST < distance {
        return Sight::default();
    }
    let band = 1 + u8::from(100.0 < distance) + u8::from(200.0 < distance);
    Sight { band, in_arc: in_arc(loadout, quadrant, local.x, local.y, size) }
}

#[inline]
fn in_arc(loadout: &Loadout, quadrant: u8, ahead: f64, aside: f64, size: f64) -> bool {
    let has = |arc: Arc| loadout.arcs >> arc.index() & 1 == 1;
    if has(Arc::Turret) {
        return true;
    }
    let slope = if loadout.base.half_width <= Base::SMALL.half_width { SMALL_ARC } else { LARGE_ARC };
    let wedge = |along: f64, across: f64, slope: f64| -size < along && across.abs() - size <= slope * along;
    wedge(ahead, aside, slope)
        || has(Arc::RearAuxiliary) && wedge(-ahead, aside, slope)
        || has(Arc::Front180Auxiliary) && -size < ahead
        || has(Arc::MobileQuadrant)
            && match quadrant {
                1 => wedge(aside, ahead, 1.0 / slope),
                2 => wedge(-ahead, aside, slope),
                3 => wedge(-aside, ahead, 1.0 / slope),
                _ => false,
            }
}

/// Hit points left.
pub fn hit_points(view: View<'_>, ship: usize) -> f32 {
    let state = view.ship(ship);
    f32::from((state.shields + view.loadout(ship).hull.saturating_sub(state.damage)).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::squad_text::parse_inline;
    use crate::geometry::{Vec2, distance_in_arc, range_band};

    fn loadout(pilot: &str) -> Loadout {
        Loadout::new(&parse_inline(pilot).expect("a pilot").ships[0])
    }

    /// The quick look is a guess near borders and right elsewhere: over a grid of poses around an X-wing it sees
    /// what the exact measure sees in all but one of twenty, and never misses the range by more than one band.
    #[test]
    fn quick_look_is_near_the_exact_measure() {
        let xwing = loadout("Rookie Pilot");
        let headings = [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0), Vec2::new(0.8, 0.6), Vec2::new(-0.6, 0.8)];
        let (mut looked, mut wrong) = (0, 0);
        for (x, y) in
            (-35..=35).flat_map(|x| (-35..=35).map(move |y| (10.0 * f64::from(x), 10.0 * f64::from(y))))
        {
            if x.hypot(y) < 60.0 {
                continue;
            }
            for heading in headings {
                let to = Pose::new(x, y, heading);
                let quick = look(&xwing, 0, Pose::ORIGIN, Base::SMALL, to);
                let front = crate::geometry::Arc::front(Base::SMALL);
                let exact = distance_in_arc(Base::SMALL, Pose::ORIGIN, front, Base::SMALL, to)
                    .map(|lines| range_band(lines.distance))
                    .filter(|band| *band <= 3);
                let seen = (quick.in_arc && 0 < quick.band).then_some(quick.band);
                looked += 1;
                wrong += u32::from(seen.is_some() != exact.is_some());
                if let (Some(seen), Some(exact)) = (seen, exact) {
                    assert!(seen.abs_diff(exact) <= 1, "band {seen} for {exact} at {x}, {y}");
                }
            }
        }
        assert!(20 * wrong <= looked, "{wrong} of {looked} looks are wrong");
    }
}
