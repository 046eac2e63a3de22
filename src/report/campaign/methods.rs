//! Methods, doctrines, rulings in force, warnings, manifest.

use serde_json::Value;

use crate::analysis::answers::Answers;
use crate::analysis::run::Run;
use crate::report::document::{Block, Section};
use crate::report::names::{humane, mission_name};

pub fn methods(run: &Run, answers: &Answers) -> Section {
    let mut section = Section::new("How sure we are, and how we know");
    for warning in &answers.warnings {
        let (text, remedy) = warning.words(mission_name);
        section.warning(text, remedy);
    }
    section.blocks.push(Block::Heading("Methods".into()));
    let mut methods: Vec<String> = vec![
        "**Proportions** of campaigns carry Wilson's interval. Proportions and means of battles, turns and pilots count the campaign as the unit, \
         since what happens within one shares its luck: the spread between campaigns makes the interval."
            .into(),
        "**Verdicts** are equivalence verdicts: balanced if the whole 95 % interval lies within the margin, biased if it excludes the fair value, \
         undecided otherwise."
            .into(),
        "**Missions** are judged as a family: a bias is only called one if it survives Benjamini and Hochberg's control of false discoveries at 5 %."
            .into(),
        "**Three factions or more** are judged together: a bias must stand at the stricter confidence that Bonferroni asks for. A run with --until is \
         told with Clopper and Pearson's intervals at error probabilities that add up to 5 % over all looks, so that stopping at a \
         pleasant moment cannot mislead."
            .into(),
        "**Snowball:** area under the ROC curve with DeLong's interval; slope by logistic regression.".into(),
        "**Survival:** Kaplan and Meier's curve; bands on the log-minus-log scale from the spread between groups of campaigns, never narrower than \
         Greenwood's."
            .into(),
        "**Fair costs** and what XP goes with: logistic regression with a prior so weak that it only keeps finite what would separate won from \
         lost; the covariance goes by campaign (Liang and Zeger), corrected for few campaigns and many columns, with Student's t. The best of \
         many is overstated by being picked."
            .into(),
        "**Finds** on unexplored worlds are compared among those of the same faction and turn (Mantel and Haenszel), where the die alone decides.".into(),
        "**Luck** comes from one seed. The same seed gives the same report, byte for byte, on any number of threads.".into(),
    ];
    if !answers.training.is_empty() {
        let trial = "**Trials by lot** count every pilot as he was drawn, the campaign being the unit; the effect of one XP is the difference over \
                     the XP spent (Wald's estimator, delta method).";
        methods.push(trial.into());
    }
    section.blocks.push(Block::List(methods));
    doctrines(run, &mut section);
    rulings(run, &mut section);
    section.blocks.push(Block::Heading("Manifest".into()));
    section.blocks.push(Block::Facts(facts(&run.manifest)));
    section
}

/// A verdict holds for play of that skill, so the report says who played.
fn doctrines(run: &Run, section: &mut Section) {
    let Some(Value::Array(factions)) = run.value("factions") else { return };
    let sides: Vec<(String, String)> = factions
        .iter()
        .map(|side| (side["faction"].as_str().unwrap_or_default().to_string(), players(&side["players"])))
        .collect();
    section.blocks.push(Block::Heading("Who played".into()));
    section.paragraph(
        "Every verdict holds for players who decide like these: players of each faction by doctrine.",
    );
    section.blocks.push(Block::Facts(sides));
}

/// "2 × balanced, 1 × swarm (attendance 80 %)".
fn players(players: &Value) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for player in players.as_array().into_iter().flatten() {
        let mut words = player["doctrine"].as_str().unwrap_or_default().replace('-', " ");
        if player["training"] == "by-lot" {
            words.push_str(" (XP by lot)");
        }
        if let Some(attendance) = player["attendance"].as_f64().filter(|attendance| *attendance < 1.0) {
            words.push_str(&format!(" (attendance {:.0} %)", 100.0 * attendance));
        }
        match kinds.iter_mut().find(|(kind, _)| *kind == words) {
            Some((_, count)) => *count += 1,
            None => kinds.push((words, 1)),
        }
    }
    let words: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} × {kind}")).collect();
    words.join(", ")
}

fn rulings(run: &Run, section: &mut Section) {
    if let Some(Value::Object(rulings)) = run.value("rulings") {
        section.blocks.push(Block::Heading("Rulings in force".into()));
        section.paragraph("Where the rulebook is unclear or contradicts itself, these readings were played; src/RULES.md argues each.");
        let words = |value: &Value| match value {
            Value::Bool(true) => "yes".into(),
            Value::Bool(false) => "no".into(),
            value => line(value).replace('-', " "),
        };
        let rows = rulings.iter().map(|(key, value)| (sentence_case(key), words(value)));
        section.blocks.push(Block::Facts(rows.collect()));
    }
}

/// `battles_in_score` reads "Battles in score".
fn sentence_case(key: &str) -> String {
    let words: Vec<&str> = key
        .split(['_', '-'])
        .map(|word| match word {
            "xp" => "XP",
            "vip" => "VIP",
            "tie" => "TIE",
            word => word,
        })
        .collect();
    let words = words.join(" ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A JSON value as names and values, one level deep; lists in one line.
fn facts(value: &Value) -> Vec<(String, String)> {
    match value {
        Value::Object(map) => map
            .iter()
            // Told above, or not set.
            .filter(|(key, value)| {
                !["about", "factions", "rulings", "frames", "part", "planned", "schema"]
                    .contains(&key.as_str())
                    && !line(value).is_empty()
            })
            .map(|(key, value)| (sentence_case(key), line(value)))
            .collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(i, item)| ((i + 1).to_string(), line(item))).collect()
        }
        other => vec![(String::new(), line(other))],
    }
}

fn line(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(line).collect::<Vec<_>>().join(", "),
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| format!("{} {}", humane(key), line(value)))
            .collect::<Vec<_>>()
            .join("; "),
        other => other.to_string(),
    }
}
