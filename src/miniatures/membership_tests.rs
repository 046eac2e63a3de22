//! The guide's questions, each a test named after its heading.

use super::abilities::Abilities;
use super::characters::{Character, Characters, Faction};
use super::membership::{CostFor, Membership, Origin, PieceId};
use super::squad::{Brief, Format};
use super::switches::Switches;

/// A small cast; costs and conditions are made up for the tests.
const CAST: &str = r#"
[[character]]
name = "Leader"
faction = "rebel"
cost = 40
unique = true
commander = true
benefits = [
    { ability = "clan-leader", grants-to = "word: Trooper" },
    { ability = "camaraderie", grants-to = "word: Trooper", grants = "con-artist" },
    { ability = "commander-effect" },
    { ability = "synergy", grants-to = "word: Trooper" },
    { ability = "yaddle" },
]
rapport = [{ who = "word: Trooper", discount = 3 }]

[[character]]
name = "Proud"
faction = "rebel"
cost = 30
benefits = [
    { ability = "prideful", when = "costliest" },
    { ability = "my-pets-from-myrkr", when = "lacks unique" },
    { ability = "karrde", when = "lacks unique" },
    { ability = "general-leia", when = "lacks unique" },
    { ability = "specialization", when = "distinct word: Trooper" },
    { ability = "call-for-support", when = "lacks unique" },
]

[[character]]
name = "Trooper"
faction = "rebel"
cost = 12

[[character]]
name = "Agent"
faction = "rebel"
cost = 15
benefits = [
    { ability = "black-sun", when = "has word: Leader" },
    { ability = "phoenix-squadron", when = "has word: Leader" },
    { ability = "wraith-squadron", when = "has word: Leader" },
]

[[character]]
name = "Rakghoul"
faction = "fringe"
cost = 0
"#;

fn cast() -> Characters {
    let mut characters = Characters::built_in().clone();
    characters.extend("cast.toml", CAST, Abilities::built_in()).unwrap();
    characters
}

fn brief() -> Brief {
    Brief { format: Format::Standard, build_total: 200, faction: Faction::Rebel, tournament_2023: false }
}

/// Two squads: Leader, Proud, Agent and two Troopers against a Trooper.
struct Table<'d> {
    squads: Membership<'d>,
    leader: PieceId,
    proud: PieceId,
    agent: PieceId,
    troopers: [PieceId; 2],
    enemy: PieceId,
    characters: &'d Characters,
}

fn table_with(characters: &Characters, switches: Switches) -> Table<'_> {
    let mut squads = Membership::new(characters, Abilities::built_in(), switches, vec![brief(), brief()]);
    let row = |name: &str| characters.position(name).unwrap();
    let ids = squads.build(0, &["Leader", "Proud", "Agent", "Trooper", "Trooper"].map(row));
    let enemy = squads.build(1, &[row("Trooper")])[0];
    Table {
        squads,
        leader: ids[0],
        proud: ids[1],
        agent: ids[2],
        troopers: [ids[3], ids[4]],
        enemy,
        characters,
    }
}

fn table(characters: &Characters) -> Table<'_> {
    table_with(characters, Switches::default())
}

#[test]
fn what_is_squadbuilding_what_is_deferred_squadbuilding() {
    // The seven examples of the guide are deferred; abilities of other steps are not.
    let abilities = Abilities::built_in();
    for key in ["reinforcements", "bribery", "reserves", "versatility", "allana-solo", "pellaeon", "kadjidii"]
    {
        assert!(abilities.find(key).unwrap().deferred, "{key}");
    }
    for key in ["light-tutor", "camaraderie", "recon", "betrayal", "rakghoul-disease"] {
        assert!(!abilities.find(key).unwrap().deferred, "{key}");
    }
    // What affects squadbuilding affects it too: a second Leader is refused, an off-faction one as well.
    let characters = cast();
    let mut table = table(&characters);
    let row = |name: &str| characters.position(name).unwrap();
    let refused = table.squads.add(0, row("Leader"), Origin::Reinforcements).unwrap_err();
    assert_eq!(refused[0].rule, "Unique");
    let refused = table.squads.add(0, row("General Hux"), Origin::Reinforcements).unwrap_err();
    assert_eq!(refused[0].rule, "Faction");
    // Restrictions are ignored in Out of the Box.
    let open = Brief { format: Format::OutOfTheBox, ..brief() };
    let mut boxed = Membership::new(&characters, abilities, Switches::default(), vec![open]);
    boxed.build(0, &[row("Leader")]);
    assert!(boxed.add(0, row("Leader"), Origin::Reserves).is_ok());
}

