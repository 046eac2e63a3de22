//! Bad files: every fault is a complaint with its place, and nothing panics.

use proptest::prelude::*;

use super::*;
use crate::error::{Complaint, Error};

/// The complaint about a built-in mission with one piece of its text replaced.
fn spoiled(key: &str, old: &str, new: &str) -> Complaint {
    let text = text(key);
    assert!(text.contains(old), "{key} has `{old}`");
    match read_mission("own.toml", &text.replacen(old, new, 1)) {
        Err(Error::Input(complaint)) => *complaint,
        other => panic!("expected a complaint, got {other:?}"),
    }
}

#[test]
fn an_unknown_word_names_the_nearest_and_its_place() {
    let complaint = spoiled("space-superiority", "smaller-squad-chooses", "smaler-squad-chooses");
    assert_eq!(complaint.nearest.as_deref(), Some("smaller-squad-chooses"));
    assert_eq!(complaint.key, "initiative.rule");
    assert!(complaint.problem.contains("attacker-chooses"), "{}", complaint.problem);
    let line = text("space-superiority").lines().position(|line| line.contains("smaller-squad")).unwrap() + 1;
    assert_eq!(complaint.line, line);
    assert!(complaint.to_string().starts_with(&format!("own.toml:{line}:8: initiative.rule")), "{complaint}");
}

#[test]
fn an_unknown_victory_word_is_found_in_its_list() {
    let complaint = spoiled("assassination", "foe-role-destroyed", "foe-role-destroid");
    assert_eq!(complaint.nearest.as_deref(), Some("foe-role-destroyed"));
    assert!(complaint.key.starts_with("victory.attacker[0]"), "{}", complaint.key);
}

#[test]
fn an_unknown_key_is_refused_on_every_level() {
    for (key, old, new, nearest) in [
        ("space-superiority", "title =", "tittle =", "title"),
        ("supply-raid", "passes_on = \"when", "passeson = \"when", "passes_on"),
        ("supply-raid", "crits_per_tracking", "crits_per_trackin", "crits_per_tracking"),
        ("hvt-recovery", "costs_tracking_token", "cost_tracking_token", "costs_tracking_token"),
        ("interdiction", "switched_by", "switchedby", "switched_by"),
    ] {
        let complaint = spoiled(key, old, new);
        assert_eq!(complaint.nearest.as_deref(), Some(nearest), "{complaint}");
        assert!(0 < complaint.line && complaint.problem.contains("unknown key"), "{complaint}");
    }
}

/// What the types alone cannot say; each with the key that the complaint must name.
#[test]
fn faults_across_keys_are_found() {
    #[rustfmt::skip]
    let cases = [
        ("assassination",      "attacker = 90",                 "attacker = 0",                "size.attacker"),
        ("assassination",      "defender = 150",                "",                            "size.defender"),
        ("space-superiority",  "to = 3, points",                "to = 4, points",              "size.rolled[1]"),
        ("space-superiority",  "dice = 3",                      "",                            "initiative.dice"),
        ("combat-trial",       "rule = \"attacker-chooses\"",   "rule = \"attacker-chooses\"\ndice = 3", "initiative.dice"),
        ("vip-escort",         "token-destroyed = \"shuttle\"", "token-destroyed = \"mine\"",  "victory.attacker[0]"),
        ("assassination",      "chosen = \"squad-building\"",   "chosen = \"set-up\"",         "roles[0].chosen"),
        ("assassination",      "base_factor = 2",               "base_factor = 0",             "roles[0].cost.base_factor"),
        ("wing-commander",     "role = \"wing-commander\"\nrange", "role = \"slicer\"\nrange", "special[0].orders.role"),
        ("divide-and-conquer", "count = 2, divided",            "count = 3, divided",          "restrictions.defender.groups.count"),
        ("divide-and-conquer", "group = 1",                     "group = 3",                   "setup[1].ships.group"),
        ("patrol-ambush",      "forces = \"role\"",             "forces = \"remaining\"",      "waves[0].role"),
        ("supply-raid",        "max_ships = 2",                 "max_ships = 4",               "tokens[0].moves.faster.max_ships"),
        ("supply-raid",        "range = 1\neffect",             "range = 6\neffect",           "actions[0].range"),
        ("hvt-recovery",       "range = 2\neffect",             "effect",                      "actions[0].range"),
        ("micro-jumps",        "effect_range = 1",              "",                            "actions[0].effect_range"),
        ("vip-escort",         "hull = 6",                      "hull = 0",                    "tokens[0].target.hull"),
        ("what-price-victory", "defender = [\"last-on-board\"]", "defender = []",              "victory.defender"),
        ("cargo-scan",         "sides = 8",                     "sides = 0",                   "victory.attacker[0]"),
        ("prisoner-exchange",  "until = \"exchange\"",          "until = \"scan\"",            "special[1].truce.until"),
        ("smash-and-grab",     "large_ships = { min = 1, max = 1 }", "large_ships = {}",       "restrictions.attacker.large_ships"),
        ("smash-and-grab",     "min = 1, max = 1",              "min = 2, max = 1",            "restrictions.attacker.large_ships"),
    ];
    for (key, old, new, wanted) in cases {
        let complaint = spoiled(key, old, new);
        assert_eq!(complaint.key, wanted, "{complaint}");
        assert!(0 < complaint.line && !complaint.problem.is_empty(), "{complaint}");
    }
}

#[test]
fn an_unknown_ship_in_barred_names_the_nearest() {
    let complaint = spoiled("prisoner-rescue", "TIE Phantom\"]", "TIE Phantm\"]");
    assert!(complaint.to_string().contains("TIE Phantom"), "{complaint}");
    assert!(0 < complaint.line, "{complaint}");
}

