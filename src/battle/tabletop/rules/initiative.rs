//! Rule: Initiative. (Rules Reference, "Initiative"; campaign rulebook, each scenario's Initiative)

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::config::mission::InitiativeRule;
use crate::events::Sink;
use crate::ids::Side;
use crate::procedures::initiative::{Contest, initiative};

use super::super::battle::{Battle, Origin};

/// Of ships with the same skill the side with initiative goes first, in an order of its choice.
pub fn next_of_equals<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, equals: u32) -> usize {
    let first = battle.state.initiative;
    let own = equals & battle.state.mask(|ship| ship.side == first);
    let (side, choice) = if own != 0 { (first, own) } else { (first.foe(), equals) };
    if choice.count_ones() == 1 {
        return choice.trailing_zeros() as usize;
    }
    let chosen = battle.ask(side, |policy, view| policy.next_ship(view, choice));
    if choice >> chosen & 1 == 1 { chosen } else { choice.trailing_zeros() as usize }
}

/// Decides who has initiative, as the mission says.
pub fn decide<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let rule = battle.table.mission.initiative;
    let points = match rule.rule {
        InitiativeRule::SmallerFirstGroupChooses => first_group_points(battle),
        _ => battle.table.squad_points,
    };
    let chooser = match rule.rule {
        InitiativeRule::AttackerChooses => Some(Side::Attacker),
        InitiativeRule::DefenderChooses => Some(Side::Defender),
        InitiativeRule::Dice => None,
        InitiativeRule::SmallerSquadChooses | InitiativeRule::SmallerFirstGroupChooses => {
            match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Less => Some(Side::Attacker),
                std::cmp::Ordering::Greater => Some(Side::Defender),
                std::cmp::Ordering::Equal => Some(most_focus(battle)),
            }
        }
    };
    let side = match chooser {
        Some(chooser) => {
            let wants = battle.ask(chooser, |policy, view| policy.takes_initiative(view, chooser));
            if wants { chooser } else { chooser.foe() }
        }
        None => most_focus(battle),
    };
    battle.state.initiative = side;
    battle.emit(BattleEvent::Initiative { side });
}

/// Squad points of each side's first group.
fn first_group_points<C, S>(battle: &Battle<'_, C, S>) -> [u16; 2] {
    let mut points = [0; 2];
    for (ship, origin) in battle.table.origins.iter().enumerate() {
        if matches!(origin, Origin::Squad(_)) && battle.state.ships[ship].group == 0 {
            points[battle.state.ships[ship].side.index()] += battle.table.loadouts[ship].points;
        }
    }
    points
}

/// Both roll; most focus results wins, ties are rolled again. Who loses may reroll where the mission or an
/// Observation Post allows it.
fn most_focus<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) -> Side {
    let rule = battle.table.mission.initiative;
    let mut rerolls = battle.table.initiative_rerolls;
    if let Some(side) = rule.reroll {
        rerolls[side.index()] += 1;
    }
    let dice = rule.dice.unwrap_or(3);
    let scope = battle.table.switches.initiative_reroll;
    initiative(&mut battle.fortune.dice, Contest { dice, rerolls, scope })
}
