//! Rule: Pilot skill. (Rules Reference, "Pilot skill"; damage card Damaged Cockpit)

use crate::battle::attack::DamageCard;

use super::super::battle::View;
use super::super::effects::Word;

/// The skill on the cards, before effects of a single phase.
pub fn pilot_skill(view: View<'_>, ship: usize) -> u8 {
    let (state, loadout) = (view.ship(ship), view.loadout(ship));
    // The latest effect counts: a damaged cockpit overrides everything from the round after it was dealt.
    if 0 < state.cards.face_up(DamageCard::DamagedCockpit) && state.cockpit_round <= view.state.round {
        return 0;
    }
    if 0 < state.cards.face_up(DamageCard::InjuredPilot) {
        return (i16::from(loadout.skill) - i16::from(loadout.elite_skill)).clamp(0, 12) as u8;
    }
    loadout.skill
}

/// The skill that orders the Activation phase.
pub fn activation_skill(view: View<'_>, ship: usize) -> u8 {
    if view.has(ship, Word::ActivatesAtZero) { 0 } else { pilot_skill(view, ship) }
}

/// The skill that orders the Combat phase.
pub fn combat_skill(view: View<'_>, ship: usize) -> u8 {
    view.ship(ship).marks.combat_skill.unwrap_or_else(|| pilot_skill(view, ship))
}
