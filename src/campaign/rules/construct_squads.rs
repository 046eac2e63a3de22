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
use crate::catalog::{BaseSize, Bearer, Slot};
use crate::config::mission::{Divided, Eligible, Mission, Presence, Restrictions, RoleCost, RoleRule};
use crate::ids::{Faction, HugeShipId, HullId, PersonId, PlayerId, Side, UpgradeId};

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

    fn restrictions(&self) -> &'static Restrictions {
        self.mission().restrictions(self.side)
    }

    fn cards(&self) -> Faction {
        self.state.team(self.state.player(self.player).faction).cards()
    }

    /// The squad points of the plan, if every rule allows it.
    pub fn check(&self, plan: &SquadPlan) -> Result<u16, Refusal> {
        for ship in &plan.ships {
            self.check_ship(ship)?;
        }
        self.check_once(plan)?;
        self.check_equipment(plan)?;
        self.check_unique(plan)?;
        self.check_reinforcements(plan)?;
        let points = self.points(plan);
        if self.battle.size(self.side) < points {
            return Err(Refusal::SquadTooLarge);
        }
        self.check_restrictions(plan)?;
        self.check_roles(plan)?;
        Ok(points)
    }

    /// Squad points of the whole plan; huge ships cost a fixed number.
    pub fn points(&self, plan: &SquadPlan) -> u16 {
        let ships: u16 = plan.ships.iter().map(|ship| self.ship_points(ship)).sum();
        let huge: u16 = plan.huge_ships.iter().map(|ship| self.huge_ship_points(ship)).sum();
        ships + huge
    }

    /// Squad points of one ship with pilot and upgrades.
    pub fn ship_points(&self, ship: &PlannedShip) -> u16 {
        let hull = self.state.hull(ship.hull);
        let pilot = self.state.person(ship.pilot);
        let base = i32::from(self.book.hull_points(hull.class, self.cards())) + i32::from(pilot.points);
        let mut cards = Vec::with_capacity(16);
        self.cards_aboard(ship, &mut cards);
        let upgrades = self.book.upgrade_points(&cards);
        match self.role_cost(ship) {
            Some(cost) => cost.points(base.max(0) as u16, upgrades as i16),
            None => (base + upgrades).max(0) as u16,
        }
    }

    fn huge_ship_points(&self, ship: HugeShipId) -> u16 {
        let restrictions = self.restrictions();
        let capital = self.state.huge_ship(ship).capital;
        let rule = if capital { restrictions.capital_ship } else { restrictions.support_ship };
        let battle = &self.book.rules.huge_ships.battle;
        // The rule set's number goes before the mission file's, which says the same.
        rule.map_or(0, |_| if capital { battle.capital_points } else { battle.support_points })
    }

    /// How the ship's role changes its cost.
    fn role_cost(&self, ship: &PlannedShip) -> Option<RoleCost> {
        self.mission().role(self.side, ship.role?)?.cost
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
        let slots = self.role_cost(ship).map_or(elite_slots(self.book, pilot), |cost| cost.elite_slots);
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
        let mut hulls: Vec<HullId> = plan.ships.iter().map(|ship| ship.hull).collect();
        hulls.extend(plan.reinforcements.iter().map(|(hull, _)| *hull));
        let mut persons: Vec<PersonId> = plan.ships.iter().map(|ship| ship.pilot).collect();
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
        let prisoners =
            crew_upgrades::rebel_captives(self.state, self.book, self.state.player(self.player).faction);
        if 0 < captives && prisoners < captives + self.captives_used {
            return Err(Refusal::NoRebelPrisoner);
        }
        Ok(())
    }

    /// A unique name stands once in a squad, pilots and cards together.
    fn check_unique(&self, plan: &SquadPlan) -> Result<(), Refusal> {
        let mut names: Vec<&'static str> = Vec::new();
        let mut cards = Vec::with_capacity(16);
        for ship in &plan.ships {
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

    fn size_of(&self, ship: &PlannedShip) -> BaseSize {
        self.book.catalog.ship(self.state.hull(ship.hull).class).size
    }

    fn check_restrictions(&self, plan: &SquadPlan) -> Result<(), Refusal> {
        let rule = self.restrictions();
        let of_size = |size| plan.ships.iter().filter(move |ship| self.size_of(ship) == size);
        let (small, large) = (of_size(BaseSize::Small).count(), of_size(BaseSize::Large).count());
        let allows = |count: &Option<crate::config::mission::Count>, n| {
            count.as_ref().is_none_or(|count| count.allows(n))
        };
        let within = |limit: Option<u16>, size| {
            limit.is_none_or(|limit| of_size(size).all(|ship| self.ship_points(ship) <= limit))
        };
        let of_one_class = |limit: Option<u8>, size| {
            limit.is_none_or(|limit| {
                of_size(size).all(|ship| {
                    let class = self.state.hull(ship.hull).class;
                    let same = plan.ships.iter().filter(|other| self.state.hull(other.hull).class == class);
                    same.count() <= usize::from(limit)
                })
            })
        };
        let fits = allows(&rule.ships, plan.ships.len())
            && allows(&rule.small_ships, small)
            && allows(&rule.large_ships, large)
            && within(rule.small_ship_points, BaseSize::Small)
            && within(rule.large_ship_points, BaseSize::Large)
            && of_one_class(rule.small_ships_of_one_class, BaseSize::Small)
            && of_one_class(rule.large_ships_of_one_class, BaseSize::Large);
        if !fits {
            return Err(Refusal::SquadRestriction);
        }
        self.check_huge_ships(plan, rule)?;
        self.check_groups(plan, rule)
    }

    fn check_huge_ships(&self, plan: &SquadPlan, rule: &Restrictions) -> Result<(), Refusal> {
        let faction = self.state.player(self.player).faction;
        let mut present = [0_usize; 2];
        for id in plan.huge_ships.iter() {
            let ship = self.state.huge_ship(id);
            if ship.faction != faction || ship.is_destroyed() {
                return Err(Refusal::NotOwned);
            }
            if ship.used_turn == self.state.turn || 1 < plan.huge_ships.count(id) {
                return Err(Refusal::UsedThisTurn);
            }
            present[usize::from(ship.capital)] += 1;
        }
        for (rule, n) in [(&rule.support_ship, present[0]), (&rule.capital_ship, present[1])] {
            let fits = match rule {
                None => n == 0,
                Some(rule) => n <= 1 && (n == 1 || rule.presence == Presence::May),
            };
            if !fits {
                return Err(Refusal::SquadRestriction);
            }
        }
        let n = plan.huge_ships.len();
        if rule.huge_ships.as_ref().is_some_and(|count| !count.allows(n)) {
            return Err(Refusal::SquadRestriction);
        }
        Ok(())
    }

    /// Groups that the owner divides his squad into.
    fn check_groups(&self, plan: &SquadPlan, rule: &Restrictions) -> Result<(), Refusal> {
        let Some(groups) = rule.groups.as_ref().filter(|groups| groups.divided == Divided::Owner) else {
            return Ok(());
        };
        let mut points = vec![0_u16; usize::from(groups.count)];
        for ship in &plan.ships {
            match points.get_mut(usize::from(ship.group)) {
                Some(sum) => *sum += self.ship_points(ship),
                None => return Err(Refusal::SquadRestriction),
            }
        }
        let most = points.iter().max().copied().unwrap_or(0);
        let least = points.iter().min().copied().unwrap_or(0);
        let fits = groups.points.is_none_or(|limit| most <= limit)
            && groups.first_points.is_none_or(|limit| points[0] <= limit)
            && groups.even_within.is_none_or(|limit| most - least <= limit);
        if fits { Ok(()) } else { Err(Refusal::SquadRestriction) }
    }

    /// Every role finds as many ships that are fit for it as the scenario asks for.
    fn check_roles(&self, plan: &SquadPlan) -> Result<(), Refusal> {
        for rule in self.mission().roles(self.side) {
            let marked = plan.ships.iter().filter(|ship| ship.role == Some(rule.role));
            let (mut n_marked, mut fit) = (0, true);
            for ship in marked {
                n_marked += 1;
                fit &= self.is_eligible(plan, ship, rule);
            }
            if !fit || usize::from(rule.max) < n_marked {
                return Err(Refusal::RoleMissing);
            }
            let chosen_now = rule.chosen == crate::config::mission::Chosen::SquadBuilding;
            let able = if chosen_now {
                n_marked
            } else {
                plan.ships.iter().filter(|ship| self.is_eligible(plan, ship, rule)).count()
            };
            if able < usize::from(rule.min) {
                return Err(Refusal::RoleMissing);
            }
        }
        Ok(())
    }

    /// Whether a ship of the plan is fit for a role.
    pub fn is_eligible(&self, plan: &SquadPlan, ship: &PlannedShip, rule: &RoleRule) -> bool {
        let hull = self.state.hull(ship.hull);
        let pilot = self.state.person(ship.pilot);
        let class = self.book.catalog.ship(hull.class);
        let crew_slots = || self.crew_slots(hull);
        rule.eligible.iter().all(|condition| match condition {
            Eligible::HighestSkill => {
                plan.ships.iter().all(|other| self.state.person(other.pilot).skill <= pilot.skill)
            }
            Eligible::Small => class.size == BaseSize::Small,
            Eligible::Large => class.size == BaseSize::Large,
            Eligible::GenericPilot => !pilot.unique,
            Eligible::CrewIcon => 0 < crew_slots(),
            Eligible::EmptyCrewSlot => ship.crew.len() + self.captives_aboard(ship) < crew_slots(),
            Eligible::DockingCollar => {
                hull.class != self.book.special.tie_phantom
                    && !hull.installed.contains(self.book.special.b_wing_e2)
            }
        })
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
