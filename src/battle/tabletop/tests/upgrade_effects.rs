//! Upgrades in effect that act around attacks, in phases, on damage or by actions, with their dice written down.

use super::cards::*;
use super::stage::*;
use super::upgrade_cards::{faced, fires, meeting};
use crate::battle::attack::DamageCard;
use crate::battle::engagement::DamageDeckKind::Original;
use crate::battle::tabletop::effects::Word;
use crate::battle::tabletop::rules::actions::{ActionChoice, Kinds, action_step, free_action, options};
use crate::battle::tabletop::rules::damage::{Source, deal_past_shields, suffer};
use crate::battle::tabletop::rules::firing_arc::shot;
use crate::battle::tabletop::rules::{
    activation, attack, combat, end_phase, maneuver, planning, skill, start_of_combat,
};
use crate::battle::tabletop::state::{NONE, Status};
use crate::catalog::{Bearing, Difficulty};
use crate::chance::AttackFace::{Blank, Crit, Focus, Hit};
use crate::chance::DefenseFace::{self, Evade};
use crate::chance::Scripted;

#[test]
fn munitions_failsafe_keeps_what_missed() {
    for (red, left) in [([Blank; 4], 1), ([Hit; 4], 0)] {
        let dice = Scripted::attack(red).and_defense([Evade; 3]);
        let draws: &[u32] = if left == 0 { &[33] } else { &[] };
        let stage = armed("Rookie Pilot", &["munitions-failsafe", "proton-torpedoes"], "Academy Pilot", &[]);
        stage.dice(dice).decks(&[], draws).play(|battle| {
            put(battle, 0, 400.0, 400.0, EAST);
            put(battle, 1, 600.0, 400.0, WEST);
            battle.ship_mut(0).lock = 1;
            let torpedo = shot(battle.view(), 0, 1, 1).expect("in range");
            attack::attack(battle, 0, torpedo);
            assert_eq!(battle.ship(0).charges[1], left);
        });
    }
}

#[test]
fn cards_act_after_an_attack() {
    let miss = || Scripted::attack([Blank; 3]).and_defense([DefenseFace::Blank; 3]);
    fires(&["fire-control-system"], &[], miss(), &[], |_| {}, |battle| assert_eq!(battle.ship(0).lock, 1));
    fires(&["tactician"], &[], miss(), &[], |_| {}, |battle| assert_eq!(battle.ship(1).stress, 1));
    fires(&["advanced-cloaking-device"], &[], miss(), &[], |_| {}, |battle| assert!(battle.ship(0).cloaked));
    let stressed = |battle: &mut Staged<'_>| battle.ship_mut(0).stress = 1;
    fires(&["advanced-cloaking-device"], &[], miss(), &[], stressed, |battle| {
        assert!(!battle.ship(0).cloaked, "a free action is an action: not under stress");
    });
    fires(
        &[],
        &["rebel-captive"],
        miss(),
        &[],
        |_| {},
        |battle| {
            assert_eq!(battle.ship(0).stress, 1);
            battle.fortune.dice = miss();
            let found = shot(battle.view(), 0, 1, 0).expect("in range");
            attack::attack(battle, 0, found);
            assert_eq!(battle.ship(0).stress, 1, "only the first attacker of the round");
        },
    );
    let engine = nth(DamageCard::DamagedEngine, Original);
    fires(
        &["darth-vader"],
        &[],
        miss(),
        &[engine],
        |_| {},
        |battle| {
            assert_eq!((battle.ship(0).shields, battle.ship(1).cards.n_face_up()), (0, 1));
        },
    );
}

#[test]
fn ruthlessness_hurts_a_neighbour_of_the_target() {
    let dice = Scripted::attack([Hit; 3]).and_defense([Evade, Evade, DefenseFace::Blank]);
    let stage =
        armed("Rookie Pilot", &["ruthlessness"], "2 Academy Pilot", &[]).dice(dice).decks(&[], &[33, 32]);
    stage.play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        put(battle, 2, 600.0, 500.0, WEST);
        let found = shot(battle.view(), 0, 1, 0).expect("in range");
        attack::attack(battle, 0, found);
        assert_eq!((battle.ship(1).damage, battle.ship(2).damage), (1, 1));
    });
}

#[test]
fn gunners_follow_a_miss_with_one_primary_attack() {
    let twice = |second| {
        Scripted::attack([Blank, Blank, Blank]).and_attack(second).and_defense([DefenseFace::Blank; 6])
    };
    fires(
        &["gunner"],
        &[],
        twice([Hit, Blank, Focus]),
        &[33],
        |_| {},
        |battle| {
            assert_eq!(battle.ship(1).damage, 1);
            assert!(battle.ship(0).marks.attacks_over);
        },
    );
    // Luke turns one focus result of the second attack.
    fires(
        &["luke-skywalker"],
        &[],
        twice([Hit, Blank, Focus]),
        &[33, 32],
        |_| {},
        |battle| {
            assert_eq!(battle.ship(1).damage, 2);
        },
    );
}

