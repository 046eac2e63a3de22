//! Whether a squad may fly a mission: points, restrictions and roles.
//!
//! Pure and without allocation as long as nothing is wrong, since squad builders ask it for every candidate.

use super::*;
use crate::catalog::BaseSize;
use crate::ids::ShipClassId;

/// What legality needs to know of one ship with its pilot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShipSummary {
    pub class: ShipClassId,
    pub size: BaseSize,
    /// Squad points of ship and pilot, improvements included.
    pub base_points: u16,
    /// Squad points of all upgrades together; some are negative.
    pub upgrade_points: i16,
    pub skill: u8,
    pub unique_pilot: bool,
    /// 0 for the first group.
    pub group: u8,
    pub role: Option<SquadRole>,
    /// Crew icons of the upgrade bar.
    pub crew_icons: u8,
    pub empty_crew_slots: u8,
}

/// What legality needs to know of a squad.
#[derive(Debug, Clone, Copy, Default)]
pub struct SquadSummary<'s> {
    pub ships: &'s [ShipSummary],
    pub support_ships: u8,
    pub capital_ships: u8,
    /// Squad points of all huge ships together, by the rule set.
    pub huge_ship_points: u16,
}

/// One thing that a mission does not allow. `ship` counts from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Violation {
    TooManyPoints { points: u32, allowed: u16 },
    Ships { found: usize },
    SmallShips { found: usize },
    LargeShips { found: usize },
    HugeShips { found: usize },
    SupportShipMissing,
    SupportShipForbidden,
    CapitalShipMissing,
    CapitalShipForbidden,
    ShipTooDear { ship: usize, points: u16, allowed: u16 },
    TooManyOfOneClass { ship: usize, found: usize, allowed: u8 },
    NoSuchGroup { ship: usize, groups: u8 },
    GroupEmpty { group: u8 },
    GroupTooDear { group: u8, points: u32, allowed: u16 },
    GroupsUneven { difference: u32, allowed: u16 },
    RoleMissing { role: SquadRole, needed: u8 },
    RoleTooOften { role: SquadRole, allowed: u8 },
    RoleUnknown { ship: usize, role: SquadRole },
    NotEligible { ship: usize, role: SquadRole, lacks: Eligible },
    ClassBarred { ship: usize, role: SquadRole },
}

impl Mission {
    /// Squad points of a ship in this mission: a role may change them.
    pub fn ship_points(&self, side: Side, ship: &ShipSummary) -> u16 {
        let cost = ship.role.and_then(|role| self.role(side, role)).and_then(|rule| rule.cost);
        match cost {
            Some(cost) => cost.points(ship.base_points, ship.upgrade_points),
            None => ship.base_points.saturating_add_signed(ship.upgrade_points),
        }
    }

    /// Elite slots of a ship in this mission: a role may change them.
    pub fn elite_slots(&self, side: Side, role: Option<SquadRole>, printed: u8) -> u8 {
        let cost = role.and_then(|role| self.role(side, role)).and_then(|rule| rule.cost);
        cost.map_or(printed, |cost| cost.elite_slots)
    }

    /// Squad points of the whole squad in this mission.
    pub fn squad_points(&self, side: Side, squad: &SquadSummary<'_>) -> u32 {
        let ships = squad.ships.iter().map(|ship| u32::from(self.ship_points(side, ship)));
        ships.sum::<u32>() + u32::from(squad.huge_ship_points)
    }

    /// Everything that forbids this squad; empty where it may fly. `size` is what the side may spend.
    pub fn check_squad(&self, side: Side, size: u16, squad: &SquadSummary<'_>) -> Vec<Violation> {
        let mut found = Vec::new();
        self.each_violation(side, size, squad, &mut |violation| found.push(violation));
        found
    }

    /// Whether the squad may fly: no list, no strings.
    pub fn allows_squad(&self, side: Side, size: u16, squad: &SquadSummary<'_>) -> bool {
        let mut legal = true;
        self.each_violation(side, size, squad, &mut |_| legal = false);
        legal
    }

