//! Reading a set-up: file, rules, a designer's own missions, and what must hold between its keys.

use std::path::{Path, PathBuf};

use super::builtin::Kind;
use super::document::Node;
use super::house_rules::load_document;
use super::set_up::{
    DoctrineName, FactionSeats, MOST_PLAYERS, MapChoice, Seat, SetUp, SetUpFile, TrainingName,
};
use super::target_words::{TargetCategory, TargetType};
use super::{RuleSet, keys, limits, mission, reader};
use crate::error::{Complaint, Error, Result};

/// A set-up before it is typed, so that single keys can still be changed.
#[derive(Debug, Clone)]
pub struct SetUpDocuments {
    pub name: String,
    pub set_up: Node,
    pub rules: Node,
    mission_texts: String,
    beside: Option<PathBuf>,
    /// House rules beyond the set-up's own, as they were named.
    added: Vec<String>,
}

/// Reads a set-up by name or path, with more house rules upon its own.
pub fn load_set_up<S: AsRef<str>>(name: &str, house_rules: &[S]) -> Result<SetUp> {
    let mut documents = SetUpDocuments::load(name)?;
    for file in house_rules {
        documents.add_house_rules(file.as_ref())?;
    }
    documents.read()
}

impl SetUpDocuments {
    pub fn load(name: &str) -> Result<SetUpDocuments> {
        let source = Kind::SetUp.find(name, None)?;
        let set_up = Node::parse(&source)?;
        let path = Path::new(&source.name);
        let stem = path.file_stem().map_or(name.to_string(), |stem| stem.to_string_lossy().into_owned());
        let built_in = Kind::SetUp.built_in().iter().any(|file| file.path == source.name);
        // A built-in file's path is not one of this machine.
        let beside = if built_in { None } else { path.parent().map(Path::to_path_buf) };
        let file: SetUpFile = reader::read(&set_up)?;
        let rules = load_document(&file.rules, &file.house_rules, beside.as_deref())
            .map_err(|error| named_by(&set_up, &file, error))?;
        let mut mission_texts = String::new();
        for (i, name) in file.missions.iter().enumerate() {
            let path = beside.as_deref().unwrap_or(Path::new("")).join(name);
            if !path.is_file() {
                let key = format!("missions.{i}");
                let node = set_up.at(&key).unwrap_or(&set_up);
                return Err(node
                    .complaint(&key, "no such file; built-in missions need not be named here")
                    .into());
            }
            mission_texts.push_str(
                &std::fs::read_to_string(&path).map_err(|error| Error::file(&path, "read", error))?,
            );
            mission::adopt(mission::load_mission(&path)?);
        }
        Ok(SetUpDocuments { name: stem, set_up, rules, added: Vec::new(), mission_texts, beside })
    }

    /// Lays one more file of house rules upon the others.
    pub fn add_house_rules(&mut self, name: &str) -> Result<()> {
        self.rules.merge(Node::parse(&Kind::HouseRules.find(name, None)?)?);
        self.added.push(name.to_string());
        Ok(())
    }

    /// Changes one key: `setup.turn_cap` of the set-up, anything else of the rules. House rules are loaded already, so
    /// `setup.rules` and `setup.house_rules` cannot be changed here.
    pub fn set_key(&mut self, key: &str, value: toml::Value) -> Result<()> {
        let (document, key, explained) = match key.strip_prefix("setup.") {
            Some("rules" | "house_rules") => {
                return Err(Error::usage(format!("`{key}` names files and cannot be varied")));
            }
            Some(key) => (&mut self.set_up, key, Some("scenarios/README.md")),
            None => (&mut self.rules, key, None),
        };
        let mut changed = document.to_value();
        if explained.is_some() {
            write_habits(&mut changed);
        }
        keys::set_key(&mut changed, key, value).map_err(|error| match explained {
            Some(place) => {
                let says = format!("({place} explains all)");
                Error::usage(error.to_string().replace("(`canto rules show` lists all)", &says))
            }
            None => error,
        })?;
        *document = Node::from_value(&changed);
        Ok(())
    }

