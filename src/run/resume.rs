//! What lies on disk of a run that goes on: which it is, which parts are whole, whether all is done.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{RunPlan, frame_path, write_text};
use crate::campaign::CampaignFrames;
use crate::error::{Error, Result};
use crate::frames::columns::CAMPAIGN_FRAMES;
use crate::frames::{Stamp, part_path, stamp, write_frame};

/// What makes two runs the same run; kept beside the parts so that `--resume` does not mix two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    pub version: String,
    pub fingerprint: String,
    /// Part of the fingerprint, too; here to be told.
    pub model: String,
    pub seed: u64,
    pub campaigns: u64,
    pub until: Option<f64>,
    pub part: u64,
}

/// What a part consists of, written when all its frames are: a part is whole where its files are still those.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct PartRecord {
    run: Identity,
    /// In the order of [`CAMPAIGN_FRAMES`].
    frames: Vec<Stamp>,
}

fn record_path(folder: &Path, part: usize) -> PathBuf {
    folder.join("parts").join(format!("{part:06}.json"))
}

fn stamps(folder: &Path, part: usize) -> Result<Vec<Stamp>> {
    CAMPAIGN_FRAMES.iter().map(|table| stamp(&part_path(folder, table, part))).collect()
}

/// Writes the frames of a part, then the record that says so.
pub fn write_part(plan: &RunPlan, identity: &Identity, part: Option<(usize, CampaignFrames)>) -> Result<()> {
    let Some((part, frames)) = part else { return Ok(()) };
    let folder = &plan.folder;
    let tables = CAMPAIGN_FRAMES.par_iter().zip(frames.all()).with_max_len(1);
    tables.try_for_each(|(table, frame)| write_frame(&part_path(folder, table, part), frame))?;
    let record = PartRecord { run: identity.clone(), frames: stamps(folder, part)? };
    write_text(&record_path(folder, part), &to_json(&record)?)
}

fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string_pretty(value).map_err(|error| Error::usage(format!("cannot write JSON: {error}")))
}

/// Whether a part of this run is there as it was written. One that is missing, cut, changed or of another run is played again.
fn is_whole(folder: &Path, identity: &Identity, part: usize) -> bool {
    let text = std::fs::read_to_string(record_path(folder, part)).unwrap_or_default();
    let record: Option<PartRecord> = serde_json::from_str(&text).ok();
    let found = stamps(folder, part).ok();
    record.zip(found).is_some_and(|(record, found)| record.run == *identity && record.frames == found)
}

/// Whether the folder holds the whole run already, as it was written. A finished run of another plan is not gone on with.
pub fn is_finished(plan: &RunPlan, identity: &Identity) -> Result<bool> {
    let path = plan.folder.join("manifest.json");
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(Error::file(&path, "read", error)),
    };
    let manifest = manifest_of_a_run(&text).ok_or_else(|| {
        Error::frame(
            &path,
            "not the manifest of a run, so there is nothing to go on with; choose another --out",
        )
    })?;
    let word = |key: &str| manifest[key].as_str().unwrap_or_default().to_string();
    let number = |key: &str| manifest[key].as_u64().unwrap_or_default();
    let found = Identity {
        version: word("canto"),
        fingerprint: word("fingerprint"),
        model: word("model"),
        seed: number("seed"),
        campaigns: number("planned"),
        until: manifest["until"].as_f64(),
        part: number("part"),
    };
    if found != *identity {
        return Err(another_run(plan, &found));
    }
    for table in CAMPAIGN_FRAMES {
        let path = frame_path(&plan.folder, table);
        if !path.exists() {
            return Ok(false);
        }
        let written: Option<Stamp> = serde_json::from_value(manifest["frames"][table.name].clone()).ok();
        if written != Some(stamp(&path)?) {
            let problem = "is not the file that this run wrote: it is damaged or of another run; leave out --resume to play it again";
            return Err(Error::frame(&path, problem));
        }
    }
    Ok(true)
}

/// The manifest of a run of campaigns; nothing where the text is something else.
fn manifest_of_a_run(text: &str) -> Option<Value> {
    let manifest: Value = serde_json::from_str(text).ok()?;
    let is_one =
        manifest["fingerprint"].is_string() && manifest["part"].is_u64() && manifest["seed"].is_u64();
    (is_one && manifest.get("kind").is_none()).then_some(manifest)
}

