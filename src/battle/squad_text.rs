//! Squads as people write them: inline text, a TOML file, or the community's XWS squad files.
//!
//! All three lead to the same [`SquadText`]: names become cards, points are added up, and a squad that the game
//! forbids (a slot that is not there, a unique card twice, two factions) is refused with the reason.

use std::path::Path;

use super::engagement::{RetreatRule, Squad, SquadPilot, SquadShip};
use crate::catalog::{Bearer, Catalog, Slot, catalog};
use crate::error::{Error, Result};
use crate::ids::{Faction, PilotCardId, ShipClassId, UpgradeId};

mod inline;
mod toml_file;
mod xws;

pub use inline::parse_inline;
pub use toml_file::parse_toml;
pub use xws::parse_xws;

/// More ships than any board holds; a larger number is a slip of the pen.
pub const MAX_SHIPS: usize = 64;

/// A squad that somebody wrote down, checked and with its points.
#[derive(Debug, Clone)]
pub struct SquadText {
    /// The name that the squad was given; empty where it has none.
    pub name: String,
    pub faction: Faction,
    pub ships: Vec<SquadShip>,
}

impl SquadText {
    pub fn points(&self) -> u16 {
        self.ships.iter().map(|ship| ship.points).sum()
    }

    /// The squad as one side of an engagement, without reinforcements, prisoners or huge ships.
    pub fn into_squad(self, retreat: RetreatRule) -> Squad {
        Squad {
            faction: self.faction,
            ships: self.ships,
            reinforcements: Vec::new(),
            docked: Vec::new(),
            huge_ships: Vec::new(),
            prisoners: Vec::new(),
            containers: Vec::new(),
            retreat,
        }
    }
}

/// Reads a squad from a command-line argument: the path of a `.toml`, `.json` or `.xws` file, else inline text.
pub fn read_squad(argument: &str) -> Result<SquadText> {
    let path = Path::new(argument);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_lowercase();
    let read = || std::fs::read_to_string(path).map_err(|source| Error::file(path, "read", source));
    match ending.as_str() {
        "toml" => parse_toml(argument, &read()?),
        "json" | "xws" => parse_xws(argument, &read()?),
        _ => parse_inline(argument),
    }
}

/// One ship as written, before its names are looked up. Names are kept with the place where they stand, so that
/// each notation can point at them.
#[derive(Debug, Default)]
struct WrittenShip {
    pilot: String,
    /// The class, where it is written; else the one on the pilot card.
    ship: Option<String>,
    upgrades: Vec<WrittenUpgrade>,
    count: usize,
}

#[derive(Debug)]
struct WrittenUpgrade {
    name: String,
    /// XWS says in which slot the card sits.
    slot: Option<Slot>,
}

/// Which part of a written squad a complaint is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Squad,
    Pilot(usize),
    Ship(usize),
    Upgrade(usize, usize),
}

/// What is wrong with which part; each notation turns it into an error with file and place.
#[derive(Debug)]
struct Fault {
    part: Part,
    problem: String,
}

impl Fault {
    fn new(part: Part, problem: impl Into<String>) -> Fault {
        Fault { part, problem: problem.into() }
    }
}

/// Looks all names up and checks the squad as a whole.
fn build(name: String, faction: Option<Faction>, written: &[WrittenShip]) -> Result<SquadText, Fault> {
    let cards = catalog();
    let total: usize = written.iter().map(|ship| ship.count).sum();
    if total == 0 {
        return Err(Fault::new(Part::Squad, "the squad has no ship"));
    }
    if MAX_SHIPS < total {
        return Err(Fault::new(Part::Squad, format!("{total} ships; at most {MAX_SHIPS} are allowed")));
    }
    let faction = match faction {
        Some(faction) => faction,
        None => common_faction(cards, written)?,
    };
    let mut ships = Vec::with_capacity(total);
    for (i, line) in written.iter().enumerate() {
        let ship = build_ship(cards, faction, i, line)?;
        ships.extend(std::iter::repeat_n(ship, line.count));
        if let Some(problem) = unique_twice(cards, &ships) {
            return Err(Fault::new(Part::Pilot(i), problem));
        }
    }
    Ok(SquadText { name, faction, ships })
}

