//! What a mission's restrictions need to know of a squad.

use crate::battle::engagement::{Squad, SquadShip};
use crate::catalog::{Slot, catalog};
use crate::config::mission::{Mission, ShipSummary, SquadSummary, Violation};
use crate::ids::{Faction, Side};

impl SquadShip {
    /// `points` of the ship are its plain squad points; what a role makes of them is the mission's affair.
    pub fn summary(&self, faction: Faction) -> ShipSummary {
        let cards = catalog();
        let equipped = || self.upgrades.iter().map(|id| cards.upgrade(*id));
        let upgrade_points = cards.upgrade_points(&self.upgrades).clamp(-999, 999) as i16;
        let printed = cards.ship(self.class).slots[faction.index()].iter();
        let granted = equipped().flat_map(|card| &card.grants_slots);
        let removed = equipped().any(|card| card.removes_slots.contains(&Slot::Crew));
        let printed = printed.filter(|slot| **slot == Slot::Crew && !removed).count();
        let icons = printed + granted.filter(|slot| **slot == Slot::Crew).count();
        let aboard = equipped().filter(|card| card.slot == Slot::Crew);
        let filled: usize = aboard.map(|card| usize::from(card.slots_filled)).sum();
        ShipSummary {
            class: self.class,
            size: cards.ship(self.class).size,
            base_points: self.points.saturating_add_signed(-upgrade_points),
            upgrade_points,
            skill: self.pilot.skill,
            unique_pilot: self.pilot.unique,
            group: self.group,
            role: self.role,
            crew_icons: icons as u8,
            empty_crew_slots: icons.saturating_sub(filled) as u8,
        }
    }
}

impl Squad {
    /// Everything for which the mission refuses this squad. `huge_ship_points` by the rule set.
    pub fn violations(
        &self,
        mission: &Mission,
        side: Side,
        size: u16,
        huge_ship_points: u16,
    ) -> Vec<Violation> {
        let ships: Vec<ShipSummary> = self.ships.iter().map(|ship| ship.summary(self.faction)).collect();
        let is_capital = |class| catalog().ship(class).huge.as_ref().is_some_and(|huge| huge.capital);
        let capital_ships = self.huge_ships.iter().filter(|ship| is_capital(ship.class)).count() as u8;
        let support_ships = self.huge_ships.len() as u8 - capital_ships;
        let squad = SquadSummary { ships: &ships, support_ships, capital_ships, huge_ship_points };
        mission.check_squad(side, size, &squad)
    }
}

#[cfg(test)]
mod tests {
    use crate::battle::engagement::RetreatRule;
    use crate::battle::squad_text::parse_inline;
    use crate::config::mission::{SquadRole, Violation, find};
    use crate::ids::Side;

    /// Y-wing 18 points with its pilot (Gold Squadron Pilot), Ion Cannon Turret 5: base 18, upgrades 5.
    #[test]
    fn base_and_upgrade_points_are_told_apart() {
        let squad = parse_inline("Gold Squadron Pilot + Ion Cannon Turret").expect("a legal squad");
        let summary = squad.ships[0].summary(squad.faction);
        assert_eq!((summary.base_points, summary.upgrade_points), (18, 5));
        assert_eq!((summary.crew_icons, summary.empty_crew_slots), (0, 0));
    }

    /// A HWK-290 has one crew icon; a Recon Specialist fills it.
    #[test]
    fn crew_aboard_fills_the_crew_slot() {
        let empty = parse_inline("Rebel Operative").expect("a legal squad");
        let full = parse_inline("Rebel Operative + Recon Specialist").expect("a legal squad");
        let crew = |squad: &crate::battle::squad_text::SquadText| {
            let summary = squad.ships[0].summary(squad.faction);
            (summary.crew_icons, summary.empty_crew_slots)
        };
        assert_eq!(crew(&empty), (1, 1));
        assert_eq!(crew(&full), (1, 0));
    }

    /// Rookie Pilot 21 each: doubled 42, plus 21 is 63; without the role 42.
    #[test]
    fn a_squad_in_assassination_pays_double_for_its_bounty() {
        let mission = find("Assassination").expect("built in");
        let mut squad = parse_inline("2 Rookie Pilot").expect("legal").into_squad(RetreatRule::default());
        let missing = Violation::RoleMissing { role: SquadRole::Bounty, needed: 1 };
        assert_eq!(squad.violations(mission, Side::Defender, 150, 0), [missing]);
        squad.ships[0].role = Some(SquadRole::Bounty);
        assert_eq!(squad.violations(mission, Side::Defender, 63, 0), []);
        let dear = Violation::TooManyPoints { points: 63, allowed: 62 };
        assert_eq!(squad.violations(mission, Side::Defender, 62, 0), [dear]);
    }
}
