//! Small pieces of sentences.

use super::*;

/// The text with a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

/// "a", "a and b", "a, b and c".
pub(super) fn and(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// "1 ship", "2 ships".
pub(super) fn counted(n: impl Into<u32>, noun: &str) -> String {
    match n.into() {
        1 => format!("1 {noun}"),
        n => format!("{n} {}", plural(noun)),
    }
}

pub(super) fn plural(noun: &str) -> String {
    let words: Vec<String> = noun.split(" or ").map(|word| format!("{word}s")).collect();
    words.join(" or ")
}

/// "a mine", "an escape pod"; an abbreviation is read letter by letter.
pub(super) fn a(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'I']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// One side, or each of them.
pub(super) const fn each(who: Who) -> &'static str {
    match who {
        Who::Attacker => "the attacker",
        Who::Defender => "the defender",
        Who::Both => "each side",
    }
}

/// Whether one of the things named is meant, or all of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    One,
    All,
}

pub(super) fn place_words(place: Place, reading: Reading) -> String {
    let (one, all) = match place {
        Place::OwnEdge => ("the owner's edge", ""),
        Place::AttackerEdge => ("the attacker's edge", ""),
        Place::DefenderEdge => ("the defender's edge", ""),
        Place::LeftEdge => ("the left edge", ""),
        Place::RightEdge => ("the right edge", ""),
        Place::SideEdges => ("a side edge", "both side edges"),
        Place::StartingEdges => ("a starting edge", "both starting edges"),
        Place::Edges => ("any edge", "all edges"),
        Place::OwnCorners => ("either of the owner's two opposite corners", "the owner's two corners"),
        Place::OwnCorner => ("the owner's corner", ""),
        Place::OwnCornerEdges => ("an edge of the owner's corner", "both edges of the owner's corner"),
        Place::Corners => ("a corner", "all corners"),
        Place::Center => ("the center of the board", ""),
        Place::MiddleLine => ("the middle between the side edges", ""),
        Place::Obstacles => ("another obstacle", "other obstacles"),
        Place::AttackerShips => ("an attacking ship", "attacking ships"),
        Place::DefenderShips => ("a defending ship", "defending ships"),
        Place::FoeShips => ("an enemy ship", "enemy ships"),
        Place::FoeWave => ("an enemy ship of the same wave", "enemy ships of the same wave"),
        Place::Token(token) => {
            return match reading {
                Reading::One => a(token.label()),
                Reading::All => format!("every {}", token.label()),
            };
        }
        Place::OwnToken(token) => {
            return match reading {
                Reading::One => format!("one of the owner's {}", plural(token.label())),
                Reading::All => format!("the owner's {}", plural(token.label())),
            };
        }
        Place::FirstToken(token) => return format!("the first {}", token.label()),
    };
    let all = if all.is_empty() { one } else { all };
    if reading == Reading::One { one } else { all }.to_string()
}

/// Where a zone is; empty for the whole board.
pub(super) fn zone_words(zone: &Zone) -> String {
    let limits = |word: &str, limits: &[Limit], reading: Reading| {
        let words =
            |limit: &Limit| format!("{word} Range {} of {}", limit.range, place_words(limit.of, reading));
        limits.iter().map(words).collect::<Vec<_>>()
    };
    let mut parts = limits("within", &zone.within, Reading::One);
    parts.extend(zone.at.iter().map(|band| {
        let range =
            if band.from == band.to { band.to.to_string() } else { format!("{}-{}", band.from, band.to) };
        format!("at Range {range} of {}", place_words(band.of, Reading::One))
    }));
    parts.extend(limits("exactly at", &zone.exactly, Reading::One));
    parts.extend(zone.touching.iter().map(|place| format!("touching {}", place_words(*place, Reading::One))));
    parts.extend(zone.on.iter().map(|place| format!("in {}", place_words(*place, Reading::One))));
    parts.extend(limits("beyond", &zone.beyond, Reading::All));
    parts.extend(
        zone.clear_of.iter().map(|place| format!("not overlapping {}", place_words(*place, Reading::All))),
    );
    parts.extend(limits("if possible beyond", &zone.if_possible_beyond, Reading::All));
    parts.join(", ")
}

/// Several zones: one of them.
pub(super) fn zones_words(zones: &[Zone]) -> String {
    let words: Vec<String> = zones.iter().map(zone_words).collect();
    match words.is_empty() || words.iter().any(String::is_empty) {
        true => "anywhere".to_string(),
        false => words.join("; or "),
    }
}

/// "as an action or instead of an attack".
pub(super) fn moments(list: &[Moment]) -> String {
    let words: Vec<&str> = list.iter().map(|moment| moment.label()).collect();
    words.join(" or ")
}
