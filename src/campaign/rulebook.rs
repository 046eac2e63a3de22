//! The rule set with everything derived from it once a run: prices, kinds of cards, special cards.

use crate::catalog::{Catalog, Slot, Upgrade, catalog};
use crate::config::{CardEra, RuleSet, ZeroCostTitles};
use crate::error::Error;
use crate::events::Post;
use crate::ids::{Faction, PilotCardId, ShipClassId, UpgradeId};

use super::missions::Missions;
use super::refusal::Refusal;
use super::state::UniqueId;
use super::uniques::{Uniques, uniques};

/// What the rules say about one upgrade card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UpgradeTerms {
    /// Fleet Points of one purchase; `None`: cannot be bought.
    pub fleet_points: Option<u16>,
    /// Squad points on a ship, before discounts.
    pub squad_points: i16,
    /// Copies that one purchase brings.
    pub copies: u8,
    /// A ship sits idle to fit or remove it.
    pub time_intensive: bool,
    /// Used up in battle.
    pub expendable: bool,
    /// The lowest pilot skill that may carry it.
    pub minimum_skill: u8,
}

/// What the rules say about one pilot card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PilotTerms {
    skill: u8,
    points: u16,
    /// Fleet Points of a commander: the dearest version of his cards.
    commander_price: u16,
    has_dearer_version: bool,
    crew_card: Option<UpgradeId>,
}

/// Cards and classes that rules call by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpecialCards {
    pub extra_munitions: UpgradeId,
    pub experimental_interface: UpgradeId,
    pub rebel_captive: UpgradeId,
    pub hounds_tooth: UpgradeId,
    pub chardaan_refit: UpgradeId,
    pub tie_x1: UpgradeId,
    pub tie_shuttle: UpgradeId,
    pub b_wing_e2: UpgradeId,
    pub tie_phantom: ShipClassId,
    pub shadow_squadron_pilot: PilotCardId,
    pub sigma_squadron_pilot: PilotCardId,
    pub royal_guard_pilot: PilotCardId,
}

/// The rules of one run.
#[derive(Debug)]
pub struct Rulebook {
    pub rules: RuleSet,
    pub catalog: &'static Catalog,
    pub uniques: &'static Uniques,
    pub special: SpecialCards,
    pub missions: Missions,
    ships: Vec<[Option<u16>; 3]>,
    pilots: Vec<PilotTerms>,
    upgrades: Vec<UpgradeTerms>,
}

/// A character with several pilot cards of which the player may choose any.
const FREE_CHOICE_OF_VERSION: &str = "Poe Dameron";

impl Rulebook {
    /// Fails where the rule set names a mission that does not exist.
    pub fn new(rules: RuleSet) -> Result<Rulebook, Error> {
        let catalog = catalog();
        let missions = Missions::new(&rules)?;
        let special = special_cards(&rules, catalog);
        let upgrades: Vec<UpgradeTerms> = catalog.upgrades.iter().map(|card| terms(&rules, card)).collect();
        let pilots = pilot_terms(&rules, catalog, &upgrades);
        let ships = ship_prices(&rules, catalog);
        Ok(Rulebook { ships, pilots, upgrades, uniques: uniques(), special, missions, catalog, rules })
    }

    /// Fleet Points of a hull for a faction's cards; `None` where it cannot buy it.
    pub fn ship_price(&self, class: ShipClassId, cards: Faction) -> Option<u16> {
        self.ships[class.index()][cards.index()]
    }

    /// Squad points of a hull in the hands of a faction; a captured one costs what its makers pay.
    pub fn hull_points(&self, class: ShipClassId, cards: Faction) -> u16 {
        let prices = &self.ships[class.index()];
        prices[cards.index()].or_else(|| prices.iter().flatten().min().copied()).unwrap_or(0)
    }

    /// The faction whose upgrade bar a hull has in the hands of a faction; a captured one keeps its own.
    pub fn bar_of(&self, class: ShipClassId, cards: Faction) -> Faction {
        let factions = &self.catalog.ship(class).factions;
        if factions[cards.index()] {
            return cards;
        }
        Faction::ALL.into_iter().find(|faction| factions[faction.index()]).unwrap_or(cards)
    }

    /// Pilot skill of a new pilot of this card.
    pub fn pilot_skill(&self, card: PilotCardId) -> u8 {
        self.pilots[card.index()].skill
    }

    /// Fleet Points and squad points of a new pilot of this card, without a ship.
    pub fn pilot_points(&self, card: PilotCardId) -> u16 {
        self.pilots[card.index()].points
    }

    /// Fleet Points of a unique pilot; of a character with several cards the dearest counts.
    pub fn commander_price(&self, card: PilotCardId) -> u16 {
        self.pilots[card.index()].commander_price
    }

