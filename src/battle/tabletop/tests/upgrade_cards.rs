//! Every upgrade in effect that is no weapon, with its dice written down.

use super::cards::*;
use super::stage::*;
use crate::battle::attack::Attack;
use crate::battle::tabletop::effects::Word;
use crate::battle::tabletop::loadout::Loadout;
use crate::battle::tabletop::rules::actions::ActionChoice;
use crate::battle::tabletop::rules::firing_arc::shot;
use crate::battle::tabletop::rules::modifying_dice::prepare;
use crate::battle::tabletop::rules::{activation, agility, attack, maneuver, planning, skill};
use crate::catalog::{Action, Bearing, Difficulty};
use crate::chance::AttackFace::{Blank, Hit};
use crate::chance::DefenseFace::{self, Evade};
use crate::chance::Scripted;
use crate::geometry::Hand;

/// Ship 0 with `own` looks east, ship 1 with `foe` faces it `ahead` away.
pub fn meeting(own: &[&str], foe: &[&str], ahead: f64, check: impl FnOnce(&mut Staged<'_>)) {
    armed("Rookie Pilot", own, "Academy Pilot", foe).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 400.0 + ahead, 400.0, WEST);
        check(battle);
    });
}

/// The attack of ship 0 on ship 1 with the primary weapon.
pub fn faced(battle: &Staged<'_>) -> Attack {
    let found = shot(battle.view(), 0, 1, 0).expect("in arc and range");
    prepare(battle.view(), 0, found)
}

/// One attack with the primary weapon, dice and the defender's draws written down.
pub fn fires(
    own: &[&str],
    foe: &[&str],
    dice: Scripted,
    draws: &[u32],
    before: impl FnOnce(&mut Staged<'_>),
    after: impl FnOnce(&mut Staged<'_>),
) {
    armed("Rookie Pilot", own, "Academy Pilot", foe).dice(dice).decks(&[], draws).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        before(battle);
        let found = shot(battle.view(), 0, 1, 0).expect("in arc and range");
        attack::attack(battle, 0, found);
        after(battle);
    });
}

