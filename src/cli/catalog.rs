//! `canto catalog`: the cards, as a table for people and as records for programs.

use clap::{Args, Subcommand};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{Answer, Format, Output, Table};
use crate::catalog::catalog;
use crate::config::{DEFAULT_RULE_SET, load_rule_set};
use crate::error::{Error, Result, nearest_name};
use crate::ids::Faction;

mod pilots;
mod ships;
mod tables;
mod upgrades;

/// Show the ships, pilots, upgrades and random tables that the program knows
#[derive(Debug, Args)]
pub struct CatalogArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Ship classes: cost, stats, arcs, actions, upgrade slots; JSON has the dials too
    #[command(after_help = "\
Examples:
  canto catalog ships
  canto catalog ships --faction scum
  canto catalog ships --name tie --format json")]
    Ships(Filter),
    /// Pilot cards: ship, skill and cost, generic and unique
    #[command(after_help = "\
Examples:
  canto catalog pilots --faction rebel
  canto catalog pilots --name fett
  canto catalog pilots --format csv")]
    Pilots(Filter),
    /// Upgrade cards: slot, squad points, Fleet Points, who may carry them, what they do
    #[command(after_help = "\
Examples:
  canto catalog upgrades --name torpedo
  canto catalog upgrades --faction imperial --format json")]
    Upgrades(Filter),
    /// The random tables of the rules, each row with its probability
    #[command(after_help = "\
Examples:
  canto catalog tables --name outpost
  canto catalog tables --name \"crashed ship\" --faction scum
  canto catalog tables --house-rules my-rules.toml --format csv")]
    Tables(TablesFilter),
}

#[derive(Debug, Clone, Args)]
struct TablesFilter {
    #[command(flatten)]
    filter: Filter,

    /// Rule set by name or path
    #[arg(long, value_name = "RULES", default_value = DEFAULT_RULE_SET)]
    rules: String,

    /// House rules upon it, by name or path; may be repeated
    #[arg(long = "house-rules", value_name = "FILE")]
    house_rules: Vec<String>,
}

#[derive(Debug, Clone, Args)]
struct Filter {
    /// Only what this faction can have: rebel, imperial or scum
    #[arg(long, value_name = "FACTION", value_parser = faction)]
    faction: Option<Faction>,

    /// Only cards with this in their name; case and punctuation do not count
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
}

pub(super) fn faction(word: &str) -> Result<Faction, String> {
    let keys = Faction::ALL.map(Faction::key);
    Faction::from_key(&word.to_lowercase()).ok_or_else(|| {
        let nearest =
            nearest_name(word, keys).map(|key| format!("; did you mean `{key}`?")).unwrap_or_default();
        format!("allowed: {}{nearest}", keys.join(", "))
    })
}

pub fn run(args: &CatalogArgs, output: &mut Output) -> Result<Answer> {
    let (listing, filter) = match &args.what {
        What::Ships(filter) => (ships::list(filter), filter),
        What::Pilots(filter) => (pilots::list(filter), filter),
        What::Upgrades(filter) => (upgrades::list(filter), filter),
        What::Tables(args) => {
            let rules = load_rule_set(&args.rules, &args.house_rules)?;
            (tables::list(&rules, &args.filter), &args.filter)
        }
    };
    if listing.records.is_empty() {
        return Err(nothing_found(&args.what, filter));
    }
    match output.format {
        Format::Table => output.table(&listing.table)?,
        Format::Json => output.json(&listing.records)?,
        Format::Csv => output.table(&listing.flat())?,
    }
    Ok(Answer::Done)
}

fn nothing_found(what: &What, filter: &Filter) -> Error {
    let cards = catalog();
    let (kind, known): (&str, Vec<&str>) = match what {
        What::Ships(_) => ("ship", cards.ships.iter().map(|ship| ship.name).collect()),
        What::Pilots(_) => ("pilot", cards.pilots.iter().map(|pilot| pilot.name).collect()),
        What::Tables(_) => (
            "table",
            vec!["Outpost Type", "Unusual Feature", "Crashed Ship", "Scenario", "Unexplored Worlds"],
        ),
        What::Upgrades(_) => ("upgrade", cards.upgrades.iter().map(|upgrade| upgrade.name).collect()),
    };
    let name = filter.name.as_deref().unwrap_or_default();
    let of = filter.faction.map(|faction| format!(" of the {} side", faction.name())).unwrap_or_default();
    let nearest =
        nearest_name(name, known).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    Error::usage(format!("--name \"{name}\": no {kind}{of} has that in its name{nearest}"))
}

