//! Rule: Battle completion and victory conditions. (campaign rulebook, "Battle Completion"; each scenario)

use crate::battle::tabletop::event::BattleEvent;
use crate::chance::Chance;
use crate::config::mission::{BothMet, Decided, Ends, FledWith, MapControl, Place, Win};
use crate::events::Sink;
use crate::geometry::Edge;
use crate::ids::Side;

use super::super::battle::{Battle, View};
use super::super::few::bits;
use super::super::state::{NONE, Ship, Status};
use super::completion::has_work_left;
use super::tokens::{kind_of, tokens_taken};
use super::waves::has_more_to_come;

/// True where a side has a ship on the board.
pub fn is_present(view: View<'_>, side: Side) -> bool {
    view.state.fleet(side) != 0
}

/// Notes the first round in which each side meets a condition.
pub fn look<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    for side in Side::BOTH {
        if battle.state.objective_met[side.index()].is_none() && meets_any(battle.view(), side, false) {
            battle.state.objective_met[side.index()] = Some(battle.state.round);
            battle.emit(BattleEvent::ObjectiveMet { side });
        }
    }
}

fn meets_any(view: View<'_>, side: Side, at_end: bool) -> bool {
    view.table.mission.wins(side).iter().any(|win| meets(view, side, *win, at_end))
}

/// Does a condition hold now? Some can only be judged when the battle is over.
fn meets(view: View<'_>, side: Side, win: Win, at_end: bool) -> bool {
    let state = view.state;
    let foe = side.foe();
    let role_ships =
        |side: Side, role: u8| state.mask(|ship| ship.side == side && ship.has_role(role) && !ship.inert);
    match win {
        Win::LastOnBoard => {
            is_present(view, side)
                && !is_present(view, foe)
                && !has_more_to_come(view, foe)
                && !has_more_to_come(view, side)
        }
        Win::Otherwise => at_end,
        Win::FoesGone => !is_present(view, foe) && !has_more_to_come(view, foe),
        Win::FoesDestroyed => {
            let gone = state.ships().iter().filter(|ship| ship.side == foe && !ship.inert);
            gone.clone().all(|ship| ship.status == Status::Destroyed || ship.status == Status::Reserve)
                && !has_more_to_come(view, foe)
                && gone.clone().any(|ship| ship.status == Status::Destroyed)
        }
        Win::FledWorthMoreThanLost => {
            at_end && {
                let fled: u16 = (0..state.ships().len())
                    .filter(|i| {
                        view.ship(*i).side == side
                            && view.ship(*i).status == Status::Fled
                            && !view.ship(*i).inert
                    })
                    .map(|i| view.loadout(i).points)
                    .sum();
                state.points_lost[side.index()] < fled
            }
        }
        Win::MostPointsDestroyed => {
            at_end && state.points_lost[side.index()] < state.points_lost[foe.index()]
        }
        Win::MostCargoSecured => at_end && state.score[foe.index()] < state.score[side.index()],
        Win::FoeRoleDestroyed(role) => {
            let ships = role_ships(foe, role.index() as u8);
            bits(ships).any(|ship| view.ship(ship).status == Status::Destroyed)
        }
        Win::FoeRoleFled(role) => {
            let ships = role_ships(foe, role.index() as u8);
            bits(ships).any(|ship| view.ship(ship).status == Status::Fled)
        }
        Win::FoeRoleFledFirst(role) => {
            let theirs = role_ships(foe, role.index() as u8);
            let own = role_ships(side, role.index() as u8);
            bits(theirs).map(|ship| view.ship(ship)).any(|ship| {
                ship.status == Status::Fled
                    && bits(own).any(|own| was_there(view.ship(own), ship.fate.fled_round))
            })
        }
        Win::OwnRoleFled(rule) => {
            let ships = role_ships(side, rule.role.index() as u8);
            bits(ships).any(|ship| {
                let ship = view.ship(ship);
                ship.status == Status::Fled
                    && u16::from(rule.from_round) <= ship.fate.fled_round
                    && over(view, side, rule.over, ship.fate.fled_over)
            })
        }
        Win::TokenDestroyed(kind) => state.tokens().iter().any(|token| {
            kind_of(token) == kind
                && token.ship != NONE
                && view.ship(usize::from(token.ship)).status == Status::Destroyed
        }),
        Win::TokensFled(rule) => {
            let fled =
                state.tokens().iter().filter(|token| kind_of(token) == rule.token && token.fled).count();
            usize::from(rule.count) <= fled
        }
        Win::TokensTaken(rule) => rule.count <= tokens_taken(view, rule.token),
        Win::TokensRemoved(kind) => {
            let mut of_kind = state.tokens().iter().filter(|token| kind_of(token) == kind);
            0 < view.table.mission.token_count(kind) && of_kind.all(|token| !token.is_there)
        }
        Win::FledWith(rule) => fled_with(view, side, rule),
        Win::TrackingRoll(rule) => {
            at_end
                && has_fled_tracked(view, side)
                && rule.reach <= state.last_roll[side.index()] + surviving_tracking(view, side)
        }
        // Conditions of missions that this model turns away.
        Win::TokensActive(_)
        | Win::TokensCovered(_)
        | Win::NotTakenBy(_)
        | Win::PrisonersReturned(_)
        | Win::ExchangedAndFled(_)
        | Win::FoeSupportShipDestroyed
        | Win::FoeSupportShipFled
        | Win::FoeCapitalShipDestroyed
        | Win::FoeCapitalShipFled => false,
    }
}

