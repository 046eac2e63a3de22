//! The vocabulary: documented word by word, and used somewhere.

use std::collections::BTreeSet;

use super::vocabulary::keys_of;
use super::*;

const README: &str = include_str!("../../../../scenarios/missions/README.md");
/// Words that no mission of the rulebook needs.
const RARE_WORDS: &str = include_str!("rare_words.toml");

/// The part of the README under the heading of a section of words.
fn section(heading: &str) -> &'static str {
    let start =
        README.find(&format!("\n### `{heading}`")).unwrap_or_else(|| panic!("README has no ### `{heading}`"));
    let rest = &README[start + 5..];
    rest.find("\n#").map_or(rest, |end| &rest[..end])
}

/// The example that a designer can copy.
fn example() -> &'static str {
    let start = README.find("```toml\n").expect("an example") + "```toml\n".len();
    let rest = &README[start..];
    &rest[..rest.find("```").expect("the example ends")]
}

#[test]
fn every_word_stands_in_the_readme_below_its_section() {
    for word in all_words() {
        let row = format!("| `{}` |", word.word);
        assert!(section(word.section).contains(&row), "scenarios/missions/README.md: {word} has no row");
    }
}

/// And the README has no word that does not exist.
#[test]
fn the_readme_has_no_other_words() {
    let known = all_words();
    for heading in known.iter().map(|word| word.section).collect::<BTreeSet<_>>() {
        for line in section(heading).lines().filter_map(|line| line.strip_prefix("| `")) {
            let word = line.split('`').next().unwrap_or("");
            let exists = known.iter().any(|known| known.section == heading && known.word == word);
            assert!(exists, "scenarios/missions/README.md: {heading}.{word} does not exist");
        }
    }
}

#[test]
fn every_key_stands_in_the_readme() {
    let tables: [(&str, &[&str]); 41] = [
        ("mission", keys_of::<Mission>()),
        ("size", keys_of::<Size>()),
        ("size.rolled", keys_of::<SizeRow>()),
        ("restrictions", keys_of::<SquadRestrictions>()),
        ("restrictions", keys_of::<Restrictions>()),
        ("restrictions", keys_of::<Count>()),
        ("restrictions", keys_of::<Groups>()),
        ("roles", keys_of::<RoleRule>()),
        ("roles", keys_of::<RoleCost>()),
        ("roles", keys_of::<Handicap>()),
        ("initiative", keys_of::<Initiative>()),
        ("zones", keys_of::<Zone>()),
        ("zones", keys_of::<Limit>()),
        ("zones", keys_of::<Band>()),
        ("setup", keys_of::<TerrainStep>()),
        ("setup", keys_of::<ObstaclesStep>()),
        ("setup", keys_of::<MoveObstaclesStep>()),
        ("setup", keys_of::<TokensStep>()),
        ("setup", keys_of::<ShipsStep>()),
        ("setup", keys_of::<HugeShipsStep>()),
        ("tokens", keys_of::<TokenRule>()),
        ("tokens", keys_of::<TokenTarget>()),
        ("tokens", keys_of::<FaceCount>()),
        ("tokens", keys_of::<TokenMoves>()),
        ("tokens", keys_of::<TokenManeuver>()),
        ("tokens", keys_of::<Faster>()),
        ("actions", keys_of::<ActionRule>()),
        ("actions", keys_of::<Roll>()),
        ("actions", keys_of::<DicePer>()),
        ("waves", keys_of::<Wave>()),
        ("reinforcements", keys_of::<Reinforcements>()),
        ("victory", keys_of::<VictoryRules>()),
        ("victory", keys_of::<OwnRoleFled>()),
        ("victory", keys_of::<TokensFled>()),
        ("victory", keys_of::<FledWith>()),
        ("victory", keys_of::<TokensCovered>()),
        ("victory", keys_of::<NotTakenBy>()),
        ("victory", keys_of::<TrackingRoll>()),
        ("rewards", keys_of::<Reward>()),
        ("rewards", keys_of::<Experience>()),
        ("special", keys_of::<Functions>()),
    ];
    for (table, keys) in tables {
        assert!(!keys.is_empty(), "{table}");
        for key in keys {
            assert!(README.contains(&format!("`{key}`")), "scenarios/missions/README.md: {table}.{key}");
        }
    }
}

#[test]
fn every_word_is_used_by_a_mission_the_example_or_the_rare_words() {
    let rare = read_mission("rare_words.toml", RARE_WORDS).unwrap_or_else(|error| panic!("{error}"));
    let example = read_mission("example.toml", example()).unwrap_or_else(|error| panic!("{error}"));
    let mut used: BTreeSet<Word> = missions().iter().flat_map(Mission::words).collect();
    used.extend(example.words());
    used.extend(rare.words());
    let unused: Vec<String> =
        all_words().into_iter().filter(|word| !used.contains(word)).map(|w| w.to_string()).collect();
    assert!(unused.is_empty(), "words without any use: {}", unused.join(", "));
}

#[test]
fn the_sections_bear_the_names_of_their_enums() {
    let words = all_words();
    assert!(100 < words.len());
    let distinct: BTreeSet<&Word> = words.iter().collect();
    assert_eq!(distinct.len(), words.len(), "no word stands twice in a section");
    assert!(words.contains(&Word::new("victory", "last-on-board")));
    assert!(words.contains(&Word::new("move-shape", "bank")));
}

#[test]
fn a_model_learns_which_words_it_cannot_play() {
    let duel = mission("space-superiority");
    let words = duel.words();
    assert!(words.contains(&Word::new("victory", "last-on-board")));
    assert!(!words.iter().any(|word| word.section == "token"), "no tokens in a dogfight");
    assert!(duel.is_playable_with(&words));
    let last = Word::new("victory", "last-on-board");
    let without: Vec<Word> = words.iter().copied().filter(|word| *word != last).collect();
    assert_eq!(duel.unsupported(&without), [last]);
    assert!(!duel.is_playable_with(&without));
    assert!(mission("supply-raid").words().contains(&Word::new("reward", "containers")));
}