#[test]
fn cards_of_numbers_change_the_numbers_that_they_print() {
    // Skill, attack, agility, hull, shields, and the action that they bring.
    type Row = (&'static str, [i8; 5], Option<Action>);
    #[rustfmt::skip]
    const ROWS: [Row; 26] = [
        ("hull-upgrade",               [0, 0, 0, 1, 0],  None),
        ("shield-upgrade",             [0, 0, 0, 0, 1],  None),
        ("engine-upgrade",             [0, 0, 0, 0, 0],  Some(Action::Boost)),
        ("targeting-computer",         [0, 0, 0, 0, 0],  Some(Action::TargetLock)),
        ("vectored-thrusters",         [0, 0, 0, 0, 0],  Some(Action::BarrelRoll)),
        ("millennium-falcon-title-1",  [0, 0, 0, 0, 0],  Some(Action::Evade)),
        ("punishing-one",              [0, 1, 0, 0, 0],  None),
        ("veteran-instincts",          [2, 0, 0, 0, 0],  None),
        ("adaptability-plus-1",        [1, 0, 0, 0, 0],  None),
        ("adaptability-minus-1",       [-1, 0, 0, 0, 0], None),
        ("heavy-scyk-interceptor",     [0, 0, 0, 1, 0],  None),
        ("stealth-device",             [0, 0, 1, 0, 0],  None),
        // Slots and points only: they act while the squad is built.
        ("b-wing-e2",                  [0, 0, 0, 0, 0],  None),
        ("royal-guard-tie",            [0, 0, 0, 0, 0],  None),
        ("a-wing-test-pilot",          [0, 0, 0, 0, 0],  None),
        ("chardaan-refit",             [0, 0, 0, 0, 0],  None),
        ("tie-shuttle",                [0, 0, 0, 0, 0],  None),
        ("tie-x1",                     [0, 0, 0, 0, 0],  None),
        ("bomb-loadout",               [0, 0, 0, 0, 0],  None),
        ("virago",                     [0, 0, 0, 0, 0],  None),
        ("vaksai",                     [0, 0, 0, 0, 0],  None),
        ("andrasta",                   [0, 0, 0, 0, 0],  None),
        ("xg-1-assault-configuration", [0, 0, 0, 0, 0],  None),
        ("smuggling-compartment",      [0, 0, 0, 0, 0],  None),
        ("renegade-refit",             [0, 0, 0, 0, 0],  None),
        ("r2-d6",                      [0, 0, 0, 0, 0],  None),
    ];
    let numbers = |loadout: &Loadout| {
        [loadout.skill, loadout.attack, loadout.agility, loadout.hull, loadout.shields].map(|n| n as i8)
    };
    for (card, change, action) in ROWS {
        // An X-wing locks already, a TIE Fighter does not.
        let pilot = if action == Some(Action::TargetLock) { "Academy Pilot" } else { "Rookie Pilot" };
        armed(pilot, &[card], pilot, &[]).play(|battle| {
            let (with, without) = (battle.loadout(0), battle.loadout(1));
            let (now, before) = (numbers(with), numbers(without));
            for i in 0..5 {
                assert_eq!(now[i] - before[i], change[i], "{card}");
            }
            if let Some(action) = action {
                assert!(with.has_action(action) && !without.has_action(action), "{card}");
            }
        });
    }
}

#[test]
fn extra_munitions_are_second_charges() {
    let mut stage = armed("Rookie Pilot", &["extra-munitions", "proton-torpedoes"], "Academy Pilot", &[]);
    let torpedo = stage.engagement.squads[0].ships[0].upgrades[1];
    stage.engagement.squads[0].ships[0].munitions_tokens = vec![torpedo];
    stage.play(|battle| assert_eq!(battle.ship(0).charges[1], 2));
}

#[test]
fn cards_paint_maneuvers_green() {
    for (card, green) in [("r2-astromech", [1, 2, 9]), ("unhinged-astromech", [3, 9, 9])] {
        armed("Rookie Pilot", &[card], "Academy Pilot", &[]).play(|battle| {
            for entry in battle.loadout(0).dial().iter().filter(|entry| green.contains(&entry.speed)) {
                assert_eq!(maneuver::difficulty(battle.view(), 0, entry), Difficulty::Green, "{card}");
            }
        });
    }
    armed("Academy Pilot", &["twin-ion-engine-mk-ii"], "Academy Pilot", &[]).play(|battle| {
        for entry in battle.loadout(0).dial() {
            let bank = matches!(entry.bearing, Bearing::BankLeft | Bearing::BankRight);
            assert!(!bank || entry.difficulty == Difficulty::Green, "{entry:?}");
        }
    });
}

/// One maneuver of ship 0 (an X-wing at 300, 400 looking east) with what cards make of it.
fn flies(
    own: &[&str],
    bearing: Bearing,
    speed: u8,
    before: impl FnOnce(&mut Staged<'_>),
    after: impl FnOnce(&mut Staged<'_>),
) {
    let puppet = Puppet { fly: vec![(0, bearing, speed)], ..Puppet::default() };
    armed("Rookie Pilot", own, "Academy Pilot", &[]).puppets(puppet, Puppet::default()).play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        before(battle);
        planning::planning(battle);
        activation::activation(battle);
        after(battle);
    });
}

#[test]
fn cards_act_after_maneuvers_of_their_colour_and_speed() {
    use Bearing::{Koiogran, Straight};
    let hurt = |battle: &mut Staged<'_>| battle.ship_mut(0).shields = 1;
    flies(&["r2-d2-astromech"], Straight, 1, hurt, |battle| assert_eq!(battle.ship(0).shields, 2));
    flies(&["r2-d2-astromech"], Straight, 4, hurt, |battle| assert_eq!(battle.ship(0).shields, 1));
    flies(
        &["outlaw-tech"],
        Koiogran,
        4,
        |_| {},
        |battle| {
            assert_eq!((battle.ship(0).focus, battle.ship(0).stress), (1, 1));
        },
    );
    flies(&["outlaw-tech"], Straight, 4, |_| {}, |battle| assert_eq!(battle.ship(0).focus, 0));
    let in_sight = |battle: &mut Staged<'_>| {
        put(battle, 1, 600.0, 400.0, WEST);
        battle.ship_mut(1).marks.activated = true;
    };
    flies(&["k4-security-droid"], Straight, 1, in_sight, |battle| assert_eq!(battle.ship(0).lock, 1));
    flies(&["tie-x7"], Straight, 3, |_| {}, |battle| assert_eq!(battle.ship(0).evade, 1));
    flies(&["tie-x7"], Straight, 2, |_| {}, |battle| assert_eq!(battle.ship(0).evade, 0));
}

#[test]
fn bb_8_rolls_when_a_green_maneuver_is_revealed() {
    let roll = vec![ActionChoice::BarrelRoll(Hand::Left, 0)];
    for (speed, y) in [(1, 480.0), (4, 400.0)] {
        let puppet =
            Puppet { fly: vec![(0, Bearing::Straight, speed)], act: roll.clone(), ..Puppet::default() };
        armed("Rookie Pilot", &["bb-8"], "Academy Pilot", &[]).puppets(puppet, Puppet::default()).play(
            |battle| {
                put(battle, 0, 300.0, 400.0, EAST);
                planning::planning(battle);
                activation::activation(battle);
                assert!((battle.ship(0).pose.position.y - y).abs() < 1e-6, "speed {speed}");
            },
        );
    }
}