    /// Another pilot card of the same character and faction costs more, so this one is not for sale.
    pub fn has_dearer_version(&self, card: PilotCardId) -> bool {
        self.pilots[card.index()].has_dearer_version
    }

    /// The crew card of the character on a pilot card.
    pub fn crew_card_of(&self, card: PilotCardId) -> Option<UpgradeId> {
        self.pilots[card.index()].crew_card
    }

    pub fn upgrade(&self, upgrade: UpgradeId) -> &UpgradeTerms {
        &self.upgrades[upgrade.index()]
    }

    /// Fleet Points of a card for a huge ship: what it costs in squad points where it has no price of its own.
    pub fn huge_ship_price(&self, upgrade: UpgradeId) -> u16 {
        let terms = self.upgrade(upgrade);
        terms.fleet_points.unwrap_or(terms.squad_points.max(0) as u16)
    }

    /// Squad points of all cards on one ship. Discounts stop at 0 and leave cards of negative cost alone.
    pub fn upgrade_points(&self, upgrades: &[UpgradeId]) -> i32 {
        let discount_on = |place: usize, slot: Slot| -> i32 {
            let others = upgrades.iter().enumerate().filter(|(other, _)| *other != place);
            let discounts =
                others.filter_map(|(_, id)| self.catalog.upgrade(*id).discount.map(|by| (*id, by)));
            let matching = discounts.filter(|(_, by)| by.slot.is_none_or(|wanted| wanted == slot));
            matching.map(|(id, by)| self.discount_points(id, by.points)).sum()
        };
        let points = |(place, id): (usize, &UpgradeId)| {
            let points = i32::from(self.upgrade(*id).squad_points);
            let slot = self.catalog.upgrade(*id).slot;
            if 0 < points { (points - discount_on(place, slot)).max(0) } else { points }
        };
        upgrades.iter().enumerate().map(points).sum()
    }

    /// The TIE/x1's discount is a number of the campaign's errata.
    fn discount_points(&self, upgrade: UpgradeId, printed: u8) -> i32 {
        let by_rule = upgrade == self.special.tie_x1;
        i32::from(if by_rule { self.rules.upgrades.effects.tie_x1_system_discount } else { printed })
    }

    /// Whether a card of the catalog is in play at all.
    pub fn in_era(&self, card_in_era: bool) -> bool {
        card_in_era || self.rules.fleet.card_era == CardEra::All
    }

    /// Whether a pilot card is in play.
    pub fn pilot_on_sale(&self, card: PilotCardId) -> Result<(), Refusal> {
        let pilot = self.catalog.pilot(card);
        if !pilot.for_sale {
            return Err(Refusal::NotForSale);
        }
        if !self.in_era(pilot.in_era) {
            return Err(Refusal::NotInEra);
        }
        if pilot.optional && !self.rules.fleet.optional_rebel_generics {
            return Err(Refusal::OptionalGeneric);
        }
        if !pilot.in_tables && !pilot.optional && !self.rules.rulings.generics_outside_tables {
            return Err(Refusal::NotForSale);
        }
        Ok(())
    }

    pub fn unique_pilot(&self, card: PilotCardId) -> Option<UniqueId> {
        self.uniques.of_pilot(card)
    }

    pub fn unique_upgrade(&self, upgrade: UpgradeId) -> Option<UniqueId> {
        self.uniques.of_upgrade(upgrade)
    }

    pub fn unique_name(&self, post: Post) -> Option<UniqueId> {
        match post {
            Post::Pilot(card) => self.unique_pilot(card),
            Post::Crew(card) => self.unique_upgrade(card),
        }
    }
}

fn special_cards(rules: &RuleSet, catalog: &Catalog) -> SpecialCards {
    let pilot = |key: &str| {
        let card = catalog.pilots.iter().find(|card| card.key == key);
        card.map(|card| card.id).unwrap_or_else(|| panic!("the catalog has a pilot `{key}`"))
    };
    let upgrade = |key: &str| {
        let card = catalog.upgrades.iter().find(|card| card.key == key);
        card.map(|card| card.id).unwrap_or_else(|| panic!("the catalog has an upgrade `{key}`"))
    };
    let ship = |key: &str| {
        let class = catalog.ships.iter().find(|class| class.key == key);
        class.map(|class| class.id).unwrap_or_else(|| panic!("the catalog has a ship `{key}`"))
    };
    SpecialCards {
        extra_munitions: rules.upgrades.extra_munitions,
        experimental_interface: rules.upgrades.experimental_interface,
        rebel_captive: rules.upgrades.crew.rebel_captive,
        hounds_tooth: rules.upgrades.titles.hounds_tooth,
        chardaan_refit: upgrade("chardaan-refit"),
        tie_x1: upgrade("tie-x1"),
        tie_shuttle: upgrade("tie-shuttle"),
        b_wing_e2: upgrade("b-wing-e2"),
        tie_phantom: ship("tie-phantom"),
        shadow_squadron_pilot: pilot("shadow-squadron-pilot"),
        sigma_squadron_pilot: pilot("sigma-squadron-pilot"),
        royal_guard_pilot: pilot("royal-guard-pilot"),
    }
}

