//! Pilot improvements with every special exception, and escapes.

use Faction::{Imperial, Rebel, Scum};

use crate::campaign::Market;
use crate::campaign::refusal::Refusal;
use crate::campaign::rules::pilot_escape_attempts::attempt_escape;
use crate::campaign::rules::pilot_improvements::{Improvement, elite_slots};
use crate::campaign::testing::{Laid, pilot, ship, upgrade};
use crate::chance::{AttackFace, Scripted};
use crate::ids::{Faction, PersonId, PlayerId};
use crate::procedures::escape::Escape;

/// A pilot of this card with so many XP, in turn 2.
fn with_xp(faction: Faction, card: &str, xp: u16) -> (Laid, PersonId) {
    let foe = if faction == Rebel { Imperial } else { Rebel };
    let mut laid = Laid::new(&[faction, foe]);
    laid.fund(0, 200);
    let id = {
        let mut context = laid.context();
        let mut market = Market::new(&mut context, PlayerId(0));
        let card = crate::catalog::catalog().find_pilot(card, Some(faction)).unwrap();
        if crate::catalog::catalog().pilot(card).unique {
            market.buy_commander(card).unwrap()
        } else {
            market.buy_pilot(card).unwrap()
        }
    };
    laid.state.turn = 2;
    laid.state.person_mut(id).xp_earned = xp;
    (laid, id)
}

fn improve(laid: &mut Laid, who: PersonId, improvement: Improvement) -> Result<(), Refusal> {
    let mut context = laid.context();
    Market::new(&mut context, PlayerId(0)).improve(who, improvement)
}

#[test]
fn skill_improves_by_one_for_one_xp_and_one_squad_point_up_to_nine() {
    let (mut laid, who) = with_xp(Rebel, "Red Squadron Pilot", 9);
    improve(&mut laid, who, Improvement::Skill).unwrap();
    let pilot = laid.state.person(who);
    // Skill 4, cost 4, so 5 and 5 for one XP.
    assert_eq!((pilot.skill, pilot.points, pilot.xp()), (5, 5, 8));
    for _ in 0..4 {
        improve(&mut laid, who, Improvement::Skill).unwrap();
    }
    assert_eq!(improve(&mut laid, who, Improvement::Skill), Err(Refusal::SkillAtMaximum));
    assert_eq!(laid.state.person(who).skill, 9);
}

#[test]
fn qualification_costs_two_or_three_xp_needs_skill_three_and_a_turn() {
    let (mut laid, who) = with_xp(Rebel, "Rookie Pilot", 6);
    let a_wing = Improvement::Qualification(ship("A-wing"));
    assert_eq!(improve(&mut laid, who, a_wing), Err(Refusal::SkillTooLow));
    improve(&mut laid, who, Improvement::Skill).unwrap();
    improve(&mut laid, who, a_wing).unwrap();
    assert_eq!(laid.state.person(who).xp(), 6 - 1 - 2);
    assert!(!laid.state.person(who).is_fit(2) && laid.state.person(who).is_fit(3));
    assert_eq!(improve(&mut laid, who, a_wing), Err(Refusal::AlreadyQualified));
    let large = Improvement::Qualification(ship("YT-2400"));
    assert_eq!(improve(&mut laid, who, large), Err(Refusal::Busy), "one thing that takes a turn at a time");
    laid.state.turn = 3;
    improve(&mut laid, who, large).unwrap();
    assert_eq!(laid.state.person(who).xp(), 0);
    let (mut laid, who) = with_xp(Rebel, "Red Squadron Pilot", 9);
    let foreign = Improvement::Qualification(ship("TIE Fighter"));
    assert_eq!(improve(&mut laid, who, foreign), Err(Refusal::CannotQualify));
}

#[test]
fn elite_slot_costs_two_xp_and_comes_once() {
    let (mut laid, who) = with_xp(Rebel, "Rookie Pilot", 9);
    assert_eq!(improve(&mut laid, who, Improvement::EliteSlot), Err(Refusal::SkillTooLow));
    improve(&mut laid, who, Improvement::Skill).unwrap();
    improve(&mut laid, who, Improvement::EliteSlot).unwrap();
    let pilot = laid.state.person(who);
    assert_eq!((pilot.elite_slots, pilot.xp(), pilot.points), (1, 6, 3));
    assert_eq!(improve(&mut laid, who, Improvement::EliteSlot), Err(Refusal::HasEliteSlot));
}

