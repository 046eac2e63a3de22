//! Runs: bytes, interruption, resumption, refusal, stopping.

use std::collections::BTreeMap;

use super::*;
use crate::campaign::testing::Lottery;
use crate::config::{DoctrineName, load_set_up};

/// A small set-up of random players, so that a test plays hundreds of campaigns.
fn small() -> Campaign {
    let mut set_up = load_set_up::<&str>("galactic-civil-war", &[]).unwrap();
    for side in &mut set_up.file.factions {
        side.players.truncate(1);
        side.players[0].doctrine = DoctrineName::RandomLegal;
    }
    set_up.file.turn_cap = 3;
    Campaign::new(set_up).unwrap()
}

fn plan(folder: &Path, campaigns: u64) -> RunPlan {
    RunPlan { seed: 5, campaigns, until: None, folder: folder.to_path_buf(), resume: false }
}

fn play(campaign: &Campaign, plan: &RunPlan, stop: &AtomicBool) -> Result<RunReport> {
    run(campaign, plan, &|| Box::new(Lottery), &|_| {}, stop)
}

fn in_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// Every file of the run's frames.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder.join("frames")).unwrap();
    entries
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap())
        })
        .collect()
}

#[test]
fn frames_are_the_same_bytes_on_any_number_of_threads_and_after_an_interruption() {
    let campaign = small();
    let folder = tempfile::tempdir().unwrap();
    let never = AtomicBool::new(false);
    let n = PART + 40;
    let one = plan(&folder.path().join("one"), n);
    let report = in_threads(1, || play(&campaign, &one, &never)).unwrap();
    assert_eq!((report.tally.campaigns, report.interrupted), (n, false));
    assert_eq!(report.tally.wins.iter().sum::<u64>() + report.tally.draws, n);
    let three = plan(&folder.path().join("three"), n);
    in_threads(3, || play(&campaign, &three, &never)).unwrap();
    let expected = bytes(&one.folder);
    assert_eq!(expected.len(), 8);
    assert!(expected == bytes(&three.folder), "bytes depend on the number of threads");

    // Interrupted while the first part is played: that part is kept, the rest is played by --resume.
    let broken = plan(&folder.path().join("broken"), n);
    let stop = AtomicBool::new(false);
    let hear = |done: u64| {
        if 0 < done {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let report = in_threads(2, || run(&campaign, &broken, &|| Box::new(Lottery), &hear, &stop)).unwrap();
    assert_eq!((report.interrupted, report.tally.campaigns), (true, PART));
    let resumed = RunPlan { resume: true, ..broken.clone() };
    let second = play(&campaign, &resumed, &never).unwrap();
    assert_eq!(second.tally.campaigns, n);
    assert_eq!(second.resumed, report.tally.campaigns);
    assert!(expected == bytes(&broken.folder), "bytes depend on the interruption");
    assert!(!broken.folder.join("parts").exists());
}

/// Interrupts a run after its first part.
fn interrupted(campaign: &Campaign, plan: &RunPlan) {
    let stop = AtomicBool::new(false);
    let hear = |done: u64| stop.store(0 < done, Ordering::Relaxed);
    let report = run(campaign, plan, &|| Box::new(Lottery), &hear, &stop).unwrap();
    assert!(report.interrupted);
}

#[test]
fn parts_that_are_damaged_or_of_another_run_are_played_again() {
    let campaign = small();
    let folder = tempfile::tempdir().unwrap();
    let never = AtomicBool::new(false);
    let n = PART + 4;
    let whole = plan(&folder.path().join("whole"), n);
    play(&campaign, &whole, &never).unwrap();
    let other = RunPlan { seed: 6, ..plan(&folder.path().join("other"), n) };
    interrupted(&campaign, &other);
    let damages: [fn(&Path, &Path); 3] = [
        // One bit in the middle of a frame.
        |part, _| {
            let mut bytes = std::fs::read(part).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            std::fs::write(part, bytes).unwrap();
        },
        |part, _| std::fs::write(part, "").unwrap(),
        |part, foreign| {
            std::fs::copy(foreign, part).unwrap();
        },
    ];
    for (i, damage) in damages.iter().enumerate() {
        let broken = plan(&folder.path().join(format!("broken-{i}")), n);
        interrupted(&campaign, &broken);
        let part = |plan: &RunPlan| part_path(&plan.folder, &CAMPAIGNS, 0);
        damage(&part(&broken), &part(&other));
        let report = play(&campaign, &RunPlan { resume: true, ..broken.clone() }, &never).unwrap();
        assert_eq!(report.resumed, 0, "damage {i}");
        assert!(bytes(&whole.folder) == bytes(&broken.folder), "damage {i}");
    }
}

#[test]
fn a_finished_run_with_a_foreign_frame_is_not_gone_on_with() {
    let campaign = small();
    let folder = tempfile::tempdir().unwrap();
    let never = AtomicBool::new(false);
    let finish = |plan: &RunPlan| {
        let report = play(&campaign, plan, &never).unwrap();
        write_manifest(&campaign, plan, &report, 1.0, 1).unwrap();
    };
    let mine = plan(&folder.path().join("mine"), 6);
    let other = RunPlan { seed: 6, ..plan(&folder.path().join("other"), 6) };
    finish(&mine);
    finish(&other);
    let again = RunPlan { resume: true, ..mine.clone() };
    assert_eq!(play(&campaign, &again, &never).unwrap().tally.campaigns, 6);
    std::fs::copy(frame_path(&other.folder, &CAMPAIGNS), frame_path(&mine.folder, &CAMPAIGNS)).unwrap();
    let message = play(&campaign, &again, &never).unwrap_err().to_string();
    assert!(message.contains("campaigns.parquet") && message.contains("leave out --resume"), "{message}");
}

#[test]
fn rows_are_those_of_the_campaigns_one_by_one() {
    let campaign = small();
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder.path().join("run"), 12);
    play(&campaign, &plan, &AtomicBool::new(false)).unwrap();
    let path = plan.folder.join("frames").join("campaigns.parquet");
    let data = read_frame(&path, &CAMPAIGNS, Some(&["replication", "winner", "turns"])).unwrap();
    let mut workspace = campaign.workspace(Box::new(Lottery));
    for row in 0..12 {
        let end = campaign.play(&mut workspace, Luck::new(5, row as u64), &mut crate::events::Null);
        let winner = data.column("winner").unwrap().str().unwrap().get(row).map(str::to_string);
        assert_eq!(winner, end.winner.map(|faction| faction.name().to_string()));
        assert_eq!(data.column("replication").unwrap().u32().unwrap().get(row), Some(row as u32));
        let turns = data.column("turns").unwrap().u32().unwrap().get(row);
        assert_eq!(turns, Some(u32::from(workspace.state.turn)));
    }
}

#[test]
fn a_folder_of_another_run_or_of_something_else_is_refused() {
    let campaign = small();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("letter.txt"), "dear diary").unwrap();
    let stop = AtomicBool::new(false);
    let message = |plan: &RunPlan| play(&campaign, plan, &stop).unwrap_err().to_string();
    assert!(message(&plan(folder.path(), 4)).contains("not a run folder"));

    let inner = folder.path().join("run");
    let stopped = AtomicBool::new(true);
    play(&campaign, &plan(&inner, 400), &stopped).unwrap();
    let other = RunPlan { seed: 6, resume: true, ..plan(&inner, 400) };
    assert!(message(&other).contains("holds another run (seed 5, 400 campaigns"));
}

