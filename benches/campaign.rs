//! Campaigns a second on one thread with frames, what a turn costs by number of players, the gain of a second thread,
//! and peak memory.
//!
//! Wanted: at least 150 campaigns of the default set-up a second on one thread with battles by the skirmish model, and 1.8 times
//! as many on two. On a busy machine read the ratios, or divide by the processor time of `canto run --threads 1`.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use canto::campaign::{Campaign, CampaignFrames, Workspace, model_for};
use canto::chance::Luck;
use canto::config::{DEFAULT_SET_UP, load_set_up};
use canto::events::{CampaignEvent, Null, Sink};
use canto::ids::Model;
use canto::run::{RunPlan, run};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const CAMPAIGNS: u64 = 16;

/// The default set-up with so many players, shared out evenly.
fn campaign(players: usize) -> Campaign {
    let mut set_up = load_set_up::<&str>(DEFAULT_SET_UP, &[]).expect("it is built in");
    // The campaign's own speed: battles by the fast model.
    set_up.file.model = Model::Skirmish;
    for side in &mut set_up.file.factions {
        let model = side.players[0].clone();
        side.players.resize(players / 2, model);
    }
    Campaign::new(set_up).expect("a sound set-up")
}

fn workspace(campaign: &Campaign) -> Workspace {
    campaign.workspace(model_for(campaign.set_up.file.model)())
}

fn campaigns(criterion: &mut Criterion) {
    let campaign = campaign(4);
    let mut workspace = workspace(&campaign);
    let mut group = criterion.benchmark_group("campaign");
    group.sample_size(10);
    group.throughput(Throughput::Elements(CAMPAIGNS));
    group.bench_function("default set-up with frames, one thread", |bencher| {
        bencher.iter(|| {
            let mut frames = CampaignFrames::new(campaign.set_up.file.model);
            for replication in 0..CAMPAIGNS {
                frames.begin(replication);
                campaign.play(&mut workspace, Luck::new(42, replication), &mut frames);
            }
            black_box(frames)
        });
    });
    group.finish();
}

/// Elements are turns: their number is counted first, and is the same in every iteration.
fn turns(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("turns");
    group.sample_size(10);
    for players in (2..=12).step_by(2) {
        let campaign = campaign(players);
        let mut workspace = workspace(&campaign);
        let mut play = || -> u64 {
            let one = |replication| {
                campaign.play(&mut workspace, Luck::new(42, replication), &mut Null);
                u64::from(workspace.state.turn)
            };
            (0..4).map(one).sum()
        };
        group.throughput(Throughput::Elements(play()));
        group.bench_function(format!("{players} players"), |bencher| bencher.iter(&mut play));
    }
    group.finish();
}

/// Whole runs to Parquet.
fn threads(criterion: &mut Criterion) {
    const RUN: u64 = 128;
    let campaign = campaign(4);
    let model = model_for(campaign.set_up.file.model);
    let mut group = criterion.benchmark_group("run");
    group.sample_size(10);
    group.throughput(Throughput::Elements(RUN));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        group.bench_function(format!("{threads} threads"), |bencher| {
            bencher.iter(|| {
                let folder = tempfile::tempdir().expect("a folder");
                let plan = RunPlan {
                    seed: 42,
                    campaigns: RUN,
                    until: None,
                    folder: folder.path().join("run"),
                    resume: false,
                };
                let never = AtomicBool::new(false);
                pool.install(|| run(&campaign, &plan, &*model, &|_| {}, &never)).expect("it runs").tally.wins
            });
        });
    }
    group.finish();
    anstream::println!("signature: {:016x}", signature(&campaign));
}

/// Peak memory of runs of some and of many campaigns, which must be about the same; Linux says it.
fn memory(_: &mut Criterion) {
    let campaign = campaign(4);
    let model = model_for(campaign.set_up.file.model);
    let peak = || -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    for campaigns in [512, 4096] {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("run");
        let plan = RunPlan { seed: 42, campaigns, until: None, folder, resume: false };
        run(&campaign, &plan, &*model, &|_| {}, &AtomicBool::new(false)).expect("it runs");
        if let Some(kilobytes) = peak() {
            anstream::println!("peak memory after a run of {campaigns} campaigns: {} MB", kilobytes / 1024);
        }
    }
}

/// FNV-1a of all that is told of some campaigns, so that a faster wrong answer is seen.
struct Signature(u64);

impl Sink<CampaignEvent> for Signature {
    fn event(&mut self, event: &CampaignEvent) {
        for byte in format!("{event:?}").bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

fn signature(campaign: &Campaign) -> u64 {
    let mut workspace = workspace(campaign);
    let mut signature = Signature(0xcbf2_9ce4_8422_2325);
    for replication in 0..CAMPAIGNS {
        campaign.play(&mut workspace, Luck::new(42, replication), &mut signature);
    }
    signature.0
}

criterion_group!(benches, campaigns, turns, threads, memory);
criterion_main!(benches);
