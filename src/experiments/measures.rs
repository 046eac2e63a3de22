//! What an experiment looks at: a metric of campaigns, or one of single battles.

use std::fmt;

use crate::analysis::metrics::Metric;
use crate::error::{Error, Result, nearest_name};
use crate::ids::{Faction, Side};

/// A metric of campaigns or of battles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    Campaign(Metric),
    Battle(BattleMetric),
}

/// A number of a single battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BattleMetric {
    /// Attacker's share of the decided battles.
    AttackerWins,
    /// A faction's share of the decided battles, in either seat.
    WinRate(Faction),
    Draws,
    Rounds,
    /// Squad points destroyed of a side.
    PointsLost(Side),
    /// Squad points that a side brought.
    SquadPoints(Side),
    /// Share of battles in which a side could not build a legal squad.
    NotFought,
    /// Share of battles that the board could not play and skirmish fought.
    Fallbacks,
}

/// The words of battle metrics.
pub const BATTLE_WORDS: [&str; 10] = [
    "attacker-wins",
    "win-rate:FACTION",
    "draws",
    "rounds",
    "points-lost:attacker",
    "points-lost:defender",
    "squad-points:attacker",
    "squad-points:defender",
    "not-fought",
    "fallbacks",
];

impl Measure {
    pub fn parse(text: &str, battle: bool) -> Result<Measure> {
        if battle {
            BattleMetric::parse(text).map(Measure::Battle)
        } else {
            Metric::parse(text).map(Measure::Campaign)
        }
    }

    pub fn is_share(&self) -> bool {
        match self {
            Measure::Campaign(metric) => metric.is_share(),
            Measure::Battle(metric) => !matches!(
                metric,
                BattleMetric::Rounds | BattleMetric::PointsLost(_) | BattleMetric::SquadPoints(_)
            ),
        }
    }

    /// The words that charts print.
    pub fn name(&self) -> String {
        let side = |side: &Side| if *side == Side::Attacker { "Attacker's" } else { "Defender's" };
        match self {
            Measure::Campaign(metric) => metric.name(),
            Measure::Battle(metric) => match metric {
                BattleMetric::AttackerWins => "Attacker's win rate".into(),
                BattleMetric::WinRate(faction) => format!("{} win rate", faction.name()),
                BattleMetric::Draws => "Draws".into(),
                BattleMetric::Rounds => "Rounds".into(),
                BattleMetric::PointsLost(of) => format!("{} points lost", side(of)),
                BattleMetric::SquadPoints(of) => format!("{} squad points", side(of)),
                BattleMetric::NotFought => "Battles not fought".into(),
                BattleMetric::Fallbacks => "Fought as a skirmish instead".into(),
            },
        }
    }

    /// A name for files.
    pub fn file_name(&self) -> String {
        self.to_string().replace(':', "-")
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measure::Campaign(metric) => metric.fmt(f),
            Measure::Battle(metric) => match metric {
                BattleMetric::AttackerWins => f.write_str("attacker-wins"),
                BattleMetric::WinRate(faction) => write!(f, "win-rate:{}", faction.key()),
                BattleMetric::Draws => f.write_str("draws"),
                BattleMetric::Rounds => f.write_str("rounds"),
                BattleMetric::PointsLost(side) => write!(f, "points-lost:{}", side.name()),
                BattleMetric::SquadPoints(side) => write!(f, "squad-points:{}", side.name()),
                BattleMetric::NotFought => f.write_str("not-fought"),
                BattleMetric::Fallbacks => f.write_str("fallbacks"),
            },
        }
    }
}

impl BattleMetric {
    fn parse(text: &str) -> Result<BattleMetric> {
        if let Some(faction) = text.strip_prefix("win-rate:").and_then(Faction::from_key) {
            return Ok(BattleMetric::WinRate(faction));
        }
        Ok(match text {
            "attacker-wins" => BattleMetric::AttackerWins,
            "draws" => BattleMetric::Draws,
            "rounds" => BattleMetric::Rounds,
            "points-lost:attacker" => BattleMetric::PointsLost(Side::Attacker),
            "points-lost:defender" => BattleMetric::PointsLost(Side::Defender),
            "squad-points:attacker" => BattleMetric::SquadPoints(Side::Attacker),
            "squad-points:defender" => BattleMetric::SquadPoints(Side::Defender),
            "not-fought" => BattleMetric::NotFought,
            "fallbacks" => BattleMetric::Fallbacks,
            _ => {
                let hint = nearest_name(text, BATTLE_WORDS);
                let hint = hint.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
                let all = BATTLE_WORDS.join(", ");
                return Err(Error::usage(format!("unknown metric of battles `{text}`{hint} (known: {all})")));
            }
        })
    }
}