#[test]
fn when_do_you_use_the_rapport_adjusted_cost_and_when_the_printed_cost() {
    // Trooper 12, with the Leader's Rapport 9.
    let characters = cast();
    let mut table = table(&characters);
    let trooper = table.troopers[0];
    assert_eq!(table.squads.cost(trooper, CostFor::Squadbuilding), 9);
    assert_eq!(table.squads.cost(trooper, CostFor::Scoring), 9);
    assert_eq!(table.squads.cost(trooper, CostFor::Gambit), 9);
    assert_eq!(table.squads.cost(trooper, CostFor::Comparison), 12);
    // The enemy's has no Rapport. Gambit needs 10 by default: 12 scores, 9 does not.
    assert_eq!(table.squads.cost(table.enemy, CostFor::Scoring), 12);
    assert!(table.squads.is_worth_gambit(table.enemy) && !table.squads.is_worth_gambit(trooper));
    // Reinforcements are worth nothing, but compare with their printed cost.
    let row = table.characters.position("Agent").unwrap();
    let reinforcement = table.squads.add(0, row, Origin::Reinforcements).unwrap();
    assert_eq!(table.squads.cost(reinforcement, CostFor::Scoring), 0);
    assert_eq!(table.squads.cost(reinforcement, CostFor::Gambit), 0);
    assert_eq!(table.squads.cost(reinforcement, CostFor::Comparison), 15);
    assert!(!table.squads.is_worth_gambit(reinforcement));
}

#[test]
fn costs_of_late_additions_follow_their_switches() {
    let characters = cast();
    let row = |name: &str| characters.position(name).unwrap();
    // Ruling A29: Reserves and a Rakghoul's victim score nothing, or what they would have cost.
    let mut zero = table(&characters);
    let reserves = zero.squads.add(0, row("Trooper"), Origin::Reserves).unwrap();
    assert_eq!(zero.squads.cost(reserves, CostFor::Scoring), 0);
    let mut switches = Switches::default();
    switches.set("added-score", "cost").unwrap();
    let mut cost = table_with(&characters, switches);
    let reserves = cost.squads.add(0, row("Trooper"), Origin::Reserves).unwrap();
    assert_eq!(cost.squads.cost(reserves, CostFor::Scoring), 9);
    // A replacement scores its own adjusted cost, a bribed character the one of the squad it was built in.
    let newcomer = zero.squads.replace(zero.proud, row("Trooper")).unwrap();
    assert_eq!(zero.squads.cost(newcomer, CostFor::Scoring), 9);
    zero.squads.change_sides(zero.troopers[1], 1);
    assert_eq!(zero.squads.cost(zero.troopers[1], CostFor::Scoring), 9);
    // Ruling A30: frozen, or priced anew without the Leader's Rapport.
    let mut switches = Switches::default();
    switches.set("rapport-freeze", "false").unwrap();
    let mut live = table_with(&characters, switches);
    live.squads.change_sides(live.troopers[1], 1);
    assert_eq!(live.squads.cost(live.troopers[1], CostFor::Scoring), 12);
}

#[test]
fn is_there_a_difference_between_a_squad_containing_a_character_and_a_character_being_in_a_squad() {
    // One question, one answer: membership is a single predicate, read from both ends.
    let characters = cast();
    let mut table = table(&characters);
    table.squads.defeat(table.troopers[0]);
    for id in 0..table.squads.pieces().len() {
        for squad in 0..2 {
            let contained = table.squads.members(squad).any(|member| member == id);
            assert_eq!(contained, table.squads.is_in_squad(id, squad));
        }
    }
}

#[test]
fn does_a_defeated_character_count_as_being_in_the_squad() {
    let characters = cast();
    let mut table = table(&characters);
    table.squads.defeat(table.leader);
    assert!(table.squads.is_in_squad(table.leader, 0));
}

