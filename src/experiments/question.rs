//! The file of a sweep, a search or a sensitivity analysis: what is played, what is looked at, which knobs are turned.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::battles::{BattleQuestion, check_battle};
use super::measures::Measure;
use crate::config::document::{Node, Source};
use crate::config::{DEFAULT_SET_UP, SetUpDocuments, reader};
use crate::error::{Error, Result};
use crate::ids::Model;

/// The file as it is written. Every command reads its own table and leaves the others alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionFile {
    /// The name that charts print.
    pub title: String,
    #[serde(default)]
    pub about: String,
    #[serde(default = "default_set_up")]
    pub setup: String,
    #[serde(default)]
    pub house_rules: Vec<String>,
    /// Campaigns or battles played at each point.
    pub replications: u64,
    #[serde(default)]
    pub metrics: Vec<String>,
    /// Battles in place of campaigns.
    #[serde(default)]
    pub battle: Option<BattleQuestion>,
    pub knobs: Vec<Knob>,
    #[serde(default)]
    pub sweep: Option<SweepTable>,
    #[serde(default)]
    pub solve: Option<SolveTable>,
    #[serde(default)]
    pub sensitivity: Option<SensitivityTable>,
}

fn default_set_up() -> String {
    DEFAULT_SET_UP.to_string()
}

/// Something that is varied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Knob {
    /// `income.lost_target` of the rules, `setup.turn_cap` of the set-up, `battle.attacker_size` of the battle, `mission.…` of its
    /// mission.
    pub key: String,
    /// The name that charts print; the key if left out.
    #[serde(default)]
    pub label: String,
    /// The values of a grid.
    #[serde(default)]
    pub values: Vec<toml::Value>,
    /// Or a range.
    #[serde(default)]
    pub low: Option<f64>,
    #[serde(default)]
    pub high: Option<f64>,
    /// Values of a grid over the range.
    #[serde(default)]
    pub steps: Option<usize>,
    /// Only whole numbers; true where both ends are.
    #[serde(default)]
    pub whole: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepTable {
    pub design: Design,
    /// Points of a Latin hypercube.
    #[serde(default)]
    pub points: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    Grid,
    LatinHypercube,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveTable {
    pub metric: String,
    pub target: f64,
    /// Values of the knob that are tried.
    #[serde(default = "default_looks")]
    pub looks: usize,
}

fn default_looks() -> usize {
    11
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SensitivityTable {
    /// Morris's walks.
    pub walks: usize,
    /// Levels of his grid, even.
    #[serde(default = "default_levels")]
    pub levels: usize,
    /// Rows of Saltelli's matrices; 0: screening only.
    pub samples: usize,
    /// Knobs that go on from the screening to Sobol's indices.
    #[serde(default = "default_keep")]
    pub keep: usize,
}

fn default_levels() -> usize {
    4
}

fn default_keep() -> usize {
    4
}

/// A question that is ready to be asked.
#[derive(Debug, Clone)]
pub struct Question {
    pub file: QuestionFile,
    pub measures: Vec<Measure>,
    pub(super) documents: SetUpDocuments,
    node: Node,
}

impl Question {
    pub fn read(path: &Path) -> Result<Question> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::file(path, "read", error))?;
        let node = Node::parse(&Source::new(path.display().to_string(), text))?;
        let file: QuestionFile = reader::read(&node)?;
        let mut documents =
            SetUpDocuments::load(&file.setup).map_err(|error| complain(&node, "setup", error.to_string()))?;
        for (i, name) in file.house_rules.iter().enumerate() {
            let key = format!("house_rules.{i}");
            documents.add_house_rules(name).map_err(|error| complain(&node, &key, error.to_string()))?;
        }
        let mut question = Question { file, measures: Vec::new(), documents, node };
        question.check()?;
        Ok(question)
    }

    fn check(&mut self) -> Result<()> {
        let file = self.file.clone();
        if !(2..=1_000_000).contains(&file.replications) {
            return Err(self.complaint("replications", "must be 2 to 1000000"));
        }
        if file.knobs.is_empty() {
            return Err(self.complaint("knobs", "must have at least one knob"));
        }
        if let Some(battle) = &file.battle {
            let factions: Vec<_> = self.documents.read()?.factions().collect();
            check_battle(battle, &factions)
                .map_err(|(key, problem)| self.complaint(&format!("battle.{key}"), problem))?;
        }
        for (i, text) in file.metrics.iter().enumerate() {
            let measure = Measure::parse(text, file.battle.is_some())
                .map_err(|error| self.complaint(&format!("metrics.{i}"), error.to_string()))?;
            self.measures.push(measure);
        }
        for (i, knob) in file.knobs.iter().enumerate() {
            self.check_knob(i, knob)?;
        }
        Ok(())
    }

    /// Range and values of a knob, and whether the game takes its first and last value.
    fn check_knob(&self, i: usize, knob: &Knob) -> Result<()> {
        let at = |key: &str| format!("knobs.{i}.{key}");
        let ends: Vec<toml::Value> = match (knob.low, knob.high, knob.values.as_slice()) {
            (Some(low), Some(high), []) if low < high => vec![knob.value_at(0.0), knob.value_at(1.0)],
            (Some(_), Some(_), []) => return Err(self.complaint(&at("high"), "must lie above `low`")),
            (None, None, [_, ..]) => knob.values.clone(),
            _ => {
                let problem = "a knob has either `values` or both `low` and `high`";
                return Err(self.complaint(&format!("knobs.{i}"), problem));
            }
        };
        if knob.steps.is_some_and(|steps| !(2..=1000).contains(&steps)) {
            return Err(self.complaint(&at("steps"), "must be 2 to 1000"));
        }
        if file_twice(&self.file.knobs, i) {
            return Err(self.complaint(&at("key"), "stands twice"));
        }
        for value in ends {
            self.prepare_knobs(&[(knob.key.as_str(), value.clone())]).map_err(|error| {
                let problem = format!("with {} = {value}: {error}", knob.key);
                self.complaint(&at("key"), problem)
            })?;
        }
        Ok(())
    }

    /// A doubt about all answers, and its remedy: the fast stand-in for the board fights. Nothing where a knob chooses the model.
    pub fn doubt(&self) -> Option<(&'static str, &'static str)> {
        let chosen = |knob: &Knob| ["setup.model", "battle.model"].contains(&knob.key.as_str());
        if self.file.knobs.iter().any(chosen) {
            return None;
        }
        let of_set_up = || self.documents.read().ok().map(|set_up| set_up.file.model);
        let model = self.file.battle.as_ref().map(|battle| battle.model).or_else(of_set_up)?;
        (model == Model::Skirmish).then_some((
            "Battles by the skirmish model, which has no board.",
            "The command canto calibrate shows where the two differ; with model = \"tabletop\" the question is asked on the board.",
        ))
    }

    /// A complaint about a place of the file.
    pub fn complaint(&self, key: &str, problem: impl Into<String>) -> Error {
        complain(&self.node, key, problem.into())
    }

    /// The table of a command, or what to write.
    pub fn table<'t, T>(&self, table: &'t Option<T>, name: &str) -> Result<&'t T> {
        table.as_ref().ok_or_else(|| {
            self.complaint(
                "",
                format!("`canto {name}` needs a table [{name}]; scenarios/README.md explains its keys"),
            )
        })
    }
}