/// The same cards twice: in words for people, by key for programs.
struct Listing {
    table: Table,
    records: Vec<Record>,
}

/// One card for programs: its fields in order.
struct Record(Vec<(&'static str, Value)>);

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl Listing {
    fn new<const N: usize>(columns: [&str; N]) -> Listing {
        Listing { table: Table::new(columns), records: Vec::new() }
    }

    fn push<const N: usize>(&mut self, cells: [String; N], record: Record) {
        self.table.row(cells);
        self.records.push(record);
    }

    /// The records with one column per field; lists are joined by semicolons, and what has an inner shape is left out.
    fn flat(&self) -> Table {
        let nested = |value: &Value| match value {
            Value::Object(_) => true,
            Value::Array(items) => items.iter().any(Value::is_object),
            _ => false,
        };
        let is_flat = |i: &usize| !self.records.iter().any(|record| nested(&record.0[*i].1));
        let flat: Vec<usize> = (0..self.records[0].0.len()).filter(is_flat).collect();
        let mut table = Table::new(flat.iter().map(|i| self.records[0].0[*i].0));
        for record in &self.records {
            table.row(flat.iter().map(|i| cell(&record.0[*i].1)));
        }
        table
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}

fn words<'a>(labels: impl Iterator<Item = &'a str>) -> String {
    labels.collect::<Vec<_>>().join(", ")
}

impl Filter {
    fn matches(&self, key: &str, name: &str, aliases: &[&str]) -> bool {
        let plain = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        self.name.as_ref().is_none_or(|wanted| {
            let wanted = plain(wanted);
            [key, name].iter().chain(aliases).any(|known| plain(known).contains(&wanted))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(faction: Option<Faction>, name: &str) -> Filter {
        Filter { faction, name: (!name.is_empty()).then(|| name.to_string()) }
    }

    #[test]
    fn ships_have_a_row_per_faction_and_huge_ones_per_section() {
        // 46 rows of the ship tables; Rebel 1 + 2 sections, Imperial 1 + 2, Scum 1 + 1 + 2.
        assert_eq!(ships::list(&filter(None, "")).records.len(), 46 + 10);
        assert_eq!(ships::list(&filter(Some(Faction::Scum), "y-wing")).table.rows.len(), 1);
        let scyk = ships::list(&filter(None, "scyk"));
        assert_eq!(scyk.table.rows[0][0], "M3-A Interceptor");
        assert_eq!(scyk.records[0].0[0], ("key", "m3-a-interceptor".into()));
    }

    #[test]
    fn pilots_and_upgrades_are_all_listed() {
        assert_eq!(pilots::list(&filter(None, "")).records.len(), 256);
        assert_eq!(upgrades::list(&filter(None, "")).records.len(), 367);
        let fett = pilots::list(&filter(Some(Faction::Imperial), "FETT"));
        assert_eq!(fett.table.rows.len(), 1);
        assert_eq!(fett.table.rows[0][..6], ["Boba Fett", "Imperial", "Firespray-31", "8", "9", "39"]);
    }

    #[test]
    fn a_faction_sees_its_own_and_everyones_upgrades() {
        let names = |faction, name| upgrades::list(&filter(Some(faction), name)).records.len();
        assert_eq!((names(Faction::Rebel, "Luke Skywalker"), names(Faction::Scum, "Luke Skywalker")), (1, 0));
        assert_eq!(names(Faction::Scum, "Proton Torpedo"), 2);
    }

    #[test]
    fn csv_has_keys_and_no_nested_columns() {
        let table = ships::list(&filter(None, "x-wing")).flat();
        assert_eq!(table.columns[..2], ["key", "name"]);
        assert!(!table.columns.contains(&"dial".to_string()));
        assert!(table.columns.contains(&"slots".to_string()));
    }

    #[test]
    fn table_cells_hold_words_not_keys() {
        for listing in [
            ships::list(&filter(None, "")),
            pilots::list(&filter(None, "")),
            upgrades::list(&filter(None, "")),
        ] {
            let cells: Vec<&String> = listing.table.rows.iter().flatten().collect();
            for key in ["target-lock", "salvaged-astromech", "barrel-roll", "rear-auxiliary", "tie-fighter"] {
                assert!(!cells.iter().any(|cell| cell.contains(key)), "{key}");
            }
        }
    }
}