#[test]
fn does_a_defeated_character_count_as_an_ally() {
    let characters = cast();
    let mut table = table(&characters);
    assert!(table.squads.is_ally(table.proud, table.leader));
    table.squads.defeat(table.leader);
    assert!(!table.squads.is_ally(table.proud, table.leader));
    // Nor is an enemy an ally, nor oneself; off the grid it depends on the switch (ruling A31).
    assert!(!table.squads.is_ally(table.proud, table.enemy));
    assert!(!table.squads.is_ally(table.proud, table.proud));
    table.squads.leave_grid(table.agent);
    assert!(!table.squads.is_ally(table.proud, table.agent));
    table.squads.return_to_grid(table.agent);
    assert!(table.squads.is_ally(table.proud, table.agent));
    // A team-mate's characters are allies.
    table.squads.set_teams(vec![0, 0]);
    assert!(table.squads.is_ally(table.proud, table.enemy));
}

#[test]
fn off_grid_characters_are_in_the_squad_and_allies_only_by_switch() {
    let characters = cast();
    let mut switches = Switches::default();
    switches.set("offgrid-is-ally", "true").unwrap();
    let mut table = table_with(&characters, switches);
    table.squads.leave_grid(table.agent);
    assert!(table.squads.is_in_squad(table.agent, 0) && table.squads.is_ally(table.proud, table.agent));
}

#[test]
fn if_a_character_changes_sides_does_the_new_squad_contain_that_character_does_the_old_squad() {
    let characters = cast();
    let mut table = table(&characters);
    table.squads.change_sides(table.agent, 1);
    assert!(!table.squads.is_in_squad(table.agent, 0) && table.squads.is_in_squad(table.agent, 1));
    assert!(
        !table.squads.is_ally(table.proud, table.agent) && table.squads.is_ally(table.enemy, table.agent)
    );
}

#[test]
fn do_characters_effects_continue_after_they_are_defeated() {
    let characters = cast();
    let mut table = table(&characters);
    table.squads.defeat(table.leader);
    // Generally not; what lasts to the end of the skirmish does, and Camaraderie does.
    for (ability, works) in [
        ("commander-effect", false),
        ("clan-leader", false),
        ("synergy", false),
        ("yaddle", true),
        ("camaraderie", true),
    ] {
        assert_eq!(table.squads.is_benefit_active(table.leader, ability), works, "{ability}");
    }
}

#[test]
fn does_a_replaced_character_count_as_being_in_a_squad() {
    let characters = cast();
    let mut table = table(&characters);
    let row = |name: &str| characters.position(name).unwrap();
    let newcomer = table.squads.replace(table.proud, row("Agent")).unwrap();
    assert!(!table.squads.is_in_squad(table.proud, 0) && table.squads.is_in_squad(newcomer, 0));
    // A Rakghoul's victim is not replaced: it stays a defeated member of its own squad.
    let rakghoul = table.squads.defeat_and_add(table.troopers[0], 1, row("Rakghoul"));
    assert!(table.squads.is_in_squad(table.troopers[0], 0) && table.squads.is_in_squad(rakghoul, 1));
    assert_eq!(table.squads.cost(rakghoul, CostFor::Scoring), 0);
    // A replacement that is not legal changes nothing.
    assert!(table.squads.replace(table.agent, row("Leader")).is_err());
    assert!(table.squads.is_in_squad(table.agent, 0));
    // But the replaced one's own name is free again.
    assert!(table.squads.replace(table.leader, row("Leader")).is_ok());
}

#[test]
fn if_a_unique_character_is_defeated_can_i_bring_in_another_copy_through_reserves() {
    let characters = cast();
    let mut table = table(&characters);
    table.squads.defeat(table.leader);
    let row = characters.position("Leader").unwrap();
    assert_eq!(table.squads.add(0, row, Origin::Reserves).unwrap_err()[0].rule, "Unique");
}

