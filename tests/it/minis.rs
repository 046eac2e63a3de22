//! `canto minis` from outside.

use std::fs;

use serde_json::Value;

use crate::command::{canto, complains, json, stdout};

fn exact(result: &Value, outcome: &str) -> f64 {
    let outcomes = result["outcomes"].as_array().expect("outcomes");
    let row = outcomes.iter().find(|row| row["outcome"] == outcome).expect("a row for each player");
    row["exact"].as_f64().expect("an exact value")
}

fn first_of_two(first: &str, second: &str, more: &[&str]) -> f64 {
    let words = ["minis", "initiative", "--exact-only", "--player", first, "--player", second];
    exact(&json(&[&words, more].concat()), "player1")
}

#[track_caller]
fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} {b}");
}

#[test]
fn minis_initiative_has_the_published_shape() {
    let words = [
        "minis",
        "initiative",
        "--player",
        "recon",
        "--player",
        "tactician:4,anticipation",
        "--trials",
        "20000",
    ];
    let result = json(&words);
    assert_eq!((&result["seed"], &result["trials"]), (&1.into(), &20000.into()));
    assert_eq!(result["parameters"]["players"][1], "tactician:4,anticipation");
    close(exact(&result, "player1") + exact(&result, "player2"), 1.0);
    for row in result["outcomes"].as_array().unwrap() {
        let [low, value, high] = ["low", "simulated", "high"].map(|key| row[key].as_f64().unwrap());
        assert!(low < value && value < high);
        assert!((value - row["exact"].as_f64().unwrap()).abs() < 0.02);
    }
    // Beside the winners: rerolls and what was spent, exact and simulated.
    let rerolls = result["rerolls"].as_array().unwrap();
    close(rerolls.iter().map(|row| row["exact"].as_f64().unwrap()).sum(), 1.0);
    let spent = &result["resources"][1];
    assert_eq!(
        (&spent["player"], &spent["resource"], &spent["outcome"]),
        (&"player2".into(), &"force points".into(), &"1".into())
    );
    assert!(0.0 < spent["exact"].as_f64().unwrap() && 0 < spent["count"].as_u64().unwrap());
}

#[test]
fn minis_initiative_knows_every_word() {
    // Derived in `miniatures::exact_tests`.
    close(first_of_two("plain", "plain", &[]), 0.5);
    close(first_of_two("recon", "plain", &[]), 0.675);
    close(first_of_two("foresee", "plain", &[]), 0.66625);
    close(first_of_two("foresee:2", "plain", &[]), 0.66625);
    close(first_of_two("tactician:4", "plain", &[]), 0.67);
    close(first_of_two("watch-circle:4", "plain", &[]), 0.67);
    close(first_of_two("sense", "plain", &[]), 1.0);
    close(first_of_two("master-tactician", "plain", &[]), 0.95);
    close(first_of_two("anticipation", "plain", &[]), 0.6625);
    close(first_of_two("doellins-luck:11", "plain", &[]), 0.75);
    close(first_of_two("doellins-luck:16", "plain", &[]), 0.625);
    close(first_of_two("wager", "plain", &[]), 1.0);
    close(first_of_two("tactics-broker", "plain", &[]), 0.975);
    close(first_of_two("tactics-broker:2,recon", "wager", &[]), 0.0);
    // Policies and switches.
    close(first_of_two("sense", "plain", &["--policy", "never"]), 0.5);
    close(first_of_two("sense", "plain", &["--policy", "optimal"]), 1.0);
    close(first_of_two("sense", "sense", &["--policy", "optimal,never"]), 1.0);
    close(first_of_two("master-tactician", "plain", &["--switch", "master-fails-on-one=false"]), 1.0);
    close(first_of_two("tactician:4", "plain", &["--switch", "nat1_blocks_bonus=false"]), 0.68);
}

#[test]
fn minis_initiative_seats_eight() {
    let mut words = vec!["minis", "initiative", "--exact-only"];
    (0..8).for_each(|_| words.extend(["--player", "plain"]));
    let result = json(&words);
    (1..=8).for_each(|player| close(exact(&result, &format!("player{player}")), 0.125));
}

#[test]
fn minis_initiative_is_the_same_on_any_number_of_threads() {
    let words = [
        "minis",
        "initiative",
        "--player",
        "sense,recon,force:3",
        "--player",
        "anticipation",
        "--trials",
        "70000",
    ];
    let words = [&words[..], &["--rounds", "4", "--death", "0.1", "--format", "json"]].concat();
    let one = stdout(&[&words[..], &["--threads", "1"]].concat());
    for threads in ["2", "7"] {
        assert_eq!(one, stdout(&[&words[..], &["--threads", threads]].concat()));
    }
}

