//! No key of the rule set is a promise without effect: each is changed in turn, and some campaign must then run
//! differently, by its events or by what its battle models are told.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::battle::{Engagement, Outcome};
use crate::chance::Luck;
use crate::config::limits::{self, limit_of};
use crate::config::reference::{KeyDoc, rule_set_keys};
use crate::config::{CapVerdict, DoctrineName, RuleSet, SetUp, keys, load_set_up};
use crate::events::{CampaignEvent, Sink};

use super::model::BattleModel;
use super::play::Campaign;
use super::testing::Lottery;

/// Keys that these campaigns cannot show to work, and the scripted test of their rule: a line each, `key: test`.
const SHOWN_ELSEWHERE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/campaign/keys_shown_elsewhere.txt");

/// Folds what is written into a number.
#[derive(Default)]
struct Folded(DefaultHasher);

impl Write for Folded {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

impl Sink<CampaignEvent> for Folded {
    fn event(&mut self, event: &CampaignEvent) {
        write!(self, "{event:?}").expect("folding does not fail");
    }
}

/// Draws outcomes by lot, and remembers what it was asked.
struct Watched {
    lottery: Lottery,
    seen: Arc<AtomicU64>,
}

impl BattleModel for Watched {
    fn fight(&mut self, engagement: &Engagement, luck: Luck, key: u64) -> Outcome {
        let mut folded = Folded::default();
        write!(folded, "{engagement:?}").expect("folding does not fail");
        let before = self.seen.load(Ordering::Relaxed);
        self.seen.store(before.rotate_left(5) ^ folded.0.finish(), Ordering::Relaxed);
        self.lottery.fight(engagement, luck, key)
    }
}

/// What one campaign came to.
fn fold(campaign: &Campaign, replication: u64) -> (u64, u64) {
    let seen = Arc::new(AtomicU64::new(0));
    let mut workspace = campaign.workspace(Box::new(Watched { lottery: Lottery, seen: seen.clone() }));
    let mut events = Folded::default();
    campaign.play(&mut workspace, Luck::new(5, replication), &mut events);
    (events.0.finish(), seen.load(Ordering::Relaxed))
}

/// A table at which much happens, and how its campaigns went under its own rules.
struct Arena {
    set_up: SetUp,
    folds: Vec<(u64, u64)>,
}

const REPLICATIONS: u64 = 6;

impl Arena {
    fn new(name: &str, house_rules: &str, change: impl Fn(&mut SetUp)) -> Arena {
        let mut set_up = load_set_up::<&str>(name, &[]).expect(name);
        let mut rules = toml::Value::try_from(&set_up.rules).expect("rules can be written out");
        for line in house_rules.lines() {
            let (key, value) = line.split_once(" = ").expect("key = value");
            let table: toml::Table = format!("v = {value}").parse().expect("a value");
            keys::set_key(&mut rules, key.trim(), table["v"].clone()).expect("a key");
        }
        set_up.rules = RuleSet::from_value(&rules).expect("sound rules");
        for side in &mut set_up.file.factions {
            for seat in &mut side.players {
                seat.doctrine = DoctrineName::RandomLegal;
                seat.attendance = 0.9;
            }
        }
        set_up.file.turn_cap = 20;
        set_up.file.at_turn_cap = CapVerdict::MostFleetPoints;
        change(&mut set_up);
        let campaign = Campaign::new(set_up.clone()).expect("a sound set-up");
        let folds = (0..REPLICATIONS).map(|replication| fold(&campaign, replication)).collect();
        Arena { set_up, folds }
    }

