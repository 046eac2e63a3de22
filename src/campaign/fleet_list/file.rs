//! Reading and writing fleet lists as TOML.

use std::fmt::Write;

use serde::Deserialize;

use super::{Entry, FleetList, Item};
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{Hull, State};
use crate::catalog::{NameError, Slot, catalog};
use crate::config::toml_error::{Document, read as read_toml};
use crate::error::{Complaint, Result};
use crate::events::Post;
use crate::ids::{Faction, PilotCardId, PlayerId, ShipClassId, UpgradeId};

/// The most of one line, and the most players of a faction.
const MOST: u16 = 99;
const MOST_PLAYERS: u8 = 12;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    title: String,
    faction: Faction,
    #[serde(default = "one_player")]
    players: u8,
    points: Option<u16>,
    #[serde(default)]
    commanders: Vec<String>,
    #[serde(default)]
    ships: Vec<ShipLine>,
    #[serde(default)]
    pilots: Vec<PilotLine>,
    #[serde(default)]
    cards: Vec<CardLine>,
    #[serde(default)]
    huge_ships: Vec<HugeShipLine>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipLine {
    ship: String,
    #[serde(default = "one")]
    count: u16,
    #[serde(default)]
    fitted: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PilotLine {
    pilot: String,
    #[serde(default = "one")]
    count: u16,
    #[serde(default)]
    titles: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardLine {
    card: String,
    #[serde(default = "one")]
    count: u16,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HugeShipLine {
    ship: String,
    #[serde(default)]
    upgrades: Vec<String>,
}

fn one() -> u16 {
    1
}

fn one_player() -> u8 {
    1
}

/// Reads the text of a fleet list, which `file` names in complaints.
pub fn read(file: &str, text: &str) -> Result<FleetList> {
    let list: File = read_toml(file, text)?;
    let document = Document::parse(file, text)?;
    let names = Names { document: &document, faction: list.faction };
    if !(1..=MOST_PLAYERS).contains(&list.players) {
        return Err(document.complaint("players", format!("must be in 1..={MOST_PLAYERS}")).into());
    }
    let mut entries = Vec::new();
    for (i, name) in list.commanders.iter().enumerate() {
        let card = names.pilot(&format!("commanders[{i}]"), name)?;
        entries.push(Entry { count: 1, item: Item::Commander(card) });
    }
    for (i, line) in list.ships.iter().enumerate() {
        let class = names.ship(&format!("ships[{i}].ship"), &line.ship)?;
        let fitted = names.upgrades(&format!("ships[{i}].fitted"), &line.fitted)?;
        let count = names.count(&format!("ships[{i}].count"), line.count)?;
        entries.push(Entry { count, item: Item::Ship { class, fitted } });
    }
    for (i, line) in list.pilots.iter().enumerate() {
        let card = names.pilot(&format!("pilots[{i}].pilot"), &line.pilot)?;
        let titles = names.upgrades(&format!("pilots[{i}].titles"), &line.titles)?;
        let count = names.count(&format!("pilots[{i}].count"), line.count)?;
        entries.push(Entry { count, item: Item::Pilot { card, titles } });
    }
    for (i, line) in list.cards.iter().enumerate() {
        let card = names.upgrade(&format!("cards[{i}].card"), &line.card)?;
        let count = names.count(&format!("cards[{i}].count"), line.count)?;
        entries.push(Entry { count, item: Item::Card(card) });
    }
    for (i, line) in list.huge_ships.iter().enumerate() {
        let class = names.ship(&format!("huge_ships[{i}].ship"), &line.ship)?;
        let upgrades = names.upgrades(&format!("huge_ships[{i}].upgrades"), &line.upgrades)?;
        entries.push(Entry { count: 1, item: Item::HugeShip { class, upgrades } });
    }
    let title = if list.title.is_empty() { file.to_string() } else { list.title };
    Ok(FleetList { title, faction: list.faction, players: list.players, points: list.points, entries })
}

/// Finds cards by name, or says where the name stands.
struct Names<'a> {
    document: &'a Document<'a>,
    faction: Faction,
}

impl Names<'_> {
    fn refuse(&self, path: &str, what: &str, error: &NameError) -> Complaint {
        let nearest = error.nearest().map(str::to_string);
        let problem = match error {
            NameError::Unknown(_) => format!("no {what} is called so"),
            NameError::Ambiguous(_) => format!("this {what} {error}"),
        };
        Complaint { nearest, ..self.document.complaint(path, problem) }
    }

    fn ship(&self, path: &str, name: &str) -> Result<ShipClassId> {
        let classes = catalog().ships_named(name).map_err(|error| self.refuse(path, "ship", &error))?;
        // Of namesakes the one that the faction can own.
        let own = classes.iter().find(|class| catalog().ship(**class).factions[self.faction.index()]);
        match (classes.as_slice(), own) {
            ([only], _) => Ok(*only),
            (several, Some(own)) if name_is_unambiguous(several, self.faction) => Ok(*own),
            _ => catalog().find_ship(name).map_err(|error| self.refuse(path, "ship", &error).into()),
        }
    }

    /// A pilot of the own faction, else of another, which is then a broken rule and no misspelling.
    fn pilot(&self, path: &str, name: &str) -> Result<PilotCardId> {
        let own = catalog().find_pilot(name, Some(self.faction));
        match own {
            Err(NameError::Unknown(_)) => {
                catalog().find_pilot(name, None).map_err(|error| self.refuse(path, "pilot", &error).into())
            }
            other => other.map_err(|error| self.refuse(path, "pilot", &error).into()),
        }
    }

    fn upgrade(&self, path: &str, name: &str) -> Result<UpgradeId> {
        catalog().find_upgrade(name, None).map_err(|error| self.refuse(path, "upgrade", &error).into())
    }

    fn upgrades(&self, path: &str, names: &[String]) -> Result<Vec<UpgradeId>> {
        let one = |(i, name): (usize, &String)| self.upgrade(&format!("{path}[{i}]"), name);
        names.iter().enumerate().map(one).collect()
    }

    fn count(&self, path: &str, count: u16) -> Result<u16> {
        if (1..=MOST).contains(&count) {
            return Ok(count);
        }
        Err(self.document.complaint(path, format!("must be in 1..={MOST}")).into())
    }
}

/// Of several classes of a name only one belongs to the faction.
fn name_is_unambiguous(classes: &[ShipClassId], faction: Faction) -> bool {
    classes.iter().filter(|class| catalog().ship(**class).factions[faction.index()]).count() == 1
}

impl FleetList {
    /// The Squadron of a player as a list.
    pub fn of_player(state: &State, book: &Rulebook, player: PlayerId, title: &str) -> FleetList {
        let faction = state.player(player).faction;
        let mut entries: Vec<Entry> = Vec::new();
        let mut add = |item: Item, count: u16| match entries.iter_mut().find(|entry| entry.item == item) {
            Some(entry) => entry.count += count,
            None => entries.push(Entry { count, item }),
        };
        let persons = || state.persons_of(player);
        for who in persons().filter(|who| who.commander) {
            who.card().into_iter().for_each(|card| add(Item::Commander(card), 1));
        }
        let mut hulls: Vec<&Hull> = state.hulls_of(player).collect();
        hulls.sort_by_key(|hull| hull.class);
        for hull in hulls {
            add(Item::Ship { class: hull.class, fitted: hull.installed.iter().collect() }, 1);
        }
        let mut generics: Vec<(PilotCardId, Vec<UpgradeId>)> = persons()
            .filter(|who| !who.commander)
            .filter_map(|who| who.card().map(|card| (card, who.title.into_iter().collect())))
            .collect();
        generics.sort();
        generics.into_iter().for_each(|(card, titles)| add(Item::Pilot { card, titles }, 1));
        for who in persons() {
            if let Post::Crew(card) = who.post {
                add(Item::Card(card), 1);
            }
        }
        for (card, copies) in state.player(player).store.held() {
            let pack = u16::from(book.upgrade(card).copies.max(1));
            add(Item::Card(card), u16::from(copies).div_ceil(pack));
        }
        let players = state.team(faction).n_players() as u8;
        FleetList { title: title.to_string(), faction, players, points: None, entries }
    }

    /// The list as the file that [`read`] understands.
    pub fn to_toml(&self) -> String {
        let catalog = catalog();
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let names = |cards: &[UpgradeId]| {
            let names: Vec<String> = cards.iter().map(|card| quoted(catalog.upgrade(*card).key)).collect();
            names.join(", ")
        };
        let commanders: Vec<String> = self
            .entries
            .iter()
            .filter_map(|entry| match &entry.item {
                Item::Commander(card) => Some(quoted(catalog.pilot(*card).key)),
                _ => None,
            })
            .collect();
        let mut text = format!(
            "title = {}\nfaction = {}\nplayers = {}\n",
            quoted(&self.title),
            quoted(self.faction.key()),
            self.players
        );
        // Writing into a string cannot fail.
        if let Some(points) = self.points {
            let _ = writeln!(text, "points = {points}");
        }
        let _ = writeln!(text, "commanders = [{}]", commanders.join(", "));
        for Entry { count, item } in &self.entries {
            let _ = match item {
                Item::Commander(_) => Ok(()),
                Item::Ship { class, fitted } => {
                    let _ = write!(
                        text,
                        "\n[[ships]]\nship = {}\ncount = {count}\n",
                        quoted(catalog.ship(*class).key)
                    );
                    if fitted.is_empty() { Ok(()) } else { writeln!(text, "fitted = [{}]", names(fitted)) }
                }
                Item::Pilot { card, titles } => {
                    let _ = write!(
                        text,
                        "\n[[pilots]]\npilot = {}\ncount = {count}\n",
                        quoted(catalog.pilot(*card).key)
                    );
                    if titles.is_empty() { Ok(()) } else { writeln!(text, "titles = [{}]", names(titles)) }
                }
                Item::Card(card) => {
                    write!(
                        text,
                        "\n[[cards]]\ncard = {}\ncount = {count}\n",
                        quoted(catalog.upgrade(*card).key)
                    )
                }
                Item::HugeShip { class, upgrades } => {
                    let ship = quoted(catalog.ship(*class).key);
                    write!(text, "\n[[huge_ships]]\nship = {ship}\nupgrades = [{}]\n", names(upgrades))
                }
            };
        }
        text
    }
}

/// Whether a card stands for a person.
pub(super) fn is_crew(card: UpgradeId) -> bool {
    catalog().upgrade(card).slot == Slot::Crew
}
