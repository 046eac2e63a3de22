//! Every face-up damage card of both decks on a staged board.

use super::stage::*;
use crate::battle::attack::DamageCard;
use crate::battle::engagement::DamageDeckKind::{self, ForceAwakens, Original};
use crate::battle::tabletop::rules::actions::{ActionChoice, Kinds, options};
use crate::battle::tabletop::rules::damage::{Source, deal_past_shields, suffer};
use crate::battle::tabletop::rules::firing_arc::shot;
use crate::battle::tabletop::rules::modifying_dice::prepare;
use crate::battle::tabletop::rules::{
    activation, agility, attack, combat, critical_damage, end_phase, planning, skill, start_of_combat,
};
use crate::battle::tabletop::state::Status;
use crate::catalog::{Bearing, Difficulty};
use crate::chance::AttackFace::{Blank, Crit, Focus, Hit};
use crate::chance::{DefenseFace, Scripted};

/// An X-wing (ship 0) with one card face up; a TIE Fighter 200 ahead. Damage is dealt by the first draw.
fn with(
    deck: DamageDeckKind,
    card: DamageCard,
    dice: Scripted,
    draws: &[u32],
    check: impl FnOnce(&mut Staged<'_>),
) {
    let mut numbers = vec![nth(card, deck)];
    numbers.extend(draws);
    let puppet = Puppet { fly: vec![(0, Bearing::Straight, 2)], ..Puppet::default() };
    let mut stage = set("Rookie Pilot", "Academy Pilot")
        .dice(dice)
        .decks(&numbers, &[])
        .puppets(puppet, Puppet::default());
    stage.engagement.switches.damage_deck = deck;
    stage.play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        put(battle, 1, 500.0, 400.0, WEST);
        battle.ship_mut(0).shields = 0;
        deal_past_shields(battle, 0, 1, Source::NOBODY);
        check(battle);
    });
}

fn face_up(battle: &Staged<'_>, card: DamageCard) -> u8 {
    battle.ship(0).cards.face_up(card)
}

fn attack_dice(battle: &Staged<'_>) -> u8 {
    let found = shot(battle.view(), 0, 1, 0).expect("in range");
    prepare(battle.view(), 0, found).attack_dice
}

#[test]
fn direct_hit_counts_two() {
    for deck in [Original, ForceAwakens] {
        with(deck, DamageCard::DirectHit, Scripted::default(), &[], |battle| {
            assert_eq!(battle.ship(0).damage, 2)
        });
    }
}

#[test]
fn blinded_pilot_of_the_original_deck_rolls_no_dice_once() {
    let dice = Scripted::defense([DefenseFace::Blank; 3]);
    with(Original, DamageCard::BlindedPilot, dice, &[], |battle| {
        assert!(battle.ship(0).fate.wounded);
        assert_eq!(attack_dice(battle), 0);
        let found = shot(battle.view(), 0, 1, 0).expect("in range");
        attack::attack(battle, 0, found);
        assert_eq!((face_up(battle, DamageCard::BlindedPilot), attack_dice(battle)), (0, 3));
        assert!(battle.ship(0).fate.wounded, "wounded even after the card is turned down");
    });
}

#[test]
fn blinded_pilot_of_the_later_deck_does_not_attack_until_a_chance_has_passed() {
    let dice = Scripted::attack([Blank; 2]).and_defense([DefenseFace::Blank; 2]);
    with(ForceAwakens, DamageCard::BlindedPilot, dice, &[], |battle| {
        assert!(!combat::may_attack(battle.view(), 0));
        // Only the TIE rolls attack dice.
        combat::combat(battle);
        assert_eq!(face_up(battle, DamageCard::BlindedPilot), 0);
        assert!(combat::may_attack(battle.view(), 0));
    });
}

#[test]
fn damaged_cockpit_makes_skill_zero_from_the_next_round() {
    for deck in [Original, ForceAwakens] {
        with(deck, DamageCard::DamagedCockpit, Scripted::default(), &[], |battle| {
            assert_eq!(skill::pilot_skill(battle.view(), 0), 2);
            battle.state.round += 1;
            assert_eq!(skill::pilot_skill(battle.view(), 0), 0);
        });
    }
}

#[test]
fn injured_pilot_loses_elite_upgrades() {
    let number = nth(DamageCard::InjuredPilot, Original);
    set("Black Squadron Pilot + Predator", "Rookie Pilot").decks(&[number], &[]).play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        put(battle, 1, 500.0, 400.0, WEST);
        let rerolls = |battle: &Staged<'_>| {
            let found = shot(battle.view(), 0, 1, 0).expect("in range");
            prepare(battle.view(), 0, found).attacker.rerolls
        };
        assert_eq!(rerolls(battle), 2, "one, and one more against skill 2");
        deal_past_shields(battle, 0, 1, Source::NOBODY);
        assert_eq!(rerolls(battle), 0);
    });
}

