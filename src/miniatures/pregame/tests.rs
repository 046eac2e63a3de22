//! The eleven steps with scripted dice.

use super::{Entry, Pregame, PregameSetup, pregame};
use crate::chance::Scripted;
use crate::miniatures::cards::Cards;
use crate::miniatures::membership::Origin;

/// Three players; Red and Green both want to bribe Blue's Scout.
const TABLE: &str = r#"
build-total = 100

[[player]]
name = "Red"
faction = "imperial"
squad = ["General Hux", "Schemer", "2x Stormtrooper"]
map = "the Docks"
[[player.use]]
ability = "bribery"
choices = [{ take = "Scout" }, { take = "Medic" }]
[[player.use]]
ability = "reinforcements"
choices = [{ bring = ["2x Stormtrooper", "General Hux"] }, { bring = ["4x Stormtrooper"] }]

[[player]]
name = "Green"
faction = "rebel"
squad = ["Pirate", "Old Hero"]
setup = "first"
area = "the east"
[[player.use]]
ability = "bribery"
choices = [{ take = "Scout" }, { take = "Medic" }]
[[player.use]]
ability = "versatility"
choices = [{ with = "Hero Reborn", keeps = "light-tutor" }]
[[player.use]]
ability = "light-tutor"
choices = [{ says = "Pirate gains a Force point" }]

[[player]]
name = "Blue"
faction = "republic"
squad = ["Scout", "Medic", "Admiral", "Guard"]
[[player.use]]
ability = "pellaeon"
choices = [{ replace = "Scout", with = "Guard" }, { replace = "Medic", with = "Guard" }]
[[player.use]]
ability = "con-artist"
choices = [{ says = "looks at a hand" }]
[[player.use]]
ability = "local-reserves"
choices = [{ bring = ["Guard"] }]
[[player.use]]
ability = "crix-madine"
choices = [{ says = "Guard moves six" }]
[[player.use]]
ability = "programmed-target"
choices = [{ says = "names the Schemer" }]

[[character]]
name = "Stormtrooper"
faction = "imperial"
cost = 5
[[character]]
name = "Schemer"
faction = "imperial"
cost = 30
abilities = ["bribery:20", "reinforcements:20"]
[[character]]
name = "Pirate"
faction = "fringe"
cost = 25
abilities = ["bribery:20"]
[[character]]
name = "Old Hero"
faction = "rebel"
cost = 40
unique = true
commander = true
abilities = ["versatility", "light-tutor"]
[[character]]
name = "Hero Reborn"
faction = "rebel"
cost = 35
unique = true
counts-as = ["Old Hero"]
[[character]]
name = "Scout"
faction = "republic"
cost = 15
abilities = ["con-artist", "battle-ready"]
[[character]]
name = "Medic"
faction = "republic"
cost = 12
[[character]]
name = "Guard"
faction = "republic"
cost = 10
abilities = ["programmed-target"]
[[character]]
name = "Admiral"
faction = "republic"
cost = 30
abilities = ["pellaeon", "local-reserves:10", "crix-madine"]
"#;

fn parse(text: &str) -> crate::error::Result<PregameSetup> {
    PregameSetup::parse("table.toml", text, Cards::built_in())
}

/// Map roll: Red 18, Green 12, Blue 7.
const ROLLS: [u32; 3] = [18, 12, 7];

fn play<'s>(setup: &'s PregameSetup, numbers: &[u32]) -> Pregame<'s> {
    let mut chance = Scripted::numbers(numbers.iter().copied());
    let game = pregame(&mut chance, setup);
    chance.assert_exhausted();
    game
}

fn told(log: &[Entry], step: &str) -> Vec<String> {
    let line = |entry: &Entry| match &entry.player {
        Some(player) => format!("{player} {}", entry.what),
        None => entry.what.clone(),
    };
    log.iter().filter(|entry| entry.step == step).map(line).collect()
}

#[test]
fn step_1_squads_are_revealed_with_their_cost() {
    let setup = parse(TABLE).unwrap();
    let game = play(&setup, &ROLLS);
    assert_eq!(told(&game.log, "1")[0], "Red reveals General Hux, Schemer, Stormtrooper, Stormtrooper");
    assert_eq!(game.log[0].why, "63 points, a legal squad");
}