#[test]
fn titles_give_a_second_attack() {
    // TIE/D: an ion cannon (3 points), then the primary weapon.
    let dice = Scripted::attack([Hit, Blank, Blank, Hit, Blank, Blank]).and_defense([DefenseFace::Blank; 6]);
    armed("Rookie Pilot", &["tie-d", "ion-cannon"], "Academy Pilot", &[])
        .dice(dice)
        .decks(&[], &[33, 32])
        .play(|battle| {
            put(battle, 0, 400.0, 400.0, EAST);
            put(battle, 1, 600.0, 400.0, WEST);
            let cannon = shot(battle.view(), 0, 1, 1).expect("in range");
            attack::attack(battle, 0, cannon);
            assert_eq!((battle.ship(1).damage, battle.ship(1).ion), (2, 1));
        });
    // BTL-A4: the primary weapon, then the turret, which shoots ahead only.
    let dice = Scripted::attack([Hit, Blank, Blank, Hit, Blank, Blank]).and_defense([DefenseFace::Blank; 6]);
    let stage = armed("Rookie Pilot", &["btl-a4-y-wing", "ion-cannon-turret"], "Academy Pilot", &[]);
    stage.dice(dice).decks(&[], &[33, 32]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        let found = shot(battle.view(), 0, 1, 0).expect("in range");
        attack::attack(battle, 0, found);
        assert_eq!((battle.ship(1).damage, battle.ship(1).ion), (2, 1));
        put(battle, 1, 200.0, 400.0, WEST);
        assert_eq!(shot(battle.view(), 0, 1, 1), None, "astern");
    });
}

#[test]
fn special_forces_give_up_a_die_for_an_attack_astern() {
    // Three dice ahead instead of four, then three astern.
    let dice = Scripted::attack([Blank; 4]).and_defense([DefenseFace::Blank; 4]);
    let stage = armed("Omega Specialist", &["special-ops-training"], "2 Rookie Pilot", &[]).dice(dice);
    stage.play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        put(battle, 2, 200.0, 400.0, EAST);
        let found = shot(battle.view(), 0, 1, 0).expect("ahead");
        attack::attack(battle, 0, found);
    });
}

#[test]
fn alliance_overhaul_turns_a_focus_astern() {
    armed("Omega Specialist", &["alliance-overhaul"], "Rookie Pilot", &[]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 200.0, 400.0, EAST);
        let what = faced(battle);
        assert_eq!((what.attack_dice, what.attacker.focus_to_crits), (2, 1));
    });
}

#[test]
fn cards_act_at_the_start_and_end_of_combat() {
    meeting(&["glitterstim"], &[], 200.0, |battle| {
        start_of_combat::start_of_combat(battle);
        assert_eq!(battle.ship(0).stress, 1);
        assert_eq!(faced(battle).attacker.focus_to_hits, u8::MAX);
        assert!(!battle.ship(0).has_once(Word::FocusCountsOnce));
    });
    armed("2 Rookie Pilot", &["swarm-tactics", "veteran-instincts"], "Academy Pilot", &[]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 400.0, 500.0, EAST);
        start_of_combat::start_of_combat(battle);
        assert_eq!(skill::combat_skill(battle.view(), 1), 4);
    });
    meeting(&["r5-p9"], &[], 200.0, |battle| {
        (battle.ship_mut(0).focus, battle.ship_mut(0).shields) = (1, 0);
        start_of_combat::end_of_combat(battle);
        assert_eq!((battle.ship(0).focus, battle.ship(0).shields), (0, 1));
    });
}

#[test]
fn a_ship_lost_to_a_fire_at_the_start_of_combat_does_not_shoot() {
    // Skill 1 was the last step of the round before; the burning TIE Fighter is lost before its own step comes.
    let dice = Scripted::attack([Hit]);
    set("Academy Pilot", "Rookie Pilot").dice(dice).decks(&[33], &[]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        battle.state.combat_skill = 1;
        battle.ship_mut(0).cards.add_face_up(DamageCard::ConsoleFire);
        battle.ship_mut(0).cards.add_face_down(DamageCard::DamagedEngine);
        battle.ship_mut(0).damage = 2;
        combat::combat(battle);
        assert_eq!((battle.ship(0).status, battle.ship(1).shields), (Status::Destroyed, 2));
    });
}

