//! Many campaigns: in parallel, in fixed chunks, streamed to Parquet in parts, interrupted and resumed.
//!
//! A part holds a fixed range of replications, so that its bytes depend neither on the threads nor on where a run was
//! interrupted. Memory holds two parts: the one being played and the one being written. Playing and writing share the
//! threads of one pool, so that nothing runs beside the number of threads that was asked for.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::analysis::until::Until;
use crate::chance::Luck;
use crate::error::{Error, Result};
use crate::frames::columns::{CAMPAIGN_FRAMES, CAMPAIGNS};
use crate::frames::{FrameTable, merge_parts, part_path, read_frame, write_aside};
use crate::ids::Faction;

use crate::campaign::{BattleModel, Campaign, CampaignFrames, RunTally, Workspace};

mod manifest;
mod resume;

pub use manifest::{manifest, write_manifest};
use resume::{Identity, is_finished, prepare, write_part};

/// Replications of one part. Part of every run's bytes: never change it between versions without saying so.
pub const PART: u64 = 256;
/// Replications that a thread plays at a time: few, since at the end of a part the others wait for the last.
const CHUNK: u64 = 2;

/// What is to be run and where it goes.
#[derive(Debug, Clone)]
pub struct RunPlan {
    pub seed: u64,
    /// Replications at most.
    pub campaigns: u64,
    /// Stop earlier when every win rate is known to this half-width.
    pub until: Option<f64>,
    pub folder: PathBuf,
    /// Go on where an interrupted run of the same plan stopped.
    pub resume: bool,
}

impl RunPlan {
    fn stopping_rule(&self) -> Option<Until> {
        self.until.map(|half_width| Until::new(half_width, crate::analysis::CONFIDENCE, PART))
    }

    /// Replications that are played if nothing stops the run earlier.
    fn planned(&self) -> u64 {
        let last_look = self.stopping_rule().and_then(|until| until.looks().last().copied());
        self.campaigns.min(last_look.unwrap_or(u64::MAX))
    }
}

/// How far a run came.
#[derive(Debug, Clone, PartialEq)]
pub struct RunReport {
    pub tally: RunTally,
    /// Replications that a resumed run found done.
    pub resumed: u64,
    /// Interrupted: parts are kept, frames are not joined yet.
    pub interrupted: bool,
    /// The look of the stopping rule at which it stopped.
    pub look: Option<usize>,
}

/// Plays the plan. `make_model` gives each thread its own battle model, `progress` hears of every finished chunk,
/// `stop` ends the run after the part in hand.
pub fn run(
    campaign: &Campaign,
    plan: &RunPlan,
    make_model: &(dyn Fn() -> Box<dyn BattleModel> + Sync),
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Result<RunReport> {
    let until = plan.stopping_rule();
    let campaigns = plan.planned();
    let identity = Identity {
        version: env!("CARGO_PKG_VERSION").to_string(),
        fingerprint: campaign.set_up.fingerprint(),
        model: campaign.set_up.file.model.name().to_string(),
        seed: plan.seed,
        campaigns,
        until: plan.until,
        part: PART,
    };
    let is_finished = plan.resume && is_finished(plan, &identity)?;
    let done = if is_finished { 0 } else { prepare(plan, &identity)? };
    let mut tally = RunTally::default();
    if is_finished {
        tally = read_tally(&frame_path(&plan.folder, &CAMPAIGNS))?;
    }
    for part in 0..done {
        tally.add(&read_tally(&part_path(&plan.folder, &CAMPAIGNS, part))?);
    }
    let resumed = tally.campaigns;
    progress(resumed);
    let factions: Vec<Faction> = campaign.set_up.factions().collect();
    let reached = |tally: &RunTally| -> Option<usize> {
        let until = until.as_ref()?;
        let look = until.looks().iter().position(|&look| look == tally.campaigns)?;
        let wins: Vec<u64> = factions.iter().map(|faction| tally.wins[faction.index()]).collect();
        until.reached(look, &wins).then_some(look)
    };
    let mut look = reached(&tally);
    if is_finished {
        return Ok(RunReport { tally, resumed, interrupted: false, look });
    }
    let mut interrupted = false;
    let players = Players { campaign, seed: plan.seed, make_model, progress, idle: Mutex::new(Vec::new()) };
    let mut part = done;
    let mut played: Option<(usize, CampaignFrames)> = None;
    while tally.campaigns < campaigns && look.is_none() {
        if stop.load(Ordering::Relaxed) {
            interrupted = true;
            break;
        }
        let first = part as u64 * PART;
        let last = campaigns.min(first + PART);
        // One part is written while the next is played.
        let before = played.take();
        let ((frames, part_tally), written) =
            rayon::join(|| players.play_part(first, last), || write_part(plan, &identity, before));
        written?;
        tally.add(&part_tally);
        played = Some((part, frames));
        part += 1;
        look = reached(&tally);
    }
    write_part(plan, &identity, played)?;
    if !interrupted {
        join_parts(&plan.folder, (tally.campaigns.div_ceil(PART)) as usize)?;
    }
    Ok(RunReport { tally, resumed, interrupted, look })
}

/// All that is needed to play replications on any thread.
struct Players<'a> {
    campaign: &'a Campaign,
    seed: u64,
    make_model: &'a (dyn Fn() -> Box<dyn BattleModel> + Sync),
    progress: &'a (dyn Fn(u64) + Sync),
    /// Workspaces that no thread is using: there are never more than threads.
    idle: Mutex<Vec<Workspace>>,
}

