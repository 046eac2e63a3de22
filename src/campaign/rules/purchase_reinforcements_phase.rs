//! Rule: Purchase Reinforcements Phase. (Campaign, "Purchase Reinforcements Phase"; "Trade Station"; "Trade Route";
//! "Number of Players", third point)
//!
//! Every player of a faction gets the faction's score of the turn before. The score is the same for all; unequal
//! teams get it equally often.

use crate::campaign::context::Context;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{Standpoint, State, Tally, Team};
use crate::config::{BattlesInScore, EvenOut, TargetType, TradeStation, UnmodifiedPoints};
use crate::events::CampaignEvent;
use crate::events::campaign::Score;
use crate::events::words::{PointSource, PointUse};
use crate::ids::{Faction, PlayerId};

/// Counts every faction's score of the last turn, pays it out and clears the tallies.
pub fn collect_income(context: &mut Context<'_>) {
    for faction in context.state.factions {
        let score = score(context.state, context.book, faction);
        let total = total(context.book, &score);
        context.emit(CampaignEvent::ScoreCounted { faction, score, total });
        let unmodified = match context.book.rules.rulings.unmodified_fleet_points {
            UnmodifiedPoints::Gross => score.gross(),
            UnmodifiedPoints::Awards => total,
        };
        let team = context.state.team_mut(faction);
        team.unmodified_points += i64::from(unmodified);
        team.battles_won_before = team.tally.battles_won;
        team.tally = Tally::default();
        pay_out(context, faction, total);
    }
}

/// The factors of a faction's score.
pub fn score(state: &State, book: &Rulebook, faction: Faction) -> Score {
    let (team, rules) = (state.team(faction), &book.rules);
    let income = &rules.income;
    let times = |count: u16, once: bool| i32::from(if once { count.min(1) } else { count });
    let won = match rules.rulings.battles_in_score {
        BattlesInScore::SameTurn => team.tally.battles_won,
        BattlesInScore::WinsATurnLater => team.battles_won_before,
    };
    let score = Score {
        // +20 per turn.
        automatic: i32::from(income.automatic),
        // +20 for capturing a new target, once.
        captured_target: i32::from(income.captured_target)
            * times(team.tally.captured, income.captured_once_per_turn),
        // -25 for losing a target, once.
        lost_target: i32::from(income.lost_target) * times(team.tally.lost, income.lost_once_per_turn),
        // +5 for each battle won, -5 for each battle lost.
        battles_won: i32::from(income.battle_won) * i32::from(won),
        battles_lost: i32::from(income.battle_lost) * i32::from(team.tally.battles_lost),
        // The value of all targets controlled.
        targets: state.targets_of(faction).map(|target| i32::from(target.value)).sum(),
        trade_station: trade_stations(state, book, faction),
        trade_route: if team.tally.trade_route { i32::from(rules.map.trade_route.income) } else { 0 },
        enemy_trade_route: -team.tally.enemy_trade_route_loss,
        resource_cache: team.tally.resource_cache,
    };
    match team.standpoint {
        Standpoint::Power => score,
        Standpoint::Fringe => fringe_score(book, score),
    }
}

/// Scum only collect the value of their targets, as far as the rule set does not say otherwise.
fn fringe_score(book: &Rulebook, score: Score) -> Score {
    let kept = &book.rules.scum.income;
    let only = |keep: bool, points: i32| if keep { points } else { 0 };
    Score {
        automatic: only(kept.automatic, score.automatic),
        captured_target: only(kept.captures_and_losses, score.captured_target),
        lost_target: only(kept.captures_and_losses, score.lost_target),
        battles_won: only(kept.battles, score.battles_won),
        battles_lost: only(kept.battles, score.battles_lost),
        trade_route: only(book.rules.rulings.scum_trade_route_income, score.trade_route),
        enemy_trade_route: 0,
        ..score
    }
}

fn trade_stations(state: &State, book: &Rulebook, faction: Faction) -> i32 {
    let stations = state.count_controlled(faction, TargetType::TradeStation);
    let counted = if book.rules.rulings.special_places_add_up { stations } else { stations.min(1) };
    match book.rules.rulings.trade_station {
        TradeStation::ValueAndExtra => i32::from(book.rules.map.powers.trade_station_extra) * counted as i32,
        TradeStation::ValueOnly => 0,
    }
}

