//! From the last state to the outcome.

use crate::battle::engagement::{Engagement, SquadShip};
use crate::battle::outcome::{Model, Outcome, ShipEnd, ShipFate};
use crate::battle::tabletop::event::BattleEvent;
use crate::catalog::catalog;
use crate::chance::Chance;
use crate::config::mission::TokenKind;
use crate::events::Sink;
use crate::ids::{Side, UpgradeId};

use super::battle::{Battle, Origin};
use super::effects::is_in_effect;
use super::loadout::NO_LIMIT;
use super::missions::tokens::kind_of;
use super::missions::verdict;
use super::state::{NONE, Status};

/// What the battle came to.
pub fn outcome<C: Chance, S: Sink<BattleEvent>>(
    engagement: &Engagement,
    battle: &mut Battle<'_, C, S>,
    capped: bool,
) -> Outcome {
    super::missions::roll_at_end(battle);
    let verdict = verdict(battle.view(), capped);
    let rounds = battle.state.round;
    battle.emit(BattleEvent::BattleEnded {
        winner: verdict.winner,
        map_control: verdict.map_control,
        rounds,
    });
    let mut outcome = Outcome {
        winner: verdict.winner,
        both: verdict.both,
        map_control: verdict.map_control,
        rounds,
        capped,
        ships: [Vec::new(), Vec::new()],
        reinforcements: [Vec::new(), Vec::new()],
        huge_ships: [Vec::new(), Vec::new()],
        cargo_secured: battle.state.score,
        // Nothing on the board deploys them.
        docked: Side::BOTH.map(|side| vec![ShipFate::IN_RESERVE; engagement.squad(side).docked.len()]),
        containers_stolen: Vec::new(),
        containers_lost: Vec::new(),
        containers_fled: 0,
        prisoners_returned: Vec::new(),
        prisoners_in_lost_ships: Vec::new(),
        points_lost: battle.state.points_lost,
        model: Model::Tabletop,
        cards_without_effect: cards_without_effect(engagement),
        good_faith: good_faith(battle),
    };
    for ship in 0..battle.state.ships().len() {
        let side = battle.ship(ship).side;
        match battle.table.origins[ship] {
            Origin::Squad(index) => {
                let cards = &engagement.squad(side).ships[usize::from(index)];
                let fate = fate(battle, ship, cards, capped);
                outcome.ships[side.index()].push(fate);
            }
            Origin::Reinforcement(index) if battle.ship(ship).status != Status::Reserve => {
                let cards = &engagement.squad(side).reinforcements[usize::from(index)];
                let fate = fate(battle, ship, cards, capped);
                outcome.reinforcements[side.index()].push(fate);
            }
            Origin::Reinforcement(_) | Origin::Token => {}
        }
    }
    containers(battle, &mut outcome, capped);
    outcome
}

/// Containers that were brought home, those that were lost with their carrier, and those that got away.
fn containers<C: Chance, S: Sink<BattleEvent>>(
    battle: &Battle<'_, C, S>,
    outcome: &mut Outcome,
    capped: bool,
) {
    let containers = battle.state.tokens().iter().filter(|token| kind_of(token) == TokenKind::Container);
    for (number, token) in containers.enumerate() {
        if token.fled {
            outcome.containers_fled += 1;
        }
        if token.carrier != NONE {
            let carrier = battle.ship(usize::from(token.carrier));
            // A ship called off with the battle gets home as well.
            let home =
                matches!(carrier.status, Status::Fled | Status::OnBoard) || (capped && carrier.is_on_board());
            let list = if home { &mut outcome.containers_stolen } else { &mut outcome.containers_lost };
            list.push(number as u8);
        }
    }
}