    /// True where the changed rules lead to another course of some campaign.
    fn shows(&self, key: &str, doc: &KeyDoc) -> bool {
        let base = toml::Value::try_from(&self.set_up.rules).expect("rules can be written out");
        for value in others(&base, key, doc) {
            let mut changed = base.clone();
            keys::set_key(&mut changed, key, value).expect("a known key");
            let Ok(rules) = RuleSet::from_value(&changed) else { continue };
            let mut set_up = self.set_up.clone();
            set_up.rules = rules;
            let Ok(campaign) = Campaign::new(set_up) else { continue };
            let mut folds = self.folds.iter().enumerate();
            if folds.any(|(replication, base)| fold(&campaign, replication as u64) != *base) {
                return true;
            }
        }
        false
    }
}

/// Other values that a key might have; some may not be sound.
fn others(rules: &toml::Value, key: &str, doc: &KeyDoc) -> Vec<toml::Value> {
    use toml::Value;
    match keys::get_key(rules, key).expect("a known key") {
        Value::Boolean(now) => vec![Value::Boolean(!now)],
        Value::Integer(now) => {
            let limit = limit_of(limits::RULE_SET, key).expect("a number has limits");
            let within = |value: &i64| limit.lowest <= *value as f64 && *value as f64 <= limit.highest;
            [now + 1, now - 1, now + 5].into_iter().filter(within).map(Value::Integer).collect()
        }
        Value::Float(now) => vec![Value::Float(now + 0.25)],
        Value::Array(now) => match now.len() {
            0 => Vec::new(),
            n => vec![Value::Array(now[..n - 1].to_vec()), Value::Array(now[1..].to_vec())],
        },
        Value::String(now) => {
            let candidates = match doc.allowed.as_str() {
                "a ship" => "X-wing, TIE Fighter, Y-wing, TIE Bomber",
                "a pilot" => "Rookie Pilot, Academy Pilot, Cartel Spacer, Obsidian Squadron Pilot",
                "an upgrade" => "Gunner, Hull Upgrade, R2 Astromech, Engine Upgrade",
                "a text" => "space-superiority, supply-raid",
                "\"2d6\", \"1-14\"" => "1d6, 2d6",
                words => words,
            };
            candidates.split(", ").filter(|word| word != now).map(Value::from).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_key_of_the_rule_set_changes_some_campaign() {
    let arenas = [
        Arena::new("scum-fringe", "", |_| {}),
        Arena::new("three-factions", "", |_| {}),
        Arena::new("galactic-civil-war", "", |set_up| {
            set_up.file.factions[1].players.truncate(1);
            set_up.file.turn_cap = 40;
        }),
        Arena::new("round-table-games-2017", "fleet.optional_rebel_generics = true", |_| {}),
        Arena::new(
            "galactic-civil-war",
            "fleet.optional_rebel_generics = true\nrulings.large_ships_at_start = \"one-each\"\n\
             rulings.trade_station = \"value-only\"\nold_restrictions.phantoms_count_as_large = true",
            |set_up| set_up.file.turn_cap = 40,
        ),
    ];
    let docs = rule_set_keys();
    // Rows of tables and entries are data; what stands in them is read by the code of their table.
    let is_data = |doc: &KeyDoc| {
        doc.key.contains('*') || ["about.", "costs."].iter().any(|part| doc.key.starts_with(part))
    };
    let listed = std::fs::read_to_string(SHOWN_ELSEWHERE).expect("the list is there");
    let entries = listed.lines().filter(|line| !line.starts_with('#'));
    let elsewhere: BTreeSet<&str> =
        entries.map(|line| line.split_once(": ").unwrap_or_else(|| panic!("{line}: say where")).0).collect();
    for key in &elsewhere {
        assert!(docs.iter().any(|doc| doc.key == *key), "{key} is listed and no key");
    }
    let silent: Vec<&str> = docs
        .par_iter()
        .filter(|doc| !is_data(doc) && !elsewhere.contains(doc.key.as_str()))
        .filter(|doc| !arenas.iter().any(|arena| arena.shows(&doc.key, doc)))
        .map(|doc| doc.key.as_str())
        .collect();
    assert!(silent.is_empty(), "keys without effect in these campaigns: {silent:?}");
}