#[test]
fn steps_2_and_3_additions_are_decided_together_and_must_be_legal() {
    // The first choice brings a second Unique Hux; the second is 20 points of Stormtroopers.
    let setup = parse(TABLE).unwrap();
    let game = play(&setup, &ROLLS);
    assert_eq!(
        told(&game.log, "2"),
        ["Red Reinforcements: will bring Stormtrooper, Stormtrooper, General Hux"]
    );
    assert_eq!(
        told(&game.log, "3"),
        [
            "Red cannot add Stormtrooper, Stormtrooper, General Hux",
            "Red adds Stormtrooper, Stormtrooper, Stormtrooper, Stormtrooper",
        ]
    );
    let refused = game.log.iter().find(|entry| entry.what.starts_with("cannot add")).unwrap();
    assert_eq!(refused.why, "Unique: General Hux is in the squad twice");
    let added = game.roster(0).iter().filter(|(_, origin)| *origin == Origin::Reinforcements).count();
    assert_eq!(added, 4);
    // More points than the ability allows are refused as well, and then nobody comes.
    let text = TABLE.replace("{ bring = [\"4x Stormtrooper\"] }", "{ bring = [\"5x Stormtrooper\"] }");
    let setup = parse(&text).unwrap();
    let game = play(&setup, &ROLLS);
    assert_eq!(told(&game.log, "3").last().unwrap(), "Red adds nobody");
}

#[test]
fn deferred_squadbuilding_counts_rapport_adjusted_costs() {
    // Five Stormtroopers cost 25, more than the 20 of Reinforcements; with a Rapport of 1 each they cost 20.
    let five = TABLE.replace("{ bring = [\"4x Stormtrooper\"] }", "{ bring = [\"5x Stormtrooper\"] }");
    let setup = parse(&five).unwrap();
    assert_eq!(told(&play(&setup, &ROLLS).log, "3").last().unwrap(), "Red adds nobody");
    let cheaper = five.replace(
        "abilities = [\"bribery:20\", \"reinforcements:20\"]",
        "abilities = [\"bribery:20\", \"reinforcements:20\"]\nrapport = [{ who = \"word: Stormtrooper\", discount = 1 }]",
    );
    let setup = parse(&cheaper).unwrap();
    let game = play(&setup, &ROLLS);
    let added = game.log.iter().find(|entry| entry.step == "3" && entry.what.starts_with("adds")).unwrap();
    assert_eq!(added.why, "Reinforcements: 20 of 20 points, Rapport-adjusted; worth nothing to an enemy");
    // Pellaeon compares adjusted costs as well: a Guard of 10 may replace a Medic of 12, but not one whom a Rapport makes 9.
    let medic = TABLE.replace(
        "abilities = [\"pellaeon\", \"local-reserves:10\", \"crix-madine\"]",
        "abilities = [\"pellaeon\", \"local-reserves:10\", \"crix-madine\"]\nrapport = [{ who = \"name: Medic\", discount = 3 }]",
    );
    let setup = parse(&medic).unwrap();
    let game = play(&setup, &ROLLS);
    let mut refused =
        game.log.iter().filter(|entry| entry.step == "9b" && entry.what == "cannot bring in Guard");
    assert!(refused.next_back().unwrap().why.starts_with("it costs 10, more than the 9 of Medic"));
}

#[test]
fn step_4_abilities_after_the_reveal_go_in_random_order_of_players() {
    let setup = parse(TABLE).unwrap();
    assert_eq!(told(&play(&setup, &ROLLS).log, "4"), ["Blue resolves Con Artist: looks at a hand"]);
    // With a second player who has one, the order is drawn: number 1 of 2 puts Blue first.
    let text = TABLE
        .replace("squad = [\"Pirate\", \"Old Hero\"]", "squad = [\"Pirate\", \"Old Hero\", \"Cheat\"]")
        .replace(
            "[[player]]\nname = \"Blue\"",
            "[[player.use]]\nability = \"con-artist\"\n[[player]]\nname = \"Blue\"",
        )
        + "[[character]]\nname = \"Cheat\"\nfaction = \"fringe\"\ncost = 5\nabilities = [\"con-artist\"]\n";
    let setup = parse(&text).unwrap();
    let game = play(&setup, &[1, 18, 12, 7]);
    assert_eq!(
        told(&game.log, "4"),
        [
            "order: Blue, Green",
            "Blue resolves Con Artist: looks at a hand",
            "Green resolves Con Artist: as its owner chooses",
        ]
    );
}

#[test]
fn step_5_a_tie_in_the_map_roll_is_rolled_again_by_the_tied_or_by_all() {
    // 9, 14, 14: Green and Blue roll again for the first two ranks: 3 and 8.
    let setup = parse(TABLE).unwrap();
    let game = play(&setup, &[9, 14, 14, 3, 8]);
    assert_eq!(game.ranking, [2, 1, 0]);
    let text = format!("{TABLE}[switches]\nmap-tie = \"all\"\n");
    let setup = parse(&text).unwrap();
    let game = play(&setup, &[9, 14, 14, 3, 8, 10]);
    // All roll again, from the highest down as they stood: Green 3, Blue 8, Red 10.
    assert_eq!(game.ranking, [0, 2, 1]);
}

