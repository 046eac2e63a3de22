//! Rows a second to Parquet: the seven frames of some campaigns, all together and the longest alone.

use canto::campaign::{Campaign, CampaignFrames, model_for};
use canto::chance::Luck;
use canto::config::{DEFAULT_SET_UP, load_set_up};
use canto::frames::columns::CAMPAIGN_FRAMES;
use canto::frames::write_frame;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const CAMPAIGNS: u64 = 64;

fn frames() -> CampaignFrames {
    let set_up = load_set_up::<&str>(DEFAULT_SET_UP, &[]).expect("it is built in");
    let campaign = Campaign::new(set_up).expect("a sound set-up");
    let mut workspace = campaign.workspace(model_for(campaign.set_up.file.model)());
    let mut frames = CampaignFrames::new(campaign.set_up.file.model);
    for replication in 0..CAMPAIGNS {
        frames.begin(replication);
        campaign.play(&mut workspace, Luck::new(42, replication), &mut frames);
    }
    frames
}

fn parquet(criterion: &mut Criterion) {
    let frames = frames();
    let folder = tempfile::tempdir().expect("a folder");
    let mut group = criterion.benchmark_group("parquet");
    let rows: usize = frames.all().iter().map(|frame| frame.rows()).sum();
    group.throughput(Throughput::Elements(rows as u64));
    group.bench_function("all frames", |bencher| {
        bencher.iter(|| {
            for (table, frame) in CAMPAIGN_FRAMES.iter().zip(frames.all()) {
                write_frame(&folder.path().join(table.name), frame).expect("it is written");
            }
        });
    });
    let longest = frames.all().into_iter().max_by_key(|frame| frame.rows()).expect("seven frames");
    group.throughput(Throughput::Elements(longest.rows() as u64));
    group.bench_function("the longest frame", |bencher| {
        bencher.iter(|| write_frame(&folder.path().join("longest"), longest).expect("it is written"));
    });
    group.finish();
    anstream::println!("signature: {rows} rows of {CAMPAIGNS} campaigns");
}

criterion_group!(benches, parquet);
criterion_main!(benches);
