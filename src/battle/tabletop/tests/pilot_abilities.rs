//! Pilots' own abilities, each on a staged board.

use super::cards::{ace_against, against_ace};
use super::stage::*;
use crate::battle::attack::{Attack, DamageCard};
use crate::battle::tabletop::rules::actions::ActionChoice;
use crate::battle::tabletop::rules::firing_arc::shot;
use crate::battle::tabletop::rules::modifying_dice::prepare;
use crate::battle::tabletop::rules::{activation, attack, planning};
use crate::catalog::Bearing;
use crate::chance::AttackFace::{Crit, Hit};
use crate::chance::{DefenseFace, Scripted};
use crate::geometry::Hand;

/// The attack of the first ship on the second, which stands `ahead` millimetres (edge to edge) in front of it.
fn ahead(battle: &mut Staged<'_>, ahead: f64) -> Attack {
    let gap = battle.ship(0).base.half_length + battle.ship(1).base.half_length + ahead;
    put(battle, 0, 300.0, 400.0, EAST);
    put(battle, 1, 300.0 + gap, 400.0, WEST);
    let found = shot(battle.view(), 0, 1, 0).expect("in range");
    prepare(battle.view(), 0, found)
}

#[test]
fn some_pilots_roll_one_more_die() {
    ace_against("mauler-mithel", "Rookie Pilot").play(|battle| {
        assert_eq!(ahead(battle, 50.0).attack_dice, 4, "two, range 1, the pilot");
        assert_eq!(ahead(battle, 150.0).attack_dice, 2);
        // An injured pilot has no ability.
        battle.ship_mut(0).cards.add_face_up(DamageCard::InjuredPilot);
        assert_eq!(ahead(battle, 50.0).attack_dice, 3);
    });
    ace_against("backstabber", "Rookie Pilot").play(|battle| {
        assert_eq!(ahead(battle, 150.0).attack_dice, 2, "nose to nose");
        put(battle, 1, 490.0, 400.0, EAST);
        let found = shot(battle.view(), 0, 1, 0).expect("in range");
        assert_eq!(prepare(battle.view(), 0, found).attack_dice, 3, "from behind");
    });
    ace_against("scourge", "Rookie Pilot").play(|battle| {
        assert_eq!(ahead(battle, 150.0).attack_dice, 2);
        battle.ship_mut(1).cards.add_face_down(DamageCard::DirectHit);
        assert_eq!(ahead(battle, 150.0).attack_dice, 3);
    });
}

#[test]
fn some_pilots_change_or_reroll_attack_dice() {
    ace_against("winged-gundark", "Rookie Pilot").play(|battle| {
        assert_eq!(ahead(battle, 50.0).attacker.hits_to_crits, 1);
        assert_eq!(ahead(battle, 150.0).attacker.hits_to_crits, 0);
    });
    ace_against("horton-salm", "Rookie Pilot").play(|battle| {
        assert_eq!(ahead(battle, 50.0).attacker.blank_rerolls, 0);
        assert!(2 <= ahead(battle, 150.0).attacker.blank_rerolls, "all of them");
    });
    ace_against("krassis-trelix", "Rookie Pilot").play(|battle| {
        assert_eq!(ahead(battle, 150.0).attacker.rerolls, 0, "secondary weapons only");
    });
    let mut stage = ace_against("krassis-trelix", "Rookie Pilot");
    let cannon = crate::catalog::catalog().upgrades.iter().find(|card| card.key == "mangler-cannon");
    stage.engagement.squads[0].ships[0].upgrades.push(cannon.expect("a cannon").id);
    stage.play(|battle| {
        ahead(battle, 150.0);
        let found = shot(battle.view(), 0, 1, 1).expect("in range");
        assert_eq!(prepare(battle.view(), 0, found).attacker.rerolls, 1);
    });
    ace_against("ibtisam", "Rookie Pilot").play(|battle| {
        assert_eq!(ahead(battle, 150.0).attacker.rerolls, 0);
        battle.ship_mut(0).stress = 1;
        assert_eq!(ahead(battle, 150.0).attacker.rerolls, 1);
    });
}