#[test]
fn minis_setup_plays_a_skirmish_and_tells_a_round() {
    let result = json(&["minis", "initiative", "--trials", "8000"]);
    let shares = result["skirmish"]["shares"].as_array().unwrap();
    let of = |key: &str| shares.iter().map(|row| row[key].as_f64().unwrap()).sum::<f64>();
    close(of("exact"), 1.0);
    close(of("simulated"), 1.0);
    assert_eq!(result["skirmish"]["by_round"].as_array().unwrap().len(), 8);
    let story = stdout(&["minis", "initiative", "miniatures-initiative", "--tell"]);
    assert!(story.contains("wins initiative") && story.contains("the first phase begins"), "{story}");
}

#[test]
fn minis_matrix_writes_frame_and_heat_map() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (frame, chart) = (path("initiatives.parquet"), path("initiatives.png"));
    let table = stdout(&[
        "minis",
        "matrix",
        "--ability",
        "recon",
        "--ability",
        "sense",
        "--trials",
        "500",
        "--out",
        &frame,
        "--chart",
        &chart,
    ]);
    assert!(table.contains("0.6750"), "{table}");
    assert!(fs::read(&chart).unwrap().starts_with(b"\x89PNG"));
    let csv = path("initiatives.csv");
    stdout(&["minis", "matrix", "--ability", "recon", "--singles", "--out", &csv]);
    let text = fs::read_to_string(&csv).unwrap();
    assert!(text.starts_with("first,second,policy,exact,simulated,low,high,count,trials,rerolls"), "{text}");
    let worth =
        json(&["minis", "matrix", "--ability", "recon", "--ability", "wager", "--policy", "never,optimal"]);
    let of = |set: &str, policy: &str| {
        let rows = worth["worth"].as_array().unwrap();
        let row = rows.iter().find(|row| row["set"] == set && row["policy"] == policy).unwrap();
        row["points"].as_f64().unwrap()
    };
    // Recon needs no decision; an unused Wager is worth nothing, a used one wins always: 19 points.
    close(of("recon", "never"), of("recon", "optimal"));
    close(of("wager", "never"), 0.0);
    close(of("wager", "optimal"), 19.0);
    assert_eq!(text.lines().count(), 1 + 4);
    let bytes = fs::read(&frame).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().contains("unfinished")), "{names:?}");
}

/// Files of a report folder, as `canto report` writes them again.
fn report_files(folder: &std::path::Path) -> Vec<Vec<u8>> {
    ["report.pdf", "report.html"].map(|name| fs::read(folder.join(name)).unwrap()).to_vec()
}

#[test]
fn minis_folders_hold_frames_and_a_report_that_can_be_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let matrix = folder.path().join("matrix");
    let table = folder.path().join("table");
    let (matrix_path, table_path) = (matrix.to_str().unwrap(), table.to_str().unwrap());
    let words = ["--ability", "recon", "--ability", "foresee", "--ability", "doellins-luck"];
    stdout(&[&["minis", "matrix", "--trials", "300", "--out", matrix_path][..], &words].concat());
    stdout(&["minis", "initiative", "--trials", "2000", "--out", table_path]);
    for (run, said) in [
        (
            &matrix,
            vec![
                "what is an ability worth?",
                "Foresee the Future",
                "defeated for it and a save of 11",
                "+3.7",
            ],
        ),
        (&table, vec!["Admiral against Grandmaster", "Over a skirmish", "Force Points", "Master Tactician"]),
    ] {
        let html = fs::read_to_string(run.join("report.html")).unwrap();
        for words in said {
            assert!(
                html.contains(words) || html.contains(&words.replace('\'', "&#39;")),
                "{words} is missing"
            );
        }
        for raw in [">NaN", " NaN", ">doellins-luck<", ">when-losing<", "tactician:4"] {
            assert!(!html.contains(raw), "{raw} is no word for people");
        }
        assert!(run.join("frames/outcomes.parquet").is_file() && run.join("manifest.json").is_file());
        // From the frames alone: the same bytes.
        let before = report_files(run);
        for name in ["report.pdf", "report.html"] {
            fs::remove_file(run.join(name)).unwrap();
        }
        stdout(&["report", run.to_str().unwrap(), "--pdf", "--html", "--threads", "2"]);
        assert!(before == report_files(run), "the same frames give the same bytes");
    }
    // A frame that is gone, cut or foreign is named; so is a folder of something else.
    let frame = matrix.join("frames/initiatives.parquet");
    let bytes = fs::read(&frame).unwrap();
    fs::write(&frame, &bytes[..bytes.len() / 2]).unwrap();
    complains(&["report", matrix_path], &["initiatives.parquet", "is cut short"]);
    fs::copy(matrix.join("frames/outcomes.parquet"), &frame).unwrap();
    complains(&["report", matrix_path], &["initiatives.parquet", "another run"]);
    fs::remove_file(&frame).unwrap();
    complains(&["report", matrix_path], &["initiatives.parquet", "is missing"]);
    let two = ["minis", "initiative", "--player", "plain", "--player", "recon", "--exact-only"];
    complains(&[&two[..], &["--out", matrix_path]].concat(), &["something else", "choose another"]);
}