/// The score: the sum of the factors, never below the minimum.
fn total(book: &Rulebook, score: &Score) -> i32 {
    score.sum().max(i32::from(book.rules.income.minimum))
}

/// Every player gets the score; unequal teams share what a team of the common size would get.
fn pay_out(context: &mut Context<'_>, faction: Faction, total: i32) {
    let n_players = context.state.team(faction).n_players();
    let shares = shares(context.state, faction, context.book.rules.players.income, n_players);
    let (each, rest) = split(total * shares as i32, n_players);
    for (seat, player) in context.players_of(faction).enumerate() {
        // The points left over go round from turn to turn.
        let extra = (seat + usize::from(context.state.turn)) % n_players < rest;
        let amount = each + i32::from(extra);
        context.earn(player, PointSource::Income, amount);
        deduct(context, player, amount);
    }
}

/// How many players' parts a faction gets: as many as the largest or the smallest power has players this turn, or
/// `own` where teams are not evened out. Who is absent for the turn does not count, but a team counts as one at least.
pub fn shares(state: &State, faction: Faction, even_out: EvenOut, own: usize) -> usize {
    let powers = || {
        let teams = state.factions.iter().map(|faction| state.team(faction));
        let powers = teams.filter(|team| team.standpoint == Standpoint::Power);
        powers.map(|team| present(state, team).count().max(1))
    };
    match even_out {
        // Scum beside the conflict are meant to be fewer.
        _ if state.team(faction).standpoint == Standpoint::Fringe => own,
        EvenOut::None => own,
        EvenOut::Up => powers().max().unwrap_or(own),
        EvenOut::Down => powers().min().unwrap_or(own),
    }
}

/// The players of a team who are there this turn.
pub fn present<'a>(state: &'a State, team: &Team) -> impl Iterator<Item = PlayerId> + use<'a> {
    team.players.into_iter().filter(|player| !state.player(*player).absent)
}

/// So much for each, and how many get one more.
pub fn split(total: i32, n: usize) -> (i32, usize) {
    let n = n.max(1) as i32;
    (total.div_euclid(n), total.rem_euclid(n) as usize)
}