    fn each_violation(
        &self,
        side: Side,
        size: u16,
        squad: &SquadSummary<'_>,
        report: &mut impl FnMut(Violation),
    ) {
        let points = self.squad_points(side, squad);
        if u32::from(size) < points {
            report(Violation::TooManyPoints { points, allowed: size });
        }
        let restrictions = self.restrictions(side);
        restrictions.check_counts(squad, report);
        restrictions.check_huge_ships(squad, report);
        self.check_ship_points(side, squad, report);
        restrictions.check_classes(squad, report);
        self.check_groups(side, squad, report);
        self.check_roles(side, squad, report);
    }

    fn check_ship_points(&self, side: Side, squad: &SquadSummary<'_>, report: &mut impl FnMut(Violation)) {
        let restrictions = self.restrictions(side);
        for (i, ship) in squad.ships.iter().enumerate() {
            let Some(allowed) = restrictions.points_of(ship.size) else { continue };
            let points = self.ship_points(side, ship);
            if allowed < points {
                report(Violation::ShipTooDear { ship: i, points, allowed });
            }
        }
    }

    fn check_groups(&self, side: Side, squad: &SquadSummary<'_>, report: &mut impl FnMut(Violation)) {
        let groups = self.restrictions(side).groups.as_ref();
        // Groups that the foe makes are made after the squad is built.
        let Some(groups) = groups.filter(|groups| groups.divided == Divided::Owner) else { return };
        for (i, _) in squad.ships.iter().enumerate().filter(|(_, ship)| groups.count <= ship.group) {
            report(Violation::NoSuchGroup { ship: i, groups: groups.count });
        }
        let (mut cheapest, mut dearest) = (u32::MAX, 0);
        for group in 0..groups.count {
            let members = || squad.ships.iter().filter(|ship| ship.group == group);
            let points = members().map(|ship| u32::from(self.ship_points(side, ship))).sum();
            cheapest = cheapest.min(points);
            dearest = dearest.max(points);
            let limits = [groups.points, groups.first_points.filter(|_| group == 0)];
            if let Some(allowed) = limits.into_iter().flatten().min().filter(|most| u32::from(*most) < points)
            {
                report(Violation::GroupTooDear { group, points, allowed });
            }
            if groups.even_within.is_some() && members().next().is_none() {
                report(Violation::GroupEmpty { group });
            }
        }
        let difference = dearest.saturating_sub(cheapest);
        if let Some(allowed) = groups.even_within.filter(|most| u32::from(*most) < difference) {
            report(Violation::GroupsUneven { difference, allowed });
        }
    }

    fn check_roles(&self, side: Side, squad: &SquadSummary<'_>, report: &mut impl FnMut(Violation)) {
        for (i, ship) in squad.ships.iter().enumerate() {
            let Some(role) = ship.role else { continue };
            match self.role(side, role) {
                None => report(Violation::RoleUnknown { ship: i, role }),
                Some(rule) => {
                    if let Some(lacks) = rule.lacks(ship, squad) {
                        report(Violation::NotEligible { ship: i, role, lacks });
                    }
                    if rule.barred.contains(&ship.class) {
                        report(Violation::ClassBarred { ship: i, role });
                    }
                }
            }
        }
        for rule in self.roles(side) {
            let with_role = squad.ships.iter().filter(|ship| ship.role == Some(rule.role)).count();
            let eligible = || squad.ships.iter().filter(|ship| rule.admits(ship, squad)).count();
            // A role that is given later needs only ships that could take it.
            let available = match rule.chosen {
                Chosen::SquadBuilding => with_role,
                Chosen::SetUp | Chosen::AllEligible => eligible(),
            };
            if available < usize::from(rule.min) {
                report(Violation::RoleMissing { role: rule.role, needed: rule.min });
            }
            if usize::from(rule.max) < with_role {
                report(Violation::RoleTooOften { role: rule.role, allowed: rule.max });
            }
        }
    }
}

