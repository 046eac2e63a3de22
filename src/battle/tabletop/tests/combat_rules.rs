//! Rules of the Combat phase on a staged board.

use super::stage::*;
use crate::battle::attack::DamageCard;
use crate::battle::engagement::{DamageDeckKind, Terrain};
use crate::battle::tabletop::rules::combat::{self, Allowed, shots};
use crate::battle::tabletop::rules::firing_arc::{Through, shot};
use crate::battle::tabletop::rules::modifying_dice::prepare;
use crate::battle::tabletop::rules::{attack, damage, range};
use crate::battle::tabletop::state::{ObstacleKind, Status};
use crate::chance::AttackFace::{Blank, Crit, Focus, Hit};
use crate::chance::DefenseFace::{self, Evade};
use crate::chance::Scripted;
use crate::geometry::{Pose, TokenShape, Vec2, turn};

/// Attacker's X-wing at the origin of the board looking east, a TIE Fighter `ahead` millimetres (centre to centre).
fn duel(dice: Scripted, ahead: f64, play: impl FnOnce(&mut Staged<'_>)) {
    set("Rookie Pilot", "Academy Pilot").dice(dice).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 400.0 + ahead, 400.0, WEST);
        play(battle);
    });
}

#[test]
fn range_bonus_goes_to_the_primary_weapon_at_range_one_and_to_the_defender_at_range_three() {
    // Bases are 40 long: centres 140 apart are 100 apart at the edges, range 1; 141 is range 2; 241 range 3.
    for (ahead, range, attack_dice, defense_dice) in
        [(140.0, 1, 4, 3), (141.0, 2, 3, 3), (240.0, 2, 3, 3), (241.0, 3, 3, 4), (340.0, 3, 3, 4)]
    {
        duel(Scripted::default(), ahead, |battle| {
            let found = shot(battle.view(), 0, 1, 0).expect("in arc and range");
            assert_eq!(found.range, range, "{ahead}");
            let what = prepare(battle.view(), 0, found);
            assert_eq!((what.attack_dice, what.defense_dice), (attack_dice, defense_dice), "{ahead}");
        });
    }
    duel(Scripted::default(), 341.0, |battle| assert_eq!(shot(battle.view(), 0, 1, 0), None));
}

#[test]
fn secondary_weapons_get_no_range_dice() {
    // Proton torpedoes at range 3: four dice, the TIE its three and no more.
    set("Rookie Pilot + Proton Torpedoes", "Academy Pilot").play(|battle| {
        put(battle, 0, 100.0, 400.0, EAST);
        put(battle, 1, 400.0, 400.0, WEST);
        battle.ship_mut(0).lock = 1;
        let found = shot(battle.view(), 0, 1, 1).expect("in range");
        assert_eq!(found.range, 3);
        let what = prepare(battle.view(), 0, found);
        assert_eq!((what.attack_dice, what.defense_dice), (4, 3));
        // Without a lock the torpedoes are not ready, the primary weapon is.
        battle.ship_mut(0).lock = crate::battle::tabletop::state::NONE;
        let options = shots(battle.view(), 0, Allowed::ANY);
        assert_eq!(options.iter().map(|shot| shot.weapon).collect::<Vec<_>>(), [0]);
    });
}

#[test]
fn a_torpedo_is_spent_with_its_lock_and_turns_a_focus_to_a_crit() {
    // Hit, focus, blank, blank: the focus becomes a crit. No evades: the TIE (3 hull) takes a card and a Direct Hit
    // counts two: 1 + 2 = 3 destroys it.
    let direct_hit = nth(DamageCard::DirectHit, DamageDeckKind::Original);
    let dice = Scripted::attack([Hit, Focus, Blank, Blank]).and_defense([DefenseFace::Blank; 3]);
    let last = 33; // a Weapon Malfunction, face down
    set("Rookie Pilot + Proton Torpedoes", "Academy Pilot").dice(dice).decks(&[], &[last, direct_hit]).play(
        |battle| {
            put(battle, 0, 200.0, 400.0, EAST);
            put(battle, 1, 400.0, 400.0, WEST);
            battle.ship_mut(0).lock = 1;
            let found = shot(battle.view(), 0, 1, 1).expect("in range");
            attack::attack(battle, 0, found);
            assert_eq!(battle.ship(0).charges[1], 0);
            assert_eq!(battle.ship(0).lock, crate::battle::tabletop::state::NONE);
            assert_eq!(battle.ship(1).status, Status::Destroyed);
            assert_eq!(battle.ship(0).fate.small_kills, 1);
            assert_eq!(battle.state.points_lost[1], 12);
        },
    );
}

