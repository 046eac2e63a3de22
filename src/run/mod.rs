//! Many campaigns: in parallel, in fixed chunks, streamed to Parquet in parts, interrupted and resumed.
//!
//! A part holds a fixed range of replications, so that its bytes depend neither on the threads nor on where a run was
//! interrupted. Memory holds two parts: the one being played and the one being written.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::analysis::until::Until;
use crate::chance::Luck;
use crate::error::{Error, Result};
use crate::frames::columns::{CAMPAIGN_FRAMES, CAMPAIGNS};
use crate::frames::{merge_parts, part_path, read_frame, write_aside, write_frame};
use crate::ids::Faction;

use crate::campaign::{BattleModel, Campaign, CampaignFrames, RunTally};

mod manifest;

pub use manifest::{manifest, write_manifest};

/// Replications of one part. Part of every run's bytes: never change it between versions without saying so.
pub const PART: u64 = 256;
/// Replications that a thread plays at a time.
const CHUNK: u64 = 4;

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

/// What makes two runs the same run; kept beside the parts so that `--resume` does not mix two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Identity {
    version: String,
    fingerprint: String,
    seed: u64,
    campaigns: u64,
    until: Option<f64>,
    part: u64,
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
    let until = plan.until.map(|half_width| Until::new(half_width, crate::analysis::CONFIDENCE, PART));
    let planned = until.as_ref().and_then(|until| until.looks().last().copied()).unwrap_or(u64::MAX);
    let campaigns = plan.campaigns.min(planned);
    let identity = Identity {
        version: env!("CARGO_PKG_VERSION").to_string(),
        fingerprint: campaign.set_up.fingerprint(),
        seed: plan.seed,
        campaigns,
        until: plan.until,
        part: PART,
    };
    let done = prepare(plan, &identity)?;
    let mut tally = RunTally::default();
    for part in 0..done {
        tally.add(&read_tally(&part_path(&plan.folder, &CAMPAIGNS, part))?);
    }
    let resumed = tally.campaigns;
    progress(resumed);
    let n_factions = campaign.set_up.factions().count();
    let factions: Vec<Faction> = campaign.set_up.factions().collect();
    debug_assert_eq!(factions.len(), n_factions);
    let reached = |tally: &RunTally| -> Option<usize> {
        let until = until.as_ref()?;
        let look = until.looks().iter().position(|&look| look == tally.campaigns)?;
        let wins: Vec<u64> = factions.iter().map(|faction| tally.wins[faction.index()]).collect();
        until.reached(look, &wins).then_some(look)
    };
    let mut look = reached(&tally);
    let mut interrupted = false;
    // One part is written while the next is played.
    let written: Result<()> = std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel::<(usize, CampaignFrames)>(1);
        let folder = &plan.folder;
        let writer = scope.spawn(move || -> Result<()> {
            for (part, frames) in receiver {
                // The last file of the list marks the part as complete.
                for (table, frame) in CAMPAIGN_FRAMES.iter().zip(frames.all()) {
                    write_frame(&part_path(folder, table, part), frame)?;
                }
            }
            Ok(())
        });
        let mut part = done;
        while tally.campaigns < campaigns && look.is_none() {
            if stop.load(Ordering::Relaxed) {
                interrupted = true;
                break;
            }
            let first = part as u64 * PART;
            let last = campaigns.min(first + PART);
            let (frames, part_tally) = play_part(campaign, plan.seed, first, last, make_model, progress);
            tally.add(&part_tally);
            if sender.send((part, frames)).is_err() {
                break;
            }
            part += 1;
            look = reached(&tally);
        }
        drop(sender);
        writer.join().unwrap_or_else(|_| Err(Error::usage("the writer of the frames stopped")))
    });
    written?;
    if !interrupted {
        join_parts(&plan.folder, (tally.campaigns.div_ceil(PART)) as usize)?;
    }
    Ok(RunReport { tally, resumed, interrupted, look })
}