#[test]
fn stunned_pilot_is_hurt_by_an_overlap() {
    for deck in [Original, ForceAwakens] {
        with(deck, DamageCard::StunnedPilot, Scripted::default(), &[30], |battle| {
            // Straight 2 from 300 ends at 420; a TIE at 440 stands in the way.
            put(battle, 1, 440.0, 400.0, NORTH);
            planning::planning(battle);
            battle.ship_mut(1).marks.activated = true;
            activation::activation(battle);
            assert_eq!(battle.ship(0).damage, 2);
        });
    }
}

#[test]
fn shaken_pilot_cannot_dial_straight_once() {
    with(ForceAwakens, DamageCard::ShakenPilot, Scripted::default(), &[], |battle| {
        let straight = |battle: &Staged<'_>| {
            let legal = planning::legal_dials(battle.view(), 0);
            battle
                .loadout(0)
                .dial()
                .iter()
                .enumerate()
                .any(|(i, entry)| entry.is_straight() && legal >> i & 1 == 1)
        };
        assert!(!straight(battle));
        planning::planning(battle);
        assert_eq!(face_up(battle, DamageCard::ShakenPilot), 0);
        assert!(straight(battle));
    });
}

#[test]
fn console_fire_burns_at_the_start_of_combat_until_put_out() {
    for deck in [Original, ForceAwakens] {
        with(deck, DamageCard::ConsoleFire, Scripted::attack([Hit, Crit]), &[30], |battle| {
            start_of_combat::start_of_combat(battle);
            assert_eq!(battle.ship(0).damage, 2);
            start_of_combat::start_of_combat(battle);
            assert_eq!(battle.ship(0).damage, 2, "a crit is no hit");
            assert!(critical_damage::repair(battle, 0, DamageCard::ConsoleFire));
            start_of_combat::start_of_combat(battle);
        });
    }
}

#[test]
fn damaged_engine_makes_turns_red() {
    for deck in [Original, ForceAwakens] {
        with(deck, DamageCard::DamagedEngine, Scripted::default(), &[], |battle| {
            for entry in battle.loadout(0).dial() {
                let color = crate::battle::tabletop::rules::maneuver::difficulty(battle.view(), 0, entry);
                assert_eq!(color, if entry.is_turn() { Difficulty::Red } else { entry.difficulty });
            }
        });
    }
}

#[test]
fn damaged_sensor_array_leaves_only_the_repair() {
    with(Original, DamageCard::DamagedSensorArray, Scripted::attack([Crit, Hit]), &[], |battle| {
        let choices: Vec<ActionChoice> =
            options(battle.view(), 0, Kinds::FULL, false).iter().map(|option| option.choice).collect();
        assert_eq!(choices, [ActionChoice::Repair(DamageCard::DamagedSensorArray)]);
        assert!(!critical_damage::repair(battle, 0, DamageCard::DamagedSensorArray), "a crit does not do");
        assert!(critical_damage::repair(battle, 0, DamageCard::DamagedSensorArray));
    });
    with(ForceAwakens, DamageCard::DamagedSensorArray, Scripted::attack([Crit]), &[], |battle| {
        assert!(
            critical_damage::repair(battle, 0, DamageCard::DamagedSensorArray),
            "in the later deck it does"
        );
    });
}

#[test]
fn explosions_roll_at_once_and_turn_down() {
    // Minor: one damage; major: one critical damage, here a Structural Damage.
    with(Original, DamageCard::MinorExplosion, Scripted::attack([Hit]), &[30], |battle| {
        assert_eq!((battle.ship(0).damage, battle.ship(0).cards.n_face_up()), (2, 0));
    });
    with(Original, DamageCard::MinorExplosion, Scripted::attack([Crit]), &[], |battle| {
        assert_eq!((battle.ship(0).damage, face_up(battle, DamageCard::MinorExplosion)), (1, 0));
    });
    let structural = nth(DamageCard::StructuralDamage, ForceAwakens) - 1;
    with(ForceAwakens, DamageCard::MajorExplosion, Scripted::attack([Hit]), &[structural], |battle| {
        assert_eq!((battle.ship(0).damage, face_up(battle, DamageCard::StructuralDamage)), (2, 1));
    });
}

#[test]
fn minor_hull_breach_hurts_after_red_maneuvers() {
    with(Original, DamageCard::MinorHullBreach, Scripted::attack([Hit]), &[30], |battle| {
        crate::battle::tabletop::rules::stress::check_pilot_stress(battle, 0, Difficulty::White);
        assert_eq!(battle.ship(0).damage, 1);
        crate::battle::tabletop::rules::stress::check_pilot_stress(battle, 0, Difficulty::Red);
        assert_eq!((battle.ship(0).damage, battle.ship(0).stress), (2, 1));
    });
}