const SQUAD: &str = "build-total = 100
faction = \"imperial\"
members = [\"Grand Admiral Thrawn\", \"General Hux\", \"8x Stormtrooper\"]
[[character]]
name = \"Stormtrooper\"
faction = \"imperial\"
cost = 5
";

#[test]
fn minis_squad_check_says_yes_no_or_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("squad.toml");
    let path = file.to_str().unwrap();
    fs::write(&file, SQUAD).unwrap();
    let legal = json(&["minis", "squad", "check", path]);
    assert_eq!((&legal["legal"], &legal["total"]), (&true.into(), &100.into()));
    // Illegal: exit code 1, each rule named.
    fs::write(
        &file,
        SQUAD.replace("8x ", "9x ").replace("\"General Hux\"", "\"General Hux\", \"General Hux\""),
    )
    .unwrap();
    let output = canto(&["minis", "squad", "check", path]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    for rule in ["Build total: the squad costs 128", "Unique: General Hux is in the squad twice"] {
        assert!(text.contains(rule), "{text}");
    }
    // Unreadable: exit code 2 with place and nearest name.
    fs::write(&file, SQUAD.replace("Thrawn", "Thran")).unwrap();
    complains(
        &["minis", "squad", "check", path],
        &["squad.toml:3:12", "members[0]", "did you mean `Grand Admiral Thrawn`?"],
    );
    complains(&["minis", "squad", "check", "no-such.toml"], &["no-such.toml", "cannot read"]);
}

#[test]
fn minis_lists_grow_by_files_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    fs::write(&file, "[[ability]]\nkey = \"my-luck\"\nname = \"My Luck\"\nstep = \"round 3\"\nclass = \"special-ability\"\ndoes = \"extra-die\"\nnumber = 1\n").unwrap();
    let path = file.to_str().unwrap();
    close(first_of_two("my-luck", "plain", &["--abilities", path]), 0.675);
    assert!(stdout(&["minis", "abilities", "--abilities", path]).contains("My Luck"));
    fs::write(&file, "[[character]]\nname = \"My Hero\"\ncost = 12\nfaction = \"rebel\"\n").unwrap();
    assert!(stdout(&["minis", "characters", "--characters", path]).contains("My Hero"));
    assert!(stdout(&["minis", "switches"]).contains("broker-mode"));
}