/// Plays the replications of one part; frames come in their order whatever thread played them.
fn play_part(
    campaign: &Campaign,
    seed: u64,
    first: u64,
    last: u64,
    make_model: &(dyn Fn() -> Box<dyn BattleModel> + Sync),
    progress: &(dyn Fn(u64) + Sync),
) -> (CampaignFrames, RunTally) {
    let chunks = (last - first).div_ceil(CHUNK);
    let model = campaign.set_up.file.model;
    let played: Vec<(CampaignFrames, RunTally)> = (0..chunks)
        .into_par_iter()
        .map_init(
            || campaign.workspace(make_model()),
            |workspace, chunk| {
                let mut frames = CampaignFrames::new(model);
                let mut tally = RunTally::default();
                let begin = first + chunk * CHUNK;
                let end = last.min(begin + CHUNK);
                for replication in begin..end {
                    frames.begin(replication);
                    campaign.play(workspace, Luck::new(seed, replication), &mut frames);
                    frames.count(&mut tally);
                }
                progress(end - begin);
                (frames, tally)
            },
        )
        .collect();
    let mut all = CampaignFrames::new(model);
    let mut tally = RunTally::default();
    for (frames, part) in played {
        all.append(frames);
        tally.add(&part);
    }
    (all, tally)
}

/// Makes the folder ready and says how many parts are done already.
fn prepare(plan: &RunPlan, identity: &Identity) -> Result<usize> {
    let parts = plan.folder.join("parts");
    let marker = parts.join("run.json");
    if plan.resume {
        if !marker.exists() {
            // A finished run has no parts left and nothing to resume; a folder that is no run has nothing at all.
            return begin_anew(plan, identity, &marker);
        }
        let text = std::fs::read_to_string(&marker).map_err(|error| Error::file(&marker, "read", error))?;
        let found: Identity = serde_json::from_str(&text).map_err(|error| Error::frame(&marker, error))?;
        if found != *identity {
            return Err(Error::usage(format!(
                "{}: holds parts of another run (seed {}, {} campaigns, rules {}); choose another --out, or leave \
                 out --resume to begin anew",
                plan.folder.display(),
                found.seed,
                found.campaigns,
                found.fingerprint
            )));
        }
        let complete = |part: &usize| {
            let last = CAMPAIGN_FRAMES[CAMPAIGN_FRAMES.len() - 1];
            part_path(&plan.folder, last, *part).exists()
        };
        return Ok((0..).take_while(complete).count());
    }
    begin_anew(plan, identity, &marker)
}

fn begin_anew(plan: &RunPlan, identity: &Identity, marker: &Path) -> Result<usize> {
    let folder = &plan.folder;
    let ours = ["parts", "frames"].map(|name| folder.join(name));
    let is_run = folder.join("manifest.json").exists() || marker.exists();
    let occupied = std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if occupied && !is_run {
        return Err(Error::usage(format!(
            "{}: is not empty and not a run folder; choose another --out",
            folder.display()
        )));
    }
    for old in ours.iter().filter(|old| old.exists()) {
        std::fs::remove_dir_all(old).map_err(|error| Error::file(old, "remove the old run", error))?;
    }
    let manifest = folder.join("manifest.json");
    if manifest.exists() {
        std::fs::remove_file(&manifest)
            .map_err(|error| Error::file(&manifest, "remove the old run", error))?;
    }
    let text = serde_json::to_string_pretty(identity)
        .map_err(|error| Error::usage(format!("cannot write JSON: {error}")))?;
    write_text(marker, &text)?;
    Ok(0)
}

/// Joins the parts into one file a frame and removes them.
fn join_parts(folder: &Path, parts: usize) -> Result<()> {
    for table in CAMPAIGN_FRAMES {
        let pieces: Vec<PathBuf> = (0..parts).map(|part| part_path(folder, table, part)).collect();
        merge_parts(&pieces, table, &folder.join("frames").join(format!("{}.parquet", table.name)))?;
    }
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
