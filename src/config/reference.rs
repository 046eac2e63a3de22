//! Every key with its default, what is allowed and what it means: for `canto rules show` and `scenarios/README.md`.
//!
//! Nothing is said twice: defaults and meanings come from the rulebook's file and its comments, what is allowed from the
//! limits and from what the reader accepts.

use super::document::{Node, Shape};
use super::limits::{self, Limit};
use super::rule_set::RuleSet;
use super::set_up::SetUpFile;
use super::{builtin, keys, reader};

/// One key of an input file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyDoc {
    /// Dotted; `*` stands for the names of rows.
    pub key: String,
    pub default: String,
    pub allowed: String,
    pub meaning: String,
}

/// What the comment at a value says: behind it, above it, or that of its table.
pub fn meaning_of(document: &Node, key: &str) -> String {
    let mut key = key;
    loop {
        if let Some(comment) = document.at(key).and_then(comment_at) {
            return comment;
        }
        match key.rfind('.') {
            Some(end) => key = &key[..end],
            None => return String::new(),
        }
    }
}

/// The comment behind a value or a table's heading, else the comment lines right above it.
fn comment_at(node: &Node) -> Option<String> {
    let place = node.place.as_ref()?;
    let text = &place.source.text;
    // A table's own span ends with its heading; a value's with the value.
    let end = if matches!(node.shape, Shape::Table(_)) { place.key.end } else { place.value.end };
    let line_end = text[end..].find('\n').map_or(text.len(), |newline| end + newline);
    let behind = &text[end..line_end];
    if let Some((between, comment)) = behind.split_once('#')
        && between.chars().all(|c| " ]},".contains(c))
    {
        return Some(comment.trim().to_string());
    }
    let line_start = text[..place.key.start].rfind('\n').map_or(0, |newline| newline + 1);
    let above: Vec<&str> = text[..line_start]
        .lines()
        .rev()
        .take_while(|line| line.starts_with('#') && !line.starts_with("# ──"))
        .map(|line| line.trim_start_matches('#').trim())
        .collect();
    if above.is_empty() {
        return None;
    }
    Some(above.into_iter().rev().collect::<Vec<_>>().join(" "))
}

/// Tables whose entries have names of their own.
const NAMED_ENTRIES: &[&str] = &["rows", "skill_jumps", "errata", "equipment"];

/// The key with `*` for the names of rows and the numbers of list items.
fn generalized(key: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in key.split('.') {
        let named = parts.last().is_some_and(|last| NAMED_ENTRIES.contains(last));
        let numbered = part.chars().all(|c| c.is_ascii_digit());
        parts.push(if named || numbered { "*" } else { part });
    }
    parts.join(".")
}

/// The keys of a rule set in the order of the rulebook's file.
pub fn rule_set_keys() -> Vec<KeyDoc> {
    let document = builtin::rulebook();
    let value = document.to_value();
    let refuse = |key: &str| {
        refusal(&value, key, |value| RuleSet::from_value(value).map(|_| ()).map_err(|e| e.to_string()))
    };
    let mut docs: Vec<KeyDoc> = Vec::new();
    document.walk(&mut |key, node| {
        let general = generalized(key);
        if docs.iter().any(|doc| doc.key == general) {
            return;
        }
        let default = if general == key { node.one_line() } else { String::new() };
        let allowed = allowed(node, key, limits::RULE_SET, &refuse);
        docs.push(KeyDoc { key: general, default, allowed, meaning: meaning_of(&document, key) });
    });
    docs
}

