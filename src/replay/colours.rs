//! The colours of the two sides: those of their factions, as in the charts of campaigns.

use plotters::style::RGBColor;

use crate::charts::theme::{PAPER, PURPLE, faction_color, ink_on};
use crate::ids::Faction;

/// One side's colour on white paper and on the dark board of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colours {
    pub paper: String,
    pub night: String,
}

/// Attacker and defender. Where one faction fights itself the defender is purple, so that the sides stay apart.
pub fn colours(factions: [Faction; 2]) -> [Colours; 2] {
    let usual = factions
        .map(|faction| Colours { paper: hex(faction_color(faction)), night: hex(night_color(faction)) });
    let [attacker, defender] = usual;
    if factions[0] == factions[1] {
        return [attacker, Colours { paper: hex(PURPLE), night: hex(PURPLE) }];
    }
    [attacker, defender]
}

/// The same hues light enough to be seen on a dark board.
const fn night_color(faction: Faction) -> RGBColor {
    match faction {
        Faction::Rebel => RGBColor(0xF0, 0x82, 0x2E),
        Faction::Imperial => RGBColor(0x6A, 0xA5, 0xE8),
        Faction::Scum => RGBColor(0x6F, 0xD6, 0xB4),
    }
}

/// White or black, whichever can be read on this colour.
pub fn number_ink(colour: &str) -> &'static str {
    let part =
        |at: usize| colour.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
    if ink_on(RGBColor(part(1), part(3), part(5))) == PAPER { "#fff" } else { "#222" }
}

fn hex(color: RGBColor) -> String {
    format!("#{:02x}{:02x}{:02x}", color.0, color.1, color.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_their_factions_colours_and_never_the_same() {
        let [empire, rebels] = colours([Faction::Imperial, Faction::Rebel]);
        assert_eq!((empire.paper.as_str(), rebels.paper.as_str()), ("#103b66", "#d55e00"));
        let [one, other] = colours([Faction::Scum, Faction::Scum]);
        assert!(one.paper != other.paper && one.night != other.night);
        assert_eq!((number_ink(&empire.paper), number_ink(&one.paper)), ("#fff", "#222"));
    }
}