impl RoleRule {
    /// Whether the ship may have the role.
    pub fn admits(&self, ship: &ShipSummary, squad: &SquadSummary<'_>) -> bool {
        !self.barred.contains(&ship.class) && self.lacks(ship, squad).is_none()
    }

    /// The first thing that the ship lacks for the role.
    fn lacks(&self, ship: &ShipSummary, squad: &SquadSummary<'_>) -> Option<Eligible> {
        self.eligible.iter().copied().find(|eligible| !eligible.holds(ship, squad))
    }
}

impl Eligible {
    fn holds(self, ship: &ShipSummary, squad: &SquadSummary<'_>) -> bool {
        match self {
            Eligible::HighestSkill => squad.ships.iter().all(|other| other.skill <= ship.skill),
            Eligible::Small => ship.size == BaseSize::Small,
            Eligible::Large => ship.size == BaseSize::Large,
            Eligible::GenericPilot => !ship.unique_pilot,
            Eligible::CrewIcon => 0 < ship.crew_icons,
            Eligible::EmptyCrewSlot => 0 < ship.empty_crew_slots,
        }
    }
}

impl Restrictions {
    fn points_of(&self, size: BaseSize) -> Option<u16> {
        match size {
            BaseSize::Small => self.small_ship_points,
            BaseSize::Large => self.large_ship_points,
            BaseSize::Huge => None,
        }
    }

    fn check_counts(&self, squad: &SquadSummary<'_>, report: &mut impl FnMut(Violation)) {
        let of_size = |size| squad.ships.iter().filter(|ship| ship.size == size).count();
        let forbids = |count: &Option<Count>, n| count.as_ref().is_some_and(|count| !count.allows(n));
        let (all, small, large) = (squad.ships.len(), of_size(BaseSize::Small), of_size(BaseSize::Large));
        if forbids(&self.ships, all) {
            report(Violation::Ships { found: all });
        }
        if forbids(&self.small_ships, small) {
            report(Violation::SmallShips { found: small });
        }
        if forbids(&self.large_ships, large) {
            report(Violation::LargeShips { found: large });
        }
        let huge = usize::from(squad.support_ships) + usize::from(squad.capital_ships);
        if forbids(&self.huge_ships, huge) {
            report(Violation::HugeShips { found: huge });
        }
    }

    fn check_huge_ships(&self, squad: &SquadSummary<'_>, report: &mut impl FnMut(Violation)) {
        match (self.support_ship, squad.support_ships) {
            (Some(Presence::Must), 0) => report(Violation::SupportShipMissing),
            (None, 1..) => report(Violation::SupportShipForbidden),
            _ => {}
        }
        match (self.capital_ship, squad.capital_ships) {
            (Some(Presence::Must), 0) => report(Violation::CapitalShipMissing),
            (None, 1..) => report(Violation::CapitalShipForbidden),
            _ => {}
        }
    }

    fn check_classes(&self, squad: &SquadSummary<'_>, report: &mut impl FnMut(Violation)) {
        if self.small_ships_of_one_class.is_none() && self.large_ships_of_one_class.is_none() {
            return;
        }
        for (i, ship) in squad.ships.iter().enumerate() {
            let allowed = match ship.size {
                BaseSize::Small => self.small_ships_of_one_class,
                BaseSize::Large => self.large_ships_of_one_class,
                BaseSize::Huge => None,
            };
            let Some(allowed) = allowed else { continue };
            let same = |other: &&ShipSummary| other.class == ship.class;
            // Told once, at the first ship of the class.
            let first = !squad.ships[..i].iter().any(|other| same(&other));
            let found = squad.ships.iter().filter(same).count();
            if first && usize::from(allowed) < found {
                report(Violation::TooManyOfOneClass { ship: i, found, allowed });
            }
        }
    }
}
