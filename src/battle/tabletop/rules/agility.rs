//! Rule: Agility. (Rules Reference, "Agility", "Cloak", "Tractor beam"; damage card Structural Damage)

use crate::battle::attack::DamageCard;

use super::super::battle::View;
use super::super::effects::Word;

/// A cloaked ship has so much more.
const CLOAK_AGILITY: i8 = 2;

/// The agility of a ship now, never below 0.
pub fn agility(view: View<'_>, ship: usize) -> i8 {
    let (state, loadout) = (view.ship(ship), view.loadout(ship));
    let mut agility = loadout.agility as i8;
    // A stealth device is in the printed sum; once hit it is gone.
    if loadout.words.has(Word::AgilityUntilHit) && !state.has_once(Word::AgilityUntilHit) {
        agility -= loadout.amount(Word::AgilityUntilHit) as i8;
    }
    if state.cloaked {
        agility += CLOAK_AGILITY;
    }
    agility -= state.cards.face_up(DamageCard::StructuralDamage) as i8;
    agility -= state.tractor as i8;
    if state.marks.exposed {
        agility -= 1;
    }
    (agility + state.marks.agility_bonus).max(0)
}