#[test]
fn if_a_character_is_defeated_can_that_turn_on_pridefuls_bonus_or_another_bonus_related_to_squadbuilding() {
    let characters = cast();
    let mut table = table(&characters);
    let all =
        ["prideful", "my-pets-from-myrkr", "karrde", "general-leia", "specialization", "call-for-support"];
    let works = |table: &Table, ability: &str| table.squads.is_benefit_active(table.proud, ability);
    // The Leader is Unique and costs more, and the two Troopers count as the same: nothing works yet.
    assert!(all.iter().all(|ability| !works(&table, ability)));
    table.squads.defeat(table.leader);
    table.squads.defeat(table.troopers[0]);
    // What reads the squad is not switched on by losses; what reads allies is.
    for ability in &all[..4] {
        assert!(!works(&table, ability), "{ability}");
    }
    assert!(works(&table, "specialization") && works(&table, "call-for-support"));
    // And they end with their bearer.
    table.squads.defeat(table.proud);
    assert!(all.iter().all(|ability| !works(&table, ability)));
}

#[test]
fn clan_leader_and_camaraderie_have_basically_the_same_text_do_they_work_the_same_way() {
    let characters = cast();
    let mut table = table(&characters);
    let who = |table: &Table, ability: &str| {
        table.squads.beneficiaries(table.leader, table.squads.benefit(table.leader, ability).unwrap())
    };
    assert_eq!(who(&table, "clan-leader"), table.troopers);
    assert_eq!(who(&table, "camaraderie"), table.troopers);
    table.squads.defeat(table.leader);
    assert!(who(&table, "clan-leader").is_empty());
    assert_eq!(who(&table, "camaraderie"), table.troopers);
}

#[test]
fn character_a_gets_a_benefit_from_being_in_a_squad_with_character_b_does_it_still_if_b_is_defeated() {
    let characters = cast();
    let mut table = table(&characters);
    let partner = ["black-sun", "phoenix-squadron", "wraith-squadron"];
    let works = |table: &Table, ability: &str| table.squads.is_benefit_active(table.agent, ability);
    assert!(partner.iter().all(|ability| works(&table, ability)));
    table.squads.defeat(table.leader);
    assert!(partner.iter().all(|ability| works(&table, ability)));
    // The benefit is the Agent's own, so it ends with a partner who leaves the squad, and with the Agent.
    table.squads.change_sides(table.leader, 1);
    assert!(partner.iter().all(|ability| !works(&table, ability)));
    table.squads.change_sides(table.leader, 0);
    assert!(partner.iter().all(|ability| works(&table, ability)));
    table.squads.defeat(table.agent);
    assert!(partner.iter().all(|ability| !works(&table, ability)));
}

#[test]
fn can_the_benefits_of_camaraderie_be_lost() {
    let characters = cast();
    let row = |name: &str| characters.position(name).unwrap();
    let granted =
        |table: &Table, id: PieceId| table.squads.abilities_of(id).contains(&"con-artist".to_string());
    let mut table_one = table(&characters);
    let trooper = table_one.troopers[0];
    table_one.squads.defeat(table_one.leader);
    assert!(granted(&table_one, trooper), "defeat keeps it");
    // A character that joins later has it too.
    let joiner = table_one.squads.add(0, row("Trooper"), Origin::Reserves).unwrap();
    assert!(granted(&table_one, joiner));
    // Betrayal of the bearer ends it here and begins it there.
    table_one.squads.change_sides(table_one.leader, 1);
    assert!(!granted(&table_one, trooper) && granted(&table_one, table_one.enemy));
    // Replacement ends it.
    let mut table_two = table(&characters);
    table_two.squads.replace(table_two.leader, row("Agent")).unwrap();
    assert!(!granted(&table_two, table_two.troopers[0]));
}

#[test]
fn rapport_of_the_known_cards_applies() {
    // Sidious makes a Darth Vader 10 cheaper; Han with Bowcaster costs 5 less beside a Unique Resistance commander.
    let characters = cast();
    let sidious = characters.find("Darth Sidious, Sith Mastermind").unwrap();
    let vader = Character { name: "Darth Vader, Dark Jedi".into(), cost: Some(50), ..Character::default() };
    assert_eq!(super::squad::build_cost(&vader, &[sidious]), 40);
    let han = characters.find("Han Solo with Bowcaster").unwrap();
    let leia = Character {
        name: "General".into(),
        unique: true,
        commander: true,
        traits: vec!["Resistance".into()],
        ..Character::default()
    };
    assert_eq!(super::squad::build_cost(han, &[&leia]), 28);
    assert_eq!(super::squad::build_cost(han, &[]), 33);
}