#[test]
fn major_hull_breach_turns_later_cards_up() {
    let number = nth(DamageCard::StructuralDamage, ForceAwakens) - 1;
    with(ForceAwakens, DamageCard::MajorHullBreach, Scripted::default(), &[number], |battle| {
        battle.state.round += 1;
        suffer(battle, 0, 1, 0, Source::NOBODY);
        assert_eq!(face_up(battle, DamageCard::StructuralDamage), 1);
        assert!(critical_damage::repair(battle, 0, DamageCard::MajorHullBreach));
    });
}

#[test]
fn munitions_failure_takes_a_secondary_weapon() {
    let number = nth(DamageCard::MunitionsFailure, Original);
    set("Rookie Pilot + Proton Torpedoes", "Academy Pilot").decks(&[number], &[]).play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        deal_past_shields(battle, 0, 1, Source::NOBODY);
        assert_eq!(battle.ship(0).charges[1], 0);
        assert_eq!(face_up(battle, DamageCard::MunitionsFailure), 0);
    });
}

#[test]
fn loose_stabilizer_makes_white_maneuvers_stressful() {
    with(ForceAwakens, DamageCard::LooseStabilizer, Scripted::default(), &[], |battle| {
        crate::battle::tabletop::rules::stress::check_pilot_stress(battle, 0, Difficulty::White);
        assert_eq!(battle.ship(0).stress, 1);
        assert!(critical_damage::repair(battle, 0, DamageCard::LooseStabilizer));
    });
}

#[test]
fn structural_damage_takes_agility_until_repaired() {
    with(Original, DamageCard::StructuralDamage, Scripted::attack([Crit, Hit]), &[], |battle| {
        assert_eq!(agility::agility(battle.view(), 0), 1);
        assert!(!critical_damage::repair(battle, 0, DamageCard::StructuralDamage));
        assert!(critical_damage::repair(battle, 0, DamageCard::StructuralDamage));
        assert_eq!(agility::agility(battle.view(), 0), 2);
    });
    with(ForceAwakens, DamageCard::StructuralDamage, Scripted::attack([Crit]), &[], |battle| {
        assert!(critical_damage::repair(battle, 0, DamageCard::StructuralDamage));
    });
}

#[test]
fn thrust_control_fire_stresses_and_turns_down() {
    for deck in [Original, ForceAwakens] {
        with(deck, DamageCard::ThrustControlFire, Scripted::default(), &[], |battle| {
            assert_eq!((battle.ship(0).stress, battle.ship(0).cards.n_face_up()), (1, 0));
        });
    }
}

#[test]
fn weapon_cards_take_an_attack_die_until_repaired() {
    with(Original, DamageCard::WeaponMalfunction, Scripted::attack([Focus, Crit]), &[], |battle| {
        assert_eq!(attack_dice(battle), 2);
        assert!(!critical_damage::repair(battle, 0, DamageCard::WeaponMalfunction));
        assert!(critical_damage::repair(battle, 0, DamageCard::WeaponMalfunction));
        assert_eq!(attack_dice(battle), 3);
    });
    with(ForceAwakens, DamageCard::WeaponsFailure, Scripted::attack([Hit]), &[], |battle| {
        assert_eq!(attack_dice(battle), 2);
        assert!(critical_damage::repair(battle, 0, DamageCard::WeaponsFailure));
    });
}

#[test]
fn determination_discards_pilot_cards_unresolved() {
    let number = nth(DamageCard::BlindedPilot, Original);
    set("Black Squadron Pilot + Determination", "Rookie Pilot").decks(&[number], &[]).play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        deal_past_shields(battle, 0, 1, Source::NOBODY);
        assert_eq!((battle.ship(0).damage, battle.ship(0).fate.wounded), (0, false));
    });
}

#[test]
fn r5_astromech_turns_a_ship_card_down_in_the_end_phase() {
    let number = nth(DamageCard::StructuralDamage, Original);
    set("Rookie Pilot + R5 Astromech", "Academy Pilot").decks(&[number], &[]).play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        deal_past_shields(battle, 0, 1, Source::NOBODY);
        end_phase::end_phase(battle);
        assert_eq!((battle.ship(0).damage, battle.ship(0).cards.n_face_up()), (1, 0));
    });
}

#[test]
fn a_destroyed_ship_gives_its_cards_back_to_the_deck() {
    set("Academy Pilot", "Rookie Pilot").decks(&[33, 32, 31], &[]).play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        suffer(battle, 0, 3, 0, Source::NOBODY);
        assert_eq!(battle.ship(0).status, Status::Destroyed);
        assert_eq!(battle.state.decks[0].cards_left(), 30);
    });
}