#[test]
fn an_obstacle_between_adds_one_die_however_many_there_are() {
    duel(Scripted::default(), 200.0, |battle| {
        // The largest is 63 wide and covers the whole band of closest lines.
        for x in [480.0, 530.0] {
            let pose = Pose::new(x, 400.0, turn::NONE);
            let rock = TokenShape::Asteroid(8);
            crate::battle::tabletop::rules::bombs::place_obstacle(
                battle,
                ObstacleKind::Asteroid,
                rock,
                pose,
                u8::MAX,
                0,
            );
        }
        let found = shot(battle.view(), 0, 1, 0).expect("in range");
        assert!(found.obstructed);
        assert_eq!(prepare(battle.view(), 0, found).defense_dice, 4);
    });
}

#[test]
fn of_several_closest_lines_the_attacker_takes_the_free_one() {
    // Parallel sides: the rock covers the northern end of the band only.
    duel(Scripted::default(), 200.0, |battle| {
        let pose = Pose::new(500.0, 425.0, turn::NONE);
        crate::battle::tabletop::rules::bombs::place_obstacle(
            battle,
            ObstacleKind::Asteroid,
            TokenShape::Asteroid(11),
            pose,
            u8::MAX,
            0,
        );
        assert!(!shot(battle.view(), 0, 1, 0).expect("in range").obstructed);
    });
}

#[test]
fn nebula_makes_every_range_one_more_but_not_for_torpedoes() {
    set("Rookie Pilot + Proton Torpedoes", "Academy Pilot").terrain(Terrain::Nebula).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 540.0, 400.0, WEST);
        battle.ship_mut(0).lock = 1;
        // Touching range 1 counts as 2: no extra die; torpedoes measure 1, which they cannot fire at.
        assert_eq!(shot(battle.view(), 0, 1, 0).expect("in range").range, 2);
        assert_eq!(shot(battle.view(), 0, 1, 1), None);
        // Range 3 counts as 4: out of reach for the primary weapon, within for the torpedoes.
        put(battle, 1, 700.0, 400.0, WEST);
        assert_eq!(shot(battle.view(), 0, 1, 0), None);
        assert_eq!(shot(battle.view(), 0, 1, 1).expect("in range").range, 3);
    });
}

#[test]
fn turrets_shoot_any_way_and_auxiliary_arcs_astern() {
    set("Outer Rim Smuggler", "Academy Pilot").play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 200.0, 400.0, WEST);
        assert_eq!(shot(battle.view(), 0, 1, 0).map(|shot| shot.through), Some(Through::AnyDirection));
    });
    set("Bounty Hunter", "Academy Pilot").play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 200.0, 400.0, WEST);
        assert_eq!(shot(battle.view(), 0, 1, 0).map(|shot| shot.through), Some(Through::Auxiliary));
        put(battle, 1, 400.0, 600.0, WEST);
        assert_eq!(shot(battle.view(), 0, 1, 0), None, "abeam of front and rear");
    });
}

#[test]
fn touching_ships_and_ships_on_asteroids_do_not_shoot() {
    duel(Scripted::default(), 40.0, |battle| {
        assert_eq!(shots(battle.view(), 0, Allowed::ANY).len(), 1, "contact alone is not touching");
        crate::battle::tabletop::rules::touching::touches(battle, 0, 1 << 1);
        assert!(shots(battle.view(), 0, Allowed::ANY).is_empty());
        assert!(shots(battle.view(), 1, Allowed::ANY).is_empty());
    });
    duel(Scripted::default(), 100.0, |battle| {
        let rock = TokenShape::Asteroid(0);
        let pose = Pose::new(400.0, 410.0, turn::NONE);
        crate::battle::tabletop::rules::bombs::place_obstacle(
            battle,
            ObstacleKind::Asteroid,
            rock,
            pose,
            u8::MAX,
            0,
        );
        assert!(combat::may_attack(battle.view(), 0));
        battle.ship_mut(0).on_obstacles = 1;
        assert!(!combat::may_attack(battle.view(), 0));
    });
}

