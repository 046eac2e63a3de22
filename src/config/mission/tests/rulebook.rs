//! Every built-in mission loads, and its numbers are the rulebook's.

use super::*;

#[test]
fn every_built_in_mission_loads() {
    for (key, text) in library::BUILT_IN {
        let mission = read_mission(&format!("scenarios/missions/{key}.toml"), text);
        let mission = mission.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(mission.key, *key);
    }
    for (i, mission) in missions().iter().enumerate() {
        assert_eq!(mission.id.index(), i);
        assert!(std::ptr::eq(mission, &missions()[mission.id]));
    }
}

#[test]
fn every_file_of_the_folder_is_built_in() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/missions");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".toml").map(str::to_string))
        .collect();
    files.sort();
    let mut keys: Vec<&str> = library::BUILT_IN.iter().map(|(key, _)| *key).collect();
    keys.sort_unstable();
    assert_eq!(files, keys);
}

/// The names as the rulebook's tables spell them, and titles, keys and aliases.
#[test]
fn the_names_of_the_scenario_tables_resolve() {
    #[rustfmt::skip]
    let names = [
        ("Assassination", "assassination"), ("Asset Recovery", "asset-recovery"), ("VIP Escort", "vip-escort"),
        ("No Man Behind", "no-man-behind"), ("Combat Trial", "combat-trial"), ("Smash and Grab", "smash-and-grab"),
        ("Divide and Conquer", "divide-and-conquer"), ("HVT Recovery", "hvt-recovery"), ("Escalation", "escalation"),
        ("Wing Commander", "wing-commander"), ("Interdiction", "interdiction"), ("Exfil", "exfil"),
        ("Microjumps", "micro-jumps"), ("Micro-Jumps", "micro-jumps"), ("Data Theft", "data-theft"),
        ("What Price Victory?", "what-price-victory"), ("Patrol Ambush", "patrol-ambush"),
        ("Defensive Minefield", "defensive-minefield"), ("Space Superiority", "space-superiority"),
        ("Supply Raid", "supply-raid"), ("Prisoner Rescue", "prisoner-rescue"),
        ("Prisoner Exchange", "prisoner-exchange"), ("Intelligence Gathering", "intelligence-gathering"),
        ("Electronic Warfare", "electronic-warfare"), ("Shipping Strike", "shipping-strike"), ("Parallel", "parallel"),
        ("Commerce Raiding", "commerce-raiding"), ("Joint Strike", "joint-strike"), ("Strike Force", "strike-force"),
        ("Isolated", "isolated"), ("Capital Clash", "capital-clash"), ("Cargo Scan", "cargo-scan"),
        ("Ambush", "ambush"), ("Espionage", "espionage"), ("Espionage (alternate version)", "espionage-alternate"),
        ("den of thieves", "supply-raid"), ("SPACE_SUPERIORITY", "space-superiority"),
    ];
    for (name, key) in names {
        assert_eq!(mission(name).key, key);
    }
}

/// No two missions answer to one name.
#[test]
fn names_are_unambiguous() {
    for one in missions().iter() {
        for name in [&one.key, &one.title].into_iter().chain(&one.aliases) {
            let called: Vec<&str> =
                missions().iter().filter(|m| m.is_called(name)).map(|m| m.key.as_str()).collect();
            assert_eq!(called, [one.key.as_str()], "{name}");
        }
    }
}

/// Sizes, feature, initiative and board of every mission, as its section of the rulebook has them.
#[test]
fn sizes_and_set_up_are_the_rulebooks() {
    use Feature::{EffectsOnly, Ignored, Rolled, Used};
    use InitiativeRule::{
        AttackerChooses as A, DefenderChooses as D, Dice, SmallerFirstGroupChooses as G,
        SmallerSquadChooses as S,
    };
    #[rustfmt::skip]
    let table = [
        // mission, size (attacker / defender), unusual feature, initiative
        ("assassination",          "90 / 150",                    Used,        Dice),
        ("asset-recovery",         "75, 100, 125 (2D6)",          Used,        S),
        ("vip-escort",             "100",                         Used,        S),
        ("no-man-behind",          "50, 75, 100 (2D6)",           Used,        S),
        ("combat-trial",           "110 / 100",                   Ignored,     A),
        ("smash-and-grab",         "60 / 75",                     Ignored,     A),
        ("divide-and-conquer",     "84 / 100",                    Used,        A),
        ("hvt-recovery",           "100 / 75",                    Ignored,     D),
        ("escalation",             "150",                         Used,        G),
        ("wing-commander",         "100",                         Used,        S),
        ("interdiction",           "100 / 150",                   Ignored,     D),
        ("exfil",                  "80",                          Ignored,     A),
        ("micro-jumps",            "60 / 100",                    Ignored,     A),
        ("data-theft",             "100",                         Ignored,     D),
        ("what-price-victory",     "75",                          Used,        S),
        ("patrol-ambush",          "100",                         Ignored,     D),
        ("defensive-minefield",    "115 / 100",                   Used,        D),
        ("space-superiority",      "50, 75, 100, 125, 150 (2D6)", Used,        S),
        ("supply-raid",            "75, 100, 125 (2D6)",          Used,        S),
        ("prisoner-rescue",        "75, 100, 125 (2D6)",          Rolled,      A),
        ("prisoner-exchange",      "50, 75, 100 (2D6)",           Rolled,      S),
        ("intelligence-gathering", "100",                         Rolled,      S),
        ("electronic-warfare",     "100",                         Rolled,      A),
        ("shipping-strike",        "100",                         Rolled,      S),
        ("parallel",               "120",                         Rolled,      S),
        ("commerce-raiding",       "120",                         Rolled,      S),
        ("joint-strike",           "150",                         Rolled,      S),
        ("strike-force",           "200",                         Rolled,      S),
        ("isolated",               "120",                         Rolled,      S),
        ("capital-clash",          "250",                         Rolled,      S),
        ("cargo-scan",             "75 / 100",                    EffectsOnly, A),
        ("ambush",                 "75 / 125",                    Used,        A),
        ("espionage",              "100",                         Used,        S),
        ("espionage-alternate",    "100",                         Used,        S),
    ];
    assert_eq!(table.len(), missions().len());
    for (mission, (key, size, feature, initiative)) in missions().iter().zip(table) {
        assert_eq!(mission.key, key, "in the rulebook's order");
        assert_eq!(mission.size.in_short(), size, "{key}");
        assert_eq!(mission.feature(), feature, "{key}");
        assert_eq!(mission.initiative.rule, initiative, "{key}");
        let huge = matches!(mission.list, List::SupportShip | List::CapitalShip);
        assert_eq!(mission.area == Area::SixByThree, huge, "{key}");
        let open = matches!(key, "ambush" | "espionage" | "espionage-alternate");
        assert_eq!(mission.size.open, open, "{key}");
    }
}

