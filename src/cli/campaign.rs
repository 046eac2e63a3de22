//! `canto campaign`: one campaign, told turn by turn.

use clap::Args;
use serde_json::json;

use super::battle::ModelName;
use super::{Answer, Common, Format, Output};
use crate::campaign::{Campaign, Story};
use crate::chance::Luck;
use crate::config::{DEFAULT_SET_UP, load_set_up};
use crate::error::Result;
use crate::events::Both;

/// Play one campaign and tell it turn by turn
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  canto campaign --seed 42 --index 7
  canto campaign three-factions --battle-model skirmish --verbose")]
pub struct CampaignArgs {
    /// Set-up by name or path
    #[arg(default_value = DEFAULT_SET_UP)]
    set_up: String,

    /// Number of the campaign, as in the frames of a run with the same seed
    #[arg(long, default_value_t = 0, value_name = "I")]
    index: u64,

    /// House rules upon the set-up's own, by name or path; may be repeated
    #[arg(long = "house-rules", value_name = "FILE")]
    house_rules: Vec<String>,

    /// Battle model instead of the set-up's
    #[arg(long, value_enum, value_name = "MODEL")]
    battle_model: Option<ModelName>,

    /// Tell every ship that is sent and every point that is paid
    #[arg(long, short)]
    verbose: bool,
}

pub fn run(args: &CampaignArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    let mut set_up = load_set_up(&args.set_up, &args.house_rules)?;
    if let Some(model) = args.battle_model {
        set_up.file.model = model.into();
    }
    let campaign = Campaign::new(set_up)?;
    let model = crate::campaign::model_for(campaign.set_up.file.model);
    let mut workspace = campaign.workspace(model());
    let mut sink = Both(Story::new(&campaign.set_up, args.verbose), Vec::new());
    let end = campaign.play(&mut workspace, Luck::new(common.seed, args.index), &mut sink);
    let Both(story, events) = sink;
    match output.format {
        Format::Json => output.json(&json!({
            "setup": campaign.set_up.name,
            "seed": common.seed,
            "index": args.index,
            "winner": end.winner.map(|faction| faction.name()),
            "end_reason": end.reason.key(),
            "turns": workspace.state.turn,
            "events": events.len(),
            "story": story.text().lines().collect::<Vec<_>>(),
        }))?,
        Format::Table | Format::Csv => output.text(story.text())?,
    }
    Ok(Answer::Done)
}