/// The rulebook's examples: a Saber pilot with Push the Limit (3 XP, 2 points), a Blue Squadron pilot with
/// Intelligence Agent (1 XP, nothing).
#[test]
fn abilities_cost_their_card_in_xp_and_one_less_in_points() {
    let (mut laid, who) = with_xp(Imperial, "Saber Squadron Pilot", 4);
    improve(&mut laid, who, Improvement::EliteAbility(upgrade("Push the Limit"))).unwrap();
    let pilot = laid.state.person(who);
    assert_eq!((pilot.xp(), pilot.points), (1, 4 + 2));
    assert_eq!(improve(&mut laid, who, Improvement::EliteAbility(upgrade("Juke"))), Err(Refusal::HasAbility));
    let (mut laid, who) = with_xp(Rebel, "Blue Squadron Pilot", 6);
    let agent = Improvement::CrewAbility(upgrade("Intelligence Agent"));
    assert_eq!(improve(&mut laid, who, agent), Err(Refusal::SkillTooLow));
    improve(&mut laid, who, Improvement::Skill).unwrap();
    improve(&mut laid, who, Improvement::Skill).unwrap();
    improve(&mut laid, who, agent).unwrap();
    let pilot = laid.state.person(who);
    assert_eq!((pilot.xp(), pilot.points), (6 - 2 - 1, 4));
    let card = crate::campaign::rules::crew_upgrades::crew_card_of(&laid.book, pilot);
    assert_eq!(card, Some(upgrade("Intelligence Agent")), "she may fly as crew");
    let unique = Improvement::CrewAbility(upgrade("Nien Nunb"));
    let (mut laid, who) = with_xp(Rebel, "Red Squadron Pilot", 6);
    assert_eq!(improve(&mut laid, who, unique), Err(Refusal::NotGeneric));
}

#[test]
fn a_unique_pilot_has_his_own_ability() {
    let (mut laid, who) = with_xp(Rebel, "Luke Skywalker", 9);
    let ability = Improvement::EliteAbility(upgrade("Push the Limit"));
    assert_eq!(improve(&mut laid, who, ability), Err(Refusal::HasAbility));
}

#[test]
fn some_pilots_jump_two_skills_the_first_time() {
    // Card, faction, skill and points after one improvement, after the second.
    let jumps = [
        ("Academy Pilot", Imperial, (3, 2), (4, 3)),
        ("Bandit Squadron Pilot", Rebel, (4, 3), (5, 4)),
        ("Binayre Pirate", Scum, (3, 2), (4, 3)),
        ("Concord Dawn Veteran", Scum, (5, 4), (6, 5)),
    ];
    for (card, faction, first, second) in jumps {
        let (mut laid, who) = with_xp(faction, card, 5);
        improve(&mut laid, who, Improvement::Skill).unwrap();
        let pilot = laid.state.person(who);
        assert_eq!((pilot.skill, pilot.points, pilot.xp()), (first.0, first.1, 4), "{card}");
        improve(&mut laid, who, Improvement::Skill).unwrap();
        let pilot = laid.state.person(who);
        assert_eq!((pilot.skill, pilot.points, pilot.xp()), (second.0, second.1, 3), "{card}");
        // He may also choose the small step, and then the jump is gone.
        let (mut laid, who) = with_xp(faction, card, 5);
        let from = laid.state.person(who).skill;
        improve(&mut laid, who, Improvement::SkillByOne).unwrap();
        improve(&mut laid, who, Improvement::Skill).unwrap();
        assert_eq!(laid.state.person(who).skill, from + 2, "{card}");
    }
}

#[test]
fn interceptor_pilots_jump_from_four_to_six_whenever_they_get_there() {
    let (mut laid, who) = with_xp(Imperial, "Alpha Squadron Pilot", 9);
    for expected in [2, 3, 4, 6, 7] {
        improve(&mut laid, who, Improvement::Skill).unwrap();
        assert_eq!(laid.state.person(who).skill, expected);
    }
    // Five improvements, five squad points: a Royal Guard of skill 6 costs 5.
    assert_eq!(laid.state.person(who).points, 6);
    // Only those who began as TIE Interceptor pilots.
    let (mut laid, who) = with_xp(Imperial, "Black Squadron Pilot", 2);
    improve(&mut laid, who, Improvement::Skill).unwrap();
    assert_eq!(laid.state.person(who).skill, 5);
}

#[test]
fn poe_of_skill_eight_pays_two_points_for_nine() {
    let (mut laid, who) = with_xp(Rebel, "poe-dameron-t-70-ps8", 2);
    improve(&mut laid, who, Improvement::Skill).unwrap();
    // 31 - 22 = 9 points; as his other card 33 - 22 = 11.
    let poe = laid.state.person(who);
    assert_eq!((poe.skill, poe.points, poe.xp()), (9, 11, 1));
}

