//! Tests of whole battles; rules have theirs beside them or in a module here by heading.

use super::*;
use crate::battle::engagement::{BattleSwitches, Engagement, RetreatRule, Terrain};
use crate::battle::squad_text::parse_inline;
use crate::events::Null;
use crate::ids::Side;

mod activation_rules;
mod battles;
mod board_rules;
mod cards;
mod combat_rules;
mod damage_cards;
mod dials;
mod fine_print;
mod measured;
mod mission_errands;
mod mission_rules;
mod mission_set_up;
mod mission_victory;
mod pilot_abilities;
mod pilots;
mod soak;
pub mod stage;
mod upgrade_cards;
mod upgrade_effects;
mod watch;
mod weapon_cards;

/// Two squads in a mission, without terrain, fighting to the end.
pub fn engagement(mission: &str, attacker: &str, defender: &str) -> Engagement {
    let never = RetreatRule { strength_ratio: 0.0, hull_share: 0.0 };
    let squad = |text: &str| parse_inline(text).expect("a test squad").into_squad(never);
    let squads = [squad(attacker), squad(defender)];
    let sizes = [0, 1].map(|i: usize| squads[i].ships.iter().map(|ship| ship.points).sum());
    Engagement {
        mission: mission.into(),
        terrain: Terrain::NoAsteroids,
        squads,
        sizes,
        initiative_rerolls: [0; 2],
        switches: BattleSwitches::default(),
    }
}

/// Fights with greedy pilots on both sides.
pub fn greedy_fight(engagement: &Engagement, seed: u64, index: u64) -> Outcome {
    let luck = Luck::new(seed, index);
    let mut a = Greedy::new(policy_stream(luck, 0, Side::Attacker));
    let mut b = Greedy::new(policy_stream(luck, 0, Side::Defender));
    fight(engagement, luck, 0, [&mut a, &mut b], &mut Null).expect("playable")
}