/// The 2D6 tables, sum by sum from 2 to 12, and their chances: 36 cases each.
#[test]
fn rolled_sizes_follow_the_tables() {
    #[rustfmt::skip]
    let tables: [(&str, [u16; 11]); 6] = [
        //                     2    3    4    5    6    7    8    9    10   11   12
        ("asset-recovery",    [75,  75,  75, 100, 100, 100, 100, 100, 125, 125, 125]),
        ("no-man-behind",     [50,  50,  50,  50,  75,  75,  75, 100, 100, 100, 100]),
        ("space-superiority", [50,  50,  75,  75, 100, 100, 100, 125, 125, 150, 150]),
        ("supply-raid",       [75,  75,  75, 100, 100, 100, 100, 100, 125, 125, 125]),
        ("prisoner-rescue",   [75,  75,  75, 100, 100, 100, 100, 100, 125, 125, 125]),
        ("prisoner-exchange", [50,  50,  50,  50,  75,  75,  75, 100, 100, 100, 100]),
    ];
    for (key, points) in tables {
        for (roll, points) in (2..=12).zip(points) {
            assert_eq!(mission(key).size.points(roll), [points, points], "{key} at {roll}");
        }
        let cases: u32 = mission(key).size.cases().iter().map(|case| u32::from(case.1)).sum();
        assert_eq!(cases, 36, "{key}");
        assert_eq!(mission(key).size.usual()[0], if points[5] == 75 { 75 } else { 100 }, "{key}");
    }
    // 2 and 3 come up in 1 + 2 cases of 36, 6 to 8 in 5 + 6 + 5.
    let cases = mission("space-superiority").size.cases();
    assert_eq!(cases.iter().map(|case| case.1).collect::<Vec<_>>(), [3, 7, 16, 7, 3]);
    assert_eq!(mission("assassination").size.cases(), [([90, 150], 36)]);
}

