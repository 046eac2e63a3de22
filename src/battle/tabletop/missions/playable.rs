//! Which words of the mission vocabulary this model cannot play yet.

use std::sync::OnceLock;

use crate::config::mission::{Mission, Word, missions};

/// Section and word; everything else is played. A test checks that each of these exists.
#[rustfmt::skip]
pub const CANNOT_PLAY: &[(&str, &str)] = &[
    ("area", "6x3"),
    ("setup", "move-obstacles"),
    ("setup", "huge-ships"),
    ("on", "ships"),
    ("on", "ships-freely"),
    ("token", "ghost-base"),
    ("placer", "random"),
    ("eligible", "crew-icon"),
    ("eligible", "empty-crew-slot"),
    ("presence", "must"),
    ("presence", "may"),
    ("damage", "crits-only"),
    ("face", "intact"),
    ("face", "raided"),
    ("face", "operative"),
    ("face", "explosives"),
    ("effect", "reveal-and-take"),
    ("effect", "reveal-token"),
    ("effect", "place-token"),
    ("effect", "activate"),
    ("effect", "board"),
    ("effect", "explode"),
    ("effect", "dock-ships"),
    ("effect", "extract-prisoners"),
    ("effect", "exchange-prisoners"),
    ("reach", "range-in-arc"),
    ("reach", "docked"),
    ("reach", "touching"),
    ("success", "each-hit-or-crit"),
    ("success", "damage"),
    ("die-per", "tractor-token"),
    ("die-per", "crew-icon"),
    ("special", "explosives"),
    ("special", "functions"),
    ("special", "dump-on-flight"),
    ("special", "docking"),
    ("special", "arming"),
    ("special", "truce"),
    ("special", "no-fleeing"),
    ("victory", "tokens-active"),
    ("victory", "tokens-covered"),
    ("victory", "not-taken-by"),
    ("victory", "prisoners-returned"),
    ("victory", "exchanged-and-fled"),
    ("victory", "foe-support-ship-destroyed"),
    ("victory", "foe-support-ship-fled"),
    ("victory", "foe-capital-ship-destroyed"),
    ("victory", "foe-capital-ship-fled"),
];

fn first_unplayable(mission: &Mission) -> Option<Word> {
    let word = mission.words().into_iter().find(|word| CANNOT_PLAY.contains(&(word.section, word.word)));
    // Keys without a word of their own.
    let slowed =
        mission.tokens.iter().any(|rule| rule.moves.as_ref().is_some_and(|moves| moves.slowed.is_some()));
    word.or(slowed.then_some(Word::new("tokens.moves", "slowed")))
}

/// The first word of a mission that this model cannot play; asked once for the built-in missions.
pub fn unplayable(mission: &Mission) -> Option<Word> {
    static BUILT_IN: OnceLock<Vec<Option<Word>>> = OnceLock::new();
    let known = BUILT_IN.get_or_init(|| missions().iter().map(first_unplayable).collect());
    match missions().get(mission.id) {
        Some(built_in) if built_in == mission => known[mission.id.index()],
        _ => first_unplayable(mission),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::mission::all_words;

    #[test]
    fn every_word_that_cannot_be_played_exists() {
        let words = all_words();
        for (section, word) in CANNOT_PLAY {
            assert!(
                words.iter().any(|known| known.section == *section && known.word == *word),
                "{section}.{word}"
            );
        }
    }
}
