//! What a command line compares: a set-up, a stack of house rules and changed keys, or a finished run.

use std::path::Path;

use crate::analysis::run::Run;
use crate::campaign::Campaign;
use crate::config::SetUpDocuments;
use crate::config::builtin::Kind;
use crate::config::document::Node;
use crate::error::{Error, Result};
use crate::ids::{Faction, Model};

/// One of the things that are compared.
#[derive(Debug)]
pub enum Variant {
    /// To be played.
    Play { name: String, campaign: Box<Campaign> },
    /// Played already.
    Finished { name: String, run: Run },
}

impl Variant {
    /// Reads `SET-UP`, `SET-UP+HOUSE-RULES+key=value`, the same without a set-up (then `base` stands below), or the folder of a
    /// finished run.
    ///
    /// The first part is a set-up where one has that name or the file has factions, otherwise house rules.
    pub fn read(text: &str, base: &str, model: Option<Model>) -> Result<Variant> {
        if Path::new(text).is_dir() {
            let run = Run::open(Path::new(text))?;
            return Ok(Variant::Finished { name: text.trim_end_matches('/').to_string(), run });
        }
        let parts: Vec<&str> = text.split('+').map(str::trim).collect();
        if parts.iter().any(|part| part.is_empty()) {
            return Err(Error::usage(format!(
                "`{text}`: a stack reads SET-UP+HOUSE-RULES+key=value, with nothing empty between the plus signs"
            )));
        }
        let (base, changes) = match is_set_up(parts[0]) {
            true => (parts[0], &parts[1..]),
            false => (base, &parts[..]),
        };
        let mut documents = SetUpDocuments::load(base)?;
        for change in changes {
            match change.split_once('=') {
                Some((key, value)) => documents.set_key(key.trim(), value_of(value.trim()))?,
                None => documents.add_house_rules(change).map_err(|error| unknown(change, error))?,
            }
        }
        let mut set_up = documents.read()?;
        if let Some(model) = model {
            set_up.file.model = model;
        }
        Ok(Variant::Play { name: text.to_string(), campaign: Box::new(Campaign::new(set_up)?) })
    }

    pub fn name(&self) -> &str {
        match self {
            Variant::Play { name, .. } | Variant::Finished { name, .. } => name,
        }
    }

    /// The factions that take part, in set-up order.
    pub fn factions(&self) -> Vec<Faction> {
        match self {
            Variant::Play { campaign, .. } => campaign.set_up.factions().collect(),
            Variant::Finished { run, .. } => {
                let factions = run.value("factions").and_then(|list| list.as_array());
                let names = factions.into_iter().flatten().filter_map(|side| side.get("faction")?.as_str());
                names.filter_map(Faction::from_key).collect()
            }
        }
    }

    /// What decides its results, in one word.
    pub fn fingerprint(&self) -> String {
        match self {
            Variant::Play { campaign, .. } => campaign.set_up.fingerprint(),
            Variant::Finished { run, .. } => run.text("fingerprint"),
        }
    }

    /// The model that fights the battles.
    pub fn model(&self) -> String {
        match self {
            Variant::Play { campaign, .. } => campaign.set_up.file.model.name().to_string(),
            Variant::Finished { run, .. } => run.text("model"),
        }
    }
}

/// A built-in set-up, or a file that has factions.
fn is_set_up(name: &str) -> bool {
    if Kind::SetUp.built_in().iter().any(|file| file.name == name) {
        return true;
    }
    let path = Path::new(name);
    let text = if path.is_file() { std::fs::read_to_string(path).ok() } else { None };
    let Some(text) = text else { return false };
    let source = crate::config::document::Source::new(name, text);
    // A file that is no TOML is complained about when it is read.
    Node::parse(&source).is_ok_and(|document| document.get("factions").is_some())
}

/// A value as TOML writes it; a bare word is a text.
pub fn value_of(text: &str) -> toml::Value {
    let parsed: std::result::Result<toml::Table, _> = toml::from_str(&format!("value = {text}"));
    match parsed.ok().and_then(|mut table| table.remove("value")) {
        Some(value) => value,
        None => toml::Value::String(text.to_string()),
    }
}

/// A name that is neither set-up nor house rules: say both lists.
fn unknown(name: &str, error: Error) -> Error {
    let looks_like_path = name.ends_with(".toml") || name.contains(['/', '\\']);
    match error {
        Error::Usage(message) if !looks_like_path => {
            let set_ups: Vec<&str> = Kind::SetUp.built_in().iter().map(|file| file.name).collect();
            let near = crate::error::nearest_name(name, set_ups.iter().copied());
            let near = match near {
                Some(near) if !message.contains("did you mean") => format!("; did you mean `{near}`?"),
                _ => String::new(),
            };
            Error::usage(format!("{message}, and no set-up (built in: {}){near}", set_ups.join(", ")))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn campaign(text: &str) -> Box<Campaign> {
        match Variant::read(text, "galactic-civil-war", None).unwrap() {
            Variant::Play { campaign, .. } => campaign,
            Variant::Finished { .. } => panic!("to be played"),
        }
    }

    #[test]
    fn stacks_are_read_from_left_to_right() {
        assert_eq!(campaign("gentle-snowball").book.rules.income.lost_target, -15);
        assert_eq!(campaign("three-factions+gentle-snowball").set_up.file.factions.len(), 3);
        assert_eq!(campaign("gentle-snowball+income.lost_target=-3").book.rules.income.lost_target, -3);
        assert_eq!(campaign("income.lost_target=-3+gentle-snowball").book.rules.income.lost_target, -15);
        let text = "setup.turn_cap = 7 + setup.model = skirmish";
        assert_eq!(campaign(text).set_up.file.turn_cap, 7);
        // A name of both kinds is the set-up, unless something stands before it.
        assert_eq!(campaign("round-table-games-2017").set_up.name, "round-table-games-2017");
        assert_eq!(campaign("galactic-civil-war+round-table-games-2017").set_up.name, "galactic-civil-war");
    }

    #[test]
    fn what_is_not_known_is_named_with_its_neighbour() {
        let complaint = |text: &str| Variant::read(text, "galactic-civil-war", None).unwrap_err().to_string();
        assert!(complaint("gentle-snowbal").contains("did you mean `gentle-snowball`?"));
        assert!(complaint("three-faction").contains("did you mean `three-factions`?"));
        assert!(complaint("income.lost_targt=1").contains("did you mean `income.lost_target`?"));
        assert!(complaint("gentle-snowball++x").contains("nothing empty"));
        assert!(complaint("income.lost_target=9999").contains("income.lost_target = 9999"));
        assert!(complaint("no/such/file.toml").contains("no/such/file.toml: cannot read"));
    }
}
