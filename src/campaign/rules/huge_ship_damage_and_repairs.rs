//! Rule: Huge Ship Damage and Repairs. (Campaign, "Huge Ship Damage and Repairs")
//!
//! Six steps immediately after a battle that a huge ship survives. What is left stays on it for the next battle.

use crate::campaign::context::Context;
use crate::campaign::state::HugeShip;
use crate::catalog::Slot;
use crate::config::{HugeShipRepair, HugeShipsRepair};
use crate::events::CampaignEvent;
use crate::ids::{HugeShipId, UpgradeId};

/// The damage on one section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SectionDamage {
    pub face_down: u8,
    pub face_up: u8,
    pub crippled: bool,
}

impl SectionDamage {
    pub fn cards(&self) -> u8 {
        self.face_down + self.face_up
    }
}

/// Repairs one section with this hull value.
pub fn repair_section(
    damage: SectionDamage,
    hull: u8,
    rule: &HugeShipsRepair,
    rounding: HugeShipRepair,
) -> SectionDamage {
    let mut left = damage;
    // 1. Shields come back by themselves.
    // 2. A crippled section keeps no more cards than its hull; face-up ones go first.
    if damage.crippled {
        let overkill = left.cards().saturating_sub(hull);
        let face_up = overkill.min(left.face_up);
        left.face_up -= face_up;
        left.face_down -= overkill - face_up;
    }
    // 3. Face-down cards are halved, and a crippled section is whole again.
    left.face_down = rounding.left(left.face_down, rule.divisor);
    left.crippled = false;
    // 4. Face-up cards turn face down.
    left.face_down += std::mem::take(&mut left.face_up);
    // 5. In a section that was crippled, two face-down cards turn face up.
    if damage.crippled {
        let flipped = rule.crippled_flips.min(left.face_down);
        left.face_down -= flipped;
        left.face_up += flipped;
    }
    // 6. A section with as many cards as hull is crippled again.
    left.crippled = 0 < hull && hull <= left.cards();
    left
}

/// Repairs every section of a huge ship; `hulls` are the sections' hull values.
pub fn repair(ship: &mut HugeShip, hulls: [u8; 2], rule: &HugeShipsRepair, rounding: HugeShipRepair) {
    for (section, &hull) in hulls.iter().enumerate() {
        let damage = SectionDamage {
            face_down: ship.face_down[section],
            face_up: ship.face_up[section],
            crippled: ship.crippled[section],
        };
        let left = repair_section(damage, hull, rule, rounding);
        ship.face_down[section] = left.face_down;
        ship.face_up[section] = left.face_up;
        ship.crippled[section] = left.crippled;
    }
}

/// Upgrades go with the sections that carried them; `None` stands for the ship as a whole. Unique persons who are lost
/// with the ship are gone, unless they have a backup.
pub fn lose_upgrades(context: &mut Context<'_>, ship: HugeShipId, lost: impl Fn(Option<usize>) -> bool) {
    let huge_ship = *context.state.huge_ship(ship);
    let cards: Vec<UpgradeId> = huge_ship.upgrades.iter().collect();
    let sections = context.book.catalog.sections_of(huge_ship.class, &cards);
    let leader = context.leader(huge_ship.faction);
    for (upgrade, section) in cards.into_iter().zip(sections) {
        if !lost(section) {
            continue;
        }
        context.state.huge_ship_mut(ship).lose_upgrade(upgrade);
        let card = context.book.catalog.upgrade(upgrade);
        let killed = huge_ship.is_destroyed() && card.slot == Slot::Crew && !card.droid;
        if let Some(name) = context.book.unique_upgrade(upgrade).filter(|_| killed) {
            context.emit(CampaignEvent::UpgradeLost { player: leader, upgrade, copies: 1 });
            context.state.registry.retire(name);
        } else {
            context.forget_upgrade(leader, upgrade, 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: HugeShipsRepair = HugeShipsRepair { divisor: 2, crippled_flips: 2 };

    fn repaired(face_down: u8, face_up: u8, crippled: bool, hull: u8) -> SectionDamage {
        let damage = SectionDamage { face_down, face_up, crippled };
        repair_section(damage, hull, &RULE, HugeShipRepair::ReductionDown)
    }

    #[test]
    fn a_damaged_section_keeps_half_and_flips_the_rest_down() {
        // 5 down: 5 - 2 = 3; 2 up turn down: 5. Hull 8: not crippled.
        assert_eq!(repaired(5, 2, false, 8), SectionDamage { face_down: 5, face_up: 0, crippled: false });
        // One card stays one card.
        assert_eq!(repaired(1, 0, false, 8), SectionDamage { face_down: 1, face_up: 0, crippled: false });
    }

    #[test]
    fn a_crippled_section_is_skimmed_first_face_up_before_face_down() {
        // 6 down, 4 up, hull 8: 2 over, both face up go: 6 down, 2 up. Halved: 3. Flipped down: 5. Two up: 3 and 2.
        assert_eq!(repaired(6, 4, true, 8), SectionDamage { face_down: 3, face_up: 2, crippled: false });
        // 9 down, 1 up, hull 8: the face-up one and one face-down go: 8 down. Halved 4; two up.
        assert_eq!(repaired(9, 1, true, 8), SectionDamage { face_down: 2, face_up: 2, crippled: false });
    }

    #[test]
    fn a_section_full_of_criticals_is_crippled_again() {
        // 0 down, 6 up, hull 6: nothing over; flipped down 6, two up again: 4 and 2, as many as the hull.
        assert_eq!(repaired(0, 6, true, 6), SectionDamage { face_down: 4, face_up: 2, crippled: true });
    }

    #[test]
    fn a_second_repair_halves_what_the_first_turned_down() {
        let first = repaired(4, 4, false, 9);
        // 4 - 2 = 2, and 4 turned down: 6; next time 6 - 3 = 3.
        assert_eq!(first.face_down, 6);
        assert_eq!(repaired(first.face_down, 0, false, 9).face_down, 3);
    }
}