#[test]
fn cards_keep_or_mend_in_the_end_phase() {
    meeting(&["moldy-crow"], &["comm-relay"], 200.0, |battle| {
        battle.ship_mut(0).focus = 2;
        battle.give_evade(1, 2);
        assert_eq!(battle.ship(1).evade, 1, "never more than one");
        end_phase::end_phase(battle);
        assert_eq!((battle.ship(0).focus, battle.ship(1).evade), (2, 1));
    });
    meeting(&["r5-astromech"], &[], 200.0, |battle| {
        battle.ship_mut(0).cards.add_face_up(DamageCard::DamagedEngine);
        end_phase::end_phase(battle);
        assert_eq!(battle.ship(0).cards.n_face_up(), 0);
    });
    let stage = armed("Rookie Pilot", &["r2-d2-crew"], "Academy Pilot", &[]);
    stage.dice(Scripted::attack([Hit])).decks(&[1], &[]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        battle.ship_mut(0).shields = 0;
        battle.ship_mut(0).cards.add_face_down(DamageCard::DamagedEngine);
        end_phase::end_phase(battle);
        assert_eq!((battle.ship(0).shields, battle.ship(0).cards.n_face_up()), (1, 1));
    });
}

#[test]
fn cards_stop_damage_cards() {
    let engine = nth(DamageCard::DamagedEngine, Original);
    let pilot = nth(DamageCard::DamagedCockpit, Original);
    let hurt = |own: &[&str], draws: &[u32], check: &dyn Fn(&mut Staged<'_>)| {
        armed("Rookie Pilot", own, "Academy Pilot", &[]).decks(draws, &[]).play(|battle| {
            put(battle, 0, 400.0, 400.0, EAST);
            battle.ship_mut(0).shields = 0;
            check(battle);
        });
    };
    hurt(&["determination"], &[pilot, engine], &|battle| {
        deal_past_shields(battle, 0, 2, Source::NOBODY);
        assert_eq!((battle.ship(0).damage, battle.ship(0).fate.wounded), (1, false));
    });
    hurt(&["salvaged-astromech"], &[engine, engine], &|battle| {
        deal_past_shields(battle, 0, 1, Source::NOBODY);
        assert_eq!(battle.ship(0).damage, 0);
        deal_past_shields(battle, 0, 1, Source::NOBODY);
        assert_eq!(battle.ship(0).damage, 1, "once");
    });
    // Integrated astromech: the R2 unit goes with the card, and its green maneuvers with it.
    hurt(&["integrated-astromech", "r2-astromech"], &[engine], &|battle| {
        let green = |battle: &Staged<'_>| {
            let turn = battle.loadout(0).dial().iter().find(|entry| entry.is_turn() && entry.speed == 2);
            maneuver::difficulty(battle.view(), 0, turn.expect("a speed 2 turn")) == Difficulty::Green
        };
        assert!(green(battle));
        deal_past_shields(battle, 0, 1, Source::NOBODY);
        assert_eq!(battle.ship(0).damage, 0);
        assert!(!green(battle));
    });
    hurt(&["integrated-astromech"], &[engine], &|battle| {
        deal_past_shields(battle, 0, 1, Source::NOBODY);
        assert_eq!(battle.ship(0).damage, 1, "no astromech to give up");
    });
    hurt(&["chewbacca"], &[33, 32, engine], &|battle| {
        suffer(battle, 0, 2, 1, Source::NOBODY);
        assert_eq!(
            (battle.ship(0).damage, battle.ship(0).shields),
            (2, 1),
            "the third card would have been the last"
        );
        assert_eq!(battle.ship(0).status, Status::OnBoard);
    });
}

#[test]
fn dead_mans_switch_takes_neighbours_along() {
    let dice = Scripted::attack([Hit; 3]).and_defense([DefenseFace::Blank; 3]);
    let stage = armed("Rookie Pilot", &[], "2 Academy Pilot", &["dead-mans-switch"]).dice(dice);
    stage.decks(&[], &[33, 32, 31, 30]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        put(battle, 2, 600.0, 500.0, WEST);
        let found = shot(battle.view(), 0, 1, 0).expect("in range");
        attack::attack(battle, 0, found);
        assert_eq!((battle.ship(1).status, battle.ship(2).damage), (Status::Destroyed, 1));
    });
}

