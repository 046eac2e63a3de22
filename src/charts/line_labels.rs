//! The names of curves: beside the end of each where there is room, else at the right edge with a leader to it.

use super::axes::spread;
use super::sheet::{Sheet, Type, text_width, wrap};
use super::theme::{LABEL, Look};

/// A curve to be named.
pub struct Named<'s> {
    pub label: &'s str,
    pub look: Look,
    /// Its corners; the last is its end.
    pub corners: Vec<(i32, i32)>,
}

/// Where names may stand.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// The right edge of the curves; beyond it is room for `label_width`.
    pub right: i32,
    pub upper: i32,
    pub lower: i32,
}

/// The longest line of a name; longer ones are broken.
const LONGEST: i32 = 360;
const LINE: i32 = 30;
/// From the end of a curve to its name.
const GAP: i32 = 18;
/// Room for a marker before a name at the edge.
const MARKER: i32 = 26;

/// How wide the names at the edge are.
pub fn label_width<'l>(labels: impl IntoIterator<Item = &'l str>) -> i32 {
    let lines = labels.into_iter().flat_map(lines);
    lines.map(|line| MARKER + text_width(&line, look())).max().unwrap_or(0)
}

fn look() -> Type {
    Type::new(LABEL).bold()
}

fn lines(label: &str) -> Vec<String> {
    wrap(label, look(), LONGEST)
}

/// A rectangle: left, upper, right, lower.
type Area = [i32; 4];

fn overlap(a: Area, b: Area) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

/// The place of a name right of its curve's end, if it stays left of the edge.
fn beside(named: &Named<'_>, room: Room) -> Option<Area> {
    let &(x, y) = named.corners.last()?;
    let width = text_width(named.label, look());
    let area = [x + GAP, y - LINE / 2, x + GAP + width, y + LINE / 2];
    (width <= LONGEST && area[2] <= room.right && room.upper <= area[1] && area[3] <= room.lower)
        .then_some(area)
}

/// For each name its place beside its curve, where that covers neither a curve nor a name placed before.
fn places(all: &[Named<'_>], room: Room) -> Vec<Option<Area>> {
    let mut taken: Vec<Area> = Vec::new();
    for named in all {
        for pair in named.corners.windows(2) {
            let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
            taken.push([x0.min(x1), y0.min(y1) - 4, x0.max(x1), y0.max(y1) + 4]);
        }
    }
    let place = |named: &Named<'_>| {
        let area = beside(named, room).filter(|area| !taken.iter().any(|other| overlap(*area, *other)))?;
        taken.push(area);
        Some(area)
    };
    all.iter().map(place).collect()
}

/// A name at the right edge.
struct AtEdge {
    /// Which of the curves.
    curve: usize,
    end: (i32, i32),
    lines: Vec<String>,
    height: i32,
}

impl AtEdge {
    /// From the end of the curve to the name.
    fn leader(&self, room: Room) -> [(i32, i32); 2] {
        [(self.end.0 + 8, self.end.1), (room.right + GAP - 2, self.height)]
    }

    /// A short way needs no leader.
    fn needs_leader(&self, room: Room) -> bool {
        GAP < room.right - self.end.0 || 12 < (self.height - self.end.1).abs()
    }
}

