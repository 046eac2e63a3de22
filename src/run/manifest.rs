//! `manifest.json`: what was run, so that it can be run again. Wall time is kept aside in `timing.json`, because it is
//! the only thing that differs between two runs of the same plan.

use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::frames::columns::CAMPAIGN_FRAMES;
use crate::frames::stamp;

use super::{PART, RunPlan, RunReport, write_text};
use crate::campaign::Campaign;

/// The manifest of a finished run, whose frames are on disk.
pub fn manifest(campaign: &Campaign, plan: &RunPlan, report: &RunReport) -> Result<Value> {
    let set_up = &campaign.set_up;
    let factions: Vec<Value> = set_up
        .file
        .factions
        .iter()
        .map(|side| {
            let players: Vec<Value> = side
                .players
                .iter()
                .map(|seat| {
                    json!({
                        "doctrine": seat.doctrine.key(),
                        "attendance": seat.attendance,
                        "training": seat.training.key(),
                    })
                })
                .collect();
            json!({ "faction": side.faction.name(), "players": players })
        })
        .collect();
    let mut frames = serde_json::Map::new();
    for table in CAMPAIGN_FRAMES {
        let path = plan.folder.join("frames").join(format!("{}.parquet", table.name));
        frames.insert(table.name.to_string(), json!(stamp(&path)?));
    }
    Ok(json!({
        "canto": env!("CARGO_PKG_VERSION"),
        "commit": option_env!("CANTO_COMMIT"),
        "schema": crate::events::SCHEMA_VERSION,
        "setup": set_up.name,
        "title": set_up.file.title,
        "about": set_up.file.about,
        "rules": set_up.rules.about.name,
        "house_rules": set_up.file.house_rules,
        "fingerprint": set_up.fingerprint(),
        "rules_fingerprint": set_up.rules.fingerprint(),
        "seed": plan.seed,
        "campaigns": report.tally.campaigns,
        "planned": plan.planned(),
        "until": plan.until,
        "model": set_up.file.model.name(),
        "mirror": set_up.file.mirror,
        "turn_cap": set_up.file.turn_cap,
        "at_turn_cap": set_up.file.at_turn_cap.key(),
        "factions": factions,
        "rulings": set_up.rules.rulings,
        "frames": frames,
        "part": PART,
    }))
}

/// Writes manifest and timing into the run's folder.
pub fn write_manifest(
    campaign: &Campaign,
    plan: &RunPlan,
    report: &RunReport,
    elapsed_s: f64,
    threads: usize,
) -> Result<()> {
    let pretty = |value: &Value| {
        serde_json::to_string_pretty(value)
            .map(|text| text + "\n")
            .map_err(|error| Error::usage(format!("cannot write JSON: {error}")))
    };
    write_text(&plan.folder.join("manifest.json"), &pretty(&manifest(campaign, plan, report)?)?)?;
    let played = report.tally.campaigns - report.resumed;
    let timing = json!({
        "elapsed_s": elapsed_s,
        "threads": threads,
        "campaigns_played": played,
        "campaigns_per_s": played as f64 / elapsed_s.max(1e-9),
    });
    write_text(&plan.folder.join("timing.json"), &pretty(&timing)?)
}
