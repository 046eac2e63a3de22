//! One look for every chart: colours, sizes, markers.
//!
//! Colours are Okabe & Ito's (2008) or made like them: told apart by every kind of colour vision. The three factions
//! also differ in lightness and in marker, so that a grey print can be read.

use plotters::style::RGBColor;

use crate::ids::Faction;

/// Width of every chart; heights vary. Coordinates are whole pixels, fine enough at this size.
pub const WIDTH: i32 = 1600;
pub const MARGIN: i32 = 36;

/// Font sizes in pixels.
pub const TITLE: i32 = 38;
pub const SUBTITLE: i32 = 27;
pub const LABEL: i32 = 27;
pub const SMALL: i32 = 23;

pub const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
pub const GREY: RGBColor = RGBColor(0x66, 0x66, 0x66);
pub const LIGHT: RGBColor = RGBColor(0xDD, 0xDD, 0xDD);
pub const FAINT: RGBColor = RGBColor(0xF1, 0xF1, 0xEE);
pub const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFF);

pub const BLUE: RGBColor = RGBColor(0x00, 0x72, 0xB2);
pub const VERMILLION: RGBColor = RGBColor(0xD5, 0x5E, 0x00);
pub const GREEN: RGBColor = RGBColor(0x00, 0x9E, 0x73);
pub const ORANGE: RGBColor = RGBColor(0xE6, 0x9F, 0x00);
pub const SKY: RGBColor = RGBColor(0x56, 0xB4, 0xE9);
pub const PURPLE: RGBColor = RGBColor(0xCC, 0x79, 0xA7);
pub const YELLOW: RGBColor = RGBColor(0xE8, 0xD9, 0x3A);
pub const SLATE: RGBColor = RGBColor(0x5B, 0x67, 0x70);
pub const BROWN: RGBColor = RGBColor(0x8C, 0x51, 0x0A);

/// For series that are not factions, in this order.
pub const SERIES: [RGBColor; 9] = [BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, BROWN, SLATE, YELLOW];

/// Lightness 53, 25 and 71 of 100: apart in grey.
pub const fn faction_color(faction: Faction) -> RGBColor {
    match faction {
        Faction::Rebel => VERMILLION,
        Faction::Imperial => RGBColor(0x10, 0x3B, 0x66),
        Faction::Scum => RGBColor(0x57, 0xBF, 0x9F),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    Circle,
    Square,
    Diamond,
    Triangle,
}

impl Marker {
    pub const ALL: [Marker; 4] = [Marker::Circle, Marker::Square, Marker::Diamond, Marker::Triangle];
}

pub const fn faction_marker(faction: Faction) -> Marker {
    match faction {
        Faction::Rebel => Marker::Circle,
        Faction::Imperial => Marker::Square,
        Faction::Scum => Marker::Diamond,
    }
}

/// How a series or a row is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    pub color: RGBColor,
    pub marker: Marker,
}

impl Look {
    pub const PLAIN: Look = Look { color: BLUE, marker: Marker::Circle };

    pub const fn faction(faction: Faction) -> Look {
        Look { color: faction_color(faction), marker: faction_marker(faction) }
    }

    /// The look of the `i`-th series.
    pub const fn series(i: usize) -> Look {
        Look { color: SERIES[i % SERIES.len()], marker: Marker::ALL[i % Marker::ALL.len()] }
    }
}

/// Between two colours: 0 is `a`, 1 is `b`.
pub fn blend(a: RGBColor, b: RGBColor, share: f64) -> RGBColor {
    let mix =
        |x: u8, y: u8| (f64::from(x) + (f64::from(y) - f64::from(x)) * share.clamp(0.0, 1.0)).round() as u8;
    RGBColor(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// Ink that can be read on this colour.
pub fn ink_on(color: RGBColor) -> RGBColor {
    if lightness(color) < 140.0 { PAPER } else { INK }
}

/// How light a colour is in grey print, from 0 to 255.
pub fn lightness(color: RGBColor) -> f64 {
    0.299 * f64::from(color.0) + 0.587 * f64::from(color.1) + 0.114 * f64::from(color.2)
}