/// Numbers inside the missions' special rules, each as its section has it.
#[test]
fn special_numbers_are_the_rulebooks() {
    let target = |key: &str, token| mission(key).token(token).and_then(|rule| rule.target).expect("a target");
    let action =
        |key: &str, name| mission(key).actions.iter().find(|rule| rule.action == name).expect("an action");

    let bounty = mission("assassination").role(Side::Defender, SquadRole::Bounty).and_then(|rule| rule.cost);
    assert_eq!(bounty, Some(RoleCost { base_factor: 2, elite_slots: 2, upgrade_reduction: 10 }));
    assert_eq!(mission("assassination").initiative.reroll, Some(Side::Attacker));
    for mission in missions().iter() {
        assert!(mission.initiative.dice.is_none_or(|dice| dice == 3), "{}", mission.key);
    }

    assert_eq!(mission("asset-recovery").token_count(TokenKind::DisabledShip), 3);
    assert_eq!(mission("asset-recovery").token(TokenKind::DisabledShip).map(|rule| rule.cargo), Some(4));

    let shuttle = target("vip-escort", TokenKind::Shuttle);
    assert_eq!((shuttle.agility, shuttle.hull, shuttle.shields), (2, Some(6), 6));
    let handicap =
        mission("no-man-behind").role(Side::Defender, SquadRole::Disabled).and_then(|rule| rule.handicap);
    assert_eq!(handicap, Some(Handicap { min_speed: 1, max_speed: 2, may_flee: false, until_round: 5 }));

    let facility = target("combat-trial", TokenKind::Function);
    assert_eq!((facility.agility, facility.face_up_agility, facility.hull), (4, Some(2), Some(3)));
    assert_eq!(
        mission("combat-trial").role(Side::Attacker, SquadRole::Operatives).map(|rule| rule.tokens),
        Some(2)
    );
    let Some(Special::Functions(functions)) = mission("combat-trial").special.first() else {
        panic!("functions")
    };
    assert_eq!(
        (functions.functions.len(), functions.weapon, functions.agility, functions.hull),
        (6, 2, 1, 3)
    );

    let faces = &mission("smash-and-grab").token(TokenKind::Cache).expect("caches").faces;
    assert_eq!(faces.iter().map(|face| face.count).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(mission("smash-and-grab").token_count(TokenKind::Cache), 5);

    assert_eq!(mission("divide-and-conquer").waves[0].round, 3);
    assert_eq!(mission("hvt-recovery").reinforcements[0].min_skill, 2);
    assert_eq!(action("hvt-recovery", ActionName::Tow).amount, 2);
    assert_eq!(mission("escalation").waves.iter().map(|wave| wave.round).collect::<Vec<_>>(), [3, 6]);
    assert_eq!(mission("escalation").token_count(TokenKind::Scope), 6);
    let Some(Special::Orders(orders)) = mission("wing-commander").special.first() else { panic!("orders") };
    assert_eq!((orders.orders.len(), orders.agility, orders.skill, orders.range), (3, 1, 12, 3));

    let satellite = target("interdiction", TokenKind::Satellite);
    assert_eq!((satellite.agility, satellite.hull), (1, Some(4)));
    let not_taken = Win::NotTakenBy(NotTakenBy { token: TokenKind::Sabotage, round: 5 });
    assert!(mission("exfil").wins(Side::Defender).contains(&not_taken));
    assert_eq!(mission("exfil").token(TokenKind::Sabotage).and_then(|rule| rule.revealed_in_round), Some(2));
    assert_eq!(mission("micro-jumps").token_count(TokenKind::Microjump), 3);
    assert_eq!(
        mission("data-theft").token(TokenKind::Intel).map(|rule| rule.values.clone()),
        Some(vec![1, 2, 2, 4])
    );
    let mine = target("defensive-minefield", TokenKind::Mine);
    assert_eq!((mine.agility, mine.hull, mine.damage), (0, Some(2), DamageRule::CritsOnly));
    assert_eq!(mission("defensive-minefield").token_count(TokenKind::Mine), 6);
    assert_eq!(
        action("defensive-minefield", ActionName::Detonate).roll.map(|roll| roll.attack_dice),
        Some(3)
    );

    let steal = action("supply-raid", ActionName::Steal).roll.expect("a roll");
    assert_eq!((steal.attack_dice, steal.defense_dice, steal.crits_per_tracking), (3, 3, 1));
    let extract = action("prisoner-rescue", ActionName::Extract).roll.and_then(|roll| roll.per);
    assert_eq!(extract, Some(DicePer { each: DiePer::CrewIcon, dice: 2 }));
    assert_eq!(mission("intelligence-gathering").token_count(TokenKind::Satellite), 4);
    assert_eq!(mission("electronic-warfare").token_count(TokenKind::Satellite), 5);
    assert_eq!(mission("cargo-scan").token_count(TokenKind::Container), 8);
    let roll = Win::TrackingRoll(TrackingRoll { sides: 8, reach: 9 });
    assert_eq!(mission("cargo-scan").wins(Side::Attacker), [roll]);
    assert_eq!(mission("espionage").token_count(TokenKind::Satellite), 6);
    assert_eq!(mission("espionage-alternate").token_count(TokenKind::Satellite), 7);
}

/// Which side replaces which losses.
#[test]
fn reinforcements_go_to_the_side_that_the_rulebook_names() {
    let calls = |mission: &Mission| Side::BOTH.map(|side| mission.reinforcements(side).is_some());
    #[rustfmt::skip]
    let expected = [
        // attacker, defender
        ("asset-recovery", [true, true]), ("vip-escort", [true, false]), ("no-man-behind", [true, false]),
        ("smash-and-grab", [false, true]), ("hvt-recovery", [false, true]), ("what-price-victory", [true, true]),
        ("intelligence-gathering", [false, true]), ("electronic-warfare", [false, true]),
    ];
    for mission in missions().iter() {
        let known =
            expected.iter().find(|(key, _)| *key == mission.key).map_or([false; 2], |(_, sides)| *sides);
        assert_eq!(calls(mission), known, "{}", mission.key);
    }
}

/// A mission written out and read again is the same mission: no key is lost on the way.
#[test]
fn missions_survive_being_written_and_read() {
    for mission in missions().iter() {
        let written = toml::to_string(mission).unwrap_or_else(|error| panic!("{}: {error}", mission.key));
        let mut read =
            read_mission(&format!("{}.toml", mission.key), &written).unwrap_or_else(|e| panic!("{e}"));
        read.id = mission.id;
        assert_eq!(&read, mission, "{}", mission.key);
    }
}
