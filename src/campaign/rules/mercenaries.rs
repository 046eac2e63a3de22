//! Rule: Mercenaries. (Campaign, "Mercenaries")
//!
//! A power places a contract on an enemy target; Scum may accept it as one of its attacks and is paid for it, in Fleet
//! Points and goods. The employer's faction does not attack that target itself. Contracts last one turn.

use crate::campaign::context::Context;
use crate::campaign::offers::Asset;
use crate::campaign::refusal::Refusal;
use crate::campaign::rules::transfers;
use crate::campaign::state::{Contract, Standpoint};
use crate::events::CampaignEvent;
use crate::events::words::{PointSource, PointUse, UpgradeOrigin};
use crate::ids::{Faction, PlayerId, TargetId};

/// Offers Fleet Points and a ship, a crew member, an upgrade or a prisoner for an attack on an enemy target. The points are
/// set aside until the attacks are declared; goods that are gone by then make the offer void.
pub fn place_contract(
    context: &mut Context<'_>,
    employer: PlayerId,
    target: TargetId,
    points: u16,
    goods: Option<Asset>,
) -> Result<(), Refusal> {
    let state = &*context.state;
    let faction = state.player(employer).faction;
    let has_fringe = state.factions.iter().any(|other| state.team(other).standpoint == Standpoint::Fringe);
    if !context.book.rules.scum.contracts.allowed || !has_fringe {
        return Err(Refusal::NotAllowed);
    }
    if state.team(faction).standpoint == Standpoint::Fringe {
        return Err(Refusal::WrongFaction);
    }
    let of_enemy_power = state
        .target(target)
        .owner
        .is_some_and(|owner| owner != faction && state.team(owner).standpoint == Standpoint::Power);
    if !of_enemy_power {
        return Err(Refusal::NotControlled);
    }
    if state.contracts.iter().any(|contract| contract.target == target && !contract.is_over()) {
        return Err(Refusal::AllowanceUsed);
    }
    if goods.is_some_and(|asset| !transfers::owns(context, employer, asset)) {
        return Err(Refusal::NotOwned);
    }
    let points = i32::from(points);
    if state.player(employer).free_points() < points {
        return Err(Refusal::NotEnoughPoints);
    }
    let last_turn = state.turn + u16::from(context.book.rules.scum.contracts.turns).saturating_sub(1);
    context.state.player_mut(employer).reserved += points;
    context.state.contracts.push(Contract { employer, target, points, goods, last_turn, accepted_by: None });
    context.emit(CampaignEvent::ContractPlaced { by: faction, target, points });
    Ok(())
}

/// A Scum player accepts: the pay changes hands at once.
pub fn accept(context: &mut Context<'_>, contract: usize, by: PlayerId) {
    let Contract { employer, target, points, goods, .. } = context.state.contracts[contract];
    context.state.contracts[contract].accepted_by = Some(by);
    context.state.player_mut(employer).reserved -= points;
    let paid = context.pay(employer, PointUse::Contract, points);
    debug_assert!(paid, "the pay was set aside");
    context.earn(by, PointSource::Contract, points);
    if let Some(asset) = goods {
        // Refused only where Scum may not have it, such as a second Experimental Interface; that was their bargain.
        let _ = transfers::hand_over(context, employer, by, asset, UpgradeOrigin::Contract);
    }
    let employer = context.state.player(employer).faction;
    context.emit(CampaignEvent::ContractAccepted { by, employer, target });
}

/// Whether what was offered is still there.
pub fn stands(context: &Context<'_>, contract: &Contract) -> bool {
    let goods = contract.goods.is_none_or(|asset| transfers::owns(context, contract.employer, asset));
    !contract.is_over() && goods
}

/// Whether a faction has placed a contract on a target and so stays away from it.
pub fn keeps_away(context: &Context<'_>, faction: Faction, target: TargetId) -> bool {
    let placed = |contract: &Contract| {
        contract.target == target && context.state.player(contract.employer).faction == faction
    };
    !context.book.rules.scum.contracts.employer_may_attack && context.state.contracts.iter().any(placed)
}

/// The turn is over: contracts that were accepted or have run out are gone, and their pay is free again.
pub fn lapse(context: &mut Context<'_>) {
    let turn = context.state.turn;
    for place in (0..context.state.contracts.len()).rev() {
        let contract = context.state.contracts[place];
        if contract.is_over() || contract.last_turn <= turn {
            context.state.contracts.remove(place);
            if !contract.is_over() {
                context.state.player_mut(contract.employer).reserved -= contract.points;
            }
        }
    }
}
