//! All that a run answers, computed once for the report, the summary and the notebooks.

use rayon::prelude::*;
use serde::Serialize;

use super::costs::{CostReport, Kind, costs};
use super::economy::{EconomyReport, economy};
use super::parity::{ParityReport, parity};
use super::pilots::{PilotReport, pilots};
use super::run::Run;
use super::scenarios::{ScenarioReport, scenarios};
use super::snowball::{SnowballReport, snowball};
use super::targets::{TargetReport, targets};
use super::training::{Arm, training};
use super::warnings::{Warning, warnings};
use crate::error::Result;

/// A lean of so many points of a hundred is not worth a rule, unless the caller says otherwise.
pub const MARGIN: f64 = 0.05;

#[derive(Debug, Clone, Serialize)]
pub struct Answers {
    pub parity: ParityReport,
    pub snowball: SnowballReport,
    pub economy: EconomyReport,
    pub targets: TargetReport,
    pub scenarios: ScenarioReport,
    pub pilots: PilotReport,
    /// What XP do, where the lot decided what they were spent on.
    pub training: Vec<Arm>,
    /// Classes, pilots, upgrades.
    pub costs: Vec<CostReport>,
    pub warnings: Vec<Warning>,
}

/// Sections do not depend on each other, so threads share them; the longest are begun first.
pub fn answers(run: &Run, margin: f64) -> Result<Answers> {
    let all_costs = || -> Vec<Result<CostReport>> {
        Kind::ALL.into_par_iter().with_max_len(1).map(|kind| costs(run, kind)).collect()
    };
    let ((pilots, scenarios), (costs, ((economy, targets), (snowball, parity)))) = rayon::join(
        || rayon::join(|| pilots(run), || scenarios(run, margin)),
        || {
            rayon::join(all_costs, || {
                rayon::join(
                    || rayon::join(|| economy(run), || targets(run)),
                    || rayon::join(|| snowball(run), || parity(run, margin)),
                )
            })
        },
    );
    let mut answers = Answers {
        parity: parity?,
        snowball: snowball?,
        economy: economy?,
        targets: targets?,
        scenarios: scenarios?,
        pilots: pilots?,
        training: training(run)?,
        costs: costs.into_iter().collect::<Result<_>>()?,
        warnings: Vec::new(),
    };
    answers.warnings = warnings(&answers);
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::synthetic::write_run;

    #[test]
    fn a_small_run_is_answered_with_its_doubts() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 60, 12);
        let answers = answers(&Run::open(folder.path()).unwrap(), MARGIN).unwrap();
        assert!(
            answers
                .warnings
                .iter()
                .any(|warning| matches!(warning, Warning::Skirmish { share } if *share == 1.0))
        );
        let words: Vec<String> =
            answers.warnings.iter().map(|warning| warning.words(str::to_string).0).collect();
        assert!(words.iter().all(|words| words.ends_with('.')), "{words:?}");
        // The JSON holds every estimate; what is not a number becomes null.
        let json = serde_json::to_value(&answers).unwrap();
        assert_eq!(json["parity"]["campaigns"], 60);
    }

    /// Every frame that is missing is named.
    #[test]
    fn a_missing_frame_is_named() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 5, 13);
        let run = Run::open(folder.path()).unwrap();
        for name in ["campaigns", "factions", "turns", "targets", "battles", "pilots"] {
            let path = folder.path().join("frames").join(format!("{name}.parquet"));
            let bytes = std::fs::read(&path).unwrap();
            std::fs::remove_file(&path).unwrap();
            let missing = answers(&run, MARGIN).unwrap_err().to_string();
            assert!(missing.contains(&format!("{name}.parquet")), "{missing}");
            std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
            let truncated = answers(&run, MARGIN).unwrap_err().to_string();
            assert!(truncated.contains(&format!("{name}.parquet")), "{truncated}");
            std::fs::write(&path, bytes).unwrap();
        }
    }
}
