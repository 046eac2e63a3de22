//! Every secondary weapon, bomb and mine of the catalog, with its dice written down.

use super::cards::*;
use super::stage::*;
use crate::battle::attack::DamageCard;
use crate::battle::engagement::DamageDeckKind::Original;
use crate::battle::tabletop::rules::firing_arc::shot;
use crate::battle::tabletop::rules::modifying_dice::prepare;
use crate::battle::tabletop::rules::{activation, attack, bombs, planning};
use crate::battle::tabletop::state::{NONE, Status};
use crate::catalog::Bearing;
use crate::chance::AttackFace::{self, Blank, Crit, Hit};
use crate::chance::DefenseFace::{self, Evade};
use crate::chance::Scripted;

/// Face-down cards from the end of the deck: what they say does not matter.
const DOWN: [u32; 4] = [33, 32, 31, 30];

/// An X-wing (ship 0) with the weapon, a focus token and a lock shoots it at a TIE Fighter `ahead` (agility 3, hull 3).
fn fires(
    card: &str,
    ahead: f64,
    red: &[AttackFace],
    green: &[DefenseFace],
    draws: &[u32],
    check: impl FnOnce(&mut Staged<'_>),
) {
    let dice = Scripted::attack(red.to_vec()).and_defense(green.to_vec());
    let stage = armed("Rookie Pilot", &[card], "2 Academy Pilot", &[]).dice(dice).decks(&[], draws);
    stage.play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 400.0 + ahead, 400.0, WEST);
        // A second TIE Fighter beside the first, off the line of fire.
        put(battle, 2, 400.0 + ahead, 480.0, WEST);
        battle.ship_mut(0).lock = 1;
        battle.ship_mut(0).focus = 1;
        let found = shot(battle.view(), 0, 1, 1).expect("in arc and range");
        attack::attack(battle, 0, found);
        check(battle);
    });
}

const NO_EVADE: [DefenseFace; 3] = [DefenseFace::Blank; 3];

#[test]
fn mangler_cannon_turns_a_hit_to_a_crit() {
    let engine = nth(DamageCard::DamagedEngine, Original);
    // The lock rerolls both blanks, to no avail.
    fires("mangler-cannon", 200.0, &[Hit, Blank, Blank, Blank, Blank], &NO_EVADE, &[engine], |battle| {
        assert_eq!(battle.ship(1).cards.face_up(DamageCard::DamagedEngine), 1);
        assert_eq!(
            (battle.ship(0).lock, battle.ship(0).focus),
            (NONE, 1),
            "the lock was spent on the blanks"
        );
    });
}

#[test]
fn autoblasters_are_not_stopped_by_dice() {
    fires("autoblaster", 120.0, &[Hit, Hit, Hit], &[Evade; 3], &DOWN[..3], |battle| {
        assert_eq!(battle.ship(1).status, Status::Destroyed);
    });
    // Astern: a turret needs no arc.
    fires("autoblaster-turret", -120.0, &[Hit, Hit], &[Evade; 3], &DOWN[..2], |battle| {
        assert_eq!(battle.ship(1).damage, 2);
    });
}

#[test]
fn flechette_cannon_does_one_damage_and_stresses_the_unstressed() {
    fires("flechette-cannon", 200.0, &[Hit; 3], &NO_EVADE, &DOWN[..1], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(1).stress), (1, 1));
        battle.fortune.dice = Scripted::attack([Hit; 3]).and_defense(NO_EVADE);
        battle.fortune.decks[1] = Scripted::numbers([32]);
        let found = shot(battle.view(), 0, 1, 1).expect("still in range");
        attack::attack(battle, 0, found);
        assert_eq!((battle.ship(1).damage, battle.ship(1).stress), (2, 1), "stressed already");
    });
}