#[test]
fn step_6_the_highest_roll_chooses_the_map_and_takes_the_position_that_is_left() {
    // Red has the map; Green takes the first position as it wishes, Blue the earliest left, Red the third.
    let setup = parse(TABLE).unwrap();
    let game = play(&setup, &ROLLS);
    assert_eq!((game.map.as_str(), game.order.as_slice()), ("the Docks", [1, 2, 0].as_slice()));
    let text = format!("{TABLE}[switches]\nsetup-choice = \"latest\"\n");
    let setup = parse(&text).unwrap();
    assert_eq!(play(&setup, &ROLLS).order, [1, 0, 2]);
}

#[test]
fn step_6_a_player_may_want_a_position_between_the_others() {
    // Green (second roll) wants the second position and gets it; Blue wants it too and gets the next one; Red has what is left.
    let both = TABLE
        .replace("setup = \"first\"", "position = 2")
        .replace("name = \"Blue\"", "name = \"Blue\"\nposition = 2");
    let setup = parse(&both).unwrap();
    assert_eq!(play(&setup, &ROLLS).order, [0, 1, 2]);
    let last = TABLE
        .replace("setup = \"first\"", "position = 3")
        .replace("name = \"Blue\"", "name = \"Blue\"\nposition = 3");
    let setup = parse(&last).unwrap();
    assert_eq!(play(&setup, &ROLLS).order, [2, 0, 1]);
    let problem = |text: &str| parse(&TABLE.replace("setup = \"first\"", text)).unwrap_err().to_string();
    assert!(problem("position = 4").contains("must be in 1..=3"));
    assert!(problem("setup = \"first\"\nposition = 1").contains("not both"));
}

#[test]
fn step_6_with_two_players_the_lower_roll_selects_first_or_second() {
    let start = TABLE.find("[[player]]\nname = \"Blue\"").unwrap();
    let end = TABLE.find("[[character]]").unwrap();
    let two = format!("{}{}", &TABLE[..start], &TABLE[end..]);
    let setup = parse(&two.replace("setup = \"first\"", "setup = \"last\"")).unwrap();
    assert_eq!(play(&setup, &[18, 12]).order, [0, 1]);
    let setup = parse(&two).unwrap();
    assert_eq!(play(&setup, &[18, 12]).order, [1, 0]);
}

#[test]
fn steps_7_and_8_players_set_up_in_order_with_their_abilities() {
    let setup = parse(TABLE).unwrap();
    let game = play(&setup, &ROLLS);
    assert_eq!(
        told(&game.log, "7"),
        [
            "Green sets up in the east",
            "Green resolves Light Tutor: Pirate gains a Force point",
            "Blue sets up in a side of its choice",
            "Red sets up in a side of its choice",
        ]
    );
    assert_eq!(told(&game.log, "8"), ["Blue sets up next", "Red sets up next"]);
}

#[test]
fn step_9a_and_9b_contested_bribes_go_by_setup_order_and_the_later_player_chooses_again() {
    let setup = parse(TABLE).unwrap();
    let game = play(&setup, &ROLLS);
    assert_eq!(
        told(&game.log, "9a"),
        [
            "Red reveals Bribery: takes Scout",
            "Green reveals Bribery: takes Scout",
            "Green reveals Versatility: replaces its bearer by Hero Reborn",
            "Blue reveals Admiral Gilad Pellaeon's commander effect: replaces Scout by Guard",
            "Blue reveals Programmed Target: names the Schemer",
        ]
    );
    // Green sets up first and gets the Scout. Blue's Pellaeon has lost him and chooses again: Medic by Guard. Red finds
    // neither Scout nor Medic.
    assert_eq!(
        told(&game.log, "9b"),
        [
            "Green takes Scout from Blue",
            "Green replaces Old Hero by Hero Reborn",
            "Blue cannot bring in Guard",
            "Blue replaces Medic by Guard",
            "Red cannot take Scout",
            "Red cannot take Medic",
            "Red does not use Bribery",
        ]
    );
}

#[test]
fn step_9c_abilities_gained_late_are_resolved_at_once_in_setup_order() {
    let setup = parse(TABLE).unwrap();
    let game = play(&setup, &ROLLS);
    // The Scout is Green's now, who gains his Con Artist; the new Hero keeps Light Tutor; the new Guard has his own.
    assert_eq!(
        told(&game.log, "9c"),
        [
            "Green Scout gains Con Artist and resolves it at once",
            "Green Scout gains Battle Ready",
            "Green Hero Reborn gains Light Tutor and resolves it at once",
            "Blue Guard gains Programmed Target",
        ]
    );
}