/// Meanings of a set-up's keys.
const SET_UP_MEANINGS: &[(&str, &str)] = &[
    ("title", "the name that reports print"),
    ("about", "what the set-up is for, in a sentence"),
    ("rules", "rule set: name of a built-in one, or path of a file"),
    ("house_rules", "house rules upon it, later ones win: names or paths"),
    ("missions", "files of missions of one's own, which scenario tables may then name; paths"),
    ("turn_cap", "campaign turns after which the campaign ends anyway"),
    ("at_turn_cap", "who has then won"),
    ("model", "how battles are fought"),
    (
        "mirror",
        "both factions play the first one's cards, so that only luck tells them apart; false if left out",
    ),
    ("factions.*.faction", "two or three factions, each once"),
    ("factions.*.players.*.name", "one player each, 1 to 12 a faction"),
    ("factions.*.players.*.doctrine", "who commands the player's squadron"),
    (
        "factions.*.players.*.attendance",
        "probability that the player comes to a battle, or to a turn where `players.absences` says so; 1 if left out",
    ),
    (
        "factions.*.players.*.training",
        "who decides what the player's pilots spend XP on: the doctrine, or the lot, which gives each pilot one thing to spend them on, so that \
         the report can tell what an XP is worth; `\"doctrine\"` if left out, and without effect on players who decide everything at random",
    ),
    (
        "map.fixed.trade_route",
        "`map = \"rolled\"` rolls a new map for every campaign; `[map.fixed]` gives one: with the trade route or without",
    ),
    ("map.fixed.targets.*.name", "name of a target"),
    ("map.fixed.targets.*.type", "its type"),
    ("map.fixed.targets.*.feature", "its unusual feature"),
    ("map.fixed.targets.*.hidden", "an outpost that hides in a gas giant; false if left out"),
    ("map.fixed.targets.*.value", "Fleet Points a turn, where it is not the type's own value"),
];

/// A set-up that says everything that can be said.
fn full_set_up() -> toml::Value {
    let file = builtin::SET_UPS.iter().find(|file| file.name == "round-table-games-2017").expect("built in");
    let mut value: toml::Value = toml::from_str(file.text).expect("a test reads every built-in file");
    let extra = "mirror = false\nmissions = []\n[[factions]]\nfaction = \"rebel\"\n\
                 players = [{ name = \"a\", doctrine = \"balanced\", attendance = 1.0, training = \"doctrine\" }]\n\
                 [map.fixed]\ntrade_route = true\n\
                 targets = [{ name = \"b\", type = \"chop-shop\", feature = \"comet\", hidden = false, value = 2 }]\n";
    let extra: toml::Table = toml::from_str(extra).expect("valid TOML");
    value.as_table_mut().expect("a table").extend(extra);
    value
}

/// The keys of a set-up.
pub fn set_up_keys() -> Vec<KeyDoc> {
    let value = full_set_up();
    let refuse = |key: &str| {
        let read = |value: &toml::Value| reader::read::<SetUpFile>(&Node::from_value(value)).map(|_| ());
        refusal(&value, key, |value| read(value).map_err(|complaint| complaint.to_string()))
    };
    let document = Node::from_value(&value);
    let mut docs: Vec<KeyDoc> = Vec::new();
    for (key, meaning) in SET_UP_MEANINGS {
        let place = key.replace('*', "0");
        let node = document.at(&place).unwrap_or_else(|| panic!("{key}: no such key"));
        let allowed = allowed(node, &place, limits::SET_UP, &refuse);
        docs.push(KeyDoc {
            key: key.to_string(),
            default: String::new(),
            allowed,
            meaning: meaning.to_string(),
        });
    }
    docs
}

/// What a key takes, in words.
fn allowed(node: &Node, key: &str, limits: &[Limit], refuse: &dyn Fn(&str) -> String) -> String {
    match &node.shape {
        Shape::Integer(_) | Shape::Float(_) => {
            limits::limit_of(limits, key).map_or("a number".into(), |limit| limit.span())
        }
        Shape::Boolean(_) => "true, false".into(),
        Shape::Table(_) => "named entries".into(),
        Shape::List(_) => match words_in(&refuse(&format!("{key}.0"))) {
            words if words.is_empty() => "a list of names".into(),
            words => format!("a list of {words}"),
        },
        Shape::Text(_) => {
            let refusal = refuse(key);
            let words = words_in(&refusal);
            match () {
                () if !words.is_empty() => words,
                () if key.ends_with(".on") => "\"7\", \"2-4\", \"never\"".into(),
                () if key.ends_with("dice") => "\"2d6\", \"1-14\"".into(),
                () if refusal.contains("this ship") => "a ship".into(),
                () if refusal.contains("this pilot") => "a pilot".into(),
                () if refusal.contains("this upgrade") => "an upgrade".into(),
                () => "a text".into(),
            }
        }
    }
}

