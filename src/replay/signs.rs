//! What the signs on the picture of a battle mean, in a row below the board.

use std::fmt::Write;

use crate::charts::sheet::{Type, text_width};
use crate::charts::theme::WIDTH;

/// A sign on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    Hit,
    Miss,
    Path,
    Arc,
    Gone,
    Asteroid,
    Debris,
    Mine,
    Zone,
}

pub const ASTEROID: &str = "#b9b3ab";
pub const DEBRIS: &str = "#cbb9d8";
pub const MINE: &str = "#d98c8c";
pub const ZONE: &str = "#c9b27a";

/// Height of a row of signs.
pub const SIGN_ROW: f64 = 38.0;
const SIZE: i32 = 20;
const LEFT: i32 = 40;
/// Room for the sign itself, and between two signs.
const ICON: i32 = 56;
const GAP: i32 = 34;

impl Sign {
    const fn words(self) -> &'static str {
        match self {
            Sign::Hit => "shot that hit",
            Sign::Miss => "shot that missed",
            Sign::Path => "path flown in the round",
            Sign::Arc => "firing arc, to range 3",
            Sign::Gone => "destroyed or gone",
            Sign::Asteroid => "asteroid",
            Sign::Debris => "debris",
            Sign::Mine => "mine or bomb",
            Sign::Zone => "marked zone",
        }
    }

    /// The sign in grey, since each side has its own colour; `(x, y)` is the middle of its left edge.
    fn draw(self, svg: &mut String, x: i32, y: f64) {
        let line = |y: f64, width: f64, more: &str| {
            format!(
                "<line x1=\"{x}\" y1=\"{y:.1}\" x2=\"{}\" y2=\"{y:.1}\" stroke=\"#444\" stroke-width=\"{width}\" {more}/>",
                x + 46
            )
        };
        let field = |fill: &str, opacity: f64| {
            format!(
                "<rect x=\"{}\" y=\"{:.1}\" width=\"30\" height=\"20\" fill=\"{fill}\" stroke=\"#777\" opacity=\"{opacity}\"/>",
                x + 10,
                y - 10.0
            )
        };
        let drawn = match self {
            Sign::Hit => line(y, 5.0, ""),
            Sign::Miss => line(y, 2.5, "stroke-dasharray=\"8 7\""),
            Sign::Path => line(y, 22.0, "opacity=\"0.2\""),
            Sign::Arc => format!(
                "<path d=\"M{} {:.1} l-20 -24 a32 32 0 0 1 40 0 Z\" fill=\"#444\" opacity=\"0.16\"/>",
                x + 24,
                y + 14.0
            ),
            Sign::Gone => format!(
                "<path d=\"M{} {:.1} l20 20 m0 -20 l-20 20\" stroke=\"#444\" stroke-width=\"5\" opacity=\"0.5\"/>",
                x + 14,
                y - 10.0
            ),
            Sign::Asteroid => field(ASTEROID, 1.0),
            Sign::Debris => field(DEBRIS, 1.0),
            Sign::Mine => field(MINE, 1.0),
            Sign::Zone => field(ZONE, 0.4),
        };
        let _ = writeln!(
            svg,
            "{drawn}<text x=\"{}\" y=\"{:.1}\" font-size=\"{SIZE}\" fill=\"#444\">{}</text>",
            x + ICON,
            y + 7.0,
            self.words()
        );
    }
}

/// Where each sign stands: x, and its row.
fn places(signs: &[Sign]) -> Vec<(i32, usize)> {
    let (mut x, mut row) = (LEFT, 0);
    let place = |sign: &Sign| {
        let width = ICON + text_width(sign.words(), Type::new(SIZE));
        if WIDTH - LEFT < x + width {
            (x, row) = (LEFT, row + 1);
        }
        let place = (x, row);
        x += width + GAP;
        place
    };
    signs.iter().map(place).collect()
}

/// How many rows the signs take.
pub fn rows(signs: &[Sign]) -> usize {
    places(signs).last().map_or(0, |(_, row)| row + 1)
}

pub fn draw(svg: &mut String, signs: &[Sign], top: f64) {
    for (sign, (x, row)) in signs.iter().zip(places(signs)) {
        sign.draw(svg, x, top + SIGN_ROW * (row as f64 + 0.5));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_stands_within_the_picture_and_says_what_it_is() {
        let all = [
            Sign::Hit,
            Sign::Miss,
            Sign::Path,
            Sign::Arc,
            Sign::Gone,
            Sign::Asteroid,
            Sign::Debris,
            Sign::Mine,
            Sign::Zone,
        ];
        for (sign, (x, _)) in all.iter().zip(places(&all)) {
            assert!(LEFT <= x && x + ICON + text_width(sign.words(), Type::new(SIZE)) <= WIDTH - LEFT);
        }
        assert_eq!(rows(&all), 2);
        let mut svg = String::new();
        draw(&mut svg, &all, 0.0);
        assert!(all.iter().all(|sign| svg.contains(sign.words())));
    }
}