    pub fn read(&self) -> Result<SetUp> {
        limits::check(&self.set_up, limits::SET_UP)?;
        let mut file: SetUpFile = reader::read(&self.set_up)?;
        check(&file, &self.set_up)?;
        for name in &self.added {
            if !file.house_rules.contains(name) {
                file.house_rules.push(name.clone());
            }
        }
        Ok(SetUp {
            name: self.name.clone(),
            file,
            rules: RuleSet::from_document(&self.rules)?,
            mission_texts: self.mission_texts.clone(),
        })
    }

    /// The folder that the set-up's own paths are relative to.
    pub fn folder(&self) -> Option<&Path> {
        self.beside.as_deref()
    }
}

/// A rules file that the set-up names and that is not there is the set-up's fault: point at the name.
fn named_by(document: &Node, file: &SetUpFile, error: Error) -> Error {
    if matches!(error, Error::Input(_)) {
        return error;
    }
    let named = |name: &str| error.to_string().contains(name);
    let place = file.house_rules.iter().position(|name| named(name)).map(|i| format!("house_rules.{i}"));
    let key = place.unwrap_or_else(|| "rules".to_string());
    match document.at(&key) {
        Some(node) => node.complaint(&key, error.to_string()).into(),
        None => error,
    }
}

/// What must hold between the keys of a set-up.
/// Habits of players that a set-up may leave out, written out, so that they can be changed like any other.
fn write_habits(set_up: &mut toml::Value) {
    let factions = set_up.get_mut("factions").and_then(toml::Value::as_array_mut);
    for side in factions.into_iter().flatten() {
        let players = side.get_mut("players").and_then(toml::Value::as_array_mut);
        for player in players.into_iter().flatten().filter_map(toml::Value::as_table_mut) {
            player.entry("attendance").or_insert(toml::Value::Float(1.0));
            player
                .entry("training")
                .or_insert_with(|| toml::Value::String(TrainingName::Doctrine.key().into()));
        }
    }
}