#[test]
fn inertial_dampeners_stop_the_ship_once_for_stress() {
    flies(
        &["inertial-dampeners"],
        Bearing::Straight,
        4,
        |_| {},
        |battle| {
            assert_eq!((battle.ship(0).pose.position.x, battle.ship(0).stress), (300.0, 1));
            assert!(!battle.ship(0).has_once(Word::StopOnce));
        },
    );
}

#[test]
fn enhanced_scopes_move_at_skill_zero_and_fight_at_the_own() {
    meeting(&["enhanced-scopes"], &[], 200.0, |battle| {
        assert_eq!(
            (skill::activation_skill(battle.view(), 0), skill::combat_skill(battle.view(), 0)),
            (0, 2)
        );
    });
}

#[test]
fn advanced_sensors_act_before_the_dial_and_not_after() {
    let act = vec![ActionChoice::Focus, ActionChoice::Evade];
    let puppet = Puppet { fly: vec![(0, Bearing::Koiogran, 3)], act, ..Puppet::default() };
    armed("Academy Pilot", &["advanced-sensors"], "Academy Pilot", &[])
        .puppets(puppet, Puppet::default())
        .play(|battle| {
            put(battle, 0, 300.0, 400.0, EAST);
            planning::planning(battle);
            activation::activation(battle);
            // The red maneuver stresses, but the focus came before it; the evade never comes.
            assert_eq!((battle.ship(0).focus, battle.ship(0).evade, battle.ship(0).stress), (1, 0, 1));
        });
}

#[test]
fn rerolls_of_cards_have_their_conditions() {
    meeting(&["predator"], &[], 200.0, |battle| assert_eq!(faced(battle).attacker.rerolls, 2, "skill 1"));
    armed("Rookie Pilot", &["predator"], "Black Squadron Pilot", &[]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        assert_eq!(faced(battle).attacker.rerolls, 1, "skill 4");
    });
    meeting(&["lone-wolf"], &["lone-wolf"], 200.0, |battle| {
        let what = faced(battle);
        assert_eq!((what.attacker.blank_rerolls, what.defender.blank_rerolls), (1, 1));
    });
    armed("2 Rookie Pilot", &["lone-wolf"], "Academy Pilot", &[]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 400.0, 600.0, EAST);
        put(battle, 2, 600.0, 400.0, WEST);
        let found = shot(battle.view(), 0, 2, 0).expect("in range");
        assert_eq!(prepare(battle.view(), 0, found).attacker.blank_rerolls, 0, "a friend at range 2");
    });
}

#[test]
fn flight_instructor_rerolls_one_die_a_blank_only_against_the_unskilled() {
    // Against skill 2 (the Rookie) a blank; against skill 4 a focus result.
    let dice = Scripted::attack([Hit, Hit, Blank]).and_defense([
        DefenseFace::Blank,
        Evade,
        DefenseFace::Focus,
        Evade,
    ]);
    fires(&[], &["flight-instructor"], dice, &[], |_| {}, |battle| assert_eq!(battle.ship(1).damage, 0));
    let dice = Scripted::attack([Hit, Hit]).and_defense([DefenseFace::Blank, DefenseFace::Focus, Evade]);
    let stage = armed("Black Squadron Pilot", &[], "Rookie Pilot", &["flight-instructor"]).dice(dice);
    stage.play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        let found = shot(battle.view(), 0, 1, 0).expect("in range");
        attack::attack(battle, 0, found);
        assert_eq!(battle.ship(1).shields, 1, "the focus result became an evade, the blank stayed");
    });
}

#[test]
fn cards_turn_attack_dice() {
    meeting(&["expertise"], &[], 200.0, |battle| {
        assert_eq!(faced(battle).attacker.focus_to_hits, u8::MAX);
        battle.ship_mut(0).stress = 1;
        assert_eq!(faced(battle).attacker.focus_to_hits, 0);
    });
    meeting(&["mercenary-copilot"], &[], 300.0, |battle| assert_eq!(faced(battle).attacker.hits_to_crits, 1));
    meeting(&["mercenary-copilot"], &[], 200.0, |battle| assert_eq!(faced(battle).attacker.hits_to_crits, 0));
    meeting(&["weapons-guidance"], &[], 200.0, |battle| {
        assert_eq!(faced(battle).attacker.blanks_to_hits_with_focus, 1);
    });
    meeting(&["accuracy-corrector"], &[], 200.0, |battle| assert!(faced(battle).attacker.two_hits_instead));
    meeting(&["advanced-targeting-computer"], &[], 200.0, |battle| {
        assert!(!faced(battle).attacker.crit_for_kept_lock, "no lock");
        battle.ship_mut(0).lock = 1;
        assert!(faced(battle).attacker.crit_for_kept_lock);
    });
    meeting(&[], &["sensor-jammer"], 200.0, |battle| assert_eq!(faced(battle).attacker.hits_to_focus, 1));
    meeting(&["marksmanship"], &[], 200.0, |battle| {
        assert_eq!(faced(battle).attacker.focus_to_crits, 0, "not without its action");
        battle.ship_mut(0).marks.marked = true;
        let what = faced(battle);
        assert_eq!((what.attacker.focus_to_crits, what.attacker.focus_to_hits), (1, u8::MAX));
    });
}

