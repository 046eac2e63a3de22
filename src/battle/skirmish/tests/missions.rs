//! Missions without a board, rule by rule: what tokens, roles and conditions do when they come up.

use super::*;
use crate::battle::skirmish::state::{Battle, Killed, Place, Streams, Task, TokenPlace, UnitRef};
use crate::battle::skirmish::{BoardOdds, begin};
use crate::config::mission::{Moment, SquadRole, find};
use crate::ids::Side;

/// Squads of so many X-wings and TIE Fighters in a mission.
fn fight(mission: &str, rebels: usize, empire: usize) -> Engagement {
    let squads = [("Rookie Pilot", Faction::Rebel, rebels), ("Academy Pilot", Faction::Imperial, empire)];
    let [a, d] = squads.map(|(pilot, faction, n)| squad(faction, vec![ship(pilot, &[]); n]));
    engagement(mission, a, d)
}

/// Plays on a battle that has just begun; positions and dice are drawn.
fn staged(engagement: &Engagement, play: impl FnOnce(&mut Battle<'_, Seeded>)) {
    let luck = Luck::new(3, 1);
    let stream = |key: u64| luck.stream(Purpose::Soak, key);
    let streams = Streams { dice: stream(1), board: stream(2), decks: [stream(3), stream(4)] };
    let mission = find(&engagement.mission).expect("a mission");
    let mut battle = begin(BoardOdds::built_in(), mission, engagement, streams);
    battle.round = 1;
    play(&mut battle);
}

const fn attacker(index: u8) -> UnitRef {
    UnitRef { side: Side::Attacker, index }
}

const fn defender(index: u8) -> UnitRef {
    UnitRef { side: Side::Defender, index }
}

fn kill(battle: &mut Battle<'_, Seeded>, at: UnitRef) {
    let round = battle.round;
    let unit = battle.unit_mut(at);
    unit.killed = Some(Killed { by: None, round, ion: false });
    unit.toughness.damage = unit.toughness.hull;
    battle.remove_if_done(at);
}

fn flee(battle: &mut Battle<'_, Seeded>, at: UnitRef) {
    battle.unit_mut(at).place = Place::AtEdge;
    battle.leave();
}

fn give(battle: &mut Battle<'_, Seeded>, at: UnitRef, role: SquadRole) {
    for index in 0..battle.units[at.side.index()].len() as u8 {
        battle.unit_mut(UnitRef { side: at.side, index }).roles &= !(1 << role.index());
    }
    battle.unit_mut(at).roles |= 1 << role.index();
}

#[test]
fn a_shuttle_needs_six_moves_and_can_be_shot_at_in_the_last_round() {
    let engagement = fight("vip-escort", 2, 2);
    staged(&engagement, |battle| {
        let shuttle = battle.tokens[0].unit.expect("a shuttle can be attacked");
        // 815 mm, 160 a move.
        for _ in 0..5 {
            battle.move_tokens(Moment::StartOfActivation);
            battle.leave();
        }
        assert_eq!(battle.unit(shuttle).place, Place::Board);
        battle.move_tokens(Moment::StartOfActivation);
        assert!(battle.unit(shuttle).is_on_board() && battle.tokens[0].place == TokenPlace::Board);
        battle.note_victories();
        assert!(!battle.is_decided());
        battle.leave();
        battle.note_victories();
        assert_eq!(battle.tokens[0].place, TokenPlace::Fled);
        assert!(battle.is_decided());
        assert_eq!(battle.judge(false).winner, Some(Side::Defender));
    });
}

#[test]
fn what_the_battle_is_about_is_shot_at_before_weaker_ships() {
    let engagement = fight("vip-escort", 2, 2);
    staged(&engagement, |battle| {
        let shuttle = battle.tokens[0].unit.expect("a shuttle can be attacked");
        battle.find_wanted();
        // A TIE Fighter of three hit points and the shuttle of twelve.
        battle.unit_mut(attacker(0)).in_arc = 1 | 1 << shuttle.index;
        battle.unit_mut(attacker(0)).range = 2;
        assert_eq!(battle.choose_attack(attacker(0), None).map(|choice| choice.target), Some(shuttle));
        // When it is decided, nobody hunts any more.
        battle.sides[1].met = true;
        battle.find_wanted();
        assert_eq!(battle.choose_attack(attacker(0), None).map(|choice| choice.target), Some(defender(0)));
    });
}

#[test]
fn satellites_lost_with_their_ship_were_scanned_and_who_left_too_early_has_not_won() {
    let engagement = fight("intelligence-gathering", 3, 2);
    let take = |battle: &mut Battle<'_, Seeded>, token: usize, ship: u8| {
        let round = battle.round;
        let token = &mut battle.tokens[token];
        (token.place, token.was_taken, token.taken_in) = (TokenPlace::Aboard(attacker(ship)), true, round);
    };
    for (leaves_in, wins) in [(2, false), (5, true)] {
        staged(&engagement, |battle| {
            (0..3).for_each(|token| take(battle, token, 0));
            for round in 2..=5 {
                battle.round = round;
                if round == 4 {
                    take(battle, 3, 1);
                    kill(battle, attacker(1));
                }
                if round == leaves_in {
                    flee(battle, attacker(0));
                }
                battle.note_victories();
            }
            assert_eq!(battle.is_decided(), wins, "left in round {leaves_in}");
        });
    }
}