fn check(file: &SetUpFile, document: &Node) -> Result<(), Box<Complaint>> {
    let complain = |key: &str, problem: String| {
        let node = document.at(key).unwrap_or(document);
        Err(Box::new(node.complaint(key, problem)))
    };
    let n_factions = file.factions.len();
    if !(2..=3).contains(&n_factions) {
        return complain("factions", format!("has {n_factions} factions; must be 2 or 3"));
    }
    for (i, side) in file.factions.iter().enumerate() {
        let key = format!("factions.{i}");
        if file.factions[..i].iter().any(|other| other.faction == side.faction) {
            return complain(&format!("{key}.faction"), "stands twice".into());
        }
        if !(1..=MOST_PLAYERS).contains(&side.players.len()) {
            let players = side.players.len();
            return complain(
                &format!("{key}.players"),
                format!("has {players} players; must be 1 to {MOST_PLAYERS}"),
            );
        }
        for (j, seat) in side.players.iter().enumerate() {
            let known = file.factions[..i].iter().flat_map(|side| &side.players).chain(&side.players[..j]);
            if seat.name.trim().is_empty() || known.into_iter().any(|other| other.name == seat.name) {
                return complain(
                    &format!("{key}.players.{j}.name"),
                    "must be a name that no other player has".into(),
                );
            }
        }
    }
    if file.mirror {
        let doctrines = |side: &FactionSeats| -> Vec<(DoctrineName, u64, TrainingName)> {
            let habits = |seat: &Seat| (seat.doctrine, seat.attendance.to_bits(), seat.training);
            side.players.iter().map(habits).collect()
        };
        if n_factions != 2 || doctrines(&file.factions[0]) != doctrines(&file.factions[1]) {
            return complain(
                "mirror",
                "needs two factions with the same players: number, doctrines, attendance, training".into(),
            );
        }
    }
    if let MapChoice::Fixed(map) = &file.map {
        if map.targets.is_empty() {
            return complain("map.fixed.targets", "must have at least one target".into());
        }
        for (i, target) in map.targets.iter().enumerate() {
            let key = format!("map.fixed.targets.{i}");
            if target.type_ == TargetType::TradeRoute {
                return complain(
                    &format!("{key}.type"),
                    "is not a target of its own: see map.fixed.trade_route".into(),
                );
            }
            let is_outpost = target.type_.category() == TargetCategory::Outpost;
            if target.hidden && !is_outpost {
                return complain(&format!("{key}.hidden"), "only an outpost can hide".into());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::document::Source;
    use super::super::house_rules::DEFAULT_RULE_SET;
    use super::super::set_up::{DEFAULT_SET_UP, FixedTarget};
    use super::*;
    use crate::ids::Faction;

    fn default_text() -> &'static str {
        Kind::SetUp.built_in().iter().find(|file| file.name == DEFAULT_SET_UP).unwrap().text
    }

    /// The default set-up with one change to its text.
    fn refused(from: &str, to: &str) -> String {
        let text = default_text().replacen(from, to, 1);
        assert_ne!(text, default_text(), "nothing to replace");
        let documents = SetUpDocuments {
            name: "x".into(),
            set_up: Node::parse(&Source::new("x.toml", text)).unwrap(),
            rules: load_document::<&str>(DEFAULT_RULE_SET, &[], None).unwrap(),
            added: Vec::new(),
            mission_texts: String::new(),
            beside: None,
        };
        documents.read().unwrap_err().to_string()
    }

    #[test]
    fn every_built_in_set_up_is_read() {
        for file in Kind::SetUp.built_in() {
            let set_up = load_set_up::<&str>(file.name, &[]).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(set_up.name, file.name);
            assert!(set_up.remarks().is_empty(), "{:?}", set_up.remarks());
        }
    }

    #[test]
    fn habits_that_a_set_up_leaves_out_can_be_changed_and_other_keys_cannot_be_made_up() {
        let mut documents = SetUpDocuments::load(DEFAULT_SET_UP).unwrap();
        let key = |habit: &str| format!("setup.factions.0.players.1.{habit}");
        documents.set_key(&key("training"), toml::Value::String("by-lot".into())).unwrap();
        documents.set_key(&key("attendance"), toml::Value::Float(0.5)).unwrap();
        let set_up = documents.read().unwrap();
        let habits: Vec<_> = set_up.seats().map(|(_, seat)| (seat.training, seat.attendance)).collect();
        let usual = (TrainingName::Doctrine, 1.0);
        assert_eq!(habits, [usual, (TrainingName::ByLot, 0.5), usual, usual]);
        let error = documents.set_key(&key("trainin"), toml::Value::Boolean(true)).unwrap_err().to_string();
        assert!(error.contains("did you mean") && error.contains("scenarios/README.md"), "{error}");
        // What is said twice is named once.
        for _ in 0..2 {
            documents.add_house_rules("gentle-snowball").unwrap();
        }
        assert_eq!(documents.read().unwrap().file.house_rules, ["gentle-snowball"]);
    }

    #[test]
    fn default_is_rebel_against_empire_with_two_players_each() {
        let set_up = load_set_up::<&str>(DEFAULT_SET_UP, &[]).unwrap();
        assert_eq!(set_up.factions().collect::<Vec<_>>(), [Faction::Rebel, Faction::Imperial]);
        assert_eq!(set_up.seats().count(), 4);
        assert_eq!(set_up.rules, RuleSet::rulebook());
        assert!(!set_up.scum_is_independent());
    }

    #[test]
    fn scum_is_independent_only_beside_two_others_and_by_the_rules() {
        assert!(load_set_up::<&str>("scum-fringe", &[]).unwrap().scum_is_independent());
        assert!(!load_set_up::<&str>("three-factions", &[]).unwrap().scum_is_independent());
        assert!(!load_set_up::<&str>("round-table-games-2017", &[]).unwrap().scum_is_independent());
    }

    #[test]
    fn club_map_has_eight_targets_and_the_trade_route_with_the_printed_values() {
        let set_up = load_set_up::<&str>("round-table-games-2017", &[]).unwrap();
        let MapChoice::Fixed(map) = &set_up.file.map else { panic!("a fixed map") };
        assert!(map.trade_route);
        let value = |target: &FixedTarget| {
            let map = &set_up.rules.map;
            let gas_giants = map.gas_giant.rows.iter().map(|(type_, row)| (type_.target_type(), row.value));
            let others = map.types(target.type_.category()).into_iter().flat_map(|table| &table.rows);
            let others = others.map(|(type_, row)| (Some(*type_), row.value));
            let found = gas_giants.chain(others).find(|(type_, _)| *type_ == Some(target.type_));
            found.map(|(_, value)| value).expect("every type has a value")
        };
        // As the rulebook prints them, the unexplored Barren World with 0.
        let values: Vec<i16> = map.targets.iter().map(value).collect();
        assert_eq!(values, [4, 10, 10, 6, 6, 0, 2, 2]);
    }

    #[test]
    fn house_rules_of_the_command_line_go_on_top() {
        let set_up = load_set_up(DEFAULT_SET_UP, &["gentle-snowball"]).unwrap();
        assert_eq!(set_up.rules.income.lost_target, -15);
    }

    #[test]
    fn keys_of_set_up_and_rules_can_be_varied() {
        let mut documents = SetUpDocuments::load(DEFAULT_SET_UP).unwrap();
        documents.set_key("income.lost_target", (-5).into()).unwrap();
        documents.set_key("setup.turn_cap", 12.into()).unwrap();
        documents.set_key("setup.factions.1.players.0.doctrine", "swarm".into()).unwrap();
        let set_up = documents.read().unwrap();
        assert_eq!((set_up.rules.income.lost_target, set_up.file.turn_cap), (-5, 12));
        assert_eq!(set_up.file.factions[1].players[0].doctrine, DoctrineName::Swarm);
        assert!(documents.set_key("setup.turn_kap", 12.into()).is_err());
        assert!(documents.set_key("setup.rules", "x".into()).is_err());
    }

    #[test]
    fn fingerprint_knows_players_and_rules_but_not_titles() {
        let mut set_up = load_set_up::<&str>(DEFAULT_SET_UP, &[]).unwrap();
        let plain = set_up.fingerprint();
        set_up.file.title.push('x');
        assert_eq!(set_up.fingerprint(), plain);
        set_up.file.factions[0].players[0].doctrine = DoctrineName::Swarm;
        assert_ne!(set_up.fingerprint(), plain);
        assert_ne!(load_set_up(DEFAULT_SET_UP, &["gentle-snowball"]).unwrap().fingerprint(), plain);
    }

    #[test]
    fn too_many_independent_scum_players_are_remarked_upon() {
        let mut set_up = load_set_up::<&str>("scum-fringe", &[]).unwrap();
        let seat = set_up.file.factions[2].players[0].clone();
        set_up.file.factions[2].players.push(seat);
        assert_eq!(set_up.remarks().len(), 1);
    }

    #[test]
    fn bad_set_ups_are_refused_at_their_place() {
        for (from, to, expected) in [
            ("turn_cap = 40", "turn_cap = 0", "x.toml:7:12: turn_cap = 0: must be in 1 to 1000"),
            ("turn_cap", "turncap", "x.toml:7:1: turncap: unknown key"),
            ("\"balanced\"", "\"balancd\"", "did you mean `balanced`?"),
            ("faction = \"imperial\"", "faction = \"rebel\"", "factions.1.faction = \"rebel\": stands twice"),
            ("Gold Leader", "Red Leader", "factions.0.players.1.name = \"Red Leader\": must be a name"),
            ("map = \"rolled\"", "map = \"roled\"", "did you mean `rolled`?"),
            (
                "map = \"rolled\"",
                "map = { fixed = { trade_route = true, targets = [] } }",
                "at least one target",
            ),
            (
                "map = \"rolled\"",
                "map = { fixed = { trade_route = true, targets = [{ name = \"a\", type = \"ice-world\", feature = \"comet\", hidden = true }] } }",
                "map.fixed.targets.0.hidden = true: only an outpost can hide",
            ),
            (
                "map = \"rolled\"",
                "map = { fixed = { trade_route = true, targets = [{ name = \"a\", type = \"trade-route\", feature = \"comet\" }] } }",
                "is not a target of its own",
            ),
            ("doctrine = \"balanced\" }", "doctrine = \"balanced\", attendance = 1.5 }", "must be in 0 to 1"),
            ("model = \"tabletop\"", "model = \"chess\"", "allowed: `tabletop`, `skirmish`"),
        ] {
            let error = refused(from, to);
            assert!(error.contains(expected), "{from} -> {to}\n{error}");
        }
    }

    #[test]
    fn mirror_needs_two_equal_sides() {
        let text = default_text().replacen("map =", "mirror = true\nmap =", 1);
        let node = |text: &str| Node::parse(&Source::new("x.toml", text)).unwrap();
        let file: SetUpFile = reader::read(&node(&text)).unwrap();
        assert!(check(&file, &node(&text)).is_ok());
        let text = text.replacen("balanced", "swarm", 1);
        let file: SetUpFile = reader::read(&node(&text)).unwrap();
        let complaint = check(&file, &node(&text)).unwrap_err();
        assert_eq!(complaint.key, "mirror");
    }

    #[test]
    fn a_designers_own_mission_can_be_rolled() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        let space = crate::config::mission::missions().find("space-superiority").unwrap().key.clone();
        let text = std::fs::read_to_string(format!(
            "{}/scenarios/missions/{space}.toml",
            env!("CARGO_MANIFEST_DIR")
        ));
        write("set-up-test-mission.toml", &text.unwrap());
        let house = "[scenarios.rows]\nescalation.on = \"never\"\nset-up-test-mission = { on = \"9\" }\n";
        write("house.toml", house);
        let text = default_text().replace(
            "house_rules = []",
            "house_rules = [\"house.toml\"]\nmissions = [\"set-up-test-mission.toml\"]",
        );
        write("mine.toml", &text);
        let path = folder.path().join("mine.toml").display().to_string();
        let set_up = load_set_up::<&str>(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(set_up.rules.scenario_table().on(9).0, "set-up-test-mission");
        write("mine.toml", &text.replace("[\"set-up-test-mission.toml\"]", "[\"gone.toml\"]"));
        let error = load_set_up::<&str>(&path, &[]).unwrap_err().to_string();
        assert!(error.contains("missions.0 = \"gone.toml\": no such file"), "{error}");
    }

    #[test]
    fn rules_file_that_is_not_there_is_complained_about_in_the_set_up() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        std::fs::write(&path, default_text().replace("house_rules = []", "house_rules = [\"gone.toml\"]"))
            .unwrap();
        let error = load_set_up::<&str>(&path.display().to_string(), &[]).unwrap_err().to_string();
        assert!(error.contains("mine.toml:6:16: house_rules.0 = \"gone.toml\":"), "{error}");
        std::fs::write(folder.path().join("gone.toml"), "income.automatic = 7\n").unwrap();
        let set_up = load_set_up::<&str>(&path.display().to_string(), &[]).unwrap();
        assert_eq!((set_up.name.as_str(), set_up.rules.income.automatic), ("mine", 7));
    }
}