/// Did the ship flee over an edge that the place names?
fn over(view: View<'_>, side: Side, place: Place, edge: u8) -> bool {
    let is = |wanted: Edge| wanted.index() as u8 == edge;
    match place {
        Place::Edges => true,
        Place::OwnEdge => is(view.table.edges[side.index()]),
        Place::AttackerEdge => is(view.table.edges[0]),
        Place::DefenderEdge => is(view.table.edges[1]),
        Place::LeftEdge => is(Edge::West),
        Place::RightEdge => is(Edge::East),
        Place::SideEdges => is(Edge::West) || is(Edge::East),
        Place::StartingEdges => view.table.edges.into_iter().any(is),
        _ => false,
    }
}

/// A ship of the side left with a tracking token.
pub fn has_fled_tracked(view: View<'_>, side: Side) -> bool {
    view.state.mask(|ship| ship.side == side && ship.status == Status::Fled && 0 < ship.tracking) != 0
}

/// Tracking tokens on ships that were not destroyed.
pub fn surviving_tracking(view: View<'_>, side: Side) -> u8 {
    let lives = |ship: &&Ship| ship.side == side && matches!(ship.status, Status::Fled | Status::OnBoard);
    view.state.ships().iter().filter(lives).map(|ship| ship.tracking).sum()
}

/// The die that some missions roll when the battle is over.
pub fn roll_at_end<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) {
    let mission = battle.table.mission;
    for side in Side::BOTH {
        for win in mission.wins(side) {
            if let Win::TrackingRoll(rule) = win
                && has_fled_tracked(battle.view(), side)
            {
                let die = battle.fortune.dice.number(u32::from(rule.sides));
                battle.state.last_roll[side.index()] = die as u8;
            }
        }
    }
}

/// Was the ship on the board when others left it at the end of that round?
fn was_there(ship: &Ship, round: u16) -> bool {
    match ship.status {
        Status::OnBoard => true,
        Status::Destroyed => round < ship.fate.round,
        Status::Fled => round < ship.fate.fled_round,
        Status::Reserve => false,
    }
}

fn fled_with(view: View<'_>, side: Side, rule: FledWith) -> bool {
    let of_kind = |token: usize| kind_of(&view.state.tokens[token]) == rule.token;
    // Ships leave at the end of a round, so tokens of the same round were taken before.
    let all_taken_by = |round: u16| {
        let mut tokens = view.state.tokens().iter().filter(|token| kind_of(token) == rule.token);
        tokens.all(|token| !token.is_there && token.gone_round <= round)
    };
    view.state.ships().iter().any(|ship| {
        ship.side == side
            && ship.status == Status::Fled
            && (!rule.after_all_taken || all_taken_by(ship.fate.fled_round))
            && rule.role.is_none_or(|role| ship.has_role(role.index() as u8))
            && usize::from(rule.count.max(1))
                <= bits(u32::from(ship.carries)).filter(|token| of_kind(*token)).count()
    })
}