#[test]
fn heavy_laser_cannon_knows_no_rolled_crits_and_no_range_one() {
    fires(
        "heavy-laser-cannon",
        200.0,
        &[Crit, Crit, Hit, Hit],
        &[Evade, Evade, DefenseFace::Blank],
        &DOWN[..2],
        |battle| {
            assert_eq!((battle.ship(1).cards.n_face_up(), battle.ship(1).cards.n_face_down()), (0, 2));
            put(battle, 1, 520.0, 400.0, WEST);
            assert_eq!(shot(battle.view(), 0, 1, 1), None, "80 apart is range 1");
        },
    );
}

#[test]
fn ion_cannons_do_one_damage_and_one_ion_token() {
    for (card, ahead) in [("ion-cannon", 200.0), ("ion-cannon-turret", -200.0)] {
        fires(card, ahead, &[Hit; 3], &NO_EVADE, &DOWN[..1], |battle| {
            assert_eq!((battle.ship(1).damage, battle.ship(1).ion, battle.ship(2).ion), (1, 1, 0));
        });
    }
}

#[test]
fn tractor_beam_gives_a_token_and_no_damage() {
    fires("tractor-beam", 200.0, &[Hit; 3], &NO_EVADE, &[], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(1).tractor), (0, 1));
    });
}

#[test]
fn blaster_turret_costs_a_focus_token() {
    fires("blaster-turret", -200.0, &[Hit; 3], &[Evade, Evade, DefenseFace::Blank], &DOWN[..1], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(0).focus), (1, 0));
        assert!(
            !crate::battle::tabletop::rules::combat::is_ready(battle.view(), 0, 1, 1),
            "no focus, no shot"
        );
    });
}

#[test]
fn dorsal_turret_has_a_third_die_at_range_one() {
    for (ahead, dice) in [(-120.0, 3), (-200.0, 2)] {
        armed("Rookie Pilot", &["dorsal-turret"], "Academy Pilot", &[]).play(|battle| {
            put(battle, 0, 400.0, 400.0, EAST);
            put(battle, 1, 400.0 + ahead, 400.0, WEST);
            let found = shot(battle.view(), 0, 1, 1).expect("any direction");
            assert_eq!(prepare(battle.view(), 0, found).attack_dice, dice);
        });
    }
}

#[test]
fn twin_laser_turret_attacks_twice_for_one_damage_each() {
    let green = [DefenseFace::Blank; 6];
    fires("twin-laser-turret", -200.0, &[Hit; 6], &green, &DOWN[..2], |battle| {
        assert_eq!(battle.ship(1).damage, 2)
    });
}

#[test]
fn hot_shot_blaster_shoots_any_way_once() {
    fires("hot-shot-blaster", -200.0, &[Hit; 3], &[Evade, Evade, DefenseFace::Blank], &DOWN[..1], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(0).charges[1]), (1, 0));
    });
}

#[test]
fn advanced_homing_missiles_deal_a_face_up_card_past_shields() {
    let engine = nth(DamageCard::DamagedEngine, Original);
    let stage = armed("Rookie Pilot", &["advanced-homing-missiles"], "Bandit Squadron Pilot", &[]);
    let dice = Scripted::attack([Hit; 3]).and_defense([DefenseFace::Blank; 2]);
    stage.dice(dice).decks(&[], &[engine]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        battle.ship_mut(0).lock = 1;
        let found = shot(battle.view(), 0, 1, 1).expect("range 2");
        attack::attack(battle, 0, found);
        assert_eq!((battle.ship(1).shields, battle.ship(1).cards.face_up(DamageCard::DamagedEngine)), (2, 1));
        assert_eq!((battle.ship(0).lock, battle.ship(0).charges[1]), (1, 0), "the lock is kept");
    });
}

#[test]
fn assault_missiles_hurt_the_neighbours_too() {
    let green = [Evade, Evade, Evade];
    fires("assault-missiles", 200.0, &[Hit; 4], &green, &DOWN[..2], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(2).damage), (1, 1));
        assert_eq!(battle.ship(0).lock, NONE);
    });
}