#[test]
fn commanders_decide_in_a_skirmish_as_on_the_board() {
    let engagement = fight("wing-commander", 2, 2);
    // Round and fate of the attacker's and of the defender's commander: 0 stays, 1 fled, 2 destroyed; who wins.
    let cases: [([(u16, u8); 2], Option<Side>); 4] = [
        ([(0, 0), (3, 2)], Some(Side::Attacker)),
        ([(5, 1), (3, 1)], Some(Side::Attacker)),
        ([(3, 1), (3, 1)], None),
        ([(3, 2), (5, 2)], None),
    ];
    for (fates, expected) in cases {
        staged(&engagement, |battle| {
            give(battle, attacker(0), SquadRole::WingCommander);
            give(battle, defender(0), SquadRole::WingCommander);
            for round in 2..=6 {
                battle.round = round;
                for (at, (when, fate)) in [attacker(0), defender(0)].into_iter().zip(fates) {
                    match fate {
                        1 if when == round => flee(battle, at),
                        2 if when == round => kill(battle, at),
                        _ => {}
                    }
                }
                battle.note_victories();
            }
            assert_eq!(battle.judge(false).winner, expected, "{fates:?}");
        });
    }
}

#[test]
fn a_commander_goes_home_when_the_foes_is_destroyed_and_an_ambush_when_it_is_ahead() {
    let engagement = fight("wing-commander", 2, 3);
    staged(&engagement, |battle| {
        give(battle, attacker(0), SquadRole::WingCommander);
        give(battle, defender(0), SquadRole::WingCommander);
        battle.assign_tasks(Side::Attacker);
        assert_eq!(battle.unit(attacker(0)).task, Task::Fight);
        kill(battle, defender(0));
        battle.assign_tasks(Side::Attacker);
        let tasks = [0, 1].map(|index| battle.unit(attacker(index)).task);
        assert_eq!(tasks, [Task::Run, Task::Fight]);
    });
    let engagement = fight("ambush", 2, 6);
    staged(&engagement, |battle| {
        kill(battle, defender(0));
        battle.assign_tasks(Side::Attacker);
        assert_eq!(battle.unit(attacker(0)).task, Task::Run);
        // Behind on points it fights on.
        kill(battle, attacker(1));
        battle.assign_tasks(Side::Attacker);
        assert_eq!(battle.unit(attacker(0)).task, Task::Fight);
    });
}

#[test]
fn groups_come_after_rounds_three_and_six_the_cheapest_first() {
    let engagement = fight("escalation", 6, 9);
    staged(&engagement, |battle| {
        let there = |battle: &Battle<'_, Seeded>| Side::BOTH.map(|side| battle.ships_on_board(side));
        assert_eq!(there(battle), [2, 3]);
        for (round, expected) in [(2, [2, 3]), (3, [4, 6]), (5, [4, 6]), (6, [6, 9])] {
            battle.round = round;
            battle.waves_at(Moment::EndOfRound);
            assert_eq!(there(battle), expected, "after round {round}");
        }
    });
}

#[test]
fn a_disabled_ship_must_leave_in_round_five_or_later() {
    let engagement = fight("no-man-behind", 2, 2);
    for (round, wins) in [(4, false), (5, true)] {
        staged(&engagement, |battle| {
            give(battle, defender(0), SquadRole::Disabled);
            battle.round = round;
            assert_eq!(battle.may_flee(defender(0)), wins);
            flee(battle, defender(0));
            battle.round = 6;
            battle.note_victories();
            assert_eq!(battle.is_decided(), wins);
        });
    }
}

#[test]
fn only_ships_that_carry_a_satellite_go_to_deploy_it() {
    let engagement = fight("espionage-alternate", 8, 2);
    staged(&engagement, |battle| {
        // Seven satellites for eight ships; the first three are placed.
        for token in 0..3 {
            battle.tokens[token].place = TokenPlace::Removed;
        }
        battle.assign_tasks(Side::Attacker);
        let busy: Vec<u8> =
            (0..8).filter(|index| matches!(battle.unit(attacker(*index)).task, Task::Objective(_))).collect();
        assert!(!busy.is_empty() && busy.iter().all(|index| (3..7).contains(index)), "{busy:?}");
    });
}