/// A manifest alone does not make a run: many a program calls a file so.
#[test]
fn a_manifest_of_something_else_is_left_alone_with_its_files() {
    let campaign = small();
    let folder = tempfile::tempdir().unwrap();
    let frame = folder.path().join("frames").join("a.txt");
    std::fs::create_dir(folder.path().join("frames")).unwrap();
    std::fs::write(&frame, "precious").unwrap();
    let plan = plan(folder.path(), 4);
    let message = |plan: &RunPlan| play(&campaign, plan, &AtomicBool::new(false)).unwrap_err().to_string();
    for text in [r#"{"name": "an extension"}"#, r#"{"kind": "minis-matrix", "seed": 1, "schema": 2}"#, "{"] {
        std::fs::write(folder.path().join("manifest.json"), text).unwrap();
        assert!(message(&plan).contains("not a run folder"), "{text}");
        let resumed = message(&RunPlan { resume: true, ..plan.clone() });
        assert!(resumed.contains("manifest.json: not the manifest of a run"), "{resumed}");
        assert_eq!(std::fs::read_to_string(&frame).unwrap(), "precious");
    }
}

#[test]
fn a_new_run_takes_away_what_the_old_one_left_and_nothing_else() {
    let campaign = small();
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(folder.path(), 4);
    let play = |plan: &RunPlan| {
        let report = play(&campaign, plan, &AtomicBool::new(false)).unwrap();
        write_manifest(&campaign, plan, &report, 1.0, 1).unwrap();
    };
    play(&plan);
    std::fs::create_dir(folder.path().join("charts")).unwrap();
    let old = ["report.pdf", "report.html", "answers.json", "charts/win-rates.png"];
    let own = ["notes.txt", "frames/notes.txt", "charts/notes.txt"];
    for name in old.iter().chain(&own) {
        std::fs::write(folder.path().join(name), "x").unwrap();
    }
    play(&RunPlan { seed: 6, ..plan });
    assert!(old.iter().all(|name| !folder.path().join(name).exists()));
    assert!(own.iter().all(|name| folder.path().join(name).exists()));
}

/// Without what was planned in the manifest, 60 campaigns would pass for the 90 that are asked for now.
#[test]
fn a_finished_run_that_was_cut_short_of_its_rule_is_another_run_than_a_longer_one() {
    let campaign = small();
    let folder = tempfile::tempdir().unwrap();
    let never = AtomicBool::new(false);
    let short = RunPlan { until: Some(0.005), ..plan(&folder.path().join("run"), 60) };
    let report = play(&campaign, &short, &never).unwrap();
    assert_eq!((report.look, report.tally.campaigns), (None, 60));
    write_manifest(&campaign, &short, &report, 1.0, 1).unwrap();
    let again = RunPlan { resume: true, ..short };
    assert_eq!(play(&campaign, &again, &never).unwrap().resumed, 60);
    let longer = RunPlan { campaigns: 90, ..again };
    let message = play(&campaign, &longer, &never).unwrap_err().to_string();
    assert!(message.contains("holds another run (seed 5, 60 campaigns"), "{message}");
}

#[test]
fn until_stops_at_a_fixed_look_when_the_win_rates_are_known() {
    let campaign = small();
    let folder = tempfile::tempdir().unwrap();
    // Three turns decide nothing: both win rates are 0 and known at the first look.
    let plan = RunPlan { until: Some(0.05), ..plan(&folder.path().join("run"), u64::MAX) };
    let report = play(&campaign, &plan, &AtomicBool::new(false)).unwrap();
    assert!(report.look.is_some());
    assert_eq!(report.tally.campaigns % PART, 0);
    let last = *Until::new(0.05, 0.95, PART).looks().last().unwrap();
    assert!(report.tally.campaigns <= last);
}
