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

/// Draws every name; those at the edge are spread so that they do not cover each other.
pub fn draw_labels(sheet: &mut Sheet<'_>, all: &[Named<'_>], room: Room) {
    let places = places(all, room);
    let mut stacked: Vec<(&Named<'_>, (i32, i32), Vec<String>)> = Vec::new();
    for (named, place) in all.iter().zip(places) {
        let Some(&end) = named.corners.last() else { continue };
        match place {
            Some(area) => {
                sheet.text((area[0], end.1 + 9), named.label, look().color(named.look.color));
            }
            None => stacked.push((named, end, lines(named.label))),
        }
    }
    let mut heights: Vec<i32> = stacked.iter().map(|(_, end, _)| end.1).collect();
    let sizes: Vec<i32> = stacked.iter().map(|(_, _, lines)| LINE * lines.len() as i32 + 6).collect();
    spread(&mut heights, &sizes, room.upper, room.lower);
    for ((named, end, lines), height) in stacked.iter().zip(heights) {
        let color = named.look.color;
        let at = (room.right + GAP, height);
        // A short way needs no leader.
        if GAP < room.right - end.0 || 12 < (height - end.1).abs() {
            sheet.line((end.0 + 8, end.1), (at.0 - 2, height), color, 1);
        }
        if 1 < all.len() {
            sheet.marker((at.0 + 9, height), named.look.marker, 7, color);
        }
        let first = height + 9 - LINE * (lines.len() as i32 - 1) / 2;
        for (i, line) in lines.iter().enumerate() {
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

    #[test]
    fn long_names_are_broken_and_not_cut() {
        let long = lines("Exploration, loot and the black market");
        assert!(1 < long.len() && long.iter().all(|line| text_width(line, look()) <= LONGEST));
        assert!(label_width(["Exploration, loot and the black market"]) <= LONGEST + MARKER);
    }
}
