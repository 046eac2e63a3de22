//! The report of a campaign run: verdicts first, then a section per topic, then methods and doubts.

mod costs;
mod economy;
mod findings;
mod front;
mod methods;
mod parity;
mod pilots;
mod scenarios;
mod snowball;
mod targets;
mod training;
mod why;

use super::document::Document;
use crate::analysis::answers::Answers;
use crate::analysis::run::Run;
use crate::analysis::words::{count, list};

/// The whole report.
pub fn campaign_report(run: &Run, answers: &Answers) -> Document {
    let setup = set_up_title(run);
    let n = count(answers.parity.campaigns, "campaign");
    let several = 1 < answers.parity.campaigns;
    let seed = run.seed();
    Document {
        title: format!("{setup}: is it fair?"),
        subtitle: format!(
            "{n} simulated{} · seed {seed} · intervals hold with 95 % confidence",
            house_rules(run)
        ),
        footer: format!("Canto {} · {setup} · {n} · seed {seed}", env!("CARGO_PKG_VERSION")),
        sections: [
            Some(front::front(answers)),
            several.then(|| parity::parity(answers)),
            several.then(|| snowball::snowball(answers)),
            several.then(|| economy::economy(answers)),
            several.then(|| scenarios::scenarios(answers)),
            several.then(|| pilots::pilots(answers)),
            training::training(answers).filter(|_| several),
            several.then(|| costs::costs(answers)),
            Some(methods::methods(run, answers)),
        ]
        .into_iter()
        .flatten()
        .collect(),
    }
}

/// " · house rules: Gentle Snowball", where there are any.
fn house_rules(run: &Run) -> String {
    let named = run.value("house_rules").and_then(serde_json::Value::as_array);
    let names: Vec<String> = named
        .into_iter()
        .flatten()
        .filter_map(|name| std::path::Path::new(name.as_str()?).file_stem())
        .map(|stem| super::names::humane(&stem.to_string_lossy()))
        .collect();
    if names.is_empty() { String::new() } else { format!(" · house rules: {}", list(&names)) }
}

fn set_up_title(run: &Run) -> String {
    let candidates = ["title", "setup.title", "setup.name", "setup"];
    let found =
        candidates.iter().map(|path| run.text(path)).find(|text| !text.is_empty() && !text.starts_with('{'));
    found.map_or_else(|| "Campaign".into(), |text| super::names::humane(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::answers::{MARGIN, answers};
    use crate::analysis::synthetic::write_run;
    use crate::report::to_html;

    #[test]
    fn every_topic_has_its_charts_and_the_same_run_gives_the_same_report() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 150, 14);
        let run = Run::open(folder.path()).unwrap();
        let answers = answers(&run, MARGIN).unwrap();
        let document = campaign_report(&run, &answers);
        let names: Vec<&str> = document.charts().map(|chart| chart.name.as_str()).collect();
        for wanted in [
            "win-rates",
            "length",
            "snowball",
            "income-by-turn",
            "income-by-source",
            "targets-of-winners",
            "mission-forest",
            "mission-by-faction",
            "pilot-survival-by-skill",
            "pilot-fates",
            "xp-uses",
            "pilot-skill",
            "fair-cost-classes",
        ] {
            assert!(names.contains(&wanted), "{wanted} is missing from {names:?}");
        }
        let mut sorted = names.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), names.len(), "two charts have one name: {names:?}");
        // To look at it: CANTO_KEEP_REPORT=folder cargo test --lib every_topic.
        if let Some(keep) = std::env::var_os("CANTO_KEEP_REPORT") {
            let wanted = crate::report::Wanted::everything(crate::report::Paper::A4);
            crate::report::write_document(std::path::Path::new(&keep), &document, wanted).unwrap();
        }
        let html = to_html(&document);
        assert_eq!(html, to_html(&campaign_report(&run, &answers)));
        for nonsense in [">NaN", " NaN", ">inf", " inf<", " inf "] {
            assert!(!html.contains(nonsense), "{nonsense}");
        }
        for raw in ["vip-escort", "tie-interceptor", "turn-cap"] {
            assert!(!html.contains(&format!(">{raw}<")), "{raw} is no name for people");
        }
    }
}