#[test]
fn step_9d_the_rest_goes_in_setup_order_and_battle_ready_waits() {
    let setup = parse(TABLE).unwrap();
    let game = play(&setup, &ROLLS);
    assert_eq!(
        told(&game.log, "9d"),
        [
            "Green keeps Battle Ready and its like",
            "Blue resolves Programmed Target: names the Schemer",
            "Blue resolves Crix Madine, SpecForce Commander's commander effect: Guard moves six",
        ]
    );
}

#[test]
fn step_10_and_11_late_additions_and_the_door_check_end_the_pre_game() {
    let setup = parse(TABLE).unwrap();
    let game = play(&setup, &ROLLS);
    assert_eq!(told(&game.log, "10"), ["Blue adds Guard"]);
    assert_eq!(told(&game.log, "11"), ["doors are checked"]);
    let names: Vec<String> = game.roster(2).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Admiral", "Guard", "Guard", "Guard"]);
    // The log never goes back but from 9b to 9a, which is told as 9b.
    let number = |entry: &Entry| entry.step.trim_end_matches(char::is_alphabetic).parse::<u8>().unwrap();
    let steps: Vec<u8> = game.log.iter().map(number).collect();
    assert!(steps.windows(2).all(|pair| pair[0] <= pair[1] || (pair[0], pair[1]) == (8, 7)), "{steps:?}");
}

#[test]
fn versatility_needs_the_same_person_and_no_higher_cost() {
    let other = TABLE.replace("counts-as = [\"Old Hero\"]\n", "");
    let setup = parse(&other).unwrap();
    let game = play(&setup, &ROLLS);
    let entry = game.log.iter().find(|entry| entry.what == "cannot bring in Hero Reborn").unwrap();
    assert!(entry.why.starts_with("it does not count as Old Hero"), "{}", entry.why);
    let dear = TABLE.replace("cost = 35", "cost = 41");
    let setup = parse(&dear).unwrap();
    let game = play(&setup, &ROLLS);
    let entry = game.log.iter().find(|entry| entry.what == "cannot bring in Hero Reborn").unwrap();
    assert!(entry.why.starts_with("it costs 41, more than the 40 of Old Hero"), "{}", entry.why);
    // Five points less: the commander effect goes over.
    let setup = parse(TABLE).unwrap();
    let game = play(&setup, &ROLLS);
    let entry = game.log.iter().find(|entry| entry.what.starts_with("replaces Old Hero")).unwrap();
    assert!(entry.why.ends_with("it takes over the commander effect"), "{}", entry.why);
}

#[test]
fn the_limit_of_sixteen_characters_holds_where_it_is_asked_for() {
    let text = TABLE.replace("build-total = 100", "build-total = 100\ntournament-2023 = true").replace(
        "squad = [\"General Hux\", \"Schemer\", \"2x Stormtrooper\"]",
        "squad = [\"Schemer\", \"13x Stormtrooper\"]",
    );
    let setup = parse(&text).unwrap();
    let game = play(&setup, &ROLLS);
    let refused = game.log.iter().filter(|entry| entry.why.starts_with("Character limit (2023)")).count();
    assert_eq!(refused, 2);
}

#[test]
fn bad_files_are_complaints_with_line_and_key() {
    let problem = |text: String| parse(&text).unwrap_err().to_string();
    let said = problem(TABLE.replace("\"Schemer\", ", "\"General Hux\", "));
    assert!(said.starts_with("table.toml:7:1: player[0].squad"), "{said}");
    assert!(said.contains("Unique: General Hux is in the squad twice"), "{said}");
    assert!(
        problem(TABLE.replace("{ take = \"Scout\" }, { take = \"Medic\" }", "{ says = \"pays\" }"))
            .contains("needs `bring`")
    );
    assert!(
        problem(TABLE.replace("ability = \"pellaeon\"", "ability = \"pelleon\""))
            .contains("did you mean `pellaeon`?")
    );
    assert!(
        problem(TABLE.replace("ability = \"pellaeon\"", "ability = \"recon\""))
            .contains("no place in the pre-game")
    );
    assert!(
        problem(TABLE.replace("setup = \"first\"", "setup = \"frist\"")).contains("did you mean `first`?")
    );
    assert!(
        problem(TABLE.replace("name = \"Green\"", "name = \"Red\"")).contains("two players have this name")
    );
    assert!(problem(TABLE.replace("take = \"Scout\"", "take = \"Scot\"")).contains("did you mean `Scout`?"));
    let one = &TABLE[..TABLE.find("[[player]]\nname = \"Green\"").unwrap()];
    let cast = &TABLE[TABLE.find("[[character]]").unwrap()..];
    assert!(problem(format!("{one}{cast}")).contains("two to 8 players"));
}