#[test]
fn cluster_missiles_attack_twice() {
    let green = [Evade, Evade, DefenseFace::Blank, Evade, Evade, DefenseFace::Blank];
    fires("cluster-missiles", 200.0, &[Hit; 6], &green, &DOWN[..2], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(0).charges[1], battle.ship(0).lock), (2, 0, NONE));
    });
}

#[test]
fn concussion_missiles_turn_a_blank_to_a_hit() {
    fires("concussion-missiles", 200.0, &[Blank; 4], &NO_EVADE, &DOWN[..1], |battle| {
        assert_eq!(battle.ship(1).damage, 1);
    });
}

#[test]
fn homing_missiles_allow_no_evade_tokens_and_keep_the_lock() {
    let dice = Scripted::attack([Hit; 4]).and_defense([Evade; 3]);
    let stage =
        armed("Rookie Pilot", &["homing-missiles"], "Academy Pilot", &[]).dice(dice).decks(&[], &DOWN[..1]);
    stage.play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        (battle.ship_mut(0).lock, battle.ship_mut(1).evade) = (1, 1);
        let found = shot(battle.view(), 0, 1, 1).expect("range 2");
        attack::attack(battle, 0, found);
        assert_eq!((battle.ship(1).damage, battle.ship(1).evade, battle.ship(0).lock), (1, 1, 1));
    });
}

#[test]
fn ion_pulse_missiles_give_two_ion_tokens() {
    fires("ion-pulse-missiles", 200.0, &[Hit; 3], &NO_EVADE, &DOWN[..1], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(1).ion, battle.ship(0).lock), (1, 2, 1));
    });
}

#[test]
fn proton_rockets_add_the_own_agility_and_keep_the_focus() {
    // Two dice and the X-wing's agility of two.
    fires("proton-rockets", 120.0, &[Hit; 4], &[Evade; 3], &DOWN[..1], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(0).focus, battle.ship(0).charges[1]), (1, 1, 0));
    });
}

#[test]
fn thread_tracers_give_locks_to_friends_within_reach() {
    let dice = Scripted::attack([Hit; 3]).and_defense(NO_EVADE);
    armed("3 Rookie Pilot", &["xx-23-s-thread-tracers"], "Academy Pilot", &[]).dice(dice).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 300.0, 400.0, EAST);
        // Within range 2 of the shooter, but more than range 3 from the target.
        put(battle, 2, 200.0, 400.0, EAST);
        put(battle, 3, 560.0, 400.0, WEST);
        battle.ship_mut(0).focus = 1;
        let found = shot(battle.view(), 0, 3, 1).expect("range 2");
        attack::attack(battle, 0, found);
        assert_eq!((battle.ship(0).lock, battle.ship(1).lock, battle.ship(2).lock), (3, 3, NONE));
        assert_eq!(battle.ship(3).damage, 0);
    });
}

#[test]
fn advanced_proton_torpedoes_turn_three_blanks_to_focus_results() {
    // Five blanks: three become focus results and by the token hits; all three are one too many for the TIE Fighter.
    fires("advanced-proton-torpedoes", 120.0, &[Blank; 5], &NO_EVADE, &DOWN[..3], |battle| {
        assert_eq!((battle.ship(1).status, battle.ship(0).focus), (Status::Destroyed, 0));
    });
}

#[test]
fn flechette_torpedoes_stress_weak_hulls_hit_or_not() {
    fires("flechette-torpedoes", 200.0, &[Blank; 3], &NO_EVADE, &[], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(1).stress), (0, 1));
    });
}

#[test]
fn ion_torpedoes_ionize_the_neighbours_too() {
    fires("ion-torpedoes", 200.0, &[Hit; 4], &[Evade; 3], &DOWN[..1], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(1).ion, battle.ship(2).ion), (1, 1, 1));
    });
}

