//! Rule: Space Installation Type. (Campaign, "Space Installation Type")
//!
//! Military training, faster repairs and scrap. Construction Yards are in `time_intensive_upgrades.rs`, Trade
//! Stations in `purchase_reinforcements_phase.rs`.

use crate::campaign::context::Context;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::PersonFate;
use crate::config::TargetType;
use crate::events::CampaignEvent;
use crate::events::words::{PointSource, SitsOut};
use crate::ids::{HullId, PersonId, PlayerId};

use super::pilot_improvements::{self, Improvement, Terms};

/// A pilot sits idle in a Military Training Installation and improves his skill as if he had spent the XP.
pub fn train(context: &mut Context<'_>, player: PlayerId, pilot: PersonId) -> Result<(), Refusal> {
    let powers = &context.book.rules.map.powers;
    let now = context.now();
    let who = *context.state.person(pilot);
    if who.owner != player || who.fate != PersonFate::OnRoster || !who.is_pilot() {
        return Err(Refusal::NotOwned);
    }
    // Neither the wounded nor those who qualify on a ship can train at the same time.
    if now < who.ready_turn {
        return Err(Refusal::Busy);
    }
    let installations = controlled(context, player, TargetType::MilitaryTrainingInstallation)
        .ok_or(Refusal::NotControlled)?;
    if installations * usize::from(powers.training_installation_pilots)
        <= usize::from(context.state.player(player).allowances.training)
    {
        return Err(Refusal::AllowanceUsed);
    }
    // So many XP on skill, one step after the other.
    let mut xp = u16::from(powers.training_installation_xp);
    let mut improved = false;
    while let Ok(terms) = pilot_improvements::skill(context.book, context.state.person(pilot), true) {
        if xp < terms.xp {
            break;
        }
        xp -= terms.xp;
        improved = true;
        pilot_improvements::apply(context, pilot, Improvement::Skill, Terms { turns: 0, ..terms });
    }
    if !improved {
        return Err(Refusal::SkillAtMaximum);
    }
    context.state.player_mut(player).allowances.training += 1;
    let ready_turn = now + u16::from(powers.training_installation_turns);
    let person = context.state.person_mut(pilot);
    person.ready_turn = ready_turn;
    person.sits_out = SitsOut::Training;
    context.emit(CampaignEvent::TrainingBegan { person: pilot, ready_turn });
    Ok(())
}

/// A Repair Depot repairs a ship faster.
pub fn hasten_repair(context: &mut Context<'_>, player: PlayerId, hull: HullId) -> Result<(), Refusal> {
    let powers = &context.book.rules.map.powers;
    let now = context.now();
    let ship = *context.state.hull(hull);
    if ship.owner != player || !ship.in_service() {
        return Err(Refusal::NotOwned);
    }
    if !ship.damaged || ship.ready_turn <= now {
        return Err(Refusal::NotAvailable);
    }
    let depots = controlled(context, player, TargetType::RepairDepot).ok_or(Refusal::NotControlled)?;
    if depots * usize::from(powers.repair_depot_ships)
        <= usize::from(context.state.player(player).allowances.repair_depots)
    {
        return Err(Refusal::AllowanceUsed);
    }
    context.state.player_mut(player).allowances.repair_depots += 1;
    let faster = u16::from(powers.repair_depot_turns);
    let ship = context.state.hull_mut(hull);
    // Only the repair is faster: a fitting begun before keeps its time (see `fitting_until`).
    ship.ready_turn = ship.ready_turn.saturating_sub(faster).max(ship.fitting_until);
    context.emit(CampaignEvent::RepairHastened { hull });
    Ok(())
}

/// Fleet Points for own ships destroyed in a battle where the player controls the field at the end. `yards` are those
/// that his faction controlled when the battles began: what one of them changes does not matter to the others.
pub fn scrap(context: &mut Context<'_>, player: PlayerId, yards: usize, ships: usize) {
    let times = if context.book.rules.rulings.special_places_add_up { yards } else { yards.min(1) };
    let per_ship = i32::from(context.book.rules.map.powers.scrapyard_per_ship);
    context.earn(player, PointSource::Scrapyard, per_ship * (ships * times) as i32);
}

/// How many targets of a type the player's faction controls; `None`: none.
fn controlled(context: &Context<'_>, player: PlayerId, type_: TargetType) -> Option<usize> {
    let faction = context.state.player(player).faction;
    Some(context.state.count_controlled(faction, type_)).filter(|&count| 0 < count)
}