#[test]
fn some_pilots_change_the_defense() {
    ace_against("wedge-antilles", "Academy Pilot").play(|battle| {
        assert_eq!(ahead(battle, 150.0).defense_dice, 2, "three less one");
    });
    against_ace("Rookie Pilot", "luke-skywalker").play(|battle| {
        assert_eq!(ahead(battle, 150.0).defender.focus_to_evades, 1);
    });
    against_ace("Rookie Pilot", "ezra-bridger").play(|battle| {
        assert_eq!(ahead(battle, 150.0).defender.focus_to_evades, 0);
        battle.ship_mut(1).stress = 1;
        assert_eq!(ahead(battle, 150.0).defender.focus_to_evades, 2);
    });
    against_ace("Rookie Pilot", "dark-curse").play(|battle| {
        battle.ship_mut(0).focus = 1;
        battle.ship_mut(0).lock = 1;
        let may = ahead(battle, 150.0).attacker;
        assert_eq!((may.focus_token, may.target_lock), (false, false));
    });
}

#[test]
fn zeb_cancels_crits_before_hits() {
    for zeb in ["zeb-orrelios-attack-shuttle", "zeb-orrelios-captured-tie-fighter"] {
        // One evade: the crit goes, two hits are left.
        let dice = Scripted::attack([Hit, Crit, Hit]);
        let agility = if zeb.ends_with("shuttle") { 2 } else { 3 };
        let mut green = vec![DefenseFace::Blank; agility];
        green[0] = DefenseFace::Evade;
        let stage = against_ace("Rookie Pilot", zeb).dice(dice.and_defense(green));
        let stage =
            if zeb.ends_with("shuttle") { stage.decks(&[], &[]) } else { stage.decks(&[], &[30, 29]) };
        stage.play(|battle| {
            ahead(battle, 150.0);
            let found = shot(battle.view(), 0, 1, 0).expect("in range");
            attack::attack(battle, 0, found);
            assert_eq!(battle.ship(1).cards.n_face_up(), 0);
            let shields = battle.loadout(1).shields - battle.ship(1).shields;
            assert_eq!(battle.ship(1).damage + shields, 2);
        });
    }
}

#[test]
fn some_pilots_act_or_move_more() {
    let fly = |speed: u8| vec![(0, Bearing::Straight, speed)];
    // The TIE Fighter's straight 2 is green: a focus action, and evade in the action step.
    let puppet = Puppet { fly: fly(2), act: vec![ActionChoice::Evade], ..Puppet::default() };
    ace_against("night-beast", "Rookie Pilot").puppets(puppet, Puppet::default()).play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        planning::planning(battle);
        activation::activation(battle);
        assert_eq!((battle.ship(0).focus, battle.ship(0).evade), (1, 1));
    });
    ace_against("soontir-fel", "Rookie Pilot").play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        battle.give_stress(0, 1);
        assert_eq!((battle.ship(0).focus, battle.ship(0).stress), (1, 1));
    });
    for sabine in ["sabine-wren-attack-shuttle", "sabine-wren-captured-tie-fighter"] {
        let act = vec![ActionChoice::BarrelRoll(Hand::Left, 0), ActionChoice::Focus];
        let puppet = Puppet { fly: fly(3), act, ..Puppet::default() };
        ace_against(sabine, "Academy Pilot").puppets(puppet, Puppet::default()).play(|battle| {
            put(battle, 0, 300.0, 400.0, EAST);
            planning::planning(battle);
            activation::activation(battle);
            let at = battle.ship(0).pose.position;
            assert_eq!(
                (at.x, at.y, battle.ship(0).focus),
                (460.0, 480.0, 1),
                "a roll, straight 3, then focus"
            );
        });
    }
}