const TABLE: &str = "build-total = 100
[[player]]
name = \"Red\"
faction = \"imperial\"
squad = [\"General Hux\", \"Schemer\"]
[[player.use]]
ability = \"bribery\"
choices = [{ take = \"BB-8\" }]
[[player]]
name = \"Blue\"
faction = \"new-republic\"
squad = [\"BB-8\", \"Queen Allana Solo\"]
[[character]]
name = \"Schemer\"
faction = \"imperial\"
cost = 30
abilities = [\"bribery:20\"]
";

#[test]
fn minis_pregame_tells_every_step() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.toml");
    let path = file.to_str().unwrap();
    fs::write(&file, TABLE).unwrap();
    let result = json(&["minis", "pregame", path, "--seed", "3"]);
    let events = result["events"].as_array().unwrap();
    assert!(events.iter().any(|event| event["step"] == "9b" && event["what"] == "takes BB-8 from Blue"));
    assert_eq!(events.last().unwrap()["step"], "11");
    assert_eq!(result, json(&["minis", "pregame", path, "--seed", "3"]));
    fs::write(&file, TABLE.replace("\"BB-8\", ", "\"BB-8\", \"BB-8\", ")).unwrap();
    complains(
        &["minis", "pregame", path],
        &["table.toml:12:1", "player[1].squad", "Unique: BB-8 is in the squad twice"],
    );
}

#[test]
fn minis_examples_beside_the_set_ups_work() {
    let path = |name: &str| format!("{}/scenarios/miniatures/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let told = stdout(&["minis", "pregame", &path("bribes")]);
    for words in
        ["will bring Stormtrooper", "takes BB-8 from Blue", "Blue    adds Scout", "doors are checked"]
    {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(stdout(&["minis", "squad", "check", &path("first-order")]).contains("total: 100 of 100 points"));
}

#[test]
fn minis_skirmish_is_the_same_from_words_and_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("duel.toml");
    // The example of scenarios/README.md.
    fs::write(
        &file,
        "rounds = 8\ndeath = 0.1\n[[player]]\nabilities = [\"sense\"]\nforce = 4\nrenewal = 1\ncharacters = 5\n\
         [[player]]\nabilities = [\"tactician:4\"]\n",
    )
    .unwrap();
    let run = ["minis", "initiative", "--trials", "4000"];
    let from_file = json(&[&run[..], &[file.to_str().unwrap()]].concat());
    let words = [
        "--player",
        "sense,force:4,renewal:1,characters:5",
        "--player",
        "tactician:4",
        "--rounds",
        "8",
        "--death",
        "0.1",
    ];
    let from_words = json(&[&run[..], &words].concat());
    assert_eq!(from_file["skirmish"], from_words["skirmish"]);
    assert_eq!(from_file["outcomes"], from_words["outcomes"]);
    let share = |at: usize| from_file["skirmish"]["shares"][at]["exact"].as_f64().unwrap();
    close(share(0) + share(1), 1.0);
    // Points and bearer run out, so the share over the skirmish is below the chance of the first round.
    assert!(share(0) < exact(&from_file, "player1"));
}

/// Two to eight players, every policy: an answer, or a reason.
#[test]
fn minis_tables_of_any_size_answer_or_explain_themselves() {
    let words = [
        "recon",
        "sense",
        "anticipation,tactician:4",
        "doellins-luck,wager",
        "tactics-broker",
        "foresee",
        "master-tactician",
        "plain",
    ];
    for n in 2..=8 {
        let mut players: Vec<&str> = vec!["minis", "initiative", "--trials", "500"];
        words[..n].iter().for_each(|words| players.extend(["--player", words]));
        for policy in ["never", "when-losing"] {
            let result = json(&[&players[..], &["--policy", policy]].concat());
            let outcomes = result["outcomes"].as_array().unwrap();
            assert_eq!(outcomes.len(), n);
            let counted: u64 = outcomes.iter().map(|row| row["count"].as_u64().unwrap()).sum();
            assert_eq!(counted, 500);
            if let Some(sum) = outcomes.iter().map(|row| row["exact"].as_f64()).sum::<Option<f64>>() {
                close(sum, 1.0);
            }
        }
        let optimal = [&players[..], &["--policy", "optimal"]].concat();
        if n == 2 {
            close(exact(&json(&optimal), "player2"), 1.0);
        } else {
            complains(&optimal, &["computed for two players", "use never or when-losing"]);
        }
    }
}

#[test]
fn minis_bad_input_is_refused() {
    let two = ["minis", "initiative", "--player", "plain", "--player", "recon"];
    let bad = |more: &[&str], words: &[&str]| complains(&[&two[..], more].concat(), words);
    complains(&["minis", "initiative", "--player", "plain"], &["two to 8 players"]);
    complains(
        &["minis", "initiative", "--player", "reckon", "--player", "plain"],
        &["did you mean `recon`?"],
    );
    complains(&["minis", "initiative", "--player", "foresee:1", "--player", "plain"], &["another player"]);
    bad(&["--switch", "broker-mode=glue"], &["value, sticky"]);
    bad(&["--switch", "broker-mode"], &["NAME=VALUE"]);
    bad(&["--policy", "greedy"], &["never, when-losing, optimal"]);
    bad(&["--policy", "never,never,never"], &["3 policies for 2 players"]);
    bad(&["--player", "plain", "--policy", "optimal"], &["two players"]);
    bad(&["--trials", "0"], &["0 is not in 1.."]);
    bad(&["--death", "2", "--rounds", "3"], &["0..=1"]);
    bad(&["--death", "0.1"], &["--rounds"]);
    bad(&["--out", "x.xlsx"], &[".parquet or .csv"]);
    bad(&["--out", "folder", "--tell"], &["--tell", "cannot be used with"]);
    bad(&["--out", "/proc/no/such.csv", "--exact-only"], &["cannot"]);
    bad(&["--abilities", "none.toml"], &["none.toml"]);
    complains(&["minis", "initiative", "no-such"], &["miniatures-initiative"]);
    complains(&["minis", "matrix", "--ability", "reckon"], &["did you mean `recon`?"]);
    complains(&["minis", "matrix", "--ability", "recon", "--ability", "recon"], &["twice"]);
    complains(&["minis", "matrix", "--ability", "recon,sense"], &["one ability at a time"]);
    complains(&["minis", "matrix", "--out", "x.xlsx"], &[".parquet or .csv", "folder"]);
}