/// Two ships of equal skill that both have a killing shot: both die. Skill 2 against skill 2.
#[test]
fn simultaneous_fire_lets_a_destroyed_ship_of_equal_skill_shoot_back() {
    // Rookie Pilot (2) against a Bandit Squadron Pilot (2, hull 2, shields 2).
    let hits = [Hit; 4];
    let dice = Scripted::attack(hits.into_iter().chain([Hit; 3])).and_defense([DefenseFace::Blank; 4]);
    // The X-wing's four hits: two shields, two cards (hull 2): destroyed. The Z-95 shoots back 2 + 1 dice.
    set("Rookie Pilot", "Bandit Squadron Pilot").dice(dice).decks(&[30], &[30, 31]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 500.0, 400.0, WEST);
        combat::combat(battle);
        assert_eq!(battle.ship(1).status, Status::Destroyed);
        // Three hits: two shields and one card of the X-wing.
        assert_eq!((battle.ship(0).shields, battle.ship(0).damage), (0, 1));
    });
}

#[test]
fn a_ship_of_lower_skill_that_is_destroyed_does_not_shoot_back() {
    // Rookie (2) kills an Academy Pilot (1): no red dice beyond the X-wing's four.
    let dice = Scripted::attack([Hit, Hit, Hit, Hit]).and_defense([DefenseFace::Blank; 3]);
    set("Rookie Pilot", "Academy Pilot").dice(dice).decks(&[], &[30, 31, 31, 30]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 500.0, 400.0, WEST);
        combat::combat(battle);
        assert_eq!(battle.ship(1).status, Status::Destroyed);
        assert_eq!(battle.ship(0).damage, 0);
    });
}

#[test]
fn evade_token_adds_to_evades_and_does_not_cap_them() {
    // Three hits, two evades on dice, one token: nothing gets through.
    let dice = Scripted::attack([Hit, Hit, Hit]).and_defense([Evade, Evade, DefenseFace::Blank]);
    duel(dice, 200.0, |battle| {
        battle.ship_mut(1).evade = 1;
        let found = shot(battle.view(), 0, 1, 0).expect("in range");
        attack::attack(battle, 0, found);
        assert_eq!((battle.ship(1).damage, battle.ship(1).evade), (0, 0));
    });
}

#[test]
fn shields_go_first_and_crits_reach_the_hull_last() {
    // X-wing with 2 shields, 3 hull suffers 2 hits and 1 crit: shields gone, one face-up card.
    let console = nth(DamageCard::ConsoleFire, DamageDeckKind::Original);
    set("Rookie Pilot", "Academy Pilot").decks(&[console], &[]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        damage::suffer(battle, 0, 2, 1, damage::Source::NOBODY);
        assert_eq!((battle.ship(0).shields, battle.ship(0).damage), (0, 1));
        assert_eq!(battle.ship(0).cards.face_up(DamageCard::ConsoleFire), 1);
        assert!(battle.ship(0).fate.took_card && !battle.ship(0).fate.wounded, "a Ship card wounds nobody");
    });
}

#[test]
fn ion_cannon_does_one_damage_and_ionizes() {
    let dice = Scripted::attack([Crit, Hit, Hit]).and_defense([DefenseFace::Blank; 3]);
    set("Blue Squadron Pilot + Ion Cannon", "Academy Pilot").dice(dice).decks(&[], &[30]).play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 600.0, 400.0, WEST);
        let found = shot(battle.view(), 0, 1, 1).expect("in range");
        attack::attack(battle, 0, found);
        assert_eq!((battle.ship(1).damage, battle.ship(1).ion), (1, 1));
        assert_eq!(battle.ship(1).cards.n_face_up(), 0);
    });
}