/// What the reader says to a word that cannot be.
fn refusal(base: &toml::Value, key: &str, read: impl Fn(&toml::Value) -> Result<(), String>) -> String {
    let mut value = base.clone();
    if keys::set_key(&mut value, key, "?".into()).is_err() {
        return String::new();
    }
    read(&value).err().unwrap_or_default()
}

/// The words of "allowed: `a`, `b`".
fn words_in(refusal: &str) -> String {
    let Some((_, words)) = refusal.split_once("allowed: ") else { return String::new() };
    let words: Vec<&str> = words.split('`').skip(1).step_by(2).collect();
    words.join(", ")
}

/// The generated part of `scenarios/README.md`.
pub fn markdown() -> String {
    let mut text = String::from("### Set-ups\n\n| key | allowed | meaning |\n| --- | --- | --- |\n");
    for doc in set_up_keys() {
        text.push_str(&format!("| `{}` | {} | {} |\n", doc.key, doc.allowed, doc.meaning));
    }
    let mut chapter = String::new();
    for doc in rule_set_keys() {
        let top = doc.key.split('.').next().unwrap_or_default().to_string();
        if top != chapter {
            text.push_str(&format!(
                "\n### Rules: `{top}`\n\n| key | rulebook | allowed | meaning |\n| --- | --- | --- | --- |\n"
            ));
            chapter = top;
        }
        let default = if doc.default.is_empty() { String::new() } else { format!("`{}`", doc.default) };
        text.push_str(&format!("| `{}` | {default} | {} | {} |\n", doc.key, doc.allowed, doc.meaning));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/README.md");
    const BEGIN: &str = "<!-- generated: every key -->\n";
    const END: &str = "<!-- generated: end -->";

    #[test]
    fn every_key_has_a_meaning_and_says_what_is_allowed() {
        for doc in rule_set_keys().into_iter().chain(set_up_keys()) {
            assert!(!doc.meaning.is_empty(), "{} has no comment", doc.key);
            assert!(!doc.allowed.is_empty(), "{}", doc.key);
        }
    }

    #[test]
    fn allowed_words_come_from_the_types() {
        let docs = rule_set_keys();
        let allowed = |key: &str| docs.iter().find(|doc| doc.key == key).unwrap().allowed.clone();
        assert_eq!(allowed("rulings.trade_station"), "value-and-extra, value-only");
        assert_eq!(allowed("income.lost_target"), "-500 to 500");
        assert_eq!(allowed("fleet.captured_tie.ship"), "a ship");
        assert_eq!(allowed("map.settled_world.rows.*.value"), "-50 to 200");
        assert!(allowed("upgrades.ordnance_slots").starts_with("a list of elite, astromech"));
    }

    #[test]
    fn every_key_of_a_set_up_is_documented() {
        let mut known: Vec<String> = Vec::new();
        Node::from_value(&full_set_up()).walk(&mut |key, _| known.push(generalized(key)));
        for key in &known {
            assert!(
                SET_UP_MEANINGS.iter().any(|(documented, _)| documented == key),
                "{key} is not documented"
            );
        }
    }

    /// `UPDATE_EXPECT=1 cargo test --lib config::reference` writes the part anew.
    #[test]
    fn readme_of_the_scenarios_has_every_key() {
        let readme = std::fs::read_to_string(README).unwrap();
        let (before, rest) = readme.split_once(BEGIN).expect("the generated part begins");
        let (part, after) = rest.split_once(END).expect("and ends");
        let expected = format!("\n{}\n", markdown());
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(README, format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
        } else {
            assert!(part == expected, "scenarios/README.md is out of date: run with UPDATE_EXPECT=1");
        }
    }
}