/// Prices of hulls: the catalog's, the ruling on the captured TIE Fighter, house rules.
fn ship_prices(rules: &RuleSet, catalog: &Catalog) -> Vec<[Option<u16>; 3]> {
    let mut prices: Vec<[Option<u16>; 3]> =
        catalog.ships.iter().map(|ship| ship.base_cost.map(|cost| cost.map(u16::from))).collect();
    let captured = &mut prices[rules.fleet.captured_tie.ship.index()][Faction::Rebel.index()];
    *captured = captured.map(|_| u16::from(rules.rulings.captured_tie_cost));
    for cost in rules.costs.ships.values() {
        prices[cost.ship.index()][cost.faction.index()] = Some(u16::from(cost.cost));
    }
    prices
}

/// Terms of pilots: the catalog's, rulings on misprints, house rules.
fn pilot_terms(rules: &RuleSet, catalog: &Catalog, upgrades: &[UpgradeTerms]) -> Vec<PilotTerms> {
    let rulings = &rules.rulings;
    let era = |in_era: bool| in_era || rules.fleet.card_era == CardEra::All;
    let points = |card: PilotCardId| {
        let pilot = catalog.pilot(card);
        let changed = rules.costs.pilots.values().filter(|cost| cost.pilot == card).last();
        let ruled = match pilot.key {
            "baron-of-the-empire" => rulings.baron_of_the_empire_cost,
            "rogue-squadron-pilot" => rulings.rogue_squadron_cost,
            _ => pilot.cost,
        };
        u16::from(changed.map_or(ruled, |cost| cost.cost))
    };
    let one = |pilot: &crate::catalog::PilotCard| {
        let skill = match pilot.key {
            "lothal-rebel" => rulings.lothal_rebel_skill,
            "zeta-specialist" => rulings.zeta_specialist_skill,
            _ => pilot.skill,
        };
        let versions = catalog.pilots.iter().filter(|other| {
            pilot.unique
                && other.character == pilot.character
                && other.faction == pilot.faction
                && other.unique
                && era(other.in_era)
        });
        let dearest = versions.map(|other| points(other.id)).max().unwrap_or(0);
        let own = points(pilot.id);
        let crew_card = catalog.crew_card_of(pilot.id).filter(|card| era(card.in_era)).map(|card| card.id);
        let crew_price = crew_card.and_then(|card| upgrades[card.index()].fleet_points).unwrap_or(0);
        PilotTerms {
            skill,
            points: own,
            commander_price: own.max(crew_price),
            has_dearer_version: own < dearest && pilot.character != FREE_CHOICE_OF_VERSION,
            crew_card: crew_card.filter(|_| pilot.unique),
        }
    };
    catalog.pilots.iter().map(one).collect()
}

/// Terms of one upgrade card: the catalog's, the campaign's errata, rulings, house rules.
fn terms(rules: &RuleSet, card: &Upgrade) -> UpgradeTerms {
    let upgrades = &rules.upgrades;
    let expendable = upgrades.ordnance_slots.contains(card.slot) && card.expendable
        || upgrades.ordnance_also.contains(&card.id);
    let mut terms = UpgradeTerms {
        fleet_points: card.fleet_cost.map(u16::from),
        squad_points: i16::from(card.points),
        copies: if expendable { upgrades.ordnance_copies } else { 1 },
        time_intensive: upgrades.time_intensive_slots.contains(card.slot)
            && !upgrades.time_intensive_exceptions.contains(&card.id),
        expendable,
        minimum_skill: card.min_skill,
    };
    let zero_cost = card.is_zero_cost_generic_title();
    if zero_cost && rules.rulings.zero_cost_titles == ZeroCostTitles::AllGeneric {
        terms.fleet_points = Some(u16::from(upgrades.titles.zero_cost_generic));
    }
    if let Some(erratum) = upgrades.errata.values().find(|erratum| erratum.upgrade == card.id) {
        terms.fleet_points = Some(u16::from(erratum.fleet_points));
        terms.squad_points = i16::from(erratum.squad_points);
        terms.minimum_skill = erratum.minimum_skill;
    }
    if let Some(cost) = rules.costs.upgrades.values().filter(|cost| cost.upgrade == card.id).last() {
        terms.fleet_points = Some(u16::from(cost.fleet_points));
        terms.squad_points = i16::from(cost.squad_points);
    }
    if card.slot == Slot::Elite
        || card.id == upgrades.extra_munitions
        || card.id == upgrades.crew.rebel_captive
    {
        terms.fleet_points = None;
    }
    terms
}