/// The one faction in which every pilot has a card.
fn common_faction(cards: &Catalog, written: &[WrittenShip]) -> Result<Faction, Fault> {
    let mut possible = Faction::ALL.to_vec();
    for (i, line) in written.iter().enumerate() {
        let candidates =
            pilot_candidates(cards, None, line).map_err(|problem| Fault::new(Part::Pilot(i), problem))?;
        let factions: Vec<Faction> = candidates.iter().map(|id| cards.pilot(*id).faction).collect();
        let before = possible.clone();
        possible.retain(|faction| factions.contains(faction));
        if possible.is_empty() {
            let names: Vec<&str> = before.iter().map(|faction| faction.name()).collect();
            let problem = format!(
                "a card of the {} side; the ships before are {}",
                factions[0].name(),
                names.join(" or ")
            );
            return Err(Fault::new(Part::Pilot(i), problem));
        }
    }
    match possible[..] {
        [faction] => Ok(faction),
        _ => {
            let names: Vec<&str> = possible.iter().map(|faction| faction.key()).collect();
            Err(Fault::new(Part::Squad, format!("say which faction: {}", names.join(" or "))))
        }
    }
}

/// The pilot cards that a line can mean, by name and, where several share it, by the ship.
fn pilot_candidates(
    cards: &Catalog,
    faction: Option<Faction>,
    line: &WrittenShip,
) -> Result<Vec<PilotCardId>, String> {
    let mut found = cards.pilots_named(&line.pilot, faction).map_err(|error| format!("pilot {error}"))?;
    if let Some(ship) = &line.ship {
        let fits = |id: &PilotCardId| cards.is_called(cards.pilot(*id).ships[0], ship);
        if found.iter().any(fits) {
            found.retain(fits);
        }
    }
    Ok(found)
}

fn build_ship(cards: &Catalog, faction: Faction, i: usize, line: &WrittenShip) -> Result<SquadShip, Fault> {
    let candidates = pilot_candidates(cards, Some(faction), line)
        .map_err(|problem| Fault::new(Part::Pilot(i), problem))?;
    let [card] = candidates[..] else {
        let described: Vec<String> = candidates.iter().map(|id| cards.describe_pilot(*id)).collect();
        return Err(Fault::new(Part::Pilot(i), format!("pilot could be any of: {}", described.join("; "))));
    };
    let pilot = cards.pilot(card);
    let class = ship_class(cards, faction, card, line.ship.as_deref())
        .map_err(|problem| Fault::new(Part::Ship(i), problem))?;
    let upgrades = upgrades(cards, i, &line.upgrades)?;
    let bearer = Bearer { class, faction, skill: pilot.skill, elite_slots: u8::from(pilot.elite_slot) };
    if let Some((id, misfit)) = cards.first_misfit(bearer, &upgrades) {
        // The last one of that name is the one too many.
        let at = upgrades.iter().rposition(|other| *other == id).unwrap_or(0);
        let problem =
            format!("{} on {}: {}", cards.upgrade(id).name, cards.ship(class).name, misfit.reason());
        return Err(Fault::new(Part::Upgrade(i, at), problem));
    }
    let base = cards.ship(class).base_cost[faction.index()].unwrap_or_default();
    let points = i32::from(base) + i32::from(pilot.cost) + cards.upgrade_points(&upgrades);
    Ok(SquadShip {
        class,
        pilot: SquadPilot {
            card,
            skill: pilot.skill,
            unique: pilot.unique,
            abilities: Vec::new(),
            xp_to_spend: 0,
        },
        munitions_tokens: munitions_tokens(cards, &upgrades),
        upgrades,
        // No card is cheaper than -3 points and no ship than 12, so this is positive.
        points: u16::try_from(points).unwrap_or_default(),
        group: 0,
        role: None,
    })
}