#[test]
fn gunner_follows_a_miss_with_one_primary_attack() {
    // The smuggler's two dice miss, then hit twice; the TIE holds its fire: it looks the other way.
    let dice = Scripted::attack([Blank, Blank, Hit, Hit]).and_defense([
        Evade,
        Evade,
        DefenseFace::Blank,
        DefenseFace::Blank,
        DefenseFace::Blank,
        DefenseFace::Blank,
    ]);
    set("Outer Rim Smuggler + Gunner", "Academy Pilot").dice(dice).decks(&[], &[30, 31]).play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        put(battle, 1, 550.0, 400.0, EAST);
        combat::combat(battle);
        // Two damage from the second attack; then nothing more although it may have reached.
        assert_eq!(battle.ship(1).damage, 2);
        assert!(battle.ship(0).marks.attacks_over);
    });
}

#[test]
fn autothrusters_turn_a_blank_only_far_off_or_out_of_arc() {
    let blanks = |range: u8, ahead: f64, expected: u8| {
        set("Rookie Pilot", "Alpha Squadron Pilot + Autothrusters").play(|battle| {
            put(battle, 0, 300.0, 400.0, EAST);
            put(battle, 1, 300.0 + ahead, 400.0, WEST);
            let found = shot(battle.view(), 0, 1, 0).expect("in range");
            assert_eq!(found.range, range);
            assert_eq!(prepare(battle.view(), 0, found).defender.blanks_to_evades, expected);
        });
    };
    blanks(2, 200.0, 0);
    blanks(3, 300.0, 1);
}

#[test]
fn stealth_device_is_lost_with_the_first_hit() {
    let dice = Scripted::attack([Hit, Blank, Blank]).and_defense([DefenseFace::Blank; 4]);
    set("Rookie Pilot", "Academy Pilot + Stealth Device").dice(dice).decks(&[], &[30]).play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        put(battle, 1, 500.0, 400.0, WEST);
        let agility =
            |battle: &Staged<'_>| crate::battle::tabletop::rules::agility::agility(battle.view(), 1);
        assert_eq!(agility(battle), 4);
        let found = shot(battle.view(), 0, 1, 0).expect("in range");
        attack::attack(battle, 0, found);
        assert_eq!(agility(battle), 3);
    });
}

#[test]
fn range_is_measured_edge_to_edge() {
    // Turned by 45 degrees and shifted: 61.277, see the geometry's own test. Corner to corner would be range 1 too,
    // so take the border: sides 100 apart, corners 107.7.
    set("Rookie Pilot", "Academy Pilot").play(|battle| {
        put(battle, 0, 400.0, 400.0, EAST);
        put(battle, 1, 540.0, 439.0, WEST);
        assert_eq!(range::range(battle.view(), 0, 1), 1);
        let corner = Vec2::new(420.0, 420.0) - Vec2::new(520.0, 459.0);
        assert!(100.0 < corner.length(), "the nearest corners of the far side are farther");
    });
}

#[test]
fn crack_shot_is_used_up_only_where_it_mattered() {
    let dice = Scripted::attack([Hit, Hit]).and_defense([Evade, DefenseFace::Blank]);
    set("Black Squadron Pilot + Crack Shot", "Rookie Pilot").dice(dice).play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        put(battle, 1, 500.0, 400.0, WEST);
        let found = shot(battle.view(), 0, 1, 0).expect("in range");
        attack::attack(battle, 0, found);
        // Two hits, the one evade canceled: both shields.
        assert_eq!(battle.ship(1).shields, 0);
        assert!(!battle.ship(0).has_once(crate::battle::tabletop::effects::Word::FoeEvadeCanceled));
    });
    let dice = Scripted::attack([Blank, Blank]).and_defense([DefenseFace::Blank, DefenseFace::Blank]);
    set("Black Squadron Pilot + Crack Shot", "Rookie Pilot").dice(dice).play(|battle| {
        put(battle, 0, 300.0, 400.0, EAST);
        put(battle, 1, 500.0, 400.0, WEST);
        let found = shot(battle.view(), 0, 1, 0).expect("in range");
        attack::attack(battle, 0, found);
        assert!(battle.ship(0).has_once(crate::battle::tabletop::effects::Word::FoeEvadeCanceled));
    });
}