/// Pirates and containers that were filled on credit are taken off what was just collected.
fn deduct(context: &mut Context<'_>, player: PlayerId, collected: i32) {
    let debt_allowed = context.book.rules.rulings.debt_allowed;
    let purse = context.state.player_mut(player);
    let pirates = std::mem::take(&mut purse.owed_pirates);
    let pirates = if debt_allowed { pirates } else { pirates.min(collected) };
    let left = if debt_allowed { purse.owed_containers } else { collected - pirates };
    let containers = purse.owed_containers.min(left.max(0));
    // What this turn's points do not cover is owed further.
    purse.owed_containers -= containers;
    context.charge(player, PointUse::Pirates, pirates);
    context.charge(player, PointUse::Containers, containers);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::rules::generating_the_campaign_map::trade_route;
    use crate::campaign::state::Target;
    use crate::campaign::testing::{Laid, rules};
    use crate::config::TargetCategory;
    use crate::ids::{TargetId, Terrain};
    use Faction::{Imperial, Rebel, Scum};

    fn target(id: u8, type_: TargetType, value: i16, owner: Faction) -> Target {
        Target {
            id: TargetId(id),
            category: type_.category(),
            type_,
            hidden: false,
            value,
            terrain: Terrain::RegularAsteroids,
            unexplored: false,
            owner: Some(owner),
        }
    }

    #[test]
    fn score_adds_every_factor() {
        let mut laid = Laid::new(&[Rebel, Imperial]);
        laid.state.targets = vec![
            target(0, TargetType::IndustrialWorld, 20, Rebel),
            target(1, TargetType::TradeStation, 6, Rebel),
            target(2, TargetType::MiningOutpost, 20, Imperial),
            trade_route(TargetId(3)),
        ];
        laid.state.team_mut(Rebel).tally = Tally {
            captured: 3,
            lost: 2,
            battles_won: 2,
            battles_lost: 1,
            trade_route: true,
            enemy_trade_route_loss: 0,
            resource_cache: 4,
        };
        // 20 automatic, +20 once for three captures, -25 once for two losses, 2 x 5, -5, targets 26, station 6,
        // Trade Route 10, cache 4.
        let score = score(&laid.state, &laid.book, Rebel);
        assert_eq!(score.sum(), 20 + 20 - 25 + 10 - 5 + 26 + 6 + 10 + 4);
        assert_eq!((score.captured_target, score.lost_target), (20, -25));
        assert_eq!(laid.state.targets[0].category, TargetCategory::SettledWorld);
    }

    #[test]
    fn score_is_never_below_zero_and_enemies_pay_for_a_lost_trade_route() {
        let mut laid = Laid::new(&[Rebel, Imperial]);
        let tally = Tally { lost: 1, battles_lost: 4, enemy_trade_route_loss: 4, ..Tally::default() };
        laid.state.team_mut(Imperial).tally = tally;
        // 20 - 25 - 20 - 4 = -29, so nothing is paid.
        assert_eq!(score(&laid.state, &laid.book, Imperial).sum(), -29);
        laid.state.turn = 2;
        collect_income(&mut laid.context());
        assert_eq!([0, 1].map(|seat| laid.state.players[seat].balance), [20, 0]);
        assert_eq!(laid.state.team(Imperial).tally, Tally::default());
        // Gross counts the plus factors only.
        assert_eq!([Rebel, Imperial].map(|faction| laid.state.team(faction).unmodified_points), [20, 20]);
    }

    #[test]
    fn wins_may_count_a_turn_later_than_defeats() {
        let mut rules = rules();
        rules.rulings.battles_in_score = BattlesInScore::WinsATurnLater;
        let mut laid = Laid::with(rules, &[Rebel, Imperial]);
        laid.state.team_mut(Rebel).tally = Tally { battles_won: 2, battles_lost: 1, ..Tally::default() };
        assert_eq!(score(&laid.state, &laid.book, Rebel).sum(), 20 - 5);
        laid.state.turn = 2;
        collect_income(&mut laid.context());
        assert_eq!(score(&laid.state, &laid.book, Rebel).sum(), 20 + 10);
    }

    /// The rulebook's example: two Rebels with a score of 42, three Imperials with 57.
    #[test]
    fn unequal_teams_get_their_score_equally_often() {
        let pays = |even_out| {
            let mut rules = rules();
            rules.players.income = even_out;
            let mut laid = Laid::with(rules, &[Rebel, Rebel, Imperial, Imperial, Imperial]);
            laid.state.team_mut(Rebel).tally.resource_cache = 22;
            laid.state.team_mut(Imperial).tally.resource_cache = 37;
            laid.state.turn = 3;
            collect_income(&mut laid.context());
            laid.state.players.iter().map(|player| player.balance).collect::<Vec<_>>()
        };
        // Up: the Rebels split 3 x 42 = 126. Down: the Imperials split 2 x 57 = 114.
        assert_eq!(pays(EvenOut::Up), [63, 63, 57, 57, 57]);
        assert_eq!(pays(EvenOut::Down), [42, 42, 38, 38, 38]);
        assert_eq!(pays(EvenOut::None), [42, 42, 57, 57, 57]);
    }

    #[test]
    fn scum_beside_the_conflict_collect_targets_only() {
        let mut laid = Laid::new(&[Rebel, Imperial, Scum]);
        laid.state.team_mut(Scum).standpoint = Standpoint::Fringe;
        laid.state.targets = vec![target(0, TargetType::LeisureWorld, 6, Scum)];
        laid.state.team_mut(Scum).tally =
            Tally { captured: 1, battles_won: 1, trade_route: true, ..Tally::default() };
        assert_eq!(score(&laid.state, &laid.book, Scum).sum(), 6);
    }

    #[test]
    fn pirates_take_no_more_than_was_collected_and_containers_stay_owed() {
        let mut laid = Laid::new(&[Rebel, Imperial]);
        laid.state.players[0].owed_pirates = 12;
        laid.state.players[0].owed_containers = 12;
        laid.state.players[1].owed_pirates = 50;
        laid.state.turn = 2;
        // Rebel: 20 - 12 - 8, and 4 stay owed. Imperial: 20 - 20.
        collect_income(&mut laid.context());
        assert_eq!([0, 1].map(|seat| laid.state.players[seat].balance), [0, 0]);
        assert_eq!(laid.state.players[0].owed_containers, 4);
        assert_eq!(laid.state.players[1].owed_pirates, 0);
    }
}