#[test]
fn cards_change_the_number_of_dice() {
    meeting(&["outmaneuver"], &[], 200.0, |battle| {
        assert_eq!(faced(battle).defense_dice, 3, "face to face");
        put(battle, 1, 600.0, 400.0, EAST);
        assert_eq!(faced(battle).defense_dice, 2, "from behind");
    });
    meeting(&["expose"], &[], 200.0, |battle| {
        battle.ship_mut(0).marks.exposed = true;
        assert_eq!((faced(battle).attack_dice, agility::agility(battle.view(), 0)), (4, 1));
    });
    meeting(&["trick-shot"], &[], 200.0, |battle| {
        let clear = shot(battle.view(), 0, 1, 0).expect("in range");
        let obstructed = crate::battle::tabletop::rules::firing_arc::Shot { obstructed: true, ..clear };
        assert_eq!(prepare(battle.view(), 0, clear).attack_dice, 3);
        assert_eq!(prepare(battle.view(), 0, obstructed).attack_dice, 4);
    });
    for card in ["special-ops-training", "alliance-overhaul"] {
        meeting(&[card], &[], 200.0, |battle| assert_eq!(faced(battle).attack_dice, 4, "{card}"));
    }
    meeting(&[], &["stealth-device"], 200.0, |battle| assert_eq!(faced(battle).defense_dice, 4));
}

#[test]
fn opportunist_buys_a_die_for_stress_against_a_bare_target() {
    let dice = Scripted::attack([Blank; 4]).and_defense([DefenseFace::Blank; 3]);
    fires(&["opportunist"], &[], dice, &[], |_| {}, |battle| assert_eq!(battle.ship(0).stress, 1));
    let dice = Scripted::attack([Blank; 3]).and_defense([DefenseFace::Blank; 3]);
    fires(
        &["opportunist"],
        &[],
        dice,
        &[],
        |battle| battle.ship_mut(1).evade = 1,
        |battle| {
            assert_eq!(battle.ship(0).stress, 0);
        },
    );
}

#[test]
fn cards_change_defense_dice() {
    meeting(&["juke"], &[], 200.0, |battle| {
        assert_eq!(faced(battle).defender.evades_to_focus, 0);
        battle.ship_mut(0).evade = 1;
        assert_eq!(faced(battle).defender.evades_to_focus, 1);
    });
    meeting(&["crack-shot"], &[], 200.0, |battle| {
        assert_eq!(faced(battle).defender.evades_canceled, 1);
        battle.ship_mut(0).use_up(Word::FoeEvadeCanceled);
        assert_eq!(faced(battle).defender.evades_canceled, 0);
    });
    meeting(&[], &["autothrusters"], 300.0, |battle| assert_eq!(faced(battle).defender.blanks_to_evades, 1));
    meeting(&[], &["autothrusters"], 200.0, |battle| assert_eq!(faced(battle).defender.blanks_to_evades, 0));
    meeting(&[], &["concord-dawn-protector"], 120.0, |battle| {
        assert_eq!(faced(battle).defender.added_evades, 1)
    });
    meeting(&[], &["concord-dawn-protector"], 200.0, |battle| {
        assert_eq!(faced(battle).defender.added_evades, 0)
    });
}

#[test]
fn guidance_chips_turn_one_die_of_ordnance_a_round() {
    armed("Rookie Pilot", &["guidance-chips", "proton-torpedoes"], "Academy Pilot", &[]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        battle.ship_mut(0).lock = 1;
        let torpedo = shot(battle.view(), 0, 1, 1).expect("in range");
        assert_eq!(prepare(battle.view(), 0, torpedo).attacker.guidance, 2, "a crit: primary weapon 3");
        assert_eq!(faced(battle).attacker.guidance, 0, "not with the primary weapon");
        battle.ship_mut(0).marks.guidance_used = true;
        assert_eq!(prepare(battle.view(), 0, torpedo).attacker.guidance, 0);
    });
}
