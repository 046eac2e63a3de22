//! Files that are built into the program, found by name, and files of the user's own, found by path.

use std::path::Path;
use std::sync::Arc;

use super::document::{Node, Source};
use crate::error::{Error, Result, nearest_name};

/// What a file is for; decides where built-in ones are looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    RuleSet,
    HouseRules,
    SetUp,
}

/// A built-in file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltIn {
    pub name: &'static str,
    /// Its path in the source tree, which complaints name.
    pub path: &'static str,
    pub text: &'static str,
}

macro_rules! built_in {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        &[$(BuiltIn {
            name: $name,
            path: concat!("scenarios/", $folder, $name, ".toml"),
            text: include_str!(concat!("../../scenarios/", $folder, $name, ".toml")),
        }),+]
    };
}

pub const RULE_SETS: &[BuiltIn] = built_in!["rules/": "gcw-6.2.4"];

pub const HOUSE_RULES: &[BuiltIn] =
    built_in!["house-rules/": "gentle-snowball", "ordinary-scum", "round-table-games-2017", "short-campaign"];

pub const SET_UPS: &[BuiltIn] = built_in![
    "": "galactic-civil-war", "round-table-games-2017", "scum-fringe", "six-a-side", "three-factions", "training-by-lot",
];

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Kind::RuleSet => "rule set",
            Kind::HouseRules => "house rules",
            Kind::SetUp => "set-up",
        }
    }

    pub const fn built_in(self) -> &'static [BuiltIn] {
        match self {
            Kind::RuleSet => RULE_SETS,
            Kind::HouseRules => HOUSE_RULES,
            Kind::SetUp => SET_UPS,
        }
    }

    /// The file called `name`: a path if it looks like one or is there, else a built-in name. Paths are relative to
    /// `beside`, the folder of the file that names it, or to the working directory.
    pub fn find(self, name: &str, beside: Option<&Path>) -> Result<Arc<Source>> {
        let looks_like_path = name.ends_with(".toml") || name.contains(['/', '\\']);
        if !looks_like_path && let Some(file) = self.built_in().iter().find(|file| file.name == name) {
            return Ok(Source::new(file.path, file.text));
        }
        let path = beside.unwrap_or(Path::new("")).join(name);
        if looks_like_path || path.is_file() {
            let text = std::fs::read_to_string(&path).map_err(|error| Error::file(&path, "read", error))?;
            return Ok(Source::new(path.display().to_string(), text));
        }
        let known = self.built_in().iter().map(|file| file.name);
        let nearest = nearest_name(name, known.clone());
        let hint = nearest.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        let known: Vec<&str> = known.collect();
        Err(Error::usage(format!(
            "unknown {} `{name}` (built in: {}; or give the path of a file){hint}",
            self.name(),
            known.join(", ")
        )))
    }
}

/// The rulebook as written, for tests and as the base of everything.
pub fn rulebook() -> Node {
    let file = &RULE_SETS[0];
    Node::parse(&Source::new(file.path, file.text)).expect("a test reads every built-in file")
}
