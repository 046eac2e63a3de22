//! Rule: Construct Squads and Conduct Battle Phase, first part. (Campaign, "Construct Squads and Conduct Battle Phase";
//! "Extra Munitions"; "Battle Reinforcements"; the size and restrictions of each scenario)
//!
//! Squads are built from the Squadron; a ship, pilot or card stands in one squad a turn. All squads are built
//! before the first battle is fought.

use crate::campaign::plan::{Battle, PlannedShip, SquadPlan};
use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::rules::crew_upgrades;
use crate::campaign::rules::pilot_improvements::elite_slots;
use crate::campaign::state::{Hull, Person, State};
use crate::catalog::{Bearer, Slot};
use crate::config::mission::{Mission, ShipSummary, SquadSummary, Violation};
use crate::ids::{Faction, HullId, PersonId, PlayerId, Side, UpgradeId};

/// What a squad is checked against.
#[derive(Debug, Clone, Copy)]
pub struct SquadRules<'a> {
    pub state: &'a State,
    pub book: &'a Rulebook,
    pub battle: &'a Battle,
    pub side: Side,
    pub player: PlayerId,
    /// Rebel Captives that the faction has used in other squads of this turn.
    pub captives_used: usize,
}

impl<'a> SquadRules<'a> {
    pub fn mission(&self) -> &'static Mission {
        self.battle.mission
    }

    fn cards(&self) -> Faction {
        self.state.team(self.state.player(self.player).faction).cards()
    }

    /// The squad points of the plan, if every rule allows it.
    pub fn check(&self, plan: &SquadPlan) -> Result<u16, Refusal> {
        for ship in &plan.ships {
            self.check_ship(ship)?;
        }
        self.check_docked(plan)?;
        self.check_once(plan)?;
        self.check_equipment(plan)?;
        self.check_unique(plan)?;
        self.check_reinforcements(plan)?;
        self.check_huge_ships(plan)?;
        self.check_mission(plan)
    }

    /// Squad points of the whole plan; huge ships cost a fixed number.
    pub fn points(&self, plan: &SquadPlan) -> u16 {
        plan.ships.iter().map(|ship| self.ship_points(ship)).sum::<u16>() + self.fixed_points(plan)
    }

    /// Squad points of one ship with pilot and upgrades.
    pub fn ship_points(&self, ship: &PlannedShip) -> u16 {
        self.mission().ship_points(self.side, &self.summary(ship))
    }

    /// Huge ships and a docked fighter cost the same whatever they carry.
    fn fixed_points(&self, plan: &SquadPlan) -> u16 {
        let rules = &self.book.rules.huge_ships.battle;
        let points = |id| {
            if self.state.huge_ship(id).capital { rules.capital_points } else { rules.support_points }
        };
        let docked = plan.docked.map_or(0, |_| self.book.rules.upgrades.titles.hounds_tooth_ship_points);
        plan.huge_ships.iter().map(points).sum::<u16>() + u16::from(docked)
    }

    /// Everything that the ship carries: fixed on the hull, mounted, crew and elite upgrades.
    pub fn cards_aboard(&self, ship: &PlannedShip, cards: &mut Vec<UpgradeId>) {
        cards.clear();
        cards.extend(self.state.hull(ship.hull).installed.iter());
        cards.extend(ship.equipment.iter());
        let crew =
            ship.crew.iter().filter_map(|id| crew_upgrades::crew_card_of(self.book, self.state.person(id)));
        cards.extend(crew);
        cards.extend(ship.elites.iter());
    }

    /// Hull, pilot and crew are at hand and fit together.
    fn check_ship(&self, ship: &PlannedShip) -> Result<(), Refusal> {
        let hull = self.hull_at_hand(ship.hull)?;
        let pilot = self.person_at_hand(ship.pilot)?;
        if !pilot.qualifications.has(hull.class) {
            return Err(Refusal::NotQualified);
        }
        if pilot.xp() < u16::from(ship.xp_to_spend) {
            return Err(Refusal::NotEnoughXp);
        }
        for id in ship.crew.iter() {
            let member = self.person_at_hand(id)?;
            if crew_upgrades::crew_card_of(self.book, member).is_none() {
                return Err(Refusal::DoesNotFit);
            }
        }
        for upgrade in ship.elites.iter() {
            if self.book.catalog.upgrade(upgrade).slot != Slot::Elite {
                return Err(Refusal::DoesNotFit);
            }
        }
        let mut cards = Vec::with_capacity(16);
        self.cards_aboard(ship, &mut cards);
        let slots = self.mission().elite_slots(self.side, ship.role, elite_slots(self.book, pilot));
        let bearer = Bearer {
            class: hull.class,
            faction: self.book.bar_of(hull.class, self.cards()),
            skill: pilot.skill,
            elite_slots: slots,
        };
        if self.book.catalog.first_misfit(bearer, &cards).is_some() {
            return Err(Refusal::DoesNotFit);
        }
        self.check_shuttle_crew(hull, &cards)?;
        self.check_munitions(ship)
    }

    /// The fighter of the Hound's Tooth: one of the right class with its pilot and what is fixed to it, nothing more,
    /// aboard the ship that has the title. Without it the title is of no use, and the ship flies all the same.
    fn check_docked(&self, plan: &SquadPlan) -> Result<(), Refusal> {
        let Some((carrier, fighter)) = &plan.docked else { return Ok(()) };
        self.check_ship(fighter)?;
        let titled = self.state.hull(*carrier).installed.contains(self.book.special.hounds_tooth);
        let aboard = plan.ships.iter().any(|ship| ship.hull == *carrier);
        let right_class =
            self.state.hull(fighter.hull).class == self.book.rules.upgrades.titles.hounds_tooth_ship;
        let bare = fighter.equipment.is_empty() && fighter.crew.is_empty() && fighter.elites.is_empty();
        if titled && aboard && right_class && bare { Ok(()) } else { Err(Refusal::NoHoundsToothFighter) }
    }

    /// A TIE Shuttle carries no dear crew.
    fn check_shuttle_crew(&self, hull: &Hull, cards: &[UpgradeId]) -> Result<(), Refusal> {
        if !hull.installed.contains(self.book.special.tie_shuttle) {
            return Ok(());
        }
        let limit = i16::from(self.book.rules.upgrades.effects.tie_shuttle_crew_limit);
        let too_dear = |id: &UpgradeId| {
            self.book.catalog.upgrade(*id).slot == Slot::Crew && limit < self.book.upgrade(*id).squad_points
        };
        if cards.iter().any(too_dear) { Err(Refusal::DoesNotFit) } else { Ok(()) }
    }

    /// Munitions tokens need Extra Munitions, and a card of the same kind aboard for each.
    fn check_munitions(&self, ship: &PlannedShip) -> Result<(), Refusal> {
        if ship.munitions.is_empty() {
            return Ok(());
        }
        if !ship.equipment.contains(self.book.special.extra_munitions) {
            return Err(Refusal::DoesNotFit);
        }
        let tokens_fit = |id: UpgradeId| {
            self.book.upgrade(id).expendable && ship.munitions.count(id) <= ship.equipment.count(id)
        };
        if ship.munitions.iter().all(tokens_fit) { Ok(()) } else { Err(Refusal::DoesNotFit) }
    }

    fn hull_at_hand(&self, id: HullId) -> Result<&'a Hull, Refusal> {
        let hull = self.state.hull(id);
        if hull.owner != self.player || !hull.in_service() {
            return Err(Refusal::NotOwned);
        }
        if hull.used_turn == self.state.turn {
            return Err(Refusal::UsedThisTurn);
        }
        if hull.is_available(self.state.turn) { Ok(hull) } else { Err(Refusal::NotAvailable) }
    }

    fn person_at_hand(&self, id: PersonId) -> Result<&'a Person, Refusal> {
        let person = self.state.person(id);
        if person.owner != self.player {
            return Err(Refusal::NotOwned);
        }
        if person.used_turn == self.state.turn {
            return Err(Refusal::UsedThisTurn);
        }
        if person.is_available(self.state.turn) { Ok(person) } else { Err(Refusal::NotAvailable) }
    }

    /// No hull and no person twice in the plan.
    fn check_once(&self, plan: &SquadPlan) -> Result<(), Refusal> {
        let mut hulls: Vec<HullId> = plan.all_ships().map(|ship| ship.hull).collect();
        hulls.extend(plan.reinforcements.iter().map(|(hull, _)| *hull));
        let mut persons: Vec<PersonId> = plan.all_ships().map(|ship| ship.pilot).collect();
        persons.extend(plan.ships.iter().flat_map(|ship| ship.crew.into_iter()));
        persons.extend(plan.reinforcements.iter().map(|(_, pilot)| *pilot));
        let (n_hulls, n_persons) = (hulls.len(), persons.len());
        hulls.sort_unstable();
        hulls.dedup();
        persons.sort_unstable();
        persons.dedup();
        let once = hulls.len() == n_hulls && persons.len() == n_persons;
        if once { Ok(()) } else { Err(Refusal::UsedThisTurn) }
    }

    /// Mounted hardware is of the quick kind, in the store and not in another squad.
    fn check_equipment(&self, plan: &SquadPlan) -> Result<(), Refusal> {
        let (store, special) = (&self.state.player(self.player).store, &self.book.special);
        let mut wanted: Vec<UpgradeId> = Vec::new();
        let mut captives = 0;
        for ship in &plan.ships {
            for id in ship.equipment.iter() {
                let slot = self.book.catalog.upgrade(id).slot;
                if id == special.extra_munitions {
                    continue;
                }
                if id == special.rebel_captive {
                    captives += 1;
                    continue;
                }
                let mounted = !self.book.upgrade(id).time_intensive
                    && !matches!(slot, Slot::Title | Slot::Crew | Slot::Elite);
                if !mounted {
                    return Err(Refusal::DoesNotFit);
                }
                wanted.push(id);
            }
            wanted.extend(ship.munitions.iter());
        }
        wanted.sort_unstable();
        for copies in wanted.chunk_by(|a, b| a == b) {
            if usize::from(store.free(copies[0])) < copies.len() {
                return Err(Refusal::NotOwned);
            }
        }
        let faction = self.state.player(self.player).faction;
        let held = || crew_upgrades::rebel_captives(self.state, self.book, faction).count();
        if 0 < captives && held() < captives + self.captives_used {
            return Err(Refusal::NoRebelPrisoner);
        }
        Ok(())
    }

    /// A unique name stands once in a squad, pilots and cards together.
    fn check_unique(&self, plan: &SquadPlan) -> Result<(), Refusal> {
        let mut names: Vec<&'static str> = Vec::new();
        let mut cards = Vec::with_capacity(16);
        for ship in plan.all_ships() {
            let pilot = self.state.person(ship.pilot);
            if let Some(card) = pilot.card().filter(|_| pilot.unique) {
                names.push(self.book.catalog.pilot(card).character);
            }
            self.cards_aboard(ship, &mut cards);
            let unique = cards.iter().map(|id| self.book.catalog.upgrade(*id)).filter(|card| card.unique);
            names.extend(unique.map(|card| card.name));
        }
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        if names.len() == all { Ok(()) } else { Err(Refusal::SquadUnique) }
    }

    /// Only the stock fighters of the rulebook can be called in, and only where the scenario says so.
    fn check_reinforcements(&self, plan: &SquadPlan) -> Result<(), Refusal> {
        if plan.reinforcements.is_empty() {
            return Ok(());
        }
        if self.mission().reinforcements(self.side).is_none() {
            return Err(Refusal::NotAReinforcement);
        }
        for &(hull, pilot) in &plan.reinforcements {
            let (hull, pilot) = (self.hull_at_hand(hull)?, self.person_at_hand(pilot)?);
            if !is_reinforcement(self.book, self.cards(), hull, pilot) {
                return Err(Refusal::NotAReinforcement);
            }
        }
        Ok(())
    }

    /// What the mission needs to know of the plan's ships.
    pub fn summaries(&self, plan: &SquadPlan) -> Vec<ShipSummary> {
        plan.ships.iter().map(|ship| self.summary(ship)).collect()
    }

    /// What the mission needs to know of one ship.
    pub fn summary(&self, ship: &PlannedShip) -> ShipSummary {
        let hull = self.state.hull(ship.hull);
        let pilot = self.state.person(ship.pilot);
        let base = i32::from(self.book.hull_points(hull.class, self.cards())) + i32::from(pilot.points);
        let mut cards = Vec::with_capacity(16);
        self.cards_aboard(ship, &mut cards);
        let crew_icons = self.crew_slots(hull);
        // A B-wing/E2 has a crew seat but no docking collar, so it counts as having none for prisoners.
        let carried = ship.crew.len() + self.captives_aboard(ship);
        let docks = !hull.installed.contains(self.book.special.b_wing_e2);
        ShipSummary {
            class: hull.class,
            size: self.book.catalog.ship(hull.class).size,
            base_points: base.max(0) as u16,
            upgrade_points: self.book.upgrade_points(&cards) as i16,
            skill: pilot.skill,
            unique_pilot: pilot.unique,
            group: ship.group,
            role: ship.role,
            crew_icons: if docks { crew_icons as u8 } else { 0 },
            empty_crew_slots: if docks { crew_icons.saturating_sub(carried) as u8 } else { 0 },
        }
    }

    /// Size, restrictions, groups and roles of the scenario.
    fn check_mission(&self, plan: &SquadPlan) -> Result<u16, Refusal> {
        let ships = self.summaries(plan);
        let count = |capital| {
            plan.huge_ships.iter().filter(|id| self.state.huge_ship(*id).capital == capital).count()
        };
        let squad = SquadSummary {
            ships: &ships,
            support_ships: count(false) as u8,
            capital_ships: count(true) as u8,
            huge_ship_points: self.fixed_points(plan),
        };
        let size = self.battle.size(self.side);
        match self.mission().check_squad(self.side, size, &squad).first() {
            None => Ok(self.mission().squad_points(self.side, &squad) as u16),
            Some(Violation::TooManyPoints { .. }) => Err(Refusal::SquadTooLarge),
            Some(
                Violation::RoleMissing { .. }
                | Violation::RoleTooOften { .. }
                | Violation::RoleUnknown { .. }
                | Violation::NotEligible { .. }
                | Violation::ClassBarred { .. },
            ) => Err(Refusal::RoleMissing),
            Some(_) => Err(Refusal::SquadRestriction),
        }
    }

    /// Huge ships of the faction, each once a turn.
    fn check_huge_ships(&self, plan: &SquadPlan) -> Result<(), Refusal> {
        let faction = self.state.player(self.player).faction;
        for id in plan.huge_ships.iter() {
            let ship = self.state.huge_ship(id);
            if ship.faction != faction || ship.is_destroyed() {
                return Err(Refusal::NotOwned);
            }
            // A huge ship under attack is where it is attacked.
            let elsewhere = ship.attacked_turn == self.state.turn && self.battle.card.huge_ship != Some(id);
            if ship.used_turn == self.state.turn || elsewhere || 1 < plan.huge_ships.count(id) {
                return Err(Refusal::UsedThisTurn);
            }
        }
        Ok(())
    }

    fn captives_aboard(&self, ship: &PlannedShip) -> usize {
        ship.equipment.count(self.book.special.rebel_captive)
    }

    /// Crew slots of a hull with what is installed on it.
    pub fn crew_slots(&self, hull: &Hull) -> usize {
        let bar = self.book.catalog.slots(hull.class, self.book.bar_of(hull.class, self.cards()));
        let printed = bar.iter().filter(|slot| **slot == Slot::Crew).count();
        let installed = || hull.installed.iter().map(|id| self.book.catalog.upgrade(id));
        if installed().any(|card| card.removes_slots.contains(&Slot::Crew)) {
            return 0;
        }
        let granted: usize = installed()
            .map(|card| card.grants_slots.iter().filter(|slot| **slot == Slot::Crew).count())
            .sum();
        printed + granted
    }
}

/// A stock ship with its pilot of the skill that he joined with.
pub fn is_reinforcement(book: &Rulebook, cards: Faction, hull: &Hull, pilot: &Person) -> bool {
    let stock = book.rules.battle.reinforcements.of(cards);
    hull.class == stock.ship
        && hull.installed.is_empty()
        && pilot.card() == Some(stock.pilot)
        && pilot.skill == book.pilot_skill(stock.pilot)
        && pilot.qualifications.has(hull.class)
}