/// The class that is written, or else the one on the card. Any class that the faction can buy may be written:
/// pilots of a campaign learn to fly others.
fn ship_class(
    cards: &Catalog,
    faction: Faction,
    pilot: PilotCardId,
    written: Option<&str>,
) -> Result<ShipClassId, String> {
    let pilot = cards.pilot(pilot);
    let Some(written) = written else { return Ok(pilot.ships[0]) };
    let can_buy = |id: &ShipClassId| cards.ship(*id).base_cost[faction.index()].is_some();
    // The pilot's own classes go first: for a Rebel `TIE Fighter` is the captured one.
    let own = pilot.ships.iter().find(|id| cards.is_called(**id, written) && can_buy(id));
    if let Some(id) = own {
        return Ok(*id);
    }
    let named = cards.ships_named(written).map_err(|error| format!("ship {error}"))?;
    let possible: Vec<ShipClassId> = named.into_iter().filter(can_buy).collect();
    match possible[..] {
        [id] => Ok(id),
        [] => Err(format!("{} players cannot buy this ship", faction.name())),
        _ => {
            let names: Vec<&str> = possible.iter().map(|id| cards.ship(*id).name).collect();
            Err(format!("ship could be any of: {}", names.join("; ")))
        }
    }
}

fn upgrades(cards: &Catalog, i: usize, written: &[WrittenUpgrade]) -> Result<Vec<UpgradeId>, Fault> {
    let find = |upgrade: &WrittenUpgrade| match upgrade.slot {
        // The campaign moves some cards to another slot, so the slot of a squad file is a hint only.
        Some(slot) => {
            cards.find_upgrade(&upgrade.name, Some(slot)).or_else(|_| cards.find_upgrade(&upgrade.name, None))
        }
        None => cards.find_upgrade(&upgrade.name, None),
    };
    let found = written.iter().enumerate().map(|(j, upgrade)| {
        find(upgrade).map_err(|error| Fault::new(Part::Upgrade(i, j), format!("upgrade {error}")))
    });
    found.collect()
}

/// With Extra Munitions every torpedo, missile and bomb has one spare: outside a campaign no stock limits them.
fn munitions_tokens(cards: &Catalog, upgrades: &[UpgradeId]) -> Vec<UpgradeId> {
    let loaded = |key: &str| upgrades.iter().any(|id| cards.upgrade(*id).key == key);
    let ordnance = |id: &&UpgradeId| {
        let card = cards.upgrade(**id);
        card.expendable && matches!(card.slot, Slot::Torpedo | Slot::Missile | Slot::Bomb)
    };
    if loaded("extra-munitions") { upgrades.iter().filter(ordnance).copied().collect() } else { Vec::new() }
}

/// Says which unique name is in the squad twice, as pilot or as card.
fn unique_twice(cards: &Catalog, ships: &[SquadShip]) -> Option<String> {
    let mut seen: Vec<&str> = Vec::new();
    for ship in ships {
        let pilot = cards.pilot(ship.pilot.card);
        let upgrades = ship.upgrades.iter().map(|id| cards.upgrade(*id)).filter(|card| card.unique);
        let names = pilot.unique.then_some(pilot.character).into_iter().chain(upgrades.map(|card| card.name));
        for name in names {
            if seen.contains(&name) {
                return Some(format!("{name} is unique and would be in the squad twice"));
            }
            seen.push(name);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_a_file_by_its_ending() {
        assert_eq!(read_squad("4 Rookie Pilot").expect("inline").points(), 84);
        let error = read_squad("no-such-squad.toml").expect_err("no such file");
        assert!(error.to_string().contains("no-such-squad.toml: cannot read"), "{error}");
    }

    #[test]
    fn a_squad_text_becomes_one_side_of_an_engagement() {
        let text = parse_inline("2 Rookie Pilot").expect("a squad");
        let squad = text.into_squad(RetreatRule::default());
        assert_eq!((squad.faction, squad.ships.len()), (Faction::Rebel, 2));
    }
}