impl Players<'_> {
    /// Plays the replications of one part; frames come in their order whatever thread played them.
    fn play_part(&self, first: u64, last: u64) -> (CampaignFrames, RunTally) {
        let chunks = (last - first).div_ceil(CHUNK) as u32;
        // Every chunk can go to another thread; longer runs of chunks would leave threads idle at the end of a part.
        let played: Vec<(CampaignFrames, RunTally)> = (0..chunks)
            .into_par_iter()
            .with_max_len(1)
            .map(|chunk| {
                let begin = first + u64::from(chunk) * CHUNK;
                self.play_chunk(begin, last.min(begin + CHUNK))
            })
            .collect();
        let mut all = CampaignFrames::new(self.campaign.set_up.file.model);
        let mut tally = RunTally::default();
        for (frames, part) in played {
            all.append(frames);
            tally.add(&part);
        }
        (all, tally)
    }

    fn play_chunk(&self, begin: u64, end: u64) -> (CampaignFrames, RunTally) {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle().pop();
        let mut workspace = found.unwrap_or_else(|| self.campaign.workspace((self.make_model)()));
        let mut frames = CampaignFrames::new(self.campaign.set_up.file.model);
        let mut tally = RunTally::default();
        for replication in begin..end {
            frames.begin(replication);
            self.campaign.play(&mut workspace, Luck::new(self.seed, replication), &mut frames);
            frames.count(&mut tally);
        }
        idle().push(workspace);
        (self.progress)(end - begin);
        (frames, tally)
    }
}

/// Where a frame of the finished run lies.
fn frame_path(folder: &Path, table: &FrameTable) -> PathBuf {
    folder.join("frames").join(format!("{}.parquet", table.name))
}

/// Joins the parts into one file a frame and removes them.
fn join_parts(folder: &Path, parts: usize) -> Result<()> {
    CAMPAIGN_FRAMES.par_iter().with_max_len(1).try_for_each(|table| {
        let pieces: Vec<PathBuf> = (0..parts).map(|part| part_path(folder, table, part)).collect();
        merge_parts(&pieces, table, &frame_path(folder, table))
    })?;
    let parts = folder.join("parts");
    std::fs::remove_dir_all(&parts).map_err(|error| Error::file(&parts, "remove", error))
}

fn write_text(path: &Path, text: &str) -> Result<()> {
    use std::io::Write;
    write_aside(path, |writer| {
        writer.write_all(text.as_bytes()).map_err(|error| Error::file(path, "write", error))
    })
}

/// The sums of a part that is on disk.
fn read_tally(path: &Path) -> Result<RunTally> {
    let data = read_frame(path, &CAMPAIGNS, Some(&["winner", "end_reason", "turns", "battles"]))?;
    let problem = |error: polars::prelude::PolarsError| Error::frame(path, error);
    let mut tally = RunTally { campaigns: data.height() as u64, ..RunTally::default() };
    for winner in data.column("winner").and_then(|column| column.str()).map_err(problem)?.iter() {
        match winner.and_then(Faction::from_key) {
            Some(faction) => tally.wins[faction.index()] += 1,
            None => tally.draws += 1,
        }
    }
    for reason in data.column("end_reason").and_then(|column| column.str()).map_err(problem)?.iter().flatten()
    {
        *tally.ends.entry(reason.to_string()).or_insert(0) += 1;
    }
    for turns in data.column("turns").and_then(|column| column.u32()).map_err(problem)?.iter().flatten() {
        tally.turns += u64::from(turns);
        tally.turns_squared += u64::from(turns).pow(2);
    }
    for battles in data.column("battles").and_then(|column| column.u32()).map_err(problem)?.iter().flatten() {
        tally.battles += u64::from(battles);
        tally.battles_squared += u64::from(battles).pow(2);
    }
    Ok(tally)
}

#[cfg(test)]
mod tests;