/// Names at the edge, spread so that they do not cover each other.
fn at_edge(all: &[Named<'_>], places: &[Option<Area>], room: Room) -> Vec<AtEdge> {
    let stacked = all.iter().zip(places).enumerate().filter_map(|(curve, (named, place))| {
        let &end = named.corners.last()?;
        place.is_none().then(|| AtEdge { curve, end, lines: lines(named.label), height: end.1 })
    });
    let mut stacked: Vec<AtEdge> = stacked.collect();
    let mut heights: Vec<i32> = stacked.iter().map(|name| name.height).collect();
    let sizes: Vec<i32> = stacked.iter().map(|name| LINE * name.lines.len() as i32 + 6).collect();
    spread(&mut heights, &sizes, room.upper, room.lower);
    for (name, height) in stacked.iter_mut().zip(heights) {
        name.height = height;
    }
    stacked
}

/// Whether a line that goes to the right passes through an area.
fn crosses([from, to]: [(i32, i32); 2], area: Area) -> bool {
    let (left, right) = (from.0.max(area[0]), to.0.min(area[2]));
    if right < left {
        return false;
    }
    let at = |x: i32| from.1 + (to.1 - from.1) * (x - from.0) / (to.0 - from.0).max(1);
    let (one, other) = (at(left), at(right));
    one.min(other) <= area[3] && area[1] <= one.max(other)
}

/// Places beside the curves, and the names at the edge. A name that a leader would strike through goes to the edge too.
fn arrange(all: &[Named<'_>], room: Room) -> (Vec<Option<Area>>, Vec<AtEdge>) {
    let mut places = places(all, room);
    loop {
        let edge = at_edge(all, &places, room);
        let leaders: Vec<_> =
            edge.iter().filter(|name| name.needs_leader(room)).map(|name| name.leader(room)).collect();
        let struck = places
            .iter()
            .position(|place| place.is_some_and(|area| leaders.iter().any(|leader| crosses(*leader, area))));
        match struck {
            Some(name) => places[name] = None,
            None => return (places, edge),
        }
    }
}

/// Draws every name.
pub fn draw_labels(sheet: &mut Sheet<'_>, all: &[Named<'_>], room: Room) {
    let (places, edge) = arrange(all, room);
    for (named, area) in all.iter().zip(places).filter_map(|(named, place)| Some((named, place?))) {
        sheet.text((area[0], area[1] + LINE / 2 + 9), named.label, look().color(named.look.color));
    }
    for name in &edge {
        let look_of_curve = all[name.curve].look;
        let (color, at) = (look_of_curve.color, (room.right + GAP, name.height));
        if name.needs_leader(room) {
            let [from, to] = name.leader(room);
            sheet.line(from, to, color, 1);
        }
        if 1 < all.len() {
            sheet.marker((at.0 + 9, at.1), look_of_curve.marker, 7, color);
        }
        let first = at.1 + 9 - LINE * (name.lines.len() as i32 - 1) / 2;
        for (i, line) in name.lines.iter().enumerate() {
            sheet.text((at.0 + MARKER, first + LINE * i as i32), line, look().color(color));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(corners: &[(i32, i32)]) -> Named<'static> {
        Named { label: "Rebel", look: Look::PLAIN, corners: corners.to_vec() }
    }

    #[test]
    fn a_name_stands_at_its_curves_end_unless_another_curve_is_there() {
        let room = Room { right: 1000, upper: 0, lower: 500 };
        let short = named(&[(0, 100), (400, 200)]);
        let far = named(&[(0, 400), (1000, 400)]);
        let found = places(&[short, far], room);
        assert_eq!(found[0].map(|area| area[0]), Some(400 + GAP));
        assert_eq!(found[1], None, "at the edge there is no room left of it");
        let crossing = named(&[(0, 200), (1000, 200)]);
        assert_eq!(places(&[named(&[(0, 100), (400, 200)]), crossing], room), [None, None]);
    }

    /// Both end at (400, 200): the first has its name there until the leader of the second would go through it.
    #[test]
    fn a_name_that_a_leader_would_strike_through_goes_to_the_edge() {
        let room = Room { right: 1000, upper: 0, lower: 500 };
        let both = [named(&[(0, 100), (400, 200)]), named(&[(0, 300), (400, 200)])];
        assert_eq!(places(&both, room).iter().flatten().count(), 1);
        let (places, edge) = arrange(&both, room);
        assert_eq!((places, edge.len()), (vec![None, None], 2));
        assert!(LINE <= (edge[0].height - edge[1].height).abs());
        let area = [100, 50, 200, 100];
        assert!(crosses([(0, 0), (300, 150)], area), "at 150 it is at 75");
        assert!(!crosses([(0, 120), (300, 130)], area) && !crosses([(210, 75), (300, 75)], area));
    }

    #[test]
    fn long_names_are_broken_and_not_cut() {
        let long = lines("Exploration, loot and the black market");
        assert!(1 < long.len() && long.iter().all(|line| text_width(line, look()) <= LONGEST));
        assert!(label_width(["Exploration, loot and the black market"]) <= LONGEST + MARKER);
    }
}
