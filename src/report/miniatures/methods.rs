//! How the numbers came about: the exact engine, who decides, what is assumed, which readings were played.

use serde_json::Value;

use crate::analysis::run::Run;
use crate::analysis::words::thousands;
use crate::miniatures::switches::SWITCHES;
use crate::report::document::{Block, Cell, Section, Table};

pub fn methods(run: &Run) -> Section {
    let mut section = Section::new("How we know");
    let assumed: Vec<String> = texts(run.value("assumed"));
    if !assumed.is_empty() {
        section.warning(
            format!("No source gives these numbers; they are assumed: {}.", assumed.join("; ")),
            "Write the printed ones into the words, such as doellins-luck:8, or into a file of your own (--abilities).",
        );
    }
    section.blocks.push(Block::Heading("Methods".into()));
    section.blocks.push(Block::List(vec![
        "**Exact** values enumerate every fall of the dice through the fourteen steps of the guide; ties for the high roll are summed as \
         geometric series. They have no sampling error."
            .into(),
        "**Simulated** values play the same steps with dice; proportions carry Wilson's 95 % interval, shares of a skirmish that of a ratio \
         over skirmishes."
            .into(),
        "**Points of initiative:** with b points the other player's die is higher in (19 − b)(20 − b) / 2 of 400 cases and equal in 20 − b; \
         the chance is won / (won + lost). Fractions lie on the straight line between whole points."
            .into(),
        "**When losing:** what must be declared before the dice is always used; Sense the Future is used where an exchange alone turns a \
         loss into a win, Anticipation by whoever is not winning. **Optimal:** the exact equilibrium of the two players' decisions; spending \
         costs nothing beyond the round. **Never:** only what works by itself."
            .into(),
    ]));
    readings(run, &mut section);
    section.blocks.push(Block::Heading("Manifest".into()));
    section.blocks.push(Block::Facts(facts(run)));
    section
}

/// Switches that have no say before a round.
const ELSEWHERE: [&str; 6] =
    ["map-tie", "setup-choice", "added-score", "rapport-freeze", "offgrid-is-ally", "gambit-min-cost"];

fn readings(run: &Run, section: &mut Section) {
    let Some(Value::Object(played)) = run.value("switches") else { return };
    section.blocks.push(Block::Heading("Readings in force".into()));
    section.paragraph(
        "Where the guides are unclear, these readings were played; src/RULES.md argues each, and the option --switch changes it.",
    );
    let mut table = Table::new(["ruling", "question", "reading"]);
    table.rows_on_paper = SWITCHES.len();
    for switch in SWITCHES.iter().filter(|switch| !ELSEWHERE.contains(&switch.name)) {
        let Some(value) = played.get(switch.name) else { continue };
        table.row([Cell::text(switch.id), Cell::text(switch.question), Cell::text(line(value))]);
    }
    section.table(table);
}

fn facts(run: &Run) -> Vec<(String, String)> {
    let told = ["switches", "titles", "assumed", "sets", "players", "names", "frames", "schema"];
    let Value::Object(map) = &run.manifest else { return Vec::new() };
    // Without a skirmish it has neither length nor deaths.
    let idle: &[&str] = if run.number("rounds") == Some(0.0) { &["rounds", "death"] } else { &[] };
    let figure = |key: &str, value: &Value| match (key, value.as_u64()) {
        ("trials", Some(trials)) => thousands(trials),
        _ => line(value),
    };
    map.iter()
        .filter(|(key, value)| !told.contains(&key.as_str()) && !line(value).is_empty())
        .filter(|(key, _)| !idle.contains(&key.as_str()))
        .map(|(key, value)| (sentence_case(key), figure(key, value)))
        .collect()
}

pub(super) fn texts(value: Option<&Value>) -> Vec<String> {
    let items = value.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_string)).collect()
}

fn sentence_case(key: &str) -> String {
    let words = key.replace(['_', '-'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn line(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::String(text) => match text.as_str() {
            "true" => "yes".into(),
            "false" => "no".into(),
            text => text.replace('-', " "),
        },
        Value::Array(items) => items.iter().map(line).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