fn fate<C: Chance, S: Sink<BattleEvent>>(
    battle: &Battle<'_, C, S>,
    ship: usize,
    cards: &SquadShip,
    capped: bool,
) -> ShipFate {
    let state = battle.ship(ship);
    let end = match state.status {
        // Called off: both sides leave.
        Status::OnBoard if capped => ShipEnd::Fled,
        Status::OnBoard => ShipEnd::Present,
        Status::Fled => ShipEnd::Fled,
        Status::Reserve => ShipEnd::InReserve,
        Status::Destroyed => ShipEnd::Destroyed {
            by: state.fate.by.and_then(|by| foe_index(battle, usize::from(by), state.side)),
            round: state.fate.round,
            ion_kill: state.fate.ion_kill,
        },
    };
    let destroyed = matches!(end, ShipEnd::Destroyed { .. });
    ShipFate {
        end,
        damaged: !destroyed && state.fate.took_card,
        pilot_wounded: state.fate.wounded,
        ordnance_spent: ordnance_spent(battle, ship, cards),
        xp_spent: state.fate.xp_spent,
        small_kills: state.fate.small_kills,
        large_kills: state.fate.large_kills,
        sections_crippled: state.fate.sections_crippled,
        huge_kills: state.fate.huge_kills,
    }
}

/// The foe's ship index: squad ships first, then its reinforcements in the order of coming. Own fire has none.
fn foe_index<C: Chance, S: Sink<BattleEvent>>(
    battle: &Battle<'_, C, S>,
    by: usize,
    victim: Side,
) -> Option<u16> {
    if battle.ship(by).side == victim {
        return None;
    }
    let side = battle.ship(by).side;
    match battle.table.origins[by] {
        Origin::Squad(index) => Some(index),
        Origin::Reinforcement(_) => {
            let own = |i: &usize| battle.ship(*i).side == side;
            let all = 0..battle.state.ships().len();
            let squad = all
                .clone()
                .filter(own)
                .filter(|i| matches!(battle.table.origins[*i], Origin::Squad(_)))
                .count();
            let came = all
                .filter(own)
                .filter(|i| {
                    *i < by
                        && matches!(battle.table.origins[*i], Origin::Reinforcement(_))
                        && battle.ship(*i).status != Status::Reserve
                })
                .count();
            Some((squad + came) as u16)
        }
        Origin::Token => None,
    }
}

/// Expendable cards that were used or lost, and other weapons that were lost, one entry per copy.
fn ordnance_spent<C: Chance, S: Sink<BattleEvent>>(
    battle: &Battle<'_, C, S>,
    ship: usize,
    cards: &SquadShip,
) -> Vec<UpgradeId> {
    let mut spent = Vec::new();
    let (state, loadout) = (battle.ship(ship), battle.loadout(ship));
    for (weapon, card) in loadout.weapons().iter().enumerate() {
        if let Some(id) = card.card
            && card.charges != NO_LIMIT
            && catalog().upgrade(id).is_ordnance()
        {
            spent.extend((state.charges[weapon]..card.charges).map(|_| id));
        }
        // What is not used up has no charges only where a damage card took it.
        if let Some(id) = card.card
            && card.charges == NO_LIMIT
            && state.charges[weapon] == 0
        {
            spent.push(id);
        }
    }
    for (bomb, card) in loadout.bombs().iter().enumerate() {
        spent.extend((state.bombs[bomb]..card.charges).map(|_| card.card));
    }
    // Glitterstim is used up like ordnance.
    if !state.has_once(super::effects::Word::FocusCountsOnce) {
        let glitterstim = cards.upgrades.iter().filter(|id| {
            let card = catalog().upgrade(**id);
            card.expendable && card.weapon.is_none() && loadout.bombs().iter().all(|bomb| bomb.card != **id)
        });
        spent.extend(glitterstim.take(1));
    }
    spent
}

/// Cards carried whose text has no effect, each once.
fn cards_without_effect(engagement: &Engagement) -> Vec<UpgradeId> {
    let mut cards: Vec<UpgradeId> = engagement
        .squads
        .iter()
        .flat_map(|squad| squad.ships.iter().chain(&squad.reinforcements))
        .flat_map(|ship| ship.upgrades.iter().chain(&ship.pilot.abilities))
        .copied()
        .filter(|id| !is_in_effect(catalog().upgrade(*id)))
        .collect();
    cards.sort_unstable();
    cards.dedup();
    cards
}

/// A fight in good faith: shots were fired, or the battle lasted beyond the second round.
fn good_faith<C: Chance, S: Sink<BattleEvent>>(battle: &Battle<'_, C, S>) -> bool {
    let damage = battle.state.ships().iter().any(|ship| 0 < ship.damage || ship.status == Status::Destroyed);
    damage || 2 < battle.state.round
}
