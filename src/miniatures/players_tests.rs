//! Words of the command line, and what they come to.

use super::abilities::Abilities;
use super::contest::{Entrant, ForcePower, Power};
use super::players::{Player, Purse, WordError, seat};
use super::policy::Policy;
use super::switches::Switches;

fn player(words: &str) -> Result<Player, WordError> {
    Player::from_words("one", words, Policy::WhenLosing, Abilities::built_in())
}

fn entrants(words: &[&str]) -> Vec<Entrant> {
    let players: Vec<Player> = words.iter().map(|words| player(words).unwrap()).collect();
    let contest = seat(&players, &Switches::default()).unwrap();
    contest.entrants[..words.len()].to_vec()
}

#[test]
fn every_word_of_the_command_line_is_understood() {
    let all = "recon,foresee:2,tactician:4,watch-circle:3,sense,master-tactician,anticipation,doellins-luck:13,wager,tactics-broker:2";
    let entrant = entrants(&[all, "plain"])[0];
    assert_eq!((entrant.extra_dice, entrant.tactician, entrant.other_bonus, entrant.save), (1, 4, 3, 13));
    assert_eq!((entrant.foresee_target, entrant.broker_target), (1, 1));
    assert_eq!(entrant.force_cost, [1, 2, 1]);
    for power in [
        Power::DoellinsLuck,
        Power::Wager,
        Power::TacticsBroker,
        Power::Foresee,
        Power::Sense,
        Power::Master,
        Power::Anticipation,
    ] {
        assert!(entrant.powers.has(power), "{power:?}");
    }
}

#[test]
fn bonuses_of_one_name_do_not_add_up_unless_switched() {
    assert_eq!(entrants(&["tactician:4,tactician:6,watch-circle:2", "plain"])[0].tactician, 6);
    let mut switches = Switches::default();
    switches.set("bonus-stacking", "sum").unwrap();
    let players = [
        player("tactician:4,tactician:6,watch-circle:2,imperial-triumvirate:1").unwrap(),
        player("plain").unwrap(),
    ];
    let entrant = seat(&players, &switches).unwrap().entrants[0];
    assert_eq!((entrant.tactician, entrant.other_bonus), (10, 3));
    // Equal ones count once, and different names add up.
    let entrant = entrants(&["watch-circle:2,watch-circle:2,imperial-triumvirate:1", "plain"])[0];
    assert_eq!(entrant.other_bonus, 3);
}

#[test]
fn suppressing_abilities_switch_classes_of_the_others_off() {
    let seats = entrants(&["recon,master-tactician,sense,sidious", "never-tell-me-the-odds,recon"]);
    // Special abilities go; the Force power and the commander effect, which is as good as a master, stay.
    assert_eq!(seats[0].extra_dice, 0);
    assert!(seats[0].powers.has(Power::Sense) && seats[0].powers.has(Power::Master));
    assert_eq!(seats[1].extra_dice, 1);
    assert!(!entrants(&["sidious", "disruptive"])[0].powers.has(Power::Master));
    assert!(!entrants(&["anticipation", "ysalamiri-in-reach"])[0].powers.has(Power::Anticipation));
    assert!(entrants(&["anticipation", "ysalamiri"])[0].powers.has(Power::Anticipation));
}

#[test]
fn force_points_are_shared_by_words_and_kept_apart_by_characters() {
    let entrant = entrants(&["sense,anticipation,force:2", "plain"])[0];
    assert_eq!((entrant.payer, entrant.force[0]), ([0, 0, 0], 2));
    let mut two = Player::plain("two", Policy::WhenLosing);
    let purse = |points| Purse { points, renewal: 0 };
    two.add_character("Seer", purse(3), &["sense".into()], Abilities::built_in()).unwrap();
    two.add_character("Scout", purse(1), &["anticipation".into()], Abilities::built_in()).unwrap();
    let entrant = seat(&[two, player("plain").unwrap()], &Switches::default()).unwrap().entrants[0];
    assert_eq!(entrant.force[usize::from(entrant.payer[ForcePower::Sense as usize])], 3);
    assert_eq!(entrant.force[usize::from(entrant.payer[ForcePower::Anticipation as usize])], 1);
}

#[test]
fn bad_words_are_refused_with_what_is_allowed() {
    let problem = |words: &str| player(words).unwrap_err().to_string();
    assert_eq!(problem("tacticain:4"), "unknown ability `tacticain`; did you mean `tactician`?");
    assert_eq!(problem("tactician:99"), "`tactician:99`: the number must be in -20..=40");
    assert_eq!(
        problem("doellins-luck:0"),
        "`doellins-luck` needs a number in 1..=20, such as `doellins-luck:20`"
    );
    assert_eq!(problem("sense:2"), "`sense` takes no number");
    assert_eq!(problem("recon,"), "an ability word is missing; a player without abilities is `plain`");
    assert_eq!(problem("unique-x"), "unknown ability `unique-x`");
    assert_eq!(problem("camaraderie"), "`camaraderie` has no place in the pre-round procedure");
    let players = [player("foresee:1").unwrap(), player("plain").unwrap()];
    let refused = seat(&players, &Switches::default()).unwrap_err().to_string();
    assert!(refused.contains("must be another player, in 1..=2"), "{refused}");
    assert!(seat(&players[..1], &Switches::default()).is_err());
}

#[test]
fn assumptions_are_named() {
    let said = player("doellins-luck,foresee,recon").unwrap().assumptions(Abilities::built_in());
    assert_eq!(said, ["doellins-luck: save = 11", "doellins-luck: price = defeat", "foresee: force = 1"]);
}