/// Could a side that has no ship on the board still win?
fn can_still_win(view: View<'_>, side: Side) -> bool {
    let has_objective_met = view.state.objective_met[side.index()].is_some();
    if has_objective_met || is_decided(view) {
        return false;
    }
    view.table.mission.wins(side).iter().any(|win| match win {
        // Containers and shuttles fly on by themselves.
        Win::TokensFled(rule) => {
            let moves = view.table.mission.token(rule.token).and_then(|token| token.moves.as_ref());
            let own = moves.is_some_and(|moves| moves.by == side && !moves.costs_tracking_token);
            let left = view
                .state
                .tokens()
                .iter()
                .filter(|token| kind_of(token) == rule.token && (token.is_there || token.fled));
            own && usize::from(rule.count) <= left.count()
        }
        _ => false,
    })
}

pub fn is_decided(view: View<'_>) -> bool {
    view.table.mission.victory.decided == Decided::First
        && view.state.objective_met.iter().any(Option::is_some)
}

/// The battle goes on until only one side has ships on the board and the other cannot win any more. Who has the board
/// to himself controls the map from then on, and may still finish what he came for.
pub fn is_over<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>) -> bool {
    if battle.state.round == 0 {
        return false;
    }
    look(battle);
    let view = battle.view();
    if view.table.mission.victory.ends == Ends::AtOnce && view.state.objective_met.iter().any(Option::is_some)
    {
        return true;
    }
    let gone = Side::BOTH.map(|side| !is_present(view, side) && !has_more_to_come(view, side));
    let (over, alone) = match gone {
        [false, false] => (false, None),
        [true, true] => (!Side::BOTH.into_iter().any(|side| can_still_win(view, side)), None),
        [attacker_gone, _] => {
            let (away, alone) = if attacker_gone {
                (Side::Attacker, Side::Defender)
            } else {
                (Side::Defender, Side::Attacker)
            };
            let goes_on = can_still_win(view, away) || has_work_left(view, alone);
            (!goes_on, is_present(view, alone).then_some(alone))
        }
    };
    if battle.state.control.is_none() {
        battle.state.control = alone;
    }
    over
}

/// Who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    pub winner: Option<Side>,
    /// Each side for itself: both won or both lost.
    pub both: Option<bool>,
    pub map_control: Option<Side>,
}

/// A battle that was called off is judged as it stands, and nobody controls the map.
pub fn verdict(view: View<'_>, capped: bool) -> Verdict {
    let rules = &view.table.mission.victory;
    let met = match rules.decided {
        Decided::First => first_met(view),
        Decided::AtEnd => Side::BOTH.map(|side| meets_without_otherwise(view, side)),
    };
    // "The other side does not win" counts only where it does not.
    let rest = |side: Side| rules_has_otherwise(view, side) && !met[side.foe().index()];
    let met = Side::BOTH.map(|side| met[side.index()] || rest(side));
    let (winner, both) = match (met, rules.both) {
        ([true, true], BothMet::Draw) => (None, None),
        ([true, true], BothMet::EachForItself) => (None, Some(true)),
        ([true, true], BothMet::Attacker) => (Some(Side::Attacker), None),
        ([true, true], BothMet::Defender) => (Some(Side::Defender), None),
        ([true, false], _) => (Some(Side::Attacker), None),
        ([false, true], _) => (Some(Side::Defender), None),
        ([false, false], BothMet::EachForItself) => (None, Some(false)),
        ([false, false], _) => (None, None),
    };
    let map_control = match rules.map_control {
        _ if capped => None,
        MapControl::LastOnBoard => view.state.control,
        MapControl::Winner => winner,
        MapControl::Nobody => None,
    };
    Verdict { winner, both, map_control }
}

fn rules_has_otherwise(view: View<'_>, side: Side) -> bool {
    view.table.mission.wins(side).contains(&Win::Otherwise)
}

fn meets_without_otherwise(view: View<'_>, side: Side) -> bool {
    view.table.mission.wins(side).iter().any(|win| *win != Win::Otherwise && meets(view, side, *win, true))
}

/// The side that met a condition first; both where it was in the same round.
fn first_met(view: View<'_>) -> [bool; 2] {
    match view.state.objective_met {
        [Some(a), Some(b)] => [a <= b, b <= a],
        [a, b] => [a.is_some(), b.is_some()],
    }
}
