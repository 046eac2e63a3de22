//! Campaigns played in memory, to their metrics only. Memory holds the frames of one part at a time.

use polars::prelude::DataFrame;
use rayon::prelude::*;

use crate::analysis::metrics::{FrameSource, Metric, Observations, observe};
use crate::campaign::{Campaign, CampaignFrames, model_for};
use crate::chance::Luck;
use crate::error::{Error, Result};
use crate::frames::FrameTable;
use crate::frames::columns::CAMPAIGN_FRAMES;

/// Campaigns whose frames are in memory at once.
const PART: u64 = 128;
/// Campaigns that a thread plays at a time.
const CHUNK: u64 = 4;

/// Plays the replications `0..campaigns` and keeps what the metrics need.
///
/// `progress` hears of every finished chunk.
pub fn play_campaigns(
    campaign: &Campaign,
    metrics: &[Metric],
    seed: u64,
    campaigns: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Observations> {
    let mut all = Observations::default();
    let mut first = 0;
    while first < campaigns {
        let last = campaigns.min(first + PART);
        let frames = play_part(campaign, seed, first, last, progress);
        all.append(observe(&MemoryFrames::new(&frames), metrics)?);
        first = last;
    }
    Ok(all)
}

/// Frames come in the order of the replications, whatever thread played them.
fn play_part(
    campaign: &Campaign,
    seed: u64,
    first: u64,
    last: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> CampaignFrames {
    let model = campaign.set_up.file.model;
    let make_model = model_for(model);
    let played: Vec<CampaignFrames> = (0..(last - first).div_ceil(CHUNK))
        .into_par_iter()
        .map_init(
            || campaign.workspace(make_model()),
            |workspace, chunk| {
                let mut frames = CampaignFrames::new(model);
                let begin = first + chunk * CHUNK;
                let end = last.min(begin + CHUNK);
                for replication in begin..end {
                    frames.begin(replication);
                    campaign.play(workspace, Luck::new(seed, replication), &mut frames);
                }
                progress(end - begin);
                frames
            },
        )
        .collect();
    let mut all = CampaignFrames::new(model);
    for frames in played {
        all.append(frames);
    }
    all
}

/// Frames of a part, as the analysis reads them.
struct MemoryFrames {
    /// In the order of `CAMPAIGN_FRAMES`, of which the metrics read the first four.
    frames: Vec<DataFrame>,
}

impl MemoryFrames {
    fn new(frames: &CampaignFrames) -> MemoryFrames {
        MemoryFrames { frames: frames.all()[..4].iter().map(|frame| frame.to_data_frame()).collect() }
    }
}

impl FrameSource for MemoryFrames {
    fn frame(&self, table: &'static FrameTable, columns: &[&str]) -> Result<DataFrame> {
        let place = CAMPAIGN_FRAMES.iter().position(|known| known.name == table.name);
        let frame = place.and_then(|place| self.frames.get(place));
        let frame = frame.ok_or_else(|| Error::usage(format!("frame {}: not kept in memory", table.name)))?;
        frame.select(columns.iter().copied()).map_err(crate::analysis::group::engine)
    }
}
