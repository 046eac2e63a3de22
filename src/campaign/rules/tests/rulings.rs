//! Rulings that no other chapter's tests flip: the default and the other reading side by side.

use Faction::{Imperial, Rebel, Scum};

use crate::campaign::doctrine::Doctrine;
use crate::campaign::obedient::Obedient;
use crate::campaign::plan::{Attack, Declared};
use crate::campaign::refusal::Refusal;
use crate::campaign::rules::aftermath::settle;
use crate::campaign::rules::asset_recovery::redeem;
use crate::campaign::rules::conduct_battle::FightResult;
use crate::campaign::rules::control::take;
use crate::campaign::rules::determine_scenarios_phase::{Scenarios, determine_scenarios};
use crate::campaign::rules::generating_the_campaign_map::trade_route;
use crate::campaign::rules::high_ps_generic_pilot_restrictions::high_skill_generics;
use crate::campaign::rules::pilot_escape_attempts::attempt_escape;
use crate::campaign::rules::pilot_experience::award;
use crate::campaign::rules::pilot_improvements::Improvement;
use crate::campaign::rules::pilot_recovery_wounding_and_death::wound;
use crate::campaign::rules::purchase_reinforcements_phase::{collect_income, score};
use crate::campaign::state::{Standpoint, Target};
use crate::campaign::testing::{FATE, Laid, at, pilot, place, rules, ship, upgrade};
use crate::chance::{AttackFace, Scripted};
use crate::config::*;
use crate::events::words::{NotFought, TakenBy};
use crate::ids::{BattleId, Faction, PersonId, PlayerId, Side, TargetId, Terrain};
use crate::procedures::escape::Escape;

use super::casualties::duel;

/// The rulebook with one ruling changed.
fn with(change: impl Fn(&mut Rulings)) -> RuleSet {
    let mut rules = rules();
    change(&mut rules.rulings);
    rules
}

/// A table in turn 2 under the rulebook as written, and one under the changed ruling.
fn both(seats: &[Faction], change: impl Fn(&mut Rulings)) -> [Laid; 2] {
    [rules(), with(change)].map(|rules| {
        let mut laid = Laid::with(rules, seats);
        (0..seats.len()).for_each(|seat| laid.fund(seat as u8, 300));
        laid.state.turn = 2;
        laid
    })
}

fn nobody(n: usize) -> Vec<Box<dyn Doctrine>> {
    (0..n).map(|_| -> Box<dyn Doctrine> { Box::new(Obedient::default()) }).collect()
}

#[test]
fn tables_against_cards_follow_their_switches() {
    let told = |rules: RuleSet| {
        let book = Laid::with(rules, &[Rebel, Imperial]).book;
        (
            [pilot("Lothal Rebel"), pilot("Zeta Specialist")].map(|card| book.pilot_skill(card)),
            [pilot("Baron of the Empire"), pilot("Rogue Squadron Pilot")].map(|card| book.pilot_points(card)),
            book.ship_price(ship("Captured TIE Fighter"), Rebel),
            book.upgrade(upgrade("Royal Guard TIE")).fleet_points,
            book.pilot_on_sale(pilot("Omega Specialist")),
        )
    };
    assert_eq!(told(rules()), ([3, 3], [4, 5], Some(11), Some(1), Err(Refusal::NotForSale)));
    let other = with(|rulings| {
        (rulings.lothal_rebel_skill, rulings.zeta_specialist_skill) = (4, 2);
        (rulings.baron_of_the_empire_cost, rulings.rogue_squadron_cost) = (5, 6);
        rulings.captured_tie_cost = 10;
        rulings.zero_cost_titles = ZeroCostTitles::ListedOnly;
        rulings.generics_outside_tables = true;
    });
    assert_eq!(told(other), ([4, 2], [5, 6], Some(10), Some(0), Ok(())));
}

#[test]
fn a_trade_station_pays_its_value_and_six_more_or_its_value() {
    let tables = both(&[Rebel, Imperial], |rulings| rulings.trade_station = TradeStation::ValueOnly);
    let sums = tables.map(|mut laid| {
        let station = place(TargetId(0), TargetType::TradeStation);
        laid.state.targets = vec![Target { value: 6, owner: Some(Rebel), ..station }];
        score(&laid.state, &laid.book, Rebel).sum()
    });
    // 20 automatic, 6 of the target, and 6 more by the first reading.
    assert_eq!(sums, [32, 26]);
}