fn file_twice(knobs: &[Knob], i: usize) -> bool {
    knobs[..i].iter().any(|other| other.key == knobs[i].key)
}

fn complain(node: &Node, key: &str, problem: String) -> Error {
    // The deepest part of the key that the file has.
    let mut known = key;
    loop {
        if let Some(found) = node.at(known).filter(|_| !known.is_empty()) {
            return found.complaint(key, problem).into();
        }
        match known.rfind('.') {
            Some(end) => known = &known[..end],
            None => return node.complaint(key, problem).into(),
        }
    }
}

impl Knob {
    pub fn name(&self) -> &str {
        if self.label.is_empty() { &self.key } else { &self.label }
    }

    pub fn is_whole(&self) -> bool {
        let whole = |end: Option<f64>| end.is_some_and(|end| end.fract() == 0.0);
        self.whole.unwrap_or_else(|| whole(self.low) && whole(self.high))
    }

    /// The value at a share from 0 to 1 of the range, or of the list of values.
    pub fn value_at(&self, share: f64) -> toml::Value {
        match (self.low, self.high) {
            (Some(low), Some(high)) => self.number(low + share * (high - low)),
            _ => {
                let last = self.values.len() - 1;
                self.values[((share * self.values.len() as f64) as usize).min(last)].clone()
            }
        }
    }

    /// A number as this knob takes it.
    pub fn number(&self, value: f64) -> toml::Value {
        if self.is_whole() { toml::Value::Integer(value.round() as i64) } else { toml::Value::Float(value) }
    }

    /// The values of a grid.
    pub fn grid(&self) -> Vec<toml::Value> {
        match self.values.is_empty() {
            false => self.values.clone(),
            true => {
                let steps = self.steps.unwrap_or(5);
                let mut values: Vec<toml::Value> =
                    (0..steps).map(|i| self.value_at(i as f64 / (steps - 1) as f64)).collect();
                // Whole numbers of a short range may fall together.
                values.dedup();
                values
            }
        }
    }
}

/// A value as charts and tables print it.
pub fn text_of(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Float(number) => {
            let text = format!("{number:.4}");
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        }
        other => other.to_string(),
    }
}

/// A value as a number, where it is one.
pub fn number_of(value: &toml::Value) -> Option<f64> {
    match value {
        toml::Value::Integer(number) => Some(*number as f64),
        toml::Value::Float(number) => Some(*number),
        _ => None,
    }
}
