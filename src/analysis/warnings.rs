//! Doubts: what a reader must know before he builds on a number, and what would remove the doubt.

use serde::Serialize;

use super::Verdict;
use super::answers::Answers;
use super::costs::Kind;
use super::words::{number, thousands};

/// A doubt about a result.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "warning", rename_all = "kebab-case")]
pub enum Warning {
    /// Too few campaigns to say who is favoured.
    Undecided {
        campaigns: u64,
        further: u64,
    },
    /// Intervals wider than ten points of a hundred either way.
    FewCampaigns {
        campaigns: u64,
        half_width: f64,
    },
    /// Many campaigns were stopped, not finished.
    TurnCap {
        share: f64,
    },
    Draws {
        share: f64,
    },
    /// The fast stand-in for the board decided battles.
    Skirmish {
        share: f64,
    },
    /// The chosen model could not play some battles.
    Fallbacks {
        battles: u64,
        of: u64,
    },
    /// Battles that the round cap ended.
    Capped {
        share: f64,
    },
    /// Missions seen too rarely.
    ThinMissions {
        missions: Vec<String>,
        battles: u64,
    },
    /// Squad points do not measurably help, so nothing can be priced in them.
    NoPointWorth,
    /// Items costed on thin data.
    ThinCosts {
        items: usize,
    },
}

/// Campaigns below which even the guess of how many more would decide is worth nothing.
pub const FEW: u64 = 30;
/// Missions with fewer battles have no verdict worth the name.
pub const THIN_MISSION: u64 = 100;

pub fn warnings(answers: &Answers) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let parity = &answers.parity;
    let widest = parity.factions.iter().map(|f| f.won_of_decided.half_width()).fold(0.0, f64::max);
    let further = parity
        .factions
        .iter()
        .filter_map(|faction| match faction.verdict {
            Some(Verdict::Undecided { further }) => further,
            _ => None,
        })
        .max();
    let biased = parity.factions.iter().any(|f| matches!(f.verdict, Some(Verdict::Biased { .. })));
    if let Some(further) = further.filter(|_| !biased && FEW <= parity.campaigns) {
        warnings.push(Warning::Undecided { campaigns: parity.campaigns, further });
    } else if 0.1 < widest {
        warnings.push(Warning::FewCampaigns { campaigns: parity.campaigns, half_width: widest });
    }
    let cap = parity.end_reasons.iter().find(|(reason, _)| reason == "turn-cap");
    if let Some((_, share)) = cap.filter(|(_, share)| 0.2 < share.value) {
        warnings.push(Warning::TurnCap { share: share.value });
    }
    if 0.1 < parity.draws.value {
        warnings.push(Warning::Draws { share: parity.draws.value });
    }
    let scenarios = &answers.scenarios;
    let skirmish = scenarios.models.iter().find(|(model, _)| model == "skirmish");
    // Only the board falls back: what a skirmish decided then is counted already.
    if 0 < parity.fallbacks {
        warnings.push(Warning::Fallbacks { battles: parity.fallbacks, of: parity.all_battles });
    } else if let Some((_, share)) = skirmish.filter(|(_, share)| 0.0 < share.value) {
        warnings.push(Warning::Skirmish { share: share.value });
    }
    if 0.01 < scenarios.capped.value {
        warnings.push(Warning::Capped { share: scenarios.capped.value });
    }
    let thin: Vec<String> = scenarios
        .missions
        .iter()
        .filter(|mission| mission.battles < THIN_MISSION)
        .map(|mission| mission.mission.clone())
        .collect();
    if !thin.is_empty() {
        warnings.push(Warning::ThinMissions { missions: thin, battles: THIN_MISSION });
    }
    let classes = answers.costs.iter().find(|report| report.kind == Kind::Class);
    if classes.is_some_and(|report| 0 < report.battles && report.items.iter().all(|i| i.surplus.is_none())) {
        warnings.push(Warning::NoPointWorth);
    } else {
        let items = answers.costs.iter().flat_map(|report| &report.items).filter(|item| item.thin).count();
        if 0 < items {
            warnings.push(Warning::ThinCosts { items });
        }
    }
    warnings
}

impl Warning {
    /// The doubt in words, and its remedy. Names of missions go through `mission_name`.
    pub fn words(&self, mission_name: impl Fn(&str) -> String) -> (String, String) {
        let percent = |share: f64| format!("{} %", number(100.0 * share, 1));
        let (doubt, remedy) = match self {
            Warning::Undecided { campaigns, further } => (
                match campaigns {
                    1 => "One campaign does not decide who is favoured.".into(),
                    many => format!("{} campaigns do not decide who is favoured.", thousands(*many)),
                },
                format!(
                    "About {} more would in nine of ten cases, if the win rates stay where they are: run --campaigns {}. Whoever looks again and \
                     again until something shows will be misled; --until looks at moments that are fixed beforehand and allows for it.",
                    thousands(*further),
                    campaigns + further
                ),
            ),
            Warning::FewCampaigns { campaigns, half_width } => (
                format!(
                    "{} campaigns are few: win rates may be off by {} points.",
                    thousands(*campaigns),
                    number(100.0 * half_width, 0)
                ),
                "Run more campaigns, or ask for a precision with --until 0.02.".into(),
            ),
            Warning::TurnCap { share } => (
                format!("{} of the campaigns were ended by the turn cap, not won.", percent(*share)),
                "Raise the turn cap of the set-up, or read verdicts as \"ahead at the cap\".".into(),
            ),
            Warning::Draws { share } => (
                format!("{} of the campaigns were drawn; verdicts rest on the others.", percent(*share)),
                String::new(),
            ),
            Warning::Skirmish { share } => (
                format!(
                    "{} of the battles were resolved by the skirmish model: real dice and cards, but no board.",
                    percent(*share)
                ),
                "Set model = \"tabletop\" in the set-up for the board itself; it is slower.".into(),
            ),
            Warning::Fallbacks { battles, of } => (
                format!(
                    "{} of {} battles are of missions that the board does not play yet and were fought by the skirmish model: real \
                     dice and cards, but no board.",
                    thousands(*battles),
                    thousands(*of)
                ),
                "The command canto missions list tells which missions the board plays.".into(),
            ),
            Warning::Capped { share } => (
                format!("{} of the battles were called off at the round cap.", percent(*share)),
                "Such battles count as draws.".into(),
            ),
            Warning::ThinMissions { missions, battles } => (
                format!(
                    "Fewer than {battles} battles were fought of: {}.",
                    missions.iter().map(|mission| mission_name(mission)).collect::<Vec<_>>().join(", ")
                ),
                "Their rates are shown with their intervals, but say little; run more campaigns.".into(),
            ),
            Warning::NoPointWorth => (
                "More squad points did not measurably help to win, so no fair costs can be told.".into(),
                "Run more campaigns, or missions with unequal squads.".into(),
            ),
            Warning::ThinCosts { items } => (
                format!("{} ships, pilots and upgrades were seen too rarely to be priced well.", items),
                "They are marked in the tables; run more campaigns.".into(),
            ),
        };
        (doubt, remedy)
    }
}