#[test]
fn smugglers_learn_the_falcon_for_less_and_at_once() {
    let (mut laid, who) = with_xp(Rebel, "Outer Rim Smuggler", 4);
    let falcon = Improvement::Qualification(ship("YT-1300 (MF stats)"));
    assert_eq!(improve(&mut laid, who, falcon), Err(Refusal::SkillTooLow));
    improve(&mut laid, who, Improvement::Skill).unwrap();
    improve(&mut laid, who, Improvement::Skill).unwrap();
    improve(&mut laid, who, falcon).unwrap();
    // Two XP instead of three, and no turn of training.
    assert_eq!(laid.state.person(who).xp(), 0);
    assert!(laid.state.person(who).is_fit(2));
    // Unique Falcon pilots fly both classes from the start.
    let (laid, han) = with_xp(Rebel, "han-solo-yt-1300-mf", 0);
    assert!(laid.state.person(han).qualifications.has(ship("YT-1300 (ORS stats)")));
}

#[test]
fn test_pilot_title_gives_an_a_wing_pilot_two_elite_slots() {
    let (mut laid, who) = with_xp(Rebel, "Prototype Pilot", 9);
    let title = upgrade("A-wing Test Pilot");
    let buy = |laid: &mut Laid| {
        let mut context = laid.context();
        Market::new(&mut context, PlayerId(0)).buy_pilot_title(who, title)
    };
    assert_eq!(buy(&mut laid), Err(Refusal::SkillTooLow));
    improve(&mut laid, who, Improvement::Skill).unwrap();
    improve(&mut laid, who, Improvement::Skill).unwrap();
    buy(&mut laid).unwrap();
    improve(&mut laid, who, Improvement::EliteSlot).unwrap();
    assert_eq!(elite_slots(&laid.book, laid.state.person(who)), 2);
    let (mut laid, rookie) = with_xp(Rebel, "Red Squadron Pilot", 9);
    let mut context = laid.context();
    let refused = Market::new(&mut context, PlayerId(0)).buy_pilot_title(rookie, title);
    assert_eq!(refused, Err(Refusal::DoesNotFit), "original A-wing pilots only");
}

#[test]
fn mine_now_lets_scum_qualify_on_captured_ships() {
    let (mut laid, who) = with_xp(Scum, "Mandalorian Mercenary", 3);
    let tie = Improvement::Qualification(ship("TIE Fighter"));
    // An ordinary faction has no such right; Scum beside the conflict have.
    assert_eq!(improve(&mut laid, who, tie), Err(Refusal::CannotQualify));
    laid.state.team_mut(Scum).standpoint = crate::campaign::state::Standpoint::Fringe;
    improve(&mut laid, who, tie).unwrap();
    assert!(laid.state.person(who).qualifications.has(ship("TIE Fighter")));
}

#[test]
fn escape_costs_an_xp_once_a_turn_and_frees_or_kills() {
    use AttackFace::{Blank, Crit, Hit};
    let attempt = |faces: Vec<AttackFace>, card: &str| {
        let (mut laid, who) = with_xp(Rebel, card, 3);
        laid.context().capture(who, Imperial);
        let mut chance = Scripted::attack(faces);
        let result = attempt_escape(&mut laid.context(), &mut chance, PlayerId(0), who);
        chance.assert_exhausted();
        let again = attempt_escape(&mut laid.context(), &mut Scripted::default(), PlayerId(0), who);
        (result, again, laid.state.person(who).fate, laid.state.person(who).xp())
    };
    use crate::campaign::state::PersonFate::{Captive, Dead, OnRoster};
    let free = attempt(vec![Crit], "Rookie Pilot");
    assert_eq!(free, (Ok(Escape::Escaped), Err(Refusal::NoPrisoner), OnRoster, 2));
    let held = attempt(vec![Hit, Blank], "Rookie Pilot");
    assert_eq!(held, (Ok(Escape::Held), Err(Refusal::TriedThisTurn), Captive(Imperial), 2));
    let dead = attempt(vec![Blank, Crit], "Rookie Pilot");
    assert_eq!(dead, (Ok(Escape::Killed), Err(Refusal::NoPrisoner), Dead, 2));
    // A unique pilot rolls two dice.
    let luke = attempt(vec![Blank, Crit], "Luke Skywalker");
    assert_eq!(luke.0, Ok(Escape::Escaped));
    let (mut laid, who) = with_xp(Rebel, "Rookie Pilot", 0);
    laid.context().capture(who, Imperial);
    let broke = attempt_escape(&mut laid.context(), &mut Scripted::default(), PlayerId(0), who);
    assert_eq!(broke, Err(Refusal::NotEnoughXp));
    assert_eq!(pilot("Rookie Pilot"), laid.state.person(who).card().unwrap());
}
