//! Every rule that a fleet list breaks.
//!
//! The list is bought at the counter of an empty campaign with more points than enough, so that one fault does not
//! hide another; what is refused is noted and left out. Whether the points suffice is seen at the end.

use super::costs::{CostLine, lines};
use super::file::is_crew;
use super::{Entry, FleetList, Item};
use crate::campaign::context::Context;
use crate::campaign::market::{HugeShipOutfit, Market};
use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::rules::equipping_huge_ships;
use crate::campaign::rules::time_intensive_upgrades::may_come_fitted;
use crate::campaign::state::{Roster, Standpoint, State};
use crate::catalog::{Bearer, catalog};
use crate::chance::Luck;
use crate::events::CampaignEvent;
use crate::ids::{Faction, PlayerId, ShipClassId, UpgradeId};

/// More points than any list can use.
const PURSE: i32 = 1_000_000;
/// The player who hands the list in.
const OWNER: PlayerId = PlayerId(0);

/// A rule that the list breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    pub what: String,
    /// The heading of the rulebook where the rule stands.
    pub heading: &'static str,
    pub reason: String,
}

/// A list with its costs and its faults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    pub lines: Vec<CostLine>,
    pub broken: Vec<Broken>,
    /// Fleet Points of the whole list.
    pub total: u32,
    /// Fleet Points that may be spent.
    pub points: u32,
    /// Ships and pilots among them.
    pub ships: usize,
    pub pilots: usize,
}

impl Checked {
    pub fn is_legal(&self) -> bool {
        self.broken.is_empty()
    }
}

/// An empty table with one faction.
pub fn table(book: &Rulebook, faction: Faction, players: u8) -> State {
    let seats = vec![faction; usize::from(players)];
    let mut state = State::default();
    state.reset(&seats, book.catalog.upgrades.len(), book.uniques.n_names());
    let added = state.factions.push(faction);
    debug_assert!(added, "three factions fit");
    let roster: Roster = (0..players).map(PlayerId).collect();
    let team = state.team_mut(faction);
    team.playing = true;
    team.catalog = Some(faction);
    team.players = roster;
    team.standpoint = Standpoint::Power;
    state
}

/// Costs and faults of a list.
pub fn check(book: &Rulebook, list: &FleetList) -> Checked {
    let mut state = table(book, list.faction, list.players);
    state.player_mut(OWNER).balance = PURSE;
    let mut events: Vec<CampaignEvent> = Vec::new();
    let mut clerk = Clerk {
        context: Context { state: &mut state, book, luck: Luck::new(0, 0), sink: &mut events },
        faction: list.faction,
        broken: Vec::new(),
    };
    let mut cost_lines = Vec::new();
    for entry in &list.entries {
        cost_lines.extend(lines(book, list.faction, entry));
        clerk.buy(entry);
    }
    clerk.count_huge_ships(list);
    let mut broken = clerk.broken;
    let total = cost_lines.iter().map(CostLine::total).sum();
    let points = u32::from(list.points.unwrap_or(book.rules.fleet.starting_fleet_points));
    if points < total {
        let refusal = Refusal::NotEnoughPoints;
        broken.push(Broken {
            what: "the whole list".to_string(),
            heading: refusal.heading(),
            reason: format!("it costs {total} Fleet Points, {points} may be spent"),
        });
    }
    let ships = state.hulls_of(OWNER).count();
    let pilots = state.persons_of(OWNER).filter(|who| who.is_pilot()).count();
    Checked { lines: cost_lines, broken, total, points, ships, pilots }
}

struct Clerk<'a> {
    context: Context<'a>,
    faction: Faction,
    broken: Vec<Broken>,
}

impl<'a> Clerk<'a> {
    fn market(&mut self) -> Market<'_, 'a> {
        Market::new(&mut self.context, OWNER)
    }

    fn note(&mut self, what: &str, heading: &'static str, reason: impl Into<String>) {
        let broken = Broken { what: what.to_string(), heading, reason: reason.into() };
        // Of several pieces that break the same rule it is told once.
        if !self.broken.contains(&broken) {
            self.broken.push(broken);
        }
    }

    fn refuse(&mut self, what: &str, refusal: Refusal) {
        self.note(what, refusal.heading(), refusal.reason());
    }