#[test]
fn free_captures_and_the_trade_route_count_as_captures_or_not() {
    let captured = |laid: &mut Laid, target: Target, how: TakenBy| {
        laid.state.targets = vec![target];
        laid.state.team_mut(Rebel).tally.captured = 0;
        take(&mut laid.context(), &mut nobody(2), target.id, Rebel, PlayerId(0), how);
        laid.state.team(Rebel).tally.captured
    };
    let world = place(TargetId(0), TargetType::LeisureWorld);
    let route = trade_route(TargetId(0));
    let counts = |mut laid: Laid| {
        [
            (world, TakenBy::FreeCapture),
            (world, TakenBy::Battle),
            (route, TakenBy::FreeCapture),
            (route, TakenBy::Battle),
        ]
        .map(|(target, how)| captured(&mut laid, target, how))
    };
    let seats = [Rebel, Imperial];
    assert_eq!(
        both(&seats, |rulings| rulings.uncontested_capture_bonus = false).map(counts),
        [[1, 1, 1, 1], [0, 1, 0, 1]]
    );
    assert_eq!(
        both(&seats, |rulings| rulings.trade_route_capture_bonus = false).map(counts),
        [[1, 1, 1, 1], [1, 1, 0, 0]]
    );
}

#[test]
fn battles_that_were_not_fought_or_not_for_a_target_count_or_not() {
    let won = |change: fn(&mut Rulings), result: Option<NotFought>, special: bool| {
        let mut duel = duel("space-superiority", |_| {});
        change(&mut duel.laid.book.rules.rulings);
        if let Some(reason) = result {
            duel.fight.result = FightResult::NotFought { reason, winner: Some(Side::Attacker) };
        }
        if special {
            duel.fight.battle.card.target = None;
        }
        settle(&mut duel.laid.context(), &mut nobody(2), &duel.fight);
        let state = &duel.laid.state;
        (state.team(Rebel).tally.battles_won, state.team(Imperial).tally.battles_lost)
    };
    assert_eq!(won(|_| {}, Some(NotFought::Ceded), false), (0, 0));
    assert_eq!(won(|rulings| rulings.ceding_counts_as_battle = true, Some(NotFought::Ceded), false), (1, 1));
    assert_eq!(won(|_| {}, Some(NotFought::DefenderAbsent), false), (1, 1));
    let no_show = |rulings: &mut Rulings| rulings.no_show_counts_as_battle = false;
    assert_eq!(won(no_show, Some(NotFought::DefenderAbsent), false), (0, 0));
    assert_eq!(won(|_| {}, None, true), (1, 1));
    assert_eq!(won(|rulings| rulings.special_battles_score = false, None, true), (0, 0));
    assert_eq!(won(|rulings| rulings.special_battles_score = false, None, false), (1, 1));
}

#[test]
fn vip_escort_pays_a_share_of_the_size_or_of_the_squad() {
    let paid = |change: fn(&mut Rulings)| {
        let mut duel = duel("vip-escort", |_| {});
        change(&mut duel.laid.book.rules.rulings);
        let before = duel.laid.state.players[0].balance;
        settle(&mut duel.laid.context(), &mut nobody(2), &duel.fight);
        duel.laid.state.players[0].balance - before
    };
    // A fifth of 100, or of the 21 points that were brought, rounded.
    assert_eq!(paid(|_| {}), 20);
    assert_eq!(paid(|rulings| rulings.vip_share_of = VipShareOf::Squad), 4);
}

#[test]
fn crew_sit_out_their_wounds_and_cannot_escape_or_the_other_way_round() {
    let gunner = |laid: &mut Laid| at(laid, 0, |market| market.buy_crew(upgrade("Gunner"))).unwrap();
    let ready = both(&[Rebel, Imperial], |rulings| rulings.wounded_crew_sit_out = false).map(|mut laid| {
        let who = gunner(&mut laid);
        wound(&mut laid.context(), who);
        laid.state.person(who).ready_turn
    });
    assert_eq!(ready[0], 4, "wounded in turn 2, out in turn 3");
    assert!(ready[1] <= 3, "{ready:?}");
    let tried = both(&[Rebel, Imperial], |rulings| rulings.crew_prisoners_escape = true).map(|mut laid| {
        let who = gunner(&mut laid);
        laid.context().capture(who, Imperial);
        let mut chance = Scripted::attack([AttackFace::Crit]);
        attempt_escape(&mut laid.context(), &mut chance, PlayerId(0), who)
    });
    assert_eq!(tried, [Err(Refusal::NoPrisoner), Ok(Escape::Escaped)]);
}

#[test]
fn droid_pilots_earn_xp_or_no_droid_does() {
    let earned = both(&[Scum, Imperial], |rulings| rulings.droid_pilots_earn_xp = false).map(|mut laid| {
        laid.state.turn = 0;
        let who = at(&mut laid, 0, |market| market.buy_commander(pilot("IG-88A"))).unwrap();
        let before = laid.state.person(who).xp();
        award(&mut laid.context(), who, &FATE);
        laid.state.person(who).xp() - before
    });
    assert_eq!(earned, [1, 0]);
}