#[test]
fn every_fault_of_a_file_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.toml");
    let text = text("assassination")
        .replace("attacker = 90", "attacker = 0")
        .replace("base_factor = 2", "base_factor = 0");
    std::fs::write(&path, text).expect("written");
    assert_eq!(check_mission(&path).expect_err("two faults").len(), 2);
    let missing = load_mission(&folder.path().join("none.toml")).expect_err("no such file");
    assert!(missing.to_string().contains("none.toml"), "{missing}");
}

#[test]
fn an_unknown_mission_names_the_nearest() {
    let error = find("supply rade").expect_err("no such mission").to_string();
    assert!(error.contains("did you mean `supply-raid`"), "{error}");
}

#[test]
fn an_own_mission_can_be_adopted_and_found() {
    let text = text("ambush").replace("title = \"Ambush\"", "title = \"Ambush by Three Suns\"");
    let own = read_mission("somewhere/three-suns.toml", &text).expect("sound");
    let kept = adopt(own);
    assert!(missions().len() <= kept.id.index(), "after the built-in ones");
    assert_eq!(find("three suns").expect("known").title, "Ambush by Three Suns");
    assert_eq!(find("ambush").expect("known").key, "ambush");
}

/// Who copies a file and forgets its title must not have his mission played in place of the other one.
#[test]
fn a_copy_under_another_name_does_not_replace_the_mission_of_its_title() {
    let kept = adopt(read_mission("somewhere/library-test-copy.toml", text("patrol-ambush")).expect("sound"));
    assert_eq!(find("patrol-ambush").expect("built in").id, missions().find("patrol-ambush").unwrap().id);
    assert_eq!(find("Patrol Ambush").expect("built in").key, "patrol-ambush");
    assert_eq!(find("library-test-copy").expect("adopted").id, kept.id);
}

/// A small edit of a TOML text: a number or a word replaced, a line dropped or doubled.
fn edited(text: &str, kind: u8, at: usize, number: i64, word: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let at = at % lines.len();
    let words = all_words();
    let line = match kind {
        0 => replace_run(lines[at], |c| c.is_ascii_digit(), &number.to_string()),
        1 => {
            let new = words[word % words.len()].word;
            let quoted: Vec<&str> = lines[at].splitn(3, '"').collect();
            if quoted.len() == 3 {
                format!("{}\"{new}\"{}", quoted[0], quoted[2])
            } else {
                lines[at].to_string()
            }
        }
        2 => String::new(),
        3 => format!("{}\n{}", lines[at], lines[at]),
        _ => replace_run(lines[at], |c| c.is_alphabetic(), "x"),
    };
    let mut new: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
    new[at] = line;
    new.join("\n")
}

fn replace_run(line: &str, of: impl Fn(char) -> bool, new: &str) -> String {
    let Some(start) = line.find(&of) else { return line.to_string() };
    let end = line[start..].find(|c| !of(c)).map_or(line.len(), |length| start + length);
    format!("{}{new}{}", &line[..start], &line[end..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Whatever is done to a file: it is read or complained about with file and place, and what is read can be
    /// described, sized and asked for its words.
    #[test]
    fn edited_missions_never_panic(
        which in 0..library::BUILT_IN.len(),
        edits in prop::collection::vec((0u8..5, any::<usize>(), prop_oneof![-2i64..400, any::<i64>()], any::<usize>()), 1..4),
    ) {
        let mut text = library::BUILT_IN[which].1.to_string();
        for (kind, at, number, word) in edits {
            text = edited(&text, kind, at, number, word);
        }
        match read_mission("own.toml", &text) {
            Ok(mission) => {
                prop_assert!(!mission.sections().is_empty());
                prop_assert!(!mission.words().is_empty());
                let _ = (mission.special_words(), mission.restriction_words(), mission.size.usual());
                for roll in 2..=12 {
                    prop_assert!(mission.size.points(roll).iter().all(|points| 0 < *points));
                }
            }
            Err(error) => prop_assert!(error.to_string().starts_with("own.toml"), "{error}"),
        }
    }

    /// No squad, however strange, makes the check stop.
    #[test]
    fn strange_squads_never_panic(
        which in 0..library::BUILT_IN.len(),
        numbers in prop::collection::vec((any::<u16>(), any::<i16>(), any::<u8>(), 0u8..12), 0..20),
        support_ships: u8, capital_ships: u8, huge_ship_points: u16, size: u16,
    ) {
        let mission = &missions()[MissionId(which as u8)];
        let ships: Vec<ShipSummary> = numbers
            .iter()
            .map(|&(base_points, upgrade_points, n, role)| ShipSummary {
                class: crate::ids::ShipClassId(n % 4),
                size: crate::catalog::BaseSize::ALL[usize::from(n % 3)],
                base_points,
                upgrade_points,
                skill: n,
                unique_pilot: n % 2 == 0,
                group: n,
                role: SquadRole::ALL.get(usize::from(role)).copied(),
                crew_icons: n,
                empty_crew_slots: n,
            })
            .collect();
        let squad = SquadSummary { ships: &ships, support_ships, capital_ships, huge_ship_points };
        for side in Side::BOTH {
            let found = mission.check_squad(side, size, &squad);
            prop_assert_eq!(found.is_empty(), mission.allows_squad(side, size, &squad));
            for violation in found {
                prop_assert!(!violation.in_words(mission, side).is_empty());
            }
        }
    }
}
