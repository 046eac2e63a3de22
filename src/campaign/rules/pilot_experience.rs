//! Rule: Pilot Experience (XP). (Campaign, "Pilot Experience (XP)"; "Droid Characters"; "Crew Upgrades")
//!
//! XP is awarded at the end of a battle that was fought in good faith: for taking part and for ships destroyed.

use crate::battle::outcome::{ShipEnd, ShipFate};
use crate::campaign::context::Context;
use crate::campaign::state::PersonFate;
use crate::events::words::XpSource;
use crate::ids::PersonId;

/// XP for the pilot of one ship. Called when everybody's fate is known.
pub fn award(context: &mut Context<'_>, pilot: PersonId, fate: &ShipFate) {
    let rules = &context.book.rules.experience;
    let who = context.state.person(pilot);
    if fate.end == ShipEnd::InReserve {
        return;
    }
    let dead = who.fate == PersonFate::Dead;
    if who.droid
        && (!context.book.rules.rulings.droid_pilots_earn_xp || dead && !rules.droids_earn_when_killed)
    {
        return;
    }
    let times = |points: u8, count: u8| u16::from(points) * u16::from(count);
    let earned = [
        (XpSource::Battle, u16::from(rules.battle)),
        (XpSource::SmallShip, times(rules.small_ship_destroyed, fate.small_kills)),
        (XpSource::LargeShip, times(rules.large_ship_destroyed, fate.large_kills)),
        (XpSource::SectionCrippled, times(rules.huge_section_crippled, fate.sections_crippled)),
        (XpSource::HugeShip, times(rules.huge_ship_destroyed, fate.huge_kills)),
    ];
    for (source, amount) in earned {
        context.earn_xp(pilot, source, amount);
    }
}
