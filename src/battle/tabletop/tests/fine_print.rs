//! The fine print: where cards and rules meet, and what other engines get wrong.

use super::stage::*;
use crate::battle::attack::DamageCard;
use crate::battle::engagement::DamageDeckKind;
use crate::battle::tabletop::effects::Word;
use crate::battle::tabletop::rules::actions::{ActionChoice, Kinds, free_action};
use crate::battle::tabletop::rules::bombs::place_obstacle;
use crate::battle::tabletop::rules::damage::{Source, suffer};
use crate::battle::tabletop::rules::firing_arc::{Through, in_firing_arc, shot};
use crate::battle::tabletop::rules::modifying_dice::prepare;
use crate::battle::tabletop::rules::{activation, attack, cloak, planning};
use crate::battle::tabletop::state::{NONE, ObstacleKind, Status};
use crate::catalog::Bearing;
use crate::chance::AttackFace::{Blank, Hit};
use crate::chance::{DefenseFace, Scripted};
use crate::geometry::{Hand, Pose, TokenShape, turn};

#[test]
fn a_blinded_pilot_loses_the_dice_of_one_attack_even_of_a_double_one() {
    // Twin Laser Turret: the first attack rolls nothing, the second three dice.
    let dice = Scripted::attack([Hit, Blank, Blank]).and_defense([DefenseFace::Blank; 6]);
    set("Gold Squadron Pilot + Twin Laser Turret", "Academy Pilot").dice(dice).decks(&[], &[30]).play(
        |battle| {
            put(battle, 0, 300.0, 400.0, EAST);
            put(battle, 1, 500.0, 400.0, WEST);
            battle.ship_mut(0).cards.add_face_up(DamageCard::BlindedPilot);
            let found = shot(battle.view(), 0, 1, 1).expect("in range");
            attack::attack(battle, 0, found);
            assert_eq!((battle.ship(1).damage, battle.ship(0).cards.n_face_up()), (1, 0));
        },
    );
}

#[test]
fn ion_tokens_that_come_after_the_dial_act_in_the_next_round() {
    let puppet = Puppet { fly: vec![(0, Bearing::Straight, 3)], ..Puppet::default() };
    set("Rookie Pilot", "Academy Pilot").puppets(puppet, Puppet::default()).play(|battle| {
        put(battle, 0, 100.0, 100.0, EAST);
        planning::planning(battle);
        battle.ship_mut(0).ion = 1;
        activation::activation(battle);
        assert_eq!((battle.ship(0).pose.position.x, battle.ship(0).ion), (260.0, 1), "straight 3 as dialled");
        battle.ship_mut(0).marks = Default::default();
        planning::planning(battle);
        activation::activation(battle);
        assert_eq!((battle.ship(0).pose.position.x, battle.ship(0).ion), (340.0, 0), "straight 1, adrift");
    });
}

#[test]
fn an_auxiliary_arc_is_a_firing_arc() {
    // An ARC-170 fires astern at an Interceptor with Autothrusters: it is in a firing arc and close.
    set("Braylen Stramm", "Alpha Squadron Pilot + Autothrusters").play(|battle| {
        put(battle, 0, 500.0, 400.0, EAST);
        put(battle, 1, 350.0, 400.0, EAST);
        let found = shot(battle.view(), 0, 1, 0).expect("astern");
        assert_eq!((found.through, found.range), (Through::Auxiliary, 2));
        assert_eq!(prepare(battle.view(), 0, found).defender.blanks_to_evades, 0);
        assert!(in_firing_arc(battle.view(), 0, 1));
        put(battle, 1, 500.0, 600.0, EAST);
        assert!(!in_firing_arc(battle.view(), 0, 1), "abeam");
    });
    // A turret fires abeam, but only the printed front arc is a firing arc.
    set("Outer Rim Smuggler", "Alpha Squadron Pilot + Autothrusters").play(|battle| {
        put(battle, 0, 500.0, 400.0, EAST);
        put(battle, 1, 500.0, 550.0, EAST);
        let found = shot(battle.view(), 0, 1, 0).expect("any direction");
        assert_eq!(prepare(battle.view(), 0, found).defender.blanks_to_evades, 1);
    });
}

/// A proximity mine at a place.
fn lay_mine(battle: &mut Staged<'_>, x: f64, y: f64) {
    let mine = ObstacleKind::Mine(Word::MineDice);
    place_obstacle(battle, mine, TokenShape::ProximityMine, Pose::new(x, y, turn::NONE), NONE, 1);
}

#[test]
fn a_mine_under_the_template_of_a_boost_roll_or_decloak_goes_off() {
    let roll = ActionChoice::BarrelRoll(Hand::Left, 0);
    // The mine is about 70 across and lies midway: under the template, not under either base (40 across).
    for (choice, end, mine) in [
        (ActionChoice::Boost(0), (380.0, 300.0), None),
        (roll, (300.0, 380.0), None),
        (roll, (300.0, 380.0), Some((300.0, 470.0))),
    ] {
        let goes_off = mine.is_none();
        let dice = if goes_off { Scripted::attack([Hit]) } else { Scripted::default() };
        let cards: &[u32] = if goes_off { &[30] } else { &[] };
        let puppet = Puppet { act: vec![choice], ..Puppet::default() };
        set("Alpha Squadron Pilot", "Academy Pilot")
            .dice(dice)
            .decks(cards, &[])
            .puppets(puppet, Puppet::default())
            .play(|battle| {
                put(battle, 0, 300.0, 300.0, EAST);
                let (x, y) = mine.unwrap_or(((300.0 + end.0) / 2.0, (300.0 + end.1) / 2.0));
                battle.ship_mut(0).status = Status::Reserve;
                lay_mine(battle, x, y);
                battle.ship_mut(0).status = Status::OnBoard;
                assert!(free_action(battle, 0, Kinds::FULL));
                assert_eq!((battle.ship(0).pose.position.x, battle.ship(0).pose.position.y), end);
                assert_eq!(battle.ship(0).damage, u8::from(goes_off), "{choice:?}");
                assert_eq!(battle.state.obstacles[0].is_there, !goes_off);
            });
    }
    let puppet = Puppet { decloak: Some(0), ..Puppet::default() };
    set("Sigma Squadron Pilot", "Rookie Pilot")
        .dice(Scripted::attack([Hit]))
        .puppets(puppet, Puppet::default())
        .play(|battle| {
            put(battle, 0, 300.0, 300.0, EAST);
            battle.ship_mut(0).cloaked = true;
            lay_mine(battle, 365.0, 300.0);
            cloak::decloaking(battle);
            assert_eq!((battle.ship(0).pose.position.x, battle.ship(0).shields), (420.0, 1));
        });
}

#[test]
fn a_ship_that_explodes_is_dealt_no_more_cards() {
    // Two crits on a TIE Fighter with one damage: the first card is a Minor Explosion whose die hits, which is the
    // third damage; the second crit finds no ship, and all 33 cards lie in the box.
    let explosion = nth(DamageCard::MinorExplosion, DamageDeckKind::Original);
    let stage =
        set("Rookie Pilot", "Academy Pilot").dice(Scripted::attack([Hit])).decks(&[], &[30, explosion, 20]);
    stage.play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        put(battle, 1, 500.0, 400.0, WEST);
        suffer(battle, 1, 1, 0, Source::ship(0));
        suffer(battle, 1, 0, 2, Source::ship(0));
        assert_eq!(battle.ship(1).status, Status::Destroyed);
        assert_eq!(battle.state.decks[1].cards_in_the_box(), 33);
    });
}