#[test]
fn smugglers_need_the_usual_skill_for_the_other_freighter_or_none() {
    let tables = both(&[Rebel, Imperial], |rulings| rulings.smuggler_needs_minimum_skill = false);
    let results = tables.map(|mut laid| {
        let who: PersonId = at(&mut laid, 0, |market| market.buy_pilot(pilot("Outer Rim Smuggler"))).unwrap();
        laid.state.person_mut(who).xp_earned = 5;
        let falcon = Improvement::Qualification(ship("YT-1300 (MF stats)"));
        at(&mut laid, 0, |market| market.improve(who, falcon))
    });
    assert_eq!(results, [Err(Refusal::SkillTooLow), Ok(())]);
}

#[test]
fn trained_generics_count_as_high_skill_or_not() {
    let tables = both(&[Rebel, Imperial], |rulings| rulings.trained_pilots_are_high_skill = true);
    let counted = tables.map(|mut laid| {
        let who = at(&mut laid, 0, |market| market.buy_pilot(pilot("Red Squadron Pilot"))).unwrap();
        laid.state.person_mut(who).skill = 6;
        high_skill_generics(&laid.state, &laid.book, Rebel)
    });
    assert_eq!(counted, [0, 1]);
}

#[test]
fn titles_are_bought_for_any_ship_or_only_with_a_new_one() {
    let tables = both(&[Imperial, Rebel], |rulings| rulings.titles_bound_at = TitlesBoundAt::ShipPurchase);
    let results = tables.map(|mut laid| {
        let hull = at(&mut laid, 0, |market| market.buy_ship(ship("TIE Advanced"), &[])).unwrap();
        at(&mut laid, 0, |market| market.buy_title(hull, upgrade("TIE/x1")))
    });
    assert_eq!(results, [Ok(()), Err(Refusal::TitleAtPurchase)]);
}

#[test]
fn a_chardaan_refit_among_the_cargo_is_kept_or_worthless() {
    let tables = both(&[Rebel, Imperial], |rulings| {
        rulings.chardaan_refit_reward = ChardaanRefitReward::Worthless;
    });
    let copies = tables.map(|mut laid| {
        let mut doctrine = Obedient { cargo: [1].into(), ..Obedient::default() };
        // One unit, 15 of 20.
        let mut chance = Scripted::numbers([15]);
        redeem(&mut laid.context(), &mut doctrine, &mut chance, PlayerId(0), BattleId(0), 1);
        chance.assert_exhausted();
        laid.state.players[0].store.copies(upgrade("Chardaan Refit"))
    });
    assert_eq!(copies, [1, 0]);
}

#[test]
fn special_battles_have_rolled_terrain_or_none() {
    let tables = both(&[Rebel, Imperial], |rulings| rulings.special_terrain = SpecialTerrain::None);
    let empty = tables.map(|mut laid| {
        let attack = Attack::Piracy(Imperial);
        let declared = [Declared { faction: Rebel, player: PlayerId(0), attack }];
        let mut terrain = Vec::new();
        for turn in 1..30 {
            laid.state.turn = turn;
            let mut scenarios = Scenarios::default();
            determine_scenarios(&mut laid.context(), &declared, &mut scenarios);
            terrain.push(scenarios.battles[0].card.terrain);
        }
        terrain.iter().all(|&terrain| terrain == Terrain::NoAsteroids)
    });
    assert_eq!(empty, [false, true]);
}

#[test]
fn scum_who_win_the_trade_route_get_its_income_or_not() {
    let seats = [Rebel, Imperial, Scum];
    let sums = both(&seats, |rulings| rulings.scum_trade_route_income = true).map(|mut laid| {
        laid.state.team_mut(Scum).standpoint = Standpoint::Fringe;
        laid.state.team_mut(Scum).tally.trade_route = true;
        score(&laid.state, &laid.book, Scum).sum()
    });
    assert_eq!(sums, [0, 10]);
}

#[test]
fn unmodified_points_are_the_plus_factors_or_the_awards() {
    let tables = both(&[Rebel, Imperial], |rulings| {
        rulings.unmodified_fleet_points = UnmodifiedPoints::Awards;
    });
    let points = tables.map(|mut laid| {
        laid.state.team_mut(Rebel).tally.lost = 1;
        collect_income(&mut laid.context());
        laid.state.team(Rebel).unmodified_points
    });
    // 20 automatic less 25 is paid as 0.
    assert_eq!(points, [20, 0]);
}