    fn buy(&mut self, entry: &Entry) {
        match &entry.item {
            Item::Commander(card) => {
                let name = catalog().pilot(*card).name;
                if let Err(refusal) = self.market().buy_commander(*card) {
                    self.refuse(name, refusal);
                }
            }
            Item::Ship { class, fitted } => {
                (0..entry.count).for_each(|_| self.buy_ship(*class, fitted));
            }
            Item::Pilot { card, titles } => {
                for _ in 0..entry.count {
                    let name = catalog().pilot(*card).name;
                    match self.market().buy_pilot(*card) {
                        Err(refusal) => self.refuse(name, refusal),
                        Ok(pilot) => {
                            for title in titles {
                                if let Err(refusal) = self.market().buy_pilot_title(pilot, *title) {
                                    let what = format!("{} for {name}", catalog().upgrade(*title).name);
                                    self.refuse(&what, refusal);
                                }
                            }
                        }
                    }
                }
            }
            Item::Card(card) => (0..entry.count).for_each(|_| self.buy_card(*card)),
            Item::HugeShip { class, upgrades } => self.equip_huge_ship(*class, upgrades),
        }
    }

    fn buy_ship(&mut self, class: ShipClassId, fitted: &[UpgradeId]) {
        let name = catalog().ship(class).name;
        if let Err(refusal) = self.market().ship_price(class) {
            self.refuse(name, refusal);
        }
        let before = self.broken.len();
        for (place, &card) in fitted.iter().enumerate() {
            let what = format!("{} on {name}", catalog().upgrade(card).name);
            let refusals =
                [self.market().upgrade_price(card).err(), may_come_fitted(self.context.book, card).err()];
            refusals.into_iter().flatten().for_each(|refusal| self.refuse(&what, refusal));
            let bearer = Bearer {
                class,
                faction: self.context.book.bar_of(class, self.faction),
                skill: u8::MAX,
                elite_slots: 0,
            };
            let misfit = catalog().first_misfit(bearer, &fitted[..=place]);
            if let Some((_, misfit)) = misfit.filter(|(misfit, _)| *misfit == card) {
                self.note(&what, Refusal::DoesNotFit.heading(), misfit.reason());
            }
        }
        // A ship whose cards are refused is bought without them, since it counts for the limits.
        let fitted = if before == self.broken.len() { fitted } else { &[] };
        if let Err(refusal) = self.market().buy_ship(class, fitted) {
            self.refuse(name, refusal);
        }
    }

    fn buy_card(&mut self, card: UpgradeId) {
        let bought = match is_crew(card) {
            true => self.market().buy_crew(card).map(|_| ()),
            false => self.market().buy_upgrade(card),
        };
        if let Err(refusal) = bought {
            self.refuse(catalog().upgrade(card).name, refusal);
        }
    }

    fn equip_huge_ship(&mut self, class: ShipClassId, upgrades: &[UpgradeId]) {
        let name = catalog().ship(class).name;
        let Some(huge) = &catalog().ship(class).huge else {
            self.note(name, "Huge Ships", "it is not a huge ship");
            return;
        };
        let classes = self.context.book.rules.huge_ships.classes.of(self.faction);
        if classes.capital != class && !classes.support.contains(&class) {
            self.note(
                name,
                "Huge Ships",
                format!("{} players do not have this huge ship", self.faction.name()),
            );
        }
        let ship = equipping_huge_ships::add(&mut self.context, self.faction, class, huge.capital);
        for &card in upgrades {
            let mut outfit = HugeShipOutfit::new(&mut self.context, OWNER, ship);
            if let Err(refusal) = outfit.equip(card) {
                let what = format!("{} on {name}", catalog().upgrade(card).name);
                self.refuse(&what, refusal);
            }
        }
    }

    /// A list may leave huge ships out; it may not have more than the faction's share.
    fn count_huge_ships(&mut self, list: &FleetList) {
        let rules = &self.context.book.rules;
        let beyond = rules.rulings.support_ships_beyond_table;
        let allowed =
            [rules.huge_ships.support_ships.of(list.players, beyond), rules.huge_ships.capital_ships];
        for (capital, word) in [(false, "support"), (true, "capital")] {
            let ships = self.context.state.huge_ships_of(self.faction).filter(|ship| ship.capital == capital);
            let (found, most) = (ships.count(), usize::from(allowed[usize::from(capital)]));
            if most < found {
                let reason = format!("{found} {word} ships; a faction of {} has {most}", list.players);
                self.note("huge ships", "Equipping Huge Ships", reason);
            }
        }
    }
}