#[test]
fn plasma_torpedoes_strip_one_more_shield() {
    let dice = Scripted::attack([Hit, Blank, Blank, Blank]).and_defense([DefenseFace::Blank; 2]);
    armed("Rookie Pilot", &["plasma-torpedoes"], "Bandit Squadron Pilot", &[]).dice(dice).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        battle.ship_mut(0).lock = 1;
        let found = shot(battle.view(), 0, 1, 1).expect("range 2");
        attack::attack(battle, 0, found);
        assert_eq!((battle.ship(1).shields, battle.ship(1).damage), (0, 0));
    });
}

#[test]
fn proton_torpedoes_turn_one_focus_to_a_crit_and_leave_the_token() {
    use crate::chance::AttackFace::Focus;
    let engine = nth(DamageCard::DamagedEngine, Original);
    let green = [Evade, Evade, DefenseFace::Blank];
    fires("proton-torpedoes", 200.0, &[Hit, Hit, Focus, Blank], &green, &[engine], |battle| {
        assert_eq!(battle.ship(1).cards.face_up(DamageCard::DamagedEngine), 1);
        assert_eq!(battle.ship(0).focus, 1);
    });
}

/// The bomber drops its card at 400; the TIE Fighter stands 40 behind the token, which lies at about 320.
fn bombs(card: &str, dice: Scripted, draws: &[u32], check: impl FnOnce(&mut Staged<'_>)) {
    let puppet = Puppet { bombs: true, fly: vec![(0, Bearing::Straight, 3)], ..Puppet::default() };
    let stage = armed("Rookie Pilot", &[card], "Academy Pilot", &[]).dice(dice).decks(&[], draws);
    stage.puppets(puppet, Puppet::default()).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 250.0, 400.0, NORTH);
        planning::planning(battle);
        battle.ship_mut(1).marks.activated = true;
        activation::activation(battle);
        assert_eq!(battle.ship(0).bombs[0], 0);
        check(battle);
    });
}

#[test]
fn every_bomb_does_what_its_card_says_to_ships_at_range_one() {
    let engine = nth(DamageCard::DamagedEngine, Original);
    bombs("seismic-charges", Scripted::default(), &DOWN[..1], |battle| assert_eq!(battle.ship(1).damage, 1));
    bombs("proton-bombs", Scripted::default(), &[engine], |battle| {
        assert_eq!(battle.ship(1).cards.face_up(DamageCard::DamagedEngine), 1);
    });
    bombs("ion-bombs", Scripted::default(), &[], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(1).ion), (0, 2));
    });
    bombs("thermal-detonators", Scripted::default(), &DOWN[..1], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(1).stress), (1, 1));
        assert_eq!(battle.ship(0).stress, 0, "out of range by then");
    });
}

/// The mine is dropped onto the TIE Fighter and goes off at once.
fn mine(card: &str, dice: Scripted, draws: &[u32], check: impl FnOnce(&mut Staged<'_>)) {
    let stage = armed("Rookie Pilot", &[card], "Academy Pilot", &[]).dice(dice).decks(&[], draws);
    stage.play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 310.0, 400.0, NORTH);
        bombs::drop_bomb(battle, 0, 0);
        check(battle);
    });
}

#[test]
fn every_mine_does_what_its_card_says_to_the_ship_on_it() {
    let engine = nth(DamageCard::DamagedEngine, Original);
    mine("proximity-mines", Scripted::attack([Hit, Blank, Crit]), &[33, engine], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(1).cards.n_face_up()), (2, 1));
    });
    // Two of three tokens lie beside the ship; the one under it rolls two dice, and a crit is plain damage.
    mine("cluster-mines", Scripted::attack([Crit, Blank]), &DOWN[..1], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(1).cards.n_face_up()), (1, 0));
        assert_eq!(battle.state.obstacles().iter().filter(|mine| mine.is_there).count(), 2);
    });
    mine("conner-net", Scripted::default(), &DOWN[..1], |battle| {
        assert_eq!((battle.ship(1).damage, battle.ship(1).ion), (1, 2));
        assert!(battle.ship(1).marks.skips_action);
    });
}