fn another_run(plan: &RunPlan, found: &Identity) -> Error {
    Error::usage(format!(
        "{}: holds another run (seed {}, {} campaigns, {} model, rules {}, canto {}); choose another --out, or leave out --resume to \
         begin anew",
        plan.folder.display(),
        found.seed,
        found.campaigns,
        found.model,
        found.fingerprint,
        found.version,
    ))
}

/// Makes the folder ready and says how many parts are done already.
pub fn prepare(plan: &RunPlan, identity: &Identity) -> Result<usize> {
    let parts = plan.folder.join("parts");
    let marker = parts.join("run.json");
    if plan.resume {
        if !marker.exists() {
            // There is nothing to go on with: another run that is finished, or no run at all.
            return begin_anew(plan, identity, &marker);
        }
        let text = std::fs::read_to_string(&marker).map_err(|error| Error::file(&marker, "read", error))?;
        let found: Identity = serde_json::from_str(&text).map_err(|error| {
            Error::frame(
                &marker,
                format!("not the marker of a run ({error}); leave out --resume to begin anew"),
            )
        })?;
        if found != *identity {
            return Err(another_run(plan, &found));
        }
        return Ok((0..).take_while(|part| is_whole(&plan.folder, identity, *part)).count());
    }
    begin_anew(plan, identity, &marker)
}

/// Whether a folder holds a run, finished or not, that a new one may replace.
fn holds_a_run(folder: &Path, marker: &Path) -> bool {
    let manifest = std::fs::read_to_string(folder.join("manifest.json"));
    let all_frames = CAMPAIGN_FRAMES.iter().all(|table| frame_path(folder, table).exists());
    match manifest {
        Ok(text) if manifest_of_a_run(&text).is_some() => true,
        // A manifest that cannot be read as JSON was damaged; one that can is of something else.
        Ok(text) => marker.exists() || (all_frames && serde_json::from_str::<Value>(&text).is_err()),
        // Killed between joining the parts and writing the manifest, a run has its frames only.
        Err(_) => marker.exists() || all_frames,
    }
}

fn begin_anew(plan: &RunPlan, identity: &Identity, marker: &Path) -> Result<usize> {
    let folder = &plan.folder;
    let occupied = std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if occupied && !holds_a_run(folder, marker) {
        return Err(Error::usage(format!(
            "{}: is not empty and not a run folder; choose another --out",
            folder.display()
        )));
    }
    let manifest = folder.join("manifest.json");
    // Before anything is removed: what cannot be replaced must not cost the old run.
    if manifest.is_dir() {
        return Err(Error::usage(format!(
            "{}: is a folder and in the way; choose another --out",
            manifest.display()
        )));
    }
    for old in files_of_a_run(folder) {
        std::fs::remove_file(&old).map_err(|error| Error::file(&old, "remove the old run", error))?;
    }
    for emptied in ["parts", "frames", "charts"] {
        // Left where somebody keeps files of his own in it.
        let _ = std::fs::remove_dir(folder.join(emptied));
    }
    write_text(marker, &to_json(identity)?)?;
    Ok(0)
}

/// What an earlier run and its report left in a folder, and nothing else.
fn files_of_a_run(folder: &Path) -> Vec<PathBuf> {
    let all = |name: &str, endings: &'static [&'static str]| {
        let entries = std::fs::read_dir(folder.join(name)).into_iter().flatten().flatten();
        let ours = |path: &PathBuf| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| endings.contains(&ending))
        };
        entries.map(|entry| entry.path()).filter(ours).collect::<Vec<_>>()
    };
    let single = ["manifest.json", "timing.json", "answers.json", "report.pdf", "report.html"];
    let mut files: Vec<PathBuf> = single.iter().map(|name| folder.join(name)).collect();
    files.extend(CAMPAIGN_FRAMES.iter().map(|table| frame_path(folder, table)));
    files.extend(all("parts", &["parquet", "json", "unfinished"]));
    files.extend(all("charts", &["png", "svg"]));
    files.retain(|path| path.is_file());
    files
}