#[test]
fn anti_pursuit_lasers_shoot_at_whoever_bumps() {
    let puppet = Puppet { fly: vec![(0, Bearing::Straight, 2)], ..Puppet::default() };
    let stage = armed("Academy Pilot", &[], "Rookie Pilot", &["anti-pursuit-lasers"])
        .puppets(puppet, Puppet::default());
    stage.dice(Scripted::attack([Crit])).decks(&[33], &[]).play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        put(battle, 1, 440.0, 400.0, NORTH);
        planning::planning(battle);
        battle.ship_mut(1).marks.activated = true;
        activation::activation(battle);
        assert_eq!((battle.ship(0).damage, battle.ship(0).cards.n_face_up()), (1, 0), "damage, not critical");
    });
}

#[test]
fn tactical_jammer_obstructs_enemy_attacks() {
    for (cards, obstructed) in [(&["tactical-jammer"][..], true), (&[][..], false)] {
        armed("Rookie Pilot", &[], "2 Academy Pilot", cards).play(|battle| {
            put(battle, 0, 400.0, 400.0, EAST);
            // The closest lines run between 410 and 420, well inside the base in between.
            put(battle, 1, 520.0, 415.0, WEST);
            put(battle, 2, 640.0, 430.0, WEST);
            assert_eq!(shot(battle.view(), 0, 2, 0).expect("in range").obstructed, obstructed);
        });
    }
}

/// The Perform Action step of ship 0 with these actions wished for.
fn acts(
    own: &[&str],
    act: &[ActionChoice],
    dice: Scripted,
    before: impl FnOnce(&mut Staged<'_>),
    after: impl FnOnce(&mut Staged<'_>),
) {
    let puppet = Puppet { act: act.to_vec(), ..Puppet::default() };
    let stage = armed("3 Black Squadron Pilot", own, "Academy Pilot", &[]).dice(dice).decks(&[], &[1]);
    stage.puppets(puppet, Puppet::default()).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 400.0, 500.0, EAST);
        put(battle, 2, 400.0, 600.0, EAST);
        put(battle, 3, 500.0, 400.0, WEST);
        before(battle);
        action_step(battle, 0);
        after(battle);
        // The deck's one number is for the saboteur; the others leave it.
        let _ = std::mem::take(&mut battle.fortune.decks[1]);
    });
}

#[test]
fn cards_give_actions() {
    use ActionChoice::{
        Evade as EvadeAction, Expose, Focus as FocusAction, FocusFriends, ForFriend, Mark, Sabotage,
    };
    let none = Scripted::default;
    acts(&["recon-specialist"], &[FocusAction], none(), |_| {}, |battle| assert_eq!(battle.ship(0).focus, 2));
    acts(
        &["push-the-limit"],
        &[FocusAction, EvadeAction],
        none(),
        |_| {},
        |battle| {
            assert_eq!((battle.ship(0).focus, battle.ship(0).evade, battle.ship(0).stress), (1, 1, 1));
        },
    );
    acts(&["marksmanship"], &[Mark], none(), |_| {}, |battle| assert!(battle.ship(0).marks.marked));
    acts(&["expose"], &[Expose], none(), |_| {}, |battle| assert!(battle.ship(0).marks.exposed));
    acts(
        &["fleet-officer"],
        &[FocusFriends],
        none(),
        |_| {},
        |battle| {
            let focus = [0, 1, 2].map(|ship| battle.ship(ship).focus);
            assert_eq!((focus, battle.ship(0).stress), ([0, 1, 1], 1));
        },
    );
    // Of equal skill nobody obeys; with two points more the second pilot takes a free action.
    acts(&["squad-leader"], &[ForFriend(1)], none(), |_| {}, |battle| assert_eq!(battle.ship(1).evade, 0));
    acts(
        &["squad-leader", "veteran-instincts"],
        &[ForFriend(1), EvadeAction],
        none(),
        |_| {},
        |battle| {
            assert_eq!((battle.ship(0).evade, battle.ship(1).evade), (0, 1));
        },
    );
    let damaged = |battle: &mut Staged<'_>| battle.ship_mut(3).cards.add_face_down(DamageCard::DamagedEngine);
    acts(&["saboteur"], &[Sabotage(3)], Scripted::attack([Hit]), damaged, |battle| {
        assert_eq!(battle.ship(3).cards.face_up(DamageCard::DamagedEngine), 1);
    });
    acts(&["saboteur"], &[Sabotage(3)], Scripted::attack([Focus]), damaged, |battle| {
        assert_eq!(battle.ship(3).cards.n_face_up(), 0);
    });
}

#[test]
fn a_stressed_ship_takes_no_free_action_either() {
    acts(
        &[],
        &[],
        Scripted::default(),
        |_| {},
        |battle| {
            battle.ship_mut(1).stress = 1;
            assert!(options(battle.view(), 1, Kinds::FULL, true).is_empty());
            assert!(!free_action(battle, 1, Kinds::FULL));
            assert_eq!(battle.ship(1).lock, NONE);
        },
    );
}
